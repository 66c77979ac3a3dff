//! Tells whether a document is looked at, as what, and why.

use std::path::Path;

use fornax_manifest::DocumentKind;
use fornax_project::config::FILE_NAME;
use serde::{Deserialize, Serialize};
use tower_lsp_server::ls_types::{TextDocumentIdentifier, Uri};

use crate::document::{Because, Checked, OpenDocument, Read, Recognised, WhyNot};
use crate::uri;
use crate::workspace::Workspace;

/// The request that asks for it.
pub(crate) const METHOD: &str = "fornax/status";

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StatusParams {
    pub(crate) text_document: TextDocumentIdentifier,
}

/// The answer; `docs/reference/language-server.md` promises its members.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Status {
    /// Whether the document is looked at.
    handled: bool,
    /// The kind of document that it is taken for, by its name on the command line.
    kind: Option<&'static str>,
    /// The same in words.
    title: Option<&'static str>,
    /// Why it is looked at, or why not, in a sentence.
    reason: String,
    /// The configuration file that governs it, if there is one.
    configuration: Option<Uri>,
    /// Whether that file can't be used, so that what it said before holds.
    is_configuration_broken: bool,
    /// The unit of columns.
    encoding: String,
    /// The server's version.
    version: &'static str,
}

/// What there is to say of a document.
pub(crate) fn of(workspace: &mut Workspace, uri: &Uri) -> Status {
    // Also whether looking at it fails.
    workspace.findings(uri);
    let open = workspace.document(uri);
    let path = open.map_or_else(|| uri::file_of(uri), |open| open.path.clone());
    let (configuration, is_broken) = path
        .as_deref()
        .and_then(|path| workspace.governing(path))
        .unzip();
    let kind = open.and_then(OpenDocument::kind);
    Status {
        handled: kind.is_some(),
        kind: kind.map(DocumentKind::name),
        title: kind.map(DocumentKind::title),
        reason: open.map_or_else(|| "It isn't open in the editor.".to_owned(), reason),
        configuration: configuration.as_deref().and_then(uri::from_file),
        is_configuration_broken: is_broken.unwrap_or_default(),
        encoding: workspace.client.encoding.kind().as_str().to_owned(),
        version: env!("CARGO_PKG_VERSION"),
    }
}

fn reason(open: &OpenDocument) -> String {
    match (&open.read, &open.checked) {
        (Some(Read::Failed), _) | (_, Some(Checked::Failed)) => {
            "The server met a fault of its own in it; the log says more.".to_owned()
        }
        (Some(Read::Ours(recognised)), _) => because(recognised),
        (Some(Read::NotOurs(why)), _) => why_not(why),
        (None, _) => "Nobody has looked at it yet.".to_owned(),
    }
}

fn because(recognised: &Recognised) -> String {
    let kind = recognised.document.kind();
    let what = what(kind);
    match recognised.because {
        Because::Configuration => {
            let config = recognised.config.path();
            let config = config.map_or_else(|| FILE_NAME.to_owned(), shown);
            format!("{config} says that it is {what}.")
        }
        Because::Language => format!("The editor says that it is {what}."),
        Because::Name if kind == DocumentKind::AkAdapter => {
            format!("A file of this name is {what}.")
        }
        Because::Name => format!("It has the name of {what}, and what it holds agrees."),
        Because::Content => format!("It holds what {what} holds, whatever its name."),
    }
}

fn why_not(why: &WhyNot) -> String {
    match why {
        WhyNot::Excluded { config, pattern } => {
            format!("{} excludes it: `{pattern}`.", shown(config))
        }
        WhyNot::Language(language) => {
            format!("The editor says that its language is `{language}`, which is no kind of JSON.")
        }
        WhyNot::Content(kind) => format!(
            "It has the name of {}, but holds something else: it seems to be another program's.",
            what(*kind)
        ),
        WhyNot::Name => "Its name is not that of a manifest, and what it holds is not looked at: \
                         `fornax.contentDetection` is off."
            .to_owned(),
        WhyNot::Neither => format!(
            "Neither its name nor what it holds is that of a manifest; `files` in {FILE_NAME} can \
             say what it is."
        ),
    }
}

/// A document of this kind, in words.
pub(crate) fn what(kind: DocumentKind) -> String {
    let title = kind.title();
    let article = if title.starts_with('a') { "an" } else { "a" };
    format!("{article} {title}")
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
