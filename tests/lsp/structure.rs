//! Outline, folds, links, names and layout, as far as the protocol is concerned.

use std::fs;

use serde_json::{Value, json};

use crate::client::{Client, range_of, sample};
use crate::editing::apply;

const URI: &str = "file:///w/ak-adapter.json";

fn ask(client: &mut Client, method: &str, more: &Value) -> Value {
    let mut params = json!({"textDocument": {"uri": URI}});
    for (name, value) in more.as_object().unwrap() {
        params[name] = value.clone();
    }
    client.request(&format!("textDocument/{method}"), params)
}

fn start_of(text: &str, needle: &str) -> Value {
    range_of(text, needle)["start"].clone()
}

#[test]
fn the_outline_is_a_tree_or_a_list() {
    let text = sample("ak-adapter");
    for is_tree in [true, false] {
        let symbols = json!({ "hierarchicalDocumentSymbolSupport": is_tree });
        let mut client = Client::with(&json!({"textDocument": {"documentSymbol": symbols}}));
        client.open_and_check(URI, &text);
        let outline = ask(&mut client, "documentSymbol", &json!({}));
        let outline = outline.as_array().unwrap();
        let named = |name: &str| outline.iter().find(|symbol| symbol["name"] == name);
        assert_eq!(named("host").unwrap()["children"].is_array(), is_tree);
        assert_eq!(named("label").is_some(), !is_tree, "it is below `host`");
        if !is_tree {
            assert_eq!(named("label").unwrap()["containerName"], "host");
            assert_eq!(named("label").unwrap()["location"]["uri"], URI);
        }
        client.finish();
    }
}

#[test]
fn folds_are_lines_for_those_who_want_lines() {
    for only_lines in [true, false] {
        let folding = json!({"lineFoldingOnly": only_lines, "rangeLimit": 2});
        let mut client = Client::with(&json!({"textDocument": {"foldingRange": folding}}));
        client.open_and_check(URI, &sample("ak-adapter"));
        let folds = ask(&mut client, "foldingRange", &json!({}));
        assert_eq!(
            folds.as_array().unwrap().len(),
            2,
            "no more than the client takes"
        );
        assert_eq!(folds[0]["startLine"], 0);
        assert_eq!(folds[0]["startCharacter"].is_null(), only_lines);
        client.finish();
    }
}

#[test]
fn selections_grow() {
    let mut client = Client::with(&json!({}));
    let text = "{\n  \"é😀\": \"x\",\n  \"host\": { \"id\": \"acme\" }\n}";
    client.open_and_check(URI, text);
    let positions = json!([start_of(text, "cme"), {"line": 99, "character": 0}]);
    let found = ask(
        &mut client,
        "selectionRange",
        &json!({ "positions": positions }),
    );
    assert_eq!(found[0]["range"], range_of(text, "acme"));
    assert_eq!(found[0]["parent"]["range"], range_of(text, "\"acme\""));
    assert_eq!(found.as_array().unwrap().len(), 2, "one for each position");
    client.finish();
}

#[test]
fn names_are_highlighted_found_and_renamed() {
    let mut client = Client::with(&json!({
        "textDocument": {"rename": {"prepareSupport": true}},
        "workspace": {"workspaceEdit": {"documentChanges": true}},
    }));
    let text = sample("ak-adapter");
    client.open_and_check(URI, &text);
    let at = json!({"position": start_of(&text, "acme\",\n  \"version")});
    let highlights = ask(&mut client, "documentHighlight", &at);
    assert_eq!(highlights.as_array().unwrap().len(), 2);
    let definition = ask(&mut client, "definition", &at);
    assert_eq!(definition[0]["range"]["start"]["line"], 5, "{definition}");

    let prepared = ask(&mut client, "prepareRename", &at);
    assert_eq!(prepared["placeholder"], "acme");
    let mut rename = at.clone();
    rename["newName"] = json!("nova");
    let edit = ask(&mut client, "rename", &rename);
    let edits = edit["documentChanges"][0]["edits"].as_array().unwrap();
    let renamed = apply(&text, edits, "utf-16");
    assert!(renamed.contains("\"name\": \"nova\"") && renamed.contains("\"id\": \"nova\""));
    assert_eq!(edit["documentChanges"][0]["textDocument"]["version"], 1);
    assert!(client.notified("window/showMessage")["message"].is_string());

    let document = json!({"uri": URI});
    let params = json!({"textDocument": document, "position": at["position"], "newName": "No!"});
    assert_eq!(client.refused("textDocument/rename", params), -32803);
    client.finish();
}

#[test]
fn names_are_known_across_documents() {
    let root = tempfile::tempdir().unwrap();
    let uri = |name: &str| format!("file://{}/{name}", root.path().to_str().unwrap());
    let manifest = sample("ak-adapter");
    fs::create_dir(root.path().join("sub")).unwrap();
    fs::write(root.path().join("sub/ak-adapter.json"), &manifest).unwrap();
    let mut client = Client::start();
    client.initialize(&json!({
        "capabilities": {"workspace": {"workspaceEdit": {"documentChanges": true}}},
        "workspaceFolders": [{"uri": uri(""), "name": "w"}],
    }));
    let kit = json!({"hostAdapters": [{"name": "acme", "source": "sub/ak-adapter.json"}]});
    let kit = kit.to_string();
    client.open_and_check(&uri("kit.json"), &kit);
    let document = json!({"uri": uri("kit.json")});
    let position = start_of(&kit, "acme");
    let at = json!({"textDocument": document, "position": position});
    let definition = client.request("textDocument/definition", at.clone());
    assert_eq!(
        definition[0]["uri"],
        uri("sub/ak-adapter.json"),
        "{definition}"
    );

    let mut params = at.clone();
    params["context"] = json!({"includeDeclaration": true});
    let references = client.request("textDocument/references", params);
    assert_eq!(references.as_array().unwrap().len(), 3, "{references}");

    let mut params = at;
    params["newName"] = json!("nova");
    let edit = client.request("textDocument/rename", params);
    let changes = edit["documentChanges"].as_array().unwrap();
    assert_eq!(changes.len(), 2, "{edit}");
    let versions: Vec<_> = changes
        .iter()
        .map(|change| &change["textDocument"]["version"])
        .collect();
    assert!(
        versions.contains(&&json!(1)) && versions.contains(&&Value::Null),
        "{edit}"
    );
    client.notified("window/showMessage");
    client.finish();
}

#[test]
fn an_adapter_of_a_kit_is_found_whatever_its_file_is_called() {
    let root = tempfile::tempdir().unwrap();
    let manifest = sample("ak-adapter");
    fs::write(root.path().join("nova.txt"), &manifest).unwrap();
    fs::write(root.path().join("bad.txt"), "{").unwrap();
    let uri = |name: &str| format!("file://{}/{name}", root.path().to_str().unwrap());
    let id = serde_json::from_str::<Value>(&manifest).unwrap()["host"]["id"].clone();
    let entry = |source: &str| json!({"name": id, "source": source});
    let kit = json!({"hostAdapters": [entry("./nova.txt"), entry("bad.txt"), entry("npm:acme")]});
    let kit = kit.to_string();
    let mut client = Client::with(&json!({}));
    client.open_and_check(&uri("kit.json"), &kit);
    let mut find = |needle: &str| {
        let position = range_of(&kit, needle)["start"].clone();
        let params = json!({"textDocument": {"uri": uri("kit.json")}, "position": position});
        client.request("textDocument/definition", params)
    };
    for needle in [&*id.to_string(), "./nova.txt"] {
        let found = find(needle);
        assert_eq!(found[0]["uri"], json!(uri("nova.txt")), "{needle}");
        let text = format!("\"id\": {id}");
        let line = range_of(&manifest, &text)["start"]["line"].clone();
        assert_eq!(found[0]["range"]["start"]["line"], line);
    }
    let start = json!({"line": 0, "character": 0});
    assert_eq!(find("bad.txt")[0]["range"]["start"], start);
    assert_eq!(find("npm:acme"), Value::Null);
    client.finish();
}

#[test]
fn links_lead_to_files_that_are_there() {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("run.mjs"), "").unwrap();
    let uri = format!("file://{}/ak-adapter.json", root.path().to_str().unwrap());
    let links = json!({"tooltipSupport": true});
    let mut client = Client::with(&json!({"textDocument": {"documentLink": links}}));
    let text = sample("ak-adapter").replacen("\"acme\", \"setup\"", "\"node\", \"./run.mjs\"", 1);
    client.open_and_check(&uri, &text);
    let links = client.request(
        "textDocument/documentLink",
        json!({"textDocument": {"uri": uri}}),
    );
    for link in links.as_array().unwrap() {
        assert!(
            link["target"].is_string() && link["tooltip"].is_string(),
            "{link}"
        );
    }
    client.finish_reading_nothing();
}

#[test]
fn a_document_is_laid_out() {
    let mut client = Client::with(&json!({}));
    let text = "{\"name\":\"acme\",\r\n\"x\":{\"é😀\":1}}";
    client.open_and_check(URI, text);
    let options = json!({"tabSize": 4, "insertSpaces": true});
    let edits = ask(&mut client, "formatting", &json!({ "options": options }));
    let formatted = apply(text, edits.as_array().unwrap(), "utf-16");
    assert!(
        formatted.starts_with("{\r\n    \"name\": \"acme\",\r\n    \"x\":"),
        "{formatted:?}"
    );
    client.change(URI, 2, &formatted);
    client.published(URI);
    let again = ask(&mut client, "formatting", &json!({ "options": options }));
    assert_eq!(again, json!([]));
    // What isn't JSON stays as it is.
    client.change(URI, 3, "{\"name\":\"acme\",,}");
    client.published(URI);
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 5}});
    let params = json!({"options": options, "range": range});
    assert_eq!(ask(&mut client, "rangeFormatting", &params), json!([]));
    client.finish();
}

#[test]
fn facts_stand_above_lines_and_can_be_switched_off() {
    let uri = "file:///w/x.manifest.json";
    let text = sample("fornax-manifest");
    for is_on in [true, false] {
        let mut client = Client::start();
        let options = json!({"codeLens": is_on, "inlayHints": is_on});
        let capabilities = json!({"textDocument": {"codeLens": {}, "inlayHint": {}}});
        client.initialize(&json!({"capabilities": capabilities, "initializationOptions": options}));
        client.open_and_check(uri, &text);
        let lenses = client.request(
            "textDocument/codeLens",
            json!({"textDocument": {"uri": uri}}),
        );
        assert_eq!(lenses.as_array().unwrap().is_empty(), !is_on);
        let range =
            json!({"start": {"line": 0, "character": 0}, "end": {"line": 999, "character": 0}});
        let params = json!({"textDocument": {"uri": uri}, "range": range});
        let hints = client.request("textDocument/inlayHint", params);
        assert!(hints.is_array());
        if is_on {
            let digest = json!({"command": "fornax.digest", "arguments": [uri]});
            let digest = client.request("workspace/executeCommand", digest);
            assert_eq!(lenses[0]["command"]["command"], "fornax.copy");
            assert_eq!(lenses[0]["command"]["arguments"][0], digest);
            let copy = lenses[0]["command"].clone();
            assert_eq!(client.request("workspace/executeCommand", copy), digest);
            for wrong in [json!([]), json!([5]), json!([{}]), json!([null])] {
                let copy = json!({"command": "fornax.copy", "arguments": wrong});
                assert_eq!(client.refused("workspace/executeCommand", copy), -32602);
            }
        }
        client.finish();
    }
}

#[test]
fn commands_return_what_they_should() {
    let mut client = Client::with(&json!({}));
    client.open_and_check(URI, &sample("ak-adapter"));
    let hash = json!({"command": "fornax.consentHash", "arguments": [URI]});
    let hash = client.request("workspace/executeCommand", hash);
    assert_eq!(hash.as_str().unwrap().len(), 64);
    client.change(URI, 2, "{");
    client.published(URI);
    let none = json!({"command": "fornax.consentHash", "arguments": [URI]});
    assert!(client.request("workspace/executeCommand", none).is_null());
    // No other kind of document has one.
    let other = "file:///w/acme.manifest.json";
    client.open_and_check(other, &sample("fornax-manifest"));
    let params = json!({"command": "fornax.consentHash", "arguments": [other]});
    let id = client.ask("workspace/executeCommand", params);
    let refusal = client.answer(&json!(id))["error"]["message"].clone();
    let refusal = refusal.as_str().unwrap();
    assert!(
        refusal.contains("only an agentic-kit host adapter has a consent hash"),
        "{refusal}"
    );
    for (command, arguments) in [
        ("fornax.digest", json!([])),
        ("fornax.digest", json!([7])),
        ("fornax.digest", json!(["file:///w/none.json"])),
        ("fornax.nothing", json!([])),
    ] {
        let params = json!({"command": command, "arguments": arguments});
        assert_eq!(client.refused("workspace/executeCommand", params), -32602);
    }
    client.finish();
}
