#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ddbkey_fuzz::token::run(data));
