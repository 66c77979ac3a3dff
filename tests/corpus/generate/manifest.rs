//! Fornax manifests.

use serde_json::{Value, json};

use super::fault::Verdict::{Accept, Reject};
use super::fault::{Fault, remove, set};
use super::layout::raw;
use super::random::Random;

const NAMES: [&str; 8] = [
    "alder", "birch", "cobalt", "dune", "ember", "fjord", "grove", "heron",
];

/// Pointers none of which leads through another.
const POINTERS: [&str; 6] = [
    "/hooks/PostToolUse",
    "/hooks/SessionStart",
    "/agents",
    "/tools/after/run",
    "/on~1save",
    "/Événements/fin",
];

pub(crate) fn sound(random: &mut Random) -> Value {
    let name = *random.pick(&NAMES);
    let title = format!("{}{} Agent", name[..1].to_uppercase(), &name[1..]);
    let key = *random.pick(&["command", "id", "name"]);
    let first = random.below(POINTERS.len());
    let operations: Vec<Value> = (0..=random.below(3))
        .map(|index| {
            let marker = format!("fornax-hook-{name}");
            let mut element = json!({ "type": "command", (key): marker });
            if random.percent(30) {
                element["timeout"] = json!(random.below(600));
            }
            if random.percent(20) {
                element["env"] = json!({ "MODE": "quiet", "LEVELS": [1, 2.5, null] });
            }
            json!({
                "kind": "ensure_marked_array_element",
                "pointer": POINTERS[(first + index) % POINTERS.len()],
                "marker_key": key,
                "marker_value": marker,
                "element": element,
            })
        })
        .collect();
    let file = *random.pick(&[
        "settings.json",
        "config.json",
        "hooks/main.json",
        "a.b.json",
    ]);
    let summary = *random.pick(&[
        "Adds the Fornax hook.",
        "Réveille les crochets de l'agent.",
        "フックを追加します。",
        "Hooks, hooks 🪝 and more hooks",
    ]);
    json!({
        "schema_version": 1,
        "id": format!("{name}-agent"),
        "display_name": title,
        "summary": summary,
        "min_fornax_version": *random.pick(&["0.0.9", "0.0.1", "0.0.0"]),
        "provenance": format!("https://example.com/{name}"),
        "capabilities": ["plan", "install", "uninstall"],
        "target": { "format": "json", "path": format!("~/.{name}/{file}") },
        "operations": operations,
    })
}

const PARSE: super::fault::Verdict = Reject(Some("parse"));

pub(crate) fn faults() -> Vec<Fault> {
    [
        shape(),
        texts(),
        paths(),
        pointers(),
        operations(),
        limits(),
    ]
    .concat()
}

fn shape() -> Vec<Fault> {
    let fields = [
        "/schema_version",
        "/id",
        "/display_name",
        "/summary",
        "/min_fornax_version",
        "/provenance",
        "/capabilities",
        "/target",
        "/target/format",
        "/target/path",
        "/operations",
        "/operations/0/kind",
        "/operations/0/pointer",
        "/operations/0/marker_key",
        "/operations/0/marker_value",
        "/operations/0/element",
    ];
    let mut faults = Vec::new();
    for field in fields {
        faults.push(remove("missing", field, PARSE));
        let reason = match field {
            "/operations/0/element" => Reject(Some("marker-mismatch")),
            _ => PARSE,
        };
        faults.push(set("type", field, Value::Null, reason));
        let other = match field {
            "/schema_version" => json!("1"),
            "/capabilities" => json!("plan"),
            "/operations" | "/target" => json!("json"),
            "/operations/0/element" => json!("command"),
            _ => json!(7),
        };
        faults.push(set("type", field, other, reason));
    }
    for number in ["1.0", "1e0", "-0", "-1", "4294967296", "0.5"] {
        faults.push(set("type", "/schema_version", raw(number), PARSE));
    }
    for (name, value) in [
        ("displayName", json!("Alder")),
        ("Provenance", json!("https://example.com")),
        ("command", json!("run")),
        ("hooks", json!({})),
        ("api_key", json!("${KEY}")),
        ("enabled", json!(true)),
        ("aliases", json!([])),
        ("$schema", json!("https://example.com/schema.json")),
        ("__proto__", json!({})),
        ("homepage", json!("https://example.com")),
        ("", json!(null)),
        ("名前", json!("x")),
    ] {
        for outer in ["", "/target", "/operations/0"] {
            let pointer = format!("{outer}/{name}");
            faults.push(set("unknown", &pointer, value.clone(), PARSE));
        }
    }
    for version in [0, 2, 99] {
        let reason = Reject(Some("unsupported-schema-version"));
        faults.push(set("schema-version", "/schema_version", version, reason));
    }
    faults.extend([
        set(
            "positional",
            "/target",
            json!(["json", "~/.a/b.json"]),
            Reject(None),
        ),
        set("positional", "/target", json!(["json"]), PARSE),
        set(
            "positional",
            "/target/format",
            json!({ "json": null }),
            Reject(None),
        ),
        set(
            "positional",
            "/capabilities/0",
            json!({ "plan": null }),
            Reject(None),
        ),
        set(
            "positional",
            "/operations/0/kind",
            json!({ "ensure_marked_array_element": null }),
            Reject(None),
        ),
        set("root", "", json!([]), PARSE),
        set("root", "", json!("manifest"), PARSE),
        set("root", "", json!(null), PARSE),
        set("root", "", json!(12), PARSE),
    ]);
    faults
}

fn texts() -> Vec<Fault> {
    let mut faults = Vec::new();
    for id in [
        "",
        "ab",
        "Alder",
        "alder agent",
        "alder_agent",
        "-alder",
        "alder-",
        "älder",
        "alder.agent",
        "alder\n",
    ] {
        faults.push(set("id", "/id", id, Reject(Some("invalid-id"))));
    }
    for id in ["codex", "claude-code"] {
        faults.push(set("id", "/id", id, Reject(None)));
    }
    for id in ["abc", "a--b", "007", "claude", "claude-code-2"] {
        faults.push(set("id", "/id", id, Accept));
    }
    for (field, reason, limit) in [
        ("/display_name", "invalid-display-name", 64),
        ("/summary", "invalid-summary", 200),
        ("/provenance", "invalid-provenance", 256),
    ] {
        let reason = Reject(Some(reason));
        for text in [
            String::new(),
            "x".repeat(limit + 1),
            "é".repeat(limit / 2 + 1),
            "a\tb".to_owned(),
            "line\nbreak".to_owned(),
            "\u{7f}".to_owned(),
            "c1\u{85}".to_owned(),
        ] {
            faults.push(set("text-field", field, text, reason));
        }
        for text in ["x".repeat(limit), "é".repeat(limit / 2), " ".to_owned()] {
            faults.push(set("text-field", field, text, Accept));
        }
    }
    let version = "/min_fornax_version";
    for text in [
        "",
        "1",
        "0.0",
        "0.0.9.0",
        "v0.0.9",
        ">=0.0.9",
        "^0.0.9",
        "0.0.9-rc.1",
        "0.0.x",
        " 0.0.9",
        "0.0.18446744073709551616",
        "0..9",
        "-0.0.9",
    ] {
        faults.push(set(
            "version",
            version,
            text,
            Reject(Some("invalid-version")),
        ));
    }
    for text in ["0.0.10", "0.1.0", "1.0.0", "0.0.18446744073709551615"] {
        faults.push(set(
            "version",
            version,
            text,
            Reject(Some("fornax-too-old")),
        ));
    }
    faults.push(set("version", version, "+0.0.9", Reject(None)));
    faults.push(set("version", version, "00.0.09", Accept));
    for (list, verdict) in [
        (json!([]), Reject(Some("empty-capabilities"))),
        (
            json!(["plan", "plan"]),
            Reject(Some("duplicate-capability")),
        ),
        (
            json!(["plan", "install", "plan"]),
            Reject(Some("duplicate-capability")),
        ),
        (json!(["plan", "Install"]), PARSE),
        (json!(["apply"]), PARSE),
        (json!(["plan", 1]), PARSE),
        (json!(["plan"]), Accept),
        (json!(["uninstall"]), Accept),
        (json!(["uninstall", "install"]), Accept),
    ] {
        faults.push(set("capabilities", "/capabilities", list, verdict));
    }
    for format in ["JSON", "toml", "yaml", "", "json "] {
        faults.push(set("format", "/target/format", format, PARSE));
    }
    faults
}

fn paths() -> Vec<Fault> {
    let path = |text: &str, verdict| set("path", "/target/path", text, verdict);
    let mut faults = Vec::new();
    for (reason, texts) in [
        (Some("empty-target-path"), &[""][..]),
        (
            Some("path-traversal"),
            &[
                "~/../x.json",
                "~/a/../x.json",
                "../x.json",
                "~/a..json",
                "/a/../b.json",
            ],
        ),
        (Some("unsupported-tilde"), &["~", "~alder/x.json"]),
        (
            Some("path-escapes-home"),
            &[
                "/etc/x.json",
                "x.json",
                ".alder/x.json",
                "$HOME/x.json",
                "%USERPROFILE%/x.json",
                "C:/x.json",
                "\\\\server\\x.json",
                "~/",
                "~//",
                "file:///x.json",
                "/home/alder/x.json",
            ],
        ),
        (
            Some("path-extension-mismatch"),
            &[
                "~/x",
                "~/x.toml",
                "~/x.JSON",
                "~/x.json5",
                "~/.json",
                "~/x.json ",
                "~/x.json.",
                "~/.bashrc",
            ],
        ),
        (
            None,
            &["~/a//x.json", "~/a/~/x.json", "~/x~.json", "~/a\0.json"],
        ),
    ] {
        faults.extend(texts.iter().map(|text| path(text, Reject(reason))));
    }
    for text in [
        "~/x.json",
        "~/./x.json",
        "~/a b/x.json",
        "~/a/$NAME/x.json",
        "~/a\\b.json",
        "~/NUL.json",
        "~/日本/x.json",
        "~/x.y.json",
        "~/a /x.json",
        "~/100%.json",
    ] {
        faults.push(path(text, Accept));
    }
    faults
}

fn pointers() -> Vec<Fault> {
    let pointer = |text: &str, verdict| set("pointer", "/operations/0/pointer", text, verdict);
    let long = |length: usize| format!("/{}", "x".repeat(length - 1));
    let wide = |length: usize| format!("/{}", "é".repeat((length - 1) / 2));
    let deep = |segments: usize| "/q".repeat(segments);
    let mut faults = vec![
        pointer("", Reject(None)),
        pointer("hooks", Reject(Some("invalid-pointer"))),
        pointer("#/hooks", Reject(Some("invalid-pointer"))),
        pointer("~1hooks", Reject(Some("invalid-pointer"))),
        pointer(&long(257), Reject(Some("pointer-too-long"))),
        pointer(&wide(259), Reject(Some("pointer-too-long"))),
        pointer(&deep(17), Reject(Some("pointer-too-deep"))),
        pointer(&"/".repeat(17), Reject(Some("pointer-too-deep"))),
        pointer(&long(256), Accept),
        pointer(&wide(255), Accept),
        pointer(&deep(16), Accept),
    ];
    for text in ["/a~", "/a~2", "/~/b", "/a~1~"] {
        faults.push(pointer(text, Reject(None)));
    }
    for text in [
        "/", "/a//b", "/a/", "/0", "/a/-", "/~01", "/a~1b", "/a%2Fb", "/a b",
    ] {
        faults.push(pointer(text, Accept));
    }
    // The second operation's place lies on the way of the first one.
    let conflict = |inner: &str, outer: &str, capabilities: &[&str], verdict| {
        let at = |pointer: &str| {
            let mut operation = operation();
            operation["pointer"] = json!(pointer);
            operation
        };
        set(
            "conflict",
            "/operations",
            json!([at(inner), at(outer)]),
            verdict,
        )
        .where_also("/capabilities", json!(capabilities))
    };
    faults.extend([
        conflict("/c/d", "/c", &["plan"], Reject(None)),
        conflict("/c/d/e", "/c", &["install", "uninstall"], Reject(None)),
        conflict("/c/", "/c", &["plan"], Reject(None)),
        conflict("/c/d", "/c", &["uninstall"], Accept),
        conflict("/cd", "/c", &["plan"], Accept),
        conflict("/~0/x", "/~01", &["plan"], Accept),
    ]);
    faults
}

fn operation() -> Value {
    json!({
        "kind": "ensure_marked_array_element",
        "pointer": "/first",
        "marker_key": "name",
        "marker_value": "fornax-hook-adapter",
        "element": { "name": "fornax-hook-adapter" },
    })
}

fn operations() -> Vec<Fault> {
    let mut faults = Vec::new();
    for kind in [
        "remove",
        "EnsureMarkedArrayElement",
        "ensure-marked-array-element",
        "",
    ] {
        faults.push(set("kind", "/operations/0/kind", kind, PARSE));
    }
    let mismatch = Reject(Some("marker-mismatch"));
    for element in [
        json!({}),
        json!({ "name": "other" }),
        json!({ "name": 5 }),
        json!({ "Name": "fornax-hook-adapter" }),
        json!({ "name": ["fornax-hook-adapter"] }),
        json!({ "name": "fornax-hook-adapter " }),
        json!([]),
        json!(true),
    ] {
        let whole = json!([operation()]);
        let fault = set("marker", "/operations/0/element", element, mismatch);
        faults.push(fault.where_also("/operations", whole));
    }
    let list = |count: usize| -> Value {
        let each = (0..count).map(|index| {
            let mut operation = operation();
            operation["pointer"] = json!(format!("/list/{index}x"));
            operation
        });
        each.collect()
    };
    let count = Reject(Some("operation-count-out-of-bounds"));
    let without = Reject(Some("missing-operations-for-capability"));
    faults.extend([
        set("operations", "/operations", json!([]), without),
        set("operations", "/operations", json!([]), count)
            .where_also("/capabilities", json!(["plan"])),
        set("operations", "/operations", list(17), count),
        set("operations", "/operations", list(16), Accept),
        set(
            "operations",
            "/operations/1",
            operation(),
            Reject(Some("duplicate-operation")),
        )
        .where_also("/operations", json!([operation()])),
    ]);
    faults
}

fn limits() -> Vec<Fault> {
    let element = |bytes: usize| {
        let mut element = json!({ "name": "fornax-hook-adapter", "pad": "" });
        let room = bytes - element.to_string().len();
        element["pad"] = json!("x".repeat(room));
        element
    };
    let large = |element: Value, verdict| {
        set("element", "/operations/0/element", element, verdict)
            .where_also("/operations", json!([operation()]))
    };
    let too_large = Reject(Some("element-too-large"));
    vec![
        large(element(4096), Accept),
        large(element(4097), too_large),
        large(
            json!({ "name": "fornax-hook-adapter", "n": vec![raw("1e2"); 700] }),
            too_large,
        ),
        large(
            json!({ "name": "fornax-hook-adapter", "n": vec![raw("1"); 700] }),
            Accept,
        ),
        large(
            json!({ "name": "fornax-hook-adapter", "t": raw(&format!("\"{}\"", "\\u0041".repeat(700))) }),
            Accept,
        ),
        large(
            raw(r#"{"name": "other", "name": "fornax-hook-adapter"}"#),
            Accept,
        ),
        large(
            raw(r#"{"name": "fornax-hook-adapter", "name": "other"}"#),
            Reject(Some("marker-mismatch")),
        ),
        large(
            json!({ "name": "fornax-hook-adapter", "token": "abc" }),
            Accept,
        ),
        set(
            "duplicate",
            "/target",
            raw(r#"{"format": "json", "format": "json", "path": "~/x.json"}"#),
            PARSE,
        ),
        set(
            "duplicate",
            "/target",
            raw(r#"{"format": "json", "p\u0061th": "~/y.json", "path": "~/x.json"}"#),
            PARSE,
        ),
        set("number", "/operations/0/element/n", raw("1e400"), PARSE),
        set("number", "/operations/0/element/n", raw("1e-400"), Accept),
        set(
            "number",
            "/operations/0/element/n",
            raw("123456789012345678901234567890"),
            Accept,
        ),
        set("surrogate", "/summary", raw(r#""half \ud83d""#), PARSE),
        set(
            "surrogate",
            "/summary",
            raw(r#""whole \ud83d\ude00""#),
            Accept,
        ),
        set("depth", "/operations/0/element/d", raw(&nested(125)), PARSE),
        set(
            "depth",
            "/operations/0/element/d",
            raw(&nested(123)),
            Accept,
        ),
    ]
}

fn nested(levels: usize) -> String {
    "[".repeat(levels) + &"]".repeat(levels)
}
