//! What was done in a race, step by step, and the way back.

use std::sync::Arc;

use interpreter::data::track::Track;
use interpreter::game::{Choice, Game};
use interpreter::players::BotStream;
use interpreter::reload::Reloaded;
use interpreter::ruleset::Ruleset;
use interpreter::vm::Machine;

use super::{Branch, Race, Stage};

/// What a person did, and what takes it back.
pub(super) enum Step {
    /// A person answered, after so many answers.
    Answer(usize),
    /// The whole race was exchanged for another.
    Whole(Box<Former>),
}

/// What was taken back, to be done again.
pub(super) enum Undone {
    /// All answers since a person's, which was given after so many.
    Answers { from: usize, answers: Vec<(Choice, Arc<[BotStream]>)> },
    /// As it was before it was taken back.
    Whole(Box<Former>),
}

/// A game that is played, with the rules and the board that it is played on.
#[derive(Clone)]
pub(super) struct Play {
    pub stage: Arc<Stage>,
    pub game: Game,
}

/// A race as it was before a step.
pub(super) struct Former {
    /// What was done then: `The rules were changed`.
    name: String,
    play: Play,
    branches: Vec<Arc<Branch>>,
    /// Where the rules were changed: how many answers had been given when that was done.
    reloaded: Option<usize>,
}

impl Race {
    pub fn can_undo(&self) -> bool {
        !self.steps.is_empty()
    }

    /// How much can be taken back.
    pub fn steps_done(&self) -> usize {
        self.steps.len()
    }

    /// What would be taken back.
    pub fn undoes(&self) -> Option<&str> {
        Some(match self.steps.last()? {
            Step::Answer(n) => self.present().chosen(*n, self.viewer()).unwrap_or("an answer"),
            Step::Whole(former) => &former.name,
        })
    }

    /// A game from a file: what people answered in it can be taken back, and all of it is on show.
    pub fn take_up_saved(&mut self) {
        let choices = self.game.choices.iter().enumerate().skip(self.game.sum_before().choices);
        let by_people = choices.filter(|(_, choice)| self.is_person(choice.player.wrapping_sub(1)));
        self.steps = by_people.map(|(n, _)| Step::Answer(n)).collect();
        self.show_present();
    }

    /// Takes back the last thing that a person did. Where that was a change of the rules, what was still being shown goes on being shown.
    pub fn undo(&mut self) {
        let was_reload = matches!(self.steps.last(), Some(Step::Whole(former)) if former.reloaded.is_some());
        let on_show = self.on_show().filter(|_| was_reload);
        self.come_back();
        match self.steps.pop() {
            None => return,
            Some(Step::Answer(n)) => {
                let choices = self.game.choices.iter().cloned().enumerate().skip(n);
                let answers = choices.map(|(n, choice)| (choice, self.game.luck_after(n + 1).clone())).collect();
                let went = self.game.go_back(n);
                debug_assert!(went, "every answer had a question");
                self.undone.push(Undone::Answers { from: n, answers });
                self.has_changed();
            }
            Some(Step::Whole(former)) => {
                let undone = self.swapped(*former);
                self.undone.push(Undone::Whole(Box::new(undone)));
            }
        }
        self.show_present();
        self.go_on_showing(on_show, None);
        self.edited_at_most_from_here();
    }

    /// Puts back what was, and gives what is.
    fn swapped(&mut self, Former { name, play, branches, reloaded }: Former) -> Former {
        let play = self.put(play);
        let branches = std::mem::replace(&mut self.branches, branches);
        Former { name, play, branches, reloaded }
    }

    /// Whether something was taken back that can be done again: nobody has done anything else since.
    pub fn can_redo(&self) -> bool {
        match self.undone.last() {
            Some(Undone::Answers { from, .. }) => *from == self.present().choices.len(),
            Some(Undone::Whole(_)) => true,
            None => false,
        }
    }

    /// Does again what was taken back last. Where that was a change of the rules, what was still being shown goes on being shown.
    pub fn redo(&mut self) {
        if !self.can_redo() {
            return;
        }
        let is_reload = matches!(self.undone.last(), Some(Undone::Whole(later)) if later.reloaded.is_some());
        let on_show = self.on_show().filter(|_| is_reload);
        self.come_back();
        match self.undone.pop() {
            Some(Undone::Answers { from, answers }) => {
                for (choice, luck) in answers {
                    self.game.luck = luck;
                    let took = self.game.find(&choice).is_some_and(|n| self.game.choose(n).is_ok());
                    debug_assert!(took, "it is the same game");
                }
                self.steps.push(Step::Answer(from));
                self.has_changed();
            }
            Some(Undone::Whole(later)) => {
                let former = self.swapped(*later);
                self.steps.push(Step::Whole(Box::new(former)));
            }
            None => {}
        }
        self.edited_from_here();
        self.show_present();
        let seam = self.seam();
        self.go_on_showing(on_show, seam);
    }

    /// The game as it was before the last change of the rules, if nobody has answered anything since: several changes on end are one.
    pub fn before_reload(&self) -> Option<&Game> {
        match self.steps.last()? {
            Step::Whole(former) if former.reloaded == Some(self.present().choices.len()) => Some(&former.play.game),
            _ => None,
        }
    }

    /// Goes on under other rules, or on another board. Seats, pace and the bots' luck stay; [`Race::undo`] brings back what was: before
    /// several changes on end, where nobody has answered anything in between. What was still being shown goes on being shown.
    pub fn reload(&mut self, ruleset: Arc<Ruleset>, track: Track, track_name: Arc<str>, reloaded: Reloaded) {
        let (looked_at, on_show) = (self.looking_at().cloned(), self.on_show());
        self.come_back();
        if self.before_reload().is_some()
            && let Some(Step::Whole(former)) = self.steps.pop()
        {
            self.put(former.play);
        }
        let game = reloaded.game;
        let stage = Stage::new(ruleset, track, track_name, game.program.clone());
        let stage = if game.before().is_some() { stage.after(self.stage.clone()) } else { stage };
        let given = Some(game.choices.len());
        self.exchange_from("The rules were changed", Play { stage: Arc::new(stage), game }, given);
        // Who looks at a moment that is there as before goes on looking at it.
        if let Some(stop) = looked_at.and_then(|stop| self.timeline().like(&stop)) {
            self.look_at(stop);
        }
        let seam = self.seam();
        self.go_on_showing(on_show, seam);
    }

    /// Plays something else, as one step.
    pub(super) fn exchange(&mut self, name: &str, play: Play) {
        self.exchange_from(name, play, None);
    }

    fn exchange_from(&mut self, name: &str, play: Play, reloaded: Option<usize>) {
        self.come_back();
        let former = self.put(play);
        let branches = self.branches.clone();
        self.undone.clear();
        self.steps.push(Step::Whole(Box::new(Former { name: name.to_owned(), play: former, branches, reloaded })));
        self.show_present();
    }

    /// Puts another in the place of what is played, and gives what was.
    pub(super) fn put(&mut self, play: Play) -> Play {
        let former =
            Play { stage: std::mem::replace(&mut self.stage, play.stage), game: std::mem::replace(&mut self.game, play.game) };
        self.has_changed();
        if !Arc::ptr_eq(&former.stage.program, &self.stage.program) {
            self.renew();
        }
        former
    }

    /// What depends on the program is made anew.
    fn renew(&mut self) {
        self.table_state = Machine::new(&self.stage.program);
        self.forget_why();
        (self.next_turn, self.rest_until) = (false, 0.0);
    }
}
