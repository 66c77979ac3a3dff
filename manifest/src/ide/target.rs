//! The target file of a Fornax manifest as it is on this machine, read within limits.

use std::borrow::Cow;

use crate::document::Document;
use crate::fornax::{Obstacle, obstacle_before, path_below_home, segments};
use crate::limits;
use crate::surroundings::{Content, Entry, Place, Surroundings};
use crate::syntax::{Node, NodeKind, Strictness, Tree, parse, unescaped};

/// What a target file is, and what it holds.
#[derive(Debug)]
pub(super) enum Target<'p> {
    /// Nobody may look.
    Unknown,
    /// There is no such file, and perhaps no folder for it.
    Missing {
        /// Whether its folder is known to be missing too.
        without_folder: bool,
    },
    /// Something that lies behind what is no folder.
    Behind {
        /// What that is.
        obstacle: Obstacle,
        /// Its path below the home directory.
        at: &'p str,
    },
    /// A symbolic link.
    Symlink,
    /// Something else that is no regular file.
    NotAFile,
    /// Something in Fornax's own folder, whatever it is.
    Fornaxs,
    /// A file of this size.
    File(u64),
}

/// The path of a manifest's target below the home directory, if it is one that Fornax takes.
pub(super) fn path(document: &Document) -> Option<String> {
    let target = document.root()?.get("target")?.as_object()?;
    path_below_home(&target.get("path")?.as_str()?)
}

/// Looks at the file at `path` below the home directory.
pub(super) fn look<'p>(path: &'p str, surroundings: &dyn Surroundings) -> Target<'p> {
    if surroundings.is_fornaxs(path) {
        return Target::Fornaxs;
    }
    if let Some((at, obstacle)) = obstacle_before(path, surroundings) {
        return Target::Behind { obstacle, at };
    }
    match surroundings.entry(Place::Home, path) {
        Entry::Unknown => Target::Unknown,
        Entry::Missing => {
            let folder = path.rsplit_once('/').map(|(folder, _)| folder);
            let without_folder = folder
                .is_some_and(|folder| surroundings.entry(Place::Home, folder) == Entry::Missing);
            Target::Missing { without_folder }
        }
        Entry::Symlink => Target::Symlink,
        Entry::Folder { .. } | Entry::Other => Target::NotAFile,
        Entry::File { size, .. } => Target::File(size),
    }
}

/// Reads the file at `path` below the home directory, if it is text of a size that can be read at
/// every keystroke.
pub(super) fn read(path: &str, surroundings: &dyn Surroundings) -> Option<Tree> {
    match surroundings.read(Place::Home, path, limits::HELP_TARGET_BYTES) {
        Content::Bytes(bytes) => {
            let text = std::str::from_utf8(&bytes).ok()?;
            Some(parse(text, Strictness::Serde))
        }
        Content::Unknown | Content::Missing | Content::TooLarge(_) => None,
    }
}

/// One step of a pointer through a target file.
#[derive(Debug)]
pub(super) struct Step<'p, 't> {
    /// The key.
    pub(super) key: Cow<'p, str>,
    /// What stands there; none where nothing does.
    pub(super) value: Option<Node<'t>>,
}

/// Follows a pointer, as far as Fornax takes one.
pub(super) fn steps<'p, 't>(tree: Option<&'t Tree>, pointer: &'p str) -> Vec<Step<'p, 't>> {
    let mut value = tree.and_then(Tree::root);
    segments(pointer)
        .take(limits::FORNAX_POINTER_SEGMENTS)
        .map(|(_, segment)| {
            let key = unescaped(segment);
            value = value
                .and_then(Node::as_object)
                .and_then(|object| object.get(&key));
            Step { key, value }
        })
        .collect()
}

/// How many of an array's elements carry a marker.
pub(super) fn marked(array: Node<'_>, marker: (&str, &str)) -> usize {
    let (key, value) = marker;
    let is_marked = |item: &Node<'_>| {
        item.as_object()
            .and_then(|object| object.get(key))
            .filter(|member| member.kind() == NodeKind::String)
            .and_then(Node::as_str)
            .is_some_and(|text| text == value)
    };
    array
        .as_array()
        .map_or(0, |array| array.items().filter(is_marked).count())
}
