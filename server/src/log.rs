//! The server's own log: lines on stderr or in a file, never on stdout and never awaited.

use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// How many lines may wait for whoever reads the log; more are dropped.
const WAITING_LINES: usize = 1024;

/// How long the end of the process waits for the last lines.
const LAST_LINES: Duration = Duration::from_millis(100);

/// How much a line of the log matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LogLevel {
    /// Something is broken.
    Error,
    /// Something is odd, and the server goes on.
    Warn,
    /// What a user may want to know.
    Info,
    /// What a developer may want to know.
    Debug,
}

impl LogLevel {
    fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warn => "warn",
            Self::Info => "info",
            Self::Debug => "debug",
        }
    }
}

/// The text names no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotALevel;

impl fmt::Display for NotALevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a log level is one of error, warn, info, debug")
    }
}

impl std::error::Error for NotALevel {}

impl FromStr for LogLevel {
    type Err = NotALevel;

    fn from_str(text: &str) -> Result<Self, NotALevel> {
        [Self::Error, Self::Warn, Self::Info, Self::Debug]
            .into_iter()
            .find(|level| level.name() == text)
            .ok_or(NotALevel)
    }
}

/// Takes lines for the log; cheap to clone. The default keeps none.
#[derive(Clone, Debug, Default)]
pub struct Log {
    open: Option<Open>,
}

#[derive(Clone, Debug)]
struct Open {
    level: LogLevel,
    start: Instant,
    lines: SyncSender<String>,
}

/// Waits, a moment, for the last lines to be written. Every [`Log`] must be gone by then.
#[derive(Debug)]
pub struct LogEnd(Receiver<()>);

impl LogEnd {
    /// Waits.
    pub fn wait(self) {
        let _ = self.0.recv_timeout(LAST_LINES);
    }
}

impl Log {
    /// A log that goes to `sink`, where lines below `level` are left out.
    ///
    /// It is written by a thread of its own: nobody may be reading at its other end.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn to(sink: impl Write + Send + 'static, level: LogLevel) -> io::Result<(Self, LogEnd)> {
        let (lines, waiting) = sync_channel(WAITING_LINES);
        let (finished, end) = sync_channel(1);
        thread::Builder::new()
            .name("log".to_owned())
            .spawn(move || {
                write_all(sink, &waiting);
                let _ = finished.send(());
            })?;
        let open = Some(Open {
            level,
            start: Instant::now(),
            lines,
        });
        Ok((Self { open }, LogEnd(end)))
    }

    /// Adds a line.
    pub fn write(&self, level: LogLevel, text: impl fmt::Display) {
        if let Some(open) = self.open.as_ref().filter(|open| level <= open.level) {
            let seconds = open.start.elapsed().as_secs_f64();
            // What doesn't fit is dropped: a log must hold nobody up.
            let _ = open
                .lines
                .try_send(format!("{seconds:9.3} {:5} {text}\n", level.name()));
        }
    }
}

fn write_all(mut sink: impl Write, lines: &Receiver<String>) {
    for line in lines {
        if sink
            .write_all(line.as_bytes())
            .and_then(|()| sink.flush())
            .is_err()
        {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;

    #[test]
    fn lines_that_matter_are_kept() {
        let (mut reader, writer) = io::pipe().unwrap();
        let (log, end) = Log::to(writer, LogLevel::Info).unwrap();
        log.write(LogLevel::Info, "one");
        log.write(LogLevel::Debug, "two");
        log.write(LogLevel::Error, "three");
        drop(log);
        end.wait();
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        let lines: Vec<_> = text.lines().map(|line| &line[10..]).collect();
        assert_eq!(lines, ["info  one", "error three"]);
    }

    #[test]
    fn nobody_need_read_the_log() {
        let (_reader, writer) = io::pipe().unwrap();
        let (log, _end) = Log::to(writer, LogLevel::Info).unwrap();
        for _ in 0..10_000 {
            log.write(
                LogLevel::Info,
                "a line that is long enough to fill up a pipe",
            );
        }
    }

    #[test]
    fn levels_have_names() {
        assert_eq!("debug".parse(), Ok(LogLevel::Debug));
        assert_eq!("loud".parse::<LogLevel>(), Err(NotALevel));
    }
}
