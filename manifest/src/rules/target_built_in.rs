//! `target-built-in`

use crate::context::Context;
use crate::fornax;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Points out a `target.path` that one of Fornax's built-in adapters takes care of:
    /// `~/.claude/settings.json` or `~/.codex/config.json`.
    ///
    /// ## Why it matters
    ///
    /// Nothing forbids it. But two adapters then change one file, and the built-in one is tested
    /// with its host tool. The built-in adapter for Codex changes `~/.codex/config.toml`, which no
    /// manifest can name, since a target is JSON: whoever names `config.json` beside it most likely
    /// means the same settings.
    ///
    /// ## Example
    ///
    /// ```json bad in=/target/path mark="~/.claude/settings.json"
    /// "~/.claude/settings.json"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/target/path
    /// "~/.acme/settings.json"
    /// ```
    pub(crate) static RULE = {
        name: "target-built-in",
        kinds: [FornaxManifest],
        severity: Info,
        reasons: [],
        summary: "a target that a built-in adapter takes care of",
        fix: Never,
        stage: Meaning,
        since: "0.1.0",
    }
}

/// What the built-in adapters change, and their ids.
const BUILT_IN: [(&str, &str); 2] = [
    (".claude/settings.json", "claude-code"),
    (".codex/config.json", "codex"),
];

fn check(cx: &mut Context<'_>) {
    let Some(path) = fornax::target_path(cx) else {
        return;
    };
    let file = fornax::target_below_home(cx);
    if let Some((target, id)) = BUILT_IN.iter().find(|(target, _)| file == Some(*target)) {
        cx.report(
            path.span(),
            format!("`~/{target}` is what the built-in adapter `{id}` takes care of"),
        );
    }
}
