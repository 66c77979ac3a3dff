//! Registering in two steps: what is shown, what is confirmed, and what is refused at either.

use std::fs;
use std::path::Path;

use fornax_manifest::fornax_pin;
use serde_json::{Value, json};

use crate::harness::{Home, manifest, manifest_value, text};

#[test]
fn a_review_shows_all_that_counts_and_writes_nothing() {
    let home = Home::with_manifest();
    let mut value = manifest_value("acme-agent");
    value["summary"] = json!("safe\u{202e}txt");
    home.write_manifest("acme.manifest.json", text(&value));
    home.write(".acme/settings.json", "{\n  \"theme\": \"dark\"\n}\n");
    let digest = fornax_pin(&fs::read(home.work("acme.manifest.json")).unwrap());
    for arguments in [
        ["review", "acme.manifest.json"],
        ["register", "acme.manifest.json"],
    ] {
        let run = home.run(arguments).exits(1);
        for part in [
            "safe‹U+202E›txt",
            "~/.acme/settings.json",
            "plan, install, uninstall",
            "0.0.9",
            "https://example.com/acme (unverified",
            "would add 1 element to ~/.acme/settings.json",
            "+++ b/.acme/settings.json",
            "+  \"hooks\": {",
            &format!("fornax-adapter register acme.manifest.json --confirm-digest {digest}"),
        ] {
            assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
        }
        assert!(!home.path(".fornax").exists());
    }
}

#[test]
fn the_last_line_of_a_review_registers_what_was_shown() {
    let mut names = vec!["it's mine.json", "-x.manifest.json", "--json"];
    if cfg!(unix) {
        names.extend([
            "nl\nx.json",
            "turned\u{202e}nosj.json",
            "tab\tb\\.json",
            "'\u{1b}[2J.json",
        ]);
    }
    for name in names {
        let home = Home::with_manifest();
        fs::rename(home.work("acme.manifest.json"), home.work(name)).unwrap();
        let run = home.run(["review", "--", name]).exits(1);
        let line = run.stdout.lines().last().unwrap().trim();
        assert!(!line.contains(['\u{1b}', '\u{202e}', '␊']), "{line:?}");
        let report = home.run(["review", "--json", "--", name]).exits(1);
        let report: Value = serde_json::from_str(&report.stdout).unwrap();
        let next = report["next"].as_array().unwrap().iter().skip(1);
        home.run(next.map(|word| word.as_str().unwrap())).exits(0);
        home.run(["remove", "acme-agent"]).exits(0);
        // Not every shell reads what is spelt.
        let shell = ["/bin/bash", "/bin/sh"]
            .into_iter()
            .find(|path| Path::new(path).exists());
        let Some(shell) = shell.filter(|shell| !line.contains("$'") || shell.ends_with("bash"))
        else {
            continue;
        };
        let program = env!("CARGO_BIN_EXE_fornax-adapter");
        let line = line.replacen("fornax-adapter", program, 1);
        let mut shell = std::process::Command::new(shell);
        shell.args(["-c", &line]);
        home.prepare(&mut shell);
        crate::harness::finish(&mut shell).exits(0);
        let copy = fs::read(home.registry("acme-agent.manifest.json")).unwrap();
        assert_eq!(copy, fs::read(home.work(name)).unwrap());
    }
}

#[test]
fn what_installs_nothing_would_change_nothing() {
    let home = Home::with_manifest();
    for capabilities in [
        json!(["plan"]),
        json!(["uninstall"]),
        json!(["plan", "uninstall"]),
    ] {
        let mut value = manifest_value("acme-agent");
        value["capabilities"] = capabilities;
        home.write_manifest("acme.manifest.json", text(&value));
        let run = home.run(["review", "acme.manifest.json"]).exits(1);
        assert!(
            run.stdout.contains("It does not install anything."),
            "{}",
            run.stdout
        );
        let run = home
            .run(["review", "acme.manifest.json", "--json"])
            .exits(1);
        let report: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(
            (&report["change"], &report["refused"]),
            (&Value::Null, &Value::Null)
        );
    }
}

#[test]
fn another_digest_is_refused_and_both_are_named() {
    let home = Home::with_manifest();
    let digest = fornax_pin(&fs::read(home.work("acme.manifest.json")).unwrap());
    // The file is swapped between the two steps.
    home.write_manifest("acme.manifest.json", manifest("evil-agent"));
    let run = home.run([
        "register",
        "acme.manifest.json",
        "--confirm-digest",
        &digest,
    ]);
    assert_eq!(run.reason(), "digest-differs");
    let now = fornax_pin(&fs::read(home.work("acme.manifest.json")).unwrap());
    assert!(run.stderr.contains(&digest) && run.stderr.contains(&now));

    let upper = now.to_uppercase().replace("SHA256", "sha256");
    for malformed in [&upper, &now.replace("sha256:", ""), "", "sha256:00"] {
        let run = home.run([
            "register",
            "acme.manifest.json",
            "--confirm-digest",
            malformed,
        ]);
        assert_eq!(run.reason(), "digest-malformed");
    }
    assert!(!home.path(".fornax").exists());
}

#[test]
fn what_must_not_be_registered_is_refused_at_both_steps() {
    let home = Home::with_adapter();
    let before = fs::read(home.registry("registry.json")).unwrap();
    let mut broken = manifest_value("other-agent");
    broken["entrypoint"] = json!("sh -c evil");
    for (text, reason) in [
        (text(&broken), "manifest-refused"),
        ("{".to_owned(), "manifest-refused"),
        (manifest("codex"), "manifest-refused"),
        (manifest("acme-agent"), "id-taken"),
        (manifest("acmе-agent"), "manifest-refused"),
        (manifest("Acme-Agent"), "manifest-refused"),
        (" ".repeat(65_537), "source-too-large"),
    ] {
        home.write_manifest("other.manifest.json", &text);
        let digest = fornax_pin(text.as_bytes());
        let run = home.run(["review", "other.manifest.json"]);
        assert_eq!(run.reason(), reason, "{text}");
        let run = home.run([
            "register",
            "other.manifest.json",
            "--confirm-digest",
            &digest,
        ]);
        assert_eq!(run.reason(), reason, "{text}");
    }
    let run = home.run([
        "register",
        "none.json",
        "--confirm-digest",
        &fornax_pin(b""),
    ]);
    assert_eq!(run.reason(), "source-unreadable");
    assert_eq!(fs::read(home.registry("registry.json")).unwrap(), before);
    assert_eq!(
        home.registered_files(),
        ["acme-agent.manifest.json", "registry.json"]
    );
}

#[test]
fn a_manifest_with_warnings_is_registered_and_they_are_shown() {
    let home = Home::with_manifest();
    let mut value = manifest_value("acme-agent");
    value["capabilities"] = json!(["plan", "install"]);
    home.write_manifest("acme.manifest.json", text(&value));
    let run = home.run(["review", "acme.manifest.json"]).exits(1);
    assert!(
        run.stdout.contains("warning[install-without-uninstall]"),
        "{}",
        run.stdout
    );
    home.register("acme.manifest.json");
}
