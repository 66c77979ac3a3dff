//! What each kind of document looks like that is as its schema asks. Written from the schemas by a
//! test: `FORNAX_UPDATE=1 cargo test` writes it anew.

use super::sound::{Sound, any_object, boolean, integer, list, null, object, string};
use crate::syntax::Node;

/// Whether a document of the kind `ak-adapter` is sound.
pub(super) fn ak_adapter(value: Node<'_>) -> bool {
    object(value, 7, |name, value| match name {
        "name" => Sound::Required(string(value, (0, usize::MAX))),
        "version" => Sound::Required(string(value, (0, usize::MAX))),
        "contract" => Sound::Required(integer(value, 1, 1)),
        "host" => Sound::Required(object(value, 8, |name, value| match name {
            "id" => Sound::Required(string(value, (0, usize::MAX))),
            "label" => Sound::Required(string(value, (1, usize::MAX))),
            "install" => Sound::Required(object(value, 2, |name, value| match name {
                "bin" => Sound::Required(string(value, (0, usize::MAX))),
                "npmPackage" => Sound::Optional(null(value)),
                "externalInstallPolicy" => Sound::Required(matches!(value.as_str().as_deref(), Some("detect-never-overwrite" | "managed" | "unmanaged"))),
                _ => Sound::Unknown,
            })),
            "auth" => Sound::Optional(true),
            "capabilities" => Sound::Required(object(value, 8, |name, value| match name {
                "canDriveSession" => Sound::Required(boolean(value)),
                "canBePrimary" => Sound::Required(value.as_bool() == Some(false)),
                "canRouteActivities" => Sound::Required(boolean(value)),
                "commandStatusline" => Sound::Required(value.as_bool() == Some(false)),
                "transcripts" => Sound::Required(boolean(value)),
                "usage" => Sound::Required(boolean(value)),
                "nativeMcpConfig" => Sound::Required(boolean(value)),
                "nativeGuidance" => Sound::Required(boolean(value)),
                _ => Sound::Unknown,
            })),
            "legacy" => Sound::Optional(object(value, 0, |name, value| match name {
                "guidanceFile" => Sound::Optional(string(value, (0, usize::MAX))),
                "configFormat" => Sound::Optional(true),
                "statusline" => Sound::Optional(true),
                "aqeProvider" => Sound::Optional(null(value)),
                "envMarkers" => Sound::Optional(true),
                "enableEnv" => Sound::Optional(true),
                _ => Sound::Unknown,
            })),
            "trust" => Sound::Required(object(value, 2, |name, value| match name {
                "approvalPolicy" => Sound::Required(matches!(value.as_str().as_deref(), Some("managed" | "unchanged"))),
                "changes" => Sound::Required(list(value, (0, usize::MAX), true, |value| object(value, 7, |name, value| match name {
                    "id" => Sound::Required(string(value, (0, usize::MAX))),
                    "kind" => Sound::Required(matches!(value.as_str().as_deref(), Some("auto-approve" | "mcp-registration" | "lifecycle-extension" | "host-integration"))),
                    "scope" => Sound::Required(matches!(value.as_str().as_deref(), Some("project" | "user"))),
                    "owner" => Sound::Required(string(value, (1, usize::MAX))),
                    "value" => Sound::Required(string(value, (1, usize::MAX))),
                    "effect" => Sound::Required(string(value, (1, usize::MAX))),
                    "operations" => Sound::Required(list(value, (1, usize::MAX), true, |value| matches!(value.as_str().as_deref(), Some("setup" | "host-pick" | "sync")))),
                    "features" => Sound::Optional(list(value, (0, usize::MAX), true, |value| matches!(value.as_str().as_deref(), Some("project" | "aqe" | "brain")))),
                    "requiresHostEnabled" => Sound::Optional(boolean(value)),
                    _ => Sound::Unknown,
                }))),
                _ => Sound::Unknown,
            })),
            "enabledByDefault" => Sound::Required(boolean(value)),
            "configProjection" => Sound::Required(matches!(value.as_str().as_deref(), Some("claude" | "codex" | "opencode" | "ruflo" | "aqe"))),
            "observability" => Sound::Required(list(value, (0, usize::MAX), true, |value| matches!(value.as_str().as_deref(), Some("claude-transcripts" | "claude-statusline" | "codex-transcripts" | "codex-app-server" | "opencode-logs" | "ollama-catalog" | "ollama-runtime" | "openrouter-metadata")))),
            _ => Sound::Unknown,
        })),
        "detection" => Sound::Required(object(value, 1, |name, value| match name {
            "bin" => Sound::Required(string(value, (0, usize::MAX))),
            "versionArgs" => Sound::Optional(list(value, (0, usize::MAX), true, |value| string(value, (1, usize::MAX)))),
            "versionPattern" => Sound::Optional(string(value, (1, usize::MAX))),
            _ => Sound::Unknown,
        })),
        "driving" => Sound::Required(object(value, 1, |name, value| match name {
            "surfaces" => Sound::Required(list(value, (1, usize::MAX), true, |value| matches!(value.as_str().as_deref(), Some("cli-subprocess" | "acp" | "mcp")))),
            _ => Sound::Unknown,
        })),
        "lifecycle" => Sound::Optional(object(value, 0, |name, value| match name {
            "detect" => Sound::Optional(object(value, 1, |name, value| match name {
                "hook" => Sound::Required(object(value, 1, |name, value| match name {
                    "command" => Sound::Required(list(value, (1, usize::MAX), true, |value| string(value, (1, usize::MAX)))),
                    "timeoutMs" => Sound::Optional(integer(value, 1, i64::MAX)),
                    _ => Sound::Unknown,
                })),
                _ => Sound::Unknown,
            })),
            "plan" => Sound::Optional(object(value, 1, |name, value| match name {
                "hook" => Sound::Required(object(value, 1, |name, value| match name {
                    "command" => Sound::Required(list(value, (1, usize::MAX), true, |value| string(value, (1, usize::MAX)))),
                    "timeoutMs" => Sound::Optional(integer(value, 1, i64::MAX)),
                    _ => Sound::Unknown,
                })),
                _ => Sound::Unknown,
            })),
            "apply" => Sound::Optional(object(value, 1, |name, value| match name {
                "hook" => Sound::Required(object(value, 1, |name, value| match name {
                    "command" => Sound::Required(list(value, (1, usize::MAX), true, |value| string(value, (1, usize::MAX)))),
                    "timeoutMs" => Sound::Optional(integer(value, 1, i64::MAX)),
                    _ => Sound::Unknown,
                })),
                _ => Sound::Unknown,
            })),
            "verify" => Sound::Optional(object(value, 1, |name, value| match name {
                "hook" => Sound::Required(object(value, 1, |name, value| match name {
                    "command" => Sound::Required(list(value, (1, usize::MAX), true, |value| string(value, (1, usize::MAX)))),
                    "timeoutMs" => Sound::Optional(integer(value, 1, i64::MAX)),
                    _ => Sound::Unknown,
                })),
                _ => Sound::Unknown,
            })),
            "undo" => Sound::Optional(object(value, 1, |name, value| match name {
                "hook" => Sound::Required(object(value, 1, |name, value| match name {
                    "command" => Sound::Required(list(value, (1, usize::MAX), true, |value| string(value, (1, usize::MAX)))),
                    "timeoutMs" => Sound::Optional(integer(value, 1, i64::MAX)),
                    _ => Sound::Unknown,
                })),
                _ => Sound::Unknown,
            })),
            _ => Sound::Unknown,
        })),
        "execution" => Sound::Optional(object(value, 1, |name, value| match name {
            "run" => Sound::Required(object(value, 1, |name, value| match name {
                "hook" => Sound::Required(object(value, 1, |name, value| match name {
                    "command" => Sound::Required(list(value, (1, usize::MAX), true, |value| string(value, (1, usize::MAX)))),
                    "timeoutMs" => Sound::Optional(integer(value, 1, i64::MAX)),
                    _ => Sound::Unknown,
                })),
                _ => Sound::Unknown,
            })),
            _ => Sound::Unknown,
        })),
        "trust" => Sound::Required(object(value, 1, |name, value| match name {
            "changes" => Sound::Required(list(value, (0, usize::MAX), true, |value| object(value, 6, |name, value| match name {
                "id" => Sound::Required(string(value, (0, usize::MAX))),
                "kind" => Sound::Required(matches!(value.as_str().as_deref(), Some("third-party-adapter"))),
                "scope" => Sound::Required(matches!(value.as_str().as_deref(), Some("project" | "user"))),
                "owner" => Sound::Required(string(value, (1, usize::MAX))),
                "value" => Sound::Required(string(value, (1, usize::MAX))),
                "effect" => Sound::Required(string(value, (1, usize::MAX))),
                _ => Sound::Unknown,
            }))),
            _ => Sound::Unknown,
        })),
        _ => Sound::Unknown,
    })
}

/// Whether a document of the kind `ak-kit` is sound.
pub(super) fn ak_kit(value: Node<'_>) -> bool {
    object(value, 0, |name, value| match name {
        "hostAdapters" => Sound::Optional(list(value, (0, usize::MAX), true, |value| object(value, 2, |name, value| match name {
            "name" => Sound::Required(string(value, (1, usize::MAX))),
            "source" => Sound::Required(string(value, (1, usize::MAX))),
            "contract" => Sound::Optional(integer(value, 1, i64::MAX)),
            _ => Sound::Unknown,
        }))),
        _ => Sound::Optional(true),
    })
}

/// Whether a document of the kind `fornax-manifest` is sound.
pub(super) fn fornax_manifest(value: Node<'_>) -> bool {
    object(value, 9, |name, value| match name {
        "schema_version" => Sound::Required(integer(value, 1, 1)),
        "id" => Sound::Required(string(value, (0, usize::MAX))),
        "display_name" => Sound::Required(string(value, (1, 64))),
        "summary" => Sound::Required(string(value, (1, 200))),
        "min_fornax_version" => Sound::Required(string(value, (0, usize::MAX))),
        "provenance" => Sound::Required(string(value, (1, 256))),
        "capabilities" => Sound::Required(list(value, (1, usize::MAX), true, |value| matches!(value.as_str().as_deref(), Some("plan" | "install" | "uninstall")))),
        "target" => Sound::Required(object(value, 2, |name, value| match name {
            "format" => Sound::Required(matches!(value.as_str().as_deref(), Some("json"))),
            "path" => Sound::Required(string(value, (0, usize::MAX))),
            _ => Sound::Unknown,
        })),
        "operations" => Sound::Required(list(value, (1, 16), true, |value| object(value, 5, |name, value| match name {
            "kind" => Sound::Required(matches!(value.as_str().as_deref(), Some("ensure_marked_array_element"))),
            "pointer" => Sound::Required(string(value, (0, 256))),
            "marker_key" => Sound::Required(string(value, (0, usize::MAX))),
            "marker_value" => Sound::Required(string(value, (0, usize::MAX))),
            "element" => Sound::Required(any_object(value, 1)),
            _ => Sound::Unknown,
        }))),
        _ => Sound::Unknown,
    })
}

/// Whether a document of the kind `fornax-registry` is sound.
pub(super) fn fornax_registry(value: Node<'_>) -> bool {
    object(value, 0, |name, value| match name {
        "schema_version" => Sound::Optional(integer(value, 0, 1)),
        "entries" => Sound::Optional(list(value, (0, 64), true, |value| object(value, 6, |name, value| match name {
            "id" => Sound::Required(string(value, (0, usize::MAX))),
            "manifest_file" => Sound::Required(string(value, (0, usize::MAX))),
            "digest" => Sound::Required(string(value, (0, usize::MAX))),
            "source_path" => Sound::Required(string(value, (0, usize::MAX))),
            "registered_at" => Sound::Required(string(value, (0, usize::MAX))),
            "enabled" => Sound::Required(boolean(value)),
            _ => Sound::Unknown,
        }))),
        _ => Sound::Unknown,
    })
}
