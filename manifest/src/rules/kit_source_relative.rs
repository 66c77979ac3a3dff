//! `kit-source-relative`

use crate::agentic_kit::kit::{self, Source, scheme};
use crate::agentic_kit::{is_absolute, literal, replace_text};
use crate::context::Context;
use crate::diagnostic::Fix;
use crate::rule::rule;
use crate::syntax::Node;

rule! {
    /// ## What it does
    ///
    /// Reports a `source` that ak takes for a relative path.
    ///
    /// ## Why it matters
    ///
    /// A relative path starts from the folder in which ak happens to be started, not from that of
    /// `kit.json`: the adapter is found in one folder and missing in the next. Whatever begins with
    /// neither `https://` nor `npm:` is a path, also `HTTPS://`, `file://` and `~/`.
    ///
    /// ## Example
    ///
    /// ```json bad mark="adapters/acme.json"
    /// { "hostAdapters": [{ "name": "acme", "source": "adapters/acme.json" }] }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good
    /// { "hostAdapters": [{ "name": "acme", "source": "/opt/acme/ak-adapter.json" }] }
    /// ```
    ///
    /// ## Fix
    ///
    /// Spells `HTTPS://` and `NPM:` in lower case, and drops `file://`. A path is the author's to
    /// complete.
    pub(crate) static RULE = {
        name: "kit-source-relative",
        kinds: [AkKit],
        severity: Warning,
        reasons: [],
        summary: "a path that starts from wherever ak is started",
        fix: Sometimes,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for (node, text) in kit::sources(cx.tree()) {
        let Source::Path(path) = Source::of(&text) else {
            continue;
        };
        if is_absolute(path) {
            continue;
        }
        let shown = literal(node);
        let message = match scheme(path) {
            Some(scheme) if is_known(&scheme) && path.starts_with(&*scheme) => {
                format!("`//` is missing behind `{scheme}:`: ak takes {shown} for a relative path")
            }
            Some(scheme) if is_known(&scheme) => {
                format!("schemes are lower case: ak takes {shown} for a relative path")
            }
            Some(scheme) => format!("ak has no scheme `{scheme}:` and takes {shown} for a path"),
            None if path.starts_with('~') => {
                format!("no shell reads {shown}: to ak `~` is a folder of that name")
            }
            None => format!("{shown} starts from the folder in which ak is started"),
        };
        let fix = repair(cx, node, path);
        let finding = cx.report(node.span(), message);
        match fix {
            Some(fix) => finding.fix(fix),
            None => {
                finding.note("Write an absolute path, `https://…` or `npm:<package>@<version>`.")
            }
        };
    }
}

fn is_known(scheme: &str) -> bool {
    matches!(scheme, "https" | "http" | "npm")
}

fn repair(cx: &Context<'_>, node: Node<'_>, path: &str) -> Option<Fix> {
    let scheme = scheme(path)?;
    if is_known(&scheme) && path.starts_with(&*scheme) {
        // What is not encrypted is refused.
        let rest = path[scheme.len() + 1..].trim_start_matches('/');
        return (!rest.is_empty()).then(|| replace_text(cx, node, &format!("https://{rest}")));
    }
    if is_known(&scheme) {
        return Some(replace_text(
            cx,
            node,
            &format!("{scheme}{}", &path[scheme.len()..]),
        ));
    }
    let rest = path[scheme.len()..].strip_prefix("://")?;
    (scheme == "file" && rest.starts_with('/')).then(|| replace_text(cx, node, rest))
}
