//! What the extension for VS Code takes over from the server and the program: settings, snippets, names.

use std::fs;

use fornax_lsp::{SETTINGS, Setting, Values};
use fornax_manifest::{Document, DocumentKind, Nowhere, Options, Severity, check};
use serde_json::{Map, Value, json};

use crate::support::{assert_generated, repo_root};

const MANIFEST: &str = "vscode-extension/package.json";

/// The settings that are the extension's own: which server is started, and what is told of it.
const OF_THE_EXTENSION: [&str; 2] = ["fornax.server.", "fornax.trace."];

/// The id and the name in the templates: they stand in many places, and are the same in all of them.
const MIRRORED: [&str; 2] = ["my-adapter", "My Adapter"];

/// What else is to be filled in, in the order in which an editor goes through it.
const PLACEHOLDERS: [&str; 5] = [
    "Adds a Fornax hook to the settings of My Adapter.",
    "https://example.com/my-adapter",
    "~/.my-adapter.json",
    "/hooks",
    "npm:my-adapter",
];

fn text(path: &str) -> String {
    fs::read_to_string(repo_root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn manifest() -> Value {
    serde_json::from_str(&text(MANIFEST)).unwrap()
}

#[test]
fn its_settings_are_the_servers() {
    let mut manifest = manifest();
    let properties = &mut manifest["contributes"]["configuration"]["properties"];
    let own = properties.as_object().unwrap().clone();
    let servers = SETTINGS.iter().zip(1..).map(property);
    let own = own
        .into_iter()
        .filter(|(name, _)| OF_THE_EXTENSION.iter().any(|own| name.starts_with(own)));
    *properties = servers.chain(own).collect::<Map<_, _>>().into();
    let text = serde_json::to_string_pretty(&manifest).unwrap();
    assert_generated(MANIFEST, &(text + "\n"));
}

fn property((setting, order): (&Setting, u32)) -> (String, Value) {
    let (first, rest) = setting.summary.split_at(1);
    let description = format!("{}{rest}.", first.to_uppercase());
    let mut property = match setting.values {
        Values::Flag(is_on) => json!({"type": "boolean", "default": is_on}),
        Values::OneOf(values) => json!({"type": "string", "enum": values, "default": values[0]}),
    };
    property["scope"] = "window".into();
    property["order"] = order.into();
    property["markdownDescription"] = description.into();
    (format!("fornax.{}", setting.name), property)
}

#[test]
fn its_snippets_are_the_programs_templates() {
    for kind in ["ak-adapter", "ak-kit", "fornax-manifest"] {
        let template = text(&format!("lint-cli/src/commands/init/{kind}.json"));
        let kind = DocumentKind::from_name(kind).unwrap();
        let body = snippet(&template);
        assert_eq!(filled_in(&body), template, "{kind:?}");
        let document = Document::parse(template.as_bytes(), kind);
        let findings = check(&document, &Options::default(), &Nowhere);
        assert!(
            findings.iter().all(|one| one.severity == Severity::Info),
            "{findings:#?}"
        );
        // The last line is empty, so that the file ends with a line end.
        let lines: Vec<&str> = body.split('\n').collect();
        let snippets = json!({ kind.title(): {
            "prefix": kind.name(),
            "description": format!("A new {} with all required fields", kind.title()),
            "body": lines,
        }});
        let text = serde_json::to_string_pretty(&snippets).unwrap();
        let path = format!("vscode-extension/snippets/{}.json", kind.name());
        assert_generated(&path, &(text + "\n"));
    }
}

/// A template as a snippet: what is to be filled in is a place to stop at.
fn snippet(template: &str) -> String {
    let mirrored = |text: &str| {
        let text = text.replace(MIRRORED[0], "$1");
        text.replace(MIRRORED[1], "$2")
    };
    assert!(!template.contains(['$', '\\']), "would have to be escaped");
    let mut text = mirrored(template);
    let is_there = |placeholder: &&&str| template.contains(&format!("\"{placeholder}\""));
    for (placeholder, number) in PLACEHOLDERS.iter().filter(is_there).zip(3..) {
        let value = mirrored(placeholder);
        let stop = format!("\"${{{number}:{value}}}\"");
        text = text.replacen(&format!("\"{value}\""), &stop, 1);
    }
    for (placeholder, number) in MIRRORED.iter().zip(1..) {
        text = text.replacen(
            &format!("${number}"),
            &format!("${{{number}:{placeholder}}}"),
            1,
        );
    }
    text
}

/// What a snippet comes to if nothing is changed.
fn filled_in(snippet: &str) -> String {
    let mut text = snippet.to_owned();
    for (placeholder, number) in MIRRORED.iter().zip(1..) {
        text = text.replace(&format!("${{{number}:{placeholder}}}"), placeholder);
        text = text.replace(&format!("${number}"), placeholder);
    }
    while let Some(start) = text.find("${") {
        let end = start + text[start..].find('}').unwrap();
        let colon = start + text[start..].find(':').unwrap();
        let value = text[colon + 1..end].to_owned();
        text.replace_range(start..=end, &value);
    }
    text
}

#[test]
fn its_languages_are_kinds() {
    for language in manifest()["contributes"]["languages"].as_array().unwrap() {
        let id = language["id"].as_str().unwrap();
        assert!(DocumentKind::from_name(id).is_some(), "{id}");
    }
}

#[test]
fn its_version_is_the_servers() {
    assert_eq!(manifest()["version"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn every_command_is_documented() {
    let page = text("docs/editors/vscode.md");
    for command in manifest()["contributes"]["commands"].as_array().unwrap() {
        let title = command["title"].as_str().unwrap().trim_end_matches('…');
        assert!(page.contains(&format!("*Fornax: {title}*")), "{title}");
    }
}
