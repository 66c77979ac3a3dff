//! How new text is laid out: like what stands around it.

use std::borrow::Cow;

use serde_json::Value;

use crate::edit::{Editor, is_nested, quote};
use crate::syntax::{Node, NodeKind, Span, TokenKind, spaced_after, tokens_of};

/// The widest gap beside a colon that is imitated, in bytes.
const GAP_WIDTH: u32 = 8;

/// How a value is written.
#[derive(Clone, Debug)]
pub(super) struct Style<'t> {
    editor: Editor<'t>,
    /// What stands between a key and its value.
    colon: Cow<'t, str>,
    /// Whether a blank follows the commas in a line.
    spaces_commas: bool,
    /// Whether a blank stands inside the braces of an object in one line.
    pads_braces: bool,
}

impl<'t> Style<'t> {
    /// That of the whole document.
    pub(super) fn of(editor: Editor<'t>) -> Self {
        let layout = editor.tree.layout();
        let spaces_commas = editor.spaces_commas();
        let colon = if layout.spaced_colon.unwrap_or(true) {
            ": "
        } else {
            ":"
        };
        Self {
            editor,
            colon: Cow::Borrowed(colon),
            spaces_commas,
            pads_braces: layout.padded_brace.unwrap_or(spaces_commas),
        }
    }

    /// The same, where `model` doesn't show another.
    pub(super) fn like(mut self, model: Node<'t>) -> Self {
        let tree = self.editor.tree;
        let text = tree.text();
        let member = model.children().rev().find_map(Node::as_member);
        if let Some((member, value)) = member.and_then(|member| Some((member, member.value()?))) {
            let gap = Span::new(member.key().span().end, value.span().start);
            if gap.len() <= GAP_WIDTH && !text[gap.range()].contains(['\n', '\r']) {
                self.colon = Cow::Borrowed(&text[gap.range()]);
            }
        }
        if !tree.layout().breaks(model.span()) {
            if let Some(is_spaced) = spaced_after(tokens_of(model.source()), TokenKind::Comma) {
                self.spaces_commas = is_spaced;
            }
            if model.kind() == NodeKind::Object && model.has_children() {
                let inside = model.source().as_bytes().get(1);
                self.pads_braces = inside.is_some_and(|byte| matches!(byte, b' ' | b'\t'));
            }
        }
        self
    }

    /// What stands between two entries in a line.
    pub(super) fn comma(&self) -> &'static str {
        if self.spaces_commas { ", " } else { "," }
    }

    /// New entries of a container, members with their keys, items without. `model` is a container of
    /// the same kind that they should look like.
    pub(super) fn entries(
        &self,
        new: &[(Option<&str>, &Value)],
        indent: &str,
        spread: bool,
        model: Option<Node<'t>>,
    ) -> Vec<String> {
        new.iter()
            .map(|&(key, json)| {
                let model = model.and_then(|model| part(model, key, json));
                let text = self.render(json, indent, spread, model);
                match key {
                    Some(key) => format!("{}{}{text}", quote(key), self.colon),
                    None => text,
                }
            })
            .collect()
    }

    /// A value that begins in a line with this indentation, on lines of its own if `spread` says so,
    /// unless the value that it should look like shows otherwise.
    pub(super) fn render(
        &self,
        json: &Value,
        indent: &str,
        spread: bool,
        model: Option<Node<'t>>,
    ) -> String {
        let entries: Vec<(Option<&str>, &Value)> = match json {
            Value::Object(members) => members
                .iter()
                .map(|(key, value)| (Some(key.as_str()), value))
                .collect(),
            Value::Array(items) => items.iter().map(|item| (None, item)).collect(),
            _ => return json.to_string(),
        };
        let (open, close, pad) = match json {
            Value::Object(_) if self.pads_braces => ('{', '}', " "),
            Value::Object(_) => ('{', '}', ""),
            _ => ('[', ']', ""),
        };
        if entries.is_empty() {
            return format!("{open}{close}");
        }
        let style = match model {
            Some(model) => self.clone().like(model),
            None => self.clone(),
        };
        let spread = match model {
            Some(model) => self.editor.opens_line(model),
            None => spread && is_nested(json),
        };
        if !spread {
            let pad = if style.pads_braces && json.is_object() {
                " "
            } else {
                pad
            };
            let texts = style.entries(&entries, indent, false, model);
            return format!("{open}{pad}{}{pad}{close}", texts.join(style.comma()));
        }
        let newline = self.editor.newline();
        let deeper = format!("{indent}{}", self.editor.indent_unit());
        let texts = style.entries(&entries, &deeper, true, model);
        format!(
            "{open}{newline}{deeper}{}{newline}{indent}{close}",
            texts.join(&format!(",{newline}{deeper}"))
        )
    }
}

/// The part of a container that a new entry should look like: what has the same key, else the last
/// of the same kind.
fn part<'t>(model: Node<'t>, key: Option<&str>, json: &Value) -> Option<Node<'t>> {
    let is_like = |node: &Node<'_>| {
        let kind = match json {
            Value::Object(_) => NodeKind::Object,
            Value::Array(_) => NodeKind::Array,
            _ => return false,
        };
        node.kind() == kind && node.has_children()
    };
    let same = key
        .and_then(|key| model.as_object()?.get(key))
        .filter(is_like);
    same.or_else(|| {
        model
            .children()
            .rev()
            .filter_map(|entry| match entry.as_member() {
                Some(member) => member.value(),
                None => Some(entry),
            })
            .find(is_like)
    })
}

/// A container of the same kind beside one that is empty, which shows how that could be filled.
pub(super) fn sibling(container: Node<'_>) -> Option<Node<'_>> {
    let holder = match container.member() {
        Some(member) => member.object()?.node(),
        None => container.parent()?,
    };
    let like = match container.kind() {
        NodeKind::Object => Value::Object(serde_json::Map::new()),
        _ => Value::Array(Vec::new()),
    };
    part(holder, None, &like)
}
