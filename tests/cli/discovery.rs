//! Which files are checked: whatever was named or listed, from wherever, in any order and number.

use std::fs;

use crate::formats;
use crate::harness::{FORMATS, Run, Sandbox, TRAILING_COMMA, finish};
use crate::support::repo_root;

/// A repository with a manifest here and there, each with one error.
fn repository() -> Sandbox {
    let sandbox = Sandbox::with(&[
        (".git/HEAD", ""),
        (".gitignore", "/out\nignored.json\n"),
        ("fornax-lint.toml", "exclude = [\"vendor\"]\n"),
    ]);
    for path in [
        "ak-adapter.json",
        "adapters/acme.json",
        "ignored.json",
        "out/ak-adapter.json",
        "vendor/ak-adapter.json",
        ".hidden/ak-adapter.json",
    ] {
        sandbox.write(path, TRAILING_COMMA.as_bytes());
    }
    for (path, sample) in [
        (
            "adapters/registry.json",
            "fornax-registry/valid/complete.json",
        ),
        (
            "adapters/deep/x.manifest.json",
            "fornax-manifest/valid/complete.json",
        ),
    ] {
        let sample = repo_root().join("schemas/samples").join(sample);
        let text = fs::read_to_string(sample).unwrap();
        sandbox.write(
            path,
            text.trim_end().strip_suffix("\n}").unwrap().to_owned() + ",\n}",
        );
    }
    sandbox
}

/// The files that a run has something to say about.
fn files(run: &Run) -> Vec<&str> {
    let mut files: Vec<_> = run
        .stdout
        .lines()
        .map(|line| line.split(':').next().unwrap())
        .collect();
    files.dedup();
    files
}

fn checked(sandbox: &Sandbox, arguments: &[&str]) -> Vec<String> {
    let run = sandbox.run([&["--format", "short"], arguments].concat());
    files(&run).into_iter().map(str::to_owned).collect()
}

#[test]
fn what_is_named_is_checked_and_what_is_not_is_chosen() {
    let sandbox = repository();
    let chosen = [
        "adapters/deep/x.manifest.json",
        "adapters/registry.json",
        "ak-adapter.json",
    ];
    assert_eq!(checked(&sandbox, &[]), chosen);
    for path in [
        "adapters/acme.json",
        "ignored.json",
        "out/ak-adapter.json",
        "vendor/ak-adapter.json",
        ".hidden/ak-adapter.json",
    ] {
        assert_eq!(checked(&sandbox, &[path]), [path]);
    }
}

#[test]
fn the_result_is_the_same_from_any_folder_and_in_any_order() {
    let sandbox = repository();
    let from = |folder: &str, arguments: &[&str]| {
        let mut command = sandbox.command([&["--format", "sarif"], arguments].concat());
        command.current_dir(sandbox.path(folder));
        let run = finish(command.spawn().unwrap());
        assert_eq!(run.code, Some(1), "{folder}: {arguments:?}");
        let log: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        log["runs"][0]["results"].clone()
    };
    let all = from(".", &["adapters"]);
    assert_eq!(from("adapters", &[]), all);
    assert_eq!(from("adapters/deep", &[".."]), all);
    assert_eq!(from("vendor", &["../adapters"]), all);
    assert_eq!(from(".", &["adapters/deep", "adapters"]), all);
    assert_eq!(
        from("adapters", &["registry.json"]),
        from(".", &["adapters/registry.json"])
    );
    let absolute = sandbox.path("adapters");
    assert_eq!(from(".", &[absolute.to_str().unwrap()]), all);
    let registry = sandbox.run(["adapters/registry.json", "--format", "short"]);
    for arguments in [&["registry.json"][..], &[]] {
        let mut command = sandbox.command([&["--format", "short"], arguments].concat());
        command.current_dir(sandbox.path("adapters"));
        let run = finish(command.spawn().unwrap());
        assert!(
            registry
                .stdout
                .lines()
                .all(|line| run.stdout.contains(line.trim_start_matches("adapters/"))),
            "the folder's name counts even where nobody wrote it: {run:?}"
        );
    }
}

#[test]
fn exclusion_holds_for_named_files_if_it_is_forced() {
    let sandbox = repository();
    let named = [
        "vendor/ak-adapter.json",
        "out/ak-adapter.json",
        "ignored.json",
    ];
    fn forced<'a>(more: &[&'a str], named: &[&'a str]) -> Vec<&'a str> {
        [&["--force-exclude"], more, named].concat()
    }
    assert_eq!(
        checked(&sandbox, &forced(&["adapters/acme.json"], &named)),
        ["adapters/acme.json"]
    );
    for format in FORMATS {
        let run = sandbox.run([&["--format", format][..], &forced(&[], &named)].concat());
        assert_eq!(run.code, Some(0), "{run:?}");
        assert_eq!(run.stderr, "", "nothing is left, and that is meant");
        let run = sandbox.run([&["--format", format][..], &named].concat());
        assert_eq!(run.code, Some(1), "{run:?}");
    }
    let run = sandbox.run(forced(&["-v"], &named));
    for path in named {
        let line = format!("{path}: passed over, excluded\n");
        assert!(run.stderr.contains(&line), "{run:?}");
    }
}

/// A run whose files are all excluded on purpose is a success in every format.
#[test]
fn that_all_is_excluded_on_purpose_is_no_failure_in_any_format() {
    let sandbox = repository();
    for named in ["vendor/ak-adapter.json", "ignored.json", "vendor"] {
        for format in FORMATS {
            let run = sandbox.run(["--force-exclude", named, "--format", format]);
            assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{run:?}");
            assert_eq!(formats::rules(format, &run), [""; 0], "{run:?}");
            for word in ["nothing-checked", "no manifest", "No manifest"] {
                // SARIF declares all notices that there are.
                let told = run.stdout.replace("\"id\":\"nothing-checked\"", "");
                assert!(format == "sarif" || !told.contains(word), "{run:?}");
            }
            match format {
                "sarif" => {
                    let log: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
                    let invocation = &log["runs"][0]["invocations"][0];
                    assert_eq!(invocation["executionSuccessful"], true);
                    assert_eq!(invocation["exitCode"], 0);
                    let notices = &invocation["toolExecutionNotifications"];
                    assert_eq!(notices.as_array().unwrap().len(), 0);
                }
                "json" => {
                    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
                    assert_eq!(report["summary"]["excluded"], 1);
                    assert_eq!(report["summary"]["files"], 0);
                }
                _ => {}
            }
        }
    }
    // Where nobody asked for it, that is told.
    let run = sandbox.run(["vendor/..", "--format", "sarif", "--force-exclude"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    sandbox.write("only/fornax-lint.toml", "exclude = [\"kit.json\"]");
    sandbox.write("only/kit.json", "{}");
    let run = sandbox.run(["only", "--format", "sarif"]);
    assert!(
        run.stdout
            .contains("No manifest found in `only`; 1 excluded by the configuration."),
        "{run:?}"
    );
}

#[test]
fn what_hides_the_only_manifests_is_named() {
    let kit = "{\"hostAdapters\": []}";
    let note = |files: &[(&str, &str)], path: &str| {
        let run = Sandbox::with(files).run([path]);
        assert_eq!(run.code, Some(0), "{run:?}");
        let mut lines = run.stderr.lines().map(str::to_owned);
        assert!(
            lines
                .next()
                .unwrap()
                .starts_with("warning: no manifest found in ")
        );
        let note = lines.next().unwrap_or_default();
        assert_eq!(lines.next(), None);
        note
    };
    let end = "; what is named is checked all the same";
    assert_eq!(
        note(&[(".gitignore", "/out\n"), ("out/deep/kit.json", kit)], "."),
        format!(
            "note: `out/deep/kit.json` is passed over, because `.gitignore` names `out` (`/out`){end}"
        )
    );
    assert_eq!(
        note(&[("a/.ignore", "*.json\n"), ("a/kit.json", kit)], "a"),
        format!("note: `a/kit.json` is passed over, because `a/.ignore` names it (`*.json`){end}")
    );
    assert_eq!(
        note(&[(".x/kit.json", kit)], "."),
        format!(
            "note: `.x/kit.json` is passed over, because the name of `.x` begins with a dot{end}"
        )
    );
    assert_eq!(
        note(&[(".gitignore", "*"), ("package.json", "{}")], "."),
        ""
    );
}

/// What has a manifest's name and isn't even JSON may be one that is broken; what is JSON is another
/// program's.
#[test]
fn what_is_passed_over_and_may_be_a_manifest_is_counted() {
    let sandbox = Sandbox::with(&[
        ("a.manifest.json", "{\"icons\": ["),
        ("site.manifest.json", "{\"icons\": []}"),
    ]);
    let said = "1 file passed over: not JSON, and nothing like a manifest (-v names it)";
    let run = sandbox.run::<&str>([]);
    assert_eq!(
        run.stderr,
        format!("warning: no manifest found in `.`; {said}\n")
    );
    sandbox.write("kit.json", "{\"hostAdapters\": []}");
    let run = sandbox.run(["--isolated"]);
    assert_eq!(run.stderr, format!("1 file: nothing to report; {said}\n"));
    assert_eq!(run.code, Some(0));
    let run = sandbox.run(["--isolated", "-v"]);
    assert!(
        run.stderr
            .contains("a.manifest.json: passed over, it is not JSON"),
        "{run:?}"
    );
    sandbox.write("b.manifest.json", "{\"icons\": [");
    let run = sandbox.run(["--isolated"]);
    assert!(run.stderr.contains("; 2 files passed over: "), "{run:?}");
}

#[test]
fn of_two_names_the_plainer_one_is_used() {
    let sandbox = repository();
    let absolute = sandbox.path("ak-adapter.json").display().to_string();
    let here = sandbox.work().display().to_string();
    for arguments in [
        ["ak-adapter.json", &*absolute],
        [&absolute, "ak-adapter.json"],
        [&absolute, "./ak-adapter.json"],
        ["out/../ak-adapter.json", "ak-adapter.json"],
    ] {
        assert_eq!(checked(&sandbox, &arguments), ["ak-adapter.json"]);
    }
    assert_eq!(checked(&sandbox, &[".", &here]), checked(&sandbox, &[]));
    // The order stays that of the names.
    let both = checked(&sandbox, &["ignored.json", "/none", "ak-adapter.json"]);
    assert_eq!(both, ["/none", "ak-adapter.json", "ignored.json"]);
}

#[test]
fn with_exclusion_another_programs_file_is_passed_over_though_it_is_named() {
    let sandbox = Sandbox::with(&[
        ("site.manifest.json", "{\"name\": \"x\", \"icons\": []}"),
        ("hermes.json", &TRAILING_COMMA),
    ]);
    let run = sandbox.run(["--force-exclude", "site.manifest.json"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(sandbox.run(["site.manifest.json"]).code, Some(1));
    let run = sandbox.run(["--force-exclude", "hermes.json"]);
    assert_eq!(run.code, Some(1), "no search would find it: {run:?}");
}

#[cfg(unix)]
#[test]
fn a_link_that_is_not_followed_is_told_with_the_reason() {
    use std::os::unix::fs::symlink;

    let nowhere = "it is a link that leads to nothing";
    let no_file = "it is a link to what is no file";
    let outside = "it is a link to a file outside what is searched";
    for (target, forced, reason, named) in [
        ("nowhere", false, nowhere, "work"),
        ("nowhere", true, nowhere, "link"),
        ("/dev/zero", false, no_file, "work"),
        ("/dev/zero", true, no_file, "link"),
        ("../outside", false, outside, "work"),
        ("../outside", true, outside, "link"),
    ] {
        let sandbox = Sandbox::with(&[("work/x", ""), ("outside", &TRAILING_COMMA)]);
        let link = sandbox.path("work/ak-adapter.json");
        symlink(target, &link).unwrap();
        let (arguments, path, folder) = match named {
            "link" => (&["ak-adapter.json"][..], "ak-adapter.json", "work"),
            _ => (&["work"][..], "work/ak-adapter.json", "."),
        };
        let forcing = ["--force-exclude"];
        let forcing = if forced { &forcing[..] } else { &[] };
        let mut command = sandbox.command([forcing, arguments].concat());
        command.current_dir(sandbox.path(folder));
        let run = finish(command.spawn().unwrap());
        assert_eq!(run.code, Some(0), "{run:?}");
        assert_eq!(run.stdout, "");
        let note = run.stderr.lines().nth(1).unwrap_or_default();
        let also = match (target, forced) {
            ("../outside", false) => "; what is named is checked all the same",
            _ => "",
        };
        assert_eq!(
            note,
            format!("note: `{path}` is passed over, because {reason}{also}")
        );
    }
    // Without force, what is named is meant.
    let sandbox = Sandbox::with(&[("work/x", ""), ("outside", &TRAILING_COMMA)]);
    symlink("../outside", sandbox.path("work/ak-adapter.json")).unwrap();
    assert_eq!(sandbox.run(["work/ak-adapter.json"]).code, Some(1));
    // A link that a search from here follows is followed though exclusion is forced.
    let run = sandbox.run(["--force-exclude", "work/ak-adapter.json"]);
    assert_eq!(run.code, Some(1), "{run:?}");
}

#[test]
fn a_list_names_what_is_checked() {
    let sandbox = repository();
    let listed = |list: &[u8]| {
        let arguments = ["--format", "short", "--files-from", "-"];
        sandbox.run_with_stdin(arguments, list)
    };
    for list in [
        &b"ignored.json\nadapters/acme.json\n"[..],
        b"ignored.json\r\n\r\n./adapters/acme.json",
        b"adapters/acme.json\0ignored.json\0",
    ] {
        let run = listed(list);
        assert_eq!(files(&run), ["adapters/acme.json", "ignored.json"]);
        assert_eq!(run.code, Some(1), "{run:?}");
    }
    let run = listed(b"missing.json\n");
    assert_eq!(run.code, Some(2), "{run:?}");

    sandbox.write("list", "adapters\nvendor/ak-adapter.json\n");
    assert_eq!(
        checked(
            &sandbox,
            &["--files-from", "list", "ignored.json", "--force-exclude"]
        ),
        ["adapters/deep/x.manifest.json", "adapters/registry.json"]
    );
    assert_eq!(
        checked(&sandbox, &["--files-from", "list", "ak-adapter.json"]).len(),
        4
    );
}

#[test]
fn a_list_may_be_empty_but_not_missing() {
    let sandbox = repository();
    for format in FORMATS {
        let arguments = ["--format", format, "--files-from", "-"];
        let run = sandbox.run_with_stdin(arguments, b"");
        assert_eq!(run.code, Some(0), "{run:?}");
        assert_eq!(
            run.stderr, "warning: no manifest found in an empty list\n",
            "{format}"
        );
    }
    for (arguments, message) in [
        (["--files-from", "none"], "there is no such file"),
        (["--files-from", "adapters"], "can't be read as a list"),
    ] {
        let run = sandbox.run(arguments);
        assert_eq!(run.code, Some(2), "{run:?}");
        assert_eq!(run.stdout, "");
        assert!(run.stderr.contains(message), "{run:?}");
    }
    let run = sandbox.run(["--files-from", "-", "-"]);
    assert_eq!(run.code, Some(2), "both would read standard input: {run:?}");
}

#[test]
fn a_broken_configuration_is_told_before_the_first_file_that_it_governs() {
    let sandbox = Sandbox::with(&[
        ("a/ak-adapter.json", &TRAILING_COMMA),
        ("b/fornax-lint.toml", "exclud = []\n"),
        ("b/ak-adapter.json", &TRAILING_COMMA),
        ("b/c/ak-adapter.json", &TRAILING_COMMA),
        ("d/ak-adapter.json", &TRAILING_COMMA),
    ]);
    let run = sandbox.run(["--format", "short"]);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert_eq!(
        files(&run),
        [
            "a/ak-adapter.json",
            "b/fornax-lint.toml",
            "d/ak-adapter.json"
        ]
    );
}

#[test]
fn many_files_take_no_more_memory_than_some() {
    let sample = repo_root().join("schemas/samples/fornax-manifest/valid/plan-only.json");
    let clean = fs::read(sample).unwrap();
    let run = |folders: usize| {
        let sandbox = Sandbox::new();
        for folder in 0..folders {
            sandbox.write(
                format!("{folder}/ak-adapter.json"),
                TRAILING_COMMA.as_bytes(),
            );
            for file in 1..50 {
                sandbox.write(format!("{folder}/{file}.manifest.json"), &clean);
            }
        }
        let run = sandbox.run(["--format", "json"]);
        assert_eq!(run.code, Some(1));
        assert!(run.stderr.starts_with(&format!("{} files:", folders * 50)));
        let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        let files = report["files"].as_array().unwrap();
        assert_eq!(files.len(), folders * 50);
        assert!(
            files
                .iter()
                .map(|file| file["path"].as_str().unwrap())
                .is_sorted_by_key(std::path::Path::new)
        );
        run.peak_memory
    };
    let (some, many) = (run(20), run(200));
    assert!(
        many < some + 10_000,
        "1,000 files take {some} kB, 10,000 take {many} kB"
    );
}

#[test]
fn a_list_of_many_names_is_shortened_in_messages() {
    let sandbox = Sandbox::new();
    for number in 0..20 {
        fs::create_dir(sandbox.path(number.to_string())).unwrap();
    }
    let names: Vec<String> = (0..20).map(|number| number.to_string()).collect();
    let run = sandbox.run(&names);
    assert_eq!(
        run.stderr,
        "warning: no manifest found in `0`, `1`, `2`, `3`, `4`, 15 more\n"
    );
}
