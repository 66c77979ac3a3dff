//! The few questions that a rule may ask of the world.

use std::fmt::Debug;

use crate::document::DocumentKind;

/// Where a path starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// The folder that holds the document; an absolute path stands for itself.
    Beside,
    /// The user's home directory; an absolute path, or one with `..`, is nowhere.
    Home,
    /// Fornax's own folder: `$FORNAX_HOME`, else `.fornax` in the home directory.
    FornaxHome,
}

/// What stands at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Nobody may look, or looking failed.
    Unknown,
    /// Nothing.
    Missing,
    /// A regular file.
    File {
        /// Its size, in bytes.
        size: u64,
        /// Its permission bits, where the system has them.
        mode: Option<u32>,
    },
    /// A folder.
    Folder {
        /// Its permission bits, where the system has them.
        mode: Option<u32>,
    },
    /// A symbolic link, whatever it leads to.
    Symlink,
    /// A device, a pipe, a socket.
    Other,
}

/// What a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Nobody may look, or reading failed.
    Unknown,
    /// There is no such file.
    Missing,
    /// The file is larger than was asked for.
    TooLarge(u64),
    /// Its bytes.
    Bytes(Vec<u8>),
}

/// What lies around a document. Every answer may be "unknown", and then a rule is silent.
///
/// Nothing here changes a document's verdict, except for a registry index, which exists on one
/// machine only. Implementations read, never write, and read through no symbolic link.
///
/// ```
/// use fornax_manifest::{Entry, Place, Surroundings};
///
/// /// A place where no hook's script is.
/// #[derive(Debug)]
/// struct Bare;
///
/// impl Surroundings for Bare {
///     fn entry(&self, place: Place, _path: &str) -> Entry {
///         match place {
///             Place::Beside => Entry::Missing,
///             Place::Home | Place::FornaxHome => Entry::Unknown,
///         }
///     }
/// }
/// ```
pub trait Surroundings: Debug {
    /// What stands at `path`, which uses `/`. No link at its end is followed.
    fn entry(&self, _place: Place, _path: &str) -> Entry {
        Entry::Unknown
    }

    /// What `path` leads to, through symbolic links if there are any: nothing, if they lead nowhere.
    /// It is only looked at.
    fn destination(&self, place: Place, path: &str) -> Entry {
        self.entry(place, path)
    }

    /// What the regular file at `path` holds, if it is at most `limit` bytes large.
    fn read(&self, _place: Place, _path: &str, _limit: u64) -> Content {
        Content::Unknown
    }

    /// The names in the folder at `path`, sorted; none where nobody may look.
    fn names(&self, _place: Place, _path: &str) -> Option<Vec<String>> {
        None
    }

    /// Whether what stands at `path` is part of the document's own project: what lies elsewhere may be
    /// anybody's secret, and nothing that it holds is quoted.
    fn is_own(&self, _place: Place, _path: &str) -> bool {
        false
    }

    /// Whether a path below the home directory leads into Fornax's own folder, which is `.fornax`
    /// there unless somebody knows better.
    fn is_fornaxs(&self, path: &str) -> bool {
        leads_into(path, ".fornax")
    }

    /// The document's own file name, if it has one.
    fn file_name(&self) -> Option<&str> {
        None
    }

    /// The other documents of this kind that give themselves `id`, each by the name that it is to be
    /// shown by; none where nobody knows of any.
    fn namesakes(&self, _kind: DocumentKind, _id: &str) -> Vec<String> {
        Vec::new()
    }

    /// The home directory's path, to be shown.
    fn home(&self) -> Option<&str> {
        None
    }
}

/// Whether a path is `folder` or leads into it, both below the same place and with `/` between their
/// parts. Case counts for nothing, as on some systems.
///
/// ```
/// use fornax_manifest::leads_into;
///
/// assert!(leads_into("./.Fornax/adapters/registry.json", ".fornax"));
/// assert!(!leads_into(".fornax.json", ".fornax"));
/// ```
#[must_use]
pub fn leads_into(path: &str, folder: &str) -> bool {
    let parts = |path| str::split(path, '/').filter(|part| !matches!(*part, "" | "."));
    let mut way = parts(path);
    parts(folder).all(|part| {
        way.next()
            .is_some_and(|step| step.eq_ignore_ascii_case(part))
    })
}

/// Surroundings of which nothing is known.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nowhere;

impl Surroundings for Nowhere {}
