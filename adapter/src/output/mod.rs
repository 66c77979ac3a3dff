//! What a command says, to a person or to a program, and the exit code.

mod report;
mod text;

use std::io::{self, IsTerminal as _};
use std::process::ExitCode;

use fornax_project::in_words;
use fornax_terminal::{Patch, Style, Width, print, say};
use serde::Serialize;

use crate::output::text::Look;

pub(crate) use report::{
    AdapterReport, AlterReport, Change, DoctorReport, Finding, InfoReport, ListReport,
    OperationReport, PlanReport, Refused, RegisterReport, Registration, Rejected, Report,
    ReviewReport, TargetReport, Texts, Trouble,
};

/// The version of the reports for programs.
const VERSION: u32 = 1;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It is done, or there was nothing to do.
    Done,
    /// There is something to look at, or to do.
    Pending,
    /// It was refused, or isn't possible.
    Failed,
}

impl From<Verdict> for ExitCode {
    /// The one place that knows exit codes.
    fn from(verdict: Verdict) -> Self {
        Self::from(match verdict {
            Verdict::Done => 0,
            Verdict::Pending => 1,
            Verdict::Failed => 2,
        })
    }
}

/// What a command came to.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) report: Report,
    pub(crate) verdict: Verdict,
}

/// How reports are written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output {
    /// As one JSON document.
    pub(crate) json: bool,
    /// In colour.
    pub(crate) color: bool,
}

impl Output {
    /// Writes what a command came to.
    pub(crate) fn write(self, command: Option<&str>, answer: &Answer) -> Verdict {
        let written = if self.json {
            self.write_json(command, &answer.report)
        } else {
            self.write_text(&answer.report)
        };
        match written {
            Ok(()) => answer.verdict,
            Err(error) => unwritten(&error),
        }
    }

    fn write_json(self, command: Option<&str>, report: &Report) -> io::Result<()> {
        let document = Envelope {
            version: VERSION,
            command,
            report,
        };
        let mut text = serde_json::to_string_pretty(&document)?;
        text.push('\n');
        print(&text, false)
    }

    fn write_text(self, report: &Report) -> io::Result<()> {
        let patch = Patch {
            style: Style { color: self.color },
            is_shown: self.color || io::stdout().is_terminal(),
        };
        let look = Look {
            patch,
            width: Width::of_stdout(),
        };
        let said = text::say(report, look);
        if !said.error.is_empty() {
            // A patch, or nothing, has standard output for itself.
            for line in said.error.lines() {
                say(line);
            }
        }
        print(&said.output, self.color)
    }
}

/// A report with what all of them have.
#[derive(Debug, Serialize)]
struct Envelope<'a> {
    version: u32,
    command: Option<&'a str>,
    #[serde(flatten)]
    report: &'a Report,
}

/// Says that the output can't be written.
pub(crate) fn unwritten(error: &io::Error) -> Verdict {
    say(&format!(
        "error: the output can't be written: {}",
        in_words(error)
    ));
    Verdict::Failed
}
