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
            "none".to_owned()
        } else {
            quoted(self.reasons)
        };
        let kinds: Vec<&str> = self.kinds.iter().map(|kind| kind.name()).collect();
        // Writing to a string can't fail.
        let _ = write!(
            page,
            "| property | value |\n| --- | --- |\n| Severity | {} |\n| Documents | {} |\n| Loader's reason | {reasons} |\n| Fix | {} |\n| Since | {since} |\n\n",
            self.severity.as_str(),
            quoted(&kinds),
            self.fix.as_str(),
        );
        page.push_str(&self.markdown());
        page
    }

    /// The manual as Markdown, for whoever shows it under a heading of its own.
    #[must_use]
    pub fn markdown(&self) -> String {
        plain_fences(&self.manual())
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

/// Where an example of a manual stands, from the words behind its fence; nothing if it is a whole document.
///
/// `quote` is put around what is a name: a path, or a JSON pointer. Of an example that `is_empty` nothing
/// but this is shown: that there is such a file, folder or link is all that matters.
///
/// ```
/// use fornax_manifest::example_caption;
///
/// let caption = |info, is_empty| example_caption(info, "`", is_empty);
/// assert_eq!(caption("json bad in=/id mark=A", false).as_deref(), Some("at `/id`:"));
/// assert_eq!(caption("json file=./acme folder", true).as_deref(), Some("`./acme` (folder)"));
/// assert_eq!(caption("json bad mark=A", false), None);
/// ```
#[must_use]
pub fn example_caption(info: &str, quote: &str, is_empty: bool) -> Option<String> {
    let words = info.split(" mark").next()?;
    if let Some((_, file)) = words.split_once("file=") {
        return Some(match file.split_once(' ') {
            Some((file, "symlink")) => format!("{quote}{file}{quote} (symbolic link)"),
            Some((file, what)) => format!("{quote}{file}{quote} ({what})"),
            None if is_empty => format!("{quote}{file}{quote} (file)"),
            None => format!("{quote}{file}{quote}:"),
        });
    }
    let (_, pointer) = words.split_once("in=")?;
    Some(format!("at {quote}{}{quote}:", pointer.trim_end()))
}

/// The manual without what its examples say to the tests, but for where they stand.
fn plain_fences(manual: &str) -> String {
    let mut text = String::with_capacity(manual.len());
    let mut lines = manual.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```json ") else {
            text.push_str(line);
            text.push('\n');
            continue;
        };
        let end = lines.next_if(|next| *next == "```");
        if let Some(caption) = example_caption(info, "`", end.is_some()) {
            text.push_str(&capitalised(&caption));
            text.push('\n');
            if end.is_none() {
                text.push('\n');
            }
        }
        if end.is_none() {
            text.push_str("```json\n");
        }
    }
    text
}
