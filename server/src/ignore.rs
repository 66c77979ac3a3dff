//! The change of `fornax-lint.toml` that has a finding ignored.

use std::path::{Component, Path};

use fornax_manifest::{Diagnostic, Document};
use fornax_project::config::{Config, Overlay};
use serde_json::Value;

/// Why a finding may stay is the user's to say.
const REASON: &str = "say here why this may stay";

/// The text of the configuration file `file` with an entry added at its end that ignores `finding`;
/// what is added, or none if the finding can't be ignored.
pub(crate) fn entry(
    file: &Path,
    text: &str,
    document: &Document,
    path: &Path,
    finding: &Diagnostic,
) -> Option<String> {
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let pattern = pattern(path.strip_prefix(file.parent()?).ok()?)?;
    let pointer = document.tree().pointer_of(finding.span);
    let mut lines = vec![
        "[[ignore]]".to_owned(),
        format!("rule = {}", quote(finding.rule.name)),
        format!("path = {}", quote(&pattern)),
    ];
    if !pointer.is_empty() {
        lines.push(format!("pointer = {}", quote(&pointer)));
    }
    lines.push(format!("reason = {}", quote(REASON)));
    let mut entry = String::new();
    if !text.is_empty() {
        if !text.ends_with('\n') {
            entry.push_str(newline);
        }
        entry.push_str(newline);
    }
    for line in lines {
        entry.push_str(&line);
        entry.push_str(newline);
    }
    // Whether it does what it should, the reader of configurations knows best.
    let config = Config::parse(file, &format!("{text}{entry}"), Overlay::default()).ok()?;
    let applied = config.apply(Some(path), document, vec![finding.clone()]);
    (applied.suppressed.len() == 1).then_some(entry)
}

/// The pattern that matches this path and nothing else.
fn pattern(path: &Path) -> Option<String> {
    let mut parts = Vec::new();
    for part in path.components() {
        let Component::Normal(part) = part else {
            return None;
        };
        let mut pattern = String::new();
        for character in part.to_str()?.chars() {
            if "*?[]{}!".contains(character) {
                pattern.push('[');
                pattern.push(character);
                pattern.push(']');
            } else {
                pattern.push(character);
            }
        }
        parts.push(pattern);
    }
    Some(parts.join("/"))
}

/// A string as TOML has it, which for these texts is as JSON has it.
fn quote(text: &str) -> String {
    Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fornax_manifest::{DocumentKind, Nowhere, Options, check};

    /// What is added to a configuration so that the first finding of this rule is ignored.
    fn added(config: &str, path: &str, text: &str, rule: &str) -> Option<String> {
        let document = Document::parse(text.as_bytes(), DocumentKind::AkAdapter);
        let findings = check(&document, &Options::default(), &Nowhere);
        let finding = findings.iter().find(|finding| finding.rule.name == rule);
        let file = std::env::temp_dir().join("project/fornax-lint.toml");
        let path = std::env::temp_dir().join("project").join(path);
        entry(&file, config, &document, &path, finding.unwrap())
    }

    #[test]
    fn an_entry_is_added_at_the_end() {
        let text = "{\"host\": {\"x\": 1}}";
        assert_eq!(
            added("", "a/b.json", text, "unknown-field").unwrap(),
            "[[ignore]]\nrule = \"unknown-field\"\npath = \"a/b.json\"\npointer = \"/host/x\"\n\
             reason = \"say here why this may stay\"\n"
        );
        let entry = added("published = true", "b.json", text, "missing-field").unwrap();
        assert!(entry.starts_with("\n\n[[ignore]]\n"), "{entry}");
        assert!(!entry.contains("pointer"), "{entry}");
        let entry = added("published = true\r\n", "b.json", text, "missing-field").unwrap();
        assert!(entry.starts_with("\r\n[[ignore]]\r\n"), "{entry}");
    }

    #[test]
    fn a_file_with_an_odd_name_is_meant_itself() {
        let text = "{\"host\": {\"x\": 1}}";
        let entry = added("", "[a]/b*{c}.json", text, "unknown-field").unwrap();
        assert!(entry.contains("[[]a[]]/b[*][{]c[}].json"), "{entry}");
    }

    #[test]
    fn what_cannot_be_ignored_has_no_entry() {
        assert_eq!(added("", "b.json", "{,}", "syntax-error"), None);
        let text = "{\"host\": {\"x\": 1}}";
        assert_eq!(added("ignore = []", "b.json", text, "unknown-field"), None);
        assert_eq!(added("not TOML", "b.json", text, "unknown-field"), None);
        assert_eq!(added("", "../b.json", text, "unknown-field"), None);
    }
}
