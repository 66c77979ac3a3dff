//! Manifests to start from.

use std::fs;

use crate::harness::{Sandbox, finish};

/// Every kind that can be started, with the file that it goes into.
const KINDS: [(&str, &str); 3] = [
    ("fornax-manifest", "my-adapter.manifest.json"),
    ("ak-adapter", "ak-adapter.json"),
    ("ak-kit", "kit.json"),
];

#[test]
fn there_is_nothing_to_say_about_what_is_started() {
    let longest = "a".repeat(64);
    for id in [None, Some("acme"), Some("a--b"), Some(&*longest)] {
        let sandbox = Sandbox::new();
        let given: Vec<&str> = id.into_iter().flat_map(|id| ["--id", id]).collect();
        for (kind, _) in KINDS {
            let run = sandbox.run([&["init", "--kind", kind], &*given].concat());
            assert_eq!(run.code, Some(0), "{run:?}");
            assert_eq!(run.stdout, "");
        }
        let run = sandbox.run(["--published"]);
        assert_eq!(run.code, Some(0));
        assert_eq!(run.stderr, "3 files: nothing to report\n", "{run:?}");
    }
}

#[test]
fn it_goes_into_the_file_that_is_found_by_its_name() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("folder")).unwrap();
    for (kind, name) in KINDS {
        let run = sandbox.run(["init", "--kind", kind]);
        assert!(run.stderr.starts_with(name), "{run:?}");
        assert!(sandbox.path(name).is_file(), "{name}");
        sandbox.run(["init", "--kind", kind, "folder"]);
        assert!(sandbox.path("folder").join(name).is_file(), "{name}");
        let other = format!("folder/{kind}.json");
        sandbox.run(["init", "--kind", kind, &other]);
        assert!(sandbox.path(&other).is_file(), "{other}");
    }
    sandbox.run(["init", "--kind", "fornax-manifest", "--id", "acme"]);
    let text = fs::read_to_string(sandbox.path("acme.manifest.json")).unwrap();
    assert!(text.contains("\"display_name\": \"Acme\""), "{text}");
    assert!(!text.contains("my-adapter"), "{text}");
}

#[test]
fn what_is_no_place_for_a_file_is_called_so() {
    let sandbox = Sandbox::with(&[("file", "")]);
    for (place, said) in [
        ("-", "`-` is no place for a new file: `--stdout` prints it"),
        ("none/", "there is no folder `none/`"),
        ("none/deep/", "there is no folder `none/deep/`"),
    ] {
        for (kind, _) in KINDS {
            let run = sandbox.run(["init", "--kind", kind, place]);
            assert_eq!(run.code, Some(2), "{run:?}");
            assert!(run.stderr.starts_with(&format!("error: {said}")), "{run:?}");
        }
    }
    let left = fs::read_dir(sandbox.work()).unwrap().count();
    assert_eq!(left, 1, "nothing is written");
    assert_eq!(
        sandbox.run(["init", "--kind", "ak-kit", "./-"]).code,
        Some(0)
    );
}

#[test]
fn nothing_is_overwritten() {
    let sandbox = Sandbox::with(&[("kit.json", "mine")]);
    let run = sandbox.run(["init", "--kind", "ak-kit"]);
    assert_eq!(run.code, Some(2));
    assert_eq!(
        run.stderr,
        "error: `kit.json` exists already, and is left as it is\n"
    );
    assert_eq!(
        fs::read_to_string(sandbox.path("kit.json")).unwrap(),
        "mine"
    );

    let run = sandbox.run(["init", "--kind", "ak-kit", "none/kit.json"]);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert_eq!(
        run.stderr,
        "error: `none/kit.json` can't be written: there is no such file or folder\n"
    );
}

/// A process that is killed on its way leaves nothing under the file's name, and one that comes late
/// finds it taken.
#[cfg(unix)]
#[test]
fn it_is_there_whole_or_not_at_all() {
    use std::process::Command;

    let sandbox = Sandbox::new();
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" init --kind ak-kit";
    let mut shell = Command::new("sh");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_fornax-lint")]);
    let output = shell.current_dir(sandbox.work()).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(fs::read_dir(sandbox.work()).unwrap().count(), 0);

    let runs: Vec<_> = (0..8)
        .map(|number| {
            let id = format!("acme{number}");
            let arguments = ["init", "--kind", "ak-kit", "--id", &id];
            sandbox.command(arguments).spawn().unwrap()
        })
        .collect();
    let codes: Vec<_> = runs.into_iter().map(|child| finish(child).code).collect();
    let written = codes.iter().filter(|code| **code == Some(0)).count();
    assert_eq!(written, 1, "{codes:?}");
    assert_eq!(fs::read_dir(sandbox.work()).unwrap().count(), 1);
    assert_eq!(sandbox.run(["kit.json"]).code, Some(0));
}

#[cfg(unix)]
#[test]
fn a_link_is_no_free_name() {
    let sandbox = Sandbox::new();
    std::os::unix::fs::symlink("elsewhere.json", sandbox.path("kit.json")).unwrap();
    let run = sandbox.run(["init", "--kind", "ak-kit"]);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(!sandbox.path("elsewhere.json").exists());
}

#[test]
fn it_can_be_shown_only() {
    let sandbox = Sandbox::new();
    for (kind, name) in KINDS {
        let shown = sandbox.run(["init", "--kind", kind, "--stdout"]);
        assert_eq!(shown.code, Some(0));
        assert_eq!(shown.stderr, "");
        assert!(!sandbox.path(name).exists());
        sandbox.run(["init", "--kind", kind]);
        assert_eq!(
            fs::read_to_string(sandbox.path(name)).unwrap(),
            shown.stdout
        );
    }
}

#[test]
fn an_id_that_would_be_refused_is_refused_at_once() {
    let sandbox = Sandbox::with(&[("fornax-lint.toml", "reserved-ids = [\"taken\"]\n")]);
    for (kind, id) in [
        ("fornax-manifest", "Acme"),
        ("fornax-manifest", "a\"b"),
        ("fornax-manifest", "../acme"),
        ("fornax-manifest", ""),
        ("fornax-manifest", "taken"),
        ("ak-adapter", "claude"),
        ("ak-adapter", "1a"),
        ("ak-kit", "a b"),
    ] {
        let run = sandbox.run(["init", "--kind", kind, "--id", id]);
        assert_eq!(run.code, Some(2), "{id}: {run:?}");
        assert!(
            run.stderr
                .starts_with(&format!("error: `{id}` can't be the id: ")),
            "{run:?}"
        );
        assert_eq!(fs::read_dir(sandbox.work()).unwrap().count(), 1, "{id}");
    }
}

#[test]
fn it_needs_no_newer_fornax_than_the_one_in_use() {
    let sandbox = Sandbox::with(&[("fornax-lint.toml", "fornax-version = \"0.0.7\"\n")]);
    let run = sandbox.run(["init", "--kind", "fornax-manifest", "--stdout"]);
    assert!(
        run.stdout.contains("\"min_fornax_version\": \"0.0.7\""),
        "{run:?}"
    );
}
