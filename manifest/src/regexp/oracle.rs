//! Another reader of patterns, `regress`, which must come to the same verdict.
//!
//! It reads newer grammar and some corners differently, so that it is shown a
//! [translation](Pattern::translation).

use std::ops::Range;

use proptest::prelude::*;

use crate::regexp::{Group, Pattern, TokenKind, has_hex_digits};
use crate::syntax::{Strictness, parse};

impl Pattern {
    /// Whether `regress` takes the pattern, once all known faults are repaired.
    fn is_accepted(&self) -> bool {
        let translation = self.translation();
        let accepts = |bars_separate: bool| {
            let units = translation.iter().flat_map(|unit| {
                let bar = !bars_separate && unit.is_bar;
                // An empty group keeps apart what the bar kept apart.
                let text: &[u32] = if bar { &EMPTY_GROUP } else { &unit.units };
                text.iter().copied()
            });
            regress::backends::try_parse(units, regress::Flags::default()).is_ok()
        };
        // Newer grammar lets groups of different alternatives share a name. Without the bars there
        // is one alternative only.
        accepts(true) && (!self.has_names || accepts(false))
    }

    /// The pattern in code units, known faults repaired, spelt so that `regress` reads it as
    /// JavaScript does.
    fn translation(&self) -> Vec<Unit> {
        let mut units = Vec::new();
        let mut after_quantifier = false;
        for token in &self.tokens {
            let range = token.range.clone();
            let was_quantifier = std::mem::replace(
                &mut after_quantifier,
                matches!(token.kind, TokenKind::Quantifier { .. }),
            );
            match token.kind {
                // `regress` would let these be repeated; an anchor may not be.
                TokenKind::Escape(Some('b' | 'B')) => units.push(Unit::new(vec![u32::from('^')])),
                // Names are made of characters, all else of code units.
                TokenKind::Open(Group::Named) | TokenKind::Escape(Some('k')) => {
                    units.extend(range.map(|at| Unit::new(vec![self.chars[at].code_point])));
                }
                TokenKind::Open(Group::Foreign(foreign)) | TokenKind::Foreign(foreign) => {
                    let text = self.replacement(token, foreign).unwrap_or_default();
                    units.push(Unit::new(text.chars().map(u32::from).collect()));
                }
                TokenKind::Bar => units.push(Unit {
                    is_bar: true,
                    ..Unit::new(vec![u32::from('|')])
                }),
                // The `+` of `++`, which its repair removes.
                TokenKind::Quantifier { .. } if was_quantifier && self.text(&range) == "+" => {}
                _ => self.translate_plain(range, &mut units),
            }
        }
        units
    }

    /// Splits characters into code units, and drops the backslash of a `\u` that is none.
    fn translate_plain(&self, range: Range<usize>, units: &mut Vec<Unit>) {
        let mut at = range.start;
        while at < range.end {
            let code_point = self.chars[at].code_point;
            let is_backslash = code_point == u32::from('\\');
            if is_backslash && at + 1 < range.end {
                let next = self.chars[at + 1].code_point;
                if next != u32::from('u') || has_hex_digits(&self.chars[at + 2..], 4) {
                    units.push(Unit::new(vec![code_point]));
                }
                at += 1;
            }
            units.push(Unit::new(code_units(self.chars[at].code_point)));
            at += 1;
        }
    }
}

/// What one character of a pattern is to `regress`.
struct Unit {
    units: Vec<u32>,
    is_bar: bool,
}

impl Unit {
    fn new(units: Vec<u32>) -> Self {
        Self {
            units,
            is_bar: false,
        }
    }
}

/// `(?:)`
const EMPTY_GROUP: [u32; 4] = [0x28, 0x3F, 0x3A, 0x29];

fn code_units(code_point: u32) -> Vec<u32> {
    match char::from_u32(code_point) {
        Some(c) if code_point > 0xFFFF => c
            .encode_utf16(&mut [0; 2])
            .iter()
            .map(|&unit| u32::from(unit))
            .collect(),
        _ => vec![code_point],
    }
}

/// Holds the verdict on a pattern against that of `regress`; `literal` is a JSON string.
fn compare(literal: &str) {
    let tree = parse(literal, Strictness::JavaScript);
    let pattern = Pattern::of(tree.root().unwrap()).unwrap();
    let faults = pattern.faults();
    // What is wrong beyond repair is found without either.
    if faults.iter().any(|fault| fault.repair.is_none()) && !pattern.inner_faults().is_empty() {
        assert!(!pattern.is_accepted(), "{literal} has faults: {faults:?}");
    } else if faults.iter().all(|fault| fault.repair.is_some()) {
        assert!(pattern.is_accepted(), "{literal} has only {faults:?}");
    }
}

#[test]
fn both_readers_agree() {
    for pattern in [
        r"[a-z]",
        r"[z-a]",
        r"[\d-z]",
        r"[a-\d]",
        r"[--a]",
        r"[a--]",
        r"[a-]",
        r"[-a]",
        r"[^-a]",
        r"[^b-a]",
        r"[\b-\t]",
        r"[\t-\b]",
        r"[\ca-\cz]",
        r"[\cz-\ca]",
        r"[\c-a]",
        r"[\c0-\c_]",
        r"[\x41-\x40]",
        r"[\x4-a]",
        r"[\u0042-\u0041]",
        r"[\u004-a]",
        r"[\0-\377]",
        r"[\400-\7]",
        r"[\7-\6]",
        r"[\8-\9]",
        r"[\9-\8]",
        r"[\--\-]",
        r"[a\-z]",
        r"[z\-a]",
        r"[😀-😂]",
        r"[a-😀]",
        r"[\😀-a]",
        r"[]-a]",
        r"[]",
        r"[^]",
        r"[a-b-a]",
        r"[a-c-b-d]",
        r"[\w-]",
        r"[-\w-a]",
        r"(?<a>x)\k<a>",
        r"(?<a>x)\k<b>",
        r"\k<a>(?<a>x)",
        r"\k<a>",
        r"\k",
        r"(?<a>x)|(?<a>y)",
        r"(?<1a>x)",
        r"(?<a1$_>x)",
        r"(?<é>x)",
        r"(?<>x)",
        r"(?<a b>x)",
        r"(?<\u0061>x)\k<a>",
        r"(?<\u{61}>x)(?<a>y)",
        r"(?<\u{110000}>x)",
        r"(?<\u{}>x)",
        r"(?<\ud83d\ude00>x)",
        r"(?<\ud835\udc9c>x)",
        r"(?<𝒜>x)\k<\ud835\udc9c>",
        r"(?<\u{1d49c}>x)\k<𝒜>",
        r"(?<a\x>x)",
        r"(?P<v>[0-9]+)(?P=v)",
        r"(?P<v>x)(?P=w)",
        r"(?P<1>x)",
        r"(?'n'x)\k<n>",
        r"(?'n'x)(?<n>y)",
        r"[b-a](?P<v>x)",
        r"(?<a>[b-a])\k<c>",
        r"\1",
        r"(a)\2",
        r"(?<a>x)\1\9",
    ] {
        compare(&serde_json::Value::from(pattern).to_string());
    }
    compare(r#""[\ud83d-\ude00]""#);
    compare(r#""[\ude00-\ud83d]""#);
    compare(r#""(?<\ud83d>x)""#);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]
    #[test]
    fn both_readers_agree_whatever_there_is(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "a", "z", "-", "-", "[", "[", "]", "]", "^", "\\", "\\d", "\\b", "\\c", "\\x41", "\\x",
                "\\u0041", "\\u", "\\0", "\\12", "\\377", "\\400", "\\8", "(", ")", "(?:", "(?<a>",
                "(?<b>", "(?<", "\\k<a>", "\\k", "\\k<", ">", "<", "(?P<a>", "(?P=a)", "(?'b'", "(?i)",
                "(?=", "(?<!", "|", "*", "+", "?", "{1}", "{2,1}", "{", "$", ".", "é", "😀", "\\w", "_",
                "\\ud83d", "\\ude00", "\\u{61}", "1",
            ]),
            0..14,
        ),
    ) {
        let text = pieces.concat();
        compare(&serde_json::Value::from(text).to_string());
    }
}
