//! Which configuration file governs a file.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use fornax_project::config::{Bounds, Config, Configs, End, Overlay, Search};

use crate::Tree;

fn upward() -> Configs {
    Configs::new(Search::Upward(Bounds::default()), Overlay::default())
}

/// The name of what governs a path, from the tree's top: its first reserved id.
fn governing(configs: &Configs, tree: &Tree, path: &str) -> String {
    match configs.for_file(&tree.path(path)) {
        Ok(config) => {
            let id = config.options().reserved_ids[0].clone();
            id.strip_prefix("named-").unwrap_or(&id).to_owned()
        }
        Err(ungoverned) => format!("broken: {}", ungoverned.broken.faults()[0]),
    }
}

fn named(name: &str) -> String {
    format!("reserved-ids = [\"named-{name}\"]\n")
}

const NONE: &str = "claude-code";

#[test]
fn the_nearest_governs_alone() {
    let tree = Tree::new(&[
        (".git/HEAD", ""),
        (
            "fornax-lint.toml",
            "published = true\nreserved-ids = [\"top\"]\n",
        ),
        ("a/b/fornax-lint.toml", &named("b")),
    ]);
    let configs = upward();
    for (path, expected) in [
        ("kit.json", "top"),
        ("a/kit.json", "top"),
        ("a/b/kit.json", "b"),
        ("a/b/c/d/kit.json", "b"),
        ("a/c/d/none/kit.json", "top"),
    ] {
        assert_eq!(governing(&configs, &tree, path), expected, "{path}");
        assert_eq!(governing(&upward(), &tree, path), expected, "{path}");
    }
    let nested = configs.for_file(&tree.path("a/b/kit.json")).unwrap();
    assert!(!nested.options().published, "nothing is merged");
    assert_eq!(
        nested.path(),
        Some(tree.path("a/b/fornax-lint.toml").as_path())
    );
    let again = configs.for_file(&tree.path("a/b/other.json")).unwrap();
    assert!(Arc::ptr_eq(&nested, &again), "each is read once");
    assert_eq!(
        configs.for_folder(&tree.path("a/b")).unwrap().path(),
        nested.path()
    );
}

#[test]
fn a_repository_ends_the_search() {
    let tree = Tree::new(&[
        ("fornax-lint.toml", &named("outside")),
        ("repo/.git/HEAD", ""),
        ("repo/module/.git", "gitdir: ../.git/modules/module\n"),
        ("governed/.git/HEAD", ""),
        ("governed/fornax-lint.toml", &named("governed")),
    ]);
    for (path, expected) in [
        ("kit.json", "outside"),
        ("a/kit.json", "outside"),
        ("repo/kit.json", NONE),
        ("repo/a/kit.json", NONE),
        ("repo/module/a/kit.json", NONE),
        ("governed/a/kit.json", "governed"),
    ] {
        assert_eq!(governing(&upward(), &tree, path), expected, "{path}");
    }
}

#[test]
fn a_root_and_a_home_end_the_search_too() {
    let tree = Tree::new(&[
        ("fornax-lint.toml", &named("outside")),
        ("home/work/fornax-lint.toml", &named("work")),
    ]);
    let bounds = Bounds {
        root: Some(tree.path("home/work/sub")),
        home: Some(tree.path("home")),
    };
    let configs = Configs::new(Search::Upward(bounds), Overlay::default());
    for (path, expected) in [
        ("home/work/sub/a/kit.json", NONE),
        ("home/work/kit.json", "work"),
        ("home/kit.json", NONE),
        ("kit.json", "outside"),
    ] {
        assert_eq!(governing(&configs, &tree, path), expected, "{path}");
    }
    tree.write("home/work/sub/fornax-lint.toml", named("sub"));
    configs.refresh();
    assert_eq!(
        governing(&configs, &tree, "home/work/sub/a/kit.json"),
        "sub"
    );
}

#[test]
fn one_file_may_govern_all_or_none() {
    let tree = Tree::new(&[
        ("fornax-lint.toml", &named("near")),
        ("ci/strict.toml", &named("strict")),
    ]);
    let file = Search::File(tree.path("ci/strict.toml"));
    assert_eq!(
        governing(&Configs::new(file, Overlay::default()), &tree, "kit.json"),
        "strict"
    );
    let nowhere = Configs::new(Search::Nowhere, Overlay::default());
    assert_eq!(governing(&nowhere, &tree, "kit.json"), NONE);
    let missing = Search::File(tree.path("none.toml"));
    assert_eq!(
        governing(
            &Configs::new(missing, Overlay::default()),
            &tree,
            "kit.json"
        ),
        "broken: there is no such file or folder"
    );
    assert!(Config::for_file(&tree.path("kit.json"), Bounds::default()).is_ok());
}

#[test]
fn every_spelling_of_a_path_is_governed_alike() {
    let tree = Tree::new(&[
        (".git/HEAD", ""),
        ("a/fornax-lint.toml", &named("a")),
        ("a/b/kit.json", "{}"),
    ]);
    let configs = upward();
    for path in [
        "a/b/kit.json",
        "a/./b/kit.json",
        "a/b/../b/kit.json",
        "a//b/kit.json",
    ] {
        assert_eq!(governing(&configs, &tree, path), "a", "{path}");
    }
    assert_eq!(governing(&configs, &tree, "a/b/../../kit.json"), NONE);
}

#[test]
fn what_broke_is_told_and_what_it_said_before_is_kept() {
    let tree = Tree::new(&[(".git/HEAD", ""), ("fornax-lint.toml", &named("first"))]);
    let configs = upward();
    let path = tree.path("kit.json");
    assert_eq!(governing(&configs, &tree, "kit.json"), "first");

    tree.write("fornax-lint.toml", "publishd = true\n");
    assert_eq!(
        governing(&configs, &tree, "kit.json"),
        "first",
        "nobody looked again"
    );
    configs.refresh();
    let ungoverned = configs.for_file(&path).unwrap_err();
    assert_eq!(ungoverned.broken.path(), tree.path("fornax-lint.toml"));
    assert_eq!(
        ungoverned.last_good.unwrap().options().reserved_ids,
        ["named-first"]
    );
    configs.refresh();
    assert!(configs.for_file(&path).unwrap_err().last_good.is_some());

    tree.write("fornax-lint.toml", named("second"));
    configs.refresh();
    assert_eq!(governing(&configs, &tree, "kit.json"), "second");
    fs::remove_file(tree.path("fornax-lint.toml")).unwrap();
    configs.refresh();
    assert_eq!(governing(&configs, &tree, "kit.json"), NONE);
    tree.write("fornax-lint.toml", "=");
    configs.refresh();
    // Between the two there was no configuration: that is what held before.
    assert!(configs.for_file(&path).unwrap_err().last_good.is_none());
}

#[test]
fn a_configuration_that_never_worked_leaves_nothing_behind() {
    let tree = Tree::new(&[("fornax-lint.toml", "=")]);
    let ungoverned = upward().for_file(&tree.path("kit.json")).unwrap_err();
    assert!(ungoverned.last_good.is_none());
}

#[test]
fn the_overlay_lies_on_every_configuration() {
    let tree = Tree::new(&[("fornax-lint.toml", "published = false\n")]);
    let overlay = Overlay {
        published: Some(true),
        ..Overlay::default()
    };
    let configs = Configs::new(Search::Upward(Bounds::default()), overlay);
    assert!(
        configs
            .for_file(&tree.path("kit.json"))
            .unwrap()
            .options()
            .published
    );
    assert!(configs.defaults().options().published);
}

#[test]
fn what_was_met_and_is_broken_is_known() {
    let tree = Tree::new(&[
        ("b/fornax-lint.toml", "="),
        ("a/fornax-lint.toml", "="),
        ("c/fornax-lint.toml", ""),
        ("d/fornax-lint.toml", "="),
    ]);
    let configs = upward();
    for folder in ["b", "a", "c"] {
        let _ = configs.for_file(&tree.path(folder).join("kit.json"));
    }
    let broken = configs.broken();
    let paths: Vec<_> = broken.iter().map(|broken| broken.path()).collect();
    assert_eq!(
        paths,
        [
            tree.path("a/fornax-lint.toml"),
            tree.path("b/fornax-lint.toml")
        ]
    );
    configs.refresh();
    assert!(configs.broken().is_empty());
}

#[test]
fn an_excluded_folder_stays_so_whatever_lies_in_it() {
    let tree = Tree::new(&[
        (
            "fornax-lint.toml",
            "exclude = [\"vendor\", \"inner/x.json\", \"repo\"]\n",
        ),
        ("vendor/fornax-lint.toml", ""),
        ("vendor/a/fornax-lint.toml", ""),
        ("inner/fornax-lint.toml", "exclude = [\"new\"]\n"),
        ("repo/.git/HEAD", ""),
        ("repo/fornax-lint.toml", ""),
    ]);
    let configs = upward();
    let exclusion = |path: &str| Some(configs.exclusion(&tree.path(path))?.pattern);
    for path in ["vendor", "vendor/kit.json", "vendor/a/b/kit.json"] {
        assert_eq!(exclusion(path).as_deref(), Some("vendor"), "{path}");
    }
    assert_eq!(exclusion("inner/new/kit.json").as_deref(), Some("new"));
    assert_eq!(exclusion("inner/x.json"), None, "the nearest governs alone");
    assert_eq!(exclusion("repo/kit.json"), None, "a repository is its own");
}

#[test]
fn the_search_can_be_retraced() {
    let tree = Tree::new(&[
        ("home/repo/.git/HEAD", ""),
        ("home/repo/a/fornax-lint.toml", ""),
        ("home/plain/x", ""),
    ]);
    let bounds = Bounds {
        root: Some(tree.path("home/repo/root")),
        home: Some(tree.path("home")),
    };
    let configs = Configs::new(Search::Upward(bounds), Overlay::default());
    let trace = |path: &str| {
        let trace = configs.trace(&tree.path(path));
        (trace.folders.len(), trace.end)
    };
    assert_eq!(trace("home/repo/a/b/kit.json"), (2, None));
    assert_eq!(trace("home/repo/c/kit.json"), (2, Some(End::Repository)));
    assert_eq!(trace("home/repo/root/kit.json"), (1, Some(End::Root)));
    assert_eq!(trace("home/plain/kit.json"), (2, Some(End::Home)));
    let nowhere = Configs::new(Search::Nowhere, Overlay::default());
    assert_eq!(nowhere.trace(&tree.path("kit.json")).folders.len(), 0);
}

#[test]
fn a_file_need_not_exist_nor_have_a_folder() {
    let configs = upward();
    for path in ["", "/", "kit.json", "/none/such/folder/kit.json"] {
        assert!(configs.for_file(&PathBuf::from(path)).is_ok(), "{path:?}");
    }
}
