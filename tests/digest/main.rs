//! The consent hash, held against what JavaScript computed, and against a model of it.

// A test fails by panicking, its helpers included; clippy.toml knows only functions marked `#[test]`.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "../support/corpus.rs"]
mod corpus;
mod model;
#[path = "../support/mod.rs"]
mod support;

use std::fs;

use fornax_manifest::{
    ConsentHash, Document, DocumentKind, Nowhere, Options, accepted_consent_hash, check,
    consent_hash, is_refused, limits,
};
use serde_json::Value;

fn hash(bytes: &[u8]) -> ConsentHash {
    consent_hash(&Document::parse(bytes, DocumentKind::AkAdapter))
}

/// A document with `levels` levels of nesting, the root included.
fn nested(levels: usize) -> String {
    let inner = levels - 1;
    format!("{{\"a\":{}{}}}", "[".repeat(inner), "]".repeat(inner))
}

#[test]
fn hard_cases_hash_as_in_javascript() {
    let table = fs::read_to_string(support::repo_root().join("tests/digest/hard-cases.jsonl"));
    for line in table.unwrap().lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let text = case["text"].as_str().unwrap();
        assert_eq!(
            hash(text.as_bytes()).as_str(),
            case["hash"].as_str(),
            "{text:?} is written {}",
            case["canonical"]
        );
    }
}

#[test]
fn corpus_hashes_are_ours() {
    for case in corpus::cases("ak") {
        if let Some(expected) = &case.hash {
            assert_eq!(hash(&case.bytes).as_str(), Some(&**expected), "{}", case.id);
        }
    }
}

#[test]
fn only_what_agentic_kit_accepts_has_a_hash_to_consent_to() {
    for case in corpus::cases("ak") {
        let document = Document::parse(&case.bytes, DocumentKind::AkAdapter);
        let findings = check(&document, &Options::default(), &Nowhere);
        let hash = accepted_consent_hash(&document, &findings);
        if case.hash.is_none() && !is_refused(&findings) {
            // A verdict that is wrong is another test's business.
            continue;
        }
        assert_eq!(hash.as_str(), case.hash.as_deref(), "{}", case.id);
    }
}

#[test]
fn a_published_manifest_has_its_published_hash() {
    if let Some(shared) = support::shared_dir() {
        let manifest = fs::read(shared.join("real/ak-acme-manifest.json")).unwrap();
        assert_eq!(
            hash(&manifest).as_str(),
            Some("56fa107674d27cc72f312bb2c471b899b1dc840d1cc89a2d042e52a05907927d")
        );
    }
}

#[test]
fn bytes_that_are_not_utf8_hash_as_replacement_characters() {
    assert_eq!(
        hash(b"{\"a\":\"\xF0\x9F\x98x\xFF\xFE\"}"),
        hash("{\"a\":\"\u{fffd}x\u{fffd}\u{fffd}\"}".as_bytes())
    );
}

#[test]
fn what_is_no_object_has_no_hash() {
    let large = format!("{{}}{}", " ".repeat(262_143));
    for text in [
        "",
        "[]",
        "1",
        "{",
        "{}x",
        "{\"a\":}",
        "{\"a\":1,}",
        "\u{feff}{}",
        &large,
    ] {
        assert_eq!(hash(text.as_bytes()), ConsentHash::None, "{text:.10}");
    }
    assert!(hash(&large.as_bytes()[..262_144]).as_str().is_some());
}

#[test]
fn a_hash_is_unknown_below_some_depth_and_a_rule_says_so() {
    let deepest = nested(limits::AK_HASH_DEPTH);
    assert!(hash(deepest.as_bytes()).as_str().is_some());

    let warned = |text: &str| {
        let document = Document::parse(text.as_bytes(), DocumentKind::AkAdapter);
        check(&document, &Options::default(), &Nowhere)
            .iter()
            .filter(|finding| finding.rule.name == "consent-hash-unknown")
            .map(|finding| (finding.span.start, finding.span.end))
            .collect::<Vec<_>>()
    };
    assert_eq!(warned(&deepest), []);
    let bracket = u32::try_from(limits::AK_HASH_DEPTH).unwrap() + 4;
    let too_deep = nested(limits::AK_HASH_DEPTH + 1);
    assert_eq!(warned(&too_deep), [(bracket, bracket + 1)]);
    assert!(matches!(hash(too_deep.as_bytes()), ConsentHash::TooDeep(_)));

    // What a later member replaces is never written.
    let shadowed = too_deep.replacen('}', ",\"a\":1}", 1);
    assert_eq!(hash(shadowed.as_bytes()), hash(b"{\"a\":1}"));
    assert_eq!(warned(&shadowed), []);
}
