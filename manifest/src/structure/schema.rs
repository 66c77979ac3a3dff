//! What a schema says of one value: its type, its members, and the `x-` keywords for the engine.

use std::sync::LazyLock;

use serde_json::Value;

use crate::document::DocumentKind;
use crate::syntax::{Node, NodeKind};

/// A place in a schema, reached by following an instance's path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Schema {
    root: &'static Value,
    /// The sub-schema itself.
    site: &'static Value,
    /// What its `$ref` leads to; keywords of the site win.
    target: Option<&'static Value>,
    reason: Option<&'static str>,
    unknown_reason: Option<&'static str>,
}

fn parsed(text: &str) -> Value {
    // The text is compiled in, and a test reads every schema.
    serde_json::from_str(text).unwrap_or_default()
}

static FORNAX_MANIFEST: LazyLock<Value> =
    LazyLock::new(|| parsed(include_str!("fornax-manifest.structure.json")));
static FORNAX_REGISTRY: LazyLock<Value> =
    LazyLock::new(|| parsed(include_str!("fornax-registry.structure.json")));
static AK_ADAPTER: LazyLock<Value> =
    LazyLock::new(|| parsed(include_str!("ak-adapter.structure.json")));
static AK_KIT: LazyLock<Value> = LazyLock::new(|| parsed(include_str!("ak-kit.structure.json")));

/// The schemas as they are published, with what only a reader wants.
static FORNAX_MANIFEST_IN_WORDS: LazyLock<Value> =
    LazyLock::new(|| parsed(DocumentKind::FornaxManifest.schema()));
static FORNAX_REGISTRY_IN_WORDS: LazyLock<Value> =
    LazyLock::new(|| parsed(DocumentKind::FornaxRegistry.schema()));
static AK_ADAPTER_IN_WORDS: LazyLock<Value> =
    LazyLock::new(|| parsed(DocumentKind::AkAdapter.schema()));
static AK_KIT_IN_WORDS: LazyLock<Value> = LazyLock::new(|| parsed(DocumentKind::AkKit.schema()));

/// A member of an object in a schema: there are few, which are sooner looked through than a name is hashed.
fn member(object: &'static Value, name: &str) -> Option<&'static Value> {
    let mut members = object.as_object()?.iter();
    members
        .find(|(known, _)| *known == name)
        .map(|(_, value)| value)
}

impl DocumentKind {
    /// The JSON Schema of such a document, as it is published.
    #[must_use]
    pub const fn schema(self) -> &'static str {
        macro_rules! published {
            ($file:literal) => {
                include_str!(concat!("published/", $file))
            };
        }
        match self {
            Self::FornaxManifest => published!("fornax-manifest.schema.json"),
            Self::FornaxRegistry => published!("fornax-registry.schema.json"),
            Self::AkAdapter => published!("ak-adapter.schema.json"),
            Self::AkKit => published!("ak-kit.schema.json"),
        }
    }
}

impl Schema {
    /// The whole of a kind's schema; read at the first use.
    pub(crate) fn root(kind: DocumentKind) -> Self {
        let root: &'static Value = match kind {
            DocumentKind::FornaxManifest => &FORNAX_MANIFEST,
            DocumentKind::FornaxRegistry => &FORNAX_REGISTRY,
            DocumentKind::AkAdapter => &AK_ADAPTER,
            DocumentKind::AkKit => &AK_KIT,
        };
        Self::of(root)
    }

    /// The whole of a kind's schema, titles, descriptions and examples included; read at the first
    /// use.
    pub(crate) fn in_words(kind: DocumentKind) -> Self {
        Self::of(match kind {
            DocumentKind::FornaxManifest => &FORNAX_MANIFEST_IN_WORDS,
            DocumentKind::FornaxRegistry => &FORNAX_REGISTRY_IN_WORDS,
            DocumentKind::AkAdapter => &AK_ADAPTER_IN_WORDS,
            DocumentKind::AkKit => &AK_KIT_IN_WORDS,
        })
    }

    fn of(root: &'static Value) -> Self {
        Self {
            root,
            site: root,
            target: None,
            reason: None,
            unknown_reason: None,
        }
        .inheriting(None)
    }

    /// What a kind's schema says of `node`; nothing of what it doesn't know.
    pub(crate) fn at(kind: DocumentKind, node: Node<'_>) -> Option<Self> {
        let mut path: Vec<Node<'_>> =
            std::iter::successors(Some(node), |node| node.parent()).collect();
        path.reverse();
        path.windows(2)
            .try_fold(Self::root(kind), |schema, pair| match pair[0].kind() {
                NodeKind::Member => schema.property(&pair[0].as_member()?.name()),
                NodeKind::Array => schema.items(),
                _ => Some(schema),
            })
    }

    /// Looks up `$ref` and takes over the reasons of what lies around.
    fn inheriting(mut self, outer: Option<Self>) -> Self {
        self.target = member(self.site, "$ref")
            .and_then(Value::as_str)
            .and_then(|reference| self.root.pointer(reference.strip_prefix('#')?));
        self.reason = self
            .text("x-reason")
            .or_else(|| outer.and_then(|outer| outer.reason));
        self.unknown_reason = self
            .text("x-unknown-reason")
            .or_else(|| outer.and_then(|outer| outer.unknown_reason));
        self
    }

    fn below(self, site: &'static Value) -> Self {
        Self { site, ..self }.inheriting(Some(self))
    }

    /// A keyword's value.
    pub(crate) fn keyword(self, name: &str) -> Option<&'static Value> {
        member(self.site, name).or_else(|| self.target.and_then(|target| member(target, name)))
    }

    /// A keyword's value, if it is a string.
    pub(crate) fn text(self, name: &str) -> Option<&'static str> {
        self.keyword(name).and_then(Value::as_str)
    }

    /// The member with this name.
    pub(crate) fn property(self, name: &str) -> Option<Self> {
        let site = member(self.keyword("properties")?, name)?;
        Some(self.below(site))
    }

    /// The items of a list.
    pub(crate) fn items(self) -> Option<Self> {
        Some(self.below(self.keyword("items")?))
    }

    /// The names of its members, in the order in which an author would write them.
    pub(crate) fn property_names(self) -> impl Iterator<Item = &'static str> {
        self.keyword("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flat_map(|properties| properties.keys().map(String::as_str))
    }

    /// The names of the members that must be there.
    pub(crate) fn required(self) -> impl Iterator<Item = &'static str> {
        self.keyword("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
    }

    /// The values that are allowed, if they are listed.
    pub(crate) fn allowed(self) -> impl Iterator<Item = &'static Value> {
        self.keyword("enum")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .chain(self.keyword("const"))
    }

    /// The types that are allowed.
    pub(crate) fn types(self) -> Vec<&'static str> {
        match self.keyword("type") {
            Some(Value::String(name)) => vec![name],
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether an unknown member is accepted and only worth a warning.
    pub(crate) fn warns_of_unknown(self) -> bool {
        self.text("x-unknown-keys") == Some("warn")
    }

    /// The rule that a keyword names, or the general one.
    pub(crate) fn rule(self, keyword: &str, general: &'static str) -> &'static str {
        self.text(keyword).unwrap_or(general)
    }

    /// The loader's word for a wrong value here.
    pub(crate) fn reason(self) -> Option<&'static str> {
        self.reason
    }

    /// The loader's word for a member that it doesn't know.
    pub(crate) fn unknown_reason(self) -> Option<&'static str> {
        self.unknown_reason
    }

    /// A value to put here where the author gave none.
    pub(crate) fn placeholder(self) -> Option<&'static Value> {
        self.keyword("x-placeholder")
            .or_else(|| self.allowed().next())
    }
}
