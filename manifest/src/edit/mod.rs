//! Edits that keep a document JSON: commas, indentation, line ends and the file's end.

mod apply;
mod style;

pub use apply::{apply_edits, apply_fixes};

use serde_json::Value;

use crate::diagnostic::Edit;
use crate::syntax::{
    Array, Member, Node, NodeKind, Object, Span, Token, TokenKind, Tree, to_u32, tokens_of,
};

use style::Style;

/// The widest indentation that is imitated, in characters: a line of blanks is no style, and would
/// be copied into every fix.
const INDENT_WIDTH: usize = 128;

/// Where among an object's members a new one goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot<'t> {
    /// Before the first.
    Start,
    /// Right after this one.
    After(Member<'t>),
    /// After the last.
    End,
}

/// Makes edits of one tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Editor<'t> {
    tree: &'t Tree,
}

impl<'t> Editor<'t> {
    pub(crate) fn new(tree: &'t Tree) -> Self {
        Self { tree }
    }

    /// Puts `json` in a value's place.
    pub(crate) fn replace(self, node: Node<'t>, json: &Value) -> Vec<Edit> {
        // Only what takes lines of its own is indented, and a line may be as long as the document.
        let spread = is_nested(json) && self.is_spread(node);
        let indent = if spread {
            self.line_indent(node.span().start)
        } else {
            String::new()
        };
        let text = Style::of(self).render(json, &indent, spread, None);
        vec![Edit::replace(node.span(), text)]
    }

    /// Puts `text` in the place of a part of a string.
    pub(crate) fn replace_inside(self, span: Span, text: &str) -> Vec<Edit> {
        let quoted = quote(text);
        let inner = &quoted[1..quoted.len() - 1];
        vec![Edit::replace(span, inner)]
    }

    /// Gives a member another key.
    pub(crate) fn rename(self, member: Member<'t>, name: &str) -> Vec<Edit> {
        vec![Edit::replace(member.key().span(), quote(name))]
    }

    /// Takes a member out of its object.
    pub(crate) fn remove_member(self, member: Member<'t>) -> Vec<Edit> {
        self.remove(member.span(), member.node().parent())
    }

    /// Takes an item out of its array.
    pub(crate) fn remove_item(self, item: Node<'t>) -> Vec<Edit> {
        self.remove(item.span(), item.parent())
    }

    /// Adds a member to an object.
    pub(crate) fn insert_member(
        self,
        object: Object<'t>,
        slot: Slot<'t>,
        name: &str,
        json: &Value,
    ) -> Vec<Edit> {
        let first = object.all_members().next().map(Member::span);
        let after = match slot {
            Slot::Start => None,
            Slot::After(member) => Some(member.span()),
            Slot::End => object.all_members().next_back().map(Member::span),
        };
        let new = [(Some(name), json)];
        self.insert(object.node(), first, after, &new)
    }

    /// Adds an item to the end of an array.
    pub(crate) fn insert_item(self, array: Array<'t>, json: &Value) -> Vec<Edit> {
        self.append(array.node(), &[(None, json)])
    }

    /// Adds entries to the end of a container: members with their keys, or items without.
    pub(crate) fn append(self, container: Node<'t>, new: &[(Option<&str>, &Value)]) -> Vec<Edit> {
        let mut entries = container.children().map(Node::span);
        let Some(first) = entries.next() else {
            // A document that is filled for the first time gets lines.
            return self.fill(container, new, container.parent().is_none());
        };
        let last = entries.next_back().unwrap_or(first);
        self.insert(container, Some(first), Some(last), new)
    }

    // ---- removing --------------------------------------------------------------------------

    fn remove(self, entry: Span, container: Option<Node<'t>>) -> Vec<Edit> {
        let after = self.significant_after(entry.end);
        if let Some(comma) = after.filter(|token| token.kind == TokenKind::Comma) {
            // What follows moves to this entry's place.
            let end = self.end_of_blanks(comma.span.end);
            let tail = self.significant_after(comma.span.end);
            let is_last = tail.is_none_or(|token| is_closing(token.kind));
            if is_last {
                return vec![Edit::delete(Span::new(entry.start, comma.span.end))];
            }
            if comma.span.start == self.end_of_blanks(entry.end) {
                return vec![Edit::delete(Span::new(entry.start, end))];
            }
            return vec![
                Edit::delete(entry),
                Edit::delete(Span::new(comma.span.start, end)),
            ];
        }
        if let Some(comma) = self.comma_before(entry.start) {
            let start = self.start_of_blanks(entry.start);
            if start == comma.end {
                return vec![Edit::delete(Span::new(comma.start, entry.end))];
            }
            return vec![
                Edit::delete(comma),
                Edit::delete(Span::new(start, entry.end)),
            ];
        }
        // The only entry: close the brackets up, unless a comment stands between them.
        let inner = container.map(|node| Span::new(node.open().end, entry.start));
        let start = self.start_of_blanks(entry.start);
        if inner.is_some_and(|inner| inner.start == start) {
            return vec![Edit::delete(Span::new(
                start,
                self.end_of_blanks(entry.end),
            ))];
        }
        vec![Edit::delete(entry)]
    }

    /// Takes out every entry of a container for which `goes` holds. The text must be free of faults.
    pub(crate) fn remove_entries(
        self,
        container: Node<'t>,
        goes: impl Fn(Node<'t>) -> bool,
    ) -> Vec<Edit> {
        let entries: Vec<(Span, bool)> = container
            .children()
            .map(|entry| (entry.span(), goes(entry)))
            .collect();
        if entries.iter().all(|(_, goes)| *goes) {
            let span = container.span();
            return vec![Edit::delete(Span::new(span.start + 1, span.end - 1))];
        }
        let mut edits = Vec::new();
        let mut start = 0;
        for run in entries.chunk_by(|(_, one), (_, next)| one == next) {
            let end = start + run.len();
            if let ([(first, true), ..], [.., (last, _)]) = (run, run) {
                // What follows moves to the place of what goes. Where nothing does, the comma goes.
                let span = match entries.get(end) {
                    Some((next, _)) => Span::new(first.start, next.start),
                    None => {
                        let comma = self.comma_before(first.start);
                        let from = comma.map_or(first.start, |comma| comma.start);
                        Span::new(from, last.end)
                    }
                };
                edits.push(Edit::delete(span));
            }
            start = end;
        }
        edits
    }

    // ---- inserting -------------------------------------------------------------------------

    fn insert(
        self,
        container: Node<'t>,
        first: Option<Span>,
        after: Option<Span>,
        new: &[(Option<&str>, &Value)],
    ) -> Vec<Edit> {
        let Some(first) = first else {
            return self.fill(container, new, false);
        };
        let neighbour = after.unwrap_or(first);
        let lead = self.lead(neighbour.start);
        let spread = lead.contains(['\n', '\r']);
        let style = Style::of(self).like(container);
        let indent = self.line_indent(neighbour.start);
        let texts = style.entries(new, &indent, spread, Some(container));
        let Some(after) = after else {
            // Before the first: the first keeps its place behind what is new.
            let texts = texts.join(&format!(",{lead}"));
            return vec![Edit::insert(first.start, format!("{texts},{lead}"))];
        };
        let comma = self
            .significant_after(after.end)
            .filter(|token| token.kind == TokenKind::Comma);
        let texts = texts.join(&format!(",{lead}"));
        match comma {
            Some(comma)
                if self
                    .significant_after(comma.span.end)
                    .is_none_or(|token| is_closing(token.kind)) =>
            {
                // A trailing comma is in the way; now something follows it.
                vec![Edit::insert(comma.span.end, format!("{lead}{texts}"))]
            }
            Some(comma) => vec![Edit::insert(comma.span.end, format!("{lead}{texts},"))],
            None => vec![Edit::insert(after.end, format!(",{lead}{texts}"))],
        }
    }

    /// Puts the first entries into a container, each on a line of its own if the container shows no
    /// other way and `in_lines` says so.
    fn fill(
        self,
        container: Node<'t>,
        new: &[(Option<&str>, &Value)],
        in_lines: bool,
    ) -> Vec<Edit> {
        let inner = Span::new(container.open().end, container.close().start);
        let blank = self.tree.text()[inner.range()]
            .trim_matches([' ', '\t', '\n', '\r'])
            .is_empty();
        let model = style::sibling(container);
        let spread = blank
            && model.map_or_else(
                || in_lines || self.is_spread(container),
                |model| self.opens_line(model),
            );
        let style = Style::of(self).like(model.unwrap_or(container));
        let outer = self.line_indent(container.span().start);
        if !spread {
            let texts = style.entries(new, &outer, false, model);
            return vec![Edit::insert(inner.start, texts.join(style.comma()))];
        }
        let newline = self.newline();
        let indent = format!("{outer}{}", self.indent_unit());
        let texts = style
            .entries(new, &indent, true, model)
            .join(&format!(",{newline}{indent}"));
        vec![Edit::replace(
            inner,
            format!("{newline}{indent}{texts}{newline}{outer}"),
        )]
    }

    /// The white space between an entry and what stands before it, as a new entry should have it.
    fn lead(self, start: u32) -> String {
        let blanks = Span::new(self.start_of_blanks(start), start);
        let text = &self.tree.text()[blanks.range()];
        if text.contains(['\n', '\r']) {
            // Of several line ends between entries keep one.
            return format!("{}{}", self.newline(), self.line_indent(start));
        }
        let bytes = self.tree.text().as_bytes();
        let opens = blanks
            .start
            .checked_sub(1)
            .and_then(|index| bytes.get(index as usize))
            .is_some_and(|byte| matches!(byte, b'{' | b'['));
        if text.is_empty() && opens && self.spaces_commas() {
            return " ".to_owned();
        }
        text.chars().take(INDENT_WIDTH).collect()
    }

    // ---- style -----------------------------------------------------------------------------

    /// The dominant line end.
    pub(crate) fn newline(self) -> &'static str {
        self.tree.layout().newline
    }

    /// One level of indentation: that of the first indented line.
    pub(crate) fn indent_unit(self) -> &'t str {
        let text = self.tree.text();
        let first = self
            .tree
            .root()
            .and_then(|root| root.as_object())
            .and_then(|root| root.all_members().next())
            .map(Member::span);
        let Some(first) = first else { return "  " };
        let blanks = &text[self.start_of_blanks(first.start) as usize..first.start as usize];
        match blanks.rsplit_once(['\n', '\r']) {
            Some((_, indent)) if (1..=INDENT_WIDTH).contains(&indent.len()) => indent,
            _ => "  ",
        }
    }

    /// The indentation of the line on which `offset` lies.
    pub(crate) fn line_indent(self, offset: u32) -> String {
        let start = self.tree.layout().line_start(offset);
        let line = &self.tree.text()[start as usize..offset as usize];
        line.chars()
            .take(INDENT_WIDTH)
            .take_while(|c| matches!(c, ' ' | '\t'))
            .collect()
    }

    /// Whether a container's entries stand on lines of their own, or would.
    pub(crate) fn is_spread(self, node: Node<'t>) -> bool {
        let layout = self.tree.layout();
        if layout.breaks(node.span()) {
            return true;
        }
        // An empty or scalar one follows the container that holds it.
        let mut outer = node.parent();
        while let Some(parent) = outer {
            if matches!(parent.kind(), NodeKind::Object | NodeKind::Array) {
                return layout.breaks(parent.span());
            }
            outer = parent.parent();
        }
        self.tree.text().trim().contains(['\n', '\r'])
    }

    pub(crate) fn spaces_commas(self) -> bool {
        let layout = self.tree.layout();
        layout.spaced_comma.or(layout.spaced_colon).unwrap_or(true)
    }

    /// Whether a container's first entry stands on a line of its own.
    fn opens_line(self, container: Node<'t>) -> bool {
        let first = container.children().next();
        first.is_some_and(|first| {
            let blanks = Span::new(container.span().start, first.span().start);
            self.tree.layout().breaks(blanks)
        })
    }

    // ---- tokens ----------------------------------------------------------------------------

    /// The comma that stands before `offset`, with no other token between.
    fn comma_before(self, offset: u32) -> Option<Span> {
        if self.tree.error_count() == 0 {
            // Without comments there are nothing but blanks between.
            let at = self.start_of_blanks(offset).checked_sub(1)?;
            let is_comma = self.tree.text().as_bytes().get(at as usize) == Some(&b',');
            return is_comma.then(|| Span::new(at, at + 1));
        }
        let index = self.tree.token_index_at(offset);
        let token = self.tree.tokens()[..index]
            .iter()
            .rev()
            .find(|token| !token.kind.is_trivia() && token.span.end <= offset)?;
        (token.kind == TokenKind::Comma).then_some(token.span)
    }

    fn significant_after(self, offset: u32) -> Option<Token> {
        if self.tree.error_count() == 0 {
            let start = self.end_of_blanks(offset);
            let token = tokens_of(&self.tree.text()[start as usize..]).next()?;
            return Some(Token {
                span: Span::new(start, start + token.span.end),
                ..token
            });
        }
        let index = self.tree.token_index_at(offset);
        self.tree.tokens()[index..]
            .iter()
            .find(|token| !token.kind.is_trivia() && token.span.start >= offset)
            .copied()
    }

    fn start_of_blanks(self, offset: u32) -> u32 {
        let before = &self.tree.text()[..offset as usize];
        to_u32(before.trim_end_matches([' ', '\t', '\n', '\r']).len())
    }

    fn end_of_blanks(self, offset: u32) -> u32 {
        let after = &self.tree.text()[offset as usize..];
        let rest = after.trim_start_matches([' ', '\t', '\n', '\r']);
        offset + to_u32(after.len() - rest.len())
    }
}

/// Whether a value has parts that may stand on lines of their own.
fn is_nested(json: &Value) -> bool {
    match json {
        Value::Object(members) => !members.is_empty(),
        Value::Array(items) => items.iter().any(|item| item.is_object() || item.is_array()),
        _ => false,
    }
}

fn is_closing(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::CloseBrace | TokenKind::CloseBracket)
}

/// `text` as a JSON string.
pub(crate) fn quote(text: &str) -> String {
    Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{Strictness, parse};
    use serde_json::json;

    fn remove(text: &str, pointer: &str) -> String {
        let tree = parse(text, Strictness::JavaScript);
        let editor = Editor::new(&tree);
        let node = tree.at(pointer).unwrap();
        let edits = match node.member() {
            Some(member) => editor.remove_member(member),
            None => editor.remove_item(node),
        };
        apply_edits(text, &edits)
    }

    fn insert(text: &str, pointer: &str, value: &Value) -> String {
        let tree = parse(text, Strictness::JavaScript);
        let editor = Editor::new(&tree);
        let node = tree.at(pointer).unwrap();
        let edits = match node.as_object() {
            Some(object) => editor.insert_member(object, Slot::End, "n", value),
            None => editor.insert_item(node.as_array().unwrap(), value),
        };
        apply_edits(text, &edits)
    }

    #[test]
    fn removing_takes_the_right_comma_along() {
        assert_eq!(remove("{\"a\":1}", "/a"), "{}");
        assert_eq!(remove("{ \"a\": 1 }", "/a"), "{}");
        assert_eq!(remove("{\"a\":1,\"b\":2}", "/a"), "{\"b\":2}");
        assert_eq!(remove("{\"a\":1,\"b\":2}", "/b"), "{\"a\":1}");
        assert_eq!(
            remove("{\"a\":1,\"b\":2,\"c\":3}", "/b"),
            "{\"a\":1,\"c\":3}"
        );
        assert_eq!(
            remove("{\r\n\t\"a\": 1,\r\n\t\"b\": 2\r\n}", "/b"),
            "{\r\n\t\"a\": 1\r\n}"
        );
        assert_eq!(
            remove("{\n  \"a\": 1 ,\n  \"b\": 2\n}\n", "/a"),
            "{\n  \"b\": 2\n}\n"
        );
        assert_eq!(remove("[1, 2, 3]", "/1"), "[1, 3]");
        assert_eq!(remove("[1, 2,]", "/1"), "[1, ]");
    }

    #[test]
    fn removing_keeps_comments() {
        assert_eq!(
            remove("{\n  \"a\": 1, // one\n  \"b\": 2\n}", "/b"),
            "{\n  \"a\": 1 // one\n}"
        );
        assert_eq!(remove("{ /* x */ \"a\": 1 }", "/a"), "{ /* x */  }");
    }

    #[test]
    fn inserting_follows_the_neighbours() {
        assert_eq!(insert("{}", "", &json!(1)), "{\"n\": 1}");
        assert_eq!(insert("{\"a\":1}", "", &json!(1)), "{\"a\":1,\"n\":1}");
        assert_eq!(
            insert("{\"a\":1,\"b\":2}", "", &json!(1)),
            "{\"a\":1,\"b\":2,\"n\":1}"
        );
        assert_eq!(
            insert("{\n\t\"a\": {}\n}", "", &json!({"x": 1})),
            "{\n\t\"a\": {},\n\t\"n\": {\n\t\t\"x\": 1\n\t}\n}"
        );
        assert_eq!(
            insert("{\n\t\"a\": {}\n}", "/a", &json!(1)),
            "{\n\t\"a\": {\n\t\t\"n\": 1\n\t}\n}"
        );
        assert_eq!(
            insert("{\r\n  \"a\": [\r\n  ]\r\n}", "/a", &json!("x")),
            "{\r\n  \"a\": [\r\n    \"x\"\r\n  ]\r\n}"
        );
        assert_eq!(insert("{\"a\": 1,}", "", &json!(2)), "{\"a\": 1, \"n\": 2}");
    }
}
