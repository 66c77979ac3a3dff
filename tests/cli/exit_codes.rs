//! Exit codes, for everything that can happen and in every format.

use std::fs;

use crate::formats;
use crate::harness::{CLEAN, DUPLICATE_KEY, FORMATS, Run, Sandbox, TRAILING_COMMA, finish};

/// What stdout must be, whatever happened: one document, or lines about findings only.
fn assert_whole(format: &str, run: &Run, what: &str) {
    formats::rules(format, run);
    assert!(!run.stderr.contains("panicked"), "{what}: {run:?}");
}

#[test]
fn exit_codes_are_exact_in_every_format() {
    let sandbox = Sandbox::with(&[
        ("clean/ak-adapter.json", &CLEAN),
        ("errors/ak-adapter.json", &TRAILING_COMMA),
        ("warnings/ak-adapter.json", &DUPLICATE_KEY),
        ("none/package.json", "{}"),
        (
            "none/site.manifest.json",
            "{\"name\": \"x\", \"icons\": []}",
        ),
        ("any.json", &CLEAN),
        ("unknown.json", "{}"),
        ("config/broken.toml", "nonsense\n"),
        ("config/right.toml", ""),
    ]);
    let cases: [(&str, &[&str], i32); 22] = [
        ("clean", &["clean"], 0),
        ("a clean file", &["clean/ak-adapter.json"], 0),
        ("the command by name", &["check", "clean"], 0),
        ("errors", &["errors"], 1),
        ("errors among others", &["clean", "errors", "warnings"], 1),
        ("only warnings", &["warnings"], 0),
        (
            "warnings left out",
            &["warnings", "--min-severity", "error"],
            0,
        ),
        (
            "errors are never left out",
            &["errors", "--min-severity", "error"],
            1,
        ),
        ("everything below", &[], 1),
        ("nothing to check", &["none"], 0),
        ("no such file", &["missing.json"], 2),
        (
            "no such file among others",
            &["clean", "missing.json", "errors"],
            2,
        ),
        ("a kind that nobody can tell", &["unknown.json"], 2),
        ("a kind that content tells", &["any.json"], 0),
        (
            "a kind that was said",
            &["unknown.json", "--kind", "ak-kit"],
            0,
        ),
        (
            "a configuration that is broken",
            &["clean", "--config", "config/broken.toml"],
            2,
        ),
        (
            "a configuration that is missing",
            &["clean", "--config", "config/none.toml"],
            2,
        ),
        (
            "a broken configuration, and errors",
            &["errors", "--config", "config/broken.toml"],
            2,
        ),
        (
            "a configuration, and errors",
            &["errors", "--config", "config/right.toml"],
            1,
        ),
        (
            "a configuration, and nothing to check",
            &["none", "--config", "config/right.toml"],
            0,
        ),
        ("quiet", &["errors", "-q"], 1),
        ("verbose", &["errors", "-v"], 1),
    ];
    for format in FORMATS {
        for (what, arguments, code) in &cases {
            let what = format!("{what}, as {format}");
            let mut arguments = arguments.to_vec();
            arguments.extend(["--format", format]);
            let run = sandbox.run(&arguments);
            assert_eq!(run.code, Some(*code), "{what}: {run:?}");
            assert_whole(format, &run, &what);
        }
    }
}

#[test]
fn wrong_usage_is_2_and_writes_nothing_to_stdout() {
    let sandbox = Sandbox::with(&[("ak-adapter.json", &CLEAN)]);
    let cases: [&[&str]; 11] = [
        &["--bogus"],
        &["--format", "xml"],
        &["--kind", "manifest"],
        &["--fornax-version", "1.2"],
        &["--min-severity", "fatal"],
        &["-", "ak-adapter.json"],
        &["--stdin-filename", "x.json"],
        &["--format", "json", "check", "."],
        &["-q", "-v"],
        &["explain"],
        &["explain", "no-such-rule"],
    ];
    for arguments in cases {
        let run = sandbox.run(arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}: {run:?}");
        assert_eq!(run.stdout, "", "{arguments:?}");
        assert!(run.stderr.starts_with("error: "), "{arguments:?}: {run:?}");
    }
}

#[test]
fn help_and_version_are_no_failure() {
    let sandbox = Sandbox::new();
    for argument in ["-h", "--help", "-V", "--version"] {
        let run = sandbox.run([argument]);
        assert_eq!(run.code, Some(0), "{argument}");
        assert!(run.stdout.contains("fornax-lint"), "{argument}");
        assert_eq!(run.stderr, "", "{argument}");
    }
}

#[test]
fn a_reader_that_leaves_changes_nothing_but_the_output() {
    let sandbox = Sandbox::new();
    for number in 0..400 {
        sandbox.write(
            format!("{number}/ak-adapter.json"),
            TRAILING_COMMA.as_bytes(),
        );
    }
    for format in FORMATS {
        let mut child = sandbox.command(["--format", format]).spawn().unwrap();
        drop(child.stdout.take());
        let run = finish(child);
        assert_eq!(run.code, Some(1), "{format}: {run:?}");
        assert_eq!(run.stderr, "", "{format}");
    }
    let mut child = sandbox.command(["rules"]).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(finish(child).code, Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_2() {
    use std::fs::File;

    let sandbox = Sandbox::with(&[
        ("ak-adapter.json", &CLEAN),
        ("errors/ak-adapter.json", &TRAILING_COMMA),
    ]);
    fs::create_dir(sandbox.path("none")).unwrap();
    let full = |arguments: &[&str]| {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let mut command = sandbox.command(arguments);
        let run = finish(command.stdout(full).spawn().unwrap());
        assert_eq!(run.code, Some(2), "{arguments:?}: {run:?}");
        assert!(run.stderr.contains("can't be written"), "{run:?}");
    };
    for format in FORMATS {
        for what in ["errors", "missing"] {
            full(&["--format", format, what]);
        }
        // Some write nothing where there is nothing to say.
        if ["json", "sarif", "gitlab", "junit"].contains(&format) {
            full(&["--format", format, "ak-adapter.json"]);
            full(&["--format", format, "none"]);
        }
        full(&["--format", format, "--output", "/dev/full", "errors"]);
    }
    for arguments in [
        &["--help"][..],
        &["-h"],
        &["--version"],
        &["-V"],
        &["check", "--help"],
        &["rules"],
        &["rules", "--format", "json"],
        &["explain", "comment"],
        &["schema", "ak-kit"],
        &["completions", "bash"],
        &["config"],
        &["digest", "ak-adapter.json"],
        &["init", "--kind", "ak-kit", "--stdout"],
        &["--diff"],
    ] {
        full(arguments);
    }
}

/// A standard output that is not there at all: what should have been read there is not lost in silence.
#[cfg(unix)]
#[test]
fn output_that_is_closed_is_2() {
    use std::process::{Command, Stdio};

    let sandbox = Sandbox::with(&[
        ("ak-adapter.json", &CLEAN),
        ("errors/ak-adapter.json", &TRAILING_COMMA),
    ]);
    let run = |redirection: &str, arguments: &[&str]| {
        let script = format!("exec \"$0\" \"$@\" {redirection}");
        let template = sandbox.command(arguments);
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &script, env!("CARGO_BIN_EXE_fornax-lint")])
            .args(template.get_args())
            .current_dir(sandbox.work())
            .env("HOME", sandbox.work().parent().unwrap().join("home"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        finish(shell.spawn().unwrap())
    };
    let closed = |arguments: &[&str]| {
        let run = run(">&-", arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}: {run:?}");
        assert_eq!(
            run.stderr, "error: the output can't be written: standard output is closed\n",
            "{arguments:?}"
        );
    };
    for format in FORMATS {
        closed(&["--format", format, "errors"]);
    }
    for arguments in [
        &["--help"][..],
        &["--version"],
        &["help", "check"],
        &["rules"],
        &["explain", "comment"],
        &["schema", "ak-kit"],
        &["completions", "bash"],
        &["config"],
        &["digest", "ak-adapter.json"],
        &["init", "--kind", "ak-kit", "--stdout"],
        &["--diff", "errors"],
        &["--watch", "errors"],
    ] {
        closed(arguments);
    }
    // What nobody wanted to read there is not missed.
    let file = run(">&-", &["--format", "short=report", "errors", "-q"]);
    assert_eq!((file.code, file.stderr.as_str()), (Some(1), ""), "{file:?}");
    let null = run(">/dev/null", &["errors", "-q"]);
    assert_eq!((null.code, null.stderr.as_str()), (Some(1), ""), "{null:?}");
    let null = run("<>/dev/null >&0", &["errors", "-q"]);
    assert_eq!((null.code, null.stderr.as_str()), (Some(1), ""), "{null:?}");
    let stderr = run("2>&-", &["errors", "--format", "short"]);
    assert_eq!(stderr.code, Some(1), "{stderr:?}");
    assert!(stderr.stdout.contains("trailing-comma"), "{stderr:?}");
}

/// An interrupt ends every command as it ends any program, which a shell tells as 130.
#[cfg(unix)]
#[test]
fn an_interrupt_is_no_exit_code_of_ours() {
    use std::os::unix::process::ExitStatusExt as _;
    use std::process::Stdio;

    use rustix::process::{Pid, Signal, kill_process};

    let sandbox = Sandbox::with(&[("ak-adapter.json", &CLEAN)]);
    for arguments in [
        &["-"][..],
        &["digest", "-"],
        &["--files-from", "-"],
        &["-", "--fix"],
    ] {
        let mut child = sandbox
            .command(arguments)
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        // It waits for what comes, before and after it has started to.
        let id = Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
        kill_process(id, Signal::INT).unwrap();
        assert_eq!(child.wait().unwrap().signal(), Some(2), "{arguments:?}");
    }
    let page = fs::read_to_string(crate::support::repo_root().join("docs/reference/exit-codes.md"));
    assert!(page.unwrap().contains("130"));
}

/// What could not be checked is one number, and no error beside that.
#[test]
fn what_could_not_be_checked_is_counted_once() {
    let sandbox = Sandbox::with(&[
        ("clean/ak-adapter.json", &CLEAN),
        ("errors/ak-adapter.json", &TRAILING_COMMA),
    ]);
    for (paths, expected) in [
        (&["nope.json"][..], "1 file could not be checked"),
        (&["nope.json", "gone.json"], "2 files could not be checked"),
        (
            &["nope.json", "errors"],
            "2 files: 1 error; 1 fixable with --fix; 1 file could not be checked",
        ),
        (
            &["nope.json", "clean"],
            "2 files: nothing to report; 1 file could not be checked",
        ),
    ] {
        let run = sandbox.run([&["--isolated"], paths].concat());
        assert_eq!(run.code, Some(2), "{run:?}");
        assert_eq!(run.stderr.lines().next(), Some(expected), "{run:?}");
        let report = sandbox.report(&[&["--isolated"], paths].concat());
        let found = report["files"].as_array().unwrap().iter();
        let unread = found
            .filter(|file| file["diagnostics"][0]["rule"] == "unreadable-file")
            .count();
        assert_eq!(report["summary"]["unchecked"], unread, "{report:#}");
        let errors = usize::from(paths.contains(&"errors"));
        assert_eq!(report["summary"]["errors"], errors, "{report:#}");
        let run = sandbox.run([&["--isolated", "-v"], paths].concat());
        let told = run
            .stderr
            .lines()
            .filter(|line| line.ends_with(": could not be checked"));
        assert_eq!(told.count(), unread, "{run:?}");
    }
}

/// Each kind of ending, in each format, into standard output that nobody reads.
#[test]
fn a_reader_that_leaves_hides_no_verdict() {
    let sandbox = Sandbox::with(&[
        ("clean/ak-adapter.json", &CLEAN),
        ("errors/ak-adapter.json", &TRAILING_COMMA),
        ("broken/fornax-lint.toml", "nonsense\n"),
        ("broken/ak-adapter.json", &CLEAN),
    ]);
    fs::create_dir(sandbox.path("none")).unwrap();
    for format in FORMATS {
        for (what, code) in [
            ("clean", 0),
            ("errors", 1),
            ("none", 0),
            ("missing", 2),
            ("broken", 2),
        ] {
            let mut child = sandbox.command(["--format", format, what]).spawn().unwrap();
            drop(child.stdout.take());
            let run = finish(child);
            assert_eq!(run.code, Some(code), "{what}, as {format}: {run:?}");
        }
    }
    for arguments in [&["--help"][..], &["--version"], &["check", "-h"]] {
        let mut child = sandbox.command(arguments).spawn().unwrap();
        drop(child.stdout.take());
        assert_eq!(finish(child).code, Some(0), "{arguments:?}");
    }
}
