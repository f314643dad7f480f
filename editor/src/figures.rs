//! Figures of the rules as they stand now, filled in while somebody works on them: games with bots are played beside the window, under the
//! rules of now and, where some are pinned, of before. It knows neither window nor files.

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
