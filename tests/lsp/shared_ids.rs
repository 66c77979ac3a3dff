//! Manifests in the editor's folders that have one id.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::client::{Client, range_of, rules, sample};

fn uri(root: &Path, name: &str) -> String {
    format!("file://{}/{name}", root.to_str().unwrap())
}

fn manifest(id: &str) -> String {
    let text = sample("fornax-manifest");
    let own = serde_json::from_str::<Value>(&text).unwrap()["id"].clone();
    text.replacen(&own.to_string(), &format!("\"{id}\""), 1)
}

/// An editor that works on `root`.
fn client(root: &Path, mut capabilities: Value, options: &Value) -> Client {
    let mut client = Client::start();
    capabilities["textDocument"]["publishDiagnostics"] = json!({"relatedInformation": true});
    client.initialize(&json!({
        "capabilities": capabilities,
        "initializationOptions": options,
        "workspaceFolders": [{"uri": uri(root, ""), "name": "w"}],
    }));
    client
}

/// A folder with two folders in it, the second with a manifest.
fn folder() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    for name in ["a", "b"] {
        fs::create_dir(root.path().join(name)).unwrap();
    }
    fs::write(root.path().join("b/b.manifest.json"), manifest("acme-one")).unwrap();
    root
}

/// The findings of a document, once it has this many of them that are about a shared id.
fn shared(client: &mut Client, uri: &str, count: usize) -> Value {
    loop {
        let published = client.published(uri);
        let found = rules(&published);
        if found.iter().filter(|rule| **rule == "id-shared").count() == count {
            return published;
        }
    }
}

fn finding(published: &Value) -> &Value {
    let items = published["diagnostics"].as_array().unwrap();
    items
        .iter()
        .find(|item| item["code"] == "id-shared")
        .unwrap()
}

#[test]
fn a_file_that_is_not_open_counts() {
    let root = folder();
    let root = root.path();
    let (a, b) = (
        uri(root, "a/a.manifest.json"),
        uri(root, "b/b.manifest.json"),
    );
    let mut client = client(root, json!({}), &json!({}));
    let text = format!("\n\n{}", manifest("acme-one"));
    client.open(&a, &text);
    let published = shared(&mut client, &a, 1);
    let found = finding(&published);
    assert_eq!(found["severity"], 2);
    assert_eq!(found["range"], range_of(&text, "\"acme-one\""));
    let message = found["message"].as_str().unwrap();
    assert!(message.contains("b/b.manifest.json"), "{message}");
    let related = &found["relatedInformation"][0];
    assert_eq!(related["location"]["uri"], json!(b));
    let other = fs::read_to_string(root.join("b/b.manifest.json")).unwrap();
    assert_eq!(
        related["location"]["range"],
        range_of(&other, "\"acme-one\"")
    );

    // The other one gets another id, on disk.
    fs::write(root.join("b/b.manifest.json"), manifest("acme-two")).unwrap();
    let changed = |typ: i64| json!({"changes": [{"uri": b, "type": typ}]});
    client.notify("workspace/didChangeWatchedFiles", changed(2));
    shared(&mut client, &a, 0);
    // And its own again, and is deleted.
    fs::write(root.join("b/b.manifest.json"), manifest("acme-one")).unwrap();
    client.notify("workspace/didChangeWatchedFiles", changed(2));
    shared(&mut client, &a, 1);
    fs::remove_file(root.join("b/b.manifest.json")).unwrap();
    client.notify("workspace/didChangeWatchedFiles", changed(3));
    shared(&mut client, &a, 0);
    // A whole folder comes, and goes.
    fs::create_dir(root.join("c")).unwrap();
    fs::write(root.join("c/c.manifest.json"), manifest("acme-one")).unwrap();
    let folder = json!({"files": [{"uri": uri(root, "c")}]});
    client.notify("workspace/didCreateFiles", folder.clone());
    shared(&mut client, &a, 1);
    fs::remove_dir_all(root.join("c")).unwrap();
    client.notify("workspace/didDeleteFiles", folder);
    shared(&mut client, &a, 0);
    client.finish_reading_nothing();
}

#[test]
fn what_is_open_counts_before_what_is_on_disk() {
    let root = folder();
    let root = root.path();
    let (a, b) = (
        uri(root, "a/a.manifest.json"),
        uri(root, "b/b.manifest.json"),
    );
    let mut client = client(root, json!({}), &json!({}));
    client.open(&a, &manifest("acme-one"));
    shared(&mut client, &a, 1);
    // Opened with another id than is saved.
    client.open(&b, &manifest("acme-two"));
    shared(&mut client, &a, 0);
    shared(&mut client, &b, 0);
    // Typed.
    client.change(&b, 2, &format!("\n{}", manifest("acme-one")));
    let published = shared(&mut client, &b, 1);
    assert_eq!(
        finding(&published)["relatedInformation"][0]["location"]["uri"],
        json!(a)
    );
    let published = shared(&mut client, &a, 1);
    let place = |published: &Value| {
        let related = &finding(published)["relatedInformation"][0];
        related["location"]["range"]["start"]["line"]
            .as_i64()
            .unwrap()
    };
    let line = place(&published);
    // Where it stands has moved.
    client.change(&b, 3, &format!("\n\n\n{}", manifest("acme-one")));
    let published = shared(&mut client, &a, 1);
    assert_eq!(place(&published), line + 2);
    client.change(&b, 4, &manifest("acme-two"));
    shared(&mut client, &a, 0);
    // Closed without being saved: the file counts again.
    client.close(&b);
    shared(&mut client, &a, 1);
    // The other way round: who is left behind is told, too.
    client.open(&b, &manifest("acme-one"));
    shared(&mut client, &b, 1);
    client.close(&a);
    shared(&mut client, &b, 0);
    client.finish_reading_nothing();
}

#[test]
fn other_kinds_other_places_and_copies_are_no_namesakes() {
    let root = folder();
    let root = root.path();
    let adapters = root.join("home/adapters");
    fs::create_dir_all(&adapters).unwrap();
    fs::write(adapters.join("registry.json"), "{\"entries\": []}").unwrap();
    let mut client = client(root, json!({}), &json!({}));
    let adapter = sample("ak-adapter");
    let id = serde_json::from_str::<Value>(&adapter).unwrap()["host"]["id"].clone();
    for (uri, text) in [
        (uri(root, "a/ak-adapter.json"), adapter.clone()),
        (
            uri(root, "a/x.manifest.json"),
            manifest(id.as_str().unwrap()),
        ),
        ("untitled:x.manifest.json".to_owned(), manifest("acme-one")),
        (
            format!("git:{}/b/b.manifest.json", root.to_str().unwrap()),
            manifest("acme-one"),
        ),
        (
            "file:///elsewhere/b.manifest.json".to_owned(),
            manifest("acme-one"),
        ),
        (
            uri(root, "home/adapters/acme-one.manifest.json"),
            manifest("acme-one"),
        ),
        (uri(root, "b/b.manifest.json"), manifest("acme-one")),
    ] {
        client.open(&uri, &text);
        shared(&mut client, &uri, 0);
    }
    // One file by two ways.
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(root.join("b"), root.join("link")).unwrap();
        let link = uri(root, "link/b.manifest.json");
        client.open(&link, &manifest("acme-one"));
        shared(&mut client, &link, 0);
    }
    let messages = client.drain();
    let text = json!(messages).to_string();
    assert!(!text.contains("id-shared"), "{text}");
    client.finish_reading_nothing();
}

#[test]
fn nobody_need_let_the_server_look() {
    let root = folder();
    let mut client = client(root.path(), json!({}), &json!({"lookAround": false}));
    let a = uri(root.path(), "a/a.manifest.json");
    let b = uri(root.path(), "b/b.manifest.json");
    for uri in [&a, &b] {
        client.open(uri, &manifest("acme-one"));
        shared(&mut client, uri, 0);
    }
    client.finish();
}

#[test]
fn a_client_that_asks_is_told_to_ask_again() {
    let root = folder();
    let root = root.path();
    let capabilities = json!({
        "textDocument": {"diagnostic": {}},
        "workspace": {"diagnostics": {"refreshSupport": true}},
    });
    let mut client = client(root, capabilities, &json!({"diagnosticScope": "workspace"}));
    let a = uri(root, "a/a.manifest.json");
    client.open(&a, &manifest("acme-one"));
    let ask = |client: &mut Client| {
        let params = json!({"textDocument": {"uri": a}});
        client.request("textDocument/diagnostic", params)
    };
    while !rules(&ask(&mut client)).contains(&"id-shared") {
        client.asked_for("workspace/diagnostic/refresh");
    }
    // A check of everything knows it at once, of what isn't open, too.
    let report = client.request("workspace/diagnostic", json!({"previousResultIds": []}));
    let items = report["items"].as_array().unwrap();
    assert_eq!(items.len(), 2, "{report}");
    assert!(items.iter().all(|item| rules(item).contains(&"id-shared")));
    // The other one changes.
    client.asked.clear();
    fs::write(root.join("b/b.manifest.json"), manifest("acme-two")).unwrap();
    let changes = json!([{"uri": uri(root, "b/b.manifest.json"), "type": 2}]);
    client.notify(
        "workspace/didChangeWatchedFiles",
        json!({ "changes": changes }),
    );
    client.asked_for("workspace/diagnostic/refresh");
    assert!(!rules(&ask(&mut client)).contains(&"id-shared"));
    client.finish_reading_nothing();
}

#[test]
fn the_check_of_a_workspace_finds_it_in_all_files() {
    let root = folder();
    let root = root.path();
    fs::write(root.join("a/a.manifest.json"), manifest("acme-one")).unwrap();
    let mut client = client(root, json!({}), &json!({"diagnosticScope": "workspace"}));
    let [a, b] = ["a/a.manifest.json", "b/b.manifest.json"].map(|name| uri(root, name));
    for uri in [&a, &b] {
        shared(&mut client, uri, 1);
    }
    // What is typed counts for those that aren't open, too.
    client.open(&a, &manifest("acme-one"));
    for (version, id, count) in [(2, "acme-two", 0), (3, "acme-one", 1), (4, "acme-two", 0)] {
        client.change(&a, version, &manifest(id));
        shared(&mut client, &b, count);
    }
    // A document that has no file yet.
    let c = uri(root, "a/c.manifest.json");
    client.open(&c, &manifest("acme-one"));
    shared(&mut client, &b, 1);
    client.finish_reading_nothing();
}

#[test]
fn it_can_be_switched_off() {
    let root = folder();
    let root = root.path();
    let config = "[rules]\nid-shared = \"off\"\n";
    fs::write(root.join("fornax-lint.toml"), config).unwrap();
    let mut client = client(root, json!({}), &json!({}));
    for name in ["a/a.manifest.json", "b/b.manifest.json"] {
        let uri = uri(root, name);
        client.open(&uri, &manifest("acme-one"));
        shared(&mut client, &uri, 0);
    }
    client.finish_reading_nothing();
}
