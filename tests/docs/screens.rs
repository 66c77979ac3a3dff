//! Pictures of the terminal, `docs/screens/`, drawn from what the program prints.

use std::fmt::Write as _;

use anstyle_svg::Term;

use crate::shell::Shell;
use crate::support::{assert_generated, repo_root};

/// How long a reader looks at a command before its output is there, in milliseconds.
const BEFORE_OUTPUT: u32 = 900;

/// How long a reader has for each line of output before the next command, in milliseconds.
const FOR_A_LINE: u32 = 170;

/// The width of the terminal, in columns.
const COLUMNS: u16 = 96;

/// The colours of the library, and those with more contrast that stand in for them.
const COLOURS: [(&str, &str); 6] = [
    ("#000000", "#1b1f24"),
    ("#AAAAAA", "#d8dee6"),
    ("#AA0000", "#f4766e"),
    ("#FF5555", "#ff8f87"),
    ("#00AA00", "#7bc275"),
    ("#00AAAA", "#56c2d6"),
];

/// A picture, and the commands that it shows with their outputs.
struct Screen {
    name: &'static str,
    commands: &'static [&'static str],
    /// Whether commands and outputs appear one after another.
    is_recording: bool,
}

const SCREENS: [Screen; 3] = [
    Screen {
        name: "check",
        commands: &["fornax-lint check acme-agent.manifest.json"],
        is_recording: false,
    },
    Screen {
        name: "session",
        commands: &[
            "fornax-lint",
            "fornax-lint --fix --unsafe-fixes",
            "fornax-lint digest acme-agent.manifest.json",
        ],
        is_recording: true,
    },
    Screen {
        name: "explain",
        commands: &["fornax-lint explain target-path-outside-home"],
        is_recording: false,
    },
];

#[test]
fn screens_show_what_the_program_prints() {
    for screen in SCREENS {
        assert_generated(&format!("docs/screens/{}.svg", screen.name), &draw(&screen));
    }
}

fn draw(screen: &Screen) -> String {
    let mut shell = Shell::new();
    shell.copy(&repo_root().join("docs/examples"), "");
    let mut text = String::new();
    // When each line appears, in milliseconds; the first command and its output are there at once.
    let mut times = Vec::new();
    let mut time = 0;
    for command in screen.commands {
        let ran = shell.run_on_terminal(command, COLUMNS);
        let _ = writeln!(text, "\x1b[32m$\x1b[0m \x1b[1m{command}\x1b[0m");
        times.push(time);
        if time > 0 {
            time += BEFORE_OUTPUT;
        }
        for line in wrapped(&ran.output).lines() {
            let _ = writeln!(text, "{line}");
            times.push(time);
        }
        text.push('\n');
        times.push(time);
        time += FOR_A_LINE * ran.output.lines().count() as u32;
    }
    let mut svg = Term::new().min_width_px(720).render_svg(text.trim_end());
    for (from, to) in COLOURS {
        svg = svg.replace(from, to);
    }
    let svg = titled(&svg, screen);
    if screen.is_recording {
        timed(&svg, &times)
    } else {
        svg
    }
}

/// With line ends where a terminal of that width would go on in the next line.
fn wrapped(text: &str) -> String {
    let mut wrapped = String::new();
    let mut column = 0;
    let mut in_escape = false;
    for c in text.chars() {
        match c {
            '\n' => column = 0,
            '\x1b' => in_escape = true,
            // The letter that ends a sequence is the only one in it.
            _ if in_escape => in_escape = !c.is_ascii_alphabetic(),
            _ if column == usize::from(COLUMNS) => {
                wrapped.push('\n');
                column = 1;
            }
            _ => column += 1,
        }
        wrapped.push(c);
    }
    wrapped
}

#[test]
fn escapes_take_no_room_in_a_line() {
    let line = "x".repeat(COLUMNS.into());
    let coloured = format!("\x1b[1;31m{line}\x1b[0m");
    assert_eq!(wrapped(&format!("{coloured}\n")), format!("{coloured}\n"));
    assert_eq!(wrapped(&format!("{line}yz")), format!("{line}\nyz"));
}

/// With a title, for whoever can't see it.
fn titled(svg: &str, screen: &Screen) -> String {
    let (opening, rest) = svg.split_once(">\n").unwrap();
    let commands = screen.commands.join("; ");
    format!("{opening}>\n  <title>A terminal: {commands}</title>\n{rest}")
}

#[test]
fn a_recording_is_never_an_empty_box() {
    let recordings = SCREENS.iter().filter(|screen| screen.is_recording);
    for screen in recordings {
        let svg = draw(screen);
        let first = svg.split("<tspan x=").count() - 1;
        let (before, after) = svg.split_once("class=\"line\"").unwrap();
        assert!(first > 10, "{}", screen.name);
        assert!(before.contains(screen.commands[0]) && after.contains(screen.commands[1]));
        assert!(!after.contains("<tspan x="), "{}", screen.name);
    }
}

/// Each line appears at its time, once; where motion is unwanted or unknown, all are there at once.
fn timed(svg: &str, times: &[u32]) -> String {
    const STYLE: &str = "    .line { animation: appear 1ms both; }
    @keyframes appear { from { visibility: hidden; } to { visibility: visible; } }
    @media (prefers-reduced-motion: reduce) { .line { animation: none; } }
  </style>";
    let mut times = times.iter();
    let mut timed = String::new();
    for line in svg.replacen("  </style>", STYLE, 1).lines() {
        match line.strip_prefix("    <tspan x=") {
            Some(rest) => {
                let time = times.next().unwrap();
                if *time == 0 {
                    let _ = writeln!(timed, "{line}");
                    continue;
                }
                let _ = writeln!(
                    timed,
                    "    <tspan class=\"line\" style=\"animation-delay: {time}ms\" x={rest}"
                );
            }
            None => {
                let _ = writeln!(timed, "{line}");
            }
        }
    }
    timed
}
