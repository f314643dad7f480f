//! The rules language of Coursesetter and the machine that plays it. Texts in, values out: no files, no clock, no window.

pub mod diagnostic;
pub mod ir;
pub mod resolve;
pub mod source;
pub mod syntax;
