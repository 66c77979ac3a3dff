//! A home of its own for each test, and the program run in it with a clean environment.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use fornax_manifest::fornax_pin;
use serde_json::{Value, json};

/// A home directory, and a folder to work in beside it.
pub(crate) struct Home {
    folder: tempfile::TempDir,
}

/// What a run left behind.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// Holds the run to an exit code.
    #[track_caller]
    pub(crate) fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{self:?}");
        self
    }

    /// The reason of a refusal, as it stands behind the word `error`.
    #[track_caller]
    pub(crate) fn reason(&self) -> &str {
        assert_eq!(self.code, Some(2), "{self:?}");
        let start = self.stderr.find("error[").expect("a refusal") + "error[".len();
        self.stderr[start..].split(']').next().unwrap()
    }
}

impl Home {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("home")).unwrap();
        fs::create_dir(folder.path().join("work")).unwrap();
        Self { folder }
    }

    /// A home with the target's folder and a manifest in the working folder.
    pub(crate) fn with_manifest() -> Self {
        let home = Self::new();
        fs::create_dir(home.path(".acme")).unwrap();
        home.write_manifest("acme.manifest.json", manifest("acme-agent"));
        home
    }

    /// The same, with the adapter registered.
    pub(crate) fn with_adapter() -> Self {
        let home = Self::with_manifest();
        home.register("acme.manifest.json");
        home
    }

    /// A path below the home directory.
    pub(crate) fn path(&self, path: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join("home").join(path)
    }

    /// A path below the working folder.
    pub(crate) fn work(&self, path: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join("work").join(path)
    }

    /// A path in the registry's folder.
    pub(crate) fn registry(&self, name: &str) -> PathBuf {
        self.path(".fornax/adapters").join(name)
    }

    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(path), text).unwrap();
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap()
    }

    /// Writes a file that nobody else may write.
    pub(crate) fn write_manifest(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.work(name), text).unwrap();
        set_mode(&self.work(name), 0o644);
    }

    /// The program, to be run in the working folder; of the environment, only what a system can't do
    /// without.
    pub(crate) fn command<S: AsRef<OsStr>>(
        &self,
        arguments: impl IntoIterator<Item = S>,
    ) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fornax-adapter"));
        command.args(arguments);
        self.prepare(&mut command);
        command
    }

    /// Sets a command up as [`command`](Self::command) does.
    pub(crate) fn prepare(&self, command: &mut Command) {
        command
            .current_dir(self.work(""))
            .env_clear()
            .env("HOME", self.path(""))
            .env("USERPROFILE", self.path(""))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        for name in ["SystemRoot", "TEMP", "LLVM_PROFILE_FILE"] {
            if let Some(value) = env::var_os(name) {
                command.env(name, value);
            }
        }
    }

    pub(crate) fn run<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Run {
        finish(&mut self.command(arguments))
    }

    /// Registers a manifest of the working folder, without a look at the review.
    #[track_caller]
    pub(crate) fn register(&self, name: &str) {
        let digest = fornax_pin(&fs::read(self.work(name)).unwrap());
        self.run(["register", name, "--confirm-digest", &digest])
            .exits(0);
    }

    /// The names in the registry's folder, without that of the lock.
    pub(crate) fn registered_files(&self) -> Vec<String> {
        let mut names = names(&self.registry(""));
        names.retain(|name| name != "registry.lock");
        names
    }
}

pub(crate) fn finish(command: &mut Command) -> Run {
    let output = command.output().unwrap();
    Run {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Has a command run by somebody to whom permissions apply, and who owns all of this home.
#[cfg(unix)]
pub(crate) fn as_a_user(home: &Home, command: &mut Command) {
    use std::os::unix::fs::{MetadataExt as _, lchown};
    use std::os::unix::process::CommandExt as _;

    const NOBODY: u32 = 65_534;
    let own = tempfile::tempfile().unwrap().metadata().unwrap();
    if own.uid() != 0 {
        return;
    }
    let mut folders = vec![home.folder.path().to_path_buf()];
    while let Some(folder) = folders.pop() {
        lchown(&folder, Some(NOBODY), Some(NOBODY)).unwrap();
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
            } else {
                lchown(entry.path(), Some(NOBODY), Some(NOBODY)).unwrap();
            }
        }
    }
    command.uid(NOBODY).gid(NOBODY);
}

/// The names in a folder, sorted.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// A manifest as a value, to be altered.
pub(crate) fn manifest_value(id: &str) -> Value {
    json!({
        "schema_version": 1,
        "id": id,
        "display_name": "Acme Agent",
        "summary": "Adds the Fornax hook to Acme Agent.",
        "min_fornax_version": "0.0.9",
        "provenance": "https://example.com/acme",
        "capabilities": ["plan", "install", "uninstall"],
        "target": { "format": "json", "path": "~/.acme/settings.json" },
        "operations": [{
            "kind": "ensure_marked_array_element",
            "pointer": "/hooks/start",
            "marker_key": "command",
            "marker_value": "fornax-hook-acme",
            "element": { "type": "command", "command": "fornax-hook-acme" }
        }]
    })
}

/// A manifest in order.
pub(crate) fn manifest(id: &str) -> String {
    text(&manifest_value(id))
}

pub(crate) fn text(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap() + "\n"
}

#[cfg(unix)]
pub(crate) fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt as _;

    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[cfg(not(unix))]
pub(crate) fn set_mode(_path: &Path, _mode: u32) {}

#[cfg(unix)]
pub(crate) fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt as _;

    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}
