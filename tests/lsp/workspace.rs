//! Files that aren't open: shown where the user wants that, or handed to a client that asks.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::client::{Client, asking, rules, sample};

fn uri(folder: &Path, name: &str) -> String {
    format!("file://{}/{name}", folder.to_str().unwrap())
}

fn broken() -> String {
    sample("ak-adapter").replacen('}', ",}", 1)
}

/// A configuration under which equal samples are no fault.
const MAY_SHARE: &str = "[rules]\nid-shared = \"off\"\n";

/// A folder with three manifests, one of them broken, and another program's file.
fn folder() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("a", sample("ak-adapter")),
        ("b", broken()),
        ("c", sample("ak-adapter")),
    ] {
        fs::create_dir(root.path().join(name)).unwrap();
        fs::write(root.path().join(name).join("ak-adapter.json"), text).unwrap();
    }
    fs::write(root.path().join("fornax-lint.toml"), MAY_SHARE).unwrap();
    fs::write(root.path().join("package.json"), "{,}").unwrap();
    root
}

fn client(root: &Path, capabilities: &Value, options: &Value) -> Client {
    let mut client = Client::start();
    client.initialize(&json!({
        "capabilities": capabilities,
        "initializationOptions": options,
        "workspaceFolders": [{"uri": uri(root, ""), "name": "w"}],
    }));
    client
}

#[test]
fn files_that_are_not_open_are_shown_to_those_who_want_that() {
    let root = folder();
    let root = root.path();
    let mut client = client(root, &json!({}), &json!({"diagnosticScope": "workspace"}));
    let b = uri(root, "b/ak-adapter.json");
    let published = client.published(&b);
    assert_eq!(rules(&published), ["trailing-comma"]);
    assert!(published["version"].is_null());

    // Opened, and mended there, but not saved: closed, the file is what it was.
    assert_eq!(
        rules(&client.open_and_check(&b, &sample("ak-adapter"))),
        [""; 0]
    );
    client.close(&b);
    assert_eq!(client.published(&b)["diagnostics"], json!([]));
    assert_eq!(rules(&client.published(&b)), ["trailing-comma"]);

    // Mended on disk, and another one broken.
    fs::write(root.join("b/ak-adapter.json"), sample("ak-adapter")).unwrap();
    fs::write(root.join("c/ak-adapter.json"), broken()).unwrap();
    let c = uri(root, "c/ak-adapter.json");
    let changes = json!([{"uri": b, "type": 2}, {"uri": c, "type": 2}]);
    client.notify(
        "workspace/didChangeWatchedFiles",
        json!({ "changes": changes }),
    );
    assert_eq!(rules(&client.published(&c)), ["trailing-comma"]);
    assert_eq!(client.published(&b)["diagnostics"], json!([]));

    // Deleted.
    fs::remove_file(root.join("c/ak-adapter.json")).unwrap();
    client.notify(
        "workspace/didChangeWatchedFiles",
        json!({"changes": [{"uri": c, "type": 3}]}),
    );
    assert_eq!(client.published(&c)["diagnostics"], json!([]));

    // Switched off.
    fs::write(root.join("a/ak-adapter.json"), broken()).unwrap();
    let a = uri(root, "a/ak-adapter.json");
    client.notify(
        "workspace/didChangeWatchedFiles",
        json!({"changes": [{"uri": a, "type": 2}]}),
    );
    assert_eq!(rules(&client.published(&a)), ["trailing-comma"]);
    let settings = json!({"settings": {"fornax": {"diagnosticScope": "openFiles"}}});
    client.notify("workspace/didChangeConfiguration", settings);
    assert_eq!(client.published(&a)["diagnostics"], json!([]));
    client.finish();
}

#[test]
fn the_first_check_shows_how_far_it_is() {
    let root = folder();
    let capabilities = json!({"window": {"workDoneProgress": true}});
    let options = json!({"diagnosticScope": "workspace"});
    let mut client = client(root.path(), &capabilities, &options);
    client.published(&uri(root.path(), "b/ak-adapter.json"));
    let token = client.asked_for("window/workDoneProgress/create")["token"].clone();
    let begin = client.notified("$/progress");
    assert_eq!(begin["token"], token);
    assert_eq!(begin["value"]["kind"], "begin");
    // On a busy machine it says more than that.
    while client.notified("$/progress")["value"]["kind"] != "end" {}
    client.notify("window/workDoneProgress/cancel", json!({ "token": token }));
    client.finish();
}

#[test]
fn nothing_is_shown_to_those_who_do_not_want_it() {
    let root = folder();
    let mut client = client(root.path(), &json!({}), &json!({}));
    assert!(client.drain().is_empty());
    client.finish();
}

#[test]
fn a_client_that_asks_is_told_of_all_files() {
    let root = folder();
    let root = root.path();
    let options = json!({"diagnosticScope": "workspace"});
    let mut client = client(root, &asking(), &options);
    let open = uri(root, "c/ak-adapter.json");
    client.open(&open, &broken());
    let ask = |client: &mut Client, previous: &[(String, Value)]| {
        let previous: Vec<Value> = previous
            .iter()
            .map(|(uri, id)| json!({"uri": uri, "value": id}))
            .collect();
        let params = json!({"previousResultIds": previous, "workDoneToken": "t"});
        let report = client.request("workspace/diagnostic", params);
        assert_eq!(client.notified("$/progress")["value"]["kind"], "begin");
        assert_eq!(client.notified("$/progress")["value"]["kind"], "end");
        report["items"].as_array().unwrap().clone()
    };
    let ids = |items: &[Value]| -> Vec<(String, Value)> {
        items
            .iter()
            .map(|item| {
                (
                    item["uri"].as_str().unwrap().to_owned(),
                    item["resultId"].clone(),
                )
            })
            .collect()
    };
    let of = |items: &[Value], name: &str| {
        let uri = uri(root, name);
        items
            .iter()
            .find(|item| item["uri"] == uri)
            .unwrap()
            .clone()
    };
    let first = ask(&mut client, &[]);
    assert_eq!(first.len(), 3, "{first:#?}");
    assert_eq!(rules(&of(&first, "a/ak-adapter.json")), [""; 0]);
    assert_eq!(rules(&of(&first, "b/ak-adapter.json")), ["trailing-comma"]);
    assert_eq!(of(&first, "c/ak-adapter.json")["version"], 1);
    assert_eq!(rules(&of(&first, "c/ak-adapter.json")), ["trailing-comma"]);

    let second = ask(&mut client, &ids(&first));
    assert!(
        second.iter().all(|item| item["kind"] == "unchanged"),
        "{second:#?}"
    );

    fs::write(root.join("b/ak-adapter.json"), sample("ak-adapter")).unwrap();
    fs::remove_file(root.join("a/ak-adapter.json")).unwrap();
    let third = ask(&mut client, &ids(&first));
    for name in ["a/ak-adapter.json", "b/ak-adapter.json"] {
        let item = of(&third, name);
        assert_eq!(item["kind"], "full");
        assert_eq!(rules(&item), [""; 0], "{name}");
    }
    assert!(client.drain().is_empty());

    // What the user no longer wants to see is taken back.
    let settings = json!({"settings": {"fornax": {"diagnosticScope": "openFiles"}}});
    client.notify("workspace/didChangeConfiguration", settings);
    let previous = ids(&[of(&first, "b/ak-adapter.json")]);
    let previous = json!([{"uri": previous[0].0, "value": previous[0].1}]);
    let report = client.request(
        "workspace/diagnostic",
        json!({"previousResultIds": previous}),
    );
    let items = report["items"].as_array().unwrap();
    assert_eq!(items.len(), 2, "{items:#?}");
    assert_eq!(rules(&of(items, "b/ak-adapter.json")), [""; 0]);
    assert_eq!(rules(&of(items, "c/ak-adapter.json")), ["trailing-comma"]);
    client.finish();
}

#[test]
fn a_request_that_takes_long_can_be_cancelled() {
    let root = folder();
    for number in 0..2000 {
        let folder = root.path().join(number.to_string());
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("ak-adapter.json"), sample("ak-adapter")).unwrap();
    }
    let options = json!({"diagnosticScope": "workspace"});
    let mut client = client(root.path(), &asking(), &options);
    let id = client.ask("workspace/diagnostic", json!({"previousResultIds": []}));
    // Others needn't wait for it.
    assert_eq!(client.refused("test/unknown", Value::Null), -32601);
    client.notify("$/cancelRequest", json!({ "id": id }));
    assert_eq!(client.answer(&json!(id))["error"]["code"], -32800);
    client.finish();
}

#[test]
fn a_trace_is_kept_for_those_who_want_it() {
    let mut client = Client::with(&json!({}));
    client.notify("$/setTrace", json!({"value": "messages"}));
    client.refused("test/unknown", Value::Null);
    let line = client.notified("$/logTrace");
    assert!(
        line["message"]
            .as_str()
            .unwrap()
            .starts_with("test/unknown ("),
        "{line}"
    );
    assert!(line["verbose"].is_null());
    client.notify("$/setTrace", json!({"value": "verbose"}));
    client.refused("test/unknown", json!({"secret": 1}));
    let line = loop {
        let line = client.notified("$/logTrace");
        if line["message"].as_str().unwrap().starts_with("test") {
            break line;
        }
    };
    assert!(line["verbose"].as_str().unwrap().contains("secret"));
    client.notify("$/setTrace", json!({"value": "off"}));
    client.finish_reading_nothing();
}
