//! Files that are there to do harm, and files that are merely large.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, Instant};

use fornax_manifest::{Document, DocumentKind, Nowhere, check, limits};
use fornax_project::config::{Bounds, Configs, FaultKind, Overlay, Search};

use crate::{Tree, config, parse};

/// What is wrong with a tree's configuration, in words.
fn broken(tree: &Tree) -> String {
    let configs = Configs::new(Search::Upward(Bounds::default()), Overlay::default());
    let ungoverned = configs.for_file(&tree.path("kit.json")).unwrap_err();
    assert_eq!(ungoverned.broken.path(), tree.path("fornax-lint.toml"));
    assert_eq!(ungoverned.broken.text(), "");
    ungoverned.broken.faults()[0].to_string()
}

#[test]
fn a_huge_file_costs_a_look_at_its_size() {
    let tree = Tree::new(&[]);
    let file = File::create(tree.path("fornax-lint.toml")).unwrap();
    file.set_len(1 << 30).unwrap();
    let start = Instant::now();
    assert_eq!(
        broken(&tree),
        "the file has 1073741824 bytes; a configuration may have 2097152"
    );
    assert!(start.elapsed() < Duration::from_secs(1));
}

#[test]
fn the_limit_is_inclusive() {
    let limit = usize::try_from(limits::CONFIG_BYTES).unwrap();
    let tree = Tree::new(&[]);
    tree.write("fornax-lint.toml", vec![b'\n'; limit]);
    let configs = Configs::new(Search::Upward(Bounds::default()), Overlay::default());
    assert!(configs.for_file(&tree.path("kit.json")).is_ok());
    tree.write("fornax-lint.toml", vec![b'\n'; limit + 1]);
    assert!(broken(&tree).contains("2097153"));
}

#[test]
fn a_folder_is_no_configuration() {
    let tree = Tree::new(&[("fornax-lint.toml/x", "")]);
    assert_eq!(broken(&tree), "this is a folder, not a file");
}

#[cfg(unix)]
#[test]
fn nothing_special_is_waited_for() {
    use std::os::unix::net::UnixListener;

    let tree = Tree::new(&[]);
    let path = tree.path("fornax-lint.toml");
    rustix::fs::mknodat(
        rustix::fs::CWD,
        &path,
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::from_raw_mode(0o600),
        0,
    )
    .unwrap();
    assert_eq!(broken(&tree), "this is a named pipe, not a file");
    fs::remove_file(&path).unwrap();
    let _listener = UnixListener::bind(&path).unwrap();
    assert_eq!(broken(&tree), "this is a socket, not a file");
    fs::remove_file(&path).unwrap();
    std::os::unix::fs::symlink("/dev/zero", &path).unwrap();
    assert!(broken(&tree).starts_with("this is a symbolic link that leads out"));
    let named = Configs::new(Search::File(path), Overlay::default());
    let ungoverned = named.for_file(&tree.path("kit.json")).unwrap_err();
    assert_eq!(
        ungoverned.broken.faults()[0].to_string(),
        "this is a device, not a file"
    );
}

#[cfg(unix)]
#[test]
fn links_are_followed_inside_the_bounds_only() {
    use std::os::unix::fs::symlink;

    let tree = Tree::new(&[
        ("outside.toml", "published = true\n"),
        ("repo/.git/HEAD", ""),
        ("repo/shared.toml", "published = true\n"),
    ]);
    fs::create_dir(tree.path("repo/sub")).unwrap();
    let link = tree.path("repo/sub/fornax-lint.toml");
    let load = || {
        Configs::new(Search::Upward(Bounds::default()), Overlay::default())
            .for_file(&tree.path("repo/sub/kit.json"))
    };
    symlink("../shared.toml", &link).unwrap();
    assert!(load().unwrap().options().published);

    let mut faults = Vec::new();
    for target in ["../../outside.toml", "nowhere", "fornax-lint.toml"] {
        fs::remove_file(&link).unwrap();
        symlink(target, &link).unwrap();
        faults.push(load().unwrap_err().broken.faults()[0].to_string());
    }
    assert!(faults[0].contains("leads out of the project"), "{faults:?}");
    assert_eq!(faults[1], "there is no such file or folder");
    assert!(faults[2].contains("symbolic links"), "a loop: {faults:?}");

    fs::remove_file(&link).unwrap();
    symlink("../../outside.toml", &link).unwrap();
    let named = Configs::new(Search::File(link.clone()), Overlay::default());
    assert!(
        named.for_file(&link).unwrap().options().published,
        "it was named"
    );
}

#[cfg(unix)]
#[test]
fn folders_that_are_links_have_an_end() {
    let tree = Tree::new(&[
        (".git/HEAD", ""),
        ("fornax-lint.toml", "published = true\n"),
    ]);
    std::os::unix::fs::symlink(".", tree.path("loop")).unwrap();
    let path = tree.path("loop/loop/loop/loop/kit.json");
    let configs = Configs::new(Search::Upward(Bounds::default()), Overlay::default());
    assert!(configs.for_file(&path).unwrap().options().published);
}

#[cfg(unix)]
#[test]
fn names_that_are_not_text_are_matched_too() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let config = config("exclude = [\"a/*.json\"]\n");
    let path = |bytes| Path::new("/project").join(OsStr::from_bytes(bytes));
    assert!(config.is_excluded(&path(b"a/\xFF.json")));
    assert!(!config.is_excluded(&path(b"\xFF/b.json")));
    assert!(!config.is_excluded(&path(b"a\\b.json")));
}

#[test]
fn bytes_that_are_not_utf8_are_named_by_the_first() {
    let tree = Tree::new(&[]);
    tree.write("fornax-lint.toml", b"published = true\n# \xE9t\xE9\n");
    let configs = Configs::new(Search::Upward(Bounds::default()), Overlay::default());
    let ungoverned = configs.for_file(&tree.path("kit.json")).unwrap_err();
    let broken = &ungoverned.broken;
    assert_eq!(broken.text(), "published = true\n# ?t?\n");
    assert_eq!(broken.faults().len(), 1);
    assert_eq!(broken.faults()[0].span.range(), 19..20);
    assert!(matches!(broken.faults()[0].kind, FaultKind::NotUtf8));

    tree.write("fornax-lint.toml", b"\xFF\xFEp\0u\0b\0");
    configs.refresh();
    let ungoverned = configs.for_file(&tree.path("kit.json")).unwrap_err();
    assert_eq!(ungoverned.broken.faults()[0].span.range(), 0..1);
}

#[test]
fn depth_costs_no_stack() {
    for (open, close) in [("[", "]"), ("{a=", "}")] {
        for depth in [100, 100_000] {
            for close in [close, ""] {
                let text = format!("exclude = {}{}", open.repeat(depth), close.repeat(depth));
                assert!(parse(&text).is_err());
            }
        }
    }
    assert!(parse(&format!("{}x = 1", "a.".repeat(100_000))).is_err());
    assert!(parse(&format!("[{}x]", "a.".repeat(100_000))).is_err());
}

#[test]
fn of_very_many_faults_the_first_are_told() {
    for text in [
        "=\n".repeat(100_000),
        "x=1,".repeat(100_000),
        format!("a = {{{}}}", "x=1,".repeat(50_000)),
    ] {
        let start = Instant::now();
        let broken = parse(&text).unwrap_err();
        assert!(broken.faults().len() <= 50);
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "{:?}",
            start.elapsed()
        );
    }
    let text: String = (0..10_000).map(|key| format!("key-{key} = 1\n")).collect();
    let broken = parse(&text).unwrap_err();
    assert_eq!((broken.faults().len(), broken.left_out()), (50, 9_950));
}

/// How long it takes to read so many ignores, and to look one file up in them.
fn time_for(ignores: usize) -> Duration {
    let text: String = (0..ignores)
        .map(|number| {
            format!(
                "[[ignore]]\nrule = \"unknown-field\"\npath = \"adapters/a{number}.json\"\n\
                 pointer = \"/operations/{number}\"\nreason = \"why {number}\"\n\n"
            )
        })
        .collect();
    let start = Instant::now();
    let config = config(&text);
    assert_eq!(config.ignores().len(), ignores);
    start.elapsed()
}

#[test]
fn a_file_costs_little_among_ten_thousand_ignores() {
    let text: String = (0..10_000)
        .map(|number| {
            format!(
                "[[ignore]]\nrule = \"duplicate-key\"\npath = \"a/{number}.json\"\nreason = \"r\"\n"
            )
        })
        .collect();
    let config = config(&text);
    let document = Document::parse(br#"{"a":1,"a":2}"#, DocumentKind::AkAdapter);
    let findings = check(&document, config.options(), &Nowhere);
    let start = Instant::now();
    for number in 0..1_000 {
        let path = format!("/project/a/{number}.json");
        let applied = config.apply(Some(Path::new(&path)), &document, findings.clone());
        assert_eq!(applied.suppressed.len(), 1);
    }
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn ten_thousand_ignores_cost_ten_times_what_a_thousand_do() {
    // The machine has other things to do: one attempt in several is enough. Work that is quadratic
    // takes a hundred times as long in each.
    let mut attempts = (0..5).map(|_| (time_for(1_000), time_for(10_000)));
    assert!(attempts.any(|(thousand, ten_thousand)| ten_thousand < thousand * 30));
}
