//! The rules language of Coursesetter and the machine that plays it. Texts in, values out: no files, no clock, no environment, no window,
//! and no threads but those of the caller's rayon pool. No word of any game decides anything here.

pub mod chain;
pub mod compile;
pub mod data;
pub mod diagnostic;
pub mod edit;
pub mod face;
pub mod fnv;
pub mod game;
mod graph;
pub mod ir;
pub mod mutate;
pub mod names;
pub mod odds;
#[doc(hidden)]
pub mod oracle;
pub mod players;
pub mod playtest;
pub mod program;
pub mod reload;
pub mod replay;
pub mod resolve;
pub mod ruleset;
pub mod series;
pub mod show;
pub mod simulate;
pub mod source;
pub mod stats;
pub mod syntax;
pub mod testing;
pub mod view;
pub mod vm;
pub mod why;
