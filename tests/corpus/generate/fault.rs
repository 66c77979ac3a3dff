//! What is put into a sound document, and what the loader does with it.

use serde_json::Value;

/// What becomes of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Accept,
    /// Refused, with the loader's word for it where it has one.
    Reject(Option<&'static str>),
}

/// One change of a document's value.
#[derive(Clone, Debug)]
enum Change {
    /// Gives a member or item a value, one that may not be there yet.
    Set(String, Value),
    Remove(String),
}

/// A fault, or something that looks like one and isn't.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    /// Its sort, for the figures.
    pub(crate) kind: &'static str,
    pub(crate) verdict: Verdict,
    /// The first is the fault; others make room for it.
    changes: Vec<Change>,
}

/// Puts `value` at `pointer`.
pub(crate) fn set(
    kind: &'static str,
    pointer: &str,
    value: impl Into<Value>,
    verdict: Verdict,
) -> Fault {
    Fault {
        kind,
        verdict,
        changes: vec![Change::Set(pointer.to_owned(), value.into())],
    }
}

/// Takes away what is at `pointer`.
pub(crate) fn remove(kind: &'static str, pointer: &str, verdict: Verdict) -> Fault {
    Fault {
        kind,
        verdict,
        changes: vec![Change::Remove(pointer.to_owned())],
    }
}

impl Fault {
    /// Changes something else too, so that this fault is the only one.
    pub(crate) fn where_also(mut self, pointer: &str, value: impl Into<Value>) -> Self {
        self.changes
            .push(Change::Set(pointer.to_owned(), value.into()));
        self
    }

    pub(crate) fn without(mut self, pointer: &str) -> Self {
        self.changes.push(Change::Remove(pointer.to_owned()));
        self
    }

    /// The faulty member; where one is missing, its object.
    pub(crate) fn place(&self) -> String {
        match &self.changes[0] {
            Change::Set(pointer, _) => pointer.clone(),
            Change::Remove(pointer) => outer(pointer).to_owned(),
        }
    }

    pub(crate) fn put_into(&self, document: &mut Value) {
        // What makes room comes first.
        for change in self.changes.iter().rev() {
            change.apply(document);
        }
    }

    /// Whether the two change the same part of a document, or one decides what the other means.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        let parts = |fault: &Self| -> Vec<String> {
            let pointers = fault.changes.iter().map(|change| match change {
                Change::Set(pointer, _) | Change::Remove(pointer) => pointer.clone(),
            });
            pointers
                .map(|pointer| pointer.split('/').nth(1).unwrap_or_default().to_owned())
                .collect()
        };
        let silences = |fault: &Self| fault.kind == "schema-version";
        let (mine, theirs) = (parts(self), parts(other));
        mine.iter()
            .any(|part| part.is_empty() || theirs.contains(part))
            || theirs.contains(&String::new())
            || silences(self)
            || silences(other)
    }
}

fn outer(pointer: &str) -> &str {
    pointer.rsplit_once('/').map_or("", |(outer, _)| outer)
}

impl Change {
    fn apply(&self, document: &mut Value) {
        let (Self::Set(pointer, _) | Self::Remove(pointer)) = self;
        let Some((outer, name)) = pointer.rsplit_once('/') else {
            if let Self::Set(_, value) = self {
                *document = value.clone();
            }
            return;
        };
        let name = name.replace("~1", "/").replace("~0", "~");
        let container = document
            .pointer_mut(outer)
            .unwrap_or_else(|| panic!("nothing at {outer}"));
        match (container, self) {
            (Value::Object(members), Self::Set(_, value)) => {
                members.insert(name, value.clone());
            }
            (Value::Object(members), Self::Remove(_)) => {
                members.shift_remove(&name);
            }
            (Value::Array(items), Self::Set(_, value)) => match name.parse::<usize>() {
                Ok(index) if index < items.len() => items[index] = value.clone(),
                _ => items.push(value.clone()),
            },
            (Value::Array(items), Self::Remove(_)) => {
                items.remove(name.parse::<usize>().unwrap());
            }
            (other, _) => panic!("no container at {outer}: {other}"),
        }
    }
}
