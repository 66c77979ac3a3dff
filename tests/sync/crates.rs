//! The workspace: which crate may depend on which, and what every crate's manifest must say.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::files::text_files;
use crate::support::repo_root;

/// Each package, and the packages of ours that it may depend on.
const ARROWS: [(&str, &[&str]); 6] = [
    ("fornax-manifest", &[]),
    ("fornax-project", &["fornax-manifest"]),
    (
        "fornax-lsp",
        &[
            "fornax-adapter",
            "fornax-manifest",
            "fornax-project",
            "fornax-terminal",
        ],
    ),
    ("fornax-terminal", &["fornax-manifest"]),
    (
        "fornax-lint",
        &["fornax-manifest", "fornax-project", "fornax-terminal"],
    ),
    (
        "fornax-adapter",
        &["fornax-manifest", "fornax-project", "fornax-terminal"],
    ),
];

pub(crate) fn packages() -> Vec<Value> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--format-version=1"])
        .current_dir(repo_root())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

#[test]
fn crates_depend_only_on_what_lies_below_them() {
    for package in packages() {
        let name = package["name"].as_str().unwrap();
        let Some((_, allowed)) = ARROWS.iter().find(|(known, _)| *known == name) else {
            panic!("{name} has no place in the architecture yet");
        };
        for dependency in package["dependencies"].as_array().unwrap() {
            let dependency = dependency["name"].as_str().unwrap();
            let ours = ARROWS.iter().any(|(known, _)| *known == dependency);
            assert!(
                !ours || allowed.contains(&dependency),
                "{name} must not depend on {dependency}"
            );
        }
    }
}

/// What the libraries of a command line need, a host and the server have no use for.
#[test]
fn the_server_holds_no_command_line() {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["tree", "--package", "fornax-lsp", "--edges", "normal"])
        .args(["--prefix", "none", "--format", "{lib}", "--offline"])
        .current_dir(repo_root())
        .output()
        .unwrap();
    let tree = String::from_utf8(output.stdout).unwrap();
    assert!(tree.lines().any(|line| line == "fornax_adapter"), "{tree}");
    for unwanted in ["clap", "anstream", "similar", "codespan_reporting"] {
        assert!(
            !tree.lines().any(|line| line == unwanted),
            "the server must not depend on {unwanted}"
        );
    }
}

#[test]
fn every_crate_is_described_with_its_invariant() {
    let architecture = fs::read_to_string(repo_root().join("docs/architecture.md")).unwrap();
    for package in packages() {
        let name = package["name"].as_str().unwrap();
        let section = architecture
            .split("\n### ")
            .find(|section| section.lines().next().unwrap().contains(name))
            .unwrap_or_else(|| panic!("docs/architecture.md has no section for {name}"));
        assert!(
            section.contains("Invariant:"),
            "{name} has no invariant in docs/architecture.md"
        );
    }
}

#[test]
fn the_drawing_shows_every_crate_and_nothing_that_is_gone() {
    let drawing = fs::read_to_string(repo_root().join("docs/pictures/architecture.svg")).unwrap();
    let packages = packages();
    for package in &packages {
        let manifest = Path::new(package["manifest_path"].as_str().unwrap());
        let folder = manifest.parent().and_then(Path::file_name).unwrap();
        for text in [
            package["name"].as_str().unwrap().to_owned(),
            format!("{}/", folder.to_str().unwrap()),
        ] {
            assert!(
                drawing.contains(&format!(">{text}</text>")),
                "docs/pictures/architecture.svg doesn't show {text}"
            );
        }
    }
    for text in drawing.split("</text>") {
        let (_, text) = text.rsplit_once('>').unwrap();
        let known = packages.iter().any(|package| package["name"] == text);
        assert!(
            known || !text.starts_with("fornax-"),
            "docs/pictures/architecture.svg shows {text}, which is no crate"
        );
    }
}

#[test]
fn every_crate_takes_lints_and_rust_version_from_the_workspace() {
    for package in packages() {
        let manifest = fs::read_to_string(package["manifest_path"].as_str().unwrap()).unwrap();
        for line in ["[lints]\nworkspace = true", "rust-version.workspace = true"] {
            assert!(
                manifest.contains(line),
                "{} lacks {line:?}",
                package["name"]
            );
        }
    }
}

/// What is published says under which terms, in words, not only by a name.
#[test]
fn every_package_holds_the_licences() {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    for package in packages() {
        let name = package["name"].as_str().unwrap();
        let output = Command::new(&cargo)
            .args([
                "package",
                "--list",
                "--offline",
                "--allow-dirty",
                "--package",
                name,
            ])
            .current_dir(repo_root())
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        let files = String::from_utf8(output.stdout).unwrap();
        let folder = Path::new(package["manifest_path"].as_str().unwrap())
            .parent()
            .unwrap();
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
            assert!(
                files.lines().any(|file| file == licence),
                "{name} lacks {licence}"
            );
            // They are links to the one text, which packaging follows.
            if cfg!(unix) {
                let text = fs::read(repo_root().join(licence)).unwrap();
                assert!(
                    fs::read(folder.join(licence)).unwrap() == text,
                    "{name}: {licence}"
                );
            }
        }
    }
}

/// One crate runs a line of a macro's before `main`; it may not be written by hand there either.
#[test]
fn unsafe_code_is_forbidden_in_every_crate_but_one() {
    let manifest = fs::read_to_string(repo_root().join("Cargo.toml")).unwrap();
    assert!(manifest.contains("\nunsafe_code = \"deny\"\n"));
    for package in packages() {
        for target in package["targets"].as_array().unwrap() {
            let kind = target["kind"][0].as_str().unwrap();
            if !["lib", "bin"].contains(&kind) {
                continue;
            }
            let path = target["src_path"].as_str().unwrap();
            let text = fs::read_to_string(path).unwrap();
            assert_eq!(
                text.contains("\n#![forbid(unsafe_code)]\n"),
                package["name"] != "fornax-terminal",
                "{path}"
            );
        }
    }
    for file in text_files()
        .iter()
        .filter(|file| file.path.starts_with("terminal/src/"))
    {
        let told = ["allow(unsafe_code)", "expect(unsafe_code)"];
        assert!(
            !told.iter().any(|word| file.text.contains(word)),
            "{}",
            file.path
        );
    }
}

#[test]
fn the_oldest_rust_is_declared_once() {
    let manifest = fs::read_to_string(repo_root().join("Cargo.toml")).unwrap();
    let version = manifest
        .lines()
        .find_map(|line| line.strip_prefix("rust-version = \"")?.strip_suffix('"'))
        .unwrap();
    for file in text_files() {
        let name = file.path.rsplit('/').next().unwrap();
        assert!(
            !name.starts_with("rust-toolchain"),
            "{} would be a second place for a version of Rust",
            file.path
        );
        let reads_it = file.has_extension("md")
            || file.has_extension("yml")
            || name == "clippy.toml"
            || name == "run";
        assert!(
            !(reads_it && names_version(&file.text, version)),
            "{} repeats Rust {version}, which Cargo.toml declares",
            file.path
        );
    }
}

/// Whether `text` holds `version`, itself and not as a part of a longer number.
fn names_version(text: &str, version: &str) -> bool {
    let numeric = |c: char| c.is_ascii_digit() || c == '.';
    text.match_indices(version).any(|(start, _)| {
        !text[..start].ends_with(numeric)
            && !text[start + version.len()..].starts_with(|c: char| c.is_ascii_digit())
    })
}

#[test]
fn the_engine_is_kept_pure() {
    let source = fs::read_to_string(repo_root().join("manifest/src/lib.rs")).unwrap();
    assert!(
        source.contains("#![deny(clippy::disallowed_methods, clippy::disallowed_types)]"),
        "manifest/src/lib.rs must turn on the two lints that clippy.toml configures for it"
    );
}
