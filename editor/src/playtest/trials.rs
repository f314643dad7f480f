//! What the options of a question lead to, worked out beside the window while a person thinks about them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use interpreter::players::Greedy;
use interpreter::players::advice::{Advice, advice};
use interpreter::program::Program;
use interpreter::trial::{self, Chances, Tried};
use interpreter::vm::Machine;

use super::Race;
use crate::beside::Beside;

/// What a bot thinks of the options of a question.
#[derive(Clone, Debug)]
pub enum Hint {
    Given(Advice),
    /// No state that it imagined agrees with what the player sees.
    Blind,
    /// Why it can't say.
    Failed(String),
}

/// What is known of the options of one question, and what is still being worked out.
#[derive(Default)]
pub(super) struct Trials {
    /// The version of the race in which they are asked.
    of: Option<u64>,
    tried: Vec<Tried>,
    trying: Beside<Vec<Tried>>,
    /// The same of the odds, and whether somebody wants them.
    wants_odds: bool,
    counted_of: Option<u64>,
    chances: Vec<Option<Chances>>,
    counting: Beside<Vec<Option<Chances>>>,
    /// The same of a hint: which options are good, or why nobody knows.
    wants_hint: Option<u64>,
    weighed_of: Option<u64>,
    hint: Option<Hint>,
    weighing: Beside<Hint>,
    /// Tells those who count that nobody waits for them any more.
    is_old: Arc<AtomicBool>,
}

impl Drop for Trials {
    fn drop(&mut self) {
        self.is_old.store(true, Ordering::Relaxed);
    }
}

impl Race {
    /// Tries the options of the question that a person is asked, and counts odds if they are wanted. Returns whether something is still to
    /// come.
    pub(super) fn try_options(&mut self, with_odds: bool) -> bool {
        if self.asked().is_none() {
            return false;
        }
        let version = Some(self.version);
        self.trials.wants_odds = with_odds;
        if self.trials.of != version {
            let (program, machine) = (self.scene.program.clone(), self.table_state.clone());
            let trials = &mut self.trials;
            trials.is_old.store(true, Ordering::Relaxed);
            (trials.of, trials.counted_of) = (version, None);
            (trials.tried, trials.chances, trials.hint) = (vec![], vec![], None);
            trials.is_old = Arc::default();
            trials.trying.ask(move || trial::tries(&program, &machine));
        }
        if with_odds && self.trials.counted_of != version {
            let (program, machine) = (self.scene.program.clone(), self.table_state.clone());
            let listed = self.player_fields();
            let trials = &mut self.trials;
            trials.counted_of = version;
            let is_old = trials.is_old.clone();
            let goes_on = move || !is_old.load(Ordering::Relaxed);
            trials.counting.ask(move || trial::chances(&program, &machine, &listed, &goes_on));
        }
        if self.trials.wants_hint == version && self.trials.weighed_of != version {
            let (program, machine) = (self.scene.program.clone(), self.table_state.clone());
            let trials = &mut self.trials;
            trials.weighed_of = version;
            let is_old = trials.is_old.clone();
            let goes_on = move || !is_old.load(Ordering::Relaxed);
            trials.weighing.ask(move || hint(&program, &machine, &goes_on));
        }
        let trials = &mut self.trials;
        // If working them out fails, nothing is known of them.
        if let Some(Ok(tried)) = trials.trying.take() {
            trials.tried = tried;
        }
        if let Some(Ok(chances)) = trials.counting.take() {
            trials.chances = chances;
        }
        match trials.weighing.take() {
            Some(Ok(hint)) => trials.hint = Some(hint),
            Some(Err(why)) => trials.hint = Some(Hint::Failed(why)),
            None => {}
        }
        trials.trying.is_at_it() || trials.counting.is_at_it() || trials.weighing.is_at_it()
    }

    /// The fields of players that the manifest wants to be seen, in its order.
    fn player_fields(&self) -> Vec<String> {
        let meters = self.ruleset.manifest.appearance.iter().filter(|look| look.meter.is_some());
        let meters = meters.filter_map(|look| Some(look.of.strip_prefix("player.")?.to_owned()));
        let listed = self.ruleset.manifest.look("player").fields(interpreter::data::manifest::Use::Board);
        meters.chain(listed.unwrap_or_default().iter().map(|(name, _)| name.to_string())).collect()
    }

    /// Wants a hint for the question that a person is asked, or hides it.
    pub fn want_hint(&mut self, wanted: bool) {
        self.trials.wants_hint = Some(self.version).filter(|_| wanted && self.asked().is_some());
    }

    /// Whether a hint for the question is wanted.
    pub fn wants_hint(&self) -> bool {
        self.trials.wants_hint == Some(self.version) && self.asked().is_some()
    }

    /// The hint, once it is worked out.
    pub fn hint(&self) -> Option<&Hint> {
        self.trials.hint.as_ref().filter(|_| self.wants_hint() && self.trials.weighed_of == Some(self.version))
    }

    /// What an option of the question leads to, once that is known.
    pub fn tried(&self, option: usize) -> Option<&Tried> {
        self.trials.tried.get(option).filter(|_| self.trials.of == Some(self.version) && self.asked().is_some())
    }

    /// Whether somebody wants odds, and whether they are still being counted.
    pub fn odds_wanted(&self) -> Option<bool> {
        let is_counting = self.trials.counted_of != Some(self.version) || self.trials.counting.is_at_it();
        self.trials.wants_odds.then_some(is_counting)
    }

    /// What may follow from an option that leads to chance, once that is known and if odds are wanted.
    pub fn chances(&self, option: usize) -> Option<&Chances> {
        let known = self.trials.chances.get(option).and_then(Option::as_ref);
        known.filter(|_| self.trials.wants_odds && self.trials.counted_of == Some(self.version) && self.asked().is_some())
    }
}

/// Asks a greedy bot.
fn hint(program: &Program, machine: &Machine, goes_on: &dyn Fn() -> bool) -> Hint {
    match advice(&mut Greedy::new(program), program, machine, goes_on) {
        Ok(Some(advice)) => Hint::Given(advice),
        Ok(None) => Hint::Blind,
        Err(trouble) => Hint::Failed(trouble.message.clone()),
    }
}
