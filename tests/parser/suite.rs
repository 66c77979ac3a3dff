//! The public JSON parsing test suite, where it is there, and verdicts of our own.

use std::fs;

use fornax_manifest::syntax::{Strictness, parse};
use fornax_manifest::{Document, DocumentKind, Nowhere, Options, check, is_refused};

use crate::support::shared_dir;

fn accepts(text: &str, strictness: Strictness) -> bool {
    parse(text, strictness).error_count() == 0
}

/// Whether nothing at all is reported about the text as text.
fn is_readable(bytes: &[u8], kind: DocumentKind) -> bool {
    let document = Document::parse(bytes, kind);
    let findings = check(&document, &Options::default(), &Nowhere);
    !findings.iter().any(|finding| {
        finding.rule.stage == fornax_manifest::Stage::Text && finding.rule.name != "duplicate-key"
    })
}

#[test]
fn the_suite_gets_the_verdicts_of_both_readers() {
    let Some(shared) = shared_dir() else { return };
    let folder = shared.join("json-test-suite");
    let table = fs::read_to_string(folder.join("verdicts.tsv")).unwrap();
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, serde, javascript] = fields[..] else {
            panic!("{line:?} is not a name and two verdicts");
        };
        count += 1;
        let bytes = fs::read(folder.join(name)).unwrap();
        for (kind, verdict) in [
            (DocumentKind::FornaxManifest, serde),
            (DocumentKind::AkAdapter, javascript),
        ] {
            let readable = is_readable(&bytes, kind);
            // Bytes that aren't UTF-8 are an error of ours, whoever reads them.
            let expected = match std::str::from_utf8(&bytes) {
                Ok(text) => {
                    assert_eq!(accepts(text, kind.strictness()), readable, "{name}");
                    verdict == "accept"
                }
                Err(_) => false,
            };
            if readable != expected {
                wrong.push(format!("{name} as {}: {readable}", kind.name()));
            }
        }
    }
    assert_eq!(count, 318);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Texts, and whether `serde_json` and `JSON.parse` accept them.
const VERDICTS: [(&str, bool, bool); 38] = [
    ("{}", true, true),
    (" [ ] ", true, true),
    ("0", true, true),
    ("-0", true, true),
    ("\"\"", true, true),
    ("null", true, true),
    ("[1,2.5,-3e-7,1E+2]", true, true),
    ("{\"a\":1,\"a\":2}", true, true),
    ("\"\\u0000\\\"\\\\\\/\\b\\f\\n\\r\\t\"", true, true),
    ("\"\u{7f}\u{2028}\u{2029}\u{feff}\u{85}\"", true, true),
    ("\"\\ud83d\\ude00\"", true, true),
    ("\"\\ud83d\"", false, true),
    ("\"\\ude00\"", false, true),
    ("\"\\ude00\\ud83d\"", false, true),
    ("\"\\ud83d\\ud83d\\ude00\"", false, true),
    ("\"\\ud83dx\\ude00\"", false, true),
    ("1e400", false, true),
    ("-1e400", false, true),
    ("1e-400", true, true),
    ("123456789012345678901234567890", true, true),
    ("", false, false),
    (" \n", false, false),
    ("\u{feff}{}", false, false),
    ("{} {}", false, false),
    ("[1,]", false, false),
    ("[,1]", false, false),
    ("{\"a\"}", false, false),
    ("{a:1}", false, false),
    ("{'a':1}", false, false),
    ("01", false, false),
    ("1.", false, false),
    (".5", false, false),
    ("+1", false, false),
    ("NaN", false, false),
    ("\"a\nb\"", false, false),
    ("\"\\x41\"", false, false),
    ("[\u{a0}1]", false, false),
    ("// x\n1", false, false),
];

#[test]
fn texts_get_the_verdicts_of_both_readers() {
    for (text, serde, javascript) in VERDICTS {
        assert_eq!(accepts(text, Strictness::Serde), serde, "{text:?}");
        assert_eq!(
            accepts(text, Strictness::JavaScript),
            javascript,
            "{text:?}"
        );
        let oracle = serde_json::from_str::<serde_json::Value>(text);
        assert_eq!(oracle.is_ok(), serde, "{text:?}");
    }
}

#[test]
fn depth_counts_for_one_reader_only() {
    for (levels, serde) in [(127, true), (128, false), (2_000, false)] {
        for text in [
            "[".repeat(levels) + &"]".repeat(levels),
            "{\"a\":".repeat(levels) + "1" + &"}".repeat(levels),
        ] {
            assert_eq!(accepts(&text, Strictness::Serde), serde, "{levels}");
            assert!(accepts(&text, Strictness::JavaScript), "{levels}");
            let oracle = serde_json::from_str::<serde_json::Value>(&text);
            assert_eq!(oracle.is_ok(), serde, "{levels}");
        }
    }
}

#[test]
fn what_does_not_parse_is_never_clean() {
    for kind in DocumentKind::ALL {
        for text in ["", "{", "/* open\n{}", "\u{feff}", "]", "\"", "\0", "{}x"] {
            let document = Document::parse(text.as_bytes(), kind);
            let findings = check(&document, &Options::default(), &Nowhere);
            assert!(is_refused(&findings), "{} {text:?}", kind.name());
        }
    }
}
