//! The registry of external adapters: what is registered, what of it loads, and why the rest doesn't.

mod entry;
mod index;
mod load;
mod lock;
mod rejection;
mod time;
mod write;

pub use entry::{Entry, State};
pub use rejection::Rejection;
pub(crate) use write::admit;
#[cfg(feature = "command-line")]
pub(crate) use write::has_draft_in_the_way;
pub use write::{Alteration, Change, alter, register};

use std::path::{Path, PathBuf};

use fornax_manifest::{Options, nearest};
use fornax_project::Homes;

use crate::adapter::{Adapter, External};
use crate::built_in;
use crate::refusal::{Reason, Refusal};

/// What a copy's name has behind the id.
pub(crate) const COPY_SUFFIX: &str = ".manifest.json";

/// The name of the index in the registry's folder.
pub(crate) const INDEX: &str = "registry.json";

/// How many ids are named where one is unknown.
const IDS: usize = 10;

/// The adapters of this machine: those that are built in, and those that a user has registered.
///
/// ```
/// use fornax_adapter::Registry;
/// use fornax_manifest::Options;
/// use fornax_project::Homes;
///
/// // Without a home directory there is nowhere that adapters could be registered.
/// let registry = Registry::load(&Homes::default(), &Options::default());
/// let ids: Vec<_> = registry.adapters().map(|adapter| adapter.id()).collect();
/// assert_eq!(ids, ["claude-code", "codex"]);
/// assert!(registry.resolve("cloude-code").unwrap_err().to_string().contains("claude-code"));
/// ```
#[derive(Debug)]
pub struct Registry {
    folder: Option<PathBuf>,
    entries: Vec<Entry>,
    fault: Option<Refusal>,
    is_early: bool,
}

impl Registry {
    /// Loads the registry, and makes and changes nothing.
    ///
    /// It can't fail: what can't be used is [rejected](Self::rejections), and if the index can't be
    /// read at all, [`fault`](Self::fault) says why. Of each registered adapter that is enabled, the
    /// registry's own copy of its manifest is read, whole and once, and held against its digest; no
    /// other file is.
    ///
    /// `options` say which Fornax is in use, and which ids are taken.
    #[must_use]
    pub fn load(homes: &Homes, options: &Options) -> Self {
        match folder(homes) {
            Ok(folder) => load::load(Some(folder), options),
            Err(refusal) => Self {
                // Where there is no home directory, there is no registry either.
                fault: homes.fornax.is_some().then_some(refusal),
                ..load::load(None, options)
            },
        }
    }

    /// The adapters that can be used: the built-in ones, and then the registered ones, in the order in
    /// which they were registered.
    pub fn adapters(&self) -> impl Iterator<Item = &dyn Adapter> {
        let registered = self.entries.iter().filter_map(Entry::adapter);
        built_in::all().iter().copied().chain(registered)
    }

    /// The adapters that are registered but can't be used, each with its id and the reason.
    pub fn rejections(&self) -> impl Iterator<Item = (&str, &Rejection)> {
        self.entries.iter().filter_map(|entry| match entry.state() {
            State::Rejected(rejection) => Some((entry.id(), rejection)),
            _ => None,
        })
    }

    /// Everything that the index holds, in its order.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What a disabled adapter would be if it were enabled. Its copy is read now; [`load`](Self::load)
    /// leaves it alone.
    ///
    /// # Errors
    /// If it would be rejected.
    pub fn verify(&self, entry: &Entry, options: &Options) -> Result<External, Rejection> {
        match (self.folder(), entry.registration()) {
            (Some(folder), Some(registration)) => load::verify(folder, registration, options),
            _ => Err(Rejection::Entry("it can't be read".to_owned())),
        }
    }

    /// Why the index can't be used at all, if it can't.
    #[must_use]
    pub fn fault(&self) -> Option<&Refusal> {
        self.fault.as_ref()
    }

    /// Whether the index says that it has version 0, as an early writer left it. It is used all the
    /// same, and whatever changes it writes version 1.
    #[must_use]
    pub fn is_early(&self) -> bool {
        self.is_early
    }

    /// The folder of the index and of the copies, if it is known where that would be.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Finds the adapter with an id.
    ///
    /// # Errors
    /// Says why there is none: it is registered and rejected, or disabled, or unknown; then the ids
    /// that there are and the nearest of them are named.
    pub fn resolve(&self, id: &str) -> Result<&dyn Adapter, Refusal> {
        if let Some(adapter) = self.adapters().find(|adapter| adapter.id() == id) {
            return Ok(adapter);
        }
        match self.entry(id)?.state() {
            State::Rejected(rejection) => Err(Refusal::new(
                Reason::Rejected,
                format!("`{id}` is registered, but rejected: {rejection}"),
            )),
            _ => Err(Refusal::new(
                Reason::Disabled,
                format!(
                    "`{id}` is registered, but disabled; `fornax-adapter enable {id}` enables it"
                ),
            )),
        }
    }

    /// Finds what is registered under an id, used or not.
    ///
    /// # Errors
    /// If nothing is.
    pub fn entry(&self, id: &str) -> Result<&Entry, Refusal> {
        // An entry without an id is nobody's.
        let mut named = self.entries.iter().filter(|entry| !entry.id().is_empty());
        if let Some(entry) = named.find(|entry| entry.id() == id) {
            return Ok(entry);
        }
        if let Some(fault) = &self.fault {
            return Err(Refusal::new(fault.reason(), fault.to_string()));
        }
        Err(self.unknown(id))
    }

    fn unknown(&self, id: &str) -> Refusal {
        let built_in = built_in::all().iter().map(|adapter| adapter.id());
        let registered = self.entries.iter().map(Entry::id);
        let mut known: Vec<&str> = built_in.collect();
        for id in registered.filter(|id| !id.is_empty()) {
            if !known.contains(&id) {
                known.push(id);
            }
        }
        let guess = match nearest(id, known.iter().copied()) {
            Some(near) => format!("; did you mean `{near}`?"),
            None => String::new(),
        };
        let more = match known.len().saturating_sub(IDS) {
            0 => String::new(),
            more => format!(" and {more} more, which `fornax-adapter list` shows"),
        };
        let known: Vec<String> = known.iter().take(IDS).map(|id| format!("`{id}`")).collect();
        Refusal::new(
            Reason::UnknownId,
            format!(
                "no adapter has the id `{id}`; there are {}{more}{guess}",
                known.join(", ")
            ),
        )
    }
}

/// The folder of the registry.
///
/// # Errors
/// If nobody says where it is, or `FORNAX_HOME` says it in a way that depends on the current folder.
pub(crate) fn folder(homes: &Homes) -> Result<PathBuf, Refusal> {
    if let Some(folder) = homes.fornax_folder() {
        return Ok(fornax_project::absolute(&folder).join("adapters"));
    }
    let words = match &homes.fornax {
        Some(relative) => format!(
            "`FORNAX_HOME` is `{}`, which is another folder from wherever it is looked at; set it to \
             an absolute path",
            fornax_terminal::path_name(relative)
        ),
        None => {
            "it is not known where the registry is; set `HOME` or `FORNAX_HOME` to an absolute \
                 path"
                .to_owned()
        }
    };
    Err(Refusal::new(Reason::NoHome, words))
}
