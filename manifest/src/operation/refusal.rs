//! Why a target is left as it is, and what its user should know: in plain words, which never quote
//! the target.

use std::fmt;

use crate::limits;
use crate::syntax::{NodeKind, SyntaxErrorKind};

/// Why nothing is changed.
///
/// Its words name what the manifest says, never what the target holds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The target is larger than is read.
    TooLarge {
        /// Its size, in bytes.
        size: u64,
    },
    /// The target would become larger than is read, and could never be changed back.
    WouldBeTooLarge {
        /// The size that it would have, in bytes.
        size: u64,
    },
    /// The target is not UTF-8.
    NotUtf8 {
        /// The offset of the first byte that isn't, in bytes.
        at: usize,
    },
    /// The target is not JSON, as `serde_json` reads it.
    NotJson {
        /// What kind of fault comes first.
        fault: SyntaxErrorKind,
        /// The line of the fault, counted from 1.
        line: u32,
    },
    /// The target's outermost value is no object.
    RootNotObject {
        /// What it is.
        found: NodeKind,
    },
    /// On the way to the array there is something else than an object.
    NotAnObject {
        /// The operation, counted from 0.
        operation: usize,
        /// The way to the array.
        pointer: String,
        /// The way as far as what is no object.
        at: String,
        /// What it is.
        found: NodeKind,
    },
    /// At the end of the way there is something else than an array.
    NotAnArray {
        /// The operation, counted from 0.
        operation: usize,
        /// The way.
        pointer: String,
        /// What is there.
        found: NodeKind,
    },
    /// The pointer is empty and so means the whole document, which is never replaced.
    PointerRoot {
        /// The operation, counted from 0.
        operation: usize,
    },
    /// The pointer is none.
    PointerMalformed {
        /// The operation, counted from 0.
        operation: usize,
        /// The pointer.
        pointer: String,
    },
    /// The element doesn't have its marker, and could never be removed again.
    MarkerMismatch {
        /// The operation, counted from 0.
        operation: usize,
        /// The way to the array.
        pointer: String,
    },
    /// The target would be nested deeper than is read, and could never be changed back.
    WouldBeTooDeep {
        /// The operation, counted from 0.
        operation: usize,
        /// The way to the array.
        pointer: String,
    },
}

impl Refusal {
    /// The refusal's name, for programs. It is a promise.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        match self {
            Self::TooLarge { .. } => "too-large",
            Self::WouldBeTooLarge { .. } => "would-be-too-large",
            Self::NotUtf8 { .. } | Self::NotJson { .. } => "not-json",
            Self::RootNotObject { .. } => "root-not-object",
            Self::NotAnObject { .. } => "not-an-object",
            Self::NotAnArray { .. } => "not-an-array",
            Self::PointerRoot { .. } => "pointer-root",
            Self::PointerMalformed { .. } => "pointer-malformed",
            Self::MarkerMismatch { .. } => "marker-mismatch",
            Self::WouldBeTooDeep { .. } => "would-be-too-deep",
        }
    }

    /// The operation that is to blame, counted from 0; none where it is the target itself.
    #[must_use]
    pub fn operation(&self) -> Option<usize> {
        match self {
            Self::TooLarge { .. }
            | Self::WouldBeTooLarge { .. }
            | Self::NotUtf8 { .. }
            | Self::NotJson { .. }
            | Self::RootNotObject { .. } => None,
            Self::NotAnObject { operation, .. }
            | Self::NotAnArray { operation, .. }
            | Self::PointerRoot { operation }
            | Self::PointerMalformed { operation, .. }
            | Self::MarkerMismatch { operation, .. }
            | Self::WouldBeTooDeep { operation, .. } => Some(*operation),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limit = limits::FORNAX_TARGET_BYTES / (1024 * 1024);
        match self {
            Self::TooLarge { size } => write!(
                f,
                "the target is {size} bytes large, and only files of up to {limit} MiB are changed"
            ),
            Self::WouldBeTooLarge { size } => write!(
                f,
                "the target would become {size} bytes large, and only files of up to {limit} MiB can be changed back"
            ),
            Self::NotUtf8 { at } => write!(
                f,
                "the target is not UTF-8 from byte {at} on, so it is not JSON; save it as UTF-8"
            ),
            Self::NotJson { fault, line } => not_json(f, *fault, *line),
            Self::RootNotObject { found } => write!(
                f,
                "the target's outermost value is {}, and only an object is changed",
                article(*found)
            ),
            Self::NotAnObject {
                pointer, at, found, ..
            } => write!(
                f,
                "the pointer `{pointer}` leads through `{at}`, which is {} in the target and must be an object",
                article(*found)
            ),
            Self::NotAnArray { pointer, found, .. } => write!(
                f,
                "the pointer `{pointer}` needs an array in the target, where it has {}",
                article(*found)
            ),
            Self::PointerRoot { .. } => f.write_str(
                "an empty pointer means the whole target, which is never replaced; name an array in it",
            ),
            Self::PointerMalformed { pointer, .. } => write!(
                f,
                "`{pointer}` is no JSON pointer: it must begin with `/`, and have `0` or `1` behind every `~`"
            ),
            Self::MarkerMismatch { pointer, .. } => write!(
                f,
                "the element for `{pointer}` does not have its marker, so it could never be removed again"
            ),
            Self::WouldBeTooDeep { pointer, .. } => write!(
                f,
                "with the element for `{pointer}` the target would be nested more than {} levels deep, and could not be changed back",
                limits::SERDE_DEPTH
            ),
        }
    }
}

impl std::error::Error for Refusal {}

fn not_json(f: &mut fmt::Formatter<'_>, fault: SyntaxErrorKind, line: u32) -> fmt::Result {
    match fault {
        SyntaxErrorKind::ByteOrderMark => f.write_str(
            "the target begins with a byte-order mark, which JSON does not allow; save it as UTF-8 without one",
        ),
        SyntaxErrorKind::Comment => write!(
            f,
            "the target has a comment in line {line}, which JSON does not allow; remove it and try again, or make the change by hand"
        ),
        SyntaxErrorKind::TrailingComma => write!(
            f,
            "the target has a comma in line {line} with nothing behind it, which JSON does not allow; remove it and try again, or make the change by hand"
        ),
        SyntaxErrorKind::NestingTooDeep => write!(
            f,
            "the target is nested more than {} levels deep in line {line}, which Fornax does not read",
            limits::SERDE_DEPTH
        ),
        SyntaxErrorKind::NumberOutOfRange => write!(
            f,
            "the target has a number in line {line} that is too large for 64 bits, which Fornax does not read"
        ),
        SyntaxErrorKind::LoneSurrogate => write!(
            f,
            "the target has half of a surrogate pair in line {line}, which Fornax does not read"
        ),
        SyntaxErrorKind::Other => write!(
            f,
            "the target is not JSON: its first fault is in line {line}; repair it"
        ),
    }
}

/// What kind of value something is, with its article.
fn article(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Object => "an object",
        NodeKind::Array => "an array",
        NodeKind::String => "a string",
        NodeKind::Number => "a number",
        NodeKind::Bool => "`true` or `false`",
        NodeKind::Null => "`null`",
        NodeKind::Member | NodeKind::Invalid => "no value",
    }
}

/// What a user should know about a target that is changed all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// A key on the way is there more than once. The last one counts, as for every reader.
    DuplicateKey {
        /// The way to the key, itself included.
        at: String,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DuplicateKey { at } => write!(
                f,
                "the key at `{at}` is in the target more than once; the last one counts, and the others are read by nobody"
            ),
        }
    }
}
