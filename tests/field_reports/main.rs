//! What bit tools of this kind, each input with what is right about it.
//!
//! The names are those of the collected reports: P for parsing, E for positions, R for rules.

// A test fails by panicking, its helpers included; clippy.toml knows only functions marked `#[test]`.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "../support/mod.rs"]
mod support;

mod parsing;
mod places;
mod rules;

use fornax_manifest::{
    Diagnostic, Document, DocumentKind, FornaxVersion, Nowhere, Options, Severity, check,
    is_refused,
};

use DocumentKind::{AkAdapter, FornaxManifest};

fn options() -> Options {
    Options {
        fornax_version: Some(FornaxVersion(0, 0, 9)),
        ..Options::default()
    }
}

/// A sound manifest of this kind.
fn base(kind: DocumentKind) -> String {
    let path = format!("schemas/samples/{}/valid/complete.json", kind.name());
    std::fs::read_to_string(support::repo_root().join(path)).unwrap()
}

/// The sound manifest with other text at some pointers; a member that isn't there is added.
fn with(kind: DocumentKind, changes: &[(&str, &str)]) -> String {
    let mut text = base(kind);
    for (pointer, json) in changes {
        let document = Document::parse(text.as_bytes(), kind);
        let tree = document.tree();
        if let Some(node) = tree.at(pointer) {
            text.replace_range(node.span().range(), json);
            continue;
        }
        let (outer, name) = pointer.rsplit_once('/').unwrap();
        let object = tree.at(outer).unwrap().as_object().unwrap();
        let (at, comma) = match object.members().last() {
            Some(last) => (last.span().end, ", "),
            None => (object.open().end, ""),
        };
        text.insert_str(at as usize, &format!("{comma}\"{name}\": {json}"));
    }
    text
}

fn findings_of_bytes(bytes: &[u8], kind: DocumentKind) -> Vec<Diagnostic> {
    check(&Document::parse(bytes, kind), &options(), &Nowhere)
}

fn findings(text: &str, kind: DocumentKind) -> Vec<Diagnostic> {
    findings_of_bytes(text.as_bytes(), kind)
}

fn is_accepted(text: &str, kind: DocumentKind) -> bool {
    !is_refused(&findings(text, kind))
}

/// Errors and warnings, each as rule and marked text: ``error duplicate-key `"a"` ``.
fn report(text: &str, kind: DocumentKind) -> Vec<String> {
    findings(text, kind)
        .iter()
        .filter(|finding| finding.severity > Severity::Info)
        .map(|finding| {
            format!(
                "{} {} `{}`",
                finding.severity.as_str(),
                finding.rule.name,
                &text[finding.span.range()]
            )
        })
        .collect()
}

/// Holds the report of a changed sound manifest to be this.
#[track_caller]
fn reports(kind: DocumentKind, changes: &[(&str, &str)], expected: &[&str]) {
    let text = with(kind, changes);
    assert_eq!(report(&text, kind), expected, "{changes:?}");
}

#[test]
fn the_sound_manifests_are_sound() {
    for kind in DocumentKind::ALL {
        assert_eq!(report(&base(kind), kind), Vec::<String>::new());
    }
    reports(AkAdapter, &[], &[]);
    reports(FornaxManifest, &[], &[]);
}
