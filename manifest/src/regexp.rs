//! JavaScript regular expressions, as `new RegExp(source)` reads them: no flags, Annex B, ES2024.
//!
//! `regress` decides what is valid. It reads newer grammar and some corners differently, so that it
//! is shown a [translation](Pattern::translation); and as it tells no places, the commonest faults
//! are found here. No pattern is ever run.

use std::cell::Cell;
use std::collections::HashSet;
use std::ops::Range;

use crate::limits;
use crate::syntax::{Node, Span, StringChar};

/// A pattern in pieces.
#[derive(Debug)]
pub(crate) struct Pattern {
    chars: Vec<StringChar>,
    tokens: Vec<Token>,
    /// Whether a group has a name: `\k` is a reference then.
    has_names: bool,
}

/// Why a pattern is not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unchecked {
    /// It has more characters than are worth the work.
    TooLong,
    /// Its groups lie too deep in one another.
    TooDeep,
}

/// What JavaScript refuses in a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The characters at fault.
    pub(crate) span: Span,
    /// The fault, as a sentence about them.
    pub(crate) words: String,
    /// What could stand in their place.
    pub(crate) repair: Option<Repair>,
}

/// Another text for some characters of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Repair {
    /// The characters to replace.
    pub(crate) span: Span,
    /// What to put there.
    pub(crate) text: String,
}

/// An escape or a class that means something in other languages, and plain characters here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Literal {
    /// The characters.
    pub(crate) span: Span,
    /// What they mean, as a sentence.
    pub(crate) words: String,
    /// What was probably meant.
    pub(crate) repair: Option<Repair>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Token {
    kind: TokenKind,
    /// Which characters it covers.
    range: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TokenKind {
    Open(Group),
    Close,
    Bar,
    Quantifier {
        min: u64,
        max: Option<u64>,
    },
    Class {
        is_closed: bool,
    },
    /// A backslash with what belongs to it; the character behind the backslash, if there is one.
    Escape(Option<char>),
    /// `^` or `$`.
    Anchor,
    /// Grammar of another language that stands for itself: flags, a comment, a reference.
    Foreign(Foreign),
    Char,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    Plain,
    Named,
    Lookahead,
    Lookbehind,
    /// Grammar of another language that opens a group.
    Foreign(Foreign),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Foreign {
    /// `(?P<n>`
    PythonName,
    /// `(?P=n)`
    PythonReference,
    /// `(?'n'`
    QuotedName,
    /// `(?i)`
    Flags,
    /// `(?i:`
    FlagGroup,
    /// `(?>`
    Atomic,
    /// `(?#…)`
    Comment,
    /// Anything else behind `(?`.
    Other,
}

impl Pattern {
    /// Takes a string's text apart.
    pub(crate) fn of(node: Node<'_>) -> Result<Self, Unchecked> {
        // One more than the limit shows that there are more.
        let chars: Vec<_> = node.chars().take(limits::PATTERN_CHARS + 1).collect();
        if chars.len() > limits::PATTERN_CHARS {
            return Err(Unchecked::TooLong);
        }
        let tokens = Scanner::new(&chars).scan();
        let mut depth = 0_usize;
        for token in &tokens {
            match token.kind {
                TokenKind::Open(_) => depth += 1,
                TokenKind::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > limits::PATTERN_DEPTH {
                return Err(Unchecked::TooDeep);
            }
        }
        let has_names = tokens.iter().any(|token| {
            use Foreign::{PythonName, QuotedName};
            matches!(
                token.kind,
                TokenKind::Open(Group::Named | Group::Foreign(PythonName | QuotedName))
            )
        });
        Ok(Self {
            chars,
            tokens,
            has_names,
        })
    }

    fn span(&self, range: &Range<usize>) -> Span {
        let spans = self.chars[range.clone()].iter().map(|c| c.span);
        spans.reduce(Span::to).unwrap_or(Span::at(0))
    }

    fn text(&self, range: &Range<usize>) -> String {
        text(&self.chars[range.clone()])
    }

    // ---- faults ----------------------------------------------------------------------------

    /// What JavaScript refuses, in the order of the text; nothing where it takes the pattern.
    pub(crate) fn faults(&self) -> Vec<Fault> {
        let mut faults = self.token_faults();
        // What is known to be wrong beyond repair would only be found again.
        if faults.iter().all(|fault| fault.repair.is_some()) {
            faults.extend(self.other_fault());
        }
        faults.sort_by_key(|fault| fault.span.start);
        faults
    }

    /// The faults that the tokens show.
    fn token_faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut open: Vec<&Token> = Vec::new();
        let mut names = HashSet::new();
        // The token that a quantifier may repeat, and why there is none.
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
                    match group {
                        Group::Named if name.is_none() => {
                            faults
                                .push(self.fault(token, "the group's name has no `>` at its end"));
                        }
                        _ => {}
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
                        faults.push(Fault {
                            span: self.span(&bracket),
                            words: "`[` is never closed".to_owned(),
                            repair: None,
                        });
                    } else if self.has_names
                        && let Some(k) = self
                            .escapes_in(token)
                            .find(|escape| self.chars[escape.end - 1].code_point == u32::from('k'))
                    {
                        faults.push(Fault {
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

    fn fault(&self, token: &Token, words: impl Into<String>) -> Fault {
        Fault {
            span: self.span(&token.range),
            words: words.into(),
            repair: None,
        }
    }

    fn nothing_to_repeat(&self, token: &Token, after_quantifier: bool) -> Fault {
        let text = self.text(&token.range);
        if after_quantifier && text == "+" {
            return Fault {
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

    fn foreign_fault(&self, token: &Token, foreign: Foreign) -> Fault {
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
        Fault {
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
    fn other_fault(&self) -> Option<Fault> {
        let translation = self.translation();
        let last = Cell::new(0);
        let accepts = |bars_separate: bool| {
            let units = translation.iter().flat_map(|unit| {
                let bar = !bars_separate && unit.is_bar;
                // An empty group is as good as nothing, and keeps apart what the bar keeps apart.
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
            return Some(Fault {
                span,
                words: words.to_owned(),
                repair: None,
            });
        }
        // Newer grammar lets groups of different alternatives share a name.
        (self.has_names && !accepts(false)).then(|| Fault {
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

    // ---- what means something else than it seems to ------------------------------------------

    /// The escapes and classes of other languages that are plain characters here.
    pub(crate) fn literals(&self) -> Vec<Literal> {
        let mut literals = Vec::new();
        for (index, token) in self.tokens.iter().enumerate() {
            match token.kind {
                TokenKind::Escape(Some(c)) => {
                    let rest = &self.tokens[index + 1..];
                    literals.extend(self.literal_escape(&token.range, c, Some(rest)));
                }
                TokenKind::Class { is_closed: true } => {
                    literals.extend(self.posix_class(token));
                    for escape in self.escapes_in(token) {
                        let code_point = self.chars[escape.end - 1].code_point;
                        if let Some(c) = char::from_u32(code_point) {
                            literals.extend(self.literal_escape(&escape, c, None));
                        }
                    }
                }
                _ => {}
            }
        }
        literals
    }

    /// `rest` is what follows outside brackets; none inside.
    fn literal_escape(
        &self,
        range: &Range<usize>,
        c: char,
        rest: Option<&[Token]>,
    ) -> Option<Literal> {
        let in_class = rest.is_none();
        let after = &self.chars[range.end..];
        let has_braces = after
            .first()
            .is_some_and(|c| c.code_point == u32::from('{'));
        match c {
            'u' if has_braces && range.len() == 2 => {
                return Some(Literal {
                    span: self.span(range),
                    words: "without a flag `\\u{…}` is no character: `\\u` means the letter `u`"
                        .to_owned(),
                    repair: None,
                });
            }
            'd' | 'D' | 'w' | 'W' | 's' | 'S' | 'f' | 'n' | 'r' | 't' | 'v' | 'c' | 'x' | 'u'
            | 'b' => return None,
            'B' if !in_class => return None,
            'k' if self.has_names => return None,
            c if !c.is_ascii_alphabetic() => return None,
            _ => {}
        }
        let mut range = range.clone();
        let braces = text(&after[..after.len().min(LONGEST_PROPERTY)]);
        let property = (matches!(c, 'p' | 'P') && has_braces)
            .then(|| {
                braces
                    .split_once('}')
                    .map(|(name, _)| name.trim_start_matches('{'))
            })
            .flatten();
        if let Some(name) = property {
            range.end += name.chars().count() + 2;
        }
        if c == 'k' {
            range.end = range.start + 2;
        }
        let meant = match (c, property) {
            ('A', _) if !in_class => Some("^".to_owned()),
            ('Z' | 'z', _) if !in_class => Some("$".to_owned()),
            ('h', _) => Some(in_brackets(" \\t", in_class)),
            ('p', Some(name)) => {
                let set = match name {
                    "L" => Some("A-Za-z"),
                    "Lu" => Some("A-Z"),
                    "Ll" => Some("a-z"),
                    "N" | "Nd" => Some("0-9"),
                    _ => None,
                };
                set.map(|set| in_brackets(set, in_class))
            }
            _ => None,
        };
        let span = self.span(&range);
        Some(Literal {
            span,
            words: format!(
                "without a flag `{}` means {} in JavaScript",
                self.text(&range),
                match property {
                    Some(name) => format!("`{c}` and then `{{{name}}}`"),
                    None => format!("the letter `{c}`"),
                }
            ),
            repair: meant.map(|text| Repair { span, text }),
        })
    }

    /// `[:digit:]` in brackets.
    fn posix_class(&self, class: &Token) -> Option<Literal> {
        let text = self.text(&class.range);
        // The class ends, as JavaScript reads it, with the bracket that ends the name.
        let start = text.rfind("[:").filter(|start| *start > 0)?;
        let name = text[start..].strip_prefix("[:")?.strip_suffix(":]")?;
        let set = match name {
            "digit" => Some("0-9"),
            "alpha" => Some("A-Za-z"),
            "alnum" => Some("0-9A-Za-z"),
            "upper" => Some("A-Z"),
            "lower" => Some("a-z"),
            "xdigit" => Some("0-9A-Fa-f"),
            "space" => Some("\\s"),
            "blank" => Some(" \\t"),
            "word" => Some("\\w"),
            _ => None,
        };
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return None;
        }
        let length = text[start..].chars().count();
        let span = self.span(&(class.range.end - length..class.range.end));
        Some(Literal {
            span,
            words: format!("JavaScript has no class `[:{name}:]`; these are plain characters"),
            repair: set.map(|set| Repair {
                span,
                text: set.to_owned(),
            }),
        })
    }

    /// The escapes inside brackets, each a backslash and the character behind it.
    fn escapes_in(&self, class: &Token) -> impl Iterator<Item = Range<usize>> {
        let mut at = class.range.start + 1;
        let end = class.range.end;
        std::iter::from_fn(move || {
            while at + 1 < end {
                let is_escape = self.chars[at].code_point == u32::from('\\');
                at += if is_escape { 2 } else { 1 };
                if is_escape {
                    return Some(at - 2..at);
                }
            }
            None
        })
    }

    // ---- time ------------------------------------------------------------------------------

    /// Groups that are repeated without end, and whose content could split one text between the
    /// repetitions in many ways: `(a+)+`, `(\d+\.?)*`.
    ///
    /// A part that must come in each repetition, as the dot in `(\.\d+)*`, keeps them apart.
    pub(crate) fn nested_quantifiers(&self) -> Vec<Span> {
        let mut found = Vec::new();
        let mut stack = vec![Frame::default()];
        let mut tokens = self.tokens.iter().peekable();
        while let Some(token) = tokens.next() {
            let mut element = match token.kind {
                TokenKind::Open(group) => {
                    stack.push(Frame::new(token.range.start, group));
                    continue;
                }
                TokenKind::Bar => {
                    if let Some(frame) = stack.last_mut() {
                        frame.end_alternative();
                    }
                    continue;
                }
                TokenKind::Close => match stack.len() {
                    0 | 1 => continue,
                    _ => stack.pop().map(Frame::close).unwrap_or_default(),
                },
                TokenKind::Class { .. } | TokenKind::Char => Element::one(),
                // A reference may stand for nothing.
                TokenKind::Escape(Some('b' | 'B' | '1'..='9' | 'k')) => Element::default(),
                TokenKind::Escape(_) => Element::one(),
                TokenKind::Quantifier { .. } | TokenKind::Anchor | TokenKind::Foreign(_) => {
                    Element::default()
                }
            };
            let quantifier =
                tokens.next_if(|next| matches!(next.kind, TokenKind::Quantifier { .. }));
            if let Some((next, (min, max))) = quantifier.and_then(|next| match next.kind {
                TokenKind::Quantifier { min, max } => Some((next, (min, max))),
                _ => None,
            }) {
                let is_endless = max.is_none_or(|max| max > MANY);
                if is_endless && element.is_loose {
                    let start = element.start.unwrap_or(token.range.start);
                    found.push(self.span(&(start..next.range.end)));
                }
                element.is_required &= min > 0;
                element.is_loose |= is_endless && !element.is_empty;
            }
            if let Some(frame) = stack.last_mut() {
                frame.add(&element);
            }
        }
        found
    }
}

/// No property of Unicode has a longer name, braces included.
const LONGEST_PROPERTY: usize = 64;

/// More repetitions than this are as good as endless.
const MANY: u64 = 16;

/// What a group has shown of itself so far.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    start: usize,
    is_lookaround: bool,
    /// The current alternative has a part that is repeated without end …
    repeats: bool,
    /// … and one that must come, and is not.
    has_fixed: bool,
    /// An earlier alternative repeats, and has nothing fixed.
    is_loose: bool,
    /// Every alternative so far has a part that must come.
    is_optional: bool,
    has_required: bool,
    is_filled: bool,
}

/// One part of a pattern, as far as it matters to time.
#[derive(Clone, Copy, Debug)]
struct Element {
    start: Option<usize>,
    /// It matches no characters, ever.
    is_empty: bool,
    /// It must match at least one character.
    is_required: bool,
    /// It repeats, and nothing in it keeps the repetitions apart.
    is_loose: bool,
}

impl Default for Element {
    fn default() -> Self {
        Self {
            start: None,
            is_empty: true,
            is_required: false,
            is_loose: false,
        }
    }
}

impl Element {
    /// One character.
    fn one() -> Self {
        Self {
            is_empty: false,
            is_required: true,
            ..Self::default()
        }
    }
}

impl Frame {
    fn new(start: usize, group: Group) -> Self {
        Self {
            start,
            is_lookaround: matches!(group, Group::Lookahead | Group::Lookbehind),
            ..Self::default()
        }
    }

    fn add(&mut self, element: &Element) {
        self.is_filled |= !element.is_empty;
        self.has_required |= element.is_required;
        if element.is_loose {
            self.repeats = true;
        } else if element.is_required {
            self.has_fixed = true;
        }
    }

    fn end_alternative(&mut self) {
        self.is_loose |= self.repeats && !self.has_fixed;
        self.is_optional |= !self.has_required;
        self.repeats = false;
        self.has_fixed = false;
        self.has_required = false;
    }

    fn close(mut self) -> Element {
        self.end_alternative();
        if self.is_lookaround {
            return Element::default();
        }
        Element {
            start: Some(self.start),
            is_empty: !self.is_filled,
            is_required: !self.is_optional,
            is_loose: self.is_loose,
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

fn in_brackets(set: &str, in_class: bool) -> String {
    if in_class {
        set.to_owned()
    } else {
        format!("[{set}]")
    }
}

fn text(chars: &[StringChar]) -> String {
    chars
        .iter()
        .map(|c| char::from_u32(c.code_point).unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

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

fn has_hex_digits(chars: &[StringChar], count: usize) -> bool {
    let is_hex =
        |c: &StringChar| char::from_u32(c.code_point).is_some_and(|c| c.is_ascii_hexdigit());
    chars
        .get(..count)
        .is_some_and(|digits| digits.iter().all(is_hex))
}

// ---- scanning -------------------------------------------------------------------------------

struct Scanner<'c> {
    chars: &'c [StringChar],
    at: usize,
}

impl<'c> Scanner<'c> {
    fn new(chars: &'c [StringChar]) -> Self {
        Self { chars, at: 0 }
    }

    fn scan(mut self) -> Vec<Token> {
        let mut tokens = Vec::new();
        while let Some(c) = self.peek(0) {
            let start = self.at;
            let kind = match c {
                '(' => self.open(),
                '[' => self.class(),
                '\\' => self.escape(),
                '{' => self.braces(),
                _ => {
                    self.at += 1;
                    match c {
                        ')' => TokenKind::Close,
                        '|' => TokenKind::Bar,
                        '^' | '$' => TokenKind::Anchor,
                        '*' => self.quantifier(0, None),
                        '+' => self.quantifier(1, None),
                        '?' => self.quantifier(0, Some(1)),
                        _ => TokenKind::Char,
                    }
                }
            };
            tokens.push(Token {
                kind,
                range: start..self.at,
            });
        }
        tokens
    }

    /// The character `ahead` of the current one; a lone surrogate is U+FFFD, which means nothing.
    fn peek(&self, ahead: usize) -> Option<char> {
        let c = self.chars.get(self.at + ahead)?;
        Some(char::from_u32(c.code_point).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn starts_with(&self, text: &str) -> bool {
        text.chars()
            .enumerate()
            .all(|(ahead, c)| self.peek(ahead) == Some(c))
    }

    /// How far ahead the end of a name is that begins `ahead`, if `end` closes it.
    fn end_of_name(&self, ahead: usize, end: char) -> Option<usize> {
        let mut at = ahead;
        loop {
            match self.peek(at)? {
                c if c == end => return Some(at + 1),
                '(' | ')' | '[' | '|' => return None,
                _ => at += 1,
            }
        }
    }

    fn quantifier(&mut self, min: u64, max: Option<u64>) -> TokenKind {
        if self.peek(0) == Some('?') {
            self.at += 1;
        }
        TokenKind::Quantifier { min, max }
    }

    fn open(&mut self) -> TokenKind {
        let (kind, length) = self.group();
        self.at += length;
        kind
    }

    fn group(&self) -> (TokenKind, usize) {
        let open = |group, length| (TokenKind::Open(group), length);
        let foreign = |foreign, length| (TokenKind::Open(Group::Foreign(foreign)), length);
        if !self.starts_with("(?") {
            return open(Group::Plain, 1);
        }
        match self.peek(2) {
            Some(':') => open(Group::Plain, 3),
            Some('=' | '!') => open(Group::Lookahead, 3),
            Some('<') => match self.peek(3) {
                Some('=' | '!') => open(Group::Lookbehind, 4),
                _ => open(Group::Named, self.end_of_name(3, '>').unwrap_or(3)),
            },
            Some('>') => foreign(Foreign::Atomic, 3),
            Some('\'') => match self.end_of_name(3, '\'') {
                Some(length) => foreign(Foreign::QuotedName, length),
                None => foreign(Foreign::Other, 3),
            },
            Some('#') => match self.end_of_comment() {
                Some(length) => (TokenKind::Foreign(Foreign::Comment), length),
                None => foreign(Foreign::Other, 3),
            },
            Some('P') if self.peek(3) == Some('<') => match self.end_of_name(4, '>') {
                Some(length) => foreign(Foreign::PythonName, length),
                None => foreign(Foreign::Other, 4),
            },
            Some('P') if self.peek(3) == Some('=') => {
                let mut length = 4;
                while self
                    .peek(length)
                    .is_some_and(|c| c.is_alphanumeric() || c == '_')
                {
                    length += 1;
                }
                match self.peek(length) {
                    Some(')') => (TokenKind::Foreign(Foreign::PythonReference), length + 1),
                    _ => foreign(Foreign::Other, 4),
                }
            }
            Some(_) => {
                let mut length = 2;
                while self
                    .peek(length)
                    .is_some_and(|c| "imsxuUaLJn-^".contains(c))
                {
                    length += 1;
                }
                match self.peek(length) {
                    Some(')') if length > 2 => (TokenKind::Foreign(Foreign::Flags), length + 1),
                    Some(':') if length > 2 => foreign(Foreign::FlagGroup, length + 1),
                    _ => foreign(Foreign::Other, 3),
                }
            }
            None => foreign(Foreign::Other, 2),
        }
    }

    fn end_of_comment(&self) -> Option<usize> {
        let mut at = 3;
        while self.peek(at)? != ')' {
            at += 1;
        }
        Some(at + 1)
    }

    fn class(&mut self) -> TokenKind {
        self.at += 1;
        if self.peek(0) == Some('^') {
            self.at += 1;
        }
        while let Some(c) = self.peek(0) {
            self.at += 1;
            match c {
                ']' => return TokenKind::Class { is_closed: true },
                '\\' if self.peek(0).is_some() => self.at += 1,
                _ => {}
            }
        }
        TokenKind::Class { is_closed: false }
    }

    fn escape(&mut self) -> TokenKind {
        let c = self.peek(1);
        let length = match c {
            None => 1,
            Some('c') if self.peek(2).is_some_and(|c| c.is_ascii_alphabetic()) => 3,
            Some('x') if has_hex_digits(&self.chars[self.at + 2..], 2) => 4,
            Some('u') if has_hex_digits(&self.chars[self.at + 2..], 4) => 6,
            Some('k') if self.peek(2) == Some('<') => self.end_of_name(3, '>').unwrap_or(2),
            Some(digit) if digit.is_ascii_digit() => {
                let mut length = 2;
                while self.peek(length).is_some_and(|c| c.is_ascii_digit()) {
                    length += 1;
                }
                length
            }
            Some(_) => 2,
        };
        self.at += length;
        TokenKind::Escape(c)
    }

    /// A quantifier, or a brace that is a character like others.
    fn braces(&mut self) -> TokenKind {
        let digits = |from: usize| {
            let mut length = 0;
            let mut number = 0_u64;
            while let Some(digit) = self.peek(from + length).and_then(|c| c.to_digit(10)) {
                number = number.saturating_mul(10).saturating_add(u64::from(digit));
                length += 1;
            }
            (length > 0).then_some((number, from + length))
        };
        let found = digits(1).and_then(|(min, end)| match self.peek(end)? {
            '}' => Some((min, Some(min), end + 1)),
            ',' if self.peek(end + 1) == Some('}') => Some((min, None, end + 2)),
            ',' => {
                let (max, end) = digits(end + 1)?;
                (self.peek(end) == Some('}')).then_some((min, Some(max), end + 1))
            }
            _ => None,
        });
        match found {
            Some((min, max, length)) => {
                self.at += length;
                self.quantifier(min, max)
            }
            None => {
                self.at += 1;
                TokenKind::Char
            }
        }
    }
}
