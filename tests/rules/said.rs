//! Everything that is said about the manuals' examples and the samples.
//!
//! Other tests hold what is right: verdicts, places, fixes. This one holds the words and the edits as they
//! were when somebody read them last, so that no change of a rule goes unseen.

use std::collections::HashSet;
use std::fmt::Write;

use fornax_manifest::{Diagnostic, Document, DocumentKind, Nowhere, RULES, Surroundings, check};

use crate::examples::examples;
use crate::options;
use crate::samples::samples;
use crate::support::assert_generated;

/// Each thing once, with the document about which it was said first.
#[derive(Default)]
struct Said {
    known: HashSet<String>,
    text: String,
}

impl Said {
    fn about(&mut self, name: &str, bytes: &[u8], kind: DocumentKind, around: &dyn Surroundings) {
        let document = Document::parse(bytes, kind);
        for finding in check(&document, &options(), around) {
            let words = words(&document, &finding);
            if self.known.insert(words.clone()) {
                let span = finding.span;
                writeln!(self.text, "{name} at {}-{}\n{words}", span.start, span.end).unwrap();
            }
        }
    }
}

/// A text on one line, in which everything can be seen.
fn visible(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_ascii_punctuation() {
            out.push(c);
        } else {
            out.extend(c.escape_debug());
        }
    }
    out
}

/// Text of a document, and not too much of it.
fn short(text: &str) -> String {
    let text = visible(text);
    match text.char_indices().nth(200) {
        Some((end, _)) => format!("{}… ({})", &text[..end], text.chars().count()),
        None => text,
    }
}

fn words(document: &Document, finding: &Diagnostic) -> String {
    let text = document.text();
    let at = |span: fornax_manifest::Span| short(text.get(span.range()).unwrap_or_default());
    let mut out = format!(
        "  {}[{}] {:?}: {}\n",
        finding.severity.as_str(),
        finding.rule.name,
        finding.loader_reason.unwrap_or_default(),
        visible(&finding.message)
    );
    if finding.is_unused {
        out += "  unused\n";
    }
    for note in &finding.notes {
        writeln!(out, "  note: {}", visible(note)).unwrap();
    }
    for related in &finding.related {
        let message = visible(&related.message);
        writeln!(out, "  related: {message} `{}`", at(related.span)).unwrap();
    }
    for elsewhere in &finding.elsewhere {
        let (document, message) = (&elsewhere.document, &elsewhere.message);
        writeln!(out, "  elsewhere: {document:?} {message:?}").unwrap();
    }
    for fix in &finding.fixes {
        let preferred = if fix.is_preferred() {
            ""
        } else {
            ", one of several"
        };
        let title = visible(fix.title());
        let applicability = fix.applicability().as_str();
        writeln!(out, "  fix, {applicability}{preferred}: {title}").unwrap();
        for edit in fix.edits() {
            let (old, new) = (at(edit.span), short(&edit.text));
            writeln!(out, "    `{old}` -> `{new}`").unwrap();
        }
    }
    out
}

#[test]
fn what_is_said_is_what_was_read() {
    let mut said = Said::default();
    for rule in RULES {
        for (number, example) in examples(rule).iter().enumerate() {
            let name = format!("manual of {}, example {}", rule.name, number + 1);
            said.about(
                &name,
                example.text.as_bytes(),
                example.kind,
                example.surroundings(),
            );
        }
    }
    for folder in ["invalid", "valid"] {
        for (kind, name, text) in samples(folder) {
            let name = format!("samples/{}/{folder}/{name}", kind.name());
            said.about(&name, text.as_bytes(), kind, &Nowhere);
        }
    }
    assert_generated("tests/rules/said.txt", &said.text);
}
