//! The commands. Arguments go in, text and an exit code come out: 0 for success, 1 for problems found, 2 for wrong arguments.

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use interpreter::diagnostic::{Code, Diagnostic};
use interpreter::source::Sources;

use crate::args::{Arguments, Command, NewWhat};
use crate::files::{self, Library};

mod check;
mod examples;
mod export;
mod long;
mod new;
mod odds;
pub mod out;
pub mod play;
#[cfg(feature = "print")]
mod print;
mod replay;
mod report;
mod rulebook;
mod seats;
pub mod setup;
mod show;
pub mod sim;
mod test;
mod watch;
mod window;

/// The exit code of a command that found problems.
pub const FOUND: u8 = 1;
/// The exit code for arguments that name something that doesn't exist.
pub const WRONG: u8 = 2;

/// Parses the arguments and runs the command.
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return unparsed(&error),
    };
    let is_elsewhere = Library::is_elsewhere(&arguments.folders);
    let library = match (&arguments.command, std::env::current_dir()) {
        // A user's own games lie in the current folder, not beside the program.
        (Some(Command::New(args)), Ok(here)) if is_elsewhere && matches!(args.what, NewWhat::Ruleset { .. }) => {
            Library::in_folder(&here)
        }
        _ => Library::find(&arguments.folders),
    };
    let mut given = [&arguments.folders.rulesets, &arguments.folders.tracks].into_iter().flatten();
    // `new` may make the folder.
    let begins = matches!(arguments.command, Some(Command::New(_)));
    if let Some(folder) = given.find(|folder| !begins && !folder.is_dir()) {
        let problem = Diagnostic::nowhere(Code::Unreadable, format!("there is no folder {}", folder.display()));
        setup::report(&Sources::default(), &[problem]);
        return ExitCode::from(WRONG);
    }
    let skipped = if arguments.folders.rulesets.is_none() { files::skipped() } else { vec![] };
    skipped.iter().for_each(|(path, why)| out::note(format!("note: {} is skipped: {why}", path.display())));
    if is_elsewhere && library == Library::built_in() {
        let other = if skipped.is_empty() { "" } else { "other " };
        out::note(format!("there is no {other}folder `rulesets` here or above; using {}", library.rulesets.display()));
    }
    if Library::is_above(&arguments.folders) && !begins {
        out::note(format!("using the rulesets in {}", library.rulesets.display()));
    }
    match &arguments.command {
        None => window::run(&library, &arguments.folders),
        Some(Command::Play(args)) => play::run(args, &library),
        Some(Command::Sim(args)) => sim::run(args, &library),
        Some(Command::Check(args)) => check::run(args, &library),
        Some(Command::Test(args)) => test::run(args, &library),
        Some(Command::Odds(args)) => odds::run(args, &library),
        Some(Command::Replay(args)) => replay::run(args, &library),
        Some(Command::Rulebook(args)) => rulebook::run(args, &library),
        Some(Command::Report(args)) => report::run(args, &library),
        Some(Command::Show(args)) => show::run(args, &library),
        Some(Command::New(args)) => new::run(args, &library, &arguments.folders),
        Some(Command::Watch(args)) => watch::run(args, &library),
        Some(Command::Export(args)) => export::run(args, &library),
        #[cfg(feature = "print")]
        Some(Command::Print(args)) => print::run(args, &library),
    }
}

/// Prints help, with examples from the library, or the error in the arguments.
fn unparsed(error: &clap::Error) -> ExitCode {
    let is_help = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand);
    let given: Vec<String> = std::env::args().collect();
    let library = Library::find(&examples::folders(&given));
    let filled = is_help.then(|| examples::filled(Arguments::command(), &library).try_get_matches_from(&given));
    let error = match &filled {
        Some(Err(filled)) => filled,
        _ => error,
    };
    // If it can't be written, nobody is reading.
    let _ = error.print();
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(WRONG))
}
