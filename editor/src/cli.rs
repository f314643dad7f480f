//! The commands: arguments in, text out, an exit code: 0 well, 1 problems found, 2 wrong arguments.

use std::process::ExitCode;

use clap::Parser;
use interpreter::diagnostic::{Code, Diagnostic};
use interpreter::source::Sources;

use crate::args::{Arguments, Command};
use crate::files::Library;

mod check;
mod export;
mod long;
mod new;
mod odds;
pub mod out;
mod play;
mod replay;
mod seats;
pub mod setup;
mod show;
mod sim;
mod test;
mod watch;
mod window;

/// The exit code of a command that found problems.
pub const FOUND: u8 = 1;
/// The exit code of a command that was called with what doesn't exist.
pub const WRONG: u8 = 2;

/// Parses the arguments and does what they say.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let library = Library::find(&arguments.folders);
    let mut given = [&arguments.folders.rulesets, &arguments.folders.tracks].into_iter().flatten();
    // What is begun may lie in a folder that is not there yet.
    let begins = matches!(arguments.command, Some(Command::New(_)));
    if let Some(folder) = given.find(|folder| !begins && !folder.is_dir()) {
        let problem = Diagnostic::nowhere(Code::Unreadable, format!("there is no folder {}", folder.display()));
        setup::report(&Sources::default(), &[problem]);
        return ExitCode::from(WRONG);
    }
    if Library::is_built_in(&arguments.folders) {
        out::note(format!("there is no folder `rulesets` here or above; using {}", library.rulesets.display()));
    }
    match &arguments.command {
        None => window::run(&library, &arguments.folders),
        Some(Command::Play(args)) => play::run(args, &library),
        Some(Command::Sim(args)) => sim::run(args, &library),
        Some(Command::Check(args)) => check::run(args, &library),
        Some(Command::Test(args)) => test::run(args, &library),
        Some(Command::Odds(args)) => odds::run(args, &library),
        Some(Command::Replay(args)) => replay::run(args, &library),
        Some(Command::Show(args)) => show::run(args, &library),
        Some(Command::New(args)) => new::run(args, &library, &arguments.folders),
        Some(Command::Watch(args)) => watch::run(args, &library),
        Some(Command::Export(args)) => export::run(args, &library),
    }
}
