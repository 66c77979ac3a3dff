//! Versions as agentic-kit reads them, and as Semantic Versioning does.

use std::ops::Range;

/// What keeps a version that ak accepts from being a Semantic Version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A number begins with a zero that it doesn't need.
    LeadingZero,
    /// Nothing stands between two dots.
    EmptyPart,
}

/// A version's core, pre-release and build data: `1.2.3-rc.1+5` is `1.2.3`, `rc.1` and `5`.
struct Parts<'t> {
    core: &'t str,
    pre: Option<&'t str>,
    build: Option<&'t str>,
}

fn split(text: &str) -> Parts<'_> {
    let (rest, build) = match text.split_once('+') {
        Some((rest, build)) => (rest, Some(build)),
        None => (text, None),
    };
    let (core, pre) = match rest.split_once('-') {
        Some((core, pre)) => (core, Some(pre)),
        None => (rest, None),
    };
    Parts { core, pre, build }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_suffix(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
    !text.is_empty() && text.bytes().all(allowed)
}

/// Whether ak accepts `text`: three numbers, then any pre-release and build data.
pub(crate) fn is_loose(text: &str) -> bool {
    let parts = split(text);
    parts.core.split('.').count() == 3
        && parts.core.split('.').all(is_number)
        && parts.pre.is_none_or(is_suffix)
        && parts.build.is_none_or(is_suffix)
}

/// Whether `text` is a Semantic Version (2.0.0).
pub(crate) fn is_strict(text: &str) -> bool {
    is_loose(text) && fault(text).is_none()
}

/// The first fault of a version that ak accepts, and the bytes at fault; none where two dots meet.
pub(crate) fn fault(text: &str) -> Option<(Fault, Range<usize>)> {
    let parts = split(text);
    let mut at = 0;
    // Numbers in build data may begin with a zero.
    for (part, zeros_allowed) in [
        (Some(parts.core), false),
        (parts.pre, false),
        (parts.build, true),
    ] {
        for piece in part.iter().flat_map(|part| part.split('.')) {
            let range = at..at + piece.len();
            if piece.is_empty() {
                return Some((Fault::EmptyPart, range));
            }
            if !zeros_allowed && is_number(piece) && has_leading_zero(piece) {
                return Some((Fault::LeadingZero, range));
            }
            at = range.end + 1;
        }
    }
    None
}

fn has_leading_zero(number: &str) -> bool {
    number.len() > 1 && number.starts_with('0')
}

/// The Semantic Version that a version which ak accepts was probably meant to be.
pub(crate) fn strict(text: &str) -> Option<String> {
    let parts = split(text);
    let number = |piece: &str| match piece.trim_start_matches('0') {
        "" => "0".to_owned(),
        rest => rest.to_owned(),
    };
    let pieces = |part: &str, zeros_allowed: bool| {
        let pieces = part.split('.').filter(|piece| !piece.is_empty());
        let pieces: Vec<String> = pieces
            .map(|piece| match is_number(piece) && !zeros_allowed {
                true => number(piece),
                false => piece.to_owned(),
            })
            .collect();
        pieces.join(".")
    };
    let mut version = pieces(parts.core, false);
    for (mark, part, zeros_allowed) in [('-', parts.pre, false), ('+', parts.build, true)] {
        let part = part.map(|part| pieces(part, zeros_allowed));
        if let Some(part) = part.filter(|part| !part.is_empty()) {
            version.push(mark);
            version.push_str(&part);
        }
    }
    is_strict(&version).then_some(version)
}

/// The version that a text which ak refuses was probably meant to be: numbers filled up, and a
/// leading `v`, an operator and blanks dropped.
pub(crate) fn complete(text: &str) -> Option<String> {
    let text = text.trim();
    let text = text.trim_start_matches(['^', '~', '=', '>', '<', ' ']);
    let text = text.strip_prefix(['v', 'V']).unwrap_or(text).trim();
    let text = text.trim_end_matches(['+', '-', '.']);
    let parts = split(text);
    let mut numbers: Vec<&str> = parts.core.split('.').collect();
    while numbers.len() > 1
        && numbers
            .last()
            .is_some_and(|number| matches!(*number, "" | "x" | "X" | "*"))
    {
        numbers.pop();
    }
    if numbers.len() > 3 {
        return None;
    }
    numbers.resize(3, "0");
    let version = numbers.join(".") + &text[parts.core.len()..];
    is_loose(&version).then_some(version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ak_looks_at_the_form_only() {
        for good in [
            "1.2.3",
            "01.2.3",
            "1.2.3-a..b",
            "1.2.3-01",
            "1.2.3+b",
            "1.2.3--",
            "1.2.3-.+.",
        ] {
            assert!(is_loose(good), "{good}");
        }
        for bad in [
            "",
            "1",
            "1.2",
            "1.2.3.4",
            "v1.2.3",
            "1.2.3\n",
            " 1.2.3",
            "1.2.3-",
            "1.2.3+",
            "1.2.3-+b",
            "1.2.3+a+b",
            "1.2.3-a_b",
            "1.2.x",
            "^1.2.3",
            "1.2.3-é",
            "-1.2.3",
            "1..3",
        ] {
            assert!(!is_loose(bad), "{bad}");
        }
    }

    #[test]
    fn the_fault_of_a_loose_version_has_a_place() {
        assert_eq!(fault("1.2.3-rc.1+05"), None);
        assert_eq!(fault("1.20.3-0a.0"), None);
        assert_eq!(fault("1.02.3"), Some((Fault::LeadingZero, 2..4)));
        assert_eq!(fault("1.2.3-a.01"), Some((Fault::LeadingZero, 8..10)));
        assert_eq!(fault("1.2.3-a..b"), Some((Fault::EmptyPart, 8..8)));
        assert_eq!(fault("1.2.3+."), Some((Fault::EmptyPart, 6..6)));
    }

    #[test]
    fn versions_are_repaired() {
        assert_eq!(
            strict("01.2.003-a..01+0.0").as_deref(),
            Some("1.2.3-a.1+0.0")
        );
        assert_eq!(strict("1.2.3-.").as_deref(), Some("1.2.3"));
        let complete = |text| complete(text).unwrap_or_default();
        assert_eq!(complete("1.2"), "1.2.0");
        assert_eq!(complete("v1.0.0"), "1.0.0");
        assert_eq!(complete("^1"), "1.0.0");
        assert_eq!(complete(">= 1.x"), "1.0.0");
        assert_eq!(complete("1.2-rc.1"), "1.2.0-rc.1");
        assert_eq!(complete("1.2.3\n"), "1.2.3");
        assert_eq!(complete("1.2.3.4"), "");
        assert_eq!(complete("latest"), "");
        assert_eq!(complete(""), "");
    }
}
