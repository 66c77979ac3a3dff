//! JUnit's XML, held to the schema that Jenkins publishes for it (`junit-10.xsd`).

use roxmltree::{Document, Node};

use crate::harness::{CLEAN, DUPLICATE_KEY, Sandbox, TRAILING_COMMA};

/// An element's name, the attributes that it must and may have, the elements that may be in it, and
/// whether text may.
type Element = (
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
    &'static [&'static str],
    bool,
);

/// The part of the schema that the elements we use are under.
const SCHEMA: [Element; 7] = [
    (
        "testsuites",
        &[],
        &["name", "time", "tests", "failures", "errors"],
        &["testsuite"],
        false,
    ),
    (
        "testsuite",
        &["name", "tests", "failures", "errors"],
        &[
            "group",
            "time",
            "skipped",
            "timestamp",
            "hostname",
            "id",
            "package",
            "file",
            "log",
            "url",
        ],
        &[
            "testsuite",
            "properties",
            "testcase",
            "system-out",
            "system-err",
        ],
        false,
    ),
    (
        "testcase",
        &["name"],
        &["time", "classname", "group"],
        &["skipped", "error", "failure", "system-out", "system-err"],
        false,
    ),
    ("failure", &[], &["type", "message"], &[], true),
    ("error", &[], &["type", "message"], &[], true),
    ("system-out", &[], &[], &[], true),
    ("system-err", &[], &[], &[], true),
];

fn assert_valid(node: Node<'_, '_>) {
    let name = node.tag_name().name();
    let (_, required, optional, children, has_text) = SCHEMA
        .iter()
        .find(|element| element.0 == name)
        .unwrap_or_else(|| panic!("there is no element {name}"));
    for attribute in *required {
        assert!(node.has_attribute(*attribute), "{name} lacks {attribute}");
    }
    for attribute in node.attributes() {
        let known = [*required, *optional].concat();
        assert!(known.contains(&attribute.name()), "{name}: {attribute:?}");
    }
    for child in node.children() {
        if child.is_element() {
            assert!(
                children.contains(&child.tag_name().name()),
                "{child:?} in {name}"
            );
            assert_valid(child);
        } else {
            let is_blank = child.text().unwrap_or_default().trim().is_empty();
            assert!(*has_text || is_blank, "text in {name}: {child:?}");
        }
    }
}

fn elements<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.descendants()
        .filter(move |node| node.has_tag_name(name))
}

/// The rules that a report, which must be valid, reports.
pub(crate) fn rules(xml: &str) -> Vec<String> {
    let document = Document::parse(xml).unwrap_or_else(|error| panic!("{error}: {xml}"));
    let root = document.root_element();
    assert_eq!(root.tag_name().name(), "testsuites");
    assert_valid(root);
    for suite in elements(root, "testsuite") {
        let count = |name| elements(suite, name).count().to_string();
        assert_eq!(suite.attribute("tests"), Some(count("testcase").as_str()));
        assert_eq!(suite.attribute("failures"), Some(count("failure").as_str()));
        assert_eq!(suite.attribute("errors"), Some(count("error").as_str()));
    }
    elements(root, "testcase")
        .filter_map(|case| Some(case.attribute("name")?.split_once(" (")?.0.to_owned()))
        .collect()
}

#[test]
fn an_error_fails_and_a_warning_does_not() {
    let sandbox = Sandbox::with(&[
        ("a/ak-adapter.json", &TRAILING_COMMA),
        ("b/ak-adapter.json", &DUPLICATE_KEY),
        ("c/ak-adapter.json", &CLEAN),
    ]);
    let run = sandbox.run(["--format", "junit", ".", "missing", "--isolated"]);
    assert_eq!(
        rules(&run.stdout),
        ["trailing-comma", "duplicate-key", "unreadable-file"]
    );
    let document = Document::parse(&run.stdout).unwrap();
    let root = document.root_element();
    let suites: Vec<_> = elements(root, "testsuite").collect();
    let names: Vec<_> = suites
        .iter()
        .map(|suite| suite.attribute("name").unwrap())
        .collect();
    assert_eq!(
        names,
        [
            "a/ak-adapter.json",
            "b/ak-adapter.json",
            "c/ak-adapter.json",
            "missing"
        ]
    );
    let outcomes = |suite: Node<'_, '_>| {
        let case = suite.first_element_child().unwrap();
        let outcome = case.first_element_child();
        outcome.map(|outcome| outcome.tag_name().name().to_owned())
    };
    let outcomes: Vec<_> = suites.iter().map(|suite| outcomes(*suite)).collect();
    assert_eq!(
        outcomes,
        [
            Some("failure".to_owned()),
            Some("system-out".to_owned()),
            None,
            Some("error".to_owned())
        ]
    );
    let failure = elements(root, "failure").next().unwrap();
    assert_eq!(failure.attribute("type"), Some("trailing-comma"));
    let text = failure.text().unwrap();
    assert!(text.starts_with("a/ak-adapter.json:"), "{text}");
    assert!(text.contains("\nthe loader says: "), "{text}");
}

#[test]
fn nothing_to_check_is_no_suite() {
    let sandbox = Sandbox::new();
    let run = sandbox.run(["--format", "junit"]);
    assert_eq!(rules(&run.stdout), [""; 0]);
    let document = Document::parse(&run.stdout).unwrap();
    assert_eq!(elements(document.root_element(), "testsuite").count(), 0);
}

#[test]
fn what_xml_cannot_hold_is_shown_by_a_symbol() {
    let text = CLEAN.replacen('{', "{ \"a\\u0001\u{fffe}]]>\": 1,", 1);
    let sandbox = Sandbox::with(&[("ak-adapter.json", &text)]);
    let run = sandbox.run(["--format", "junit"]);
    let document = Document::parse(&run.stdout).unwrap();
    let failure = elements(document.root_element(), "failure").next().unwrap();
    let message = failure.attribute("message").unwrap();
    assert!(message.contains("‹U+FFFE›]]>"), "{message}");
}
