//! Standard output and error: the first is written whole, and given up quietly when its reader has gone.

use std::io::{self, BufWriter, StdoutLock, Write};

use anstream::{AutoStream, ColorChoice};

use crate::args::Color;

type Writer = BufWriter<AutoStream<StdoutLock<'static>>>;

/// Standard output, locked and buffered.
#[derive(Debug)]
pub(crate) struct Stdout {
    writer: Writer,
    is_closed: bool,
}

impl Stdout {
    /// `color` says whether escape sequences for colours will be written, which some terminals have to
    /// be prepared for.
    pub(crate) fn lock(color: bool) -> Self {
        let stdout = io::stdout().lock();
        let stream = if color {
            AutoStream::always(stdout)
        } else {
            AutoStream::always_ansi(stdout)
        };
        Self {
            writer: BufWriter::with_capacity(1 << 16, stream),
            is_closed: false,
        }
    }

    /// Writes, unless the reader has gone: then there is nobody left to disappoint.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.attempt(|writer| writer.write_all(bytes))
    }

    /// Hands everything on that was written.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.attempt(BufWriter::flush)
    }

    /// Whether the reader has gone.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed
    }

    fn attempt(&mut self, write: impl FnOnce(&mut Writer) -> io::Result<()>) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        match write(&mut self.writer) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(())
            }
            result => result,
        }
    }
}

/// Whether what people read on standard output is to be coloured.
pub(crate) fn is_colored(color: Color) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        // Asks the terminal, NO_COLOR, CLICOLOR_FORCE and their kind.
        Color::Auto => AutoStream::choice(&io::stdout()) != ColorChoice::Never,
    }
}

/// Writes the whole of what standard output will hold.
pub(crate) fn print(text: &str, color: bool) -> io::Result<()> {
    let mut stdout = Stdout::lock(color);
    stdout.write(text.as_bytes())?;
    stdout.flush()
}

/// Says something to the person who started the program.
pub(crate) fn say(line: &str) {
    // Who has closed standard error doesn't want to be told.
    let _ = writeln!(io::stderr().lock(), "{line}");
}
