//! The labelled cases: what is left afterwards, as a value and to the byte.

use std::fs::File;
use std::io::{BufRead as _, BufReader};

use flate2::read::GzDecoder;
use fornax_manifest::operation::{Direction, Marker, Operation, plan};
use serde_json::Value;

use crate::support::shared_dir;

/// The operations as a manifest spells them.
fn operations(value: &Value) -> Vec<Operation> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|operation| Operation {
            pointer: text(&operation["pointer"]),
            marker: Marker::member(
                text(&operation["marker_key"]),
                text(&operation["marker_value"]),
            ),
            element: operation["element"].as_object().unwrap().clone(),
        })
        .collect()
}

#[test]
fn the_labelled_cases_are_right() {
    let Some(shared) = shared_dir() else {
        return;
    };
    let file = File::open(shared.join("corpus/operations.jsonl.gz")).unwrap();
    let mut count = 0;
    for line in BufReader::new(GzDecoder::new(file)).lines() {
        let case: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let operations = operations(&case["operations"]);
        let target = case["target"].as_str().map(str::as_bytes);
        for (name, direction) in [
            ("install", Direction::Install),
            ("uninstall", Direction::Uninstall),
        ] {
            let expected = &case[name];
            match plan(target, &operations, direction) {
                Ok(outcome) => {
                    let after = outcome.apply_to(target);
                    let value: Value = if after.trim_ascii().is_empty() {
                        serde_json::json!({})
                    } else {
                        serde_json::from_slice(&after).unwrap()
                    };
                    assert_eq!(value, expected["value"], "{case}");
                    assert_eq!(outcome.is_changed(), expected["changed"], "{case}");
                }
                Err(refusal) => assert_eq!(refusal.reason(), expected["refused"], "{case}"),
            }
        }
        count += 1;
    }
    assert!(count >= 1000);
}
