//! What a configuration makes of findings, and which of its ignores are needed.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use fornax_manifest::{
    Diagnostic, Document, DocumentKind, Nowhere, RULES, Severity, Span, check, find_rule,
};
use fornax_project::config::{Applied, Config, FileUsage, Level, Overlay, Usage};
use serde_json::{Value, json};

use crate::config;
use crate::support::repo_root;

/// A valid agentic-kit manifest.
fn adapter() -> Value {
    let path = repo_root().join("schemas/samples/ak-adapter/valid/no-hooks.json");
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

/// A manifest with two warnings of one rule, in `host.trust` and in one of its changes.
fn two_unknown_fields() -> Document {
    let mut adapter = adapter();
    adapter["host"]["trust"]["one"] = json!(1);
    adapter["host"]["trust"]["two"] = json!({ "three": 3 });
    document(&adapter.to_string())
}

fn document(text: &str) -> Document {
    Document::parse(text.as_bytes(), DocumentKind::AkAdapter)
}

/// What remains at `path`, as `rule severity pointer`, and what is ignored, with its reason.
fn apply(config: &Config, path: &str, document: &Document) -> (Vec<String>, Vec<String>) {
    let applied = applied(config, path, document);
    let place = |span| document.tree().pointer_of(span);
    let remains = applied.diagnostics.iter().map(|finding| {
        let severity = finding.severity.as_str();
        format!("{} {severity} {}", finding.rule.name, place(finding.span))
    });
    let ignored = applied.suppressed.iter().map(|suppressed| {
        let reason = config.ignores()[suppressed.ignore].reason();
        format!("{} ({reason})", place(suppressed.diagnostic.span))
    });
    (remains.collect(), ignored.collect())
}

fn applied(config: &Config, path: &str, document: &Document) -> Applied {
    let findings = check(document, config.options(), &Nowhere);
    config.apply(Some(&Path::new("/project").join(path)), document, findings)
}

fn ignore(rest: &str) -> String {
    format!("[[ignore]]\nrule = \"unknown-field\"\nreason = \"r\"\n{rest}\n")
}

const BOTH: [&str; 2] = [
    "unknown-field warning /host/trust/one",
    "unknown-field warning /host/trust/two",
];

#[test]
fn of_two_findings_of_one_rule_one_can_be_ignored() {
    let document = two_unknown_fields();
    assert_eq!(apply(&config(""), "a.json", &document).0, BOTH);
    let (remains, ignored) = apply(
        &config(&ignore("pointer = \"/host/trust/two\"")),
        "a.json",
        &document,
    );
    assert_eq!(remains, [BOTH[0]]);
    assert_eq!(ignored, ["/host/trust/two (r)"]);
}

#[test]
fn a_pointer_covers_what_lies_below_and_nothing_beside() {
    let document = two_unknown_fields();
    for (pointer, left) in [
        ("", 0),
        ("/host", 0),
        ("/host/trust", 0),
        ("/host/trust/one", 1),
        ("/host/trust/on", 2),
        ("/host/trust/one/x", 2),
        ("/host/trust/", 2),
        ("/host/tru", 2),
        ("/detection", 2),
    ] {
        let config = config(&ignore(&format!("pointer = \"{pointer}\"")));
        let (remains, ignored) = apply(&config, "a.json", &document);
        assert_eq!(remains.len(), left, "{pointer:?}");
        assert_eq!(ignored.len(), 2 - left, "{pointer:?}");
    }
}

#[test]
fn a_pattern_says_in_which_files() {
    let document = two_unknown_fields();
    for (path, left) in [("a.json", 0), ("x/a.json", 0), ("x/b.json", 2)] {
        let (remains, _) = apply(&config(&ignore("path = \"a.json\"")), path, &document);
        assert_eq!(remains.len(), left, "{path}");
    }
    let findings = check(&document, config("").options(), &Nowhere);
    let config = config(&ignore("path = \"a.json\""));
    let applied = config.apply(None, &document, findings.clone());
    assert_eq!(
        applied.diagnostics.len(),
        2,
        "what has no path is in no file"
    );
    let outside = Path::new("/elsewhere/a.json");
    let applied = config.apply(Some(outside), &document, findings);
    assert_eq!(applied.diagnostics.len(), 2);
}

#[test]
fn other_rules_are_left_alone() {
    let mut adapter = adapter();
    adapter["host"]["trust"]["one"] = json!(1);
    adapter["host"]["label"] = json!(" ");
    let document = document(&adapter.to_string());
    let (remains, ignored) = apply(&config(&ignore("")), "a.json", &document);
    assert_eq!(remains, ["label-blank warning /host/label"]);
    assert_eq!(ignored, ["/host/trust/one (r)"]);
}

#[test]
fn refusals_can_be_ignored_but_not_errors_in_the_text() {
    let mut adapter = adapter();
    adapter["extra"] = json!(1);
    let (remains, ignored) = apply(
        &config(&ignore("")),
        "a.json",
        &document(&adapter.to_string()),
    );
    assert_eq!((remains.len(), ignored.len()), (0, 1));

    // A key that comes twice is lost on agentic-kit, and refused by Fornax.
    let config = config("[[ignore]]\nrule = \"duplicate-key\"\nreason = \"r\"\n");
    let text = adapter_text_with_repeated_name();
    let (_, ignored) = apply(&config, "a.json", &document(&text));
    assert_eq!(ignored, ["/name (r)"]);
    let manifest = r#"{ "id": "a", "id": "b", "schema_version": 1 }"#;
    let manifest = Document::parse(manifest.as_bytes(), DocumentKind::FornaxManifest);
    let (remains, ignored) = apply(&config, "a.json", &manifest);
    assert!(ignored.is_empty());
    assert!(
        remains.contains(&"duplicate-key error /id".to_owned()),
        "{remains:?}"
    );
}

fn adapter_text_with_repeated_name() -> String {
    adapter().to_string().replacen('{', r#"{"name":"x","#, 1)
}

#[test]
fn levels_move_what_is_no_error() {
    let mut adapter = adapter();
    adapter["host"]["label"] = json!(" ");
    let document = document(&adapter.to_string());
    for (level, expected) in [
        ("off", vec![]),
        ("info", vec!["label-blank info /host/label"]),
        ("warning", vec!["label-blank warning /host/label"]),
        ("error", vec!["label-blank error /host/label"]),
    ] {
        let config = config(&format!("[rules]\nlabel-blank = \"{level}\"\n"));
        assert_eq!(apply(&config, "a.json", &document).0, expected);
    }
}

#[test]
fn the_order_of_entries_makes_no_difference() {
    let document = two_unknown_fields();
    let entries = [
        ignore("pointer = \"/host/trust/one\""),
        ignore("path = \"b.json\""),
        ignore("path = \"a.json\"\npointer = \"/host\""),
        ignore("pointer = \"/host/trust/none\""),
        "[rules]\nlabel-blank = \"off\"\n".to_owned(),
    ];
    let outcome = |order: &[usize]| {
        let text: String = order.iter().map(|&entry| entries[entry].as_str()).collect();
        let config = Arc::new(config(&text));
        let mut usage = Usage::default();
        let applied = applied(&config, "a.json", &document);
        usage.add(&config, applied.usage);
        let mut unused: Vec<_> = usage
            .unused(&[PathBuf::from("/project")])
            .iter()
            .map(|unused| unused.message())
            .collect();
        unused.sort();
        (apply(&config, "a.json", &document), unused)
    };
    let expected = outcome(&[0, 1, 2, 3, 4]);
    assert_eq!(expected.1.len(), 2, "{:?}", expected.1);
    for order in [[4, 3, 2, 1, 0], [2, 0, 4, 1, 3], [3, 1, 0, 4, 2]] {
        assert_eq!(outcome(&order), expected);
    }
}

/// The lines of the rule names of the unused ignores of a configuration, after these files have
/// been checked.
fn unused(text: &str, files: &[(&str, &Document)], searched: &[&str]) -> Vec<usize> {
    let config = Arc::new(config(text));
    let mut usage = Usage::default();
    for (path, document) in files {
        usage.add(&config, applied(&config, path, document).usage);
    }
    let searched: Vec<_> = searched.iter().map(PathBuf::from).collect();
    usage
        .unused(&searched)
        .iter()
        .map(|unused| {
            assert_eq!(&text[unused.span().range()], "\"unknown-field\"");
            text[..unused.span().start as usize].lines().count()
        })
        .collect()
}

#[test]
fn an_ignore_that_ignores_nothing_is_found() {
    let found = two_unknown_fields();
    let clean = document(&adapter().to_string());
    let all = ["/project"];
    let everywhere = ignore("");
    assert_eq!(unused(&everywhere, &[("a.json", &clean)], &all), [2]);
    assert_eq!(unused(&everywhere, &[("a.json", &found)], &all), [0; 0]);
    assert_eq!(
        unused(&everywhere, &[("a.json", &clean), ("b.json", &found)], &all),
        [0; 0]
    );
    let two = ignore("pointer = \"/host/trust/one\"") + &ignore("pointer = \"/host/none\"");
    assert_eq!(unused(&two, &[("a.json", &found)], &all), [6]);
    let stale = ignore("path = \"/gone.json\"");
    assert_eq!(unused(&stale, &[("a.json", &found)], &all), [2]);
}

#[test]
fn nothing_is_called_unused_before_all_was_seen() {
    let clean = document(&adapter().to_string());
    let some = ["/project/sub"];
    assert_eq!(unused(&ignore(""), &[("a.json", &clean)], &[]), [0; 0]);
    assert_eq!(unused(&ignore(""), &[("a.json", &clean)], &some), [0; 0]);
    assert_eq!(unused(&ignore(""), &[("a.json", &clean)], &["/"]), [2]);
    let one = ignore("path = \"/a.json\"");
    assert_eq!(
        unused(&one, &[("a.json", &clean)], &[]),
        [2],
        "that file was seen"
    );
    assert_eq!(unused(&one, &[("b.json", &clean)], &[]), [0; 0]);
    let glob = ignore("path = \"a*.json\"");
    assert_eq!(unused(&glob, &[("a.json", &clean)], &[]), [0; 0]);
}

#[test]
fn nothing_is_called_unused_where_a_fault_hides_it() {
    let broken = document(&format!("{},", adapter()));
    let all = ["/project"];
    assert_eq!(unused(&ignore(""), &[("a.json", &broken)], &all), [0; 0]);
    let one = ignore("path = \"a.json\"");
    assert_eq!(unused(&one, &[("a.json", &broken)], &all), [0; 0]);
    let other = ignore("path = \"b.json\"");
    assert_eq!(unused(&other, &[("a.json", &broken)], &all), [2]);

    let config = Arc::new(config(&one));
    let mut usage = Usage::default();
    usage.add(
        &config,
        FileUsage::unchecked(&config, Path::new("/project/a.json")),
    );
    assert!(usage.unused(&[PathBuf::from("/project")]).is_empty());
}

#[test]
fn nothing_is_called_unused_that_depends_on_more_than_the_files() {
    let clean = document(&adapter().to_string());
    let unused = |rule: &str, overlay: Overlay| {
        let text = format!("[[ignore]]\nrule = \"{rule}\"\nreason = \"r\"\n");
        let path = Path::new("/project/fornax-lint.toml");
        let config = Arc::new(Config::parse(path, &text, overlay).unwrap());
        let mut usage = Usage::default();
        usage.add(&config, applied(&config, "a.json", &clean).usage);
        usage.unused(&[PathBuf::from("/project")]).len()
    };
    assert_eq!(unused("label-blank", Overlay::default()), 1);
    assert_eq!(
        unused("hook-script-missing", Overlay::default()),
        0,
        "the disk"
    );
    let published = Overlay {
        published: Some(false),
        ..Overlay::default()
    };
    assert_eq!(unused("label-blank", published), 0, "a flag");
}

#[test]
fn errors_keep_their_level_where_a_rule_has_both() {
    for rule in RULES.iter().filter(|rule| rule.severity == Severity::Error) {
        for level in Level::ALL {
            assert_eq!(level.is_allowed(rule), level == Level::At(Severity::Error));
        }
    }
    let finding = |severity| Diagnostic {
        rule: find_rule("label-blank").unwrap(),
        severity,
        span: Span::at(0),
        message: String::new(),
        notes: Vec::new(),
        related: Vec::new(),
        elsewhere: Vec::new(),
        fixes: Vec::new(),
        loader_reason: None,
        is_unused: false,
    };
    let config = config("[rules]\nlabel-blank = \"off\"\n");
    let document = document("{}");
    let findings = vec![finding(Severity::Error), finding(Severity::Info)];
    let applied = config.apply(None, &document, findings);
    let left: Vec<_> = applied
        .diagnostics
        .iter()
        .map(|left| left.severity)
        .collect();
    assert_eq!(left, [Severity::Error]);
}

#[test]
fn an_unused_ignore_says_what_it_means() {
    let text = ignore("path = \"a.json\"\npointer = \"/host\"");
    let config = Arc::new(config(&text));
    let mut usage = Usage::default();
    let clean = document(&adapter().to_string());
    usage.add(&config, applied(&config, "a.json", &clean).usage);
    let unused = usage.unused(&[PathBuf::from("/project")]);
    assert_eq!(
        unused[0].message(),
        "this ignores nothing: there is no finding of `unknown-field` at `/host` in `a.json` to ignore"
    );
}
