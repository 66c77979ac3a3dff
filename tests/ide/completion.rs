//! Completion.

use std::collections::BTreeSet;

use fornax_manifest::ide::{self, CompletionItem, CompletionKind};
use fornax_manifest::{Document, DocumentKind, Edit, Nowhere, Surroundings, apply_edits};

use crate::harness::{CURSOR, Case, World, options, samples};

use DocumentKind::{AkAdapter, AkKit, FornaxManifest, FornaxRegistry};

/// A machine with a target file and two scripts.
fn world() -> World {
    World::new(&[
        (
            "~/.acme/settings.json",
            r#"{ "hooks": { "Stop": [], "a/b": { "c~d": [1] }, "off": true }, "list": [] }"#,
        ),
        ("~/.acme/notes.txt", ""),
        ("~/.acme/deep/x.json", ""),
        ("./run-hook.mjs", ""),
        ("./hooks/detect.sh", ""),
        ("./README.md", ""),
    ])
}

fn complete(case: &Case) -> Vec<CompletionItem> {
    ide::completion(&case.document, case.offset, &options(), &world())
}

fn labels(kind: DocumentKind, text: &str) -> Vec<String> {
    complete(&Case::new(kind, text))
        .into_iter()
        .map(|item| item.label)
        .collect()
}

/// The text after a proposal was taken, by an editor without snippets.
fn apply(text: &str, item: &CompletionItem) -> String {
    let mut edits = item.additional_edits.clone();
    edits.push(Edit::replace(item.span, item.text.clone()));
    apply_edits(text, &edits)
}

/// The text after the proposal with this label was taken.
#[track_caller]
fn taken(kind: DocumentKind, text: &str, label: &str) -> String {
    let case = Case::new(kind, text);
    let items = complete(&case);
    let item = items
        .iter()
        .find(|item| item.label == label)
        .unwrap_or_else(|| panic!("no `{label}` at {text}, only {:?}", labels(kind, text)));
    let span = item.span;
    assert!(span.touches(case.offset), "{text}");
    for edit in &item.additional_edits {
        assert!(
            edit.span.end < span.start || span.end < edit.span.start,
            "{text}"
        );
    }
    apply(case.text(), item)
}

#[test]
fn a_key_comes_with_its_quotes_its_colon_and_its_commas() {
    for (before, after) in [
        ("{§}", r#"{"contract": 1}"#),
        (r#"{"§"}"#, r#"{"contract": 1}"#),
        (r#"{"con§"}"#, r#"{"contract": 1}"#),
        (r#"{con§}"#, r#"{"contract": 1}"#),
        (r#"{"§"#, r#"{"contract": 1"#),
        (r#"{"na§me": 1}"#, r#"{"contract": 1}"#),
        (r#"{"na§me" : {}}"#, r#"{"contract" : {}}"#),
        (r#"{"na§me" 1}"#, r#"{"contract": 1}"#),
        (r#"{"a":1 §}"#, r#"{"a":1, "contract":1}"#),
        (r#"{"a": 1 §}"#, r#"{"a": 1, "contract": 1}"#),
        (r#"{"a": "x" "§"}"#, r#"{"a": "x", "contract": 1}"#),
        (r#"{"a": "x""§"}"#, r#"{"a": "x","contract": 1}"#),
        (
            "{\"a\":1,\n§\n\"b\":2}",
            "{\"a\":1,\n\"contract\": 1,\n\"b\":2}",
        ),
        (
            "{\"a\":1\n§\n\"b\":2}",
            "{\"a\":1,\n\"contract\": 1,\n\"b\":2}",
        ),
        ("{\n  §\"b\": 2\n}", "{\n  \"contract\": 1,\n  \"b\": 2\n}"),
        (r#"{§"b": 2}"#, r#"{"contract": 1, "b": 2}"#),
        (r#"{"§"b": 2}"#, r#"{"contract": 1, "b": 2}"#),
        (r#"{"con§ "b": "x"}"#, r#"{"contract": 1, "b": "x"}"#),
        (
            r#"{"a": 1 "con§"b":2}"#,
            r#"{"a": 1, "contract": 1, "b":2}"#,
        ),
        (r#"{§"b":2}"#, r#"{"contract":1,"b":2}"#),
        (
            r#"{"a": 1, §, "b": 2}"#,
            r#"{"a": 1, "contract": 1, "b": 2}"#,
        ),
        (r#"{ "con§, "b": 2}"#, r#"{ "contract": 1, "b": 2}"#),
        (
            "{ \"con§\n  \"b\": 2\n}",
            "{ \"contract\": 1,\n  \"b\": 2\n}",
        ),
        (
            r#"{ "host": {"id": "x"}, §"#,
            r#"{ "host": {"id": "x"}, "contract": 1"#,
        ),
        (
            "{ // one\n  \"a\": 1 // two\n  §\n}",
            "{ // one\n  \"a\": 1, // two\n  \"contract\": 1\n}",
        ),
    ] {
        assert_eq!(taken(AkAdapter, before, "contract"), after, "{before}");
    }
}

#[test]
fn a_value_comes_with_its_quotes_and_its_commas() {
    for (before, after) in [
        (r#"{"capabilities": [§]}"#, r#"{"capabilities": ["plan"]}"#),
        (
            r#"{"capabilities": ["§"]}"#,
            r#"{"capabilities": ["plan"]}"#,
        ),
        (
            r#"{"capabilities": ["p§x"]}"#,
            r#"{"capabilities": ["plan"]}"#,
        ),
        (r#"{"capabilities": [p§]}"#, r#"{"capabilities": ["plan"]}"#),
        (r#"{"capabilities": ["§]}"#, r#"{"capabilities": ["plan"]}"#),
        (
            r#"{"capabilities": ["install" §]}"#,
            r#"{"capabilities": ["install", "plan"]}"#,
        ),
        (
            r#"{"capabilities": ["install", "§"]}"#,
            r#"{"capabilities": ["install", "plan"]}"#,
        ),
        (
            r#"{"capabilities": [§"install"]}"#,
            r#"{"capabilities": ["plan", "install"]}"#,
        ),
        (
            r#"{"capabilities": ["§"install"]}"#,
            r#"{"capabilities": ["plan", "install"]}"#,
        ),
        (
            r#"{"capabilities": ["§" "install"]}"#,
            r#"{"capabilities": ["plan", "install"]}"#,
        ),
        (
            r#"{"capabilities": [1, § "#,
            r#"{"capabilities": [1, "plan" "#,
        ),
    ] {
        assert_eq!(taken(FornaxManifest, before, "plan"), after, "{before}");
    }
    for (before, after) in [
        (r#"{"a": §}"#, r#"{"a": "json"}"#),
        (r#"{"a":§}"#, r#"{"a":"json"}"#),
        (r#"{"a": "§"}"#, r#"{"a": "json"}"#),
        (r#"{"a": §"toml"}"#, r#"{"a": "json"}"#),
        (r#"{"a": "t§oml"}"#, r#"{"a": "json"}"#),
        (r#"{"a": "§"toml"}"#, r#"{"a": "json"}"#),
        (
            r#"{"a": "j§, "path": "x"}"#,
            r#"{"a": "json", "path": "x"}"#,
        ),
        (r#"{"a": "t§"#, r#"{"a": "json""#),
        (r#"{"a": § "path": 1}"#, r#"{"a": "json", "path": 1}"#),
        (
            "{\"a\": §\n \"path\": 1}",
            "{\"a\": \"json\",\n \"path\": 1}",
        ),
        (
            "{\"a\": \"j§\n \"path\": 1}",
            "{\"a\": \"json\",\n \"path\": 1}",
        ),
        (r#"{"a": tr§ue}"#, r#"{"a": "json"}"#),
    ] {
        let inside =
            |text: &str| format!(r#"{{"target": {}}}"#, text.replace("\"a\"", "\"format\""));
        let before = inside(before);
        let expected = inside(after);
        // A text that breaks off has nothing behind it.
        let (before, expected) = if after.ends_with(['}', '1']) {
            (before, expected)
        } else {
            (
                before[..before.len() - 1].to_owned(),
                expected[..expected.len() - 1].to_owned(),
            )
        };
        assert_eq!(taken(FornaxManifest, &before, "json"), expected, "{before}");
    }
}

#[test]
fn nothing_is_proposed_behind_something_complete() {
    for text in [
        r#"{"name": "acme"§}"#,
        r#"{"name"§: 1}"#,
        r#"{"contract": 1§}"#,
        r#"{"host": {}§}"#,
        r#"{"host": § {}}"#,
        r#"{}§"#,
        r#"{} §"#,
        "{ // §\n}",
        "{ /* § */ }",
        "{\"name\": \"a\nb§\"}",
    ] {
        assert_eq!(labels(AkAdapter, text), [""; 0], "{text}");
    }
}

#[test]
fn the_list_stays_the_same_while_a_token_is_typed() {
    for (before, word, behind) in [
        ("{\n  \"name\": \"acme\",\n  ", "\"capabilities", "\n}"),
        ("{\n  \"name\": \"acme\",\n  ", "capabilities", "\n}"),
        (
            "{\n  \"host\": { \"configProjection\": ",
            "\"claude",
            " }\n}",
        ),
        ("{\n  \"host\": { \"enabledByDefault\": ", "fals", " }\n}"),
        (
            "{\"driving\":{\"surfaces\":[\"acp\",",
            "\"cli-subprocess",
            "]}}",
        ),
    ] {
        let full: Vec<String> = (1..=word.len())
            .map(|length| {
                let text = format!("{before}{}{CURSOR}{behind}", &word[..length]);
                labels(AkAdapter, &text).join(" ")
            })
            .collect();
        assert!(!full[0].is_empty(), "{word}");
        assert!(full.iter().all(|list| *list == full[0]), "{word}: {full:?}");
    }
}

#[test]
fn missing_required_members_come_first_and_none_that_is_there() {
    assert_eq!(
        labels(
            AkAdapter,
            r#"{"lifecycle": {}, "name": "x", "contract": 1, "driv§": {}, "trust": {}}"#
        ),
        ["version", "host", "detection", "driving", "execution"]
    );
    let seven = "\"canDriveSession\": false, \"canBePrimary\": false, \"canRouteActivities\": true, \
                 \"commandStatusline\": false, \"transcripts\": false, \"usage\": false, \
                 \"nativeMcpConfig\": false";
    let text = format!("{{\"host\": {{\"capabilities\": {{{seven}, §}}}}}}");
    assert_eq!(labels(AkAdapter, &text), ["nativeGuidance"]);
    // What stands right behind the cursor is there.
    assert!(!labels(AkAdapter, r#"{§"name": 1}"#).contains(&"name".to_owned()));
    assert!(!labels(FornaxManifest, r#"{"capabilities": [§"plan"]}"#).contains(&"plan".to_owned()));
    // A key that comes twice is there, and so is one with an escape in it.
    assert!(!labels(AkAdapter, r#"{"n\u0061me": 1, §}"#).contains(&"name".to_owned()));
    assert_eq!(
        labels(FornaxRegistry, r#"{"entries": [{"id": "acme-x", §}]}"#)[0],
        "manifest_file"
    );
}

#[test]
fn what_is_refused_is_not_proposed() {
    let keys = [
        labels(AkAdapter, "{§}"),
        labels(AkAdapter, r#"{"host": {"install": {§}}}"#),
        labels(AkAdapter, r#"{"host": {"legacy": {§}}}"#),
        labels(FornaxManifest, "{§}"),
        labels(AkKit, "{§}"),
    ]
    .concat();
    for refused in [
        "$schema",
        "npmPackage",
        "aqeProvider",
        "toString",
        "__proto__",
        "constructor",
    ] {
        assert!(!keys.iter().any(|key| key == refused), "{refused}");
    }
    assert_eq!(
        labels(
            AkAdapter,
            r#"{"host": {"capabilities": {"canBePrimary": §}}}"#
        ),
        ["false"]
    );
    assert_eq!(
        labels(AkAdapter, r#"{"host": {"capabilities": {"usage": §}}}"#),
        ["true", "false"]
    );
    assert_eq!(
        labels(FornaxManifest, r#"{"target": {"format": "§"}}"#),
        ["json", "JSON target"][..1]
    );
    // Not the id of a built-in adapter either, wherever it stands already.
    let document = Case::new(FornaxManifest, r#"{"id": "§"}"#);
    let world = World::default().named("codex.manifest.json");
    let items = ide::completion(&document.document, document.offset, &options(), &world);
    assert!(items.iter().all(|item| item.label != "codex"));
    assert!(
        !labels(AkAdapter, r#"{"name": "claude", "host": {"id": "§"}}"#)
            .contains(&"claude".to_owned())
    );
}

#[test]
fn what_the_document_says_elsewhere_is_proposed() {
    assert_eq!(
        labels(AkAdapter, r#"{"name": "nova", "host": {"id": "§"}}"#)[0],
        "nova"
    );
    assert_eq!(
        labels(
            AkAdapter,
            r#"{"host": {"id": "nova"}, "detection": {"bin": §}}"#
        )[0],
        "nova"
    );
    let operation = |text: &str| format!(r#"{{"operations": [{text}]}}"#);
    for (text, label) in [
        (
            r#"{"marker_key": "§", "element": {"n": 1, "command": "x"}}"#,
            "command",
        ),
        (
            r#"{"marker_key": "command", "marker_value": §, "element": {"command": "x"}}"#,
            "x",
        ),
        (
            r#"{"marker_key": "command", "marker_value": "x", "element": {"command": "§"}}"#,
            "x",
        ),
        (
            r#"{"marker_key": "command", "marker_value": "x", "element": {§}}"#,
            "command",
        ),
    ] {
        assert_eq!(labels(FornaxManifest, &operation(text)), [label], "{text}");
    }
    let element = r#"{"marker_key": "command", "marker_value": "${x}", "element": {§}}"#;
    let case = Case::new(FornaxManifest, &operation(element));
    let item = &complete(&case)[0];
    assert_eq!(item.snippet.as_deref(), Some(r#""command": "${1:\${x\}}""#));
    assert_eq!(item.text, r#""command": "${x}""#);
    assert_eq!(
        taken(
            FornaxRegistry,
            r#"{"entries": [{"id": "nova-x", "manifest_file": §}]}"#,
            "nova-x.manifest.json"
        ),
        r#"{"entries": [{"id": "nova-x", "manifest_file": "nova-x.manifest.json"}]}"#
    );
    let case = Case::new(FornaxManifest, r#"{"id": "§"}"#);
    let world = World::default().named("nova-x.manifest.json");
    let items = ide::completion(&case.document, case.offset, &options(), &world);
    assert_eq!(items[0].label, "nova-x");
    let kit = Case::new(
        AkKit,
        r#"{"hostAdapters": [{"source": "./nova.json", "name": "§"}]}"#,
    );
    let world = World::new(&[("./nova.json", r#"{"host": {"id": "nova"}}"#)]);
    let items = ide::completion(&kit.document, kit.offset, &options(), &world);
    assert_eq!(items[0].label, "nova");
    // What lies elsewhere may be anybody's, and is not offered.
    let kit = Case::new(
        AkKit,
        r#"{"hostAdapters": [{"source": "/opt/nova.json", "name": "§"}]}"#,
    );
    let world = World::new(&[("/opt/nova.json", r#"{"host": {"id": "nova"}}"#)]);
    let items = ide::completion(&kit.document, kit.offset, &options(), &world);
    assert!(items.iter().all(|item| item.label != "nova"));
}

#[test]
fn pointers_follow_the_target_file() {
    let manifest = |pointer: &str| {
        format!(
            r#"{{"target": {{"path": "~/.acme/settings.json"}}, "operations": [{{"pointer": {pointer}}}]}}"#
        )
    };
    let list = |pointer| labels(FornaxManifest, &manifest(pointer));
    assert_eq!(list("§"), ["hooks", "list"]);
    assert_eq!(list(r#""§""#), ["hooks", "list"]);
    assert_eq!(list(r#""/§""#), ["hooks", "list"]);
    assert_eq!(list(r#""/hooks/S§""#), ["Stop", "a~1b"]);
    assert_eq!(list(r#""\/hooks\/§""#), ["Stop", "a~1b"]);
    assert_eq!(list(r#""/hooks/a~1b/§""#), ["c~0d"]);
    // Where the target has nothing, an example is better than nothing.
    assert_eq!(list(r#""/nowhere/§""#), ["/hooks/PostToolUse"]);
    for (before, label, after) in [
        ("§", "hooks", r#""/hooks""#),
        (r#""/ho§/Stop""#, "hooks", r#""/hooks/Stop""#),
        (r#""/hooks/§""#, "Stop", r#""/hooks/Stop""#),
        (r#""\/hooks/S§"#, "Stop", r#""\/hooks/Stop""#),
        (r#""/hooks/§x/y""#, "a~1b", r#""/hooks/a~1b/y""#),
    ] {
        let (before, after) = (manifest(before), manifest(after));
        let taken = taken(FornaxManifest, &before, label);
        // What was never closed ends where its line does.
        let after = if before.contains("S§}") {
            after.replace("}]}", "") + "}]}"
        } else {
            after
        };
        assert_eq!(taken, after, "{before}");
    }
    let case = Case::new(FornaxManifest, &manifest(r#""\/hooks/§""#));
    let items = complete(&case);
    assert_eq!(
        items[0].filter_text, r#""\/hooks/Stop""#,
        "as it is written"
    );
    assert!(!items[0].continues && items[1].continues);
    let unknown = ide::completion(&case.document, case.offset, &options(), &Nowhere);
    assert_eq!(unknown.len(), 1, "the example");
}

#[test]
fn the_hook_events_of_a_known_target_are_proposed() {
    let claude = World::new(&[(
        "~/.claude/settings.json",
        r#"{ "hooks": { "Stop": [] }, "other": [] }"#,
    )]);
    let list = |pointer: &str, world: &dyn Surroundings| -> Vec<String> {
        let text = format!(
            r#"{{"target": {{"path": "~/.claude/settings.json"}}, "operations": [{{"pointer": "{pointer}"}}]}}"#
        );
        let case = Case::new(FornaxManifest, &text);
        ide::completion(&case.document, case.offset, &options(), world)
            .into_iter()
            .map(|item| item.label)
            .collect()
    };
    assert_eq!(list("/§", &Nowhere), ["hooks"]);
    assert_eq!(list("/§", &claude), ["hooks", "other"]);
    assert!(list("/hooks/§", &Nowhere).contains(&"SessionStart".to_owned()));
    let events = list("/hooks/§", &claude);
    assert_eq!(events[0], "Stop");
    assert_eq!(events.iter().filter(|event| *event == "Stop").count(), 1);
}

#[test]
fn files_are_proposed_where_they_are_meant() {
    let path = |path: &str| {
        labels(
            FornaxManifest,
            &format!(r#"{{"target": {{"path": {path}}}}}"#),
        )
    };
    assert_eq!(path(r#""§""#), ["~/"]);
    assert_eq!(path(r#""~/§""#), [".acme/"]);
    assert_eq!(path(r#""~/.acme/§""#), ["deep/", "settings.json"]);
    let command = |command: &str| {
        let text = format!(r#"{{"execution": {{"run": {{"hook": {{"command": {command}}}}}}}}}"#);
        labels(AkAdapter, &text)
    };
    assert_eq!(command(r#"["node", "§"]"#), ["run-hook.mjs"]);
    assert_eq!(command(r#"["sh", "hooks/§"]"#), ["hooks/detect.sh"]);
    assert_eq!(command("[§]"), ["run-hook.mjs", "node", "detect-hook.mjs"]);
    // No argument may be given twice.
    assert_eq!(command(r#"["node", "run-hook.mjs", "§"]"#), [""; 0]);
}

#[test]
fn a_folder_in_the_middle_of_a_path_brings_no_second_slash() {
    for (before, label, after) in [
        ("~/.ac§/sett.json", ".acme/", "~/.acme/sett.json"),
        ("~/.§ac/deep/x.json", ".acme/", "~/.acme/deep/x.json"),
        ("~/.ac§", ".acme/", "~/.acme/"),
        ("~§/.acme/x.json", "~/", "~/.acme/x.json"),
    ] {
        let text = |path| format!(r#"{{"target": {{"path": "{path}"}}}}"#);
        assert_eq!(taken(FornaxManifest, &text(before), label), text(after));
    }
    let text = |pointer| {
        format!(
            r#"{{"target": {{"path": "~/.acme/settings.json"}}, "operations": [{{"pointer": "{pointer}"}}]}}"#
        )
    };
    let after = taken(FornaxManifest, &text("/ho§/Stop"), "hooks");
    assert_eq!(after, text("/hooks/Stop"));
}

#[test]
fn a_value_right_before_a_key_leaves_the_key_there() {
    for (kind, key, value) in [
        (FornaxManifest, "schema_version", "1"),
        (FornaxRegistry, "schema_version", "1"),
        (AkAdapter, "contract", "1"),
    ] {
        for (before, between) in [(": ", ", "), (":", ",")] {
            let text = format!("{{\"{key}\"{before}§\"id\"{before}\"abc\"}}");
            let expected = format!("{{\"{key}\"{before}{value}{between}\"id\"{before}\"abc\"}}");
            assert_eq!(taken(kind, &text, value), expected);
        }
    }
}

#[test]
fn whole_parts_follow_the_layout_of_the_document() {
    let tabs = "{\r\n\t\"hostAdapters\": [\r\n\t\t§\r\n\t]\r\n}";
    assert_eq!(
        taken(AkKit, tabs, "Host adapter entry"),
        "{\r\n\t\"hostAdapters\": [\r\n\t\t{ \"name\": \"acme\", \"source\": \"npm:@acme/ak-adapter@1.2.0\", \"contract\": 1 }\r\n\t]\r\n}"
    );
    let text = "{\r\n\t\"id\": \"acme\",\r\n\t\"operations\": §\r\n}";
    let operations = taken(FornaxManifest, text, "Operations");
    assert_eq!(
        operations,
        "{\r\n\t\"id\": \"acme\",\r\n\t\"operations\": [\r\n\t\t{\r\n\
         \t\t\t\"kind\": \"ensure_marked_array_element\",\r\n\
         \t\t\t\"pointer\": \"/hooks/PostToolUse\",\r\n\
         \t\t\t\"marker_key\": \"command\",\r\n\
         \t\t\t\"marker_value\": \"fornax-hook-acme\",\r\n\
         \t\t\t\"element\": { \"command\": \"fornax-hook-acme\" }\r\n\t\t}\r\n\t]\r\n}"
    );
    let minified = r#"{"name":"acme",§}"#;
    assert_eq!(
        taken(AkAdapter, minified, "driving"),
        r#"{"name":"acme","driving":{"surfaces":["cli-subprocess"]}}"#
    );
}

#[test]
fn a_whole_document_in_an_empty_file() {
    for kind in DocumentKind::ALL {
        for text in ["§", "\u{feff}§", " \n§\n", "fo§", "\"§\""] {
            let case = Case::new(kind, text);
            let items = complete(&case);
            assert_eq!(items[0].kind, CompletionKind::Snippet, "{kind:?} {text:?}");
            let text = apply(case.text(), &items[0]);
            let document = Document::parse(text.trim_start_matches('\u{feff}').as_bytes(), kind);
            let findings = fornax_manifest::check(&document, &options(), &Nowhere);
            assert!(
                !fornax_manifest::is_refused(&findings),
                "{text}\n{findings:#?}"
            );
        }
    }
}

#[test]
fn documentation_is_resolved_by_its_key() {
    for (kind, text) in samples() {
        let keys: BTreeSet<String> = (0..text.len())
            .step_by(9)
            .flat_map(|offset| items_at(kind, &text, offset))
            .filter_map(|item| item.documentation)
            .collect();
        for key in keys {
            let text = ide::resolve_documentation(kind, &key).unwrap_or_else(|| panic!("{key}"));
            assert!(!text.plain.is_empty() && !text.markdown.is_empty());
        }
    }
    assert_eq!(ide::resolve_documentation(AkAdapter, "host/nothing"), None);
    assert_eq!(ide::resolve_documentation(AkAdapter, "contract=9"), None);
    assert_eq!(ide::resolve_documentation(AkAdapter, "///[]"), None);
    let choice = ide::resolve_documentation(AkAdapter, r#"driving/surfaces/[]="acp""#).unwrap();
    assert!(choice.plain.starts_with("acp: The Agent Client Protocol."));
}

#[test]
fn other_scripts_before_the_cursor_change_nothing() {
    for before in [
        "\"é😀日\": 1, ",
        "\"x\u{2028}y\": 1, ",
        "\"a\\ud83d\\ude00\": 1,\r\n",
        "",
    ] {
        for mark in ["\u{feff}", ""] {
            let text = format!("{mark}{{{before}\"con§\" }}");
            let expected = format!("{mark}{{{before}\"contract\": 1 }}");
            assert_eq!(taken(AkAdapter, &text, "contract"), expected);
        }
    }
}

// ---- whatever the text -----------------------------------------------------------------------

fn items_at(kind: DocumentKind, text: &str, offset: usize) -> Vec<CompletionItem> {
    let document = Document::parse(text.as_bytes(), kind);
    let offset = u32::try_from(offset).unwrap();
    ide::completion(&document, offset, &options(), &world())
}

/// Takes every proposal at `offset`: no syntax error may be added.
fn check_at(kind: DocumentKind, text: &str, offset: usize) -> usize {
    let items = items_at(kind, text, offset);
    let document = Document::parse(text.as_bytes(), kind);
    for item in &items {
        let after = apply(text, item);
        let tree = Document::parse(after.as_bytes(), kind);
        assert!(
            tree.tree().error_count() <= document.tree().error_count(),
            "{:?} at {offset} of\n{text}\ngives\n{after}\n{:#?}",
            item.label,
            tree.tree().errors()
        );
    }
    items.len()
}

/// Numbers that look random and are the same in every run.
fn numbers(count: usize, below: usize) -> impl Iterator<Item = usize> {
    let mut state = 0x2545_F491_4F6C_DD1D_u64 ^ below as u64;
    std::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below.max(1) as u64).unwrap()
    })
    .take(count)
}

#[test]
fn no_proposal_adds_a_syntax_error() {
    let mut proposals = 0;
    for (kind, text) in samples() {
        let ends: Vec<usize> = (0..=text.len())
            .filter(|end| text.is_char_boundary(*end))
            .collect();
        for end in numbers(60, ends.len()).map(|index| ends[index]) {
            let prefix = &text[..end];
            proposals += check_at(kind, prefix, end);
            proposals += check_at(kind, prefix, end - end / 7);
        }
    }
    assert!(proposals > 1000, "{proposals}");
}

#[test]
fn every_offset_of_every_prefix() {
    let small = [
        (
            AkAdapter,
            r#"{"host":{"id":"é","trust":{"changes":[{"kind":"auto-approve"}]}},"contract":1}"#,
        ),
        (
            FornaxManifest,
            "{\r\n \"capabilities\": [\"plan\"],\r\n \"target\": {\"path\": \"~/.acme/x\"}}",
        ),
        (
            AkAdapter,
            "{'name': nova, \"version\": \"1\n\", // c\n\"driving\": {\"surfaces\": [acp],}}",
        ),
    ];
    for (kind, text) in small {
        for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
            for offset in 0..=end {
                check_at(kind, &text[..end], offset);
            }
        }
    }
}

#[test]
fn texts_with_a_part_cut_out() {
    for (kind, text) in samples() {
        let ends: Vec<usize> = (0..=text.len())
            .filter(|end| text.is_char_boundary(*end))
            .collect();
        for pair in numbers(60, ends.len()).zip(numbers(60, 40)) {
            let start = ends[pair.0];
            let end = ends[(pair.0 + pair.1).min(ends.len() - 1)];
            let cut = format!("{}{}", &text[..start], &text[end..]);
            // Such damage may hide other errors, which a repair brings to light.
            for item in items_at(kind, &cut, start) {
                let _ = apply(&cut, &item);
            }
        }
    }
}

#[test]
fn depth_and_size_are_no_danger() {
    let deep = "[".repeat(60_000);
    let objects = "{\"a\":".repeat(10_000);
    let host = format!("{{\"host\": {}", "{\"id\": ".repeat(9_000));
    let keys: String = (0..5_000)
        .map(|number| format!("\"k{number}\": 1, "))
        .collect();
    let wide = format!("{{{keys}");
    for text in [&deep, &objects, &host, &wide] {
        for offset in [text.len() / 2, text.len()] {
            for kind in [AkAdapter, AkKit] {
                let document = Document::parse(text.as_bytes(), kind);
                let _ = ide::completion(
                    &document,
                    u32::try_from(offset).unwrap(),
                    &options(),
                    &world(),
                );
            }
        }
    }
}
