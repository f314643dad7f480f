//! `replay`: a saved game, played again and compared.

use std::process::ExitCode;

use crate::args;
use crate::files::Library;

/// Does it.
pub fn run(_args: &args::Replay, _library: &Library) -> ExitCode {
    eprintln!("coursesetter replay: not here yet");
    ExitCode::from(super::WRONG)
}
