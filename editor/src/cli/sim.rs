//! `sim`: many races with bots, measured.

use std::process::ExitCode;

use crate::args;
use crate::files::Library;

/// Does it.
pub fn run(_args: &args::Sim, _library: &Library) -> ExitCode {
    eprintln!("coursesetter sim: not here yet");
    ExitCode::from(super::WRONG)
}
