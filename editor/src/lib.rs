//! Coursesetter's editor and commands: files, drawing, the terminal, and (feature `gui`) the window.

pub mod args;
pub mod cli;
pub mod drawing;
pub mod files;
pub mod looks;
pub mod render;
#[cfg(feature = "gui")]
pub mod ui;
pub mod workspace;
