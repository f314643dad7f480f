//! `check`: a look through rulesets, data and tracks.

use std::process::ExitCode;

use crate::args;
use crate::files::Library;

/// Does it.
pub fn run(_args: &args::Check, _library: &Library) -> ExitCode {
    eprintln!("coursesetter check: not here yet");
    ExitCode::from(super::WRONG)
}
