//! Makes a playtest of a game that was played.

use std::sync::Arc;

use super::refs::Deed;
use super::{Build, By, Event, Moment, Playtest, Refs, Report, RulesChange, RunPoint};
use crate::diagnostic::Diagnostic;
use crate::game::{Choice, Game, Status};
use crate::players::BotStream;
use crate::program::Program;

impl Playtest {
    /// A game that was played from its beginning. What people did in it can be undone.
    pub fn of(build: Option<Build>, game: &Game, is_of_person: impl Fn(&Choice) -> bool) -> Playtest {
        let mut playtest = Playtest::new(build, &game.program, game.seed, game.previous.clone());
        playtest.add(game, is_of_person);
        playtest
    }

    /// Adds the next race of a series as it was played.
    pub fn add_race(&mut self, build: Option<Build>, game: &Game, is_of_person: impl Fn(&Choice) -> bool) {
        let stage = self.stage(build, &game.program);
        self.next_race(stage, game.seed, game.previous.clone());
        self.add(game, is_of_person);
    }

    /// Repeats in the race what was done in a game that goes on from where the race stands.
    pub fn add(&mut self, game: &Game, is_of_person: impl Fn(&Choice) -> bool) {
        let mut done = true;
        for (edit, luck, run) in game.done() {
            let before = self.refs.clone();
            done &= match (edit, game.choices.get(run.sum.choices.wrapping_sub(1))) {
                (Some(edit), _) => {
                    let is_done = self.edit(edit.clone()).is_ok();
                    self.add_deed(edit.told(&game.program), before);
                    is_done
                }
                (None, Some(choice)) => self.chosen_again(choice, luck, is_of_person(choice), before),
                (None, None) => false,
            };
        }
        debug_assert!(done, "what was done once can be done again");
    }

    /// Lets other rules take the race over where it stands, as one deed, at the call of the flow in its last run that has this many calls
    /// after it.
    pub(crate) fn taken_over_before(&mut self, calls_later: usize, program: &Arc<Program>) -> Result<(), Diagnostic> {
        let (head, before, stage) = (self.head(), self.refs.clone(), self.stage(None, program));
        let call = self.run_of(head).calls().count().checked_sub(1 + calls_later);
        let event = Event::Rules(RulesChange { from: Moment::end(head), report: Report::default() });
        self.go(Some(RunPoint { node: head, call }), stage, event, 0)?;
        self.add_deed("The rules were changed", before);
        Ok(())
    }

    fn chosen_again(&mut self, choice: &Choice, luck: &Arc<[BotStream]>, by_person: bool, before: Refs) -> bool {
        let found = match &self.run_of(self.head()).status {
            Status::Asking(question) => question.find(choice),
            _ => None,
        };
        let by = if by_person { By::Person } else { By::Bot };
        let done = found.is_some_and(|option| self.choose(option, by, 0, luck.clone()).is_ok());
        if by_person {
            self.add_deed("", before);
        }
        done
    }

    pub(super) fn add_deed(&mut self, name: impl Into<String>, before: Refs) {
        self.deeds += 1;
        self.undo.push(Deed { name: name.into(), refs: before, rules: None, number: self.deeds });
    }
}
