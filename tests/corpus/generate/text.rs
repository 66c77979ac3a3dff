//! Texts that are no JSON, whoever reads them.

use super::random::Random;

/// Breaks `text`, which is JSON, in the way whose turn it is.
pub(crate) fn broken(random: &mut Random, text: &str, turn: usize) -> String {
    const WAYS: [fn(&mut Random, &str) -> String; 22] = [
        |random, text| insert(random, text, &closing(text), ","),
        |random, text| replace(random, text, ',', ""),
        |random, text| replace(random, text, ',', ",,"),
        |random, text| replace(random, text, ',', ";"),
        |random, text| replace(random, text, ':', ""),
        |random, text| replace(random, text, ':', " ="),
        |_, text| format!("\u{feff}{text}"),
        |_, text| format!("// the adapter\n{text}"),
        |random, text| replace(random, text, ':', ": /* here */"),
        |_, text| format!("{text}}}"),
        |_, text| format!("{text} {{}}"),
        |random, text| cut(text, 50 + random.below(40)),
        |_, text| text.trim_end().trim_end_matches('}').to_owned(),
        |random, text| string(random, text, |inner| format!("'{inner}'")),
        |random, text| string(random, text, |inner| inner.replace(' ', "_")),
        |random, text| string(random, text, |inner| format!("\"{inner}")),
        |random, text| string(random, text, |inner| format!("\"{inner}\t\"")),
        |random, text| string(random, text, |inner| format!("\"{inner}\n\"")),
        |random, text| string(random, text, |inner| format!("\"{inner}\\q\"")),
        |random, text| string(random, text, |inner| format!("\"{inner}\\u12\"")),
        |random, text| value(random, text, "True"),
        |random, text| {
            let number = *random.pick(&["01", "NaN", "+1", ".5", "1.", "0x1F", "-Infinity"]);
            value(random, text, number)
        },
    ];
    WAYS[turn % WAYS.len()](random, text)
}

/// Where `wanted` stands outside of strings.
fn places(text: &str, wanted: char) -> Vec<usize> {
    let mut in_string = false;
    let mut escaped = false;
    let mut places = Vec::new();
    for (at, c) in text.char_indices() {
        if in_string {
            in_string = escaped || c != '"';
            escaped = !escaped && c == '\\';
        } else if c == '"' {
            in_string = true;
        } else if c == wanted {
            places.push(at);
        }
    }
    places
}

/// The closing brackets that have something before them.
fn closing(text: &str) -> Vec<usize> {
    let mut found: Vec<usize> = places(text, '}');
    found.extend(places(text, ']'));
    found.retain(|&at| !text[..at].trim_end().ends_with(['{', '[']));
    found
}

fn insert(random: &mut Random, text: &str, places: &[usize], what: &str) -> String {
    let at = *random.pick(places);
    format!("{}{what}{}", &text[..at], &text[at..])
}

fn replace(random: &mut Random, text: &str, wanted: char, what: &str) -> String {
    let at = *random.pick(&places(text, wanted));
    format!("{}{what}{}", &text[..at], &text[at + 1..])
}

fn cut(text: &str, percent: usize) -> String {
    text[..text.floor_char_boundary(text.len() * percent / 100)].to_owned()
}

/// Writes a string value of some length anew; it is handed over without its quotes.
fn string(random: &mut Random, text: &str, write: impl Fn(&str) -> String) -> String {
    let strings: Vec<(usize, usize)> = places(text, ':')
        .into_iter()
        .filter_map(|colon| {
            let start = colon + 1 + text[colon + 1..].len() - text[colon + 1..].trim_start().len();
            let inner = text[start..].strip_prefix('"')?;
            let end = inner.find('"')?;
            let plain = end > 3 && !inner[..end].contains('\\');
            plain.then_some((start, start + end + 2))
        })
        .collect();
    let (start, end) = *random.pick(&strings);
    let written = write(&text[start + 1..end - 1]);
    format!("{}{written}{}", &text[..start], &text[end..])
}

/// Puts `what` in a string value's place.
fn value(random: &mut Random, text: &str, what: &str) -> String {
    string(random, text, |_| what.to_owned())
}
