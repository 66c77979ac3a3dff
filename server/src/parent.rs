//! Watches the process that started the server, so that none is left behind.

/// The process that a server must not outlive.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parent {
    #[cfg(unix)]
    pid: rustix::process::Pid,
    /// It is the one that the system knows as our parent: then nothing can be mistaken for it.
    #[cfg(unix)]
    is_ours: bool,
}

#[cfg(unix)]
impl Parent {
    /// The process with this id; none where there is none to watch.
    ///
    /// A client in another container knows ids that mean nothing here.
    pub(crate) fn new(id: u32) -> Option<Self> {
        let pid = rustix::process::Pid::from_raw(i32::try_from(id).ok()?)?;
        let parent = Self {
            pid,
            is_ours: rustix::process::getppid() == Some(pid),
        };
        (!parent.is_gone()).then_some(parent)
    }

    pub(crate) fn is_gone(self) -> bool {
        if self.is_ours {
            return rustix::process::getppid() != Some(self.pid);
        }
        rustix::process::test_kill_process(self.pid) == Err(rustix::io::Errno::SRCH)
    }
}

/// Elsewhere the end of the input tells: a pipe closes with the process at its other end.
#[cfg(not(unix))]
impl Parent {
    pub(crate) fn new(_id: u32) -> Option<Self> {
        None
    }

    pub(crate) fn is_gone(self) -> bool {
        false
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_parent_lives() {
        let id = rustix::process::getppid().unwrap().as_raw_pid();
        let parent = Parent::new(id.cast_unsigned()).unwrap();
        assert!(parent.is_ours && !parent.is_gone());
    }

    #[test]
    fn a_process_that_is_not_there_is_not_watched() {
        for id in [0, u32::MAX, 0x7fff_fffe] {
            assert!(Parent::new(id).is_none(), "{id}");
        }
    }
}
