//! How a document's text is laid out.

use serde::Serialize;
use serde_json::Value;
use serde_json::ser::{PrettyFormatter, Serializer};

use super::random::Random;

/// Marks a string that stands for JSON text of its own: `raw("1e0")` is written `1e0`.
const RAW: &str = "@raw:";

/// A value that is written as `text`.
pub(crate) fn raw(text: &str) -> Value {
    Value::from(format!("{RAW}{text}@"))
}

/// `document` as text, in one of the ways in which people and tools lay it out.
pub(crate) fn laid_out(random: &mut Random, document: &Value) -> String {
    let indent = *random.pick(&["", "", "  ", "  ", "    ", "\t"]);
    let mut text = if indent.is_empty() {
        document.to_string()
    } else {
        pretty(document, indent)
    };
    text = with_raw(&text);
    if random.percent(15) {
        // Letters as some tools write them.
        text = text.replace('é', "\\u00e9");
    }
    if random.percent(80) {
        text.push('\n');
    }
    if random.percent(15) {
        text = text.replace('\n', "\r\n");
    }
    text
}

fn pretty(document: &Value, indent: &str) -> String {
    let mut bytes = Vec::new();
    let formatter = PrettyFormatter::with_indent(indent.as_bytes());
    document
        .serialize(&mut Serializer::with_formatter(&mut bytes, formatter))
        .unwrap();
    String::from_utf8(bytes).unwrap()
}

fn with_raw(text: &str) -> String {
    let opening = format!("\"{RAW}");
    let mut parts = text.split(&opening);
    let mut result = parts.next().unwrap().to_owned();
    for part in parts {
        let (raw, rest) = part.split_once("@\"").unwrap();
        // It was written as a string.
        let raw: String = serde_json::from_str(&format!("\"{raw}\"")).unwrap();
        result.push_str(&raw);
        result.push_str(rest);
    }
    result
}
