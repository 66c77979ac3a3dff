//! One spelling for each place on disk.

use std::fs;
use std::path::{Component, Path, PathBuf};

/// The absolute path of what `path` names, without `.` and `..`; links are not resolved.
///
/// Only where there is a `..` to take back does the disk have a say: what lies above a link is not
/// what stands before it in the path.
///
/// ```
/// use fornax_project::absolute;
/// use std::path::Path;
///
/// assert_eq!(absolute(Path::new("a/./b")), absolute(Path::new("a/b")));
/// assert!(absolute(Path::new("a")).is_absolute());
/// ```
#[must_use]
pub fn absolute(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    if !path.components().any(|part| part == Component::ParentDir) {
        return path;
    }
    let real = match (path.parent(), path.file_name()) {
        (Some(folder), Some(name)) => fs::canonicalize(folder).map(|folder| folder.join(name)),
        _ => fs::canonicalize(&path),
    };
    real.unwrap_or_else(|_| without_parents(&path))
}

fn without_parents(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_place_becomes_one() {
        let here = std::env::current_dir().unwrap();
        for spelling in [
            "src/lib.rs",
            "./src/lib.rs",
            "src/../src//lib.rs",
            "src/./lib.rs",
        ] {
            assert_eq!(absolute(Path::new(spelling)), here.join("src/lib.rs"));
        }
        assert_eq!(absolute(Path::new("src/..")), here);
        assert_eq!(
            absolute(Path::new("/none/such/../file")),
            Path::new("/none/file")
        );
    }

    #[test]
    fn what_lies_above_a_link_is_above_what_it_leads_to() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path().canonicalize().unwrap();
        fs::create_dir_all(root.join("a/b")).unwrap();
        std::os::unix::fs::symlink(root.join("a/b"), root.join("link")).unwrap();
        assert_eq!(absolute(&root.join("link/../x")), root.join("a/x"));
        assert_eq!(absolute(&root.join("link/x")), root.join("link/x"));
    }
}
