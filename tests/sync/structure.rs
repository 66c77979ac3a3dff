//! The structural part of each schema, which the engine compiles in.

use serde_json::{Map, Value};

use crate::support::{assert_generated, repo_root};

/// What only a reader of the schema wants, and patterns, also those that must not match: a rule checks
/// each of those by itself.
const LEFT_OUT: [&str; 12] = [
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
    "not",
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

/// What a document must look like that is sound, as code.
#[test]
fn shapes_follow_the_schemas() {
    let mut code = "//! What each kind of document looks like that is as its schema asks. Written from the schemas by a\n\
                    //! test: `FORNAX_UPDATE=1 cargo test` writes it anew.\n\n\
                    use super::sound::{Sound, any_object, boolean, integer, list, null, object, string};\n\
                    use crate::syntax::Node;\n"
        .to_owned();
    for kind in ["ak-adapter", "ak-kit", "fornax-manifest", "fornax-registry"] {
        let path = repo_root().join(format!("schemas/{kind}.schema.json"));
        let schema: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        let schema = structural(&schema);
        code.push_str(&format!(
            "\n/// Whether a document of the kind `{kind}` is sound.\n\
             pub(super) fn {}(value: Node<'_>) -> bool {{\n    {}\n}}\n",
            kind.replace('-', "_"),
            is_sound(&schema, &schema, 1),
        ));
    }
    assert_generated("manifest/src/structure/shapes.rs", &code);
}

/// The code that tells whether `value` is as `schema` asks. `judge.rs` must know each keyword, too.
fn is_sound(root: &Value, schema: &Value, depth: usize) -> String {
    let keywords = schema.as_object().unwrap();
    let mut all = keywords.clone();
    all.retain(|keyword, _| !keyword.starts_with("x-") && !keyword.starts_with('$'));
    if let Some(reference) = keywords.get("$ref").and_then(Value::as_str) {
        let target = root.pointer(reference.strip_prefix('#').unwrap()).unwrap();
        for (keyword, value) in target.as_object().unwrap() {
            if !keyword.starts_with("x-") {
                assert!(
                    all.insert(keyword.clone(), value.clone()).is_none(),
                    "{keyword} twice"
                );
            }
        }
    }
    let knows = |known: &[&str]| all.keys().all(|keyword| known.contains(&keyword.as_str()));
    let number = |keyword: &str| all.get(keyword).and_then(Value::as_i64);
    let bounds = |least: &str, most: &str| {
        let most = number(most).map_or("usize::MAX".to_owned(), |most| most.to_string());
        format!("({}, {most})", number(least).unwrap_or(0))
    };
    let kind = all.get("type").and_then(Value::as_str);
    let words = match (all.get("enum"), all.get("const")) {
        (Some(Value::Array(words)), None) => words.iter().map(Value::as_str).collect(),
        (None, Some(word)) => Some(vec![word.as_str().unwrap_or_default()]),
        _ => Some(Vec::new()),
    };
    match kind {
        None if all.is_empty() => "true".to_owned(),
        Some("null") if knows(&["type"]) => "null(value)".to_owned(),
        Some("boolean") if knows(&["type"]) => "boolean(value)".to_owned(),
        Some("boolean") if knows(&["type", "const"]) => {
            format!("value.as_bool() == Some({})", all["const"])
        }
        Some("integer") if knows(&["type", "minimum", "maximum", "exclusiveMinimum"]) => {
            let above = number("exclusiveMinimum").map(|above| above + 1);
            let least = number("minimum").or(above);
            let least = least.map_or("i64::MIN".to_owned(), |least| least.to_string());
            let most = number("maximum");
            let most = most.map_or("i64::MAX".to_owned(), |most| most.to_string());
            format!("integer(value, {least}, {most})")
        }
        Some("string") if knows(&["type", "minLength", "maxLength"]) => {
            format!("string(value, {})", bounds("minLength", "maxLength"))
        }
        None | Some("string") if knows(&["type", "enum"]) => {
            let words: Vec<_> = words
                .unwrap()
                .iter()
                .map(|word| format!("{word:?}"))
                .collect();
            format!(
                "matches!(value.as_str().as_deref(), Some({}))",
                words.join(" | ")
            )
        }
        Some("array") if knows(&["type", "items", "minItems", "maxItems", "uniqueItems"]) => {
            let unique = all.get("uniqueItems") == Some(&Value::Bool(true));
            format!(
                "list(value, {}, {unique}, |value| {})",
                bounds("minItems", "maxItems"),
                is_sound(root, &all["items"], depth),
            )
        }
        Some("object") if knows(&["type", "minProperties"]) => {
            format!(
                "any_object(value, {})",
                number("minProperties").unwrap_or(0)
            )
        }
        None | Some("object")
            if knows(&["type", "properties", "required", "additionalProperties"]) =>
        {
            let indent = "    ".repeat(depth);
            let required = all.get("required").and_then(Value::as_array);
            let required: Vec<_> = required
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .collect();
            let mut code = format!(
                "object(value, {}, |name, value| match name {{\n",
                required.len()
            );
            for (name, schema) in all["properties"].as_object().unwrap() {
                let must = match required.contains(&name.as_str()) {
                    true => "Required",
                    false => "Optional",
                };
                let test = is_sound(root, schema, depth + 1);
                code.push_str(&format!("{indent}    {name:?} => Sound::{must}({test}),\n"));
            }
            let rest = match all.get("additionalProperties") {
                Some(Value::Bool(false)) => "Sound::Unknown",
                None => "Sound::Optional(true)",
                other => panic!("{other:?}"),
            };
            code + &format!("{indent}    _ => {rest},\n{indent}}})")
        }
        _ => panic!("neither this nor `judge.rs` knows all keywords of {all:?}"),
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
