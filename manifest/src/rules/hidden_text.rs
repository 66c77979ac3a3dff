//! `hidden-text`

use std::ops::Range;

use serde_json::Value;

use crate::context::Context;
use crate::diagnostic::{Edit, Fix};
use crate::document::DocumentKind;
use crate::fornax::{self, Text};
use crate::rule::rule;
use crate::syntax::{Array, Node};

rule! {
    /// ## What it does
    ///
    /// Reports invisible characters, and those that turn the direction of writing around, in what a
    /// user reviews: the texts, path, pointers, markers and elements of a Fornax manifest, and the
    /// texts that agentic-kit asks for consent with. In the latter it also reports control
    /// characters. What joins emoji and letters of some scripts is left alone.
    ///
    /// ## Why it matters
    ///
    /// Both loaders accept them. But what the user reads is then not what is registered: two texts
    /// that look alike may differ, and a text may say something else than it seems to.
    ///
    /// ## Example
    ///
    /// ```json bad in=/summary mark=\u202e
    /// "Adds the Fornax hook to \u202etnegA emcA."
    /// ```
    ///
    /// ```json bad kind=ak-adapter in=/host/label mark=\u200b
    /// "Acme\u200b Agent"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/summary
    /// "Adds the Fornax hook to Acme Agent."
    /// ```
    ///
    /// ```json good kind=ak-adapter in=/host/label
    /// "Acme Agent"
    /// ```
    ///
    /// ## Fix
    ///
    /// Removes the characters, in a marker and in what must match it alike. Unsafe, since it changes
    /// the text.
    pub(crate) static RULE = {
        name: "hidden-text",
        kinds: [FornaxManifest, AkAdapter],
        severity: Warning,
        reasons: [],
        summary: "invisible characters in what a user reviews",
        fix: Sometimes,
        stage: Meaning,
        since: "0.1.0",
    }
}

/// The most texts that one fix cleans; each of their findings carries it whole.
const MOST_TOGETHER: usize = 32;

/// Texts that must be changed together, if at all.
type Group<'t> = Vec<Text<'t>>;

fn check(cx: &mut Context<'_>) {
    // In a text of nothing but ASCII only an escape can stand for what nobody sees.
    if cx.tree().text().is_ascii() && !cx.tree().has_escapes() {
        return;
    }
    let groups = match cx.kind() {
        DocumentKind::AkAdapter => consent_texts(cx),
        _ => manifest_texts(cx),
    };
    let controls_too = cx.kind() == DocumentKind::AkAdapter;
    let is_hidden = |c: char| is_invisible(c) || (controls_too && c.is_control());
    for group in groups {
        let hiding: Group<'_> = group
            .into_iter()
            .filter(|text| may_hide(text, controls_too) && text.contains(is_hidden))
            .collect();
        let cleaned: Vec<String> = hiding
            .iter()
            .map(|text| text.replace(is_hidden, ""))
            .collect();
        let can_be_cleaned =
            hiding.len() <= MOST_TOGETHER && cleaned.iter().all(|text| !text.is_empty());
        let fix = can_be_cleaned.then(|| {
            let edits: Vec<Edit> = hiding
                .iter()
                .zip(&cleaned)
                .flat_map(|(text, cleaned)| {
                    cx.editor().replace(text.node, &Value::from(&**cleaned))
                })
                .collect();
            Fix::guess("Remove the invisible characters", edits)
        });
        for text in &hiding {
            report(cx, text, is_hidden, fix.clone());
        }
    }
}

/// Whether something could be hidden in a text: most are ASCII alone, which is seen at a glance.
fn may_hide(text: &str, controls_too: bool) -> bool {
    !text.is_ascii() || (controls_too && text.bytes().any(|byte| byte.is_ascii_control()))
}

fn report(
    cx: &mut Context<'_>,
    text: &Text<'_>,
    is_hidden: impl Fn(char) -> bool + Copy,
    fix: Option<Fix>,
) {
    let Some(place) = first_run(text, is_hidden) else {
        return;
    };
    let mut found: Vec<char> = text.chars().filter(|c| is_hidden(*c)).collect();
    found.sort_unstable();
    found.dedup();
    let finding = cx.report(
        text.span_of(place),
        format!(
            "there are characters here that nobody sees ({}): what is reviewed is not what is meant",
            code_points(&found)
        ),
    );
    if let Some(fix) = fix {
        finding.fix(fix);
    }
}

/// Where the first hidden characters stand.
fn first_run(text: &str, is_hidden: impl Fn(char) -> bool) -> Option<Range<usize>> {
    let start = text.find(&is_hidden)?;
    let length = text[start..]
        .find(|c| !is_hidden(c))
        .unwrap_or(text.len() - start);
    Some(start..start + length)
}

/// Code points, spelled out; of very many the first few.
fn code_points(characters: &[char]) -> String {
    const SHOWN: usize = 6;
    let mut words: Vec<String> = characters
        .iter()
        .take(SHOWN)
        .map(|c| format!("U+{:04X}", u32::from(*c)))
        .collect();
    if characters.len() > SHOWN {
        words.push("…".to_owned());
    }
    words.join(", ")
}

/// Whether a character is invisible or turns the direction of writing around, and no script and no
/// emoji needs it.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{200b}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{2064}'
            | '\u{2066}'..='\u{2069}'
            | '\u{feff}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// What a user reviews of a Fornax manifest.
fn manifest_texts<'t>(cx: &Context<'t>) -> Vec<Group<'t>> {
    let mut groups: Vec<Group<'t>> = fornax::display_texts(cx)
        .iter()
        .map(|field| vec![field.text.clone()])
        .collect();
    groups.extend(fornax::target_path(cx).map(|path| vec![path]));
    for operation in fornax::operations(cx) {
        groups.extend(operation.pointer().map(|pointer| vec![pointer]));
        let element = operation.element();
        let inside = element
            .into_iter()
            .flat_map(Node::descendants)
            .filter_map(Text::of);
        let markers = operation
            .marker_key()
            .into_iter()
            .chain(operation.marker_value());
        groups.push(markers.chain(inside).collect());
    }
    groups
}

/// What agentic-kit shows when it asks for consent.
fn consent_texts<'t>(cx: &Context<'t>) -> Vec<Group<'t>> {
    let tree = cx.tree();
    let changes = ["/host/trust/changes", "/trust/changes"]
        .into_iter()
        .filter_map(|pointer| tree.at(pointer)?.as_array())
        .flat_map(Array::items)
        .filter_map(Node::as_object)
        .flat_map(|change| ["owner", "value", "effect"].map(|name| change.get(name)))
        .flatten();
    tree.at("/host/label")
        .into_iter()
        .chain(changes)
        .filter_map(Text::of)
        .map(|text| vec![text])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_scripts_and_emoji_need_is_left_alone() {
        for c in [
            '\u{200c}', '\u{200d}', '\u{200e}', '\u{200f}', '\u{fe0f}', ' ', '\u{a0}', '\u{ad}',
        ] {
            assert!(!is_invisible(c), "{c:?}");
        }
        for c in [
            '\u{200b}',
            '\u{202e}',
            '\u{2060}',
            '\u{2069}',
            '\u{feff}',
            '\u{e0041}',
        ] {
            assert!(is_invisible(c), "{c:?}");
        }
        assert!(!is_invisible('\u{202f}') && !is_invisible('\u{2065}'));
    }

    #[test]
    fn runs_and_their_names() {
        assert_eq!(
            first_run("a\u{200b}\u{2060}b\u{200b}", is_invisible),
            Some(1..7)
        );
        assert_eq!(first_run("ab", is_invisible), None);
        assert_eq!(code_points(&['\u{a}', '\u{e0041}']), "U+000A, U+E0041");
    }
}
