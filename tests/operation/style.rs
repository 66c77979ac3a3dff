//! What is new looks like what is there.

use fornax_manifest::operation::{Direction, Marker, Operation, plan};
use serde_json::{Value, json};

fn operation(pointer: &str, element: &Value) -> Operation {
    Operation {
        pointer: pointer.to_owned(),
        marker: Marker::member("command", "acme"),
        element: element.as_object().unwrap().clone(),
    }
}

/// The target with an element in `/hooks/stop`.
#[track_caller]
fn installed(target: &str) -> String {
    let element = json!({"command": "acme", "args": ["a", "b"]});
    let operations = [operation("/hooks/stop", &element)];
    let outcome = plan(Some(target.as_bytes()), &operations, Direction::Install).unwrap();
    String::from_utf8(outcome.apply_to(Some(target.as_bytes()))).unwrap()
}

#[test]
fn a_file_with_nothing_in_it_is_laid_out_as_settings_are() {
    let new = "{\n  \"hooks\": {\n    \"stop\": [\n      {\n        \"command\": \"acme\",\n        \"args\": [\"a\", \"b\"]\n      }\n    ]\n  }\n}";
    assert_eq!(installed(""), format!("{new}\n"));
    assert_eq!(installed(" \n\t"), format!("{new}\n"));
    assert_eq!(installed("{}\n"), format!("{new}\n"));
    assert_eq!(installed("{}"), new);
    assert_eq!(
        installed("{}\r\n"),
        format!("{new}\n").replace('\n', "\r\n")
    );
    assert_eq!(installed("\r\n"), format!("{new}\n").replace('\n', "\r\n"));
}

#[test]
fn the_nearest_neighbour_shows_how() {
    for (target, expected) in [
        // One line, close or wide.
        (
            r#"{"a":1}"#,
            r#"{"a":1,"hooks":{"stop":[{"command":"acme","args":["a","b"]}]}}"#,
        ),
        (
            r#"{ "hooks": { "stop": [{ "command": "x" }] } }"#,
            r#"{ "hooks": { "stop": [{ "command": "x" }, { "command": "acme", "args": ["a", "b"] }] } }"#,
        ),
        (
            r#"{"hooks": {"stop": [{"command": "x"}]}}"#,
            r#"{"hooks": {"stop": [{"command": "x"}, {"command": "acme", "args": ["a", "b"]}]}}"#,
        ),
        // An element a line.
        (
            "{\n  \"hooks\": {\n    \"stop\": [\n      {\"command\": \"x\"}\n    ]\n  }\n}\n",
            "{\n  \"hooks\": {\n    \"stop\": [\n      {\"command\": \"x\"},\n      {\"command\": \"acme\", \"args\": [\"a\", \"b\"]}\n    ]\n  }\n}\n",
        ),
        // Brackets that share a line, tabs, and blanks before the colon.
        (
            "{\n\t\"hooks\" : {\n\t\t\"start\" : [{\n\t\t\t\"command\" : \"x\"\n\t\t}]\n\t}\n}",
            "{\n\t\"hooks\" : {\n\t\t\"start\" : [{\n\t\t\t\"command\" : \"x\"\n\t\t}],\n\t\t\"stop\" : [{\n\t\t\t\"command\" : \"acme\",\n\t\t\t\"args\" : [\"a\", \"b\"]\n\t\t}]\n\t}\n}",
        ),
        // Lists of words on lines of their own.
        (
            "{\r\n  \"hooks\": {\r\n    \"stop\": [\r\n      {\r\n        \"args\": [\r\n          \"x\"\r\n        ]\r\n      }\r\n    ]\r\n  }\r\n}",
            "{\r\n  \"hooks\": {\r\n    \"stop\": [\r\n      {\r\n        \"args\": [\r\n          \"x\"\r\n        ]\r\n      },\r\n      {\r\n        \"command\": \"acme\",\r\n        \"args\": [\r\n          \"a\",\r\n          \"b\"\r\n        ]\r\n      }\r\n    ]\r\n  }\r\n}",
        ),
        // An empty list among full ones.
        (
            "{\n  \"hooks\": {\n    \"start\": [{\"command\": \"x\"}],\n    \"stop\": []\n  }\n}\n",
            "{\n  \"hooks\": {\n    \"start\": [{\"command\": \"x\"}],\n    \"stop\": [{\"command\": \"acme\", \"args\": [\"a\", \"b\"]}]\n  }\n}\n",
        ),
    ] {
        assert_eq!(installed(target), expected);
    }
}

#[test]
fn what_is_not_changed_keeps_its_spelling() {
    let target = "{ \"z\" :1.50,\"a\":\"\\u0041\\/\" ,\n\n\"n\":-0,\"big\":123456789012345678901234567890,\n\t\"hooks\": {}}";
    let new = installed(target);
    let kept = "{ \"z\" :1.50,\"a\":\"\\u0041\\/\" ,\n\n\"n\":-0,\"big\":123456789012345678901234567890,\n\t\"hooks\": {";
    assert!(new.starts_with(kept), "{new}");
}

#[test]
fn of_several_equal_keys_none_comes_back() {
    let target = r#"{"hooks":{"stop":["mine"]},"hooks":{"stop":[{"command":"acme"}]},"a":1}"#;
    let operations = [operation("/hooks/stop", &json!({"command": "acme"}))];
    let outcome = plan(Some(target.as_bytes()), &operations, Direction::Uninstall).unwrap();
    assert_eq!(outcome.warnings.len(), 1);
    assert_eq!(
        outcome.apply_to(Some(target.as_bytes())),
        br#"{"a":1}"#.to_vec()
    );
}
