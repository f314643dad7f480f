//! What was done in a race, and the way back: where the branches of its playtest stand.

use std::sync::Arc;

use interpreter::diagnostic::{Code, Diagnostic};
use interpreter::game::Status;
use interpreter::playtest::{self, Deed, Event, Moment, NodeId, Path, Playtest, Report, Taken};
use interpreter::series::{Plan, counted, race_seed};
use interpreter::vm::Machine;

use super::time::Going;
use super::{Race, Stage};
use crate::workspace::Build;

/// How a race comes under the rules of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Takes {
    /// Its state is mapped by name, from the beginning of the turn.
    #[default]
    CarryOver,
    /// It is played again from its seed, with the same choices.
    Replay,
    /// The next race of its series begins.
    NextRace,
    /// Another race takes its place.
    Begin,
}

/// Another way in which a race went.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// Its place in the playtest.
    pub number: usize,
    pub name: Option<String>,
    /// Where it parts, what was done first, and how far it got.
    pub told: String,
    /// Where it parts, if it is a way from the same beginning.
    pub parts: Option<Moment>,
}

impl Branch {
    /// What it is called, and where it parts.
    pub fn title(&self) -> String {
        match &self.name {
            Some(name) => format!("{name}: {}", self.told),
            None => self.told.clone(),
        }
    }
}

/// A race as it comes under the rules of a build.
pub struct Changed {
    stage: (playtest::Stage, Stage),
    playtest: Playtest,
    shown: Moment,
    pub report: Report,
    /// After how many choices it parts from what it was, if it does.
    pub parted_after: usize,
}

impl Changed {
    /// As a race of its own.
    pub fn race(self) -> Race {
        Race::new([self.stage.1], self.playtest, &[])
    }
}

impl Race {
    pub fn can_undo(&self) -> bool {
        !self.playtest.deeds().is_empty()
    }

    /// What would be taken back.
    pub fn undoes(&self) -> Option<&str> {
        let deed = self.playtest.deeds().last()?;
        Some(self.named(deed, deed.head(), Some(&self.path)))
    }

    /// What a deed is called: an answer is called what was chosen after a node on a path.
    fn named<'a>(&'a self, deed: &'a Deed, before: NodeId, path: Option<&'a Path>) -> &'a str {
        if !deed.name.is_empty() {
            return &deed.name;
        }
        let choices = self.playtest.node(before).map_or(0, |node| node.end.choices);
        path.and_then(|path| path.chosen(choices, self.viewer())).unwrap_or("an answer")
    }

    /// Takes back the last thing that a person did. Of a change of the rules what was shown when it came is shown again.
    pub fn undo(&mut self) {
        let head = self.playtest.head();
        if let Some(shown) = self.playtest.undo() {
            self.moved_from(head, shown);
        }
    }

    /// After an undo or a redo. A note or a name moves nothing: what is on show stays on show.
    fn moved_from(&mut self, head: NodeId, shown: Moment) {
        if head != self.playtest.head() {
            return self.moved_to(shown);
        }
        self.bring();
        self.read_branches();
    }

    /// Whether something was taken back that can be done again: nobody has done anything else since.
    pub fn can_redo(&self) -> bool {
        !self.playtest.undone().is_empty()
    }

    /// What would be done again.
    pub fn redoes(&self) -> Option<&str> {
        let deed = self.playtest.undone().last()?;
        Some(self.named(deed, self.playtest.head(), self.ahead.as_ref()))
    }

    /// Does again what was taken back last.
    pub fn redo(&mut self) {
        let head = self.playtest.head();
        if let Some(shown) = self.playtest.redo() {
            self.moved_from(head, shown);
        }
    }

    /// The rules before the last change of them, if nobody has answered anything since: several changes on end are one.
    pub fn before_reload(&self) -> Option<&Arc<Stage>> {
        self.stages.get(&self.playtest.before_rules()?)
    }

    /// Whether nothing was done since rules were changed, and what people had done beyond the moment on show is a branch by that.
    pub fn change_left_branch(&self) -> bool {
        let branches = |deed: &Deed| deed.refs.branches.len();
        let before = self.playtest.deeds().last().filter(|_| self.playtest.before_rules().is_some()).map(branches);
        before.is_some_and(|before| before < self.playtest.refs().branches.len())
    }

    /// Which version of it is on show, and which moment of that.
    pub fn shown(&self) -> (u64, Moment) {
        (self.version, self.scene.moment)
    }

    /// What brings a race under a build as it is on show, goes on with its series, or begins a race or a series with this seed if there is
    /// none: to be done beside the window.
    pub fn changing(
        race: Option<&Race>,
        build: &Arc<Build>,
        takes: Takes,
        (series, seed): (Option<String>, u64),
    ) -> impl FnOnce() -> Result<Changed, Vec<Diagnostic>> + Send + use<> {
        let (build, race) = (build.clone(), race.filter(|_| takes != Takes::Begin));
        let of_series = |race: &Race| {
            let (plan, number) = race.series()?;
            // Rules that were changed hold for the races to come.
            let known = Some(plan.clone()).filter(|_| Arc::ptr_eq(&race.present_stage().build, &build));
            Some((plan.name.to_string(), known, number + usize::from(takes == Takes::NextRace)))
        };
        let series = race.map_or(series.map(|name| (name, None, 0)), of_series);
        let seed = race.map_or(seed, |race| race.origin.seed);
        let begun = race.map(|race| (race.playtest.clone(), race.scene.moment));
        let refused = |why: &str| vec![Diagnostic::nowhere(Code::NotOffered, why)];
        move || {
            let seed = series.as_ref().map_or(seed, |(.., number)| race_seed(seed, *number));
            let planned = match series {
                Some((_, Some(plan), number)) => Some((plan, number)),
                Some((name, None, number)) => Some((Arc::new(Plan::new(&build.ruleset, &name, &build.setup)?), number)),
                None => None,
            };
            let stage = Stage::of(&build, planned).ok_or_else(|| refused("they can't be played"))?;
            let texts = || Some(stage.texts());
            let begin = || (Playtest::new(texts(), &stage.program, seed, vec![]), Moment::default());
            let (mut playtest, shown) = begun.unwrap_or_else(begin);
            let of = playtest.stage(texts(), &stage.program);
            let Taken { shown, report } = match takes {
                Takes::CarryOver => playtest.take_over(shown, of).map_err(|problem| vec![problem])?,
                Takes::Replay => playtest.replay(shown, of),
                Takes::NextRace => {
                    let end = playtest.at(Moment::end(playtest.head())).expect("a race stands somewhere");
                    let mut machine = Machine::new(&end.program);
                    end.put_into(&mut machine);
                    let places = machine.places(&end.program);
                    if places.len() != stage.program.players {
                        return Err(refused("another number of players sits at the table"));
                    }
                    playtest.next_race(of, seed, counted(&places));
                    Taken { shown: Moment { node: playtest.head(), tick: 0 }, report: Report::default() }
                }
                Takes::Begin => Taken { shown, report: Report::default() },
            };
            let parted = report.parted.as_ref().and_then(|(node, _)| playtest.node(*node));
            let parted_after = parted.map_or(0, |node| node.end.choices.saturating_sub(1));
            Ok(Changed { stage: (of, stage), playtest, shown, report, parted_after })
        }
    }

    /// Goes on under other rules, or on another board, from what was on show. Seats, pace and the bots' luck stay; [`Race::undo`] brings back
    /// what was: before several changes on end, where nobody has answered anything in between.
    pub fn reload(&mut self, changed: Changed) {
        self.playtest = changed.playtest;
        self.seen.entry(self.playtest.head()).or_insert(0);
        let (of, stage) = changed.stage;
        self.stages.insert(of, Arc::new(stage));
        self.moved_to(changed.shown);
        let played = self.playtest.stages();
        self.stages.retain(|stage, _| played.contains(stage));
    }

    /// The race begins again, and is shown from its start; what was played is kept as a branch.
    pub fn restart(&mut self) {
        self.playtest.restart();
        (self.looks_back, self.going, self.editing, self.seated) = (false, Going::Plays, None, None);
        self.moved_to(Moment { node: self.playtest.head(), tick: 0 });
    }

    /// The race stands elsewhere, and that is on show.
    pub(super) fn moved(&mut self) {
        self.moved_to(self.newest());
    }

    /// The race stands elsewhere, and a moment on the way there is on show: from that on it is shown, unless somebody looks back.
    pub(super) fn moved_to(&mut self, shown: Moment) {
        self.bring();
        if shown == self.newest() {
            self.skip()
        } else {
            self.show_at(shown)
        }
        self.read_branches();
    }

    /// The rules that it is played under now, whatever is on show.
    pub fn present_stage(&self) -> &Arc<Stage> {
        &self.stages[&self.path.last().stage]
    }

    /// Whether the game is over or broken off, and that is on show.
    pub fn has_ended(&self) -> bool {
        self.is_all_shown() && matches!(self.status(), Status::Over | Status::Unfinished)
    }

    /// Whether what is on show was played under rules from which others took it over.
    pub fn shows_other_rules(&self) -> bool {
        self.scene.stage != self.path.last().stage
    }

    /// Whether a line of the log was written under the rules on show, which know where its rule stands.
    pub fn is_of_these_rules(&self, line: usize) -> bool {
        self.path.leg_of(line).is_some_and(|leg| leg.stage == self.scene.stage)
    }

    /// The rules that a line of the log was written under.
    pub fn stage_of_line(&self, line: usize) -> Option<&Arc<Stage>> {
        self.stages.get(&self.path.leg_of(line)?.stage)
    }

    /// The rules and the board on which a moment was played.
    pub fn stage_at(&self, moment: Moment) -> Option<&Arc<Stage>> {
        self.stages.get(&self.path.find(moment.node)?.stage)
    }

    /// The other ways in which this race went.
    pub fn branches(&self) -> &[Branch] {
        &self.branches.1
    }

    /// They are read anew where something was done.
    pub(super) fn read_branches(&mut self) {
        if self.branches.0 == self.version {
            return;
        }
        let refs = self.playtest.refs().clone();
        let others = refs.branches.into_iter().enumerate().filter(|(n, _)| *n != refs.on);
        let branches = others
            .map(|(number, branch)| {
                let (parts, first) = self.playtest.parts(number);
                let told = self.told_of(branch.tip, parts, first);
                let parts = parts.filter(|node| self.path.find(*node).is_some()).map(Moment::end);
                Branch { number, name: branch.name, told, parts }
            })
            .collect();
        self.branches = (self.version, branches);
    }

    /// Where a branch parts, what was done first, and how far it got.
    fn told_of(&mut self, tip: NodeId, parts: Option<NodeId>, first: Option<NodeId>) -> String {
        let turn = parts.and_then(|node| self.playtest.at(Moment::end(node))).map_or(0, |scene| scene.turn);
        let first = first.and_then(|node| Some((node, self.playtest.node(node)?.event.clone())));
        let what = match first {
            Some((node, event)) => match &*event {
                Event::Choice { choice, .. } => {
                    let who = self.program.names.get(choice.player.wrapping_sub(1)).map_or("Somebody".into(), Arc::clone);
                    // Where several people play, the names of branches are for all of them.
                    let reader = self.viewer().filter(|viewer| (0..self.seats.len()).all(|n| n == *viewer || !self.is_person(n)));
                    let label = self.playtest.told(node, reader).unwrap_or_else(|| "a secret choice".to_owned());
                    format!("{who}: {label}")
                }
                Event::Edit(_) => self.playtest.told(node, None).unwrap_or_default(),
                Event::Rules(_) | Event::Begin { .. } => "other rules".to_owned(),
            },
            None => return format!("turn {turn}, nothing decided since"),
        };
        let choices = |node| self.playtest.node(node).map_or(0, |node| node.end.choices);
        let decisions = choices(tip).saturating_sub(parts.map_or(0, choices));
        let s = if decisions == 1 { "" } else { "s" };
        format!("turn {turn}, {what} ({decisions} decision{s})")
    }

    /// What the way that is played is called, and its place in the playtest.
    pub fn played_branch(&self) -> (usize, Option<&str>) {
        let refs = self.playtest.refs();
        (refs.on, refs.branches[refs.on].name.as_deref())
    }

    pub(super) fn name_branches(&mut self, names: Vec<(usize, String)>) {
        let named = |name: String| Some(name.trim().to_owned()).filter(|name| !name.is_empty());
        self.playtest.name_branches(names.into_iter().map(|(branch, name)| (branch, named(name))));
        self.bring();
        self.read_branches();
    }
}
