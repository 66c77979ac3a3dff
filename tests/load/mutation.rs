//! Documents that are wrong in one or a few places: valid samples, disturbed.

use std::fmt;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::Value;

/// A JSON value that keeps what a parsed one forgets: several members with one key, and spelling.
#[derive(Clone, Debug)]
pub(crate) enum Json {
    /// A literal as it is spelt.
    Literal(String),
    Array(Vec<Json>),
    /// Keys are literals too.
    Object(Vec<(String, Json)>),
}

impl Json {
    pub(crate) fn of(value: &Value) -> Self {
        match value {
            Value::Array(items) => Self::Array(items.iter().map(Self::of).collect()),
            Value::Object(members) => Self::Object(
                members
                    .iter()
                    .map(|(key, value)| (quoted(key), Self::of(value)))
                    .collect(),
            ),
            literal => Self::Literal(literal.to_string()),
        }
    }

    pub(crate) fn print(&self) -> String {
        match self {
            Self::Literal(text) => text.clone(),
            Self::Array(items) => {
                let items: Vec<_> = items.iter().map(Self::print).collect();
                format!("[{}]", items.join(", "))
            }
            Self::Object(members) => {
                let members: Vec<_> = members
                    .iter()
                    .map(|(key, value)| format!("{key}: {}", value.print()))
                    .collect();
                format!("{{ {} }}", members.join(", "))
            }
        }
    }

    fn children(&self) -> Vec<&Self> {
        match self {
            Self::Literal(_) => Vec::new(),
            Self::Array(items) => items.iter().collect(),
            Self::Object(members) => members.iter().map(|(_, value)| value).collect(),
        }
    }

    fn children_mut(&mut self) -> Vec<&mut Self> {
        match self {
            Self::Literal(_) => Vec::new(),
            Self::Array(items) => items.iter_mut().collect(),
            Self::Object(members) => members.iter_mut().map(|(_, value)| value).collect(),
        }
    }

    /// How many values in it, itself included, are `wanted`.
    fn count(&self, wanted: fn(&Self) -> bool) -> usize {
        let below: usize = self
            .children()
            .iter()
            .map(|child| child.count(wanted))
            .sum();
        below + usize::from(wanted(self))
    }

    fn nth(&mut self, wanted: fn(&Self) -> bool, skip: &mut usize) -> Option<&mut Self> {
        if wanted(self) {
            if *skip == 0 {
                return Some(self);
            }
            *skip -= 1;
        }
        self.children_mut()
            .into_iter()
            .find_map(|child| child.nth(wanted, skip))
    }

    /// One of the values that are `wanted`, if there is any.
    fn pick(&mut self, wanted: fn(&Self) -> bool, index: Index) -> Option<&mut Self> {
        let count = self.count(wanted);
        if count == 0 {
            return None;
        }
        self.nth(wanted, &mut index.index(count))
    }

    fn is_any(&self) -> bool {
        matches!(self, Self::Literal(_) | Self::Array(_) | Self::Object(_))
    }

    fn is_full_object(&self) -> bool {
        matches!(self, Self::Object(members) if !members.is_empty())
    }

    fn is_full_array(&self) -> bool {
        matches!(self, Self::Array(items) if !items.is_empty())
    }

    fn is_object(&self) -> bool {
        matches!(self, Self::Object(_))
    }

    fn is_string(&self) -> bool {
        matches!(self, Self::Literal(text) if text.starts_with('"') && text.ends_with('"'))
    }
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// One disturbance of a document's values.
#[derive(Clone, Debug)]
pub(crate) enum Mutation {
    /// Puts a value in another's place.
    Replace(Index, Json),
    /// Puts a value of the document in the place of another one.
    Copy(Index, Index),
    DropMember(Index, Index),
    DropItem(Index, Index),
    /// Repeats a key, with the same or another value, in front or behind.
    RepeatMember(Index, Index, Option<Json>, bool),
    RepeatItem(Index, Index),
    Rename(Index, Index, String),
    AddMember(Index, Index, String, Json),
    /// An object as its values in their order, a string as the key of a `null`.
    Positional(Index),
    /// Puts a piece of text into a string.
    Extend(Index, Index, &'static str),
    /// Takes a byte from a string.
    Shorten(Index, Index),
}

impl Mutation {
    fn apply(self, document: &mut Json) -> Option<()> {
        match self {
            Self::Replace(at, value) => *document.pick(Json::is_any, at)? = value,
            Self::Copy(from, to) => {
                let value = document.pick(Json::is_any, from)?.clone();
                *document.pick(Json::is_any, to)? = value;
            }
            Self::DropMember(at, which) => {
                let members = document.pick_members(Json::is_full_object, at)?;
                members.remove(which.index(members.len()));
            }
            Self::DropItem(at, which) => {
                let items = document.pick_items(at)?;
                items.remove(which.index(items.len()));
            }
            Self::RepeatMember(at, which, value, behind) => {
                let members = document.pick_members(Json::is_full_object, at)?;
                let (key, own) = members[which.index(members.len())].clone();
                let place = if behind { members.len() } else { 0 };
                members.insert(place, (key, value.unwrap_or(own)));
            }
            Self::RepeatItem(at, which) => {
                let items = document.pick_items(at)?;
                let item = items[which.index(items.len())].clone();
                items.push(item);
            }
            Self::Rename(at, which, key) => {
                let members = document.pick_members(Json::is_full_object, at)?;
                let which = which.index(members.len());
                members[which].0 = key;
            }
            Self::AddMember(at, place, key, value) => {
                let members = document.pick_members(Json::is_object, at)?;
                members.insert(place.index(members.len() + 1), (key, value));
            }
            Self::Positional(at) => {
                let value = document.pick(|value| value.is_object() || value.is_string(), at)?;
                *value = match std::mem::replace(value, Json::Array(Vec::new())) {
                    Json::Object(members) => {
                        Json::Array(members.into_iter().map(|(_, value)| value).collect())
                    }
                    string => {
                        let null = Json::Literal("null".to_owned());
                        Json::Object(vec![(string.print(), null)])
                    }
                };
            }
            Self::Extend(at, place, piece) => {
                let Json::Literal(text) = document.pick(Json::is_string, at)? else {
                    return None;
                };
                text.insert_str(inside(text, place), piece);
            }
            Self::Shorten(at, place) => {
                let Json::Literal(text) = document.pick(Json::is_string, at)? else {
                    return None;
                };
                let at = inside(text, place);
                if at < text.len() - 1 {
                    text.remove(at);
                }
            }
        }
        Some(())
    }
}

/// A place between the quotes of a literal.
fn inside(literal: &str, place: Index) -> usize {
    let places: Vec<_> = literal
        .char_indices()
        .map(|(at, _)| at)
        .filter(|&at| at > 0)
        .collect();
    places[place.index(places.len())]
}

impl Json {
    fn pick_members(
        &mut self,
        wanted: fn(&Self) -> bool,
        at: Index,
    ) -> Option<&mut Vec<(String, Self)>> {
        match self.pick(wanted, at)? {
            Self::Object(members) => Some(members),
            _ => None,
        }
    }

    fn pick_items(&mut self, at: Index) -> Option<&mut Vec<Self>> {
        match self.pick(Self::is_full_array, at)? {
            Self::Array(items) => Some(items),
            _ => None,
        }
    }
}

/// One disturbance of a document's bytes.
#[derive(Clone, Debug)]
pub(crate) enum Noise {
    ByteOrderMark,
    Insert(Index, Vec<u8>),
    Replace(Index, u8),
    Delete(Index, usize),
    Truncate(Index),
    /// Blanks at the end, up to so many bytes past or short of the limit.
    Pad(i8),
}

impl Noise {
    fn apply(self, bytes: &mut Vec<u8>, limit: u64) {
        let place = |at: Index, bytes: &[u8]| at.index(bytes.len() + 1);
        match self {
            Self::ByteOrderMark => _ = bytes.splice(..0, *b"\xEF\xBB\xBF"),
            Self::Insert(at, piece) => {
                let at = place(at, bytes);
                bytes.splice(at..at, piece);
            }
            Self::Replace(at, byte) => {
                let at = place(at, bytes);
                if let Some(place) = bytes.get_mut(at) {
                    *place = byte;
                }
            }
            Self::Delete(at, count) => {
                let at = place(at, bytes);
                bytes.drain(at..bytes.len().min(at + count));
            }
            Self::Truncate(at) => bytes.truncate(place(at, bytes)),
            Self::Pad(past) => {
                // A kit's limit is too large to be tried so often.
                let length = usize::try_from(limit.min(1 << 20)).unwrap_or_default();
                let length = length.saturating_add_signed(past.into());
                if bytes.len() < length {
                    bytes.resize(length, b' ');
                }
            }
        }
    }
}

/// A document's bytes, shown as text.
pub(crate) struct Bytes(pub(crate) Vec<u8>);

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(String::from_utf8_lossy(&self.0).trim_end())
    }
}

/// Documents made of `samples`, which are valid, for a kind with this limit.
pub(crate) fn documents(samples: Vec<Json>, limit: u64) -> impl Strategy<Value = Bytes> {
    let mutations = vec(mutation(), 0..4);
    let noise = prop_oneof![5 => Just(None), 1 => noise().prop_map(Some)];
    (select(samples), mutations, noise).prop_map(move |(mut document, mutations, noise)| {
        for mutation in mutations {
            // One that finds nothing to disturb does nothing.
            _ = mutation.apply(&mut document);
        }
        let mut bytes = document.print().into_bytes();
        if let Some(noise) = noise {
            noise.apply(&mut bytes, limit);
        }
        Bytes(bytes)
    })
}

fn mutation() -> impl Strategy<Value = Mutation> {
    let at = any::<Index>;
    prop_oneof![
        4 => (at(), value()).prop_map(|(at, value)| Mutation::Replace(at, value)),
        2 => (at(), at()).prop_map(|(from, to)| Mutation::Copy(from, to)),
        2 => (at(), at()).prop_map(|(at, which)| Mutation::DropMember(at, which)),
        1 => (at(), at()).prop_map(|(at, which)| Mutation::DropItem(at, which)),
        2 => (at(), at(), option::of(value()), any::<bool>())
            .prop_map(|(at, which, value, behind)| Mutation::RepeatMember(at, which, value, behind)),
        1 => (at(), at()).prop_map(|(at, which)| Mutation::RepeatItem(at, which)),
        2 => (at(), at(), key()).prop_map(|(at, which, key)| Mutation::Rename(at, which, key)),
        2 => (at(), at(), key(), value())
            .prop_map(|(at, place, key, value)| Mutation::AddMember(at, place, key, value)),
        1 => at().prop_map(Mutation::Positional),
        4 => (at(), at(), select(PIECES)).prop_map(|(at, place, piece)| Mutation::Extend(at, place, piece)),
        2 => (at(), at()).prop_map(|(at, place)| Mutation::Shorten(at, place)),
    ]
}

fn noise() -> impl Strategy<Value = Noise> {
    let at = any::<Index>;
    let piece = prop_oneof![
        select(NOISE).prop_map(<[u8]>::to_vec),
        vec(any::<u8>(), 1..3)
    ];
    prop_oneof![
        1 => Just(Noise::ByteOrderMark),
        4 => (at(), piece).prop_map(|(at, piece)| Noise::Insert(at, piece)),
        2 => (at(), any::<u8>()).prop_map(|(at, byte)| Noise::Replace(at, byte)),
        2 => (at(), 1_usize..4).prop_map(|(at, count)| Noise::Delete(at, count)),
        1 => at().prop_map(Noise::Truncate),
        1 => (-1_i8..=1).prop_map(Noise::Pad),
    ]
}

fn key() -> impl Strategy<Value = String> {
    select(KEYS).prop_map(|key| {
        if key.starts_with('"') {
            key.to_owned()
        } else {
            quoted(key)
        }
    })
}

fn value() -> impl Strategy<Value = Json> {
    let literal = |text: &str| Json::Literal(text.to_owned());
    prop_oneof![
        6 => select(LITERALS).prop_map(literal),
        8 => select(STRINGS).prop_map(|text| Json::Literal(quoted(text))),
        2 => vec(select(STRINGS).prop_map(|text| Json::Literal(quoted(text))), 0..3)
            .prop_map(Json::Array),
        1 => (key(), select(LITERALS).prop_map(literal))
            .prop_map(|(key, value)| Json::Object(vec![(key, value)])),
        1 => (110_usize..140)
            .prop_map(|depth| Json::Literal("[".repeat(depth) + &"]".repeat(depth))),
        1 => (0_usize..600).prop_map(|length| Json::Literal(quoted(&"é".repeat(length)))),
        1 => (0_usize..70).prop_map(|length| Json::Literal(quoted(&"a".repeat(length)))),
        1 => (4000_usize..4100).prop_map(|length| Json::Literal(quoted(&"a".repeat(length)))),
    ]
}

/// Values that are easily judged wrongly, as they are spelt.
const LITERALS: &[&str] = &[
    "null",
    "true",
    "false",
    "{}",
    "[]",
    "[{}]",
    "[[]]",
    "[null]",
    "0",
    "1",
    "2",
    "-0",
    "-1",
    "1.0",
    "1e0",
    "10e-1",
    "0.1e1",
    "1.5",
    "99",
    "100",
    "1e2",
    "4294967295",
    "4294967296",
    "9007199254740993",
    "18446744073709551615",
    "18446744073709551616",
    "1e21",
    "1e308",
    "1e309",
    "-1e400",
    "5e-324",
    "1e-400",
    "\"\"",
    "\" \"",
    "\"\\u0000\"",
    "\"\\ud800\"",
    "\"\\udc00\\ud800\"",
    "\"\\ud83d\\ude00\"",
    "\"\\u0061\"",
    "\"a\\u007f\"",
    "\"\\u2028\"",
    "\"\\ufeff\"",
    "[\"\\ud800\", \"\\ud801\"]",
    "[\"\\ud800\", \"\\ud800\"]",
    "[\"a\", \"\\u0061\"]",
    "{\"a\": 1, \"\\u0061\": 2}",
    "{\"__proto__\": null}",
    "{\"hook\": {\"command\": [\"node\", \"x.mjs\"]}}",
    "{\"run\": {\"hook\": {\"command\": [\"node\", \"x.mjs\"]}}}",
    "{\"hook\": {\"command\": [\"node\"], \"timeoutMs\": 5e3}}",
    "{\"changes\": []}",
    "{\"run\": {}}",
    "{\"id\": \"fornax-acme\", \"command\": \"fornax-hook-acme\"}",
];

/// Texts that mean something in one place or another, or nearly do.
const STRINGS: &[&str] = &[
    // Words.
    "plan",
    "install",
    "uninstall",
    "Plan",
    "json",
    "toml",
    "ensure_marked_array_element",
    "detect-never-overwrite",
    "managed",
    "unmanaged",
    "unchanged",
    "claude",
    "codex",
    "opencode",
    "claude-code",
    "ruflo",
    "aqe",
    "constructor",
    "toString",
    "__proto__",
    "hasOwnProperty",
    "claude-transcripts",
    "ollama-catalog",
    "cli-subprocess",
    "acp",
    "mcp",
    "auto-approve",
    "lifecycle-extension",
    "host-integration",
    "mcp-registration",
    "third-party-adapter",
    "project",
    "user",
    "setup",
    "host-pick",
    "sync",
    "brain",
    "acme",
    "acme-agent",
    "nova",
    "a",
    "ab",
    "a-b",
    "-ab",
    "ab-",
    "9ab",
    "Acme",
    "a b",
    "a_b",
    "a.b",
    "é",
    // Versions.
    "0.0.9",
    "0.0.10",
    "0.1.0",
    "1.2",
    "1.2.3",
    "1.2.3.4",
    "+0.0.1",
    "0.+0.1",
    "00.00.01",
    "0.0.x",
    "0.0.9 ",
    "v1.2.3",
    "01.2.3",
    "1.2.3-rc.1",
    "1.2.3-",
    "1.2.3+",
    "1.2.3-a..b+c",
    "1.2.3-01",
    "1.2.3+a+b",
    "0.0.18446744073709551615",
    "0.0.18446744073709551616",
    "1.2.3\n",
    "１.2.3",
    // Paths.
    "~",
    "~/",
    "~/x",
    "~/x.json",
    "~/a/b.json",
    "~/.json",
    "~/a/.json",
    "~/x.JSON",
    "~/x.json ",
    "~/x.json.",
    "~/x.json5",
    "~/x.json/",
    "~/x.json/.",
    "~/./x.json",
    "~/.",
    "~/..",
    "~/a/../x.json",
    "~/a..json",
    "~/...json",
    "~//x.json",
    "~/a//x.json",
    "~user/x.json",
    "~/a~b.json",
    "~/~/x.json",
    "/home/user/x.json",
    "x.json",
    "./x.json",
    "$HOME/x.json",
    "~/$HOME/x.json",
    "~\\x.json",
    "~/a\\x.json",
    "C:\\x.json",
    "~/x\u{0}.json",
    "~/x.json\u{0}",
    "~/a\nb.json",
    " ~/x.json",
    "~/é.json",
    "acme-agent.manifest.json",
    "acme.manifest.json",
    "a-b.manifest.json",
    "../acme-agent.manifest.json",
    // Pointers.
    "/",
    "//",
    "/a",
    "/a/",
    "/a/b",
    "/ab",
    "/a~0",
    "/a~1b",
    "/a~",
    "/a~2",
    "/~01",
    "#/a",
    "/hooks",
    "/hooks/event-a",
    "/hooks/0",
    "/hooks/-",
    "/0",
    "/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1",
    "/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1",
    "////////////////",
    "/////////////////",
    // Markers, and what bears them.
    "id",
    "command",
    "fornax-acme",
    "fornax-hook-acme",
    "fornax-nova",
    // Digests and times.
    "sha256:5c0e9f2b71d84a365c0e9f2b71d84a365c0e9f2b71d84a365c0e9f2b71d84a36",
    "sha256:5C0e9f2b71d84a365c0e9f2b71d84a365c0e9f2b71d84a365c0e9f2b71d84a36",
    "sha256:5c0e9f2b71d84a365c0e9f2b71d84a365c0e9f2b71d84a365c0e9f2b71d84a3",
    "5c0e9f2b71d84a365c0e9f2b71d84a365c0e9f2b71d84a365c0e9f2b71d84a36",
    "2026-10-02T11:04:19Z",
    "2026-10-02t11:04:19.5z",
    "2026-10-02 11:04:19+02:00",
    "2026-10-02T11:04:19",
    "2026-02-29T11:04:19Z",
    "2024-02-29T11:04:19Z",
    "2026-04-31T00:00:00Z",
    "2026-10-02T23:59:60Z",
    "2026-10-02T24:00:00Z",
    "2026-10-02T11:04:60Z",
    "2026-10-02T11:04:61Z",
    "2026-10-02T11:04:19-00:00",
    "2026-10-02T11:04:19+24:00",
    "2026-10-02T11:04:19.Z",
    "2026-10-02",
    "0000-01-01T00:00:00Z",
    "2026-10-02_11:04:19Z",
    // Sources.
    "npm:",
    "npm:acme",
    "npm:@acme/x",
    "npm:@acme/x@1.2.3",
    "npm:acme@latest",
    "npm:acme@1",
    "npm:acme@1.x",
    "npm:acme@^1.0.0",
    "npm:acme@*",
    "npm:acme@",
    "npm:@acme",
    "npm:@/x",
    "npm:@acme/",
    "npm:@acme/x/y",
    "npm:acme@01.2.3",
    "npm:acme@1.2.3-01",
    "npm:acme@1.2.3-a..b",
    "npm:acme@1.2.3+",
    "npm:acme@v1.2.3",
    "npm:acme@next_1",
    "npm:_acme",
    "npm:.acme",
    "npm:a_c.m-e",
    "npm:acme/x",
    "npm:é",
    "NPM:acme",
    "npm:acme@1.2.3@x",
    "http://example.com/x.json",
    "HTTP://example.com/x.json",
    "https://example.com/x.json",
    "https://",
    "https:x",
    "file:///x.json",
    "./x.json",
    "git+ssh://x",
    "acme/x",
    // Patterns.
    "(\\d+)\\.(\\d+)",
    "{",
    "]",
    "a{1",
    "a{2,1}",
    "\\k<n>",
    "(?<n>a)\\k<n>",
    "(?<n>a)(?<n>b)",
    "(?<n>a)|(?<n>b)",
    "\\u{1}",
    "\\p{L}",
    "(?i)a",
    "(?i:a)",
    "(?P<n>a)",
    "x++",
    "(?-i:x)",
    "(",
    ")",
    "[",
    "[b-a]",
    "*",
    "a**",
    "\\",
    "\\c",
    "[\\w-a]",
    "(?=a)*",
    "(?<=a)*",
    "(?<=a)b",
    "\\1",
    "(?<n",
    "(?<1>a)",
    "[]",
    "[^]",
    "\\A",
    "\\z",
    "(a+)+$",
    "(?:)",
    "\\x1",
    "\\8",
    "{1}",
    "{,1}",
    "a{,1}",
    "[[a]]",
    "(?#x)",
    "(?>a)",
    "(?<é>a)",
    "(?<$>a)",
    "\\u{110000}",
    "\\b+",
    "^*",
];

/// Text that may stand inside a string literal, or break it.
const PIECES: &[&str] = &[
    "a",
    "Z",
    "0",
    "-",
    ".",
    "..",
    "/",
    "//",
    "~",
    "~0",
    "~2",
    "@",
    ":",
    "_",
    " ",
    "+",
    "é",
    "😀",
    "(",
    "[",
    "{",
    "*",
    "?",
    "\\u0000",
    "\\u0009",
    "\\n",
    "\\\"",
    "\\\\",
    "\\/",
    "\\u007e",
    "\\u002F",
    "\\ud800",
    "\\udfff",
    "\\ud83d\\ude00",
    "\u{7f}",
    "\u{85}",
    "\u{a0}",
    "\u{2028}",
    "\u{feff}",
    "\u{202e}",
    "\t",
    "\\q",
    "\\u12",
    "\"",
];

/// Bytes that may stand anywhere, or nowhere.
const NOISE: &[&[u8]] = &[
    b" ",
    b"\n",
    b"\r\n",
    b"\t",
    b"\x0b",
    b"\x0c",
    b"\xC2\xA0",
    b"\xE2\x80\xA8",
    b"\xEF\xBB\xBF",
    b"\xFF",
    b"\xC0\x80",
    b"\xED\xA0\x80",
    b"\x00",
    b",",
    b":",
    b"{",
    b"}",
    b"[",
    b"]",
    b"\"",
    b"\\",
    b"//x\n",
    b"/* x */",
    b"#",
    b"0",
    b"-",
    b"1",
    b".",
    b"e",
    b"NaN",
    b"null",
    b"true",
    b"'",
    b"{}",
    b"\"a\":1,",
    b",\"a\":1",
];

/// Keys of every kind of document, and others.
const KEYS: &[&str] = &[
    "schema_version",
    "id",
    "display_name",
    "summary",
    "min_fornax_version",
    "provenance",
    "capabilities",
    "target",
    "format",
    "path",
    "operations",
    "kind",
    "pointer",
    "marker_key",
    "marker_value",
    "element",
    "entries",
    "manifest_file",
    "digest",
    "source_path",
    "registered_at",
    "enabled",
    "name",
    "version",
    "contract",
    "host",
    "detection",
    "driving",
    "lifecycle",
    "execution",
    "trust",
    "label",
    "install",
    "auth",
    "legacy",
    "enabledByDefault",
    "configProjection",
    "observability",
    "bin",
    "npmPackage",
    "externalInstallPolicy",
    "canDriveSession",
    "canBePrimary",
    "canRouteActivities",
    "commandStatusline",
    "transcripts",
    "usage",
    "nativeMcpConfig",
    "nativeGuidance",
    "guidanceFile",
    "configFormat",
    "statusline",
    "aqeProvider",
    "envMarkers",
    "enableEnv",
    "approvalPolicy",
    "changes",
    "scope",
    "owner",
    "value",
    "effect",
    "features",
    "requiresHostEnabled",
    "versionArgs",
    "versionPattern",
    "surfaces",
    "detect",
    "plan",
    "apply",
    "verify",
    "undo",
    "hook",
    "command",
    "timeoutMs",
    "run",
    "hostAdapters",
    "source",
    "$schema",
    "aliases",
    "token",
    "exec",
    "x",
    "",
    "ID",
    "__proto__",
    "constructor",
    "toString",
    "\"\\u0069d\"",
    "\"\\u006eame\"",
    "\"\\u0065lement\"",
    "\"\\ud800\"",
    "\"__proto\\u005f_\"",
];
