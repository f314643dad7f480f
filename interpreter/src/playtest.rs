//! A playtest: everything that was tried in a race, as a tree of what was done, and where its branches stand. A window shows one [`Moment`]
//! of it. Nothing here knows a window, files, a clock or threads.
//!
//! Nodes never change, and equal siblings are one node. Undo, branches and going back only move refs. What there is to see at a moment
//! follows from nothing but the events that lead there.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::diagnostic::{Code, Diagnostic};
use crate::edit::Edit;
use crate::game::{Choice, Run, Status, Sum};
use crate::players::BotStream;
use crate::program::Program;

mod again;
mod builds;
pub mod compare;
mod file;
mod notes;
mod path;
mod refs;
mod rules;
mod runs;
mod scene;

pub use builds::{Build, Stage};
pub use file::{About, FORM, Opened};
pub use notes::{Note, NoteChange, Sign};
pub use path::{Leg, Path};
pub use refs::{Branch, Deed, Refs};
pub use rules::{Report, RulesChange, Taken};
pub use scene::Scene;

use builds::Builds;
use runs::Cache;

/// The number of a node. Numbers only grow and are never used again, and a parent's is smaller than its child's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

/// A moment: a node, and how far its run has got. The moments on the way to a node are in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment {
    pub node: NodeId,
    /// The number of trace events of the run so far. If it is too large, the moment is where the run stops.
    pub tick: u32,
}

impl Moment {
    /// The moment at which a node's run stops.
    pub fn end(node: NodeId) -> Moment {
        Moment { node, tick: u32::MAX }
    }
}

/// Where a node begins: where the run of another node stops, or at that run's call of the flow with this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunPoint {
    pub node: NodeId,
    pub call: Option<usize>,
}

/// What was done.
#[derive(Clone, Debug)]
pub enum Event {
    /// A race begins.
    Begin {
        seed: u64,
        /// The places in the previous race, by seat.
        previous: Vec<u32>,
        /// Set if the race begins again because the rules were changed.
        instead: Option<RulesChange>,
    },
    Choice {
        choice: Choice,
        by: By,
        /// How long a person took, in milliseconds; 0 if that isn't known.
        millis: u32,
        /// How far the bots have used their luck by then.
        luck: Arc<[BotStream]>,
    },
    Edit(Edit),
    /// Other rules take the race over.
    Rules(RulesChange),
}

impl Event {
    /// Whether the same was done. How long it took doesn't count.
    fn is(&self, other: &Event) -> bool {
        match (self, other) {
            (Event::Begin { seed, previous, .. }, Event::Begin { seed: its_seed, previous: its_previous, .. }) => {
                (seed, previous) == (its_seed, its_previous)
            }
            (Event::Choice { choice, by, luck, .. }, Event::Choice { choice: other, by: its, luck: its_luck, .. }) => {
                (choice, by, luck) == (other, its, its_luck)
            }
            (Event::Edit(edit), Event::Edit(other)) => edit == other,
            (Event::Rules(_), Event::Rules(_)) => true,
            _ => false,
        }
    }

    /// Whether a person did it.
    fn is_of_person(&self) -> bool {
        !matches!(self, Event::Choice { by: By::Bot, .. })
    }
}

/// Who answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum By {
    Person,
    Bot,
}

/// Something that was done, and the counts including all its results.
#[derive(Clone, Debug)]
pub struct Node {
    pub parent: Option<RunPoint>,
    pub event: Arc<Event>,
    pub stage: Stage,
    children: Vec<NodeId>,
    /// The option that it takes.
    option: usize,
    /// The counts before it and at its end, since the race began.
    begin: Sum,
    pub end: Sum,
    rounds: Rounds,
    last_call: Option<RunPoint>,
    depth: u32,
}

/// Counts the rounds. A round ends when somebody has a second turn in it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Rounds {
    round: u32,
    /// The set of players who have had a turn in it.
    been: u64,
}

impl Rounds {
    fn turn(&mut self, of: Option<usize>) {
        let bit = 1 << of.map_or(0, |player| player + 1);
        if self.round == 0 || self.been & bit != 0 {
            *self = Rounds { round: self.round + 1, been: 0 };
        }
        self.been |= bit;
    }
}

/// Everything that was tried.
#[derive(Clone)]
pub struct Playtest {
    nodes: BTreeMap<NodeId, Node>,
    next: u32,
    refs: Refs,
    undo: Vec<Deed>,
    redo: Vec<Deed>,
    /// The number of all deeds there ever were.
    deeds: u32,
    builds: Builds,
    cache: Cache,
}

impl Playtest {
    /// Begins a race. `previous` are the players' places in the race before, by seat.
    pub fn new(build: Option<Build>, program: &Arc<Program>, seed: u64, previous: Vec<u32>) -> Playtest {
        let mut playtest = Playtest::empty();
        let stage = playtest.stage(build, program);
        // Beginning a race can't be refused.
        let _ = playtest.go(None, stage, Event::Begin { seed, previous, instead: None }, 0);
        playtest
    }

    /// A playtest in which nothing has begun yet.
    fn empty() -> Playtest {
        Playtest {
            nodes: BTreeMap::new(),
            next: 0,
            refs: Refs { branches: vec![Branch { name: None, tip: NodeId(0) }], on: 0, notes: Arc::default() },
            undo: vec![],
            redo: vec![],
            deeds: 0,
            builds: Builds::default(),
            cache: Cache::default(),
        }
    }

    /// A program that the playtest may be played under. If it came without its texts, it is kept for good.
    pub fn stage(&mut self, build: Option<Build>, program: &Arc<Program>) -> Stage {
        match build {
            Some(build) => self.builds.add(build, program.clone()),
            None => self.builds.program_alone(program),
        }
    }

    /// What a stage was built from, if it came with that.
    pub fn build(&self, stage: Stage) -> Option<&Build> {
        self.builds.build(stage)
    }

    /// The program of a stage, which may have to be built again.
    pub fn program(&mut self, stage: Stage) -> Arc<Program> {
        self.builds.program(stage)
    }

    /// A node; `None` if it has been dropped.
    pub fn node(&self, node: NodeId) -> Option<&Node> {
        self.nodes.get(&node)
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The node at which the race goes on.
    pub fn head(&self) -> NodeId {
        self.refs.branches[self.refs.on].tip
    }

    /// Takes an option of the question at the head. If a person answered, report the deed, too: [`Playtest::did`].
    ///
    /// # Errors
    /// If nothing is asked, or there is no such option.
    pub fn choose(&mut self, option: usize, by: By, millis: u32, luck: Arc<[BotStream]>) -> Result<NodeId, Diagnostic> {
        let head = self.head();
        let run = self.run_of(head);
        let offer = match &run.status {
            Status::Asking(question) => question.options.get(option).map(|offer| question.choice(offer)),
            _ => None,
        };
        let choice = offer.ok_or_else(|| Diagnostic::nowhere(Code::NotOffered, "nothing of the kind is on offer"))?;
        let event = Event::Choice { choice, by, millis, luck };
        self.go(Some(RunPoint { node: head, call: None }), self.nodes[&head].stage, event, option)
    }

    /// Changes the state at the head by hand.
    ///
    /// # Errors
    /// If nothing is asked there, or the edit doesn't fit.
    pub fn edit(&mut self, edit: Edit) -> Result<NodeId, Diagnostic> {
        let head = self.head();
        if !matches!(self.run_of(head).status, Status::Asking(_)) {
            let why = "only while somebody is asked the state can be changed";
            return Err(Diagnostic::nowhere(Code::NotOffered, why));
        }
        self.go(Some(RunPoint { node: head, call: None }), self.nodes[&head].stage, Event::Edit(edit), 0)
    }

    /// The same where the run of a node stops, as one deed. What came after it stays as a branch.
    ///
    /// # Errors
    /// As [`Playtest::edit`]. Then nothing has changed.
    pub fn edit_at(&mut self, node: NodeId, edit: &Edit) -> Result<(), Diagnostic> {
        let before = self.refs.clone();
        if node != self.head() {
            self.branch_off(node);
        }
        if let Err(problem) = self.edit(edit.clone()) {
            self.refs = before;
            return Err(problem);
        }
        let program = self.program(self.nodes[&node].stage);
        self.did(edit.told(&program), before);
        Ok(())
    }

    /// Does something at a place, and moves the head there. If the same was done there before, that node is used again.
    fn go(&mut self, parent: Option<RunPoint>, stage: Stage, event: Event, option: usize) -> Result<NodeId, Diagnostic> {
        let is_it = |node: &Node| node.parent == parent && node.stage == stage && node.event.is(&event);
        let known = match parent {
            Some(parent) => self.nodes[&parent.node].children.iter().copied().find(|child| is_it(&self.nodes[child])),
            None => self.nodes.iter().find(|(_, node)| is_it(node)).map(|(root, _)| *root),
        };
        let node = match known {
            Some(node) => node,
            None => {
                let run = self.play(parent, stage, &event, option, None)?;
                self.grow(parent, stage, event, option, run)
            }
        };
        let on = self.refs.on;
        self.refs.branches[on].tip = node;
        Ok(node)
    }

    fn grow(&mut self, parent: Option<RunPoint>, stage: Stage, event: Event, option: usize, run: Run) -> NodeId {
        let id = NodeId(self.next);
        self.next += 1;
        let begins = matches!(event, Event::Begin { .. });
        let mut rounds = if begins { Rounds::default() } else { self.rounds_at(parent) };
        let before = parent.and_then(|parent| self.nodes.get(&parent.node));
        run.turns().for_each(|line| rounds.turn(line.turn_of));
        let own_call = run.calls().count().checked_sub(1).map(|call| RunPoint { node: id, call: Some(call) });
        let last_call = own_call.or_else(|| before.filter(|_| !begins)?.last_call);
        let depth = before.map_or(0, |before| before.depth + 1);
        let event = Arc::new(event);
        let (begin, end) = (run.begin, run.sum);
        self.nodes.insert(id, Node { parent, event, stage, children: vec![], option, begin, end, rounds, last_call, depth });
        if let Some(parent) = parent.and_then(|parent| self.nodes.get_mut(&parent.node)) {
            parent.children.push(id);
        }
        self.keep(id, run);
        id
    }
}
