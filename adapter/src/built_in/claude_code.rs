//! `claude-code`: hooks in the settings of Claude Code.

use fornax_manifest::load::fornax::Capability;
use fornax_manifest::operation::{Direction, Marker, Operation};
use serde_json::{Map, Value, json};

use crate::adapter::{Adapter, Planned, plan_operations};
use crate::refusal::Refusal;

/// Its id.
pub(super) const ID: &str = "claude-code";

/// The command that a hook of ours runs.
const COMMAND: &str = "fornax-hook-claude";

/// The events that are listened to, and whether their hooks name the tools that they are for.
const EVENTS: [(&str, bool); 5] = [
    ("SessionStart", false),
    ("UserPromptSubmit", false),
    ("PreToolUse", true),
    ("PostToolUse", true),
    ("Stop", false),
];

/// The adapter.
#[derive(Debug)]
pub(super) struct ClaudeCode;

impl Adapter for ClaudeCode {
    fn id(&self) -> &'static str {
        ID
    }

    fn display_name(&self) -> &'static str {
        "Claude Code"
    }

    fn summary(&self) -> &'static str {
        "Adds the Fornax hook to the settings of Claude Code."
    }

    fn capabilities(&self) -> &[Capability] {
        &[Capability::Plan, Capability::Install, Capability::Uninstall]
    }

    fn target(&self) -> &'static str {
        ".claude/settings.json"
    }

    fn makes_folder(&self) -> bool {
        true
    }

    fn is_built_in(&self) -> bool {
        true
    }

    fn plan(&self, target: Option<&[u8]>, direction: Direction) -> Result<Planned, Refusal> {
        let operations = EVENTS.map(|(event, names_tools)| Operation {
            pointer: format!("/hooks/{event}"),
            marker: Marker::listed("hooks", "command", COMMAND),
            element: group(names_tools),
        });
        plan_operations(&operations, target, direction)
    }
}

/// A group of hooks, which for some events says which tools it is for: all.
fn group(names_tools: bool) -> Map<String, Value> {
    let mut group = Map::new();
    if names_tools {
        group.insert("matcher".to_owned(), json!("*"));
    }
    let hooks = json!([{ "type": "command", "command": COMMAND }]);
    group.insert("hooks".to_owned(), hooks);
    group
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(target: &str, direction: Direction) -> Option<String> {
        let planned = ClaudeCode.plan(Some(target.as_bytes()), direction).unwrap();
        planned.text.map(|text| String::from_utf8(text).unwrap())
    }

    #[test]
    fn every_event_gets_a_group_and_nothing_is_left_of_it() {
        let settings = "{\n  \"model\": \"opus\"\n}\n";
        let installed = changed(settings, Direction::Install).unwrap();
        let value: Value = serde_json::from_str(&installed).unwrap();
        for (event, names_tools) in EVENTS {
            let group = &value["hooks"][event][0];
            assert_eq!(group["hooks"][0]["command"], COMMAND, "{event}");
            assert_eq!(group.get("matcher").is_some(), names_tools, "{event}");
        }
        assert_eq!(changed(&installed, Direction::Install), None);
        assert_eq!(
            changed(&installed, Direction::Uninstall).as_deref(),
            Some(settings)
        );
    }

    #[test]
    fn a_hook_in_a_group_of_the_users_own_counts_and_only_it_goes() {
        let own = r#"{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"mine"},{"type":"command","command":"fornax-hook-claude"}]}]}}"#;
        let installed = changed(own, Direction::Install).unwrap();
        let value: Value = serde_json::from_str(&installed).unwrap();
        assert_eq!(value["hooks"]["Stop"].as_array().unwrap().len(), 1);
        let left = changed(&installed, Direction::Uninstall).unwrap();
        assert_eq!(
            left,
            r#"{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"mine"}]}]}}"#
        );
    }

    #[test]
    fn settings_of_another_shape_are_refused() {
        for (settings, reason) in [
            (r#"{"hooks":[]}"#, "not-an-object"),
            (r#"{"hooks":{"Stop":{}}}"#, "not-an-array"),
            ("[]", "root-not-object"),
            ("{ // mine\n}", "not-json"),
        ] {
            let refusal = ClaudeCode
                .plan(Some(settings.as_bytes()), Direction::Install)
                .unwrap_err();
            assert_eq!(refusal.reason().as_str(), reason, "{settings}");
        }
    }
}
