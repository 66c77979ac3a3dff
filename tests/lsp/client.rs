//! A client of the server, in the same process, over pipes.

use std::collections::VecDeque;
use std::fs;
use std::io::{self, BufRead, BufReader, PipeWriter, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use fornax_lsp::{Ending, Server};
use fornax_project::Homes;
use serde_json::{Value, json};

use crate::support::repo_root;

/// How long an answer may take before a test fails; a busy machine is no fault.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// How soon the server must end.
pub(crate) const END: Duration = Duration::from_secs(1);

/// A client and its server.
#[derive(Debug)]
pub(crate) struct Client {
    input: Option<PipeWriter>,
    messages: Receiver<Value>,
    unread: VecDeque<Value>,
    ending: Receiver<Ending>,
    next_id: i64,
    /// Whether requests of the server are left without an answer.
    pub(crate) is_silent: bool,
    /// What is answered when the server asks for settings.
    pub(crate) settings: Value,
    /// The requests of the server, in their order.
    pub(crate) asked: Vec<Value>,
}

impl Client {
    /// A client of a server that knows no user's folders.
    pub(crate) fn start() -> Self {
        Self::of(Server::new(Homes::default()))
    }

    pub(crate) fn of(server: Server) -> Self {
        let (server_input, input) = io::pipe().unwrap();
        let (output, server_output) = io::pipe().unwrap();
        let (ended, ending) = mpsc::channel();
        thread::spawn(move || {
            let _ = ended.send(server.serve(server_input, server_output).unwrap());
        });
        Self {
            input: Some(input),
            messages: read_messages(output),
            unread: VecDeque::new(),
            ending,
            next_id: 0,
            is_silent: false,
            settings: Value::Null,
            asked: Vec::new(),
        }
    }

    /// A client that has introduced itself as one with these capabilities.
    pub(crate) fn with(capabilities: &Value) -> Self {
        let mut client = Self::start();
        client.initialize(&json!({ "capabilities": capabilities }));
        client
    }

    /// Introduces the client; the server's answer.
    pub(crate) fn initialize(&mut self, params: &Value) -> Value {
        let mut params = params.clone();
        params["processId"] = Value::Null;
        let result = self.request("initialize", params);
        self.notify("initialized", json!({}));
        result
    }

    // ---- sending ---------------------------------------------------------------------------

    pub(crate) fn send(&mut self, message: &Value) {
        self.send_raw(&framed(message));
    }

    pub(crate) fn send_raw(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        // A server that has ended takes no more.
        let _ = input.write_all(bytes);
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Asks, without waiting; the request's id.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> i64 {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        id
    }

    /// Asks; the result.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        let answer = self.answer_to(method, params);
        assert!(answer["error"].is_null(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// Asks; the code of the error.
    pub(crate) fn refused(&mut self, method: &str, params: Value) -> i64 {
        let answer = self.answer_to(method, params);
        answer["error"]["code"]
            .as_i64()
            .unwrap_or_else(|| panic!("{method}: {answer}"))
    }

    fn answer_to(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        self.answer(&json!(id))
    }

    // ---- receiving -------------------------------------------------------------------------

    /// The answer to the request with this id.
    pub(crate) fn answer(&mut self, id: &Value) -> Value {
        self.wait_for(&format!("the answer to {id}"), |message| {
            message["method"].is_null() && message["id"] == *id
        })
    }

    /// The next notification of this kind.
    pub(crate) fn notified(&mut self, method: &str) -> Value {
        self.wait_for(method, |message| message["method"] == method)["params"].clone()
    }

    /// The next findings of a document.
    pub(crate) fn published(&mut self, uri: &str) -> Value {
        self.wait_for(&format!("findings of {uri}"), |message| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == uri
        })["params"]
            .clone()
    }

    /// The findings of a document's version, past those of earlier ones.
    pub(crate) fn published_for(&mut self, uri: &str, version: i64) -> Value {
        loop {
            let params = self.published(uri);
            if params["version"] == version {
                return params;
            }
        }
    }

    fn wait_for(&mut self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.unread.iter().position(&wanted) {
            return self.unread.remove(at).unwrap();
        }
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.messages.recv_timeout(left) {
                Ok(message) if wanted(&message) => return message,
                Ok(message) => self.keep(message),
                Err(error) => panic!("{what}: {error}; unread: {:#?}", self.unread),
            }
        }
    }

    fn keep(&mut self, message: Value) {
        if message["method"].is_null() || message["id"].is_null() {
            self.unread.push_back(message);
            return;
        }
        if !self.is_silent {
            let result = match message["method"].as_str() {
                Some("workspace/configuration") => json!([self.settings]),
                _ => Value::Null,
            };
            self.send(&json!({"jsonrpc": "2.0", "id": message["id"], "result": result}));
        }
        self.asked.push(message);
    }

    /// The parameters of the next request of this kind that the server makes.
    pub(crate) fn asked_for(&mut self, method: &str) -> Value {
        self.question(method)["params"].clone()
    }

    /// The next request of this kind that the server makes.
    pub(crate) fn question(&mut self, method: &str) -> Value {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let wanted = |asked: &Value| asked["method"] == method;
            if let Some(at) = self.asked.iter().position(wanted) {
                return self.asked.remove(at);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.messages.recv_timeout(left) {
                Ok(message) => self.keep(message),
                Err(error) => panic!("{method}: {error}; asked: {:#?}", self.asked),
            }
        }
    }

    /// Answers a request of the server that was left without an answer.
    pub(crate) fn reply(&mut self, question: &Value, result: &Value) {
        self.send(&json!({"jsonrpc": "2.0", "id": question["id"], "result": result}));
    }

    /// Waits until the server has handled all that was sent; what it said by then that nobody has
    /// read yet, log lines aside.
    pub(crate) fn drain(&mut self) -> Vec<Value> {
        // What came in together with the first is checked after it was answered.
        for _ in 0..2 {
            let id = self.ask("test/unknown", Value::Null);
            self.answer(&json!(id));
        }
        self.unread
            .drain(..)
            .filter(|message| message["method"] != "window/logMessage")
            .collect()
    }

    // ---- documents -------------------------------------------------------------------------

    pub(crate) fn open(&mut self, uri: &str, text: &str) {
        self.open_as(uri, "json", text);
    }

    pub(crate) fn open_as(&mut self, uri: &str, language: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": language, "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Opens a document and waits for what is found in it.
    pub(crate) fn open_and_check(&mut self, uri: &str, text: &str) -> Value {
        self.open(uri, text);
        self.published(uri)
    }

    /// Gives a document another text.
    pub(crate) fn change(&mut self, uri: &str, version: i64, text: &str) {
        self.edit(uri, version, &json!([{ "text": text }]));
    }

    pub(crate) fn edit(&mut self, uri: &str, version: i64, changes: &Value) {
        let document = json!({"uri": uri, "version": version});
        let params = json!({"textDocument": document, "contentChanges": changes});
        self.notify("textDocument/didChange", params);
    }

    pub(crate) fn close(&mut self, uri: &str) {
        self.notify(
            "textDocument/didClose",
            json!({"textDocument": {"uri": uri}}),
        );
    }

    // ---- the end ---------------------------------------------------------------------------

    /// Ends the session as it should be; everything that the server said must have been read.
    pub(crate) fn finish(mut self) {
        let unread = self.drain();
        assert!(unread.is_empty(), "unread: {unread:#?}");
        assert_eq!(self.request("shutdown", Value::Null), Value::Null);
        self.send(&json!({"jsonrpc": "2.0", "method": "exit"}));
        assert_eq!(self.ending(), Ending::Orderly);
    }

    /// Ends the session as it should be, whatever else the server has said.
    pub(crate) fn finish_reading_nothing(mut self) {
        // What is still being checked is shown by the time of the second round.
        self.drain();
        self.drain();
        self.finish();
    }

    /// Closes the stream to the server.
    pub(crate) fn hang_up(&mut self) {
        self.input = None;
    }

    /// How the session ends, which must be soon.
    pub(crate) fn ending(&mut self) -> Ending {
        let start = Instant::now();
        let ending = self.ending.recv_timeout(PATIENCE);
        let took = start.elapsed();
        assert!(took < END, "the end took {took:?}");
        ending.expect("the server ends")
    }

    /// Whether the session goes on.
    pub(crate) fn goes_on(&self) -> bool {
        matches!(
            self.ending.recv_timeout(Duration::from_millis(50)),
            Err(RecvTimeoutError::Timeout)
        )
    }
}

/// A message as it goes onto the wire.
pub(crate) fn framed(message: &Value) -> Vec<u8> {
    let body = message.to_string();
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

/// The messages that a server writes; every byte must belong to one.
pub(crate) fn read_messages(output: impl Read + Send + 'static) -> Receiver<Value> {
    let (sender, messages) = mpsc::channel();
    thread::spawn(move || {
        let mut output = BufReader::new(output);
        while let Some(message) = read_message(&mut output) {
            if sender.send(message).is_err() {
                break;
            }
        }
    });
    messages
}

fn read_message(output: &mut impl BufRead) -> Option<Value> {
    let mut header = String::new();
    if output.read_line(&mut header).ok()? == 0 {
        return None;
    }
    let length = header
        .strip_prefix("Content-Length: ")
        .and_then(|length| length.trim_end().parse().ok())
        .unwrap_or_else(|| panic!("no header: {header:?}"));
    let mut empty = String::new();
    output.read_line(&mut empty).ok()?;
    assert_eq!(empty, "\r\n");
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    Some(serde_json::from_slice(&body).unwrap())
}

/// The capabilities of a client that asks for findings.
pub(crate) fn asking() -> Value {
    json!({
        "textDocument": {"diagnostic": {}},
        "workspace": {"diagnostics": {"refreshSupport": true}},
    })
}

/// A document of this kind that nothing is wrong with.
pub(crate) fn sample(kind: &str) -> String {
    let path = format!("schemas/samples/{kind}/valid/complete.json");
    fs::read_to_string(repo_root().join(path)).unwrap()
}

/// The names of the rules that findings come from, in their order.
pub(crate) fn rules(published: &Value) -> Vec<&str> {
    let items = published["diagnostics"]
        .as_array()
        .or_else(|| published["items"].as_array());
    items
        .unwrap_or_else(|| panic!("no findings: {published}"))
        .iter()
        .map(|item| item["code"].as_str().unwrap())
        .collect()
}

/// The range of the first `needle` in a text that is ASCII before it on its line.
pub(crate) fn range_of(text: &str, needle: &str) -> Value {
    let at = text.find(needle).unwrap_or_else(|| panic!("no {needle:?}"));
    json!({"start": place(text, at), "end": place(text, at + needle.len())})
}

fn place(text: &str, at: usize) -> Value {
    let line = text[..at].matches('\n').count();
    let column = at - text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    json!({"line": line, "character": column})
}
