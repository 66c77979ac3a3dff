//! What the loaders say when they refuse a document: each word with what it means and what to change; and
//! the words that `fornax-adapter` has.

/// A loader's word, what it means, and what to change.
pub(crate) type Row = (&'static str, &'static str, &'static str);

/// Of the Fornax loader, in the order in which it looks.
pub(crate) const FORNAX: &[Row] = &[
    (
        "too-large",
        "The file has more than 65,536 bytes.",
        "Shorten it: elements are usually what is large.",
    ),
    (
        "parse",
        "The text is not strict JSON, or a member is unknown, missing, repeated or of the wrong type.",
        "Take away comments, trailing commas and a byte-order mark; remove unknown members, `$schema` among them; add what is missing.",
    ),
    (
        "unsupported-schema-version",
        "`schema_version` is not 1.",
        "Write `1`.",
    ),
    (
        "invalid-id",
        "`id` is not 3 to 64 lower-case letters, digits and inner hyphens.",
        "Rename the adapter: no capitals, dots, underscores, and no hyphen at an end.",
    ),
    (
        "invalid-display-name",
        "`display_name` is empty, longer than 64 bytes, or holds a control character.",
        "Shorten it, counting bytes; write it on one line.",
    ),
    (
        "invalid-summary",
        "`summary` is empty, longer than 200 bytes, or holds a control character.",
        "Shorten it, counting bytes; write it on one line.",
    ),
    (
        "invalid-provenance",
        "`provenance` is empty, longer than 256 bytes, or holds a control character.",
        "Give the address of the adapter's repository, on one line.",
    ),
    (
        "invalid-version",
        "`min_fornax_version` is not three plain integers with dots between them.",
        "Write one version, such as `0.0.9`: no range, sign or pre-release.",
    ),
    (
        "fornax-too-old",
        "`min_fornax_version` is newer than the Fornax in use.",
        "Update Fornax, or lower the version if the adapter works with an older one.",
    ),
    (
        "empty-capabilities",
        "`capabilities` lists nothing.",
        "List `plan`, `install` and `uninstall`, or those that the adapter answers.",
    ),
    (
        "duplicate-capability",
        "A capability is listed twice.",
        "Remove the second.",
    ),
    (
        "missing-operations-for-capability",
        "`install` or `uninstall` is declared, and there is no operation.",
        "Add an operation, or declare `plan` alone.",
    ),
    (
        "operation-count-out-of-bounds",
        "There is no operation, or there are more than 16.",
        "Split the adapter in two if it needs more.",
    ),
    (
        "pointer-too-long",
        "A pointer has more than 256 bytes.",
        "Point at a container further up, or shorten the keys.",
    ),
    (
        "pointer-too-deep",
        "A pointer has more than 16 segments.",
        "Point at a container further up.",
    ),
    (
        "invalid-pointer",
        "A pointer does not begin with `/`.",
        "Write a JSON Pointer: `/hooks/PostToolUse`, not `hooks.PostToolUse`.",
    ),
    (
        "duplicate-operation",
        "Two operations have the same pointer, marker key and marker value.",
        "Remove one, or give it a marker of its own.",
    ),
    (
        "element-too-large",
        "An element has more than 4,096 bytes as compact JSON.",
        "Put what is large into a file that the element names.",
    ),
    (
        "marker-mismatch",
        "An element lacks its marker: its member `marker_key` must be the text `marker_value`.",
        "Give the element the marker, or change the marker to what the element has.",
    ),
    (
        "empty-target-path",
        "`target.path` is empty.",
        "Name the file: `~/.acme/settings.json`.",
    ),
    (
        "path-traversal",
        "`target.path` holds `..`, if only inside a name.",
        "Write the path without it.",
    ),
    (
        "unsupported-tilde",
        "`target.path` is `~` alone, or names another user's home as `~ann` does.",
        "Begin with `~/`.",
    ),
    (
        "path-escapes-home",
        "`target.path` does not lie below the home directory, or is absolute.",
        "Begin with `~/`, also where an absolute path would lead to the same file.",
    ),
    (
        "path-extension-mismatch",
        "The target's name does not end in `.json`, in lower case, or holds a NUL character.",
        "Name a JSON file: JSON5, JSONC and TOML are not supported. Remove a NUL character, which ends the name early.",
    ),
];

/// Of agentic-kit's validator and admission.
pub(crate) const AGENTIC_KIT: &[Row] = &[
    (
        "source-too-large",
        "The file has more than 262,144 bytes.",
        "Shorten it.",
    ),
    (
        "source-invalid-json",
        "The text is not what `JSON.parse` reads.",
        "Take away comments, trailing commas and a byte-order mark.",
    ),
    (
        "invalid-utf8",
        "The file is not UTF-8: the validator would read other characters than were written.",
        "Save it as UTF-8, without a byte-order mark.",
    ),
    (
        "manifest-invalid",
        "The document, or a block such as `detection` or `trust`, is missing or is no object.",
        "Add the block; where it is there, write an object.",
    ),
    (
        "unknown-field",
        "An object has a member that the contract does not know.",
        "Correct its spelling or remove it, `$schema` too.",
    ),
    (
        "invalid-id",
        "`name` is missing, or is not lower-case letters, digits and hyphens after a letter.",
        "Rename the adapter, and keep `host.id` equal to it.",
    ),
    (
        "invalid-version",
        "`version` is missing or is not `MAJOR.MINOR.PATCH`.",
        "Write one version, without `v` and without a range.",
    ),
    (
        "invalid-contract",
        "`contract` is missing or is no whole number above 0.",
        "Write `1`, as a number.",
    ),
    (
        "contract-version",
        "`contract` is a number that this ak does not support.",
        "Write `1`.",
    ),
    (
        "invalid-host",
        "Something in `host` is missing, of the wrong type, or none of the values that there are.",
        "See the finding's place: all eight capabilities are required, and most texts come from a list.",
    ),
    (
        "builtin-shadow",
        "`host.id` is `claude`, `codex` or `opencode`.",
        "Choose another id: an adapter cannot stand in for a built-in host.",
    ),
    (
        "invalid-install-bin",
        "`host.install.bin` is no bare command name.",
        "Put the command on `PATH` under a lower-case name without dots or slashes, and give that name.",
    ),
    (
        "external-npm-package",
        "`host.install.npmPackage` has a value.",
        "Remove it or write `null`: an adapter never names a package to install.",
    ),
    (
        "cap-can-be-primary",
        "`canBePrimary` is `true`.",
        "Write `false`: it is earned through a conformance tier, and granted by a maintainer.",
    ),
    (
        "cap-command-statusline",
        "`commandStatusline` is `true`.",
        "Write `false`: it is earned through a conformance tier, and granted by a maintainer.",
    ),
    (
        "cap-aqe-provider",
        "`host.legacy.aqeProvider` has a value.",
        "Remove it or write `null`: the list of providers is closed.",
    ),
    (
        "invalid-guidance-file",
        "`host.legacy.guidanceFile` is a path, or no id.",
        "Give the bare id.",
    ),
    (
        "invalid-detection",
        "Something in `detection` is malformed: the command's name, an argument, or the pattern.",
        "Write a pattern that JavaScript compiles without flags: no `(?i)`, no possessive `++`.",
    ),
    (
        "invalid-driving-surfaces",
        "`driving.surfaces` is missing, empty, or lists something unknown or twice.",
        "Write `[\"cli-subprocess\"]`.",
    ),
    (
        "invalid-lifecycle-verb",
        "`lifecycle` has a step that there is none of.",
        "Use `detect`, `plan`, `apply`, `verify` and `undo`.",
    ),
    (
        "invalid-lifecycle-hook",
        "A hook in `lifecycle` has no command, an empty or repeated argument, or a bad time-out.",
        "Write the command as a list of different, non-empty strings, and the time-out in whole milliseconds.",
    ),
    (
        "invalid-execution",
        "The hook in `execution.run` has no command, an empty or repeated argument, or a bad time-out.",
        "Write the command as a list of different, non-empty strings, and the time-out in whole milliseconds.",
    ),
    (
        "execution-not-routable",
        "There is an `execution` block, and `canRouteActivities` is `false`.",
        "Declare the capability, or remove the block.",
    ),
    (
        "surface-unsupported",
        "There is an `execution` block, and `cli-subprocess` is not among `driving.surfaces`: the hook would never run.",
        "Add `cli-subprocess`.",
    ),
    (
        "execution-unanchored",
        "The manifest is served by `npm:` or `https:`, and an argument of the hook in `execution.run` is a relative path, which has nothing to start from.",
        "Put the program on `PATH` and name it without a path, or register the manifest as a file.",
    ),
    (
        "lifecycle-unanchored",
        "The manifest is served by `npm:` or `https:`, and an argument of a hook in `lifecycle` is a relative path, which has nothing to start from.",
        "Put the program on `PATH` and name it without a path, or register the manifest as a file.",
    ),
    (
        "invalid-trust",
        "A change in `trust.changes` lacks a member, or has a malformed or repeated id.",
        "Give each change an id of its own, `kind`, `scope`, `owner`, `value` and `effect`.",
    ),
    (
        "invalid-entry",
        "An entry of `hostAdapters` in `kit.json` is no object, or lacks `name` or `source`.",
        "Give both, as texts.",
    ),
    (
        "source-insecure",
        "A `source` in `kit.json` begins with `http://`.",
        "Use `https://`.",
    ),
    (
        "source-invalid",
        "A `source` in `kit.json` is a malformed `npm:` source, or no regular file.",
        "Write `npm:<package>` with an exact version or a tag, or name a file that is no symbolic link.",
    ),
    (
        "name-mismatch",
        "The `name` of an entry in `kit.json` is not the `host.id` of the manifest that its `source` leads to.",
        "Give the entry the manifest's `host.id` as its `name`.",
    ),
    (
        "contract-mismatch",
        "The `contract` of an entry in `kit.json` is not that of the manifest that its `source` leads to.",
        "Remove the entry's `contract`, or take an adapter of the contract that you expect.",
    ),
];

/// What the loaders' JSON readers say in a line of their own, by a part of it, and the rules that say it
/// here: `serde_json` for Fornax, `JSON.parse` for agentic-kit.
pub(crate) const READERS: &[(&str, &[&str])] = &[
    (
        "unknown field",
        &[
            "unknown-field",
            "schema-field",
            "absent-field",
            "execution-field",
            "credential-field",
        ],
    ),
    ("missing field", &["missing-field"]),
    ("duplicate field", &["duplicate-key"]),
    ("invalid type", &["wrong-type"]),
    ("invalid value", &["wrong-type"]),
    (
        "unknown variant",
        &[
            "invalid-value",
            "operation-kind-unknown",
            "target-format-unsupported",
        ],
    ),
    ("trailing comma", &["trailing-comma"]),
    (
        "expected double-quoted property name",
        &["trailing-comma", "comment", "syntax-error"],
    ),
    ("trailing characters", &["syntax-error"]),
    ("key must be a string", &["syntax-error", "comment"]),
    (
        "expected value",
        &["syntax-error", "comment", "byte-order-mark"],
    ),
    ("expected ident", &["syntax-error"]),
    ("expected `", &["syntax-error"]),
    ("eof while parsing", &["syntax-error"]),
    ("unexpected end of json input", &["syntax-error"]),
    (
        "unexpected token",
        &[
            "syntax-error",
            "comment",
            "byte-order-mark",
            "trailing-comma",
        ],
    ),
    ("control character", &["syntax-error"]),
    ("invalid escape", &["syntax-error"]),
    ("surrogate", &["lone-surrogate"]),
    ("hex escape", &["lone-surrogate", "syntax-error"]),
    ("invalid unicode", &["invalid-utf8", "lone-surrogate"]),
    ("number out of range", &["number-out-of-range"]),
    ("invalid number", &["syntax-error"]),
    ("recursion limit exceeded", &["nesting-too-deep"]),
];

/// The words of `fornax-adapter`, which has a page that explains them.
pub(crate) const ADAPTER: &[&str] = &[
    "no-home",
    "unknown-id",
    "disabled",
    "rejected",
    "capability-missing",
    "built-in",
    "source-not-a-file",
    "source-writable",
    "source-too-large",
    "source-unreadable",
    "manifest-refused",
    "id-taken",
    "digest-differs",
    "digest-malformed",
    "registry-full",
    "index-unreadable",
    "registry-unwritable",
    "busy",
    "copy-in-the-way",
    "folder-missing",
    "fornax-folder",
    "folder-symlink",
    "folder-not-a-folder",
    "target-symlink",
    "target-not-a-file",
    "target-linked",
    "target-unreadable",
    "target-unwritable",
    "target-changed",
    "draft-in-the-way",
    "arguments",
    "clock",
    "too-large",
    "would-be-too-large",
    "not-json",
    "root-not-object",
    "not-an-object",
    "not-an-array",
    "pointer-root",
    "pointer-malformed",
    "marker-mismatch",
    "would-be-too-deep",
    "foreign-value",
    "not-toml",
    "id collides with built-in adapter",
    "id registered twice",
    "malformed entry",
    "missing copy",
    "unreadable copy",
    "digest mismatch",
    "malformed manifest",
    "id mismatch",
    "version too new",
];
