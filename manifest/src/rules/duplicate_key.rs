//! `duplicate-key`

use crate::context::Context;
use crate::diagnostic::{Fix, Severity};
use crate::document::DocumentKind;
use crate::rule::rule;
use crate::structure::Schema;
use crate::syntax::parser::shadowed_members;
use crate::syntax::{Node, NodeKind};
use crate::words::quoted;

rule! {
    /// ## What it does
    ///
    /// Reports a key that an object has twice, at any depth. Keys are compared as they read once
    /// their escapes are resolved: `"a"` and `"\u0061"` are the same.
    ///
    /// ## Why it matters
    ///
    /// A reviewer reads the first, the program takes the last. Fornax refuses a repeated field. In
    /// the free-form `element`, and everywhere in agentic-kit, the last one silently wins; there it
    /// is a warning on the one that is lost, which is not looked at any further.
    ///
    /// ## Example
    ///
    /// ```json bad in=/host/install mark="bin"
    /// { "bin": "acme", "bin": "acme", "externalInstallPolicy": "managed" }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/host/install
    /// { "bin": "acme", "externalInstallPolicy": "managed" }
    /// ```
    ///
    /// ## Fix
    ///
    /// Removes the earlier one, which no program uses.
    pub(crate) static RULE = {
        name: "duplicate-key",
        kinds: [AkAdapter, AkKit, FornaxManifest, FornaxRegistry],
        severity: Error,
        reasons: ["parse"],
        summary: "an object has a key twice",
        fix: Always,
        stage: Text,
        since: "0.1.0",
    }
}

/// What a loader does with a repeated key.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Refused,
    LastWins,
    /// The object lies in a field that is unknown, and reported as such.
    Unjudged,
}

fn check(cx: &mut Context<'_>) {
    if !cx.tree().has_shadowed() {
        return;
    }
    // What a shadowed member holds is lost with it, and not looked at.
    let objects = cx
        .tree()
        .root()
        .into_iter()
        .flat_map(|root| std::iter::once(root).chain(root.descendants()))
        .filter(|node| node.kind() == NodeKind::Object);
    for object in objects {
        let pairs = shadowed_members(object);
        if pairs.is_empty() {
            continue;
        }
        let verdict = verdict(cx.kind(), object);
        let outside = cx.kind() == DocumentKind::AkKit && !in_host_adapters(object);
        if verdict == Verdict::Unjudged {
            continue;
        }
        for (earlier, last) in pairs {
            if outside && !(object.parent().is_none() && last.has_name("hostAdapters")) {
                continue;
            }
            let name = last.name();
            let name = quoted(&name);
            let edits = cx.editor().remove_member(earlier);
            let title = format!("Remove the earlier {name}");
            if verdict == Verdict::Refused {
                let reason = (cx.kind() == DocumentKind::FornaxManifest).then_some("parse");
                cx.report(
                    last.key().span(),
                    format!("{name} is here a second time; the loader refuses a repeated field"),
                )
                .reason(reason)
                .related(earlier.key().span(), format!("{name} is already here"))
                .fix(Fix::guess(title, edits));
            } else {
                cx.report(
                    earlier.key().span(),
                    format!(
                        "this {name} is lost: the same key comes again, and the last one counts"
                    ),
                )
                .severity(Severity::Warning)
                .related(last.key().span(), "this one counts")
                .fix(Fix::safe(title, edits));
            }
        }
    }
}

fn verdict(kind: DocumentKind, object: Node<'_>) -> Verdict {
    match kind {
        DocumentKind::AkAdapter | DocumentKind::AkKit => Verdict::LastWins,
        DocumentKind::FornaxManifest if in_element(object) => Verdict::LastWins,
        DocumentKind::FornaxManifest | DocumentKind::FornaxRegistry => {
            let is_known = Schema::at(kind, object)
                .is_some_and(|schema| schema.property_names().next().is_some());
            if is_known {
                Verdict::Refused
            } else {
                Verdict::Unjudged
            }
        }
    }
}

/// Whether `node` is, or lies in, an operation's element.
fn in_element(node: Node<'_>) -> bool {
    let path: Vec<Node<'_>> = std::iter::successors(Some(node), |node| node.parent()).collect();
    let mut names = path.iter().rev().filter_map(|node| node.as_member());
    names
        .next()
        .is_some_and(|member| member.has_name("operations"))
        && names
            .next()
            .is_some_and(|member| member.has_name("element"))
}

fn in_host_adapters(node: Node<'_>) -> bool {
    std::iter::successors(Some(node), |node| node.parent())
        .filter_map(|node| node.as_member())
        .last()
        .is_some_and(|member| member.has_name("hostAdapters"))
}
