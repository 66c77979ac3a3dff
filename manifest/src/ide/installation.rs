//! What an adapter's operations would do to its target on this machine, put shortly.

use std::borrow::Cow;

use crate::check::is_refused;
use crate::diagnostic::{Diagnostic, Severity};
use crate::document::Document;
use crate::fornax::{self, Obstacle};
use crate::ide::lenses::{Does, Lens};
use crate::ide::target::{self, Target};
use crate::limits;
use crate::operation::{Direction, Effect, Marker, Operation, Outcome, Refusal, plan};
use crate::surroundings::{Content, Place, Surroundings};
use crate::syntax::{Array, Node, NodeKind, Object, Span};

/// The facts above the target and, where there are several, above each operation that can be read,
/// as `plan` finds them.
///
/// Nothing is said where nobody may look at the target, and nothing is promised of a manifest that its
/// `findings` have refused: of that only what else stands in the way is said.
pub(super) fn lenses(
    document: &Document,
    root: Object<'_>,
    findings: &[Diagnostic],
    surroundings: &dyn Surroundings,
) -> Vec<Lens> {
    let list = root.get("operations").and_then(Node::as_array);
    let operations: Vec<(Object<'_>, Operation)> = list
        .into_iter()
        .flat_map(Array::items)
        .take(limits::FORNAX_OPERATIONS)
        .filter_map(|node| Some((node.as_object()?, read(node.as_object()?)?)))
        .collect();
    let (Some(path), Some(member), false) = (
        target::path(document),
        root.member("target"),
        operations.is_empty(),
    ) else {
        return Vec::new();
    };
    let places: Vec<Span> = operations.iter().map(|(object, _)| object.open()).collect();
    let operations: Vec<Operation> = operations
        .into_iter()
        .map(|(_, operation)| operation)
        .collect();
    let adapter = Adapter {
        file: format!("~/{path}"),
        operations,
        direction: direction(root),
    };
    let above_target = member.key().span();
    // What is said of the only operation would be said of the target already.
    let is_only = list.is_some_and(|list| list.len() == 1);
    let parts = if is_only { &[] } else { &places[..] };
    let Some(answer) = adapter.ask(&path, surroundings) else {
        return Vec::new();
    };
    match answer {
        Answer::Planned { .. } if is_refused(findings) => {
            let why = refused_because(findings);
            vec![Lens::fact(above_target, format!("would be refused: {why}"))]
        }
        Answer::Planned { outcome, is_there } => {
            let whole = adapter.title(outcome.added(), outcome.removed(), is_there);
            let effects = outcome.effects.iter().map(|effect| match effect {
                Effect::None => adapter.title(0, 0, is_there),
                Effect::Adds => adapter.title(1, 0, is_there),
                Effect::Removes(count) => adapter.title(0, *count, is_there),
            });
            let is_shown = words(root).iter().any(|word| word == "install") && outcome.is_changed();
            let whole = Lens {
                does: is_shown.then_some(Does::Previews),
                ..Lens::fact(above_target, whole)
            };
            let effects = parts.iter().copied().zip(effects);
            std::iter::once(whole)
                .chain(effects.map(|(span, title)| Lens::fact(span, title)))
                .collect()
        }
        Answer::Refused { why, operation } => {
            let to_blame = operation.and_then(|index| parts.get(index));
            std::iter::once(above_target)
                .chain(to_blame.copied())
                .map(|span| Lens::fact(span, format!("would be refused: {why}")))
                .collect()
        }
    }
}

/// Why a manifest with these findings is installed by nobody. How many errors there are need not be
/// known yet: some are looked for only when others are mended.
fn refused_because(findings: &[Diagnostic]) -> &'static str {
    let is_error = |finding: &&Diagnostic| finding.severity == Severity::Error;
    match findings.iter().filter(is_error).count() {
        1 => "the manifest has an error",
        _ => "the manifest has errors",
    }
}

/// What an adapter does, as far as it can be read.
struct Adapter {
    /// The target, as messages name it.
    file: String,
    operations: Vec<Operation>,
    direction: Direction,
}

/// What becomes of a target.
enum Answer {
    Planned {
        outcome: Outcome,
        is_there: bool,
    },
    Refused {
        why: String,
        operation: Option<usize>,
    },
}

impl From<Refusal> for Answer {
    fn from(refusal: Refusal) -> Self {
        Self::Refused {
            why: refusal.to_string(),
            operation: refusal.operation(),
        }
    }
}

impl Adapter {
    fn ask(&self, path: &str, surroundings: &dyn Surroundings) -> Option<Answer> {
        let refused = |why: &str| {
            Some(Answer::Refused {
                why: why.to_owned(),
                operation: None,
            })
        };
        let limit = limits::FORNAX_TARGET_BYTES;
        let content = match target::look(path, surroundings) {
            Target::Unknown => return None,
            Target::Behind { obstacle, at } => {
                let what = match obstacle {
                    Obstacle::Symlink => "a symbolic link",
                    Obstacle::NotAFolder => "no folder",
                };
                return refused(&format!("`~/{at}` on the way to the target is {what}"));
            }
            Target::Symlink => return refused("the target is a symbolic link"),
            Target::NotAFile => return refused("the target is not a file"),
            Target::Fornaxs => return refused("the target lies in Fornax's own folder"),
            Target::Missing {
                without_folder: true,
            } if self.direction == Direction::Install => {
                return refused("the target's folder is missing on this machine");
            }
            Target::Missing { .. } => Content::Missing,
            Target::File(size) if size > limit => Content::TooLarge(size),
            Target::File(_) => surroundings.read(Place::Home, path, limit),
        };
        let bytes = match content {
            Content::Unknown => return None,
            Content::TooLarge(size) => return Some(Refusal::TooLarge { size }.into()),
            Content::Missing => None,
            Content::Bytes(bytes) => Some(bytes),
        };
        Some(
            match plan(bytes.as_deref(), &self.operations, self.direction) {
                Ok(outcome) => Answer::Planned {
                    outcome,
                    is_there: bytes.is_some(),
                },
                Err(refusal) => refusal.into(),
            },
        )
    }

    fn title(&self, added: usize, removed: usize, is_there: bool) -> String {
        let elements = |count| match count {
            1 => "1 element".to_owned(),
            _ => format!("{count} elements"),
        };
        let file = &self.file;
        match (self.direction, added, removed) {
            (Direction::Install, 0, _) => "installed".to_owned(),
            (Direction::Install, added, _) if is_there => {
                format!("would add {} to {file}", elements(added))
            }
            (Direction::Install, added, _) => {
                format!("would create {file} with {}", elements(added))
            }
            (Direction::Uninstall, _, 0) => "not installed".to_owned(),
            (Direction::Uninstall, _, removed) => {
                format!("would remove {} from {file}", elements(removed))
            }
        }
    }
}

/// What to show: an installation, but for an adapter that can do nothing else than uninstall.
fn direction(root: Object<'_>) -> Direction {
    match words(root).as_slice() {
        [only] if only == "uninstall" => Direction::Uninstall,
        _ => Direction::Install,
    }
}

/// The capabilities, as they are written.
fn words(root: Object<'_>) -> Vec<Cow<'_, str>> {
    root.get("capabilities")
        .and_then(Node::as_array)
        .into_iter()
        .flat_map(Array::items)
        .filter_map(Node::as_str)
        .collect()
}

/// An operation, if it is complete and Fornax would take it.
fn read(object: Object<'_>) -> Option<Operation> {
    let text = |key| {
        object
            .get(key)
            .filter(|node| node.kind() == NodeKind::String)
            .and_then(Node::as_str)
            .map(std::borrow::Cow::into_owned)
    };
    let pointer = text("pointer")?;
    let element = object.get("element")?;
    let is_small = pointer.len() <= limits::FORNAX_POINTER_BYTES
        && fornax::printed_size(element)? <= limits::FORNAX_ELEMENT_BYTES;
    if !is_small || text("kind")? != "ensure_marked_array_element" {
        return None;
    }
    Some(Operation {
        pointer,
        marker: Marker::member(text("marker_key")?, text("marker_value")?),
        element: serde_json::from_str(element.source()).ok()?,
    })
}
