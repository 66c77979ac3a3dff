//! Text to be put into a document, with the places that the author fills in.

use std::fmt::Write;

use serde_json::Value;

use crate::edit::quote;

/// A line that is longer is broken up.
pub(super) const LINE_WIDTH: usize = 80;

/// JSON that is to be inserted.
#[derive(Clone, Debug)]
pub(super) enum Body {
    /// A string, a number, a word.
    Scalar(Vec<Piece>),
    /// Members: each a key, quotes included, and a value.
    Object(Vec<(Vec<Piece>, Body)>),
    /// Items.
    Array(Vec<Body>),
}

/// A part of what is inserted, as it stands in the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Text.
    Text(String),
    /// A place to fill in: its number, and what stands there until then. Places with one number are
    /// filled in together.
    Stop(u32, String),
}

/// How a document is laid out where the text goes.
#[derive(Clone, Debug)]
pub(super) struct Layout<'t> {
    pub(super) newline: &'t str,
    /// One level of indentation.
    pub(super) unit: &'t str,
    /// The indentation of the line on which the text begins.
    pub(super) indent: String,
    /// Whether members and items stand on lines of their own.
    pub(super) is_spread: bool,
    /// Whether blanks follow colons and commas.
    pub(super) is_spaced: bool,
}

impl Body {
    /// A body as schemas write it: `${1:text}` in a string is a place to fill in, and a string that
    /// begins with `^` stands for itself, without quotes.
    pub(super) fn template(value: &Value) -> Self {
        match value {
            Value::String(text) => Self::Scalar(template_string(text)),
            Value::Array(items) => Self::Array(items.iter().map(Self::template).collect()),
            Value::Object(members) => Self::Object(
                members
                    .iter()
                    .map(|(key, value)| (template_string(key), Self::template(value)))
                    .collect(),
            ),
            other => Self::literal(other),
        }
    }

    /// Exactly this value.
    pub(super) fn literal(value: &Value) -> Self {
        Self::Scalar(vec![Piece::Text(value.to_string())])
    }

    /// This value, every scalar in it to be filled in; places are numbered from `next` on.
    pub(super) fn example(value: &Value, next: &mut u32) -> Self {
        match value {
            Value::Array(items) => {
                Self::Array(items.iter().map(|item| Self::example(item, next)).collect())
            }
            Value::Object(members) => Self::Object(
                members
                    .iter()
                    .map(|(key, value)| (self::key(key), Self::example(value, next)))
                    .collect(),
            ),
            scalar => {
                let number = *next;
                *next += 1;
                Self::Scalar(stop(number, scalar))
            }
        }
    }

    /// An empty list with the cursor in it.
    pub(super) fn empty_list() -> Self {
        Self::Scalar(vec![
            Piece::Text("[".to_owned()),
            Piece::Stop(1, String::new()),
            Piece::Text("]".to_owned()),
        ])
    }

    /// The JSON text. `used` characters of its first line are taken already.
    pub(super) fn render(&self, layout: &Layout<'_>, used: usize) -> Vec<Piece> {
        let mut pieces = Vec::new();
        self.write(&mut pieces, layout, used);
        pieces
    }

    fn write(&self, out: &mut Vec<Piece>, layout: &Layout<'_>, used: usize) {
        let mut flat = Vec::new();
        self.write_flat(&mut flat, layout);
        if !layout.is_spread || layout.indent.len() + used + width(&flat) <= LINE_WIDTH {
            out.append(&mut flat);
            return;
        }
        let mut deeper = layout.clone();
        deeper.indent.push_str(layout.unit);
        let separator = format!("{}{}", layout.newline, deeper.indent);
        let (open, close) = self.brackets();
        out.push(Piece::Text(open.to_owned()));
        match self {
            Self::Scalar(pieces) => out.extend_from_slice(pieces),
            Self::Object(members) => {
                for (index, (key, value)) in members.iter().enumerate() {
                    out.push(Piece::Text(format!("{}{separator}", comma_before(index))));
                    out.extend_from_slice(key);
                    out.push(Piece::Text(": ".to_owned()));
                    value.write(out, &deeper, width(key) + 2);
                }
            }
            Self::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    out.push(Piece::Text(format!("{}{separator}", comma_before(index))));
                    item.write(out, &deeper, 0);
                }
            }
        }
        if !close.is_empty() {
            out.push(Piece::Text(format!(
                "{}{}{close}",
                layout.newline, layout.indent
            )));
        }
    }

    fn write_flat(&self, out: &mut Vec<Piece>, layout: &Layout<'_>) {
        let blank = if layout.is_spaced { " " } else { "" };
        let (open, close) = self.brackets();
        match self {
            Self::Scalar(pieces) => out.extend_from_slice(pieces),
            Self::Object(members) => {
                let pad = if members.is_empty() { "" } else { blank };
                out.push(Piece::Text(format!("{open}{pad}")));
                for (index, (key, value)) in members.iter().enumerate() {
                    if index > 0 {
                        out.push(Piece::Text(format!(",{blank}")));
                    }
                    out.extend_from_slice(key);
                    out.push(Piece::Text(format!(":{blank}")));
                    value.write_flat(out, layout);
                }
                out.push(Piece::Text(format!("{pad}{close}")));
            }
            Self::Array(items) => {
                out.push(Piece::Text(open.to_owned()));
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.push(Piece::Text(format!(",{blank}")));
                    }
                    item.write_flat(out, layout);
                }
                out.push(Piece::Text(close.to_owned()));
            }
        }
    }

    fn brackets(&self) -> (&'static str, &'static str) {
        match self {
            Self::Scalar(_) => ("", ""),
            Self::Object(_) => ("{", "}"),
            Self::Array(_) => ("[", "]"),
        }
    }
}

/// The comma that stands before every entry but the first.
fn comma_before(index: usize) -> &'static str {
    if index == 0 { "" } else { "," }
}

/// A scalar as a place to fill in: of a string what is between its quotes.
pub(super) fn stop(number: u32, scalar: &Value) -> Vec<Piece> {
    match scalar {
        Value::String(text) => vec![
            Piece::Text("\"".to_owned()),
            Piece::Stop(number, inner(text)),
            Piece::Text("\"".to_owned()),
        ],
        other => vec![Piece::Stop(number, other.to_string())],
    }
}

/// A key of ours.
pub(super) fn key(name: &str) -> Vec<Piece> {
    vec![Piece::Text(quote(name))]
}

/// `text` as it stands between the quotes of a JSON string.
pub(super) fn inner(text: &str) -> String {
    let quoted = quote(text);
    quoted[1..quoted.len() - 1].to_owned()
}

fn template_string(text: &str) -> Vec<Piece> {
    let (raw, text) = match text.strip_prefix('^') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let spell = |text: &str| if raw { text.to_owned() } else { inner(text) };
    let mark = |pieces: &mut Vec<Piece>| {
        if !raw {
            pieces.push(Piece::Text("\"".to_owned()));
        }
    };
    let mut pieces = Vec::new();
    mark(&mut pieces);
    let mut rest = text;
    while let Some((before, number, placeholder, behind)) = next_stop(rest) {
        pieces.push(Piece::Text(spell(before)));
        pieces.push(Piece::Stop(number, spell(placeholder)));
        rest = behind;
    }
    pieces.push(Piece::Text(spell(rest)));
    mark(&mut pieces);
    pieces
}

/// Splits at the first `${1:text}`: what is before, the number, the text, what is behind.
fn next_stop(text: &str) -> Option<(&str, u32, &str, &str)> {
    let (before, rest) = text.split_once("${")?;
    let (number, rest) = rest.split_once(':')?;
    let (placeholder, behind) = rest.split_once('}')?;
    Some((before, number.parse().ok()?, placeholder, behind))
}

fn width(pieces: &[Piece]) -> usize {
    pieces
        .iter()
        .map(|piece| match piece {
            Piece::Text(text) | Piece::Stop(_, text) => text.chars().count(),
        })
        .sum()
}

/// The text with every place filled in as proposed.
pub(super) fn plain(pieces: &[Piece]) -> String {
    pieces
        .iter()
        .map(|piece| match piece {
            Piece::Text(text) | Piece::Stop(_, text) => text.as_str(),
        })
        .collect()
}

/// The text in the snippet syntax of editors; none where there is nothing to fill in and the text is
/// a single word: there are editors that take no more than the first word of a plain text.
pub(super) fn snippet(pieces: &[Piece]) -> Option<String> {
    let mut text = String::new();
    let mut seen = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Text(part) => push_escaped(&mut text, part),
            Piece::Stop(number, part) if !part.is_empty() && !seen.contains(number) => {
                seen.push(*number);
                // Writing to a string can't fail.
                let _ = write!(text, "${{{number}:");
                push_escaped(&mut text, part);
                text.push('}');
            }
            // What has the number of an earlier place follows it.
            Piece::Stop(number, _) => {
                seen.push(*number);
                let _ = write!(text, "${{{number}}}");
            }
        }
    }
    (!seen.is_empty() || text.contains(char::is_whitespace)).then_some(text)
}

fn push_escaped(snippet: &mut String, text: &str) {
    for character in text.chars() {
        if matches!(character, '$' | '}' | '\\') {
            snippet.push('\\');
        }
        snippet.push(character);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn layout(is_spread: bool, is_spaced: bool) -> Layout<'static> {
        Layout {
            newline: "\n",
            unit: "  ",
            indent: String::new(),
            is_spread,
            is_spaced,
        }
    }

    #[test]
    fn templates_become_text_and_snippets() {
        let body = Body::template(&json!({
            "${2:command}": "${1:a}-\\b",
            "n": "^${3:5000}",
            "again": "${1:a}",
        }));
        let pieces = body.render(&layout(false, true), 0);
        assert_eq!(
            plain(&pieces),
            r#"{ "command": "a-\\b", "n": 5000, "again": "a" }"#
        );
        assert_eq!(
            snippet(&pieces).unwrap(),
            r#"{ "${2:command}": "${1:a}-\\\\b", "n": ${3:5000}, "again": "${1}" \}"#
        );
    }

    #[test]
    fn what_a_document_says_is_no_snippet_syntax() {
        let pieces = Body::Scalar(stop(1, &json!("${HOME}\\\"}$0"))).render(&layout(true, true), 0);
        assert_eq!(plain(&pieces), r#""${HOME}\\\"}$0""#);
        assert_eq!(snippet(&pieces).unwrap(), r#""${1:\${HOME\}\\\\\\"\}\$0}""#);
        let literal = Body::literal(&json!("$1")).render(&layout(true, true), 0);
        assert_eq!(plain(&literal), "\"$1\"");
        assert_eq!(snippet(&literal), None);
    }

    #[test]
    fn what_fits_stays_on_its_line() {
        let value = json!({ "a": { "b": 1 }, "c": ["x".repeat(70), "y"], "d": {} });
        let pieces = Body::template(&value).render(&layout(true, true), 0);
        let x = "x".repeat(70);
        assert_eq!(
            plain(&pieces),
            format!(
                "{{\n  \"a\": {{ \"b\": 1 }},\n  \"c\": [\n    \"{x}\",\n    \"y\"\n  ],\n  \"d\": {{}}\n}}"
            )
        );
        let flat = Body::template(&json!({ "a": [1, {}] })).render(&layout(false, false), 0);
        assert_eq!(plain(&flat), r#"{"a":[1,{}]}"#);
    }
}
