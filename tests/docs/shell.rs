//! A folder in which commands run one after another, as in a terminal.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, thread};

use tempfile::TempDir;

/// No command takes longer, unless it hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// What the home folder is called in what is shown.
const HOME: &str = "/home/ann";

pub(crate) struct Shell {
    folder: TempDir,
    status: i32,
}

/// What a command has left.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) output: String,
    pub(crate) status: i32,
}

impl Shell {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let shell = Self { folder, status: 0 };
        fs::create_dir_all(shell.work()).unwrap();
        fs::write(shell.state(), shell.work().to_str().unwrap()).unwrap();
        shell
    }

    fn home(&self) -> PathBuf {
        // The real one: a temporary folder may be named by way of a symbolic link.
        fs::canonicalize(self.folder.path()).unwrap().join("home")
    }

    /// Where the first command runs.
    fn work(&self) -> PathBuf {
        fs::canonicalize(self.folder.path())
            .unwrap()
            .join("home/work")
    }

    /// The file that holds where the last command left off.
    fn state(&self) -> PathBuf {
        self.folder.path().join("folder")
    }

    /// Puts a file into the current folder.
    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.current().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, path: &str) -> Option<String> {
        fs::read_to_string(self.current().join(path)).ok()
    }

    fn current(&self) -> PathBuf {
        PathBuf::from(fs::read_to_string(self.state()).unwrap().trim_end())
    }

    /// Copies a folder, which is `from` here, into the first folder, and there to `to`.
    pub(crate) fn copy(&self, from: &Path, to: &str) {
        let to = self.work().join(to);
        fs::create_dir_all(&to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap();
            if path.is_file() {
                fs::copy(&path, to.join(name)).unwrap();
            }
        }
    }

    /// Runs a command of this shell; it sees the folder and the status that the last one left.
    pub(crate) fn run(&mut self, command: &str, environment: &[(&str, &str)]) -> Ran {
        let script = format!(
            "exec 2>&1\ncd \"$(cat \"$STATE\")\"\n(exit {})\n{command}\nstatus=$?\npwd -P >\"$STATE\"\nexit $status\n",
            self.status
        );
        let program = Path::new(env!("CARGO_BIN_EXE_fornax-lint"));
        let programs = program.parent().unwrap().to_str().unwrap();
        let path = env::var("PATH").unwrap();
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &script])
            .env_clear()
            .env("PATH", format!("{programs}:{path}"))
            .env("HOME", self.home())
            .env("STATE", self.state())
            .env("LC_ALL", "C.UTF-8")
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_SYSTEM", "/dev/null")
            .envs(environment.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        if let Some(value) = env::var_os("LLVM_PROFILE_FILE") {
            shell.env("LLVM_PROFILE_FILE", value);
        }
        let mut child = shell.spawn().unwrap();
        let mut stdout = child.stdout.take().unwrap();
        let reader = thread::spawn(move || std::io::read_to_string(&mut stdout));
        let started = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if started.elapsed() > PATIENCE {
                child.kill().unwrap();
                panic!("{command} hangs");
            }
            thread::sleep(Duration::from_millis(2));
        };
        let output = reader.join().unwrap().expect("all output is UTF-8");
        self.status = status.code().expect("no signal ends a command");
        Ran {
            output: output.replace(self.home().to_str().unwrap(), HOME),
            status: self.status,
        }
    }
}
