//! Builds the tree: iterative, so that no depth overflows, and ready to go on after any error.

mod doubt;

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::diagnostic::{Edit, Fix};
use crate::edit::quote;
use crate::limits;
use crate::syntax::error::{SyntaxError, SyntaxErrorKind};
use crate::syntax::lexer::{Token, TokenKind, to_u32, tokenize};
use crate::syntax::sound::{self, Opening, mark_shadowed};
use crate::syntax::string::{StringChars, StringFault, is_plain};
use crate::syntax::tree::{Member, Node, NodeData, NodeKind, Tree, shorten};
use crate::syntax::{Span, Strictness, number};
use doubt::{Balance, Doubt};

/// Parses `text`, whatever it holds.
///
/// There are no [errors](Tree::errors) exactly when the reader that `strictness` names accepts the
/// text. A text of more than [`limits::TEXT_BYTES`] bytes is not looked at.
#[must_use]
pub fn parse(text: &str, strictness: Strictness) -> Tree {
    parse_within(limits::SYNTAX_ERRORS, text, strictness)
}

/// The same with another limit for the errors of one kind.
pub(crate) fn parse_within(limit: usize, text: &str, strictness: Strictness) -> Tree {
    let text = if text.len() as u64 > limits::TEXT_BYTES {
        ""
    } else {
        text
    };
    sound::parse(text, strictness).unwrap_or_else(|| tolerant(limit, text, strictness))
}

/// Parses `text` like [`parse`], without what nobody needs of a sound text: see [`Opening`].
pub(crate) fn outline(text: &str, strictness: Strictness, opening: &Opening) -> Tree {
    if text.len() as u64 > limits::TEXT_BYTES {
        return parse(text, strictness);
    }
    sound::outline(text, strictness, opening)
        .unwrap_or_else(|| tolerant(limits::SYNTAX_ERRORS, text, strictness))
}

/// Parses any text, ready for every fault.
pub(super) fn tolerant(limit: usize, text: &str, strictness: Strictness) -> Tree {
    let tokens = tokenize(text);
    let mut parser = Parser {
        text,
        strictness,
        significant: tokens
            .iter()
            .copied()
            .filter(|token| !token.kind.is_trivia())
            .collect(),
        next: 0,
        nodes: Vec::with_capacity(tokens.len() / 2 + 1),
        children: Vec::with_capacity(tokens.len() / 2 + 1),
        pending: Vec::new(),
        stack: Vec::new(),
        open_objects: 0,
        balance: Balance::of(&tokens),
        doubt: Doubt::default(),
        root: None,
        errors: Vec::new(),
        limit,
        kept: HashMap::new(),
        error_count: 0,
        unshown: Vec::new(),
        max_depth: 0,
        has_shadowed: false,
    };
    parser.trivia(&tokens);
    parser.document();
    parser.drop_echoes();
    parser.errors.sort_by_key(|error| error.span);
    let mut shown = HashMap::new();
    let is_shown = |error: &SyntaxError| {
        let count = shown.entry(error.kind).or_insert(0);
        *count += 1;
        *count <= limit
    };
    let (errors, others): (Vec<_>, Vec<_>) = parser.errors.into_iter().partition(is_shown);
    parser.errors = errors;
    for error in others {
        parser.note_unshown(error.span);
    }
    parser.unshown.sort_unstable();
    parser.unshown.dedup();
    Tree {
        text: text.into(),
        strictness,
        nodes: parser.nodes,
        children: parser.children,
        root: parser.root,
        errors: parser.errors,
        error_count: parser.error_count,
        unshown: parser.unshown,
        doubtful_from: parser.doubt.from,
        nesting_is_doubtful: parser.doubt.nesting,
        max_depth: parser.max_depth,
        has_shadowed: parser.has_shadowed,
        has_escapes: text.contains('\\'),
        missed: OnceLock::new(),
        tokens: OnceLock::from(tokens),
        layout: OnceLock::new(),
    }
}

/// What an open container waits for.
#[derive(Clone, Copy, Debug)]
enum Expect {
    /// A member or an item, or the closing bracket: nothing came yet.
    FirstOrEnd,
    /// A member or an item, because this comma stands before it.
    AfterComma(Span),
    /// The colon behind a key.
    Colon,
    /// The value behind a colon, which ends here.
    Value(u32),
    /// A comma, or the closing bracket.
    CommaOrEnd,
}

struct Frame {
    node: u32,
    is_object: bool,
    /// Where the container's children begin in `Parser::pending`.
    first_pending: usize,
    /// The member whose value is being read.
    member: Option<OpenMember>,
    expect: Expect,
}

#[derive(Clone, Copy)]
struct OpenMember {
    node: u32,
    key: Option<u32>,
}

struct Parser<'t> {
    text: &'t str,
    strictness: Strictness,
    significant: Vec<Token>,
    next: usize,
    nodes: Vec<NodeData>,
    children: Vec<u32>,
    /// The children, so far, of every open container, the outermost's first.
    pending: Vec<u32>,
    stack: Vec<Frame>,
    /// How many of the open containers are objects.
    open_objects: usize,
    balance: Balance,
    doubt: Doubt,
    root: Option<u32>,
    errors: Vec<SyntaxError>,
    /// How many of each kind are wanted.
    limit: usize,
    /// How many of each kind `errors` holds.
    kept: HashMap<SyntaxErrorKind, usize>,
    error_count: usize,
    /// The tokens in which faults are that are not among the errors.
    unshown: Vec<Span>,
    max_depth: usize,
    has_shadowed: bool,
}

impl Parser<'_> {
    // ---- errors ----------------------------------------------------------------------------

    fn error(&mut self, span: Span, message: impl Into<String>) -> Option<&mut SyntaxError> {
        self.error_of(SyntaxErrorKind::Other, span, message)
    }

    fn error_of(
        &mut self,
        kind: SyntaxErrorKind,
        span: Span,
        message: impl Into<String>,
    ) -> Option<&mut SyntaxError> {
        self.error_count += 1;
        if self.doubt.line_end.is_some_and(|end| span.start <= end) {
            return None;
        }
        // Errors come almost in the order of the text; the rest is kept so that sorting picks the
        // first ones, within a bound.
        let kept = self.kept.entry(kind).or_insert(0);
        *kept += 1;
        if *kept > 8 * self.limit {
            self.note_unshown(span);
            return None;
        }
        self.errors.push(SyntaxError {
            kind,
            span,
            message: message.into(),
            related: None,
            fix: None,
        });
        self.errors.last_mut()
    }

    /// Takes note of the token in which a fault is that isn't told of.
    fn note_unshown(&mut self, fault: Span) {
        let behind = |token: &Token| token.span.end <= fault.start;
        let token = self
            .significant
            .get(self.significant.partition_point(behind));
        if let Some(token) = token
            && token.span.contains(fault)
            && !fault.is_empty()
            && self.unshown.last() != Some(&token.span)
        {
            self.unshown.push(token.span);
        }
    }

    fn fixable(&mut self, span: Span, message: impl Into<String>, fix: Fix) {
        if let Some(error) = self.error(span, message) {
            error.fix = Some(fix);
        }
    }

    fn source(&self, span: Span) -> &str {
        &self.text[span.range()]
    }

    /// The text of `span` for a message: short, and in back quotes.
    fn quoted(&self, span: Span) -> String {
        format!("`{}`", shorten(self.source(span)))
    }

    /// The name of a key for a message: short, in back quotes instead of its own.
    fn key_name(&self, key: Span) -> String {
        let source = self.source(key);
        let name = source
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'))
            .unwrap_or(source);
        format!("`{}`", shorten(name))
    }

    /// Whether a key's last quote is missing: what is put behind it would be a part of its text.
    fn is_unclosed(&self, key: Span) -> bool {
        let index = self
            .significant
            .partition_point(|token| token.span.start < key.start);
        self.significant
            .get(index)
            .is_some_and(|token| token.kind == TokenKind::UnclosedString)
    }

    fn damage(&mut self) {
        if let Some(frame) = self.stack.last() {
            self.nodes[frame.node as usize].damaged = true;
        }
    }

    // ---- tokens ----------------------------------------------------------------------------

    fn peek(&self) -> Option<Token> {
        self.significant.get(self.next).copied()
    }

    fn peek_kind(&self, ahead: usize) -> Option<TokenKind> {
        self.significant
            .get(self.next + ahead)
            .map(|token| token.kind)
    }

    fn previous(&self) -> Option<Token> {
        let index = self.next.checked_sub(1)?;
        self.significant.get(index).copied()
    }

    /// Where the text before the next token ends: the place where something is missing.
    fn previous_end(&self) -> u32 {
        self.previous().map_or(0, |token| token.span.end)
    }

    /// Reports what may stand between tokens only in other dialects of JSON.
    fn trivia(&mut self, tokens: &[Token]) {
        for (index, token) in tokens.iter().enumerate() {
            match token.kind {
                TokenKind::ByteOrderMark => {
                    let fix =
                        Fix::safe("Remove the byte-order mark", vec![Edit::delete(token.span)]);
                    let error = self.error_of(
                        SyntaxErrorKind::ByteOrderMark,
                        token.span,
                        "the file begins with a byte-order mark, which the loader refuses; save it as UTF-8 without one",
                    );
                    if let Some(error) = error {
                        error.fix = Some(fix);
                    }
                }
                TokenKind::Comment => self.comment(tokens, index),
                _ => {}
            }
        }
    }

    fn comment(&mut self, tokens: &[Token], index: usize) {
        let span = tokens[index].span;
        let text = self.source(span);
        if text.starts_with("/*") && !(text.len() >= 4 && text.ends_with("*/")) {
            self.unclosed_comment(span);
            return;
        }
        let message = "JSON has no comments: the loader refuses the document; remove it";
        let delete = comment_with_its_blanks(self.text, tokens, index);
        let error = self.error_of(SyntaxErrorKind::Comment, span, message);
        if let Some(error) = error {
            error.fix = Some(Fix::safe("Remove the comment", vec![Edit::delete(delete)]));
        }
    }

    /// A comment that swallows the rest of the text: what it hides is the author's, so only its
    /// opening mark goes.
    fn unclosed_comment(&mut self, span: Span) {
        let open = Span::new(span.start, span.start + 2);
        let error = self.error_of(
            SyntaxErrorKind::Comment,
            open,
            "this comment is never closed and hides what follows; JSON has no comments: remove it",
        );
        if let Some(error) = error {
            error.fix = Some(Fix::guess("Remove the `/*`", vec![Edit::delete(open)]));
        }
    }

    // ---- nodes -----------------------------------------------------------------------------

    fn add(&mut self, kind: NodeKind, span: Span, parent: Option<u32>) -> u32 {
        let id = to_u32(self.nodes.len());
        self.nodes.push(NodeData::new(id, kind, span, parent));
        id
    }

    /// Ends a node: its children are those from `first` on, and nothing more lies below it.
    fn set_children(&mut self, id: u32, first: usize) {
        let end = to_u32(self.nodes.len());
        let data = &mut self.nodes[id as usize];
        data.first_child = to_u32(first);
        data.child_count = to_u32(self.children.len() - first);
        data.end = end;
    }

    fn start_member(&mut self, start: u32, key: Option<Token>) {
        let Some(object) = self.stack.last().map(|frame| frame.node) else {
            return;
        };
        let span = key.map_or(Span::at(start), |key| key.span);
        let member = self.add(NodeKind::Member, span, Some(object));
        let key = key.map(|token| {
            let kind = match token.kind {
                TokenKind::String | TokenKind::UnclosedString | TokenKind::OtherQuoted => {
                    NodeKind::String
                }
                _ => NodeKind::Invalid,
            };
            let id = self.add(kind, token.span, Some(member));
            self.nodes[id as usize].is_plain = self.says_what_is_written(token);
            id
        });
        self.nodes[member as usize].has_key = key.is_some();
        self.pending.push(member);
        if let Some(frame) = self.stack.last_mut() {
            frame.member = Some(OpenMember { node: member, key });
        }
    }

    /// Whether a token is a string without escapes.
    fn says_what_is_written(&self, token: Token) -> bool {
        token.kind == TokenKind::String && !self.source(token.span).contains('\\')
    }

    /// Ends the member that is being read, with or without a value.
    fn end_member(&mut self, value: Option<u32>) {
        let Some(frame) = self.stack.last_mut() else {
            return;
        };
        frame.expect = Expect::CommaOrEnd;
        if let Some(member) = frame.member.take() {
            let first = self.children.len();
            self.children.extend(member.key.into_iter().chain(value));
            if let Some(value) = value {
                let span = self.nodes[value as usize].span;
                let member_span = &mut self.nodes[member.node as usize].span;
                *member_span = member_span.to(span);
            }
            self.set_children(member.node, first);
        }
    }

    /// Hands a finished value to what it belongs to.
    fn place(&mut self, value: u32) {
        match self.stack.last_mut() {
            None => self.root = self.root.or(Some(value)),
            Some(frame) if frame.is_object => self.end_member(Some(value)),
            Some(frame) => {
                frame.expect = Expect::CommaOrEnd;
                self.pending.push(value);
            }
        }
    }

    fn parent_of_value(&self) -> Option<u32> {
        let frame = self.stack.last()?;
        Some(frame.member.map_or(frame.node, |member| member.node))
    }

    // ---- grammar ---------------------------------------------------------------------------

    fn document(&mut self) {
        while let Some(token) = self.peek() {
            if !self.stack.is_empty() {
                self.step(token);
                continue;
            }
            if self.root.is_none() {
                match token.kind {
                    TokenKind::String
                        if self.balance.braces > 0
                            && self.peek_kind(1) == Some(TokenKind::Colon) =>
                    {
                        self.open_lost(token, TokenKind::OpenBrace);
                    }
                    TokenKind::CloseBrace
                    | TokenKind::CloseBracket
                    | TokenKind::Colon
                    | TokenKind::Comma
                    | TokenKind::Unknown => {
                        self.unexpected(token);
                        self.next += 1;
                    }
                    _ => self.value(token),
                }
                continue;
            }
            self.trailing_text(token);
            break;
        }
        self.end_of_text();
    }

    fn trailing_text(&mut self, token: Token) {
        let end = self
            .significant
            .last()
            .map_or(token.span.end, |last| last.span.end);
        let quoted = self.quoted(token.span);
        let message =
            format!("the document ends before this {quoted}: nothing may follow its value");
        let fix = Fix::guess(
            "Remove what follows the document's value",
            vec![Edit::delete(Span::new(self.previous_end(), end))],
        );
        self.doubt.nesting |= token.kind == TokenKind::Comma;
        if let Some(error) = self.doubtful(token.span, message) {
            error.fix = Some(fix);
        }
    }

    fn end_of_text(&mut self) {
        if self.root.is_none() && self.stack.is_empty() && self.error_count == 0 {
            self.error(
                Span::at(0),
                "the document is empty: a manifest is one JSON object",
            );
        }
        if self.stack.is_empty() {
            return;
        }
        // A string that swallowed the rest of the text, or a half-typed word, has been reported: one
        // cause, one finding.
        let is_half_typed = self
            .significant
            .last()
            .is_some_and(|token| matches!(token.kind, TokenKind::UnclosedString | TokenKind::Word));
        let end = self.previous_end();
        let closers: String = self
            .stack
            .iter()
            .rev()
            .map(|frame| if frame.is_object { '}' } else { ']' })
            .collect();
        if !is_half_typed {
            let innermost = self.stack.last().map(|frame| {
                let start = self.nodes[frame.node as usize].span.start;
                let name = if frame.is_object { "object" } else { "array" };
                (
                    Span::new(start, start + 1),
                    format!("this {name} is still open"),
                )
            });
            let count = closers.len();
            let message = if count == 1 {
                format!("the document ends too early: a closing `{closers}` is missing")
            } else {
                format!(
                    "the document ends too early: {count} closing brackets, `{}`, are missing",
                    shorten(&closers)
                )
            };
            let fixable = matches!(
                self.stack.last().map(|frame| frame.expect),
                Some(Expect::FirstOrEnd | Expect::CommaOrEnd)
            );
            // Where only the document itself is open, and something was closed just before, an
            // object further in has most likely lost its bracket.
            self.doubt.nesting |= count == 1 && self.stack.len() == 1 && self.ends_with_closer();
            if let Some(error) = self.doubtful(Span::at(end), message) {
                error.related = innermost;
                error.fix = fixable.then(|| {
                    Fix::guess(
                        "Close what is still open",
                        vec![Edit::insert(end, closers.clone())],
                    )
                });
            }
        }
        while !self.stack.is_empty() {
            self.damage();
            self.close(end);
        }
    }

    /// Takes one step inside the innermost open container.
    fn step(&mut self, token: Token) {
        let Some((is_object, expect)) = self
            .stack
            .last()
            .map(|frame| (frame.is_object, frame.expect))
        else {
            return;
        };
        match (expect, is_object) {
            (Expect::Colon, _) => self.colon(token),
            (Expect::Value(colon_end), _) => self.member_value(token, colon_end),
            (Expect::CommaOrEnd, _) => self.comma_or_end(token, is_object),
            (_, true) => self.key_or_end(token, expect),
            (_, false) => self.item_or_end(token, expect),
        }
    }

    fn expect(&mut self, expect: Expect) {
        if let Some(frame) = self.stack.last_mut() {
            frame.expect = expect;
        }
    }

    fn key_or_end(&mut self, token: Token, expect: Expect) {
        match token.kind {
            TokenKind::CloseBrace | TokenKind::CloseBracket => self.closing(token, expect),
            TokenKind::Comma => self.extra_comma(token),
            TokenKind::String | TokenKind::UnclosedString | TokenKind::OtherQuoted => {
                self.next += 1;
                self.check_string(token);
                self.start_member(token.span.start, Some(token));
                self.expect(Expect::Colon);
            }
            TokenKind::Word
            | TokenKind::Number
            | TokenKind::True
            | TokenKind::False
            | TokenKind::Null
                if token.kind == TokenKind::Word || self.peek_kind(1) == Some(TokenKind::Colon) =>
            {
                self.next += 1;
                let quoted = self.quoted(token.span);
                let fix = Fix::safe(
                    format!("Put {quoted} in quotes"),
                    in_quotes(self.source(token.span), token.span),
                );
                self.fixable(
                    token.span,
                    format!("the key {quoted} must stand in double quotes"),
                    fix,
                );
                self.start_member(token.span.start, Some(token));
                self.expect(Expect::Colon);
            }
            TokenKind::Colon => {
                self.next += 1;
                self.error(token.span, "a key is missing before this `:`");
                self.damage();
                self.start_member(token.span.start, None);
                self.expect(Expect::Value(token.span.end));
            }
            TokenKind::Unknown => self.skip(token),
            TokenKind::OpenBrace if self.balance.braces == -1 && self.is_doubled(token) => {
                self.one_too_many(token);
            }
            TokenKind::OpenBrace if self.balance.braces < 0 && self.is_item() => match expect {
                Expect::AfterComma(comma) => self.end_object(comma),
                _ => self.missing_key(token),
            },
            _ => self.missing_key(token),
        }
    }

    fn item_or_end(&mut self, token: Token, expect: Expect) {
        match token.kind {
            // `["a": 1}`: a key, where the array's item should begin.
            TokenKind::String
                if self.balance.braces > 0
                    && self.peek_kind(1) == Some(TokenKind::Colon)
                    && matches!(expect, Expect::FirstOrEnd | Expect::AfterComma(_)) =>
            {
                self.open_lost(token, TokenKind::OpenBrace);
            }
            // `["a", "b": 1`: the key belongs to the object around the array.
            TokenKind::String
                if self.open_objects > 0 && self.peek_kind(1) == Some(TokenKind::Colon) =>
            {
                match self
                    .previous()
                    .filter(|token| token.kind == TokenKind::Comma)
                {
                    Some(comma) => self.end_arrays(comma.span),
                    None => self.value(token),
                }
            }
            TokenKind::CloseBrace | TokenKind::CloseBracket => self.closing(token, expect),
            // `[, "b": 1`: the array was to be empty.
            TokenKind::Comma
                if self.open_objects > 0
                    && self.balance.brackets < 0
                    && self.peek_kind(2) == Some(TokenKind::Colon) =>
            {
                self.next += 1;
                self.end_arrays(token.span);
            }
            TokenKind::Comma => self.extra_comma(token),
            TokenKind::OpenBracket if self.balance.brackets == -1 && self.is_doubled(token) => {
                self.one_too_many(token);
            }
            TokenKind::Unknown if self.begins_bare_text(token) => self.value(token),
            TokenKind::Colon | TokenKind::Unknown => self.skip(token),
            _ => self.value(token),
        }
    }

    /// Closes the arrays in which the innermost object's next key stands, before the comma that
    /// follows their last item.
    fn end_arrays(&mut self, comma: Span) {
        let arrays = self.stack.iter().rev();
        let count = arrays.take_while(|frame| !frame.is_object).count();
        let closers = "]".repeat(count);
        let open = self
            .stack
            .last()
            .map_or(0, |frame| self.nodes[frame.node as usize].span.start);
        let message = if count == 1 {
            "a closing `]` is missing: the array is still open here".to_owned()
        } else {
            format!("{count} closing `]` are missing: the arrays are still open here")
        };
        let fix = Fix::guess(
            format!("Insert `{}`", shorten(&closers)),
            vec![Edit::insert(comma.start, closers.clone())],
        );
        if let Some(error) = self.error(Span::at(comma.start), message) {
            error.related = Some((
                Span::new(open, open + 1),
                "this bracket is still open".to_owned(),
            ));
            error.fix = Some(fix);
        }
        for _ in 0..count {
            self.damage();
            self.close(comma.start);
        }
        self.expect(Expect::AfterComma(comma));
    }

    fn colon(&mut self, token: Token) {
        let key = self
            .stack
            .last()
            .and_then(|frame| frame.member)
            .and_then(|member| member.key)
            .map_or(Span::at(token.span.start), |key| {
                self.nodes[key as usize].span
            });
        match token.kind {
            TokenKind::Colon => {
                self.next += 1;
                self.expect(Expect::Value(token.span.end));
            }
            TokenKind::Unknown if self.source(token.span) == "=" => {
                self.next += 1;
                let fix = Fix::safe(
                    "Write `:` instead of `=`",
                    vec![Edit::replace(token.span, ":")],
                );
                self.fixable(
                    token.span,
                    "between a key and its value stands `:`, not `=`",
                    fix,
                );
                self.expect(Expect::Value(token.span.end));
            }
            TokenKind::Comma | TokenKind::CloseBrace | TokenKind::CloseBracket => {
                self.missing_value(key, key.end, ": null");
            }
            TokenKind::Unknown => self.skip(token),
            // `"a" "b": 1`: the first key is the lonely one.
            TokenKind::String | TokenKind::Word if self.peek_kind(1) == Some(TokenKind::Colon) => {
                self.missing_value(key, key.end, ": null,");
                self.expect(Expect::AfterComma(Span::at(token.span.start)));
            }
            // The quote that the key lacks is the cause, and has been reported.
            _ if self.is_unclosed(key) => self.expect(Expect::Value(key.end)),
            _ => {
                let quoted = self.key_name(key);
                let fix = Fix::safe("Insert `:`", vec![Edit::insert(key.end, ":")]);
                self.fixable(
                    Span::at(key.end),
                    format!("a `:` is missing between the key {quoted} and its value"),
                    fix,
                );
                self.expect(Expect::Value(key.end));
            }
        }
    }

    fn member_value(&mut self, token: Token, colon_end: u32) {
        let key = self
            .stack
            .last()
            .and_then(|frame| frame.member)
            .and_then(|member| member.key)
            .map_or(Span::at(colon_end), |key| self.nodes[key as usize].span);
        match token.kind {
            TokenKind::CloseBracket if self.balance.brackets > 0 => {
                self.open_lost(token, TokenKind::OpenBracket);
            }
            TokenKind::Comma | TokenKind::CloseBrace | TokenKind::CloseBracket => {
                self.missing_value(key, colon_end, " null");
            }
            TokenKind::Unknown if self.begins_bare_text(token) => self.value(token),
            TokenKind::Colon | TokenKind::Unknown => self.skip(token),
            // `"a": "b": 1}`: the second key is the first of an object.
            TokenKind::String
                if self.balance.braces > 0 && self.peek_kind(1) == Some(TokenKind::Colon) =>
            {
                self.open_lost(token, TokenKind::OpenBrace);
            }
            _ if self.begins_lost_array(token) => self.open_lost(token, TokenKind::OpenBracket),
            // `"a": "b": 1` over two lines: the first key has lost its value.
            TokenKind::String
                if self.peek_kind(1) == Some(TokenKind::Colon)
                    && self.text[colon_end as usize..token.span.start as usize]
                        .contains(['\n', '\r']) =>
            {
                self.missing_value(key, colon_end, " null,");
                self.expect(Expect::AfterComma(Span::at(token.span.start)));
            }
            _ => self.value(token),
        }
    }

    fn missing_value(&mut self, key: Span, at: u32, placeholder: &str) {
        let is_quoted = self.source(key).starts_with(['"', '\'']);
        if !key.is_empty() && (!is_quoted || self.is_unclosed(key)) {
            // The quotes that the key lacks are the cause, and have been reported.
            self.damage();
            self.end_member(None);
            return;
        }
        let quoted = self.key_name(key);
        let fix = Fix::placeholder(
            "Insert `null` to be replaced",
            vec![Edit::insert(at, placeholder)],
        );
        self.fixable(Span::at(at), format!("the key {quoted} has no value"), fix);
        self.damage();
        self.end_member(None);
    }

    fn comma_or_end(&mut self, token: Token, is_object: bool) {
        match token.kind {
            TokenKind::Comma => {
                self.next += 1;
                self.expect(Expect::AfterComma(token.span));
            }
            TokenKind::CloseBrace | TokenKind::CloseBracket => {
                self.closing(token, Expect::CommaOrEnd);
            }
            TokenKind::Unknown if self.source(token.span) == ";" => {
                self.next += 1;
                let fix = Fix::safe(
                    "Write `,` instead of `;`",
                    vec![Edit::replace(token.span, ",")],
                );
                let message = if is_object {
                    "members are separated by `,`, not `;`"
                } else {
                    "items are separated by `,`, not `;`"
                };
                self.fixable(token.span, message, fix);
                self.expect(Expect::AfterComma(token.span));
            }
            TokenKind::Colon | TokenKind::Unknown => self.skip(token),
            _ if is_object
                && self.peek_kind(1) != Some(TokenKind::Colon)
                && token.kind != TokenKind::UnclosedString =>
            {
                // Not a member: something stands behind a value that doesn't belong there.
                let quoted = self.quoted(token.span);
                self.doubtful(
                    token.span,
                    format!(
                        "this {quoted} doesn't belong here: a `,` or `}}` should follow the value"
                    ),
                );
                self.damage();
                self.start_member(token.span.start, None);
                match token.kind {
                    TokenKind::OpenBrace | TokenKind::OpenBracket => self.value(token),
                    // Whatever else is wrong with it, it has its finding.
                    _ => {
                        self.next += 1;
                        let parent = self.parent_of_value();
                        let node = self.add(NodeKind::Invalid, token.span, parent);
                        self.place(node);
                    }
                }
            }
            _ => {
                let at = self.previous_end();
                let fix = Fix::safe("Insert `,`", vec![Edit::insert(at, ",")]);
                let message = if is_object {
                    "a `,` is missing between this member and the next"
                } else {
                    "a `,` is missing between this item and the next"
                };
                self.fixable(Span::at(at), message, fix);
                self.expect(Expect::AfterComma(Span::at(at)));
            }
        }
    }

    fn extra_comma(&mut self, token: Token) {
        self.next += 1;
        let fix = Fix::safe("Remove the comma", vec![Edit::delete(token.span)]);
        self.fixable(
            token.span,
            "this `,` is one too many: nothing stands before it",
            fix,
        );
    }

    /// A closing bracket: the right one, or one that belongs further out.
    fn closing(&mut self, token: Token, expect: Expect) {
        let closes_object = token.kind == TokenKind::CloseBrace;
        let Some(frame) = self.stack.last() else {
            return;
        };
        if frame.is_object == closes_object {
            if let Expect::AfterComma(comma) = expect
                && !comma.is_empty()
            {
                self.trailing_comma(comma);
            }
            self.next += 1;
            self.close(token.span.end);
            return;
        }
        let frame_is_object = frame.is_object;
        let surplus = if closes_object {
            self.balance.braces
        } else {
            self.balance.brackets
        };
        if surplus > 0 && self.is_doubled(token) {
            self.one_too_many(token);
            return;
        }
        let open = self.nodes[frame.node as usize].span.start;
        let related = Some((
            Span::new(open, open + 1),
            "this bracket is still open".to_owned(),
        ));
        let (name, closer) = if frame.is_object {
            ("object", "}")
        } else {
            ("array", "]")
        };
        let belongs_outside = self
            .stack
            .iter()
            .rev()
            .take(2)
            .any(|frame| frame.is_object == closes_object);
        self.damage();
        if belongs_outside {
            let at = self.previous_end();
            let message = format!("a closing `{closer}` is missing: the {name} is still open here");
            let lost = if frame_is_object {
                &mut self.balance.braces
            } else {
                &mut self.balance.brackets
            };
            let error = if *lost < 0 {
                *lost += 1;
                self.error(Span::at(at), message)
            } else {
                self.doubtful(Span::at(at), message)
            };
            if let Some(error) = error {
                error.related = related;
                error.fix = Some(Fix::guess(
                    format!("Insert `{closer}`"),
                    vec![Edit::insert(at, closer)],
                ));
            }
            self.close(at);
        } else {
            let quoted = self.quoted(token.span);
            let error = self.doubtful(
                token.span,
                format!("this {quoted} should be `{closer}`: it closes an {name}"),
            );
            if let Some(error) = error {
                error.related = related;
                error.fix = Some(Fix::guess(
                    format!("Write `{closer}`"),
                    vec![Edit::replace(token.span, closer)],
                ));
            }
            self.next += 1;
            self.close(token.span.end);
        }
    }

    fn trailing_comma(&mut self, comma: Span) {
        let error = self.error_of(
            SyntaxErrorKind::TrailingComma,
            comma,
            "nothing follows this `,`: JSON has no trailing commas; remove it",
        );
        if let Some(error) = error {
            error.fix = Some(Fix::safe(
                "Remove the trailing comma",
                vec![Edit::delete(comma)],
            ));
        }
    }

    fn unexpected(&mut self, token: Token) {
        let quoted = self.quoted(token.span);
        let message = match self.source(token.span).chars().next() {
            Some(c) if c.is_whitespace() || c == '\u{feff}' => format!(
                "U+{:04X} is not a blank in JSON: only spaces, tabs and line ends may stand between values",
                u32::from(c)
            ),
            Some(c) if c.is_control() => {
                format!(
                    "the control character U+{:04X} doesn't belong here",
                    u32::from(c)
                )
            }
            _ => format!("{quoted} doesn't belong here"),
        };
        let is_blank = self
            .source(token.span)
            .starts_with(|c: char| c.is_whitespace() || c == '\u{feff}');
        let fix = is_blank.then(|| {
            Fix::safe(
                "Replace it with a space",
                vec![Edit::replace(token.span, " ")],
            )
        });
        if let Some(error) = self.error(token.span, message) {
            error.fix = fix;
        }
    }

    fn skip(&mut self, token: Token) {
        self.unexpected(token);
        self.damage();
        self.next += 1;
    }

    /// Reads a value that begins with `token`, which is neither closing nor a separator.
    fn value(&mut self, token: Token) {
        self.next += 1;
        let kind = match token.kind {
            TokenKind::OpenBrace | TokenKind::OpenBracket => {
                self.open(token);
                return;
            }
            TokenKind::String | TokenKind::UnclosedString | TokenKind::OtherQuoted => {
                self.check_string(token);
                NodeKind::String
            }
            TokenKind::Number
                if !number::is_json_number(self.source(token.span))
                    && self.check_lost_quote(token) =>
            {
                NodeKind::Invalid
            }
            TokenKind::Number => self.check_number(token),
            TokenKind::True | TokenKind::False => NodeKind::Bool,
            TokenKind::Null => NodeKind::Null,
            TokenKind::Word | TokenKind::Unknown if self.check_lost_quote(token) => {
                NodeKind::Invalid
            }
            TokenKind::Word | TokenKind::Unknown => {
                let span = self.bare_words(token.span);
                self.bare_word(span);
                let parent = self.parent_of_value();
                let node = self.add(NodeKind::Invalid, span, parent);
                self.place(node);
                return;
            }
            _ => {
                self.unexpected(token);
                NodeKind::Invalid
            }
        };
        let parent = self.parent_of_value();
        let node = self.add(kind, token.span, parent);
        self.nodes[node as usize].is_plain = self.says_what_is_written(token);
        self.place(node);
    }

    fn open(&mut self, token: Token) {
        let is_object = token.kind == TokenKind::OpenBrace;
        let kind = if is_object {
            NodeKind::Object
        } else {
            NodeKind::Array
        };
        let parent = self.parent_of_value();
        let node = self.add(kind, token.span, parent);
        self.stack.push(Frame {
            node,
            is_object,
            first_pending: self.pending.len(),
            member: None,
            expect: Expect::FirstOrEnd,
        });
        self.open_objects += usize::from(is_object);
        self.max_depth = self.max_depth.max(self.stack.len());
        if self.stack.len() == limits::SERDE_DEPTH + 1 && self.strictness == Strictness::Serde {
            self.error_of(
                SyntaxErrorKind::NestingTooDeep,
                token.span,
                format!(
                    "objects and arrays are nested more than {} levels deep, which the loader refuses",
                    limits::SERDE_DEPTH
                ),
            );
        }
    }

    /// Ends the innermost container at `end`.
    fn close(&mut self, end: u32) {
        // A member that still waits for its value ends with its object.
        self.end_member(None);
        let Some(frame) = self.stack.pop() else {
            return;
        };
        self.open_objects -= usize::from(frame.is_object);
        let first = self.children.len();
        let children = self.pending.drain(frame.first_pending..);
        self.children.extend(children);
        self.nodes[frame.node as usize].span.end = end;
        self.set_children(frame.node, first);
        if frame.is_object {
            self.has_shadowed |= mark_shadowed(self.text, &mut self.nodes, &self.children, first);
        }
        self.place(frame.node);
    }

    // ---- scalars ---------------------------------------------------------------------------

    fn check_string(&mut self, token: Token) {
        let span = token.span;
        match token.kind {
            TokenKind::UnclosedString => {
                if self.swallows_bracket(span) {
                    return;
                }
                // Brackets at the very end close the document, not the text.
                let text = self.source(span).trim_end_matches(['}', ']', ' ']);
                let end = span.start + to_u32(text.len());
                let fix = Fix::guess("Insert `\"`", vec![Edit::insert(end, "\"")]);
                self.fixable(
                    Span::new(span.start, span.start + 1),
                    "this string is never closed: a `\"` is missing at its end",
                    fix,
                );
                return;
            }
            TokenKind::OtherQuoted => {
                let double = double_quoted(self.source(span));
                let fix = Fix::safe("Use double quotes", vec![Edit::replace(span, double)]);
                self.fixable(span, "strings stand in double quotes in JSON", fix);
                return;
            }
            _ => self.check_junction(token),
        }
        let text = self.text;
        let literal = &text[span.range()];
        if is_plain(literal) {
            return;
        }
        let mut chars = StringChars::new(literal, span.start);
        while chars.next().is_some() {
            let Some((fault, mut place)) = chars.take_fault() else {
                continue;
            };
            // The two characters are one line end.
            let is_pair = fault == StringFault::Control('\r')
                && text[place.end as usize..span.end as usize].starts_with('\n');
            if is_pair {
                chars.next();
                chars.take_fault();
                place.end += 1;
            }
            self.string_fault(fault, place);
        }
    }

    fn string_fault(&mut self, fault: StringFault, place: Span) {
        match fault {
            StringFault::Control(character) => {
                let escape = match character {
                    '\t' => "\\t".to_owned(),
                    '\n' => "\\n".to_owned(),
                    '\r' if place.len() == 2 => "\\r\\n".to_owned(),
                    '\r' => "\\r".to_owned(),
                    _ => format!("\\u{:04x}", u32::from(character)),
                };
                let name = match character {
                    '\t' => "a tab".to_owned(),
                    '\n' | '\r' => "a line end".to_owned(),
                    _ => format!("the control character U+{:04X}", u32::from(character)),
                };
                let fix = Fix::safe(
                    format!("Write it as `{escape}`"),
                    vec![Edit::replace(place, escape.clone())],
                );
                self.fixable(
                    place,
                    format!("{name} inside a string must be written as `{escape}`"),
                    fix,
                );
            }
            StringFault::Escape => {
                let quoted = self.quoted(place);
                let fix = Fix::guess(
                    "Write the backslash as `\\\\`",
                    vec![Edit::insert(place.start, "\\")],
                );
                self.fixable(
                    place,
                    format!(
                        "{quoted} is no escape that JSON knows; a backslash itself is written `\\\\`"
                    ),
                    fix,
                );
            }
            StringFault::LoneSurrogate if self.strictness == Strictness::Serde => {
                let quoted = self.quoted(place);
                self.error_of(
                    SyntaxErrorKind::LoneSurrogate,
                    place,
                    format!(
                        "{quoted} is half of a surrogate pair and stands for no character; the loader refuses it"
                    ),
                );
            }
            StringFault::LoneSurrogate => {}
        }
    }

    fn check_number(&mut self, token: Token) -> NodeKind {
        let span = token.span;
        let source = self.source(span);
        if number::is_json_number(source) {
            let overflows = self.strictness == Strictness::Serde
                && matches!(number::serde_number(source), number::SerdeNumber::Float(value) if value.is_infinite());
            if overflows {
                let quoted = self.quoted(span);
                self.error_of(
                    SyntaxErrorKind::NumberOutOfRange,
                    span,
                    format!("{quoted} is too large for a number of 64 bits, which is what the loader reads"),
                );
            }
            return NodeKind::Number;
        }
        let quoted = self.quoted(span);
        let fix = number::respell(source).map(|respelled| {
            Fix::safe(
                format!("Write `{}`", shorten(&respelled)),
                vec![Edit::replace(span, respelled)],
            )
        });
        let message = format!("{quoted} is not a number as JSON spells it");
        if let Some(error) = self.error(span, message) {
            error.fix = fix;
        }
        NodeKind::Invalid
    }

    /// The words, on one line, of a text without quotes whose first word is at `first`.
    fn bare_words(&mut self, first: Span) -> Span {
        let mut span = first;
        while let Some(token) = self.peek() {
            let is_word = matches!(
                token.kind,
                TokenKind::Word
                    | TokenKind::Number
                    | TokenKind::True
                    | TokenKind::False
                    | TokenKind::Null
                    | TokenKind::Unknown
            );
            let between = Span::new(span.end, token.span.start);
            let is_near = !self.source(between).contains(|c| !matches!(c, ' ' | '\t'));
            if !is_word || !is_near || self.peek_kind(1) == Some(TokenKind::Colon) {
                break;
            }
            self.next += 1;
            span = span.to(token.span);
        }
        span
    }

    /// Whether `token`, which means nothing in JSON, begins a text without quotes: `/opt/acme`.
    fn begins_bare_text(&self, token: Token) -> bool {
        let next = self.significant.get(self.next + 1);
        let is_blank = self
            .source(token.span)
            .starts_with(|c: char| c.is_whitespace() || c.is_control() || c == '\u{feff}');
        !is_blank
            && next.is_some_and(|next| {
                next.span.start == token.span.end
                    && matches!(
                        next.kind,
                        TokenKind::Word | TokenKind::Number | TokenKind::Unknown
                    )
            })
    }

    fn bare_word(&mut self, span: Span) {
        let word = self.source(span);
        let meant = match word.to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" => Some("true"),
            "false" | "no" | "off" => Some("false"),
            "null" | "none" | "nil" | "undefined" => Some("null"),
            // Half-typed.
            _ => ["true", "false", "null"]
                .into_iter()
                .find(|keyword| keyword.starts_with(word)),
        };
        let quoted = self.quoted(span);
        let (message, fix) = match (meant, word) {
            (Some(meant), _) => (
                format!("{quoted} means nothing in JSON; write `{meant}`"),
                Some(Fix::guess(
                    format!("Write `{meant}`"),
                    vec![Edit::replace(span, meant)],
                )),
            ),
            (None, "NaN" | "Infinity" | "-Infinity" | "+Infinity") => {
                (format!("{quoted} is not a number that JSON can hold"), None)
            }
            (None, _) => (
                format!("{quoted} means nothing in JSON; text stands in double quotes"),
                Some(Fix::guess(
                    format!("Put {quoted} in quotes"),
                    in_quotes(word, span),
                )),
            ),
        };
        if let Some(error) = self.error(span, message) {
            error.fix = fix;
        }
    }
}

/// Puts a text without quotes, or with the closing one alone, in quotes.
fn in_quotes(text: &str, span: Span) -> Vec<Edit> {
    if text.contains(['"', '\\']) {
        return vec![Edit::replace(span, quote(text.trim_end_matches('"')))];
    }
    vec![Edit::insert(span.start, "\""), Edit::insert(span.end, "\"")]
}

/// A literal in other quotes, in double ones.
fn double_quoted(literal: &str) -> String {
    let mut chars = literal.chars();
    chars.next();
    chars.next_back();
    let mut result = String::from('"');
    while let Some(c) = chars.next() {
        match c {
            '"' => result.push_str("\\\""),
            '\\' => match chars.next() {
                Some('\'') => result.push('\''),
                escaped => result.extend([c].into_iter().chain(escaped)),
            },
            _ => result.push(c),
        }
    }
    result.push('"');
    result
}

/// A comment and what should go with it: its line if it stands alone, the blanks before it if not.
fn comment_with_its_blanks(text: &str, tokens: &[Token], index: usize) -> Span {
    let span = tokens[index].span;
    let bytes = text.as_bytes();
    let before = &text[..span.start as usize];
    let line_start = before.trim_end_matches([' ', '\t']).len();
    let alone_before = line_start == 0 || matches!(bytes[line_start - 1], b'\n' | b'\r');
    let rest = &text[span.end as usize..];
    let after = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let line_end = span.end as usize + after;
    let newline = match &text.as_bytes()[line_end..] {
        [b'\r', b'\n', ..] => 2,
        [b'\n' | b'\r', ..] => 1,
        _ => 0,
    };
    if alone_before && newline > 0 {
        return Span::new(to_u32(line_start), to_u32(line_end + newline));
    }
    // Before what stands close by itself no blank is needed.
    let stands_close = rest.starts_with([',', ':', ']', '}', ' ', '\t']) && !alone_before;
    if newline > 0 || line_end == text.len() || stands_close {
        return Span::new(to_u32(line_start), span.end);
    }
    span
}

/// Every member of `object` that is shadowed, with the one that counts.
pub(crate) fn shadowed_members(object: Node<'_>) -> Vec<(Member<'_>, Member<'_>)> {
    let Some(object) = object.as_object() else {
        return Vec::new();
    };
    if !object.all_members().any(Member::is_shadowed) {
        return Vec::new();
    }
    let winners: HashMap<_, _> = object
        .members()
        .map(|member| (member.name_bytes(), member))
        .collect();
    object
        .all_members()
        .filter(|member| member.is_shadowed())
        .filter_map(|member| Some((member, *winners.get(&member.name_bytes())?)))
        .collect()
}
