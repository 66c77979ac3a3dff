//! Findings for people: the source line, marked, with notes and fixes.

use std::io::{self, Write as _};

use codespan_reporting::diagnostic::{Diagnostic, Label, Severity as Style};
use codespan_reporting::files::Error;
use codespan_reporting::term::termcolor::{Buffer, WriteColor as _};
use codespan_reporting::term::{Config, Styles, emit_to_write_style};
use fornax_manifest::{Applicability, Fix, LineIndex, Severity};
use fornax_terminal::{Width, text_columns, visible};

use crate::output::excerpt::{Excerpt, first_line_of};
use crate::output::{Format, Place};
use crate::report::{Finding, Report};

/// How many columns the renderer puts before a note where there is no line number.
const NOTE_MARK: usize = 3;

/// How many related places of a finding are shown.
const RELATED: usize = 4;

/// Whatever comes from a document or a file system is made safe for a terminal before it is shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Human {
    /// Whether to colour.
    pub(crate) color: bool,
    /// What it is to fit.
    pub(crate) width: Width,
}

impl Format for Human {
    fn file(&self, report: &Report, out: &mut Vec<u8>) -> io::Result<()> {
        // Of most files there is nothing to say.
        if report.findings().next().is_none() {
            return Ok(());
        }
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
        header(&mut top, style, finding, self.width)?;

        let excerpt = Excerpt::new(
            path.to_owned(),
            lines,
            finding.span,
            finding.related.iter().take(RELATED).map(|other| other.span),
            self.width,
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
            self.related(lines, finding, &excerpt, &mut labels, &mut notes);
        }
        notes.extend(finding.fixes.iter().map(help));
        let gutter = match labels.is_empty() {
            true => NOTE_MARK,
            false => excerpt.gutter(),
        };
        let beside = self.width.less(gutter);
        let notes = notes.iter().map(|note| beside.fill(note, "")).collect();

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

    /// Marks the related places that are in sight, and notes where the others are, and what would be too
    /// long beside its mark.
    fn related(
        self,
        lines: &LineIndex<'_>,
        finding: &Finding<'_>,
        excerpt: &Excerpt,
        labels: &mut Vec<Label<()>>,
        notes: &mut Vec<String>,
    ) {
        for other in finding.related.iter().take(RELATED) {
            let message = visible(&other.message);
            let Place { line, column } = Place::of(lines, other.span.start);
            let note = format!("at {line}:{column}: {message}");
            let Some(range) = excerpt.locate(lines, first_line_of(lines, other.span)) else {
                notes.push(note);
                continue;
            };
            let end = excerpt.gutter() + excerpt.end_column(&range) + 1 + text_columns(&message);
            let label = Label::secondary((), range);
            if self.width.columns().is_none_or(|all| end <= all) {
                labels.push(label.with_message(message));
            } else {
                labels.push(label);
                notes.push(note);
            }
        }
        match finding.related.len().saturating_sub(RELATED) {
            0 => {}
            1 => notes.push("and one more such place".to_owned()),
            more => notes.push(format!("and {more} more such places")),
        }
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
fn header(out: &mut Buffer, style: Style, finding: &Finding<'_>, width: Width) -> io::Result<()> {
    let styles = Styles::default();
    let name = format!("{}[{}]", finding.severity.as_str(), finding.rule);
    let text = width.fill(&format!("{name}: {}", visible(finding.message)), "  ");
    out.set_color(styles.header(style))?;
    write!(out, "{name}")?;
    out.set_color(styles.header_message())?;
    // The name is one word, so the text still begins with it.
    write!(out, "{}", text.strip_prefix(&name).unwrap_or_default())?;
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

fn help(fix: &Fix) -> String {
    let caveat = match fix.applicability() {
        // The title of the latter says that something is left to fill in.
        Applicability::Safe | Applicability::Placeholder => "",
        Applicability::Unsafe => " (if that is what you mean)",
    };
    format!("help: {}{caveat}", visible(fix.title()))
}
