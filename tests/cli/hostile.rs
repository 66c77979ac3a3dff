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

#[test]
fn what_a_kit_points_to_is_quoted_by_no_report() {
    let sandbox = Sandbox::new();
    let outside = sandbox.work().parent().unwrap().to_path_buf();
    let named = CLEAN.replacen("\"id\": \"", "\"id\": \"zz-secret-", 1);
    assert_ne!(named, *CLEAN);
    fs::write(outside.join("netrc"), "zz-secret-password\n").unwrap();
    fs::write(outside.join("host.json"), named).unwrap();
    fs::write(
        outside.join("value.json"),
        "{ \"zz-secret\": \"zz-secret\" }",
    )
    .unwrap();
    sandbox.write("notes", "zz-secret in a text of the project\n");
    let netrc = outside.join("netrc").to_string_lossy().replace('\\', "/");
    let sources = ["../netrc", &netrc, "../host.json", "../value.json", "notes"];
    let entries: Vec<String> = sources
        .iter()
        .enumerate()
        .map(|(n, source)| format!("{{ \"name\": \"a{n}\", \"source\": \"{source}\" }}"))
        .collect();
    sandbox.write(
        "kit.json",
        format!("{{ \"hostAdapters\": [{}] }}", entries.join(", ")),
    );
    for format in FORMATS {
        let run = sandbox.run(["--format", format]);
        let rules = formats::rules(format, &run);
        let refused = rules.iter().filter(|rule| *rule == "kit-manifest-refused");
        assert_eq!(refused.count(), 4, "{format}: {rules:?}");
        let all = format!("{}{}", run.stdout, run.stderr);
        assert!(!all.contains("zz-secret"), "{format}: {all}");
    }
    let run = sandbox.run(["--diff", "--unsafe-fixes"]);
    assert!(!run.stdout.contains("zz-secret"), "{run:?}");
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    use std::os::unix::net::UnixListener;
    use std::path::{Path, PathBuf};
    use std::process::{Command, Stdio};

    use crate::harness::{Run, copy_program, finish};

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
        make_pipe(&sandbox.path("pipe.manifest.json"));
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
    fn an_ignore_file_may_be_anything() {
        let sandbox = Sandbox::with(&[
            ("a/ak-adapter.json", &TRAILING_COMMA),
            ("b/ak-adapter.json", &TRAILING_COMMA),
            ("c/ak-adapter.json", &TRAILING_COMMA),
            ("c/.gitignore/any", ""),
            ("d/.gitignore", "\u{feff}ak-adapter.json\r\n"),
            ("d/ak-adapter.json", &TRAILING_COMMA),
        ]);
        make_pipe(&sandbox.path("a/.gitignore"));
        let huge = File::create(sandbox.path("b/.ignore")).unwrap();
        huge.set_len(1 << 30).unwrap();
        let run = sandbox.run(["--format", "short"]);
        assert_eq!(run.code, Some(2), "{run:?}");
        let lines: Vec<_> = run.stdout.lines().collect();
        assert_eq!(lines.len(), 5, "{run:?}");
        for (line, start) in lines.iter().zip([
            "a/.gitignore:1:1: error[unreadable-file] cannot be checked: this is a named pipe",
            "a/ak-adapter.json:",
            "b/.ignore:1:1: error[unreadable-file] cannot be checked: this has 1073741824 bytes",
            "b/ak-adapter.json:",
            "c/ak-adapter.json:",
        ]) {
            assert!(line.starts_with(start), "{line}");
        }
        assert!(run.peak_memory < 100_000, "{} kB", run.peak_memory);
    }

    /// All of this file at once, as someone who may not read everything.
    #[test]
    fn a_hostile_tree_is_checked_to_its_end() {
        let sandbox = Sandbox::with(&[
            ("closed/ak-adapter.json", &CLEAN),
            ("loop/ak-adapter.json", &TRAILING_COMMA),
            ("open/ak-adapter.json", &CLEAN),
        ]);
        let names: [&[u8]; 7] = [
            b"a b",
            b"a#b",
            b"a%20b",
            b"a\nb",
            b"a\x1b[2Jb",
            b"a:b,c",
            b"-x",
        ];
        for name in names {
            let path = Path::new(OsStr::from_bytes(name)).join("ak-adapter.json");
            sandbox.write(path, TRAILING_COMMA.as_bytes());
        }
        if cfg!(target_os = "linux") {
            let path = Path::new(OsStr::from_bytes(b"\xFF")).join("ak-adapter.json");
            sandbox.write(path, TRAILING_COMMA.as_bytes());
        }
        let huge = File::create(sandbox.path("huge.manifest.json")).unwrap();
        huge.set_len(1 << 30).unwrap();
        make_pipe(&sandbox.path("pipe.manifest.json"));
        let _socket = UnixListener::bind(sandbox.path("kit.json")).unwrap();
        symlink("..", sandbox.path("loop/up")).unwrap();
        symlink("loop.manifest.json", sandbox.path("loop.manifest.json")).unwrap();
        let closed = Closed::new(sandbox.path("closed"));
        let runs = FORMATS.map(|format| closed.run(&sandbox, &["--format", format]));
        drop(closed);
        for (format, run) in FORMATS.into_iter().zip(runs) {
            assert_eq!(run.code, Some(2), "{format}: {}", run.stderr);
            assert!(run.peak_memory < 100_000, "{} kB", run.peak_memory);
            let mut rules = formats::rules(format, &run);
            rules.sort_unstable();
            if format == "github" {
                assert_eq!(rules.len(), 10, "that many it shows");
                continue;
            }
            let commas = names.len() + 1 + usize::from(cfg!(target_os = "linux"));
            let mut expected = vec!["file-too-large"];
            expected.extend(vec!["trailing-comma"; commas]);
            expected.extend(["unreadable-file"; 3]);
            assert_eq!(rules, expected, "{format}");
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
        // Who wonders is told.
        symlink("../out", sandbox.path("in/folder")).unwrap();
        symlink("nowhere", sandbox.path("in/y.manifest.json")).unwrap();
        symlink("real.json", sandbox.path("in/other.json")).unwrap();
        let run = sandbox.run(["in", "-v"]);
        for name in ["folder", "x.manifest.json", "y.manifest.json"] {
            let line = format!("in/{name}: passed over, a link that is not followed\n");
            assert!(run.stderr.contains(&line), "{run:?}");
        }
        assert!(!run.stderr.contains("other.json"), "{run:?}");
        assert!(run.stderr.contains("1 file: 1 error"), "{run:?}");
    }

    #[test]
    fn what_may_not_be_read_is_reported() {
        let sandbox = Sandbox::with(&[
            ("a/ak-adapter.json", &CLEAN),
            ("closed/ak-adapter.json", &CLEAN),
            ("file/ak-adapter.json", &CLEAN),
        ]);
        let folder = Closed::new(sandbox.path("closed"));
        let file = Closed::new(sandbox.path("file/ak-adapter.json"));
        let runs = FORMATS.map(|format| folder.run(&sandbox, &["--format", format]));
        drop((folder, file));
        for (format, run) in FORMATS.into_iter().zip(runs) {
            assert_eq!(run.code, Some(2), "{run:?}");
            assert_eq!(formats::rules(format, &run), ["unreadable-file"; 2]);
        }
    }

    fn make_pipe(path: &Path) {
        let status = Command::new("mkfifo").arg(path).status().unwrap();
        assert!(status.success());
    }

    /// A file or folder that may not be read, until this is dropped.
    struct Closed(PathBuf);

    impl Closed {
        fn new(path: PathBuf) -> Self {
            fs::set_permissions(&path, fs::Permissions::from_mode(0o0)).unwrap();
            Self(path)
        }

        /// Runs the binary as someone for whom this is closed: root may read everything.
        fn run(&self, sandbox: &Sandbox, arguments: &[&str]) -> Run {
            let is_open = fs::read_dir(&self.0).is_ok();
            let mut command = sandbox.command(arguments);
            if is_open {
                // Nobody may look for the binary where root has built it.
                let top = sandbox.path("..");
                let binary = top.join("fornax-lint");
                fs::set_permissions(&top, fs::Permissions::from_mode(0o755)).unwrap();
                copy_program(&binary);
                let arguments = ["--reuid=65534", "--regid=65534", "--clear-groups"];
                let mut other = Command::new("setpriv");
                other.args(arguments).arg(binary).args(command.get_args());
                other.current_dir(sandbox.work()).env_clear();
                other.stdout(Stdio::piped()).stderr(Stdio::piped());
                command = other;
            }
            finish(command.spawn().unwrap())
        }
    }

    impl Drop for Closed {
        fn drop(&mut self) {
            fs::set_permissions(&self.0, fs::Permissions::from_mode(0o755)).unwrap();
        }
    }
}
