//! Looking back and forth, playing and pausing, and playing on from a moment of the past.

use std::sync::Arc;

use interpreter::edit::Edit;
use interpreter::game::{Line, Status};
use interpreter::playtest::{Moment, NodeId, NoteChange};

use super::timeline::{Stop, Stride, Timeline, Way};
use super::{Pace, Race, Thing, Waiting};

/// What can be asked of a race besides answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// A step back or on; on from the present the bots play so far.
    Step(Stride, Way),
    /// To a stop of the timeline.
    LookAt(usize),
    /// To the present.
    Now,
    /// Tells what made a thing what it is.
    Why(Thing),
    /// Changes the state by hand.
    Edit(Edit),
    /// Whether pieces are dragged to change where they stand.
    EditState(bool),
    /// What was changed by hand stays, and the race goes on from it.
    EndEditing,
    /// All that was done since editing was begun is taken back.
    LeaveEditing,
    /// Plays, or pauses.
    Play(bool),
    /// Goes on from what is on show; what came after it is kept as a branch.
    PlayFromHere,
    /// Takes up a branch, by its place in the playtest.
    TakeUp(usize),
    /// To a moment on the way to the present.
    LookAtMoment(Moment),
    /// Gives branches names, by their places in the playtest; an empty one takes a name away.
    NameBranches(Vec<(usize, String)>),
    /// Writes, changes and deletes notes.
    Note(Vec<NoteChange>),
}

/// How the race goes on by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Going {
    #[default]
    Plays,
    Paused,
    /// Until a stop of this stride is reached that comes after so many stops. The timeline is read anew with each answer then.
    Until(Stride, usize),
}

impl Race {
    /// Does what was asked for.
    pub fn act(&mut self, act: Act) {
        match act {
            Act::Step(stride, way) => self.step(stride, way),
            Act::LookAt(stop) => self.look_at(stop),
            Act::Why(thing) => self.ask_why(thing),
            Act::Now => self.go_to_present(),
            Act::Edit(edit) => drop(self.edit(&edit)),
            Act::EditState(on) => self.editing = on.then(|| self.editing.unwrap_or(self.playtest.deeds_ever())),
            Act::EndEditing => {
                self.editing = None;
                self.going = if self.looks_back { self.going } else { Going::Plays };
            }
            Act::LeaveEditing => {
                if let Some(ever) = self.editing.take().filter(|ever| self.playtest.deeds_after(*ever) > 0) {
                    self.playtest.leave(ever);
                    self.moved();
                }
            }
            Act::Play(on) => self.play(on),
            Act::PlayFromHere => self.play_from_here(),
            Act::TakeUp(branch) => {
                if self.playtest.take_up(branch) {
                    self.moved();
                }
            }
            Act::LookAtMoment(moment) => self.look_back(moment),
            Act::NameBranches(names) => self.name_branches(names),
            Act::Note(changes) => self.write_notes(changes),
        }
    }

    /// All that one can look back to.
    pub fn timeline(&self) -> Arc<Timeline> {
        self.timeline.get_or_init(|| Arc::new(Timeline::of(&self.path))).clone()
    }

    /// The lines of the log that are on show, as far as the one who looks may read them.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &Line> {
        let viewer = self.viewer();
        let (shown, blocks) = (self.scene.sum.lines, self.scene.sum.blocks);
        (0..shown).filter_map(|n| self.path.line(n)).filter(move |line| line.is_for(viewer, blocks))
    }

    /// The lines that may be read now, with their numbers: what lies ahead of the past that is on show, too, but not what is yet to
    /// be shown for the first time.
    pub fn all_lines(&self) -> impl Iterator<Item = (usize, &Line)> {
        let (viewer, upto) = (self.viewer(), if self.looks_back { self.path.sum() } else { self.scene.sum });
        let blocks = upto.blocks;
        self.path.lines().take(upto.lines).enumerate().filter(move |(_, line)| line.is_for(viewer, blocks))
    }

    /// The stop on show, the last one in the present; while something is being shown, the last one that was.
    pub fn stop_on_show(&self) -> usize {
        let timeline = self.timeline();
        if !self.looks_back && self.is_all_shown() { timeline.last() } else { timeline.at(self.scene.moment) }
    }

    /// The last stop that has been on show: what comes after it is given away to nobody who watches.
    pub fn last_seen(&self) -> usize {
        let is_seen = |stop: &Stop| self.seen.get(&stop.moment.node).is_none_or(|seen| stop.moment.tick <= *seen);
        let last = self.timeline().stops.iter().rposition(is_seen).unwrap_or_default();
        last.max(self.stop_on_show())
    }

    /// Whether something goes on by itself.
    pub fn is_going(&self, pace: Pace) -> bool {
        matches!(self.waiting(pace), Waiting::Showing | Waiting::Bot | Waiting::NextTurn)
    }

    pub fn can_step(&self, stride: Stride, way: Way) -> bool {
        let steps = self.timeline().step(self.stop_on_show(), stride, way).is_some();
        steps || way == Way::On && !self.looks_back && self.asks_bot()
    }

    /// Why playing or pausing does nothing now; `None`: it does something.
    pub fn plays_nothing(&self, pace: Pace) -> Option<&'static str> {
        match self.waiting(pace) {
            Waiting::Person | Waiting::Handover => Some("It waits for an answer"),
            _ => None,
        }
    }

    /// Whether bots are to wait.
    pub(super) fn holds_bots(&self) -> bool {
        match self.going {
            Going::Plays => false,
            Going::Paused => true,
            Going::Until(stride, from) => self.timeline().next(from, stride).is_some(),
        }
    }

    /// A step that bots have made has led as far as it should.
    pub(super) fn pause_where_reached(&mut self) {
        if matches!(self.going, Going::Until(..)) && self.holds_bots() {
            self.going = Going::Paused;
        }
    }

    fn step(&mut self, stride: Stride, way: Way) {
        let from = self.stop_on_show();
        match self.timeline().step(from, stride, way) {
            Some(to) => self.look_at(to),
            None if way == Way::On && self.asks_bot() => (self.going, self.next_turn) = (Going::Until(stride, from), true),
            None => {}
        }
    }

    /// Shows the race as it was at a stop; at the last one the present, where it pauses.
    pub fn look_at(&mut self, stop: usize) {
        let timeline = self.timeline();
        match timeline.stops.get(stop).filter(|_| stop < timeline.last()) {
            Some(stop) => self.look_back(stop.moment),
            None => {
                self.going = Going::Paused;
                self.skip();
            }
        }
    }

    /// Shows the race as it was at a moment.
    pub(super) fn look_back(&mut self, moment: Moment) {
        if !self.looks_back {
            self.was_paused = self.going == Going::Paused;
        }
        (self.going, self.looks_back) = (Going::Paused, true);
        self.show_at(moment);
    }

    /// Shows the present. The race goes on from there, unless it was paused before somebody looked back.
    fn go_to_present(&mut self) {
        let is_paused = if self.looks_back { self.was_paused } else { self.going == Going::Paused };
        self.skip();
        self.going = if is_paused { Going::Paused } else { Going::Plays };
    }

    /// Whether what is on show lies between two stops: nobody is asked there.
    pub fn is_between(&self) -> bool {
        let timeline = self.timeline();
        timeline.stops.get(timeline.at(self.scene.moment)).is_some_and(|stop| stop.moment != self.scene.moment)
    }

    /// Whether bots wait for somebody to let them go on.
    pub fn is_paused(&self) -> bool {
        !self.looks_back && self.going == Going::Paused && self.asks_bot()
    }

    fn play(&mut self, on: bool) {
        let is_over = !matches!(self.status(), Status::Asking(_));
        match (on, self.looks_back) {
            // From the past on it is shown again, up to the present.
            (true, true) => (self.looks_back, self.next_turn) = (false, false),
            (true, false) if self.is_all_shown() && is_over => {
                self.look_at(0);
                self.looks_back = false;
            }
            (false, false) => {
                self.glide = None;
                (self.looks_back, self.was_paused) = (!self.is_all_shown(), true);
            }
            _ => {}
        }
        self.going = if on { Going::Plays } else { Going::Paused };
    }

    /// Where one plays on from what is on show: where its run stops, if something was done since then.
    pub(super) fn branches_from(&self) -> Option<NodeId> {
        Some(self.scene.moment.node).filter(|node| self.looks_back && *node != self.playtest.head())
    }

    /// What is on show stays there. The rest of its run, in which nobody is asked anything, is shown as at first.
    pub(super) fn play_from_here(&mut self) {
        let shown = self.scene.moment;
        // Where nobody has done anything since, what comes after it is what goes on.
        let leaves = self.branches_from().is_some_and(|node| self.playtest.play_on(node));
        (self.looks_back, self.next_turn, self.going) = (false, false, Going::Plays);
        if leaves {
            self.moved_to(shown);
        }
    }
}
