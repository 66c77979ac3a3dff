//! `kit-source-malformed`

use crate::agentic_kit::kit::{self, Source};
use crate::agentic_kit::{literal, replace_text};
use crate::context::Context;
use crate::rule::rule;
use crate::semver;
use crate::sensible;

rule! {
    /// ## What it does
    ///
    /// Reports an empty `source`, and one that begins with `npm:` and goes on with anything but a
    /// package name and, behind `@`, one exact version or a tag.
    ///
    /// ## Why it matters
    ///
    /// ak fetches one certain version, or what a tag stands for. It takes no ranges (`1`, `1.x`,
    /// `^1`, `*`), no paths and no git addresses behind `npm:`.
    ///
    /// ## Example
    ///
    /// ```json bad mark=~1.2
    /// { "hostAdapters": [{ "name": "acme", "source": "npm:@acme/ak-adapter@~1.2" }] }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good
    /// { "hostAdapters": [{ "name": "acme", "source": "npm:@acme/ak-adapter@1.2.0" }] }
    /// ```
    ///
    /// ## Fix
    ///
    /// Makes an exact version of a range. Where that is not the fault, an example is put there, to be
    /// replaced.
    pub(crate) static RULE = {
        name: "kit-source-malformed",
        kinds: [AkKit],
        severity: Error,
        reasons: ["invalid-entry", "source-invalid"],
        summary: "a source that is neither an address, a package nor a path",
        fix: Sometimes,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for node in kit::entries(cx.tree()).filter_map(|entry| entry.get("source")) {
        let Some(text) = node.as_str() else {
            continue;
        };
        if text.is_empty() {
            let fix = sensible::replacement(cx, node);
            let finding = cx.report(node.span(), "`source` must not be empty");
            finding
                .reason("invalid-entry")
                .note("It is `https://…`, `npm:<package>@<version>`, or the path of a file.");
            if let Some(fix) = fix {
                finding.fix(fix);
            }
            continue;
        }
        let Source::Npm(package) = Source::of(&text) else {
            continue;
        };
        let (name, version) = kit::split_package(package);
        if !kit::is_package_name(name) {
            let fix = sensible::replacement(cx, node);
            let finding = cx.report(
                node.span(),
                format!(
                    "behind `npm:` stands `name` or `@scope/name`, perhaps with `@` and a version; \
                     this is {}",
                    literal(node)
                ),
            );
            finding.reason("source-invalid");
            if let Some(fix) = fix {
                finding.fix(fix);
            }
            continue;
        }
        let Some(version) = version.filter(|version| !kit::is_version_or_tag(version)) else {
            continue;
        };
        let start = text.len() - version.len();
        let span = match version {
            "" => node.span(),
            _ => node.span_of_bytes(start..text.len()),
        };
        let better = match version.trim() {
            "" | "*" | "x" => Some(text[..start - 1].to_owned()),
            range => better_version(range).map(|version| format!("{}{version}", &text[..start])),
        };
        let fix = better
            .map(|source| replace_text(cx, node, &source))
            .or_else(|| sensible::replacement(cx, node));
        let finding = cx.report(
            span,
            "behind the package's `@` stands one exact version, such as `1.2.0`, or a tag, such as \
             `latest`",
        );
        finding.reason("source-invalid");
        if let Some(fix) = fix {
            finding.fix(fix);
        }
    }
}

fn better_version(range: &str) -> Option<String> {
    let version = semver::complete(range)?;
    if semver::is_strict(&version) {
        Some(version)
    } else {
        semver::strict(&version)
    }
}
