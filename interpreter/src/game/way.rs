//! A game as the way to a node of a playtest: its runs were made there.

use std::sync::Arc;

use super::{Begun, Game, Line, Past, Run, Snapshot, Status, Stop, StopKind, Sum};
use crate::edit::Edit;
use crate::playtest::{Event, Moment, NodeId};
use crate::program::Program;
use crate::source::Span;
use crate::vm::random::BotStream;

impl Begun {
    /// A game as it is taken over in one of its runs. What was chosen and written until then stays.
    pub(crate) fn of(before: Arc<Game>, start: Snapshot, checkpoint: u16, sum: Sum, (run, tick): (usize, u32)) -> Begun {
        let choices = before.choices[..sum.choices].to_vec();
        // What they say is of the rules and the board that were then.
        let log =
            before.log[..sum.lines].iter().map(|line| Line { moved: None, span: Span::default(), ..line.clone() }).collect();
        let Past { luck, run, .. } = &before.runs[run];
        let (luck, calls_later) = (luck.clone(), run.calls().filter(|call| call.tick > tick).count());
        Begun { before, start, checkpoint, sum, calls_later, luck, choices, log }
    }
}

impl Game {
    /// The way to a node with which these rules begin: from a state under others, or from the start of a race.
    pub(crate) fn way(program: Arc<Program>, seed: u64, previous: Vec<u32>, begun: Option<Begun>) -> Game {
        Game::empty(program, seed, previous, begun.map(Arc::new))
    }

    /// The run of a node, as far as these rules have it.
    pub(crate) fn run_of(&self, node: NodeId) -> Option<usize> {
        self.runs.binary_search_by_key(&Some(node), |past| past.node).ok()
    }

    /// The game under whose rules a line was written.
    pub fn told_by(&self, line: usize) -> &Game {
        let mut game = self;
        while let Some(before) = game.before().filter(|_| line < game.sum_before().lines) {
            game = before;
        }
        game
    }

    /// A line as it was written then.
    pub fn line(&self, line: usize) -> Option<&Line> {
        self.told_by(line).log.get(line)
    }

    /// The moment at which a line was written.
    pub fn moment(&self, line: usize) -> Option<Moment> {
        let game = self.told_by(line);
        let Past { run, node, .. } = game.runs.get(game.runs.partition_point(|past| past.run.sum.lines <= line))?;
        let is_it = |stop: &&Stop| matches!(stop.kind, StopKind::Line | StopKind::Turn) && stop.sum.lines == line + 1;
        Some(Moment { node: (*node)?, tick: run.stops.iter().rev().find(is_it)?.tick })
    }

    pub(crate) fn moment_in(&self, run: usize, tick: u32) -> Option<Moment> {
        Some(Moment { node: self.runs.get(run)?.node?, tick })
    }

    /// The game that has a node, under the rules then.
    pub fn with(&self, node: NodeId) -> Option<&Game> {
        let mut games = std::iter::successors(Some(self), |game| Some(&**game.before()?));
        games.find(|game| game.run_of(node).is_some())
    }

    /// The nodes on the way since these rules have it, and what came of them.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Run)> {
        self.runs.iter().filter_map(|past| Some((past.node?, &*past.run)))
    }

    /// Forgets what came after a run; the machine stays where it is.
    pub(crate) fn cut(&mut self, last: usize) {
        self.runs.truncate(last + 1);
        let Past { luck, run, .. } = &self.runs[last];
        self.luck = luck.clone();
        self.choices.truncate(run.sum.choices);
        self.log.truncate(run.sum.lines);
    }

    /// Adds what came of a node.
    pub(crate) fn add(&mut self, node: NodeId, event: &Event, run: Arc<Run>) {
        let mut edit = None;
        match event {
            Event::Choice { choice, luck, .. } => {
                self.choices.push(choice.clone());
                self.luck = luck.clone();
            }
            Event::Edit(own) => edit = Some(own.clone()),
            Event::Begin { .. } | Event::Rules(_) => {}
        }
        self.log.extend(run.lines.iter().cloned());
        self.runs.push(Past { edit, luck: self.luck.clone(), run, node: Some(node) });
    }

    /// The machine stands where the run of the last node ends.
    pub(crate) fn stand(&mut self) {
        let Some(Past { run, .. }) = self.runs.last() else { return };
        match run.status {
            Status::Asking(_) => drop(run.end.load(&self.program, &mut self.machine)),
            _ => self.machine.set_state(&run.end.state),
        }
        self.status = run.status.clone();
    }

    /// What was done under these rules, run by run: the change by hand (`None`: the beginning, or an answer), and the bots' luck with it.
    pub(crate) fn done(&self) -> impl Iterator<Item = (Option<&Edit>, &Arc<[BotStream]>, &Run)> {
        self.runs.iter().map(|past| (past.edit.as_ref(), &past.luck, &*past.run))
    }
}
