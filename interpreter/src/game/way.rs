//! A game as the way to a node of a playtest: its runs were made there.

use std::sync::Arc;

use super::{Begun, Game, Line, Past, Run, Snapshot, Status, Sum};
use crate::edit::Edit;
use crate::players::BotStream;
use crate::playtest::{Event, NodeId};
use crate::program::Program;
use crate::source::Span;

impl Begun {
    /// A game as it is taken over in one of its runs. What was chosen and written until then stays.
    pub(crate) fn of(before: Arc<Game>, start: Snapshot, checkpoint: u16, sum: Sum, run: usize) -> Begun {
        let choices = before.choices[..sum.choices].to_vec();
        // What they say is of the rules and the board that were then.
        let log =
            before.log[..sum.lines].iter().map(|line| Line { moved: None, span: Span::default(), ..line.clone() }).collect();
        let luck = before.runs[run].luck.clone();
        Begun { before, start, checkpoint, sum, luck, choices, log }
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

    /// The node after whose run a question was asked after so many choices, under these rules.
    pub fn node_asked(&self, choices: usize) -> Option<NodeId> {
        self.runs[self.asked_after(choices)?].node
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
