//! What the registry is on disk, and what becomes of what is wrong in it.

use std::fs;

use fornax_manifest::{Options, fornax_pin, load};
use serde_json::{Value, json};

use crate::harness::{Home, manifest, manifest_value, text};

fn entry(id: &str, copy: &str) -> Value {
    json!({
        "id": id,
        "manifest_file": format!("{id}.manifest.json"),
        "digest": fornax_pin(copy.as_bytes()),
        "source_path": "/opt/acme.manifest.json",
        "registered_at": "2026-10-02T11:04:19Z",
        "enabled": true
    })
}

/// A registry as Fornax writes one: compact or not, in its own order.
fn write_registry(home: &Home, index: &Value, copies: &[(&str, &str)]) {
    fs::create_dir_all(home.registry("")).unwrap();
    fs::write(home.registry("registry.json"), index.to_string()).unwrap();
    for (id, copy) in copies {
        fs::write(home.registry(&format!("{id}.manifest.json")), copy).unwrap();
    }
}

#[test]
fn the_files_are_what_fornax_reads() {
    let home = Home::with_adapter();
    let source = fs::read(home.work("acme.manifest.json")).unwrap();
    let copy = fs::read(home.registry("acme-agent.manifest.json")).unwrap();
    assert_eq!(copy, source);
    let bytes = fs::read(home.registry("registry.json")).unwrap();
    let index = load::fornax_registry(&bytes, &Options::default()).unwrap();
    let [entry] = index.entries.as_slice() else {
        panic!("{index:?}");
    };
    assert_eq!(entry.id, "acme-agent");
    assert_eq!(entry.digest, fornax_pin(&source));
    assert!(entry.enabled);
    let value: Value = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(value["schema_version"], 1);
    let keys: Vec<_> = value["entries"][0].as_object().unwrap().keys().collect();
    let expected = [
        "id",
        "manifest_file",
        "digest",
        "source_path",
        "registered_at",
        "enabled",
    ];
    assert_eq!(keys, expected);
}

#[cfg(unix)]
#[test]
fn only_the_owner_gets_at_the_files_whatever_new_files_get() {
    use crate::harness::mode;

    for umask in ["0000", "0022", "0077", "0277", "0777"] {
        let home = Home::with_manifest();
        let digest = fornax_pin(&fs::read(home.work("acme.manifest.json")).unwrap());
        let program = env!("CARGO_BIN_EXE_fornax-adapter");
        let mut shell = std::process::Command::new("/bin/sh");
        let line = format!(
            "umask {umask}; {program} register acme.manifest.json --confirm-digest {digest} && \
             {program} install codex"
        );
        shell.args(["-c", &line]);
        home.prepare(&mut shell);
        crate::harness::finish(&mut shell).exits(0);
        assert_eq!(mode(&home.registry("")), 0o700);
        assert_eq!(mode(&home.path(".fornax")), 0o700);
        for name in ["registry.json", "registry.lock", "acme-agent.manifest.json"] {
            assert_eq!(mode(&home.registry(name)), 0o600, "{name}");
        }
        assert_eq!(mode(&home.path(".codex")), 0o700);
        assert_eq!(mode(&home.path(".codex/config.toml")), 0o600);
    }
}

#[test]
fn what_is_rejected_is_told_and_hurts_nothing_else() {
    let home = Home::new();
    let good = manifest("good-one");
    let newer = {
        let mut value = manifest_value("newer-one");
        value["min_fornax_version"] = json!("9.0.0");
        text(&value)
    };
    let broken = {
        let mut value = manifest_value("broken-one");
        value["entrypoint"] = json!("sh");
        text(&value)
    };
    let mut escaping = entry("escaping-one", &good);
    escaping["manifest_file"] = json!("../../x.manifest.json");
    let mut shapeless = entry("shapeless-one", &good);
    shapeless["extra"] = json!(1);
    let index = json!({ "schema_version": 1, "entries": [
        entry("good-one", &good),
        entry("codex", &manifest("codex")),
        entry("changed-one", &manifest("changed-one")),
        entry("missing-one", &good),
        entry("other-one", &good),
        entry("newer-one", &newer),
        entry("broken-one", &broken),
        entry("good-one", &good),
        escaping,
        shapeless,
        null,
        entry("last-one", &manifest("last-one")),
    ]});
    let truncated = &manifest("changed-one")[..40];
    write_registry(
        &home,
        &index,
        &[
            ("good-one", &good),
            ("codex", &manifest("codex")),
            ("changed-one", truncated),
            ("other-one", &good),
            ("newer-one", &newer),
            ("broken-one", &broken),
            ("last-one", &manifest("last-one")),
        ],
    );
    let run = home
        .run(["list", "--json", "--fornax-version", "0.0.9"])
        .exits(0);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    let ids: Vec<_> = report["adapters"]
        .as_array()
        .unwrap()
        .iter()
        .map(|adapter| adapter["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids, ["claude-code", "codex", "good-one", "last-one"]);
    let reasons: Vec<_> = report["rejected"]
        .as_array()
        .unwrap()
        .iter()
        .map(|rejected| {
            (
                rejected["id"].as_str().unwrap(),
                rejected["reason"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        reasons,
        [
            ("codex", "id collides with built-in adapter"),
            ("changed-one", "digest mismatch"),
            ("missing-one", "missing copy"),
            ("other-one", "id mismatch"),
            ("newer-one", "version too new"),
            ("broken-one", "malformed manifest"),
            ("good-one", "id registered twice"),
            ("escaping-one", "malformed entry"),
            ("shapeless-one", "malformed entry"),
            ("", "malformed entry"),
        ]
    );
    let run = home.run(["list"]).exits(0);
    assert!(run.stdout.contains("Rejected"), "{}", run.stdout);
    // A rejected id says why, an unknown one what there is.
    let run = home.run(["plan", "changed-one"]);
    assert_eq!(run.reason(), "rejected");
    assert!(run.stderr.contains("digest mismatch"));
    let run = home.run(["plan", "goodone"]);
    assert_eq!(run.reason(), "unknown-id");
    assert!(
        run.stderr.contains("did you mean `good-one`?"),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr.contains("`shapeless-one` and 1 more"),
        "{}",
        run.stderr
    );
    home.run(["doctor"]).exits(1);
    // What can't be used can be removed, and nothing outside of the registry goes with it.
    fs::write(home.path(".fornax/x.manifest.json"), "mine").unwrap();
    for id in ["changed-one", "codex", "escaping-one", "shapeless-one"] {
        home.run(["remove", id]).exits(0);
    }
    assert!(home.path(".fornax/x.manifest.json").exists());
    assert!(!home.registry("codex.manifest.json").exists());
}

#[test]
fn an_id_that_only_looks_like_another_is_none() {
    let home = Home::new();
    for id in [
        "cod\u{435}x",
        "\u{ff43}odex",
        "codex\u{200b}",
        "\u{202e}xedoc",
        "code\u{301}x",
        "claude\u{2010}code",
        "Codex",
        "codex ",
        "co\u{0}dex",
    ] {
        let text = manifest(id);
        home.write_manifest("trick.manifest.json", &text);
        let digest = fornax_pin(text.as_bytes());
        for arguments in [
            &["review", "trick.manifest.json"][..],
            &[
                "register",
                "trick.manifest.json",
                "--confirm-digest",
                &digest,
            ],
        ] {
            let run = home.run(arguments);
            assert_eq!(run.reason(), "manifest-refused", "{id:?}");
            assert!(!run.stderr.contains(hidden), "{:?}", run.stderr);
        }
        assert!(!home.path(".fornax").exists(), "{id:?}");
    }
    // In an index it is no entry, whatever lies beside it, and is shown as what it is.
    let id = "codex\u{200b}";
    let index = json!({ "schema_version": 1, "entries": [entry(id, &manifest(id))] });
    write_registry(&home, &index, &[(id, &manifest(id))]);
    let run = home.run(["list"]).exits(0);
    assert!(run.stdout.contains("codex‹U+200B›"), "{}", run.stdout);
    assert!(!run.stdout.contains(hidden), "{:?}", run.stdout);
    assert_eq!(home.run(["plan", id]).reason(), "rejected");
}

/// What nobody sees, or what turns the rest around.
fn hidden(character: char) -> bool {
    matches!(character, '\0' | '\u{200b}' | '\u{202e}')
}

#[test]
fn an_index_that_cannot_be_used_is_told_by_every_command() {
    let home = Home::with_manifest();
    let digest = fornax_pin(&fs::read(home.work("acme.manifest.json")).unwrap());
    let many: Vec<_> = (0..65)
        .map(|number| entry(&format!("agent-{number}"), ""))
        .collect();
    for index in [
        "{".to_owned(),
        json!({ "schema_version": 2, "entries": [] }).to_string(),
        json!({ "entries": [], "more": 1 }).to_string(),
        json!({ "schema_version": 1, "entries": many }).to_string(),
        " ".repeat(10_000_000),
    ] {
        fs::create_dir_all(home.registry("")).unwrap();
        fs::write(home.registry("registry.json"), &index).unwrap();
        let run = home.run(["list"]);
        assert_eq!(run.reason(), "index-unreadable");
        assert!(run.stdout.contains("claude-code"), "{}", run.stdout);
        for arguments in [
            &[
                "register",
                "acme.manifest.json",
                "--confirm-digest",
                &digest,
            ][..],
            &["review", "acme.manifest.json"],
            &["info", "acme-agent"],
            &["enable", "acme-agent"],
            &["remove", "acme-agent"],
            &["install", "acme-agent"],
        ] {
            assert_eq!(
                home.run(arguments).reason(),
                "index-unreadable",
                "{arguments:?}"
            );
        }
        home.run(["doctor"]).exits(1);
        // The built-in adapters don't depend on it.
        home.run(["plan", "claude-code"]).exits(1);
        let left = fs::read_to_string(home.registry("registry.json")).unwrap();
        assert_eq!(left, index);
        assert_eq!(home.registered_files(), ["registry.json"]);
    }
}

#[test]
fn an_index_with_a_malformed_entry_gets_no_more() {
    let home = Home::with_manifest();
    let index = json!({ "schema_version": 1, "entries": [{ "id": "other-one" }] });
    write_registry(&home, &index, &[]);
    let digest = fornax_pin(&fs::read(home.work("acme.manifest.json")).unwrap());
    let run = home.run([
        "register",
        "acme.manifest.json",
        "--confirm-digest",
        &digest,
    ]);
    assert_eq!(run.reason(), "index-unreadable");
    assert_eq!(home.registered_files(), ["registry.json"]);
    home.run(["remove", "other-one"]).exits(0);
    home.register("acme.manifest.json");
}

#[test]
fn the_65th_is_refused() {
    let home = Home::with_manifest();
    let entries: Vec<_> = (0..64)
        .map(|number| {
            let id = format!("agent-{number}");
            entry(&id, &manifest(&id))
        })
        .collect();
    write_registry(
        &home,
        &json!({ "schema_version": 1, "entries": entries }),
        &[],
    );
    let digest = fornax_pin(&fs::read(home.work("acme.manifest.json")).unwrap());
    let run = home.run([
        "register",
        "acme.manifest.json",
        "--confirm-digest",
        &digest,
    ]);
    assert_eq!(run.reason(), "registry-full");
    home.run(["remove", "agent-0"]).exits(0);
    home.register("acme.manifest.json");
}

#[test]
fn an_early_index_is_used_told_and_written_anew_only_by_who_writes_anyway() {
    let home = Home::with_manifest();
    let copy = manifest("acme-agent");
    let index = json!({ "schema_version": 0, "entries": [entry("acme-agent", &copy)] });
    write_registry(&home, &index, &[("acme-agent", &copy)]);
    let run = home.run(["list"]).exits(0);
    assert!(run.stderr.contains("version 0"), "{}", run.stderr);
    home.run(["enable", "acme-agent"]).exits(0);
    let left = fs::read_to_string(home.registry("registry.json")).unwrap();
    assert_eq!(left, index.to_string());
    home.run(["disable", "acme-agent"]).exits(0);
    let left: Value =
        serde_json::from_slice(&fs::read(home.registry("registry.json")).unwrap()).unwrap();
    assert_eq!(left["schema_version"], 1);
    assert_eq!(left["entries"][0]["enabled"], false);
}

#[test]
fn each_adapter_is_enabled_disabled_and_removed_by_itself() {
    let home = Home::with_adapter();
    home.write_manifest("other.manifest.json", manifest("other-agent"));
    home.register("other.manifest.json");
    home.run(["disable", "acme-agent"]).exits(0);
    let run = home.run(["install", "acme-agent"]);
    assert_eq!(run.reason(), "disabled");
    home.run(["info", "acme-agent"]).exits(1);
    home.run(["install", "other-agent"]).exits(0);
    // A disabled adapter's copy isn't looked at.
    fs::write(home.registry("acme-agent.manifest.json"), "changed").unwrap();
    let run = home.run(["list"]).exits(0);
    assert!(!run.stdout.contains("Rejected"), "{}", run.stdout);
    let run = home.run(["enable", "acme-agent"]).exits(1);
    assert!(run.stdout.contains("digest mismatch"), "{}", run.stdout);
    assert_eq!(home.run(["plan", "acme-agent"]).reason(), "rejected");
    home.run(["remove", "acme-agent"]).exits(0);
    assert_eq!(
        home.registered_files(),
        ["other-agent.manifest.json", "registry.json"]
    );
    assert_eq!(home.run(["remove", "acme-agent"]).reason(), "unknown-id");
    assert_eq!(home.run(["disable", "codex"]).reason(), "built-in");
    // What was there before an adapter is registered is not overwritten.
    fs::write(home.registry("acme-agent.manifest.json"), "mine").unwrap();
    let digest = fornax_pin(&fs::read(home.work("acme.manifest.json")).unwrap());
    let run = home.run([
        "register",
        "acme.manifest.json",
        "--confirm-digest",
        &digest,
    ]);
    assert_eq!(run.reason(), "copy-in-the-way");
    let left = fs::read_to_string(home.registry("acme-agent.manifest.json")).unwrap();
    assert_eq!(left, "mine");
}

#[test]
fn a_change_leaves_the_other_entries_as_they_are_to_the_byte() {
    let home = Home::with_manifest();
    let copy = manifest("other-one");
    let odd = entry("other-one", &copy)
        .to_string()
        .replace("\":", "\" :\t");
    fs::create_dir_all(home.registry("")).unwrap();
    let index = format!("{{\"entries\":[{odd}],\"schema_version\":1}}");
    fs::write(home.registry("registry.json"), index).unwrap();
    fs::write(home.registry("other-one.manifest.json"), &copy).unwrap();
    home.register("acme.manifest.json");
    home.run(["disable", "acme-agent"]).exits(0);
    let left = fs::read_to_string(home.registry("registry.json")).unwrap();
    assert!(left.contains(&odd), "{left}");
    home.run(["remove", "other-one"]).exits(0);
    home.run(["remove", "acme-agent"]).exits(0);
    let left = fs::read_to_string(home.registry("registry.json")).unwrap();
    assert_eq!(left, "{\n  \"schema_version\": 1,\n  \"entries\": []\n}\n");
    assert_eq!(home.registered_files(), ["registry.json"]);
}

#[test]
fn fornax_home_says_where_the_registry_is() {
    let home = Home::with_manifest();
    let elsewhere = home.work("elsewhere");
    let digest = fornax_pin(&fs::read(home.work("acme.manifest.json")).unwrap());
    let mut command = home.command([
        "register",
        "acme.manifest.json",
        "--confirm-digest",
        &digest,
    ]);
    command.env("FORNAX_HOME", &elsewhere);
    crate::harness::finish(&mut command).exits(0);
    assert!(elsewhere.join("adapters/registry.json").is_file());
    assert!(!home.path(".fornax").exists());
}

#[test]
fn a_fornax_home_that_depends_on_the_current_folder_is_none() {
    let home = Home::with_adapter();
    let digest = fornax_pin(&fs::read(home.work("acme.manifest.json")).unwrap());
    let manifest = home.work("acme.manifest.json");
    fs::create_dir_all(home.work("rel/adapters")).unwrap();
    for folder in ["rel", "./rel", "."] {
        let run = |arguments: &[&str]| {
            let mut command = home.command(arguments);
            crate::harness::finish(command.env("FORNAX_HOME", folder))
        };
        let manifest = manifest.to_str().unwrap();
        for arguments in [
            &["register", manifest, "--confirm-digest", &digest][..],
            &["review", manifest],
            &["list"],
            &["enable", "acme-agent"],
            &["remove", "acme-agent"],
            &["install", "acme-agent"],
        ] {
            let run = run(arguments);
            assert_eq!(run.reason(), "no-home", "{arguments:?}");
            let named = format!("`FORNAX_HOME` is `{folder}`");
            assert!(run.stderr.contains(&named), "{}", run.stderr);
        }
        // What needs no registry works.
        run(&["plan", "--manifest", manifest]).exits(1);
        let doctor = run(&["doctor"]).exits(1).stdout;
        assert_eq!(doctor.matches("FORNAX_HOME").count(), 1, "{doctor}");
    }
    assert_eq!(fs::read_dir(home.work("rel/adapters")).unwrap().count(), 0);
    assert!(home.registry("registry.json").is_file());
}
