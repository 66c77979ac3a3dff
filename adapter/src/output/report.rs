//! The reports for programs: each owns a copy of what it promises, so that all else may change.

use std::path::PathBuf;

use serde::Serialize;

use crate::refusal::Refusal;

/// What a command has to say. `result` tells which of these it is.
#[derive(Debug, Serialize)]
#[serde(tag = "result", rename_all = "kebab-case")]
pub(crate) enum Report {
    List(ListReport),
    Info(InfoReport),
    Doctor(DoctorReport),
    Review(ReviewReport),
    Registered(RegisterReport),
    Altered(AlterReport),
    Change(PlanReport),
    Refused(Refused),
}

/// Every adapter.
#[derive(Debug, Serialize)]
pub(crate) struct ListReport {
    pub(crate) adapters: Vec<AdapterReport>,
    /// Registered, but disabled.
    pub(crate) disabled: Vec<String>,
    pub(crate) rejected: Vec<Rejected>,
    /// Why the index can't be read, if it can't.
    pub(crate) fault: Option<Refused>,
    /// Whether the index has version 0.
    pub(crate) is_early: bool,
}

/// An adapter that can be used.
#[derive(Debug, Serialize)]
pub(crate) struct AdapterReport {
    pub(crate) id: String,
    pub(crate) display_name: String,
    pub(crate) summary: String,
    pub(crate) built_in: bool,
    pub(crate) capabilities: Vec<&'static str>,
    /// As a manifest writes it: `~/.acme/settings.json`.
    pub(crate) target: String,
}

/// A registered adapter that can't be used.
#[derive(Debug, Serialize)]
pub(crate) struct Rejected {
    pub(crate) id: String,
    /// Which entry of the index it is, counted from 1.
    pub(crate) entry: usize,
    pub(crate) reason: &'static str,
    pub(crate) message: String,
}

/// What was recorded when an adapter was registered.
#[derive(Debug, Serialize)]
pub(crate) struct Registration {
    pub(crate) digest: String,
    pub(crate) source_path: String,
    pub(crate) registered_at: String,
    pub(crate) enabled: bool,
}

/// One adapter.
#[derive(Debug, Serialize)]
pub(crate) struct InfoReport {
    pub(crate) id: String,
    /// None where it can't be used.
    pub(crate) adapter: Option<AdapterReport>,
    pub(crate) min_fornax_version: Option<String>,
    /// Where the manifest says that it comes from. Nobody has verified it.
    pub(crate) unverified_provenance: Option<String>,
    /// None where it is built in.
    pub(crate) registration: Option<Registration>,
    pub(crate) rejected: Option<Rejected>,
}

/// What was looked at, and what is wrong.
#[derive(Debug, Serialize)]
pub(crate) struct DoctorReport {
    /// The registry's folder; none if nobody was told where it would be.
    pub(crate) folder: Option<String>,
    pub(crate) targets: Vec<TargetReport>,
    pub(crate) troubles: Vec<Trouble>,
}

/// What an adapter's target is like.
#[derive(Debug, Serialize)]
pub(crate) struct TargetReport {
    pub(crate) id: String,
    pub(crate) target: String,
    /// `installed`, `partly-installed`, `not-installed`, `refused`, `disabled`.
    pub(crate) state: &'static str,
    /// Why it is refused, or what else there is to say.
    pub(crate) message: Option<String>,
    /// Whether it is installed, and something keeps it from being removed.
    #[serde(skip)]
    pub(crate) is_stuck: bool,
}

/// Something that is wrong.
#[derive(Debug, Serialize)]
pub(crate) struct Trouble {
    /// Whose it is; none if it is the registry's.
    pub(crate) id: Option<String>,
    /// Which entry of the index it is about, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) entry: Option<usize>,
    pub(crate) message: String,
}

/// What a manifest would be registered as.
#[derive(Debug, Serialize)]
pub(crate) struct ReviewReport {
    pub(crate) manifest: String,
    pub(crate) digest: String,
    pub(crate) adapter: AdapterReport,
    pub(crate) min_fornax_version: String,
    /// Where the manifest says that it comes from. Nobody has verified it.
    pub(crate) unverified_provenance: String,
    pub(crate) operations: Vec<OperationReport>,
    /// What installing would do here and now.
    pub(crate) change: Option<Change>,
    /// Why it would be refused here and now.
    pub(crate) refused: Option<Refused>,
    pub(crate) findings: Vec<Finding>,
    /// The arguments that register it, the program's name first.
    pub(crate) next: Vec<String>,
    /// The same, as a shell takes it.
    #[serde(skip)]
    pub(crate) command: String,
}

/// One operation.
#[derive(Debug, Serialize)]
pub(crate) struct OperationReport {
    pub(crate) pointer: String,
    pub(crate) marker_key: String,
    pub(crate) marker_value: String,
    /// The element, as compact JSON.
    pub(crate) element: String,
}

/// What happens, or would happen, to a target.
#[derive(Debug, Serialize)]
pub(crate) struct Change {
    pub(crate) target: String,
    pub(crate) changed: bool,
    pub(crate) added: usize,
    pub(crate) removed: usize,
    pub(crate) warnings: Vec<String>,
    /// The target before and after; not part of a report for programs.
    #[serde(skip)]
    pub(crate) texts: Option<Texts>,
    /// The change as a patch, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) diff: Option<String>,
}

/// A target before and after.
#[derive(Debug)]
pub(crate) struct Texts {
    /// The name that a patch gives it.
    pub(crate) path: PathBuf,
    pub(crate) before: String,
    pub(crate) after: String,
}

/// What the linter says about a manifest that can be registered all the same.
#[derive(Debug, Serialize)]
pub(crate) struct Finding {
    pub(crate) rule: &'static str,
    pub(crate) severity: &'static str,
    /// The line, counted from 1.
    pub(crate) line: u32,
    pub(crate) message: String,
}

/// A manifest was registered.
#[derive(Debug, Serialize)]
pub(crate) struct RegisterReport {
    pub(crate) id: String,
    pub(crate) digest: String,
}

/// An adapter was enabled, disabled or removed.
#[derive(Debug, Serialize)]
pub(crate) struct AlterReport {
    pub(crate) id: String,
    pub(crate) changed: bool,
    /// Why it can't be used though it is enabled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rejected: Option<Rejected>,
    #[serde(skip)]
    pub(crate) words: &'static str,
}

/// What was done to a target, or would be.
#[derive(Debug, Serialize)]
pub(crate) struct PlanReport {
    pub(crate) id: String,
    /// Whether it was done.
    pub(crate) done: bool,
    #[serde(flatten)]
    pub(crate) change: Change,
    /// Whether it is about removing.
    #[serde(skip)]
    pub(crate) is_removal: bool,
    /// Whether people get a patch.
    #[serde(skip)]
    pub(crate) is_patch: bool,
}

/// Why something was not done.
#[derive(Debug, Serialize)]
pub(crate) struct Refused {
    pub(crate) reason: &'static str,
    pub(crate) message: String,
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Self::from(&refusal)
    }
}

impl From<&Refusal> for Refused {
    fn from(refusal: &Refusal) -> Self {
        Self {
            reason: refusal.reason().as_str(),
            message: refusal.to_string(),
        }
    }
}
