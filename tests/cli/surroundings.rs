//! What rules learn from the real disk around a document, and that it can be kept from them.

use std::fs;

use crate::harness::{CLEAN, Sandbox, finish};
use crate::support::repo_root;

fn sample(path: &str) -> String {
    fs::read_to_string(repo_root().join("schemas/samples").join(path)).unwrap()
}

/// The rules that found something, without those that are no matter of the disk.
fn rules(sandbox: &Sandbox, arguments: &[&str], fornax_home: Option<&str>) -> Vec<String> {
    let mut command = sandbox.command([&["--format", "json"], arguments].concat());
    if let Some(folder) = fornax_home {
        command.env("FORNAX_HOME", sandbox.path(folder));
    }
    let run = finish(command.spawn().unwrap());
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let files = report["files"].as_array().unwrap();
    let mut rules: Vec<String> = files
        .iter()
        .flat_map(|file| file["diagnostics"].as_array().unwrap())
        .map(|found| found["rule"].as_str().unwrap().to_owned())
        .collect();
    rules.sort_unstable();
    rules.dedup();
    rules
}

/// An adapter whose hook is a script.
fn adapter() -> String {
    let program = "\"acme-ak\", \"run\"";
    let sample = sample("ak-adapter/valid/worker.json");
    assert!(sample.contains(program));
    sample.replace(program, "\"node\", \"run.mjs\"")
}

#[test]
fn a_hook_script_is_looked_for_beside_the_manifest() {
    let sandbox = Sandbox::with(&[("ak-adapter.json", &adapter())]);
    let missing = "hook-script-missing".to_owned();
    assert!(rules(&sandbox, &[], None).contains(&missing));
    assert!(!rules(&sandbox, &["--isolated"], None).contains(&missing));
    sandbox.write("run.mjs", "");
    assert!(!rules(&sandbox, &[], None).contains(&missing));
}

#[test]
fn a_target_is_looked_for_in_the_home_directory() {
    let manifest = sample("fornax-manifest/valid/plan-only.json");
    let sandbox = Sandbox::with(&[("acme.manifest.json", &manifest)]);
    assert_eq!(rules(&sandbox, &[], None), ["target-folder-missing"]);
    sandbox.write("../home/.acme/settings.json", "[]");
    assert_eq!(rules(&sandbox, &[], None), ["target-not-installable"]);
    sandbox.write("../home/.acme/settings.json", "{}");
    assert_eq!(rules(&sandbox, &[], None), [""; 0]);
}

#[cfg(unix)]
#[test]
fn a_target_behind_a_link_is_seen_as_such() {
    let manifest = sample("fornax-manifest/valid/plan-only.json");
    let sandbox = Sandbox::with(&[("acme.manifest.json", &manifest)]);
    sandbox.write("../home/real/settings.json", "{}");
    for real in ["real", "nowhere"] {
        let link = sandbox.path("../home/.acme");
        std::os::unix::fs::symlink(real, &link).unwrap();
        assert_eq!(rules(&sandbox, &[], None), ["target-not-installable"]);
        assert_eq!(rules(&sandbox, &["--isolated"], None), [""; 0]);
        fs::remove_file(link).unwrap();
    }
    // A home directory may be reached through links.
    let home = sandbox.path("../home");
    let moved = sandbox.path("../moved");
    fs::rename(&home, &moved).unwrap();
    fs::rename(moved.join("real"), moved.join(".acme")).unwrap();
    std::os::unix::fs::symlink("moved", home).unwrap();
    assert_eq!(rules(&sandbox, &[], None), [""; 0]);
}

#[test]
fn a_registered_copy_is_looked_for_where_fornax_keeps_it() {
    let manifest = sample("fornax-manifest/valid/plan-only.json");
    let registry = format!(
        "{{\"schema_version\": 1, \"entries\": [{{\"id\": \"acme-agent\", \
         \"manifest_file\": \"acme-agent.manifest.json\", \"digest\": \"sha256:{}\", \
         \"source_path\": \"x\", \"registered_at\": \"2026-01-01T00:00:00Z\", \"enabled\": true}}]}}",
        "0".repeat(64)
    );
    let sandbox = Sandbox::with(&[("acme.manifest.json", &manifest)]);
    sandbox.write("../home/.acme/settings.json", "{}");
    assert_eq!(rules(&sandbox, &[], None), [""; 0]);
    let changed = ["registered-digest-changed"];
    sandbox.write("../home/.fornax/adapters/registry.json", &registry);
    assert_eq!(rules(&sandbox, &[], None), changed);
    assert_eq!(rules(&sandbox, &[], Some("elsewhere")), [""; 0]);
    sandbox.write("elsewhere/adapters/registry.json", &registry);
    let manifest = ["acme.manifest.json"];
    assert_eq!(rules(&sandbox, &manifest, Some("elsewhere")), changed);
    // The index itself is judged by what stands beside it.
    let found = rules(&sandbox, &["elsewhere"], None);
    assert!(
        found.contains(&"registry-copy-missing".to_owned()),
        "{found:?}"
    );
}

#[cfg(unix)]
#[test]
fn a_manifest_that_is_a_link_is_seen_as_one() {
    let sandbox = Sandbox::with(&[("real.json", &CLEAN)]);
    std::os::unix::fs::symlink("real.json", sandbox.path("ak-adapter.json")).unwrap();
    for arguments in [&["."][..], &["ak-adapter.json"]] {
        assert_eq!(rules(&sandbox, arguments, None), ["manifest-symlinked"]);
    }
    assert_eq!(rules(&sandbox, &["real.json"], None), [""; 0]);
}

#[test]
fn standard_input_has_the_surroundings_of_its_name() {
    let adapter = adapter();
    let sandbox = Sandbox::with(&[("x/y.txt", "")]);
    let with = |arguments: &[&str]| {
        let arguments = [&["-", "--format", "short"], arguments].concat();
        sandbox.run_with_stdin(arguments, adapter.as_bytes()).stdout
    };
    assert!(with(&["--stdin-filename", "x/ak-adapter.json"]).contains("hook-script-missing"));
    assert!(!with(&[]).contains("hook-script-missing"));
}
