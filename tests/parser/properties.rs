//! What holds of every text.

use fornax_manifest::syntax::{Node, NodeKind, Strictness, parse, tokenize};
use fornax_manifest::{Document, DocumentKind, Nowhere, Options, Span, apply_fixes, check};
use proptest::prelude::*;
use serde_json::Value;

/// Texts made of what JSON is made of, and of what is mistaken for it.
fn soup() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"",
        "\"a\"",
        "\"b\"",
        "\"\\u0061\"",
        "\"é\"",
        "\"😀\"",
        "'a'",
        "'",
        "“",
        "”",
        "0",
        "-1",
        "1.5",
        "1e400",
        "01",
        "-",
        "true",
        "false",
        "null",
        "nul",
        "x",
        "$x",
        " ",
        "\n",
        "\r\n",
        "\t",
        "\u{feff}",
        "\u{2028}",
        "\\",
        "\\\"",
        "\\u",
        "\\ud800",
        "\\udc00",
        "//",
        "/*",
        "*/",
        "#",
        "\0",
        "\u{1b}",
        ";",
        "=",
        "🏳️‍🌈",
        "\"name\":",
        "\"host\":{",
        "\"id\":\"A\",",
        "\"operations\":[",
        "\"element\":",
        "\"hostAdapters\":[",
        "\"entries\":[",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// A JSON text, well formed, in some layout.
fn json() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        any::<bool>().prop_map(|value| value.to_string()),
        any::<i64>().prop_map(|value| value.to_string()),
        any::<f64>()
            .prop_filter("JSON has no such number", |value| value.is_finite())
            .prop_map(|value| Value::from(value).to_string()),
        any::<String>().prop_map(|value| Value::from(value).to_string()),
    ];
    leaf.prop_recursive(4, 32, 6, |inner| {
        let blank = prop::sample::select(vec!["", " ", "\n", "\r\n\t"]);
        prop_oneof![
            (prop::collection::vec(inner.clone(), 0..6), blank.clone()).prop_map(
                |(items, blank)| format!("[{blank}{}]", items.join(&format!("{blank},")))
            ),
            (prop::collection::vec((any::<String>(), inner), 0..6), blank).prop_map(
                |(members, blank)| {
                    let members: Vec<String> = members
                        .iter()
                        .map(|(key, value)| format!("{}{blank}:{value}", Value::from(key.as_str())))
                        .collect();
                    format!("{{{blank}{}}}", members.join(","))
                }
            ),
        ]
    })
}

/// Any text: nonsense, soup, JSON, and JSON with a piece taken out or put in.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        soup(),
        json(),
        (
            json(),
            soup(),
            any::<prop::sample::Index>(),
            any::<prop::sample::Index>()
        )
            .prop_map(|(json, soup, at, length)| {
                let start = json.floor_char_boundary(at.index(json.len() + 1));
                let end = json.floor_char_boundary((start + length.index(8)).min(json.len()));
                format!("{}{soup}{}", &json[..start], &json[end.max(start)..])
            }),
    ]
}

fn is_well_nested(node: Node<'_>) -> bool {
    let parent_is_right = node
        .parent()
        .is_none_or(|parent| parent.span().contains(node.span()) && parent.index() < node.index());
    parent_is_right && node.source().len() == node.span().len() as usize
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn tokens_cover_the_text(text in text()) {
        let mut end = 0;
        for token in tokenize(&text) {
            prop_assert_eq!(token.span.start, end);
            prop_assert!(!token.span.is_empty());
            prop_assert!(text.get(token.span.range()).is_some());
            end = token.span.end;
        }
        prop_assert_eq!(end as usize, text.len());
    }

    #[test]
    fn nodes_lie_in_one_another(text in text()) {
        for strictness in [Strictness::Serde, Strictness::JavaScript] {
            let tree = parse(&text, strictness);
            for node in tree.nodes() {
                prop_assert!(is_well_nested(node), "{:?} in {:?}", node, text);
                // A value can be found by its pointer, unless it is shadowed or has no key.
                let reachable = !node.is_shadowed()
                    && !matches!(node.kind(), NodeKind::Member)
                    && !node.is_key()
                    && std::iter::successors(Some(node), |node| node.parent())
                        .all(|node| node.kind() != NodeKind::Member || node.as_member().is_some());
                if reachable && !text.contains("\\ud") {
                    prop_assert_eq!(tree.at(&node.pointer()), Some(node), "{:?}", text);
                }
            }
            for error in tree.errors() {
                prop_assert!(text.get(error.span.range()).is_some());
                prop_assert!(!error.message.is_empty());
            }
            for offset in 0..=text.len() as u32 + 1 {
                if let Some(node) = tree.node_at(offset) {
                    prop_assert!(node.span().touches(offset));
                }
            }
        }
    }

    #[test]
    fn serde_json_agrees(text in text()) {
        let oracle = serde_json::from_str::<Value>(&text).is_ok();
        let serde = parse(&text, Strictness::Serde).error_count() == 0;
        prop_assert_eq!(serde, oracle, "{:?}", text);
        // JavaScript refuses nothing that `serde_json` accepts.
        let javascript = parse(&text, Strictness::JavaScript).error_count() == 0;
        prop_assert!(javascript || !serde, "{:?}", text);
    }

    #[test]
    fn values_read_as_serde_json_reads_them(text in json()) {
        let value: Value = serde_json::from_str(&text).unwrap();
        let tree = parse(&text, Strictness::Serde);
        prop_assert_eq!(tree.root().map(value_of), Some(value));
    }

    #[test]
    fn a_fix_of_the_text_takes_its_fault_away(text in text()) {
        for strictness in [Strictness::Serde, Strictness::JavaScript] {
            let tree = parse(&text, strictness);
            for error in tree.errors() {
                let Some(fix) = &error.fix else { continue };
                let (fixed, applied) = apply_fixes(&text, [fix]);
                prop_assert_eq!(applied, 1);
                prop_assert!(fixed != text, "{} changes nothing in {:?}", fix.title(), text);
            }
        }
    }

    #[test]
    fn every_byte_string_can_be_checked(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for kind in DocumentKind::ALL {
            well_placed(&Document::parse(&bytes, kind));
        }
    }

    #[test]
    fn every_text_can_be_checked(text in text()) {
        for kind in DocumentKind::ALL {
            well_placed(&Document::parse(text.as_bytes(), kind));
        }
    }
}

/// Checks a document, and holds every place in the report to be in the text.
fn well_placed(document: &Document) {
    let text = document.text();
    let inside = |span: Span| text.get(span.range()).is_some();
    for finding in check(document, &Options::default(), &Nowhere) {
        assert!(inside(finding.span), "{} {:?}", finding.rule.name, text);
        assert!(finding.related.iter().all(|related| inside(related.span)));
        for fix in &finding.fixes {
            assert!(fix.edits().iter().all(|edit| inside(edit.span)));
            let (fixed, applied) = apply_fixes(text, [fix]);
            assert_eq!(applied, 1, "{} in {text:?}", fix.title());
            assert_ne!(fixed, text, "{} in {text:?}", fix.title());
        }
    }
}

fn value_of(node: Node<'_>) -> Value {
    match node.kind() {
        NodeKind::Object => {
            let members = node.as_object().unwrap().members();
            members
                .map(|member| {
                    (
                        member.name().into_owned(),
                        value_of(member.value().unwrap()),
                    )
                })
                .collect()
        }
        NodeKind::Array => node.as_array().unwrap().items().map(value_of).collect(),
        NodeKind::String => Value::from(node.as_str().unwrap()),
        _ => serde_json::from_str(node.source()).unwrap(),
    }
}
