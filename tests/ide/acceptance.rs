//! Every proposal, at every place of many documents, accepted: what an editor makes of it.

use std::collections::BTreeSet;

use fornax_manifest::ide::{self, CompletionItem, FormatOptions};
use fornax_manifest::syntax::{TokenKind, tokenize};
use fornax_manifest::{Document, DocumentKind, Edit, Span, apply_edits, check};

use crate::corpus;
use crate::harness::{World, options, samples};

/// A machine with a target file and a script.
fn world() -> World {
    World::new(&[
        (
            "~/.acme/settings.json",
            r#"{ "hooks": { "Stop": [], "a/b": { "c~d": [1] } }, "list": [] }"#,
        ),
        ("./run-hook.mjs", ""),
    ])
}

fn parse(kind: DocumentKind, text: &str) -> Document {
    Document::parse(text.as_bytes(), kind)
}

/// The places where a token begins or ends, and one inside each that is longer.
fn places(text: &str) -> BTreeSet<usize> {
    let mut places = BTreeSet::from([0, text.len()]);
    for token in tokenize(text) {
        let (start, end) = (token.span.start as usize, token.span.end as usize);
        places.extend([start, end]);
        let middle = start.midpoint(end);
        if text.is_char_boundary(middle) {
            places.insert(middle);
        }
    }
    places
}

/// What an editor with snippets leaves behind when every place keeps what was proposed for it.
fn without_places(snippet: &str) -> String {
    let mut text = String::new();
    let mut known: Vec<(String, String)> = Vec::new();
    let mut open: Vec<(String, usize)> = Vec::new();
    let mut rest = snippet.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\\' => text.extend(rest.next()),
            '$' => {
                assert_eq!(rest.next(), Some('{'), "{snippet}");
                let mut number = String::new();
                while let Some(digit) = rest.next_if(char::is_ascii_digit) {
                    number.push(digit);
                }
                match rest.next() {
                    Some(':') => open.push((number, text.len())),
                    Some('}') => {
                        let before = known.iter().find(|(name, _)| *name == number);
                        text.push_str(before.map_or("", |(_, text)| text));
                    }
                    other => panic!("{other:?} in {snippet}"),
                }
            }
            '}' => {
                let (number, start) = open.pop().unwrap_or_else(|| panic!("{snippet}"));
                known.push((number, text[start..].to_owned()));
            }
            c => text.push(c),
        }
    }
    assert!(open.is_empty(), "{snippet}");
    text
}

/// The keys that stand twice in one object.
fn repeated_keys(document: &Document) -> usize {
    check(document, &options(), &fornax_manifest::Nowhere)
        .iter()
        .filter(|finding| finding.rule.name == "duplicate-key")
        .count()
}

fn accept(text: &str, item: &CompletionItem) -> String {
    let mut edits = item.additional_edits.clone();
    edits.push(Edit::replace(item.span, item.text.clone()));
    apply_edits(text, &edits)
}

/// Accepts every proposal at `offset`; how many there are.
fn accept_all(kind: DocumentKind, text: &str, offset: usize) -> usize {
    let before = parse(kind, text);
    let place = u32::try_from(offset).unwrap();
    let items = ide::completion(&before, place, &options(), &world());
    let repeated = (!items.is_empty()).then(|| repeated_keys(&before));
    for item in &items {
        let at = || format!("{:?} at {offset} of\n{text}", item.label);
        // An editor that inserts and one that replaces do the same: the cursor is in what is
        // replaced, which is on its line, and nothing else is changed there.
        assert!(item.span.touches(place), "{}", at());
        assert!(!text[item.span.range()].contains(['\n', '\r']), "{}", at());
        for edit in &item.additional_edits {
            let (start, end) = (item.span.start, item.span.end);
            assert!(edit.span.end < start || end < edit.span.start, "{}", at());
        }
        let after = accept(text, item);
        let document = parse(kind, &after);
        assert!(
            document.tree().error_count() <= before.tree().error_count(),
            "{} gives\n{after}\n{:#?}",
            at(),
            document.tree().errors()
        );
        assert!(
            Some(repeated_keys(&document)) <= repeated,
            "a key comes twice: {} gives\n{after}",
            at()
        );
        if let Some(snippet) = &item.snippet {
            assert_eq!(without_places(snippet), item.text, "{}", at());
        }
    }
    items.len()
}

/// Every n-th of the project's own documents, so that a run is short.
fn documents() -> Vec<(DocumentKind, String)> {
    let mut documents = samples();
    for kind in DocumentKind::ALL {
        let cases = corpus::own(kind).into_iter();
        let texts = cases.filter_map(|case| String::from_utf8(case.bytes).ok());
        let short = texts.filter(|text| text.len() < 3000);
        documents.extend(short.step_by(25).map(|text| (kind, text)));
    }
    documents
}

#[test]
fn every_proposal_in_whole_documents() {
    let mut proposals = 0;
    for (number, (kind, text)) in documents().into_iter().enumerate() {
        // Each document shows its own third of the places.
        for offset in places(&text).into_iter().skip(number % 3).step_by(3) {
            proposals += accept_all(kind, &text, offset);
        }
    }
    assert!(proposals > 3_000, "{proposals}");
}

#[test]
fn every_proposal_in_documents_that_break_off() {
    let mut proposals = 0;
    for (number, (kind, text)) in documents().into_iter().enumerate() {
        for end in places(&text).into_iter().skip(number % 3).step_by(3) {
            proposals += accept_all(kind, &text[..end], end);
        }
    }
    assert!(proposals > 3_000, "{proposals}");
}

#[test]
fn every_proposal_behind_a_comma_that_was_just_typed() {
    let mut proposals = 0;
    for (kind, text) in samples() {
        for token in tokenize(&text) {
            let end = token.span.end as usize;
            if token.kind == TokenKind::Comma {
                let typed = format!("{}, {}", &text[..end], &text[end..]);
                proposals += accept_all(kind, &typed, end + 1);
            }
        }
    }
    assert!(proposals > 100, "{proposals}");
}

#[test]
fn a_new_line_is_filled_as_the_document_is_laid_out() {
    let mut lines = 0;
    for (kind, text) in samples() {
        for (unit, newline) in [("  ", "\n"), ("\t", "\r\n"), ("    ", "\n")] {
            let format = FormatOptions {
                indent: unit.to_owned(),
                final_newline: true,
            };
            let formatted = |text: &str| {
                let document = parse(kind, text);
                let all = Span::new(0, u32::try_from(text.len()).unwrap());
                apply_edits(text, &ide::format(&document, all, &format).unwrap())
            };
            let text = formatted(&text.replace("\r\n", "\n").replace('\n', newline));
            // Behind each comma at the end of a line a line is opened, as an editor does it.
            for (at, _) in text.match_indices(&format!(",{newline}")) {
                let next = &text[at + 1 + newline.len()..];
                let indent = &next[..next.len() - next.trim_start_matches([' ', '\t']).len()];
                let cursor = at + 1 + newline.len() + indent.len();
                let opened = format!("{}{newline}{indent}{}", &text[..=at], &text[at + 1..]);
                let document = parse(kind, &opened);
                let place = u32::try_from(cursor).unwrap();
                for item in ide::completion(&document, place, &options(), &world()) {
                    lines += 1;
                    let after = accept(&opened, &item);
                    let inserted = after.lines().count() - opened.lines().count();
                    let shown = after.lines().skip(opened[..cursor].lines().count());
                    for line in shown.take(inserted) {
                        assert!(
                            line.starts_with(indent),
                            "{:?} at {cursor} of\n{opened}\ngives\n{after}",
                            item.label
                        );
                    }
                    assert_eq!(
                        after.matches("\r\n").count() * newline.matches('\r').count(),
                        after.matches('\n').count() * newline.matches('\r').count(),
                        "line ends are mixed:\n{after:?}"
                    );
                    assert_eq!(
                        formatted(&after),
                        after,
                        "{:?} at {cursor} of\n{opened}",
                        item.label
                    );
                }
            }
        }
    }
    assert!(lines > 300, "{lines}");
}
