//! What is played and counted, without a window.

mod beside;
mod figures;
mod odds;
mod recent;
mod report;
mod sitting;
mod timeline;
mod wanted;
