//! One registered adapter.

use fornax_manifest::load::fornax::RegistryEntry;

use crate::adapter::{Adapter, External};
use crate::registry::rejection::Rejection;

/// What the index holds about one adapter, and what became of it at load time.
#[derive(Debug)]
pub struct Entry {
    number: usize,
    id: String,
    registration: Option<RegistryEntry>,
    state: State,
}

/// What became of a registered adapter at load time.
#[derive(Debug)]
#[non_exhaustive]
pub enum State {
    /// It can be used.
    Loaded(External),
    /// Its user has disabled it. Its copy wasn't looked at.
    Disabled,
    /// It can't be used.
    Rejected(Rejection),
}

impl Entry {
    pub(super) fn new(
        number: usize,
        id: String,
        registration: Option<RegistryEntry>,
        state: State,
    ) -> Self {
        Self {
            number,
            id,
            registration,
            state,
        }
    }

    /// Its place in the index, counted from 1.
    #[must_use]
    pub fn number(&self) -> usize {
        self.number
    }

    /// The id; empty where the index says none.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What the index says; none where it isn't what an entry should say.
    #[must_use]
    pub fn registration(&self) -> Option<&RegistryEntry> {
        self.registration.as_ref()
    }

    /// What became of it.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The adapter, if it can be used.
    pub(super) fn adapter(&self) -> Option<&dyn Adapter> {
        match &self.state {
            State::Loaded(adapter) => Some(adapter),
            State::Disabled | State::Rejected(_) => None,
        }
    }

    /// The registered adapter with its manifest, if it can be used.
    #[must_use]
    pub fn external(&self) -> Option<&External> {
        match &self.state {
            State::Loaded(adapter) => Some(adapter),
            State::Disabled | State::Rejected(_) => None,
        }
    }
}
