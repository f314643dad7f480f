//! A race as something to look through and to change, without a window: its timeline.

pub mod timeline;
