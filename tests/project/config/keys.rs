//! What each key says.

use std::path::Path;

use fornax_manifest::{DocumentKind, FornaxVersion, Options, Severity};
use fornax_project::config::{Config, KEYS, Key, Origin, Overlay, Shape};

use crate::config;

#[test]
fn nothing_said_is_the_default() {
    for text in [
        "",
        "\n# nothing\n",
        "[files]\n",
        "[rules]\n",
        "ignore = []\n",
        "\u{feff}",
    ] {
        let config = config(text);
        assert_eq!(*config.options(), Options::default());
        assert_eq!(config.kind_of(Path::new("/project/kit.json")), None);
        assert!(!config.is_excluded(Path::new("/project/kit.json")));
        assert!(config.ignores().is_empty());
    }
}

#[test]
fn options_are_what_is_said() {
    let config = config(
        "fornax-version = \"0.0.9\"\nreserved-ids = [\"acme\", \"zeta\"]\npublished = true\n",
    );
    let options = Options {
        fornax_version: Some(FornaxVersion(0, 0, 9)),
        reserved_ids: vec!["acme".to_owned(), "zeta".to_owned()],
        published: true,
    };
    assert_eq!(*config.options(), options);
    assert_eq!(
        config_with("reserved-ids = []", Overlay::default())
            .options()
            .reserved_ids,
        Vec::<String>::new()
    );
}

fn config_with(text: &str, overlay: Overlay) -> Config {
    Config::parse(Path::new("/project/fornax-lint.toml"), text, overlay).unwrap()
}

#[test]
fn what_the_command_line_says_wins() {
    let text = "fornax-version = \"0.0.9\"\npublished = true\n";
    let overlay = Overlay {
        fornax_version: Some(FornaxVersion(1, 0, 0)),
        published: Some(false),
        ..Overlay::default()
    };
    let config = config_with(text, overlay.clone());
    assert_eq!(
        config.options().fornax_version,
        Some(FornaxVersion(1, 0, 0))
    );
    assert!(!config.options().published);
    assert_eq!(
        config.options().reserved_ids,
        Options::default().reserved_ids
    );
    let alone = Config::defaults(overlay).options().clone();
    assert_eq!(alone.fornax_version, Some(FornaxVersion(1, 0, 0)));
}

#[test]
fn patterns_say_which_kind_a_file_is() {
    let config = config(
        "[files]\nak-adapter = [\"hosts/*.json\"]\nak-kit = [\"kits/*.json\"]\n\
         fornax-manifest = [\"adapters/\"]\nfornax-registry = [\"reg-*.json\"]\n",
    );
    let kind = |path: &str| config.kind_of(&Path::new("/project").join(path));
    assert_eq!(kind("hosts/a.json"), Some(DocumentKind::AkAdapter));
    assert_eq!(kind("kits/a.json"), Some(DocumentKind::AkKit));
    assert_eq!(
        kind("adapters/x/y.json"),
        Some(DocumentKind::FornaxManifest)
    );
    assert_eq!(kind("a/reg-1.json"), Some(DocumentKind::FornaxRegistry));
    assert_eq!(kind("a.json"), None);
    assert_eq!(config.kind_of(Path::new("/elsewhere/hosts/a.json")), None);
}

#[test]
fn of_several_kinds_the_first_of_all_kinds_counts_in_any_order() {
    for text in [
        "[files]\nak-kit = [\"*.json\"]\nfornax-registry = [\"*.json\"]\n",
        "[files]\nfornax-registry = [\"*.json\"]\nak-kit = [\"*.json\"]\n",
    ] {
        assert_eq!(
            config(text).kind_of(Path::new("/project/a.json")),
            Some(DocumentKind::FornaxRegistry)
        );
    }
}

#[test]
fn excluded_files_and_folders_are_passed_over() {
    let config = config("exclude = [\"vendor\", \"/tests/broken-*.json\"]\n");
    let excluded = |path: &str| config.is_excluded(&Path::new("/project").join(path));
    assert!(excluded("vendor/a/kit.json"));
    assert!(excluded("x/vendor/kit.json"));
    assert!(excluded("tests/broken-1.json"));
    assert!(!excluded("x/tests/broken-1.json"));
    assert!(!excluded("kit.json"));
    assert!(!config.is_excluded(Path::new("/vendor/kit.json")));
    let found = config.exclusion(Path::new("/project/tests/broken-1.json"));
    let found = found.unwrap();
    assert_eq!(found.pattern, "/tests/broken-*.json");
    assert_eq!(
        &config.text()[found.span.range()],
        "\"/tests/broken-*.json\""
    );
}

#[test]
fn a_relative_path_starts_from_the_working_directory() {
    let here = std::env::current_dir().unwrap();
    let config = Config::parse(
        Path::new("fornax-lint.toml"),
        "exclude = [\"a/*.json\"]",
        Overlay::default(),
    )
    .unwrap();
    assert_eq!(config.path(), Some(here.join("fornax-lint.toml").as_path()));
    for path in ["a/x.json", "./a/x.json", "src/../a/x.json", "a/./x.json"] {
        assert!(config.is_excluded(Path::new(path)), "{path}");
        assert!(config.is_excluded(&here.join(path)), "{path}");
    }
    assert!(!config.is_excluded(Path::new("b/x.json")));
}

#[test]
fn settings_say_where_they_come_from() {
    let text = "published = true\nexclude = [\"a\\\"b\"]\n[files]\nak-kit = [\"k\"]\n[rules]\nlabel-blank = \"off\"\n";
    let overlay = Overlay {
        fornax_version: Some(FornaxVersion(0, 1, 0)),
        ..Overlay::default()
    };
    let config = config_with(text, overlay);
    let shown: Vec<String> = config
        .settings()
        .iter()
        .map(|setting| {
            let origin = match setting.origin {
                Origin::Default => "default",
                Origin::Overlay => "flag",
                Origin::File(span) => &config.text()[span.range()],
            };
            let value = setting.value.as_deref().unwrap_or("-");
            format!("{} = {value} ({origin})", setting.key)
        })
        .collect();
    assert_eq!(
        shown,
        [
            "fornax-version = \"0.1.0\" (flag)",
            "reserved-ids = [\"claude-code\", \"codex\"] (default)",
            "published = true (true)",
            "exclude = [\"a\\\"b\"] (\"a\\\"b\")",
            "files.ak-kit = [\"k\"] (\"k\")",
            "rules.label-blank = \"off\" (\"off\")",
        ]
    );
}

/// A key and all keys below it.
fn with_all_below(key: &'static Key) -> Vec<&'static Key> {
    let mut keys = vec![key];
    if let Shape::Table(below) | Shape::Tables(below) = key.shape {
        keys.extend(below.iter().flat_map(with_all_below));
    }
    keys
}

#[test]
fn the_example_of_each_key_is_right_and_says_something() {
    let unset = config("").settings();
    for key in KEYS {
        let config = config(key.example);
        assert!(
            config.settings() != unset || !config.ignores().is_empty(),
            "the example of `{}` changes nothing",
            key.name
        );
        for key in with_all_below(key) {
            assert!(
                key.summary.ends_with('.') || key.summary.ends_with("`."),
                "{key:?}"
            );
            assert!(key.example.contains(key.name), "{key:?}");
            assert_eq!(key.required, key.default.is_empty(), "{key:?}");
        }
    }
    let all: Vec<_> = KEYS.iter().map(|key| key.example).collect();
    assert_eq!(config(&all.join("\n")).ignores().len(), 1);
}

#[test]
fn levels_are_spelt_like_severities() {
    use fornax_project::config::Level;
    let names = Level::ALL.map(Level::as_str);
    assert_eq!(names, ["off", "info", "warning", "error"]);
    for level in Level::ALL {
        assert_eq!(Level::from_name(level.as_str()), Some(level));
    }
    assert_eq!(Level::from_name("Error"), None);
    assert_eq!(Level::from_name("error"), Some(Level::At(Severity::Error)));
}
