//! The runs of nodes. They are made when somebody asks for them, kept for a while, and may be forgotten at any time.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use super::{Event, NodeId, Playtest, Rounds, RunPoint, Stage};
use crate::diagnostic::Diagnostic;
use crate::game::recorder::Recorder;
use crate::game::run::{Act, run};
use crate::game::{Line, LineKind, Run, Snapshot, Stop, StopKind, Sum};
use crate::program::Program;
use crate::vm::Machine;

/// The number of runs kept, at most, and the number of nodes between two from which the race can go on at once.
const MOST_RUNS: usize = 64;
const SNAPSHOTS: u32 = 32;

/// What can be made again from the nodes.
#[derive(Clone, Default)]
pub(super) struct Cache {
    runs: VecDeque<(NodeId, Arc<Run>)>,
    ends: BTreeMap<NodeId, Snapshot>,
    machine: Option<(Stage, Machine)>,
}

impl Cache {
    fn run(&self, node: NodeId) -> Option<&Arc<Run>> {
        self.runs.iter().rev().find(|(of, _)| *of == node).map(|(_, run)| run)
    }

    fn end(&self, node: NodeId) -> Option<&Snapshot> {
        self.run(node).map(|run| &run.end).or_else(|| self.ends.get(&node))
    }

    pub fn retain(&mut self, is_kept: impl Fn(&NodeId) -> bool) {
        self.runs.retain(|(node, _)| is_kept(node));
        self.ends.retain(|node, _| is_kept(node));
    }
}

impl Run {
    /// The lines that begin turns.
    pub(super) fn turns(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| line.kind == LineKind::Turn)
    }

    /// The place where the line with this number was written.
    pub(super) fn written(&self, lines: usize) -> Option<&Stop> {
        let is_it = |stop: &&Stop| matches!(stop.kind, StopKind::Line | StopKind::Turn) && stop.sum.lines == lines;
        self.stops.iter().rev().find(is_it)
    }

    /// The places where the flow called a rule.
    pub fn calls(&self) -> impl DoubleEndedIterator<Item = &Stop> {
        self.stops.iter().filter(|stop| matches!(stop.kind, StopKind::Call(_)))
    }
}

impl Playtest {
    /// Forgets everything that can be made again.
    pub fn forget(&mut self) {
        self.cache = Cache::default();
    }

    /// The run of a node.
    pub(super) fn run_of(&mut self, node: NodeId) -> Arc<Run> {
        if let Some(run) = self.cache.run(node) {
            return run.clone();
        }
        // Goes back to the nearest place where a run can begin at once: an end that is kept, or a call of the flow in a run that is kept.
        let mut missing = vec![node];
        let mut first = &self.nodes[&node];
        while let Some(parent) = first.parent {
            let is_known =
                if parent.call.is_some() { self.cache.run(parent.node).is_some() } else { self.cache.end(parent.node).is_some() };
            if is_known || matches!(*first.event, Event::Begin { .. }) {
                break;
            }
            missing.push(parent.node);
            first = &self.nodes[&parent.node];
        }
        for node in missing.into_iter().rev() {
            let run = self.run_until(node, None);
            self.keep(node, run);
        }
        self.cache.run(node).expect("it was made just now").clone()
    }

    /// The same, with the state after this many events.
    pub(super) fn run_until(&mut self, node: NodeId, until: Option<u32>) -> Run {
        let node = &self.nodes[&node];
        let (parent, stage, event, option) = (node.parent, node.stage, node.event.clone(), node.option);
        self.play(parent, stage, &event, option, until).expect("what was done once can be done again")
    }

    pub(super) fn keep(&mut self, node: NodeId, run: Run) {
        let is_rules = matches!(*self.nodes[&node].event, Event::Rules { .. });
        if is_rules || self.nodes[&node].depth.is_multiple_of(SNAPSHOTS) {
            self.cache.ends.insert(node, run.end.clone());
        }
        if self.cache.runs.len() == MOST_RUNS {
            self.cache.runs.pop_front();
        }
        self.cache.runs.push_back((node, Arc::new(run)));
    }

    /// Does something at a place. The result follows from nothing but the nodes that lead there.
    pub(super) fn play(
        &mut self,
        parent: Option<RunPoint>,
        stage: Stage,
        event: &Event,
        option: usize,
        until: Option<u32>,
    ) -> Result<Run, Diagnostic> {
        let program = self.program(stage);
        let (start, act, sum) = match (event, parent) {
            (Event::Choice { .. }, Some(parent)) => {
                let sum = self.nodes[&parent.node].end;
                (self.end_of(parent.node), Act::Choose(option), Sum { choices: sum.choices + 1, ..sum })
            }
            (Event::Edit(edit), Some(parent)) => (self.end_of(parent.node), Act::Edit(edit), self.nodes[&parent.node].end),
            (Event::Rules(_), Some(parent)) => {
                let (start, call, sum, _) = self.carried(parent, stage)?;
                (start, Act::Call(call), sum)
            }
            _ => (Snapshot::default(), Act::Begin, Sum::default()),
        };
        let mut machine = self.machine(stage, &program);
        match (act, event) {
            (Act::Begin, Event::Begin { seed, previous, .. }) => {
                machine.start(&program, *seed);
                machine.set_previous(&program, previous);
            }
            (Act::Call(_), _) => machine.set_state(&start.state),
            _ => {
                start.load(&program, &mut machine);
            }
        }
        let recorder = Recorder::new(&program, sum, start.pending, None).until(until);
        let run = run(&program, &mut machine, act, recorder);
        self.put_by(stage, machine);
        run
    }

    /// A machine in any state.
    pub(super) fn machine(&mut self, stage: Stage, program: &Program) -> Machine {
        self.cache.machine.take().filter(|(of, _)| *of == stage).map_or_else(|| Machine::new(program), |(_, machine)| machine)
    }

    /// Keeps a machine for later use.
    pub(super) fn put_by(&mut self, stage: Stage, machine: Machine) {
        self.cache.machine = Some((stage, machine));
    }

    /// Where the run of a node ends.
    fn end_of(&mut self, node: NodeId) -> Snapshot {
        match self.cache.end(node) {
            Some(end) => end.clone(),
            None => self.run_of(node).end.clone(),
        }
    }

    /// The place where the flow called a rule in a run, with the state at that moment.
    pub(super) fn call(&mut self, point: RunPoint) -> Option<Stop> {
        let stop = self.run_of(point.node).calls().nth(point.call?).cloned()?;
        if stop.state.is_some() {
            return Some(stop);
        }
        let between = self.run_until(point.node, Some(stop.tick)).stops;
        let found = between.into_iter().find(|other| other.tick == stop.tick && other.state.is_some())?;
        Some(Stop { kind: stop.kind, ..found })
    }

    /// The rounds at a place.
    pub(super) fn rounds_at(&mut self, point: Option<RunPoint>) -> Rounds {
        let Some(point) = point else { return Rounds::default() };
        let Some(stop) = point.call.and_then(|call| self.run_of(point.node).calls().nth(call).cloned()) else {
            return self.nodes[&point.node].rounds;
        };
        self.rounds_until(point.node, stop.sum.lines)
    }

    /// The rounds in a run once this many lines have been written.
    pub(super) fn rounds_until(&mut self, node: NodeId, lines: usize) -> Rounds {
        let (run, node) = (self.run_of(node), &self.nodes[&node]);
        let (parent, begins) = (node.parent, matches!(*node.event, Event::Begin { .. }));
        let mut rounds = if begins { Rounds::default() } else { self.rounds_at(parent) };
        let told = run.lines.iter().take(lines.saturating_sub(run.begin.lines));
        told.filter(|line| line.kind == LineKind::Turn).for_each(|line| rounds.turn(line.turn_of));
        rounds
    }
}
