//! `coursesetter`: without a command the window opens, with one the terminal does the work.

use std::process::ExitCode;

fn main() -> ExitCode {
    editor::cli::main()
}
