//! The protocol's requests and notifications, each handled whole before the next one.
//!
//! No handler waits for the client: what has to wait is a task of its own, with an end to its
//! patience.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};

use tower_lsp_server::jsonrpc::{self, Error, Request, Result};
use tower_lsp_server::ls_types::notification::{
    LogMessage, LogTrace, Notification as _, PublishDiagnostics, ShowMessage,
};
use tower_lsp_server::ls_types::*;
use tower_lsp_server::{Client, LanguageServer};

use crate::actions;
use crate::client::Abilities;
use crate::ide;
use crate::log::{Log, LogLevel};
use crate::serve::{News, Output, Server};
use crate::settings::{SECTION, Settings};
use crate::uri;
use crate::workspace::{Outcome, Workspace};

/// How long a client may take to answer a request of ours before its answer is given up.
const CLIENT_PATIENCE: Duration = Duration::from_secs(30);

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
    has_apologised: AtomicBool,
    /// A question for the client's settings is under way.
    asks_settings: AtomicBool,
    /// A request to ask again for findings is under way.
    refreshes: AtomicBool,
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
                has_apologised: AtomicBool::new(false),
                asks_settings: AtomicBool::new(false),
                refreshes: AtomicBool::new(false),
            }),
        }
    }

    /// What the server knows. A handler that panicked left it as whole as any other does.
    fn workspace(&self) -> MutexGuard<'_, Workspace> {
        let lock = self.shared.workspace.lock();
        lock.unwrap_or_else(PoisonError::into_inner)
    }

    /// Does a request's work; a fault of ours costs its answer and the document's findings.
    fn answer<T>(&self, uri: &Uri, work: impl FnOnce(&mut Workspace) -> T) -> Result<T> {
        let mut workspace = self.workspace();
        catch_unwind(AssertUnwindSafe(|| work(&mut workspace))).map_err(|_panic| {
            let cleared = workspace.fail(uri);
            drop(workspace);
            self.show(cleared);
            self.apologise();
            Error::internal_error()
        })
    }

    /// Checks what has changed, and shows what comes of it.
    pub(crate) fn settle(&self) {
        let Outcome {
            shown,
            broken,
            refresh,
            failed,
        } = self.workspace().settle();
        self.show(shown);
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
    }

    fn show(&self, findings: impl IntoIterator<Item = PublishDiagnosticsParams>) {
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
    fn say(&self, typ: MessageType, message: String) {
        let level = match typ {
            MessageType::ERROR => LogLevel::Error,
            MessageType::WARNING => LogLevel::Warn,
            _ => LogLevel::Info,
        };
        self.shared.log.write(level, &message);
        self.shared
            .output
            .notify(ShowMessage::METHOD, ShowMessageParams { typ, message });
    }

    /// Adds a line to the log here and to the one that the client keeps.
    fn note(&self, typ: MessageType, message: String) {
        self.shared.log.write(LogLevel::Info, &message);
        self.shared
            .output
            .notify(LogMessage::METHOD, LogMessageParams { typ, message });
    }

    // ---- requests of ours --------------------------------------------------------------------

    /// Asks the client something, beside everything else, and not for longer than it deserves.
    fn ask<R>(&self, params: R::Params, then: impl FnOnce(&Self, R::Result) + Send + 'static)
    where
        R: request::Request,
        R::Params: Send + 'static,
        R::Result: Send + 'static,
    {
        let backend = self.clone();
        tokio::spawn(async move {
            let request = backend.shared.client.send_request::<R>(params);
            match tokio::time::timeout(CLIENT_PATIENCE, request).await {
                Ok(Ok(result)) => then(&backend, result),
                Ok(Err(error)) => backend.shared.log.write(
                    LogLevel::Warn,
                    format_args!("the client refuses {}: {error}", R::METHOD),
                ),
                Err(_elapsed) => backend.shared.log.write(
                    LogLevel::Warn,
                    format_args!("the client doesn't answer {}", R::METHOD),
                ),
            }
        });
    }

    /// Has the client ask again for findings that it has asked for.
    fn refresh(&self) {
        let is_wanted = self.workspace().client.refreshes;
        if is_wanted && !self.shared.refreshes.swap(true, Ordering::Relaxed) {
            self.ask::<request::WorkspaceDiagnosticRefresh>((), |backend, ()| {
                backend.shared.refreshes.store(false, Ordering::Relaxed);
            });
        }
    }

    /// Asks for the user's settings.
    fn fetch_settings(&self) {
        if self.shared.asks_settings.swap(true, Ordering::Relaxed) {
            return;
        }
        let item = ConfigurationItem {
            scope_uri: None,
            section: Some(SECTION.to_owned()),
        };
        let params = ConfigurationParams { items: vec![item] };
        self.ask::<request::WorkspaceConfiguration>(params, |backend, answers| {
            backend.shared.asks_settings.store(false, Ordering::Relaxed);
            if let Some(value) = answers.first().filter(|value| !value.is_null()) {
                backend.set(value);
                backend.settle();
            }
        });
    }

    /// Takes over settings.
    fn set(&self, value: &LSPAny) {
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

    pub(crate) async fn cancel_progress(&self, _params: WorkDoneProgressCancelParams) {}

    fn trace_value(&self) -> MutexGuard<'_, TraceValue> {
        let lock = self.shared.trace.lock();
        lock.unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to trace a message, if the client wants that.
    pub(crate) fn trace(&self, request: &Request) -> Option<Trace> {
        let value = *self.trace_value();
        (value != TraceValue::Off).then(|| Trace {
            what: match request.id() {
                Some(id) => format!("{} ({id})", request.method()),
                None => request.method().to_owned(),
            },
            params: (value == TraceValue::Verbose)
                .then(|| request.params().map(ToString::to_string))
                .flatten(),
            start: Instant::now(),
        })
    }

    fn register(&self) {
        let (watches, anywhere, configuration, home) = {
            let workspace = self.workspace();
            let client = &workspace.client;
            (
                client.watches,
                client.watches_anywhere,
                client.registers_configuration && client.configuration,
                workspace.registry_folder(),
            )
        };
        let mut registrations = Vec::new();
        if watches {
            let mut watchers: Vec<FileSystemWatcher> = [
                "**/ak-adapter.json",
                "**/kit.json",
                "**/adapters/registry.json",
                "**/*.manifest.json",
                "**/fornax-lint.toml",
            ]
            .into_iter()
            .map(|pattern| watcher(GlobPattern::String(pattern.to_owned())))
            .collect();
            // The registry of this machine lies outside of every workspace.
            if let Some(base) = home
                .filter(|_| anywhere)
                .and_then(|home| uri::from_file(&home))
            {
                watchers.push(watcher(GlobPattern::Relative(RelativePattern {
                    base_uri: OneOf::Right(base),
                    pattern: "*.json".to_owned(),
                })));
            }
            registrations.push(registration(
                "workspace/didChangeWatchedFiles",
                serde_json::to_value(DidChangeWatchedFilesRegistrationOptions { watchers }).ok(),
            ));
        }
        if configuration {
            registrations.push(registration(
                "workspace/didChangeConfiguration",
                Some(serde_json::json!({ "section": SECTION })),
            ));
        }
        if !registrations.is_empty() {
            let params = RegistrationParams { registrations };
            self.ask::<request::RegisterCapability>(params, |_, ()| {});
        }
    }
}

fn watcher(glob_pattern: GlobPattern) -> FileSystemWatcher {
    FileSystemWatcher {
        glob_pattern,
        kind: None,
    }
}

fn registration(method: &str, register_options: Option<LSPAny>) -> Registration {
    Registration {
        id: method.to_owned(),
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

impl LanguageServer for Backend {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        if let Some(id) = params.process_id {
            let _ = self.shared.news.send(News::Parent(id));
        }
        if let Some(trace) = params.trace {
            *self.trace_value() = trace;
        }
        let abilities = Abilities::of(&params.capabilities);
        let capabilities = offer(&abilities);
        self.workspace().client = abilities;
        if let Some(options) = &params.initialization_options {
            self.set(options);
        }
        for folder in folders(&params) {
            self.add_folder(&folder);
        }
        Ok(InitializeResult {
            capabilities,
            server_info: Some(ServerInfo {
                name: "fornax-lsp".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
            offset_encoding: None,
        })
    }

    async fn initialized(&self, _params: InitializedParams) {
        let client = self.workspace().client.clone();
        let how = if client.pulls { "asked for" } else { "sent" };
        self.note(
            MessageType::INFO,
            format!(
                "fornax-lsp {}: columns in {}, findings are {how}",
                env!("CARGO_PKG_VERSION"),
                client.encoding.kind().as_str(),
            ),
        );
        // The first to ask is answered as fast as the hundredth.
        std::thread::spawn(fornax_manifest::ide::warm_up);
        self.register();
        if client.configuration {
            self.fetch_settings();
        }
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }

    // ---- documents -------------------------------------------------------------------------

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        self.workspace().open(params.text_document);
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        let uri = params.text_document.uri.clone();
        if !self.workspace().change(params) {
            let what = format!("a change of {}, which isn't open", uri.as_str());
            self.shared.log.write(LogLevel::Warn, what);
        }
    }

    async fn did_save(&self, params: DidSaveTextDocumentParams) {
        let path = uri::file_of(&params.text_document.uri);
        if let Some(path) = path {
            self.workspace().restore(&path);
        }
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        let cleared = self.workspace().close(&params.text_document.uri);
        self.show(cleared);
    }

    async fn did_create_files(&self, params: CreateFilesParams) {
        for file in params.files {
            self.touch(&file.uri, Workspace::restore);
        }
    }

    async fn did_rename_files(&self, params: RenameFilesParams) {
        for file in params.files {
            self.remove(&file.old_uri);
            self.touch(&file.new_uri, Workspace::restore);
        }
    }

    async fn did_delete_files(&self, params: DeleteFilesParams) {
        for file in params.files {
            self.remove(&file.uri);
        }
    }

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        for change in params.changes {
            if change.typ == FileChangeType::DELETED {
                self.remove(change.uri.as_str());
            } else {
                self.touch(change.uri.as_str(), Workspace::restore);
            }
        }
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        for folder in &params.event.removed {
            self.workspace().remove_folder(folder);
        }
        for folder in &params.event.added {
            self.add_folder(folder);
        }
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        if self.workspace().client.configuration {
            self.fetch_settings();
        } else {
            self.set(&params.settings);
        }
    }

    // ---- requests --------------------------------------------------------------------------

    async fn diagnostic(
        &self,
        params: DocumentDiagnosticParams,
    ) -> Result<DocumentDiagnosticReportResult> {
        let uri = &params.text_document.uri;
        let report = self.answer(uri, |workspace| workspace.report(uri))?;
        let Some(report) = report else {
            return Err(not_open(uri));
        };
        let unchanged = params.previous_result_id.is_some_and(|id| id == report.id);
        Ok(DocumentDiagnosticReportResult::Report(if unchanged {
            DocumentDiagnosticReport::Unchanged(RelatedUnchangedDocumentDiagnosticReport {
                related_documents: None,
                unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport {
                    result_id: report.id,
                },
            })
        } else {
            DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
                related_documents: None,
                full_document_diagnostic_report: FullDocumentDiagnosticReport {
                    result_id: Some(report.id),
                    items: report.items,
                },
            })
        }))
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        let place = params.text_document_position_params;
        self.at(&place, |workspace| {
            workspace.hover(&place.text_document.uri, place.position)
        })
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        let place = params.text_document_position;
        self.at(&place, |workspace| {
            workspace.completion(&place.text_document.uri, place.position)
        })
        .map(|items| Some(CompletionResponse::Array(items)))
    }

    async fn completion_resolve(&self, item: CompletionItem) -> Result<CompletionItem> {
        Ok(ide::explain(item, &self.workspace().client))
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        let uri = &params.text_document.uri;
        self.answer(uri, |workspace| {
            workspace.document(uri)?;
            Some(actions::offer(workspace, &params))
        })?
        .ok_or_else(|| not_open(uri))
        .map(Some)
    }
}

impl Backend {
    /// Answers a question about a place in an open document.
    fn at<T>(
        &self,
        place: &TextDocumentPositionParams,
        work: impl FnOnce(&mut Workspace) -> T,
    ) -> Result<T> {
        let uri = &place.text_document.uri;
        self.answer(uri, |workspace| {
            workspace.document(uri)?;
            Some(work(workspace))
        })?
        .ok_or_else(|| not_open(uri))
    }

    fn add_folder(&self, folder: &WorkspaceFolder) {
        if !self.workspace().add_folder(folder) {
            let what = format!("{} isn't a folder on this machine", folder.uri.as_str());
            self.shared.log.write(LogLevel::Info, what);
        }
    }

    fn touch(&self, uri: &str, then: impl Fn(&mut Workspace, &std::path::Path)) {
        if let Some(path) = local(uri) {
            then(&mut self.workspace(), &path);
        }
    }

    fn remove(&self, uri: &str) {
        if let Some(path) = local(uri) {
            let cleared = self.workspace().remove(&path);
            self.show(cleared);
        }
    }
}

fn local(uri: &str) -> Option<PathBuf> {
    uri::file_of(&uri.parse().ok()?)
}

fn not_open(uri: &Uri) -> Error {
    jsonrpc::Error::invalid_params(format!("{} isn't open", uri.as_str()))
}

/// The folders that the client works on, however it says so.
fn folders(params: &InitializeParams) -> Vec<WorkspaceFolder> {
    if let Some(folders) = &params.workspace_folders {
        return folders.clone();
    }
    #[expect(deprecated, reason = "some clients say nothing else")]
    let (uri, path) = (params.root_uri.clone(), params.root_path.as_deref());
    let uri = uri.or_else(|| uri::from_file(path?.as_ref()));
    uri.into_iter()
        .map(|uri| WorkspaceFolder {
            name: uri.as_str().to_owned(),
            uri,
        })
        .collect()
}

/// What the server does for a client with these abilities.
fn offer(client: &Abilities) -> ServerCapabilities {
    let operations = FileOperationRegistrationOptions {
        filters: vec![FileOperationFilter {
            scheme: Some("file".to_owned()),
            pattern: FileOperationPattern {
                glob: "**/*".to_owned(),
                matches: None,
                options: None,
            },
        }],
    };
    ServerCapabilities {
        position_encoding: Some(client.encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(
            TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::INCREMENTAL),
                save: Some(SaveOptions::default().into()),
                ..TextDocumentSyncOptions::default()
            },
        )),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            resolve_provider: Some(true),
            trigger_characters: Some(vec!["\"".to_owned(), "/".to_owned()]),
            ..CompletionOptions::default()
        }),
        code_action_provider: client.code_actions.then(|| {
            CodeActionProviderCapability::Options(CodeActionOptions {
                code_action_kinds: Some(actions::kinds()),
                ..CodeActionOptions::default()
            })
        }),
        diagnostic_provider: client.pulls.then(|| {
            DiagnosticServerCapabilities::Options(DiagnosticOptions {
                inter_file_dependencies: true,
                workspace_diagnostics: false,
                ..DiagnosticOptions::default()
            })
        }),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: client.workspace_folders.then_some(
                WorkspaceFoldersServerCapabilities {
                    supported: Some(true),
                    change_notifications: Some(OneOf::Left(true)),
                },
            ),
            file_operations: client.file_operations.then(|| {
                WorkspaceFileOperationsServerCapabilities {
                    did_create: Some(operations.clone()),
                    did_rename: Some(operations.clone()),
                    did_delete: Some(operations.clone()),
                    ..WorkspaceFileOperationsServerCapabilities::default()
                }
            }),
        }),
        ..ServerCapabilities::default()
    }
}
