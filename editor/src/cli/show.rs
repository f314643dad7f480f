//! `show`: the program that a rule was compiled to.

use std::process::ExitCode;

use crate::args;
use crate::files::Library;

/// Does it.
pub fn run(_args: &args::Show, _library: &Library) -> ExitCode {
    eprintln!("coursesetter show: not here yet");
    ExitCode::from(super::WRONG)
}
