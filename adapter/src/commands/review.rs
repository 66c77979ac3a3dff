//! `review` and `register`: the two steps by which a manifest comes into the registry.

use std::path::{Path, PathBuf};

use fornax_manifest::load::FornaxManifest;
use fornax_manifest::{Document, DocumentKind, LineIndex};
use fornax_terminal::{as_argument, path_name, shell_path};
use serde_json::Value;

use crate::adapter::Adapter as _;
use crate::commands::show::adapter_report;
use crate::commands::{Context, change};
use crate::output::{
    Answer, Finding, OperationReport, Refused, RegisterReport, Report, ReviewReport, Verdict,
};
use crate::proposal::Proposal;
use crate::refusal::Refusal;
use crate::registry::register as add;
use crate::review::Review;

pub(super) fn review(path: &Path, cx: &Context) -> Result<Answer, Refusal> {
    let review = Review::read(path, &cx.options)?;
    let Proposal { adapter, change } = review.proposal(&cx.homes, &cx.options)?;
    let manifest = adapter.manifest();
    let target = PathBuf::from(adapter.target());
    let (change, refused) = match change {
        Some(Ok(outcome)) => (Some(change::report(outcome, &target, false)), None),
        Some(Err(refusal)) => (None, Some(Refused::from(refusal))),
        None => (None, None),
    };
    let manifest_path = path_name(path);
    let path = as_argument(path);
    let [program, register, option] = ["fornax-adapter", "register", "--confirm-digest"];
    let next = [
        program,
        register,
        &path_name(&path),
        option,
        review.digest(),
    ];
    let command = format!(
        "{program} {register} {} {option} {}",
        shell_path(&path),
        review.digest()
    );
    Ok(Answer {
        report: Report::Review(ReviewReport {
            manifest: manifest_path,
            digest: review.digest().to_owned(),
            adapter: adapter_report(&adapter),
            min_fornax_version: manifest.min_fornax_version.to_string(),
            unverified_provenance: manifest.provenance.clone(),
            operations: operations(manifest),
            change,
            refused,
            findings: findings(&review, cx),
            next: next.map(str::to_owned).to_vec(),
            command,
        }),
        verdict: Verdict::Pending,
    })
}

fn operations(manifest: &FornaxManifest) -> Vec<OperationReport> {
    manifest
        .operations
        .iter()
        .map(|operation| OperationReport {
            pointer: operation.pointer.as_str().to_owned(),
            marker_key: operation.marker_key.clone(),
            marker_value: operation.marker_value.clone(),
            element: Value::Object(operation.element.clone()).to_string(),
        })
        .collect()
}

fn findings(review: &Review, cx: &Context) -> Vec<Finding> {
    let document = Document::parse(review.bytes(), DocumentKind::FornaxManifest);
    let lines = LineIndex::new(document.text());
    review
        .findings(&cx.homes, &cx.options)
        .iter()
        .map(|finding| Finding {
            rule: finding.rule.name,
            severity: finding.severity.as_str(),
            line: lines.line(finding.span.start).saturating_add(1),
            message: finding.message.clone(),
        })
        .collect()
}

pub(super) fn register(path: &Path, digest: &str, cx: &Context) -> Result<Answer, Refusal> {
    let review = Review::read(path, &cx.options)?;
    add(&review, digest, &cx.homes, &cx.options)?;
    Ok(Answer {
        report: Report::Registered(RegisterReport {
            id: review.manifest()?.id.clone(),
            digest: review.digest().to_owned(),
        }),
        verdict: Verdict::Done,
    })
}
