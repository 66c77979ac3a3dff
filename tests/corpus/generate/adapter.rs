//! agentic-kit host adapters.

use serde_json::{Value, json};

use super::fault::Verdict::{self, Accept, Reject};
use super::fault::{Fault, remove, set};
use super::layout::raw;
use super::random::Random;

const NAMES: [&str; 8] = [
    "iris", "juniper", "kelp", "lotus", "maple", "nettle", "oak", "poplar",
];

const CAPABILITIES: [&str; 8] = [
    "canDriveSession",
    "canBePrimary",
    "canRouteActivities",
    "commandStatusline",
    "transcripts",
    "usage",
    "nativeMcpConfig",
    "nativeGuidance",
];

pub(crate) fn sound(random: &mut Random) -> Value {
    let name = *random.pick(&NAMES);
    let hook = |verb: &str| json!({ "hook": { "command": [format!("{name}-ak"), verb], "timeoutMs": 5000 } });
    let change = |id: &str| {
        json!({
            "id": format!("{name}-{id}"),
            "kind": "third-party-adapter",
            "scope": "project",
            "owner": name,
            "value": "subprocess hooks",
            "effect": "exécute les crochets du programme",
        })
    };
    let label = *random.pick(&["Iris", "Juniper é", "海藻", "Lotus 🪷"]);
    let mut document = json!({
        "name": name,
        "version": *random.pick(&["1.0.0", "0.3.1-rc.2", "2.0.0+build.5"]),
        "contract": 1,
        "host": {
            "id": name,
            "label": label,
            "install": { "bin": name, "externalInstallPolicy": "detect-never-overwrite" },
            "capabilities": {
                "canDriveSession": false,
                "canBePrimary": false,
                "canRouteActivities": true,
                "commandStatusline": false,
                "transcripts": random.percent(50),
                "usage": random.percent(50),
                "nativeMcpConfig": false,
                "nativeGuidance": false,
            },
            "trust": {
                "approvalPolicy": *random.pick(&["managed", "unchanged"]),
                "changes": [{
                    "id": format!("{name}-mcp"),
                    "kind": "mcp-registration",
                    "scope": "user",
                    "owner": name,
                    "value": "an MCP server",
                    "effect": "registers the server",
                    "operations": ["setup", "sync"],
                }],
            },
            "enabledByDefault": false,
            "configProjection": *random.pick(&["claude", "codex", "opencode", "ruflo", "aqe"]),
            "observability": ["ollama-catalog"],
        },
        "detection": { "bin": name, "versionArgs": ["--version"], "versionPattern": "[0-9.]+" },
        "driving": { "surfaces": ["cli-subprocess"] },
        "execution": { "run": hook("run") },
        "trust": { "changes": [change("hooks")] },
    });
    if random.percent(50) {
        document["lifecycle"] = json!({ "detect": hook("detect"), "verify": hook("verify") });
    }
    if random.percent(30) {
        document["host"]["auth"] = json!({ "env": ["TOKEN"], "deep": { "a": [1, null, {}] } });
        document["host"]["legacy"] = json!({ "guidanceFile": "agents", "statusline": { "x": 1 } });
    }
    if random.percent(30) {
        document["host"]["trust"]["changes"][0]["features"] = json!(["project", "brain"]);
        document["host"]["trust"]["changes"][0]["requiresHostEnabled"] = json!(true);
    }
    document
}

const fn reject(reason: &'static str) -> Verdict {
    Reject(Some(reason))
}

pub(crate) fn faults() -> Vec<Fault> {
    [
        shape(),
        unknown(),
        identity(),
        host(),
        capabilities(),
        trust(),
        hooks(),
        detection(),
        accepted(),
    ]
    .concat()
}

fn shape() -> Vec<Fault> {
    let lifecycle = json!({ "detect": { "hook": { "command": ["x"] } } });
    let required = [
        ("/name", "invalid-id"),
        ("/version", "invalid-version"),
        ("/contract", "invalid-contract"),
        ("/host", "invalid-host"),
        ("/host/id", "invalid-host"),
        ("/host/label", "invalid-host"),
        ("/host/install", "invalid-host"),
        ("/host/install/bin", "invalid-install-bin"),
        ("/host/install/externalInstallPolicy", "invalid-host"),
        ("/host/capabilities", "invalid-host"),
        ("/host/trust", "invalid-host"),
        ("/host/trust/approvalPolicy", "invalid-host"),
        ("/host/trust/changes", "invalid-host"),
        ("/host/trust/changes/0/id", "invalid-host"),
        ("/host/trust/changes/0/kind", "invalid-host"),
        ("/host/trust/changes/0/operations", "invalid-host"),
        ("/host/enabledByDefault", "invalid-host"),
        ("/host/configProjection", "invalid-host"),
        ("/host/observability", "invalid-host"),
        ("/detection", "manifest-invalid"),
        ("/detection/bin", "invalid-detection"),
        ("/driving", "manifest-invalid"),
        ("/driving/surfaces", "invalid-driving-surfaces"),
        ("/execution/run", "manifest-invalid"),
        ("/execution/run/hook", "manifest-invalid"),
        ("/execution/run/hook/command", "invalid-execution"),
        ("/trust", "manifest-invalid"),
        ("/trust/changes", "invalid-trust"),
        ("/trust/changes/0/id", "invalid-trust"),
        ("/trust/changes/0/kind", "invalid-trust"),
        ("/trust/changes/0/scope", "invalid-trust"),
        ("/trust/changes/0/owner", "invalid-trust"),
        ("/trust/changes/0/value", "invalid-trust"),
        ("/trust/changes/0/effect", "invalid-trust"),
    ];
    let mut faults = Vec::new();
    for (field, reason) in required {
        faults.push(remove("missing", field, reject(reason)));
        faults.push(set("type", field, json!([]), reject(reason)).unless_empty_list_is_fine(field));
        faults.push(set("null", field, Value::Null, reject(reason)));
    }
    let optional = [
        ("/lifecycle", "manifest-invalid"),
        ("/lifecycle/detect", "manifest-invalid"),
        ("/lifecycle/detect/hook", "manifest-invalid"),
        ("/lifecycle/detect/hook/command", "invalid-lifecycle-hook"),
        ("/lifecycle/detect/hook/timeoutMs", "invalid-lifecycle-hook"),
        ("/execution", "manifest-invalid"),
        ("/execution/run/hook/timeoutMs", "invalid-execution"),
        ("/detection/versionArgs", "invalid-detection"),
        ("/detection/versionPattern", "invalid-detection"),
        ("/host/trust/changes/0/features", "invalid-host"),
        ("/host/trust/changes/0/requiresHostEnabled", "invalid-host"),
    ];
    for (field, reason) in optional {
        for value in [json!(null), json!(true), json!("x")] {
            // A pattern may say "x", and a switch may be on.
            let is_fine = (field.ends_with("versionPattern") && value == "x")
                || (field.ends_with("requiresHostEnabled") && value == true);
            if !is_fine {
                let fault = set("type", field, value, reject(reason));
                faults.push(fault.where_also("/lifecycle", lifecycle.clone()));
            }
        }
    }
    for root in [
        json!([]),
        json!("adapter"),
        json!(null),
        json!(1),
        json!(false),
    ] {
        faults.push(set("root", "", root, reject("manifest-invalid")));
    }
    faults
}

impl Fault {
    /// Of fields that may be an empty list another type is tried.
    fn unless_empty_list_is_fine(self, field: &str) -> Self {
        let may_be_empty = [
            "/host/trust/changes",
            "/host/observability",
            "/trust/changes",
        ];
        if may_be_empty.contains(&field) {
            set(self.kind, field, json!({}), self.verdict)
        } else {
            self
        }
    }
}

fn unknown() -> Vec<Fault> {
    let mut faults = Vec::new();
    for outer in [
        "",
        "/host",
        "/host/install",
        "/host/capabilities",
        "/detection",
        "/driving",
        "/execution",
        "/execution/run",
        "/execution/run/hook",
        "/trust",
        "/trust/changes/0",
    ] {
        for name in ["$schema", "extra", "__proto__", "toString", ""] {
            let pointer = format!("{outer}/{name}");
            faults.push(set("unknown", &pointer, "x", reject("unknown-field")));
        }
    }
    for (pointer, value) in [
        ("/host/lable", json!("x")),
        ("/executions", json!({})),
        ("/driving/surface", json!([])),
        ("/detection/version_args", json!([])),
        ("/host/capabilities/canFly", json!(true)),
    ] {
        faults.push(set("unknown", pointer, value, reject("unknown-field")));
    }
    let legacy = json!({ "guidanceFile": "agents" });
    faults.push(
        set(
            "unknown",
            "/host/legacy/guidance",
            "agents",
            reject("unknown-field"),
        )
        .where_also("/host/legacy", legacy),
    );
    for outer in ["/host/trust", "/host/trust/changes/0"] {
        faults.push(set("ignored", &format!("{outer}/extra"), 1, Accept));
    }
    faults
}

fn identity() -> Vec<Fault> {
    let mut faults = Vec::new();
    for id in [
        "",
        "Iris",
        "9iris",
        "iris adapter",
        "iris_2",
        "-iris",
        "íris",
        "iris\n",
        "a.b",
    ] {
        faults.push(set("id", "/name", id, reject("invalid-id")));
        faults.push(set("id", "/host/id", id, reject("invalid-host")));
        faults.push(set(
            "bin",
            "/host/install/bin",
            id,
            reject("invalid-install-bin"),
        ));
        faults.push(set(
            "bin",
            "/detection/bin",
            id,
            reject("invalid-detection"),
        ));
    }
    for bin in ["/usr/bin/iris", "./iris", "iris.exe", "~/bin/iris"] {
        faults.push(set(
            "bin",
            "/host/install/bin",
            bin,
            reject("invalid-install-bin"),
        ));
    }
    for id in ["claude", "codex", "opencode"] {
        faults.push(set("built-in", "/host/id", id, reject("builtin-shadow")));
        faults.push(set("built-in", "/name", id, Accept));
    }
    for id in ["i", "i-", "i--2", "claude-2"] {
        faults.push(set("id", "/name", id, Accept).where_also("/host/id", id));
    }
    for version in [
        "", "1", "1.2", "v1.2.3", "^1.2.3", "1.2.3.4", "1.2.x", "1.2.3-", "1.2.3+", "1.2.3 ",
        "1.2.3\n", "1.2.3-é", "latest",
    ] {
        faults.push(set(
            "version",
            "/version",
            version,
            reject("invalid-version"),
        ));
    }
    for version in ["01.2.3", "1.2.3-a..b", "1.2.3-01", "1.2.3-x.y+z.1"] {
        faults.push(set("version", "/version", version, Accept));
    }
    for contract in [json!(0), json!(-1), json!(1.5), json!("1"), json!(true)] {
        faults.push(set(
            "contract",
            "/contract",
            contract,
            reject("invalid-contract"),
        ));
    }
    for contract in [json!(2), json!(99), raw("1e1")] {
        faults.push(set(
            "contract",
            "/contract",
            contract,
            reject("contract-version"),
        ));
    }
    for contract in ["1.0", "1e0", "10e-1"] {
        faults.push(set("contract", "/contract", raw(contract), Accept));
    }
    faults
}

fn host() -> Vec<Fault> {
    let mut faults = Vec::new();
    let invalid = reject("invalid-host");
    for (pointer, value) in [
        ("/host/label", json!("")),
        ("/host/install/externalInstallPolicy", json!("always")),
        ("/host/install/externalInstallPolicy", json!("Managed")),
        ("/host/trust/approvalPolicy", json!("ask")),
        ("/host/configProjection", json!("gemini")),
        ("/host/configProjection", json!("Claude")),
        (
            "/host/observability",
            json!(["ollama-catalog", "ollama-catalog"]),
        ),
        ("/host/observability", json!(["stdout"])),
        ("/host/observability", json!([""])),
        ("/host/observability", json!([1])),
        ("/host/enabledByDefault", json!("false")),
        ("/host/enabledByDefault", json!(0)),
    ] {
        faults.push(set("host", pointer, value, invalid));
    }
    for name in ["constructor", "toString", "hasOwnProperty"] {
        faults.push(set("prototype", "/host/configProjection", name, invalid));
        faults.push(set(
            "prototype",
            "/host/observability",
            json!([name]),
            invalid,
        ));
    }
    for value in [
        json!("@iris/cli"),
        json!(""),
        json!(0),
        json!(false),
        json!({}),
        json!([]),
    ] {
        let package = "/host/install/npmPackage";
        faults.push(set(
            "package",
            package,
            value.clone(),
            reject("external-npm-package"),
        ));
        faults.push(
            set(
                "provider",
                "/host/legacy/aqeProvider",
                value,
                reject("cap-aqe-provider"),
            )
            .where_also("/host/legacy", json!({})),
        );
    }
    for file in ["AGENTS.md", "../agents", "", "Agents", "a/b"] {
        faults.push(
            set(
                "guidance",
                "/host/legacy/guidanceFile",
                file,
                reject("invalid-guidance-file"),
            )
            .where_also("/host/legacy", json!({})),
        );
    }
    faults
}

fn capabilities() -> Vec<Fault> {
    let mut faults = Vec::new();
    for name in CAPABILITIES {
        let pointer = format!("/host/capabilities/{name}");
        faults.push(remove("capability", &pointer, reject("invalid-host")));
        for value in [json!(null), json!("true"), json!(1)] {
            faults.push(set("capability", &pointer, value, reject("invalid-host")));
        }
        let verdict = match name {
            "canBePrimary" => reject("cap-can-be-primary"),
            "commandStatusline" => reject("cap-command-statusline"),
            _ => Accept,
        };
        faults.push(set("capability", &pointer, true, verdict));
    }
    let route = "/host/capabilities/canRouteActivities";
    faults.push(set(
        "routing",
        route,
        false,
        reject("execution-not-routable"),
    ));
    faults.push(set("routing", route, false, Accept).without("/execution"));
    faults
}

fn trust() -> Vec<Fault> {
    let mut faults = Vec::new();
    for (list, invalid) in [
        ("/host/trust/changes/0", reject("invalid-host")),
        ("/trust/changes/0", reject("invalid-trust")),
    ] {
        for (field, value) in [
            ("id", json!("Iris")),
            ("id", json!("")),
            ("kind", json!("other")),
            ("scope", json!("global")),
            ("owner", json!("")),
            ("value", json!(5)),
            ("effect", json!("")),
        ] {
            faults.push(set("trust", &format!("{list}/{field}"), value, invalid));
        }
        faults.push(set("trust", list, "all", invalid));
        faults.push(set("trust", list, Value::Null, invalid));
    }
    let change = json!({
        "id": "twice", "kind": "third-party-adapter", "scope": "user",
        "owner": "iris", "value": "hooks", "effect": "runs them",
    });
    faults.push(
        set(
            "trust",
            "/trust/changes/1",
            change.clone(),
            reject("invalid-trust"),
        )
        .where_also("/trust/changes", json!([change])),
    );
    for operations in [
        json!([]),
        json!(["setup", "setup"]),
        json!(["install"]),
        json!([""]),
        json!("setup"),
    ] {
        let pointer = "/host/trust/changes/0/operations";
        faults.push(set("trust", pointer, operations, reject("invalid-host")));
    }
    for features in [json!(["project", "project"]), json!(["other"]), json!([1])] {
        let pointer = "/host/trust/changes/0/features";
        faults.push(set("trust", pointer, features, reject("invalid-host")));
    }
    faults
}

fn hooks() -> Vec<Fault> {
    let lifecycle = json!({ "detect": { "hook": { "command": ["x"] } } });
    let mut faults = Vec::new();
    for (hook, reason) in [
        ("/lifecycle/detect/hook", "invalid-lifecycle-hook"),
        ("/execution/run/hook", "invalid-execution"),
    ] {
        let mut put = |field: &str, value: Value, verdict| {
            let fault = set("hook", &format!("{hook}/{field}"), value, verdict);
            faults.push(fault.where_also("/lifecycle", lifecycle.clone()));
        };
        for command in [
            json!([]),
            json!([""]),
            json!(["x", ""]),
            json!(["x", "-v", "-v"]),
            json!(["x", 1]),
            json!("x run"),
        ] {
            put("command", command, reject(reason));
        }
        for number in ["0", "-1", "1.5", "1e400", "\"5000\"", "true"] {
            put("timeoutMs", raw(number), reject(reason));
        }
        for number in ["5e3", "5000.0", "1", "100000000000"] {
            put("timeoutMs", raw(number), Accept);
        }
        put("command", json!(["./run.sh", "--", "-v"]), Accept);
    }
    for verb in ["install", "Apply", "run", "constructor", ""] {
        let pointer = format!("/lifecycle/{verb}");
        let step = json!({ "hook": { "command": ["x"] } });
        faults.push(
            set("verb", &pointer, step, reject("invalid-lifecycle-verb"))
                .where_also("/lifecycle", json!({})),
        );
    }
    for surfaces in [
        json!([]),
        json!([""]),
        json!(["cli-subprocess", "cli-subprocess"]),
        json!(["tty"]),
        json!(["CLI-subprocess"]),
        json!("cli-subprocess"),
    ] {
        let reason = reject("invalid-driving-surfaces");
        faults.push(set("surfaces", "/driving/surfaces", surfaces, reason));
    }
    for surfaces in [json!(["acp"]), json!(["mcp", "acp"])] {
        let pointer = "/driving/surfaces";
        faults.push(set("surfaces", pointer, surfaces.clone(), Reject(None)));
        faults.push(set("surfaces", pointer, surfaces, Accept).without("/execution"));
    }
    faults.push(set(
        "surfaces",
        "/driving/surfaces",
        json!(["acp", "cli-subprocess"]),
        Accept,
    ));
    faults
}

fn detection() -> Vec<Fault> {
    let mut faults = Vec::new();
    let invalid = reject("invalid-detection");
    for arguments in [json!([""]), json!(["-v", "-v"]), json!([1]), json!({})] {
        faults.push(set(
            "detection",
            "/detection/versionArgs",
            arguments,
            invalid,
        ));
    }
    let pattern = "/detection/versionPattern";
    for text in [
        "",
        "(",
        "[a",
        "a**",
        "x++",
        "(?i)a",
        "(?P<v>a)",
        "(?<v>a)(?<v>b)",
        "a{2,1}",
        "\\",
        "(?<n>a)\\k<m>",
    ] {
        faults.push(set("pattern", pattern, text, invalid));
    }
    for text in [
        "a{",
        "]",
        "}",
        "a{1",
        "\\k<n>",
        "\\u{1}",
        "\\p{L}",
        "(?<=v)\\d+",
        "(?!x)y",
        "[^]",
        "\\cA",
        "[\\w-.]",
        "\\z",
        "v(\\d+)\\.(\\d+)",
        "[[:digit:]]",
    ] {
        faults.push(set("pattern", pattern, text, Accept));
    }
    faults.push(remove("detection", pattern, Accept));
    faults.push(set(
        "detection",
        "/detection/versionArgs",
        json!([]),
        Accept,
    ));
    faults
}

fn accepted() -> Vec<Fault> {
    vec![
        set("accepted", "/host/install/npmPackage", Value::Null, Accept),
        set("accepted", "/host/auth", Value::Null, Accept),
        set(
            "accepted",
            "/host/auth",
            json!({ "$schema": 1, "__proto__": [{}] }),
            Accept,
        ),
        set("accepted", "/host/legacy", Value::Null, Accept),
        set("accepted", "/host/legacy", json!(["x"]), Accept),
        set(
            "accepted",
            "/host/legacy",
            json!({ "aqeProvider": null }),
            Accept,
        ),
        set(
            "accepted",
            "/host/legacy",
            json!({ "configFormat": 1, "envMarkers": {} }),
            Accept,
        ),
        set("accepted", "/host/trust/changes", json!([]), Accept),
        set("accepted", "/host/observability", json!([]), Accept),
        set("accepted", "/trust/changes", json!([]), Accept),
        set("accepted", "/lifecycle", json!({}), Accept),
        set("accepted", "/host/enabledByDefault", true, Accept),
        set("accepted", "/host/label", " ", Accept),
        set("accepted", "/host/label", raw("\"half \\ud800\""), Accept),
        set("accepted", "/host/auth", raw("1e999"), Accept),
        set(
            "accepted",
            "/host/auth",
            raw(&("[".repeat(300) + &"]".repeat(300))),
            Accept,
        ),
        set(
            "accepted",
            "/driving",
            raw(r#"{"surfaces": [], "surfaces": ["cli-subprocess"]}"#),
            Accept,
        ),
        set(
            "accepted",
            "/driving",
            raw(r#"{"surfaces": ["cli-subprocess"], "surf\u0061ces": ["cli-subprocess"]}"#),
            Accept,
        ),
        set(
            "accepted",
            "/driving",
            raw(r#"{"surfaces": ["cli-subprocess"], "surfaces": []}"#),
            reject("invalid-driving-surfaces"),
        ),
    ]
}
