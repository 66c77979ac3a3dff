//! What would keep an installation from being done is told before anything is written.

use std::fs;

use crate::harness::{Home, Run, as_a_user, finish, set_mode};

const SETTINGS: &str = "{\"a\":1}";

/// Runs a command as somebody to whom permissions apply.
fn run(home: &Home, arguments: &[&str]) -> Run {
    let mut command = home.command(arguments);
    as_a_user(home, &mut command);
    finish(&mut command)
}

/// Holds `plan`, `install` and the doctor to one refusal.
#[track_caller]
fn refused(home: &Home, id: &str, reason: &str, words: &str) {
    for command in ["plan", "install"] {
        let run = self::run(home, &[command, id]);
        assert_eq!(run.reason(), reason, "{command}: {run:?}");
        assert!(run.stderr.contains(words), "{}", run.stderr);
    }
    let doctor = self::run(home, &["doctor", id]).exits(1);
    assert!(doctor.stdout.contains(words), "{}", doctor.stdout);
}

#[test]
fn a_target_that_cannot_be_written_is_told_by_plan() {
    let home = Home::with_adapter();
    home.write(".acme/settings.json", SETTINGS);
    let target = home.path(".acme/settings.json");
    set_mode(&target, 0o444);
    refused(
        &home,
        "acme-agent",
        "target-unwritable",
        "settings.json` can't be written",
    );
    set_mode(&target, 0o644);
    run(&home, &["plan", "acme-agent"]).exits(1);

    set_mode(&home.path(".acme"), 0o555);
    refused(
        &home,
        "acme-agent",
        "target-unwritable",
        "no file can be made beside",
    );
    set_mode(&home.path(".acme"), 0o755);

    // An installed one is told of where it could not be removed.
    run(&home, &["install", "acme-agent"]).exits(0);
    set_mode(&target, 0o444);
    let doctor = run(&home, &["doctor", "acme-agent"]).exits(1);
    assert!(doctor.stdout.contains(": installed"), "{}", doctor.stdout);
    assert!(
        doctor.stdout.contains("can't be uninstalled"),
        "{}",
        doctor.stdout
    );
}

#[test]
fn a_folder_that_cannot_be_made_is_told_by_plan() {
    let home = Home::new();
    set_mode(&home.path(""), 0o555);
    refused(
        &home,
        "claude-code",
        "target-unwritable",
        "`~/.claude` can't be made",
    );
    set_mode(&home.path(""), 0o755);
    run(&home, &["doctor"]).exits(0);
}

#[test]
fn a_name_too_long_for_a_draft_is_told_by_plan() {
    let home = Home::with_manifest();
    let name = format!("{}.json", "x".repeat(245));
    let target = home.work(&name);
    fs::write(&target, SETTINGS).unwrap();
    for command in ["plan", "install"] {
        let run = home.run([
            command,
            "--manifest",
            "acme.manifest.json",
            "--target",
            &name,
        ]);
        assert_eq!(run.reason(), "target-unwritable", "{command}");
    }
    assert_eq!(fs::read_to_string(target).unwrap(), SETTINGS);
}

#[cfg(target_os = "linux")]
#[test]
fn a_target_that_is_mounted_by_itself_is_told_in_plain_words() {
    use std::process::Command;

    let home = Home::with_adapter();
    home.write(".acme/settings.json", SETTINGS);
    fs::write(home.work("settings.json"), SETTINGS).unwrap();
    let target = home.path(".acme/settings.json");
    let mounted = Command::new("mount")
        .arg("--bind")
        .args([home.work("settings.json"), target.clone()])
        .output();
    if !mounted.is_ok_and(|mounted| mounted.status.success()) {
        eprintln!("skipped: only an administrator may mount a file, and not everywhere");
        return;
    }
    let runs = ["plan", "install"].map(|command| home.run([command, "acme-agent"]));
    let doctor = home.run(["doctor", "acme-agent"]);
    let unmounted = Command::new("umount").arg(&target).status().unwrap();
    assert!(unmounted.success());
    for run in runs {
        assert_eq!(run.reason(), "target-unwritable");
        assert!(run.stderr.contains("mounted by itself"), "{}", run.stderr);
        assert!(!run.stderr.contains("os error"), "{}", run.stderr);
    }
    assert!(doctor.exits(1).stdout.contains("mounted by itself"));
}
