//! Settings files as people and programs leave them, and operations on them.

use fornax_manifest::operation::{Marker, Operation};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

/// A value as it is spelt.
#[derive(Clone, Debug)]
enum Json {
    Raw(&'static str),
    Array(Vec<Json>),
    Object(Vec<(&'static str, Json)>),
}

/// What stands between the tokens.
#[derive(Clone, Debug)]
struct Layout {
    newline: &'static str,
    indent: &'static str,
    colon: &'static str,
    comma: &'static str,
    /// Containers of this many entries and more stand on lines of their own.
    spread_from: usize,
    pad: &'static str,
    /// Blanks that are put in anywhere, again and again.
    ragged: Vec<&'static str>,
    end: &'static str,
}

/// Settings that operations often meet on their way.
pub(crate) fn settings() -> impl Strategy<Value = String> {
    (root(), layout()).prop_map(|(json, layout)| {
        let mut writer = Writer {
            layout: &layout,
            out: String::new(),
            blanks: 0,
        };
        writer.value(&json, 0);
        writer.blank();
        writer.out + layout.end
    })
}

/// One to four operations, their ways often in common, and often the same.
pub(crate) fn operations() -> impl Strategy<Value = Vec<Operation>> {
    (vec(operation(), 1..5), proptest::bool::weighted(0.3)).prop_map(|(mut operations, is_one)| {
        if let Some(pointer) = operations.first().map(|first| first.pointer.clone())
            && is_one
        {
            for operation in &mut operations {
                operation.pointer.clone_from(&pointer);
            }
        }
        operations
    })
}

fn root() -> impl Strategy<Value = Json> {
    let hooks =
        vec((key(), prop_oneof![6 => elements(), 1 => any_json()]), 0..4).prop_map(Json::Object);
    let deep = prop_oneof![
        4 => elements().prop_map(|z| Json::Object(vec![("\"z\"", z)])),
        1 => any_json(),
    ];
    let deep = deep.prop_map(|y| Json::Object(vec![("\"y\"", y)]));
    let member = prop_oneof![
        4 => (select(vec!["\"hooks\"", "\"ho\\u006fks\""]), prop_oneof![9 => hooks, 1 => any_json()]),
        2 => (Just("\"list\""), elements()),
        2 => (Just("\"x\""), deep),
        3 => (key(), any_json()),
    ];
    vec(member, 0..5).prop_map(Json::Object)
}

fn key() -> impl Strategy<Value = &'static str> {
    select(vec![
        "\"PreToolUse\"",
        "\"PostToolUse\"",
        "\"Pre\\u0054oolUse\"",
        "\"a/b\"",
        "\"a\\/b\"",
        "\"m~n\"",
        "\"\"",
        "\"0\"",
        "\"é\"",
        "\"\\u00e9\"",
        "\"model\"",
    ])
}

fn elements() -> impl Strategy<Value = Json> {
    let marked = |raw| Just(Json::Raw(raw));
    let element = prop_oneof![
        marked(r#"{"type": "command", "command": "fornax-x"}"#),
        marked(r#"{"command":"other","command":"f\u006frnax-x"}"#),
        marked(r#"{"command":"fornax-x","command":"other"}"#),
        marked(r#"{"id":"fornax-y","n":1E+2}"#),
        marked("\"fornax-x\""),
        marked(r#"{"matcher":"*","hooks":[{"command":"fornax-x"}]}"#),
        marked(r#"{"hooks":[{"command":"fornax-x"},{"command":"other"},{"command":"fornax-x"}]}"#),
        any_json(),
        any_json(),
    ];
    vec(element, 0..4).prop_map(Json::Array)
}

fn any_json() -> impl Strategy<Value = Json> {
    let raw = select(vec![
        "1",
        "-0",
        "1.50",
        "1E+2",
        "123456789012345678901234567890",
        "true",
        "null",
        "\"dark\"",
        "\"a\\/b \\u0041\\ud83d\\ude00\"",
        "\"é {[,:]}\"",
        "[]",
        "{}",
    ]);
    raw.prop_map(Json::Raw).prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Json::Array),
            vec((key(), inner), 0..4).prop_map(Json::Object),
        ]
    })
}

fn layout() -> impl Strategy<Value = Layout> {
    let end = select(vec!["", "\n", "\r\n", "\n\n", " "]);
    let ragged = prop_oneof![
        6 => Just(Vec::new()),
        1 => vec(select(vec!["", " ", "\n", "\r\n  ", "\t", "\r"]), 1..9),
    ];
    (
        select(vec!["\n", "\n", "\r\n", "\r"]),
        select(vec!["  ", "    ", "\t", "   ", ""]),
        select(vec![": ", ": ", ":", " :  "]),
        select(vec![", ", ",", " , "]),
        select(vec![0, 1, 1, 2, 3, 9]),
        select(vec!["", " "]),
        ragged,
        end,
    )
        .prop_map(
            |(newline, indent, colon, comma, spread_from, pad, ragged, end)| Layout {
                newline,
                indent,
                colon,
                comma,
                spread_from,
                pad,
                ragged,
                end,
            },
        )
}

fn operation() -> impl Strategy<Value = Operation> {
    let pointer = select(vec![
        "/hooks/PreToolUse",
        "/hooks/PostToolUse",
        "/hooks/a~1b",
        "/hooks/m~0n",
        "/hooks/",
        "/hooks/0",
        "/hooks/é",
        "/list",
        "/x/y/z",
        "/x/y/w",
        "/x/v",
        "/x",
        "/",
        "/hooks/PreToolUse/deeper",
        "",
    ]);
    let more = select(vec![
        json!({}),
        json!({"type": "command", "timeout": 100.0}),
        json!({"args": ["a", "b"], "env": {"k": [{"l": null}]}, "e": [], "o": {}}),
    ]);
    (
        pointer,
        select(vec!["command", "id"]),
        select(vec!["fornax-x", "fornax-y"]),
        more,
        any::<bool>(),
    )
        .prop_map(|(pointer, key, value, more, is_listed)| {
            let Value::Object(mut element) = more else {
                panic!("elements are objects");
            };
            let marker = if is_listed && key == "command" {
                let hook = json!({"type": "command", key: value});
                element.insert("hooks".to_owned(), json!([hook]));
                Marker::listed("hooks", key, value)
            } else {
                element.insert(key.to_owned(), value.into());
                Marker::member(key, value)
            };
            Operation {
                pointer: pointer.to_owned(),
                marker,
                element,
            }
        })
}

struct Writer<'l> {
    layout: &'l Layout,
    out: String,
    blanks: usize,
}

impl Writer<'_> {
    fn blank(&mut self) {
        if !self.layout.ragged.is_empty() {
            self.blanks += 1;
            let next = self.blanks % self.layout.ragged.len();
            self.out.push_str(self.layout.ragged[next]);
        }
    }

    fn line(&mut self, level: usize) {
        self.out.push_str(self.layout.newline);
        self.out.push_str(&self.layout.indent.repeat(level));
    }

    fn value(&mut self, json: &Json, level: usize) {
        self.blank();
        let (open, close, entries): (_, _, Vec<(Option<&str>, &Json)>) = match json {
            Json::Raw(text) => {
                self.out.push_str(text);
                return;
            }
            Json::Array(items) => ('[', ']', items.iter().map(|item| (None, item)).collect()),
            Json::Object(members) => {
                let members = members.iter().map(|(key, value)| (Some(*key), value));
                ('{', '}', members.collect())
            }
        };
        let is_spread = entries.len() >= self.layout.spread_from;
        self.out.push(open);
        for (index, (key, value)) in entries.iter().enumerate() {
            match (is_spread, index) {
                (false, 0) => self.out.push_str(self.layout.pad),
                (false, _) => self.out.push_str(self.layout.comma),
                (true, 0) => self.line(level + 1),
                (true, _) => {
                    self.out.push(',');
                    self.line(level + 1);
                }
            }
            self.blank();
            if let Some(key) = key {
                self.out.push_str(key);
                self.blank();
                self.out.push_str(self.layout.colon);
            }
            self.value(value, level + 1);
            self.blank();
        }
        if is_spread {
            self.line(level);
        } else if !entries.is_empty() {
            self.out.push_str(self.layout.pad);
        }
        self.out.push(close);
    }
}
