//! Every rule, one file each.

use std::sync::LazyLock;

use crate::document::DocumentKind;
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
mod capabilities_empty;
mod capability_repeated;
mod capability_unpaired;
mod change_id_repeated;
mod comment;
mod consent_hash_unknown;
mod contract_malformed;
mod contract_unsupported;
mod credential_field;
mod detection_bin_malformed;
mod duplicate_item;
mod duplicate_key;
mod element_credential;
pub(crate) mod element_shape;
mod element_too_large;
mod empty_value;
mod enabled_by_default;
mod entry_digest_malformed;
mod entry_file_name;
mod entry_repeated;
mod entry_time_malformed;
mod execution_field;
mod execution_not_routable;
mod file_too_large;
mod fornax_too_old;
mod guidance_file_malformed;
mod hidden_text;
mod hook_script_missing;
mod hook_timeout_implausible;
mod hook_timeout_malformed;
mod hook_timeout_missing;
mod hook_unanchored;
mod id_malformed;
mod id_reserved;
mod id_shared;
mod install_bin_malformed;
mod install_without_uninstall;
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
mod marker_empty;
mod marker_mismatch;
mod marker_not_owned;
mod marker_shadowed;
mod missing_field;
mod name_mismatch;
mod native_capability_undelivered;
mod nesting_too_deep;
mod npm_package_named;
mod number_out_of_range;
mod operation_kind_unknown;
mod operation_repeated;
mod operations_empty;
mod operations_too_many;
mod pointer_conflict;
mod pointer_empty_segment;
mod pointer_escape;
mod pointer_index_segment;
mod pointer_malformed;
mod pointer_root;
mod pointer_too_deep;
mod pointer_too_long;
mod positional_form;
mod registered_digest_changed;
mod registry_copy_invalid;
mod registry_copy_missing;
mod registry_defaults;
mod registry_digest_mismatch;
mod registry_id_mismatch;
mod registry_permissions;
mod registry_schema_version;
mod registry_too_many_entries;
mod registry_unlisted_manifest;
mod routing_without_execution;
mod schema_field;
mod schema_version_unsupported;
mod self_asserted_capability;
mod session_driving_gated;
mod surface_unimplemented;
mod surface_unsupported;
mod syntax_error;
mod target_built_in;
mod target_folder_missing;
mod target_format_unsupported;
mod target_not_installable;
mod target_path_backslash;
mod target_path_empty;
mod target_path_empty_component;
mod target_path_extension;
mod target_path_nul;
mod target_path_outside_home;
mod target_path_tilde;
mod target_path_traversal;
mod target_path_unusual;
mod target_path_variable;
mod text;
mod text_blank;
mod text_control_character;
mod text_empty;
mod text_too_long;
mod trailing_comma;
mod trust_changes_empty;
mod unknown;
mod unknown_field;
mod version_malformed;
mod version_pattern_invalid;
mod version_pattern_literal;
mod version_pattern_slow;
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
    &capabilities_empty::RULE,
    &capability_repeated::RULE,
    &capability_unpaired::RULE,
    &change_id_repeated::RULE,
    &comment::RULE,
    &consent_hash_unknown::RULE,
    &contract_malformed::RULE,
    &contract_unsupported::RULE,
    &credential_field::RULE,
    &detection_bin_malformed::RULE,
    &duplicate_item::RULE,
    &duplicate_key::RULE,
    &element_credential::RULE,
    &element_shape::RULE,
    &element_too_large::RULE,
    &empty_value::RULE,
    &enabled_by_default::RULE,
    &entry_digest_malformed::RULE,
    &entry_file_name::RULE,
    &entry_repeated::RULE,
    &entry_time_malformed::RULE,
    &execution_field::RULE,
    &execution_not_routable::RULE,
    &file_too_large::RULE,
    &fornax_too_old::RULE,
    &guidance_file_malformed::RULE,
    &hidden_text::RULE,
    &hook_script_missing::RULE,
    &hook_timeout_implausible::RULE,
    &hook_timeout_malformed::RULE,
    &hook_timeout_missing::RULE,
    &hook_unanchored::RULE,
    &id_malformed::RULE,
    &id_reserved::RULE,
    &id_shared::RULE,
    &install_bin_malformed::RULE,
    &install_without_uninstall::RULE,
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
    &marker_empty::RULE,
    &marker_mismatch::RULE,
    &marker_not_owned::RULE,
    &marker_shadowed::RULE,
    &missing_field::RULE,
    &name_mismatch::RULE,
    &native_capability_undelivered::RULE,
    &nesting_too_deep::RULE,
    &npm_package_named::RULE,
    &number_out_of_range::RULE,
    &operation_kind_unknown::RULE,
    &operation_repeated::RULE,
    &operations_empty::RULE,
    &operations_too_many::RULE,
    &pointer_conflict::RULE,
    &pointer_empty_segment::RULE,
    &pointer_escape::RULE,
    &pointer_index_segment::RULE,
    &pointer_malformed::RULE,
    &pointer_root::RULE,
    &pointer_too_deep::RULE,
    &pointer_too_long::RULE,
    &positional_form::RULE,
    &registered_digest_changed::RULE,
    &registry_copy_invalid::RULE,
    &registry_copy_missing::RULE,
    &registry_defaults::RULE,
    &registry_digest_mismatch::RULE,
    &registry_id_mismatch::RULE,
    &registry_permissions::RULE,
    &registry_schema_version::RULE,
    &registry_too_many_entries::RULE,
    &registry_unlisted_manifest::RULE,
    &routing_without_execution::RULE,
    &schema_field::RULE,
    &schema_version_unsupported::RULE,
    &self_asserted_capability::RULE,
    &session_driving_gated::RULE,
    &surface_unimplemented::RULE,
    &surface_unsupported::RULE,
    &syntax_error::RULE,
    &target_built_in::RULE,
    &target_folder_missing::RULE,
    &target_format_unsupported::RULE,
    &target_not_installable::RULE,
    &target_path_backslash::RULE,
    &target_path_empty::RULE,
    &target_path_empty_component::RULE,
    &target_path_extension::RULE,
    &target_path_nul::RULE,
    &target_path_outside_home::RULE,
    &target_path_tilde::RULE,
    &target_path_traversal::RULE,
    &target_path_unusual::RULE,
    &target_path_variable::RULE,
    &text_blank::RULE,
    &text_control_character::RULE,
    &text_empty::RULE,
    &text_too_long::RULE,
    &trailing_comma::RULE,
    &trust_changes_empty::RULE,
    &unknown_field::RULE,
    &version_malformed::RULE,
    &version_pattern_invalid::RULE,
    &version_pattern_literal::RULE,
    &version_pattern_slow::RULE,
    &wrong_type::RULE,
];

/// The rules for documents of a kind, in the order of their names; there are some for each.
pub(crate) fn of(kind: DocumentKind) -> &'static [&'static Rule] {
    static OF: LazyLock<[Vec<&'static Rule>; DocumentKind::ALL.len()]> = LazyLock::new(|| {
        DocumentKind::ALL.map(|kind| {
            let rules = ALL.iter().copied();
            rules.filter(|rule| rule.kinds.contains(&kind)).collect()
        })
    });
    &OF[kind as usize]
}

/// The rule with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Rule> {
    ALL.iter().copied().find(|rule| rule.name == name)
}
