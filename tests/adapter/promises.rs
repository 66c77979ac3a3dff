//! What an adapter may and may not do, as its users were promised.

use std::fs;
use std::path::Path;

use fornax_adapter::{Job, Reason, Registry, Review, register};
use fornax_manifest::load::fornax::Capability;
use fornax_manifest::operation::Direction;
use fornax_manifest::{Options, load};
use fornax_project::Homes;
use serde_json::json;

use crate::harness::{Home, manifest, manifest_value, text};

fn homes(home: &Home) -> Homes {
    Homes {
        home: Some(home.path("")),
        fornax: None,
    }
}

/// Everything below a folder: each path with what it holds.
fn snapshot(folder: &Path) -> Vec<(String, Option<Vec<u8>>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.to_str().unwrap().to_owned();
            if path.is_dir() {
                found.push((name, None));
                folders.push(path);
            } else {
                found.push((name, Some(fs::read(&path).unwrap())));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn an_adapter_can_be_used_once_it_is_registered_without_anything_being_rebuilt() {
    let home = Home::with_manifest();
    let homes = homes(&home);
    let options = Options::default();
    let registry = Registry::load(&homes, &options);
    let unknown = registry.resolve("acme-agent").unwrap_err();
    assert_eq!(unknown.reason(), Reason::UnknownId);

    let review = Review::read(&home.work("acme.manifest.json"), &options).unwrap();
    register(&review, review.digest(), &homes, &options).unwrap();
    let registry = Registry::load(&homes, &options);
    let ids: Vec<_> = registry.adapters().map(|adapter| adapter.id()).collect();
    assert_eq!(ids, ["claude-code", "codex", "acme-agent"]);
    let adapter = registry.resolve("acme-agent").unwrap();
    let job = Job::new(adapter, Capability::Install, &homes).unwrap();
    assert!(job.run(Direction::Install).unwrap().is_changed());
    assert!(!job.run(Direction::Install).unwrap().is_changed());
}

#[test]
fn a_list_leaves_everything_as_it_is() {
    let home = Home::with_adapter();
    fs::remove_file(home.registry("registry.lock")).unwrap();
    let before = snapshot(&home.path(""));
    for arguments in [
        &["list"][..],
        &["list", "--json"],
        &["info", "acme-agent"],
        &["doctor"],
        &["plan", "acme-agent"],
        &["review", "acme.manifest.json"],
        &["--help"],
        &["--version"],
    ] {
        home.run(arguments);
        assert_eq!(snapshot(&home.path("")), before, "{arguments:?}");
    }
    let empty = Home::new();
    for arguments in [
        &["list"][..],
        &["doctor"],
        &["disable", "x"],
        &["remove", "x"],
    ] {
        empty.run(arguments);
        assert_eq!(snapshot(&empty.path("")), [], "{arguments:?}");
    }
}

#[test]
fn info_tells_where_an_adapter_is_from_without_a_look_at_its_target() {
    let home = Home::with_adapter();
    // Whoever opened this for reading would wait.
    #[cfg(target_os = "linux")]
    make_pipe(&home.path(".acme/settings.json"));
    let run = home.run(["info", "acme-agent"]).exits(0);
    for part in [
        "https://example.com/acme (unverified)",
        "sha256:",
        "acme.manifest.json",
        "0.0.9",
        "plan, install, uninstall",
    ] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    home.run(["list"]).exits(0);
}

#[cfg(target_os = "linux")]
pub(crate) fn make_pipe(path: &Path) {
    use rustix::fs::{CWD, FileType, Mode, mknodat};

    mknodat(CWD, path, FileType::Fifo, Mode::from_raw_mode(0o600), 0).unwrap();
}

#[test]
fn a_command_that_is_not_declared_is_refused_before_any_file_is_looked_at() {
    let mut value = manifest_value("acme-agent");
    value["capabilities"] = json!(["uninstall"]);
    let manifest = load::fornax_manifest(text(&value).as_bytes(), &Options::default()).unwrap();
    let adapter = fornax_adapter::External::new(manifest);
    // A home in which nothing can be looked at, and a job that can't even be made.
    let nowhere = Homes {
        home: Some("/nonexistent".into()),
        fornax: None,
    };
    for command in [Capability::Plan, Capability::Install] {
        let refusal = Job::new(&adapter, command, &nowhere).unwrap_err();
        assert_eq!(refusal.reason(), Reason::CapabilityMissing);
    }
}

#[test]
fn a_copy_that_is_not_what_was_registered_is_not_used() {
    let home = Home::with_adapter();
    let copy = home.registry("acme-agent.manifest.json");
    let text = fs::read_to_string(&copy).unwrap();
    for other in [
        text.replace("fornax-hook-acme", "fornax-hook-evil"),
        text.replace("  ", "\t"),
        text[..text.len() - 1].to_owned(),
        String::new(),
    ] {
        fs::write(&copy, &other).unwrap();
        let registry = Registry::load(&homes(&home), &Options::default());
        let (id, rejection) = registry.rejections().next().unwrap();
        assert_eq!((id, rejection.reason()), ("acme-agent", "digest mismatch"));
        assert_eq!(
            registry.resolve("acme-agent").unwrap_err().reason(),
            Reason::Rejected
        );
    }
    fs::write(&copy, &text).unwrap();
    let registry = Registry::load(&homes(&home), &Options::default());
    assert!(registry.resolve("acme-agent").is_ok());
}

#[test]
fn a_built_in_adapter_wins_and_cannot_be_shadowed() {
    let home = Home::with_manifest();
    let options = Options {
        // As if an adapter of this id had come with a later Fornax.
        reserved_ids: vec!["acme-agent".to_owned()],
        ..Options::default()
    };
    let homes = homes(&home);
    let review = Review::read(&home.work("acme.manifest.json"), &options).unwrap();
    let refusal = register(&review, review.digest(), &homes, &options).unwrap_err();
    assert_eq!(refusal.reason(), Reason::ManifestRefused);

    home.register("acme.manifest.json");
    let registry = Registry::load(&homes, &options);
    let (id, rejection) = registry.rejections().next().unwrap();
    assert_eq!(id, "acme-agent");
    assert_eq!(rejection.reason(), "id collides with built-in adapter");
}

#[test]
fn no_field_of_a_manifest_is_ever_executed() {
    let home = Home::with_manifest();
    let evil = "touch executed; echo executed";
    for field in [
        "executable",
        "entrypoint",
        "command",
        "script",
        "args",
        "env",
        "run",
        "hooks",
        "shell",
    ] {
        for place in ["", "/target", "/operations/0"] {
            let mut value = manifest_value("acme-agent");
            value.pointer_mut(place).unwrap()[field] = json!(evil);
            home.write_manifest("evil.manifest.json", text(&value));
            let run = home.run(["install", "--manifest", "evil.manifest.json"]);
            assert_eq!(run.reason(), "manifest-refused", "{place}/{field}");
        }
    }
    // Where a text can be anything it is a text and nothing else.
    let mut value = manifest_value("acme-agent");
    value["operations"][0]["element"]["command"] = json!(evil);
    value["operations"][0]["marker_value"] = json!(evil);
    value["provenance"] = json!("$(touch executed)");
    home.write_manifest("acme.manifest.json", text(&value));
    home.register("acme.manifest.json");
    home.run(["install", "acme-agent"]).exits(0);
    home.run(["uninstall", "acme-agent"]).exits(0);
    assert!(!home.work("executed").exists() && !home.path("executed").exists());
}

#[test]
fn what_merely_lies_in_the_registrys_folder_is_never_read() {
    let home = Home::with_adapter();
    let other = home.registry("other-agent.manifest.json");
    fs::write(&other, manifest("other-agent")).unwrap();
    let run = home.run(["list"]).exits(0);
    assert!(!run.stdout.contains("other-agent"), "{}", run.stdout);
    let run = home.run(["doctor"]).exits(1);
    assert!(run.stdout.contains("is not registered"), "{}", run.stdout);
    // Nobody who changes the registry takes it away either.
    home.run(["remove", "acme-agent"]).exits(0);
    assert!(other.exists());
}

/// A standard output that is not there at all: an answer is not lost in silence.
#[cfg(unix)]
#[test]
fn output_that_is_closed_is_a_failure() {
    use std::process::Command;

    let home = Home::with_adapter();
    for arguments in [
        &["list"][..],
        &["list", "--json"],
        &["--help"],
        &["--version"],
    ] {
        let output = Command::new("sh")
            .args([
                "-c",
                "exec \"$0\" \"$@\" >&-",
                env!("CARGO_BIN_EXE_fornax-adapter"),
            ])
            .args(arguments)
            .env("HOME", home.path(""))
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        assert_eq!(
            String::from_utf8(output.stderr).unwrap(),
            "error: the output can't be written: standard output is closed\n",
            "{arguments:?}"
        );
    }
}
