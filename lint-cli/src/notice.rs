//! What is said in a rule's place and is no rule's: about a run, a file as such or a configuration.

use fornax_manifest::Severity;
use fornax_project::config::BROKEN_CONFIGURATION;

use crate::report::{INTERNAL_ERROR, UNREADABLE_FILE, UNUSED_IGNORE, UNWRITABLE_FILE};

/// The name of the notice that there was nothing to check.
pub(crate) const NOTHING_CHECKED: &str = "nothing-checked";

/// One such notice.
#[derive(Debug)]
pub(crate) struct Notice {
    pub(crate) name: &'static str,
    pub(crate) severity: Severity,
    /// What it is about, in one line.
    pub(crate) summary: &'static str,
    /// What it means.
    pub(crate) manual: &'static str,
}

/// Every notice.
pub(crate) const NOTICES: [Notice; 6] = [
    Notice {
        name: UNREADABLE_FILE,
        severity: Severity::Error,
        summary: "a file that could not be checked",
        manual: "\
This is no rule. The file is missing, may not be read, is a pipe or a device, or nobody can tell which
kind of document it is; the message says which. The exit code is then 2.",
    },
    Notice {
        name: UNWRITABLE_FILE,
        severity: Severity::Error,
        summary: "a file that could not be fixed",
        manual: "\
This is no rule. `--fix` has found something to fix, but the file may not be written to, was changed by another
program since it was read, or the disk is full; the message says which. The file is as it was, and its findings
are those of before. The exit code is then 2.",
    },
    Notice {
        name: INTERNAL_ERROR,
        severity: Severity::Error,
        summary: "a file on which fornax-lint itself failed",
        manual: "\
This is no rule, and no fault of the file. The other files were checked. The exit code is then 2.",
    },
    Notice {
        name: BROKEN_CONFIGURATION,
        severity: Severity::Error,
        summary: "a configuration that can't be used",
        manual: "\
This is no rule. A `fornax-lint.toml` is not TOML, has a key or names a rule that doesn't exist, or a value
that can't be; the message says which, and where. What it governs is not checked, and the exit code is 2.",
    },
    Notice {
        name: UNUSED_IGNORE,
        severity: Severity::Warning,
        summary: "an ignore that ignores nothing",
        manual: "\
This is no rule. A `fornax-lint.toml` ignores findings that are no longer there, or never were: the fault was
repaired, or the entry's rule, path or pointer is not the one that was meant. Remove the entry, or correct it.",
    },
    Notice {
        name: NOTHING_CHECKED,
        severity: Severity::Warning,
        summary: "a run that found no manifest",
        manual: "\
This is no rule. Nothing in the folders that were given has a manifest's name and looks like one, or all of it
is excluded or ignored. The exit code is 0, but nothing was checked.",
    },
];

/// The notice with this name.
pub(crate) fn find_notice(name: &str) -> Option<&'static Notice> {
    NOTICES.iter().find(|notice| notice.name == name)
}
