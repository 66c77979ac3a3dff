//! Arguments that are wrong, and how help is asked for.

use serde_json::Value;

use crate::harness::Home;

#[test]
fn help_is_a_command_too() {
    let home = Home::new();
    let flag = home.run(["plan", "--help"]).exits(0);
    let command = home.run(["help", "plan"]).exits(0);
    assert_eq!(command.stdout, flag.stdout);
    let flag = home.run(["--help"]).exits(0);
    let command = home.run(["help"]).exits(0);
    assert_eq!(command.stdout, flag.stdout);
    assert!(!command.stdout.contains("\n  help "), "{}", command.stdout);
}

#[test]
fn what_is_missing_is_told_with_the_whole_usage() {
    let home = Home::new();
    let run = home.run(["enable"]).exits(2);
    assert!(run.stderr.contains("`ID` is missing"), "{}", run.stderr);
    let usage = "Usage: fornax-adapter enable [OPTIONS] <ID>\n";
    assert!(run.stderr.contains(usage), "{}", run.stderr);
    let run = home.run(["register", "a", "b"]).exits(2);
    let usage = "Usage: fornax-adapter register [OPTIONS] <MANIFEST>\n";
    assert!(run.stderr.contains(usage), "{}", run.stderr);
}

#[test]
fn a_program_is_told_of_wrong_arguments_in_a_report() {
    let home = Home::new();
    for (arguments, command) in [
        (&["enable", "--json"][..], Some("enable")),
        (&["--json", "--nonsense", "plan", "x"], Some("plan")),
        (&["--json", "nonsense"], None),
        (&["--json"], None),
    ] {
        let run = home.run(arguments).exits(2);
        assert_eq!(run.stderr, "", "{arguments:?}");
        let report: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(report["command"].as_str(), command, "{arguments:?}");
        assert_eq!(report["result"], "refused");
        assert_eq!(report["reason"], "arguments");
        assert_ne!(report["message"], "");
    }
    // What stands behind `--` is no option.
    let run = home.run(["enable", "a", "--", "--json"]).exits(2);
    assert_eq!(run.stdout, "");
}
