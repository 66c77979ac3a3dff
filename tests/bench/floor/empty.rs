//! The floor of `--version`: a program that does nothing.

fn main() {}
