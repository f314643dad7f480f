//! Looking back and forth, playing and pausing, and playing on from a moment of the past.

use std::sync::Arc;

use interpreter::edit::Edit;
use interpreter::game::{Line, Status};
use interpreter::playtest::NodeId;
use interpreter::why::Write;

use super::{Pace, Race, Thing, Waiting};
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
    /// To the moment right behind a write, else to the question before it.
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
    /// Takes up a branch, by its place in the list.
    TakeUp(usize),
}

/// The timeline as it was when so much had happened.
#[derive(Default)]
pub(super) struct Looked {
    timeline: Arc<Timeline>,
    pub of: Option<(usize, usize)>,
    /// The stop on show; `None`: the present.
    pub at: Option<usize>,
    /// It is a moment behind that stop.
    is_between: bool,
    /// That of a write: after how many choices and lines.
    pub write: Option<(usize, usize)>,
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
            Act::LookAtLine(line) => self.look_at_line(line),
            Act::LookAtWrite(write) => self.look_at_write(&write),
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
        }
    }

    /// All that one can look back to.
    pub fn timeline(&self) -> Arc<Timeline> {
        self.looked.timeline.clone()
    }

    /// Reads the timeline anew if something has happened.
    pub fn renew_timeline(&mut self) {
        self.name_branches();
        let now = Some((self.present().choices.len(), self.present().log.len()));
        if self.looked.of != now {
            self.looked.timeline = Arc::new(Timeline::of(self.present()));
            self.looked.of = now;
        }
    }

    /// The moment of the past that is on show.
    pub fn looking_at(&self) -> Option<&Stop> {
        self.looked.timeline.stops.get(self.looked.at?)
    }

    /// The lines of the log that are on show, as far as the one who looks may read them.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &Line> {
        let (viewer, blocks) = (self.viewer(), self.looking_at().map_or(self.game.sum().blocks, |stop| stop.blocks));
        self.game.log.iter().take(self.shown).filter(move |line| line.is_for(viewer, blocks))
    }

    /// The lines that may be read now, with their numbers: what lies ahead of the past that is on show, too, but not what is yet to
    /// be shown for the first time.
    pub fn all_lines(&self) -> impl Iterator<Item = (usize, &Line)> {
        let (viewer, blocks) = (self.viewer(), self.present().sum().blocks);
        let most = if self.looked.at.is_some() { usize::MAX } else { self.shown };
        self.whole_log().enumerate().take(most).filter(move |(_, line)| line.is_for(viewer, blocks))
    }

    /// The stop on show, the last one in the present; while something is being shown, the last one that was.
    pub fn stop_on_show(&self) -> usize {
        match self.looked.at {
            Some(at) => at,
            None if self.is_all_shown() => self.looked.timeline.last(),
            None => self.looked.timeline.at_line(self.shown),
        }
    }

    /// Whether something goes on by itself.
    pub fn is_going(&self, pace: Pace) -> bool {
        matches!(self.waiting(pace), Waiting::Showing | Waiting::Bot | Waiting::NextTurn)
    }

    pub fn can_step(&self, stride: Stride, way: Way) -> bool {
        let steps = self.looked.timeline.step(self.stop_on_show(), stride, way).is_some();
        steps || way == Way::On && self.looked.at.is_none() && self.asks_bot()
    }

    /// Other ways in which this race went: their places in the playtest, and what they are called.
    pub fn branches(&self) -> &[(usize, String)] {
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
            Going::Until(stride, from) => self.looked.timeline.next(from, stride).is_some(),
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
        match self.looked.timeline.step(from, stride, way) {
            Some(to) => self.look_at(to),
            None if way == Way::On && self.asks_bot() => (self.going, self.next_turn) = (Going::Until(stride, from), true),
            None => {}
        }
    }

    /// Shows the race as it was at a stop; at the last one the present, where it pauses.
    pub fn look_at(&mut self, stop: usize) {
        self.renew_timeline();
        self.going = Going::Paused;
        let timeline = self.looked.timeline.clone();
        if stop >= timeline.last() {
            self.show_present();
            return;
        }
        let at = &timeline.stops[stop];
        self.bring(at.rules_ago);
        (self.looked.at, self.looked.is_between, self.looked.write) = (Some(stop), false, None);
        self.glide = None;
        self.shown = at.lines.min(self.game.log.len());
        self.table_state.set_state(&at.state);
        self.places = self.places_of(&at.state);
        self.turn_of = at.turn_of;
        let since = self.game.log[..self.shown].iter().rev().take_while(|line| line.turn == at.turn);
        let moved = since.filter_map(|line| line.moved.clone()).next();
        self.trail = moved.map(|moved| self.followed(moved));
    }

    /// Shows the race as it was when a line of the log was written.
    fn look_at_line(&mut self, line: usize) {
        self.renew_timeline();
        let timeline = self.looked.timeline.clone();
        let stop = timeline.at_line(line + 1);
        let Some(from) = timeline.stops.get(stop).map(|stop| stop.lines) else { return };
        self.look_at(stop);
        if self.looked.at.is_none() {
            return;
        }
        for n in from..(line + 1).min(self.game.log.len()) {
            if let Some(moved) = self.game.log[n].moved.clone() {
                self.put_piece(&moved);
                self.trail = Some(self.followed(moved));
            }
        }
        self.looked.is_between |= line + 1 > from;
        self.shown = self.shown.max((line + 1).min(self.game.log.len()));
    }

    /// Shows the race as it was right behind a write; where its state isn't known, at the last stop before it.
    fn look_at_write(&mut self, write: &Write) {
        self.renew_timeline();
        let stop = self.looked.timeline.during(write.choices, write.lines);
        let program = self.program.clone();
        self.look_at(stop);
        // Under other rules a state lies otherwise.
        if !Arc::ptr_eq(&program, &self.program) {
            return;
        }
        let Some(state) = write.state.as_ref().filter(|state| self.looked.at.is_some() && state.len() == self.program.state_len)
        else {
            return;
        };
        self.table_state.set_state(state);
        self.places = self.places_of(state);
        self.turn_of = write.turn_of;
        self.shown = self.shown.max(write.lines.min(self.game.log.len()));
        (self.looked.is_between, self.looked.write) = (true, Some((write.choices, write.lines)));
    }

    /// Whether what is on show lies between two stops: one can only play on from the one before.
    pub fn is_between(&self) -> bool {
        self.looked.at.is_some() && self.looked.is_between
    }

    /// Whether bots wait for somebody to let them go on.
    pub fn is_paused(&self) -> bool {
        self.looked.at.is_none() && self.going == Going::Paused && self.asks_bot()
    }

    fn play(&mut self, on: bool) {
        match (on, self.looked.at.take()) {
            // From the past on it is shown again, up to the present.
            (true, Some(_)) => self.next_turn = false,
            (true, None) if self.is_all_shown() && !matches!(self.game.status, Status::Asking(_)) => {
                self.look_at(0);
                self.looked.at = None;
            }
            (true, None) => {}
            (false, Some(at)) => self.looked.at = Some(at),
            (false, None) => {
                if !self.is_all_shown() {
                    self.renew_timeline();
                    let at = self.looked.timeline.at_line(self.shown);
                    self.look_at(at);
                }
            }
        }
        self.going = if on { Going::Plays } else { Going::Paused };
    }

    /// Where one plays on from what is on show: somebody answered otherwise, or went on, since then.
    pub(super) fn branches_from(&self) -> Option<NodeId> {
        let went_on = |choices: usize| self.shows_other_rules() || self.game.choices.len() > choices;
        self.looking_at().filter(|stop| went_on(stop.choices)).and_then(|stop| self.game.node_asked(stop.choices))
    }

    pub(super) fn play_from_here(&mut self) {
        if self.looked.at.is_none() {
            self.going = Going::Plays;
            return;
        }
        // Where nobody has decided anything since, what comes after it is what goes on.
        if self.branches_from().is_some_and(|node| self.playtest.play_on(node)) {
            self.moved();
        } else {
            self.act(Act::Now);
        }
    }

    fn take_up(&mut self, n: usize) {
        if self.playtest.take_up(n) {
            self.moved();
        }
    }
}
