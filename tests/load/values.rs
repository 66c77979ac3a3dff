//! What a loaded document holds.

use std::time::Duration;

use fornax_manifest::load::agentic_kit::{Source, Surface};
use fornax_manifest::load::fornax::Capability;
use fornax_manifest::{DocumentKind, FornaxVersion, Options, load};

use crate::{complete, options};

#[test]
fn a_fornax_manifest() {
    let text = complete(DocumentKind::FornaxManifest)
        .replacen("/hooks/PostToolUse", "/a~1b/~01/", 1)
        .replacen("acme/settings.json", "acme/./settings.json", 1);
    let manifest = load::fornax_manifest(text.as_bytes(), &options()).unwrap();
    assert_eq!(manifest.id, "acme-agent");
    assert_eq!(manifest.min_fornax_version, FornaxVersion(0, 0, 9));
    assert_eq!(manifest.capabilities.len(), 3);
    assert_eq!(manifest.capabilities[0], Capability::Plan);
    assert_eq!(manifest.capabilities[0].as_str(), "plan");
    assert_eq!(manifest.target.path_below_home, ".acme/./settings.json");
    let operation = &manifest.operations[0];
    assert_eq!(operation.pointer.as_str(), "/a~1b/~01/");
    let keys: Vec<_> = operation.pointer.keys().collect();
    assert_eq!(keys, ["a/b", "~1", ""]);
    assert_eq!(operation.element["command"], operation.marker_value);
}

#[test]
fn what_is_taken_and_too_new_is_up_to_the_options() {
    let text = complete(DocumentKind::FornaxManifest);
    let loads = |options: Options| load::fornax_manifest(text.as_bytes(), &options).is_ok();
    let version = |version| Options {
        fornax_version: version,
        ..Options::default()
    };
    assert!(loads(version(None)));
    assert!(loads(version(Some(FornaxVersion(0, 1, 0)))));
    assert!(!loads(version(Some(FornaxVersion(0, 0, 8)))));
    assert!(!loads(Options {
        reserved_ids: vec!["acme-agent".to_owned()],
        ..Options::default()
    }));
}

#[test]
fn a_fornax_registry() {
    let text = complete(DocumentKind::FornaxRegistry);
    let registry = load::fornax_registry(text.as_bytes(), &options()).unwrap();
    let entry = &registry.entries[0];
    assert_eq!(entry.manifest_file, format!("{}.manifest.json", entry.id));
    assert!(
        load::fornax_registry(b"{}", &options())
            .unwrap()
            .entries
            .is_empty()
    );
}

#[test]
fn an_agentic_kit_adapter() {
    let text = complete(DocumentKind::AkAdapter)
        .replacen("600000", "6e5", 1)
        .replacen("5000", "1e300", 1)
        .replacen("\"label\":", "\"label\": 7, \"label\":", 1)
        .replacen("Acme\",", "A\\ud800\",", 1);
    let adapter = load::ak_adapter(text.as_bytes(), &options()).unwrap();
    assert_eq!(adapter.host.label, "A\u{fffd}");
    assert_eq!(
        adapter.host.auth.as_deref(),
        Some(r#"{ "apiKeyEnv": ["ACME_API_KEY"] }"#)
    );
    assert_eq!(adapter.surfaces, [Surface::CliSubprocess]);
    assert_eq!(adapter.host.trust.changes[0].operations.len(), 3);
    assert_eq!(adapter.trust_changes.len(), 2);
    let run = adapter.execution.unwrap();
    assert_eq!(run.command, ["acme-ak", "run"]);
    assert_eq!(run.timeout, Some(Duration::from_secs(600)));
    let detect = adapter.lifecycle.detect.unwrap();
    assert_eq!(detect.timeout, Some(Duration::from_millis(u64::MAX)));
}

#[test]
fn an_agentic_kit_kit() {
    let kit = |sources: &[&str]| {
        let entries: Vec<_> = sources
            .iter()
            .enumerate()
            .map(|(number, source)| format!(r#"{{ "name": "a{number}", "source": "{source}" }}"#))
            .collect();
        let text = format!(r#"{{ "hostAdapters": [{}], "x": 1 }}"#, entries.join(", "));
        load::ak_kit(text.as_bytes(), &options()).map(|kit| {
            kit.host_adapters
                .into_iter()
                .map(|adapter| adapter.source)
                .collect::<Vec<_>>()
        })
    };
    let npm = |package: &str, version: Option<&str>| Source::Npm {
        package: package.to_owned(),
        version: version.map(str::to_owned),
    };
    assert_eq!(
        kit(&[
            "npm:@acme/x@1.2.3",
            "npm:x@next",
            "npm:x",
            "https://x",
            "NPM:x",
            "./x"
        ])
        .unwrap(),
        [
            npm("@acme/x", Some("1.2.3")),
            npm("x", Some("next")),
            npm("x", None),
            Source::Https("https://x".to_owned()),
            Source::File("NPM:x".to_owned()),
            Source::File("./x".to_owned()),
        ]
    );
    assert!(kit(&["http://x"]).is_err());
    for text in ["{}", "[]", "7"] {
        let kit = load::ak_kit(text.as_bytes(), &options()).unwrap();
        assert!(kit.host_adapters.is_empty(), "{text}");
    }
}

#[test]
fn a_refusal_comes_with_its_findings() {
    let text = complete(DocumentKind::AkAdapter).replacen(
        "\"canBePrimary\": false",
        "\"canBePrimary\": true",
        1,
    );
    let findings = load::ak_adapter(text.as_bytes(), &options()).unwrap_err();
    assert!(
        findings
            .iter()
            .any(|finding| finding.rule.name == "self-asserted-capability")
    );
}
