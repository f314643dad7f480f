//! The rules language of Coursesetter and the machine that plays it. Texts in, values out: no files, no clock, no window.

pub mod compile;
pub mod data;
pub mod diagnostic;
pub mod game;
pub mod ir;
pub mod resolve;
pub mod source;
pub mod syntax;
pub mod view;
pub mod vm;
