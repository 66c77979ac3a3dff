//! How many columns there are for text, and text that keeps to them.

use std::borrow::Cow;
use std::env;
use std::io::{self, IsTerminal as _};
use std::iter;

use terminal_size::{Width as Columns, terminal_size_of};
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

use crate::visible::columns;

/// What is narrower is treated as if it had so many columns: in fewer nothing can be read.
const LEAST: usize = 20;

/// How many columns text may take: those of a terminal, or as many as it likes where none shows it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Width(Option<usize>);

impl Width {
    /// So many columns.
    #[must_use]
    pub fn new(columns: usize) -> Self {
        Self(Some(columns.max(LEAST)))
    }

    /// What programs and files read has no end.
    #[must_use]
    pub fn unlimited() -> Self {
        Self(None)
    }

    /// As wide as the terminal that shows standard output, if one does.
    #[must_use]
    pub fn of_stdout() -> Self {
        let stdout = io::stdout();
        let is_shown = stdout.is_terminal();
        Self::of(is_shown, || {
            terminal_size_of(stdout).map(|(width, _)| width)
        })
    }

    /// As wide as the terminal that shows standard error, if one does.
    #[must_use]
    pub fn of_stderr() -> Self {
        let stderr = io::stderr();
        let is_shown = stderr.is_terminal();
        Self::of(is_shown, || {
            terminal_size_of(stderr).map(|(width, _)| width)
        })
    }

    fn of(is_shown: bool, ask: impl FnOnce() -> Option<Columns>) -> Self {
        if !is_shown {
            return Self::unlimited();
        }
        // Some terminals don't know, and some shells do.
        let told = || env::var("COLUMNS").ok()?.parse().ok();
        let columns = ask().map(|Columns(columns)| usize::from(columns));
        columns
            .filter(|&columns| columns > 0)
            .or_else(told)
            .map_or(Self::unlimited(), Self::new)
    }

    /// The number of columns, if there is an end to them.
    #[must_use]
    pub fn columns(self) -> Option<usize> {
        self.0
    }

    /// What is left beside `columns` that are taken.
    #[must_use]
    pub fn less(self, columns: usize) -> Self {
        Self(self.0.map(|all| all.saturating_sub(columns).max(1)))
    }

    /// Whether text is narrow enough.
    #[must_use]
    pub fn fits(self, text: &str) -> bool {
        self.0.is_none_or(|all| text_columns(text) <= all)
    }

    /// The lines of a text, broken between words where they are too wide; what goes on begins with
    /// `indent`. A word that is too wide by itself stays whole, so that it can be copied.
    #[must_use]
    pub fn wrap(self, text: &str, indent: &str) -> Vec<String> {
        let Some(all) = self.0 else {
            return text.split('\n').map(str::to_owned).collect();
        };
        let options = Options::new(all)
            .subsequent_indent(indent)
            .break_words(false)
            .word_separator(WordSeparator::AsciiSpace)
            .word_splitter(WordSplitter::NoHyphenation)
            .wrap_algorithm(WrapAlgorithm::FirstFit);
        text.split('\n')
            .flat_map(|line| textwrap::wrap(line, &options))
            .map(Cow::into_owned)
            .collect()
    }

    /// The same as one text.
    #[must_use]
    pub fn fill(self, text: &str, indent: &str) -> String {
        self.wrap(text, indent).join("\n")
    }

    /// Pairs in two columns, the second behind the first, or below it where both don't fit side by side.
    ///
    /// The first column has a width of `first`, or of what needs more.
    #[must_use]
    pub fn beside(self, first: usize, left: &str, right: &str) -> String {
        /// A second column that is narrower would be one of single words.
        const NARROW: usize = 24;
        let gap = " ".repeat(first.saturating_sub(text_columns(left)) + 2);
        let line = format!("{left}{gap}{right}");
        if self.fits(&line) {
            return line;
        }
        let taken = text_columns(left) + gap.len();
        let beside = self.less(taken);
        let is_narrow = self.0.is_none_or(|all| all < taken + NARROW)
            || right.split(' ').any(|word| !beside.fits(word));
        match self.0 {
            Some(_) if !is_narrow && text_columns(left) <= first => {
                let rest = beside.wrap(right, "");
                let indent = " ".repeat(taken);
                let lines = iter::once(format!("{left}{gap}"))
                    .chain(iter::repeat(indent))
                    .zip(rest)
                    .map(|(start, line)| start + &line);
                lines.collect::<Vec<_>>().join("\n")
            }
            _ => {
                let start = text_start(left);
                let indent = " ".repeat(start + 2);
                let mut lines = self.wrap(left, &indent);
                let rest = self.less(indent.len()).wrap(right, "");
                lines.extend(rest.into_iter().map(|line| format!("{indent}{line}")));
                lines.join("\n")
            }
        }
    }
}

/// How many blanks a text begins with.
fn text_start(text: &str) -> usize {
    text.len() - text.trim_start_matches(' ').len()
}

/// How many columns a terminal gives to a text; what sets colours takes none.
#[must_use]
pub fn text_columns(text: &str) -> usize {
    let mut all = 0;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character == '\x1b' {
            characters.by_ref().find(|&character| character == 'm');
        } else {
            all += columns(character);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words_only() {
        let width = Width::new(20);
        assert_eq!(
            width.wrap("item 3 of `capabilities` must be plan", "  "),
            ["item 3 of", "  `capabilities`", "  must be plan"]
        );
        let long = "~/.config/fish/completions/fornax-lint.fish";
        assert_eq!(
            width.wrap(&format!("to {long}"), "  "),
            ["to", &format!("  {long}")]
        );
        assert_eq!(
            width.wrap("日本語日本語日本語 日本", ""),
            ["日本語日本語日本語", "日本"]
        );
        assert_eq!(width.wrap("one\ntwo", "  "), ["one", "two"]);
        assert_eq!(width.wrap("", ""), [""]);
        assert_eq!(Width::unlimited().wrap("a b\nc", "  "), ["a b", "c"]);
    }

    #[test]
    fn no_terminal_is_too_narrow() {
        for columns in 0..50 {
            let width = Width::new(columns);
            assert!(width.columns() >= Some(LEAST));
            for taken in 0..60 {
                assert!(!width.less(taken).wrap("a b", "    ").is_empty());
            }
            assert!(!width.beside(10, "  left", "right and more").is_empty());
        }
    }

    #[test]
    fn pairs_stand_side_by_side_where_they_fit() {
        let pair = |columns, left, right| Width::new(columns).beside(6, left, right);
        assert_eq!(pair(40, "left", "right"), "left    right");
        assert_eq!(
            pair(36, "left", "one two three four five six seven"),
            "left    one two three four five six\n        seven"
        );
        assert_eq!(
            pair(24, "  left", "one two three four five"),
            "  left\n    one two three four\n    five"
        );
        assert_eq!(
            pair(40, "a left side that is long", "and its right side too"),
            "a left side that is long\n  and its right side too"
        );
        assert_eq!(
            pair(40, "left", "one, and a word-that-is-wider-than-thirty-two"),
            "left\n  one, and a\n  word-that-is-wider-than-thirty-two"
        );
        assert_eq!(
            Width::unlimited().beside(6, "left", &"x ".repeat(200)),
            format!("left    {}", "x ".repeat(200))
        );
    }

    #[test]
    fn colours_take_no_columns() {
        assert_eq!(text_columns("\x1b[1ma\x1b[0mb\u{301}日"), 4);
    }
}
