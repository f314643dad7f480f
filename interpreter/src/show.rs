//! Values as people read them.

use crate::diagnostic::Diagnostic;
use crate::ir::fold::{Fold, NONE, UNSET};
use crate::ir::{Key, KindId, Owner, Type};
use crate::program::{Part, Program, Reader, Template};
use crate::vm::{Machine, Quiet, Stop};

pub mod disassemble;
mod trouble;

pub use trouble::describe;
pub(crate) use trouble::{called_by, checked};

/// A value of a type, from its words, as it is written in tests, edits and files: a player's name, a case's name, a space's id, a number;
/// several in brackets.
pub fn value(program: &Program, ty: &Type, words: &[i32]) -> String {
    value_in(program, &program.fold(), ty, words, None)
}

/// The same as it is told to players: without brackets, none of several are `none`, and what a table holds stands behind its key.
pub fn told(program: &Program, ty: &Type, words: &[i32]) -> String {
    in_sentence(program, &program.fold(), ty, words, None)
}

/// Through whose eyes a value is shown: cards are named only to those who know where they lie.
#[derive(Clone, Copy)]
pub struct Eyes<'a> {
    pub machine: &'a Machine,
    /// `None`: somebody who looks on.
    pub player: Option<usize>,
}

impl Eyes<'_> {
    /// Whether the one who looks knows where this card lies.
    pub fn knows(self, program: &Program, kind: usize, card: i32) -> bool {
        let cards = &program.cards[kind];
        usize::try_from(card).is_ok_and(|card| self.machine.knows(program, cards, card, self.player))
    }
}

fn value_in(program: &Program, fold: &Fold<'_>, ty: &Type, words: &[i32], eyes: Option<Eyes<'_>>) -> String {
    match ty {
        Type::Set(of) => {
            let low = fold.first_member(of);
            let bits = words
                .iter()
                .enumerate()
                .flat_map(|(n, w)| (0..32).filter(move |b| w >> b & 1 == 1).map(move |b| n as i32 * 32 + b));
            let members: Vec<String> = bits.map(|bit| value_in(program, fold, of, &[bit + low], eyes)).collect();
            format!("[{}]", members.join(", "))
        }
        Type::List(of, _) => {
            let len = words.first().map_or(0, |n| usize::try_from(*n).unwrap_or(0));
            let members: Vec<String> = words.iter().skip(1).take(len).map(|w| value_in(program, fold, of, &[*w], eyes)).collect();
            format!("[{}]", members.join(", "))
        }
        Type::Per(of, _) => {
            let each = fold.sizes.words(fold, of).unwrap_or(1).max(1);
            let entries: Vec<String> = words.chunks(each).map(|w| value_in(program, fold, of, w, eyes)).collect();
            format!("[{}]", entries.join(", "))
        }
        _ => word_for(program, ty, words.first().copied().unwrap_or(NONE), eyes),
    }
}

/// A value of one word as somebody sees it.
pub fn word_for(program: &Program, ty: &Type, word: i32, eyes: Option<Eyes<'_>>) -> String {
    if let (Type::Row(kind), Some(eyes), Ok(card)) = (ty.present(), eyes, usize::try_from(word)) {
        let cards = &program.cards[kind.index()];
        if card < usize::from(cards.count) && !eyes.machine.knows(program, cards, card, eyes.player) {
            let name = plain(&program.ir.kinds[kind.index()].name);
            let article = if name.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
            return format!("{article} {name}");
        }
    }
    self::word(program, ty, word)
}

/// The name of a kind as people say it: `WindCard` is a wind card.
pub fn plain(kind: &str) -> String {
    let (mut words, mut last) = (String::new(), ' ');
    for letter in kind.chars() {
        if letter.is_uppercase() && last.is_lowercase() {
            words.push(' ');
        }
        words.extend(if letter == '_' { ' ' } else { letter }.to_lowercase());
        last = letter;
    }
    words
}

/// A value within a sentence: several members stand without brackets.
fn in_sentence(program: &Program, fold: &Fold<'_>, ty: &Type, words: &[i32], eyes: Option<Eyes<'_>>) -> String {
    if let Type::Per(of, keys) = ty {
        return table(program, fold, of, keys, words, eyes);
    }
    let text = value_in(program, fold, ty, words, eyes);
    let members = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    match members.filter(|_| matches!(ty, Type::Set(_) | Type::List(..))) {
        Some("") => "none".to_owned(),
        Some(members) => members.to_owned(),
        None => text,
    }
}

/// What a table holds, each behind its key: `north 4, south 1`; what is several itself behind a colon: `north: 1 4, 2 5; south: 1 0, 2 3`.
fn table(program: &Program, fold: &Fold<'_>, of: &Type, keys: &[Key], words: &[i32], eyes: Option<Eyes<'_>>) -> String {
    let Some((key, inner)) = keys.split_first() else { return in_sentence(program, fold, of, words, eyes) };
    let (low, count) = fold.dimension(key).unwrap_or((0, 1));
    let is_several = !inner.is_empty() || matches!(of, Type::Set(_) | Type::List(..) | Type::Per(..));
    let entry = |(n, words): (usize, &[i32])| {
        let key = match key {
            Key::Each(ty) => word(program, ty, fold.first_member(ty).wrapping_add(n as i32)),
            Key::Range(..) => low.wrapping_add(n as i32).to_string(),
        };
        let colon = if is_several { ":" } else { "" };
        format!("{key}{colon} {}", table(program, fold, of, inner, words, eyes))
    };
    let entries: Vec<String> = words.chunks((words.len() / count.max(1)).max(1)).enumerate().map(entry).collect();
    entries.join(if is_several { "; " } else { ", " })
}

/// A value of one word.
pub fn word(program: &Program, ty: &Type, word: i32) -> String {
    match word {
        NONE => return "none".to_owned(),
        UNSET => return "not set".to_owned(),
        _ => {}
    }
    let at = usize::try_from(word).ok();
    let name = match ty.present() {
        Type::Bool => Some(if word == 0 { "no".to_owned() } else { "yes".to_owned() }),
        Type::Enum(e) => at.and_then(|n| program.ir.enums[e.index()].cases.get(n)).map(|c| c.name.replace('_', " ")),
        Type::Player => at.and_then(|n| program.names.get(n)).map(|n| n.to_string()),
        Type::Space => at.and_then(|n| program.spaces.get(n)).map(|n| n.to_string()),
        Type::Text => at.and_then(|n| program.texts.get(n)).map(|text| text.to_string()),
        Type::Row(k) => at.map(|n| row(program, *k, n)),
        Type::Rule(_) => at.and_then(|n| program.ir.rules.get(n)).map(|rule| rule.name.replace('_', " ")),
        Type::Piece(p) => at.map(|n| {
            let (of, each) = (Owner::Piece(*p), program.of_each(Owner::Piece(*p)));
            let owner = program.holder(of, n).and_then(|player| program.names.get(player)).map_or("?", |n| n);
            let piece = &program.ir.pieces[p.index()].name;
            if let Some(name) = program.piece_names.get(p.index()).and_then(|names| names.get(n)) {
                format!("{owner}'s {name}")
            } else if each == 1 {
                format!("{owner}'s {}", piece.to_lowercase())
            } else {
                format!("{owner}'s {} {}", piece.to_lowercase(), n % each + 1)
            }
        }),
        _ => None,
    };
    name.unwrap_or_else(|| word.to_string())
}

/// A heap of cards: `Player 1's hand`.
pub fn heap(program: &Program, kind: usize, heap: usize) -> String {
    let heap = &program.cards[kind].heaps[heap];
    let pile = &program.ir.piles[heap.pile.index()];
    let name = pile.name.replace('_', " ");
    match pile.owner {
        Owner::Player => format!("{}'s {name}", word(program, &Type::Player, heap.number as i32)),
        Owner::Piece(piece) => format!("{}'s {name}", word(program, &Type::Piece(piece), heap.number as i32)),
        _ => name,
    }
}

/// A row's name; of a record its values.
fn row(program: &Program, kind: KindId, member: usize) -> String {
    if let Some(name) = program.rows[kind.index()].names.get(member) {
        return name.to_string();
    }
    let fields = program.ir.fields.iter().enumerate().filter(|(_, f)| f.owner == Owner::Rows(kind));
    let shown = fields.map(|(n, field)| {
        let (base, words) = program.layout.fields[n];
        let at = usize::from(base) + member * words;
        let words = program.image.get(at..at + words).unwrap_or(&[]);
        format!("{}: {}", field.name.replace('_', " "), told(program, &field.ty, words))
    });
    shown.collect::<Vec<_>>().join(", ")
}

/// The text of a template. Its values are worked out on a copy's own room: the machine must stand where the template belongs, and
/// is left as it was but for words of the frame that are not in use.
///
/// # Errors
/// If a value can't be worked out: the rule error. The machine can't go on then.
pub fn template(program: &Program, machine: &mut Machine, template: &Template) -> Result<String, Box<Diagnostic>> {
    work_out(program, machine, template)?;
    Ok(read_template(program, machine, template))
}

/// Works out the values of a template, as in [`template`].
///
/// # Errors
/// As there.
pub fn work_out(program: &Program, machine: &mut Machine, template: &Template) -> Result<(), Box<Diagnostic>> {
    match template.entry.map(|entry| machine.run_entry(program, entry, &mut Quiet)) {
        Some(Stop::Trap(code, pc)) => Err(Box::new(describe(program, machine, code, pc))),
        _ => Ok(()),
    }
}

/// The one value of a template, worked out as in [`template`], where a player may read it.
pub fn template_value(program: &Program, machine: &mut Machine, template: &Template, player: usize) -> Option<(i32, Type)> {
    if let Stop::Trap(..) = machine.run_entry(program, template.entry?, &mut Quiet) {
        return None;
    }
    let Some(Part::Value(slot, ty, reader)) = template.parts.first() else { return None };
    let eyes = Eyes { machine, player: Some(player) };
    may_read(machine, *reader, Some(eyes)).then(|| (machine.memory[usize::from(*slot)], ty.clone()))
}

/// The text of a template whose values have been worked out.
pub fn read_template(program: &Program, machine: &Machine, template: &Template) -> String {
    read_template_for(program, machine, template, None)
}

/// The same as somebody may read it.
pub fn read_template_for(program: &Program, machine: &Machine, template: &Template, eyes: Option<Eyes<'_>>) -> String {
    let fold = program.fold();
    let mut text = String::new();
    for part in &template.parts {
        match part {
            Part::Plain(plain) => text.push_str(plain),
            Part::Value(_, _, reader) if !may_read(machine, *reader, eyes) => text.push('…'),
            Part::Value(slot, ty, _) => {
                let words = fold.sizes.words(&fold, ty).unwrap_or(1);
                let at = usize::from(*slot);
                text.push_str(&in_sentence(program, &fold, ty, &machine.memory[at..at + words], eyes));
            }
        }
    }
    text
}

/// Whether somebody may read a value of a text; without eyes it is the whole text.
fn may_read(machine: &Machine, reader: Reader, eyes: Option<Eyes<'_>>) -> bool {
    match (reader, eyes) {
        (Reader::Everybody, _) | (_, None) => true,
        (Reader::Player(slot), Some(eyes)) => {
            eyes.player.is_some_and(|player| i32::try_from(player) == Ok(machine.memory[usize::from(slot)]))
        }
        (Reader::Nobody, Some(_)) => false,
    }
}
