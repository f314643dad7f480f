//! All fuzz targets in one program: `TARGET` names the one that it runs.

#![no_main]

use std::env;
use std::hash::{DefaultHasher, Hasher};
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;

mod play;
mod rules;
mod saved;
mod shipped;
mod spoil;
mod targets;
mod ways;

use arbitrary::{Result, Unstructured};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

static TARGET: LazyLock<targets::Target> = LazyLock::new(|| {
    let name = env::var("TARGET").unwrap_or_default();
    let named = targets::ALL.iter().find(|(target, _)| *target == name);
    named.unwrap_or_else(|| panic!("TARGET is to be one of {:?}", targets::ALL.map(|(target, _)| target))).1
});

/// True once in so many times, for what takes long. All bytes that are left decide it, so that one of them which has led somewhere new, and so is
/// kept, doesn't lead there ever again.
fn seldom(bytes: &Unstructured<'_>, one_in: u64) -> bool {
    let mut hash = DefaultHasher::new();
    hash.write(bytes.peek_bytes(bytes.len()).unwrap_or_default());
    hash.write_u64(one_in);
    hash.finish().is_multiple_of(one_in)
}

// Comparisons are the C library's own. libFuzzer's would note what each compares, which takes longer than all else.
#[link(name = "c")]
unsafe extern "C" {}

fuzz_target!(|bytes: &[u8]| {
    // Where no bytes are left, a run ends early.
    let _ = TARGET(&mut Unstructured::new(bytes));
});
