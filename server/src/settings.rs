//! What a user sets for the editor alone; what a finding says never depends on it.

use serde_json::Value;

/// The section of a client's settings that is ours.
pub(crate) const SECTION: &str = "fornax";

/// The editor's settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    /// Whether a JSON document with any name is looked at when it holds what a manifest holds.
    pub(crate) detects_content: bool,
    /// Whether rules may look at the disk around a document.
    pub(crate) looks_around: bool,
    /// Whether findings of files that aren't open are shown.
    pub(crate) checks_workspace: bool,
    /// Whether facts are shown above the lines that they are about.
    pub(crate) code_lenses: bool,
    /// Whether remarks are shown behind values.
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
                if let Err(expected) = settings.set(name, value) {
                    complaints.push(format!("the setting `{SECTION}.{name}` {expected}"));
                }
            }
        } else if !section.is_null() {
            complaints.push(format!("the settings `{SECTION}` must be an object"));
        }
        (settings, complaints)
    }

    fn set(&mut self, name: &str, value: &Value) -> Result<(), &'static str> {
        let flag = || value.as_bool().ok_or("must be true or false");
        match name {
            // An editor's form leaves it empty for "as it comes".
            _ if value.is_null() => {}
            "contentDetection" => self.detects_content = flag()?,
            "lookAround" => self.looks_around = flag()?,
            "codeLens" => self.code_lenses = flag()?,
            "inlayHints" => self.inlay_hints = flag()?,
            "diagnosticScope" => {
                self.checks_workspace = match value.as_str() {
                    Some("openFiles") => false,
                    Some("workspace") => true,
                    _ => return Err("must be `openFiles` or `workspace`"),
                }
            }
            // The client's own: where the server is, how much of the protocol it shows.
            "server" | "trace" => {}
            _ => return Err("is unknown"),
        }
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
    fn what_makes_no_sense_is_said_and_left_out() {
        let value = json!({"lookAround": 1, "contentDetction": true, "diagnosticScope": "all"});
        let (settings, complaints) = Settings::read(&value);
        assert_eq!(settings, Settings::default());
        assert_eq!(
            complaints,
            [
                "the setting `fornax.lookAround` must be true or false",
                "the setting `fornax.contentDetction` is unknown",
                "the setting `fornax.diagnosticScope` must be `openFiles` or `workspace`",
            ]
        );
    }
}
