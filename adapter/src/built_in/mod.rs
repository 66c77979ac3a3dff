//! The adapters that come with Fornax. They are what a manifest can be, and a little more: they may make
//! their target's folder.

mod claude_code;
mod codex;

use crate::adapter::Adapter;

/// The built-in adapters, in the order in which they are shown.
static ALL: [&dyn Adapter; 2] = [&claude_code::ClaudeCode, &codex::Codex];

/// Every built-in adapter.
pub(crate) fn all() -> &'static [&'static dyn Adapter] {
    &ALL
}

/// The word for a refusal to touch what the user has put where an adapter's own would be.
#[cfg(feature = "command-line")]
pub(crate) const FOREIGN: &str = codex::FOREIGN;

/// Their ids, for who needs nothing else of them: what they can do stays out of a program then.
const IDS: [&str; 2] = [claude_code::ID, codex::ID];

/// Whether an id is one of theirs.
pub(crate) fn is_built_in(id: &str) -> bool {
    IDS.contains(&id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fornax_manifest::Options;

    #[test]
    fn their_ids_are_those_that_a_manifest_may_not_have() {
        let ids: Vec<_> = all().iter().map(|adapter| adapter.id()).collect();
        assert_eq!(ids, IDS);
        assert_eq!(ids, Options::default().reserved_ids);
    }
}
