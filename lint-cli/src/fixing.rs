//! Which fixes are applied, and what becomes of the fixed text.

use fornax_manifest::{Applicability, Diagnostic, Document, Fix, Fixed, fix_until_stable_with};

use crate::args::FixArguments;

/// What is to be done about what can be fixed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fixing {
    /// What a fix must at least be to be applied. None is that leaves something to fill in: nothing
    /// would tell of it afterwards.
    least: Applicability,
    pub(crate) result: Resulting,
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

    /// How far fixes must be trusted for this document to be written; none if it never is, because no
    /// fixes make it JSON. The rest as for [`fix`](Self::fix).
    pub(crate) fn needed(
        document: &Document,
        findings: &[Diagnostic],
        look: impl Fn(&Document) -> Vec<Diagnostic>,
    ) -> Option<Applicability> {
        if document.is_json() {
            return Some(Applicability::Safe);
        }
        let levels = [Applicability::Safe, Applicability::Unsafe];
        levels.into_iter().find(|&least| {
            let fixing = Self {
                least,
                result: Resulting::Patch,
            };
            fixing.fix(document, findings, &look).is_some()
        })
    }

    fn applies(self, fix: &Fix) -> bool {
        fix.is_preferred() && fix.applicability() >= self.least
    }
}
