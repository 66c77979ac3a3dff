//! What every format promises: one well-formed document, whatever happened, and the same findings.

use serde_json::Value;

use crate::harness::{CLEAN, DUPLICATE_KEY, FORMATS, Run, Sandbox, TRAILING_COMMA, finish};
use crate::{github, gitlab, junit, sarif};

/// The rules that stdout reports, in its order, after a look at whether it is well formed.
pub(crate) fn rules(format: &str, run: &Run) -> Vec<String> {
    let stdout = run.stdout.as_str();
    let json = |text: &str| -> Value {
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{format}: {error}: {run:?}"))
    };
    match format {
        "human" => stdout.lines().filter_map(bracketed).collect(),
        "short" => {
            let line = |line: &str| {
                let mut parts = line.splitn(2, ": ");
                let place = parts.next().unwrap();
                assert_eq!(place.rsplitn(3, ':').count(), 3, "{line}");
                bracketed(parts.next().unwrap()).unwrap_or_else(|| panic!("{line}"))
            };
            stdout.lines().map(line).collect()
        }
        "json" => {
            let report = json(stdout);
            assert_eq!(report["version"], 1);
            let files = report["files"].as_array().unwrap().iter();
            files
                .flat_map(|file| file["diagnostics"].as_array().unwrap())
                .map(|found| text(&found["rule"]))
                .collect()
        }
        "jsonl" => stdout
            .lines()
            .map(|line| text(&json(line)["rule"]))
            .collect(),
        "sarif" => sarif::rules(&json(stdout)),
        "github" => github::rules(stdout),
        "gitlab" => gitlab::rules(&json(stdout)),
        "junit" => junit::rules(stdout),
        _ => panic!("no such format: {format}"),
    }
}

/// A JSON string.
pub(crate) fn text(value: &Value) -> String {
    value
        .as_str()
        .unwrap_or_else(|| panic!("{value}"))
        .to_owned()
}

/// The rule of a text that begins with `severity[rule]`.
fn bracketed(line: &str) -> Option<String> {
    let (severity, rest) = line.split_once('[')?;
    let is_severity = ["error", "warning", "info"].contains(&severity);
    Some(rest.split_once(']').filter(|_| is_severity)?.0.to_owned())
}

#[test]
fn every_format_reports_the_same() {
    let sandbox = Sandbox::with(&[
        ("a b/ak-adapter.json", &TRAILING_COMMA),
        ("clean/ak-adapter.json", &CLEAN),
        ("d/ak-adapter.json", &DUPLICATE_KEY),
        ("empty/ak-adapter.json", ""),
        ("x.manifest.json", "{\"schema_version\": 1, \"target\": {}}"),
    ]);
    sandbox.write("mark/ak-adapter.json", "\u{feff}{}");
    let sorted = |format| {
        let run = sandbox.run([".", "missing.json", "--format", format]);
        let mut rules = rules(format, &run);
        rules.sort_unstable();
        rules
    };
    let expected = sorted("json");
    assert!(expected.len() >= 8, "{expected:?}");
    for format in FORMATS {
        let mut expected = expected.clone();
        if format == "github" {
            expected.push("more".to_owned());
        }
        let found = sorted(format);
        if format == "github" {
            // It shows no more than ten of a kind.
            assert!(found.len() >= 8 && found.iter().all(|rule| expected.contains(rule)));
        } else {
            assert_eq!(found, expected, "{format}");
        }
    }
}

#[test]
fn machine_formats_are_never_coloured() {
    let sandbox = Sandbox::with(&[("ak-adapter.json", &TRAILING_COMMA)]);
    for format in FORMATS.into_iter().filter(|format| *format != "human") {
        let mut command = sandbox.command([".", "--color", "always", "--format", format]);
        let run = finish(command.env("CLICOLOR_FORCE", "1").spawn().unwrap());
        assert!(!run.stdout.contains('\x1b'), "{format}: {run:?}");
    }
}

#[test]
fn nothing_in_a_document_breaks_a_format() {
    // Controls, what ends things in one format or another, and what no Unicode text can hold.
    let keys = [
        "\\u0000\\u001b[2J",
        "]]>&<a b='\\\"'>",
        "\\n::error::injected",
        "\\ud800",
        "\\uffff\\u0085",
        "%0A%25,:{0}](https://x.example)[",
        "a\u{1b}\u{7}b",
        "\u{202e}\u{feff}",
    ];
    let members: Vec<String> = keys.map(|key| format!("\"{key}\": 1")).into();
    let text = CLEAN.replacen('{', &format!("{{ {},", members.join(", ")), 1);
    let sandbox = Sandbox::with(&[("ak-adapter.json", &text)]);
    let expected = rules("json", &sandbox.run(["--format", "json"]));
    assert!(expected.len() > keys.len(), "{expected:?}");
    for format in FORMATS {
        let run = sandbox.run(["--format", format]);
        let found = rules(format, &run);
        if format != "github" {
            assert_eq!(found.len(), expected.len(), "{format}: {run:?}");
        }
        for raw in ['\x1b', '\0', '\u{7}'] {
            assert!(!run.stdout.contains(raw), "{format}: {run:?}");
        }
    }
}

// Other systems refuse such names.
#[cfg(unix)]
#[test]
fn nothing_in_a_name_breaks_a_format() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let mut names: Vec<&[u8]> = vec![
        b"a b",
        b"a#b",
        b"a%20b",
        b"a,b:c",
        b"a\n::error::b",
        b"\x01\xef\xbf\xbe",
        "ü]]>&\"'<b>".as_bytes(),
        "日本".as_bytes(),
    ];
    if cfg!(target_os = "linux") {
        names.push(b"\xFF");
    }
    let sandbox = Sandbox::new();
    for name in &names {
        let folder = std::path::Path::new(OsStr::from_bytes(name));
        sandbox.write(folder.join("ak-adapter.json"), TRAILING_COMMA.as_bytes());
    }
    for format in FORMATS {
        let run = sandbox.run(["--format", format]);
        let found = rules(format, &run);
        let commas = found.iter().filter(|rule| *rule == "trailing-comma");
        assert_eq!(commas.count(), names.len(), "{format}: {run:?}");
    }
}

#[test]
fn every_format_has_its_section_in_the_reference() {
    let path = crate::support::repo_root().join("docs/reference/report-formats.md");
    let reference = std::fs::read_to_string(path).unwrap();
    let sections: Vec<&str> = reference
        .lines()
        .filter_map(|line| line.strip_prefix("## `")?.strip_suffix('`'))
        .collect();
    assert_eq!(sections, FORMATS);
}
