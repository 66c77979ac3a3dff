//! Byte ranges of a document's text.

use std::ops::Range;

/// A half-open range of bytes, `start..end`, in a document's text.
///
/// Offsets are bytes from the start of the text; a byte-order mark counts. They become lines and
/// columns only at the edge, by [`LineIndex`](crate::LineIndex).
///
/// ```
/// use fornax_manifest::Span;
///
/// let span = Span::new(2, 5);
/// assert_eq!(&"{ \"a\": 1 }"[span.range()], "\"a\"");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Span {
    /// The range `start..end`; an `end` before `start` gives an empty range at `start`.
    #[must_use]
    pub fn new(start: u32, end: u32) -> Self {
        Self {
            start,
            end: end.max(start),
        }
    }

    /// An empty range at `offset`: a place between two bytes.
    #[must_use]
    pub fn at(offset: u32) -> Self {
        Self::new(offset, offset)
    }

    /// The smallest range that holds both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// The number of bytes.
    #[must_use]
    pub fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether the range holds no byte.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether `offset` lies inside the range, or at its end.
    #[must_use]
    pub fn touches(self, offset: u32) -> bool {
        self.start <= offset && offset <= self.end
    }

    /// Whether `other` lies wholly inside this range.
    #[must_use]
    pub fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The range as an index into a `str` or a slice.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}
