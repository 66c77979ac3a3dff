//! Lines and columns: the one table that every face uses.

use crate::syntax::{Eight, Span, to_u32};

/// A column counted in bytes, from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ByteColumn(pub u32);

/// A column counted in UTF-16 code units, from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Utf16Column(pub u32);

/// A column counted in Unicode scalar values (UTF-32 code units), from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Utf32Column(pub u32);

/// A place in a text: a line and a column, each counted from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineColumn<C> {
    /// The line, from 0.
    pub line: u32,
    /// The column, from 0, in the unit of its type.
    pub column: C,
}

/// A unit in which columns are counted.
pub trait Column: Copy {
    /// The column as a number.
    fn get(self) -> u32;
    /// The column that is this number.
    fn from_count(count: u32) -> Self;
    /// How many units `character` takes.
    fn width(character: char) -> u32;
    /// The one of these counts, in bytes, UTF-16 and UTF-32 units, that is of this unit.
    fn count(counts: [u32; 3]) -> u32;
}

macro_rules! column {
    ($name:ident, $character:ident => $width:expr, $count:literal) => {
        impl Column for $name {
            fn get(self) -> u32 {
                self.0
            }

            fn from_count(count: u32) -> Self {
                Self(count)
            }

            fn width($character: char) -> u32 {
                $width
            }

            fn count(counts: [u32; 3]) -> u32 {
                counts[$count]
            }
        }
    };
}

column!(ByteColumn, character => to_u32(character.len_utf8()), 0);
column!(Utf16Column, character => to_u32(character.len_utf16()), 1);
column!(Utf32Column, _character => 1, 2);

/// Where the lines of a text begin.
///
/// A line ends with `\n`, `\r\n` or `\r`, as in the language server protocol, and nowhere else. A
/// byte-order mark takes no column: editors don't show it.
///
/// ```
/// use fornax_manifest::{LineColumn, LineIndex, Utf16Column};
///
/// let lines = LineIndex::new("{\r\n  \"😀\": 1 }");
/// let place = lines.position(lines.text().find('1').unwrap() as u32);
/// assert_eq!(place, LineColumn { line: 1, column: Utf16Column(8) });
/// assert_eq!(lines.offset(place), 13);
/// ```
#[derive(Clone, Debug)]
pub struct LineIndex<'t> {
    text: &'t str,
    starts: Vec<u32>,
    mark_counts: bool,
    /// Counts at regular places, so that a column far into a line needn't be counted from its start;
    /// none in a text that is ASCII alone, where every unit is a byte.
    marks: Vec<Mark>,
}

/// How many units of each kind stand before an offset.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    offset: u32,
    utf16: u32,
    utf32: u32,
}

/// How many bytes lie between two marks, or a character's more.
const MARK_EVERY: u32 = 256;

fn marks(text: &str) -> Vec<Mark> {
    if text.is_ascii() {
        return Vec::new();
    }
    let mut marks = vec![Mark::default()];
    let mut here = Mark::default();
    let mut next = MARK_EVERY;
    for character in text.chars() {
        here.offset += to_u32(character.len_utf8());
        here.utf16 += Utf16Column::width(character);
        here.utf32 += 1;
        if here.offset >= next {
            marks.push(here);
            next = here.offset + MARK_EVERY;
        }
    }
    marks
}

/// Where the lines of `text` begin: the first at 0.
pub(crate) fn line_starts(text: &str) -> Vec<u32> {
    let bytes = text.as_bytes();
    let mut starts = Vec::with_capacity(text.len() / 32 + 4);
    starts.push(0);
    let mut end = |at: usize| {
        if bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n') {
            starts.push(to_u32(at + 1));
        }
    };
    let mut at = 0;
    while let Some(eight) = Eight::first_of(&bytes[at..]) {
        // Most have no control at all, and that is soon seen.
        if eight.controls().next().is_some() {
            for index in eight.equal(b'\n') | eight.equal(b'\r') {
                end(at + index);
            }
        }
        at += Eight::LENGTH;
    }
    for (index, byte) in bytes.iter().enumerate().skip(at) {
        if matches!(byte, b'\n' | b'\r') {
            end(index);
        }
    }
    starts
}

impl<'t> LineIndex<'t> {
    /// Finds the lines of `text`.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        let starts = line_starts(text);
        Self {
            text,
            starts,
            mark_counts: false,
            marks: marks(text),
        }
    }

    /// Finds the lines of `text`, which is a buffer of an editor: that hands over a byte-order mark
    /// only where it is a character like any other, and takes a column.
    #[must_use]
    pub fn of_buffer(text: &'t str) -> Self {
        Self {
            mark_counts: true,
            ..Self::new(text)
        }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// How many lines there are: one more than line ends.
    #[must_use]
    pub fn count(&self) -> u32 {
        to_u32(self.starts.len())
    }

    /// The line, counted from 0, on which the byte at `offset` lies.
    #[must_use]
    pub fn line(&self, offset: u32) -> u32 {
        to_u32(self.starts.partition_point(|&start| start <= offset)).saturating_sub(1)
    }

    /// The bytes of a line, without its line end; an empty span at the end for a line past the last.
    #[must_use]
    pub fn span(&self, line: u32) -> Span {
        let length = to_u32(self.text.len());
        let Some(&start) = self.starts.get(line as usize) else {
            return Span::at(length);
        };
        let next = self
            .starts
            .get(line as usize + 1)
            .copied()
            .unwrap_or(length);
        let content = self.text[start as usize..next as usize].trim_end_matches(['\r', '\n']);
        Span::new(start, start + to_u32(content.len()))
    }

    /// The place of the byte at `offset`; of the text's end for an offset past it.
    ///
    /// An offset inside a character counts as its start, one inside `\r\n` as its line's end.
    #[must_use]
    pub fn position<C: Column>(&self, offset: u32) -> LineColumn<C> {
        let line = self.line(offset);
        let content = self.visible(line);
        let offset = offset.clamp(content.start, content.end);
        let column = if self.marks.is_empty() {
            offset - content.start
        } else {
            self.units::<C>(offset) - self.units::<C>(content.start)
        };
        LineColumn {
            line,
            column: C::from_count(column),
        }
    }

    /// The byte at a place; one past the end of a line counts as the line's end, one past the last
    /// line as the text's, one inside a character as its start.
    #[must_use]
    pub fn offset<C: Column>(&self, place: LineColumn<C>) -> u32 {
        let content = self.visible(place.line);
        let mut left = place.column.get();
        let mut at = content.start;
        for character in self.text[content.range()].chars() {
            let Some(rest) = left.checked_sub(C::width(character)) else {
                break;
            };
            left = rest;
            at += to_u32(character.len_utf8());
        }
        at
    }

    /// The units before the byte at `offset`; before its character, if that is inside one.
    fn units<C: Column>(&self, offset: u32) -> u32 {
        let next = self.marks.partition_point(|mark| mark.offset <= offset);
        let mark = next
            .checked_sub(1)
            .and_then(|index| self.marks.get(index))
            .copied()
            .unwrap_or_default();
        let mut count = C::count([mark.offset, mark.utf16, mark.utf32]);
        let mut at = mark.offset;
        for character in self.text[at as usize..].chars() {
            at += to_u32(character.len_utf8());
            if at > offset {
                break;
            }
            count += C::width(character);
        }
        count
    }

    /// A line's bytes without its end and without a byte-order mark that takes no column.
    fn visible(&self, line: u32) -> Span {
        let mut span = self.span(line);
        if span.start == 0 && !self.mark_counts && self.text.starts_with('\u{feff}') {
            span.start = 3;
        }
        span
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_protocols_line_ends_end_lines() {
        let text = "a\nb\r\nc\rd\u{2028}\u{85}\u{b}\u{c}e";
        let lines = LineIndex::new(text);
        assert_eq!(lines.count(), 4);
        let content: Vec<_> = (0..4).map(|line| &text[lines.span(line).range()]).collect();
        assert_eq!(content, ["a", "b", "c", "d\u{2028}\u{85}\u{b}\u{c}e"]);
        assert_eq!(lines.span(9), Span::at(to_u32(text.len())));
    }

    #[test]
    fn each_unit_counts_in_its_own_way() {
        let text = "{\"é😀日\": \"x\", \"bad\": 1}";
        let lines = LineIndex::new(text);
        let offset = to_u32(text.find("\"bad").unwrap());
        assert_eq!(
            lines.position(offset),
            LineColumn {
                line: 0,
                column: Utf16Column(14)
            }
        );
        assert_eq!(
            lines.position(offset),
            LineColumn {
                line: 0,
                column: Utf32Column(13)
            }
        );
        assert_eq!(
            lines.position(offset),
            LineColumn {
                line: 0,
                column: ByteColumn(19)
            }
        );
    }

    #[test]
    fn places_out_of_range_are_clamped() {
        let lines = LineIndex::new("ab\r\n😀");
        let at = |line, column| {
            lines.offset(LineColumn {
                line,
                column: Utf16Column(column),
            })
        };
        assert_eq!(at(0, 9), 2);
        assert_eq!(at(9, 9), 8);
        assert_eq!(at(1, 1), 4, "inside the pair");
        assert_eq!(at(u32::MAX, u32::MAX), 8);
        assert_eq!(
            lines.position(99),
            LineColumn {
                line: 1,
                column: Utf16Column(2)
            }
        );
    }

    #[test]
    fn a_byte_order_mark_takes_no_column() {
        let lines = LineIndex::new("\u{feff}{ x }");
        assert_eq!(
            lines.position(5),
            LineColumn {
                line: 0,
                column: Utf16Column(2)
            }
        );
        assert_eq!(
            lines.position(0),
            LineColumn {
                line: 0,
                column: Utf16Column(0)
            }
        );
        assert_eq!(
            lines.offset(LineColumn {
                line: 0,
                column: Utf16Column(2)
            }),
            5
        );
    }

    #[test]
    fn columns_far_into_a_line_are_counted_like_near_ones() {
        let text = "é😀x".repeat(500) + "\r\n" + &"日a".repeat(400);
        let lines = LineIndex::new(&text);
        for (offset, _) in text.char_indices().step_by(7) {
            let place: LineColumn<Utf16Column> = lines.position(to_u32(offset));
            let start = lines.span(place.line).start as usize;
            let line = &text[start..offset.max(start)];
            let column = line.trim_end_matches(['\r', '\n']).encode_utf16().count();
            assert_eq!(place.column.get() as usize, column, "{offset}");
            let scalars: LineColumn<Utf32Column> = lines.position(to_u32(offset));
            let count = line.trim_end_matches(['\r', '\n']).chars().count();
            assert_eq!(scalars.column.get() as usize, count, "{offset}");
        }
    }
}
