//! GitLab's code quality report: a JSON array with an issue for each finding.

use std::io;

use fornax_manifest::{Severity, find_rule, sha256_hex};
use serde::Serialize;

use crate::output::fingerprint::Fingerprints;
use crate::output::{End, Format, Region, Root, prose};
use crate::report::{Finding, Report};

/// GitLab shows what it finds twice once, so the fingerprints differ in a whole report.
#[derive(Debug)]
pub(crate) struct Gitlab {
    pub(crate) root: Root,
}

#[derive(Debug, Serialize)]
struct Issue<'a> {
    description: String,
    check_name: &'a str,
    fingerprint: String,
    severity: &'static str,
    location: Location<'a>,
}

#[derive(Debug, Serialize)]
struct Location<'a> {
    path: &'a str,
    lines: Lines,
}

#[derive(Debug, Serialize)]
struct Lines {
    begin: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<u32>,
}

impl Format for Gitlab {
    fn start(&self, out: &mut Vec<u8>) -> io::Result<()> {
        out.extend_from_slice(b"[");
        Ok(())
    }

    fn file(&self, report: &Report, out: &mut Vec<u8>) -> io::Result<()> {
        let path = self.root.name(&report.file);
        let lines = report.lines();
        let mut fingerprints = Fingerprints::of(report);
        for finding in report.findings() {
            let region = Region::of(&lines, finding.span);
            let issue = Issue {
                description: prose(&finding),
                check_name: finding.rule,
                fingerprint: sha256_hex(
                    format!("{path}\0{}", fingerprints.next(&finding)).as_bytes(),
                ),
                severity: severity(&finding),
                location: Location {
                    path: &path,
                    lines: Lines {
                        begin: region.map_or(1, |region| region.start.line),
                        end: region
                            .filter(|region| !region.is_one_line())
                            .map(|region| region.end.line),
                    },
                },
            };
            if !out.is_empty() {
                out.extend_from_slice(self.separator().as_bytes());
            }
            out.push(b'\n');
            serde_json::to_writer(&mut *out, &issue)?;
        }
        Ok(())
    }

    fn separator(&self) -> &'static str {
        ","
    }

    fn finish(&self, _end: &End<'_>, out: &mut Vec<u8>) -> io::Result<()> {
        out.extend_from_slice(b"\n]\n");
        Ok(())
    }
}

/// GitLab has five degrees; what kept us from doing the job is the gravest.
fn severity(finding: &Finding<'_>) -> &'static str {
    match (find_rule(finding.rule), finding.severity) {
        (Some(_), Severity::Error) => "major",
        (_, Severity::Error) => "blocker",
        (_, Severity::Warning) => "minor",
        (_, Severity::Info) => "info",
    }
}
