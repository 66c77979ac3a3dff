//! The command line's arguments.

use std::ffi::OsStr;
use std::path::PathBuf;

use clap::builder::{EnumValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum};
use fornax_manifest::{DocumentKind, FornaxVersion, Severity};

const EXAMPLES: &str = "\
Examples:
  fornax-lint                                  check every manifest below this folder
  fornax-lint hermes.json --kind ak-adapter    check one file, whatever its name
  fornax-lint - < kit.json                     check standard input
  fornax-lint --format sarif=lint.sarif        write a report for programs
  fornax-lint explain marker-mismatch          say more about a rule

Exit code: 0 nothing at error level, 1 errors found, 2 the job could not be done.";

/// Checks Fornax and agentic-kit adapter manifests, and says what their loaders would.
#[derive(Debug, Parser)]
#[command(
    name = "fornax-lint",
    version,
    override_usage = "fornax-lint [OPTIONS] [PATHS]...\n       fornax-lint <COMMAND>",
    after_help = EXAMPLES,
    disable_help_subcommand = true,
    max_term_width = 100,
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    #[command(flatten)]
    pub(crate) check: CheckArguments,

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

impl Arguments {
    /// Reads the arguments of this process.
    pub(crate) fn read() -> Result<Self, clap::Error> {
        let mut command = Self::command();
        let matches = command.try_get_matches_from_mut(std::env::args_os())?;
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
        Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check manifests; what happens when no command is given
    #[command(after_help = EXAMPLES)]
    Check(CheckArguments),
    /// Say what a rule finds, why it matters and what to do
    #[command(after_help = "Example:\n  fornax-lint explain trailing-comma")]
    Explain {
        /// The rule's name, as it stands in brackets behind a finding's severity
        rule: String,
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
    /// List every rule
    #[command(after_help = "Example:\n  fornax-lint rules | grep pointer")]
    Rules,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// Files and folders, or `-` for standard input
    #[arg(default_value = ".", hide_default_value = true)]
    pub(crate) paths: Vec<PathBuf>,

    /// What a named file is: fornax-manifest, fornax-registry, ak-adapter, ak-kit
    #[arg(long, value_parser = kind_parser(), hide_possible_values = true)]
    pub(crate) kind: Option<DocumentKind>,

    /// The name of what comes from standard input
    #[arg(long, value_name = "PATH")]
    pub(crate) stdin_filename: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) config: ConfigArguments,

    /// Pass over excluded files even if they are named
    #[arg(long)]
    pub(crate) force_exclude: bool,

    /// Don't look at the disk around a manifest
    #[arg(long)]
    pub(crate) isolated: bool,

    #[command(flatten)]
    pub(crate) output: OutputArguments,

    /// Leave out what matters less than: error, warning, info
    #[arg(
        long,
        value_name = "LEVEL",
        default_value = "info",
        hide_default_value = true,
        hide_possible_values = true
    )]
    pub(crate) min_severity: Level,

    /// No summary
    #[arg(short, long, conflicts_with = "verbose")]
    pub(crate) quiet: bool,

    /// Also name every file that is checked or passed over
    #[arg(short, long)]
    pub(crate) verbose: bool,
}

/// What governs the check.
#[derive(Debug, Args)]
pub(crate) struct ConfigArguments {
    /// Let this file govern, not the nearest fornax-lint.toml
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    pub(crate) config: Option<PathBuf>,

    /// Let no fornax-lint.toml govern
    #[arg(long)]
    pub(crate) no_config: bool,

    /// The Fornax in use, such as 0.0.9; needing a newer one is an error
    #[arg(long, value_name = "VERSION")]
    pub(crate) fornax_version: Option<FornaxVersion>,

    /// Check for use by `npm:` or `https:`: relative commands don't work
    #[arg(long)]
    pub(crate) published: bool,
}

/// What findings are written as, and where to.
#[derive(Debug, Args)]
pub(crate) struct OutputArguments {
    /// How to write findings, and where to: human, short, json, jsonl, sarif, github, gitlab, junit
    #[arg(
        long = "format",
        value_name = "FORMAT[=FILE]",
        value_parser = FormatParser,
        hide_possible_values = true
    )]
    pub(crate) formats: Vec<FormatArgument>,

    /// Write to a file, not to standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Where paths in sarif, github and gitlab start, if not at the repository
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

/// When to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
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
        let invalid = |kind| clap::Error::new(kind).with_cmd(command);
        let text = value
            .to_str()
            .ok_or_else(|| invalid(ErrorKind::InvalidUtf8))?;
        let (name, file) = match text.split_once('=') {
            Some((_, "")) => return Err(invalid(ErrorKind::InvalidValue)),
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
