//! A terminal that programs believe in, for tests of what people see.
//!
//! A target takes it in with `#[path = "../support/pty.rs"] mod pty;`, on Unix.

// Each target uses its part, and a helper outside a test function may fail the test that calls it.
#![allow(dead_code, clippy::unwrap_used)]

use std::fs::File;
use std::io::{ErrorKind, Read as _};
use std::os::unix::ffi::OsStringExt as _;
use std::path::PathBuf;
use std::thread::{self, JoinHandle};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

/// A terminal, with somebody before it who reads.
pub(crate) struct Terminal {
    /// The end that a program writes to.
    pub(crate) screen: File,
    reader: JoinHandle<String>,
}

impl Terminal {
    pub(crate) fn open() -> Self {
        Self::of_width(0)
    }

    /// One with so many columns; 0 if it doesn't know.
    pub(crate) fn of_width(columns: u16) -> Self {
        let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&controller).unwrap();
        unlockpt(&controller).unwrap();
        let size = Winsize {
            ws_row: 24,
            ws_col: columns,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&controller, size).unwrap();
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
