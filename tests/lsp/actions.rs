//! Code actions: every fix, on the current text, and only what was asked for.

use std::fs;

use serde_json::{Value, json};

use crate::client::{Client, range_of, rules, sample};
use crate::editing::apply;

const URI: &str = "file:///w/ak-adapter.json";

/// A client that takes code actions and checks versions.
fn client() -> Client {
    Client::with(&json!({
        "textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}},
        "workspace": {"workspaceEdit": {"documentChanges": true, "resourceOperations": ["create"]}},
    }))
}

fn everywhere() -> Value {
    json!({"start": {"line": 0, "character": 0}, "end": {"line": 9999, "character": 0}})
}

fn actions(client: &mut Client, uri: &str, range: Value, only: Value) -> Vec<Value> {
    let mut context = json!({"diagnostics": []});
    if !only.is_null() {
        context["only"] = only;
    }
    let document = json!({"uri": uri});
    let params = json!({"textDocument": document, "range": range, "context": context});
    let result = client.request("textDocument/codeAction", params);
    result.as_array().unwrap().clone()
}

fn titled<'a>(actions: &'a [Value], title: &str) -> &'a Value {
    actions
        .iter()
        .find(|action| action["title"].as_str().unwrap().contains(title))
        .unwrap_or_else(|| panic!("no {title:?} in {actions:#?}"))
}

/// The edits of an action that changes one document.
fn edits(action: &Value) -> Vec<Value> {
    let changes = action["edit"]["documentChanges"].as_array().unwrap();
    changes.last().unwrap()["edits"].as_array().unwrap().clone()
}

fn titles(actions: &[Value]) -> Vec<&str> {
    actions
        .iter()
        .map(|action| action["title"].as_str().unwrap())
        .filter(|title| !title.starts_with("Ignore"))
        .collect()
}

#[test]
fn a_fix_is_an_action_on_the_current_text() {
    let mut client = client();
    let text = sample("ak-adapter").replacen("\"contract\"", "\"contracts\"", 1);
    let published = client.open_and_check(URI, &text);
    assert!(rules(&published).contains(&"unknown-field"), "{published}");
    // A line above has moved it since.
    let text = format!("\n\n{text}");
    client.change(URI, 2, &text);
    client.published(URI);
    let found = actions(
        &mut client,
        URI,
        range_of(&text, "contracts"),
        json!(["quickfix"]),
    );
    let rename = titled(&found, "Rename");
    assert_eq!(rename["kind"], "quickfix");
    assert_eq!(rename["isPreferred"], true);
    assert_eq!(rename["diagnostics"][0]["code"], "unknown-field");
    let document = &rename["edit"]["documentChanges"][0]["textDocument"];
    assert_eq!(*document, json!({"uri": URI, "version": 2}));
    let fixed = apply(&text, &edits(rename), "utf-16");
    assert_eq!(fixed, format!("\n\n{}", sample("ak-adapter")));
    client.finish();
}

#[test]
fn a_client_without_versions_gets_plain_changes() {
    let mut client = Client::with(&json!({
        "textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}},
    }));
    client.open_and_check(URI, &sample("ak-adapter").replacen('}', ",}", 1));
    let found = actions(&mut client, URI, everywhere(), Value::Null);
    for action in found {
        assert!(action["edit"]["documentChanges"].is_null());
        assert!(action["edit"]["changes"][URI].is_array(), "{action}");
    }
    client.finish();
}

#[test]
fn a_client_that_takes_commands_only_is_offered_nothing() {
    let mut client = Client::start();
    let result = client.initialize(&json!({"capabilities": {"textDocument": {"codeAction": {}}}}));
    assert!(result["capabilities"]["codeActionProvider"].is_null());
    client.finish();
}

#[test]
fn only_what_was_asked_for_is_offered() {
    let mut client = client();
    let text = sample("ak-adapter")
        .replacen('}', ",}", 2)
        .replacen(']', ",]", 1);
    client.open_and_check(URI, &text);
    let mut kinds = |only: Value| {
        let found = actions(&mut client, URI, everywhere(), only);
        let mut kinds: Vec<String> = found
            .iter()
            .map(|action| action["kind"].as_str().unwrap().to_owned())
            .collect();
        kinds.sort();
        kinds.dedup();
        kinds
    };
    assert_eq!(kinds(json!(["quickfix"])), ["quickfix"]);
    for only in ["source", "source.fixAll", "source.fixAll.fornax"] {
        assert_eq!(kinds(json!([only])), ["source.fixAll.fornax"], "{only}");
    }
    for only in [
        "refactor",
        "source.organizeImports",
        "source.fixAll.eslint",
        "quick",
    ] {
        assert_eq!(kinds(json!([only])), [""; 0], "{only}");
    }
    // A list without any asks for no kind in particular.
    assert_eq!(kinds(json!([])), ["quickfix", "source.fixAll.fornax"]);
    assert_eq!(kinds(Value::Null), ["quickfix", "source.fixAll.fornax"]);
    client.finish();
}

#[test]
fn an_action_belongs_to_the_place_that_was_asked_about() {
    let mut client = client();
    let text = "{\n  \"name\": \"acme\",,\n  \"version\": \"1.0.0\",\n}\n";
    client.open_and_check(URI, text);
    let here = range_of(text, "\"name\"");
    let found = actions(&mut client, URI, here, json!(["quickfix"]));
    assert!(titles(&found).is_empty(), "{found:#?}");
    client.finish();
}

#[test]
fn all_of_a_kind_and_all_that_is_safe_are_fixed_at_once() {
    let mut client = client();
    let good = sample("ak-adapter");
    let text = good
        .replacen('}', ",}", 3)
        .replacen("\"name\"", "// a comment\n  \"name\"", 1);
    client.open_and_check(URI, &text);

    let found = actions(&mut client, URI, everywhere(), json!(["quickfix"]));
    let same = titled(&found, "Fix all `trailing-comma`");
    let fixed = apply(&text, &edits(same), "utf-16");
    assert!(
        !fixed.contains(",}") && fixed.contains("// a comment"),
        "{fixed}"
    );

    let found = actions(&mut client, URI, everywhere(), json!(["source.fixAll"]));
    let [all] = found.as_slice() else {
        panic!("{found:#?}");
    };
    let fixed = apply(&text, &edits(all), "utf-16");
    client.change(URI, 2, &fixed);
    assert_eq!(rules(&client.published(URI)), [""; 0], "{fixed}");
    let found = actions(&mut client, URI, everywhere(), json!(["source.fixAll"]));
    assert!(found.is_empty(), "nothing is left to fix");
    client.finish();
}

#[test]
fn what_might_not_be_meant_is_not_fixed_unseen() {
    let mut client = client();
    // Which of the two was meant?
    let text = sample("fornax-manifest").replacen("\"uninstall\"", "\"uninstal\"", 1);
    let uri = "file:///w/x.manifest.json";
    let published = client.open_and_check(uri, &text);
    assert!(rules(&published).contains(&"invalid-value"), "{published}");
    assert!(actions(&mut client, uri, everywhere(), json!(["source.fixAll"])).is_empty());
    let found = actions(&mut client, uri, everywhere(), json!(["quickfix"]));
    titled(&found, "`uninstall`");
    client.finish();
}

#[test]
fn both_sides_of_a_mismatch_can_be_changed() {
    let mut client = client();
    let uri = "file:///w/x.manifest.json";
    let text = sample("fornax-manifest");
    let at = text.find("\"marker_value\"").unwrap();
    let value = text[at..].split('"').nth(3).unwrap();
    let text = text.replacen(value, &format!("{value}-other"), 1);
    let published = client.open_and_check(uri, &text);
    assert!(
        rules(&published).contains(&"marker-mismatch"),
        "{published}"
    );
    let found = actions(&mut client, uri, everywhere(), json!(["quickfix"]));
    let mismatch: Vec<_> = found
        .iter()
        .filter(|action| action["diagnostics"][0]["code"] == "marker-mismatch")
        .filter(|action| !action["title"].as_str().unwrap().starts_with("Ignore"))
        .collect();
    assert_eq!(mismatch.len(), 2, "{mismatch:#?}");
    let preferred = mismatch
        .iter()
        .filter(|action| action["isPreferred"] == true);
    assert_eq!(preferred.count(), 1);
    for action in mismatch {
        let fixed = apply(&text, &edits(action), "utf-16");
        client.change(uri, 2, &fixed);
        let published = client.published(uri);
        assert!(!rules(&published).contains(&"marker-mismatch"), "{fixed}");
    }
    client.finish();
}

#[test]
fn all_that_is_missing_can_be_added() {
    let mut client = client();
    client.open_and_check(URI, "{\n  \"name\": \"acme\",\n  \"host\": {}\n}\n");
    let text = "{\n  \"name\": \"acme\",\n  \"host\": {}\n}\n";
    let found = actions(&mut client, URI, everywhere(), json!(["quickfix"]));
    let all = titled(&found, "Add all missing");
    let fixed = apply(text, &edits(all), "utf-16");
    client.change(URI, 2, &fixed);
    let published = client.published(URI);
    assert!(
        !rules(&published).contains(&"missing-field"),
        "{fixed}\n{published}"
    );
    client.finish();
}

#[test]
fn edits_are_counted_in_the_units_of_the_client() {
    for unit in ["utf-8", "utf-16", "utf-32"] {
        let mut client = Client::start();
        client.initialize(&json!({"capabilities": {
            "general": {"positionEncodings": [unit]},
            "textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}},
            "workspace": {"workspaceEdit": {"documentChanges": true}},
        }}));
        let text = "{\r\n \"é😀\": \"日本\", \"naem\": \"é\", }";
        client.open_and_check(URI, text);
        let found = actions(&mut client, URI, everywhere(), json!(["source.fixAll"]));
        let fixed = apply(text, &edits(&found[0]), unit);
        assert_eq!(
            fixed, "{\r\n \"é😀\": \"日本\", \"naem\": \"é\" }",
            "{unit}"
        );
        client.finish();
    }
}

#[test]
fn a_finding_can_be_ignored_in_the_configuration() {
    let root = tempfile::tempdir().unwrap();
    let folder = |name: &str| format!("file://{}/{name}", root.path().to_str().unwrap());
    let uri = folder("sub/ak-adapter.json");
    fs::create_dir(root.path().join("sub")).unwrap();
    let mut client = Client::start();
    client.initialize(&json!({
        "capabilities": {
            "textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}},
            "workspace": {"workspaceEdit": {"documentChanges": true, "resourceOperations": ["create"]}},
        },
        "workspaceFolders": [{"uri": folder(""), "name": "w"}],
    }));
    let text = sample("ak-adapter").replacen("\"contract\"", "\"x\": 1, \"contract\"", 1);
    assert_eq!(
        rules(&client.open_and_check(&uri, &text)),
        ["unknown-field"]
    );

    // There is no configuration yet: one is created.
    let found = actions(&mut client, &uri, everywhere(), json!(["quickfix"]));
    let ignore = titled(&found, "Ignore this `unknown-field`");
    let changes = &ignore["edit"]["documentChanges"];
    assert_eq!(changes[0]["kind"], "create");
    assert_eq!(changes[0]["uri"], folder("fornax-lint.toml"));
    let created = apply("", &edits(ignore), "utf-16");
    fs::write(root.path().join("fornax-lint.toml"), &created).unwrap();
    let event = json!({"changes": [{"uri": folder("fornax-lint.toml"), "type": 1}]});
    client.notify("workspace/didChangeWatchedFiles", event);
    assert_eq!(rules(&client.published(&uri)), [""; 0], "{created}");

    // Now there is one: it gets longer.
    let text = text.replacen("\"contract\"", "\"y\": 1, \"contract\"", 1);
    client.change(&uri, 2, &text);
    assert_eq!(rules(&client.published(&uri)), ["unknown-field"]);
    let found = actions(&mut client, &uri, everywhere(), json!(["quickfix"]));
    let ignore = titled(&found, "Ignore this `unknown-field`");
    assert!(ignore["edit"]["documentChanges"][0]["kind"].is_null());
    let longer = apply(&created, &edits(ignore), "utf-16");
    assert!(
        longer.starts_with(&created) && longer.contains("/y"),
        "{longer}"
    );
    client.finish();
}

#[test]
fn an_ignored_finding_is_added_to_the_configuration_as_it_is_now() {
    let root = tempfile::tempdir().unwrap();
    let file = root.path().join("fornax-lint.toml");
    let folder = |name: &str| format!("file://{}/{name}", root.path().to_str().unwrap());
    for (kind, name, from, to) in [
        (
            "ak-adapter",
            "sub/ak-adapter.json",
            "\"contract\"",
            "\"x\": 1, \"contract\"",
        ),
        (
            "fornax-manifest",
            "sub/x.manifest.json",
            "\"id\"",
            "\"x\": 1, \"id\"",
        ),
    ] {
        let uri = folder(name);
        fs::write(&file, "exclude = [\"vendor\"]\n").unwrap();
        let mut client = Client::start();
        client.initialize(&json!({
            "capabilities": {
                "textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}},
                "workspace": {"workspaceEdit": {"documentChanges": true, "resourceOperations": ["create"]}},
            },
            "workspaceFolders": [{"uri": folder(""), "name": "w"}],
        }));
        let published = client.open_and_check(&uri, &sample(kind).replacen(from, to, 1));
        assert!(rules(&published).contains(&"unknown-field"), "{published}");
        let offered = |client: &mut Client| {
            let found = actions(client, &uri, everywhere(), json!(["quickfix"]));
            let ignores = |action: &Value| {
                let title = action["title"].as_str().unwrap();
                title.starts_with("Ignore this `unknown-field`")
            };
            found.into_iter().find(ignores)
        };

        // The file has changed, and nobody has told: it may have no newline at its end, either.
        for now in [
            "# a\n# é😀\nexclude = [\"vendor\"]\n",
            "published = true",
            "",
        ] {
            fs::write(&file, now).unwrap();
            let action = offered(&mut client).unwrap();
            assert!(action["edit"]["documentChanges"][0]["kind"].is_null());
            let longer = apply(now, &edits(&action), "utf-16");
            assert!(longer.starts_with(now), "{longer}");
            assert!(
                longer[now.len()..].trim().starts_with("[[ignore]]"),
                "{longer}"
            );
        }

        // What can't be used isn't touched, whether it is TOML or not.
        for broken in ["exclude = [\n  \"x\" \"y\"\n]\n", "publishd = true\n"] {
            fs::write(&file, broken).unwrap();
            assert!(offered(&mut client).is_none(), "{broken}");
        }
        fs::write(&file, b"# \xff\n").unwrap();
        assert!(offered(&mut client).is_none());

        // Before all that there is the editor's text of it.
        let config = folder("fornax-lint.toml");
        let now = "# one\n# two\npublished = true\n";
        client.open_as(&config, "toml", now);
        let longer = apply(now, &edits(&offered(&mut client).unwrap()), "utf-16");
        assert!(longer.starts_with(now), "{longer}");
        client.change(&config, 2, "exclude = [");
        assert!(offered(&mut client).is_none());
        client.finish();
        fs::remove_file(&file).unwrap();
    }
}

#[test]
fn a_configuration_is_created_where_it_governs_and_none_is() {
    let root = tempfile::tempdir().unwrap();
    let folder = |name: &str| format!("file://{}/{name}", root.path().to_str().unwrap());
    // What lies above a repository has no say in it.
    fs::create_dir_all(root.path().join("repository/.git")).unwrap();
    fs::write(root.path().join("fornax-lint.toml"), "published = true\n").unwrap();
    let mut client = Client::start();
    client.initialize(&json!({
        "capabilities": {
            "textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}},
            "workspace": {"workspaceEdit": {"documentChanges": true, "resourceOperations": ["create"]}},
        },
        "workspaceFolders": [{"uri": folder(""), "name": "w"}],
    }));
    let uri = folder("repository/ak-adapter.json");
    let text = sample("ak-adapter").replacen("\"contract\"", "\"x\": 1, \"contract\"", 1);
    client.open_and_check(&uri, &text);
    let found = actions(&mut client, &uri, everywhere(), json!(["quickfix"]));
    let ignore = titled(&found, "Ignore this `unknown-field`");
    let changes = &ignore["edit"]["documentChanges"];
    assert_eq!(changes[0]["uri"], folder("repository/fornax-lint.toml"));
    client.finish();
}

#[test]
fn an_action_for_an_unknown_document_is_refused() {
    let mut client = client();
    let document = json!({"uri": "file:///w/none.json"});
    let context = json!({"diagnostics": []});
    let params = json!({"textDocument": document, "range": everywhere(), "context": context});
    assert_eq!(client.refused("textDocument/codeAction", params), -32602);
    client.finish();
}
