//! Lines and columns against an oracle that walks the text from its beginning for every question.

use fornax_manifest::{ByteColumn, Column, LineColumn, LineIndex, Utf16Column, Utf32Column};
use proptest::prelude::*;

/// Texts with every kind of line end, with what is mistaken for one, and with characters of each width.
fn text() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "\n",
        "\r",
        "\r\n",
        "\u{2028}",
        "\u{2029}",
        "\u{85}",
        "\u{b}",
        "\u{c}",
        "a",
        "{",
        "é",
        "日",
        "😀",
        "👩‍👩‍👧",
        "e\u{301}",
        "\t",
        "\u{feff}",
        "\0",
    ]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// The line of a character's offset and the text before it on that line.
fn place(text: &str, offset: usize) -> (u32, &str) {
    let (mut line, mut start) = (0, 0);
    let bytes = text.as_bytes();
    for at in 0..offset {
        let ends = match bytes[at] {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        if ends {
            line += 1;
            start = at + 1;
        }
    }
    (line, &text[start..offset])
}

fn holds<C: Column>(
    lines: &LineIndex<'_>,
    offset: usize,
    width: impl Fn(&str) -> usize,
) -> Result<(), TestCaseError> {
    let (line, before) = place(lines.text(), offset);
    let found: LineColumn<C> = lines.position(u32::try_from(offset).unwrap());
    prop_assert_eq!(found.line, line);
    prop_assert_eq!(found.column.get() as usize, width(before));
    prop_assert_eq!(lines.offset(found) as usize, offset);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_place_is_the_one_that_is_counted_out(text in text()) {
        // A mark at the beginning counts in a buffer, whose text the client counts.
        let lines = LineIndex::of_buffer(&text);
        let count = place(&text, text.len()).0 + 1;
        prop_assert_eq!(lines.count(), count);
        let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
        for offset in ends {
            // Nothing stands between the halves of a line end.
            if text[..offset].ends_with('\r') && text[offset..].starts_with('\n') {
                continue;
            }
            holds::<ByteColumn>(&lines, offset, str::len)?;
            holds::<Utf16Column>(&lines, offset, |text| text.encode_utf16().count())?;
            holds::<Utf32Column>(&lines, offset, |text| text.chars().count())?;
        }
    }

    #[test]
    fn any_place_has_an_offset_in_the_text(text in text(), line in any::<u32>(), column in any::<u32>()) {
        let lines = LineIndex::new(&text);
        for (line, column) in [(line, column), (line % 80, column % 80), (line % 80, column)] {
            let offset = lines.offset(LineColumn { line, column: Utf16Column(column) }) as usize;
            prop_assert!(text.is_char_boundary(offset));
            let offset = lines.offset(LineColumn { line, column: ByteColumn(column) }) as usize;
            prop_assert!(text.is_char_boundary(offset));
        }
    }
}
