//! `fornax-lint explain`: what a rule finds, why it matters and what to do; and which rules stand for what
//! a loader says.

use std::fmt::Write as _;

use fornax_manifest::ide::DOCUMENTATION_URL;
use fornax_manifest::{DocumentKind, RULES, Rule, Status, example_caption, find_rule, nearest};
use fornax_terminal::{Style, Width, visible};

use crate::exit::Failure;
use crate::loaders::{ADAPTER, AGENTIC_KIT, FORNAX, READERS, Row};
use crate::notice::{NOTICES, find_notice};

/// The loaders: a name, their words, and the kinds of document that they read.
const LOADERS: [(&str, &[Row], [DocumentKind; 2]); 2] = [
    (
        "Fornax",
        FORNAX,
        [DocumentKind::FornaxManifest, DocumentKind::FornaxRegistry],
    ),
    (
        "agentic-kit",
        AGENTIC_KIT,
        [DocumentKind::AkAdapter, DocumentKind::AkKit],
    ),
];

/// A rule's manual, or the rules that stand for what a loader says, or an error that names the rule which
/// may have been meant.
pub(crate) fn explain(name: &str, style: Style, width: Width) -> Result<String, Failure> {
    let asked = name;
    let name = bare(name);
    match (find_rule(name), find_notice(name)) {
        (Some(rule), _) => Ok(manual(rule, style, width) + &others(rule, width)),
        (None, Some(notice)) => Ok(format!(
            "{}\n\n{}\n",
            heading(notice.name, notice.summary, style, width),
            paragraph(notice.manual, "", width)
        )),
        (None, None) => loaders_word(name, style, width)
            .or_else(|| adapters_word(name, style, width))
            .or_else(|| readers_line(asked, style, width))
            .ok_or_else(|| Failure::UnknownRule(unknown(name))),
    }
}

/// The rules for these kinds of document that have a loader's word.
fn rules_for(word: &str, kinds: &[DocumentKind]) -> Vec<&'static Rule> {
    RULES
        .iter()
        .filter(|rule| rule.reasons.contains(&word))
        .filter(|rule| rule.kinds.iter().any(|kind| kinds.contains(kind)))
        .copied()
        .collect()
}

/// What a loader's word means, and the rules that stand for it; nothing if no loader has it.
fn loaders_word(word: &str, style: Style, width: Width) -> Option<String> {
    let known: Vec<_> = LOADERS
        .iter()
        .filter_map(|(loader, rows, kinds)| {
            let row = rows.iter().find(|row| row.0 == word)?;
            Some((loader, row, kinds))
        })
        .collect();
    let (_, (word, _, _), _) = known.first()?;
    let mut text = heading(word, "a loader's word, and no rule's name", style, width);
    text.push('\n');
    let mut first = None;
    for (loader, (word, meaning, change), kinds) in known {
        let rules = rules_for(word, kinds);
        first = first.or_else(|| rules.first().copied());
        let says = format!("Said by {loader}. {meaning} {change}");
        let _ = write!(text, "\n{}\n\n", paragraph(&says, "", width));
        list(&mut text, &rules, width);
    }
    more(&mut text, first, width);
    Some(text)
}

/// Where a word of `fornax-adapter`'s is explained; nothing if it has no such word.
fn adapters_word(word: &str, style: Style, width: Width) -> Option<String> {
    let word = ADAPTER.iter().find(|known| **known == word)?;
    let summary = "a word of fornax-adapter's, and no rule's name";
    let says = format!(
        "What it means and what to do is told at {DOCUMENTATION_URL}reference/adapter-refusals/"
    );
    Some(format!(
        "{}\n\n{}\n",
        heading(word, summary, style, width),
        paragraph(&says, "", width)
    ))
}

/// The rules that stand for a line of a loader's JSON reader; nothing if it is none.
fn readers_line(line: &str, style: Style, width: Width) -> Option<String> {
    let line = line.to_lowercase();
    let (part, names) = READERS.iter().find(|(part, _)| line.contains(part))?;
    let rules: Vec<&Rule> = names.iter().filter_map(|name| find_rule(name)).collect();
    let summary = "what a loader's JSON reader says, and no rule's name";
    let mut text = heading(part, summary, style, width) + "\n\n";
    list(&mut text, &rules, width);
    more(&mut text, rules.first().copied(), width);
    Some(text)
}

/// The other rules that stand for a rule's name where that is also a loader's word.
fn others(rule: &Rule, width: Width) -> String {
    let mut text = String::new();
    for (loader, rows, kinds) in LOADERS {
        let Some((word, meaning, change)) = rows.iter().find(|row| row.0 == rule.name) else {
            continue;
        };
        let mut rules = rules_for(word, &kinds);
        rules.retain(|other| *other != rule);
        if rules.is_empty() {
            continue;
        }
        let says = if rule.reasons.contains(word) {
            format!("`{word}` is a word of {loader}'s too, which also stands for:")
        } else {
            format!(
                "As a word of {loader}'s, `{word}` means something else. {meaning} {change} \
                 Then it stands for:"
            )
        };
        let _ = write!(text, "\n{}\n\n", paragraph(&says, "", width));
        list(&mut text, &rules, width);
        if !rule.reasons.contains(word) {
            more(&mut text, rules.first().copied(), width);
        }
    }
    text
}

/// Rules, a line for each.
fn list(text: &mut String, rules: &[&Rule], width: Width) {
    let longest = rules.iter().map(|rule| rule.name.len()).max().unwrap_or(0);
    for rule in rules {
        let name = format!("  {:longest$}", rule.name);
        text.push_str(&width.beside(longest + 4, &name, rule.summary));
        text.push('\n');
    }
}

/// How to go on from a list of rules.
fn more(text: &mut String, rule: Option<&Rule>, width: Width) {
    if let Some(rule) = rule {
        let says = format!("More about one of them: fornax-lint explain {}", rule.name);
        let _ = write!(text, "\n{}\n", paragraph(&says, "", width));
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
    match text.strip_prefix(name) {
        Some(rest) => format!("{}{rest}", style.title(name)),
        // It is several words, and the line too short for them.
        None => text,
    }
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
            let is_empty = lines.peek() == Some(&"```");
            if let Some(caption) = example_caption(info, "", is_empty) {
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
