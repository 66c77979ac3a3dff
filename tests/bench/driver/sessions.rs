//! Sessions of an editor for counting what the server does in them, where no clock matters: each message is
//! sent when what the one before asked for is there, so that no change is passed over for a later one.

use std::io;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::client::{Client, PATIENCE};
use crate::servers::Document;

/// How often something is done of which the cost is to be seen.
const TIMES: usize = 100;

/// Plays a session with the server that `command` starts: one that only starts and ends, one with changes,
/// or ones with questions.
pub fn play(name: &str, inputs: &Path, command: &[&str]) -> io::Result<()> {
    let folder = &inputs.join("servers");
    let size = if name == "start" { "small" } else { "large" };
    let document = Document::read(folder, size, ("json", "manifest.json"))?;
    let change = |number: usize| document.edited(number % 2 == 0, 2 + number as i64);
    let hover = || document.question("textDocument/hover", document.hover);
    let completion = || document.question("textDocument/completion", document.completion);
    let messages: Vec<Value> = match name {
        "start" => Vec::new(),
        "changes" => (0..TIMES).map(change).collect(),
        "hovers" => (0..TIMES).map(|_| hover()).collect(),
        "completions" => (0..TIMES).map(|_| completion()).collect(),
        _ => return Err(io::Error::other(format!("there is no session {name}"))),
    };

    let (program, arguments) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let mut client = Client::start(Command::new(program).args(arguments), json!({}))?;
    let initialize = json!({
        "processId": null,
        "rootUri": format!("file://{}", folder.display()),
        "capabilities": { "textDocument": { "publishDiagnostics": { "versionSupport": true } } },
    });
    client.ask("initialize", &initialize)?;
    client.notify("initialized", &json!({}))?;
    let opened = json!({ "textDocument": {
        "uri": document.uri,
        "languageId": "json",
        "version": 1,
        "text": document.faulty(),
    } });
    client.notify("textDocument/didOpen", &opened)?;
    findings(&mut client, 1)?;
    for message in messages {
        let (method, params) = (message["method"].as_str(), &message["params"]);
        let method = method.ok_or(io::ErrorKind::InvalidInput)?;
        match params["textDocument"]["version"].as_i64() {
            Some(version) => {
                client.notify(method, params)?;
                findings(&mut client, version)?;
            }
            None => _ = client.ask(method, params)?,
        }
    }
    client.end()
}

/// Waits for the findings of a version.
fn findings(client: &mut Client, version: i64) -> io::Result<()> {
    client
        .wait(PATIENCE, |message| message["params"]["version"] == version)?
        .map(drop)
        .ok_or_else(|| io::Error::other(format!("no findings of version {version}")))
}
