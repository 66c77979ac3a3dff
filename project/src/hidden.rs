//! What a search did not come upon, and why: asked where it came upon nothing.

use std::fs;
use std::path::{Path, PathBuf};

use fornax_manifest::limits;
use walkdir::WalkDir;

use crate::config::Configs;
use crate::discover::{Input, Origin, claim, searched_for};
use crate::ignores::Ignores;
use crate::load::load;
use crate::place::{self, plain};
use crate::walk::{is_hidden, is_ours, leads_to_file_inside};

/// A manifest that a search passes over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassedOver {
    /// Where it is: below a folder as that was given.
    pub path: PathBuf,
    /// The file or folder that is passed over: itself, or one that it lies in.
    pub part: PathBuf,
    /// Why that is.
    pub reason: PassedOverBecause,
}

/// Why a search passes something over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PassedOverBecause {
    /// Its name begins with a dot.
    Hidden,
    /// An ignore file names it.
    Ignored {
        /// The ignore file.
        file: PathBuf,
        /// The pattern, as it stands there.
        pattern: String,
    },
    /// It is a symbolic link that leads to nothing.
    LeadsNowhere,
    /// It is a symbolic link to something else than a file.
    LeadsToNoFile,
    /// It is a symbolic link to a file outside the folder that is searched.
    LeadsOut,
}

/// Why a search of `folder` doesn't follow the link at `path`; none if it does, or it is no link.
fn unfollowed(folder: &Path, path: &Path) -> Option<PassedOverBecause> {
    if !fs::symlink_metadata(path).ok()?.is_symlink() || leads_to_file_inside(folder, path) {
        return None;
    }
    Some(match fs::metadata(path) {
        Err(_) => PassedOverBecause::LeadsNowhere,
        Ok(metadata) if !metadata.is_file() => PassedOverBecause::LeadsToNoFile,
        Ok(_) => PassedOverBecause::LeadsOut,
    })
}

/// The first manifest among `paths`, or in the folders among them, that [`discover`](crate::discover())
/// passes over because it is hidden or ignored, or a link that is not followed.
///
/// No more is looked at than [`limits::HIDDEN_SEARCH_ENTRIES`] names: what is passed over may be
/// large, and this only serves an explanation.
#[must_use]
pub fn passed_over(paths: &[PathBuf], configs: &Configs) -> Option<PassedOver> {
    let mut left = limits::HIDDEN_SEARCH_ENTRIES;
    paths.iter().find_map(|path| match path.is_dir() {
        true => in_folder(&plain(path), configs, &mut left),
        false => named(path, configs),
    })
}

/// A link that was named and is passed over, as it is where exclusion is forced.
fn named(path: &Path, configs: &Configs) -> Option<PassedOver> {
    let place = place::absolute(path);
    let here = place::absolute(Path::new("."));
    let reason = unfollowed(searched_for(&place, &here), path)?;
    is_ours(&place, claim(&place, configs)).then(|| PassedOver {
        path: plain(path),
        part: plain(path),
        reason,
    })
}

fn in_folder(folder: &Path, configs: &Configs, left: &mut usize) -> Option<PassedOver> {
    let top = place::absolute(folder);
    let mut ignores = Ignores::new(configs);
    let mut entries = WalkDir::new(folder).sort_by_file_name().into_iter();
    // The outermost folder around the current entry that is passed over, and how deep it lies.
    let mut part: Option<(usize, PathBuf, PassedOverBecause)> = None;
    while let Some(entry) = entries.next() {
        *left = left.checked_sub(1)?;
        let Ok(entry) = entry else { continue };
        if entry.depth() == 0 {
            continue;
        }
        if part
            .as_ref()
            .is_some_and(|(depth, ..)| entry.depth() <= *depth)
        {
            part = None;
        }
        let below = entry.path().strip_prefix(folder).ok();
        let place = top.join(below.unwrap_or(entry.path()));
        let is_folder = entry.file_type().is_dir();
        if is_folder && (entry.file_name() == ".git" || configs.exclusion(&place).is_some()) {
            entries.skip_current_dir();
            continue;
        }
        if part.is_none() {
            let reason = if is_hidden(entry.file_name()) {
                Some(PassedOverBecause::Hidden)
            } else {
                let naming = ignores.naming(&place, is_folder);
                naming.map(|naming| PassedOverBecause::Ignored {
                    file: naming.file,
                    pattern: naming.pattern,
                })
            };
            part = reason.map(|reason| (entry.depth(), entry.path().to_path_buf(), reason));
        }
        if part.is_none()
            && entry.path_is_symlink()
            && configs.exclusion(&place).is_none()
            && is_ours(&place, claim(&place, configs))
            && let Some(reason) = unfollowed(folder, entry.path())
        {
            return Some(PassedOver {
                path: plain(entry.path()),
                part: plain(entry.path()),
                reason,
            });
        }
        if let Some((_, part, reason)) = &part
            && entry.file_type().is_file()
            && configs.exclusion(&place).is_none()
        {
            let kind = claim(&place, configs);
            let input = Input {
                path: entry.path().to_path_buf(),
                place: place.clone(),
                origin: Origin::Found,
                kind,
                is_regular: true,
            };
            if is_ours(&place, kind) && matches!(load(&input, None), Ok(Some(_))) {
                return Some(PassedOver {
                    path: plain(entry.path()),
                    part: plain(part),
                    reason: reason.clone(),
                });
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Bounds, Overlay, Search};

    fn passed_over_in(files: &[(&str, &str)]) -> Option<(String, String, PassedOverBecause)> {
        let root = tempfile::tempdir().unwrap();
        for (file, text) in files {
            let path = root.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let configs = Configs::new(Search::Upward(Bounds::default()), Overlay::default());
        let found = passed_over(&[root.path().to_path_buf()], &configs)?;
        let name = |path: &Path| {
            let path = path.strip_prefix(root.path()).unwrap().to_str().unwrap();
            path.replace('\\', "/")
        };
        let reason = match found.reason {
            PassedOverBecause::Ignored { file, pattern } => PassedOverBecause::Ignored {
                file: name(&file).into(),
                pattern,
            },
            reason => reason,
        };
        Some((name(&found.path), name(&found.part), reason))
    }

    fn ignored(file: &str, pattern: &str) -> PassedOverBecause {
        PassedOverBecause::Ignored {
            file: file.into(),
            pattern: pattern.to_owned(),
        }
    }

    const KIT: &str = "{\"hostAdapters\": []}";

    #[test]
    fn what_hides_a_manifest_is_named() {
        let found =
            |path: &str, part: &str, reason| Some((path.to_owned(), part.to_owned(), reason));
        assert_eq!(
            passed_over_in(&[(".gitignore", "a\n/out\n"), ("out/deep/kit.json", KIT)]),
            found("out/deep/kit.json", "out", ignored(".gitignore", "/out"))
        );
        assert_eq!(
            passed_over_in(&[("a/.ignore", "*.json\n"), ("a/kit.json", KIT)]),
            found("a/kit.json", "a/kit.json", ignored("a/.ignore", "*.json"))
        );
        assert_eq!(
            passed_over_in(&[(".x/kit.json", KIT), (".x/.gitignore", "*")]),
            found(".x/kit.json", ".x", PassedOverBecause::Hidden)
        );
    }

    #[test]
    fn what_is_no_manifest_or_excluded_is_not_missed() {
        for files in [
            &[
                (".gitignore", "*"),
                ("site.manifest.json", "{\"icons\": []}"),
            ][..],
            &[(".git/kit.json", KIT)],
            &[
                ("fornax-lint.toml", "exclude = [\"out\", \"b/kit.json\"]"),
                (".gitignore", "*"),
                ("out/kit.json", KIT),
                ("b/kit.json", KIT),
            ],
            &[("kit.json", KIT)],
        ] {
            assert_eq!(passed_over_in(files), None, "{files:?}");
        }
    }

    #[test]
    fn no_more_is_looked_at_than_may_be() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join(".gitignore"), "*").unwrap();
        for name in ["a", "b", "kit.json"] {
            fs::write(root.path().join(name), KIT).unwrap();
        }
        let configs = Configs::new(Search::Upward(Bounds::default()), Overlay::default());
        // The folder itself and four names.
        for (mut left, is_found) in [(5, true), (4, false)] {
            let found = in_folder(root.path(), &configs, &mut left);
            assert_eq!(found.is_some(), is_found);
        }
    }
}
