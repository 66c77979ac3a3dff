//! `fornax-lint.toml` on the command line: what it changes, and what is said about it.

use std::fs;

use serde_json::Value;

use crate::harness::{CLEAN, DUPLICATE_KEY, FORMATS, Sandbox, TRAILING_COMMA};

const IGNORE: &str = "[[ignore]]\nrule = \"duplicate-key\"\nreason = \"on purpose\"\n";

/// The findings of a report, as `path:line:column rule severity`.
fn findings(report: &Value) -> Vec<String> {
    let files = report["files"].as_array().unwrap();
    files
        .iter()
        .flat_map(|file| {
            let path = file["path"].as_str().unwrap();
            file["diagnostics"]
                .as_array()
                .unwrap()
                .iter()
                .map(move |finding| {
                    format!(
                        "{path}:{}:{} {} {}",
                        finding["start"]["line"],
                        finding["start"]["column"],
                        finding["rule"].as_str().unwrap(),
                        finding["severity"].as_str().unwrap()
                    )
                })
        })
        .collect()
}

#[test]
fn a_finding_can_be_ignored_with_a_reason() {
    let sandbox = Sandbox::with(&[
        ("fornax-lint.toml", IGNORE),
        ("ak-adapter.json", &DUPLICATE_KEY),
    ]);
    let run = sandbox.run([] as [&str; 0]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""), "{run:?}");
    assert_eq!(sandbox.report(&[])["summary"]["ignored"], 1);
    assert!(
        run.stderr.contains("nothing to report, 1 ignored"),
        "{run:?}"
    );
    assert_eq!(
        findings(&sandbox.report(&["--no-config"])),
        ["ak-adapter.json:2:3 duplicate-key warning"]
    );
}

#[test]
fn levels_decide_about_the_exit_code() {
    let sandbox = Sandbox::with(&[
        ("fornax-lint.toml", "[rules]\nlabel-blank = \"error\"\n"),
        ("ak-adapter.json", &CLEAN.replace("\"Acme\"", "\" \"")),
    ]);
    let run = sandbox.run(["--format", "short"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.stdout.contains("error[label-blank]"), "{run:?}");
    assert_eq!(sandbox.run(["--no-config"]).code, Some(0));
}

#[test]
fn an_unused_ignore_is_a_warning_at_its_place() {
    let sandbox = Sandbox::with(&[("fornax-lint.toml", IGNORE), ("ak-adapter.json", &CLEAN)]);
    let expected = ["fornax-lint.toml:2:8 unused-ignore warning"];
    assert_eq!(findings(&sandbox.report(&[])), expected);
    assert_eq!(sandbox.run([] as [&str; 0]).code, Some(0));
    for (what, arguments) in [
        ("not all was searched", ["ak-adapter.json"].as_slice()),
        ("warnings are left out", &["--min-severity", "error"]),
        ("something lies on top", &["--published"]),
        ("nothing governs", &["--no-config"]),
    ] {
        assert!(findings(&sandbox.report(arguments)).is_empty(), "{what}");
    }
    sandbox.write("ak-adapter.json", TRAILING_COMMA.as_bytes());
    assert_eq!(
        findings(&sandbox.report(&[])).len(),
        1,
        "the comma may hide it"
    );
}

#[test]
fn a_broken_configuration_is_2_and_told_whole_in_every_format() {
    let sandbox = Sandbox::with(&[
        (
            "fornax-lint.toml",
            "publishd = true\n\n[[ignore]]\nrule = \"duplicate-keyz\"\nreason = \"x\"\n",
        ),
        ("ak-adapter.json", &DUPLICATE_KEY),
        ("sub/fornax-lint.toml", ""),
        ("sub/ak-adapter.json", &DUPLICATE_KEY),
    ]);
    let expected = [
        "fornax-lint.toml:1:1 broken-configuration error",
        "fornax-lint.toml:4:8 broken-configuration error",
        "sub/ak-adapter.json:2:3 duplicate-key warning",
    ];
    assert_eq!(findings(&sandbox.report(&[])), expected);
    for format in FORMATS {
        for arguments in [&[][..], &["ak-adapter.json"], &["ak-adapter.json", "-q"]] {
            let run = sandbox.run([arguments, &["--format", format]].concat());
            assert_eq!(run.code, Some(2), "{format} {arguments:?}: {run:?}");
            assert!(run.stdout.contains("did you mean `published`?"), "{run:?}");
            assert!(
                run.stdout.contains("did you mean `duplicate-key`?"),
                "{run:?}"
            );
        }
    }
    let run = sandbox.run(["--format", "short", "-v"]);
    assert_eq!(
        run.stdout.lines().next(),
        Some(
            "fornax-lint.toml:1:1: error[broken-configuration] there is no key `publishd`; did you mean `published`?"
        )
    );
    assert!(
        run.stderr
            .contains("ak-adapter.json: not checked, its configuration can't be used"),
        "{run:?}"
    );
    assert_eq!(sandbox.run(["--no-config"]).code, Some(0));
    let run = sandbox.run(["sub/ak-adapter.json"]);
    assert_eq!(run.code, Some(0), "that has its own");
    let run = sandbox.run(["sub"]);
    assert_eq!(run.code, Some(2), "what lies above might exclude it");
}

#[test]
fn a_broken_configuration_is_told_even_where_it_governs_nothing() {
    let sandbox = Sandbox::with(&[("fornax-lint.toml", "=")]);
    for arguments in [
        &[][..],
        &["."],
        &["missing.json"],
        &["config"],
        &["config", "x.json"],
    ] {
        let run = sandbox.run(arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}: {run:?}");
        assert!(
            run.stdout.contains("broken-configuration"),
            "{arguments:?}: {run:?}"
        );
    }
    let run = sandbox.run_with_stdin(["-", "--stdin-filename", "kit.json"], b"{}");
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(run.stdout.contains("broken-configuration"), "{run:?}");
    let run = sandbox.run_with_stdin(["-"], CLEAN.as_bytes());
    assert_eq!(run.code, Some(2), "{run:?}");
}

#[test]
fn one_file_may_govern_all() {
    let sandbox = Sandbox::with(&[
        ("fornax-lint.toml", "="),
        ("ci/strict.toml", "[rules]\nduplicate-key = \"error\"\n"),
        ("ak-adapter.json", &DUPLICATE_KEY),
    ]);
    let run = sandbox.run(["--config", "ci/strict.toml"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    let run = sandbox.run(["--config", "none.toml"]);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(run.stdout.contains("none.toml"), "{run:?}");
    let run = sandbox.run(["--config", "ci/strict.toml", "--no-config"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{run:?}");
}

#[test]
fn a_broken_configuration_that_was_named_is_reported_where_it_is() {
    let sandbox = Sandbox::with(&[("my.toml", "="), ("kit.json", "{}")]);
    fs::create_dir(sandbox.path("folder")).unwrap();
    for (named, shown, address) in [
        ("my.toml", "my.toml", "my.toml"),
        ("./my.toml", "my.toml", "my.toml"),
        ("folder", "folder", "folder"),
        (".", ".", ""),
    ] {
        let run = |format| sandbox.run(["--format", format, "--config", named]).stdout;
        let start = format!("{shown}:1:1: error[");
        assert!(run("short").starts_with(&start), "{}", run("short"));
        assert!(
            run("human").contains(&format!(" {shown}")),
            "{}",
            run("human")
        );
        for format in ["json", "jsonl"] {
            let path = run(format).replace(' ', "");
            assert!(path.contains(&format!("\"path\":\"{shown}\"")), "{path}");
        }
        if shown != "." {
            assert!(
                run("github").contains(&format!("file={shown},")),
                "{}",
                run("github")
            );
            let gitlab = run("gitlab").replace(' ', "");
            assert!(
                gitlab.contains(&format!("\"path\":\"{shown}\"")),
                "{gitlab}"
            );
            let sarif = run("sarif").replace(' ', "");
            assert!(sarif.contains(&format!("\"uri\":\"{address}\"")), "{sarif}");
        }
    }
}

#[test]
fn flags_win_over_the_file() {
    let sandbox = Sandbox::with(&[
        ("fornax-lint.toml", "fornax-version = \"0.0.1\"\n"),
        (
            "a.manifest.json",
            &std::fs::read_to_string(
                crate::support::repo_root()
                    .join("schemas/samples/fornax-manifest/valid/complete.json"),
            )
            .unwrap(),
        ),
    ]);
    let has_too_old = |arguments: &[&str]| {
        findings(&sandbox.report(arguments))
            .iter()
            .any(|finding| finding.contains("fornax-too-old error"))
    };
    assert!(has_too_old(&["--isolated"]));
    assert!(!has_too_old(&["--isolated", "--fornax-version", "9.0.0"]));
    assert!(!has_too_old(&["--isolated", "--no-config"]));
}

#[test]
fn excluded_files_are_passed_over_unless_named() {
    let sandbox = Sandbox::with(&[
        ("fornax-lint.toml", "exclude = [\"vendor\"]\n"),
        ("vendor/ak-adapter.json", &TRAILING_COMMA),
        ("ak-adapter.json", &CLEAN),
    ]);
    let file = "vendor/ak-adapter.json";
    for (arguments, code) in [
        (&[][..], 0),
        (&[file], 1),
        (&[file, "--force-exclude"], 0),
        (&[file, "ak-adapter.json", "--force-exclude"], 0),
        (&["vendor"], 0),
        (&["vendor", "--no-config"], 1),
    ] {
        let run = sandbox.run(arguments);
        assert_eq!(run.code, Some(code), "{arguments:?}: {run:?}");
    }
    // As pre-commit names what it was told to pass over.
    let run = sandbox.run([file, "--force-exclude"]);
    assert_eq!(
        (run.stdout.as_str(), run.stderr.as_str()),
        ("", ""),
        "{run:?}"
    );
    let run = sandbox.run([file, "--force-exclude", "-v"]);
    assert!(run.stderr.contains("passed over, excluded"), "{run:?}");
    let run = sandbox.run(["vendor"]);
    assert!(
        run.stderr.contains("1 excluded by the configuration"),
        "{run:?}"
    );
}

#[test]
fn claimed_files_are_found_and_are_what_is_said() {
    let sandbox = Sandbox::with(&[
        (
            "fornax-lint.toml",
            "[files]\nak-adapter = [\"hosts/*.json\"]\n",
        ),
        ("hosts/one.json", &CLEAN),
        ("hosts/two.json", "{}"),
        ("hosts/notes.txt", "x"),
        ("other.json", "{}"),
    ]);
    let report = sandbox.report(&[]);
    let files: Vec<_> = report["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| {
            (
                file["path"].as_str().unwrap(),
                file["kind"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        files,
        [
            ("hosts/one.json", "ak-adapter"),
            ("hosts/two.json", "ak-adapter")
        ]
    );
    assert_eq!(
        sandbox.report(&["hosts/two.json"])["files"][0]["kind"],
        "ak-adapter"
    );
    let said = sandbox.report(&["hosts/two.json", "--kind", "ak-kit"]);
    assert_eq!(said["files"][0]["kind"], "ak-kit");
    let run = sandbox.run_with_stdin(["-", "--stdin-filename", "hosts/x.json"], b"{}");
    assert_eq!(run.code, Some(1), "{run:?}");
}

#[test]
fn a_configuration_is_no_manifest_and_never_fixed() {
    let text = "[files]\nak-kit = [\"**\"]\n";
    let sandbox = Sandbox::with(&[("fornax-lint.toml", text), ("ci/own.toml", text)]);
    #[cfg(unix)]
    std::os::unix::fs::symlink("fornax-lint.toml", sandbox.path("link.json")).unwrap();
    let unchanged = || {
        for file in ["fornax-lint.toml", "ci/own.toml"] {
            assert_eq!(fs::read_to_string(sandbox.path(file)).unwrap(), text);
        }
    };
    let fix = ["--fix", "--unsafe-fixes"];
    for more in [
        &["fornax-lint.toml"][..],
        &["--config", "ci/own.toml", "ci"],
    ] {
        let run = sandbox.run([&fix[..], more].concat());
        assert!(!run.stderr.contains("applied"), "{run:?}");
        unchanged();
    }
    // The other one is a file like any other.
    let run = sandbox.run(["fornax-lint.toml", "--kind", "ak-kit"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    for how in [&fix[..], &["--diff", "--unsafe-fixes"]] {
        let named = ["fornax-lint.toml", "--kind", "ak-kit"];
        let run = sandbox.run([how, &named].concat());
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(!run.stdout.contains("+++"), "{run:?}");
        unchanged();
    }
    fs::remove_file(sandbox.path("ci/own.toml")).unwrap();
    let run = sandbox.run(fix);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(
        run.stderr.starts_with("warning: no manifest found"),
        "{run:?}"
    );
    assert_eq!(
        fs::read_to_string(sandbox.path("fornax-lint.toml")).unwrap(),
        text
    );
}

#[test]
fn the_working_directory_changes_no_finding() {
    let sandbox = Sandbox::with(&[
        (".git/HEAD", ""),
        (
            "fornax-lint.toml",
            "exclude = [\"/sub/old\"]\n[files]\nak-adapter = [\"sub/hosts/*.json\"]\n\
             [[ignore]]\nrule = \"duplicate-key\"\npath = \"sub/ak-adapter.json\"\nreason = \"r\"\n\
             [[ignore]]\nrule = \"label-blank\"\nreason = \"stale\"\n",
        ),
        ("sub/ak-adapter.json", &DUPLICATE_KEY),
        ("sub/old/ak-adapter.json", &DUPLICATE_KEY),
        ("sub/hosts/a.json", &DUPLICATE_KEY),
        ("sub/deep/ak-adapter.json", &DUPLICATE_KEY),
    ]);
    let from = |folder: &str, arguments: &[&str]| {
        let mut command = sandbox.command([&["--format", "json"], arguments].concat());
        command.current_dir(sandbox.path(folder));
        let run = crate::harness::finish(command.spawn().unwrap());
        let mut findings: Vec<_> = findings(&serde_json::from_str(&run.stdout).unwrap())
            .into_iter()
            .map(|finding| {
                let (path, rest) = finding.split_once(':').unwrap();
                format!("{}:{rest}", path.rsplit('/').next().unwrap())
            })
            .collect();
        findings.sort();
        findings
    };
    let expected = [
        "a.json:2:3 duplicate-key warning",
        "ak-adapter.json:2:3 duplicate-key warning",
        "fornax-lint.toml:9:8 unused-ignore warning",
    ];
    let top = sandbox.work();
    let top = top.to_str().unwrap();
    assert_eq!(from("", &[]), expected);
    assert_eq!(from("", &["sub", "."]), expected);
    assert_eq!(from("", &[top]), expected);
    assert_eq!(from("sub", &[".."]), expected);
    assert_eq!(from("sub/deep", &["../.."]), expected);
    assert_eq!(from("sub/deep", &["../../sub/../"]), expected);
    assert_eq!(from("sub/hosts", &["..", "."]), expected[..2]);
}

#[test]
fn what_governs_is_shown_with_its_origin() {
    let sandbox = Sandbox::with(&[
        (".git/HEAD", ""),
        (
            "fornax-lint.toml",
            "published = true\nexclude = [\"old\"]\n[files]\nak-adapter = [\"hosts/*.json\"]\n\
             [rules]\nlabel-blank = \"error\"\n[[ignore]]\nrule = \"duplicate-key\"\n\
             pointer = \"/name\"\npath = \"hosts/\"\nreason = \"kept\"\n",
        ),
        ("hosts/a.json", &CLEAN),
    ]);
    let run = sandbox.run(["config", "hosts/a.json", "--fornax-version", "0.1.0"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(run.stderr, "");
    assert_eq!(
        run.stdout,
        "\
hosts/a.json
  governed by the fornax-lint.toml in .; there is none in hosts

  agentic-kit host adapter, by `hosts/*.json`  fornax-lint.toml:4:15
  fornax-version = \"0.1.0\"                     --fornax-version
  reserved-ids = [\"claude-code\", \"codex\"]      default
  published = true                             fornax-lint.toml:1:13
  exclude = [\"old\"]                            fornax-lint.toml:2:12
  files.ak-adapter = [\"hosts/*.json\"]          fornax-lint.toml:4:15
  rules.label-blank = \"error\"                  fornax-lint.toml:6:15
  ignores duplicate-key at `/name`: kept       fornax-lint.toml:8:8
"
    );
    let run = sandbox.run(["config", "old/kit.json", "hosts"]);
    assert!(run.stdout.contains("excluded, by `old`"), "{run:?}");
    assert!(
        run.stdout.contains(
            "\n\nhosts\n  governed by the fornax-lint.toml in .; there is none in hosts\n"
        ),
        "{run:?}"
    );
}

#[test]
fn a_folder_shows_every_ignore_and_where_it_holds() {
    let sandbox = Sandbox::with(&[
        (
            "fornax-lint.toml",
            "[[ignore]]\nrule = \"duplicate-key\"\npath = \"hosts/\"\npointer = \"/name\"\nreason = \"kept\"\n\
             [[ignore]]\nrule = \"label-blank\"\nreason = \"known\"\n",
        ),
        ("other/kit.json", "{}"),
    ]);
    let run = sandbox.run(["config"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    for line in [
        "  ignores duplicate-key at `/name` in `hosts/`: kept  fornax-lint.toml:2:8\n",
        "  ignores label-blank: known                          fornax-lint.toml:7:8\n",
    ] {
        assert!(run.stdout.contains(line), "{run:?}");
    }
    let run = sandbox.run(["config", "other/kit.json"]);
    assert!(!run.stdout.contains("duplicate-key"), "{run:?}");
    assert!(run.stdout.contains("label-blank"), "{run:?}");
}

#[test]
fn what_is_not_there_is_governed_but_told() {
    let sandbox = Sandbox::with(&[("kit.json", "{}")]);
    for arguments in [
        &["config", "nope.json"][..],
        &["config", "kit.json", "nope.json"],
    ] {
        let run = sandbox.run(arguments);
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(run.stdout.contains("nope.json\n  governed by"), "{run:?}");
        assert_eq!(
            run.stderr,
            "error: `nope.json`: there is no such file or folder\n"
        );
    }
}

#[test]
fn that_nothing_governs_is_shown_with_the_reason() {
    let sandbox = Sandbox::with(&[(".git/HEAD", ""), ("a/kit.json", "{}")]);
    for (arguments, expected) in [
        (
            &["config", "a/kit.json"][..],
            "governed by no file: there is no fornax-lint.toml in a, ., the top of the repository\n",
        ),
        (
            &["config", "--no-config"],
            "governed by no file: `--no-config`\n",
        ),
    ] {
        let run = sandbox.run(arguments);
        assert_eq!(run.code, Some(0), "{run:?}");
        assert!(run.stdout.contains(expected), "{run:?}");
    }
    sandbox.write("x.toml", "published = true");
    let run = sandbox.run(["config", "--config", "x.toml"]);
    assert!(
        run.stdout.contains("governed by x.toml: `--config`\n"),
        "{run:?}"
    );
    assert!(run.stdout.contains("x.toml:1:13"), "{run:?}");
}

#[test]
fn what_is_said_about_configurations_can_be_explained() {
    let sandbox = Sandbox::new();
    for name in ["broken-configuration", "unused-ignore"] {
        let run = sandbox.run(["explain", name]);
        assert_eq!(run.code, Some(0), "{run:?}");
        assert!(run.stdout.starts_with(name), "{run:?}");
    }
}

#[test]
fn a_configuration_shows_nothing_that_a_terminal_obeys() {
    let sandbox = Sandbox::with(&[(
        "fornax-lint.toml",
        "\"\\u001b[2J\" = 1\n\"\u{202e}b\" = 2\n",
    )]);
    for arguments in [&["check"][..], &["config"]] {
        let run = sandbox.run(arguments);
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(!run.stdout.contains(['\x1b', '\u{202e}']), "{run:?}");
    }
    sandbox.write("fornax-lint.toml", "exclude = [\"\\u001b[2J*]\"]\n[[ignore]]\nrule = \"label-blank\"\nreason = \"\\u001b[2J\"\n");
    let run = sandbox.run(["config", "."]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.stdout.contains("ignores label-blank"), "{run:?}");
    assert!(!run.stdout.contains('\x1b'), "{run:?}");
}

#[cfg(unix)]
#[test]
fn hostile_configurations_end_the_run_well() {
    use std::fs::File;
    use std::os::unix::fs::symlink;

    let sandbox = Sandbox::with(&[("ak-adapter.json", &CLEAN)]);
    let path = sandbox.path("fornax-lint.toml");
    let expect = |words: &str| {
        let run = sandbox.run(["--format", "short"]);
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(run.stdout.contains(words), "{run:?}");
        std::fs::remove_file(sandbox.path("fornax-lint.toml")).unwrap();
    };
    File::create(&path).unwrap().set_len(1 << 30).unwrap();
    expect("the file has 1073741824 bytes");
    let mkfifo = std::process::Command::new("mkfifo").arg(&path).status();
    assert!(mkfifo.unwrap().success());
    expect("this is a named pipe, not a file");
    symlink("/etc/passwd", &path).unwrap();
    expect("leads out of the project");
    symlink("fornax-lint.toml", &path).unwrap();
    expect("broken-configuration");
    sandbox.write("fornax-lint.toml", b"published = true # \xFF\n");
    expect("fornax-lint.toml:1:20: error[broken-configuration] this byte is not UTF-8");
}
