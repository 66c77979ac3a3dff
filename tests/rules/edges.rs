//! Where a rule's judgement turns: the values on both sides of an edge.

use fornax_manifest::{Diagnostic, DocumentKind, Nowhere, Severity};

use crate::examples::complete;
use crate::findings;
use crate::surroundings::{Described, Thing};

/// The complete sample of a kind with `piece` replaced by `other`.
#[track_caller]
fn with(kind: DocumentKind, piece: &str, other: &str) -> String {
    let text = complete(kind);
    assert!(text.contains(piece), "{piece} is not in the sample");
    text.replacen(piece, other, 1)
}

/// What `rule` finds in a text.
fn found(text: &str, kind: DocumentKind, rule: &str) -> Vec<Diagnostic> {
    let mut findings = findings(text, kind, &Nowhere);
    findings.retain(|finding| finding.rule.name == rule);
    findings
}

/// A registry with one entry that has these members.
fn registry(members: &[(&str, &str)]) -> String {
    let mut entry = serde_json::json!({
        "id": "acme-agent",
        "manifest_file": "acme-agent.manifest.json",
        "digest": format!("sha256:{}", "0".repeat(64)),
        "source_path": "/srv/acme-agent.manifest.json",
        "registered_at": "2026-10-02T11:04:19Z",
        "enabled": true,
    });
    for (name, value) in members {
        entry[*name] = (*value).into();
    }
    serde_json::json!({ "schema_version": 1, "entries": [entry] }).to_string()
}

#[test]
fn a_key_given_twice_is_refused_but_in_an_element() {
    let kind = DocumentKind::FornaxManifest;
    let severities = |text: &str| -> Vec<_> {
        let findings = found(text, kind, "duplicate-key");
        findings.iter().map(|finding| finding.severity).collect()
    };
    for (piece, severity) in [
        ("\"schema_version\": 1", Severity::Error),
        ("\"format\": \"json\"", Severity::Error),
        ("\"marker_key\": \"command\"", Severity::Error),
        ("\"command\": \"fornax-hook-acme\"", Severity::Warning),
    ] {
        let twice = with(kind, piece, &format!("{piece}, {piece}"));
        assert_eq!(severities(&twice), [severity], "{piece}");
    }
}

#[test]
fn what_must_not_be_empty_keeps_its_last_item() {
    let kind = DocumentKind::AkAdapter;
    let titles = |text: &str| -> Vec<String> {
        let findings = found(text, kind, "empty-value");
        let fixes = findings.iter().flat_map(|finding| &finding.fixes);
        fixes.map(|fix| fix.title().to_owned()).collect()
    };
    let hook = |command: &str| {
        format!(
            "{{\"lifecycle\":{{\"detect\":{{\"hook\":{{\"command\":{command},\"timeoutMs\":1}}}}}}}}"
        )
    };
    assert_eq!(titles(&hook("[\"a\", \"\"]")), ["Remove the empty item"]);
    let alone = titles(&hook("[\"\"]"));
    assert!(
        alone.iter().all(|title| title != "Remove the empty item"),
        "{alone:?}"
    );
    // Arguments may be none.
    let arguments = "{\"detection\":{\"versionArgs\":[\"\"]}}";
    assert_eq!(titles(arguments), ["Remove the empty item"]);
}

#[test]
fn a_file_without_an_id_is_still_named_after_one() {
    let kind = DocumentKind::FornaxRegistry;
    let is_found = |file: &str| {
        let text = registry(&[("manifest_file", file)]).replace("\"id\":", "\"name\":");
        !found(&text, kind, "entry-file-name").is_empty()
    };
    assert!(!is_found("other.manifest.json"));
    for file in [
        "",
        "other",
        "a/b.manifest.json",
        "../x.manifest.json",
        "A.manifest.json",
    ] {
        assert!(is_found(file), "{file}");
    }
}

#[test]
fn dates_are_those_of_the_calendar() {
    let kind = DocumentKind::FornaxRegistry;
    let is_time = |time: &str| {
        found(
            &registry(&[("registered_at", time)]),
            kind,
            "entry-time-malformed",
        )
        .is_empty()
    };
    let is_date = |date: &str| is_time(&format!("{date}T00:00:00Z"));
    for date in [
        "0000-01-01",
        "0000-02-29",
        "0004-02-29",
        "0400-02-29",
        "1600-02-29",
        "2000-02-29",
        "2024-02-29",
        "2023-02-28",
        "2026-01-31",
        "2026-03-31",
        "2026-04-30",
        "2026-05-31",
        "2026-06-30",
        "2026-07-31",
        "2026-08-31",
        "2026-09-30",
        "2026-10-31",
        "2026-11-30",
        "2026-12-31",
        "9999-12-31",
    ] {
        assert!(is_date(date), "{date}");
    }
    for date in [
        "0100-02-29",
        "0200-02-29",
        "1900-02-29",
        "2100-02-29",
        "2001-02-29",
        "2002-02-29",
        "2023-02-29",
        "2024-02-30",
        "2026-01-32",
        "2026-02-00",
        "2026-03-32",
        "2026-04-31",
        "2026-05-32",
        "2026-06-31",
        "2026-07-32",
        "2026-08-32",
        "2026-09-31",
        "2026-10-32",
        "2026-11-31",
        "2026-12-32",
        "2026-00-01",
        "2026-13-01",
        "2026-1-01",
        "2026-01-1",
        "226-01-01",
        "22026-01-01",
        "2026-01",
        "2026-01-01-01",
        "2026-01-01-",
        "+026-01-01",
        "2026-0a-01",
        "20260101",
        "",
    ] {
        assert!(!is_date(date), "{date}");
    }
    for time in [
        "23:59:60Z",
        "00:00:00z",
        "12:00:00+23:59",
        "12:00:00-00:00",
        "12:00:00.5Z",
    ] {
        assert!(is_time(&format!("2026-01-01T{time}")), "{time}");
    }
    for time in [
        "24:00:00Z",
        "23:60:00Z",
        "23:59:61Z",
        "12:00:00",
        "12:00:00+24:00",
        "12:00:00+00:60",
        "12:00Z",
        "12:00:00.Z",
        "12:00:00.aZ",
        "12:00:00 01:00",
        "1:00:00Z",
        "12:00:00:00Z",
        "12:00:00+1:00",
        "12:00:00+",
        "12:00:00Zz",
    ] {
        assert!(!is_time(&format!("2026-01-01T{time}")), "{time}");
    }
}

#[test]
fn an_id_may_be_as_long_as_it_may_be() {
    for (kind, piece, longest) in [
        (DocumentKind::FornaxManifest, "\"id\": \"acme-agent\"", 64),
        (DocumentKind::FornaxRegistry, "\"id\": \"acme-agent\"", 64),
    ] {
        let is_found = |length: usize| {
            let id = format!("\"id\": \"{}\"", "a".repeat(length));
            !found(&with(kind, piece, &id), kind, "id-malformed").is_empty()
        };
        assert!(!is_found(longest), "{}", kind.name());
        assert!(is_found(longest + 1), "{}", kind.name());
    }
}

/// What `rule` says of a complete sample with `piece` replaced, and what it offers.
fn said(kind: DocumentKind, rule: &str, piece: &str, other: &str) -> Vec<String> {
    let findings = found(&with(kind, piece, other), kind, rule);
    let said = findings.iter().map(|finding| {
        let titles = finding.fixes.iter().map(fornax_manifest::Fix::title);
        let reason = finding.loader_reason.unwrap_or("-");
        let titles: Vec<_> = titles.collect();
        format!("{reason}: {} [{}]", finding.message, titles.join(" | "))
    });
    said.collect()
}

#[test]
fn what_is_said_and_offered_turns_where_it_should() {
    use DocumentKind::{AkAdapter, AkKit, FornaxManifest, FornaxRegistry};

    let longest = format!("-{}", "a".repeat(63));
    let pointer = "\"/hooks/PostToolUse\"";
    let path = "~/.acme/settings.json";
    let target = "\"path\": \"~/.acme/settings.json\" },";
    let source = "npm:nova-adapter";
    for (kind, rule, piece, other, expected) in [
        (
            FornaxManifest,
            "id-malformed",
            "acme-agent",
            &*longest,
            &[
                "invalid-id: an `id` must not begin with a hyphen [Change the id to `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa`]",
            ][..],
        ),
        (
            FornaxManifest,
            "invalid-value",
            "\"uninstall\"]",
            "\"x\"]",
            &[
                "parse: item 3 of `capabilities` must be `plan`, `install` or `uninstall`; this is `x` [Remove the item]",
            ],
        ),
        (
            FornaxManifest,
            "invalid-value",
            "[\"plan\", \"install\", \"uninstall\"]",
            "[\"x\"]",
            &[
                "parse: item 1 of `capabilities` must be `plan`, `install` or `uninstall`; this is `x` [Write `plan` | Write `install` | Write `uninstall`]",
            ],
        ),
        (
            AkKit,
            "kit-source-relative",
            source,
            "ftp:x",
            &["-: ak has no scheme `ftp:` and takes `ftp:x` for a path []"],
        ),
        (
            AkKit,
            "kit-source-relative",
            source,
            "https:example.com/x",
            &[
                "-: `//` is missing behind `https:`: ak takes `https:example.com/x` for a relative path [Change to `https://example.com/x`]",
            ],
        ),
        (
            AkKit,
            "kit-source-relative",
            source,
            "HTTPS://example.com/x",
            &[
                "-: schemes are lower case: ak takes `HTTPS://example.com/x` for a relative path [Change to `https://example.com/x`]",
            ],
        ),
        (
            FornaxManifest,
            "marker-not-owned",
            "\"marker_value\": \"fornax-hook-acme\"",
            "\"marker_value\": \"the-acme-hook\"",
            &[],
        ),
        (
            FornaxManifest,
            "marker-not-owned",
            "\"marker_value\": \"fornax-hook-acme\"",
            "\"marker_value\": \"the-other-hook\"",
            &[
                "-: `the-other-hook` does not look like this adapter's own: uninstall removes every element with this marker, another tool's too []",
            ],
        ),
        (
            FornaxManifest,
            "missing-field",
            "\"display_name\": \"Acme Agent\",\n  \"summary\"",
            "\"dispaly_name\": \"Acme Agent\",\n  \"other\"",
            &[
                "parse: the manifest must have a field `summary` [Insert `summary` with a value to be replaced]",
            ],
        ),
        (
            FornaxManifest,
            "pointer-empty-segment",
            pointer,
            "\"/hooks//SessionStart\"",
            &[
                "-: nothing follows this slash, so that the pointer leads to a key which is the empty string []",
            ],
        ),
        (
            FornaxManifest,
            "pointer-empty-segment",
            pointer,
            "\"//\"",
            &[
                "-: nothing follows this slash, so that the pointer leads to a key which is the empty string []",
            ],
        ),
        (
            FornaxManifest,
            "pointer-empty-segment",
            pointer,
            "\"/hooks//Stop\"",
            &[
                "-: nothing follows this slash, so that the pointer leads to a key which is the empty string [Change the pointer to `/hooks/Stop`]",
            ],
        ),
        (
            FornaxManifest,
            "target-path-extension",
            path,
            "~/~x.txt",
            &[
                "path-extension-mismatch: the target file's name must end in `.json`; this ends in `.txt` [Change the name to `~x.json`]",
            ],
        ),
        (FornaxManifest, "target-path-extension", path, "~acme", &[]),
        (
            FornaxManifest,
            "target-path-unusual",
            path,
            "~/./.acme/settings.json",
            &[
                "-: a part of `target.path` is just a dot, which means nothing [Remove the parts that are just a dot]",
            ],
        ),
        (
            FornaxManifest,
            "unknown-field",
            target,
            "\"path\": \"~/.acme/settings.json\",",
            &[],
        ),
        (
            FornaxManifest,
            "wrong-type",
            "\"schema_version\": 1",
            "\"schema_version\": 4294967295",
            &[],
        ),
        (
            FornaxManifest,
            "wrong-type",
            "\"schema_version\": 1",
            "\"schema_version\": 4294967296",
            &[
                "parse: `schema_version` must be a whole number, small enough for 32 bits; this is 4294967296 [Write `1`]",
            ],
        ),
        (
            FornaxRegistry,
            "wrong-type",
            "\"schema_version\": 1",
            "\"schema_version\": 4294967296",
            &[
                "-: `schema_version` must be a whole number, small enough for 32 bits; this is 4294967296 [Write `1`]",
            ],
        ),
        (
            AkAdapter,
            "wrong-type",
            "\"contract\": 1",
            "\"contract\": \"2\"",
            &["invalid-contract: `contract` must be a whole number; this is a string [Write `1`]"],
        ),
        (
            AkAdapter,
            "wrong-type",
            "\"requiresHostEnabled\": true",
            "\"requiresHostEnabled\": 0",
            &[
                "invalid-host: `requiresHostEnabled` must be `true` or `false`; this is the number 0 [Write `false` | Remove `requiresHostEnabled`]",
            ],
        ),
        (
            AkAdapter,
            "wrong-type",
            "\"transcripts\": true",
            "\"transcripts\": 2",
            &[
                "invalid-host: `transcripts` must be `true` or `false`; this is the number 2 [Write `false`]",
            ],
        ),
        (
            AkAdapter,
            "wrong-type",
            "[\"--version\"]",
            "\"\"",
            &[
                "invalid-detection: `versionArgs` must be an array; this is an empty string [Remove `versionArgs`]",
            ],
        ),
        (
            AkAdapter,
            "wrong-type",
            "[\"--version\"]",
            "\"-v\"",
            &[
                "invalid-detection: `versionArgs` must be an array; this is a string [Write `[\"-v\"]` | Remove `versionArgs`]",
            ],
        ),
    ] {
        assert_eq!(said(kind, rule, piece, other), expected, "{kind:?} {other}");
    }
}

#[test]
fn a_pointer_that_is_there_twice_conflicts_twice() {
    let kind = DocumentKind::FornaxManifest;
    let operation = |pointer: &str| {
        serde_json::json!({
            "kind": "ensure_marked_array_element",
            "pointer": pointer,
            "marker_key": "command",
            "marker_value": "fornax-hook-acme",
            "element": { "command": "fornax-hook-acme" },
        })
    };
    let conflicts = |pointers: &[&str]| {
        let operations: Vec<_> = pointers.iter().map(|pointer| operation(pointer)).collect();
        let mut manifest: serde_json::Value = serde_json::from_str(&complete(kind)).unwrap();
        manifest["operations"] = operations.into();
        let text = manifest.to_string();
        let found = found(&text, kind, "pointer-conflict");
        let place = |span: fornax_manifest::Span| text[span.range()].to_owned();
        let pairs = found.iter().map(|finding| {
            let shorter = finding.related.first().map(|related| place(related.span));
            format!("{} through {}", place(finding.span), shorter.unwrap())
        });
        pairs.collect::<Vec<_>>()
    };
    assert_eq!(
        conflicts(&["/a", "/a/b", "/a/b", "/a/b/c", "/b"]),
        [
            "\"/a/b\" through \"/a\"",
            "\"/a/b\" through \"/a\"",
            "\"/a/b/c\" through \"/a/b\""
        ]
    );
    assert_eq!(conflicts(&["/a/b", "/a/b", "/ab"]), [""; 0]);
}

#[test]
fn a_target_that_is_too_large_is_told_by_its_limit() {
    let kind = DocumentKind::FornaxManifest;
    let mut around = Described::named("acme-agent.manifest.json");
    let large =
        vec![b' '; usize::try_from(fornax_manifest::limits::FORNAX_TARGET_BYTES).unwrap() + 1];
    around.put("~/.acme/settings.json", Thing::file(large));
    let mut findings = findings(&complete(kind), kind, &around);
    findings.retain(|finding| finding.rule.name == "target-not-installable");
    let said: Vec<_> = findings.iter().map(|finding| &*finding.message).collect();
    assert_eq!(
        said,
        [
            "on this machine `~/.acme/settings.json` is larger than 8 MiB: Fornax would refuse to change it"
        ]
    );
}

#[test]
fn a_broken_text_is_not_judged_however_many_there_are() {
    let kind = DocumentKind::FornaxRegistry;
    for count in [1, 19, 20, 21, 200] {
        // The fault in the second string is told of or not, as there is room for it.
        let controls = "\u{1b}".repeat(count);
        let text =
            format!(r#"{{"schema_version": 1, "a": "{controls}", "entries": "x{controls}"}}"#);
        assert_eq!(found(&text, kind, "wrong-type").len(), 0, "{count}");
    }
    let text = r#"{"schema_version": 1, "a": "", "entries": "x"}"#;
    assert_eq!(found(text, kind, "wrong-type").len(), 1);
}
