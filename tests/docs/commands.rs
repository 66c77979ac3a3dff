//! Every command that a page shows is run, and its output is what the page says.
//!
//! A page is one session in one empty folder. A block with a `title` puts that file there, a `diff`
//! changes it, and the commands of a `console` block run. Comments say what a reader need not see:
//!
//! - `<!-- with: FOLDER -->` copies a folder of the repository, its files at least;
//! - `<!-- setup: COMMANDS -->` runs commands;
//! - `<!-- silent: WHY -->` before a block: its commands run, must succeed, and show no output;
//! - `<!-- not run: WHY -->` before a block: its commands can't run here.

use crate::neighbour;
use crate::page::{Block, Part, join, pages, parse, read};
use crate::shell::Shell;
use crate::support::{assert_generated, repo_root};

/// A command that is too slow, or reaches too far, for a test begins with one of these.
const OUT_OF_REACH: [&str; 11] = [
    "cargo",
    "code",
    "docker",
    "fornax",
    "fornax-lsp",
    "ak",
    "man",
    "npm",
    "pre-commit",
    "tests/bench/run",
    "tests/run",
];

/// How the commands of a block are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Shown,
    Silent,
    NotRun,
}

#[test]
fn pages_show_what_their_commands_print() {
    for path in pages() {
        let text = read(&path);
        if !text.contains("```console") {
            continue;
        }
        if text.contains("\n$ fornax-adapter ") {
            neighbour::make_sure_of("fornax-adapter");
        }
        let mut parts = parse(&text);
        run(&path, &mut parts);
        assert_generated(&path, &join(&parts));
    }
}

fn run(path: &str, parts: &mut [Part]) {
    let mut shell = Shell::new();
    let mut mode = Mode::Shown;
    for part in parts {
        match part {
            Part::Remark { word, text, .. } => match word.as_str() {
                "with" => shell.copy(&repo_root().join(text.as_str()), text),
                "setup" => {
                    let ran = shell.run(text);
                    assert_eq!(ran.status, 0, "{path}: {text}: {}", ran.output);
                }
                "silent" => mode = Mode::Silent,
                "not run" => mode = Mode::NotRun,
                _ => {}
            },
            Part::Block(block) => {
                match (block.language(), block.title()) {
                    ("console", _) => console(path, block, mode, &mut shell),
                    ("diff", Some(file)) => patch(path, block, file, &shell),
                    // A repository's own file, of which it shows a part.
                    (_, Some(file)) if repo_root().join(file).exists() => {}
                    (_, Some(file)) => shell.write(file, &block.text()),
                    (_, None) => {}
                }
                mode = Mode::Shown;
            }
            Part::Line(_) => {}
        }
    }
}

/// The commands of a block; one whose line ends in `\` goes on in the next.
fn commands(block: &Block) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in &block.lines {
        match line.strip_prefix("$ ") {
            Some(command) => commands.push(command.to_owned()),
            None if goes_on => {
                let last = commands.last_mut().unwrap();
                last.push('\n');
                last.push_str(line);
            }
            None => continue,
        }
        goes_on = line.ends_with('\\');
    }
    commands
}

fn console(path: &str, block: &mut Block, mode: Mode, shell: &mut Shell) {
    let commands = commands(block);
    assert!(!commands.is_empty(), "{path}: a block without a command");
    if mode == Mode::NotRun {
        for command in commands {
            // What comes before it is put into its environment.
            let program = command.split(' ').find(|word| !word.contains('=')).unwrap();
            assert!(
                OUT_OF_REACH.contains(&program),
                "{path}: nothing keeps `{command}` from being run"
            );
        }
        return;
    }
    block.lines.clear();
    for command in commands {
        let ran = shell.run(&command);
        assert!(
            !matches!(ran.status, 126 | 127),
            "{path}: `{command}`: {}",
            ran.output
        );
        let shown = format!("$ {command}");
        block.lines.extend(shown.lines().map(str::to_owned));
        if mode == Mode::Shown {
            block.lines.extend(ran.output.lines().map(str::to_owned));
        } else {
            assert_eq!(ran.status, 0, "{path}: `{command}`: {}", ran.output);
        }
    }
}

/// Changes a file as a block says, in which a line has a sign before it: `-`, `+` or a blank.
fn patch(path: &str, block: &Block, file: &str, shell: &Shell) {
    let side = |gone: char| {
        let lines = block.lines.iter();
        lines
            .filter(|line| !line.starts_with(gone))
            .map(|line| format!("{}\n", line.get(1..).unwrap_or_default()))
            .collect::<String>()
    };
    let text = shell
        .read(file)
        .unwrap_or_else(|| panic!("{path} changes {file}, which isn't there"));
    let (before, after) = (side('+'), side('-'));
    assert_eq!(
        text.matches(&before).count(),
        1,
        "{path}: {file} must have these lines once:\n{before}\nIt is\n{text}"
    );
    shell.write(file, &text.replacen(&before, &after, 1));
}

#[test]
fn a_command_goes_on_behind_a_backslash() {
    let block = Block {
        lines: ["$ a \\", "  b", "out", "$ c", "d"]
            .map(str::to_owned)
            .into(),
        ..Block::default()
    };
    assert_eq!(commands(&block), ["a \\\n  b", "c"]);
}

#[test]
fn a_page_is_one_session() {
    let text = "\
<!-- setup: mkdir sub -->\n\
```json title=\"sub/a.json\"\n{\n  \"a\": 1\n}\n```\n\
```diff title=\"sub/a.json\"\n-  \"a\": 1\n+  \"a\": 2\n```\n\
```console\n$ cd sub\n$ cat a.json\nwrong\n$ false\n$ echo $?\n```\n\
<!-- silent: nothing to see -->\n\
```console\n$ echo hidden\n```\n\
<!-- not run: it would install -->\n\
```console\n$ cargo install x\nleft alone\n```\n";
    let mut parts = parse(text);
    run("a page", &mut parts);
    let shown = text.replace(
        "wrong\n$ false\n$ echo $?\n",
        "{\n  \"a\": 2\n}\n$ false\n$ echo $?\n1\n",
    );
    assert_eq!(join(&parts), shown);
}

#[test]
#[should_panic(expected = "nothing keeps `fornax-lint --fix` from being run")]
fn nothing_is_excused_that_could_run() {
    let mut parts = parse("<!-- not run: why not -->\n```console\n$ fornax-lint --fix\n```\n");
    run("a page", &mut parts);
}
