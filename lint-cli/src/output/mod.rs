//! Output formats, one file each, behind one signature.

mod excerpt;
mod human;
mod json;
mod short;

use std::fmt::Debug;
use std::io;

use crate::report::{Report, Summary};

pub(crate) use human::Human;
pub(crate) use json::Json;
pub(crate) use short::Short;

/// A way to write reports down.
///
/// The parts are made in any order and on any thread, and put together in order, so that a run over
/// many files holds few of them at a time.
pub(crate) trait Format: Debug + Sync {
    /// What comes before the first file.
    fn start(&self, _out: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }

    /// One file's part.
    fn file(&self, report: &Report, out: &mut Vec<u8>) -> io::Result<()>;

    /// What stands between two files.
    fn separator(&self) -> &'static str {
        ""
    }

    /// What comes after the last file.
    fn finish(&self, _summary: &Summary, _out: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }
}

/// Where a finding is, as every format counts: lines and columns from 1, columns in UTF-16 units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) line: u32,
    pub(crate) column: u32,
}

impl Place {
    pub(crate) fn of(lines: &fornax_manifest::LineIndex<'_>, offset: u32) -> Self {
        let place = lines.position::<fornax_manifest::Utf16Column>(offset);
        Self {
            line: place.line + 1,
            column: place.column.0 + 1,
        }
    }
}
