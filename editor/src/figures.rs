//! Figures of the rules as they stand now, filled in while somebody works on them: games with bots are played beside the window, under the
//! rules of now and, where some are pinned, of before. It knows neither window nor files.
//!
//! Games are played on a thread of their own, in a rayon pool with one thread less than the machine has cores, in batches of some
//! 50 ms. A snapshot is of whole batches from the first game on, so equal numbers of games give equal figures, whatever the
//! threads. What is called off stops between two answers of a bot and counts for nothing.
//!
//! All that a pane shows is worked out there; a frame only draws it. What figures are of is told by content (`Side::hash`): equal
//! texts and settings are not played again.

mod bars;
mod job;
mod line;
mod runner;
mod snapshot;
pub mod words;

pub use bars::Bars;
pub use job::{Job, Side};
pub use line::Line;
pub use runner::Runner;
pub use snapshot::{GoalLine, Part, Played, Snapshot};
