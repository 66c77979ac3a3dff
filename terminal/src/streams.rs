//! Standard output and error: the first is written whole, and given up quietly when its reader has gone.

use std::io::{self, BufWriter, StdoutLock, Write};

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};

use crate::closed::is_stdout_closed;
use crate::color::Color;
use crate::width::Width;

/// A standard stream, buffered.
#[derive(Debug)]
pub struct Stream<S: Write> {
    writer: BufWriter<S>,
    /// Whether the reader has gone.
    is_closed: bool,
    /// Whether there never was a stream, and what is written would be lost without a word.
    is_missing: bool,
}

/// Standard output, locked.
pub type Stdout = Stream<AutoStream<StdoutLock<'static>>>;

/// Standard error, for what is more than a line.
pub type Stderr = Stream<AutoStream<io::Stderr>>;

impl Stdout {
    /// `color` says whether escape sequences for colours will be written, which some terminals have to
    /// be prepared for.
    #[must_use]
    pub fn lock(color: bool) -> Self {
        Self {
            is_missing: is_stdout_closed(),
            ..Self::new(auto(io::stdout().lock(), color))
        }
    }
}

impl Stderr {
    /// `color` as for [`Stdout::lock`]. Others may write in between: a panic is told at once.
    #[must_use]
    pub fn shared(color: bool) -> Self {
        Self::new(auto(io::stderr(), color))
    }
}

fn auto<S: RawStream>(stream: S, color: bool) -> AutoStream<S> {
    if color {
        AutoStream::always(stream)
    } else {
        AutoStream::always_ansi(stream)
    }
}

impl<S: Write> Stream<S> {
    fn new(stream: S) -> Self {
        Self {
            writer: BufWriter::with_capacity(1 << 16, stream),
            is_closed: false,
            is_missing: false,
        }
    }

    /// Writes, unless the reader has gone: then there is nobody left to disappoint.
    ///
    /// # Errors
    /// If the stream can't be written for another reason.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.is_missing && !bytes.is_empty() {
            return Err(io::Error::other("standard output is closed"));
        }
        self.attempt(|writer| writer.write_all(bytes))
    }

    /// Hands everything on that was written.
    ///
    /// # Errors
    /// As for [`write`](Self::write).
    pub fn flush(&mut self) -> io::Result<()> {
        self.attempt(Write::flush)
    }

    /// Whether the reader has gone.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }

    fn attempt(
        &mut self,
        write: impl FnOnce(&mut BufWriter<S>) -> io::Result<()>,
    ) -> io::Result<()> {
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
#[must_use]
pub fn is_colored(color: Color) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        // Asks the terminal, NO_COLOR, CLICOLOR_FORCE and their kind.
        Color::Auto => AutoStream::choice(&io::stdout()) != ColorChoice::Never,
    }
}

/// Writes the whole of what standard output will hold.
///
/// # Errors
/// As for [`Stream::write`].
pub fn print(text: &str, color: bool) -> io::Result<()> {
    let mut stdout = Stdout::lock(color);
    stdout.write(text.as_bytes())?;
    stdout.flush()
}

/// Prints the help or the version that was asked for, in colour where the terminal takes that.
///
/// # Errors
/// As for [`Stream::write`].
pub fn print_help(help: &clap::Error) -> io::Result<()> {
    let text = help.render();
    if is_colored(Color::Auto) {
        print(&text.ansi().to_string(), true)
    } else {
        print(&text.to_string(), false)
    }
}

/// Says something to the person who started the program, in lines that fit their terminal.
pub fn say(text: &str) {
    let text = Width::of_stderr().fill(text, "  ");
    // Who has closed standard error doesn't want to be told.
    let _ = writeln!(io::stderr().lock(), "{text}");
}
