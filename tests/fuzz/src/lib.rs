//! What the fuzz targets share.

pub mod play;
pub mod rules;
pub mod shipped;
pub mod spoil;

pub use arbitrary::{Result, Unstructured};
