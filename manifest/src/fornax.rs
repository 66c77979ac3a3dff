//! What a Fornax document says: the values that several rules look at, each with its place.

use std::borrow::Cow;
use std::ops::{Deref, Range};

use serde_json::{Number, Value};

use crate::context::Context;
use crate::diagnostic::{Edit, Severity};
use crate::document::{Document, DocumentKind};
use crate::limits;
use crate::surroundings::{Content, Entry, Place, Surroundings};
use crate::syntax::{Array, Node, NodeKind, Object, SerdeNumber, Span, is_plain, unescaped};

/// The capabilities that an adapter can declare.
pub(crate) const CAPABILITIES: [&str; 3] = ["plan", "install", "uninstall"];

/// What an owned copy's name has behind the id.
pub(crate) const COPY_SUFFIX: &str = ".manifest.json";

/// A string and its node; it can be used like a `&str`.
#[derive(Clone, Debug)]
pub(crate) struct Text<'t> {
    pub(crate) node: Node<'t>,
    value: Cow<'t, str>,
}

impl<'t> Text<'t> {
    pub(crate) fn of(node: Node<'t>) -> Option<Self> {
        let value = node.as_str()?;
        Some(Self { node, value })
    }

    /// The string that is an object's member.
    pub(crate) fn member(object: Object<'t>, key: &str) -> Option<Self> {
        Self::of(object.get(key)?)
    }

    /// The string, which stays borrowed where the document has it as it is.
    pub(crate) fn value(&self) -> Cow<'t, str> {
        self.value.clone()
    }

    /// The whole literal.
    pub(crate) fn span(&self) -> Span {
        self.node.span()
    }

    /// Where some of its bytes stand in the document.
    pub(crate) fn span_of(&self, bytes: Range<usize>) -> Span {
        self.node.span_of_bytes(bytes)
    }

    /// Puts another string in its place.
    pub(crate) fn replace_with(&self, cx: &Context<'_>, text: &str) -> Vec<Edit> {
        cx.editor().replace(self.node, &Value::from(text))
    }
}

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.value
    }
}

// ---- a manifest's members --------------------------------------------------------------------

/// What several rules look at: looked up once for all of them.
#[derive(Debug, Default)]
pub(crate) struct Facts<'t> {
    schema_version: Option<Node<'t>>,
    id: Option<Text<'t>>,
    least_version: Option<Text<'t>>,
    display_texts: Vec<DisplayText<'t>>,
    capabilities: Option<Array<'t>>,
    /// For each capability the first item that declares it.
    declarations: [Option<Node<'t>>; CAPABILITIES.len()],
    has_unknown_capability: bool,
    target: Option<Object<'t>>,
    target_path: Option<Text<'t>>,
    target_below_home: Option<String>,
    operation_list: Option<Array<'t>>,
    operations: Vec<OperationFacts<'t>>,
}

#[derive(Debug)]
struct OperationFacts<'t> {
    object: Object<'t>,
    kind: Option<Text<'t>>,
    pointer: Option<Text<'t>>,
    marker_key: Option<Text<'t>>,
    marker_value: Option<Text<'t>>,
    element: Option<Node<'t>>,
}

impl<'t> Facts<'t> {
    /// What there is to know of a manifest; nothing of another kind of document.
    pub(crate) fn of(document: &'t Document) -> Self {
        let mut facts = Self::default();
        let mut display_texts = [const { None }; DISPLAY_TEXTS.len()];
        let root = document
            .root()
            .filter(|_| document.kind() == DocumentKind::FornaxManifest);
        for member in root.into_iter().flat_map(Object::members) {
            let Some(value) = member.value() else {
                continue;
            };
            match &*member.name() {
                "schema_version" => facts.schema_version = Some(value),
                "id" => facts.id = Text::of(value),
                "min_fornax_version" => facts.least_version = Text::of(value),
                "capabilities" => {
                    let list = value.as_array();
                    facts.capabilities = list.filter(|list| !list.is_damaged());
                    for item in facts.capabilities.into_iter().flat_map(Array::items) {
                        match capability(item) {
                            Some(index) => _ = facts.declarations[index].get_or_insert(item),
                            None => facts.has_unknown_capability = true,
                        }
                    }
                }
                "target" => {
                    facts.target = value.as_object();
                    facts.target_path =
                        facts.target.and_then(|target| Text::member(target, "path"));
                    facts.target_below_home =
                        facts.target_path.as_deref().and_then(path_below_home);
                }
                "operations" => {
                    facts.operation_list = value.as_array();
                    facts.operations = facts
                        .operation_list
                        .into_iter()
                        .flat_map(Array::items)
                        .filter_map(Node::as_object)
                        .map(OperationFacts::of)
                        .collect();
                }
                name => {
                    let index = DISPLAY_TEXTS.iter().position(|(known, ..)| *known == name);
                    if let Some(index) = index {
                        display_texts[index] = Text::of(value);
                    }
                }
            }
        }
        facts.display_texts = std::iter::zip(DISPLAY_TEXTS, display_texts)
            .filter_map(|((name, limit, reason), text)| {
                Some(DisplayText {
                    name,
                    limit,
                    reason,
                    text: text?,
                })
            })
            .collect();
        facts
    }
}

impl<'t> OperationFacts<'t> {
    fn of(object: Object<'t>) -> Self {
        let mut facts = Self {
            object,
            kind: None,
            pointer: None,
            marker_key: None,
            marker_value: None,
            element: None,
        };
        for member in object.members() {
            let Some(value) = member.value() else {
                continue;
            };
            match &*member.name() {
                "kind" => facts.kind = Text::of(value),
                "pointer" => facts.pointer = Text::of(value),
                "marker_key" => facts.marker_key = Text::of(value),
                "marker_value" => facts.marker_value = Text::of(value),
                "element" => {
                    facts.element = Some(value).filter(|value| value.kind() != NodeKind::Invalid);
                }
                _ => {}
            }
        }
        facts
    }
}

/// A text that people read, and its bounds.
#[derive(Debug)]
pub(crate) struct DisplayText<'t> {
    pub(crate) name: &'static str,
    pub(crate) limit: usize,
    pub(crate) reason: &'static str,
    pub(crate) text: Text<'t>,
}

/// Their names, the most bytes that they may have, and the loader's word for a faulty one.
const DISPLAY_TEXTS: [(&str, usize, &str); 3] = [
    (
        "display_name",
        limits::FORNAX_DISPLAY_NAME_BYTES,
        "invalid-display-name",
    ),
    ("summary", limits::FORNAX_SUMMARY_BYTES, "invalid-summary"),
    (
        "provenance",
        limits::FORNAX_PROVENANCE_BYTES,
        "invalid-provenance",
    ),
];

/// The texts that people read, as far as they are strings.
pub(crate) fn display_texts<'t>(cx: &Context<'t>) -> &'t [DisplayText<'t>] {
    &cx.facts.display_texts
}

/// The `capabilities`, if they are a list that could be read to its end.
pub(crate) fn capabilities<'t>(cx: &Context<'t>) -> Option<Array<'t>> {
    cx.facts.capabilities
}

/// Which of the capabilities that Fornax knows an item declares.
fn capability(item: Node<'_>) -> Option<usize> {
    let text = item.as_str()?;
    CAPABILITIES.iter().position(|name| *name == text)
}

/// The name of a capability, if it is one that Fornax knows.
pub(crate) fn capability_name(item: Node<'_>) -> Option<&'static str> {
    capability(item).map(|index| CAPABILITIES[index])
}

/// The first item that declares a capability.
pub(crate) fn declaration<'t>(cx: &Context<'t>, capability: &str) -> Option<Node<'t>> {
    let index = CAPABILITIES.iter().position(|name| *name == capability)?;
    cx.facts.declarations[index]
}

/// Whether every capability is one that Fornax knows, so that what isn't there is truly missing.
pub(crate) fn capabilities_are_known(cx: &Context<'_>) -> bool {
    capabilities(cx).is_some() && !cx.facts.has_unknown_capability
}

/// The `target`.
pub(crate) fn target<'t>(cx: &Context<'t>) -> Option<Object<'t>> {
    cx.facts.target
}

/// The target's path, if it is a string.
pub(crate) fn target_path<'t>(cx: &Context<'t>) -> Option<Text<'t>> {
    cx.facts.target_path.clone()
}

/// The same, if it is none that Fornax takes: whoever looks for what makes it so need not look at others.
pub(crate) fn refused_target_path<'t>(cx: &Context<'t>) -> Option<Text<'t>> {
    target_path(cx).filter(|_| target_below_home(cx).is_none())
}

/// The target file below the home directory, if its path is one that Fornax takes.
pub(crate) fn target_below_home<'t>(cx: &Context<'t>) -> Option<&'t str> {
    cx.facts.target_below_home.as_deref()
}

/// The list of operations.
pub(crate) fn operation_list<'t>(cx: &Context<'t>) -> Option<Array<'t>> {
    cx.facts.operation_list
}

/// The operations that are objects.
pub(crate) fn operations<'t>(cx: &Context<'t>) -> impl Iterator<Item = Operation<'t>> + use<'t> {
    cx.facts.operations.iter().map(|facts| Operation {
        object: facts.object,
        facts,
    })
}

/// One operation: "make sure that the array at `pointer` holds an element with this marker".
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operation<'t> {
    pub(crate) object: Object<'t>,
    facts: &'t OperationFacts<'t>,
}

impl<'t> Operation<'t> {
    pub(crate) fn kind(self) -> Option<Text<'t>> {
        self.facts.kind.clone()
    }

    pub(crate) fn pointer(self) -> Option<Text<'t>> {
        self.facts.pointer.clone()
    }

    pub(crate) fn marker_key(self) -> Option<Text<'t>> {
        self.facts.marker_key.clone()
    }

    pub(crate) fn marker_value(self) -> Option<Text<'t>> {
        self.facts.marker_value.clone()
    }

    pub(crate) fn element(self) -> Option<Node<'t>> {
        self.facts.element
    }
}

/// The operations' pointers, as far as they are strings.
pub(crate) fn pointers<'t>(cx: &Context<'t>) -> impl Iterator<Item = Text<'t>> + use<'t> {
    operations(cx).filter_map(Operation::pointer)
}

// ---- ids -------------------------------------------------------------------------------------

/// The entries of a registry index that are objects.
pub(crate) fn entries<'t>(cx: &Context<'t>) -> impl Iterator<Item = Object<'t>> + use<'t> {
    cx.root()
        .and_then(|root| root.get("entries")?.as_array())
        .into_iter()
        .flat_map(Array::items)
        .filter_map(Node::as_object)
}

/// The manifest's own id, if it is a string.
pub(crate) fn id<'t>(cx: &Context<'t>) -> Option<Text<'t>> {
    cx.facts.id.clone()
}

/// Every adapter id in the document: the manifest's own, or those of a registry's entries.
pub(crate) fn ids<'t>(cx: &Context<'t>) -> impl Iterator<Item = Text<'t>> + use<'t> {
    let has_entries = cx.kind() == DocumentKind::FornaxRegistry;
    let listed = has_entries.then(|| entries(cx)).into_iter().flatten();
    id(cx)
        .into_iter()
        .chain(listed.filter_map(|entry| Text::member(entry, "id")))
}

/// The name of the copy that belongs to a registry's entry, where it is made of the `id`, which may be
/// malformed.
pub(crate) fn copy_named_after<'t>(id: &Text<'t>) -> Option<Text<'t>> {
    let entry = id.node.member()?.object()?;
    entry.node().parent()?.as_array()?;
    let file = Text::member(entry, "manifest_file")?;
    (file.strip_suffix(COPY_SUFFIX) == Some(&**id)).then_some(file)
}

/// Whether a character may stand in an id.
pub(crate) fn is_id_char(c: char) -> bool {
    matches!(c, 'a'..='z' | '0'..='9' | '-')
}

/// Whether a text can be the id of a Fornax adapter.
#[must_use]
pub fn is_id(id: &str) -> bool {
    let (shortest, longest) = limits::FORNAX_ID_BYTES;
    (shortest..=longest).contains(&id.len())
        && id.chars().all(is_id_char)
        && !id.starts_with('-')
        && !id.ends_with('-')
}

/// Whether a digest is spelled as Fornax spells it.
pub(crate) fn is_pin(digest: &str) -> bool {
    digest.strip_prefix("sha256:").is_some_and(|digits| {
        digits.len() == 64 && digits.chars().all(|c| matches!(c, '0'..='9' | 'a'..='f'))
    })
}

/// A registry entry whose copy can be looked at: its name is the one that Fornax gives it.
#[derive(Clone, Debug)]
pub(crate) struct Registered<'t> {
    pub(crate) object: Object<'t>,
    pub(crate) id: Text<'t>,
    pub(crate) file: Text<'t>,
}

impl Registered<'_> {
    /// How much a faulty copy matters: of an adapter that is switched off, less.
    pub(crate) fn severity(&self) -> Severity {
        match self.object.get("enabled").and_then(Node::as_bool) {
            Some(false) => Severity::Warning,
            _ => Severity::Error,
        }
    }

    /// What the copy holds.
    pub(crate) fn copy(&self, cx: &Context<'_>) -> Content {
        cx.surroundings()
            .read(Place::Beside, &self.file, limits::FORNAX_MANIFEST_BYTES)
    }

    /// The copy, parsed, if it can be read.
    pub(crate) fn manifest(&self, cx: &Context<'_>) -> Option<Document> {
        match self.copy(cx) {
            Content::Bytes(bytes) => Some(Document::parse(&bytes, DocumentKind::FornaxManifest)),
            _ => None,
        }
    }
}

/// The entries whose copies can be looked at; of an index that is too long those that may be there.
pub(crate) fn registered<'t>(cx: &Context<'t>) -> Vec<Registered<'t>> {
    entries(cx)
        .take(limits::FORNAX_REGISTRY_ENTRIES)
        .filter_map(|object| {
            let id = Text::member(object, "id").filter(|id| is_id(id))?;
            let file = Text::member(object, "manifest_file")?;
            let is_own = file.strip_suffix(COPY_SUFFIX) == Some(&*id);
            is_own.then_some(Registered { object, id, file })
        })
        .collect()
}

// ---- paths -----------------------------------------------------------------------------------

/// What stands before every path that Fornax takes.
pub(crate) const HOME: &str = "~/";

/// The parts of a path between slashes, each with its place. A leading `~` is none of them.
pub(crate) fn components(path: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let start = path.strip_prefix(HOME).map_or(0, |_| HOME.len());
    pieces(path, start)
}

/// The parts between slashes from byte `start` on.
fn pieces(text: &str, start: usize) -> impl Iterator<Item = (Range<usize>, &str)> {
    let mut at = start;
    text[start..].split('/').map(move |piece| {
        let range = at..at + piece.len();
        at = range.end + 1;
        (range, piece)
    })
}

/// The part that names the file: the last one that is neither empty nor `.`.
pub(crate) fn file_name(path: &str) -> Option<(Range<usize>, &str)> {
    components(path)
        .filter(|(_, name)| !matches!(*name, "" | "." | "~"))
        .last()
}

/// A name's extension, as the loader sees it: `.json` has none, a dot at the end begins an empty one.
pub(crate) fn extension(name: &str) -> Option<&str> {
    let dot = name.rfind('.').filter(|dot| *dot > 0)?;
    Some(&name[dot + 1..])
}

/// The target file below the home directory, if its path is one that Fornax takes.
pub(crate) fn path_below_home(path: &str) -> Option<String> {
    let rest = path.strip_prefix(HOME)?;
    let faulty =
        rest.contains("..") || rest.contains(['~', '\0']) || rest.split('/').any(str::is_empty);
    let (_, name) = file_name(path)?;
    if faulty || extension(name) != Some("json") {
        return None;
    }
    let parts: Vec<&str> = rest.split('/').filter(|part| *part != ".").collect();
    Some(parts.join("/"))
}

/// What stands where a folder has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Obstacle {
    /// A symbolic link, whatever it leads to.
    Symlink,
    /// Something else that is no folder.
    NotAFolder,
}

/// What keeps everybody from the file at `path` below the home directory, and its own path: the first
/// on the way that isn't a folder. Nothing is asked about what lies behind a missing one.
pub(crate) fn obstacle_before<'p>(
    path: &'p str,
    surroundings: &dyn Surroundings,
) -> Option<(&'p str, Obstacle)> {
    path.match_indices('/').find_map(|(end, _)| {
        let folder = path.get(..end)?;
        match surroundings.entry(Place::Home, folder) {
            Entry::Folder { .. } => None,
            Entry::Unknown | Entry::Missing => Some(None),
            Entry::Symlink => Some(Some((folder, Obstacle::Symlink))),
            Entry::File { .. } | Entry::Other => Some(Some((folder, Obstacle::NotAFolder))),
        }
    })?
}

// ---- variables ------------------------------------------------------------------------------

/// Where references to variables stand in a text: `$NAME`, `${…}`, `%NAME%`.
pub(crate) fn variables(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    if !text.bytes().any(|byte| matches!(byte, b'$' | b'%')) {
        return found;
    }
    let mut at = 0;
    while let Some(start) = text[at..].find(['$', '%']).map(|offset| at + offset) {
        let rest = &text[start + 1..];
        let length = if text[start..].starts_with('%') {
            name_length(rest)
                .filter(|length| rest[*length..].starts_with('%'))
                .map(|length| length + 1)
        } else if rest.starts_with('{') {
            rest.find('}').filter(|end| *end > 1).map(|end| end + 1)
        } else {
            name_length(rest)
        };
        at = start + 1 + length.unwrap_or(0);
        if length.is_some() {
            found.push(start..at);
        }
    }
    found
}

/// How long the variable's name at the start of a text is.
fn name_length(text: &str) -> Option<usize> {
    let end = text
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .unwrap_or(text.len());
    (end > 0 && !text.starts_with(|c: char| c.is_ascii_digit())).then_some(end)
}

// ---- pointers --------------------------------------------------------------------------------

/// A pointer's segments as they are written, each with its place; none of one that doesn't begin
/// with `/`.
pub(crate) fn segments(pointer: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let rooted = pointer.starts_with('/');
    pieces(pointer, usize::from(rooted)).filter(move |_| rooted)
}

/// The keys that a pointer leads through.
pub(crate) fn keys(pointer: &str) -> Vec<Cow<'_, str>> {
    segments(pointer)
        .map(|(_, segment)| unescaped(segment))
        .collect()
}

// ---- elements --------------------------------------------------------------------------------

/// How many bytes a value has as `serde_json` prints it compactly; none where it is damaged.
///
/// Counts node by node: equal keys are collapsed, escapes and numbers are spelled anew.
pub(crate) fn printed_size(value: Node<'_>) -> Option<usize> {
    std::iter::once(value)
        .chain(value.descendants())
        .try_fold(0, |size, node| Some(size + own_size(node)?))
}

/// A node's share of the printed text, without what is below it.
fn own_size(node: Node<'_>) -> Option<usize> {
    if node.is_damaged() {
        return None;
    }
    let size = match node.kind() {
        NodeKind::Object => {
            let members = node.as_object()?.members().count();
            // Braces, a colon for each, a comma between each two.
            2 + members + members.saturating_sub(1)
        }
        NodeKind::Array => 2 + node.as_array()?.len().saturating_sub(1),
        NodeKind::Member => {
            node.as_member()?.value()?;
            0
        }
        NodeKind::String if is_printed_as_written(node) => node.source().len(),
        NodeKind::String => {
            2 + node
                .chars()
                .map(|c| printed_char_size(c.code_point))
                .sum::<usize>()
        }
        NodeKind::Number => serde_json::from_str::<Number>(node.source())
            .ok()?
            .to_string()
            .len(),
        NodeKind::Bool | NodeKind::Null => node.source().len(),
        NodeKind::Invalid => return None,
    };
    Some(size)
}

/// Whether a string is spelt as `serde_json` spells it: closed, and without anything to escape.
fn is_printed_as_written(node: Node<'_>) -> bool {
    // A text without faults has no bare control characters.
    node.is_plain() && (node.tree().error_count() == 0 || is_plain(node.source()))
}

fn printed_char_size(code_point: u32) -> usize {
    match char::from_u32(code_point) {
        Some('"' | '\\' | '\u{8}' | '\u{c}' | '\n' | '\r' | '\t') => 2,
        Some('\0'..='\u{1f}') => 6,
        Some(c) => c.len_utf8(),
        // Half a surrogate pair is refused anyway.
        None => 3,
    }
}

/// The least version of Fornax that a manifest asks for, if it is a string.
pub(crate) fn least_version<'t>(cx: &Context<'t>) -> Option<Text<'t>> {
    cx.facts.least_version.clone()
}

/// The schema version of a manifest or a registry index.
pub(crate) fn schema_version<'t>(cx: &Context<'t>) -> Option<Node<'t>> {
    match cx.kind() {
        DocumentKind::FornaxRegistry => cx.root()?.get("schema_version"),
        _ => cx.facts.schema_version,
    }
}

/// The schema version, if it is a number that the loader can read, and not the one that there is.
pub(crate) fn other_schema_version<'t>(cx: &Context<'t>) -> Option<(Node<'t>, u64)> {
    let node = schema_version(cx)?;
    match node.as_serde_number()? {
        // A larger number is not of the type that the loader reads.
        SerdeNumber::Unsigned(version) if version != 1 && version <= u64::from(u32::MAX) => {
            Some((node, version))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{Strictness, parse};

    fn size(text: &str) -> Option<usize> {
        printed_size(parse(text, Strictness::Serde).root().unwrap())
    }

    /// A small generator of random numbers, the same in every run.
    struct Random(u64);

    impl Random {
        fn below(&mut self, limit: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            usize::try_from(self.0 % limit as u64).unwrap()
        }

        fn pick<'s>(&mut self, choices: &[&'s str]) -> &'s str {
            choices[self.below(choices.len())]
        }

        fn string(&mut self) -> String {
            let pieces = [
                "a",
                "é",
                "😀",
                " ",
                "/",
                "\\/",
                "\\\"",
                "\\\\",
                "\\n",
                "\\b",
                "\\f",
                "\\r",
                "\\t",
                "\\u0000",
                "\\u001f",
                "\\u0041",
                "\\u00e9",
                "\\u007f",
                "\u{7f}",
                "\u{85}",
                "\u{2028}",
                "\\ud83d\\ude00",
            ];
            let length = self.below(6);
            let inner: String = (0..length).map(|_| self.pick(&pieces)).collect();
            format!("\"{inner}\"")
        }

        fn number(&mut self) -> String {
            let whole = [
                "0",
                "-0",
                "1",
                "-1",
                "10",
                "255",
                "9007199254740993",
                "9223372036854775807",
                "-9223372036854775808",
                "-9223372036854775809",
                "18446744073709551615",
                "18446744073709551616",
            ];
            let fraction = ["", "", ".0", ".5", ".10", ".333333333333333333333"];
            let exponent = [
                "", "", "e0", "E2", "e+5", "e15", "e16", "e-5", "e-7", "e20", "e-320",
            ];
            self.pick(&whole).to_owned() + self.pick(&fraction) + self.pick(&exponent)
        }

        fn value(&mut self, depth: usize) -> String {
            let blank = self.pick(&["", " ", "\n\t"]);
            let count = self.below(4);
            match self.below(if depth == 0 { 4 } else { 6 }) {
                0 => self.string(),
                1 | 2 => self.number(),
                3 => self.pick(&["true", "false", "null"]).to_owned(),
                4 => {
                    let items: Vec<_> = (0..count).map(|_| self.value(depth - 1)).collect();
                    format!("[{blank}{}]", items.join(","))
                }
                _ => {
                    let members: Vec<_> = (0..count)
                        .map(|_| {
                            let key = self.pick(&["\"a\"", "\"\\u0061\"", "\"b\"", "\"\\n\""]);
                            format!("{key}:{blank}{}", self.value(depth - 1))
                        })
                        .collect();
                    format!("{{{}{blank}}}", members.join(","))
                }
            }
        }
    }

    #[test]
    fn sizes_are_those_that_serde_json_prints() {
        let mut random = Random(0x2545_F491_4F6C_DD1D);
        for _ in 0..20_000 {
            let text = random.value(3);
            let value: Value = serde_json::from_str(&text).unwrap();
            assert_eq!(size(&text), Some(value.to_string().len()), "{text}");
        }
    }

    #[test]
    fn sizes_of_what_surprises() {
        assert_eq!(size("1e2"), Some("100.0".len()));
        assert_eq!(size("-0"), Some("-0.0".len()));
        assert_eq!(
            size(r#"{"a":1,"\u0061":[22]}"#),
            Some(r#"{"a":[22]}"#.len())
        );
        assert_eq!(size(r#""\/""#), Some(r#""/""#.len()));
        assert_eq!(size(r#"{"a":}"#), None);
        let deep = "[".repeat(20_000) + &"]".repeat(20_000);
        assert_eq!(size(&deep).filter(|size| *size != 40_000), None);
    }

    #[test]
    fn pointers_fall_apart_at_their_slashes() {
        let ranges = |pointer| {
            segments(pointer)
                .map(|(range, _)| (range.start, range.end))
                .collect::<Vec<_>>()
        };
        assert_eq!(ranges("/a//bc"), [(1, 2), (3, 3), (4, 6)]);
        assert_eq!(ranges("/"), [(1, 1)]);
        assert!(ranges("").is_empty());
        assert!(ranges("a/b").is_empty());
        assert!(ranges("é").is_empty());
        assert!(ranges("a").is_empty());
        assert_eq!(keys("/~01/a~1b/~"), ["~1", "a/b", "~"]);
    }

    #[test]
    fn paths_below_home() {
        assert_eq!(path_below_home("~/./a/b.json").as_deref(), Some("a/b.json"));
        assert_eq!(path_below_home("~/x.json/.").as_deref(), Some("x.json"));
        for bad in [
            "~/a//b.json",
            "~/a..json",
            "~/a/.json",
            "~/a/x.JSON",
            "~/~/x.json",
            "/home/x/a.json",
            "~/x.json/",
        ] {
            assert_eq!(path_below_home(bad), None, "{bad}");
        }
    }

    #[test]
    fn extensions_as_the_loader_sees_them() {
        assert_eq!(extension("a.json"), Some("json"));
        assert_eq!(extension(".json"), None);
        assert_eq!(extension("a.json."), Some(""));
        assert_eq!(extension("a"), None);
        assert_eq!(
            file_name("~/a/b.json/./").map(|(range, _)| range),
            Some(4..10)
        );
    }

    #[test]
    fn variables_are_told_from_lone_signs() {
        let found = |text| {
            let variables = variables(text).into_iter();
            variables
                .map(|range| (range.start, range.end))
                .collect::<Vec<_>>()
        };
        assert_eq!(found("$HOME/x"), [(0, 5)]);
        assert_eq!(found("~/${A}/$b_1.json"), [(2, 6), (7, 11)]);
        assert_eq!(found("~/%APPDATA%/x%"), [(2, 11)]);
        assert!(found("~/a$/100%/%20b%c/$1/${}/${x").is_empty());
    }
}
