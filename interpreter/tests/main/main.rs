//! The library from outside: from broken texts to whole games. One program, so that all of it shares what it needs.

mod bounds;
mod chain;
mod common;
mod data;
mod diagnostics;
mod edits;
mod generic;
mod hidden;
mod moments;
mod mutated;
mod names;
mod places;
mod options;
mod reference;
mod reload;
mod reread;
mod resolve;
mod seats;
mod secrets;
mod series;
mod simulate;
mod spoil;
mod syntax;
mod testing;
mod why;
mod written;
