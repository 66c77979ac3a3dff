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

#[test]
fn what_is_said_of_a_broken_text_is_as_it_was_read_last() {
    let tree = parse(DOCUMENT, Strictness::Serde);
    let tokens: Vec<Token> = tree
        .tokens()
        .iter()
        .copied()
        .filter(|token| token.kind != TokenKind::Whitespace)
        .collect();
    let written = |token: &Token| &DOCUMENT[token.span.range()];
    let mut text = format!("What is said of this text, broken:\n{DOCUMENT}\n");
    for token in &tokens {
        let what = format!("`{}` at {}", written(token), token.span.start);
        writeln!(text, "\n{what} lost, doubled, or replaced").unwrap();
        add(&mut text, &[Edit::delete(token.span)]);
        add(
            &mut text,
            &[Edit::insert(token.span.end, format!(" {}", written(token)))],
        );
        for other in OTHERS.iter().filter(|other| **other != written(token)) {
            add(&mut text, &[Edit::replace(token.span, *other)]);
        }
    }
    for (index, one) in tokens.iter().enumerate() {
        writeln!(
            text,
            "\n`{}` at {} and another lost",
            written(one),
            one.span.start
        )
        .unwrap();
        for other in &tokens[index + 1..] {
            add(
                &mut text,
                &[Edit::delete(one.span), Edit::delete(other.span)],
            );
        }
    }
    assert_generated("tests/parser/broken.txt", &text);
}

fn add(out: &mut String, edits: &[Edit]) {
    let text = apply_edits(DOCUMENT, edits);
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
