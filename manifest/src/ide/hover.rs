//! What is shown when the pointer rests on a key or a value.

use crate::document::{Document, Encoding};
use crate::ide::Help;
use crate::ide::documentation::Documentation;
use crate::ide::facts;
use crate::ide::field::{Field, describe_choice};
use crate::options::Options;
use crate::surroundings::Surroundings;
use crate::syntax::{Member, Node, NodeKind, Span};
use crate::words;

/// An explanation and what it explains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The key, the scalar value, or the bracket of a container.
    pub span: Span,
    /// The explanation.
    pub text: Documentation,
}

/// Explains the key or value at `offset`: what it is, what its rules are, what loaders do with it,
/// and what can be said of it on this machine.
#[must_use]
pub fn hover(
    document: &Document,
    offset: u32,
    options: &Options,
    surroundings: &dyn Surroundings,
) -> Option<Hover> {
    if document.encoding() != Encoding::Utf8 {
        return None;
    }
    let help = Help {
        document,
        options,
        surroundings,
    };
    let node = document.tree().node_at(offset)?;
    let span = place(node, offset)?;
    let mut text = Documentation::default();
    let (place, field) = Field::nearest(document.kind(), node);
    if place == node {
        known(help, node, &field, &mut text);
    } else {
        unknown(help, node, (place, &field), &mut text)?;
    }
    repeated(node, &mut text);
    Some(Hover { span, text })
}

/// What exactly is explained: of a container only the bracket that was meant.
fn place(node: Node<'_>, offset: u32) -> Option<Span> {
    let span = node.span();
    match node.kind() {
        NodeKind::Member => None,
        NodeKind::Object | NodeKind::Array => {
            let open = node.open();
            let close = node.close();
            let is_meant = |bracket: &Span| !bracket.is_empty() && bracket.touches(offset);
            Some(open).filter(is_meant).or(Some(close).filter(is_meant))
        }
        _ => Some(span),
    }
}

/// The value that is meant: a key's own value.
fn value_of(node: Node<'_>) -> Option<Node<'_>> {
    if node.is_key() {
        node.member()?.value()
    } else {
        Some(node)
    }
}

fn known(help: Help<'_>, node: Node<'_>, field: &Field, text: &mut Documentation) {
    let value = value_of(node);
    // Which of several values it is comes first.
    let choices = field.choices();
    let written = value
        .filter(|_| !node.is_key() && choices.len() > 1)
        .and_then(Node::as_str);
    let chosen = choices
        .into_iter()
        .find(|choice| written.is_some() && choice.value.as_str() == written.as_deref());
    if let Some(choice) = chosen {
        describe_choice(text.paragraph(), choice);
    }
    field.describe(text);
    if let Some(value) = value {
        facts::add(help, field, value, text);
    }
    field.describe_further(text);
}

/// Explains what no schema knows: a part of something free-form, or a member that is one too many.
fn unknown(
    help: Help<'_>,
    node: Node<'_>,
    (around, field): (Node<'_>, &Field),
    text: &mut Documentation,
) -> Option<()> {
    if field.is_free() {
        // The other members of `kit.json` are none of ours.
        field.name()?;
        text.paragraph()
            .strong(field.title())
            .prose(if field.name() == Some("element") {
                " · free-form: the loader looks for the marker alone"
            } else {
                " · free-form: the loader doesn't look inside"
            });
        facts::add_inside_element(node, around, text);
        field.describe_further(text);
        return Some(());
    }
    let key = key_in(node, around)?;
    let holder = words::name_of(around, help.document.kind());
    text.paragraph()
        .strong("Unknown member")
        .prose(" · ")
        .code(&key.name());
    text.paragraph().prose("There is no such member in ");
    match field.name() {
        Some(name) => text.code(name),
        None => text.prose(&holder.replace('`', "")),
    };
    text.prose(if field.schema.text("x-unknown-keys") == Some("warn") {
        ": it is accepted and ignored."
    } else {
        ": the loader refuses it."
    });
    if let Some(nearest) = words::nearest(&key.name(), field.schema.property_names()) {
        text.prose(" Did you mean ").code(nearest).prose("?");
    }
    field.describe_further(text);
    Some(())
}

/// The member of `around` that holds `node`.
fn key_in<'t>(node: Node<'t>, around: Node<'t>) -> Option<Member<'t>> {
    std::iter::successors(Some(node), |node| node.parent())
        .find(|node| node.parent() == Some(around))?
        .as_member()
}

/// Says that a later member takes this one's place.
fn repeated(node: Node<'_>, text: &mut Documentation) {
    if node.member().is_some_and(Member::is_shadowed) {
        text.paragraph()
            .prose("The same key comes again below; a reader takes the last one.");
    }
}
