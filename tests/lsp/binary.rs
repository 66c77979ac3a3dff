//! The built program: its command line, its streams, and how it ends.

use std::fs;
use std::io::{Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{END, PATIENCE, framed, read_messages, sample};

const PROGRAM: &str = env!("CARGO_BIN_EXE_fornax-lsp");

/// The program, with nothing of this machine's user in its environment.
fn program() -> Command {
    let mut command = Command::new(PROGRAM);
    scrub(&mut command);
    command
}

fn scrub(command: &mut Command) {
    command
        .env_remove("HOME")
        .env_remove("FORNAX_HOME")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
}

fn output(arguments: &[&str]) -> Output {
    program().args(arguments).output().unwrap()
}

/// The program, at work.
struct Running {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
}

impl Running {
    fn start(command: &mut Command) -> Self {
        let mut child = command.spawn().unwrap();
        Self {
            input: child.stdin.take(),
            messages: read_messages(child.stdout.take().unwrap()),
            child,
        }
    }

    fn send(&mut self, message: &Value) {
        let mut message = message.clone();
        message["jsonrpc"] = json!("2.0");
        let input = self.input.as_mut().unwrap();
        // A server that has ended takes no more.
        let _ = input.write_all(&framed(&message));
    }

    fn initialize(&mut self, process: &Value) {
        let params = json!({"processId": process, "capabilities": {}, "trace": "verbose"});
        self.send(&json!({"id": 1, "method": "initialize", "params": params}));
        self.answer(1);
        self.send(&json!({"method": "initialized", "params": {}}));
    }

    fn answer(&mut self, id: i64) -> Value {
        loop {
            let message = self.messages.recv_timeout(PATIENCE).unwrap();
            if message["id"] == id && message["method"].is_null() {
                return message;
            }
        }
    }

    /// The exit code, which must come soon.
    fn exit_code(&mut self) -> Option<i32> {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            assert!(start.elapsed() < END, "the program goes on");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_a_failure() {
    for argument in ["--help", "--version"] {
        let full = std::fs::File::options().write(true).open("/dev/full");
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_fornax-lsp"));
        command.arg(argument).stdout(full.unwrap());
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{argument}");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(complaint.contains("can't be written"), "{complaint}");
    }
}

#[test]
fn the_command_line_is_small() {
    let version = output(&["--version"]);
    assert_eq!(version.status.code(), Some(0));
    let expected = format!("fornax-lsp {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(String::from_utf8_lossy(&version.stdout), expected);

    let help = output(&["--help"]);
    assert_eq!(help.status.code(), Some(0));
    for option in [
        "--log-file",
        "--log-level",
        "--clientProcessId",
        "--stdio",
        "--version",
    ] {
        assert!(
            String::from_utf8_lossy(&help.stdout).contains(option),
            "{option}"
        );
    }

    for arguments in [
        &["--tcp"][..],
        &["--log-level=loud"],
        &["--log-file=/none/such/file"],
    ] {
        let refused = output(arguments);
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}");
        assert!(refused.stdout.is_empty());
        assert!(refused.stderr.starts_with(b"fornax-lsp: "));
    }
}

#[test]
fn nothing_but_messages_goes_to_stdout() {
    let mut server = Running::start(program().args(["--stdio", "--log-level=debug"]));
    server.initialize(&Value::Null);
    let document = json!({"uri": "file:///w/ak-adapter.json", "languageId": "json", "version": 1, "text": sample("ak-adapter")});
    server.send(&json!({"method": "textDocument/didOpen", "params": {"textDocument": document}}));
    server
        .input
        .as_mut()
        .unwrap()
        .write_all(b"nonsense\r\n")
        .unwrap();
    server.send(&json!({"id": 2, "method": "test/unknown"}));
    server.answer(2);
    server.send(&json!({"id": 3, "method": "shutdown"}));
    assert_eq!(server.answer(3)["result"], Value::Null);
    server.send(&json!({"method": "exit"}));
    assert_eq!(server.exit_code(), Some(0));
    // The reader fails on anything that isn't a message, and then hands on no more.
    assert!(server.messages.iter().all(|message| message.is_object()));
    let mut log = String::new();
    server
        .child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut log)
        .unwrap();
    assert!(log.contains("warn  a message makes no sense"), "{log}");
    assert!(log.contains("the session has ended: Orderly"), "{log}");
}

#[test]
fn a_log_can_be_kept_in_a_file() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("server.log");
    let mut server = Running::start(
        program()
            .args(["--log-level", "info", "--log-file"])
            .arg(&path),
    );
    server.initialize(&Value::Null);
    server.input = None;
    assert_eq!(server.exit_code(), Some(1));
    let log = fs::read_to_string(path).unwrap();
    assert!(log.contains("columns in utf-16"), "{log}");
    let mut stderr = String::new();
    server
        .child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut stderr)
        .unwrap();
    assert_eq!(stderr, "");
}

#[test]
fn the_exit_code_tells_how_the_session_ended() {
    let mut server = Running::start(&mut program());
    server.send(&json!({"method": "exit"}));
    assert_eq!(server.exit_code(), Some(1), "`exit` alone");

    let mut server = Running::start(&mut program());
    server.input = None;
    assert_eq!(server.exit_code(), Some(1), "the end of the input");

    let mut server = Running::start(&mut program());
    server.initialize(&Value::Null);
    server.send(&json!({"id": 2, "method": "shutdown"}));
    server.answer(2);
    server.input = None;
    assert_eq!(
        server.exit_code(),
        Some(0),
        "the end of the input after `shutdown`"
    );
}

#[test]
fn a_client_need_not_read() {
    // Its end of the pipe stays open, and full.
    let mut child = program().spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    for id in 0..20_000 {
        let message = json!({"jsonrpc": "2.0", "id": id, "method": "test/unknown"});
        input.write_all(&framed(&message)).unwrap();
    }
    drop(input);
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(
            start.elapsed() < Duration::from_secs(5),
            "the program goes on"
        );
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn answers_keep_their_order_when_a_client_falls_behind_and_catches_up() {
    const HALF: i64 = 3_000;
    let mut child = program().spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut ask = |id: i64| {
        let message = json!({"jsonrpc": "2.0", "id": id, "method": "test/unknown"});
        input.write_all(&framed(&message)).unwrap();
    };
    // More answers than a pipe holds.
    (0..HALF).for_each(&mut ask);
    let messages = read_messages(child.stdout.take().unwrap());
    (HALF..2 * HALF).for_each(&mut ask);
    for id in 0..2 * HALF {
        assert_eq!(messages.recv_timeout(PATIENCE).unwrap()["id"], id);
    }
    ask(2 * HALF);
    assert_eq!(messages.recv_timeout(PATIENCE).unwrap()["id"], 2 * HALF);
    drop(input);
    child.wait().unwrap();
}

#[test]
fn a_closed_stdout_ends_the_session() {
    let mut child = program().spawn().unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    let message =
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}});
    input.write_all(&framed(&message)).unwrap();
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        assert!(start.elapsed() < END, "the program goes on");
        thread::sleep(Duration::from_millis(5));
    };
    assert_eq!(status.code(), Some(1));
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_while_nothing_happens_ends_the_session() {
    let mut child = program().spawn().unwrap();
    let mut server = Running {
        input: child.stdin.take(),
        messages: std::sync::mpsc::channel().1,
        child,
    };
    let output = server.child.stdout.take();
    thread::sleep(Duration::from_millis(900));
    assert!(server.child.try_wait().unwrap().is_none(), "it is there");
    drop(output);
    assert_eq!(server.exit_code(), Some(1));
}

#[cfg(unix)]
#[test]
fn the_server_ends_with_its_client() {
    for is_argument in [true, false] {
        let mut client = Command::new("sleep").arg("600").spawn().unwrap();
        let mut command = program();
        if is_argument {
            command.arg(format!("--clientProcessId={}", client.id()));
        }
        let mut server = Running::start(&mut command);
        let process = if is_argument {
            Value::Null
        } else {
            json!(client.id())
        };
        server.initialize(&process);
        thread::sleep(Duration::from_millis(600));
        assert!(
            server.child.try_wait().unwrap().is_none(),
            "the client lives"
        );
        client.kill().unwrap();
        client.wait().unwrap();
        assert_eq!(server.exit_code(), Some(1));
    }
}

#[cfg(unix)]
#[test]
fn the_server_ends_with_its_parent() {
    // The parent is a shell; the server's streams are ours and stay open.
    let mut shell = Command::new("sh");
    scrub(&mut shell);
    let script = "exec 3<&0; \"$0\" <&3 & wait";
    let mut parent = Running::start(shell.args(["-c", script, PROGRAM]));
    parent.initialize(&json!(parent.child.id()));
    parent.child.kill().unwrap();
    parent.child.wait().unwrap();
    // The server, too, holds the other end of its output.
    let start = Instant::now();
    while parent.messages.recv_timeout(PATIENCE).is_ok() {}
    assert!(start.elapsed() < END, "the end took {:?}", start.elapsed());
}

#[test]
fn a_client_elsewhere_is_not_missed() {
    // The id of a process in another container means nothing here.
    let mut server = Running::start(&mut program());
    server.initialize(&json!(0x7fff_fffe));
    thread::sleep(Duration::from_millis(900));
    assert!(server.child.try_wait().unwrap().is_none());
    server.input = None;
    server.exit_code();
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_started() {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("run.sh"), "#!/bin/sh\nsleep 600\n").unwrap();
    let mut server = Running::start(&mut program());
    server.initialize(&Value::Null);
    let uri = format!("file://{}/ak-adapter.json", root.path().to_str().unwrap());
    let text = sample("ak-adapter").replace("run.mjs", "./run.sh");
    let document = json!({"uri": uri, "languageId": "json", "version": 1, "text": text});
    server.send(&json!({"method": "textDocument/didOpen", "params": {"textDocument": document}}));
    server.send(&json!({"id": 2, "method": "test/unknown"}));
    server.answer(2);
    let mut seen = 0;
    for thread in fs::read_dir(format!("/proc/{}/task", server.child.id())).unwrap() {
        // A thread may have ended since it was listed, but not the first one.
        let Ok(children) = fs::read_to_string(thread.unwrap().path().join("children")) else {
            continue;
        };
        seen += 1;
        assert_eq!(children.trim(), "");
    }
    assert!(seen > 0);
    assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1);
}
