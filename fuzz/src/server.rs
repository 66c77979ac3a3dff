//! The language server: fed with a session's bytes, as a client would send them.

use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex, PoisonError};

use fornax_lsp::Server;
use fornax_manifest::fornax_pin;
use fornax_project::Homes;
use serde_json::{Value, json};

use crate::editing::Buffer;
use crate::split;

const URI: &str = "file:///w/ak-adapter.json";

/// What a server has written.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Has a server read all of `input`; the messages that it wrote.
fn served(input: Vec<u8>) -> Vec<Value> {
    let written = Written::default();
    let server = Server::new(Homes::default());
    server
        .serve(Cursor::new(input), written.clone())
        .expect("the system gives threads");
    let bytes = std::mem::take(&mut *written.0.lock().unwrap_or_else(PoisonError::into_inner));
    let mut rest = &bytes[..];
    let mut messages = Vec::new();
    while !rest.is_empty() {
        let end = rest.windows(4).position(|four| four == b"\r\n\r\n");
        let (head, body) = rest.split_at(end.expect("a header ends") + 4);
        let head = str::from_utf8(head).expect("a header is text");
        let length = head.trim_end().strip_prefix("Content-Length: ");
        let length: usize = length.expect("a length").parse().expect("a number");
        let (body, others) = body.split_at(length);
        messages.push(serde_json::from_slice(body).expect("a body is JSON"));
        rest = others;
    }
    messages
}

fn frame(message: &Value) -> Vec<u8> {
    let body = message.to_string();
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

/// Whatever bytes arrive, the server writes whole messages, and ends when they do.
pub fn messages(data: &[u8]) {
    // What lies on this machine's disk has no part in it.
    let mut text = data.to_ascii_lowercase();
    text.retain(|byte| !byte.is_ascii_whitespace());
    let names_the_disk = |at: usize| !text[at..].starts_with(b"file:///w/");
    let mut files = text
        .windows(5)
        .enumerate()
        .filter(|(_, word)| word == b"file:");
    if files.any(|(at, _)| names_the_disk(at)) || text.windows(2).any(|word| word == b"..") {
        return;
    }
    for message in served(data.to_vec()) {
        assert_eq!(message["jsonrpc"], "2.0");
    }
}

/// A document that was edited has the text that the edits make.
pub fn edits(data: &[u8]) {
    let (choice, data) = split(data);
    let unit = ["utf-8", "utf-16", "utf-32"][usize::from(choice) % 3];
    let capabilities = json!({ "general": { "positionEncodings": [unit] } });
    let request = |id: i64, method: &str, params: Value| {
        frame(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))
    };
    let notification = |method: &str, params: Value| {
        frame(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    };
    let parameters = json!({
        "processId": null,
        "capabilities": capabilities,
        "initializationOptions": { "lookAround": false },
    });
    let mut buffer = Buffer::new("{\n  \"name\": \"é😀\"\r\n}\n");
    let document = json!({
        "uri": URI, "languageId": "json", "version": 1, "text": buffer.text(),
    });
    let mut input = request(1, "initialize", parameters);
    input.extend(notification("initialized", json!({})));
    input.extend(notification(
        "textDocument/didOpen",
        json!({ "textDocument": document }),
    ));

    let pieces = [
        "",
        "a",
        "\"",
        ",",
        "é",
        "日本",
        "😀",
        "\r\n",
        "\n",
        "\r",
        "\u{2028}",
        "{\"x\": 1}",
        "\t",
        "[1,]",
        "\u{feff}",
        "\u{85}",
    ];
    let between = |mut at: usize, buffer: &Buffer| {
        while !buffer.is_between(at) {
            at += 1;
        }
        at
    };
    // Three bytes make an edit: where, how much, what.
    for (version, edit) in data.chunks_exact(3).take(64).enumerate() {
        let start = between(usize::from(edit[0]) * (buffer.len() + 1) / 256, &buffer);
        let end = between(
            (start + usize::from(edit[1] % 12)).min(buffer.len()),
            &buffer,
        );
        let text = pieces[usize::from(edit[2]) % pieces.len()];
        let place = |at: usize| {
            let (line, character) = buffer.position(at, unit);
            json!({ "line": line, "character": character })
        };
        let range = json!({ "start": place(start), "end": place(end) });
        buffer.replace(start, end, text);
        input.extend(notification(
            "textDocument/didChange",
            json!({
                "textDocument": { "uri": URI, "version": version + 2 },
                "contentChanges": [{ "range": range, "text": text }],
            }),
        ));
    }
    let digest = json!({ "command": "fornax.digest", "arguments": [URI] });
    input.extend(request(2, "workspace/executeCommand", digest));
    input.extend(request(3, "shutdown", Value::Null));
    input.extend(notification("exit", Value::Null));

    let answers = served(input);
    let answer = answers.iter().find(|message| message["id"] == 2);
    let text = buffer.text();
    assert_eq!(
        answer.map(|answer| &answer["result"]),
        Some(&json!(fornax_pin(text.as_bytes()))),
        "{unit}: {text:?}"
    );
}
