//! Targets that nobody means well with: no panic, no stack, no more time than their size is worth.

use std::time::{Duration, Instant};

use fornax_manifest::limits::FORNAX_TARGET_BYTES;
use fornax_manifest::operation::{Direction, Marker, Operation, Warning, plan};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

use crate::model;

use Direction::{Install, Uninstall};

/// An operation whose marker is its element.
fn operation(pointer: &str, marker: &str) -> Operation {
    Operation {
        pointer: pointer.to_owned(),
        marker: Marker::member("id", marker),
        element: Map::from_iter([("id".to_owned(), Value::from(marker))]),
    }
}

/// The names of both refusals of a target; none for what is not refused.
fn reasons(target: &[u8], operations: &[Operation]) -> [Option<&'static str>; 2] {
    [Install, Uninstall].map(|direction| {
        plan(Some(target), operations, direction)
            .err()
            .map(|refusal| refusal.reason())
    })
}

/// Texts made of what JSON is made of, and of what is mistaken for it.
fn soup() -> impl Strategy<Value = String> {
    let piece = select(vec![
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"a\":",
        "\"b\"",
        "\"\\u0061\"",
        "\"id\"",
        "\"é\"",
        "'a'",
        "\"",
        "0",
        "-1",
        "1e400",
        "01",
        "true",
        "null",
        "nul",
        " ",
        "\n",
        "\r\n",
        "\t",
        "\u{feff}",
        "\u{a0}",
        "\u{2028}",
        "\\",
        "\\ud800",
        "//",
        "/*",
        "*/",
        "\0",
        "{\"a\":[",
        "{\"id\":\"x\"}",
        "]}",
    ]);
    vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn bytes_are_refused_or_changed_as_they_should(bytes in vec(any::<u8>(), 0..64)) {
        let operations = [operation("/a", "x")];
        let refused = reasons(&bytes, &operations);
        let text = std::str::from_utf8(&bytes);
        prop_assert_eq!(refused[0].is_none(), text.is_ok_and(|text| text.trim().is_empty()));
    }

    #[test]
    fn what_serde_json_refuses_is_refused_and_nothing_else(text in soup()) {
        let operations = [operation("/a", "x"), operation("/b/c", "y")];
        for direction in [Install, Uninstall] {
            let planned = plan(Some(text.as_bytes()), &operations, direction);
            let meant = model::apply(Some(&text), &operations, direction);
            prop_assert_eq!(planned.as_ref().err().map(|refusal| refusal.reason()), meant.as_ref().err().copied());
            if let (Ok(planned), Ok(meant)) = (planned, meant) {
                let after = String::from_utf8(planned.apply_to(Some(text.as_bytes()))).unwrap();
                prop_assert_eq!(model::value_of(Some(&after)), Some(meant), "{}", after);
            }
        }
    }
}

#[test]
fn each_kind_of_text_that_is_not_json_has_words_of_its_own() {
    let deep = format!("{{\"a\": {}1{}}}", "[".repeat(127), "]".repeat(127));
    for (target, words) in [
        (&b"\xEF\xBB\xBF{}"[..], "byte-order mark"),
        (
            b"{ // mine\n}",
            "a comment in line 1, which JSON does not allow; remove it and try again, or make the change by hand",
        ),
        (b"{\n  /* mine */ \"a\": 1}", "a comment in line 2"),
        (
            b"{\n  \"a\": [1],\n}\n",
            "a comma in line 2 with nothing behind it, which JSON does not allow; remove it and try again",
        ),
        (
            b"{\"a\": [1,\n]}",
            "a comma in line 1 with nothing behind it",
        ),
        (b"{\"a\": 1e400}", "number in line 1"),
        (b"{\"a\": \"\\ud800\"}", "surrogate pair in line 1"),
        (b"{\r\r\"a\"}", "fault is in line 3"),
        (b"{\"a\": \"\xFF\"}", "not UTF-8 from byte 7 on"),
        (b"{}\0", "fault is in line 1"),
        (b"{\"a\": \0}", "fault is in line 1"),
        (deep.as_bytes(), "more than 127 levels deep"),
    ] {
        for direction in [Install, Uninstall] {
            let refusal = plan(Some(target), &[operation("/x", "x")], direction).unwrap_err();
            assert_eq!(refusal.reason(), "not-json");
            assert!(refusal.to_string().contains(words), "{refusal}");
        }
    }
}

#[test]
fn words_never_quote_the_target() {
    let secret = "hush-4711";
    let operations = [operation("/a/b", "x")];
    for target in [
        format!("\"{secret}\""),
        format!("{{\"a\": \"{secret}\"}}"),
        format!("{{\"a\": {{\"b\": \"{secret}\"}}}}"),
        format!("{{\"a\": {secret}}}"),
        format!("{{\"{secret}\": 1,}}"),
        format!("{{}} // {secret}"),
        format!("{{}} {secret}"),
        format!("{{\"{secret}\" 1}}"),
        format!("{{\"{secret}"),
    ] {
        let refusal = plan(Some(target.as_bytes()), &operations, Install).unwrap_err();
        assert!(!refusal.to_string().contains("4711"), "{refusal}");
        assert!(!format!("{refusal:?}").contains("4711"), "{refusal:?}");
    }
    let twice = format!("{{\"a\": \"{secret}\", \"a\": {{\"b\": [], \"b\": []}}}}");
    let outcome = plan(Some(twice.as_bytes()), &operations, Install).unwrap();
    let at = |at: &str| Warning::DuplicateKey { at: at.to_owned() };
    assert_eq!(outcome.warnings, [at("/a"), at("/a/b")]);
    assert!(!outcome.warnings[0].to_string().contains("4711"));
}

#[test]
fn depth_costs_no_stack() {
    let levels = 100_000;
    let operations = [operation("/a/b", "x")];
    for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("{\"a\":{\"b\":[", "]}}")] {
        for target in [
            open.repeat(levels) + "1" + &close.repeat(levels),
            open.repeat(levels),
            format!("{{\"a\":{}}}", open.repeat(levels)),
        ] {
            assert_eq!(
                reasons(target.as_bytes(), &operations),
                [Some("not-json"); 2]
            );
        }
    }
    let long = operation(&"/a".repeat(levels), "x");
    let refused = reasons(b"{}", std::slice::from_ref(&long));
    assert_eq!(refused, [Some("would-be-too-deep"), None]);

    // As deep as is read, and a level more.
    let element = |levels: usize| {
        let mut value = json!(1);
        for _ in 1..levels {
            value = json!([value]);
        }
        let mut operation = operation("/a/b", "x");
        operation.element.insert("deep".to_owned(), value);
        operation
    };
    let deepest = element(124);
    let installed = plan(None, std::slice::from_ref(&deepest), Install)
        .unwrap()
        .apply_to(None);
    assert!(serde_json::from_slice::<Value>(&installed).is_ok());
    assert!(
        plan(Some(&installed), &[deepest], Uninstall)
            .unwrap()
            .is_changed()
    );
    assert_eq!(
        reasons(b"{}", &[element(125)]),
        [Some("would-be-too-deep"), None]
    );
}

#[test]
fn size_is_bounded_before_and_after() {
    let limit = usize::try_from(FORNAX_TARGET_BYTES).unwrap();
    let operations = [operation("/a", "x")];
    let sized = |size: usize| format!("{{{}}}", " ".repeat(size - 2));
    let target = sized(limit + 1);
    assert_eq!(
        reasons(target.as_bytes(), &operations),
        [Some("too-large"); 2]
    );
    // What could never be uninstalled again is not installed.
    let target = format!("{{\"k\":\"{}\"}}", "x".repeat(limit - 8));
    assert_eq!(target.len(), limit);
    assert_eq!(
        reasons(target.as_bytes(), &operations),
        [Some("would-be-too-large"), None]
    );
    let installed = ",\"a\":[{\"id\":\"x\"}]".len();
    let target = format!("{{\"k\":\"{}\"}}", "x".repeat(limit - 8 - installed));
    let outcome = plan(Some(target.as_bytes()), &operations, Install).unwrap();
    assert_eq!(outcome.apply_to(Some(target.as_bytes())).len(), limit);
}

#[test]
fn what_only_a_host_could_make_is_refused_too() {
    let mut foreign = operation("/a", "x");
    foreign.element.clear();
    for (operation, reason) in [
        (operation("", "x"), "pointer-root"),
        (operation("a", "x"), "pointer-malformed"),
        (operation("/a~2", "x"), "pointer-malformed"),
        (foreign, "marker-mismatch"),
    ] {
        let refusal = plan(Some(b"{}"), &[operation], Install).unwrap_err();
        assert_eq!(refusal.reason(), reason);
        assert_eq!(refusal.operation(), Some(0));
    }
}

#[test]
fn time_grows_with_the_size() {
    let operations: Vec<Operation> = (0..16)
        .map(|index| operation(&format!("/hooks/{index}"), "x"))
        .collect();
    let texts = |count: usize| {
        let members: Vec<String> = (0..count).map(|index| format!("\"k{index}\":1")).collect();
        let own = vec![r#"{"id":"x"}"#; count / 16].join(",");
        let arrays: Vec<String> = (0..16)
            .map(|index| format!("\"{index}\":[{own}]"))
            .collect();
        let twice = vec!["\"0\":[]"; count].join(",");
        let lines = vec!["\"k\":\n1"; count].join(",\r\n");
        [
            format!("{{\"hooks\":{{{}}}}}", members.join(",")),
            format!("{{{},\"hooks\":{{}}}}", members.join(",")),
            format!("{{\"hooks\":{{{}}}}}", arrays.join(",")),
            format!("{{\"hooks\":{{{twice}}}}}"),
            format!("{{{lines}}}"),
        ]
    };
    let time = |text: &str, times: usize| -> Duration {
        let start = Instant::now();
        for _ in 0..times {
            for direction in [Install, Uninstall] {
                let outcome = plan(Some(text.as_bytes()), &operations, direction).unwrap();
                drop(outcome.apply_to(Some(text.as_bytes())));
            }
        }
        start.elapsed()
    };
    let factor = 16;
    for (small, large) in texts(256).into_iter().zip(texts(256 * factor)) {
        // Times are compared with one another only: that of one large text, and of a small one as
        // often as it makes up the large one. The machine has other things to do: one attempt in
        // several is enough.
        let mut attempts = (0..5).map(|_| (time(&small, factor), time(&large, 1)));
        assert!(
            attempts.any(|(small, large)| large < small * 4),
            "{}…: time grows faster than size",
            &small[..40]
        );
    }
}
