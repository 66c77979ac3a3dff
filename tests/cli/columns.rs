//! Lines and columns: the same in every format, and those of editors.

use serde_json::json;

use crate::harness::Sandbox;

/// A document, and where its member `bad` (or `x`) must be reported.
const CASES: [(&str, &str, u32, u32); 8] = [
    ("beyond ASCII", "{\"é😀日\": \"x\", \"bad\": 1}", 1, 15),
    (
        "U+2028 in a string",
        "{\n \"a\": \"x\u{2028}y\",\n \"bad\": 1\n}",
        3,
        2,
    ),
    (
        "other separators",
        "{\n \"a\": \"x\u{85}\u{b}\u{c}\u{2029}\", \"bad\": 1\n}",
        2,
        16,
    ),
    ("CRLF", "{\r\n \"a\": 1,\r\n \"bad\": 1\r\n}", 3, 2),
    ("mixed line ends", "{\n\r\n \"a\": 1,\r \"bad\": 1}", 4, 2),
    ("lone CR", "{\r\"a\":1,\r\"bad\":2}", 3, 1),
    ("a byte-order mark", "\u{feff}{ \"bad\": 1 }", 1, 3),
    ("tabs", "{\n\t\t\"bad\": 1\n}", 2, 3),
];

#[test]
fn every_format_names_the_same_place() {
    for (what, text, line, column) in CASES {
        let sandbox = Sandbox::with(&[("ak-adapter.json", text)]);
        let place = format!("ak-adapter.json:{line}:{column}");

        let short = sandbox.run(["--format", "short"]).stdout;
        let start = format!("{place}: error[unknown-field] ");
        assert!(
            short
                .lines()
                .any(|found| found.starts_with(&start) && found.contains("`bad`")),
            "{what}: {place} in\n{short}"
        );

        let human = sandbox.run::<&str>([]).stdout;
        let finding = human
            .split("\n\n")
            .find(|finding| {
                finding.starts_with("error[unknown-field]") && finding.contains("`bad`")
            })
            .unwrap_or_else(|| panic!("{what}: {human}"));
        assert!(
            finding.lines().nth(1).unwrap().ends_with(&place),
            "{what}: {finding}"
        );

        let report = sandbox.report(&[]);
        let diagnostics = report["files"][0]["diagnostics"].as_array().unwrap();
        let offset = text.find("\"bad\"").unwrap();
        let found = diagnostics
            .iter()
            .find(|found| found["rule"] == "unknown-field" && found["start"]["offset"] == offset)
            .unwrap_or_else(|| panic!("{what}: {diagnostics:#?}"));
        assert_eq!(
            found["start"],
            json!({"offset": offset, "line": line, "column": column}),
            "{what}"
        );
        assert_eq!(
            found["end"],
            json!({"offset": offset + 5, "line": line, "column": column + 5}),
            "{what}"
        );
    }
}

#[test]
fn places_at_the_very_end_are_places() {
    for text in ["", "\n", "{", "{\n", "{\"a\": 1", "{\"a\": \"x", "\u{feff}"] {
        let sandbox = Sandbox::with(&[("ak-adapter.json", text)]);
        let report = sandbox.report(&[]);
        let diagnostics = report["files"][0]["diagnostics"].as_array().unwrap();
        assert!(!diagnostics.is_empty(), "{text:?}");
        for found in diagnostics {
            for place in [&found["start"], &found["end"]] {
                assert!(place["line"].as_u64().unwrap() >= 1, "{text:?}");
                assert!(place["column"].as_u64().unwrap() >= 1, "{text:?}");
                assert!(
                    place["offset"].as_u64().unwrap() <= text.len() as u64,
                    "{text:?}"
                );
            }
        }
        assert_eq!(sandbox.run::<&str>([]).code, Some(1), "{text:?}");
    }
}
