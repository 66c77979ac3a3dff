//! R01 to R26: what the rules of the two formats make of what people write.
//!
//! R27 and R28 are about configuration, and are tested with it.

use fornax_manifest::syntax::NodeKind;
use fornax_manifest::{Document, Nowhere, Options, check};

use crate::{
    AkAdapter, FornaxManifest, base, findings, is_accepted, options, report, reports, with,
};

/// Holds each of the values at `pointer` to have this report.
#[track_caller]
fn table(kind: fornax_manifest::DocumentKind, pointer: &str, rows: &[(&str, &[&str])]) {
    for (json, expected) in rows {
        reports(kind, &[(pointer, json)], expected);
    }
}

#[test]
fn r01_repeated_arguments_are_refused_and_explained() {
    let command = r#"["node", "run.mjs", "-v", "-v"]"#;
    reports(
        AkAdapter,
        &[("/execution/run/hook/command", command)],
        &["error duplicate-item `\"-v\"`"],
    );
    let text = with(AkAdapter, &[("/execution/run/hook/command", command)]);
    let found = findings(&text, AkAdapter);
    let repeated = found
        .iter()
        .find(|finding| finding.rule.name == "duplicate-item")
        .unwrap();
    let second = text.rfind("\"-v\"").unwrap();
    assert_eq!(repeated.span.start as usize, second, "the repeat is marked");
    assert!(repeated.notes.iter().any(|note| note.contains("argument")));
    let surfaces = r#"["acp", "acp", "cli-subprocess"]"#;
    reports(
        AkAdapter,
        &[("/driving/surfaces", surfaces)],
        &[
            "warning surface-unimplemented `\"acp\"`",
            "error duplicate-item `\"acp\"`",
            "warning surface-unimplemented `\"acp\"`",
        ],
    );
}

#[test]
fn r02_a_version_pattern_is_javascript() {
    let pattern = |text: &str| {
        let json = serde_json::to_string(text).unwrap();
        with(AkAdapter, &[("/detection/versionPattern", &json)])
    };
    for refused in [
        "(?P<v>a)",
        "(?i)a",
        "(",
        "[a",
        "a**",
        "x++",
        "(?-i:x)",
        "(?<v>a)|(?<v>b)",
        "a{2,1}",
        "*",
        "\\",
    ] {
        assert!(!is_accepted(&pattern(refused), AkAdapter), "{refused}");
    }
    for accepted in [
        "(?=a)b",
        "(?!a)b",
        "(?<=a)b",
        "(?<!a)b",
        "(a)\\1",
        "a{",
        "[^]",
        "\\cA",
        "[\\w-.]",
        "{",
        "]",
        "a{1",
        "\\k<n>",
        "\\u{1}",
        "\\z",
        "[[:digit:]]",
        "\\d\\w",
        "(?<v>[0-9.]+)",
    ] {
        assert!(is_accepted(&pattern(accepted), AkAdapter), "{accepted}");
    }
    let rules = |text: &str| -> Vec<&str> {
        findings(&pattern(text), AkAdapter)
            .iter()
            .map(|finding| finding.rule.name)
            .filter(|name| name.starts_with("version-pattern"))
            .collect()
    };
    assert_eq!(rules("(a+)+"), ["version-pattern-slow"]);
    for literal in ["\\p{L}", "\\A1", "1\\Z", "\\h"] {
        assert_eq!(rules(literal), ["version-pattern-literal"], "{literal}");
    }
    // It is checked, and never run.
    assert_eq!(
        rules(&"(a*)*".repeat(200)).first(),
        Some(&"version-pattern-slow")
    );
}

#[test]
fn r03_schema_is_refused_with_words_of_its_own() {
    for kind in [AkAdapter, FornaxManifest] {
        let text = with(kind, &[("/$schema", "\"https://example.invalid/s.json\"")]);
        assert_eq!(report(&text, kind), ["error schema-field `\"$schema\"`"]);
        let found = findings(&text, kind);
        let fix = &found
            .iter()
            .find(|finding| finding.rule.name == "schema-field")
            .unwrap()
            .fixes;
        let (fixed, _) = fornax_manifest::apply_fixes(&text, fix);
        assert_eq!(report(&fixed, kind), Vec::<String>::new());
    }
}

#[test]
fn r04_every_fault_is_told_at_once() {
    reports(
        AkAdapter,
        &[("/version", "\"x\""), ("/contract", "0"), ("/extra", "1")],
        &[
            "error ak-version-malformed `\"x\"`",
            "error contract-malformed `0`",
            "error unknown-field `\"extra\"`",
        ],
    );
}

#[test]
fn r05_what_the_loader_accepts_is_no_error() {
    reports(
        AkAdapter,
        &[(
            "/host/trust",
            r#"{"approvalPolicy": "unchanged", "changes": [], "x": 1}"#,
        )],
        &["warning unknown-field `\"x\"`"],
    );
    for pointer in ["/host/auth/x", "/host/legacy/statusline/x"] {
        reports(AkAdapter, &[(pointer, "1")], &[]);
    }
}

#[test]
fn r06_claims_without_hooks_behind_them() {
    let text = base(AkAdapter);
    let start = text.find("  \"lifecycle\"").unwrap();
    let end = text.find("  \"execution\"").unwrap();
    let bare = format!("{}{}", &text[..start], &text[end..]);
    assert_eq!(
        report(&bare, AkAdapter),
        [
            "warning native-capability-undelivered `true`",
            "warning native-capability-undelivered `true`",
        ]
    );
}

#[test]
fn r07_valid_but_never_admitted() {
    reports(
        AkAdapter,
        &[("/driving/surfaces", r#"["acp"]"#)],
        &[
            "error surface-unsupported `[\"acp\"]`",
            "warning surface-unimplemented `\"acp\"`",
        ],
    );
    reports(
        AkAdapter,
        &[("/contract", "2")],
        &["error contract-unsupported `2`"],
    );
    reports(
        AkAdapter,
        &[("/name", "\"other\"")],
        &["warning name-mismatch `\"other\"`"],
    );
    for id in ["claude", "codex", "opencode"] {
        let quoted = format!("\"{id}\"");
        reports(
            AkAdapter,
            &[("/host/id", &quoted), ("/name", &quoted)],
            &[&format!("error builtin-shadow `{quoted}`")],
        );
        // A name alone is admitted.
        let text = with(AkAdapter, &[("/name", &quoted)]);
        assert!(is_accepted(&text, AkAdapter), "{id}");
    }
}

#[test]
fn r08_null_is_a_value() {
    // Where `null` counts as absent, or any value is taken.
    let accepted = [
        "/host/auth",
        "/host/install/npmPackage",
        "/host/legacy",
        "/host/legacy/aqeProvider",
        "/host/legacy/configFormat",
        "/host/legacy/envMarkers",
        "/host/legacy/enableEnv",
        "/host/legacy/statusline",
    ];
    let text = base(AkAdapter);
    let document = Document::parse(text.as_bytes(), AkAdapter);
    let mut tried = 0;
    for node in document.tree().nodes() {
        let pointer = node.pointer();
        let free = [
            "/host/auth/",
            "/host/legacy/statusline/",
            "/host/legacy/envMarkers/",
        ];
        if node.is_key()
            || node.kind() == NodeKind::Member
            || free.iter().any(|free| pointer.starts_with(free))
        {
            continue;
        }
        tried += 1;
        let range = node.span().range();
        let changed = format!("{}null{}", &text[..range.start], &text[range.end..]);
        assert_eq!(
            is_accepted(&changed, AkAdapter),
            accepted.contains(&pointer.as_str()),
            "{pointer}"
        );
    }
    assert!(tried > 90, "{tried}");
    // Fornax knows no `null` at all, but in an element.
    let text = base(FornaxManifest);
    let document = Document::parse(text.as_bytes(), FornaxManifest);
    for node in document.tree().nodes() {
        if node.is_key() || node.kind() == NodeKind::Member {
            continue;
        }
        let pointer = node.pointer();
        let range = node.span().range();
        let changed = format!("{}null{}", &text[..range.start], &text[range.end..]);
        let free = pointer.ends_with("/element/type");
        assert_eq!(is_accepted(&changed, FornaxManifest), free, "{pointer}");
    }
}

#[test]
fn r09_loose_versions_are_warned_of() {
    table(
        AkAdapter,
        "/version",
        &[
            ("\"01.0.0\"", &["warning ak-version-not-semver `01`"]),
            (
                "\"1.0.0-a..b\"",
                &["warning ak-version-not-semver `\"1.0.0-a..b\"`"],
            ),
            (
                "\"1.0.0\\n\"",
                &["error ak-version-malformed `\"1.0.0\\n\"`"],
            ),
        ],
    );
}

#[test]
fn r10_a_relative_command_depends_on_how_the_manifest_is_served() {
    for command in [r#"["./run.sh"]"#, r#"["node", "run.mjs"]"#] {
        let text = with(AkAdapter, &[("/execution/run/hook/command", command)]);
        assert_eq!(report(&text, AkAdapter), Vec::<String>::new());
        let document = Document::parse(text.as_bytes(), AkAdapter);
        let published = Options {
            published: true,
            ..options()
        };
        let found = check(&document, &published, &Nowhere);
        assert!(
            found
                .iter()
                .any(|finding| finding.rule.name == "hook-unanchored"),
            "{command}"
        );
    }
}

#[test]
fn r11_implausible_time_outs() {
    table(
        AkAdapter,
        "/execution/run/hook/timeoutMs",
        &[
            ("1", &["warning hook-timeout-implausible `1`"]),
            ("100", &[]),
            ("86400000", &[]),
            ("86400001", &["warning hook-timeout-implausible `86400001`"]),
            ("0", &["error hook-timeout-malformed `0`"]),
        ],
    );
}

#[test]
fn r16_a_path_is_compared_part_by_part_and_never_resolved() {
    table(
        FornaxManifest,
        "/target/path",
        &[
            (
                "\"~/a/../../etc/x.json\"",
                &["error target-path-traversal `..`"],
            ),
            (
                "\"~/./../x.json\"",
                &[
                    "warning target-path-unusual `.`",
                    "error target-path-traversal `..`",
                ],
            ),
            (
                "\"/home/userX/x.json\"",
                &["error target-path-outside-home `\"/home/userX/x.json\"`"],
            ),
            (
                "\"/home/user/x.json\"",
                &["error target-path-outside-home `\"/home/user/x.json\"`"],
            ),
            (
                "\"~/a//x.json\"",
                &["error target-path-empty-component `//`"],
            ),
        ],
    );
    for path in ["~/..", "~//x.json", "~/a/..", "~", "~/", "x.json", ".", ""] {
        let text = with(FornaxManifest, &[("/target/path", &format!("\"{path}\""))]);
        assert!(!is_accepted(&text, FornaxManifest), "{path}");
    }
}

#[test]
fn r17_nothing_promises_that_a_path_is_safe() {
    let text = base(FornaxManifest);
    for finding in findings(&text, FornaxManifest) {
        assert!(!finding.message.contains("safe"), "{}", finding.message);
    }
    for rule in fornax_manifest::RULES {
        if rule.name.starts_with("target-") {
            assert!(
                !rule.manual().to_lowercase().contains("is safe"),
                "{}",
                rule.name
            );
        }
    }
}

#[test]
fn r18_windows_spellings_get_one_verdict_everywhere() {
    // Literal names to the loader, which runs on unix: no error, and where they mislead a warning.
    table(
        FornaxManifest,
        "/target/path",
        &[
            ("\"~/a./x.json\"", &[]),
            ("\"~/NUL.json\"", &[]),
            ("\"~/CON/x.json\"", &[]),
            ("\"~/a /x.json\"", &["warning target-path-unusual ` `"]),
            (
                "\"~/a\\\\x.json\"",
                &["warning target-path-backslash `\\\\`"],
            ),
            (
                "\"~/f.json:s\"",
                &["error target-path-extension `f.json:s`"],
            ),
            (
                "\"C:x.json\"",
                &["error target-path-outside-home `\"C:x.json\"`"],
            ),
            (
                "\"C:\\\\x.json\"",
                &["error target-path-outside-home `\"C:\\\\x.json\"`"],
            ),
            (
                "\"\\\\\\\\server\\\\x.json\"",
                &["error target-path-outside-home `\"\\\\\\\\server\\\\x.json\"`"],
            ),
        ],
    );
    for path in ["~/.. /x.json", "~\\\\..\\\\x.json", "\\\\x.json"] {
        let text = with(FornaxManifest, &[("/target/path", &format!("\"{path}\""))]);
        assert!(!is_accepted(&text, FornaxManifest), "{path}");
    }
}

#[test]
fn r19_each_other_use_of_tilde_and_variables_has_words_of_its_own() {
    table(
        FornaxManifest,
        "/target/path",
        &[
            ("\"~root/x.json\"", &["error target-path-tilde `~root`"]),
            ("\"~\"", &["error target-path-tilde `~`"]),
            ("\"~/a/~/x.json\"", &["error target-path-tilde `~`"]),
            ("\"~/foo~.json\"", &["error target-path-tilde `~`"]),
            (
                "\"$HOMEX/y.json\"",
                &["error target-path-outside-home `\"$HOMEX/y.json\"`"],
            ),
            (
                "\"${HOME}/y.json\"",
                &["error target-path-outside-home `\"${HOME}/y.json\"`"],
            ),
            (
                "\"%USERPROFILE%/y.json\"",
                &["error target-path-outside-home `\"%USERPROFILE%/y.json\"`"],
            ),
            (
                "\"~/$NAME/y.json\"",
                &["warning target-path-variable `$NAME`"],
            ),
            ("\"~/a$/100%.json\"", &[]),
        ],
    );
}

#[test]
fn r21_no_verdict_depends_on_the_machine() {
    use fornax_manifest::{Content, Entry, Place, Surroundings};

    /// A machine on which everything is a link, or missing.
    #[derive(Debug)]
    struct Hostile(Entry);

    impl Surroundings for Hostile {
        fn entry(&self, _place: Place, _path: &str) -> Entry {
            self.0
        }

        fn read(&self, _place: Place, _path: &str, _limit: u64) -> Content {
            Content::Bytes(b"[]".to_vec())
        }

        fn names(&self, _place: Place, _path: &str) -> Option<Vec<String>> {
            Some(vec!["x".to_owned()])
        }
    }

    for kind in [AkAdapter, FornaxManifest] {
        let text = base(kind);
        let document = Document::parse(text.as_bytes(), kind);
        let file = Entry::File {
            size: 1 << 40,
            mode: Some(0o777),
        };
        for entry in [Entry::Missing, Entry::Symlink, Entry::Other, file] {
            let found = check(&document, &options(), &Hostile(entry));
            assert!(
                !fornax_manifest::is_refused(&found),
                "{entry:?}: {found:#?}"
            );
        }
    }
}

#[test]
fn r22_pointers_are_held_to_rfc_6901() {
    table(
        FornaxManifest,
        "/operations/0/pointer",
        &[
            ("\"\"", &["error pointer-root `\"\"`"]),
            ("\"a\"", &["error pointer-malformed `\"a\"`"]),
            ("\"#/a\"", &["error pointer-malformed `\"#/a\"`"]),
            ("\"/a~\"", &["error pointer-escape `~`"]),
            ("\"/a~2\"", &["error pointer-escape `~2`"]),
            ("\"/~01\"", &[]),
            ("\"/a%2Fb\"", &[]),
            // Through JSON's own escapes.
            (r#""\u002fa""#, &[]),
            (r#""\/a""#, &[]),
            (r#""\/a\u007e2""#, &[r"error pointer-escape `\u007e2`"]),
        ],
    );
    // `~01` is the key `~1`, and not `/`.
    reports(
        FornaxManifest,
        &[
            ("/operations/0/pointer", "\"/~01/x\""),
            ("/operations/1/pointer", "\"/~1\""),
        ],
        &[],
    );
}

#[test]
fn r23_a_segment_that_looks_like_an_index_is_a_key() {
    table(
        FornaxManifest,
        "/operations/0/pointer",
        &[
            ("\"/hooks/0\"", &["warning pointer-index-segment `0`"]),
            ("\"/hooks/-\"", &["warning pointer-index-segment `-`"]),
            (
                "\"/hooks/99999999999999999999\"",
                &["warning pointer-index-segment `99999999999999999999`"],
            ),
            // Once per pointer.
            ("\"/0/1/2\"", &["warning pointer-index-segment `0`"]),
            // These are no indexes in any reading.
            ("\"/hooks/01\"", &[]),
            ("\"/hooks/+1\"", &[]),
            ("\"/hooks/-1\"", &[]),
            ("\"/hooks/1x\"", &[]),
            ("\"/hooks/\"", &["warning pointer-empty-segment `/`"]),
        ],
    );
}

#[test]
fn r24_every_object_is_closed_and_every_variant() {
    let objects = |kind| {
        let text = base(kind);
        let document = Document::parse(text.as_bytes(), kind);
        let objects = document
            .tree()
            .nodes()
            .filter(|node| node.kind() == NodeKind::Object);
        objects.map(|node| node.pointer()).collect::<Vec<_>>()
    };
    for pointer in objects(FornaxManifest) {
        let text = with(FornaxManifest, &[(&format!("{pointer}/zz"), "1")]);
        let free = pointer.ends_with("/element");
        assert_eq!(is_accepted(&text, FornaxManifest), free, "{pointer}");
    }
    for pointer in objects(AkAdapter) {
        let text = with(AkAdapter, &[(&format!("{pointer}/zz"), "1")]);
        let accepted = pointer.starts_with("/host/auth")
            || pointer == "/host/legacy/statusline"
            || pointer.starts_with("/host/trust");
        assert_eq!(is_accepted(&text, AkAdapter), accepted, "{pointer}");
    }
}

#[test]
fn r25_an_element_carries_its_marker_exactly() {
    let operation = |key: &str, value: &str, element: &str| {
        with(
            FornaxManifest,
            &[
                ("/operations/0/marker_key", key),
                ("/operations/0/marker_value", value),
                ("/operations/0/element", element),
            ],
        )
    };
    // The type counts.
    assert_eq!(
        report(&operation("\"id\"", "\"1\"", "{\"id\": 1}"), FornaxManifest),
        [
            "warning marker-not-owned `\"1\"`",
            "error marker-mismatch `1`"
        ]
    );
    // An empty marker owns nothing.
    assert_eq!(
        report(
            &operation("\"id\"", "\"\"", "{\"id\": \"\"}"),
            FornaxManifest
        ),
        ["warning marker-empty `\"\"`"]
    );
    for generic in ["true", "1", "node", "/opt/demo-1.2.3/hook"] {
        let json = format!("\"{generic}\"");
        let element = format!("{{\"id\": {json}}}");
        assert_eq!(
            report(&operation("\"id\"", &json, &element), FornaxManifest),
            [format!("warning marker-not-owned `{json}`")]
        );
    }
}

#[test]
fn r26_an_element_that_would_make_the_host_drop_its_file() {
    let text = with(
        FornaxManifest,
        &[
            ("/target/path", "\"~/.claude/settings.json\""),
            (
                "/operations/0/element",
                r#"{"type": "command", "command": "fornax-hook-acme"}"#,
            ),
        ],
    );
    let found = report(&text, FornaxManifest);
    assert!(
        found
            .iter()
            .any(|line| line.starts_with("warning element-shape")),
        "{found:#?}"
    );
}
