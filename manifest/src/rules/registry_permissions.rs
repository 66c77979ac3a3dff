//! `registry-permissions`

use crate::context::Context;
use crate::fornax;
use crate::rule::rule;
use crate::surroundings::{Entry, Place};
use crate::syntax::Span;

rule! {
    /// ## What it does
    ///
    /// Reports that Fornax's folder of adapters is not open to its owner alone (mode 700), or that a
    /// file in it is not (mode 600): the index itself, or the copy of an entry's manifest. Only
    /// where the system has such modes.
    ///
    /// ## Why it matters
    ///
    /// Fornax creates both that way. Whoever can write there can exchange a copy together with its
    /// digest, and so change what an adapter does.
    ///
    /// ## Example
    ///
    /// ```json file=./acme-agent.manifest.json mode=644
    /// {}
    /// ```
    ///
    /// ```json bad mark="acme-agent.manifest.json"
    /// { "entries": [{ "id": "acme-agent", "manifest_file": "acme-agent.manifest.json" }] }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json file=./acme-agent.manifest.json mode=600
    /// {}
    /// ```
    ///
    /// ```json good
    /// { "entries": [{ "id": "acme-agent", "manifest_file": "acme-agent.manifest.json" }] }
    /// ```
    pub(crate) static RULE = {
        name: "registry-permissions",
        kinds: [FornaxRegistry],
        severity: Warning,
        reasons: [],
        summary: "a folder or file of the registry that is open to others",
        fix: Never,
        stage: Surroundings,
        since: "0.1.0",
    }
}

const FOLDER: u32 = 0o700;
const FILE: u32 = 0o600;

fn check(cx: &mut Context<'_>) {
    let top = cx.root().map_or(Span::at(0), |root| root.open());
    let surroundings = cx.surroundings();
    if let Entry::Folder { mode } = surroundings.entry(Place::Beside, ".") {
        report(cx, top, "the registry's folder", mode, FOLDER);
    }
    let own = surroundings.file_name();
    if let Some(Entry::File { mode, .. }) = own.map(|name| surroundings.entry(Place::Beside, name))
    {
        report(cx, top, "the registry's file", mode, FILE);
    }
    for entry in fornax::registered(cx) {
        if let Entry::File { mode, .. } = surroundings.entry(Place::Beside, &entry.file) {
            report(cx, entry.file.span(), "this file", mode, FILE);
        }
    }
}

fn report(cx: &mut Context<'_>, span: Span, what: &str, mode: Option<u32>, expected: u32) {
    let Some(mode) = mode
        .map(|mode| mode & 0o777)
        .filter(|mode| *mode != expected)
    else {
        return;
    };
    cx.report(
        span,
        format!(
            "{what} has the mode {mode:03o}; Fornax keeps it at {expected:o}, for its owner alone"
        ),
    );
}
