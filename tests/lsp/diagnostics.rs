//! How findings are handed over: unasked or asked for, never both.

use serde_json::{Value, json};

use crate::client::{Client, asking, rules, sample};

const URI: &str = "file:///w/ak-adapter.json";

fn duplicate() -> String {
    sample("ak-adapter").replacen("\"contract\": 1", "\"contract\": 1,\n  \"contract\": 1", 1)
}

#[test]
fn a_finding_says_all_that_the_client_can_show() {
    let shown = json!({
        "relatedInformation": true, "codeDescriptionSupport": true, "dataSupport": true,
    });
    let mut client = Client::with(&json!({"textDocument": {"publishDiagnostics": shown}}));
    let published = client.open_and_check(URI, &duplicate());
    let finding = &published["diagnostics"][0];
    assert_eq!(finding["code"], "duplicate-key");
    assert_eq!(finding["source"], "fornax-lint");
    let page = finding["codeDescription"]["href"].as_str().unwrap();
    assert!(page.ends_with("/rules/duplicate-key/"), "{page}");
    let related = &finding["relatedInformation"][0];
    assert_eq!(related["location"]["uri"], URI);
    assert!(!related["message"].as_str().unwrap().is_empty());
    assert!(finding["data"].is_object());
    client.finish();

    let mut client = Client::with(&json!({}));
    let published = client.open_and_check(URI, &duplicate());
    let finding = &published["diagnostics"][0];
    for member in ["codeDescription", "relatedInformation", "data", "tags"] {
        assert!(finding[member].is_null(), "{member} of {finding}");
    }
    client.finish();
}

#[test]
fn a_finding_says_what_the_loader_says() {
    let mut client = Client::with(&json!({}));
    let published = client.open_and_check(URI, "{\"a\" 1}");
    let messages = published["diagnostics"].to_string();
    assert!(
        messages.contains("\\nthe loader says: `source-invalid-json`"),
        "{messages}"
    );
    client.finish();
}

#[test]
fn every_state_is_published_with_its_version() {
    let mut client = Client::with(&json!({}));
    let text = sample("ak-adapter");
    assert_eq!(client.open_and_check(URI, &text)["version"], 1);
    for version in [2, 7, 8] {
        client.change(URI, version, &format!("{text}{}", " ".repeat(9)));
        assert_eq!(client.published(URI)["version"], version);
    }
    client.finish();
}

#[test]
fn a_client_that_asks_is_sent_nothing() {
    let mut client = Client::start();
    let result = client.initialize(&json!({ "capabilities": asking() }));
    assert!(result["capabilities"]["diagnosticProvider"].is_object());
    let ask = |client: &mut Client, previous: Value| {
        let document = json!({"uri": URI});
        let params = json!({"textDocument": document, "previousResultId": previous});
        client.request("textDocument/diagnostic", params)
    };
    client.open(URI, &duplicate());
    let first = ask(&mut client, Value::Null);
    assert_eq!(first["kind"], "full");
    assert_eq!(rules(&first), ["duplicate-key"]);
    let second = ask(&mut client, first["resultId"].clone());
    assert_eq!(second["kind"], "unchanged");
    assert_eq!(second["resultId"], first["resultId"]);

    client.change(URI, 2, &sample("ak-adapter"));
    let third = ask(&mut client, first["resultId"].clone());
    assert_eq!(third["kind"], "full");
    assert_eq!(rules(&third), [""; 0]);
    client.close(URI);
    assert!(client.drain().is_empty());
    client.finish();
}

#[test]
fn a_client_that_does_not_ask_is_not_offered_to() {
    // Whoever can't be told to ask again would show what no longer holds.
    let cannot_be_told = json!({"textDocument": {"diagnostic": {}}});
    for capabilities in [json!({}), cannot_be_told] {
        let mut client = Client::start();
        let result = client.initialize(&json!({ "capabilities": capabilities }));
        assert!(result["capabilities"]["diagnosticProvider"].is_null());
        assert_eq!(
            rules(&client.open_and_check(URI, &duplicate())),
            ["duplicate-key"]
        );
        client.finish();
    }
}

#[test]
fn a_client_that_asks_is_told_when_another_document_matters() {
    let root = tempfile::tempdir().unwrap();
    let uri = |name: &str| format!("file://{}/{name}", root.path().to_str().unwrap());
    let mut client = Client::with(&asking());
    let kit = json!({"hostAdapters": [{"name": "acme", "source": "./ak-adapter.json"}]});
    client.open(&uri("kit.json"), &kit.to_string());
    let ask = |client: &mut Client| {
        let params = json!({"textDocument": {"uri": uri("kit.json")}});
        client.request("textDocument/diagnostic", params)
    };
    assert!(rules(&ask(&mut client)).contains(&"kit-source-missing"));
    client.open(&uri("ak-adapter.json"), "{}");
    client.asked_for("workspace/diagnostic/refresh");
    let _ = ask(&mut client);
    // A change of the document itself is the client's own business.
    client.change(&uri("kit.json"), 2, &format!("{kit} "));
    client.drain();
    assert_eq!(client.asked, [] as [Value; 0]);
    client.finish();
}

#[test]
fn a_document_that_is_not_open_has_an_answer_too() {
    let mut client = Client::with(&asking());
    let params = json!({"textDocument": {"uri": "file:///w/none.json"}});
    let report = client.request("textDocument/diagnostic", params);
    assert_eq!(report, json!({"kind": "full", "items": []}));
    // Some ask once more about what was just closed, and go by the answer.
    let uri = "file:///w/ak-adapter.json";
    client.open(uri, "{");
    let params = json!({"textDocument": {"uri": uri}});
    let report = client.request("textDocument/diagnostic", params.clone());
    let id = report["resultId"].clone();
    assert_eq!(rules(&report), ["syntax-error"]);
    client.close(uri);
    let mut params = params;
    params["previousResultId"] = id;
    let report = client.request("textDocument/diagnostic", params);
    assert_eq!(report, json!({"kind": "full", "items": []}));
    client.finish();
}

#[test]
fn what_nobody_reads_is_shown_faded() {
    let text =
        sample("ak-adapter").replacen("\"approvalPolicy\"", "\"x\": 1, \"approvalPolicy\"", 1);
    for tags in [json!([1]), json!([2]), Value::Null] {
        let support = json!({ "tagSupport": { "valueSet": tags } });
        let shown = if tags.is_null() { json!({}) } else { support };
        let mut client = Client::with(&json!({"textDocument": {"publishDiagnostics": shown}}));
        let published = client.open_and_check(URI, &text);
        assert_eq!(rules(&published), ["unknown-field"]);
        let expected = if tags == json!([1]) {
            tags
        } else {
            Value::Null
        };
        assert_eq!(published["diagnostics"][0]["tags"], expected);
        client.finish();
    }
}
