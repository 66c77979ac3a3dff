//! A registry that somebody has damaged, or put something into: what is said of it, and the way out.

use std::fs;
#[cfg(unix)]
use std::path::Path;

use fornax_manifest::fornax_pin;
use serde_json::{Value, json};

#[cfg(unix)]
use crate::harness::set_mode;
use crate::harness::{Home, Run, manifest, manifest_value, text};

/// What the index says.
fn index(home: &Home) -> Value {
    serde_json::from_slice(&fs::read(home.registry("registry.json")).unwrap()).unwrap()
}

fn write_index(home: &Home, index: &Value) {
    fs::write(home.registry("registry.json"), index.to_string()).unwrap();
}

fn register(home: &Home) -> Run {
    let digest = fornax_pin(&fs::read(home.work("acme.manifest.json")).unwrap());
    home.run([
        "register",
        "acme.manifest.json",
        "--confirm-digest",
        &digest,
    ])
}

#[test]
fn a_removed_adapter_leaves_no_copy_whatever_was_made_of_it() {
    let copy = "acme-agent.manifest.json";
    let damages: [&dyn Fn(&Home); 6] = [
        &|home| {
            let mut index = index(home);
            index["entries"][0]["x"] = json!(1);
            write_index(home, &index);
        },
        &|home| write_index(home, &json!({ "entries": [{ "id": "acme-agent" }] })),
        &|home| {
            let mut index = index(home);
            index["entries"][0]["manifest_file"] = json!("../../x.manifest.json");
            write_index(home, &index);
        },
        &|home| fs::write(home.registry(copy), "another").unwrap(),
        &|home| fs::write(home.registry(copy), " ".repeat(70_000)).unwrap(),
        &|home| {
            fs::remove_file(home.registry(copy)).unwrap();
            #[cfg(target_os = "linux")]
            crate::promises::make_pipe(&home.registry(copy));
        },
    ];
    for (number, damage) in damages.iter().enumerate() {
        let home = Home::with_adapter();
        damage(&home);
        home.run(["remove", "acme-agent"]).exits(0);
        assert_eq!(home.registered_files(), ["registry.json"], "{number}");
        // The advice that is given works.
        fs::write(
            home.work("acme.manifest.json"),
            manifest("acme-agent") + " ",
        )
        .unwrap();
        register(&home).exits(0);
    }
}

/// A writer that was killed before its index was in place has removed nothing, whatever the entry says.
#[test]
fn the_copy_of_a_malformed_entry_outlives_a_killed_removal() {
    let home = Home::with_adapter();
    home.write_manifest("other.manifest.json", manifest("other-agent"));
    home.register("other.manifest.json");
    let mut value = index(&home);
    value["entries"][0]["x"] = json!(1);
    write_index(&home, &value);
    let copy = fs::read(home.registry("acme-agent.manifest.json")).unwrap();
    let note = format!("acme-agent.manifest.json {}\n", fornax_pin(&copy));
    fs::write(home.registry("registry.lock"), note).unwrap();
    home.run(["disable", "other-agent"]).exits(0);
    assert_eq!(
        fs::read(home.registry("acme-agent.manifest.json")).unwrap(),
        copy
    );
    assert_eq!(fs::read(home.registry("registry.lock")).unwrap(), b"");
}

#[test]
fn a_folder_in_the_place_of_a_copy_is_named_before_anything_is_removed() {
    let home = Home::with_adapter();
    let copy = home.registry("acme-agent.manifest.json");
    fs::remove_file(&copy).unwrap();
    fs::create_dir(&copy).unwrap();
    let before = index(&home);
    let run = home.run(["remove", "acme-agent"]);
    assert_eq!(run.reason(), "copy-in-the-way");
    assert!(
        run.stderr.contains("acme-agent.manifest.json"),
        "{}",
        run.stderr
    );
    assert_eq!(index(&home), before);
    fs::remove_dir(&copy).unwrap();
    home.run(["remove", "acme-agent"]).exits(0);
}

#[test]
fn an_entry_that_no_command_can_name_is_told_by_its_number() {
    let home = Home::with_adapter();
    let mut value = index(&home);
    for entry in [json!("foreign"), json!({ "id": 5 }), json!({ "id": "" })] {
        value["entries"].as_array_mut().unwrap().push(entry);
    }
    write_index(&home, &value);
    let list = home.run(["list"]).exits(0);
    for name in ["entry 2 ", "entry 3 ", "entry 4 ", "by hand"] {
        assert!(list.stdout.contains(name), "{name}: {}", list.stdout);
    }
    let doctor = home.run(["doctor"]).exits(1);
    assert!(
        doctor.stdout.contains("problem: entry 3: "),
        "{}",
        doctor.stdout
    );
    for id in ["?", "", "entry 2"] {
        let run = home.run(["remove", id]);
        assert_eq!(run.reason(), "unknown-id", "{id}");
        let stated = run.stderr.split("; there are").nth(1).unwrap();
        assert!(!stated.contains("``"), "{}", run.stderr);
    }
    home.write_manifest("acme.manifest.json", manifest("next-agent"));
    let run = register(&home);
    assert_eq!(run.reason(), "index-unreadable");
    assert!(
        run.stderr.contains("take entry 2 out of it by hand"),
        "{}",
        run.stderr
    );
    let report = home.run(["list", "--json"]).exits(0);
    let report: Value = serde_json::from_str(&report.stdout).unwrap();
    assert_eq!(report["rejected"][1]["entry"], 3);
    // One that has an id is taken out by it.
    let mut named = index(&home);
    named["entries"] = json!([{ "id": "other-one" }]);
    write_index(&home, &named);
    let run = register(&home);
    assert!(
        run.stderr.contains("fornax-adapter remove"),
        "{}",
        run.stderr
    );
}

#[test]
fn of_copies_nothing_is_said_while_nobody_knows_what_is_registered() {
    let home = Home::with_adapter();
    let good = fs::read_to_string(home.registry("registry.json")).unwrap();
    let stray = |words: &str| {
        let run = home.run(["doctor"]).exits(1);
        let said = run.stdout.contains("is not registered");
        assert!(!said, "{words}: {}", run.stdout);
    };
    for damaged in [&good[..100], "", &good.replace("\": 1", "\": 2")] {
        fs::write(home.registry("registry.json"), damaged).unwrap();
        stray(damaged);
        assert_eq!(register(&home).reason(), "index-unreadable");
    }
    // Nor of that of an entry that is malformed.
    let damaged = good.replace("\"enabled\"", "\"x\": 1, \"enabled\"");
    fs::write(home.registry("registry.json"), damaged).unwrap();
    stray("a malformed entry");
    for command in ["enable", "disable"] {
        assert_eq!(home.run([command, "acme-agent"]).reason(), "rejected");
    }
    // An empty index is no manifest.
    fs::write(home.registry("registry.json"), "\n").unwrap();
    let run = home.run(["list"]).exits(2);
    assert!(run.stderr.contains("it is empty"), "{}", run.stderr);
    assert!(!run.stderr.contains("a manifest is"), "{}", run.stderr);
}

#[test]
fn the_doctor_looks_at_disabled_adapters_too() {
    let home = Home::with_adapter();
    home.run(["disable", "acme-agent"]).exits(0);
    for arguments in [&["doctor"][..], &["doctor", "acme-agent"]] {
        let run = home.run(arguments).exits(0);
        let line = run.stdout.lines().find(|line| line.contains("acme-agent"));
        let words = "~/.acme/settings.json: disabled";
        assert!(
            line.is_some_and(|line| line.ends_with(words)),
            "{}",
            run.stdout
        );
    }
    let copy = home.registry("acme-agent.manifest.json");
    let mut bytes = fs::read(&copy).unwrap();
    bytes.push(b'\n');
    fs::write(&copy, bytes).unwrap();
    for arguments in [&["doctor"][..], &["doctor", "acme-agent"]] {
        let run = home.run(arguments).exits(1);
        assert!(run.stdout.contains("disabled"), "{}", run.stdout);
        assert!(run.stdout.contains("digest mismatch"), "{}", run.stdout);
    }
    let run = home.run(["enable", "acme-agent", "--json"]).exits(1);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(report["changed"], true);
    assert_eq!(report["rejected"]["reason"], "digest mismatch");
    let run = home.run(["enable", "acme-agent"]).exits(1);
    assert!(
        run.stdout.contains("is enabled already, but"),
        "{}",
        run.stdout
    );
}

#[test]
fn no_more_than_ten_ids_are_named() {
    let home = Home::with_adapter();
    let mut value = index(&home);
    let entry = value["entries"][0].clone();
    for number in 0..20 {
        let mut entry = entry.clone();
        entry["id"] = json!(format!("agent-{number}"));
        entry["manifest_file"] = json!(format!("agent-{number}.manifest.json"));
        value["entries"].as_array_mut().unwrap().push(entry);
    }
    write_index(&home, &value);
    let run = home.run(["info", "agent-19x"]).exits(2);
    assert!(run.stderr.contains("and 13 more"), "{}", run.stderr);
    assert!(
        run.stderr.contains("did you mean `agent-19`?"),
        "{}",
        run.stderr
    );
    assert_eq!(
        run.stderr.matches("`agent-").count(),
        8 + 1,
        "{}",
        run.stderr
    );
}

#[cfg(unix)]
#[test]
fn what_is_in_the_way_of_the_index_is_named_and_stays() {
    use std::os::unix::fs::symlink;

    let name = "registry.json.fornax-tmp";
    let plants: &[&dyn Fn(&Path)] = &[
        &|draft| fs::write(draft, "mine").unwrap(),
        &|draft| {
            fs::write(draft, "mine").unwrap();
            set_mode(draft, 0o600);
        },
        &|draft| symlink("nowhere", draft).unwrap(),
        &|draft| fs::create_dir(draft).unwrap(),
        &|draft| {
            let index = draft.with_file_name("registry.json");
            fs::hard_link(index, draft).unwrap();
        },
        #[cfg(target_os = "linux")]
        &|draft| crate::promises::make_pipe(draft),
    ];
    for (number, plant) in plants.iter().enumerate() {
        let home = Home::with_adapter();
        plant(&home.registry(name));
        let before = index(&home);
        for arguments in [["disable", "acme-agent"], ["remove", "acme-agent"]] {
            let run = home.run(arguments);
            assert_eq!(run.reason(), "draft-in-the-way", "{number}");
            assert!(run.stderr.contains(name) && run.stderr.contains("remove it"));
        }
        let doctor = home.run(["doctor"]).exits(1);
        assert!(doctor.stdout.contains(name), "{}", doctor.stdout);
        assert_eq!(index(&home), before);
        assert!(
            fs::symlink_metadata(home.registry(name)).is_ok(),
            "{number}"
        );
    }
    // What a writer has left behind that was killed makes way.
    let home = Home::with_adapter();
    let whole = fs::read_to_string(home.registry("registry.json")).unwrap();
    for end in [0, 1, 60, whole.len()] {
        fs::write(home.registry(name), &whole[..end]).unwrap();
        set_mode(&home.registry(name), 0o600);
        home.run(["doctor"]).exits(0);
        home.run(["disable", "acme-agent"]).exits(0);
        home.run(["enable", "acme-agent"]).exits(0);
        assert!(!home.registry(name).exists());
    }
}

#[cfg(unix)]
#[test]
fn a_lock_that_is_no_file_is_named_in_plain_words() {
    use std::os::unix::fs::symlink;

    let plants: &[&dyn Fn(&Path)] = &[
        &|lock| symlink("nowhere", lock).unwrap(),
        &|lock| fs::create_dir(lock).unwrap(),
        #[cfg(target_os = "linux")]
        &|lock| crate::promises::make_pipe(lock),
    ];
    for plant in plants {
        let home = Home::with_adapter();
        fs::remove_file(home.registry("registry.lock")).unwrap();
        plant(&home.registry("registry.lock"));
        let run = home.run(["disable", "acme-agent"]);
        assert_eq!(run.reason(), "registry-unwritable");
        assert!(run.stderr.contains("registry.lock"), "{}", run.stderr);
        assert!(run.stderr.contains("remove it"), "{}", run.stderr);
        assert!(!run.stderr.contains("os error"), "{}", run.stderr);
    }
}

#[cfg(unix)]
#[test]
fn a_registry_that_is_no_folder_and_one_that_others_may_replace_are_told() {
    let home = Home::with_adapter();
    set_mode(&home.path(".fornax"), 0o777);
    let run = home.run(["doctor"]).exits(1);
    assert!(
        run.stdout.contains("could put another registry"),
        "{}",
        run.stdout
    );
    set_mode(&home.path(".fornax"), 0o700);
    home.run(["doctor"]).exits(0);

    fs::remove_dir_all(home.registry("")).unwrap();
    home.write(".fornax/adapters", "");
    let run = home.run(["doctor"]).exits(1);
    assert!(run.stdout.contains("is no folder"), "{}", run.stdout);
    assert!(!run.stdout.contains("chmod"), "{}", run.stdout);
    assert_eq!(run.stdout.matches("problem").count(), 1, "{}", run.stdout);
}

#[cfg(unix)]
#[test]
fn a_manifest_that_is_a_link_is_refused_in_words_that_fit_every_command() {
    let home = Home::with_manifest();
    let link = home.work("link.manifest.json");
    std::os::unix::fs::symlink("acme.manifest.json", link).unwrap();
    for arguments in [
        &["plan", "--manifest", "link.manifest.json"][..],
        &["review", "link.manifest.json"],
    ] {
        let run = home.run(arguments);
        assert_eq!(run.reason(), "source-not-a-file");
        assert!(
            run.stderr.contains("has to be a regular file"),
            "{}",
            run.stderr
        );
        assert!(!run.stderr.contains("registered"), "{}", run.stderr);
    }
}

#[test]
fn of_a_manifest_with_more_errors_it_is_said_where_they_are_shown() {
    let home = Home::new();
    let mut value = manifest_value("acme-agent");
    value["id"] = json!("A");
    value["summary"] = json!("");
    value["capabilities"] = json!([]);
    home.write_manifest("acme.manifest.json", text(&value));
    let run = home.run(["review", "acme.manifest.json"]);
    assert_eq!(run.reason(), "manifest-refused");
    assert!(
        run.stderr.contains("which `fornax-lint check` shows"),
        "{}",
        run.stderr
    );
}
