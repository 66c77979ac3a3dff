//! The reference of every field of the four kinds of document, which is made from their schemas.

use std::fmt::Write as _;

use fornax_manifest::DocumentKind;
use fornax_manifest::ide::reference_url;
use serde_json::Value;

use crate::judges::{Judges, Rules};
use crate::page::read;
use crate::support::assert_generated;

const GENERATED: &str =
    "<!-- Generated from the schema; `FORNAX_UPDATE=1 cargo test` rewrites it. -->\n\n";

/// What an object or a list holds, and where that is.
pub(crate) struct Field {
    /// Its keys, with dots between them and `[]` for items of a list; empty for the document.
    pub(crate) path: String,
    /// The sub-schema, its `$ref` followed.
    pub(crate) schema: Value,
    pub(crate) is_required: bool,
}

impl Field {
    /// How its description is linked to: by its keys alone.
    fn anchor(&self) -> String {
        self.path.replace("[]", "")
    }

    fn text(&self, keyword: &str) -> &str {
        self.schema[keyword].as_str().unwrap_or_default()
    }
}

pub(crate) fn schema(kind: DocumentKind) -> Value {
    serde_json::from_str(kind.schema()).unwrap()
}

/// A sub-schema with what it refers to; its own keywords win.
fn resolved(root: &Value, site: &Value) -> Value {
    let Some(target) = site["$ref"].as_str() else {
        return site.clone();
    };
    let mut schema = root
        .pointer(target.trim_start_matches('#'))
        .unwrap()
        .clone();
    for (keyword, value) in site.as_object().unwrap() {
        if keyword != "$ref" {
            schema[keyword] = value.clone();
        }
    }
    schema
}

/// Every field below a schema, in the order in which an author writes them.
pub(crate) fn fields(root: &Value) -> Vec<Field> {
    let mut fields = Vec::new();
    let document = Field {
        path: String::new(),
        schema: root.clone(),
        is_required: true,
    };
    collect(root, &document, &mut fields);
    fields.insert(0, document);
    fields
}

fn collect(root: &Value, parent: &Field, fields: &mut Vec<Field>) {
    let schema = &parent.schema;
    for (name, member) in schema["properties"].as_object().into_iter().flatten() {
        let dot = if parent.path.is_empty() { "" } else { "." };
        let required = schema["required"].as_array().into_iter().flatten();
        let field = Field {
            path: format!("{}{dot}{name}", parent.path),
            schema: resolved(root, member),
            is_required: required.into_iter().any(|required| required == name),
        };
        let at = fields.len();
        collect(root, &field, fields);
        fields.insert(at, field);
    }
    if schema["items"].is_object() {
        let field = Field {
            path: format!("{}[]", parent.path),
            schema: resolved(root, &schema["items"]),
            is_required: false,
        };
        let at = fields.len();
        collect(root, &field, fields);
        fields.insert(at, field);
    }
}

fn type_words(schema: &Value) -> &str {
    match schema["type"].as_str() {
        Some("object") => "object",
        Some("array") => "list",
        Some("string") => "text",
        Some("integer") => "whole number",
        Some("boolean") => "`true` or `false`",
        Some("null") => "`null`",
        _ if schema["enum"].is_array() => "text",
        _ if schema["properties"].is_object() => "object",
        _ => "any value",
    }
}

fn range(schema: &Value, least: &str, most: &str, unit: &str) -> Option<String> {
    match (schema[least].as_u64(), schema[most].as_u64()) {
        (Some(least), Some(most)) => Some(format!("{least} to {most} {unit}")),
        (Some(1), None) => Some("not empty".to_owned()),
        (Some(least), None) => Some(format!("at least {least} {unit}")),
        (None, Some(most)) => Some(format!("at most {most} {unit}")),
        (None, None) => None,
    }
}

/// What the schema says of a value's size and shape.
fn bounds(schema: &Value) -> Vec<String> {
    let mut bounds = Vec::new();
    bounds.extend(range(schema, "minLength", "maxLength", "characters"));
    bounds.extend(range(schema, "minItems", "maxItems", "items"));
    if schema["uniqueItems"] == true {
        bounds.push("no item twice".to_owned());
    }
    let (least, most) = (&schema["minimum"], &schema["maximum"]);
    if !least.is_null() && least == most {
        bounds.push(format!("exactly `{least}`"));
    } else if !least.is_null() {
        bounds.push(format!("at least {least}"));
    }
    if let Some(bound) = schema["exclusiveMinimum"].as_u64() {
        bounds.push(format!("above {bound}"));
    }
    if !schema["const"].is_null() {
        bounds.push(format!("exactly `{}`", schema["const"]));
    }
    if let Some(pattern) = schema["pattern"].as_str() {
        bounds.push(format!("the pattern `{pattern}`"));
    }
    bounds
}

/// Prose with a sentence on each line.
fn sentences(text: &str) -> String {
    text.replace(". ", ".\n").replace("e.g.\n", "e.g. ")
}

fn describe(field: &Field, page: &mut String) {
    let schema = &field.schema;
    let _ = write!(page, "{}\n\n", sentences(field.text("markdownDescription")));
    if let Some(values) = schema["enum"].as_array() {
        page.push_str("| value | meaning |\n| --- | --- |\n");
        for (index, value) in values.iter().enumerate() {
            let about = schema["markdownEnumDescriptions"][index].as_str().unwrap();
            let _ = writeln!(page, "| `{value}` | {about} |");
        }
        page.push('\n');
    }
    let bounds = bounds(schema);
    if !bounds.is_empty() {
        let _ = write!(page, "The schema's bounds: {}.\n\n", bounds.join("; "));
    }
}

/// The rules that judge a field, each with the loader's words for what it finds there.
fn verdicts(what: &str, rules: Option<&Rules>, page: &mut String) {
    let Some(rules) = rules else { return };
    let judged: Vec<String> = rules
        .iter()
        .map(|(name, reasons)| {
            let words: Vec<String> = reasons.iter().map(|reason| format!("`{reason}`")).collect();
            let words = match words.join(", ") {
                words if words.is_empty() => words,
                words => format!(" ({words})"),
            };
            format!("[{name}](../rules/{name}.md){words}")
        })
        .collect();
    let _ = write!(page, "{what} by {}.\n\n", judged.join(", "));
}

fn example(value: &Value) -> String {
    let line = serde_json::to_string(value).unwrap();
    if line.len() <= 60 {
        format!("Example: `{line}`\n\n")
    } else {
        let text = serde_json::to_string_pretty(value).unwrap();
        format!("```json\n{text}\n```\n\n")
    }
}

fn section(field: &Field, rules: Option<&Rules>, page: &mut String) {
    let level = if field.path.contains(['.', '[']) {
        "###"
    } else {
        "##"
    };
    let need = if field.is_required {
        "required"
    } else {
        "optional"
    };
    let _ = write!(
        page,
        "<a id=\"{}\"></a>\n\n{level} `{}`\n\n**{}** · {} · {need}\n\n",
        field.anchor(),
        field.path,
        field.text("title"),
        type_words(&field.schema),
    );
    describe(field, page);
    verdicts("Judged", rules, page);
}

fn page(kind: DocumentKind) -> String {
    let root = schema(kind);
    let judges = Judges::of(kind);
    let name = kind.name();
    let all = fields(&root);
    let (document, all) = all.split_first().unwrap();
    let mut page = format!(
        "{GENERATED}# {}\n\n{}\n\n",
        document.text("title"),
        sentences(document.text("markdownDescription"))
    );
    let _ = write!(
        page,
        "[`schemas/{name}.schema.json`](../../schemas/{name}.schema.json) says the same to an editor or a validator; what lies beyond a schema, [rules](../rules/index.md) say.\n\
         With each field stand the rules that judge it, and in brackets [the loader's word](../how-to/refusals.md) where it refuses what they find; a rule without one is about what the loader accepts.\n\n"
    );
    page.push_str("| field | type | presence |\n| --- | --- | --- |\n");
    for field in all.iter().filter(|field| !field.path.ends_with("[]")) {
        let need = if field.is_required {
            "required"
        } else {
            "optional"
        };
        let _ = writeln!(
            page,
            "| [`{}`](#{}) | {} | {need} |",
            field.path,
            field.anchor(),
            type_words(&field.schema)
        );
    }
    page.push('\n');
    verdicts(
        "The document as a whole is judged",
        judges.at(""),
        &mut page,
    );
    page.push_str("A complete one:\n\n");
    page.push_str(&example(&document.schema["examples"][0]));
    for (index, field) in all.iter().enumerate() {
        if field.path.ends_with("[]") {
            // An item has its place below its list, with the list's own anchor.
            let _ = write!(page, "Each item · {}\n\n", type_words(&field.schema));
            describe(field, &mut page);
            verdicts("Judged", judges.at(&field.path), &mut page);
        } else {
            section(field, judges.at(&field.path), &mut page);
        }
        let next_is_item = all
            .get(index + 1)
            .is_some_and(|next| next.path == format!("{}[]", field.path));
        if next_is_item {
            continue;
        }
        if let Some(value) = field.schema["examples"].get(0) {
            page.push_str(&example(value));
        }
    }
    page.trim_end().to_owned() + "\n"
}

#[test]
fn every_field_has_its_entry() {
    for kind in DocumentKind::ALL {
        let path = format!("docs/reference/{}.md", kind.name());
        assert_generated(&path, &page(kind));
    }
}

/// An editor links from a field to its entry.
#[test]
fn links_from_an_editor_lead_to_an_entry() {
    for kind in DocumentKind::ALL {
        let text = read(&format!("docs/reference/{}.md", kind.name()));
        for field in fields(&schema(kind)) {
            let url = reference_url(kind, &field.anchor());
            assert!(
                url.contains(&format!("/reference/{}/", kind.name())),
                "{url}"
            );
            let Some((_, anchor)) = url.split_once('#') else {
                continue;
            };
            assert!(
                text.contains(&format!("<a id=\"{anchor}\"></a>")),
                "{}: {anchor}",
                kind.name()
            );
        }
    }
}
