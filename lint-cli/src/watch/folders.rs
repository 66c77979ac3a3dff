//! The folders that are watched.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use notify::event::{EventKind, ModifyKind};
use notify::{ErrorKind, Event, RecommendedWatcher, RecursiveMode, Watcher as _};

use crate::exit::Failure;

/// A watcher, and what it watches.
#[derive(Debug)]
pub(super) struct Folders {
    watcher: RecommendedWatcher,
    watched: HashSet<PathBuf>,
}

impl Folders {
    pub(super) fn new(watcher: RecommendedWatcher) -> Self {
        Self {
            watcher,
            watched: HashSet::new(),
        }
    }

    /// Watches these folders too. Tells whether something may have changed unseen in one of them.
    pub(super) fn watch(&mut self, folders: &HashSet<&Path>) -> Result<bool, Failure> {
        let mut is_new = false;
        let mut changes = self.watcher.paths_mut();
        for &folder in folders {
            if self.watched.contains(folder) {
                continue;
            }
            match changes.add(folder, RecursiveMode::NonRecursive) {
                Ok(()) => {
                    self.watched.insert(folder.to_path_buf());
                    is_new = true;
                }
                Err(error) => match error.kind {
                    ErrorKind::PathNotFound => is_new = true,
                    ErrorKind::MaxFilesWatch => return Err(Failure::Watch(error)),
                    // Who may not be looked into has nothing that counts.
                    _ => {}
                },
            }
        }
        changes.commit().map_err(Failure::Watch)?;
        Ok(is_new)
    }

    /// Watches no other folders than these.
    pub(super) fn keep(&mut self, folders: &HashSet<&Path>) -> Result<(), Failure> {
        self.drop(|folder| !folders.contains(folder))
    }

    /// Lets go of what has gone or moved away: another thing of this name would have to be watched anew.
    pub(super) fn follow(&mut self, event: &Event) -> Result<(), Failure> {
        if matches!(
            event.kind,
            EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_))
        ) {
            for path in &event.paths {
                self.drop(|folder| folder.starts_with(path))?;
            }
        }
        Ok(())
    }

    fn drop(&mut self, is_gone: impl Fn(&Path) -> bool) -> Result<(), Failure> {
        let mut gone = self.watched.extract_if(|folder| is_gone(folder)).peekable();
        if gone.peek().is_none() {
            return Ok(());
        }
        let mut changes = self.watcher.paths_mut();
        for folder in gone {
            // The system may have let go of it by itself.
            let _ = changes.remove(&folder);
        }
        changes.commit().map_err(Failure::Watch)
    }
}
