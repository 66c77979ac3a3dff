//! `plan`, `install` and `uninstall` on targets; `enable`, `disable` and `remove` on the registry.

use std::path::{Component, Path, PathBuf};
use std::{env, fs};

use fornax_manifest::load::fornax::Capability;
use fornax_manifest::operation::Direction;
use fornax_terminal::{Patch, Style};

use crate::adapter::{Adapter, External};
use crate::args::TargetArguments;
use crate::commands::{Context, show};
use crate::install::{Job, Outcome};
use crate::output::{AlterReport, Answer, Change, PlanReport, Report, Texts, Verdict};
use crate::refusal::Refusal;
use crate::registry::{self, Alteration, Registry};
use crate::review::Review;

pub(super) fn alter(id: &str, alteration: Alteration, cx: &Context) -> Result<Answer, Refusal> {
    let change = registry::alter(id, alteration, &cx.homes, &cx.options)?;
    let rejected = match alteration {
        Alteration::Enable => Registry::load(&cx.homes, &cx.options)
            .entry(id)
            .ok()
            .and_then(show::rejected),
        Alteration::Disable | Alteration::Remove => None,
    };
    Ok(Answer {
        verdict: match rejected {
            Some(_) => Verdict::Pending,
            None => Verdict::Done,
        },
        report: Report::Altered(AlterReport {
            id: id.to_owned(),
            changed: change == registry::Change::Done,
            rejected,
            words: match alteration {
                Alteration::Enable => "enabled",
                Alteration::Disable => "disabled",
                Alteration::Remove => "removed",
            },
        }),
    })
}

pub(super) fn plan(arguments: &TargetArguments, cx: &Context) -> Result<Answer, Refusal> {
    with_job(arguments, Capability::Plan, cx, |adapter, job| {
        let outcome = job.plan(Direction::Install)?;
        let verdict = match outcome.is_changed() {
            true => Verdict::Pending,
            false => Verdict::Done,
        };
        let report = PlanReport {
            id: adapter.id().to_owned(),
            done: false,
            change: change(outcome, arguments, adapter),
            is_removal: false,
            is_patch: arguments.diff,
        };
        Ok(Answer {
            report: Report::Change(report),
            verdict,
        })
    })
}

pub(super) fn run(
    arguments: &TargetArguments,
    command: Capability,
    direction: Direction,
    cx: &Context,
) -> Result<Answer, Refusal> {
    with_job(arguments, command, cx, |adapter, job| {
        let outcome = job.run(direction)?;
        let report = PlanReport {
            id: adapter.id().to_owned(),
            done: true,
            change: change(outcome, arguments, adapter),
            is_removal: direction == Direction::Uninstall,
            is_patch: arguments.diff,
        };
        Ok(Answer {
            report: Report::Change(report),
            verdict: Verdict::Done,
        })
    })
}

/// Finds the adapter and its target, and then acts.
fn with_job(
    arguments: &TargetArguments,
    command: Capability,
    cx: &Context,
    act: impl FnOnce(&dyn Adapter, &Job<'_>) -> Result<Answer, Refusal>,
) -> Result<Answer, Refusal> {
    let act = |adapter: &dyn Adapter, job: &Job<'_>| {
        act(adapter, job).map_err(|refusal| refusal.about(&job.target()))
    };
    if let Some(manifest) = &arguments.manifest {
        let review = Review::read(manifest, &cx.options)?;
        let adapter = External::new(review.manifest()?.clone());
        let job = match &arguments.target {
            Some(target) => Job::on_scratch(&adapter, command, target, &cx.homes)?,
            None => Job::new(&adapter, command, &cx.homes)?,
        };
        return act(&adapter, &job);
    }
    let registry = Registry::load(&cx.homes, &cx.options);
    // Without a manifest the arguments have an id.
    let adapter = registry.resolve(arguments.id.as_deref().unwrap_or_default())?;
    act(adapter, &Job::new(adapter, command, &cx.homes)?)
}

fn change(outcome: Outcome, arguments: &TargetArguments, adapter: &dyn Adapter) -> Change {
    let path = match &arguments.target {
        Some(target) => patch_path(target),
        // As `patch` finds it when it is run in the home directory.
        None => PathBuf::from(adapter.target()),
    };
    report(outcome, &path, arguments.diff)
}

/// The name by which `patch` finds a file that somebody named: below the folder where it is run, or
/// else in the file's own folder, since it takes no name that leads elsewhere.
fn patch_path(target: &Path) -> PathBuf {
    let leads_down = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    if target.components().all(leads_down) {
        return target
            .components()
            .filter(|part| *part != Component::CurDir)
            .collect();
    }
    let path = fornax_project::absolute(target);
    let name = PathBuf::from(path.file_name().unwrap_or_default());
    let real = |path: &Path| fs::canonicalize(path).ok();
    let below = || {
        let (folder, here) = (real(path.parent()?)?, real(&env::current_dir().ok()?)?);
        Some(folder.strip_prefix(here).ok()?.join(&name))
    };
    below().unwrap_or(name.clone())
}

/// What reports say of a change; `path` is the name that a patch gives the target.
pub(super) fn report(outcome: Outcome, path: &Path, with_diff: bool) -> Change {
    let texts = outcome.planned.text.as_ref().map(|after| Texts {
        path: path.to_path_buf(),
        // What is planned for is text.
        before: String::from_utf8_lossy(&outcome.before).into_owned(),
        after: String::from_utf8_lossy(after).into_owned(),
    });
    let diff = texts.as_ref().filter(|_| with_diff).map(|texts| {
        let patch = Patch {
            style: Style { color: false },
            is_shown: false,
        };
        let mut out = Vec::new();
        patch.file(&texts.path, &texts.before, &texts.after, &mut out);
        String::from_utf8_lossy(&out).into_owned()
    });
    Change {
        target: outcome.shown.clone(),
        changed: outcome.is_changed(),
        added: outcome.planned.added,
        removed: outcome.planned.removed,
        warnings: outcome.planned.warnings.clone(),
        texts,
        diff,
    }
}
