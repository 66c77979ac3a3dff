//! Clients that spell things in some way of their own: what can be read is, and of the rest that is
//! said.

use serde_json::{Value, json};

use crate::client::{Client, asking, rules, sample};

const URI: &str = "file:///w/ak-adapter.json";

/// The next warning in the log that the client keeps.
fn warning(client: &mut Client) -> String {
    loop {
        let line = client.notified("window/logMessage");
        if line["type"] == 2 {
            return line["message"].as_str().unwrap().to_owned();
        }
    }
}

fn broken() -> String {
    sample("ak-adapter").replacen('}', ",}", 1)
}

#[test]
fn a_uri_need_not_be_spelt_as_it_should() {
    for (spelt, meant) in [
        (
            "file:///w/a b/ak-adapter.json",
            "file:///w/a%20b/ak-adapter.json",
        ),
        (
            "file:///w/é{1}/ak-adapter.json",
            "file:///w/%C3%A9%7B1%7D/ak-adapter.json",
        ),
        (
            "file:///w/100%/ak-adapter.json",
            "file:///w/100%25/ak-adapter.json",
        ),
        ("/w/a b/ak-adapter.json", "file:///w/a%20b/ak-adapter.json"),
        ("C:\\w\\ak-adapter.json", "file:///c:/w/ak-adapter.json"),
        (
            "file:///C:\\w\\ak-adapter.json",
            "file:///c%3A/w/ak-adapter.json",
        ),
        ("file:/w/ak-adapter.json", "file:///w/ak-adapter.json"),
        ("file:///w//ak-adapter.json", "file:///w/ak-adapter.json"),
        (
            "vscode-remote://ssh-remote+host/w/ak-adapter.json",
            "vscode-remote://ssh-remote%2Bhost/w/ak-adapter.json",
        ),
    ] {
        let mut client = Client::with(&json!({}));
        client.open(spelt, &broken());
        let published = client.notified("textDocument/publishDiagnostics");
        assert_eq!(rules(&published), ["trailing-comma"], "{spelt}");
        // It is one document by any of its names.
        let shown = published["uri"].as_str().unwrap().to_owned();
        client.change(meant, 2, &sample("ak-adapter"));
        let published = client.published(&shown);
        assert_eq!(rules(&published), [""; 0], "{spelt}");
        let position = json!({"line": 0, "character": 0});
        let params = json!({"textDocument": {"uri": spelt}, "position": position});
        client.request("textDocument/hover", params);
        let command = json!({"command": "fornax.digest", "arguments": [spelt]});
        assert!(
            client
                .request("workspace/executeCommand", command)
                .is_string()
        );
        client.close(meant);
        client.published(&shown);
        client.finish();
    }
}

#[test]
fn what_is_no_uri_is_refused_and_said() {
    let mut client = Client::with(&json!({}));
    client.open("w/ak-adapter.json", "{");
    let said = warning(&mut client);
    assert!(
        said.starts_with("`textDocument/didOpen` can't be read"),
        "{said}"
    );
    let params = json!({"textDocument": {"uri": "w/ak-adapter.json"}});
    assert_eq!(
        client.refused("textDocument/documentSymbol", params),
        -32602
    );
    // One among others costs itself only.
    let changes = json!([{"uri": "w", "type": 1}, {"uri": "/w/b c.json", "type": 1}]);
    client.notify(
        "workspace/didChangeWatchedFiles",
        json!({ "changes": changes }),
    );
    let said = warning(&mut client);
    assert!(said.contains("`changes[0]`"), "{said}");
    client.finish();
}

#[test]
fn folders_may_be_named_in_any_way() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("a b");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("fornax-lint.toml"), "published = true\n").unwrap();
    // Above it there is a configuration that counts if the folder isn't known.
    let above = "[rules]\nmissing-field = \"off\"\nx";
    std::fs::write(root.path().join("fornax-lint.toml"), above).unwrap();
    let path = folder.to_str().unwrap();
    let text = sample("ak-adapter");
    for folders in [
        json!({"rootUri": format!("file://{path}")}),
        json!({"rootUri": path}),
        json!({"rootUri": "", "rootPath": path}),
        json!({"rootUri": null, "workspaceFolders": null, "rootPath": path}),
        json!({"rootUri": 5, "rootPath": path}),
        json!({"workspaceFolders": [{"uri": format!("file://{path}")}, 7, {"name": "x"}]}),
        json!({"workspaceFolders": [{"uri": path, "name": null}]}),
    ] {
        let mut client = Client::start();
        let mut params = folders.clone();
        params["capabilities"] = asking();
        params["initializationOptions"] = json!({"diagnosticScope": "workspace"});
        client.initialize(&params);
        std::fs::write(folder.join("ak-adapter.json"), &text).unwrap();
        let params = json!({"previousResultIds": []});
        let report = client.request("workspace/diagnostic", params);
        assert_eq!(report["items"].as_array().unwrap().len(), 1, "{folders}");
        client.finish();
    }
}

#[test]
fn an_introduction_fails_only_if_it_is_none() {
    for odd in [
        json!({"trace": "compact"}),
        json!({"processId": -1}),
        json!({"processId": "7"}),
        json!({"locale": 5}),
        json!({"clientInfo": "vim"}),
        json!({"rootUri": "nowhere"}),
        json!({"rootPath": 1}),
        json!({"workspaceFolders": "here"}),
        json!({"workspaceFolders": [{"name": "no uri"}]}),
        json!({"capabilities": {"general": {"positionEncodings": "utf-8"}}}),
        json!({"capabilities": {"textDocument": {"codeAction": []}}}),
        json!({"capabilities": {"textDocument": 1}}),
        json!({"capabilities": {"workspace": {"applyEdit": "yes"}}}),
        json!({"capabilities": {"window": {"workDoneProgress": 1}}}),
        json!({"workDoneToken": []}),
    ] {
        let mut client = Client::start();
        let mut params = json!({"capabilities": {}});
        for (name, value) in odd.as_object().unwrap() {
            params[name] = value.clone();
        }
        let result = client.request("initialize", params);
        assert_eq!(result["serverInfo"]["name"], "fornax-lsp", "{odd}");
        assert_eq!(result["capabilities"]["positionEncoding"], "utf-16");
        client.notify("initialized", json!(7));
        let said = warning(&mut client);
        assert!(said.starts_with("`initialize`: `"), "{odd}: {said}");
        assert_eq!(
            rules(&client.open_and_check(URI, &broken())),
            ["trailing-comma"]
        );
        client.finish();
    }
    // What is whole beside what makes no sense still counts.
    let mut client = Client::start();
    let hover = json!({"contentFormat": ["plaintext"], "dynamicRegistration": "maybe"});
    let result = client.initialize(&json!({"capabilities": {
        "general": {"positionEncodings": [7, "utf-8"]}, "textDocument": {"hover": hover},
    }}));
    assert_eq!(result["capabilities"]["positionEncoding"], "utf-8");
    client.open_and_check(URI, &sample("ak-adapter"));
    let position = json!({"line": 1, "character": 4});
    let params = json!({"textDocument": {"uri": URI}, "position": position});
    let hover = client.request("textDocument/hover", params);
    assert_eq!(hover["contents"]["kind"], "plaintext");
    client.finish();
    for params in [Value::Null, json!([]), json!("hello"), json!(7)] {
        let mut client = Client::start();
        assert_eq!(client.refused("initialize", params), -32602);
        client.initialize(&json!({}));
        client.finish();
    }
    // Nobody may be told anything before.
    let mut client = Client::start();
    client.notify("textDocument/didOpen", json!({"textDocument": 5}));
    assert_eq!(client.refused("shutdown", Value::Null), -32002);
    client.initialize(&json!({"capabilities": {}}));
    let first = client.notified("window/logMessage");
    assert_eq!(first["type"], 3, "{first}");
    client.finish();
}

#[test]
fn what_cannot_be_read_of_a_document_is_said_and_leaves_it_as_it_was() {
    let mut client = Client::with(&json!({}));
    client.open_and_check(URI, &broken());
    let place = |line: i64| json!({"line": line, "character": 0});
    let range = json!({"start": place(-1), "end": place(0)});
    let fine = json!({"text": sample("ak-adapter")});
    for changes in [
        json!(5),
        json!([{"text": null}]),
        json!([{"range": range, "text": "x"}]),
        json!([fine, {"range": {}, "text": "x"}]),
        json!([fine, 1]),
        Value::Null,
    ] {
        client.edit(URI, 2, &changes);
        let said = warning(&mut client);
        assert!(
            said.starts_with("`textDocument/didChange` can't be read"),
            "{said}"
        );
        assert!(
            said.contains(URI) && said.contains("the text before it counts"),
            "{said}"
        );
        let params = json!({"command": "fornax.digest", "arguments": [URI]});
        let digest = client.request("workspace/executeCommand", params);
        assert_eq!(
            digest,
            fornax_manifest::fornax_pin(broken().as_bytes()),
            "{changes}"
        );
    }
    assert!(client.drain().is_empty());
    // The whole text makes it good again.
    client.edit(URI, 3, &json!([fine]));
    assert_eq!(rules(&client.published(URI)), [""; 0]);
    for (method, params) in [
        (
            "textDocument/didOpen",
            json!({"textDocument": {"uri": URI, "version": 1}}),
        ),
        ("textDocument/didSave", json!({"textDocument": "x"})),
        ("textDocument/didClose", json!({})),
        ("workspace/didChangeConfiguration", json!(5)),
        ("workspace/didChangeWorkspaceFolders", json!({"event": 5})),
        ("workspace/didRenameFiles", Value::Null),
        ("$/setTrace", json!({"value": "compact"})),
        ("$/cancelRequest", json!({})),
        ("window/workDoneProgress/cancel", json!({})),
    ] {
        client.notify(method, params.clone());
        let said = warning(&mut client);
        assert!(said.starts_with(&format!("`{method}`")), "{params}: {said}");
        assert!(said.contains("can't be read"), "{said}");
    }
    // Long nonsense is told of in few words.
    client.edit(URI, 4, &json!("x".repeat(100_000)));
    assert!(warning(&mut client).len() < 1000);
    client.change("file:///w/never-opened.json", 2, "{");
    assert!(warning(&mut client).contains("isn't open"));
    client.finish();
}

#[test]
fn the_text_that_was_sent_last_counts_whatever_its_version() {
    let mut client = Client::with(&json!({}));
    client.open_and_check(URI, &sample("ak-adapter"));
    client.change(URI, 7, &sample("ak-adapter"));
    client.published_for(URI, 7);
    client.change(URI, 3, &broken());
    let said = warning(&mut client);
    assert!(said.contains("version 3") && said.contains('7'), "{said}");
    let published = client.published_for(URI, 3);
    assert_eq!(rules(&published), ["trailing-comma"]);
    // The same one again is no news.
    client.change(URI, 3, &sample("ak-adapter"));
    assert_eq!(rules(&client.published_for(URI, 3)), [""; 0]);
    assert!(client.drain().is_empty());
    client.finish();
}

#[test]
fn a_session_may_be_ended_with_any_parameters() {
    for params in [json!({"x": 1}), json!([1]), json!("now")] {
        let mut client = Client::with(&json!({}));
        assert_eq!(client.request("shutdown", params), Value::Null);
        client.send(&json!({"jsonrpc": "2.0", "method": "exit", "params": {"code": 1}}));
        assert_eq!(client.ending(), fornax_lsp::Ending::Orderly);
    }
}

#[test]
fn actions_do_not_depend_on_what_the_editor_shows() {
    let actions = json!({"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}});
    let mut client = Client::with(&json!({"textDocument": {"codeAction": actions}}));
    client.open_and_check(URI, &broken());
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 999, "character": 0}});
    let mut offered = |context: Value| {
        let params = json!({"textDocument": {"uri": URI}, "range": range, "context": context});
        let actions = client.request("textDocument/codeAction", params);
        actions.as_array().unwrap().len()
    };
    let all = offered(json!({"diagnostics": []}));
    assert!(all > 1);
    assert_eq!(offered(json!({})), all);
    assert_eq!(offered(json!({"diagnostics": [{"range": 5}, 7]})), all);
    client.finish();
}
