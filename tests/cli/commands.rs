//! What the program tells besides findings: rules, schemas, completions, its version and its help.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Stdio};

use fornax_manifest::{DocumentKind, RULES};
use serde_json::Value;

use crate::harness::{Sandbox, finish};
use crate::support::repo_root;

#[test]
fn rules_can_be_listed() {
    let run = Sandbox::new().run(["rules"]);
    assert_eq!(run.code, Some(0));
    let mut lines = run.stdout.lines();
    assert!(lines.next().unwrap().starts_with("rule "), "{run:?}");
    let names: Vec<&str> = lines.map(|line| line.split(' ').next().unwrap()).collect();
    assert!(names.iter().eq(RULES.iter().map(|rule| &rule.name)));
}

#[test]
fn programs_are_told_everything_about_rules() {
    let run = Sandbox::new().run(["rules", "--format", "json", "--color", "always"]);
    assert_eq!(run.code, Some(0));
    let list: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(list["version"], 1);
    let rules = list["rules"].as_array().unwrap();
    assert_eq!(rules.len(), RULES.len());
    let rule = rules
        .iter()
        .find(|rule| rule["name"] == "marker-mismatch")
        .unwrap();
    assert_eq!(rule["severity"], "error");
    assert_eq!(rule["kinds"], serde_json::json!(["fornax-manifest"]));
    assert_eq!(
        rule["loader_reasons"],
        serde_json::json!(["marker-mismatch"])
    );
    assert_eq!(rule["fix"], "sometimes");
    assert!(rule["url"].as_str().unwrap().starts_with("https://"));
    let manual = rule["manual"].as_str().unwrap();
    assert!(manual.starts_with("## What it does\n"), "{manual}");
    assert!(!manual.contains("mark="), "{manual}");
}

#[test]
fn every_rule_can_be_explained() {
    let sandbox = Sandbox::new();
    let notices = [
        "unreadable-file",
        "unwritable-file",
        "internal-error",
        "broken-configuration",
        "unused-ignore",
        "nothing-checked",
    ];
    for name in RULES.iter().map(|rule| rule.name).chain(notices) {
        let run = sandbox.run(["explain", name]);
        assert_eq!(run.code, Some(0), "{name}");
        assert!(run.stdout.starts_with(&format!("{name}: ")), "{run:?}");
        assert!(!run.stdout.contains("```"), "{run:?}");
        assert!(!run.stdout.contains("mark="), "{run:?}");
    }
}

#[test]
fn an_explanation_says_where_its_examples_stand() {
    let run = Sandbox::new().run(["explain", "registered-digest-changed"]);
    for line in ["  ~/.fornax/adapters/registry.json:", "  at /id:"] {
        assert!(run.stdout.lines().any(|found| found == line), "{run:?}");
    }
    let run = Sandbox::new().run(["explain", "target-folder-missing"]);
    assert!(run.stdout.contains("\n  ~/.acme (folder)\n"), "{run:?}");
}

#[test]
fn what_is_copied_from_a_report_can_be_explained() {
    let sandbox = Sandbox::new();
    let expected = sandbox.run(["explain", "trailing-comma"]).stdout;
    for name in [
        "error[trailing-comma]",
        "error[trailing-comma]:",
        "[trailing-comma]",
        "fornax/trailing-comma",
        " trailing-comma ",
    ] {
        let run = sandbox.run(["explain", name]);
        assert_eq!((run.code, &run.stdout), (Some(0), &expected), "{name}");
    }
}

/// Every word of a loader's that no rule has for a name.
#[test]
fn a_loaders_word_leads_to_the_rules_that_stand_for_it() {
    let sandbox = Sandbox::new();
    let words: BTreeSet<_> = RULES.iter().flat_map(|rule| rule.reasons).collect();
    let mut led = 0;
    for word in words {
        let run = sandbox.run(["explain", word]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{run:?}");
        for rule in RULES.iter().filter(|rule| rule.reasons.contains(word)) {
            led += 1;
            assert!(
                run.stdout.contains(&format!("  {} ", rule.name))
                    || run.stdout.starts_with(&format!("{}: ", rule.name)),
                "{word} is not led to {}: {run:?}",
                rule.name
            );
        }
    }
    assert!(led > 100, "{led}");
    let both = sandbox.run(["explain", "invalid-version"]).stdout;
    for part in [
        "Said by Fornax. ",
        "Said by agentic-kit. ",
        "ak-version-malformed",
    ] {
        assert!(both.contains(part), "{both}");
    }
    let contract = sandbox.run(["explain", "error[invalid-contract]:"]).stdout;
    for part in [
        "invalid-contract: a loader's word, and no rule's name\n",
        "`contract` is missing or is no whole number above 0. Write `1`, as a number.\n",
        "\n  contract-malformed  ",
        "\nMore about one of them: fornax-lint explain contract-malformed\n",
    ] {
        assert!(contract.contains(part), "{part}: {contract}");
    }
}

/// A rule may have the name of a word that stands for something else.
#[test]
fn a_word_that_is_another_rules_name_leads_to_the_rules_that_stand_for_it() {
    let run = Sandbox::new().run(["explain", "name-mismatch"]);
    for part in [
        "name-mismatch: ",
        "As a word of agentic-kit's, `name-mismatch` means something else.",
        "\n  kit-name-mismatch  ",
        "\nMore about one of them: fornax-lint explain kit-name-mismatch\n",
    ] {
        assert!(run.stdout.contains(part), "{part}: {run:?}");
    }
}

/// The other program's words are not taken for a misspelt rule.
#[test]
fn a_word_of_fornax_adapters_leads_to_its_page() {
    let sandbox = Sandbox::new();
    for word in [
        "id-taken",
        "manifest-refused",
        "digest mismatch",
        "error[busy]:",
    ] {
        let run = sandbox.run(["explain", word]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{run:?}");
        assert!(
            run.stdout.contains("/reference/adapter-refusals/"),
            "{run:?}"
        );
    }
}

/// What `serde_json` itself says, put where a rule's name is expected.
#[test]
fn a_line_of_the_readers_leads_to_the_rules_that_stand_for_it() {
    let sandbox = Sandbox::new();
    let deep = "[".repeat(200);
    for (json, rule) in [
        ("{\"a\": 1,}", "trailing-comma"),
        ("{} x", "syntax-error"),
        ("{\"a\" 1}", "syntax-error"),
        ("{\"a\": 1", "syntax-error"),
        ("{// a\n}", "comment"),
        ("\u{feff}{}", "byte-order-mark"),
        ("\"\\ud800\"", "lone-surrogate"),
        ("\"\t\"", "syntax-error"),
        ("1e999", "number-out-of-range"),
        (deep.as_str(), "nesting-too-deep"),
    ] {
        let line = serde_json::from_str::<serde_json::Value>(json)
            .unwrap_err()
            .to_string();
        let run = sandbox.run(["explain", &line]);
        assert_eq!(run.code, Some(0), "{line}: {run:?}");
        assert!(
            run.stdout.contains(&format!("  {rule} ")),
            "{line}: {run:?}"
        );
    }
    for (line, rule) in [
        ("unknown field", "schema-field"),
        (
            "unknown field `$schema`, expected one of `schema_version`, `id` at line 2",
            "unknown-field",
        ),
        ("missing field `id` at line 3 column 1", "missing-field"),
        ("duplicate field `id` at line 3 column 1", "duplicate-key"),
        ("invalid type: string \"1\", expected u32", "wrong-type"),
        (
            "unknown variant `uninstal`, expected one of `plan`",
            "invalid-value",
        ),
        (
            "Unexpected token '/', ...\"a\": 1, // \"... is not valid JSON",
            "comment",
        ),
        ("Unexpected end of JSON input", "syntax-error"),
    ] {
        let run = sandbox.run(["explain", line]);
        assert!(
            run.stdout.contains(&format!("  {rule} ")),
            "{line}: {run:?}"
        );
    }
}

#[test]
fn a_command_that_is_misspelt_or_asked_about_is_named() {
    let sandbox = Sandbox::with(&[("init.json", "{}")]);
    for (word, command) in [("chek", "check"), ("expain", "explain"), ("rule", "rules")] {
        let run = sandbox.run([word]);
        assert_eq!(run.code, Some(2), "{run:?}");
        let help = format!("help: There is a command `{command}`: `fornax-lint {command}`");
        assert!(run.stdout.contains(&help), "{run:?}");
    }
    // What is plainly a file's name is taken for one.
    for word in ["chek.json", "qqqqqq", "a/check"] {
        let run = sandbox.run([word]);
        assert!(!run.stdout.contains("There is a command"), "{run:?}");
    }
    for command in ["check", "init", "config"] {
        let asked = sandbox.run(["help", command]);
        assert_eq!(asked.code, Some(0), "{asked:?}");
        assert_eq!(asked.stdout, sandbox.run([command, "--help"]).stdout);
    }
    assert_eq!(sandbox.run(["help"]).stdout, sandbox.run(["--help"]).stdout);
    let run = sandbox.run(["help", "chek"]);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(
        run.stderr
            .starts_with("error: there is no command `chek`; did you mean `check`?\n"),
        "{run:?}"
    );
}

#[test]
fn wrong_arguments_are_named_in_plain_words() {
    let sandbox = Sandbox::new();
    for (arguments, message) in [
        (&["--unsafe-fixes"][..], "give `--fix` to apply them"),
        (&["check", "--unsafe-fixes"], "give `--fix` to apply them"),
        (
            &["--fixx"],
            "there is no option `--fixx`; did you mean `--fix`?",
        ),
        (&["explain"], "`RULE` is missing"),
        (
            &["schema", "kit"],
            "`KIND` can't be `kit`, but `fornax-manifest`",
        ),
        (&["--fix", "--diff"], "can't be given with"),
        (&["init", "--kind"], "`--kind` needs a value: "),
        (&["digest", "a", "b"], "`b` is one argument too many"),
    ] {
        let run = sandbox.run(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{run:?}");
        assert!(run.stderr.starts_with("error: "), "{run:?}");
        assert!(run.stderr.contains(message), "{arguments:?}: {run:?}");
        for raw in [
            "similar",
            "subcommand",
            "possible values",
            "required arguments",
        ] {
            assert!(!run.stderr.contains(raw), "{arguments:?}: {run:?}");
        }
    }
}

#[test]
fn a_misspelt_rule_is_told_the_nearest_one() {
    let sandbox = Sandbox::new();
    for (word, nearest) in [
        ("trailing-coma", "trailing-comma"),
        ("TRAILING_COMMA", "trailing-comma"),
        ("maker-mismatch", "marker-mismatch"),
        ("unreadable", "unreadable-file"),
    ] {
        let run = sandbox.run(["explain", word]);
        assert_eq!(run.code, Some(2), "{word}");
        assert_eq!(
            run.stderr,
            format!("error: there is no rule `{word}`; did you mean `{nearest}`?\n")
        );
    }
    for word in ["", "qqqqqq", "marker\x1b[2J"] {
        let run = sandbox.run(["explain", word]);
        assert_eq!(run.code, Some(2), "{word}");
        assert!(run.stderr.contains("there is no rule"), "{run:?}");
        assert!(!run.stderr.contains('\x1b'), "{run:?}");
    }
}

#[test]
fn schemas_are_those_of_the_repository() {
    let sandbox = Sandbox::new();
    let kinds = DocumentKind::ALL.map(|kind| (kind.name(), kind.name()));
    let others = [
        ("config", "fornax-lint"),
        ("report", "report-v1"),
        ("finding", "finding-v1"),
        ("adapter-report", "adapter-report-v1"),
    ];
    let mut printed = 0;
    for (name, file) in kinds.into_iter().chain(others) {
        printed += 1;
        let run = sandbox.run(["schema", name]);
        assert_eq!(run.code, Some(0), "{name}");
        let file = repo_root().join(format!("schemas/{file}.schema.json"));
        assert_eq!(run.stdout, fs::read_to_string(file).unwrap(), "{name}");
    }
    let published = fs::read_dir(repo_root().join("schemas")).unwrap();
    let published = published.filter(|entry| {
        let name = entry.as_ref().unwrap().file_name();
        name.to_str().unwrap().ends_with(".schema.json")
    });
    assert_eq!(published.count(), printed, "each of them can be printed");
    let run = sandbox.run(["schema", "manifest"]);
    assert_eq!(run.code, Some(2));
    assert_eq!(run.stdout, "");
    assert!(run.stderr.contains("fornax-manifest"), "{run:?}");
}

#[test]
fn each_shell_has_its_completions() {
    let sandbox = Sandbox::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = sandbox.run(["completions", shell]);
        assert_eq!(run.code, Some(0), "{shell}");
        assert!(run.stdout.contains("min-severity"), "{shell}");
        assert!(run.stdout.contains("fornax-lint"), "{shell}");
        assert_eq!(run.stderr, "", "{shell}");
    }
}

/// Tried for real, where there is a bash.
#[test]
fn bash_completes_commands_and_rules() {
    let script = Sandbox::new().run(["completions", "bash"]).stdout;
    let complete = |words: &[&str]| {
        let asked = format!(
            "{script}\nCOMP_WORDS=({}); COMP_CWORD={}\n_fornax__lint fornax-lint {:?} ''\necho \"${{COMPREPLY[@]}}\"\n",
            words.join(" "),
            words.len() - 1,
            words[words.len() - 1],
        );
        let bash = Command::new("bash")
            .args(["--norc", "-c", &asked])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        bash.map(|child| finish(child).stdout)
    };
    match complete(&["fornax-lint", "expl"]) {
        Ok(found) => assert_eq!(found, "explain\n"),
        Err(_) => return,
    }
    assert_eq!(
        complete(&["fornax-lint", "explain", "marker-m"]).unwrap(),
        "marker-mismatch\n"
    );
}

#[test]
fn the_version_is_short_or_says_how_it_was_built() {
    let sandbox = Sandbox::new();
    let short = sandbox.run(["-V"]).stdout;
    assert_eq!(
        short,
        format!("fornax-lint {}\n", env!("CARGO_PKG_VERSION"))
    );
    let long = sandbox.run(["--version"]).stdout;
    assert!(long.starts_with(&short), "{long}");
    let facts: Vec<&str> = long
        .lines()
        .skip(1)
        .map(|line| line.split(' ').next().unwrap())
        .filter(|fact| *fact != "commit")
        .collect();
    assert_eq!(facts, ["target", "build", "rules"]);
    assert!(
        long.ends_with(&format!("rules   {}\n", RULES.len())),
        "{long}"
    );
}

#[test]
fn help_fits_a_screen_and_shows_examples() {
    /// The lines and columns of a terminal window as it is opened, and of a usual one.
    const SMALL: (usize, usize) = (24, 80);
    const USUAL: usize = 40;

    let sandbox = Sandbox::new();
    let help = sandbox.run(["--help"]).stdout;
    let commands = help.split("Commands:\n").nth(1).unwrap();
    let commands = commands
        .lines()
        .map_while(|line| line.strip_prefix("  ")?.split(' ').next());
    let mut count = 0;
    for command in std::iter::once("").chain(commands) {
        let words = |flag| [command, flag].into_iter().filter(|word| !word.is_empty());
        let mut narrow = sandbox.command(words("--help"));
        let narrow = finish(narrow.env("COLUMNS", SMALL.1.to_string()).spawn().unwrap());
        let lines = if ["", "check"].contains(&command) {
            USUAL
        } else {
            SMALL.0
        };
        let help = sandbox.run(words("--help")).stdout;
        for (help, columns) in [(&narrow.stdout, SMALL.1), (&help, 100)] {
            assert!(help.lines().count() <= lines, "{help}");
            let longest = help.lines().map(|line| line.chars().count()).max();
            assert!(longest <= Some(columns), "{help}");
        }
        assert!(help.contains("\nExample"), "{help}");
        assert_eq!(help, sandbox.run(words("-h")).stdout);
        count += 1;
    }
    assert!(count > 8, "{help}");
}

#[test]
fn options_that_help_leaves_out_work_all_the_same() {
    let sandbox = Sandbox::new();
    let run = sandbox.run(["--isolated", "--no-config", "-v"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(!sandbox.run(["--help"]).stdout.contains("--isolated"));
    assert!(
        sandbox
            .run(["check", "--help"])
            .stdout
            .contains("--isolated")
    );
}
