//! `fornax-lint explain`: what a rule finds, why it matters and what to do.

use fornax_manifest::{RULES, Rule, Status, find_rule, nearest};
use fornax_terminal::{Style, visible};

use crate::exit::Failure;
use crate::notice::{NOTICES, find_notice};

/// A rule's manual, or an error that names the rule which may have been meant.
pub(crate) fn explain(name: &str, style: Style) -> Result<String, Failure> {
    match (find_rule(name), find_notice(name)) {
        (Some(rule), _) => Ok(manual(rule, style)),
        (None, Some(notice)) => Ok(format!(
            "{}: {}\n\n{}\n",
            style.title(notice.name),
            notice.summary,
            notice.manual
        )),
        (None, None) => Err(Failure::UnknownRule(unknown(name))),
    }
}

fn manual(rule: &Rule, style: Style) -> String {
    let mut text = format!("{}: {}\n\n", style.title(rule.name), rule.summary);
    for (name, value) in facts(rule, style) {
        text.push_str(&format!("  {name:9} {value}\n"));
    }
    let mut in_example = false;
    for line in rule.manual().lines() {
        if let Some(info) = line.strip_prefix("```") {
            in_example = !in_example;
            if let Some(caption) = caption(info) {
                text.push_str(&format!("\n  {caption}"));
            }
            continue;
        }
        text.push('\n');
        if in_example {
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

fn facts(rule: &Rule, style: Style) -> Vec<(&'static str, String)> {
    let kinds: Vec<&str> = rule.kinds.iter().map(|kind| kind.name()).collect();
    let mut facts = vec![
        ("severity", style.severity(rule.severity, 0)),
        ("kinds", kinds.join(", ")),
    ];
    if !rule.reasons.is_empty() {
        let reasons = rule.reasons.join(", ");
        facts.push(("loader", format!("refuses it as {reasons}")));
    }
    facts.push(("fix", rule.fix.as_str().to_owned()));
    facts.push((
        "since",
        match rule.status {
            Status::Preview { since } => format!("{since} (may still change)"),
            Status::Stable { since } => since.to_owned(),
        },
    ));
    facts.push(("page", rule.url()));
    facts
}

/// What an example shows, from the words behind its fence; nothing if it is a whole document.
fn caption(info: &str) -> Option<String> {
    let words = info.split(" mark").next()?;
    if let Some((_, file)) = words.split_once("file=") {
        return Some(match file.split_once(' ') {
            Some((file, what)) => format!("{file} ({what})"),
            None => format!("{file}:"),
        });
    }
    let (_, pointer) = words.split_once("in=")?;
    Some(format!("at {}:", pointer.trim_end()))
}

fn unknown(name: &str) -> String {
    let shown = visible(name);
    let rules = RULES.iter().map(|rule| rule.name);
    let names = rules.chain(NOTICES.iter().map(|notice| notice.name));
    match nearest(name, names) {
        Some(nearest) => format!("there is no rule `{shown}`; did you mean `{nearest}`?"),
        None => format!("there is no rule `{shown}`; `fornax-lint rules` lists them"),
    }
}
