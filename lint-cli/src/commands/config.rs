//! `fornax-lint config`: which configuration governs a file, why, and what holds for it.

use std::path::{Path, PathBuf};

use fornax_manifest::{DocumentKind, LineIndex, Span};
use fornax_project::config::{Config, Configs, End, FILE_NAME, Origin, Setting};
use fornax_terminal::{Stdout, path_name, visible};

use crate::args::ConfigArguments;
use crate::config;
use crate::exit::{Failure, Verdict};
use crate::output::{Format as _, Human, Place};

pub(crate) fn run(
    paths: &[PathBuf],
    arguments: &ConfigArguments,
    color: bool,
) -> Result<Verdict, Failure> {
    let configs = config::configs(arguments);
    let command = ConfigCommand {
        configs: &configs,
        arguments,
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
        Human { color }.file(&config::report_broken(broken), &mut text)?;
        stdout.write(&text)?;
    }
    stdout.flush()?;
    Ok(if broken.is_empty() {
        Verdict::Clean
    } else {
        Verdict::Failed
    })
}

struct ConfigCommand<'a> {
    configs: &'a Configs,
    arguments: &'a ConfigArguments,
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
        text.push_str(&format!(
            "  {}\n",
            self.why(&inside, config.as_deref().ok())
        ));
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
        if !is_folder {
            lines.extend(ignores(path, &config));
        }
        text.push('\n');
        text.push_str(&table(&lines));
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

/// The ignores that speak of a file.
fn ignores(path: &Path, config: &Config) -> Vec<Line> {
    config
        .ignores_of(path)
        .map(|ignore| {
            let pointer = match ignore.pointer() {
                None | Some("") => String::new(),
                Some(pointer) => format!(" at `{}`", visible(pointer)),
            };
            let said = format!(
                "ignores {}{pointer}: {}",
                ignore.rule().name,
                visible(ignore.reason())
            );
            (said, place(config, ignore.span()))
        })
        .collect()
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
fn table(lines: &[Line]) -> String {
    /// A column is no wider for the sake of a few long lines.
    const WIDEST: usize = 60;
    let width = |text: &str| text.chars().count();
    let column = lines
        .iter()
        .map(|(said, _)| width(said))
        .filter(|&width| width <= WIDEST)
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    for (said, origin) in lines {
        let gap = column.saturating_sub(width(said)) + 2;
        text.push_str(&format!("  {said}{:gap$}{origin}\n", ""));
    }
    text
}
