//! A document: its bytes, its kind and its tree.

use crate::limits;
use crate::structure::Schema;
use crate::syntax::{Member, NodeKind, Object, Strictness, Tree, parse, parse_within, to_u32};

/// The kinds of document that the engine knows.
///
/// ```
/// use fornax_manifest::DocumentKind;
///
/// assert_eq!(DocumentKind::from_name("ak-kit"), Some(DocumentKind::AkKit));
/// assert_eq!(DocumentKind::AkAdapter.size_limit(), 262_144);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DocumentKind {
    /// A Fornax external adapter's manifest, `*.manifest.json`.
    FornaxManifest,
    /// Fornax's index of registered adapters, `adapters/registry.json`.
    FornaxRegistry,
    /// An agentic-kit host adapter's manifest, `ak-adapter.json`.
    AkAdapter,
    /// agentic-kit's `kit.json`; only its `hostAdapters` matter.
    AkKit,
}

impl DocumentKind {
    /// Every kind.
    pub const ALL: [Self; 4] = [
        Self::FornaxManifest,
        Self::FornaxRegistry,
        Self::AkAdapter,
        Self::AkKit,
    ];

    /// The kind's name, as options, reports and schema files spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::FornaxManifest => "fornax-manifest",
            Self::FornaxRegistry => "fornax-registry",
            Self::AkAdapter => "ak-adapter",
            Self::AkKit => "ak-kit",
        }
    }

    /// What a message calls such a document.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::FornaxManifest => "Fornax adapter manifest",
            Self::FornaxRegistry => "Fornax adapter registry",
            Self::AkAdapter => "agentic-kit host adapter",
            Self::AkKit => "agentic-kit kit.json",
        }
    }

    /// The kind with this [name](Self::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whose JSON reader the loader uses.
    #[must_use]
    pub fn strictness(self) -> Strictness {
        match self {
            Self::FornaxManifest | Self::FornaxRegistry => Strictness::Serde,
            Self::AkAdapter | Self::AkKit => Strictness::JavaScript,
        }
    }

    /// The largest size that the loader reads, in bytes on disk.
    #[must_use]
    pub fn size_limit(self) -> u64 {
        match self {
            Self::FornaxManifest => limits::FORNAX_MANIFEST_BYTES,
            Self::FornaxRegistry => limits::FORNAX_REGISTRY_BYTES,
            Self::AkAdapter => limits::AK_MANIFEST_BYTES,
            // The kit's own reader sets no limit; ours is what can be parsed at all.
            Self::AkKit => limits::TEXT_BYTES,
        }
    }

    /// The kind that a file's name stands for; what it holds must [agree](Self::detect).
    ///
    /// `path` may use `/` or `\`. `registry.json` counts only in a folder `adapters`.
    ///
    /// ```
    /// use fornax_manifest::DocumentKind;
    ///
    /// let kind = DocumentKind::of_path("adapters/acme.manifest.json");
    /// assert_eq!(kind, Some(DocumentKind::FornaxManifest));
    /// assert_eq!(DocumentKind::of_path("registry.json"), None);
    /// ```
    #[must_use]
    pub fn of_path(path: &str) -> Option<Self> {
        let last = |path: &str| {
            let slash = |byte: &u8| matches!(byte, b'/' | b'\\');
            path.as_bytes().iter().rposition(slash)
        };
        let start = last(path).map_or(0, |slash| slash + 1);
        let name = &path[start..];
        let is_in_adapters = || {
            let folder = &path[..start.saturating_sub(1)];
            folder[last(folder).map_or(0, |slash| slash + 1)..] == *"adapters"
        };
        match name {
            "ak-adapter.json" => Some(Self::AkAdapter),
            "kit.json" => Some(Self::AkKit),
            "registry.json" if is_in_adapters() => Some(Self::FornaxRegistry),
            _ if name.len() > ".manifest.json".len() && name.ends_with(".manifest.json") => {
                Some(Self::FornaxManifest)
            }
            _ => None,
        }
    }

    /// The kind of a file by its name *and* what it holds; none where it is none of ours.
    ///
    /// Other programs have files of these names: a web app's `site.manifest.json`, or a `kit.json`
    /// without `hostAdapters`, is met with silence. Where nothing can be read, the name decides, and
    /// where the text is broken, one key that only our documents have.
    ///
    /// ```
    /// use fornax_manifest::DocumentKind;
    ///
    /// let kit = br#"{ "hostAdapters": [] }"#;
    /// assert_eq!(DocumentKind::detect("kit.json", kit), Some(DocumentKind::AkKit));
    /// assert_eq!(DocumentKind::detect("kit.json", b"{}"), None);
    /// ```
    #[must_use]
    pub fn detect(path: &str, bytes: &[u8]) -> Option<Self> {
        let kind = Self::of_path(path)?;
        let belongs = belongs_to_its_name(kind) || is_utf16(bytes) || {
            let (text, encoding) = decode(bytes);
            let tree = parse(&text, kind.strictness());
            // Of what is too large this may be the beginning, which only looks broken.
            let is_whole = bytes.len() as u64 <= kind.size_limit();
            agrees(kind, &tree) || is_whole && is_remnant(kind, encoding, &tree)
        };
        belongs.then_some(kind)
    }

    /// The kind of a document by what it holds alone.
    #[must_use]
    pub fn sniff(bytes: &[u8]) -> Option<Self> {
        let tree = skim(bytes);
        [
            Self::FornaxManifest,
            Self::AkAdapter,
            Self::FornaxRegistry,
            Self::AkKit,
        ]
        .into_iter()
        .find(|&kind| looks_like(kind, &tree))
    }
}

/// Whether no other program has files of the name that stands for this kind.
fn belongs_to_its_name(kind: DocumentKind) -> bool {
    kind == DocumentKind::AkAdapter
}

/// Whether what a document holds agrees with its kind, or can't be read.
fn agrees(kind: DocumentKind, tree: &Tree) -> bool {
    let is_readable = tree
        .root()
        .is_some_and(|root| root.kind() != NodeKind::Invalid);
    !is_readable || looks_like(kind, tree) || is_odd_registry(kind, tree)
}

/// Whether a text that isn't JSON, or not UTF-8, is what is left of a Fornax manifest: it still has a
/// key that only such manifests have, and none by which another program's are known. A whole text
/// would show more of itself; `kit.json` has but one key of ours in any case.
fn is_remnant(kind: DocumentKind, encoding: Encoding, tree: &Tree) -> bool {
    let is_broken = tree.error_count() > 0 || encoding != Encoding::Utf8;
    kind == DocumentKind::FornaxManifest
        && is_broken
        && tree
            .root()
            .and_then(|root| root.as_object())
            .is_some_and(|root| {
                count(root, &["schema_version", "display_name", "operations"]) >= 1
                    && count(root, &FOREIGN) == 0
            })
}

/// Keys of the manifests of web apps, browser extensions, packages and plugins.
const FOREIGN: [&str; 8] = [
    "name",
    "version",
    "manifest_version",
    "short_name",
    "start_url",
    "icons",
    "name_for_human",
    "dependencies",
];

/// Whether what stands in Fornax's own folder under its index's name can be nothing else: it is
/// empty, not an object, or says which version it has.
fn is_odd_registry(kind: DocumentKind, tree: &Tree) -> bool {
    kind == DocumentKind::FornaxRegistry
        && tree
            .root()
            .and_then(|root| root.as_object())
            .is_none_or(|root| {
                root.members().next().is_none() || count(root, &["schema_version", "entries"]) >= 1
            })
}

/// A tree that is good enough to recognise a document by.
fn skim(bytes: &[u8]) -> Tree {
    let (text, _) = decode(bytes);
    parse(&text, Strictness::JavaScript)
}

fn looks_like(kind: DocumentKind, tree: &Tree) -> bool {
    let Some(root) = tree.root().and_then(|root| root.as_object()) else {
        return false;
    };
    let has = |keys: &[&str]| count(root, keys);
    match kind {
        DocumentKind::FornaxManifest => {
            let marked = has(&["schema_version"]) == 1;
            has(&["min_fornax_version"]) == 1
                || marked && (root.members().count() == 1 || has(&["id", "summary"]) >= 1)
                || has(&[
                    "schema_version",
                    "display_name",
                    "provenance",
                    "capabilities",
                    "target",
                    "operations",
                ]) >= 2
        }
        DocumentKind::FornaxRegistry => {
            has(&["entries"]) == 1
                && root.get("entries").is_none_or(|entries| {
                    entries.kind() != NodeKind::Array
                        || entries.as_array().is_some_and(|entries| {
                            entries.is_empty()
                                || entries.items().filter_map(|entry| entry.as_object()).any(
                                    |entry| count(entry, &["manifest_file", "digest", "id"]) >= 1,
                                )
                        })
                })
        }
        DocumentKind::AkAdapter => {
            has(&["host"]) == 1 && has(&["contract", "detection", "driving", "trust"]) >= 1
        }
        DocumentKind::AkKit => has(&["hostAdapters"]) == 1,
    }
}

fn count(object: Object<'_>, keys: &[&str]) -> usize {
    keys.iter()
        .filter(|key| object.member(key).is_some())
        .count()
}

/// How a document's bytes are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8.
    Utf8,
    /// UTF-16, by its byte-order mark or the zeros in it.
    Utf16,
    /// Neither: the byte at this offset is the first that is not UTF-8.
    Invalid {
        /// The offset, in bytes.
        at: u32,
    },
}

/// The text of `bytes`. Where they aren't UTF-8, each byte that isn't becomes `?`, so that every
/// other byte keeps its place.
fn decode(bytes: &[u8]) -> (String, Encoding) {
    match std::str::from_utf8(bytes) {
        // Text in ASCII is UTF-8 even with a zero beside each character.
        Ok(text) if is_utf16(bytes) => (text.to_owned(), Encoding::Utf16),
        Ok(text) => (text.to_owned(), Encoding::Utf8),
        Err(error) => {
            let encoding = if is_utf16(bytes) {
                Encoding::Utf16
            } else {
                Encoding::Invalid {
                    at: to_u32(error.valid_up_to()),
                }
            };
            let mut text = String::with_capacity(bytes.len());
            for chunk in bytes.utf8_chunks() {
                text.push_str(chunk.valid());
                text.extend(chunk.invalid().iter().map(|_| '?'));
            }
            (text, encoding)
        }
    }
}

/// Whether bytes are UTF-16: they begin with its byte-order mark, or every other one of the first four
/// is zero, for JSON begins with ASCII, and never has a zero in UTF-8.
fn is_utf16(bytes: &[u8]) -> bool {
    matches!(
        bytes,
        [0xFF, 0xFE, ..]
            | [0xFE, 0xFF, ..]
            | [0, 1..=255, 0, 1..=255, ..]
            | [1..=255, 0, 1..=255, 0, ..]
    )
}

/// A document of a known kind, parsed.
///
/// ```
/// use fornax_manifest::{Document, DocumentKind};
///
/// let document = Document::parse(b"{ \"name\": \"acme\" }", DocumentKind::AkAdapter);
/// assert_eq!(document.text(), "{ \"name\": \"acme\" }");
/// assert!(document.root().is_some());
/// ```
#[derive(Clone, Debug)]
pub struct Document {
    kind: DocumentKind,
    size: u64,
    encoding: Encoding,
    /// The bytes where they differ from the tree's text.
    bytes: Option<Box<[u8]>>,
    tree: Tree,
}

impl Document {
    /// Parses `bytes` as a document of this kind.
    ///
    /// More bytes than the kind's [limit](DocumentKind::size_limit) aren't parsed: such a document
    /// has one finding, its size.
    #[must_use]
    pub fn parse(bytes: &[u8], kind: DocumentKind) -> Self {
        Self::parse_within(limits::SYNTAX_ERRORS, bytes, kind)
    }

    /// The same with another limit for the syntax errors of one kind.
    pub(crate) fn parse_within(limit: usize, bytes: &[u8], kind: DocumentKind) -> Self {
        let size = bytes.len() as u64;
        if size > kind.size_limit() {
            return Self {
                bytes: Some(bytes.into()),
                ..Self::oversized(size, kind)
            };
        }
        let (text, encoding) = decode(bytes);
        let tree = parse_within(limit, &text, kind.strictness());
        Self {
            kind,
            size,
            encoding,
            bytes: (encoding != Encoding::Utf8).then(|| bytes.into()),
            tree,
        }
    }

    /// Parses `bytes` as a document of the kind that `path` stands for; none where
    /// [`DocumentKind::detect`] finds that it is none of ours, which costs this nothing more.
    #[must_use]
    pub fn detect(path: &str, bytes: &[u8]) -> Option<Self> {
        let kind = DocumentKind::of_path(path)?;
        if bytes.len() as u64 > kind.size_limit() {
            DocumentKind::detect(path, bytes)?;
        }
        let document = Self::parse(bytes, kind);
        let belongs = document.is_oversized()
            || document.encoding == Encoding::Utf16
            || belongs_to_its_name(kind)
            || agrees(kind, &document.tree)
            || is_remnant(kind, document.encoding, &document.tree);
        belongs.then_some(document)
    }

    /// Parses `bytes` as a document of the kind that `path` stands for, if they may become one: there
    /// is nothing whole in them yet but what such a document has. This is for whoever helps to write
    /// one, where [`DocumentKind::detect`] can't tell yet whose it is.
    ///
    /// ```
    /// use fornax_manifest::Document;
    ///
    /// assert!(Document::begun("acme.manifest.json", b"{ \"id\": \"acme\", \"sum").is_some());
    /// assert!(Document::begun("acme.manifest.json", b"{ \"icons\": [] }").is_none());
    /// ```
    #[must_use]
    pub fn begun(path: &str, bytes: &[u8]) -> Option<Self> {
        let document = Self::parse(bytes, DocumentKind::of_path(path)?);
        let fits = match document.tree.root() {
            None => true,
            Some(root) => root.as_object().is_some_and(|root| {
                let schema = Schema::root(document.kind);
                let is_whole = |member: &Member<'_>| member.value().is_some();
                let mut whole = root.all_members().filter(is_whole);
                whole.all(|member| schema.property_names().any(|name| member.has_name(name)))
            }),
        };
        (fits && !document.is_oversized()).then_some(document)
    }

    /// A document that is too large to be read at all: only its size is known.
    #[must_use]
    pub fn oversized(size: u64, kind: DocumentKind) -> Self {
        Self {
            kind,
            size,
            encoding: Encoding::Utf8,
            bytes: None,
            tree: parse("", kind.strictness()),
        }
    }

    /// Its kind.
    #[must_use]
    pub fn kind(&self) -> DocumentKind {
        self.kind
    }

    /// Its size, in bytes as they are on disk.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Whether it is larger than its kind may be, and so was not parsed.
    #[must_use]
    pub fn is_oversized(&self) -> bool {
        self.size > self.kind.size_limit()
    }

    /// How its bytes are encoded.
    #[must_use]
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Its text; where it isn't UTF-8, with a `?` for each byte that isn't.
    #[must_use]
    pub fn text(&self) -> &str {
        self.tree.text()
    }

    /// Its bytes; none of an [oversized](Self::oversized) one.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.bytes
            .as_deref()
            .unwrap_or_else(|| self.tree.text().as_bytes())
    }

    /// Whether it is JSON, as its loader reads it.
    #[must_use]
    pub fn is_json(&self) -> bool {
        self.is_text() && self.tree.error_count() == 0
    }

    /// Whether its text is known, and all that it holds.
    pub(crate) fn is_text(&self) -> bool {
        !self.is_oversized() && self.encoding == Encoding::Utf8
    }

    /// Its tree.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Its outermost object, if it is one.
    #[must_use]
    pub fn root(&self) -> Option<Object<'_>> {
        self.tree.root()?.as_object()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_programs_files_are_none_of_ours() {
        let detect = |path, text: &str| DocumentKind::detect(path, text.as_bytes());
        assert_eq!(
            detect("site.manifest.json", r#"{"name":"x","icons":[],"id":"/"}"#),
            None
        );
        assert_eq!(detect("kit.json", r#"{"name":"x"}"#), None);
        for (path, text) in [
            ("site.manifest.json", "{\"name\":\"x\",}"),
            ("site.manifest.json", "{\"min_fornax_version\":1,}"),
            ("site.manifest.json", "\u{feff}{"),
            ("site.manifest.json", "[1"),
            ("ak-adapter.json", "{\"name\":\"x\"}"),
            ("adapters/registry.json", "{\"entries\":[],,}"),
            ("any.json", "{}"),
        ] {
            let document = Document::detect(path, text.as_bytes());
            let kind = document.map(|document| document.kind());
            assert_eq!(kind, detect(path, text), "{path} {text}");
        }
        assert_eq!(detect("registry.json", r#"{"entries":[]}"#), None);
        assert_eq!(detect("package.json", r#"{"host":{},"contract":1}"#), None);
        assert_eq!(
            detect("a/kit.json", r#"{"hostAdapters":[]}"#),
            Some(DocumentKind::AkKit)
        );
        assert_eq!(
            detect("adapters\\registry.json", r#"{"entries":[]}"#),
            Some(DocumentKind::FornaxRegistry)
        );
        assert_eq!(
            detect("x/acme.manifest.json", r#"{"min_fornax_version": "#),
            Some(DocumentKind::FornaxManifest)
        );
        assert_eq!(detect("ak-adapter.json", ""), Some(DocumentKind::AkAdapter));
        for registry in ["{}", "[1, []]", "{\"schema_version\": 1, \"entres\": []}"] {
            assert_eq!(
                detect("adapters/registry.json", registry),
                Some(DocumentKind::FornaxRegistry),
                "{registry}"
            );
        }
        assert_eq!(detect("adapters/registry.json", r#"{"items":[]}"#), None);
        assert_eq!(
            detect("x.manifest.json", r#"{"schema_version":99}"#),
            Some(DocumentKind::FornaxManifest)
        );
        assert_eq!(detect("x.manifest.json", "[]"), None);
    }

    #[test]
    fn a_broken_manifest_is_known_by_one_key_of_its_own() {
        let detect = |bytes: &[u8]| {
            let kind = DocumentKind::detect("x.manifest.json", bytes);
            let document = Document::detect("x.manifest.json", bytes);
            assert_eq!(document.map(|document| document.kind()), kind, "{bytes:?}");
            kind.is_some()
        };
        let broken: [&[u8]; 6] = [
            b"{\"schema_version\":1,\"x\":\"\xFF\xFE\"}",
            b"{ \"id\": \"acme-agent\", \"operations\": [",
            b"{ \"display_name\": \"Acme\", \"id\": }",
            b"{ \"display_name\": \"\xFF",
            b"{ \"id\": \"x\" \"operations\": [] }",
            b"{ \"schema_version\": 1, \"x\": 1, }",
        ];
        for bytes in broken {
            assert!(detect(bytes), "{bytes:?}");
        }
        let foreign: [&[u8]; 8] = [
            b"{ \"name\": \"x\", \"icons\": [",
            b"{ \"name\": \"\xFF\", \"start_url\": \"/\" }",
            b"{ \"manifest_version\": 3, \"operations\": [",
            b"{ \"schema_version\": \"v1\", \"name_for_human\": \"x\", ",
            b"{ \"name\": \"x\", \"version\": \"1.0.0\", \"operations\": ",
            b"{ \"x\": { \"schema_version\": 1, \"operations\": [",
            b"{ \"id\": \"/\", \"target\": ",
            b"{ \"operations\": [], \"x\": 1 }",
        ];
        for bytes in foreign {
            assert!(!detect(bytes), "{bytes:?}");
        }
        // The head of a large file is no broken text.
        let mut large = b"{ \"operations\": [ \"".to_vec();
        large.resize(100_000, b'x');
        assert_eq!(DocumentKind::detect("x.manifest.json", &large), None);
    }

    #[test]
    fn what_cannot_be_read_is_what_its_name_says() {
        let unreadable: [&[u8]; 5] = [b"", b"\0\0\0", b"<<<", b"\xFF\xFE{\0}\0", b"{\0}\0"];
        for bytes in unreadable {
            assert_eq!(
                DocumentKind::detect("x.manifest.json", bytes),
                Some(DocumentKind::FornaxManifest),
                "{bytes:?}"
            );
        }
    }

    #[test]
    fn utf16_is_known_by_its_mark_or_its_zeros() {
        let encoding = |bytes: &[u8]| Document::parse(bytes, DocumentKind::AkKit).encoding();
        let units = |text: &str| text.encode_utf16().collect::<Vec<_>>();
        for text in ["{}", "{\"é\": \"\u{1f600}\"}", "\n\t{}", "\u{feff}{}"] {
            let little: Vec<u8> = units(text).into_iter().flat_map(u16::to_le_bytes).collect();
            let big: Vec<u8> = units(text).into_iter().flat_map(u16::to_be_bytes).collect();
            assert_eq!(encoding(&little), Encoding::Utf16, "{text}");
            assert_eq!(encoding(&big), Encoding::Utf16, "{text}");
            assert_eq!(encoding(text.as_bytes()), Encoding::Utf8, "{text}");
        }
        for other in [&b"{\0"[..], b"\0\0\0\0", b"{\"a\0b\0\": 1}", b"{}\0\0"] {
            assert_eq!(encoding(other), Encoding::Utf8, "{other:?}");
        }
    }

    #[test]
    fn bytes_that_are_not_utf8_keep_every_other_place() {
        let document = Document::parse(b"{\"a\": \"x\xFFy\"}", DocumentKind::AkAdapter);
        assert_eq!(document.encoding(), Encoding::Invalid { at: 8 });
        assert_eq!(document.text(), "{\"a\": \"x?y\"}");
        assert_eq!(document.bytes(), b"{\"a\": \"x\xFFy\"}");
    }
}
