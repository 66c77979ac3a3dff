//! What the program says about its rules.

use fornax_manifest::{FixAvailability, RULES, Rule, Severity, Status, find_rule};

use crate::notice::find_notice;
use crate::visible::visible;

/// How alike two names must be for one to be taken for the other.
const ALIKE: f64 = 0.7;

/// How text is set off; by nothing where nothing is coloured.
#[derive(Clone, Copy, Debug)]
struct Style {
    color: bool,
}

impl Style {
    fn paint(self, code: &str, text: &str) -> String {
        if self.color {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }

    fn title(self, text: &str) -> String {
        self.paint("1", text)
    }

    fn code(self, text: &str) -> String {
        self.paint("36", text)
    }

    /// A severity's name, and blanks up to `width`.
    fn severity(self, severity: Severity, width: usize) -> String {
        let code = match severity {
            Severity::Error => "31",
            Severity::Warning => "33",
            Severity::Info => "36",
        };
        self.paint(code, &format!("{:width$}", severity.as_str()))
    }
}

/// A rule's manual, or an error that names the rule which may have been meant.
pub(crate) fn explain(name: &str, color: bool) -> Result<String, String> {
    let style = Style { color };
    match (find_rule(name), find_notice(name)) {
        (Some(rule), _) => Ok(manual(rule, style)),
        (None, Some(notice)) => Ok(format!(
            "{}: {}\n\n{}\n",
            style.title(notice.name),
            notice.summary,
            notice.manual
        )),
        (None, None) => Err(unknown(name)),
    }
}

/// Every rule, a line each.
pub(crate) fn rules(color: bool) -> String {
    let style = Style { color };
    let width = RULES.iter().map(|rule| rule.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for rule in RULES {
        let severity = style.severity(rule.severity, "warning".len());
        text.push_str(&format!(
            "{:width$}  {severity}  {}\n",
            rule.name, rule.summary
        ));
    }
    text
}

fn manual(rule: &Rule, style: Style) -> String {
    let kinds: Vec<&str> = rule.kinds.iter().map(|kind| kind.name()).collect();
    let (since, is_preview) = match rule.status {
        Status::Preview { since } => (since, true),
        Status::Stable { since } => (since, false),
    };
    let fix = match rule.fix {
        FixAvailability::Always => "always",
        FixAvailability::Sometimes => "sometimes",
        FixAvailability::Never => "none",
    };
    let mut text = format!("{}: {}\n\n", style.title(rule.name), rule.summary);
    let mut fact = |name: &str, value: &str| {
        text.push_str(&format!("  {name:9} {value}\n"));
    };
    fact("severity", &style.severity(rule.severity, 0));
    fact("kinds", &kinds.join(", "));
    if !rule.reasons.is_empty() {
        fact(
            "loader",
            &format!("refuses it as {}", rule.reasons.join(", ")),
        );
    }
    fact("fix", fix);
    let preview = if is_preview {
        " (may still change)"
    } else {
        ""
    };
    fact("since", &format!("{since}{preview}"));

    let mut in_example = false;
    for line in rule.manual().lines() {
        text.push('\n');
        if line.starts_with("```") {
            in_example = !in_example;
            // The fence says things for tests only.
            text.pop();
        } else if in_example {
            text.push_str(&style.code(&format!("    {line}")));
        } else if let Some(title) = line.strip_prefix("## ") {
            text.push_str(&style.title(title));
        } else if !line.is_empty() {
            text.push_str("  ");
            text.push_str(line);
        }
    }
    text.push('\n');
    text
}

fn unknown(name: &str) -> String {
    let shown = visible(name);
    let nearest = RULES
        .iter()
        .map(|rule| (strsim::jaro_winkler(name, rule.name), rule.name))
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .filter(|(likeness, _)| *likeness >= ALIKE);
    match nearest {
        Some((_, nearest)) => format!("there is no rule `{shown}`; did you mean `{nearest}`?"),
        None => format!("there is no rule `{shown}`; `fornax-lint rules` lists them"),
    }
}
