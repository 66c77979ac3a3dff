//! Findings and their fixes: what a check reports.

use crate::rule::Rule;
use crate::syntax::Span;

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Advice: nothing is wrong.
    Info,
    /// The loaders accept it, and it will surprise or harm.
    Warning,
    /// A loader refuses the document, or it can never work.
    Error,
}

impl Severity {
    /// The severity's name, as reports spell it: `info`, `warning` or `error`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// One finding: which rule, where, what is wrong and what to do.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The rule that reports it.
    pub rule: &'static Rule,
    /// How much it matters here.
    pub severity: Severity,
    /// The exact place, in bytes; empty where something is missing.
    pub span: Span,
    /// One or two plain sentences, on one line. A character of the document that can't be seen, or that
    /// would act, is replaced by a sign for it (`␊`, `‹U+202E›`), here and in all other words of a finding.
    pub message: String,
    /// Further facts, each a sentence of its own.
    pub notes: Vec<String>,
    /// Other places that belong to the finding.
    pub related: Vec<Related>,
    /// Other documents that belong to the finding.
    pub elsewhere: Vec<Elsewhere>,
    /// Repairs to choose from, the preferred one first.
    pub fixes: Vec<Fix>,
    /// The word that the loader itself uses for the refusal.
    pub loader_reason: Option<&'static str>,
    /// Whether the text at the place is read by nobody, so that an editor may show it faded.
    pub is_unused: bool,
}

/// Another place that belongs to a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The place, in bytes of the same document.
    pub span: Span,
    /// What is there.
    pub message: String,
}

/// Another document that belongs to a finding; which place in it is meant, its
/// [surroundings](crate::Surroundings) know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elsewhere {
    /// The name that the surroundings gave it.
    pub document: String,
    /// What is there.
    pub message: String,
}

/// How far a fix can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Applicability {
    /// Inserts text that the author must still fill in.
    Placeholder,
    /// Makes the document acceptable, but may not be what the author meant.
    Unsafe,
    /// Keeps the document's meaning; may be applied unseen.
    Safe,
}

impl Applicability {
    /// The name that reports use: `safe`, `unsafe` or `placeholder`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Placeholder => "placeholder",
            Self::Unsafe => "unsafe",
            Self::Safe => "safe",
        }
    }
}

/// A change of the text: the bytes of `span` become `text`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes to replace; empty to insert.
    pub span: Span,
    /// What to put there; empty to delete.
    pub text: String,
}

impl Edit {
    /// Puts `text` in place of `span`.
    #[must_use]
    pub fn replace(span: Span, text: impl Into<String>) -> Self {
        Self {
            span,
            text: text.into(),
        }
    }

    /// Puts `text` at `offset`.
    #[must_use]
    pub fn insert(offset: u32, text: impl Into<String>) -> Self {
        Self::replace(Span::at(offset), text)
    }

    /// Deletes `span`.
    #[must_use]
    pub fn delete(span: Span) -> Self {
        Self::replace(span, "")
    }
}

/// A repair: edits that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    title: String,
    edits: Vec<Edit>,
    applicability: Applicability,
    preferred: bool,
}

impl Fix {
    /// A fix of these edits, which must not overlap; they are sorted by place.
    ///
    /// It counts as preferred until [`Fix::alternative`] says otherwise.
    #[must_use]
    pub fn new(
        title: impl Into<String>,
        applicability: Applicability,
        mut edits: Vec<Edit>,
    ) -> Self {
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        Self {
            title: title.into(),
            edits,
            applicability,
            preferred: true,
        }
    }

    /// A fix that keeps the document's meaning.
    #[must_use]
    pub fn safe(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self::new(title, Applicability::Safe, edits)
    }

    /// A fix that guesses what the author meant.
    #[must_use]
    pub fn guess(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self::new(title, Applicability::Unsafe, edits)
    }

    /// A fix that leaves something to fill in.
    #[must_use]
    pub fn placeholder(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self::new(title, Applicability::Placeholder, edits)
    }

    /// Marks the fix as one to choose by hand, beside a preferred one.
    #[must_use]
    pub fn alternative(mut self) -> Self {
        self.preferred = false;
        self
    }

    /// What the fix does, as a command: "Rename `lable` to `label`".
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    pub(crate) fn title_mut(&mut self) -> &mut String {
        &mut self.title
    }

    /// The edits, sorted by place, none overlapping another.
    #[must_use]
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// How far the fix can be trusted.
    #[must_use]
    pub fn applicability(&self) -> Applicability {
        self.applicability
    }

    /// Whether this is the fix to take when several are offered.
    #[must_use]
    pub fn is_preferred(&self) -> bool {
        self.preferred
    }
}
