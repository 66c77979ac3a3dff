//! Files that aren't open: shown where the user wants that, or handed to a client that asks.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use fornax_lsp::Server;
use fornax_manifest::{Diagnostic, Document, Options, Surroundings, check};
use fornax_project::Homes;
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
fn a_file_that_is_not_open_has_one_answer_however_it_is_asked_for() {
    let root = tempfile::tempdir().unwrap();
    let root = root.path();
    let elsewhere = tempfile::tempdir().unwrap();
    fs::write(elsewhere.path().join("ak-adapter.json"), broken()).unwrap();
    let all = [
        (
            "fornax-lint.toml",
            "exclude = [\"vendor/\"]\n[files]\nak-adapter = [\"nova.json\"]\n",
        ),
        ("a/ak-adapter.json", &broken()),
        ("b/ak-adapter.json", &sample("ak-adapter")),
        ("nova.json", &broken()),
        ("other.json", &broken()),
        ("site.manifest.json", "{\"icons\": [],}"),
        ("x.manifest.json", "{\"schema_version\": 1,}"),
        (".hidden/ak-adapter.json", &broken()),
        ("vendor/ak-adapter.json", &broken()),
        (".ignore", "ignored/\n"),
        ("ignored/ak-adapter.json", &broken()),
        ("nested/fornax-lint.toml", "[rulez]\n"),
        ("nested/ak-adapter.json", &broken()),
        ("empty/ak-adapter.json", ""),
    ];
    for (name, text) in all {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let mut names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
    #[cfg(unix)]
    {
        let links = root.join("links");
        fs::create_dir(&links).unwrap();
        let out = elsewhere.path().join("ak-adapter.json");
        std::os::unix::fs::symlink(out, links.join("ak-adapter.json")).unwrap();
        std::os::unix::fs::symlink("../a/ak-adapter.json", links.join("in.manifest.json")).unwrap();
        names.extend(["links/ak-adapter.json", "links/in.manifest.json"]);
    }
    names.extend(["none/ak-adapter.json", "."]);
    for scope in ["workspace", "openFiles"] {
        let mut client = client(root, &asking(), &json!({"diagnosticScope": scope}));
        // One by one first: nobody need have looked at all of them.
        let answers: Vec<Value> = names
            .iter()
            .map(|name| {
                let params = json!({"textDocument": {"uri": uri(root, name)}});
                client.request("textDocument/diagnostic", params)
            })
            .collect();
        let report = client.request("workspace/diagnostic", json!({"previousResultIds": []}));
        let told = report["items"].as_array().unwrap();
        let mut found = 0;
        for (name, mut answer) in names.iter().zip(answers) {
            let uri = uri(root, name);
            let item = told.iter().find(|item| item["uri"] == uri);
            // A configuration is met with what it governs, and then asked about again.
            if name.ends_with(".toml") {
                let params = json!({"textDocument": {"uri": uri}});
                answer = client.request("textDocument/diagnostic", params);
            }
            found += usize::from(item.is_some());
            assert_eq!(
                answer["items"],
                item.map_or(json!([]), |item| item["items"].clone()),
                "{scope} {name}"
            );
            assert_eq!(
                answer["resultId"],
                item.map_or(Value::Null, |item| item["resultId"].clone()),
                "{scope} {name}"
            );
        }
        assert_eq!(found, told.len(), "{told:#?}");
        assert_eq!(found > 5, scope == "workspace");
        client.finish_reading_nothing();
    }
}

#[test]
fn words_about_hidden_characters_show_signs_for_them() {
    let root = tempfile::tempdir().unwrap();
    let root = root.path();
    fs::write(root.join("fornax-lint.toml"), "\"a\\n\\u202eb\" = 1\n").unwrap();
    let mut client = client(root, &json!({}), &json!({"diagnosticScope": "workspace"}));
    let said = client.published(&uri(root, "fornax-lint.toml"));
    let message = said["diagnostics"][0]["message"].as_str().unwrap();
    assert!(message.contains("`a␊‹U+202E›b`"), "{message}");
    let manifest = uri(root, "b/ak-adapter.json");
    client.open(&manifest, "{\"a\\n\\u202eb\": 1}");
    let said = client.published(&manifest);
    let messages: Vec<_> = said["diagnostics"].as_array().unwrap().iter().collect();
    let is_named = |item: &&&Value| {
        let message = item["message"].as_str().unwrap();
        message.contains("an unknown field `a␊‹U+202E›b`\n")
    };
    assert_eq!(messages.iter().filter(is_named).count(), 1, "{said:#}");
}

#[test]
fn a_broken_configuration_is_told_of_where_it_governs() {
    let root = tempfile::tempdir().unwrap();
    let root = root.path();
    fs::create_dir(root.join("a")).unwrap();
    fs::write(root.join("a/fornax-lint.toml"), "[rulez]\n").unwrap();
    fs::write(root.join("a/ak-adapter.json"), sample("ak-adapter")).unwrap();
    let config = uri(root, "a/fornax-lint.toml");
    // Of what isn't open nobody is told, unless it governs what is.
    let mut asker = client(root, &asking(), &json!({}));
    asker.request("workspace/diagnostic", json!({"previousResultIds": []}));
    let said = asker.drain();
    let is_told = |message: &Value| message["params"]["uri"] == config;
    assert!(!said.iter().any(is_told), "{said:#?}");
    asker.open(&uri(root, "a/ak-adapter.json"), &sample("ak-adapter"));
    assert_eq!(rules(&asker.published(&config)), ["broken-configuration"]);
    asker.finish_reading_nothing();
    // Or unless whoever asks wants to see all files.
    let mut asker = client(root, &asking(), &json!({"diagnosticScope": "workspace"}));
    asker.request("workspace/diagnostic", json!({"previousResultIds": []}));
    assert_eq!(rules(&asker.published(&config)), ["broken-configuration"]);
    asker.finish_reading_nothing();
    // Whoever wants to see all files sees this, too: once, and for as long as it is broken.
    let mut shown = client(root, &json!({}), &json!({"diagnosticScope": "workspace"}));
    assert_eq!(rules(&shown.published(&config)), ["broken-configuration"]);
    shown.notified("window/showMessage");
    let other = json!([{"uri": uri(root, "b/fornax-lint.toml"), "type": 3}]);
    shown.notify(
        "workspace/didChangeWatchedFiles",
        json!({ "changes": other }),
    );
    fs::write(root.join("a/fornax-lint.toml"), "published = true\n").unwrap();
    let mended = json!([{"uri": config, "type": 2}]);
    shown.notify(
        "workspace/didChangeWatchedFiles",
        json!({ "changes": mended }),
    );
    while !rules(&shown.published(&config)).is_empty() {}
    let said = shown.drain();
    let again = said
        .iter()
        .any(|message| message["method"] == "window/showMessage");
    assert!(!again, "{said:#?}");
    shown.finish_reading_nothing();
}

/// How many documents were checked in the session of one test.
static CHECKS: AtomicUsize = AtomicUsize::new(0);

fn counted(
    document: &Document,
    options: &Options,
    surroundings: &dyn Surroundings,
) -> Vec<Diagnostic> {
    CHECKS.fetch_add(1, Ordering::Relaxed);
    check(document, options, surroundings)
}

#[test]
fn a_letter_has_one_document_checked_however_many_there_are() {
    let root = tempfile::tempdir().unwrap();
    let names: Vec<String> = (0..40)
        .map(|number| format!("{number}/ak-adapter.json"))
        .collect();
    for name in &names {
        let path = root.path().join(name);
        fs::create_dir(path.parent().unwrap()).unwrap();
        fs::write(path, sample("ak-adapter")).unwrap();
    }
    fs::write(root.path().join("fornax-lint.toml"), MAY_SHARE).unwrap();
    let progress = json!({"window": {"workDoneProgress": true}});
    for (pulls, capabilities) in [(false, progress), (true, asking())] {
        let mut client = Client::of(Server::new(Homes::default()).checking_with(counted));
        client.initialize(&json!({
            "capabilities": capabilities,
            "initializationOptions": {"diagnosticScope": "workspace"},
            "workspaceFolders": [{"uri": uri(root.path(), ""), "name": "w"}],
        }));
        // Half of them are open.
        for name in &names[..20] {
            client.open(&uri(root.path(), name), &sample("ak-adapter"));
        }
        let document = uri(root.path(), &names[0]);
        // The look at all files comes to its end first.
        if pulls {
            client.request("workspace/diagnostic", json!({"previousResultIds": []}));
        } else {
            client.asked_for("window/workDoneProgress/create");
            while client.notified("$/progress")["value"]["kind"] != "end" {}
        }
        client.drain();
        let before = CHECKS.load(Ordering::Relaxed);
        for version in 2..12 {
            client.change(
                &document,
                version,
                &format!("{}{version}", sample("ak-adapter")),
            );
            if pulls {
                let params = json!({"textDocument": {"uri": document}});
                client.request("textDocument/diagnostic", params);
            } else {
                client.published_for(&document, version);
            }
        }
        client.drain();
        let checks = CHECKS.load(Ordering::Relaxed) - before;
        assert_eq!(checks, 10, "pulls: {pulls}");
        client.finish_reading_nothing();
    }
}

/// Lets the check of `__slow` documents go on.
static GOES_ON: AtomicBool = AtomicBool::new(false);

fn slow(
    document: &Document,
    options: &Options,
    surroundings: &dyn Surroundings,
) -> Vec<Diagnostic> {
    while document.text().contains("__slow") && !GOES_ON.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(5));
    }
    check(document, options, surroundings)
}

#[test]
fn a_request_that_is_cancelled_before_it_is_done_says_so() {
    let root = tempfile::tempdir().unwrap();
    let text = sample("ak-adapter").replacen("Acme", "__slow", 1);
    assert!(text.contains("__slow"));
    fs::write(root.path().join("ak-adapter.json"), &text).unwrap();
    let mut client = Client::of(Server::new(Homes::default()).checking_with(slow));
    client.initialize(&json!({
        "capabilities": asking(),
        "initializationOptions": {"diagnosticScope": "workspace"},
        "workspaceFolders": [{"uri": uri(root.path(), ""), "name": "w"}],
    }));
    // Two that are under way, of all files and of one.
    let all = client.ask("workspace/diagnostic", json!({"previousResultIds": []}));
    let one = uri(root.path(), "ak-adapter.json");
    let one = client.ask(
        "textDocument/diagnostic",
        json!({"textDocument": {"uri": one}}),
    );
    // Others needn't wait for them.
    assert_eq!(client.refused("test/unknown", Value::Null), -32601);
    for id in [all, one] {
        client.notify("$/cancelRequest", json!({ "id": id }));
        assert_eq!(client.answer(&json!(id))["error"]["code"], -32800);
    }
    // Some that are still to be begun when the news comes: the server is busy with a document.
    client.open("untitled:ak-adapter.json", &text);
    let busy = json!({"textDocument": {"uri": "untitled:ak-adapter.json"}});
    let busy = client.ask("textDocument/diagnostic", busy);
    let waiting: Vec<i64> = (0..3)
        .map(|_| client.ask("test/unknown", Value::Null))
        .collect();
    for id in &waiting[..2] {
        client.notify("$/cancelRequest", json!({ "id": id }));
    }
    // It has read all that came before what the pipe can't hold.
    client.notify("test/unknown", json!("x".repeat(1024 * 1024)));
    GOES_ON.store(true, Ordering::Relaxed);
    assert!(client.answer(&json!(busy))["error"].is_null());
    let codes: Vec<Value> = waiting
        .iter()
        .map(|id| client.answer(&json!(id))["error"]["code"].clone())
        .collect();
    assert_eq!(codes, [-32800, -32800, -32601]);
    // What was answered already, or never asked, is no matter.
    for id in [json!(waiting[0]), json!(4711), json!("x")] {
        client.notify("$/cancelRequest", json!({ "id": id }));
        client.send(&json!({"jsonrpc": "2.0", "id": id, "method": "test/unknown"}));
        assert_eq!(client.answer(&id)["error"]["code"], -32601);
    }
    client.finish_reading_nothing();
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

#[test]
fn files_that_are_not_open_are_held_against_the_texts_that_are() {
    let root = tempfile::tempdir().unwrap();
    let root = root.path();
    fs::create_dir(root.join("kit")).unwrap();
    fs::create_dir(root.join("adapters")).unwrap();
    let host = sample("ak-adapter");
    let name: Value = serde_json::from_str(&host).unwrap();
    let name = name["name"].as_str().unwrap();
    let manifest = sample("fornax-manifest");
    let id: Value = serde_json::from_str(&manifest).unwrap();
    let id = id["id"].as_str().unwrap();
    let copy = format!("adapters/{id}.manifest.json");
    let kit = json!({"hostAdapters": [{"name": name, "source": "./ak-adapter.json"}]});
    let entry = json!({
        "id": id,
        "manifest_file": format!("{id}.manifest.json"),
        "digest": fornax_manifest::fornax_pin(manifest.as_bytes()),
        "source_path": "/x",
        "registered_at": "2026-10-02T11:04:19Z",
        "enabled": true,
    });
    let registry = json!({"schema_version": 1, "entries": [entry]});
    for (name, text) in [
        ("kit/ak-adapter.json", host.clone()),
        ("kit/kit.json", kit.to_string()),
        (&copy, manifest.clone()),
        ("adapters/registry.json", registry.to_string()),
    ] {
        fs::write(root.join(name), text).unwrap();
    }
    let options = json!({"diagnosticScope": "workspace"});
    let mut client = client(root, &json!({}), &options);
    for (open, text, changed, asker, rule) in [
        (
            "kit/ak-adapter.json",
            &host,
            host.replace(&format!("\"{name}\""), "\"another\""),
            "kit/kit.json",
            "kit-name-mismatch",
        ),
        (
            &copy,
            &manifest,
            format!("{manifest} "),
            "adapters/registry.json",
            "registry-digest-mismatch",
        ),
    ] {
        let (open, asker) = (uri(root, open), uri(root, asker));
        let has_it = |client: &mut Client, is_there: bool| {
            while rules(&client.published(&asker)).contains(&rule) != is_there {}
        };
        // Opened with another text than the file's, changed back, and changed again.
        client.open(&open, &changed);
        has_it(&mut client, true);
        client.change(&open, 2, text);
        has_it(&mut client, false);
        client.change(&open, 3, &changed);
        has_it(&mut client, true);
        client.close(&open);
        has_it(&mut client, false);
    }
    client.finish_reading_nothing();
}
