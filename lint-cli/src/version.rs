//! What the program says about itself.

use std::env::consts::{ARCH, OS};
use std::sync::LazyLock;

use fornax_manifest::RULES;

/// What `-V` says: the version.
pub(crate) const SHORT: &str = env!("CARGO_PKG_VERSION");

/// The whole of what is printed, behind the program's name.
pub(crate) fn line(version: &str) -> String {
    format!("{} {version}\n", env!("CARGO_PKG_NAME"))
}

/// What `--version` says: the version, and what a report of a fault should mention besides.
pub(crate) fn long() -> &'static str {
    static LONG: LazyLock<String> = LazyLock::new(|| {
        let environment = if cfg!(target_env = "gnu") {
            "-gnu"
        } else if cfg!(target_env = "musl") {
            "-musl"
        } else if cfg!(target_env = "msvc") {
            "-msvc"
        } else {
            ""
        };
        let profile = if cfg!(debug_assertions) {
            "debug"
        } else {
            "release"
        };
        let mut text = format!("{SHORT}\n");
        // Whoever builds a release knows the commit and says it; nothing here runs git to find out.
        if let Some(commit) = option_env!("FORNAX_LINT_COMMIT") {
            text.push_str(&format!("commit  {commit}\n"));
        }
        text.push_str(&format!(
            "target  {ARCH}-{OS}{environment}\nbuild   {profile}\nrules   {}",
            RULES.len()
        ));
        text
    });
    &LONG
}
