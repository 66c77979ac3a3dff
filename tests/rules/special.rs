//! What no Markdown shows: sizes, encodings, depths.

use fornax_manifest::syntax::Strictness;
use fornax_manifest::{
    Diagnostic, Document, DocumentKind, FixAvailability, Nowhere, RULES, check, find_rule, limits,
};

use crate::examples::complete;
use crate::manual::{WITHOUT_EXAMPLE, well_placed};
use crate::{findings, options};

fn of_bytes(bytes: &[u8], kind: DocumentKind) -> Vec<Diagnostic> {
    check(&Document::parse(bytes, kind), &options(), &Nowhere)
}

/// The findings of `rule`, as rule, start and end.
fn places(findings: &[Diagnostic], rule: &str) -> Vec<(u32, u32)> {
    findings
        .iter()
        .filter(|finding| finding.rule.name == rule)
        .map(|finding| (finding.span.start, finding.span.end))
        .collect()
}

#[test]
fn what_has_no_example_is_tested_here() {
    let tested = include_str!("special.rs");
    for (name, _) in WITHOUT_EXAMPLE {
        assert!(find_rule(name).is_some(), "{name} is no rule");
        let test = format!("fn {}(", name.replace('-', "_"));
        assert!(tested.contains(&test), "{name} has no test of its own");
    }
}

#[test]
fn byte_order_mark() {
    for kind in DocumentKind::ALL {
        let text = complete(kind);
        let marked = format!("\u{feff}{text}");
        let before = findings(&text, kind, &Nowhere);
        let after = findings(&marked, kind, &Nowhere);
        assert_eq!(places(&after, "byte-order-mark"), [(0, 3)]);
        assert_eq!(after[0].rule.fix, FixAvailability::Always);
        let (fixed, _) = fornax_manifest::apply_fixes(&marked, &after[0].fixes);
        assert_eq!(fixed, text);
        // Every other finding is there, three bytes further on.
        assert_eq!(after.len(), before.len() + 1);
        for (one, other) in before.iter().zip(&after[1..]) {
            assert_eq!(one.rule, other.rule);
            assert_eq!(one.span.start + 3, other.span.start);
        }
    }
}

#[test]
fn file_too_large() {
    for kind in DocumentKind::ALL {
        let limit = usize::try_from(kind.size_limit()).unwrap();
        // Of a stream one byte more is read than any document may have, so there may be more.
        let stream = Document::oversized(limits::TEXT_BYTES + 1, kind);
        let said = &check(&stream, &options(), &Nowhere)[0].message;
        let bytes = limits::TEXT_BYTES;
        assert!(
            said.starts_with(&format!("the file has more than {bytes} bytes; ")),
            "{said}"
        );
        let file = Document::oversized(limits::TEXT_BYTES + 2, kind);
        let said = &check(&file, &options(), &Nowhere)[0].message;
        assert!(
            said.starts_with(&format!("the file has {} bytes; ", bytes + 2)),
            "{said}"
        );
        if kind == DocumentKind::AkKit {
            continue;
        }
        let mut text = complete(kind);
        let blanks = |text: &mut String, length: usize| {
            text.push_str(&" ".repeat(length - text.len()));
        };
        blanks(&mut text, limit);
        assert_eq!(
            places(&findings(&text, kind, &Nowhere), "file-too-large"),
            []
        );
        text.push(' ');
        let only = findings(&text, kind, &Nowhere);
        assert_eq!(only.len(), 1, "{}", kind.name());
        assert_eq!(places(&only, "file-too-large"), [(0, 0)]);
        // Bytes count, not characters: half as many characters are as large.
        let characters = format!("{{\"a\":\"{}\"}}", "é".repeat(limit / 2));
        assert!(characters.chars().count() < limit);
        assert_eq!(findings(&characters, kind, &Nowhere).len(), 1);
        // The file need not be read to be found too large.
        let unread = Document::oversized(1 << 40, kind);
        assert_eq!(check(&unread, &options(), &Nowhere).len(), 1);
        // Of what is too large nothing else is said, whatever it holds.
        let garbage = "]".repeat(limit + 1);
        assert_eq!(findings(&garbage, kind, &Nowhere).len(), 1);
    }
}

#[test]
fn invalid_utf8() {
    for kind in DocumentKind::ALL {
        let text = complete(kind);
        let at = text.find(": \"").unwrap() + 3;
        for bad in [&b"\xFF"[..], b"\xC0\xAF", b"\xED\xA0\x80", b"\xF0\x9F\x98"] {
            let mut bytes = text.clone().into_bytes();
            bytes.splice(at..at, bad.iter().copied());
            let only = of_bytes(&bytes, kind);
            let at = u32::try_from(at).unwrap();
            assert_eq!(places(&only, "invalid-utf8"), [(at, at + 1)]);
            assert_eq!(only.len(), 1, "{}", kind.name());
            let document = Document::parse(&bytes, kind);
            assert_eq!(well_placed(document.text(), &only), Ok(()));
        }
        for encode in [u16::to_le_bytes, u16::to_be_bytes] {
            let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
            let bytes: Vec<u8> = units.flat_map(encode).collect();
            let only = of_bytes(&bytes, kind);
            assert_eq!(places(&only, "invalid-utf8"), [(0, 0)]);
            assert!(only[0].message.contains("UTF-16"), "{}", only[0].message);
            assert_eq!(only.len(), 1);
        }
    }
}

#[test]
fn nesting_too_deep() {
    for kind in DocumentKind::ALL {
        let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
        let deepest = findings(&nested(limits::SERDE_DEPTH), kind, &Nowhere);
        assert_eq!(places(&deepest, "nesting-too-deep"), []);
        let deeper = findings(&nested(limits::SERDE_DEPTH + 1), kind, &Nowhere);
        let bracket = u32::try_from(limits::SERDE_DEPTH).unwrap();
        let expected: &[(u32, u32)] = match kind.strictness() {
            Strictness::Serde => &[(bracket, bracket + 1)],
            Strictness::JavaScript => &[],
        };
        assert_eq!(places(&deeper, "nesting-too-deep"), expected);
    }
}

#[test]
fn consent_hash_unknown() {
    let nested = |levels: usize| {
        let inner = "[".repeat(levels - 1) + &"]".repeat(levels - 1);
        format!("{{\"a\":{inner}}}")
    };
    let kind = DocumentKind::AkAdapter;
    let deepest = findings(&nested(limits::AK_HASH_DEPTH), kind, &Nowhere);
    assert_eq!(places(&deepest, "consent-hash-unknown"), []);
    let deeper = findings(&nested(limits::AK_HASH_DEPTH + 1), kind, &Nowhere);
    let bracket = u32::try_from(limits::AK_HASH_DEPTH).unwrap() + 4;
    assert_eq!(
        places(&deeper, "consent-hash-unknown"),
        [(bracket, bracket + 1)]
    );
}

#[test]
fn element_too_large() {
    const ELEMENT: &str = "{ \"type\": \"command\", \"command\": \"fornax-hook-acme\" }";
    let kind = DocumentKind::FornaxManifest;
    let text = complete(kind);
    let key = u32::try_from(text.find("\"element\"").unwrap()).unwrap();
    let with = |member: &str| {
        let element = format!("{{ {member}, \"command\": \"fornax-hook-acme\" }}");
        let text = text.replacen(ELEMENT, &element, 1);
        places(&findings(&text, kind, &Nowhere), "element-too-large")
    };
    let around = "{\"a\":\"\",\"command\":\"fornax-hook-acme\"}".len();
    let fits = "x".repeat(limits::FORNAX_ELEMENT_BYTES - around);
    let too_large = [(key, key + 9)];
    assert_eq!(with(&format!("\"a\": \"{fits}\"")), []);
    assert_eq!(with(&format!("\"a\": \"{fits}x\"")), too_large);
    // Counted is what is written into the target: blanks, repeated keys and other spellings aren't.
    assert_eq!(
        with(&format!("\"a\": 1, \"a\"  :  \"\\u0078{}\"", &fits[1..])),
        []
    );
    assert_eq!(with(&format!("\"a\": \"{}é\"", &fits[1..])), too_large);
    assert_eq!(with(&format!("\"a\": \"{}\\n\"", &fits[1..])), too_large);
}

#[test]
fn operations_too_many() {
    let kind = DocumentKind::FornaxManifest;
    let with = |count: usize| {
        let operations: Vec<String> = (0..count)
            .map(|number| format!("{{ \"n\": {number} }}"))
            .collect();
        let text = format!("{{ \"operations\": [{}] }}", operations.join(","));
        let places = places(&findings(&text, kind, &Nowhere), "operations-too-many");
        let marked = places
            .iter()
            .map(|(start, end)| text[*start as usize..*end as usize].to_owned());
        marked.collect::<Vec<_>>()
    };
    assert_eq!(with(16), Vec::<String>::new());
    assert_eq!(with(18), ["{ \"n\": 16 }"]);
}

#[test]
fn registry_too_many_entries() {
    let kind = DocumentKind::FornaxRegistry;
    let with = |count: usize| {
        let entries = vec!["{}"; count].join(",");
        let text = format!("{{\"entries\":[{entries}]}}");
        places(
            &findings(&text, kind, &Nowhere),
            "registry-too-many-entries",
        )
    };
    assert_eq!(with(64), []);
    assert_eq!(with(70), [(12 + 64 * 3, 12 + 64 * 3 + 2)]);
}

#[test]
fn an_empty_text_is_one_error_in_every_kind() {
    for kind in DocumentKind::ALL {
        for text in ["", " ", "\n", "\u{feff}", "// nothing\n"] {
            let findings = findings(text, kind, &Nowhere);
            assert_eq!(findings.len(), 1, "{} {text:?}", kind.name());
        }
    }
    assert!(RULES.len() > 20);
}
