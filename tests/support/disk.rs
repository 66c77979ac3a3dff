//! A disk that is soon full, for a test.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A file system of 128 KiB, which goes when it is dropped.
#[derive(Debug)]
pub(crate) struct TinyDisk(PathBuf);

impl TinyDisk {
    /// Makes one in a new folder; none where this user may not.
    pub(crate) fn mount(folder: PathBuf) -> Option<Self> {
        fs::create_dir(&folder).unwrap();
        let options = ["-t", "tmpfs", "-o", "size=128k", "tmpfs"];
        let mount = Command::new("mount").args(options).arg(&folder).output();
        mount
            .is_ok_and(|output| output.status.success())
            .then(|| Self(folder))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Mounts it anew, with these options.
    pub(crate) fn remount(&self, options: &str) {
        let options = format!("remount,{options}");
        let mut mount = Command::new("mount");
        mount.args(["-o", &options]).arg(&self.0);
        assert!(mount.status().unwrap().success());
    }
}

impl Drop for TinyDisk {
    fn drop(&mut self) {
        let unmounted = Command::new("umount").arg(&self.0).status().unwrap();
        assert!(unmounted.success());
    }
}
