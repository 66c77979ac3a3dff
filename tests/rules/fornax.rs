//! The rules for Fornax documents, held against the loader's verdicts.

#[path = "../support/corpus.rs"]
mod corpus;
#[path = "../support/mod.rs"]
mod support;

use fornax_manifest::{
    Diagnostic, Document, DocumentKind, FornaxVersion, Nowhere, Options, Severity, Stage,
    apply_fixes, check, is_refused,
};

fn findings(bytes: &[u8]) -> Vec<Diagnostic> {
    let document = Document::parse(bytes, DocumentKind::FornaxManifest);
    let options = Options {
        fornax_version: Some(FornaxVersion(0, 0, 9)),
        ..Options::default()
    };
    check(&document, &options, &Nowhere)
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
