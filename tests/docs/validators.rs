//! Three validators and the linter over the labelled documents: they agree, and a schema refuses
//! nothing that the linter doesn't.
//!
//! The second and third run where `FORNAX_AJV` names a folder with `ajv` in it, and
//! `FORNAX_CHECK_JSONSCHEMA` the program of that name; `tests/run` sees to both.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use fornax_manifest::{Document, DocumentKind, FornaxVersion, Nowhere, Options, check, is_refused};
use serde_json::Value;

use crate::corpus::{Case, cases, own};
use crate::fields::schema;
use crate::page::with_generated;
use crate::support::{assert_generated, repo_root};

const PAGE: &str = "docs/reference/schemas.md";

/// What a validator says of a document; none where it can't read it as JSON.
type Verdict = Option<bool>;

struct Validators {
    kind: DocumentKind,
    folder: tempfile::TempDir,
    cases: Vec<Case>,
}

/// Documents, each in a file of its own that is named after its number.
fn laid_out(kind: DocumentKind, cases: Vec<Case>) -> Validators {
    let folder = tempfile::tempdir().unwrap();
    for (number, case) in cases.iter().enumerate() {
        fs::write(folder.path().join(name(number)), &case.bytes).unwrap();
    }
    Validators {
        kind,
        folder,
        cases,
    }
}

fn name(number: usize) -> String {
    format!("{number:05}.json")
}

fn schema_file(kind: DocumentKind) -> PathBuf {
    repo_root().join(format!("schemas/{}.schema.json", kind.name()))
}

impl Validators {
    /// The `jsonschema` crate.
    fn rust(&self) -> Vec<Verdict> {
        let validator = jsonschema::validator_for(&schema(self.kind)).unwrap();
        let verdict = |case: &Case| {
            let value: Value = serde_json::from_slice(&case.bytes).ok()?;
            Some(validator.is_valid(&value))
        };
        self.cases.iter().map(verdict).collect()
    }

    fn linter_refuses(&self) -> Vec<bool> {
        let options = Options {
            fornax_version: Some(FornaxVersion(0, 0, 9)),
            ..Options::default()
        };
        let refuses = |case: &Case| {
            let document = Document::parse(&case.bytes, self.kind);
            is_refused(&check(&document, &options, &Nowhere))
        };
        self.cases.iter().map(refuses).collect()
    }

    /// `ajv`, in its strict mode.
    fn javascript(&self) -> Option<Vec<Verdict>> {
        let ajv = env::var_os("FORNAX_AJV")?;
        let output = Command::new("node")
            .arg(repo_root().join("tests/tools/ajv.mjs"))
            .arg(ajv)
            .arg(schema_file(self.kind))
            .arg(self.folder.path())
            .stderr(Stdio::inherit())
            .output()
            .unwrap();
        assert!(output.status.success(), "ajv: {}", output.status);
        let verdicts: BTreeMap<String, Verdict> = serde_json::from_slice(&output.stdout).unwrap();
        Some(self.in_order(&verdicts))
    }

    /// `check-jsonschema`, of what the first could read: a lone surrogate makes it give up.
    fn python(&self, rust: &[Verdict]) -> Option<Vec<Verdict>> {
        let program = env::var_os("FORNAX_CHECK_JSONSCHEMA")?;
        let names = (0..self.cases.len())
            .filter(|number| rust[*number].is_some())
            .map(name);
        let output = Command::new(program)
            .current_dir(self.folder.path())
            .args(["--no-cache", "--output-format", "json", "--schemafile"])
            .arg(schema_file(self.kind))
            .args(names)
            .output()
            .unwrap();
        let report: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
        let mut verdicts: BTreeMap<String, Verdict> = rust
            .iter()
            .enumerate()
            .map(|(number, read)| (name(number), read.map(|_| true)))
            .collect();
        for (list, verdict) in [("errors", Some(false)), ("parse_errors", None)] {
            for error in report[list].as_array().into_iter().flatten() {
                let file = Path::new(error["filename"].as_str().unwrap());
                let name = file.file_name().unwrap().to_str().unwrap();
                verdicts.insert(name.to_owned(), verdict);
            }
        }
        Some(self.in_order(&verdicts))
    }

    fn in_order(&self, verdicts: &BTreeMap<String, Verdict>) -> Vec<Verdict> {
        let names = (0..self.cases.len()).map(name);
        names.map(|name| verdicts[&name]).collect()
    }

    /// Fails where two validators that can both read a document say different things of it.
    fn hold_together(&self) {
        let rust = self.rust();
        for (validator, other) in [
            ("ajv", self.javascript()),
            ("check-jsonschema", self.python(&rust)),
        ] {
            let Some(other) = other else { continue };
            let differing: Vec<&str> = self
                .cases
                .iter()
                .zip(rust.iter().zip(&other))
                .filter(|(_, (a, b))| a.is_some() && b.is_some() && a != b)
                .map(|(case, _)| case.id.as_str())
                .collect();
            assert!(differing.is_empty(), "{validator}: {differing:?}");
            let read = other.iter().flatten().count();
            assert!(
                read * 2 > self.cases.len(),
                "{validator} has read only {read}"
            );
        }
    }

    /// Fails where a schema refuses what the linter accepts.
    fn hold_below_the_linter(&self) {
        let verdicts = self.rust().into_iter().zip(self.linter_refuses());
        let stricter: Vec<&str> = self
            .cases
            .iter()
            .zip(verdicts)
            .filter(|(_, (valid, refused))| *valid == Some(false) && !refused)
            .map(|(case, _)| case.id.as_str())
            .collect();
        assert!(
            stricter.is_empty(),
            "stricter than the linter: {stricter:?}"
        );
    }
}

/// The unpublished documents, where they are.
fn unpublished() -> impl Iterator<Item = Validators> {
    [
        (DocumentKind::FornaxManifest, "fornax"),
        (DocumentKind::AkAdapter, "ak"),
    ]
    .into_iter()
    .map(|(kind, dialect)| laid_out(kind, cases(dialect)))
    .filter(|documents| !documents.cases.is_empty())
}

fn published() -> impl Iterator<Item = Validators> {
    DocumentKind::ALL
        .into_iter()
        .map(|kind| laid_out(kind, own(kind)))
}

#[test]
fn three_validators_agree() {
    for documents in published().chain(unpublished()) {
        documents.hold_together();
    }
}

#[test]
fn a_schema_refuses_nothing_that_the_linter_accepts() {
    for documents in published().chain(unpublished()) {
        documents.hold_below_the_linter();
    }
}

/// How much of what the linter refuses the schemas can say by themselves.
#[test]
fn the_page_has_the_schemas_share() {
    let mut table = "\
| kind | documents | refused by the linter | not JSON to its loader | refused by the schema | share of the JSON |
| --- | ---: | ---: | ---: | ---: | ---: |
"
    .to_owned();
    let mut sum = [0; 4];
    for documents in published() {
        let rust = documents.rust();
        let refused: Vec<Verdict> = rust
            .iter()
            .zip(documents.linter_refuses())
            .filter(|(_, refused)| *refused)
            .map(|(verdict, _)| *verdict)
            .collect();
        let unreadable = refused.iter().filter(|verdict| verdict.is_none()).count();
        let by_schema = refused
            .iter()
            .filter(|verdict| **verdict == Some(false))
            .count();
        let row = [documents.cases.len(), refused.len(), unreadable, by_schema];
        for (sum, number) in sum.iter_mut().zip(row) {
            *sum += number;
        }
        line(&mut table, &format!("`{}`", documents.kind.name()), row);
    }
    line(&mut table, "all", sum);
    assert_generated(PAGE, &with_generated(PAGE, &table));
}

fn line(table: &mut String, name: &str, [all, refused, unreadable, by_schema]: [usize; 4]) {
    let share = 100.0 * by_schema as f64 / (refused - unreadable) as f64;
    let _ = writeln!(
        table,
        "| {name} | {all} | {refused} | {unreadable} | {by_schema} | {share:.0} % |"
    );
}
