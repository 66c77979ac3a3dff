//! What the arguments do, and what is said beside the findings.

use std::fs;

use crate::harness::{CLEAN, DUPLICATE_KEY, FORMATS, Sandbox, TRAILING_COMMA, finish};
use crate::support::repo_root;

#[test]
fn the_summary_counts_what_was_found() {
    let sandbox = Sandbox::with(&[
        ("a/ak-adapter.json", &TRAILING_COMMA),
        ("b/ak-adapter.json", &DUPLICATE_KEY),
        ("c/ak-adapter.json", &CLEAN),
    ]);
    let run = sandbox.run::<&str>([]);
    let summary = run.stderr.lines().next().unwrap();
    assert!(
        summary.starts_with("3 files: 1 error, 1 warning"),
        "{summary}"
    );
    assert!(summary.contains("; 2 fixable with --fix"), "{summary}");

    let run = sandbox.run(["c", "--isolated"]);
    assert_eq!(run.stderr, "1 file: nothing to report\n");
    assert_eq!(run.stdout, "");
    let run = sandbox.run(["-q"]);
    assert_eq!(run.stderr, "");
    assert!(!run.stdout.is_empty());
}

#[test]
fn every_finding_names_its_file() {
    let sandbox = Sandbox::with(&[
        ("a/ak-adapter.json", &TRAILING_COMMA),
        ("b/ak-adapter.json", "{"),
        ("c/ak-adapter.json", &CLEAN),
    ]);
    let run = sandbox.run(["-v"]);
    for name in ["a/ak-adapter.json:", "b/ak-adapter.json:"] {
        assert!(run.stdout.contains(name), "{run:?}");
    }
    for name in ["a/ak-adapter.json: 1 error", "c/ak-adapter.json: "] {
        assert!(run.stderr.contains(name), "{run:?}");
    }
    // More words don't mean more findings.
    assert_eq!(run.stdout, sandbox.run::<&str>([]).stdout);
}

#[test]
fn nothing_to_check_is_said() {
    let sandbox = Sandbox::with(&[("site.manifest.json", "{\"icons\": []}")]);
    for format in FORMATS {
        let run = sandbox.run(["-v", "--format", format]);
        assert!(
            run.stderr.contains("site.manifest.json: passed over"),
            "{run:?}"
        );
        assert!(
            run.stderr.contains("warning: no manifest found in `.`"),
            "{run:?}"
        );
    }
}

#[test]
fn the_order_is_that_of_the_paths_and_each_file_comes_once() {
    let sandbox = Sandbox::new();
    for number in 0..40 {
        sandbox.write(
            format!("{number:02}/ak-adapter.json"),
            TRAILING_COMMA.as_bytes(),
        );
    }
    let all = sandbox.run(["--format", "short"]).stdout;
    let mut sorted: Vec<&str> = all.lines().collect();
    sorted.sort_unstable();
    assert_eq!(all.lines().collect::<Vec<_>>(), sorted);
    assert_eq!(sorted.len(), 40);
    for again in [
        &["."][..],
        &["./", "07"],
        &["39/ak-adapter.json", ".", "07/ak-adapter.json"],
    ] {
        let run = sandbox.run([&["--format", "short"], again].concat());
        assert_eq!(run.stdout, all, "{again:?}");
    }
}

#[test]
fn standard_input_goes_by_a_name() {
    let sandbox = Sandbox::new();
    let run = sandbox.run_with_stdin(["-", "--format", "short"], TRAILING_COMMA.as_bytes());
    assert_eq!(run.code, Some(1));
    assert!(run.stdout.starts_with("-:"), "{run:?}");

    let named = [
        "-",
        "--format",
        "short",
        "--stdin-filename",
        "a/ak-adapter.json",
    ];
    let run = sandbox.run_with_stdin(named, b"{");
    assert!(run.stdout.starts_with("a/ak-adapter.json:1:"), "{run:?}");

    let run = sandbox.run_with_stdin(["-"], b"{}");
    assert_eq!(run.code, Some(2), "its kind can't be told: {run:?}");
    let run = sandbox.run_with_stdin(["-", "--kind", "ak-kit"], b"{}");
    assert_eq!(run.code, Some(0), "{run:?}");
    let big = vec![b' '; 70_000];
    let run = sandbox.run_with_stdin(["-", "--kind", "fornax-manifest"], &big);
    assert!(run.stdout.contains("error[file-too-large]"), "{run:?}");
}

#[test]
fn a_kind_that_cannot_be_told_is_asked_for() {
    let sandbox = Sandbox::with(&[("x.json", "{\"a\": 1}")]);
    let run = sandbox.run(["x.json"]);
    assert!(run.stdout.contains("error[unreadable-file]"), "{run:?}");
    assert!(run.stdout.contains("--kind"), "{run:?}");
}

#[test]
fn a_kind_that_is_said_is_that_of_named_files() {
    let sandbox = Sandbox::with(&[
        ("ak-adapter.json", &CLEAN),
        ("kit.json", "{\"hostAdapters\": []}"),
    ]);
    assert_eq!(sandbox.run([".", "--kind", "ak-kit"]).code, Some(0));
    let report = sandbox.report(&["ak-adapter.json", ".", "--kind", "ak-kit"]);
    assert_eq!(report["files"][0]["kind"], "ak-kit");
    let report = sandbox.report(&["kit.json", ".", "--kind", "ak-kit"]);
    assert_eq!(report["files"][0]["kind"], "ak-adapter");
}

#[test]
fn what_is_given_is_checked_even_where_it_would_not_be_found() {
    let sandbox = Sandbox::with(&[
        (".gitignore", "ignored/\n"),
        ("ignored/ak-adapter.json", &TRAILING_COMMA),
        (".hidden/ak-adapter.json", &TRAILING_COMMA),
        ("hermes.json", &TRAILING_COMMA),
    ]);
    assert_eq!(sandbox.run::<&str>([]).code, Some(0));
    for path in ["ignored/ak-adapter.json", ".hidden", "hermes.json"] {
        assert_eq!(sandbox.run([path]).code, Some(1), "{path}");
    }
}

#[test]
fn color_is_for_people() {
    let sandbox = Sandbox::with(&[("ak-adapter.json", &TRAILING_COMMA)]);
    let colored = |arguments: &[&str], variable: &str| {
        let mut command = sandbox.command(arguments);
        if !variable.is_empty() {
            command.env(variable, "1");
        }
        let run = finish(command.spawn().unwrap());
        run.stdout.contains('\x1b')
    };
    assert!(!colored(&[], ""), "stdout is no terminal");
    assert!(colored(&["--color", "always"], ""));
    assert!(colored(&["--color=always"], "NO_COLOR"), "an argument wins");
    assert!(colored(&[], "CLICOLOR_FORCE"));
    assert!(!colored(&["--color", "never"], "CLICOLOR_FORCE"));
    assert!(!colored(&[], "NO_COLOR"));
    for format in ["short", "json"] {
        let arguments = ["--format", format, "--color", "always"];
        assert!(!colored(&arguments, "CLICOLOR_FORCE"), "{format}");
    }
}

#[test]
fn the_reference_promises_the_formats_that_there_are() {
    let page = fs::read_to_string(repo_root().join("docs/reference/report-formats.md")).unwrap();
    let between = |start: &'static str, end: char| {
        let parts = page.split(start).skip(1);
        parts.filter_map(move |rest| rest.split(end).next())
    };
    let run = Sandbox::new().run(["--format", "none-of-these"]);
    let (_, known) = run.stderr.split_once(", but ").unwrap();
    let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
    assert_eq!(known, FORMATS);
    assert!(between("| [`", '`').eq(FORMATS), "the table");
    assert!(between("\n## `", '`').eq(FORMATS), "the sections");
}

#[test]
fn nothing_of_the_environment_is_shown() {
    let sandbox = Sandbox::with(&[("ak-adapter.json", &TRAILING_COMMA)]);
    let mut command = sandbox.command(["-v", "."]);
    command
        .env("ACME_TOKEN", "s3cr3t")
        .env("FORNAX_HOME", "/s3cr3t");
    let run = finish(command.spawn().unwrap());
    assert!(!format!("{run:?}").contains("s3cr3t"), "{run:?}");
}
