//! Why something is not done: a name for programs, and plain words for people.

use std::error::Error;
use std::fmt;
use std::io;

/// Declares [`Reason`]: each variant with the word that stands for it.
macro_rules! reasons {
    ($($(#[$meaning:meta])* $variant:ident = $word:literal,)+) => {
        /// What kind of refusal it is. The words are promises.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Reason {
            $($(#[$meaning])* $variant,)+
            /// The engine refuses to change the target as it is; the word is the engine's.
            Target(&'static str),
        }

        impl Reason {
            /// The word that stands for it in reports.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                    Self::Target(word) => word,
                }
            }
        }
    };
}

reasons! {
    /// It is not known where the user's home directory is, or where the registry is.
    NoHome = "no-home",
    /// No adapter has this id.
    UnknownId = "unknown-id",
    /// The adapter with this id is disabled.
    Disabled = "disabled",
    /// The adapter with this id is registered, and rejected at load time.
    Rejected = "rejected",
    /// The adapter's capabilities don't include the command.
    CapabilityMissing = "capability-missing",
    /// It can't be done to a built-in adapter.
    BuiltIn = "built-in",
    /// The manifest is a symbolic link, a folder, a pipe or a device.
    SourceNotAFile = "source-not-a-file",
    /// Others than its owner may write to the manifest or to its folder.
    SourceWritable = "source-writable",
    /// The manifest is larger than is read.
    SourceTooLarge = "source-too-large",
    /// The manifest can't be read.
    SourceUnreadable = "source-unreadable",
    /// The manifest has an error.
    ManifestRefused = "manifest-refused",
    /// The manifest's id is that of a built-in adapter, or registered already.
    IdTaken = "id-taken",
    /// The manifest's digest is not the one that was confirmed.
    DigestDiffers = "digest-differs",
    /// What was given as a digest is none.
    DigestMalformed = "digest-malformed",
    /// The registry has as many entries as it may.
    RegistryFull = "registry-full",
    /// The registry's index can't be read, or not whole.
    IndexUnreadable = "index-unreadable",
    /// The registry can't be written.
    RegistryUnwritable = "registry-unwritable",
    /// Another program is changing the same thing.
    Busy = "busy",
    /// What a registered manifest's copy is to be called is the name of another file.
    CopyInTheWay = "copy-in-the-way",
    /// The target's folder does not exist.
    FolderMissing = "folder-missing",
    /// The target lies in Fornax's own folder.
    FornaxFolder = "fornax-folder",
    /// The way to the target passes through a symbolic link.
    FolderSymlink = "folder-symlink",
    /// The way to the target passes through something that is no folder.
    FolderNotAFolder = "folder-not-a-folder",
    /// The target is a symbolic link.
    TargetSymlink = "target-symlink",
    /// The target is no regular file.
    TargetNotAFile = "target-not-a-file",
    /// The target has more than one name.
    TargetLinked = "target-linked",
    /// The target can't be read.
    TargetUnreadable = "target-unreadable",
    /// The target can't be written.
    TargetUnwritable = "target-unwritable",
    /// The target, or its folder, is no longer what was read.
    TargetChanged = "target-changed",
    /// Something has the name of the file that is to take the place of the target, or of the
    /// registry's index.
    DraftInTheWay = "draft-in-the-way",
    /// The arguments are wrong.
    Arguments = "arguments",
    /// The clock can't be right.
    Clock = "clock",
}

/// Why something is not done. Nothing was changed then.
///
/// The words say what it is about and what to do; they never quote what a target holds.
#[derive(Debug)]
pub struct Refusal {
    reason: Reason,
    message: String,
    source: Option<io::Error>,
}

impl Refusal {
    pub(crate) fn new(reason: Reason, message: impl Into<String>) -> Self {
        Self {
            reason,
            message: message.into(),
            source: None,
        }
    }

    /// A refusal by the system; its words are put behind `message`.
    pub(crate) fn system(reason: Reason, message: &str, error: io::Error) -> Self {
        Self {
            reason,
            message: format!("{message}: {}", fornax_project::in_words(&error)),
            source: Some(error),
        }
    }

    /// The same, with the name of the file where it is about what a target holds: the engine knows no
    /// names.
    #[cfg(feature = "command-line")]
    pub(crate) fn about(mut self, file: &str) -> Self {
        if let Reason::Target(_) = self.reason {
            self.message = format!("`{file}` is left as it is: {}", self.message);
        }
        self
    }

    /// What kind of refusal it is.
    #[must_use]
    pub fn reason(&self) -> Reason {
        self.reason
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for Refusal {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        let source = self.source.as_ref()?;
        Some(source)
    }
}
