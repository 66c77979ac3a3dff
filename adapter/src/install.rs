//! Plans, installs and uninstalls: an adapter, its target, and what is to become of that.

use std::path::{Path, PathBuf};

use fornax_manifest::load::fornax::Capability;
use fornax_manifest::operation::Direction;
use fornax_project::Homes;

use crate::adapter::{Adapter, Planned};
use crate::refusal::{Reason, Refusal};
use crate::target::{Place, Target};

/// What one adapter does to one target.
#[derive(Debug)]
pub struct Job<'a> {
    adapter: &'a dyn Adapter,
    place: Place,
}

/// What a job came to, or would.
#[derive(Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// The target, as messages name it.
    pub shown: String,
    /// The target's path.
    pub path: PathBuf,
    /// What the target held before.
    pub before: Vec<u8>,
    /// What becomes of it.
    pub planned: Planned,
}

impl Outcome {
    /// Whether the target is, or would be, another afterwards.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.planned.text.is_some()
    }
}

impl<'a> Job<'a> {
    /// A job for an adapter, on its own target.
    ///
    /// # Errors
    /// If its capabilities don't include the command, which is found before any file is looked at, or
    /// it is not known where the home directory is.
    pub fn new(
        adapter: &'a dyn Adapter,
        command: Capability,
        homes: &Homes,
    ) -> Result<Self, Refusal> {
        require(adapter, command)?;
        let place = Place::home(homes, adapter.target(), adapter.makes_folder())?;
        Ok(Self { adapter, place })
    }

    /// A job for an adapter, on another file than its target: to try it out.
    ///
    /// # Errors
    /// If its capabilities don't include the command, or `file` can only be a folder.
    pub fn on_scratch(
        adapter: &'a dyn Adapter,
        command: Capability,
        file: &Path,
        homes: &Homes,
    ) -> Result<Self, Refusal> {
        require(adapter, command)?;
        let place = Place::scratch(homes, file)?;
        Ok(Self { adapter, place })
    }

    /// Its target, as messages name it.
    #[must_use]
    pub fn target(&self) -> String {
        self.place.shown()
    }

    /// What the job would do. Nothing is written.
    ///
    /// # Errors
    /// If it would be refused.
    pub fn plan(&self, direction: Direction) -> Result<Outcome, Refusal> {
        let (target, planned) = self.look(direction)?;
        if let Some(new) = &planned.text {
            target.foresee(new, || self.other(&target, direction))?;
        }
        Ok(self.outcome(target, planned))
    }

    /// Does the job. The target is replaced whole, or left as it is.
    ///
    /// # Errors
    /// If it is refused; nothing is changed then.
    pub fn run(&self, direction: Direction) -> Result<Outcome, Refusal> {
        let (target, planned) = self.look(direction)?;
        if let Some(new) = &planned.text {
            target.replace(new, || self.other(&target, direction))?;
        }
        Ok(self.outcome(target, planned))
    }

    /// What a run in the other direction would write: an interrupted one may have been about either.
    fn other(&self, target: &Target<'_>, direction: Direction) -> Option<Vec<u8>> {
        let other = match direction {
            Direction::Install => Direction::Uninstall,
            Direction::Uninstall => Direction::Install,
        };
        self.adapter.plan(target.bytes(), other).ok()?.text
    }

    fn look(&self, direction: Direction) -> Result<(Target<'_>, Planned), Refusal> {
        let target = Target::read(&self.place)?;
        let planned = self.adapter.plan(target.bytes(), direction)?;
        if planned.text.is_some() {
            target.require_folder()?;
        }
        Ok((target, planned))
    }

    fn outcome(&self, target: Target<'_>, planned: Planned) -> Outcome {
        Outcome {
            shown: self.place.shown(),
            path: self.place.path(),
            before: target.into_bytes().unwrap_or_default(),
            planned,
        }
    }
}

/// Refuses a command that an adapter doesn't declare.
fn require(adapter: &dyn Adapter, command: Capability) -> Result<(), Refusal> {
    if adapter.capabilities().contains(&command) {
        return Ok(());
    }
    let declared: Vec<_> = adapter
        .capabilities()
        .iter()
        .map(|capability| format!("`{}`", capability.as_str()))
        .collect();
    Err(Refusal::new(
        Reason::CapabilityMissing,
        format!(
            "`{}` does not declare the capability `{}`, only {}; its manifest would have to",
            adapter.id(),
            command.as_str(),
            declared.join(", ")
        ),
    ))
}
