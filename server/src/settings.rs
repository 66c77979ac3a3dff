//! What a user sets for the editor alone; what a finding says never depends on it.

use serde_json::Value;

use crate::adapters::TRUSTED;

/// The section of a client's settings that is ours.
pub(crate) const SECTION: &str = "fornax";

/// One setting, for whoever shows or writes them all.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Its name within the section `fornax`.
    pub name: &'static str,
    /// What it may be, the default first.
    pub values: Values,
    /// What it does.
    pub summary: &'static str,
    set: fn(&mut Settings, Choice),
}

/// What a setting may be.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// On or off; whether it is on by default.
    Flag(bool),
    /// One of these, the default first.
    OneOf(&'static [&'static str]),
}

/// A value that was found among those that a setting may have.
#[derive(Clone, Copy, Debug)]
enum Choice {
    Flag(bool),
    /// The number of the value in the list.
    Of(usize),
}

impl Choice {
    fn is_on(self) -> bool {
        match self {
            Self::Flag(is_on) => is_on,
            Self::Of(number) => number > 0,
        }
    }
}

/// Every setting.
pub static SETTINGS: &[Setting] = &[
    Setting {
        name: "contentDetection",
        values: Values::Flag(true),
        summary: "looks at documents of any name that hold what a manifest holds",
        set: |settings, choice| settings.detects_content = choice.is_on(),
    },
    Setting {
        name: "lookAround",
        values: Values::Flag(true),
        summary: "lets rules look at the disk around a document",
        set: |settings, choice| settings.looks_around = choice.is_on(),
    },
    Setting {
        name: "diagnosticScope",
        values: Values::OneOf(&["openFiles", "workspace"]),
        summary: "shows the findings of open files, or of all manifests in the workspace",
        set: |settings, choice| settings.checks_workspace = choice.is_on(),
    },
    Setting {
        name: "codeLens",
        values: Values::Flag(true),
        summary: "shows digests, sizes, what is registered and what installing would change, above the \
                  lines that they are about",
        set: |settings, choice| settings.code_lenses = choice.is_on(),
    },
    Setting {
        name: "inlayHints",
        values: Values::Flag(true),
        summary: "shows times and pointers, put plainly, behind their values",
        set: |settings, choice| settings.inlay_hints = choice.is_on(),
    },
];

/// What belongs to the client in our section: where the server is, how much of the protocol is
/// shown, whether the workspace is trusted.
const OF_THE_CLIENT: [&str; 3] = ["server", "trace", TRUSTED];

/// The editor's settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    pub(crate) detects_content: bool,
    pub(crate) looks_around: bool,
    /// Whether findings of files that aren't open are shown.
    pub(crate) checks_workspace: bool,
    pub(crate) code_lenses: bool,
    pub(crate) inlay_hints: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            detects_content: true,
            looks_around: true,
            checks_workspace: false,
            code_lenses: true,
            inlay_hints: true,
        }
    }
}

impl Settings {
    /// Reads settings, and says of each that makes no sense what is wrong with it; it keeps its
    /// default.
    ///
    /// `value` is the section itself or holds it.
    pub(crate) fn read(value: &Value) -> (Self, Vec<String>) {
        let section = value.get(SECTION).unwrap_or(value);
        let mut settings = Self::default();
        let mut complaints = Vec::new();
        if let Some(members) = section.as_object() {
            for (name, value) in members {
                if let Err(complaint) = settings.set(name, value) {
                    complaints.push(format!("the setting `{SECTION}.{name}` {complaint}"));
                }
            }
        } else if !section.is_null() {
            complaints.push(format!("the settings `{SECTION}` must be an object"));
        }
        (settings, complaints)
    }

    fn set(&mut self, name: &str, value: &Value) -> Result<(), String> {
        // An editor's form leaves a setting empty for "as it comes".
        if value.is_null() || OF_THE_CLIENT.contains(&name) {
            return Ok(());
        }
        let setting = SETTINGS.iter().find(|setting| setting.name == name);
        let setting = setting.ok_or("is unknown")?;
        let choice = match setting.values {
            Values::Flag(_) => value.as_bool().map(Choice::Flag),
            Values::OneOf(values) => values
                .iter()
                .position(|known| value == known)
                .map(Choice::Of),
        };
        let choice = choice.ok_or_else(|| match setting.values {
            Values::Flag(_) => "must be true or false".to_owned(),
            Values::OneOf(values) => format!("must be one of: {}", values.join(", ")),
        })?;
        (setting.set)(self, choice);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn settings_are_read_from_their_section() {
        let section = json!({"contentDetection": false, "diagnosticScope": "workspace"});
        let expected = Settings {
            detects_content: false,
            checks_workspace: true,
            ..Settings::default()
        };
        assert_eq!(Settings::read(&section), (expected.clone(), vec![]));
        let outer = json!({"fornax": section, "editor": {}});
        assert_eq!(Settings::read(&outer), (expected, vec![]));
        assert_eq!(Settings::read(&Value::Null), (Settings::default(), vec![]));
    }

    #[test]
    fn defaults_are_what_is_said_of_them() {
        for setting in SETTINGS {
            let value = match setting.values {
                Values::Flag(is_on) => json!(is_on),
                Values::OneOf(values) => json!(values[0]),
            };
            let (settings, complaints) = Settings::read(&json!({ setting.name: value }));
            assert_eq!(complaints, [""; 0]);
            assert_eq!(settings, Settings::default(), "{}", setting.name);
            let other = match setting.values {
                Values::Flag(is_on) => json!(!is_on),
                Values::OneOf(values) => json!(values[1]),
            };
            let (settings, _) = Settings::read(&json!({ setting.name: other }));
            assert_ne!(settings, Settings::default(), "{}", setting.name);
        }
    }

    #[test]
    fn what_makes_no_sense_is_said_and_left_out() {
        let value = json!({"lookAround": 1, "contentDetction": true, "diagnosticScope": "all"});
        let (settings, complaints) = Settings::read(&value);
        assert_eq!(settings, Settings::default());
        assert_eq!(
            complaints,
            [
                "the setting `fornax.lookAround` must be true or false",
                "the setting `fornax.contentDetction` is unknown",
                "the setting `fornax.diagnosticScope` must be one of: openFiles, workspace",
            ]
        );
    }
}
