//! What holds, and who says so.

use fornax_manifest::{FornaxVersion, Span};

use crate::config::Config;
use crate::config::glob::Globs;
use crate::config::read::Said;

/// Who says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Nobody: it holds unless somebody says otherwise.
    Default,
    /// The configuration file, at this place.
    File(Span),
    /// The command line or the editor.
    Overlay,
}

/// A key, and what holds for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The key, with its table's name before a dot.
    pub key: String,
    /// The value, as TOML; none if nothing is set.
    pub value: Option<String>,
    /// Who says so.
    pub origin: Origin,
}

impl Config {
    /// What holds, key by key; ignores are left out (see [`Config::ignores`]).
    #[must_use]
    pub fn settings(&self) -> Vec<Setting> {
        let options = self.options();
        let content = &self.content;
        let overlay = &self.overlay;
        let ids: Vec<_> = options.reserved_ids.iter().map(String::as_str).collect();
        let mut settings = vec![
            Setting {
                key: "fornax-version".to_owned(),
                value: options
                    .fornax_version
                    .map(|version: FornaxVersion| quote(&version.to_string())),
                origin: origin(
                    overlay.fornax_version.is_some(),
                    content.fornax_version.as_ref(),
                ),
            },
            Setting {
                key: "reserved-ids".to_owned(),
                value: Some(list(&ids)),
                origin: origin(
                    overlay.reserved_ids.is_some(),
                    content.reserved_ids.as_ref(),
                ),
            },
            Setting {
                key: "published".to_owned(),
                value: Some(options.published.to_string()),
                origin: origin(overlay.published.is_some(), content.published.as_ref()),
            },
            of_globs("exclude".to_owned(), &content.exclude),
        ];
        settings.extend(
            content
                .files
                .iter()
                .map(|(kind, globs)| of_globs(format!("files.{}", kind.name()), globs)),
        );
        settings.extend(content.rules.iter().map(|(rule, level)| Setting {
            key: format!("rules.{rule}"),
            value: Some(quote(level.value.as_str())),
            origin: Origin::File(level.span),
        }));
        settings
    }
}

fn origin<T>(is_overlaid: bool, said: Option<&Said<T>>) -> Origin {
    match said {
        _ if is_overlaid => Origin::Overlay,
        Some(said) => Origin::File(said.span),
        None => Origin::Default,
    }
}

fn of_globs(key: String, globs: &Globs) -> Setting {
    let patterns: Vec<_> = globs
        .patterns()
        .iter()
        .map(|pattern| pattern.text.as_str())
        .collect();
    Setting {
        key,
        value: Some(list(&patterns)),
        origin: match globs.patterns().first() {
            Some(first) => Origin::File(first.span),
            None => Origin::Default,
        },
    }
}

fn list(items: &[&str]) -> String {
    let items: Vec<_> = items.iter().map(|item| quote(item)).collect();
    format!("[{}]", items.join(", "))
}

/// A TOML string.
fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            _ if character.is_control() => {
                quoted.push_str(&format!("\\u{:04X}", u32::from(character)));
            }
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}
