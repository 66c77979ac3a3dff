//! Which rules judge a field, and what the loader says of it: found out by checking documents, since a rule
//! is a function and names no field.
//!
//! Checked are the labelled documents, the schema's own example and the samples with each field taken away
//! or given another value, and what the rules' manuals show.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::OnceLock;

use fornax_manifest::{Document, DocumentKind, Nowhere, Options, RULES, Rule, Span, Stage, check};
use serde_json::{Value, json};

use crate::corpus;
use crate::fields::{fields, schema};
use crate::page::read;
use crate::support::repo_root;

/// The rules of a field by their names, each with the loader's words for what it finds there.
pub(crate) type Rules = BTreeMap<&'static str, BTreeSet<&'static str>>;

/// What is found at the fields of one kind of document, by their paths.
pub(crate) struct Judges {
    kind: DocumentKind,
    paths: BTreeSet<String>,
    found: BTreeMap<String, Rules>,
}

impl Judges {
    /// What is found at the fields of `kind`, which takes its time and so is found out once.
    pub(crate) fn of(kind: DocumentKind) -> &'static Self {
        static FOUND: [OnceLock<Judges>; 4] = [const { OnceLock::new() }; 4];
        let index = DocumentKind::ALL.iter().position(|other| *other == kind);
        FOUND[index.unwrap()].get_or_init(|| Self::find_out(kind))
    }

    fn find_out(kind: DocumentKind) -> Self {
        let root = schema(kind);
        let fields = fields(&root);
        let paths = fields.iter().map(|field| field.path.clone()).collect();
        let mut judges = Self {
            kind,
            paths,
            found: BTreeMap::new(),
        };
        for case in corpus::own(kind) {
            judges.check(&case.bytes, None);
        }
        let example = &root["examples"][0];
        judges.alter(example);
        for sample in samples(kind) {
            judges.alter(&sample);
        }
        let mut named = example.clone();
        named["$schema"] = "https://example.com/a.json".into();
        judges.check(named.to_string().as_bytes(), None);
        for rule in RULES.iter().filter(|rule| rule.kinds.contains(&kind)) {
            judges.examples(rule);
        }
        judges
    }

    /// The rules of a field.
    pub(crate) fn at(&self, path: &str) -> Option<&Rules> {
        self.found.get(path)
    }

    /// Whether a rule judges a field or something in it.
    pub(crate) fn is_below(&self, path: &str, rule: &str) -> bool {
        self.found.iter().any(|(found, rules)| {
            let rest = found.strip_prefix(path);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
                && rules.contains_key(rule)
        })
    }

    /// Checks a document, of which a field may be missing.
    fn check(&mut self, bytes: &[u8], missing: Option<&str>) {
        let document = Document::parse(bytes, self.kind);
        for finding in check(&document, &Options::default(), &Nowhere) {
            // Text that isn't JSON says nothing of a field.
            if finding.rule.stage == Stage::Text {
                continue;
            }
            let path = if finding.rule.name == "missing-field" {
                match missing {
                    Some(path) => path.to_owned(),
                    // Its place is that of the object around what is missing.
                    None => continue,
                }
            } else {
                self.path(&document.tree().pointer_of(finding.span))
            };
            self.add(path, finding.rule, finding.loader_reason);
        }
    }

    fn add(&mut self, path: String, rule: &'static Rule, reason: Option<&'static str>) {
        let rules = self.found.entry(path).or_default();
        rules.entry(rule.name).or_default().extend(reason);
    }

    /// The field that a pointer leads to or, where it leads to none, the nearest one around.
    fn path(&self, pointer: &str) -> String {
        self.way(pointer).0
    }

    /// As `path`, and whether the pointer leads to the field itself.
    fn way(&self, pointer: &str) -> (String, bool) {
        let mut path = String::new();
        for segment in pointer.split('/').skip(1) {
            let dot = if path.is_empty() { "" } else { "." };
            let next = [format!("{path}[]"), format!("{path}{dot}{segment}")]
                .into_iter()
                .find(|next| self.paths.contains(next));
            match next {
                Some(next) => path = next,
                None => return (path, false),
            }
        }
        (path, true)
    }

    /// Checks a sound document with each field taken away, and with other values.
    fn alter(&mut self, sound: &Value) {
        for pointer in pointers(sound) {
            let (path, true) = self.way(&pointer) else {
                continue;
            };
            if let Some(less) = without(sound, &pointer) {
                self.check(less.to_string().as_bytes(), Some(&path));
            }
            for other in others(sound.pointer(&pointer).unwrap()) {
                let mut altered = sound.clone();
                *altered.pointer_mut(&pointer).unwrap() = other;
                self.check(altered.to_string().as_bytes(), None);
            }
        }
    }

    /// Takes the places of a manual's examples.
    fn examples(&mut self, rule: &'static Rule) {
        if rule.stage == Stage::Text {
            return;
        }
        let manual = rule.manual();
        let mut lines = manual.lines();
        while let Some(line) = lines.next() {
            let Some(info) = line.strip_prefix("```json bad") else {
                continue;
            };
            let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            let (words, mark) = info.split_once(" mark").unwrap_or((info, ""));
            let word = |name| words.split(' ').find_map(|word| word.strip_prefix(name));
            let kind = word("kind=").unwrap_or(rule.kinds[0].name());
            if kind != self.kind.name() {
                continue;
            }
            let around = word("in=").unwrap_or_default();
            let within = place(&body.join("\n"), mark, self.kind).unwrap_or_default();
            let path = self.path(&format!("{around}{within}"));
            // Of several words it isn't known which one is meant.
            let reason = match rule.reasons {
                [reason] => Some(*reason),
                _ => None,
            };
            self.add(path, rule, reason);
        }
    }
}

/// The documents of `schemas/samples/` that are sound; a large one has no field that others lack.
fn samples(kind: DocumentKind) -> Vec<Value> {
    let folder = format!("schemas/samples/{}/valid", kind.name());
    let mut names: Vec<_> = fs::read_dir(repo_root().join(&folder))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let text = |name: &String| read(&format!("{folder}/{name}"));
    names
        .iter()
        .map(text)
        .filter(|text| text.len() < 8192)
        .map(|text| serde_json::from_str(&text).unwrap())
        .collect()
}

/// The places in a document, but for the whole of it.
fn pointers(document: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![(String::new(), document)];
    while let Some((pointer, value)) = open.pop() {
        match value {
            Value::Object(members) => {
                open.extend(members.iter().map(|(key, value)| {
                    let key = key.replace('~', "~0").replace('/', "~1");
                    (format!("{pointer}/{key}"), value)
                }));
            }
            Value::Array(items) => {
                let items = items.iter().enumerate();
                open.extend(items.map(|(index, value)| (format!("{pointer}/{index}"), value)));
            }
            _ => {}
        }
        if !pointer.is_empty() {
            found.push(pointer);
        }
    }
    found
}

/// The document without a member of an object; nothing if the place is an item of a list.
fn without(document: &Value, pointer: &str) -> Option<Value> {
    let (parent, key) = pointer.rsplit_once('/')?;
    let mut less = document.clone();
    let object = less.pointer_mut(parent)?.as_object_mut()?;
    object.remove(&key.replace("~1", "/").replace("~0", "~"))?;
    Some(less)
}

/// What may stand in a value's place, most of it by mistake.
fn others(value: &Value) -> Vec<Value> {
    let mut others = vec![
        json!(null),
        json!(7),
        json!(-1),
        json!(true),
        json!("?"),
        json!(""),
        json!(" "),
        json!("a\nb"),
        json!("x".repeat(300)),
        json!([]),
        json!({}),
    ];
    match value {
        Value::String(text) => others.push(json!(format!("{text}\u{200b}"))),
        Value::Array(items) => {
            let first = items.first().into_iter();
            others.push(items.iter().chain(first).cloned().collect());
        }
        Value::Object(members) => {
            let mut members = members.clone();
            members.insert("zzz".to_owned(), json!(1));
            others.push(members.into());
        }
        _ => {}
    }
    others.retain(|other| other != value);
    others
}

/// Where in an example its mark is, as a JSON pointer; `mark` is what follows the word, `=` or `#2=` first.
fn place(body: &str, mark: &str, kind: DocumentKind) -> Option<String> {
    let (_, text) = mark.split_once('=')?;
    let at = u32::try_from(body.find(text)?).ok()?;
    let span = Span {
        start: at,
        end: at + u32::try_from(text.len()).ok()?,
    };
    Some(
        Document::parse(body.as_bytes(), kind)
            .tree()
            .pointer_of(span),
    )
}

/// Every rule that looks at more than the text is named at a field.
#[test]
fn no_rule_is_left_out() {
    let judges = DocumentKind::ALL.map(Judges::of);
    let named: BTreeSet<&str> = judges
        .iter()
        .flat_map(|judges| judges.found.values())
        .flat_map(|rules| rules.keys().copied())
        .collect();
    let missing: Vec<_> = RULES
        .iter()
        .filter(|rule| rule.stage != Stage::Text && !named.contains(rule.name))
        // A document that has no hash is nested too deep to be shown.
        .filter(|rule| rule.name != "consent-hash-unknown")
        .map(|rule| rule.name)
        .collect();
    assert!(missing.is_empty(), "at no field: {missing:?}");
}

/// The rules that stand on a page with each field, by its path.
fn judged_by(page: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut path = String::new();
    for line in page.lines() {
        if let Some((_, name)) = line.split_once("## `") {
            path = name.trim_end_matches('`').to_owned();
        } else if line.starts_with("Each item") {
            path.push_str("[]");
        } else if let Some(judges) = line.strip_prefix("Judged by ") {
            let names = judges.split('[').skip(1);
            let names = names.map(|rest| rest.split(']').next().unwrap().to_owned());
            found.entry(path.clone()).or_default().extend(names);
        }
    }
    found
}

/// Whatever is put in a field's place, the rule that says something of it there stands on the field's page.
#[test]
fn a_page_names_every_rule_that_judges_a_field() {
    let values = [
        json!("a\u{202e}b"),
        json!("\t"),
        json!("../a"),
        json!("A.B"),
        json!("0"),
        json!(0),
        json!(0.5),
        json!(99_999_999_999_u64),
        json!(false),
        json!([""]),
        json!([{}]),
        json!({ "a": 1 }),
    ];
    let mut missing = BTreeSet::new();
    let mut held = 0;
    for kind in DocumentKind::ALL {
        let judges = Judges::of(kind);
        let page = judged_by(&read(&format!("docs/reference/{}.md", kind.name())));
        for sound in samples(kind) {
            for pointer in pointers(&sound) {
                let (path, true) = judges.way(&pointer) else {
                    continue;
                };
                for other in &values {
                    let mut altered = sound.clone();
                    *altered.pointer_mut(&pointer).unwrap() = other.clone();
                    let document = Document::parse(altered.to_string().as_bytes(), kind);
                    for finding in check(&document, &Options::default(), &Nowhere) {
                        if document.tree().pointer_of(finding.span) != pointer
                            || finding.rule.name == "missing-field"
                        {
                            continue;
                        }
                        held += 1;
                        let known = page.get(&path);
                        if !known.is_some_and(|known| known.contains(finding.rule.name)) {
                            missing.insert((kind.name(), path.clone(), finding.rule.name));
                        }
                    }
                }
            }
        }
    }
    assert!(held > 1000, "{held}");
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn a_field_is_judged_by_more_than_its_schema() {
    let judges = Judges::of(DocumentKind::AkAdapter);
    let contract: Vec<_> = judges
        .at("contract")
        .unwrap()
        .iter()
        .map(|(rule, reasons)| (*rule, reasons.iter().copied().collect::<Vec<_>>()))
        .collect();
    assert_eq!(
        contract,
        [
            ("contract-malformed", vec!["invalid-contract"]),
            ("contract-unsupported", vec!["contract-version"]),
            ("missing-field", vec!["invalid-contract"]),
            ("wrong-type", vec!["invalid-contract"]),
        ]
    );
}
