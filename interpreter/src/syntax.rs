//! Turns text into a syntax tree. Nothing outside of this folder sees pest.

pub mod tree;

pub mod lex;

mod expected;
mod parser;
mod recover;
mod slips;

pub use parser::parse;
pub use slips::RESERVED;
