//! The structural part of each schema, which the engine compiles in.

use serde_json::{Map, Value};

use crate::support::{assert_generated, repo_root};

/// What only a reader of the schema wants, and patterns: a rule checks each of those by itself.
const LEFT_OUT: [&str; 11] = [
    "title",
    "description",
    "markdownDescription",
    "examples",
    "enumDescriptions",
    "markdownEnumDescriptions",
    "defaultSnippets",
    "patternErrorMessage",
    "errorMessage",
    "pattern",
    "$id",
];

#[test]
fn structural_schemas_follow_the_schemas() {
    for kind in ["ak-adapter", "ak-kit", "fornax-manifest", "fornax-registry"] {
        let path = repo_root().join(format!("schemas/{kind}.schema.json"));
        let schema: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        let mut text = serde_json::to_string_pretty(&structural(&schema)).unwrap();
        text.push('\n');
        assert_generated(
            &format!("manifest/src/structure/{kind}.structure.json"),
            &text,
        );
    }
}

/// What a crate compiles in lies in it, so that it can be published: copies of what lies in `schemas/`.
#[test]
fn crates_hold_the_schemas_that_they_compile_in() {
    for (folder, names) in [
        (
            "manifest/src/structure/published",
            &["ak-adapter", "ak-kit", "fornax-manifest", "fornax-registry"][..],
        ),
        (
            "lint-cli/src/commands/schema",
            &[
                "fornax-lint",
                "report-v1",
                "finding-v1",
                "adapter-report-v1",
            ],
        ),
    ] {
        for name in names {
            let schema = repo_root().join(format!("schemas/{name}.schema.json"));
            let text = std::fs::read_to_string(schema).unwrap();
            assert_generated(&format!("{folder}/{name}.schema.json"), &text);
        }
    }
}

/// `schema` without what is left out. An example becomes the placeholder that a fix inserts, and
/// where unknown members are worth a warning, the validator is told to find them.
fn structural(schema: &Value) -> Value {
    let Value::Object(keywords) = schema else {
        return schema.clone();
    };
    let mut result = Map::new();
    for (keyword, value) in keywords {
        if LEFT_OUT.contains(&keyword.as_str()) {
            continue;
        }
        let value = match (keyword.as_str(), value) {
            ("properties" | "$defs", Value::Object(members)) => members
                .iter()
                .map(|(name, schema)| (name.clone(), structural(schema)))
                .collect(),
            ("items" | "additionalProperties", schema) => structural(schema),
            _ => value.clone(),
        };
        result.insert(keyword.clone(), value);
    }
    let listed = keywords.contains_key("enum") || keywords.contains_key("const");
    if let Some(example) = keywords
        .get("examples")
        .and_then(|examples| examples.get(0))
        && !listed
        && !keywords.contains_key("x-placeholder")
        && keywords.contains_key("type")
    {
        result.insert("x-placeholder".to_owned(), example.clone());
    }
    if keywords.get("x-unknown-keys").and_then(Value::as_str) == Some("warn") {
        result.insert("additionalProperties".to_owned(), Value::Bool(false));
    }
    Value::Object(result)
}
