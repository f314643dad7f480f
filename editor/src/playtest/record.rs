//! What a report reads of a race: who decided what and how long that took, and how the rules were changed on the way.

use std::sync::Arc;

use interpreter::game::{LineKind, Status};
use interpreter::players::Seat;
use interpreter::playtest::{By, Event, Moment, Scene};

use super::timeline::StopKind;
use super::{Race, Stage, Tip};
use crate::words::titled;

/// A decision on the way to where the race stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    pub player: usize,
    pub by: By,
    pub turn: u32,
    /// What the question is called, and its words.
    pub name: String,
    pub question: String,
    /// What was chosen; `None` if that is a secret.
    pub chosen: Option<String>,
    /// How long it took, in milliseconds; 0 if that isn't known.
    pub millis: u32,
}

/// A change of the rules that took the race over.
pub struct RulesChanged {
    /// In which turn; `None` if the race began anew.
    pub turn: Option<u32>,
    pub before: Arc<Stage>,
    pub now: Arc<Stage>,
    /// What did not fit, in words.
    pub notes: Vec<String>,
}

impl Race {
    /// Makes a race of the same playtest, to be looked through beside the window. Nothing that is done in it is done here.
    pub fn copied(&self, seats: &[Seat]) -> impl FnOnce() -> Race + Send + use<> {
        let (stages, playtest, seats) = (self.stages.clone(), self.playtest.clone(), seats.to_vec());
        move || {
            let mut race = Race::on(stages, playtest, &seats);
            race.skip();
            race.read_branches();
            race
        }
    }

    /// What there is to see at a moment of any branch.
    pub fn look_up(&mut self, moment: Moment) -> Option<(Scene, Arc<Stage>)> {
        let scene = self.playtest.at(moment)?;
        let stage = self.stages.get(&scene.stage)?.clone();
        Some((scene, stage))
    }

    /// Where a branch stands, by its place in the playtest.
    pub fn tip_of(&mut self, branch: usize) -> Option<Tip> {
        let tip = self.playtest.refs().branches.get(branch)?.tip;
        self.look_up(Moment::end(tip)).map(|(scene, stage)| Tip { scene, stage })
    }

    /// All decisions on the way to where the race stands, as an onlooker may read them. Once the race is over nothing is secret any more.
    pub fn decisions(&self) -> Vec<Decision> {
        let timeline = self.timeline();
        let is_over = matches!(self.path.last().run.status, Status::Over);
        let decision = |pair: &[interpreter::playtest::Leg]| {
            let [before, leg] = pair else { return None };
            let Event::Choice { choice, by, millis, .. } = &*leg.event else { return None };
            let reader = choice.player.checked_sub(1).filter(|_| is_over);
            let chosen = choice.told(leg.run.lines.iter().find(|line| line.kind == LineKind::Chose), reader).map(str::to_owned);
            let question = match &before.run.status {
                // The words of a secret question may tell the secret.
                Status::Asking(question) if chosen.is_some() && !question.prompt.is_empty() => question.prompt.clone(),
                _ => titled(&choice.decision),
            };
            let turn = timeline.stops.get(timeline.at(Moment::end(before.node))).map_or(0, |stop| stop.turn);
            let (player, name) = (choice.player.saturating_sub(1), titled(&choice.decision));
            Some(Decision { player, by: *by, turn, name, question, chosen, millis: *millis })
        };
        self.path.legs().windows(2).filter_map(decision).collect()
    }

    /// The changes of the rules on the way to where the race stands, in order.
    pub fn rules_changed(&self) -> Vec<RulesChanged> {
        let timeline = self.timeline();
        let legs = self.path.legs().iter().enumerate();
        let changed = legs.filter_map(|(n, leg)| {
            let (before, change, turn) = match &*leg.event {
                Event::Rules(change) => {
                    let is_it = |stop: &&super::timeline::Stop| stop.kind == StopKind::Rules && stop.moment.node == leg.node;
                    let turn = timeline.stops.iter().find(is_it).map_or(0, |stop| stop.turn);
                    (self.path.legs()[n.checked_sub(1)?].stage, change, Some(turn))
                }
                Event::Begin { instead: Some(change), .. } => (self.playtest.node(change.from.node)?.stage, change, None),
                _ => return None,
            };
            let [before, now] = [before, leg.stage].map(|stage| self.stages.get(&stage).cloned());
            Some(RulesChanged { turn, before: before?, now: now?, notes: change.report.notes.clone() })
        });
        changed.collect()
    }
}
