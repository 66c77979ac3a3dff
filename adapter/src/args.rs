//! The command line's arguments.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use fornax_manifest::FornaxVersion;
use fornax_terminal::Color;

const EXAMPLES: &str = "\
Examples:
  fornax-adapter review acme.manifest.json                     look at a manifest
  fornax-adapter plan --manifest acme.manifest.json --diff     see what it would change
  fornax-adapter install acme-agent                            install what is registered
  fornax-adapter list                                          see what there is

Nothing is ever executed, and no connection is opened.

Exit code: 0 done, or nothing to do; 1 something to look at or to do; 2 refused, or not possible.";

/// Registers Fornax external adapters, and installs and removes what they declare.
#[derive(Debug, Parser)]
#[command(
    name = "fornax-adapter",
    version,
    after_help = EXAMPLES,
    disable_help_subcommand = true,
    max_term_width = 100,
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Write one JSON document for programs, also about a refusal
    #[arg(long, global = true)]
    pub(crate) json: bool,

    /// The Fornax in use, such as 0.0.9; what needs a newer one is rejected
    #[arg(long, value_name = "VERSION", global = true)]
    pub(crate) fornax_version: Option<FornaxVersion>,

    /// When to colour what people read: auto, always, never
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true,
        hide_possible_values = true,
        global = true
    )]
    pub(crate) color: Color,
}

/// The definition of the arguments, from which help, manual pages and the reference are made.
#[must_use]
pub fn command() -> clap::Command {
    Arguments::command()
}

impl Arguments {
    /// Reads the arguments of this process.
    pub(crate) fn read() -> Result<Self, clap::Error> {
        // The library makes it, with words of its own.
        let mut definition = Self::command().disable_help_subcommand(false);
        definition.build();
        let definition = definition.mut_subcommand("help", |help| help.hide(true));
        Self::from_arg_matches(&definition.try_get_matches()?)
    }
}

/// Whether arguments that are wrong ask for a report for programs; and the command in it, if there is
/// one.
pub(crate) fn asks_for_json(
    arguments: impl IntoIterator<Item = OsString>,
) -> Option<Option<String>> {
    let arguments: Vec<_> = arguments
        .into_iter()
        .skip(1)
        .take_while(|argument| argument != "--")
        .collect();
    let definition = command();
    let named = arguments
        .iter()
        .filter_map(|argument| argument.to_str())
        .find(|argument| definition.find_subcommand(argument).is_some());
    arguments
        .iter()
        .any(|argument| argument == "--json")
        .then(|| named.map(str::to_owned))
}

const LIST: &str = "\
Example:
  fornax-adapter list --json

Adapters that are registered but can't be used are listed with the reason.

Exit code: 0 listed; 2 the registry's index can't be read.";

const INFO: &str = "\
Example:
  fornax-adapter info acme-agent

The adapter's target is not looked at.

Exit code: 0 shown; 1 shown, and it can't be used; 2 there is no such adapter.";

const DOCTOR: &str = "\
Examples:
  fornax-adapter doctor               look at the registry, and at every adapter and its target
  fornax-adapter doctor acme-agent    look at one of them

Exit code: 0 all is well; 1 something is wrong; 2 there is no such adapter.";

const REVIEW: &str = "\
Example:
  fornax-adapter review acme.manifest.json

Nothing is written. The last line is the command that registers what was shown.

Exit code: 1 reviewed, and not registered yet; 2 it can't be registered.";

const REGISTER: &str = "\
Examples:
  fornax-adapter register acme.manifest.json    the same as `review`
  fornax-adapter register acme.manifest.json --confirm-digest \"$digest\"

The registry keeps a copy of the file, and never reads the file again.

Exit code: 0 registered; 1 reviewed only, since no digest was given; 2 refused.";

const ENABLE: &str = "\
Example:
  fornax-adapter enable acme-agent

Exit code: 0 it is enabled; 1 it is enabled, and can't be used all the same; 2 refused.";

const DISABLE: &str = "\
Example:
  fornax-adapter disable acme-agent

It stays registered. What it has installed stays too.

Exit code: 0 it is disabled; 2 refused.";

const REMOVE: &str = "\
Example:
  fornax-adapter remove acme-agent

The registry's copy of its manifest goes too. What it has installed stays: uninstall first.

Exit code: 0 it is removed; 2 refused.";

const PLAN: &str = "\
Examples:
  fornax-adapter plan acme-agent
  fornax-adapter plan --manifest acme.manifest.json --diff
  fornax-adapter plan --manifest acme.manifest.json --target settings.json

Exit code: 0 nothing would change; 1 something would; 2 refused.";

const INSTALL: &str = "\
Examples:
  fornax-adapter install acme-agent
  fornax-adapter install --manifest acme.manifest.json --target settings.json --diff

The target is replaced whole, or left as it is. Installing twice is the same as once.

Exit code: 0 installed, or it was already; 2 refused.";

const UNINSTALL: &str = "\
Examples:
  fornax-adapter uninstall acme-agent
  fornax-adapter uninstall --manifest acme.manifest.json --target settings.json

What the adapter has put into its target goes, and what became empty by that; all else stays.

Exit code: 0 removed, or there was nothing; 2 refused.";

/// What `--diff` means to a command that changes the target.
const DONE: &str = "Also write, to standard output, what was changed as a patch";

/// The two forms of a command on a target.
fn usage(command: &str) -> String {
    format!(
        "fornax-adapter {command} [OPTIONS] <ID>\n       \
         fornax-adapter {command} [OPTIONS] --manifest <FILE> [--target <FILE>]"
    )
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the adapters that there are, and those that are rejected
    #[command(after_help = LIST)]
    List,
    /// Show what is known of an adapter
    #[command(after_help = INFO)]
    Info {
        /// The adapter's id
        id: String,
    },
    /// Look for trouble in the registry, in its adapters and in their targets
    #[command(after_help = DOCTOR)]
    Doctor {
        /// The adapter's id; if none is given, all are looked at
        id: Option<String>,
    },
    /// Show what a manifest would do and be registered as
    #[command(after_help = REVIEW)]
    Review {
        /// The manifest
        manifest: PathBuf,
    },
    /// Register a manifest that was reviewed
    #[command(after_help = REGISTER)]
    Register {
        /// The manifest
        manifest: PathBuf,

        /// The digest that the review has shown
        #[arg(long, value_name = "DIGEST")]
        confirm_digest: Option<String>,
    },
    /// Let a registered adapter be used
    #[command(after_help = ENABLE)]
    Enable {
        /// The adapter's id
        id: String,
    },
    /// Keep a registered adapter from being used
    #[command(after_help = DISABLE)]
    Disable {
        /// The adapter's id
        id: String,
    },
    /// Take an adapter out of the registry
    #[command(after_help = REMOVE)]
    Remove {
        /// The adapter's id
        id: String,
    },
    /// Say what installing would change, and change nothing
    #[command(after_help = PLAN, override_usage = usage("plan"))]
    Plan(TargetArguments),
    /// Put an adapter's elements into its target
    #[command(
        after_help = INSTALL,
        override_usage = usage("install"),
        mut_arg("diff", |diff| diff.help(DONE)),
    )]
    Install(TargetArguments),
    /// Take an adapter's elements out of its target
    #[command(
        after_help = UNINSTALL,
        override_usage = usage("uninstall"),
        mut_arg("diff", |diff| diff.help(DONE)),
    )]
    Uninstall(TargetArguments),
}

// Which adapter, and which target.
#[derive(Debug, Args)]
pub(crate) struct TargetArguments {
    /// The adapter's id
    #[arg(required_unless_present = "manifest", conflicts_with = "manifest")]
    pub(crate) id: Option<String>,

    /// Take the adapter of this manifest, which need not be registered
    #[arg(long, value_name = "FILE")]
    pub(crate) manifest: Option<PathBuf>,

    /// Take this file for the target, to try things out
    #[arg(
        long,
        value_name = "FILE",
        requires = "manifest",
        conflicts_with = "id"
    )]
    pub(crate) target: Option<PathBuf>,

    /// Write the change as a patch; nothing else is written
    #[arg(long)]
    pub(crate) diff: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_holds_together() {
        command().debug_assert();
    }
}
