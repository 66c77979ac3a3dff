//! Reads the message that comes with every keystroke, a change of a document, straight from its bytes.

use serde::Deserialize;
use tower_lsp_server::ls_types::DidChangeTextDocumentParams;
use tower_lsp_server::ls_types::notification::{DidChangeTextDocument, Notification as _};

use crate::uri;

/// How far into a message its method is looked for; where it stands farther on, the message is read as any
/// other is.
const HEAD_BYTES: usize = 128;

/// The change that a message brings; none where it is another message, or one that wants mending.
pub(crate) fn read(body: &[u8]) -> Option<DidChangeTextDocumentParams> {
    // With other members it would be a request, or something else that others have to look at.
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Message<'a> {
        jsonrpc: &'a str,
        method: &'a str,
        params: DidChangeTextDocumentParams,
    }

    let text = str::from_utf8(body).ok()?;
    let head = &text[..text.floor_char_boundary(HEAD_BYTES)];
    if !head.contains(DidChangeTextDocument::METHOD) {
        return None;
    }
    // From bytes as all messages are: reading texts too would add a second reader to the program.
    let message: Message<'_> = serde_json::from_slice(body).ok()?;
    let is_change = message.jsonrpc == "2.0"
        && message.method == DidChangeTextDocument::METHOD
        && uri::is_well_spelt(&message.params.text_document.uri);
    is_change.then_some(message.params)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn message() -> Value {
        json!({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {
            "textDocument": {"uri": "file:///a/é.json".replace('é', "%C3%A9"), "version": 7},
            "contentChanges": [{
                "range": {
                    "start": {"line": 1, "character": 2},
                    "end": {"line": 3, "character": 4},
                },
                "text": "\u{1f600}\n",
            }, {"text": "{}"}],
        }})
    }

    fn read_value(message: &Value) -> Option<DidChangeTextDocumentParams> {
        read(message.to_string().as_bytes())
    }

    #[test]
    fn a_change_is_what_the_library_makes_of_it() {
        let message = message();
        let expected = serde_json::from_value(message["params"].clone()).ok();
        assert!(expected.is_some());
        assert_eq!(read_value(&message), expected);
    }

    #[test]
    fn what_else_has_to_be_looked_at_is_left_to_others() {
        let altered = |pointer: &str, value: Value| {
            let mut message = message();
            *message.pointer_mut(pointer).unwrap() = value;
            message
        };
        let with = |pointer: &str, name: &str, value: Value| {
            let mut message = message();
            message.pointer_mut(pointer).unwrap()[name] = value;
            message
        };
        for other in [
            with("", "id", json!(1)),
            with("", "id", Value::Null),
            with("", "result", Value::Null),
            altered("/jsonrpc", json!("1.0")),
            altered("/method", json!("textDocument/didChangeMore")),
            altered("/params/textDocument/version", Value::Null),
            altered("/params/textDocument/version", json!(1.5)),
            altered("/params/textDocument/uri", json!("file:///a b.json")),
            altered("/params/textDocument/uri", json!("c:/a.json")),
            altered("/params/textDocument/uri", json!("/a.json")),
            altered("/params/contentChanges", json!([7])),
            altered("/params", json!(["textDocument/didChange"])),
            json!(["textDocument/didChange"]),
        ] {
            assert_eq!(read_value(&other), None, "{other}");
        }
        let text = message().to_string();
        let half = text.replace("\\n", "\\ud83d");
        for other in [&text[1..], &text[..text.len() - 1], &half, ""] {
            assert_eq!(read(other.as_bytes()), None, "{other}");
        }
        assert_eq!(read(&[text.as_bytes(), b"\xff"].concat()), None);
    }
}
