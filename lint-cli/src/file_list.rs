//! The list of paths that `--files-from` names.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use fornax_manifest::limits;
use fornax_project::InputErrorKind;

use crate::exit::Failure;

/// Reads a list; `-` is standard input. A pipe is waited for, as it was asked for.
pub(crate) fn read(list: &Path) -> Result<Vec<PathBuf>, Failure> {
    let bytes = if list == Path::new("-") {
        bytes(io::stdin().lock())
    } else {
        File::open(list).and_then(bytes)
    };
    let failure = |message| Failure::File {
        path: list.to_path_buf(),
        message,
    };
    let bytes = bytes.map_err(|error| {
        let reason = InputErrorKind::from(error);
        failure(format!("can't be read as a list of paths: {reason}"))
    })?;
    if bytes.len() as u64 > limits::FILE_LIST_BYTES {
        let limit = limits::FILE_LIST_BYTES;
        return Err(failure(format!("has more than {limit} bytes")));
    }
    parse(&bytes).map_err(|line| failure(format!("has a path that is not text, in line {line}")))
}

fn bytes(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source
        .take(limits::FILE_LIST_BYTES + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The paths in a list: one a line, or, as no path has a NUL, one before each NUL if there is any. If
/// one can't be a path on this system, that fails with its number.
fn parse(list: &[u8]) -> Result<Vec<PathBuf>, usize> {
    let by_line = !list.contains(&0);
    let separator = if by_line { b'\n' } else { 0 };
    list.split(|&byte| byte == separator)
        .map(|path| match path.strip_suffix(b"\r") {
            Some(path) if by_line => path,
            _ => path,
        })
        .zip(1_usize..)
        .filter(|(path, _)| !path.is_empty())
        .map(|(path, number)| Ok(os_string(path).ok_or(number)?.into()))
        .collect()
}

#[cfg(unix)]
#[expect(
    clippy::unnecessary_wraps,
    reason = "not all are paths on other systems"
)]
fn os_string(path: &[u8]) -> Option<OsString> {
    use std::os::unix::ffi::OsStringExt as _;

    Some(OsString::from_vec(path.to_vec()))
}

#[cfg(not(unix))]
fn os_string(path: &[u8]) -> Option<OsString> {
    Some(str::from_utf8(path).ok()?.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_lines_or_nuls() {
        let paths = |list: &[u8]| {
            let paths = parse(list).unwrap().into_iter();
            paths
                .map(|path| path.to_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(paths(b""), [""; 0]);
        assert_eq!(paths(b"\n\r\n\n"), [""; 0]);
        assert_eq!(paths(b"a\nb c\r\n\nd"), ["a", "b c", "d"]);
        assert_eq!(paths(b"a\nb\0"), ["a\nb"]);
        assert_eq!(paths(b"a\r\0\0 b\0c"), ["a\r", " b", "c"]);
        assert_eq!(paths("\u{e9}\n#x".as_bytes()), ["\u{e9}", "#x"]);
    }
}
