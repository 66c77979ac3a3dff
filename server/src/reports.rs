//! Findings as they are handed to a client that asks, and those of files that aren't open.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use tower_lsp_server::ls_types::{
    FullDocumentDiagnosticReport, PreviousResultId, PublishDiagnosticsParams,
    UnchangedDocumentDiagnosticReport, Uri, WorkspaceDocumentDiagnosticReport,
    WorkspaceFullDocumentDiagnosticReport, WorkspaceUnchangedDocumentDiagnosticReport,
};

use crate::client::Abilities;
use crate::diagnostics;
use crate::document::{Findings, Report};
use crate::uri::{self, Key};
use crate::workspace::{Workspace, concerns, empty};

/// The findings of a file that isn't open.
#[derive(Clone, Debug)]
pub(crate) struct FileReport {
    uri: Option<Uri>,
    pub(crate) report: Report,
    /// The files and folders that were asked about.
    asked: BTreeSet<PathBuf>,
}

impl FileReport {
    pub(crate) fn new(path: &Path, findings: &Findings, client: &Abilities) -> Self {
        let uri = uri::from_file(path);
        let items = uri
            .as_ref()
            .map(|uri| diagnostics::convert(uri, findings, client))
            .unwrap_or_default();
        Self {
            uri,
            report: Report::of_file(items),
            asked: findings.asked.clone(),
        }
    }
}

impl Workspace {
    /// A document's findings for a client that asks; none for one that isn't open.
    pub(crate) fn report(&mut self, uri: &Uri) -> Option<Report> {
        let key = Key::of(uri);
        let findings = self.findings(uri);
        let document = self.documents.get_mut(&key)?;
        let items = findings.map_or_else(Vec::new, |findings| {
            diagnostics::of_document(document, &findings, &self.client)
        });
        match &document.report {
            Some(report) if report.items == items => Some(report.clone()),
            _ => {
                self.reports += 1;
                let id = self.reports.to_string();
                document.report.insert(Report { id, items }).clone().into()
            }
        }
    }

    /// The findings of all documents that are ours and open, and of `files`, for a client that asks and has these reports already. What it has a report of
    /// and is no longer there has none.
    pub(crate) fn report_all(
        &mut self,
        files: Vec<(PathBuf, FileReport)>,
        previous: &[PreviousResultId],
    ) -> Vec<WorkspaceDocumentDiagnosticReport> {
        let open = self.checked();
        let open = open.into_iter().filter_map(|(uri, version, _)| {
            let report = self.report(&uri)?;
            Some((uri, Some(i64::from(version)), report))
        });
        let mut reports: Vec<(Uri, Option<i64>, Report)> = open.collect();
        // What was opened meanwhile counts as open.
        reports.extend(files.into_iter().filter_map(|(path, file)| {
            let is_open = Key::of_file(&path).is_some_and(|key| self.documents.contains_key(&key));
            (!is_open).then_some((file.uri?, None, file.report))
        }));
        for known in previous {
            let is_there = reports
                .iter()
                .any(|(uri, ..)| uri::is_same(uri, &known.uri));
            if !is_there {
                let version = self
                    .document(&known.uri)
                    .map(|open| i64::from(open.version));
                let report = Report {
                    id: String::new(),
                    items: Vec::new(),
                };
                reports.push((known.uri.clone(), version, report));
            }
        }
        reports
            .into_iter()
            .map(|(uri, version, report)| {
                let known = previous.iter().find(|known| uri::is_same(&known.uri, &uri));
                if known.is_some_and(|known| known.value == report.id) {
                    WorkspaceDocumentDiagnosticReport::Unchanged(
                        WorkspaceUnchangedDocumentDiagnosticReport {
                            uri,
                            version,
                            unchanged_document_diagnostic_report:
                                UnchangedDocumentDiagnosticReport {
                                    result_id: report.id,
                                },
                        },
                    )
                } else {
                    WorkspaceDocumentDiagnosticReport::Full(WorkspaceFullDocumentDiagnosticReport {
                        uri,
                        version,
                        full_document_diagnostic_report: FullDocumentDiagnosticReport {
                            result_id: Some(report.id),
                            items: report.items,
                        },
                    })
                }
            })
            .collect()
    }

    /// Takes over the findings of all files that aren't open, or of these; what is to be shown.
    pub(crate) fn show_files(
        &mut self,
        files: Vec<(PathBuf, FileReport)>,
        among: Option<&BTreeSet<PathBuf>>,
    ) -> Vec<PublishDiagnosticsParams> {
        let is_meant = |path: &PathBuf| among.is_none_or(|among| among.contains(path));
        self.asked_by_files.retain(|path, _| !is_meant(path));
        let before = self.shown_files.extract_if(.., |path, _| is_meant(path));
        let mut before: BTreeMap<_, _> = before.collect();
        let mut shown = Vec::new();
        for (path, file) in files {
            let is_open = Key::of_file(&path).is_some_and(|key| self.documents.contains_key(&key));
            let Some(uri) = file.uri.filter(|_| !is_open) else {
                continue;
            };
            let mut changed = self.changed_meanwhile.iter();
            if changed.any(|changed| concerns(changed, &file.asked)) {
                self.files_due.insert(path.clone());
            }
            self.asked_by_files.insert(path.clone(), file.asked);
            let known = before.remove(&path);
            if file.report.items.is_empty() && known.is_none() {
                continue;
            }
            if known.is_none_or(|known| known.id != file.report.id) {
                let items = file.report.items.clone();
                shown.push(PublishDiagnosticsParams::new(uri, items, None));
            }
            if !file.report.items.is_empty() {
                self.shown_files.insert(path, file.report);
            }
        }
        shown.extend(before.keys().filter_map(|path| empty(path)));
        shown
    }
}
