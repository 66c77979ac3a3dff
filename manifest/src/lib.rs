//! The engine of fornax-lint: an adapter manifest's text goes in, findings come out.
//!
//! Pure: no file, clock, environment or network is touched. Offsets are bytes; see [`LineIndex`]
//! for lines and columns.
//!
//! ```
//! use fornax_manifest::{
//!     Document, DocumentKind, LineColumn, LineIndex, Nowhere, Options, Utf16Column, check, is_refused,
//! };
//!
//! let text = "{\n  \"hostAdapters\": [],\n}";
//! let kit = Document::parse(text.as_bytes(), DocumentKind::AkKit);
//! let findings = check(&kit, &Options::default(), &Nowhere);
//! assert!(is_refused(&findings));
//! assert_eq!(findings[0].rule.name, "trailing-comma");
//! let place = LineIndex::new(text).position(findings[0].span.start);
//! assert_eq!(place, LineColumn { line: 1, column: Utf16Column(20) });
//! ```

#![forbid(unsafe_code)]
// Text in, findings out: what the engine says depends on its arguments alone (clippy.toml).
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]
#![deny(missing_docs)]

mod agentic_kit;
mod canonical;
mod check;
mod context;
mod diagnostic;
mod digest;
mod document;
mod edit;
mod fix;
mod fornax;
pub mod ide;
mod identity;
pub mod limits;
mod lines;
pub mod load;
pub mod operation;
mod options;
mod page;
mod pointed;
mod regexp;
mod rule;
mod rules;
mod semver;
mod sensible;
mod structure;
mod surroundings;
pub mod syntax;
mod words;

pub use check::{check, is_partial, is_refused};
pub use diagnostic::{Applicability, Diagnostic, Edit, Elsewhere, Fix, Related, Severity};
pub use digest::{ConsentHash, accepted_consent_hash, consent_hash, fornax_pin, sha256_hex};
pub use document::{Document, DocumentKind, Encoding};
pub use edit::{apply_edits, apply_fixes};
pub use fix::{Fixed, fix_until_stable, fix_until_stable_with};
pub use fornax::is_id as is_fornax_id;
pub use identity::own_id;
pub use lines::{ByteColumn, Column, LineColumn, LineIndex, Utf16Column, Utf32Column};
pub use options::{FornaxVersion, NotAVersion, Options};
pub use page::example_caption;
pub use rule::{FixAvailability, Rule, Stage, Status};
pub use rules::{ALL as RULES, find as find_rule};
pub use surroundings::{Content, Entry, Nowhere, Place, Surroundings, leads_into};
pub use syntax::Span;
pub use words::nearest;
