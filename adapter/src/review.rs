//! The first step of registering: a manifest is read, once, and shown before anything trusts it.

use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};

use fornax_manifest::load::FornaxManifest;
use fornax_manifest::{
    Diagnostic, Document, DocumentKind, Options, check, fornax_pin, limits, load,
};
use fornax_project::{Disk, Homes, absolute};
use fornax_terminal::{path_name, shell_path};

use crate::findings;
use crate::folder::{
    Access, Folder, Kind, has_same_owner, is_folder_name, is_for_all, is_open_to_others,
    read_bounded,
};
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

/// What is to be done where others than their owner may write to a manifest or to its folder, both told
/// at once; nothing where only the owner may.
fn open_to_others(
    path: &Path,
    parent: &Path,
    file: &Metadata,
    folder: &Metadata,
) -> Option<String> {
    let (is_file, is_folder) = (is_open_to_others(file), is_open_to_others(folder));
    let can = match (is_file, is_folder) {
        (false, false) => return None,
        (true, false) => "can be written by others than its owner",
        (false, true) => "lies in a folder that others than its owner can write to",
        (true, true) => "and its folder can be written to by others than their owner",
    };
    // What is shared on purpose, or somebody else's, is not to be closed.
    if is_folder && (is_for_all(folder) || !has_same_owner(file, folder)) {
        let then = if is_file { ", with `chmod go-w`" } else { "" };
        return Some(format!(
            "{can}; move it into a folder that only you can write to{then}"
        ));
    }
    let mut command = "chmod go-w".to_owned();
    for (_, name) in [(is_file, path), (is_folder, parent)]
        .iter()
        .filter(|(is_open, _)| *is_open)
    {
        command.push(' ');
        command.push_str(&shell_path(name));
    }
    Some(format!("{can}; take that away with `{command}`"))
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
    let around = folder.metadata().map_err(unreadable)?;
    if let Some(words) = open_to_others(path, parent, &metadata, &around) {
        return Err(refused(Reason::SourceWritable, words));
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
