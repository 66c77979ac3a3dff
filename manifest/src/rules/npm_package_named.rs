//! `npm-package-named`

use crate::agentic_kit::report_must_be_absent;
use crate::context::Context;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports a `host.install.npmPackage` with any other value than `null`.
    ///
    /// ## Why it matters
    ///
    /// An adapter from outside never names a package that ak would install, so ak refuses every
    /// value here, even `""`, `0` and `false`. The user installs the host; the adapter detects it.
    ///
    /// ## Example
    ///
    /// ```json bad in=/host/install mark="@acme/cli"
    /// { "bin": "acme", "npmPackage": "@acme/cli", "externalInstallPolicy": "unmanaged" }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/host/install
    /// { "bin": "acme", "externalInstallPolicy": "unmanaged" }
    /// ```
    ///
    /// ## Fix
    ///
    /// Removes the member, or sets it to `null`.
    pub(crate) static RULE = {
        name: "npm-package-named",
        kinds: [AkAdapter],
        severity: Error,
        reasons: ["external-npm-package"],
        summary: "an npm package for ak to install",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    report_must_be_absent(
        cx,
        "/host/install",
        "npmPackage",
        "an adapter must not name a package that ak would install",
    );
}
