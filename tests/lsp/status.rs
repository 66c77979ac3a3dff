//! Whether a document is looked at, and why.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::client::{Client, sample};

fn uri(root: &Path, name: &str) -> String {
    format!("file://{}/{name}", root.to_str().unwrap())
}

fn status(client: &mut Client, uri: &str) -> Value {
    client.request("fornax/status", json!({"textDocument": {"uri": uri}}))
}

fn client(root: &Path, options: &Value) -> Client {
    let mut client = Client::start();
    let answer = client.initialize(&json!({
        "capabilities": {},
        "initializationOptions": options,
        "workspaceFolders": [{"uri": uri(root, ""), "name": "w"}],
    }));
    let experimental = &answer["capabilities"]["experimental"];
    assert_eq!(experimental["fornax/status"], true);
    client
}

#[test]
fn a_document_is_handled_for_a_reason() {
    let root = tempfile::tempdir().unwrap();
    let root = root.path();
    let mut client = client(root, &json!({}));
    let fornax = sample("fornax-manifest");
    for (name, text, kind, reason) in [
        (
            "x.manifest.json",
            &*fornax,
            "fornax-manifest",
            "It has the name of a Fornax adapter manifest, and what it holds agrees.",
        ),
        (
            "hermes.json",
            &fornax,
            "fornax-manifest",
            "It holds what a Fornax adapter manifest holds, whatever its name.",
        ),
        (
            "ak-adapter.json",
            "{}",
            "ak-adapter",
            "A file of this name is an agentic-kit host adapter.",
        ),
    ] {
        let uri = uri(root, name);
        client.open_and_check(&uri, text);
        let status = status(&mut client, &uri);
        assert_eq!(status["handled"], true, "{status}");
        assert_eq!(status["kind"], kind);
        assert_eq!(status["reason"], reason);
        assert_eq!(status["configuration"], Value::Null);
        assert_eq!(status["encoding"], "utf-16");
        assert_eq!(status["version"], env!("CARGO_PKG_VERSION"));
    }
    let named = uri(root, "nova.txt");
    client.open_as(&named, "ak-adapter", "{}");
    let status = status(&mut client, &named);
    let reason = "The editor says that it is an agentic-kit host adapter.";
    assert_eq!(status["reason"], reason);
    client.finish_reading_nothing();
}

#[test]
fn a_document_is_left_alone_for_a_reason() {
    let root = tempfile::tempdir().unwrap();
    let root = root.path();
    let config = "exclude = [\"old\"]\n";
    fs::write(root.join("fornax-lint.toml"), config).unwrap();
    let mut client = client(root, &json!({}));
    let fornax = sample("fornax-manifest");
    for (name, language, text, reason) in [
        (
            "site.manifest.json",
            "json",
            "{\"icons\": []}",
            "another program's",
        ),
        ("package.json", "json", "{}", "Neither its name"),
        ("x.manifest.json", "yaml", &*fornax, "`yaml`"),
        (
            "old/x.manifest.json",
            "json",
            &fornax,
            "fornax-lint.toml excludes it: `old`.",
        ),
    ] {
        let uri = uri(root, name);
        client.open_as(&uri, language, text);
        let status = status(&mut client, &uri);
        assert_eq!(status["handled"], false, "{status}");
        assert_eq!(status["kind"], Value::Null);
        let words = status["reason"].as_str().unwrap();
        assert!(words.contains(reason), "{words}");
        let config = uri.replace(name, "fornax-lint.toml");
        assert_eq!(status["configuration"], config);
    }
    // What isn't open, and what isn't on this machine.
    let unknown = status(&mut client, &uri(root, "y.manifest.json"));
    assert_eq!(unknown["reason"], "It isn't open in the editor.");
    let elsewhere = status(&mut client, "vscode-remote://host/w/x.json");
    assert_eq!(elsewhere["handled"], false);
    assert_eq!(elsewhere["configuration"], Value::Null);
    // What the editor has open needs no file.
    let gone = uri(root, "z.manifest.json");
    client.open_and_check(&gone, &fornax);
    let files = json!({"files": [{"uri": gone}]});
    client.notify("workspace/didDeleteFiles", files);
    assert_eq!(status(&mut client, &gone)["handled"], true);
    assert_eq!(client.refused("fornax/status", json!({})), -32602);
    client.finish();
}

#[test]
fn the_configuration_and_the_settings_have_their_say() {
    let root = tempfile::tempdir().unwrap();
    let root = root.path();
    let config = root.join("fornax-lint.toml");
    fs::write(&config, "[files]\nak-adapter = [\"nova.json\"]\n").unwrap();
    let mut client = client(root, &json!({"contentDetection": false}));
    let nova = uri(root, "nova.json");
    client.open_and_check(&nova, "{}");
    let said = status(&mut client, &nova);
    assert_eq!(said["kind"], "ak-adapter");
    let reason = said["reason"].as_str().unwrap();
    assert!(
        reason.ends_with("fornax-lint.toml says that it is an agentic-kit host adapter."),
        "{reason}"
    );
    assert_eq!(said["isConfigurationBroken"], false);
    let other = uri(root, "other.json");
    client.open(&other, &sample("ak-adapter"));
    let left = status(&mut client, &other);
    assert_eq!(left["handled"], false);
    assert!(
        left["reason"]
            .as_str()
            .unwrap()
            .contains("contentDetection"),
        "{left}"
    );
    // Broken: what it said holds.
    fs::write(&config, "files = 1").unwrap();
    let change = json!({"changes": [{"uri": uri(root, "fornax-lint.toml"), "type": 2}]});
    client.notify("workspace/didChangeWatchedFiles", change);
    let said = status(&mut client, &nova);
    assert_eq!(said["kind"], "ak-adapter");
    assert_eq!(said["isConfigurationBroken"], true);
    assert_eq!(said["configuration"], json!(uri(root, "fornax-lint.toml")));
    client.finish_reading_nothing();
}

#[test]
fn the_manual_of_a_rule_is_at_hand() {
    let mut client = Client::with(&json!({}));
    let ask = |rule: Value| json!({"command": "fornax.ruleManual", "arguments": [rule]});
    let manual = client.request("workspace/executeCommand", ask(json!("trailing-comma")));
    let manual = manual.as_str().unwrap();
    assert!(manual.starts_with("# trailing-comma\n"), "{manual}");
    assert!(manual.contains("## Why it matters") && !manual.contains(" mark="));
    for wrong in [json!("trailing-coma"), json!(1), Value::Null] {
        let code = client.refused("workspace/executeCommand", ask(wrong));
        assert_eq!(code, -32602);
    }
    client.finish();
}
