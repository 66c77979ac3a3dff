//! The pictures of an editor, `docs/screens/vscode-*.png` and those of the extension's page: what could be
//! read in them when they were made is what the program says today.

use fornax_manifest::{Document, DocumentKind, Nowhere, Options, check};
use serde_json::Value;

use crate::fields::{fields, schema};
use crate::page::{pages, read};
use crate::support::repo_root;

/// What makes them anew.
const RENEW: &str = "run `tests/editors/vscode/run target/debug --pictures`";

/// The texts of a picture, in one and without what Markdown marks.
fn texts(name: &str) -> String {
    let record: Value = serde_json::from_str(&read("docs/screens/vscode.json")).unwrap();
    let texts = record[name]
        .as_array()
        .unwrap_or_else(|| panic!("{name}: {RENEW}"));
    let texts: Vec<&str> = texts.iter().map(|text| text.as_str().unwrap()).collect();
    plain(&texts.join(" "))
}

fn plain(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '`' | '*'))
        .collect()
}

#[track_caller]
fn assert_shows(name: &str, words: &str) {
    let shown = texts(name);
    assert!(
        shown.contains(&plain(words)),
        "{name} doesn't show {words:?}: {RENEW}\n{shown}"
    );
}

#[test]
fn pictures_show_what_the_program_says() {
    let text = read("docs/examples/acme-agent.manifest.json");
    let document = Document::parse(text.as_bytes(), DocumentKind::FornaxManifest);
    let findings = check(&document, &Options::default(), &Nowhere);
    assert_eq!(findings.len(), 3);
    for finding in &findings {
        assert_shows("findings", &finding.message);
        assert_shows("findings", finding.rule.name);
        if finding.rule.name == "marker-mismatch" {
            for fix in &finding.fixes {
                assert_shows("fixes", fix.title());
            }
        }
        if finding.rule.name == "target-path-outside-home" {
            assert_shows("vscode-hover", &finding.message);
        }
    }
    for (kind, path, picture) in [
        (DocumentKind::FornaxManifest, "target.path", "vscode-hover"),
        (DocumentKind::AkAdapter, "execution", "vscode-completion"),
    ] {
        let fields = fields(&schema(kind));
        let field = fields.iter().find(|field| field.path == path).unwrap();
        let description = field.schema["markdownDescription"].as_str().unwrap();
        let sentence = description.split(". ").next().unwrap();
        assert_shows(picture, sentence);
    }
}

#[test]
fn every_picture_is_shown() {
    let record: Value = serde_json::from_str(&read("docs/screens/vscode.json")).unwrap();
    let mut shown: Vec<String> = pages().iter().map(|path| read(path)).collect();
    shown.push(read("vscode-extension/README.md"));
    for name in record.as_object().unwrap().keys() {
        let folder = if name.starts_with("vscode-") {
            "docs/screens"
        } else {
            "vscode-extension/images"
        };
        assert!(
            repo_root().join(format!("{folder}/{name}.png")).exists(),
            "{name}"
        );
        let link = format!("/{name}.png)");
        assert!(
            shown.iter().any(|page| page.contains(&link)),
            "{name} is shown nowhere"
        );
    }
}
