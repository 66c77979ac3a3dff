//! Which documents are looked at, under which URI, and for how long.

use std::fs;

use fornax_lsp::Server;
use fornax_project::Homes;
use serde_json::{Value, json};

use crate::client::{Client, asking, rules, sample};

#[test]
fn a_document_of_any_scheme_is_checked() {
    let mut client = Client::with(&json!({}));
    let broken = sample("ak-adapter").replacen('}', ",}", 1);
    for uri in [
        "untitled:Untitled-1",
        "untitled:/work/ak-adapter.json",
        "vscode-remote://wsl%2Bdebian/work/ak-adapter.json",
        "git:/work/ak-adapter.json?%7B%22ref%22%3A%22HEAD%22%7D",
        "file://server/share/ak-adapter.json",
        "file:///work/a%2Fb/ak-adapter.json",
        "file:///work/%FF/ak-adapter.json",
        "file:///c%3A/work/ak-adapter.json",
        "x-unknown+scheme.1:whatever",
        "vscode-notebook-cell:/work/ak-adapter.json#W0",
    ] {
        let published = client.open_and_check(uri, &broken);
        assert_eq!(rules(&published), ["trailing-comma"], "{uri}");
        client.close(uri);
        assert_eq!(client.published(uri)["diagnostics"], json!([]), "{uri}");
    }
    client.finish();
}

#[test]
fn documents_are_known_by_name_or_by_what_they_hold() {
    let adapter = sample("ak-adapter").replacen('}', ",}", 1);
    let fornax = sample("fornax-manifest").replacen('}', ",}", 1);
    for (uri, language, text, is_ours) in [
        ("file:///w/hermes.json", "json", &*adapter, true),
        ("file:///w/ak-adapter.jsonc", "jsonc", &adapter, true),
        ("file:///w/any.json", "json", &fornax, true),
        ("file:///w/any.manifest.json", "json", &fornax, true),
        ("file:///w/ak-adapter.json", "json", "{", true),
        ("file:///w/ak-adapter.json", "", "{", true),
        ("file:///w/ak-adapter.json", "js-json", "{", true),
        (
            "file:///w/package.json",
            "json",
            "{\"name\": \"x\",}",
            false,
        ),
        (
            "file:///w/site.manifest.json",
            "json",
            "{\"icons\": [],}",
            false,
        ),
        ("file:///w/kit.json", "json", "{\"name\": \"x\",}", false),
        (
            "file:///w/registry.json",
            "json",
            "{\"name\": \"x\",}",
            false,
        ),
        ("file:///w/anything", "fornax-manifest", "{", true),
        ("untitled:Untitled-1", "ak-adapter", "", true),
        ("file:///w/ak-adapter.json", "plaintext", "{", false),
        ("file:///w/readme.md", "markdown", &adapter, false),
    ] {
        let mut client = Client::with(&json!({}));
        client.open_as(uri, language, text);
        let said = client.drain();
        assert_eq!(said.len(), usize::from(is_ours), "{uri} {said:?}");
        client.finish();
    }
}

#[test]
fn a_language_named_after_a_kind_says_the_kind() {
    let mut client = Client::with(&json!({}));
    let uri = "file:///w/ak-adapter.json";
    client.open_as(uri, "fornax-manifest", &sample("fornax-manifest"));
    assert_eq!(rules(&client.published(uri)), [""; 0]);
    client.close(uri);
    client.published(uri);
    client.open_as(uri, "ak-adapter", &sample("fornax-manifest"));
    assert!(rules(&client.published(uri)).contains(&"unknown-field"));
    client.finish();
}

#[test]
fn an_editor_that_checks_json_is_told_what_is_ours() {
    let strict = ["comment", "syntax-error", "trailing-comma", "unknown-field"];
    let text = sample("ak-adapter")
        .replacen('{', "{ /* comment */ \"unknown\": True,", 1)
        .replacen('}', ",}", 1);
    for (checks_json, language, expected) in [
        (false, "json", &strict[..]),
        (true, "ak-adapter", &strict),
        (true, "json", &["unknown-field"]),
        (
            true,
            "jsonc",
            &["comment", "trailing-comma", "unknown-field"],
        ),
    ] {
        for pulls in [false, true] {
            let mut capabilities = if pulls { asking() } else { json!({}) };
            capabilities["experimental"] = json!({"checksJson": checks_json});
            let mut client = Client::with(&capabilities);
            let uri = "file:///w/ak-adapter.json";
            client.open_as(uri, language, &text);
            let published = if pulls {
                let params = json!({"textDocument": {"uri": uri}});
                let report = client.request("textDocument/diagnostic", params);
                json!({"diagnostics": report["items"]})
            } else {
                client.published(uri)
            };
            let mut found = rules(&published);
            found.sort_unstable();
            assert_eq!(found, expected, "{checks_json} {language} {pulls}");
            client.finish();
        }
    }
    // Nobody else would say that there is nothing.
    let mut client = Client::with(&json!({"experimental": {"checksJson": true}}));
    let published = client.open_and_check("file:///w/ak-adapter.json", "\n");
    assert_eq!(rules(&published), ["syntax-error"]);
    client.finish();
}

#[test]
fn content_is_looked_at_only_where_the_user_wants_it() {
    let mut client = Client::start();
    let options = json!({"contentDetection": false});
    client.initialize(&json!({"capabilities": {}, "initializationOptions": options}));
    client.open("file:///w/hermes.json", &sample("ak-adapter"));
    assert!(client.drain().is_empty());
    client.open_and_check("file:///w/ak-adapter.json", &sample("ak-adapter"));
    client.finish();
}

#[test]
fn two_spellings_of_a_uri_are_one_document() {
    let mut client = Client::with(&json!({}));
    let text = sample("ak-adapter");
    client.open_and_check("file:///w/a%20b/%61k-adapter.json", &text);
    client.change(
        "file:///w/a%20b/ak-adapter.json",
        2,
        &text.replacen('}', ",}", 1),
    );
    let published = client.published("file:///w/a%20b/%61k-adapter.json");
    assert_eq!(rules(&published), ["trailing-comma"]);
    client.close("FILE:///w/./a%20b/ak-adapter.json");
    client.published("file:///w/a%20b/%61k-adapter.json");
    client.finish();
}

#[test]
fn a_document_that_stops_being_ours_is_cleared() {
    let mut client = Client::with(&json!({}));
    let uri = "file:///w/hermes.json";
    let broken = sample("ak-adapter").replacen('}', ",}", 1);
    assert_eq!(
        rules(&client.open_and_check(uri, &broken)),
        ["trailing-comma"]
    );
    client.change(uri, 2, "{\"name\": \"x\",}");
    assert_eq!(client.published(uri)["diagnostics"], json!([]));
    // Once is enough.
    client.change(uri, 3, "{\"name\": \"y\",}");
    assert!(client.drain().is_empty());
    client.change(uri, 4, &broken);
    assert_eq!(rules(&client.published(uri)), ["trailing-comma"]);
    client.close(uri);
    assert_eq!(client.published(uri)["diagnostics"], json!([]));
    client.finish();
}

#[test]
fn another_language_is_another_document() {
    let mut client = Client::with(&json!({}));
    let uri = "file:///w/ak-adapter.json";
    assert_eq!(rules(&client.open_and_check(uri, "{")).len(), 1);
    client.close(uri);
    assert_eq!(client.published(uri)["diagnostics"], json!([]));
    client.open_as(uri, "plaintext", "{");
    client.close(uri);
    assert!(client.drain().is_empty());
    assert_eq!(
        rules(&client.open_and_check(uri, "{")).len(),
        1,
        "opened again unchanged"
    );
    client.finish();
}

#[test]
fn what_is_open_outlives_its_file() {
    let uri = "file:///w/sub/ak-adapter.json";
    let renamed = json!({"files": [{"oldUri": uri, "newUri": "file:///w/new/ak-adapter.json"}]});
    for (method, params) in [
        ("workspace/didDeleteFiles", json!({"files": [{"uri": uri}]})),
        (
            "workspace/didDeleteFiles",
            json!({"files": [{"uri": "file:///w/sub"}]}),
        ),
        ("workspace/didRenameFiles", renamed),
        (
            "workspace/didChangeWatchedFiles",
            json!({"changes": [{"uri": uri, "type": 3}]}),
        ),
        (
            "workspace/didChangeWatchedFiles",
            json!({"changes": [{"uri": "file:///w/sub", "type": 3}]}),
        ),
    ] {
        let mut client = Client::with(&json!({}));
        client.open_and_check(uri, "{");
        client.notify(method, params);
        // Whatever is published of it by then, it isn't that nothing is wrong.
        for message in client.drain() {
            assert_eq!(rules(&message["params"]).len(), 1, "{method}: {message}");
        }
        let position = json!({"line": 0, "character": 1});
        let params = json!({"textDocument": {"uri": uri}, "position": position});
        let items = client.request("textDocument/completion", params);
        assert!(!items.as_array().unwrap().is_empty(), "{method}");
        client.change(uri, 2, "{ ");
        assert_eq!(rules(&client.published(uri)).len(), 1, "{method}");
        // Then the editor closes it, and that is the end.
        client.close(uri);
        assert_eq!(client.published(uri)["diagnostics"], json!([]), "{method}");
        client.finish();
    }
}

#[test]
fn a_folder_that_goes_and_comes_matters_to_those_who_asked_about_what_is_in_it() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("a");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("nova.json"), sample("ak-adapter")).unwrap();
    let uri = |path: &str| format!("file://{}/{path}", root.path().to_str().unwrap());
    let kit = json!({"hostAdapters": [{"name": "acme", "source": "./a/nova.json"}]});
    let mut client = Client::start();
    client.initialize(&json!({"capabilities": {}}));
    let is_missing = |published: &Value| rules(published).contains(&"kit-source-missing");
    assert!(!is_missing(
        &client.open_and_check(&uri("kit.json"), &kit.to_string())
    ));

    let aside = root.path().join("b");
    fs::rename(&folder, &aside).unwrap();
    let files = json!({"files": [{"oldUri": uri("a"), "newUri": uri("b")}]});
    client.notify("workspace/didRenameFiles", files);
    assert!(is_missing(&client.published(&uri("kit.json"))));

    fs::rename(&aside, &folder).unwrap();
    let changes = json!({"changes": [{"uri": uri("a"), "type": 1}]});
    client.notify("workspace/didChangeWatchedFiles", changes);
    assert!(!is_missing(&client.published(&uri("kit.json"))));
    client.finish_reading_nothing();
}

#[test]
fn a_document_opened_twice_is_the_one_opened_last() {
    let mut client = Client::with(&json!({}));
    let uri = "file:///w/ak-adapter.json";
    client.open_and_check(uri, "{");
    assert_eq!(
        rules(&client.open_and_check(uri, &sample("ak-adapter"))),
        [""; 0]
    );
    client.close(uri);
    client.published(uri);
    client.close(uri);
    assert!(client.drain().is_empty());
    client.finish();
}

#[test]
fn what_is_open_counts_before_what_is_on_disk() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("adapters");
    fs::create_dir(&folder).unwrap();
    let manifest = sample("ak-adapter");
    fs::write(folder.join("ak-adapter.json"), &manifest).unwrap();
    let uri = |name: &str| format!("file://{}/{name}", folder.to_str().unwrap());
    let kit = json!({"hostAdapters": [{"name": "acme", "source": "./ak-adapter.json"}]});

    let mut client = Client::of(Server::new(Homes::default()));
    client.initialize(&json!({"capabilities": {}}));
    let before = rules_of(&client.open_and_check(&uri("kit.json"), &kit.to_string()));
    assert!(
        !before.contains(&"kit-name-mismatch".to_owned()),
        "{before:?}"
    );

    // Not saved, and yet it counts.
    let renamed = manifest.replace("\"acme\"", "\"nova\"");
    client.open_and_check(&uri("ak-adapter.json"), &renamed);
    let after = rules_of(&client.published(&uri("kit.json")));
    assert!(after.contains(&"kit-name-mismatch".to_owned()), "{after:?}");

    // With the buffer its text is gone.
    client.close(&uri("ak-adapter.json"));
    client.published(&uri("ak-adapter.json"));
    assert_eq!(rules_of(&client.published(&uri("kit.json"))), before);

    // What changes on disk is told by the editor.
    fs::remove_file(folder.join("ak-adapter.json")).unwrap();
    let gone = json!({"changes": [{"uri": uri("ak-adapter.json"), "type": 3}]});
    client.notify("workspace/didChangeWatchedFiles", gone);
    let after = rules_of(&client.published(&uri("kit.json")));
    assert!(
        after.contains(&"kit-source-missing".to_owned()),
        "{after:?}"
    );
    client.finish();
}

fn rules_of(published: &Value) -> Vec<String> {
    rules(published).into_iter().map(str::to_owned).collect()
}

#[test]
fn nobody_need_let_the_server_look_around() {
    let root = tempfile::tempdir().unwrap();
    let uri = format!("file://{}/kit.json", root.path().to_str().unwrap());
    let kit = json!({"hostAdapters": [{"name": "acme", "source": "./none.json"}]});
    let mut client = Client::start();
    let options = json!({"lookAround": false});
    client.initialize(&json!({"capabilities": {}, "initializationOptions": options}));
    let found = rules_of(&client.open_and_check(&uri, &kit.to_string()));
    assert!(
        !found.contains(&"kit-source-missing".to_owned()),
        "{found:?}"
    );
    client.finish();
}

#[test]
fn looking_changes_nothing() {
    let root = tempfile::tempdir().unwrap();
    let home = root.path().join("home");
    fs::create_dir(&home).unwrap();
    let script = root.path().join("run.sh");
    fs::write(&script, "#!/bin/sh\ntouch \"$0.ran\"\n").unwrap();
    let homes = Homes {
        home: Some(home.clone()),
        fornax: None,
    };
    let mut client = Client::of(Server::new(homes));
    client.initialize(&json!({"capabilities": {}}));
    let fornax = sample("fornax-manifest");
    let adapter = sample("ak-adapter").replace("\"run.mjs\"", "\"./run.sh\"");
    for (name, text) in [("x.manifest.json", &fornax), ("ak-adapter.json", &adapter)] {
        let uri = format!("file://{}/{name}", root.path().to_str().unwrap());
        client.open_and_check(&uri, text);
        client.change(&uri, 2, &format!("{text} "));
        client.published(&uri);
        let range =
            json!({"start": {"line": 0, "character": 0}, "end": {"line": 999, "character": 0}});
        let document = json!({"uri": uri});
        let context = json!({"diagnostics": []});
        let params = json!({"textDocument": document, "range": range, "context": context});
        client.request("textDocument/codeAction", params);
    }
    client.finish();
    let names = |folder| fs::read_dir(folder).unwrap().count();
    assert_eq!((names(root.path()), names(&home)), (2, 0));
}

#[test]
fn a_manifest_is_held_against_what_is_registered() {
    let root = tempfile::tempdir().unwrap();
    let adapters = root.path().join("fornax/adapters");
    fs::create_dir_all(&adapters).unwrap();
    let text = sample("fornax-manifest");
    let id = serde_json::from_str::<Value>(&text).unwrap()["id"].clone();
    let file = format!("{}.manifest.json", id.as_str().unwrap());
    let registry = |digest: &str| {
        let entry = json!({
            "id": id, "manifest_file": file, "digest": digest, "source_path": "/x",
            "registered_at": "2026-10-02T11:04:19Z", "enabled": true,
        });
        json!({"schema_version": 1, "entries": [entry]}).to_string()
    };
    let index = adapters.join("registry.json");
    fs::write(&index, registry(&format!("sha256:{}", "0".repeat(64)))).unwrap();
    fs::write(adapters.join(&file), &text).unwrap();

    let homes = Homes {
        home: None,
        fornax: Some(root.path().join("fornax")),
    };
    let mut client = Client::of(Server::new(homes));
    let watching = json!({"dynamicRegistration": true, "relativePatternSupport": true});
    let capabilities = json!({"workspace": {"didChangeWatchedFiles": watching}});
    client.initialize(&json!({ "capabilities": capabilities }));
    let registered = client.asked_for("client/registerCapability").to_string();
    let folder = format!("file://{}", adapters.to_str().unwrap());
    assert!(registered.contains(&folder), "{registered}");

    let uri = "file:///w/x.manifest.json";
    let found = rules_of(&client.open_and_check(uri, &text));
    assert!(
        found.contains(&"registered-digest-changed".to_owned()),
        "{found:?}"
    );
    // Registered again: the editor tells, since it was asked to watch the folder.
    fs::write(
        &index,
        registry(&fornax_manifest::fornax_pin(text.as_bytes())),
    )
    .unwrap();
    let index = format!("{folder}/registry.json");
    let changed = json!({"changes": [{"uri": index, "type": 2}]});
    client.notify("workspace/didChangeWatchedFiles", changed);
    let found = rules_of(&client.published(uri));
    assert!(
        !found.contains(&"registered-digest-changed".to_owned()),
        "{found:?}"
    );
    client.finish();
}

#[test]
fn a_client_need_not_number_its_documents() {
    let mut client = Client::with(&json!({}));
    let uri = "file:///w/ak-adapter.json";
    let text = sample("ak-adapter");
    for nothing in [json!({}), json!({"version": null})] {
        let named = |uri: &str, more: Value| {
            let mut document = nothing.clone();
            document["uri"] = json!(uri);
            for (name, value) in more.as_object().unwrap() {
                document[name] = value.clone();
            }
            document
        };
        let opened = named(uri, json!({"text": text}));
        client.notify("textDocument/didOpen", json!({"textDocument": opened}));
        assert_eq!(client.published(uri)["diagnostics"], json!([]));
        // A change that is lost would put the next one in the wrong place.
        let start = json!({"line": 0, "character": 0});
        let blanks = json!([{"range": {"start": start, "end": start}, "text": "\n\n"}]);
        let changed = named(uri, json!({}));
        let params = json!({"textDocument": changed, "contentChanges": blanks});
        client.notify("textDocument/didChange", params);
        let at = json!({"line": 2, "character": 1});
        let comma = json!([{"range": {"start": at, "end": at}, "text": ","}]);
        client.edit(uri, 7, &comma);
        let published = client.published_for(uri, 7);
        assert_eq!(
            published["diagnostics"][0]["range"]["start"], at,
            "{published}"
        );
        client.close(uri);
        client.published(uri);
    }
    client.finish();
}
