//! What fixing does to every labelled document, and what it must not do.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use fornax_manifest::{
    Applicability, Diagnostic, Document, DocumentKind, Edit, Fix, Fixed, Nowhere, Severity, Stage,
    apply_fixes, check, fix_until_stable, fix_until_stable_with, limits,
};

use crate::{Judged, corpora, none, options};

/// What `--fix` applies, and what it applies with `--unsafe-fixes`.
const LEVELS: [Applicability; 2] = [Applicability::Safe, Applicability::Unsafe];

fn is_wanted(fix: &Fix, least: Applicability) -> bool {
    fix.is_preferred() && fix.applicability() >= least
}

fn fixed(document: &Document, least: Applicability) -> Fixed {
    fix_until_stable(document, &options(), &Nowhere, |_, fix| {
        is_wanted(fix, least)
    })
}

/// Every labelled document, fixed in one of these ways; done once, however many tests look at it.
fn all_fixed() -> &'static [(&'static Judged, Applicability, Fixed)] {
    static FIXED: LazyLock<Vec<(&Judged, Applicability, Fixed)>> = LazyLock::new(|| {
        corpora()
            .flat_map(|(_, cases)| cases)
            .flat_map(|judged| LEVELS.map(|least| (judged, least, fixed(&judged.document, least))))
            .collect()
    });
    &FIXED
}

/// Looks at every document after fixing; `problem` says what is wrong with that, if anything is.
fn each_fixed(problem: impl Fn(&Judged, &Fixed, &Applicability) -> Option<String>) {
    let mut wrong = Vec::new();
    for (judged, least, fixed) in all_fixed() {
        if let Some(problem) = problem(judged, fixed, least) {
            let shown = judged.shown();
            wrong.push(format!("{problem}: {shown}\n  becomes\n{}", fixed.text));
        }
    }
    none("documents are not fixed well", &wrong);
}

#[test]
fn what_was_json_stays_json_and_the_rest_comes_nearer() {
    each_fixed(|judged, fixed, _| {
        let before = judged.document.tree().error_count();
        let after = Document::parse(fixed.text.as_bytes(), judged.case.document_kind);
        let after = after.tree().error_count();
        if !judged.is_text() {
            return (fixed.applied > 0 || fixed.is_json).then(|| "no text".to_owned());
        }
        (after > before || fixed.is_json != (after == 0))
            .then(|| format!("{before} syntax errors become {after}"))
    });
}

#[test]
fn no_rule_has_more_errors_than_before() {
    each_fixed(|judged, fixed, _| {
        let before = errors_by_rule(&judged.findings);
        let (rule, _) = errors_by_rule(&fixed.findings)
            .into_iter()
            .find(|(rule, errors)| before.get(rule).is_none_or(|before| errors > before))?;
        Some(format!("new errors of {rule}"))
    });
}

fn errors_by_rule(findings: &[Diagnostic]) -> BTreeMap<&str, usize> {
    let mut errors = BTreeMap::new();
    for finding in findings {
        if finding.severity == Severity::Error {
            *errors.entry(finding.rule.name).or_default() += 1;
        }
    }
    errors
}

#[test]
fn the_second_time_nothing_is_left_to_do() {
    each_fixed(|judged, fixed, least| {
        if !judged.is_text() {
            return None;
        }
        let document = Document::parse(fixed.text.as_bytes(), judged.case.document_kind);
        let again = self::fixed(&document, *least);
        (again.applied > 0 || again.text != fixed.text).then(|| "not stable".to_owned())
    });
}

#[test]
fn every_byte_outside_the_edits_stays() {
    each_fixed(|judged, fixed, least| {
        // The texts on the way, the result among them, and whether each next one is as it should be.
        let texts = RefCell::new(Vec::new());
        let look = |document: &Document| {
            let text = document.text();
            let findings = check(document, &options(), &Nowhere);
            let fixes = findings.iter().flat_map(|finding| &finding.fixes);
            let fixes: Vec<&Fix> = fixes.filter(|fix| is_wanted(fix, *least)).collect();
            let (applied, _) = apply_fixes(text, fixes.iter().copied());
            let is_right = applied == spliced(text, &fixes);
            texts.borrow_mut().push((text.to_owned(), is_right));
            findings
        };
        let wanted = |_: &Diagnostic, fix: &Fix| is_wanted(fix, *least);
        let again = fix_until_stable_with(&judged.document, look, wanted);
        let texts = texts.into_inner();
        if again.text != fixed.text || !texts.iter().any(|(text, _)| *text == again.text) {
            return Some("another result".to_owned());
        }
        let is_right = texts.iter().all(|(_, is_right)| *is_right);
        (!is_right).then(|| "other bytes changed".to_owned())
    });
}

/// Replaces bytes, from the end of the text to its start, and touches nothing else.
fn spliced(text: &str, fixes: &[&Fix]) -> String {
    let mut edits: Vec<&Edit> = Vec::new();
    for fix in fixes {
        let touches = |a: &Edit, b: &Edit| a.span.start <= b.span.end && b.span.start <= a.span.end;
        let clashes = |edit: &Edit| edits.iter().any(|other| touches(edit, other));
        if !fix.edits().iter().any(clashes) {
            edits.extend(fix.edits());
        }
    }
    edits.sort_by_key(|edit| std::cmp::Reverse((edit.span.start, edit.span.end)));
    let mut text = text.to_owned();
    for edit in edits {
        text.replace_range(edit.span.range(), &edit.text);
    }
    text
}

#[test]
fn a_repair_that_brings_no_text_nearer_to_json_is_not_made_again_and_again() {
    // What is put behind a key that isn't closed becomes a part of it.
    for text in [
        "{\"a\": 1, \"b\": 2, \"canBe[\n  {\"id\": \"x\"}\n",
        "{\n  \"a: 1\n  \"b[ 2\n}",
        "{'a: 1\n  'b 2\n}",
    ] {
        for kind in DocumentKind::ALL {
            let document = Document::parse(text.as_bytes(), kind);
            let once = fixed(&document, Applicability::Unsafe);
            let again = Document::parse(once.text.as_bytes(), kind);
            assert!(again.tree().error_count() <= document.tree().error_count());
            let twice = fixed(&again, Applicability::Unsafe);
            assert_eq!((twice.applied, &twice.text), (0, &once.text), "{text}");
        }
    }
}

#[test]
fn more_faults_than_are_shown_are_all_repaired() {
    let count = limits::FIX_SYNTAX_ERRORS + 100;
    for (fault, repaired) in [
        ("[1,],", "[1],"),
        ("1 1,", "1, 1,"),
        ("01,", "1,"),
        ("'a',", "\"a\","),
        ("/**/1,", "1,"),
        ("{a:1},", "{\"a\":1},"),
        ("{\"a\" 1},", "{\"a\": 1},"),
    ] {
        for kind in DocumentKind::ALL {
            let text = |item: &str| format!("{{\"x\": [{}0]}}", item.repeat(count));
            let document = Document::parse(text(fault).as_bytes(), kind);
            let shown = document.tree().errors().len();
            assert!(shown < document.tree().error_count(), "{fault}");
            let once = fix_until_stable(&document, &options(), &Nowhere, |finding, fix| {
                finding.rule.stage == Stage::Text && is_wanted(fix, Applicability::Safe)
            });
            assert!(once.is_json && once.applied == count, "{fault} {kind:?}");
            assert!(once.text == text(repaired), "{fault} {kind:?}");
        }
    }
}

#[test]
fn faults_that_hide_one_another_are_repaired_at_once() {
    // Of the brackets that don't fit, each makes a guess of what is behind it.
    let text = format!("{{\"x\": [{}0]}}", "[1},".repeat(100));
    for kind in DocumentKind::ALL {
        let document = Document::parse(text.as_bytes(), kind);
        let once = fixed(&document, Applicability::Unsafe);
        assert!(once.applied > 2 * limits::FIX_PASSES, "{kind:?}");
        let again = Document::parse(once.text.as_bytes(), kind);
        let twice = fixed(&again, Applicability::Unsafe);
        assert_eq!((twice.applied, &twice.text), (0, &once.text), "{kind:?}");
    }
}

#[test]
fn no_more_is_said_of_what_was_fixed_than_of_any_document() {
    // What the word was meant to be is a guess; commas can be taken away.
    let text = format!("[{}{}0]", "[1,],".repeat(50), "nul,".repeat(50));
    for kind in DocumentKind::ALL {
        let document = Document::parse(text.as_bytes(), kind);
        let once = fixed(&document, Applicability::Safe);
        assert_eq!((once.applied, once.is_json), (50, false), "{kind:?}");
        let again = Document::parse(once.text.as_bytes(), kind);
        let shown = format!("{:?}", check(&again, &options(), &Nowhere));
        assert_eq!(format!("{:?}", once.findings), shown, "{kind:?}");
    }
}

#[test]
fn growing_fixes_are_made_as_far_as_there_is_room() {
    let kind = DocumentKind::FornaxManifest;
    let room = 300;
    let text = format!("{{\"x\": [{}0]}}", "1 1,".repeat(2_000));
    let size = usize::try_from(kind.size_limit()).unwrap();
    let blanks = " ".repeat(size - text.len() - room);
    let document = Document::parse(format!("{text}{blanks}").as_bytes(), kind);
    let once = fixed(&document, Applicability::Safe);
    assert_eq!((once.applied, once.text.len()), (room, size));
}
