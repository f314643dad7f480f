//! How long people take to decide. The time counts while the question is on show to whoever is asked, and nothing else is in hand.

use interpreter::playtest::NodeId;

use super::Race;

/// How long a question was looked at.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DecisionClock {
    /// Where it is asked.
    node: Option<NodeId>,
    secs: f64,
    /// When it was on show last, if it was on show then.
    seen_at: Option<f64>,
}

impl Race {
    /// Lets the time of the decision go on to this time, in seconds.
    pub(super) fn time_decision(&mut self, now: f64) {
        let node = Some(self.playtest.head());
        if self.clock.node != node {
            self.clock = DecisionClock { node, ..DecisionClock::default() };
        }
        if let Some(before) = self.clock.seen_at {
            self.clock.secs += (now - before).max(0.0);
        }
        self.clock.seen_at = self.asked().is_some().then_some(now);
    }

    /// Something else is in hand: until the question is looked at again, no time counts.
    pub(super) fn look_away(&mut self) {
        self.clock.seen_at = None;
    }

    /// How long it took to decide what is asked, in milliseconds; 0 if that isn't known.
    pub(super) fn decided_millis(&self) -> u32 {
        let known = Some(self.clock.secs).filter(|secs| *secs > 0.0 && self.clock.node == Some(self.playtest.head()));
        known.map_or(0, |secs| (secs * 1000.0).round().clamp(1.0, f64::from(u32::MAX)) as u32)
    }
}
