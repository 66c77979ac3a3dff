//! The rules for agentic-kit documents, held against the loader's verdicts, and at their corners.

// A test fails by panicking, its helpers included; clippy.toml knows only functions marked `#[test]`.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "../support/corpus.rs"]
mod corpus;
#[path = "../support/mod.rs"]
mod support;
#[path = "../support/surroundings.rs"]
mod surroundings;

use std::fs;

use fornax_manifest::{
    Diagnostic, Document, DocumentKind, Nowhere, Options, Severity, Surroundings, apply_fixes,
    check, is_refused,
};

use surroundings::{Described, Thing};

fn findings(text: &[u8], kind: DocumentKind) -> Vec<Diagnostic> {
    check(&Document::parse(text, kind), &Options::default(), &Nowhere)
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

/// The names of the rules, sorted, each once.
fn names(findings: &[Diagnostic]) -> String {
    let mut names: Vec<_> = findings.iter().map(|finding| finding.rule.name).collect();
    names.sort_unstable();
    names.dedup();
    names.join(" ")
}

fn sample(path: &str) -> String {
    fs::read_to_string(support::repo_root().join("schemas/samples").join(path)).unwrap()
}

/// A manifest without findings, with `json` as the value at `pointer`.
fn manifest_with(pointer: &str, json: &str) -> String {
    let mut text = sample("ak-adapter/valid/worker.json");
    let document = Document::parse(text.as_bytes(), DocumentKind::AkAdapter);
    let span = document.tree().at(pointer).expect(pointer).span();
    text.replace_range(span.range(), json);
    text
}

fn names_with(pointer: &str, json: &str) -> String {
    names(&findings(
        manifest_with(pointer, json).as_bytes(),
        DocumentKind::AkAdapter,
    ))
}

// ---- the corpus -----------------------------------------------------------------------------

#[test]
fn verdicts_and_reasons_are_the_loaders() {
    let mut wrong = Vec::new();
    for case in corpus::cases("ak") {
        let findings = findings(&case.bytes, DocumentKind::AkAdapter);
        let unreadable = findings
            .iter()
            .any(|finding| finding.rule.name == "invalid-utf8");
        let agrees = case.reason.as_deref().is_none_or(|reason| {
            findings
                .iter()
                .any(|finding| finding.loader_reason == Some(reason))
        });
        if is_refused(&findings) == case.accept || !(agrees || unreadable) {
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
    for case in corpus::cases("ak") {
        if case.accept && case.kind == "valid" {
            let mut findings = findings(&case.bytes, DocumentKind::AkAdapter);
            findings.retain(|finding| finding.severity > Severity::Info);
            assert!(findings.is_empty(), "{}{}", case.id, described(&findings));
        }
    }
}

#[test]
fn published_manifests_have_their_published_verdicts() {
    let Some(shared) = support::shared_dir() else {
        return;
    };
    for (file, reason) in [
        ("ak-acme-manifest.json", None),
        ("ak-hermes-example.json", None),
        (
            "ak-acme-manifest-with-extraneous-field.json",
            Some("unknown-field"),
        ),
        ("ak-acme-can-be-primary.json", Some("cap-can-be-primary")),
        ("ak-acme-contract-two.json", Some("contract-version")),
        (
            "ak-acme-guidance-traversal.json",
            Some("invalid-guidance-file"),
        ),
        ("ak-acme-shadow-claude.json", Some("builtin-shadow")),
    ] {
        let text = fs::read(shared.join("real").join(file)).unwrap();
        let mut findings = findings(&text, DocumentKind::AkAdapter);
        findings.retain(|finding| finding.severity == Severity::Error);
        let reasons: Vec<_> = findings
            .iter()
            .filter_map(|finding| finding.loader_reason)
            .collect();
        assert_eq!(reasons, Vec::from_iter(reason), "{file}");
    }
}

// ---- values ---------------------------------------------------------------------------------

#[test]
fn numbers_are_doubles() {
    for (contract, expected) in [
        ("1", ""),
        ("1.0", ""),
        ("10e-1", ""),
        ("2", "contract-unsupported"),
        ("1e21", "contract-unsupported"),
        ("0", "contract-malformed"),
        ("-0", "contract-malformed"),
        ("-1", "contract-malformed"),
        ("1.5", "wrong-type"),
        ("1e400", "wrong-type"),
        ("-1e400", "wrong-type"),
        ("\"1\"", "wrong-type"),
        ("null", "wrong-type"),
    ] {
        assert_eq!(names_with("/contract", contract), expected, "{contract}");
    }
    for (timeout, expected) in [
        ("5e3", ""),
        ("5000.0", ""),
        ("100", ""),
        ("86400000", ""),
        ("99", "hook-timeout-implausible"),
        ("86400001", "hook-timeout-implausible"),
        ("1e300", "hook-timeout-implausible"),
        ("0", "hook-timeout-malformed"),
        ("-0.0", "hook-timeout-malformed"),
        ("1e-400", "hook-timeout-malformed"),
        ("0.5", "wrong-type"),
        ("1e400", "wrong-type"),
        ("null", "wrong-type"),
    ] {
        let found = names_with("/execution/run/hook/timeoutMs", timeout);
        assert_eq!(found, expected, "{timeout}");
    }
}

#[test]
fn each_reason_is_the_loaders() {
    for (pointer, json, reason) in [
        ("/name", "\"A\"", "invalid-id"),
        ("/name", "\"\"", "invalid-id"),
        ("/host/id", "\"-a\"", "invalid-host"),
        ("/host/id", "\"\\ud800\"", "invalid-host"),
        ("/trust/changes/0/id", "\"a.b\"", "invalid-trust"),
        ("/version", "\"1.0.0\\n\"", "invalid-version"),
        ("/version", "\"\"", "invalid-version"),
        ("/contract", "0", "invalid-contract"),
        ("/host/install/bin", "\"a/b\"", "invalid-install-bin"),
        ("/detection/bin", "\"\"", "invalid-detection"),
        (
            "/lifecycle/detect/hook/timeoutMs",
            "0",
            "invalid-lifecycle-hook",
        ),
        ("/execution/run/hook/timeoutMs", "-1", "invalid-execution"),
        (
            "/lifecycle",
            "{\"__proto__\": {}}",
            "invalid-lifecycle-verb",
        ),
        (
            "/host/capabilities/canRouteActivities",
            "false",
            "execution-not-routable",
        ),
        (
            "/driving/surfaces",
            "[\"mcp\", \"acp\"]",
            "surface-unsupported",
        ),
        ("/host/id", "\"opencode\"", "builtin-shadow"),
    ] {
        let findings = findings(
            manifest_with(pointer, json).as_bytes(),
            DocumentKind::AkAdapter,
        );
        let mut errors = findings
            .iter()
            .filter(|finding| finding.severity == Severity::Error);
        let only = errors.next().map(|finding| finding.loader_reason);
        assert_eq!(
            only,
            Some(Some(reason)),
            "{pointer} {json}{}",
            described(&findings)
        );
        assert_eq!(
            errors.count(),
            0,
            "{pointer} {json}{}",
            described(&findings)
        );
    }
}

#[test]
fn the_rest_of_a_value_is_judged_as_it_is_meant() {
    for (pointer, json, expected) in [
        // Null is absent in two places only, and any other value of these is refused.
        (
            "/host/install",
            r#"{"bin": "acme", "npmPackage": null, "externalInstallPolicy": "managed"}"#,
            "",
        ),
        (
            "/host/install",
            r#"{"bin": "acme", "npmPackage": "", "externalInstallPolicy": "managed"}"#,
            "npm-package-named",
        ),
        (
            "/host/install",
            r#"{"bin": "acme", "npmPackage": 0, "externalInstallPolicy": "managed"}"#,
            "npm-package-named",
        ),
        (
            "/host/install",
            r#"{"bin": "acme", "npmPackage": [], "externalInstallPolicy": "managed"}"#,
            "npm-package-named",
        ),
        // Of two equal keys the last counts, and the first has no finding but that.
        (
            "/host/install",
            r#"{"bin": "A", "bin": "acme", "npmPackage": 1, "npmPackage": null, "externalInstallPolicy": "managed"}"#,
            "duplicate-key",
        ),
        // What JavaScript trims is white space; an escape doesn't help.
        ("/host/label", r#""\ufeff\u00a0\t\u2028 ""#, "label-blank"),
        ("/host/label", r#""\u0085""#, "hidden-text"),
        ("/host/label", r#""\ud800 ""#, ""),
        // A name that a built-in host has is admitted; the host's id decides.
        ("/name", r#""claude""#, "name-mismatch"),
        ("/name", r#""Acme""#, "ak-id-malformed"),
        ("/name", r#""acme-""#, "name-mismatch"),
        ("/version", r#""1.2.3-rc.01+05""#, "ak-version-not-semver"),
        // Only a list that would be accepted is judged by what it lacks.
        (
            "/driving/surfaces",
            r#"["acp"]"#,
            "surface-unimplemented surface-unsupported",
        ),
        (
            "/driving/surfaces",
            r#"["acp", "cli-subprocess"]"#,
            "surface-unimplemented",
        ),
        ("/driving/surfaces", "[]", "empty-value"),
        (
            "/driving/surfaces",
            r#"["acp", "acp"]"#,
            "duplicate-item surface-unimplemented",
        ),
        ("/driving/surfaces", r#"["tty"]"#, "invalid-value"),
        ("/execution", "{}", "missing-field"),
        ("/trust/changes", "[]", "trust-changes-empty"),
        ("/lifecycle", "{}", ""),
        ("/lifecycle", "null", "wrong-type"),
        (
            "/lifecycle",
            r#"{"Apply": {}, "install": 1}"#,
            "lifecycle-verb-unknown",
        ),
    ] {
        let found = names_with(pointer, json);
        // What is hidden in a text is another rule's business.
        let found = found.replace("hidden-text", "").trim().to_owned();
        assert_eq!(
            found,
            expected.replace("hidden-text", ""),
            "{pointer} {json}"
        );
    }
}

#[test]
fn a_legacy_that_is_no_object_is_skipped_unread() {
    let install = |legacy: &str| {
        let host =
            format!(r#"{{"bin": "acme", "externalInstallPolicy": "managed"}}, "legacy": {legacy}"#);
        names_with("/host/install", &host)
    };
    assert_eq!(install(r#"{"aqeProvider": null}"#), "");
    assert_eq!(install(r#"{"aqeProvider": ""}"#), "aqe-provider-named");
    assert_eq!(
        install(r#"{"guidanceFile": ""}"#),
        "guidance-file-malformed"
    );
    assert_eq!(install(r#"{"guidanceFile": null}"#), "wrong-type");
    for skipped in ["null", "[{\"aqeProvider\": 1}]", "0", "\"aqeProvider\""] {
        assert_eq!(install(skipped), "legacy-ignored", "{skipped}");
    }
}

#[test]
fn what_is_claimed_must_be_delivered() {
    let with = |capabilities: &str, lifecycle: &str| {
        let text = manifest_with("/lifecycle", lifecycle)
            .replace("\"nativeMcpConfig\": false", capabilities);
        names(&findings(text.as_bytes(), DocumentKind::AkAdapter))
    };
    let hook = |verbs: &[&str]| {
        let steps: Vec<_> = verbs
            .iter()
            .map(|verb| format!(r#""{verb}": {{ "hook": {{ "command": ["ak-{verb}"] }} }}"#))
            .collect();
        format!("{{ {} }}", steps.join(", "))
    };
    let (none, mcp) = ("\"nativeMcpConfig\": false", "\"nativeMcpConfig\": true");
    assert_eq!(with(none, &hook(&["apply"])), "apply-without-undo");
    assert_eq!(with(none, &hook(&["apply", "undo"])), "");
    assert_eq!(with(mcp, &hook(&["apply", "undo"])), "");
    // One cause, one finding.
    assert_eq!(
        with(mcp, &hook(&["apply"])),
        "native-capability-undelivered"
    );
    assert_eq!(with(mcp, &hook(&["undo"])), "native-capability-undelivered");
    assert_eq!(with(mcp, "{}"), "native-capability-undelivered");
    assert_eq!(with(mcp, "null"), "wrong-type");
    assert_eq!(with("\"nativeMcpConfig\": 1", "{}"), "wrong-type");
}

#[test]
fn a_half_typed_manifest_has_no_follow_up() {
    for text in [
        r#"{ "host": { "capabilities": { "canRouteActivities": true } "#,
        r#"{ "execution": , "host": { "capabilities": { "canRouteActivities": true, "nativeMcpConfig": true } }, "lifecycle": "#,
        r#"{ "name": "acme", "host": { "id":  }, "trust": { "changes": [ }"#,
        r#"{ "driving": { "surfaces": [ "acp" "#,
    ] {
        let findings = findings(text.as_bytes(), DocumentKind::AkAdapter);
        let follow_up = findings.iter().any(|finding| {
            matches!(
                finding.rule.name,
                "routing-without-execution"
                    | "native-capability-undelivered"
                    | "surface-unsupported"
                    | "name-mismatch"
                    | "trust-changes-empty"
            )
        });
        assert!(!follow_up, "{text}{}", described(&findings));
    }
}

#[test]
fn many_faults_cost_no_more_than_their_number() {
    let verbs: Vec<_> = (0..12_000).map(|n| format!("\"appl{n}\":0")).collect();
    let changes = vec![r#"{"id":"a"}"#; 12_000];
    for text in [
        format!("{{\"lifecycle\":{{{}}}}}", verbs.join(",")),
        format!("{{\"trust\":{{\"changes\":[{}]}}}}", changes.join(",")),
    ] {
        assert!(findings(text.as_bytes(), DocumentKind::AkAdapter).len() > 11_000);
    }
}

// ---- fixes ----------------------------------------------------------------------------------

/// The document after the first fix of the only finding of `rule`.
fn fixed(text: &str, kind: DocumentKind, rule: &str) -> String {
    let findings = findings(text.as_bytes(), kind);
    let fix = findings
        .iter()
        .find(|finding| finding.rule.name == rule)
        .and_then(|finding| finding.fixes.first());
    let fix = fix.unwrap_or_else(|| panic!("{rule} has no fix{}", described(&findings)));
    apply_fixes(text, [fix]).0
}

#[test]
fn fixes_touch_nothing_but_the_fault() {
    for (pointer, json, rule, expected) in [
        (
            "/detection/versionPattern",
            r#""\u0028?P<v>\ud800\/x)""#,
            "version-pattern-invalid",
            r#""(?<v>\ud800\/x)""#,
        ),
        (
            "/detection/versionPattern",
            r#""(?i)v\/1""#,
            "version-pattern-invalid",
            r#""v\/1""#,
        ),
        (
            "/detection/versionPattern",
            r#""(?P<v>a)(?P=v)""#,
            "version-pattern-invalid",
            r#""(?<v>a)(?P=v)""#,
        ),
        (
            "/detection/versionPattern",
            r#""(?<v>a)(?P=v)""#,
            "version-pattern-invalid",
            r#""(?<v>a)\\k<v>""#,
        ),
        (
            "/detection/versionPattern",
            r#""\\d++\ud800""#,
            "version-pattern-invalid",
            r#""\\d+\ud800""#,
        ),
        (
            "/detection/versionPattern",
            r#""\\/\\h1""#,
            "version-pattern-literal",
            r#""\\/[ \\t]1""#,
        ),
        (
            "/detection/versionPattern",
            r#""[[:digit:]]""#,
            "version-pattern-literal",
            r#""[0-9]""#,
        ),
        (
            "/version",
            r#""v1.0.0""#,
            "ak-version-malformed",
            r#""1.0.0""#,
        ),
        (
            "/host/id",
            r#""ACME Two""#,
            "ak-id-malformed",
            r#""acme-two""#,
        ),
        (
            "/driving/surfaces",
            r#"["acp"]"#,
            "surface-unsupported",
            r#"["acp", "cli-subprocess"]"#,
        ),
        (
            "/execution/run/hook/timeoutMs",
            "30",
            "hook-timeout-implausible",
            "30000",
        ),
    ] {
        let text = fixed(&manifest_with(pointer, json), DocumentKind::AkAdapter, rule);
        assert_eq!(text, manifest_with(pointer, expected), "{json}");
    }
}

#[test]
fn sources_are_mended() {
    for (source, rule, expected) in [
        ("npm:x@^1.2", "kit-source-malformed", "npm:x@1.2.0"),
        ("npm:@a/x@1", "kit-source-malformed", "npm:@a/x@1.0.0"),
        ("npm:x@01.2.3", "kit-source-malformed", "npm:x@1.2.3"),
        ("npm:x@*", "kit-source-malformed", "npm:x"),
        ("npm:x@", "kit-source-malformed", "npm:x"),
        (r"http:\/\/x", "kit-source-insecure", r"https:\/\/x"),
        ("HTTPS://x/a", "kit-source-relative", "https://x/a"),
        ("NPM:x", "kit-source-relative", "npm:x"),
        ("file:///opt/a.json", "kit-source-relative", "/opt/a.json"),
    ] {
        let kit = |source: &str| {
            format!(r#"{{ "hostAdapters": [{{ "name": "x", "source": "{source}" }}] }}"#)
        };
        assert_eq!(
            fixed(&kit(source), DocumentKind::AkKit, rule),
            kit(expected)
        );
    }
}

// ---- version patterns -----------------------------------------------------------------------

/// Patterns, and whether JavaScript compiles them without flags (ES2024, Annex B).
const PATTERNS: [(&str, bool); 116] = [
    // Characters that mean something elsewhere.
    ("{", true),
    ("}", true),
    ("]", true),
    ("a{1", true),
    ("a{,2}", true),
    ("a{1}{", true),
    ("/", true),
    ("\n", true),
    ("a|", true),
    ("|", true),
    ("()", true),
    ("[]", true),
    ("[^]", true),
    (")", false),
    ("(", false),
    ("[", false),
    ("[a", false),
    ("\\", false),
    ("a\\", false),
    // Quantifiers.
    ("a{2}", true),
    ("a{2,}?", true),
    ("a{1,2}", true),
    ("a{2,1}", false),
    ("a{99999999999999999999}", true),
    ("a{99999999999999999999,1}", false),
    ("*", false),
    ("+a", false),
    ("?", false),
    ("{1}", false),
    ("a|*", false),
    ("(*)", false),
    ("a**", false),
    ("a++", false),
    ("a?+", false),
    ("a{1}{2}", false),
    ("a??", true),
    ("^*", false),
    ("$+", false),
    ("\\b+", false),
    ("\\B{2}", false),
    ("(?=a)*", true),
    ("(?!a)+", true),
    ("(?<=a)*", false),
    ("(?<!a)?", false),
    // Escapes.
    ("\\d\\D\\w\\W\\s\\S\\.\\-\\/", true),
    ("\\p{L}", true),
    ("\\p{", true),
    ("\\P", true),
    ("\\A\\Z\\z\\h\\Q\\E\\R\\K", true),
    ("\\u0041", true),
    ("\\u", true),
    ("\\u00", true),
    ("\\u{1}", true),
    ("\\u{61}+", false),
    ("\\u{2,1}", false),
    ("\\u+123?", true),
    ("[\\u+123-a]", true),
    ("\\x4", true),
    ("\\x41", true),
    ("\\c", true),
    ("\\c1", true),
    ("\\cA", true),
    ("[\\c_]", true),
    ("[\\c]", true),
    ("\\0", true),
    ("\\8", true),
    ("\\1", true),
    ("(a)\\2", true),
    ("\\400", true),
    // Brackets.
    ("[\\w-.]", true),
    ("[\\w-a]", true),
    ("[a-\\d]", true),
    ("[--a]", true),
    ("[z-a]", false),
    ("[\\b]", true),
    ("[[:digit:]]", true),
    ("[a&&b]", true),
    ("[\u{1F600}-\u{1F60E}]", false),
    ("[\u{1F600}]", true),
    ("\u{1F600}+", true),
    // Groups.
    ("(?:a)", true),
    ("(?=a)(?!b)(?<=c)(?<!d)", true),
    ("(?<n>a)", true),
    ("(?<$_1>a)", true),
    ("(?<\\u0061>a)", true),
    ("(?<\\u{61}>a)", true),
    ("(?<\u{1D49C}>a)", true),
    ("(?<\\ud835\\udc9c>a)", true),
    ("(?<1>a)", false),
    ("(?<>a)", false),
    ("(?<a-b>a)", false),
    ("(?<n", false),
    ("(?<n>", false),
    ("(?<n>a)(?<n>b)", false),
    ("(?<n>a)|(?<n>b)", false),
    ("(?<a>x)|(?<\\u0061>y)", false),
    ("\\k<n>", true),
    ("\\k", true),
    ("(?<n>a)\\k<n>", true),
    ("\\k<n>(?<n>a)", true),
    ("(?<n>a)\\k<m>", false),
    ("(?<n>a)\\k", false),
    ("(?<n>a)[\\k]", false),
    ("(?", false),
    ("(?)", false),
    ("(?P<n>a)", false),
    ("(?P=n)", false),
    ("(?'n'a)", false),
    ("(?i)a", false),
    ("(?i:a)", false),
    ("(?-i:a)", false),
    ("(?>a)", false),
    ("(?#a)", false),
    ("(?|a)", false),
    ("(?R)", false),
    ("v?(\\d+)\\.(\\d+)(?:\\.(\\d+))?(?:-([\\w.-]+))?", true),
];

fn pattern_findings(pattern: &str) -> Vec<Diagnostic> {
    let json = serde_json::Value::from(pattern).to_string();
    let text = manifest_with("/detection/versionPattern", &json);
    findings(text.as_bytes(), DocumentKind::AkAdapter)
}

#[test]
fn version_patterns_are_javascripts() {
    let wrong: Vec<_> = PATTERNS
        .iter()
        .filter(|(pattern, is_valid)| is_refused(&pattern_findings(pattern)) == *is_valid)
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn lone_surrogates_are_characters_like_others() {
    for pattern in [r#""\ud800+[\udc00-\udfff]""#, r#""[\ud800-\ud7ff]""#] {
        let findings = findings(
            manifest_with("/detection/versionPattern", pattern).as_bytes(),
            DocumentKind::AkAdapter,
        );
        let ours = findings
            .iter()
            .any(|finding| finding.rule.name == "version-pattern-invalid");
        assert_eq!(ours, pattern.contains("d7ff"), "{pattern}");
    }
}

#[test]
fn what_other_languages_mean_is_pointed_out() {
    for (pattern, count) in [
        ("\\p{Lu}\\P{N}", 2),
        ("\\A\\d+\\Z", 2),
        ("\\z|\\h|\\G", 3),
        ("[\\h\\p{L}]", 2),
        ("[[:digit:]]+[^[:space:]]", 2),
        ("[:digit:]", 0),
        ("\\u{61}", 1),
        ("\\k<n>", 1),
        ("(?<n>a)\\k<n>", 0),
        ("\\d\\w\\s\\b\\B\\cA\\x41\\u0041\\0\\1\\n\\t\\.\\-\\/\\ ", 0),
    ] {
        let findings = pattern_findings(pattern);
        let literal = findings
            .iter()
            .filter(|finding| finding.rule.name == "version-pattern-literal")
            .count();
        assert_eq!(literal, count, "{pattern}{}", described(&findings));
    }
}

#[test]
fn only_repetitions_that_nothing_keeps_apart_are_slow() {
    for (pattern, is_slow) in [
        ("(a+)+", true),
        ("(a*)*", true),
        ("((a+))+", true),
        ("(?:\\d+\\.?)+", true),
        ("(\\s*\\d+)*", true),
        ("(a|b+)*", true),
        ("(?=(a+)+)", true),
        ("([ab]{2,}){3,}", true),
        ("\\d+(\\.\\d+)*", false),
        ("(\\d+\\.)+", false),
        ("(a+)?", false),
        ("(a+){2}", false),
        ("(a|b)*", false),
        ("(?:(?=a+))*", false),
        ("a+b+c+", false),
        ("(a?)+", false),
    ] {
        let found = names(&pattern_findings(pattern));
        assert_eq!(found.contains("version-pattern-slow"), is_slow, "{pattern}");
    }
}

#[test]
fn hostile_patterns_cost_little() {
    let nested = |open: &str, inner: &str, close: &str, times: usize| {
        format!("{}{inner}{}", open.repeat(times), close.repeat(times))
    };
    let hostile = [
        ("(".repeat(100_000), "warning"),
        ("a".repeat(2_001), "warning"),
        ("a".repeat(2_000), "none"),
        (nested("(", "", ")", 51), "warning"),
        (nested("(?<=", "a", ")", 50), "none"),
        (nested("(?:", "a+", ")+", 40), "none"),
        ("a|".repeat(1_000), "none"),
        (format!("(?<=x){}", "a|".repeat(900)), "none"),
        ("(?i)".repeat(500), "error"),
        ("a++".repeat(600), "error"),
        ("\\".repeat(1_999), "error"),
        ("[".repeat(2_000), "error"),
        ("\\p{L}".repeat(400), "none"),
    ];
    // As small a stack as any platform gives to a thread.
    let checked = std::thread::Builder::new()
        .stack_size(1 << 20)
        .spawn(move || {
            for (pattern, expected) in hostile {
                let findings = pattern_findings(&pattern);
                let ours = findings
                    .iter()
                    .find(|finding| finding.rule.name == "version-pattern-invalid");
                let severity = ours.map_or("none", |finding| finding.severity.as_str());
                assert_eq!(severity, expected, "{}", &pattern[..20]);
                assert!(findings.len() < 12);
            }
        });
    assert!(checked.unwrap().join().is_ok());
}

// ---- the disk -------------------------------------------------------------------------------

fn names_beside(pointer: &str, json: &str, surroundings: &dyn Surroundings) -> String {
    let text = manifest_with(pointer, json);
    let document = Document::parse(text.as_bytes(), DocumentKind::AkAdapter);
    let mut findings = check(&document, &Options::default(), surroundings);
    findings.retain(|finding| finding.rule.stage == fornax_manifest::Stage::Surroundings);
    names(&findings)
}

#[test]
fn scripts_are_looked_for_beside_the_manifest() {
    const COMMAND: &str = "/execution/run/hook/command";
    let mut disk = Described::named("ak-adapter.json");
    disk.put("./hooks/run.mjs", Thing::file(""));
    disk.put("./link.sh", Thing::Symlink);
    disk.put("./folder.sh", Thing::Folder { mode: None });
    for (command, is_missing) in [
        (r#"["node", "hooks/run.mjs"]"#, false),
        (r#"["node", "hooks\\run.mjs"]"#, false),
        (r#"["./link.sh"]"#, false),
        (r#"["./folder.sh"]"#, true),
        (r#"["sh", "folder.sh"]"#, true),
        (r#"["node", "run.mjs"]"#, true),
        (r#"["run.SH"]"#, true),
        (r#"["./bin/acme"]"#, true),
        (r#"["acme", "./bin/acme"]"#, false),
        (r#"["node", "--import=x.mjs"]"#, false),
        (r#"["node", "https://example.com/x.mjs"]"#, false),
        (r#"["~/x.sh"]"#, false),
        (r#"["$HOME/x.sh"]"#, false),
        (r#"["@acme/x.js"]"#, false),
        (r#"["node", "*.mjs"]"#, false),
        (r#"["node", "-e", "import './x.mjs'; y.js"]"#, false),
        (r#"["sh", "-c", "x.sh", "y.sh"]"#, true),
        (r#"["/opt/acme/x.sh"]"#, false),
        (r#"["C:\\acme\\x.ps1"]"#, false),
    ] {
        let found = names_beside(COMMAND, command, &disk);
        assert_eq!(
            found == "hook-script-missing",
            is_missing,
            "{command} {found}"
        );
        assert_eq!(names_beside(COMMAND, command, &Nowhere), "", "{command}");
    }
}

#[test]
fn a_published_manifest_has_nothing_to_anchor_a_path_to() {
    const COMMAND: &str = "/lifecycle/detect/hook/command";
    for (package, is_published) in [
        (r#"{ "name": "x", "version": "1.0.0" }"#, true),
        (
            r#"{ "name": "x", "version": "1.0.0", "private": false }"#,
            true,
        ),
        (
            r#"{ "name": "x", "version": "1.0.0", "private": "true" }"#,
            true,
        ),
        (
            r#"{ "name": "x", "version": "1.0.0", "private": true }"#,
            false,
        ),
        (r#"{ "name": "x" }"#, false),
        (r#"{ "version": "1.0.0" }"#, false),
        ("[]", false),
        ("", false),
    ] {
        let mut disk = Described::named("ak-adapter.json");
        disk.put("./package.json", Thing::file(package));
        disk.put("./run.mjs", Thing::file(""));
        let found = names_beside(COMMAND, r#"["node", "run.mjs"]"#, &disk);
        assert_eq!(found == "hook-unanchored", is_published, "{package}");
        assert_eq!(names_beside(COMMAND, r#"["acme-ak", "--run"]"#, &disk), "");
    }
    let text = manifest_with(COMMAND, r#"["node", "--config=a/b"]"#);
    let document = Document::parse(text.as_bytes(), DocumentKind::AkAdapter);
    let options = Options {
        published: true,
        ..Options::default()
    };
    assert_eq!(
        names(&check(&document, &options, &Nowhere)),
        "hook-unanchored"
    );
}

#[test]
fn a_kit_is_held_against_the_manifests_that_it_names() {
    let mut disk = Described::named("kit.json");
    disk.put(
        "./good.json",
        Thing::file(sample("ak-adapter/valid/worker.json")),
    );
    disk.put("./broken.json", Thing::file("{"));
    disk.put("./large.json", Thing::file(vec![b' '; 262_145]));
    disk.put("./link.json", Thing::Symlink);
    disk.put("./secret.json", Thing::Unknown);
    disk.put("./folder", Thing::Folder { mode: None });
    for (source, expected) in [
        ("good.json", ""),
        ("broken.json", "kit-manifest-refused"),
        ("large.json", "kit-manifest-refused"),
        ("link.json", "kit-source-not-a-file"),
        ("folder", "kit-source-not-a-file"),
        ("secret.json", ""),
        ("none.json", "kit-source-missing"),
        ("/opt/none.json", "kit-source-missing"),
        ("~/none.json", ""),
        ("HTTPS://none.json", ""),
        ("C:/none.json", ""),
        ("https://none.json", ""),
        ("npm:none", ""),
    ] {
        let text = format!(r#"{{ "hostAdapters": [{{ "name": "acme", "source": "{source}" }}] }}"#);
        let document = Document::parse(text.as_bytes(), DocumentKind::AkKit);
        let mut found = check(&document, &Options::default(), &disk);
        found.retain(|finding| finding.rule.name != "kit-source-relative");
        assert_eq!(names(&found), expected, "{source}");
    }
}

#[test]
fn what_lies_elsewhere_is_never_quoted() {
    let manifest = sample("ak-adapter/valid/worker.json");
    let named = r#"{ "host": { "id": "zz-secret" }, "contract": 77123, "zz-secret": "zz-secret" }"#;
    let other = manifest.replacen(r#""contract": 1"#, r#""contract": 77123"#, 1);
    assert_ne!(manifest, other);
    let texts = [
        ("zz-secret=zz-secret\n", "kit-manifest-refused"),
        (
            r#"{ "host": { "id": "zz-secret" }, }"#,
            "kit-manifest-refused",
        ),
        (named, "kit-contract-mismatch"),
        (&other, "kit-contract-mismatch"),
    ];
    for (text, rule) in texts {
        let mut disk = Described::named("kit.json");
        disk.put("./own.json", Thing::file(text));
        disk.put("./etc/secret", Thing::file(text));
        disk.put("../secret", Thing::file(text));
        let found = |source: &str| {
            let kit = format!(
                r#"{{ "hostAdapters": [{{ "name": "a", "contract": 2, "source": "{source}" }}] }}"#
            );
            let document = Document::parse(kit.as_bytes(), DocumentKind::AkKit);
            let found = check(&document, &Options::default(), &disk);
            let said = |name: &str| found.iter().any(|finding| finding.rule.name == name);
            let all = found.iter();
            let all = all.map(|found| (&found.message, &found.notes, &found.fixes));
            (said(rule), format!("{:?}", all.collect::<Vec<_>>()))
        };
        for source in ["/etc/secret", "../secret"] {
            let (is_found, said) = found(source);
            assert!(is_found, "{rule}: {said}");
            for secret in ["zz-secret", "77123"] {
                assert!(!said.contains(secret), "{source}: {said}");
            }
        }
        let (is_found, said) = found("own.json");
        assert!(is_found, "{rule}: {said}");
        let is_json = !matches!(rule, "kit-manifest-refused");
        assert_eq!(
            said.contains("zz-secret") || said.contains("77123"),
            is_json,
            "{said}"
        );
    }
}

#[test]
fn a_kit_without_adapters_is_none_of_our_business() {
    for text in [
        r#"{ "adapters": 1 }"#,
        r#"{ "hostAdapters": [], "x": null }"#,
        "[]",
        "null",
    ] {
        let found = names(&findings(text.as_bytes(), DocumentKind::AkKit));
        assert_eq!(found, "", "{text}");
    }
    for (entry, expected) in [
        (r#"{ "name": "a", "source": "/x", "contract": 1.0 }"#, ""),
        (r#"{ "name": "a", "source": "C:/x" }"#, ""),
        (
            r#"{ "name": "a", "source": "/x", "contract": 0 }"#,
            "kit-contract-malformed",
        ),
        (r#"{ "name": "a", "source": "" }"#, "kit-source-malformed"),
        (
            r#"{ "name": "a", "source": "npm:" }"#,
            "kit-source-malformed",
        ),
        (
            r#"{ "name": "a", "source": "npm:a/b" }"#,
            "kit-source-malformed",
        ),
        (
            r#"{ "name": "a", "source": "npm:a@1.x" }"#,
            "kit-source-malformed",
        ),
        (
            r#"{ "name": "a", "source": "http://x" }"#,
            "kit-source-insecure",
        ),
        (
            r#"{ "name": "a", "source": "github:a/b" }"#,
            "kit-source-relative",
        ),
        (r#"{ "name": "a", "source": "~/x" }"#, "kit-source-relative"),
        (
            r#"{ "name": "a", "source": "/x" }, { "name": "\u0061", "source": "/y" }"#,
            "kit-name-repeated",
        ),
        (
            r#"{ "name": "", "source": "/x" }, { "name": "", "source": "/y" }"#,
            "empty-value",
        ),
    ] {
        let text = format!("{{ \"hostAdapters\": [{entry}] }}");
        assert_eq!(
            names(&findings(text.as_bytes(), DocumentKind::AkKit)),
            expected,
            "{entry}"
        );
    }
}
