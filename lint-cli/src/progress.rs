//! How far a long run has come, for a person at a terminal.

use std::env;
use std::io::{self, IsTerminal as _, Stderr, Write};
use std::time::{Duration, Instant};

use fornax_terminal::Width;

/// A run that takes no longer has nothing to show.
const PATIENCE: Duration = Duration::from_secs(1);

/// How long a picture stays.
const PACE: Duration = Duration::from_millis(100);

/// How many things are seen before the clock is looked at.
const STRIDE: usize = 64;

/// How wide the bar is, in columns, and how narrow it may become.
const BAR: usize = 30;
const NARROW_BAR: usize = 8;

/// A line on standard error that comes and goes; without a terminal there is none.
#[derive(Debug)]
pub(crate) struct Progress<W: Write = Stderr> {
    out: W,
    /// When the line is drawn next; none if nobody wants to see it.
    due: Option<Instant>,
    /// How many files and folders the search has come by.
    seen: usize,
    /// How many columns the line takes now.
    width: usize,
    /// Asks how many there are: a window's size can change.
    room: fn() -> Width,
}

impl Progress {
    pub(crate) fn new(is_wanted: bool) -> Self {
        let out = io::stderr();
        let is_wanted = is_wanted && out.is_terminal() && !is_dumb();
        let due = is_wanted.then(|| Instant::now() + PATIENCE);
        Self::on(out, due, Width::of_stderr)
    }
}

impl<W: Write> Progress<W> {
    fn on(out: W, due: Option<Instant>, room: fn() -> Width) -> Self {
        Self {
            out,
            due,
            seen: 0,
            width: 0,
            room,
        }
    }

    /// Whether there is anyone to show it to.
    pub(crate) fn is_shown(&self) -> bool {
        self.due.is_some()
    }

    /// Counts something that the search for manifests comes by.
    pub(crate) fn see(&mut self) {
        self.seen += 1;
        if self.seen.is_multiple_of(STRIDE) && self.is_due() {
            let seen = self.seen;
            self.draw([
                format!("Looking for manifests, {seen} files seen"),
                format!("{seen} files seen"),
                format!("{seen} seen"),
            ]);
        }
    }

    /// Shows how many files of how many are checked.
    pub(crate) fn advance(&mut self, done: usize, all: usize) {
        if self.is_due() {
            let without_bar = format!("Checking {done}/{all}");
            let taken = without_bar.len() + "[] ".len();
            let bar = match (self.room)().columns() {
                Some(room) => BAR.min(room.saturating_sub(taken + 1)),
                None => BAR,
            };
            let full = "=".repeat(bar * done / all.max(1));
            let with_bar = format!("Checking [{full:bar$}] {done}/{all}");
            let count = format!("{done}/{all}");
            if bar < NARROW_BAR {
                self.draw([without_bar, count]);
            } else {
                self.draw([with_bar]);
            }
        }
    }

    /// Takes the line away, so that something else can be written.
    pub(crate) fn clear(&mut self) {
        if self.width > 0 {
            let width = std::mem::take(&mut self.width);
            self.write(&format!("\r{:width$}\r", ""));
            // It may come back at once.
            self.due = Some(Instant::now());
        }
    }

    fn is_due(&self) -> bool {
        self.due.is_some_and(|due| Instant::now() >= due)
    }

    /// Draws the first of these lines that fits, or the last, over the one before; what is left of that
    /// becomes blank.
    fn draw<const N: usize>(&mut self, lines: [String; N]) {
        // A line that ends in the last column may take a terminal to the next.
        let room = (self.room)().less(1);
        let Some(line) = lines.iter().find(|line| room.fits(line)).or(lines.last()) else {
            return;
        };
        self.write(&format!("\r{line:width$}", width = self.width));
        self.width = self.width.max(line.len());
        self.due = Some(Instant::now() + PACE);
    }

    fn write(&mut self, text: &str) {
        // Who has closed standard error doesn't want to be told.
        let _ = self.out.write_all(text.as_bytes());
        let _ = self.out.flush();
    }
}

/// However a run ends, its line goes.
impl<W: Write> Drop for Progress<W> {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Whether the terminal can't go back to the start of a line.
fn is_dumb() -> bool {
    env::var_os("TERM").is_some_and(|terminal| terminal == "dumb")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written by a line that is due at once.
    fn written(show: impl FnOnce(&mut Progress<&mut Vec<u8>>)) -> String {
        let mut out = Vec::new();
        show(&mut Progress::on(
            &mut out,
            Some(Instant::now()),
            Width::unlimited,
        ));
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_search_tells_how_much_it_has_seen() {
        let text = written(|progress| (0..STRIDE).for_each(|_| progress.see()));
        let line = "Looking for manifests, 64 files seen";
        assert_eq!(text, format!("\r{line}\r{}\r", " ".repeat(line.len())));
    }

    #[test]
    fn a_bar_grows() {
        let text = written(|progress| {
            progress.advance(0, 0);
            progress.clear();
            progress.advance(1, 2);
            progress.clear();
            progress.advance(2, 2);
        });
        let (none, half, full) = (" ".repeat(30), "=".repeat(15), "=".repeat(30));
        for bar in [
            format!("[{none}] 0/0"),
            format!("[{half:30}] 1/2"),
            format!("[{full}] 2/2"),
        ] {
            assert!(text.contains(&format!("\rChecking {bar}")), "{text:?}");
        }
    }

    #[test]
    fn a_line_fits_its_terminal() {
        let drawn = |room: fn() -> Width, show: fn(&mut Progress<&mut Vec<u8>>)| {
            let mut out = Vec::new();
            let mut progress = Progress::on(&mut out, Some(Instant::now()), room);
            show(&mut progress);
            drop(progress);
            let text = String::from_utf8(out).unwrap();
            text.split('\r').nth(1).unwrap().to_owned()
        };
        let search =
            |progress: &mut Progress<&mut Vec<u8>>| (0..STRIDE).for_each(|_| progress.see());
        let check = |progress: &mut Progress<&mut Vec<u8>>| progress.advance(5_000, 10_000);
        assert_eq!(drawn(|| Width::new(30), search), "64 files seen");
        assert_eq!(
            drawn(|| Width::new(40), check),
            "Checking [========         ] 5000/10000"
        );
        assert_eq!(drawn(|| Width::new(30), check), "Checking 5000/10000");
        for columns in [|| Width::new(1), || Width::new(25), || Width::new(37)] {
            for line in [drawn(columns, search), drawn(columns, check)] {
                assert!(columns().less(1).fits(&line), "{line}");
            }
        }
    }

    #[test]
    fn a_shorter_line_leaves_nothing_of_a_longer_one() {
        let text = written(|progress| {
            progress.draw(["longer".to_owned()]);
            progress.draw(["short".to_owned()]);
        });
        assert_eq!(text, "\rlonger\rshort \r      \r");
    }

    #[test]
    fn nothing_is_drawn_before_its_time_or_where_nobody_looks() {
        let mut out = Vec::new();
        for due in [None, Some(Instant::now() + PATIENCE)] {
            let mut progress = Progress::on(&mut out, due, Width::unlimited);
            (0..STRIDE).for_each(|_| progress.see());
            progress.advance(1, 2);
        }
        assert_eq!(out, b"");
    }

    #[test]
    fn a_line_is_not_drawn_too_often() {
        let text = written(|progress| (0..100).for_each(|done| progress.advance(done, 100)));
        assert!(text.matches("Checking").count() < 50, "{text:?}");
    }
}
