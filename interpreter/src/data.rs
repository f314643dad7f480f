//! The RON files beside the rules: the manifest, tracks, and values of parameters. Each is read with the `ron` crate in layers. The text of
//! every field is kept and read separately by its type, so a wrong field costs one problem at its place and nothing else. Nothing here
//! opens files: texts come from [`crate::source::Sources`].

mod broken;
mod form;
pub mod manifest;
pub mod node;
pub mod params;
mod problems;
pub mod rows;
pub mod setting;
pub mod track;
mod value;
mod written;

pub use manifest::Manifest;
pub use params::out_of_range;
pub use params::params;
pub use track::Track;
pub use value::takes;
pub use written::written;
