//! Keeps a panic in one part of the program from the others.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Does the work.
///
/// # Errors
/// Returns the message of a panic in it.
pub fn unwound<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|thrown| message(&*thrown))
}

fn message(thrown: &(dyn Any + Send)) -> String {
    let text = thrown.downcast_ref::<String>().cloned();
    text.or_else(|| thrown.downcast_ref::<&str>().map(|text| (*text).to_owned()))
        .unwrap_or_else(|| "it gives no reason".to_owned())
}
