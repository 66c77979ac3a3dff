//! `--watch`, with the changes that editors make.

use std::fs;
use std::io::{BufRead as _, BufReader, PipeReader};
use std::process::{Child, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use crate::harness::{CLEAN, FORMATS, Sandbox, TRAILING_COMMA, finish};

/// No run keeps anybody waiting longer, unless it never comes.
const PATIENCE: Duration = Duration::from_secs(60);

/// What doesn't come in this time doesn't come.
#[cfg(not(target_os = "macos"))]
const SILENCE: Duration = Duration::from_millis(700);

const NOTHING: &str = "1 file: nothing to report\n";

/// A program that watches.
struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    /// Starts it, and waits for its first run.
    fn start(sandbox: &Sandbox, arguments: &[&str]) -> (Self, String) {
        // One pipe for both streams keeps what is written in order.
        let (reader, writer) = std::io::pipe().unwrap();
        let mut command = sandbox.command([&["--watch", "--format", "short"], arguments].concat());
        command
            .stdout(writer.try_clone().unwrap())
            .stderr(writer)
            .stdin(Stdio::null());
        let child = command.spawn().unwrap();
        drop(command);
        let mut watching = Self {
            child,
            lines: lines(reader),
        };
        let text = watching.run();
        (watching, text)
    }

    /// What the next run writes.
    fn run(&mut self) -> String {
        let mut text = String::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) if line.starts_with("Waiting for changes") => return text,
                Ok(line) => text.push_str(&format!("{line}\n")),
                Err(error) => panic!("{error}, after {text:?}"),
            }
        }
    }

    /// What the run after the next writes, or the one after that …, until it is `expected`: a file that
    /// is changed in several steps may be seen between them.
    fn until(&mut self, expected: &str) {
        loop {
            let text = self.run();
            if text.contains(expected) {
                return;
            }
        }
    }

    #[cfg(not(target_os = "macos"))]
    fn is_silent(&mut self) {
        if let Ok(line) = self.lines.recv_timeout(SILENCE) {
            panic!("there was another run: {line}");
        }
    }

    #[cfg(unix)]
    fn interrupt(&mut self) -> ExitStatus {
        let id = i32::try_from(self.child.id()).unwrap();
        let id = rustix::process::Pid::from_raw(id).unwrap();
        rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
        self.child.wait().unwrap()
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn lines(reader: PipeReader) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(reader).lines() {
            if sender.send(line.unwrap()).is_err() {
                return;
            }
        }
    });
    receiver
}

const FILE: &str = "ak-adapter.json";
const COMMA: &str = "error[trailing-comma]";
const MISSING: &str = "there is no such file";

#[test]
fn a_file_is_checked_whenever_it_is_written() {
    let sandbox = Sandbox::with(&[(FILE, &TRAILING_COMMA)]);
    for paths in [&[][..], &[FILE], &["."]] {
        sandbox.write(FILE, TRAILING_COMMA.as_bytes());
        let (mut watching, text) = Watching::start(&sandbox, paths);
        assert!(text.contains(COMMA), "{text}");
        sandbox.write(FILE, CLEAN.as_bytes());
        watching.until(NOTHING);
        sandbox.write(FILE, TRAILING_COMMA.as_bytes());
        watching.until(COMMA);
    }
}

/// Many editors write a file beside the old one, and put it in its place.
#[test]
fn a_file_may_be_replaced() {
    let sandbox = Sandbox::with(&[(FILE, &CLEAN)]);
    for paths in [&[][..], &[FILE]] {
        let (mut watching, text) = Watching::start(&sandbox, paths);
        assert_eq!(text, NOTHING);
        for (text, expected) in [(&*TRAILING_COMMA, COMMA), (&*CLEAN, NOTHING)] {
            sandbox.write(".ak-adapter.json.tmp", text.as_bytes());
            let new = sandbox.path(".ak-adapter.json.tmp");
            fs::rename(new, sandbox.path(FILE)).unwrap();
            watching.until(expected);
        }
    }
}

/// Others move the old one away first.
#[test]
fn a_file_may_make_way_for_its_successor() {
    let sandbox = Sandbox::with(&[(FILE, &CLEAN)]);
    for paths in [&[][..], &[FILE]] {
        let (mut watching, text) = Watching::start(&sandbox, paths);
        assert_eq!(text, NOTHING);
        for (text, expected) in [(&*TRAILING_COMMA, COMMA), (&*CLEAN, NOTHING)] {
            let backup = sandbox.path("ak-adapter.json~");
            fs::rename(sandbox.path(FILE), &backup).unwrap();
            sandbox.write(FILE, text.as_bytes());
            fs::remove_file(backup).unwrap();
            watching.until(expected);
        }
    }
}

#[test]
fn a_file_may_go_and_come_back() {
    let sandbox = Sandbox::with(&[(FILE, &CLEAN)]);
    for (paths, gone) in [(&[][..], "no manifest found"), (&[FILE], MISSING)] {
        let (mut watching, text) = Watching::start(&sandbox, paths);
        assert_eq!(text, NOTHING);
        for _ in 0..2 {
            fs::remove_file(sandbox.path(FILE)).unwrap();
            watching.until(gone);
            sandbox.write(FILE, CLEAN.as_bytes());
            watching.until(NOTHING);
        }
    }
}

#[test]
fn a_file_may_be_awaited() {
    let sandbox = Sandbox::new();
    let file = "some/where/deep/ak-adapter.json";
    let (mut watching, text) = Watching::start(&sandbox, &[file]);
    assert!(text.contains(MISSING), "{text}");
    sandbox.write(file, CLEAN.as_bytes());
    watching.until(NOTHING);
    fs::remove_dir_all(sandbox.path("some")).unwrap();
    watching.until(MISSING);
    sandbox.write(file, TRAILING_COMMA.as_bytes());
    watching.until(COMMA);
}

// Windows lets no folder be moved away while it is watched.
#[cfg(not(windows))]
#[test]
fn folders_may_come_and_go() {
    let sandbox = Sandbox::with(&[("a/ak-adapter.json", &CLEAN)]);
    let (mut watching, text) = Watching::start(&sandbox, &[]);
    assert_eq!(text, NOTHING);
    for _ in 0..2 {
        sandbox.write("b/c/d/ak-adapter.json", TRAILING_COMMA.as_bytes());
        watching.until("2 files: 1 error");
        sandbox.write("b/c/d/ak-adapter.json", CLEAN.as_bytes());
        watching.until("2 files: nothing");
        fs::rename(sandbox.path("b/c"), sandbox.path("e")).unwrap();
        sandbox.write("e/d/ak-adapter.json", TRAILING_COMMA.as_bytes());
        watching.until("e/d/ak-adapter.json:");
        fs::remove_dir_all(sandbox.path("e")).unwrap();
        fs::remove_dir_all(sandbox.path("b")).unwrap();
        watching.until(NOTHING);
    }
}

#[cfg(not(windows))]
#[test]
fn the_folder_that_is_watched_may_go_and_come_back() {
    let sandbox = Sandbox::with(&[("a/b/ak-adapter.json", &CLEAN)]);
    let (mut watching, text) = Watching::start(&sandbox, &["a/b"]);
    assert_eq!(text, NOTHING);
    for gone in ["a/b", "a"] {
        fs::remove_dir_all(sandbox.path(gone)).unwrap();
        watching.until(MISSING);
        sandbox.write("a/b/ak-adapter.json", CLEAN.as_bytes());
        watching.until(NOTHING);
        // At once, so that nobody sees it gone.
        fs::remove_dir_all(sandbox.path(gone)).unwrap();
        sandbox.write("a/b/ak-adapter.json", TRAILING_COMMA.as_bytes());
        watching.until(COMMA);
        sandbox.write("a/b/ak-adapter.json", CLEAN.as_bytes());
        watching.until(NOTHING);
    }
    fs::rename(sandbox.path("a"), sandbox.path("moved")).unwrap();
    watching.until(MISSING);
    sandbox.write("a/b/ak-adapter.json", TRAILING_COMMA.as_bytes());
    watching.until(COMMA);
    sandbox.write("a/b/ak-adapter.json", CLEAN.as_bytes());
    watching.until(NOTHING);
}

#[test]
fn what_the_configuration_says_counts_at_once() {
    let sandbox = Sandbox::with(&[
        ("a/b/odd.json", &TRAILING_COMMA),
        ("a/b/ak-adapter.json", &CLEAN),
    ]);
    fs::create_dir(sandbox.path(".git")).unwrap();
    let (mut watching, text) = Watching::start(&sandbox, &["a"]);
    assert_eq!(text, NOTHING);
    for config in [
        "fornax-lint.toml",
        "a/fornax-lint.toml",
        "a/b/fornax-lint.toml",
    ] {
        sandbox.write(config, "[files]\nak-adapter = [\"**/odd.json\"]\n");
        watching.until(COMMA);
        sandbox.write(config, "[files]\nak-adaptor = []\n");
        watching.until("error[broken-configuration]");
        fs::remove_file(sandbox.path(config)).unwrap();
        watching.until(NOTHING);
    }
    sandbox.write("a/.gitignore", "b/\n");
    watching.until("no manifest found");
}

#[test]
fn a_configuration_that_is_named_counts_too() {
    let sandbox = Sandbox::with(&[("a/odd.json", &TRAILING_COMMA), ("conf/own.toml", "")]);
    let (mut watching, _) = Watching::start(&sandbox, &["a", "--config", "conf/own.toml"]);
    sandbox.write(
        "conf/own.toml",
        "[files]\nak-adapter = [\"../a/*.json\", \"**/odd.json\", \"odd.json\"]\n",
    );
    watching.run();
    sandbox.write("conf/own.toml", "nonsense\n");
    watching.until("error[broken-configuration]");
}

#[test]
fn what_a_finding_depends_on_counts() {
    let hook = "\"lifecycle\": { \"detect\": { \"hook\": { \"command\": [\"node\", \"./run.mjs\"], \"timeoutMs\": 5000 } } },\n  \"trust\"";
    let adapter = CLEAN.replacen(
        "\"trust\": { \"changes\": [] }\n}",
        &format!("{hook}: {{ \"changes\": [] }}\n}}"),
        1,
    );
    assert!(adapter.contains("run.mjs"));
    let sandbox = Sandbox::with(&[(FILE, &adapter)]);
    let (mut watching, text) = Watching::start(&sandbox, &[FILE]);
    assert!(text.contains("warning[hook-script-missing]"), "{text}");
    sandbox.write("run.mjs", "");
    let text = watching.run();
    assert!(!text.contains("hook-script-missing"), "{text}");
}

#[cfg(unix)]
#[test]
fn what_a_link_leads_to_counts() {
    let sandbox = Sandbox::with(&[("real/adapter.json", &CLEAN)]);
    std::os::unix::fs::symlink("real/adapter.json", sandbox.path(FILE)).unwrap();
    let (mut watching, _) = Watching::start(&sandbox, &[FILE]);
    sandbox.write("real/adapter.json", TRAILING_COMMA.as_bytes());
    watching.until(COMMA);

    // The folder that is given may be one, too.
    std::os::unix::fs::symlink("real", sandbox.path("link")).unwrap();
    sandbox.write("real/kit.json", "{ \"hostAdapters\": 1 }");
    let (mut watching, text) = Watching::start(&sandbox, &["link"]);
    assert!(text.starts_with("link/kit.json:"), "{text}");
    sandbox.write("real/kit.json", "{ \"hostAdapters\": [] }");
    watching.until(NOTHING);
}

// macOS may tell late of what happened before the start.
#[cfg(not(target_os = "macos"))]
#[test]
fn nothing_else_counts() {
    let sandbox = Sandbox::with(&[
        (FILE, &CLEAN),
        ("out/note.txt", ""),
        (".gitignore", "out/\n"),
    ]);
    let (mut watching, _) = Watching::start(&sandbox, &[]);
    sandbox.write("note.txt", "x");
    sandbox.write("package.json", "{}");
    sandbox.write(".swp", "x");
    sandbox.write("out/ak-adapter.json", TRAILING_COMMA.as_bytes());
    fs::read(sandbox.path(FILE)).unwrap();
    watching.is_silent();
    sandbox.write(FILE, TRAILING_COMMA.as_bytes());
    watching.until(COMMA);
    watching.is_silent();
}

#[cfg(not(target_os = "macos"))]
#[test]
fn findings_may_be_written_into_the_folder_that_is_watched() {
    let sandbox = Sandbox::with(&[(FILE, &TRAILING_COMMA)]);
    let file = fs::File::create(sandbox.path("findings.txt")).unwrap();
    let mut command = sandbox.command(["--watch", "--format", "short"]);
    let mut child = command.stdout(file).spawn().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap()).lines();
    while !stderr.next().unwrap().unwrap().starts_with("Waiting") {}
    thread::sleep(SILENCE);
    let text = fs::read_to_string(sandbox.path("findings.txt")).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Puts a text in the file's place in one step, so that nobody sees half of it.
fn save(sandbox: &Sandbox, text: &str) {
    sandbox.write("new", text);
    fs::rename(sandbox.path("new"), sandbox.path(FILE)).unwrap();
}

fn holds(sandbox: &Sandbox) -> String {
    fs::read_to_string(sandbox.path(FILE)).unwrap()
}

const FIXED: &str = "1 file: 1 fix applied, nothing left to report\n";
const UNDONE: &str = "1 file was put back as it was before it was fixed, and is left so";

/// A manifest with a comma too many, and one that differs from that.
fn comma(version: u32) -> String {
    TRAILING_COMMA.replacen("0.1.0", &format!("0.1.{version}"), 1)
}

#[cfg(not(target_os = "macos"))]
#[test]
fn what_is_written_is_fixed_and_nothing_answers_that() {
    let sandbox = Sandbox::with(&[(FILE, &TRAILING_COMMA)]);
    for paths in [&["--fix"][..], &["--fix", FILE]] {
        save(&sandbox, &TRAILING_COMMA);
        let (mut watching, text) = Watching::start(&sandbox, paths);
        assert_eq!(text, FIXED);
        assert_eq!(holds(&sandbox), *CLEAN);
        watching.is_silent();
        for version in 1..4 {
            save(&sandbox, &comma(version));
            assert_eq!(watching.run(), FIXED);
            assert_eq!(
                holds(&sandbox),
                CLEAN.replacen("0.1.0", &format!("0.1.{version}"), 1)
            );
            watching.is_silent();
        }
        // What needs no fix is looked at as ever.
        save(&sandbox, &CLEAN);
        assert_eq!(watching.run(), NOTHING);
        watching.is_silent();
    }
}

/// An editor that puts back what it has, or somebody who has taken the fix back, has the last word.
#[cfg(not(target_os = "macos"))]
#[test]
fn a_fix_that_is_undone_stays_so() {
    let sandbox = Sandbox::with(&[(FILE, &TRAILING_COMMA)]);
    let (mut watching, text) = Watching::start(&sandbox, &["--fix"]);
    assert_eq!(text, FIXED);
    for _ in 0..2 {
        save(&sandbox, &TRAILING_COMMA);
        let text = watching.run();
        assert!(text.contains(COMMA) && text.contains(UNDONE), "{text}");
        assert_eq!(holds(&sandbox), *TRAILING_COMMA);
        watching.is_silent();
    }
    // Once it is another text, that is over.
    save(&sandbox, &comma(7));
    assert_eq!(watching.run(), FIXED);
    save(&sandbox, &TRAILING_COMMA);
    assert_eq!(watching.run(), FIXED);
    assert_eq!(holds(&sandbox), *CLEAN);
}

/// Two programs that fix the same files, each in its own way, come to rest.
#[cfg(not(target_os = "macos"))]
#[test]
fn two_that_watch_and_fix_come_to_rest() {
    let sandbox = Sandbox::with(&[(FILE, &CLEAN)]);
    let (mut one, _) = Watching::start(&sandbox, &["--fix"]);
    let (mut other, _) = Watching::start(&sandbox, &["--fix"]);
    save(&sandbox, &TRAILING_COMMA);
    for watching in [&mut one, &mut other] {
        watching.run();
        // One of them may see what the other has written.
        while let Ok(line) = watching.lines.recv_timeout(SILENCE) {
            assert!(!line.contains("panicked"), "{line}");
        }
    }
    assert_eq!(holds(&sandbox), *CLEAN);
    one.is_silent();
    other.is_silent();
}

/// While somebody writes on and on, findings are shown and nothing is fixed under their hands.
#[cfg(not(target_os = "macos"))]
#[test]
fn nothing_is_fixed_while_somebody_writes() {
    let sandbox = Sandbox::with(&[(FILE, &CLEAN)]);
    let (mut watching, _) = Watching::start(&sandbox, &["--fix"]);
    for version in 0..60 {
        // In place, as an editor does that keeps the file open.
        sandbox.write(FILE, comma(version).as_bytes());
        thread::sleep(Duration::from_millis(20));
        let found = holds(&sandbox);
        if found != comma(version) {
            // A machine that is busy elsewhere makes for a pause.
            eprintln!("fixed after all");
            return;
        }
    }
    watching.until(FIXED);
    assert_eq!(holds(&sandbox), CLEAN.replacen("0.1.0", "0.1.59", 1));
}

#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn what_is_fixed_through_a_link_is_our_own_doing_too() {
    let sandbox = Sandbox::with(&[("real/adapter.json", &TRAILING_COMMA)]);
    std::os::unix::fs::symlink("real/adapter.json", sandbox.path(FILE)).unwrap();
    let (mut watching, text) = Watching::start(&sandbox, &["--fix", FILE]);
    assert!(text.contains("1 fix applied"), "{text}");
    watching.is_silent();
    let real = fs::read_to_string(sandbox.path("real/adapter.json")).unwrap();
    assert_eq!(real, *CLEAN);
}

#[test]
fn only_people_watch() {
    let sandbox = Sandbox::with(&[(FILE, &CLEAN)]);
    let machine = FORMATS
        .iter()
        .filter(|format| !["human", "short"].contains(format));
    let cases = machine.map(|format| vec!["--format", format]).chain([
        vec!["--format", "short=out.txt", "--format", "json"],
        vec!["-o", "out.txt"],
        vec!["--diff"],
        vec!["-"],
    ]);
    for arguments in cases {
        let run = sandbox.run([&["--watch"], &*arguments].concat());
        assert_eq!(run.code, Some(2), "{arguments:?}: {run:?}");
        assert_eq!(run.stdout, "", "{arguments:?}");
        assert!(run.stderr.starts_with("error: "), "{run:?}");
        assert!(!sandbox.path("out.txt").exists());
    }
}

#[test]
fn a_file_for_programs_is_written_anew_by_each_run() {
    let sandbox = Sandbox::with(&[(FILE, &TRAILING_COMMA)]);
    let (mut watching, text) = Watching::start(&sandbox, &["--format", "sarif=out.sarif"]);
    assert!(text.contains(COMMA), "{text}");
    let results = || {
        let report = fs::read_to_string(sandbox.path("out.sarif")).unwrap();
        let report: serde_json::Value = serde_json::from_str(&report).unwrap();
        report["runs"][0]["results"].as_array().unwrap().len()
    };
    assert_eq!(results(), 1);
    // The report itself is no reason to look again.
    #[cfg(not(target_os = "macos"))]
    watching.is_silent();
    sandbox.write(FILE, CLEAN.as_bytes());
    watching.until(NOTHING);
    assert_eq!(results(), 0);
}

#[test]
fn it_ends_when_nobody_reads_any_more() {
    let sandbox = Sandbox::with(&[(FILE, &TRAILING_COMMA)]);
    let mut child = sandbox.command(["--watch"]).spawn().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap()).lines();
    while !stderr.next().unwrap().unwrap().starts_with("Waiting") {}
    drop(child.stdout.take());
    sandbox.write(FILE, format!("{}\n", *TRAILING_COMMA).as_bytes());
    assert_eq!(finish(child).code, Some(1));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it() {
    use std::os::unix::process::ExitStatusExt as _;

    let sandbox = Sandbox::with(&[(FILE, &CLEAN)]);
    let (mut watching, _) = Watching::start(&sandbox, &[]);
    // A shell tells this as 130.
    assert_eq!(watching.interrupt().signal(), Some(2));
    assert!(watching.lines.recv().is_err(), "nothing more is said");
}

#[cfg(unix)]
#[test]
fn a_terminal_is_cleared_between_runs() {
    use crate::pty::Terminal;

    const CLEAR: &str = "\x1b[2J\x1b[H";
    let sandbox = Sandbox::with(&[(FILE, &TRAILING_COMMA)]);
    let terminal = Terminal::open();
    let mut command = sandbox.command(["--watch", "--format", "short"]);
    let child = command
        .stdout(terminal.screen.try_clone().unwrap())
        .spawn()
        .unwrap();
    drop(command);
    let mut watching = Watching {
        lines: mpsc::channel().1,
        child,
    };
    let mut stderr = BufReader::new(watching.child.stderr.take().unwrap()).lines();
    let mut wait = || while !stderr.next().unwrap().unwrap().starts_with("Waiting") {};
    wait();
    // In one step, so that there is one run.
    sandbox.write("new", CLEAN.as_bytes());
    fs::rename(sandbox.path("new"), sandbox.path(FILE)).unwrap();
    wait();
    watching.interrupt();
    let text = terminal.text();
    let runs: Vec<&str> = text.split(CLEAR).collect();
    assert_eq!(runs.len(), 2, "{text:?}");
    assert!(runs[0].contains(COMMA), "{text:?}");
    assert_eq!(runs[1], "");
}
