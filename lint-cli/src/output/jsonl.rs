//! A line of JSON for each finding, described by `schemas/finding-v1.schema.json`.

use std::io;

use serde::Serialize;

use crate::output::Format;
use crate::output::json::JsonDiagnostic;
use crate::report::Report;

/// The members are those of the JSON report, with the file's name and kind before them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Jsonl;

#[derive(Debug, Serialize)]
struct Line<'a> {
    version: u32,
    path: &'a str,
    kind: Option<&'static str>,
    #[serde(flatten)]
    diagnostic: JsonDiagnostic<'a>,
}

impl Format for Jsonl {
    fn file(&self, report: &Report, out: &mut Vec<u8>) -> io::Result<()> {
        let lines = report.lines();
        let kind = report.document().map(|document| document.kind().name());
        for finding in report.findings() {
            let line = Line {
                version: 1,
                path: &report.path,
                kind,
                diagnostic: JsonDiagnostic::new(&finding, &lines),
            };
            serde_json::to_writer(&mut *out, &line)?;
            out.push(b'\n');
        }
        Ok(())
    }
}
