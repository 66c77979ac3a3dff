//! What each command does: it makes a report, which is then written.

mod change;
mod doctor;
mod review;
mod show;

use fornax_manifest::Options;
use fornax_manifest::load::fornax::Capability;
use fornax_manifest::operation::Direction;
use fornax_project::Homes;
use fornax_terminal::{is_colored, usage_message};

use crate::args::{Arguments, Command};
use crate::output::{Answer, Output, Report, Verdict};
use crate::refusal::{Reason, Refusal};
use crate::registry::Alteration;

/// What every command is told about the world.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) homes: Homes,
    pub(crate) options: Options,
}

/// Does what was asked for, and says what came of it.
pub(crate) fn run(arguments: &Arguments) -> Verdict {
    let output = Output {
        json: arguments.json,
        color: is_colored(arguments.color),
    };
    let cx = Context {
        homes: Homes::from_environment(),
        options: Options {
            fornax_version: arguments.fornax_version,
            ..Options::default()
        },
    };
    let answer = answer(&arguments.command, &cx).unwrap_or_else(|refusal| Answer {
        report: Report::Refused(refusal.into()),
        verdict: Verdict::Failed,
    });
    output.write(Some(name(&arguments.command)), &answer)
}

/// Says for programs that the arguments are wrong, as far as they name a command for that.
pub(crate) fn refuse_arguments(command: Option<String>, error: &clap::Error) -> Verdict {
    let output = Output {
        json: true,
        color: false,
    };
    let refusal = Refusal::new(Reason::Arguments, usage_message(error));
    let answer = Answer {
        report: Report::Refused(refusal.into()),
        verdict: Verdict::Failed,
    };
    output.write(command.as_deref(), &answer)
}

/// The command's name, as it is typed.
fn name(command: &Command) -> &'static str {
    match command {
        Command::List => "list",
        Command::Info { .. } => "info",
        Command::Doctor { .. } => "doctor",
        Command::Review { .. } => "review",
        Command::Register { .. } => "register",
        Command::Enable { .. } => "enable",
        Command::Disable { .. } => "disable",
        Command::Remove { .. } => "remove",
        Command::Plan(_) => "plan",
        Command::Install(_) => "install",
        Command::Uninstall(_) => "uninstall",
    }
}

fn answer(command: &Command, cx: &Context) -> Result<Answer, Refusal> {
    match command {
        Command::List => Ok(show::list(cx)),
        Command::Info { id } => show::info(id, cx),
        Command::Doctor { id } => doctor::doctor(id.as_deref(), cx),
        Command::Review { manifest } => review::review(manifest, cx),
        Command::Register {
            manifest,
            confirm_digest: None,
        } => review::review(manifest, cx),
        Command::Register {
            manifest,
            confirm_digest: Some(digest),
        } => review::register(manifest, digest, cx),
        Command::Enable { id } => change::alter(id, Alteration::Enable, cx),
        Command::Disable { id } => change::alter(id, Alteration::Disable, cx),
        Command::Remove { id } => change::alter(id, Alteration::Remove, cx),
        Command::Plan(target) => change::plan(target, cx),
        Command::Install(target) => {
            change::run(target, Capability::Install, Direction::Install, cx)
        }
        Command::Uninstall(target) => {
            change::run(target, Capability::Uninstall, Direction::Uninstall, cx)
        }
    }
}
