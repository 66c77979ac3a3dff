//! What runs while the programs are built: each dependency's build script was read, and fetches nothing.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use fornax_manifest::fornax_pin;
use serde_json::Value;

use crate::support::repo_root;

/// Every package whose build script was read, the script's digest, and what it does.
const READ: [(&str, &str, &str); 28] = [
    (
        "ahash",
        "sha256:d7dd5428c78b80bb3c99068561641ec661f0f94defbda17f85b443e358ab6396",
        "looks at the target and at whether the compiler has specialisation",
    ),
    (
        "crc32fast",
        "sha256:deb6052c4a586e8875ef677fe2d9e9dcfafebfa949803455ea8eff6e7dbde436",
        "asks the compiler for its version",
    ),
    (
        "crossbeam-deque",
        "sha256:c8c35fc536a2e6481549bc13979293cb51244cd9c72d4ed9e35c22a1d70fa9ae",
        "looks at the target",
    ),
    (
        "crossbeam-epoch",
        "sha256:c8c35fc536a2e6481549bc13979293cb51244cd9c72d4ed9e35c22a1d70fa9ae",
        "looks at the target",
    ),
    (
        "crossbeam-utils",
        "sha256:5f337798bfe6dc961c1ba902ae1671a8c705e66ed485f8bc63d8e0052ed7a8e4",
        "looks up the target in a list of its own",
    ),
    (
        "getrandom",
        "sha256:d542c9c3bbc2f64a26c758eac8af16178aab52464bdd8bf0b9a767ba87665021",
        "asks the compiler for its version",
    ),
    (
        "getrandom",
        "sha256:662faa06d7b2a9c5bea2c17a127a90e00b9f9b31105b0360da516e47cf816e95",
        "looks at the sanitizer",
    ),
    (
        "httparse",
        "sha256:eba8e341d746a6cf54249c62afe9eb237e7c21fcf9937223e894549e3a34d489",
        "asks the compiler for its version",
    ),
    (
        "inotify-sys",
        "sha256:8070368f4661803c760dc05c9946f654af5ca54a0b224abc3c10f01e5e295a3a",
        "looks at the target; only for NetBSD and OpenBSD it asks pkg-config for a folder",
    ),
    (
        "jsonschema-value",
        "sha256:eaf4038e865deb416425dc3cc3f0bd8afdc580481f82cdd487913c87ed14aab6",
        "does nothing without a feature for Python, which is off",
    ),
    (
        "libc",
        "sha256:e70593206df4d2a3138eab463567e0ae8f91c1bea565da4ab5370ea8986840ac",
        "asks the compiler for its version, and the system, on FreeBSD and with Emscripten, for its own",
    ),
    (
        "num-traits",
        "sha256:d3969209fc1c9d201c66ed11820d0b328600d75b3971f8ceebeab04900bc0587",
        "has the compiler try an expression, by way of `autocfg`",
    ),
    (
        "parking_lot_core",
        "sha256:3698c936b75f8332d9b6b30a8a6838ea116c1ff0a819a025c9ea9696e4d8ce72",
        "looks at the sanitizer",
    ),
    (
        "proc-macro2",
        "sha256:baeb20b52f6b536be8657a566591a507bb2e34a45cf8baa42b135510a0c3c729",
        "has the compiler try sources of its own",
    ),
    (
        "quote",
        "sha256:cd6808c02e476b09a520105e2c6f6d325cccb1ecd542cbbcc836a0ae6f6fb0f1",
        "asks the compiler for its version",
    ),
    (
        "rayon-core",
        "sha256:fa31cb198b772600d100a7c403ddedccef637d2e6b2da431fa7f02ca41307fc6",
        "does nothing: it only makes sure that there is one of its kind",
    ),
    (
        "ref-cast",
        "sha256:095bc1870b75dd5c80a68bddaae03d2de9f817e134b026ebf3f63e0ff81cf5ca",
        "asks the compiler for its version, and writes a line of source",
    ),
    (
        "rustix",
        "sha256:f7609b919173e7121493266d0f89db724a1e47bb105ebd05397f869639603eec",
        "has the compiler try lines that it holds",
    ),
    (
        "rustversion",
        "sha256:73ba3ed118f1b1cc28097284813d04fc5ed25c5a24b5d73bc9f29fbd0b1adf8a",
        "writes down the compiler's version",
    ),
    (
        "serde",
        "sha256:e2ea6a7a82f5404c3e28cb055883c737ee7903367a10206fbb47b75c009f0eb3",
        "asks the compiler for its version, and writes a line of source",
    ),
    (
        "serde_core",
        "sha256:7bc6b1eec8913ff4cd8e4b9b92cd04a82a4f38beb30a0b73a64c1e6e49f07b5f",
        "asks the compiler for its version, and writes a line of source",
    ),
    (
        "serde_json",
        "sha256:a681e754be844c7dbef957f5d2d00b01f37c5dca160ef1055a8d8f975697a881",
        "looks at the target",
    ),
    (
        "unicode-general-category",
        "sha256:4b1162f7b16292e79b5eea8b91ea6cd6a2e36ef65784f91414cb8992c3a2ed42",
        "makes tables of tables that it holds",
    ),
    (
        "wasm-bindgen",
        "sha256:363b0c2cf7b1353ff702898612ab98956a87fa85e943b41377627c08a053406a",
        "for WebAssembly only: looks at the target and the compiler's version",
    ),
    (
        "wasm-bindgen-shared",
        "sha256:2ad2b0d08ef35c6a9013b5488bdf568630f0fc517d10b47f3851ad5c6ef10da4",
        "for WebAssembly only: sums up two files of its own, and asks git for the commit of the folder that it is in",
    ),
    (
        "wit-bindgen",
        "sha256:99b4276049457d3ea1d304277d66b0ff1abba0b9b1f5d60a5e25bdd3fd897a91",
        "for WebAssembly only: copies an archive of its own",
    ),
    (
        "zerocopy",
        "sha256:075d31f4f99cf4e42132e9c3652c846de832576e2f18be281b16405235644fcd",
        "asks the compiler for its version",
    ),
    (
        "zmij",
        "sha256:ad320bc635887879bdbbf1b9322da4a157ec2c5a4243bd7c2cf9b6884a3b2a41",
        "asks the compiler for its version",
    ),
];

/// What Cargo knows of all packages, those for other systems included, where all of them were fetched.
fn metadata() -> Value {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let ask = |more: &[&str]| {
        Command::new(&cargo)
            .args(["metadata", "--format-version=1", "--locked", "--offline"])
            .args(more)
            .current_dir(repo_root())
            .output()
            .unwrap()
    };
    let mut output = ask(&[]);
    if !output.status.success() {
        let version = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
            .arg("-vV")
            .output()
            .unwrap();
        let version = String::from_utf8(version.stdout).unwrap();
        let host = version.lines().find_map(|line| line.strip_prefix("host: "));
        output = ask(&["--filter-platform", host.unwrap()]);
    }
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A script's text, and that of the files that it takes in.
fn whole_text(script: &Path) -> String {
    let text = fs::read_to_string(script).unwrap();
    let mut whole = text.clone();
    for line in text.lines() {
        let included = line
            .strip_prefix("include!(\"")
            .and_then(|rest| rest.strip_suffix("\");"));
        let place = line
            .strip_prefix("#[path = \"")
            .and_then(|rest| rest.strip_suffix("\"]"));
        let module = line
            .strip_prefix("mod ")
            .and_then(|rest| rest.strip_suffix(';'));
        let names = match (included.or(place), module) {
            (Some(name), _) => vec![name.to_owned()],
            (_, Some(name)) => vec![format!("{name}.rs"), format!("{name}/mod.rs")],
            _ => continue,
        };
        for name in names {
            if let Ok(more) = fs::read_to_string(script.with_file_name(name)) {
                whole.push_str(&more);
            }
        }
    }
    whole
}

/// Each package that has a build script, with the digest of that.
fn scripts(metadata: &Value) -> BTreeSet<(String, String)> {
    let mut scripts = BTreeSet::new();
    for package in metadata["packages"].as_array().unwrap() {
        for target in package["targets"].as_array().unwrap() {
            if target["kind"][0] == "custom-build" {
                let text = whole_text(Path::new(target["src_path"].as_str().unwrap()));
                let name = package["name"].as_str().unwrap().to_owned();
                scripts.insert((name, fornax_pin(text.as_bytes())));
            }
        }
    }
    scripts
}

#[test]
fn every_build_script_was_read() {
    let scripts = scripts(&metadata());
    assert!(!scripts.is_empty());
    for (name, digest) in &scripts {
        assert!(
            READ.iter()
                .any(|(known, read, _)| known == name && read == digest),
            "the build script of {name} is new, or another than was read. Read it, with what it starts; \
             if it fetches nothing, write down what it does and {digest} in tests/sync/build_scripts.rs"
        );
    }
}

#[test]
fn no_build_script_is_told_of_that_is_gone() {
    let lock = fs::read_to_string(repo_root().join("Cargo.lock")).unwrap();
    for (name, _, what) in READ {
        assert!(!what.is_empty(), "{name}");
        let line = format!("\nname = \"{name}\"\n");
        let known = READ.iter().filter(|(known, ..)| *known == name).count();
        assert!(
            lock.matches(&line).count() >= known,
            "Cargo.lock has no {name} for each of its scripts in tests/sync/build_scripts.rs"
        );
    }
}

/// Nothing is compiled from another language, which would take scripts that do more.
#[test]
fn nothing_finds_or_builds_a_library_of_the_system() {
    let lock = fs::read_to_string(repo_root().join("Cargo.lock")).unwrap();
    for name in ["bindgen", "cc", "cmake", "pkg-config", "vcpkg"] {
        assert!(!lock.contains(&format!("\nname = \"{name}\"\n")), "{name}");
    }
}
