//! What a person at a terminal sees beside the findings.

use std::thread;
use std::time::Duration;

use fornax_manifest::RULES;
use unicode_width::UnicodeWidthStr as _;

use crate::harness::{CLEAN, DUPLICATE_KEY, Sandbox, TRAILING_COMMA, finish};
use crate::pty::Terminal;

/// The lines that are left on a screen.
fn screen(text: &str) -> Vec<String> {
    let lines = text.trim_end().split('\n').map(|line| {
        let mut shown: Vec<char> = Vec::new();
        for part in line.split('\r') {
            let part: Vec<char> = part.chars().collect();
            let rest = shown.split_off(part.len().min(shown.len()));
            shown = [part, rest].concat();
        }
        let shown: String = shown.into_iter().collect();
        shown.trim_end().to_owned()
    });
    lines.collect()
}

/// A run of which nobody reads the findings for longer than a second.
fn long_run(arguments: &[&str], terminal: &str) -> String {
    let sandbox = Sandbox::new();
    for number in 0..300 {
        // More findings than a pipe holds.
        sandbox.write(
            format!("{number}/ak-adapter.json"),
            TRAILING_COMMA.as_bytes(),
        );
    }
    let eyes = Terminal::open();
    let mut command = sandbox.command(arguments);
    command
        .env("TERM", terminal)
        .stderr(eyes.screen.try_clone().unwrap());
    let child = command.spawn().unwrap();
    drop(command);
    thread::sleep(Duration::from_millis(1200));
    assert_eq!(finish(child).code, Some(1));
    eyes.text()
}

#[test]
fn a_long_run_shows_how_far_it_has_come() {
    let text = long_run(&[], "xterm");
    assert!(text.contains("\rChecking [====="), "{text:?}");
    assert!(text.contains("] 256/300"), "{text:?}");
    let left = screen(&text);
    assert_eq!(left.len(), 2, "{left:?}");
    assert!(left[0].starts_with("300 files: 300 errors"), "{left:?}");
}

#[test]
fn a_long_run_is_silent_if_it_should_be() {
    assert_eq!(long_run(&["-q"], "xterm"), "");
    for (arguments, terminal) in [(&[][..], "dumb"), (&["-v"], "xterm")] {
        let text = long_run(arguments, terminal);
        assert!(!text.contains("Checking"), "{text:?}");
    }
}

#[test]
fn a_short_run_has_nothing_to_show() {
    let sandbox = Sandbox::with(&[("ak-adapter.json", &TRAILING_COMMA)]);
    let terminal = Terminal::open();
    let mut command = sandbox.command::<&str>([]);
    command.stderr(terminal.screen.try_clone().unwrap());
    assert_eq!(finish(command.spawn().unwrap()).code, Some(1));
    drop(command);
    let text = terminal.text();
    assert!(text.starts_with("1 file: 1 error"), "{text:?}");
}

#[test]
fn a_screen_shows_what_was_written_last() {
    assert_eq!(screen("abc\rd\r\n\rx  \r   \ry\r\n"), ["dbc", "y"]);
}

/// What a run shows on a terminal of this width, to which both streams lead.
fn shown(sandbox: &Sandbox, arguments: &[&str], columns: u16) -> String {
    let terminal = Terminal::of_width(columns);
    let mut command = sandbox.command(arguments);
    command
        .env("TERM", "xterm")
        .env("NO_COLOR", "1")
        .stdout(terminal.screen.try_clone().unwrap())
        .stderr(terminal.screen.try_clone().unwrap());
    let child = command.spawn().unwrap();
    drop(command);
    finish(child);
    terminal.text().replace("\r\n", "\n")
}

/// The lines that are too wide although they could be broken: a word that is too wide by itself can't be,
/// nor what names a place, nor an example.
fn too_wide(text: &str, columns: usize) -> Vec<&str> {
    let is_breakable = |line: &&str| {
        let words = line.trim_start();
        let is_example = line.starts_with("    ") && !words.is_empty();
        !line.contains("┌─") && !is_example && words.contains(' ')
    };
    text.lines()
        .filter(|line| line.width() > columns)
        .filter(is_breakable)
        .collect()
}

/// Documents with findings of every shape: long messages, far places, long lines, wide characters.
fn findings() -> Sandbox {
    let with = |members: &str| CLEAN.replacen("{\n", &format!("{{{members}\n"), 1);
    let far = format!(
        " \"\": \"{0}\", \"contract\": 1, \"\": \"{0}\",",
        "x".repeat(300)
    );
    let wide = format!(
        " \"日本{}\": [1,], \"e\u{301}\\u0000\": \t\t2,",
        "語".repeat(200)
    );
    Sandbox::with(&[
        ("a/ak-adapter.json", &TRAILING_COMMA),
        ("b/ak-adapter.json", &DUPLICATE_KEY),
        (
            "c/ak-adapter.json",
            &with(" /* one\n  two\n  three\n  four */"),
        ),
        ("d/ak-adapter.json", &with(&far)),
        ("e/ak-adapter.json", &with(&wide)),
        ("f/ak-adapter.json", ""),
        (
            "g/acme.manifest.json",
            "{\n  \"schema_version\": 1, \"id\": \"acme\",\n  \"target\": {\"format\": \"json\", \"path\": \"/home/a/x.json\"},\n  \"operations\": [{\"kind\": \"ensure_marked_array_element\", \"marker_key\": \"command\", \"marker_value\": \"fornax-hook\", \"element\": {\"command\": \"other\"}}]\n}",
        ),
        (
            "fornax-lint.toml",
            "[[ignore]]\nrule = \"label-blank\"\nreason = \"it is known to all of us, and will be dealt with when there is time\"\n",
        ),
    ])
}

#[test]
fn what_people_read_fits_their_terminal() {
    let sandbox = findings();
    for columns in [30, 40, 60, 80, 120] {
        for arguments in [
            &[][..],
            &["nope", "a"],
            &["rules"],
            &["config"],
            &["config", "a/ak-adapter.json"],
            &["digest", "b/ak-adapter.json"],
            &["explain", "marker-mismatch"],
            &["explain", "nothing-checked"],
            &["explain", "invalid-host"],
            &["explain", "unknown-field"],
            &["explain", "unknown field `a`"],
            &["--frmat"],
            &["--format", "jsn"],
            &["--fix", "--diff", "--format", "json"],
        ] {
            let text = shown(&sandbox, arguments, columns);
            let found = too_wide(&text, columns.into());
            assert_eq!(found, [""; 0], "{arguments:?} at {columns}:\n{text}");
        }
    }
}

#[test]
fn every_manual_fits_a_terminal() {
    let sandbox = Sandbox::new();
    for rule in RULES {
        let text = shown(&sandbox, &["explain", rule.name], 60);
        assert_eq!(too_wide(&text, 60), [""; 0], "{text}");
    }
}

#[test]
fn help_fits_a_terminal() {
    let sandbox = Sandbox::new();
    let commands = [
        "",
        "check",
        "explain",
        "rules",
        "config",
        "init",
        "digest",
        "schema",
        "completions",
    ];
    for command in commands {
        for columns in [80, 100, 120] {
            let words: Vec<_> = [command, "--help"]
                .into_iter()
                .filter(|word| !word.is_empty())
                .collect();
            let text = shown(&sandbox, &words, columns);
            let widest = text.lines().map(|line| line.width()).max().unwrap();
            assert!(widest <= columns.into(), "{widest} of {columns}:\n{text}");
        }
    }
}

/// A mark stands under what is marked, however little of the line there is room for.
#[test]
fn a_narrow_terminal_shows_the_marked_place() {
    let text = format!(
        "{{\"\": \"{}\", \"bad\": 1, \"z\": \"{}\"}}",
        "a".repeat(500),
        "b".repeat(500)
    );
    let sandbox = Sandbox::with(&[("ak-adapter.json", &text)]);
    for columns in [1, 5, 10, 20, 30, 60, 100, 200] {
        let text = shown(&sandbox, &["--isolated"], columns);
        let lines: Vec<_> = text.lines().collect();
        let at = lines
            .windows(2)
            .find(|pair| pair[0].contains("\"bad") && pair[1].contains('^'))
            .unwrap_or_else(|| panic!("{columns}: {text}"));
        let start = at[1]
            .chars()
            .take_while(|&character| character != '^')
            .count();
        let marked: String = at[0].chars().skip(start).take(4).collect();
        assert_eq!(marked, "\"bad", "{columns}: {text}");
        assert!(at[0].contains('…'), "{columns}: {text}");
        assert!(
            at[0].width() <= usize::from(columns).max(20),
            "{columns}: {text}"
        );
    }
}

#[test]
fn a_progress_bar_fits_its_terminal() {
    let sandbox = Sandbox::new();
    for number in 0..300 {
        sandbox.write(
            format!("{number}/ak-adapter.json"),
            TRAILING_COMMA.as_bytes(),
        );
    }
    let terminal = Terminal::of_width(30);
    let mut command = sandbox.command(["--isolated"]);
    command
        .env("TERM", "xterm")
        .stderr(terminal.screen.try_clone().unwrap());
    let child = command.spawn().unwrap();
    drop(command);
    thread::sleep(Duration::from_millis(1200));
    finish(child);
    let text = terminal.text();
    assert!(text.contains("256/300"), "{text:?}");
    for part in text.split(['\r', '\n']) {
        assert!(part.width() < 30 || part.trim().is_empty(), "{part:?}");
    }
}
