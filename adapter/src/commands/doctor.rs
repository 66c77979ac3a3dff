//! `doctor`: looks for trouble, and changes nothing.

use std::fs;
use std::path::Path;

use fornax_manifest::load::fornax::Capability;
use fornax_manifest::operation::Direction;
use fornax_terminal::path_name;

use crate::adapter::Adapter;
use crate::commands::Context;
use crate::folder::mode;
use crate::install::Job;
use crate::output::{Answer, DoctorReport, Report, TargetReport, Trouble, Verdict};
use crate::refusal::Refusal;
use crate::registry::{Registry, State};

pub(super) fn doctor(id: Option<&str>, cx: &Context) -> Result<Answer, Refusal> {
    let registry = Registry::load(&cx.homes, &cx.options);
    let mut troubles = Vec::new();
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
        if let State::Rejected(rejection) = entry.state() {
            troubles.push(Trouble {
                id: Some(entry.id().to_owned()),
                message: format!("rejected: {rejection}"),
            });
        }
    }
    let targets: Vec<_> = registry
        .adapters()
        .filter(|adapter| is_meant(adapter.id()))
        .map(|adapter| look_at_target(adapter, cx))
        .collect();
    troubles.extend(targets.iter().filter_map(trouble));
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
        ("partly-installed", _) => format!(
            "only a part of it is in {}; `fornax-adapter install {}` adds the rest",
            target.target, target.id
        ),
        _ => return None,
    };
    Some(Trouble {
        id: Some(target.id.clone()),
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
    let (state, message) = match (look(Direction::Install), look(Direction::Uninstall)) {
        (Err(refusal), Ok(_)) if refusal.reason() == crate::Reason::FolderMissing => {
            ("not-installed", None)
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
    }
}

/// Looks at what only the registry's owner may get at, and for files that nobody asked for.
fn look_at_folder(registry: &Registry, troubles: &mut Vec<Trouble>) {
    let mut complain = |message: String| troubles.push(Trouble { id: None, message });
    if let Some(fault) = registry.fault() {
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
        complain("it is not known where the registry is; set `HOME` or `FORNAX_HOME`".to_owned());
        return;
    };
    let Ok(metadata) = fs::metadata(folder) else {
        return;
    };
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
    let registered: Vec<_> = registry
        .entries()
        .iter()
        .filter_map(|entry| Some(entry.registration()?.manifest_file.as_str()))
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
        let is_ours = name == crate::registry::INDEX || registered.contains(&&*name);
        if let Some(message) = entry
            .metadata()
            .ok()
            .filter(|metadata| is_ours && metadata.is_file())
            .and_then(|metadata| wanted(&entry.path(), mode(&metadata), 0o600))
        {
            complain(message);
        }
        if !is_ours && name.ends_with(".manifest.json") {
            complain(format!(
                "`{}` is not registered, and nothing reads it; `fornax-adapter register` registers a manifest",
                path_name(&entry.path())
            ));
        }
    }
}
