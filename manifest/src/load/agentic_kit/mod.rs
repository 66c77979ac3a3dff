//! agentic-kit's documents as typed values.
//!
//! Strings are as JavaScript has them, but for a lone surrogate, which a Rust string can't hold: it
//! is read as U+FFFD. Values that agentic-kit passes on unread are kept as JSON text.

mod adapter;
mod kit;
mod read;

pub use adapter::{
    AkAdapter, Approval, Capabilities, ChangeScope, Detection, Hook, Host, HostChange,
    HostChangeKind, HostFeature, HostOperation, HostTrust, Install, InstallPolicy, Legacy,
    Lifecycle, Observability, Projection, Surface, TrustChange,
};
pub use kit::{AkKit, HostAdapter, Source};

pub(super) use adapter::read as adapter;
pub(super) use kit::read as kit;
