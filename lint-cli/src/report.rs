//! What is known about one file after it was looked at, as every output format sees it.

use std::borrow::Cow;
use std::ops::AddAssign;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fornax_manifest::{
    Diagnostic, Document, DocumentKind, Fix, LineIndex, Related, Severity, Span, limits,
};
use fornax_project::config::{Config, Ignore};
use fornax_project::{InputError, InputErrorKind, ReplaceError};
use fornax_terminal::path_name;

use crate::args::nearest_command;
use crate::config::shown;
use crate::fixing::Fixable;

/// One file, and all that is said about it.
#[derive(Debug)]
pub(crate) struct Report {
    /// The file's name: exact, but for bytes that aren't text.
    pub(crate) path: String,
    /// Where it is.
    pub(crate) file: PathBuf,
    /// What came of it.
    pub(crate) outcome: Outcome,
    pub(crate) repair: Repair,
    /// What its configuration ignores.
    pub(crate) ignored: Vec<Ignored>,
    /// How many fixes there would be to apply to what is reported.
    pub(crate) fixable: Fixable,
}

/// A finding that a configuration ignores.
#[derive(Debug)]
pub(crate) struct Ignored {
    pub(crate) diagnostic: Diagnostic,
    pub(crate) config: Arc<Config>,
    /// Which of the configuration's ignores says so.
    pub(crate) ignore: usize,
}

impl Ignored {
    /// The entry that says so.
    pub(crate) fn entry(&self) -> &Ignore {
        &self.config.ignores()[self.ignore]
    }

    /// The configuration, as reports name it; none if it is no file.
    pub(crate) fn configuration(&self) -> Option<PathBuf> {
        self.config.path().map(shown)
    }

    /// What would be shown of it.
    pub(crate) fn finding(&self) -> Finding<'_> {
        Finding::of(&self.diagnostic)
    }
}

/// What fixing a file came to.
#[derive(Debug, Default)]
pub(crate) enum Repair {
    /// There was nothing to fix, or nobody asked for it.
    #[default]
    None,
    /// So many fixes were applied, which made this text.
    Done { fixes: usize, text: String },
    /// So many fixes would be applied, which would make this text.
    Pending { fixes: usize, text: String },
    /// It holds again what it held before an earlier run fixed it, and is left so.
    Undone,
    /// What was fixed could not be written.
    Failed(Failure),
}

/// What came of looking at a file.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// It was checked.
    Checked {
        document: Box<Document>,
        findings: Vec<Diagnostic>,
    },
    /// It could not be.
    Failed(Failure),
    /// It is a configuration, not a document.
    Configuration { text: String, remarks: Vec<Remark> },
}

/// Something that is said about a configuration. It is shown like a finding, and is never a rule's.
#[derive(Debug)]
pub(crate) struct Remark {
    pub(crate) name: &'static str,
    pub(crate) severity: Severity,
    pub(crate) span: Span,
    pub(crate) message: String,
    pub(crate) notes: Vec<String>,
}

/// The name of an ignore that ignores nothing.
pub(crate) const UNUSED_IGNORE: &str = "unused-ignore";

/// Why a file could not be checked or fixed. It is shown like a finding, and is never a rule's.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) name: &'static str,
    pub(crate) message: String,
    pub(crate) notes: Vec<String>,
}

/// The name of the failure to get at a file.
pub(crate) const UNREADABLE_FILE: &str = "unreadable-file";

/// The name of the failure to write what was fixed.
pub(crate) const UNWRITABLE_FILE: &str = "unwritable-file";

/// The name of a failure of our own.
pub(crate) const INTERNAL_ERROR: &str = "internal-error";

/// What else a path that leads to nothing may have been: a command, whose name has neither a dot nor a
/// folder before it.
fn meant_command(path: &Path) -> Option<String> {
    let name = path
        .to_str()
        .filter(|name| !name.contains(['.', '/', '\\']))?;
    let command = nearest_command(name)?;
    Some(format!(
        "help: There is a command `{command}`: `fornax-lint {command}`"
    ))
}

/// Whether this is the name of a failure, which is counted as that and not as an error.
fn is_failure(name: &str) -> bool {
    [UNREADABLE_FILE, UNWRITABLE_FILE, INTERNAL_ERROR].contains(&name)
}

impl Failure {
    pub(crate) fn unreadable(error: &InputError) -> Self {
        let notes = match error.kind() {
            InputErrorKind::Missing => meant_command(error.path()).into_iter().collect(),
            InputErrorKind::UnknownKind => {
                let kinds = DocumentKind::ALL.map(DocumentKind::name).join(", ");
                vec![format!(
                    "say which kind it is with `--kind`, which takes one of {kinds}"
                )]
            }
            _ => Vec::new(),
        };
        Self {
            name: UNREADABLE_FILE,
            message: format!("cannot be checked: {error}"),
            notes,
        }
    }

    pub(crate) fn unwritable(error: &ReplaceError) -> Self {
        Self {
            name: UNWRITABLE_FILE,
            message: format!("cannot be fixed: {error}"),
            notes: vec!["the file is as it was".into()],
        }
    }

    pub(crate) fn too_large_to_fix() -> Self {
        Self {
            name: UNWRITABLE_FILE,
            message: format!(
                "cannot be fixed: it has more than {} bytes, and was not read to its end",
                limits::TEXT_BYTES
            ),
            notes: Vec::new(),
        }
    }

    pub(crate) fn configuration_to_fix() -> Self {
        Self {
            name: UNWRITABLE_FILE,
            message: "cannot be fixed: it is a configuration of fornax-lint, not a manifest".into(),
            notes: vec!["the file is as it was".into()],
        }
    }

    pub(crate) fn internal(panic: &str) -> Self {
        Self {
            name: INTERNAL_ERROR,
            message: format!("fornax-lint itself failed on this file: {panic}"),
            notes: vec![format!(
                "please report it, with the file if you can, at {}/issues",
                env!("CARGO_PKG_REPOSITORY")
            )],
        }
    }
}

/// What formats show of a finding or a failure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finding<'a> {
    pub(crate) rule: &'a str,
    pub(crate) severity: Severity,
    pub(crate) span: Span,
    pub(crate) message: &'a str,
    pub(crate) notes: &'a [String],
    pub(crate) related: &'a [Related],
    pub(crate) fixes: &'a [Fix],
    pub(crate) loader_reason: Option<&'a str>,
}

impl<'a> Finding<'a> {
    pub(crate) fn of(diagnostic: &'a Diagnostic) -> Self {
        Self {
            rule: diagnostic.rule.name,
            severity: diagnostic.severity,
            span: diagnostic.span,
            message: &diagnostic.message,
            notes: &diagnostic.notes,
            related: &diagnostic.related,
            fixes: &diagnostic.fixes,
            loader_reason: diagnostic.loader_reason,
        }
    }

    /// What is said beside the message.
    pub(crate) fn remarks(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let reason = self
            .loader_reason
            .map(|reason| Cow::Owned(format!("the loader says: `{reason}`")));
        let notes = self.notes.iter().map(|note| Cow::Borrowed(note.as_str()));
        reason.into_iter().chain(notes)
    }
}

impl Report {
    pub(crate) fn checked(path: &Path, document: Document, findings: Vec<Diagnostic>) -> Self {
        let document = Box::new(document);
        Self::new(path, Outcome::Checked { document, findings })
    }

    pub(crate) fn failed(path: &Path, failure: Failure) -> Self {
        Self::new(path, Outcome::Failed(failure))
    }

    pub(crate) fn configuration(path: &Path, text: String, remarks: Vec<Remark>) -> Self {
        Self::new(path, Outcome::Configuration { text, remarks })
    }

    fn new(path: &Path, outcome: Outcome) -> Self {
        Self {
            path: path_name(path),
            file: path.to_path_buf(),
            outcome,
            repair: Repair::default(),
            ignored: Vec::new(),
            fixable: Fixable::default(),
        }
    }

    /// The document, if there is one to speak of.
    pub(crate) fn document(&self) -> Option<&Document> {
        match &self.outcome {
            Outcome::Checked { document, .. } => Some(document),
            Outcome::Failed(_) | Outcome::Configuration { .. } => None,
        }
    }

    /// The lines of the text that findings point into; of none where the text was not read. Most files
    /// have no findings, and then nobody asks for a line: those of none will do.
    pub(crate) fn lines(&self) -> LineIndex<'_> {
        if self.findings().next().is_none() && self.ignored.is_empty() {
            return LineIndex::new("");
        }
        LineIndex::new(match &self.outcome {
            Outcome::Checked { document, .. } => document.text(),
            Outcome::Failed(_) => "",
            Outcome::Configuration { text, .. } => text,
        })
    }

    /// All there is to show, in the order of the text.
    pub(crate) fn findings(&self) -> impl Iterator<Item = Finding<'_>> {
        let (findings, failure, remarks) = match &self.outcome {
            Outcome::Checked { findings, .. } => (findings.as_slice(), None, &[][..]),
            Outcome::Failed(failure) => (&[][..], Some(failure), &[][..]),
            Outcome::Configuration { remarks, .. } => (&[][..], None, remarks.as_slice()),
        };
        let unwritten = match &self.repair {
            Repair::Failed(failure) => Some(failure),
            _ => None,
        };
        let failures = failure.into_iter().chain(unwritten);
        let failures = failures.map(|failure| Finding {
            rule: failure.name,
            severity: Severity::Error,
            span: Span::at(0),
            message: &failure.message,
            notes: &failure.notes,
            related: &[],
            fixes: &[],
            loader_reason: None,
        });
        let findings = findings.iter().map(Finding::of);
        let remarks = remarks.iter().map(|remark| Finding {
            rule: remark.name,
            severity: remark.severity,
            span: remark.span,
            message: &remark.message,
            notes: &remark.notes,
            related: &[],
            fixes: &[],
            loader_reason: None,
        });
        // What keeps a file from being written is said of its beginning.
        failures.chain(findings).chain(remarks)
    }
}

/// What a run comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Summary {
    /// How many files were looked at, those that could not be checked included.
    pub(crate) files: usize,
    /// How many errors were found in them; what kept one from being checked or fixed is counted apart.
    pub(crate) errors: usize,
    pub(crate) warnings: usize,
    pub(crate) infos: usize,
    /// How many fixes can be trusted, and would be applied.
    pub(crate) fixable: usize,
    /// How many more would be applied although they may not be what was meant.
    pub(crate) perhaps_fixable: usize,
    /// How many fixes were applied.
    pub(crate) fixed: usize,
    /// How many fixes would be applied.
    pub(crate) pending: usize,
    /// How many files could not be checked.
    pub(crate) failed: usize,
    /// How many files could not be fixed.
    pub(crate) unwritten: usize,
    /// How many files hold again what was fixed in them.
    pub(crate) undone: usize,
    /// How many configurations could not be used.
    pub(crate) broken: usize,
    /// How many findings are ignored.
    pub(crate) ignored: usize,
    /// How many files and folders were passed over because they are excluded.
    pub(crate) excluded: usize,
    /// How many files were passed over that have a manifest's name and are not even JSON.
    pub(crate) unclear: usize,
    /// Whether what is excluded was to be passed over even if named.
    pub(crate) is_exclusion_forced: bool,
    /// The first rule that found something, as an example of what can be explained.
    pub(crate) example: Option<String>,
}

impl Summary {
    /// What one file adds.
    pub(crate) fn of(report: &Report) -> Self {
        let is_document = !matches!(report.outcome, Outcome::Configuration { .. });
        let mut summary = Self {
            files: usize::from(is_document),
            failed: usize::from(matches!(report.outcome, Outcome::Failed(_))),
            ignored: report.ignored.len(),
            fixable: report.fixable.safely,
            perhaps_fixable: report.fixable.perhaps,
            ..Self::default()
        };
        match report.repair {
            Repair::None => {}
            Repair::Done { fixes, .. } => summary.fixed = fixes,
            Repair::Pending { fixes, .. } => summary.pending = fixes,
            Repair::Undone => summary.undone = 1,
            Repair::Failed(_) => summary.unwritten = 1,
        }
        for finding in report.findings() {
            summary
                .example
                .get_or_insert_with(|| finding.rule.to_owned());
            match finding.severity {
                _ if is_failure(finding.rule) => {}
                Severity::Error => summary.errors += 1,
                Severity::Warning => summary.warnings += 1,
                Severity::Info => summary.infos += 1,
            }
        }
        summary
    }

    /// Whether something is still to be fixed.
    pub(crate) fn has_fixes(&self) -> bool {
        self.pending + self.fixable + self.perhaps_fixable > 0
    }

    /// The same of a file whose fixes were counted under another name of its.
    pub(crate) fn without_fixes(self) -> Self {
        Self {
            pending: 0,
            fixable: 0,
            perhaps_fixable: 0,
            ..self
        }
    }

    /// That there was nothing to look at in what was `searched`, in the words of a message.
    pub(crate) fn nothing_found(&self, searched: &str) -> String {
        let mut text = format!("no manifest found in {searched}");
        if self.excluded > 0 {
            text.push_str(&format!(
                "; {} excluded by the configuration",
                self.excluded
            ));
        }
        text.push_str(&self.unclear());
        text
    }

    /// What is said about files that only have a manifest's name, behind something else.
    pub(crate) fn unclear(&self) -> String {
        let (files, them) = match self.unclear {
            0 => return String::new(),
            1 => ("1 file".to_owned(), "it"),
            unclear => (format!("{unclear} files"), "them"),
        };
        format!("; {files} passed over: not JSON, and nothing like a manifest (-v names {them})")
    }

    /// Whether nothing was there to be looked at, and nobody wanted it so: whoever names what is excluded,
    /// and wants it passed over, is not surprised.
    pub(crate) fn is_idle(&self) -> bool {
        let is_meant = self.is_exclusion_forced && self.excluded > 0;
        self.files == 0 && self.broken == 0 && !is_meant
    }
}

impl AddAssign for Summary {
    fn add_assign(&mut self, other: Self) {
        self.files += other.files;
        self.errors += other.errors;
        self.warnings += other.warnings;
        self.infos += other.infos;
        self.fixable += other.fixable;
        self.perhaps_fixable += other.perhaps_fixable;
        self.fixed += other.fixed;
        self.pending += other.pending;
        self.failed += other.failed;
        self.unwritten += other.unwritten;
        self.undone += other.undone;
        self.broken += other.broken;
        self.ignored += other.ignored;
        self.excluded += other.excluded;
        self.unclear += other.unclear;
        self.is_exclusion_forced |= other.is_exclusion_forced;
        self.example = self.example.take().or(other.example);
    }
}
