//! How text for a terminal is set off.

use fornax_manifest::Severity;

/// Sets text off; by nothing where nothing is coloured.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Whether to colour.
    pub color: bool,
}

impl Style {
    /// What heads something.
    #[must_use]
    pub fn title(self, text: &str) -> String {
        self.paint("1", text)
    }

    /// What can be typed or looked up.
    #[must_use]
    pub fn code(self, text: &str) -> String {
        self.paint("36", text)
    }

    /// A line that goes.
    #[must_use]
    pub fn removed(self, text: &str) -> String {
        self.paint("31", text)
    }

    /// A line that comes.
    #[must_use]
    pub fn added(self, text: &str) -> String {
        self.paint("32", text)
    }

    /// A severity's name, and blanks up to `width`, in characters.
    #[must_use]
    pub fn severity(self, severity: Severity, width: usize) -> String {
        let code = match severity {
            Severity::Error => "31",
            Severity::Warning => "33",
            Severity::Info => "36",
        };
        self.paint(code, &format!("{:width$}", severity.as_str()))
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.color {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }
}
