//! Where the branches stand. Undo and redo move these, and change nothing else.

use std::collections::BTreeSet;

use super::{Event, Moment, NodeId, Playtest, Stage};
use crate::game::LineKind;

/// Where the branches stand, and which of them is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refs {
    /// Never empty.
    pub branches: Vec<Branch>,
    pub on: usize,
}

/// A way in which the race went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// `None`: nobody has named it.
    pub name: Option<String>,
    pub tip: NodeId,
}

/// What a person did: what it is called, and where the branches stood before (or, of what was taken back, behind it).
#[derive(Clone, Debug)]
pub struct Deed {
    /// Empty: an answer.
    pub name: String,
    pub refs: Refs,
    pub(super) rules: Option<Change>,
    /// Deeds are numbered from 1.
    pub(super) number: u32,
}

impl Deed {
    /// Where the race stands once it is taken back (or, of what was taken back, done again).
    pub fn head(&self) -> NodeId {
        self.refs.branches[self.refs.on].tip
    }
}

/// Rules that were changed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    /// What was shown when they came, and what then.
    pub from: Moment,
    pub to: Moment,
    /// Where they led.
    pub head: NodeId,
}

impl Playtest {
    pub fn refs(&self) -> &Refs {
        &self.refs
    }

    /// A person has done something; `before` is where the branches stood. Whatever was done with it is one deed.
    pub fn did(&mut self, name: impl Into<String>, before: Refs) {
        self.add_deed(name, before);
        self.redo.clear();
        self.drop_unreached();
    }

    /// What can be taken back, the newest last.
    pub fn deeds(&self) -> &[Deed] {
        &self.undo
    }

    /// What can be done again, the next one last.
    pub fn undone(&self) -> &[Deed] {
        &self.redo
    }

    /// How many deeds there ever were: those after so many are new.
    pub fn deeds_ever(&self) -> u32 {
        self.deeds
    }

    /// The deeds after so many that can be taken back.
    pub fn deeds_after(&self, ever: u32) -> usize {
        self.undo.iter().rev().take_while(|deed| deed.number > ever).count()
    }

    /// Takes back all deeds after so many for good.
    pub fn leave(&mut self, ever: u32) {
        for _ in 0..self.deeds_after(ever) {
            self.refs = self.undo.pop().map_or_else(|| self.refs.clone(), |deed| deed.refs);
        }
        self.redo.retain(|deed| deed.number <= ever);
        self.drop_unreached();
    }

    /// The rules before a change after which nobody has done anything, nor has a bot: several of them are one.
    pub fn before_rules(&self) -> Option<Stage> {
        let change = self.undo.last()?.rules.filter(|change| change.head == self.head())?;
        Some(self.nodes.get(&change.from.node)?.stage)
    }

    /// All that something is played under.
    pub fn stages(&self) -> BTreeSet<Stage> {
        self.nodes.values().map(|node| node.stage).collect()
    }

    /// Where a branch parts from the one that is played: the last node that both have, and the first that it alone has.
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

    /// What was done with a node, as somebody may read it (`None`: whoever looks on); `None`: it is a secret, or nobody did it.
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

    /// Takes back what a person did last, and gives what is to be shown then; `None`: there is nothing.
    pub fn undo(&mut self) -> Option<Moment> {
        let deed = self.undo.pop()?;
        let shown = deed.rules.map(|change| change.from);
        let deed = self.exchanged(deed);
        self.redo.push(deed);
        Some(shown.unwrap_or(Moment::end(self.head())))
    }

    /// Does again what was taken back last, and gives what is to be shown then; `None`: there is nothing.
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

    /// Plays on from where the run of a node stops, as one deed. What came after it stays as a branch; `false`: nothing did.
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

    /// Takes up a branch, as one deed. What is left for it stays as a branch itself, unless another goes on from it.
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

    /// Begins the race again, as one deed, under the rules that it is played under by now: what was played stays as a branch; `false`:
    /// nothing was.
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

    /// Gives branches names, as one deed; `None`: none. What has its name already is left.
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

    /// The same race goes on elsewhere, with a branch for what is left.
    pub(super) fn branch_off(&mut self, tip: NodeId) {
        self.refs.branches.push(Branch { name: None, tip });
        self.refs.on = self.refs.branches.len() - 1;
    }

    /// A node and all that it follows from, the newest first.
    pub(super) fn ways_back(&self, from: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(from), |node| Some(self.nodes.get(node)?.parent?.node))
    }

    /// What no branch, no deed and nothing that was taken back leads to is dropped.
    pub(super) fn drop_unreached(&mut self) {
        let all = self.undo.iter().chain(&self.redo).map(|deed| &deed.refs).chain([&self.refs]);
        let from = self.undo.iter().chain(&self.redo).filter_map(|deed| Some(deed.rules?.from.node));
        let mut reached = BTreeSet::new();
        for tip in all.flat_map(|refs| refs.branches.iter().map(|branch| branch.tip)).chain(from) {
            // What leads to a node that is known to be reached is so, too.
            for _ in self.ways_back(tip).take_while(|node| reached.insert(*node)) {}
        }
        self.nodes.retain(|node, _| reached.contains(node));
        self.nodes.values_mut().for_each(|node| node.children.retain(|child| reached.contains(child)));
        self.cache.retain(|node| reached.contains(node));
        let played = self.stages();
        self.builds.retain(|stage| played.contains(&stage));
    }
}
