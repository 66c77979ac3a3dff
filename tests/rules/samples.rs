//! The published samples: valid ones have no finding, invalid ones the one in their name.

use std::fs;

use fornax_manifest::{DocumentKind, Nowhere, Severity};

use crate::support::repo_root;
use crate::{findings, shown};

/// Invalid samples with more than one error, and why.
const SEVERAL_ERRORS: [(&str, &str); 0] = [];

/// Each sample in `schemas/samples/<kind>/<folder>`: its kind, its name and its text.
pub(crate) fn samples(folder: &str) -> Vec<(DocumentKind, String, String)> {
    let mut samples = Vec::new();
    for kind in DocumentKind::ALL {
        let folder = repo_root().join(format!("schemas/samples/{}/{folder}", kind.name()));
        let mut paths: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        paths.sort();
        for path in paths {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            samples.push((kind, name, fs::read_to_string(path).unwrap()));
        }
    }
    samples
}

/// Every sample, and places between its characters, `step` bytes apart: all of them take too long, so each
/// sample has others.
pub(crate) fn samples_with_places(
    step: usize,
) -> impl Iterator<Item = (DocumentKind, String, String, Vec<usize>)> {
    let samples = [samples("valid"), samples("invalid")].concat();
    (samples.into_iter().enumerate()).map(move |(number, (kind, name, text))| {
        let places = (number % step..text.len())
            .step_by(step)
            .filter(|at| text.is_char_boundary(*at))
            .collect();
        (kind, name, text, places)
    })
}

#[test]
fn valid_samples_have_nothing_to_report() {
    let mut failures = Vec::new();
    for (kind, name, text) in samples("valid") {
        let findings = findings(&text, kind, &Nowhere);
        if findings
            .iter()
            .any(|finding| finding.severity > Severity::Info)
        {
            failures.push(format!(
                "{}/valid/{name}\n{}",
                kind.name(),
                shown(&text, &findings)
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn invalid_samples_have_the_error_in_their_name() {
    let mut failures = Vec::new();
    for (kind, name, text) in samples("invalid") {
        let rule = name.split('.').next().unwrap();
        let findings = findings(&text, kind, &Nowhere);
        let errors: Vec<&str> = findings
            .iter()
            .filter(|finding| finding.severity == Severity::Error)
            .map(|finding| finding.rule.name)
            .collect();
        let several = SEVERAL_ERRORS.iter().any(|(other, _)| *other == name);
        if !errors.contains(&rule) || several != (errors.len() > 1) {
            failures.push(format!(
                "{}/invalid/{name}\n{}",
                kind.name(),
                shown(&text, &findings)
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
