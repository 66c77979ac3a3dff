//! From the first message to the last.

use serde_json::{Value, json};

use crate::client::{Client, rules, sample};

#[test]
fn a_session_from_its_start_to_its_end() {
    let mut client = Client::start();
    let result = client.initialize(&json!({"capabilities": {}}));
    assert_eq!(result["serverInfo"]["name"], "fornax-lsp");
    assert_eq!(result["capabilities"]["positionEncoding"], "utf-16");

    let uri = "file:///work/ak-adapter.json";
    let text = sample("ak-adapter");
    assert_eq!(rules(&client.open_and_check(uri, &text)), [""; 0]);

    let broken = text.replacen('}', ",}", 1);
    client.change(uri, 2, &broken);
    let published = client.published(uri);
    assert_eq!(rules(&published), ["trailing-comma"]);
    assert_eq!(published["version"], 2);

    client.close(uri);
    let published = client.published(uri);
    assert_eq!(published["diagnostics"], json!([]));
    client.finish();
}

#[test]
fn parameters_that_say_nothing_may_be_spelt_in_any_way() {
    let capabilities = json!({"workspace": {
        "configuration": true,
        "didChangeWatchedFiles": {"dynamicRegistration": true},
    }});
    for nothing in [Some(Value::Null), Some(json!({})), Some(json!([])), None] {
        let message = |id: Option<i64>, method: &str| {
            let mut message = json!({"jsonrpc": "2.0", "method": method});
            message["id"] = json!(id);
            let members = message.as_object_mut().unwrap();
            members.retain(|_, value| !value.is_null());
            if let Some(nothing) = &nothing {
                members.insert("params".to_owned(), nothing.clone());
            }
            message
        };
        let mut client = Client::start();
        let params = json!({"processId": null, "capabilities": capabilities});
        client.request("initialize", params);
        client.send(&message(None, "initialized"));
        client.asked_for("client/registerCapability");
        client.asked_for("workspace/configuration");
        client.send(&message(None, "workspace/didChangeConfiguration"));
        client.asked_for("workspace/configuration");
        client.send(&message(Some(99), "shutdown"));
        let answer = client.answer(&json!(99));
        assert_eq!(answer, json!({"jsonrpc": "2.0", "id": 99, "result": null}));
        client.send(&message(None, "exit"));
        assert_eq!(client.ending(), fornax_lsp::Ending::Orderly);
    }
}

#[test]
fn before_and_after_a_session_nothing_is_answered() {
    let mut client = Client::start();
    assert_eq!(client.refused("textDocument/hover", json!({})), -32002);
    assert_eq!(client.refused("shutdown", Value::Null), -32002);
    client.open("file:///work/ak-adapter.json", "{");
    client.initialize(&json!({"capabilities": {}}));
    assert_eq!(
        client.refused("initialize", json!({"capabilities": {}})),
        -32600
    );
    client.request("shutdown", Value::Null);
    assert_eq!(client.refused("textDocument/codeAction", json!({})), -32600);
    assert_eq!(client.refused("shutdown", Value::Null), -32600);
    client.open("file:///work/ak-adapter.json", "{");
    client.send(&json!({"jsonrpc": "2.0", "method": "exit"}));
    assert_eq!(client.ending(), fornax_lsp::Ending::Orderly);
}
