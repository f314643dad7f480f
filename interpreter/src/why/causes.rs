//! What a value was made from, in words: dice, entries of tables, other values.

use crate::game::{Game, LineKind, Raw, Source};
use crate::ir::{Expr, ExprKind, Key, Owner, ParamDefault, Type};
use crate::program::{Op, Pc, Program, Slot, everybody};
use crate::reading::What;
use crate::show;
use crate::source::Span;
use crate::view;

/// The number of causes told for one write, at most, and how long each may be.
const MOST: usize = 12;
const LONGEST: usize = 70;

/// Something that a value was made from, or that decided it.
#[derive(Clone, PartialEq, Debug)]
pub struct Cause {
    /// The cause as people read it: `shooting die 2, 2, 2`, `loops_for[2] = 4`.
    pub text: String,
    /// The line where that happened, or the place of the table's entry.
    pub span: Span,
    /// The thing that was read, if it belongs to the state.
    pub what: Option<What>,
}

/// What a write was made from, and what decided that it happened. Nothing if either would tell the reader something hidden.
pub(super) fn causes(game: &Game, raw: &Raw, what: What, is_said: bool, reader: Option<usize>) -> (Vec<Cause>, Vec<Cause>) {
    if view::has_secrets(&game.program) && raw.reasons.all.iter().any(|source| is_hidden(game, source, reader)) {
        return (vec![], vec![]);
    }
    let is_fact = |source: &&Source| matches!(source, Source::Rolled { .. } | Source::Made { .. } | Source::Table { .. });
    let reasons = &raw.reasons.told;
    let mut causes = told(game, &raw.sources, reader);
    causes.retain(|cause| cause.what.is_none_or(|read| read != what && is_telling(&game.program, read)));
    let facts = |sources: &[Source]| told(game, &sources.iter().filter(is_fact).copied().collect::<Vec<_>>(), reader);
    // How spaces are linked is on the board for all to see, so it tells nothing.
    if facts(&raw.sources).is_empty() {
        causes.extend(facts(reasons));
    }
    // A whole record says nothing in a line.
    causes.retain(|cause| cause.text.len() <= LONGEST);
    causes.truncate(MOST);
    // What is as it was at the start has made no difference.
    let differs = |slot: Slot, value: i32| game.first_state().get(usize::from(slot)) != Some(&value);
    let is_clear = |source: &&Source| match source {
        Source::State { slot, value, .. } => is_clear(&game.program, *slot, what) && differs(*slot, *value),
        _ => false,
    };
    let chosen = reasons.iter().rfind(|source| matches!(source, Source::Chose { .. }));
    // What the rules say themselves says more than a value.
    let condition = chosen.or_else(|| reasons.iter().rfind(|source| !is_said && is_clear(source)));
    let mut conditions = told(game, condition.map_or(&[], std::slice::from_ref), reader);
    conditions.retain(|condition| causes.iter().all(|cause| cause.text != condition.text));
    if causes.is_empty() && conditions.is_empty() && chosen.is_none() && !is_said {
        conditions.extend(chosen_before(game, raw, what, reader));
    }
    (causes, conditions)
}

/// What the holder of a thing chose last in the same turn, which led to what the rules have done with it since.
fn chosen_before(game: &Game, raw: &Raw, what: What, reader: Option<usize>) -> Option<Cause> {
    let chooser = game.choices.get(raw.choices.checked_sub(1)?)?.player.checked_sub(1)?;
    super::holder(&game.program, what).filter(|holder| *holder == chooser)?;
    let mut before = game.log[..raw.lines.min(game.log.len())].iter().rev().take_while(|line| line.turn == raw.turn);
    let line = before.find(|line| line.kind == LineKind::Chose && line.choices == raw.choices)?;
    let chosen = game.chosen(raw.choices.checked_sub(1)?, reader)?;
    Some(Cause { text: of_choice(game, raw.choices - 1, chosen), span: line.span, what: None })
}

/// `Anna's choice “Two dice”`.
fn of_choice(game: &Game, n: usize, chosen: &str) -> String {
    let name = game.choices[n].player.checked_sub(1).and_then(|player| game.program.names.get(player));
    format!("{}'s choice “{chosen}”", name.map_or("A player", |name| name))
}

/// Whether a word of the state says by itself why something was decided: something of the same piece or player, or of nobody, but not the thing
/// itself. What is somebody else's, even another piece of the same player, was mostly only asked about.
fn is_clear(program: &Program, slot: Slot, what: What) -> bool {
    let Some(read) = program.thing_at(slot).filter(|read| *read != what) else { return false };
    let is_near = match bearer(program, read) {
        None => !matches!(read, What::Card(..)),
        bearer => bearer == self::bearer(program, what),
    };
    is_near && (is_telling(program, read) || matches!(read, What::Piece(..)))
}

/// Which piece or player something belongs to. A player's only piece stands for the player.
fn bearer(program: &Program, what: What) -> Option<(Owner, usize)> {
    let (owner, n) = match what {
        What::Field(field, n) => (program.ir.fields.get(field.index())?.owner, n),
        What::Piece(kind, n) => (Owner::Piece(kind), n),
        What::Place(player) => (Owner::Player, player),
        What::Card(..) => return None,
    };
    match owner {
        Owner::Piece(_) if program.of_each(owner) > 1 => Some((owner, n)),
        _ => program.holder(owner, n).map(|player| (Owner::Player, player)),
    }
}

/// Whether a value tells something: a number or a case. That something is or isn't so says little without the rule.
fn is_telling(program: &Program, what: What) -> bool {
    match what {
        What::Field(field, _) => matches!(program.ir.fields[field.index()].ty.present(), Type::Int(_) | Type::Enum(_)),
        _ => false,
    }
}

/// Whether a source, or what the rules made of it, would tell the reader something hidden.
fn is_hidden(game: &Game, source: &Source, reader: Option<usize>) -> bool {
    let (program, machine) = (&*game.program, &game.machine);
    match *source {
        Source::Hidden => true,
        Source::Rolled { pc, .. } => program.hiding.is_drawn_hidden(pc),
        // What a table was read at is a source of its own.
        Source::Unknown | Source::Made { .. } | Source::Table { .. } => false,
        Source::Chose { choice, .. } => choice.and_then(|choice| game.chosen(choice, reader)).is_none(),
        Source::State { slot, value, .. } => match thing(program, slot, value) {
            Some((_, what)) => !view::is_open(program, machine, what, reader),
            // Piles, and words that only the machine knows.
            None => !is_counted(program, slot) && !lies_open(program, slot, reader),
        },
    }
}

/// Sources in words.
fn told(game: &Game, sources: &[Source], reader: Option<usize>) -> Vec<Cause> {
    let program = &*game.program;
    let mut causes: Vec<Cause> = vec![];
    // The die whose faces were told last.
    let mut dice = None;
    for source in sources {
        let cause = match *source {
            Source::Unknown | Source::Hidden => continue,
            Source::Rolled { pc, dice: of, face } => match causes.last_mut().filter(|_| dice == Some(of)) {
                Some(last) => {
                    last.text.push_str(&format!(", {face}"));
                    continue;
                }
                None => {
                    dice = Some(of);
                    let name = program.ir.dice.get(usize::from(of)).map_or("dice".to_owned(), |die| die.name.replace('_', " "));
                    Cause { text: format!("{name} {face}"), span: span(program, pc), what: None }
                }
            },
            Source::Made { pc, value } => {
                let made = match program.code[usize::from(pc)] {
                    Op::ListMin { .. } => "lowest",
                    Op::ListMax { .. } => "highest",
                    _ => "sum",
                };
                Cause { text: format!("{made} {value}"), span: span(program, pc), what: None }
            }
            Source::Chose { choice, site, option } => {
                let Some((chosen, n)) = choice.and_then(|n| Some((game.chosen(n, reader)?, n))) else { continue };
                Cause {
                    text: of_choice(game, n, chosen),
                    span: program.sites[usize::from(site)].options[option].span,
                    what: None,
                }
            }
            Source::Table { pc, slot, value } => {
                let Some((text, at, _)) = entry(program, slot, value) else { continue };
                Cause { text, span: at.unwrap_or(span(program, pc)), what: None }
            }
            Source::State { pc, slot, value } => {
                let Some((text, what)) = thing(program, slot, value) else { continue };
                Cause { text, span: span(program, pc), what: Some(what) }
            }
        };
        if !matches!(source, Source::Rolled { .. }) {
            dice = None;
        }
        if !causes.contains(&cause) {
            causes.push(cause);
        }
    }
    causes
}

fn span(program: &Program, pc: Pc) -> Span {
    program.spans.get(usize::from(pc)).copied().unwrap_or_default()
}

/// The entry of a table that never changes, its place, and whether it belongs to a row.
fn entry(program: &Program, slot: Slot, value: i32) -> Option<(String, Option<Span>, bool)> {
    let words_of = |ty: &Type| program.sizes.words(&program.fold(), ty).unwrap_or(1).max(1);
    let params = program.ir.params.iter().zip(&program.layout.params).zip(&program.params);
    for ((param, at), words) in params {
        let Some(n) = at.and_then(|at| slot.checked_sub(at)).map(usize::from).filter(|n| *n < words.len()) else { continue };
        let Type::Per(of, keys) = &param.ty else { continue };
        let each = words_of(of);
        let key = match &keys[..] {
            [key] => keyed(program, key, n / each),
            [first, second] => {
                let (_, within) = program.fold().dimension(second)?;
                let (row, column) = (n / each / within.max(1), n / each % within.max(1));
                format!("{}, {}", keyed(program, first, row), keyed(program, second, column))
            }
            _ => return None,
        };
        let text = format!("{} {key}: {}", param.name.replace('_', " "), show::told(program, of, &[value]));
        // The value in the rules, if that is where it is from.
        let row = match &param.default {
            ParamDefault::Expr(Expr { kind: ExprKind::PerRows(rows), .. }) => rows.get(n / each),
            _ => None,
        };
        let row = row.filter(|row| program.fold().word(row) == Some(value));
        return Some((text, Some(row.map_or(param.span, |row| row.span)), false));
    }
    for (field, (base, words)) in program.ir.fields.iter().zip(&program.layout.fields) {
        let Owner::Rows(kind) = field.owner else { continue };
        let rows = &program.rows[kind.index()];
        let n = usize::from(slot).wrapping_sub((*base).into()) / words.max(&1);
        let Some(name) = rows.names.get(n) else { continue };
        let text = format!("{name}: {} {}", field.name.replace('_', " "), show::told(program, &field.ty, &[value]));
        return Some((text, rows.spans.get(n).copied(), true));
    }
    None
}

fn keyed(program: &Program, key: &Key, n: usize) -> String {
    let fold = program.fold();
    match key {
        Key::Each(ty) => show::told(program, ty, &[fold.first_member(ty).wrapping_add(n as i32)]),
        Key::Range(..) => fold.dimension(key).map_or(0, |(low, _)| low).wrapping_add(n as i32).to_string(),
    }
}

/// A field or a piece, with its value.
fn thing(program: &Program, slot: Slot, value: i32) -> Option<(String, What)> {
    let whose = |owner: Owner, number: usize| match owner {
        // Where a player has several of them, it is this one's.
        Owner::Piece(kind) if program.of_each(owner) > 1 => {
            format!("{}'s ", show::word(program, &Type::Piece(kind), number as i32))
        }
        _ => {
            let holder = program.holder(owner, number).and_then(|player| program.names.get(player));
            holder.map_or_else(String::new, |name| format!("{name}'s "))
        }
    };
    let what = program.thing_at(slot)?;
    let text = match what {
        What::Field(field, owner) => {
            let field = &program.ir.fields[field.index()];
            let has_one = program.slot_of(what).is_some_and(|(_, words)| words == 1);
            let text = if has_one { show::told(program, &field.ty, &[value]) } else { String::new() };
            format!("{}{} {text}", whose(field.owner, owner), field.name.replace('_', " ")).trim_end().to_owned()
        }
        What::Piece(kind, piece) => {
            let name = show::word(program, &Type::Piece(kind), piece as i32);
            match value {
                ..0 => format!("{name} off the board"),
                _ => format!("{name} on {}", show::told(program, &Type::Space, &[value])),
            }
        }
        What::Card(..) | What::Place(_) => return None,
    };
    Some((text, what))
}

/// Whether the word tells which cards lie in a pile that somebody sees.
fn lies_open(program: &Program, slot: Slot, reader: Option<usize>) -> bool {
    let readers = reader.map_or(everybody(program.players), |reader| 1 << reader);
    program.cards.iter().any(|cards| {
        let mut heaps = cards.heaps.iter().filter(|heap| heap.seen_by & readers == readers);
        heaps.any(|heap| slot.checked_sub(heap.set).is_some_and(|n| n < cards.words))
    })
}

/// Whether everybody knows the word: whose turn it is, the number of the turn, figures, places.
fn is_counted(program: &Program, slot: Slot) -> bool {
    let layout = &program.layout;
    let within = |(base, count): &(Slot, usize)| (usize::from(*base)..usize::from(*base) + count).contains(&usize::from(slot));
    usize::from(slot) < crate::program::header::LEN
        || layout.measures.iter().any(within)
        || within(&(layout.place, program.players))
}
