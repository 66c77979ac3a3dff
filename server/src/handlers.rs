//! The protocol's requests and notifications.
//!
//! No handler waits for the client: what has to wait is a task of its own.

use std::path::PathBuf;

use fornax_manifest::DocumentKind;
use fornax_manifest::ide::{self as engine, LinkTarget};
use tower_lsp_server::LanguageServer;
use tower_lsp_server::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp_server::ls_types::*;

use crate::backend::Backend;
use crate::client::Abilities;
use crate::convert::Places;
use crate::mend::quoted;
use crate::names::{self, Namer};
use crate::offer::offer;
use crate::scan::{Stop, Which};
use crate::status::{Status, StatusParams};
use crate::workspace::Help;
use crate::{actions, adapters, commands, ide, status, uri};

impl LanguageServer for Backend {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        if let Some(id) = params.process_id {
            self.end_with(id);
        }
        if let Some(trace) = params.trace {
            self.set_trace(SetTraceParams { value: trace }).await;
        }
        let abilities = Abilities::of(&params.capabilities);
        let capabilities = offer(&abilities);
        self.workspace().client = abilities;
        if let Some(options) = &params.initialization_options {
            self.workspace().folders.is_trusted = adapters::is_trusted(options);
            self.set(options);
        }
        for folder in folders(&params) {
            self.add_folder(&folder);
        }
        self.set_in_session(true);
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
        self.set_in_session(false);
        Ok(())
    }

    // ---- documents -------------------------------------------------------------------------

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        let mut workspace = self.workspace();
        let stale = workspace.open(params.text_document);
        self.show(&workspace, stale);
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        self.change(params);
    }

    async fn did_save(&self, params: DidSaveTextDocumentParams) {
        let path = uri::file_of(&params.text_document.uri);
        if let Some(path) = path {
            self.workspace().touch(Some(&path));
        }
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        let mut workspace = self.workspace();
        let cleared = workspace.close(&params.text_document.uri);
        self.show(&workspace, cleared);
    }

    async fn did_create_files(&self, params: CreateFilesParams) {
        for file in params.files {
            self.touch(&file.uri);
        }
    }

    async fn did_rename_files(&self, params: RenameFilesParams) {
        for file in params.files {
            self.remove(&file.old_uri);
            self.touch(&file.new_uri);
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
                self.touch(change.uri.as_str());
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
        let report = match report {
            Some(report) => Some(report),
            None => self.closed_report(uri).await?,
        };
        // An editor asks once more about what it has just closed, and would keep what it shows of it if
        // that were refused.
        let Some(report) = report else {
            return Ok(DocumentDiagnosticReportResult::Report(
                RelatedFullDocumentDiagnosticReport::default().into(),
            ));
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

    async fn workspace_diagnostic(
        &self,
        params: WorkspaceDiagnosticParams,
    ) -> Result<WorkspaceDiagnosticReportResult> {
        let token = params.work_done_progress_params.work_done_token;
        // Some editors ask again and again, whatever their user wants to see.
        let files = if self.workspace().settings.checks_workspace {
            self.check_files(token, Stop::default()).await?
        } else {
            Vec::new()
        };
        self.settle();
        let items = self
            .workspace()
            .report_all(files, &params.previous_result_ids);
        Ok(WorkspaceDiagnosticReportResult::Report(
            WorkspaceDiagnosticReport { items },
        ))
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        let place = params.text_document_position_params;
        self.help(&place.text_document, |help| {
            let offset = help.places.offset(place.position);
            engine::hover(help.document(), offset, help.options, help.surroundings)
                .map(|hover| ide::hover(hover, help.places, help.client()))
        })
        .map(Option::flatten)
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        let place = params.text_document_position;
        let uri = &place.text_document.uri;
        self.answer(uri, |workspace| {
            workspace.document(uri)?;
            Some(workspace.complete(uri, place.position))
        })?
        .ok_or_else(|| not_open(uri))
        .map(|items| items.map(CompletionResponse::Array))
    }

    async fn completion_resolve(&self, item: CompletionItem) -> Result<CompletionItem> {
        Ok(ide::explain(item, &self.workspace().client))
    }

    async fn document_symbol(
        &self,
        params: DocumentSymbolParams,
    ) -> Result<Option<DocumentSymbolResponse>> {
        self.help(&params.text_document, |help| {
            let symbols = engine::symbols(help.document());
            ide::symbols(&symbols, &help.open.uri, help.places, help.client())
        })
    }

    async fn folding_range(&self, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
        self.help(&params.text_document, |help| {
            ide::folds(help.document(), help.places, help.client())
        })
    }

    async fn selection_range(
        &self,
        params: SelectionRangeParams,
    ) -> Result<Option<Vec<SelectionRange>>> {
        self.help(&params.text_document, |help| {
            let text = Places::new(&help.open.text, help.client().encoding);
            ide::selections(help.document(), &text, &params.positions, help.places)
        })
    }

    async fn document_link(&self, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
        self.help(&params.text_document, |help| {
            engine::links(help.document(), help.surroundings)
                .into_iter()
                .filter_map(|link| self::link(link, help))
                .collect()
        })
    }

    async fn document_highlight(
        &self,
        params: DocumentHighlightParams,
    ) -> Result<Option<Vec<DocumentHighlight>>> {
        let place = params.text_document_position_params;
        self.help(&place.text_document, |help| {
            ide::highlights(help.document(), place.position, help.places)
        })
    }

    async fn goto_definition(
        &self,
        params: GotoDefinitionParams,
    ) -> Result<Option<GotoDefinitionResponse>> {
        let place = params.text_document_position_params;
        let found = self.help(&place.text_document, |help| {
            let offset = help.places.offset(place.position);
            let mut here: Vec<Location> = engine::definition(help.document(), offset)
                .into_iter()
                .map(|span| Location::new(help.open.uri.clone(), help.places.range(span)))
                .collect();
            here.extend(names::in_source(help, offset));
            let name = engine::name_at(help.document(), offset).map(|(name, _)| name);
            (here, name)
        })?;
        let locations = match found {
            Some((here, Some(name))) if here.is_empty() => {
                names::definitions(&self.namers(&name, None, None).await?)
            }
            Some((here, _)) => here,
            None => Vec::new(),
        };
        Ok((!locations.is_empty()).then_some(GotoDefinitionResponse::Array(locations)))
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        let place = params.text_document_position;
        let name = self.name_at(&place)?;
        let Some(name) = name else { return Ok(None) };
        let namers = self
            .namers(&name, None, Some(&place.text_document.uri))
            .await?;
        let wants_definitions = params.context.include_declaration;
        Ok(Some(names::locations(&namers, wants_definitions)))
    }

    async fn prepare_rename(
        &self,
        place: TextDocumentPositionParams,
    ) -> Result<Option<PrepareRenameResponse>> {
        self.help(&place.text_document, |help| {
            let offset = help.places.offset(place.position);
            let target = engine::prepare_rename(help.document(), offset)?;
            Some(PrepareRenameResponse::RangeWithPlaceholder {
                range: help.places.range(target.span),
                placeholder: target.text,
            })
        })
        .map(Option::flatten)
    }

    async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        let place = params.text_document_position;
        let new = params.new_name;
        let renaming = self.help(&place.text_document, |help| {
            let offset = help.places.offset(place.position);
            engine::rename(help.document(), offset, &new, help.options)
        })?;
        let Some(renaming) = renaming else {
            return Ok(None);
        };
        let renaming = renaming.map_err(failed)?;
        let namers = self
            .namers(&renaming.name, Some(&new), Some(&place.text_document.uri))
            .await?;
        if !renaming.elsewhere.is_empty() {
            self.say(MessageType::INFO, renaming.elsewhere.join(" "));
        }
        let is_versioned = self.workspace().client.versioned_edits;
        Ok(Some(names::renaming(namers, is_versioned)))
    }

    async fn formatting(&self, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        self.format(&params.text_document, None, &params.options)
    }

    async fn range_formatting(
        &self,
        params: DocumentRangeFormattingParams,
    ) -> Result<Option<Vec<TextEdit>>> {
        self.format(&params.text_document, Some(params.range), &params.options)
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        self.help(&params.text_document, |help| {
            if !help.workspace.settings.code_lenses {
                return Vec::new();
            }
            // What is ignored is found all the same.
            let findings = help.findings.all();
            let is_trusted = help.workspace.folders.is_trusted;
            engine::lenses(help.document(), &findings, help.surroundings)
                .into_iter()
                .filter_map(|lens| ide::lens(lens, help.places, &help.open.uri, is_trusted))
                .collect()
        })
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        self.help(&params.text_document, |help| {
            if !help.workspace.settings.inlay_hints {
                return Vec::new();
            }
            engine::inlay_hints(help.document(), help.places.span(params.range))
                .into_iter()
                .map(|hint| ide::hint(hint, help.places))
                .collect()
        })
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<LSPAny>> {
        let (command, arguments) = (&params.command, &params.arguments);
        if let Some(answer) = self.execute_for_adapter(command, arguments).await {
            return answer;
        }
        commands::execute(&self.workspace(), command, arguments)
            .map(Some)
            .map_err(Error::invalid_params)
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
    /// Tells whether a document is looked at, and why.
    pub(crate) async fn status(&self, params: StatusParams) -> Result<Status> {
        let uri = &params.text_document.uri;
        self.answer(uri, |workspace| status::of(workspace, uri))
    }

    /// Answers a question about an open document; nothing about one that is another program's.
    fn help<T>(
        &self,
        document: &TextDocumentIdentifier,
        answer: impl FnOnce(Help<'_>) -> T,
    ) -> Result<Option<T>> {
        let uri = &document.uri;
        self.answer(uri, |workspace| {
            workspace.document(uri)?;
            Some(workspace.help(uri, answer))
        })?
        .ok_or_else(|| not_open(uri))
    }

    fn name_at(&self, place: &TextDocumentPositionParams) -> Result<Option<engine::Name>> {
        self.help(&place.text_document, |help| {
            let offset = help.places.offset(place.position);
            engine::name_at(help.document(), offset).map(|(name, _)| name)
        })
        .map(Option::flatten)
    }

    /// The documents in which a name stands; only `here` where it means nothing elsewhere.
    async fn namers(
        &self,
        name: &engine::Name,
        new: Option<&str>,
        here: Option<&Uri>,
    ) -> Result<Vec<Namer>> {
        let mut namers = Vec::new();
        let is_shared = names::is_shared(name);
        {
            let mut workspace = self.workspace();
            let encoding = workspace.client.encoding;
            for (uri, version, findings) in workspace.checked() {
                let is_here = here.is_some_and(|here| uri::is_same(here, &uri));
                if is_shared || is_here {
                    namers.push(Namer {
                        uri,
                        version: Some(version),
                        occurrences: names::occurrences(findings.document(), name, new, encoding),
                    });
                }
            }
        }
        if is_shared {
            let (name, new) = (name.clone(), new.map(str::to_owned));
            let files = self
                .scan(
                    None,
                    Stop::default(),
                    Which::Closed,
                    move |snapshot, _, document| {
                        let encoding = snapshot.client.encoding;
                        names::occurrences(&document, &name, new.as_deref(), encoding)
                    },
                )
                .await?;
            namers.extend(files.into_iter().filter_map(|(path, occurrences)| {
                Some(Namer {
                    uri: uri::from_file(&path)?,
                    version: None,
                    occurrences,
                })
            }));
        }
        Ok(namers)
    }

    fn format(
        &self,
        document: &TextDocumentIdentifier,
        range: Option<Range>,
        options: &FormattingOptions,
    ) -> Result<Option<Vec<TextEdit>>> {
        let formatted = self.help(document, |help| {
            let edits = ide::format(help.document(), range, options, help.places);
            let is_pinned = help.document().kind() == DocumentKind::FornaxManifest;
            (edits, is_pinned)
        })?;
        Ok(formatted.map(|(edits, is_pinned)| {
            if is_pinned && !edits.is_empty() {
                let what = "Formatting changes the digest: a registered manifest has to be \
                            registered again.";
                self.note(MessageType::INFO, what.to_owned());
            }
            edits
        }))
    }

    fn add_folder(&self, folder: &WorkspaceFolder) {
        if !self.workspace().add_folder(folder) {
            let what = format!(
                "{} isn't a folder on this machine",
                quoted(folder.uri.as_str())
            );
            self.note(MessageType::INFO, what);
        }
    }

    fn touch(&self, uri: &str) {
        if let Some(path) = local(uri) {
            self.workspace().touch(Some(&path));
        }
    }

    fn remove(&self, uri: &str) {
        if let Some(path) = local(uri) {
            self.workspace().remove(&path);
        }
    }
}

fn local(uri: &str) -> Option<PathBuf> {
    uri::file_of(&uri::read(uri)?)
}

fn not_open(uri: &Uri) -> Error {
    Error::invalid_params(format!("{} isn't open", uri.as_str()))
}

/// A request that can't be granted, and why, in words.
pub(crate) fn failed(message: String) -> Error {
    /// The protocol's `RequestFailed`.
    const REQUEST_FAILED: i64 = -32803;
    Error {
        code: ErrorCode::ServerError(REQUEST_FAILED),
        message: message.into(),
        data: None,
    }
}

fn link(link: engine::Link, help: Help<'_>) -> Option<DocumentLink> {
    let target = match link.target {
        LinkTarget::Url(url) => uri::of_address(&url)?,
        LinkTarget::File { place, path } => help.workspace.linked(help.open, place, &path)?,
    };
    Some(DocumentLink {
        range: help.places.range(link.span),
        target: Some(target),
        tooltip: help.client().link_tooltips.then(|| link.tooltip.to_owned()),
        data: None,
    })
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
