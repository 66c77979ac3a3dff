//! Watches whoever reads what the server writes: one that has gone is noticed though nothing is written.

use std::fs::File;
use std::sync::Arc;

/// The reader at the other end of an output.
#[derive(Clone, Debug)]
pub(crate) struct Listener {
    #[cfg_attr(not(unix), expect(dead_code, reason = "it can't be asked there"))]
    output: Arc<File>,
}

impl Listener {
    pub(crate) fn new(output: File) -> Self {
        Self {
            output: Arc::new(output),
        }
    }

    /// Whether the other end is closed. A file or a terminal that is there has none that could be.
    #[cfg(unix)]
    pub(crate) fn is_gone(&self) -> bool {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};

        // These two are told of unasked; nothing else is of interest.
        let mut ends = [PollFd::new(&*self.output, PollFlags::empty())];
        let at_once = Timespec {
            tv_sec: 0,
            tv_nsec: 0,
        };
        let is_told = poll(&mut ends, Some(&at_once)).is_ok_and(|count| count > 0);
        is_told
            && ends[0]
                .revents()
                .intersects(PollFlags::ERR | PollFlags::HUP)
    }

    /// Elsewhere the next write tells.
    #[cfg(not(unix))]
    pub(crate) fn is_gone(&self) -> bool {
        false
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::io;
    use std::os::fd::OwnedFd;

    #[test]
    fn a_closed_end_is_noticed_though_nothing_is_written() {
        let (reader, writer) = io::pipe().unwrap();
        let pipe = Listener::new(File::from(OwnedFd::from(writer)));
        assert!(!pipe.is_gone());
        drop(reader);
        assert!(pipe.is_gone());
    }

    #[test]
    fn a_file_has_no_reader_that_could_go() {
        let file = tempfile::tempfile().unwrap();
        assert!(!Listener::new(file).is_gone());
    }
}
