//! Checks files, many at a time, and hands on what came of them in order.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use fornax_manifest::{Document, DocumentKind, Nowhere, Options, Severity, Surroundings, check};
use fornax_project::{Disk, Homes, Input, InputError, load, load_stream};
use rayon::prelude::*;

use crate::output::Format;
use crate::report::{Failure, Report, Summary};
use crate::visible::path_name;

/// How many files are checked before the first of them is written.
const BATCH: usize = 256;

/// Below so many files it costs more to start threads than they save.
const WORTH_THREADS: usize = 8;

/// What is the same for every file of a run.
#[derive(Debug)]
pub(crate) struct Job<'a> {
    pub(crate) kind: Option<DocumentKind>,
    pub(crate) options: Options,
    /// None if the disk around a document is nobody's business.
    pub(crate) homes: Option<Homes>,
    pub(crate) min_severity: Severity,
    pub(crate) format: &'a dyn Format,
}

/// What came of one file.
#[derive(Debug)]
pub(crate) struct Part {
    /// The file, as messages name it.
    pub(crate) path: String,
    /// What it adds to the summary; none if the file turned out to be another program's.
    pub(crate) summary: Option<Summary>,
    /// What the format makes of it.
    pub(crate) text: Vec<u8>,
}

impl Job<'_> {
    /// Checks every input, and hands the parts to `write` in the order of the inputs.
    pub(crate) fn files(
        &self,
        inputs: Vec<Result<Input, InputError>>,
        mut write: impl FnMut(Part) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut inputs = inputs.into_iter();
        loop {
            let batch: Vec<_> = inputs.by_ref().take(BATCH).collect();
            if batch.is_empty() {
                return Ok(());
            }
            if batch.len() < WORTH_THREADS {
                for input in batch {
                    write(self.file(input)?)?;
                }
                continue;
            }
            let parts: Vec<_> = batch
                .into_par_iter()
                .map(|input| self.file(input))
                .collect();
            for part in parts {
                write(part?)?;
            }
        }
    }

    /// Checks what a stream holds.
    pub(crate) fn stream(
        &self,
        stream: &mut impl io::Read,
        path: Option<&Path>,
    ) -> io::Result<Part> {
        let name = path.unwrap_or(Path::new("-"));
        self.part(name, || match load_stream(stream, path, self.kind) {
            Ok(document) => Some(self.document(path, name, document)),
            Err(error) => Some(Report::failed(name, Failure::unreadable(&error))),
        })
    }

    fn file(&self, input: Result<Input, InputError>) -> io::Result<Part> {
        match input {
            Ok(input) => self.part(&input.path, || match load(&input, self.kind) {
                Ok(document) => Some(self.document(Some(&input.path), &input.path, document?)),
                Err(error) => Some(Report::failed(&input.path, Failure::unreadable(&error))),
            }),
            Err(error) => self.part(error.path(), || {
                Some(Report::failed(error.path(), Failure::unreadable(&error)))
            }),
        }
    }

    fn document(&self, path: Option<&Path>, name: &Path, document: Document) -> Report {
        let disk = self.homes.as_ref().map(|homes| Disk::around(path, homes));
        let surroundings: &dyn Surroundings = match &disk {
            Some(disk) => disk,
            None => &Nowhere,
        };
        let mut findings = check(&document, &self.options, surroundings);
        findings.retain(|finding| finding.severity >= self.min_severity);
        Report::checked(name, document, findings)
    }

    /// Makes a report, and of it the part of its file; a panic in that is a finding on this file, not
    /// the end of the run.
    fn part(&self, name: &Path, report: impl FnOnce() -> Option<Report>) -> io::Result<Part> {
        guarded(|| self.render(name, report()))
            .unwrap_or_else(|failure| self.render(name, Some(Report::failed(name, failure))))
    }

    fn render(&self, name: &Path, report: Option<Report>) -> io::Result<Part> {
        let mut text = Vec::new();
        if let Some(report) = &report {
            self.format.file(report, &mut text)?;
        }
        Ok(Part {
            path: path_name(name),
            summary: report.as_ref().map(Summary::of),
            text,
        })
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
