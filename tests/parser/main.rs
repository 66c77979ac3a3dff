//! The parser: its verdicts, its places, and that nothing breaks it.

use fornax_manifest::syntax::{Strictness, parse};

#[test]
fn t() {
    let dir = std::path::Path::new("/work/shared/json-test-suite");
    let table = std::fs::read_to_string(dir.join("verdicts.tsv")).unwrap();
    let mut bad = 0;
    for line in table.lines().skip(1) {
        let f: Vec<_> = line.split('\t').collect();
        let Ok(text) = String::from_utf8(std::fs::read(dir.join(f[0])).unwrap()) else {
            continue;
        };
        for (s, v) in [(Strictness::Serde, f[1]), (Strictness::JavaScript, f[2])] {
            let tree = parse(&text, s);
            if (tree.error_count() == 0) != (v == "accept") {
                bad += 1;
                eprintln!("{} {s:?} {v} {:?}", f[0], tree.errors());
            }
        }
    }
    assert_eq!(bad, 0);
}
