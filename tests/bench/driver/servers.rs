//! Measures language servers: how they start, and what a keystroke and a question cost.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, PATIENCE, frame, milliseconds};
use crate::statistics::{median, percentile};

/// How long nothing must come for a server to have said all.
const QUIET: Duration = Duration::from_millis(1500);

/// How many documents are opened to see what they take.
const DOCUMENTS: usize = 100;

/// How many edits follow each other without a wait.
const BURST: usize = 50;

/// A server to measure.
#[derive(Clone)]
pub struct Server {
    /// Its name.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The language of its documents: how clients name it, and how their files end.
    pub language: (&'static str, &'static str),
    /// Whether findings have to be asked for.
    pub is_asked: bool,
    /// Its settings, and its options at the start.
    pub settings: Value,
    pub options: Value,
    /// How long it is left to think about its settings.
    pub settle: Duration,
    /// How many edits and requests are measured.
    pub edits: usize,
}

/// A document, and where things happen in it.
pub struct Document {
    /// Its address and its text.
    pub uri: String,
    text: String,
    /// Where an `x` makes a fault.
    edit: usize,
    /// Where is hovered, and where completed.
    pub hover: usize,
    pub completion: usize,
}

/// How many findings there are with the fault and without it.
#[derive(Clone, Copy)]
struct Counts {
    faulty: usize,
    sound: usize,
}

/// Measures all servers with one document, called `small` or `large`, in turn.
pub fn measure(folder: &Path, servers: &[Server], size: &str, starts: usize) -> io::Result<Value> {
    let mut rows: Vec<Row> = Vec::new();
    for server in servers {
        let server = Rc::new(server.clone());
        let document = Rc::new(Document::read(folder, size, server.language)?);
        let counts = learn(&server, &document)
            .map_err(|error| io::Error::other(format!("{}: {error}", server.name)))?;
        rows.push(Row::new(&server, &document, counts));
    }
    for round in 0..starts {
        for step in 0..rows.len() {
            let number = (step + round) % rows.len();
            rows[number].start()?;
        }
    }
    // Sessions last; each server has its turn with a part of the work, again and again.
    const TURNS: usize = 10;
    let mut sessions = Vec::new();
    for row in &rows {
        sessions.push(Session::open(&row.server, &row.document, row.counts)?);
    }
    for _ in 0..TURNS {
        for (row, session) in rows.iter_mut().zip(&mut sessions) {
            row.work(session, row.server.edits.div_ceil(TURNS))?;
        }
    }
    for (row, mut session) in rows.iter_mut().zip(sessions) {
        row.end(&mut session)?;
        session.client.end()?;
    }
    Ok(rows.iter().map(Row::summary).collect())
}

/// What was measured of one server, in milliseconds and MiB.
struct Row {
    server: Rc<Server>,
    document: Rc<Document>,
    counts: Counts,
    initialize: Vec<f64>,
    open: Vec<f64>,
    first_hover: Vec<f64>,
    first_completion: Vec<f64>,
    change: Vec<f64>,
    hover: Vec<f64>,
    completion: Vec<f64>,
    burst: Vec<f64>,
    memory: f64,
    memory_of_many: f64,
}

impl Row {
    fn new(server: &Rc<Server>, document: &Rc<Document>, counts: Counts) -> Self {
        Self {
            server: Rc::clone(server),
            document: Rc::clone(document),
            counts,
            initialize: Vec::new(),
            open: Vec::new(),
            first_hover: Vec::new(),
            first_completion: Vec::new(),
            change: Vec::new(),
            hover: Vec::new(),
            completion: Vec::new(),
            burst: Vec::new(),
            memory: 0.0,
            memory_of_many: 0.0,
        }
    }

    /// A process from its start to its first answers.
    fn start(&mut self) -> io::Result<()> {
        let mut session = Session::open(&self.server, &self.document, self.counts)?;
        self.initialize.push(session.initialize);
        self.open.push(session.opening);
        self.first_hover.push(session.hover()?);
        self.first_completion.push(session.completion()?);
        session.client.end()
    }

    fn work(&mut self, session: &mut Session, count: usize) -> io::Result<()> {
        for _ in 0..count {
            self.change.push(session.change()?);
        }
        for _ in 0..count {
            self.hover.push(session.hover()?);
        }
        for _ in 0..count {
            self.completion.push(session.completion()?);
        }
        self.burst.push(session.burst()?);
        Ok(())
    }

    fn end(&mut self, session: &mut Session) -> io::Result<()> {
        (_, self.memory) = session.client.memory()?;
        for number in 1..DOCUMENTS {
            let uri = format!("{}.{number}{}", self.document.uri, self.document.ending());
            session.open_document(&uri)?;
        }
        (self.memory_of_many, _) = session.client.memory()?;
        Ok(())
    }

    fn summary(&self) -> Value {
        let spread = |values: &[f64]| {
            json!({
                "p50_ms": median(values),
                "p95_ms": percentile(values, 95.0),
                "p99_ms": percentile(values, 99.0),
                "samples": values.len(),
            })
        };
        json!({
            "name": self.server.name,
            "initialize": spread(&self.initialize),
            "open": spread(&self.open),
            "first_hover": spread(&self.first_hover),
            "first_completion": spread(&self.first_completion),
            "change": spread(&self.change),
            "hover": spread(&self.hover),
            "completion": spread(&self.completion),
            "burst": spread(&self.burst),
            "peak_mib": self.memory,
            "documents_mib": self.memory_of_many,
        })
    }
}

/// A session with one document open.
struct Session {
    client: Client,
    server: Rc<Server>,
    document: Rc<Document>,
    counts: Counts,
    /// How long the start took, and then the first findings, in milliseconds.
    initialize: f64,
    opening: f64,
    is_incremental: bool,
    is_faulty: bool,
    version: i64,
}

impl Session {
    /// Starts a server and opens the document with its fault.
    fn open(server: &Rc<Server>, document: &Rc<Document>, counts: Counts) -> io::Result<Self> {
        let mut session = Self::start(server, document, counts)?;
        let message = session.opened(&document.uri, &document.faulty());
        let start = Instant::now();
        session.client.write(&message)?;
        let arrival = session.findings()?;
        session.opening = milliseconds(arrival - start);
        Ok(session)
    }

    fn start(server: &Rc<Server>, document: &Rc<Document>, counts: Counts) -> io::Result<Self> {
        let mut command = Command::new(&server.command[0]);
        command.args(&server.command[1..]);
        let mut client = Client::start(&mut command, server.settings.clone())?;
        let folder = document
            .uri
            .rsplit_once('/')
            .map_or("", |(folder, _)| folder);
        let mut abilities = json!({
            "general": { "positionEncodings": ["utf-16"] },
            "workspace": { "configuration": true, "workspaceFolders": true },
            "textDocument": {
                "publishDiagnostics": { "relatedInformation": true, "versionSupport": true },
                "hover": { "contentFormat": ["markdown", "plaintext"] },
                "completion": { "completionItem": {
                    "snippetSupport": true,
                    "documentationFormat": ["markdown", "plaintext"],
                    "insertReplaceSupport": true,
                }, "contextSupport": true },
                "codeAction": { "codeActionLiteralSupport": {
                    "codeActionKind": { "valueSet": ["quickfix", "source.fixAll"] },
                }},
            },
        });
        if server.is_asked {
            abilities["textDocument"]["diagnostic"] = json!({ "dynamicRegistration": false });
        }
        let params = json!({
            "processId": std::process::id(),
            "rootUri": folder,
            "workspaceFolders": [{ "uri": folder, "name": "inputs" }],
            "initializationOptions": server.options,
            "capabilities": abilities,
        });
        let (id, bytes) = client.request("initialize", &params);
        client.write(&bytes)?;
        let (arrival, answer) = client.answer(id)?;
        let initialize = milliseconds(arrival - client.started);
        let sync = &answer["capabilities"]["textDocumentSync"];
        let is_incremental = sync == 2 || sync["change"] == 2;
        client.notify("initialized", &json!({}))?;
        if server
            .settings
            .as_object()
            .is_some_and(|settings| !settings.is_empty())
        {
            let settings = json!({ "settings": server.settings });
            client.notify("workspace/didChangeConfiguration", &settings)?;
        }
        // It asks for its settings meanwhile.
        client.wait(server.settle, |_| false)?;
        Ok(Self {
            client,
            server: Rc::clone(server),
            document: Rc::clone(document),
            counts,
            initialize,
            opening: 0.0,
            is_incremental,
            is_faulty: true,
            version: 1,
        })
    }

    fn opened(&self, uri: &str, text: &str) -> Vec<u8> {
        let document = json!({
            "uri": uri,
            "languageId": self.server.language.0,
            "version": 1,
            "text": text,
        });
        let params = json!({ "textDocument": document });
        frame(&json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": params }))
    }

    /// Opens another document, and waits for what is said about it.
    fn open_document(&mut self, uri: &str) -> io::Result<()> {
        let message = self.opened(uri, &self.document.text);
        self.client.write(&message)?;
        if self.server.is_asked {
            let params = json!({ "textDocument": { "uri": uri } });
            return self
                .client
                .ask("textDocument/diagnostic", &params)
                .map(drop);
        }
        self.client
            .wait(PATIENCE, |message| message["params"]["uri"] == uri)
            .map(drop)
    }

    /// The next edit of one character, which makes the fault or takes it away.
    fn edit(&mut self) -> Vec<u8> {
        self.is_faulty = !self.is_faulty;
        self.version += 1;
        let document = &self.document;
        let mut message = document.edited(self.is_faulty, self.version);
        if !self.is_incremental {
            let text = match self.is_faulty {
                true => document.faulty(),
                false => document.text.clone(),
            };
            message["params"]["contentChanges"] = json!([{ "text": text }]);
        }
        message["jsonrpc"] = json!("2.0");
        frame(&message)
    }

    /// Waits for the findings of exactly the text that was last sent.
    fn findings(&mut self) -> io::Result<Instant> {
        let uri = self.document.uri.clone();
        if self.server.is_asked {
            let params = json!({ "textDocument": { "uri": uri } });
            let (id, bytes) = self.client.request("textDocument/diagnostic", &params);
            self.client.write(&bytes)?;
            return Ok(self.client.answer(id)?.0);
        }
        let expected = match self.is_faulty {
            true => self.counts.faulty,
            false => self.counts.sound,
        };
        let version = self.version;
        let found = self.client.wait(PATIENCE, |message| {
            let params = &message["params"];
            let is_current = params["version"]
                .as_i64()
                .is_none_or(|given| given == version);
            let count = params["diagnostics"].as_array().map(Vec::len);
            params["uri"] == uri && is_current && count == Some(expected)
        })?;
        let error = || io::Error::new(io::ErrorKind::TimedOut, "no findings");
        found.map(|(arrival, _)| arrival).ok_or_else(error)
    }

    fn change(&mut self) -> io::Result<f64> {
        let message = self.edit();
        let start = Instant::now();
        self.client.write(&message)?;
        Ok(milliseconds(self.findings()? - start))
    }

    /// Many edits without a wait; from the last of them to its findings.
    fn burst(&mut self) -> io::Result<f64> {
        let edits: Vec<_> = (0..BURST).map(|_| self.edit()).collect();
        for edit in &edits {
            self.client.write(edit)?;
        }
        let start = Instant::now();
        Ok(milliseconds(self.findings()? - start))
    }

    fn hover(&mut self) -> io::Result<f64> {
        self.ask("textDocument/hover", self.document.hover)
    }

    fn completion(&mut self) -> io::Result<f64> {
        self.ask("textDocument/completion", self.document.completion)
    }

    fn ask(&mut self, method: &str, offset: usize) -> io::Result<f64> {
        let params = self.document.question(method, offset)["params"].take();
        Ok(self.client.ask(method, &params)?.0)
    }
}

/// How many findings there are in each state, learnt by waiting until no more come.
fn learn(server: &Rc<Server>, document: &Rc<Document>) -> io::Result<Counts> {
    let nothing = Counts {
        faulty: 0,
        sound: 0,
    };
    let mut session = Session::start(server, document, nothing)?;
    let message = session.opened(&document.uri, &document.faulty());
    session.client.write(&message)?;
    let faulty = last_count(&mut session)?;
    let edit = session.edit();
    session.client.write(&edit)?;
    let sound = last_count(&mut session)?;
    session.client.end()?;
    Ok(Counts { faulty, sound })
}

fn last_count(session: &mut Session) -> io::Result<usize> {
    let mut count = 0;
    if session.server.is_asked {
        return Ok(0);
    }
    let uri = session.document.uri.clone();
    let said = |message: &Value| message["params"]["uri"] == uri;
    // The first may take a while.
    let mut patience = PATIENCE;
    while let Some((_, message)) = session.client.wait(patience, said)? {
        count = message["params"]["diagnostics"]
            .as_array()
            .map_or(0, Vec::len);
        patience = QUIET;
    }
    Ok(count)
}

impl Document {
    /// The one in `folder` that is called `size`, in a language as servers have it.
    pub fn read(folder: &Path, size: &str, language: (&str, &str)) -> io::Result<Self> {
        let ending = language.1;
        let path: PathBuf = folder.join(format!("{size}.{ending}"));
        let text = fs::read_to_string(&path)?;
        let find = |words: &str, from_end: bool| {
            let place = if from_end {
                text.rfind(words)
            } else {
                text.find(words)
            };
            place.ok_or_else(|| io::Error::other(format!("no {words:?} in {}", path.display())))
        };
        let format = if ending == "toml" {
            "format = "
        } else {
            "\"format\": "
        };
        let (edit, hover) = match size {
            "small" => (find("plan\"", false)?, find("display_name", false)?),
            _ => (find("/hooks/Event15", true)?, find("marker_key", true)?),
        };
        Ok(Self {
            uri: format!("file://{}", path.display()),
            edit,
            hover: hover + 1,
            completion: find(format, false)? + format.len(),
            text,
        })
    }

    /// The text with its fault.
    pub fn faulty(&self) -> String {
        format!("{}x{}", &self.text[..self.edit], &self.text[self.edit..])
    }

    /// The change of one character that makes the fault or takes it away, and makes this `version`.
    pub fn edited(&self, makes_fault: bool, version: i64) -> Value {
        let start = self.position(self.edit);
        let mut end = start.clone();
        let text = match makes_fault {
            true => "x",
            false => {
                end["character"] = json!(end["character"].as_u64().unwrap_or_default() + 1);
                ""
            }
        };
        json!({ "method": "textDocument/didChange", "params": {
            "textDocument": { "uri": self.uri, "version": version },
            "contentChanges": [{ "range": { "start": start, "end": end }, "text": text }],
        } })
    }

    /// A question about a place; it lacks its number.
    pub fn question(&self, method: &str, offset: usize) -> Value {
        json!({ "id": 0, "method": method, "params": {
            "textDocument": { "uri": self.uri },
            "position": self.position(offset),
        } })
    }

    /// A place as the protocol spells it; the text is ASCII.
    fn position(&self, offset: usize) -> Value {
        let before = &self.text[..offset];
        let start = before.rfind('\n').map_or(0, |line_end| line_end + 1);
        json!({ "line": before.matches('\n').count(), "character": offset - start })
    }

    /// How the file's name ends.
    fn ending(&self) -> &str {
        match self.uri.ends_with(".toml") {
            true => ".toml",
            false => ".manifest.json",
        }
    }
}
