//! What every adapter can do, built in or registered: say what it is, and what it makes of its target.

use std::fmt::Debug;

use fornax_manifest::load::FornaxManifest;
use fornax_manifest::load::fornax::Capability;
use fornax_manifest::operation::{self, Direction, Operation, Outcome};
use fornax_manifest::{Options, load};

use crate::findings;
use crate::refusal::{Reason, Refusal};

/// An adapter.
pub trait Adapter: Debug + Send + Sync {
    /// Its id.
    fn id(&self) -> &str;

    /// Its name for people.
    fn display_name(&self) -> &str;

    /// What it does.
    fn summary(&self) -> &str;

    /// What it can do.
    fn capabilities(&self) -> &[Capability];

    /// Where its target is below the user's home directory, with `/` between the parts.
    fn target(&self) -> &str;

    /// Whether it may make its target's folder. An external adapter never may.
    fn makes_folder(&self) -> bool {
        false
    }

    /// Whether it comes with Fornax, and not from a manifest.
    fn is_built_in(&self) -> bool;

    /// What it makes of a target that holds these bytes, or of none. Pure: nothing is written.
    ///
    /// # Errors
    /// If the target is one that it doesn't change.
    fn plan(&self, target: Option<&[u8]>, direction: Direction) -> Result<Planned, Refusal>;
}

/// What an adapter would do to a target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Planned {
    /// What the target would hold then; none where it would not change.
    pub text: Option<Vec<u8>>,
    /// How many elements would be added.
    pub added: usize,
    /// How many elements would be removed.
    pub removed: usize,
    /// What its user should know about the target, in sentences that don't quote it.
    pub warnings: Vec<String>,
}

impl Planned {
    /// What the engine has planned for a target.
    pub(crate) fn of(outcome: &Outcome, target: Option<&[u8]>) -> Self {
        Self {
            text: outcome.is_changed().then(|| outcome.apply_to(target)),
            added: outcome.added(),
            removed: outcome.removed(),
            warnings: outcome.warnings.iter().map(ToString::to_string).collect(),
        }
    }
}

/// Plans operations on a JSON target.
pub(crate) fn plan_operations(
    operations: &[Operation],
    target: Option<&[u8]>,
    direction: Direction,
) -> Result<Planned, Refusal> {
    let outcome = operation::plan(target, operations, direction)
        .map_err(|refusal| Refusal::new(Reason::Target(refusal.reason()), refusal.to_string()))?;
    Ok(Planned::of(&outcome, target))
}

/// The adapter that a manifest declares.
#[derive(Clone, Debug)]
pub struct External {
    manifest: FornaxManifest,
    operations: Vec<Operation>,
}

impl External {
    /// The adapter of a manifest.
    #[must_use]
    pub fn new(manifest: FornaxManifest) -> Self {
        let operations = operation::of_manifest(&manifest);
        Self {
            manifest,
            operations,
        }
    }

    /// The adapter of a manifest that these bytes are.
    ///
    /// # Errors
    /// If the manifest has an error.
    pub fn read(bytes: &[u8], options: &Options) -> Result<Self, Refusal> {
        let manifest = load::fornax_manifest(bytes, options);
        manifest
            .map(Self::new)
            .map_err(|findings| findings::refusal(bytes, &findings))
    }

    /// Its manifest.
    #[must_use]
    pub fn manifest(&self) -> &FornaxManifest {
        &self.manifest
    }
}

impl Adapter for External {
    fn id(&self) -> &str {
        &self.manifest.id
    }

    fn display_name(&self) -> &str {
        &self.manifest.display_name
    }

    fn summary(&self) -> &str {
        &self.manifest.summary
    }

    fn capabilities(&self) -> &[Capability] {
        &self.manifest.capabilities
    }

    fn target(&self) -> &str {
        &self.manifest.target.path_below_home
    }

    fn is_built_in(&self) -> bool {
        false
    }

    fn plan(&self, target: Option<&[u8]>, direction: Direction) -> Result<Planned, Refusal> {
        plan_operations(&self.operations, target, direction)
    }
}
