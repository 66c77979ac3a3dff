//! Makes the project's own corpus: sound documents, and what is put into them, each with its label.
//!
//! A label is known from the making: every fault says what the loader does with it. Nothing here
//! asks the linter. After a change `FORNAX_UPDATE=1` writes the files anew.

mod adapter;
mod fault;
mod kit;
mod layout;
mod manifest;
mod random;
mod registry;
mod text;

use fornax_manifest::DocumentKind;
use serde_json::{Value, json};

use crate::support::assert_generated;
use fault::{Fault, Verdict};
use random::Random;

/// How a kind's documents are made.
struct Recipe {
    kind: DocumentKind,
    /// A sound document.
    sound: fn(&mut Random) -> Value,
    /// Everything that can be put into one.
    faults: Vec<Fault>,
    /// The loader's word for a text that is no JSON.
    not_json: Option<&'static str>,
    /// How many documents are made.
    count: usize,
}

/// The corpus of one kind, a JSON value a line.
pub(crate) fn corpus(kind: DocumentKind) -> String {
    let recipe = match kind {
        DocumentKind::FornaxManifest => Recipe {
            kind,
            sound: manifest::sound,
            faults: manifest::faults(),
            not_json: Some("parse"),
            count: 640,
        },
        DocumentKind::FornaxRegistry => Recipe {
            kind,
            sound: registry::sound,
            faults: registry::faults(),
            not_json: None,
            count: 160,
        },
        DocumentKind::AkAdapter => Recipe {
            kind,
            sound: adapter::sound,
            faults: adapter::faults(),
            not_json: Some("source-invalid-json"),
            count: 640,
        },
        DocumentKind::AkKit => Recipe {
            kind,
            sound: kit::sound,
            faults: kit::faults(),
            not_json: None,
            count: 160,
        },
    };
    recipe.lines().concat()
}

impl Recipe {
    fn lines(&self) -> Vec<String> {
        let seed = DocumentKind::ALL.iter().position(|kind| *kind == self.kind);
        let mut random = Random::new(seed.unwrap() as u64 + 1);
        (0..self.count)
            .map(|number| {
                // Of ten documents one is sound, one has a broken text, one has two faults; the
                // faults take turns, so that each is put into several documents.
                let made = match number % 10 {
                    0 => self.sound(&mut random),
                    1 => self.broken(&mut random, number / 10),
                    2 => self.with_two(&mut random),
                    _ => {
                        let turn = number / 10 * 7 + number % 10 - 3;
                        let fault = &self.faults[turn % self.faults.len()];
                        self.with_one(&mut random, fault)
                    }
                };
                made.line(&format!("{}-{number:03}", self.kind.name()))
            })
            .collect()
    }

    fn sound(&self, random: &mut Random) -> Made {
        let document = (self.sound)(random);
        Made {
            kind: "valid".to_owned(),
            text: layout::laid_out(random, &document),
            verdict: Verdict::Accept,
            place: None,
        }
    }

    fn with_one(&self, random: &mut Random, fault: &Fault) -> Made {
        let mut document = (self.sound)(random);
        fault.put_into(&mut document);
        Made {
            kind: fault.kind.to_owned(),
            text: layout::laid_out(random, &document),
            verdict: fault.verdict,
            place: Some(fault.place()),
        }
    }

    /// Two faults that don't meet. Which of two the loader would name first is not said.
    fn with_two(&self, random: &mut Random) -> Made {
        let mut document = (self.sound)(random);
        let (first, second) = loop {
            let first = random.pick(&self.faults);
            let second = random.pick(&self.faults);
            if !first.meets(second) {
                break (first, second);
            }
        };
        first.put_into(&mut document);
        second.put_into(&mut document);
        Made {
            kind: format!("{}+{}", first.kind, second.kind),
            text: layout::laid_out(random, &document),
            verdict: match (first.verdict, second.verdict) {
                (Verdict::Accept, other) | (other, Verdict::Accept) => other,
                _ => Verdict::Reject(None),
            },
            place: None,
        }
    }

    fn broken(&self, random: &mut Random, turn: usize) -> Made {
        let document = (self.sound)(random);
        let text = layout::laid_out(random, &document);
        Made {
            kind: "text".to_owned(),
            text: text::broken(random, &text, turn),
            verdict: Verdict::Reject(self.not_json),
            place: None,
        }
    }
}

/// A document and its label.
struct Made {
    kind: String,
    text: String,
    verdict: Verdict,
    place: Option<String>,
}

impl Made {
    fn line(self, id: &str) -> String {
        let (expect, reason) = match self.verdict {
            Verdict::Accept => ("accept", None),
            Verdict::Reject(reason) => ("reject", reason),
        };
        let mut line = json!({ "id": id, "kind": self.kind, "text": self.text });
        if let Some(reason) = reason {
            line["loader"] = json!({ "reason": reason });
        }
        line["expect"] = json!(expect);
        if let Some(place) = self.place {
            line["place"] = json!(place);
        }
        format!("{line}\n")
    }
}

#[test]
fn the_corpus_is_as_it_is_made() {
    for kind in DocumentKind::ALL {
        let path = format!("tests/corpus/{}.jsonl", kind.name());
        assert_generated(&path, &corpus(kind));
    }
}
