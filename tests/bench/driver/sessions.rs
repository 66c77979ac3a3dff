//! What an editor says in a session, as files to be read by a server: for counting what it does, where no
//! clock matters.

use std::fs;
use std::io;
use std::path::Path;

use serde_json::{Value, json};

use crate::client::frame;
use crate::servers::Document;

/// How often something is done of which the cost is to be seen.
const TIMES: usize = 100;

/// Writes the sessions beside the inputs in `folder`: one that only starts and ends, one with changes, and
/// ones with questions.
pub fn write(inputs: &Path) -> io::Result<()> {
    let folder = &inputs.join("servers");
    let small = Document::read(folder, "small", ("json", "manifest.json"))?;
    let large = Document::read(folder, "large", ("json", "manifest.json"))?;
    let hover = |document: &Document| document.question("textDocument/hover", document.hover);
    let completion =
        |document: &Document| document.question("textDocument/completion", document.completion);
    // Changes are taken together until somebody asks something.
    let changes = (1..=TIMES).flat_map(|number| {
        let edit = large.edited(number % 2 == 0, 1 + number as i64);
        [edit, hover(&large)]
    });
    let sessions = [
        ("start", &small, Vec::new()),
        ("changes", &large, changes.collect()),
        ("hovers", &large, vec![hover(&large); TIMES]),
        ("completions", &large, vec![completion(&large); TIMES]),
    ];
    for (name, document, messages) in sessions {
        let bytes = session(folder, document, messages);
        fs::write(inputs.join(format!("{name}.session")), bytes)?;
    }
    Ok(())
}

/// A whole session in which one document is open; `messages` come in between, and lack their numbers.
fn session(folder: &Path, document: &Document, messages: Vec<Value>) -> Vec<u8> {
    let root = format!("file://{}", folder.display());
    let initialize = json!({
        "processId": null,
        "rootUri": root,
        "capabilities": { "textDocument": { "publishDiagnostics": { "versionSupport": true } } },
    });
    let said = |method: &str, params: Value| json!({ "method": method, "params": params });
    let asked =
        |method: &str, params: Value| json!({ "id": 0, "method": method, "params": params });
    let mut all = vec![
        asked("initialize", initialize),
        said("initialized", json!({})),
        said(
            "textDocument/didOpen",
            json!({ "textDocument": {
            "uri": document.uri,
            "languageId": "json",
            "version": 1,
            "text": document.faulty(),
        } }),
        ),
    ];
    all.extend(messages);
    all.push(asked("shutdown", Value::Null));
    all.push(said("exit", Value::Null));
    let mut bytes = Vec::new();
    for (number, mut message) in all.into_iter().enumerate() {
        message["jsonrpc"] = json!("2.0");
        if message.get("id").is_some() {
            message["id"] = json!(number);
        }
        bytes.extend(frame(&message));
    }
    bytes
}
