//! Names that stand in several documents: where each stands, and how it is changed everywhere.

use std::collections::HashMap;

use fornax_manifest::ide::{self, Name};
use fornax_manifest::{Content, Document, DocumentKind, Edit, Place, Span, limits, own_id};
use tower_lsp_server::ls_types::{
    DocumentChanges, Location, OneOf, OptionalVersionedTextDocumentIdentifier, Range,
    TextDocumentEdit, TextEdit, Uri, WorkspaceEdit,
};

use crate::convert::{Encoding, Places};
use crate::workspace::Help;

/// A document in which a name stands.
#[derive(Clone, Debug)]
pub(crate) struct Namer {
    pub(crate) uri: Uri,
    /// Its version, if it is open.
    pub(crate) version: Option<i32>,
    pub(crate) occurrences: Vec<Occurrence>,
}

/// A place where a name stands, and what a renaming would make of it.
#[derive(Clone, Debug)]
pub(crate) struct Occurrence {
    range: Range,
    is_definition: bool,
    renamed: Option<TextEdit>,
}

/// Whether a name means something in other documents than its own.
pub(crate) fn is_shared(name: &Name) -> bool {
    matches!(name, Name::FornaxAdapter(_) | Name::AkHost(_))
}

/// Where a name stands in a document; `new` is what it is to become, if it is.
pub(crate) fn occurrences(
    document: &Document,
    name: &Name,
    new: Option<&str>,
    encoding: Encoding,
) -> Vec<Occurrence> {
    let places = Places::new(document.text(), encoding);
    let edits: Vec<Edit> = new
        .map(|new| ide::rename_in(document, name, new))
        .unwrap_or_default();
    ide::occurrences(document, name)
        .into_iter()
        .map(|occurrence| Occurrence {
            range: places.range(occurrence.span),
            is_definition: occurrence.is_definition,
            renamed: edits
                .iter()
                .find(|edit| edit.span == occurrence.span)
                .map(|edit| places.text_edit(edit)),
        })
        .collect()
}

/// The places where a name stands, those where it is given first.
pub(crate) fn locations(namers: &[Namer], wants_definitions: bool) -> Vec<Location> {
    let of = |is_definition: bool| {
        namers.iter().flat_map(move |namer| {
            namer
                .occurrences
                .iter()
                .filter(move |occurrence| occurrence.is_definition == is_definition)
                .map(|occurrence| Location::new(namer.uri.clone(), occurrence.range))
        })
    };
    let definitions = of(true).filter(|_| wants_definitions);
    definitions.chain(of(false)).collect()
}

/// The places where a name is given.
pub(crate) fn definitions(namers: &[Namer]) -> Vec<Location> {
    let all = namers.iter().flat_map(|namer| {
        let given = namer.occurrences.iter();
        given
            .filter(|occurrence| occurrence.is_definition)
            .map(|occurrence| Location::new(namer.uri.clone(), occurrence.range))
    });
    all.collect()
}

/// Where the adapter that an entry of `kit.json` names is described, whatever its file is called: at
/// its id, or else at the start of the file.
pub(crate) fn in_source(help: Help<'_>, offset: u32) -> Option<Location> {
    let path = ide::source_at(help.document(), offset)?;
    let limit = limits::AK_MANIFEST_BYTES;
    let Content::Bytes(bytes) = help.surroundings.read(Place::Beside, &path, limit) else {
        return None;
    };
    let manifest = Document::parse(&bytes, DocumentKind::AkAdapter);
    let span = own_id(&manifest).map_or(Span::at(0), |(_, span)| span);
    let places = Places::new(manifest.text(), help.client().encoding);
    let uri = help.workspace.linked(help.open, Place::Beside, &path)?;
    Some(Location::new(uri, places.range(span)))
}

/// The change that renames everywhere.
pub(crate) fn renaming(namers: Vec<Namer>, is_versioned: bool) -> WorkspaceEdit {
    let edits = namers.into_iter().map(|namer| {
        let edits = namer.occurrences.into_iter();
        let edits: Vec<TextEdit> = edits.filter_map(|occurrence| occurrence.renamed).collect();
        (namer.uri, namer.version, edits)
    });
    let edits = edits.filter(|(_, _, edits)| !edits.is_empty());
    if !is_versioned {
        let changes: HashMap<Uri, Vec<TextEdit>> =
            edits.map(|(uri, _, edits)| (uri, edits)).collect();
        return WorkspaceEdit::new(changes);
    }
    let changes = edits.map(|(uri, version, edits)| TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
        edits: edits.into_iter().map(OneOf::Left).collect(),
    });
    WorkspaceEdit {
        document_changes: Some(DocumentChanges::Edits(changes.collect())),
        ..WorkspaceEdit::default()
    }
}
