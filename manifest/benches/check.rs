//! How long the engine takes: for ordinary manifests, and for documents that give each rule as much
//! work as their size allows, in three sizes, so that linear work shows as such.
//!
//! `cargo bench -p fornax-manifest`

#[path = "../../tests/support/surroundings.rs"]
mod surroundings;
#[path = "../../tests/support/worst.rs"]
mod worst;

use std::fmt;

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use fornax_manifest::syntax::parse;
use fornax_manifest::{Document, DocumentKind, FornaxVersion, Options, check};

use worst::{WORST, Worst, surroundings};

fn main() {
    divan::main();
}

/// A manifest as its author writes it.
struct Ordinary(DocumentKind, &'static str);

impl fmt::Display for Ordinary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

fn ordinary() -> [Ordinary; 2] {
    [
        Ordinary(
            DocumentKind::FornaxManifest,
            include_str!("../../schemas/samples/fornax-manifest/valid/complete.json"),
        ),
        Ordinary(
            DocumentKind::AkAdapter,
            include_str!("../../schemas/samples/ak-adapter/valid/complete.json"),
        ),
    ]
}

/// A document that keeps some rules busy.
struct Case(&'static Worst);

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.kind.name(), self.0.name)
    }
}

fn options() -> Options {
    Options {
        fornax_version: Some(FornaxVersion(0, 0, 9)),
        published: true,
        ..Options::default()
    }
}

#[divan::bench(args = ordinary())]
fn parsing(bencher: Bencher<'_, '_>, Ordinary(kind, text): &Ordinary) {
    bencher
        .counter(BytesCount::of_str(text))
        .bench(|| parse(black_box(text), kind.strictness()));
}

#[divan::bench(args = ordinary())]
fn parsing_and_checking(bencher: Bencher<'_, '_>, Ordinary(kind, text): &Ordinary) {
    let options = options();
    let around = surroundings(*kind);
    bencher.counter(BytesCount::of_str(text)).bench(|| {
        let document = Document::parse(black_box(text.as_bytes()), *kind);
        check(&document, &options, &around)
    });
}

#[divan::bench(args = WORST.iter().map(Case), consts = [16, 32, 64], sample_count = 10)]
fn worst_case<const KIB: usize>(bencher: Bencher<'_, '_>, Case(worst): &Case) {
    let options = options();
    let around = surroundings(worst.kind);
    // A little less, so that no document is larger than its loader reads.
    let text = (worst.text)(KIB * 990);
    bencher.counter(BytesCount::of_str(&text)).bench(|| {
        let document = Document::parse(black_box(text.as_bytes()), worst.kind);
        check(&document, &options, &around)
    });
}
