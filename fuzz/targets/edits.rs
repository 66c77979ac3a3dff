//! Gives the fuzzer's inputs to `fornax_fuzz::edits`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fornax_fuzz::edits(data));
