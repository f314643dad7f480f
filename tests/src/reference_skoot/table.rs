//! The rules, walked tile by tile.

use super::{Area, Board, Decision, Die, Luck, Race, Racer, Terrain};

/// Play stops here at the latest: whoever declines every recovery roll would never come home.
pub const MOST_ROUNDS: i32 = 5000;

const LAPS: i32 = 3;
const MOST_SHOTS: i32 = 5;
const METER_MAX: i32 = 15;
const ZONE_STARTS: [i32; 5] = [0, 4, 7, 10, 13];
const STREAK_LENGTH: i32 = 3;
/// [SK-64] The least sum of five dice: by misses, then by zone.
const SUM_NEEDED: [[i32; 5]; 6] = [
    [19, 20, 21, 22, 23],
    [15, 16, 17, 18, 19],
    [12, 13, 14, 15, 16],
    [10, 12, 13, 14, 15],
    [6, 10, 11, 12, 13],
    [5, 9, 10, 11, 12],
];

/// The three ways to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Basic,
    /// With the first add-on.
    HeartRate,
    /// With both add-ons.
    Realistic,
}

/// A race being played: on a board, in a mode, with somebody's luck.
pub struct Table<'a, L> {
    pub board: &'a Board,
    pub mode: Mode,
    pub luck: &'a mut L,
    pub race: Race,
}

impl<'a, L: Luck> Table<'a, L> {
    /// Sets up a race; nothing is rolled or chosen yet.
    pub fn new(board: &'a Board, mode: Mode, players: usize, luck: &'a mut L) -> Self {
        Table { board, mode, luck, race: Race::new(players, board.start) }
    }

    /// Plays the race to its end.
    pub fn play(&mut self, on_turn: &mut impl FnMut(&Race)) {
        self.line_up();
        while self.race.racers_home < self.race.players as i32 && self.race.round < MOST_ROUNDS {
            self.race.round += 1;
            for seat in 0..self.race.players {
                let player = self.seated(seat);
                if self.race.racers[player].home_in.is_none() {
                    self.turn(player);
                    on_turn(&self.race);
                }
            }
        }
        self.race.rank();
    }

    /// [SK-6] [SK-7] The first player is drawn, then tactics are chosen in turn order, [SK-R16] each open at once.
    fn line_up(&mut self) {
        self.race.first = self.luck.first(self.race.players);
        for seat in 0..self.race.players {
            self.pick_tactic(self.seated(seat));
        }
    }

    /// The player so many seats after the first.
    fn seated(&self, seat: usize) -> usize {
        let player = self.race.first + seat;
        if player < self.race.players { player } else { player - self.race.players }
    }

    /// [SK-30] [SK-R21] A tactic for the next loop, in the basic game; [SK-5] it is written on the score sheet.
    fn pick_tactic(&mut self, player: usize) {
        if self.mode == Mode::Basic {
            let racer = &mut self.race.racers[player];
            racer.plan = self.luck.choose(Decision::Tactic, player, 4) as i32;
            racer.tactic = racer.plan;
            racer.sheet_tactics.write(racer.tactic);
        }
    }

    /// One turn, whatever it is at this place.
    pub fn turn(&mut self, player: usize) {
        let racer = &mut self.race.racers[player];
        let in_recovery = in_recovery(self.board, racer);
        let in_range = racer.at == self.board.shooting;
        if in_recovery || in_range {
            racer.single_dice = 0;
        }
        if in_recovery {
            self.recover(player);
        } else if in_range {
            self.shoot(player);
        } else {
            self.skiing_turn(player);
        }
    }

    /// [SK-8] Movement, [SK-11] then drafts, [SK-15] then in the recovery area the recovery roll.
    fn skiing_turn(&mut self, player: usize) {
        let dots = self.effort(player);
        if dots == 0 {
            return;
        }
        self.ski(player, dots);
        self.slipstream(player);
        if in_recovery(self.board, &self.race.racers[player]) {
            self.recover(player);
        }
    }

    /// The dots of this turn.
    fn effort(&mut self, player: usize) -> i32 {
        if self.mode == Mode::Basic {
            return self.luck.die(Die::Ski) + self.race.racers[player].tactic;
        }
        if self.luck.choose(Decision::Effort, player, 2) == 0 { self.easy(player) } else { self.hard(player) }
    }

    /// [SK-43] One die. [SK-R36] The third in a row lowers the heart rate before the move.
    fn easy(&mut self, player: usize) -> i32 {
        let racer = &mut self.race.racers[player];
        racer.single_dice += 1;
        if racer.single_dice == STREAK_LENGTH {
            racer.single_dice = 0;
            calm(racer, 2);
        }
        self.luck.die(Die::Ski)
    }

    /// [SK-44] Two dice: [SK-46] a fall, [SK-52] a lost turn, [SK-45] a boost, or the sum.
    fn hard(&mut self, player: usize) -> i32 {
        let (one, other) = (self.luck.die(Die::Ski), self.luck.die(Die::Ski));
        let racer = &mut self.race.racers[player];
        racer.single_dice = 0;
        racer.two_dice_turns += 1;
        if one + other == 2 {
            calm(racer, 2);
            return 0;
        }
        let rise = one.min(other);
        if racer.heart + rise > METER_MAX {
            racer.lost_turns += 1;
            return 0;
        }
        racer.heart += rise;
        if one == other { 3 * one } else { one + other }
    }

    /// [SK-8] One tile for each dot, two dots for a climbing tile, until the dots are used or something stops the racer.
    pub fn ski(&mut self, player: usize, dots: i32) {
        let (board, calming) = (self.board, self.mode != Mode::Basic);
        let racer = &mut self.race.racers[player];
        let mut left = dots;
        while left > 0 {
            let Some(next) = way_on(board, racer) else { return };
            let tile = board.tile(next);
            left = (left - i32::from(tile.price)).max(0);
            enter(board, racer, next);
            if tile.area == Area::Finish {
                self.race.racers_home += 1;
                racer.home_in = Some(self.race.round);
                racer.overshoot = left;
                return;
            }
            if tile.terrain == Terrain::Downhill {
                glide(board, racer, calming);
                return;
            }
            if in_recovery(board, racer) {
                return;
            }
        }
    }

    /// [SK-10] From an occupied tile one further, and again, until a tile is free.
    fn slipstream(&mut self, player: usize) {
        let (board, calming) = (self.board, self.mode != Mode::Basic);
        while self.can_draft(player) {
            let racer = &mut self.race.racers[player];
            let Some(next) = way_on(board, racer) else { return };
            let tile = board.tile(next);
            racer.drafts += 1;
            enter(board, racer, next);
            if tile.area == Area::Finish {
                self.race.racers_home += 1;
                racer.home_in = Some(self.race.round);
                racer.overshoot = 0;
            }
            if tile.terrain == Terrain::Downhill {
                glide(board, racer, calming);
            }
            if calming {
                calm(racer, 1);
            }
        }
    }

    /// [SK-R10] [SK-R11] Any other racer on an ordinary tile gives a draft.
    fn can_draft(&self, player: usize) -> bool {
        let at = self.race.racers[player].at;
        if self.board.tile(at).shared {
            return false;
        }
        let field = &self.race.racers[..self.race.players];
        field.iter().filter(|racer| racer.at == at).count() > 1
    }

    /// [SK-16] The recovery roll and the answer to it; [SK-62] in the realistic game only the question.
    fn recover(&mut self, player: usize) {
        let shots = if self.mode == Mode::Realistic {
            None
        } else {
            let rolled = self.luck.die(Die::Recovery);
            let shots = self.shots_for(player, rolled);
            if shots < 1 {
                self.rest(player);
                return;
            }
            Some(shots)
        };
        if self.luck.choose(Decision::Recovery, player, 2) == 1 {
            self.rest(player);
            return;
        }
        let racer = &mut self.race.racers[player];
        racer.shots = shots;
        if let Some(dice) = shots {
            racer.sheet_recovery.write(dice);
        }
        racer.at = self.board.shooting;
        if self.mode == Mode::HeartRate {
            calm(racer, 3);
        }
    }

    /// [SK-17] The roll less the tactic, [SK-R20] or less the heart-rate zone; [SK-R17] five at most.
    pub fn shots_for(&self, player: usize, rolled: i32) -> i32 {
        let racer = &self.race.racers[player];
        let strain = if self.mode == Mode::Basic { racer.tactic } else { zone(racer.heart) };
        MOST_SHOTS.min(rolled - strain)
    }

    /// [SK-R26] Each turn that ends in the recovery area lowers the heart rate by 2.
    fn rest(&mut self, player: usize) {
        let racer = &mut self.race.racers[player];
        racer.recovery_waits += 1;
        if self.mode != Mode::Basic {
            calm(racer, 2);
        }
    }

    /// [SK-22] Shoots and leaves the range for the next loop.
    fn shoot(&mut self, player: usize) {
        let missed = self.fire(player);
        let racer = &mut self.race.racers[player];
        racer.missed += missed;
        racer.misses += missed;
        racer.sheet_misses.write(missed);
        racer.penalties = missed;
        racer.shots = None;
        racer.lap += 1;
        racer.tactic = 0;
        racer.at = self.board.exit;
        if racer.lap < LAPS {
            self.pick_tactic(player);
        }
    }

    /// [SK-21] The highest die counts; [SK-63] in the realistic game the sum of five.
    fn fire(&mut self, player: usize) -> i32 {
        let racer = &self.race.racers[player];
        if self.mode == Mode::Realistic {
            let in_zone = zone(racer.heart);
            let sum = (0..MOST_SHOTS).map(|_| self.luck.die(Die::Shooting)).sum();
            return misses_for(sum, in_zone);
        }
        let dice = racer.shots.unwrap_or(1);
        let highest = (0..dice).map(|_| self.luck.die(Die::Shooting)).fold(0, i32::max);
        6 - highest
    }
}

/// [SK-15] On the last loop the recovery area is an ordinary tile.
#[inline]
fn in_recovery(board: &Board, racer: &Racer) -> bool {
    racer.at == board.recovery && racer.lap < LAPS
}

/// [SK-R13] The next tile: round the penalty loop while penalties are owed, home on the last loop, else ahead.
#[inline]
fn way_on(board: &Board, racer: &Racer) -> Option<u16> {
    let here = board.tile(racer.at);
    if racer.penalties > 0 && here.around.is_some() {
        return here.around;
    }
    if here.area == Area::Recovery && racer.lap == LAPS {
        return here.homeward;
    }
    here.ahead
}

/// Comes onto a tile. [SK-R35] On the last tile of the penalty loop a penalty is done.
#[inline]
fn enter(board: &Board, racer: &mut Racer, next: u16) {
    racer.at = next;
    let tile = board.tile(next);
    if tile.area == Area::Penalty && tile.around.is_some() {
        racer.penalties -= 1;
    }
}

/// [SK-14] On to the next tile without arrows. [SK-48] Heart rate −1.
fn glide(board: &Board, racer: &mut Racer, calming: bool) {
    while board.tile(racer.at).terrain == Terrain::Downhill {
        let Some(next) = way_on(board, racer) else { break };
        enter(board, racer, next);
    }
    if calming {
        calm(racer, 1);
    }
}

/// [SK-R22] The heart rate falls, never below 0.
fn calm(racer: &mut Racer, steps: i32) {
    racer.heart = (racer.heart - steps).max(0);
}

/// [SK-R22] The heart-rate zone, 0 to 4.
pub fn zone(heart: i32) -> i32 {
    ZONE_STARTS.iter().filter(|start| **start <= heart).count() as i32 - 1
}

/// [SK-65] The fewest misses whose threshold is reached; [SK-R31] below the table, five.
pub fn misses_for(sum: i32, in_zone: i32) -> i32 {
    let reached = SUM_NEEDED.iter().position(|needed| sum >= needed[in_zone as usize]);
    reached.map_or(5, |misses| misses as i32)
}
