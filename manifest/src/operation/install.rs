//! Installing: what is missing is put in.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::diagnostic::Edit;
use crate::edit::Editor;
use crate::limits;
use crate::operation::marker::Share;
use crate::operation::refusal::{Refusal, Warning};
use crate::operation::target::{Segment, Target, segments, step};
use crate::operation::{Effect, Operation, Outcome};
use crate::syntax::{Array, NodeKind, Object};

/// What installing changes.
pub(super) fn plan(target: &Target, operations: &[Operation]) -> Result<Outcome, Refusal> {
    let mut installation = Installation::default();
    let mut effects = Vec::with_capacity(operations.len());
    for (index, operation) in operations.iter().enumerate() {
        effects.push(installation.add(target, index, operation)?);
    }
    Ok(Outcome {
        edits: target.edits_of_file(installation.edits(target)),
        effects,
        warnings: installation.warnings,
    })
}

/// What the operations so far put in.
#[derive(Debug, Default)]
struct Installation<'t, 'o> {
    /// By the number of the container's node.
    additions: BTreeMap<usize, Addition<'t, 'o>>,
    warnings: Vec<Warning>,
}

/// What comes to the end of a container that is there.
#[derive(Debug)]
enum Addition<'t, 'o> {
    Members(Object<'t>, Members<'o>),
    Items(Array<'t>, Vec<&'o Map<String, Value>>),
}

type Members<'o> = Vec<(String, New<'o>)>;

/// A container that is made.
#[derive(Debug)]
enum New<'o> {
    Object(Members<'o>),
    Array(Vec<&'o Map<String, Value>>),
}

impl<'t, 'o> Installation<'t, 'o> {
    fn add(
        &mut self,
        target: &'t Target,
        index: usize,
        operation: &'o Operation,
    ) -> Result<Effect, Refusal> {
        let pointer = &operation.pointer;
        let segments = segments(index, pointer)?;
        if !operation.marker.is_on(&operation.element) {
            return Err(Refusal::MarkerMismatch {
                operation: index,
                pointer: pointer.clone(),
            });
        }
        let not_an_object = |at: &Segment<'_>, found| Refusal::NotAnObject {
            operation: index,
            pointer: pointer.clone(),
            at: at.way.to_owned(),
            found,
        };
        let not_an_array = |found| Refusal::NotAnArray {
            operation: index,
            pointer: pointer.clone(),
            found,
        };

        // The root, then a container for each segment.
        let fits = 1 + segments.len() + depth(&operation.element) <= limits::SERDE_DEPTH;
        let too_deep = || Refusal::WouldBeTooDeep {
            operation: index,
            pointer: pointer.clone(),
        };

        // As far as the target has the way.
        let Some(mut object) = target.root() else {
            return Ok(Effect::None);
        };
        let mut rest = segments.as_slice();
        while let Some((segment, below)) = rest.split_first() {
            let Some(value) = step(object, segment, &mut self.warnings) else {
                break;
            };
            if below.is_empty() {
                let array = value.as_array().ok_or_else(|| not_an_array(value.kind()))?;
                let is_there = array
                    .items()
                    .any(|item| !matches!(operation.marker.share_of(item), Share::None));
                if is_there {
                    return Ok(Effect::None);
                }
                let addition = self
                    .additions
                    .entry(value.index())
                    .or_insert_with(|| Addition::Items(array, Vec::new()));
                return match addition {
                    Addition::Items(_, items) if fits => Ok(push(items, operation)),
                    Addition::Items(..) => Err(too_deep()),
                    Addition::Members(..) => Ok(Effect::None),
                };
            }
            object = value
                .as_object()
                .ok_or_else(|| not_an_object(segment, value.kind()))?;
            rest = below;
        }

        // From there on it is made, or an earlier operation has made it.
        if !fits {
            return Err(too_deep());
        }
        let addition = self
            .additions
            .entry(object.node().index())
            .or_insert_with(|| Addition::Members(object, Vec::new()));
        let Addition::Members(_, first) = addition else {
            return Ok(Effect::None);
        };
        let mut members = first;
        while let Some((segment, below)) = rest.split_first() {
            let place = members.iter().position(|(key, _)| *key == segment.key);
            let place = place.unwrap_or_else(|| {
                let new = if below.is_empty() {
                    New::Array(Vec::new())
                } else {
                    New::Object(Vec::new())
                };
                members.push((segment.key.clone(), new));
                members.len() - 1
            });
            match (&mut members[place].1, below.is_empty()) {
                (New::Object(inner), false) => members = inner,
                (New::Array(items), true) => return Ok(push(items, operation)),
                (New::Array(_), false) => return Err(not_an_object(segment, NodeKind::Array)),
                (New::Object(_), true) => return Err(not_an_array(NodeKind::Object)),
            }
            rest = below;
        }
        Ok(Effect::None)
    }

    fn edits(&self, target: &'t Target) -> Vec<Edit> {
        let editor = Editor::new(target.tree());
        let mut edits = Vec::new();
        for addition in self.additions.values() {
            let (container, new): (_, Vec<(Option<&str>, Value)>) = match addition {
                Addition::Members(object, members) => {
                    let new = members.iter();
                    let new = new.map(|(key, new)| (Some(key.as_str()), new.to_json()));
                    (object.node(), new.collect())
                }
                Addition::Items(array, elements) => (
                    array.node(),
                    elements
                        .iter()
                        .map(|&element| (None, json(element)))
                        .collect(),
                ),
            };
            let new: Vec<_> = new.iter().map(|(key, value)| (*key, value)).collect();
            edits.extend(editor.append(container, &new));
        }
        edits
    }
}

fn json(element: &Map<String, Value>) -> Value {
    Value::Object(element.clone())
}

impl New<'_> {
    /// Recursive, as deep as a target may be nested at most.
    fn to_json(&self) -> Value {
        match self {
            Self::Object(members) => members
                .iter()
                .map(|(key, new)| (key.clone(), new.to_json()))
                .collect(),
            Self::Array(elements) => elements.iter().map(|&element| json(element)).collect(),
        }
    }
}

/// Puts an element behind those that are new, unless one of them has its marker.
fn push<'o>(elements: &mut Vec<&'o Map<String, Value>>, operation: &'o Operation) -> Effect {
    if elements
        .iter()
        .any(|element| operation.marker.is_on(element))
    {
        return Effect::None;
    }
    elements.push(&operation.element);
    Effect::Adds
}

/// How many containers the innermost one of an element lies in, itself included.
fn depth(element: &Map<String, Value>) -> usize {
    let mut deepest = 1;
    let mut open: Vec<(usize, &Value)> = element.values().map(|value| (2, value)).collect();
    while let Some((depth, value)) = open.pop() {
        match value {
            Value::Object(members) => open.extend(members.values().map(|value| (depth + 1, value))),
            Value::Array(items) => open.extend(items.iter().map(|value| (depth + 1, value))),
            _ => continue,
        }
        deepest = deepest.max(depth);
    }
    deepest
}
