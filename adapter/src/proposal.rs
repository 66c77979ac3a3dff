//! What a user is shown of a manifest before it is registered, on this machine as it is.

use fornax_manifest::Options;
use fornax_manifest::load::fornax::Capability;
use fornax_manifest::operation::Direction;
use fornax_project::Homes;

use crate::adapter::{Adapter as _, External};
use crate::install::{Job, Outcome};
use crate::refusal::Refusal;
use crate::registry;
use crate::review::Review;

/// An adapter that could be registered, and what it would do.
#[derive(Debug)]
#[non_exhaustive]
pub struct Proposal {
    /// The adapter.
    pub adapter: External,
    /// What installing it would come to here and now; none where it doesn't install.
    pub change: Option<Result<Outcome, Refusal>>,
}

impl External {
    /// What installing it would come to here and now; none where it doesn't install. Nothing is
    /// written.
    #[must_use]
    pub fn preview(&self, homes: &Homes) -> Option<Result<Outcome, Refusal>> {
        if !self.capabilities().contains(&Capability::Install) {
            return None;
        }
        let job = Job::new(self, Capability::Install, homes);
        Some(job.and_then(|job| job.plan(Direction::Install)))
    }
}

impl Review {
    /// What would be registered, with a look at what installing it would do on this machine. Nothing
    /// is written.
    ///
    /// # Errors
    /// If the manifest has an error, its id is taken, or the registry is full or can't be read whole.
    pub fn proposal(&self, homes: &Homes, options: &Options) -> Result<Proposal, Refusal> {
        let manifest = self.manifest()?;
        registry::admit(homes, options, &manifest.id)?;
        let adapter = External::new(manifest.clone());
        let change = adapter.preview(homes);
        Ok(Proposal { adapter, change })
    }
}
