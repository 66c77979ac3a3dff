//! Applies the edits that a server hands over, as an editor would.

use serde_json::Value;

/// A text as an editor holds it: UTF-16 units, and lines that end as the protocol says.
///
/// Written without a look at the server's own tables, to be held against them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Buffer {
    units: Vec<u16>,
}

impl Buffer {
    pub(crate) fn new(text: &str) -> Self {
        Self {
            units: text.encode_utf16().collect(),
        }
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf16(&self.units).unwrap()
    }

    pub(crate) fn len(&self) -> usize {
        self.units.len()
    }

    /// Puts `text` in place of the units from `start` to `end`.
    pub(crate) fn replace(&mut self, start: usize, end: usize, text: &str) {
        self.units.splice(start..end, text.encode_utf16());
    }

    /// Whether a position can stand before the unit at `at`: not inside of a pair or a line end.
    pub(crate) fn is_between(&self, at: usize) -> bool {
        let (Some(&before), Some(&after)) = (
            at.checked_sub(1).and_then(|at| self.units.get(at)),
            self.units.get(at),
        ) else {
            return true;
        };
        let is_in_pair = (0xDC00..0xE000).contains(&after);
        let is_in_line_end = before == u16::from(b'\r') && after == u16::from(b'\n');
        !is_in_pair && !is_in_line_end
    }

    /// The line and column of the unit at `at`, counted in a unit of the protocol.
    pub(crate) fn position(&self, at: usize, unit: &str) -> (u64, u64) {
        let mut line = 0;
        let mut start = 0;
        for (index, &character) in self.units[..at].iter().enumerate() {
            let next = self.units.get(index + 1).copied();
            let ends = character == u16::from(b'\n')
                || character == u16::from(b'\r') && next != Some(u16::from(b'\n'));
            if ends {
                line += 1;
                start = index + 1;
            }
        }
        let column = &self.units[start..at];
        let text = String::from_utf16(column).unwrap();
        let column = match unit {
            "utf-8" => text.len(),
            "utf-16" => column.len(),
            _ => text.chars().count(),
        };
        (line, column as u64)
    }

    /// Where a position is.
    fn at(&self, position: &Value, unit: &str) -> usize {
        let wanted = (
            position["line"].as_u64().unwrap(),
            position["character"].as_u64().unwrap(),
        );
        (0..=self.len())
            .filter(|&at| self.is_between(at))
            .find(|&at| self.position(at, unit) == wanted)
            .unwrap_or_else(|| panic!("no {position} in {:?}", self.text()))
    }
}

/// The text after edits of one document, whose positions all mean the text before them.
pub(crate) fn apply(text: &str, edits: &[Value], unit: &str) -> String {
    let buffer = Buffer::new(text);
    let mut places: Vec<_> = edits
        .iter()
        .map(|edit| {
            let start = buffer.at(&edit["range"]["start"], unit);
            let end = buffer.at(&edit["range"]["end"], unit);
            (start, end, edit["newText"].as_str().unwrap())
        })
        .collect();
    places.sort_by_key(|&(start, end, _)| (start, end));
    for pair in places.windows(2) {
        assert!(pair[0].1 <= pair[1].0, "edits overlap: {places:?}");
    }
    let mut result = buffer;
    for (start, end, text) in places.into_iter().rev() {
        result.replace(start, end, text);
    }
    result.text()
}
