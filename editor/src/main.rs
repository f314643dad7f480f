//! `coursesetter`: opens the window, or runs a command in the terminal.

use std::process::ExitCode;

fn main() -> ExitCode {
    editor::cli::main()
}
