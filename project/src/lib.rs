//! The files around a manifest.
