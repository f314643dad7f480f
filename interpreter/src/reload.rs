//! A running game under changed rules: carried over by name, or replayed from its seed with the same choices.
//!
//! Before each rule that `flow` calls lies a checkpoint. There the frames hold nothing but the loops of the flow, so a state can be
//! mapped onto another program by name. A saved game that other rules took over keeps the texts of those before: so it is played again
//! under them, and taken over again by whatever rules stand there by then.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::edit::Edit;
use crate::game::{Choice, Game, Held, Status};
use crate::ir::{Field, FieldId, KindId, Owner, PieceId};
use crate::program::Program;
use crate::replay::{self, Labels, labels};
use crate::view::What;

mod cards;
mod names;
mod place;
mod state;
mod unfit;

pub use unfit::unfit;

/// A game that goes on under other rules.
#[derive(Clone)]
pub struct Reloaded {
    pub game: Game,
    /// What did not fit and what became of it, in words, each once.
    pub notes: Vec<String>,
    /// What is new and begins as the rules say, in words, each once.
    pub new: Vec<String>,
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
    if old.program.players != program.players {
        let text = format!("the game has {} players, the new one {}", old.program.players, program.players);
        return Err(nowhere(text));
    }
    let Some(held) = old.held() else {
        return Err(nowhere("the game has not called a rule of the flow yet".to_owned()));
    };
    let (state, checkpoint, notes) = mapped(&old.program, &program, &held)?;
    let game = old.taken_over(program.clone(), &state, checkpoint, &held);
    let mut reloaded = Reloaded { game, notes: notes.list, new: notes.new, parted: None };
    reloaded.take(old, held.choices, &old.edits_since(&held));
    Ok(reloaded)
}

fn nowhere(text: String) -> Diagnostic {
    Diagnostic::nowhere(Code::NotOffered, text).hint("the game can be replayed from its start under the new rules instead")
}

/// The state at a call of the flow, mapped by name onto another program, and the call there.
///
/// # Errors
/// Where the place in the flow can't be found again.
pub(crate) fn mapped(old: &Program, new: &Program, held: &Held<'_>) -> Result<(Vec<i32>, u16, Notes), Diagnostic> {
    let mut notes = Notes::default();
    let names = names::Names::new(old, new);
    let mut state = state::mapped(&names, held.state, &mut notes);
    let checkpoint = place::put(&names, held, &mut state, &mut notes).map_err(nowhere)?;
    Ok((state, checkpoint, notes))
}

/// Which thing of a new program one of an old program is, by name; `None`: there is none.
pub fn same(old: &Program, new: &Program, what: What) -> Option<What> {
    if std::ptr::eq(old, new) {
        return Some(what);
    }
    let names = names::Names::new(old, new);
    Some(match what {
        What::Field(field, owner) => {
            let was = old.ir.fields.get(field.index())?;
            let is_it = |field: &Field| field.name == was.name && names.same_owner(was.owner, field.owner);
            let now = new.ir.fields.iter().position(is_it)?;
            What::Field(FieldId(now as u16), names.owner(was.owner, owner)?)
        }
        What::Piece(kind, piece) => {
            let name = &old.ir.pieces.get(kind.index())?.name;
            let now = new.ir.pieces.iter().position(|piece| piece.name == *name)?;
            What::Piece(PieceId(now as u16), names.owner(Owner::Piece(kind), piece)?)
        }
        What::Card(kind, card) => {
            let (now, cards) = names.rows(kind)?;
            What::Card(KindId(now as u16), usize::try_from((*cards.get(card)?)?).ok()?)
        }
        What::Place(player) => What::Place(player),
    })
}

/// Plays the game again from its seed, with the same choices, under the new rules, up to the first that is no longer on offer.
pub fn replay(old: &Game, program: Arc<Program>) -> Reloaded {
    let game = Game::start_after(program, old.seed, old.previous.clone());
    let mut reloaded = Reloaded { game, notes: vec![], new: vec![], parted: None };
    reloaded.take(old, 0, &old.edits());
    reloaded
}

impl Reloaded {
    /// Offers choices again, from number `from` on, and makes the changes by hand in their places.
    fn take(&mut self, old: &Game, from: usize, edits: &[(usize, Edit)]) {
        let mut edits = edits.iter().peekable();
        let none = Labels::new();
        let (known, now) = (labels(&old.program), labels(&self.game.program));
        for n in from..=old.choices.len() {
            while let Some((_, edit)) = edits.next_if(|(at, _)| *at <= n) {
                if let Err(why) = self.game.edit(edit) {
                    self.notes.push(format!("what was changed by hand can't be: {}", why.message));
                }
            }
            let Some(choice) = old.choices.get(n) else { return };
            // What is nothing but its text is another option once that is another: rules that are being typed rename nothing.
            let known = if choice.values.is_empty() { &none } else { &known };
            let offered = offered(&self.game.status, &self.game.program.names, choice, (known, &now), old.chosen(n, None));
            let taken = offered.and_then(|(option, note)| {
                self.notes.extend(note.filter(|note| !self.notes.contains(note)));
                self.game.luck = old.luck_after(n + 1).clone();
                self.game.choose(option)
            });
            if let Err(problem) = taken {
                self.parted = Some((n, problem));
                return;
            }
        }
    }
}

/// The option that a choice means where this is asked, and what is to be told of it. `names` are those of the players, `was` is what was
/// chosen, unless that is a secret.
///
/// # Errors
/// Why the choice can't be made.
pub(crate) fn offered(
    status: &Status,
    names: &[Arc<str>],
    choice: &Choice,
    (known, now): (&Labels, &Labels),
    was: Option<&str>,
) -> Result<(usize, Option<String>), Diagnostic> {
    let found = if let Status::Asking(question) = status { replay::find(question, choice, known, now) } else { None };
    if let Some(found) = found {
        return Ok((found.option, found.renamed.filter(|_| was.is_some()).map(|renamed| renamed.told())));
    }
    let text = match status {
        Status::Asking(q) if q.is_of(choice) => match was {
            Some(was) => format!("`{was}` is no longer on offer for `{}`", choice.decision),
            None => format!("what was chosen in secret is no longer on offer for `{}`", choice.decision),
        },
        Status::Asking(q) => {
            let who = |player: usize| names.get(player).map_or("somebody", |name| name);
            let (now, then) = (who(q.player), who(choice.player.wrapping_sub(1)));
            let answered = was.map_or(String::new(), |was| format!("`{was}` to "));
            format!("{now} is asked for `{}` where {then} answered {answered}`{}`", q.decision, choice.decision)
        }
        Status::Over => format!("the game is over where {} was chosen", named(choice, was)),
        Status::Unfinished | Status::Failed(_) => format!("the game can't go on where {} was chosen", named(choice, was)),
    };
    Err(Diagnostic::nowhere(Code::NotOffered, text))
}

/// A choice, or only what it was about.
fn named(choice: &Choice, was: Option<&str>) -> String {
    was.map_or_else(|| format!("something for `{}`", choice.decision), |was| format!("`{was}`"))
}

/// What did not fit, and what is new, each once.
#[derive(Default)]
pub(crate) struct Notes {
    pub list: Vec<String>,
    pub new: Vec<String>,
}

impl Notes {
    fn add(&mut self, note: String) {
        if !self.list.contains(&note) {
            self.list.push(note);
        }
    }

    fn add_new(&mut self, note: String) {
        if !self.new.contains(&note) {
            self.new.push(note);
        }
    }
}
