//! A line for each finding: `path:line:column: severity[rule] message`.

use std::io::{self, Write as _};

use fornax_terminal::visible;

use crate::output::{Format, Place};
use crate::report::Report;

/// Columns count UTF-16 units, as in editors. One finding is one line: line breaks, like all that a
/// terminal would obey, are written as symbols.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Short;

impl Format for Short {
    fn file(&self, report: &Report, out: &mut Vec<u8>) -> io::Result<()> {
        let lines = report.lines();
        let path = visible(&report.path);
        for finding in report.findings() {
            let Place { line, column } = Place::of(&lines, finding.span.start);
            let severity = finding.severity.as_str();
            let message = visible(finding.message);
            writeln!(
                out,
                "{path}:{line}:{column}: {severity}[{}] {message}",
                finding.rule
            )?;
        }
        Ok(())
    }
}
