//! The first step of registering: a manifest is read, once, and shown before anything trusts it.

use std::io;
use std::path::{Path, PathBuf};

use fornax_manifest::load::FornaxManifest;
use fornax_manifest::{
    Diagnostic, Document, DocumentKind, Options, check, fornax_pin, limits, load,
};
use fornax_project::{Disk, Homes, absolute};
use fornax_terminal::path_name;

use crate::findings;
use crate::folder::{Access, Folder, Kind, is_folder_name, is_open_to_others, read_bounded};
use crate::refusal::{Reason, Refusal};

/// A manifest that was read from a file, and what there is to say about it.
///
/// Its digest, its findings, what is shown of it and the copy that the registry gets are all of the
/// bytes that were read then.
#[derive(Debug)]
pub struct Review {
    bytes: Vec<u8>,
    digest: String,
    source_path: String,
    path: PathBuf,
    loaded: Result<FornaxManifest, Vec<Diagnostic>>,
}

impl Review {
    /// Reads the manifest at `path`.
    ///
    /// # Errors
    /// If it is a symbolic link or no regular file, if somebody else than its owner may write to it
    /// or to its folder, if it is too large or can't be read. All but the last is found before it is
    /// read.
    pub fn read(path: &Path, options: &Options) -> Result<Self, Refusal> {
        if is_folder_name(path) {
            return Err(Refusal::new(
                Reason::SourceNotAFile,
                format!(
                    "`{}` can only be a folder, since it ends with `/`; name a manifest's file",
                    path_name(path)
                ),
            ));
        }
        let path = absolute(path);
        let bytes = read(&path)?;
        Ok(Self {
            digest: fornax_pin(&bytes),
            loaded: load::fornax_manifest(&bytes, options),
            bytes,
            source_path: path_name(&path),
            path,
        })
    }

    /// The manifest.
    ///
    /// # Errors
    /// If it has an error.
    pub fn manifest(&self) -> Result<&FornaxManifest, Refusal> {
        self.loaded
            .as_ref()
            .map_err(|found| findings::refusal(&self.bytes, found))
    }

    /// The digest under which it would be registered.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Where it was read from. Bytes of the path that aren't text are written as `\xFF`.
    #[must_use]
    pub fn source_path(&self) -> &str {
        &self.source_path
    }

    /// Everything that the linter says about it, with a look at what it names on this machine.
    #[must_use]
    pub fn findings(&self, homes: &Homes, options: &Options) -> Vec<Diagnostic> {
        let document = Document::parse(&self.bytes, DocumentKind::FornaxManifest);
        check(&document, options, &Disk::around(Some(&self.path), homes))
    }

    /// Refuses a digest that isn't the manifest's.
    pub(crate) fn require_digest(&self, confirmed: &str) -> Result<(), Refusal> {
        let digits = confirmed.strip_prefix("sha256:");
        let is_digest = digits.is_some_and(|digits| {
            digits.len() == 64
                && digits
                    .bytes()
                    .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        });
        if !is_digest {
            return Err(Refusal::new(
                Reason::DigestMalformed,
                format!(
                    "`{confirmed}` is no digest: that is `sha256:` and 64 of the digits 0-9 and a-f; \
                     take the one that the review shows"
                ),
            ));
        }
        if confirmed != self.digest {
            return Err(Refusal::new(
                Reason::DigestDiffers,
                format!(
                    "the manifest's digest is {}, and {confirmed} was confirmed; it has changed since \
                     it was reviewed, so review it again",
                    self.digest
                ),
            ));
        }
        Ok(())
    }
}

/// Reads a manifest, after making sure that nobody but its owner can have written it.
fn read(path: &Path) -> Result<Vec<u8>, Refusal> {
    let shown = path_name(path);
    let unreadable = |error: io::Error| {
        let message = format!("`{shown}` can't be read");
        Refusal::system(Reason::SourceUnreadable, &message, error)
    };
    let refused = |reason, words: String| Refusal::new(reason, format!("`{shown}` {words}"));
    let not_a_file = |what| {
        refused(
            Reason::SourceNotAFile,
            format!("is {what}; a manifest has to be a regular file"),
        )
    };
    let name = path.file_name().and_then(|name| name.to_str());
    let (Some(parent), Some(name)) = (path.parent(), name) else {
        return Err(not_a_file("no file with a name of plain text"));
    };
    // From here on everything is asked of this folder, whatever becomes of its name.
    let folder = Folder::open(parent).map_err(unreadable)?;
    let what = match folder.kind(name).map_err(unreadable)? {
        None => return Err(unreadable(io::ErrorKind::NotFound.into())),
        Some(Kind::File) => None,
        Some(Kind::Symlink) => Some("a symbolic link"),
        Some(Kind::Folder) => Some("a folder"),
        Some(Kind::Special) => Some("a pipe, a socket or a device"),
    };
    if let Some(what) = what {
        return Err(not_a_file(what));
    }
    let mut file = folder.open_file(name, Access::Read).map_err(unreadable)?;
    let metadata = file.metadata().map_err(unreadable)?;
    if !metadata.is_file() {
        return Err(not_a_file("no regular file"));
    }
    if is_open_to_others(&metadata) {
        return Err(refused(
            Reason::SourceWritable,
            "can be written by others than its owner; take that away with `chmod go-w`".to_owned(),
        ));
    }
    if is_open_to_others(&folder.metadata().map_err(unreadable)?) {
        return Err(refused(
            Reason::SourceWritable,
            "lies in a folder that others than its owner can write to; move it into one of your own"
                .to_owned(),
        ));
    }
    let limit = limits::FORNAX_MANIFEST_BYTES;
    let too_large = |size: u64| {
        refused(
            Reason::SourceTooLarge,
            format!("is {size} bytes large, and a manifest may have {limit}"),
        )
    };
    if metadata.len() > limit {
        return Err(too_large(metadata.len()));
    }
    let bytes = read_bounded(&mut file, limit).map_err(unreadable)?;
    if bytes.len() as u64 > limit {
        return Err(too_large(bytes.len() as u64));
    }
    Ok(bytes)
}
