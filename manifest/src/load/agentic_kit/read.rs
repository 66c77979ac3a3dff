//! Reading a tree as JavaScript has it: each function takes a value, and gives what it says or a no.

use std::collections::HashSet;

use crate::document::{Document, DocumentKind, Encoding};
use crate::load::{Read, Refused, require};
use crate::syntax::{Node, Object};

/// Parses a whole document, which must be one that JavaScript reads without replacing a byte.
pub(super) fn document(bytes: &[u8], kind: DocumentKind) -> Read<Document> {
    let document = Document::parse(bytes, kind);
    require(!document.is_oversized() && document.encoding() == Encoding::Utf8)?;
    require(document.tree().error_count() == 0)?;
    Ok(document)
}

/// An object's members; of several with one key the last.
#[derive(Clone, Copy)]
pub(super) struct Members<'t>(Object<'t>);

impl<'t> Members<'t> {
    /// The members of an object, whatever they are called.
    pub(super) fn of(node: Node<'t>) -> Read<Self> {
        node.as_object().map(Self).ok_or(Refused)
    }

    /// The members of an object that has no others than these.
    pub(super) fn among(node: Node<'t>, names: &[&str]) -> Read<Self> {
        let members = Self::of(node)?;
        let mut all = members.0.all_members();
        require(all.all(|member| names.iter().any(|name| member.has_name(name))))?;
        Ok(members)
    }

    /// Reads a member that must be there.
    pub(super) fn required<T>(self, name: &str, read: impl FnOnce(Node<'t>) -> Read<T>) -> Read<T> {
        self.0.get(name).ok_or(Refused).and_then(read)
    }

    /// Reads a member that may be missing. `null` is there.
    pub(super) fn optional<T>(
        self,
        name: &str,
        read: impl FnOnce(Node<'t>) -> Read<T>,
    ) -> Read<Option<T>> {
        self.0.get(name).map(read).transpose()
    }

    /// The value of a member that may be anything, as it is written.
    pub(super) fn unread(self, name: &str) -> Option<String> {
        self.0.get(name).map(|node| node.source().to_owned())
    }

    /// Refuses a member that is neither missing nor `null`.
    pub(super) fn absent(self, name: &str) -> Read<()> {
        require(self.0.get(name).is_none_or(|node| node.source() == "null"))
    }
}

/// Reads `true` or `false`.
pub(super) fn boolean(node: Node<'_>) -> Read<bool> {
    node.as_bool().ok_or(Refused)
}

/// Reads a whole number above 0, however it is spelt; one that is too large as the largest.
pub(super) fn positive(node: Node<'_>) -> Read<u64> {
    let number = node.as_f64().ok_or(Refused)?;
    // The fraction of infinity, which JavaScript makes of a number that it can't hold, isn't 0.
    require(number.fract() == 0.0 && number > 0.0)?;
    // The conversion saturates.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    Ok(number as u64)
}

/// Reads a string that isn't empty.
pub(super) fn text(node: Node<'_>) -> Read<String> {
    let text = node.as_str().ok_or(Refused)?;
    require(!text.is_empty())?;
    Ok(text.into_owned())
}

/// Reads an id: a letter, then letters, digits and hyphens, all of them lower case.
pub(super) fn id(node: Node<'_>) -> Read<String> {
    let id = text(node)?;
    require(id.starts_with(|c: char| c.is_ascii_lowercase()))?;
    require(
        id.bytes()
            .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-')),
    )?;
    Ok(id)
}

/// Whether `text` is three numbers, perhaps with `-pre` and then `+build` behind them.
pub(super) fn is_version(text: &str) -> bool {
    let in_tail = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
    let is_tail = |tail: &str| !tail.is_empty() && tail.chars().all(in_tail);
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (rest, build) = split(text, '+');
    let (numbers, pre) = split(rest, '-');
    numbers.split('.').count() == 3
        && numbers.split('.').all(is_number)
        && pre.is_none_or(is_tail)
        && build.is_none_or(is_tail)
}

/// What stands before and behind the first `at`.
pub(super) fn split(text: &str, at: char) -> (&str, Option<&str>) {
    match text.split_once(at) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

/// Reads a word of a closed set.
pub(super) fn word<T>(of_word: fn(&str) -> Option<T>) -> impl Fn(Node<'_>) -> Read<T> {
    move |node| node.as_str().and_then(|word| of_word(&word)).ok_or(Refused)
}

/// Reads a list.
pub(super) fn list<'t, T>(read: impl Fn(Node<'t>) -> Read<T>) -> impl Fn(Node<'t>) -> Read<Vec<T>> {
    move |node| node.as_array().ok_or(Refused)?.items().map(&read).collect()
}

/// Reads a list of strings, none twice.
pub(super) fn distinct<'t, T>(
    read: impl Fn(Node<'t>) -> Read<T>,
) -> impl Fn(Node<'t>) -> Read<Vec<T>> {
    let read = list(read);
    move |node| {
        let items = read(node)?;
        let strings = node.as_array().into_iter().flat_map(|array| array.items());
        let different: HashSet<_> = strings.map(Node::as_str_bytes).collect();
        require(different.len() == items.len())?;
        Ok(items)
    }
}

/// Reads a list that holds something.
pub(super) fn some<'t, T>(
    read: impl Fn(Node<'t>) -> Read<Vec<T>>,
) -> impl Fn(Node<'t>) -> Read<Vec<T>> {
    move |node| {
        let items = read(node)?;
        require(!items.is_empty())?;
        Ok(items)
    }
}
