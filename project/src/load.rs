//! Reads a file that may be a document, and no more of it than a document of its kind may hold.

use std::io::{self, Read};
use std::path::Path;

use fornax_manifest::{Document, DocumentKind, limits};

use crate::discover::{Input, Origin};
use crate::error::{InputError, InputErrorKind};
use crate::file::{self, Links};

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
    read(input, kind).map_err(|failure| failure.at(&input.path))
}

/// Reads a document from a stream that was given; `path` is the name that it goes by, if any.
///
/// # Errors
/// If the stream can't be read, or the document's kind can't be told.
pub fn load_stream(
    stream: &mut impl Read,
    path: Option<&Path>,
    kind: Option<DocumentKind>,
) -> Result<Document, InputError> {
    let name = path.unwrap_or(Path::new("-"));
    let mut bytes = Vec::new();
    file::read_up_to(stream, &mut bytes, limits::TEXT_BYTES + 1)
        .map_err(|error| InputError::io(name, error))?;
    kind.or_else(|| kind_of_given(&name.to_string_lossy(), &bytes))
        .map(|kind| Document::parse(&bytes, kind))
        .ok_or_else(|| InputError::new(name, InputErrorKind::UnknownKind))
}

/// Why a file at a known path could not be read.
enum Failure {
    Io(io::Error),
    Other(InputErrorKind),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl Failure {
    fn at(self, path: &Path) -> InputError {
        match self {
            Self::Io(error) => InputError::io(path, error),
            Self::Other(kind) => InputError::new(path, kind),
        }
    }
}

fn read(input: &Input, kind: Option<DocumentKind>) -> Result<Option<Document>, Failure> {
    // A pipe or a device isn't even opened; what is opened is looked at again.
    refuse_special(&input.path.metadata()?)?;
    let mut file = file::open(&input.path, Links::Follow)?;
    let metadata = file.metadata()?;
    refuse_special(&metadata)?;
    let size = metadata.len();

    let name = input.path.to_string_lossy();
    let kind = kind
        .filter(|_| input.origin == Origin::Given)
        .or(input.kind);
    let named = kind.or_else(|| DocumentKind::of_path(&name));
    let limit = named.map_or(limits::TEXT_BYTES, DocumentKind::size_limit);
    let is_certain = kind.is_some() || named == Some(DocumentKind::AkAdapter);
    if let Some(kind) = named.filter(|_| is_certain && size > limit) {
        return Ok(Some(Document::oversized(size, kind)));
    }

    let wanted = if size > limit { HEAD_BYTES } else { limit + 1 };
    let mut bytes = Vec::with_capacity(usize::try_from(size.min(wanted)).unwrap_or(0) + 1);
    file::read_up_to(&mut file, &mut bytes, wanted)?;
    let kind = match (kind, input.origin) {
        (Some(kind), _) => kind,
        (None, Origin::Given) => {
            kind_of_given(&name, &bytes).ok_or(Failure::Other(InputErrorKind::UnknownKind))?
        }
        (None, Origin::Found) => match DocumentKind::detect(&name, &bytes) {
            Some(kind) => kind,
            None => return Ok(None),
        },
    };
    // Of a large file the head was read; a file may also have grown since its size was asked for.
    let size = size.max(bytes.len() as u64);
    Ok(Some(if size > kind.size_limit() {
        Document::oversized(size, kind)
    } else {
        if bytes.len() as u64 == wanted {
            file::read_up_to(&mut file, &mut bytes, kind.size_limit() + 1)?;
        }
        Document::parse(&bytes, kind)
    }))
}

fn refuse_special(metadata: &std::fs::Metadata) -> Result<(), Failure> {
    let what = match file::special(metadata.file_type()) {
        _ if metadata.is_file() => return Ok(()),
        Some(what) => what,
        None => "a folder",
    };
    Err(Failure::Other(InputErrorKind::Special(what)))
}

fn kind_of_given(name: &str, bytes: &[u8]) -> Option<DocumentKind> {
    DocumentKind::detect(name, bytes)
        .or_else(|| DocumentKind::sniff(bytes))
        .or_else(|| DocumentKind::of_path(name))
}
