//! Where the engine's types and the protocol's meet.

use fornax_manifest::{
    ByteColumn, Column, Edit, LineColumn, LineIndex, Severity, Span, Utf16Column, Utf32Column,
};
use tower_lsp_server::ls_types::{
    DiagnosticSeverity, Position, PositionEncodingKind, Range, TextEdit,
};

/// The unit in which client and server count columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Encoding {
    Utf8,
    /// What the protocol falls back to.
    #[default]
    Utf16,
    Utf32,
}

impl Encoding {
    /// The first of the units that a client offers which the server knows, too: all three.
    pub(crate) fn negotiate(offered: &[PositionEncodingKind]) -> Self {
        offered
            .iter()
            .find_map(|kind| match kind.as_str() {
                "utf-8" => Some(Self::Utf8),
                "utf-16" => Some(Self::Utf16),
                "utf-32" => Some(Self::Utf32),
                _ => None,
            })
            .unwrap_or_default()
    }

    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
            Self::Utf32 => PositionEncodingKind::UTF32,
        }
    }
}

/// One text, with its bytes and its lines and columns.
#[derive(Clone, Debug)]
pub(crate) struct Places<'t> {
    lines: LineIndex<'t>,
    encoding: Encoding,
}

impl<'t> Places<'t> {
    pub(crate) fn new(text: &'t str, encoding: Encoding) -> Self {
        Self {
            lines: LineIndex::of_buffer(text),
            encoding,
        }
    }

    pub(crate) fn position(&self, offset: u32) -> Position {
        fn position<C: Column>(place: LineColumn<C>) -> Position {
            Position::new(place.line, place.column.get())
        }
        match self.encoding {
            Encoding::Utf8 => position::<ByteColumn>(self.lines.position(offset)),
            Encoding::Utf16 => position::<Utf16Column>(self.lines.position(offset)),
            Encoding::Utf32 => position::<Utf32Column>(self.lines.position(offset)),
        }
    }

    /// The byte at a position; one that is out of range counts as the end of its line, or of the
    /// text.
    pub(crate) fn offset(&self, position: Position) -> u32 {
        fn place<C: Column>(position: Position) -> LineColumn<C> {
            LineColumn {
                line: position.line,
                column: C::from_count(position.character),
            }
        }
        match self.encoding {
            Encoding::Utf8 => self.lines.offset(place::<ByteColumn>(position)),
            Encoding::Utf16 => self.lines.offset(place::<Utf16Column>(position)),
            Encoding::Utf32 => self.lines.offset(place::<Utf32Column>(position)),
        }
    }

    pub(crate) fn range(&self, span: Span) -> Range {
        Range::new(self.position(span.start), self.position(span.end))
    }

    /// The bytes of a range, whichever of its ends comes first.
    pub(crate) fn span(&self, range: Range) -> Span {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        Span::new(start.min(end), start.max(end))
    }

    pub(crate) fn text_edit(&self, edit: &Edit) -> TextEdit {
        TextEdit::new(self.range(edit.span), edit.text.clone())
    }
}

pub(crate) fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Info => DiagnosticSeverity::INFORMATION,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_known_unit_that_is_offered_is_taken() {
        let negotiate = |offered: &[&'static str]| {
            let offered: Vec<_> = offered.iter().map(|&kind| kind.into()).collect();
            Encoding::negotiate(&offered)
        };
        assert_eq!(negotiate(&["utf-32", "utf-16"]), Encoding::Utf32);
        assert_eq!(negotiate(&["utf-16", "utf-8"]), Encoding::Utf16);
        assert_eq!(negotiate(&["utf-7", "utf-8"]), Encoding::Utf8);
        assert_eq!(negotiate(&[]), Encoding::Utf16);
    }

    #[test]
    fn a_range_may_be_reversed_or_out_of_range() {
        let places = Places::new("ab\r\n😀c", Encoding::Utf16);
        let range = |a, b, c, d| places.span(Range::new(Position::new(a, b), Position::new(c, d)));
        assert_eq!(range(1, 2, 0, 1), Span::new(1, 8));
        assert_eq!(range(0, 9, 9999, 9999), Span::new(2, 9));
        assert_eq!(range(1, 1, 1, u32::MAX), Span::new(4, 9), "inside a pair");
    }

    #[test]
    fn a_byte_order_mark_in_a_buffer_takes_a_column() {
        let places = Places::new("\u{feff}{}", Encoding::Utf16);
        assert_eq!(places.position(3), Position::new(0, 1));
        assert_eq!(places.offset(Position::new(0, 1)), 3);
    }
}
