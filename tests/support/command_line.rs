//! The manual pages and the reference of a command line, which are made from its arguments.
//!
//! A target takes it in with `#[path = "../support/command_line.rs"] mod command_line;`.

use std::fmt::Write as _;
use std::fs;

use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::support::{assert_generated, repo_root, updating};

/// The folder of manual pages.
const MANUALS: &str = "docs/man";

/// A command line, and what is made of it.
pub(crate) struct CommandLine {
    /// The definition of its arguments.
    pub(crate) command: clap::Command,
    /// Its name and its version, as manual pages show them.
    pub(crate) version: &'static str,
    /// The page of the reference.
    pub(crate) page: &'static str,
    /// That page's heading.
    pub(crate) title: &'static str,
    /// What its manual pages are about.
    pub(crate) manual: &'static str,
}

impl CommandLine {
    /// Holds the reference to the arguments.
    pub(crate) fn check_reference(&self) {
        let mut page = format!(
            "\
<!-- Generated from the arguments' definition; `FORNAX_UPDATE=1 cargo test` rewrites it. -->

# {}

",
            self.title
        );
        for command in self.commands() {
            section(&command, &mut page);
        }
        assert_generated(self.page, &page);
    }

    /// Holds the manual pages to the arguments.
    pub(crate) fn check_manuals(&self) {
        let program = self.command.get_name();
        let mut names = Vec::new();
        for command in self.commands() {
            let name = format!("{}.1", full_name(&command).replace(' ', "-"));
            assert_generated(&format!("{MANUALS}/{name}"), &self.manual(command));
            names.push(name);
        }
        for entry in fs::read_dir(repo_root().join(MANUALS)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            let is_ours = name.starts_with(&format!("{program}."))
                || name.starts_with(&format!("{program}-"));
            if !is_ours || names.iter().any(|known| known == name) {
                continue;
            }
            assert!(updating(), "there is no command for {MANUALS}/{name}");
            fs::remove_file(&path).unwrap();
        }
    }

    /// The program and its commands, each as it is when it is asked for.
    fn commands(&self) -> Vec<clap::Command> {
        let mut program = self.command.clone();
        program.build();
        let commands = program
            .get_subcommands()
            .filter(|command| !command.is_hide_set());
        let commands: Vec<_> = commands.cloned().collect();
        [vec![program], commands].concat()
    }

    /// A command's manual page.
    fn manual(&self, command: clap::Command) -> String {
        let remarks = remarks(&command);
        let is_program = command.has_subcommands();
        let about = about(&command);
        let texts: Vec<_> = remarks
            .iter()
            .filter_map(|remark| match remark {
                Remark::Text(text) => Some(text.as_str()),
                _ => None,
            })
            .collect();
        let manual = Man::new(command).source(self.version).manual(self.manual);
        let mut page = Vec::new();
        manual.render_title(&mut page).unwrap();
        manual.render_name_section(&mut page).unwrap();
        manual.render_synopsis_section(&mut page).unwrap();
        let mut description = Roff::new();
        description
            .control("SH", ["DESCRIPTION"])
            .text([roman(about + ".")]);
        for text in texts {
            description.control("PP", []).text([roman(text)]);
        }
        description.to_writer(&mut page).unwrap();
        manual.render_options_section(&mut page).unwrap();
        if is_program {
            manual.render_subcommands_section(&mut page).unwrap();
        }
        let mut roff = Roff::new();
        for remark in remarks {
            match remark {
                Remark::Examples(lines) => {
                    roff.control("SH", ["EXAMPLES"]).control("nf", []);
                    for line in commented(&lines) {
                        roff.text([roman(line)]);
                    }
                    roff.control("fi", []);
                }
                Remark::ExitCodes(codes) => {
                    roff.control("SH", ["EXIT STATUS"]);
                    for (code, meaning) in codes {
                        roff.control("TP", [])
                            .text([bold(code)])
                            .text([roman(meaning)]);
                    }
                }
                // Part of the description.
                Remark::Text(_) => {}
            }
        }
        if is_program {
            roff.control("SH", ["ENVIRONMENT"]);
            for (name, says) in variables(self.command.get_name()) {
                roff.control("TP", [])
                    .text([bold(name)])
                    .text([roman(says)]);
            }
        }
        if !is_program {
            roff.control("SH", ["SEE ALSO"])
                .text([bold(self.command.get_name()), roman("(1)")]);
        }
        roff.to_writer(&mut page).unwrap();
        String::from_utf8(page).unwrap()
    }
}

/// The variables of the environment that a program reads, each with what it says, as the reference has them.
fn variables(program: &str) -> Vec<(String, String)> {
    let page = fs::read_to_string(repo_root().join("docs/reference/environment.md")).unwrap();
    let mut found = Vec::new();
    for line in page.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [name, who, says] = cells[..] else {
            panic!("not three cells: {line}");
        };
        if who.contains("all programs") || who.contains(&format!("`{program}`")) {
            // A link is no more than its words on paper.
            let says = says.replace("[annotations](report-formats.md#github)", "annotations");
            assert!(!says.contains("]("), "{says}");
            found.push((name.replace('`', ""), says.replace('`', "")));
        }
    }
    assert!(!found.is_empty(), "{program} reads nothing");
    found
}

/// What is typed: `fornax-lint explain`.
fn full_name(command: &clap::Command) -> &str {
    command.get_bin_name().unwrap_or_else(|| command.get_name())
}

fn about(command: &clap::Command) -> String {
    command.get_about().unwrap().to_string()
}

/// What stands below the options of a help text.
enum Remark {
    Examples(Vec<String>),
    /// Each with its meaning.
    ExitCodes(Vec<(String, String)>),
    Text(String),
}

fn remarks(command: &clap::Command) -> Vec<Remark> {
    let text = command.get_after_help().unwrap().to_string();
    let paragraphs = text.split("\n\n").filter_map(|paragraph| {
        let (first, rest) = paragraph.split_once('\n').unwrap_or((paragraph, ""));
        match first {
            "Example:" | "Examples:" => Some(Remark::Examples(
                rest.lines()
                    .map(|line| line.trim_start().to_owned())
                    .collect(),
            )),
            // Which values there are stands with the argument.
            _ if is_list_of_values(first) => None,
            _ => {
                let text = paragraph.replace('\n', " ");
                Some(match text.strip_prefix("Exit code: ") {
                    Some(codes) => Remark::ExitCodes(exit_codes(codes)),
                    None => Remark::Text(text),
                })
            }
        }
    });
    paragraphs.collect()
}

/// Whether a line says what may stand for a name: `KIND: one, another`.
fn is_list_of_values(line: &str) -> bool {
    let name = line.split_once(':').map(|(name, _)| name);
    name.is_some_and(|name| name.chars().all(|c| c.is_ascii_uppercase()))
}

fn exit_codes(text: &str) -> Vec<(String, String)> {
    let codes = text.strip_suffix('.').unwrap().split("; ").map(|code| {
        let (code, meaning) = code.split_once(' ').unwrap();
        (code.to_owned(), meaning.to_owned())
    });
    codes.collect()
}

/// A command's part of the reference.
fn section(command: &clap::Command, page: &mut String) {
    let usage = command.clone().render_usage().to_string();
    let usage = usage.strip_prefix("Usage: ").unwrap();
    // The second and later forms are set off below the first.
    let usage: Vec<&str> = usage.lines().map(str::trim_start).collect();
    let _ = write!(
        page,
        "## `{}`\n\n{}.\n\n```text\n{}\n```\n\n",
        full_name(command),
        about(command),
        usage.join("\n"),
    );
    let is_program = command.has_subcommands();
    if is_program {
        page.push_str("| command | does |\n| --- | --- |\n");
        for command in command
            .get_subcommands()
            .filter(|command| !command.is_hide_set())
        {
            let name = full_name(command);
            let _ = writeln!(
                page,
                "| [`{name}`](#{}) | {} |",
                name.replace(' ', "-"),
                about(command)
            );
        }
        let general: Vec<_> = command
            .get_arguments()
            // `--help` comes last, whether the program defines it or the library does.
            .filter(|argument| argument.is_global_set() && argument.get_id().as_str() != "help")
            .map(|argument| format!("`--{}`", argument.get_long().unwrap()))
            .collect();
        let _ = write!(
            page,
            "\nEach of them also takes {} and `--help`.\n\
             `{program} help COMMAND` prints the same as `{program} COMMAND --help`.\n\n",
            general.join(", "),
            program = full_name(command),
        );
    }
    let arguments: Vec<_> = command
        .get_arguments()
        // What every command takes is told once.
        .filter(|argument| !argument.is_hide_set() && (is_program || !is_general(argument)))
        .collect();
    if !arguments.is_empty() {
        page.push_str("| argument | says |\n| --- | --- |\n");
        for argument in arguments {
            let _ = writeln!(page, "| `{}` | {} |", syntax(argument), help(argument));
        }
        page.push('\n');
    }
    for remark in remarks(command) {
        match remark {
            Remark::Examples(lines) => {
                let _ = write!(page, "```sh\n{}\n```\n\n", commented(&lines).join("\n"));
            }
            Remark::ExitCodes(codes) => {
                page.push_str("| exit code | |\n| --- | --- |\n");
                for (code, meaning) in codes {
                    let _ = writeln!(page, "| {code} | {meaning} |");
                }
                page.push('\n');
            }
            Remark::Text(text) => {
                let _ = write!(page, "{}\n\n", text.replace(". ", ".\n"));
            }
        }
    }
    while page.ends_with("\n\n\n") {
        page.pop();
    }
}

fn is_general(argument: &clap::Arg) -> bool {
    argument.is_global_set() || matches!(argument.get_id().as_str(), "help" | "version")
}

fn syntax(argument: &clap::Arg) -> String {
    let names = argument
        .get_value_names()
        .filter(|_| argument.get_action().takes_values());
    let values: Vec<String> = names
        .unwrap_or_default()
        .iter()
        .map(|name| format!("<{name}>"))
        .collect();
    let values = values.join(" ");
    let Some(long) = argument.get_long() else {
        return values;
    };
    let mut text = match argument.get_short() {
        Some(short) => format!("-{short}, --{long}"),
        None => format!("--{long}"),
    };
    if !values.is_empty() {
        let _ = write!(text, " {values}");
    }
    text
}

fn help(argument: &clap::Arg) -> String {
    let long = argument.get_long_help().or(argument.get_help());
    let long = long.unwrap().to_string().replace('|', "\\|");
    let paragraphs: Vec<&str> = long.split("\n\n").collect();
    let text = paragraphs.join(". ");
    let mut text = text.strip_suffix('.').unwrap_or(&text).to_owned();
    if !argument.is_hide_default_value_set() && argument.get_action().takes_values() {
        for value in argument.get_default_values() {
            let _ = write!(text, " (default: `{}`)", value.to_str().unwrap());
        }
    }
    text
}

/// Examples whose explanations are a shell's comments.
fn commented(lines: &[String]) -> Vec<String> {
    let lines = lines.iter().map(|line| match line.split_once("  ") {
        Some((code, words)) => {
            let words = words.trim_start();
            // Where they begin in the help, less the sign for a comment.
            let width = line.len() - words.len() - 2;
            format!("{code:width$}# {words}")
        }
        None => line.clone(),
    });
    lines.collect()
}
