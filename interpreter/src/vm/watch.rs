//! Keeps track of the players for whom a `whenever` must evaluate its condition again. `compile/watch.rs` explains how this works.

use super::Machine;
use crate::ir::fold::NONE;
use crate::program::{Program, header, watch};

impl Machine {
    /// Records that things of these classes have changed, for one player or, if `of` is [`NONE`], for everybody.
    #[inline]
    pub(super) fn touch(&mut self, program: &Program, at: u16, of: i32, classes: i32) {
        let at = usize::from(at);
        let mut awake = self.memory[at + watch::AWAKE];
        if self.memory[at + watch::SHARED] & classes != 0 {
            awake |= self.memory[at + watch::SHARERS];
        }
        let own = at + watch::OWN;
        let players = if of == NONE { 0..program.players } else { of as usize..of as usize + 1 };
        for player in players {
            if self.memory[own + player] & classes != 0 {
                awake |= 1 << player;
            }
        }
        if awake != 0 {
            self.memory[at + watch::AWAKE] = awake;
            self.memory[usize::from(program.layout.changed)] |= self.memory[at + watch::BIT];
        }
    }

    /// Records that the condition doesn't hold for this player, and the classes of the things it has read.
    #[inline]
    pub(super) fn doze(&mut self, at: u16, player: i32, own: i32, shared: i32) {
        let (at, bit) = (usize::from(at), 1 << player);
        self.memory[at + watch::AWAKE] &= !bit;
        self.memory[at + watch::OWN + player as usize] = own;
        if shared != 0 {
            self.memory[at + watch::SHARERS] |= bit;
            self.memory[at + watch::SHARED] |= shared;
        } else {
            self.memory[at + watch::SHARERS] &= !bit;
            if self.memory[at + watch::SHARERS] == 0 {
                self.memory[at + watch::SHARED] = 0;
            }
        }
    }

    /// Makes every condition be evaluated again after a change by hand.
    pub(crate) fn wake_for_edit(&mut self, program: &Program) {
        self.wake_all(program);
        let changed = usize::from(program.layout.changed);
        if changed != 0 {
            self.memory[changed] |= program.image[changed];
        }
    }

    /// Wakes all players after something changed unseen: with the next change of anything, conditions are evaluated for everybody.
    pub(crate) fn wake_all(&mut self, program: &Program) {
        for at in &program.layout.watches {
            self.memory[usize::from(*at) + watch::AWAKE] = self.memory[header::IN_PLAY];
        }
    }
}
