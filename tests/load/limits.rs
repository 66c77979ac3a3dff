//! Documents right at a limit, and right past it.

use fornax_manifest::{DocumentKind, limits};
use serde_json::{Value, json};

use crate::{complete, disagreement, load_any};

/// Whether a document is loaded; the rules must agree.
#[track_caller]
fn loads(kind: DocumentKind, text: &str) -> bool {
    assert_eq!(disagreement(text.as_bytes(), kind), None, "{text}");
    load_any(text.as_bytes(), kind).is_ok()
}

/// A complete document in which the value at `pointer` is replaced.
fn with(kind: DocumentKind, pointer: &str, value: Value) -> String {
    let mut document: Value = serde_json::from_str(&complete(kind)).unwrap();
    *document.pointer_mut(pointer).unwrap() = value;
    document.to_string()
}

#[test]
fn lists_are_as_long_as_they_may_be() {
    let operations = |count: usize| {
        let operation = |number| {
            json!({
                "kind": "ensure_marked_array_element",
                "pointer": format!("/a{number}"),
                "marker_key": "id",
                "marker_value": "fornax-acme",
                "element": { "id": "fornax-acme" },
            })
        };
        let operations = (0..count).map(operation).collect();
        with(DocumentKind::FornaxManifest, "/operations", operations)
    };
    assert!(loads(
        DocumentKind::FornaxManifest,
        &operations(limits::FORNAX_OPERATIONS)
    ));
    assert!(!loads(
        DocumentKind::FornaxManifest,
        &operations(limits::FORNAX_OPERATIONS + 1)
    ));

    let entries = |count: usize| {
        let entry = |number| {
            json!({
                "id": format!("acme-{number}"),
                "manifest_file": format!("acme-{number}.manifest.json"),
                "digest": format!("sha256:{}", "0".repeat(64)),
                "source_path": "",
                "registered_at": "2026-10-02T11:04:19Z",
                "enabled": true,
            })
        };
        let entries = (0..count).map(entry).collect();
        with(DocumentKind::FornaxRegistry, "/entries", entries)
    };
    assert!(loads(
        DocumentKind::FornaxRegistry,
        &entries(limits::FORNAX_REGISTRY_ENTRIES)
    ));
    assert!(!loads(
        DocumentKind::FornaxRegistry,
        &entries(limits::FORNAX_REGISTRY_ENTRIES + 1)
    ));
}

#[test]
fn texts_are_as_long_as_they_may_be() {
    let fornax = |pointer, text: String| {
        let kind = DocumentKind::FornaxManifest;
        loads(kind, &with(kind, pointer, text.into()))
    };
    for (pointer, limit) in [
        ("/display_name", limits::FORNAX_DISPLAY_NAME_BYTES),
        ("/summary", limits::FORNAX_SUMMARY_BYTES),
        ("/provenance", limits::FORNAX_PROVENANCE_BYTES),
        ("/id", limits::FORNAX_ID_BYTES.1),
    ] {
        assert!(fornax(pointer, "a".repeat(limit)), "{pointer}");
        assert!(!fornax(pointer, "a".repeat(limit + 1)), "{pointer}");
    }
    // Bytes count, not characters.
    assert!(fornax("/display_name", "é".repeat(32)));
    assert!(!fornax("/display_name", "é".repeat(33)));

    let pointer = "/operations/0/pointer";
    let longest = limits::FORNAX_POINTER_BYTES - 1;
    assert!(fornax(pointer, format!("/{}", "a".repeat(longest))));
    assert!(!fornax(pointer, format!("/{}", "a".repeat(longest + 1))));
    assert!(fornax(
        pointer,
        "/a".repeat(limits::FORNAX_POINTER_SEGMENTS)
    ));
    assert!(!fornax(
        pointer,
        "/a".repeat(limits::FORNAX_POINTER_SEGMENTS + 1)
    ));
}

#[test]
fn elements_are_as_large_as_they_may_be() {
    // `serde_json` prints the number as `100.0`, the escape as one byte, and the key once.
    let element = |size: usize| {
        let head = r#"{"command":"fornax-hook-acme","n":100.0,"e":"A","x":""}"#;
        let padding = "x".repeat(size - head.len());
        let text = format!(
            r#"{{ "x": 1, "command": "fornax-hook-acme", "n": 1e2, "e": "\u0041", "x": "{padding}" }}"#
        );
        let element = r#"{ "type": "command", "command": "fornax-hook-acme" }"#;
        complete(DocumentKind::FornaxManifest).replacen(element, &text, 1)
    };
    assert!(loads(
        DocumentKind::FornaxManifest,
        &element(limits::FORNAX_ELEMENT_BYTES)
    ));
    assert!(!loads(
        DocumentKind::FornaxManifest,
        &element(limits::FORNAX_ELEMENT_BYTES + 1)
    ));
}

#[test]
fn nesting_is_as_deep_as_it_may_be() {
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    // The element is the fourth level.
    let fornax = |depth: usize| {
        let element = format!(r#"{{ "x": {}, "command""#, nested(depth - 4));
        complete(DocumentKind::FornaxManifest).replacen(
            r#"{ "type": "command", "command""#,
            &element,
            1,
        )
    };
    assert!(loads(
        DocumentKind::FornaxManifest,
        &fornax(limits::SERDE_DEPTH)
    ));
    assert!(!loads(
        DocumentKind::FornaxManifest,
        &fornax(limits::SERDE_DEPTH + 1)
    ));

    let kind = DocumentKind::AkAdapter;
    let authentication = r#"{ "apiKeyEnv": ["ACME_API_KEY"] }"#;
    assert!(loads(
        kind,
        &complete(kind).replacen(authentication, &nested(100_000), 1)
    ));
}

#[test]
fn files_are_as_large_as_they_may_be() {
    for kind in DocumentKind::ALL {
        // A kit may be as large as anything that is parsed at all.
        if kind != DocumentKind::AkKit {
            let mut text = complete(kind);
            let limit = usize::try_from(kind.size_limit()).unwrap();
            text.push_str(&" ".repeat(limit - text.len()));
            assert!(loads(kind, &text));
            text.push(' ');
            assert!(!loads(kind, &text));
        }
    }
}
