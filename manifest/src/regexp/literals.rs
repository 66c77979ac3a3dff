//! Escapes and classes of other languages that JavaScript takes for plain characters.

use std::ops::Range;

use crate::regexp::{Pattern, Remark, Repair, Token, TokenKind, text};

/// No property of Unicode has a longer name, braces included.
const LONGEST_PROPERTY: usize = 64;

impl Pattern {
    /// The escapes and classes of other languages that are plain characters here.
    pub(crate) fn literals(&self) -> Vec<Remark> {
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
    ) -> Option<Remark> {
        let in_class = rest.is_none();
        let after = &self.chars[range.end..];
        let has_braces = after
            .first()
            .is_some_and(|c| c.code_point == u32::from('{'));
        match c {
            'u' if has_braces && range.len() == 2 => {
                return Some(Remark {
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
        Some(Remark {
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
    fn posix_class(&self, class: &Token) -> Option<Remark> {
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
        Some(Remark {
            span,
            words: format!("JavaScript has no class `[:{name}:]`; these are plain characters"),
            repair: set.map(|set| Repair {
                span,
                text: set.to_owned(),
            }),
        })
    }
}

fn in_brackets(set: &str, in_class: bool) -> String {
    if in_class {
        set.to_owned()
    } else {
        format!("[{set}]")
    }
}
