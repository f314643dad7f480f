//! A board on the screen: the view of it, and what is drawn over it.

mod camera;
mod heat;
mod rose;
mod tip;
