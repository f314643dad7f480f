//! A decision that the machine can come back to, for players that try one option after the other.

use super::Machine;
use crate::program::Program;

/// The game at a decision, with the options on offer.
#[derive(Clone, Debug, Default)]
pub struct Moment {
    state: Vec<i32>,
    options: Vec<i32>,
    stride: usize,
    count: usize,
    site: u16,
}

impl Machine {
    /// Keeps the decision at which the machine has stopped in `moment`.
    pub fn keep(&self, program: &Program, moment: &mut Moment) {
        moment.state.clear();
        moment.state.extend_from_slice(self.state(program));
        moment.options.clear();
        moment.options.extend_from_slice(&self.options.words[..self.options.count * self.options.stride]);
        (moment.stride, moment.count, moment.site) = (self.options.stride, self.options.count, self.options.site);
    }

    /// Goes back to a decision that a machine of the same program kept. An option can be chosen at once.
    pub fn go_back(&mut self, moment: &Moment) {
        self.set_state(&moment.state);
        self.options.words[..moment.options.len()].copy_from_slice(&moment.options);
        (self.options.stride, self.options.count, self.options.site) = (moment.stride, moment.count, moment.site);
    }
}
