//! What has happened is shown bit by bit: turn by turn, pieces glide along their way.

use egui::Pos2;
use interpreter::game::{LineKind, Moved, Status};
use interpreter::playtest::Moment;

use super::{Pace, Race};
use crate::board::shapes;

/// A piece on its way.
#[derive(Clone, Debug)]
pub struct Glide {
    pub moved: Moved,
    begin: f64,
    end: f64,
}

impl Race {
    /// Shows the next turn.
    pub fn show_next_turn(&mut self) {
        self.next_turn = true;
    }

    /// Shows everything at once.
    pub fn skip(&mut self) {
        self.live = true;
        self.show_at(Moment::end(self.playtest.head()));
        if let Some(moved) = self.path.lines().rev().find_map(|l| l.moved.clone()) {
            self.trail = Some(self.followed(moved));
        }
    }

    /// Shows what there is to show by this time; returns whether something still moves.
    pub fn show(&mut self, now: f64, pace: Pace) -> bool {
        self.renew_timeline();
        if !self.live {
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
                self.land();
            }
            if now < self.rest_until {
                return true;
            }
            let next = self.shown;
            let Some((line, moment)) = self.path.line(next).cloned().zip(self.path.moment(next)) else {
                if !self.is_all_shown() {
                    self.show_at(Moment::end(self.playtest.head()));
                }
                self.pause_where_reached();
                return false;
            };
            if line.kind == LineKind::Turn {
                if pace == Pace::Step && !self.next_turn {
                    return false;
                }
                self.next_turn = false;
                self.rest_until = now + pace.rest_secs();
            }
            self.show_at(moment);
            self.shown = next + 1;
            if let Some(moved) = line.moved.map(|moved| self.followed(moved)) {
                let steps = moved.way.len().saturating_sub(1) as f64;
                self.trail = None;
                self.glide = Some(Glide { moved, begin: now, end: now + steps * pace.step_secs() });
            }
        }
    }

    /// All of a moment is on show.
    pub(super) fn show_at(&mut self, moment: Moment) {
        let Some(scene) = self.playtest.at(moment) else { return };
        if !self.lay(scene.stage) {
            return;
        }
        self.table_state.set_state(&scene.state);
        self.places = super::places(scene.program.read(&scene.state));
        let is_over = scene.status.is_some_and(|status| !matches!(status, Status::Asking(_)));
        self.turn_of = scene.turn_of.filter(|_| !is_over);
        (self.turn, self.round) = (scene.turn, scene.round);
        (self.at, self.shown, self.blocks, self.pending) = (scene.moment, scene.sum.lines, scene.sum.blocks, scene.pending);
        self.glide = None;
    }

    /// Where the gliding piece is now, in millimetres.
    pub fn glide_at(&self, now: f64) -> Option<Pos2> {
        let glide = self.glide.as_ref()?;
        let t = ((now - glide.begin) / (glide.end - glide.begin).max(1e-6)) as f32;
        shapes::along(&self.way(&glide.moved), shapes::eased(t))
    }

    /// A move with the spaces in between: rules may move a piece several spaces at once.
    pub(super) fn followed(&self, mut moved: Moved) -> Moved {
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

    /// The middles of the spaces of a way.
    pub fn way(&self, moved: &Moved) -> Vec<Pos2> {
        moved.way.iter().flatten().filter_map(|s| self.board.spaces.get(*s)).map(|s| s.tile.at).collect()
    }

    /// The piece on its way has come to its place.
    pub(super) fn land(&mut self) {
        if let Some(glide) = self.glide.take() {
            self.trail = Some(glide.moved);
        }
    }

    /// The last move of the turn on show.
    pub(super) fn last_move(&self) -> Option<Moved> {
        let turn = self.path.line(self.shown.checked_sub(1)?)?.turn;
        let mut since = (0..self.shown).rev().take_while(|n| self.is_of_these_rules(*n));
        let moved = since.find_map(|n| Some(self.path.line(n)?).filter(|line| line.turn != turn || line.moved.is_some()))?;
        moved.moved.clone().filter(|_| moved.turn == turn).map(|moved| self.followed(moved))
    }

    /// Shows at once how things are after a step that did not go on from there.
    pub(super) fn show_present(&mut self) {
        self.trail = None;
        self.ends.0 = usize::MAX;
        self.renew_timeline();
        self.skip();
    }
}
