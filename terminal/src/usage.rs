//! What is wrong with the arguments of a command line, in plain words.

use std::error::Error as _;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use fornax_manifest::nearest;

use crate::streams::say;
use crate::visible::visible;

/// Says what is wrong with arguments, and how they go.
///
/// `definition` is that of the whole command line.
pub fn say_usage(error: &clap::Error, definition: Command) {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        // Who has closed standard error doesn't want to be told.
        let _ = error.print();
        return;
    }
    say(&format!("error: {}", usage_message(error)));
    if let Some(usage) = error.get(ContextKind::Usage) {
        say(&format!(
            "\n{}",
            whole_usage(&usage.to_string(), definition)
        ));
    }
    say("\nMore about arguments: --help");
}

/// How the command goes that an error speaks of: its own line leaves out what isn't missing.
fn whole_usage(usage: &str, mut definition: Command) -> String {
    definition.build();
    // Behind the word `Usage:` and the program's name.
    let words = usage.split_whitespace().skip(2);
    let mut command = &definition;
    for word in words {
        match command.find_subcommand(word) {
            Some(found) => command = found,
            None => break,
        }
    }
    command.clone().render_usage().to_string()
}

/// What is wrong with arguments, in one sentence.
pub fn usage_message(error: &clap::Error) -> String {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(quoted(text)),
        _ => None,
    };
    let texts = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    };
    let argument = text(ContextKind::InvalidArg).unwrap_or_default();
    let value = text(ContextKind::InvalidValue).unwrap_or_default();
    let likely = |given: &str, known: &[String]| {
        let given = given.trim_matches('`');
        nearest(given, known.iter().map(String::as_str)).map(str::to_owned)
    };
    // Of several, the one that is nearest to what was given.
    let meant = |given: &str, kind| {
        let suggested = texts(kind);
        let one = likely(given, &suggested).or_else(|| suggested.last().cloned());
        one.map_or(String::new(), |one| {
            format!("; did you mean {}?", quoted(&one))
        })
    };
    match error.kind() {
        ErrorKind::InvalidValue if !argument.is_empty() => {
            let all = texts(ContextKind::ValidValue);
            let known = match all.as_slice() {
                [] => String::new(),
                known => format!(", but {}", listed(known, "or")),
            };
            if value == "``" {
                return format!("{argument} needs a value{}", known.replace(", but", ":"));
            }
            let meant = match likely(&value, &all) {
                Some(one) => format!("; did you mean {}?", quoted(&one)),
                None => meant(&value, ContextKind::SuggestedValue),
            };
            format!("{argument} can't be {value}{known}{meant}")
        }
        ErrorKind::ValueValidation if !argument.is_empty() => {
            let why = error.source().map(|why| format!(": {why}"));
            format!("{argument} can't be {value}{}", why.unwrap_or_default())
        }
        ErrorKind::UnknownArgument if argument.starts_with("`-") => {
            let meant = meant(&argument, ContextKind::SuggestedArg);
            let path = match meant.is_empty() {
                true => format!("; a path of that name is `./{}", &argument[1..]),
                false => meant,
            };
            format!("there is no option {argument}{path}")
        }
        ErrorKind::UnknownArgument if !argument.is_empty() => {
            format!("{argument} is one argument too many")
        }
        ErrorKind::InvalidSubcommand if text(ContextKind::InvalidSubcommand).is_some() => {
            let name = text(ContextKind::InvalidSubcommand).unwrap_or_default();
            let meant = meant(&name, ContextKind::SuggestedSubcommand);
            format!("there is no command {name}{meant}")
        }
        ErrorKind::MissingSubcommand if error.get(ContextKind::ValidSubcommand).is_some() => {
            let known = texts(ContextKind::ValidSubcommand);
            format!("a command is missing: {}", listed(&known, "or"))
        }
        ErrorKind::MissingRequiredArgument if error.get(ContextKind::InvalidArg).is_some() => {
            let missing = texts(ContextKind::InvalidArg);
            let is = if missing.len() == 1 { "is" } else { "are" };
            format!("{} {is} missing", listed(&missing, "and"))
        }
        ErrorKind::ArgumentConflict if !argument.is_empty() => {
            let others = texts(ContextKind::PriorArg);
            match others.as_slice() {
                [] => format!("{argument} can't be given together with what else is given"),
                [other] if quoted(other) == argument => {
                    format!("{argument} can be given once only")
                }
                others => format!("{argument} can't be given with {}", listed(others, "or")),
            }
        }
        // The message is our own, or one that is rarely seen; what follows it is said elsewhere.
        _ => {
            let text = error.to_string();
            let text = text.strip_prefix("error: ").unwrap_or(&text);
            let text = text.split("\n\n").next().unwrap_or(text);
            visible(text.trim_end()).into_owned()
        }
    }
}

/// An argument as a message names it: an option without its value, a value without brackets.
fn quoted(text: &str) -> String {
    let text = if text.starts_with('-') {
        text.split(' ').next().unwrap_or(text)
    } else {
        text.trim_start_matches(['<', '['])
            .trim_end_matches(['>', ']', '.'])
    };
    format!("`{}`", visible(text))
}

fn listed(texts: &[String], word: &str) -> String {
    let texts: Vec<_> = texts.iter().map(|text| quoted(text)).collect();
    match texts.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} {word} {last}", first.join(", ")),
        texts => texts.concat(),
    }
}

#[cfg(test)]
mod tests {
    use clap::{Arg, ArgAction, Command};

    use super::*;

    fn said(arguments: &[&str]) -> String {
        let command = Command::new("x")
            .arg(
                Arg::new("format")
                    .long("format")
                    .value_parser(["json", "sarif"]),
            )
            .arg(
                Arg::new("number")
                    .long("number")
                    .value_parser(clap::value_parser!(u8)),
            )
            .arg(Arg::new("fix").long("fix").action(ArgAction::SetTrue))
            .arg(
                Arg::new("diff")
                    .long("diff")
                    .action(ArgAction::SetTrue)
                    .conflicts_with("fix"),
            )
            .arg(Arg::new("kind").value_name("KIND").required(true));
        let arguments = ["x"].iter().chain(arguments);
        usage_message(&command.try_get_matches_from(arguments).unwrap_err())
    }

    #[test]
    fn of_several_commands_the_nearest_is_suggested() {
        let program = || {
            let names = ["install", "uninstall", "list"];
            Command::new("x").subcommands(names.map(Command::new))
        };
        for (given, meant) in [("instal", "install"), ("uninstal", "uninstall")] {
            let error = program().try_get_matches_from(["x", given]).unwrap_err();
            assert_eq!(
                usage_message(&error),
                format!("there is no command `{given}`; did you mean `{meant}`?")
            );
        }
    }

    #[test]
    fn every_fault_has_plain_words() {
        for (arguments, expected) in [
            (
                &["a", "--format", "jsn"][..],
                "`--format` can't be `jsn`, but `json` or `sarif`; did you mean `json`?",
            ),
            (
                &["a", "--format", "SARIF"],
                "`--format` can't be `SARIF`, but `json` or `sarif`; did you mean `sarif`?",
            ),
            (
                &["a", "--format"],
                "`--format` needs a value: `json` or `sarif`",
            ),
            (
                &["a", "--number", "300"],
                "`--number` can't be `300`: 300 is not in 0..=255",
            ),
            (
                &["a", "--fixx"],
                "there is no option `--fixx`; did you mean `--fix`?",
            ),
            (
                &["a", "--xyz"],
                "there is no option `--xyz`; a path of that name is `./--xyz`",
            ),
            (&["a", "b"], "`b` is one argument too many"),
            (&[], "`KIND` is missing"),
            (
                &["a", "--fix", "--diff"],
                "`--fix` can't be given with `--diff`",
            ),
            (&["a", "--fix", "--fix"], "`--fix` can be given once only"),
            (
                &["a", "--\x1b[2J"],
                "there is no option `--␛[2J`; a path of that name is `./--␛[2J`",
            ),
        ] {
            assert_eq!(said(arguments), expected, "{arguments:?}");
        }
    }
}
