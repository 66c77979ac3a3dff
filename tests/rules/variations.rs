//! The ways in which a text can say the same and still trip a linter up.

use fornax_manifest::syntax::{TokenKind, parse};
use fornax_manifest::{DocumentKind, Edit, Span, apply_edits};

/// A text that says the same, and where things went.
pub(crate) struct Variation {
    pub(crate) name: &'static str,
    pub(crate) text: String,
    edits: Vec<Edit>,
}

impl Variation {
    fn new(name: &'static str, text: &str, edits: Vec<Edit>) -> Self {
        Self {
            name,
            text: apply_edits(text, &edits),
            edits,
        }
    }

    /// Where a span of the original text stands now.
    pub(crate) fn moved(&self, span: Span) -> Span {
        let moved = |offset: u32| {
            let mut moved = i64::from(offset);
            for edit in &self.edits {
                // A carriage return goes between a line's last character and its end.
                let belongs_behind = edit.span.is_empty() && edit.text == "\r";
                if edit.span.end < offset || (edit.span.end == offset && !belongs_behind) {
                    moved += i64::try_from(edit.text.len()).unwrap() - i64::from(edit.span.len());
                }
            }
            u32::try_from(moved).unwrap()
        };
        Span::new(moved(span.start), moved(span.end))
    }
}

/// Every variation of `text` that applies to it; what stands at `place` is what is tested.
///
/// `text` must end with a line feed.
pub(crate) fn variations(text: &str, kind: DocumentKind, place: Span) -> Vec<Variation> {
    let carriage_returns = || {
        text.match_indices('\n')
            .map(|(at, _)| Edit::insert(offset(at), "\r"))
            .collect::<Vec<_>>()
    };
    let mark = || Edit::insert(0, "\u{feff}");
    let mut all = vec![
        Variation::new("as is", text, Vec::new()),
        Variation::new("with CRLF", text, carriage_returns()),
        Variation::new("with tabs", text, tabs(text)),
        Variation::new("with a byte-order mark", text, vec![mark()]),
        Variation::new(
            "without an end of line at its end",
            text,
            vec![Edit::delete(Span::new(
                offset(text.trim_end().len()),
                offset(text.len()),
            ))],
        ),
    ];
    let minified = minified(text, kind, place);
    if let Some(edits) = &minified {
        all.push(Variation::new("on one line", text, edits.clone()));
    }
    if let Some(beyond) = beyond_ascii(text, kind, place) {
        let with = |mut edits: Vec<Edit>| {
            edits.push(beyond.clone());
            edits
        };
        all.push(Variation::new(
            "with an emoji and U+2028 before it",
            text,
            with(Vec::new()),
        ));
        if let Some(edits) = minified {
            all.push(Variation::new(
                "on one line with an emoji and U+2028 before it",
                text,
                with(edits),
            ));
        }
        let mut everything = carriage_returns();
        everything.push(mark());
        all.push(Variation::new(
            "with a byte-order mark, an emoji and U+2028 before it and CRLF",
            text,
            with(everything),
        ));
    }
    all
}

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap()
}

/// Each two blanks of indentation become a tab.
fn tabs(text: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let blanks = line.len() - line.trim_start_matches(' ').len();
        if blanks > 0 {
            let span = Span::new(offset(start), offset(start + blanks));
            edits.push(Edit::replace(span, "\t".repeat(blanks.div_ceil(2))));
        }
        start += line.len();
    }
    edits
}

/// Takes out every blank between tokens, unless the text has faults in which blanks matter.
fn minified(text: &str, kind: DocumentKind, place: Span) -> Option<Vec<Edit>> {
    let tree = parse(text, kind.strictness());
    let matters = tree.errors().iter().any(|error| {
        // Those that lie inside one token.
        !tree
            .tokens()
            .iter()
            .any(|token| token.kind == TokenKind::String && token.span.contains(error.span))
    });
    let in_place = text[place.range()].contains('\n')
        && tree
            .tokens()
            .iter()
            .any(|token| token.kind == TokenKind::Comment);
    if matters || in_place {
        return None;
    }
    let blanks = tree
        .tokens()
        .iter()
        .filter(|token| token.kind == TokenKind::Whitespace);
    Some(blanks.map(|token| Edit::delete(token.span)).collect())
}

/// Puts characters of four and three bytes into a free text before `place`, or else into a member
/// of their own.
fn beyond_ascii(text: &str, kind: DocumentKind, place: Span) -> Option<Edit> {
    const CHARACTERS: &str = "\u{1f600}\u{2028}";
    let free: &[&str] = match kind {
        DocumentKind::FornaxManifest => &["/display_name", "/summary", "/provenance"],
        DocumentKind::FornaxRegistry => &["/entries/0/source_path"],
        DocumentKind::AkAdapter => &["/host/label", "/host/trust/changes/0/value"],
        DocumentKind::AkKit => &["/profile"],
    };
    let tree = parse(text, kind.strictness());
    let before = free
        .iter()
        .filter_map(|pointer| tree.at(pointer))
        .filter(|node| node.as_str().is_some() && node.span().len() > 2)
        .map(|node| node.span().start + 1)
        .filter(|&at| at < place.start)
        .max();
    if let Some(at) = before {
        return Some(Edit::insert(at, CHARACTERS));
    }
    let root = tree.root()?.as_object()?;
    let at = root.open().end;
    (root.members().next().is_some() && at <= place.start)
        .then(|| Edit::insert(at, format!("\"{CHARACTERS}\": 1, ")))
}

#[test]
fn places_move_with_their_text() {
    let text = "{\n  \"a\": [1 , 2]\n}\n";
    let place = Span::new(14, 15);
    for variation in variations(text, DocumentKind::AkKit, place) {
        assert_eq!(
            &variation.text[variation.moved(place).range()],
            "2",
            "{}",
            variation.name
        );
    }
    assert_eq!(variations(text, DocumentKind::AkKit, place).len(), 9);
}
