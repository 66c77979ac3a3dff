//! Short remarks within the text.

use crate::document::{Document, DocumentKind};
use crate::fornax;
use crate::ide::documentation::visible;
use crate::ide::facts::duration;
use crate::ide::field::Field;
use crate::syntax::{Member, Node, Span, shorten};

/// A remark right behind a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlayHint {
    /// Where it stands.
    pub offset: u32,
    /// What it says.
    pub label: String,
}

/// The remarks on the values in `range`: times in units that can be judged, pointers without their
/// escapes.
#[must_use]
pub fn inlay_hints(document: &Document, range: Span) -> Vec<InlayHint> {
    document
        .tree()
        .nodes()
        .filter_map(Node::as_member)
        .filter(|member| !member.is_shadowed() && range.touches(member.span().end))
        .filter_map(|member| {
            Some(InlayHint {
                offset: member.value()?.span().end,
                label: remark(document.kind(), member)?,
            })
        })
        .collect()
}

fn remark(kind: DocumentKind, member: Member<'_>) -> Option<String> {
    let value = member.value()?;
    if kind == DocumentKind::AkAdapter && member.has_name("timeoutMs") {
        Field::of(kind, value)?;
        return duration(value.as_f64()?);
    }
    if kind == DocumentKind::FornaxManifest && member.has_name("pointer") {
        let pointer = value.as_str().filter(|pointer| pointer.contains('~'))?;
        Field::of(kind, value)?;
        let keys: Vec<String> = fornax::keys(&pointer)
            .iter()
            .map(|key| visible(key))
            .collect();
        return (!keys.is_empty()).then(|| shorten(&keys.join(" › ")).into_owned());
    }
    None
}
