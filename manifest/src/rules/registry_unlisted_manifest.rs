//! `registry-unlisted-manifest`

use std::collections::HashSet;

use crate::context::Context;
use crate::fornax::{self, COPY_SUFFIX, Text};
use crate::rule::rule;
use crate::surroundings::Place;
use crate::syntax::{NodeKind, Object};
use crate::words::all_of;

rule! {
    /// ## What it does
    ///
    /// Points out files `*.manifest.json` beside the registry that none of its entries names.
    ///
    /// ## Why it matters
    ///
    /// They are not registered and never read: a file in this folder does nothing by being there.
    /// `fornax adapter register` is the only way in.
    ///
    /// ## Example
    ///
    /// ```json file=./acme-agent.manifest.json
    /// {}
    /// ```
    ///
    /// ```json bad mark="entries"
    /// { "schema_version": 1, "entries": [] }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json file=./README.md
    /// Here is what Fornax has registered.
    /// ```
    ///
    /// ```json good
    /// { "schema_version": 1, "entries": [] }
    /// ```
    pub(crate) static RULE = {
        name: "registry-unlisted-manifest",
        kinds: [FornaxRegistry],
        severity: Info,
        reasons: [],
        summary: "a manifest in the registry's folder that is not registered",
        fix: Never,
        stage: Surroundings,
        since: "0.1.0",
    }
}

/// How many files are named in one message.
const NAMED: usize = 5;

fn check(cx: &mut Context<'_>) {
    let Some(root) = cx.root().filter(|root| knows_its_entries(*root)) else {
        return;
    };
    let Some(names) = cx.surroundings().names(Place::Beside, ".") else {
        return;
    };
    let listed: HashSet<String> = fornax::entries(cx)
        .filter_map(|entry| Text::member(entry, "manifest_file"))
        .map(|file| file.to_string())
        .collect();
    let unlisted: Vec<String> = names
        .into_iter()
        .filter(|name| name.len() > COPY_SUFFIX.len() && name.ends_with(COPY_SUFFIX))
        .filter(|name| !listed.contains(name))
        .collect();
    if unlisted.is_empty() {
        return;
    }
    let place = root
        .member("entries")
        .map_or(root.open(), |entries| entries.key().span());
    let mut words: Vec<String> = unlisted
        .iter()
        .take(NAMED)
        .map(|name| format!("`{name}`"))
        .collect();
    if unlisted.len() > NAMED {
        words.push(format!("{} more", unlisted.len() - NAMED));
    }
    cx.report(
        place,
        format!(
            "{} beside the registry: not registered, and never read",
            all_of(&words)
        ),
    );
}

/// Whether every entry is known, so that what isn't there is truly not listed.
fn knows_its_entries(root: Object<'_>) -> bool {
    let known = match root.get("entries") {
        Some(entries) => entries.kind() == NodeKind::Array && !entries.is_damaged(),
        None => root.member("entries").is_none(),
    };
    known && !root.is_damaged()
}
