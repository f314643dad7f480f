//! What is worked out of how a board is drawn.

mod called;
mod overlaps;
mod tiles;
