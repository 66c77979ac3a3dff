//! Whether this process was started without a standard output.
//!
//! Rust's runtime opens `/dev/null` in the place of a standard stream that isn't there, before `main` and
//! with good reason: the next file that is opened would get its number. From then on nothing tells the
//! two apart, and what somebody wanted to read would be gone without a word. So it is asked before that.

#[cfg(unix)]
mod unix {
    use std::sync::atomic::{AtomicBool, Ordering};

    static IS_CLOSED: AtomicBool = AtomicBool::new(false);

    ctor::declarative::ctor! {
        // Asks the system one question, and nothing of the runtime, which isn't there yet.
        #[ctor(unsafe)]
        fn look() {
            let flags = rustix::io::fcntl_getfd(rustix::stdio::stdout());
            IS_CLOSED.store(flags.is_err(), Ordering::Relaxed);
        }
    }

    pub(crate) fn is_stdout_closed() -> bool {
        IS_CLOSED.load(Ordering::Relaxed)
    }
}

#[cfg(unix)]
pub(crate) use unix::is_stdout_closed;

/// Elsewhere writing fails, or nobody is there to be disappointed.
#[cfg(not(unix))]
pub(crate) fn is_stdout_closed() -> bool {
    false
}
