//! What the schema says of a place in a document, in words.

use serde_json::Value;

use crate::document::DocumentKind;
use crate::ide::DOCUMENTATION_URL;
use crate::ide::documentation::{Documentation, Words};
use crate::rules::find as find_rule;
use crate::structure::Schema;
use crate::syntax::{Node, NodeKind};

/// How an item of a list is written in a field's path.
const ITEM: &str = "[]";

/// Reads the schemas ahead of the first question, which is then answered as fast as any other.
pub fn warm_up() {
    for kind in DocumentKind::ALL {
        let _ = Schema::in_words(kind);
    }
}

/// The address of a field's description in the reference.
///
/// A field is named by its keys with dots between them; items of lists add nothing. The empty name
/// stands for the whole document.
///
/// ```
/// use fornax_manifest::{DocumentKind, ide::reference_url};
///
/// let url = reference_url(DocumentKind::AkAdapter, "host.trust.changes.kind");
/// assert!(url.ends_with("reference/ak-adapter/#host.trust.changes.kind"));
/// ```
#[must_use]
pub fn reference_url(kind: DocumentKind, field: &str) -> String {
    let name = kind.name();
    if field.is_empty() {
        format!("{DOCUMENTATION_URL}reference/{name}/")
    } else {
        format!("{DOCUMENTATION_URL}reference/{name}/#{field}")
    }
}

/// A place in a document that its schema knows.
#[derive(Clone, Debug)]
pub(super) struct Field {
    kind: DocumentKind,
    pub(super) schema: Schema,
    /// The keys that lead to it, with `/` between them and `[]` for items.
    pub(super) path: String,
    /// Whether the object that holds it must have it.
    pub(super) is_required: bool,
}

/// A value that a field allows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) value: &'static Value,
    pub(super) about: Option<Words>,
}

impl Field {
    /// The whole document.
    pub(super) fn root(kind: DocumentKind) -> Self {
        Self {
            kind,
            schema: Schema::in_words(kind),
            path: String::new(),
            is_required: true,
        }
    }

    /// The place of a key or a value; none where no schema knows it.
    pub(super) fn of(kind: DocumentKind, node: Node<'_>) -> Option<Self> {
        let (known, field) = Self::nearest(kind, node);
        (known == node).then_some(field)
    }

    /// The innermost place around a key or a value that its schema knows, and what stands there.
    pub(super) fn nearest(kind: DocumentKind, node: Node<'_>) -> (Node<'_>, Self) {
        let mut path: Vec<Node<'_>> =
            std::iter::successors(Some(node), |node| node.parent()).collect();
        path.reverse();
        let mut known = (path[0], Self::root(kind));
        for pair in path.windows(2) {
            let field = match pair[0].kind() {
                NodeKind::Member => pair[0]
                    .as_member()
                    .and_then(|member| known.1.member(&member.name())),
                NodeKind::Array => known.1.item(),
                // A member is no place of its own: its key and its value are.
                _ => continue,
            };
            match field {
                Some(field) => known = (pair[1], field),
                None => break,
            }
        }
        known
    }
    /// The place with this path.
    pub(super) fn at(kind: DocumentKind, path: &str) -> Option<Self> {
        path.split('/')
            .filter(|step| !step.is_empty())
            .try_fold(Self::root(kind), |field, step| match step {
                ITEM => field.item(),
                name => field.member(name),
            })
    }

    /// A member of this object.
    pub(super) fn member(&self, name: &str) -> Option<Self> {
        Some(Self {
            kind: self.kind,
            schema: self.schema.property(name)?,
            path: self.below(name),
            is_required: self.schema.required().any(|required| required == name),
        })
    }

    /// An item of this list.
    pub(super) fn item(&self) -> Option<Self> {
        Some(Self {
            kind: self.kind,
            schema: self.schema.items()?,
            path: self.below(ITEM),
            is_required: false,
        })
    }

    fn below(&self, step: &str) -> String {
        if self.path.is_empty() {
            step.to_owned()
        } else {
            format!("{}/{step}", self.path)
        }
    }

    /// The last key of its path; none of the whole document and of items.
    pub(super) fn name(&self) -> Option<&str> {
        let name = self.path.rsplit('/').next()?;
        (!name.is_empty() && name != ITEM).then_some(name)
    }

    /// What people call it.
    pub(super) fn title(&self) -> &'static str {
        self.schema.text("title").unwrap_or("Value")
    }

    /// What it is for.
    pub(super) fn about(&self) -> Option<Words> {
        let plain = self.schema.text("description")?;
        Some(Words {
            markdown: self.schema.text("markdownDescription").unwrap_or(plain),
            plain,
        })
    }

    /// The values that it allows, if they are listed.
    pub(super) fn choices(&self) -> Vec<Choice> {
        let words = |keyword: &str, index: usize| {
            let list = self.schema.keyword(keyword)?;
            list.get(index)?.as_str()
        };
        self.schema
            .allowed()
            .enumerate()
            .map(|(index, value)| Choice {
                value,
                about: words("enumDescriptions", index).map(|plain| Words {
                    markdown: words("markdownEnumDescriptions", index).unwrap_or(plain),
                    plain,
                }),
            })
            .collect()
    }

    /// Whether it is free-form: whatever lies below is accepted.
    pub(super) fn is_free(&self) -> bool {
        self.schema.text("x-unknown-keys") == Some("free")
    }

    /// Whether only its absence, or `null`, is accepted.
    pub(super) fn must_be_absent(&self) -> bool {
        self.schema.types() == ["null"]
    }

    /// Its type in one or two words.
    pub(super) fn type_words(&self) -> &'static str {
        match self.schema.types()[..] {
            ["object"] => "object",
            ["array"] => "list",
            ["string"] => "text",
            ["integer"] => "whole number",
            ["boolean"] => "true or false",
            ["null"] => "null",
            [] if self.schema.allowed().all(Value::is_string)
                && self.schema.allowed().next().is_some() =>
            {
                "text"
            }
            [] if self.schema.keyword("properties").is_some() => "object",
            _ => "any value",
        }
    }

    /// A value that an author could have written.
    pub(super) fn example(&self) -> Option<&'static Value> {
        self.schema.keyword("examples")?.get(0)
    }

    /// The ready-made values that the schema offers.
    pub(super) fn snippets(&self) -> impl Iterator<Item = &'static Value> {
        self.schema
            .keyword("defaultSnippets")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
    }

    /// Title, description, allowed values.
    pub(super) fn describe(&self, documentation: &mut Documentation) {
        documentation.paragraph().strong(self.title());
        if let Some(name) = self.name() {
            documentation.prose(" · ").code(name);
        }
        documentation.prose(" · ").prose(self.type_words());
        if self.name().is_some() {
            documentation.prose(if self.is_required {
                ", required"
            } else {
                ", optional"
            });
        }
        if let Some(about) = self.about() {
            documentation.paragraph().words(about);
        }
        for choice in self.choices() {
            describe_choice(documentation.item(), choice);
        }
    }

    /// The loader's words for a fault here, and the way to the reference.
    pub(super) fn describe_further(&self, documentation: &mut Documentation) {
        documentation.paragraph();
        let reasons = self.reasons();
        if !reasons.is_empty() && !self.is_free() {
            documentation.prose("What the loader calls a fault here: ");
            for (index, reason) in reasons.iter().enumerate() {
                documentation
                    .prose(if index > 0 { " or " } else { "" })
                    .code(reason);
            }
            documentation.prose(". ");
        }
        documentation.link("Reference", &self.url());
    }

    /// The loader's words for a wrong type or a missing value, and for a value against the rules.
    fn reasons(&self) -> Vec<&'static str> {
        let rule = self.schema.text("x-value-rule").and_then(find_rule);
        let of_value = match rule.map(|rule| rule.reasons) {
            // Of several it can't be said which one it would be.
            Some([reason]) => Some(*reason),
            _ => None,
        };
        let of_type = self.schema.reason();
        of_type
            .into_iter()
            .chain(of_value.filter(|reason| Some(*reason) != of_type))
            .collect()
    }

    fn url(&self) -> String {
        let keys: Vec<&str> = self.path.split('/').filter(|step| *step != ITEM).collect();
        reference_url(self.kind, &keys.join("."))
    }
}

/// One allowed value and what it means.
pub(super) fn describe_choice(documentation: &mut Documentation, choice: Choice) {
    let literal = match choice.value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    documentation.code(&literal);
    if let Some(about) = choice.about {
        documentation.prose(": ").words(about);
    }
}
