//! Documents that are being typed, letter by letter: what is proposed on the way makes none of them
//! worse.

use std::collections::{BTreeMap, BTreeSet};

use fornax_manifest::ide::{self, CompletionItem, CompletionKind};
use fornax_manifest::syntax::{Array, Member};
use fornax_manifest::{Document, DocumentKind, Edit, Nowhere, apply_edits};

use crate::harness::{options, samples};

/// The longest document that is typed; longer ones show nothing that shorter ones don't.
const LONGEST: usize = 1600;

/// All members of a document, at every depth.
fn members(document: &Document) -> Vec<Member<'_>> {
    let mut members = Vec::new();
    let mut left: Vec<_> = document.tree().root().into_iter().collect();
    while let Some(node) = left.pop() {
        if let Some(object) = node.as_object() {
            members.extend(object.all_members());
            left.extend(object.all_members().filter_map(Member::value));
        }
        left.extend(node.as_array().into_iter().flat_map(Array::items));
    }
    members
}

/// The keys of a document, and how often each stands in it.
fn keys(document: &Document) -> BTreeMap<String, usize> {
    let mut keys = BTreeMap::new();
    for member in members(document) {
        *keys.entry(member.name().into_owned()).or_default() += 1;
    }
    keys
}

/// How many of the `expected` keys a document has.
fn kept(expected: &BTreeMap<String, usize>, document: &Document) -> usize {
    let found = keys(document);
    let counts = expected.iter();
    counts
        .map(|(key, &count)| count.min(found.get(key).copied().unwrap_or_default()))
        .sum()
}

fn accept(text: &str, item: &CompletionItem) -> String {
    let mut edits = item.additional_edits.clone();
    edits.push(Edit::replace(item.span, item.text.clone()));
    apply_edits(text, &edits)
}

/// What an editor puts behind the cursor for what was opened before it.
fn closers(typed: &str) -> String {
    let (mut open, mut is_quoted, mut is_escaped) = (Vec::new(), false, false);
    for c in typed.chars() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => is_quoted = !is_quoted,
            '{' if !is_quoted => open.push('}'),
            '[' if !is_quoted => open.push(']'),
            '}' | ']' if !is_quoted => drop(open.pop()),
            _ => {}
        }
    }
    let quote = is_quoted.then_some('"');
    quote.into_iter().chain(open.into_iter().rev()).collect()
}

/// All that went wrong, so that one run shows it.
#[derive(Default)]
struct Trouble {
    proposals: usize,
    damage: BTreeMap<String, (usize, String)>,
}

impl Trouble {
    fn note(&mut self, what: &str, text: &str, offset: usize, after: &str) {
        let text = format!("{}§{}", &text[..offset], &text[offset..]);
        let (count, shortest) = self.damage.entry(what.to_owned()).or_default();
        *count += 1;
        if shortest.is_empty() || shortest.len() > text.len() + after.len() + 8 {
            *shortest = format!("{text}\n  -->\n{after}");
        }
    }

    /// Accepts every proposal at `offset`: the document has no more errors than before, and has lost
    /// none of the keys that are there for certain.
    fn accept_all(
        &mut self,
        kind: DocumentKind,
        text: &str,
        offset: usize,
        certain: &BTreeMap<String, usize>,
    ) -> usize {
        let before = Document::parse(text.as_bytes(), kind);
        let place = u32::try_from(offset).unwrap();
        let items = ide::completion(&before, place, &options(), &Nowhere);
        let had = (!items.is_empty()).then(|| kept(certain, &before));
        for item in &items {
            let after = accept(text, item);
            let document = Document::parse(after.as_bytes(), kind);
            if document.tree().error_count() > before.tree().error_count() {
                self.note("more errors", text, offset, &after);
            }
            if Some(kept(certain, &document)) < had {
                self.note("a key is lost", text, offset, &after);
            }
            if item.kind == CompletionKind::Key && !keys(&document).contains_key(&item.label) {
                self.note("the key isn't one", text, offset, &after);
            }
        }
        self.proposals += items.len();
        items.len()
    }

    /// Accepts every proposal at `offset`, where nothing but a key is missing: the document is whole
    /// then.
    fn expect_whole(
        &mut self,
        kind: DocumentKind,
        text: &str,
        offset: usize,
        certain: &BTreeMap<String, usize>,
    ) {
        let before = Document::parse(text.as_bytes(), kind);
        let place = u32::try_from(offset).unwrap();
        for item in ide::completion(&before, place, &options(), &Nowhere) {
            let after = accept(text, &item);
            let document = Document::parse(after.as_bytes(), kind);
            let is_whole = document.tree().error_count() == 0;
            if !is_whole || kept(certain, &document) < certain.values().sum() {
                self.note("not whole", text, offset, &after);
            }
        }
    }

    #[track_caller]
    fn finish(self, proposals: usize) {
        let damage = self.damage.iter();
        let shown: Vec<String> = damage
            .map(|(what, (count, text))| format!("{what}, {count} times:\n{text}"))
            .collect();
        assert!(shown.is_empty(), "{}", shown.join("\n\n"));
        assert!(self.proposals > proposals, "{}", self.proposals);
    }
}

/// The documents that are typed.
fn documents() -> Vec<(DocumentKind, String)> {
    let short = |(_, text): &(DocumentKind, String)| text.len() < LONGEST;
    samples().into_iter().filter(short).collect()
}

#[test]
fn a_document_that_grows_at_its_end() {
    let mut trouble = Trouble::default();
    for (number, (kind, text)) in documents().into_iter().enumerate() {
        for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
            // Each document shows its own part of the places.
            if (end + number) % 5 > 0 {
                continue;
            }
            let typed = &text[..end];
            // What has its value has been typed.
            let document = Document::parse(typed.as_bytes(), kind);
            let mut certain = BTreeMap::new();
            for member in members(&document) {
                if member.value().is_some() {
                    *certain.entry(member.name().into_owned()).or_default() += 1;
                }
            }
            trouble.accept_all(kind, typed, end, &certain);
            let closed = format!("{typed}{}", closers(typed));
            trouble.accept_all(kind, &closed, end, &certain);
        }
    }
    trouble.finish(3_000);
}

#[test]
fn a_member_that_is_typed_among_others() {
    let mut trouble = Trouble::default();
    let mut silent = BTreeSet::new();
    for (kind, text) in documents() {
        let document = Document::parse(text.as_bytes(), kind);
        for (number, member) in members(&document).into_iter().enumerate() {
            let (start, end) = (member.span().start as usize, member.span().end as usize);
            let key_length = (member.key().span().end as usize) - start;
            let source = &text[start..end];
            // Behind it comes the next member, or the end of the object.
            let behind = text[end..].strip_prefix(',').unwrap_or(&text[end..]);
            let behind = behind.trim_start();
            let before = &text[..start];
            let certain = {
                let comma = if behind.starts_with('"') {
                    "\"\": 0,"
                } else {
                    "\"\": 0"
                };
                let mut keys = keys(&Document::parse(
                    format!("{before}{comma}{behind}").as_bytes(),
                    kind,
                ));
                keys.remove("");
                keys
            };
            // The comma before it may not have been typed.
            let blank = &before[before.trim_end().len()..];
            let without_comma = before.trim_end().strip_suffix(',');
            let without_comma = without_comma.map(|before| format!("{before}{blank}"));
            let befores = [Some(before.to_owned()), without_comma];
            let gaps = ["\n  ", " ", ""];
            let spots = befores
                .iter()
                .flatten()
                .flat_map(|before| gaps.map(|gap| (before, gap)));
            for (at, (before, gap)) in spots.enumerate() {
                for length in (0..=source.len()).filter(|end| source.is_char_boundary(*end)) {
                    // Of a long value every member shows another part.
                    let every = if length > key_length { 48 } else { 6 };
                    if (length + number + at) % every > 0 {
                        continue;
                    }
                    let typed = &source[..length];
                    for closed in [String::new(), closers(typed)] {
                        let text = format!("{before}{typed}{closed}{gap}{behind}");
                        let offset = before.len() + length;
                        let count = trouble.accept_all(kind, &text, offset, &certain);
                        if length >= key_length {
                            continue;
                        }
                        // A key makes the document whole again.
                        trouble.expect_whole(kind, &text, offset, &certain);
                        if count == 0 {
                            silent.insert(format!("{} {}", kind.name(), member.name()));
                        }
                    }
                }
            }
        }
    }
    // Of these nothing is known, or they are what mustn't be there.
    let expected = [
        "ak-adapter npmPackage",
        "ak-kit profile",
        "fornax-manifest list",
        "fornax-manifest nested",
        "fornax-manifest type",
    ];
    assert_eq!(silent.into_iter().collect::<Vec<_>>(), expected);
    trouble.finish(3_000);
}
