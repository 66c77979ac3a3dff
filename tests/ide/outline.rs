//! Outline, folding, selection, links: the structure of a document.

use fornax_manifest::ide::{self, LinkTarget, Symbol, SymbolKind};
use fornax_manifest::{Document, DocumentKind, Nowhere, Place};

use crate::harness::{Case, World, samples};

use DocumentKind::{AkAdapter, AkKit, FornaxManifest, FornaxRegistry};

fn parse(kind: DocumentKind, text: &str) -> Document {
    Document::parse(text.as_bytes(), kind)
}

/// An outline as indented lines.
fn lines(symbols: &[Symbol], depth: usize, out: &mut Vec<String>) {
    for symbol in symbols {
        let detail = symbol.detail.as_deref().unwrap_or("-");
        out.push(format!(
            "{}{} | {detail} | {:?}",
            "  ".repeat(depth),
            symbol.name,
            symbol.kind
        ));
        lines(&symbol.children, depth + 1, out);
    }
}

#[test]
fn the_outline_names_what_an_author_looks_for() {
    let text = r#"{ "id": "acme", "target": { "path": "~/x.json" }, "": null, "é\n": 1.50, "half": ,
        "capabilities": ["plan", "install"],
        "operations": [ { "pointer": "/hooks", "element": {} }, 7, [] ] }"#;
    let mut out = Vec::new();
    lines(&ide::symbols(&parse(FornaxManifest, text)), 0, &mut out);
    assert_eq!(
        out,
        [
            "id | acme | Text",
            "target | ~/x.json | Object",
            "  path | ~/x.json | Text",
            "\"\" | null | Null",
            "é␊ | 1.50 | Number",
            "half | - | Null",
            "capabilities | 2 items | List",
            "  plan | - | Text",
            "  install | - | Text",
            "operations | 3 items | List",
            "  /hooks | - | Object",
            "    pointer | /hooks | Text",
            "    element | - | Object",
            "  7 | - | Number",
            "  item 3 | - | List",
        ]
    );
}

fn check_symbols(symbols: &[Symbol], within: Option<fornax_manifest::Span>) {
    for symbol in symbols {
        assert!(!symbol.name.is_empty());
        assert!(symbol.span.contains(symbol.selection));
        assert!(within.is_none_or(|outer| outer.contains(symbol.span)));
        check_symbols(&symbol.children, Some(symbol.span));
    }
}

#[test]
fn symbols_lie_within_one_another() {
    for (kind, text) in samples() {
        let symbols = ide::symbols(&parse(kind, &text));
        assert!(!symbols.is_empty());
        check_symbols(&symbols, None);
    }
    let deep = parse(AkAdapter, &"{\"a\":".repeat(50_000));
    check_symbols(&ide::symbols(&deep), None);
    let many = format!("[{}]", "1,".repeat(30_000));
    assert_eq!(ide::symbols(&parse(AkAdapter, &many)).len(), 5_000);
    assert_eq!(ide::symbols(&parse(AkAdapter, "")), []);
    assert_eq!(ide::symbols(&parse(AkAdapter, "7")), []);
    let kind = |text| ide::symbols(&parse(AkAdapter, text))[0].kind;
    assert_eq!(kind("{\"a\": true}"), SymbolKind::Boolean);
}

#[test]
fn what_spans_lines_can_be_folded() {
    let folded = |text: &str| -> Vec<String> {
        ide::folds(&parse(AkAdapter, text))
            .iter()
            .map(|fold| text[fold.span.range()].to_owned())
            .collect()
    };
    assert_eq!(folded("{\n  \"a\": 1\n}"), ["\n  \"a\": 1"]);
    assert_eq!(folded("{}"), [""; 0]);
    assert_eq!(folded("{\n}"), [""; 0]);
    assert_eq!(
        folded("{ \"a\": [\r\n1,\r\n2\r\n] }"),
        [" \"a\": [\r\n1,\r\n2"]
    );
    assert_eq!(
        folded("{\n\"a\": [\n1\n],\n\"b\": {\n\"c\": 1\n}\n}"),
        [
            "\n\"a\": [\n1\n],\n\"b\": {\n\"c\": 1\n}",
            "\n1",
            "\n\"c\": 1"
        ]
    );
    // What is never closed goes to its end; U+2028 ends no line.
    assert_eq!(folded("{\n\"a\": 1\n"), ["\n\"a\": 1"]);
    assert_eq!(folded("{\n\"a\": [\n1\n]"), ["\n\"a\": [\n1\n]", "\n1"]);
    assert_eq!(folded("{\"a\": \"\u{2028}\"}"), [""; 0]);
    let comments = "/* a\n b */ {\n\"x\": 1\n}";
    let folds = ide::folds(&parse(AkAdapter, comments));
    assert!(folds[0].is_comment && !folds[1].is_comment);
    assert_eq!(&comments[folds[0].span.range()], "/* a\n b */ {");
}

#[test]
fn a_selection_grows_from_the_inside_out() {
    let grown = |text: &str| -> Vec<String> {
        let case = Case::new(AkAdapter, text);
        ide::selection_ranges(&case.document, case.offset)
            .iter()
            .map(|span| case.text()[span.range()].to_owned())
            .collect()
    };
    assert_eq!(
        grown("{ \"a\": [ \"x§y\", 1 ] }"),
        [
            "xy",
            "\"xy\"",
            "\"xy\", 1",
            "[ \"xy\", 1 ]",
            "\"a\": [ \"xy\", 1 ]",
            "{ \"a\": [ \"xy\", 1 ] }",
        ]
    );
    assert_eq!(
        grown("{\"a§\": 1}"),
        ["a", "\"a\"", "\"a\": 1", "{\"a\": 1}"]
    );
    assert_eq!(grown("{ \"a\": 1 § }"), ["{ \"a\": 1  }"]);
    assert_eq!(grown("{}§"), ["{}"]);
    assert_eq!(grown("{} §"), [""; 0]);
    assert_eq!(grown("[\"a§"), ["\"a", "[\"a"]);
    let deep = format!("{}§", "[".repeat(60_000));
    assert_eq!(grown(&deep).len(), 128);
    // A bracket that is missing is not taken for the first or last byte of what stands there instead.
    assert_eq!(
        grown("{ \"a\" é§é ], \"b\": 1 }"),
        [
            "éé",
            "éé ]",
            "\"a\" éé ]",
            "\"a\" éé ], \"b\": 1",
            "{ \"a\" éé ], \"b\": 1 }",
        ]
    );
    assert_eq!(
        grown("{ \"a\": [1§]"),
        ["1", "[1]", "\"a\": [1]", "{ \"a\": [1]"]
    );
}

#[test]
fn every_step_of_a_selection_holds_the_one_before() {
    for (kind, text) in samples() {
        let document = parse(kind, &text);
        for offset in 0..=u32::try_from(text.len()).unwrap() {
            let spans = ide::selection_ranges(&document, offset);
            assert!(
                spans
                    .windows(2)
                    .all(|pair| pair[1].contains(pair[0]) && pair[0] != pair[1])
            );
            assert!(spans.iter().all(|span| span.touches(offset)));
        }
    }
}

#[test]
fn links_lead_to_addresses_and_to_files_that_exist() {
    let world = World::new(&[
        ("~/.acme/settings.json", "{}"),
        ("./run.mjs", ""),
        ("./nova.json", ""),
        ("./acme-x.manifest.json", ""),
    ]);
    let links = |kind, text: &str| -> Vec<(String, String)> {
        ide::links(&parse(kind, text), &world)
            .into_iter()
            .map(|link| {
                let target = match link.target {
                    LinkTarget::Url(url) => url,
                    LinkTarget::File {
                        place: Place::Home,
                        path,
                    } => format!("~/{path}"),
                    LinkTarget::File { path, .. } => path,
                };
                (text[link.span.range()].to_owned(), target)
            })
            .collect()
    };
    let pair = |text: &str, target: &str| (text.to_owned(), target.to_owned());
    assert_eq!(
        links(
            FornaxManifest,
            r#"{"provenance": "https:\/\/a.example/é", "target": {"path": "~/./.acme/settings.json"}}"#
        ),
        [
            pair("https:\\/\\/a.example/é", "https://a.example/é"),
            pair("~/./.acme/settings.json", "~/.acme/settings.json"),
        ]
    );
    for other in [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "https://",
        "https:///x",
        "https://a b",
        "https://a\\u202eb",
        "command:x",
        "www.a.example",
    ] {
        let text = format!(r#"{{"provenance": "{other}", "target": {{"path": "~/none.json"}}}}"#);
        assert_eq!(links(FornaxManifest, &text), [], "{other}");
    }
    assert_eq!(
        links(FornaxManifest, r#"{"provenance": "npm:@acme/x"}"#),
        [pair("npm:@acme/x", "https://www.npmjs.com/package/@acme/x")]
    );
    let hook = |command: &str| {
        format!(r#"{{"execution": {{"run": {{"hook": {{"command": {command}}}}}}}}}"#)
    };
    assert_eq!(
        links(AkAdapter, &hook(r#"["node", "./run.mjs", "x.mjs"]"#)),
        [pair("./run.mjs", "./run.mjs")]
    );
    assert_eq!(links(AkAdapter, &hook(r#"["node", "-e", "run.mjs"]"#)), []);
    assert_eq!(
        links(
            AkKit,
            r#"{"hostAdapters": [{"source": "https://a.example/x.json"}, {"source": "nova.json"}, {"source": "http://a.example"}, {"source": "npm:acme"}, {"source": "npm:@a/b@1.2.0"}, {"source": "npm:x@^1"}, {"source": "none.json"}]}"#
        ),
        [
            pair("https://a.example/x.json", "https://a.example/x.json"),
            pair("nova.json", "nova.json"),
            pair("npm:acme", "https://www.npmjs.com/package/acme"),
            pair(
                "npm:@a/b@1.2.0",
                "https://www.npmjs.com/package/@a/b/v/1.2.0"
            ),
        ]
    );
    assert_eq!(
        links(
            FornaxRegistry,
            r#"{"entries": [{"manifest_file": "acme-x.manifest.json", "source_path": "/etc/passwd"}, {"manifest_file": "../nova.json"}]}"#
        ),
        [pair("acme-x.manifest.json", "acme-x.manifest.json")]
    );
    let unknown = parse(AkAdapter, &hook(r#"["./run.mjs"]"#));
    assert_eq!(ide::links(&unknown, &Nowhere), []);
}
