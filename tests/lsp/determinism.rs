//! What is found depends on the documents: not on the order in which they are opened, or how each became
//! what it is.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::client::{Client, rules};
use crate::support::repo_root;

/// Documents of both families, two of them with one id, and one of each that is broken.
fn documents(root: &Path) -> Vec<(String, String)> {
    let read = |sample: &str| fs::read_to_string(repo_root().join("schemas/samples").join(sample));
    let manifest = read("fornax-manifest/valid/complete.json").unwrap();
    let adapter = read("ak-adapter/valid/complete.json").unwrap();
    let kit = read("ak-kit/valid/complete.json").unwrap();
    let registry = read("fornax-registry/valid/complete.json").unwrap();
    let broken = |text: &str| text.replacen(':', "", 1);
    [
        ("a/a.manifest.json", manifest.clone()),
        ("b/b.manifest.json", manifest.clone()),
        ("c/c.manifest.json", broken(&manifest)),
        ("d/ak-adapter.json", adapter.clone()),
        ("e/ak-adapter.json", broken(&adapter)),
        ("f/kit.json", kit.clone()),
        ("g/kit.json", broken(&kit)),
        ("h/registry.json", registry),
    ]
    .map(|(name, text)| (format!("file://{}/{name}", root.display()), text))
    .into()
}

/// The findings of all documents, in the order of their names, once they were opened in this one.
fn found(root: &Path, documents: &[&(String, String)], typed: &[bool]) -> Vec<(String, Value)> {
    let mut client = Client::start();
    client.initialize(&json!({
        "capabilities": crate::client::asking(),
        "initializationOptions": { "diagnosticScope": "workspace" },
        "workspaceFolders": [{ "uri": format!("file://{}", root.display()), "name": "w" }],
    }));
    for ((uri, text), typed) in documents.iter().zip(typed) {
        if *typed {
            client.open(uri, "");
        } else {
            client.open(uri, text);
        }
    }
    for ((uri, text), _) in documents.iter().zip(typed).filter(|(_, typed)| **typed) {
        client.change(uri, 2, text);
    }
    let report = client.request("workspace/diagnostic", json!({ "previousResultIds": [] }));
    client.finish_reading_nothing();
    let mut found: Vec<_> = report["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| {
            (
                item["uri"].as_str().unwrap().to_owned(),
                item["items"].clone(),
            )
        })
        .collect();
    found.sort_by(|(a, _), (b, _)| a.cmp(b));
    found
}

proptest! {
    // Each case is two sessions.
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        max_shrink_iters: 50,
        ..ProptestConfig::with_cases(16)
    })]

    #[test]
    fn the_order_in_which_documents_are_opened_makes_no_difference(
        count in 1_usize..9,
        keys in prop::collection::vec(any::<u32>(), 8),
        typed in prop::collection::vec(any::<bool>(), 8),
    ) {
        let root = tempfile::tempdir().unwrap();
        let all = documents(root.path());
        let orderly: Vec<_> = all.iter().take(count).collect();
        let expected = found(root.path(), &orderly, &[false; 8]);
        prop_assert_eq!(expected.len(), count);
        if count >= 3 {
            let first = json!({ "items": expected[0].1 });
            let shared = rules(&first);
            prop_assert!(shared.contains(&"id-shared"), "{:?}", shared);
            prop_assert!(!expected[2].1.as_array().unwrap().is_empty());
        }
        let mut keyed: Vec<_> = orderly.iter().zip(&keys).collect();
        keyed.sort_by_key(|(_, key)| **key);
        let shuffled: Vec<_> = keyed.into_iter().map(|(document, _)| *document).collect();
        prop_assert_eq!(found(root.path(), &shuffled, &typed), expected);
    }
}
