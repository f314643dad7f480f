//! What the tools make of strokes, clicks and drags: pure functions from a document to an edit, or to something to show.

pub mod arrange;
pub mod clip;
pub mod course;
pub mod crop;
pub mod curve;
pub mod fill;
pub mod insert;
pub mod joint;
pub mod line;
pub mod measure;
pub mod pen;
pub mod recount;
mod rows;
pub mod select;
pub mod snap;
