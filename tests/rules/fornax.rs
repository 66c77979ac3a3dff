//! The rules for Fornax documents, held against the loader's verdicts.

// A helper outside a test function may fail the test that calls it.
#![allow(clippy::unwrap_used)]

#[path = "../support/corpus.rs"]
mod corpus;
#[path = "../support/mod.rs"]
mod support;
#[path = "../support/surroundings.rs"]
mod surroundings;

use std::collections::HashMap;

use fornax_manifest::{
    Diagnostic, Document, DocumentKind, FornaxVersion, Nowhere, Options, Severity, Stage,
    Surroundings, apply_fixes, check, fornax_pin, is_refused,
};

use crate::surroundings::{Described, Thing};

fn findings(bytes: &[u8]) -> Vec<Diagnostic> {
    findings_in(bytes, DocumentKind::FornaxManifest, &Nowhere)
}

fn findings_in(
    bytes: &[u8],
    kind: DocumentKind,
    surroundings: &dyn Surroundings,
) -> Vec<Diagnostic> {
    let options = Options {
        fornax_version: Some(FornaxVersion(0, 0, 9)),
        ..Options::default()
    };
    check(&Document::parse(bytes, kind), &options, surroundings)
}

fn described(findings: &[Diagnostic]) -> String {
    findings
        .iter()
        .map(|finding| {
            format!(
                "\n  {} {} {:?}: {}",
                finding.severity.as_str(),
                finding.rule.name,
                finding.loader_reason,
                finding.message
            )
        })
        .collect()
}

#[test]
fn verdicts_and_reasons_are_the_loaders() {
    let mut wrong = Vec::new();
    for case in corpus::cases("fornax") {
        let findings = findings(&case.bytes);
        let has = |name| findings.iter().any(|finding| finding.rule.name == name);
        let reasons_agree = has("schema-version-unsupported")
            || has("invalid-utf8")
            || case.reason.as_deref().is_none_or(|reason| {
                findings
                    .iter()
                    .any(|finding| finding.loader_reason == Some(reason))
            });
        if is_refused(&findings) == case.accept || !reasons_agree {
            wrong.push(format!(
                "{} {} accept={} {:?}{}",
                case.id,
                case.kind,
                case.accept,
                case.reason,
                described(&findings)
            ));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn good_manifests_raise_no_eyebrow() {
    let noisy: Vec<String> = corpus::cases("fornax")
        .iter()
        .filter(|case| case.accept && case.kind == "valid")
        .map(|case| {
            let mut findings = findings(&case.bytes);
            // Which capabilities are declared is a matter of taste.
            findings.retain(|finding| finding.severity > Severity::Info);
            (case, findings)
        })
        .filter(|(_, findings)| !findings.is_empty())
        .map(|(case, findings)| format!("{}{}", case.id, described(&findings)))
        .collect();
    assert!(noisy.is_empty(), "{}:\n{}", noisy.len(), noisy.join("\n"));
}

// ---- single values -----------------------------------------------------------------------------

/// The manifest into which the values below are put.
const MANIFEST: &str = r#"{
  "schema_version": 1,
  "id": "acme-agent",
  "display_name": "Acme Agent",
  "summary": "Adds the Fornax hook to the settings of Acme Agent.",
  "min_fornax_version": "0.0.9",
  "provenance": "https://example.com/acme/fornax-adapter",
  "capabilities": ["plan", "install", "uninstall"],
  "target": { "format": "json", "path": "~/.acme/settings.json" },
  "operations": [
    {
      "kind": "ensure_marked_array_element",
      "pointer": "/hooks/PostToolUse",
      "marker_key": "command",
      "marker_value": "fornax-hook-acme",
      "element": { "type": "command", "command": "fornax-hook-acme" }
    }
  ]
}
"#;

/// The manifest with `json` in the place of what stands at `pointer`.
fn with(pointer: &str, json: &str) -> String {
    let document = Document::parse(MANIFEST.as_bytes(), DocumentKind::FornaxManifest);
    let range = document.tree().at(pointer).unwrap().span().range();
    format!(
        "{}{json}{}",
        &MANIFEST[..range.start],
        &MANIFEST[range.end..]
    )
}

/// What is found in a text: each rule with the text that it marks.
fn marked(text: &str) -> Vec<(&'static str, String)> {
    findings(text.as_bytes())
        .iter()
        .map(|finding| (finding.rule.name, text[finding.span.range()].to_owned()))
        .collect()
}

/// Holds the findings for each value at `pointer` against those that are expected.
#[track_caller]
fn expect(pointer: &str, cases: &[(&str, &[(&str, &str)])]) {
    for (json, expected) in cases {
        let found = marked(&with(pointer, json));
        let found: Vec<(&str, &str)> = found.iter().map(|(rule, text)| (*rule, &**text)).collect();
        assert_eq!(found, *expected, "{json}");
    }
}

#[test]
fn target_paths() {
    const EXTENSION: &str = "target-path-extension";
    const OUTSIDE: &str = "target-path-outside-home";
    const TRAVERSAL: &str = "target-path-traversal";
    const TILDE: &str = "target-path-tilde";
    const EMPTY: &str = "target-path-empty-component";
    const UNUSUAL: &str = "target-path-unusual";
    const VARIABLE: &str = "target-path-variable";
    const BACKSLASH: &str = "target-path-backslash";
    expect(
        "/target/path",
        &[
            (r#""~/x.json""#, &[]),
            (r#""~/.config/a.b/x.y.json""#, &[]),
            (r#""~/é/漢.json""#, &[]),
            (r#""~/CON.json""#, &[]),
            (r#""~/a./b$/100%.json""#, &[]),
            (r#""""#, &[("target-path-empty", r#""""#)]),
            (r#""~""#, &[(TILDE, "~")]),
            (r#""~/""#, &[(OUTSIDE, r#""~/""#)]),
            (r#""~///""#, &[(OUTSIDE, r#""~///""#)]),
            (r#""~//x.json""#, &[(OUTSIDE, r#""~//x.json""#)]),
            (r#""~root/x.json""#, &[(TILDE, "~root")]),
            (r#""~\\x.json""#, &[(TILDE, r"~\\x.json")]),
            (r#""~/a~b.json""#, &[(TILDE, "~")]),
            (
                r#""a/~/x.json""#,
                &[(OUTSIDE, r#""a/~/x.json""#), (TILDE, "~")],
            ),
            (r#""x.json""#, &[(OUTSIDE, r#""x.json""#)]),
            (r#""./x.json""#, &[(OUTSIDE, r#""./x.json""#)]),
            (
                r#""/etc/passwd""#,
                &[(OUTSIDE, r#""/etc/passwd""#), (EXTENSION, "passwd")],
            ),
            (r#""$HOME/x.json""#, &[(OUTSIDE, r#""$HOME/x.json""#)]),
            (r#""C:\\x.json""#, &[(OUTSIDE, r#""C:\\x.json""#)]),
            (r#"" ~/x.json""#, &[(OUTSIDE, r#"" ~/x.json""#)]),
            (r#""~/..""#, &[(TRAVERSAL, "..")]),
            (r#""~/a/../../etc/x.json""#, &[(TRAVERSAL, "..")]),
            (r#""~/a..json""#, &[(TRAVERSAL, "..")]),
            (r#""~/...json""#, &[(TRAVERSAL, "...")]),
            (r#""~/a\u002e./x.json""#, &[(TRAVERSAL, r"\u002e.")]),
            (
                r#""../x.json""#,
                &[(OUTSIDE, r#""../x.json""#), (TRAVERSAL, "..")],
            ),
            (r#""~/.. /x.json""#, &[(TRAVERSAL, ".."), (UNUSUAL, " ")]),
            (r#""~/a//b.json""#, &[(EMPTY, "//")]),
            (r#""~/a/b.json/""#, &[(EMPTY, "/")]),
            (r#""~/a//""#, &[(EXTENSION, "a"), (EMPTY, "//")]),
            (r#""~/.json""#, &[(EXTENSION, ".json")]),
            (r#""~/x.JSON""#, &[(EXTENSION, "x.JSON")]),
            (r#""~/x.json ""#, &[(EXTENSION, "x.json ")]),
            (r#""~/x.json.""#, &[(EXTENSION, "x.json.")]),
            (r#""~/x.json5""#, &[(EXTENSION, "x.json5")]),
            (r#""~/NUL""#, &[(EXTENSION, "NUL")]),
            (r#""~/f.json:s""#, &[(EXTENSION, "f.json:s")]),
            (r#""~/x.json/.""#, &[(UNUSUAL, ".")]),
            (r#""~/./a.json""#, &[(UNUSUAL, ".")]),
            (r#""~/ x.json""#, &[(UNUSUAL, " ")]),
            (r#""~/a\u00a0/x.json""#, &[(UNUSUAL, r"\u00a0")]),
            (r#""~/a\u0007b.json""#, &[(UNUSUAL, r"\u0007")]),
            (r#""~/x\u0000.json""#, &[("target-path-nul", r"\u0000")]),
            (r#""~/x.json\u0000""#, &[("target-path-nul", r"\u0000")]),
            (r#""~/$HOME/x.json""#, &[(VARIABLE, "$HOME")]),
            (r#""~/${XDG}/%A%.json""#, &[(VARIABLE, "${XDG}")]),
            (r#""~/.acme\\x.json""#, &[(BACKSLASH, r"\\")]),
            (r#""~/\u005cx.json""#, &[(BACKSLASH, r"\u005c")]),
            (
                r#""~/.claude/./settings.json""#,
                &[
                    ("target-built-in", r#""~/.claude/./settings.json""#),
                    (UNUSUAL, "."),
                    ("element-shape", r#""element""#),
                ],
            ),
        ],
    );
}

#[test]
fn pointers() {
    let long = |length: usize| format!("\"/{}\"", "x".repeat(length - 1));
    let deep = |segments: usize| format!("\"{}\"", "/a".repeat(segments));
    let (fits, long, deep_enough, deep) = (long(256), long(257), deep(16), deep(17));
    // Bytes count: 85 letters of three bytes each, and the slash.
    let scripts = format!("\"/{}\"", "漢".repeat(85));
    let more_scripts = format!("\"/{}a\"", "漢".repeat(85));
    expect(
        "/operations/0/pointer",
        &[
            (r#""/a~1b/c~0d/~01""#, &[]),
            (r#""/a%2Fb c""#, &[]),
            (r#""\u002fa\/b""#, &[]),
            (r#""/01/00/+1/1x/--""#, &[]),
            (&fits, &[]),
            (&scripts, &[]),
            (&deep_enough, &[]),
            (r#""""#, &[("pointer-root", r#""""#)]),
            (r#""a""#, &[("pointer-malformed", r#""a""#)]),
            (r#""é/0""#, &[("pointer-malformed", r#""é/0""#)]),
            (r##""#/a""##, &[("pointer-malformed", r##""#/a""##)]),
            (
                r#""a~""#,
                &[("pointer-malformed", r#""a~""#), ("pointer-escape", "~")],
            ),
            (r#""/a~""#, &[("pointer-escape", "~")]),
            (r#""/a~2""#, &[("pointer-escape", "~2")]),
            (r#""/~/~""#, &[("pointer-escape", "~")]),
            (r#""/\u007e\u00e9""#, &[("pointer-escape", r"\u007e\u00e9")]),
            (r#""/""#, &[("pointer-empty-segment", "/")]),
            (r#""\u002f/a""#, &[("pointer-empty-segment", r"\u002f")]),
            (r#""/a/\u0030/1""#, &[("pointer-index-segment", r"\u0030")]),
            (r#""/a/-""#, &[("pointer-index-segment", "-")]),
            (&long, &[("pointer-too-long", "x")]),
            (&more_scripts, &[("pointer-too-long", "a")]),
            (&deep, &[("pointer-too-deep", "/a")]),
            ("5", &[("wrong-type", "5")]),
        ],
    );
}

#[test]
fn markers_and_elements() {
    let element = "/operations/0/element";
    const MISMATCH: &str = "marker-mismatch";
    const CREDENTIAL: &str = "element-credential";
    let large = format!("\"{}\"", "x".repeat(5_000));
    expect(
        element,
        &[
            (r#"{"\u0063ommand":"fornax-hook-acm\u0065"}"#, &[]),
            (r#"{"command":"fornax-hook-acme","token":""}"#, &[]),
            (
                r#"{"command":"fornax-hook-acme","tokens":"abc","token":["abc"]}"#,
                &[],
            ),
            ("{}", &[(MISMATCH, r#""element""#)]),
            (r#"{"command":"x"}"#, &[(MISMATCH, r#""x""#)]),
            (r#"{"command":null}"#, &[(MISMATCH, "null")]),
            (
                r#"{"command":["fornax-hook-acme"]}"#,
                &[(MISMATCH, r#"["fornax-hook-acme"]"#)],
            ),
            ("null", &[(MISMATCH, "null")]),
            ("[]", &[(MISMATCH, "[]")]),
            (
                &large,
                &[("element-too-large", r#""element""#), (MISMATCH, &large)],
            ),
            (
                r#"{"command":"fornax-hook-acme","Api-Key":"abc"}"#,
                &[(CREDENTIAL, r#""abc""#)],
            ),
            (
                r#"{"command":"fornax-hook-acme","a":[{"b":"ghp_0123456789012345678901234567890123456789"}]}"#,
                &[(
                    CREDENTIAL,
                    r#""ghp_0123456789012345678901234567890123456789""#,
                )],
            ),
            (
                r#"{"command":"fornax-hook-acme","a":{"\u200bb":"x\u202ey"}}"#,
                &[("hidden-text", r"\u200b"), ("hidden-text", r"\u202e")],
            ),
        ],
    );
    // The last of several equal keys counts.
    let last = marked(&with(
        element,
        r#"{"command":"x","command":"fornax-hook-acme"}"#,
    ));
    assert!(
        last.iter().all(|(rule, _)| *rule == "duplicate-key"),
        "{last:?}"
    );
    let first = marked(&with(
        element,
        r#"{"command":"fornax-hook-acme","command":"x"}"#,
    ));
    assert!(
        first
            .iter()
            .any(|(rule, text)| *rule == MISMATCH && text == r#""x""#),
        "{first:?}"
    );
    expect(
        "/operations/0/marker_value",
        &[
            (
                r#""""#,
                &[
                    ("marker-empty", r#""""#),
                    (MISMATCH, r#""fornax-hook-acme""#),
                ],
            ),
            ("1", &[("wrong-type", "1")]),
        ],
    );
}

#[test]
fn texts_and_versions() {
    let name = |length: usize| format!("\"{}\"", "é".repeat(length / 2));
    let (fits, long) = (name(64), name(66));
    expect(
        "/display_name",
        &[
            (&fits, &[]),
            (&long, &[("text-too-long", "é")]),
            (r#""""#, &[("text-empty", r#""""#)]),
            (r#"" \u00a0""#, &[("text-blank", r#"" \u00a0""#)]),
            (r#""\t""#, &[("text-control-character", r"\t")]),
            (
                r#""a\n\u0085b""#,
                &[("text-control-character", r"\n\u0085")],
            ),
            (r#""a\u200bb""#, &[("hidden-text", r"\u200b")]),
            (r#""👩\u200d💻""#, &[]),
        ],
    );
    let malformed = |version: &'static str| (version, "version-malformed");
    for (version, rule) in [
        (r#""00.00.8""#, ""),
        (r#""0.0.9""#, ""),
        (r#""0.0.10""#, "fornax-too-old"),
        malformed(r#""1.2""#),
        malformed(r#""""#),
        malformed(r#""0.0.9 ""#),
        malformed(r#""0.0.9-beta""#),
        malformed(r#""0.0.18446744073709551616""#),
        malformed(r#""+0.0.9""#),
        malformed(r#""٠.٠.٩""#),
    ] {
        let found = marked(&with("/min_fornax_version", version));
        let rules: Vec<&str> = found.iter().map(|(rule, _)| *rule).collect();
        let expected: &[&str] = if rule.is_empty() { &[] } else { &[rule] };
        assert_eq!(rules, expected, "{version}");
    }
}

#[test]
fn capabilities() {
    expect(
        "/capabilities",
        &[
            (r#"["uninstall", "plan", "install"]"#, &[]),
            (r#"["plan"]"#, &[]),
            ("[]", &[("capabilities-empty", "[]")]),
            (
                r#"["plan", "plan"]"#,
                &[("capability-repeated", r#""plan""#)],
            ),
            (
                r#"["install"]"#,
                &[
                    ("install-without-uninstall", r#""install""#),
                    ("capability-unpaired", r#""install""#),
                ],
            ),
            (
                r#"["uninstall"]"#,
                &[("capability-unpaired", r#""uninstall""#)],
            ),
            // What an item is meant to be isn't known: nothing is said to be missing.
            (r#"["install", 5]"#, &[("invalid-value", "5")]),
            (
                r#"["install", "uninstal"]"#,
                &[("invalid-value", r#""uninstal""#)],
            ),
        ],
    );
}

#[test]
fn several_operations() {
    let operation = |pointer: &str, key: &str, value: &str, element: &str| {
        format!(
            r#"{{"kind":"ensure_marked_array_element","pointer":"{pointer}","marker_key":"{key}","marker_value":"{value}","element":{element}}}"#
        )
    };
    let at = |pointer: &str| operation(pointer, "k", "fornax", r#"{"k":"fornax"}"#);
    let found = |operations: &[String]| {
        marked(&with("/operations", &format!("[{}]", operations.join(","))))
    };
    // Segments are compared, not text: escapes are resolved, and `/ab` is not below `/a`.
    assert_eq!(found(&[at("/a"), at("/ab"), at("/b/a")]), []);
    let conflict = |text: &str| ("pointer-conflict", format!("\"{text}\""));
    assert_eq!(found(&[at("/a/b"), at("/a")]), [conflict("/a/b")]);
    assert_eq!(
        found(&[at("/a~1b"), at("/a~1b/c/d")]),
        [conflict("/a~1b/c/d")]
    );
    let empty = ("pointer-empty-segment", "/".to_owned());
    assert_eq!(found(&[at("/a"), at("/a/")]), [conflict("/a/"), empty]);
    assert_eq!(
        found(&[at("/a"), at("/a/b"), at("/a/b/c"), at("/a-")]),
        [conflict("/a/b"), conflict("/a/b/c")]
    );
    // Twice the same, spelled in two ways.
    assert_eq!(
        found(&[at("/a"), at("\\u002fa")]),
        [("operation-repeated", "\"fornax\"".to_owned())]
    );
    // An earlier element with a later operation's marker; the other way round is fine.
    let both = operation("/a", "k", "fornax", r#"{"k":"fornax","l":"fornax"}"#);
    let other = operation("/a", "l", "fornax", r#"{"l":"fornax"}"#);
    assert_eq!(
        found(&[both.clone(), other.clone()]),
        [("marker-shadowed", "\"fornax\"".to_owned())]
    );
    assert_eq!(found(&[other, both]), []);
}

#[test]
fn conflicts_matter_less_where_nothing_is_installed() {
    let text = with("/capabilities", r#"["uninstall", "uninstall"]"#).replace(
        "\"operations\": [",
        r#""operations": [{"kind":"ensure_marked_array_element","pointer":"/hooks","marker_key":"k","marker_value":"fornax","element":{"k":"fornax"}},"#,
    );
    let severity = |text: &str| {
        let findings = findings(text.as_bytes());
        let conflict = findings
            .iter()
            .find(|finding| finding.rule.name == "pointer-conflict");
        conflict.map(|finding| finding.severity)
    };
    assert_eq!(severity(&text), Some(Severity::Warning));
    for capability in ["plan", "install"] {
        let text = text.replace("\"uninstall\", ", &format!("\"{capability}\", "));
        assert_eq!(severity(&text), Some(Severity::Error));
    }
}

/// A fix takes its finding away, and the fix of what is no error brings none.
#[test]
fn fixes_help() {
    let count = |findings: &[Diagnostic], rule: &str| {
        let of_rule = findings.iter().filter(|finding| finding.rule.name == rule);
        of_rule.count()
    };
    let mut wrong = Vec::new();
    for case in corpus::cases("fornax") {
        let document = Document::parse(&case.bytes, DocumentKind::FornaxManifest);
        let before = findings(&case.bytes);
        // Of such documents not everything is known before they are mended.
        let silenced = before.iter().any(|finding| {
            finding.rule.stage == Stage::Text || finding.rule.name == "schema-version-unsupported"
        });
        // An edit may take one of these over the limit.
        if silenced || document.size() > 65_000 {
            continue;
        }
        for finding in &before {
            for fix in &finding.fixes {
                let (fixed, _) = apply_fixes(document.text(), [fix]);
                let after = findings(fixed.as_bytes());
                let gone = count(&after, finding.rule.name) < count(&before, finding.rule.name);
                let worse = after.iter().find(|other| {
                    other.severity == Severity::Error
                        && finding.severity < Severity::Error
                        && count(&after, other.rule.name) > count(&before, other.rule.name)
                });
                if !gone || worse.is_some() {
                    wrong.push(format!(
                        "{}: {} {:?}: gone {gone}, {:?} in\n{fixed}",
                        case.id,
                        finding.rule.name,
                        fix.title(),
                        worse.map(|worse| &worse.message)
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

// ---- what lies around ----------------------------------------------------------------------------

/// What the rules on the disk find, with the text that they mark.
fn marked_in(text: &str, kind: DocumentKind, around: &Described) -> Vec<(&'static str, String)> {
    findings_in(text.as_bytes(), kind, around)
        .iter()
        .filter(|finding| finding.rule.stage == Stage::Surroundings)
        .map(|finding| (finding.rule.name, text[finding.span.range()].to_owned()))
        .collect()
}

#[test]
fn targets_that_are_not_installable() {
    let kind = DocumentKind::FornaxManifest;
    let found = |thing: Thing| {
        let mut around = Described::named("acme.manifest.json");
        around.put("~/.acme/settings.json", thing);
        marked_in(MANIFEST, kind, &around)
    };
    let at = |text: &str| vec![("target-not-installable", text.to_owned())];
    for fine in [
        "",
        " \n",
        "{}",
        r#"{"hooks":{}}"#,
        r#"{"hooks":{"PostToolUse":[1]}}"#,
        r#"{"hooks":[],"hooks":{}}"#,
    ] {
        assert_eq!(found(Thing::file(fine)), [], "{fine}");
    }
    assert_eq!(found(Thing::Unknown), []);
    let path = r#""~/.acme/settings.json""#;
    assert_eq!(found(Thing::Symlink), at(path));
    assert_eq!(found(Thing::Folder { mode: None }), at(path));
    assert_eq!(found(Thing::file(vec![b' '; 8_388_609])), at(path));
    for refused in ["[]", "null", "{", "{} // x", "{\"a\":1,}", "\u{feff}{}"] {
        assert_eq!(found(Thing::file(refused)), at(path), "{refused}");
    }
    assert_eq!(found(Thing::file(b"\"\xFF\"")), at(path));
    assert_eq!(found(Thing::file(r#"{"hooks":null}"#)), at("hooks"));
    assert_eq!(found(Thing::file(r#"{"hooks":[]}"#)), at("hooks"));
    assert_eq!(
        found(Thing::file(r#"{"hooks":{"PostToolUse":{}}}"#)),
        at("PostToolUse")
    );
    // A value of the target's is told of by its type alone.
    for secret in [
        "77123",
        r#"{"hooks":77123}"#,
        r#"{"hooks":{"PostToolUse":77123}}"#,
    ] {
        let mut around = Described::named("acme.manifest.json");
        around.put("~/.acme/settings.json", Thing::file(secret));
        let findings = findings_in(MANIFEST.as_bytes(), kind, &around);
        let message = &findings[0].message;
        assert!(message.contains("is a number"), "{message}");
        assert!(!message.contains("77123"), "{message}");
    }
    // Uninstall finds nothing to remove there, and is not refused.
    let mut around = Described::default();
    around.put("~/.acme/settings.json", Thing::file(r#"{"hooks":[]}"#));
    let text = with("/capabilities", r#"["uninstall"]"#);
    assert_eq!(marked_in(&text, kind, &around), []);
    // Nothing is looked for where the path leads elsewhere.
    let text = with("/target/path", r#""~/../settings.json""#);
    assert_eq!(marked_in(&text, kind, &around), []);
    // What is Fornax's own is told whatever is known of the machine, and whatever it holds.
    for (path, is_fornaxs) in [
        ("~/.fornax/adapters/registry.json", true),
        ("~/./.FORNAX/a.json", true),
        ("~/.fornax.json", false),
        ("~/.acme/.fornax/a.json", false),
    ] {
        let text = with("/target/path", &format!("\"{path}\""));
        let found = marked_in(&text, kind, &Described::default());
        let named = found.contains(&("target-not-installable", format!("\"{path}\"")));
        assert_eq!(named, is_fornaxs, "{path}: {found:?}");
    }
}

#[test]
fn targets_behind_what_is_no_folder() {
    let deep = with("/target/path", r#""~/.config/acme/settings.json""#);
    let found = |at: &str, thing: Thing| {
        let mut around = Described::named("acme.manifest.json");
        around.put(at, thing);
        let found = findings_in(deep.as_bytes(), DocumentKind::FornaxManifest, &around);
        found
            .iter()
            .map(|found| format!("{}: {}", found.rule.name, found.message))
            .collect::<Vec<_>>()
    };
    for at in [".config", ".config/acme"] {
        for (thing, what) in [
            (Thing::Symlink, "a symbolic link"),
            (Thing::file("{}"), "which is not a folder"),
        ] {
            assert_eq!(
                found(&format!("~/{at}"), thing),
                [format!(
                    "target-not-installable: on this machine `~/.config/acme/settings.json` lies \
                     behind `~/{at}`, {what}: Fornax would refuse to change it"
                )]
            );
        }
        let unknown = found(&format!("~/{at}"), Thing::Unknown);
        assert!(!unknown.concat().contains("not-installable"), "{unknown:?}");
    }
}

#[test]
fn targets_without_a_folder() {
    let kind = DocumentKind::FornaxManifest;
    let mut around = Described::named("acme.manifest.json");
    let missing = (
        "target-folder-missing",
        r#""~/.acme/settings.json""#.to_owned(),
    );
    assert_eq!(marked_in(MANIFEST, kind, &around), [missing]);
    let at_home = with("/target/path", r#""~/settings.json""#);
    assert_eq!(marked_in(&at_home, kind, &around), []);
    around.put("~/.acme", Thing::Folder { mode: None });
    assert_eq!(marked_in(MANIFEST, kind, &around), []);
}

#[test]
fn manifests_that_are_registered() {
    let kind = DocumentKind::FornaxManifest;
    let found = |id: &str, digest: &str| {
        let registry = format!(r#"{{"entries":[{{"id":"{id}","digest":"{digest}"}}]}}"#);
        let mut around = Described::named("acme.manifest.json");
        around.put("~/.acme", Thing::Folder { mode: None });
        around.put("~/.fornax/adapters/registry.json", Thing::file(registry));
        marked_in(MANIFEST, kind, &around)
    };
    let other = fornax_pin(b"");
    assert_eq!(found("acme-agent", &fornax_pin(MANIFEST.as_bytes())), []);
    assert_eq!(
        found("acme-agent", &other),
        [("registered-digest-changed", r#""acme-agent""#.to_owned())]
    );
    assert_eq!(found("other-agent", &other), []);
    assert_eq!(found("acme-agent", "sha256:x"), []);
}

/// An id is taken until what has it is removed, and nobody but it knows what it has installed.
#[test]
fn a_manifest_that_has_changed_is_told_how_it_comes_to_count() {
    let document = Document::parse(MANIFEST.as_bytes(), DocumentKind::FornaxManifest);
    let registry = format!(
        r#"{{"entries":[{{"id":"acme-agent","digest":"{}"}}]}}"#,
        fornax_pin(b"")
    );
    let mut around = Described::named("acme.manifest.json");
    around.put("~/.acme", Thing::Folder { mode: None });
    around.put("~/.fornax/adapters/registry.json", Thing::file(registry));
    let findings = check(&document, &Options::default(), &around);
    let notes = findings[0].notes.join(" ");
    let uninstall = notes.find("`fornax-adapter uninstall acme-agent`");
    let remove = notes.find("`fornax-adapter remove acme-agent`");
    assert!(uninstall.is_some() && uninstall < remove, "{notes}");
}

#[test]
fn copies_beside_the_registry() {
    let entry = |id: &str, bytes: &[u8], enabled: bool| {
        format!(
            r#"{{"id":"{id}","manifest_file":"{id}.manifest.json","digest":"{}","source_path":"","registered_at":"2026-10-02T11:04:19Z","enabled":{enabled}}}"#,
            fornax_pin(bytes)
        )
    };
    let registry = |entries: &[String]| {
        format!(
            r#"{{"schema_version":1,"entries":[{}]}}"#,
            entries.join(",")
        )
    };
    let found = |text: &str, copy: Option<Thing>| {
        let mut around = Described::named("registry.json");
        around.put("./registry.json", Thing::file(text));
        if let Some(copy) = copy {
            around.put("./acme-agent.manifest.json", copy);
        }
        let findings = findings_in(text.as_bytes(), DocumentKind::FornaxRegistry, &around);
        let found: HashMap<&str, Severity> = findings
            .iter()
            .map(|finding| (finding.rule.name, finding.severity))
            .collect();
        found
    };
    let bytes = MANIFEST.as_bytes();
    for (enabled, severity) in [(true, Severity::Error), (false, Severity::Warning)] {
        let text = registry(&[entry("acme-agent", bytes, enabled)]);
        let with_mode = |mode| Thing::File {
            bytes: bytes.to_vec(),
            mode: Some(mode),
        };
        assert_eq!(found(&text, Some(with_mode(0o600))), HashMap::new());
        assert_eq!(
            found(&text, Some(with_mode(0o660))),
            HashMap::from([("registry-permissions", Severity::Warning)])
        );
        let missing = HashMap::from([("registry-copy-missing", severity)]);
        assert_eq!(found(&text, None), missing);
        assert_eq!(found(&text, Some(Thing::Folder { mode: None })), missing);
        assert_eq!(found(&text, Some(Thing::Unknown)), HashMap::new());
        let changed = format!("{MANIFEST} ");
        assert_eq!(
            found(&text, Some(Thing::file(changed))),
            HashMap::from([("registry-digest-mismatch", severity)])
        );
        let other = MANIFEST.replace("\"id\": \"acme-agent\"", "\"id\": \"acme-agent-2\"");
        let text = registry(&[entry("acme-agent", other.as_bytes(), enabled)]);
        assert_eq!(
            found(&text, Some(Thing::file(other))),
            HashMap::from([("registry-id-mismatch", severity)])
        );
        let broken = MANIFEST.replace("\"schema_version\": 1", "\"schema_version\": 2");
        let text = registry(&[entry("acme-agent", broken.as_bytes(), enabled)]);
        assert_eq!(
            found(&text, Some(Thing::file(broken))),
            HashMap::from([("registry-copy-invalid", severity)])
        );
    }
    let nothing = registry(&[]);
    assert_eq!(
        found(&nothing, Some(Thing::file(MANIFEST))),
        HashMap::from([("registry-unlisted-manifest", Severity::Info)])
    );
}

#[test]
fn of_a_copy_that_is_not_json_nothing_is_quoted() {
    let kind = DocumentKind::FornaxRegistry;
    for copy in [
        "zz-secret=1",
        r#"{ "id": "zz-secret", }"#,
        r#"{ "id": "zz-secret" } zz-secret"#,
    ] {
        let text = r#"{ "entries": [{ "id": "acme-agent", "manifest_file": "acme-agent.manifest.json" }] }"#;
        let mut around = Described::named("registry.json");
        around.put("./acme-agent.manifest.json", Thing::file(copy));
        let found = findings_in(text.as_bytes(), kind, &around);
        assert!(
            found
                .iter()
                .any(|finding| finding.rule.name == "registry-copy-invalid"),
            "{copy}"
        );
        let said = found
            .iter()
            .map(|finding| format!("{} {:?}", finding.message, finding.notes))
            .collect::<String>();
        assert!(!said.contains("zz-secret"), "{said}");
    }
}

#[test]
fn registries_by_themselves() {
    let rules = |text: &str| {
        let findings = findings_in(text.as_bytes(), DocumentKind::FornaxRegistry, &Nowhere);
        let rules = findings
            .iter()
            .map(|finding| (finding.rule.name, finding.severity));
        rules.collect::<Vec<_>>()
    };
    let defaults = ("registry-defaults", Severity::Info);
    assert_eq!(rules("{}"), [defaults, defaults]);
    assert_eq!(rules(r#"{"entries":[]}"#), [defaults]);
    let version = |severity| ("registry-schema-version", severity);
    assert_eq!(
        rules(r#"{"schema_version":0,"entries":[]}"#),
        [version(Severity::Info)]
    );
    assert_eq!(
        rules(r#"{"schema_version":2,"entries":[]}"#),
        [version(Severity::Error)]
    );
    assert_eq!(
        rules(r#"{"schema_version":1.0,"entries":[]}"#),
        [("wrong-type", Severity::Error)]
    );
    let entry = |id: &str, file: &str| {
        let digest = fornax_pin(b"");
        format!(
            r#"{{"schema_version":1,"entries":[{{"id":"{id}","manifest_file":"{file}","digest":"{digest}","source_path":"","registered_at":"2026-10-02T11:04:19Z","enabled":true}}]}}"#
        )
    };
    let error = |rule| (rule, Severity::Error);
    assert_eq!(rules(&entry("a-b", "a-b.manifest.json")), []);
    assert_eq!(
        rules(&entry("codex", "codex.manifest.json")),
        [error("id-reserved")]
    );
    // Which of two faulty names should follow which is unclear: one finding each cause.
    assert_eq!(
        rules(&entry("A_b", "a-b.manifest.json")),
        [error("id-malformed")]
    );
    assert_eq!(
        rules(&entry("a-b", "b-a.manifest.json")),
        [error("entry-file-name")]
    );
    assert_eq!(
        rules(&entry("a-b", "x/a-b.manifest.json")),
        [error("entry-file-name")]
    );
}

#[test]
fn shapes_that_claude_code_knows() {
    let at = |pointer: &str, element: &str| {
        let text = with("/target/path", r#""~/.claude/settings.json""#)
            .replace("\"/hooks/PostToolUse\"", &format!("\"{pointer}\""))
            .replace(
                r#"{ "type": "command", "command": "fornax-hook-acme" }"#,
                element,
            );
        marked(&text)
            .into_iter()
            .filter(|(rule, _)| *rule == "element-shape")
            .map(|(_, text)| text)
            .collect::<Vec<_>>()
    };
    let good = r#"{"command":"fornax-hook-acme","matcher":"","hooks":[{"type":"command","command":"x"},{"type":"prompt"}]}"#;
    assert!(at("/hooks/Stop", good).is_empty());
    assert!(at("/hooks/EventOfTomorrow", good).is_empty());
    assert_eq!(at("/hooks/postToolUse", good), ["postToolUse"]);
    let bare = r#"{"type":"command","command":"fornax-hook-acme"}"#;
    assert_eq!(at("/hooks/Stop", bare), ["\"element\""]);
    // Elsewhere in the file, nothing is known.
    assert!(at("/else/where", bare).is_empty());
    assert!(at("/hooks/Stop/0", bare).is_empty());
    for (element, place) in [
        (r#"{"command":"fornax-hook-acme","hooks":{}}"#, "{}"),
        (r#"{"command":"fornax-hook-acme","hooks":["x"]}"#, "\"x\""),
        (r#"{"command":"fornax-hook-acme","hooks":[{}]}"#, "{}"),
        (
            r#"{"command":"fornax-hook-acme","hooks":[{"type":5}]}"#,
            "5",
        ),
        (
            r#"{"command":"fornax-hook-acme","hooks":[{"type":"command"}]}"#,
            r#"{"type":"command"}"#,
        ),
        (
            r#"{"command":"fornax-hook-acme","matcher":null,"hooks":[]}"#,
            "null",
        ),
    ] {
        assert_eq!(at("/hooks/Stop", element), [place], "{element}");
    }
}
