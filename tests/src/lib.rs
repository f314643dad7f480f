//! What the tests of this package share.

pub mod drawings;
pub mod reference_skoot;
pub mod shipped;
