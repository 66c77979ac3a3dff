//! Looks at the manifests in the editor's folders that aren't open, beside everything else.

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fornax_manifest::{Document, Nowhere, Surroundings};
use fornax_project::config::Config;
use fornax_project::{Found, Homes, Input, Origin, discover, load};

use crate::around::{Around, Buffers};
use crate::client::Abilities;
use crate::document::{Because, Findings, Recognised};
use crate::folders::Folders;
use crate::ids::{Given, Ids};
use crate::serve::Check;
use crate::uri::{self, Key};

/// The session at one moment, as far as it matters to a look at other files.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot {
    pub(crate) check: Check,
    pub(crate) homes: Homes,
    pub(crate) looks_around: bool,
    pub(crate) client: Abilities,
    pub(crate) folders: Folders,
    /// What the editor has open.
    pub(crate) texts: Arc<Texts>,
    /// Which manifests have which id.
    pub(crate) ids: Ids,
}

/// Which files are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    /// All of them, as the disk has them.
    All,
    /// Those that aren't open.
    Closed,
}

/// The texts of the documents that are open.
pub(crate) type Texts = BTreeMap<Key, String>;

impl Buffers for Texts {
    fn text(&self, key: &Key) -> Option<&str> {
        self.get(key).map(String::as_str)
    }
}

/// Stops a scan when whoever waits for it no longer does.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    pub(crate) fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Snapshot {
    /// Does something with every manifest, one after another; a fault of ours costs that one alone. It ends early when `is_stopped` says so. `tell` learns how many of how many are done.
    pub(crate) fn scan<T>(
        &self,
        which: Which,
        is_stopped: impl Fn() -> bool,
        mut tell: impl FnMut(usize, usize),
        look: impl Fn(&Self, &Path, Document) -> T,
    ) -> Vec<(PathBuf, T)> {
        let inputs = self.inputs(which);
        let mut seen = Vec::new();
        for (done, input) in inputs.iter().enumerate() {
            if is_stopped() {
                break;
            }
            tell(done, inputs.len());
            let result = catch_unwind(AssertUnwindSafe(|| {
                // What can't be read is for the editor to say, once it is opened.
                let document = load(input, None).ok().flatten()?;
                Some(look(self, &input.path, document))
            }));
            if let Ok(Some(result)) = result {
                seen.push((input.path.clone(), result));
            }
        }
        seen
    }

    /// The document in a file that a scan would come upon, and only then.
    pub(crate) fn file(&self, path: &Path) -> Option<Document> {
        let folder = self.folders.of(path)?;
        let is_hidden = path.strip_prefix(folder).ok()?.components().any(|part| {
            let name = part.as_os_str().as_encoded_bytes();
            name.starts_with(b".")
        });
        let leads_out = || {
            let place = fs::canonicalize(path).ok();
            let root = fs::canonicalize(folder).ok();
            !place
                .zip(root)
                .is_some_and(|(place, root)| place.starts_with(root))
        };
        if is_hidden || !path.is_file() || leads_out() {
            return None;
        }
        let configs = self.folders.configs(path);
        let found = discover(&[path.to_path_buf()], configs, true, |_| ()).next();
        match found {
            Some(Found::Input(input)) if input.origin == Origin::Found => {
                load(&input, None).ok().flatten()
            }
            _ => None,
        }
    }

    /// The files that look like manifests, each once.
    fn inputs(&self, which: Which) -> Vec<Input> {
        let mut inputs = BTreeMap::new();
        for (folder, configs) in self.folders.iter() {
            for found in discover(&[folder.to_path_buf()], configs, false, |_| ()) {
                let Found::Input(input) = found else {
                    continue;
                };
                // A folder within another one has a configuration of its own.
                let is_own = self.folders.of(&input.path) == Some(folder);
                let is_open =
                    Key::of_file(&input.path).is_some_and(|key| self.texts.contains_key(&key));
                if is_own && (which == Which::All || !is_open) {
                    inputs.insert(input.path.clone(), input);
                }
            }
        }
        inputs.into_values().collect()
    }

    /// Checks a document.
    pub(crate) fn check(&self, path: &Path, document: Document) -> Findings {
        let configs = self.folders.configs(path);
        let config = configs.for_file(path).unwrap_or_else(|ungoverned| {
            ungoverned.last_good.unwrap_or_else(|| configs.defaults())
        });
        let namesakes = match Key::of_file(path) {
            Some(key) => self.ids.namesakes(&key, &self.folders),
            None => Vec::new(),
        };
        let bounds = self.folders.bounds(path);
        let around = Around::new(path, &self.homes, &*self.texts, &namesakes, bounds);
        let surroundings: &dyn Surroundings = if self.looks_around { &around } else { &Nowhere };
        let (diagnostics, ignored) =
            examine(self.check, Some(path), &document, &config, surroundings);
        let asked = around.into_asked();
        Findings {
            recognised: Arc::new(Recognised {
                document,
                config,
                because: Because::Name,
            }),
            diagnostics,
            ignored,
            asked,
            namesakes,
        }
    }

    /// The id that a file gives itself, if that concerns others.
    pub(crate) fn given(&self, path: &Path, document: &Document) -> Option<(Key, Given)> {
        let uri = uri::from_file(path)?;
        let given = Given::of(document, &uri, path, self.client.encoding)?;
        Some((Key::of(&uri), given))
    }
}

/// What is to be said about a document, as its configuration wants it; also what is ignored.
pub(crate) fn examine(
    check: Check,
    path: Option<&Path>,
    document: &Document,
    config: &Config,
    surroundings: &dyn Surroundings,
) -> (
    Vec<fornax_manifest::Diagnostic>,
    Vec<fornax_manifest::Diagnostic>,
) {
    let found = check(document, config.options(), surroundings);
    let applied = config.apply(path, document, found);
    let ignored = applied.suppressed.into_iter();
    (
        applied.diagnostics,
        ignored.map(|suppressed| suppressed.diagnostic).collect(),
    )
}
