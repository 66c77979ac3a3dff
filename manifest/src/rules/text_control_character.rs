//! `text-control-character`

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax;
use crate::rule::rule;
use crate::sensible;

rule! {
    /// ## What it does
    ///
    /// Reports a control character in `display_name`, `summary` or `provenance`: a line break, a
    /// tab, an escape character, DEL or one of the C1 set, also when it is written as an escape
    /// such as `\n`.
    ///
    /// ## Why it matters
    ///
    /// Fornax refuses the manifest: it prints these texts on one line of a terminal, where a control
    /// character could change what a user sees.
    ///
    /// ## Example
    ///
    /// ```json bad in=/summary mark=\n
    /// "Adds the Fornax hook\nto Acme Agent."
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/summary
    /// "Adds the Fornax hook to Acme Agent."
    /// ```
    ///
    /// ## Fix
    ///
    /// Puts a blank in place of line breaks and tabs between words, and removes the others. Unsafe,
    /// since it changes the text. Where nothing remains, an example is put there, to be replaced.
    pub(crate) static RULE = {
        name: "text-control-character",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: ["invalid-display-name", "invalid-summary", "invalid-provenance"],
        summary: "a name, summary or provenance with a control character",
        fix: Sometimes,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for field in fornax::display_texts(cx) {
        let text = &field.text;
        // All bytes are looked at, many at once: most texts are no other.
        if (text.bytes()).fold(true, |so_far, byte| so_far & matches!(byte, b' '..=b'~')) {
            continue;
        }
        let Some((start, character)) = text.char_indices().find(|(_, c)| c.is_control()) else {
            continue;
        };
        let rest = &text[start..];
        let length = rest.find(|c: char| !c.is_control()).unwrap_or(rest.len());
        let cleaned = without_controls(text);
        let fix = if cleaned.is_empty() {
            sensible::replacement(cx, text.node)
        } else {
            let title = format!("Remove the control characters from `{}`", field.name);
            Some(Fix::guess(title, text.replace_with(cx, &cleaned)))
        };
        let finding = cx.report(
            text.span_of(start..start + length),
            format!(
                "`{}` must not have control characters, such as line breaks and tabs; this has U+{:04X}",
                field.name,
                u32::from(character)
            ),
        );
        finding.reason(field.reason);
        if let Some(fix) = fix {
            finding.fix(fix);
        }
    }
}

/// The text without control characters; those that part words become a blank.
fn without_controls(text: &str) -> String {
    let parted: String = text
        .chars()
        .map(|c| {
            if matches!(c, '\t' | '\n' | '\r') {
                ' '
            } else {
                c
            }
        })
        .filter(|c| !c.is_control())
        .collect();
    let words: Vec<&str> = parted.split(' ').filter(|word| !word.is_empty()).collect();
    words.join(" ")
}
