//! Text → syntax tree. pest is not seen beyond this folder.

pub mod tree;

mod expected;
mod nesting;
mod parser;
mod recover;
mod scan;
mod slips;

pub use parser::parse;
pub(crate) use scan::without_comments;
pub use scan::{MOST_AHEAD, text_end};

/// Whether a word of the language can't be a name.
pub fn is_reserved(word: &str) -> bool {
    slips::RESERVED.contains(&word)
}
