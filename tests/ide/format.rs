//! Formatting.

use fornax_manifest::ide::{self, FormatOptions};
use fornax_manifest::{Document, DocumentKind, Edit, Span, apply_edits, consent_hash};

use crate::harness::samples;

use DocumentKind::{AkAdapter, FornaxManifest};

const ALL: Span = Span {
    start: 0,
    end: u32::MAX,
};

fn edits(text: &str, range: Span, options: &FormatOptions) -> Option<Vec<Edit>> {
    ide::format(&Document::parse(text.as_bytes(), AkAdapter), range, options)
}

#[track_caller]
fn formatted(text: &str) -> String {
    let edits = edits(text, ALL, &FormatOptions::default()).expect("JSON");
    apply_edits(text, &edits)
}

#[test]
fn entries_stand_on_lines_of_their_own_unless_their_author_kept_them_together() {
    for (before, after) in [
        ("{}", "{}\n"),
        ("{ }\n\n\n", "{}\n"),
        ("7", "7\n"),
        ("[ ]", "[]\n"),
        (
            "{\"a\":1,\"b\":[1,2,{\"c\":{}}]}",
            "{\n  \"a\": 1,\n  \"b\": [1, 2, { \"c\": {} }]\n}\n",
        ),
        (
            "\n {\"a\" : [\n1 ,2 ] }",
            "{\n  \"a\": [\n    1,\n    2\n  ]\n}\n",
        ),
        ("{\r\n\t\"a\":1\r\n}", "{\r\n  \"a\": 1\r\n}\r\n"),
        (
            "[\"a  b\",1.50e+3 , \"\\u0041\\/\"]",
            "[\n  \"a  b\",\n  1.50e+3,\n  \"\\u0041\\/\"\n]\n",
        ),
        (
            "{\"b\":1,\"a\":2,\"b\":3}",
            "{\n  \"b\": 1,\n  \"a\": 2,\n  \"b\": 3\n}\n",
        ),
    ] {
        assert_eq!(formatted(before), after, "{before}");
    }
    let long = "x".repeat(95);
    assert_eq!(
        formatted(&format!("{{\"a\": [\"{long}\", [1]]}}")),
        format!("{{\n  \"a\": [\n    \"{long}\",\n    [1]\n  ]\n}}\n")
    );
    // A line of exactly the width with its comma fits.
    let fits = "x".repeat(100 - "  \"a\": [\"\"],".len());
    let text = format!("{{\n  \"a\": [\"{fits}\"],\n  \"b\": 1\n}}\n");
    assert_eq!(formatted(&text), text);
    let text = text.replace("xx", "xéx");
    assert_ne!(formatted(&text), text);
}

#[test]
fn the_options_decide_about_indentation_and_the_last_line() {
    let options = FormatOptions {
        indent: "\t".to_owned(),
        final_newline: false,
    };
    let text = "{\"a\":{\n\"b\":1}}";
    let changed = edits(text, ALL, &options).unwrap();
    assert_eq!(
        apply_edits(text, &changed),
        "{\n\t\"a\": {\n\t\t\"b\": 1\n\t}\n}"
    );
    assert_eq!(edits("[]\n\n", ALL, &options).unwrap(), []);
}

#[test]
fn edits_touch_white_space_alone_and_no_more_of_it_than_they_must() {
    let text = "{\n    \"a\":  1,\n  \"b\": 2\n}\n";
    assert_eq!(
        edits(text, ALL, &FormatOptions::default()).unwrap(),
        [
            Edit::delete(Span::new(4, 6)),
            Edit::delete(Span::new(11, 12))
        ]
    );
    // Nothing but the lines that were asked for.
    let line = Span::new(9, 13);
    assert_eq!(
        edits(text, line, &FormatOptions::default()).unwrap(),
        [Edit::delete(Span::new(11, 12))]
    );
    // No edit stands between the two characters of a line end.
    for text in [
        "{\r\n\r\n\"a\":1\r\n}",
        "{\r\"a\":1,\r\n\"b\":2}",
        "{\n\r\n\"a\":\r1\n}",
    ] {
        for edit in edits(text, ALL, &FormatOptions::default()).unwrap() {
            for at in [edit.span.start, edit.span.end] {
                let (before, behind) = text.split_at(at as usize);
                assert!(
                    !(before.ends_with('\r') && behind.starts_with('\n')),
                    "{text:?} {edit:?}"
                );
            }
        }
        let once = formatted(text);
        assert_eq!(formatted(&once), once);
    }
}

#[test]
fn what_is_not_json_is_left_alone() {
    for text in [
        "",
        "{",
        "{\"a\":1,}",
        "{ // c\n}",
        "\u{feff}{}",
        "{} x",
        "{'a': 1}",
    ] {
        assert_eq!(edits(text, ALL, &FormatOptions::default()), None, "{text}");
    }
    let deep = format!("{}{}", "[".repeat(60_000), "]".repeat(60_000));
    assert_eq!(edits(&deep, ALL, &FormatOptions::default()), None);
    let bytes = Document::parse(b"{\"a\":\"\xFF\"}", AkAdapter);
    assert_eq!(ide::format(&bytes, ALL, &FormatOptions::default()), None);
}

#[test]
fn formatting_keeps_every_token_and_is_stable() {
    for (kind, sample) in samples() {
        let minified = sample
            .split_inclusive(['\n'])
            .map(str::trim)
            .collect::<String>();
        let scattered = sample.replace('\n', " \n\n\t ");
        for text in [
            sample.clone(),
            minified,
            scattered,
            sample.replace('\n', "\r\n"),
            sample.replace('\n', "\r"),
        ] {
            let document = Document::parse(text.as_bytes(), kind);
            let edits = ide::format(&document, ALL, &FormatOptions::default()).unwrap();
            assert!(
                edits
                    .windows(2)
                    .all(|pair| pair[0].span.end <= pair[1].span.start)
            );
            for edit in &edits {
                assert!(text[edit.span.range()].trim().is_empty() && edit.text.trim().is_empty());
            }
            let once = apply_edits(&text, &edits);
            let again = Document::parse(once.as_bytes(), kind);
            assert_eq!(
                ide::format(&again, ALL, &FormatOptions::default()).unwrap(),
                [],
                "{once}"
            );
            assert_eq!(consent_hash(&again), consent_hash(&document));
            let tokens = |document: &Document| -> Vec<String> {
                let tree = document.tree();
                tree.tokens()
                    .iter()
                    .filter(|token| !token.kind.is_trivia())
                    .map(|token| tree.text()[token.span.range()].to_owned())
                    .collect()
            };
            assert_eq!(tokens(&again), tokens(&document));
            assert!(once.ends_with('\n') || once.ends_with('\r'));
        }
        // The samples are laid out as the formatter does it.
        if kind == FornaxManifest {
            assert_eq!(formatted(&sample), sample);
        }
    }
}
