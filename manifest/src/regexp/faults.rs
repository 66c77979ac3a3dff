//! What JavaScript refuses in a pattern.
//!
//! `regress` decides. It reads newer grammar and some corners differently, so that it is shown a
//! [translation](Pattern::translation); and as it tells no places, the commonest faults are found
//! here.

use std::cell::Cell;
use std::collections::HashSet;
use std::ops::Range;

use crate::regexp::{Foreign, Group, Pattern, Remark, Repair, Token, TokenKind, has_hex_digits};

impl Pattern {
    /// What JavaScript refuses, in the order of the text; nothing where it takes the pattern.
    pub(crate) fn faults(&self) -> Vec<Remark> {
        let mut faults = self.token_faults();
        // What is known to be wrong beyond repair would only be found again.
        if faults.iter().all(|fault| fault.repair.is_some()) {
            faults.extend(self.other_fault());
        }
        faults.sort_by_key(|fault| fault.span.start);
        faults
    }

    /// The faults that the tokens show.
    fn token_faults(&self) -> Vec<Remark> {
        let mut faults = Vec::new();
        let mut open: Vec<&Token> = Vec::new();
        let mut names = HashSet::new();
        // Whether a quantifier may stand here, and whether one has just stood.
        let mut repeatable = false;
        let mut after_quantifier = false;
        for token in &self.tokens {
            let was_repeatable = std::mem::replace(&mut repeatable, false);
            let was_quantifier = std::mem::replace(&mut after_quantifier, false);
            match token.kind {
                TokenKind::Open(group) => {
                    open.push(token);
                    let text = match group {
                        Group::Foreign(foreign) => {
                            faults.push(self.foreign_fault(token, foreign));
                            self.replacement(token, foreign).unwrap_or_default()
                        }
                        _ => self.text(&token.range),
                    };
                    let name = text
                        .strip_prefix("(?<")
                        .and_then(|name| name.strip_suffix('>'));
                    if let Some(name) = name
                        && !names.insert(name.to_owned())
                    {
                        faults.push(self.fault(token, format!("another group is named `{name}`")));
                    }
                    if group == Group::Named && name.is_none() {
                        faults.push(self.fault(token, "the group's name has no `>` at its end"));
                    }
                }
                TokenKind::Foreign(foreign) => faults.push(self.foreign_fault(token, foreign)),
                TokenKind::Close => match open.pop() {
                    Some(group) => {
                        repeatable = group.kind != TokenKind::Open(Group::Lookbehind);
                    }
                    None => faults.push(self.fault(token, "`)` closes no group")),
                },
                TokenKind::Quantifier { min, max } => {
                    if max.is_some_and(|max| min > max) {
                        let words = format!(
                            "the numbers of `{}` are out of order",
                            self.text(&token.range)
                        );
                        faults.push(self.fault(token, words));
                    }
                    if !was_repeatable {
                        faults.push(self.nothing_to_repeat(token, was_quantifier));
                    }
                    after_quantifier = true;
                }
                TokenKind::Class { is_closed } => {
                    repeatable = true;
                    if !is_closed {
                        let bracket = token.range.start..token.range.start + 1;
                        faults.push(Remark {
                            span: self.span(&bracket),
                            words: "`[` is never closed".to_owned(),
                            repair: None,
                        });
                    } else if self.has_names
                        && let Some(k) = self
                            .escapes_in(token)
                            .find(|escape| self.chars[escape.end - 1].code_point == u32::from('k'))
                    {
                        faults.push(Remark {
                            span: self.span(&k),
                            words: "`\\k` cannot stand in brackets where a group has a name"
                                .to_owned(),
                            repair: None,
                        });
                    }
                }
                TokenKind::Escape(None) => {
                    faults.push(self.fault(token, "nothing follows the last `\\`"));
                }
                TokenKind::Escape(Some('b' | 'B')) | TokenKind::Anchor | TokenKind::Bar => {}
                TokenKind::Escape(Some('k'))
                    if self.has_names && !self.text(&token.range).ends_with('>') =>
                {
                    let words = "where a group has a name, `\\k` needs one too, as in `\\k<name>`";
                    faults.push(self.fault(token, words));
                }
                TokenKind::Escape(Some(_)) | TokenKind::Char => repeatable = true,
            }
        }
        faults.extend(
            open.iter()
                .map(|group| self.fault(group, "`(` is never closed")),
        );
        faults
    }

    fn fault(&self, token: &Token, words: impl Into<String>) -> Remark {
        Remark {
            span: self.span(&token.range),
            words: words.into(),
            repair: None,
        }
    }

    fn nothing_to_repeat(&self, token: &Token, after_quantifier: bool) -> Remark {
        let text = self.text(&token.range);
        if after_quantifier && text == "+" {
            return Remark {
                words: "JavaScript has no possessive quantifiers such as `++`".to_owned(),
                repair: Some(Repair {
                    span: self.span(&token.range),
                    text: String::new(),
                }),
                ..self.fault(token, "")
            };
        }
        self.fault(
            token,
            format!("there is nothing that `{text}` could repeat"),
        )
    }

    fn foreign_fault(&self, token: &Token, foreign: Foreign) -> Remark {
        let text = self.text(&token.range);
        let words = match foreign {
            Foreign::PythonName | Foreign::QuotedName => {
                format!("in JavaScript a group's name is written `(?<name>`, not `{text}`")
            }
            Foreign::PythonReference => {
                format!("in JavaScript a named group is referred to by `\\k<name>`, not `{text}`")
            }
            Foreign::Flags | Foreign::FlagGroup => {
                format!("JavaScript has no flags in the pattern, such as `{text}`")
            }
            Foreign::Atomic => "JavaScript has no atomic groups, `(?>…)`".to_owned(),
            Foreign::Comment => "JavaScript has no comments in the pattern".to_owned(),
            Foreign::Other => format!("JavaScript knows no group that begins with `{text}`"),
        };
        let repair = self.replacement(token, foreign).map(|text| Repair {
            span: self.span(&token.range),
            text,
        });
        Remark {
            span: self.span(&token.range),
            words,
            repair,
        }
    }

    /// What JavaScript has in a foreign token's place.
    fn replacement(&self, token: &Token, foreign: Foreign) -> Option<String> {
        let text = self.text(&token.range);
        let text = text.as_str();
        match foreign {
            Foreign::PythonName => Some(text.replacen('P', "", 1)),
            Foreign::PythonReference => {
                let name = text.strip_prefix("(?P=")?.strip_suffix(')')?;
                Some(format!("\\k<{name}>"))
            }
            Foreign::QuotedName => {
                let name = text.strip_prefix("(?'")?.strip_suffix('\'')?;
                Some(format!("(?<{name}>"))
            }
            Foreign::Flags | Foreign::Comment => Some(String::new()),
            Foreign::FlagGroup | Foreign::Atomic => Some("(?:".to_owned()),
            Foreign::Other => None,
        }
    }

    /// What `regress` finds, once all known faults are repaired.
    fn other_fault(&self) -> Option<Remark> {
        let translation = self.translation();
        let last = Cell::new(0);
        let accepts = |bars_separate: bool| {
            let units = translation.iter().flat_map(|unit| {
                let bar = !bars_separate && unit.is_bar;
                // An empty group keeps apart what the bar kept apart.
                let text: &[u32] = if bar { &EMPTY_GROUP } else { &unit.units };
                text.iter().map(|&code| (code, unit.char_index))
            });
            let traced = units.map(|(code, index)| {
                last.set(index);
                code
            });
            regress::backends::try_parse(traced, regress::Flags::default()).is_ok()
        };
        let whole = || {
            let all = 0..self.chars.len();
            self.span(&all)
        };
        if !accepts(true) {
            let at = last.get();
            let token = self.tokens.iter().find(|token| token.range.contains(&at));
            let words = match token.map(|token| token.kind) {
                Some(TokenKind::Class { .. }) => "a range in the brackets ends before it begins",
                Some(TokenKind::Open(Group::Named)) => "this is no name that a group can have",
                Some(TokenKind::Escape(Some('k'))) => "`\\k` refers to no group of the pattern",
                _ => "JavaScript refuses this pattern",
            };
            let span = match token {
                Some(token) if token.kind != TokenKind::Char => self.span(&token.range),
                _ => whole(),
            };
            return Some(Remark {
                span,
                words: words.to_owned(),
                repair: None,
            });
        }
        // Newer grammar lets groups of different alternatives share a name. Without the bars there
        // is one alternative only.
        (self.has_names && !accepts(false)).then(|| Remark {
            span: whole(),
            words: "two groups have the same name".to_owned(),
            repair: None,
        })
    }

    /// The pattern in code units, known faults repaired, spelt so that `regress` reads it as
    /// JavaScript does.
    fn translation(&self) -> Vec<Unit> {
        let mut units = Vec::new();
        let mut after_quantifier = false;
        for token in &self.tokens {
            let range = token.range.clone();
            let was_quantifier = std::mem::replace(
                &mut after_quantifier,
                matches!(token.kind, TokenKind::Quantifier { .. }),
            );
            match token.kind {
                // `regress` would let these be repeated; an anchor may not be.
                TokenKind::Escape(Some('b' | 'B')) => {
                    units.push(Unit::new(range.start, vec![u32::from('^')]));
                }
                // Names are made of characters, all else of code units.
                TokenKind::Open(Group::Named) | TokenKind::Escape(Some('k')) => {
                    units.extend(range.map(|at| Unit::new(at, vec![self.chars[at].code_point])));
                }
                TokenKind::Open(Group::Foreign(foreign)) | TokenKind::Foreign(foreign) => {
                    let text = self.replacement(token, foreign).unwrap_or_default();
                    let codes = text.chars().map(u32::from).collect();
                    units.push(Unit::new(range.start, codes));
                }
                TokenKind::Bar => units.push(Unit {
                    is_bar: true,
                    ..Unit::new(range.start, vec![u32::from('|')])
                }),
                // The `+` of `++`, which its repair removes.
                TokenKind::Quantifier { .. } if was_quantifier && self.text(&range) == "+" => {}
                _ => self.translate_plain(range, &mut units),
            }
        }
        units
    }

    /// Splits characters into code units, and drops the backslash of a `\u` that is none.
    fn translate_plain(&self, range: Range<usize>, units: &mut Vec<Unit>) {
        let mut at = range.start;
        while at < range.end {
            let code_point = self.chars[at].code_point;
            let is_backslash = code_point == u32::from('\\');
            if is_backslash && at + 1 < range.end {
                let next = self.chars[at + 1].code_point;
                if next != u32::from('u') || has_hex_digits(&self.chars[at + 2..], 4) {
                    units.push(Unit::new(at, vec![code_point]));
                }
                at += 1;
            }
            units.push(Unit::new(at, code_units(self.chars[at].code_point)));
            at += 1;
        }
    }
}

/// What one character of a pattern is to `regress`.
struct Unit {
    char_index: usize,
    units: Vec<u32>,
    is_bar: bool,
}

impl Unit {
    fn new(char_index: usize, units: Vec<u32>) -> Self {
        Self {
            char_index,
            units,
            is_bar: false,
        }
    }
}

/// `(?:)`
const EMPTY_GROUP: [u32; 4] = [0x28, 0x3F, 0x3A, 0x29];

fn code_units(code_point: u32) -> Vec<u32> {
    match char::from_u32(code_point) {
        Some(c) if code_point > 0xFFFF => c
            .encode_utf16(&mut [0; 2])
            .iter()
            .map(|&unit| u32::from(unit))
            .collect(),
        _ => vec![code_point],
    }
}
