//! What fixing would change, as a patch.

use std::io;

use fornax_terminal::Patch;

use crate::output::{Format, Human};
use crate::report::{Outcome, Repair, Report};

/// A patch of all that would be fixed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Diff(pub(crate) Patch);

impl Format for Diff {
    fn file(&self, report: &Report, out: &mut Vec<u8>) -> io::Result<()> {
        if let (Some(document), Repair::Pending { text, .. }) = (report.document(), &report.repair)
        {
            self.0.file(&report.file, document.text(), text, out);
        }
        Ok(())
    }
}

/// What a patch has no place for: files that can't be checked, and what is wrong with a configuration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beside(pub(crate) Human);

impl Format for Beside {
    fn file(&self, report: &Report, out: &mut Vec<u8>) -> io::Result<()> {
        match report.outcome {
            Outcome::Checked { .. } => Ok(()),
            Outcome::Failed(_) | Outcome::Configuration { .. } => self.0.file(report, out),
        }
    }
}
