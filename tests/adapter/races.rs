//! Several programs at once on one registry, and on one target.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{env, fs, thread};

use fornax_adapter::Registry;
use fornax_manifest::{Options, fornax_pin};
use fornax_project::Homes;

use crate::harness::{Home, manifest, mode, names};

/// How many rounds each of two programs goes through: `FORNAX_RACES`, or few.
fn rounds() -> usize {
    let rounds = env::var("FORNAX_RACES").ok();
    rounds.and_then(|rounds| rounds.parse().ok()).unwrap_or(15)
}

#[test]
fn two_programs_that_change_the_registry_at_once_lose_nothing() {
    let home = Home::new();
    home.write_manifest("shared.json", manifest("shared-agent"));
    let shared = fornax_pin(manifest("shared-agent").as_bytes());
    let homes = Homes {
        home: Some(home.path("")),
        fornax: None,
    };
    let is_done = AtomicBool::new(false);
    let worker = |name: &'static str| {
        let (home, shared) = (&home, &shared);
        move || {
            let id = format!("{name}-agent");
            let file = format!("{name}.json");
            home.write_manifest(&file, manifest(&id));
            let digest = fornax_pin(manifest(&id).as_bytes());
            let mut balance = 0;
            for _ in 0..rounds() {
                home.run(["register", &file, "--confirm-digest", &digest])
                    .exits(0);
                home.run(["disable", &id]).exits(0);
                let run = home.run(["register", "shared.json", "--confirm-digest", shared]);
                match run.code {
                    Some(0) => balance += 1,
                    _ => assert_eq!(run.reason(), "id-taken"),
                }
                home.run(["enable", &id]).exits(0);
                home.run(["remove", &id]).exits(0);
                let run = home.run(["remove", "shared-agent"]);
                match run.code {
                    Some(0) => balance -= 1,
                    _ => assert_eq!(run.reason(), "unknown-id"),
                }
            }
            home.run(["register", &file, "--confirm-digest", &digest])
                .exits(0);
            balance
        }
    };
    let balance: i32 = thread::scope(|scope| {
        // Somebody who only reads finds a whole index at any time, and nothing rejected.
        let reader = scope.spawn(|| {
            let mut loads = 0;
            while !is_done.load(Ordering::Relaxed) {
                let registry = Registry::load(&homes, &Options::default());
                assert!(registry.fault().is_none(), "{:?}", registry.fault());
                let rejected: Vec<_> = registry.rejections().collect();
                assert!(rejected.is_empty(), "{rejected:?}");
                for name in ["registry.json", "registry.lock"] {
                    let path = home.registry(name);
                    assert!(!path.exists() || mode(&path) == 0o600);
                }
                loads += 1;
            }
            loads
        });
        let workers = [scope.spawn(worker("left")), scope.spawn(worker("right"))];
        let balance = workers.map(|worker| worker.join());
        is_done.store(true, Ordering::Relaxed);
        assert!(reader.join().unwrap() > 0);
        balance.into_iter().map(Result::unwrap).sum()
    });
    let registry = Registry::load(&homes, &Options::default());
    let ids: BTreeSet<_> = registry.entries().iter().map(|entry| entry.id()).collect();
    let mut expected = BTreeSet::from(["left-agent", "right-agent"]);
    // Each was registered once more than it was removed, or as often.
    match balance {
        0 => {}
        1 => {
            expected.insert("shared-agent");
        }
        other => panic!("{other}"),
    }
    assert_eq!(ids, expected);
    let mut files: Vec<_> = expected
        .iter()
        .map(|id| format!("{id}.manifest.json"))
        .collect();
    files.push("registry.json".to_owned());
    files.sort();
    assert_eq!(home.registered_files(), files);
    for file in files {
        assert_eq!(mode(&home.registry(&file)), 0o600);
    }
    assert_eq!(mode(&home.registry("")), 0o700);
}

#[test]
fn two_programs_that_change_one_target_at_once_leave_a_whole_one() {
    let home = Home::with_adapter();
    let settings = "{\n  \"theme\": \"dark\"\n}\n";
    home.write(".acme/settings.json", settings);
    home.run(["install", "acme-agent"]).exits(0);
    let installed = home.read(".acme/settings.json");
    let change = |command: &'static str| {
        let home = &home;
        move || {
            for _ in 0..rounds() {
                let run = home.run([command, "acme-agent"]);
                let lost = ["busy", "target-changed"];
                assert!(
                    run.code == Some(0) || lost.contains(&run.reason()),
                    "{run:?}"
                );
            }
        }
    };
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                let text = fs::read_to_string(home.path(".acme/settings.json")).unwrap();
                assert!(text == settings || text == installed, "{text}");
            }
        });
        let workers =
            ["install", "uninstall", "install"].map(|command| scope.spawn(change(command)));
        let results = workers.map(|worker| worker.join());
        is_done.store(true, Ordering::Relaxed);
        for result in results {
            result.unwrap();
        }
    });
    assert_eq!(names(&home.path(".acme")), ["settings.json"]);
}

/// Somebody who holds the lock and dies keeps nobody waiting; somebody who holds it is waited for.
#[test]
fn a_writer_waits_for_the_one_before() {
    let home = Home::with_adapter();
    let lock = fs::File::open(home.registry("registry.lock")).unwrap();
    lock.lock().unwrap();
    let mut child = home.command(["disable", "acme-agent"]).spawn().unwrap();
    // Readers wait for nobody.
    home.run(["list"]).exits(0);
    assert!(child.try_wait().unwrap().is_none());
    drop(lock);
    assert!(child.wait().unwrap().success());
}
