//! `codex`: the program that Codex tells when a turn has ended, in its configuration.

use fornax_manifest::limits;
use fornax_manifest::load::fornax::Capability;
use fornax_manifest::operation::{self, Direction};
use toml_edit::{Document, Item, TomlError, Value};

use crate::adapter::{Adapter, Planned};
use crate::refusal::{Reason, Refusal};

/// Its id.
pub(super) const ID: &str = "codex";

/// The key that names the program and its arguments.
const KEY: &str = "notify";

/// The program, wherever it lies.
const PROGRAM: &str = "fornax-codex-notify.sh";

/// What may run the program: a `notify` that says no more than this is still all ours.
const SHELLS: [&str; 5] = ["sh", "bash", "dash", "ksh", "zsh"];

/// The word for a `notify` that is the user's.
pub(crate) const FOREIGN: &str = "foreign-value";

/// The adapter.
#[derive(Debug)]
pub(super) struct Codex;

impl Adapter for Codex {
    fn id(&self) -> &'static str {
        ID
    }

    fn display_name(&self) -> &'static str {
        "Codex"
    }

    fn summary(&self) -> &'static str {
        "Has Codex tell Fornax when a turn has ended."
    }

    fn capabilities(&self) -> &[Capability] {
        &[Capability::Plan, Capability::Install, Capability::Uninstall]
    }

    fn target(&self) -> &'static str {
        ".codex/config.toml"
    }

    fn makes_folder(&self) -> bool {
        true
    }

    fn is_built_in(&self) -> bool {
        true
    }

    fn plan(&self, target: Option<&[u8]>, direction: Direction) -> Result<Planned, Refusal> {
        let text = read(target.unwrap_or_default())?;
        let document = Document::parse(text).map_err(|error| not_toml(text, &error))?;
        let is_ours = match document.get(KEY).map(Owner::of) {
            None => false,
            Some(Owner::Fornax) => true,
            Some(Owner::Caller) if direction == Direction::Install => {
                return Ok(Planned {
                    warnings: vec![format!(
                        "the target's `{KEY}` is a program of the user's own that names `{PROGRAM}`; \
                         uninstalling leaves it as it is"
                    )],
                    ..Planned::default()
                });
            }
            Some(Owner::Caller) => {
                return Err(refusal(
                    FOREIGN,
                    format!(
                        "its `{KEY}` is a program of the user's own that names `{PROGRAM}` beside \
                         other things; take that out of it by hand"
                    ),
                ));
            }
            // Codex has one such program, and this is the user's.
            Some(Owner::Other) if direction == Direction::Uninstall => {
                return Ok(Planned::default());
            }
            Some(Owner::Other) => {
                return Err(refusal(
                    FOREIGN,
                    format!(
                        "the target has a `{KEY}` already that is not Fornax's, and Codex tells one \
                         program only; remove it, or have that program call `{PROGRAM}`"
                    ),
                ));
            }
        };
        let mut planned = Planned::default();
        let changed = match direction {
            Direction::Install if !is_ours => {
                planned.added = 1;
                installed(text, &document)
            }
            Direction::Uninstall if is_ours => {
                planned.removed = 1;
                uninstalled(text, &document)
            }
            _ => return Ok(planned),
        };
        // What was made of lines must still say what it said, and be ours or not.
        let again =
            Document::parse(changed.as_str()).map_err(|error| not_toml(&changed, &error))?;
        if again.get(KEY).is_some() == is_ours {
            return Err(refusal(
                "not-toml",
                format!("`{KEY}` is not written in lines of its own; remove it by hand"),
            ));
        }
        planned.text = Some(changed.into_bytes());
        Ok(planned)
    }
}

/// The text with a line for the program more: behind the last key above all tables, else on top.
fn installed(text: &str, document: &Document<&str>) -> String {
    let newline = match text.find('\n') {
        Some(at) if text[..at].ends_with('\r') => "\r\n",
        _ => "\n",
    };
    let values = document.iter().filter(|(_, item)| item.is_value());
    let last = values.filter_map(|(_, item)| Some(item.span()?.end)).max();
    let line = format!("{KEY} = [\"{PROGRAM}\"]");
    match last.map(|end| (end, end_of_line(text, end))) {
        // The last line of all is not ended, and so isn't what comes behind it.
        Some((_, at)) if !text[..at].ends_with('\n') => format!("{text}{newline}{line}"),
        Some((_, at)) => format!("{}{line}{newline}{}", &text[..at], &text[at..]),
        None => {
            let at = text.len() - text.trim_start_matches('\u{feff}').len();
            format!("{}{line}{newline}{}", &text[..at], &text[at..])
        }
    }
}

/// The text without the lines of the program.
fn uninstalled(text: &str, document: &Document<&str>) -> String {
    let entry = document.get_key_value(KEY);
    let spans = entry.and_then(|(key, item)| Some((key.span()?.start, item.span()?.end)));
    let Some((start, end)) = spans else {
        return text.to_owned();
    };
    let mut start = text[..start]
        .rfind('\n')
        .map_or(start, |newline| newline + 1);
    let end = end_of_line(text, end);
    if !text[..end].ends_with('\n') {
        // The line before becomes the last, and is no more ended than this one was.
        let before = text[..start].strip_suffix('\n').unwrap_or(&text[..start]);
        start = before.strip_suffix('\r').unwrap_or(before).len();
    }
    format!("{}{}", &text[..start], &text[end..])
}

/// The place behind the end of the line that `at` is in.
fn end_of_line(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |end| at + end + 1)
}

fn refusal(reason: &'static str, words: String) -> Refusal {
    Refusal::new(Reason::Target(reason), words)
}

fn read(bytes: &[u8]) -> Result<&str, Refusal> {
    let size = bytes.len() as u64;
    if size > limits::FORNAX_TARGET_BYTES {
        let too_large = operation::Refusal::TooLarge { size };
        return Err(refusal(too_large.reason(), too_large.to_string()));
    }
    std::str::from_utf8(bytes).map_err(|_| {
        refusal(
            "not-toml",
            "the target is not UTF-8; save it as such".to_owned(),
        )
    })
}

/// Says where a text is no TOML. The library's own words quote the line.
fn not_toml(text: &str, error: &TomlError) -> Refusal {
    let start = error.span().map_or(0, |span| span.start);
    let before = text.as_bytes().iter().take(start);
    let line = before.filter(|&&byte| byte == b'\n').count() + 1;
    refusal(
        "not-toml",
        format!("the target is not TOML: its first fault is in line {line}; repair it"),
    )
}

/// Whose a `notify` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    /// It is the program alone, or a shell that runs it.
    Fornax,
    /// It is the user's, and has the program among its words.
    Caller,
    /// It is the user's.
    Other,
}

impl Owner {
    fn of(item: &Item) -> Self {
        let name = |value: &Value| Some(value.as_str()?.rsplit(['/', '\\']).next()?.to_owned());
        let names: Vec<Option<String>> = match item.as_array() {
            Some(items) => items.iter().map(name).collect(),
            None => Vec::new(),
        };
        let names: Vec<&str> = names
            .iter()
            .map(|name| name.as_deref().unwrap_or_default())
            .collect();
        match names.as_slice() {
            [PROGRAM] => Self::Fornax,
            [shell, PROGRAM] if SHELLS.contains(&shell.trim_end_matches(".exe")) => Self::Fornax,
            names if names.contains(&PROGRAM) => Self::Caller,
            _ => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(target: &str, direction: Direction) -> Option<String> {
        let planned = Codex.plan(Some(target.as_bytes()), direction).unwrap();
        planned.text.map(|text| String::from_utf8(text).unwrap())
    }

    #[test]
    fn the_entry_comes_and_goes_and_the_rest_stays_to_the_byte() {
        for config in [
            "",
            "# mine\nmodel = 'x'   # why\n",
            "model = \"x\"\r\n\r\n[tui]\r\ntheme=\"dark\"\r\n",
            "[a]\nb = 1\n\n# end",
            "a = 1",
            "a = [\n  1, # one\n] # two\n\ntui.theme = 1\n[b]\n",
            "\u{feff}[a]\n",
            "\r\n",
            "\"a\" = '\\n'\r\n",
        ] {
            let installed = changed(config, Direction::Install).unwrap();
            let value: toml_edit::DocumentMut = installed.parse().unwrap();
            assert_eq!(Owner::of(&value[KEY]), Owner::Fornax, "{installed}");
            assert_eq!(changed(&installed, Direction::Install), None);
            let left = changed(&installed, Direction::Uninstall).unwrap();
            assert_eq!(left, config, "{installed:?}");
        }
    }

    #[test]
    fn an_entry_that_names_the_program_by_its_path_is_ours() {
        for notify in [
            r#"["/opt/fornax/fornax-codex-notify.sh"]"#,
            r#"["bash", "/opt/fornax/fornax-codex-notify.sh"]"#,
            r#"['C:\bin\bash.exe', 'C:\fornax\fornax-codex-notify.sh']"#,
        ] {
            let config = format!("notify = {notify}\n");
            assert_eq!(changed(&config, Direction::Install), None, "{config}");
            let left = changed(&config, Direction::Uninstall);
            assert_eq!(left.as_deref(), Some(""), "{config}");
        }
    }

    #[test]
    fn a_program_of_the_users_own_that_calls_ours_stays() {
        for notify in [
            r#"["my-wrapper", "--also", "fornax-codex-notify.sh"]"#,
            r#"["my-wrapper", "/opt/fornax-codex-notify.sh"]"#,
            r#"["fornax-codex-notify.sh", "--then", "mine"]"#,
            r#"["bash", "fornax-codex-notify.sh", "mine"]"#,
            r#"["bash", "mine.sh", "fornax-codex-notify.sh"]"#,
            r#"["bash", 1, "fornax-codex-notify.sh"]"#,
            r#"["fornax-codex-notify.sh", "fornax-codex-notify.sh"]"#,
        ] {
            let config = format!("notify = {notify}  # mine\n");
            let planned = Codex.plan(Some(config.as_bytes()), Direction::Install);
            let planned = planned.unwrap();
            assert_eq!(
                (planned.text, planned.warnings.len()),
                (None, 1),
                "{config}"
            );
            let refusal = Codex
                .plan(Some(config.as_bytes()), Direction::Uninstall)
                .unwrap_err();
            assert_eq!(refusal.reason().as_str(), FOREIGN, "{config}");
            assert!(!refusal.to_string().contains("mine"), "{refusal}");
            assert!(!refusal.to_string().contains("wrapper"), "{refusal}");
        }
    }

    #[test]
    fn another_program_is_left_alone() {
        let config = "notify = [\"terminal-notifier\"]\n";
        let refusal = Codex
            .plan(Some(config.as_bytes()), Direction::Install)
            .unwrap_err();
        assert_eq!(refusal.reason().as_str(), "foreign-value");
        assert!(!refusal.to_string().contains("terminal"));
        assert_eq!(changed(config, Direction::Uninstall), None);
    }

    #[test]
    fn what_is_not_toml_is_refused_by_its_line() {
        let refusal = Codex
            .plan(Some(b"a = 1\nsecret = \n"), Direction::Install)
            .unwrap_err();
        assert_eq!(refusal.reason().as_str(), "not-toml");
        assert!(refusal.to_string().contains("line 2"), "{refusal}");
        assert!(!refusal.to_string().contains("secret"), "{refusal}");
        let refusal = Codex.plan(Some(b"\xff"), Direction::Install).unwrap_err();
        assert_eq!(refusal.reason().as_str(), "not-toml");
    }
}
