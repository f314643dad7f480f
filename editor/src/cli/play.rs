//! `play`: a race in the terminal.

use std::process::ExitCode;

use crate::args;
use crate::files::Library;

/// Does it.
pub fn run(_args: &args::Play, _library: &Library) -> ExitCode {
    eprintln!("coursesetter play: not here yet");
    ExitCode::from(super::WRONG)
}
