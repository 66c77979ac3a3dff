//! Code lenses and inlay hints.

use fornax_manifest::ide::{self, Lens};
use fornax_manifest::{
    Document, DocumentKind, Nowhere, Span, Surroundings, check, consent_hash, fornax_pin,
};

use crate::harness::{World, options, samples};

use DocumentKind::{AkAdapter, FornaxManifest, FornaxRegistry};

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
    assert_eq!(found[0].copies.as_deref(), Some(pin.as_str()));
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

#[test]
fn an_accepted_adapter_shows_its_consent_hash() {
    for (kind, text) in samples().into_iter().filter(|(kind, _)| *kind == AkAdapter) {
        let document = Document::parse(text.as_bytes(), kind);
        let hash = consent_hash(&document).as_str().unwrap().to_owned();
        let found = lenses(kind, &text, &Nowhere);
        assert_eq!(found[0].title, format!("consent hash {}…", &hash[..12]));
        assert_eq!(found[0].copies, Some(hash));
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
