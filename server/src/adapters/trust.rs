//! Whether the client's user trusts the workspace.

use serde_json::Value;

use crate::settings::SECTION;

/// What a client calls it in its initialization options. No setting is called so: a workspace must not
/// be able to say it of itself.
pub(crate) const TRUSTED: &str = "trusted";

/// Whether a client that was started with these options has a user who trusts the workspace. One that
/// doesn't say is an editor without a notion of it, whose user opens only what they trust.
pub(crate) fn is_trusted(options: &Value) -> bool {
    let said = [options, &options[SECTION]].map(|place| &place[TRUSTED]);
    said.into_iter()
        .all(|said| matches!(said, Value::Null | Value::Bool(true)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_a_plain_yes_or_nothing_is_trust() {
        for trusted in [
            json!(null),
            json!({}),
            json!({"trusted": true}),
            json!({"fornax": {"trusted": true}}),
        ] {
            assert!(is_trusted(&trusted), "{trusted}");
        }
        for untrusted in [
            json!({"trusted": false}),
            json!({"fornax": {"trusted": false}}),
            json!({"trusted": true, "fornax": {"trusted": false}}),
            json!({"trusted": "false"}),
            json!({"trusted": 0}),
        ] {
            assert!(!is_trusted(&untrusted), "{untrusted}");
        }
    }
}
