//! Every rule, one file each.

use crate::rule::Rule;

mod absent_field;
mod byte_order_mark;
mod comment;
mod consent_hash_unknown;
mod credential_field;
mod duplicate_item;
mod duplicate_key;
mod empty_value;
mod execution_field;
mod file_too_large;
mod invalid_utf8;
mod invalid_value;
mod lone_surrogate;
mod missing_field;
mod nesting_too_deep;
mod number_out_of_range;
mod positional_form;
mod schema_field;
mod syntax_error;
mod text;
mod trailing_comma;
mod unknown;
mod unknown_field;
mod wrong_type;

/// Every rule, in alphabetical order.
pub static ALL: &[&Rule] = &[
    &absent_field::RULE,
    &byte_order_mark::RULE,
    &comment::RULE,
    &consent_hash_unknown::RULE,
    &credential_field::RULE,
    &duplicate_item::RULE,
    &duplicate_key::RULE,
    &empty_value::RULE,
    &execution_field::RULE,
    &file_too_large::RULE,
    &invalid_utf8::RULE,
    &invalid_value::RULE,
    &lone_surrogate::RULE,
    &missing_field::RULE,
    &nesting_too_deep::RULE,
    &number_out_of_range::RULE,
    &positional_form::RULE,
    &schema_field::RULE,
    &syntax_error::RULE,
    &trailing_comma::RULE,
    &unknown_field::RULE,
    &wrong_type::RULE,
];

/// The rule with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Rule> {
    ALL.iter().copied().find(|rule| rule.name == name)
}
