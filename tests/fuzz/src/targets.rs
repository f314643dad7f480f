//! What is fuzzed: each target reads bytes and panics if a promise is broken.

use crate::{Result, Unstructured};

mod bots;
mod edits;
mod export;
mod front_end;
mod generated;
mod machine;
mod reload;
mod replay;
mod saves;
mod series;
mod views;
mod why;

pub type Target = fn(&mut Unstructured<'_>) -> Result<()>;

/// The targets, by name.
pub const ALL: [(&str, Target); 12] = [
    ("bots", bots::run),
    ("edits", edits::run),
    ("export", export::run),
    ("front_end", front_end::run),
    ("generated", generated::run),
    ("machine", machine::run),
    ("reload", reload::run),
    ("replay", replay::run),
    ("saves", saves::run),
    ("series", series::run),
    ("views", views::run),
    ("why", why::run),
];
