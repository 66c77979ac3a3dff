//! The tree of a JSON text: every byte's place kept, whole even where the text is broken.

use std::borrow::Cow;
use std::sync::OnceLock;

use crate::syntax::error::SyntaxError;
use crate::syntax::layout::Layout;
use crate::syntax::lexer::{Token, tokenize};
use crate::syntax::number::{self, SerdeNumber};
use crate::syntax::sound;
use crate::syntax::string::{self, StringChars};
use crate::syntax::{Span, Strictness};

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// An object; its children are members.
    Object,
    /// An array; its children are values.
    Array,
    /// A key with its value, as far as they are there.
    Member,
    /// A string; also every key.
    String,
    /// A number.
    Number,
    /// `true` or `false`.
    Bool,
    /// `null`.
    Null,
    /// Something that stands in a value's place and is none.
    Invalid,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NodeData {
    pub(crate) kind: NodeKind,
    pub(crate) span: Span,
    pub(crate) parent: Option<u32>,
    /// The node after the last one below this one: nodes lie in the order of the text.
    pub(crate) end: u32,
    /// Where the children are in `Tree::children`.
    pub(crate) first_child: u32,
    pub(crate) child_count: u32,
    /// For a member: it has a key. (Its children are then the key and, if there, the value; the key is
    /// the node behind it.)
    pub(crate) has_key: bool,
    /// For a string: it stands in double quotes and says what is written between them, without escapes.
    pub(crate) is_plain: bool,
    /// For a member: a later one has the same key.
    pub(crate) shadowed: bool,
    /// For a container: something inside was skipped or is missing, so its members aren't all known.
    pub(crate) damaged: bool,
    /// For a container: it has children, and the tree doesn't hold them.
    pub(crate) folded: bool,
}

impl NodeData {
    /// A node without children; `id` is its place among all nodes.
    pub(crate) fn new(id: u32, kind: NodeKind, span: Span, parent: Option<u32>) -> Self {
        Self {
            kind,
            span,
            parent,
            end: id + 1,
            first_child: 0,
            child_count: 0,
            has_key: false,
            is_plain: false,
            shadowed: false,
            damaged: false,
            folded: false,
        }
    }
}

/// A parsed JSON text.
///
/// ```
/// use fornax_manifest::syntax::{Strictness, parse};
///
/// let tree = parse("{ \"id\": \"acme\", }", Strictness::Serde);
/// let root = tree.root().and_then(|root| root.as_object()).unwrap();
/// assert_eq!(root.get("id").unwrap().as_str().unwrap(), "acme");
/// assert_eq!(tree.errors()[0].span.start, 14); // the trailing comma
/// ```
#[derive(Clone, Debug)]
pub struct Tree {
    pub(crate) text: Box<str>,
    pub(crate) strictness: Strictness,
    /// The tokens; none yet where nobody has needed them.
    pub(crate) tokens: OnceLock<Vec<Token>>,
    pub(crate) nodes: Vec<NodeData>,
    pub(crate) children: Vec<u32>,
    pub(crate) root: Option<u32>,
    pub(crate) errors: Vec<SyntaxError>,
    pub(crate) error_count: usize,
    /// The tokens in which faults are that are not among the errors, in the order of the text.
    pub(crate) unshown: Vec<Span>,
    pub(crate) doubtful_from: Option<u32>,
    pub(crate) nesting_is_doubtful: bool,
    pub(crate) max_depth: usize,
    /// A member's key comes again in the same object.
    pub(crate) has_shadowed: bool,
    /// There is a backslash in the text.
    pub(crate) has_escapes: bool,
    /// The first folded container into which somebody has looked.
    pub(crate) missed: OnceLock<u32>,
    pub(crate) layout: OnceLock<Layout>,
}

impl Tree {
    /// The text that was parsed.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How the text is laid out; found out at the first call.
    pub(crate) fn layout(&self) -> &Layout {
        self.layout.get_or_init(|| Layout::of(self))
    }

    /// Opens the folded container into which somebody has looked, if there is one: what was concluded from
    /// that look isn't so. Tells whether there was.
    pub(crate) fn open_missed(&mut self) -> bool {
        let Some(id) = self.missed.take() else {
            return false;
        };
        sound::unfold(self, id);
        true
    }

    /// Whose reading decided what is an error.
    #[must_use]
    pub fn strictness(&self) -> Strictness {
        self.strictness
    }

    /// Every token, white space included; together they are the text.
    #[must_use]
    pub fn tokens(&self) -> &[Token] {
        self.tokens.get_or_init(|| tokenize(&self.text))
    }

    /// The faults of the text, in its order; of each kind at most
    /// [`limits::SYNTAX_ERRORS`](crate::limits).
    #[must_use]
    pub fn errors(&self) -> &[SyntaxError] {
        &self.errors
    }

    /// How many faults there are, those past the limit included.
    #[must_use]
    pub fn error_count(&self) -> usize {
        self.error_count
    }

    /// The tokens with faults that are past the limit.
    pub(crate) fn unshown(&self) -> &[Span] {
        &self.unshown
    }

    /// Where the text begins, in bytes, that is read by guess, since a bracket or a quote before it is
    /// not where it should be: what seems wrong behind this place may be nothing but its echo.
    #[must_use]
    pub fn doubtful_from(&self) -> Option<u32> {
        self.doubtful_from
    }

    /// Whether it is doubtful which object holds which member, in the whole document.
    #[must_use]
    pub fn nesting_is_doubtful(&self) -> bool {
        self.nesting_is_doubtful
    }

    /// How many containers the innermost one lies in, itself included.
    #[must_use]
    pub fn max_depth(&self) -> usize {
        self.max_depth
    }

    /// Whether a member is lost because its key comes again.
    pub(crate) fn has_shadowed(&self) -> bool {
        self.has_shadowed
    }

    /// Whether a character may be written by an escape.
    pub(crate) fn has_escapes(&self) -> bool {
        self.has_escapes
    }

    /// The outermost value, if there is any.
    #[must_use]
    pub fn root(&self) -> Option<Node<'_>> {
        self.root.map(|id| Node { tree: self, id })
    }

    /// Every node in the order of the text, those below a shadowed member included.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        (0..crate::syntax::lexer::to_u32(self.nodes.len())).map(|id| Node { tree: self, id })
    }

    /// The last node, in the order of the text, that begins before `offset`.
    pub(crate) fn last_node_before(&self, offset: u32) -> Option<Node<'_>> {
        let count = self.nodes.partition_point(|node| node.span.start < offset);
        let id = crate::syntax::lexer::to_u32(count.checked_sub(1)?);
        Some(Node { tree: self, id })
    }

    /// The innermost node that touches `offset`.
    #[must_use]
    pub fn node_at(&self, offset: u32) -> Option<Node<'_>> {
        let mut node = self.root().filter(|root| root.span().touches(offset))?;
        while let Some(child) = node.child_touching(offset) {
            node = child;
        }
        Some(node)
    }

    /// The way from the root to what `span` is about, as a JSON pointer: the innermost value, key or
    /// member that holds it.
    #[must_use]
    pub fn pointer_of(&self, span: Span) -> String {
        let innermost = self.node_at(span.start);
        std::iter::successors(innermost, |node| node.parent())
            .find(|node| node.span().contains(span))
            .map_or_else(String::new, Node::pointer)
    }

    /// The index of the first token that ends after `offset`, or the number of tokens.
    #[must_use]
    pub fn token_index_at(&self, offset: u32) -> usize {
        self.tokens()
            .partition_point(|token| token.span.end <= offset)
    }

    /// The value at a JSON pointer (RFC 6901), where the last of several equal keys counts.
    #[must_use]
    pub fn at(&self, pointer: &str) -> Option<Node<'_>> {
        let mut node = self.root()?;
        let Some(path) = pointer.strip_prefix('/') else {
            return pointer.is_empty().then_some(node);
        };
        for segment in path.split('/') {
            let segment = unescaped(segment);
            node = match node.kind() {
                NodeKind::Object => node.as_object()?.get(&segment)?,
                NodeKind::Array => node.as_array()?.get(segment.parse().ok()?)?,
                _ => return None,
            };
        }
        Some(node)
    }
}

/// A node of a [`Tree`]: a small handle, to be copied freely.
#[derive(Clone, Copy)]
pub struct Node<'t> {
    tree: &'t Tree,
    id: u32,
}

impl std::fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}@{:?}", self.kind(), self.span())
    }
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id && std::ptr::eq(self.tree, other.tree)
    }
}

impl Eq for Node<'_> {}

impl<'t> Node<'t> {
    fn data(self) -> &'t NodeData {
        // Ids are made by the parser alone and are never out of range.
        &self.tree.nodes[self.id as usize]
    }

    fn of(self, id: u32) -> Self {
        Node {
            tree: self.tree,
            id,
        }
    }

    /// Takes note where what is inside is not there to be seen.
    fn look_inside(self) {
        if self.data().folded {
            self.tree.missed.get_or_init(|| self.id);
        }
    }

    fn child_ids(self) -> &'t [u32] {
        self.look_inside();
        let data = self.data();
        let first = data.first_child as usize;
        &self.tree.children[first..first + data.child_count as usize]
    }

    /// The opening bracket of an object or array; empty, and where it belongs, if it is missing.
    pub(crate) fn open(self) -> Span {
        let start = self.span().start;
        // What has lost its bracket begins with what it holds.
        let is_lost = (self.children().next()).is_some_and(|first| first.span().start == start);
        Span::new(start, start + u32::from(!is_lost))
    }

    /// The closing bracket of an object or array; empty, and where the text of it ends, if it is missing.
    pub(crate) fn close(self) -> Span {
        let end = self.span().end;
        let last = self.children().next_back();
        // One at the end may be that of what it holds.
        let is_own = last.map_or(self.open().end, |last| last.span().end) < end;
        let is_there = is_own && self.source().ends_with(['}', ']']);
        Span::new(end - u32::from(is_there), end)
    }

    /// What lies right below it: members, items, or a member's key and value.
    pub(crate) fn children(self) -> impl DoubleEndedIterator<Item = Node<'t>> + ExactSizeIterator {
        self.child_ids().iter().map(move |&id| self.of(id))
    }

    /// Whether anything lies right below it.
    pub(crate) fn has_children(self) -> bool {
        let data = self.data();
        data.folded || data.child_count > 0
    }

    #[cfg(test)]
    pub(crate) fn is_folded(self) -> bool {
        self.data().folded
    }

    fn child_touching(self, offset: u32) -> Option<Node<'t>> {
        let ids = self.child_ids();
        let next = ids.partition_point(|&id| self.of(id).span().end < offset);
        let child = self.of(*ids.get(next)?);
        child.span().touches(offset).then_some(child)
    }

    /// The tree that it belongs to.
    #[must_use]
    pub fn tree(self) -> &'t Tree {
        self.tree
    }

    /// Its number in the order of the text.
    #[must_use]
    pub fn index(self) -> usize {
        self.id as usize
    }

    /// What it is.
    #[must_use]
    pub fn kind(self) -> NodeKind {
        self.data().kind
    }

    /// Its bytes, quotes and brackets included.
    #[must_use]
    pub fn span(self) -> Span {
        self.data().span
    }

    /// Its text as it is written.
    #[must_use]
    pub fn source(self) -> &'t str {
        &self.tree.text[self.span().range()]
    }

    /// The node that holds it: for a key or a member's value the member.
    #[must_use]
    pub fn parent(self) -> Option<Node<'t>> {
        self.data().parent.map(|id| self.of(id))
    }

    /// The nodes below it, in the order of the text, without those below shadowed members.
    pub fn descendants(self) -> impl Iterator<Item = Node<'t>> {
        let end = self.data().end;
        let mut next = self.id + 1;
        self.look_inside();
        std::iter::from_fn(move || {
            while next < end {
                let node = self.of(next);
                if node.data().shadowed {
                    next = node.data().end;
                    continue;
                }
                node.look_inside();
                next += 1;
                return Some(node);
            }
            None
        })
    }

    /// Whether it lies in, or is, a member whose key comes again later in the same object.
    #[must_use]
    pub fn is_shadowed(self) -> bool {
        std::iter::successors(Some(self), |node| node.parent()).any(|node| node.data().shadowed)
    }

    /// Whether something inside it was skipped or is missing, so that not all of it is known.
    #[must_use]
    pub fn is_damaged(self) -> bool {
        self.data().damaged
    }

    /// The object, if it is one.
    #[must_use]
    pub fn as_object(self) -> Option<Object<'t>> {
        (self.kind() == NodeKind::Object).then_some(Object { node: self })
    }

    /// The array, if it is one.
    #[must_use]
    pub fn as_array(self) -> Option<Array<'t>> {
        (self.kind() == NodeKind::Array).then_some(Array { node: self })
    }

    /// The member, if it is one that has a key.
    #[must_use]
    pub fn as_member(self) -> Option<Member<'t>> {
        (self.kind() == NodeKind::Member && self.data().has_key).then_some(Member { node: self })
    }

    /// The member whose key or value it is, if any.
    #[must_use]
    pub fn member(self) -> Option<Member<'t>> {
        self.parent()?.as_member()
    }

    /// Whether it is a member's key.
    #[must_use]
    pub fn is_key(self) -> bool {
        self.member().is_some_and(|member| member.key() == self)
    }

    /// The text of a string, escapes resolved; a lone surrogate becomes U+FFFD.
    #[must_use]
    #[inline]
    pub fn as_str(self) -> Option<Cow<'t, str>> {
        if self.data().is_plain {
            let span = self.span();
            return Some(Cow::Borrowed(
                &self.tree.text[span.start as usize + 1..span.end as usize - 1],
            ));
        }
        self.decoded()
    }

    /// The text of a string that may have escapes.
    fn decoded(self) -> Option<Cow<'t, str>> {
        (self.kind() == NodeKind::String).then(|| string::decode(self.source()))
    }

    /// Whether it is a string that says what is written between its quotes, without escapes.
    pub(crate) fn is_plain(self) -> bool {
        self.data().is_plain
    }

    /// The text of a string as comparable bytes: UTF-8, with lone surrogates encoded like characters.
    #[must_use]
    pub fn as_str_bytes(self) -> Option<Cow<'t, [u8]>> {
        (self.kind() == NodeKind::String).then(|| string::decode_bytes(self.source()))
    }

    /// The code points of a string, each with its place; none for anything else.
    #[must_use]
    pub fn chars(self) -> StringChars<'t> {
        let source = match self.kind() {
            NodeKind::String => self.source(),
            _ => "",
        };
        StringChars::new(source, self.span().start)
    }

    /// Where the decoded bytes `range` of a string stand in the document.
    #[must_use]
    pub fn span_of_bytes(self, range: std::ops::Range<usize>) -> Span {
        let mut at = 0;
        let mut found: Option<Span> = None;
        for c in self.chars() {
            let length = char::from_u32(c.code_point).map_or(3, char::len_utf8);
            if at < range.end && at + length > range.start {
                found = Some(found.map_or(c.span, |span| span.to(c.span)));
            }
            at += length;
        }
        found.unwrap_or_else(|| self.span())
    }

    /// Whether it is `true` or `false`, and which.
    #[must_use]
    pub fn as_bool(self) -> Option<bool> {
        (self.kind() == NodeKind::Bool).then(|| self.source() == "true")
    }

    /// The number as JavaScript reads it: infinite where it is too large.
    #[must_use]
    pub fn as_f64(self) -> Option<f64> {
        if self.kind() != NodeKind::Number {
            return None;
        }
        self.source().parse().ok()
    }

    /// The number as `serde_json` reads it.
    #[must_use]
    pub fn as_serde_number(self) -> Option<SerdeNumber> {
        (self.kind() == NodeKind::Number).then(|| number::serde_number(self.source()))
    }

    /// The way to it from the root, as a JSON pointer; a member or key has the pointer of its value.
    #[must_use]
    pub fn pointer(self) -> String {
        let mut segments = Vec::new();
        let mut node = self;
        while let Some(parent) = node.parent() {
            if parent.kind() == NodeKind::Array {
                let index = parent.child_ids().binary_search(&node.id).unwrap_or(0);
                segments.push(index.to_string());
            } else if let Some(member) = node.as_member() {
                let key = member.name().replace('~', "~0").replace('/', "~1");
                segments.push(key);
            }
            node = parent;
        }
        segments
            .iter()
            .rev()
            .fold(String::new(), |path, segment| path + "/" + segment)
    }

    /// What it is, without its value: for what belongs to another file, and is not quoted.
    pub(crate) fn describe_type(self) -> String {
        match self.kind() {
            NodeKind::Number => "a number".to_owned(),
            NodeKind::Bool => "`true` or `false`".to_owned(),
            NodeKind::String => "a string".to_owned(),
            _ => self.describe(),
        }
    }

    /// What it is, in the words of a message: "an object", "the number 1.5", "`true`".
    #[must_use]
    pub fn describe(self) -> String {
        match self.kind() {
            NodeKind::Object => "an object".to_owned(),
            NodeKind::Array => "an array".to_owned(),
            NodeKind::Member => "a member".to_owned(),
            NodeKind::String if self.source() == "\"\"" => "an empty string".to_owned(),
            NodeKind::String => "a string".to_owned(),
            NodeKind::Number => format!("the number {}", shorten(self.source())),
            NodeKind::Bool | NodeKind::Null => format!("`{}`", self.source()),
            NodeKind::Invalid => "not a JSON value".to_owned(),
        }
    }
}

/// What a segment of a JSON pointer stands for.
pub(crate) fn unescaped(segment: &str) -> Cow<'_, str> {
    if segment.contains('~') {
        // In this order: `~01` is the key `~1`.
        Cow::Owned(segment.replace("~1", "/").replace("~0", "~"))
    } else {
        Cow::Borrowed(segment)
    }
}

/// `text`, cut to a length that fits into a message.
#[must_use]
pub fn shorten(text: &str) -> Cow<'_, str> {
    const LONGEST: usize = 48;
    if text.chars().count() <= LONGEST {
        return Cow::Borrowed(text);
    }
    let start: String = text.chars().take(LONGEST - 1).collect();
    Cow::Owned(start + "…")
}

/// An object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Object<'t> {
    node: Node<'t>,
}

impl<'t> Object<'t> {
    /// The node itself.
    #[must_use]
    pub fn node(self) -> Node<'t> {
        self.node
    }

    /// Its bytes, braces included.
    #[must_use]
    pub fn span(self) -> Span {
        self.node.span()
    }

    /// The opening brace; empty, and where it belongs, if it is missing.
    #[must_use]
    pub fn open(self) -> Span {
        self.node.open()
    }

    /// Whether members may be missing because the text is broken there.
    #[must_use]
    pub fn is_damaged(self) -> bool {
        self.node.is_damaged()
    }

    /// Every member that has a key, shadowed ones included.
    pub fn all_members(self) -> impl DoubleEndedIterator<Item = Member<'t>> {
        self.node.children().filter_map(Node::as_member)
    }

    /// The members that count: of several with one key the last.
    pub fn members(self) -> impl DoubleEndedIterator<Item = Member<'t>> {
        self.all_members().filter(|member| !member.is_shadowed())
    }

    /// The member with this key that counts.
    #[must_use]
    pub fn member(self, key: &str) -> Option<Member<'t>> {
        self.all_members().rev().find(|member| member.has_name(key))
    }

    /// The value with this key that counts; none where it is missing or half-typed.
    #[must_use]
    pub fn get(self, key: &str) -> Option<Node<'t>> {
        self.member(key)?.value()
    }
}

/// An array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Array<'t> {
    node: Node<'t>,
}

impl<'t> Array<'t> {
    /// The node itself.
    #[must_use]
    pub fn node(self) -> Node<'t> {
        self.node
    }

    /// Its bytes, brackets included.
    #[must_use]
    pub fn span(self) -> Span {
        self.node.span()
    }

    /// The opening bracket; empty, and where it belongs, if it is missing.
    #[must_use]
    pub fn open(self) -> Span {
        self.node.open()
    }

    /// Whether items may be missing because the text is broken there.
    #[must_use]
    pub fn is_damaged(self) -> bool {
        self.node.is_damaged()
    }

    /// The items.
    pub fn items(self) -> impl DoubleEndedIterator<Item = Node<'t>> + ExactSizeIterator {
        self.node.children()
    }

    /// How many items there are.
    #[must_use]
    pub fn len(self) -> usize {
        self.node.child_ids().len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Where `item` stands among the items, counted from 0; none where it is no item.
    #[must_use]
    pub fn position(self, item: Node<'t>) -> Option<usize> {
        // Nodes are numbered in the order of the text.
        self.node.child_ids().binary_search(&item.id).ok()
    }

    /// The item at `index`, counted from 0.
    #[must_use]
    pub fn get(self, index: usize) -> Option<Node<'t>> {
        self.node.child_ids().get(index).map(|&id| self.node.of(id))
    }
}

/// A key and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member<'t> {
    node: Node<'t>,
}

impl<'t> Member<'t> {
    /// The node itself.
    #[must_use]
    pub fn node(self) -> Node<'t> {
        self.node
    }

    /// Its bytes, from the key to the value.
    #[must_use]
    pub fn span(self) -> Span {
        self.node.span()
    }

    /// The key: a string, or the bare word that stands in its place.
    #[must_use]
    pub fn key(self) -> Node<'t> {
        // The parser puts a key right behind its member.
        self.node.of(self.node.id + 1)
    }

    /// The key's text.
    #[must_use]
    pub fn name(self) -> Cow<'t, str> {
        let key = self.key();
        key.as_str()
            .unwrap_or_else(|| Cow::Borrowed(key.source().trim_end_matches('"')))
    }

    /// The key as comparable bytes.
    pub(crate) fn name_bytes(self) -> Cow<'t, [u8]> {
        string::key_bytes(self.key().source())
    }

    /// Whether the key says `name`.
    #[must_use]
    pub fn has_name(self, name: &str) -> bool {
        let key = self.key();
        let data = key.data();
        if data.is_plain {
            // Compared as bytes: that a key's quotes are single bytes needs no check each time.
            if data.span.len() as usize != name.len() + 2 {
                return false;
            }
            let start = data.span.start as usize + 1;
            return self.node.tree.text.as_bytes()[start..start + name.len()] == *name.as_bytes();
        }
        *self.name_bytes() == *name.as_bytes()
    }

    /// The value; none where it is missing.
    #[must_use]
    pub fn value(self) -> Option<Node<'t>> {
        // The parser puts it right behind the key, below which nothing lies.
        (self.node.data().child_count > 1).then(|| self.node.of(self.node.id + 2))
    }

    /// The object that it belongs to.
    #[must_use]
    pub fn object(self) -> Option<Object<'t>> {
        self.node.parent()?.as_object()
    }

    /// Whether a later member of the same object has the same key.
    #[must_use]
    pub fn is_shadowed(self) -> bool {
        self.node.data().shadowed
    }
}
