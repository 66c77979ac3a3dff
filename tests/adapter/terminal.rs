//! What a person sees at a terminal: lines that fit it.

use crate::harness::{Home, Run, manifest_value, text};
use crate::pty::Terminal;

/// What a command shows on a terminal of so many columns.
fn shown(home: &Home, arguments: &[&str], columns: u16) -> String {
    let terminal = Terminal::of_width(columns);
    let mut command = home.command(arguments);
    command.env("TERM", "dumb");
    command.stdout(terminal.screen.try_clone().unwrap());
    command.stderr(terminal.screen.try_clone().unwrap());
    command.status().unwrap();
    drop(command);
    terminal.text().replace('\r', "")
}

/// The lines that are too wide and could be broken; a command that is to be copied can't.
fn too_wide(text: &str, columns: usize) -> Vec<&str> {
    text.lines()
        .filter(|line| line.chars().count() > columns)
        .filter(|line| line.trim().contains(' ') && !line.starts_with("  fornax-adapter register"))
        .collect()
}

#[test]
fn what_is_told_fits_a_terminal() {
    let home = Home::new();
    let mut manifest = manifest_value("acme-agent");
    manifest["summary"] = "Adds the hook of Fornax ".repeat(8).trim_end().into();
    manifest["operations"][0]["marker_value"] = "other".into();
    manifest["operations"][0]["element"]["command"] = "other".into();
    home.write_manifest("acme.manifest.json", text(&manifest));
    for columns in [60, 80, 120] {
        for arguments in [
            &["review", "acme.manifest.json"][..],
            &["plan", "--manifest", "acme.manifest.json"],
            &["list"],
            &["doctor"],
            &["info", "claude-code"],
            &["info", "nobody"],
            &["--help"],
            &["help", "plan"],
        ] {
            if columns < 80 && arguments.iter().any(|word| word.contains("help")) {
                // Its usage and its examples are laid out by hand.
                continue;
            }
            let text = shown(&home, arguments, columns);
            assert!(!text.is_empty(), "{arguments:?}");
            let found = too_wide(&text, columns.into());
            assert_eq!(found, [""; 0], "{arguments:?} at {columns}:\n{text}");
        }
    }
    // What programs and files read keeps its lines.
    let Run { stdout, .. } = home.run(["review", "acme.manifest.json"]);
    for line in [
        "On this machine, installing would be refused: ",
        "warning[marker-not-owned] in line ",
    ] {
        let line = stdout.lines().find(|found| found.starts_with(line));
        assert!(line.is_some_and(|line| line.len() > 80), "{stdout}");
    }
}
