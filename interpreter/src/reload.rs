//! A running game under changed rules: carried over by name, or replayed from its seed with the same choices.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::game::{Choice, Game, Status};
use crate::program::Program;

mod cards;
mod names;
mod place;
mod state;

/// A game that goes on under other rules.
#[derive(Clone)]
pub struct Reloaded {
    pub game: Game,
    /// What did not fit and what became of it, in words, each once.
    pub notes: Vec<String>,
    /// The first choice that is no longer on offer: its number among all choices of the old game, and why. The game waits there.
    pub parted: Option<(usize, Diagnostic)>,
}

/// Takes the state that the game had when the flow last called a rule, maps it by name onto the new program, and offers the choices made since
/// then again. What is new takes its default, what is out of a new range the nearest value, a piece on a space that is gone stands on the
/// nearest one; all of that is noted.
///
/// # Errors
/// Where the place in the flow can't be found again, or another number of players sits at the table: [`replay`] is left.
pub fn carry_over(old: &Game, program: Arc<Program>) -> Result<Reloaded, Diagnostic> {
    let nowhere = |text: String| {
        Diagnostic::nowhere(Code::NotOffered, text).hint("the game can be replayed from its start under the new rules instead")
    };
    if old.program.players != program.players {
        let text = format!("the game has {} players, the new one {}", old.program.players, program.players);
        return Err(nowhere(text));
    }
    let Some(held) = old.held() else {
        return Err(nowhere("the game has not called a rule of the flow yet".to_owned()));
    };
    let mut notes = Notes::default();
    let names = names::Names::new(&old.program, &program);
    let mut state = state::mapped(&names, &held.state, &mut notes);
    let checkpoint = place::put(&names, held, &mut state, &mut notes).map_err(nowhere)?;
    let game = old.taken_over(program.clone(), state, checkpoint, held);
    let mut reloaded = Reloaded { game, notes: notes.list, parted: None };
    reloaded.take(&old.choices, held.choices);
    Ok(reloaded)
}

/// Plays the game again from its seed, with the same choices, under the new rules, up to the first that is no longer on offer.
pub fn replay(old: &Game, program: Arc<Program>) -> Reloaded {
    let game = Game::start_after(program, old.seed, old.previous.clone());
    let mut reloaded = Reloaded { game, notes: vec![], parted: None };
    reloaded.take(&old.choices, 0);
    reloaded
}

impl Reloaded {
    /// Offers choices again, from number `from` on.
    fn take(&mut self, choices: &[Choice], from: usize) {
        for (n, choice) in choices.iter().enumerate().skip(from) {
            let taken = match self.game.find(choice) {
                Some(option) => self.game.choose(option),
                None => Err(self.not_offered(choice)),
            };
            if let Err(problem) = taken {
                self.parted = Some((n, problem));
                return;
            }
        }
    }

    fn not_offered(&self, choice: &Choice) -> Diagnostic {
        let was = if choice.label.is_empty() { choice.values.join(", ") } else { choice.label.clone() };
        let text = match &self.game.status {
            Status::Asking(q) if *q.decision == *choice.decision && q.player + 1 == choice.player => {
                format!("`{was}` is no longer on offer for `{}`", choice.decision)
            }
            Status::Asking(q) => {
                let who = |player: usize| self.game.program.names.get(player).map_or("somebody", |name| name);
                let (now, then) = (who(q.player), who(choice.player.wrapping_sub(1)));
                format!("{now} is asked for `{}` where {then} answered `{was}` to `{}`", q.decision, choice.decision)
            }
            Status::Over => format!("the game is over where `{was}` was chosen"),
            Status::Unfinished | Status::Failed(_) => format!("the game can't go on where `{was}` was chosen"),
        };
        Diagnostic::nowhere(Code::NotOffered, text)
    }
}

/// What did not fit, each once.
#[derive(Default)]
struct Notes {
    list: Vec<String>,
}

impl Notes {
    fn add(&mut self, note: String) {
        if !self.list.contains(&note) {
            self.list.push(note);
        }
    }
}
