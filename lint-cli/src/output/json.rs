//! The report for programs: one JSON document, described by `schemas/report-v1.schema.json`.
//!
//! The structs here are the format. What the engine calls its fields may change; these names don't.

use std::io::{self, Write as _};

use fornax_manifest::{
    Document, Edit, Fix, LineIndex, Related, Span, accepted_consent_hash, fornax_pin,
};
use fornax_terminal::path_name;
use serde::Serialize;

use crate::output::{End, Format, Place};
use crate::report::{Finding, Ignored, Outcome, Report, Summary};

/// Text is exact: what a terminal would obey is escaped by JSON's own rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Json;

impl Format for Json {
    fn start(&self, out: &mut Vec<u8>) -> io::Result<()> {
        out.write_all(b"{\"version\":1,\"files\":[")
    }

    fn file(&self, report: &Report, out: &mut Vec<u8>) -> io::Result<()> {
        out.push(b'\n');
        serde_json::to_writer(out, &JsonFile::new(report))?;
        Ok(())
    }

    fn separator(&self) -> &'static str {
        ","
    }

    fn finish(&self, end: &End<'_>, out: &mut Vec<u8>) -> io::Result<()> {
        out.extend_from_slice(b"\n],\"summary\":");
        serde_json::to_writer(&mut *out, &JsonSummary::new(end.summary))?;
        out.write_all(b"}\n")
    }
}

#[derive(Debug, Serialize)]
struct JsonFile<'a> {
    path: &'a str,
    kind: Option<&'static str>,
    digest: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    consent_hash: Option<String>,
    diagnostics: Vec<JsonDiagnostic<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ignored: Vec<JsonIgnored<'a>>,
}

#[derive(Debug, Serialize)]
struct JsonIgnored<'a> {
    diagnostic: JsonDiagnostic<'a>,
    reason: &'a str,
    configuration: Option<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct JsonDiagnostic<'a> {
    rule: &'a str,
    severity: &'static str,
    message: &'a str,
    notes: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    loader_reason: Option<&'a str>,
    start: JsonPlace,
    end: JsonPlace,
    related: Vec<JsonRelated<'a>>,
    fixes: Vec<JsonFix<'a>>,
}

#[derive(Debug, Serialize)]
struct JsonPlace {
    offset: u32,
    line: u32,
    column: u32,
}

#[derive(Debug, Serialize)]
struct JsonRelated<'a> {
    message: &'a str,
    start: JsonPlace,
    end: JsonPlace,
}

#[derive(Debug, Serialize)]
struct JsonFix<'a> {
    title: &'a str,
    applicability: &'static str,
    preferred: bool,
    edits: Vec<JsonEdit<'a>>,
}

#[derive(Debug, Serialize)]
struct JsonEdit<'a> {
    start: u32,
    end: u32,
    text: &'a str,
}

#[derive(Debug, Serialize)]
struct JsonSummary {
    files: usize,
    unchecked: usize,
    unfixed: usize,
    excluded: usize,
    errors: usize,
    warnings: usize,
    infos: usize,
    ignored: usize,
    fixed: usize,
    fixable: usize,
    fixable_unsafely: usize,
}

impl<'a> JsonFile<'a> {
    fn new(report: &'a Report) -> Self {
        let lines = report.lines();
        let document = report.document();
        Self {
            path: &report.path,
            kind: document.map(|document| document.kind().name()),
            digest: document.and_then(digest),
            consent_hash: match &report.outcome {
                Outcome::Checked { document, findings } => {
                    let hash = accepted_consent_hash(document, findings);
                    hash.as_str().map(str::to_owned)
                }
                Outcome::Failed(_) | Outcome::Configuration { .. } => None,
            },
            diagnostics: report
                .findings()
                .map(|finding| JsonDiagnostic::new(&finding, &lines))
                .collect(),
            ignored: report
                .ignored
                .iter()
                .map(|ignored| JsonIgnored::new(ignored, &lines))
                .collect(),
        }
    }
}

impl<'a> JsonIgnored<'a> {
    fn new(ignored: &'a Ignored, lines: &LineIndex<'_>) -> Self {
        Self {
            diagnostic: JsonDiagnostic::new(&ignored.finding(), lines),
            reason: ignored.entry().reason(),
            configuration: ignored.configuration().map(|path| path_name(&path)),
        }
    }
}

/// The digest of the document's bytes, unless there were too many to read.
fn digest(document: &Document) -> Option<String> {
    let bytes = document.bytes();
    (bytes.len() as u64 == document.size()).then(|| fornax_pin(bytes))
}

impl<'a> JsonDiagnostic<'a> {
    pub(super) fn new(finding: &Finding<'a>, lines: &LineIndex<'_>) -> Self {
        let (start, end) = places(finding.span, lines);
        Self {
            rule: finding.rule,
            severity: finding.severity.as_str(),
            message: finding.message,
            notes: finding.notes,
            loader_reason: finding.loader_reason,
            start,
            end,
            related: finding
                .related
                .iter()
                .map(|related| JsonRelated::new(related, lines))
                .collect(),
            fixes: finding.fixes.iter().map(JsonFix::new).collect(),
        }
    }
}

impl<'a> JsonRelated<'a> {
    fn new(related: &'a Related, lines: &LineIndex<'_>) -> Self {
        let (start, end) = places(related.span, lines);
        Self {
            message: &related.message,
            start,
            end,
        }
    }
}

fn places(span: Span, lines: &LineIndex<'_>) -> (JsonPlace, JsonPlace) {
    let place = |offset| {
        let Place { line, column } = Place::of(lines, offset);
        JsonPlace {
            offset,
            line,
            column,
        }
    };
    (place(span.start), place(span.end))
}

impl<'a> JsonFix<'a> {
    fn new(fix: &'a Fix) -> Self {
        Self {
            title: fix.title(),
            applicability: fix.applicability().as_str(),
            preferred: fix.is_preferred(),
            edits: fix.edits().iter().map(JsonEdit::new).collect(),
        }
    }
}

impl<'a> JsonEdit<'a> {
    fn new(edit: &'a Edit) -> Self {
        Self {
            start: edit.span.start,
            end: edit.span.end,
            text: &edit.text,
        }
    }
}

impl JsonSummary {
    fn new(summary: &Summary) -> Self {
        Self {
            files: summary.files,
            unchecked: summary.failed,
            unfixed: summary.unwritten,
            excluded: summary.excluded,
            errors: summary.errors,
            warnings: summary.warnings,
            infos: summary.infos,
            ignored: summary.ignored,
            fixed: summary.fixed,
            fixable: summary.fixable,
            fixable_unsafely: summary.perhaps_fixable,
        }
    }
}
