//! Gives the fuzzer's inputs to `fornax_fuzz::parse`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fornax_fuzz::parse(data));
