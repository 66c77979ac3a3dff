//! The hashes by which users confirm a manifest.

use fornax_manifest::{Document, DocumentKind, consent_hash, fornax_pin, sha256_hex};

use crate::harness::{CLEAN, Sandbox, TRAILING_COMMA};

const FORNAX: &str = "{\"schema_version\": 1, \"capabilities\": []}\r\n";

fn sandbox() -> Sandbox {
    Sandbox::with(&[
        ("ak-adapter.json", &CLEAN),
        ("refused/ak-adapter.json", &TRAILING_COMMA),
        ("acme.manifest.json", FORNAX),
        ("other.json", "[]"),
    ])
}

fn consent(text: &str) -> String {
    let document = Document::parse(text.as_bytes(), DocumentKind::AkAdapter);
    consent_hash(&document).as_str().unwrap().to_owned()
}

#[test]
fn both_hashes_are_printed_where_they_exist() {
    let sandbox = sandbox();
    let run = sandbox.run(["digest", "ak-adapter.json"]);
    assert_eq!(run.code, Some(0));
    let expected = format!(
        "digest        {}\nconsent-hash  {}\n",
        fornax_pin(CLEAN.as_bytes()),
        consent(&CLEAN)
    );
    assert_eq!((run.stdout.as_str(), run.stderr.as_str()), (&*expected, ""));

    // One that Fornax refuses has its digest all the same; agentic-kit consents to none.
    let run = sandbox.run(["digest", "acme.manifest.json"]);
    assert_eq!(run.code, Some(0));
    let expected = format!("digest        {}\n", fornax_pin(FORNAX.as_bytes()));
    assert_eq!((run.stdout.as_str(), run.stderr.as_str()), (&*expected, ""));

    let run = sandbox.run(["digest", "refused/ak-adapter.json"]);
    assert_eq!(run.code, Some(0));
    assert_eq!(run.stdout.lines().count(), 1, "{run:?}");
    assert!(run.stderr.contains("agentic-kit refuses"), "{run:?}");
}

#[test]
fn standard_input_has_hashes_too() {
    let run = sandbox().run_with_stdin(["digest", "-"], CLEAN.as_bytes());
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.stdout.contains(&consent(&CLEAN)), "{run:?}");
    let run = sandbox().run_with_stdin(["digest", "-", "--kind", "fornax-manifest"], b"[]");
    assert_eq!(run.stdout, format!("digest        {}\n", fornax_pin(b"[]")));
}

#[test]
fn a_hash_is_checked_by_the_exit_code() {
    let sandbox = sandbox();
    let check = |file: &str, hash: &str| {
        let run = sandbox.run(["digest", file, "--check", hash]);
        assert_eq!(run.stdout, "", "{run:?}");
        (run.code.unwrap(), run.stderr)
    };
    let pin = fornax_pin(CLEAN.as_bytes());
    let consented = consent(&CLEAN);
    let said = |words: &str| format!("ak-adapter.json: {words}\n");
    let adapter = |hash: &str| check("ak-adapter.json", hash);

    assert_eq!(adapter(&pin), (0, said("this is its digest")));
    let bytes = sha256_hex(CLEAN.as_bytes());
    assert_eq!(adapter(&bytes), (0, said("this is its digest")));
    assert_eq!(adapter(&consented), (0, said("this is its consent hash")));

    let other = sha256_hex(b"something else");
    let words = format!("its consent hash is {consented}, not {other}");
    assert_eq!(adapter(&other), (1, said(&words)));
    // Only a digest is written with a prefix.
    let consented = format!("sha256:{consented}");
    let words = format!("its digest is {pin}, not {consented}");
    assert_eq!(adapter(&consented), (1, said(&words)));

    let pin = fornax_pin(FORNAX.as_bytes());
    assert_eq!(check("acme.manifest.json", &pin).0, 0);
    // White space counts.
    let trimmed = fornax_pin(FORNAX.trim_end().as_bytes());
    assert_eq!(check("acme.manifest.json", &trimmed).0, 1);
    assert_eq!(check("refused/ak-adapter.json", &consented).0, 1);
}

#[test]
fn what_cannot_be_told_is_2() {
    let sandbox = sandbox();
    let big = vec![b' '; 300_000];
    sandbox.write("big/ak-adapter.json", &big);
    let hash = sha256_hex(b"");
    let upper = hash.to_uppercase();
    let run = sandbox.run(["digest", "ak-adapter.json", "--check", &upper]);
    assert!(run.stderr.contains("a hash has small letters"), "{run:?}");
    let cases: [&[&str]; 9] = [
        &["none.json"],
        &["."],
        &["other.json"],
        &["big/ak-adapter.json"],
        &["big/ak-adapter.json", "--check", &hash],
        &["ak-adapter.json", "--check", "sha256:12"],
        &["ak-adapter.json", "--check", &upper],
        &["ak-adapter.json", "--check", ""],
        &[],
    ];
    for arguments in cases {
        let run = sandbox.run([&["digest"], arguments].concat());
        assert_eq!(run.code, Some(2), "{arguments:?}: {run:?}");
        assert_eq!(run.stdout, "", "{arguments:?}");
        assert!(run.stderr.starts_with("error: "), "{run:?}");
    }
}

#[test]
fn the_kind_is_what_the_configuration_says() {
    let sandbox = sandbox();
    sandbox.write("hosts/odd.json", "[]");
    sandbox.write(
        "fornax-lint.toml",
        "[files]\nak-adapter = [\"hosts/*.json\"]\n",
    );
    let run = sandbox.run(["digest", "hosts/odd.json"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.stderr.contains("agentic-kit refuses"), "{run:?}");
}
