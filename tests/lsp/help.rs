//! Hover and completion, as far as the protocol is concerned: what they say is the engine's matter.

use std::fs;

use fornax_lsp::Server;
use fornax_project::Homes;
use serde_json::{Value, json};

use crate::client::{Client, range_of, sample};

const URI: &str = "file:///w/ak-adapter.json";

fn hover(client: &mut Client, line: u64, character: u64) -> Value {
    let position = json!({"line": line, "character": character});
    let params = json!({"textDocument": {"uri": URI}, "position": position});
    client.request("textDocument/hover", params)
}

fn complete(client: &mut Client, line: u64, character: u64) -> Vec<Value> {
    let position = json!({"line": line, "character": character});
    let params = json!({"textDocument": {"uri": URI}, "position": position});
    let result = client.request("textDocument/completion", params);
    result.as_array().unwrap().clone()
}

#[test]
fn hover_is_in_the_kind_of_text_that_the_client_likes_best() {
    for (formats, kind) in [
        (json!(["markdown", "plaintext"]), "markdown"),
        (json!(["plaintext", "markdown"]), "plaintext"),
        (json!(["plaintext"]), "plaintext"),
    ] {
        let mut client =
            Client::with(&json!({"textDocument": {"hover": {"contentFormat": formats}}}));
        let text = "{\"é😀\": 0, \"contract\": 1}";
        client.open_and_check(URI, text);
        let shown = hover(&mut client, 0, 14);
        assert_eq!(shown["contents"]["kind"], kind);
        assert!(
            shown["contents"]["value"]
                .as_str()
                .unwrap()
                .contains("ontract")
        );
        assert_eq!(shown["range"]["start"]["character"], 11);
        assert_eq!(shown["range"]["end"]["character"], 21);
        client.finish();
    }
}

#[test]
fn a_client_that_knows_no_kinds_of_text_gets_strings() {
    let mut client = Client::with(&json!({}));
    client.open_and_check(URI, "{\n  \"a_b*c](x)\": 0,\n  \"con\": 1\n}");
    let shown = hover(&mut client, 1, 5);
    let shown = shown["contents"].as_str().unwrap();
    assert!(
        shown.contains("a_b*c](x)`"),
        "a string is Markdown: {shown}"
    );
    let items = complete(&mut client, 2, 6);
    let contract = items.iter().find(|item| item["label"] == "contract");
    let resolved = client.request("completionItem/resolve", contract.unwrap().clone());
    let words = resolved["documentation"].as_str().unwrap();
    assert!(words.contains("ontract"), "{words}");
    client.finish();
}

#[test]
fn hover_anywhere_is_answered() {
    let mut client = Client::with(&json!({}));
    client.open_and_check(URI, "{\n \"contract\": 1\n}");
    for (line, character) in [(0, 0), (0, u64::from(u32::MAX)), (9999, 0), (2, 9)] {
        hover(&mut client, line, character);
    }
    client.open("file:///w/other.json", "[]");
    let params = json!({"textDocument": {"uri": "file:///w/other.json"}, "position": {"line": 0, "character": 0}});
    assert!(
        client
            .request("textDocument/hover", params.clone())
            .is_null()
    );
    client.close("file:///w/other.json");
    assert_eq!(client.refused("textDocument/hover", params.clone()), -32602);
    assert_eq!(client.refused("textDocument/completion", params), -32602);
    client.finish();
}

#[test]
fn proposals_replace_the_whole_token() {
    let item = json!({
        "snippetSupport": true,
        "insertTextModeSupport": {"valueSet": [1]},
        "documentationFormat": ["markdown"],
    });
    let mut client =
        Client::with(&json!({"textDocument": {"completion": {"completionItem": item}}}));
    let text = "{\n  \"é😀\": 0,\n  \"con\": 1\n}";
    client.open_and_check(URI, text);
    let items = complete(&mut client, 2, 6);
    let contract = items
        .iter()
        .find(|item| item["label"] == "contract")
        .unwrap();
    assert_eq!(contract["textEdit"]["range"], range_of(text, "\"con\""));
    assert_eq!(contract["textEdit"]["newText"], "\"contract\"");
    assert_eq!(contract["insertTextMode"], 1);
    assert!(contract["documentation"].is_null(), "it is resolved later");
    let resolved = client.request("completionItem/resolve", contract.clone());
    assert_eq!(resolved["label"], "contract");
    let words = resolved["documentation"]["value"].as_str().unwrap();
    assert!(words.contains("ontract"), "{words}");
    client.finish();
}

#[test]
fn snippets_are_for_those_who_know_them() {
    for knows in [true, false] {
        let item = json!({ "snippetSupport": knows });
        let mut client =
            Client::with(&json!({"textDocument": {"completion": {"completionItem": item}}}));
        client.open_and_check(URI, "");
        let items = complete(&mut client, 0, 0);
        assert!(!items.is_empty());
        let formats: Vec<_> = items.iter().map(|item| &item["insertTextFormat"]).collect();
        assert_eq!(formats.contains(&&json!(2)), knows, "{items:#?}");
        for item in items.iter().filter(|_| !knows) {
            assert!(
                !item["textEdit"]["newText"].as_str().unwrap().contains("${"),
                "{item}"
            );
        }
        client.finish();
    }
}

#[test]
fn an_item_that_is_not_ours_is_resolved_to_itself() {
    let mut client = Client::with(&json!({}));
    for data in [
        Value::Null,
        json!(7),
        json!({"kind": "none", "key": "x"}),
        json!({"kind": "ak-adapter", "key": "zz/zz"}),
    ] {
        let item = json!({"label": "x", "data": data});
        let resolved = client.request("completionItem/resolve", item);
        assert_eq!(resolved["label"], "x");
        assert!(resolved["documentation"].is_null());
    }
    client.finish();
}

#[test]
fn typing_letter_by_letter_keeps_the_list() {
    let mut client = Client::with(&json!({}));
    let text = sample("ak-adapter").replacen("  \"version\": \"1.4.0-rc.2+build.7\",\n", "  \n", 1);
    client.open_and_check(URI, &text);
    let mut lists = Vec::new();
    for (version, typed) in (2..).zip(["\"", "\"v", "\"ve", "\"ver"]) {
        let text = text.replacen("\n  \n", &format!("\n  {typed}\n"), 1);
        client.change(URI, version, &text);
        let mut labels: Vec<String> = complete(&mut client, 2, 2 + typed.len() as u64)
            .iter()
            .map(|item| item["label"].to_string())
            .collect();
        labels.sort();
        lists.push(labels);
        client.published(URI);
    }
    assert!(
        lists.windows(2).all(|pair| pair[0] == pair[1]),
        "{lists:#?}"
    );
    assert!(lists[0].contains(&"\"version\"".to_owned()), "{lists:#?}");
    client.finish();
}

#[test]
fn hover_knows_the_home_directory_of_this_machine() {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join(".acme")).unwrap();
    fs::write(home.path().join(".acme/settings.json"), "{}").unwrap();
    let homes = Homes {
        home: Some(home.path().to_path_buf()),
        fornax: None,
    };
    let mut client = Client::of(Server::new(homes));
    let hover = json!({"contentFormat": ["plaintext"]});
    client.initialize(&json!({"capabilities": {"textDocument": {"hover": hover}}}));
    let uri = "file:///w/x.manifest.json";
    let text = "{\"schema_version\": 1, \"id\": \"nova-x\", \"target\": {\"path\": \"~/.acme/settings.json\"}}";
    client.open_and_check(uri, text);
    let place = range_of(text, "settings")["start"].clone();
    let params = json!({"textDocument": {"uri": uri}, "position": place});
    let shown = client.request("textDocument/hover", params);
    let words = shown["contents"]["value"].as_str().unwrap();
    let path = home.path().join(".acme/settings.json");
    assert!(words.contains(path.to_str().unwrap()), "{words}");
    assert!(words.contains("exists here"), "{words}");
    client.finish();
}

/// The labels of what is proposed at the end of `before`.
fn proposed(client: &mut Client, uri: &str, before: &str) -> Vec<String> {
    let line = before.matches('\n').count();
    let column = before.len() - before.rfind('\n').map_or(0, |newline| newline + 1);
    let position = json!({"line": line, "character": column});
    let params = json!({"textDocument": {"uri": uri}, "position": position});
    let items = client.request("textDocument/completion", params);
    let items = items.as_array().cloned().unwrap_or_default();
    let labels = items
        .iter()
        .map(|item| item["label"].as_str().unwrap().to_owned());
    labels.collect()
}

#[test]
fn proposals_come_from_the_first_brace_on() {
    let mut client = Client::with(&json!({}));
    let mut version = 1;
    for (name, text, key) in [
        (
            "acme.manifest.json",
            "{\n  \"id\": \"acme\",\n  \"display_name\": \"Acme\",\n  \"schema_version\": 1\n}\n",
            "summary",
        ),
        (
            "ak-adapter.json",
            "{\"version\": \"1.0.0\", \"host\": {}}",
            "contract",
        ),
        (
            "adapters/registry.json",
            "{ \"schema_version\": 1, \"entries\": [] }",
            "",
        ),
        ("kit.json", "{ \"hostAdapters\": [] }", ""),
    ] {
        let uri = format!("file:///w/{name}");
        client.open(&uri, "");
        // Where there is nothing yet, the whole is proposed.
        assert_eq!(proposed(&mut client, &uri, "").len(), 1, "{name}");
        let (mut is_quoted, mut is_key) = (false, true);
        for (at, c) in text.char_indices() {
            match c {
                '"' => is_quoted = !is_quoted,
                ':' => is_key = false,
                ',' | '{' if !is_quoted => is_key = true,
                _ => {}
            }
            // An editor may close what was opened.
            let typed = &text[..=at];
            for closed in ["", if is_quoted { "\"" } else { "}" }] {
                version += 1;
                client.change(&uri, version, &format!("{typed}{closed}"));
                let labels = proposed(&mut client, &uri, typed);
                if is_key && (is_quoted || c == '{' || c == ',') && !typed.contains("host\"") {
                    assert!(!labels.is_empty(), "{name}: {typed}|{closed}");
                    assert!(key.is_empty() || labels.iter().any(|label| label == key));
                }
            }
        }
        // What is typed before a key hides it for a moment, and all that makes it ours.
        version += 1;
        client.change(&uri, version, text);
        for typed in ["\"", "\"x", "x", "\"\"", "\"x\""] {
            version += 1;
            client.change(&uri, version, &text.replacen('{', &format!("{{{typed}"), 1));
            let before = format!(
                "{{{}",
                typed
                    .strip_suffix("\"")
                    .filter(|typed| !typed.is_empty())
                    .unwrap_or(typed)
            );
            let labels = proposed(&mut client, &uri, &before);
            if key.is_empty() {
                continue;
            }
            assert!(
                labels.iter().any(|label| label == key),
                "{name}: {typed}: {labels:?}"
            );
        }
        // Of what is whole and another program's nothing is said, nor of that being damaged, nor of
        // what was begun as one.
        version += 1;
        client.change(&uri, version, "");
        if name != "ak-adapter.json" {
            for other in ["{\"icons\": []}", "{\"icons\": [], }", "{\"icons\": [], \""] {
                version += 1;
                client.change(&uri, version, other);
                let before = other.trim_end_matches('}');
                assert_eq!(
                    proposed(&mut client, &uri, before),
                    [""; 0],
                    "{name} {other}"
                );
            }
        }
        client.close(&uri);
    }
    client.finish_reading_nothing();
}
