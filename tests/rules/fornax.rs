//! The rules for Fornax documents, held against the loader's verdicts.

#[path = "../support/corpus.rs"]
mod corpus;
#[path = "../support/mod.rs"]
mod support;

use fornax_manifest::{
    Diagnostic, Document, DocumentKind, FornaxVersion, Nowhere, Options, Severity, check,
    is_refused,
};

fn findings(bytes: &[u8]) -> Vec<Diagnostic> {
    let document = Document::parse(bytes, DocumentKind::FornaxManifest);
    let options = Options {
        fornax_version: Some(FornaxVersion(0, 0, 9)),
        ..Options::default()
    };
    check(&document, &options, &Nowhere)
}

fn described(findings: &[Diagnostic]) -> String {
    findings
        .iter()
        .map(|finding| {
            format!(
                "\n  {} {} {:?}: {}",
                finding.severity.as_str(),
                finding.rule.name,
                finding.loader_reason,
                finding.message
            )
        })
        .collect()
}

#[test]
fn verdicts_and_reasons_are_the_loaders() {
    let mut wrong = Vec::new();
    for case in corpus::cases("fornax") {
        let findings = findings(&case.bytes);
        let has = |name| findings.iter().any(|finding| finding.rule.name == name);
        let reasons_agree = has("schema-version-unsupported")
            || has("invalid-utf8")
            || case.reason.as_deref().is_none_or(|reason| {
                findings
                    .iter()
                    .any(|finding| finding.loader_reason == Some(reason))
            });
        if is_refused(&findings) == case.accept || !reasons_agree {
            wrong.push(format!(
                "{} {} accept={} {:?}{}",
                case.id,
                case.kind,
                case.accept,
                case.reason,
                described(&findings)
            ));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn good_manifests_raise_no_eyebrow() {
    let noisy: Vec<String> = corpus::cases("fornax")
        .iter()
        .filter(|case| case.accept && case.kind == "valid")
        .map(|case| {
            let mut findings = findings(&case.bytes);
            // Which capabilities are declared is a matter of taste.
            findings.retain(|finding| finding.severity > Severity::Info);
            (case, findings)
        })
        .filter(|(_, findings)| !findings.is_empty())
        .map(|(case, findings)| format!("{}{}", case.id, described(&findings)))
        .collect();
    assert!(noisy.is_empty(), "{}:\n{}", noisy.len(), noisy.join("\n"));
}
