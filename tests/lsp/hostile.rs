//! A client that means no good, or makes every mistake: it is answered as the protocol asks.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use fornax_lsp::{Ending, Server};
use fornax_manifest::{Diagnostic, Document, Options, Surroundings, check};
use fornax_project::Homes;
use serde_json::{Value, json};

use crate::client::{Client, asking, framed, rules, sample};

const URI: &str = "file:///w/ak-adapter.json";

#[test]
fn what_is_no_message_is_answered_and_skipped() {
    let mut client = Client::with(&json!({}));
    let longer = b"Content-Length: 200\r\n\r\n{}".to_vec();
    for (bytes, code) in [
        (b"Content-Length: 9\r\n\r\n{\"jsonrpc".to_vec(), -32700),
        (b"Content-Length: 3\r\n\r\n\"\xff\"".to_vec(), -32700),
        (
            b"Content-Length: 2\r\n\r\n{\"jsonrpc\": \"2.0\"}".to_vec(),
            -32700,
        ),
        (b"Content-Length: x\r\n\r\n{}".to_vec(), -32700),
        (b"Content-Length: -1\r\n\r\n".to_vec(), -32700),
        (
            b"Content-Length: 18446744073709551616\r\n\r\n".to_vec(),
            -32700,
        ),
        (b"Content-Type: application/json\r\n\r\n{}".to_vec(), -32700),
        (b"hello?\r\n\r\n".to_vec(), -32700),
        (framed(&json!([])), -32600),
        (
            framed(&json!([{"jsonrpc": "2.0", "id": 1, "method": "shutdown"}])),
            -32600,
        ),
        (framed(&json!("shutdown")), -32600),
        (framed(&json!(null)), -32600),
        (framed(&json!({})), -32600),
        (
            framed(&json!({"jsonrpc": "1.0", "method": "shutdown"})),
            -32600,
        ),
        (
            framed(&json!({"jsonrpc": "2.0", "id": {}, "method": "shutdown"})),
            -32600,
        ),
        (
            framed(&json!({"jsonrpc": "2.0", "id": 1.5, "method": "shutdown"})),
            -32600,
        ),
        (longer, -32700),
    ] {
        client.send_raw(&bytes);
        if bytes.starts_with(b"Content-Length: 200") {
            // It takes what follows for its own.
            for _ in 0..4 {
                client.send(&json!({"jsonrpc": "2.0", "method": "test/eaten"}));
            }
        }
        let answer = client.answer(&Value::Null);
        assert_eq!(answer["error"]["code"], code, "{}", bytes.escape_ascii());
        client.drain();
    }
    client.open_and_check(URI, "{");
    client.finish();
}

#[test]
fn unknown_and_ill_formed_requests_are_refused() {
    let mut client = Client::with(&json!({}));
    for method in [
        "test/unknown",
        "textDocument/implementation2",
        "",
        // Only notifications that begin with `$/` may be passed over.
        "$/unknown/request",
        "$/setTrace",
        "$/cancelRequest",
    ] {
        assert_eq!(client.refused(method, json!({})), -32601, "{method}");
    }
    for method in [
        "textDocument/hover",
        "textDocument/completion",
        "textDocument/codeAction",
        "textDocument/diagnostic",
        "completionItem/resolve",
    ] {
        for params in [
            json!(null),
            json!([]),
            json!({}),
            json!(7),
            json!({"textDocument": null}),
        ] {
            assert_eq!(
                client.refused(method, params.clone()),
                -32602,
                "{method} {params}"
            );
        }
        let place = json!({"line": -1, "character": 0});
        let params = json!({"textDocument": {"uri": URI}, "position": place});
        // Findings are asked for without a position.
        if method != "textDocument/diagnostic" {
            assert_eq!(client.refused(method, params), -32602, "{method}");
        }
        let params = json!({"textDocument": {"uri": "not a uri"}, "position": place});
        assert_eq!(client.refused(method, params), -32602, "{method}");
    }
    for method in [
        "test/unknown",
        "$/unknown",
        "textDocument/didOpen",
        "textDocument/didChange",
        "textDocument/didClose",
        "textDocument/didSave",
        "workspace/didChangeWatchedFiles",
        "workspace/didChangeWorkspaceFolders",
        "workspace/didChangeConfiguration",
        "workspace/didRenameFiles",
        "$/setTrace",
        "$/cancelRequest",
        "initialized",
    ] {
        for params in [
            json!(null),
            json!([]),
            json!({}),
            json!({"textDocument": 7}),
        ] {
            client.notify(method, params);
        }
        client.send(&json!({"jsonrpc": "2.0", "method": method}));
    }
    client.change("file:///w/never-opened.json", 2, "{");
    client.close("file:///w/never-opened.json");
    assert!(client.drain().is_empty());
    client.open_and_check(URI, "{");
    client.finish();
}

#[test]
fn a_refusal_does_not_hand_back_all_that_was_sent() {
    let mut client = Client::with(&json!({}));
    let long = "x".repeat(100_000);
    let at =
        |uri: &str| json!({"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}});
    for (method, params) in [
        ("textDocument/hover", at(&long)),
        ("textDocument/hover", at(&format!("file:///{long}"))),
        ("textDocument/hover", json!(long)),
        ("workspace/executeCommand", json!({"command": long})),
        (&long, Value::Null),
    ] {
        let id = client.ask(method, params);
        let answer = client.answer(&json!(id));
        assert!(answer["error"]["code"].is_i64());
        assert!(answer.to_string().len() < 1000);
    }
    client.finish();
}

#[test]
fn one_id_twice_is_two_answers() {
    let mut client = Client::with(&json!({}));
    for _ in 0..2 {
        client.send(&json!({"jsonrpc": "2.0", "id": "x", "method": "test/unknown"}));
        assert_eq!(client.answer(&json!("x"))["error"]["code"], -32601);
    }
    // Answers that nobody asked for, too.
    for id in [json!(0), json!(99), json!("x"), json!(null)] {
        client.send(&json!({"jsonrpc": "2.0", "id": id, "result": null}));
    }
    client.finish();
}

#[test]
fn a_client_that_never_answers_is_not_waited_for() {
    let mut client = Client::start();
    client.is_silent = true;
    client.initialize(&json!({"capabilities": {
        "workspace": {
            "configuration": true,
            "didChangeConfiguration": {"dynamicRegistration": true},
            "didChangeWatchedFiles": {"dynamicRegistration": true},
        },
        "window": {"workDoneProgress": true},
    }}));
    let text = sample("ak-adapter");
    client.open_and_check(URI, &text);
    for _ in 0..5 {
        client.notify(
            "textDocument/didSave",
            json!({"textDocument": {"uri": URI}}),
        );
        client.notify(
            "workspace/didChangeConfiguration",
            json!({"settings": null}),
        );
    }
    for version in 2..=200 {
        client.change(
            URI,
            version,
            &format!("{text}{}", " ".repeat(usize::try_from(version).unwrap())),
        );
    }
    client.published_for(URI, 200);
    // Late answers find nobody waiting, and nobody hurt.
    client.drain();
    for request in std::mem::take(&mut client.asked) {
        client.send(&json!({"jsonrpc": "2.0", "id": request["id"], "result": [null]}));
    }
    client.finish_reading_nothing();
}

#[test]
fn a_thousand_documents_are_no_burden() {
    let mut client = Client::with(&json!({}));
    let text = sample("ak-adapter");
    let uri = |number: usize| format!("file:///w/{number}/ak-adapter.json");
    for number in 0..1000 {
        client.open(&uri(number), &text);
    }
    for number in 0..1000 {
        assert_eq!(rules(&client.published(&uri(number))), [""; 0]);
    }
    let start = Instant::now();
    client.change(&uri(500), 2, &text.replacen('}', ",}", 1));
    assert_eq!(rules(&client.published(&uri(500))), ["trailing-comma"]);
    assert!(
        start.elapsed() < Duration::from_secs(1),
        "{:?}",
        start.elapsed()
    );
    for number in 0..1000 {
        client.close(&uri(number));
        assert_eq!(client.published(&uri(number))["diagnostics"], json!([]));
    }
    client.finish();
}

#[test]
fn a_huge_document_is_one_finding() {
    let mut client = Client::with(&json!({}));
    let size = 100 * 1024 * 1024;
    let blanks = " ".repeat(size);
    let body = format!(
        "{{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":{{\"textDocument\":\
         {{\"uri\":\"{URI}\",\"languageId\":\"json\",\"version\":1,\"text\":\"{blanks}\"}}}}}}"
    );
    client.send_raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    let published = client.published(URI);
    assert_eq!(rules(&published), ["file-too-large"]);
    let position = json!({"line": 0, "character": 5});
    let params = json!({"textDocument": {"uri": URI}, "position": position});
    client.request("textDocument/hover", params);
    // It can shrink again.
    let place = |character: usize| json!({"line": 0, "character": character});
    let range = json!({"start": place(0), "end": place(size - 2)});
    client.edit(URI, 2, &json!([{"range": range, "text": "{"}]));
    let published = client.published(URI);
    assert!(
        !rules(&published).contains(&"file-too-large"),
        "{published}"
    );
    client.finish();
}

#[test]
fn a_client_may_die_in_the_middle_of_a_message() {
    for bytes in [
        &b"Content-Le"[..],
        b"Content-Length: 100\r\n\r\n{\"jso",
        b"",
    ] {
        let mut client = Client::with(&json!({}));
        client.send_raw(bytes);
        client.hang_up();
        assert_eq!(client.ending(), Ending::Abrupt);
    }
}

#[test]
fn a_client_that_is_gone_is_not_waited_for() {
    let mut client = Client::start();
    client.send(&json!({"jsonrpc": "2.0", "method": "exit"}));
    assert_eq!(client.ending(), Ending::Abrupt, "`exit` without `shutdown`");

    let mut client = Client::with(&json!({}));
    client.request("shutdown", Value::Null);
    client.hang_up();
    assert_eq!(client.ending(), Ending::Orderly, "it had said goodbye");
}

#[test]
fn what_was_asked_before_the_end_of_the_input_is_answered() {
    let mut client = Client::with(&json!({}));
    client.open(URI, "{");
    let id = client.ask("test/unknown", Value::Null);
    client.hang_up();
    assert_eq!(client.answer(&json!(id))["error"]["code"], -32601);
    client.published(URI);
    assert_eq!(client.ending(), Ending::Abrupt);
}

// ---- faults of our own -----------------------------------------------------------------------

/// A check with a fault: it panics at one word, and never ends at another.
fn faulty(
    document: &Document,
    options: &Options,
    surroundings: &dyn Surroundings,
) -> Vec<Diagnostic> {
    assert!(!document.text().contains("__panic"), "a test");
    while document.text().contains("__stuck") && !RELEASED.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(20));
    }
    check(document, options, surroundings)
}

/// Lets go of what is stuck, so that no thread is left at work behind the tests.
static RELEASED: AtomicBool = AtomicBool::new(false);

fn faulty_client() -> Client {
    let mut client = Client::of(Server::new(Homes::default()).checking_with(faulty));
    client.initialize(&json!({"capabilities": {}}));
    client
}

#[test]
fn a_fault_costs_its_document_and_nothing_else() {
    let mut client = faulty_client();
    let other = "file:///w/other/ak-adapter.json";
    assert_eq!(rules(&client.open_and_check(URI, "{")).len(), 1);
    client.change(URI, 2, "{ \"__panic\": 1");
    assert_eq!(client.published(URI)["diagnostics"], json!([]));
    let message = client.notified("window/showMessage");
    assert_eq!(message["type"], 1);
    assert!(
        message["message"].as_str().unwrap().contains("/issues"),
        "{message}"
    );

    // A request about it has no answer but an error; the user has been told already.
    let position = json!({"line": 0, "character": 1});
    let params = json!({"textDocument": {"uri": URI}, "position": position});
    client.request("textDocument/hover", params.clone());
    client.change(URI, 3, "{ \"__panic\": 2");
    assert!(client.drain().is_empty());

    assert_eq!(
        rules(&client.open_and_check(other, "{")).len(),
        1,
        "the next one works"
    );
    client.change(URI, 4, "{");
    assert_eq!(
        rules(&client.published(URI)).len(),
        1,
        "and so does the same, mended"
    );
    client.finish();
}

#[test]
fn a_request_that_meets_a_fault_has_an_answer() {
    let mut client = Client::of(Server::new(Homes::default()).checking_with(faulty));
    client.initialize(&json!({"capabilities": asking()}));
    client.open(URI, "{ \"__panic\": 1");
    let document = json!({"uri": URI});
    let params = json!({ "textDocument": document });
    assert_eq!(
        client.refused("textDocument/diagnostic", params.clone()),
        -32603
    );
    client.notified("window/showMessage");
    client.change(URI, 2, "{");
    assert_eq!(
        rules(&client.request("textDocument/diagnostic", params)).len(),
        1
    );
    client.finish();
}

#[test]
fn nothing_that_is_stuck_keeps_the_session_from_ending() {
    let stuck = "{ \"__stuck\": 1";
    for (end, is_changed) in [
        ("exit", false),
        ("end of input", false),
        ("exit", true),
        ("end of input", true),
    ] {
        let mut client = faulty_client();
        if is_changed {
            client.open_and_check(URI, "{");
            client.change(URI, 2, stuck);
        } else {
            client.open(URI, stuck);
        }
        client.ask("test/unknown", Value::Null);
        assert!(client.goes_on());
        match end {
            "exit" => client.send(&json!({"jsonrpc": "2.0", "method": "exit"})),
            _ => client.hang_up(),
        }
        assert_eq!(client.ending(), Ending::Abrupt, "{end} {is_changed}");
    }
    RELEASED.store(true, Ordering::Relaxed);
}

/// A check that takes longer at one word than a thread that reads may be away.
fn slow(
    document: &Document,
    options: &Options,
    surroundings: &dyn Surroundings,
) -> Vec<Diagnostic> {
    if document.text().contains("__slow") {
        thread::sleep(Duration::from_millis(900));
    }
    check(document, options, surroundings)
}

#[test]
fn what_comes_while_a_change_takes_long_is_dealt_with_behind_it() {
    let mut client = Client::of(Server::new(Homes::default()).checking_with(slow));
    client.initialize(&json!({"capabilities": {}}));
    client.open_and_check(URI, "{");
    for version in [2, 6] {
        client.change(URI, version, "{ \"__slow\": 1 }");
        // Alone at first, so that the thread that reads does it.
        assert!(client.goes_on());
        client.change(URI, version + 1, "{ \"name\": 1");
        let ask = |client: &mut Client| client.ask("test/unknown", Value::Null);
        let cancelled = ask(&mut client);
        client.notify("$/cancelRequest", json!({ "id": cancelled }));
        let id = ask(&mut client);
        client.change(URI, version + 2, "{");
        // The cancelled one was heard of before it was its turn.
        assert_eq!(client.answer(&json!(cancelled))["error"]["code"], -32800);
        assert_eq!(client.answer(&json!(id))["error"]["code"], -32601);
        let last = client.published_for(URI, version + 2);
        assert_eq!(rules(&last).len(), 1);
    }
    client.finish();
}
