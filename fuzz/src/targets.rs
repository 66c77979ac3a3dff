//! Configurations, and the files that adapters change.

use std::path::Path;

use fornax_manifest::operation::{Direction, Marker, Operation, plan};
use fornax_project::config::{Config, Overlay};
use serde_json::json;

use crate::split;

/// A configuration is read or refused, and each fault lies in its text.
pub fn config(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    let path = Path::new("/w/fornax-lint.toml");
    match Config::parse(path, text, Overlay::default()) {
        Ok(config) => {
            let file = Path::new("/w/a/acme.manifest.json");
            let _ = (config.options(), config.settings());
            let _ = (config.kind_of(file), config.is_excluded(file));
            for ignore in config.ignores_of(file) {
                assert!(text.get(ignore.span().range()).is_some());
            }
        }
        Err(broken) => {
            assert!(!broken.faults().is_empty());
            assert_eq!(broken.text(), text);
        }
    }
}

/// What is installed is installed once, is JSON, and goes again; a refusal has no edits.
pub fn operation(data: &[u8]) {
    let (choice, target) = split(data);
    let ways = [
        "/hooks/start",
        "/hooks/stop",
        "/a",
        "/a/b/c",
        "/~0~1/é",
        "/hooks/start/x",
    ];
    let operation = |way: usize, marker: &str| Operation {
        pointer: ways[way % ways.len()].to_owned(),
        marker: Marker::member("command", marker),
        element: json!({ "command": marker, "args": ["é😀", 1, {}] })
            .as_object()
            .cloned()
            .unwrap_or_default(),
    };
    let operations = [
        operation(usize::from(choice), "fornax-hook-acme"),
        operation(usize::from(choice >> 3), "fornax-hook-other"),
    ];
    for direction in [Direction::Install, Direction::Uninstall] {
        let Ok(outcome) = plan(Some(target), &operations, direction) else {
            continue;
        };
        let once = outcome.apply_to(Some(target));
        let value = serde_json::from_slice::<serde_json::Value>(&once);
        // What is blank to Rust, which Fornax is written in, stays so where nothing is to be removed.
        let is_blank = str::from_utf8(&once).is_ok_and(|text| text.trim().is_empty());
        assert!(value.is_ok() || is_blank || nested_deeply(&once));
        let again = plan(Some(&once), &operations, direction);
        assert!(again.is_ok_and(|again| !again.is_changed()));
        if direction == Direction::Install && outcome.added() == operations.len() {
            let back = plan(Some(&once), &operations, Direction::Uninstall);
            assert!(back.is_ok_and(|back| back.removed() == operations.len()));
        }
    }
}

/// `serde_json` reads 127 levels, and numbers that fit; what is changed may hold others.
fn nested_deeply(text: &[u8]) -> bool {
    let mut reader = serde_json::Deserializer::from_slice(text);
    reader.disable_recursion_limit();
    <serde::de::IgnoredAny as serde::Deserialize>::deserialize(&mut reader).is_ok()
}
