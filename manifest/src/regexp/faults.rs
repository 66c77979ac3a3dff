//! What JavaScript refuses in a pattern.

use std::collections::HashSet;

use crate::regexp::{Foreign, Group, Pattern, Remark, Repair, Token, TokenKind};

impl Pattern {
    /// What JavaScript refuses, in the order of the text; nothing where it takes the pattern.
    pub(crate) fn faults(&self) -> Vec<Remark> {
        let mut faults = self.token_faults();
        // What is known to be wrong beyond repair would only be found again.
        if faults.iter().all(|fault| fault.repair.is_some()) {
            faults.extend(self.inner_faults());
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

    pub(super) fn fault(&self, token: &Token, words: impl Into<String>) -> Remark {
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
    pub(super) fn replacement(&self, token: &Token, foreign: Foreign) -> Option<String> {
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
}
