//! Figures for each kind of fault, as a table.

use std::collections::BTreeMap;
use std::fmt;

/// A number for each case, gathered by the kind of its fault.
pub(crate) struct Figures {
    corpus: &'static str,
    what: &'static str,
    by_kind: BTreeMap<String, (usize, usize)>,
}

impl Figures {
    pub(crate) fn new(corpus: &'static str, what: &'static str) -> Self {
        Self {
            corpus,
            what,
            by_kind: BTreeMap::new(),
        }
    }

    pub(crate) fn add(&mut self, kind: &str, number: usize) {
        let (cases, sum) = self.by_kind.entry(kind.to_owned()).or_default();
        *cases += 1;
        *sum += number;
    }

    /// The mean over all cases.
    pub(crate) fn mean(&self) -> f64 {
        let (cases, sum) = self.total();
        sum as f64 / cases.max(1) as f64
    }

    fn total(&self) -> (usize, usize) {
        let numbers = self.by_kind.values();
        numbers.fold((0, 0), |total, kind| (total.0 + kind.0, total.1 + kind.1))
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cases, sum) = self.total();
        writeln!(
            f,
            "{}: {sum} {} over {cases} cases with one fault, a mean of {:.3}",
            self.corpus,
            self.what,
            self.mean()
        )?;
        for (kind, (cases, sum)) in &self.by_kind {
            writeln!(f, "  {kind:24} {sum:4} over {cases:4}")?;
        }
        Ok(())
    }
}
