//! The commands: arguments in, text out, an exit code: 0 well, 1 problems found, 2 wrong arguments.

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Arguments, Command, Folders};

/// Parses the arguments and does what they say.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match arguments.command {
        None => window(&arguments.folders),
        Some(Command::Play(_) | Command::Sim(_) | Command::Check(_) | Command::Test(_)) => ExitCode::SUCCESS,
        Some(Command::Odds(_) | Command::Replay(_) | Command::Show(_)) => ExitCode::SUCCESS,
    }
}

/// Opens the window.
#[cfg(feature = "gui")]
fn window(folders: &Folders) -> ExitCode {
    crate::ui::open(&crate::files::Library::find(folders))
}

#[cfg(not(feature = "gui"))]
fn window(_: &Folders) -> ExitCode {
    eprintln!("This build has no window; play in the terminal instead: coursesetter play skoot");
    ExitCode::FAILURE
}
