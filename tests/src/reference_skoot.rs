//! SKOOT once more, written by hand in plain Rust: the yardstick for speed, and a second opinion on the rules.
//!
//! It knows the default parameters only, asks the same questions in the same order as the ruleset, and allocates nothing in a game.

mod board;
mod luck;
mod race;
mod table;

pub use board::{Area, Board, Terrain, Tile};
pub use luck::{Decision, Die, Luck, RandomLuck};
pub use race::{MOST_PLAYERS, Race, Racer};
pub use table::{MOST_ROUNDS, Mode, Table, misses_for, zone};

/// Plays one race and returns it as it ended. `on_turn` sees it after each turn.
pub fn play<L: Luck>(board: &Board, mode: Mode, players: usize, luck: &mut L, on_turn: &mut impl FnMut(&Race)) -> Race {
    let mut table = Table::new(board, mode, players, luck);
    table.play(on_turn);
    table.race
}
