//! Depth costs no stack, and a text of twice the size costs about twice the time.

use std::time::{Duration, Instant};

use fornax_manifest::syntax::{Strictness, parse};
use fornax_manifest::{Document, DocumentKind, Nowhere, Options, check};

#[test]
fn a_million_levels_overflow_nothing() {
    let levels = 1_000_000;
    let opened = "[".repeat(levels);
    let tree = parse(&opened, Strictness::JavaScript);
    assert_eq!(tree.max_depth(), levels);
    assert_eq!(tree.error_count(), 1);
    drop(tree);
    let closed = opened + &"]".repeat(levels);
    let tree = parse(&closed, Strictness::JavaScript);
    assert_eq!(tree.error_count(), 0);
    let deepest = tree.nodes().last().unwrap();
    assert_eq!(deepest.pointer().len(), 2 * (levels - 1));
    assert_eq!(
        tree.clone().root().map(|root| root.span()),
        tree.root().map(|root| root.span())
    );
    drop(tree);
    let objects = "{\"a\":".repeat(levels);
    assert_eq!(parse(&objects, Strictness::JavaScript).error_count(), 1);
}

#[test]
fn deep_documents_can_be_checked() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":", "}]")] {
        let levels = 60_000 / (open.len() + close.len());
        let nested = open.repeat(levels) + "1" + &close.repeat(levels);
        for kind in DocumentKind::ALL {
            for text in [
                nested.clone(),
                format!("{{\"host\":{nested},\"operations\":{nested},\"entries\":{nested}}}"),
                open.repeat(levels),
            ] {
                let document = Document::parse(text.as_bytes(), kind);
                drop(check(&document, &Options::default(), &Nowhere));
            }
        }
    }
}

/// Patterns that make a careless reader look at the same text again and again.
const PATTERNS: [&str; 27] = [
    "\"", "\n\"", "\"\n", "'", "'\n", "\u{201c}", "\\", "\"\\", "\\\"", "/", "/*", "*/", "// \n",
    "#\n", "{", "[}", "{]", "\"a\":", "{\"a\":", "\"a\",", ",", "x ", "1", "- ", "\u{a0}", "é",
    "\"a\" ",
];

#[test]
fn time_grows_with_the_size() {
    for pattern in PATTERNS {
        for before in ["", "{\"a\":[", "\""] {
            let text = |size: usize| before.to_owned() + &pattern.repeat(size / pattern.len());
            let (small, large) = (text(SIZE), text(SIZE * FACTOR));
            // Times are compared with one another only: that of one large text, and of a small one
            // as often as it makes up the large one. Were the work quadratic, the large text would
            // take 16 times as long. The machine has other things to do: one attempt in several
            // is enough.
            let mut attempts = (0..5).map(|_| (time(&small, FACTOR), time(&large, 1)));
            assert!(
                attempts.any(|(small, large)| large < small * 4),
                "{before}{pattern}…: time grows faster than size"
            );
        }
    }
}

const SIZE: usize = 16 << 10;
const FACTOR: usize = 16;

fn time(text: &str, times: usize) -> Duration {
    let start = Instant::now();
    for _ in 0..times {
        drop(parse(text, Strictness::Serde));
    }
    start.elapsed()
}
