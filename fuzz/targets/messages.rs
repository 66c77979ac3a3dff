//! Gives the fuzzer's inputs to `fornax_fuzz::messages`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fornax_fuzz::messages(data));
