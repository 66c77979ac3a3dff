//! The schema of the configuration, held against what the reader says.

use serde_json::{Map, Value};
use toml::de::{DeTable, DeValue};

use fornax_project::config::KEYS;

use crate::parse;
use crate::support::repo_root;

fn validator() -> jsonschema::Validator {
    let path = repo_root().join("schemas/fornax-lint.schema.json");
    let schema = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

fn to_json(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => text.as_ref().into(),
        DeValue::Integer(number) => number.as_str().parse::<i64>().unwrap().into(),
        DeValue::Boolean(flag) => (*flag).into(),
        DeValue::Array(items) => items.iter().map(|item| to_json(item.get_ref())).collect(),
        DeValue::Table(table) => Value::Object(members(table)),
        DeValue::Float(_) | DeValue::Datetime(_) => Value::Null,
    }
}

fn members(table: &DeTable<'_>) -> Map<String, Value> {
    table
        .iter()
        .map(|(name, value)| (name.get_ref().to_string(), to_json(value.get_ref())))
        .collect()
}

#[test]
fn the_schema_and_the_reader_agree() {
    let ignore =
        |rest: &str| format!("[[ignore]]\nrule = \"label-blank\"\nreason = \"r\"\n{rest}\n");
    let good = KEYS.iter().map(|key| (key.example.to_owned(), true));
    let good = good.chain([
        (String::new(), true),
        (ignore("pointer = \"\""), true),
        (ignore("pointer = \"/a~0~1\""), true),
        ("[rules]\nid-malformed = \"error\"".to_owned(), true),
    ]);
    let bad = [
        "publishd = true",
        "published = \"yes\"",
        "fornax-version = 9",
        "fornax-version = \"0.9\"",
        "reserved-ids = [\"\"]",
        "reserved-ids = [\"A B\"]",
        "reserved-ids = [\"ab\"]",
        "reserved-ids = [\"acme-\"]",
        "exclude = \"a\"",
        "exclude = ['a\\b']",
        "exclude = [\"\"]",
        "exclude = [\"!a\"]",
        "[files]\nkit = []",
        "[rules]\nlabel-blnk = \"off\"",
        "[rules]\nlabel-blank = \"loud\"",
        "[rules]\nid-malformed = \"warning\"",
        "[ignore]\nrule = \"label-blank\"\nreason = \"r\"",
        "[[ignore]]\nrule = \"label-blank\"",
        "[[ignore]]\nreason = \"r\"",
        "[[ignore]]\nrule = \"syntax-error\"\nreason = \"r\"",
        "[[ignore]]\nrule = \"label-blank\"\nreason = \" \"",
    ]
    .map(str::to_owned)
    .into_iter()
    .chain([
        ignore("pointer = \"a\""),
        ignore("pointer = \"/~2\""),
        ignore("why = \"x\""),
    ])
    .map(|text| (text, false));

    let validator = validator();
    for (text, is_right) in good.chain(bad) {
        assert_eq!(parse(&text).is_ok(), is_right, "the reader: {text}");
        let table = DeTable::parse(&text).unwrap();
        let value = Value::Object(members(table.get_ref()));
        assert_eq!(validator.is_valid(&value), is_right, "the schema: {text}");
    }
}

/// What SchemaStore holds the schema against: files that it accepts, and files that it refuses.
#[test]
fn the_test_files_for_schemastore_are_judged_as_their_folders_say() {
    let validator = validator();
    for (folder, is_right) in [("test", true), ("negative_test", false)] {
        let folder = repo_root().join(format!("schemas/schemastore/{folder}/fornax-lint"));
        let mut files = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            files += 1;
            assert_eq!(parse(&text).is_ok(), is_right, "the reader: {path:?}");
            let table = DeTable::parse(&text).unwrap();
            let value = Value::Object(members(table.get_ref()));
            assert_eq!(validator.is_valid(&value), is_right, "the schema: {path:?}");
        }
        assert!(files > 1);
    }
}
