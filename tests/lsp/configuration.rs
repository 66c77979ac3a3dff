//! `fornax-lint.toml`, and what the editor is set to.

use std::fs;
use std::path::Path;

use fornax_lsp::{SETTINGS, Values};
use serde_json::{Value, json};

use crate::client::{Client, asking, rules, sample};
use crate::support::repo_root;

fn uri(folder: &Path, name: &str) -> String {
    format!("file://{}/{name}", folder.to_str().unwrap())
}

fn changed(client: &mut Client, folder: &Path, kind: u8) {
    let event = json!({"uri": uri(folder, "fornax-lint.toml"), "type": kind});
    client.notify(
        "workspace/didChangeWatchedFiles",
        json!({ "changes": [event] }),
    );
}

/// A client that works on these folders.
fn client(folders: &[&Path]) -> Client {
    let mut client = Client::start();
    let folders: Vec<Value> = folders
        .iter()
        .map(|folder| json!({"uri": uri(folder, ""), "name": "w"}))
        .collect();
    client.initialize(&json!({"capabilities": {}, "workspaceFolders": folders}));
    client
}

fn unknown() -> String {
    sample("ak-adapter").replacen("\"contract\"", "\"x\": 1, \"contract\"", 1)
}

const OFF: &str = "[[ignore]]\nrule = \"unknown-field\"\nreason = \"a test\"\n";

#[test]
fn the_nearest_configuration_in_the_folder_governs() {
    let root = tempfile::tempdir().unwrap();
    let (one, two) = (root.path().join("one"), root.path().join("two"));
    fs::create_dir_all(one.join("nested")).unwrap();
    fs::create_dir_all(&two).unwrap();
    fs::write(one.join("fornax-lint.toml"), OFF).unwrap();
    fs::write(one.join("nested/fornax-lint.toml"), "published = true\n").unwrap();
    // Above the folders that the editor works on nobody looks.
    fs::write(root.path().join("fornax-lint.toml"), OFF).unwrap();

    let mut client = client(&[&one, &two]);
    for (folder, expected) in [
        (one.clone(), &[][..]),
        (one.join("nested"), &["unknown-field"]),
        (two.clone(), &["unknown-field"]),
    ] {
        let uri = uri(&folder, "ak-adapter.json");
        let published = client.open_and_check(&uri, &unknown());
        assert_eq!(rules(&published), expected, "{uri}");
        client.close(&uri);
        assert_eq!(rules(&client.published(&uri)), [""; 0]);
    }
    client.finish();
}

#[test]
fn a_configuration_may_come_change_break_and_go() {
    let root = tempfile::tempdir().unwrap();
    let file = root.path().join("fornax-lint.toml");
    let config = uri(root.path(), "fornax-lint.toml");
    let manifest = uri(root.path(), "ak-adapter.json");
    let mut client = client(&[root.path()]);
    assert_eq!(
        rules(&client.open_and_check(&manifest, &unknown())),
        ["unknown-field"]
    );

    fs::write(&file, OFF).unwrap();
    changed(&mut client, root.path(), 1);
    assert_eq!(rules(&client.published(&manifest)), [""; 0]);

    // Broken: the last good one holds on, and the user learns of it, once.
    fs::write(&file, format!("{OFF}\n[rulez]\n")).unwrap();
    changed(&mut client, root.path(), 2);
    assert_eq!(rules(&client.published(&manifest)), [""; 0]);
    let published = client.published(&config);
    let message = published["diagnostics"][0]["message"].as_str().unwrap();
    assert!(message.contains("rulez"), "{message}");
    assert_eq!(published["diagnostics"][0]["range"]["start"]["line"], 4);
    let message = client.notified("window/showMessage");
    assert!(
        message["message"]
            .as_str()
            .unwrap()
            .contains("fornax-lint.toml")
    );
    client.change(&manifest, 2, &unknown());
    client.published(&manifest);
    assert!(client.drain().is_empty());

    // Mended.
    fs::write(&file, "published = true\n").unwrap();
    changed(&mut client, root.path(), 2);
    assert_eq!(rules(&client.published(&manifest)), ["unknown-field"]);
    assert_eq!(client.published(&config)["diagnostics"], json!([]));

    // Broken from the start of its days: the defaults hold.
    fs::remove_file(&file).unwrap();
    changed(&mut client, root.path(), 3);
    assert_eq!(rules(&client.published(&manifest)), ["unknown-field"]);
    client.finish();
}

#[test]
fn a_broken_configuration_is_told_to_a_client_that_asks() {
    let root = tempfile::tempdir().unwrap();
    let file = root.path().join("fornax-lint.toml");
    let config = uri(root.path(), "fornax-lint.toml");
    let folder = json!({"uri": uri(root.path(), ""), "name": "w"});
    let mut client = Client::start();
    client.initialize(&json!({
        "capabilities": asking(),
        "workspaceFolders": [folder],
    }));
    client.open(&uri(root.path(), "ak-adapter.json"), &unknown());
    fs::write(&file, "[rulez]\n").unwrap();
    changed(&mut client, root.path(), 1);
    // It need not be open, nor need anybody have asked before.
    let message = client.notified("window/showMessage");
    assert!(message["message"].as_str().unwrap().contains("rulez"));
    let published = client.published(&config);
    let words = published["diagnostics"][0]["message"].as_str().unwrap();
    assert!(words.contains("rulez"), "{published}");

    // Who is told doesn't have it a second time where they ask, open or not.
    let is_silent = |client: &mut Client| {
        let params = json!({"previousResultIds": []});
        let report = client.request("workspace/diagnostic", params);
        let items = report["items"].as_array().unwrap();
        assert!(items.iter().all(|item| item["uri"] != config), "{report}");
        let params = json!({"textDocument": {"uri": config}});
        let report = client.request("textDocument/diagnostic", params);
        assert_eq!(report["items"], json!([]));
    };
    is_silent(&mut client);
    for language in ["toml", "plaintext"] {
        client.open_as(&config, language, "[rulez]\n");
        is_silent(&mut client);
        client.close(&config);
    }

    fs::write(&file, "published = true\n").unwrap();
    changed(&mut client, root.path(), 2);
    while client.published(&config)["diagnostics"] != json!([]) {}
    client.asked_for("workspace/diagnostic/refresh");
    client.finish();
}

#[test]
fn a_configuration_says_what_a_file_is() {
    let root = tempfile::tempdir().unwrap();
    let text = "exclude = [\"vendor\"]\n[files]\nak-adapter = [\"odd/*.txt\"]\n";
    fs::write(root.path().join("fornax-lint.toml"), text).unwrap();
    let mut client = client(&[root.path()]);
    client.open_and_check(&uri(root.path(), "odd/a.txt"), "{");
    client.open(&uri(root.path(), "vendor/ak-adapter.json"), "{");
    assert!(client.drain().is_empty(), "what is excluded is passed over");
    client.finish();
}

#[test]
fn folders_come_and_go() {
    let root = tempfile::tempdir().unwrap();
    let (outer, inner) = (root.path().join("outer"), root.path().join("outer/inner"));
    fs::create_dir_all(&inner).unwrap();
    fs::write(outer.join("fornax-lint.toml"), OFF).unwrap();
    let manifest = uri(&inner, "ak-adapter.json");
    let mut client = client(&[&outer]);
    assert_eq!(
        rules(&client.open_and_check(&manifest, &unknown())),
        [""; 0]
    );
    let folder = json!([{"uri": uri(&inner, ""), "name": "inner"}]);
    let change = |client: &mut Client, added: &Value, removed: &Value| {
        let event = json!({"added": added, "removed": removed});
        client.notify(
            "workspace/didChangeWorkspaceFolders",
            json!({ "event": event }),
        );
    };
    change(&mut client, &folder, &json!([]));
    assert_eq!(rules(&client.published(&manifest)), ["unknown-field"]);
    change(&mut client, &json!([]), &folder);
    assert_eq!(rules(&client.published(&manifest)), [""; 0]);
    let remote = json!([{"uri": "vscode-remote://x/y", "name": "far"}]);
    change(&mut client, &remote, &json!([]));
    client.finish_reading_nothing();
}

#[test]
fn settings_are_asked_for_and_asked_for_again() {
    let mut client = Client::start();
    client.settings = json!({"contentDetection": false});
    let capabilities = json!({"workspace": {
        "configuration": true,
        "didChangeConfiguration": {"dynamicRegistration": true},
    }});
    client.initialize(&json!({ "capabilities": capabilities }));
    let asked = client.asked_for("workspace/configuration");
    assert_eq!(asked["items"], json!([{"section": "fornax"}]));
    let registered = client.asked_for("client/registerCapability");
    let methods = &registered["registrations"];
    assert_eq!(methods[0]["method"], "workspace/didChangeConfiguration");
    client.drain();
    client.open("file:///w/hermes.json", &sample("ak-adapter"));
    assert_eq!(client.drain(), [] as [Value; 0]);

    client.settings = json!({"contentDetection": true});
    client.notify(
        "workspace/didChangeConfiguration",
        json!({"settings": null}),
    );
    client.published("file:///w/hermes.json");
    client.finish();
}

#[test]
fn settings_may_be_sent() {
    let mut client = Client::with(&json!({}));
    client.open_and_check("file:///w/hermes.json", &sample("ak-adapter"));
    let settings = json!({"settings": {"fornax": {"contentDetection": false, "speed": 9}}});
    client.notify("workspace/didChangeConfiguration", settings);
    let cleared = client.published("file:///w/hermes.json");
    assert_eq!(cleared["diagnostics"], json!([]));
    let line = loop {
        let line = client.notified("window/logMessage");
        if line["type"] == 2 {
            break line;
        }
    };
    assert!(
        line["message"]
            .as_str()
            .unwrap()
            .contains("`fornax.speed` is unknown")
    );
    client.finish();
}

#[test]
fn files_are_watched_where_the_client_can() {
    let mut client = Client::start();
    let watching = json!({"didChangeWatchedFiles": {"dynamicRegistration": true}});
    client.initialize(&json!({"capabilities": {"workspace": watching}}));
    let registered = client.asked_for("client/registerCapability");
    let watchers = &registered["registrations"][0]["registerOptions"]["watchers"];
    let patterns = watchers.to_string();
    for pattern in [
        "ak-adapter.json",
        "kit.json",
        "registry.json",
        "*.manifest.json",
        ".toml",
    ] {
        assert!(patterns.contains(pattern), "{patterns}");
    }
    client.finish();
}

#[test]
fn what_a_configuration_names_is_watched_too() {
    let root = tempfile::tempdir().unwrap();
    let config = root.path().join("fornax-lint.toml");
    let files = "[files]\nak-adapter = [\"hosts/*.json\", \"no[v]a.json\"]\n";
    fs::write(&config, files).unwrap();
    for is_relative in [false, true] {
        fs::write(&config, files).unwrap();
        let mut client = Client::start();
        let watching = json!({"dynamicRegistration": true, "relativePatternSupport": is_relative});
        client.initialize(&json!({
            "capabilities": {"workspace": {"didChangeWatchedFiles": watching}},
            "workspaceFolders": [{"uri": uri(root.path(), ""), "name": "w"}],
        }));
        let registration = |client: &mut Client| {
            let asked = client.asked_for("client/registerCapability");
            let watchers = &asked["registrations"][0]["registerOptions"]["watchers"];
            (asked["registrations"][0]["id"].clone(), watchers.clone())
        };
        let watches = |watchers: &Value, pattern: &str| {
            let base = uri(root.path(), "");
            let base = base.trim_end_matches('/');
            watchers.as_array().unwrap().iter().any(|watcher| {
                let glob = &watcher["globPattern"];
                if is_relative {
                    glob["baseUri"] == base && glob["pattern"] == pattern
                } else {
                    *glob == format!("**/{}", pattern.trim_start_matches("**/"))
                }
            })
        };
        let (first, watchers) = registration(&mut client);
        for pattern in ["hosts/*.json", "hosts/*.json/**", "**/no?a.json"] {
            assert!(watches(&watchers, pattern), "{pattern} in {watchers}");
        }
        // Another key changes nothing about it.
        fs::write(&config, format!("published = true\n{files}")).unwrap();
        changed(&mut client, root.path(), 2);
        client.drain();
        assert_eq!(client.asked, [] as [Value; 0]);

        fs::write(&config, "[files]\nak-adapter = [\"agents/*.json\"]\n").unwrap();
        changed(&mut client, root.path(), 2);
        let (second, watchers) = registration(&mut client);
        assert!(watches(&watchers, "agents/*.json"), "{watchers}");
        assert!(!watches(&watchers, "hosts/*.json"), "{watchers}");
        assert!(watchers.to_string().contains("ak-adapter.json"));
        assert_ne!(first, second);
        // The old ones are given up when the new ones are there.
        let left = client.asked_for("client/unregisterCapability");
        assert_eq!(left["unregisterations"][0]["id"], first);

        fs::remove_file(&config).unwrap();
        changed(&mut client, root.path(), 3);
        let (_, watchers) = registration(&mut client);
        assert!(!watches(&watchers, "agents/*.json"), "{watchers}");
        client.asked_for("client/unregisterCapability");
        client.finish();
    }
}

#[test]
fn a_fault_of_a_configuration_has_a_name_and_a_page() {
    let root = tempfile::tempdir().unwrap();
    let lines: String = (0..60).map(|number| format!("x{number} = 1\n")).collect();
    fs::write(
        root.path().join("fornax-lint.toml"),
        format!("publishd = true\n{lines}"),
    )
    .unwrap();
    let mut client = Client::with(&json!({
        "textDocument": {"publishDiagnostics": {"codeDescriptionSupport": true}},
    }));
    client.open(&uri(root.path(), "ak-adapter.json"), &unknown());
    let published = client.published(&uri(root.path(), "fornax-lint.toml"));
    let found = rules(&published);
    assert!(found.iter().all(|code| *code == "broken-configuration"));
    let finding = &published["diagnostics"][0];
    let page = finding["codeDescription"]["href"].as_str().unwrap();
    assert!(page.ends_with("reference/configuration/"), "{page}");
    assert!(finding["message"].as_str().unwrap().contains("published"));
    let last = published["diagnostics"].as_array().unwrap().last().unwrap();
    let message = last["message"].as_str().unwrap();
    assert_eq!(
        message,
        format!("there is more: {} further errors", 61 - (found.len() - 1))
    );
    client.finish_reading_nothing();
}

#[test]
fn a_client_may_refuse_what_it_is_asked() {
    let mut client = Client::start();
    client.is_silent = true;
    let workspace = json!({
        "configuration": true, "didChangeWatchedFiles": {"dynamicRegistration": true},
    });
    client.initialize(&json!({"capabilities": {"workspace": workspace}}));
    client.drain();
    for request in std::mem::take(&mut client.asked) {
        let error = json!({"code": -32601, "message": "no"});
        client.send(&json!({"jsonrpc": "2.0", "id": request["id"], "error": error}));
    }
    client.open_and_check("file:///w/ak-adapter.json", "{");
    client.finish();
}

#[test]
fn every_setting_is_documented() {
    let path = repo_root().join("docs/reference/language-server.md");
    let page = fs::read_to_string(path).unwrap();
    for setting in SETTINGS {
        let default = match setting.values {
            Values::Flag(is_on) => is_on.to_string(),
            Values::OneOf(values) => format!("\"{}\"", values[0]),
        };
        let row = format!(
            "| `fornax.{}` | `{default}` | {} |",
            setting.name, setting.summary
        );
        assert!(page.contains(&row), "no row {row}");
    }
}
