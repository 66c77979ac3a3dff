//! Commands that a client may have executed. Those that are executed here return something, and change
//! nothing.

use fornax_manifest::{
    Document, DocumentKind, Nowhere, Options, RULES, accepted_consent_hash, check, find_rule,
    fornax_pin, nearest,
};
use serde_json::Value;
use tower_lsp_server::ls_types::Uri;

use crate::adapters;
use crate::document::OpenDocument;
use crate::status::what;
use crate::uri;
use crate::workspace::Workspace;

/// Returns its argument, for a client to put on the clipboard.
pub(crate) const COPY: &str = "fornax.copy";

/// The digest under which Fornax would register the document with the URI in its argument.
const DIGEST: &str = "fornax.digest";

/// The hash that agentic-kit would ask consent for; null where it would refuse the document.
const CONSENT_HASH: &str = "fornax.consentHash";

/// The page of the rule with the name in its argument, as Markdown.
const RULE_MANUAL: &str = "fornax.ruleManual";

/// The names of all commands.
pub(crate) fn names() -> Vec<String> {
    [
        COPY,
        DIGEST,
        CONSENT_HASH,
        RULE_MANUAL,
        adapters::PREVIEW,
        adapters::REGISTER,
    ]
    .map(str::to_owned)
    .to_vec()
}

/// Executes a command.
///
/// # Errors
/// If there is none of this name, or its argument makes no sense: in words.
pub(crate) fn execute(
    workspace: &Workspace,
    name: &str,
    arguments: &[Value],
) -> Result<Value, String> {
    match name {
        COPY => match arguments.first() {
            Some(Value::String(text)) => Ok(text.as_str().into()),
            _ => Err(format!("`{name}` needs a text")),
        },
        DIGEST => {
            let open = document(workspace, name, arguments)?;
            Ok(fornax_pin(open.text.as_bytes()).into())
        }
        CONSENT_HASH => {
            let open = document(workspace, name, arguments)?;
            let kind = DocumentKind::AkAdapter;
            if let Some(other) = open.kind().filter(|other| *other != kind) {
                let (this, owner) = (what(other), what(kind));
                return Err(format!("this is {this}: only {owner} has a consent hash"));
            }
            let document = Document::parse(open.text.as_bytes(), kind);
            let findings = check(&document, &Options::default(), &Nowhere);
            Ok(accepted_consent_hash(&document, &findings).as_str().into())
        }
        RULE_MANUAL => rule_manual(name, arguments).map(Value::from),
        _ => Err(format!("there is no command `{name}`")),
    }
}

fn document<'w>(
    workspace: &'w Workspace,
    name: &str,
    arguments: &[Value],
) -> Result<&'w OpenDocument, String> {
    let uri = arguments.first().and_then(Value::as_str);
    let uri: Option<Uri> = uri.and_then(uri::read);
    uri.and_then(|uri| workspace.document(&uri))
        .ok_or_else(|| format!("`{name}` needs the URI of an open document"))
}

fn rule_manual(name: &str, arguments: &[Value]) -> Result<String, String> {
    let rule = arguments
        .first()
        .and_then(Value::as_str)
        .ok_or_else(|| format!("`{name}` needs the name of a rule"))?;
    find_rule(rule).map(|rule| rule.page()).ok_or_else(|| {
        let names = RULES.iter().map(|rule| rule.name);
        match nearest(rule, names) {
            Some(nearest) => format!("there is no rule `{rule}`; did you mean `{nearest}`?"),
            None => format!("there is no rule `{rule}`"),
        }
    })
}
