//! The engine's help for an editor, in the protocol's types.

use fornax_manifest::ide::{self, Documentation};
use fornax_manifest::{Document, DocumentKind, Span};
use serde::{Deserialize, Serialize};
use tower_lsp_server::ls_types::{
    self, CodeLens, Command, CompletionItem, CompletionItemKind, CompletionTextEdit,
    DocumentHighlight, DocumentHighlightKind, DocumentSymbol, DocumentSymbolResponse, FoldingRange,
    FoldingRangeKind, FormattingOptions, Hover, HoverContents, InlayHint, InlayHintLabel,
    InsertTextFormat, InsertTextMode, Location, MarkedString, MarkupContent, MarkupKind, Position,
    Range, SelectionRange, SymbolInformation, SymbolKind, TextEdit, Uri,
};

use crate::client::Abilities;
use crate::convert::Places;
use crate::{adapters, commands};

/// What a proposal carries so that it can be explained later.
#[derive(Debug, Serialize, Deserialize)]
struct ProposalData {
    kind: String,
    key: String,
}

pub(crate) fn hover(hover: ide::Hover, places: &Places<'_>, client: &Abilities) -> Hover {
    let contents = match client.hover_markup.clone() {
        Some(kind) => HoverContents::Markup(markup(hover.text, kind)),
        // Markdown, whatever the client says or doesn't.
        None => HoverContents::Scalar(MarkedString::String(hover.text.markdown)),
    };
    Hover {
        contents,
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
    item.documentation = explanation.map(|text| match client.completion_markup.clone() {
        Some(kind) => ls_types::Documentation::MarkupContent(markup(text, kind)),
        None => ls_types::Documentation::String(text.plain),
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

// ---- structure -------------------------------------------------------------------------------

/// The outline, as a tree or, for clients that know none, as a list.
pub(crate) fn symbols(
    symbols: &[ide::Symbol],
    uri: &Uri,
    places: &Places<'_>,
    client: &Abilities,
) -> DocumentSymbolResponse {
    if client.symbol_trees {
        return DocumentSymbolResponse::Nested(nested(symbols, places));
    }
    let mut list = Vec::new();
    // A stack instead of recursion keeps the order: what is taken last stands last.
    let mut left: Vec<(&ide::Symbol, Option<&str>)> =
        symbols.iter().rev().map(|symbol| (symbol, None)).collect();
    while let Some((symbol, container)) = left.pop() {
        #[expect(deprecated, reason = "the field must be there")]
        list.push(SymbolInformation {
            name: symbol.name.clone(),
            kind: symbol_kind(symbol.kind),
            tags: None,
            deprecated: None,
            location: Location::new(uri.clone(), places.range(symbol.span)),
            container_name: container.map(str::to_owned),
        });
        let children = symbol.children.iter().rev();
        left.extend(children.map(|child| (child, Some(&*symbol.name))));
    }
    DocumentSymbolResponse::Flat(list)
}

/// The engine bounds the depth.
fn nested(symbols: &[ide::Symbol], places: &Places<'_>) -> Vec<DocumentSymbol> {
    symbols
        .iter()
        .map(|symbol| {
            let children = nested(&symbol.children, places);
            #[expect(deprecated, reason = "the field must be there")]
            DocumentSymbol {
                name: symbol.name.clone(),
                detail: symbol.detail.clone(),
                kind: symbol_kind(symbol.kind),
                tags: None,
                deprecated: None,
                range: places.range(symbol.span),
                selection_range: places.range(symbol.selection),
                children: (!children.is_empty()).then_some(children),
            }
        })
        .collect()
}

fn symbol_kind(kind: ide::SymbolKind) -> SymbolKind {
    match kind {
        ide::SymbolKind::Object => SymbolKind::OBJECT,
        ide::SymbolKind::List => SymbolKind::ARRAY,
        ide::SymbolKind::Text => SymbolKind::STRING,
        ide::SymbolKind::Number => SymbolKind::NUMBER,
        ide::SymbolKind::Boolean => SymbolKind::BOOLEAN,
        ide::SymbolKind::Null => SymbolKind::NULL,
    }
}

pub(crate) fn folds(
    document: &Document,
    places: &Places<'_>,
    client: &Abilities,
) -> Vec<FoldingRange> {
    let folds = ide::folds(document).into_iter().map(|fold| {
        let Range { start, end } = places.range(fold.span);
        let column = |position: Position| (!client.folds_lines_only).then_some(position.character);
        FoldingRange {
            start_line: start.line,
            start_character: column(start),
            end_line: end.line,
            end_character: column(end),
            kind: fold.is_comment.then_some(FoldingRangeKind::Comment),
            collapsed_text: None,
        }
    });
    folds.take(client.fold_limit).collect()
}

/// What a selection at each position grows to, each within the one before it. `text` is what the
/// editor has, of which a document that is too large knows nothing.
pub(crate) fn selections(
    document: &Document,
    text: &Places<'_>,
    positions: &[Position],
    places: &Places<'_>,
) -> Vec<SelectionRange> {
    positions
        .iter()
        .map(|&position| {
            let spans = ide::selection_ranges(document, places.offset(position));
            let grown = spans.into_iter().rev().fold(None, |parent, span| {
                Some(SelectionRange {
                    range: places.range(span),
                    parent: parent.map(Box::new),
                })
            });
            grown.unwrap_or_else(|| SelectionRange {
                range: text.range(text.span(Range::new(position, position))),
                parent: None,
            })
        })
        .collect()
}

pub(crate) fn highlights(
    document: &Document,
    position: Position,
    places: &Places<'_>,
) -> Vec<DocumentHighlight> {
    ide::references(document, places.offset(position))
        .into_iter()
        .map(|occurrence| DocumentHighlight {
            range: places.range(occurrence.span),
            kind: Some(if occurrence.is_definition {
                DocumentHighlightKind::WRITE
            } else {
                DocumentHighlightKind::READ
            }),
        })
        .collect()
}

// ---- layout and remarks ------------------------------------------------------------------------

/// The changes that lay a document out, or a part of it.
pub(crate) fn format(
    document: &Document,
    range: Option<Range>,
    options: &FormattingOptions,
    places: &Places<'_>,
) -> Vec<TextEdit> {
    /// More than anyone indents by.
    const WIDEST: u32 = 16;
    let whole = Span::new(0, u32::try_from(document.text().len()).unwrap_or(u32::MAX));
    let span = range.map_or(whole, |range| places.span(range));
    let options = ide::FormatOptions {
        indent: if options.insert_spaces {
            " ".repeat(options.tab_size.min(WIDEST) as usize)
        } else {
            "\t".to_owned()
        },
        final_newline: options.insert_final_newline.unwrap_or(true),
    };
    ide::format(document, span, &options)
        .unwrap_or_default()
        .iter()
        .map(|edit| places.text_edit(edit))
        .collect()
}

/// A fact, and what choosing it does; none for what a workspace that isn't trusted has no use for.
pub(crate) fn lens(
    lens: ide::Lens,
    places: &Places<'_>,
    uri: &Uri,
    is_trusted: bool,
) -> Option<CodeLens> {
    let (name, argument) = match lens.does {
        Some(ide::Does::Copies(text)) => (commands::COPY, text),
        Some(ide::Does::Registers) if is_trusted => (adapters::REGISTER, uri.as_str().to_owned()),
        // It is nothing but an offer.
        Some(ide::Does::Registers) => return None,
        Some(ide::Does::Previews) if is_trusted => (adapters::PREVIEW, uri.as_str().to_owned()),
        // A fact, and nothing to do about it.
        _ => ("", String::new()),
    };
    let arguments = (!name.is_empty()).then(|| vec![argument.into()]);
    let command = Command::new(lens.title, name.to_owned(), arguments);
    Some(CodeLens {
        range: places.range(lens.span),
        command: Some(command),
        data: None,
    })
}

pub(crate) fn hint(hint: ide::InlayHint, places: &Places<'_>) -> InlayHint {
    InlayHint {
        position: places.position(hint.offset),
        label: InlayHintLabel::String(hint.label),
        kind: None,
        text_edits: None,
        tooltip: None,
        padding_left: Some(true),
        padding_right: None,
        data: None,
    }
}
