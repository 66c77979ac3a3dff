//! What fixing would change, as a patch.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use fornax_project::{absolute, destination};
use fornax_terminal::Patch;

use crate::config::shown;
use crate::exit::Failure;
use crate::output::root::is_stream;
use crate::output::{Format, Human};
use crate::report::{Outcome, Repair, Report};

/// A patch of all that would be fixed.
#[derive(Clone, Debug)]
pub(crate) struct Diff {
    pub(crate) patch: Patch,
    pub(crate) root: PatchRoot,
}

/// The folder that the paths in a patch start from, by its real path.
///
/// What applies a patch refuses paths that lead out of the folder in which it does.
#[derive(Clone, Debug)]
pub(crate) struct PatchRoot {
    folder: PathBuf,
    /// The folder as messages name it, unless it is the working directory.
    elsewhere: Option<PathBuf>,
}

impl PatchRoot {
    /// The folder that was given, or else the working directory, or the nearest one above it in which
    /// everything lies that is `searched`, and what standard input is called.
    pub(crate) fn new(
        given: Option<&Path>,
        searched: &[PathBuf],
        stdin_name: Option<&Path>,
    ) -> Result<Self, Failure> {
        let here = env::current_dir().map_err(|_| Failure::NoWorkingDirectory)?;
        let here = fs::canonicalize(&here).unwrap_or(here);
        // What can't be found has no part in a patch.
        let found = searched
            .iter()
            .filter(|path| !is_stream(path))
            .filter_map(|path| Some((path.as_path(), fs::canonicalize(path).ok()?)));
        let mut places = found.chain(stdin_name.map(|path| (path, real(path))));
        let folder = match given {
            Some(folder) => fs::canonicalize(folder).unwrap_or_else(|_| absolute(folder)),
            None => {
                let mut folder = here.clone();
                for (_, place) in places.by_ref() {
                    let place = if place.is_dir() {
                        place.as_path()
                    } else {
                        place.parent().unwrap_or(&place)
                    };
                    while !place.starts_with(&folder) && folder.pop() {}
                }
                folder
            }
        };
        if let Some((file, _)) = places.find(|(_, place)| !place.starts_with(&folder)) {
            return Err(Failure::OutsideRoot {
                file: file.to_path_buf(),
                root: given.unwrap_or(&folder).to_path_buf(),
            });
        }
        Ok(Self {
            elsewhere: (folder != here).then(|| shown(&folder)),
            folder,
        })
    }

    pub(crate) fn elsewhere(&self) -> Option<PathBuf> {
        self.elsewhere.clone()
    }

    /// A file's name in the patch: where its text really is, for a link in its way is none that a patch
    /// may pass through. A file that lies elsewhere has its whole path.
    fn name(&self, file: &Path) -> PathBuf {
        if is_stream(file) {
            return file.to_path_buf();
        }
        let place = real(file);
        match place.strip_prefix(&self.folder) {
            Ok(below) => below.to_path_buf(),
            Err(_) => place,
        }
    }
}

/// Where a file's text really is, or would be.
fn real(file: &Path) -> PathBuf {
    destination(file).unwrap_or_else(|_| absolute(file))
}

impl Format for Diff {
    fn file(&self, report: &Report, out: &mut Vec<u8>) -> io::Result<()> {
        if let (Some(document), Repair::Pending { text, .. }) = (report.document(), &report.repair)
        {
            let name = self.root.name(&report.file);
            self.patch.file(&name, document.text(), text, out);
        }
        Ok(())
    }
}

/// What a patch has no place for: files that can't be checked, and what is wrong with a configuration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beside(pub(crate) Human);

impl Format for Beside {
    fn file(&self, report: &Report, out: &mut Vec<u8>) -> io::Result<()> {
        match report.outcome {
            Outcome::Checked { .. } => Ok(()),
            Outcome::Failed(_) | Outcome::Configuration { .. } => self.0.file(report, out),
        }
    }
}
