//! What people read. Whatever comes from a manifest, a file system or an argument is made visible.

use std::borrow::Cow;
use std::fmt::Write as _;

use fornax_terminal::{Patch, Width, visible};

use crate::output::report::{
    AdapterReport, AlterReport, Change, DoctorReport, InfoReport, ListReport, PlanReport, Refused,
    Rejected, Report, ReviewReport,
};

/// What goes to a person.
#[derive(Debug, Default)]
pub(super) struct Said {
    /// To standard output.
    pub(super) output: String,
    /// To standard error, in lines.
    pub(super) error: String,
}

impl Said {
    fn output(output: String) -> Self {
        Self {
            output,
            error: String::new(),
        }
    }
}

/// How it is to look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) patch: Patch,
    /// How wide standard output is.
    pub(super) width: Width,
}

impl Look {
    /// Prose, in lines that fit.
    fn prose(self, text: &str) -> String {
        self.width.fill(text, "  ")
    }
}

/// Puts a report into words.
pub(super) fn say(report: &Report, look: Look) -> Said {
    match report {
        Report::List(report) => list(report, look),
        Report::Info(report) => Said::output(info(report, look)),
        Report::Doctor(report) => Said::output(doctor(report, look)),
        Report::Review(report) => Said::output(review(report, look)),
        Report::Registered(report) => Said::output(look.prose(&format!(
            "Registered `{0}` as {1}.\nInstall it with: fornax-adapter install {0}\n",
            report.id, report.digest
        ))),
        Report::Altered(report) => Said::output(look.prose(&altered(report))),
        Report::Change(report) => change(report, look),
        Report::Refused(refused) => Said {
            output: String::new(),
            error: error(refused),
        },
    }
}

fn altered(report: &AlterReport) -> String {
    let already = if report.changed { "" } else { " already" };
    let but = match &report.rejected {
        Some(rejected) => format!(", but it can't be used: {}", visible(&rejected.message)),
        None => ".".to_owned(),
    };
    format!(
        "`{}` is {}{already}{but}\n",
        visible(&report.id),
        report.words
    )
}

fn error(refused: &Refused) -> String {
    format!("error[{}]: {}\n", refused.reason, visible(&refused.message))
}

fn list(report: &ListReport, look: Look) -> Said {
    let mut text = String::new();
    let width = report.adapters.iter().map(|adapter| adapter.id.len());
    let disabled = report.disabled.iter().map(String::len);
    let rejected = report
        .rejected
        .iter()
        .map(|rejected| named(&rejected.id, rejected.entry).len());
    let width = width.chain(disabled).chain(rejected).max().unwrap_or(0);
    for (title, built_in) in [("Built in", true), ("Registered", false)] {
        let mut adapters = report
            .adapters
            .iter()
            .filter(|adapter| adapter.built_in == built_in)
            .peekable();
        if adapters.peek().is_some() {
            let _ = writeln!(text, "{}", look.patch.style.title(title));
        }
        for adapter in adapters {
            line(&mut text, look, &adapter.id, width, &adapter.summary);
        }
    }
    if !report.disabled.is_empty() {
        let _ = writeln!(text, "{}", look.patch.style.title("Disabled"));
    }
    for id in &report.disabled {
        let words = format!("`fornax-adapter enable {id}` enables it");
        line(&mut text, look, id, width, &words);
    }
    if !report.rejected.is_empty() {
        let _ = writeln!(text, "{}", look.patch.style.title("Rejected"));
    }
    for rejected in &report.rejected {
        let name = named(&rejected.id, rejected.entry);
        line(&mut text, look, &name, width, &rejected.message);
    }
    let mut said = Said::output(text);
    if report.is_early {
        said.error.push_str(
            "The registry's index has version 0; what changes it next writes version 1.\n",
        );
    }
    if let Some(fault) = &report.fault {
        said.error.push_str(&error(fault));
    }
    said
}

/// An entry of the index as messages name it: by its id, if it has one.
fn named(id: &str, entry: usize) -> Cow<'_, str> {
    match id {
        "" => Cow::Owned(format!("entry {entry}")),
        id => Cow::Borrowed(id),
    }
}

/// An id, and something about it.
fn line(text: &mut String, look: Look, id: &str, width: usize, words: &str) {
    let shown = format!("  {}", look.patch.style.code(&visible(id)));
    text.push_str(&look.width.beside(width + 2, &shown, &visible(words)));
    text.push('\n');
}

/// A name, and what it is.
fn field(text: &mut String, look: Look, name: &str, value: &str) {
    let name = format!("  {name}");
    text.push_str(&look.width.beside(21, &name, &visible(value)));
    text.push('\n');
}

fn adapter_fields(text: &mut String, look: Look, adapter: &AdapterReport) {
    field(text, look, "name", &adapter.display_name);
    field(text, look, "summary", &adapter.summary);
    field(text, look, "capabilities", &adapter.capabilities.join(", "));
    field(text, look, "target", &adapter.target);
}

fn info(report: &InfoReport, look: Look) -> String {
    let mut text = format!("{}\n", look.patch.style.title(&visible(&report.id)));
    if let Some(Rejected { message, .. }) = &report.rejected {
        field(&mut text, look, "rejected", message);
    }
    if let Some(adapter) = &report.adapter {
        adapter_fields(&mut text, look, adapter);
        if adapter.built_in {
            field(&mut text, look, "origin", "built in");
        }
    }
    if let Some(version) = &report.min_fornax_version {
        field(&mut text, look, "needs Fornax", version);
    }
    if let Some(provenance) = &report.unverified_provenance {
        field(
            &mut text,
            look,
            "provenance",
            &format!("{provenance} (unverified)"),
        );
    }
    if let Some(registration) = &report.registration {
        field(
            &mut text,
            look,
            "enabled",
            if registration.enabled { "yes" } else { "no" },
        );
        field(&mut text, look, "digest", &registration.digest);
        field(
            &mut text,
            look,
            "registered from",
            &registration.source_path,
        );
        field(
            &mut text,
            look,
            "registered at",
            &registration.registered_at,
        );
    }
    text
}

fn doctor(report: &DoctorReport, look: Look) -> String {
    let mut text = String::new();
    if let Some(folder) = &report.folder {
        let _ = writeln!(text, "Registry: {}", visible(folder));
    }
    let width = report.targets.iter().map(|target| target.id.len()).max();
    for target in &report.targets {
        let state = target.state.replace('-', " ");
        let message = match &target.message {
            Some(message) => format!(": {message}"),
            None => String::new(),
        };
        let words = format!("{}: {state}{message}", target.target);
        line(&mut text, look, &target.id, width.unwrap_or(0), &words);
    }
    for trouble in &report.troubles {
        let id = match (&trouble.id, trouble.entry) {
            (Some(id), Some(entry)) if id.is_empty() => format!("{}: ", named(id, entry)),
            (Some(id), _) => format!("`{}`: ", visible(id)),
            (None, _) => String::new(),
        };
        let label = look.patch.style.removed("problem");
        let words = format!("{label}: {id}{}", visible(&trouble.message));
        let _ = writeln!(text, "{}", look.prose(&words));
    }
    if report.troubles.is_empty() {
        text.push_str("No problem found.\n");
    }
    text
}

fn review(report: &ReviewReport, look: Look) -> String {
    let mut text = format!("{}\n", look.patch.style.title(&visible(&report.adapter.id)));
    adapter_fields(&mut text, look, &report.adapter);
    field(&mut text, look, "needs Fornax", &report.min_fornax_version);
    field(
        &mut text,
        look,
        "provenance",
        &format!(
            "{} (unverified: anybody can write this)",
            report.unverified_provenance
        ),
    );
    field(&mut text, look, "digest", &report.digest);
    for (index, operation) in report.operations.iter().enumerate() {
        let _ = writeln!(text, "\nOperation {}", index + 1);
        field(&mut text, look, "array", &operation.pointer);
        field(
            &mut text,
            look,
            "marker",
            &format!("{} = {}", operation.marker_key, operation.marker_value),
        );
        field(&mut text, look, "element", &operation.element);
    }
    text.push('\n');
    match (&report.change, &report.refused) {
        (Some(change), _) => {
            let mut words = format!("On this machine, installing {}.\n", would(change));
            warnings(&mut words, change);
            text.push_str(&look.prose(&words));
            text.push_str(&diff(change, look));
        }
        (None, Some(refused)) => {
            let words = format!(
                "On this machine, installing would be refused: {}.",
                visible(&refused.message)
            );
            let _ = writeln!(text, "{}", look.prose(&words));
        }
        (None, None) => text.push_str("It does not install anything.\n"),
    }
    for finding in &report.findings {
        let words = format!(
            "{}[{}] in line {}: {}",
            finding.severity,
            finding.rule,
            finding.line,
            visible(&finding.message)
        );
        let _ = writeln!(text, "\n{}", look.prose(&words));
    }
    let _ = writeln!(
        text,
        "\nNothing is registered yet. If this is what you want:\n\n  {}",
        look.patch.style.code(&visible(&report.command))
    );
    text
}

/// "would add 1 element to ~/.acme/settings.json".
fn would(change: &Change) -> String {
    let target = visible(&change.target);
    if change.changed {
        format!("would add {} to {target}", elements(change.added))
    } else {
        format!("would not change {target}")
    }
}

fn elements(count: usize) -> String {
    match count {
        1 => "1 element".to_owned(),
        count => format!("{count} elements"),
    }
}

fn warnings(text: &mut String, change: &Change) {
    for warning in &change.warnings {
        let _ = writeln!(text, "warning: {}", visible(warning));
    }
}

fn diff(change: &Change, look: Look) -> String {
    let Some(texts) = &change.texts else {
        return String::new();
    };
    let mut out = Vec::new();
    look.patch
        .file(&texts.path, &texts.before, &texts.after, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

fn change(report: &PlanReport, look: Look) -> Said {
    let change = &report.change;
    let target = visible(&change.target);
    let id = visible(&report.id);
    let mut words = match (change.changed, report.done, report.is_removal) {
        (true, true, false) => {
            format!(
                "Installed `{id}`: {} added to {target}.\n",
                elements(change.added)
            )
        }
        (true, true, true) => {
            let gone = elements(change.removed);
            format!("Uninstalled `{id}`: {gone} removed from {target}.\n")
        }
        (true, false, _) => format!("Installing `{id}` {}.\n", would(change)),
        (false, _, false) => format!("`{id}` is installed in {target} already.\n"),
        (false, _, true) => format!("There is nothing of `{id}` in {target}.\n"),
    };
    warnings(&mut words, change);
    if report.is_patch {
        // The patch has standard output for itself.
        Said {
            output: diff(change, look),
            error: words,
        }
    } else {
        Said::output(look.prose(&words))
    }
}
