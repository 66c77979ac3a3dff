//! Every rule, one file each.

use crate::rule::Rule;

mod consent_hash_unknown;
mod text;
mod trailing_comma;

/// Every rule, in alphabetical order.
pub static ALL: &[&Rule] = &[&consent_hash_unknown::RULE, &trailing_comma::RULE];

/// The rule with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Rule> {
    ALL.iter().copied().find(|rule| rule.name == name)
}
