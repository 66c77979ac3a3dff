//! How messages name things.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde_json::Value;

use crate::document::DocumentKind;
use crate::syntax::{Node, NodeKind, Span, shorten};

/// What a message calls a value: "`label`", "item 2 of `command`", "the manifest".
pub(crate) fn name_of(node: Node<'_>, kind: DocumentKind) -> String {
    let Some(parent) = node.parent() else {
        return match kind {
            DocumentKind::FornaxManifest | DocumentKind::AkAdapter => "the manifest",
            DocumentKind::FornaxRegistry => "the registry",
            DocumentKind::AkKit => "the kit",
        }
        .to_owned();
    };
    if let Some(member) = node.member() {
        return quoted(&member.name());
    }
    let position = parent.as_array().and_then(|array| array.position(node));
    match position {
        Some(index) => format!("item {} of {}", index + 1, name_of(parent, kind)),
        None => "the value".to_owned(),
    }
}

/// Where a message about a whole value points: the value, or the opening bracket of a large one.
pub(crate) fn place_of(node: Node<'_>) -> Span {
    let span = node.span();
    let is_container = matches!(node.kind(), NodeKind::Object | NodeKind::Array);
    if is_container && (span.len() > 60 || node.source().contains(['\n', '\r'])) {
        return node.open();
    }
    span
}

/// Where a message about a missing member points: the key of its object, or the opening bracket.
pub(crate) fn place_of_missing(object: Node<'_>) -> Span {
    match object.member() {
        Some(member) => member.key().span(),
        None => object.open(),
    }
}

/// A text as messages quote it, short enough for one: `` `text` ``, and an empty one as `` `""` ``.
pub(crate) fn quoted(text: &str) -> String {
    match text {
        "" => "`\"\"`".to_owned(),
        text => format!("`{}`", shorten(text)),
    }
}

/// `text`, with a visible sign for every character that would act or hide instead of being seen.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    // All bytes are looked at, many at once: most texts hold no other.
    let is_plain = (text.bytes()).fold(true, |so_far, byte| so_far & matches!(byte, b' '..=b'~'));
    if is_plain || !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            // The block of control pictures has them in this order.
            '\0'..='\u{1f}' => shown.extend(char::from_u32(0x2400 + u32::from(character))),
            '\u{7f}' => shown.push('␡'),
            _ if is_hidden(character) => {
                // Writing to a string can't fail.
                let _ = write!(shown, "‹U+{:04X}›", u32::from(character));
            }
            _ => shown.push(character),
        }
    }
    Cow::Owned(shown)
}

/// Whether a character can't be told by looking: a control, or one that is invisible or reorders
/// what stands around it.
pub(crate) fn is_hidden(character: char) -> bool {
    matches!(character,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{200b}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

/// A JSON value in the words of a message.
pub(crate) fn literal(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        other => format!("`{other}`"),
    }
}

/// "`a`", "`a` or `b`", "`a`, `b` or `c`".
pub(crate) fn one_of(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// "`a`", "`a` and `b`", "`a`, `b` and `c`".
pub(crate) fn all_of(words: &[String]) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => words.concat(),
    }
}

/// The candidate that `word` was most likely meant to be.
///
/// ```
/// use fornax_manifest::nearest;
///
/// assert_eq!(nearest("uninstal", ["install", "uninstall"]), Some("uninstall"));
/// assert_eq!(nearest("banana", ["install", "uninstall"]), None);
/// ```
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    /// Longer words are not worth comparing: no name of ours comes near. In characters.
    const LONGEST: usize = 64;
    let length = |text: &str| text.chars().take(LONGEST + 1).count();
    if word.is_empty() || length(word) > LONGEST {
        return None;
    }
    let folded = fold(word);
    let own_length = length(&folded);
    let mut best: Option<(usize, &'c str)> = None;
    for candidate in candidates {
        let other = fold(candidate);
        let other_length = length(&other);
        let enough = own_length.max(other_length).div_ceil(4).max(1);
        let shortened = other_length >= 3
            && own_length >= 3
            && (other.starts_with(&*folded) || folded.starts_with(&*other));
        // So many letters are to be added at least.
        if own_length.abs_diff(other_length) > enough && !shortened {
            continue;
        }
        let distance = strsim::damerau_levenshtein(&folded, &other);
        if (distance <= enough || shortened) && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// A name without what people spell differently: case, `_`, `-` and blanks.
pub(crate) fn fold(name: &str) -> Cow<'_, str> {
    if name
        .bytes()
        .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    {
        return Cow::Borrowed(name);
    }
    name.chars()
        .filter(|c| !matches!(c, '_' | '-' | ' '))
        .flat_map(char::to_lowercase)
        .collect::<String>()
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_matched_as_people_misspell_them() {
        let keys = ["display_name", "marker_key", "marker_value", "id"];
        assert_eq!(nearest("displayName", keys), Some("display_name"));
        assert_eq!(nearest("marker-vlaue", keys), Some("marker_value"));
        assert_eq!(nearest("display", keys), Some("display_name"));
        assert_eq!(nearest("ID", keys), Some("id"));
        assert_eq!(nearest("colour", keys), None);
        assert_eq!(nearest("", keys), None);
        // Distance is counted in letters, however many bytes those have.
        assert_eq!(nearest("日本", ["id", "日付"]), Some("日付"));
        assert_eq!(nearest("éèà", ["id", "abc"]), None);
        assert_eq!(nearest("日本語入力", ["marker_key"]), None);
        assert_eq!(nearest(&"é".repeat(64), ["éééé"]), Some("éééé"));
    }

    #[test]
    fn lists_read_like_sentences() {
        let words = |list: &[&str]| list.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        assert_eq!(one_of(&words(&["a", "b", "c"])), "a, b or c");
        assert_eq!(one_of(&words(&["a"])), "a");
        assert_eq!(all_of(&words(&["a", "b"])), "a and b");
    }
}
