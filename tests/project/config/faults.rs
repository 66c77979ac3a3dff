//! Every fault, with its words and its place.

use fornax_manifest::{ByteColumn, LineIndex};

use crate::{config, parse};

/// What is said of a text: `line:column text that is marked | message`, and a note behind ` // `.
fn faults(text: &str) -> Vec<String> {
    let Err(broken) = parse(text) else {
        return Vec::new();
    };
    assert_eq!(broken.text(), text);
    let lines = LineIndex::new(text);
    broken
        .faults()
        .iter()
        .map(|fault| {
            let place = lines.position::<ByteColumn>(fault.span.start);
            let marked = &text[fault.span.range()];
            let note = fault.note().map(|note| format!(" // {note}"));
            format!(
                "{}:{} {marked} | {fault}{}",
                place.line + 1,
                place.column.0 + 1,
                note.unwrap_or_default()
            )
        })
        .collect()
}

#[track_caller]
fn assert_faults<const N: usize>(text: &str, expected: [&str; N]) {
    assert_eq!(faults(text), expected, "\n{text}");
}

#[test]
fn a_misspelt_key_is_named_with_the_nearest() {
    assert_faults(
        "publishd = true\n",
        ["1:1 publishd | there is no key `publishd`; did you mean `published`?"],
    );
    assert_faults(
        "fornax_version = \"0.0.9\"\n",
        ["1:1 fornax_version | there is no key `fornax_version`; did you mean `fornax-version`?"],
    );
    assert_faults(
        "colour = 1\n",
        [
            "1:1 colour | there is no key `colour` // the keys are `fornax-version`, `reserved-ids`, \
          `published`, `exclude`, `files`, `rules` and `ignore`",
        ],
    );
    assert_faults(
        "[files]\nfornax-manifst = []\n",
        [
            "2:1 fornax-manifst | `files` has no key `fornax-manifst`; did you mean `fornax-manifest`?",
        ],
    );
    assert_faults(
        "[[ignore]]\nrule = \"label-blank\"\nreson = \"x\"\nreason = \"y\"\n",
        ["3:1 reson | `ignore` has no key `reson`; did you mean `reason`?"],
    );
    assert_faults(
        "[rule]\nlabel-blank = \"off\"\n",
        ["1:2 rule | there is no key `rule`; did you mean `rules`?"],
    );
}

#[test]
fn a_misspelt_rule_is_named_with_the_nearest() {
    assert_faults(
        "[[ignore]]\nrule = \"duplicate-keyz\"\nreason = \"x\"\n",
        [
            "2:8 \"duplicate-keyz\" | there is no rule `duplicate-keyz`; did you mean `duplicate-key`?",
        ],
    );
    assert_faults(
        "[rules]\nlabel_blank = \"off\"\nzzz = \"off\"\n",
        [
            "2:1 label_blank | there is no rule `label_blank`; did you mean `label-blank`?",
            "3:1 zzz | there is no rule `zzz` // `fornax-lint rules` lists them",
        ],
    );
}

#[test]
fn a_level_is_one_of_four() {
    assert_faults(
        "[rules]\nlabel-blank = \"warn\"\nname-mismatch = \"loud\"\nlegacy-ignored = 1\nhook-unanchored = true\n",
        [
            "2:15 \"warn\" | a rule is set to `off`, `info`, `warning` or `error`, not to `warn`; did you mean `warning`?",
            "3:17 \"loud\" | a rule is set to `off`, `info`, `warning` or `error`, not to `loud`",
            "4:18 1 | `legacy-ignored` must be a level in quotes: \"off\", \"info\", \"warning\" or \"error\"; this is a number without quotes",
            "5:19 true | `hook-unanchored` must be a level in quotes: \"off\", \"info\", \"warning\" or \"error\"; this is `true`",
        ],
    );
}

#[test]
fn errors_stay_errors() {
    let note = |rule: &str| {
        format!(
            "a single finding can be ignored, with a reason: `[[ignore]]` with `rule = \"{rule}\"`"
        )
    };
    for level in ["off", "info", "warning"] {
        assert_faults(
            &format!("[rules]\nid-malformed = \"{level}\"\n"),
            [&format!(
                "2:16 \"{level}\" | `id-malformed` stays an error: a loader refuses what it finds, \
                 or it can never work // {}",
                note("id-malformed")
            )],
        );
    }
    config("[rules]\nid-malformed = \"error\"\nlabel-blank = \"error\"\n");
    config("[[ignore]]\nrule = \"id-malformed\"\nreason = \"x\"\n");
}

#[test]
fn what_makes_a_text_unreadable_cannot_be_ignored() {
    for rule in [
        "syntax-error",
        "trailing-comma",
        "invalid-utf8",
        "file-too-large",
    ] {
        assert_faults(
            &format!("[[ignore]]\nrule = \"{rule}\"\nreason = \"x\"\n"),
            [&format!(
                "2:8 \"{rule}\" | `{rule}` can't be ignored: a document that can't be read can't be \
                 checked either"
            )],
        );
    }
    config("[[ignore]]\nrule = \"duplicate-key\"\nreason = \"x\"\n");
}

#[test]
fn every_value_has_its_type() {
    assert_faults(
        "fornax-version = 9\nreserved-ids = \"a\"\npublished = \"yes\"\nexclude = [1, \"a\", []]\n\
         files = []\nrules = \"off\"\nignore = true\n",
        [
            "1:18 9 | `fornax-version` must be a version in quotes, as in \"0.0.9\"; this is a number without quotes",
            "2:16 \"a\" | `reserved-ids` must be a list of ids, as in [\"acme-agent\"]; this is a string",
            "3:13 \"yes\" | `published` must be `true` or `false`; this is a string",
            "4:12 1 | each item of `exclude` must be a string in quotes; this is a number without quotes",
            "4:20 [] | each item of `exclude` must be a string in quotes; this is a list",
            "5:9 [] | `files` must be a table; this is a list",
            "6:9 \"off\" | `rules` must be a table; this is a string",
            "7:10 true | `ignore` must be a list of tables, each under a heading in double brackets; this is `true`",
        ],
    );
    assert_faults(
        "[files]\nak-kit = \"x\"\n[ignore]\nrule = \"label-blank\"\n",
        [
            "2:10 \"x\" | `ak-kit` must be a list of patterns, as in [\"plugins/*.json\"]; this is a string",
            "3:1 [ignore] | `ignore` must be a list of tables, each under a heading in double brackets; this is a table",
        ],
    );
    assert_faults(
        "ignore = [3]\n",
        [
            "1:11 3 | each item of `ignore` must be a table with a `rule` and a `reason`; this is a number without quotes",
        ],
    );
    assert_faults(
        "[[ignore]]\nrule = 1\npath = []\npointer = 1979-05-27\nreason = false\n",
        [
            "2:8 1 | `rule` must be the name of a rule in quotes; this is a number without quotes",
            "3:8 [] | `path` must be a pattern in quotes, as in \"plugins/*.json\"; this is a list",
            "4:11 1979-05-27 | `pointer` must be a JSON pointer in quotes, as in \"/operations/0\"; this is a date",
            "5:10 false | `reason` must be a sentence in quotes; this is `false`",
        ],
    );
}

#[test]
fn values_are_checked() {
    assert_faults(
        "fornax-version = \"0.9\"\nreserved-ids = [\"acme\", \"\"]\n",
        [
            "1:18 \"0.9\" | a Fornax version is three whole numbers with dots between them, as in 0.0.9",
            "2:25 \"\" | this item of `reserved-ids` says nothing",
        ],
    );
    for pointer in ["a", "#/a", "/a~", "/a~2", "/~"] {
        let text = format!(
            "[[ignore]]\nrule = \"label-blank\"\npointer = \"{pointer}\"\nreason = \"x\"\n"
        );
        let found = faults(&text);
        assert_eq!(found.len(), 1, "{pointer}");
        assert!(
            found[0].starts_with(&format!(
                "3:11 \"{pointer}\" | a JSON pointer is empty or starts"
            )),
            "{found:?}"
        );
    }
    for pointer in ["", "/", "/a~0b~1", "/a%2Fb", "/operations/0/"] {
        config(&format!(
            "[[ignore]]\nrule = \"label-blank\"\npointer = \"{pointer}\"\nreason = \"x\"\n"
        ));
    }
}

#[test]
fn an_ignore_needs_a_rule_and_a_reason() {
    assert_faults(
        "[[ignore]]\n\n[[ignore]]\nrule = \"label-blank\"\n\n[[ignore]]\nreason = \"  \"\n",
        [
            "1:1 [[ignore]] | this `ignore` has no `rule`",
            "1:1 [[ignore]] | this `ignore` has no `reason`",
            "3:1 [[ignore]] | this `ignore` has no `reason`",
            "6:1 [[ignore]] | this `ignore` has no `rule`",
            "7:10 \"  \" | `reason` says nothing",
        ],
    );
}

#[test]
fn patterns_are_the_same_on_every_system() {
    assert_faults(
        "exclude = ['vendor\\*.json', \"../x\", \"!a\", \"\", \"a[\"]\n",
        [
            "1:12 'vendor\\*.json' | a pattern has `/` between folders, on every system; did you mean `vendor/*.json`?",
            "1:29 \"../x\" | a pattern starts from this file's folder and stays in it: it has no `..`, no `.` and no empty part",
            "1:37 \"!a\" | a pattern can't be negated with `!`",
            "1:43 \"\" | an empty pattern matches nothing",
            "1:47 \"a[\" | this is no pattern: unclosed character class; missing ']' // a special character stands for itself in brackets: `[[]`, `[{]`, `[*]`",
        ],
    );
    assert_faults(
        "[[ignore]]\nrule = \"label-blank\"\npath = 'a\\b'\nreason = \"x\"\n",
        ["3:8 'a\\b' | a pattern has `/` between folders, on every system; did you mean `a/b`?"],
    );
}

#[test]
fn a_value_without_quotes_is_called_that() {
    assert_faults(
        "fornax-version = 0.0.9\npublished = true\n",
        [
            "1:18 0.0.9 | `fornax-version` must be a version in quotes, as in \"0.0.9\"; this is a number without quotes",
        ],
    );
}

#[test]
fn every_syntax_error_is_named_once_and_misspellings_beside_them() {
    assert_faults(
        "published = tru\nexclude = [\"a\" \"b\"]\npublishd = 1\n[rules]\nlabel-blnk = \"off\"\n",
        [
            "1:13 tru | this is not TOML: this is neither `true` nor `false`, and a text would stand in quotes",
            "2:16  | this is not TOML: a `,` is missing before this",
            "3:1 publishd | there is no key `publishd`; did you mean `published`?",
            "5:1 label-blnk | there is no rule `label-blnk`; did you mean `label-blank`?",
        ],
    );
    assert_faults(
        "[rules\nlabel-blank = \"off\"\npublishd = true\n",
        [
            "1:7  | this is not TOML: a `]` is missing, which closes the heading",
            "3:1 publishd | there is no key `publishd`; did you mean `published`?",
        ],
    );
    assert_faults(
        "[[ignore]]\nrule \"label-blank\"\n",
        ["2:6  | this is not TOML: `=` and a value are missing after this key"],
    );
}

#[test]
fn an_id_that_no_adapter_can_have_is_not_reserved() {
    for id in [
        "A B",
        "Acme",
        "acme_agent",
        "ab",
        "-acme",
        "acme-",
        &"a".repeat(65),
    ] {
        let faults = faults(&format!("reserved-ids = [\"codex\", \"{id}\"]\n"));
        let start = format!("1:26 \"{id}\" | no adapter can have this id: ");
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(faults[0].starts_with(&start), "{faults:?}");
    }
    config(&format!(
        "reserved-ids = [\"abc\", \"a--b\", \"{}\"]\n",
        "9".repeat(64)
    ));
}

#[test]
fn one_cause_is_told_once_however_many_brackets_are_open() {
    let told = |text: &str| {
        let faults = faults(text);
        assert_eq!(faults.len(), 1, "{text:?}: {faults:?}");
        faults[0].clone()
    };
    let few = told("a = [[[\n");
    assert!(few.contains("a `]` is missing"), "{few}");
    for open in ["[", "{b=", "[{b="] {
        let many = told(&format!("a = {}\n", open.repeat(1000)));
        assert!(many.contains("lie too deep in one another"), "{many}");
    }
    told(&format!(
        "exclude = {}{}\n",
        "[".repeat(300),
        "]".repeat(300)
    ));
    // Two causes stay two.
    assert_eq!(faults("published =\nexclude =\n").len(), 2);
}

/// What people write by hand brings none of the parser's own words.
#[test]
fn slips_have_plain_words() {
    let first = |text: &str| {
        let faults = faults(text);
        faults
            .into_iter()
            .next()
            .unwrap_or_else(|| panic!("{text:?}"))
    };
    for (text, words) in [
        ("exclude = [\"a\"\n", "a `]` is missing"),
        ("exclude = [\"a\",, \"b\"]\n", "one `,` too many"),
        ("published =\n", "a text stands in quotes"),
        ("published = = true\n", "`=`"),
        (
            "[[ignore]\nrule = \"label-blank\"\n",
            "which closes the heading",
        ),
        (
            "published = true exclude = []\n",
            "each key stands on a line of its own",
        ),
    ] {
        let fault = first(text);
        assert!(fault.contains(words), "{text:?}: {fault}");
        for raw in [
            "unclosed",
            "inline table",
            "array",
            "expected `",
            "duplicate",
        ] {
            assert!(!fault.contains(raw), "{text:?}: {fault}");
        }
    }
}

#[test]
fn a_key_that_comes_twice_is_an_error() {
    assert_faults(
        "published = true\npublished = false\n[rules]\n[rules]\n",
        [
            "2:1 published | this is not TOML: this key is there already",
            "4:2 rules | this is not TOML: this key is there already",
        ],
    );
}

#[test]
fn places_are_bytes_behind_whatever_stands_before_them() {
    assert_faults(
        "# 😀\u{2028}\nexclude = [\"é😀日\", 1]\n",
        [
            "2:25 1 | each item of `exclude` must be a string in quotes; this is a number without quotes",
        ],
    );
    assert_faults(
        "# a\r\n\r\nx = 1\r\n",
        [
            "3:1 x | there is no key `x` // the keys are `fornax-version`, `reserved-ids`, `published`, \
          `exclude`, `files`, `rules` and `ignore`",
        ],
    );
    let broken = parse("\u{feff}publishd = 1").unwrap_err();
    assert_eq!(broken.faults()[0].span.range(), 3..11);
}

#[test]
fn a_suggestion_can_be_put_in_place() {
    let suggestion = |text: &str| {
        let broken = parse(text).unwrap_err();
        broken.faults()[0].suggestion().map(str::to_owned)
    };
    assert_eq!(suggestion("publishd = true").as_deref(), Some("published"));
    assert_eq!(suggestion("exclude = ['a\\b']").as_deref(), Some("a/b"));
    assert_eq!(suggestion("zzz = 1"), None);
}

#[test]
fn long_names_are_cut() {
    let text = format!("{} = 1\n", "x".repeat(10_000));
    let broken = parse(&text).unwrap_err();
    assert!(broken.to_string().len() < 300);
}
