//! Reads a text in which nothing is wrong: in one pass, straight to the tree.
//!
//! Most texts are sound, and to read them takes a fraction of what it takes to be ready for every
//! fault. Where anything is amiss this gives up, and the [parser](super::parser) begins anew; a test
//! holds that both make the same tree.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::limits;
use crate::syntax::lexer::to_u32;
use crate::syntax::number::{self, SerdeNumber};
use crate::syntax::string::{hex4, key_bytes};
use crate::syntax::tree::{NodeData, NodeKind, Tree};
use crate::syntax::{Span, Strictness};

/// The tree of `text`, if the reader that `strictness` names accepts it.
pub(super) fn parse(text: &str, strictness: Strictness) -> Option<Tree> {
    let mut reader = Reader {
        text,
        strictness,
        at: 0,
        // What a document that people write comes to.
        nodes: Vec::with_capacity(text.len() / 10 + 4),
        children: Vec::with_capacity(text.len() / 10 + 4),
        pending: Vec::with_capacity(32),
        stack: Vec::with_capacity(8),
        max_depth: 0,
    };
    reader.document()?;
    Some(Tree {
        text: text.into(),
        strictness,
        nodes: reader.nodes,
        children: reader.children,
        root: Some(0),
        errors: Vec::new(),
        error_count: 0,
        doubtful_from: None,
        nesting_is_doubtful: false,
        max_depth: reader.max_depth,
        tokens: OnceLock::new(),
        layout: OnceLock::new(),
    })
}

/// A container that is still open.
struct Frame {
    node: u32,
    /// The member whose value is being read, and its key; none in an array.
    member: Option<(u32, u32)>,
    is_object: bool,
    /// Where the container's children begin in `Reader::pending`.
    first_pending: usize,
}

struct Reader<'t> {
    text: &'t str,
    strictness: Strictness,
    at: usize,
    nodes: Vec<NodeData>,
    children: Vec<u32>,
    /// The children, so far, of every open container, the outermost's first.
    pending: Vec<u32>,
    stack: Vec<Frame>,
    max_depth: usize,
}

// Every function gives none where the text is not sound.
impl Reader<'_> {
    fn document(&mut self) -> Option<()> {
        'value: loop {
            match self.next_byte()? {
                b'{' => {
                    self.open(NodeKind::Object)?;
                    if self.next_byte()? != b'}' {
                        self.key()?;
                        continue 'value;
                    }
                    self.at += 1;
                    self.close()?;
                }
                b'[' => {
                    self.open(NodeKind::Array)?;
                    if self.next_byte()? != b']' {
                        continue 'value;
                    }
                    self.at += 1;
                    self.close()?;
                }
                b'"' => {
                    let (span, is_plain) = self.string()?;
                    let string = self.scalar(NodeKind::String, span);
                    self.nodes[string as usize].is_plain = is_plain;
                }
                b't' => self.word("true", NodeKind::Bool)?,
                b'f' => self.word("false", NodeKind::Bool)?,
                b'n' => self.word("null", NodeKind::Null)?,
                b'-' | b'0'..=b'9' => self.number()?,
                _ => return None,
            }
            // Behind a value.
            while let Some(frame) = self.stack.last() {
                let is_object = frame.is_object;
                let byte = self.next_byte()?;
                self.at += 1;
                match (byte, is_object) {
                    (b',', true) => {
                        self.next_byte()?;
                        self.key()?;
                        continue 'value;
                    }
                    (b',', false) => continue 'value,
                    (b'}', true) | (b']', false) => self.close()?,
                    _ => return None,
                }
            }
            return self.next_byte().is_none().then_some(());
        }
    }

    /// The byte after the blanks from here on, which are passed over.
    fn next_byte(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        loop {
            let byte = *bytes.get(self.at)?;
            if !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                return Some(byte);
            }
            self.at += 1;
        }
    }

    fn add(&mut self, kind: NodeKind, span: Span, parent: Option<u32>) -> u32 {
        let id = to_u32(self.nodes.len());
        self.nodes.push(NodeData::new(id, kind, span, parent));
        id
    }

    /// Ends a node: its children are those from `first` on, and nothing more lies below it.
    fn set_children(&mut self, id: u32, first: usize, end: u32) {
        let last = to_u32(self.nodes.len());
        let count = to_u32(self.children.len() - first);
        let data = &mut self.nodes[id as usize];
        data.first_child = to_u32(first);
        data.child_count = count;
        data.end = last;
        data.span.end = end;
    }

    fn parent_of_value(&self) -> Option<u32> {
        let frame = self.stack.last()?;
        Some(frame.member.map_or(frame.node, |(member, _)| member))
    }

    /// Hands a finished value to what it belongs to.
    fn place(&mut self, value: u32, end: u32) {
        let Some(frame) = self.stack.last() else {
            return;
        };
        match frame.member {
            Some((member, key)) => {
                let first = self.children.len();
                self.children.extend([key, value]);
                self.set_children(member, first, end);
            }
            None => self.pending.push(value),
        }
    }

    fn scalar(&mut self, kind: NodeKind, span: Span) -> u32 {
        let parent = self.parent_of_value();
        let node = self.add(kind, span, parent);
        self.place(node, span.end);
        node
    }

    fn open(&mut self, kind: NodeKind) -> Option<()> {
        let parent = self.parent_of_value();
        let start = to_u32(self.at);
        self.at += 1;
        let node = self.add(kind, Span::new(start, start + 1), parent);
        self.stack.push(Frame {
            node,
            member: None,
            is_object: kind == NodeKind::Object,
            first_pending: self.pending.len(),
        });
        self.max_depth = self.max_depth.max(self.stack.len());
        let is_too_deep =
            self.strictness == Strictness::Serde && self.stack.len() > limits::SERDE_DEPTH;
        (!is_too_deep).then_some(())
    }

    /// Ends the innermost container here.
    fn close(&mut self) -> Option<()> {
        let frame = self.stack.pop()?;
        let first = self.children.len();
        let children = self.pending.drain(frame.first_pending..);
        self.children.extend(children);
        let end = to_u32(self.at);
        self.set_children(frame.node, first, end);
        if frame.is_object {
            mark_shadowed(self.text, &mut self.nodes, &self.children, first);
        }
        self.place(frame.node, end);
        Some(())
    }

    /// Reads a key and its colon; the blanks before it have been passed over.
    fn key(&mut self) -> Option<()> {
        let (span, is_plain) = self.string()?;
        let object = self.stack.last()?.node;
        let member = self.add(NodeKind::Member, span, Some(object));
        self.nodes[member as usize].has_key = true;
        let key = self.add(NodeKind::String, span, Some(member));
        self.nodes[key as usize].is_plain = is_plain;
        self.pending.push(member);
        self.stack.last_mut()?.member = Some((member, key));
        (self.next_byte()? == b':').then_some(())?;
        self.at += 1;
        Some(())
    }

    fn word(&mut self, word: &str, kind: NodeKind) -> Option<()> {
        let start = self.at;
        self.text.as_bytes()[start..]
            .starts_with(word.as_bytes())
            .then_some(())?;
        self.at += word.len();
        self.scalar(kind, Span::new(to_u32(start), to_u32(self.at)));
        Some(())
    }

    fn number(&mut self) -> Option<()> {
        let start = self.at;
        let bytes = &self.text.as_bytes()[start..];
        let is_part = |byte: &u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
        let length = bytes
            .iter()
            .position(|byte| !is_part(byte))
            .unwrap_or(bytes.len());
        let source = &self.text[start..start + length];
        let is_finite = || match number::serde_number(source) {
            SerdeNumber::Float(value) => value.is_finite(),
            _ => true,
        };
        (number::is_json_number(source)
            && (self.strictness == Strictness::JavaScript || is_finite()))
        .then_some(())?;
        self.at += length;
        self.scalar(
            NodeKind::Number,
            Span::new(to_u32(start), to_u32(start + length)),
        );
        Some(())
    }

    /// Reads a string with its quotes, and tells whether it has no escapes.
    fn string(&mut self) -> Option<(Span, bool)> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        (bytes.get(start) == Some(&b'"')).then_some(())?;
        let mut at = start + 1;
        let mut is_plain = true;
        loop {
            match *bytes.get(at)? {
                b'"' => break,
                b'\\' => {
                    at += escape_length(&bytes[at..], self.strictness)?;
                    is_plain = false;
                }
                byte if byte < b' ' => return None,
                _ => at += 1,
            }
        }
        self.at = at + 1;
        Some((Span::new(to_u32(start), to_u32(at + 1)), is_plain))
    }
}

/// How long the escape at the start of `bytes` is, if the reader takes it for one.
fn escape_length(bytes: &[u8], strictness: Strictness) -> Option<usize> {
    match bytes.get(1)? {
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(2),
        b'u' => {
            let unit = hex4(bytes.get(2..6)?)?;
            let is_half = (0xD800..0xE000).contains(&unit);
            if !is_half || strictness == Strictness::JavaScript {
                return Some(6);
            }
            let low = bytes.get(6..12)?.strip_prefix(b"\\u").and_then(hex4)?;
            ((0xD800..0xDC00).contains(&unit) && (0xDC00..0xE000).contains(&low)).then_some(12)
        }
        _ => None,
    }
}

/// Marks every member whose key comes again, of those that are the children from `first` on.
pub(super) fn mark_shadowed(text: &str, nodes: &mut [NodeData], children: &[u32], first: usize) {
    /// Up to here comparing each with each is the faster way.
    const FEW: usize = 16;
    let members = &children[first..];
    if members.len() < 2 {
        return;
    }
    let key = |id: u32| {
        let has_key = nodes[id as usize].has_key;
        has_key.then(|| &nodes[id as usize + 1])
    };
    let text = |key: &NodeData| &text[key.span.range()];
    // Equal texts are the common case; only a key with an escape needs to be decoded.
    let mut shadowed = Vec::new();
    if members.len() <= FEW
        && members
            .iter()
            .filter_map(|&id| key(id))
            .all(|key| key.is_plain)
    {
        let mut keys = [""; FEW];
        for (index, &id) in members.iter().enumerate() {
            let Some(key) = key(id).map(text) else {
                continue;
            };
            for (earlier, &id) in keys[..index].iter().zip(members) {
                if *earlier == key {
                    shadowed.push(id);
                }
            }
            keys[index] = key;
        }
    } else {
        let mut last = HashMap::with_capacity(members.len());
        for &id in members {
            let Some(key) = key(id).map(text) else {
                continue;
            };
            if let Some(earlier) = last.insert(key_bytes(key), id) {
                shadowed.push(earlier);
            }
        }
    }
    for id in shadowed {
        nodes[id as usize].shadowed = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parser::tolerant;
    use proptest::prelude::*;

    /// Holds this parser against the one that is ready for every fault.
    fn compare(text: &str) {
        for strictness in [Strictness::Serde, Strictness::JavaScript] {
            let expected = tolerant(text, strictness);
            let Some(tree) = parse(text, strictness) else {
                assert!(expected.error_count() > 0, "{strictness:?} {text:?}");
                continue;
            };
            assert_eq!(expected.error_count(), 0, "{strictness:?} {text:?}");
            assert_eq!(tree.nodes, expected.nodes, "{text:?}");
            assert_eq!(tree.children, expected.children, "{text:?}");
            assert_eq!(tree.root, expected.root, "{text:?}");
            assert_eq!(tree.max_depth, expected.max_depth, "{text:?}");
            assert_eq!(tree.tokens(), expected.tokens(), "{text:?}");
            assert_eq!(tree.doubtful_from(), expected.doubtful_from(), "{text:?}");
        }
    }

    #[test]
    fn both_parsers_read_the_same() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        let many: Vec<_> = (0..40).map(|key| format!("\"{}\": 1", key % 37)).collect();
        for text in [
            "",
            " ",
            "{}",
            "[]",
            "\t[ ]\r\n",
            "{ \"a\": [1, -2.5e3, true, false, null, \"\"], \"b\": { \"c\": {} } }",
            "{\"a\":1,\"a\":2,\"\\u0061\":3}",
            "{\"a\":1,\"b\":2,\"a\":3,\"a\":4}",
            "{\"\":{\"\":{},\"\":[]}}",
            &format!("{{{}}}", many.join(",")),
            &nested(limits::SERDE_DEPTH),
            &nested(limits::SERDE_DEPTH + 1),
            "\"é😀\u{2028}\\n\\/\\ud83d\\ude00\"",
            "\"\\ud83d\"",
            "\"\\ude00\\ud83d\"",
            "\"\\ud83d\\u0041\"",
            "\"\\u00g0\"",
            "\"\\x\"",
            "\"\\",
            "\"\\u00",
            "\"a",
            "\"a\nb\"",
            "\"\u{7f}\"",
            "\u{feff}{}",
            "1e400",
            "-1e-400",
            "01",
            "1.",
            "-",
            "18446744073709551616",
            "truex",
            "tru",
            "[1 2]",
            "[1,]",
            "[,1]",
            "{\"a\":1,}",
            "{\"a\" 1}",
            "{\"a\":}",
            "{a:1}",
            "{,}",
            "[}",
            "{]",
            "{}}",
            "{} {}",
            "[1",
            "{\"a\":1",
            "// a\n{}",
            "{\"a\": 1 /* b */}",
            "\"a\"b\"",
        ] {
            compare(text);
        }
    }

    fn value() -> impl Strategy<Value = String> {
        let leaf = prop_oneof![
            prop::sample::select(vec!["null", "true", "false", "0", "-0.5e-7", "1E+9"])
                .prop_map(str::to_owned),
            any::<i64>().prop_map(|number| number.to_string()),
            any::<String>().prop_map(|text| serde_json::Value::from(text).to_string()),
            prop::sample::select(vec!["\"\\ud800\"", "\"\\u0041\\t\"", "1e999"])
                .prop_map(str::to_owned),
        ];
        let key = prop::sample::select(vec!["\"a\"", "\"b\"", "\"\\u0061\"", "\"é\"", "\"\""]);
        let blank = prop::sample::select(vec!["", " ", "\n  ", "\r\n\t"]);
        leaf.prop_recursive(6, 60, 12, move |inner| {
            let members = prop::collection::vec((key.clone(), blank.clone(), inner.clone()), 0..20);
            let items = prop::collection::vec((blank.clone(), inner), 0..8);
            prop_oneof![
                members.prop_map(|members| {
                    let members: Vec<_> = members
                        .iter()
                        .map(|(key, blank, value)| format!("{blank}{key}{blank}:{blank}{value}"))
                        .collect();
                    format!("{{{}}}", members.join(","))
                }),
                items.prop_map(|items| {
                    let items: Vec<_> = items
                        .iter()
                        .map(|(blank, value)| format!("{blank}{value}{blank}"))
                        .collect();
                    format!("[{}]", items.join(","))
                }),
            ]
        })
    }

    proptest! {
        #[test]
        fn both_parsers_read_the_same_whatever_there_is(
            text in value(),
            at in any::<prop::sample::Index>(),
            length in 0..3_usize,
            piece in prop::sample::select(vec!["", "\"", ",", ":", "{", "]", "\\", "x", "\0", "é", " "]),
        ) {
            compare(&text);
            let mut characters: Vec<char> = text.chars().collect();
            let start = at.index(characters.len());
            let end = (start + length).min(characters.len());
            characters.splice(start..end, piece.chars());
            compare(&characters.into_iter().collect::<String>());
        }
    }
}
