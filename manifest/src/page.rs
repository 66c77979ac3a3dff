//! A rule's page: its facts and its manual, as Markdown.

use std::fmt::Write as _;

use crate::rule::{Rule, Status};

impl Rule {
    /// The page that shows the rule: its name, its facts and its [manual](Rule::manual), as Markdown
    /// that needs no more than tables and fences.
    ///
    /// ```
    /// let rule = fornax_manifest::find_rule("trailing-comma").unwrap();
    /// assert!(rule.page().starts_with("# trailing-comma\n"));
    /// ```
    #[must_use]
    pub fn page(&self) -> String {
        let mut page = format!("# {}\n\n{}.\n\n", self.name, capitalised(self.summary));
        let since = match self.status {
            Status::Preview { since } => format!("{since} (preview)"),
            Status::Stable { since } => since.to_owned(),
        };
        let reasons = if self.reasons.is_empty() {
            "none: no loader refuses it".to_owned()
        } else {
            quoted(self.reasons)
        };
        let kinds: Vec<&str> = self.kinds.iter().map(|kind| kind.name()).collect();
        // Writing to a string can't fail.
        let _ = write!(
            page,
            "| | |\n| --- | --- |\n| Severity | {} |\n| Documents | {} |\n| Loader's reason | {reasons} |\n| Fix | {} |\n| Since | {since} |\n\n",
            self.severity.as_str(),
            quoted(&kinds),
            self.fix.as_str(),
        );
        page.push_str(&plain_fences(&self.manual()));
        page
    }
}

fn quoted(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    words.join(", ")
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().collect::<String>() + chars.as_str(),
        None => String::new(),
    }
}

/// The manual without what its examples say to the tests.
fn plain_fences(manual: &str) -> String {
    let mut text = String::with_capacity(manual.len());
    for line in manual.lines() {
        match line.strip_prefix("```json ") {
            Some(info) => match info.split_once("file=") {
                Some((_, file)) => {
                    let _ = write!(text, "```json title=\"{file}\"");
                }
                None => text.push_str("```json"),
            },
            None => text.push_str(line),
        }
        text.push('\n');
    }
    text
}
