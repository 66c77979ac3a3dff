//! Labelled documents: the project's own, and those in the folder of unpublished test data.
//!
//! A target takes it in with `#[path = "../support/corpus.rs"] mod corpus;`, beside `support`.

// Each target uses its part, and a helper outside a test function may fail the test that calls it.
#![allow(dead_code, clippy::expect_used)]

use std::fs::{self, File};
use std::io::{BufRead, BufReader};

use flate2::read::GzDecoder;
use fornax_manifest::DocumentKind;
use serde_json::Value;

use crate::support::{repo_root, shared_dir};

/// One labelled document.
pub(crate) struct Case {
    pub(crate) id: String,
    pub(crate) document_kind: DocumentKind,
    /// The faults that were put in, joined by `+`; `valid` for none.
    pub(crate) kind: String,
    pub(crate) bytes: Vec<u8>,
    /// Whether there must be no error.
    pub(crate) accept: bool,
    /// The loader's own word for its refusal.
    pub(crate) reason: Option<String>,
    /// The consent hash, where the loader accepts an agentic-kit manifest.
    pub(crate) hash: Option<String>,
    /// The faulty member, as a JSON pointer, where that is known; for a missing one its object.
    pub(crate) place: Option<String>,
}

impl Case {
    /// Whether one fault at most was put in, and not into the text.
    pub(crate) fn is_single(&self) -> bool {
        !self.kind.contains('+') && !matches!(self.kind.as_str(), "text" | "bytes")
    }
}

/// The project's own cases for a kind of document.
pub(crate) fn own(kind: DocumentKind) -> Vec<Case> {
    let path = repo_root().join(format!("tests/corpus/{}.jsonl", kind.name()));
    let text = fs::read_to_string(path).expect("the project has a corpus for each kind");
    text.lines().map(|line| parse(line, kind)).collect()
}

/// The unpublished cases of `fornax` or `ak`; none where the folder is absent.
pub(crate) fn cases(dialect: &str) -> Vec<Case> {
    let Some(shared) = shared_dir() else {
        return Vec::new();
    };
    let kind = match dialect {
        "ak" => DocumentKind::AkAdapter,
        _ => DocumentKind::FornaxManifest,
    };
    let file = File::open(shared.join(format!("corpus/{dialect}.jsonl.gz")))
        .expect("the folder of test data has both corpora");
    BufReader::new(GzDecoder::new(file))
        .lines()
        .map(|line| parse(&line.expect("a corpus is text"), kind))
        .collect()
}

fn parse(line: &str, kind: DocumentKind) -> Case {
    let value = serde_json::from_str(line).expect("a corpus has one JSON value a line");
    case(&value, kind)
}

fn case(value: &Value, document_kind: DocumentKind) -> Case {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    Case {
        id: text(&value["id"]).expect("a case has an id"),
        document_kind,
        kind: text(&value["kind"]).expect("a case has a kind"),
        bytes: match text(&value["text"]) {
            Some(text) => text.into_bytes(),
            None => from_hex(value["hex"].as_str().expect("a case has text or hex")),
        },
        accept: value["expect"] == "accept",
        reason: text(&value["loader"]["reason"]),
        hash: text(&value["loader"]["hash"]),
        place: text(&value["place"]),
    }
}

fn from_hex(digits: &str) -> Vec<u8> {
    (0..digits.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&digits[at..at + 2], 16).expect("hex has hex digits"))
        .collect()
}
