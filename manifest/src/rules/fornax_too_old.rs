//! `fornax-too-old`

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax;
use crate::options::FornaxVersion;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports a `min_fornax_version` above the version of Fornax that is in use. The configuration
    /// says which one that is; where it doesn't, nothing is reported.
    ///
    /// ## Why it matters
    ///
    /// That Fornax refuses the manifest.
    ///
    /// ## Example
    ///
    /// With Fornax 0.0.9 in use:
    ///
    /// ```json bad in=/min_fornax_version mark="0.1.0"
    /// "0.1.0"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/min_fornax_version
    /// "0.0.9"
    /// ```
    ///
    /// ## Fix
    ///
    /// Lowers the version to the one in use. Unsafe: the manifest may need the newer one.
    pub(crate) static RULE = {
        name: "fornax-too-old",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: ["fornax-too-old"],
        summary: "a manifest for a newer Fornax than the one in use",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(in_use) = cx.options().fornax_version else {
        return;
    };
    let Some(text) = fornax::least_version(cx) else {
        return;
    };
    let Some(asked) = FornaxVersion::with_signs(&text) else {
        return;
    };
    if asked > in_use {
        let edits = text.replace_with(cx, &in_use.to_string());
        cx.report(
            text.span(),
            format!("this manifest needs Fornax {asked} or newer; {in_use} is in use"),
        )
        .fix(Fix::guess(
            format!("Lower the version to `{in_use}`"),
            edits,
        ));
    }
}
