//! The lines of a document that a finding shows: made safe for a terminal, and cut to its width.

use std::collections::BTreeMap;
use std::ops::Range;

use codespan_reporting::files::{Error, Files, Location};
use fornax_manifest::{LineIndex, Span};
use fornax_terminal::{Width, columns, push_visible, text_columns};

use crate::output::Place;

/// How many columns of a line are shown where no terminal sets an end, but for the ellipses at its ends.
const WIDTH: usize = 100;

/// How many are shown at least, however narrow a terminal is.
const LEAST: usize = 8;

/// How many of a hundred columns stay free for what stands around a long span.
const MARGIN: usize = 40;

/// How far apart tab stops are.
const TAB: usize = 4;

/// A few lines, as they are shown. For the renderer it is the only file there is.
#[derive(Debug)]
pub(crate) struct Excerpt {
    name: String,
    location: Location,
    text: String,
    lines: Vec<ShownLine>,
    /// How many columns of a line are shown.
    width: usize,
}

#[derive(Debug)]
struct ShownLine {
    /// Its number in the document, from 1.
    number: usize,
    /// Its number for the renderer, which draws a gap between lines that aren't neighbours; that a
    /// gap is never wider than it must be saves the renderer from looking at each line in it.
    index: usize,
    /// Where it lies in the excerpt's text.
    range: Range<usize>,
    /// The part of the document that is shown.
    source: Range<usize>,
    /// Each shown character's place in the document and in the excerpt, and the ends of both.
    characters: Vec<(usize, usize)>,
}

impl Excerpt {
    /// The lines that show `primary` and, as far as they are near enough, `others`; with what the renderer
    /// sets before them, no wider than `width`.
    ///
    /// Of a span over many lines, the first and the last are shown.
    pub(crate) fn new(
        name: String,
        source: &LineIndex<'_>,
        primary: Span,
        others: impl IntoIterator<Item = Span>,
        width: Width,
    ) -> Self {
        let place = Place::of(source, primary.start);
        let mut excerpt = Self {
            name,
            location: Location {
                line_number: place.line as usize,
                column_number: place.column as usize,
            },
            text: String::new(),
            lines: Vec::new(),
            width: WIDTH,
        };
        let mut wanted = wanted_lines(source, primary);
        for span in others {
            wanted
                .entry(source.line(span.start))
                .or_insert(first_line_of(source, span).range());
        }
        fill_gaps(&mut wanted, source);
        if let Some(all) = width.columns() {
            let last = wanted
                .keys()
                .next_back()
                .map_or(0, |line| *line as usize + 1);
            let is_one_line = wanted.len() == 1;
            // A span over many lines is drawn with a line of its own, left of them.
            let beside = gutter(last) + ELLIPSES + if is_one_line { 0 } else { 2 };
            excerpt.width = all.saturating_sub(beside).max(LEAST);
        }
        for (line, focus) in wanted {
            excerpt.push(source, line, focus);
        }
        excerpt
    }

    /// Where `span`, or what is shown of it, lies in the excerpt; none if nothing is.
    pub(crate) fn locate(&self, source: &LineIndex<'_>, span: Span) -> Option<Range<usize>> {
        let start = self.line_showing(source, span.start)?;
        let end = self.line_showing(source, end_of(source, span))?;
        let range = span.range();
        if std::ptr::eq(start, end)
            && (range.end < start.source.start || start.source.end < range.start)
        {
            return None;
        }
        let (start, end) = (start.locate(range.start), end.locate(range.end));
        Some(self.widen(start..end.max(start)))
    }

    /// How many columns stand before what the renderer writes into a line, or beside a note.
    pub(crate) fn gutter(&self) -> usize {
        gutter(self.lines.last().map_or(0, |line| line.number))
    }

    /// The column at which a range ends, in the line in which it does.
    pub(crate) fn end_column(&self, range: &Range<usize>) -> usize {
        let line = self.lines.iter().find(|line| range.end <= line.range.end);
        let start = line.map_or(0, |line| line.range.start.min(range.end));
        text_columns(&self.text[start..range.end])
    }

    fn line_showing(&self, source: &LineIndex<'_>, offset: u32) -> Option<&ShownLine> {
        let number = source.line(offset) as usize + 1;
        self.lines.iter().find(|line| line.number == number)
    }

    /// A range of nothing but combining marks has no width to mark; what they combine with has.
    fn widen(&self, mut range: Range<usize>) -> Range<usize> {
        while !range.is_empty() && self.text[range.clone()].chars().all(|c| columns(c) == 0) {
            match self.text[..range.start].chars().next_back() {
                Some(previous) => range.start -= previous.len_utf8(),
                None => break,
            }
        }
        range
    }

    fn push(&mut self, source: &LineIndex<'_>, line: u32, focus: Range<usize>) {
        let content = source.span(line).range();
        let text = source.text();
        let shown = window(text, content.clone(), focus, self.width);
        let number = line as usize + 1;
        let index = self
            .lines
            .last()
            .map_or(0, |last| last.index + (number - last.number).min(3));

        let start = self.text.len();
        if shown.start > content.start {
            self.text.push('…');
        }
        let mut characters = Vec::new();
        let mut column = 0;
        for (at, character) in text[shown.clone()].char_indices() {
            characters.push((shown.start + at, self.text.len()));
            if character == '\t' {
                let stop = TAB - column % TAB;
                self.text.extend(std::iter::repeat_n(' ', stop));
                column += stop;
            } else {
                push_visible(&mut self.text, character);
                column += columns(character);
            }
        }
        characters.push((shown.end, self.text.len()));
        if shown.end < content.end {
            self.text.push('…');
        }
        self.lines.push(ShownLine {
            number,
            index,
            range: start..self.text.len(),
            source: shown,
            characters,
        });
        // Between lines, so that no line ends where another begins.
        self.text.push('\n');
    }
}

impl ShownLine {
    /// Where the character at `offset` of the document is shown, or the nearest that is.
    fn locate(&self, offset: usize) -> usize {
        let after = self
            .characters
            .partition_point(|&(source, _)| source < offset);
        match self.characters.get(after).or(self.characters.last()) {
            Some(&(_, shown)) => shown,
            None => self.range.start,
        }
    }
}

/// The columns of the ellipses at both ends of a line.
const ELLIPSES: usize = 2;

/// How wide the numbers of lines are, with what stands between them and the lines; the last is this one.
fn gutter(last: usize) -> usize {
    last.to_string().len() + " │ ".chars().count()
}

/// The lines that show a span, each with the part of it that must be seen.
fn wanted_lines(source: &LineIndex<'_>, span: Span) -> BTreeMap<u32, Range<usize>> {
    let first = source.line(span.start);
    let last = source.line(end_of(source, span));
    let mut wanted = BTreeMap::from([(first, first_line_of(source, span).range())]);
    if last > first {
        let end = end_of(source, span) as usize;
        wanted.insert(last, end..end);
    }
    wanted
}

/// Shows a line between two that are shown rather than a mark that one is missing.
fn fill_gaps(wanted: &mut BTreeMap<u32, Range<usize>>, source: &LineIndex<'_>) {
    let lines: Vec<u32> = wanted.keys().copied().collect();
    for pair in lines.windows(2) {
        let line = pair[0] + 1;
        if line + 1 == pair[1] {
            let start = source.span(line).range().start;
            wanted.insert(line, start..start);
        }
    }
}

/// The part of a span that lies on its first line.
pub(crate) fn first_line_of(source: &LineIndex<'_>, span: Span) -> Span {
    let line_end = source.span(source.line(span.start)).end;
    Span::new(span.start.min(line_end), span.end.min(line_end))
}

/// A span's end, but for line ends that it ends with: those belong to the line before.
fn end_of(source: &LineIndex<'_>, span: Span) -> u32 {
    let text = &source.text()[span.range()];
    let trimmed = text.trim_end_matches(['\r', '\n']).len();
    span.end - u32::try_from(text.len() - trimmed).unwrap_or(0)
}

/// The part of a line that is shown: `focus`, or the start of it, with as much around it as fits.
fn window(text: &str, line: Range<usize>, focus: Range<usize>, width: usize) -> Range<usize> {
    let ahead = |from: usize, to: usize, room: usize| take(text[from..to].chars(), room);
    let behind = |from: usize, to: usize, room: usize| take(text[from..to].chars().rev(), room);
    let focus = focus.start..focus.end.min(line.end);
    let (length, cost) = ahead(focus.start, focus.end, width - width * MARGIN / 100);
    let focus_end = focus.start + length;
    let room = width - cost;
    let (_, left) = behind(line.start, focus.start, room);
    let (_, right) = ahead(focus_end, line.end, room);
    // Half of the room for each side, and more for one where the other doesn't need its half.
    let right = right.min(room - left.min(room / 2));
    let (before, _) = behind(line.start, focus.start, room - right);
    let (after, _) = ahead(focus_end, line.end, right);
    let mut start = focus.start - before;
    if start > line.start {
        // Marks would combine with the ellipsis.
        let marks = text[start..focus.start]
            .chars()
            .take_while(|&c| columns(c) == 0);
        start += marks.map(char::len_utf8).sum::<usize>();
    }
    start..focus_end + after
}

/// How many bytes of `characters` fit into `room` columns, and how many columns they take.
///
/// Every character costs something, so that a line of combining marks doesn't run on for ever.
fn take(characters: impl Iterator<Item = char>, room: usize) -> (usize, usize) {
    let mut length = 0;
    let mut cost = 0;
    for character in characters {
        let next = cost
            + if character == '\t' {
                TAB
            } else {
                columns(character).max(1)
            };
        if next > room {
            break;
        }
        cost = next;
        length += character.len_utf8();
    }
    (length, cost)
}

impl<'a> Files<'a> for Excerpt {
    type FileId = ();
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, (): ()) -> Result<&'a str, Error> {
        Ok(&self.name)
    }

    fn source(&'a self, (): ()) -> Result<&'a str, Error> {
        Ok(&self.text)
    }

    fn line_index(&'a self, (): (), byte_index: usize) -> Result<usize, Error> {
        let after = self
            .lines
            .partition_point(|line| line.range.start <= byte_index);
        Ok(self
            .lines
            .get(after.saturating_sub(1))
            .map_or(0, |line| line.index))
    }

    fn line_number(&'a self, (): (), line_index: usize) -> Result<usize, Error> {
        let line = self.lines.iter().find(|line| line.index == line_index);
        Ok(line.map_or(1, |line| line.number))
    }

    fn line_range(&'a self, (): (), line_index: usize) -> Result<Range<usize>, Error> {
        let line = self.lines.iter().find(|line| line.index == line_index);
        Ok(line.map_or(0..0, |line| line.range.clone()))
    }

    fn location(&'a self, (): (), _byte_index: usize) -> Result<Location, Error> {
        // The renderer asks for one place, to name it above the lines: where the finding is.
        Ok(self.location)
    }
}
