//! Where the branches stand, and what is written at moments of them. Undo and redo move these refs, and change nothing else.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Event, Moment, NodeId, Note, Playtest, RunPoint, Stage};
use crate::game::LineKind;

/// Where the branches stand, which of them is played, and what is written at moments of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refs {
    /// Never empty.
    pub branches: Vec<Branch>,
    pub on: usize,
    /// In the order of their moments.
    pub notes: Arc<[Note]>,
}

/// A way in which the race went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// `None` if nobody has named it.
    pub name: Option<String>,
    pub tip: NodeId,
}

/// What a person did: its name, and where the branches stood before it (or, for an undone deed, after it).
#[derive(Clone, Debug)]
pub struct Deed {
    /// Empty for an answer.
    pub name: String,
    pub refs: Refs,
    pub(super) rules: Option<Change>,
    /// Deeds are numbered from 1.
    pub(super) number: u32,
}

impl Deed {
    /// Where the race stands once the deed is undone (or, for an undone deed, redone).
    pub fn head(&self) -> NodeId {
        self.refs.branches[self.refs.on].tip
    }
}

/// A change of the rules.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    /// What was shown when they came, and afterwards.
    pub from: Moment,
    pub to: Moment,
    /// The node to which they led.
    pub head: NodeId,
}

impl Playtest {
    pub fn refs(&self) -> &Refs {
        &self.refs
    }

    /// Notes that a person has done something. `before` is where the branches stood. Whatever was done since then is one deed.
    pub fn did(&mut self, name: impl Into<String>, before: Refs) {
        self.add_deed(name, before);
        self.redo.clear();
        self.drop_unreached();
    }

    /// The deeds that can be undone, the newest last.
    pub fn deeds(&self) -> &[Deed] {
        &self.undo
    }

    /// The deeds that can be redone, the next one last.
    pub fn undone(&self) -> &[Deed] {
        &self.redo
    }

    /// The number of all deeds there ever were. Deeds with higher numbers are newer.
    pub fn deeds_ever(&self) -> u32 {
        self.deeds
    }

    /// How many deeds that are newer than number `ever` can be undone.
    pub fn deeds_after(&self, ever: u32) -> usize {
        self.undo.iter().rev().take_while(|deed| deed.number > ever).count()
    }

    /// Takes back all deeds that are newer than number `ever`, for good.
    pub fn leave(&mut self, ever: u32) {
        for _ in 0..self.deeds_after(ever) {
            self.refs = self.undo.pop().map_or_else(|| self.refs.clone(), |deed| deed.refs);
        }
        self.redo.retain(|deed| deed.number <= ever);
        self.drop_unreached();
    }

    /// The rules before the last change, if neither a person nor a bot has done anything since. Several such changes in a row are one.
    pub fn before_rules(&self) -> Option<Stage> {
        let change = self.undo.last()?.rules.filter(|change| change.head == self.head())?;
        Some(self.nodes.get(&change.from.node)?.stage)
    }

    /// All programs that something is played under.
    pub fn stages(&self) -> BTreeSet<Stage> {
        self.nodes.values().map(|node| node.stage).collect()
    }

    /// Where a branch parts from the current one: the last node that both share, and the first that only the branch has.
    pub fn parts(&self, branch: usize) -> (Option<NodeId>, Option<NodeId>) {
        let own: BTreeSet<NodeId> = self.ways_back(self.head()).collect();
        let mut first = None;
        for node in self.refs.branches.get(branch).into_iter().flat_map(|branch| self.ways_back(branch.tip)) {
            if own.contains(&node) {
                return (Some(node), first);
            }
            first = Some(node);
        }
        (None, first)
    }

    /// What was done with a node, as somebody may read it (`None` is an onlooker). Returns `None` if it is a secret, or if nobody did it.
    pub fn told(&mut self, node: NodeId, reader: Option<usize>) -> Option<String> {
        let (event, stage) = (self.nodes.get(&node)?.event.clone(), self.nodes[&node].stage);
        match &*event {
            Event::Choice { choice, .. } => {
                let run = self.run_of(node);
                choice.told(run.lines.iter().find(|line| line.kind == LineKind::Chose), reader).map(str::to_owned)
            }
            Event::Edit(edit) => Some(edit.told(&self.program(stage))),
            Event::Rules(_) | Event::Begin { .. } => None,
        }
    }

    /// Takes back what a person did last, and returns what to show then; `None` if there is nothing.
    pub fn undo(&mut self) -> Option<Moment> {
        let deed = self.undo.pop()?;
        let shown = deed.rules.map(|change| change.from);
        let deed = self.exchanged(deed);
        self.redo.push(deed);
        Some(shown.unwrap_or(Moment::end(self.head())))
    }

    /// Does again what was undone last, and returns what to show then; `None` if there is nothing.
    pub fn redo(&mut self) -> Option<Moment> {
        let deed = self.redo.pop()?;
        let shown = deed.rules.map(|change| change.to);
        let deed = self.exchanged(deed);
        self.undo.push(deed);
        Some(shown.unwrap_or(Moment::end(self.head())))
    }

    fn exchanged(&mut self, mut deed: Deed) -> Deed {
        std::mem::swap(&mut self.refs, &mut deed.refs);
        deed
    }

    /// Plays on from where the run of a node stops, as one deed. What came after it stays as a branch. Returns `false` if nothing came
    /// after it.
    pub fn play_on(&mut self, node: NodeId) -> bool {
        if node == self.head() || !self.nodes.contains_key(&node) {
            return false;
        }
        let before = self.refs.clone();
        self.branch_off(node);
        let name = format!("Played on from turn {}", self.at(Moment::end(node)).map_or(0, |scene| scene.turn));
        self.did(name, before);
        true
    }

    /// Takes up a branch, as one deed. The branch that is left stays, unless another branch goes on from its tip.
    pub fn take_up(&mut self, branch: usize) -> bool {
        if branch == self.refs.on || branch >= self.refs.branches.len() {
            return false;
        }
        let before = self.refs.clone();
        let (left, tip) = (self.refs.on, self.head());
        let is_within = |other: &super::Branch| self.ways_back(other.tip).any(|node| node == tip);
        let goes_on = (0..self.refs.branches.len()).any(|n| n != left && is_within(&self.refs.branches[n]));
        self.refs.on = branch;
        if goes_on && self.refs.branches[left].name.is_none() {
            self.refs.branches.remove(left);
            self.refs.on -= usize::from(left < branch);
        }
        self.did("Took up a branch", before);
        true
    }

    /// Begins the race again under its current rules, as one deed. What was played stays as a branch. Returns `false` if nothing was
    /// played.
    pub fn restart(&mut self) -> bool {
        let (before, head) = (self.refs.clone(), self.head());
        let begin = &self.nodes[&self.way(head)[0]];
        let (parent, stage) = (begin.parent, self.nodes[&head].stage);
        let Event::Begin { seed, previous, .. } = &*begin.event else { unreachable!("with that a race begins") };
        let event = Event::Begin { seed: *seed, previous: previous.clone(), instead: None };
        self.branch_off(head);
        let is_begun = self.go(parent, stage, event, 0).is_ok_and(|begin| begin != head);
        if is_begun {
            self.did("Began the race again", before);
        } else {
            self.refs = before;
        }
        is_begun
    }

    /// Begins the next race of a series where this one has ended, as one deed. `previous` are the places in this one, by seat.
    pub fn next_race(&mut self, stage: Stage, seed: u64, previous: Vec<u32>) {
        let before = self.refs.clone();
        let begin = Event::Begin { seed, previous, instead: None };
        if self.go(Some(RunPoint { node: self.head(), call: None }), stage, begin, 0).is_ok() {
            self.did("Began the next race", before);
        }
    }

    /// The places in the races before this one, by seat, oldest race first.
    pub fn places_before(&self) -> Vec<Vec<u32>> {
        let places = self.ways_back(self.head()).filter_map(|node| match &*self.nodes[&node].event {
            Event::Begin { previous, .. } => Some(previous.clone()).filter(|previous| !previous.is_empty()),
            _ => None,
        });
        let mut places: Vec<Vec<u32>> = places.collect();
        places.reverse();
        places
    }

    /// Gives branches names, or takes them away with `None`, as one deed. Does nothing if they already have these names.
    pub fn name_branches(&mut self, names: impl IntoIterator<Item = (usize, Option<String>)>) {
        let before = self.refs.clone();
        for (branch, name) in names {
            if let Some(branch) = self.refs.branches.get_mut(branch) {
                branch.name = name;
            }
        }
        if self.refs != before {
            self.did("Named a branch", before);
        }
    }

    /// Lets the same race go on from another node, on a new branch.
    pub(super) fn branch_off(&mut self, tip: NodeId) {
        self.refs.branches.push(Branch { name: None, tip });
        self.refs.on = self.refs.branches.len() - 1;
    }

    /// A node and everything that it follows from, the newest first.
    pub(super) fn ways_back(&self, from: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(from), |node| Some(self.nodes.get(node)?.parent?.node))
    }

    /// Drops the nodes to which no branch, no note and no deed, done or undone, leads.
    pub(super) fn drop_unreached(&mut self) {
        let all = self.undo.iter().chain(&self.redo).map(|deed| &deed.refs).chain([&self.refs]);
        let from = self.undo.iter().chain(&self.redo).filter_map(|deed| Some(deed.rules?.from.node));
        let mut reached = BTreeSet::new();
        let of_refs = |refs: &Refs| -> Vec<NodeId> {
            let tips = refs.branches.iter().map(|branch| branch.tip);
            tips.chain(refs.notes.iter().map(|note| note.at.node)).collect()
        };
        for tip in all.flat_map(of_refs).chain(from) {
            // If a node is known to be reached, so is everything before it.
            for _ in self.ways_back(tip).take_while(|node| reached.insert(*node)) {}
        }
        self.nodes.retain(|node, _| reached.contains(node));
        self.nodes.values_mut().for_each(|node| node.children.retain(|child| reached.contains(child)));
        self.cache.retain(|node| reached.contains(node));
        let played = self.stages();
        self.builds.retain(|stage| played.contains(&stage));
    }
}
