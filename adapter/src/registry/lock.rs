//! The one lock that everybody holds who changes the registry, and what its last holder was about.

use std::fs::{File, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::Path;
use std::thread;
use std::time::Duration;

use fornax_manifest::limits;

use crate::folder::{Folder, Kind, PRIVATE_FILE};
use crate::refusal::{Reason, Refusal};
use crate::registry::COPY_SUFFIX;

/// The name of the file that is locked. It stays: to remove it would be to lock another one.
const NAME: &str = "registry.lock";

/// How often the lock is tried for, and how long is waited in between: 20 seconds in all.
const ATTEMPTS: u32 = 4_000;
const PAUSE: Duration = Duration::from_millis(5);

/// How much is read of what a holder noted, in bytes.
const NOTE_BYTES: u64 = 512;

/// The most bytes that an id may have.
const MAX_ID: usize = limits::FORNAX_ID_BYTES.1;

/// The lock, held until it is dropped or the process ends, however it ends.
///
/// Its holder notes in it which copy it is about to make or to remove. If it dies before the index
/// says so too, the next holder finds the note, and knows that the copy is nobody's.
#[derive(Debug)]
pub(super) struct Lock {
    file: File,
}

impl Lock {
    /// Waits for the lock.
    pub(super) fn hold(folder: &Folder, path: &Path) -> Result<Self, Refusal> {
        let failed = |error| {
            let name = fornax_terminal::path_name(&path.join(NAME));
            let message = format!("the registry can't be locked by `{name}`");
            Refusal::system(Reason::RegistryUnwritable, &message, error)
        };
        let what = match folder.kind(NAME).map_err(failed)? {
            None | Some(Kind::File) => None,
            Some(Kind::Symlink) => Some("a symbolic link"),
            Some(Kind::Folder) => Some("a folder"),
            Some(Kind::Special) => Some("a pipe, a socket or a device"),
        };
        if let Some(what) = what {
            let name = fornax_terminal::path_name(&path.join(NAME));
            return Err(Refusal::new(
                Reason::RegistryUnwritable,
                format!("`{name}`, by which the registry is locked, is {what}; remove it"),
            ));
        }
        let file = folder.open_or_create(NAME, PRIVATE_FILE).map_err(failed)?;
        if !file.metadata().map_err(failed)?.is_file() {
            return Err(failed(io::Error::other("it is no regular file")));
        }
        for _ in 0..ATTEMPTS {
            match file.try_lock() {
                Ok(()) => return Ok(Self { file }),
                Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(TryLockError::Error(error)) => return Err(failed(error)),
            }
        }
        Err(Refusal::new(
            Reason::Busy,
            "another program has been changing the registry all the time; try again",
        ))
    }

    /// What the last holder has noted, unless it has come to its end.
    pub(super) fn note(&mut self) -> io::Result<Option<Note>> {
        let mut text = String::new();
        self.file.rewind()?;
        match (&self.file).take(NOTE_BYTES).read_to_string(&mut text) {
            // What isn't text is no note of ours.
            Err(error) if error.kind() == io::ErrorKind::InvalidData => Ok(None),
            Err(error) => Err(error),
            Ok(_) => Ok(Note::read(&text)),
        }
    }

    /// Notes what is about to happen, before it does.
    pub(super) fn write_note(&mut self, note: &Note) -> io::Result<()> {
        self.clear()?;
        self.file.write_all(note.written().as_bytes())?;
        self.file.sync_data()
    }

    /// Takes the note away: what it was about is in the index, or isn't there.
    pub(super) fn clear(&mut self) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.rewind()
    }
}

/// Which copy is about to be made or removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Note {
    /// The copy's name.
    pub(super) file: String,
    /// The digest of what it holds.
    pub(super) digest: String,
}

impl Note {
    /// Reads a note; one that was only begun, or names another file than a copy, is none.
    fn read(text: &str) -> Option<Self> {
        let (file, digest) = text.strip_suffix('\n')?.split_once(' ')?;
        Self::about(file.strip_suffix(COPY_SUFFIX)?, digest)
    }

    /// A note about the copy of an id; none if that can be no copy's name.
    pub(super) fn about(id: &str, digest: &str) -> Option<Self> {
        let is_plain = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
        let is_name = matches!(id.len(), 1..=MAX_ID) && id.bytes().all(is_plain);
        is_name.then(|| Self {
            file: format!("{id}{COPY_SUFFIX}"),
            digest: digest.to_owned(),
        })
    }

    fn written(&self) -> String {
        format!("{} {}\n", self.file, self.digest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_read_as_it_was_written_or_not_at_all() {
        let note = Note {
            file: "acme-agent.manifest.json".to_owned(),
            digest: "sha256:00".to_owned(),
        };
        let text = note.written();
        assert_eq!(Note::read(&text), Some(note));
        for end in 0..text.len() {
            assert_eq!(Note::read(&text[..end]), None);
        }
        for other in [
            "../x.manifest.json d\n",
            "registry.json d\n",
            ".manifest.json d\n",
        ] {
            assert_eq!(Note::read(other), None, "{other}");
        }
    }
}
