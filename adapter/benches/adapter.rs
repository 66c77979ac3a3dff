//! How long it takes to load a full registry, and to install into a large file, beside what the disk
//! takes for that.
//!
//! `cargo bench -p fornax-adapter`

// Whatever fails here ends the benchmark.
#![allow(clippy::unwrap_used)]

use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::path::Path;

use divan::{Bencher, black_box};
use fornax_adapter::{External, Job, Registry, Review, register};
use fornax_manifest::load::fornax::Capability;
use fornax_manifest::operation::Direction;
use fornax_manifest::{Options, limits};
use fornax_project::Homes;
use tempfile::TempDir;

/// The size of the settings, in bytes.
const SETTINGS_BYTES: usize = 1024 * 1024;

const MANIFEST: &str = include_str!("../../schemas/samples/fornax-manifest/valid/complete.json");

fn main() {
    divan::main();
}

fn home() -> (TempDir, Homes) {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join(".acme")).unwrap();
    let homes = Homes {
        home: Some(folder.path().to_path_buf()),
        fornax: None,
    };
    (folder, homes)
}

/// A registry with as many adapters as it may have.
#[divan::bench]
fn load_a_full_registry(bencher: Bencher<'_, '_>) {
    let (folder, homes) = home();
    let options = Options::default();
    for number in 0..limits::FORNAX_REGISTRY_ENTRIES {
        let path = folder.path().join("acme.manifest.json");
        fs::write(
            &path,
            MANIFEST.replace("acme-agent", &format!("acme-{number}")),
        )
        .unwrap();
        let review = Review::read(&path, &options).unwrap();
        register(&review, review.digest(), &homes, &options).unwrap();
    }
    let registry = Registry::load(&homes, &options);
    assert_eq!(
        registry.adapters().count(),
        2 + limits::FORNAX_REGISTRY_ENTRIES
    );
    bencher.bench(|| Registry::load(black_box(&homes), &options));
}

/// Settings of many members, as a program writes them.
fn settings() -> String {
    let mut text = "{\n".to_owned();
    for number in 0.. {
        let member =
            format!("  \"setting-{number}\": {{ \"isOn\": true, \"level\": {number} }},\n");
        if text.len() + member.len() > SETTINGS_BYTES {
            break;
        }
        text.push_str(&member);
    }
    text.push_str("  \"last\": null\n}\n");
    text
}

/// Settings in the target's place, and a job that installs there.
fn with_job(work: impl FnOnce(&Path, &str, &Job<'_>)) {
    let (folder, homes) = home();
    let target = folder.path().join(".acme/settings.json");
    let settings = settings();
    let adapter = External::read(MANIFEST.as_bytes(), &Options::default()).unwrap();
    let job = Job::new(&adapter, Capability::Install, &homes).unwrap();
    work(&target, &settings, &job);
}

#[divan::bench]
fn install_into_a_megabyte(bencher: Bencher<'_, '_>) {
    with_job(|target, settings, job| {
        bencher
            .with_inputs(|| fs::write(target, settings).unwrap())
            .bench_refs(|()| job.run(Direction::Install).unwrap());
    });
}

#[divan::bench]
fn plan_into_a_megabyte(bencher: Bencher<'_, '_>) {
    with_job(|target, settings, job| {
        fs::write(target, settings).unwrap();
        bencher.bench(|| job.plan(Direction::Install).unwrap());
    });
}

/// What an installation takes at least: the file is read, and another is written and put in its place.
#[divan::bench]
fn read_and_replace_a_megabyte(bencher: Bencher<'_, '_>) {
    with_job(|target, settings, _| {
        let draft = target.with_extension("new");
        bencher
            .with_inputs(|| fs::write(target, settings).unwrap())
            .bench_refs(|()| {
                let mut bytes = Vec::new();
                File::open(target).unwrap().read_to_end(&mut bytes).unwrap();
                let mut file = File::create(&draft).unwrap();
                file.write_all(&bytes).unwrap();
                file.sync_all().unwrap();
                fs::rename(&draft, target).unwrap();
                File::open(target.parent().unwrap())
                    .unwrap()
                    .sync_all()
                    .unwrap();
            });
    });
}
