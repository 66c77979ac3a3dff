//! Lines and columns in every unit: field reports E01 to E10.

use serde_json::{Value, json};

use crate::client::{Client, rules};

const URI: &str = "file:///work/ak-adapter.json";
const UNITS: [&str; 3] = ["utf-8", "utf-16", "utf-32"];

fn client_counting_in(unit: &str) -> Client {
    let mut client = Client::start();
    let capabilities = json!({"general": {"positionEncodings": [unit]}});
    let result = client.initialize(&json!({ "capabilities": capabilities }));
    assert_eq!(result["capabilities"]["positionEncoding"], unit);
    client
}

/// How long a text is in a unit.
fn length(text: &str, unit: &str) -> usize {
    match unit {
        "utf-8" => text.len(),
        "utf-16" => text.encode_utf16().count(),
        _ => text.chars().count(),
    }
}

/// The ranges of the findings of this rule.
fn ranges(published: &Value, rule: &str) -> Vec<[u64; 4]> {
    let items = published["diagnostics"].as_array().unwrap();
    let place = |place: &Value| {
        let number = |name| place[name].as_u64().unwrap();
        (number("line"), number("character"))
    };
    items
        .iter()
        .filter(|item| item["code"] == rule)
        .map(|item| {
            let (start, end) = (place(&item["range"]["start"]), place(&item["range"]["end"]));
            [start.0, start.1, end.0, end.1]
        })
        .collect()
}

#[test]
fn columns_are_counted_in_the_units_of_the_client() {
    let text = "{\"é😀日\": \"x\", \"bad\": 1}";
    for unit in UNITS {
        let mut client = client_counting_in(unit);
        let start = length(&text[..text.find("\"bad").unwrap()], unit) as u64;
        let published = client.open_and_check(URI, text);
        let found = ranges(&published, "unknown-field");
        assert_eq!(found[1], [0, start, 0, start + 5], "{unit}");
        if unit == "utf-16" {
            assert_eq!(start, 14);
        }
        client.finish();
    }
}

#[test]
fn the_first_unit_that_a_client_offers_and_the_server_knows_is_taken() {
    for (general, unit) in [
        (json!({"positionEncodings": ["utf-32", "utf-16"]}), "utf-32"),
        (json!({"positionEncodings": ["utf-16", "utf-8"]}), "utf-16"),
        (json!({"positionEncodings": ["utf-8"]}), "utf-8"),
        (json!({"positionEncodings": ["ebcdic"]}), "utf-16"),
        (json!({"positionEncodings": []}), "utf-16"),
        (json!({}), "utf-16"),
        (Value::Null, "utf-16"),
    ] {
        let mut client = Client::start();
        let result = client.initialize(&json!({"capabilities": {"general": general}}));
        assert_eq!(
            result["capabilities"]["positionEncoding"], unit,
            "{general}"
        );
        client.finish();
    }
}

#[test]
fn only_the_protocols_line_ends_end_lines() {
    let mut client = client_counting_in("utf-16");
    for (version, (text, line)) in (2..).zip([
        ("{\n \"a\": \"x\u{2028}y\",\n \"bad\": 1\n}", 2),
        ("{\n \"a\": \"x\u{2029}\u{85}y\",\n \"bad\": 1\n}", 2),
        ("{\r\n \"a\": 1,\r\n \"bad\": 1\r\n}", 2),
        ("{\r \"a\": 1,\r \"bad\": 1\r}", 2),
        ("{\r\n \"a\": 1,\n\r \"bad\": 1\r}", 3),
    ]) {
        if version == 2 {
            client.open(URI, "{}");
        }
        client.change(URI, version, text);
        let published = client.published_for(URI, version);
        let found = ranges(&published, "unknown-field");
        assert_eq!(found[1], [line, 1, line, 6], "{text:?}");
    }
    client.close(URI);
    client.published(URI);
    client.finish();
}

#[test]
fn a_byte_order_mark_is_one_finding_at_the_very_start() {
    let mut client = client_counting_in("utf-16");
    let published = client.open_and_check(URI, "\u{feff}{\"bad\": 1}");
    assert_eq!(ranges(&published, "byte-order-mark"), [[0, 0, 0, 1]]);
    // An editor that hands over the mark has it in its buffer, where it takes a column.
    assert_eq!(ranges(&published, "unknown-field"), [[0, 2, 0, 7]]);
    client.edit(
        URI,
        2,
        &json!([{"range": {"start": {"line": 0, "character": 0},
                           "end": {"line": 0, "character": 1}}, "text": ""}]),
    );
    let published = client.published(URI);
    assert!(!rules(&published).contains(&"byte-order-mark"));
    assert_eq!(ranges(&published, "unknown-field"), [[0, 1, 0, 6]]);
    client.finish();
}

#[test]
fn a_missing_field_is_marked_at_the_brace() {
    let mut client = client_counting_in("utf-8");
    let text = format!("{}{{\n{}}}\n", "\n".repeat(9), "  \n".repeat(200));
    let published = client.open_and_check(URI, &text);
    assert_eq!(ranges(&published, "missing-field")[0], [9, 0, 9, 1]);
    client.finish();
}

#[test]
fn a_position_may_be_out_of_range() {
    let mut client = client_counting_in("utf-16");
    client.open_and_check(URI, "{\r\n\"😀\": 1}");
    let place = |line: u64, character: u64| json!({"line": line, "character": character});
    let change = |start: Value, end: Value, text: &str| json!([{"range": {"start": start, "end": end}, "text": text}]);
    let most = u64::from(u32::MAX);
    for (version, (changes, expected)) in (2..).zip([
        // All of it, and more.
        (change(place(0, 0), place(9999, 9999), "{\n\"b\": 1}"), "b"),
        // From behind a line's end: before its line end.
        (change(place(0, most), place(0, most), "\"a\": 2,"), "a"),
        // From behind the text's end.
        (change(place(most, 0), place(most, most), " "), "a"),
        // Backwards.
        (change(place(9, 9), place(0, 0), "{\"😀c\": 1}"), "😀c"),
        // From inside a pair: from before it.
        (change(place(0, 3), place(0, 5), "d"), "d"),
    ]) {
        client.edit(URI, version, &changes);
        let published = client.published(URI);
        let message = published["diagnostics"].to_string();
        assert!(
            message.contains(&format!("`{expected}`")),
            "{version}: {message}"
        );
    }
    let range = json!({"start": place(0, most), "end": place(most, most)});
    let document = json!({"uri": URI});
    let params = json!({"textDocument": document, "range": range, "context": {"diagnostics": []}});
    client.request("textDocument/codeAction", params);
    client.finish();
}

#[test]
fn several_changes_in_one_notification_build_on_each_other() {
    let mut client = client_counting_in("utf-16");
    client.open_and_check(URI, "{\n  \"测\": 1,\n  \"试\": 2\n}");
    let at = |line: u64, start: u64, end: u64, text: &str| {
        json!({"range": {"start": {"line": line, "character": start},
                         "end": {"line": line, "character": end}}, "text": text})
    };
    client.edit(
        URI,
        2,
        &json!([
            at(1, 3, 4, "测试"),
            at(2, 4, 4, "测"),
            at(1, 3, 5, "a"),
            at(1, 4, 4, "\u{1F600}")
        ]),
    );
    let published = client.published(URI);
    let message = published["diagnostics"].to_string();
    assert!(
        message.contains("`a😀`") && message.contains("`试测`"),
        "{message}"
    );
    assert_eq!(
        ranges(&published, "unknown-field"),
        [[1, 2, 1, 7], [2, 2, 2, 6]]
    );
    client.finish();
}
