//! Files that reports are written to.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use fornax_project::{Draft, absolute, destination};

use crate::exit::Failure;

/// A report on its way to a file: the file is there at once, when all is written, or is left as it was.
#[derive(Debug)]
pub(crate) struct ReportFile {
    /// The file, as messages name it.
    path: PathBuf,
    writer: Writer,
    /// What went wrong first; nothing is written any more.
    error: Option<io::Error>,
}

#[derive(Debug)]
enum Writer {
    /// Beside the file, whose place it will take.
    Beside(BufWriter<Draft>, PathBuf),
    /// What is there is a pipe or a device, and can't be replaced.
    Into(BufWriter<File>),
}

impl ReportFile {
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        match open(path) {
            Ok(writer) => Ok(Self {
                path: path.to_path_buf(),
                writer,
                error: None,
            }),
            Err(error) => Err(Failure::OutputFile(path.to_path_buf(), error)),
        }
    }

    /// Writes, if it can; [`finish`](Self::finish) tells.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        if self.error.is_none() {
            let result = match &mut self.writer {
                Writer::Beside(writer, _) => writer.write_all(bytes),
                Writer::Into(writer) => writer.write_all(bytes),
            };
            self.error = result.err();
        }
    }

    /// Puts the report where it belongs, unless not all of it could be written.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let result = match (self.error, self.writer) {
            (Some(error), _) => Err(error),
            (None, Writer::Beside(writer, target)) => put(writer, &target),
            (None, Writer::Into(mut writer)) => writer.flush(),
        };
        result.map_err(|error| Failure::OutputFile(self.path, error))
    }
}

/// Whether `path` is a name for standard output.
pub(crate) fn is_stdout(path: &Path) -> bool {
    cfg!(unix)
        && ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]
            .map(Path::new)
            .contains(&path)
}

/// Whether `path` is a name for something that is open already: what lies behind it is not ours to
/// replace.
fn is_open_already(path: &Path) -> bool {
    let folders = ["/dev/fd", "/proc/self/fd"];
    cfg!(unix)
        && (path == Path::new("/dev/stderr") || folders.iter().any(|it| path.starts_with(it)))
}

/// The file that `path` stands for, links followed as far as they lead; what can't be written to is
/// called by its own path.
pub(crate) fn target(path: &Path) -> PathBuf {
    destination(path).unwrap_or_else(|_| absolute(path))
}

fn open(path: &Path) -> io::Result<Writer> {
    if is_open_already(path) {
        let file = File::options().append(true).open(path)?;
        return Ok(Writer::Into(BufWriter::new(file)));
    }
    let target = destination(path)?;
    let permissions = match fs::metadata(&target) {
        Ok(metadata) if metadata.is_dir() => {
            return Err(io::Error::new(
                io::ErrorKind::IsADirectory,
                "it is a folder",
            ));
        }
        Ok(metadata) if !metadata.is_file() => {
            let file = File::options().write(true).open(&target)?;
            return Ok(Writer::Into(BufWriter::new(file)));
        }
        Ok(metadata) => Some(metadata.permissions()),
        Err(_) => fresh(),
    };
    let draft = Draft::beside(&target, permissions)?;
    Ok(Writer::Beside(BufWriter::new(draft), target))
}

/// What may be done with a new file: what the user's mask leaves of everything, as for other files.
#[cfg(unix)]
pub(crate) fn fresh() -> Option<fs::Permissions> {
    use std::os::unix::fs::PermissionsExt as _;

    Some(fs::Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
pub(crate) fn fresh() -> Option<fs::Permissions> {
    None
}

fn put(writer: BufWriter<Draft>, target: &Path) -> io::Result<()> {
    let draft = writer
        .into_inner()
        .map_err(io::IntoInnerError::into_error)?;
    draft.take_place(target)
}
