//! What the pieces of a pattern hold that their kinds don't show: the names of groups, references to
//! them, and ranges in brackets.

use crate::regexp::{Foreign, Group, Pattern, Remark, Token, TokenKind, has_hex_digits};
use crate::syntax::StringChar;

impl Pattern {
    /// Names that are none, references to no group, and ranges that end before they begin, in the order
    /// of the text; known faults are taken for repaired.
    pub(super) fn inner_faults(&self) -> Vec<Remark> {
        let mut names = Vec::new();
        let mut faults = Vec::new();
        for token in &self.tokens {
            if let Some(name) = self.name_of_group(token) {
                match decoded(&name) {
                    Some(name) => names.push(name),
                    None => faults.push(self.fault(token, "this is no name that a group can have")),
                }
            }
        }
        for token in &self.tokens {
            if let TokenKind::Class { is_closed: true } = token.kind {
                if !has_ordered_ranges(&self.chars[token.range.clone()]) {
                    let words = "a range in the brackets ends before it begins";
                    faults.push(self.fault(token, words));
                }
            } else if let Some(name) = self.name_of_reference(token)
                && decoded(&name).is_none_or(|name| !names.contains(&name))
            {
                faults.push(self.fault(token, "`\\k` refers to no group of the pattern"));
            }
        }
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        if names.len() < count {
            let all = 0..self.chars.len();
            faults.push(Remark {
                span: self.span(&all),
                words: "two groups have the same name".to_owned(),
                repair: None,
            });
        }
        faults.sort_by_key(|fault| fault.span.start);
        faults
    }

    /// The name that a token gives to a group, as it is written.
    fn name_of_group(&self, token: &Token) -> Option<Vec<u32>> {
        let opening = match token.kind {
            TokenKind::Open(Group::Named) => "(?<",
            TokenKind::Open(Group::Foreign(Foreign::PythonName)) => "(?P<",
            TokenKind::Open(Group::Foreign(Foreign::QuotedName)) => "(?'",
            _ => return None,
        };
        self.between(token, opening.len())
    }

    /// The name of the group that a token refers to, as it is written.
    fn name_of_reference(&self, token: &Token) -> Option<Vec<u32>> {
        let opening = match token.kind {
            // Where no group has a name, `\k` is a `k`.
            _ if !self.has_names => return None,
            TokenKind::Escape(Some('k')) => "\\k<",
            TokenKind::Foreign(Foreign::PythonReference) => "(?P=",
            _ => return None,
        };
        self.between(token, opening.len())
    }

    /// A token's characters behind so many, but for the last.
    fn between(&self, token: &Token, start: usize) -> Option<Vec<u32>> {
        let inner = token.range.start + start..token.range.end - 1;
        let inner = self.chars.get(inner)?;
        Some(inner.iter().map(|c| c.code_point).collect())
    }
}

/// What a group's name says, escapes resolved, if it is an identifier as JavaScript has them.
fn decoded(name: &[u32]) -> Option<String> {
    let mut text = String::new();
    let mut rest = name;
    while let Some((&first, behind)) = rest.split_first() {
        let code_point = if first == u32::from('\\') {
            let (code_point, length) = unicode_escape(behind)?;
            rest = behind.get(length..)?;
            code_point
        } else {
            rest = behind;
            first
        };
        let c = char::from_u32(code_point)?;
        let is_part = match text.is_empty() {
            true => unicode_id_start::is_id_start(c) || matches!(c, '$' | '_'),
            false => {
                unicode_id_start::is_id_continue(c)
                    || matches!(c, '$' | '_' | '\u{200c}' | '\u{200d}')
            }
        };
        if !is_part {
            return None;
        }
        text.push(c);
    }
    (!text.is_empty()).then_some(text)
}

/// The code point of the escape whose backslash stands before `chars`, and how much of them it takes:
/// `u0041`, `u{41}`, or two halves of a pair.
fn unicode_escape(chars: &[u32]) -> Option<(u32, usize)> {
    let chars_after_u = chars.strip_prefix(&[u32::from('u')])?;
    if let Some(braced) = chars_after_u.strip_prefix(&[u32::from('{')]) {
        let length = braced.iter().position(|&c| c == u32::from('}'))?;
        let code_point = hexadecimal(&braced[..length])?;
        return Some((code_point, length + 3));
    }
    let high = hexadecimal(chars_after_u.get(..4)?)?;
    if (0xD800..0xDC00).contains(&high)
        && let Some([backslash, u, low @ ..]) = chars_after_u.get(4..10)
        && (*backslash, *u) == (u32::from('\\'), u32::from('u'))
        && let Some(low) = hexadecimal(low)
        && (0xDC00..0xE000).contains(&low)
    {
        return Some((0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00), 11));
    }
    Some((high, 5))
}

fn hexadecimal(digits: &[u32]) -> Option<u32> {
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0_u32, |value, &digit| {
        let digit = char::from_u32(digit)?.to_digit(16)?;
        value.checked_mul(16)?.checked_add(digit)
    })
}

/// Whether every range of a class begins before it ends. `class` has its brackets.
fn has_ordered_ranges(class: &[StringChar]) -> bool {
    let inner = &class[1..class.len() - 1];
    let caret = usize::from(
        inner
            .first()
            .is_some_and(|c| c.code_point == u32::from('^')),
    );
    let atoms = atoms(&inner[caret..]);
    let mut at = 0;
    while at < atoms.len() {
        let is_range = atoms.get(at + 1) == Some(&Atom::HYPHEN) && at + 2 < atoms.len();
        if !is_range {
            at += 1;
            continue;
        }
        // With a class such as `\d` at one of its ends it is no range, but three atoms.
        if let (Atom::Unit(first, _), Atom::Unit(last, _)) = (atoms[at], atoms[at + 2])
            && first > last
        {
            return false;
        }
        at += 3;
    }
    true
}

/// What stands in brackets: a code unit, and whether it is written as itself; or a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Atom {
    Unit(u32, bool),
    Class,
}

impl Atom {
    const HYPHEN: Self = Self::Unit(0x2D, true);
}

fn atoms(chars: &[StringChar]) -> Vec<Atom> {
    let mut atoms = Vec::new();
    let mut at = 0;
    while let Some(c) = chars.get(at) {
        if c.code_point == u32::from('\\') && at + 1 < chars.len() {
            let (atom, length) = escape(&chars[at + 1..]);
            match atom {
                // Only the first half of a pair is escaped.
                Atom::Unit(code_point, is_plain) if code_point > 0xFFFF => {
                    push_units(code_point, is_plain, &mut atoms);
                }
                atom => atoms.push(atom),
            }
            at += 1 + length;
        } else {
            push_units(c.code_point, true, &mut atoms);
            at += 1;
        }
    }
    atoms
}

fn push_units(code_point: u32, is_plain: bool, atoms: &mut Vec<Atom>) {
    match char::from_u32(code_point) {
        Some(c) => {
            let mut units = [0; 2];
            let units = c.encode_utf16(&mut units).iter();
            atoms.extend(units.map(|&unit| Atom::Unit(u32::from(unit), is_plain)));
        }
        None => atoms.push(Atom::Unit(code_point, is_plain)),
    }
}

/// What the escape whose backslash stands before `chars` is, and how many of them belong to it. Annex B
/// takes what is no other escape for the character itself.
fn escape(chars: &[StringChar]) -> (Atom, usize) {
    let at = |index: usize| {
        let c = chars.get(index)?;
        Some(char::from_u32(c.code_point).unwrap_or(char::REPLACEMENT_CHARACTER))
    };
    let unit = |code_point: u32, length| (Atom::Unit(code_point, false), length);
    let hex = |count: usize| {
        let digits = chars.get(1..).filter(|rest| has_hex_digits(rest, count))?;
        let digits: Vec<u32> = digits[..count].iter().map(|c| c.code_point).collect();
        hexadecimal(&digits)
    };
    match at(0) {
        Some('d' | 'D' | 's' | 'S' | 'w' | 'W') => (Atom::Class, 1),
        Some('b') => unit(0x08, 1),
        Some('t') => unit(0x09, 1),
        Some('n') => unit(0x0A, 1),
        Some('v') => unit(0x0B, 1),
        Some('f') => unit(0x0C, 1),
        Some('r') => unit(0x0D, 1),
        Some('c') => match at(1) {
            Some(letter) if letter.is_ascii_alphanumeric() || letter == '_' => {
                unit(u32::from(letter) % 32, 2)
            }
            // The backslash stands for itself.
            _ => unit(u32::from('\\'), 0),
        },
        Some('x') => hex(2).map_or(unit(u32::from('x'), 1), |code| unit(code, 3)),
        Some('u') => hex(4).map_or(unit(u32::from('u'), 1), |code| unit(code, 5)),
        Some('0'..='7') => {
            let digit = |index: usize| at(index).and_then(|c| c.to_digit(8));
            let (mut value, mut length) = (0, 0);
            // At most three digits, and no more than 0o377.
            while let Some(digit) = digit(length).filter(|_| length < 3)
                && value * 8 + digit <= 0o377
            {
                value = value * 8 + digit;
                length += 1;
            }
            unit(value, length)
        }
        _ => unit(chars[0].code_point, 1),
    }
}
