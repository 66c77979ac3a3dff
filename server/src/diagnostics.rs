//! Findings as the protocol's diagnostics.

use fornax_manifest::ide::DOCUMENTATION_URL;
use fornax_manifest::{Applicability, Diagnostic};
use fornax_project::config::{BROKEN_CONFIGURATION, BrokenConfig};
use fornax_terminal::visible;
use serde_json::{Value, json};
use tower_lsp_server::ls_types::{
    self, CodeDescription, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag,
    Location, NumberOrString, Range, Uri,
};

use crate::client::Abilities;
use crate::convert::{self, Places};
use crate::document::{Findings, OpenDocument};

/// Who the findings are from.
const SOURCE: &str = "fornax-lint";

/// What an editor's own JSON support shows, at the same place and as an error, in strict JSON.
const SYNTAX: [&str; 3] = ["syntax-error", "comment", "trailing-comma"];

/// The same in JSON with comments: it warns of a trailing comma, and is silent about a comment.
const SYNTAX_WITH_COMMENTS: [&str; 1] = ["syntax-error"];

/// The findings of an open document, for this client: what the editor shows already is left out.
pub(crate) fn of_document(
    document: &OpenDocument,
    findings: &Findings,
    client: &Abilities,
) -> Vec<ls_types::Diagnostic> {
    let shown: &[&str] = match document.language() {
        _ if !client.checks_json => &[],
        // An editor takes no offence at a document in which there is nothing yet.
        _ if document.text.trim_ascii().is_empty() => &[],
        "json" => &SYNTAX,
        "jsonc" => &SYNTAX_WITH_COMMENTS,
        _ => &[],
    };
    let is_ours = |finding: &&Diagnostic| !shown.contains(&finding.rule.name);
    convert_all(&document.uri, findings, client, is_ours)
}

/// All findings of a document, for this client.
pub(crate) fn convert(
    uri: &Uri,
    findings: &Findings,
    client: &Abilities,
) -> Vec<ls_types::Diagnostic> {
    convert_all(uri, findings, client, |_| true)
}

fn convert_all(
    uri: &Uri,
    findings: &Findings,
    client: &Abilities,
    is_wanted: impl FnMut(&&Diagnostic) -> bool,
) -> Vec<ls_types::Diagnostic> {
    if findings.diagnostics.is_empty() {
        // Then nobody needs to know where the lines are.
        return Vec::new();
    }
    let places = findings.places(client.encoding);
    findings
        .diagnostics
        .iter()
        .filter(is_wanted)
        .map(|finding| convert_one(uri, &places, findings, finding, client))
        .collect()
}

pub(crate) fn convert_one(
    uri: &Uri,
    places: &Places<'_>,
    findings: &Findings,
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
    let elsewhere = finding.elsewhere.iter().filter_map(|elsewhere| {
        Some(DiagnosticRelatedInformation {
            location: findings.place_of(&elsewhere.document)?,
            message: elsewhere.message.clone(),
        })
    });
    let related: Vec<DiagnosticRelatedInformation> = if client.related_information {
        related.chain(elsewhere).collect()
    } else {
        Vec::new()
    };
    let page = || finding.rule.url().parse().ok();
    ls_types::Diagnostic {
        range: places.range(finding.span),
        severity: Some(convert::severity(finding.severity)),
        code: Some(NumberOrString::String(finding.rule.name.to_owned())),
        code_description: client
            .code_descriptions
            .then(page)
            .flatten()
            .map(|href| CodeDescription { href }),
        source: Some(SOURCE.to_owned()),
        message: message(finding),
        related_information: (!related.is_empty()).then_some(related),
        tags: (finding.is_unused && client.fades_unused).then(|| vec![DiagnosticTag::UNNECESSARY]),
        data: client.diagnostic_data.then(|| data(finding)),
    }
}

/// What is wrong with a configuration.
pub(crate) fn of_config(config: &BrokenConfig, client: &Abilities) -> Vec<ls_types::Diagnostic> {
    let places = Places::new(config.text(), client.encoding);
    let page = format!("{DOCUMENTATION_URL}reference/configuration/");
    let page: Option<Uri> = page.parse().ok().filter(|_| client.code_descriptions);
    let finding = |range: Range, message: String| ls_types::Diagnostic {
        range,
        severity: Some(DiagnosticSeverity::ERROR),
        code: Some(NumberOrString::String(BROKEN_CONFIGURATION.to_owned())),
        code_description: page.clone().map(|href| CodeDescription { href }),
        source: Some(SOURCE.to_owned()),
        message,
        ..ls_types::Diagnostic::default()
    };
    let mut findings: Vec<_> = config
        .faults()
        .iter()
        .map(|fault| {
            let notes = fault.note().into_iter();
            let words = visible(&fault.to_string()).into_owned();
            let message = notes.fold(words, |message, note| {
                format!("{message}\n{}", visible(&note))
            });
            finding(places.range(fault.span), message)
        })
        .collect();
    if config.left_out() > 0 {
        let range = findings
            .last()
            .map_or_else(Range::default, |last| last.range);
        let message = format!("there is more: {} further errors", config.left_out());
        findings.push(finding(range, message));
    }
    findings
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_editors_show_is_named_after_rules() {
        for name in SYNTAX.iter().chain(&SYNTAX_WITH_COMMENTS) {
            let is_rule = fornax_manifest::RULES.iter().any(|rule| rule.name == *name);
            assert!(is_rule, "{name}");
        }
    }
}
