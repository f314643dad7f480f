//! The way from the beginning of a race to a node, with everything that happened on it, so that a window needn't ask for each line and each
//! turn.

use std::ops::Range;
use std::sync::Arc;

use super::{Event, Moment, NodeId, Playtest, RunPoint, Stage};
use crate::game::{Choice, Game, Line, LineKind, Run, Sum};
use crate::players::BotStream;
use crate::program::Program;

/// The nodes since a race began, in order, each up to where the next one goes on from it.
#[derive(Clone, Debug, Default)]
pub struct Path {
    legs: Vec<Leg>,
}

/// A node and its result.
#[derive(Clone, Debug)]
pub struct Leg {
    pub node: NodeId,
    /// Where it goes on from.
    pub parent: Option<RunPoint>,
    pub event: Arc<Event>,
    pub stage: Stage,
    pub program: Arc<Program>,
    pub run: Arc<Run>,
}

impl Leg {
    /// Whether a race begins with it, or other rules take it over.
    pub fn begins(&self) -> bool {
        matches!(*self.event, Event::Begin { .. } | Event::Rules(_))
    }

    /// The answer, if it is one.
    pub fn choice(&self) -> Option<&Choice> {
        if let Event::Choice { choice, .. } = &*self.event { Some(choice) } else { None }
    }

    /// How far the bots had used their luck by that answer.
    pub fn luck(&self) -> Option<&Arc<[BotStream]>> {
        if let Event::Choice { luck, .. } = &*self.event { Some(luck) } else { None }
    }
}

impl Path {
    pub fn legs(&self) -> &[Leg] {
        &self.legs
    }

    pub fn find(&self, node: NodeId) -> Option<&Leg> {
        self.legs.binary_search_by_key(&node, |leg| leg.node).ok().map(|n| &self.legs[n])
    }

    /// The last leg.
    ///
    /// # Panics
    /// If the path leads nowhere.
    pub fn last(&self) -> &Leg {
        self.legs.last().expect("a path leads somewhere")
    }

    /// The counts at the end of the path.
    pub fn sum(&self) -> Sum {
        self.legs.last().map_or(Sum::default(), |leg| leg.run.sum)
    }

    /// The number of lines written when the next leg began.
    pub fn lines_until(&self, leg: usize) -> usize {
        self.legs.get(leg + 1).map_or(self.sum().lines, |next| next.run.begin.lines)
    }

    /// The leg in which a line (counted from 0) was written.
    pub fn leg_of(&self, line: usize) -> Option<&Leg> {
        let behind = self.legs.partition_point(|leg| leg.run.begin.lines <= line);
        self.legs.get(behind.checked_sub(1)?).filter(|_| line < self.sum().lines)
    }

    pub fn line(&self, line: usize) -> Option<&Line> {
        let run = &self.leg_of(line)?.run;
        run.lines.get(line - run.begin.lines)
    }

    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &Line> {
        let legs = self.legs.iter().enumerate();
        legs.flat_map(|(n, Leg { run, .. })| run.lines.iter().take(self.lines_until(n) - run.begin.lines))
    }

    /// The moment at which a line was written.
    pub fn moment(&self, line: usize) -> Option<Moment> {
        let Leg { node, run, .. } = self.leg_of(line)?;
        Some(Moment { node: *node, tick: run.written(line + 1)?.tick })
    }

    pub fn choices(&self) -> impl DoubleEndedIterator<Item = &Choice> {
        self.legs.iter().filter_map(Leg::choice)
    }

    /// What was chosen, by its number among all choices, as somebody may read it (`None` is an onlooker). Returns `None` if it is a secret.
    pub fn chosen(&self, choice: usize, reader: Option<usize>) -> Option<&str> {
        let leg = self.legs.iter().rev().find(|leg| leg.choice().is_some() && leg.run.begin.choices == choice + 1)?;
        leg.choice()?.told(leg.run.lines.iter().find(|line| line.kind == LineKind::Chose), reader)
    }

    /// The seed of the race, and the players' places in the previous race, by seat.
    ///
    /// # Panics
    /// If the path leads nowhere.
    pub fn begin(&self) -> (u64, &[u32]) {
        match &*self.legs[0].event {
            Event::Begin { seed, previous, .. } => (*seed, previous),
            _ => unreachable!("with that a race begins"),
        }
    }

    /// The parts that were played under the same rules, in order.
    pub fn parts(&self) -> Vec<Range<usize>> {
        let begins: Vec<usize> = (0..self.legs.len()).filter(|n| self.legs[*n].begins()).collect();
        let ends = begins.iter().skip(1).copied().chain([self.legs.len()]);
        begins.iter().zip(ends).map(|(begin, end)| *begin..end).collect()
    }

    /// A part as a game, with the choices and lines before it.
    pub fn game(&self, part: Range<usize>) -> Game {
        Game::along(self, part)
    }

    /// Where a part ends: where other rules took it over, or where the path leads.
    pub fn end_of(&self, part: &Range<usize>) -> Moment {
        let (next, Leg { node, run, .. }) = (self.legs.get(part.end), &self.legs[part.end - 1]);
        let call = next.and_then(|next| run.calls().nth(next.parent?.call?));
        call.map_or(Moment::end(*node), |call| Moment { node: *node, tick: call.tick })
    }

    /// The number of calls of the flow after the end of a part, in the same run.
    pub fn calls_later(&self, part: &Range<usize>) -> usize {
        let end = self.end_of(part);
        self.legs[part.end - 1].run.calls().filter(|call| call.tick > end.tick).count()
    }
}

impl Playtest {
    /// The nodes from the beginning of a race to one node.
    pub fn way(&self, to: NodeId) -> Vec<NodeId> {
        let mut way: Vec<NodeId> = self.ways_back_in_race(to).collect();
        way.reverse();
        way
    }

    /// A node and everything that it follows from in its race, the newest first.
    pub(super) fn ways_back_in_race(&self, from: NodeId) -> impl Iterator<Item = NodeId> {
        let mut is_begun = false;
        self.ways_back(from).take_while(move |node| {
            let was_begun = is_begun;
            is_begun = matches!(*self.nodes[node].event, Event::Begin { .. });
            !was_begun
        })
    }

    /// The way to a node from where its race began.
    pub fn path(&mut self, to: NodeId) -> Path {
        let mut path = Path::default();
        self.bring(&mut path, to);
        path
    }

    /// Makes a path lead to another node, and keeps the legs that both ways share.
    pub fn bring(&mut self, path: &mut Path, to: NodeId) {
        let (mut ahead, mut kept) = (vec![], 0);
        for id in self.ways_back_in_race(to) {
            if let Ok(n) = path.legs.binary_search_by_key(&id, |leg| leg.node) {
                kept = n + 1;
                break;
            }
            ahead.push(id);
        }
        path.legs.truncate(kept);
        for id in ahead.into_iter().rev() {
            let run = self.run_of(id);
            let (node, stage) = (&self.nodes[&id], self.nodes[&id].stage);
            let (parent, event) = (node.parent, node.event.clone());
            path.legs.push(Leg { node: id, parent, event, stage, program: self.program(stage), run });
        }
    }
}
