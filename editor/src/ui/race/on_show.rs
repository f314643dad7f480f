//! What is still being shown when other rules take the race over, or give it back: the show goes on from there.

use std::sync::Arc;

use interpreter::game::Moved;
use interpreter::program::Program;

use super::time::Going;
use super::{Glide, Race};
use crate::playtest::timeline::{Stop, StopKind};

/// How far the show has come, while it is behind what has happened.
pub(super) struct OnShow {
    /// The last stop that was shown.
    stop: Stop,
    program: Arc<Program>,
    shown: usize,
    places: Vec<Vec<Option<usize>>>,
    state: Vec<i32>,
    turn_of: Option<usize>,
    glide: Option<Glide>,
    trail: Option<Moved>,
    rest_until: f64,
    next_turn: bool,
    going: Going,
}

impl Race {
    /// `None`: all is shown, or somebody looks back.
    pub(super) fn on_show(&mut self) -> Option<OnShow> {
        if self.looked.at.is_some() || self.is_all_shown() {
            return None;
        }
        self.renew_timeline();
        Some(OnShow {
            stop: self.timeline().stops.get(self.stop_on_show())?.clone(),
            program: self.program.clone(),
            shown: self.shown,
            places: self.places.clone(),
            state: self.table_state.state(&self.program).to_vec(),
            turn_of: self.turn_of,
            glide: self.glide.clone(),
            trail: self.trail.clone(),
            rest_until: self.rest_until,
            next_turn: self.next_turn,
            going: self.going,
        })
    }

    /// The stop at which the newest rules begin.
    pub(super) fn seam(&self) -> Option<usize> {
        self.timeline().stops.iter().rposition(|stop| stop.kind == StopKind::Rules)
    }

    /// The show goes on where it was; where that moment is gone, from another stop, if one is given.
    pub(super) fn go_on_showing(&mut self, was: Option<OnShow>, or: Option<usize>) {
        let Some(was) = was else { return };
        let Some(stop) = self.timeline().like(&was.stop).or(or) else { return };
        self.look_at(stop);
        (self.looked.at, self.going, self.next_turn) = (None, was.going, was.next_turn);
        let told_here = self.next_rules().map_or(self.game.log.len(), |game| game.sum_before().lines);
        if Arc::ptr_eq(&was.program, &self.program) && was.shown <= told_here {
            (self.shown, self.places, self.turn_of) = (was.shown, was.places, was.turn_of);
            (self.glide, self.trail, self.rest_until) = (was.glide, was.trail, was.rest_until);
            self.table_state.set_state(&was.state);
        }
    }
}
