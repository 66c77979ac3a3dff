//! What holds of every settings file and all operations.

use fornax_manifest::apply_edits;
use fornax_manifest::operation::{Direction, Effect, Operation, Outcome, Refusal, plan};
use fornax_manifest::syntax::tokenize;
use proptest::prelude::*;
use serde_json::Value;

use crate::model;
use crate::settings::{operations, settings};

use Direction::{Install, Uninstall};

fn after(text: &str, operations: &[Operation], direction: Direction) -> Result<String, Refusal> {
    let outcome = plan(Some(text.as_bytes()), operations, direction)?;
    let bytes = outcome.apply_to(Some(text.as_bytes()));
    Ok(String::from_utf8(bytes).unwrap())
}

fn value(text: &str) -> Value {
    model::value_of(Some(text)).unwrap_or_else(|| panic!("not JSON: {text}"))
}

/// Whether a container on an operation's way, the root and the array included, has no entry.
fn meets_empty(text: &str, operations: &[Operation]) -> bool {
    operations.iter().any(|operation| {
        let mut at = Some(value(text));
        let mut keys = model::keys(&operation.pointer).unwrap().into_iter();
        while let Some(value) = at {
            let is_empty = match &value {
                Value::Object(members) => members.is_empty(),
                Value::Array(items) => items.is_empty(),
                _ => false,
            };
            if is_empty {
                return true;
            }
            at = keys.next().and_then(|key| value.get(key).cloned());
        }
        false
    })
}

/// Edits are in order, inside the text, and don't touch.
fn are_orderly(outcome: &Outcome, text: &str) -> bool {
    let spans: Vec<_> = outcome.edits.iter().map(|edit| edit.span).collect();
    spans.windows(2).all(|pair| pair[0].end < pair[1].start)
        && spans.iter().all(|span| text.get(span.range()).is_some())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 1_500 } else { 20_000 }))]

    #[test]
    fn the_value_afterwards_is_the_one_that_is_meant(text in settings(), operations in operations()) {
        for direction in [Install, Uninstall] {
            let expected = model::apply(Some(&text), &operations, direction);
            match (plan(Some(text.as_bytes()), &operations, direction), expected) {
                (Ok(outcome), Ok(expected)) => {
                    let new = apply_edits(&text, &outcome.edits);
                    prop_assert_eq!(&value(&new), &expected, "{}\n{}", text, new);
                    prop_assert_eq!(outcome.is_changed(), value(&text) != expected);
                    prop_assert!(are_orderly(&outcome, &text), "{:?}", outcome);
                    let any = outcome.effects.iter().any(|effect| *effect != Effect::None);
                    prop_assert_eq!(outcome.is_changed(), any);
                }
                (Err(refusal), expected) => {
                    prop_assert_eq!(Some(refusal.reason()), expected.err(), "{}", text);
                }
                (Ok(_), Err(expected)) => prop_assert!(false, "not refused: {expected}"),
            }
        }
    }

    #[test]
    fn installing_only_inserts_and_uninstalling_only_deletes(text in settings(), operations in operations()) {
        let is_blank = |text: &str| text.trim_matches([' ', '\t', '\r', '\n']).is_empty();
        if let Ok(outcome) = plan(Some(text.as_bytes()), &operations, Install) {
            for edit in &outcome.edits {
                // Between the brackets of what was empty blanks may be laid out anew.
                prop_assert!(is_blank(&text[edit.span.range()]), "{:?}", edit);
            }
        }
        if let Ok(outcome) = plan(Some(text.as_bytes()), &operations, Uninstall) {
            for edit in &outcome.edits {
                prop_assert_eq!(&edit.text, "");
            }
        }
    }

    #[test]
    fn what_is_done_twice_is_done_once(text in settings(), operations in operations()) {
        for direction in [Install, Uninstall] {
            if let Ok(once) = after(&text, &operations, direction) {
                let again = plan(Some(once.as_bytes()), &operations, direction).unwrap();
                prop_assert!(!again.is_changed(), "{}\n{}", once, again.apply_to(Some(once.as_bytes())).escape_ascii());
            }
        }
    }

    #[test]
    fn uninstalling_brings_the_text_back(text in settings(), operations in operations()) {
        let Ok(installed) = after(&text, &operations, Install) else {
            return Ok(());
        };
        let is_there = plan(Some(text.as_bytes()), &operations, Uninstall).unwrap().is_changed();
        if is_there || meets_empty(&text, &operations) {
            return Ok(());
        }
        let back = after(&installed, &operations, Uninstall).unwrap();
        prop_assert_eq!(back, text, "{}", installed);
    }

    #[test]
    fn what_is_elsewhere_stays_as_it_is(text in settings(), operations in operations()) {
        let tokens = |text: &str| -> Vec<String> {
            let tokens = tokenize(text).into_iter();
            let tokens = tokens.filter(|token| !token.kind.is_trivia());
            tokens.map(|token| text[token.span.range()].to_owned()).collect()
        };
        let is_within = |part: &[String], whole: &[String]| {
            let mut whole = whole.iter();
            part.iter().all(|token| whole.any(|other| other == token))
        };
        if let Ok(installed) = after(&text, &operations, Install) {
            prop_assert!(is_within(&tokens(&text), &tokens(&installed)), "{}", installed);
        }
        if let Ok(left) = after(&text, &operations, Uninstall) {
            prop_assert!(is_within(&tokens(&left), &tokens(&text)), "{}", left);
        }
    }

    #[test]
    fn the_order_of_independent_operations_does_not_matter(text in settings(), operations in operations()) {
        let mut reversed = operations.clone();
        reversed.reverse();
        // What is taken out is the same to the byte.
        let pair = [&operations, &reversed].map(|operations| after(&text, operations, Uninstall).ok());
        prop_assert_eq!(&pair[0], &pair[1]);
        let pointers: std::collections::BTreeSet<_> =
            operations.iter().map(|operation| &operation.pointer).collect();
        if pointers.len() == operations.len() {
            let [one, other] = [&operations, &reversed].map(|operations| after(&text, operations, Install).ok());
            prop_assert_eq!(one.is_some(), other.is_some());
            if let (Some(one), Some(other)) = (one, other) {
                prop_assert_eq!(value(&one), value(&other));
            }
        }
    }
}
