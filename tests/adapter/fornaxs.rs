//! Fornax's own folder is no adapter's target.

use std::fs;

use serde_json::json;

use crate::harness::{Home, finish, manifest_value, text};

/// A manifest that would add an entry to the registry's index.
fn intruder(target: &str) -> String {
    let mut value = manifest_value("evil-agent");
    value["target"]["path"] = json!(target);
    value["operations"][0]["pointer"] = json!("/entries");
    text(&value)
}

/// Holds every command on a manifest to a refusal, and the registry to what it was.
#[track_caller]
fn refused(home: &Home, target: &str, environment: &[(&str, &std::path::Path)]) {
    home.write_manifest("evil.manifest.json", intruder(target));
    let run = |arguments: &[&str]| {
        let mut command = home.command(arguments);
        command.envs(environment.iter().copied());
        finish(&mut command)
    };
    let index = fs::read(home.registry("registry.json")).unwrap();
    for command in ["plan", "install", "uninstall"] {
        let run = run(&[command, "--manifest", "evil.manifest.json"]);
        assert_eq!(run.reason(), "fornax-folder", "{command} {target}");
    }
    let review = run(&["review", "evil.manifest.json"]).exits(1);
    let words = "installing would be refused";
    assert!(review.stdout.contains(words), "{}", review.stdout);
    assert!(
        review.stdout.contains("warning[target-not-installable]"),
        "{}",
        review.stdout
    );
    assert_eq!(fs::read(home.registry("registry.json")).unwrap(), index);
}

#[test]
fn an_adapter_cannot_change_the_registry() {
    let home = Home::with_adapter();
    for target in [
        "~/.fornax/adapters/registry.json",
        "~/./.fornax/./adapters/registry.json",
        "~/.FORNAX/adapters/registry.json",
        "~/.fornax/adapters/acme-agent.manifest.json",
        "~/.fornax/adapters/new.json",
        "~/.fornax/config.json",
    ] {
        refused(&home, target, &[]);
    }
    assert!(!home.registry("new.json").exists());
    assert!(!home.path(".fornax/config.json").exists());
    // A registered one is told of too.
    home.write_manifest("evil.manifest.json", intruder("~/.fornax/config.json"));
    home.register("evil.manifest.json");
    assert_eq!(
        home.run(["install", "evil-agent"]).reason(),
        "fornax-folder"
    );
    let run = home.run(["doctor", "evil-agent"]).exits(1);
    assert!(run.stdout.contains("Fornax's own folder"), "{}", run.stdout);
}

#[test]
fn fornax_home_counts_and_so_does_what_is_used_without_it() {
    let home = Home::with_adapter();
    fs::create_dir(home.path("elsewhere")).unwrap();
    let elsewhere = home.path("elsewhere");
    let environment = [("FORNAX_HOME", elsewhere.as_path())];
    for target in [
        "~/elsewhere/adapters/registry.json",
        "~/elsewhere/a.json",
        "~/.fornax/adapters/registry.json",
    ] {
        refused(&home, target, &environment);
    }
    // Where the home directory is Fornax's own, adapters still have their targets.
    let mut command = home.command(["plan", "--manifest", "acme.manifest.json"]);
    finish(command.env("FORNAX_HOME", home.path(""))).exits(1);
}

#[cfg(unix)]
#[test]
fn links_to_the_registry_lead_nowhere() {
    use std::os::unix::fs::symlink;

    let home = Home::with_adapter();
    fs::rename(home.path(".fornax"), home.path("kept")).unwrap();
    symlink(home.path("kept"), home.path(".fornax")).unwrap();
    symlink(home.path("kept/adapters"), home.path("way")).unwrap();
    for target in ["~/kept/adapters/registry.json", "~/way/registry.json"] {
        refused(&home, target, &[]);
    }
}

#[test]
fn no_scratch_target_is_the_registrys() {
    let home = Home::with_adapter();
    let index = fs::read(home.registry("registry.json")).unwrap();
    let target = home.registry("registry.json");
    let mut arguments = vec!["install", "--manifest", "acme.manifest.json", "--target"];
    arguments.push(target.to_str().unwrap());
    assert_eq!(home.run(&arguments).reason(), "fornax-folder");
    assert_eq!(fs::read(&target).unwrap(), index);
    // The rest of that folder is whoever names it.
    home.write(".fornax/mine.json", "{}");
    let target = home.path(".fornax/mine.json");
    *arguments.last_mut().unwrap() = target.to_str().unwrap();
    home.run(&arguments).exits(0);
    assert!(home.read(".fornax/mine.json").contains("fornax-hook-acme"));
}
