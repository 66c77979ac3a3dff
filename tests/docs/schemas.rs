//! What the published schemas promise: strict, portable, and described to the last value.

use std::fs;

use fornax_manifest::DocumentKind;
use serde_json::Value;

use crate::fields::{Field, fields, schema};
use crate::support::repo_root;

/// Constructs of patterns that not every engine knows, or that engines understand differently.
const UNPORTABLE: [&str; 12] = [
    "(?", "\\d", "\\w", "\\s", "\\D", "\\W", "\\S", "\\b", "\\B", "\\p", "\\k", "\\u",
];

/// Every schema in the folder, by its file's name.
fn all() -> Vec<(String, Value)> {
    let mut schemas: Vec<(String, Value)> = fs::read_dir(repo_root().join("schemas"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let text = fs::read_to_string(path).unwrap();
            (name, serde_json::from_str(&text).unwrap())
        })
        .collect();
    schemas.sort_by(|a, b| a.0.cmp(&b.0));
    schemas
}

/// Every value of a keyword, wherever it stands.
fn values<'v>(schema: &'v Value, keyword: &str, found: &mut Vec<&'v Value>) {
    match schema {
        Value::Object(members) => {
            for (key, value) in members {
                if key == keyword {
                    found.push(value);
                }
                values(value, keyword, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| values(item, keyword, found)),
        _ => {}
    }
}

#[test]
fn schemas_are_valid_and_named() {
    for (name, schema) in all() {
        if let Err(error) = jsonschema::meta::validate(&schema) {
            panic!("{name}: {error}");
        }
        assert_eq!(
            schema["$schema"], "https://json-schema.org/draft/2020-12/schema",
            "{name}"
        );
        let id = format!("https://fornax-lint.github.io/fornax-lint/schemas/{name}");
        assert_eq!(schema["$id"], id.as_str(), "{name}");
        for keyword in ["title", "description"] {
            assert!(schema[keyword].is_string(), "{name} has no {keyword}");
        }
    }
}

#[test]
fn patterns_mean_the_same_to_every_engine() {
    for (name, schema) in all() {
        let mut patterns = Vec::new();
        values(&schema, "pattern", &mut patterns);
        values(&schema, "patternProperties", &mut patterns);
        for pattern in patterns.into_iter().filter_map(Value::as_str) {
            for construct in UNPORTABLE {
                assert!(
                    !pattern.contains(construct),
                    "{name}: `{pattern}` holds `{construct}`"
                );
            }
            assert!(pattern.is_ascii(), "{name}: `{pattern}`");
        }
    }
}

fn is_described(field: &Field) -> Result<(), String> {
    let schema = &field.schema;
    let text = |keyword: &str| schema[keyword].as_str().ok_or(format!("no {keyword}"));
    text("title")?;
    let plain = text("description")?;
    let markdown = text("markdownDescription")?;
    if markdown.replace(['`', '*'], "") != plain.replace('*', "") {
        return Err("description and markdownDescription say different things".to_owned());
    }
    if !plain.ends_with('.') {
        return Err("its description is no sentence".to_owned());
    }
    if schema["examples"].get(0).is_none() {
        return Err("no example".to_owned());
    }
    if let Some(values) = schema["enum"].as_array() {
        for keyword in ["enumDescriptions", "markdownEnumDescriptions"] {
            let descriptions = schema[keyword].as_array().map_or(0, Vec::len);
            if descriptions != values.len() {
                return Err(format!("{} values, {descriptions} {keyword}", values.len()));
            }
        }
    }
    // A pattern's own words: what a validator says else is the pattern itself.
    if schema["pattern"].is_string() && !schema["patternErrorMessage"].is_string() {
        return Err("no patternErrorMessage".to_owned());
    }
    let is_object = schema["properties"].is_object();
    if is_object && schema["defaultSnippets"].get(0).is_none() {
        return Err("no defaultSnippets".to_owned());
    }
    Ok(())
}

/// What is described of a report, by the place of each member and of each list of values.
fn lacks(schema: &Value, place: &str, problems: &mut Vec<String>) {
    match schema {
        Value::Object(members) => {
            if let Some(values) = schema["enum"].as_array()
                && schema["enumDescriptions"].as_array().map(Vec::len) != Some(values.len())
            {
                problems.push(format!("{place}: a value without description"));
            }
            for keyword in ["properties", "$defs"] {
                for (name, member) in schema[keyword].as_object().into_iter().flatten() {
                    let is_said = member["description"].is_string() || member["$ref"].is_string();
                    // A definition that is one result has its description there.
                    if keyword == "properties" && !is_said {
                        problems.push(format!("{place}/{name}: no description"));
                    }
                    lacks(member, &format!("{place}/{name}"), problems);
                }
            }
            for (keyword, value) in members {
                if matches!(keyword.as_str(), "items" | "anyOf") {
                    lacks(value, &format!("{place}/{keyword}"), problems);
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| lacks(item, place, problems)),
        _ => {}
    }
}

#[test]
fn every_member_of_a_report_is_described() {
    let mut problems = Vec::new();
    let reports = all();
    let reports = reports.iter().filter(|(name, _)| name.contains("-v1."));
    let mut resources = jsonschema::Registry::new();
    let mut count = 0;
    for (name, schema) in all() {
        let id = schema["$id"].as_str().unwrap().to_owned();
        resources = resources
            .add(id, schema)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    let registry = resources.prepare().unwrap();
    for (name, schema) in reports {
        count += 1;
        lacks(schema, name, &mut problems);
        let validator = jsonschema::options()
            .with_registry(&registry)
            .build(schema)
            .unwrap();
        let examples = schema["examples"]
            .as_array()
            .expect("a report has an example");
        for example in examples {
            if let Err(error) = validator.validate(example) {
                problems.push(format!("{name}: {example}: {error}"));
            }
        }
    }
    assert_eq!(count, 3);
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn every_field_is_described() {
    let mut problems = Vec::new();
    for kind in DocumentKind::ALL {
        for field in fields(&schema(kind)) {
            if let Err(problem) = is_described(&field) {
                problems.push(format!("{} {}: {problem}", kind.name(), field.path));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn examples_are_valid() {
    for kind in DocumentKind::ALL {
        let root = schema(kind);
        for field in fields(&root) {
            // Alone it lacks the definitions that it refers to.
            let mut alone = field.schema.clone();
            alone["$defs"] = root["$defs"].clone();
            let validator = jsonschema::validator_for(&alone).unwrap();
            for example in field.schema["examples"].as_array().unwrap() {
                if let Err(error) = validator.validate(example) {
                    panic!("{} {}: {example}: {error}", kind.name(), field.path);
                }
            }
        }
    }
}

/// What a snippet's body is when nobody changes its placeholders.
fn filled(body: &Value) -> Value {
    match body {
        Value::Object(members) => members
            .iter()
            .map(|(key, value)| (placeholder(key), filled(value)))
            .collect(),
        Value::Array(items) => items.iter().map(filled).collect(),
        Value::String(text) => match text.strip_prefix('^') {
            // What follows is JSON, not the text of a string.
            Some(json) => serde_json::from_str(&placeholder(json)).unwrap(),
            None => placeholder(text).into(),
        },
        other => other.clone(),
    }
}

/// `${1:text}` as `text`.
fn placeholder(text: &str) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, inner)) = rest.split_once("${") {
        let (body, after) = inner.split_once('}').unwrap();
        let (_, default) = body.split_once(':').unwrap();
        filled.push_str(before);
        filled.push_str(default);
        rest = after;
    }
    filled + rest
}

#[test]
fn snippets_are_valid_as_they_come() {
    assert_eq!(placeholder("~/${1:a}.json"), "~/a.json");
    for kind in DocumentKind::ALL {
        let root = schema(kind);
        for field in fields(&root) {
            let mut alone = field.schema.clone();
            alone["$defs"] = root["$defs"].clone();
            let validator = jsonschema::validator_for(&alone).unwrap();
            for snippet in field.schema["defaultSnippets"]
                .as_array()
                .into_iter()
                .flatten()
            {
                let body = filled(&snippet["body"]);
                if let Err(error) = validator.validate(&body) {
                    panic!("{} {}: {body}: {error}", kind.name(), field.path);
                }
            }
        }
    }
}
