//! SARIF: what we promise of it, and what Microsoft's own validator says.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::Command;

use fornax_manifest::{RULES, Utf16Column};
use serde_json::{Value, json};

use crate::formats::text;
use crate::harness::{CLEAN, DUPLICATE_KEY, Run, Sandbox, TRAILING_COMMA, finish};

/// The rules and notifications that a report reports, after a look at all that it promises.
pub(crate) fn rules(report: &Value) -> Vec<String> {
    assert_eq!(report["version"], "2.1.0");
    let [run] = items(&report["runs"]) else {
        panic!("not one run: {report:#}");
    };
    assert_eq!(run["columnKind"], "utf16CodeUnits");
    let base = text(&run["originalUriBaseIds"]["SRCROOT"]["uri"]);
    assert!(
        base.starts_with("file:///") && base.ends_with('/'),
        "{base}"
    );

    let driver = &run["tool"]["driver"];
    let known = items(&driver["rules"]);
    assert!(
        RULES
            .iter()
            .map(|rule| rule.name)
            .eq(known.iter().map(|rule| &rule["id"]))
    );
    let mut fingerprints = HashSet::new();
    for result in items(&run["results"]) {
        let index = result["ruleIndex"].as_u64().unwrap();
        assert_eq!(
            known[usize::try_from(index).unwrap()]["id"],
            result["ruleId"]
        );
        assert!(["error", "warning", "note"].contains(&text(&result["level"]).as_str()));
        let [location] = items(&result["locations"]) else {
            panic!("not one location: {result:#}");
        };
        assert_located(location);
        for related in result["relatedLocations"].as_array().into_iter().flatten() {
            assert_located(related);
        }
        let uri = &location["physicalLocation"]["artifactLocation"]["uri"];
        let key = text(&result["partialFingerprints"]["fornaxLintFinding/v1"]);
        assert!(fingerprints.insert((uri.to_string(), key)), "{result:#}");
    }

    let [invocation] = items(&run["invocations"]) else {
        panic!("not one invocation: {run:#}");
    };
    let notices = items(&invocation["toolExecutionNotifications"]);
    let is_bad = |notice: &Value| {
        notice["level"] == "error" || notice["descriptor"]["id"] == "nothing-checked"
    };
    assert_eq!(
        invocation["executionSuccessful"],
        !notices.iter().any(is_bad),
        "{invocation:#}"
    );
    for notice in notices {
        let index = notice["descriptor"]["index"].as_u64().unwrap();
        let declared = &driver["notifications"][usize::try_from(index).unwrap()];
        assert_eq!(declared["id"], notice["descriptor"]["id"]);
    }
    let results = items(&run["results"])
        .iter()
        .map(|result| &result["ruleId"]);
    let notices = notices.iter().map(|notice| &notice["descriptor"]["id"]);
    results
        .chain(notices.filter(|id| **id != "nothing-checked"))
        .map(text)
        .collect()
}

fn items(array: &Value) -> &[Value] {
    array
        .as_array()
        .unwrap_or_else(|| panic!("no array: {array}"))
}

fn assert_located(location: &Value) {
    let Some(place) = location.get("physicalLocation") else {
        return;
    };
    let uri = text(&place["artifactLocation"]["uri"]);
    assert!(
        uri.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-._~/%:".contains(&byte)),
        "{uri}"
    );
    assert!(
        !uri.split('/').any(|part| part == ".." || part == "."),
        "{uri}"
    );
    let is_relative = place["artifactLocation"]["uriBaseId"] == "SRCROOT";
    assert_eq!(is_relative, !uri.starts_with("file:///"), "{uri}");
    assert_region(&place["region"]);
}

fn assert_region(region: &Value) {
    let number = |name: &str| region.get(name).map(|number| number.as_u64().unwrap());
    let start = (number("startLine").unwrap(), number("startColumn"));
    let end = (number("endLine"), number("endColumn"));
    assert!(start.0 >= 1, "{region}");
    match (start.1, end) {
        (None, (None, None)) => assert_eq!(start.0, 1, "a whole file: {region}"),
        (Some(column), (Some(line), Some(end))) => {
            assert!(column >= 1 && end >= 1, "{region}");
            assert!((start.0, column) <= (line, end), "{region}");
        }
        _ => panic!("{region}"),
    }
}

fn report(run: &Run) -> Value {
    let report =
        serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {run:?}"));
    rules(&report);
    report
}

fn sarif(sandbox: &Sandbox, arguments: &[&str]) -> Value {
    report(&sandbox.run([&["--format", "sarif"], arguments].concat()))
}

fn results(report: &Value) -> &[Value] {
    items(&report["runs"][0]["results"])
}

fn invocation(report: &Value) -> &Value {
    &report["runs"][0]["invocations"][0]
}

#[test]
fn every_rule_is_described() {
    let sandbox = Sandbox::with(&[("ak-adapter.json", &CLEAN)]);
    let report = sarif(&sandbox, &["--isolated"]);
    assert_eq!(results(&report), [json!(null); 0]);
    let driver = &report["runs"][0]["tool"]["driver"];
    assert_eq!(driver["name"], "fornax-lint");
    for (known, rule) in RULES.iter().zip(items(&driver["rules"])) {
        for described in ["shortDescription", "fullDescription", "help"] {
            assert!(!text(&rule[described]["text"]).is_empty(), "{rule:#}");
        }
        let title = text(&rule["shortDescription"]["text"]);
        assert!(
            title.ends_with('.') && title.chars().count() < 100,
            "{title}"
        );
        let markdown = text(&rule["help"]["markdown"]);
        assert!(markdown.starts_with("## What it does\n"), "{markdown}");
        assert!(!markdown.contains("```json "), "{markdown}");
        assert_eq!(rule["helpUri"], known.url());
        let level = text(&rule["defaultConfiguration"]["level"]);
        assert!(
            ["error", "warning", "note"].contains(&level.as_str()),
            "{rule:#}"
        );
    }
}

#[test]
fn a_result_says_what_the_finding_says() {
    // What comes before on the line takes one, two and four bytes, and one and two UTF-16 units.
    let text_before = "{ \"é😀\": 1, ";
    let manifest = TRAILING_COMMA.replacen('{', text_before, 1);
    let broken = manifest.replacen("\"contract\"", "\"contracd\"", 1);
    let sandbox = Sandbox::with(&[
        (
            "a b/ü#1%.manifest.json",
            "{\"operations\": [], \"schema_version\": 1,}",
        ),
        ("ak-adapter.json", &broken),
    ]);
    let report = sarif(&sandbox, &["ak-adapter.json"]);
    let unknown = results(&report)
        .iter()
        .find(|result| text(&result["message"]["text"]).contains("é😀"))
        .unwrap();
    let start = broken.find("\"é").unwrap();
    let lines = fornax_manifest::LineIndex::new(&broken);
    let column = |offset: usize| {
        let place = lines.position::<Utf16Column>(u32::try_from(offset).unwrap());
        place.column.0 + 1
    };
    assert_eq!(
        unknown["locations"][0]["physicalLocation"],
        json!({
            "artifactLocation": { "uri": "ak-adapter.json", "uriBaseId": "SRCROOT" },
            "region": {
                "startLine": 1,
                "startColumn": column(start),
                "endLine": 1,
                "endColumn": column(start + "\"é😀\"".len()),
            },
        })
    );
    assert_eq!(
        unknown["locations"][0]["logicalLocations"],
        json!([{ "fullyQualifiedName": "/é😀" }])
    );

    let comma = results(&report)
        .iter()
        .find(|result| result["ruleId"] == "trailing-comma")
        .unwrap();
    assert_eq!(comma["level"], "error");
    assert_eq!(comma["properties"]["loaderReason"], "source-invalid-json");
    let region = &comma["locations"][0]["physicalLocation"]["region"];
    let fix = &comma["fixes"][0];
    assert_eq!(fix["description"]["text"], "Remove the trailing comma.");
    assert_eq!(fix["properties"]["applicability"], "safe");
    assert_eq!(
        fix["artifactChanges"],
        json!([{
            "artifactLocation": { "uri": "ak-adapter.json", "uriBaseId": "SRCROOT" },
            "replacements": [{ "deletedRegion": region }],
        }])
    );

    let report = sarif(&sandbox, &["a b"]);
    let uri = &results(&report)[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(*uri, "a%20b/%C3%BC%231%25.manifest.json");
}

/// `text` after replacements, which are pairs of places and what comes between them.
fn replaced(text: &str, replacements: impl Iterator<Item = (usize, usize, String)>) -> String {
    let mut replacements: Vec<_> = replacements.collect();
    replacements.sort_unstable();
    let mut result = text.to_owned();
    for (start, end, inserted) in replacements.into_iter().rev() {
        result.replace_range(start..end, &inserted);
    }
    result
}

/// The byte at a line and a column in UTF-16 units, each counted from 1.
fn offset(text: &str, line: u64, column: u64) -> usize {
    let lines = text
        .split_inclusive('\n')
        .take(usize::try_from(line).unwrap() - 1);
    let start: usize = lines.map(str::len).sum();
    let mut units = column - 1;
    let mut rest = text[start..].char_indices();
    while units > 0 {
        units -= rest.next().unwrap().1.len_utf16() as u64;
    }
    start + rest.next().map_or(text.len() - start, |(at, _)| at)
}

#[test]
fn fixes_are_those_of_the_json_report() {
    let samples = crate::support::repo_root().join("schemas/samples/ak-adapter/invalid");
    let sandbox = Sandbox::new();
    for (number, sample) in fs::read_dir(samples).unwrap().enumerate() {
        let text = fs::read_to_string(sample.unwrap().path()).unwrap();
        let text = text.replacen('{', "{ \"é😀\": 1,", 1).replace(", ", ", \t");
        sandbox.write(format!("{number:03}/ak-adapter.json"), text);
    }
    let sarif = sarif(&sandbox, &["--isolated"]);
    let json = sandbox.report(&["--isolated"]);
    let mut results = results(&sarif).iter();
    let mut fixes = 0;
    for file in items(&json["files"]) {
        let text = fs::read_to_string(sandbox.path(file["path"].as_str().unwrap())).unwrap();
        for finding in items(&file["diagnostics"]) {
            let result = results.next().unwrap();
            assert_eq!(result["ruleId"], finding["rule"]);
            let found = result["fixes"].as_array().map_or(&[][..], Vec::as_slice);
            assert_eq!(found.len(), items(&finding["fixes"]).len());
            for (found, fix) in found.iter().zip(items(&finding["fixes"])) {
                let number = |value: &Value| value.as_u64().unwrap();
                let place = |value: &Value| usize::try_from(number(value)).unwrap();
                let edits = items(&fix["edits"]).iter().map(|edit| {
                    (
                        place(&edit["start"]),
                        place(&edit["end"]),
                        self::text(&edit["text"]),
                    )
                });
                let replacements = items(&found["artifactChanges"][0]["replacements"])
                    .iter()
                    .map(|replacement| {
                        let region = &replacement["deletedRegion"];
                        let at = |line: &str, column: &str| {
                            offset(&text, number(&region[line]), number(&region[column]))
                        };
                        let inserted = &replacement["insertedContent"]["text"];
                        (
                            at("startLine", "startColumn"),
                            at("endLine", "endColumn"),
                            inserted.as_str().unwrap_or_default().to_owned(),
                        )
                    });
                assert_eq!(
                    replaced(&text, replacements),
                    replaced(&text, edits),
                    "{found:#}"
                );
                fixes += 1;
            }
        }
    }
    assert!(fixes > 100, "{fixes}");
}

#[test]
fn a_fix_that_columns_cannot_tell_is_left_out() {
    let sandbox = Sandbox::with(&[("ak-adapter.json", &format!("\u{feff}{}", *CLEAN))]);
    let report = sarif(&sandbox, &["--isolated"]);
    let [mark] = results(&report) else {
        panic!("{report:#}");
    };
    assert_eq!(mark["ruleId"], "byte-order-mark");
    assert_eq!(mark.get("fixes"), None, "a mark takes no column");
}

#[test]
fn addresses_start_from_the_repository_wherever_the_run_starts() {
    let sandbox = Sandbox::with(&[
        (".git/HEAD", ""),
        ("a/b c/ak-adapter.json", &TRAILING_COMMA),
    ]);
    let absolute = sandbox.path("a/b c/ak-adapter.json");
    let absolute = absolute.to_str().unwrap();
    for (folder, arguments) in [
        ("", &[][..]),
        ("a", &[]),
        ("a", &["../a/b c"]),
        ("a/b c", &["ak-adapter.json"]),
        ("a/b c", &["./ak-adapter.json"]),
        ("a", &[absolute]),
    ] {
        let mut command = sandbox.command([&["--format", "sarif"], arguments].concat());
        let run = finish(command.current_dir(sandbox.path(folder)).spawn().unwrap());
        let report = report(&run);
        let place = &results(&report)[0]["locations"][0]["physicalLocation"]["artifactLocation"];
        assert_eq!(
            place["uri"], "a/b%20c/ak-adapter.json",
            "{folder} {arguments:?}"
        );
    }
    let report = sarif(&sandbox, &["--root", "a"]);
    let place = &results(&report)[0]["locations"][0]["physicalLocation"]["artifactLocation"];
    assert_eq!(place["uri"], "b%20c/ak-adapter.json");
    let base = text(&report["runs"][0]["originalUriBaseIds"]["SRCROOT"]["uri"]);
    assert!(base.ends_with("/work/a/"), "{base}");

    // What lies elsewhere has its whole address.
    let report = sarif(&sandbox, &["--root", ".git", "a"]);
    let place = &results(&report)[0]["locations"][0]["physicalLocation"]["artifactLocation"];
    let uri = text(&place["uri"]);
    assert!(
        uri.starts_with("file:///") && uri.ends_with("/a/b%20c/ak-adapter.json"),
        "{uri}"
    );
}

#[test]
fn a_fingerprint_outlives_a_move() {
    let sandbox = Sandbox::new();
    let keys = |text: &str| -> Vec<String> {
        sandbox.write("ak-adapter.json", text);
        let report = sarif(&sandbox, &["--isolated"]);
        results(&report).iter().map(text_of_key).collect()
    };
    let twice = DUPLICATE_KEY.replacen('{', "{\n  \"contract\": 1,", 1);
    let before = keys(&twice);
    assert_eq!(before.len(), 2);
    assert_eq!(before, keys(&format!("\n\n\n{twice}")));
    assert_eq!(before, keys(&twice.replace("  ", "      ")));
    assert_eq!(before, keys(&twice.replace('\n', "\r\n")));
    assert_eq!(before[..1], keys(&DUPLICATE_KEY));
}

fn text_of_key(result: &Value) -> String {
    text(&result["partialFingerprints"]["fornaxLintFinding/v1"])
}

#[test]
fn the_invocation_tells_what_was_not_checked() {
    let sandbox = Sandbox::with(&[
        ("clean/ak-adapter.json", &CLEAN),
        ("bad/ak-adapter.json", &TRAILING_COMMA),
        ("none/package.json", "{}"),
        ("governed/fornax-lint.toml", "publishd = true\n"),
        ("governed/ak-adapter.json", &CLEAN),
    ]);
    for (arguments, is_successful, code, notices) in [
        (&["clean"][..], true, 0, &[][..]),
        (&["bad"], true, 1, &[]),
        (&["missing"], false, 2, &["unreadable-file"]),
        (
            &["bad", "missing", "gone"],
            false,
            2,
            &["unreadable-file", "unreadable-file"],
        ),
        (&["none"], false, 0, &["nothing-checked"]),
        (&["governed"], false, 2, &["broken-configuration"]),
    ] {
        let run = sandbox.run([&["--format", "sarif"], arguments].concat());
        assert_eq!(run.code, Some(code), "{arguments:?}");
        let report = report(&run);
        let invocation = invocation(&report);
        assert_eq!(
            invocation["executionSuccessful"], is_successful,
            "{arguments:?}"
        );
        assert_eq!(invocation["exitCode"], code, "{arguments:?}");
        let found: Vec<_> = items(&invocation["toolExecutionNotifications"])
            .iter()
            .map(|notice| &notice["descriptor"]["id"])
            .collect();
        assert_eq!(found, notices, "{arguments:?}");
    }
    let report = sarif(&sandbox, &["gone"]);
    let [notice] = items(&invocation(&report)["toolExecutionNotifications"]) else {
        panic!("{report:#}");
    };
    assert_eq!(
        notice["locations"],
        json!([{ "physicalLocation": { "artifactLocation": { "uri": "gone", "uriBaseId": "SRCROOT" } } }])
    );
}

#[test]
fn many_unreadable_files_are_counted() {
    let sandbox = Sandbox::new();
    let missing: Vec<String> = (0..1200).map(|number| format!("m{number:04}")).collect();
    let arguments: Vec<&str> = missing.iter().map(String::as_str).collect();
    let report = sarif(&sandbox, &arguments);
    let notices = items(&invocation(&report)["toolExecutionNotifications"]);
    assert_eq!(notices.len(), 1001);
    assert_eq!(notices[1000]["message"]["text"], "200 more such notices.");
}

/// A folder with findings of which a configuration ignores some.
fn ignoring() -> Sandbox {
    let config = "\
[[ignore]]
rule = \"duplicate-key\"
path = \"a/*\"
reason = \"an older \\\"ak\\\" needs it\"
";
    let sandbox = Sandbox::with(&[
        ("a/ak-adapter.json", &DUPLICATE_KEY),
        ("b/ak-adapter.json", &DUPLICATE_KEY),
        ("fornax-lint.toml", config),
    ]);
    fs::create_dir(sandbox.path(".git")).unwrap();
    sandbox
}

#[test]
fn what_is_ignored_is_suppressed_where_that_is_asked_for() {
    let sandbox = ignoring();
    let uris = |report: &Value| -> Vec<String> {
        let place = |result: &Value| {
            text(&result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])
        };
        results(report).iter().map(place).collect()
    };
    let report = sarif(&sandbox, &[]);
    // To GitHub a suppressed result is an open alert.
    assert_eq!(uris(&report), ["b/ak-adapter.json"]);
    assert!(results(&report)[0].get("suppressions").is_none());

    let report = sarif(&sandbox, &["--show-ignored"]);
    assert_eq!(uris(&report), ["a/ak-adapter.json", "b/ak-adapter.json"]);
    assert!(results(&report)[1].get("suppressions").is_none());
    assert_eq!(
        results(&report)[0]["suppressions"],
        json!([{
            "kind": "external",
            "status": "accepted",
            "justification": "an older \"ak\" needs it",
            "location": {
                "physicalLocation": {
                    "artifactLocation": { "uri": "fornax-lint.toml", "uriBaseId": "SRCROOT" },
                    "region": { "startLine": 2, "startColumn": 8, "endLine": 2, "endColumn": 23 },
                },
            },
        }])
    );
    // Otherwise it is what it would be, so that it is known again when it isn't ignored any more.
    let mut ignored = results(&report)[0].clone();
    ignored.as_object_mut().unwrap().remove("suppressions");
    let plain = sarif(&sandbox, &["--no-config"]);
    assert_eq!(ignored, results(&plain)[0]);

    let least = ["--show-ignored", "--min-severity", "error"];
    assert_eq!(uris(&sarif(&sandbox, &least)), [""; 0]);
}

#[test]
fn quoted_text_is_no_link() {
    let text_with_link = CLEAN.replacen('{', "{ \"[x](https://x.example)\": 1,", 1);
    let sandbox = Sandbox::with(&[("ak-adapter.json", &text_with_link)]);
    let report = sarif(&sandbox, &["--isolated"]);
    let message = text(&results(&report)[0]["message"]["text"]);
    assert!(message.contains("\\[x\\](https://x.example)"), "{message}");
}

#[test]
fn standard_input_has_no_address() {
    let sandbox = Sandbox::new();
    let arguments = ["-", "--kind", "ak-adapter", "--format", "sarif"];
    let report = report(&sandbox.run_with_stdin(arguments, TRAILING_COMMA.as_bytes()));
    let [result] = results(&report) else {
        panic!("{report:#}");
    };
    assert_eq!(result["locations"][0].get("physicalLocation"), None);
    assert!(result["locations"][0].get("logicalLocations").is_some());
    assert_eq!(result.get("fixes"), None);
}

/// Microsoft's validator, where `tests/tools/sarif-multitool` has put it, or as
/// `FORNAX_SARIF_MULTITOOL` names it.
fn multitool() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("FORNAX_SARIF_MULTITOOL").filter(|path| !path.is_empty()) {
        return Some(path.into());
    }
    let cache = std::env::var_os("XDG_CACHE_HOME").map_or_else(
        || Some(std::env::home_dir()?.join(".cache")),
        |cache| Some(PathBuf::from(cache)),
    )?;
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        system => system,
    };
    let path = format!(
        "fornax-lint/tools/sarif-multitool/node_modules/@microsoft/sarif-multitool-{system}/Sarif.Multitool"
    );
    Some(cache.join(path)).filter(|path| path.exists())
}

#[test]
fn microsofts_validator_has_nothing_to_say() {
    let Some(multitool) = multitool() else {
        // Past the test harness, which would swallow it.
        let _ = writeln!(
            io::stderr(),
            "SKIPPED: no sarif-multitool here; `tests/tools/sarif-multitool` installs it"
        );
        return;
    };
    let sandbox = Sandbox::with(&[
        ("clean/ak-adapter.json", &CLEAN),
        (
            "bad/a b/ü#1%.manifest.json",
            "{\"operations\": [], \"schema_version\": 1,",
        ),
        ("bad/ak-adapter.json", &TRAILING_COMMA),
        ("bad/duplicate/ak-adapter.json", &DUPLICATE_KEY),
        ("bad/empty/ak-adapter.json", ""),
        (
            "bad/mark/ak-adapter.json",
            "\u{feff}{\"[x](y)\": \"{0}\u{1}\"",
        ),
        ("bad/kit.json", "{\"hostAdapters\": [{}, 1]}"),
        (
            "bad/adapters/registry.json",
            "{\"entries\": [{\"id\": \"x\"}]}",
        ),
        ("none/package.json", "{}"),
        ("governed/fornax-lint.toml", "publishd = true\n"),
        ("governed/ak-adapter.json", &CLEAN),
    ]);
    sandbox.write("bad/utf8/ak-adapter.json", b"{\"name\": \"\xFF\"}");
    let samples = crate::support::repo_root().join("schemas/samples");
    let mut number = 0;
    for kind in fs::read_dir(samples).unwrap() {
        let kind = kind.unwrap();
        for sample in fs::read_dir(kind.path().join("invalid")).unwrap() {
            number += 1;
            let name = format!("samples/{number}/x.json");
            sandbox.write(&name, fs::read(sample.unwrap().path()).unwrap());
        }
    }
    let name = |number: i32| format!("samples/{number}/x.json");
    let samples: Vec<String> = (1..=number).map(name).collect();
    let samples: Vec<&str> = samples.iter().map(String::as_str).collect();
    let mut reports = Vec::new();
    let ignoring = ignoring();
    for (name, paths) in [
        ("clean", &["clean"][..]),
        ("failing", &["bad"]),
        ("samples", &samples),
        ("empty", &["none"]),
        ("unreadable", &["bad", "missing", "."]),
        ("broken", &["governed"]),
    ] {
        let format = format!("sarif={name}.sarif");
        sandbox.run([&["--format", &format], paths].concat());
        let report = sandbox.path(format!("{name}.sarif"));
        rules(&serde_json::from_slice(&fs::read(&report).unwrap()).unwrap());
        reports.push(report);
    }
    let report = sandbox.path("ignored.sarif");
    let format = format!("sarif={}", report.display());
    ignoring.run(["--format", &format, "--show-ignored"]);
    reports.push(report);
    sandbox.write("validator.xml", NOTHING_IS_FETCHED);
    let validate = |reports: &[PathBuf]| {
        let output = Command::new(&multitool)
            // Its own rules, and what GitHub asks for.
            .args([
                "validate",
                "--level",
                "Error;Warning",
                "--rule-kind",
                "Sarif;Ghas",
            ])
            .arg("--config")
            .arg(sandbox.path("validator.xml"))
            .args(reports)
            .output()
            .unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let said = validate(&reports);
    assert!(said.contains("Analysis completed successfully"), "{said}");
    assert!(
        said.contains(&format!("{} files scanned", reports.len())),
        "{said}"
    );
    let faults: Vec<&str> = said.lines().filter(|line| is_fault(line)).collect();
    assert!(faults.is_empty(), "{faults:#?}");

    // It would have said so.
    let mut broken: Value = serde_json::from_slice(&fs::read(&reports[1]).unwrap()).unwrap();
    broken["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] =
        json!(0);
    let path = sandbox.path("wrong.sarif");
    fs::write(&path, broken.to_string()).unwrap();
    let said = validate(&[path]);
    assert!(said.lines().any(is_fault), "{said}");
}

/// The validator would ask for every page that a report links to.
const NOTHING_IS_FETCHED: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<Properties>
  <Properties Key="SARIF2006.UrisShouldBeReachable.Options">
    <Property Key="RuleEnabled" Value="Disabled" />
  </Properties>
</Properties>
"#;

fn is_fault(line: &str) -> bool {
    // That a rule was turned off is no fault of the report.
    (line.contains(": error ") || line.contains(": warning "))
        && !line.contains("RuleExplicitlyDisabled")
}
