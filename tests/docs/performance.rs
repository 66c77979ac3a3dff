//! The page of measurements has the places that `tests/bench/run --document` fills.

use crate::page::read;

#[test]
fn the_tables_have_their_place() {
    let page = read("docs/performance.md");
    let driver = read("tests/bench/driver/main.rs");
    let mut from = 0;
    for mark in [
        "<!-- tests/bench/run: from here -->",
        "<!-- tests/bench/run: to here -->",
    ] {
        assert!(driver.contains(mark), "{mark}");
        let at = page[from..].find(mark).unwrap_or_else(|| panic!("{mark}"));
        from += at;
    }
}
