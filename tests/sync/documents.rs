//! What the documents say about the repository.

use std::fs;

use crate::files::{TextFile, text_files};
use crate::support::{repo_root, updating};

/// The top folders: a path that begins with one of them means this repository.
const FOLDERS: [&str; 12] = [
    ".github",
    "adapter",
    "docs",
    "fuzz",
    "lint-cli",
    "manifest",
    "project",
    "schemas",
    "server",
    "terminal",
    "tests",
    "vscode-extension",
];

/// The documents that a reader is expected to trust.
fn documents() -> impl Iterator<Item = TextFile> {
    text_files().into_iter().filter(|file| {
        file.has_extension("md") && (!file.path.contains('/') || file.path.starts_with("docs/"))
    })
}

/// The repository paths that a document names, in code spans and code blocks.
fn named_paths(document: &str) -> Vec<&str> {
    let mut paths = Vec::new();
    let mut in_block = false;
    for line in document.lines() {
        if line.trim_start().starts_with("```") {
            in_block = !in_block;
        } else if in_block {
            paths.extend(paths_in(line));
        } else {
            // Of the parts between backticks, every second is a code span.
            paths.extend(line.split('`').skip(1).step_by(2).flat_map(paths_in));
        }
    }
    paths
}

fn paths_in(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !c.is_ascii_alphanumeric() && !"_-./*<>".contains(c))
        .filter(|word| {
            word.split_once('/')
                .is_some_and(|(first, _)| FOLDERS.contains(&first) || word.ends_with(".rs"))
        })
        .map(|word| {
            // Of a pattern, the folder can be checked.
            let pattern = word.find(['*', '<']).or_else(|| word.find("NNNN"));
            let fixed = &word[..pattern.unwrap_or(word.len())];
            match pattern {
                Some(_) => &fixed[..fixed.rfind('/').unwrap_or(0)],
                None => fixed,
            }
        })
}

/// The places that a document's links lead to, relative to it, those on the web left out.
fn linked_paths(document: &str) -> Vec<String> {
    let prose = without_code(document);
    prose
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split([')', '#', ' ']).next())
        .filter(|target| !target.is_empty() && !target.contains(':'))
        .map(str::to_owned)
        .collect()
}

/// A document without its blocks and spans of code; the text of a link may hold a span.
fn without_code(document: &str) -> String {
    let mut prose = String::new();
    let mut in_block = false;
    for line in document.lines() {
        if line.trim_start().starts_with("```") {
            in_block = !in_block;
        } else if !in_block {
            prose.extend(line.split('`').step_by(2));
            prose.push('\n');
        }
    }
    prose
}

/// Words that our English, which is British, spells in another way.
const AMERICAN: [&str; 30] = [
    "analyze",
    "analyzed",
    "analyzer",
    "artifact",
    "artifacts",
    "behavior",
    "behaviors",
    "canceled",
    "canceling",
    "catalog",
    "catalogs",
    "center",
    "centered",
    "color",
    "colored",
    "colors",
    "defense",
    "favor",
    "favorite",
    "fulfill",
    "gray",
    "honor",
    "honored",
    "judgment",
    "labeled",
    "labeling",
    "modeled",
    "modeling",
    "neighbor",
    "neighbors",
];

/// The words of a document's prose that are spelt in the American way, or end in -ize.
fn american_words(document: &str) -> Vec<String> {
    without_code(document)
        .split(|c: char| !c.is_alphabetic() && c != '_')
        .map(str::to_lowercase)
        .filter(|word| {
            let has_z = ["ize", "izes", "ized", "izing", "izer", "ization"]
                .iter()
                .any(|ending| word.ends_with(ending));
            AMERICAN.contains(&word.as_str()) || (has_z && !word.contains("siz"))
        })
        .collect()
}

#[test]
fn documents_are_written_in_one_english() {
    for document in text_files() {
        if document.has_extension("md") {
            let found = american_words(&document.text);
            assert!(found.is_empty(), "{}: {found:?}", document.path);
        }
    }
    let text = "Its size, resized, colours `color` NO_COLOR and Initialized Behavior.\n";
    assert_eq!(american_words(text), ["initialized", "behavior"]);
}

/// What only a release brings.
const OF_A_RELEASE: [&str; 4] = ["binstall", "SHA256SUMS", "@v0.", ".vsix"];

/// A page that tells of releases says whether there is one.
#[test]
fn what_a_release_brings_is_promised_until_there_is_one() {
    let changelog = fs::read_to_string(repo_root().join("CHANGELOG.md")).unwrap();
    let is_released = changelog
        .lines()
        .any(|line| line.starts_with("## [") && line != "## [Unreleased]");
    let mut told = 0;
    for document in documents() {
        let is_decision = document.path.starts_with("docs/decisions/");
        if is_decision || !document.path.starts_with("docs/") {
            continue;
        }
        let text = &document.text;
        if OF_A_RELEASE.iter().any(|word| text.contains(word)) {
            told += 1;
            let is_promise = text.contains("first release on");
            assert_eq!(is_promise, !is_released, "{}", document.path);
        }
    }
    assert!(told > 2, "{told}");
}

#[test]
fn every_path_in_a_document_exists() {
    // What is linked to may be written by another test of the same run.
    if updating() {
        return;
    }
    let root = repo_root();
    let mut missing = Vec::new();
    for document in documents() {
        let folder = root.join(&document.path).parent().unwrap().to_path_buf();
        let named = named_paths(&document.text).into_iter();
        missing.extend(
            named
                .map(|path| (path.to_owned(), root.join(path)))
                .chain(linked_paths(&document.text).into_iter().map(|path| {
                    let place = folder.join(&path);
                    (path, place)
                }))
                .filter(|(_, place)| !place.exists())
                .map(|(path, _)| format!("{}: {path}", document.path)),
        );
    }
    assert!(missing.is_empty(), "not in the repository: {missing:#?}");
}

#[test]
fn paths_are_found_in_documents() {
    let document = "\
See `manifest/src/lib.rs`, `docs/decisions/NNNN-*.md`, `tests/rules/<name>`, not `kit.json`.\n\
Not here: manifest/schema, `hooks/run.sh`, `[a](b)`. A [`link`](rules/a.md#fix), [another](https://a.example).\n\
```console\n$ tests/run\nschemas/valid/a.json:3:14: error\n```\n";
    assert_eq!(
        named_paths(document),
        [
            "manifest/src/lib.rs",
            "docs/decisions",
            "tests/rules",
            "tests/run",
            "schemas/valid/a.json"
        ]
    );
    assert_eq!(linked_paths(document), ["rules/a.md"]);
}

#[test]
fn decisions_are_numbered_and_indexed() {
    let folder = repo_root().join("docs/decisions");
    let index = fs::read_to_string(folder.join("README.md")).unwrap();
    let mut names: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "README.md")
        .collect();
    names.sort();
    for (number, name) in (1..).zip(&names) {
        assert!(
            name.starts_with(&format!("{number:04}-")),
            "{name} is not number {number:04}"
        );
        let decision = fs::read_to_string(folder.join(name)).unwrap();
        let title = decision.lines().next().unwrap();
        let title = title
            .strip_prefix(&format!("# {number:04}: "))
            .unwrap_or_else(|| panic!("{name} opens with {title:?}"));
        assert!(
            index.contains(&format!("[{title}]({name})")),
            "docs/decisions/README.md does not list {name} by its title"
        );
        assert!(
            decision.contains("\nStatus: "),
            "{name} does not say whether it is in force"
        );
    }
}

/// The tests that SECURITY.md names in its tables: a file, and what is in it.
fn named_tests(document: &str) -> Vec<(&str, &str)> {
    let mut tests = Vec::new();
    for line in document.lines().filter(|line| line.starts_with('|')) {
        let mut file = "";
        for span in line.split('`').skip(1).step_by(2) {
            if span.contains('/') {
                file = span;
            } else {
                tests.push((file, span));
            }
        }
    }
    tests
}

#[test]
fn every_promise_of_security_names_a_test_that_is_there() {
    let root = repo_root();
    let document = fs::read_to_string(root.join("SECURITY.md")).unwrap();
    let promises = document.lines().filter(|line| {
        line.starts_with("| ") && !line.starts_with("| ---") && !line.starts_with("| promise")
    });
    for promise in promises {
        assert!(promise.contains("| `"), "nothing holds this: {promise}");
    }
    let tests = named_tests(&document);
    assert!(tests.len() > 30, "too few are named: {tests:?}");
    let missing: Vec<_> = tests
        .into_iter()
        .filter(|(file, name)| {
            let source = fs::read_to_string(root.join(file)).unwrap_or_default();
            let function = format!("fn {name}(");
            let named = format!("test(\"{name}");
            !source.contains(&function) && !source.contains(&named)
        })
        .collect();
    assert!(missing.is_empty(), "no such tests: {missing:#?}");
}
