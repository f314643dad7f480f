//! What the tests of this package share.

pub mod reference_skoot;
pub mod shipped;
