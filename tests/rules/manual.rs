//! The examples in the manuals run: a bad one gives the rule's finding at the marked place, a good
//! one doesn't, and the fix leads from one to the other, however the text is laid out.

use fornax_manifest::{
    Diagnostic, Document, FixAvailability, RULES, Rule, Severity, Span, apply_fixes,
    fix_until_stable,
};

use crate::examples::{Example, examples};
use crate::variations::{Variation, variations};
use crate::{errors, findings, options, shown};

/// Rules whose manual has no example that runs, with the reason; `special.rs` tests each of them.
pub(crate) const WITHOUT_EXAMPLE: [(&str, &str); 8] = [
    ("byte-order-mark", "no Markdown shows a byte-order mark"),
    ("consent-hash-unknown", "thousands of levels of nesting"),
    ("element-too-large", "thousands of bytes"),
    ("file-too-large", "the whole file's size is at fault"),
    ("invalid-utf8", "Markdown is UTF-8"),
    ("nesting-too-deep", "more than a hundred levels of nesting"),
    ("operations-too-many", "seventeen operations"),
    ("registry-too-many-entries", "sixty-five entries"),
];

#[test]
fn every_manual_has_both_examples() {
    for rule in RULES {
        let examples = examples(rule);
        let excused = WITHOUT_EXAMPLE.iter().any(|(name, _)| *name == rule.name);
        let bad = examples.iter().any(|example| example.is_bad);
        let good = examples.iter().any(|example| !example.is_bad);
        assert!(
            excused != (bad && good),
            "{}: a manual has a bad and a good example, or is excused; not both",
            rule.name
        );
    }
}

#[test]
fn examples_do_as_they_say() {
    let mut failures = Vec::new();
    for rule in RULES {
        for (number, example) in examples(rule).iter().enumerate() {
            for variation in variations(&example.text, example.kind, example.place) {
                // Where nothing else is judged, no member may be added that is.
                let silences = rule.name == "schema-version-unsupported";
                if silences && variation.name.contains("emoji") {
                    continue;
                }
                let case = Case { example, variation };
                let result = if example.is_bad {
                    case.bad()
                } else {
                    case.good()
                };
                if let Err(problem) = result {
                    failures.push(format!(
                        "{}, example {} {}: {problem}",
                        rule.name,
                        number + 1,
                        case.variation.name
                    ));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

struct Case<'e> {
    example: &'e Example,
    variation: Variation,
}

type Outcome = Result<(), String>;

fn must(holds: bool, problem: impl FnOnce() -> String) -> Outcome {
    if holds { Ok(()) } else { Err(problem()) }
}

impl Case<'_> {
    fn rule(&self) -> &'static Rule {
        self.example.rule
    }

    fn findings(&self, text: &str) -> Vec<Diagnostic> {
        findings(text, self.example.kind, self.example.surroundings())
    }

    fn ours<'f>(&self, findings: &'f [Diagnostic]) -> Vec<&'f Diagnostic> {
        findings
            .iter()
            .filter(|finding| finding.rule == self.rule())
            .collect()
    }

    fn good(&self) -> Outcome {
        let text = &self.variation.text;
        let findings = self.findings(text);
        well_placed(text, &findings)?;
        must(self.ours(&findings).is_empty(), || {
            format!("a good example has the finding\n{}", shown(text, &findings))
        })?;
        let unexpected = errors(&findings);
        must(
            self.variation.name != "as is" || self.example.is_whole || unexpected.is_empty(),
            || format!("a good example has errors: {unexpected:?}"),
        )
    }

    fn bad(&self) -> Outcome {
        let text = &self.variation.text;
        let findings = self.findings(text);
        well_placed(text, &findings)?;
        let ours = self.ours(&findings);
        must(!ours.is_empty(), || {
            format!("the finding is missing\n{}", shown(text, &findings))
        })?;
        if let Some(mark) = self.example.mark {
            let mark = self.variation.moved(mark);
            must(ours.iter().any(|finding| finding.span == mark), || {
                format!(
                    "the finding is not at {mark:?} {:?}\n{}",
                    &text[mark.range()],
                    shown(text, &findings)
                )
            })?;
        }
        for finding in &ours {
            honest(finding)?;
            self.each_fix(text, &findings, finding)?;
        }
        self.all_fixes(text, &findings)
    }

    /// Each fix by itself takes its finding away and brings no error.
    fn each_fix(&self, text: &str, before: &[Diagnostic], finding: &Diagnostic) -> Outcome {
        for fix in &finding.fixes {
            let (fixed, applied) = apply_fixes(text, [fix]);
            let title = fix.title();
            must(applied == 1 && fixed != text, || {
                format!("the fix {title:?} changes nothing")
            })?;
            let after = self.findings(&fixed);
            must(self.ours(&after).len() < self.ours(before).len(), || {
                format!("the fix {title:?} leaves the finding in\n{fixed}")
            })?;
            no_new_error(before, &after)
                .map_err(|problem| format!("the fix {title:?} brings {problem} in\n{fixed}"))?;
        }
        Ok(())
    }

    /// The preferred fixes of this rule lead to a document without it.
    fn all_fixes(&self, text: &str, before: &[Diagnostic]) -> Outcome {
        let document = Document::parse(text.as_bytes(), self.example.kind);
        let surroundings = self.example.surroundings();
        let fixed = fix_until_stable(&document, &options(), surroundings, |finding, fix| {
            finding.rule == self.rule() && fix.is_preferred()
        });
        let left = self.ours(&fixed.findings);
        must(left.iter().all(|finding| finding.fixes.is_empty()), || {
            format!("fixing leaves the finding in\n{}", fixed.text)
        })?;
        no_new_error(before, &fixed.findings)
            .map_err(|problem| format!("fixing brings {problem} in\n{}", fixed.text))
    }
}

/// No error that wasn't there before.
fn no_new_error(before: &[Diagnostic], after: &[Diagnostic]) -> Outcome {
    let mut known = errors(before);
    for error in errors(after) {
        // A member that a variation put in; another version's unknown fields aren't known.
        if error.1.contains('\u{1f600}') {
            continue;
        }
        match known.iter().position(|other| *other == error) {
            Some(index) => drop(known.swap_remove(index)),
            None => return Err(format!("the error {error:?}")),
        }
    }
    Ok(())
}

/// A rule's facts are true of its finding.
fn honest(finding: &Diagnostic) -> Outcome {
    let rule = finding.rule;
    let fixes = finding.fixes.len();
    must(
        match rule.fix {
            FixAvailability::Always => fixes > 0,
            FixAvailability::Sometimes => true,
            FixAvailability::Never => fixes == 0,
        },
        || format!("{fixes} fixes, but the rule says {:?}", rule.fix),
    )?;
    must(
        finding
            .loader_reason
            .is_none_or(|reason| rule.reasons.contains(&reason)),
        || {
            format!(
                "the rule doesn't name the reason {:?}",
                finding.loader_reason
            )
        },
    )?;
    must(
        finding.severity == Severity::Error || finding.loader_reason.is_none(),
        || "what is no error has a loader's reason".to_owned(),
    )?;
    must(
        finding.fixes.iter().skip(1).all(|fix| !fix.is_preferred()),
        || "another fix than the first is preferred".to_owned(),
    )?;
    let message = &finding.message;
    must(
        !message.ends_with('.') && !message.contains('\n') && message.chars().count() < 400,
        || format!("the message is not one line of plain words: {message:?}"),
    )
}

/// Every place lies in the text, and on the boundaries of characters.
pub(crate) fn well_placed(text: &str, findings: &[Diagnostic]) -> Outcome {
    let inside = |span: Span| span.start <= span.end && text.get(span.range()).is_some();
    for finding in findings {
        let related = finding.related.iter().map(|related| related.span);
        let edits = finding.fixes.iter().flat_map(|fix| fix.edits());
        let spans = related.chain(edits.map(|edit| edit.span));
        for span in spans.chain([finding.span]) {
            must(inside(span), || {
                format!(
                    "{} points at {span:?}, no place in the text",
                    finding.rule.name
                )
            })?;
        }
    }
    Ok(())
}
