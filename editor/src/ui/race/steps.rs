//! What was done in a race, and the way back: where the branches of its playtest stand.

use std::sync::Arc;

use interpreter::data::track::Track;
use interpreter::game::Game;
use interpreter::playtest::{Event, Moment, Playtest, Report};
use interpreter::program::Program;
use interpreter::ruleset::Ruleset;
use interpreter::vm::Machine;

use super::{Race, Stage};

/// How a running race takes up changed rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Takes {
    /// Its state is mapped by name, from the beginning of the turn.
    #[default]
    CarryOver,
    /// It is played again from its seed, with the same choices.
    Replay,
}

/// A race as other rules take it over.
pub struct Reloaded {
    playtest: Playtest,
    game: Game,
    pub report: Report,
    /// After how many choices it parts from what it was, if it does.
    pub parted_after: usize,
}

impl Race {
    pub fn can_undo(&self) -> bool {
        !self.playtest.deeds().is_empty()
    }

    /// How much can be taken back.
    pub fn steps_done(&self) -> usize {
        self.playtest.deeds().len()
    }

    /// What would be taken back.
    pub fn undoes(&self) -> Option<&str> {
        let deed = self.playtest.deeds().last()?;
        if !deed.name.is_empty() {
            return Some(&deed.name);
        }
        let before = self.playtest.node(deed.head()).map_or(0, |node| node.end.choices);
        self.present().chosen(before, self.viewer()).or(Some("an answer"))
    }

    /// Takes back the last thing that a person did. Where that was a change of the rules, what was still being shown goes on being shown.
    pub fn undo(&mut self) {
        let was_reload = self.playtest.deeds().last().is_some_and(|deed| deed.is_of_rules());
        let on_show = self.on_show().filter(|_| was_reload);
        if self.playtest.undo() {
            self.moved();
            self.go_on_showing(on_show, None);
        }
    }

    /// Whether something was taken back that can be done again: nobody has done anything else since.
    pub fn can_redo(&self) -> bool {
        !self.playtest.undone().is_empty()
    }

    /// Does again what was taken back last. Where that was a change of the rules, what was still being shown goes on being shown.
    pub fn redo(&mut self) {
        let is_reload = self.playtest.undone().last().is_some_and(|deed| deed.is_of_rules());
        let on_show = self.on_show().filter(|_| is_reload);
        if self.playtest.redo() {
            self.moved();
            let seam = self.seam();
            self.go_on_showing(on_show, seam);
        }
    }

    /// The rules before the last change of them, if nobody has answered anything since: several changes on end are one.
    pub fn before_reload(&self) -> Option<&Arc<Program>> {
        self.playtest.before_rules()
    }

    /// What takes the race over to other rules: to be done beside the window.
    pub fn taking(&self, program: &Arc<Program>, takes: Takes) -> impl FnOnce() -> Result<Reloaded, String> + Send + use<> {
        let (mut playtest, mut game, program) = (self.playtest.clone(), self.present().clone(), program.clone());
        move || {
            let stage = playtest.stage(None, &program);
            let shown = Moment::end(playtest.head());
            let report = match takes {
                Takes::CarryOver => playtest.take_over(shown, stage).map_err(|problem| problem.message)?.report,
                Takes::Replay => playtest.replay(shown, stage).report,
            };
            let parted = report.parted.as_ref().and_then(|(node, _)| playtest.node(*node));
            let parted_after = parted.map_or(0, |node| node.end.choices.saturating_sub(1));
            playtest.bring(&mut game);
            Ok(Reloaded { playtest, game, report, parted_after })
        }
    }

    /// Goes on under other rules, or on another board. Seats, pace and the bots' luck stay; [`Race::undo`] brings back what was: before
    /// several changes on end, where nobody has answered anything in between. What was still being shown goes on being shown.
    pub fn reload(&mut self, ruleset: Arc<Ruleset>, track: Track, track_name: Arc<str>, reloaded: Reloaded) {
        let (looked_at, on_show) = (self.looking_at().cloned(), self.on_show());
        self.come_back();
        (self.playtest, self.game) = (reloaded.playtest, reloaded.game);
        let program = self.game.program.clone();
        if self.stage_of(&program).is_none() {
            self.stages.push(Arc::new(Stage::new(ruleset, track, track_name, program)));
        }
        let playtest = &self.playtest;
        self.stages.retain(|stage| playtest.programs().any(|program| Arc::ptr_eq(program, &stage.program)));
        self.moved();
        // Who looks at a moment that is there as before goes on looking at it.
        if let Some(stop) = looked_at.and_then(|stop| self.timeline().like(&stop)) {
            self.look_at(stop);
        }
        let seam = self.seam();
        self.go_on_showing(on_show, seam);
    }

    /// The race stands elsewhere: what is there is on the table.
    pub(super) fn moved(&mut self) {
        self.come_back();
        self.playtest.bring(&mut self.game);
        self.has_changed();
        self.lay_stage();
        self.show_present();
    }

    /// The stage of the game on the table; what depends on the program is made anew.
    pub(super) fn lay_stage(&mut self) {
        if Arc::ptr_eq(&self.stage.program, &self.game.program) {
            return;
        }
        if let Some(stage) = self.stage_of(&self.game.program).cloned() {
            self.stage = stage;
        }
        self.table_state = Machine::new(&self.stage.program);
        self.forget_why();
        (self.next_turn, self.rest_until) = (false, 0.0);
    }

    /// The rules and the board of a program.
    pub(super) fn stage_of(&self, program: &Arc<Program>) -> Option<&Arc<Stage>> {
        self.stages.iter().find(|stage| Arc::ptr_eq(&stage.program, program))
    }

    /// The names of the other ways in which this race went are read anew.
    pub(super) fn name_branches(&mut self) {
        if self.branches_of == Some(self.version) {
            return;
        }
        self.branches_of = Some(self.version);
        let refs = self.playtest.refs().clone();
        self.branches = (0..refs.branches.len()).filter(|n| *n != refs.on).map(|n| (n, self.named(n))).collect();
    }

    /// What a branch is called: where it parts, and how far it got.
    fn named(&mut self, branch: usize) -> String {
        if let Some(name) = &self.playtest.refs().branches[branch].name {
            return name.clone();
        }
        let tip = self.playtest.refs().branches[branch].tip;
        let (parts, first) = self.playtest.parts(branch);
        let turn = parts.and_then(|node| self.playtest.at(Moment::end(node))).map_or(0, |scene| scene.turn);
        let first = first.and_then(|node| Some((node, self.playtest.node(node)?.event.clone())));
        let what = match first {
            Some((node, event)) => match &*event {
                Event::Choice { choice, .. } => {
                    let who = self.program.names.get(choice.player.wrapping_sub(1)).map_or("Somebody".into(), Arc::clone);
                    let label = self.playtest.told(node, None).unwrap_or_else(|| "something".to_owned());
                    format!("{who}: {label}")
                }
                Event::Edit(_) => self.playtest.told(node, None).unwrap_or_default(),
                Event::Rules(_) | Event::Begin { .. } => "other rules".to_owned(),
            },
            None => "as far as here".to_owned(),
        };
        let choices = |node| self.playtest.node(node).map_or(0, |node| node.end.choices);
        let decisions = choices(tip).saturating_sub(parts.map_or(0, choices));
        let s = if decisions == 1 { "" } else { "s" };
        format!("turn {turn}, {what} ({decisions} decision{s})")
    }
}
