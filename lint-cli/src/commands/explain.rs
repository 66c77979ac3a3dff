//! `fornax-lint explain`: what a rule finds, why it matters and what to do.

use fornax_manifest::{RULES, Rule, Status, example_caption, find_rule, nearest};
use fornax_terminal::{Style, Width, visible};

use crate::exit::Failure;
use crate::notice::{NOTICES, find_notice};

/// A rule's manual, or an error that names the rule which may have been meant.
pub(crate) fn explain(name: &str, style: Style, width: Width) -> Result<String, Failure> {
    let name = bare(name);
    match (find_rule(name), find_notice(name)) {
        (Some(rule), _) => Ok(manual(rule, style, width)),
        (None, Some(notice)) => Ok(format!(
            "{}\n\n{}\n",
            heading(notice.name, notice.summary, style, width),
            paragraph(notice.manual, "", width)
        )),
        (None, None) => Err(Failure::UnknownRule(unknown(name))),
    }
}

/// The name in what was copied from a report: `error[trailing-comma]:`, `[trailing-comma]`, or
/// `fornax/trailing-comma` as an editor shows it.
fn bare(text: &str) -> &str {
    let text = text.trim().trim_end_matches(':');
    let bracketed = text
        .split_once('[')
        .and_then(|(_, rest)| rest.strip_suffix(']'));
    let name = bracketed.unwrap_or(text);
    name.rsplit_once('/').map_or(name, |(_, name)| name)
}

fn heading(name: &str, summary: &str, style: Style, width: Width) -> String {
    let text = width.fill(&format!("{name}: {summary}"), "  ");
    // The name is one word, so the text still begins with it.
    let rest = text.strip_prefix(name).unwrap_or_default();
    format!("{}{rest}", style.title(name))
}

/// Lines that belong together: as they were written, or broken anew where they would be too wide.
fn paragraph(text: &str, indent: &str, width: Width) -> String {
    let width = width.less(indent.len());
    let lines = if text.lines().all(|line| width.fits(line)) {
        text.lines().map(str::to_owned).collect()
    } else {
        let words: Vec<_> = text.split_ascii_whitespace().collect();
        width.wrap(&words.join(" "), "")
    };
    let lines: Vec<_> = lines.iter().map(|line| format!("{indent}{line}")).collect();
    lines.join("\n")
}

fn manual(rule: &Rule, style: Style, width: Width) -> String {
    let mut text = heading(rule.name, rule.summary, style, width);
    text.push_str("\n\n");
    for (name, value) in facts(rule, style) {
        text.push_str(&width.beside(10, &format!("  {name}"), &value));
        text.push('\n');
    }
    let mut in_example = false;
    let manual = rule.manual();
    let mut lines = manual.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            in_example = !in_example;
            if let Some(caption) = example_caption(info, "") {
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
            let mut prose = line.to_owned();
            while let Some(next) = lines.next_if(|next| is_prose(next)) {
                prose.push('\n');
                prose.push_str(next);
            }
            text.push_str(&paragraph(&prose, "  ", width));
        }
    }
    text.push('\n');
    text
}

/// Whether a line goes on with the paragraph that the one before belongs to.
fn is_prose(line: &str) -> bool {
    !line.is_empty()
        && !["```", "## ", "- ", "| "]
            .iter()
            .any(|mark| line.starts_with(mark))
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

fn unknown(name: &str) -> String {
    let shown = visible(name);
    let rules = RULES.iter().map(|rule| rule.name);
    let names = rules.chain(NOTICES.iter().map(|notice| notice.name));
    match nearest(name, names) {
        Some(nearest) => format!("there is no rule `{shown}`; did you mean `{nearest}`?"),
        None => format!("there is no rule `{shown}`; `fornax-lint rules` lists them"),
    }
}
