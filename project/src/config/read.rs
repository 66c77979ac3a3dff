//! From TOML to what it says, with every fault on the way.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use fornax_manifest::{
    DocumentKind, FornaxVersion, LineIndex, RULES, Rule, Severity, Span, Stage, find_rule,
    is_fornax_id, nearest,
};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::config::apply::OfRule;
use crate::config::fault::{Fault, FaultKind, Faults, GlobFault, TOO_DEEP};
use crate::config::glob::{Globs, Pattern};
use crate::config::keys::{KEYS, Key, Shape};
use crate::config::{Ignore, Level};

/// A value, and where it stands.
pub(crate) type Value<'v> = &'v Spanned<DeValue<'v>>;

/// Something that was said, and where.
#[derive(Clone, Debug)]
pub(crate) struct Said<T> {
    pub(crate) value: T,
    pub(crate) span: Span,
}

/// What a file says.
#[derive(Debug, Default)]
pub(crate) struct Content {
    pub(crate) fornax_version: Option<Said<FornaxVersion>>,
    pub(crate) reserved_ids: Option<Said<Vec<String>>>,
    pub(crate) published: Option<Said<bool>>,
    pub(crate) exclude: Globs,
    pub(crate) files: BTreeMap<DocumentKind, Globs>,
    pub(crate) rules: BTreeMap<&'static str, Said<Level>>,
    pub(crate) ignores: Vec<Ignore>,
    pub(crate) by_rule: HashMap<&'static str, OfRule>,
}

/// An entry of which not all is known yet.
#[derive(Debug, Default)]
struct Draft {
    rule: Option<Said<&'static Rule>>,
    path: Option<Pattern>,
    pointer: Option<String>,
    reason: Option<String>,
}

/// The one rule about text of which some findings don't keep a loader from reading it.
const NOT_ALWAYS_FATAL: &str = "duplicate-key";

/// Reads what `text` says.
pub(crate) fn read(text: &str) -> Result<Content, Faults> {
    let (document, errors) = DeTable::parse_recoverable(text);
    let mut reader = Reader::default();
    reader.table("", KEYS, document.get_ref());
    let syntax = errors.into_iter().map(|error| {
        let span = error.span().map_or(Span::at(to_u32(text.len())), to_span);
        (span, error.message().to_owned())
    });
    let syntax = Faults::new(once(syntax.collect()));
    let faults = Faults::new(reader.faults);
    if syntax.is_empty() && faults.is_empty() {
        return Ok(reader.content);
    }
    Err(sift(text, syntax, faults))
}

/// The parser's errors, each once: it tells one for every bracket that is still open at one place, and
/// for those that it opened before there were too many.
fn once(mut errors: Vec<(Span, String)>) -> Vec<Fault> {
    errors.sort_by(|(a, said), (b, also)| (a.start, a.end, said).cmp(&(b.start, b.end, also)));
    errors.dedup();
    let too_deep = errors
        .iter()
        .position(|(_, said)| said.starts_with(TOO_DEEP));
    if let Some(too_deep) = too_deep {
        let mut index = 0;
        errors.retain(|(_, said)| {
            index += 1;
            index <= too_deep + 1 || !said.starts_with("unclosed") && !said.starts_with(TOO_DEEP)
        });
    }
    let fault = |(span, said)| Fault {
        span,
        kind: FaultKind::Syntax(said),
    };
    errors.into_iter().map(fault).collect()
}

/// What can be said of a text that isn't TOML throughout: one cause, one fault.
///
/// A line with a syntax error has no other fault, but for one: a value without its quotes is best
/// called just that. Nothing is missed where something could not be read, and below a heading that
/// could not be read only what is plainly misspelt is named.
fn sift(text: &str, mut syntax: Faults, mut faults: Faults) -> Faults {
    if syntax.is_empty() {
        return faults;
    }
    let lines = LineIndex::new(text);
    let broken: BTreeSet<u32> = syntax
        .iter()
        .map(|error| lines.line(error.span.start))
        .collect();
    let lost_heading = broken
        .iter()
        .any(|&line| text[lines.span(line).range()].trim_start().starts_with('['));
    let goes_on = |value: Span| {
        syntax.iter().any(|error| {
            error.span.start > value.end && lines.line(error.span.start) == lines.line(value.start)
        })
    };
    let mut unquoted = Vec::new();
    faults.retain(|fault| {
        let is_unquoted = matches!(fault.kind, FaultKind::WrongType { .. })
            && !fault.span.is_empty()
            && syntax.iter().any(|error| fault.span.contains(error.span));
        if is_unquoted {
            unquoted.push(fault.span);
        }
        // Where the line goes on though it can't, that is the cause, and bare words before it no other.
        (is_unquoted && !goes_on(fault.span))
            || !matches!(fault.kind, FaultKind::Missing { .. })
                && !broken.contains(&lines.line(fault.span.start))
                && (!lost_heading || fault.suggestion().is_some())
    });
    syntax.retain(|error| !unquoted.iter().any(|span| span.contains(error.span)));
    syntax.append(faults);
    syntax
}

/// Collects what the keys say, and what is wrong with them.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    content: Content,
    draft: Draft,
    faults: Vec<Fault>,
}

impl Reader {
    fn fault(&mut self, span: Span, kind: FaultKind) {
        self.faults.push(Fault { span, kind });
    }

    /// Hands each member of a table to its key.
    fn table(&mut self, name: &'static str, keys: &'static [Key], table: &DeTable<'_>) {
        for (member, value) in members(table) {
            match keys.iter().find(|key| key.name == member.get_ref()) {
                Some(key) => (key.read)(self, key, value),
                None => {
                    let known: Vec<_> = keys.iter().map(|key| key.name).collect();
                    self.fault(
                        to_span(member.span()),
                        FaultKind::UnknownKey {
                            name: member.get_ref().to_string(),
                            table: name,
                            nearest: nearest(member.get_ref(), known.iter().copied()),
                            known,
                        },
                    );
                }
            }
        }
    }

    fn wrong_type(&mut self, key: String, wanted: &'static str, value: Value<'_>) {
        let found = describe(value.get_ref());
        let kind = FaultKind::WrongType { key, wanted, found };
        self.fault(to_span(value.span()), kind);
    }

    fn string<'v>(&mut self, key: &Key, value: Value<'v>) -> Option<Said<&'v str>> {
        match value.get_ref() {
            DeValue::String(text) => Some(Said {
                value: text,
                span: to_span(value.span()),
            }),
            _ => {
                self.wrong_type(name_of(key), key.shape.describe(), value);
                None
            }
        }
    }

    /// A string that says something.
    fn text<'v>(&mut self, key: &Key, value: Value<'v>) -> Option<Said<&'v str>> {
        let text = self.string(key, value)?;
        if text.value.trim().is_empty() {
            self.fault(text.span, FaultKind::Empty { key: name_of(key) });
            return None;
        }
        Some(text)
    }

    /// The strings of a list.
    fn strings<'v>(&mut self, key: &Key, value: Value<'v>) -> Vec<Said<&'v str>> {
        let Some(items) = value.get_ref().as_array() else {
            self.wrong_type(name_of(key), key.shape.describe(), value);
            return Vec::new();
        };
        let mut strings = Vec::new();
        for item in items.iter() {
            match item.get_ref() {
                DeValue::String(text) => strings.push(Said {
                    value: text.as_ref(),
                    span: to_span(item.span()),
                }),
                _ => self.wrong_type(
                    format!("each item of {}", name_of(key)),
                    "a string in quotes",
                    item,
                ),
            }
        }
        strings
    }

    fn pattern(&mut self, text: &Said<&str>) -> Option<Pattern> {
        Pattern::new(text.value, text.span)
            .map_err(|fault| self.fault(text.span, FaultKind::Glob(fault)))
            .ok()
    }

    fn globs(&mut self, key: &Key, value: Value<'_>) -> Globs {
        let texts = self.strings(key, value);
        let patterns = texts.iter().filter_map(|text| self.pattern(text)).collect();
        Globs::new(patterns).unwrap_or_else(|fault: GlobFault| {
            self.fault(to_span(value.span()), FaultKind::Glob(fault));
            Globs::default()
        })
    }

    fn rule(&mut self, name: &str, span: Span) -> Option<&'static Rule> {
        let rule = find_rule(name);
        if rule.is_none() {
            let kind = FaultKind::UnknownRule {
                name: name.to_owned(),
                nearest: nearest(name, RULES.iter().map(|rule| rule.name)),
            };
            self.fault(span, kind);
        }
        rule
    }

    fn level(&mut self, rule: &'static Rule, value: Value<'_>) -> Option<Said<Level>> {
        let span = to_span(value.span());
        let Some(name) = value.get_ref().as_str() else {
            let wanted = "a level in quotes: \"off\", \"info\", \"warning\" or \"error\"";
            self.wrong_type(format!("`{}`", rule.name), wanted, value);
            return None;
        };
        let Some(level) = Level::from_name(name) else {
            let kind = FaultKind::UnknownLevel {
                name: name.to_owned(),
                nearest: nearest(name, Level::ALL.map(Level::as_str)),
            };
            self.fault(span, kind);
            return None;
        };
        if !level.is_allowed(rule) {
            self.fault(span, FaultKind::NotLowerable(rule));
            return None;
        }
        Some(Said { value: level, span })
    }

    fn entry(&mut self, key: &'static Key, keys: &'static [Key], item: Value<'_>) {
        let Some(table) = item.get_ref().as_table() else {
            self.wrong_type(
                format!("each item of {}", name_of(key)),
                "a table with a `rule` and a `reason`",
                item,
            );
            return;
        };
        self.draft = Draft::default();
        self.table(key.name, keys, table);
        for needed in keys.iter().filter(|key| key.required) {
            if !table.contains_key(needed.name) {
                let kind = FaultKind::Missing {
                    key: needed.name,
                    table: key.name,
                };
                self.fault(to_span(item.span()), kind);
            }
        }
        let draft = std::mem::take(&mut self.draft);
        if let (Some(rule), Some(reason)) = (draft.rule, draft.reason) {
            self.content.ignores.push(Ignore {
                rule,
                path: draft.path,
                pointer: draft.pointer,
                reason,
            });
        }
    }
}

pub(crate) fn fornax_version(reader: &mut Reader, key: &'static Key, value: Value<'_>) {
    if let Some(Said { value: text, span }) = reader.string(key, value) {
        match text.parse() {
            Ok(value) => reader.content.fornax_version = Some(Said { value, span }),
            Err(_) => reader.fault(span, FaultKind::NotAVersion),
        }
    }
}

pub(crate) fn reserved_ids(reader: &mut Reader, key: &'static Key, value: Value<'_>) {
    let mut ids = Vec::new();
    for id in reader.strings(key, value) {
        if id.value.is_empty() {
            let key = format!("this item of {}", name_of(key));
            reader.fault(id.span, FaultKind::Empty { key });
        } else if !is_fornax_id(id.value) {
            reader.fault(id.span, FaultKind::NotAnId);
        } else {
            ids.push(id.value.to_owned());
        }
    }
    reader.content.reserved_ids = Some(Said {
        value: ids,
        span: to_span(value.span()),
    });
}

pub(crate) fn published(reader: &mut Reader, key: &'static Key, value: Value<'_>) {
    match value.get_ref().as_bool() {
        Some(flag) => {
            reader.content.published = Some(Said {
                value: flag,
                span: to_span(value.span()),
            });
        }
        None => reader.wrong_type(name_of(key), key.shape.describe(), value),
    }
}

pub(crate) fn exclude(reader: &mut Reader, key: &'static Key, value: Value<'_>) {
    reader.content.exclude = reader.globs(key, value);
}

pub(crate) fn files(reader: &mut Reader, key: &'static Key, value: Value<'_>) {
    match (key.shape, value.get_ref().as_table()) {
        (Shape::Table(keys), Some(table)) => reader.table(key.name, keys, table),
        _ => reader.wrong_type(name_of(key), key.shape.describe(), value),
    }
}

pub(crate) fn files_of_kind(reader: &mut Reader, key: &'static Key, value: Value<'_>) {
    let globs = reader.globs(key, value);
    if let Some(kind) = DocumentKind::from_name(key.name) {
        reader.content.files.insert(kind, globs);
    }
}

pub(crate) fn rules(reader: &mut Reader, key: &'static Key, value: Value<'_>) {
    let Some(table) = value.get_ref().as_table() else {
        reader.wrong_type(name_of(key), key.shape.describe(), value);
        return;
    };
    for (name, value) in members(table) {
        if let Some(rule) = reader.rule(name.get_ref(), to_span(name.span()))
            && let Some(level) = reader.level(rule, value)
        {
            reader.content.rules.insert(rule.name, level);
        }
    }
}

pub(crate) fn ignore(reader: &mut Reader, key: &'static Key, value: Value<'_>) {
    match (key.shape, value.get_ref().as_array()) {
        (Shape::Tables(keys), Some(items)) => {
            for item in items.iter() {
                reader.entry(key, keys, item);
            }
            match OfRule::sort(&reader.content.ignores) {
                Ok(by_rule) => reader.content.by_rule = by_rule,
                Err(fault) => reader.fault(to_span(value.span()), FaultKind::Glob(fault)),
            }
        }
        _ => reader.wrong_type(name_of(key), key.shape.describe(), value),
    }
}

pub(crate) fn ignored_rule(reader: &mut Reader, key: &'static Key, value: Value<'_>) {
    let Some(Said { value: name, span }) = reader.string(key, value) else {
        return;
    };
    let Some(rule) = reader.rule(name, span) else {
        return;
    };
    if is_always_fatal(rule) {
        reader.fault(span, FaultKind::NotIgnorable(rule));
    } else {
        reader.draft.rule = Some(Said { value: rule, span });
    }
}

pub(crate) fn ignored_path(reader: &mut Reader, key: &'static Key, value: Value<'_>) {
    if let Some(text) = reader.string(key, value) {
        reader.draft.path = reader.pattern(&text);
    }
}

pub(crate) fn ignored_pointer(reader: &mut Reader, key: &'static Key, value: Value<'_>) {
    let Some(Said { value: text, span }) = reader.string(key, value) else {
        return;
    };
    let is_pointer = (text.is_empty() || text.starts_with('/'))
        && text
            .split('~')
            .skip(1)
            .all(|rest| rest.starts_with(['0', '1']));
    if is_pointer {
        reader.draft.pointer = Some(text.to_owned());
    } else {
        reader.fault(span, FaultKind::NotAPointer);
    }
}

pub(crate) fn ignore_reason(reader: &mut Reader, key: &'static Key, value: Value<'_>) {
    let reason = reader.text(key, value);
    reader.draft.reason = reason.map(|reason| reason.value.to_owned());
}

impl Level {
    /// Whether a rule may be set to it: what a loader refuses, or can never work, stays an error.
    #[must_use]
    pub fn is_allowed(self, rule: &Rule) -> bool {
        rule.severity != Severity::Error || self == Self::At(Severity::Error)
    }
}

/// Whether all that a rule finds keeps a loader from reading the text.
#[must_use]
pub fn is_always_fatal(rule: &Rule) -> bool {
    rule.stage == Stage::Text && rule.name != NOT_ALWAYS_FATAL
}

/// A table's members in the order of the text.
fn members<'v, 't>(
    table: &'v DeTable<'t>,
) -> Vec<(
    &'v Spanned<toml::de::DeString<'t>>,
    &'v Spanned<DeValue<'t>>,
)> {
    let mut members: Vec<_> = table.iter().collect();
    members.sort_by_key(|(name, _)| name.span().start);
    members
}

fn name_of(key: &Key) -> String {
    format!("`{}`", key.name)
}

fn describe(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) | DeValue::Float(_) => "a number without quotes",
        DeValue::Boolean(true) => "`true`",
        DeValue::Boolean(false) => "`false`",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

fn to_span(range: std::ops::Range<usize>) -> Span {
    Span::new(to_u32(range.start), to_u32(range.end))
}

/// A configuration is far smaller than `u32` can count.
fn to_u32(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}
