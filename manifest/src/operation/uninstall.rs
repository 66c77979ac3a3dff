//! Uninstalling: what is the adapter's is taken out, and with it the containers that this empties.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::Edit;
use crate::edit::Editor;
use crate::operation::marker::Share;
use crate::operation::refusal::Refusal;
use crate::operation::target::{Target, segments, step};
use crate::operation::{Effect, Operation, Outcome};
use crate::syntax::{Member, Node, Object};

/// What uninstalling changes.
pub(super) fn plan(target: &Target, operations: &[Operation]) -> Result<Outcome, Refusal> {
    let mut removal = Removal::default();
    let mut warnings = Vec::new();
    let mut effects = Vec::with_capacity(operations.len());
    for (index, operation) in operations.iter().enumerate() {
        // Where the way ends or leads elsewhere there is nothing to remove.
        let mut node = target.root().map(Object::node);
        for segment in &segments(index, &operation.pointer)? {
            node = node
                .and_then(Node::as_object)
                .and_then(|object| step(object, segment, &mut warnings));
        }
        let array = node.and_then(Node::as_array);
        let removed = array
            .into_iter()
            .flat_map(|array| array.items())
            .filter(|&item| removal.take(item, operation))
            .count();
        effects.push(match removed {
            0 => Effect::None,
            count => Effect::Removes(count),
        });
    }
    removal.prune();
    Ok(Outcome {
        edits: target.edits_of_file(removal.edits(Editor::new(target.tree()))),
        effects,
        warnings,
    })
}

/// What goes.
#[derive(Debug, Default)]
struct Removal<'t> {
    /// The containers that lose something, by the numbers of their nodes.
    containers: BTreeMap<usize, Loss<'t>>,
    /// The lists with whose last item the element goes that they are in, by their numbers.
    lists: BTreeSet<usize>,
}

/// What a container loses: members or items, by the numbers of their nodes.
#[derive(Debug)]
struct Loss<'t> {
    container: Node<'t>,
    entries: BTreeSet<usize>,
}

impl Loss<'_> {
    /// Whether nothing is left. Of members with one key all go or none.
    fn is_total(&self) -> bool {
        let goes = |node: Node<'_>| self.entries.contains(&node.index());
        match (self.container.as_object(), self.container.as_array()) {
            (Some(object), _) => object.all_members().map(Member::node).all(goes),
            (_, Some(array)) => array.len() == self.entries.len(),
            (None, None) => false,
        }
    }
}

impl<'t> Removal<'t> {
    /// Takes out what of an item is the adapter's; whether anything more goes by that.
    fn take(&mut self, item: Node<'t>, operation: &Operation) -> bool {
        match operation.marker.share_of(item) {
            Share::None => false,
            Share::Whole => self.remove(item),
            Share::Items(own) => {
                self.lists
                    .extend(own.iter().filter_map(|item| Some(item.parent()?.index())));
                own.into_iter().filter(|&item| self.remove(item)).count() > 0
            }
        }
    }

    /// Takes an entry out of its container; whether it was still in there.
    fn remove(&mut self, entry: Node<'t>) -> bool {
        entry.parent().is_some_and(|container| {
            self.containers
                .entry(container.index())
                .or_insert_with(|| Loss {
                    container,
                    entries: BTreeSet::new(),
                })
                .entries
                .insert(entry.index())
        })
    }

    /// Takes out every container that is empty by now, upwards, but for the outermost.
    fn prune(&mut self) {
        let mut open: Vec<usize> = self.containers.keys().copied().collect();
        while let Some(index) = open.pop() {
            let Some(loss) = self.containers.get(&index).filter(|loss| loss.is_total()) else {
                continue;
            };
            let Some(member) = loss.container.member() else {
                continue;
            };
            let Some(object) = member.object() else {
                continue;
            };
            let holder = if self.lists.contains(&index) {
                self.remove(object.node());
                object.node().parent()
            } else {
                // With the last of several equal keys alone the one before it would count.
                let name = member.name_bytes();
                for same in object.all_members() {
                    if same.name_bytes() == name {
                        self.remove(same.node());
                    }
                }
                Some(object.node())
            };
            open.extend(holder.map(Node::index));
        }
    }

    fn edits(&self, editor: Editor<'t>) -> Vec<Edit> {
        let goes = |node: &Node<'t>| {
            let holder = node
                .parent()
                .and_then(|holder| self.containers.get(&holder.index()));
            holder.is_some_and(|loss| loss.entries.contains(&node.index()))
        };
        self.containers
            .values()
            // What lies in something that goes needs no edit of its own.
            .filter(|loss| {
                !std::iter::successors(Some(loss.container), |node| node.parent())
                    .any(|node| goes(&node))
            })
            .flat_map(|loss| {
                editor.remove_entries(loss.container, |entry| {
                    loss.entries.contains(&entry.index())
                })
            })
            .collect()
    }
}
