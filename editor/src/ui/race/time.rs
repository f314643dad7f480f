//! Looking back and forth, playing and pausing, and playing on from a moment of the past.

use std::sync::Arc;

use interpreter::edit::Edit;
use interpreter::game::{Line, Status};
use interpreter::playtest::{Moment, NodeId};
use interpreter::why::Write;

use super::{Branch, Pace, Race, Thing, Waiting};
use crate::playtest::timeline::{Stop, Stride, Timeline, Way};

/// What can be asked of a race besides answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// A step back or on; on from the present the bots play so far.
    Step(Stride, Way),
    /// To a stop of the timeline.
    LookAt(usize),
    /// To a line of the log, by its number: the pieces stand as they did when it was written.
    LookAtLine(usize),
    /// To the present.
    Now,
    /// To the moment right behind a write.
    LookAtWrite(Box<Write>),
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
            Act::LookAtLine(line) => {
                if let Some(moment) = self.path.moment(line) {
                    self.look_back(moment);
                }
            }
            Act::LookAtWrite(write) => {
                if let Some(moment) = write.moment {
                    self.look_back(moment);
                }
            }
            Act::Why(thing) => self.ask_why(thing),
            Act::Now => {
                self.show_present();
                self.going = Going::Plays;
            }
            Act::Edit(edit) => drop(self.edit(&edit)),
            Act::EditState(on) => self.set_editing(on),
            Act::EndEditing => self.end_editing(),
            Act::LeaveEditing => self.leave_editing(),
            Act::Play(on) => self.play(on),
            Act::PlayFromHere => self.play_from_here(),
            Act::TakeUp(branch) => self.take_up(branch),
            Act::LookAtMoment(moment) => self.look_back(moment),
            Act::NameBranches(names) => self.name_branches(names),
        }
    }

    /// All that one can look back to.
    pub fn timeline(&self) -> Arc<Timeline> {
        self.timeline.clone()
    }

    /// Reads the timeline anew if something has happened, and the branches.
    pub fn renew_timeline(&mut self) {
        if self.renewed != Some(self.version()) {
            self.renewed = Some(self.version());
            self.timeline = Arc::new(Timeline::of(&self.path));
            self.read_branches();
        }
    }

    /// The last stop up to the moment of the past that is on show; `None`: nobody looks back.
    pub fn looking_at(&self) -> Option<&Stop> {
        self.timeline.stops.get(self.timeline.at(self.at)).filter(|_| !self.live)
    }

    /// What chance is to give by somebody's wish after what is on show.
    pub fn pending(&self) -> &[Edit] {
        &self.pending
    }

    /// The lines of the log that are on show, as far as the one who looks may read them.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &Line> {
        let viewer = self.viewer();
        (0..self.shown).filter_map(|n| self.path.line(n)).filter(move |line| line.is_for(viewer, self.blocks))
    }

    /// The lines that may be read now, with their numbers: what lies ahead of the past that is on show, too, but not what is yet to
    /// be shown for the first time.
    pub fn all_lines(&self) -> impl Iterator<Item = (usize, &Line)> {
        let (viewer, blocks) = (self.viewer(), self.path.sum().blocks);
        let most = if self.live { self.shown } else { self.path.sum().lines };
        self.path.lines().take(most).enumerate().filter(move |(_, line)| line.is_for(viewer, blocks))
    }

    /// The stop on show, the last one in the present; while something is being shown, the last one that was.
    pub fn stop_on_show(&self) -> usize {
        if self.live && self.is_all_shown() { self.timeline.last() } else { self.timeline.at(self.at) }
    }

    /// Whether something goes on by itself.
    pub fn is_going(&self, pace: Pace) -> bool {
        matches!(self.waiting(pace), Waiting::Showing | Waiting::Bot | Waiting::NextTurn)
    }

    pub fn can_step(&self, stride: Stride, way: Way) -> bool {
        let steps = self.timeline.step(self.stop_on_show(), stride, way).is_some();
        steps || way == Way::On && self.live && self.asks_bot()
    }

    /// Other ways in which this race went.
    pub fn branches(&self) -> &[Branch] {
        &self.branches
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
            Going::Until(stride, from) => self.timeline.next(from, stride).is_some(),
        }
    }

    /// A step that bots have made has led as far as it should.
    pub(super) fn pause_where_reached(&mut self) {
        if matches!(self.going, Going::Until(..)) && self.holds_bots() {
            self.going = Going::Paused;
        }
    }

    fn step(&mut self, stride: Stride, way: Way) {
        self.renew_timeline();
        let from = self.stop_on_show();
        match self.timeline.step(from, stride, way) {
            Some(to) => self.look_at(to),
            None if way == Way::On && self.asks_bot() => (self.going, self.next_turn) = (Going::Until(stride, from), true),
            None => {}
        }
    }

    /// Shows the race as it was at a stop; at the last one the present, where it pauses.
    pub fn look_at(&mut self, stop: usize) {
        self.renew_timeline();
        match self.timeline.stops.get(stop).filter(|_| stop < self.timeline.last()).map(|stop| stop.moment) {
            Some(moment) => self.look_back(moment),
            None => {
                self.going = Going::Paused;
                self.show_present();
            }
        }
    }

    /// Shows the race as it was at a moment.
    fn look_back(&mut self, moment: Moment) {
        self.renew_timeline();
        (self.going, self.live) = (Going::Paused, false);
        self.show_at(moment);
        self.trail = self.last_move();
    }

    /// A moment that was on show is on show again: the present, or one of the past, if it lies on the way there.
    pub(super) fn show_again(&mut self, moment: Moment) {
        match self.path.find(moment.node) {
            Some(_) if moment != Moment::end(self.playtest.head()) => self.look_back(moment),
            _ => self.show_present(),
        }
        self.going = Going::Paused;
    }

    /// Whether what is on show lies between two stops: nobody is asked there.
    pub fn is_between(&self) -> bool {
        self.looking_at().is_some_and(|stop| stop.moment != self.at)
    }

    /// Whether bots wait for somebody to let them go on.
    pub fn is_paused(&self) -> bool {
        self.live && self.going == Going::Paused && self.asks_bot()
    }

    fn play(&mut self, on: bool) {
        let is_over = !matches!(self.status(), Status::Asking(_));
        match (on, self.live) {
            // From the past on it is shown again, up to the present.
            (true, false) => (self.live, self.next_turn) = (true, false),
            (true, true) if self.is_all_shown() && is_over => {
                self.look_at(0);
                self.live = true;
            }
            (false, true) => {
                self.land();
                self.live = self.is_all_shown();
            }
            _ => {}
        }
        self.going = if on { Going::Plays } else { Going::Paused };
    }

    /// Where one plays on from what is on show: where its run stops, if something was done since then.
    pub(super) fn branches_from(&self) -> Option<NodeId> {
        Some(self.at.node).filter(|node| !self.live && *node != self.playtest.head())
    }

    pub(super) fn play_from_here(&mut self) {
        // Where nobody has done anything since, what comes after it is what goes on.
        match self.branches_from() {
            Some(node) if self.playtest.play_on(node) => self.moved(),
            _ if self.live => {}
            _ => self.show_present(),
        }
        self.going = Going::Plays;
    }

    fn take_up(&mut self, n: usize) {
        if self.playtest.take_up(n) {
            self.moved();
        }
    }
}
