//! E01 to E14: positions and encodings.

use fornax_manifest::{ByteColumn, LineColumn, LineIndex, Utf16Column, Utf32Column, apply_fixes};

use crate::{AkAdapter, FornaxManifest, base, findings, with};

/// The line and UTF-16 column of the first finding of `rule`.
fn place(text: &str, kind: fornax_manifest::DocumentKind, rule: &str) -> (u32, u32) {
    let found = findings(text, kind);
    let finding = found
        .iter()
        .find(|finding| finding.rule.name == rule)
        .unwrap_or_else(|| panic!("no {rule} in {text:?}"));
    let place = LineIndex::new(text).position::<Utf16Column>(finding.span.start);
    (place.line, place.column.0)
}

#[test]
fn e01_columns_are_counted_in_the_unit_that_was_asked_for() {
    let text = "{\"é😀日\": \"x\", \"bad\": 1}";
    assert_eq!(place(text, FornaxManifest, "unknown-field"), (0, 1));
    let bad = u32::try_from(text.find("\"bad\"").unwrap()).unwrap();
    let lines = LineIndex::new(text);
    assert_eq!(lines.position::<Utf16Column>(bad).column, Utf16Column(14));
    assert_eq!(lines.position::<Utf32Column>(bad).column, Utf32Column(13));
    assert_eq!(lines.position::<ByteColumn>(bad).column, ByteColumn(19));
}

#[test]
fn e02_positions_beyond_the_text_are_clamped() {
    let lines = LineIndex::new("{\n \"a\": 1\n}");
    let at = |line, column| {
        lines.offset(LineColumn {
            line,
            column: Utf16Column(column),
        })
    };
    assert_eq!(at(0, u32::MAX), 1);
    assert_eq!(at(1, 9999), 9);
    assert_eq!(at(9999, 9999), 11);
    assert_eq!(at(u32::MAX, 0), 11);
    // Inside a surrogate pair.
    let lines = LineIndex::new("\"😀\"");
    let half = lines.offset(LineColumn {
        line: 0,
        column: Utf16Column(2),
    });
    assert!("\"😀\"".is_char_boundary(half as usize));
}

#[test]
fn e03_only_line_feeds_and_carriage_returns_end_a_line() {
    for c in ['\u{2028}', '\u{2029}', '\u{85}', '\u{b}', '\u{c}'] {
        let text = format!("{{\n \"a\": \"x{c}y\",\n \"bad\": 1\n}}");
        let lines = LineIndex::new(&text);
        let bad = u32::try_from(text.find("\"bad\"").unwrap()).unwrap();
        assert_eq!(lines.position::<Utf16Column>(bad).line, 2, "{c:?}");
    }
    let text = with(
        FornaxManifest,
        &[("/summary", "\"x\u{2028}y\""), ("/extra", "1")],
    );
    let line = text
        .lines()
        .position(|line| line.contains("\"extra\""))
        .unwrap();
    let expected = u32::try_from(line).unwrap();
    assert_eq!(place(&text, FornaxManifest, "unknown-field").0, expected);
}

#[test]
fn e04_line_ends_of_two_bytes_shift_nothing_and_fixes_keep_them() {
    let unix = with(AkAdapter, &[("/contract", "0"), ("/extra", "1")]);
    let windows = unix.replace('\n', "\r\n");
    for rule in ["contract-malformed", "unknown-field"] {
        assert_eq!(
            place(&unix, AkAdapter, rule),
            place(&windows, AkAdapter, rule)
        );
    }
    // A fix that adds lines adds lines of the dominant sort.
    for (text, newline) in [
        (base(AkAdapter).replace("  \"contract\": 1,\n", ""), "\n"),
        (
            base(AkAdapter)
                .replace("  \"contract\": 1,\n", "")
                .replace('\n', "\r\n"),
            "\r\n",
        ),
        (
            base(AkAdapter)
                .replace("  \"contract\": 1,\n", "")
                .replace('\n', "\r\n")
                .replacen("\r\n", "\n", 3),
            "\r\n",
        ),
    ] {
        let found = findings(&text, AkAdapter);
        let missing = found
            .iter()
            .find(|finding| finding.rule.name == "missing-field")
            .unwrap();
        let (fixed, applied) = apply_fixes(&text, &missing.fixes[..1]);
        assert_eq!(applied, 1);
        assert_eq!(
            fixed.matches(newline).count(),
            text.matches(newline).count() + 1
        );
        assert!(
            findings(&fixed, AkAdapter)
                .iter()
                .all(|finding| finding.rule.name != "missing-field")
        );
    }
}

#[test]
fn e05_a_lone_carriage_return_ends_a_line() {
    let text = "{\r\"a\":1,\r\"bad\":2}";
    let lines = LineIndex::new(text);
    assert_eq!(lines.count(), 3);
    let bad = u32::try_from(text.find("\"bad\"").unwrap()).unwrap();
    let place = lines.position::<Utf16Column>(bad);
    assert_eq!((place.line, place.column.0), (2, 0));
}

#[test]
fn e06_a_byte_order_mark_takes_no_column() {
    let text = "\u{feff}{ x }";
    assert_eq!(place(text, AkAdapter, "byte-order-mark"), (0, 0));
    assert_eq!(place(text, AkAdapter, "syntax-error"), (0, 2));
}

#[test]
fn e11_a_fault_in_a_tagged_value_has_a_place() {
    for (field, json, rule) in [
        ("/operations/0/kind", "\"other\"", "operation-kind-unknown"),
        ("/operations/0/extra", "1", "unknown-field"),
    ] {
        let text = with(FornaxManifest, &[(field, json)]);
        let (line, _) = place(&text, FornaxManifest, rule);
        assert!(line > 9, "{field}: line {line}");
    }
}

#[test]
fn e12_a_range_is_never_a_whole_block() {
    let mut text = base(FornaxManifest).replace("  \"schema_version\": 1,\n", "");
    // A long document.
    text = text.replacen(
        "\"operations\": [",
        &format!("\"operations\": [{}", "\n".repeat(200)),
        1,
    );
    let found = findings(&text, FornaxManifest);
    let missing = found
        .iter()
        .find(|finding| finding.rule.name == "missing-field")
        .unwrap();
    assert_eq!((missing.span.start, missing.span.end), (0, 1));
    // In an object that is a member: at its key. A key at fault is marked itself, and so is a value.
    for (changes, marked) in [
        (("/driving", "{}"), "\"driving\""),
        (("/driving/extra", "1"), "\"extra\""),
        (
            ("/driving/surfaces", "\"cli-subprocess\""),
            "\"cli-subprocess\"",
        ),
    ] {
        let text = with(AkAdapter, &[changes]);
        let found = findings(&text, AkAdapter);
        let error = found
            .iter()
            .find(|finding| finding.severity == fornax_manifest::Severity::Error)
            .unwrap();
        assert_eq!(&text[error.span.range()], marked);
    }
}
