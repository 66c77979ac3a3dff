//! Changes the registry: one writer at a time, each file whole or not at all.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use fornax_manifest::load::fornax::IndexEntry;
use fornax_manifest::{Options, fornax_pin, limits};
use fornax_project::Homes;

use crate::built_in;
use crate::draft::{self, Cleared, Draft};
use crate::folder::{Access, Folder, Kind, PRIVATE_FILE, links, mode, read_bounded};
use crate::refusal::{Reason, Refusal};
use crate::registry::index::{EntryText, Index};
use crate::registry::lock::{Lock, Note};
use crate::registry::{COPY_SUFFIX, INDEX, Registry, folder, load, time};
use crate::review::Review;

/// In a [`Note`], the digest of a copy that can't be read: whatever it holds, it goes.
const ANY_DIGEST: &str = "-";

/// What came of changing the registry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It was changed.
    Done,
    /// It was as it should be already.
    None,
}

/// What is done to a registered adapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alteration {
    /// It is loaded from now on.
    Enable,
    /// It is not loaded any more.
    Disable,
    /// Its entry goes, and the registry's copy of its manifest.
    Remove,
}

/// Registers the manifest that was reviewed, under the digest that a user has confirmed.
///
/// The registry gets a copy of the very bytes that were reviewed. Its folder is made if need be; only
/// its owner may enter it, and read the files in it.
///
/// # Errors
/// If the digest is another, the manifest has an error, its id is taken, the registry is full or its
/// index can't be read whole, or the system refuses. Nothing is registered then.
pub fn register(
    review: &Review,
    confirmed: &str,
    homes: &Homes,
    options: &Options,
) -> Result<(), Refusal> {
    review.require_digest(confirmed)?;
    let manifest = review.manifest()?;
    // What can be refused without it is refused before anything is made.
    admit(homes, options, &manifest.id)?;
    let registered_at = time::now()?;
    let path = folder(homes)?;
    let mut writer = Writer::creating(path, options)?;
    writer.index.require_whole(&writer.path)?;
    let taken = |entry: &IndexEntry| entry.id.as_deref() == Some(&manifest.id);
    if writer.index.entries().iter().any(taken) {
        return Err(id_taken(&manifest.id));
    }
    if writer.index.entries().len() >= limits::FORNAX_REGISTRY_ENTRIES {
        return Err(full());
    }
    let file = format!("{}{COPY_SUFFIX}", manifest.id);
    let text = writer.index.with(&EntryText {
        id: &manifest.id,
        manifest_file: &file,
        digest: review.digest(),
        source_path: review.source_path(),
        registered_at: &registered_at,
        enabled: true,
    })?;
    writer.add(&file, review, &text)
}

/// Refuses an id for which the registry as it is has no place.
pub(crate) fn admit(homes: &Homes, options: &Options, id: &str) -> Result<(), Refusal> {
    let registry = Registry::load(homes, options);
    if built_in::is_built_in(id) || registry.entries().iter().any(|entry| entry.id() == id) {
        return Err(id_taken(id));
    }
    match registry.fault() {
        Some(fault) => Err(Refusal::new(fault.reason(), fault.to_string())),
        None if registry.entries().len() >= limits::FORNAX_REGISTRY_ENTRIES => Err(full()),
        None => Ok(()),
    }
}

fn id_taken(id: &str) -> Refusal {
    let words = if built_in::is_built_in(id) {
        format!("`{id}` is the id of a built-in adapter; give the manifest another id")
    } else {
        format!(
            "an adapter with the id `{id}` is registered already; where this is its next version, \
             run `fornax-adapter uninstall {id}` and `fornax-adapter remove {id}` first, and else \
             give the manifest another id"
        )
    };
    Refusal::new(Reason::IdTaken, words)
}

fn full() -> Refusal {
    Refusal::new(
        Reason::RegistryFull,
        format!(
            "the registry has {} adapters, and may not have more; remove one first",
            limits::FORNAX_REGISTRY_ENTRIES
        ),
    )
}

/// Enables, disables or removes a registered adapter. Its target is left alone.
///
/// # Errors
/// If it is built in or not registered, its entry is malformed, or the registry can't be written.
/// Nothing is changed then.
pub fn alter(
    id: &str,
    alteration: Alteration,
    homes: &Homes,
    options: &Options,
) -> Result<Change, Refusal> {
    // Who is not registered is told so before anything is made.
    let registry = Registry::load(homes, options);
    let known = |entry: &IndexEntry| entry.id.as_deref() == Some(id);
    let is_registered = registry.entries().iter().any(|entry| entry.id() == id);
    if !is_registered && built_in::is_built_in(id) {
        return Err(Refusal::new(
            Reason::BuiltIn,
            format!("`{id}` is built in, and is neither registered nor removed"),
        ));
    }
    registry.entry(id)?;
    let path = folder(homes)?;
    let mut writer = Writer::open(path, options)?;
    let Some(entry) = writer.index.entries().iter().find(|entry| known(entry)) else {
        // Somebody was faster.
        return Err(Registry::load(homes, options).unknown(id));
    };
    let enabled = match alteration {
        Alteration::Remove => {
            let text = writer.index.without(id)?;
            writer.take_out(id, &text)?;
            return Ok(Change::Done);
        }
        Alteration::Enable => true,
        Alteration::Disable => false,
    };
    let Some(registration) = &entry.entry else {
        return Err(Refusal::new(
            Reason::Rejected,
            format!(
                "the entry of `{id}` in the registry's index is malformed: {}; remove it, and register the adapter again",
                writer.index.words_about(entry.span)
            ),
        ));
    };
    if registration.enabled == enabled {
        return Ok(Change::None);
    }
    let text = writer.index.enabling(id, enabled)?;
    writer.write_index(&text)?;
    Ok(Change::Done)
}

/// Whoever changes the registry, with its lock.
struct Writer {
    path: PathBuf,
    folder: Folder,
    lock: Lock,
    index: Index,
    exists: bool,
}

impl Writer {
    /// Makes the registry's folder if need be, and locks it.
    fn creating(path: PathBuf, options: &Options) -> Result<Self, Refusal> {
        crate::folder::make_private(&path).map_err(|error| {
            let name = fornax_terminal::path_name(&path);
            let message = format!("the registry's folder `{name}` can't be made");
            Refusal::system(Reason::RegistryUnwritable, &message, error)
        })?;
        Self::open(path, options)
    }

    fn open(path: PathBuf, options: &Options) -> Result<Self, Refusal> {
        let folder = Folder::open(&path).map_err(|error| unwritable(&path, error))?;
        let lock = Lock::hold(&folder, &path)?;
        // What was read before the lock was held counts for nothing.
        let read = Index::read(&folder, &path, options)?;
        let exists = read.is_some();
        let index = read
            .or_else(|| Index::new(options))
            .ok_or_else(|| Refusal::new(Reason::RegistryUnwritable, "no index can be made"))?;
        let mut writer = Self {
            path,
            folder,
            lock,
            index,
            exists,
        };
        writer.clean()?;
        Ok(writer)
    }

    /// Removes what a writer has left behind that died: drafts, and a copy that is in no index.
    ///
    /// Only what its note names is looked at: other files may have been put here by their owner.
    fn clean(&mut self) -> Result<(), Refusal> {
        self.make_way(INDEX)?;
        let noted = self.lock.note();
        let Some(note) = noted.map_err(|error| unwritable(&self.path, error))? else {
            return Ok(());
        };
        self.make_way(&note.file)?;
        let id = note.file.strip_suffix(COPY_SUFFIX);
        let is_registered = self
            .index
            .entries()
            .iter()
            .any(|entry| entry.id.as_deref() == id);
        if !is_registered && self.is_noted(&note) {
            self.discard(&note.file)
                .map_err(|error| unwritable(&self.path, error))?;
        }
        let cleared = self.lock.clear();
        cleared.map_err(|error| unwritable(&self.path, error))
    }

    /// Removes the draft of a file that an interrupted writer has left behind: we hold the lock, so
    /// that nobody is writing it. Anything else of that name is left alone, and named.
    fn make_way(&self, name: &str) -> Result<(), Refusal> {
        let shown = fornax_terminal::path_name(&self.path.join(name));
        let draft = draft::name(name);
        let kind = self.folder.kind(&draft);
        match kind.map_err(|error| unwritable(&self.path, error))? {
            None => return Ok(()),
            Some(Kind::File) => {}
            Some(_) => return Err(draft::in_the_way(&shown)),
        }
        match draft::clear(&self.folder, name, |file| is_left(file, name)) {
            Ok(Cleared::Gone) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Ok(Cleared::Busy) => Err(busy()),
            Ok(Cleared::Foreign) | Err(_) => Err(draft::in_the_way(&shown)),
        }
    }

    fn is_noted(&self, note: &Note) -> bool {
        note.digest == ANY_DIGEST || self.digest_of(&note.file) == note.digest
    }

    /// The digest of a copy.
    fn digest_of(&self, file: &str) -> String {
        match load::copy(&self.folder, file) {
            Ok(bytes) => fornax_pin(&bytes),
            Err(_) => ANY_DIGEST.to_owned(),
        }
    }

    /// Removes a file, if there is one.
    fn discard(&self, name: &str) -> io::Result<()> {
        match self.folder.kind(name)? {
            Some(Kind::File | Kind::Symlink | Kind::Special) => self.folder.remove(name),
            Some(Kind::Folder) | None => Ok(()),
        }
    }

    /// Keeps others from reading a file.
    #[cfg(unix)]
    fn make_private(&self, name: &str) -> io::Result<()> {
        use std::os::unix::fs::PermissionsExt as _;

        let file = self.folder.open_file(name, Access::Read)?;
        file.set_permissions(std::fs::Permissions::from_mode(crate::folder::PRIVATE_FILE))
    }

    /// Who may read a file is up to the folder.
    #[cfg(not(unix))]
    #[expect(clippy::unnecessary_wraps, reason = "other systems can fail")]
    #[expect(clippy::unused_self, reason = "other systems need it")]
    fn make_private(&self, _name: &str) -> io::Result<()> {
        Ok(())
    }

    /// Adds a copy, and then the index that names it.
    fn add(&mut self, file: &str, review: &Review, text: &str) -> Result<(), Refusal> {
        let unwritable = |error| unwritable(&self.path, error);
        let found = self.folder.kind(file).map_err(unwritable)?;
        if found.is_some() && self.digest_of(file) != review.digest() {
            let name = fornax_terminal::path_name(&self.path.join(file));
            return Err(Refusal::new(
                Reason::CopyInTheWay,
                format!(
                    "`{name}` is in the way, which is no registered adapter's manifest; move it \
                     elsewhere, and try again"
                ),
            ));
        }
        if found.is_some() {
            // Its owner has put the very manifest there: it stays, whatever comes.
            self.make_private(file).map_err(unwritable)?;
            return self.write_index(text);
        }
        let note = Note {
            file: file.to_owned(),
            digest: review.digest().to_owned(),
        };
        self.lock.write_note(&note).map_err(unwritable)?;
        let added = self
            .place(file, review.bytes())
            .and_then(|()| self.write_index(text));
        if added.is_err() {
            // What can't be removed now is removed by the next writer, who finds the note.
            self.discard(file).map_err(unwritable)?;
        }
        // The note is about what is done or undone now; one that stays does no harm.
        let _ = self.lock.clear();
        added
    }

    /// Writes the index that doesn't name a copy any more, and then removes the copy.
    ///
    /// The copy is the file of the entry's id, whatever the entry says and whatever is there.
    fn take_out(&mut self, id: &str, text: &str) -> Result<(), Refusal> {
        let digest = self.digest_of(&format!("{id}{COPY_SUFFIX}"));
        let Some(note) = Note::about(id, &digest) else {
            // No copy can have been registered under such an id.
            return self.write_index(text);
        };
        let kind = self.folder.kind(&note.file);
        if kind.map_err(|error| unwritable(&self.path, error))? == Some(Kind::Folder) {
            return Err(Refusal::new(
                Reason::CopyInTheWay,
                format!(
                    "`{}`, where the copy of the adapter's manifest should be, is a folder, which is \
                     not removed; move it elsewhere, and try again",
                    fornax_terminal::path_name(&self.path.join(&note.file))
                ),
            ));
        }
        let noted = self.lock.write_note(&note);
        noted.map_err(|error| unwritable(&self.path, error))?;
        self.write_index(text)?;
        // What can't be removed now is removed by the next writer, who finds the note.
        if self.discard(&note.file).is_ok() {
            let _ = self.lock.clear();
        }
        Ok(())
    }

    /// Puts the index in the place of the one that was read.
    fn write_index(&self, text: &str) -> Result<(), Refusal> {
        let limit = limits::FORNAX_REGISTRY_BYTES;
        if text.len() as u64 > limit {
            return Err(Refusal::new(
                Reason::RegistryFull,
                format!(
                    "the registry's index would become larger than the {limit} bytes it may have"
                ),
            ));
        }
        let unwritable = |error| unwritable(&self.path, error);
        let mut draft = self.draft(INDEX)?;
        draft.write(text.as_bytes()).map_err(unwritable)?;
        draft.sync().map_err(unwritable)?;
        // Another program may write the index and know of no lock.
        let now = match self.folder.kind(INDEX).map_err(unwritable)? {
            None => None,
            Some(_) => {
                let mut file = self
                    .folder
                    .open_file(INDEX, Access::Read)
                    .map_err(unwritable)?;
                Some(read_bounded(&mut file, limit).map_err(unwritable)?)
            }
        };
        let expected = self.exists.then(|| self.index.text());
        if now.as_deref() != expected {
            return Err(busy());
        }
        draft.replace(INDEX).map_err(unwritable)?;
        // The index is whole whichever of the two its name leads to after a power cut.
        let _ = self.folder.sync();
        Ok(())
    }

    /// Starts the draft of a file.
    fn draft(&self, name: &str) -> Result<Draft<'_>, Refusal> {
        self.make_way(name)?;
        Draft::create(&self.folder, name).map_err(|error| unwritable(&self.path, error))
    }

    /// Puts a file that holds `bytes` under a name.
    fn place(&self, name: &str, bytes: &[u8]) -> Result<(), Refusal> {
        let mut draft = self.draft(name)?;
        let mut write = || {
            draft.write(bytes)?;
            draft.sync()
        };
        write()
            .and_then(|()| draft.replace(name))
            // The copy must be there before an index names it.
            .and_then(|()| self.folder.sync())
            .map_err(|error| unwritable(&self.path, error))
    }
}

/// Whether a file is what a writer leaves behind that dies while it writes the registry's file `name`:
/// one that nobody else may read, and for an index, the beginning of one.
fn is_left(file: &mut File, name: &str) -> io::Result<bool> {
    let metadata = file.metadata()?;
    let is_private = mode(&metadata).is_none_or(|mode| mode == PRIVATE_FILE);
    if !metadata.is_file() || links(&metadata) != 1 || !is_private {
        return Ok(false);
    }
    if name != INDEX {
        return Ok(true);
    }
    let head = Index::head();
    let bytes = read_bounded(file, head.len() as u64)?;
    let length = bytes.len().min(head.len());
    Ok(bytes.get(..length) == head.as_bytes().get(..length))
}

/// Whether something in the registry's folder is in the way of whoever writes its file `name`.
#[cfg(feature = "command-line")]
pub(crate) fn has_draft_in_the_way(path: &Path, name: &str) -> bool {
    let is_one_of_ours = name == INDEX || name.ends_with(COPY_SUFFIX);
    is_one_of_ours
        && Folder::open(path).is_ok_and(|folder| {
            let is_left = |file: &mut File| is_left(file, name);
            draft::is_in_the_way(&folder, name, is_left).unwrap_or(true)
        })
}

fn busy() -> Refusal {
    Refusal::new(
        Reason::Busy,
        "another program has changed the registry's index since it was read; try again",
    )
}

fn unwritable(path: &Path, error: io::Error) -> Refusal {
    let name = fornax_terminal::path_name(path);
    let message = format!("the registry `{name}` can't be written");
    Refusal::system(Reason::RegistryUnwritable, &message, error)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn an_index_that_a_program_without_a_lock_has_changed_is_left_to_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("adapters");
        let index = path.join(INDEX);
        let write = |before: Option<&str>| {
            if let Some(text) = before {
                fs::write(&index, text).unwrap();
            }
            let writer = Writer::creating(path.clone(), &Options::default()).unwrap();
            fs::write(&index, "{\"entries\": [], \"schema_version\": 1}").unwrap();
            writer.write_index("{}").unwrap_err().reason()
        };
        fs::create_dir(&path).unwrap();
        // One that appears, and one that becomes another.
        for before in [None, Some("{\"schema_version\": 1, \"entries\": []}")] {
            assert_eq!(write(before), Reason::Busy);
            let now = fs::read_to_string(&index).unwrap();
            assert_eq!(now, "{\"entries\": [], \"schema_version\": 1}");
            assert!(!path.join(draft::name(INDEX)).exists());
            fs::remove_file(&index).unwrap();
        }
    }
}
