//! Where in a document the cursor stands, as far as that decides what can be put there.

use crate::syntax::{Member, Node, NodeKind, Span, Token, TokenKind, Tree, to_u32, tokenize};

/// A place where a key or a value can be put.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'t> {
    pub(super) offset: u32,
    /// The object or list around it; none at the top of the document.
    pub(super) container: Option<Node<'t>>,
    pub(super) role: Role<'t>,
    /// What is replaced: the whole token that the cursor is in, its quotes included.
    pub(super) replaced: Span,
    /// Whether the replaced token begins with a quote.
    pub(super) is_quoted: bool,
    /// Where a comma is missing before the place.
    pub(super) comma_before: Option<u32>,
    pub(super) after: After,
}

/// What stands, or would stand, at the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role<'t> {
    /// A member's key.
    Key,
    /// The value of this member.
    ValueOf(Member<'t>),
    /// An item of a list.
    Item,
    /// The document's outermost value.
    Root,
}

/// What follows the cursor's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum After {
    /// A comma, a closing bracket, or nothing.
    End,
    /// A colon.
    Colon,
    /// A value that has no key yet.
    Value,
    /// Another member or item, with no comma before it.
    Entry,
}

impl<'t> Cursor<'t> {
    /// The place at `offset`, if a key or a value can be put there.
    pub(super) fn at(tree: &'t Tree, offset: u32) -> Option<Self> {
        let offset = offset.min(to_u32(tree.text().len()));
        let edited = match touched(tree, offset)? {
            Touched::Gap => None,
            Touched::Token(token) => Some(token),
        };
        let before = significant_before(tree, edited.map_or(offset, |token| token.span.start));
        let container = container_at(tree, offset);
        let role = role(tree, container, before, edited)?;
        // A value that begins right at the cursor is replaced, not doubled; a key stays.
        let edited = edited.or_else(|| match role {
            Role::ValueOf(_) => value_starting_at(tree, offset),
            _ => None,
        });
        let replaced = edited.map_or(Span::at(offset), |token| extent(tree, token, offset, role));
        let source = &tree.text()[replaced.range()];
        if source.contains(['\n', '\r']) {
            return None;
        }
        let after = after(tree, replaced.end, role, edited.is_some())?;
        let is_doubled = match role {
            // What stands behind the cursor is the value already.
            Role::ValueOf(_) => matches!(after, After::Value | After::Colon),
            Role::Item => after == After::Colon,
            Role::Key | Role::Root => false,
        };
        if is_doubled && edited.is_none() {
            return None;
        }
        Some(Self {
            offset,
            container,
            role,
            replaced,
            is_quoted: source.starts_with(['"', '\'']),
            comma_before: before
                .filter(|token| role != Role::Root && ends_value(token.kind))
                .map(|token| token.span.end),
            after,
        })
    }
}

/// What the cursor touches.
enum Touched {
    /// Nothing that could be completed: it stands between tokens.
    Gap,
    /// A token that is being written.
    Token(Token),
}

/// The token that is being written at `offset`; none where nothing can be put, as in a comment or
/// right behind something complete.
fn touched(tree: &Tree, offset: u32) -> Option<Touched> {
    let index = tree.token_index_at(offset);
    if let Some(open) = open_string_before(tree, index, offset) {
        let between = &tree.text()[open.span.end as usize..offset as usize];
        return between
            .trim_matches(' ')
            .is_empty()
            .then_some(Touched::Token(open));
    }
    if let Some(token) = tree.tokens().get(index)
        && token.span.start < offset
    {
        return match token.kind {
            TokenKind::Whitespace => Some(Touched::Gap),
            kind if is_scalar(kind) && tree.text().is_char_boundary(offset as usize) => {
                Some(Touched::Token(*token))
            }
            _ => None,
        };
    }
    let Some(previous) = index.checked_sub(1).map(|index| tree.tokens()[index]) else {
        return Some(Touched::Gap);
    };
    match previous.kind {
        TokenKind::Word => Some(Touched::Token(previous)),
        TokenKind::Whitespace
        | TokenKind::ByteOrderMark
        | TokenKind::OpenBrace
        | TokenKind::OpenBracket
        | TokenKind::Colon
        | TokenKind::Comma => Some(Touched::Gap),
        TokenKind::Comment => {
            let source = &tree.text()[previous.span.range()];
            let is_closed = source.len() >= 4 && source.starts_with("/*") && source.ends_with("*/");
            is_closed.then_some(Touched::Gap)
        }
        _ => None,
    }
}

/// The string that isn't closed before `offset` on its line: whatever is put there is put into it.
fn open_string_before(tree: &Tree, index: usize, offset: u32) -> Option<Token> {
    /// Such a string takes in the rest of its line but for a comma and blanks around that.
    const TAIL: usize = 4;
    let text = tree.text().get(..offset as usize)?;
    tree.tokens()[index.saturating_sub(TAIL)..index]
        .iter()
        .rev()
        .find(|token| token.kind == TokenKind::UnclosedString)
        .filter(|token| !text[token.span.end as usize..].contains(['\n', '\r']))
        .copied()
}

fn is_scalar(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::String
            | TokenKind::UnclosedString
            | TokenKind::OtherQuoted
            | TokenKind::Number
            | TokenKind::True
            | TokenKind::False
            | TokenKind::Null
            | TokenKind::Word
    )
}

/// Whether a token ends a key or a value, so that nothing else may follow without a separator. A
/// string that isn't closed doesn't end.
fn ends_value(kind: TokenKind) -> bool {
    let is_closed = is_scalar(kind) && kind != TokenKind::UnclosedString;
    is_closed || matches!(kind, TokenKind::CloseBrace | TokenKind::CloseBracket)
}

fn value_starting_at(tree: &Tree, offset: u32) -> Option<Token> {
    let mut behind = tree.tokens()[tree.token_index_at(offset)..].iter();
    let token = *behind.next()?;
    let next = behind.find(|token| !token.kind.is_trivia());
    let is_key = next.is_some_and(|next| next.kind == TokenKind::Colon);
    (token.span.start == offset && is_scalar(token.kind) && !is_key).then_some(token)
}

fn significant_before(tree: &Tree, offset: u32) -> Option<Token> {
    tree.tokens()[..tree.token_index_at(offset)]
        .iter()
        .rev()
        .find(|token| !token.kind.is_trivia())
        .copied()
}

/// The innermost object or list around `offset`. One that is never closed reaches on to the next
/// token that isn't its own.
fn container_at(tree: &Tree, offset: u32) -> Option<Node<'_>> {
    let last_end = significant_before(tree, offset).map_or(0, |token| token.span.end);
    let first = tree.last_node_before(offset)?;
    std::iter::successors(Some(first), |node| node.parent())
        .filter(|node| matches!(node.kind(), NodeKind::Object | NodeKind::Array))
        .find(|node| {
            let end = node.span().end;
            offset < end || (node.close().is_empty() && last_end <= end)
        })
}

fn role<'t>(
    tree: &'t Tree,
    container: Option<Node<'t>>,
    before: Option<Token>,
    edited: Option<Token>,
) -> Option<Role<'t>> {
    let Some(container) = container else {
        // At the top there is one value and nothing else.
        let is_alone = tree
            .tokens()
            .iter()
            .filter(|token| !token.kind.is_trivia())
            .all(|token| Some(*token) == edited);
        return is_alone.then_some(Role::Root);
    };
    let before = before?;
    if container.kind() == NodeKind::Array {
        let separates = matches!(before.kind, TokenKind::OpenBracket | TokenKind::Comma);
        return (separates || ends_value(before.kind)).then_some(Role::Item);
    }
    match before.kind {
        TokenKind::OpenBrace | TokenKind::Comma => Some(Role::Key),
        TokenKind::Colon => {
            let key = significant_before(tree, before.span.start)?;
            member_with_key(container, key).map(Role::ValueOf)
        }
        // Behind a key that lacks its colon stands no other key.
        kind if ends_value(kind) && member_with_key(container, before).is_none() => Some(Role::Key),
        _ => None,
    }
}

fn member_with_key(container: Node<'_>, key: Token) -> Option<Member<'_>> {
    let mut members = container.as_object()?.all_members().rev();
    members.find(|member| member.key().span() == key.span)
}

/// The part of `token` that is replaced. A string that lacks its quote has swallowed what follows
/// on its line, and gives it back.
fn extent(tree: &Tree, token: Token, offset: u32, role: Role<'_>) -> Span {
    let span = token.span;
    let is_shifted = token.kind == TokenKind::String && is_shifted(tree, token);
    if !(is_shifted || token.kind == TokenKind::UnclosedString) || offset > span.end {
        return Span::new(span.start, span.end.max(offset));
    }
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '~');
    if let (true, Role::ValueOf(_), Some(value)) = (is_shifted, role, value_behind(tree, token)) {
        return Span::new(span.start, value.span.end);
    }
    let inside = offset.max(span.start + 1);
    let behind = &tree.text()[inside as usize..span.end as usize];
    let rest = behind.trim_start_matches(is_word);
    let is_key_alone = role == Role::Key
        && rest
            .trim_start_matches(' ')
            .starts_with([':', '[', '{', ',', ']', '}', '"']);
    let kept = if is_shifted || is_key_alone {
        rest.len()
    } else {
        closers(rest)
    };
    Span::new(span.start, span.end - to_u32(kept))
}

/// The length of the brackets at the end of `text` that close something before it.
fn closers(text: &str) -> usize {
    let count = |brackets: [char; 2]| text.matches(brackets).count();
    let mut unmatched = count([']', '}']).saturating_sub(count(['[', '{']));
    let is_kept = |c: char| match c {
        ']' | '}' if unmatched > 0 => {
            unmatched -= 1;
            true
        }
        c => c == ' ',
    };
    text.len() - text.trim_end_matches(is_kept).len()
}

/// Whether the string at the cursor is most likely one that isn't closed, and ends with another's
/// opening quote: right behind it stands a word that has a closing quote only, or the quotes on its
/// line come out odd.
fn is_shifted(tree: &Tree, token: Token) -> bool {
    let source = |token: &Token| &tree.text()[token.span.range()];
    let mut behind = tree.tokens()[tree.token_index_at(token.span.start) + 1..]
        .iter()
        .take_while(|token| !source(token).contains(['\n', '\r']));
    let Some(next) = behind.next() else {
        return false;
    };
    (next.kind == TokenKind::Word && source(next).ends_with('"'))
        || (is_scalar(next.kind) && behind.any(|token| token.kind == TokenKind::UnclosedString))
}

/// The value whose opening quote a string has taken: what is being typed before it takes its place.
fn value_behind(tree: &Tree, token: Token) -> Option<Token> {
    let index = tree.token_index_at(token.span.start);
    let mut behind = tree.tokens()[index + 1..].iter();
    let value = *behind.next()?;
    let is_taken = !tree.text()[token.span.range()].contains(',')
        && value.kind == TokenKind::Word
        && tree.text()[value.span.range()].ends_with('"');
    let next = behind.find(|token| !token.kind.is_trivia());
    (is_taken && next.is_none_or(|next| next.kind != TokenKind::Colon)).then_some(value)
}

/// What follows byte `end`, where the replaced text ends; none where that is nothing of JSON.
fn after(tree: &Tree, end: u32, role: Role<'_>, is_edited: bool) -> Option<After> {
    let index = tree.token_index_at(end);
    let mut kinds = [None, None];
    let inside = tree
        .tokens()
        .get(index)
        .is_some_and(|token| token.span.start < end);
    let rest;
    let tokens = if inside && !is_blank(tree, index) {
        // The rest of a token that was not what it seemed.
        let behind = &tree.text()[end as usize..];
        rest = tokenize(behind.lines().next().unwrap_or_default());
        &rest[..]
    } else {
        &tree.tokens()[index..]
    };
    let significant = tokens.iter().filter(|token| !token.kind.is_trivia());
    for (kind, token) in kinds.iter_mut().zip(significant) {
        *kind = Some(token.kind);
    }
    let begins_value = |kind: TokenKind| {
        is_scalar(kind) || matches!(kind, TokenKind::OpenBrace | TokenKind::OpenBracket)
    };
    Some(match kinds {
        [Some(TokenKind::Unknown), _] => return None,
        [Some(TokenKind::Colon), _] => After::Colon,
        [Some(kind), next] if begins_value(kind) => {
            let is_key = is_scalar(kind) && next == Some(TokenKind::Colon);
            // A lone string behind an empty place is a key that is still to get its colon.
            let is_lone_key = role == Role::Key && !is_edited && is_scalar(kind);
            if role == Role::Item || is_key || is_lone_key {
                After::Entry
            } else {
                After::Value
            }
        }
        _ => After::End,
    })
}

fn is_blank(tree: &Tree, index: usize) -> bool {
    tree.tokens()[index].kind == TokenKind::Whitespace
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{Strictness, parse};

    /// What the cursor at `§` is taken for: role, replaced text, missing comma, what follows.
    fn at(text: &str) -> String {
        let offset = to_u32(text.find('§').unwrap());
        let text = text.replacen('§', "", 1);
        let tree = parse(&text, Strictness::Serde);
        let Some(cursor) = Cursor::at(&tree, offset) else {
            return "none".to_owned();
        };
        let role = match cursor.role {
            Role::Key => "key".to_owned(),
            Role::ValueOf(member) => format!("value of {}", member.name()),
            Role::Item => "item".to_owned(),
            Role::Root => "root".to_owned(),
        };
        let comma = if cursor.comma_before.is_some() {
            ", comma before"
        } else {
            ""
        };
        let after = match cursor.after {
            After::End => "",
            After::Colon => ", colon after",
            After::Value => ", value after",
            After::Entry => ", entry after",
        };
        format!("{role} `{}`{comma}{after}", &text[cursor.replaced.range()])
    }

    #[test]
    fn places_for_keys() {
        for (text, place) in [
            ("{§}", "key ``"),
            ("{\"§\"}", "key `\"\"`"),
            ("{\"na§me\": 1}", "key `\"name\"`, colon after"),
            ("{\"a\":1 §}", "key ``, comma before"),
            ("{\"a\":1,\n§\n\"b\":2}", "key ``, entry after"),
            ("{\"a\":1\n§\n\"b\":2}", "key ``, comma before, entry after"),
            ("{§\"b\":2}", "key ``, entry after"),
            ("{ \"a\": 1, § // c\n}", "key ``"),
            ("{ \"a\": 1, /* c */§ }", "key ``"),
            ("{na§}", "key `na`"),
            ("{\"a\":1 na§}", "key `na`, comma before"),
            (
                "{\"a\":1 \"na§\": 2}",
                "key `\"na\"`, comma before, colon after",
            ),
            ("{\"na§\" 1}", "key `\"na\"`, value after"),
            ("{\"na§", "key `\"na`"),
            ("{\"na§}", "key `\"na`"),
            ("{\"na§\n\"b\": 1}", "key `\"na`, entry after"),
            ("{\"na§, \"b\": 1}", "key `\"na`"),
            ("{\"§\"b\": 1}", "key `\"`, entry after"),
            ("{\"na§ \"b\": \"x\", \"c\": 1}", "key `\"na`, entry after"),
            (
                "{\"a\": 1 \"na§\"b\": 1}",
                "key `\"na`, comma before, entry after",
            ),
            ("{\"a\": {\"b\": 1}, §", "key ``"),
            ("{\"a\": {\"b\": 1, §", "key ``"),
            ("\u{feff}{§", "key ``"),
        ] {
            assert_eq!(at(text), place, "{text}");
        }
    }

    #[test]
    fn places_for_values() {
        for (text, place) in [
            ("{\"a\": §}", "value of a ``"),
            ("{\"a\":§}", "value of a ``"),
            ("{\"a\": \"§\"}", "value of a `\"\"`"),
            ("{\"a\": §\"x\"}", "value of a `\"x\"`"),
            ("{\"a\": §\"b\": 1}", "value of a ``, entry after"),
            ("{\"a\":§\"b\" : 1}", "value of a ``, entry after"),
            ("{\"a\":§b: 1}", "value of a ``, entry after"),
            ("{\"a\":\n§\"b\": 1}", "value of a ``, entry after"),
            ("{\"a\": tr§}", "value of a `tr`"),
            ("{\"a\": t§rue, \"b\": 1}", "value of a `true`"),
            ("{\"a\": §\n \"b\": 1}", "value of a ``, entry after"),
            ("{\"a\": \"x§\n \"b\": 1}", "value of a `\"x`, entry after"),
            ("{\"a\": §, \"b\": 1}", "value of a ``"),
            ("{\"a\": \"§\"x\", \"b\": 1}", "value of a `\"\"x\"`"),
            ("{\"a\": \"x§ \"y\"}", "value of a `\"x \"y\"`"),
            ("{\"a\": \"x§, \"b\": 1}", "value of a `\"x`"),
            ("[§]", "item ``"),
            ("[\"§\"]", "item `\"\"`"),
            ("[1 §]", "item ``, comma before"),
            ("[1, §", "item ``"),
            ("[§1]", "item ``, entry after"),
            ("[\"a§\" \"b\"]", "item `\"a\"`, entry after"),
            ("{\"a\": [1, 2 §}", "item ``, comma before"),
            ("§", "root ``"),
            (" \n§", "root ``"),
            ("for§", "root `for`"),
            ("\"§\"", "root `\"\"`"),
        ] {
            assert_eq!(at(text), place, "{text}");
        }
    }

    #[test]
    fn nothing_is_put_where_something_is_complete() {
        for text in [
            "{\"a\"§: 1}",
            "{\"a\": 1§}",
            "{\"a\": true§}",
            "{\"a\": \"x\"§}",
            "{\"a\": {}§}",
            "{\"a\" §}",
            "{\"a\": § 1}",
            "{\"a\": § {}}",
            "{}§",
            "{} §",
            "§{}",
            "{ \"a\": 1, // c§\n}",
            "{ /* c§",
            "{ \"a\": § // c\n 1}",
            "{ : §}",
            "{\"a\": \"x\ny§\"}",
            "{\"a\": 1; §}",
            "§\u{feff}{}",
        ] {
            assert_eq!(at(text), "none", "{text}");
        }
    }
}
