//! Everything in a game that one can look back to: where a turn begins and where somebody is asked.

use std::sync::Arc;

use interpreter::game::{self, Game, Status, Sum};
use interpreter::playtest::Moment;
use interpreter::program::header;

/// A moment of the game at which one can stop.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    pub kind: StopKind,
    pub moment: Moment,
    pub state: Arc<[i32]>,
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
    /// Of a game, from its start, under whatever rules that was.
    pub fn of(game: &Game) -> Timeline {
        let mut games = vec![game];
        games.extend(std::iter::successors(game.before().map(|before| &**before), |game| game.before().map(|before| &**before)));
        let (mut all, mut rounds) = (Timeline::default(), Rounds::default());
        for ago in (0..games.len()).rev() {
            rounds.rules_ago = ago;
            // What came after it was taken over is told by the next.
            let until = ago.checked_sub(1).map(|later| games[later]);
            all.stretch(&mut rounds, games[ago], until);
        }
        all
    }

    /// What was played under the same rules.
    fn stretch(&mut self, rounds: &mut Rounds, game: &Game, until: Option<&Game>) {
        let end = until.map_or(Sum { choices: usize::MAX, lines: usize::MAX, blocks: 0 }, Game::sum_before);
        let mut runs = game.nodes().peekable();
        if let (Some(state), Some((node, _))) = (game.state_before(), runs.peek()) {
            rounds.see(state);
            self.add(rounds, StopKind::Rules, Moment { node: *node, tick: 0 }, state.into(), game.sum_before());
        }
        while let Some((node, run)) = runs.next() {
            let turns = run.stops.iter().filter(|stop| stop.kind == game::StopKind::Turn && stop.sum.lines <= end.lines);
            for stop in turns {
                let line = &game.log[stop.sum.lines - 1];
                rounds.turn(line.turn, line.turn_of);
                if let Some(state) = &stop.state {
                    self.add(rounds, StopKind::Turn, Moment { node, tick: stop.tick }, state.clone(), stop.sum);
                }
            }
            // A change by hand asks the same question anew.
            let is_asked =
                runs.peek().map_or(matches!(game.status, Status::Asking(_)), |(_, next)| next.sum.choices > run.sum.choices);
            if is_asked && run.sum.choices < end.choices {
                rounds.see(&run.end.state);
                self.add(rounds, StopKind::Question, Moment::end(node), run.end.state.clone(), run.sum);
            }
        }
        if let Some((node, run)) = game.nodes().last().filter(|_| until.is_none() && !matches!(game.status, Status::Asking(_))) {
            self.add(rounds, StopKind::End, Moment::end(node), run.end.state.clone(), run.sum);
        }
    }

    fn add(&mut self, rounds: &Rounds, kind: StopKind, moment: Moment, state: Arc<[i32]>, Sum { choices, lines, .. }: Sum) {
        let Rounds { turn, round, turn_of, rules_ago, .. } = *rounds;
        self.stops.push(Stop { kind, moment, state, choices, lines, turn, round, turn_of, rules_ago });
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

    /// The question after so many choices, or the end.
    pub fn at_choices(&self, choices: usize) -> Option<usize> {
        self.stops.iter().position(|stop| matches!(stop.kind, StopKind::Question | StopKind::End) && stop.choices == choices)
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
    /// A game that was taken over in the middle of a turn says itself which it is.
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
        let state: Arc<[i32]> = [0].into();
        let sum = |choices, lines| Sum { choices, lines, blocks: 0 };
        all.add(&rounds, StopKind::Question, moment(1), state.clone(), sum(0, 1));
        for (n, player) in players.iter().enumerate() {
            rounds.turn(n as u32 + 1, Some(*player));
            let at = |lines: usize| (moment(lines as u32), state.clone(), sum(n + 1, lines));
            for (kind, (moment, state, sum)) in [(StopKind::Turn, at(3 * n + 2)), (StopKind::Question, at(3 * n + 3))] {
                all.add(&rounds, kind, moment, state, sum);
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
    fn stops_are_found_by_moments_and_by_choices() {
        let all = timeline(&[0, 1]);
        assert_eq!([0, 1, 2, 3, 4, 5, 99].map(|tick| all.at(moment(tick))), [0, 0, 1, 2, 2, 3, 4]);
        assert_eq!([0, 1, 2, 3].map(|choices| all.at_choices(choices)), [Some(0), Some(2), Some(4), None]);
        assert_eq!(Timeline::default().step(0, Stride::Turn, Way::Back), None);
        assert_eq!(Timeline::default().step(5, Stride::Turn, Way::On), None);
    }
}
