//! Texts that mean harm: no function panics, and none takes long.

use std::time::{Duration, Instant};

use fornax_manifest::ide::{self, FormatOptions};
use fornax_manifest::{Document, DocumentKind, Span, check};

use crate::harness::{World, options, samples};

/// Asks everything that can be asked at an offset.
fn ask(document: &Document, offset: u32) {
    let world = World::default();
    let _ = ide::hover(document, offset, &options(), &world);
    let _ = ide::completion(document, offset, &options(), &world);
    let _ = ide::selection_ranges(document, offset);
    let _ = ide::definition(document, offset);
    let _ = ide::references(document, offset);
    let _ = ide::prepare_rename(document, offset);
    let _ = ide::rename(document, offset, "nova-x", &options());
}

/// Asks everything that concerns the whole document.
fn ask_once(document: &Document) {
    let world = World::default();
    let all = Span::new(0, u32::MAX);
    let _ = ide::symbols(document);
    let _ = ide::folds(document);
    let _ = ide::links(document, &world);
    let _ = ide::lenses(document, &check(document, &options(), &world), &world);
    let _ = ide::inlay_hints(document, all);
    let _ = ide::format(document, all, &FormatOptions::default());
}

#[test]
fn broken_texts_are_answered() {
    for (kind, text) in samples().into_iter().filter(|(_, text)| text.len() < 1300) {
        for end in (0..=text.len())
            .filter(|end| text.is_char_boundary(*end))
            .step_by(13)
        {
            let document = Document::parse(&text.as_bytes()[..end], kind);
            ask_once(&document);
            for offset in [0, end / 2, end.saturating_sub(3), end, end + 7] {
                ask(&document, u32::try_from(offset).unwrap());
            }
        }
    }
    let odd: [&[u8]; 9] = [
        b"\xFF\xFE{\0",
        b"{\"a\": \"\xFF\"}",
        b"\0",
        b"\xEF\xBB\xBF",
        b"]}:,",
        b"{\"name\": \"\\ud800\", \"\\u0000\": 1}",
        b"{'name': x, // y\n 5: [1 2 {]}",
        "{\"é😀\u{2028}日\": \"\u{202e}\",\r\"name\":".as_bytes(),
        b"\"",
    ];
    for kind in DocumentKind::ALL {
        for text in odd {
            let document = Document::parse(text, kind);
            ask_once(&document);
            for offset in 0..=u32::try_from(text.len()).unwrap() + 1 {
                ask(&document, offset);
            }
        }
    }
}

/// What follows a bracket that is missing begins with a character of several bytes, so that whoever takes
/// its first byte for the bracket is seen.
#[test]
fn texts_without_one_of_their_brackets_are_answered() {
    for (kind, text) in samples().into_iter().filter(|(_, text)| text.len() < 1300) {
        for (at, bracket) in text.match_indices(['{', '[', ']', '}']) {
            let (before, behind) = (&text[..at], &text[at + bracket.len()..]);
            for instead in ["ݗ", "ݗ, ", "\"ݗ\", "] {
                let text = format!("{before}{instead}{}", behind.trim_start());
                let document = Document::parse(text.as_bytes(), kind);
                ask_once(&document);
                for offset in [
                    0,
                    before.len(),
                    before.len() + 1,
                    before.len() + 3,
                    text.len(),
                ] {
                    ask(&document, u32::try_from(offset).unwrap());
                }
            }
        }
    }
}

/// Every text of up to four of these pieces: all that is said of it has its place between characters.
#[test]
fn places_in_all_short_texts_are_between_characters() {
    const PIECES: [&str; 10] = ["{", "[", "]", "}", "é", ",", ":", "\"a\"", "'é", "\n"];
    let mut texts = vec![String::new()];
    let mut seen = 0;
    for _ in 0..4 {
        texts = (texts.iter())
            .flat_map(|text| PIECES.map(|piece| format!("{text}{piece}")))
            .collect();
        for text in &texts {
            let document = Document::parse(text.as_bytes(), DocumentKind::FornaxManifest);
            let world = World::default();
            let mut spans: Vec<Span> = ide::folds(&document).iter().map(|fold| fold.span).collect();
            for finding in check(&document, &options(), &world) {
                let edits = finding.fixes.iter().flat_map(|fix| fix.edits());
                spans.extend(edits.map(|edit| edit.span));
                spans.extend(finding.related.iter().map(|related| related.span));
                spans.push(finding.span);
            }
            for offset in 0..=u32::try_from(text.len()).unwrap() {
                spans.extend(ide::selection_ranges(&document, offset));
                spans.extend(
                    ide::hover(&document, offset, &options(), &world).map(|hover| hover.span),
                );
            }
            let root = document.tree().root();
            spans.extend(
                root.iter()
                    .flat_map(|root| root.descendants())
                    .map(|node| node.span()),
            );
            for span in spans {
                assert!(text.get(span.range()).is_some(), "{text:?} {span:?}");
                seen += 1;
            }
        }
    }
    assert!(seen > 100_000, "{seen}");
}

#[test]
fn the_time_grows_with_the_text_and_no_faster() {
    let texts = [
        ("[", ("", "")),
        ("{\"a\":", ("", "")),
        ("{\"host\":", ("", "")),
        ("[", ("{\"host\":{\"auth\":", "")),
        ("{\"pointer\":\"/a\"},", ("{\"operations\":[", "]}")),
        ("\"a\":1,", ("{", "}")),
        ("\"a\" ", ("{", "}")),
        ("\n\"", ("{", "}")),
        ("\"\n", ("[", "]")),
        ("/a", ("{\"operations\":[{\"pointer\":\"", "\"}]}")),
        ("// c\n", ("{", "}")),
        ("\\u0061", ("{\"name\":\"", "\"}")),
        ("`", ("{\"", "\":1}")),
    ];
    for (part, around) in texts {
        for kind in [DocumentKind::FornaxManifest, DocumentKind::AkAdapter] {
            let taken = |size: usize| {
                let text = format!("{}{}{}", around.0, part.repeat(size / part.len()), around.1);
                let document = Document::parse(text.as_bytes(), kind);
                let once = || {
                    let start = Instant::now();
                    ask_once(&document);
                    for offset in [1, size / 2, text.len()] {
                        ask(&document, u32::try_from(offset).unwrap());
                    }
                    start.elapsed()
                };
                // The shortest of several: other work on the machine only ever adds.
                once().min(once()).min(once())
            };
            // Eight times as much text: linear work takes 8 times as long, quadratic 64 times, again
            // and again.
            let is_quadratic = (0..3).all(|_| {
                let (short, long) = (taken(5_000), taken(40_000));
                long > short * 32 && long > Duration::from_millis(100)
            });
            assert!(!is_quadratic, "{kind:?} {part:?}");
        }
    }
}
