//! Where faults are, and in what words.

use fornax_manifest::apply_fixes;
use fornax_manifest::syntax::{Strictness, SyntaxErrorKind, parse};

/// A text in which each fault's place stands in `«»`, and for each a part of its message.
type Table = &'static [(&'static str, &'static [&'static str])];

/// The text without its marks, and the places that they marked.
fn unmarked(marked: &str) -> (String, Vec<(u32, u32)>) {
    let mut text = String::new();
    let mut places = Vec::new();
    for c in marked.chars() {
        let at = u32::try_from(text.len()).unwrap();
        match c {
            '«' => places.push((at, at)),
            '»' => places.last_mut().unwrap().1 = at,
            _ => text.push(c),
        }
    }
    (text, places)
}

fn hold(strictness: Strictness, table: Table) {
    for (marked, messages) in table {
        let (text, places) = unmarked(marked);
        let tree = parse(&text, strictness);
        let found: Vec<(u32, u32)> = tree
            .errors()
            .iter()
            .map(|error| (error.span.start, error.span.end))
            .collect();
        assert_eq!(found, places, "{marked}\n{:#?}", tree.errors());
        assert_eq!(messages.len(), places.len(), "{marked}");
        for (error, part) in tree.errors().iter().zip(*messages) {
            assert!(
                error.message.contains(part),
                "{marked}: {:?} lacks {part:?}",
                error.message
            );
        }
    }
}

#[test]
fn what_is_missing_or_too_much_is_placed_at_the_gap() {
    hold(
        Strictness::Serde,
        &[
            // A comma: right behind the previous value, on its line.
            (
                "{\n \"a\": 1«»\n \"b\": 2«,»\n}",
                &["`,` is missing", "no trailing commas"],
            ),
            ("[1«» 2«» 3]", &["between this item", "between this item"]),
            ("{\"a\":true«» \"b\":1}", &["between this member"]),
            ("{\"a\":1«,»}", &["no trailing commas"]),
            ("[1, 2«,» ]", &["no trailing commas"]),
            ("{\"a\":1«,»«,»}", &["no trailing commas", "one too many"]),
            ("[1,«,»2]", &["one too many"]),
            ("{«,»}", &["one too many"]),
            ("{\"a\":1«;»\"b\":2}", &["`,`, not `;`"]),
            // A colon.
            ("{\"a\"«» 1}", &["a `:` is missing"]),
            ("{\"a\"«=»1}", &["not `=`"]),
            ("{\"a\":«:»1}", &["doesn't belong"]),
            // A value.
            ("{\"a\":«» }", &["`a` has no value"]),
            ("{\"a\":«» ,\"b\":1}", &["`a` has no value"]),
            ("{\"a\"«»}", &["`a` has no value"]),
            ("{\"k\": \"v\",\n\"k2\"«»\n}", &["`k2` has no value"]),
            ("{\"a\":«»\n\"b\": 2}", &["`a` has no value"]),
            // A bracket.
            ("{\"a\":[1,2«»}", &["closing `]` is missing"]),
            ("[{\"a\":1«»]", &["closing `}` is missing"]),
            ("{\"a\":[1«», \"b\": 2}", &["closing `]` is missing"]),
            ("{\"a\":[[1«», \"b\": 2}", &["2 closing `]`"]),
            ("{\"a\": [«»}", &["closing `]` is missing"]),
            ("{\"a\":1}«}»", &["nothing may follow"]),
            ("[1]«]»", &["nothing may follow"]),
            ("{} «x»", &["nothing may follow"]),
            ("«}»", &["doesn't belong"]),
        ],
    );
}

#[test]
fn a_half_typed_document_has_one_finding() {
    hold(
        Strictness::JavaScript,
        &[
            ("«»", &["the document is empty"]),
            ("{«»", &["closing `}` is missing"]),
            ("[1, 2«»", &["closing `]` is missing"]),
            ("[1,«»", &["closing `]` is missing"]),
            ("{\"a\":{\"b\":[«»", &["3 closing brackets, `]}}`"]),
            ("{\"a\":1,«»\n", &["closing `}` is missing"]),
            ("{\"a\"«»", &["closing `}` is missing"]),
            ("{\"a\":«»", &["closing `}` is missing"]),
            ("{\"a\": \"x\"«»", &["closing `}` is missing"]),
            ("{«\"»na", &["never closed"]),
            ("{\"a\": «\"»x}", &["never closed"]),
            ("{\"a\": «\"»x,\n\"b\": 1}", &["never closed"]),
            ("{\"a\":1,«\"»b", &["never closed"]),
            ("{\"a\":1,\n«\"»b\n}", &["never closed"]),
            ("{\"a\":1,\"b\":«\"»", &["never closed"]),
            ("[«\"»abc\n]", &["never closed"]),
            ("«\"»", &["never closed"]),
            ("{\"a\":«\"»b,\"c\":1}", &["never closed"]),
            ("{\"a\":{\"b\":«\"»c},\"d\":1}", &["never closed"]),
            ("{\"a\":«b\"»,\"c\":1}", &["text stands in double quotes"]),
            ("{\"a\":«/opt/acme/bin»}", &["text stands in double quotes"]),
            ("{«a\"»:1}", &["must stand in double quotes"]),
            ("{«na»", &["must stand in double quotes"]),
            ("{\"a\":1,«b»}", &["must stand in double quotes"]),
            ("{\"a\":«tr»", &["write `true`"]),
            ("{\"a\":«nul»}", &["write `null`"]),
            ("{\"a\":«-»}", &["not a number"]),
            ("{\"a\":1 «b»}", &["doesn't belong here"]),
            ("{\"a\":\"x\" «y»}", &["doesn't belong here"]),
            ("{\"a\":«not in quotes»}", &["text stands in double quotes"]),
        ],
    );
}

#[test]
fn other_dialects_are_understood_and_refused() {
    hold(
        Strictness::Serde,
        &[
            (
                "«// note»\n{\"a\":1«,»}",
                &["no comments", "no trailing commas"],
            ),
            ("{\"a\":1 «/* one */»}", &["no comments"]),
            ("«/*» open\n{\"a\":1}", &["never closed"]),
            ("«# note»\n{}", &["no comments"]),
            (
                "«\u{feff}»{ «x»: 1}",
                &["byte-order mark", "must stand in double quotes"],
            ),
            ("{«a»:1}", &["must stand in double quotes"]),
            ("{«'a'»:«'b'»}", &["double quotes", "double quotes"]),
            ("{«“a”»: 1}", &["double quotes"]),
            ("{\"a\":«01»}", &["not a number"]),
            ("{\"a\":«+1»}", &["not a number"]),
            ("{\"a\":«1.»}", &["not a number"]),
            ("{\"a\":«.5»}", &["not a number"]),
            ("{\"a\":«0x1F»}", &["not a number"]),
            ("{\"a\":«NaN»}", &["not a number"]),
            ("{\"a\":«-Infinity»}", &["not a number"]),
            ("{\"a\":«True»}", &["write `true`"]),
            ("{\"a\":«None»}", &["write `null`"]),
            ("{\"a\":«undefined»}", &["write `null`"]),
            ("{\"a\":«\u{a0}»1}", &["U+00A0 is not a blank"]),
            ("{\"a\":«\u{2003}»1}", &["U+2003 is not a blank"]),
            ("{«\u{0}»\"a\":1}", &["U+0000"]),
        ],
    );
}

#[test]
fn faults_inside_a_string_are_placed_at_the_character() {
    hold(
        Strictness::Serde,
        &[
            (
                "{\"l\":\"a«\t»b\"}",
                &["a tab inside a string must be written as `\\t`"],
            ),
            ("{\"l\":\"a«\n»b\"}", &["a line end"]),
            ("{\"l\":\"a«\u{0}»«\u{1b}»\"}", &["U+0000", "U+001B"]),
            ("{\"l\":\"b«\\x»\"}", &["no escape"]),
            ("{\"l\":\"«\\u»12\"}", &["no escape"]),
            ("{\"l\":\"é😀«\\é»\"}", &["no escape"]),
            ("{\"l\":\"x«\\ud800»\"}", &["half of a surrogate pair"]),
            ("{\"l\":\"«\\udc00»«\\ud800»\"}", &["half", "half"]),
            ("{\"l\":\"\\ud83d\\ude00«\\ud83d»\"}", &["half"]),
            ("{\"n\":«1e400»}", &["too large"]),
        ],
    );
    hold(
        Strictness::JavaScript,
        &[
            ("{\"l\":\"x\\ud800\"}", &[]),
            ("{\"l\":\"a«\t»\\ud800\"}", &["a tab"]),
            ("{\"n\":1e400}", &[]),
        ],
    );
}

#[test]
fn the_rest_of_a_broken_document_is_read() {
    let text = "{\"host\": {\"id\": \"x\" \"label\": \"y\"}, \"version\": \"1\", \"broken\": , \"last\": [1 2]}";
    let tree = parse(text, Strictness::JavaScript);
    for (pointer, source) in [
        ("/host/id", "\"x\""),
        ("/host/label", "\"y\""),
        ("/version", "\"1\""),
        ("/last/1", "2"),
    ] {
        assert_eq!(tree.at(pointer).map(|node| node.source()), Some(source));
    }
    assert_eq!(tree.at("/broken"), None);
    assert_eq!(tree.error_count(), 3);
}

#[test]
fn too_deep_is_placed_at_the_bracket_that_is_too_much() {
    let text = "[".repeat(60_000);
    let tree = parse(&text, Strictness::Serde);
    let deep: Vec<_> = tree
        .errors()
        .iter()
        .filter(|error| error.kind == SyntaxErrorKind::NestingTooDeep)
        .map(|error| (error.span.start, error.span.end))
        .collect();
    assert_eq!(deep, [(127, 128)]);
    assert_eq!(tree.error_count(), 2, "and the end of the text");
}

#[test]
fn many_faults_are_counted_and_some_are_shown() {
    let text = format!("[{}]", "x,".repeat(5_000));
    let tree = parse(&text, Strictness::Serde);
    assert_eq!(tree.error_count(), 5_001);
    // Twenty of a kind: the words, and the comma behind them all.
    assert_eq!(tree.errors().len(), 21);
    let first = tree.errors()[0].span;
    assert_eq!((first.start, first.end), (1, 2));
}

#[test]
fn fixes_of_the_text_lead_to_json() {
    for (text, fixed) in [
        ("{\n \"a\": 1\n \"b\": 2,\n}", "{\n \"a\": 1,\n \"b\": 2\n}"),
        ("// note\n{\"a\":1,}", "{\"a\":1}"),
        ("{a: 'it\\'s \"x\"'}", "{\"a\": \"it's \\\"x\\\"\"}"),
        ("{'a\\\"b': 1}", "{\"a\\\"b\": 1}"),
        ("{“a”: “b”}", "{\"a\": \"b\"}"),
        ("{\"a\": \"x}", "{\"a\": \"x\"}"),
        ("{\"a\": \"x,\n\"b\": 1}", "{\"a\": \"x\",\n\"b\": 1}"),
        ("{\"a\":[1,2}", "{\"a\":[1,2]}"),
        ("{\"a\": [{\"b\": 1}", "{\"a\": [{\"b\": 1}]}"),
        ("\u{feff}{\"a\":\t007;\"b\":+1}", "{\"a\":\t7,\"b\":1}"),
        ("{\"a\": yes, \"b\": None}", "{\"a\": true, \"b\": null}"),
        ("{\"a\": not in quotes}", "{\"a\": \"not in quotes\"}"),
        ("{\"a\":b\",\"c\":1}", "{\"a\":\"b\",\"c\":1}"),
        ("{\"a\":\"b,\"c\":1}", "{\"a\":\"b\",\"c\":1}"),
        (
            "{\"a\":{\"b\":\"c},\"d\":1}",
            "{\"a\":{\"b\":\"c\"},\"d\":1}",
        ),
        ("{\"a\": /opt/acme}", "{\"a\": \"/opt/acme\"}"),
        ("{\"a\": \"C:\\dir\\x\"}", "{\"a\": \"C:\\\\dir\\\\x\"}"),
        (
            "{\"a\": \"two\nlines\ttab\"}",
            "{\"a\": \"two\\nlines\\ttab\"}",
        ),
        ("{\"a\" 1, \"b\"=2}", "{\"a\": 1, \"b\":2}"),
        ("{\"a\": 1}}} x", "{\"a\": 1}"),
        ("{\"a\":\u{a0}1}", "{\"a\": 1}"),
        (
            "{\"a\": 1 /* x */, \"b\": 2 // y\n}",
            "{\"a\": 1, \"b\": 2\n}",
        ),
    ] {
        let mut current = text.to_owned();
        for _ in 0..8 {
            let tree = parse(&current, Strictness::Serde);
            let fixes = tree.errors().iter().filter_map(|error| error.fix.as_ref());
            current = apply_fixes(&current, fixes).0;
        }
        assert_eq!(current, fixed, "{text:?}");
        assert_eq!(parse(&current, Strictness::Serde).error_count(), 0);
    }
}

#[test]
fn what_stands_before_a_document_hides_nothing_of_it() {
    for strictness in [Strictness::Serde, Strictness::JavaScript] {
        // The brace at its start is what is missing.
        for text in ["\"a\": 1}", "\"a\": 1, \"b\": {}}\n", "\"a\":1,\"b\":[{}]}"] {
            let tree = parse(text, strictness);
            assert_eq!(tree.error_count(), 1, "{text}: {:?}", tree.errors());
            assert_eq!(tree.errors()[0].span.start, 0, "{text}");
            assert_eq!(tree.at("/a").map(|node| node.source()), Some("1"), "{text}");
        }
        // Nothing says so: a text, and what must not follow it.
        for text in ["\"a\": 1", "\"a\": {}"] {
            let root = parse(text, strictness);
            let root = root.root().unwrap();
            assert_eq!(root.source(), "\"a\"", "{text}");
        }
        for stray in ["}", "]", ":", ",", "}}", "*"] {
            let text = format!("{stray} {{\"a\": 1}}");
            let tree = parse(&text, strictness);
            assert!(tree.error_count() > 0, "{text}");
            assert_eq!(tree.errors()[0].span.start, 0, "{text}");
            assert_eq!(tree.at("/a").map(|node| node.source()), Some("1"), "{text}");
        }
    }
}

#[test]
fn a_text_may_be_as_long_as_it_may_be() {
    let longest = usize::try_from(fornax_manifest::limits::TEXT_BYTES).unwrap();
    for (length, is_read) in [(longest, true), (longest + 1, false)] {
        let text = format!("{}1", " ".repeat(length - 1));
        let tree = parse(&text, Strictness::Serde);
        assert_eq!(tree.root().is_some(), is_read, "{length}");
    }
}
