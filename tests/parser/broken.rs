//! Everything that is said of a small document in which something is lost, doubled, or replaced.
//!
//! Other tests hold what is right: that every byte has its place, that a repair is JSON. This one holds the
//! words, the places and the repairs as they were when somebody read them last, so that no change of how a
//! broken text is understood goes unseen.

use std::fmt::Write;

use fornax_manifest::syntax::{Strictness, Token, TokenKind, parse};
use fornax_manifest::{Edit, Span, apply_edits};

use crate::support::assert_generated;

const DOCUMENT: &str = "{\"a\": [1, {\"b\": \"x\"}], \"c\": {}}";

/// What stands in the place of a token, once for each token.
const OTHERS: [&str; 14] = [
    "{", "}", "[", "]", ",", ":", ";", "=", "word", "7", "\"s\"", "\"s", "'", "\u{7f}",
];

/// Others, in which only what is written there is lost, doubled or moved.
const LIST: &str = "[{\"a\": 1}, {\"b\": 2}, {\"c\": 3}]";
const LINES: &str = "{\n \"a\": \"b c\",\n \"d\": [\"e\", true, {\n  \"f\": 1\n }]\n}";

/// The tokens of a document, but for what stands between them.
fn tokens(document: &str) -> Vec<Token> {
    let tree = parse(document, Strictness::Serde);
    let tokens = tree.tokens().iter().copied();
    tokens
        .filter(|token| token.kind != TokenKind::Whitespace)
        .collect()
}

#[test]
fn what_is_said_of_a_broken_text_is_as_it_was_read_last() {
    let mut out = format!("What is said of this text, broken:\n{DOCUMENT}\n");
    let mut said = |document: &str, what: &str, texts: Vec<Vec<Edit>>| {
        writeln!(out, "\n{what}").unwrap();
        for edits in texts {
            add(&mut out, document, &edits);
        }
    };
    let written = |token: &Token| &DOCUMENT[token.span.range()];
    for token in &tokens(DOCUMENT) {
        let others = OTHERS.iter().filter(|other| **other != written(token));
        let replaced = others.map(|other| vec![Edit::replace(token.span, *other)]);
        let what = format!("`{}` at {} replaced", written(token), token.span.start);
        said(DOCUMENT, &what, replaced.collect());
    }
    for document in [DOCUMENT, LIST] {
        let tokens = tokens(document);
        for (index, one) in tokens.iter().enumerate() {
            let (at, one) = (one.span.start, one.span);
            let written = &document[one.range()];
            let doubled = || Edit::insert(one.end, format!(" {written}"));
            let others = || {
                tokens[index + 1..]
                    .iter()
                    .map(|other| Edit::delete(other.span))
            };
            let lost = others().map(|other| vec![Edit::delete(one), other]);
            let lost = std::iter::once(vec![Edit::delete(one)]).chain(lost);
            said(
                document,
                &format!("`{written}` at {at} lost, and another"),
                lost.collect(),
            );
            let is_bracket = matches!(written, "{" | "}" | "[" | "]");
            let with = others().filter(|_| is_bracket);
            let with = with.map(|other| vec![doubled(), other]);
            let with = std::iter::once(vec![doubled()]).chain(with);
            said(
                document,
                &format!("`{written}` at {at} doubled, and another lost"),
                with.collect(),
            );
        }
    }
    let quotes = LINES.match_indices('"');
    let quotes: Vec<_> = quotes.map(|(at, _)| u32::try_from(at).unwrap()).collect();
    for (index, &at) in quotes.iter().enumerate() {
        let quote = Span::new(at, at + 1);
        let others = quotes[index + 1..].iter().map(|&at| Span::new(at, at + 1));
        let lost = others.map(|other| vec![Edit::delete(quote), Edit::delete(other)]);
        let mut texts = vec![vec![Edit::delete(quote)], vec![Edit::insert(at, "\"")]];
        texts.extend((1..5).map(|by| vec![Edit::delete(quote), Edit::insert(at + 1 + by, "\"")]));
        texts.extend(lost);
        said(
            LINES,
            &format!("the quote at {at} lost, doubled, moved, and another lost"),
            texts,
        );
    }
    assert_generated("tests/parser/broken.txt", &out);
}

fn add(out: &mut String, document: &str, edits: &[Edit]) {
    let text = apply_edits(document, edits);
    let tree = parse(&text, Strictness::Serde);
    writeln!(
        out,
        "{}",
        text.escape_debug().to_string().replace("\\\"", "\"")
    )
    .unwrap();
    for error in tree.errors() {
        let Span { start, end } = error.span;
        write!(out, "    {start}-{end} {}", error.message).unwrap();
        if let Some((span, message)) = &error.related {
            write!(out, " ({}-{} {message})", span.start, span.end).unwrap();
        }
        if let Some(fix) = &error.fix {
            let fixed = apply_edits(&text, fix.edits());
            write!(
                out,
                " -> {}: {}",
                fix.title(),
                fixed.escape_debug().to_string().replace("\\\"", "\"")
            )
            .unwrap();
        }
        out.push('\n');
    }
    if let Some(from) = tree.doubtful_from() {
        writeln!(out, "    from {from} on by guess").unwrap();
    }
    if tree.nesting_is_doubtful() {
        writeln!(out, "    nesting by guess").unwrap();
    }
}
