//! `install-bin-malformed`

use crate::agentic_kit::report_bin;
use crate::context::Context;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports a `host.install.bin` that is not a bare command name: a lower-case letter, followed
    /// by lower-case letters, digits and hyphens.
    ///
    /// ## Why it matters
    ///
    /// ak looks the command up on `PATH` and nowhere else; it refuses a path, a dot and a capital
    /// letter. There is no field for a command in a virtual environment: put such a command on
    /// `PATH` under a bare name, for instance with a symbolic link in `~/.local/bin`.
    ///
    /// ## Example
    ///
    /// ```json bad in=/host/install/bin mark=/
    /// "/opt/acme/bin/acme"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/host/install/bin
    /// "acme"
    /// ```
    ///
    /// ## Fix
    ///
    /// Keeps the last part of a path, without its extension and in lower case. Where that is not
    /// enough, an example is put there, to be replaced.
    pub(crate) static RULE = {
        name: "install-bin-malformed",
        kinds: [AkAdapter],
        severity: Error,
        reasons: ["invalid-install-bin"],
        summary: "an installed command that is not a bare name",
        fix: Sometimes,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    report_bin(cx, "/host/install/bin");
}
