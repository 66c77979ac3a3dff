//! The keys of a configuration, each described once: the reader, the schema and the reference page follow.

use fornax_manifest::DocumentKind;

use crate::config::read::{self, Reader, Value};

/// One key.
#[derive(Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What its value looks like.
    pub shape: Shape,
    /// Whether its table is nothing without it.
    pub required: bool,
    /// What it says, in one sentence of Markdown.
    pub summary: &'static str,
    /// What else there is to know, in Markdown, a sentence a line.
    pub details: &'static str,
    /// What holds where it is absent.
    pub default: &'static str,
    /// How it may look, as TOML.
    pub example: &'static str,
    pub(crate) read: fn(&mut Reader, &'static Key, Value<'_>),
}

/// What a key's value looks like.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// A version of Fornax, as a string.
    Version,
    /// `true` or `false`.
    Flag,
    /// A list of ids.
    Ids,
    /// A list of patterns of file names.
    Globs,
    /// One such pattern.
    Glob,
    /// A JSON pointer, as a string.
    Pointer,
    /// The name of a rule whose findings can be ignored.
    Rule,
    /// A sentence.
    Text,
    /// A table in which each rule may have a level.
    Levels,
    /// A table with these keys.
    Table(&'static [Key]),
    /// A list of tables, each with these keys.
    Tables(&'static [Key]),
}

impl Shape {
    /// What its value is, in the words of a message.
    #[must_use]
    pub fn describe(self) -> &'static str {
        match self {
            Self::Version => "a version in quotes, as in \"0.0.9\"",
            Self::Flag => "`true` or `false`",
            Self::Ids => "a list of ids, as in [\"acme-agent\"]",
            Self::Globs => "a list of patterns, as in [\"plugins/*.json\"]",
            Self::Glob => "a pattern in quotes, as in \"plugins/*.json\"",
            Self::Pointer => "a JSON pointer in quotes, as in \"/operations/0\"",
            Self::Rule => "the name of a rule in quotes",
            Self::Text => "a sentence in quotes",
            Self::Levels | Self::Table(_) => "a table",
            Self::Tables(_) => "a list of tables, each under a heading in double brackets",
        }
    }
}

/// The outermost keys, in the order in which one would write them.
pub static KEYS: &[Key] = &[
    Key {
        name: "fornax-version",
        shape: Shape::Version,
        required: false,
        summary: "The version of Fornax that the manifests are for.",
        details: "A manifest whose `min_fornax_version` is higher is then an error (`fornax-too-old`).",
        default: "unknown: no manifest is too new",
        example: "fornax-version = \"0.0.9\"",
        read: read::fornax_version,
    },
    Key {
        name: "reserved-ids",
        shape: Shape::Ids,
        required: false,
        summary: "The ids that Fornax's built-in adapters have, which no manifest may take.",
        details: "The list replaces the default; repeat those ids that are still taken.",
        default: "[\"claude-code\", \"codex\"]",
        example: "reserved-ids = [\"claude-code\", \"codex\", \"acme-agent\"]",
        read: read::reserved_ids,
    },
    Key {
        name: "published",
        shape: Shape::Flag,
        required: false,
        summary: "Whether agentic-kit gets the manifests by `npm:` or `https:`.",
        details: "A relative command has no folder to start from then, so it is reported.",
        default: "false",
        example: "published = true",
        read: read::published,
    },
    Key {
        name: "exclude",
        shape: Shape::Globs,
        required: false,
        summary: "Files and folders that are passed over when a folder is searched for manifests.",
        details: "A file that is named on the command line is checked all the same, unless `--force-exclude` is given too; a folder that is named is searched without what is excluded in it.",
        default: "[]",
        example: "exclude = [\"vendor\", \"examples/broken-*.json\"]",
        read: read::exclude,
    },
    Key {
        name: "files",
        shape: Shape::Table(FILES),
        required: false,
        summary: "Which kind of document a file is, where its name doesn't say.",
        details: "Such files are also found when a folder is searched, and are checked as that kind whatever they hold.\n\
                  Where patterns of several kinds match, the first kind counts, in the order `fornax-manifest`, `fornax-registry`, `ak-adapter`, `ak-kit`.",
        default: "each kind has its own file names",
        example: "[files]\nfornax-manifest = [\"plugins/*.json\"]\nak-adapter = [\"hosts/*.json\"]",
        read: read::files,
    },
    Key {
        name: "rules",
        shape: Shape::Levels,
        required: false,
        summary: "How much the findings of a rule matter: `off`, `info`, `warning` or `error`.",
        details: "What a loader refuses, or what can never work, stays an error: a rule that reports such things can't be set to anything lower.\n\
                  A single finding of it can be ignored, with a reason; see `ignore`.",
        default: "each rule has its own severity",
        example: "[rules]\nmarker-not-owned = \"off\"\nhook-script-missing = \"error\"",
        read: read::rules,
    },
    Key {
        name: "ignore",
        shape: Shape::Tables(IGNORE),
        required: false,
        summary: "Findings that are known and accepted, each with a reason.",
        details: "An entry ignores the findings of one rule, in all files or in some, in the whole document or in a part of it.\n\
                  Errors in the text itself, which keep a loader from reading any of it, can't be ignored.\n\
                  An entry that ignores nothing is reported as a warning, `unused-ignore`, once all files have been checked that it speaks of.",
        default: "nothing is ignored",
        example: "[[ignore]]\nrule = \"element-shape\"\npath = \"adapters/acme.manifest.json\"\npointer = \"/operations/0/element\"\nreason = \"the host also reads the short form\"",
        read: read::ignore,
    },
];

static FILES: &[Key] = &[
    file_key(
        DocumentKind::FornaxManifest,
        "Fornax external adapter manifests.",
        "fornax-manifest = [\"plugins/*.json\"]",
    ),
    file_key(
        DocumentKind::FornaxRegistry,
        "Indexes of registered Fornax adapters.",
        "fornax-registry = [\"fixtures/registry-*.json\"]",
    ),
    file_key(
        DocumentKind::AkAdapter,
        "agentic-kit host adapter manifests.",
        "ak-adapter = [\"hosts/*.json\"]",
    ),
    file_key(
        DocumentKind::AkKit,
        "agentic-kit `kit.json` files, of which only `hostAdapters` is checked.",
        "ak-kit = [\"kits/*.json\"]",
    ),
];

const fn file_key(kind: DocumentKind, summary: &'static str, example: &'static str) -> Key {
    Key {
        name: kind.name(),
        shape: Shape::Globs,
        required: false,
        summary,
        details: "",
        default: "[]",
        example,
        read: read::files_of_kind,
    }
}

static IGNORE: &[Key] = &[
    Key {
        name: "rule",
        shape: Shape::Rule,
        required: true,
        summary: "The rule whose findings are ignored.",
        details: "",
        default: "",
        example: "rule = \"element-shape\"",
        read: read::ignored_rule,
    },
    Key {
        name: "path",
        shape: Shape::Glob,
        required: false,
        summary: "The files in which they are ignored, as a pattern.",
        details: "",
        default: "every file that this configuration governs",
        example: "path = \"adapters/acme.manifest.json\"",
        read: read::ignored_path,
    },
    Key {
        name: "pointer",
        shape: Shape::Pointer,
        required: false,
        summary: "The part of the document in which they are ignored, as a JSON pointer: the value that it leads to, its key, and all that lies in it.",
        details: "A finding about something that is missing belongs to the object that lacks it.",
        default: "the whole document",
        example: "pointer = \"/operations/0/element\"",
        read: read::ignored_pointer,
    },
    Key {
        name: "reason",
        shape: Shape::Text,
        required: true,
        summary: "Why they may stay.",
        details: "",
        default: "",
        example: "reason = \"the host also reads the short form\"",
        read: read::ignore_reason,
    },
];
