//! JUnit's XML for test reports, as Jenkins' published schema has it.

use std::borrow::Cow;
use std::io::{self, Write as _};

use fornax_manifest::{Severity, find_rule};
use fornax_terminal::push_visible;

use crate::output::{End, Format, Region};
use crate::report::{Finding, Report};

/// A suite is a file, a test case a finding in it, and there is one for a file without findings. An
/// error fails, and so does whatever keeps a file from being checked; warnings and advice are output
/// of a test that passes, as they are in the exit code.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Junit;

impl Format for Junit {
    fn start(&self, out: &mut Vec<u8>) -> io::Result<()> {
        out.write_all(
            b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"fornax-lint\">\n",
        )
    }

    fn file(&self, report: &Report, out: &mut Vec<u8>) -> io::Result<()> {
        let path = escaped(&report.path);
        let lines = report.lines();
        let mut cases = Vec::new();
        let (mut tests, mut failures, mut errors) = (0_usize, 0_usize, 0_usize);
        for finding in report.findings() {
            tests += 1;
            let place = match Region::of(&lines, finding.span) {
                Some(Region { start, .. }) => format!("{}:{}", start.line, start.column),
                None => "1".to_owned(),
            };
            let rule = finding.rule;
            write!(
                cases,
                "<testcase classname=\"{path}\" name=\"{rule} ({place})\">"
            )?;
            let text =
                escaped(&format!("{}:{place}: {}", report.path, text(&finding))).into_owned();
            let outcome = match finding.severity {
                Severity::Error if find_rule(finding.rule).is_some() => {
                    failures += 1;
                    "failure"
                }
                Severity::Error => {
                    errors += 1;
                    "error"
                }
                Severity::Warning | Severity::Info => "",
            };
            if outcome.is_empty() {
                write!(cases, "<system-out>{text}</system-out>")?;
            } else {
                write!(
                    cases,
                    "<{outcome} type=\"{rule}\" message=\"{}\">{text}</{outcome}>",
                    escaped(finding.message)
                )?;
            }
            writeln!(cases, "</testcase>")?;
        }
        if tests == 0 {
            tests = 1;
            writeln!(
                cases,
                "<testcase classname=\"{path}\" name=\"no findings\"/>"
            )?;
        }
        writeln!(
            out,
            "<testsuite name=\"{path}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">"
        )?;
        out.extend_from_slice(&cases);
        writeln!(out, "</testsuite>")
    }

    fn finish(&self, _end: &End<'_>, out: &mut Vec<u8>) -> io::Result<()> {
        out.write_all(b"</testsuites>\n")
    }
}

fn text(finding: &Finding<'_>) -> String {
    let mut text = format!(
        "{}[{}] {}",
        finding.severity.as_str(),
        finding.rule,
        finding.message
    );
    for remark in finding.remarks() {
        text.push('\n');
        text.push_str(&remark);
    }
    text
}

/// Text as the content of an element or the value of an attribute. What XML can't hold at all, not
/// even escaped, becomes a symbol.
fn escaped(text: &str) -> Cow<'_, str> {
    let is_plain = |character| {
        matches!(character, ' '..='~' | '\u{a0}'..='\u{fffd}' | '\u{10000}'..)
            && !matches!(character, '<' | '>' | '&' | '"')
    };
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut xml = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            '<' => xml.push_str("&lt;"),
            // It needs no escape but in `]]>`.
            '>' => xml.push_str("&gt;"),
            '&' => xml.push_str("&amp;"),
            '"' => xml.push_str("&quot;"),
            // As they are, a reader would turn them into blanks or line feeds.
            '\t' | '\n' | '\r' | '\u{7f}'..='\u{9f}' => {
                xml.push_str(&format!("&#{};", u32::from(character)));
            }
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => push_visible(&mut xml, character),
            _ => xml.push(character),
        }
    }
    Cow::Owned(xml)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_that_xml_cannot_hold() {
        assert_eq!(escaped("plain, 日本 \u{1f642}"), "plain, 日本 \u{1f642}");
        assert_eq!(escaped("a]]><b>&\"'"), "a]]&gt;&lt;b&gt;&amp;&quot;'");
        assert_eq!(escaped("\t\r\n\u{85}"), "&#9;&#13;&#10;&#133;");
        assert_eq!(escaped("\0\x1b\u{fffe}\u{ffff}"), "␀␛‹U+FFFE›‹U+FFFF›");
    }
}
