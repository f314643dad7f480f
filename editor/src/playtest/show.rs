//! What has happened is shown bit by bit: turn by turn, pieces glide along their way.

use interpreter::game::{Line, LineKind, Moved};
use interpreter::playtest::Moment;
use interpreter::vm::Machine;

use super::pace::Weight;
use super::{Pace, Race};

/// A piece on its way.
#[derive(Clone, Debug)]
pub struct Glide {
    pub moved: Moved,
    begin: f64,
    end: f64,
}

impl Glide {
    /// Which share of its way it has gone by now.
    pub fn share(&self, now: f64) -> f32 {
        (((now - self.begin) / (self.end - self.begin).max(1e-6)) as f32).clamp(0.0, 1.0)
    }
}

/// When the dice on show fall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thrown {
    /// The number of lines on show with it.
    pub lines: usize,
    begin: f64,
    end: f64,
}

impl Thrown {
    /// How far they have fallen by now, from 0 to 1.
    pub fn share(&self, now: f64) -> f32 {
        (((now - self.begin) / (self.end - self.begin).max(1e-6)) as f32).clamp(0.0, 1.0)
    }
}

impl Race {
    /// Shows the next turn.
    pub fn show_next_turn(&mut self) {
        self.next_turn = true;
    }

    /// Shows at once where the race stands now.
    pub fn skip(&mut self) {
        self.looks_back = false;
        self.show_at(self.newest());
    }

    /// Shows what there is to show by this time; returns whether something still moves.
    pub fn show(&mut self, now: f64, pace: Pace) -> bool {
        self.read_branches();
        if self.looks_back {
            return false;
        }
        if pace == Pace::Instant {
            if !self.is_all_shown() {
                self.skip();
            }
            return false;
        }
        loop {
            if let Some(glide) = &self.glide {
                if now < glide.end {
                    return true;
                }
                self.glide = None;
            }
            if now < self.rest_until {
                return true;
            }
            self.stops_at = None;
            let next = self.scene.sum.lines;
            let Some((line, moment)) = self.path.line(next).cloned().zip(self.path.moment(next)) else {
                if !self.is_all_shown() {
                    self.show_at(self.newest());
                }
                self.pause_where_reached();
                return false;
            };
            if line.kind == LineKind::Turn {
                if pace == Pace::Step && !self.next_turn {
                    return false;
                }
                self.next_turn = false;
            }
            self.show_at(moment);
            self.scene.sum.lines = next + 1;
            let weight = self.weight(&line);
            self.rest_until = now + pace.line_secs(weight);
            if weight == Weight::Hit {
                self.stops_at = Some(next);
            }
            if matches!(weight, Weight::Throw | Weight::OwnThrow) {
                let end = now + pace.line_secs(Weight::Throw);
                self.thrown = Some(Thrown { lines: next + 1, begin: now, end });
            }
            if let Some(moved) = line.moved.map(|moved| self.followed(moved)) {
                let steps = moved.way.len().saturating_sub(1) as f64;
                let secs = (steps * pace.step_secs()).max(pace.least_move_secs());
                self.glide = Some(Glide { moved, begin: now, end: now + secs });
            }
        }
    }

    /// How much there is to see in a line.
    fn weight(&self, line: &Line) -> Weight {
        let by_bot = line.turn_of.is_some_and(|player| !self.is_person(player));
        match line.kind {
            _ if self.hits_somebody(line) => Weight::Hit,
            LineKind::Turn => Weight::Turn,
            // One's own throw stays for a while, before anybody else goes on.
            _ if line.rolled_for(self.viewer()).is_some() && !by_bot => Weight::OwnThrow,
            _ if line.rolled_for(self.viewer()).is_some() => Weight::Throw,
            LineKind::Chose | LineKind::Cards if by_bot => Weight::Choice,
            _ => Weight::Plain,
        }
    }

    /// All of a moment is on show, under its rules.
    pub(super) fn show_at(&mut self, moment: Moment) {
        let Some(scene) = self.playtest.at(moment).filter(|scene| self.stages.contains_key(&scene.stage)) else { return };
        if self.scene.stage != scene.stage {
            self.name_why_under(&scene.program);
            self.table_state = Machine::new(&scene.program);
            (self.next_turn, self.rest_until) = (false, 0.0);
        }
        self.scene = scene;
        self.seen.entry(moment.node).and_modify(|seen| *seen = moment.tick.max(*seen)).or_insert(moment.tick);
        (self.glide, self.stops_at) = (None, None);
        if self.is_all_shown() {
            self.path.last().run.wait(&self.scene.program, &mut self.table_state);
        } else {
            self.scene.put_into(&mut self.table_state);
        }
        self.trail = self.last_move();
    }

    /// A move with the spaces in between: rules may move a piece several spaces at once.
    fn followed(&self, mut moved: Moved) -> Moved {
        let mut way: Vec<Option<usize>> = moved.way.first().copied().into_iter().collect();
        for pair in moved.way.windows(2) {
            if let [Some(from), Some(to)] = pair {
                way.extend(self.board.between(*from, *to).into_iter().map(Some));
            }
            way.push(pair[1]);
        }
        moved.way = way;
        moved
    }

    /// The last move that is on show, as long as the rules were the same.
    fn last_move(&self) -> Option<Moved> {
        let mut shown = (0..self.scene.sum.lines).rev().take_while(|n| self.is_of_these_rules(*n));
        shown.find_map(|n| self.path.line(n)?.moved.clone()).map(|moved| self.followed(moved))
    }
}
