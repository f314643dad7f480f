//! What there is to see at a moment. It depends on nothing but what leads to that moment.

use std::sync::Arc;

use super::{Moment, NodeId, Playtest, Stage};
use crate::edit::Edit;
use crate::game::{Snapshot, Status, Stop, StopKind, Sum, ToCome};
use crate::program::{Program, header};
use crate::vm::Machine;

/// What there is to see.
#[derive(Clone, Debug)]
pub struct Scene {
    pub moment: Moment,
    pub stage: Stage,
    pub program: Arc<Program>,
    pub state: Arc<[i32]>,
    /// What the game waits for; `None` if it is under way.
    pub status: Option<Status>,
    /// The counts since the race began.
    pub sum: Sum,
    pub turn: u32,
    pub round: u32,
    pub turn_of: Option<usize>,
    /// The results of chance that somebody has set, one by one.
    pub pending: Vec<Edit>,
}

impl PartialEq for Scene {
    fn eq(&self, other: &Scene) -> bool {
        let all = |scene: &Scene| (scene.moment, scene.stage, scene.sum, scene.turn, scene.round, scene.turn_of);
        let known = |scene: &Scene| (scene.state.clone(), scene.pending.clone());
        all(self) == all(other) && known(self) == known(other) && self.status == other.status
    }
}

impl Scene {
    /// Puts a machine into this scene, to be looked at. If the scene waits, the game can go on in it.
    pub fn put_into(&self, machine: &mut Machine) {
        machine.set_state(&self.state);
    }
}

impl Playtest {
    /// What there is to see at a moment; `None` if its node has been dropped.
    pub fn at(&mut self, moment: Moment) -> Option<Scene> {
        let stage = self.nodes.get(&moment.node)?.stage;
        let run = self.run_of(moment.node);
        let moment = if moment.tick >= run.ticks { Moment::end(moment.node) } else { moment };
        if moment == Moment::end(moment.node) {
            let Snapshot { state, pending, .. } = run.end.clone();
            return Some(self.scene(moment, stage, state, Some(run.status.clone()), run.sum, &pending));
        }
        let is_it = |stop: &&Stop| stop.tick == moment.tick && stop.state.is_some();
        let stop = match run.stops.iter().find(is_it) {
            Some(stop) => stop.clone(),
            None => self.run_until(moment.node, Some(moment.tick)).stops.iter().find(is_it)?.clone(),
        };
        let Stop { state, sum, pending, .. } = stop;
        Some(self.scene(moment, stage, state?, None, sum, &pending))
    }

    fn scene(
        &mut self,
        moment: Moment,
        stage: Stage,
        state: Arc<[i32]>,
        status: Option<Status>,
        sum: Sum,
        pending: &ToCome,
    ) -> Scene {
        let round = self.rounds_until(moment.node, sum.lines).round;
        let program = self.program(stage);
        let (turn, turn_of) = (state[header::TURNS] as u32, usize::try_from(state[header::TURN_OF]).ok());
        let pending = pending.edits(&program).collect();
        Scene { moment, stage, program, state, status, sum, turn, round, turn_of, pending }
    }

    /// The moments of a node at which one can stop: when a line was written, when a turn began, when the flow called a rule, and where the
    /// run stops.
    pub fn stops(&mut self, node: NodeId) -> Vec<(Moment, StopKind)> {
        if !self.nodes.contains_key(&node) {
            return vec![];
        }
        let run = self.run_of(node);
        let stops = run.stops.iter().map(|stop| (Moment { node, tick: stop.tick }, stop.kind));
        stops.chain([(Moment::end(node), StopKind::End)]).collect()
    }
}
