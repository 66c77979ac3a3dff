//! The server's side of a session: what it knows, what it tells the client, and what it asks.
//!
//! Nothing waits for the client but tasks of their own, and each with an end to its patience.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};

use fornax_manifest::Document;
use tower_lsp_server::Client;
use tower_lsp_server::jsonrpc::{Error, Id, Result};
use tower_lsp_server::ls_types::notification::{
    LogMessage, LogTrace, Notification as _, PublishDiagnostics, ShowMessage,
};
use tower_lsp_server::ls_types::*;

use crate::document::Report;
use crate::log::{Log, LogLevel};
use crate::mend::{UNVERSIONED, quoted};
use crate::parent::Parent;
use crate::progress::Progress;
use crate::reports::FileReport;
use crate::scan::{Snapshot, Stop, Which};
use crate::serve::{News, Output, Server};
use crate::settings::{SECTION, Settings};
use crate::uri::{self, Key};
use crate::workspace::{Outcome, Workspace};

/// How long a client may take to answer a request of ours before its answer is given up.
const CLIENT_PATIENCE: Duration = Duration::from_secs(30);

/// How long a client may take to make ready for the progress of a check.
const TOKEN_PATIENCE: Duration = Duration::from_secs(2);

/// What the client knows the check of the workspace by.
const CHECK_TOKEN: &str = "fornax.check";

/// The server's side of the protocol; cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Backend {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    workspace: Mutex<Workspace>,
    client: Client,
    output: Output,
    news: mpsc::Sender<News>,
    log: Log,
    trace: Mutex<TraceValue>,
    /// Whether the client has introduced itself, and hasn't asked for the end.
    is_in_session: AtomicBool,
    has_apologised: AtomicBool,
    /// Questions for the client's settings.
    settings: Turns,
    /// Requests to ask again for findings.
    refreshes: Turns,
    /// Requests to ask again for facts above lines.
    lens_refreshes: Turns,
    /// Looks at the ids of files.
    id_searches: Turns,
    /// The check of files that aren't open, while it is under way.
    checking: Mutex<Option<Stop>>,
    /// The documents whose users are being asked something.
    questions: Mutex<BTreeSet<Key>>,
    has_checked: AtomicBool,
    /// Whether the client was asked to tell of changes.
    has_registered: AtomicBool,
    /// The files that the client was last asked to watch, and by what name.
    watched: Mutex<Option<(String, Vec<FileSystemWatcher>)>>,
}

impl Backend {
    pub(crate) fn new(
        server: Server,
        client: Client,
        output: Output,
        news: mpsc::Sender<News>,
    ) -> Self {
        Self {
            shared: Arc::new(Shared {
                workspace: Mutex::new(Workspace::new(server.check, server.homes)),
                client,
                output,
                news,
                log: server.log,
                trace: Mutex::default(),
                is_in_session: AtomicBool::new(false),
                has_apologised: AtomicBool::new(false),
                settings: Turns::default(),
                refreshes: Turns::default(),
                lens_refreshes: Turns::default(),
                id_searches: Turns::default(),
                checking: Mutex::default(),
                questions: Mutex::default(),
                has_checked: AtomicBool::new(false),
                has_registered: AtomicBool::new(false),
                watched: Mutex::default(),
            }),
        }
    }

    /// What the server knows. A handler that panicked left it as whole as any other does.
    pub(crate) fn workspace(&self) -> MutexGuard<'_, Workspace> {
        let lock = self.shared.workspace.lock();
        lock.unwrap_or_else(PoisonError::into_inner)
    }

    /// Does a request's work; a fault of ours costs its answer and the document's findings.
    pub(crate) fn answer<T>(&self, uri: &Uri, work: impl FnOnce(&mut Workspace) -> T) -> Result<T> {
        let mut workspace = self.workspace();
        catch_unwind(AssertUnwindSafe(|| work(&mut workspace))).map_err(|_panic| {
            let cleared = workspace.fail(uri);
            self.show(&workspace, cleared);
            drop(workspace);
            self.apologise();
            Error::internal_error()
        })
    }

    /// Checks what has changed, and shows what comes of it.
    pub(crate) fn settle(&self) {
        let mut workspace = self.workspace();
        let Outcome {
            shown,
            broken,
            refresh,
            refresh_lenses,
            checks_files,
            files_due,
            finds_ids,
            failed,
        } = workspace.settle();
        self.show(&workspace, shown);
        drop(workspace);
        for fault in broken {
            let until = "Until it is mended, what it said before holds, or else the defaults";
            self.say(MessageType::WARNING, format!("{fault}. {until}."));
        }
        if failed {
            self.apologise();
        }
        if refresh {
            self.refresh();
        }
        if refresh_lenses {
            self.refresh_lenses();
        }
        if checks_files {
            self.check_workspace(None);
        } else if !files_due.is_empty() {
            self.check_workspace(Some(files_due));
        }
        if finds_ids {
            self.look_for_ids();
        }
        self.renew_watches();
    }

    /// Shows findings. Who has found them keeps the workspace for so long: what is found later is shown
    /// later.
    pub(crate) fn show(
        &self,
        _kept: &Workspace,
        findings: impl IntoIterator<Item = PublishDiagnosticsParams>,
    ) {
        for params in findings {
            self.shared
                .output
                .notify(PublishDiagnostics::METHOD, params);
        }
    }

    /// Tells the user, once, that the server has a fault.
    pub(crate) fn apologise(&self) {
        if !self.shared.has_apologised.swap(true, Ordering::Relaxed) {
            self.say(
                MessageType::ERROR,
                format!(
                    "fornax-lsp met a fault of its own. It goes on, without findings for the \
                     document at hand. Please report it, with its log: {}/issues",
                    env!("CARGO_PKG_REPOSITORY")
                ),
            );
        }
    }

    /// Shows the user a message.
    pub(crate) fn say(&self, typ: MessageType, message: String) {
        self.shared.log.write(level(typ), &message);
        self.shared
            .output
            .notify(ShowMessage::METHOD, ShowMessageParams { typ, message });
    }

    /// Adds a line to the log here and to the one that the client keeps.
    pub(crate) fn note(&self, typ: MessageType, message: String) {
        self.shared.log.write(level(typ), &message);
        self.shared
            .output
            .notify(LogMessage::METHOD, LogMessageParams { typ, message });
    }

    pub(crate) fn log(&self, level: LogLevel, text: String) {
        self.shared.log.write(level, text);
    }

    /// Whether what the client says of documents counts.
    pub(crate) fn is_in_session(&self) -> bool {
        self.shared.is_in_session.load(Ordering::Relaxed)
    }

    pub(crate) fn set_in_session(&self, is_in_session: bool) {
        self.shared
            .is_in_session
            .store(is_in_session, Ordering::Relaxed);
    }

    /// Takes over a change of a document.
    pub(crate) fn change(&self, params: DidChangeTextDocumentParams) {
        let VersionedTextDocumentIdentifier { uri, version } = params.text_document;
        let before = self
            .workspace()
            .change(&uri, version, params.content_changes);
        let what = match before {
            Some(before) if version != UNVERSIONED && version < before => format!(
                "a change of {} has version {version}, and one before it {before}: it is taken for what \
                 the document holds now",
                quoted(uri.as_str()),
            ),
            Some(_) => return,
            None => format!(
                "a change of {}, which isn't open, is passed over",
                quoted(uri.as_str())
            ),
        };
        self.note(MessageType::WARNING, what);
    }

    /// Ends the session with the process that has this id.
    pub(crate) fn end_with(&self, process: u32) {
        // Looked for now: by the time that somebody hears of it, it may be gone, and like one that is on
        // another machine.
        if let Some(parent) = Parent::new(process) {
            let _ = self.shared.news.send(News::Parent(parent));
        }
    }

    // ---- other files -------------------------------------------------------------------------

    /// Checks the files that aren't open, or these of them, beside everything else, and shows what is
    /// found.
    fn check_workspace(&self, among: Option<BTreeSet<PathBuf>>) {
        let mut checking = self.checking();
        if checking.is_some() {
            // What has changed meanwhile is looked at when this is done.
            let mut workspace = self.workspace();
            match among {
                None => workspace.is_scan_due = true,
                Some(paths) => workspace.files_due.extend(paths),
            }
            return;
        }
        let stop = checking.insert(Stop::default()).clone();
        drop(checking);
        self.workspace().changed_meanwhile.clear();
        let backend = self.clone();
        tokio::spawn(async move {
            let files = match &among {
                Some(paths) => backend.check_these(paths.clone()).await,
                None => {
                    let token = backend.first_token().await;
                    backend.check_files(token, stop.clone()).await
                }
            };
            *backend.checking() = None;
            if let Ok(files) = files
                && !stop.is_stopped()
            {
                let mut workspace = backend.workspace();
                let shown = workspace.show_files(files, among.as_ref());
                backend.show(&workspace, shown);
            }
            backend.settle();
        });
    }

    /// What the client knows the first check of a workspace by; the later ones are short.
    async fn first_token(&self) -> Option<ProgressToken> {
        let is_first = !self.shared.has_checked.swap(true, Ordering::Relaxed);
        if !(is_first && self.workspace().client.progress) {
            return None;
        }
        let token = ProgressToken::String(CHECK_TOKEN.to_owned());
        let create = self.shared.client.create_work_done_progress(token.clone());
        let created = tokio::time::timeout(TOKEN_PATIENCE, create).await;
        matches!(created, Ok(Ok(()))).then_some(token)
    }

    fn checking(&self) -> MutexGuard<'_, Option<Stop>> {
        let lock = self.shared.checking.lock();
        lock.unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something with every manifest in the editor's folders, in a thread of its own. When nobody waits for the result any more, it stops.
    pub(crate) async fn scan<T: Send + 'static>(
        &self,
        token: Option<ProgressToken>,
        stop: Stop,
        which: Which,
        look: impl Fn(&Snapshot, &Path, Document) -> T + Send + 'static,
    ) -> Result<Vec<(PathBuf, T)>> {
        struct StopOnDrop(Stop);
        impl Drop for StopOnDrop {
            fn drop(&mut self) {
                self.0.stop();
            }
        }
        let snapshot = self.workspace().snapshot();
        // Unlike `stop`, this one also says so when the work is done.
        let unwanted = StopOnDrop(Stop::default());
        let is_unwanted = unwanted.0.clone();
        let output = self.shared.output.clone();
        let work = tokio::task::spawn_blocking(move || {
            let mut progress = Progress::new(output, token);
            let seen = snapshot.scan(
                which,
                || stop.is_stopped() || is_unwanted.is_stopped(),
                |done, total| progress.report(done, total),
                look,
            );
            progress.end(seen.len());
            seen
        });
        work.await.map_err(|_panic| {
            self.apologise();
            Error::internal_error()
        })
    }

    /// Checks every manifest that isn't open.
    pub(crate) async fn check_files(
        &self,
        token: Option<ProgressToken>,
        stop: Stop,
    ) -> Result<Vec<(PathBuf, FileReport)>> {
        self.find_ids(stop.clone()).await?;
        let files = self
            .scan(token, stop, Which::Closed, |snapshot, path, document| {
                FileReport::new(path, &snapshot.check(path, document), &snapshot.client)
            })
            .await;
        self.workspace().note_broken();
        files
    }

    /// Checks these files, of which a look at all of them has found each.
    async fn check_these(&self, paths: BTreeSet<PathBuf>) -> Result<Vec<(PathBuf, FileReport)>> {
        let snapshot = self.workspace().snapshot();
        let work = tokio::task::spawn_blocking(move || {
            let checked = paths.into_iter().filter_map(|path| {
                let document = snapshot.file(&path)?;
                let findings = snapshot.check(&path, document);
                let report = FileReport::new(&path, &findings, &snapshot.client);
                Some((path, report))
            });
            checked.collect()
        });
        work.await.map_err(|_panic| {
            self.apologise();
            Error::internal_error()
        })
    }

    /// The findings of a document that isn't open, if it is one that is told of among all files.
    pub(crate) async fn closed_report(&self, uri: &Uri) -> Result<Option<Report>> {
        let Some(path) = uri::file_of(uri) else {
            return Ok(None);
        };
        let (checks_workspace, are_ids_due) = {
            let mut workspace = self.workspace();
            let checks_workspace = workspace.settings.checks_workspace;
            let are_ids_due = checks_workspace && workspace.take_ids_due();
            (checks_workspace, are_ids_due)
        };
        if !checks_workspace {
            return Ok(None);
        }
        if are_ids_due {
            self.find_ids(Stop::default()).await?;
        }
        let snapshot = self.workspace().snapshot();
        let work = tokio::task::spawn_blocking(move || {
            let document = snapshot.file(&path)?;
            let findings = snapshot.check(&path, document);
            Some(FileReport::new(&path, &findings, &snapshot.client).report)
        });
        work.await.map_err(|_panic| {
            self.apologise();
            Error::internal_error()
        })
    }

    /// Looks at the ids of all files, beside everything else, and checks again whom they concern.
    fn look_for_ids(&self) {
        if !self.shared.id_searches.begin() {
            return;
        }
        let backend = self.clone();
        tokio::spawn(async move {
            // It has been said if that failed.
            let _ = backend.find_ids(Stop::default()).await;
            if backend.shared.id_searches.end() {
                backend.look_for_ids();
            }
            backend.settle();
        });
    }

    async fn find_ids(&self, stop: Stop) -> Result<()> {
        let given = self
            .scan(
                None,
                stop.clone(),
                Which::All,
                |snapshot, path, document| snapshot.given(path, &document),
            )
            .await?;
        if !stop.is_stopped() {
            let given = given.into_iter().filter_map(|(_, given)| given);
            self.workspace().set_ids(given.collect());
        }
        Ok(())
    }

    // ---- requests of ours --------------------------------------------------------------------

    /// The documents whose users are being asked something.
    pub(crate) fn questions(&self) -> MutexGuard<'_, BTreeSet<Key>> {
        let lock = self.shared.questions.lock();
        lock.unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks the client something, and waits for its answer: only a task of its own may.
    pub(crate) async fn question<R: request::Request>(
        &self,
        params: R::Params,
        patience: Duration,
    ) -> Answer<R::Result> {
        let request = self.shared.client.send_request::<R>(params);
        match tokio::time::timeout(patience, request).await {
            Ok(Ok(answer)) => Answer::Given(answer),
            Ok(Err(error)) => {
                let words = format!("the client refuses {}: {error}", R::METHOD);
                self.log(LogLevel::Warn, words);
                Answer::Refused
            }
            Err(_elapsed) => {
                let words = format!("the client doesn't answer {}", R::METHOD);
                self.log(LogLevel::Warn, words);
                Answer::None
            }
        }
    }

    /// Asks the client something, beside everything else, and not for longer than it deserves;
    /// `then` has its answer, or none.
    fn ask<R>(
        &self,
        params: R::Params,
        then: impl FnOnce(&Self, Option<R::Result>) + Send + 'static,
    ) where
        R: request::Request,
        R::Params: Send + 'static,
        R::Result: Send + 'static,
    {
        let backend = self.clone();
        tokio::spawn(async move {
            let answer = match backend.question::<R>(params, CLIENT_PATIENCE).await {
                Answer::Given(answer) => Some(answer),
                Answer::Refused | Answer::None => None,
            };
            then(&backend, answer);
        });
    }

    /// Has the client ask again for findings that it has asked for.
    fn refresh(&self) {
        if self.workspace().client.pulls && self.shared.refreshes.begin() {
            self.ask::<request::WorkspaceDiagnosticRefresh>((), |backend, _| {
                if backend.shared.refreshes.end() {
                    backend.refresh();
                }
            });
        }
    }

    /// Has the client ask again for facts above lines.
    fn refresh_lenses(&self) {
        if self.workspace().client.refreshes_code_lenses && self.shared.lens_refreshes.begin() {
            self.ask::<request::CodeLensRefresh>((), |backend, _| {
                if backend.shared.lens_refreshes.end() {
                    backend.refresh_lenses();
                }
            });
        }
    }

    /// Asks for the user's settings.
    pub(crate) fn fetch_settings(&self) {
        if !self.shared.settings.begin() {
            return;
        }
        let item = ConfigurationItem {
            scope_uri: None,
            section: Some(SECTION.to_owned()),
        };
        let params = ConfigurationParams { items: vec![item] };
        self.ask::<request::WorkspaceConfiguration>(params, |backend, answers| {
            if backend.shared.settings.end() {
                backend.fetch_settings();
            }
            let values = answers.unwrap_or_default();
            if let Some(value) = values.first().filter(|value| !value.is_null()) {
                backend.set(value);
                backend.settle();
            }
        });
    }

    /// Takes over settings.
    pub(crate) fn set(&self, value: &LSPAny) {
        let (settings, complaints) = Settings::read(value);
        for complaint in complaints {
            self.note(MessageType::WARNING, complaint);
        }
        let mut workspace = self.workspace();
        if workspace.settings != settings {
            workspace.settings = settings;
            workspace.touch_all();
        }
    }

    // ---- the protocol's own matters ------------------------------------------------------------

    pub(crate) async fn set_trace(&self, params: SetTraceParams) {
        *self.trace_value() = params.value;
    }

    pub(crate) async fn cancel_progress(&self, params: WorkDoneProgressCancelParams) {
        if params.token == ProgressToken::String(CHECK_TOKEN.to_owned())
            && let Some(stop) = &*self.checking()
        {
            stop.stop();
        }
    }

    fn trace_value(&self) -> MutexGuard<'_, TraceValue> {
        let lock = self.shared.trace.lock();
        lock.unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to trace a message, if the client wants that.
    pub(crate) fn trace(
        &self,
        method: &str,
        id: Option<&Id>,
        params: impl FnOnce() -> Option<String>,
    ) -> Option<Trace> {
        let value = *self.trace_value();
        (value != TraceValue::Off).then(|| Trace {
            what: match id {
                Some(id) => format!("{method} ({id})"),
                None => method.to_owned(),
            },
            params: (value == TraceValue::Verbose).then(params).flatten(),
            start: Instant::now(),
        })
    }

    /// Has the client tell of changed settings, and of changed files.
    pub(crate) fn register(&self) {
        let registers = {
            let workspace = self.workspace();
            workspace.client.registers_configuration && workspace.client.configuration
        };
        let mut registrations: Vec<Registration> = self.watch().into_iter().collect();
        if registers {
            registrations.push(registration(
                "workspace/didChangeConfiguration",
                "workspace/didChangeConfiguration",
                Some(serde_json::json!({ "section": SECTION })),
            ));
        }
        if !registrations.is_empty() {
            let params = RegistrationParams { registrations };
            self.ask::<request::RegisterCapability>(params, |_, _| {});
        }
        self.shared.has_registered.store(true, Ordering::Relaxed);
    }

    /// Has the client watch other files, if configurations name others than before. It watches those,
    /// too, before it leaves the old ones.
    fn renew_watches(&self) {
        if !self.shared.has_registered.load(Ordering::Relaxed) {
            return;
        }
        let before = self.watched().clone();
        let Some(registration) = self.watch() else {
            return;
        };
        let params = RegistrationParams {
            registrations: vec![registration],
        };
        self.ask::<request::RegisterCapability>(params, move |backend, _| {
            let Some((id, _)) = before else { return };
            let unregisterations = vec![Unregistration {
                id,
                method: WATCHING.to_owned(),
            }];
            let params = UnregistrationParams { unregisterations };
            backend.ask::<request::UnregisterCapability>(params, |_, _| {});
        });
    }

    /// The files to watch, if they are others than those that are watched.
    fn watch(&self) -> Option<Registration> {
        let watchers = {
            let mut workspace = self.workspace();
            if !workspace.client.watches {
                return None;
            }
            let claims = workspace.take_claims()?;
            let anywhere = workspace.client.watches_anywhere;
            let registry = workspace.registry_folder();
            let registry = registry.filter(|_| workspace.folders.is_trusted);
            watchers(registry, claims, anywhere)
        };
        let mut watched = self.watched();
        let number = match &*watched {
            Some((_, before)) if *before == watchers => return None,
            Some((id, _)) => id.rsplit('#').next().and_then(|number| number.parse().ok()),
            None => None,
        };
        let id = format!("{WATCHING}#{}", number.unwrap_or(0_u64) + 1);
        *watched = Some((id.clone(), watchers.clone()));
        let options = DidChangeWatchedFilesRegistrationOptions { watchers };
        Some(registration(
            &id,
            WATCHING,
            serde_json::to_value(options).ok(),
        ))
    }

    fn watched(&self) -> MutexGuard<'_, Option<(String, Vec<FileSystemWatcher>)>> {
        let lock = self.shared.watched.lock();
        lock.unwrap_or_else(PoisonError::into_inner)
    }
}

/// What has the client tell of changed files.
const WATCHING: &str = "workspace/didChangeWatchedFiles";

/// What is to be watched: what has one of our names, and what configurations lay claim to.
fn watchers(
    registry: Option<PathBuf>,
    claims: BTreeSet<(PathBuf, String)>,
    anywhere: bool,
) -> Vec<FileSystemWatcher> {
    let named = [
        "**/ak-adapter.json",
        "**/kit.json",
        "**/adapters/registry.json",
        "**/*.manifest.json",
        "**/fornax-lint.toml",
    ];
    let mut patterns: Vec<GlobPattern> = named
        .map(|pattern| GlobPattern::String(pattern.to_owned()))
        .into();
    let mut below = |folder: &Path, pattern: &str| {
        let base = uri::from_file(folder).filter(|_| anywhere);
        patterns.push(match base {
            Some(base) => GlobPattern::Relative(RelativePattern {
                base_uri: OneOf::Right(base),
                pattern: pattern.to_owned(),
            }),
            None if pattern.starts_with("**/") => GlobPattern::String(pattern.to_owned()),
            None => GlobPattern::String(format!("**/{pattern}")),
        });
    };
    for (folder, pattern) in claims {
        let pattern = watchable(&pattern);
        below(&folder, &pattern);
        // A pattern that names a folder means what is in it.
        below(&folder, &format!("{pattern}/**"));
    }
    // The registry of this machine lies outside of every workspace.
    if let Some(registry) = registry.filter(|_| anywhere) {
        below(&registry, "*.json");
    }
    let watchers = patterns.into_iter().map(|glob_pattern| FileSystemWatcher {
        glob_pattern,
        kind: None,
    });
    watchers.collect()
}

/// A pattern that every client understands, and that matches what ours does, if not only that: about
/// brackets they don't agree.
fn watchable(pattern: &str) -> String {
    let mut watchable = String::with_capacity(pattern.len());
    let mut rest = pattern;
    while let Some((before, class)) = rest.split_once('[') {
        watchable.push_str(before);
        watchable.push('?');
        // A bracket that comes first is one of the characters.
        let first = class.trim_start_matches(['!', '^']).chars().next();
        let skipped = class.len() - class.trim_start_matches(['!', '^']).len()
            + first.map_or(0, char::len_utf8);
        rest = class[skipped..]
            .split_once(']')
            .map_or("", |(_, rest)| rest);
    }
    watchable.push_str(rest);
    watchable
}

/// What became of a question for the client.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Answer<T> {
    Given(T),
    /// The client can't be asked that.
    Refused,
    /// There was none in time.
    None,
}

/// Has something done by one at a time: who comes meanwhile has it done once more.
#[derive(Debug, Default)]
struct Turns(AtomicU8);

impl Turns {
    const FREE: u8 = 0;
    const TAKEN: u8 = 1;
    const AGAIN: u8 = 2;

    /// Takes the turn, if it is free.
    fn begin(&self) -> bool {
        let free = self.0.compare_exchange(
            Self::FREE,
            Self::TAKEN,
            Ordering::Relaxed,
            Ordering::Relaxed,
        );
        if free.is_err() {
            self.0.store(Self::AGAIN, Ordering::Relaxed);
        }
        free.is_ok()
    }

    /// Gives the turn back; whether it is to be taken again.
    fn end(&self) -> bool {
        self.0.swap(Self::FREE, Ordering::Relaxed) == Self::AGAIN
    }
}

fn level(typ: MessageType) -> LogLevel {
    match typ {
        MessageType::ERROR => LogLevel::Error,
        MessageType::WARNING => LogLevel::Warn,
        _ => LogLevel::Info,
    }
}

fn registration(id: &str, method: &str, register_options: Option<LSPAny>) -> Registration {
    Registration {
        id: id.to_owned(),
        method: method.to_owned(),
        register_options,
    }
}

/// A message whose handling is traced.
#[derive(Debug)]
pub(crate) struct Trace {
    what: String,
    params: Option<String>,
    start: Instant,
}

impl Trace {
    pub(crate) fn end(self, output: &Output) {
        let took = self.start.elapsed().as_secs_f64() * 1000.0;
        let params = LogTraceParams {
            message: format!("{} took {took:.2} ms", self.what),
            verbose: self.params,
        };
        output.notify(LogTrace::METHOD, params);
    }
}
