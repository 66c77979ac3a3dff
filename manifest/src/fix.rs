//! Applies fixes again and again, until there is nothing left to apply.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use crate::check::check;
use crate::diagnostic::{Diagnostic, Fix, Severity};
use crate::document::Document;
use crate::edit::apply_fixes;
use crate::limits;
use crate::options::Options;
use crate::rule::Stage;
use crate::surroundings::Surroundings;

/// What came of fixing a document.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// The text.
    pub text: String,
    /// Whether the text is JSON, as the loader reads it.
    pub is_json: bool,
    /// How many fixes were applied; where none was, the text is the document's own.
    pub applied: usize,
    /// What is still to be said about the text.
    pub findings: Vec<Diagnostic>,
}

/// Applies the fixes that `wanted` chooses, of each finding the first, until none is left.
///
/// Of fixes that touch one another the first is applied, and the rest when their turn comes. No rule
/// reports more errors than before: a fix that brings out what its fault had hidden is left out,
/// unless a further one repairs that too.
///
/// It goes on while that makes the document better: fewer faults keep it from being JSON, or there is
/// less to say about it. So it ends, and how long it may take is bounded ([`limits::FIX_PASSES`],
/// [`limits::FIX_BYTES`]).
///
/// Of a text that isn't JSON the text itself is repaired first, and it is never further from JSON in
/// the end. A document that is too large or not UTF-8 has no text to fix.
///
/// ```
/// use fornax_manifest::{
///     Applicability, Document, DocumentKind, Nowhere, Options, fix_until_stable,
/// };
///
/// let document = Document::parse(b"{ \"hostAdapters\": [], }", DocumentKind::AkKit);
/// let fixed = fix_until_stable(&document, &Options::default(), &Nowhere, |_, fix| {
///     fix.applicability() == Applicability::Safe && fix.is_preferred()
/// });
/// assert_eq!(fixed.text, "{ \"hostAdapters\": [] }");
/// assert_eq!(fixed.applied, 1);
/// ```
#[must_use]
pub fn fix_until_stable(
    document: &Document,
    options: &Options,
    surroundings: &dyn Surroundings,
    wanted: impl Fn(&Diagnostic, &Fix) -> bool,
) -> Fixed {
    fix_until_stable_with(
        document,
        |document| check(document, options, surroundings),
        wanted,
    )
}

/// The same with findings from elsewhere: those of [`check`](crate::check()) that are left when a
/// configuration has had its say. The others are neither fixed nor counted.
#[must_use]
pub fn fix_until_stable_with(
    document: &Document,
    check: impl Fn(&Document) -> Vec<Diagnostic>,
    wanted: impl Fn(&Diagnostic, &Fix) -> bool,
) -> Fixed {
    let looked_at = Cell::new(0);
    let attempt = |text: String, applied: usize| {
        looked_at.set(looked_at.get() + text.len());
        let limit = limits::FIX_SYNTAX_ERRORS;
        let document = Document::parse_within(limit, text.as_bytes(), document.kind());
        Attempt::new(&document, applied, check(&document))
    };
    if !document.is_text() {
        return Attempt::new(document, 0, check(document)).fixed;
    }
    let shown = document.tree().errors().len();
    let mut best = if shown >= limits::SYNTAX_ERRORS && document.tree().error_count() > shown {
        attempt(document.text().to_owned(), 0)
    } else {
        Attempt::new(document, 0, check(document))
    };
    let allowed = errors(&best.fixed.findings);
    // Fixes that undo each other would go round in circles.
    let mut seen = HashSet::from([best.fixed.text.clone()]);
    let mut current = best.clone();
    let mut passes = 0;
    while passes < limits::FIX_PASSES {
        passes += 1;
        let mut was_repaired = current.repairs_text(&wanted);
        let (mut text, mut count) = apply_fixes(&current.fixed.text, current.fixes(&wanted));
        if count == 0 || !seen.insert(text.clone()) {
            if count == 0 && current.fixed.text == best.fixed.text {
                break;
            }
            // What all of them lead to can't be left like that. Some may do by themselves.
            current = best.clone();
            was_repaired = current.repairs_text(&wanted);
            let trials = current.fixes(&wanted).take(limits::FIX_TRIALS);
            let fixes = trials.filter(|&fix| {
                let (text, _) = apply_fixes(&best.fixed.text, [fix]);
                attempt(text, 0).is_as_good_as(&best, was_repaired, &allowed)
            });
            (text, count) = apply_fixes(&best.fixed.text, fixes);
            if count == 0 || !seen.insert(text.clone()) {
                break;
            }
        }
        current = attempt(text, current.fixed.applied + count);
        if current.is_as_good_as(&best, was_repaired, &allowed) {
            // Faults may hide one another, so that each pass gets at few of them.
            if current.is_better_than(&best) && looked_at.get() < limits::FIX_BYTES {
                passes = 0;
            }
            best = current.clone();
        }
    }
    if best.shows_more {
        // In the end no more is said of it than of any document.
        let document = Document::parse(best.fixed.text.as_bytes(), document.kind());
        best.fixed.findings = check(&document);
    }
    best.fixed
}

/// A text on the way.
#[derive(Clone)]
struct Attempt {
    fixed: Fixed,
    syntax_errors: usize,
    /// Whether there may be findings of more faults of the text than are shown.
    shows_more: bool,
}

impl Attempt {
    fn new(document: &Document, applied: usize, findings: Vec<Diagnostic>) -> Self {
        let syntax_errors = document.tree().error_count();
        let fixed = Fixed {
            text: document.text().to_owned(),
            is_json: document.is_json(),
            applied,
            findings,
        };
        Self {
            fixed,
            syntax_errors,
            shows_more: document.tree().errors().len() > limits::SYNTAX_ERRORS,
        }
    }

    /// Whether the text itself is repaired next: it isn't JSON, and what is read out of it may not be
    /// what was written.
    fn repairs_text(&self, wanted: impl Fn(&Diagnostic, &Fix) -> bool) -> bool {
        let findings = &self.fixed.findings;
        !self.fixed.is_json
            && findings
                .iter()
                .any(|finding| is_about_the_text(finding) && chosen(finding, &wanted).is_some())
    }

    /// The fixes to apply next.
    fn fixes(&self, wanted: impl Fn(&Diagnostic, &Fix) -> bool) -> impl Iterator<Item = &Fix> {
        let text_first = self.repairs_text(&wanted);
        self.fixed
            .findings
            .iter()
            .filter(move |finding| !text_first || is_about_the_text(finding))
            .filter_map(move |finding| chosen(finding, &wanted))
    }

    /// Whether this may stand in the place of `other`. A text that was repaired must be nearer to JSON
    /// for it, or repairs could go on without an end.
    fn is_as_good_as(
        &self,
        other: &Self,
        was_repaired: bool,
        allowed: &HashMap<&'static str, usize>,
    ) -> bool {
        let (here, there) = (self.text_faults(), other.text_faults());
        let is_no_farther = here.0 <= there.0 && here.1 <= there.1;
        is_no_farther && (!was_repaired || here != there) && !exceeds(&self.fixed.findings, allowed)
    }

    /// Whether there is less to repair than in `other`, in whose place this may stand.
    fn is_better_than(&self, other: &Self) -> bool {
        let faults = |attempt: &Self| {
            let (syntax, about_the_text) = attempt.text_faults();
            (syntax + about_the_text, attempt.fixed.findings.len())
        };
        faults(self) < faults(other)
    }

    /// How much keeps the text from being JSON: faults of its syntax, and findings about it.
    fn text_faults(&self) -> (usize, usize) {
        let findings = self.fixed.findings.iter();
        let about_the_text = findings
            .filter(|finding| is_about_the_text(finding))
            .count();
        (self.syntax_errors, about_the_text)
    }
}

/// The first of a finding's fixes that is wanted.
fn chosen(finding: &Diagnostic, wanted: impl Fn(&Diagnostic, &Fix) -> bool) -> Option<&Fix> {
    finding.fixes.iter().find(|fix| wanted(finding, fix))
}

/// How many errors each rule reports.
fn errors(findings: &[Diagnostic]) -> HashMap<&'static str, usize> {
    let mut errors = HashMap::new();
    for finding in findings {
        if finding.severity == Severity::Error {
            *errors.entry(finding.rule.name).or_default() += 1;
        }
    }
    errors
}

/// Whether some rule reports more errors than it may.
fn exceeds(findings: &[Diagnostic], allowed: &HashMap<&'static str, usize>) -> bool {
    let may = |rule| allowed.get(rule).copied().unwrap_or(0);
    errors(findings)
        .into_iter()
        .any(|(rule, errors)| errors > may(rule))
}

/// Whether a finding is about text that isn't JSON. A key that is there twice is JSON.
fn is_about_the_text(finding: &Diagnostic) -> bool {
    finding.rule.stage == Stage::Text && finding.rule.name != "duplicate-key"
}
