//! The page of all words with which the program refuses something, or rejects what is registered: what
//! each means is said in the code, what to change here.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use crate::support::{assert_generated, repo_root};

const PAGE: &str = "docs/reference/adapter-refusals.md";

/// Of the program: a word, and what to change.
const REFUSALS: [(&str, &str); 32] = [
    (
        "no-home",
        "Set `HOME`, or for the registry alone `FORNAX_HOME`, to an absolute path.",
    ),
    (
        "unknown-id",
        "Take one of the ids that are named; `fornax-adapter list` shows them all.",
    ),
    ("disabled", "Enable it: `fornax-adapter enable ID`."),
    (
        "rejected",
        "Look the reason behind it up [below](#rejected-in-the-registry).",
    ),
    (
        "capability-missing",
        "Ask the adapter's author to declare the command in `capabilities`; nothing else lets it run.",
    ),
    (
        "built-in",
        "Nothing: an adapter that comes with Fornax is always there. To stop using it, uninstall it.",
    ),
    (
        "source-not-a-file",
        "Name the manifest itself, not a link to it.",
    ),
    (
        "source-writable",
        "Run the `chmod go-w` that is shown; it names the file, its folder, or both. Out of a folder such as `/tmp`, which is for everybody, move the manifest first.",
    ),
    (
        "source-too-large",
        "Shorten it: elements are usually what is large.",
    ),
    (
        "source-unreadable",
        "See the system's own words behind it: often the name is misspelt.",
    ),
    (
        "manifest-refused",
        "Run `fornax-lint FILE`, which names all faults and not just the first.",
    ),
    (
        "id-taken",
        "Where it is your own earlier version, [register the new one in its place](../how-to/adapter.md#register-a-new-version); else give the manifest another id.",
    ),
    (
        "digest-differs",
        "Review the manifest again, and confirm the digest that is shown then.",
    ),
    (
        "digest-malformed",
        "Copy the whole digest from the review: `sha256:` and 64 digits, in lower case.",
    ),
    (
        "registry-full",
        "Remove an adapter that you no longer use: `fornax-adapter remove ID`.",
    ),
    (
        "index-unreadable",
        "Run `fornax-lint` on the `registry.json` that is named, and mend what it reports; nothing is changed until the index is whole.",
    ),
    (
        "registry-unwritable",
        "See the system's own words behind it: the folder and its files must be yours, and the disk not full.",
    ),
    (
        "busy",
        "Try again; if that doesn't help, look for another program that is still at it.",
    ),
    (
        "copy-in-the-way",
        "Look at the file that is named in the registry's folder, and move it away.",
    ),
    (
        "folder-missing",
        "Install the program that the target belongs to, and start it once: an adapter makes no folders.",
    ),
    (
        "fornax-folder",
        "Name another file in the manifest's `target.path`: Fornax's own folder is no adapter's to change.",
    ),
    (
        "folder-symlink",
        "Put a real folder in the link's place; below the home directory no link is followed.",
    ),
    (
        "folder-not-a-folder",
        "Move away the file that stands where the folder belongs.",
    ),
    (
        "target-symlink",
        "Put the file itself in the link's place, or make the change by hand where the link leads.",
    ),
    (
        "target-not-a-file",
        "Move away the folder, pipe or device that has the target's name; a name that ends with `/` can only be a folder's.",
    ),
    (
        "target-linked",
        "Make a file of its own of it: copy it, and put the copy in its place.",
    ),
    (
        "target-unreadable",
        "See the system's own words behind it: you must be allowed to read the file and to enter its folder.",
    ),
    (
        "target-unwritable",
        "See the system's own words behind it: the file and its folder must be writable for you, the file not mounted by itself, and the disk not full.",
    ),
    (
        "target-changed",
        "Try again, best when the program that the target belongs to is not running.",
    ),
    (
        "draft-in-the-way",
        "Look at the file `<target>.fornax-tmp` or `registry.json.fornax-tmp`, and remove it if nobody needs it.",
    ),
    (
        "arguments",
        "Look at the command's `--help`; with `--json`, wrong arguments are reported in this way too.",
    ),
    ("clock", "Set the clock of the machine right."),
];

/// What of a target keeps it from being changed: a word, and what to change.
const TARGETS: [(&str, &str); 10] = [
    (
        "too-large",
        "Shorten the target; what is larger is not read.",
    ),
    (
        "would-be-too-large",
        "Shorten the target: what would be too large to be read again is not written.",
    ),
    (
        "not-json",
        "Repair the line that is named: no comments, no trailing commas, UTF-8 without a byte-order mark.",
    ),
    (
        "root-not-object",
        "Make the target's outermost value an object, or empty the file.",
    ),
    (
        "not-an-object",
        "Change the value on the way, or ask the adapter's author whether the pointer is right for your version of the program.",
    ),
    (
        "not-an-array",
        "Change the value at the end of the way, or ask the adapter's author whether the pointer is right for your version of the program.",
    ),
    (
        "pointer-root",
        "Name an array in the target: the manifest's fault is [pointer-root](../rules/pointer-root.md).",
    ),
    (
        "pointer-malformed",
        "Correct the pointer: the manifest's fault is [pointer-malformed](../rules/pointer-malformed.md) or [pointer-escape](../rules/pointer-escape.md).",
    ),
    (
        "marker-mismatch",
        "Give the element its marker: the manifest's fault is [marker-mismatch](../rules/marker-mismatch.md).",
    ),
    ("would-be-too-deep", "Point at a container further up."),
];

/// Of the built-in adapter for Codex, whose target is TOML.
const CODEX: [(&str, &str, &str); 2] = [
    (
        "foreign-value",
        "Codex tells a program of the user's own when a turn has ended, and it tells one only.",
        "Before installing, remove `notify` from its `config.toml`, or have that program call the one that is named; for uninstalling, take Fornax's program out of it by hand.",
    ),
    (
        "not-toml",
        "`config.toml` is not TOML, or what is to be removed does not stand in lines of its own.",
        "Repair the line that is named, or remove `notify` by hand.",
    ),
];

/// Why a registered adapter can't be used: a word, and what to change.
const REJECTIONS: [(&str, &str); 9] = [
    (
        "id collides with built-in adapter",
        "Remove it, and register it under another id.",
    ),
    ("id registered twice", "Remove it, and register it once."),
    (
        "malformed entry",
        "Remove it, and register it again; `fornax-lint` on the `registry.json` says what is wrong. An entry without an id has to be taken out of the file by hand.",
    ),
    ("missing copy", "Remove it, and register it again."),
    (
        "unreadable copy",
        "See the words behind it: the copy must be a regular file of yours.",
    ),
    (
        "digest mismatch",
        "Find out who changed the copy; then remove the adapter, and register it again.",
    ),
    (
        "malformed manifest",
        "Remove it, and register a manifest that `fornax-lint` accepts.",
    ),
    ("id mismatch", "Remove it, and register it again."),
    (
        "version too new",
        "Update Fornax to the version that is named.",
    ),
];

/// A word of the code's, and what its comment there says that it means.
type Meaning = (String, String);

fn source(path: &str) -> String {
    fs::read_to_string(repo_root().join(path)).unwrap()
}

/// What lies between two texts.
fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    let (_, rest) = text.split_once(start).expect("it is there");
    rest.split_once(end).expect("it has an end").0
}

/// Each line of a block of Rust that is no comment, with the comment that stands before it.
fn commented(block: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut comment = Vec::new();
    for line in block.lines().map(str::trim) {
        match line.strip_prefix("/// ") {
            Some(words) => comment.push(words),
            None => {
                found.push((line.to_owned(), comment.join(" ")));
                comment.clear();
            }
        }
    }
    found
}

/// The words of [`Reason`](fornax_adapter::Reason), in their order.
fn refusals() -> Vec<Meaning> {
    let text = source("adapter/src/refusal.rs");
    commented(between(&text, "\nreasons! {\n", "\n}\n"))
        .into_iter()
        .map(|(line, meaning)| (between(&line, "\"", "\"").to_owned(), meaning))
        .collect()
}

/// The words of an enumeration with a function `reason`, in its order.
fn words_of(path: &str, name: &str) -> Vec<Meaning> {
    let text = source(path);
    let declared = between(&text, &format!("pub enum {name} {{\n"), "\n}\n");
    // A variant stands four blanks in, its fields further.
    let block: String = declared
        .lines()
        .filter(|line| line.starts_with("    ") && !line.starts_with("     "))
        .map(|line| format!("{line}\n"))
        .collect();
    let named =
        |line: &str| -> String { line.chars().take_while(|c| c.is_alphanumeric()).collect() };
    let meanings: BTreeMap<String, String> = commented(&block)
        .into_iter()
        .map(|(line, meaning)| (named(&line), meaning))
        .collect();
    let mut words: Vec<Meaning> = Vec::new();
    let mut seen = 0;
    for line in between(&text, "fn reason(&self)", "\n    }\n").lines() {
        let Some((variants, word)) = line.split_once(" => ") else {
            continue;
        };
        let word = word.trim_matches([',', '"']).to_owned();
        for variant in variants.split("Self::").skip(1) {
            let meaning = &meanings[&named(variant)];
            seen += 1;
            match words.last_mut().filter(|(last, _)| *last == word) {
                Some((_, meanings)) => {
                    let also = meaning.strip_prefix("The ").unwrap();
                    meanings.push_str(&format!(" Or the {also}"));
                }
                None => words.push((word.clone(), meaning.clone())),
            }
        }
    }
    // A closing brace has no name.
    let variants = meanings.keys().filter(|name| !name.is_empty()).count();
    assert_eq!(seen, variants, "{path}");
    words
}

/// The words of the adapter for Codex that the engine doesn't have.
fn words_of_codex() -> Vec<String> {
    let text = source("adapter/src/built_in/codex.rs");
    let foreign = between(&text, "const FOREIGN: &str = \"", "\"");
    let mut words: Vec<String> = text
        .split("refusal(\n")
        .skip(1)
        .filter_map(|rest| match rest.trim_start().strip_prefix('"') {
            Some(rest) => rest.split('"').next(),
            None => rest.trim_start().starts_with("FOREIGN,").then_some(foreign),
        })
        .map(str::to_owned)
        .collect();
    words.sort();
    words.dedup();
    words
}

/// A table of words, each with its meaning in the code and what to change.
fn table(meanings: Vec<Meaning>, changes: &[(&str, &str)]) -> String {
    let known: Vec<&str> = meanings.iter().map(|(word, _)| word.as_str()).collect();
    let told: Vec<&str> = changes.iter().map(|(word, _)| *word).collect();
    assert_eq!(
        known, told,
        "each word of the code, in its order, and no other"
    );
    let mut text = String::from("| reason | it means | what to do |\n| --- | --- | --- |\n");
    for ((word, meaning), (_, change)) in meanings.iter().zip(changes) {
        assert!(meaning.ends_with('.'), "{word}: {meaning}");
        let _ = writeln!(text, "| `{word}` | {meaning} | {change} |");
    }
    text
}

/// A word that nothing is refused with would be explained for nothing.
#[test]
fn every_reason_is_given_somewhere() {
    let mut code = String::new();
    let mut folders = vec![repo_root().join("adapter/src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.ends_with("refusal.rs") {
                code.push_str(&fs::read_to_string(path).unwrap());
            }
        }
    }
    let text = source("adapter/src/refusal.rs");
    for (line, _) in commented(between(&text, "\nreasons! {\n", "\n}\n")) {
        let (variant, _) = line.split_once(' ').unwrap();
        assert!(code.contains(&format!("Reason::{variant},")), "{variant}");
    }
}

#[test]
fn every_reason_of_the_program_is_explained() {
    let codex: Vec<&str> = CODEX.iter().map(|(word, _, _)| *word).collect();
    assert_eq!(words_of_codex(), codex);
    let codex = CODEX
        .iter()
        .map(|(word, meaning, _)| ((*word).to_owned(), (*meaning).to_owned()));
    let codex_changes = CODEX.map(|(word, _, change)| (word, change));
    let page = format!(
        "\
<!-- Generated from the code; `FORNAX_UPDATE=1 cargo test -p fornax-adapter --test adapter` rewrites it. -->

# Refusals of fornax-adapter

What `fornax-adapter` doesn't do it refuses with a word, as in `error[id-taken]`; `--json` has the same word as `reason`.
The words are promises: none changes its meaning.
Where one stands, nothing was changed.

A manifest's own faults have [rules](../rules/index.md), and the loaders' words for them [a page of their own](../how-to/refusals.md).

## A command is refused

{}
## The target can't be changed

These are about what stands in the target; the text of a target is never quoted.

{}
The built-in adapter for Codex has these besides:

{}
## Rejected in the registry

An adapter with one of these is registered and not used; `fornax-adapter list` and `fornax-adapter doctor` name it.

{}",
        table(refusals(), &REFUSALS),
        table(
            words_of("manifest/src/operation/refusal.rs", "Refusal"),
            &TARGETS
        ),
        table(codex.collect(), &codex_changes),
        table(
            words_of("adapter/src/registry/rejection.rs", "Rejection"),
            &REJECTIONS
        ),
    );
    assert_generated(PAGE, &page);
}
