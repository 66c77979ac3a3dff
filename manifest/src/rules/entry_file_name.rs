//! `entry-file-name`

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax::{self, COPY_SUFFIX, Text, is_id};
use crate::rule::rule;
use crate::words::quoted;

rule! {
    /// ## What it does
    ///
    /// Reports an entry whose `manifest_file` is not its `id` followed by `.manifest.json`.
    ///
    /// ## Why it matters
    ///
    /// Fornax keeps its own copy of each manifest beside the index, under exactly that name, and
    /// rejects an entry that names another file: otherwise an entry could have any file read.
    ///
    /// ## Example
    ///
    /// ```json bad in=/entries/0/manifest_file mark="acme.manifest.json"
    /// "acme.manifest.json"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/entries/0/manifest_file
    /// "acme-agent.manifest.json"
    /// ```
    ///
    /// ## Fix
    ///
    /// Names the file after the `id`. Unsafe: the entry may be another adapter's.
    pub(crate) static RULE = {
        name: "entry-file-name",
        kinds: [FornaxRegistry],
        severity: Error,
        reasons: [],
        summary: "a registry entry whose file is not named after its id",
        fix: Sometimes,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for entry in fornax::entries(cx) {
        let Some(file) = Text::member(entry, "manifest_file") else {
            continue;
        };
        let id = Text::member(entry, "id");
        // Named after an id that has a fault of its own, it will be right when the id is.
        if id.as_ref().is_some_and(|id| {
            !is_id(id) && file.strip_suffix(COPY_SUFFIX) == Some(&**id) && !id.contains('/')
        }) {
            continue;
        }
        let id = id.filter(|id| is_id(id));
        let (message, fix) = match id {
            Some(id) => {
                let expected = format!("{}{COPY_SUFFIX}", &*id);
                if *file == *expected {
                    continue;
                }
                let edits = file.replace_with(cx, &expected);
                let fix = Fix::guess(format!("Change it to `{expected}`"), edits);
                let message = format!(
                    "`manifest_file` must be `{expected}`, after the `id`; this is {}",
                    quoted(&file)
                );
                (message, Some(fix))
            }
            // Which id it should be named after is unclear; that it is some id's is not.
            None if file.strip_suffix(COPY_SUFFIX).is_some_and(is_id) => continue,
            None => (
                format!(
                    "`manifest_file` must be the entry's `id` followed by `{COPY_SUFFIX}`, without a folder"
                ),
                None,
            ),
        };
        let finding = cx.report(file.span(), message);
        if let Some(fix) = fix {
            finding.fix(fix);
        }
    }
}
