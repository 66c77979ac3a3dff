//! The editor's end of a session with a language server.
//!
//! It has one thread, so that no time of its own gets into what is measured.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read, Write};
use std::os::fd::AsFd as _;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use serde_json::{Value, json};

/// How long any answer is waited for.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// A session with a server that runs.
pub struct Client {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
    buffer: Vec<u8>,
    settings: Value,
    /// When the server was started.
    pub started: Instant,
    last_id: u64,
}

impl Client {
    /// Starts a server; `settings` are what it is given when it asks for some.
    pub fn start(command: &mut Command, settings: Value) -> io::Result<Self> {
        let started = Instant::now();
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(Self {
            child,
            input,
            output,
            buffer: Vec::new(),
            settings,
            started,
            last_id: 0,
        })
    }

    /// Sends a notification.
    pub fn notify(&mut self, method: &str, params: &Value) -> io::Result<()> {
        let bytes = frame(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
        self.write(&bytes)
    }

    /// A request, ready to be written, and its id.
    pub fn request(&mut self, method: &str, params: &Value) -> (u64, Vec<u8>) {
        self.last_id += 1;
        let id = self.last_id;
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        (id, frame(&message))
    }

    /// Asks something; gives the time that it took, in milliseconds, and the answer.
    pub fn ask(&mut self, method: &str, params: &Value) -> io::Result<(f64, Value)> {
        let (id, bytes) = self.request(method, params);
        let start = Instant::now();
        self.write(&bytes)?;
        let (arrival, answer) = self.answer(id)?;
        Ok((milliseconds(arrival - start), answer))
    }

    /// Waits for the answer to a request.
    pub fn answer(&mut self, id: u64) -> io::Result<(Instant, Value)> {
        self.wait(PATIENCE, |message| {
            message.get("method").is_none() && message["id"] == json!(id)
        })?
        .map(|(arrival, mut message)| (arrival, message["result"].take()))
        .ok_or_else(|| io::Error::new(io::ErrorKind::TimedOut, format!("no answer to {id}")))
    }

    /// Writes what is ready to be written.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.input.write_all(bytes)
    }

    /// The first message that is `wanted`, with the moment at which it was there; none if it doesn't come
    /// in time. What comes before it is lost.
    pub fn wait(
        &mut self,
        patience: Duration,
        mut wanted: impl FnMut(&Value) -> bool,
    ) -> io::Result<Option<(Instant, Value)>> {
        let deadline = Instant::now() + patience;
        let mut arrival = Instant::now();
        loop {
            while let Some(message) = self.take()? {
                if message.get("method").is_some() && message.get("id").is_some() {
                    self.oblige(&message)?;
                } else if wanted(&message) {
                    return Ok(Some((arrival, message)));
                }
            }
            let left = deadline.saturating_duration_since(Instant::now());
            let wait = PollTimeout::try_from(left).unwrap_or(PollTimeout::MAX);
            if poll(
                &mut [PollFd::new(self.output.as_fd(), PollFlags::POLLIN)],
                wait,
            )? == 0
            {
                return Ok(None);
            }
            let mut chunk = [0; 1 << 16];
            let length = self.output.read(&mut chunk)?;
            arrival = Instant::now();
            if length == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            self.buffer.extend_from_slice(&chunk[..length]);
        }
    }

    /// The next whole message that has come.
    fn take(&mut self) -> io::Result<Option<Value>> {
        const END: &[u8] = b"\r\n\r\n";
        let Some(end) = self
            .buffer
            .windows(END.len())
            .position(|bytes| bytes == END)
        else {
            return Ok(None);
        };
        let header = String::from_utf8_lossy(&self.buffer[..end]).to_lowercase();
        let length = header
            .lines()
            .find_map(|line| line.strip_prefix("content-length:"))
            .and_then(|length| length.trim().parse::<usize>().ok())
            .ok_or(io::ErrorKind::InvalidData)?;
        let body = end + END.len()..end + END.len() + length;
        let Some(bytes) = self.buffer.get(body.clone()) else {
            return Ok(None);
        };
        let message = serde_json::from_slice(bytes)?;
        self.buffer.drain(..body.end);
        Ok(Some(message))
    }

    /// Answers what the server asks.
    fn oblige(&mut self, request: &Value) -> io::Result<()> {
        let result = match request["method"].as_str() {
            Some("workspace/configuration") => {
                let items = request["params"]["items"].as_array().cloned();
                let setting = |item: &Value| match item["section"].as_str() {
                    Some(section) => section
                        .split('.')
                        .fold(&self.settings, |settings, part| &settings[part])
                        .clone(),
                    None => self.settings.clone(),
                };
                items.unwrap_or_default().iter().map(setting).collect()
            }
            // A schema, which one of the servers has its client read.
            Some("vscode/content" | "custom/schema/content") => {
                let params = &request["params"];
                let address = params.as_str().or(params[0].as_str()).unwrap_or_default();
                let path = address.strip_prefix("file://").unwrap_or(address);
                fs::read_to_string(path).map(Value::String)?
            }
            Some("custom/schema/request") => json!([]),
            _ => Value::Null,
        };
        let answer = json!({ "jsonrpc": "2.0", "id": request["id"], "result": result });
        self.write(&frame(&answer))
    }

    /// How much memory the server and whatever it started have now, and had at most, in MiB.
    pub fn memory(&self) -> io::Result<(f64, f64)> {
        let mut children: HashMap<u32, Vec<u32>> = HashMap::new();
        for entry in fs::read_dir("/proc")?.flatten() {
            let id = entry
                .file_name()
                .to_str()
                .and_then(|name| name.parse().ok());
            let Some(id) = id else { continue };
            if let Some(parent) = field(id, "PPid:") {
                children.entry(parent as u32).or_default().push(id);
            }
        }
        let (mut now, mut peak) = (0.0, 0.0);
        let mut family = vec![self.child.id()];
        while let Some(id) = family.pop() {
            now += field(id, "VmRSS:").unwrap_or(0.0) / 1024.0;
            peak += field(id, "VmHWM:").unwrap_or(0.0) / 1024.0;
            family.extend(children.remove(&id).unwrap_or_default());
        }
        Ok((now, peak))
    }

    /// Ends the session; a server that doesn't end with it is killed.
    pub fn end(mut self) -> io::Result<()> {
        let (id, bytes) = self.request("shutdown", &Value::Null);
        let orderly = self
            .write(&bytes)
            .and_then(|()| self.answer(id))
            .and_then(|_| self.notify("exit", &Value::Null));
        if orderly.is_ok() {
            let deadline = Instant::now() + PATIENCE;
            while Instant::now() < deadline {
                if self.child.try_wait()?.is_some() {
                    return Ok(());
                }
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        self.child.kill()?;
        self.child.wait().map(drop)
    }
}

/// A number in what the system says about a process.
fn field(id: u32, name: &str) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

/// A message with its header.
pub fn frame(message: &Value) -> Vec<u8> {
    let body = message.to_string();
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

/// A time as a number.
pub fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}
