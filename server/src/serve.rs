//! One session: the threads that read, think and write, and the one that sees to it that they end.
//!
//! The library's own transport is not used: decision 0009 says what it would do.

use std::collections::HashSet;
use std::fmt;
use std::fs::File;
use std::future::{Future as _, poll_fn};
use std::io::{self, BufReader, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::task::Poll;
use std::thread;
use std::time::{Duration, Instant};

use fornax_manifest::{Diagnostic, Document, Options, Surroundings, check};
use fornax_project::Homes;
use futures_util::{FutureExt as _, SinkExt as _, StreamExt as _};
use serde::Serialize;
use serde_json::Value;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinSet;
use tower_lsp_server::jsonrpc::{Error, Id, Request, Response};
use tower_lsp_server::ls_types::notification::{DidChangeTextDocument, Notification as _};
use tower_lsp_server::ls_types::{DidChangeTextDocumentParams, MessageType};
use tower_lsp_server::{ClientSocket, ExitedError, LspService};
use tower_service::Service as _;

use crate::backend::Backend;
use crate::frames::{Broken, Frames, Message, frame};
use crate::listener::{AT_ONCE, Listener};
use crate::log::{Log, LogLevel};
use crate::mend::{mend, quoted};
use crate::parent::Parent;
use crate::status;

/// How long the session may take to end, whatever is under way.
const GRACE: Duration = Duration::from_millis(400);

/// How long requests that were asked before the end of the input may take to be answered.
const LAST_ANSWERS: Duration = Duration::from_millis(300);

/// How often the parent process and the reader of the output are looked at, and whether somebody reads.
const PARENT_POLL: Duration = Duration::from_millis(400);

/// How long a change may keep the thread that has read it, before another one reads on; it is looked at as
/// often as the parent process.
const RELIEF: Duration = Duration::from_millis(20);

/// How long messages may keep coming before what they changed is checked.
const BATCH: Duration = Duration::from_millis(50);

/// How much a client may leave unread, in bytes, before it is left unread in turn.
const UNREAD_BYTES: usize = 32 * 1024 * 1024;

/// How many messages may wait to be handled before no more are read.
const WAITING_MESSAGES: usize = 100_000;

/// How long the words of a refusal may be, in bytes; longer ones quote what the client has sent.
const LONGEST_REFUSAL: usize = 4096;

/// How long a client that doesn't read, or a handler that doesn't end, is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// What finds what is wrong with a document.
pub type Check = fn(&Document, &Options, &dyn Surroundings) -> Vec<Diagnostic>;

/// A language server, ready for its session.
#[derive(Clone, Debug)]
pub struct Server {
    pub(crate) homes: Homes,
    pub(crate) log: Log,
    pub(crate) check: Check,
    parent: Option<u32>,
    listener: Option<Listener>,
}

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The client asked the server to shut down, and then ended the session.
    Orderly,
    /// It was over without that.
    Abrupt,
}

impl From<Ending> for ExitCode {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Orderly => Self::SUCCESS,
            Ending::Abrupt => Self::FAILURE,
        }
    }
}

impl Server {
    /// A server for a user whose folders are these.
    #[must_use]
    pub fn new(homes: Homes) -> Self {
        Self {
            homes,
            log: Log::default(),
            check,
            parent: None,
            listener: None,
        }
    }

    /// Writes to this log.
    #[must_use]
    pub fn logging(mut self, log: Log) -> Self {
        self.log = log;
        self
    }

    /// Ends with the process that has this id, even before the client names one.
    #[must_use]
    pub fn ending_with(mut self, process: u32) -> Self {
        self.parent = Some(process);
        self
    }

    /// Ends when nobody can read from this output any more, though nothing is to be written to it.
    #[must_use]
    pub fn ending_with_the_reader_of(mut self, output: File) -> Self {
        self.listener = Some(Listener::new(output));
        self
    }

    /// Finds faults with another function than the engine's.
    #[must_use]
    pub fn checking_with(mut self, check: Check) -> Self {
        self.check = check;
        self
    }

    /// Serves one client, until it ends the session, is gone, or closes a stream.
    ///
    /// Threads that are stuck by then are left behind: the process is expected to end.
    ///
    /// # Errors
    /// If the system gives no threads.
    pub fn serve(
        self,
        input: impl Read + Send + 'static,
        output: impl Write + Send + 'static,
    ) -> io::Result<Ending> {
        let (news, events) = mpsc::channel();
        let (inbox, messages) = unbounded_channel();
        let (queue, frames) = mpsc::channel();
        let load = Arc::new(Load::default());
        let outlet: Arc<Mutex<Outlet>> = Arc::new(Mutex::new(Box::new(output)));
        let answers = Output {
            queue,
            outlet: outlet.clone(),
            listener: self.listener.clone(),
            load: load.clone(),
            log: self.log.clone(),
        };
        let handling = Arc::<Handling>::default();
        let reader = Arc::new(Reader {
            load: load.clone(),
            handling: handling.clone(),
            left: Mutex::default(),
            log: self.log.clone(),
            news: news.clone(),
        });
        let parent = self.parent.and_then(Parent::new);
        let listener = self.listener.clone();
        spawn("write", {
            let (load, news) = (load.clone(), news.clone());
            move || write(&outlet, &frames, &load, &news)
        })?;
        spawn("serve", move || {
            think(self, messages, answers, &load, &handling, &news)
        })?;
        spawn("read", {
            let reader = reader.clone();
            move || reader.read(Input::new(input, inbox))
        })?;
        Ok(supervise(&events, parent, listener.as_ref(), &reader))
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new()
        .name(name.to_owned())
        .spawn(work)
        .map(drop)
}

/// What the session's end depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) enum News {
    /// The client said which process to end with.
    Parent(Parent),
    /// There will be no more messages.
    InputEnded {
        /// Whether the client asked the server to shut down before.
        was_asked: bool,
    },
    /// Everything is written, or nobody takes it any more.
    OutputEnded,
}

/// Waits for the end of the session, and for no thread longer than it should.
fn supervise(
    events: &mpsc::Receiver<News>,
    mut parent: Option<Parent>,
    listener: Option<&Listener>,
    reader: &Arc<Reader>,
) -> Ending {
    let mut end: Option<(Ending, Instant)> = None;
    loop {
        let wait = match end {
            Some((ending, deadline)) => match deadline.checked_duration_since(Instant::now()) {
                Some(left) => left,
                None => return ending,
            },
            None => PARENT_POLL,
        };
        match events.recv_timeout(wait) {
            Ok(News::Parent(named)) => parent = Some(named),
            Ok(News::InputEnded { was_asked }) => {
                let ending = if was_asked {
                    Ending::Orderly
                } else {
                    Ending::Abrupt
                };
                end = Some((ending, Instant::now() + GRACE));
            }
            Ok(News::OutputEnded) | Err(mpsc::RecvTimeoutError::Disconnected) => {
                return end.map_or(Ending::Abrupt, |(ending, _)| ending);
            }
            Err(mpsc::RecvTimeoutError::Timeout) => {
                reader.relieve();
                if end.is_none() && parent.is_some_and(Parent::is_gone) {
                    return Ending::Abrupt;
                }
                if end.is_none() && listener.is_some_and(Listener::is_gone) {
                    // A client that closes both streams may have asked for the end before.
                    end = Some((Ending::Abrupt, Instant::now() + LAST_ANSWERS / 2));
                }
            }
        }
    }
}

/// How much is waiting on either side.
#[derive(Debug, Default)]
struct Load {
    unread_bytes: AtomicUsize,
    waiting_messages: AtomicUsize,
    /// The requests that are cancelled by a message which is waiting: those before it needn't be
    /// answered any more.
    cancelled: Mutex<HashSet<Id>>,
}

impl Load {
    fn cancelled(&self) -> MutexGuard<'_, HashSet<Id>> {
        let lock = self.cancelled.lock();
        lock.unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a request needn't be answered any more. The session's own course is not for turning.
    fn is_cancelled(&self, request: &Request) -> bool {
        !matches!(request.method(), "initialize" | "shutdown")
            && request.id().is_some_and(|id| self.cancelled().contains(id))
    }
}

/// The request that a notification cancels.
fn cancelled(request: &Request) -> Option<Id> {
    let is_cancelling = request.method() == "$/cancelRequest" && request.id().is_none();
    is_cancelling.then(|| id_of(request.params().unwrap_or(&Value::Null)))
}

/// What came in.
#[derive(Debug)]
enum Incoming {
    /// A change of a document, which needs no mending.
    Change(DidChangeTextDocumentParams),
    /// A request or a notification, and what couldn't be read of it.
    Request(Request, Vec<String>),
    Reply(Response),
    Broken(Id, Error),
}

// ---- reading -------------------------------------------------------------------------------

/// What belongs to the thread that reads.
struct Input {
    frames: Frames<BufReader<Box<dyn Read + Send>>>,
    /// Where messages go. Who thinks ends when it is gone.
    inbox: UnboundedSender<Incoming>,
    /// Whether the client asked the server to shut down.
    was_asked: bool,
}

impl Input {
    fn new(input: impl Read + Send + 'static, inbox: UnboundedSender<Incoming>) -> Self {
        let input: Box<dyn Read + Send> = Box::new(input);
        Self {
            frames: Frames::new(BufReader::with_capacity(64 * 1024, input)),
            inbox,
            was_asked: false,
        }
    }
}

struct Reader {
    load: Arc<Load>,
    handling: Arc<Handling>,
    /// What belongs to the thread that reads, while that thread does something else, and since when.
    left: Mutex<Option<(Input, Instant)>>,
    log: Log,
    news: mpsc::Sender<News>,
}

impl Reader {
    /// Reads until the client ends the session, or the input; or until somebody else does.
    fn read(&self, mut input: Input) {
        loop {
            let incoming = match input.frames.next() {
                Ok(Some(Ok(Message::Change(change)))) => Incoming::Change(change),
                Ok(Some(Ok(Message::Other(message)))) if is_exit(&message) => break,
                Ok(Some(Ok(Message::Other(message)))) => sort(message),
                Ok(Some(Err(Broken))) => Incoming::Broken(Id::Null, Error::parse_error()),
                Ok(None) => break,
                Err(error) => {
                    self.log
                        .write(LogLevel::Error, format_args!("reading failed: {error}"));
                    break;
                }
            };
            match &incoming {
                Incoming::Request(request, _) => {
                    input.was_asked |= request.method() == "shutdown";
                    if let Some(id) = cancelled(request) {
                        self.load.cancelled().insert(id);
                    }
                }
                Incoming::Broken(..) => self.log.write(LogLevel::Warn, "a message makes no sense"),
                Incoming::Change(_) | Incoming::Reply(_) => {}
            }
            let is_change = matches!(incoming, Incoming::Change(_));
            // Only if nobody else is there.
            let handling = match is_change && self.is_all_there_is(&input) {
                true => self.handling.try_lock().ok(),
                false => None,
            };
            match (
                incoming,
                handling.as_ref().and_then(|handling| handling.as_ref()),
            ) {
                (Incoming::Change(change), Some(handler)) => {
                    *self.left() = Some((input, Instant::now()));
                    handler.change(change);
                    match self.left().take() {
                        Some((back, _)) => input = back,
                        // Another thread reads on.
                        None => return,
                    }
                }
                (incoming, _) => {
                    self.load.waiting_messages.fetch_add(1, Ordering::Relaxed);
                    if input.inbox.send(incoming).is_err() {
                        break;
                    }
                }
            }
            if !self.waits_for_room() {
                break;
            }
        }
        // Before the others can know, and so before the news that they have ended.
        let was_asked = input.was_asked;
        let _ = self.news.send(News::InputEnded { was_asked });
    }

    /// Whether nothing waits to be done before what was read last, and nothing has come behind it.
    fn is_all_there_is(&self, input: &Input) -> bool {
        !input.frames.has_more()
            && !input.inbox.is_closed()
            && self.load.waiting_messages.load(Ordering::Relaxed) == 0
            && self.load.unread_bytes.load(Ordering::Relaxed) == 0
    }

    /// Has another thread read on, if the one that did has been at something else for long: the end of the
    /// session, at least, must be heard.
    fn relieve(self: &Arc<Self>) {
        let is_away = matches!(&*self.left(), Some((_, since)) if since.elapsed() > RELIEF);
        if !is_away {
            return;
        }
        let reader = self.clone();
        // A thread that can't be had now may be had the next time.
        let _ = spawn("read", move || {
            let left = reader.left().take();
            if let Some((input, _)) = left {
                reader.read(input);
            }
        });
    }

    fn left(&self) -> MutexGuard<'_, Option<(Input, Instant)>> {
        let lock = self.left.lock();
        lock.unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads no more while too much is waiting; whether that came to an end.
    fn waits_for_room(&self) -> bool {
        let start = Instant::now();
        let is_full = || {
            self.load.unread_bytes.load(Ordering::Relaxed) > UNREAD_BYTES
                || self.load.waiting_messages.load(Ordering::Relaxed) > WAITING_MESSAGES
        };
        while is_full() {
            if start.elapsed() > PATIENCE {
                self.log.write(
                    LogLevel::Error,
                    "the client reads nothing, or a handler is stuck",
                );
                return false;
            }
            thread::sleep(Duration::from_millis(5));
        }
        true
    }
}

/// Whether a message ends the session.
fn is_exit(message: &Value) -> bool {
    message.get("method").and_then(Value::as_str) == Some("exit")
}

/// Tells what a message is.
fn sort(mut message: Value) -> Incoming {
    let is_request = message.get("method").is_some();
    let is_answer = message.get("error").is_some();
    if !is_request && !is_answer && message.get("id").is_some() {
        // Some clients leave out a result that is null.
        if let Some(members) = message.as_object_mut() {
            members.entry("result").or_insert(Value::Null);
        }
    }
    let complaints = mend(&mut message);
    let id = id_of(&message);
    let sorted = if is_request {
        serde_json::from_value(message).map(|request| Incoming::Request(request, complaints))
    } else {
        serde_json::from_value(message).map(Incoming::Reply)
    };
    sorted.unwrap_or(Incoming::Broken(id, Error::invalid_request()))
}

/// The id of a request, or of one that is to be cancelled.
fn id_of(members: &Value) -> Id {
    match members.get("id") {
        Some(Value::Number(id)) => id.as_i64().map_or(Id::Null, Id::Number),
        Some(Value::String(id)) => Id::String(id.clone()),
        _ => Id::Null,
    }
}

// ---- handling a change ----------------------------------------------------------------------

/// Held by the thread that handles messages: one does at a time. There is something in it while there is a
/// session.
type Handling = tokio::sync::Mutex<Option<ChangeHandler>>;

/// Handles changes of documents, on any thread.
#[derive(Clone, Debug)]
struct ChangeHandler {
    backend: Backend,
    output: Output,
    /// Where what takes longer is done.
    runtime: Handle,
}

impl ChangeHandler {
    /// Takes over a change of a document, and shows what comes of it.
    fn change(&self, params: DidChangeTextDocumentParams) {
        let _inside = self.runtime.enter();
        self.take(params);
        let settled = catch_unwind(AssertUnwindSafe(|| self.backend.settle()));
        if settled.is_err() {
            self.backend.apologise();
        }
    }

    /// Takes over a change of a document. The library would have to be given it taken apart, and would take
    /// it apart again.
    fn take(&self, params: DidChangeTextDocumentParams) {
        if !self.backend.is_in_session() {
            return;
        }
        let trace = self.backend.trace(DidChangeTextDocument::METHOD, None, || {
            serde_json::to_string(&params).ok()
        });
        let changed = catch_unwind(AssertUnwindSafe(|| self.backend.change(params)));
        if changed.is_err() {
            self.backend.apologise();
        }
        if let Some(trace) = trace {
            trace.end(&self.output);
        }
    }
}

// ---- writing -------------------------------------------------------------------------------

/// What messages for the client are written to.
type Outlet = dyn Write + Send;

/// Takes messages for the client, in the order in which they are to be written; cheap to clone.
///
/// While the client keeps up, a short one is written by whoever hands it in: another thread would have to
/// wake up for it. Whatever might have to wait is left to a thread that may.
#[derive(Clone)]
pub(crate) struct Output {
    queue: mpsc::Sender<Vec<u8>>,
    outlet: Arc<Mutex<Outlet>>,
    listener: Option<Listener>,
    load: Arc<Load>,
    log: Log,
}

impl fmt::Debug for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Output")
            .field("load", &self.load)
            .finish_non_exhaustive()
    }
}

impl Output {
    pub(crate) fn send(&self, message: &impl Serialize) {
        match frame(message) {
            Ok(frame) => {
                let unread = &self.load.unread_bytes;
                let is_first = unread.fetch_add(frame.len(), Ordering::Relaxed) == 0;
                if is_first && self.is_written_at_once(&frame) {
                    unread.fetch_sub(frame.len(), Ordering::Relaxed);
                } else {
                    // Whoever takes no more messages has ended the session.
                    let _ = self.queue.send(frame);
                }
            }
            Err(error) => self
                .log
                .write(LogLevel::Error, format_args!("a message is lost: {error}")),
        }
    }

    /// Writes a message, if that takes no waiting. One that fails is tried again by the thread that writes,
    /// and fails there with all that follows from it.
    fn is_written_at_once(&self, frame: &[u8]) -> bool {
        let Some(listener) = self.listener.as_ref().filter(|_| frame.len() <= AT_ONCE) else {
            return false;
        };
        match self.outlet.try_lock() {
            Ok(mut outlet) => listener.has_room() && put(&mut *outlet, frame).is_ok(),
            Err(_) => false,
        }
    }

    pub(crate) fn notify(&self, method: &str, params: impl Serialize) {
        #[derive(Serialize)]
        struct Notification<'a, P> {
            jsonrpc: &'static str,
            method: &'a str,
            params: P,
        }
        self.send(&Notification {
            jsonrpc: "2.0",
            method,
            params,
        });
    }
}

fn put(outlet: &mut Outlet, frame: &[u8]) -> io::Result<()> {
    outlet.write_all(frame)?;
    outlet.flush()
}

fn write(
    outlet: &Mutex<Outlet>,
    frames: &mpsc::Receiver<Vec<u8>>,
    load: &Load,
    news: &mpsc::Sender<News>,
) {
    for frame in frames {
        let mut outlet = outlet.lock().unwrap_or_else(PoisonError::into_inner);
        if put(&mut *outlet, &frame).is_err() {
            break;
        }
        drop(outlet);
        load.unread_bytes.fetch_sub(frame.len(), Ordering::Relaxed);
    }
    let _ = news.send(News::OutputEnded);
}

// ---- thinking ------------------------------------------------------------------------------

fn think(
    server: Server,
    messages: UnboundedReceiver<Incoming>,
    output: Output,
    load: &Load,
    handling: &Handling,
    news: &mpsc::Sender<News>,
) {
    let log = server.log.clone();
    let runtime = match tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => {
            log.write(LogLevel::Error, format_args!("no runtime: {error}"));
            return;
        }
    };
    runtime.block_on(async {
        let mut backend = None;
        let (service, socket) = LspService::build(|client| {
            let made = Backend::new(server, client, output.clone(), news.clone());
            backend = Some(made.clone());
            made
        })
        .custom_method("$/setTrace", Backend::set_trace)
        .custom_method(status::METHOD, Backend::status)
        .custom_method("window/workDoneProgress/cancel", Backend::cancel_progress)
        .finish();
        if let Some(backend) = backend {
            let handler = ChangeHandler {
                backend,
                output,
                runtime: Handle::current(),
            };
            *handling.lock().await = Some(handler.clone());
            Session {
                service,
                handler,
                answers: JoinSet::new(),
                has_begun: false,
            }
            .run(socket, messages, load, handling)
            .await;
            *handling.lock().await = None;
        }
    });
    // What is still at work has nobody left to tell.
    runtime.shutdown_background();
}

struct Session {
    service: LspService<Backend>,
    handler: ChangeHandler,
    /// Requests that are under way.
    answers: JoinSet<()>,
    /// Whether the client has introduced itself.
    has_begun: bool,
}

/// An answer whose refusal doesn't hand back all that the client has sent.
fn shortened(response: Response) -> Response {
    let (id, result) = response.into_parts();
    let result = result.map_err(|mut error| {
        if error.message.len() > LONGEST_REFUSAL {
            error.message = quoted(&error.message).into();
        }
        error.data = error.data.map(|data| match data {
            Value::String(text) if text.len() > LONGEST_REFUSAL => quoted(&text).into(),
            data => data,
        });
        error
    });
    Response::from_parts(id, result)
}

/// The answer to a request that nothing is done for.
fn refusal(request: &Request, load: &Load) -> Option<Response> {
    if let Some(id) = cancelled(request) {
        // What comes behind it is another request, whatever its id.
        load.cancelled().remove(&id);
    }
    let id = request.id()?;
    // The library takes all of these for notifications.
    let refusal = if request.method().starts_with("$/") {
        Error::method_not_found()
    } else if load.is_cancelled(request) {
        Error::request_cancelled()
    } else {
        return None;
    };
    Some(Response::from_error(id.clone(), refusal))
}

impl Session {
    async fn run(
        mut self,
        socket: ClientSocket,
        mut messages: UnboundedReceiver<Incoming>,
        load: &Load,
        handling: &Handling,
    ) {
        let (mut requests, mut replies) = socket.split();
        let output = self.handler.output.clone();
        tokio::spawn(async move {
            while let Some(request) = requests.next().await {
                output.send(&request);
            }
        });
        while let Some(message) = messages.recv().await {
            let turn = handling.lock().await;
            let start = Instant::now();
            let mut next = Some(message);
            // All that has come in is taken in before anything is checked: what a burst of changes
            // leaves behind is what counts.
            while let Some(message) = next {
                load.waiting_messages.fetch_sub(1, Ordering::Relaxed);
                // Whoever has an answer may ask on, and is then shown what it was about.
                let is_request =
                    matches!(&message, Incoming::Request(request, _) if request.id().is_some());
                match message {
                    Incoming::Change(change) => self.handler.take(change),
                    Incoming::Request(request, complaints) => {
                        self.complain(&request, complaints);
                        match refusal(&request, load) {
                            Some(refusal) => self.handler.output.send(&refusal),
                            None => self.answer(request).await,
                        }
                    }
                    Incoming::Reply(reply) => {
                        let _ = replies.send(reply).await;
                        // Whoever waited for it goes on before the next message.
                        tokio::task::yield_now().await;
                    }
                    Incoming::Broken(id, error) => {
                        self.handler.output.send(&Response::from_error(id, error));
                    }
                }
                let goes_on = !is_request && start.elapsed() < BATCH;
                next = goes_on.then(|| messages.try_recv().ok()).flatten();
                while self.answers.try_join_next().is_some() {}
            }
            self.handler.backend.settle();
            drop(turn);
        }
        let answers = async { while self.answers.join_next().await.is_some() {} };
        let _ = tokio::time::timeout(LAST_ANSWERS, answers).await;
    }

    /// Tells the client what couldn't be read of a message, once it may be told anything.
    fn complain(&mut self, request: &Request, complaints: Vec<String>) {
        self.has_begun |= request.method() == "initialize";
        for complaint in complaints {
            if self.has_begun {
                self.handler.backend.note(MessageType::WARNING, complaint);
            } else {
                self.handler.backend.log(LogLevel::Warn, complaint);
            }
        }
    }

    /// Handles a message: to its end, before the next one is looked at, unless it waits for
    /// something.
    async fn answer(&mut self, request: Request) {
        let id = request.id().cloned();
        let ChangeHandler {
            backend, output, ..
        } = self.handler.clone();
        let trace = backend.trace(request.method(), request.id(), || {
            request.params().map(ToString::to_string)
        });
        let call = self.service.call(request);
        let mut answer = Box::pin(AssertUnwindSafe(call).catch_unwind());
        let first = poll_fn(|cx| Poll::Ready(answer.as_mut().poll(cx))).await;
        let finish = move |result: Result<Result<Option<Response>, ExitedError>, _>| {
            let response = match result {
                Ok(Ok(response)) => response,
                Ok(Err(_exited)) => None,
                Err(_panic) => {
                    backend.apologise();
                    id.map(|id| Response::from_error(id, Error::internal_error()))
                }
            };
            if let Some(response) = response {
                output.send(&shortened(response));
            }
            if let Some(trace) = trace {
                trace.end(&output);
            }
        };
        match first {
            Poll::Ready(result) => finish(result),
            Poll::Pending => {
                self.answers.spawn(async move { finish(answer.await) });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn messages_are_told_apart() {
        let sorted = |message| match sort(message) {
            Incoming::Change(change) => panic!("a change: {change:?}"),
            Incoming::Request(request, _) => format!("request {}", request.method()),
            Incoming::Reply(reply) => format!("reply {} {}", reply.id(), reply.is_ok()),
            Incoming::Broken(id, error) => format!("broken {id} {}", error.code),
        };
        let rpc = |mut message: Value| {
            message["jsonrpc"] = json!("2.0");
            sorted(message)
        };
        assert_eq!(rpc(json!({"id": 1, "method": "m"})), "request m");
        assert_eq!(rpc(json!({"method": "m", "params": null})), "request m");
        assert_eq!(rpc(json!({"id": 1, "result": 2})), "reply 1 true");
        assert_eq!(rpc(json!({"id": "a"})), "reply \"a\" true");
        let error = json!({"code": 1, "message": "no"});
        assert_eq!(rpc(json!({"id": 1, "error": error})), "reply 1 false");
        assert_eq!(rpc(json!({"id": 1, "method": 7})), "broken 1 -32600");
        assert_eq!(sorted(json!({"id": 1, "method": "m"})), "broken 1 -32600");
        assert_eq!(rpc(json!({"id": 1.5, "method": "m"})), "broken null -32600");
        assert_eq!(sorted(json!([])), "broken null -32600");
        assert_eq!(sorted(json!(null)), "broken null -32600");
    }
}
