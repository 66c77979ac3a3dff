//! What the client at the other end can do: nothing else is offered to it or asked of it.

use tower_lsp_server::ls_types::{
    ClientCapabilities, DiagnosticTag, InsertTextMode, MarkupKind, ResourceOperationKind,
};

use crate::convert::Encoding;

/// The experimental ability of an editor whose own JSON support shows faults of the syntax.
const CHECKS_JSON: &str = "checksJson";

/// A client's abilities, as far as they matter here.
#[derive(Clone, Debug)]
pub(crate) struct Abilities {
    pub(crate) encoding: Encoding,
    /// Asks for findings, and again when told to; else they are sent unasked.
    pub(crate) pulls: bool,
    pub(crate) related_information: bool,
    pub(crate) code_descriptions: bool,
    pub(crate) diagnostic_data: bool,
    /// Shows text faded that nobody reads.
    pub(crate) fades_unused: bool,
    /// Checks a document's version before it applies an edit.
    pub(crate) versioned_edits: bool,
    /// Creates files as part of an edit.
    pub(crate) creates_files: bool,
    pub(crate) code_actions: bool,
    /// The kind of text that it likes best; none where it knows no kinds.
    pub(crate) hover_markup: Option<MarkupKind>,
    pub(crate) completion_markup: Option<MarkupKind>,
    pub(crate) snippets: bool,
    /// Inserts a proposal's lines as they are.
    pub(crate) keeps_indentation: bool,
    pub(crate) symbol_trees: bool,
    pub(crate) folds_lines_only: bool,
    pub(crate) fold_limit: usize,
    pub(crate) link_tooltips: bool,
    pub(crate) prepares_renames: bool,
    pub(crate) code_lenses: bool,
    pub(crate) refreshes_code_lenses: bool,
    pub(crate) inlay_hints: bool,
    pub(crate) configuration: bool,
    pub(crate) registers_configuration: bool,
    pub(crate) watches: bool,
    /// Watches folders outside of the workspace, too.
    pub(crate) watches_anywhere: bool,
    pub(crate) progress: bool,
    pub(crate) workspace_folders: bool,
    pub(crate) file_operations: bool,
    /// Shows faults of the syntax by itself in what it calls JSON.
    pub(crate) checks_json: bool,
}

/// A client that has said nothing of itself.
impl Default for Abilities {
    fn default() -> Self {
        Self::of(&ClientCapabilities::default())
    }
}

impl Abilities {
    pub(crate) fn of(client: &ClientCapabilities) -> Self {
        let general = client.general.as_ref();
        let text = client.text_document.clone().unwrap_or_default();
        let workspace = client.workspace.clone().unwrap_or_default();
        let shown = text.publish_diagnostics.unwrap_or_default();
        let watched = workspace.did_change_watched_files.unwrap_or_default();
        let operations = workspace.file_operations.unwrap_or_default();
        let edits = workspace.workspace_edit.unwrap_or_default();
        let hover = text.hover.unwrap_or_default();
        let symbols = text.document_symbol.unwrap_or_default();
        let folds = text.folding_range.unwrap_or_default();
        let item = text
            .completion
            .and_then(|completion| completion.completion_item)
            .unwrap_or_default();
        let offered = general.and_then(|general| general.position_encodings.as_deref());
        Self {
            encoding: Encoding::negotiate(offered.unwrap_or_default()),
            // Findings depend on other files: whoever asked once and can't be told to ask again would
            // show what no longer holds.
            pulls: text.diagnostic.is_some()
                && workspace
                    .diagnostics
                    .and_then(|diagnostics| diagnostics.refresh_support)
                    .unwrap_or_default(),
            related_information: shown.related_information.unwrap_or_default(),
            code_descriptions: shown.code_description_support.unwrap_or_default(),
            fades_unused: shown
                .tag_support
                .is_some_and(|tags| tags.value_set.contains(&DiagnosticTag::UNNECESSARY)),
            diagnostic_data: shown.data_support.unwrap_or_default(),
            versioned_edits: edits.document_changes.unwrap_or_default(),
            creates_files: edits
                .resource_operations
                .is_some_and(|kinds| kinds.contains(&ResourceOperationKind::Create)),
            code_actions: text
                .code_action
                .is_some_and(|actions| actions.code_action_literal_support.is_some()),
            hover_markup: preferred(hover.content_format),
            completion_markup: preferred(item.documentation_format),
            snippets: item.snippet_support.unwrap_or_default(),
            keeps_indentation: item
                .insert_text_mode_support
                .is_some_and(|modes| modes.value_set.contains(&InsertTextMode::AS_IS)),
            symbol_trees: symbols
                .hierarchical_document_symbol_support
                .unwrap_or_default(),
            folds_lines_only: folds.line_folding_only.unwrap_or_default(),
            fold_limit: folds.range_limit.map_or(usize::MAX, |limit| limit as usize),
            link_tooltips: text
                .document_link
                .and_then(|links| links.tooltip_support)
                .unwrap_or_default(),
            prepares_renames: text
                .rename
                .and_then(|rename| rename.prepare_support)
                .unwrap_or_default(),
            code_lenses: text.code_lens.is_some(),
            refreshes_code_lenses: workspace
                .code_lens
                .and_then(|lenses| lenses.refresh_support)
                .unwrap_or_default(),
            inlay_hints: text.inlay_hint.is_some(),
            configuration: workspace.configuration.unwrap_or_default(),
            registers_configuration: workspace
                .did_change_configuration
                .and_then(|configuration| configuration.dynamic_registration)
                .unwrap_or_default(),
            watches: watched.dynamic_registration.unwrap_or_default(),
            watches_anywhere: watched.relative_pattern_support.unwrap_or_default(),
            progress: client
                .window
                .as_ref()
                .and_then(|window| window.work_done_progress)
                .unwrap_or_default(),
            workspace_folders: workspace.workspace_folders.unwrap_or_default(),
            file_operations: operations.did_delete.unwrap_or_default()
                && operations.did_rename.unwrap_or_default(),
            checks_json: client
                .experimental
                .as_ref()
                .is_some_and(|experimental| experimental[CHECKS_JSON] == true),
        }
    }
}

/// The kind of text that a client likes best.
fn preferred(kinds: Option<Vec<MarkupKind>>) -> Option<MarkupKind> {
    kinds?.into_iter().next()
}
