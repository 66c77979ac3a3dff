//! The labelled documents, the project's own and the unpublished ones: verdicts, reasons, places,
//! fixes and noise. `--nocapture` shows the figures.

// A test fails by panicking, its helpers included; clippy.toml knows only functions marked `#[test]`.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "../support/corpus.rs"]
mod corpus;
#[path = "../support/mod.rs"]
mod support;

mod damage;
mod figures;
mod fixing;
mod generate;

use std::collections::HashSet;
use std::sync::LazyLock;

use fornax_manifest::{
    Applicability, ConsentHash, Diagnostic, Document, DocumentKind, Encoding, Fix, FornaxVersion,
    Nowhere, Options, Severity, Span, apply_fixes, check, consent_hash, fix_until_stable,
    is_refused,
};

use corpus::Case;
use figures::Figures;

/// What the labels stand for.
fn options() -> Options {
    Options {
        fornax_version: Some(FornaxVersion(0, 0, 9)),
        ..Options::default()
    }
}

/// A case and what the linter says of it.
struct Judged {
    case: Case,
    document: Document,
    findings: Vec<Diagnostic>,
}

impl Judged {
    fn new(case: Case) -> Self {
        let document = Document::parse(&case.bytes, case.document_kind);
        let findings = check(&document, &options(), &Nowhere);
        Self {
            case,
            document,
            findings,
        }
    }

    fn parses(&self) -> bool {
        self.document.tree().error_count() == 0 && self.is_text()
    }

    fn is_text(&self) -> bool {
        self.document.encoding() == Encoding::Utf8 && !self.document.is_oversized()
    }

    /// Single fault, refused, and there to be read.
    fn is_single_refused(&self) -> bool {
        self.case.is_single() && !self.case.accept && self.is_text()
    }

    fn shown(&self) -> String {
        let findings: Vec<String> = self
            .findings
            .iter()
            .map(|finding| {
                format!(
                    "\n    {} {} at {} {:?}: {}",
                    finding.severity.as_str(),
                    finding.rule.name,
                    self.pointer(finding.span),
                    self.document
                        .text()
                        .get(finding.span.range())
                        .unwrap_or_default(),
                    finding.message
                )
            })
            .collect();
        format!(
            "{} ({}, {:?}){}",
            self.case.id,
            self.case.kind,
            self.case.reason,
            findings.concat()
        )
    }

    fn pointer(&self, span: Span) -> String {
        let node = self.document.tree().node_at(span.start);
        node.map(|node| node.pointer()).unwrap_or_default()
    }
}

/// Every corpus, by its name; judged once, however many tests look at it.
fn corpora() -> impl Iterator<Item = (&'static str, &'static [Judged])> {
    static CORPORA: LazyLock<Vec<(&str, Vec<Judged>)>> = LazyLock::new(|| {
        let shared = [
            ("ak", corpus::cases("ak")),
            ("fornax", corpus::cases("fornax")),
        ];
        let own = DocumentKind::ALL.map(|kind| (kind.name(), corpus::own(kind)));
        shared
            .into_iter()
            .chain(own)
            .map(|(name, cases)| (name, cases.into_iter().map(Judged::new).collect()))
            .collect()
    });
    CORPORA.iter().map(|(name, cases)| (*name, &cases[..]))
}

fn errors(findings: &[Diagnostic]) -> usize {
    findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
        .count()
}

/// Fails with the cases for which something doesn't hold.
fn none(problem: &str, cases: &[String]) {
    assert!(
        cases.is_empty(),
        "{} {problem}:\n{}",
        cases.len(),
        cases.join("\n")
    );
}

#[test]
fn every_verdict_is_right() {
    let mut wrong = Vec::new();
    for (_, cases) in corpora() {
        let cases = cases.iter();
        wrong.extend(
            cases
                .filter(|judged| is_refused(&judged.findings) == judged.case.accept)
                .map(Judged::shown),
        );
    }
    none("verdicts are wrong", &wrong);
}

#[test]
fn the_loaders_first_reason_is_among_ours() {
    for (name, cases) in corpora() {
        let refused: Vec<&Judged> = cases
            .iter()
            .filter(|judged| judged.case.reason.is_some() && judged.is_text())
            .collect();
        let missing: Vec<String> = refused
            .iter()
            .filter(|judged| {
                let mut findings = judged.findings.iter();
                !findings.any(|finding| finding.loader_reason == judged.case.reason.as_deref())
            })
            .map(|judged| judged.shown())
            .collect();
        println!(
            "{name}: the loader's reason is among ours in {} of {} refusals",
            refused.len() - missing.len(),
            refused.len()
        );
        if missing.len() * 100 > refused.len() {
            none("reasons are missing", &missing);
        }
    }
}

#[test]
fn consent_hashes_are_equal() {
    let mut wrong = Vec::new();
    for (_, cases) in corpora() {
        for judged in cases {
            if let Some(hash) = &judged.case.hash
                && consent_hash(&judged.document).as_str() != Some(hash)
            {
                wrong.push(judged.shown());
            }
        }
    }
    none("hashes differ", &wrong);
}

#[test]
fn what_is_valid_gets_no_warning() {
    let mut noisy = Vec::new();
    for (_, cases) in corpora() {
        for judged in cases {
            let is_noise = judged
                .findings
                .iter()
                .any(|finding| finding.severity > Severity::Info);
            if judged.case.accept && judged.case.kind == "valid" && is_noise {
                noisy.push(judged.shown());
            }
        }
    }
    none("valid documents get warnings", &noisy);
}

#[test]
fn places_are_exact() {
    let mut wrong = Vec::new();
    for (_, cases) in corpora() {
        for judged in cases.iter().filter(|judged| judged.is_single_refused()) {
            if let Some(problem) = misplaced(judged) {
                wrong.push(format!("{problem}: {}", judged.shown()));
            }
        }
    }
    none("findings cover too much", &wrong);
}

/// What is wrong with the place of some error, if anything is.
fn misplaced(judged: &Judged) -> Option<String> {
    let text = judged.document.text();
    let root = judged.document.root()?;
    let errors = judged
        .findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error);
    for error in errors {
        let span = error.span;
        // Anything that is not in one member stands for the document: a bracket, or nothing.
        let in_one_member = root
            .all_members()
            .any(|member| member.span().contains(span));
        if !in_one_member && span.len() > 1 {
            return Some(format!("{} covers several members", error.rule.name));
        }
        if text[span.range()].contains(['\n', '\r']) {
            return Some(format!("{} covers several lines", error.rule.name));
        }
        if let Some(place) = &judged.case.place {
            let node = judged.document.tree().at(place)?;
            let faulty = node.member().map_or(node.span(), |member| member.span());
            if !faulty.contains(span) {
                return Some(format!("{} is outside {place:?}", error.rule.name));
            }
        }
    }
    None
}

#[test]
fn one_fault_is_about_one_error() {
    for (name, cases) in corpora() {
        let mut figures = Figures::new(name, "errors");
        let mut several = Vec::new();
        // A text that was disturbed, and nothing else, is a single fault too.
        let is_single = |judged: &&Judged| !judged.case.accept && !judged.case.kind.contains('+');
        for judged in cases.iter().filter(is_single) {
            let errors = errors(&judged.findings);
            figures.add(&judged.case.kind, errors);
            if errors > 1 {
                several.push(judged.shown());
            }
        }
        println!("{figures}\n{}\n", several.join("\n"));
        assert!(figures.mean() <= 1.3, "{figures}");
    }
}

#[test]
fn fixes_repair() {
    let mut worse = Vec::new();
    for (name, cases) in corpora() {
        let mut all = Figures::new(name, "repaired");
        let mut filled_in = Figures::new(name, "repaired without a placeholder");
        let mut left = Vec::new();
        for judged in cases {
            let fixed = |wanted: &dyn Fn(&Fix) -> bool| {
                let fixed =
                    fix_until_stable(&judged.document, &options(), &Nowhere, |_, fix| wanted(fix));
                (errors(&fixed.findings), fixed.text)
            };
            let preferred = fixed(&Fix::is_preferred);
            let certain = fixed(&|fix: &Fix| {
                fix.is_preferred() && fix.applicability() != Applicability::Placeholder
            });
            let before = errors(&judged.findings);
            if preferred.0 > before || certain.0 > before {
                worse.push(format!("{}\n  becomes\n{}", judged.shown(), preferred.1));
            }
            if judged.is_single_refused() && judged.parses() {
                all.add(&judged.case.kind, usize::from(preferred.0 == 0));
                filled_in.add(&judged.case.kind, usize::from(certain.0 == 0));
                if preferred.0 > 0 {
                    left.push(judged.shown());
                }
            }
        }
        println!("{all}\n{filled_in}\n{}\n", left.join("\n"));
        // Of a registry, which a program writes, less can be guessed.
        let enough = if name == "fornax-registry" { 0.6 } else { 0.8 };
        assert!(all.mean() >= enough, "{all}");
    }
    none("documents are worse for being fixed", &worse);
}

/// Applies preferred fixes over and over, without a look at what comes of it.
fn fixed_blindly(judged: &Judged) -> (String, Vec<Diagnostic>) {
    let mut text = judged.document.text().to_owned();
    let mut findings = judged.findings.clone();
    for _ in 0..16 {
        let fixes = findings.iter().flat_map(|finding| &finding.fixes);
        let (next, applied) = apply_fixes(&text, fixes.filter(|fix| fix.is_preferred()));
        if applied == 0 {
            break;
        }
        let document = Document::parse(next.as_bytes(), judged.case.document_kind);
        findings = check(&document, &options(), &Nowhere);
        text = next;
    }
    (text, findings)
}

#[test]
fn fixes_repair_even_blindly() {
    let mut worse = Vec::new();
    for (_, cases) in corpora() {
        for judged in cases.iter().filter(|judged| judged.is_text()) {
            let (text, after) = fixed_blindly(judged);
            if errors(&after) > errors(&judged.findings) {
                worse.push(format!("{}\n  becomes\n{text}", judged.shown()));
            }
        }
    }
    none("documents are worse for being fixed", &worse);
}

#[test]
fn no_fix_adds_an_error() {
    let mut worse = Vec::new();
    for (_, cases) in corpora() {
        for judged in cases {
            let before = errors(&judged.findings);
            let fixes = judged.findings.iter().flat_map(|finding| {
                let fixes = finding.fixes.iter();
                fixes.map(move |fix| (finding, fix))
            });
            // Of many alike a few will do.
            let mut tried = HashSet::new();
            for (finding, fix) in fixes {
                // What hides the rest of the document uncovers it when it goes.
                let hides_the_rest = finding.rule.name == "schema-version-unsupported"
                    || !judged.parses()
                    || judged.document.root().is_none();
                if hides_the_rest && fix.applicability() != Applicability::Safe {
                    continue;
                }
                if tried.len() >= 40 || !tried.insert((finding.rule.name, fix.title())) {
                    continue;
                }
                let (text, _) = apply_fixes(judged.document.text(), [fix]);
                let document = Document::parse(text.as_bytes(), judged.case.document_kind);
                let after = check(&document, &options(), &Nowhere);
                if errors(&after) > before {
                    worse.push(format!(
                        "{} {:?}: {}\n  becomes\n{text}",
                        finding.rule.name,
                        fix.title(),
                        judged.shown()
                    ));
                }
            }
        }
    }
    none("fixes add an error", &worse);
}

#[test]
fn safe_fixes_converge_and_keep_the_meaning() {
    let mut wrong = Vec::new();
    let safe = |_: &Diagnostic, fix: &Fix| fix.applicability() == Applicability::Safe;
    for (_, cases) in corpora() {
        for judged in cases.iter().filter(|judged| judged.is_text()) {
            let fixed = fix_until_stable(&judged.document, &options(), &Nowhere, safe);
            let document = Document::parse(fixed.text.as_bytes(), judged.case.document_kind);
            let again = fix_until_stable(&document, &options(), &Nowhere, safe);
            if again.text != fixed.text || again.applied > 0 {
                wrong.push(format!("not stable: {}", judged.shown()));
            }
            let is_ak = judged.case.document_kind == DocumentKind::AkAdapter;
            if is_ak
                && judged.case.accept
                && consent_hash(&document) != consent_hash(&judged.document)
            {
                wrong.push(format!("not the same: {}", judged.shown()));
            }
        }
    }
    none("safe fixes are not safe", &wrong);
}

#[test]
fn hashes_are_given_where_the_text_allows_it() {
    for judged in corpus::own(DocumentKind::AkAdapter)
        .into_iter()
        .map(Judged::new)
    {
        if judged.case.accept {
            assert!(
                matches!(consent_hash(&judged.document), ConsentHash::Known(_)),
                "{}",
                judged.shown()
            );
        }
    }
}
