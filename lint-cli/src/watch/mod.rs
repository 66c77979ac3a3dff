//! `--watch`: another run whenever something changes that the last one depended on.

mod asked;
mod fixes;
mod folders;
mod interest;

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use fornax_terminal::{print, say};
use notify::Event;

use crate::args::{CheckArguments, Format};
use crate::check;
use crate::config;
use crate::exit::{Failure, Verdict};
use crate::watch::folders::Folders;
use crate::watch::interest::Interest;

use crate::watch::asked::Asked;
use crate::watch::fixes::Fixes;

/// What is kept of a run that is watched.
#[derive(Debug)]
pub(crate) struct Watched<'a> {
    /// What the findings depend on.
    pub(crate) asked: Asked,
    /// What this run and those before it have fixed.
    pub(crate) fixes: &'a Fixes,
    /// Whether files may be fixed: not while others are still at work.
    pub(crate) is_calm: bool,
}

/// Why a wait has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Waited {
    /// Nothing happens any more.
    Calm,
    /// It was enough.
    Impatient,
}

/// Nothing may happen for so long before a run: an editor takes several steps to save a file.
const QUIET: Duration = Duration::from_millis(50);

/// A run waits no longer, however much happens; but then it fixes nothing.
const PATIENCE: Duration = Duration::from_millis(500);

/// How often folders are looked for that came while others were looked at.
const ATTEMPTS: usize = 8;

/// Clears a terminal's screen, and puts the cursor at its top.
const CLEAR: &str = "\x1b[2J\x1b[H";

type Change = notify::Result<Event>;

/// Checks until nobody reads the findings any more; an interrupt ends it as it ends any program, since
/// nothing is left to be put away.
pub(crate) fn run(
    arguments: &CheckArguments,
    paths: &[PathBuf],
    color: bool,
) -> Result<Verdict, Failure> {
    if check::is_stream(arguments)? {
        return Err(Failure::WatchedStream);
    }
    for given in &arguments.output.formats {
        // What goes into a file is written anew by each run.
        if given.file.is_none() && !matches!(given.format, Format::Human | Format::Short) {
            return Err(Failure::WatchedOutput);
        }
    }
    let (sender, changes) = mpsc::channel();
    let watcher = notify::recommended_watcher(move |change: Change| {
        // Whoever reads changes nothing, and a run reads a lot.
        if !matches!(change, Ok(ref event) if event.kind.is_access()) {
            // Nobody listens any more only at the end.
            let _ = sender.send(change);
        }
    });
    let mut folders = Folders::new(watcher.map_err(Failure::Watch)?);
    let fixes = Fixes::default();
    let mut waited = Waited::Calm;
    loop {
        let mut interest = watch(arguments, paths, &mut folders)?;
        let watched = Watched {
            asked: Asked::default(),
            fixes: &fixes,
            is_calm: waited == Waited::Calm,
        };
        let run = check::once(arguments, paths, color, Some(&watched))?;
        if !run.is_read {
            return Ok(run.verdict);
        }
        interest.add(watched.asked.into_places());
        folders.watch(&interest.folders())?;
        folders.keep(&interest.folders())?;
        if !arguments.quiet {
            say("Waiting for changes; Ctrl-C ends this.");
        }
        // What could not be fixed yet is to be as soon as it is left in peace.
        let is_due = arguments.fixing.fix && waited == Waited::Impatient;
        let counts = |path: &Path| interest.counts(path) && !fixes.explain(path);
        waited = wait(&changes, counts, &mut folders, is_due)?;
        if io::stdout().is_terminal() {
            print(CLEAR, false)?;
        }
    }
}

/// Watches all that a run will look at, so that nothing can change unseen between the two.
fn watch(
    arguments: &CheckArguments,
    paths: &[PathBuf],
    folders: &mut Folders,
) -> Result<Interest, Failure> {
    let mut attempts = 0..ATTEMPTS;
    loop {
        let configs = config::configs(&arguments.config);
        let file = arguments.config.config.as_deref();
        let interest = Interest::before(paths, file, configs);
        let is_new = folders.watch(&interest.folders())?;
        if !is_new || attempts.next().is_none() {
            return Ok(interest);
        }
    }
}

/// Waits for something that counts, unless a run `is_due` anyway, and then until nothing happens.
fn wait(
    changes: &Receiver<Change>,
    counts: impl Fn(&Path) -> bool,
    folders: &mut Folders,
    is_due: bool,
) -> Result<Waited, Failure> {
    let mut latest = is_due.then(|| Instant::now() + PATIENCE);
    loop {
        let left = latest.map(|latest| latest.saturating_duration_since(Instant::now()));
        let change = match left {
            None => changes.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(Duration::ZERO) => return Ok(Waited::Impatient),
            Some(left) => changes.recv_timeout(QUIET.min(left)),
        };
        let is_new = match change {
            Ok(Ok(event)) => {
                folders.follow(&event)?;
                event.need_rescan() || event.paths.iter().any(|path| counts(path))
            }
            // Something was missed, maybe.
            Ok(Err(_)) => true,
            Err(RecvTimeoutError::Timeout) if left < Some(QUIET) => return Ok(Waited::Impatient),
            Err(RecvTimeoutError::Timeout) => return Ok(Waited::Calm),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Failure::Watch(notify::Error::generic(
                    "the watcher has gone",
                )));
            }
        };
        if is_new && latest.is_none() {
            latest = Some(Instant::now() + PATIENCE);
        }
    }
}
