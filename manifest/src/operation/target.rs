//! A target's text, read as Fornax reads it.

use crate::diagnostic::Edit;
use crate::edit::apply_edits;
use crate::limits;
use crate::lines::LineIndex;
use crate::operation::Operation;
use crate::operation::refusal::{Refusal, Warning};
use crate::syntax::{
    Node, NodeKind, Object, Opening, Span, Strictness, Tree, outline, parse, to_u32,
};

/// A target: a document whose root is an object.
#[derive(Debug)]
pub(super) struct Target {
    tree: Tree,
    /// What the tree stands in for, where the file has nothing that could be edited.
    blank: Option<Span>,
    size: u64,
}

impl Target {
    /// Reads as much of a file as `operations` are about; see [`Target::read_on`].
    pub(super) fn read(bytes: &[u8], operations: &[Operation]) -> Result<Self, Refusal> {
        let mut opening = Opening::outermost();
        for (index, operation) in operations.iter().enumerate() {
            if let Ok(segments) = segments(index, &operation.pointer) {
                opening.open(segments.into_iter().map(|segment| segment.key));
            }
        }
        Self::open(bytes, &opening)
    }

    /// Reads all of a file at once.
    #[cfg(test)]
    pub(super) fn whole(bytes: &[u8]) -> Result<Self, Refusal> {
        Self::open(bytes, &Opening::Whole)
    }

    fn open(bytes: &[u8], opening: &Opening) -> Result<Self, Refusal> {
        let size = bytes.len() as u64;
        if size > limits::FORNAX_TARGET_BYTES {
            return Err(Refusal::TooLarge { size });
        }
        let text = std::str::from_utf8(bytes).map_err(|error| Refusal::NotUtf8 {
            at: error.valid_up_to(),
        })?;
        if text.trim().is_empty() {
            // On lines of its own, as every writer of settings lays them out.
            let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
            return Ok(Self {
                tree: parse(&format!("{{}}{newline}"), Strictness::Serde),
                blank: Some(Span::new(0, to_u32(text.len()))),
                size,
            });
        }
        let tree = outline(text, Strictness::Serde, opening);
        if let Some(error) = tree.errors().first() {
            return Err(Refusal::NotJson {
                fault: error.kind,
                line: LineIndex::new(text)
                    .line(error.span.start)
                    .saturating_add(1),
            });
        }
        let found = tree.root().map_or(NodeKind::Invalid, Node::kind);
        if found != NodeKind::Object {
            return Err(Refusal::RootNotObject { found });
        }
        Ok(Self {
            tree,
            blank: None,
            size,
        })
    }

    /// Reads on, if what has been planned so far was about something that had not been read; tells whether
    /// it was, and has to be planned again.
    pub(super) fn read_on(&mut self) -> bool {
        self.tree.open_missed()
    }

    pub(super) fn tree(&self) -> &Tree {
        &self.tree
    }

    pub(super) fn root(&self) -> Option<Object<'_>> {
        self.tree.root()?.as_object()
    }

    /// The size of the file, in bytes.
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// Edits of the tree's text as edits of the file's.
    pub(super) fn edits_of_file(&self, mut edits: Vec<Edit>) -> Vec<Edit> {
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        match self.blank {
            Some(blank) if !edits.is_empty() => {
                let text = apply_edits(self.tree.text(), &edits);
                vec![Edit::replace(blank, text)]
            }
            _ => edits,
        }
    }
}

/// One step of a pointer: the key, and the way up to and with it.
#[derive(Clone, Debug)]
pub(super) struct Segment<'p> {
    pub(super) key: String,
    pub(super) way: &'p str,
}

/// The steps of a pointer: at least one.
pub(super) fn segments(operation: usize, pointer: &str) -> Result<Vec<Segment<'_>>, Refusal> {
    if pointer.is_empty() {
        return Err(Refusal::PointerRoot { operation });
    }
    let mut tildes = pointer.split('~').skip(1);
    if !pointer.starts_with('/') || !tildes.all(|after| after.starts_with(['0', '1'])) {
        return Err(Refusal::PointerMalformed {
            operation,
            pointer: pointer.to_owned(),
        });
    }
    Ok(crate::fornax::segments(pointer)
        .map(|(place, segment)| Segment {
            key: crate::syntax::unescaped(segment).into_owned(),
            way: &pointer[..place.end],
        })
        .collect())
}

/// The value at a key, the last one of several; those are noted.
pub(super) fn step<'t>(
    object: Object<'t>,
    segment: &Segment<'_>,
    warnings: &mut Vec<Warning>,
) -> Option<Node<'t>> {
    let mut members = object
        .all_members()
        .rev()
        .filter(|member| member.has_name(&segment.key));
    let last = members.next()?;
    if members.next().is_some() {
        let warning = Warning::DuplicateKey {
            at: segment.way.to_owned(),
        };
        if !warnings.contains(&warning) {
            warnings.push(warning);
        }
    }
    last.value()
}
