//! What has happened is shown bit by bit: turn by turn, pieces glide along their way.

use egui::Pos2;
use interpreter::game::{LineKind, Moved, Status};

use super::{Pace, Race};
use crate::ui::canvas::shapes;

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
        self.come_back();
        self.looked.at = None;
        self.glide = None;
        self.shown = self.game.log.len();
        if let Some(moved) = self.game.log.iter().rev().find_map(|l| l.moved.clone()) {
            self.trail = Some(self.followed(moved));
        }
        self.catch_up();
    }

    /// Shows what there is to show by this time; returns whether something still moves.
    pub fn show(&mut self, now: f64, pace: Pace) -> bool {
        self.renew_timeline();
        if self.looking_at().is_some() {
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
            if self.goes_over_to_next_rules() {
                continue;
            }
            let Some(line) = self.game.log.get(self.shown) else {
                self.catch_up();
                self.pause_where_reached();
                return false;
            };
            if line.kind == LineKind::Turn {
                if pace == Pace::Step && !self.next_turn {
                    return false;
                }
                self.next_turn = false;
                if let Some(stop) = self.timeline().turn_at(self.shown + 1) {
                    self.table_state.set_state(&stop.state);
                }
                self.turn_of = line.turn_of;
                self.rest_until = now + pace.rest_secs();
            }
            if let Some(moved) = line.moved.clone().map(|moved| self.followed(moved)) {
                let steps = moved.way.len().saturating_sub(1) as f64;
                self.trail = None;
                self.glide = Some(Glide { moved, begin: now, end: now + steps * pace.step_secs() });
            }
            self.shown += 1;
        }
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

    fn land(&mut self) {
        let Some(glide) = self.glide.take() else { return };
        self.put_piece(&glide.moved);
        self.trail = Some(glide.moved);
    }

    /// The piece stands where its move ended.
    pub(super) fn put_piece(&mut self, moved: &Moved) {
        let place = self.places.get_mut(moved.kind.index()).and_then(|kind| kind.get_mut(moved.piece));
        if let (Some(place), Some(last)) = (place, moved.way.last()) {
            *place = *last;
        }
    }

    /// Shows at once how things are after a step that did not go on from there.
    pub(super) fn show_present(&mut self) {
        self.come_back();
        self.trail = None;
        self.ends.0 = usize::MAX;
        self.looked.of = None;
        self.renew_timeline();
        self.skip();
    }

    /// What is on show is what is.
    fn catch_up(&mut self) {
        self.table_state.set_state(self.game.machine.state(&self.stage.program));
        self.places = self.places_of(&self.game.machine.memory[..]);
        self.turn_of = match &self.game.status {
            Status::Asking(_) => self.game.machine.turn_of(),
            _ => None,
        };
    }
}
