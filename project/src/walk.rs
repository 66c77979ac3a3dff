//! The manifests in a folder, one after another.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fornax_manifest::DocumentKind;
use walkdir::{DirEntry, WalkDir};

use crate::config::Configs;
use crate::discover::{Elsewhere, Found, Input, Origin, Visited, claim};
use crate::error::{InputError, InputErrorKind};
use crate::file;
use crate::ignores::Ignores;
use crate::place::{self, plain};

/// A walk through a folder, sorted by path.
///
/// It holds the names in one folder, and in those that it lies in, at a time.
#[derive(Debug)]
pub(crate) struct Walk<'a> {
    /// The folder as it was given.
    folder: PathBuf,
    /// The absolute paths of it and of the folders below it that lead to where the walk is.
    places: Vec<PathBuf>,
    entries: walkdir::IntoIter,
    configs: &'a Configs,
    ignores: Ignores<'a>,
    elsewhere: Arc<Elsewhere>,
}

impl<'a> Walk<'a> {
    /// Will walk through `folder`, and leave out what is found `elsewhere`.
    pub(crate) fn new(folder: PathBuf, configs: &'a Configs, elsewhere: Arc<Elsewhere>) -> Self {
        Self {
            places: vec![place::absolute(&folder)],
            // What lies in one folder has the same path up to its name.
            entries: WalkDir::new(&folder)
                .sort_by(|a, b| a.path().as_os_str().cmp(b.path().as_os_str()))
                .into_iter(),
            folder,
            configs,
            ignores: Ignores::new(configs),
            elsewhere,
        }
    }

    /// What it comes upon next; `visit` is told what it comes by on the way.
    pub(crate) fn next(&mut self, visit: &mut dyn FnMut(Visited<'_>)) -> Option<Found> {
        loop {
            let found = match self.entries.next()? {
                Ok(entry) if entry.depth() == 0 => {
                    tell(&entry, true, visit);
                    None
                }
                Ok(entry) => {
                    let place = self.place_of(&entry);
                    if entry.file_type().is_dir() {
                        self.look_at_folder(&entry, &place, visit)
                    } else {
                        self.look_at_file(&entry, place, visit)
                    }
                }
                Err(error) => self.look_at_error(error),
            };
            if found.is_some() {
                return found;
            }
        }
    }

    /// The absolute path of what lies in the folder, or in one below it.
    fn place_of(&mut self, entry: &DirEntry) -> PathBuf {
        self.places.truncate(entry.depth());
        let place = match self.places.last() {
            Some(folder) => place::inside(folder, entry.file_name()),
            None => place::absolute(entry.path()),
        };
        if entry.file_type().is_dir() {
            self.places.push(place.clone());
        }
        place
    }

    fn look_at_error(&self, error: walkdir::Error) -> Option<Found> {
        let path = plain(error.path().unwrap_or(&self.folder));
        let error = error
            .into_io_error()
            // What has gone since its folder was listed isn't missed.
            .filter(|error| error.kind() != io::ErrorKind::NotFound)?;
        Some(Found::Failed(InputError::io(&path, error)))
    }

    fn look_at_folder(
        &mut self,
        entry: &DirEntry,
        place: &Path,
        visit: &mut dyn FnMut(Visited<'_>),
    ) -> Option<Found> {
        let is_passed_over = is_hidden(entry.file_name())
            || self.elsewhere.folders.contains(place)
            || self.ignores.name(place, true);
        let is_excluded = !is_passed_over && self.configs.exclusion_of_place(place).is_some();
        if is_passed_over || is_excluded {
            self.entries.skip_current_dir();
        } else {
            tell(entry, true, visit);
        }
        is_excluded.then(|| Found::Excluded(plain(entry.path())))
    }

    fn look_at_file(
        &mut self,
        entry: &DirEntry,
        place: PathBuf,
        visit: &mut dyn FnMut(Visited<'_>),
    ) -> Option<Found> {
        if is_hidden(entry.file_name()) {
            let fault = self.ignores.take_fault(&place)?;
            return Some(Found::Failed(InputError::new(&plain(entry.path()), fault)));
        }
        let kind = claim(&place, self.configs);
        let file_type = entry.file_type();
        if !is_ours(&place, kind) {
            tell(entry, false, visit);
            let is_folder = file_type.is_symlink() && entry.path().is_dir();
            let is_passed_over = is_folder && !self.ignores.name(&place, false);
            return is_passed_over.then(|| Found::Link(plain(entry.path())));
        }
        if self.ignores.name(&place, false) {
            return None;
        }
        let is_excluded = self.configs.exclusion_of_place(&place).is_some();
        if !is_excluded {
            tell(entry, false, visit);
        }
        if self.elsewhere.files.contains(&place) {
            return None;
        }
        let path = plain(entry.path());
        if is_excluded {
            return Some(Found::Excluded(path));
        }
        if file_type.is_symlink() && !leads_to_file_inside(&self.folder, entry.path()) {
            return Some(Found::Link(path));
        }
        match file::special(file_type) {
            Some(what) if !file_type.is_symlink() => {
                let kind = InputErrorKind::Special(what);
                Some(Found::Failed(InputError::new(&path, kind)))
            }
            _ => Some(Found::Input(Input {
                path,
                place,
                origin: Origin::Found,
                kind,
                is_regular: file_type.is_file(),
            })),
        }
    }
}

fn tell(entry: &DirEntry, is_folder: bool, visit: &mut dyn FnMut(Visited<'_>)) {
    visit(Visited {
        path: entry.path(),
        is_folder,
    });
}

/// Whether a file at an absolute path may be a manifest, of the kind that its configuration says it is
/// or of another.
pub(crate) fn is_ours(place: &Path, claimed: Option<DocumentKind>) -> bool {
    claimed.is_some() || DocumentKind::of_path(&place::text(place)).is_some()
}

/// Whether a name begins with a dot.
pub(crate) fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// Whether a link leads to a regular file that lies in the folder that is walked.
///
/// Elsewhere there may be files whose text is nobody's business here.
pub(crate) fn leads_to_file_inside(folder: &Path, link: &Path) -> bool {
    let (Ok(folder), Ok(file)) = (fs::canonicalize(folder), fs::canonicalize(link)) else {
        return false;
    };
    file.starts_with(folder) && fs::metadata(file).is_ok_and(|metadata| metadata.is_file())
}
