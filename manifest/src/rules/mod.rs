//! Every rule, one file each.

use crate::rule::Rule;

mod absent_field;
mod ak_id_malformed;
mod ak_version_malformed;
mod ak_version_not_semver;
mod apply_without_undo;
mod aqe_provider_named;
mod bin_mismatch;
mod builtin_shadow;
mod byte_order_mark;
mod change_id_repeated;
mod comment;
mod consent_hash_unknown;
mod contract_malformed;
mod contract_unsupported;
mod credential_field;
mod detection_bin_malformed;
mod duplicate_item;
mod duplicate_key;
mod empty_value;
mod enabled_by_default;
mod execution_field;
mod execution_not_routable;
mod file_too_large;
mod guidance_file_malformed;
mod hook_script_missing;
mod hook_timeout_implausible;
mod hook_timeout_malformed;
mod hook_timeout_missing;
mod hook_unanchored;
mod install_bin_malformed;
mod invalid_utf8;
mod invalid_value;
mod kit_contract_malformed;
mod kit_contract_mismatch;
mod kit_manifest_refused;
mod kit_name_mismatch;
mod kit_name_repeated;
mod kit_source_insecure;
mod kit_source_malformed;
mod kit_source_missing;
mod kit_source_not_a_file;
mod kit_source_relative;
mod label_blank;
mod legacy_ignored;
mod lifecycle_verb_unknown;
mod lone_surrogate;
mod manifest_symlinked;
mod missing_field;
mod name_mismatch;
mod native_capability_undelivered;
mod nesting_too_deep;
mod npm_package_named;
mod number_out_of_range;
mod positional_form;
mod routing_without_execution;
mod schema_field;
mod self_asserted_capability;
mod session_driving_gated;
mod surface_unimplemented;
mod surface_unsupported;
mod syntax_error;
mod text;
mod trailing_comma;
mod trust_changes_empty;
mod unknown;
mod unknown_field;
mod wrong_type;

/// Every rule, in alphabetical order.
pub static ALL: &[&Rule] = &[
    &absent_field::RULE,
    &ak_id_malformed::RULE,
    &ak_version_malformed::RULE,
    &ak_version_not_semver::RULE,
    &apply_without_undo::RULE,
    &aqe_provider_named::RULE,
    &bin_mismatch::RULE,
    &builtin_shadow::RULE,
    &byte_order_mark::RULE,
    &change_id_repeated::RULE,
    &comment::RULE,
    &consent_hash_unknown::RULE,
    &contract_malformed::RULE,
    &contract_unsupported::RULE,
    &credential_field::RULE,
    &detection_bin_malformed::RULE,
    &duplicate_item::RULE,
    &duplicate_key::RULE,
    &empty_value::RULE,
    &enabled_by_default::RULE,
    &execution_field::RULE,
    &execution_not_routable::RULE,
    &file_too_large::RULE,
    &guidance_file_malformed::RULE,
    &hook_script_missing::RULE,
    &hook_timeout_implausible::RULE,
    &hook_timeout_malformed::RULE,
    &hook_timeout_missing::RULE,
    &hook_unanchored::RULE,
    &install_bin_malformed::RULE,
    &invalid_utf8::RULE,
    &invalid_value::RULE,
    &kit_contract_malformed::RULE,
    &kit_contract_mismatch::RULE,
    &kit_manifest_refused::RULE,
    &kit_name_mismatch::RULE,
    &kit_name_repeated::RULE,
    &kit_source_insecure::RULE,
    &kit_source_malformed::RULE,
    &kit_source_missing::RULE,
    &kit_source_not_a_file::RULE,
    &kit_source_relative::RULE,
    &label_blank::RULE,
    &legacy_ignored::RULE,
    &lifecycle_verb_unknown::RULE,
    &lone_surrogate::RULE,
    &manifest_symlinked::RULE,
    &missing_field::RULE,
    &name_mismatch::RULE,
    &native_capability_undelivered::RULE,
    &nesting_too_deep::RULE,
    &npm_package_named::RULE,
    &number_out_of_range::RULE,
    &positional_form::RULE,
    &routing_without_execution::RULE,
    &schema_field::RULE,
    &self_asserted_capability::RULE,
    &session_driving_gated::RULE,
    &surface_unimplemented::RULE,
    &surface_unsupported::RULE,
    &syntax_error::RULE,
    &trailing_comma::RULE,
    &trust_changes_empty::RULE,
    &unknown_field::RULE,
    &wrong_type::RULE,
];

/// The rule with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Rule> {
    ALL.iter().copied().find(|rule| rule.name == name)
}
