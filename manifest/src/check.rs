//! Runs the rules over a document.

use std::borrow::Cow;
use std::iter;

use crate::context::Context;
use crate::diagnostic::{Diagnostic, Fix, Severity};
use crate::document::{Document, Encoding};
use crate::fornax::Facts;
use crate::options::Options;
use crate::rule::{Rule, Stage};
use crate::rules;
use crate::structure;
use crate::surroundings::Surroundings;
use crate::syntax::{Span, Token, TokenKind, Tree};
use crate::words::visible;

/// Everything that there is to say about `document`, in the order of its text.
///
/// Checking cannot fail: what is wrong is a finding. The document is acceptable exactly when no
/// finding is an [error](Severity::Error).
///
/// ```
/// use fornax_manifest::{Document, DocumentKind, Nowhere, Options, check};
///
/// let document = Document::parse(b"{ \"name\": \"acme\", }", DocumentKind::AkAdapter);
/// let findings = check(&document, &Options::default(), &Nowhere);
/// assert!(findings.iter().any(|finding| finding.rule.name == "trailing-comma"));
/// ```
#[must_use]
pub fn check(
    document: &Document,
    options: &Options,
    surroundings: &dyn Surroundings,
) -> Vec<Diagnostic> {
    // What cannot be read as text has one finding: why.
    let is_readable = !document.is_oversized() && document.encoding() == Encoding::Utf8;
    let violations = if is_readable {
        structure::violations(document)
    } else {
        Vec::new()
    };
    let facts = Facts::of(document);
    let rules = rules::of(document.kind());
    let mut cx = Context {
        document,
        options,
        surroundings,
        violations: &violations,
        facts: &facts,
        rule: rules[0],
        diagnostics: Vec::new(),
    };
    for rule in rules {
        if is_readable || looks_at_bytes(rule) {
            cx.rule = rule;
            (rule.check)(&mut cx);
        }
    }
    let mut diagnostics = cx.diagnostics;
    if diagnostics
        .iter()
        .any(|finding| silences_the_rest(finding.rule))
    {
        let speaks = |finding: &Diagnostic| {
            finding.rule.stage == Stage::Text || silences_the_rest(finding.rule)
        };
        let is_otherwise_sound = diagnostics
            .iter()
            .all(|finding| speaks(finding) || finding.severity != Severity::Error);
        diagnostics.retain(speaks);
        if !is_otherwise_sound {
            // It is hardly the format that we know: to call it that would bring up its errors.
            for finding in &mut diagnostics {
                if silences_the_rest(finding.rule) {
                    let fixes = std::mem::take(&mut finding.fixes);
                    finding.fixes = fixes.into_iter().map(Fix::alternative).collect();
                }
            }
        }
    }
    drop_what_lies_in_broken_text(document, &mut diagnostics);
    drop_what_is_read_by_guess(document.tree(), &mut diagnostics);
    keep_fixes_that_fit(document, &mut diagnostics);
    diagnostics.sort_by(|a, b| {
        (
            a.span.start,
            a.span.end,
            std::cmp::Reverse(a.severity),
            a.rule.name,
        )
            .cmp(&(
                b.span.start,
                b.span.end,
                std::cmp::Reverse(b.severity),
                b.rule.name,
            ))
    });
    diagnostics.iter_mut().for_each(show_what_hides);
    diagnostics
}

/// Puts visible signs for the characters of the document that would hide or act in a finding's words.
fn show_what_hides(finding: &mut Diagnostic) {
    let texts = iter::once(&mut finding.message)
        .chain(&mut finding.notes)
        .chain(
            finding
                .related
                .iter_mut()
                .map(|related| &mut related.message),
        )
        .chain(finding.elsewhere.iter_mut().map(|other| &mut other.message))
        .chain(finding.fixes.iter_mut().map(Fix::title_mut));
    for text in texts {
        if let Cow::Owned(shown) = visible(text) {
            *text = shown;
        }
    }
}

/// Whether a finding list holds an error.
///
/// ```
/// use fornax_manifest::{Document, DocumentKind, Nowhere, Options, check, is_refused};
///
/// let kit = Document::parse(b"{ \"hostAdapters\": {} }", DocumentKind::AkKit);
/// assert!(is_refused(&check(&kit, &Options::default(), &Nowhere)));
/// ```
#[must_use]
pub fn is_refused(diagnostics: &[Diagnostic]) -> bool {
    diagnostics
        .iter()
        .any(|finding| finding.severity == Severity::Error)
}

/// Whether a finding among these kept others from being looked for: a repair may bring out more.
#[must_use]
pub fn is_partial(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|finding| {
        silences_the_rest(finding.rule)
            || finding.rule.stage == Stage::Text && finding.severity == Severity::Error
    })
}

/// Rules that need no text.
fn looks_at_bytes(rule: &Rule) -> bool {
    matches!(rule.name, "file-too-large" | "invalid-utf8")
}

/// Takes away what is said of a string or word in which the text itself is broken: what it was meant
/// to be is not known, and its own finding comes first.
fn drop_what_lies_in_broken_text(document: &Document, diagnostics: &mut Vec<Diagnostic>) {
    let tree = document.tree();
    let faults = tree.errors().iter().map(|error| error.span);
    let mut broken: Vec<Span> = faults
        .chain(tree.unshown().iter().copied())
        .filter_map(|fault| {
            let token = tree.tokens().get(tree.token_index_at(fault.start))?;
            let is_inside = token.span.contains(fault) && !fault.is_empty();
            (is_inside && is_broken_text(tree, *token)).then_some(token.span)
        })
        .collect();
    if broken.is_empty() {
        return;
    }
    // Tokens in the order of the text: only the one before a place and the one behind can matter.
    broken.sort_unstable();
    broken.dedup();
    let touches = |span: Span| {
        let behind = broken.partition_point(|broken| broken.start < span.start);
        let before = behind.checked_sub(1).and_then(|before| broken.get(before));
        before.is_some_and(|broken| broken.contains(span))
            || broken
                .get(behind)
                .is_some_and(|broken| span.contains(*broken) || broken.contains(span))
    };
    diagnostics.retain(|finding| {
        let mut related = finding.related.iter();
        finding.rule.stage == Stage::Text
            || !(touches(finding.span) || related.any(|related| touches(related.span)))
    });
}

/// Takes away what is said behind a bracket or quote that is not where it should be, but for faults
/// of the text: it may be nothing but an echo.
fn drop_what_is_read_by_guess(tree: &Tree, diagnostics: &mut Vec<Diagnostic>) {
    if let Some(from) = tree.doubtful_from() {
        diagnostics.retain(|finding| finding.span.start < from || judges_text(finding.rule));
    }
}

/// Whether a rule looks at the text alone, whatever it holds.
fn judges_text(rule: &Rule) -> bool {
    rule.stage == Stage::Text && rule.name != "duplicate-key"
}

/// Whether a token with a fault in it leaves open what it was meant to say. A key that is closed
/// says what it says, however it must be spelled.
fn is_broken_text(tree: &Tree, token: Token) -> bool {
    match token.kind {
        TokenKind::UnclosedString | TokenKind::Word => true,
        TokenKind::String => {
            let node = tree.node_at(token.span.start);
            !node.is_some_and(|node| node.is_key())
        }
        _ => false,
    }
}

/// Takes away the fixes that, with those before them, could make a document too large for its loader.
fn keep_fixes_that_fit(document: &Document, diagnostics: &mut [Diagnostic]) {
    let growth = |fix: &Fix| -> u64 {
        let edits = fix.edits().iter();
        let growth: i64 = edits
            .map(|edit| edit.text.len() as i64 - i64::from(edit.span.len()))
            .sum();
        u64::try_from(growth).unwrap_or(0)
    };
    let mut room = document.kind().size_limit().saturating_sub(document.size());
    // What makes the text one that can be read comes first.
    let (of_text, others): (Vec<_>, Vec<_>) = diagnostics
        .iter_mut()
        .partition(|finding| judges_text(finding.rule));
    for finding in of_text.into_iter().chain(others) {
        finding.fixes.retain(|fix| {
            let left = room.checked_sub(growth(fix));
            room = left.unwrap_or(room);
            left.is_some()
        });
    }
}

/// A document of a format that we don't know: whatever else seems wrong may be right there.
fn silences_the_rest(rule: &Rule) -> bool {
    rule.name == "schema-version-unsupported"
}
