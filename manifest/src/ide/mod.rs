//! Help for an editor, as pure functions over a document: hover, completion and the like.
//!
//! Places are byte offsets and spans, as everywhere in the engine; a face turns them into lines and
//! columns of its protocol. Every function takes any document, however broken, and any offset.
//!
//! ```
//! use fornax_manifest::{Document, DocumentKind, Nowhere, Options, ide};
//!
//! let text = r#"{ "contract": 1 }"#;
//! let document = Document::parse(text.as_bytes(), DocumentKind::AkAdapter);
//! let hover = ide::hover(&document, 4, &Options::default(), &Nowhere).unwrap();
//! assert_eq!(&text[hover.span.range()], "\"contract\"");
//! assert!(hover.text.plain.starts_with("Contract"));
//! ```

mod candidates;
mod completion;
mod cursor;
mod documentation;
mod facts;
mod field;
mod folding;
mod format;
mod hints;
mod hover;
mod installation;
mod lenses;
mod links;
mod names;
mod proposal;
mod registration;
mod rename;
mod selection;
mod snippet;
mod symbols;
mod target;

pub use completion::{CompletionItem, CompletionKind, completion, resolve_documentation};
pub use documentation::Documentation;
pub use field::{reference_url, warm_up};
pub use folding::{Fold, folds};
pub use format::{FormatOptions, format};
pub use hints::{InlayHint, inlay_hints};
pub use hover::{Hover, hover};
pub use lenses::{Does, Lens, lenses};
pub use links::{Link, LinkTarget, links};
pub use names::{Name, Occurrence, definition, name_at, occurrences, references, source_at};
pub use rename::{RenameTarget, Renaming, prepare_rename, rename, rename_in};
pub use selection::selection_ranges;
pub use symbols::{Symbol, SymbolKind, symbols};

use crate::document::Document;
use crate::options::Options;
use crate::surroundings::Surroundings;

/// What a question is answered from.
#[derive(Clone, Copy, Debug)]
struct Help<'a> {
    document: &'a Document,
    options: &'a Options,
    surroundings: &'a dyn Surroundings,
}

/// Where the documentation is published; every link to it begins with this.
pub const DOCUMENTATION_URL: &str = "https://fornax-lint.github.io/fornax-lint/";
