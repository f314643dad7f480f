//! The state of a race: plain numbers, copied in one go.

use std::cmp::Reverse;

/// The most racers in a race.
pub const MOST_PLAYERS: usize = 8;

/// One row of the score sheet: an entry for each lap that leads to the range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SheetRow {
    pub len: usize,
    pub entries: [i32; 2],
}

impl SheetRow {
    /// Writes the next entry.
    pub fn write(&mut self, entry: i32) {
        self.entries[self.len] = entry;
        self.len += 1;
    }
}

/// One racer: the fields that the rules declare for a player, and what is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Racer {
    /// The tile on which the token stands.
    pub at: u16,
    pub lap: i32,
    /// The tactic of this loop; 0 on the last one.
    pub tactic: i32,
    /// The tactic chosen last.
    pub plan: i32,
    /// Dice for the next shooting.
    pub shots: Option<i32>,
    /// Penalty loops still to ski.
    pub penalties: i32,
    pub misses: i32,
    /// Dots owed for half a climbing tile: always 0 with the default parameters.
    pub owed: i32,
    /// The round in which the racer came home.
    pub home_in: Option<i32>,
    pub overshoot: i32,
    pub heart: i32,
    /// Single dice in a row.
    pub single_dice: i32,
    pub sheet_tactics: SheetRow,
    pub sheet_recovery: SheetRow,
    pub sheet_misses: SheetRow,
    /// The final place, from 1; 0 while the race goes on. Equal racers share a place.
    pub place: i32,

    pub drafts: i32,
    pub missed: i32,
    pub recovery_waits: i32,
    pub two_dice_turns: i32,
    pub lost_turns: i32,
}

/// A race at some moment. Only the first `players` racers take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Race {
    pub players: usize,
    pub racers: [Racer; MOST_PLAYERS],
    pub round: i32,
    /// Who skis first in each round.
    pub first: usize,
    /// Racers at home.
    pub racers_home: i32,
}

impl Race {
    /// Everybody lined up at the start.
    pub fn new(players: usize, start: u16) -> Race {
        assert!((1..=MOST_PLAYERS).contains(&players), "a race needs 1 to {MOST_PLAYERS} racers");
        let racer = Racer { at: start, lap: 1, ..Racer::default() };
        Race { players, racers: [racer; MOST_PLAYERS], round: 0, first: 0, racers_home: 0 }
    }

    /// [SK-R2] By the round of coming home, then by overshoot, then by misses; still equal: a shared place.
    pub fn rank(&mut self) {
        let field = &mut self.racers[..self.players];
        for player in 0..field.len() {
            let better = field.iter().filter(|other| rank_key(other) < rank_key(&field[player])).count();
            field[player].place = better as i32 + 1;
        }
    }
}

/// The smaller, the better.
fn rank_key(racer: &Racer) -> (i32, Reverse<i32>, i32) {
    (racer.home_in.unwrap_or(9999), Reverse(racer.overshoot), racer.misses)
}
