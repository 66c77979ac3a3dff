//! What a page shows of the repository's own files stands there word for word.

use std::fs;

use crate::page::{Block, Part, pages, parse, read};
use crate::support::repo_root;

/// A line that stands for what is left out.
const LEFT_OUT: &str = "…";

/// What an excerpt shows that the file doesn't have, in its order.
fn missing<'b>(block: &'b Block, file: &str) -> Option<Vec<&'b str>> {
    let mut rest = file;
    let lines: Vec<&str> = block.lines.iter().map(String::as_str).collect();
    for passage in lines.split(|line| line.trim().ends_with(LEFT_OUT) && line.trim().len() <= 8) {
        let text: String = passage.iter().map(|line| format!("{line}\n")).collect();
        match rest.find(&text) {
            Some(at) => rest = &rest[at + text.len()..],
            None => return Some(passage.to_vec()),
        }
    }
    None
}

#[test]
fn excerpts_are_word_for_word() {
    for page in pages() {
        for part in parse(&read(&page)) {
            let Part::Block(block) = part else { continue };
            let Some(title) = block
                .title()
                .filter(|title| !title.starts_with('.') && title.contains('/'))
            else {
                continue;
            };
            let path = repo_root().join(title);
            if !path.exists() {
                continue;
            }
            let file = fs::read_to_string(path).unwrap();
            if let Some(passage) = missing(&block, &file) {
                panic!(
                    "{page} shows of {title} what isn't there:\n{}",
                    passage.join("\n")
                );
            }
        }
    }
}

#[test]
fn what_is_left_out_may_be_anything() {
    let block = |lines: &[&str]| Block {
        lines: lines.iter().map(|line| (*line).to_owned()).collect(),
        ..Block::default()
    };
    let file = "a\nb\nc\nd\n";
    assert_eq!(missing(&block(&["a", "// …", "d"]), file), None);
    assert_eq!(missing(&block(&["a", "d"]), file), Some(vec!["a", "d"]));
    assert_eq!(missing(&block(&["d", "…", "a"]), file), Some(vec!["a"]));
}
