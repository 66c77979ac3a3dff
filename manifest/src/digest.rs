//! Digests: the pin of a Fornax manifest, the consent hash of an agentic-kit manifest.

use std::borrow::Cow;

use sha2::{Digest, Sha256};

use crate::canonical::{TooDeep, canonical_text};
use crate::check::check;
use crate::diagnostic::{Diagnostic, Severity};
use crate::document::{Document, DocumentKind, Encoding};
use crate::options::Options;
use crate::surroundings::Nowhere;
use crate::syntax::{Node, Span, Strictness, parse};

/// The SHA-256 of `bytes` as 64 lower-case hexadecimal digits.
///
/// ```
/// use fornax_manifest::sha256_hex;
///
/// assert!(sha256_hex(b"").starts_with("e3b0c442"));
/// ```
#[must_use]
pub fn sha256_hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    Sha256::digest(bytes)
        .iter()
        .flat_map(|&byte| [byte >> 4, byte & 0xF])
        .map(|nibble| char::from(DIGITS[usize::from(nibble)]))
        .collect()
}

/// The digest under which Fornax pins a manifest: over its raw bytes, so that any edit changes it,
/// one of white space too.
///
/// ```
/// use fornax_manifest::fornax_pin;
///
/// assert_eq!(fornax_pin(b"{}").len(), "sha256:".len() + 64);
/// ```
#[must_use]
pub fn fornax_pin(bytes: &[u8]) -> String {
    format!("sha256:{}", sha256_hex(bytes))
}

/// What the hash is that agentic-kit ties a user's consent to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConsentHash {
    /// 64 lower-case hexadecimal digits.
    Known(String),
    /// Unknown: from this bracket on the document is nested deeper than JavaScript can write, and
    /// how deep that is depends on the machine. Where the document isn't UTF-8 the place is one in the
    /// text that agentic-kit reads.
    TooDeep(Span),
    /// There is none: the text isn't JSON, or is too large to be read, or isn't an object.
    None,
}

impl ConsentHash {
    /// The digits, where the hash is known.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Known(hash) => Some(hash),
            Self::TooDeep(_) | Self::None => None,
        }
    }
}

/// The hash that agentic-kit asks a user to consent to: the SHA-256 of the document's canonical text.
///
/// Any change of content changes it; white space, the order of keys, and how a number or a
/// character is spelt don't.
///
/// It is the hash of whatever object the document holds, and says nothing about whether that is a
/// manifest: agentic-kit computes none of a document that it refuses. To show it to somebody who may
/// consent, take [`accepted_consent_hash`].
///
/// ```
/// use fornax_manifest::{Document, DocumentKind, consent_hash};
///
/// let hash = |text: &str| consent_hash(&Document::parse(text.as_bytes(), DocumentKind::AkAdapter));
/// assert_eq!(hash(r#"{"a": 1.0, "b": "/"}"#), hash(r#"{"b":"\/","a":1}"#));
/// assert_ne!(hash(r#"{"a": 1}"#), hash(r#"{"a": 2}"#));
/// assert_eq!(hash("[]").as_str(), None);
/// ```
#[must_use]
pub fn consent_hash(document: &Document) -> ConsentHash {
    let tree = match document.encoding() {
        Encoding::Utf8 => Cow::Borrowed(document.tree()),
        // agentic-kit reads what isn't UTF-8 as U+FFFD, and goes on.
        Encoding::Utf16 | Encoding::Invalid { .. } => {
            let text = String::from_utf8_lossy(document.bytes());
            Cow::Owned(parse(&text, Strictness::JavaScript))
        }
    };
    let object = tree.root().and_then(|root| root.as_object());
    let Some(root) = object.filter(|_| tree.error_count() == 0) else {
        return ConsentHash::None;
    };
    match canonical_text(root.node()) {
        Ok(text) => ConsentHash::Known(sha256_hex(text.as_bytes())),
        Err(TooDeep(at)) => ConsentHash::TooDeep(at),
    }
}

/// The [`consent_hash`] of an agentic-kit adapter that agentic-kit accepts, going by the findings of
/// a [`check`] of the document; none of one that it refuses.
///
/// Where only we refuse, agentic-kit accepts.
#[must_use]
pub fn accepted_consent_hash(document: &Document, findings: &[Diagnostic]) -> ConsentHash {
    let is_refused = match document.encoding() {
        Encoding::Utf8 => refuses(document, findings),
        // What agentic-kit reads instead was not looked at yet.
        Encoding::Utf16 | Encoding::Invalid { .. } => {
            let text = String::from_utf8_lossy(document.bytes());
            let read = Document::parse(text.as_bytes(), document.kind());
            refuses(&read, &check(&read, &Options::default(), &Nowhere))
        }
    };
    if is_refused || document.kind() != DocumentKind::AkAdapter {
        return ConsentHash::None;
    }
    consent_hash(document)
}

/// Whether agentic-kit refuses a document with these findings.
fn refuses(document: &Document, findings: &[Diagnostic]) -> bool {
    findings.iter().any(|finding| {
        finding.severity == Severity::Error
            && match finding.loader_reason {
                // Admission's word, for a manifest that was accepted before.
                None | Some("surface-unsupported") => false,
                Some("invalid-host") => !passes_by_accident(document, finding.span),
                Some(_) => true,
            }
    })
}

/// Whether the value at `span` is one that agentic-kit looks up and finds, not among its own names but
/// among those that every JavaScript object has.
fn passes_by_accident(document: &Document, span: Span) -> bool {
    const OBSERVABILITY: [&str; 12] = [
        "__defineGetter__",
        "__defineSetter__",
        "__lookupGetter__",
        "__lookupSetter__",
        "__proto__",
        "constructor",
        "hasOwnProperty",
        "isPrototypeOf",
        "propertyIsEnumerable",
        "toLocaleString",
        "toString",
        "valueOf",
    ];
    // A projection must look like an id first, and of those names only this one does.
    const PROJECTION: [&str; 1] = ["constructor"];
    let tree = document.tree();
    let is_one_of = |node: Node<'_>, names: &[&str]| {
        node.span() == span && node.as_str().is_some_and(|name| names.contains(&&*name))
    };
    let observability = tree
        .at("/host/observability")
        .and_then(|node| node.as_array());
    observability.is_some_and(|ids| ids.items().any(|id| is_one_of(id, &OBSERVABILITY)))
        || tree
            .at("/host/configProjection")
            .is_some_and(|projection| is_one_of(projection, &PROJECTION))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_the_standard() {
        assert_eq!(
            sha256_hex(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        assert_eq!(
            fornax_pin(b""),
            "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
    }
}
