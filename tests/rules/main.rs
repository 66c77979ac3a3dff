//! The rules as a whole: the registry, the manuals and the samples are held to their word.

// A test fails by panicking, its helpers included; clippy.toml knows only functions marked `#[test]`.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "../support/mod.rs"]
mod support;
#[path = "../support/surroundings.rs"]
mod surroundings;
#[path = "../support/worst.rs"]
mod worst;

mod edges;
mod examples;
mod hidden;
mod line_ends;
mod manual;
mod offers;
mod registry;
mod said;
mod samples;
mod special;
mod variations;
#[path = "worst.rs"]
mod worst_cases;

use fornax_manifest::{
    Diagnostic, Document, DocumentKind, FornaxVersion, Options, Severity, Surroundings, check,
};

/// What the manuals and samples are checked with.
pub(crate) fn options() -> Options {
    Options {
        fornax_version: Some(FornaxVersion(0, 0, 9)),
        ..Options::default()
    }
}

pub(crate) fn findings(
    text: &str,
    kind: DocumentKind,
    surroundings: &dyn Surroundings,
) -> Vec<Diagnostic> {
    let document = Document::parse(text.as_bytes(), kind);
    check(&document, &options(), surroundings)
}

/// The rules and messages of the errors among `findings`, sorted.
pub(crate) fn errors(findings: &[Diagnostic]) -> Vec<(&'static str, String)> {
    let mut errors: Vec<_> = findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
        .map(|finding| (finding.rule.name, finding.message.clone()))
        .collect();
    errors.sort();
    errors
}

/// Findings in a form that a failed test can show.
pub(crate) fn shown(text: &str, findings: &[Diagnostic]) -> String {
    let lines: Vec<String> = findings
        .iter()
        .map(|finding| {
            format!(
                "  {} {} at {:?} {:?}: {}",
                finding.severity.as_str(),
                finding.rule.name,
                finding.span,
                text.get(finding.span.range()).unwrap_or("(no text)"),
                finding.message
            )
        })
        .collect();
    lines.join("\n")
}
