//! The format for people: what it looks like, and what gets through to a terminal.

use serde_json::Value;
use unicode_width::UnicodeWidthChar as _;

use crate::harness::{CLEAN, DUPLICATE_KEY, Sandbox, TRAILING_COMMA};
use crate::support::assert_generated;

/// Documents whose whole output is kept in `golden/`, to be looked at.
#[test]
fn output_is_as_it_was() {
    let with = |members: &str| CLEAN.replacen("{\n", &format!("{{{members}\n"), 1);
    let multi_line = with(" /* one\n  two\n  three\n  four */");
    let far_apart = with(&format!(
        " \"\": \"{0}\", \"contract\": 1, \"\": \"{0}\",",
        "x".repeat(300)
    ));
    let controls =
        with(" \"\x1b[2Jx\u{202e}\0\": \"a\u{200b}b\u{2028}\u{85}\u{7f}\u{e0041}c\u{1}\",");
    let scripts = with("\n\t\"日本\":\t[1,],\n\t\"e\u{301}\": [2,],\n\t\"👩\u{200d}👧\": [3,],");
    let documents: [(&str, &str); 9] = [
        ("trailing-comma", &TRAILING_COMMA),
        ("duplicate-key", &DUPLICATE_KEY),
        ("many-lines", &multi_line),
        ("far-apart", &far_apart),
        ("controls", &controls),
        ("scripts", &scripts),
        ("empty", ""),
        ("end-of-file", CLEAN.trim_end().strip_suffix('}').unwrap()),
        ("byte-order-mark", &format!("\u{feff}{}", *CLEAN)),
    ];
    for (name, text) in documents {
        let sandbox = Sandbox::with(&[("ak-adapter.json", text)]);
        for (color, end) in [("never", "txt"), ("always", "color.txt")] {
            // One in colour is enough.
            if end == "txt" || name == "duplicate-key" {
                let run = sandbox.run(["--isolated", "--color", color]);
                // Escapes would make the file unreadable where it is most likely read.
                let output = (run.stdout + &run.stderr).replace('\x1b', "␛");
                assert_generated(&format!("tests/cli/golden/{name}.{end}"), &output);
            }
        }
    }
}

#[test]
fn files_that_cannot_be_read_look_like_findings() {
    let run = Sandbox::with(&[("x.json", "{}")]).run(["missing\x1b.json", "x.json"]);
    let output = run.stdout + &run.stderr;
    assert_generated("tests/cli/golden/unreadable.txt", &output);
}

/// The text above the first line of carets in a finding.
fn marked(finding: &str) -> String {
    let lines: Vec<&str> = finding.lines().collect();
    let text_of = |line: &str| line.split_once("│ ").map(|(_, text)| text.to_owned());
    let at = lines
        .iter()
        .position(|line| text_of(line).is_some_and(|text| text.trim_start().starts_with('^')))
        .unwrap_or_else(|| panic!("no carets in {finding}"));
    let carets = text_of(lines[at]).unwrap();
    let start = carets.find('^').unwrap();
    let end = start + carets[start..].chars().take_while(|&c| c == '^').count();
    let mut column = 0;
    let mut marked = String::new();
    for character in text_of(lines[at - 1]).unwrap().chars() {
        let width = character.width().unwrap_or(0);
        let inside = start <= column && column + width <= end;
        if inside && (width > 0 || column > start) {
            marked.push(character);
        }
        column += width;
    }
    marked
}

#[test]
fn carets_stand_under_what_they_mark() {
    let cases = [
        ("{\"日本\": 1}", "\"日本\""),
        ("{\"a\": \"日本語\", \"bad\": 1}", "\"bad\""),
        ("{\"e\u{301}\": 1}", "\"e\u{301}\""),
        ("{\"x\": \"e\u{301}e\u{301}\", \"bad\": 1}", "\"bad\""),
        ("{\"👍🏽\": 1}", "\"👍🏽\""),
        ("{\"👩\u{200d}👧\": 1}", "\"👩‹U+200D›👧\""),
        ("{\n\t\t\"bad\":\t1}", "\"bad\""),
        ("{\t\"a\t\": 1,\t\"bad\": 1}", "\"bad\""),
        ("{\"x\": \"\x1b[2J\0\", \"bad\": 1}", "\"bad\""),
        ("{\"\x1b[2Jx\": 1}", "\"␛[2Jx\""),
        ("{\"a\u{202e}b\": 1}", "\"a‹U+202E›b\""),
        ("{\"x\": \"\u{202e}\u{200b}\u{9b}\", \"bad\": 1}", "\"bad\""),
        ("{\"x\": \"\u{2028}\", \"bad\": 1}", "\"bad\""),
        ("\u{feff}{ \"bad\": 1 }", "\"bad\""),
        ("{\r\"bad\": 1\r}", "\"bad\""),
        ("{\r\n\"bad\": 1\r\n}", "\"bad\""),
    ];
    for (text, expected) in cases {
        let sandbox = Sandbox::with(&[("ak-adapter.json", text)]);
        let run = sandbox.run::<&str>([]);
        let found = run
            .stdout
            .split("\n\n")
            .filter(|finding| finding.starts_with("error[unknown-field]"))
            .map(marked)
            .last();
        assert_eq!(found.as_deref(), Some(expected), "{text:?}: {}", run.stdout);
    }
}

#[test]
fn nothing_reaches_the_terminal_that_it_would_obey() {
    let hostile: String = (0..=0x9f_u8)
        .map(char::from)
        .chain("\u{200e}\u{202a}\u{202e}\u{2066}\u{2069}\u{feff}\u{e0041}".chars())
        .filter(|character| !character.is_ascii_graphic())
        .collect();
    let text = format!("{{\"{hostile}\": \"{hostile}\", \"host\": \"{hostile}\"}}");
    let sandbox = Sandbox::with(&[("ak-adapter.json", &text)]);
    for format in ["human", "short"] {
        let run = sandbox.run(["--format", format]);
        let escaped = run.stdout.chars().find(|&character| {
            character != '\n'
                && (character.is_control() || hostile.contains(character))
                && character != ' '
        });
        assert_eq!(escaped, None, "{format}: {}", run.stdout);
    }
}

#[test]
fn a_minified_file_does_not_flood_the_terminal() {
    let mut document: Value = serde_json::from_str(&CLEAN).unwrap();
    document["host"]["label"] = "x".repeat(58_000).into();
    for number in 0..50 {
        document[format!("unknown{number}")] = number.into();
    }
    let sandbox = Sandbox::with(&[("ak-adapter.json", &document.to_string())]);
    let run = sandbox.run(["--isolated"]);
    assert_eq!(run.stdout.matches("error[unknown-field]").count(), 50);
    assert!(run.stdout.len() < 64 * 1024, "{} bytes", run.stdout.len());
    for line in run.stdout.lines().filter(|line| line.starts_with("1 │")) {
        assert!(line.chars().count() <= 110, "{line}");
        assert!(line.contains("\"unknown"), "{line}");
    }
}

#[test]
fn a_window_slides_over_a_long_line() {
    for before in [0, 10, 49, 50, 51, 99, 100, 101, 5_000] {
        for after in [0, 10, 49, 50, 51, 99, 100, 101, 5_000] {
            let text = format!(
                "{{\"\": \"{}\", \"bad\": 1, \"z\": \"{}\"}}",
                "日".repeat(before),
                "e\u{301}".repeat(after)
            );
            let sandbox = Sandbox::with(&[("ak-adapter.json", &text)]);
            let run = sandbox.run::<&str>([]);
            let finding = run
                .stdout
                .split("\n\n")
                .find(|finding| finding.contains("unknown field `bad`"))
                .unwrap_or_else(|| panic!("{}", run.stdout));
            assert_eq!(marked(finding), "\"bad\"", "{before}, {after}: {finding}");
        }
    }
}

#[test]
fn marks_without_end_are_cut_too() {
    let text = format!("{{\"bad\u{301}{}\": 1}}", "\u{301}".repeat(50_000));
    let sandbox = Sandbox::with(&[("ak-adapter.json", &text)]);
    let run = sandbox.run::<&str>([]);
    assert!(run.stdout.len() < 16 * 1024, "{} bytes", run.stdout.len());
}
