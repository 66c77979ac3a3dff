//! What an adapter's operations make of a target document: the edits that installing or uninstalling
//! needs, and nothing else.
//!
//! Pure: the text of the target goes in, edits of it come out. Reading and writing the file is the
//! caller's business, and so is whether the adapter may do it at all.
//!
//! ```
//! use fornax_manifest::operation::{Direction, Marker, Operation, plan};
//!
//! let element = serde_json::json!({ "command": "fornax-hook-acme" });
//! let operation = Operation {
//!     pointer: "/hooks/start".to_owned(),
//!     marker: Marker::member("command", "fornax-hook-acme"),
//!     element: element.as_object().unwrap().clone(),
//! };
//! let operations = [operation];
//!
//! let target: &[u8] = b"{\"theme\":\"dark\"}";
//! let outcome = plan(Some(target), &operations, Direction::Install).unwrap();
//! let installed = outcome.apply_to(Some(target));
//! let expected = br#"{"theme":"dark","hooks":{"start":[{"command":"fornax-hook-acme"}]}}"#;
//! assert_eq!(installed, expected);
//!
//! let outcome = plan(Some(&installed), &operations, Direction::Uninstall).unwrap();
//! assert_eq!(outcome.apply_to(Some(&installed)), target);
//!
//! let refusal = plan(Some(b"[]"), &operations, Direction::Install).unwrap_err();
//! assert_eq!(refusal.reason(), "root-not-object");
//! ```

mod install;
mod marker;
mod refusal;
mod target;
mod uninstall;

pub use marker::Marker;
pub use refusal::{Refusal, Warning};

use serde_json::{Map, Value};

use crate::diagnostic::Edit;
use crate::edit::apply_edits;
use crate::limits;
use crate::load::fornax;

use target::Target;

/// What an adapter wants of a target: that the array at `pointer` has an element with its marker.
///
/// Those of a [loaded manifest](crate::load::fornax_manifest) are made by `From`.
#[derive(Clone, Debug, PartialEq)]
pub struct Operation {
    /// Where the array is, as a JSON pointer (RFC 6901). Every segment is an object's key, a number
    /// too.
    pub pointer: String,
    /// What tells the adapter's elements from others.
    pub marker: Marker,
    /// The element, which must have the marker.
    pub element: Map<String, Value>,
}

impl From<&fornax::Operation> for Operation {
    fn from(operation: &fornax::Operation) -> Self {
        Self {
            pointer: operation.pointer.as_str().to_owned(),
            marker: Marker::member(&operation.marker_key, &operation.marker_value),
            element: operation.element.clone(),
        }
    }
}

/// The operations of a manifest, as [`plan`] takes them.
#[must_use]
pub fn of_manifest(manifest: &fornax::FornaxManifest) -> Vec<Operation> {
    manifest.operations.iter().map(Operation::from).collect()
}

/// Which way a target is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Elements are put in, where no element has their marker yet.
    Install,
    /// Every element with a marker is taken out, and then the containers that this left empty.
    Uninstall,
}

/// What one operation does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// Nothing: the element is there already, or there is none to remove.
    None,
    /// It adds its element.
    Adds,
    /// It removes this many elements: at least one.
    Removes(usize),
}

/// What is to be done to a target.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome {
    /// The edits of the target's text, sorted by place, none touching another. A target that is
    /// missing has the empty text.
    pub edits: Vec<Edit>,
    /// What each operation does, in their order.
    pub effects: Vec<Effect>,
    /// What the user should know about the target; none of it keeps anything from being done.
    pub warnings: Vec<Warning>,
}

impl Outcome {
    /// Whether the document would be another afterwards: another value, not only another text.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        !self.edits.is_empty()
    }

    /// How many elements are added.
    #[must_use]
    pub fn added(&self) -> usize {
        let added = |effect: &&Effect| matches!(effect, Effect::Adds);
        self.effects.iter().filter(added).count()
    }

    /// How many elements are removed.
    #[must_use]
    pub fn removed(&self) -> usize {
        let removed = |effect: &Effect| match effect {
            Effect::Removes(count) => *count,
            Effect::None | Effect::Adds => 0,
        };
        self.effects.iter().map(removed).sum()
    }

    /// The target's bytes afterwards. `target` must be what the outcome was [planned](plan) for.
    #[must_use]
    pub fn apply_to(&self, target: Option<&[u8]>) -> Vec<u8> {
        let target = target.unwrap_or_default();
        match std::str::from_utf8(target) {
            Ok(text) => apply_edits(text, &self.edits).into_bytes(),
            // Nothing is planned for what isn't text.
            Err(_) => target.to_vec(),
        }
    }
}

/// Finds out what `operations`, one after another, make of a target.
///
/// `target` holds the bytes of the file, none where there is no file; a blank one counts as `{}`.
/// Every byte that need not change stays: the edits keep the order of keys, blanks, escapes, the
/// spelling of numbers, line ends and the file's end. What is new is laid out like its neighbours.
///
/// Installing walks to the array, making objects and the array where nothing is, and appends the
/// element unless one with its marker is there. Uninstalling removes every element with the marker,
/// and then what became empty by that, up to but without the outermost object. Where nothing is to
/// be done the outcome has no edits. Done again, either does nothing.
///
/// The work grows with the size of the target, whatever its nesting.
///
/// # Errors
///
/// The first [`Refusal`]: then nothing may be changed, not even what other operations ask for.
pub fn plan(
    target: Option<&[u8]>,
    operations: &[Operation],
    direction: Direction,
) -> Result<Outcome, Refusal> {
    let mut target = Target::read(target.unwrap_or_default(), operations)?;
    let outcome = loop {
        let outcome = match direction {
            Direction::Install => install::plan(&target, operations),
            Direction::Uninstall => uninstall::plan(&target, operations),
        };
        if !target.read_on() {
            break outcome?;
        }
    };
    // What is installed must be such that it can be uninstalled again.
    let size = outcome.edits.iter().fold(target.size(), |size, edit| {
        (size + edit.text.len() as u64).saturating_sub(edit.span.len().into())
    });
    if size > limits::FORNAX_TARGET_BYTES && direction == Direction::Install {
        return Err(Refusal::WouldBeTooLarge { size });
    }
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    /// Plans with all that the target has in view.
    fn plan_on_the_whole(
        text: &str,
        operations: &[Operation],
        direction: Direction,
    ) -> Result<Outcome, Refusal> {
        let target = Target::whole(text.as_bytes())?;
        match direction {
            Direction::Install => install::plan(&target, operations),
            Direction::Uninstall => uninstall::plan(&target, operations),
        }
    }

    /// Settings in one of many layouts, each container in one of its own.
    fn settings() -> impl Strategy<Value = String> {
        let leaf = prop::sample::select(vec!["1", "\"x\"", "null", "\"{ \"", "{}", "[]", "{ }"]);
        let own = r#"{"command":"own"}"#;
        let leaf = prop_oneof![4 => leaf.prop_map(str::to_owned), 1 => Just(own.to_owned())];
        let key = prop::sample::select(vec!["a", "b", "c", "command", "\\u0061"]);
        let layout = prop::sample::select(vec![
            ("", "", ":"),
            (" ", "", ": "),
            ("", " ", ":"),
            ("\n  ", "\n", ": "),
            ("\r\n\t", "\r\n", " : "),
        ]);
        let value = leaf.prop_recursive(4, 40, 6, move |inner| {
            let members = prop::collection::vec((key.clone(), inner.clone()), 1..6);
            let items = prop::collection::vec(inner, 1..4);
            prop_oneof![
                (members, layout.clone()).prop_map(|(members, (before, after, colon))| {
                    let member =
                        |(key, value): &(&str, String)| format!("{before}\"{key}\"{colon}{value}");
                    let members: Vec<_> = members.iter().map(member).collect();
                    format!("{{{}{after}}}", members.join(","))
                }),
                (items, layout.clone()).prop_map(|(items, (before, after, _))| {
                    let items: Vec<_> =
                        items.iter().map(|item| format!("{before}{item}")).collect();
                    format!("[{}{after}]", items.join(","))
                }),
            ]
        });
        value.prop_filter("settings are an object", |text| text.starts_with('{'))
    }

    proptest! {
        #[test]
        fn what_is_not_read_changes_nothing(
            text in settings(),
            pointers in prop::collection::vec("(/[abc]){1,3}", 1..4),
            element in prop::sample::select(vec![
                json!({"command": "own"}),
                json!({"b": [{"c": 1}, {}], "command": "own", "a": {"b": {"c": []}}}),
            ]),
        ) {
            let element = element.as_object().unwrap();
            let operation = |pointer: &String| Operation {
                pointer: pointer.clone(),
                marker: Marker::member("command", "own"),
                element: element.clone(),
            };
            let operations: Vec<_> = pointers.iter().map(operation).collect();
            for direction in [Direction::Install, Direction::Uninstall] {
                prop_assert_eq!(
                    plan(Some(text.as_bytes()), &operations, direction),
                    plan_on_the_whole(&text, &operations, direction)
                );
            }
        }
    }
}
