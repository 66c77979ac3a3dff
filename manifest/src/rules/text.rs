//! What the rules on the text itself share.

use crate::context::Context;
use crate::document::DocumentKind;
use crate::syntax::SyntaxErrorKind;

/// The loader's reason for a document that its JSON reader refuses.
pub(crate) fn json_reason(kind: DocumentKind) -> Option<&'static str> {
    match kind {
        DocumentKind::FornaxManifest => Some("parse"),
        DocumentKind::AkAdapter => Some("source-invalid-json"),
        DocumentKind::FornaxRegistry | DocumentKind::AkKit => None,
    }
}

/// Reports the parser's errors of one kind.
pub(crate) fn report_syntax(cx: &mut Context<'_>, kind: SyntaxErrorKind) {
    let reason = json_reason(cx.kind());
    let errors = cx.tree().errors().iter().filter(|error| error.kind == kind);
    for error in errors {
        let finding = cx.report(error.span, error.message.clone());
        finding.reason(reason);
        if let Some((span, message)) = &error.related {
            finding.related(*span, message.clone());
        }
        if let Some(fix) = &error.fix {
            finding.fix(fix.clone());
        }
    }
}
