//! A folder in which commands run one after another, as in a terminal.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, thread};

use tempfile::TempDir;

use crate::pty::Terminal;

/// No command takes longer, unless it hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// What the home folder is called in what is shown.
const HOME: &str = "/home/ann";

/// A folder of a reader whose files are their group's too, as the umask 0002 of many systems makes them:
/// that is where a page fails that doesn't say who may write to what.
pub(crate) struct Shell {
    folder: TempDir,
    status: i32,
}

/// Lets the group write to a file or folder.
fn share(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
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
        share(&shell.work(), 0o775);
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
        let is_new = !path.exists();
        fs::write(&path, text).unwrap();
        // Whoever changes a file leaves its permissions as they are.
        if is_new {
            share(&path, 0o664);
        }
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

    /// Runs a command of this shell before a terminal of so many columns.
    pub(crate) fn run_on_terminal(&mut self, command: &str, columns: u16) -> Ran {
        let terminal = Terminal::of_width(columns);
        let screen = Stdio::from(terminal.screen.try_clone().unwrap());
        // The colours that every terminal has.
        let (mut child, home) = self.start(command, &[("TERM", "xterm")], screen);
        self.status = wait(&mut child, command);
        let output = terminal.text().replace("\r\n", "\n");
        Ran {
            output: output.replace(&home, HOME),
            status: self.status,
        }
    }

    /// Runs a command of this shell; it sees the folder and the status that the last one left.
    pub(crate) fn run(&mut self, command: &str) -> Ran {
        let (mut child, home) = self.start(command, &[], Stdio::piped());
        let mut stdout = child.stdout.take().unwrap();
        let reader = thread::spawn(move || std::io::read_to_string(&mut stdout));
        self.status = wait(&mut child, command);
        let output = reader.join().unwrap().expect("all output is UTF-8");
        Ran {
            output: output.replace(&home, HOME),
            status: self.status,
        }
    }

    /// Starts a command, and tells the home folder's real name.
    fn start(&self, command: &str, environment: &[(&str, &str)], output: Stdio) -> (Child, String) {
        let script = format!(
            "exec 2>&1\numask 0002\ncd \"$(cat \"$STATE\")\"\n(exit {})\n{command}\nstatus=$?\npwd -P >\"$STATE\"\nexit $status\n",
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
            .stdout(output);
        if let Some(value) = env::var_os("LLVM_PROFILE_FILE") {
            shell.env("LLVM_PROFILE_FILE", value);
        }
        let home = self.home().to_str().unwrap().to_owned();
        (shell.spawn().unwrap(), home)
    }
}

/// Waits for a command's end, and tells its status.
fn wait(child: &mut Child, command: &str) -> i32 {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code().expect("no signal ends a command");
        }
        if started.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("{command} hangs");
        }
        thread::sleep(Duration::from_millis(2));
    }
}
