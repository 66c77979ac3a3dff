//! Why a registered adapter can't be used.

use std::fmt;

use fornax_manifest::FornaxVersion;

/// Why a registered adapter can't be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rejection {
    /// A built-in adapter has its id, and always wins.
    BuiltIn,
    /// Another entry has its id.
    Repeated,
    /// Its entry in the index is not in order; the words say how.
    Entry(String),
    /// The registry's copy of its manifest is not there.
    MissingCopy {
        /// The name of the copy.
        file: String,
    },
    /// The copy can't be read; the words say why.
    UnreadableCopy(String),
    /// The copy is not what was registered.
    DigestMismatch {
        /// The digest under which it was registered.
        pinned: String,
        /// That of the copy.
        found: String,
    },
    /// The copy is no manifest that can be used; the words say why.
    Manifest(String),
    /// The copy is another adapter's manifest.
    IdMismatch {
        /// The id in the copy.
        found: String,
    },
    /// It needs a newer Fornax.
    TooNew {
        /// The oldest that it works with.
        needed: FornaxVersion,
        /// The one in use.
        in_use: FornaxVersion,
    },
}

impl Rejection {
    /// The reason's name. It is a promise.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        match self {
            Self::BuiltIn => "id collides with built-in adapter",
            Self::Repeated => "id registered twice",
            Self::Entry(_) => "malformed entry",
            Self::MissingCopy { .. } => "missing copy",
            Self::UnreadableCopy(_) => "unreadable copy",
            Self::DigestMismatch { .. } => "digest mismatch",
            Self::Manifest(_) => "malformed manifest",
            Self::IdMismatch { .. } => "id mismatch",
            Self::TooNew { .. } => "version too new",
        }
    }
}

/// The reason, and what to do.
impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason())?;
        match self {
            Self::BuiltIn => f.write_str("; remove it, and register it under another id"),
            Self::Repeated => f.write_str("; only the first entry counts"),
            Self::Entry(words) | Self::UnreadableCopy(words) | Self::Manifest(words) => {
                write!(f, ": {words}")
            }
            Self::MissingCopy { file } => write!(
                f,
                ": `{file}` is not in the registry's folder; remove the adapter, and register it again"
            ),
            Self::DigestMismatch { pinned, found } => write!(
                f,
                ": the copy has {found}, and {pinned} was registered; remove the adapter, and register it again"
            ),
            Self::IdMismatch { found } => write!(f, ": the copy is the manifest of `{found}`"),
            Self::TooNew { needed, in_use } => write!(
                f,
                ": it needs Fornax {needed}, and {in_use} is in use; install that version"
            ),
        }
    }
}
