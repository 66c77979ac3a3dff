//! A text in Markdown and in plain form at once, in which nothing of a manifest becomes markup.

use std::fmt::Write;

use crate::words;

/// Characters of a manifest that are shown at most; more says no more.
const LONGEST_CODE: usize = 200;

/// A text in both forms that editors show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Documentation {
    /// In Markdown (CommonMark); what comes from a manifest stands in code spans.
    pub markdown: String,
    /// The same without any markup.
    pub plain: String,
}

/// A text of our own in both forms.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words {
    pub(super) markdown: &'static str,
    pub(super) plain: &'static str,
}

/// Builds a text from its parts. What is called prose is ours, and holds no markup.
impl Documentation {
    pub(super) fn is_empty(&self) -> bool {
        self.plain.is_empty()
    }

    /// Starts a new paragraph.
    pub(super) fn paragraph(&mut self) -> &mut Self {
        if !self.is_empty() {
            self.push("\n\n");
        }
        self
    }

    /// Starts a new item of a list.
    pub(super) fn item(&mut self) -> &mut Self {
        let in_list = self
            .plain
            .rsplit("\n\n")
            .next()
            .is_some_and(|block| block.starts_with("- "));
        self.push(match (self.is_empty(), in_list) {
            (true, _) => "- ",
            (false, true) => "\n- ",
            (false, false) => "\n\n- ",
        });
        self
    }

    /// A name of ours that stands out.
    pub(super) fn strong(&mut self, text: &str) -> &mut Self {
        self.markdown.push_str("**");
        self.markdown.push_str(text);
        self.markdown.push_str("**");
        self.plain.push_str(text);
        self
    }

    pub(super) fn prose(&mut self, text: &str) -> &mut Self {
        self.push(text);
        self
    }

    pub(super) fn words(&mut self, words: Words) -> &mut Self {
        self.markdown.push_str(words.markdown);
        self.plain.push_str(words.plain);
        self
    }

    /// Text of a manifest or a file: shown as it is, and shortened.
    pub(super) fn code(&mut self, text: &str) -> &mut Self {
        let shown = visible(text);
        push_code_span(&mut self.markdown, &shown);
        self.plain.push_str(&shown);
        self
    }

    pub(super) fn link(&mut self, label: &str, url: &str) -> &mut Self {
        // Writing to a string can't fail.
        let _ = write!(self.markdown, "[{label}]({url})");
        let _ = write!(self.plain, "{label}: {url}");
        self
    }

    fn push(&mut self, text: &str) {
        self.markdown.push_str(text);
        self.plain.push_str(text);
    }
}

/// Text of a manifest or a file for a person: [visible](words::visible), never nothing, not too long.
pub(super) fn visible(text: &str) -> String {
    if text.is_empty() {
        return "\"\"".to_owned();
    }
    match text.char_indices().nth(LONGEST_CODE) {
        Some((end, _)) => words::visible(&text[..end]).into_owned() + "…",
        None => words::visible(text).into_owned(),
    }
}

fn push_code_span(markdown: &mut String, text: &str) {
    let longest_run = text
        .split(|c| c != '`')
        .map(str::len)
        .max()
        .unwrap_or_default();
    let fence = "`".repeat(longest_run + 1);
    // A blank at both ends is taken off again by the reader of Markdown.
    let edge = |c: Option<char>| matches!(c, Some('`' | ' '));
    let pad = if edge(text.chars().next()) || edge(text.chars().next_back()) {
        " "
    } else {
        ""
    };
    for part in [&fence, pad, text, pad, &fence] {
        markdown.push_str(part);
    }
}

/// `count` with commas between its thousands.
pub(super) fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 member`, `2 members`.
pub(super) fn counted(count: usize, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", grouped(count as u64))
}

/// A size in kibibytes with at most one decimal: `1.2`, `4`.
pub(super) fn kibibytes(bytes: u64) -> String {
    // Rounded up, so that nothing over a limit looks as if it were at it.
    let tenths = (bytes * 10).div_ceil(1024);
    match tenths % 10 {
        0 => grouped(tenths / 10),
        tenth => format!("{}.{tenth}", grouped(tenths / 10)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> String {
        let mut documentation = Documentation::default();
        documentation.code(text);
        documentation.markdown
    }

    #[test]
    fn no_text_escapes_from_its_code_span() {
        assert_eq!(code("a_b*c](x)"), "`a_b*c](x)`");
        assert_eq!(code("a`b"), "``a`b``");
        assert_eq!(code("``"), "``` `` ```");
        assert_eq!(code(" a"), "`  a `");
        assert_eq!(code("a\n# b"), "`a␊# b`");
        assert_eq!(code(""), "`\"\"`");
        assert_eq!(code("a\u{202e}b\u{200b}"), "`a‹U+202E›b‹U+200B›`");
        assert_eq!(code("\u{85}\u{7f}"), "`‹U+0085›␡`");
        assert_eq!(code(&"é".repeat(500)).chars().count(), 203);
    }

    #[test]
    fn lists_stand_apart_from_paragraphs() {
        let mut documentation = Documentation::default();
        documentation.paragraph().prose("a");
        documentation.item().prose("b");
        documentation.item().prose("c");
        documentation.paragraph().prose("d");
        assert_eq!(documentation.plain, "a\n\n- b\n- c\n\nd");
    }

    #[test]
    fn numbers_are_easy_to_read() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(1234), "1,234");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(kibibytes(4096), "4");
        assert_eq!(kibibytes(4097), "4.1");
        assert_eq!(kibibytes(1228), "1.2");
        assert_eq!(kibibytes(0), "0");
        assert_eq!(counted(1, "byte"), "1 byte");
        assert_eq!(counted(0, "byte"), "0 bytes");
    }
}
