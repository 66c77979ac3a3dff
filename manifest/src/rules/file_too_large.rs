//! `file-too-large`

use crate::context::Context;
use crate::document::DocumentKind;
use crate::limits;
use crate::rule::rule;
use crate::syntax::Span;

rule! {
    /// ## What it does
    ///
    /// Reports a file that is larger than its loader reads: 65,536 bytes for a Fornax manifest,
    /// 1,048,576 for Fornax's registry, 262,144 for an agentic-kit manifest.
    ///
    /// ## Why it matters
    ///
    /// The loader looks at the size first and refuses the file without reading it. The bytes on
    /// disk count: a byte-order mark, line ends and blanks too, and a letter may take several. A
    /// file of exactly the limit is fine.
    ///
    /// Nothing else is reported about such a file.
    ///
    /// ## Use instead
    ///
    /// Shorter texts, or one file without indentation.
    pub(crate) static RULE = {
        name: "file-too-large",
        kinds: [AkAdapter, AkKit, FornaxManifest, FornaxRegistry],
        severity: Error,
        reasons: ["too-large", "source-too-large"],
        summary: "a file larger than its loader reads",
        fix: Never,
        stage: Text,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let document = cx.document();
    if !document.is_oversized() {
        return;
    }
    let kind = cx.kind();
    let reason = match kind {
        DocumentKind::FornaxManifest => Some("too-large"),
        DocumentKind::AkAdapter => Some("source-too-large"),
        DocumentKind::FornaxRegistry | DocumentKind::AkKit => None,
    };
    // No more is read of a stream, so that this is what is known of any larger one.
    let size = match document.size() {
        size if size == limits::TEXT_BYTES + 1 => format!("more than {}", limits::TEXT_BYTES),
        size => size.to_string(),
    };
    let message = format!(
        "the file has {size} bytes; {} may have at most {}",
        with_article(kind),
        kind.size_limit()
    );
    cx.report(Span::at(0), message)
        .reason(reason)
        .note("The loader counts the bytes on disk before it reads any of them.");
}

/// "a Fornax adapter manifest", "an agentic-kit host adapter".
fn with_article(kind: DocumentKind) -> String {
    let title = kind.title();
    let article = if title.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {title}")
}
