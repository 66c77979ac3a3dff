//! Reads the examples in a rule's manual.
//!
//! An example is a fenced block ```` ```json bad in=/host/install mark="bin" ````: `bad` or `good`,
//! the kind of document (`kind=`, else the rule's first), the place in that kind's complete sample
//! which the example takes (`in=`, else it is the whole document), and where a bad one is marked
//! (`mark=`, to the end of the line: a text in the example, or `@key` for the key whose value the
//! example is). A block with `file=` describes what lies around the document.

use fornax_manifest::syntax::{TokenKind, tokenize};
use fornax_manifest::{Document, DocumentKind, Nowhere, Rule, Span, Surroundings};

use crate::support::repo_root;
use crate::surroundings::{Described, Thing};

/// An example, put into its document.
pub(crate) struct Example {
    pub(crate) rule: &'static Rule,
    pub(crate) is_bad: bool,
    pub(crate) kind: DocumentKind,
    /// The whole document.
    pub(crate) text: String,
    /// Whether it is the whole document, and then often cut down to what matters.
    pub(crate) is_whole: bool,
    /// Where in the document the example stands.
    pub(crate) place: Span,
    /// Where in the document the finding must be.
    pub(crate) mark: Option<Span>,
    files: Option<Described>,
}

impl Example {
    pub(crate) fn surroundings(&self) -> &dyn Surroundings {
        match &self.files {
            Some(files) => files,
            None => &Nowhere,
        }
    }
}

/// Every example in the manual of `rule`.
pub(crate) fn examples(rule: &'static Rule) -> Vec<Example> {
    let manual = rule.manual();
    let mut lines = manual.lines();
    let mut found = Vec::new();
    let mut files: Option<Described> = None;
    let mut files_are_for_the_last = false;
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```") else {
            continue;
        };
        let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let body = body.join("\n");
        let (words, mark) = split_mark(info);
        if let Some(path) = word(&words, "file=") {
            if std::mem::take(&mut files_are_for_the_last) {
                files = None;
            }
            files
                .get_or_insert_with(|| Described::named(file_name(rule.kinds[0])))
                .put(path, thing(&words, &body));
        } else if words.contains(&"bad") || words.contains(&"good") {
            files_are_for_the_last = true;
            found.push(example(rule, &words, mark, &body, files.clone()));
        }
    }
    found
}

/// What such a document is called.
pub(crate) fn file_name(kind: DocumentKind) -> &'static str {
    match kind {
        DocumentKind::FornaxManifest => "acme-agent.manifest.json",
        DocumentKind::FornaxRegistry => "registry.json",
        DocumentKind::AkAdapter => "ak-adapter.json",
        DocumentKind::AkKit => "kit.json",
    }
}

/// The document of this kind that examples are put into.
pub(crate) fn complete(kind: DocumentKind) -> String {
    let path = format!("schemas/samples/{}/valid/complete.json", kind.name());
    std::fs::read_to_string(repo_root().join(path)).unwrap()
}

/// The words of a block, and its mark: `mark=TEXT` or `mark#2=TEXT`.
fn split_mark(info: &str) -> (Vec<&str>, Option<(usize, &str)>) {
    let Some(at) = info.find(" mark=").or_else(|| info.find(" mark#")) else {
        return (info.split_whitespace().collect(), None);
    };
    let (words, mark) = info.split_at(at);
    let (number, text) = mark[" mark".len()..].split_once('=').unwrap();
    let number = match number.strip_prefix('#') {
        Some(digits) => digits.parse().unwrap(),
        None => 1,
    };
    (words.split_whitespace().collect(), Some((number, text)))
}

fn word<'w>(words: &[&'w str], name: &str) -> Option<&'w str> {
    words.iter().find_map(|word| word.strip_prefix(name))
}

fn thing(words: &[&str], body: &str) -> Thing {
    let mode = word(words, "mode=").map(|digits| u32::from_str_radix(digits, 8).unwrap());
    if words.contains(&"symlink") {
        Thing::Symlink
    } else if words.contains(&"folder") {
        Thing::Folder { mode }
    } else {
        let bytes = format!("{body}\n").into_bytes();
        Thing::File { bytes, mode }
    }
}

fn example(
    rule: &'static Rule,
    words: &[&str],
    mark: Option<(usize, &str)>,
    body: &str,
    files: Option<Described>,
) -> Example {
    let kind = word(words, "kind=").map_or(rule.kinds[0], |name| {
        DocumentKind::from_name(name).unwrap_or_else(|| panic!("{}: no kind {name}", rule.name))
    });
    let (text, start) = match word(words, "in=") {
        Some(pointer) => put(&complete(kind), kind, pointer, body),
        None => (format!("{body}\n"), 0),
    };
    let mark = mark.map(|(number, mark)| {
        if mark == "@key" {
            return key_before(&text, start);
        }
        let span = marked(body, number, mark)
            .unwrap_or_else(|| panic!("{}: the example has no {mark:?}", rule.name));
        Span::new(start + span.start, start + span.end)
    });
    Example {
        rule,
        is_bad: words.contains(&"bad"),
        kind,
        text,
        is_whole: word(words, "in=").is_none(),
        place: Span::new(start, start + u32::try_from(body.len()).unwrap()),
        mark,
        files,
    }
}

/// The key, quotes included, whose value begins at `start`.
fn key_before(text: &str, start: u32) -> Span {
    let tokens = tokenize(&text[..start as usize]);
    let key = tokens
        .iter()
        .rfind(|token| token.kind == TokenKind::String)
        .unwrap();
    key.span
}

/// Where in `body` the mark stands: `^TEXT` is right before, `TEXT^` right after.
fn marked(body: &str, number: usize, mark: &str) -> Option<Span> {
    let (text, before, after) = match (mark.strip_prefix('^'), mark.strip_suffix('^')) {
        (Some(text), _) => (text, true, false),
        (_, Some(text)) => (text, false, true),
        _ => (mark, false, false),
    };
    let (start, _) = body.match_indices(text).nth(number - 1)?;
    let start = u32::try_from(start).unwrap();
    let end = start + u32::try_from(text.len()).unwrap();
    Some(match (before, after) {
        (true, _) => Span::at(start),
        (_, true) => Span::at(end),
        _ => Span::new(start, end),
    })
}

/// Puts `body` at `pointer` in `base`; a member that the base lacks is added.
fn put(base: &str, kind: DocumentKind, pointer: &str, body: &str) -> (String, u32) {
    let document = Document::parse(base.as_bytes(), kind);
    if let Some(node) = document.tree().at(pointer) {
        let range = node.span().range();
        let text = format!("{}{body}{}", &base[..range.start], &base[range.end..]);
        return (text, node.span().start);
    }
    let (outer, name) = pointer.rsplit_once('/').unwrap();
    let object = document.tree().at(outer).and_then(|node| node.as_object());
    let object = object.unwrap_or_else(|| panic!("{pointer}: the sample has no object at {outer}"));
    let (at, before) = match object.members().last() {
        Some(last) => (last.span().end, format!(", \"{name}\": ")),
        None => (object.open().end, format!("\"{name}\": ")),
    };
    let (head, tail) = base.split_at(at as usize);
    let start = at + u32::try_from(before.len()).unwrap();
    (format!("{head}{before}{body}{tail}"), start)
}

#[test]
fn examples_are_read_as_they_are_meant() {
    assert_eq!(
        split_mark("json bad in=/a mark#2=\"x y\""),
        (vec!["json", "bad", "in=/a"], Some((2, "\"x y\"")))
    );
    assert_eq!(marked("[1 2]", 1, "^ 2"), Some(Span::at(2)));
    assert_eq!(marked("[1, 1]", 2, "1"), Some(Span::new(4, 5)));
    assert_eq!(marked("[1]", 1, "[1^"), Some(Span::at(2)));
    let kind = DocumentKind::AkKit;
    assert_eq!(
        put("{\"a\": {}}", kind, "/a/b", "1").0,
        "{\"a\": {\"b\": 1}}"
    );
    assert_eq!(
        put("{\"a\": 1}", kind, "/b", "2"),
        ("{\"a\": 1, \"b\": 2}".to_owned(), 14)
    );
}
