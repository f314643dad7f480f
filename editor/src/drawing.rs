//! Drawing tracks, without a window: the document, its edits, what the tools make of strokes and clicks, and the problems of a board.
//!
//! Read in this order: a [`document`] is [`read`] from RON and [`write`](mod@write)n back; every [`edit`] changes it through a [`draft`], which is why
//! [`history`] can undo all of them. Nothing here knows any game: words and looks come from the ruleset through [`schema`].
//!
//! A document never changes. Documents share whatever they have in common, so the history is a list of documents. Unchanged parts are saved
//! exactly as they were written, and what the rules don't know is kept.

pub mod begin;
pub mod bends;
mod called;
pub mod courses;
pub mod decor;
pub mod desk;
pub mod differs;
pub mod disk;
pub mod document;
pub mod draft;
pub mod drawn;
pub mod edit;
pub mod fields;
pub mod fit;
pub mod guides;
pub mod hand;
pub mod history;
pub mod hit;
pub mod ids;
pub mod kit;
pub mod layers;
pub mod looks;
pub mod notes;
pub mod on_table;
pub mod palette;
pub mod picture;
pub mod png;
pub mod problems;
pub mod read;
pub mod recovery;
pub mod says;
pub mod schema;
pub mod shapes;
pub mod subjects;
pub mod svg;
pub mod tiles;
pub mod tools;
pub mod trail;
pub mod typed;
pub mod write;

pub use desk::{Deed, Desk};
pub use document::{Document, Header, Item, Key, List};
pub use edit::Edit;
pub use fields::Fields;
pub use history::Drawing;
pub use palette::Palette;
pub use problems::Checker;
pub use schema::Schema;

pub use kurbo::Size;
