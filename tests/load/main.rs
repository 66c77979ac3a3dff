//! The typed loaders: what they accept, and that they agree with the rules.

#[path = "../support/corpus.rs"]
mod corpus;
#[path = "../support/mod.rs"]
mod support;

use fornax_manifest::{Diagnostic, DocumentKind, FornaxVersion, Options, load};

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

#[test]
fn the_corpora_are_judged_as_labelled() {
    let kinds = [("fornax", DocumentKind::FornaxManifest)];
    for (dialect, kind) in kinds {
        let wrong: Vec<String> = corpus::cases(dialect)
            .into_iter()
            .filter(|case| load_any(&case.bytes, kind).is_ok() != case.accept)
            .map(|case| format!("{} ({}): {:?}", case.id, case.kind, case.reason))
            .collect();
        assert!(
            wrong.is_empty(),
            "{} wrong:\n{}",
            wrong.len(),
            wrong.join("\n")
        );
    }
}
