//! The command line's arguments.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap::builder::{
    ArgPredicate, EnumValueParser, PossibleValue, PossibleValuesParser, StringValueParser,
    TypedValueParser,
};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{
    ArgAction, Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum,
};
use clap_complete::Shell;
use fornax_manifest::{DocumentKind, FornaxVersion, RULES, Rule, Severity, nearest};
use fornax_terminal::{Color, visible};

use crate::commands::digest::Expected;
use crate::commands::init::Template;
use crate::commands::rules::Listing;
use crate::commands::schema::Described;
use crate::version;

const EXAMPLES: &str = "\
FORMAT: human, short, json, jsonl, sarif, github, gitlab, junit

Examples:
  fornax-lint                            check every manifest below this folder
  fornax-lint --fix adapters kit.json    apply the fixes that can be trusted
  fornax-lint explain marker-mismatch    say more about a rule
  fornax-lint check --help               show every option

Exit code: 0 nothing at error level; 1 errors found; 2 the job was not done.";

const CHECK_EXAMPLES: &str = "\
KIND:   fornax-manifest, fornax-registry, ak-adapter, ak-kit
FORMAT: human, short, json, jsonl, sarif, github, gitlab, junit

Examples:
  fornax-lint check hermes.json --kind ak-adapter    whatever it is called
  fornax-lint check --format sarif=lint.sarif        a report into a file
  fornax-lint check --diff | git apply               fix by way of a patch

Exit code: 0 no errors; 1 errors, or a patch by --diff; 2 the job was not done.";

/// Options that the program's own help leaves to that of `check`, to fit a screen.
const ONLY_IN_CHECK: [&str; 12] = [
    "kind",
    "stdin_filename",
    "files_from",
    "config",
    "no_config",
    "fornax_version",
    "published",
    "force_exclude",
    "isolated",
    "root",
    "show_ignored",
    "verbose",
];

/// Checks Fornax and agentic-kit adapter manifests as their loaders would.
#[derive(Debug, Parser)]
#[command(
    name = "fornax-lint",
    version,
    long_version = version::long(),
    override_usage = "fornax-lint [OPTIONS] [PATHS]...\n       fornax-lint <COMMAND>",
    after_help = EXAMPLES,
    disable_help_subcommand = true,
    disable_help_flag = true,
    max_term_width = 100,
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    #[command(flatten)]
    pub(crate) check: CheckArguments,

    /// When to use colour: auto, always, never
    ///
    /// What people read is coloured on a terminal, unless the environment has NO_COLOR; `always` and
    /// `never` overrule both.
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true,
        hide_possible_values = true,
        global = true
    )]
    pub(crate) color: Color,

    /// Print help
    // The long texts are for the manual pages and the reference: help is to fit a screen.
    #[arg(id = "help", short = 'h', long = "help", action = ArgAction::HelpShort, global = true)]
    pub(crate) help: Option<bool>,
}

/// The definition of the arguments, from which help, completions, manual pages and the reference are
/// made.
#[must_use]
pub fn command() -> clap::Command {
    Arguments::command().mut_args(|argument| {
        let is_hidden = ONLY_IN_CHECK.contains(&argument.get_id().as_str());
        argument.hide(is_hidden)
    })
}

impl Arguments {
    /// Reads the words of a command line, the program's name first.
    pub(crate) fn read(words: Vec<OsString>) -> Result<Self, clap::Error> {
        let mut command = command();
        let matches = command.try_get_matches_from_mut(words)?;
        if let Some(name) = matches.subcommand_name() {
            // An option of the check that nobody asked for would otherwise be ignored.
            let is_given = |id: &&clap::Id| {
                *id != "color"
                    && matches.value_source(id.as_str()) == Some(ValueSource::CommandLine)
            };
            if matches.ids().any(|id| is_given(&id)) {
                return Err(command.error(
                    ErrorKind::ArgumentConflict,
                    format!("options go after `{name}`; a path of that name is `./{name}`"),
                ));
            }
        }
        let arguments =
            Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        let check = match &arguments.command {
            None => Some(&arguments.check),
            Some(Command::Check(check)) => Some(check),
            Some(Command::Help { command: name }) => {
                return Err(help(&mut command, name.as_deref()));
            }
            Some(_) => None,
        };
        if let Some(FixArguments {
            fix: false,
            diff: false,
            unsafe_fixes: true,
        }) = check.map(|check| check.fixing)
        {
            return Err(command.error(
                ErrorKind::MissingRequiredArgument,
                "`--unsafe-fixes` says which fixes are meant: give `--fix` to apply them, or `--diff` to \
                 see them",
            ));
        }
        Ok(arguments)
    }
}

/// The help of the program, or of one of its commands, which is how clap answers to `--help`.
fn help(program: &mut clap::Command, name: Option<&str>) -> clap::Error {
    if let Some(name) = name.filter(|name| program.find_subcommand(name).is_none()) {
        let nearest = match nearest_command(name) {
            Some(nearest) => format!("; did you mean `{nearest}`?"),
            None => "; `fornax-lint --help` lists them".to_owned(),
        };
        let message = format!("there is no command `{}`{nearest}", visible(name));
        return program.error(ErrorKind::InvalidSubcommand, message);
    }
    let words = ["fornax-lint"].into_iter().chain(name).chain(["--help"]);
    match program.try_get_matches_from_mut(words) {
        Err(help) => help,
        // Whoever asks for help gets nothing else.
        Ok(_) => program.error(ErrorKind::InvalidSubcommand, "there is no such help"),
    }
}

/// The command that was most likely meant.
pub(crate) fn nearest_command(name: &str) -> Option<String> {
    let program = command();
    let names: Vec<_> = program
        .get_subcommands()
        .map(clap::Command::get_name)
        .collect();
    nearest(name, names).map(str::to_owned)
}

// What a subcommand takes is only defined once it is asked for: a check has no use for it.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum Command {
    /// Check manifests; what happens when no command is given
    #[command(after_help = CHECK_EXAMPLES)]
    Check(CheckArguments),
    /// Say what a rule finds, why it matters and what to do
    #[command(
        after_help = "Examples:\n  fornax-lint explain trailing-comma\n  fornax-lint explain invalid-contract    which rules stand for a loader's word"
    )]
    Explain {
        /// The rule's name, as it stands in a finding's brackets; or what a loader says
        #[arg(value_parser = RuleParser, hide_possible_values = true)]
        rule: String,
    },
    /// List every rule
    #[command(
        after_help = "Examples:\n  fornax-lint rules | grep pointer\n  fornax-lint rules --format json"
    )]
    Rules {
        /// How to list them: human, json
        #[arg(
            long,
            default_value = "human",
            hide_default_value = true,
            hide_possible_values = true
        )]
        format: Listing,
    },
    /// Show which configuration governs a file, and what holds for it
    #[command(
        after_help = "Examples:\n  fornax-lint config\n  fornax-lint config adapters/acme.manifest.json"
    )]
    Config {
        /// Files and folders
        #[arg(default_value = ".", hide_default_value = true)]
        paths: Vec<PathBuf>,

        #[command(flatten)]
        config: ConfigArguments,
    },
    /// Start a manifest that has no fault yet
    #[command(after_help = INIT_EXAMPLES)]
    Init(InitArguments),
    /// Print the hashes by which users confirm a manifest, or check one
    #[command(after_help = DIGEST_EXAMPLES)]
    Digest(DigestArguments),
    /// Print the JSON Schema of a document or of a report
    #[command(after_help = "Example:\n  fornax-lint schema ak-adapter > ak-adapter.schema.json")]
    Schema {
        /// What it describes: fornax-manifest, fornax-registry, ak-adapter, ak-kit, config, report, finding,
        /// adapter-report
        #[arg(value_name = "KIND", hide_possible_values = true)]
        document: Described,
    },
    /// Print the script that completes arguments in a shell
    #[command(
        after_help = "Example:\n  fornax-lint completions fish > ~/.config/fish/completions/fornax-lint.fish"
    )]
    Completions {
        /// The shell: bash, elvish, fish, powershell, zsh
        #[arg(hide_possible_values = true)]
        shell: Shell,
    },
    /// Print the help of a command
    // It is what many try first; `--help` is what is documented.
    #[command(hide = true)]
    Help {
        /// The command
        command: Option<String>,
    },
}

const INIT_EXAMPLES: &str = "\
Examples:
  fornax-lint init --kind ak-adapter --id acme        write ak-adapter.json
  fornax-lint init --kind fornax-manifest adapters    write a file in adapters
  fornax-lint init --kind ak-kit --stdout             show it only

A file that exists is left as it is: the exit code is then 2.";

const DIGEST_EXAMPLES: &str = "\
Examples:
  fornax-lint digest acme.manifest.json
  fornax-lint digest ak-adapter.json --check \"$consented\"

`digest` is the SHA-256 of the file's bytes, by which Fornax pins a manifest.
`consent-hash` is the one that agentic-kit asks a user to consent to, if it
accepts the adapter.

Exit code: 0 hashes printed, or HASH is one of them; 1 HASH is none; 2 the job
was not done.";

#[derive(Debug, Args)]
pub(crate) struct InitArguments {
    /// The file, or the folder that gets it; if none is given, the current one
    #[arg(conflicts_with = "stdout")]
    pub(crate) path: Option<PathBuf>,

    /// What to start: fornax-manifest, ak-adapter, ak-kit
    #[arg(long, hide_possible_values = true)]
    pub(crate) kind: Template,

    /// The id, from which the rest is named too
    #[arg(long, default_value = "my-adapter")]
    pub(crate) id: String,

    /// Write no file, but print what it would hold
    #[arg(long)]
    pub(crate) stdout: bool,
}

#[derive(Debug, Args)]
pub(crate) struct DigestArguments {
    /// The manifest, or `-` for standard input
    pub(crate) file: PathBuf,

    /// Tell by the exit code if this is one of them
    ///
    /// No hash is printed then.
    #[arg(long, value_name = "HASH")]
    pub(crate) check: Option<Expected>,

    /// What it is, if its name and content don't tell
    ///
    /// The kinds are fornax-manifest, fornax-registry, ak-adapter and ak-kit.
    #[arg(long, value_parser = kind_parser(), hide_possible_values = true)]
    pub(crate) kind: Option<DocumentKind>,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// Files and folders, or `-` for standard input
    #[arg(
        default_value = ".",
        default_value_if("files_from", ArgPredicate::IsPresent, None),
        hide_default_value = true
    )]
    pub(crate) paths: Vec<PathBuf>,

    /// Also check what FILE lists
    ///
    /// One path a line, or, if it has a NUL, one before each NUL; `-` is standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) files_from: Option<PathBuf>,

    /// What the named files are
    ///
    /// Otherwise their names and content tell. The kinds are fornax-manifest, fornax-registry,
    /// ak-adapter and ak-kit.
    #[arg(long, value_parser = kind_parser(), hide_possible_values = true)]
    pub(crate) kind: Option<DocumentKind>,

    /// The name of what comes from standard input
    #[arg(long, value_name = "PATH")]
    pub(crate) stdin_filename: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) config: ConfigArguments,

    /// Pass over excluded files even if named
    ///
    /// What an ignore file names is passed over too, and another program's file that has a manifest's
    /// name.
    #[arg(long)]
    pub(crate) force_exclude: bool,

    /// Don't look at the disk around a manifest
    #[arg(long)]
    pub(crate) isolated: bool,

    #[command(flatten)]
    pub(crate) fixing: FixArguments,

    #[command(flatten)]
    pub(crate) output: OutputArguments,

    /// Leave out what matters less: error, warning
    ///
    /// The levels are error, warning and info; errors are never left out.
    #[arg(
        long,
        value_name = "LEVEL",
        default_value = "info",
        hide_default_value = true,
        hide_possible_values = true
    )]
    pub(crate) min_severity: Level,

    /// Check again whenever something changes
    ///
    /// That is a manifest, the configuration, or what a rule has looked for beside a manifest. With
    /// --fix, what is written is fixed once its writer has finished; a fix that is undone stays so.
    #[arg(long, conflicts_with_all = ["output", "diff"])]
    pub(crate) watch: bool,

    /// No summary
    #[arg(short, long, conflicts_with = "verbose")]
    pub(crate) quiet: bool,

    /// Name every file checked or passed over
    #[arg(short, long)]
    pub(crate) verbose: bool,
}

/// What is meant where nothing is said, as the definition above has it.
impl Default for CheckArguments {
    fn default() -> Self {
        Self {
            paths: vec![PathBuf::from(".")],
            files_from: None,
            kind: None,
            stdin_filename: None,
            config: ConfigArguments::default(),
            force_exclude: false,
            isolated: false,
            fixing: FixArguments::default(),
            output: OutputArguments::default(),
            min_severity: Level::Info,
            watch: false,
            quiet: false,
            verbose: false,
        }
    }
}

// What governs the check. (A doc comment here would become the help of whoever takes these.)
#[derive(Debug, Default, Args)]
pub(crate) struct ConfigArguments {
    /// Use this, not the nearest fornax-lint.toml
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    pub(crate) config: Option<PathBuf>,

    /// Use no fornax-lint.toml
    #[arg(long)]
    pub(crate) no_config: bool,

    /// The Fornax in use
    ///
    /// A manifest that needs a newer one is then an error.
    #[arg(long, value_name = "X.Y.Z")]
    pub(crate) fornax_version: Option<FornaxVersion>,

    /// Check for use by `npm:` or `https:`
    ///
    /// Relative commands don't work there.
    #[arg(long)]
    pub(crate) published: bool,
}

// What becomes of what can be fixed.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct FixArguments {
    /// Apply safe fixes, and report what is left
    #[arg(long, group = "fixing")]
    pub(crate) fix: bool,

    /// Show what --fix would change, as a patch
    ///
    /// No file is written.
    #[arg(long, group = "fixing", conflicts_with_all = ["formats", "output"])]
    pub(crate) diff: bool,

    /// Apply fixes too that may not be meant
    ///
    /// Goes with --fix or --diff.
    #[arg(long)]
    pub(crate) unsafe_fixes: bool,
}

// What findings are written as, and where to.
#[derive(Debug, Default, Args)]
pub(crate) struct OutputArguments {
    /// How to write findings, perhaps into FILE
    ///
    /// The formats are human, short, json, jsonl, sarif, github, gitlab and junit. May be given
    /// several times.
    #[arg(
        long = "format",
        value_name = "FORMAT[=FILE]",
        value_parser = FormatParser,
        hide_possible_values = true
    )]
    pub(crate) formats: Vec<FormatArgument>,

    /// Write to this file, not to standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// List ignored findings in sarif too
    ///
    /// They are marked as suppressed, with the reason. GitHub shows them as open alerts all the same.
    #[arg(long)]
    pub(crate) show_ignored: bool,

    /// What paths for services start from
    ///
    /// These are the paths in sarif, github and gitlab, which otherwise start from the top of the
    /// repository, and those in a patch, which start from the working directory.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) root: Option<PathBuf>,
}

/// A format, and the file that it goes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FormatArgument {
    pub(crate) format: Format,
    /// None if the argument doesn't say.
    pub(crate) file: Option<PathBuf>,
}

/// What findings are written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// The source, marked, with notes and fixes
    Human,
    /// A line for each finding
    Short,
    /// One document for programs
    Json,
    /// A line of JSON for each finding
    Jsonl,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of GitHub Actions
    Github,
    /// GitLab's code quality report
    Gitlab,
    /// JUnit's XML, for test reports
    Junit,
}

/// A severity, as an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Level {
    /// Only errors
    Error,
    /// Errors and warnings
    Warning,
    /// All
    Info,
}

impl From<Level> for Severity {
    fn from(level: Level) -> Self {
        match level {
            Level::Error => Self::Error,
            Level::Warning => Self::Warning,
            Level::Info => Self::Info,
        }
    }
}

fn kind_parser() -> impl TypedValueParser<Value = DocumentKind> {
    PossibleValuesParser::new(DocumentKind::ALL.map(DocumentKind::name)).try_map(|name| {
        // The names are those of the kinds, so there is always one.
        DocumentKind::from_name(&name).ok_or("no such kind")
    })
}

/// Takes any text for a rule's name: whoever looks it up says what is wrong with one. Shells are told
/// the names there are.
#[derive(Clone, Debug)]
struct RuleParser;

impl TypedValueParser for RuleParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let value = |rule: &&Rule| PossibleValue::new(rule.name).help(rule.summary);
        Some(Box::new(RULES.iter().map(value)))
    }
}

/// Reads `FORMAT` or `FORMAT=FILE`.
#[derive(Clone, Debug)]
struct FormatParser;

impl TypedValueParser for FormatParser {
    type Value = FormatArgument;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        let error = |kind, message| command.clone().error(kind, message);
        let text = value.to_str().ok_or_else(|| {
            let message = "what follows `--format` must be text; `--output` takes any file's name";
            error(ErrorKind::InvalidUtf8, message)
        })?;
        let (name, file) = match text.split_once('=') {
            Some((_, "")) => {
                let message = "in `--format FORMAT=FILE`, the file is missing";
                return Err(error(ErrorKind::InvalidValue, message));
            }
            Some((name, file)) => (name, Some(PathBuf::from(file))),
            None => (text, None),
        };
        let format = EnumValueParser::new().parse_ref(command, argument, name.as_ref())?;
        Ok(FormatArgument { format, file })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let formats = Format::value_variants().iter();
        Some(Box::new(formats.filter_map(Format::to_possible_value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_holds_together() {
        command().debug_assert();
        for id in ONLY_IN_CHECK {
            let command = command();
            let argument = command
                .get_arguments()
                .find(|argument| argument.get_id() == id);
            assert!(argument.is_some_and(clap::Arg::is_hide_set), "{id}");
        }
    }
}
