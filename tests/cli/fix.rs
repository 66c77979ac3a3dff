//! Fixing: which bytes change, which files, and what is said about it.

use std::fs;
use std::path::Path;
use std::process::Command;

use fornax_manifest::DocumentKind;
use serde_json::json;

use crate::corpus;
use crate::formats;
use crate::harness::{CLEAN, DUPLICATE_KEY, FORMATS, Run, Sandbox, TRAILING_COMMA, finish};
use crate::support::{assert_generated, repo_root};

/// An adapter that lacks a field, which a fix can only fill in with something made up.
fn lacks_a_version() -> String {
    CLEAN.replacen("  \"version\": \"0.1.0\",\n", "", 1)
}

/// An adapter with a field that nobody knows; it may have been meant.
fn unknown_field() -> String {
    CLEAN.replacen('{', "{\n  \"homepage\": \"\",", 1)
}

fn read(sandbox: &Sandbox, path: &str) -> String {
    fs::read_to_string(sandbox.path(path)).unwrap()
}

/// Whatever lies in a folder, hidden or not.
fn listing(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    names
}

/// The last line that sums up a run.
fn summary(run: &Run) -> &str {
    let mut lines = run.stderr.lines().rev();
    let summary = lines.find(|line| line.contains(" file") && line.contains(": "));
    summary.unwrap_or_else(|| panic!("{run:?}"))
}

// ---- bytes ------------------------------------------------------------------------------------

/// Texts and what becomes of them, to the byte.
const LAYOUTS: [(&str, &str, &str); 22] = [
    (
        "minified, the first member",
        r#"{"hostAdapters":[{"$schema":"x","name":"acme","source":"npm:acme"}]}"#,
        r#"{"hostAdapters":[{"name":"acme","source":"npm:acme"}]}"#,
    ),
    (
        "minified, a middle member",
        r#"{"hostAdapters":[{"name":"acme","$schema":"x","source":"npm:acme"}]}"#,
        r#"{"hostAdapters":[{"name":"acme","source":"npm:acme"}]}"#,
    ),
    (
        "minified, the last member",
        r#"{"hostAdapters":[{"name":"acme","source":"npm:acme","$schema":"x"}]}"#,
        r#"{"hostAdapters":[{"name":"acme","source":"npm:acme"}]}"#,
    ),
    (
        "minified, the only member",
        r#"{"hostAdapters":[{"$schema":"x"}]}"#,
        r#"{"hostAdapters":[{}]}"#,
    ),
    (
        "on lines, the first member",
        "{\n  \"hostAdapters\": [\n    {\n      \"$schema\": \"x\",\n      \"name\": \"acme\",\n      \"source\": \"npm:acme\"\n    }\n  ]\n}\n",
        "{\n  \"hostAdapters\": [\n    {\n      \"name\": \"acme\",\n      \"source\": \"npm:acme\"\n    }\n  ]\n}\n",
    ),
    (
        "on lines, a middle member",
        "{\n  \"hostAdapters\": [\n    {\n      \"name\": \"acme\",\n      \"$schema\": \"x\",\n      \"source\": \"npm:acme\"\n    }\n  ]\n}\n",
        "{\n  \"hostAdapters\": [\n    {\n      \"name\": \"acme\",\n      \"source\": \"npm:acme\"\n    }\n  ]\n}\n",
    ),
    (
        "on lines, the last member",
        "{\n  \"hostAdapters\": [\n    {\n      \"name\": \"acme\",\n      \"source\": \"npm:acme\",\n      \"$schema\": \"x\"\n    }\n  ]\n}\n",
        "{\n  \"hostAdapters\": [\n    {\n      \"name\": \"acme\",\n      \"source\": \"npm:acme\"\n    }\n  ]\n}\n",
    ),
    (
        "on lines, the only member",
        "{\n  \"hostAdapters\": [\n    {\n      \"$schema\": \"x\"\n    }\n  ]\n}\n",
        "{\n  \"hostAdapters\": [\n    {}\n  ]\n}\n",
    ),
    (
        "with CRLF",
        "{\r\n  \"hostAdapters\": [\r\n    {\r\n      \"name\": \"acme\",\r\n      \"source\": \"npm:acme\",\r\n      \"$schema\": \"x\",\r\n    },\r\n  ],\r\n}\r\n",
        "{\r\n  \"hostAdapters\": [\r\n    {\r\n      \"name\": \"acme\",\r\n      \"source\": \"npm:acme\"\r\n    }\r\n  ]\r\n}\r\n",
    ),
    (
        "with mixed line ends",
        "{\r\n  \"hostAdapters\": [\n    {\n      \"$schema\": \"x\",\r\n      \"name\": \"acme\",\r\n      \"source\": \"npm:acme\"\n    }\r\n  ]\n}\r\n",
        "{\r\n  \"hostAdapters\": [\n    {\n      \"name\": \"acme\",\r\n      \"source\": \"npm:acme\"\n    }\r\n  ]\n}\r\n",
    ),
    (
        "with lone carriage returns",
        "{\r  \"hostAdapters\": [\r    { \"name\": \"acme\", \"source\": \"npm:acme\" },\r  ]\r}\r",
        "{\r  \"hostAdapters\": [\r    { \"name\": \"acme\", \"source\": \"npm:acme\" }\r  ]\r}\r",
    ),
    (
        "with tabs",
        "{\n\t\"hostAdapters\": [\n\t\t{\n\t\t\t\"name\": \"acme\",\n\t\t\t\"source\": \"npm:acme\",\n\t\t\t\"$schema\": \"x\"\n\t\t}\n\t]\n}\n",
        "{\n\t\"hostAdapters\": [\n\t\t{\n\t\t\t\"name\": \"acme\",\n\t\t\t\"source\": \"npm:acme\"\n\t\t}\n\t]\n}\n",
    ),
    (
        "without an end of line at its end",
        "{\n  \"hostAdapters\": [\n    { \"name\": \"acme\", \"source\": \"npm:acme\", },\n  ]\n}",
        "{\n  \"hostAdapters\": [\n    { \"name\": \"acme\", \"source\": \"npm:acme\" }\n  ]\n}",
    ),
    (
        "with blank lines and blanks at its end",
        "\n\n{ \"hostAdapters\": [], }\n \t\n\n",
        "\n\n{ \"hostAdapters\": [] }\n \t\n\n",
    ),
    (
        "with emoji and U+2028 before",
        "{ \"profile\": \"\u{1f600}\u{1f469}\u{200d}\u{1f469}\u{2028}\", \"hostAdapters\": [{ \"$schema\": \"\u{1f600}\", \"name\": \"acme\", \"source\": \"npm:acme\" },], }\n",
        "{ \"profile\": \"\u{1f600}\u{1f469}\u{200d}\u{1f469}\u{2028}\", \"hostAdapters\": [{ \"name\": \"acme\", \"source\": \"npm:acme\" }] }\n",
    ),
    (
        "with a byte-order mark",
        "\u{feff}{ \"hostAdapters\": [] }\r\n",
        "{ \"hostAdapters\": [] }\r\n",
    ),
    (
        "oddly spaced, with odd escapes and numbers, and in an odd order",
        "{  \"hostAdapters\" :[\t{\"source\"  : \"npm:acme\\/\\u0061\" ,\"contract\":1e0,,\n\"name\"\n:\"\\u0061cme\"}  ]\n ,\"version\" : \"1\\/0\",\"x\":1E+2   }",
        "{  \"hostAdapters\" :[\t{\"source\"  : \"npm:acme\\/\\u0061\" ,\"contract\":1e0,\n\"name\"\n:\"\\u0061cme\"}  ]\n ,\"version\" : \"1\\/0\",\"x\":1E+2   }",
    ),
    (
        "with comments",
        "{\n  // why\n  \"hostAdapters\": [ /* none */ ] // yet\n}\n",
        "{\n  \"hostAdapters\": [ ]\n}\n",
    ),
    (
        "with a key twice, and a comma after the second",
        "{\n  \"hostAdapters\": [\n    { \"name\": \"old\", \"source\": \"npm:acme\", \"name\": \"acme\", }\n  ]\n}\n",
        "{\n  \"hostAdapters\": [\n    { \"source\": \"npm:acme\", \"name\": \"acme\" }\n  ]\n}\n",
    ),
    (
        "with one fault in another",
        "{\"hostAdapters\":[{\"name\":\"acme\",\"$schema\":{\"a\":1,\"a\":2,},\"source\":\"npm:acme\"}]}",
        "{\"hostAdapters\":[{\"name\":\"acme\",\"source\":\"npm:acme\"}]}",
    ),
    (
        "with nothing wrong",
        " {\"hostAdapters\" : [\r]}\t",
        " {\"hostAdapters\" : [\r]}\t",
    ),
    (
        "with an error that nobody can fix",
        "{ \"hostAdapters\": [{ \"name\": \"acme\", \"source\": \"http://x.example/a\" },] }\n",
        "{ \"hostAdapters\": [{ \"name\": \"acme\", \"source\": \"http://x.example/a\" }] }\n",
    ),
];

#[test]
fn nothing_but_the_fault_changes_in_any_layout() {
    let sandbox = Sandbox::new();
    for (number, (_, text, _)) in LAYOUTS.iter().enumerate() {
        sandbox.write(format!("{number:02}/kit.json"), text);
    }
    let run = sandbox.run(["--fix", "--isolated"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    for (number, (what, _, fixed)) in LAYOUTS.iter().enumerate() {
        let found = read(&sandbox, &format!("{number:02}/kit.json"));
        assert_eq!(found, *fixed, "{what}");
    }
    let again = sandbox.run(["--fix", "--isolated"]);
    assert_eq!(again.stdout, run.stdout);
    assert!(!again.stderr.contains("applied"), "{again:?}");
}

#[test]
fn standard_input_comes_out_as_a_file_would() {
    let sandbox = Sandbox::new();
    for (what, text, fixed) in LAYOUTS {
        let run = sandbox.run_with_stdin(["-", "--fix", "--kind", "ak-kit"], text.as_bytes());
        assert_eq!(run.stdout, fixed, "{what}");
        let is_refused = run.stderr.contains("error[");
        assert_eq!(run.code, Some(i32::from(is_refused)), "{what}: {run:?}");
    }
}

#[test]
fn a_patch_changes_what_fixing_changes() {
    let sandbox = Sandbox::new();
    // A patch is about text with lines, and git wants them to end.
    let patchable = |text: &str| !text.contains('\r') || text.contains('\n');
    let layouts: Vec<_> = LAYOUTS
        .iter()
        .filter(|(_, old, _)| patchable(old))
        .collect();
    let names = ["kit", "a b", "ü#%", "a\"b\\c", "tab\tand\nline"];
    let names = names.into_iter().filter(|_| cfg!(unix)).chain(["kit"]);
    let path = |name: &str, number: usize| format!("{name}/{number:02}/kit.json");
    for name in names.clone() {
        for (number, (_, text, _)) in layouts.iter().enumerate() {
            sandbox.write(path(name, number), text);
        }
    }
    let run = sandbox.run(["--diff"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    for (number, (what, text, _)) in layouts.iter().enumerate() {
        assert_eq!(read(&sandbox, &path("kit", number)), *text, "{what}");
    }
    sandbox.write("the.patch", &run.stdout);
    let applied = Command::new("git")
        .args(["apply", "--whitespace=nowarn", "the.patch"])
        .current_dir(sandbox.work())
        .env("GIT_CEILING_DIRECTORIES", sandbox.work().parent().unwrap())
        .output();
    let Ok(applied) = applied else {
        eprintln!("skipped: there is no git to apply the patch");
        return;
    };
    assert!(applied.status.success(), "{applied:?}");
    for name in names {
        for (number, (what, _, fixed)) in layouts.iter().enumerate() {
            assert_eq!(read(&sandbox, &path(name, number)), *fixed, "{what}");
        }
    }
    let run = sandbox.run(["--diff"]);
    assert_eq!(run.stdout, "", "{run:?}");
}

/// Where files lie elsewhere than below the working directory, the patch is for a folder that holds all,
/// which is said.
#[cfg(unix)]
#[test]
fn a_patch_can_be_applied_wherever_its_files_are() {
    use std::os::unix::fs::symlink;

    let appliers: [(&str, &[&str]); 2] = [
        ("git", &["apply", "--whitespace=nowarn", "-"]),
        ("patch", &["-p1", "--quiet"]),
    ];
    for (program, how) in appliers {
        if Command::new(program).arg("--version").output().is_err() {
            eprintln!("skipped in part: there is no {program} to apply a patch");
            continue;
        }
        // Where the program runs, what it is given (nothing is an absolute path), and where the patch
        // belongs.
        let cases: [(&str, &[&str], &str, &str); 8] = [
            (".", &["a", "b/kit.json"], ".", ""),
            ("a", &["."], "a", ""),
            ("a", &["../a/kit.json"], "a", ""),
            ("a", &["../b/kit.json"], ".", "`..`"),
            ("a", &["../b", "."], ".", "`..`"),
            ("b/deep", &[], ".", "`../..`"),
            (".", &["link"], ".", ""),
            ("a", &["../b/kit.json", "--root", ".."], ".", "`..`"),
        ];
        for (folder, arguments, applied_in, said) in cases {
            let sandbox = Sandbox::with(&[("b/deep/x", "")]);
            for path in ["a/kit.json", "b/kit.json"] {
                sandbox.write(path, "{ \"hostAdapters\": [], }\n");
            }
            symlink("a/kit.json", sandbox.path("link")).unwrap();
            let mut arguments = [&["--diff", "--isolated"], arguments].concat();
            let absolute = sandbox.path("a/kit.json").display().to_string();
            if arguments.len() == 2 {
                arguments.push(&absolute);
            }
            let mut command = sandbox.command(&arguments);
            command.current_dir(sandbox.path(folder));
            let run = finish(command.spawn().unwrap());
            assert_eq!(run.code, Some(1), "{run:?}");
            let start = format!("The paths in the patch start from {said}");
            assert_eq!(
                run.stderr.contains("The paths in"),
                !said.is_empty(),
                "{run:?}"
            );
            assert!(said.is_empty() || run.stderr.contains(&start), "{run:?}");

            let patch = sandbox.path("the.patch");
            fs::write(&patch, &run.stdout).unwrap();
            let applied = Command::new(program)
                .args(how)
                .current_dir(sandbox.path(applied_in))
                .env("GIT_CEILING_DIRECTORIES", sandbox.work().parent().unwrap())
                .stdin(fs::File::open(&patch).unwrap())
                .output()
                .unwrap();
            assert!(
                applied.status.success(),
                "{arguments:?}: {applied:?}\n{}",
                run.stdout
            );
            let changed = ["a", "b"].map(|name| {
                read(&sandbox, &format!("{name}/kit.json")) == "{ \"hostAdapters\": [] }\n"
            });
            let number = run.stdout.matches("+++ ").count();
            assert_eq!(
                changed.iter().filter(|it| **it).count(),
                number,
                "{arguments:?}"
            );
        }
    }
}

#[test]
fn a_patch_holds_nothing_that_lies_outside_its_root() {
    let sandbox = Sandbox::with(&[
        ("in/x", ""),
        ("out/kit.json", "{ \"hostAdapters\": [], }\n"),
    ]);
    #[cfg(unix)]
    std::os::unix::fs::symlink("../out/kit.json", sandbox.path("in/kit.json")).unwrap();
    let absolute = sandbox.path("out/kit.json").display().to_string();
    for named in [
        "out/kit.json",
        &absolute,
        "out",
        #[cfg(unix)]
        "in/kit.json",
    ] {
        let run = sandbox.run(["--isolated", "--diff", "--root", "in", named]);
        assert_eq!((run.code, &*run.stdout), (Some(2), ""), "{run:?}");
        let said = format!("error: `{named}` doesn't lie in `in`, ");
        assert!(run.stderr.starts_with(&said), "{run:?}");
    }
    let text = b"{ \"hostAdapters\": [], }";
    let stream = ["--diff", "-", "--stdin-filename", &absolute];
    let run = sandbox.run_with_stdin([&stream[..], &["--root", "in"]].concat(), text);
    assert_eq!((run.code, &*run.stdout), (Some(2), ""), "{run:?}");
    let run = sandbox.run_with_stdin(stream, text);
    assert!(run.stdout.starts_with("--- a/out/kit.json\n"), "{run:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn where_the_working_directory_is_gone_nothing_is_taken_for_done() {
    let sandbox = Sandbox::with(&[("ak-adapter.json", &TRAILING_COMMA)]);
    let absolute = sandbox.path("ak-adapter.json").display().to_string();
    for (arguments, code) in [
        (&[][..], 2),
        (&["kit.json"], 2),
        (&["--diff"], 2),
        (&["--diff", &absolute], 2),
        (&["--isolated", &absolute], 1),
    ] {
        let shell = "mkdir gone && cd gone && rmdir ../gone && exec \"$@\"";
        let program = sandbox.command(arguments).get_program().to_owned();
        let mut command = Command::new("sh");
        command
            .args(["-c", shell, "sh"])
            .arg(program)
            .args(arguments)
            .current_dir(sandbox.work());
        let output = command.output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {stderr}");
        let is_said = stderr.starts_with("error: the folder that this runs in is gone");
        assert_eq!(is_said, code == 2, "{arguments:?}: {stderr}");
    }
}

// ---- which fixes ------------------------------------------------------------------------------

#[test]
fn what_can_be_fixed_is_fixed_and_the_second_run_has_nothing_to_do() {
    let sandbox = Sandbox::with(&[
        ("a/ak-adapter.json", &TRAILING_COMMA),
        ("b/ak-adapter.json", &DUPLICATE_KEY),
        ("c/ak-adapter.json", &CLEAN),
    ]);
    let run = sandbox.run(["--isolated"]);
    assert_eq!(
        summary(&run),
        "3 files: 1 error, 1 warning; 2 fixable with --fix"
    );
    let run = sandbox.run(["--isolated", "--fix"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""), "{run:?}");
    assert_eq!(
        run.stderr,
        "3 files: 2 fixes applied, nothing left to report\n"
    );
    for name in ["a", "b", "c"] {
        assert_eq!(read(&sandbox, &format!("{name}/ak-adapter.json")), *CLEAN);
        assert_eq!(listing(&sandbox.path(name)), ["ak-adapter.json"]);
    }
    let modified = || {
        let metadata = fs::metadata(sandbox.path("a/ak-adapter.json")).unwrap();
        metadata.modified().unwrap()
    };
    let before = modified();
    let run = sandbox.run(["--isolated", "--fix", "-v"]);
    assert_eq!(summary(&run), "3 files: nothing to report");
    assert_eq!(modified(), before, "an unchanged file isn't written");
}

#[test]
fn a_fix_that_may_not_be_meant_has_to_be_asked_for() {
    let text = unknown_field();
    let sandbox = Sandbox::with(&[("ak-adapter.json", &text)]);
    let run = sandbox.run(["--isolated"]);
    assert_eq!(
        summary(&run),
        "1 file: 1 error; 1 fixable with --fix --unsafe-fixes"
    );
    let run = sandbox.run(["--isolated", "--fix"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert_eq!(
        summary(&run),
        "1 file: 1 error; 1 fixable with --unsafe-fixes"
    );
    assert_eq!(read(&sandbox, "ak-adapter.json"), text);
    let run = sandbox.run(["--isolated", "--diff"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{run:?}");
    let run = sandbox.run(["--isolated", "--fix", "--unsafe-fixes"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(read(&sandbox, "ak-adapter.json"), *CLEAN);
}

#[test]
fn nothing_is_made_up() {
    let text = lacks_a_version();
    assert_ne!(text, *CLEAN);
    let sandbox = Sandbox::with(&[("ak-adapter.json", &text)]);
    let fixes = &sandbox.report(&["--isolated"])["files"][0]["diagnostics"][0]["fixes"];
    assert_eq!(fixes[0]["applicability"], "placeholder");
    let run = sandbox.run(["--isolated", "--fix", "--unsafe-fixes"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert_eq!(summary(&run), "1 file: 1 error");
    assert_eq!(read(&sandbox, "ak-adapter.json"), text);
}

#[test]
fn what_is_not_reported_is_not_fixed() {
    let ignore = "[[ignore]]\nrule = \"duplicate-key\"\nreason = \"on purpose\"\n";
    let sandbox = Sandbox::with(&[
        ("a/fornax-lint.toml", ignore),
        ("a/ak-adapter.json", &DUPLICATE_KEY),
        ("b/ak-adapter.json", &DUPLICATE_KEY),
    ]);
    let run = sandbox.run(["--fix", "--min-severity", "error"]);
    assert_eq!(summary(&run), "2 files: nothing to report");
    for arguments in [&["--fix"][..], &["--fix", "--unsafe-fixes"]] {
        let run = sandbox.run([&["a"], arguments].concat());
        assert_eq!(run.code, Some(0), "{run:?}");
        assert_eq!(read(&sandbox, "a/ak-adapter.json"), *DUPLICATE_KEY);
    }
    assert_eq!(read(&sandbox, "b/ak-adapter.json"), *DUPLICATE_KEY);
    sandbox.run(["--fix"]);
    assert_eq!(read(&sandbox, "b/ak-adapter.json"), *CLEAN);
}

#[test]
fn what_does_not_become_json_stays_as_it_is() {
    let whole = TRAILING_COMMA.trim_end();
    let texts = [
        "",
        "{",
        "[1,]",
        "\u{feff}",
        "{\"a\": 1,, \"b\": tru",
        // The comma could be mended, the end could not.
        &whole[..whole.len() / 2],
        &whole[..whole.len() - 1],
    ];
    let sandbox = Sandbox::new();
    for text in texts {
        for option in ["--fix", "--diff"] {
            sandbox.write("ak-adapter.json", text);
            let run = sandbox.run(["--isolated", option, "ak-adapter.json"]);
            assert_eq!(run.code, Some(1), "{text}: {run:?}");
            let found = read(&sandbox, "ak-adapter.json");
            // A list with a comma too many is JSON once that is gone, though no manifest.
            let expected = match (text, option) {
                ("[1,]", "--fix") => "[1]",
                _ => text,
            };
            assert_eq!(found, expected);
        }
    }
}

#[test]
fn what_is_no_text_or_too_large_is_never_written() {
    let sandbox = Sandbox::new();
    let mut utf16 = vec![0xFF, 0xFE];
    utf16.extend(TRAILING_COMMA.encode_utf16().flat_map(u16::to_le_bytes));
    let invalid = TRAILING_COMMA
        .replacen("acme", "a\u{1}", 1)
        .into_bytes()
        .into_iter()
        .map(|byte| if byte == 1 { 0xFF } else { byte });
    let large = TRAILING_COMMA.clone() + &" ".repeat(300_000);
    let files: [(&str, Vec<u8>); 3] = [
        ("a/ak-adapter.json", utf16),
        ("b/ak-adapter.json", invalid.collect()),
        ("c/ak-adapter.json", large.into_bytes()),
    ];
    for (path, bytes) in &files {
        sandbox.write(path, bytes);
    }
    for arguments in [&["--fix"][..], &["--fix", "--unsafe-fixes"], &["--diff"]] {
        let run = sandbox.run([&["--isolated"], arguments].concat());
        assert_eq!(run.code, Some(1), "{run:?}");
        for (path, bytes) in &files {
            assert!(fs::read(sandbox.path(path)).unwrap() == *bytes, "{path}");
        }
    }
}

// ---- what is said -----------------------------------------------------------------------------

#[test]
fn reports_are_of_what_is_left() {
    let sandbox = Sandbox::new();
    let text = unknown_field().trim_end().replacen("\n}", ",\n}", 1);
    for format in FORMATS {
        sandbox.write("ak-adapter.json", &text);
        let run = sandbox.run(["--isolated", "--fix", "--format", format]);
        assert_eq!(run.code, Some(1), "{run:?}");
        assert_eq!(formats::rules(format, &run), ["unknown-field"], "{format}");
        assert_eq!(
            summary(&run),
            "1 file: 1 fix applied, 1 error left; 1 more fixable with --unsafe-fixes"
        );
    }
    sandbox.write("ak-adapter.json", &text);
    let fixed = &sandbox.report(&["--isolated", "--fix"])["summary"];
    assert_eq!(
        *fixed,
        json!({
            "files": 1, "unchecked": 0, "unfixed": 0, "excluded": 0,
            "errors": 1, "warnings": 0, "infos": 0, "ignored": 0,
            "fixed": 1, "fixable": 0, "fixable_unsafely": 1,
        })
    );
    let run = sandbox.run(["--isolated", "--fix", "-q"]);
    assert_eq!(run.stderr, "");
}

/// How many fixes the line about a file speaks of, before `word`.
fn number_before(line: &str, word: &str) -> usize {
    let Some((before, _)) = line.split_once(word) else {
        return 0;
    };
    let number = before.trim_end_matches(|c: char| !c.is_ascii_digit());
    let start = number.rfind(|c: char| !c.is_ascii_digit());
    let number = &number[start.map_or(0, |at| at + 1)..];
    number.parse().unwrap_or(0)
}

/// What is announced is what is then done, for every document of the labelled ones, where they are there.
#[test]
fn as_many_are_fixed_as_were_announced() {
    let own = [
        "{ \"hostAdapters\": [{ \"a\\u0000cme\": 1, \"name\": \"acme\", \"source\": \"npm:acme\", }] }",
        "{ \"hostAdapters\": [{ \"name\": \"a\\u0000cme\", \"source\": \"npm:acme\" }] }",
        "{ \"hostAdapters\": [], \"hostAdapters\": [1,], }",
        "{ \"hostAdapters\": [{ \"$schema\": { \"a\": 1, \"a\": 2, }, \"name\": \"acme\" }] }",
    ];
    let mut documents: Vec<(String, Vec<u8>)> = own
        .iter()
        .enumerate()
        .map(|(number, text)| (format!("own{number}/kit.json"), text.as_bytes().to_vec()))
        .collect();
    // Of the many, some: each is checked and fixed in four runs.
    let own = DocumentKind::ALL
        .into_iter()
        .flat_map(corpus::own)
        .step_by(5);
    let others = ["ak", "fornax"].into_iter().flat_map(corpus::cases);
    let labelled = own.chain(others.step_by(12));
    for (number, case) in labelled.enumerate() {
        let name = match case.document_kind {
            DocumentKind::FornaxManifest => "acme.manifest.json",
            DocumentKind::FornaxRegistry => "adapters/registry.json",
            DocumentKind::AkAdapter => "ak-adapter.json",
            DocumentKind::AkKit => "kit.json",
        };
        documents.push((format!("{number:04}/{name}"), case.bytes));
    }
    let mut all = 0;
    let mut wrong = Vec::new();
    // A run over all of them would take longer than any other does.
    for documents in documents.chunks(500) {
        for unsafely in [false, true] {
            let sandbox = Sandbox::new();
            for (path, bytes) in documents {
                sandbox.write(path, bytes);
            }
            let announced = sandbox.run(["--isolated", "-v", "--format", "jsonl=out"]);
            let mut arguments = vec!["--isolated", "-v", "--format", "jsonl=out", "--fix"];
            arguments.extend(unsafely.then_some("--unsafe-fixes"));
            let applied = sandbox.run(arguments);
            let lines = announced.stderr.lines().zip(applied.stderr.lines());
            assert_eq!(lines.clone().count(), documents.len() + 1, "{announced:?}");
            for (announced, applied) in lines {
                let path = announced.split(": ").next();
                assert_eq!(path, applied.split(": ").next());
                let (safe, more) = announced_in(announced);
                let expected = if unsafely { safe + more } else { safe };
                let done = number_before(applied, " fix applied")
                    + number_before(applied, " fixes applied");
                all += done;
                if done != expected {
                    wrong.push(format!("{announced}\n  but {applied}"));
                }
            }
        }
    }
    assert!(all > 4);
    assert_eq!(wrong, [""; 0], "{}", wrong.len());
}

/// How many fixes a line announces with `--fix`, and how many more with `--unsafe-fixes`.
fn announced_in(line: &str) -> (usize, usize) {
    let only_unsafe = number_before(line, " fixable with --fix --unsafe-fixes");
    match only_unsafe {
        0 => (
            number_before(line, " fixable with --fix"),
            number_before(line, " more with --unsafe-fixes"),
        ),
        only_unsafe => (0, only_unsafe),
    }
}

/// What stands in a summary for what could be fixed.
#[test]
fn what_would_not_be_written_does_not_count_as_fixable() {
    let sandbox = Sandbox::new();
    let comma = TRAILING_COMMA.as_str();
    // Nobody can tell what the word was meant to be.
    let hopeless = format!("oops {comma}");
    let cases = [
        (comma.to_owned(), "; 1 fixable with --fix"),
        (unknown_field(), "; 1 fixable with --fix --unsafe-fixes"),
        (hopeless, ""),
        (comma.replacen(": 1,", ": 1 oops,", 1), ""),
        (lacks_a_version(), ""),
    ];
    for (text, expected) in cases {
        sandbox.write("ak-adapter.json", &text);
        let run = sandbox.run(["--isolated"]);
        let fixable = summary(&run)
            .find("; ")
            .map_or("", |at| &summary(&run)[at..]);
        assert_eq!(fixable, expected, "{text}: {run:?}");
        // It is what happens.
        for (arguments, counted) in [
            (&["--fix"][..], "fixable"),
            (&["--fix", "--unsafe-fixes"], "fixable_unsafely"),
        ] {
            let report = sandbox.report(&["--isolated"])["summary"].clone();
            sandbox.run([&["--isolated", "-q"], arguments].concat());
            let is_written = read(&sandbox, "ak-adapter.json") != text;
            let safe = report["fixable"] != 0;
            let counts = safe || (counted == "fixable_unsafely" && report[counted] != 0);
            assert_eq!(is_written, counts, "{arguments:?}: {text}");
            sandbox.write("ak-adapter.json", &text);
        }
    }
}

#[test]
fn a_patch_has_standard_output_for_itself() {
    let sandbox = Sandbox::with(&[
        ("a/ak-adapter.json", &TRAILING_COMMA),
        ("b/ak-adapter.json", &lacks_a_version()),
    ]);
    let run = sandbox.run(["--isolated", "--diff", "a", "b", "missing.json"]);
    assert_eq!(run.code, Some(2), "{run:?}");
    let patch = run.stdout;
    assert!(
        patch.starts_with(
            "--- a/a/ak-adapter.json\n+++ b/a/ak-adapter.json\n@@ -23,5 +23,5 @@\n   },\n"
        ),
        "{patch}"
    );
    assert!(patch.ends_with("\n+  \"trust\": { \"changes\": [] }\n }\n"));
    assert!(
        run.stderr.starts_with("error[unreadable-file]: "),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr
            .contains("\n3 files: 2 errors, 1 fix would be applied; 1 file could not be checked\n")
    );
    let colored = sandbox.run(["--isolated", "--diff", "a", "--color", "always", "-q"]);
    assert!(
        colored
            .stdout
            .contains("\n\x1b[31m-  \"trust\": { \"changes\": [] },\x1b[0m\n"),
        "{colored:?}"
    );
    assert_eq!(colored.stderr, "");
}

#[test]
fn the_exit_code_of_a_patch_tells_whether_there_is_something_to_do() {
    let sandbox = Sandbox::with(&[
        ("clean/ak-adapter.json", &CLEAN),
        ("warning/ak-adapter.json", &DUPLICATE_KEY),
        ("error/ak-adapter.json", &TRAILING_COMMA),
        ("unfixable/ak-adapter.json", &lacks_a_version()),
        ("none/package.json", "{}"),
    ]);
    for (path, code) in [
        ("clean", 0),
        ("warning", 1),
        ("error", 1),
        ("unfixable", 1),
        ("none", 0),
        ("missing", 2),
    ] {
        let run = sandbox.run(["--isolated", "--diff", path]);
        assert_eq!(run.code, Some(code), "{path}: {run:?}");
    }
}

#[test]
fn options_that_contradict_each_other_are_refused() {
    let sandbox = Sandbox::with(&[("ak-adapter.json", &TRAILING_COMMA)]);
    let cases: [&[&str]; 6] = [
        &["--unsafe-fixes"],
        &["--fix", "--diff"],
        &["--diff", "--format", "json"],
        &["--diff", "-o", "report"],
        &["--fix", "--format", "json=ak-adapter.json"],
        &["--fix", "rules"],
    ];
    for arguments in cases {
        let run = sandbox.run(arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}: {run:?}");
        assert_eq!(read(&sandbox, "ak-adapter.json"), *TRAILING_COMMA);
    }
}

#[test]
fn a_reader_that_leaves_keeps_nothing_from_being_fixed() {
    let sandbox = Sandbox::new();
    let text = unknown_field().trim_end().replacen("\n}", ",\n}", 1);
    for number in 0..300 {
        sandbox.write(format!("{number}/ak-adapter.json"), &text);
    }
    let mut command = sandbox.command(["--isolated", "--fix"]);
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(finish(child).code, Some(1));
    for number in 0..300 {
        let fixed = read(&sandbox, &format!("{number}/ak-adapter.json"));
        assert_eq!(fixed, unknown_field().trim_end());
    }
}

#[test]
fn the_guide_shows_what_the_program_says() {
    const GUIDE: &str = "docs/how-to/fixing.md";
    const COMMAND: &str =
        "$ fornax-lint --diff --unsafe-fixes --isolated docs/examples/acme-agent.manifest.json\n";
    let guide = fs::read_to_string(repo_root().join(GUIDE)).unwrap();
    let (before, rest) = guide.split_once(COMMAND).unwrap();
    let (_, after) = rest.split_once("```").unwrap();
    let mut command = Sandbox::new().command(COMMAND.split_whitespace().skip(2));
    let run = finish(command.current_dir(repo_root()).spawn().unwrap());
    let shown = format!("{before}{COMMAND}{}{}```{after}", run.stdout, run.stderr);
    assert_generated(GUIDE, &shown);
}

// ---- standard input ---------------------------------------------------------------------------

#[test]
fn standard_input_is_passed_on_fixed_or_as_it_was() {
    let sandbox = Sandbox::new();
    let name = ["--stdin-filename", "ak-adapter.json", "--isolated"];
    let fix = |arguments: &[&str], input: &[u8]| {
        sandbox.run_with_stdin([&["-", "--fix"], arguments].concat(), input)
    };
    let run = fix(&name, TRAILING_COMMA.as_bytes());
    assert_eq!((run.code, &run.stdout), (Some(0), &*CLEAN), "{run:?}");
    assert_eq!(
        run.stderr,
        "1 file: 1 fix applied, nothing left to report\n"
    );
    assert_eq!(listing(&sandbox.work()), [""; 0], "no file is made");

    // The name is only a name, even of a file that is there.
    sandbox.write("ak-adapter.json", TRAILING_COMMA.as_bytes());
    fix(&name, TRAILING_COMMA.as_bytes());
    assert_eq!(read(&sandbox, "ak-adapter.json"), *TRAILING_COMMA);

    let text = lacks_a_version();
    let run = fix(&name, text.as_bytes());
    assert_eq!((run.code, &run.stdout), (Some(1), &text));
    assert!(run.stderr.starts_with("error[missing-field]"), "{run:?}");

    let truncated = &TRAILING_COMMA[..200];
    let run = fix(&name, truncated.as_bytes());
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), truncated));

    // A report goes to standard error, or to a file.
    let json = [&name[..], &["--format", "json", "-q"]].concat();
    let run = fix(&json, text.as_bytes());
    assert_eq!(run.stdout, text);
    let report: serde_json::Value = serde_json::from_str(&run.stderr).unwrap();
    assert_eq!(report["summary"]["errors"], 1);
    let file = [&name[..], &["--format", "short=report", "-q"]].concat();
    let run = fix(&file, text.as_bytes());
    assert_eq!((run.stdout, run.stderr.as_str()), (text, ""));
    assert!(read(&sandbox, "report").contains("error[missing-field]"));

    let run = sandbox.run_with_stdin(["-", "--diff"], DUPLICATE_KEY.as_bytes());
    assert!(run.stdout.starts_with("--- a/-\n+++ b/-\n"), "{run:?}");
}

#[test]
fn what_cannot_be_checked_is_not_passed_on() {
    let sandbox = Sandbox::with(&[("fornax-lint.toml", "nonsense")]);
    let run = sandbox.run_with_stdin(["-", "--fix", "--no-config"], b"{}");
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{run:?}");
    let run = sandbox.run_with_stdin(["-", "--fix"], TRAILING_COMMA.as_bytes());
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{run:?}");
}

#[test]
fn standard_input_of_any_bytes_comes_out_again() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command(["-", "--fix", "--kind", "ak-adapter"]);
    let input = sandbox.path("input");
    for bytes in [
        b"\xFF\xFE{\0}\0".to_vec(),
        b"{\"a\": \"\xFF\",}".to_vec(),
        vec![b' '; 300_000],
    ] {
        fs::write(&input, &bytes).unwrap();
        command.stdin(fs::File::open(&input).unwrap());
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(output.stdout == bytes);
    }
}

// ---- files ------------------------------------------------------------------------------------

#[cfg(unix)]
mod on_unix {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown, symlink};
    use std::os::unix::process::CommandExt as _;

    use super::*;
    #[cfg(target_os = "linux")]
    use crate::disk::TinyDisk;

    /// Somebody who may do nothing.
    const NOBODY: u32 = 65_534;

    fn set_mode(path: impl AsRef<Path>, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    /// Whether the tests run as an administrator, whom no permission stops.
    fn is_root(sandbox: &Sandbox) -> bool {
        fs::metadata(sandbox.work()).unwrap().uid() == 0
    }

    #[test]
    fn links_stay_and_the_file_that_they_lead_to_is_fixed() {
        let sandbox = Sandbox::with(&[("real/deep/acme.json", &TRAILING_COMMA)]);
        set_mode(sandbox.path("real/deep/acme.json"), 0o640);
        for folder in ["a", "b"] {
            fs::create_dir(sandbox.path(folder)).unwrap();
        }
        symlink("../b/next", sandbox.path("a/ak-adapter.json")).unwrap();
        symlink("../real/deep/acme.json", sandbox.path("b/next")).unwrap();
        let run = sandbox.run(["--isolated", "--fix", "a/ak-adapter.json"]);
        assert_eq!(run.code, Some(0), "{run:?}");
        for (link, target) in [
            ("a/ak-adapter.json", "../b/next"),
            ("b/next", "../real/deep/acme.json"),
        ] {
            let found = fs::read_link(sandbox.path(link)).unwrap();
            assert_eq!(found, Path::new(target));
        }
        let real = fs::symlink_metadata(sandbox.path("real/deep/acme.json")).unwrap();
        assert!(real.is_file());
        assert_eq!(real.mode() & 0o7777, 0o640);
        assert_eq!(read(&sandbox, "real/deep/acme.json"), *CLEAN);
        assert_eq!(listing(&sandbox.path("real/deep")), ["acme.json"]);
    }

    #[test]
    fn links_that_lead_nowhere_are_errors() {
        let sandbox = Sandbox::new();
        symlink("two.json", sandbox.path("one.json")).unwrap();
        symlink("one.json", sandbox.path("two.json")).unwrap();
        symlink("missing", sandbox.path("dangling.json")).unwrap();
        for name in ["one.json", "dangling.json"] {
            let run = sandbox.run(["--fix", "--kind", "ak-kit", name]);
            assert_eq!(run.code, Some(2), "{run:?}");
            assert!(run.stdout.contains("error[unreadable-file]"), "{run:?}");
        }
        let names = ["dangling.json", "one.json", "two.json"];
        assert_eq!(listing(&sandbox.work()), names);
    }

    #[test]
    fn a_file_with_two_names_is_fixed_once() {
        let sandbox = Sandbox::new();
        // Many, so that files would be checked side by side.
        for number in 0..40 {
            let real = format!("real/{number}.json");
            sandbox.write(&real, TRAILING_COMMA.as_bytes());
            for name in ["a", "b"] {
                let folder = sandbox.path(format!("{name}{number}"));
                fs::create_dir(&folder).unwrap();
                symlink(format!("../{real}"), folder.join("ak-adapter.json")).unwrap();
            }
        }
        let run = sandbox.run(["--isolated", "--fix", "--min-severity", "warning"]);
        assert_eq!(run.code, Some(0), "{run:?}");
        assert!(
            summary(&run).starts_with("80 files: 40 fixes applied"),
            "{run:?}"
        );
    }

    #[test]
    fn a_file_with_two_names_is_in_a_patch_once_and_counted_once() {
        let sandbox = Sandbox::with(&[("real/ak-adapter.json", &TRAILING_COMMA)]);
        fs::create_dir(sandbox.path("real/sub")).unwrap();
        symlink(
            "../ak-adapter.json",
            sandbox.path("real/sub/ak-adapter.json"),
        )
        .unwrap();
        symlink("real", sandbox.path("folder")).unwrap();
        for named in [&["real"][..], &["real/ak-adapter.json", "folder"]] {
            let arguments = |more| [&["--isolated", more], named].concat();
            let diff = sandbox.run(arguments("--diff"));
            assert_eq!(diff.code, Some(1), "{diff:?}");
            assert_eq!(diff.stdout.matches("\n@@ ").count(), 1, "{diff:?}");
            assert_eq!(diff.stdout.matches("+++ ").count(), 1, "{diff:?}");
            assert!(
                summary(&diff).contains(", 1 fix would be applied"),
                "{diff:?}"
            );
            let check = sandbox.run(arguments("--verbose"));
            assert!(
                summary(&check).ends_with("; 1 fixable with --fix"),
                "{named:?} {check:?}"
            );
            let json = sandbox.report(named);
            assert_eq!(json["summary"]["fixable"], 1, "{json}");
        }
        let fix = sandbox.run(["--isolated", "--fix"]);
        assert!(summary(&fix).contains(": 1 fix applied"), "{fix:?}");
    }

    #[test]
    fn another_hard_link_keeps_what_it_had() {
        let sandbox = Sandbox::with(&[("store", &TRAILING_COMMA)]);
        fs::hard_link(sandbox.path("store"), sandbox.path("ak-adapter.json")).unwrap();
        let run = sandbox.run(["--isolated", "--fix"]);
        assert_eq!(run.code, Some(0), "{run:?}");
        assert_eq!(read(&sandbox, "ak-adapter.json"), *CLEAN);
        assert_eq!(read(&sandbox, "store"), *TRAILING_COMMA);
    }

    #[test]
    fn what_an_earlier_run_left_behind_is_taken_away() {
        let digest = fornax_manifest::sha256_hex(b"ak-adapter.json");
        let own = format!(".fornax-lint-{}.tmp", &digest[..16]);
        let other = ".fornax-lint-a1B2c3.tmp";
        let sandbox = Sandbox::with(&[
            ("ak-adapter.json", &TRAILING_COMMA),
            (&own, "{"),
            (other, "{"),
        ]);
        let run = sandbox.run(["--isolated", "--fix"]);
        assert_eq!(run.code, Some(0), "{run:?}");
        assert_eq!(read(&sandbox, "ak-adapter.json"), *CLEAN);
        // Of the other nobody knows whose it is.
        assert_eq!(listing(&sandbox.work()), [other, "ak-adapter.json"]);

        // As long as somebody holds it, it isn't left behind.
        sandbox.write("ak-adapter.json", TRAILING_COMMA.as_bytes());
        sandbox.write(&own, "{");
        let held = fs::File::open(sandbox.path(&own)).unwrap();
        held.try_lock().unwrap();
        let run = sandbox.run(["--isolated", "--fix"]);
        assert_eq!(run.code, Some(0), "{run:?}");
        assert_eq!(read(&sandbox, "ak-adapter.json"), *CLEAN);
        let mut expected = [&own, other, "ak-adapter.json"];
        expected.sort_unstable();
        assert_eq!(listing(&sandbox.work()), expected);
    }

    #[test]
    fn mode_and_owner_are_kept() {
        let sandbox = Sandbox::with(&[("ak-adapter.json", &TRAILING_COMMA)]);
        let file = sandbox.path("ak-adapter.json");
        let owner = if is_root(&sandbox) {
            chown(&file, Some(12345), Some(54321)).unwrap();
            (12345, 54321)
        } else {
            eprintln!("skipped in part: only an administrator may give files away");
            let metadata = fs::metadata(&file).unwrap();
            (metadata.uid(), metadata.gid())
        };
        set_mode(&file, 0o604);
        let run = sandbox.run(["--isolated", "--fix"]);
        assert_eq!(run.code, Some(0), "{run:?}");
        let metadata = fs::metadata(&file).unwrap();
        assert_eq!((metadata.uid(), metadata.gid()), owner);
        assert_eq!(metadata.mode() & 0o7777, 0o604);
    }

    /// The binary where nobody can start it, as nobody if the tests are run by somebody special.
    fn unprivileged(sandbox: &Sandbox) -> impl Fn(&[&str]) -> Run {
        let is_root = is_root(sandbox);
        let binary = sandbox.work().parent().unwrap().join("fornax-lint");
        if is_root {
            crate::harness::copy_program(&binary);
            set_mode(&binary, 0o755);
            for folder in sandbox.work().ancestors().take(2) {
                set_mode(folder, 0o755);
            }
        }
        move |arguments| {
            let mut command = sandbox.command(arguments);
            if is_root {
                let mut other = Command::new(&binary);
                other.args(command.get_args());
                other.current_dir(command.get_current_dir().unwrap());
                other.env_clear().uid(NOBODY).gid(NOBODY);
                command = other;
            }
            let piped = std::process::Stdio::piped;
            finish(command.stdout(piped()).stderr(piped()).spawn().unwrap())
        }
    }

    #[test]
    fn what_may_not_be_written_is_left_whole_and_reported() {
        let sandbox = Sandbox::new();
        let run = unprivileged(&sandbox);
        let folder = |name: &str, folder_mode: u32, file_mode: u32, owner: Option<u32>| {
            sandbox.write(format!("{name}/ak-adapter.json"), TRAILING_COMMA.as_bytes());
            let file = sandbox.path(format!("{name}/ak-adapter.json"));
            if is_root(&sandbox) {
                chown(sandbox.path(name), Some(NOBODY), Some(NOBODY)).unwrap();
                chown(&file, owner.or(Some(NOBODY)), owner.or(Some(NOBODY))).unwrap();
            }
            set_mode(&file, file_mode);
            set_mode(sandbox.path(name), folder_mode);
        };
        folder("folder", 0o555, 0o644, None);
        folder("file", 0o755, 0o444, None);
        folder("fine", 0o755, 0o644, None);
        let mut failing: Vec<(&str, &str)> = vec![
            ("folder", "cannot be fixed: permission denied"),
            ("file", "cannot be fixed: permission denied"),
        ];
        if is_root(&sandbox) {
            // It may be written to, but belongs to somebody else.
            folder("owner", 0o755, 0o666, Some(0));
            failing.push(("owner", "cannot be fixed: it belongs to somebody else"));
        } else {
            eprintln!("skipped in part: only an administrator may give files away");
        }
        for format in FORMATS {
            for (name, message) in &failing {
                let run = run(&[name, "--isolated", "--fix", "--format", format]);
                assert_eq!(run.code, Some(2), "{run:?}");
                // In the order of the text; SARIF has no place for failures among its results.
                let rules = match format {
                    "sarif" => ["trailing-comma", "unwritable-file"],
                    _ => ["unwritable-file", "trailing-comma"],
                };
                assert_eq!(formats::rules(format, &run), rules, "{format}");
                // Some formats make it a sentence.
                assert!(run.stdout.contains(&message[1..]), "{run:?}");
                assert!(
                    summary(&run).ends_with("; 1 file could not be fixed"),
                    "{run:?}"
                );
                let file = sandbox.path(format!("{name}/ak-adapter.json"));
                assert_eq!(fs::read_to_string(file).unwrap(), *TRAILING_COMMA);
                assert_eq!(listing(&sandbox.path(name)), ["ak-adapter.json"]);
            }
        }
        // The others are fixed all the same.
        let all = run(&["--isolated", "--fix"]);
        assert_eq!(all.code, Some(2), "{all:?}");
        assert_eq!(read(&sandbox, "fine/ak-adapter.json"), *CLEAN);
        set_mode(sandbox.path("folder"), 0o755);
    }

    /// An adapter that is large, and has one fault.
    fn large() -> (String, String) {
        let label = "a".repeat(100_000);
        let fixed = CLEAN.replacen("\"Acme\"", &format!("\"{label}\""), 1);
        let text = fixed.trim_end().strip_suffix("\n}").unwrap().to_owned() + ",\n}\n";
        assert!(text.len() > 100_000);
        (text, fixed)
    }

    #[test]
    fn a_write_that_fails_leaves_the_old_file_whole() {
        let (text, fixed) = large();
        let sandbox = Sandbox::with(&[("ak-adapter.json", &text)]);
        let check = |limit: &str| {
            // What is written past the limit fails, as on a full disk.
            let script = format!("trap '' XFSZ; ulimit -f {limit}; exec \"$0\" --isolated --fix");
            let binary = env!("CARGO_BIN_EXE_fornax-lint");
            let mut shell = Command::new("sh");
            shell.args(["-c", &script, binary]);
            shell.current_dir(sandbox.work());
            shell.output().unwrap()
        };
        for limit in ["0", "1", "100"] {
            let output = check(limit);
            assert_eq!(output.status.code(), Some(2), "{output:?}");
            let stdout = String::from_utf8(output.stdout).unwrap();
            assert!(stdout.contains("error[unwritable-file]: "), "{stdout}");
            assert_eq!(read(&sandbox, "ak-adapter.json"), text);
            assert_eq!(listing(&sandbox.work()), ["ak-adapter.json"]);
        }
        assert_eq!(check("unlimited").status.code(), Some(0));
        assert_eq!(read(&sandbox, "ak-adapter.json"), fixed);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_leaves_the_old_file_whole() {
        let sandbox = Sandbox::new();
        let Some(disk) = TinyDisk::mount(sandbox.path("disk")) else {
            eprintln!("skipped: only an administrator may mount a disk, and not everywhere");
            return;
        };
        let (text, fixed) = large();
        let file = disk.path().join("ak-adapter.json");
        fs::write(&file, &text).unwrap();
        let run = sandbox.run(["--isolated", "--fix"]);
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(
            run.stdout
                .contains("error[unwritable-file]: cannot be fixed: no storage space"),
            "{run:?}"
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
        assert_eq!(listing(disk.path()), ["ak-adapter.json"]);

        disk.remount("size=1m,ro");
        let run = sandbox.run(["--isolated", "--fix"]);
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(run.stdout.contains("cannot be fixed: read-only"), "{run:?}");
        disk.remount("rw");
        let run = sandbox.run(["--isolated", "--fix"]);
        assert_eq!(run.code, Some(0), "{run:?}");
        assert_eq!(fs::read_to_string(&file).unwrap(), fixed);
    }
}
