//! Planning, installing and uninstalling on files.

use std::fs;

use serde_json::json;

use crate::harness::{Home, manifest_value, names, text};

const SETTINGS: &str = "{\r\n\t\"b\" : 1e2,\r\n\t\"a\": \"\\u00e9\"\r\n}";

#[test]
fn what_is_installed_can_be_removed_and_nothing_is_left_of_it() {
    let home = Home::with_adapter();
    home.write(".acme/settings.json", SETTINGS);
    let run = home.run(["plan", "acme-agent"]).exits(1);
    assert!(
        run.stdout
            .contains("would add 1 element to ~/.acme/settings.json"),
        "{}",
        run.stdout
    );
    assert_eq!(home.read(".acme/settings.json"), SETTINGS);

    home.run(["install", "acme-agent"]).exits(0);
    let installed = home.read(".acme/settings.json");
    assert!(installed.contains("fornax-hook-acme"), "{installed}");
    assert!(installed.starts_with("{\r\n\t\"b\" : 1e2,\r\n\t\"a\": \"\\u00e9\""));
    home.run(["plan", "acme-agent"]).exits(0);
    home.run(["install", "acme-agent"]).exits(0);
    assert_eq!(home.read(".acme/settings.json"), installed);

    home.run(["uninstall", "acme-agent"]).exits(0);
    assert_eq!(home.read(".acme/settings.json"), SETTINGS);
    home.run(["uninstall", "acme-agent"]).exits(0);
    assert_eq!(names(&home.path(".acme")), ["settings.json"]);
}

#[test]
fn a_missing_target_is_made_but_no_folder_is() {
    let home = Home::with_adapter();
    home.run(["uninstall", "acme-agent"]).exits(0);
    assert!(!home.path(".acme/settings.json").exists());
    home.run(["install", "acme-agent"]).exits(0);
    assert!(home.path(".acme/settings.json").exists());

    fs::remove_dir_all(home.path(".acme")).unwrap();
    for command in ["plan", "install"] {
        let run = home.run([command, "acme-agent"]);
        assert_eq!(run.reason(), "folder-missing");
    }
    home.run(["uninstall", "acme-agent"]).exits(0);
    assert!(!home.path(".acme").exists());
}

#[test]
fn only_a_built_in_adapter_makes_its_folder() {
    let home = Home::new();
    home.run(["install", "claude-code"]).exits(0);
    home.run(["install", "codex"]).exits(0);
    assert!(
        home.read(".claude/settings.json")
            .contains("fornax-hook-claude")
    );
    assert!(
        home.read(".codex/config.toml")
            .contains("fornax-codex-notify.sh")
    );
    home.run(["plan", "claude-code"]).exits(0);
    home.run(["uninstall", "claude-code"]).exits(0);
    home.run(["uninstall", "codex"]).exits(0);
    assert!(!home.read(".claude/settings.json").contains("fornax"));
    assert_eq!(home.read(".codex/config.toml"), "");
    // They need no registry.
    assert!(!home.path(".fornax").exists());
}

#[test]
fn an_author_tries_things_out_without_registering() {
    let home = Home::with_manifest();
    fs::write(home.work("settings.json"), SETTINGS).unwrap();
    let on_scratch = |command: &str| {
        home.run([
            command,
            "--manifest",
            "acme.manifest.json",
            "--target",
            "settings.json",
        ])
    };
    // A registered adapter has its own target, and no other is taken for it in silence.
    for command in ["plan", "install", "uninstall"] {
        let run = home.run([command, "acme-agent", "--target", "settings.json"]);
        assert!(run.exits(2).stderr.contains("--target"), "{command}");
    }
    on_scratch("plan").exits(1);
    on_scratch("install").exits(0);
    on_scratch("plan").exits(0);
    on_scratch("uninstall").exits(0);
    assert_eq!(
        fs::read_to_string(home.work("settings.json")).unwrap(),
        SETTINGS
    );
    assert_eq!(names(&home.path("")), [".acme"]);
    assert_eq!(names(&home.path(".acme")), [""; 0]);
    home.run(["install", "--manifest", "acme.manifest.json"])
        .exits(0);
    assert_eq!(names(&home.path(".acme")), ["settings.json"]);
    assert!(!home.path(".fornax").exists());
}

#[test]
fn what_is_refused_is_left_to_the_byte_and_its_content_is_not_told() {
    let home = Home::with_adapter();
    let secret = "sk-very-secret";
    for (settings, reason) in [
        (format!("{{ // {secret}\n }}"), "not-json"),
        (format!("{{ \"{secret}\": 1, }}"), "not-json"),
        (format!("\u{feff}{{ \"{secret}\": 1 }}"), "not-json"),
        (format!("[\"{secret}\"]"), "root-not-object"),
        (format!("{{ \"hooks\": \"{secret}\" }}"), "not-an-object"),
        (
            format!("{{ \"hooks\": {{ \"start\": \"{secret}\" }} }}"),
            "not-an-array",
        ),
        (
            format!("{{ \"a\": \"{secret}{}\" }}", " ".repeat(8_388_608)),
            "too-large",
        ),
    ] {
        home.write(".acme/settings.json", &settings);
        for arguments in [
            &["plan", "acme-agent"][..],
            &["install", "acme-agent"],
            &["install", "acme-agent", "--diff"],
            &["install", "acme-agent", "--json"],
        ] {
            let run = home.run(arguments).exits(2);
            if !arguments.contains(&"--json") {
                assert_eq!(run.reason(), reason);
            }
            let said = run.stdout + &run.stderr;
            assert!(!said.contains(secret), "{said}");
        }
        assert_eq!(home.read(".acme/settings.json"), settings);
    }
    // A report for programs has the target's content only where a patch was asked for.
    home.write(".acme/settings.json", format!("{{\"a\": \"{secret}\"}}"));
    let run = home.run(["plan", "acme-agent", "--json"]).exits(1);
    assert!(!run.stdout.contains(secret), "{}", run.stdout);
    let run = home.run(["plan", "acme-agent"]).exits(1);
    assert!(!run.stdout.contains(secret), "{}", run.stdout);
}

#[test]
fn a_patch_has_standard_output_for_itself_and_makes_the_same_file() {
    let home = Home::with_adapter();
    home.write(".acme/settings.json", SETTINGS);
    let run = home.run(["plan", "acme-agent", "--diff"]).exits(1);
    assert!(
        run.stdout.starts_with("--- a/.acme/settings.json\n"),
        "{}",
        run.stdout
    );
    assert!(
        run.stderr
            .contains("would add 1 element to ~/.acme/settings.json"),
        "{}",
        run.stderr
    );
    let colored = home
        .run(["plan", "acme-agent", "--diff", "--color", "always"])
        .exits(1);
    assert!(colored.stdout.contains("\x1b[32m+"), "{}", colored.stdout);

    let Ok(found) = std::process::Command::new("patch")
        .arg("--version")
        .output()
    else {
        eprintln!("skipped: there is no `patch`");
        return;
    };
    assert!(found.status.success());
    fs::write(home.work("change.patch"), &run.stdout).unwrap();
    home.run(["install", "acme-agent"]).exits(0);
    let installed = home.read(".acme/settings.json");
    home.write(".acme/settings.json", SETTINGS);
    let mut patch = std::process::Command::new("patch");
    patch.args(["-p1", "--binary", "-d"]);
    patch
        .arg(home.path(""))
        .arg("-i")
        .arg(home.work("change.patch"));
    assert!(patch.status().unwrap().success());
    assert_eq!(home.read(".acme/settings.json"), installed);
}

#[test]
fn a_key_that_is_there_twice_is_warned_of() {
    let home = Home::with_adapter();
    home.write(
        ".acme/settings.json",
        "{\"hooks\": {}, \"hooks\": {\"start\": []}}",
    );
    let run = home.run(["install", "acme-agent"]).exits(0);
    assert!(run.stdout.contains("warning:"), "{}", run.stdout);
}

#[test]
fn the_doctor_tells_what_is_installed() {
    let home = Home::with_adapter();
    let state = || {
        let run = home.run(["doctor", "acme-agent"]);
        let line = run.stdout.lines().find(|line| line.contains("~/.acme"));
        line.unwrap().trim().to_owned()
    };
    assert_eq!(state(), "acme-agent  ~/.acme/settings.json: not installed");
    home.run(["install", "acme-agent"]).exits(0);
    assert_eq!(state(), "acme-agent  ~/.acme/settings.json: installed");
    home.write(".acme/settings.json", "[]");
    assert!(state().contains("refused"), "{}", state());
    home.run(["doctor", "acme-agent"]).exits(1);
    home.run(["doctor", "none"]).exits(2);
}

#[test]
fn a_manifest_that_needs_another_capability_is_told_so() {
    let home = Home::with_manifest();
    let mut value = manifest_value("acme-agent");
    value["capabilities"] = json!(["uninstall"]);
    home.write_manifest("acme.manifest.json", text(&value));
    for command in ["plan", "install"] {
        let run = home.run([command, "--manifest", "acme.manifest.json"]);
        assert_eq!(run.reason(), "capability-missing");
        assert!(run.stderr.contains("`uninstall`"), "{}", run.stderr);
    }
    home.run(["uninstall", "--manifest", "acme.manifest.json"])
        .exits(0);
}

#[test]
fn a_notify_of_the_users_own_that_calls_fornax_stays() {
    let home = Home::new();
    fs::create_dir(home.path(".codex")).unwrap();
    let config = "notify = [\"my-wrapper\", \"--also\", \"fornax-codex-notify.sh\"]  # mine\n";
    home.write(".codex/config.toml", config);
    // It is installed, by the user's own program.
    for command in ["install", "plan"] {
        let run = home.run([command, "codex"]).exits(0);
        assert!(
            run.stdout.contains("a program of the user's own"),
            "{}",
            run.stdout
        );
    }
    let run = home.run(["doctor", "codex"]).exits(0);
    assert!(run.stdout.contains(": installed: "), "{}", run.stdout);
    for arguments in [
        &["uninstall", "codex"][..],
        &["uninstall", "codex", "--diff"],
    ] {
        let run = home.run(arguments);
        assert_eq!(run.reason(), "foreign-value");
        assert!(run.stderr.contains("`notify`"), "{}", run.stderr);
        assert!(!run.stderr.contains("my-wrapper"), "{}", run.stderr);
    }
    assert_eq!(home.read(".codex/config.toml"), config);
}

#[test]
fn a_name_that_only_a_folder_has_is_no_target_and_no_manifest() {
    let home = Home::with_manifest();
    for name in ["new.json/", "new.json/.", "new.json//"] {
        let arguments = [
            "install",
            "--manifest",
            "acme.manifest.json",
            "--target",
            name,
        ];
        assert_eq!(home.run(arguments).reason(), "target-not-a-file", "{name}");
    }
    assert_eq!(names(&home.work("")), ["acme.manifest.json"]);
    for name in ["acme.manifest.json/", "acme.manifest.json/."] {
        let run = home.run(["review", name]);
        assert_eq!(run.reason(), "source-not-a-file", "{name}");
    }
}

#[cfg(unix)]
#[test]
fn a_patch_finds_the_target_however_it_was_named() {
    let home = Home::with_manifest();
    if std::process::Command::new("patch")
        .arg("--version")
        .output()
        .is_err()
    {
        eprintln!("skipped: there is no `patch`");
        return;
    }
    fs::create_dir(home.work("a")).unwrap();
    fs::create_dir(home.work("b ")).unwrap();
    let outside = home.path("s.json");
    let inside = home.work("s.json");
    for (target, file, folder) in [
        ("s.json", inside.clone(), home.work("")),
        ("./a/./s.json", home.work("a/s.json"), home.work("")),
        ("a/../s.json", inside.clone(), home.work("")),
        (inside.to_str().unwrap(), inside.clone(), home.work("")),
        // Where it isn't below, the patch is run in its folder.
        (outside.to_str().unwrap(), outside.clone(), home.path("")),
        ("../home/s.json", outside.clone(), home.path("")),
        ("s.json ", home.work("s.json "), home.work("")),
        ("b /s.json", home.work("b /s.json"), home.work("")),
    ] {
        fs::write(&file, SETTINGS).unwrap();
        let arguments = ["--manifest", "acme.manifest.json", "--target", target];
        let plan = [&["plan", "--diff"][..], &arguments].concat();
        let run = home.run(plan).exits(1);
        fs::write(home.work("change.patch"), &run.stdout).unwrap();
        home.run([&["install"][..], &arguments].concat()).exits(0);
        let installed = fs::read_to_string(&file).unwrap();
        fs::write(&file, SETTINGS).unwrap();
        let mut patch = std::process::Command::new("patch");
        patch.args(["-p1", "--binary", "-d"]).arg(&folder);
        patch.arg("-i").arg(home.work("change.patch"));
        let done = patch.output().unwrap();
        assert!(done.status.success(), "{target}: {done:?}: {}", run.stdout);
        assert_eq!(fs::read_to_string(&file).unwrap(), installed, "{target}");
    }
}
