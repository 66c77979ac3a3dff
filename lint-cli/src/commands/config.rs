//! `fornax-lint config`: which configuration governs a file, why, and what holds for it.

use std::fs;
use std::path::{Path, PathBuf};

use fornax_manifest::{DocumentKind, LineIndex, Span};
use fornax_project::InputErrorKind;
use fornax_project::config::{Config, Configs, End, FILE_NAME, Ignore, Origin, Setting};
use fornax_terminal::{Stdout, Width, path_name, say, text_columns, visible};

use crate::args::ConfigArguments;
use crate::config;
use crate::exit::{Failure, Verdict};
use crate::output::{Format as _, Human, Place};

pub(crate) fn run(
    paths: &[PathBuf],
    arguments: &ConfigArguments,
    color: bool,
    width: Width,
) -> Result<Verdict, Failure> {
    let configs = config::configs(arguments);
    let command = ConfigCommand {
        configs: &configs,
        arguments,
        width,
    };
    let mut stdout = Stdout::lock(color);
    for (index, path) in paths.iter().enumerate() {
        if index > 0 {
            stdout.write(b"\n")?;
        }
        stdout.write(command.about(path).as_bytes())?;
    }
    let broken = configs.broken();
    for broken in &broken {
        let mut text = b"\n".to_vec();
        Human { color, width }.file(&config::report_broken(broken), &mut text)?;
        stdout.write(&text)?;
    }
    stdout.flush()?;
    // What would govern a file that isn't there is shown all the same; but perhaps another one was meant.
    let mut is_missing = false;
    for path in paths {
        if let Err(error) = fs::metadata(path) {
            is_missing = true;
            let reason = InputErrorKind::from(error);
            say(&format!("error: `{}`: {reason}", visible(&path_name(path))));
        }
    }
    Ok(if broken.is_empty() && !is_missing {
        Verdict::Clean
    } else {
        Verdict::Failed
    })
}

struct ConfigCommand<'a> {
    configs: &'a Configs,
    arguments: &'a ConfigArguments,
    width: Width,
}

/// What is said, and where it is said.
type Line = (String, String);

impl ConfigCommand<'_> {
    /// Everything about one path.
    fn about(&self, path: &Path) -> String {
        let is_folder = path.is_dir();
        // What lies in a folder is governed alike, whatever it is called.
        let inside = if is_folder {
            path.join("*")
        } else {
            path.to_path_buf()
        };
        let config = self.configs.for_file(&inside);
        let mut text = format!("{}\n", visible(&path_name(path)));
        let why = format!("  {}", self.why(&inside, config.as_deref().ok()));
        text.push_str(&self.width.fill(&why, "    "));
        text.push('\n');
        let Ok(config) = config else {
            return text;
        };
        let mut lines = Vec::new();
        if !is_folder {
            lines.extend(kind(path, &config));
        }
        lines.extend(self.exclusion(path));
        lines.extend(
            config
                .settings()
                .iter()
                .map(|setting| self.setting(setting, &config)),
        );
        if is_folder {
            // Which of them concern what lies there, its names tell.
            lines.extend(
                config
                    .ignores()
                    .iter()
                    .map(|entry| ignore(entry, true, &config)),
            );
        } else {
            let ignores = config.ignores_of(path);
            lines.extend(ignores.map(|entry| ignore(entry, false, &config)));
        }
        text.push('\n');
        text.push_str(&table(&lines, self.width));
        text
    }

    /// Which file governs, and why that one.
    fn why(&self, path: &Path, config: Option<&Config>) -> String {
        if self.arguments.no_config {
            return "governed by no file: `--no-config`".to_owned();
        }
        if let Some(file) = &self.arguments.config {
            return format!("governed by {}: `--config`", visible(&path_name(file)));
        }
        let trace = self.configs.trace(path);
        let folders: Vec<_> = trace.folders.iter().map(|folder| shown(folder)).collect();
        let is_governed = config.is_none_or(|config| config.path().is_some());
        match folders.split_last() {
            Some((folder, [])) if is_governed => {
                format!("governed by the {FILE_NAME} in {folder}")
            }
            Some((folder, passed)) if is_governed => format!(
                "governed by the {FILE_NAME} in {folder}; there is none in {}",
                passed.join(", ")
            ),
            _ => {
                let end = match trace.end {
                    Some(End::Repository) => ", the top of the repository",
                    Some(End::Root) => ", the folder that was opened",
                    Some(End::Home) => ", the home directory",
                    None => "",
                };
                format!(
                    "governed by no file: there is no {FILE_NAME} in {}{end}",
                    folders.join(", ")
                )
            }
        }
    }

    fn exclusion(&self, path: &Path) -> Option<Line> {
        let exclusion = self.configs.exclusion(path)?;
        let said = format!("excluded, by `{}`", visible(&exclusion.pattern));
        Some((said, place(&exclusion.config, exclusion.span)))
    }

    fn setting(&self, setting: &Setting, config: &Config) -> Line {
        let said = match &setting.value {
            Some(value) => format!("{} = {}", setting.key, visible(value)),
            None => format!("{} is not set", setting.key),
        };
        let origin = match setting.origin {
            Origin::Default => "default".to_owned(),
            Origin::Overlay => format!("--{}", setting.key),
            Origin::File(span) => place(config, span),
        };
        (said, origin)
    }
}

fn kind(path: &Path, config: &Config) -> Option<Line> {
    match config.claim(path) {
        Some((kind, found)) => Some((
            format!("{}, by `{}`", kind.title(), visible(found.pattern)),
            place(config, found.span),
        )),
        None => {
            let kind = DocumentKind::of_path(&path.to_string_lossy())?;
            Some((kind.title().to_owned(), "by its name".to_owned()))
        }
    }
}

/// An entry that ignores findings, with the files that it is about if it isn't shown for one of them.
fn ignore(entry: &Ignore, with_files: bool, config: &Config) -> Line {
    let pointer = match entry.pointer() {
        None | Some("") => String::new(),
        Some(pointer) => format!(" at `{}`", visible(pointer)),
    };
    let files = match entry.path().filter(|_| with_files) {
        None => String::new(),
        Some(pattern) => format!(" in `{}`", visible(pattern)),
    };
    let said = format!(
        "ignores {}{pointer}{files}: {}",
        entry.rule().name,
        visible(entry.reason())
    );
    (said, place(config, entry.span()))
}

/// Where something stands in a configuration.
fn place(config: &Config, span: Span) -> String {
    let file = config.path().map_or_else(String::new, shown);
    let Place { line, column } = Place::of(&LineIndex::new(config.text()), span.start);
    format!("{file}:{line}:{column}")
}

/// A place as reports show it.
fn shown(path: &Path) -> String {
    let path = config::shown(path);
    if path.as_os_str().is_empty() {
        ".".to_owned()
    } else {
        visible(&path_name(&path)).into_owned()
    }
}

/// Lines in two columns.
fn table(lines: &[Line], width: Width) -> String {
    /// A column is no wider for the sake of a few long lines.
    const WIDEST: usize = 60;
    let column = lines
        .iter()
        .map(|(said, _)| text_columns(said))
        .filter(|&columns| columns <= WIDEST)
        .max()
        .unwrap_or(0);
    let indent = 2;
    let line = |(said, origin): &Line| {
        width.beside(column + indent, &format!("{:indent$}{said}", ""), origin) + "\n"
    };
    lines.iter().map(line).collect()
}
