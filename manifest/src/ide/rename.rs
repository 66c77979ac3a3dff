//! Giving something another name, wherever it is named.

use crate::agentic_kit;
use crate::diagnostic::Edit;
use crate::document::Document;
use crate::fornax;
use crate::ide::names::{Name, name_at, occurrences};
use crate::ide::snippet::inner;
use crate::options::Options;
use crate::syntax::{Node, Span};

/// What would be renamed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenameTarget {
    /// The name, without quotes.
    pub span: Span,
    /// The name as it is now.
    pub text: String,
}

/// A renaming within one document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renaming {
    /// What is renamed, under its old name; [`rename_in`] renames it in another document.
    pub name: Name,
    /// The changes of this document.
    pub edits: Vec<Edit>,
    /// What else has to be done, a sentence each.
    pub elsewhere: Vec<&'static str>,
}

/// What can be renamed at `offset`.
#[must_use]
pub fn prepare_rename(document: &Document, offset: u32) -> Option<RenameTarget> {
    let (name, span) = name_at(document, offset)?;
    Some(RenameTarget {
        span,
        text: name.text().to_owned(),
    })
}

/// Renames what is named at `offset`.
///
/// ```
/// use fornax_manifest::{Document, DocumentKind, Options, apply_edits, ide};
///
/// let text = r#"{ "name": "acme", "host": { "id": "acme", "label": "acme" } }"#;
/// let document = Document::parse(text.as_bytes(), DocumentKind::AkAdapter);
/// let renaming = ide::rename(&document, 12, "nova", &Options::default()).unwrap();
/// assert_eq!(
///     apply_edits(text, &renaming.edits),
///     r#"{ "name": "nova", "host": { "id": "nova", "label": "acme" } }"#
/// );
/// assert!(ide::rename(&document, 12, "claude", &Options::default()).is_err());
/// ```
///
/// # Errors
///
/// A sentence that says why the new name can't be: it breaks a rule, or is taken.
pub fn rename(
    document: &Document,
    offset: u32,
    new: &str,
    options: &Options,
) -> Result<Renaming, String> {
    let Some((name, _)) = name_at(document, offset) else {
        return Err("there is no name here that could be changed".to_owned());
    };
    refusal(document, &name, new, options).map_or(Ok(()), Err)?;
    Ok(Renaming {
        edits: rename_in(document, &name, new),
        elsewhere: elsewhere(&name),
        name,
    })
}

/// The changes by which a document, which need not be the one that the name was found in, calls it
/// by its new name.
#[must_use]
pub fn rename_in(document: &Document, name: &Name, new: &str) -> Vec<Edit> {
    occurrences(document, name)
        .into_iter()
        .map(|occurrence| Edit::replace(occurrence.span, inner(new)))
        .collect()
}

/// Why a thing can't have this name.
fn refusal(document: &Document, name: &Name, new: &str, options: &Options) -> Option<String> {
    const AK_ID: &str =
        "begins with a lower-case letter and holds only lower-case letters, digits and hyphens";
    let is_taken = |taken: bool, by: &str| taken.then(|| format!("`{new}` is the id of {by}"));
    match name {
        Name::FornaxAdapter(_) if !fornax::is_id(new) => Some(
            "an id has 3 to 64 lower-case letters, digits and hyphens, and no hyphen at either end"
                .to_owned(),
        ),
        Name::FornaxAdapter(_) => is_taken(
            options.reserved_ids.iter().any(|taken| taken == new),
            "a built-in adapter",
        ),
        Name::AkHost(_) if !agentic_kit::is_id(new) => Some(format!("an id {AK_ID}")),
        Name::AkHost(_) => is_taken(
            agentic_kit::BUILT_IN_HOSTS.contains(&new),
            "a host that ak brings along",
        ),
        Name::Command(_) if !agentic_kit::is_id(new) => Some(format!("a command {AK_ID}")),
        Name::Marker(_) if new.is_empty() => Some("a marker must not be empty".to_owned()),
        Name::MarkerKey { .. } if new.is_empty() => {
            Some("a marker's key must not be empty".to_owned())
        }
        Name::MarkerKey { operation, key } => {
            let element = document
                .tree()
                .at(&format!("/operations/{operation}/element"))
                .and_then(Node::as_object)?;
            (new != key && element.member(new).is_some())
                .then(|| format!("`element` has a member `{new}` already"))
        }
        Name::Command(_) | Name::Marker(_) => None,
    }
}

/// What a renaming can't do by itself.
fn elsewhere(name: &Name) -> Vec<&'static str> {
    const PINNED: &str = "The manifest's digest changes: register it again.";
    const CONSENT: &str = "The manifest's consent hash changes: users have to consent again.";
    match name {
        Name::FornaxAdapter(_) => vec![
            PINNED,
            "Where it is registered, the old id stays until it is removed.",
        ],
        Name::AkHost(_) => vec![
            CONSENT,
            "Entries of `kit.json` that name the adapter must follow.",
        ],
        Name::Command(_) => vec![CONSENT],
        Name::Marker(_) | Name::MarkerKey { .. } => vec![
            PINNED,
            "Elements that were installed with the old marker are no longer found: uninstall first.",
        ],
    }
}
