//! What is reported about files depends on the files: not on how many are given, in which order, how often,
//! or on how many threads look at them.

use std::fs;
use std::sync::LazyLock;

use proptest::prelude::*;
use serde_json::Value;

use crate::harness::{FORMATS, Run, Sandbox, finish};
use crate::support::repo_root;

/// The samples of every kind, each with the name by which a file is known to be of that kind.
static SAMPLES: LazyLock<Vec<(&str, Vec<u8>)>> = LazyLock::new(|| {
    let mut samples = Vec::new();
    for (kind, name) in [
        ("ak-adapter", "ak-adapter.json"),
        ("ak-kit", "kit.json"),
        ("fornax-manifest", "x.manifest.json"),
        ("fornax-registry", "registry.json"),
    ] {
        for verdict in ["invalid", "valid"] {
            let folder = repo_root().join("schemas/samples").join(kind).join(verdict);
            let mut files: Vec<_> = fs::read_dir(folder)
                .unwrap()
                .map(|entry| entry.unwrap().path())
                .collect();
            files.sort();
            samples.extend(files.iter().map(|file| (name, fs::read(file).unwrap())));
        }
    }
    samples
});

/// A sandbox with these samples, each in a folder of its own, and the names of the files.
fn sandbox(chosen: &[usize]) -> (Sandbox, Vec<String>) {
    let sandbox = Sandbox::new();
    let mut names = Vec::new();
    for (number, sample) in chosen.iter().enumerate() {
        let (name, bytes) = &SAMPLES[sample % SAMPLES.len()];
        let path = format!("{number:03}/{name}");
        sandbox.write(&path, bytes);
        names.push(path);
    }
    (sandbox, names)
}

fn run(sandbox: &Sandbox, format: &str, threads: usize, paths: &[String]) -> Run {
    let mut command = sandbox.command(["--format", format, "--"]);
    command
        .args(paths)
        .env("RAYON_NUM_THREADS", threads.to_string());
    finish(command.spawn().unwrap())
}

fn assert_alike(one: &Run, other: &Run, how: &str) {
    let differing = one
        .stdout
        .lines()
        .zip(other.stdout.lines())
        .find(|(one, other)| one != other);
    assert_eq!(differing, None, "{how}");
    assert_eq!(one.stdout.len(), other.stdout.len(), "{how}");
    assert_eq!(one.stderr, other.stderr, "{how}");
    assert_eq!(one.code, other.code, "{how}");
}

proptest! {
    // Each case starts the program many times.
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        max_shrink_iters: 50,
        ..ProptestConfig::with_cases(12)
    })]

    #[test]
    fn order_and_number_of_arguments_make_no_difference(
        chosen in prop::collection::vec(any::<usize>(), 1..40),
        keys in prop::collection::vec(any::<u32>(), 40),
        repeated in 0_usize..3,
        threads in 1_usize..5,
    ) {
        // The first is found in a folder, which a registry may not be: a run that finds nothing says where
        // it has looked, which is not the same for other folders.
        let (sandbox, names) = sandbox(&[&[0], &*chosen].concat());
        let mut shuffled: Vec<_> = names.iter().zip(&keys).collect();
        shuffled.sort_by_key(|(_, key)| **key);
        let mut shuffled: Vec<String> = shuffled.into_iter().map(|(name, _)| name.clone()).collect();
        shuffled.extend_from_within(..repeated.min(names.len()));
        // Of what lies in a folder less may be looked at than of what is named.
        let folders: Vec<String> = shuffled.iter().map(|name| name[..3].to_owned()).collect();
        for format in FORMATS {
            let orderly = run(&sandbox, format, 1, &names);
            assert_alike(&run(&sandbox, format, threads, &shuffled), &orderly, format);
            let whole = run(&sandbox, format, 1, &[".".to_owned()]);
            assert_alike(&run(&sandbox, format, threads, &folders), &whole, format);
        }
    }

    #[test]
    fn what_is_said_of_a_file_is_said_of_it_alone(
        chosen in prop::collection::vec(any::<usize>(), 1..12),
    ) {
        let (sandbox, names) = sandbox(&chosen);
        let files = |paths: &[String]| -> Vec<Value> {
            let report: Value = serde_json::from_str(&run(&sandbox, "json", 2, paths).stdout).unwrap();
            report["files"].as_array().unwrap().clone()
        };
        let together = files(&names);
        let alone: Vec<Value> = names.iter().flat_map(|name| files(std::slice::from_ref(name))).collect();
        prop_assert_eq!(together, alone);
    }
}

/// More files than are looked at together.
#[test]
fn of_many_files_the_threads_make_no_difference() {
    let chosen: Vec<usize> = (0..700).map(|number| number * 7).collect();
    let (sandbox, names) = sandbox(&chosen);
    let mut backwards = names.clone();
    backwards.reverse();
    let orderly = run(&sandbox, "jsonl", 1, &names);
    assert!(orderly.stdout.lines().count() > 700, "{orderly:?}");
    for (threads, paths) in [(4, &names), (3, &backwards)] {
        assert_alike(&run(&sandbox, "jsonl", threads, paths), &orderly, "jsonl");
    }
}
