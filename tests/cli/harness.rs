//! A folder of its own for each test, and the binary run in it with a clean environment.

use std::ffi::OsStr;
use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use serde_json::Value;

use crate::support::repo_root;

/// Every `--format`.
pub(crate) const FORMATS: [&str; 8] = [
    "human", "short", "json", "jsonl", "sarif", "github", "gitlab", "junit",
];

/// No run takes longer, unless it hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// An agentic-kit adapter about which there is nothing to say.
pub(crate) static CLEAN: LazyLock<String> = LazyLock::new(|| {
    let sample = repo_root().join("schemas/samples/ak-adapter/valid/no-hooks.json");
    fs::read_to_string(sample).unwrap()
});

/// The same with one error: a comma after the last member.
pub(crate) static TRAILING_COMMA: LazyLock<String> =
    LazyLock::new(|| CLEAN.trim_end().strip_suffix("\n}").unwrap().to_owned() + ",\n}\n");

/// The same with one warning: a key that is given twice.
pub(crate) static DUPLICATE_KEY: LazyLock<String> =
    LazyLock::new(|| CLEAN.replacen('{', "{\n  \"contract\": 1,", 1));

pub(crate) struct Sandbox {
    folder: tempfile::TempDir,
}

impl Sandbox {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("work")).unwrap();
        fs::create_dir(folder.path().join("home")).unwrap();
        Self { folder }
    }

    /// A sandbox with these files.
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        let sandbox = Self::new();
        for (path, text) in files {
            sandbox.write(path, text);
        }
        sandbox
    }

    /// The folder in which the binary runs.
    pub(crate) fn work(&self) -> PathBuf {
        self.folder.path().join("work")
    }

    pub(crate) fn path(&self, path: impl AsRef<Path>) -> PathBuf {
        self.work().join(path)
    }

    pub(crate) fn write(&self, path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// The binary, to be run in this sandbox; of the environment, only what a system can't do without.
    pub(crate) fn command<S: AsRef<OsStr>>(
        &self,
        arguments: impl IntoIterator<Item = S>,
    ) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fornax-lint"));
        command
            .args(arguments)
            .current_dir(self.work())
            .env_clear()
            .env("HOME", self.folder.path().join("home"))
            .env("USERPROFILE", self.folder.path().join("home"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        for name in ["SystemRoot", "TEMP", "LLVM_PROFILE_FILE"] {
            if let Some(value) = env::var_os(name) {
                command.env(name, value);
            }
        }
        command
    }

    pub(crate) fn run<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Run {
        finish(self.command(arguments).spawn().unwrap())
    }

    pub(crate) fn run_with_stdin<S: AsRef<OsStr>>(
        &self,
        arguments: impl IntoIterator<Item = S>,
        input: &[u8],
    ) -> Run {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_vec();
        // A program that has failed already doesn't read on.
        let writer = thread::spawn(move || drop(stdin.write_all(&input)));
        let run = finish(child);
        writer.join().unwrap();
        run
    }

    /// The report of a run with `--format json`.
    pub(crate) fn report(&self, arguments: &[&str]) -> Value {
        let run = self.run([&["--format", "json"], arguments].concat());
        serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {run:?}"))
    }
}

/// The most memory that a process has had so far, in kilobytes; none once it has ended.
#[cfg(target_os = "linux")]
fn peak_memory(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(not(target_os = "linux"))]
fn peak_memory(_process: u32) -> Option<u64> {
    None
}

/// What a run left behind.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    /// The most memory that it was seen to have, in kilobytes; 0 where nobody can tell.
    pub(crate) peak_memory: u64,
}

/// Puts a copy of the program at `to`, for someone who may not reach the one that cargo has built.
///
/// Another process copies: a file that this one had open for writing could be handed down to a child
/// that another test starts at that moment, and then it could not be executed ("text file busy").
#[cfg(unix)]
pub(crate) fn copy_program(to: &Path) {
    let status = Command::new("cp")
        .arg(env!("CARGO_BIN_EXE_fornax-lint"))
        .arg(to)
        .status()
        .unwrap();
    assert!(status.success(), "cp: {status}");
}

/// Waits for a run to end; one that hangs is ended, and fails the test.
pub(crate) fn finish(mut child: Child) -> Run {
    let stdout = child.stdout.take().map(read_all);
    let stderr = child.stderr.take().map(read_all);
    let started = Instant::now();
    let mut peak = 0;
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        // It only ever grows, so that a last look is only missed by what came after it.
        peak = peak_memory(child.id()).unwrap_or(peak);
        if started.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("the run hangs");
        }
        thread::sleep(Duration::from_millis(2));
    };
    let text = |reader: Option<thread::JoinHandle<Vec<u8>>>| {
        let bytes = reader.map_or(Vec::new(), |reader| reader.join().unwrap());
        String::from_utf8(bytes).expect("all output is UTF-8")
    };
    Run {
        code: status.code(),
        stdout: text(stdout),
        stderr: text(stderr),
        peak_memory: peak,
    }
}

fn read_all(mut pipe: impl Read + Send + 'static) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.read_to_end(&mut bytes).unwrap();
        bytes
    })
}
