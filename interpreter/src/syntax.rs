//! Turns text into a syntax tree. Nothing outside of this folder sees pest.

pub mod tree;

pub mod lex;

mod expected;
mod parser;
mod recover;
mod slips;
mod words;

pub use parser::parse;
pub(crate) use slips::kind_name;
pub use words::{BUILT_IN_CALLS, RESERVED};
pub(crate) use words::{all_or_one, forms};
