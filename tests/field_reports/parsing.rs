//! P01 to P18: parsing and text.

use fornax_manifest::limits;

use crate::{
    AkAdapter, FornaxManifest, base, findings, findings_of_bytes, is_accepted, report, reports,
    with,
};

#[test]
fn p01_duplicate_keys_are_found_at_every_depth() {
    reports(
        AkAdapter,
        &[(
            "/execution/run/hook",
            r#"{"command": ["a"], "command": ["b"], "timeoutMs": 600000}"#,
        )],
        &["warning duplicate-key `\"command\"`"],
    );
    // The last one counts.
    let hidden = r#"{"canBePrimary": true, "canBePrimary": false,"#;
    let shown = r#"{"canBePrimary": false, "canBePrimary": true,"#;
    for (pair, accepted) in [(hidden, true), (shown, false)] {
        let rest = with(AkAdapter, &[("/host/capabilities/canBePrimary", "@")]);
        let text = rest
            .replace("\"canBePrimary\": @,", "")
            .replace("\"capabilities\": {", &format!("\"capabilities\": {pair}"));
        assert_eq!(is_accepted(&text, AkAdapter), accepted, "{pair}");
        let duplicates = findings(&text, AkAdapter);
        let duplicate = duplicates
            .iter()
            .find(|finding| finding.rule.name == "duplicate-key")
            .unwrap();
        assert_eq!(duplicate.related.len(), 1, "both of the pair are marked");
    }
    // Compared after unescaping.
    reports(
        AkAdapter,
        &[("/host/auth", r#"{"a": 1, "\u0061": 2}"#)],
        &["warning duplicate-key `\"a\"`"],
    );
    // Fornax refuses a field that comes twice, and marks the repeat.
    reports(
        FornaxManifest,
        &[(
            "/target",
            r#"{"format": "json", "\u0070ath": "~/.acme/settings.json", "path": "~/.acme/settings.json"}"#,
        )],
        &["error duplicate-key `\"path\"`"],
    );
}

#[test]
fn p02_a_byte_order_mark_is_named_and_everything_else_still_checked() {
    for kind in [AkAdapter, FornaxManifest] {
        let text = format!("\u{feff}{}", base(kind));
        assert_eq!(report(&text, kind), ["error byte-order-mark `\u{feff}`"]);
    }
    let text = format!("\u{feff}{}", with(AkAdapter, &[("/contract", "0")]));
    assert_eq!(
        report(&text, AkAdapter),
        [
            "error byte-order-mark `\u{feff}`",
            "error contract-malformed `0`"
        ]
    );
}

#[test]
fn p03_errors_point_at_the_right_token() {
    let text = "{\n \"a\": 1\n \"b\": 2,\n}";
    let found = findings(text, AkAdapter);
    let places: Vec<_> = found
        .iter()
        .filter(|finding| finding.rule.stage == fornax_manifest::Stage::Text)
        .map(|finding| (finding.rule.name, finding.span.start, finding.span.end))
        .collect();
    assert_eq!(places, [("syntax-error", 9, 9), ("trailing-comma", 17, 18)]);
    for finding in &found {
        let is_syntax = finding.rule.stage == fornax_manifest::Stage::Text;
        assert!(!is_syntax || finding.fixes.len() == 1);
    }
}

#[test]
fn p04_one_mistake_is_one_error() {
    let whole = with(
        AkAdapter,
        &[("/driving", r#"{"surfaces": ["cli-subprocess"] "x": 1}"#)],
    );
    let expected = ["error syntax-error ``", "error unknown-field `\"x\"`"];
    assert_eq!(report(&whole, AkAdapter), expected);
    // What failed to parse brings no follow-up errors.
    for broken in [
        "{\"surfaces\": [\"cli-subprocess\"",
        "{\"surfaces\": }",
        "{\"surfaces\"",
    ] {
        let text = with(AkAdapter, &[("/driving", broken)]);
        let report = report(&text, AkAdapter);
        assert!(
            report
                .iter()
                .all(|line| line.starts_with("error syntax-error")),
            "{broken}: {report:#?}"
        );
        assert!(report.len() <= 2, "{broken}: {report:#?}");
    }
    let text = "{\"host\": {\"id\": \"x\" \"label\": \"y\"}, \"version\": \"1\"}";
    let syntax = report(text, AkAdapter);
    assert_eq!(
        syntax.iter().filter(|line| line.contains("syntax")).count(),
        1
    );
}

#[test]
fn p05_what_does_not_parse_is_never_clean() {
    for kind in [AkAdapter, FornaxManifest] {
        let text = format!("/* open\n{}", base(kind));
        assert!(!is_accepted(&text, kind));
        assert_eq!(report(&text, kind).len(), 1);
    }
}

#[test]
fn p06_depth_is_limited_for_fornax_and_overflows_nothing() {
    let brackets = "[".repeat(60_000);
    assert!(!is_accepted(&brackets, AkAdapter));
    let found = findings(&brackets, FornaxManifest);
    let deep = found
        .iter()
        .find(|finding| finding.rule.name == "nesting-too-deep")
        .unwrap();
    assert_eq!((deep.span.start, deep.span.end), (127, 128));
    let nested = "[".repeat(5_000) + &"]".repeat(5_000);
    assert!(is_accepted(
        &with(AkAdapter, &[("/host/auth", &nested)]),
        AkAdapter
    ));
}

#[test]
fn p07_a_whole_number_is_what_its_loader_takes_for_one() {
    for number in ["5000.0", "5e3", "50e2"] {
        reports(AkAdapter, &[("/execution/run/hook/timeoutMs", number)], &[]);
    }
    reports(AkAdapter, &[("/contract", "1.0")], &[]);
    for number in ["1.0", "1e0", "-0", "10e-1"] {
        reports(
            FornaxManifest,
            &[("/schema_version", number)],
            &[&format!("error wrong-type `{number}`")],
        );
    }
    reports(
        AkAdapter,
        &[("/execution/run/hook/timeoutMs", "5000.5")],
        &["error wrong-type `5000.5`"],
    );
}

#[test]
fn p09_lone_surrogates_are_read_and_where_they_are_refused_marked() {
    for text in [r#""x\ud800""#, r#""\udc00\ud800""#] {
        reports(AkAdapter, &[("/host/label", text)], &[]);
    }
    reports(
        FornaxManifest,
        &[("/summary", r#""x\ud800""#)],
        &[r"error lone-surrogate `\ud800`"],
    );
    reports(
        FornaxManifest,
        &[("/summary", r#""\udc00\ud800""#)],
        &[
            r"error lone-surrogate `\udc00`",
            r"error lone-surrogate `\ud800`",
        ],
    );
}

#[test]
fn p10_raw_control_characters_can_be_escaped() {
    let text = with(AkAdapter, &[("/host/label", "\"a\tb\nc\"")]);
    let found = findings(&text, AkAdapter);
    let controls: Vec<_> = found
        .iter()
        .filter(|finding| finding.rule.name == "syntax-error")
        .collect();
    assert_eq!(controls.len(), 2);
    let fixes = controls.iter().flat_map(|finding| &finding.fixes);
    let (fixed, applied) = fornax_manifest::apply_fixes(&text, fixes);
    assert_eq!(applied, 2);
    assert!(fixed.contains(r#""a\tb\nc""#));
}

#[test]
fn p11_what_is_not_utf8_is_an_error_at_its_first_bad_byte() {
    for kind in [AkAdapter, FornaxManifest] {
        let text = base(kind);
        let at = text.find("Acme").unwrap();
        let mut bytes = text.clone().into_bytes();
        bytes[at] = 0xFF;
        let found = findings_of_bytes(&bytes, kind);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].rule.name, "invalid-utf8");
        assert_eq!(found[0].span.start as usize, at);
        let utf16: Vec<u8> = format!("\u{feff}{text}")
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        let found = findings_of_bytes(&utf16, kind);
        assert_eq!(found.len(), 1);
        assert!(found[0].message.contains("UTF-16"), "{}", found[0].message);
    }
}

#[test]
fn p12_comments_and_trailing_commas_are_refused_and_removable() {
    for kind in [AkAdapter, FornaxManifest] {
        let sound = base(kind);
        let body = sound.trim_end().strip_suffix('}').unwrap().trim_end();
        let text = format!("// note\n{body},}}\n");
        assert_eq!(
            report(&text, kind),
            ["error comment `// note`", "error trailing-comma `,`"]
        );
        let found = findings(&text, kind);
        let fixes = found.iter().flat_map(|finding| &finding.fixes);
        let (fixed, _) = fornax_manifest::apply_fixes(&text, fixes);
        assert_eq!(report(&fixed, kind), Vec::<String>::new());
    }
}

#[test]
fn p14_names_of_the_prototype_are_no_members() {
    for name in ["constructor", "toString", "__proto__", "hasOwnProperty"] {
        let quoted = format!("\"{name}\"");
        reports(
            AkAdapter,
            &[("/host/configProjection", &quoted)],
            &[&format!("error invalid-value `{quoted}`")],
        );
        reports(
            AkAdapter,
            &[("/host/observability", &format!("[{quoted}]"))],
            &[&format!("error invalid-value `{quoted}`")],
        );
        for (kind, outer) in [
            (AkAdapter, ""),
            (AkAdapter, "/host"),
            (FornaxManifest, "/target"),
        ] {
            reports(
                kind,
                &[(&format!("{outer}/{name}"), "{}")],
                &[&format!("error unknown-field `{quoted}`")],
            );
        }
    }
}

#[test]
fn p18_sizes_are_bytes_on_disk_and_the_limit_is_inside() {
    for (kind, limit) in [
        (FornaxManifest, limits::FORNAX_MANIFEST_BYTES),
        (AkAdapter, limits::AK_MANIFEST_BYTES),
    ] {
        let limit = usize::try_from(limit).unwrap();
        let field = if kind == AkAdapter {
            "/host/auth"
        } else {
            "/summary"
        };
        // Fewer characters than bytes, and line ends of two bytes.
        let text = with(kind, &[(field, "\"é😀\"")]).replace('\n', "\r\n");
        let full = format!("{text}{}", " ".repeat(limit - text.len()));
        assert!(full.chars().count() < limit);
        assert_eq!(report(&full, kind), Vec::<String>::new());
        assert_eq!(
            report(&format!("{full} "), kind),
            ["error file-too-large ``"]
        );
        // The mark's three bytes count.
        let marked = format!("\u{feff}{}", &full[..limit - 2]);
        assert_eq!(report(&marked, kind), ["error file-too-large ``"]);
    }
}
