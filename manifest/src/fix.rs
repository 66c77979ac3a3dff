//! Applies fixes again and again, until there is nothing left to apply.

use std::collections::HashSet;

use crate::check::check;
use crate::diagnostic::{Diagnostic, Fix, Severity};
use crate::document::{Document, Encoding};
use crate::edit::apply_fixes;
use crate::limits;
use crate::options::Options;
use crate::surroundings::Surroundings;

/// What came of fixing a document.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// The text.
    pub text: String,
    /// How many fixes were applied; where none was, the text is the document's own.
    pub applied: usize,
    /// What is still to be said about the text.
    pub findings: Vec<Diagnostic>,
}

/// Applies the fixes that `wanted` chooses, of each finding the first, until none is left.
///
/// Of fixes that touch one another the first is applied, and the rest when their turn comes. A fix
/// may uncover what its fault had hidden; should that leave more errors than there were, or a text
/// that is further from JSON, the best text on the way is returned instead. The number of passes is
/// [bounded](limits::FIX_PASSES). A document that is too large or not UTF-8 has no text to fix.
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
/// configuration has had its say.
#[must_use]
pub fn fix_until_stable_with(
    document: &Document,
    check: impl Fn(&Document) -> Vec<Diagnostic>,
    wanted: impl Fn(&Diagnostic, &Fix) -> bool,
) -> Fixed {
    let mut best = Fixed {
        text: document.text().to_owned(),
        applied: 0,
        findings: check(document),
    };
    if document.is_oversized() || document.encoding() != Encoding::Utf8 {
        return best;
    }
    let mut best_badness = Badness::of(document, &best.findings);
    // Fixes that undo each other would go round in circles.
    let mut seen = HashSet::from([best.text.clone()]);
    let mut current = best.clone();
    for _ in 0..limits::FIX_PASSES {
        let fixes = current.findings.iter().filter_map(|finding| {
            let mut fixes = finding.fixes.iter();
            fixes.find(|fix| wanted(finding, fix))
        });
        let (text, count) = apply_fixes(&current.text, fixes);
        if count == 0 || !seen.insert(text.clone()) {
            break;
        }
        let document = Document::parse(text.as_bytes(), document.kind());
        current = Fixed {
            applied: current.applied + count,
            findings: check(&document),
            text,
        };
        let badness = Badness::of(&document, &current.findings);
        if badness.errors <= best_badness.errors
            && badness.syntax_errors <= best_badness.syntax_errors
        {
            best_badness = badness;
            best = current.clone();
        }
    }
    best
}

/// How far a document is from being accepted.
struct Badness {
    syntax_errors: usize,
    errors: usize,
}

impl Badness {
    fn of(document: &Document, findings: &[Diagnostic]) -> Self {
        Self {
            syntax_errors: document.tree().error_count(),
            errors: findings
                .iter()
                .filter(|finding| finding.severity == Severity::Error)
                .count(),
        }
    }
}
