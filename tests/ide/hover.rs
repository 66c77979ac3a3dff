//! Hover.

use fornax_manifest::ide::{self, Hover};
use fornax_manifest::{Document, DocumentKind, Nowhere, Options, Surroundings};

use crate::harness::{Case, World, options, samples};

use DocumentKind::{AkAdapter, AkKit, FornaxManifest, FornaxRegistry};

fn hover_in(world: &dyn Surroundings, kind: DocumentKind, text: &str) -> Option<Hover> {
    let case = Case::new(kind, text);
    let hover = ide::hover(&case.document, case.offset, &options(), world)?;
    assert!(hover.span.touches(case.offset), "{text}");
    assert!(case.text().get(hover.span.range()).is_some(), "{text}");
    Some(hover)
}

/// The plain text about what stands at the cursor.
#[track_caller]
fn about(world: &dyn Surroundings, kind: DocumentKind, text: &str) -> String {
    hover_in(world, kind, text)
        .unwrap_or_else(|| panic!("nothing at {text}"))
        .text
        .plain
}

/// A manifest that is accepted.
const TEMPLATE: &str = include_str!("../../lint-cli/src/commands/init/fornax-manifest.json");

fn paragraphs(text: &str) -> Vec<&str> {
    text.split("\n\n").collect()
}

#[test]
fn a_field_is_explained_with_its_rule_its_values_and_a_link() {
    let hover = hover_in(
        &Nowhere,
        AkAdapter,
        r#"{"driving": {"surfaces": ["§acp"]}}"#,
    )
    .unwrap();
    assert_eq!(
        hover.text.markdown,
        "`acp`: The Agent Client Protocol. Accepted, not implemented yet.\n\n\
         **Driving surface** · text\n\n\
         A way to drive the host.\n\n\
         - `cli-subprocess`: ak starts the host's command as a subprocess. The only surface that has an implementation.\n\
         - `acp`: The Agent Client Protocol. Accepted, not implemented yet.\n\
         - `mcp`: The Model Context Protocol. Accepted, not implemented yet.\n\n\
         What the loader calls a fault here: `invalid-driving-surfaces`. \
         [Reference](https://fornax-lint.github.io/fornax-lint/reference/ak-adapter/#driving.surfaces)"
    );
    let plain = about(&Nowhere, FornaxManifest, r#"{"schema_§version": 1}"#);
    assert_eq!(
        paragraphs(&plain)[0],
        "Schema version · schema_version · whole number, required"
    );
    assert!(
        paragraphs(&plain)[1].starts_with("The version of the manifest format: the integer 1,")
    );
    assert!(!plain.contains('`') && !plain.contains("]("), "{plain}");
    let capability = about(
        &Nowhere,
        AkAdapter,
        r#"{"host": {"capabilities": {"canBePrimary": tr§ue}}}"#,
    );
    assert!(capability.contains("primary-eligible"), "{capability}");
}

#[test]
fn every_key_and_every_value_of_the_samples_is_explained() {
    for (kind, text) in samples() {
        let document = Document::parse(text.as_bytes(), kind);
        for node in document.tree().nodes() {
            use fornax_manifest::syntax::NodeKind::{Array, Member, Object};
            let is_others = kind == AkKit && !node.pointer().starts_with("/hostAdapters");
            if node.kind() == Member || is_others || node.span().len() < 2 {
                continue;
            }
            let hover = ide::hover(
                &document,
                node.span().start + u32::from(!matches!(node.kind(), Array | Object)),
                &options(),
                &Nowhere,
            )
            .unwrap_or_else(|| panic!("{} of {text}", node.source()));
            let text = hover.text;
            assert!(text.plain.contains("Reference: https://"), "{}", text.plain);
            assert!(
                !text.plain.contains("**") && !text.plain.contains('`'),
                "{}",
                text.plain
            );
            assert!(
                text.markdown.ends_with(')') || text.markdown.ends_with("last one."),
                "{}",
                text.markdown
            );
        }
    }
}

#[test]
fn what_is_explained_is_marked() {
    let text = r#"{"host": {"id": "acme"}, "contract": 1}"#;
    for (offset, marked) in [
        (0, Some("{")),
        (1, Some("\"host\"")),
        (2, Some("\"host\"")),
        (7, Some("\"host\"")),
        (8, None),
        (9, Some("{")),
        (12, Some("\"id\"")),
        (18, Some("\"acme\"")),
        (23, Some("}")),
        (30, Some("\"contract\"")),
        (37, Some("1")),
        (39, Some("}")),
        (99, None),
    ] {
        let document = Document::parse(text.as_bytes(), AkAdapter);
        let hover = ide::hover(&document, offset, &options(), &Nowhere);
        assert_eq!(
            hover.map(|hover| &text[hover.span.range()]),
            marked,
            "{offset}"
        );
    }
}

#[test]
fn manifest_text_is_shown_and_never_obeyed() {
    let hover = |text: &str| hover_in(&Nowhere, AkAdapter, text).unwrap().text;
    let text = hover(r#"{"a_b*c§](x)": 1}"#);
    assert!(
        text.markdown
            .starts_with("**Unknown member** · `a_b*c](x)`"),
        "{}",
        text.markdown
    );
    let text = hover("{\"host\": {\"label\": \"§`a` ``b\\n# c\\u0007 \u{202e}d\u{200b}\"}}");
    assert!(
        text.markdown
            .contains("It reads ``` `a` ``b␊# c␇ ‹U+202E›d‹U+200B› ```."),
        "{}",
        text.markdown
    );
    assert!(
        text.plain
            .contains("It reads `a` ``b␊# c␇ ‹U+202E›d‹U+200B›."),
        "{}",
        text.plain
    );
    let text = hover("{\"<img src=x>\\n\\n**b**§\": 1}");
    assert!(
        text.markdown.contains("`<img src=x>␊␊**b**`"),
        "{}",
        text.markdown
    );
    let long = format!("{{\"{}§\": 1}}", "k".repeat(5000));
    assert!(hover(&long).plain.len() < 600);
}

#[test]
fn an_unknown_member_is_said_to_be_one() {
    let known = |text| about(&Nowhere, AkAdapter, text);
    assert_eq!(
        paragraphs(&known(r#"{"host": {"lable§": "x"}}"#))[..2],
        [
            "Unknown member · lable",
            "There is no such member in host: the loader refuses it. Did you mean label?"
        ]
    );
    assert!(
        known(r#"{"$schema": "§x"}"#)
            .contains("There is no such member in the manifest: the loader refuses it.")
    );
    assert!(known(r#"{"host": {"trust": {"x": [[§1]]}}}"#).contains("accepted and ignored"));
    assert!(known(r#"{"host": {"auth": {"x": "§1"}}}"#).starts_with("Authentication · free-form"));
    assert_eq!(hover_in(&Nowhere, AkKit, r#"{"oth§er": 1}"#), None);
    assert_eq!(hover_in(&Nowhere, AkAdapter, "[§1]"), None);
    assert!(known(r#"{"name§": "a", "name": "b"}"#).ends_with("a reader takes the last one."));
    assert!(!known(r#"{"name": "a", "name§": "b"}"#).contains("last one"));
}

#[test]
fn a_target_path_is_resolved_and_looked_up() {
    let text = r#"{"target": {"path": "~/.acme/./settings.json§"}}"#;
    let say = |world: &World| {
        let plain = about(world, FornaxManifest, text);
        let paragraphs = paragraphs(&plain);
        let found = paragraphs
            .iter()
            .find(|text| text.starts_with("It stands for"));
        let found = found.unwrap();
        assert!(found.ends_with(
            "As it is written it lies below the home directory; Fornax makes sure of that again when it opens the file."
        ));
        found
            .split(". As")
            .next()
            .unwrap()
            .replace("It stands for /home/mara/.acme/settings.json", "F")
    };
    let file = "~/.acme/settings.json";
    assert_eq!(say(&World::new(&[(file, "{}")])), "F. The file exists here");
    assert_eq!(
        say(&World::new(&[("~/.acme/other", "")])),
        "F. There is no such file here yet"
    );
    // Nothing is promised of a manifest that is refused, as this one is for what it lacks.
    let whole = TEMPLATE.replace("my-adapter.json\"", "my-adapter.json§\"");
    let plain = about(&World::new(&[("~/.other", "")]), FornaxManifest, &whole);
    let promise = "There is no such file here yet: install would create it.";
    assert!(plain.contains(promise), "{plain}");
    assert_eq!(
        say(&World::default()),
        "F. Its folder does not exist here, so install would refuse"
    );
    assert_eq!(
        say(&World::new(&[(file, "->")])),
        "F. Here it is a symbolic link, so install would refuse"
    );
    for (content, what) in [("->", "a symbolic link"), ("", "no folder")] {
        assert_eq!(
            say(&World::new(&[("~/.acme", content)])),
            format!("F. On the way to it ~/.acme is {what} here, so install would refuse")
        );
    }
    assert_eq!(
        say(&World::new(&[("~/.acme/settings.json/x", "")])),
        "F. Here it is no regular file, so install would refuse"
    );
    let own = text.replace(".acme/./settings", ".fornax/adapters/registry");
    let own = about(&World::default(), FornaxManifest, &own);
    assert!(own.contains("It lies in Fornax's own folder"), "{own}");
    let unknown = about(&Nowhere, FornaxManifest, text);
    assert!(
        unknown.contains("It stands for ~/.acme/settings.json. As it is written"),
        "{unknown}"
    );
    for refused in ["/etc/x.json", "~/../x.json", "~/x.toml", "x"] {
        let text = format!(r#"{{"target": {{"path": "{refused}§"}}}}"#);
        assert!(!about(&World::default(), FornaxManifest, &text).contains("It stands for"));
    }
}

#[test]
fn what_install_would_create_is_told_of_a_manifest_that_is_accepted() {
    let text = TEMPLATE.replace("\"/hooks\"", "\"/hooks/n§\"");
    let world = World::new(&[("~/.my-adapter.json", "{}")]);
    let steps = "- hooks: nothing yet; install would create an object\n\
                 - n: nothing yet; install would create the array";
    let plain = about(&world, FornaxManifest, &text);
    assert!(plain.contains(steps), "{plain}");
    let refused = text.replacen("\"id\"", "\"idd\"", 1);
    let plain = about(&world, FornaxManifest, &refused);
    assert!(!plain.contains("would create"), "{plain}");
}

#[test]
fn of_an_element_the_loader_looks_for_the_marker() {
    let text = TEMPLATE.replace("\"command\": \"fornax", "\"command§\": \"fornax_");
    let plain = about(&Nowhere, FornaxManifest, &text);
    assert!(
        plain.contains("free-form: the loader looks for the marker alone")
            && plain.contains("The loader refuses the manifest."),
        "{plain}"
    );
}

#[test]
fn a_pointer_is_followed_through_the_target() {
    let manifest = |pointer: &str| {
        format!(
            r#"{{"target": {{"path": "~/x.json"}}, "operations": [{{"pointer": {pointer}, "marker_key": "command", "marker_value": "mine"}}]}}"#
        )
    };
    let target = r#"{"hooks": {"a/b": [{"command": "mine"}, {"command": "other"}, 1], "n": 5}, "list": [1]}"#;
    let steps = |content: &str, pointer: &str| {
        let plain = about(
            &World::new(&[("~/x.json", content)]),
            FornaxManifest,
            &manifest(pointer),
        );
        let start = plain.find("Its steps").unwrap();
        let end = plain[start..]
            .find("\n\nWhat the loader")
            .unwrap_or_else(|| plain[start..].find("\n\nReference").unwrap());
        plain[start..start + end].to_owned()
    };
    assert_eq!(
        steps(target, r#""/hooks/a~1b§""#),
        "Its steps, and what stands there today in ~/x.json:\n\n\
         - hooks: an object of 2 members\n- a/b: an array of 3 elements, 1 with this marker"
    );
    assert_eq!(
        steps(target, r#""\/list\u002fx§""#)
            .lines()
            .skip(2)
            .collect::<Vec<_>>(),
        [
            "- list: an array, not an object: install would refuse",
            "- x: out of reach"
        ]
    );
    assert_eq!(
        steps(target, r#""/hooks/n§""#).lines().last(),
        Some("- n: a number, not an array: install would refuse")
    );
    assert_eq!(
        steps("{}", r#""/hooks/n§""#)
            .lines()
            .skip(2)
            .collect::<Vec<_>>(),
        ["- hooks: nothing yet", "- n: nothing yet"]
    );
    assert_eq!(
        steps("{,}", r#""/hooks§""#),
        "Its steps; ~/x.json here is not strict JSON, so install would refuse:\n\n- hooks"
    );
    let unknown = about(&Nowhere, FornaxManifest, &manifest(r#""/~0a//b§""#));
    assert!(
        unknown.contains("Its steps:\n\n- ~a\n- \"\"\n- b\n\n"),
        "{unknown}"
    );
    // Nothing of the target's content is shown.
    assert!(!steps(target, r#""/hooks/a~1b§""#).contains("other"));
    let many = about(
        &Nowhere,
        FornaxManifest,
        &manifest(&format!("\"{}§\"", "/a".repeat(5000))),
    );
    assert!(many.contains("- a\n- …"), "{many}");
}

#[test]
fn what_can_be_measured_is() {
    let facts = |kind, text: &str| about(&World::new(&[("./run.mjs", "")]), kind, text);
    for (kind, text, fact) in [
        (
            FornaxManifest,
            r#"{"operations": [{"element§": {"a": 1.0, "a": "\u0041"}}]}"#,
            "Printed compactly it takes 9 of 4,096 bytes.",
        ),
        (
            FornaxManifest,
            r#"{"display_name": "é§"}"#,
            "It takes 2 of 64 bytes.",
        ),
        (
            FornaxManifest,
            r#"{"min_fornax_version": "§0.0.9"}"#,
            "Fornax 0.0.9, the one in use, is new enough.",
        ),
        (
            FornaxManifest,
            r#"{"min_fornax_version": "§0.1.0"}"#,
            "Fornax 0.0.9, the one in use, is older and refuses the manifest.",
        ),
        (
            AkAdapter,
            r#"{"lifecycle": {"undo": {"hook": {"timeoutMs": 9§0000}}}}"#,
            "This is 1.5 min.",
        ),
        (
            AkAdapter,
            r#"{"lifecycle": {"undo": {"hook": {"command": ["node", "./run.mjs§"]}}}}"#,
            "The file stands beside this one.",
        ),
        (
            AkAdapter,
            r#"{"lifecycle": {"undo": {"hook": {"command": ["node", "x.mjs§"]}}}}"#,
            "There is no such file beside this one.",
        ),
        (
            AkAdapter,
            r#"{"detection": {"versionPattern": "\\d§+"}}"#,
            "It reads \\d+.",
        ),
    ] {
        let plain = facts(kind, text);
        assert!(paragraphs(&plain).contains(&fact), "{text}\n{plain}");
    }
    let unknown = Options::default();
    let case = Case::new(FornaxManifest, r#"{"min_fornax_version": "§0.1.0"}"#);
    let hover = ide::hover(&case.document, case.offset, &unknown, &Nowhere).unwrap();
    assert!(!hover.text.plain.contains("in use"));
    let marker =
        r#"{"operations": [{"marker_key": "id", "element": {"id": "§x", "n": {"id": 1}}}]}"#;
    assert!(facts(FornaxManifest, marker).contains("This is the marker"));
    let inner = marker.replace('§', "").replace("\"id\": 1", "\"id\": §1");
    assert!(!facts(FornaxManifest, &inner).contains("This is the marker"));
    for (value, is_marker) in [("\"x\"", true), ("\"y`\"", false)] {
        let marker = marker.replace("[{", &format!("[{{\"marker_value\": {value}, "));
        let said = facts(FornaxManifest, &marker);
        assert_eq!(said.contains("This is the marker"), is_marker, "{said}");
        assert_eq!(
            said.contains("should be the marker, and is not"),
            !is_marker
        );
    }
    let number =
        r#"{"operations": [{"marker_key": "id", "marker_value": "1", "element": {"id": §1}}]}"#;
    assert!(facts(FornaxManifest, number).contains("which is 1."));
}

#[test]
fn a_digest_is_compared_with_the_copy() {
    let copy = "{}";
    let digest = fornax_manifest::fornax_pin(copy.as_bytes());
    let world = World::new(&[("./acme-x.manifest.json", copy)]);
    let text = |digest: &str| {
        format!(
            r#"{{"entries": [{{"manifest_file": "acme-x.manifest.json", "digest": "{digest}§"}}]}}"#
        )
    };
    assert!(
        about(&world, FornaxRegistry, &text(&digest)).contains("The owned copy has this digest.")
    );
    let other = about(&world, FornaxRegistry, &text("sha256:00"));
    assert!(
        other.contains(&format!(
            "another digest, so Fornax rejects the entry: {digest}."
        )),
        "{other}"
    );
    let outside = text(&digest).replace("acme-x.m", "../acme-x.m");
    assert!(!about(&world, FornaxRegistry, &outside).contains("owned copy has"));
    let file = r#"{"entries": [{"manifest_file": "acme-x.manifest.json§"}]}"#;
    assert!(about(&world, FornaxRegistry, file).contains("The file stands beside this one."));
}

#[test]
fn no_text_and_no_offset_is_a_danger() {
    let deep = format!("{{\"host\": {{\"auth\": {}", "[".repeat(60_000));
    let arrays = "[".repeat(60_000);
    let texts = [
        deep.as_str(),
        &arrays,
        "",
        "\u{feff}",
        "{\"a\": \"é😀\u{2028}",
        "{'x': y, // z\n\"a\" 1",
        "\u{0}",
        "{\"\\ud800§",
    ];
    for kind in DocumentKind::ALL {
        for text in texts {
            let document = Document::parse(text.as_bytes(), kind);
            for offset in (0..64).chain([60_000, 60_010, u32::MAX]) {
                let _ = ide::hover(&document, offset, &options(), &World::default());
            }
        }
        let bytes = Document::parse(b"\xFF\xFE{\0", kind);
        assert_eq!(ide::hover(&bytes, 2, &options(), &Nowhere), None);
    }
    for (kind, text) in samples() {
        for end in (0..text.len())
            .filter(|end| text.is_char_boundary(*end))
            .step_by(11)
        {
            let document = Document::parse(&text.as_bytes()[..end], kind);
            for offset in [end / 3, end.saturating_sub(1), end] {
                let _ = ide::hover(
                    &document,
                    u32::try_from(offset).unwrap(),
                    &options(),
                    &World::default(),
                );
            }
        }
    }
}

#[test]
fn places_are_right_behind_other_scripts() {
    for before in ["\"é😀日\": \"x\", ", "\"x\u{2028}y\": 1, ", "\r\n\r\n"] {
        for mark in ["", "\u{feff}"] {
            let text = format!("{mark}{{{before}\"contr§act\": 1}}");
            let case = Case::new(AkAdapter, &text);
            let hover = ide::hover(&case.document, case.offset, &options(), &Nowhere).unwrap();
            assert_eq!(&case.text()[hover.span.range()], "\"contract\"");
        }
    }
}
