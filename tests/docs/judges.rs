//! Which rules judge a field, and what the loader says of it: found out by checking documents, since a rule
//! is a function and names no field.
//!
//! Checked are the labelled documents, the schema's own example with each field taken away or of another
//! type, and what the rules' manuals show.

use std::collections::{BTreeMap, BTreeSet};

use fornax_manifest::{Document, DocumentKind, Nowhere, Options, RULES, Rule, Span, Stage, check};
use serde_json::{Value, json};

use crate::corpus;
use crate::fields::{Field, fields, schema};

/// The rules of a field by their names, each with the loader's words for what it finds there.
pub(crate) type Rules = BTreeMap<&'static str, BTreeSet<&'static str>>;

/// What is found at the fields of one kind of document, by their paths.
pub(crate) struct Judges {
    kind: DocumentKind,
    paths: BTreeSet<String>,
    found: BTreeMap<String, Rules>,
}

impl Judges {
    pub(crate) fn of(kind: DocumentKind) -> Self {
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
        for field in &fields {
            judges.alter(example, field);
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
        let mut path = String::new();
        for segment in pointer.split('/').skip(1) {
            let dot = if path.is_empty() { "" } else { "." };
            let next = [format!("{path}[]"), format!("{path}{dot}{segment}")]
                .into_iter()
                .find(|next| self.paths.contains(next));
            match next {
                Some(next) => path = next,
                None => break,
            }
        }
        path
    }

    /// Checks a complete document with one field taken away, and of each other type.
    fn alter(&mut self, example: &Value, field: &Field) {
        let Some((parent, name)) = field.path.rsplit_once('.').or_else(|| {
            let is_member = !field.path.is_empty() && !field.path.ends_with("[]");
            is_member.then_some(("", field.path.as_str()))
        }) else {
            return;
        };
        if name.ends_with("[]") {
            return;
        }
        let parent = match parent {
            "" => String::new(),
            keys => format!("/{}", keys.replace("[]", "/0").replace('.', "/")),
        };
        let mut value = example.clone();
        let Some(object) = value.pointer_mut(&parent).and_then(Value::as_object_mut) else {
            return;
        };
        let before = object.remove(name);
        if field.is_required {
            self.check(value.to_string().as_bytes(), Some(&field.path));
        }
        for other in [
            json!(null),
            json!(7),
            json!(true),
            json!("?"),
            json!([]),
            json!({}),
        ] {
            if before.as_ref() == Some(&other) {
                continue;
            }
            let object = value.pointer_mut(&parent).and_then(Value::as_object_mut);
            object.unwrap().insert(name.to_owned(), other);
            self.check(value.to_string().as_bytes(), None);
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
