//! Watches whoever reads what the server writes: one that has gone is noticed though nothing is written, and
//! one that keeps up is written to at once.

use std::fs::File;
use std::sync::Arc;

#[cfg(unix)]
use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// The reader at the other end of an output.
#[derive(Clone, Debug)]
pub(crate) struct Listener {
    #[cfg_attr(not(unix), expect(dead_code, reason = "it can't be asked there"))]
    output: Arc<File>,
}

/// How many bytes a pipe takes at once, or not at all.
#[cfg(unix)]
pub(crate) const AT_ONCE: usize = rustix::pipe::PIPE_BUF;
#[cfg(not(unix))]
pub(crate) const AT_ONCE: usize = 0;

impl Listener {
    pub(crate) fn new(output: File) -> Self {
        Self {
            output: Arc::new(output),
        }
    }

    /// Whether the other end is closed. A file or a terminal that is there has none that could be.
    #[cfg(unix)]
    pub(crate) fn is_gone(&self) -> bool {
        // These two are told of unasked; nothing else is of interest.
        self.state(PollFlags::empty())
            .intersects(PollFlags::ERR | PollFlags::HUP)
    }

    /// Elsewhere the next write tells.
    #[cfg(not(unix))]
    pub(crate) fn is_gone(&self) -> bool {
        false
    }

    /// Whether [`AT_ONCE`] bytes can be written without waiting for the reader.
    #[cfg(unix)]
    pub(crate) fn has_room(&self) -> bool {
        self.state(PollFlags::OUT) == PollFlags::OUT
    }

    /// Elsewhere nobody can tell.
    #[cfg(not(unix))]
    pub(crate) fn has_room(&self) -> bool {
        false
    }

    #[cfg(unix)]
    fn state(&self, asked: PollFlags) -> PollFlags {
        let mut ends = [PollFd::new(&*self.output, asked)];
        let at_once = Timespec {
            tv_sec: 0,
            tv_nsec: 0,
        };
        match poll(&mut ends, Some(&at_once)) {
            Ok(_) => ends[0].revents(),
            Err(_) => PollFlags::empty(),
        }
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
        assert!(pipe.has_room());
        drop(reader);
        assert!(pipe.is_gone());
        assert!(!pipe.has_room());
    }

    #[test]
    fn where_there_is_room_nothing_waits() {
        use std::io::Write as _;

        let (_reader, writer) = io::pipe().unwrap();
        let mut output = File::from(OwnedFd::from(writer));
        let pipe = Listener::new(output.try_clone().unwrap());
        // Pipes hold a megabyte at most; one that took more would not be full where it has to be.
        let mut written = 0;
        while pipe.has_room() {
            assert!(written < 1024, "the pipe is never full");
            output.write_all(&[b'x'; AT_ONCE]).unwrap();
            written += 1;
        }
        assert!(written > 0);
    }

    #[test]
    fn a_file_has_no_reader_that_could_go() {
        let file = tempfile::tempfile().unwrap();
        assert!(!Listener::new(file).is_gone());
    }
}
