//! Where findings go: to standard output, into files, or several ways at once.

use std::fs;

use crate::formats;
use crate::harness::{CLEAN, FORMATS, Run, Sandbox, TRAILING_COMMA, finish};

fn read(sandbox: &Sandbox, path: &str) -> String {
    fs::read_to_string(sandbox.path(path)).unwrap()
}

/// Whatever a run leaves in a folder.
fn listing(sandbox: &Sandbox, path: &str) -> Vec<String> {
    let entries = fs::read_dir(sandbox.path(path)).unwrap();
    let mut names: Vec<_> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    names
}

#[test]
fn a_file_holds_what_stdout_would() {
    let sandbox = Sandbox::with(&[("in/ak-adapter.json", &TRAILING_COMMA)]);
    for format in FORMATS {
        let direct = sandbox.run(["in", "--format", format]);
        let in_file = sandbox.run(["in", "--format", format, "-o", "report"]);
        assert_eq!(read(&sandbox, "report"), direct.stdout, "{format}");
        assert_eq!(in_file.stdout, "", "{format}");
        assert_eq!(in_file.code, direct.code, "{format}");
        let named = format!("{format}=named");
        sandbox.run(["in", "--format", &named]);
        assert_eq!(read(&sandbox, "named"), direct.stdout, "{format}");
    }
    let run = sandbox.run(["in", "--format", "json", "--output", "-"]);
    assert!(run.stdout.starts_with('{'), "{run:?}");
    let colored = sandbox.run(["in", "--color", "always", "-o", "plain"]);
    assert_eq!(colored.code, Some(1));
    assert!(!read(&sandbox, "plain").contains('\x1b'));
}

#[test]
fn several_formats_are_written_at_once() {
    let sandbox = Sandbox::with(&[
        ("in/a/ak-adapter.json", &TRAILING_COMMA),
        ("in/b/ak-adapter.json", &CLEAN),
    ]);
    let mut arguments = vec![
        "in".to_owned(),
        "missing".to_owned(),
        "--isolated".to_owned(),
    ];
    for format in FORMATS {
        arguments.extend(["--format".to_owned(), format!("{format}=out.{format}")]);
    }
    let run = sandbox.run(&arguments);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{run:?}");
    for format in FORMATS {
        let written = Run {
            stdout: read(&sandbox, &format!("out.{format}")),
            ..sandbox.run(["--version"])
        };
        assert_eq!(
            formats::rules(format, &written),
            ["trailing-comma", "unreadable-file"],
            "{format}"
        );
    }
    let run = sandbox.run(["in", "--format", "human", "--format", "sarif=r.sarif"]);
    assert!(run.stdout.starts_with("error[trailing-comma]"), "{run:?}");
    assert!(read(&sandbox, "r.sarif").starts_with('{'));
    let run = sandbox.run(["in", "--format", "sarif=x", "--format", "short", "-o", "y"]);
    assert_eq!(run.stdout, "");
    assert!(read(&sandbox, "y").contains("trailing-comma"));
}

#[test]
fn a_clean_run_writes_its_files_too() {
    let sandbox = Sandbox::with(&[("in/ak-adapter.json", &CLEAN)]);
    for format in FORMATS {
        let run = sandbox.run(["in", "--isolated", "--format", format, "-o", "report"]);
        assert_eq!(run.code, Some(0));
        let written = Run {
            stdout: read(&sandbox, "report"),
            ..run
        };
        assert_eq!(formats::rules(format, &written), [""; 0], "{format}");
    }
}

#[test]
fn a_reader_that_leaves_keeps_no_file_from_being_written() {
    let sandbox = Sandbox::new();
    for number in 0..300 {
        let path = format!("in/{number}/ak-adapter.json");
        sandbox.write(path, TRAILING_COMMA.as_bytes());
    }
    let arguments = ["in", "--format", "human", "--format", "jsonl=report"];
    let mut child = sandbox.command(arguments).spawn().unwrap();
    drop(child.stdout.take());
    let run = finish(child);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""), "{run:?}");
    assert_eq!(read(&sandbox, "report").lines().count(), 300);
}

/// What `/dev/stderr` leads to may be a log: it is written to, not replaced.
#[cfg(unix)]
#[test]
fn what_is_open_already_is_added_to() {
    let sandbox = Sandbox::with(&[("ak-adapter.json", &TRAILING_COMMA), ("log", "old\n")]);
    let log = fs::File::options().append(true).open(sandbox.path("log"));
    let mut command = sandbox.command(["--format", "short=/dev/stderr", "--format", "json"]);
    let run = finish(command.stderr(log.unwrap()).spawn().unwrap());
    assert_eq!(run.code, Some(1), "{run:?}");
    let log = read(&sandbox, "log");
    assert!(
        log.starts_with("old\n") && log.contains("[trailing-comma]"),
        "{log}"
    );
}

#[test]
fn what_cannot_be_is_said_before_anything_is_done() {
    let sandbox = Sandbox::with(&[
        ("ak-adapter.json", &TRAILING_COMMA),
        ("report", "old"),
        ("my.toml", ""),
        ("names", "ak-adapter.json\n"),
    ]);
    let cases: &[(&[&str], &str)] = &[
        (
            &["--format", "json", "--format", "sarif"],
            "can't both go to standard output",
        ),
        (
            &["--format", "json", "--format", "github"],
            "can't both go to standard output",
        ),
        (
            &["--format", "human", "--format", "short"],
            "can't both go to standard output",
        ),
        (
            &["--format", "json=x", "--format", "sarif=./x"],
            "can't both go to `",
        ),
        (
            &["--format", "json", "--format", "sarif=x", "-o", "x"],
            "can't both go to `",
        ),
        (
            &["--format", "json=x", "-o", "y"],
            "every `--format` names one",
        ),
        (&["--format", "json="], "the file is missing"),
        (&["--format", "sarif", "--root", "none"], "`none` is none"),
        (&["--format", "=x"], "`--format` needs a value: `human`"),
        (
            &["-o", "no/such/folder"],
            "`no/such/folder` can't be written: there is no such file or folder",
        ),
        (&["-o", "."], "`.` can't be written: it is a folder"),
        (
            &["--format", "json", "--format", "sarif=./ak-adapter.json"],
            "this run reads `./ak-adapter.json`",
        ),
        (
            &["-o", "ak-adapter.json"],
            "this run reads `ak-adapter.json`",
        ),
        (
            &["-o", "fornax-lint.toml"],
            "this run reads `fornax-lint.toml`",
        ),
        (
            &["--format", "json=./.gitignore"],
            "this run reads `./.gitignore`",
        ),
        (
            &["--config", "my.toml", "-o", "./my.toml"],
            "this run reads `./my.toml`",
        ),
        (
            &["--files-from", "names", "-o", "names"],
            "this run reads `names`",
        ),
        #[cfg(unix)]
        (
            &["--format", "json=/dev/stdout", "--format", "short"],
            "can't both go to standard output",
        ),
        (
            &["--format", "json=ak-adapter.json"],
            "this run reads `ak-adapter.json`",
        ),
    ];
    for &(arguments, message) in cases {
        let run = sandbox.run(arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}: {run:?}");
        assert_eq!(run.stdout, "", "{arguments:?}");
        assert!(run.stderr.starts_with("error: "), "{arguments:?}: {run:?}");
        assert!(run.stderr.contains(message), "{arguments:?}: {run:?}");
    }
    let left = ["ak-adapter.json", "my.toml", "names", "report"];
    assert_eq!(listing(&sandbox, "."), left);
    assert_eq!(read(&sandbox, "ak-adapter.json"), *TRAILING_COMMA);
}

#[test]
fn a_report_beside_what_is_checked_is_not_checked() {
    let sandbox = Sandbox::with(&[("ak-adapter.json", &TRAILING_COMMA)]);
    for _ in 0..2 {
        let run = sandbox.run(["--format", "short", "--format", "json=report.manifest.json"]);
        assert_eq!(run.stdout.lines().count(), 1, "{run:?}");
        fs::rename(
            sandbox.path("report.manifest.json"),
            sandbox.path("moved.json"),
        )
        .unwrap();
    }
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    fn mode(sandbox: &Sandbox, path: &str) -> u32 {
        let metadata = fs::metadata(sandbox.path(path)).unwrap();
        metadata.permissions().mode() & 0o777
    }

    #[test]
    fn a_file_keeps_its_mode_and_a_link_stays_one() {
        let sandbox = Sandbox::with(&[
            ("in/ak-adapter.json", &TRAILING_COMMA),
            ("plain", "old"),
            ("sub/real", "old"),
        ]);
        symlink("sub/real", sandbox.path("link")).unwrap();
        fs::set_permissions(sandbox.path("sub/real"), fs::Permissions::from_mode(0o640)).unwrap();
        sandbox.run(["in", "--format", "short=link"]);
        assert!(
            fs::symlink_metadata(sandbox.path("link"))
                .unwrap()
                .is_symlink()
        );
        assert!(read(&sandbox, "sub/real").contains("trailing-comma"));
        assert_eq!(mode(&sandbox, "sub/real"), 0o640);

        sandbox.run(["in", "--format", "short=new"]);
        assert_eq!(mode(&sandbox, "new"), mode(&sandbox, "plain"));
        assert_eq!(
            listing(&sandbox, "."),
            ["in", "link", "new", "plain", "sub"]
        );
        assert_eq!(listing(&sandbox, "sub"), ["real"]);
    }

    #[test]
    fn a_report_goes_where_links_lead_though_nothing_is_there_yet() {
        let sandbox = Sandbox::with(&[("in/ak-adapter.json", &TRAILING_COMMA), ("sub/x", "")]);
        symlink("second", sandbox.path("link")).unwrap();
        symlink("sub/new", sandbox.path("second")).unwrap();
        for arguments in [
            &["-o", "link", "--format", "short"][..],
            &["--format", "short=link"],
        ] {
            let run = sandbox.run([&["in"], arguments].concat());
            assert_eq!(run.code, Some(1), "{run:?}");
            for (link, target) in [("link", "second"), ("second", "sub/new")] {
                let found = fs::read_link(sandbox.path(link)).unwrap();
                assert_eq!(found, std::path::Path::new(target));
            }
            assert!(read(&sandbox, "sub/new").contains("trailing-comma"));
            assert_eq!(listing(&sandbox, "sub"), ["new", "x"]);
            fs::remove_file(sandbox.path("sub/new")).unwrap();
        }
        // Two names for what is not there yet are one place.
        let shared = ["in", "--format", "short=link", "--format", "json=sub/new"];
        let run = sandbox.run(shared);
        assert!(
            run.stderr.contains("two formats can't both go to"),
            "{run:?}"
        );

        symlink("none/file", sandbox.path("astray")).unwrap();
        symlink("circle", sandbox.path("circle")).unwrap();
        for (file, words) in [("astray", "no such file"), ("circle", "symbolic links")] {
            let run = sandbox.run(["in", "-o", file]);
            assert_eq!(run.code, Some(2), "{run:?}");
            assert!(run.stderr.contains(words), "{run:?}");
            assert!(!run.stderr.contains(".fornax-lint-"), "{run:?}");
            let link = fs::symlink_metadata(sandbox.path(file)).unwrap();
            assert!(link.is_symlink());
        }
    }

    #[test]
    fn a_report_is_there_whole_or_not_at_all() {
        let sandbox = Sandbox::with(&[("in/ak-adapter.json", &TRAILING_COMMA), ("report", "old")]);
        let full = fs::File::options().write(true).open("/dev/full");
        let Ok(full) = full else { return };
        let mut command = sandbox.command(["in", "--format", "json", "--format", "sarif=report"]);
        let run = finish(command.stdout(full).spawn().unwrap());
        assert_eq!(run.code, Some(2), "{run:?}");
        assert_eq!(read(&sandbox, "report"), "old");
        assert_eq!(listing(&sandbox, "."), ["in", "report"]);
    }

    #[test]
    fn a_device_is_written_into() {
        let sandbox = Sandbox::with(&[("in/ak-adapter.json", &TRAILING_COMMA)]);
        let run = sandbox.run(["in", "--format", "json=/dev/null"]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{run:?}");
        let run = sandbox.run(["in", "--format", "short", "-o", "/dev/stderr"]);
        assert!(run.stderr.contains("error[trailing-comma]"), "{run:?}");
        if fs::exists("/dev/full").unwrap() {
            let full = ["in", "--format", "json=/dev/full", "--format", "gitlab"];
            let run = sandbox.run(full);
            assert_eq!(run.code, Some(2), "{run:?}");
            assert_eq!(formats::rules("gitlab", &run), ["trailing-comma"]);
            assert!(
                run.stderr.contains("`/dev/full` can't be written"),
                "{run:?}"
            );
        }
    }
}
