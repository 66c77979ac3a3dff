//! Gives the fuzzer's inputs to `fornax_fuzz::config`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fornax_fuzz::config(data));
