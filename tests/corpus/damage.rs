//! What one character too few or too many costs: as good as always a single finding.

use super::*;

/// The characters that hold a document together.
const STRUCTURE: &str = "{}[]\",:";

/// Every text that differs from `text` by one character of structure, with what was done to it.
fn damaged(text: &str) -> impl Iterator<Item = (String, String)> {
    let places = text.char_indices().filter(|(_, c)| STRUCTURE.contains(*c));
    places.flat_map(move |(at, c)| {
        let (before, after) = text.split_at(at);
        [
            (format!("{c} lost"), format!("{before}{}", &after[1..])),
            (format!("{c} doubled"), format!("{before}{c}{after}")),
        ]
    })
}

#[test]
fn a_lost_or_doubled_character_has_no_echo() {
    for kind in DocumentKind::ALL {
        let mut figures = Figures::new(kind.name(), "errors");
        let cases = corpus::own(kind).into_iter().map(Judged::new);
        let sound = cases.filter(|judged| judged.findings.is_empty());
        for judged in sound.take(2) {
            for (what, text) in damaged(judged.document.text()) {
                let document = Document::parse(text.as_bytes(), kind);
                if document.tree().error_count() == 0 {
                    continue;
                }
                let findings = check(&document, &options(), &Nowhere);
                assert!(is_refused(&findings), "{what}:\n{text}");
                figures.add(&what, errors(&findings));
            }
        }
        println!("{figures}");
        assert!(figures.mean() < 1.1, "{figures}");
    }
}
