//! Laying out a document anew.

use crate::diagnostic::Edit;
use crate::document::{Document, Encoding};
use crate::edit::Editor;
use crate::syntax::{Span, Token, TokenKind, to_u32};

/// A container that stands on one line stays there if the line isn't longer than this.
const LINE_WIDTH: usize = 100;

/// A document that is nested deeper isn't laid out: its indentation alone would fill the memory.
const DEPTH: usize = 128;

/// How a document is laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatOptions {
    /// One level of indentation: blanks or a tab.
    pub indent: String,
    /// Whether the last line ends with a line end.
    pub final_newline: bool,
}

impl Default for FormatOptions {
    fn default() -> Self {
        Self {
            indent: "  ".to_owned(),
            final_newline: true,
        }
    }
}

/// The changes by which a document is laid out, or the part of it in `range`: white space between
/// its tokens, and nothing else. What is well laid out stays as it is.
///
/// A list or an object that its author put on one line stays there if it fits; everything else has
/// its entries on lines of their own. None where the document isn't JSON.
///
/// A change of white space changes the digest under which Fornax registers a manifest; agentic-kit's
/// consent hash it doesn't change.
///
/// ```
/// use fornax_manifest::{Document, DocumentKind, Span, apply_edits, ide};
///
/// let document = Document::parse(b"{\"name\":\"acme\"}", DocumentKind::AkAdapter);
/// let whole = Span::new(0, 15);
/// let edits = ide::format(&document, whole, &ide::FormatOptions::default()).unwrap();
/// assert_eq!(apply_edits(document.text(), &edits), "{\n  \"name\": \"acme\"\n}\n");
/// ```
#[must_use]
pub fn format(document: &Document, range: Span, options: &FormatOptions) -> Option<Vec<Edit>> {
    let tree = document.tree();
    let is_json = document.encoding() == Encoding::Utf8
        && !document.is_oversized()
        && tree.error_count() == 0
        && tree.max_depth() <= DEPTH;
    if !is_json {
        return None;
    }
    let text = tree.text();
    let newline = Editor::new(tree).newline();
    let tokens: Vec<Token> = tree
        .tokens()
        .iter()
        .filter(|token| !token.kind.is_trivia())
        .copied()
        .collect();
    let mut layout = Layout::new(text, &tokens, options);
    let mut edits = Vec::new();
    let mut at = 0;
    for (index, token) in tokens.iter().enumerate() {
        let wanted = match layout.step(index) {
            Gap::Blanks(count) => " ".repeat(count),
            Gap::Line(depth) => format!("{newline}{}", options.indent.repeat(depth)),
        };
        edits.extend(change(text, Span::new(at, token.span.start), &wanted));
        at = token.span.end;
    }
    if options.final_newline {
        edits.extend(change(text, Span::new(at, to_u32(text.len())), newline));
    }
    edits.retain(|edit| range.start <= edit.span.end && edit.span.start <= range.end);
    Some(edits)
}

/// The smallest change that turns the white space in `gap` into `wanted`.
fn change(text: &str, gap: Span, wanted: &str) -> Option<Edit> {
    let there = &text[gap.range()];
    if there == wanted {
        return None;
    }
    let pairs = there.bytes().zip(wanted.bytes());
    let before = pairs.take_while(|(a, b)| a == b).count();
    let rest = there.len().min(wanted.len()) - before;
    let pairs = there.bytes().rev().zip(wanted.bytes().rev());
    let after = pairs.take(rest).take_while(|(a, b)| a == b).count();
    let middle = |text: &str| before..text.len() - after;
    // A change must not begin or end between the two characters of one line end.
    let splits = |text: &str, at: usize| {
        let bytes = text.as_bytes();
        at > 0 && bytes.get(at) == Some(&b'\n') && bytes[at - 1] == b'\r'
    };
    let is_split = [there, wanted].iter().any(|text| {
        let middle = middle(text);
        splits(text, middle.start) || splits(text, middle.end)
    });
    if is_split {
        return Some(Edit::replace(gap, wanted));
    }
    let span = Span::new(
        gap.start + to_u32(before),
        gap.start + to_u32(middle(there).end),
    );
    Some(Edit::replace(span, &wanted[middle(wanted)]))
}

/// What stands between two tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gap {
    /// So many blanks.
    Blanks(usize),
    /// A line end, and so many levels of indentation.
    Line(usize),
}

/// Walks through the tokens of a document and says what should stand before each.
struct Layout<'t> {
    text: &'t str,
    tokens: &'t [Token],
    /// The width of the document up to each token, were all of it on one line.
    widths: Vec<usize>,
    /// For each opening bracket the index of its closing one.
    closers: Vec<usize>,
    indent_width: usize,
    /// For each container that is open whether it is on one line.
    open: Vec<bool>,
    /// How many of them are not.
    depth: usize,
    column: usize,
}

impl<'t> Layout<'t> {
    fn new(text: &'t str, tokens: &'t [Token], options: &FormatOptions) -> Self {
        let mut widths = Vec::with_capacity(tokens.len());
        let mut closers = vec![0; tokens.len()];
        let mut open = Vec::new();
        let mut width = 0;
        for (index, token) in tokens.iter().enumerate() {
            width += flat_gap(tokens, index);
            widths.push(width);
            width += token_width(text, *token);
            match token.kind {
                TokenKind::OpenBrace | TokenKind::OpenBracket => open.push(index),
                TokenKind::CloseBrace | TokenKind::CloseBracket => {
                    if let Some(opener) = open.pop() {
                        closers[opener] = index;
                    }
                }
                _ => {}
            }
        }
        Self {
            text,
            tokens,
            widths,
            closers,
            indent_width: options.indent.replace('\t', "    ").chars().count(),
            open: Vec::new(),
            depth: 0,
            column: 0,
        }
    }

    /// What stands before the token at `index`; called for each in turn.
    fn step(&mut self, index: usize) -> Gap {
        let token = self.tokens[index];
        let is_flat = self.open.last().copied().unwrap_or(true);
        let closes = matches!(token.kind, TokenKind::CloseBrace | TokenKind::CloseBracket);
        if closes && self.open.pop() == Some(false) {
            self.depth -= 1;
        }
        let begins_entry = index.checked_sub(1).is_some_and(|before| {
            matches!(
                self.tokens[before].kind,
                TokenKind::OpenBrace | TokenKind::OpenBracket | TokenKind::Comma
            )
        });
        let gap = if !is_flat && (closes || begins_entry) {
            self.column = self.depth * self.indent_width;
            Gap::Line(self.depth)
        } else {
            let blanks = flat_gap(self.tokens, index);
            self.column += blanks;
            Gap::Blanks(blanks)
        };
        if matches!(token.kind, TokenKind::OpenBrace | TokenKind::OpenBracket) {
            let flat = self.stays_on_its_line(index);
            self.open.push(flat);
            self.depth += usize::from(!flat);
        }
        self.column += token_width(self.text, token);
        gap
    }

    /// Whether the container that opens at `index` is on one line: one that holds nothing is, and
    /// one within another that is; else it must have been, and must fit, with a comma behind it.
    fn stays_on_its_line(&self, index: usize) -> bool {
        let closer = self.closers[index];
        if closer == index + 1 || self.open.last() == Some(&true) {
            return true;
        }
        let span = self.tokens[index].span.to(self.tokens[closer].span);
        let width = self.widths[closer] - self.widths[index] + 2;
        !self.open.is_empty()
            && !self.text[span.range()].contains(['\n', '\r'])
            && self.column + width <= LINE_WIDTH
    }
}

/// The blanks before a token on a line that holds all of its container.
fn flat_gap(tokens: &[Token], index: usize) -> usize {
    let Some(before) = index.checked_sub(1).map(|before| tokens[before].kind) else {
        return 0;
    };
    let is_apart = match (before, tokens[index].kind) {
        (_, TokenKind::Comma | TokenKind::Colon)
        | (TokenKind::OpenBrace, TokenKind::CloseBrace) => false,
        (TokenKind::Comma | TokenKind::Colon | TokenKind::OpenBrace, _)
        | (_, TokenKind::CloseBrace) => true,
        _ => false,
    };
    usize::from(is_apart)
}

fn token_width(text: &str, token: Token) -> usize {
    text[token.span.range()].chars().count()
}
