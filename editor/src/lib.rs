//! Coursesetter's editor and commands: files, drawing, the terminal, and (with the feature `gui`) the window.

pub mod args;
pub mod beside;
pub mod board;
pub mod cli;
pub mod drawing;
pub mod faces;
pub mod fault;
pub mod figures;
pub mod files;
pub mod live;
pub mod looks;
pub mod manual;
pub mod page;
pub mod pieces;
pub mod playtest;
pub mod render;
pub mod report;
pub mod rulebook;
pub mod scoresheet;
pub mod text;
#[cfg(feature = "gui")]
pub mod ui;
pub mod words;
pub mod workspace;
