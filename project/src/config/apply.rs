//! What a configuration makes of a document's findings.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use fornax_manifest::{Diagnostic, Document, Severity, Stage, is_partial};

use crate::config::fault::GlobFault;
use crate::config::glob::Globs;
use crate::config::{Config, Ignore, Level};

/// A document's findings, as its configuration wants them.
#[derive(Debug)]
pub struct Applied {
    /// Those that remain, in the order that they had.
    pub diagnostics: Vec<Diagnostic>,
    /// Those that are ignored.
    pub suppressed: Vec<Suppressed>,
    /// What this shows about the ignores, for [`Usage::add`](crate::config::Usage::add).
    pub usage: FileUsage,
}

/// A finding that is ignored.
#[derive(Debug)]
pub struct Suppressed {
    /// The finding.
    pub diagnostic: Diagnostic,
    /// Which of the configuration's [ignores](Config::ignores) says so; the first, if several do.
    pub ignore: usize,
}

/// What a document shows about the ignores of its configuration.
#[derive(Debug)]
pub struct FileUsage {
    /// The file, from the configuration's folder.
    pub(crate) path: Option<PathBuf>,
    /// The ignores that ignored something.
    pub(crate) used: Vec<usize>,
    /// Whether a fault kept the check from looking at everything.
    pub(crate) is_partial: bool,
}

impl FileUsage {
    /// What a file shows that could not be checked: nothing is known about it.
    #[must_use]
    pub fn unchecked(config: &Config, path: &Path) -> Self {
        Self {
            path: config.relative(path),
            used: Vec::new(),
            is_partial: true,
        }
    }
}

/// The ignores of one rule.
#[derive(Debug)]
pub(crate) struct OfRule {
    everywhere: Vec<usize>,
    /// Those with a pattern, in the order of `globs`.
    somewhere: Vec<usize>,
    globs: Globs,
}

impl OfRule {
    /// Each rule's ignores.
    pub(crate) fn sort(ignores: &[Ignore]) -> Result<HashMap<&'static str, Self>, GlobFault> {
        let mut numbers: HashMap<&'static str, Vec<usize>> = HashMap::new();
        for (number, ignore) in ignores.iter().enumerate() {
            numbers.entry(ignore.rule().name).or_default().push(number);
        }
        let of_rule = |numbers: Vec<usize>| {
            let (somewhere, everywhere): (Vec<_>, Vec<_>) = numbers
                .into_iter()
                .partition(|&number| ignores[number].path.is_some());
            let patterns = somewhere
                .iter()
                .filter_map(|&number| ignores[number].path.clone());
            Ok(Self {
                everywhere,
                globs: Globs::new(patterns.collect())?,
                somewhere,
            })
        };
        numbers
            .into_iter()
            .map(|(rule, numbers)| Ok((rule, of_rule(numbers)?)))
            .collect()
    }

    /// The numbers of those that speak of a file, sorted.
    fn of_file(&self, path: Option<&Path>) -> Vec<usize> {
        let mut numbers = self.everywhere.clone();
        if let Some(path) = path {
            let matches = self.globs.matches(path).into_iter();
            numbers.extend(matches.map(|number| self.somewhere[number]));
        }
        numbers.sort_unstable();
        numbers
    }
}

impl Config {
    /// What remains of a document's findings.
    ///
    /// First the ignores have their say, then the levels of rules. What is an error stays one,
    /// whatever its rule is set to, and an error in the text itself is never ignored.
    #[must_use]
    pub fn apply(
        &self,
        path: Option<&Path>,
        document: &Document,
        diagnostics: Vec<Diagnostic>,
    ) -> Applied {
        let path = path.and_then(|path| self.relative(path));
        let mut applied = Applied {
            diagnostics: Vec::new(),
            suppressed: Vec::new(),
            usage: FileUsage {
                is_partial: is_partial(&diagnostics),
                path: path.clone(),
                used: Vec::new(),
            },
        };
        let mut by_pointer = HashMap::new();
        for mut diagnostic in diagnostics {
            let rule = diagnostic.rule.name;
            let ignores = by_pointer
                .entry(rule)
                .or_insert_with(|| self.by_pointer(rule, path.as_deref()));
            let ignoring = if ignores.is_empty() || is_fatal(&diagnostic) {
                Vec::new()
            } else {
                covering(&document.tree().pointer_of(diagnostic.span), ignores)
            };
            if let Some(&ignore) = ignoring.iter().min() {
                applied.usage.used.extend(ignoring);
                applied.suppressed.push(Suppressed { diagnostic, ignore });
            } else if self.set_level(&mut diagnostic) {
                applied.diagnostics.push(diagnostic);
            }
        }
        applied.usage.used.sort_unstable();
        applied.usage.used.dedup();
        applied
    }

    /// The numbers of all ignores that speak of a file.
    pub(crate) fn ignores_for(&self, path: &Path) -> Vec<usize> {
        let of_rules = self.content.by_rule.values();
        of_rules
            .flat_map(|of_rule| of_rule.of_file(Some(path)))
            .collect()
    }

    /// The ignores of a rule that speak of a file, by the part of the document that they speak of.
    fn by_pointer(&self, rule: &str, path: Option<&Path>) -> HashMap<&str, Vec<usize>> {
        let mut by_pointer: HashMap<&str, Vec<usize>> = HashMap::new();
        for number in self
            .content
            .by_rule
            .get(rule)
            .map_or_else(Vec::new, |ignores| ignores.of_file(path))
        {
            let pointer = self.ignores()[number].pointer().unwrap_or_default();
            by_pointer.entry(pointer).or_default().push(number);
        }
        by_pointer
    }

    /// Gives a finding the level that its rule is set to; no if it is not to be reported.
    fn set_level(&self, diagnostic: &mut Diagnostic) -> bool {
        let level = self.content.rules.get(diagnostic.rule.name);
        match level.map(|level| level.value) {
            _ if diagnostic.severity == Severity::Error => true,
            None => true,
            Some(Level::Off) => false,
            Some(Level::At(severity)) => {
                diagnostic.severity = severity;
                true
            }
        }
    }
}

/// The ignores that cover a place: those of it and of all that it lies in.
fn covering(pointer: &str, ignores: &HashMap<&str, Vec<usize>>) -> Vec<usize> {
    pointer
        .match_indices('/')
        .map(|(at, _)| at)
        .chain([pointer.len()])
        .filter_map(|end| ignores.get(&pointer[..end]))
        .flatten()
        .copied()
        .collect()
}

/// Whether a finding means that a loader can't read the text.
fn is_fatal(diagnostic: &Diagnostic) -> bool {
    diagnostic.rule.stage == Stage::Text && diagnostic.severity == Severity::Error
}
