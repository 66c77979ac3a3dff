//! Code lenses and inlay hints.

use fornax_manifest::ide::{self, Does, Lens};
use fornax_manifest::{
    Document, DocumentKind, Nowhere, Span, Surroundings, check, consent_hash, fornax_pin,
};

use crate::harness::{World, options, samples};

use DocumentKind::{AkAdapter, AkKit, FornaxManifest, FornaxRegistry};

fn lenses(kind: DocumentKind, text: &str, world: &dyn Surroundings) -> Vec<Lens> {
    let document = Document::parse(text.as_bytes(), kind);
    let findings = check(&document, &options(), &Nowhere);
    ide::lenses(&document, &findings, world)
}

fn titles(kind: DocumentKind, text: &str, world: &dyn Surroundings) -> Vec<String> {
    lenses(kind, text, world)
        .into_iter()
        .map(|lens| lens.title)
        .collect()
}

#[test]
fn a_manifest_shows_its_digest_its_sizes_and_whether_it_is_registered() {
    let big = "x".repeat(1190);
    let text = format!(
        r#"{{"id": "acme-x", "operations": [{{"element": {{"a": "{big}"}}}}, {{"element": 1}}, {{"element": {{"b": }}}}]}}"#
    );
    let pin = fornax_pin(text.as_bytes());
    let found = lenses(FornaxManifest, &text, &Nowhere);
    assert_eq!(found[0].title, format!("{}…", &pin[..19]));
    assert_eq!(found[0].does, Some(Does::Copies(pin.clone())));
    assert_eq!(found[1].title, "1.2 / 4 KiB");
    assert_eq!(&text[found[1].span.range()], "\"element\"");
    assert_eq!(
        found.len(),
        3,
        "a half-typed element has no size: {found:?}"
    );

    let registered = |digest: &str, more: &str| {
        let index = format!(
            r#"{{"entries": [{{"id": "other"}}, {{"id": "acme-x", "digest": "{digest}"{more}}}]}}"#
        );
        titles(
            FornaxManifest,
            &text,
            &World::new(&[("fornax/adapters/registry.json", &index)]),
        )[1]
        .clone()
    };
    assert_eq!(registered(&pin, ", \"enabled\": true"), "registered");
    assert_eq!(
        registered(&pin, ", \"enabled\": false"),
        "registered, disabled"
    );
    assert_eq!(
        registered("sha256:0", ", \"enabled\": true"),
        "changed since it was registered"
    );
    let world = World::new(&[("fornax/adapters/registry.json", "{\"entries\": []}")]);
    assert_eq!(titles(FornaxManifest, &text, &world)[1], "not registered");
    assert_eq!(
        titles(FornaxManifest, &text, &World::default())[1],
        "not registered"
    );
    let broken = World::new(&[("fornax/adapters/registry.json", "{")]);
    assert_eq!(titles(FornaxManifest, &text, &broken)[1], "1.2 / 4 KiB");
}

/// What a manifest in order offers to be registered, where the registry's index holds this.
fn offers_to_register(text: &str, index: &str) -> bool {
    let world = World::new(&[("fornax/adapters/registry.json", index)]);
    let found = lenses(FornaxManifest, text, &world);
    let offers = found
        .iter()
        .filter(|lens| lens.does == Some(Does::Registers));
    let titles: Vec<_> = offers.map(|lens| (lens.span.start, &*lens.title)).collect();
    assert!(titles.is_empty() || titles == [(0, "Register this manifest…")]);
    !titles.is_empty()
}

#[test]
fn what_is_not_registered_can_be() {
    let samples = samples().into_iter();
    let mut samples = samples.filter(|(kind, _)| *kind == FornaxManifest);
    let (_, text) = samples.next().unwrap();
    let document = Document::parse(text.as_bytes(), FornaxManifest);
    let id = fornax_manifest::own_id(&document).unwrap().0.into_owned();
    let entry = |digest: &str| {
        format!(r#"{{"entries": [{{"id": "{id}", "digest": "{digest}", "enabled": true}}]}}"#)
    };
    let pin = fornax_pin(text.as_bytes());
    assert!(offers_to_register(&text, r#"{"entries": []}"#));
    // Its id is taken, by what it was before.
    assert!(!offers_to_register(&text, &entry("sha256:0")));
    let how = format!(
        "to register it anew, run `fornax-adapter uninstall {id}` and `fornax-adapter remove {id}` first"
    );
    let says_how = |text: &str, digest: &str| {
        let world = World::new(&[("fornax/adapters/registry.json", &entry(digest))]);
        let found = lenses(FornaxManifest, text, &world);
        let mut found = found.iter().filter(|lens| lens.title == how);
        found.next().is_some_and(|lens| lens.does.is_none())
    };
    assert!(says_how(&text, "sha256:0"));
    assert!(!says_how(&text, &pin));
    assert!(!offers_to_register(&text, &entry(&pin)));
    let disabled = entry(&pin).replace("true", "false");
    assert!(!offers_to_register(&text, &disabled));
    // Nobody knows what is registered, or the loader refuses the manifest.
    assert!(!offers_to_register(&text, "{"));
    let refused = text.replacen("\"schema_version\"", "\"schema_versio\"", 1);
    assert_ne!(refused, text);
    assert!(!offers_to_register(&refused, r#"{"entries": []}"#));
    assert!(!says_how(&refused, "sha256:0"));
}

#[test]
fn the_fact_above_the_target_shows_the_change() {
    let shows = |capabilities: &str, target: &str| {
        let text = manifest(capabilities, &["/hooks/start"]);
        let world = World::new(&[("~/.acme/settings.json", target)]);
        let found = lenses(FornaxManifest, &text, &world);
        let mut shows = found
            .iter()
            .filter(|lens| lens.does == Some(Does::Previews));
        let above = shows.next().map(|lens| text[lens.span.range()].to_owned());
        assert_eq!(shows.next(), None);
        above
    };
    let installed = r#"{"hooks": {"start": [{"id": "acme-0"}]}}"#;
    assert_eq!(shows(r#""install""#, "{}").as_deref(), Some("\"target\""));
    assert_eq!(shows(r#""install""#, installed), None);
    assert_eq!(shows(r#""install""#, "["), None);
    // One that only removes installs nothing that could be shown.
    assert_eq!(shows(r#""uninstall""#, installed), None);
    // Nor does one that only plans.
    assert_eq!(shows(r#""plan", "uninstall""#, "{}"), None);
}

#[test]
fn an_accepted_adapter_shows_its_consent_hash() {
    for (kind, text) in samples().into_iter().filter(|(kind, _)| *kind == AkAdapter) {
        let document = Document::parse(text.as_bytes(), kind);
        let hash = consent_hash(&document).as_str().unwrap().to_owned();
        let found = lenses(kind, &text, &Nowhere);
        assert_eq!(found[0].title, format!("consent hash {}…", &hash[..12]));
        assert_eq!(found[0].does, Some(Does::Copies(hash)));
    }
    assert_eq!(titles(AkAdapter, "{\"name\": \"x\"}", &Nowhere), [""; 0]);
    assert_eq!(titles(AkAdapter, "[]", &Nowhere), [""; 0]);
}

#[test]
fn an_entry_shows_whether_its_copy_is_the_one_that_was_pinned() {
    let entry =
        |digest: &str| format!(r#"{{"entries": [{{"id": "acme-x", "digest": "{digest}"}}]}}"#);
    let world = World::new(&[("./acme-x.manifest.json", "{}")]);
    let pin = fornax_pin(b"{}");
    assert_eq!(
        titles(FornaxRegistry, &entry(&pin), &world),
        ["the copy has this digest"]
    );
    assert_eq!(
        titles(FornaxRegistry, &entry("x"), &world),
        ["the copy has another digest"]
    );
    assert_eq!(
        titles(FornaxRegistry, &entry("x"), &World::default()),
        ["the copy is missing"]
    );
    assert_eq!(titles(FornaxRegistry, &entry("x"), &Nowhere), [""; 0]);
    let hostile = entry(&pin).replace("acme-x", "../../etc/x");
    assert_eq!(titles(FornaxRegistry, &hostile, &world), [""; 0]);
}

#[test]
fn an_adapter_of_a_kit_shows_what_its_source_leads_to() {
    let of = |source: &str, world: &dyn Surroundings| {
        let text = format!(r#"{{"hostAdapters": [{{"name": "x", "source": "{source}"}}]}}"#);
        lenses(AkKit, &text, world)
    };
    let title = |source: &str, world: &dyn Surroundings| {
        let found = of(source, world);
        found.into_iter().map(|lens| lens.title).collect::<String>()
    };
    let sample = samples().into_iter().find(|(kind, _)| *kind == AkAdapter);
    let manifest = sample.unwrap().1;
    let document = Document::parse(manifest.as_bytes(), AkAdapter);
    let id = fornax_manifest::own_id(&document).unwrap().0.into_owned();
    let hash = consent_hash(&document).as_str().unwrap().to_owned();
    let world = World::new(&[
        ("./good.json", &manifest),
        ("/opt/good.json", &manifest),
        ("./bad.json", "{}"),
        ("./link.json", "->"),
        ("./folder/x", ""),
    ]);
    let found = of("./good.json", &world);
    assert_eq!(
        found[0].title,
        format!("{id} · consent hash {}…", &hash[..12])
    );
    assert_eq!(found[0].does, Some(Does::Copies(hash)));
    // What lies elsewhere is not quoted.
    assert_eq!(
        title("/opt/good.json", &world),
        found[0].title.replacen(&format!("{id} · "), "", 1)
    );
    assert_eq!(title("bad.json", &world), "ak refuses the manifest");
    assert_eq!(title("none.json", &world), "the manifest is missing");
    assert_eq!(
        title("link.json", &world),
        "the manifest is a symbolic link"
    );
    assert_eq!(title("folder", &world), "the manifest is no regular file");
    for elsewhere in ["npm:acme", "https://a.example/x.json", "~/good.json"] {
        assert_eq!(title(elsewhere, &world), "", "{elsewhere}");
    }
    assert_eq!(title("./good.json", &Nowhere), "");
}

#[test]
fn hints_say_what_a_value_means() {
    let hints = |kind, text: &str, range: Span| -> Vec<(String, String)> {
        let document = Document::parse(text.as_bytes(), kind);
        ide::inlay_hints(&document, range)
            .into_iter()
            .map(|hint| {
                (
                    text[..hint.offset as usize].chars().rev().take(3).collect(),
                    hint.label,
                )
            })
            .collect()
    };
    let all = Span::new(0, u32::MAX);
    let hook = r#"{"lifecycle": {"undo": {"hook": {"timeoutMs": 90000}}}, "host": {"auth": {"timeoutMs": 5}}}"#;
    assert_eq!(
        hints(AkAdapter, hook, all),
        [("000".to_owned(), "1.5 min".to_owned())]
    );
    assert_eq!(hints(AkAdapter, hook, Span::new(0, 10)), []);
    let pointers =
        r#"{"operations": [{"pointer": "/a~1b/c~0d"}, {"pointer": "/plain"}, {"pointer": "x~"}]}"#;
    assert_eq!(
        hints(FornaxManifest, pointers, all),
        [("\"d0".to_owned(), "a/b › c~d".to_owned())]
    );
}

/// A manifest whose operations have these pointers, a marker each.
fn manifest(capabilities: &str, pointers: &[&str]) -> String {
    let operations: Vec<String> = pointers
        .iter()
        .enumerate()
        .map(|(index, pointer)| {
            format!(
                r#"{{"kind": "ensure_marked_array_element", "pointer": "{pointer}", "marker_key": "id", "marker_value": "acme-{index}", "element": {{"id": "acme-{index}"}}}}"#
            )
        })
        .collect();
    format!(
        r#"{{"schema_version": 1, "id": "acme", "display_name": "Acme", "summary": "Adds hooks.", "provenance": "https://example.com/acme", "min_fornax_version": "0.0.9", "capabilities": [{capabilities}], "target": {{"format": "json", "path": "~/.acme/settings.json"}}, "operations": [{}]}}"#,
        operations.join(", ")
    )
}

/// What stands above the target and the operations, each with the first characters of its line.
fn installation(text: &str, target: &str) -> Vec<String> {
    let world = World::new(&[("~/.acme/settings.json", target)]);
    let shown = lenses(FornaxManifest, text, &world).into_iter();
    shown
        .filter(|lens| !lens.title.contains("KiB") && !lens.title.starts_with("sha256"))
        .filter(|lens| lens.title != "not registered" && lens.does != Some(Does::Registers))
        .map(|lens| format!("{} | {}", &text[lens.span.range()], lens.title))
        .collect()
}

#[test]
fn a_manifest_shows_what_it_would_do_on_this_machine() {
    let text = manifest(r#""plan", "install""#, &["/hooks/start", "/hooks/stop"]);
    assert_eq!(
        installation(&text, r#"{"hooks": {"stop": [{"id": "acme-1"}]}}"#),
        [
            "\"target\" | would add 1 element to ~/.acme/settings.json",
            "{ | would add 1 element to ~/.acme/settings.json",
            "{ | installed",
        ]
    );
    assert_eq!(
        installation(&text, "{}")[0],
        "\"target\" | would add 2 elements to ~/.acme/settings.json"
    );
    let both = r#"{"hooks": {"start": [{"id": "acme-0"}], "stop": [{"id": "acme-1"}]}}"#;
    assert_eq!(
        installation(&text, both),
        ["\"target\" | installed", "{ | installed", "{ | installed"]
    );
    let beside = World::new(&[("~/.acme/other.json", "")]);
    assert!(
        titles(FornaxManifest, &text, &beside)
            .contains(&"would create ~/.acme/settings.json with 2 elements".to_owned())
    );

    let text = manifest(r#""uninstall""#, &["/hooks/start", "/hooks/stop"]);
    assert_eq!(
        installation(&text, both),
        [
            "\"target\" | would remove 2 elements from ~/.acme/settings.json",
            "{ | would remove 1 element from ~/.acme/settings.json",
            "{ | would remove 1 element from ~/.acme/settings.json",
        ]
    );
    assert_eq!(installation(&text, "{}")[0], "\"target\" | not installed");
}

#[test]
fn what_is_fornaxs_own_is_refused_whatever_it_holds() {
    let text = manifest(r#""plan", "install""#, &["/hooks"])
        .replace("~/.acme/settings.json", "~/.fornax/adapters/registry.json");
    for world in [
        World::default(),
        World::new(&[("~/.fornax/adapters/registry.json", "{}")]),
    ] {
        let titles = titles(FornaxManifest, &text, &world);
        let refused = "would be refused: the target lies in Fornax's own folder";
        assert!(titles.contains(&refused.to_owned()), "{titles:?}");
    }
}

#[test]
fn of_the_only_operation_nothing_is_said_twice() {
    let text = manifest(r#""plan", "install""#, &["/hooks"]);
    assert_eq!(
        installation(&text, "{}"),
        ["\"target\" | would add 1 element to ~/.acme/settings.json"]
    );
    let refused = "would be refused: the pointer `/hooks` needs an array in the target, where it has a string";
    assert_eq!(
        installation(&text, r#"{"hooks": "none"}"#),
        [format!("\"target\" | {refused}")]
    );
}

#[test]
fn a_refusal_is_shown_where_its_cause_is_and_quotes_nothing() {
    let text = manifest(r#""install""#, &["/hooks/start", "/theme"]);
    let refused = "would be refused: the pointer `/theme` needs an array in the target, where it has a string";
    assert_eq!(
        installation(&text, r#"{"theme": "hush"}"#),
        [format!("\"target\" | {refused}"), format!("{{ | {refused}")]
    );
    assert_eq!(
        installation(&text, "{\n  \"theme\": [] // hush\n}"),
        [
            "\"target\" | would be refused: the target has a comment in line 2, which JSON does not allow; remove it and try again, or make the change by hand"
        ]
    );
    assert_eq!(
        installation(&text, "->"),
        ["\"target\" | would be refused: the target is a symbolic link"]
    );
    for (content, what) in [("->", "a symbolic link"), ("", "no folder")] {
        let refused = format!("would be refused: `~/.acme` on the way to the target is {what}");
        let world = World::new(&[("~/.acme", content)]);
        let found = titles(FornaxManifest, &text, &world);
        assert!(found.contains(&refused), "{found:?}");
    }
    let large = " ".repeat(8_388_609);
    assert_eq!(
        installation(&text, &large),
        [
            "\"target\" | would be refused: the target is 8388609 bytes large, and only files of up to 8 MiB are changed"
        ]
    );
    assert!(
        titles(FornaxManifest, &text, &World::default()).contains(
            &"would be refused: the target's folder is missing on this machine".to_owned()
        )
    );
    // Where nobody may look nothing is said.
    let silent = titles(FornaxManifest, &text, &Nowhere);
    assert!(
        !silent
            .iter()
            .any(|title| title.contains("would") || title == "installed"),
        "{silent:?}"
    );
}

#[test]
fn nothing_is_promised_of_a_manifest_that_is_refused() {
    let text = manifest(r#""plan", "install""#, &["/hooks/start", "/hooks/stop"]);
    let one = "\"target\" | would be refused: the manifest has an error";
    let several = "\"target\" | would be refused: the manifest has errors";
    for (refused, why) in [
        (text.replacen('{', "{\"sumary\": 1, ", 1), one),
        (
            text.replacen("\"id\": \"acme\",", "\"id\": \"acme\"", 1),
            one,
        ),
        (text.replacen('{', "{\"id\": \"acme\", ", 1), one),
        (text.replacen('{', "{ // note\n", 1), one),
        (text.replacen("\"summary\": \"Adds hooks.\", ", "", 1), one),
        (text.replacen('{', "{\"a\": 1, \"b\": 1, ", 1), several),
    ] {
        assert_ne!(refused, text);
        for target in ["{}", r#"{"hooks": {"start": [{"id": "acme-0"}]}}"#] {
            assert_eq!(installation(&refused, target), [why], "{refused}");
        }
        let world = World::new(&[("~/.acme/settings.json", "{}")]);
        let found = lenses(FornaxManifest, &refused, &world);
        assert!(found.iter().all(|lens| lens.does != Some(Does::Previews)));
    }
    // What else stands in the way is said in its own words.
    let refused = text.replacen('{', "{\"sumary\": 1, ", 1);
    assert_eq!(
        installation(&refused, "->"),
        ["\"target\" | would be refused: the target is a symbolic link"]
    );
}

#[test]
fn half_typed_operations_are_passed_over() {
    let text = manifest(r#""install""#, &["/a", "/b"]);
    let shown = |text: &str| installation(text, "{}").len();
    assert_eq!(shown(&text), 3);
    assert_eq!(shown(&text.replace("\"/b\"", "")), 1);
    assert_eq!(shown(&text.replace("{\"id\": \"acme-1\"}", "{\"id\": ")), 1);
    assert_eq!(shown(&text.replace("ensure_marked", "ensure")), 0);
    assert_eq!(shown(&text.replace("~/.acme", "/.acme")), 0);
    assert_eq!(
        installation(&text.replace("\"/b\"", "\"\""), "{}")[1],
        "{ | would be refused: an empty pointer means the whole target, which is never replaced; name an array in it"
    );
}
