//! The typed loaders: what they accept, and that they agree with the rules.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "../support/corpus.rs"]
mod corpus;
mod limits;
mod mutation;
#[path = "../support/mod.rs"]
mod support;
mod values;
mod vocabulary;

use std::fs;

use fornax_manifest::{
    Diagnostic, Document, DocumentKind, FornaxVersion, Nowhere, Options, Severity, check, load,
};
use proptest::test_runner::{Config, TestCaseError, TestRunner};

use crate::mutation::{Json, documents};

/// Documents that are tried of each kind; `PROPTEST_CASES` may ask for more.
const CASES: u32 = 1_000;

/// What the labels of the test data stand for.
fn options() -> Options {
    Options {
        fornax_version: Some(FornaxVersion(0, 0, 9)),
        ..Options::default()
    }
}

/// Loads a document of any kind; what it says is not looked at.
fn load_any(bytes: &[u8], kind: DocumentKind) -> Result<(), Vec<Diagnostic>> {
    let options = options();
    match kind {
        DocumentKind::FornaxManifest => load::fornax_manifest(bytes, &options).map(drop),
        DocumentKind::FornaxRegistry => load::fornax_registry(bytes, &options).map(drop),
        DocumentKind::AkAdapter => load::ak_adapter(bytes, &options).map(drop),
        DocumentKind::AkKit => load::ak_kit(bytes, &options).map(drop),
    }
}

/// How the loader and the rules part over a document, in words.
fn disagreement(bytes: &[u8], kind: DocumentKind) -> Option<String> {
    let errors = |findings: Vec<Diagnostic>| -> Vec<String> {
        findings
            .into_iter()
            .filter(|finding| finding.severity == Severity::Error)
            .map(|finding| format!("{}: {}", finding.rule.name, finding.message))
            .collect()
    };
    let found = errors(check(&Document::parse(bytes, kind), &options(), &Nowhere));
    match load_any(bytes, kind) {
        Ok(()) if found.is_empty() => None,
        Ok(()) => Some(format!("loaded, in spite of {found:?}")),
        Err(_) if found.is_empty() => Some("refused, and no rule says why".to_owned()),
        Err(findings) => {
            let given = errors(findings);
            (given != found).then(|| format!("refused for {given:?} instead of {found:?}"))
        }
    }
}

/// The sample in which nothing that a kind may have is missing.
fn complete(kind: DocumentKind) -> String {
    let path = format!("schemas/samples/{}/valid/complete.json", kind.name());
    fs::read_to_string(support::repo_root().join(path)).unwrap()
}

fn samples(kind: DocumentKind) -> Vec<Json> {
    let folder = support::repo_root()
        .join("schemas/samples")
        .join(kind.name())
        .join("valid");
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    files.sort();
    files
        .iter()
        .map(|file| Json::of(&serde_json::from_slice(&fs::read(file).unwrap()).unwrap()))
        .collect()
}

/// Holds the loader against the rules over disturbed samples.
fn hold(kind: DocumentKind) {
    let defaults = Config::default();
    let mut runner = TestRunner::new(Config {
        cases: defaults.cases.max(CASES),
        failure_persistence: None,
        ..defaults
    });
    let documents = documents(samples(kind), kind.size_limit());
    let result = runner.run(&documents, |text| match disagreement(&text.0, kind) {
        Some(words) => Err(TestCaseError::fail(words)),
        None => Ok(()),
    });
    if let Err(failure) = result {
        panic!("{failure}");
    }
}

#[test]
fn a_fornax_manifest_is_loaded_exactly_when_it_has_no_error() {
    hold(DocumentKind::FornaxManifest);
}

#[test]
fn a_fornax_registry_is_loaded_exactly_when_it_has_no_error() {
    hold(DocumentKind::FornaxRegistry);
}

#[test]
fn an_agentic_kit_adapter_is_loaded_exactly_when_it_has_no_error() {
    hold(DocumentKind::AkAdapter);
}

#[test]
fn an_agentic_kit_kit_is_loaded_exactly_when_it_has_no_error() {
    hold(DocumentKind::AkKit);
}

#[test]
fn valid_samples_are_loaded() {
    for kind in DocumentKind::ALL {
        for sample in samples(kind) {
            let text = sample.print();
            assert!(load_any(text.as_bytes(), kind).is_ok(), "{text}");
        }
    }
}

/// Documents over which the two once parted.
#[test]
fn what_once_told_them_apart_no_longer_does() {
    for (kind, before, after) in [
        // A misspelt key where any key is accepted, and so the right one is missing.
        (
            DocumentKind::AkAdapter,
            "\"approvalPolicy\"",
            "\"approvalpolicy\"",
        ),
        // A path of nothing but the home directory.
        (DocumentKind::FornaxManifest, "~/.acme/settings.json", "~/."),
        // A version that agentic-kit would accept as its own, and npm not.
        (DocumentKind::AkKit, "@1.2.0", "@01.2.0"),
    ] {
        let text = complete(kind);
        assert!(text.contains(before), "{before} is not in the sample");
        let text = text.replacen(before, after, 1);
        assert_eq!(disagreement(text.as_bytes(), kind), None, "{text}");
    }
}

#[test]
fn the_corpora_are_judged_as_labelled() {
    let kinds = [
        ("fornax", DocumentKind::FornaxManifest),
        ("ak", DocumentKind::AkAdapter),
    ];
    for (dialect, kind) in kinds {
        let wrong: Vec<String> = corpus::cases(dialect)
            .into_iter()
            .filter_map(|case| {
                let problem = if load_any(&case.bytes, kind).is_ok() == case.accept {
                    disagreement(&case.bytes, kind)?
                } else {
                    format!("the label has {:?}", case.reason)
                };
                Some(format!("{} ({}): {problem}", case.id, case.kind))
            })
            .collect();
        assert!(
            wrong.is_empty(),
            "{} wrong:\n{}",
            wrong.len(),
            wrong.join("\n")
        );
    }
}

#[test]
fn published_manifests_are_judged_as_their_loaders_do() {
    let Some(shared) = support::shared_dir() else {
        return;
    };
    for (name, kind, accepted) in [
        ("ak-acme-manifest", DocumentKind::AkAdapter, true),
        ("ak-hermes-example", DocumentKind::AkAdapter, true),
        ("ak-acme-can-be-primary", DocumentKind::AkAdapter, false),
        ("ak-acme-contract-two", DocumentKind::AkAdapter, false),
        ("ak-acme-guidance-traversal", DocumentKind::AkAdapter, false),
        (
            "ak-acme-manifest-with-extraneous-field",
            DocumentKind::AkAdapter,
            false,
        ),
        ("ak-acme-shadow-claude", DocumentKind::AkAdapter, false),
        ("fornax-acme.manifest", DocumentKind::FornaxManifest, true),
        ("fornax-registry", DocumentKind::FornaxRegistry, true),
    ] {
        let bytes = fs::read(shared.join(format!("real/{name}.json"))).unwrap();
        assert_eq!(load_any(&bytes, kind).is_ok(), accepted, "{name}");
        assert_eq!(disagreement(&bytes, kind), None, "{name}");
    }
}
