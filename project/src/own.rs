//! Fornax's own folder, in which no adapter has anything to change.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

use fornax_manifest::leads_into;

use crate::disk::Homes;
use crate::file::is_same;
use crate::place::absolute;

/// The name of Fornax's own folder in the home directory, unless `FORNAX_HOME` says another.
pub(crate) const FOLDER: &str = ".fornax";

/// The folder of the registry in Fornax's own.
const REGISTRY: &str = "adapters";

impl Homes {
    /// Whether a path below the home directory leads into Fornax's own folder, as it is written or as
    /// the disk has it: through links, and whatever the case where that tells no names apart.
    ///
    /// `.fornax` in the home directory counts even if `FORNAX_HOME` says another. A folder that holds
    /// the home directory itself doesn't: of that, only the registry.
    #[must_use]
    pub fn is_fornaxs(&self, path: &str) -> bool {
        let Some(home) = &self.home else {
            return false;
        };
        if !self.may_be_fornaxs(home, path) {
            return false;
        }
        let folders = self.folders(home);
        if folders.iter().any(|folder| is_written(folder, home, path)) {
            return true;
        }
        let folders: Vec<_> = folders
            .iter()
            .filter_map(|folder| Real::at(folder))
            .collect();
        let mut place = home.clone();
        for part in path.split('/').filter(|part| !matches!(*part, "" | ".")) {
            place.push(part);
            match Real::at(&place) {
                Some(real) if folders.iter().any(|folder| folder.is(&real)) => return true,
                Some(_) => {}
                None => return false,
            }
        }
        false
    }

    /// The quick answer for most: nothing is written that leads there, and there is no such folder that a
    /// link could lead into.
    fn may_be_fornaxs(&self, home: &Path, path: &str) -> bool {
        self.bases().any(|base| {
            is_written(&base, home, path)
                || is_written(&base.join(REGISTRY), home, path)
                || fs::symlink_metadata(&base).is_ok()
        })
    }

    /// Whether a folder is that of a registry, or lies in one.
    #[must_use]
    pub fn is_registry(&self, folder: &Path) -> bool {
        let registries: Vec<_> = self
            .bases()
            .filter_map(|base| Real::at(&base.join(REGISTRY)))
            .collect();
        let folder = fs::canonicalize(folder).unwrap_or_else(|_| absolute(folder));
        folder
            .ancestors()
            .filter_map(Real::at)
            .any(|real| registries.iter().any(|registry| registry.is(&real)))
    }

    /// Fornax's own folders: the one that is set, and the one that is used where none is.
    fn bases(&self) -> impl Iterator<Item = PathBuf> {
        let default = self.home.as_ref().map(|home| home.join(FOLDER));
        let chosen = self.fornax.as_deref().map(absolute);
        chosen.into_iter().chain(default)
    }

    /// The same with the registries' folders in them, but for those in which the home directory lies.
    fn folders(&self, home: &Path) -> Vec<PathBuf> {
        let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let real_home = real(home);
        self.bases()
            .flat_map(|base| [base.join(REGISTRY), base])
            .filter(|folder| !home.starts_with(folder) && !real_home.starts_with(real(folder)))
            .collect()
    }
}

/// Whether a path below the home directory leads into a folder, as both are written.
fn is_written(folder: &Path, home: &Path, path: &str) -> bool {
    let below = folder.strip_prefix(home).ok().and_then(Path::to_str);
    below.is_some_and(|below| leads_into(path, below))
}

/// A folder, whatever it is called.
#[derive(Debug)]
struct Real {
    path: PathBuf,
    metadata: Metadata,
}

impl Real {
    fn at(path: &Path) -> Option<Self> {
        Some(Self {
            path: fs::canonicalize(path).ok()?,
            metadata: fs::metadata(path).ok().filter(Metadata::is_dir)?,
        })
    }

    fn is(&self, other: &Self) -> bool {
        self.path == other.path || (cfg!(unix) && is_same(&self.metadata, &other.metadata))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A home, and what `FORNAX_HOME` says.
    fn homes(fornax: Option<&str>) -> (tempfile::TempDir, Homes) {
        let root = tempfile::tempdir().unwrap();
        let home = root.path().join("home");
        fs::create_dir_all(home.join(".acme")).unwrap();
        let homes = Homes {
            fornax: fornax.map(|path| root.path().join(path)),
            home: Some(home),
        };
        (root, homes)
    }

    #[test]
    fn what_is_written_counts_before_there_is_anything() {
        let (_root, homes) = homes(Some("home/x/f"));
        for (path, is_fornaxs) in [
            (".fornax/adapters/registry.json", true),
            (".fornax/config.json", true),
            ("./.FORNAX/./a.json", true),
            ("x/f/adapters/registry.json", true),
            ("x/f", true),
            ("x/g/a.json", false),
            (".fornax.json", false),
            (".fornaxes/a.json", false),
            (".acme/.fornax/a.json", false),
            ("x/fa.json", false),
        ] {
            assert_eq!(homes.is_fornaxs(path), is_fornaxs, "{path}");
        }
    }

    #[test]
    fn a_folder_that_holds_the_home_directory_owns_only_its_registry() {
        for fornax in ["", "home", "home/."] {
            let (_root, homes) = homes(Some(fornax));
            assert!(!homes.is_fornaxs(".acme/settings.json"), "{fornax}");
            assert!(homes.is_fornaxs(".fornax/a.json"), "{fornax}");
        }
        let (_root, homes) = homes(Some("home"));
        assert!(homes.is_fornaxs("adapters/registry.json"));
        assert!(!Homes::default().is_fornaxs(".fornax/a.json"));
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_there_from_either_side() {
        use std::os::unix::fs::symlink;

        let (_root, homes) = homes(None);
        let home = homes.home.clone().unwrap();
        fs::create_dir_all(home.join("kept/adapters")).unwrap();
        fs::create_dir_all(home.join("elsewhere")).unwrap();
        symlink(home.join("kept"), home.join(".fornax")).unwrap();
        symlink(home.join(".fornax/adapters"), home.join(".acme/way")).unwrap();
        assert!(homes.is_fornaxs("kept/adapters/registry.json"));
        assert!(homes.is_fornaxs("kept/a.json"));
        assert!(homes.is_fornaxs(".acme/way/registry.json"));
        assert!(!homes.is_fornaxs(".acme/settings.json"));
        assert!(!homes.is_fornaxs("elsewhere/a.json"));

        assert!(homes.is_registry(&home.join(".acme/way")));
        assert!(homes.is_registry(&home.join("kept/adapters/../adapters")));
        assert!(!homes.is_registry(&home.join("kept")));
        assert!(!homes.is_registry(&home.join("none")));
    }
}
