//! Text → syntax tree. pest is not seen beyond this folder.

pub mod tree;
