//! Reads a file that may be a document, and no more of it than a document of its kind may hold.

use std::io::Read;
use std::path::Path;

use fornax_manifest::{Document, DocumentKind, limits};

use crate::discover::{Input, Origin};
use crate::error::{InputError, InputErrorKind};
use crate::file::{self, Links};
use crate::place;

/// How much of a file is read to tell its kind, where its name doesn't.
const HEAD_BYTES: u64 = limits::FORNAX_REGISTRY_BYTES;

/// Reads a document; none if the file was found by its name and turns out to be another program's.
///
/// A file is of the kind that its configuration says, else of the one that its name and content agree
/// on. For one that was given, `kind` counts more, and what its content looks like, or its name alone,
/// must do where they don't.
///
/// # Errors
/// If the file can't be read, is no regular file, or its kind can't be told.
pub fn load(input: &Input, kind: Option<DocumentKind>) -> Result<Option<Document>, InputError> {
    Ok(match look(input, kind)? {
        Loaded::Document(document) => Some(*document),
        Loaded::Foreign { .. } => None,
    })
}

/// What came of reading a file.
#[derive(Debug)]
pub enum Loaded {
    /// It is a document.
    Document(Box<Document>),
    /// It was found by its name, and what it holds doesn't look like a manifest.
    Foreign {
        /// Whether it is JSON, so that it is certainly another program's.
        is_json: bool,
    },
}

/// As [`load`], and tells more of a file that is no document.
///
/// # Errors
/// As for [`load`].
pub fn look(input: &Input, kind: Option<DocumentKind>) -> Result<Loaded, InputError> {
    read(input, kind).map_err(|kind| InputError::new(&input.path, kind))
}

/// Reads a document from a stream that was given; `path` is the name that it goes by, if any.
///
/// # Errors
/// If the stream can't be read, or the document's kind can't be told.
///
/// ```
/// use fornax_manifest::DocumentKind;
/// use fornax_project::load_stream;
///
/// let mut stream: &[u8] = br#"{ "hostAdapters": [] }"#;
/// let kit = load_stream(&mut stream, None, Some(DocumentKind::AkKit))?;
/// assert_eq!(kit.kind(), DocumentKind::AkKit);
/// # Ok::<(), fornax_project::InputError>(())
/// ```
pub fn load_stream(
    stream: &mut impl Read,
    path: Option<&Path>,
    kind: Option<DocumentKind>,
) -> Result<Document, InputError> {
    let name = path.unwrap_or(Path::new("-"));
    let mut bytes = Vec::new();
    file::read_up_to(stream, &mut bytes, limits::TEXT_BYTES + 1)
        .map_err(|error| InputError::io(name, error))?;
    let place = path.map_or_else(|| name.to_path_buf(), place::absolute);
    let place = place::text(&place);
    kind.map(|kind| Document::parse(&bytes, kind))
        .or_else(|| Document::detect(&place, &bytes))
        .or_else(|| Some(Document::parse(&bytes, kind_of_given(&place, &bytes)?)))
        .ok_or_else(|| InputError::new(name, InputErrorKind::UnknownKind))
}

fn read(input: &Input, kind: Option<DocumentKind>) -> Result<Loaded, InputErrorKind> {
    let (mut file, size) = if input.is_regular {
        file::open_seen(&input.path, Links::Follow)?
    } else {
        file::open_regular(&input.path, Links::Follow)?
    };
    // The folder's name may count too, also where the path that was given doesn't tell it.
    let name = place::text(&input.place);
    let kind = kind
        .filter(|_| input.origin == Origin::Given)
        .or(input.kind);
    let named = kind.or_else(|| DocumentKind::of_path(&name));
    let limit = named.map_or(limits::TEXT_BYTES, DocumentKind::size_limit);
    let is_certain = kind.is_some() || named == Some(DocumentKind::AkAdapter);
    if let Some(kind) = named.filter(|_| is_certain && size > limit) {
        return Ok(Loaded::Document(Box::new(Document::oversized(size, kind))));
    }

    let wanted = if size > limit { HEAD_BYTES } else { limit + 1 };
    let mut bytes = Vec::with_capacity(usize::try_from(size.min(wanted)).unwrap_or(0) + 1);
    file::read_up_to(&mut file, &mut bytes, wanted)?;
    // It is parsed once: to tell what it is, and to be judged.
    if kind.is_none()
        && size.max(bytes.len() as u64) <= limit
        && let Some(document) = Document::detect(&name, &bytes)
    {
        return Ok(Loaded::Document(Box::new(document)));
    }
    let kind = match (kind, input.origin) {
        (Some(kind), _) => kind,
        (None, Origin::Given) => kind_of_given(&name, &bytes).ok_or(InputErrorKind::UnknownKind)?,
        (None, Origin::Found) => match DocumentKind::detect(&name, &bytes) {
            Some(kind) => kind,
            None => {
                // The rest of a large one is nobody's business here.
                let is_whole = (bytes.len() as u64) < wanted;
                let is_json = |kind| Document::parse(&bytes, kind).is_json();
                return Ok(Loaded::Foreign {
                    is_json: !is_whole || named.is_none_or(is_json),
                });
            }
        },
    };
    // Of a large file the head was read; a file may also have grown since its size was asked for.
    let size = size.max(bytes.len() as u64);
    Ok(Loaded::Document(Box::new(if size > kind.size_limit() {
        Document::oversized(size, kind)
    } else {
        if bytes.len() as u64 == wanted {
            file::read_up_to(&mut file, &mut bytes, kind.size_limit() + 1)?;
        }
        Document::parse(&bytes, kind)
    })))
}

fn kind_of_given(name: &str, bytes: &[u8]) -> Option<DocumentKind> {
    DocumentKind::detect(name, bytes)
        .or_else(|| DocumentKind::sniff(bytes))
        .or_else(|| DocumentKind::of_path(name))
}
