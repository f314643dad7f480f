//! A running game under changed rules: maps its state by name, and finds the option that an earlier choice means.
//!
//! A checkpoint lies before each rule that `flow` calls. There the frames hold nothing but the loops of the flow, so a state can be mapped
//! onto another program by name. A saved game that other rules took over keeps the texts of the earlier rules. So it can be played again
//! under those, and then taken over again by the current rules.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::game::{Choice, Held, Status};
use crate::ir::{Field, FieldId, KindId, Owner, PieceId};
use crate::program::Program;
use crate::reading::What;
use crate::replay::{self, Labels};

mod cards;
mod names;
mod place;
mod state;
mod unfit;

pub use unfit::unfit;

fn nowhere(text: String) -> Diagnostic {
    Diagnostic::nowhere(Code::NotOffered, text).hint("the game can be replayed from its start under the new rules instead")
}

/// The state at a call of the flow, mapped by name onto another program, and the call there. New things take their defaults, numbers
/// outside of a new range take the nearest value, and a piece on a space that is gone moves to the nearest one. Everything of this is
/// noted.
///
/// # Errors
/// If the place in the flow can't be found again.
pub(crate) fn mapped(old: &Program, new: &Program, held: &Held<'_>) -> Result<(Vec<i32>, u16, Notes), Diagnostic> {
    let mut notes = Notes::default();
    let names = names::Names::new(old, new);
    let mut state = state::mapped(&names, held.state, &mut notes);
    let checkpoint = place::put(&names, held, &mut state, &mut notes).map_err(nowhere)?;
    Ok((state, checkpoint, notes))
}

/// The thing of a new program that corresponds by name to one of an old program; `None` if there is none.
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

/// The option that a choice means where this is asked, and what people should be told about it. `names` are the players' names. `was` is
/// what was chosen, unless that is a secret.
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
