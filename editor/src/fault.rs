//! A fault of the program in one part of it, kept from the others.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Does something; where it panics, gives what the panic says.
///
/// # Errors
/// What the panic says.
pub fn unwound<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|thrown| message(&*thrown))
}

fn message(thrown: &(dyn Any + Send)) -> String {
    let text = thrown.downcast_ref::<String>().cloned();
    text.or_else(|| thrown.downcast_ref::<&str>().map(|text| (*text).to_owned()))
        .unwrap_or_else(|| "it gives no reason".to_owned())
}
