//! The schema and the reference page of `fornax-lint.toml`, which are made from its keys.

use std::fmt::Write as _;
use std::fs;

use fornax_manifest::{RULES, Rule, limits};
use fornax_project::config::{KEYS, Key, Level, Shape, is_always_fatal};
use serde_json::{Map, Value, json};

use crate::support::{assert_generated, repo_root};

const SCHEMA: &str = "schemas/fornax-lint.schema.json";
const PAGE: &str = "docs/reference/configuration.md";

/// What stands around the part of the page that is generated.
const START: &str = "<!-- Generated from the keys, up to the end mark; `FORNAX_UPDATE=1 cargo test` rewrites it. -->\n\n";
const END: &str = "<!-- End of the generated part. -->\n";

#[test]
fn the_schema_follows_the_keys() {
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://fornax-lint.github.io/fornax-lint/schemas/fornax-lint.schema.json",
        "title": "fornax-lint.toml",
        "description": "What a project says about its adapter manifests, and which findings it wants to hear of.",
    });
    append(&mut schema, of_table(KEYS));
    let mut text = serde_json::to_string_pretty(&schema).unwrap();
    text.push('\n');
    assert_generated(SCHEMA, &text);
}

#[test]
fn the_reference_follows_the_keys() {
    let page = fs::read_to_string(repo_root().join(PAGE)).unwrap();
    let (before, rest) = page.split_once(START).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    let mut text = format!("{before}{START}");
    for key in KEYS {
        text.push_str(&section(key));
    }
    text.push_str(END);
    text.push_str(after);
    assert_generated(PAGE, &text);
}

fn append(schema: &mut Value, more: Value) {
    if let (Value::Object(schema), Value::Object(more)) = (schema, more) {
        schema.extend(more);
    }
}

fn of_table(keys: &[Key]) -> Value {
    let properties: Map<String, Value> = keys
        .iter()
        .map(|key| (key.name.to_owned(), of_key(key)))
        .collect();
    let required: Vec<_> = keys
        .iter()
        .filter(|key| key.required)
        .map(|key| key.name)
        .collect();
    let mut table = json!({ "type": "object", "properties": properties });
    if !required.is_empty() {
        table["required"] = json!(required);
    }
    table["additionalProperties"] = json!(false);
    table
}

fn of_key(key: &Key) -> Value {
    let details = key.details.replace('\n', " ");
    let markdown = match details.as_str() {
        "" => key.summary.to_owned(),
        details => format!("{} {details}", key.summary),
    };
    let mut schema = json!({
        "description": markdown.replace('`', ""),
        "markdownDescription": markdown,
    });
    append(&mut schema, of_shape(key.shape));
    schema
}

fn of_shape(shape: Shape) -> Value {
    let glob = json!({ "type": "string", "pattern": "^[^!\\\\][^\\\\]*$" });
    match shape {
        Shape::Version => json!({ "type": "string", "pattern": "^[0-9]+\\.[0-9]+\\.[0-9]+$" }),
        Shape::Flag => json!({ "type": "boolean" }),
        Shape::Ids => {
            let (shortest, longest) = limits::FORNAX_ID_BYTES;
            let inner = format!("{{{},{}}}", shortest - 2, longest - 2);
            let pattern = format!("^[a-z0-9][a-z0-9-]{inner}[a-z0-9]$");
            json!({ "type": "array", "items": { "type": "string", "pattern": pattern } })
        }
        Shape::Glob => glob,
        Shape::Globs => json!({ "type": "array", "items": glob }),
        Shape::Pointer => json!({ "type": "string", "pattern": "^(/([^~]|~[01])*)?$" }),
        Shape::Text => json!({ "type": "string", "pattern": "[^ \\t\\r\\n]" }),
        Shape::Rule => {
            let names = RULES.iter().filter(|rule| !is_always_fatal(rule));
            json!({ "enum": names.map(|rule| rule.name).collect::<Vec<_>>() })
        }
        Shape::Levels => {
            let levels = RULES
                .iter()
                .map(|rule| (rule.name.to_owned(), of_level(rule)));
            json!({
                "type": "object",
                "properties": levels.collect::<Map<_, _>>(),
                "additionalProperties": false,
            })
        }
        Shape::Table(keys) => of_table(keys),
        Shape::Tables(keys) => json!({ "type": "array", "items": of_table(keys) }),
    }
}

fn of_level(rule: &Rule) -> Value {
    let levels: Vec<_> = Level::ALL
        .into_iter()
        .filter(|level| level.is_allowed(rule))
        .map(Level::as_str)
        .collect();
    json!({ "description": format!("{}.", rule.summary), "enum": levels })
}

/// A key's part of the page.
fn section(key: &Key) -> String {
    let mut text = format!("### `{}`\n\n{}\n", key.name, key.summary);
    if !key.details.is_empty() {
        let _ = writeln!(text, "{}", key.details);
    }
    let _ = write!(text, "\nValue: {}.", key.shape.describe());
    if !key.default.is_empty() {
        let _ = write!(text, "\nDefault: {}.", code_or_words(key.default));
    }
    let _ = write!(text, "\n\n```toml\n{}\n```\n\n", key.example);
    if let Shape::Table(keys) | Shape::Tables(keys) = key.shape {
        text.push_str("| key | says | value | default |\n| --- | --- | --- | --- |\n");
        for key in keys {
            let default = if key.required {
                "must be there".to_owned()
            } else {
                code_or_words(key.default)
            };
            let details = match key.details {
                "" => String::new(),
                details => format!(" {}", details.replace('\n', " ")),
            };
            let _ = writeln!(
                text,
                "| `{}` | {}{details} | {} | {default} |",
                key.name,
                key.summary,
                key.shape.describe(),
            );
        }
        text.push('\n');
    }
    text
}

/// A default is a value of the key, or words about what holds.
fn code_or_words(default: &str) -> String {
    if default.contains(' ') && !default.starts_with('[') {
        default.to_owned()
    } else {
        format!("`{default}`")
    }
}
