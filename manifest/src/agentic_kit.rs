//! What the rules on agentic-kit documents share: where things are, and what an id is.

pub(crate) mod kit;

use std::borrow::Cow;

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::sensible;
use crate::syntax::{Array, Member, Node, NodeKind, Object, Span, Tree, shorten};
use crate::words::{place_of, quoted};

/// The ids of the hosts that ak brings along.
pub(crate) const BUILT_IN_HOSTS: [&str; 3] = ["claude", "codex", "opencode"];

/// The steps of an adapter's life cycle.
pub(crate) const LIFECYCLE_VERBS: [&str; 5] = ["detect", "plan", "apply", "verify", "undo"];

/// The only driving surface that has an implementation, and all that are known.
pub(crate) const IMPLEMENTED_SURFACE: &str = "cli-subprocess";
const SURFACES: [&str; 3] = [IMPLEMENTED_SURFACE, "acp", "mcp"];

/// Endings by which ak's runner takes an argument for a script, and so for a path.
const SCRIPT_ENDINGS: [&str; 13] = [
    ".mjs", ".cjs", ".js", ".ts", ".py", ".rb", ".sh", ".pl", ".exe", ".bat", ".cmd", ".com",
    ".ps1",
];

// ---- ids ------------------------------------------------------------------------------------

/// What is wrong with a string that should be an id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct IdFault {
    /// The characters at fault; the whole string where it is empty.
    pub(crate) span: Span,
    /// The fault, as the end of a sentence that begins with the field's name.
    pub(crate) words: String,
}

/// Whether `text` is an id: a lower-case letter, then lower-case letters, digits and hyphens.
pub(crate) fn is_id(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase()) && text.chars().all(is_id_char)
}

fn is_id_char(c: char) -> bool {
    matches!(c, 'a'..='z' | '0'..='9' | '-')
}

/// What keeps a string from being an id; nothing for ids and for other types.
pub(crate) fn id_fault(node: Node<'_>) -> Option<IdFault> {
    let text = node.as_str()?;
    if is_id(&text) {
        return None;
    }
    let allowed = |code_point| char::from_u32(code_point).is_some_and(is_id_char);
    let Some(first) = node.chars().next() else {
        return Some(IdFault {
            span: node.span(),
            words: "must not be empty".to_owned(),
        });
    };
    let faulty = node
        .chars()
        .skip_while(|c| allowed(c.code_point))
        .take_while(|c| !allowed(c.code_point))
        .map(|c| c.span)
        .reduce(Span::to);
    // Where every character may stand in an id, the first one may not stand first.
    let span = faulty.unwrap_or(first.span);
    let rule = match faulty {
        None => "must begin with a lower-case letter",
        Some(_) => {
            "may hold only lower-case letters (a-z), digits and hyphens, and must begin with a letter"
        }
    };
    Some(IdFault {
        span,
        words: format!("{rule}; this is {}", literal(node)),
    })
}

/// The id that `text` was probably meant to be.
pub(crate) fn respell_id(text: &str) -> Option<String> {
    let mut id = String::with_capacity(text.len());
    for c in text.trim().chars() {
        match c.to_ascii_lowercase() {
            c if is_id_char(c) => id.push(c),
            _ if id.ends_with('-') => {}
            _ => id.push('-'),
        }
    }
    let id = id.trim_matches('-');
    is_id(id).then(|| id.to_owned())
}

/// An id for an adapter that would have a built-in host's.
pub(crate) fn beside_built_in(id: &str) -> String {
    format!("{id}-adapter")
}

/// The bare name that a path to a program or file was probably meant to be.
pub(crate) fn respell_file_name(path: &str) -> Option<String> {
    let name = path.trim().trim_end_matches(['/', '\\']);
    let name = name.rsplit(['/', '\\']).next()?;
    let stem = match name.rfind('.') {
        Some(dot) if dot > 0 => &name[..dot],
        _ => name,
    };
    respell_id(stem)
}

/// A fix that puts `text` in a string's place.
pub(crate) fn replace_text(cx: &Context<'_>, node: Node<'_>, text: &str) -> Fix {
    Fix::guess(
        format!("Change to `{}`", shorten(text)),
        cx.editor().replace(node, &text.into()),
    )
}

/// A fix that turns a capability on or off. It may hide work that is still to be done.
pub(crate) fn set_capability(cx: &Context<'_>, node: Node<'_>, name: &str, value: bool) -> Fix {
    Fix::guess(
        format!("Set `{name}` to `{value}`"),
        cx.editor().replace(node, &value.into()),
    )
}

/// Reports a command that is not the bare name by which ak looks it up.
pub(crate) fn report_bin(cx: &mut Context<'_>, pointer: &str) {
    let Some(node) = cx.tree().at(pointer) else {
        return;
    };
    let Some(fault) = id_fault(node) else {
        return;
    };
    let text = node.as_str().unwrap_or_default();
    let fix = respell_file_name(&text)
        .map(|name| replace_text(cx, node, &name))
        .or_else(|| sensible::replacement(cx, node));
    let finding = cx.report(fault.span, format!("`{}` {}", path(node), fault.words));
    finding.note("ak looks the command up on `PATH`, by a bare name.");
    if text.contains(['/', '\\']) {
        finding.note(
            "A command in a virtual environment must be put on `PATH` under a bare name, for \
             instance by a symbolic link in `~/.local/bin`.",
        );
    }
    if let Some(fix) = fix {
        finding.fix(fix);
    }
}

/// Reports a member of the object at `pointer` that may only be absent or `null`.
pub(crate) fn report_must_be_absent(cx: &mut Context<'_>, pointer: &str, name: &str, why: &str) {
    let object = cx.tree().at(pointer).and_then(Node::as_object);
    let Some(member) = object.and_then(|object| object.member(name)) else {
        return;
    };
    let Some(node) = member.value() else {
        return;
    };
    if matches!(node.kind(), NodeKind::Null | NodeKind::Invalid) {
        return;
    }
    let editor = cx.editor();
    let removal = editor.remove_member(member);
    let null = editor.replace(node, &serde_json::Value::Null);
    cx.report(
        place_of(node),
        format!("`{}` must be absent or `null`: {why}", path(node)),
    )
    .fix(Fix::guess(format!("Remove `{name}`"), removal))
    .fix(Fix::guess(format!("Set `{name}` to `null`"), null).alternative());
}

// ---- places ---------------------------------------------------------------------------------

/// A hook: a program of the adapter's that ak starts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hook<'t> {
    /// The path of what has the hook: `lifecycle.apply`, or `execution.run`.
    pub(crate) owner: &'static str,
    /// The member `hook`.
    pub(crate) member: Member<'t>,
    /// Its value.
    pub(crate) object: Object<'t>,
}

impl<'t> Hook<'t> {
    /// Whether it belongs to `execution`, not to the life cycle.
    pub(crate) fn is_execution(self) -> bool {
        self.owner == EXECUTION
    }

    /// The loader's word for what is wrong with it.
    pub(crate) fn reason(self) -> &'static str {
        if self.is_execution() {
            "invalid-execution"
        } else {
            "invalid-lifecycle-hook"
        }
    }

    /// Its command's arguments, as far as they are strings.
    pub(crate) fn arguments(self) -> impl Iterator<Item = Node<'t>> {
        let command = self.object.get("command").and_then(Node::as_array);
        command
            .into_iter()
            .flat_map(Array::items)
            .filter(|argument| argument.kind() == NodeKind::String)
    }
}

const EXECUTION: &str = "execution.run";

/// Every hook of a manifest, in the order of the life cycle; that of `execution` last.
pub(crate) fn hooks(tree: &Tree) -> impl Iterator<Item = Hook<'_>> {
    const OWNERS: [(&str, &str); 6] = [
        ("lifecycle.detect", "/lifecycle/detect"),
        ("lifecycle.plan", "/lifecycle/plan"),
        ("lifecycle.apply", "/lifecycle/apply"),
        ("lifecycle.verify", "/lifecycle/verify"),
        ("lifecycle.undo", "/lifecycle/undo"),
        (EXECUTION, "/execution/run"),
    ];
    OWNERS.into_iter().filter_map(|(owner, pointer)| {
        let member = tree.at(pointer)?.as_object()?.member("hook")?;
        let object = member.value()?.as_object()?;
        Some(Hook {
            owner,
            member,
            object,
        })
    })
}

/// The string at `pointer` if it is an id.
pub(crate) fn id_at<'t>(tree: &'t Tree, pointer: &str) -> Option<(Node<'t>, Cow<'t, str>)> {
    let node = tree.at(pointer)?;
    let text = node.as_str()?;
    is_id(&text).then_some((node, text))
}

/// The capability of this name where it is plainly `value`.
pub(crate) fn capability<'t>(tree: &'t Tree, name: &str, value: bool) -> Option<Node<'t>> {
    let node = tree.at("/host/capabilities")?.as_object()?.get(name)?;
    (node.as_bool() == Some(value)).then_some(node)
}

/// The native capabilities that are claimed, and in words the hooks that they lack; nothing where
/// none is claimed or none is lacking.
pub(crate) fn undelivered<'t>(
    cx: &Context<'t>,
) -> Option<(Vec<(&'static str, Node<'t>)>, &'static str)> {
    let tree = cx.tree();
    let root = cx.root()?;
    let (apply, undo) = match root.get("lifecycle") {
        None => (lacks(root, "lifecycle"), lacks(root, "lifecycle")),
        Some(lifecycle) => {
            let lifecycle = lifecycle.as_object()?;
            (lacks(lifecycle, "apply"), lacks(lifecycle, "undo"))
        }
    };
    let missing = match (apply, undo) {
        (true, true) => "`apply` and no `undo`",
        (true, false) => "`apply`",
        (false, true) => "`undo`",
        (false, false) => return None,
    };
    let claims: Vec<_> = ["nativeMcpConfig", "nativeGuidance"]
        .into_iter()
        .filter_map(|name| Some((name, capability(tree, name, true)?)))
        .collect();
    (!claims.is_empty()).then_some((claims, missing))
}

/// The list of driving surfaces, if the loader would accept it.
pub(crate) fn well_formed_surfaces(tree: &Tree) -> Option<Array<'_>> {
    let list = tree.at("/driving/surfaces")?.as_array()?;
    let mut seen = [false; SURFACES.len()];
    for item in list.items() {
        let text = item.as_str()?;
        let index = SURFACES.iter().position(|surface| *surface == text)?;
        if std::mem::replace(&mut seen[index], true) {
            return None;
        }
    }
    (!list.is_empty() && !list.is_damaged()).then_some(list)
}

/// The number as JavaScript reads it, if it is a whole one.
pub(crate) fn whole_number(node: Node<'_>) -> Option<f64> {
    node.as_f64()
        .filter(|number| number.is_finite() && number.fract() == 0.0)
}

/// Whether `object` certainly has no member of this name.
pub(crate) fn lacks(object: Object<'_>, name: &str) -> bool {
    !object.is_damaged() && object.member(name).is_none()
}

// ---- words ----------------------------------------------------------------------------------

/// A value as it is written, short enough for a message; a string as messages quote text.
pub(crate) fn literal(node: Node<'_>) -> String {
    let source = node.source();
    if node.kind() != NodeKind::String {
        return shorten(source).into_owned();
    }
    let inner = source.strip_prefix('"');
    let inner = inner.map(|inner| inner.strip_suffix('"').unwrap_or(inner));
    quoted(inner.unwrap_or(source))
}

/// The way to a value as a message writes it: `trust.changes[0].id`.
pub(crate) fn path(node: Node<'_>) -> String {
    let mut path = String::new();
    for segment in node.pointer().split('/').skip(1) {
        if segment.bytes().all(|byte| byte.is_ascii_digit()) {
            path.push('[');
            path.push_str(segment);
            path.push(']');
        } else {
            if !path.is_empty() {
                path.push('.');
            }
            path.push_str(segment);
        }
    }
    path
}

// ---- commands -------------------------------------------------------------------------------

/// The arguments of a hook that name a script relative to the manifest.
pub(crate) fn scripts(hook: Hook<'_>) -> impl Iterator<Item = Node<'_>> {
    let mut is_code = false;
    hook.arguments()
        .enumerate()
        .filter_map(move |(index, argument)| {
            let text = argument.as_str()?;
            // What follows `-c` or `-e` is a program's text, not its name.
            let was_code = std::mem::replace(&mut is_code, matches!(text.as_ref(), "-c" | "-e"));
            let names_file = is_script_name(&text) || (index == 0 && text.contains(['/', '\\']));
            (names_file && !was_code && is_plain_path(&text)).then_some(argument)
        })
}

/// Whether nothing but the file system gives the argument a meaning.
fn is_plain_path(text: &str) -> bool {
    !text.starts_with(['-', '~', '$', '@'])
        && !text.contains("://")
        && !text.contains(['*', '?', '[', ']', '{', '}', '\0'])
        && !is_absolute(text)
}

/// Whether an argument ends as a script does.
pub(crate) fn is_script_name(argument: &str) -> bool {
    let lower = argument.to_ascii_lowercase();
    SCRIPT_ENDINGS.iter().any(|ending| lower.ends_with(ending))
}

/// Whether ak's runner takes an argument for a path that starts from the adapter's folder.
pub(crate) fn is_relative(argument: &str) -> bool {
    !is_absolute(argument) && (argument.contains(['/', '\\']) || is_script_name(argument))
}

/// Whether a path is absolute on any system.
pub(crate) fn is_absolute(path: &str) -> bool {
    let drive = || {
        let bytes = path.as_bytes();
        matches!(bytes, [letter, b':', b'/' | b'\\', ..] if letter.is_ascii_alphabetic())
    };
    path.starts_with(['/', '\\']) || drive()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{Strictness, parse};

    #[test]
    fn an_id_begins_with_a_letter() {
        for id in ["a", "acme", "a-", "a--b", "x9"] {
            assert!(is_id(id), "{id}");
        }
        for other in ["", "-a", "9a", "Acme", "a.b", "a\n", "é", "a_b"] {
            assert!(!is_id(other), "{other}");
        }
    }

    #[test]
    fn the_fault_of_an_id_is_its_first_run_of_wrong_characters() {
        let fault = |text: &str| {
            let tree = parse(text, Strictness::JavaScript);
            id_fault(tree.root().unwrap()).map(|fault| text[fault.span.range()].to_owned())
        };
        assert_eq!(fault("\"acme\""), None);
        assert_eq!(fault("7"), None);
        assert_eq!(fault("\"\""), Some("\"\"".to_owned()));
        assert_eq!(fault("\"my TOOL.X\""), Some(" TOOL.X".to_owned()));
        assert_eq!(fault("\"9-a\""), Some("9".to_owned()));
        assert_eq!(fault("\"a\\ud800b\""), Some("\\ud800".to_owned()));
        assert_eq!(fault("\"acme\\n\""), Some("\\n".to_owned()));
    }

    #[test]
    fn ids_are_respelt() {
        let respell = |text| respell_id(text).unwrap_or_default();
        assert_eq!(respell("Acme"), "acme");
        assert_eq!(respell(" My  Tool_2! "), "my-tool-2");
        assert_eq!(respell("-a-"), "a");
        assert_eq!(respell("9router"), "");
        assert_eq!(respell("日本"), "");
        let file = |text| respell_file_name(text).unwrap_or_default();
        assert_eq!(file("/opt/acme/bin/Acme.exe"), "acme");
        assert_eq!(file(".venv\\Scripts\\acme"), "acme");
        assert_eq!(file("../../etc/passwd"), "passwd");
        assert_eq!(file("AGENTS.md"), "agents");
    }

    #[test]
    fn the_runner_knows_paths_by_their_separators_and_endings() {
        for relative in [
            "./run",
            "a\\b",
            "run.MJS",
            "--config=a/b",
            "https://x",
            "~/x",
        ] {
            assert!(is_relative(relative), "{relative}");
        }
        for other in [
            "node",
            "/opt/x.sh",
            "C:\\x\\run.ps1",
            "\\\\host\\x",
            "run.mjsx",
            "-v",
        ] {
            assert!(!is_relative(other), "{other}");
        }
    }
}
