//! Commands about the adapter that an open manifest declares: what it would change, and registering it.
//!
//! They look at files and wait for other programs, so they do it in threads of their own; and they do
//! nothing in a workspace that its user doesn't trust.

mod preview;
mod register;
mod trust;

use std::path::PathBuf;

use fornax_manifest::{DocumentKind, Options};
use fornax_project::Homes;
use fornax_terminal::visible;
use serde_json::Value;
use tower_lsp_server::jsonrpc::{Error, Result};
use tower_lsp_server::ls_types::{LSPAny, Uri};

use crate::backend::Backend;
use crate::document::OpenDocument;
use crate::handlers::failed;
use crate::status::what;
use crate::uri::{self, Key};
use crate::workspace::Workspace;

pub(crate) use trust::{TRUSTED, is_trusted};

/// What installing the manifest with the URI in its argument would make of its target.
pub(crate) const PREVIEW: &str = "fornax.preview";

/// Registers the manifest with the URI in its argument, once its user has confirmed that.
pub(crate) const REGISTER: &str = "fornax.register";

/// A Fornax manifest that is open in the editor.
#[derive(Debug)]
struct Subject {
    key: Key,
    /// Its file, if it is one on this machine.
    path: Option<PathBuf>,
    /// Its text in the editor.
    text: String,
    /// What governs it.
    options: Options,
    homes: Homes,
}

impl Backend {
    /// Executes a command if it is one of these.
    pub(crate) async fn execute_for_adapter(
        &self,
        command: &str,
        arguments: &[Value],
    ) -> Option<Result<Option<LSPAny>>> {
        Some(match command {
            PREVIEW => self.preview(arguments).await.map(Some),
            REGISTER => self.register_manifest(arguments).await.map(|()| None),
            _ => return None,
        })
    }

    /// The manifest that a command is about.
    fn subject(&self, command: &str, arguments: &[Value]) -> Result<Subject> {
        if !self.workspace().folders.is_trusted {
            let what = match command {
                REGISTER => "nothing is registered",
                _ => "no target is looked at",
            };
            return Err(refused(format!(
                "{what} in a workspace that is not trusted; look at what is in it, trust it in the \
                 editor, and try again"
            )));
        }
        let uri: Option<Uri> = arguments
            .first()
            .and_then(Value::as_str)
            .and_then(uri::read);
        let unknown =
            || Error::invalid_params(format!("`{command}` needs the URI of an open document"));
        let uri = uri.ok_or_else(unknown)?;
        self.answer(&uri, |workspace| {
            workspace.document(&uri).ok_or_else(unknown)?;
            subject(workspace, &uri).ok_or_else(|| {
                let this = match workspace.document(&uri).and_then(OpenDocument::kind) {
                    Some(kind) => format!("is {}", what(kind)),
                    None => format!("isn't {}", what(DocumentKind::FornaxManifest)),
                };
                refused(format!(
                    "this {this}; only what a Fornax manifest declares is registered and installed"
                ))
            })
        })?
    }

    /// Does something in a thread of its own: it may have to wait for a disk or another program.
    async fn aside<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> std::result::Result<T, String> + Send + 'static,
    ) -> Result<T> {
        match tokio::task::spawn_blocking(work).await {
            Ok(done) => done.map_err(refused),
            Err(_panic) => {
                self.apologise();
                Err(Error::internal_error())
            }
        }
    }
}

fn subject(workspace: &mut Workspace, uri: &Uri) -> Option<Subject> {
    let findings = workspace.findings(uri)?;
    let is_manifest = findings.document().kind() == DocumentKind::FornaxManifest;
    let open = workspace.document(uri).filter(|_| is_manifest)?;
    Some(Subject {
        key: Key::of(uri),
        path: open.path.clone(),
        text: open.text.clone(),
        options: findings.config().options().clone(),
        homes: workspace.homes().clone(),
    })
}

fn refused(words: String) -> Error {
    failed(plain(&words))
}

/// Text that may come from a manifest or a file system, as an editor can show it: what is invisible is
/// spelled out, and what some editors make a link of is no link.
fn plain(text: &str) -> String {
    visible(text).replace("](", "] (")
}
