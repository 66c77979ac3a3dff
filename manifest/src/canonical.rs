//! The canonical text of a JSON document, as agentic-kit's JavaScript writes it.

use std::fmt::Write;

use crate::limits;
use crate::syntax::{Node, NodeKind, Span};

/// The value is nested deeper than JavaScript can write: this bracket is the first too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooDeep(pub(crate) Span);

/// What `root` is to JavaScript, written by `JSON.stringify` with sorted keys.
///
/// The tree must be free of syntax errors: what a broken one lacks would be missing here too.
pub(crate) fn canonical_text(root: Node<'_>) -> Result<String, TooDeep> {
    let mut out = String::with_capacity(root.source().len());
    // A loop with a stack of its own: the text may be nested deeper than ours is.
    let mut open: Vec<Container<'_>> = Vec::new();
    let mut next = Some(root);
    loop {
        if let Some(node) = next.take() {
            match Container::of(node) {
                Some(_) if open.len() == limits::AK_HASH_DEPTH => {
                    let start = node.span().start;
                    return Err(TooDeep(Span::new(start, start + 1)));
                }
                Some(container) => {
                    out.push(container.start);
                    open.push(container);
                }
                None => write_scalar(&mut out, node),
            }
        }
        let Some(container) = open.last_mut() else {
            return Ok(out);
        };
        if let Some((key, value)) = container.rest.next() {
            // Whatever is complete ends with something else than an opening bracket.
            if !out.ends_with(container.start) {
                out.push(',');
            }
            if let Some(key) = key {
                write_string(&mut out, key);
                out.push(':');
            }
            next = Some(value);
        } else {
            out.push(container.end);
            open.pop();
        }
    }
}

/// An object or array that is being written.
struct Container<'t> {
    start: char,
    end: char,
    /// The values that are still to be written; in an object each with its key.
    rest: std::vec::IntoIter<(Option<Node<'t>>, Node<'t>)>,
}

impl<'t> Container<'t> {
    fn of(node: Node<'t>) -> Option<Self> {
        if let Some(array) = node.as_array() {
            let items: Vec<_> = array.items().map(|item| (None, item)).collect();
            return Some(Self {
                start: '[',
                end: ']',
                rest: items.into_iter(),
            });
        }
        let mut members: Vec<_> = node
            .as_object()?
            .members()
            .filter_map(|member| {
                Some((PropertyKey::of(member.key()), member.key(), member.value()?))
            })
            .collect();
        members.sort_unstable_by(|(a, ..), (b, ..)| a.cmp(b));
        let members: Vec<_> = members
            .into_iter()
            .map(|(_, key, value)| (Some(key), value))
            .collect();
        Some(Self {
            start: '{',
            end: '}',
            rest: members.into_iter(),
        })
    }
}

/// A key, ordered as the properties of a JavaScript object are once they have been put in by
/// sorted key: array indices come first, by number, whatever the order they were put in.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum PropertyKey {
    Index(u32),
    Name(Vec<u16>),
}

impl PropertyKey {
    fn of(key: Node<'_>) -> Self {
        let units = utf16_units(key);
        array_index(&units).map_or(Self::Name(units), Self::Index)
    }
}

/// The number that a key spells if that makes it an array index: plain decimal, below 2³² − 1.
fn array_index(units: &[u16]) -> Option<u32> {
    let digit = |unit: u16| char::from_u32(unit.into()).and_then(|c| c.to_digit(10));
    match units {
        [zero] if *zero == u16::from(b'0') => Some(0),
        [first, ..] if *first != u16::from(b'0') => units
            .iter()
            .try_fold(0_u32, |number, &unit| {
                number.checked_mul(10)?.checked_add(digit(unit)?)
            })
            .filter(|&number| number != u32::MAX),
        _ => None,
    }
}

fn utf16_units(string: Node<'_>) -> Vec<u16> {
    let mut units = Vec::with_capacity(string.source().len());
    for c in string.chars() {
        match char::from_u32(c.code_point) {
            Some(character) => units.extend_from_slice(character.encode_utf16(&mut [0; 2])),
            // A lone surrogate is a unit of its own.
            None => units.extend(u16::try_from(c.code_point)),
        }
    }
    units
}

fn write_scalar(out: &mut String, node: Node<'_>) {
    match node.kind() {
        NodeKind::String => write_string(out, node),
        NodeKind::Number => match node.as_f64() {
            Some(number) if number.is_finite() => {
                out.push_str(ryu_js::Buffer::new().format_finite(number));
            }
            _ => out.push_str("null"),
        },
        _ => out.push_str(node.source()),
    }
}

fn write_string(out: &mut String, string: Node<'_>) {
    out.push('"');
    for c in string.chars() {
        match char::from_u32(c.code_point) {
            Some('"') => out.push_str("\\\""),
            Some('\\') => out.push_str("\\\\"),
            Some('\u{8}') => out.push_str("\\b"),
            Some('\u{c}') => out.push_str("\\f"),
            Some('\n') => out.push_str("\\n"),
            Some('\r') => out.push_str("\\r"),
            Some('\t') => out.push_str("\\t"),
            Some(character) if character >= ' ' => out.push(character),
            // Other control characters, and lone surrogates. Writing to a string cannot fail.
            _ => _ = write!(out, "\\u{:04x}", c.code_point),
        }
    }
    out.push('"');
}
