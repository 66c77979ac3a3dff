//! What a person at a terminal sees beside the findings.

use std::fs::File;
use std::io::{ErrorKind, Read as _};
use std::os::unix::ffi::OsStringExt as _;
use std::path::PathBuf;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::harness::{Sandbox, TRAILING_COMMA, finish};

/// A terminal, with somebody before it who reads.
pub(crate) struct Terminal {
    /// The end that a program writes to.
    pub(crate) screen: File,
    reader: JoinHandle<String>,
}

impl Terminal {
    pub(crate) fn open() -> Self {
        let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&controller).unwrap();
        unlockpt(&controller).unwrap();
        let name = ptsname(&controller, Vec::new()).unwrap();
        let name = PathBuf::from(std::ffi::OsString::from_vec(name.into_bytes()));
        let screen = File::options().read(true).write(true).open(name).unwrap();
        let reader = thread::spawn(move || read_all(File::from(controller)));
        Self { screen, reader }
    }

    /// All that was written, once nobody can write any more.
    pub(crate) fn text(self) -> String {
        drop(self.screen);
        self.reader.join().unwrap()
    }
}

fn read_all(mut controller: File) -> String {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        match controller.read(&mut buffer) {
            Ok(0) => break,
            Ok(length) => bytes.extend_from_slice(&buffer[..length]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            // The last one who could write has gone.
            Err(_) => break,
        }
    }
    String::from_utf8(bytes).unwrap()
}

/// The lines that are left on a screen.
fn screen(text: &str) -> Vec<String> {
    let lines = text.trim_end().split('\n').map(|line| {
        let mut shown: Vec<char> = Vec::new();
        for part in line.split('\r') {
            let part: Vec<char> = part.chars().collect();
            let rest = shown.split_off(part.len().min(shown.len()));
            shown = [part, rest].concat();
        }
        let shown: String = shown.into_iter().collect();
        shown.trim_end().to_owned()
    });
    lines.collect()
}

/// A run of which nobody reads the findings for longer than a second.
fn long_run(arguments: &[&str], terminal: &str) -> String {
    let sandbox = Sandbox::new();
    for number in 0..300 {
        // More findings than a pipe holds.
        sandbox.write(
            format!("{number}/ak-adapter.json"),
            TRAILING_COMMA.as_bytes(),
        );
    }
    let eyes = Terminal::open();
    let mut command = sandbox.command(arguments);
    command
        .env("TERM", terminal)
        .stderr(eyes.screen.try_clone().unwrap());
    let child = command.spawn().unwrap();
    drop(command);
    thread::sleep(Duration::from_millis(1200));
    assert_eq!(finish(child).code, Some(1));
    eyes.text()
}

#[test]
fn a_long_run_shows_how_far_it_has_come() {
    let text = long_run(&[], "xterm");
    assert!(text.contains("\rChecking [====="), "{text:?}");
    assert!(text.contains("] 256/300"), "{text:?}");
    let left = screen(&text);
    assert_eq!(left.len(), 2, "{left:?}");
    assert!(left[0].starts_with("300 files: 300 errors"), "{left:?}");
}

#[test]
fn a_long_run_is_silent_if_it_should_be() {
    assert_eq!(long_run(&["-q"], "xterm"), "");
    for (arguments, terminal) in [(&[][..], "dumb"), (&["-v"], "xterm")] {
        let text = long_run(arguments, terminal);
        assert!(!text.contains("Checking"), "{text:?}");
    }
}

#[test]
fn a_short_run_has_nothing_to_show() {
    let sandbox = Sandbox::with(&[("ak-adapter.json", &TRAILING_COMMA)]);
    let terminal = Terminal::open();
    let mut command = sandbox.command::<&str>([]);
    command.stderr(terminal.screen.try_clone().unwrap());
    assert_eq!(finish(command.spawn().unwrap()).code, Some(1));
    drop(command);
    let text = terminal.text();
    assert!(text.starts_with("1 file: 1 error"), "{text:?}");
}

#[test]
fn a_screen_shows_what_was_written_last() {
    assert_eq!(screen("abc\rd\r\n\rx  \r   \ry\r\n"), ["dbc", "y"]);
}
