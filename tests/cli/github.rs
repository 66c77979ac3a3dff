//! Annotations of GitHub Actions, read as a runner reads them.

use crate::harness::{CLEAN, DUPLICATE_KEY, Run, Sandbox, TRAILING_COMMA, finish};

/// A workflow command, unescaped.
#[derive(Debug)]
struct Command {
    name: String,
    properties: Vec<(String, String)>,
    message: String,
}

impl Command {
    fn parse(line: &str) -> Option<Self> {
        let (head, message) = line.strip_prefix("::")?.split_once("::")?;
        let (name, properties) = head.split_once(' ').unwrap_or((head, ""));
        let property = |text: &str| {
            let (name, value) = text.split_once('=').unwrap();
            let value = value.replace("%3A", ":").replace("%2C", ",");
            (name.to_owned(), unescaped(&value))
        };
        Some(Self {
            name: name.to_owned(),
            properties: properties
                .split(',')
                .filter(|text| !text.is_empty())
                .map(property)
                .collect(),
            message: unescaped(message),
        })
    }

    fn get(&self, name: &str) -> Option<&str> {
        let mut properties = self.properties.iter();
        Some(properties.find(|property| property.0 == name)?.1.as_str())
    }
}

fn unescaped(text: &str) -> String {
    text.replace("%0D", "\r")
        .replace("%0A", "\n")
        .replace("%25", "%")
}

/// The rules of the annotations, of which the output must be made, apart from the count of others.
pub(crate) fn rules(stdout: &str) -> Vec<String> {
    stdout
        .lines()
        .map(|line| Command::parse(line).unwrap_or_else(|| panic!("no command: {line}")))
        .filter_map(|command| {
            assert!(["error", "warning", "notice"].contains(&command.name.as_str()));
            let title = command.get("title").unwrap();
            Some(title.split_once('[')?.1.trim_end_matches(']').to_owned())
        })
        .collect()
}

fn commands(run: &Run) -> Vec<Command> {
    run.stdout.lines().filter_map(Command::parse).collect()
}

// Other systems refuse such a name.
#[cfg(unix)]
#[test]
fn an_annotation_says_where_and_what() {
    let sandbox = Sandbox::with(&[("a,b:c %/ak-adapter.json", &TRAILING_COMMA)]);
    let run = sandbox.run(["--format", "github"]);
    let [found] = commands(&run).try_into().unwrap();
    assert_eq!(found.name, "error");
    let line = TRAILING_COMMA.trim_end().lines().count() - 1;
    let column = TRAILING_COMMA.lines().nth(line - 1).unwrap().len();
    assert_eq!(found.get("file"), Some("a,b:c %/ak-adapter.json"));
    assert_eq!(found.get("line"), Some(line.to_string().as_str()));
    assert_eq!(found.get("endLine"), Some(line.to_string().as_str()));
    assert_eq!(found.get("col"), Some(column.to_string().as_str()));
    assert_eq!(
        found.get("endColumn"),
        Some((column + 1).to_string().as_str())
    );
    assert_eq!(found.get("title"), Some("error[trailing-comma]"));
    assert!(
        found
            .message
            .ends_with("\nthe loader says: `source-invalid-json`")
    );
}

#[test]
fn columns_are_left_out_where_lines_differ() {
    let text = CLEAN.replacen('{', "{ \"\n\n\": 1,", 1);
    let sandbox = Sandbox::with(&[
        ("a/ak-adapter.json", &text),
        ("b/ak-adapter.json", ""),
        ("c/ak-adapter.json", "["),
    ]);
    let run = sandbox.run(["--format", "github", ".", "missing"]);
    let commands = commands(&run);
    assert!(commands.len() >= 4, "{run:?}");
    for command in commands {
        let number = |name| command.get(name).map(|text| text.parse::<u32>().unwrap());
        assert!(number("line").unwrap() >= 1, "{command:?}");
        match (number("endLine"), number("col"), number("endColumn")) {
            (None, None, None) => assert_eq!(number("line"), Some(1), "a whole file: {command:?}"),
            (end, Some(start_column), Some(end_column)) => {
                assert_eq!(end, number("line"), "{command:?}");
                assert!(
                    1 <= start_column && start_column <= end_column,
                    "{command:?}"
                );
            }
            (end, None, None) => assert!(end > number("line"), "{command:?}"),
            _ => panic!("{command:?}"),
        }
    }
}

#[test]
fn errors_come_first_and_the_rest_is_counted() {
    let sandbox = Sandbox::new();
    for number in 0..12 {
        sandbox.write(
            format!("a{number:02}/ak-adapter.json"),
            DUPLICATE_KEY.as_bytes(),
        );
        sandbox.write(
            format!("b{number:02}/ak-adapter.json"),
            TRAILING_COMMA.as_bytes(),
        );
    }
    let run = sandbox.run(["--format", "github"]);
    assert_eq!(run.code, Some(1));
    let commands = commands(&run);
    let names: Vec<&str> = commands
        .iter()
        .map(|command| command.name.as_str())
        .collect();
    let mut expected = vec!["error"; 10];
    expected.extend(["warning"; 10]);
    expected.push("notice");
    assert_eq!(names, expected);
    let last = commands.last().unwrap();
    assert!(last.message.starts_with("4 more not shown"), "{last:?}");

    // Exactly as many as can be shown need no such words.
    let run = sandbox.run([
        "--format", "github", "a00", "a01", "a02", "a03", "a04", "a05", "a06", "a07", "a08", "a09",
    ]);
    assert_eq!(run.stdout.lines().count(), 10, "{run:?}");
}

#[test]
fn on_github_actions_people_get_annotations_too() {
    let sandbox = Sandbox::with(&[("ak-adapter.json", &TRAILING_COMMA)]);
    let run = |arguments: &[&str], actions: &str| {
        let mut command = sandbox.command(arguments);
        finish(command.env("GITHUB_ACTIONS", actions).spawn().unwrap())
    };
    let plain = run(&[], "false");
    assert!(!plain.stdout.contains("::"), "{plain:?}");

    let both = run(&[], "true");
    assert_eq!(both.code, plain.code);
    assert!(both.stdout.contains(&plain.stdout), "{both:?}");
    let found = commands(&both);
    let [stop, start, annotation] = found.as_slice() else {
        panic!("{both:?}");
    };
    // In between, nothing that a document says is obeyed.
    assert_eq!(stop.name, "stop-commands");
    assert_eq!(start.name, stop.message);
    assert!(stop.message.len() > 40, "{stop:?}");
    assert_eq!(annotation.name, "error");
    assert_ne!(
        run(&[], "true").stdout,
        both.stdout,
        "nobody can foresee the word"
    );

    for format in ["human", "json", "sarif"] {
        let asked = run(&["--format", format], "true");
        assert_eq!(rules_of_annotations(&asked), 0, "{format}: {asked:?}");
    }
    let into_file = run(&["-o", "report.txt"], "true");
    assert_eq!(rules(&into_file.stdout), ["trailing-comma"]);
    let written = std::fs::read_to_string(sandbox.path("report.txt")).unwrap();
    assert_eq!(written, plain.stdout);
}

fn rules_of_annotations(run: &Run) -> usize {
    run.stdout.matches("::error ").count()
}

#[test]
fn annotations_start_from_the_top_of_the_repository() {
    let sandbox = Sandbox::with(&[(".git/HEAD", ""), ("a/b/ak-adapter.json", &TRAILING_COMMA)]);
    let mut command = sandbox.command(["--format", "github"]);
    let run = finish(command.current_dir(sandbox.path("a")).spawn().unwrap());
    assert_eq!(
        commands(&run)[0].get("file"),
        Some("a/b/ak-adapter.json"),
        "{run:?}"
    );
    let run = sandbox.run(["--format", "github", "--root", "a"]);
    assert_eq!(commands(&run)[0].get("file"), Some("b/ak-adapter.json"));
}

#[test]
fn standard_input_is_no_file() {
    let sandbox = Sandbox::new();
    let arguments = ["-", "--kind", "ak-adapter", "--format", "github"];
    let run = sandbox.run_with_stdin(arguments, TRAILING_COMMA.as_bytes());
    let [found] = commands(&run).try_into().unwrap();
    assert_eq!(found.get("file"), None, "{run:?}");
    assert_eq!(found.get("title"), Some("error[trailing-comma]"));
}
