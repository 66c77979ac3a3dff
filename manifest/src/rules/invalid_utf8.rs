//! `invalid-utf8`

use crate::context::Context;
use crate::document::{DocumentKind, Encoding};
use crate::rule::rule;
use crate::syntax::Span;

rule! {
    /// ## What it does
    ///
    /// Reports a file that is not UTF-8: one with a byte that UTF-8 doesn't have, or a whole file in
    /// UTF-16, as some Windows programs write it.
    ///
    /// ## Why it matters
    ///
    /// Fornax refuses it. agentic-kit reads each such byte as U+FFFD, so that what the user consents
    /// to is not what the author wrote; we refuse it there too.
    ///
    /// Nothing else is reported about such a file but its size.
    ///
    /// ## Use instead
    ///
    /// Save the file as UTF-8, without a byte-order mark.
    pub(crate) static RULE = {
        name: "invalid-utf8",
        kinds: [AkAdapter, AkKit, FornaxManifest, FornaxRegistry],
        severity: Error,
        reasons: ["parse", "invalid-utf8"],
        summary: "a file that is not UTF-8",
        fix: Never,
        stage: Text,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let document = cx.document();
    let (span, message) = match document.encoding() {
        Encoding::Utf8 => return,
        Encoding::Utf16 => (
            Span::at(0),
            "the file is UTF-16; save it as UTF-8 without a byte-order mark".to_owned(),
        ),
        Encoding::Invalid { at } => {
            let byte = document.bytes().get(at as usize).copied().unwrap_or(0);
            (
                Span::new(at, at + 1),
                format!(
                    "the file is not UTF-8: the byte {byte:02X} here is no part of a character"
                ),
            )
        }
    };
    let reason = match cx.kind() {
        DocumentKind::FornaxManifest => Some("parse"),
        DocumentKind::AkAdapter => Some("invalid-utf8"),
        DocumentKind::FornaxRegistry | DocumentKind::AkKit => None,
    };
    cx.report(span, message).reason(reason);
}
