//! Reads a text in which nothing is wrong: in one pass, straight to the tree.
//!
//! Most texts are sound, and to read them takes a fraction of what it takes to be ready for every
//! fault. Where anything is amiss this gives up, and the [parser](super::parser) begins anew; a test
//! holds that both make the same tree.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::OnceLock;

use crate::limits;
use crate::syntax::eight::Eight;
use crate::syntax::lexer::to_u32;
use crate::syntax::number::{self, SerdeNumber};
use crate::syntax::string::{escape, key_bytes};
use crate::syntax::tree::{NodeData, NodeKind, Tree};
use crate::syntax::{Span, Strictness};

/// Which containers of a document are opened, so that the tree knows what is in them. The others are
/// folded: they are read as carefully, but are nodes without children until somebody
/// [looks into them](Tree::missed).
#[derive(Debug)]
pub(crate) enum Opening {
    /// The container, and all those in it.
    Whole,
    /// The container, and those of its members' values whose keys stand here.
    Members(Vec<(String, Opening)>),
}

impl Opening {
    /// The outermost container alone.
    pub(crate) fn outermost() -> Self {
        Self::Members(Vec::new())
    }

    /// Opens also the container to which these keys lead, with all that are in it, and those on the way.
    pub(crate) fn open(&mut self, way: impl IntoIterator<Item = String>) {
        let mut here = self;
        for (depth, key) in way.into_iter().enumerate() {
            let Self::Members(members) = here else {
                return;
            };
            // No text has more below one another.
            if depth > limits::SERDE_DEPTH {
                return;
            }
            let place = members.iter().position(|(known, _)| *known == key);
            let place = place.unwrap_or_else(|| {
                members.push((key, Self::outermost()));
                members.len() - 1
            });
            here = &mut members[place].1;
        }
        *here = Self::Whole;
    }
}

/// The tree of `text`, if the reader that `strictness` names accepts it.
pub(super) fn parse(text: &str, strictness: Strictness) -> Option<Tree> {
    // What a document that people write comes to.
    read(text, strictness, &Opening::Whole, text.len() / 10 + 4)
}

/// The same, in a fraction of the time and the memory where little of a long text is opened. Members of
/// an object that is opened in part are not told from those whose key comes again.
pub(super) fn outline(text: &str, strictness: Strictness, opening: &Opening) -> Option<Tree> {
    read(text, strictness, opening, 64)
}

fn read(text: &str, strictness: Strictness, opening: &Opening, capacity: usize) -> Option<Tree> {
    let mut reader = Reader::new(text, strictness, opening, capacity);
    reader.document()?;
    Some(Tree {
        text: text.into(),
        strictness,
        nodes: reader.nodes,
        children: reader.children,
        root: Some(0),
        errors: Vec::new(),
        error_count: 0,
        unshown: Vec::new(),
        doubtful_from: None,
        nesting_is_doubtful: false,
        max_depth: reader.max_depth,
        has_shadowed: reader.has_shadowed,
        has_escapes: reader.has_escapes,
        missed: OnceLock::new(),
        tokens: OnceLock::new(),
        layout: OnceLock::new(),
    })
}

/// Opens a folded container of an [outline], and all those in it.
pub(super) fn unfold(tree: &mut Tree, id: u32) {
    let Some(folded) = tree.nodes.get_mut(id as usize) else {
        return;
    };
    folded.folded = false;
    let span = folded.span;
    let text = &tree.text[..span.end as usize];
    let mut reader = Reader::new(text, tree.strictness, &Opening::Whole, 64);
    reader.at = span.start as usize;
    // What was folded has been read before, as carefully.
    if reader.document().is_none() {
        return;
    }
    let Reader {
        mut nodes,
        children,
        has_shadowed,
        ..
    } = reader;
    tree.has_shadowed |= has_shadowed;
    // Nodes lie in the order of the text: what is new comes between, and all behind it moves.
    let moved = to_u32(nodes.len() - 1);
    for node in &mut tree.nodes {
        node.parent = node.parent.map(|at| at + if at > id { moved } else { 0 });
        node.end += if node.end > id { moved } else { 0 };
    }
    for child in &mut tree.children {
        *child += if *child > id { moved } else { 0 };
    }
    let first = to_u32(tree.children.len());
    tree.children
        .extend(children.iter().map(|child| child + id));
    for node in &mut nodes {
        node.parent = node.parent.map(|at| at + id);
        node.end += id;
        node.first_child += first;
    }
    let inner = nodes.split_off(1);
    if let (Some(folded), Some(opened)) = (tree.nodes.get_mut(id as usize), nodes.pop()) {
        *folded = NodeData {
            parent: folded.parent,
            ..opened
        };
    }
    let behind = id as usize + 1;
    tree.nodes.splice(behind..behind, inner);
}

/// A container that is still open.
struct Frame<'o> {
    node: u32,
    /// The member whose value is being read, and its key; none in an array.
    member: Option<(u32, u32)>,
    is_object: bool,
    opening: &'o Opening,
    /// That of the value which is being read; none if that is folded.
    opening_of_value: Option<&'o Opening>,
    /// Where the container's children begin in `Reader::pending`.
    first_pending: usize,
}

struct Reader<'t, 'o> {
    text: &'t str,
    strictness: Strictness,
    /// That of the outermost value.
    opening: &'o Opening,
    at: usize,
    nodes: Vec<NodeData>,
    children: Vec<u32>,
    /// The children, so far, of every open container, the outermost's first.
    pending: Vec<u32>,
    stack: Vec<Frame<'o>>,
    /// Of a container that is being passed over and of those in it that are open, whether they are
    /// objects.
    folding: Vec<bool>,
    max_depth: usize,
    has_shadowed: bool,
    has_escapes: bool,
}

// Every function gives none where the text is not sound.
impl<'t, 'o> Reader<'t, 'o> {
    fn new(text: &'t str, strictness: Strictness, opening: &'o Opening, capacity: usize) -> Self {
        Self {
            text,
            strictness,
            opening,
            at: 0,
            nodes: Vec::with_capacity(capacity),
            children: Vec::with_capacity(capacity),
            pending: Vec::with_capacity(32),
            stack: Vec::with_capacity(8),
            folding: Vec::new(),
            max_depth: 0,
            has_shadowed: false,
            has_escapes: false,
        }
    }

    fn document(&mut self) -> Option<()> {
        'value: loop {
            match self.next_byte()? {
                b'{' => match self.opening_here() {
                    Some(opening) => {
                        self.open(NodeKind::Object, opening)?;
                        if self.next_byte()? != b'}' {
                            self.key()?;
                            continue 'value;
                        }
                        self.at += 1;
                        self.close()?;
                    }
                    None => self.fold(NodeKind::Object)?,
                },
                b'[' => match self.opening_here() {
                    Some(opening) => {
                        self.open(NodeKind::Array, opening)?;
                        if self.next_byte()? != b']' {
                            continue 'value;
                        }
                        self.at += 1;
                        self.close()?;
                    }
                    None => self.fold(NodeKind::Array)?,
                },
                b'"' => {
                    let (span, is_plain) = self.string()?;
                    let string = self.scalar(NodeKind::String, span);
                    self.nodes[string as usize].is_plain = is_plain;
                }
                byte => {
                    let start = to_u32(self.at);
                    let kind = self.literal(byte)?;
                    self.scalar(kind, Span::new(start, to_u32(self.at)));
                }
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

    /// That of the value which begins here; none if it is folded.
    fn opening_here(&self) -> Option<&'o Opening> {
        match self.stack.last() {
            None => Some(self.opening),
            Some(frame) => frame.opening_of_value,
        }
    }

    fn open(&mut self, kind: NodeKind, opening: &'o Opening) -> Option<()> {
        let parent = self.parent_of_value();
        let start = to_u32(self.at);
        self.at += 1;
        let node = self.add(kind, Span::new(start, start + 1), parent);
        self.stack.push(Frame {
            node,
            member: None,
            is_object: kind == NodeKind::Object,
            opening,
            opening_of_value: matches!(opening, Opening::Whole).then_some(opening),
            first_pending: self.pending.len(),
        });
        self.go_down(self.stack.len())
    }

    /// Takes note of how deep the innermost open container lies, itself included.
    fn go_down(&mut self, depth: usize) -> Option<()> {
        self.max_depth = self.max_depth.max(depth);
        let is_too_deep = self.strictness == Strictness::Serde && depth > limits::SERDE_DEPTH;
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
        if frame.is_object && matches!(frame.opening, Opening::Whole) {
            self.has_shadowed |= mark_shadowed(self.text, &mut self.nodes, &self.children, first);
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
        let frame = self.stack.last_mut()?;
        frame.member = Some((member, key));
        if let Opening::Members(members) = frame.opening {
            let name = if is_plain {
                Cow::Borrowed(&self.text.as_bytes()[span.start as usize + 1..self.at - 1])
            } else {
                key_bytes(&self.text[span.range()])
            };
            let member = members.iter().find(|(key, _)| key.as_bytes() == &*name);
            frame.opening_of_value = member.map(|(_, opening)| opening);
        }
        self.colon()
    }

    fn colon(&mut self) -> Option<()> {
        (self.next_byte()? == b':').then_some(())?;
        self.at += 1;
        Some(())
    }

    /// Reads a number or a word that begins with `first`.
    fn literal(&mut self, first: u8) -> Option<NodeKind> {
        let (word, kind) = match first {
            b't' => ("true", NodeKind::Bool),
            b'f' => ("false", NodeKind::Bool),
            b'n' => ("null", NodeKind::Null),
            b'-' | b'0'..=b'9' => return self.number(),
            _ => return None,
        };
        self.text.as_bytes()[self.at..]
            .starts_with(word.as_bytes())
            .then_some(())?;
        self.at += word.len();
        Some(kind)
    }

    fn number(&mut self) -> Option<NodeKind> {
        let bytes = &self.text.as_bytes()[self.at..];
        let count = |is: fn(&u8) -> bool| bytes.iter().take_while(|byte| is(byte)).count();
        let is_part = |byte: &u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
        // Most numbers are short and whole.
        let digits = count(u8::is_ascii_digit);
        if (1..=15).contains(&digits)
            && (bytes[0] != b'0' || digits == 1)
            && !bytes.get(digits).is_some_and(is_part)
        {
            self.at += digits;
            return Some(NodeKind::Number);
        }
        let length = count(is_part);
        let source = &self.text[self.at..self.at + length];
        let is_finite = || match number::serde_number(source) {
            SerdeNumber::Float(value) => value.is_finite(),
            _ => true,
        };
        (number::is_json_number(source)
            && (self.strictness == Strictness::JavaScript || is_finite()))
        .then_some(())?;
        self.at += length;
        Some(NodeKind::Number)
    }

    /// Reads a container and leaves what is in it aside.
    fn fold(&mut self, kind: NodeKind) -> Option<()> {
        let parent = self.parent_of_value();
        let start = to_u32(self.at);
        let is_empty = self.pass_over()?;
        let end = to_u32(self.at);
        let node = self.add(kind, Span::new(start, end), parent);
        self.nodes[node as usize].folded = !is_empty;
        self.place(node, end);
        Some(())
    }

    /// Reads the container that begins here; tells whether it is empty.
    fn pass_over(&mut self) -> Option<bool> {
        let mut is_empty = false;
        self.folding.clear();
        'value: loop {
            match self.next_byte()? {
                bracket @ (b'{' | b'[') => {
                    let is_object = bracket == b'{';
                    self.at += 1;
                    self.folding.push(is_object);
                    self.go_down(self.stack.len() + self.folding.len())?;
                    if self.next_byte()? != if is_object { b'}' } else { b']' } {
                        if is_object {
                            self.string()?;
                            self.colon()?;
                        }
                        continue 'value;
                    }
                    self.at += 1;
                    self.folding.pop();
                    is_empty = self.folding.is_empty();
                }
                b'"' => drop(self.string()?),
                byte => drop(self.literal(byte)?),
            }
            // Behind a value.
            while let Some(&is_object) = self.folding.last() {
                let byte = self.next_byte()?;
                self.at += 1;
                match (byte, is_object) {
                    (b',', true) => {
                        self.next_byte()?;
                        self.string()?;
                        self.colon()?;
                        continue 'value;
                    }
                    (b',', false) => continue 'value,
                    (b'}', true) | (b']', false) => drop(self.folding.pop()),
                    _ => return None,
                }
            }
            return Some(is_empty);
        }
    }

    /// Reads a string with its quotes, and tells whether it has no escapes.
    fn string(&mut self) -> Option<(Span, bool)> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        (bytes.get(start) == Some(&b'"')).then_some(())?;
        let mut at = start + 1;
        let mut is_plain = true;
        loop {
            at += run_of_plain(&bytes[at..]);
            match *bytes.get(at)? {
                b'"' => break,
                b'\\' => {
                    at += escape_length(&bytes[at..], self.strictness)?;
                    is_plain = false;
                }
                _ => return None,
            }
        }
        self.at = at + 1;
        self.has_escapes |= !is_plain;
        Some((Span::new(to_u32(start), to_u32(at + 1)), is_plain))
    }
}

/// How many bytes at the start of `bytes` stand for themselves in a string: they are no quotes,
/// backslashes or controls.
fn run_of_plain(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(eight) = Eight::first_of(&bytes[at..]) {
        let mut others = eight.controls() | eight.equal(b'"') | eight.equal(b'\\');
        if let Some(index) = others.next() {
            return at + index;
        }
        at += Eight::LENGTH;
    }
    let is_other = |&byte: &u8| byte < b' ' || byte == b'"' || byte == b'\\';
    at + bytes[at..]
        .iter()
        .position(is_other)
        .unwrap_or(bytes.len() - at)
}

/// How long the escape at the start of `bytes` is, if the reader takes it for one.
fn escape_length(bytes: &[u8], strictness: Strictness) -> Option<usize> {
    let (code_point, length) = escape(bytes)?;
    let is_half = (0xD800..0xE000).contains(&code_point);
    (!is_half || strictness == Strictness::JavaScript).then_some(length)
}

/// Marks every member whose key comes again, of those that are the children from `first` on. Tells whether
/// there is one.
pub(super) fn mark_shadowed(
    text: &str,
    nodes: &mut [NodeData],
    children: &[u32],
    first: usize,
) -> bool {
    /// Up to here comparing each with each is the faster way.
    const FEW: usize = 16;
    let members = &children[first..];
    if members.len() < 2 {
        return false;
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
        // Where all keys are told apart by these few bits, none comes twice.
        let mut seen = 0_u64;
        let is_new = |&id: &u32| {
            let key = key(id).map_or("", text).as_bytes();
            let (second, last) = (key.get(1), key.iter().rev().nth(1));
            let byte = |byte: Option<&u8>| byte.copied().map_or(0, usize::from);
            let bit = 1 << ((key.len() + byte(second) + byte(last) * 2) % 64);
            let is_new = seen & bit == 0;
            seen |= bit;
            is_new
        };
        if members.iter().all(is_new) {
            return false;
        }
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
    for id in &shadowed {
        nodes[*id as usize].shadowed = true;
    }
    !shadowed.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::Member;
    use crate::syntax::parser::tolerant;
    use proptest::prelude::*;

    /// Holds this parser against the one that is ready for every fault.
    fn compare(text: &str) {
        for strictness in [Strictness::Serde, Strictness::JavaScript] {
            let expected = tolerant(limits::SYNTAX_ERRORS, text, strictness);
            for node in expected.nodes() {
                let value = node.as_member().map(Member::value);
                assert!(
                    value.is_none_or(|value| value == node.children().nth(1)),
                    "{text:?}"
                );
            }
            let Some(tree) = parse(text, strictness) else {
                assert!(expected.error_count() > 0, "{strictness:?} {text:?}");
                continue;
            };
            assert_eq!(expected.error_count(), 0, "{strictness:?} {text:?}");
            assert_eq!(tree.nodes, expected.nodes, "{text:?}");
            assert_eq!(tree.children, expected.children, "{text:?}");
            assert_eq!(tree.root, expected.root, "{text:?}");
            assert_eq!(tree.max_depth, expected.max_depth, "{text:?}");
            assert_eq!(tree.has_shadowed, expected.has_shadowed, "{text:?}");
            assert_eq!(tree.has_escapes, expected.has_escapes, "{text:?}");
            assert_eq!(tree.tokens(), expected.tokens(), "{text:?}");
            assert_eq!(tree.doubtful_from(), expected.doubtful_from(), "{text:?}");
        }
        compare_outlines(text);
    }

    /// Holds outlines, in which everything is opened at last, against the whole tree.
    fn compare_outlines(text: &str) {
        // Where members have the same key is not told in an outline, and the children lie anywhere.
        let shape = |tree: &Tree| -> Vec<_> {
            let children = |node: &NodeData| {
                let first = node.first_child as usize;
                tree.children[first..first + node.child_count as usize].to_vec()
            };
            let shape = |node: &NodeData| {
                let mut plain = node.clone();
                plain.shadowed = false;
                plain.first_child = 0;
                (plain, children(node))
            };
            tree.nodes.iter().map(shape).collect()
        };
        for ways in [
            &[][..],
            &["a"],
            &["a/b", "b"],
            &["a/a/a", "a/b/\u{e9}", "/"],
        ] {
            let mut opening = Opening::outermost();
            for way in ways {
                opening.open(way.split('/').map(str::to_owned));
            }
            for strictness in [Strictness::Serde, Strictness::JavaScript] {
                let whole = parse(text, strictness);
                let outline = outline(text, strictness, &opening);
                assert_eq!(
                    outline.is_some(),
                    whole.is_some(),
                    "{strictness:?} {text:?}"
                );
                let (Some(whole), Some(outline)) = (whole, outline) else {
                    continue;
                };
                assert_eq!(outline.max_depth, whole.max_depth, "{text:?}");
                // From the front, and from the back.
                for is_last in [false, true] {
                    let mut tree = outline.clone();
                    loop {
                        let folded: Vec<_> = tree.nodes().filter(|node| node.is_folded()).collect();
                        let next = if is_last {
                            folded.last()
                        } else {
                            folded.first()
                        };
                        let Some(next) = next else { break };
                        assert_eq!(next.children().len(), 0, "{text:?}");
                        drop(next.children());
                        assert!(tree.open_missed(), "{text:?}");
                    }
                    assert!(!tree.open_missed(), "{text:?}");
                    assert_eq!(shape(&tree), shape(&whole), "{text:?}");
                }
            }
        }
    }

    #[test]
    fn what_no_way_leads_to_is_folded() {
        let mut opening = Opening::outermost();
        opening.open(["a".to_owned(), "b".to_owned()]);
        let text =
            "{\"a\":{\"b\":[[1]],\"c\":[[1]],\"d\":{}},\"e\":{\"b\":[1]},\"\\u0061\":{\"b\":[2]}}";
        let tree = outline(text, Strictness::Serde, &opening).unwrap();
        let folded: Vec<_> = tree.nodes().filter(|node| node.is_folded()).collect();
        let folded: Vec<_> = folded.iter().map(|node| node.pointer()).collect();
        assert_eq!(folded, ["/a/c", "/e"]);
        assert_eq!(tree.at("/a/b/0").unwrap().source(), "2");
    }

    #[test]
    fn plain_runs_end_at_the_first_other_byte() {
        for length in 0..40 {
            for other in [b'"', b'\\', 0, 0x1F, b'\n'] {
                // Bytes whose high bits could be taken for others, and some close to others.
                for filler in [b' ', b'!', b'#', b'[', b']', 0x7F, 0x80, 0xA2, 0xDC, 0xFF] {
                    let mut bytes = vec![filler; length];
                    assert_eq!(run_of_plain(&bytes), length, "{filler}");
                    bytes.push(other);
                    bytes.extend([other, filler, other, filler, filler, filler, filler, filler]);
                    assert_eq!(run_of_plain(&bytes), length, "{filler} {other}");
                }
            }
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
