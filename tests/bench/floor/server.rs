//! The floor of a language server: answers at once, with nothing, so that what is left is the client's and
//! the system's own time.

use std::io::{self, BufRead, BufReader, Write};

use serde_json::{Value, json};

fn main() -> io::Result<()> {
    let mut input = BufReader::new(io::stdin().lock());
    let mut output = io::stdout().lock();
    while let Some(message) = read(&mut input)? {
        let method = message["method"].as_str().unwrap_or_default();
        let document = &message["params"]["textDocument"];
        let answer = match method {
            "exit" => return Ok(()),
            "initialize" => json!({ "capabilities": {
                "textDocumentSync": 2,
                "hoverProvider": true,
                "completionProvider": {},
            }}),
            "textDocument/completion" => json!([]),
            "textDocument/didOpen" | "textDocument/didChange" => {
                let params = json!({
                    "uri": document["uri"],
                    "version": document["version"],
                    "diagnostics": [],
                });
                let method = "textDocument/publishDiagnostics";
                let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
                write(&mut output, &message)?;
                continue;
            }
            _ => Value::Null,
        };
        if let Some(id) = message.get("id") {
            write(
                &mut output,
                &json!({ "jsonrpc": "2.0", "id": id, "result": answer }),
            )?;
        }
    }
    Ok(())
}

fn read(input: &mut impl BufRead) -> io::Result<Option<Value>> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        if line == "\r\n" {
            break;
        }
        if let Some(value) = line.strip_prefix("Content-Length: ") {
            length = value.trim().parse().map_err(io::Error::other)?;
        }
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body)?;
    Ok(Some(serde_json::from_slice(&body)?))
}

fn write(output: &mut impl Write, message: &Value) -> io::Result<()> {
    let body = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    output.flush()
}
