//! The engine's help for an editor, in the protocol's types.

use fornax_manifest::DocumentKind;
use fornax_manifest::ide::{self, Documentation};
use serde::{Deserialize, Serialize};
use tower_lsp_server::ls_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Hover, HoverContents, InsertTextFormat,
    InsertTextMode, MarkupContent, MarkupKind, TextEdit,
};

use crate::client::Abilities;
use crate::convert::Places;

/// What a proposal carries so that it can be explained later.
#[derive(Debug, Serialize, Deserialize)]
struct ProposalData {
    kind: String,
    key: String,
}

pub(crate) fn hover(hover: ide::Hover, places: &Places<'_>, client: &Abilities) -> Hover {
    Hover {
        contents: HoverContents::Markup(markup(hover.text, client.hover_markup.clone())),
        range: Some(places.range(hover.span)),
    }
}

pub(crate) fn proposal(
    item: ide::CompletionItem,
    kind: DocumentKind,
    places: &Places<'_>,
    client: &Abilities,
) -> CompletionItem {
    let snippet = item.snippet.filter(|_| client.snippets);
    let format = if snippet.is_some() {
        InsertTextFormat::SNIPPET
    } else {
        InsertTextFormat::PLAIN_TEXT
    };
    let edit = TextEdit::new(places.range(item.span), snippet.unwrap_or(item.text));
    let additional: Vec<TextEdit> = item
        .additional_edits
        .iter()
        .map(|edit| places.text_edit(edit))
        .collect();
    let data = item.documentation.map(|key| ProposalData {
        kind: kind.name().to_owned(),
        key,
    });
    CompletionItem {
        label: item.label,
        kind: Some(icon(item.kind)),
        detail: item.detail,
        // Clients sort by text.
        sort_text: Some(format!("{:04}", item.rank)),
        filter_text: Some(item.filter_text),
        insert_text_format: Some(format),
        // The text is indented already.
        insert_text_mode: client.keeps_indentation.then_some(InsertTextMode::AS_IS),
        text_edit: Some(CompletionTextEdit::Edit(edit)),
        additional_text_edits: (!additional.is_empty()).then_some(additional),
        data: data.and_then(|data| serde_json::to_value(data).ok()),
        ..CompletionItem::default()
    }
}

/// Adds what there is to say about a proposal.
pub(crate) fn explain(mut item: CompletionItem, client: &Abilities) -> CompletionItem {
    let data = item.data.clone();
    let explanation = data
        .and_then(|data| serde_json::from_value::<ProposalData>(data).ok())
        .and_then(|data| {
            let kind = DocumentKind::from_name(&data.kind)?;
            ide::resolve_documentation(kind, &data.key)
        });
    item.documentation = explanation.map(|text| {
        tower_lsp_server::ls_types::Documentation::MarkupContent(markup(
            text,
            client.completion_markup.clone(),
        ))
    });
    item
}

fn icon(kind: ide::CompletionKind) -> CompletionItemKind {
    match kind {
        ide::CompletionKind::Key => CompletionItemKind::PROPERTY,
        ide::CompletionKind::Choice => CompletionItemKind::ENUM_MEMBER,
        ide::CompletionKind::Value => CompletionItemKind::VALUE,
        ide::CompletionKind::Snippet => CompletionItemKind::SNIPPET,
        ide::CompletionKind::File => CompletionItemKind::FILE,
        ide::CompletionKind::Folder => CompletionItemKind::FOLDER,
    }
}

fn markup(text: Documentation, kind: MarkupKind) -> MarkupContent {
    let value = match kind {
        MarkupKind::Markdown => text.markdown,
        MarkupKind::PlainText => text.plain,
    };
    MarkupContent { kind, value }
}
