//! Output formats, one file each, behind one signature.

mod diff;
mod excerpt;
mod fingerprint;
mod github;
mod gitlab;
mod human;
mod json;
mod jsonl;
mod junit;
mod root;
mod sarif;
mod short;

use std::fmt::Debug;
use std::io;

use fornax_manifest::{LineIndex, Span, Utf16Column};

use crate::report::{Finding, Report, Summary};

pub(crate) use diff::{Beside, Diff, PatchRoot};
pub(crate) use github::{Github, Inert};
pub(crate) use gitlab::Gitlab;
pub(crate) use human::Human;
pub(crate) use json::Json;
pub(crate) use jsonl::Jsonl;
pub(crate) use junit::Junit;
pub(crate) use root::Root;
pub(crate) use sarif::Sarif;
pub(crate) use short::Short;

/// A way to write reports down.
///
/// The parts are made in any order and on any thread, and put together in order, so that a run over
/// many files holds few of them at a time.
pub(crate) trait Format: Debug + Sync {
    /// What comes before the first file.
    fn start(&self, _out: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }

    /// One file's part.
    fn file(&self, report: &Report, out: &mut Vec<u8>) -> io::Result<()>;

    /// What stands between two files' parts; a part that is empty is none.
    fn separator(&self) -> &'static str {
        ""
    }

    /// Lines about one file that only come at the end.
    fn held(&self, _report: &Report, _lines: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }

    /// Whether a line that only comes at the end is kept until then, beside those that are already.
    fn keeps(&self, _line: &[u8], _held: &Held) -> bool {
        true
    }

    /// What comes after the last file.
    fn finish(&self, _end: &End<'_>, _out: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }
}

/// Lines that only come at the end.
#[derive(Debug, Default)]
pub(crate) struct Held {
    pub(crate) lines: Vec<Vec<u8>>,
    /// How many lines there would be besides.
    pub(crate) dropped: usize,
}

impl Held {
    pub(crate) fn add(&mut self, lines: &[u8], format: &dyn Format) {
        for line in lines.split_inclusive(|&byte| byte == b'\n') {
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            if format.keeps(line, self) {
                self.lines.push(line.to_vec());
            } else {
                self.dropped += 1;
            }
        }
    }
}

/// What is known when all files have been looked at.
#[derive(Debug)]
pub(crate) struct End<'a> {
    pub(crate) summary: &'a Summary,
    pub(crate) held: &'a Held,
}

/// Where a finding is, as every format counts: lines and columns from 1, columns in UTF-16 units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) line: u32,
    pub(crate) column: u32,
}

impl Place {
    pub(crate) fn of(lines: &LineIndex<'_>, offset: u32) -> Self {
        let place = lines.position::<Utf16Column>(offset);
        Self {
            line: place.line + 1,
            column: place.column.0 + 1,
        }
    }
}

/// Where a finding starts and ends; what it ends before does not belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Region {
    pub(crate) start: Place,
    pub(crate) end: Place,
}

impl Region {
    /// None where there is no text, because it was not read or is empty: the whole file is meant.
    pub(crate) fn of(lines: &LineIndex<'_>, span: Span) -> Option<Self> {
        (!lines.text().is_empty()).then(|| Self {
            start: Place::of(lines, span.start),
            end: Place::of(lines, span.end),
        })
    }

    pub(crate) fn is_one_line(self) -> bool {
        self.start.line == self.end.line
    }
}

/// All that is said about a finding, as sentences, for formats that have one place for it.
fn prose(finding: &Finding<'_>) -> String {
    let mut text = sentence(finding.message);
    for remark in finding.remarks() {
        text.push(' ');
        text.push_str(&sentence(&remark));
    }
    text
}

/// Text as a sentence of its own.
fn sentence(text: &str) -> String {
    let mut sentence = String::with_capacity(text.len() + 1);
    let mut characters = text.chars();
    if let Some(first) = characters.next() {
        sentence.extend(first.to_uppercase());
    }
    sentence.push_str(characters.as_str());
    if !sentence.ends_with(['.', '?', '!']) {
        sentence.push('.');
    }
    sentence
}
