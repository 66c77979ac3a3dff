//! SARIF 2.1.0, which code scanning services read: one run, whatever happens.
//!
//! The structs here are the parts of the format that are used, written out as they are made: a whole
//! run never has to be held.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::Path;

use fornax_manifest::{
    DocumentKind, Edit, Fix, LineIndex, RULES, Related, Rule, Severity, Span, find_rule,
};
use serde::Serialize;

use crate::exit::Verdict;
use crate::notice::{NOTHING_CHECKED, NOTICES, Notice};
use crate::output::fingerprint::Fingerprints;
use crate::output::root::is_stream;
use crate::output::{End, Format, Held, Region, Root, prose, sentence};
use crate::report::{Finding, Ignored, Repair, Report, UNREADABLE_FILE};

/// What relative addresses start from.
const BASE: &str = "SRCROOT";

/// The name of our key of a finding. A key that is made in another way gets another version.
const FINGERPRINT: &str = "fornaxLintFinding/v1";

/// How many notices about files are kept until the end of a run.
const KEPT: usize = 1000;

/// Columns count UTF-16 units, as everywhere. What is said about a run, not about a document, is a
/// notification, never a result: nobody can mend it where a result would point.
#[derive(Debug)]
pub(crate) struct Sarif {
    pub(crate) root: Root,
    /// What was to be checked, in the words of a message.
    pub(crate) searched: String,
    /// Whether what is ignored is listed too, as suppressed. Not everybody who reads SARIF looks for
    /// that word: to GitHub such a result is an open alert like any other.
    pub(crate) shows_ignored: bool,
}

impl Format for Sarif {
    fn start(&self, out: &mut Vec<u8>) -> io::Result<()> {
        out.write_all(
            b"{\"version\":\"2.1.0\",\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"runs\":[{\n\"tool\":",
        )?;
        serde_json::to_writer(&mut *out, &Tool::new())?;
        let bases = BTreeMap::from([(
            BASE,
            Base {
                uri: self.root.base(),
                description: Text::new("The top of the repository, or what was given as `--root`."),
            },
        )]);
        out.write_all(b",\n\"originalUriBaseIds\":")?;
        serde_json::to_writer(&mut *out, &bases)?;
        out.write_all(b",\n\"columnKind\":\"utf16CodeUnits\",\n\"results\":[")
    }

    fn file(&self, report: &Report, out: &mut Vec<u8>) -> io::Result<()> {
        let file = ReportedFile::new(report, &self.root);
        let mut fingerprints = Fingerprints::of(report);
        let ignored = report.ignored.iter().filter(|_| self.shows_ignored);
        let ignored = ignored.map(|ignored| {
            let suppression = Suppression::new(ignored, &self.root);
            (ignored.finding(), vec![suppression])
        });
        let findings = report.findings().map(|finding| (finding, Vec::new()));
        for (finding, suppressions) in findings.chain(ignored) {
            let Some(rule) = find_rule(finding.rule) else {
                continue;
            };
            if !out.is_empty() {
                out.extend_from_slice(self.separator().as_bytes());
            }
            out.push(b'\n');
            let result = SarifResult {
                suppressions,
                ..file.result(rule, &finding, &mut fingerprints)
            };
            serde_json::to_writer(&mut *out, &result)?;
        }
        Ok(())
    }

    fn separator(&self) -> &'static str {
        ","
    }

    fn held(&self, report: &Report, lines: &mut Vec<u8>) -> io::Result<()> {
        let is_fine = report.document().is_some() && !matches!(report.repair, Repair::Failed(_));
        if is_fine {
            return Ok(());
        }
        let file = ReportedFile::new(report, &self.root);
        for finding in report.findings() {
            if find_rule(finding.rule).is_none() {
                serde_json::to_writer(&mut *lines, &file.notification(&finding))?;
                lines.push(b'\n');
            }
        }
        Ok(())
    }

    fn keeps(&self, _line: &[u8], held: &Held) -> bool {
        held.lines.len() < KEPT
    }

    fn finish(&self, end: &End<'_>, out: &mut Vec<u8>) -> io::Result<()> {
        let verdict = Verdict::of(end.summary);
        let is_idle = end.summary.is_idle();
        write!(
            out,
            "\n],\n\"invocations\":[{{\"executionSuccessful\":{},\"exitCode\":{},\"toolExecutionNotifications\":[",
            verdict != Verdict::Failed && !is_idle,
            verdict.code()
        )?;
        let mut notices = end.held.lines.clone();
        if end.held.dropped > 0 {
            let more = Text::new(format!("{} more such notices.", end.held.dropped));
            let notice = Notification::new(UNREADABLE_FILE, Severity::Error, more);
            notices.push(serde_json::to_vec(&notice)?);
        }
        if is_idle {
            let nothing = unlinked(sentence(&end.summary.nothing_found(&self.searched)));
            let notice = Notification::new(NOTHING_CHECKED, Severity::Warning, nothing);
            notices.push(serde_json::to_vec(&notice)?);
        }
        for (index, notice) in notices.iter().enumerate() {
            out.extend_from_slice(if index == 0 { b"\n" } else { b",\n" });
            out.extend_from_slice(notice);
        }
        out.write_all(b"]}]}]}\n")
    }
}

/// A file, as what is said about it names it.
#[derive(Debug)]
struct ReportedFile<'a> {
    /// None of standard input, which is nowhere.
    place: Option<ArtifactLocation>,
    lines: LineIndex<'a>,
}

impl<'a> ReportedFile<'a> {
    fn new(report: &'a Report, root: &Root) -> Self {
        let place = (!is_stream(&report.file)).then(|| ArtifactLocation::new(&report.file, root));
        Self {
            place,
            lines: report.lines(),
        }
    }

    fn result<'f>(
        &self,
        rule: &'static Rule,
        finding: &Finding<'f>,
        fingerprints: &mut Fingerprints<'f>,
    ) -> SarifResult<'f> {
        let pointer = fingerprints.pointer(finding.span);
        let mut location = self.location(None, finding.span);
        location.logical_locations = pointer
            .map(|pointer| LogicalLocation {
                fully_qualified_name: pointer,
            })
            .into_iter()
            .collect();
        SarifResult {
            rule_id: rule.name,
            rule_index: RULES.iter().position(|known| *known == rule),
            level: level(finding.severity),
            message: unlinked(prose(finding)),
            locations: vec![location],
            related_locations: (1..)
                .zip(finding.related)
                .map(|(id, Related { span, message })| {
                    let mut location = self.location(Some(id), *span);
                    location.message = Some(unlinked(sentence(message)));
                    location
                })
                .collect(),
            partial_fingerprints: BTreeMap::from([(FINGERPRINT, fingerprints.next(finding))]),
            fixes: match &self.place {
                Some(place) => finding
                    .fixes
                    .iter()
                    .filter_map(|fix| self.fix(fix, place))
                    .collect(),
                None => Vec::new(),
            },
            suppressions: Vec::new(),
            properties: ResultProperties {
                loader_reason: finding.loader_reason,
            },
        }
    }

    fn notification(&self, finding: &Finding<'_>) -> Notification {
        let mut location = self.location(None, finding.span);
        if self.lines.text().is_empty()
            && let Some(place) = &mut location.physical_location
        {
            // What was not read has no lines.
            place.region = None;
        }
        Notification {
            locations: match &location.physical_location {
                Some(_) => vec![location],
                None => Vec::new(),
            },
            ..Notification::new(finding.rule, finding.severity, unlinked(prose(finding)))
        }
    }

    fn location(&self, id: Option<u32>, span: Span) -> Location {
        Location {
            id,
            physical_location: self
                .place
                .clone()
                .map(|artifact_location| PhysicalLocation {
                    artifact_location,
                    region: Some(self.region(span)),
                }),
            logical_locations: Vec::new(),
            message: None,
        }
    }

    fn region(&self, span: Span) -> SarifRegion {
        match Region::of(&self.lines, span) {
            Some(Region { start, end }) => SarifRegion {
                start_line: start.line,
                start_column: Some(start.column),
                end_line: Some(end.line),
                end_column: Some(end.column),
            },
            None => SarifRegion {
                start_line: 1,
                start_column: None,
                end_line: None,
                end_column: None,
            },
        }
    }

    /// None where lines and columns can't say what is to go: a byte-order mark has no column.
    fn fix<'f>(&self, fix: &'f Fix, place: &ArtifactLocation) -> Option<SarifFix<'f>> {
        let replacement = |edit: &'f Edit| {
            let Region { start, end } = Region::of(&self.lines, edit.span)?;
            (start != end || edit.span.is_empty()).then(|| Replacement {
                deleted_region: self.region(edit.span),
                inserted_content: (!edit.text.is_empty()).then_some(Content { text: &edit.text }),
            })
        };
        Some(SarifFix {
            description: unlinked(sentence(fix.title())),
            artifact_changes: [ArtifactChange {
                artifact_location: place.clone(),
                replacements: fix.edits().iter().map(replacement).collect::<Option<_>>()?,
            }],
            properties: FixProperties {
                applicability: fix.applicability().as_str(),
                preferred: fix.is_preferred(),
            },
        })
    }
}

impl ArtifactLocation {
    fn new(file: &Path, root: &Root) -> Self {
        let uri = root.uri(file);
        Self {
            uri_base_id: uri.is_relative.then_some(BASE),
            uri: uri.text,
        }
    }
}

impl<'a> Suppression<'a> {
    fn new(ignored: &'a Ignored, root: &Root) -> Self {
        let entry = ignored.entry();
        let location = ignored.configuration().map(|file| {
            let file = ReportedFile {
                place: Some(ArtifactLocation::new(&file, root)),
                lines: LineIndex::new(ignored.config.text()),
            };
            file.location(None, entry.span())
        });
        Self {
            kind: "external",
            status: "accepted",
            justification: entry.reason(),
            location,
        }
    }
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

/// Text in which nothing is a link: what it quotes from a document may look like one.
fn unlinked(text: String) -> Text {
    Text::new(if text.contains("](") {
        text.replace('[', "\\[").replace(']', "\\]")
    } else {
        text
    })
}

/// What the manual says under a heading, as one paragraph.
fn section(manual: &str, heading: &str) -> String {
    let mut lines = manual.lines().skip_while(|line| *line != heading);
    lines.next();
    let text: Vec<&str> = lines
        .take_while(|line| !line.starts_with("## "))
        .filter(|line| !line.is_empty())
        .collect();
    text.join(" ")
}

impl Tool {
    fn new() -> Self {
        let driver = Driver {
            name: env!("CARGO_PKG_NAME"),
            semantic_version: env!("CARGO_PKG_VERSION"),
            information_uri: env!("CARGO_PKG_HOMEPAGE"),
            rules: RULES.iter().map(|rule| SarifRule::new(rule)).collect(),
            notifications: NOTICES.iter().map(NotificationKind::new).collect(),
        };
        Self { driver }
    }
}

impl SarifRule {
    fn new(rule: &Rule) -> Self {
        let manual = rule.manual();
        let what = section(&manual, "## What it does");
        let why = section(&manual, "## Why it matters");
        Self {
            id: rule.name,
            short_description: Text::new(sentence(rule.summary)),
            help: Help {
                text: format!("{what} {why}"),
                markdown: rule.markdown(),
            },
            full_description: Text::new(what),
            help_uri: rule.url(),
            default_configuration: Configuration::new(rule.severity),
            properties: RuleProperties {
                tags: rule.kinds.iter().copied().map(DocumentKind::name).collect(),
                precision: "very-high",
                problem_severity: match rule.severity {
                    Severity::Error => "error",
                    Severity::Warning => "warning",
                    Severity::Info => "recommendation",
                },
            },
        }
    }
}

impl NotificationKind {
    fn new(notice: &Notice) -> Self {
        let manual = notice.manual.replace('\n', " ");
        Self {
            id: notice.name,
            short_description: Text::new(sentence(notice.summary)),
            full_description: Text::new(manual.clone()),
            help: Text::new(manual),
            default_configuration: Configuration::new(notice.severity),
        }
    }
}

impl Configuration {
    fn new(severity: Severity) -> Self {
        Self {
            level: level(severity),
        }
    }
}

impl Text {
    fn new(text: impl Into<String>) -> Self {
        Self { text: text.into() }
    }
}

impl Notification {
    fn new(name: &str, severity: Severity, message: Text) -> Self {
        Self {
            descriptor: Descriptor {
                id: name.to_owned(),
                index: NOTICES.iter().position(|notice| notice.name == name),
            },
            level: level(severity),
            message,
            locations: Vec::new(),
        }
    }
}

// ---- the format --------------------------------------------------------------------------------

#[derive(Debug, Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    semantic_version: &'static str,
    information_uri: &'static str,
    rules: Vec<SarifRule>,
    notifications: Vec<NotificationKind>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifRule {
    id: &'static str,
    short_description: Text,
    full_description: Text,
    help: Help,
    help_uri: String,
    default_configuration: Configuration,
    properties: RuleProperties,
}

#[derive(Debug, Serialize)]
struct Help {
    text: String,
    markdown: String,
}

#[derive(Debug, Serialize)]
struct Configuration {
    level: &'static str,
}

/// What GitHub sorts and filters by.
#[derive(Debug, Serialize)]
struct RuleProperties {
    tags: Vec<&'static str>,
    precision: &'static str,
    #[serde(rename = "problem.severity")]
    problem_severity: &'static str,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct NotificationKind {
    id: &'static str,
    short_description: Text,
    full_description: Text,
    help: Text,
    default_configuration: Configuration,
}

#[derive(Debug, Serialize)]
struct Base {
    uri: String,
    description: Text,
}

#[derive(Debug, Serialize)]
struct Text {
    text: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifResult<'a> {
    rule_id: &'static str,
    rule_index: Option<usize>,
    level: &'static str,
    message: Text,
    locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location>,
    partial_fingerprints: BTreeMap<&'static str, String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<SarifFix<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suppressions: Vec<Suppression<'a>>,
    properties: ResultProperties<'a>,
}

#[derive(Debug, Serialize)]
struct Suppression<'a> {
    kind: &'static str,
    status: &'static str,
    justification: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<Location>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultProperties<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    loader_reason: Option<&'a str>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    physical_location: Option<PhysicalLocation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logical_locations: Vec<LogicalLocation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Text>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<SarifRegion>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactLocation {
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri_base_id: Option<&'static str>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct LogicalLocation {
    fully_qualified_name: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifRegion {
    start_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_column: Option<u32>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifFix<'a> {
    description: Text,
    artifact_changes: [ArtifactChange<'a>; 1],
    properties: FixProperties,
}

#[derive(Debug, Serialize)]
struct FixProperties {
    applicability: &'static str,
    preferred: bool,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactChange<'a> {
    artifact_location: ArtifactLocation,
    replacements: Vec<Replacement<'a>>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement<'a> {
    deleted_region: SarifRegion,
    #[serde(skip_serializing_if = "Option::is_none")]
    inserted_content: Option<Content<'a>>,
}

#[derive(Debug, Serialize)]
struct Content<'a> {
    text: &'a str,
}

#[derive(Debug, Serialize)]
struct Notification {
    descriptor: Descriptor,
    level: &'static str,
    message: Text,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    locations: Vec<Location>,
}

#[derive(Debug, Serialize)]
struct Descriptor {
    id: String,
    index: Option<usize>,
}
