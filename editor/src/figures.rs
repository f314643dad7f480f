//! Statistics of the current rules, filled in while somebody works on them. Bots play games in the background, under the current rules and,
//! if earlier ones are pinned, under those. Nothing here knows a window or files.
//!
//! A thread of its own plays the games in batches of about 50 ms, in a rayon pool with one thread less than the machine has cores. A
//! snapshot covers whole batches from the first game on, so equal numbers of games give equal figures, whatever the threads. Cancelled
//! games stop between two answers of a bot and count for nothing.
//!
//! That thread works out everything a pane shows; a frame only draws it. The games to play are compared by content (`Side::hash`): equal
//! texts and settings are not played again.

mod bars;
pub mod chart;
pub mod export;
mod job;
pub mod json;
mod line;
mod runner;
mod snapshot;
pub mod words;

pub use bars::Bars;
pub use job::{Job, Side};
pub use line::Line;
pub use runner::Runner;
pub use snapshot::{GoalLine, Part, Played, Snapshot};
