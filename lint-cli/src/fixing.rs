//! Which fixes are applied, and what becomes of the fixed text.

use std::cell::Cell;
use std::ptr;

use fornax_manifest::{
    Applicability, Diagnostic, Document, Fix, Fixed, fix_until_stable_with, limits,
};

use crate::args::FixArguments;

/// What is to be done about what can be fixed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fixing {
    /// What a fix must at least be to be applied. None is that leaves something to fill in: nothing
    /// would tell of it afterwards.
    least: Applicability,
    pub(crate) result: Resulting,
}

/// How many fixes there would be to apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fixable {
    /// With `--fix`.
    pub(crate) safely: usize,
    /// How many more with `--unsafe-fixes`.
    pub(crate) perhaps: usize,
}

/// What becomes of a fixed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resulting {
    /// It takes the place of the file's.
    File,
    /// It is written to standard output, where the unfixed text came from standard input.
    Stream,
    /// Its differences are shown.
    Patch,
}

impl Fixing {
    /// What the arguments ask for; `is_stream` says whether standard input is checked.
    pub(crate) fn new(arguments: &FixArguments, is_stream: bool) -> Option<Self> {
        let result = match (arguments.fix, arguments.diff) {
            (false, false) => return None,
            (_, true) => Resulting::Patch,
            (true, false) if is_stream => Resulting::Stream,
            (true, false) => Resulting::File,
        };
        let least = if arguments.unsafe_fixes {
            Applicability::Unsafe
        } else {
            Applicability::Safe
        };
        Some(Self { least, result })
    }

    /// Fixes a document with these findings; `look` finds what is then still to be said. None if
    /// there is nothing to fix; nor is there if that doesn't make JSON of a text that isn't.
    pub(crate) fn fix(
        self,
        document: &Document,
        findings: &[Diagnostic],
        look: impl Fn(&Document) -> Vec<Diagnostic>,
    ) -> Option<Fixed> {
        // Most documents have nothing to fix: they need no second look.
        let mut fixes = findings.iter().flat_map(|finding| &finding.fixes);
        if !fixes.any(|fix| self.applies(fix)) {
            return None;
        }
        let fixed = fix_until_stable_with(document, look, |_, fix| self.applies(fix));
        (fixed.applied > 0 && fixed.is_json).then_some(fixed)
    }

    /// How many fixes would be applied to a document with these findings, of which nothing is written
    /// yet. They are tried out: what one of them brings out, or makes needless, counts as it does then.
    /// None is counted where that would take too long ([`limits::FIX_FORECAST_BYTES`]).
    pub(crate) fn tried(
        document: &Document,
        findings: &[Diagnostic],
        look: impl Fn(&Document) -> Vec<Diagnostic>,
    ) -> Fixable {
        Self::tried_within(limits::FIX_FORECAST_BYTES, document, findings, look)
    }

    fn tried_within(
        bytes: usize,
        document: &Document,
        findings: &[Diagnostic],
        look: impl Fn(&Document) -> Vec<Diagnostic>,
    ) -> Fixable {
        let may_be_unsafe = Cell::new(false);
        let left = Cell::new(Some(bytes));
        let count = |least| {
            let look = |other: &Document| {
                // The findings that are there are of the document as it is.
                let findings = match ptr::eq(other, document) {
                    true => findings.to_vec(),
                    false => {
                        let size = other.text().len();
                        left.set(left.get().and_then(|left| left.checked_sub(size)));
                        match left.get() {
                            Some(_) => look(other),
                            // Nothing more to fix: that ends it.
                            None => Vec::new(),
                        }
                    }
                };
                let mut fixes = findings.iter().flat_map(|finding| &finding.fixes);
                if fixes.any(|fix| Self::UNSAFE.applies(fix) && !Self::SAFE.applies(fix)) {
                    may_be_unsafe.set(true);
                }
                findings
            };
            let fixing = Self {
                least,
                ..Self::SAFE
            };
            let fixed = fixing.fix(document, findings, look);
            fixed.map_or(0, |fixed| fixed.applied)
        };
        let safely = count(Applicability::Safe);
        let mut fixes = findings.iter().flat_map(|finding| &finding.fixes);
        // Without a fix that only one of the two would apply, they do the same.
        let differ = may_be_unsafe.get()
            || fixes.any(|fix| Self::UNSAFE.applies(fix) && !Self::SAFE.applies(fix));
        let all = if differ {
            count(Applicability::Unsafe)
        } else {
            safely
        };
        match left.get() {
            Some(_) => Fixable {
                safely,
                perhaps: all.saturating_sub(safely),
            },
            None => Fixable::default(),
        }
    }

    const SAFE: Self = Self {
        least: Applicability::Safe,
        result: Resulting::Patch,
    };

    const UNSAFE: Self = Self {
        least: Applicability::Unsafe,
        ..Self::SAFE
    };

    fn applies(self, fix: &Fix) -> bool {
        fix.is_preferred() && fix.applicability() >= self.least
    }
}

#[cfg(test)]
mod tests {
    use fornax_manifest::{DocumentKind, Nowhere, Options, check};

    use super::*;

    fn look(document: &Document) -> Vec<Diagnostic> {
        check(document, &Options::default(), &Nowhere)
    }

    #[test]
    fn what_is_tried_is_counted() {
        let text = "{ \"hostAdapters\": [{ \"name\": \"a\", \"source\": \"npm:a\", \"x\": 1, }] }";
        let document = Document::parse(text.as_bytes(), DocumentKind::AkKit);
        let fixable = Fixing::tried(&document, &look(&document), look);
        let expected = Fixable {
            safely: 1,
            perhaps: 1,
        };
        assert_eq!(fixable, expected);
    }

    #[test]
    fn more_than_are_shown_are_counted() {
        let text = format!(
            "{{ \"hostAdapters\": [], \"x\": [{}0] }}",
            "[1,],".repeat(700)
        );
        let document = Document::parse(text.as_bytes(), DocumentKind::AkKit);
        let fixable = Fixing::tried(&document, &look(&document), look);
        let expected = Fixable {
            safely: 700,
            perhaps: 0,
        };
        assert_eq!(fixable, expected);
    }

    /// Each of these fixes brings out an error, so that they are tried one by one.
    #[test]
    fn no_document_takes_for_ever() {
        let members: String = (0..200)
            .map(|number| format!("\"\\u0000k{number}\":[1,],"))
            .collect();
        let text = format!("{{\"host\":{{\"id\":\"a\\u0000\"}},{members}}}");
        let document = Document::parse(text.as_bytes(), DocumentKind::AkAdapter);
        let seen = Cell::new(0);
        let findings = look(&document);
        let limit = 5 * text.len();
        let fixable = Fixing::tried_within(limit, &document, &findings, |document| {
            seen.set(seen.get() + document.text().len());
            look(document)
        });
        assert!(seen.get() <= limit, "{} of {limit}", seen.get());
        assert_eq!(fixable, Fixable::default());
    }
}
