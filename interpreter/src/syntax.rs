//! Text → syntax tree. pest is not seen beyond this folder.

pub mod tree;

pub mod lex;

mod expected;
mod parser;
mod recover;
mod slips;

pub use parser::parse;
pub use slips::RESERVED;
