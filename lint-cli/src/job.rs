//! Checks files, many at a time, and hands on what came of them in order.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fornax_manifest::{
    Diagnostic, Document, DocumentKind, Fixed, Nowhere, Severity, Surroundings, check, limits,
};
use fornax_project::config::{BrokenConfig, Config, Configs, FileUsage, Ungoverned};
use fornax_project::{
    Disk, Found, Homes, Loaded, Memory, Remembering, destination, load_stream, look, replace,
};
use fornax_terminal::path_name;
use rayon::prelude::*;

use crate::exit;
use crate::fixing::{Fixing, Resulting};
use crate::output::Format;
use crate::outputs::Piece;
use crate::report::{Failure, Ignored, Repair, Report, Summary};
use crate::watch::Watched;

/// How many files are checked before the first of them is written.
const BATCH: usize = 256;

/// Below so many files it costs more to start threads than they save.
const WORTH_THREADS: usize = 8;

/// What is the same for every file of a run.
#[derive(Debug)]
pub(crate) struct Job<'a> {
    pub(crate) kind: Option<DocumentKind>,
    pub(crate) configs: &'a Configs,
    /// None if the disk around a document is nobody's business.
    pub(crate) homes: Option<Homes>,
    /// What this run knows of them by now.
    pub(crate) memory: Memory,
    /// What is kept of a run that is watched.
    pub(crate) watched: Option<&'a Watched<'a>>,
    pub(crate) min_severity: Severity,
    /// None if nothing is fixed.
    pub(crate) fixing: Option<Fixing>,
    pub(crate) formats: Vec<&'a dyn Format>,
}

/// A file, and what came of it.
#[derive(Debug)]
pub(crate) struct Part {
    /// The file, as messages name it.
    pub(crate) path: String,
    pub(crate) fate: Fate,
}

/// What came of a file.
#[derive(Debug)]
pub(crate) enum Fate {
    /// It was checked, or could not be.
    Looked {
        /// What it adds to the summary.
        summary: Box<Summary>,
        /// What each format makes of it.
        pieces: Vec<Piece>,
        /// Where its text really is, if there is something to fix in it: several names may lead there.
        place: Option<PathBuf>,
        /// What goes to standard output in place of what came from standard input.
        passed_on: Option<Vec<u8>>,
        /// What it shows about its configuration.
        usage: (Arc<Config>, FileUsage),
    },
    /// The configuration that governs it can't be used, so nobody looked.
    Ungoverned(Arc<BrokenConfig>),
    /// What it holds doesn't look like a manifest.
    Foreign {
        /// Whether it is JSON, so that it is certainly another program's.
        is_json: bool,
    },
    /// It is excluded.
    Excluded,
    /// It is a symbolic link that isn't followed.
    Link,
}

/// A file that is no document.
#[derive(Clone, Copy, Debug)]
struct Foreign {
    is_json: bool,
}

/// What came of looking at a file, before it is written down.
#[derive(Debug)]
struct Looked {
    report: Report,
    usage: FileUsage,
}

impl Job<'_> {
    /// Checks every file that is found, and hands the parts to `write` in the same order, as many at a
    /// time as are ready.
    pub(crate) fn files(
        &self,
        mut found: impl Iterator<Item = Found> + Send,
        mut write: impl FnMut(Vec<Part>) -> Result<(), exit::Failure>,
    ) -> Result<(), exit::Failure> {
        // Two names may lead to one file, which can be fixed for one of them only.
        let is_writing = self.results_in(Resulting::File);
        let mut batch: Vec<_> = found.by_ref().take(BATCH).collect();
        while !batch.is_empty() {
            if is_writing || batch.len() < WORTH_THREADS {
                for found in batch {
                    write(vec![self.file(found)?])?;
                }
                batch = found.by_ref().take(BATCH).collect();
                continue;
            }
            // While these are checked, the next ones are searched for.
            let (parts, next) = rayon::join(
                || {
                    let parts = batch.into_par_iter().map(|found| self.file(found));
                    parts.collect::<io::Result<Vec<_>>>()
                },
                || found.by_ref().take(BATCH).collect(),
            );
            write(parts?)?;
            batch = next;
        }
        Ok(())
    }

    /// Checks what a stream holds.
    pub(crate) fn stream(
        &self,
        stream: &mut impl io::Read,
        path: Option<&Path>,
    ) -> io::Result<Part> {
        let name = path.unwrap_or(Path::new("-"));
        let config = match path {
            Some(path) => self.configs.for_file(path),
            None => self.configs.for_folder(Path::new(".")),
        };
        self.part(name, config, |config| {
            let kind = self.kind.or_else(|| config.kind_of(path?));
            Ok(match load_stream(stream, path, kind) {
                Ok(document)
                    if self.results_in(Resulting::Stream)
                        && document.size() > limits::TEXT_BYTES =>
                {
                    Looked::failed(name, Failure::too_large_to_fix(), config)
                }
                Ok(document) => self.document(path, name, document, config),
                Err(error) => Looked::failed(name, Failure::unreadable(&error), config),
            })
        })
    }

    fn file(&self, found: Found) -> io::Result<Part> {
        let path = found.path();
        let input = match &found {
            Found::Input(input) => Ok(input),
            Found::Failed(error) => Err(error),
            Found::Excluded(_) => {
                return Ok(Part {
                    path: path_name(path),
                    fate: Fate::Excluded,
                });
            }
            Found::Link(_) => {
                return Ok(Part {
                    path: path_name(path),
                    fate: Fate::Link,
                });
            }
        };
        if let Some(watched) = self.watched {
            watched.asked.add(path);
        }
        let config = match input {
            Ok(input) => self.configs.for_place(&input.place),
            Err(_) => self.configs.for_file(path),
        };
        self.part(path, config, |config| {
            let failed = |error| Ok(Looked::failed(path, Failure::unreadable(error), config));
            let loaded = match input {
                Ok(input) => look(input, self.kind),
                Err(error) => return failed(error),
            };
            match loaded {
                Ok(Loaded::Document(document)) => {
                    Ok(self.document(Some(path), path, *document, config))
                }
                Ok(Loaded::Foreign { is_json }) => Err(Foreign { is_json }),
                Err(error) => failed(&error),
            }
        })
    }

    fn document(
        &self,
        path: Option<&Path>,
        name: &Path,
        mut document: Document,
        config: &Arc<Config>,
    ) -> Looked {
        let disk = self.homes.as_ref().map(|homes| Disk::around(path, homes));
        let noting = self.watched.zip(disk.clone());
        let noting = noting.map(|(watched, disk)| watched.asked.around(disk));
        // What is fixed may lie in the home directory too.
        let remembering = disk.clone().filter(|_| self.fixing.is_none());
        let remembering = remembering.map(|disk| Remembering::new(disk, &self.memory));
        let surroundings: &dyn Surroundings = match (&noting, &remembering, &disk) {
            (Some(noting), ..) => noting,
            (None, Some(remembering), _) => remembering,
            (None, None, Some(disk)) => disk,
            (None, None, None) => &Nowhere,
        };
        let look = |document: &Document| {
            let findings = check(document, config.options(), surroundings);
            let mut applied = config.apply(path, document, findings);
            let is_shown = |finding: &Diagnostic| finding.severity >= self.min_severity;
            applied.diagnostics.retain(is_shown);
            applied
                .suppressed
                .retain(|suppressed| is_shown(&suppressed.diagnostic));
            applied
        };
        let findings = |document: &Document| look(document).diagnostics;
        let mut applied = look(&document);
        let repair = match self.fixing {
            Some(_) if self.is_undone(path, &document) => Repair::Undone,
            Some(fixing) => fixing
                .fix(&document, &applied.diagnostics, findings)
                .map_or(Repair::None, |fixed| {
                    self.repair(path, &document, fixed, config)
                }),
            None => Repair::None,
        };
        if let Repair::Done { text, .. } = &repair {
            document = Document::parse(text.as_bytes(), document.kind());
            applied = look(&document);
        }
        let fixable = Fixing::tried(&document, &applied.diagnostics, findings);
        let mut report = Report::checked(name, document, applied.diagnostics);
        report.repair = repair;
        report.fixable = fixable;
        let ignored = applied.suppressed.into_iter().map(|suppressed| Ignored {
            diagnostic: suppressed.diagnostic,
            config: Arc::clone(config),
            ignore: suppressed.ignore,
        });
        report.ignored = ignored.collect();
        Looked {
            report,
            usage: applied.usage,
        }
    }

    /// Whether a file holds again what an earlier run has fixed: somebody wants it so.
    fn is_undone(&self, path: Option<&Path>, document: &Document) -> bool {
        let watched = self.watched.zip(path);
        watched.is_some_and(|(watched, path)| watched.fixes.are_undone(path, document.bytes()))
    }

    /// Puts a fixed text where it belongs.
    fn repair(
        &self,
        path: Option<&Path>,
        document: &Document,
        fixed: Fixed,
        config: &Config,
    ) -> Repair {
        // What comes from standard input is nobody's file.
        if !self.results_in(Resulting::Stream)
            && path.is_some_and(|path| config.is_configuration(path))
        {
            return Repair::Failed(Failure::configuration_to_fix());
        }
        let Fixed {
            text,
            applied: fixes,
            ..
        } = fixed;
        if self.results_in(Resulting::Patch) {
            return Repair::Pending { fixes, text };
        }
        match path.filter(|_| self.results_in(Resulting::File)) {
            Some(path) => match replace(path, document.bytes(), text.as_bytes()) {
                Ok(()) => {
                    if let Some(watched) = self.watched {
                        watched.fixes.add(path, document.bytes(), text.as_bytes());
                    }
                    Repair::Done { fixes, text }
                }
                Err(error) => Repair::Failed(Failure::unwritable(&error)),
            },
            None => Repair::Done { fixes, text },
        }
    }

    fn results_in(&self, result: Resulting) -> bool {
        self.fixing.is_some_and(|fixing| fixing.result == result)
    }

    /// Looks at a file, and makes its part of what came of it; a panic in that is a finding on this
    /// file, not the end of the run. A file whose configuration can't be used is not looked at.
    fn part(
        &self,
        name: &Path,
        config: Result<Arc<Config>, Ungoverned>,
        look: impl FnOnce(&Arc<Config>) -> Result<Looked, Foreign>,
    ) -> io::Result<Part> {
        let config = match config {
            Ok(config) => config,
            Err(ungoverned) => {
                return Ok(Part {
                    path: path_name(name),
                    fate: Fate::Ungoverned(ungoverned.broken),
                });
            }
        };
        guarded(|| self.render(name, &config, look(&config))).unwrap_or_else(|failure| {
            let looked = Looked::failed(name, failure, &config);
            self.render(name, &config, Ok(looked))
        })
    }

    fn render(
        &self,
        name: &Path,
        config: &Arc<Config>,
        looked: Result<Looked, Foreign>,
    ) -> io::Result<Part> {
        let mut path = None;
        let fate = match looked {
            Ok(Looked { report, usage }) => {
                let document = report.document();
                let passed_on = document.filter(|_| self.results_in(Resulting::Stream));
                let summary = Summary::of(&report);
                let fate = Fate::Looked {
                    place: summary
                        .has_fixes()
                        .then(|| destination(name).ok())
                        .flatten(),
                    summary: Box::new(summary),
                    pieces: self.write_down(&report)?,
                    passed_on: passed_on.map(|document| document.bytes().to_vec()),
                    usage: (Arc::clone(config), usage),
                };
                path = Some(report.path);
                fate
            }
            Err(Foreign { is_json }) => Fate::Foreign { is_json },
        };
        let path = path.unwrap_or_else(|| path_name(name));
        Ok(Part { path, fate })
    }

    /// What each format makes of a report.
    pub(crate) fn write_down(&self, report: &Report) -> io::Result<Vec<Piece>> {
        let piece = |format: &&dyn Format| {
            let mut piece = Piece::default();
            format.file(report, &mut piece.text)?;
            format.held(report, &mut piece.held)?;
            Ok(piece)
        };
        self.formats.iter().map(piece).collect()
    }
}

impl Looked {
    fn failed(path: &Path, failure: Failure, config: &Config) -> Self {
        Self {
            report: Report::failed(path, failure),
            usage: FileUsage::unchecked(config, path),
        }
    }
}

/// Does some work, and turns a panic in it into a failure.
fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Failure> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| Failure::internal(message_of(&*panic)))
}

fn message_of(panic: &(dyn Any + Send)) -> &str {
    match panic.downcast_ref::<&str>() {
        Some(message) => message,
        None => panic
            .downcast_ref::<String>()
            .map_or("no message", String::as_str),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_failure_with_its_message() {
        let text = guarded(|| panic!("at {}", 7)).map(|()| 0).unwrap_err();
        assert!(text.message.ends_with(": at 7"), "{}", text.message);
        let plain = guarded(|| panic!("plain")).map(|()| 0).unwrap_err();
        assert!(plain.message.ends_with(": plain"), "{}", plain.message);
        assert_eq!(guarded(|| 1).ok(), Some(1));
    }
}
