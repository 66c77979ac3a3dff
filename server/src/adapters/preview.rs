//! What installing an open manifest's adapter would make of its target.

use fornax_adapter::External;
use serde_json::{Value, json};
use tower_lsp_server::jsonrpc::Result;
use tower_lsp_server::ls_types::LSPAny;

use crate::adapters::{PREVIEW, Subject};
use crate::backend::Backend;

impl Backend {
    /// The target before and after. The manifest is the editor's, the target the disk's, since that is
    /// what would be installed into.
    pub(super) async fn preview(&self, arguments: &[Value]) -> Result<LSPAny> {
        let subject = self.subject(PREVIEW, arguments)?;
        self.aside(move || preview(&subject)).await
    }
}

fn preview(subject: &Subject) -> std::result::Result<Value, String> {
    let adapter = External::read(subject.text.as_bytes(), &subject.options)
        .map_err(|refusal| refusal.to_string())?;
    let outcome = adapter
        .preview(&subject.homes)
        .ok_or("there is nothing to show: the manifest's `capabilities` have no `install`")?
        .map_err(|refusal| refusal.to_string())?;
    // What is planned for is text.
    let before = String::from_utf8_lossy(&outcome.before);
    let after = outcome.planned.text.as_deref();
    let after = after.map_or_else(|| before.clone(), String::from_utf8_lossy);
    Ok(json!({
        "path": outcome.path.to_string_lossy(),
        "before": before,
        "after": after,
    }))
}
