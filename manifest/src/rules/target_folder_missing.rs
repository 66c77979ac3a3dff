//! `target-folder-missing`

use crate::context::Context;
use crate::fornax;
use crate::rule::rule;
use crate::surroundings::{Entry, Place};

rule! {
    /// ## What it does
    ///
    /// Points out that the folder of `target.path` does not exist on this machine.
    ///
    /// ## Why it matters
    ///
    /// Fornax creates no folders for an external adapter: install is refused until the host tool has
    /// made its own. That may be as it should be, if the tool is not installed here.
    ///
    /// ## Example
    ///
    /// ```json file=~/.config folder
    /// ```
    ///
    /// ```json bad in=/target/path mark="~/.acme/settings.json"
    /// "~/.acme/settings.json"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json file=~/.acme folder
    /// ```
    ///
    /// ```json good in=/target/path
    /// "~/.acme/settings.json"
    /// ```
    pub(crate) static RULE = {
        name: "target-folder-missing",
        kinds: [FornaxManifest],
        severity: Info,
        reasons: [],
        summary: "a target whose folder does not exist on this machine",
        fix: Never,
        stage: Surroundings,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(path) = fornax::target_path(cx) else {
        return;
    };
    let file = fornax::target_below_home(cx);
    let Some((folder, _)) = file.and_then(|file| file.rsplit_once('/')) else {
        return;
    };
    // What stands in its way has words of its own.
    let is_missing = cx.surroundings().entry(Place::Home, folder) == Entry::Missing
        && fornax::obstacle_before(folder, cx.surroundings()).is_none();
    if is_missing {
        cx.report(
            path.span(),
            format!("there is no folder `~/{folder}` on this machine: Fornax would refuse to install here"),
        );
    }
}
