//! What people read. Whatever comes from a manifest, a file system or an argument is made visible.

use std::borrow::Cow;
use std::fmt::Write as _;

use fornax_terminal::{Patch, visible};

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

/// Puts a report into words.
pub(super) fn say(report: &Report, patch: Patch) -> Said {
    match report {
        Report::List(report) => list(report, patch),
        Report::Info(report) => Said::output(info(report, patch)),
        Report::Doctor(report) => Said::output(doctor(report, patch)),
        Report::Review(report) => Said::output(review(report, patch)),
        Report::Registered(report) => Said::output(format!(
            "Registered `{0}` as {1}.\nInstall it with: fornax-adapter install {0}\n",
            report.id, report.digest
        )),
        Report::Altered(report) => Said::output(altered(report)),
        Report::Change(report) => change(report, patch),
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

fn list(report: &ListReport, patch: Patch) -> Said {
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
            let _ = writeln!(text, "{}", patch.style.title(title));
        }
        for adapter in adapters {
            line(&mut text, patch, &adapter.id, width, &adapter.summary);
        }
    }
    if !report.disabled.is_empty() {
        let _ = writeln!(text, "{}", patch.style.title("Disabled"));
    }
    for id in &report.disabled {
        let words = format!("`fornax-adapter enable {id}` enables it");
        line(&mut text, patch, id, width, &words);
    }
    if !report.rejected.is_empty() {
        let _ = writeln!(text, "{}", patch.style.title("Rejected"));
    }
    for rejected in &report.rejected {
        let name = named(&rejected.id, rejected.entry);
        line(&mut text, patch, &name, width, &rejected.message);
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
fn line(text: &mut String, patch: Patch, id: &str, width: usize, words: &str) {
    let shown = visible(id);
    let blanks = " ".repeat(width.saturating_sub(id.len()));
    let _ = writeln!(
        text,
        "  {}{blanks}  {}",
        patch.style.code(&shown),
        visible(words)
    );
}

/// A name, and what it is.
fn field(text: &mut String, name: &str, value: &str) {
    let _ = writeln!(text, "  {name:<21}{}", visible(value));
}

fn adapter_fields(text: &mut String, adapter: &AdapterReport) {
    field(text, "name", &adapter.display_name);
    field(text, "summary", &adapter.summary);
    field(text, "capabilities", &adapter.capabilities.join(", "));
    field(text, "target", &adapter.target);
}

fn info(report: &InfoReport, patch: Patch) -> String {
    let mut text = format!("{}\n", patch.style.title(&visible(&report.id)));
    if let Some(Rejected { message, .. }) = &report.rejected {
        field(&mut text, "rejected", message);
    }
    if let Some(adapter) = &report.adapter {
        adapter_fields(&mut text, adapter);
        if adapter.built_in {
            field(&mut text, "origin", "built in");
        }
    }
    if let Some(version) = &report.min_fornax_version {
        field(&mut text, "needs Fornax", version);
    }
    if let Some(provenance) = &report.unverified_provenance {
        field(
            &mut text,
            "provenance",
            &format!("{provenance} (unverified)"),
        );
    }
    if let Some(registration) = &report.registration {
        field(
            &mut text,
            "enabled",
            if registration.enabled { "yes" } else { "no" },
        );
        field(&mut text, "digest", &registration.digest);
        field(&mut text, "registered from", &registration.source_path);
        field(&mut text, "registered at", &registration.registered_at);
    }
    text
}

fn doctor(report: &DoctorReport, patch: Patch) -> String {
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
        line(&mut text, patch, &target.id, width.unwrap_or(0), &words);
    }
    for trouble in &report.troubles {
        let id = match (&trouble.id, trouble.entry) {
            (Some(id), Some(entry)) if id.is_empty() => format!("{}: ", named(id, entry)),
            (Some(id), _) => format!("`{}`: ", visible(id)),
            (None, _) => String::new(),
        };
        let label = patch.style.removed("problem");
        let _ = writeln!(text, "{label}: {id}{}", visible(&trouble.message));
    }
    if report.troubles.is_empty() {
        text.push_str("No problem found.\n");
    }
    text
}

fn review(report: &ReviewReport, patch: Patch) -> String {
    let mut text = format!("{}\n", patch.style.title(&visible(&report.adapter.id)));
    adapter_fields(&mut text, &report.adapter);
    field(&mut text, "needs Fornax", &report.min_fornax_version);
    field(
        &mut text,
        "provenance",
        &format!(
            "{} (unverified: anybody can write this)",
            report.unverified_provenance
        ),
    );
    field(&mut text, "digest", &report.digest);
    for (index, operation) in report.operations.iter().enumerate() {
        let _ = writeln!(text, "\nOperation {}", index + 1);
        field(&mut text, "array", &operation.pointer);
        field(
            &mut text,
            "marker",
            &format!("{} = {}", operation.marker_key, operation.marker_value),
        );
        field(&mut text, "element", &operation.element);
    }
    text.push('\n');
    match (&report.change, &report.refused) {
        (Some(change), _) => {
            let _ = writeln!(text, "On this machine, installing {}.", would(change));
            warnings(&mut text, change);
            text.push_str(&diff(change, patch));
        }
        (None, Some(refused)) => {
            let _ = writeln!(
                text,
                "On this machine, installing would be refused: {}.",
                visible(&refused.message)
            );
        }
        (None, None) => text.push_str("It does not install anything.\n"),
    }
    for finding in &report.findings {
        let _ = writeln!(
            text,
            "\n{}[{}] in line {}: {}",
            finding.severity,
            finding.rule,
            finding.line,
            visible(&finding.message)
        );
    }
    let _ = writeln!(
        text,
        "\nNothing is registered yet. If this is what you want:\n\n  {}",
        patch.style.code(&visible(&report.command))
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

fn diff(change: &Change, patch: Patch) -> String {
    let Some(texts) = &change.texts else {
        return String::new();
    };
    let mut out = Vec::new();
    patch.file(&texts.path, &texts.before, &texts.after, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

fn change(report: &PlanReport, patch: Patch) -> Said {
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
            output: diff(change, patch),
            error: words,
        }
    } else {
        Said::output(words)
    }
}
