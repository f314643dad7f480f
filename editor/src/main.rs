//! `coursesetter`: opens the window, or runs a command in the terminal.

use std::process::ExitCode;

/// A frame of a large board takes and gives back some ten megabytes. This allocator keeps them, where others return them to the
/// system, which clears them anew in each frame: most of a frame's time.
#[cfg(feature = "gui")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    editor::cli::main()
}
