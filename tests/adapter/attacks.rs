//! A hostile file system: links, pipes and files that change between a look and a write.

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use fornax_adapter::{External, Job};
use fornax_manifest::load::fornax::Capability;
use fornax_manifest::operation::Direction;
use fornax_manifest::{Options, fornax_pin, load};
use fornax_project::Homes;

use crate::harness::{Home, manifest, names, set_mode};

const SETTINGS: &str = "{\"theme\": \"dark\"}";
const DRAFT: &str = ".acme/settings.json.fornax-tmp";

#[test]
fn links_and_special_files_are_never_written_through() {
    let home = Home::with_adapter();
    fs::write(home.work("outside.json"), SETTINGS).unwrap();
    let target = home.path(".acme/settings.json");
    let refused = |reason: &str| {
        for command in ["plan", "install", "uninstall"] {
            assert_eq!(
                home.run([command, "acme-agent"]).reason(),
                reason,
                "{command}"
            );
        }
    };

    symlink(home.work("outside.json"), &target).unwrap();
    refused("target-symlink");
    fs::remove_file(&target).unwrap();
    symlink("nowhere", &target).unwrap();
    refused("target-symlink");
    fs::remove_file(&target).unwrap();

    fs::hard_link(home.work("outside.json"), &target).unwrap();
    refused("target-linked");
    fs::remove_file(&target).unwrap();

    fs::create_dir(&target).unwrap();
    refused("target-not-a-file");
    fs::remove_dir(&target).unwrap();

    #[cfg(target_os = "linux")]
    {
        crate::promises::make_pipe(&target);
        refused("target-not-a-file");
        fs::remove_file(&target).unwrap();
    }

    // A link on the way, also one that leads to a place in the home directory.
    fs::remove_dir(home.path(".acme")).unwrap();
    fs::create_dir(home.path("real")).unwrap();
    for to in [home.path("real"), home.work("")] {
        symlink(to, home.path(".acme")).unwrap();
        refused("folder-symlink");
        fs::remove_file(home.path(".acme")).unwrap();
    }
    home.write(".acme", "");
    refused("folder-not-a-folder");

    let outside = fs::read_to_string(home.work("outside.json")).unwrap();
    assert_eq!(outside, SETTINGS);
    assert_eq!(names(&home.path("real")), [""; 0]);
}

#[test]
fn a_home_directory_may_itself_be_a_link() {
    let home = Home::with_manifest();
    symlink(home.path(""), home.work("link")).unwrap();
    let mut command = home.command(["install", "--manifest", "acme.manifest.json"]);
    command.env("HOME", home.work("link"));
    crate::harness::finish(&mut command).exits(0);
    assert!(
        home.read(".acme/settings.json")
            .contains("fornax-hook-acme")
    );
}

#[test]
fn a_planted_draft_is_named_and_stays() {
    let home = Home::with_adapter();
    home.write(".acme/settings.json", SETTINGS);
    home.write("victim", "victim");
    let draft = home.path(DRAFT);
    let plants: [&dyn Fn(&Path); 5] = [
        &|draft| fs::write(draft, "").unwrap(),
        &|draft| {
            fs::write(draft, "evil").unwrap();
            set_mode(draft, 0o600);
        },
        &|draft| symlink(home.path("victim"), draft).unwrap(),
        &|draft| symlink("nowhere", draft).unwrap(),
        &|draft| fs::hard_link(home.path("victim"), draft).unwrap(),
    ];
    for (number, plant) in plants.iter().enumerate() {
        plant(&draft);
        for command in ["install", "plan"] {
            let run = home.run([command, "acme-agent"]);
            assert_eq!(run.reason(), "draft-in-the-way", "{number}");
            assert!(run.stderr.contains(DRAFT) && run.stderr.contains("remove it"));
        }
        let run = home.run(["doctor", "acme-agent"]).exits(1);
        assert!(run.stdout.contains(DRAFT), "{}", run.stdout);
        assert!(fs::symlink_metadata(&draft).is_ok());
        fs::remove_file(&draft).unwrap();
    }
    fs::create_dir(&draft).unwrap();
    assert_eq!(
        home.run(["install", "acme-agent"]).reason(),
        "draft-in-the-way"
    );
    fs::remove_dir(&draft).unwrap();
    assert_eq!(home.read(".acme/settings.json"), SETTINGS);
    assert_eq!(home.read("victim"), "victim");
}

#[test]
fn what_an_interrupted_run_left_behind_is_in_nobodys_way() {
    let home = Home::with_adapter();
    home.write(".acme/settings.json", SETTINGS);
    set_mode(&home.path(".acme/settings.json"), 0o640);
    home.run(["install", "acme-agent"]).exits(0);
    let installed = home.read(".acme/settings.json");
    for command in ["install", "uninstall"] {
        for end in [0, 1, installed.len()] {
            home.write(".acme/settings.json", SETTINGS);
            home.write(DRAFT, &installed[..end]);
            set_mode(&home.path(DRAFT), 0o600);
            home.run(["plan", "acme-agent"]).exits(1);
            home.run([command, "acme-agent"]).exits(0);
            if command == "install" {
                assert_eq!(home.read(".acme/settings.json"), installed);
                assert_eq!(names(&home.path(".acme")), ["settings.json"]);
            }
            let _ = fs::remove_file(home.path(DRAFT));
        }
    }
    // The last step before it takes the target's place.
    home.write(".acme/settings.json", SETTINGS);
    home.write(DRAFT, &installed);
    set_mode(&home.path(DRAFT), 0o640);
    home.run(["install", "acme-agent"]).exits(0);

    // One that is being written is another matter.
    home.write(".acme/settings.json", SETTINGS);
    home.write(DRAFT, &installed[..9]);
    set_mode(&home.path(DRAFT), 0o600);
    let writer = File::open(home.path(DRAFT)).unwrap();
    writer.lock().unwrap();
    assert_eq!(home.run(["install", "acme-agent"]).reason(), "busy");
    home.run(["plan", "acme-agent"]).exits(1);
    assert_eq!(home.read(".acme/settings.json"), SETTINGS);
}

#[test]
fn mode_and_owner_are_kept() {
    use std::os::unix::fs::{MetadataExt as _, chown};

    let home = Home::with_adapter();
    let target = home.path(".acme/settings.json");
    for mode in [0o600, 0o644, 0o664, 0o755] {
        home.write(".acme/settings.json", SETTINGS);
        set_mode(&target, mode);
        home.run(["install", "acme-agent"]).exits(0);
        assert_eq!(crate::harness::mode(&target), mode);
    }
    fs::remove_file(&target).unwrap();
    home.run(["install", "acme-agent"]).exits(0);
    assert_eq!(crate::harness::mode(&target), 0o600);
    if chown(&target, Some(12345), Some(54321)).is_err() {
        eprintln!("skipped: only an administrator may give files away");
        return;
    }
    home.run(["uninstall", "acme-agent"]).exits(0);
    let metadata = fs::metadata(&target).unwrap();
    assert_eq!((metadata.uid(), metadata.gid()), (12345, 54321));
}

/// Whoever shares their files with a group, as umask 0002 does, is told once of all that is open, and what
/// the words say to do is enough.
#[test]
fn all_that_others_can_write_to_is_told_at_once_and_mended_by_one_command() {
    let home = Home::with_manifest();
    let folder = fs::canonicalize(home.work("")).unwrap();
    let spaced = folder.join("an adapter");
    fs::create_dir(&spaced).unwrap();
    for place in [&folder, &spaced] {
        let file = place.join("acme.manifest.json");
        fs::write(&file, manifest("acme-agent")).unwrap();
        for (of_file, of_folder) in [(0o664, 0o755), (0o644, 0o775), (0o664, 0o775)] {
            set_mode(&file, of_file);
            set_mode(place, of_folder);
            let review = ["review", file.to_str().unwrap()];
            let run = home.run(review);
            assert_eq!(run.reason(), "source-writable");
            let (_, rest) = run.stderr.split_once("take that away with `").unwrap();
            let (command, _) = rest.split_once('`').unwrap();
            assert_eq!(command.contains("acme.manifest.json"), of_file == 0o664);
            let mended = Command::new("sh").args(["-c", command]).status().unwrap();
            assert!(mended.success(), "{command}");
            home.run(review).exits(1);
        }
    }
    // A folder that is for everybody is left so.
    set_mode(&spaced, 0o1777);
    for (of_file, words) in [
        (0o664, "can write to, with `chmod go-w`"),
        (0o644, "can write to\n"),
    ] {
        let file = spaced.join("acme.manifest.json");
        set_mode(&file, of_file);
        let run = home.run(["review", file.to_str().unwrap()]).exits(2);
        assert!(run.stderr.contains(words), "{run:?}");
    }
}

#[test]
fn a_manifest_that_somebody_else_may_have_written_is_refused_unread() {
    let home = Home::with_manifest();
    let manifest = home.work("acme.manifest.json");
    let refused = |name: &str, reason: &str| {
        for arguments in [
            &["review", name][..],
            &["register", name, "--confirm-digest", &fornax_pin(b"")],
            &["install", "--manifest", name],
        ] {
            assert_eq!(home.run(arguments).reason(), reason, "{arguments:?}");
        }
    };
    for mode in [0o664, 0o646, 0o666, 0o662] {
        set_mode(&manifest, mode);
        refused("acme.manifest.json", "source-writable");
    }
    set_mode(&manifest, 0o644);
    for mode in [0o775, 0o757, 0o1777] {
        set_mode(&home.work(""), mode);
        refused("acme.manifest.json", "source-writable");
    }
    set_mode(&home.work(""), 0o755);
    symlink("acme.manifest.json", home.work("link.json")).unwrap();
    refused("link.json", "source-not-a-file");
    fs::create_dir(home.work("folder.json")).unwrap();
    refused("folder.json", "source-not-a-file");
    #[cfg(target_os = "linux")]
    {
        crate::promises::make_pipe(&home.work("pipe.json"));
        refused("pipe.json", "source-not-a-file");
        refused("/dev/zero", "source-not-a-file");
    }
    home.run(["review", "acme.manifest.json"]).exits(1);
}

/// A home directory on a disk of its own, which is full or can't be written.
#[cfg(target_os = "linux")]
#[test]
fn what_a_disk_does_not_take_is_refused_whole() {
    let home = Home::with_manifest();
    fs::remove_dir(home.path(".acme")).unwrap();
    let Some(disk) = crate::disk::TinyDisk::mount(home.path(".acme")) else {
        eprintln!("skipped: only an administrator may mount a disk, and not everywhere");
        return;
    };
    let settings = format!("{{\"text\": \"{}\"}}", "x".repeat(100_000));
    home.write(".acme/settings.json", &settings);
    let digest = fornax_pin(&fs::read(home.work("acme.manifest.json")).unwrap());
    let registry = home.path(".acme/fornax");
    let run = |arguments: &[&str]| {
        let mut command = home.command(arguments);
        crate::harness::finish(command.env("FORNAX_HOME", &registry))
    };
    let install = ["install", "--manifest", "acme.manifest.json"];
    let register = [
        "register",
        "acme.manifest.json",
        "--confirm-digest",
        &digest,
    ];
    let refused = |why: &str| {
        let before = names(disk.path());
        for (arguments, reason) in [
            (&install[..], "target-unwritable"),
            (&register[..], "registry-unwritable"),
        ] {
            let run = run(arguments);
            assert_eq!(run.reason(), reason);
            assert!(run.stderr.contains(why), "{}", run.stderr);
        }
        assert_eq!(home.read(".acme/settings.json"), settings);
        before
    };
    fs::write(disk.path().join("ballast"), "x".repeat(100_000)).unwrap_err();
    let before = refused("no storage space");
    let list = run(&["list"]).exits(0);
    assert!(!list.stdout.contains("acme-agent"), "{}", list.stdout);
    // Nothing is left beside the target; the registry's folder may have been made, and is empty.
    let after = names(disk.path());
    let made = after.iter().filter(|name| !before.contains(name));
    assert!(made.clone().all(|name| name == "fornax"), "{after:?}");

    disk.remount("size=1m,ro");
    refused("read-only");
    disk.remount("rw");
    run(&register).exits(0);
    run(&["install", "acme-agent"]).exits(0);
    run(&["uninstall", "acme-agent"]).exits(0);
    assert_eq!(home.read(".acme/settings.json"), settings);
}

#[test]
fn a_registry_of_links_and_pipes_is_not_read() {
    let home = Home::with_adapter();
    let copy = home.registry("acme-agent.manifest.json");
    fs::rename(&copy, home.work("copy.json")).unwrap();
    symlink(home.work("copy.json"), &copy).unwrap();
    let run = home.run(["install", "acme-agent"]);
    assert_eq!(run.reason(), "rejected");
    assert!(run.stderr.contains("unreadable copy"), "{}", run.stderr);
    fs::remove_file(&copy).unwrap();
    #[cfg(target_os = "linux")]
    {
        crate::promises::make_pipe(&copy);
        assert_eq!(home.run(["install", "acme-agent"]).reason(), "rejected");
        fs::remove_file(&copy).unwrap();
    }
    fs::write(&copy, " ".repeat(65_537)).unwrap();
    let run = home.run(["install", "acme-agent"]);
    assert!(run.stderr.contains("larger"), "{}", run.stderr);

    let index = home.registry("registry.json");
    fs::rename(&index, home.work("index.json")).unwrap();
    symlink(home.work("index.json"), &index).unwrap();
    assert_eq!(home.run(["list"]).reason(), "index-unreadable");
    assert_eq!(
        home.run(["remove", "acme-agent"]).reason(),
        "index-unreadable"
    );
}

/// Installs and uninstalls while somebody else does something in a loop; returns how often it was done
/// and how often refused.
fn change_while(home: &Home, act: impl Fn() + Send + Sync) -> (usize, usize) {
    let homes = Homes {
        home: Some(home.path("")),
        fornax: None,
    };
    let text = manifest("acme-agent");
    let manifest = load::fornax_manifest(text.as_bytes(), &Options::default()).unwrap();
    let adapter = External::new(manifest);
    let is_done = AtomicBool::new(false);
    let mut counts = (0, 0);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                act();
            }
        });
        for round in 0..400 {
            let (command, direction) = match round % 2 {
                0 => (Capability::Install, Direction::Install),
                _ => (Capability::Uninstall, Direction::Uninstall),
            };
            let job = Job::new(&adapter, command, &homes).unwrap();
            match job.run(direction) {
                Ok(_) => counts.0 += 1,
                Err(_) => counts.1 += 1,
            }
        }
        is_done.store(true, Ordering::Relaxed);
    });
    counts
}

#[test]
fn a_target_that_becomes_a_link_in_between_leads_nowhere() {
    let home = Home::with_manifest();
    fs::write(home.work("outside.json"), SETTINGS).unwrap();
    home.write(".acme/settings.json", SETTINGS);
    home.write(".acme/file", SETTINGS);
    let target = home.path(".acme/settings.json");
    symlink(home.work("outside.json"), home.path(".acme/link")).unwrap();
    let turn = AtomicBool::new(false);
    let (_, refused) = change_while(&home, || {
        // Both names are always there, so that only what they lead to changes.
        let (name, spare) = match turn.fetch_xor(true, Ordering::Relaxed) {
            true => (".acme/link", ".acme/spare-link"),
            false => (".acme/file", ".acme/spare-file"),
        };
        let spare = home.path(spare);
        let _ = fs::remove_file(&spare);
        if name.ends_with("link") {
            symlink(home.work("outside.json"), &spare).unwrap();
        } else {
            fs::write(&spare, SETTINGS).unwrap();
        }
        fs::rename(&spare, &target).unwrap();
    });
    assert!(refused > 0);
    let outside = fs::read_to_string(home.work("outside.json")).unwrap();
    assert_eq!(outside, SETTINGS);
    assert!(!home.path(DRAFT).exists());
}

#[test]
fn a_folder_that_becomes_a_link_in_between_leads_nowhere() {
    let home = Home::with_manifest();
    fs::create_dir(home.work("outside")).unwrap();
    fs::write(home.work("outside/settings.json"), SETTINGS).unwrap();
    home.write(".acme/settings.json", SETTINGS);
    let (folder, aside) = (home.path(".acme"), home.path("aside"));
    let (_, refused) = change_while(&home, || {
        fs::rename(&folder, &aside).unwrap();
        symlink(home.work("outside"), &folder).unwrap();
        fs::remove_file(&folder).unwrap();
        fs::rename(&aside, &folder).unwrap();
    });
    assert!(refused > 0);
    let outside = fs::read_to_string(home.work("outside/settings.json")).unwrap();
    assert_eq!(outside, SETTINGS);
    assert_eq!(names(&home.work("outside")), ["settings.json"]);
    assert_eq!(names(&folder), ["settings.json"]);
}
