//! What a rule is: a static that holds its name, its facts and its manual.

use crate::context::Context;
use crate::diagnostic::Severity;
use crate::document::DocumentKind;
use crate::ide::DOCUMENTATION_URL;

/// One rule. Its [manual](Rule::manual) is the doc comment of its static.
#[derive(Debug)]
pub struct Rule {
    /// Its name: the fault, in kebab case. A promise: never reused for another fault.
    pub name: &'static str,
    /// The kinds of document that it looks at.
    pub kinds: &'static [DocumentKind],
    /// How much its findings matter, unless a finding says otherwise.
    pub severity: Severity,
    /// The words that the loaders use for what it finds; none where no loader has one. A warning has words
    /// if it is about something that is refused elsewhere, or later.
    pub reasons: &'static [&'static str],
    /// The fault in one line.
    pub summary: &'static str,
    /// Whether its findings carry fixes.
    pub fix: FixAvailability,
    /// Since when it exists, and whether it may still change.
    pub status: Status,
    /// What it looks at.
    pub stage: Stage,
    /// The manual, as lines of Markdown under fixed headings, each with a leading space: one text, for a
    /// list of lines would have an address for each of them to be set whenever the program starts.
    pub(crate) manual: &'static str,
    pub(crate) check: fn(&mut Context<'_>),
}

impl Rule {
    /// The manual, in Markdown: What it does, Why it matters, Example, Use instead, Fix.
    #[must_use]
    pub fn manual(&self) -> String {
        let mut text = String::new();
        for line in self.manual.lines() {
            text.push_str(line.strip_prefix(' ').unwrap_or(line));
            text.push('\n');
        }
        text
    }

    /// The address of the page that shows the manual.
    #[must_use]
    pub fn url(&self) -> String {
        format!("{DOCUMENTATION_URL}rules/{}/", self.name)
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Rule {}

/// Whether a rule's findings carry fixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixAvailability {
    /// Every finding does.
    Always,
    /// Some findings do.
    Sometimes,
    /// None does.
    Never,
}

impl FixAvailability {
    /// How often there is one, in a word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::Sometimes => "sometimes",
            Self::Never => "none",
        }
    }
}

/// How settled a rule is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It may still change.
    Preview {
        /// The version that brought it.
        since: &'static str,
    },
    /// Its name, severity and fix are a promise.
    Stable {
        /// The version that brought it.
        since: &'static str,
    },
}

/// What a rule looks at; an earlier stage's trouble silences later ones where they would only
/// repeat it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// The bytes and the JSON text.
    Text,
    /// The shape: types, members, allowed values.
    Structure,
    /// What the values mean, alone and together.
    Meaning,
    /// What lies around the document on disk.
    Surroundings,
}

/// Declares a rule's static; the doc comment becomes its manual.
macro_rules! rule {
    (
        $(#[doc = $line:literal])+
        pub(crate) static RULE = {
            name: $name:literal,
            kinds: [$($kind:ident),+ $(,)?],
            severity: $severity:ident,
            reasons: [$($reason:literal),* $(,)?],
            summary: $summary:literal,
            fix: $fix:ident,
            stage: $stage:ident,
            since: $since:literal $(,)?
        }
    ) => {
        $(#[doc = $line])+
        // The words behind an example's language are for the test that runs the manual.
        #[allow(rustdoc::invalid_codeblock_attributes)]
        pub(crate) static RULE: $crate::Rule = $crate::Rule {
            name: $name,
            kinds: &[$($crate::DocumentKind::$kind),+],
            severity: $crate::Severity::$severity,
            reasons: &[$($reason),*],
            summary: $summary,
            fix: $crate::rule::FixAvailability::$fix,
            status: $crate::rule::Status::Preview { since: $since },
            stage: $crate::rule::Stage::$stage,
            manual: concat!($($line, "\n"),+),
            check,
        };
    };
}
pub(crate) use rule;
