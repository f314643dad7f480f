//! Why something is as it is: the writes that made it, each with its rule, its place and what it was made from, found by playing the game
//! again.

use std::ops::Range;
use std::sync::Arc;

use crate::game::{Game, Raw, Watch};
use crate::ir::fold::NONE;
use crate::ir::{Owner, Type};
use crate::playtest::{Moment, NodeId, Path};
use crate::program::{Program, Slot, everybody};
pub use crate::reading::What;
use crate::reload;
use crate::show;
use crate::source::Span;
use crate::view;

mod causes;
mod said;

pub use causes::Cause;

/// One change of its value.
#[derive(Clone, PartialEq, Debug)]
pub struct Write {
    /// Values as people read them.
    pub old: String,
    pub new: String,
    /// The line of the rules that made the change.
    pub span: Span,
    /// The rule that contains this line and the rules that called it, innermost first.
    pub rules: Vec<Arc<str>>,
    /// The number of choices made and of log lines written by then.
    pub choices: usize,
    pub lines: usize,
    /// The moment right after it; `None` if the game is no way through a playtest.
    pub moment: Option<Moment>,
    /// The number of turns begun by then, and whose turn it was.
    pub turn: u32,
    pub turn_of: Option<usize>,
    /// What the log says of it. Empty if the rules don't tell of it.
    pub said: Vec<String>,
    /// What the value was made from besides its old value, in the order in which that happened, or else the dice and tables that decided about
    /// it. Empty if it would tell something hidden.
    pub causes: Vec<Cause>,
    /// What decided that it happened, if that can be said in a few words: one choice, or one value. Empty if it would tell something hidden.
    pub conditions: Vec<Cause>,
}

/// All changes of a thing that somebody may know about (`None` is an onlooker), in order. For a game carried over to these rules, only
/// those since then; [`writes_along`] a path finds all. Empty if there is no such thing, or if it is hidden.
pub fn writes(game: &Game, what: What, reader: Option<usize>) -> Vec<Write> {
    let program = &game.program;
    let is_secret = matches!(what, What::Field(..)) && !view::is_open(program, &game.machine, what, reader);
    let Some(watch) = watch(program, what).filter(|_| !is_secret) else { return vec![] };
    let mut before = shown(program, what, &watch.read(game.first_state()));
    let mut raw = game.watched(watch);
    // Until all who act in secret have acted, nobody else knows where a card has gone since they began.
    if let What::Card(kind, card) = what
        && game.machine.is_veiled(&program.cards[kind.index()], card, reader)
    {
        while raw.pop_if(|last| last.in_secret).is_some() {}
    }
    let mut list = vec![];
    let readers = reader.map_or(everybody(program.players), |reader| 1 << reader);
    for raw in raw {
        let now = shown(program, what, &raw.words);
        let old = std::mem::replace(&mut before, now.clone());
        if old != now && raw.known_by & readers == readers {
            let mut said = said::said(game, &raw, what, &now, reader);
            let before = list.last().filter(|last: &&Write| last.turn == raw.turn);
            said::leave_out(&mut said, before.map_or(&[], |before| &before.said));
            let told = |raw| causes::causes(game, raw, what, !said.is_empty(), reader);
            let (causes, conditions) = if raw.in_secret { (vec![], vec![]) } else { told(&raw) };
            let Raw { span, rules, choices, lines, run, tick, turn, turn_of, .. } = raw;
            let moment = game.moment_in(run, tick);
            list.push(Write { old, new: now, span, rules, choices, lines, moment, turn, turn_of, said, causes, conditions });
        }
    }
    list
}

/// The same on a path, across changes of rules, as far as the rules have such a thing. `what` belongs to the rules under which node `of` of
/// the path was played.
pub fn writes_along(path: &Path, of: NodeId, what: What, reader: Option<usize>) -> Vec<Write> {
    let Some(program) = path.find(of).map(|leg| &leg.program) else { return vec![] };
    let made = |part: Range<usize>| {
        let what = reload::same(program, &path.legs()[part.start].program, what)?;
        // What was played after the point where other rules took over doesn't belong to the path.
        let end = path.end_of(&part);
        let made = writes(&path.game(part), what, reader).into_iter();
        Some(made.filter(move |write| write.moment.is_some_and(|moment| moment <= end)))
    };
    path.parts().into_iter().filter_map(made).flatten().collect()
}

/// Whose something is.
fn holder(program: &Program, what: What) -> Option<usize> {
    match what {
        What::Field(field, owner) => program.holder(program.ir.fields.get(field.index())?.owner, owner),
        What::Piece(kind, piece) => program.holder(Owner::Piece(kind), piece),
        What::Card(..) => None,
        What::Place(player) => Some(player),
    }
}

/// The words to be watched.
fn watch(program: &Arc<Program>, what: What) -> Option<Watch> {
    let (at, words) = program.slot_of(what)?;
    let known = if let What::Card(kind, card) = what { Some(program.cards[kind.index()].known + card as Slot) } else { None };
    Some(Watch::new(program, at, words, known))
}

fn shown(program: &Program, what: What, words: &[i32]) -> String {
    let word = words.first().copied().unwrap_or(NONE);
    match what {
        What::Field(field, _) => show::told(program, &program.ir.fields[field.index()].ty, words),
        What::Piece(..) if word == NONE => "off the board".to_owned(),
        What::Piece(..) => show::told(program, &Type::Space, words),
        What::Card(kind, _) => {
            let heaps = program.cards[kind.index()].heaps.len();
            let heap = usize::try_from(word).ok().filter(|heap| *heap < heaps);
            heap.map_or("out of the game".to_owned(), |heap| show::heap(program, kind.index(), heap))
        }
        What::Place(_) => show::word(program, &Type::int(), word),
    }
}
