//! Annotations of GitHub Actions: workflow commands, which the runner takes out of a step's output.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::{self, Write as _};

use fornax_manifest::Severity;
use fornax_terminal::visible;

use crate::output::root::is_stream;
use crate::output::{End, Format, Held, Region, Root};
use crate::report::{Finding, Report};

/// How many annotations of one severity GitHub keeps of a step. Whatever comes later is lost, so
/// errors come first, and the last notice is left for the count of what is not shown.
const SHOWN: usize = 10;

/// Each severity's command, in the order in which they are written.
const COMMANDS: [(Severity, &str, usize); 3] = [
    (Severity::Error, "::error ", SHOWN),
    (Severity::Warning, "::warning ", SHOWN),
    (Severity::Info, "::notice ", SHOWN - 1),
];

/// Everything is one line, and what a runner would obey is escaped.
#[derive(Debug)]
pub(crate) struct Github {
    pub(crate) root: Root,
    /// Whether the findings stand in the same log as text, too.
    pub(crate) is_beside_text: bool,
}

impl Format for Github {
    fn file(&self, _report: &Report, _out: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }

    fn held(&self, report: &Report, out: &mut Vec<u8>) -> io::Result<()> {
        let lines = report.lines();
        let file = (!is_stream(&report.file)).then(|| property(&self.root.name(&report.file)));
        for finding in report.findings() {
            let command = COMMANDS
                .iter()
                .find(|(severity, ..)| *severity == finding.severity);
            let Some((_, command, _)) = command else {
                continue;
            };
            write!(out, "{command}")?;
            if let Some(file) = &file {
                write!(
                    out,
                    "file={file},{},",
                    place(Region::of(&lines, finding.span))
                )?;
            }
            writeln!(
                out,
                "title={}::{}",
                property(&format!("{}[{}]", finding.severity.as_str(), finding.rule)),
                data(&text(&finding))
            )?;
        }
        Ok(())
    }

    fn keeps(&self, line: &[u8], held: &Held) -> bool {
        COMMANDS.iter().any(|(_, command, limit)| {
            let command = command.as_bytes();
            let is_alike = |line: &[u8]| line.starts_with(command);
            is_alike(line) && held.lines.iter().filter(|line| is_alike(line)).count() < *limit
        })
    }

    fn finish(&self, end: &End<'_>, out: &mut Vec<u8>) -> io::Result<()> {
        for (_, command, _) in COMMANDS {
            for line in &end.held.lines {
                if line.starts_with(command.as_bytes()) {
                    out.extend_from_slice(line);
                    out.push(b'\n');
                }
            }
        }
        match end.held.dropped {
            0 => Ok(()),
            more => {
                let where_they_are = if self.is_beside_text {
                    "the log of this step has them all"
                } else {
                    "`--format human --format github` writes them all to the log"
                };
                writeln!(
                    out,
                    "::notice title=fornax-lint::{more} more not shown; {where_they_are}"
                )
            }
        }
    }
}

/// The lines, and the columns if all is on one line: GitHub has no use for others.
fn place(region: Option<Region>) -> String {
    let Some(Region { start, end }) = region else {
        return "line=1".to_owned();
    };
    let lines = format!("line={},endLine={}", start.line, end.line);
    if start.line == end.line {
        format!("{lines},col={},endColumn={}", start.column, end.column)
    } else {
        lines
    }
}

fn text(finding: &Finding<'_>) -> String {
    let mut text = visible(finding.message).into_owned();
    for remark in finding.remarks() {
        text.push('\n');
        text.push_str(&visible(&remark));
    }
    text
}

/// Text as a command's message; the percent sign comes first, since it escapes the others.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// Text as the value of a command's property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// Another format, in whose text the runner obeys nothing: it holds parts of documents, which may
/// look like commands.
#[derive(Debug)]
pub(crate) struct Inert {
    format: Box<dyn Format>,
    /// What ends the text. Nobody who writes a document can know it.
    token: String,
}

impl Inert {
    pub(crate) fn new(format: Box<dyn Format>) -> Self {
        let random = || RandomState::new().build_hasher().finish();
        Self {
            format,
            token: format!("fornax-lint-{:016x}{:016x}", random(), random()),
        }
    }
}

impl Format for Inert {
    fn start(&self, out: &mut Vec<u8>) -> io::Result<()> {
        writeln!(out, "::stop-commands::{}", self.token)?;
        self.format.start(out)
    }

    fn file(&self, report: &Report, out: &mut Vec<u8>) -> io::Result<()> {
        self.format.file(report, out)
    }

    fn separator(&self) -> &'static str {
        self.format.separator()
    }

    fn finish(&self, end: &End<'_>, out: &mut Vec<u8>) -> io::Result<()> {
        self.format.finish(end, out)?;
        writeln!(out, "::{}::", self.token)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_runner_would_obey_is_escaped() {
        assert_eq!(data("100%\r\n::error::x"), "100%25%0D%0A::error::x");
        assert_eq!(property("a,b:c%2C.json"), "a%2Cb%3Ac%252C.json");
    }

    #[test]
    fn no_two_texts_end_alike() {
        let token = || Inert::new(Box::new(crate::output::Short)).token;
        assert_ne!(token(), token());
    }
}
