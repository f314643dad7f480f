//! The library from outside: from broken texts to whole games. One program, so that all of it shares what it needs.

mod bounds;
mod chain;
mod common;
mod data;
mod diagnostics;
mod generic;
mod hidden;
mod mutated;
mod reference;
mod reload;
mod resolve;
mod secrets;
mod series;
mod simulate;
mod syntax;
mod testing;
mod why;
