//! Findings for people: the source line, marked, with notes and fixes.

use std::io::{self, Write as _};

use codespan_reporting::diagnostic::{Diagnostic, Label, Severity as Style};
use codespan_reporting::files::Error;
use codespan_reporting::term::termcolor::{Buffer, WriteColor as _};
use codespan_reporting::term::{Config, Styles, emit_to_write_style};
use fornax_manifest::{Applicability, Fix, LineIndex, Severity};
use fornax_terminal::visible;

use crate::output::excerpt::{Excerpt, first_line_of};
use crate::output::{Format, Place};
use crate::report::{Finding, Report};

/// How many related places of a finding are shown.
const RELATED: usize = 4;

/// Whatever comes from a document or a file system is made safe for a terminal before it is shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Human {
    /// Whether to colour.
    pub(crate) color: bool,
}

impl Format for Human {
    fn file(&self, report: &Report, out: &mut Vec<u8>) -> io::Result<()> {
        let path = visible(&report.path);
        let lines = report.lines();
        for finding in report.findings() {
            self.finding(&path, &lines, &finding, out)
                .map_err(|error| match error {
                    Error::Io(error) => error,
                    error => io::Error::other(error),
                })?;
        }
        Ok(())
    }
}

impl Human {
    fn finding(
        self,
        path: &str,
        lines: &LineIndex<'_>,
        finding: &Finding<'_>,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let style = style(finding.severity);
        let mut top = self.buffer();
        header(&mut top, style, finding)?;

        let excerpt = Excerpt::new(
            path.to_owned(),
            lines,
            finding.span,
            finding.related.iter().take(RELATED).map(|other| other.span),
        );
        let mut notes: Vec<_> = finding
            .remarks()
            .map(|remark| visible(&remark).into_owned())
            .collect();
        let mut labels = Vec::new();
        if lines.text().is_empty() {
            // The file could not be read, is too large or is empty: there is nothing to mark.
            locus(&mut top, path)?;
        } else {
            let primary = excerpt.locate(lines, finding.span).unwrap_or_default();
            labels.push(Label::primary((), primary));
            related(lines, finding, &excerpt, &mut labels, &mut notes);
        }
        notes.extend(finding.fixes.iter().map(help));

        let diagnostic = Diagnostic::new(style).with_labels(labels).with_notes(notes);
        let mut rest = self.buffer();
        emit_to_write_style(&mut rest, &config(), &excerpt, &diagnostic)?;
        out.extend_from_slice(top.as_slice());
        // The renderer's own first line goes, and so do the blanks that it ends lines with.
        for line in rest
            .as_slice()
            .split_inclusive(|&byte| byte == b'\n')
            .skip(1)
        {
            out.extend_from_slice(line.trim_ascii_end());
            out.push(b'\n');
        }
        Ok(())
    }

    fn buffer(self) -> Buffer {
        if self.color {
            Buffer::ansi()
        } else {
            Buffer::no_color()
        }
    }
}

fn config() -> Config {
    Config {
        // Of a span over many lines, the first and the last line say enough.
        start_context_lines: 0,
        end_context_lines: 0,
        ..Config::default()
    }
}

fn style(severity: Severity) -> Style {
    match severity {
        Severity::Error => Style::Error,
        Severity::Warning => Style::Warning,
        Severity::Info => Style::Help,
    }
}

/// The first line. The renderer would write one too, but it has other names for severities.
fn header(out: &mut Buffer, style: Style, finding: &Finding<'_>) -> io::Result<()> {
    let styles = Styles::default();
    out.set_color(styles.header(style))?;
    write!(out, "{}[{}]", finding.severity.as_str(), finding.rule)?;
    out.set_color(styles.header_message())?;
    write!(out, ": {}", visible(finding.message))?;
    out.reset()?;
    writeln!(out)
}

/// Names the file where no line of it can be shown; the renderer does so above lines only.
fn locus(out: &mut Buffer, path: &str) -> io::Result<()> {
    out.set_color(&Styles::default().source_border)?;
    write!(out, " ┌─")?;
    out.reset()?;
    writeln!(out, " {path}:1:1")
}

/// Marks the related places that are in sight, and notes where the others are.
fn related(
    lines: &LineIndex<'_>,
    finding: &Finding<'_>,
    excerpt: &Excerpt,
    labels: &mut Vec<Label<()>>,
    notes: &mut Vec<String>,
) {
    for other in finding.related.iter().take(RELATED) {
        let message = visible(&other.message);
        match excerpt.locate(lines, first_line_of(lines, other.span)) {
            Some(range) => labels.push(Label::secondary((), range).with_message(message)),
            None => {
                let Place { line, column } = Place::of(lines, other.span.start);
                notes.push(format!("at {line}:{column}: {message}"));
            }
        }
    }
    match finding.related.len().saturating_sub(RELATED) {
        0 => {}
        1 => notes.push("and one more such place".to_owned()),
        more => notes.push(format!("and {more} more such places")),
    }
}

fn help(fix: &Fix) -> String {
    let caveat = match fix.applicability() {
        // The title of the latter says that something is left to fill in.
        Applicability::Safe | Applicability::Placeholder => "",
        Applicability::Unsafe => " (if that is what you mean)",
    };
    format!("help: {}{caveat}", visible(fix.title()))
}
