//! Documents that give rules as much work as a document of their size can.
//!
//! A target takes it in with `#[path = "../support/worst.rs"] mod worst;`, beside `surroundings`.

#![allow(dead_code, clippy::expect_used)]

use fornax_manifest::{DocumentKind, limits};
use serde_json::{Value, json};

use crate::surroundings::{Described, Thing};

/// A sort of document, and the rules that it keeps busy.
pub(crate) struct Worst {
    pub(crate) name: &'static str,
    pub(crate) kind: DocumentKind,
    pub(crate) rules: &'static [&'static str],
    /// A document of about this many bytes.
    pub(crate) text: fn(usize) -> String,
}

use DocumentKind::{AkAdapter, AkKit, FornaxManifest, FornaxRegistry};

/// For each rule at least one.
pub(crate) const WORST: &[Worst] = &[
    // ---- the text ----
    worst("bare words", AkAdapter, &["syntax-error"], |size| {
        format!("[{}]", "x,\n".repeat(size / 3))
    }),
    worst(
        "forgotten quotes",
        FornaxManifest,
        &["syntax-error"],
        |size| format!("{{{}", "\"a\": \"b,\n".repeat(size / 9)),
    ),
    worst(
        "comments",
        AkAdapter,
        &["comment", "trailing-comma"],
        |size| format!("[{}1]", "[1,/* */],\n".repeat(size / 11)),
    ),
    worst(
        "escapes",
        FornaxManifest,
        &["lone-surrogate", "number-out-of-range", "byte-order-mark"],
        |size| {
            let pairs = "\"\\ud800\\udc00\\ud800\",1e400,".repeat(size / 27);
            format!("\u{feff}[{pairs}1]")
        },
    ),
    worst("levels", FornaxManifest, &["nesting-too-deep"], |size| {
        nested(size / 2)
    }),
    worst(
        "levels of an adapter",
        AkAdapter,
        &["consent-hash-unknown"],
        |size| format!("{{\"host\":{{\"auth\":{}}}}}", nested(size / 2)),
    ),
    worst("equal keys", FornaxManifest, &["duplicate-key"], |size| {
        format!(
            "{{{}\"id\":1}}",
            "\"id\":1,\"\\u0069d\":2,".repeat(size / 21)
        )
    }),
    worst(
        "equal keys in an element",
        FornaxManifest,
        &["duplicate-key"],
        |size| {
            let members = "\"a\":1,\"b\":2,".repeat(size / 12);
            format!("{{\"operations\":[{{\"element\":{{{members}\"c\":3}}}}]}}")
        },
    ),
    // ---- the shape ----
    worst(
        "unknown fields",
        FornaxManifest,
        &[
            "unknown-field",
            "execution-field",
            "credential-field",
            "absent-field",
            "schema-field",
            "missing-field",
        ],
        |size| {
            let mut members =
                vec!["\"$schema\":1,\"enabled\":1,\"command\":1,\"api_key\":1".to_owned()];
            members.extend((0..size / 32).map(|at| format!("\"{at}display_name\":1")));
            members.extend((0..size / 80).map(|at| format!("\"a{}pikey\":1", "_".repeat(at % 40))));
            format!("{{{}}}", members.join(","))
        },
    ),
    worst(
        "empty operations",
        FornaxManifest,
        &["missing-field", "operations-too-many"],
        |size| format!("{{\"operations\":[{}]}}", list("{}", size)),
    ),
    worst(
        "operations of other types",
        FornaxManifest,
        &["wrong-type", "positional-form"],
        |size| format!("{{\"operations\":[{}]}}", list("null,[]", size)),
    ),
    worst(
        "capabilities",
        FornaxManifest,
        &["capability-repeated", "invalid-value"],
        |size| {
            let names = list("\"plan\",\"Instal\",\"instal\",1,\"plan\"", size);
            format!("{{\"capabilities\":[{names}]}}")
        },
    ),
    worst(
        "equal arguments",
        AkAdapter,
        &["duplicate-item", "empty-value"],
        |size| {
            let arguments = list("\"-v\",\"\",\"-v\"", size);
            hook(&arguments)
        },
    ),
    // ---- a Fornax manifest ----
    worst(
        "long texts",
        FornaxManifest,
        &[
            "text-too-long",
            "text-control-character",
            "hidden-text",
            "id-malformed",
            "version-malformed",
            "target-format-unsupported",
        ],
        |size| {
            let long = "x\\u0007\u{200b}é".repeat(size / 74);
            format!(
                "{{\"id\":\"{long}\",\"display_name\":\"{long}\",\"summary\":\"{long}\",\"provenance\":\"{long}\",\
                 \"min_fornax_version\":\"{long}\",\"target\":{{\"format\":\"{long}\"}}}}"
            )
        },
    ),
    worst(
        "a long path",
        FornaxManifest,
        &[
            "target-path-traversal",
            "target-path-tilde",
            "target-path-empty-component",
            "target-path-nul",
            "target-path-extension",
            "target-path-unusual",
            "target-path-variable",
            "target-path-backslash",
        ],
        |size| {
            let path = "../a~//./ b /\\u0000/$A/%B%/\\\\".repeat(size / 30);
            format!("{{\"target\":{{\"path\":\"~/{path}\"}}}}")
        },
    ),
    worst(
        "a long path elsewhere",
        FornaxManifest,
        &["target-path-outside-home"],
        |size| {
            format!(
                "{{\"target\":{{\"path\":\"/home/{}\"}}}}",
                "a/".repeat(size / 2)
            )
        },
    ),
    worst(
        "a long pointer",
        FornaxManifest,
        &[
            "pointer-too-long",
            "pointer-too-deep",
            "pointer-escape",
            "pointer-empty-segment",
            "pointer-index-segment",
        ],
        |size| operations(&[json!({ "pointer": "/~2//0/-/a~".repeat(size / 11) })]),
    ),
    worst(
        "many pointers",
        FornaxManifest,
        &["pointer-conflict", "operations-too-many"],
        |size| {
            let all: Vec<Value> = (0..size / 140)
                .map(|at| json!({ "pointer": "/a".repeat(1 + at % 120) }))
                .collect();
            operations(&all)
        },
    ),
    worst(
        "malformed pointers",
        FornaxManifest,
        &[
            "pointer-malformed",
            "pointer-root",
            "operation-kind-unknown",
        ],
        |size| {
            let each = [
                json!({ "pointer": "a" }),
                json!({ "pointer": "" }),
                json!({ "kind": "x" }),
            ];
            let all: Vec<Value> = each.iter().cycle().take(size / 17).cloned().collect();
            operations(&all)
        },
    ),
    worst(
        "equal operations",
        FornaxManifest,
        &["operation-repeated", "marker-not-owned", "marker-mismatch"],
        |size| {
            let operation = json!({
                "pointer": "/a", "marker_key": "k", "marker_value": "v", "element": {},
            });
            let all = vec![operation; size / 64];
            let text = operations(&all);
            text.replacen('{', "{\"id\":\"acme\",\"capabilities\":[\"uninstall\"],", 1)
        },
    ),
    worst(
        "elements that carry another's marker",
        FornaxManifest,
        &["marker-shadowed", "marker-empty"],
        |size| {
            let all: Vec<Value> = (0..size / 110)
                .map(|at| {
                    json!({
                        "pointer": "/a", "marker_key": format!("k{}", at % 9), "marker_value": "",
                        "element": { "k0": "", "k1": "", "k2": "", "k3": "" },
                    })
                })
                .collect();
            operations(&all)
        },
    ),
    worst(
        "a large element",
        FornaxManifest,
        &["element-too-large", "element-credential", "hidden-text"],
        |size| {
            let member = "{\"token\":\"abc\",\"t\u{200b}\":[\"\u{200b}\"],\"n\":1e2}";
            let members: Vec<String> = (0..size / 50)
                .map(|at| format!("\"{at}\":{member}"))
                .collect();
            format!(
                "{{\"operations\":[{{\"element\":{{{}}}}}]}}",
                members.join(",")
            )
        },
    ),
    worst(
        "hooks of another shape",
        FornaxManifest,
        &["element-shape", "target-built-in"],
        |size| {
            let operation = json!({
                "pointer": "/hooks/PreToolUs", "marker_key": "id", "marker_value": "fornax",
                "element": { "id": "fornax", "hooks": [{}, {}, {}] },
            });
            let text = operations(&vec![operation; size / 120]);
            text.replacen(
                '{',
                "{\"target\":{\"format\":\"json\",\"path\":\"~/.claude/settings.json\"},",
                1,
            )
        },
    ),
    worst(
        "a target on disk",
        FornaxManifest,
        &["target-not-installable"],
        |size| {
            let all: Vec<Value> = (0..size / 140)
                .map(|at| json!({ "pointer": "/a".repeat(1 + at % 120) }))
                .collect();
            let target = "{\"capabilities\":[\"plan\"],\"target\":{\"format\":\"json\",\"path\":\"~/.acme/settings.json\"},";
            operations(&all).replacen('{', target, 1)
        },
    ),
    // ---- a registry ----
    worst(
        "malformed entries",
        FornaxRegistry,
        &[
            "id-malformed",
            "entry-file-name",
            "entry-digest-malformed",
            "entry-time-malformed",
            "registry-too-many-entries",
        ],
        |size| {
            let entry = json!({
                "id": "A", "manifest_file": "x", "digest": "sha256:", "registered_at": "now",
            });
            entries(&vec![entry; size / 72])
        },
    ),
    worst(
        "equal entries",
        FornaxRegistry,
        &[
            "entry-repeated",
            "registry-copy-missing",
            "registry-defaults",
        ],
        |size| {
            let entry = registered("acme", "0");
            let text = entries(&vec![entry; size / 230]);
            text.replace("\"schema_version\":1,", "")
        },
    ),
    worst(
        "entries whose copies are there",
        FornaxRegistry,
        &[
            "registry-digest-mismatch",
            "registry-id-mismatch",
            "registry-copy-invalid",
            "registry-permissions",
            "registry-unlisted-manifest",
            "id-reserved",
        ],
        |size| {
            let mut all: Vec<Value> = (0..size / 230)
                .map(|at| registered(&format!("agent-{}", at % 64), "0"))
                .collect();
            all.push(registered("codex", "0"));
            entries(&all)
        },
    ),
    // ---- an agentic-kit adapter ----
    worst("verbs", AkAdapter, &["lifecycle-verb-unknown"], |size| {
        let verbs: Vec<String> = (0..size / 14)
            .map(|at| format!("\"detec{at}\":1"))
            .collect();
        format!("{{\"lifecycle\":{{{}}}}}", verbs.join(","))
    }),
    worst(
        "arguments",
        AkAdapter,
        &[
            "hook-script-missing",
            "hook-unanchored",
            "trust-changes-empty",
            "hook-timeout-missing",
        ],
        |size| {
            let arguments: Vec<String> =
                (0..size / 14).map(|at| format!("\"./{at}.mjs\"")).collect();
            hook(&arguments.join(","))
        },
    ),
    worst(
        "changes",
        AkAdapter,
        &[
            "change-id-repeated",
            "ak-id-malformed",
            "hidden-text",
            "invalid-value",
        ],
        |size| {
            let each = json!([
                { "id": "a", "owner": "x\u{200b}", "kind": "other" },
                { "id": "A b", "effect": "\u{7}" },
            ]);
            let each = each.to_string();
            let changes = list(each.trim_matches(['[', ']']), size);
            format!("{{\"trust\":{{\"changes\":[{changes}]}}}}")
        },
    ),
    worst(
        "a wrong pattern",
        AkAdapter,
        &["version-pattern-invalid"],
        |size| pattern("(?P<v>a)++(?i)", size),
    ),
    worst(
        "a slow pattern",
        AkAdapter,
        &["version-pattern-slow"],
        |size| pattern("(a+)+(b*)*", size),
    ),
    worst(
        "a literal pattern",
        AkAdapter,
        &["version-pattern-literal"],
        |size| pattern("\\p{L}\\A\\h", size),
    ),
    worst(
        "surfaces",
        AkAdapter,
        &["duplicate-item", "invalid-value"],
        |size| {
            let surfaces = list("\"acp\",\"mpc\",\"mcp\"", size);
            format!("{{\"driving\":{{\"surfaces\":[{surfaces}]}}}}")
        },
    ),
    worst(
        "long names",
        AkAdapter,
        &[
            "ak-id-malformed",
            "ak-version-malformed",
            "install-bin-malformed",
            "detection-bin-malformed",
            "guidance-file-malformed",
            "npm-package-named",
            "aqe-provider-named",
            "hidden-text",
        ],
        |size| {
            let long = "A\u{200b}/é".repeat(size / 66);
            json!({
                "name": long, "version": long,
                "host": {
                    "id": long, "label": long,
                    "install": { "bin": long, "npmPackage": long },
                    "legacy": { "guidanceFile": long, "aqeProvider": long },
                },
                "detection": { "bin": long },
            })
            .to_string()
        },
    ),
    worst(
        "a long loose version",
        AkAdapter,
        &["ak-version-not-semver"],
        |size| json!({ "version": format!("1.2.3-{}", "a..".repeat(size / 3)) }).to_string(),
    ),
    worst("a long blank label", AkAdapter, &["label-blank"], |size| {
        json!({ "host": { "label": " ".repeat(size) } }).to_string()
    }),
    worst("blank texts", FornaxManifest, &["text-blank"], |size| {
        json!({ "summary": " ".repeat(size) }).to_string()
    }),
    // ---- a kit ----
    worst(
        "sources",
        AkKit,
        &[
            "kit-source-malformed",
            "kit-source-insecure",
            "kit-source-relative",
            "kit-name-repeated",
            "kit-contract-malformed",
            "kit-source-missing",
        ],
        |size| {
            let each = json!([
                { "name": "a", "source": "npm:@a/b@^1" },
                { "name": "a", "source": "http://a", "contract": 0 },
                { "name": "a", "source": "./x.json" },
            ]);
            let each = each.to_string();
            format!(
                "{{\"hostAdapters\":[{}]}}",
                list(each.trim_matches(['[', ']']), size)
            )
        },
    ),
];

/// Rules that look at one value of a few bytes, whatever the document's size.
pub(crate) const CONSTANT: &[&str] = &[
    "apply-without-undo",
    "bin-mismatch",
    "builtin-shadow",
    "capabilities-empty",
    "capability-unpaired",
    "contract-malformed",
    "contract-unsupported",
    "enabled-by-default",
    "execution-not-routable",
    "file-too-large",
    "fornax-too-old",
    "hook-timeout-implausible",
    "hook-timeout-malformed",
    "id-shared",
    "install-without-uninstall",
    "invalid-utf8",
    "kit-contract-mismatch",
    "kit-manifest-refused",
    "kit-name-mismatch",
    "kit-source-not-a-file",
    "legacy-ignored",
    "manifest-symlinked",
    "name-mismatch",
    "native-capability-undelivered",
    "operations-empty",
    "registered-digest-changed",
    "registry-schema-version",
    "routing-without-execution",
    "schema-version-unsupported",
    "self-asserted-capability",
    "session-driving-gated",
    "surface-unimplemented",
    "surface-unsupported",
    "target-folder-missing",
    "target-path-empty",
    "text-empty",
];

const fn worst(
    name: &'static str,
    kind: DocumentKind,
    rules: &'static [&'static str],
    text: fn(usize) -> String,
) -> Worst {
    Worst {
        name,
        kind,
        rules,
        text,
    }
}

/// What lies around such documents.
pub(crate) fn surroundings(kind: DocumentKind) -> Described {
    let name = match kind {
        FornaxManifest => "acme-agent.manifest.json",
        FornaxRegistry => "registry.json",
        AkAdapter => "ak-adapter.json",
        AkKit => "kit.json",
    };
    let mut around = Described::named(name);
    let deep = "{\"a\":".repeat(100) + "1" + &"}".repeat(100);
    around.put("~/.acme/settings.json", Thing::file(deep));
    if kind == FornaxRegistry {
        let open = Some(0o777);
        around.put(
            "./registry.json",
            Thing::File {
                bytes: Vec::new(),
                mode: open,
            },
        );
        for at in 0..64 {
            let path = format!("./agent-{at}.manifest.json");
            let bytes = b"{\"id\":\"other\"}".to_vec();
            around.put(&path, Thing::File { bytes, mode: open });
        }
        around.put("./unlisted.manifest.json", Thing::file("{}"));
    }
    around
}

/// `item` again and again, with commas between.
fn list(item: &str, size: usize) -> String {
    vec![item; (size / (item.len() + 1)).max(1)].join(",")
}

fn nested(levels: usize) -> String {
    "[".repeat(levels) + &"]".repeat(levels)
}

fn hook(arguments: &str) -> String {
    format!(
        "{{\"execution\":{{\"run\":{{\"hook\":{{\"command\":[{arguments}]}}}}}},\"trust\":{{\"changes\":[]}}}}"
    )
}

/// A pattern as long as any that is looked at, in a document of `size` bytes.
fn pattern(piece: &str, size: usize) -> String {
    let count = size.min(limits::PATTERN_CHARS) / piece.len();
    let pattern = piece.repeat(count);
    let document = json!({ "detection": { "versionPattern": pattern } }).to_string();
    let blanks = " ".repeat(size.saturating_sub(document.len()));
    document + &blanks
}

fn operations(all: &[Value]) -> String {
    json!({ "operations": all }).to_string()
}

fn entries(all: &[Value]) -> String {
    json!({ "schema_version": 1, "entries": all }).to_string()
}

fn registered(id: &str, digit: &str) -> Value {
    json!({
        "id": id,
        "manifest_file": format!("{id}.manifest.json"),
        "digest": format!("sha256:{}", digit.repeat(64)),
        "source_path": "/srv/x.json",
        "registered_at": "2026-11-02T08:15:00Z",
        "enabled": true,
    })
}
