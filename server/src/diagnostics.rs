//! Findings as the protocol's diagnostics.

use fornax_manifest::{Applicability, Diagnostic};
use fornax_project::config::BrokenConfig;
use serde_json::{Value, json};
use tower_lsp_server::ls_types::{
    self, CodeDescription, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag,
    Location, NumberOrString, Uri,
};

use crate::client::Abilities;
use crate::convert::{self, Places};
use crate::document::Findings;

/// Who the findings are from.
const SOURCE: &str = "fornax-lint";

/// A document's findings, for this client.
pub(crate) fn convert(
    uri: &Uri,
    findings: &Findings,
    client: &Abilities,
) -> Vec<ls_types::Diagnostic> {
    let places = findings.places(client.encoding);
    findings
        .diagnostics
        .iter()
        .map(|finding| convert_one(uri, &places, finding, client))
        .collect()
}

pub(crate) fn convert_one(
    uri: &Uri,
    places: &Places<'_>,
    finding: &Diagnostic,
    client: &Abilities,
) -> ls_types::Diagnostic {
    let related = finding.related.iter().map(|related| {
        let location = Location::new(uri.clone(), places.range(related.span));
        DiagnosticRelatedInformation {
            location,
            message: related.message.clone(),
        }
    });
    let page = finding.rule.url().parse().ok();
    ls_types::Diagnostic {
        range: places.range(finding.span),
        severity: Some(convert::severity(finding.severity)),
        code: Some(NumberOrString::String(finding.rule.name.to_owned())),
        code_description: page
            .filter(|_| client.code_descriptions)
            .map(|href| CodeDescription { href }),
        source: Some(SOURCE.to_owned()),
        message: message(finding),
        related_information: (client.related_information && !finding.related.is_empty())
            .then(|| related.collect()),
        tags: (finding.is_unused && client.fades_unused).then(|| vec![DiagnosticTag::UNNECESSARY]),
        data: client.diagnostic_data.then(|| data(finding)),
    }
}

/// What is wrong with a configuration.
pub(crate) fn of_config(config: &BrokenConfig, client: &Abilities) -> Vec<ls_types::Diagnostic> {
    let places = Places::new(config.text(), client.encoding);
    config
        .faults()
        .iter()
        .map(|fault| ls_types::Diagnostic {
            range: places.range(fault.span),
            severity: Some(DiagnosticSeverity::ERROR),
            source: Some(SOURCE.to_owned()),
            message: fault.to_string(),
            ..ls_types::Diagnostic::default()
        })
        .collect()
}

/// The finding's words; the loader's own word and each note stand on lines of their own.
fn message(finding: &Diagnostic) -> String {
    let reason = finding
        .loader_reason
        .map(|reason| format!("the loader says: `{reason}`"));
    let mut message = finding.message.clone();
    for line in reason.iter().chain(&finding.notes) {
        message.push('\n');
        message.push_str(line);
    }
    message
}

/// What else a client may want to show or sort by.
fn data(finding: &Diagnostic) -> Value {
    let best = finding.fixes.iter().map(|fix| fix.applicability()).max();
    json!({
        "loaderReason": finding.loader_reason,
        "fix": best.map(Applicability::as_str),
    })
}
