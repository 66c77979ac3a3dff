//! What fixing has written while it was watched, so that it answers others and never itself.

use std::collections::HashMap;
use std::fs::{self, Permissions};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use fornax_manifest::{limits, sha256_hex};
use fornax_project::read_regular;

/// The last fix of each file, by its real path.
#[derive(Debug, Default)]
pub(crate) struct Fixes {
    files: Mutex<HashMap<PathBuf, Fix>>,
}

/// What a file held before it was fixed, and what was written: the digests.
#[derive(Debug)]
struct Fix {
    before: String,
    after: String,
    /// What may be done with the file since.
    permissions: Option<Permissions>,
}

impl Fixes {
    /// Notes that the file at `path` was fixed.
    pub(crate) fn add(&self, path: &Path, before: &[u8], after: &[u8]) {
        let path = real(path);
        let fix = Fix {
            before: sha256_hex(before),
            after: sha256_hex(after),
            permissions: permissions(&path),
        };
        self.lock().insert(path, fix);
    }

    /// Whether a file holds again what it held when it was last fixed, and nothing else in between
    /// but what that wrote: whoever has put that back doesn't want it to be fixed.
    pub(crate) fn are_undone(&self, path: &Path, bytes: &[u8]) -> bool {
        let mut files = self.lock();
        let path = real(path);
        let Some(fix) = files.get(&path) else {
            return false;
        };
        let now = sha256_hex(bytes);
        if now != fix.before && now != fix.after {
            files.remove(&path);
            return false;
        }
        now == fix.before
    }

    /// Whether a file is just as it was written, so that a change of it was our own.
    pub(super) fn explain(&self, path: &Path) -> bool {
        let files = self.lock();
        let Some(fix) = files.get(path) else {
            return false;
        };
        let bytes = read_regular(path, limits::TEXT_BYTES + 1);
        bytes.is_ok_and(|bytes| sha256_hex(&bytes) == fix.after)
            && permissions(path) == fix.permissions
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PathBuf, Fix>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

fn permissions(path: &Path) -> Option<Permissions> {
    Some(fs::metadata(path).ok()?.permissions())
}
