//! A page, taken apart: its fenced blocks, and the comments that say what to do with them.

use std::fs;

use ignore::WalkBuilder;

use crate::support::repo_root;

/// Every page that people read, by its path below the repository's top folder.
pub(crate) fn pages() -> Vec<String> {
    let root = repo_root();
    let mut pages: Vec<String> = ["README.md", "CONTRIBUTING.md"].map(str::to_owned).into();
    for entry in WalkBuilder::new(root.join("docs")).build() {
        let path = entry.unwrap().into_path();
        if path.extension().is_some_and(|extension| extension == "md") {
            let path = path.strip_prefix(&root).unwrap().to_str().unwrap();
            pages.push(path.replace('\\', "/"));
        }
    }
    pages.sort();
    pages
}

/// The text of a page.
pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(repo_root().join(path)).unwrap()
}

/// What stands in a page, in its order.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Prose, and whatever else is no block: one line.
    Line(String),
    /// `<!-- word: text -->`, which a reader doesn't see.
    Remark {
        word: String,
        text: String,
        /// As it stands in the page.
        source: String,
    },
    Block(Block),
}

/// A fenced block of code.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Block {
    /// The blanks before the fence, which its lines have too.
    pub(crate) indent: String,
    /// What follows the opening fence: `json title="kit.json"`.
    pub(crate) info: String,
    pub(crate) lines: Vec<String>,
}

impl Block {
    pub(crate) fn language(&self) -> &str {
        self.info.split(' ').next().unwrap_or_default()
    }

    /// The file that the block shows.
    pub(crate) fn title(&self) -> Option<&str> {
        self.info.split_once("title=\"")?.1.split('"').next()
    }

    pub(crate) fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }

    fn write(&self, page: &mut String) {
        let indent = &self.indent;
        page.push_str(&format!("{indent}```{}\n", self.info));
        for line in &self.lines {
            if !line.is_empty() {
                page.push_str(indent);
            }
            page.push_str(line);
            page.push('\n');
        }
        page.push_str(&format!("{indent}```\n"));
    }
}

/// Takes a page apart.
pub(crate) fn parse(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let content = line.trim_start();
        if let Some(info) = content.strip_prefix("```") {
            let indent = line[..line.len() - content.len()].to_owned();
            let body = lines.by_ref().take_while(|line| line.trim() != "```");
            let lines = body
                .map(|line| line.strip_prefix(&indent).unwrap_or(line).to_owned())
                .collect();
            parts.push(Part::Block(Block {
                indent,
                info: info.to_owned(),
                lines,
            }));
        } else if let Some(start) = content.strip_prefix("<!-- ") {
            let mut source = format!("{line}\n");
            while !source.trim_end().ends_with("-->") {
                source.push_str(lines.next().expect("a comment has an end"));
                source.push('\n');
            }
            let (word, _) = start.split_once(':').unwrap_or((start, ""));
            let text = source.trim().strip_suffix("-->").unwrap();
            let (_, text) = text.split_once(':').unwrap_or((text, ""));
            parts.push(Part::Remark {
                word: word.to_owned(),
                text: text.trim().to_owned(),
                source,
            });
        } else {
            parts.push(Part::Line(line.to_owned()));
        }
    }
    parts
}

/// Puts a page together again.
pub(crate) fn join(parts: &[Part]) -> String {
    let mut page = String::new();
    for part in parts {
        match part {
            Part::Line(line) => {
                page.push_str(line);
                page.push('\n');
            }
            Part::Remark { source, .. } => page.push_str(source),
            Part::Block(block) => block.write(&mut page),
        }
    }
    page
}

/// The part of a page between `<!-- START -->` and `<!-- END -->`, replaced.
pub(crate) fn with_generated(page: &str, generated: &str) -> String {
    const START: &str =
        "<!-- Generated, up to the end mark; `FORNAX_UPDATE=1 cargo test` rewrites it. -->\n\n";
    const END: &str = "\n<!-- End of the generated part. -->\n";
    let text = read(page);
    let (before, rest) = text.split_once(START).expect("a page has its start mark");
    let (_, after) = rest.split_once(END).expect("a page has its end mark");
    format!("{before}{START}{}\n{END}{after}", generated.trim_end())
}

#[test]
fn pages_come_together_again() {
    for path in pages() {
        let text = read(&path);
        assert_eq!(join(&parse(&text)), text, "{path}");
    }
}

#[test]
fn every_block_ends_where_it_should() {
    for path in pages() {
        let fences = read(&path)
            .lines()
            .filter(|line| line.trim_start().starts_with("```"))
            .count();
        assert_eq!(fences % 2, 0, "{path} has a fence without its other half");
    }
}
