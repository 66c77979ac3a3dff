//! What a rule sees, and how it reports.

use crate::diagnostic::{Diagnostic, Elsewhere, Fix, Related, Severity};
use crate::document::{Document, DocumentKind};
use crate::edit::Editor;
use crate::fornax::Facts;
use crate::options::Options;
use crate::rule::Rule;
use crate::structure::Violation;
use crate::surroundings::Surroundings;
use crate::syntax::{Object, Span, Tree};

/// One rule's view of one check.
#[derive(Debug)]
pub(crate) struct Context<'a> {
    pub(crate) document: &'a Document,
    pub(crate) options: &'a Options,
    pub(crate) surroundings: &'a dyn Surroundings,
    pub(crate) violations: &'a [Violation<'a>],
    /// What a Fornax manifest says.
    pub(crate) facts: &'a Facts<'a>,
    pub(crate) rule: &'static Rule,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl<'a> Context<'a> {
    /// The document.
    pub(crate) fn document(&self) -> &'a Document {
        self.document
    }

    /// The document's kind.
    pub(crate) fn kind(&self) -> DocumentKind {
        self.document.kind()
    }

    /// The document's tree.
    pub(crate) fn tree(&self) -> &'a Tree {
        self.document.tree()
    }

    /// The document's outermost object, if it is one.
    pub(crate) fn root(&self) -> Option<Object<'a>> {
        self.document.root()
    }

    /// What the check was told.
    pub(crate) fn options(&self) -> &'a Options {
        self.options
    }

    /// What lies around the document.
    pub(crate) fn surroundings(&self) -> &'a dyn Surroundings {
        self.surroundings
    }

    /// Makes edits that keep the document JSON.
    pub(crate) fn editor(&self) -> Editor<'a> {
        Editor::new(self.tree())
    }

    /// The places where the document's shape is wrong and this rule has the words for it.
    pub(crate) fn violations(&self) -> impl Iterator<Item = &'a Violation<'a>> + use<'a> {
        self.violations_of(self.rule.name)
    }

    /// The places where the document's shape is wrong and the rule `name` has the words for it.
    pub(crate) fn violations_of(
        &self,
        name: &'static str,
    ) -> impl Iterator<Item = &'a Violation<'a>> + use<'a> {
        self.violations
            .iter()
            .filter(move |violation| violation.rule == name)
    }

    /// Reports a finding of the current rule; what else it has to say is added to the result.
    ///
    /// The loader's reason is the rule's own where it has exactly one, and the document is refused for it:
    /// what a warning's word is about lies elsewhere.
    pub(crate) fn report(&mut self, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        let loader_reason = match self.rule.reasons {
            [reason] if self.rule.severity == Severity::Error => Some(*reason),
            _ => None,
        };
        self.diagnostics.push(Diagnostic {
            rule: self.rule,
            severity: self.rule.severity,
            span,
            message: message.into(),
            notes: Vec::new(),
            related: Vec::new(),
            elsewhere: Vec::new(),
            fixes: Vec::new(),
            loader_reason,
            is_unused: false,
        });
        let last = self.diagnostics.len() - 1;
        &mut self.diagnostics[last]
    }
}

/// Adds to a finding; each returns it, so that calls can be chained.
impl Diagnostic {
    /// A further fact, as a sentence.
    pub(crate) fn note(&mut self, note: impl Into<String>) -> &mut Self {
        self.notes.push(note.into());
        self
    }

    /// Another place that belongs to it.
    pub(crate) fn related(&mut self, span: Span, message: impl Into<String>) -> &mut Self {
        self.related.push(Related {
            span,
            message: message.into(),
        });
        self
    }

    /// Another document that belongs to it, as its surroundings name it.
    pub(crate) fn elsewhere(&mut self, document: &str, message: impl Into<String>) -> &mut Self {
        self.elsewhere.push(Elsewhere {
            document: document.to_owned(),
            message: message.into(),
        });
        self
    }

    /// A way to repair it. One that changes the same as another is no choice, and left out.
    pub(crate) fn fix(&mut self, fix: Fix) -> &mut Self {
        if self.fixes.iter().all(|other| other.edits() != fix.edits()) {
            self.fixes.push(fix);
        }
        self
    }

    /// Nobody reads the text at the place.
    pub(crate) fn unused(&mut self) -> &mut Self {
        self.is_unused = true;
        self
    }

    /// The loader's own word for the refusal, or none.
    pub(crate) fn reason(&mut self, reason: impl Into<Option<&'static str>>) -> &mut Self {
        self.loader_reason = reason.into();
        self
    }

    /// Another severity than the rule's.
    pub(crate) fn severity(&mut self, severity: Severity) -> &mut Self {
        self.severity = severity;
        if severity != Severity::Error {
            self.loader_reason = None;
        }
        self
    }
}
