//! Files and folders that nobody would make by mistake: each is reported, and none ends the run.

use std::fs::{self, File};

use crate::formats;
use crate::harness::{CLEAN, FORMATS, Sandbox, TRAILING_COMMA};

#[test]
fn a_huge_file_costs_no_more_than_a_look() {
    let sandbox = Sandbox::new();
    for name in ["ak-adapter.json", "big.manifest.json"] {
        let file = File::create(sandbox.path(name)).unwrap();
        file.set_len(1 << 30).unwrap();
    }
    for format in FORMATS {
        let run = sandbox.run(["--format", format]);
        assert_eq!(run.code, Some(1), "{run:?}");
        assert_eq!(formats::rules(format, &run), ["file-too-large"; 2]);
    }
    let run = sandbox.run(["ak-adapter.json", "--format", "short"]);
    assert!(
        run.stdout.contains("262") && run.stdout.contains("1"),
        "{run:?}"
    );
}

#[test]
fn an_object_of_another_program_is_not_too_large() {
    let sandbox = Sandbox::new();
    let icons = "{\"src\": \"x.png\"},".repeat(10_000);
    sandbox.write(
        "site.manifest.json",
        format!("{{\"icons\": [{icons}{{}}]}}"),
    );
    assert_eq!(sandbox.run::<&str>([]).code, Some(0));
    assert_eq!(
        sandbox.run(["site.manifest.json"]).code,
        Some(1),
        "it was given"
    );
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    use std::os::unix::net::UnixListener;
    use std::process::Command;

    use super::*;

    #[test]
    fn no_name_breaks_the_output() {
        let sandbox = Sandbox::new();
        let names = [
            "a b",
            "a#b",
            "a%20b",
            "a\nb",
            "a\x1b[2Jb",
            "a\u{202e}b",
            "a:b,c",
            "-x",
            "日本",
            "\u{7f}",
        ];
        for name in names {
            sandbox.write(format!("{name}/ak-adapter.json"), TRAILING_COMMA.as_bytes());
        }
        let run = sandbox.run(["--format", "short"]);
        assert_eq!(run.stdout.lines().count(), names.len(), "{run:?}");
        let human = sandbox.run(["-v"]);
        for text in [&run.stdout, &human.stdout, &human.stderr] {
            assert!(!text.contains(['\x1b', '\u{202e}', '\x7f']), "{text:?}");
        }
        assert!(run.stdout.contains("a␊b/ak-adapter.json:"), "{run:?}");
        assert!(
            run.stdout.contains("a‹U+202E›b/ak-adapter.json:"),
            "{run:?}"
        );

        let report = sandbox.report(&[]);
        let mut exact: Vec<String> = names.map(|name| format!("{name}/ak-adapter.json")).into();
        exact.sort_unstable();
        let paths: Vec<&str> = report["files"]
            .as_array()
            .unwrap()
            .iter()
            .map(|file| file["path"].as_str().unwrap())
            .collect();
        assert_eq!(paths, exact);
    }

    // Other systems refuse such names.
    #[cfg(target_os = "linux")]
    #[test]
    fn names_that_are_not_text_are_told_apart() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt as _;

        let sandbox = Sandbox::new();
        for name in [b"\xFE.manifest.json", b"\xFF.manifest.json"] {
            sandbox.write(OsStr::from_bytes(name), b"not JSON");
        }
        let report = sandbox.report(&[]);
        assert_eq!(report["files"][0]["path"], "\\xFE.manifest.json");
        assert_eq!(report["files"][1]["path"], "\\xFF.manifest.json");
        let run = sandbox.run(["--format", "short"]);
        assert!(run.stdout.contains("\\xFF.manifest.json:1:"), "{run:?}");
    }

    #[test]
    fn nothing_is_waited_for() {
        let sandbox = Sandbox::with(&[("a/ak-adapter.json", &CLEAN)]);
        let pipe = sandbox.path("pipe.manifest.json");
        assert!(
            Command::new("mkfifo")
                .arg(&pipe)
                .status()
                .unwrap()
                .success()
        );
        let _socket = UnixListener::bind(sandbox.path("kit.json")).unwrap();
        symlink("/dev/zero", sandbox.path("zero.manifest.json")).unwrap();
        for format in FORMATS {
            let run = sandbox.run(["--format", format, "--isolated"]);
            assert_eq!(run.code, Some(2), "{run:?}");
            assert_eq!(formats::rules(format, &run), ["unreadable-file"; 2]);
            assert!(run.stdout.contains("this is a named pipe"), "{run:?}");
            assert!(run.stdout.contains("this is a socket"), "{run:?}");
            for given in [
                "pipe.manifest.json",
                "zero.manifest.json",
                "kit.json",
                "/dev/null",
            ] {
                let run = sandbox.run(["--format", format, given]);
                assert_eq!(run.code, Some(2), "{given}: {run:?}");
            }
        }
    }

    #[test]
    fn a_loop_of_links_is_walked_once() {
        let sandbox = Sandbox::with(&[("a/b/ak-adapter.json", &TRAILING_COMMA)]);
        symlink("..", sandbox.path("a/b/up")).unwrap();
        symlink("self", sandbox.path("self")).unwrap();
        symlink("loop.manifest.json", sandbox.path("loop.manifest.json")).unwrap();
        let run = sandbox.run(["--format", "short"]);
        assert_eq!(run.code, Some(1), "{run:?}");
        assert_eq!(run.stdout.lines().count(), 1, "{run:?}");
        let run = sandbox.run(["loop.manifest.json"]);
        assert_eq!(run.code, Some(2), "{run:?}");
    }

    #[test]
    fn a_link_is_followed_inside_the_folder_only() {
        let sandbox = Sandbox::with(&[
            ("in/real.json", &TRAILING_COMMA),
            ("out/secret.json", "{\"token\": \"s3cr3t\" \"x\": 1}"),
        ]);
        symlink("real.json", sandbox.path("in/ak-adapter.json")).unwrap();
        symlink("../out/secret.json", sandbox.path("in/x.manifest.json")).unwrap();
        let run = sandbox.run(["in"]);
        assert_eq!(run.code, Some(1), "{run:?}");
        assert!(run.stdout.contains("in/ak-adapter.json:"), "{run:?}");
        assert!(!run.stdout.contains("s3cr3t"), "{run:?}");
    }

    #[test]
    fn what_may_not_be_read_is_reported() {
        let sandbox = Sandbox::with(&[
            ("a/ak-adapter.json", &CLEAN),
            ("closed/ak-adapter.json", &CLEAN),
            ("file/ak-adapter.json", &CLEAN),
        ]);
        let closed = sandbox.path("closed");
        let file = sandbox.path("file/ak-adapter.json");
        let set = |mode| {
            fs::set_permissions(&closed, fs::Permissions::from_mode(mode)).unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        };
        set(0);
        // Root may read everything, so there is nothing to see for it.
        let is_root = fs::read_dir(&closed).is_ok();
        let runs = FORMATS.map(|format| sandbox.run(["--format", format]));
        set(0o755);
        if is_root {
            return;
        }
        for (format, run) in FORMATS.into_iter().zip(runs) {
            assert_eq!(run.code, Some(2), "{run:?}");
            assert_eq!(formats::rules(format, &run), ["unreadable-file"; 2]);
        }
    }
}
