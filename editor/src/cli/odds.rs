//! `odds`: the exact distribution of an outcome.

use std::process::ExitCode;

use crate::args;
use crate::files::Library;

/// Does it.
pub fn run(_args: &args::Odds, _library: &Library) -> ExitCode {
    eprintln!("coursesetter odds: not here yet");
    ExitCode::from(super::WRONG)
}
