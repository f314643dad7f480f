//! Everything in a game that one can look back to: where a turn begins and where somebody is asked.

use interpreter::game::{self, Status, Sum};
use interpreter::playtest::{Event, Leg, Moment, Path};
use interpreter::program::header;

/// A moment of the game at which one can stop.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    pub kind: StopKind,
    pub moment: Moment,
    /// How many choices had been made: the next question is the one after so many.
    pub choices: usize,
    /// How many lines of the log had been written.
    pub lines: usize,
    pub turn: u32,
    /// A round ends when somebody is at turn again who was already.
    pub round: u32,
    pub turn_of: Option<usize>,
    /// How often other rules took the game over since.
    pub rules_ago: usize,
}

/// What begins at a stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopKind {
    Turn,
    Question,
    /// Other rules took the game over.
    Rules,
    /// The game has ended, or can't go on.
    End,
}

/// How far a step leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stride {
    Decision,
    Turn,
    Round,
}

impl Stride {
    pub const ALL: [Stride; 3] = [Stride::Decision, Stride::Turn, Stride::Round];
}

/// Into the past, or towards the present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Back,
    On,
}

/// All stops, the first one first; the last is the present.
#[derive(Clone, Debug, Default)]
pub struct Timeline {
    pub stops: Vec<Stop>,
}

impl Timeline {
    /// Of a path, from where the race began, under whatever rules that was.
    pub fn of(path: &Path) -> Timeline {
        let (mut all, mut rounds, legs) = (Timeline::default(), Rounds::default(), path.legs());
        rounds.rules_ago = legs.iter().skip(1).filter(|leg| leg.begins()).count();
        for (n, Leg { node, event, run, .. }) in legs.iter().enumerate() {
            if let Event::Rules(_) = **event {
                rounds.rules_ago -= 1;
                run.stops.first().and_then(|stop| stop.state.as_ref()).into_iter().for_each(|state| rounds.see(state));
                all.add(&rounds, StopKind::Rules, Moment { node: *node, tick: 0 }, run.begin);
            }
            let lines = path.lines_until(n);
            for stop in run.stops.iter().filter(|stop| stop.kind == game::StopKind::Turn && stop.sum.lines <= lines) {
                let line = &run.lines[stop.sum.lines - 1 - run.begin.lines];
                rounds.turn(line.turn, line.turn_of);
                all.add(&rounds, StopKind::Turn, Moment { node: *node, tick: stop.tick }, stop.sum);
            }
            // A change by hand asks the same question anew; where other rules took over, they ask it.
            let kind = match legs.get(n + 1).map(|next| &*next.event) {
                Some(Event::Choice { .. }) => StopKind::Question,
                Some(_) => continue,
                None if matches!(run.status, Status::Asking(_)) => StopKind::Question,
                None => StopKind::End,
            };
            if kind == StopKind::Question {
                rounds.see(&run.end.state);
            }
            all.add(&rounds, kind, Moment::end(*node), run.sum);
        }
        all
    }

    fn add(&mut self, rounds: &Rounds, kind: StopKind, moment: Moment, Sum { choices, lines, .. }: Sum) {
        let Rounds { turn, round, turn_of, rules_ago, .. } = *rounds;
        self.stops.push(Stop { kind, moment, choices, lines, turn, round, turn_of, rules_ago });
    }

    /// The present.
    pub fn last(&self) -> usize {
        self.stops.len().saturating_sub(1)
    }

    /// Where a step leads; `None`: nowhere else.
    pub fn step(&self, from: usize, stride: Stride, way: Way) -> Option<usize> {
        match way {
            Way::Back => (0..from.min(self.stops.len())).rev().find(|n| self.begins(*n, stride)),
            Way::On => self.next(from, stride).or(Some(self.last()).filter(|last| *last > from)),
        }
    }

    /// The first stop of this stride behind another.
    pub fn next(&self, from: usize, stride: Stride) -> Option<usize> {
        (from + 1..self.stops.len()).find(|n| self.begins(*n, stride))
    }

    fn begins(&self, n: usize, stride: Stride) -> bool {
        let (stop, before) = (&self.stops[n], n.checked_sub(1).map(|n| &self.stops[n]));
        before.is_none_or(|before| match stride {
            Stride::Decision => stop.kind != StopKind::Turn,
            Stride::Turn => before.turn != stop.turn,
            Stride::Round => before.round != stop.round,
        })
    }

    /// The last stop up to a moment.
    pub fn at(&self, moment: Moment) -> usize {
        self.stops.partition_point(|stop| stop.moment <= moment).saturating_sub(1)
    }
}

/// Counts the rounds.
#[derive(Default)]
struct Rounds {
    turn: u32,
    round: u32,
    turn_of: Option<usize>,
    rules_ago: usize,
    /// Who has been at turn in this round.
    been: Vec<Option<usize>>,
}

impl Rounds {
    /// Where nobody's turn has just begun the state says itself which it is.
    fn see(&mut self, state: &[i32]) {
        self.turn = state[header::TURNS] as u32;
        self.turn_of = usize::try_from(state[header::TURN_OF]).ok();
    }

    fn turn(&mut self, turn: u32, turn_of: Option<usize>) {
        if self.round == 0 || self.been.contains(&turn_of) {
            self.round += 1;
            self.been.clear();
        }
        self.been.push(turn_of);
        (self.turn, self.turn_of) = (turn, turn_of);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After so many events of the only run.
    fn moment(tick: u32) -> Moment {
        Moment { tick, ..Moment::default() }
    }

    /// Turns of these players in order, each with a question.
    fn timeline(players: &[usize]) -> Timeline {
        let (mut all, mut rounds) = (Timeline::default(), Rounds::default());
        let sum = |choices, lines| Sum { choices, lines, blocks: 0 };
        all.add(&rounds, StopKind::Question, moment(1), sum(0, 1));
        for (n, player) in players.iter().enumerate() {
            rounds.turn(n as u32 + 1, Some(*player));
            let at = |lines: usize| (moment(lines as u32), sum(n + 1, lines));
            for (kind, (moment, sum)) in [(StopKind::Turn, at(3 * n + 2)), (StopKind::Question, at(3 * n + 3))] {
                all.add(&rounds, kind, moment, sum);
            }
        }
        all
    }

    #[test]
    fn steps_lead_to_where_something_begins() {
        let all = timeline(&[0, 1, 2, 0, 1]);
        assert_eq!(all.stops.iter().map(|stop| stop.round).collect::<Vec<_>>(), [0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2]);
        let walk = |from: usize, stride: Stride, way: Way| -> Vec<usize> {
            std::iter::successors(Some(from), |at| all.step(*at, stride, way)).skip(1).collect()
        };
        assert_eq!(walk(0, Stride::Decision, Way::On), [2, 4, 6, 8, 10]);
        assert_eq!(walk(10, Stride::Decision, Way::Back), [8, 6, 4, 2, 0]);
        assert_eq!(walk(2, Stride::Turn, Way::On), [3, 5, 7, 9, 10]);
        assert_eq!(walk(10, Stride::Turn, Way::Back), [9, 7, 5, 3, 1, 0]);
        assert_eq!(walk(0, Stride::Round, Way::On), [1, 7, 10]);
        assert_eq!(walk(9, Stride::Round, Way::Back), [7, 1, 0]);
    }

    #[test]
    fn stops_are_found_by_moments() {
        let all = timeline(&[0, 1]);
        assert_eq!([0, 1, 2, 3, 4, 5, 99].map(|tick| all.at(moment(tick))), [0, 0, 1, 2, 2, 3, 4]);
        assert_eq!(Timeline::default().step(0, Stride::Turn, Way::Back), None);
        assert_eq!(Timeline::default().step(5, Stride::Turn, Way::On), None);
    }
}
