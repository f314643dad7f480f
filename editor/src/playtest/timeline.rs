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

    /// Adds a stop at the end.
    pub fn add(&mut self, rounds: &Rounds, kind: StopKind, moment: Moment, Sum { choices, lines, .. }: Sum) {
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
pub struct Rounds {
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

    /// Counts a turn that begins, and whose it is.
    pub fn turn(&mut self, turn: u32, turn_of: Option<usize>) {
        if self.round == 0 || self.been.contains(&turn_of) {
            self.round += 1;
            self.been.clear();
        }
        self.been.push(turn_of);
        (self.turn, self.turn_of) = (turn, turn_of);
    }
}
