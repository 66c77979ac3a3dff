//! How text for a terminal is set off.

use fornax_manifest::Severity;

/// Sets text off; by nothing where nothing is coloured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    pub(crate) color: bool,
}

impl Style {
    pub(crate) fn title(self, text: &str) -> String {
        self.paint("1", text)
    }

    pub(crate) fn code(self, text: &str) -> String {
        self.paint("36", text)
    }

    pub(crate) fn removed(self, text: &str) -> String {
        self.paint("31", text)
    }

    pub(crate) fn added(self, text: &str) -> String {
        self.paint("32", text)
    }

    /// A severity's name, and blanks up to `width`.
    pub(crate) fn severity(self, severity: Severity, width: usize) -> String {
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
