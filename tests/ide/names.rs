//! Definitions, references, renaming.

use fornax_manifest::ide::{self, Name};
use fornax_manifest::{Document, DocumentKind, apply_edits};

use crate::harness::{Case, options, samples};

use DocumentKind::{AkAdapter, AkKit, FornaxManifest, FornaxRegistry};

const MANIFEST: &str = r#"{
  "id": "acme-x",
  "operations": [
    { "pointer": "/a", "marker_key": "command", "marker_value": "mine", "element": { "command": "mine", "x": "mine" } },
    { "pointer": "/b", "marker_key": "id", "marker_value": "mine", "element": { "id": "mine", "command": 1 } },
    { "pointer": "/c", "marker_key": "id", "marker_value": "other", "element": { "id": "oth\u0065r" } }
  ]
}"#;

const ADAPTER: &str = r#"{
  "name": "nova",
  "host": { "id": "nova", "label": "nova", "install": { "bin": "nova-cli" } },
  "detection": { "bin": "nova-cli" }
}"#;

/// `text` with a cursor behind the occurrence `index` of `place`, counted from 0.
fn at(kind: DocumentKind, text: &str, place: &str, index: usize) -> Case {
    let (start, _) = text.match_indices(place).nth(index).unwrap();
    let mut text = text.to_owned();
    text.insert(start + place.len(), '§');
    Case::new(kind, &text)
}

fn lines_of<'t>(text: &'t str, spans: &[fornax_manifest::Span]) -> Vec<(usize, &'t str)> {
    spans
        .iter()
        .map(|span| {
            (
                text[..span.start as usize].matches('\n').count(),
                &text[span.range()],
            )
        })
        .collect()
}

#[test]
fn a_marker_leads_to_its_own_operation() {
    // The element of the second operation, then the third's with its escape.
    let case = at(FornaxManifest, MANIFEST, "{ \"id\": \"mine", 0);
    let found = ide::definition(&case.document, case.offset);
    assert_eq!(lines_of(case.text(), &found), [(4, "mine")]);
    let case = at(FornaxManifest, MANIFEST, "oth\\u0065r", 0);
    let found = ide::definition(&case.document, case.offset);
    assert_eq!(lines_of(case.text(), &found), [(5, "other")]);
    let case = at(FornaxManifest, MANIFEST, "{ \"id", 0);
    let found = ide::definition(&case.document, case.offset);
    assert_eq!(lines_of(case.text(), &found), [(4, "id")]);
    // What isn't a name leads nowhere.
    let case = at(FornaxManifest, MANIFEST, "\"x\": \"mine", 0);
    assert_eq!(ide::definition(&case.document, case.offset), []);
}

#[test]
fn references_are_all_places_of_a_name() {
    let case = at(FornaxManifest, MANIFEST, "\"marker_value\": \"mine", 0);
    let found = ide::references(&case.document, case.offset);
    let spans: Vec<_> = found.iter().map(|found| found.span).collect();
    assert_eq!(
        lines_of(case.text(), &spans),
        [(3, "mine"), (3, "mine"), (4, "mine"), (4, "mine")]
    );
    let definitions: Vec<_> = found.iter().map(|found| found.is_definition).collect();
    assert_eq!(definitions, [true, false, true, false]);
    // A marker's key belongs to its operation.
    let case = at(FornaxManifest, MANIFEST, "\"marker_key\": \"id", 0);
    assert_eq!(ide::references(&case.document, case.offset).len(), 2);

    let case = at(AkAdapter, ADAPTER, "\"nova", 0);
    let found = ide::references(&case.document, case.offset);
    assert_eq!(found.len(), 2, "name and host.id, not the label");
    assert!(!found[0].is_definition && found[1].is_definition);
    let case = at(AkAdapter, ADAPTER, "nova-cli", 1);
    assert_eq!(
        lines_of(case.text(), &ide::definition(&case.document, case.offset)),
        [(2, "nova-cli")]
    );
}

#[test]
fn a_name_is_found_in_other_documents() {
    let case = at(AkAdapter, ADAPTER, "\"nova", 1);
    let (name, span) = ide::name_at(&case.document, case.offset).unwrap();
    assert_eq!(
        (&name, &case.text()[span.range()]),
        (&Name::AkHost("nova".to_owned()), "nova")
    );
    let kit = r#"{"hostAdapters": [{"name": "other"}, {"name": "nov\u0061"}]}"#;
    let kit = Document::parse(kit.as_bytes(), AkKit);
    let found = ide::occurrences(&kit, &name);
    assert_eq!(&kit.text()[found[0].span.range()], "nov\\u0061");
    let edits = ide::rename_in(&kit, &name, "nova-2");
    assert!(apply_edits(kit.text(), &edits).contains(r#"{"name": "nova-2"}"#));

    let name = Name::FornaxAdapter("acme-x".to_owned());
    let registry = r#"{"entries": [{"id": "acme-x", "manifest_file": "acme-x.manifest.json"}, {"id": "acme"}]}"#;
    let registry = Document::parse(registry.as_bytes(), FornaxRegistry);
    assert_eq!(
        apply_edits(registry.text(), &ide::rename_in(&registry, &name, "nova-y")),
        r#"{"entries": [{"id": "nova-y", "manifest_file": "nova-y.manifest.json"}, {"id": "acme"}]}"#
    );
}

#[test]
fn renaming_keeps_what_belongs_together() {
    let rename = |case: &Case, new: &str| {
        let renaming = ide::rename(&case.document, case.offset, new, &options())?;
        assert!(!renaming.elsewhere.is_empty());
        Ok(apply_edits(case.text(), &renaming.edits))
    };
    let case = at(FornaxManifest, MANIFEST, "\"marker_value\": \"mine", 0);
    let renamed: Result<String, String> = rename(&case, "a\"b");
    assert_eq!(
        renamed.unwrap(),
        MANIFEST
            .replace("\"mine", "\"a\\\"b")
            .replace("\"x\": \"a\\\"b\"", "\"x\": \"mine\"")
    );
    let case = at(FornaxManifest, MANIFEST, "{ \"id", 0);
    let renamed = rename(&case, "key").unwrap();
    assert!(renamed.contains(
        r#""marker_key": "key", "marker_value": "mine", "element": { "key": "mine", "command": 1 }"#
    ));
    assert!(renamed.contains(r#""marker_key": "id", "marker_value": "other""#));
    let case = at(AkAdapter, ADAPTER, "\"nova", 0);
    assert_eq!(
        rename(&case, "zed").unwrap(),
        ADAPTER
            .replace("\"nova\"", "\"zed\"")
            .replace("\"label\": \"zed\"", "\"label\": \"nova\"")
    );
    let target = ide::prepare_rename(&case.document, case.offset).unwrap();
    assert_eq!(
        (target.text.as_str(), &case.text()[target.span.range()]),
        ("nova", "nova")
    );
}

#[test]
fn a_name_that_the_loader_would_refuse_is_refused() {
    let refuse = |case: Case, new: &str| {
        ide::rename(&case.document, case.offset, new, &options()).expect_err(new)
    };
    let id = || at(FornaxManifest, MANIFEST, "acme-x", 0);
    assert_eq!(
        refuse(id(), "codex"),
        "`codex` is the id of a built-in adapter"
    );
    for new in ["", "ab", "-abc", "Abc", "a b c"] {
        assert!(refuse(id(), new).starts_with("an id has 3 to 64"), "{new}");
    }
    let host = || at(AkAdapter, ADAPTER, "\"nova", 1);
    assert_eq!(
        refuse(host(), "claude"),
        "`claude` is the id of a host that ak brings along"
    );
    assert!(refuse(host(), "9x").starts_with("an id begins with"));
    assert!(
        refuse(at(AkAdapter, ADAPTER, "nova-cli", 0), "./x").starts_with("a command begins with")
    );
    let key = at(FornaxManifest, MANIFEST, "{ \"id", 0);
    assert_eq!(
        refuse(key, "command"),
        "`element` has a member `command` already"
    );
    let marker = at(FornaxManifest, MANIFEST, "\"marker_value\": \"mine", 0);
    assert_eq!(refuse(marker, ""), "a marker must not be empty");
    let label = at(AkAdapter, ADAPTER, "\"label\": \"no", 0);
    assert_eq!(
        refuse(label, "x"),
        "there is no name here that could be changed"
    );
}

#[test]
fn only_whole_strings_are_names() {
    for text in [
        "{\"name\": \"nov§",
        "{\"name\": \"§\"}",
        "{\"name\": 'n§'}",
        "{\"name\": \"a\\\"§",
    ] {
        let case = Case::new(AkAdapter, text);
        assert_eq!(
            ide::prepare_rename(&case.document, case.offset),
            None,
            "{text}"
        );
    }
    for (kind, text) in samples() {
        let document = Document::parse(text.as_bytes(), kind);
        for offset in (0..=u32::try_from(text.len()).unwrap()).step_by(3) {
            let Some((name, span)) = ide::name_at(&document, offset) else {
                continue;
            };
            let found = ide::references(&document, offset);
            assert!(found.iter().any(|found| found.span == span));
            // Renamed to what it is already, nothing changes but the spelling.
            let edits = ide::rename_in(&document, &name, name.text());
            assert_eq!(apply_edits(&text, &edits), text);
        }
    }
}
