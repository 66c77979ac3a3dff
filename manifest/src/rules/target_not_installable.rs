//! `target-not-installable`

use std::ops::Range;

use crate::context::Context;
use crate::fornax::{self, Obstacle, Text};
use crate::limits::{FORNAX_OPERATIONS, FORNAX_TARGET_BYTES};
use crate::rule::rule;
use crate::surroundings::{Content, Entry, Place};
use crate::syntax::{NodeKind, Strictness, Tree, parse, shorten, unescaped};

rule! {
    /// ## What it does
    ///
    /// Reports that the target file on this machine is one that Fornax refuses to change: it is a
    /// symbolic link or no file at all, or lies behind one, it is larger than 8 MiB, it is not JSON,
    /// its root is not an object, or a `pointer` meets something else than an object on its way or
    /// than an array at its end. So is every file in Fornax's own folder, `~/.fornax` or what
    /// `FORNAX_HOME` says.
    ///
    /// ## Why it matters
    ///
    /// Install changes nothing that it does not understand, and follows no link. Elsewhere the file
    /// may look different, so that this is no error of the manifest's. An adapter that could change
    /// Fornax's own folder could register others there, and nobody would be asked.
    ///
    /// ## Example
    ///
    /// ```json file=~/.acme/settings.json
    /// { "hooks": [] }
    /// ```
    ///
    /// ```json bad in=/operations/0/pointer mark=hooks
    /// "/hooks/PostToolUse"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json file=~/.acme/settings.json
    /// { "hooks": {} }
    /// ```
    ///
    /// ```json good in=/operations/0/pointer
    /// "/hooks/PostToolUse"
    /// ```
    pub(crate) static RULE = {
        name: "target-not-installable",
        kinds: [FornaxManifest],
        severity: Warning,
        reasons: [],
        summary: "a target file on this machine that Fornax refuses to change",
        fix: Never,
        stage: Surroundings,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(path) = fornax::target_path(cx) else {
        return;
    };
    let Some(file) = fornax::target_below_home(cx) else {
        return;
    };
    if cx.surroundings().is_fornaxs(file) {
        cx.report(
            path.span(),
            format!(
                "`~/{file}` lies in Fornax's own folder, where no adapter is let change anything"
            ),
        );
        return;
    }
    match target(cx, file) {
        Target::Unknown => {}
        Target::Refused(problem) => {
            cx.report(
                path.span(),
                format!("on this machine `~/{file}` {problem}: Fornax would refuse to change it"),
            );
        }
        Target::Object(tree) => check_pointers(cx, &tree),
    }
}

/// What there is to change.
enum Target {
    /// Nothing, or nobody may look.
    Unknown,
    /// Something that is refused whatever is to be changed in it.
    Refused(String),
    /// A document whose root is an object.
    Object(Box<Tree>),
}

fn target(cx: &Context<'_>, file: &str) -> Target {
    let too_large = || {
        let limit = FORNAX_TARGET_BYTES / (1024 * 1024);
        Target::Refused(format!("is larger than {limit} MiB"))
    };
    match fornax::obstacle_before(file, cx.surroundings()) {
        Some((folder, Obstacle::Symlink)) => {
            return Target::Refused(format!("lies behind `~/{folder}`, a symbolic link"));
        }
        Some((folder, Obstacle::NotAFolder)) => {
            return Target::Refused(format!("lies behind `~/{folder}`, which is not a folder"));
        }
        None => {}
    }
    match cx.surroundings().entry(Place::Home, file) {
        Entry::Unknown | Entry::Missing => return Target::Unknown,
        Entry::Symlink => return Target::Refused("is a symbolic link".to_owned()),
        Entry::Folder { .. } | Entry::Other => return Target::Refused("is not a file".to_owned()),
        Entry::File { .. } => {}
    }
    let bytes = match cx
        .surroundings()
        .read(Place::Home, file, FORNAX_TARGET_BYTES)
    {
        Content::Unknown | Content::Missing => return Target::Unknown,
        Content::TooLarge(_) => return too_large(),
        Content::Bytes(bytes) => bytes,
    };
    let Ok(text) = String::from_utf8(bytes) else {
        return Target::Refused("is not UTF-8".to_owned());
    };
    if text.trim().is_empty() {
        // Counts as an empty object.
        return Target::Unknown;
    }
    let tree = parse(&text, Strictness::Serde);
    if tree.error_count() > 0 {
        return Target::Refused("is not plain JSON".to_owned());
    }
    match tree.root().map(|root| (root.kind(), root.describe_type())) {
        Some((NodeKind::Object, _)) => Target::Object(Box::new(tree)),
        Some((_, described)) => Target::Refused(format!("is {described}, not an object")),
        None => Target::Unknown,
    }
}

fn check_pointers(cx: &mut Context<'_>, target: &Tree) {
    // Uninstall takes what is of another type for "nothing to remove".
    let changes = ["plan", "install"];
    if changes
        .iter()
        .all(|name| fornax::declaration(cx, name).is_none())
    {
        return;
    }
    // No manifest may have more operations, and a target may be large.
    for pointer in fornax::pointers(cx).take(FORNAX_OPERATIONS) {
        if let Some((place, message)) = obstacle(&pointer, target) {
            cx.report(pointer.span_of(place), message);
        }
    }
}

/// The first segment of a pointer at which the target has something else than it must have there.
fn obstacle(pointer: &Text<'_>, target: &Tree) -> Option<(Range<usize>, String)> {
    let mut node = target.root()?;
    let mut segments = fornax::segments(pointer).peekable();
    while let Some((place, segment)) = segments.next() {
        node = node.as_object()?.get(&unescaped(segment))?;
        let (needed, words) = match segments.peek() {
            Some(_) => (NodeKind::Object, "an object"),
            None => (NodeKind::Array, "an array"),
        };
        if node.kind() != needed {
            let message = format!(
                "in the target file on this machine `{}` is {}, where this pointer needs {words}: Fornax would refuse to change it",
                shorten(&pointer[..place.end]),
                node.describe_type()
            );
            return Some((place, message));
        }
    }
    None
}
