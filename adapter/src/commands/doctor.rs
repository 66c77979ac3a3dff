//! `doctor`: looks for trouble, and changes nothing.

use std::fs;
use std::path::Path;

use fornax_manifest::load::fornax::Capability;
use fornax_manifest::operation::Direction;
use fornax_terminal::path_name;

use crate::adapter::Adapter;
use crate::commands::Context;
use crate::folder::{is_open_to_others, mode};
use crate::install::Job;
use crate::output::{Answer, DoctorReport, Report, TargetReport, Trouble, Verdict};
use crate::refusal::{Reason, Refusal};
use crate::registry::{self, COPY_SUFFIX, INDEX, Registry, State};
use crate::{built_in, draft};

pub(super) fn doctor(id: Option<&str>, cx: &Context) -> Result<Answer, Refusal> {
    let registry = Registry::load(&cx.homes, &cx.options);
    let mut troubles = Vec::new();
    let mut disabled = Vec::new();
    let is_meant = |other: &str| id.is_none_or(|id| id == other);
    if let Some(id) = id {
        let is_known = registry.adapters().any(|adapter| adapter.id() == id);
        if !is_known {
            registry.entry(id)?;
        }
    } else {
        look_at_folder(&registry, &mut troubles);
    }
    for entry in registry
        .entries()
        .iter()
        .filter(|entry| is_meant(entry.id()))
    {
        let message = match entry.state() {
            State::Loaded(_) => continue,
            State::Rejected(rejection) => format!("rejected: {rejection}"),
            State::Disabled => match registry.verify(entry, &cx.options) {
                Ok(adapter) => {
                    disabled.push(TargetReport {
                        id: adapter.id().to_owned(),
                        target: format!("~/{}", adapter.target()),
                        state: "disabled",
                        message: None,
                        is_stuck: false,
                    });
                    continue;
                }
                Err(rejection) => format!("disabled, and would be rejected: {rejection}"),
            },
        };
        troubles.push(Trouble {
            id: Some(entry.id().to_owned()),
            entry: Some(entry.number()),
            message,
        });
    }
    let mut targets: Vec<_> = registry
        .adapters()
        .filter(|adapter| is_meant(adapter.id()))
        .map(|adapter| look_at_target(adapter, cx))
        .collect();
    troubles.extend(targets.iter().filter_map(trouble));
    targets.extend(disabled);
    Ok(Answer {
        verdict: match troubles.is_empty() {
            true => Verdict::Done,
            false => Verdict::Pending,
        },
        report: Report::Doctor(DoctorReport {
            folder: registry.folder().map(path_name),
            targets,
            troubles,
        }),
    })
}

fn trouble(target: &TargetReport) -> Option<Trouble> {
    let message = match (target.state, &target.message) {
        ("refused", Some(message)) => format!("{message} ({})", target.target),
        ("installed", Some(message)) if target.is_stuck => {
            format!("it can't be uninstalled: {message}")
        }
        ("partly-installed", _) => format!(
            "only a part of it is in {}; `fornax-adapter install {}` adds the rest",
            target.target, target.id
        ),
        _ => return None,
    };
    Some(Trouble {
        id: Some(target.id.clone()),
        entry: None,
        message,
    })
}

/// Whether an adapter is installed.
fn look_at_target(adapter: &dyn Adapter, cx: &Context) -> TargetReport {
    let look = |direction| {
        // Whatever it declares: nothing is written.
        let command = adapter.capabilities().first().copied();
        let command = command.unwrap_or(Capability::Plan);
        Job::new(adapter, command, &cx.homes)?.plan(direction)
    };
    let mut is_stuck = false;
    let (state, message) = match (look(Direction::Install), look(Direction::Uninstall)) {
        (Err(refusal), Ok(_)) if refusal.reason() == Reason::FolderMissing => {
            ("not-installed", None)
        }
        (Ok(install), Err(refusal)) if !install.is_changed() => {
            // The user has it so, and may be advised to.
            let is_users = refusal.reason() == Reason::Target(built_in::FOREIGN);
            is_stuck = !is_users;
            let words = install.planned.warnings.into_iter().next();
            let words = words.filter(|_| is_users);
            ("installed", words.or_else(|| Some(refusal.to_string())))
        }
        (Err(refusal), _) | (_, Err(refusal)) => ("refused", Some(refusal.to_string())),
        (Ok(install), Ok(uninstall)) => {
            let state = match (install.is_changed(), uninstall.is_changed()) {
                (true, true) => "partly-installed",
                (true, false) => "not-installed",
                (false, _) => "installed",
            };
            (state, None)
        }
    };
    TargetReport {
        id: adapter.id().to_owned(),
        target: format!("~/{}", adapter.target()),
        state,
        message,
        is_stuck,
    }
}

/// Looks at what only the registry's owner may get at, and for files that nobody asked for.
fn look_at_folder(registry: &Registry, troubles: &mut Vec<Trouble>) {
    let mut complain = |message: String| {
        troubles.push(Trouble {
            id: None,
            entry: None,
            message,
        });
    };
    // What stands there instead of a folder has words of its own below.
    let is_folder = registry.folder().is_none_or(|folder| folder.is_dir());
    if let Some(fault) = registry.fault().filter(|_| is_folder) {
        complain(fault.to_string());
    }
    if registry.is_early() {
        complain(
            "the index has version 0, as an early writer left it; what changes it next writes \
             version 1"
                .to_owned(),
        );
    }
    let Some(folder) = registry.folder() else {
        if registry.fault().is_none() {
            complain(
                "it is not known where the registry is; set `HOME` or `FORNAX_HOME`".to_owned(),
            );
        }
        return;
    };
    let Ok(metadata) = fs::metadata(folder) else {
        return;
    };
    if !metadata.is_dir() {
        complain(format!(
            "`{}` is no folder, and the registry should be one; move it elsewhere",
            path_name(folder)
        ));
        return;
    }
    if let Some(parent) = folder.parent()
        && fs::metadata(parent).is_ok_and(|metadata| is_open_to_others(&metadata))
    {
        complain(format!(
            "`{0}` can be written to by others than its owner, who could put another registry there; \
             `chmod go-w` mends that",
            path_name(parent)
        ));
    }
    let wanted = |path: &Path, found: Option<u32>, mode: u32| {
        found.filter(|found| *found != mode).map(|found| {
            format!(
                "`{}` has the mode {found:04o}, and should have {mode:04o}; `chmod {mode:o}` mends that",
                path_name(path)
            )
        })
    };
    if let Some(message) = wanted(folder, mode(&metadata), 0o700) {
        complain(message);
    }
    // An entry that is malformed has its copy too.
    let registered: Vec<_> = registry
        .entries()
        .iter()
        .map(|entry| format!("{}{COPY_SUFFIX}", entry.id()))
        .collect();
    let mut names: Vec<_> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(Result::ok)
        .collect();
    names.sort_by_key(fs::DirEntry::file_name);
    for entry in names {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_ours = name == INDEX || registered.iter().any(|copy| *copy == name);
        if let Some(message) = entry
            .metadata()
            .ok()
            .filter(|metadata| is_ours && metadata.is_file())
            .and_then(|metadata| wanted(&entry.path(), mode(&metadata), 0o600))
        {
            complain(message);
        }
        if let Some(target) = name.strip_suffix(draft::SUFFIX)
            && registry::has_draft_in_the_way(folder, target)
        {
            complain(draft::in_the_way(&path_name(&folder.join(target))).to_string());
        }
        // While the index can't be read nobody knows what is registered.
        if !is_ours && registry.fault().is_none() && name.ends_with(COPY_SUFFIX) {
            complain(format!(
                "`{}` is not registered, and nothing reads it; `fornax-adapter register` registers a manifest",
                path_name(&entry.path())
            ));
        }
    }
}
