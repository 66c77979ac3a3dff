//! `text-too-long`

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports a `display_name` of more than 64 bytes, a `summary` of more than 200 or a
    /// `provenance` of more than 256, and marks what is too much.
    ///
    /// ## Why it matters
    ///
    /// Fornax refuses the manifest. It counts bytes, not characters: an accented letter takes two,
    /// a Chinese one three, an emoji four or more.
    ///
    /// ## Example
    ///
    /// ```json bad in=/display_name mark=the people
    /// "Acme Agent, which does a great deal of good work for so many of the people"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/display_name
    /// "Acme Agent"
    /// ```
    ///
    /// ## Fix
    ///
    /// Cuts the text off. Shorten it by hand if the end matters.
    pub(crate) static RULE = {
        name: "text-too-long",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: ["invalid-display-name", "invalid-summary", "invalid-provenance"],
        summary: "a name, summary or provenance of too many bytes",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for field in fornax::display_texts(cx) {
        let (length, limit) = (field.text.len(), field.limit);
        if length <= limit {
            continue;
        }
        let cut = field.text.floor_char_boundary(limit);
        let edits = field.text.replace_with(cx, &field.text[..cut]);
        let finding = cx.report(
            field.text.span_of(limit..length),
            format!(
                "`{}` has at most {limit} bytes; this has {length}",
                field.name
            ),
        );
        finding
            .reason(field.reason)
            .fix(Fix::guess(format!("Cut it off after {limit} bytes"), edits));
        let characters = field.text.chars().count();
        if characters < length {
            finding.note(format!(
                "The loader counts bytes, not characters: these are {characters} characters."
            ));
        }
    }
}
