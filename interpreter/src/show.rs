//! Values as people read them.

use std::fmt::Write;

use crate::diagnostic::Diagnostic;
use crate::ir::fold::{Fold, NONE, UNSET};
use crate::ir::{Key, KindId, OnTrack, Owner, Type};
use crate::program::{Part, Program, Reader, Template};
use crate::reading::{Value, members};
use crate::vm::{Machine, Quiet, Stop};

pub mod disassemble;
mod texts;
mod trouble;

pub(crate) use texts::{Texts, has_text_in_only};
pub use trouble::describe;
pub(crate) use trouble::{called_by, checked};

/// A value of a type, from its words, as it is written in tests, edits and files: a player's name, a case's name, a space's id, a number.
/// Several values are in brackets.
pub fn value(program: &Program, ty: &Type, words: &[i32]) -> String {
    value_in(program, &program.fold(), ty, words, For::Files)
}

/// The same as players are told: without brackets, with `none` for an empty collection, with each value of a table after its key, and with
/// what people call spaces.
pub fn told(program: &Program, ty: &Type, words: &[i32]) -> String {
    in_sentence(program, &program.fold(), ty, words, For::People(None))
}

impl Value<'_> {
    /// The value as it is written in tests, edits and files: see [`value`].
    pub fn shown(self) -> String {
        value(self.program, self.ty, self.words)
    }
}

/// Whose eyes see a value. Cards are named only to those who know where they lie.
#[derive(Clone, Copy)]
pub struct Eyes<'a> {
    pub machine: &'a Machine,
    /// `None` is an onlooker.
    pub player: Option<usize>,
}

impl Eyes<'_> {
    /// Whether the viewer knows where this card lies.
    pub fn knows(self, program: &Program, kind: usize, card: i32) -> bool {
        let cards = &program.cards[kind];
        usize::try_from(card).is_ok_and(|card| self.machine.knows(program, cards, card, self.player))
    }
}

/// Who reads a value.
#[derive(Clone, Copy)]
pub(crate) enum For<'a> {
    /// Files, tests and commands, which are read back: spaces have their ids.
    Files,
    /// People: spaces are called as the board shows them. Without eyes, everything may be read.
    People(Option<Eyes<'a>>),
}

fn value_in(program: &Program, fold: &Fold<'_>, ty: &Type, words: &[i32], reader: For<'_>) -> String {
    let mut text = String::new();
    add_value(&mut text, program, fold, ty, words, reader);
    text
}

/// Appends what [`value`] returns to a text. Marks of states contain thousands of values, so all of them share one text.
pub(crate) fn add_value(text: &mut String, program: &Program, fold: &Fold<'_>, ty: &Type, words: &[i32], reader: For<'_>) {
    let mut list = |members: &mut dyn Iterator<Item = &[i32]>, of: &Type| {
        text.push('[');
        for (n, member) in members.enumerate() {
            text.push_str(if n == 0 { "" } else { ", " });
            add_value(text, program, fold, of, member, reader);
        }
        text.push(']');
    };
    match ty {
        Type::Set(of) | Type::List(of, _) => list(&mut members(fold, ty, words).unwrap_or_default().chunks(1), of),
        Type::Per(of, _) => list(&mut words.chunks(fold.sizes.words(fold, of).unwrap_or(1).max(1)), of),
        _ => {
            let word = words.first().copied().unwrap_or(NONE);
            match reader {
                For::People(eyes) => text.push_str(&word_for(program, ty, word, eyes)),
                For::Files => add_word(text, program, ty, word),
            }
        }
    }
}

/// A value of one word, as people see it: spaces as they are called, and unknown cards by their kind.
pub fn word_for(program: &Program, ty: &Type, word: i32, eyes: Option<Eyes<'_>>) -> String {
    if let (Type::Row(kind), Some(eyes), Ok(card)) = (ty.present(), eyes, usize::try_from(word)) {
        let cards = &program.cards[kind.index()];
        if card < usize::from(cards.count) && !eyes.machine.knows(program, cards, card, eyes.player) {
            let name = plain(&program.ir.kinds[kind.index()].name);
            let article = if name.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
            return format!("{article} {name}");
        }
    }
    let called = |space: i32| program.called.get(usize::try_from(space).ok()?).map(|name| name.to_string());
    let called = match ty.present() {
        Type::Space => called(word),
        Type::Row(kind) => {
            ends(program, *kind, word).and_then(|[from, to]| Some(format!("{} to {}", called(from)?, called(to)?)))
        }
        _ => None,
    };
    called.unwrap_or_else(|| self::word(program, ty, word))
}

/// The ends of a link that the track gives no name of its own, so that it is called by them.
fn ends(program: &Program, kind: KindId, row: i32) -> Option<[i32; 2]> {
    let Some(OnTrack::Links(_)) = program.ir.kinds[kind.index()].on_track else { return None };
    let row = usize::try_from(row).ok()?;
    let name = program.rows[kind.index()].names.get(row)?;
    let end = |name: &str| Some(program.at_first().field(program.field_called(Owner::Rows(kind), name)?, row).words[0]);
    let ends = [end("from")?, end("to")?];
    let id = |space: i32| program.spaces.get(usize::try_from(space).ok()?);
    (**name == *format!("{}-{}", id(ends[0])?, id(ends[1])?)).then_some(ends)
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

/// The same words, beginning with a capital letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Whether a text names something in whole words.
pub fn has_words(text: &str, words: &str) -> bool {
    after_words(text, words).next().is_some()
}

/// What follows in a text wherever it names something in whole words.
pub fn after_words<'t>(text: &'t str, words: &'t str) -> impl Iterator<Item = &'t str> {
    let is_edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    let found = text.match_indices(words).filter(move |_| !words.is_empty());
    let around = found.map(move |(at, _)| (&text[..at], &text[at + words.len()..]));
    around
        .filter(move |(before, after)| is_edge(before.chars().next_back()) && is_edge(after.chars().next()))
        .map(|(_, after)| after)
}

/// A value within a sentence. Several members are written without brackets.
fn in_sentence(program: &Program, fold: &Fold<'_>, ty: &Type, words: &[i32], reader: For<'_>) -> String {
    if let Type::Per(of, keys) = ty {
        return table(program, fold, of, (keys, ":"), words, reader);
    }
    let text = value_in(program, fold, ty, words, reader);
    let members = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    match members.filter(|_| matches!(ty, Type::Set(_) | Type::List(..))) {
        Some("") => "none".to_owned(),
        Some(members) => members.to_owned(),
        None => text,
    }
}

/// The values of a table, each after its key: `north 4, south 1`. Behind a number comes a colon: `1: 4, 2: 5`. If an entry has several values
/// itself, a colon comes before them: `north: 1 4, 2 5; south: 1 0, 2 3`.
fn table(
    program: &Program,
    fold: &Fold<'_>,
    of: &Type,
    (keys, behind_number): (&[Key], &str),
    words: &[i32],
    reader: For<'_>,
) -> String {
    let Some((key, inner)) = keys.split_first() else { return in_sentence(program, fold, of, words, reader) };
    let (low, count) = fold.dimension(key).unwrap_or((0, 1));
    let is_number = matches!(key, Key::Range(..));
    let is_several = !inner.is_empty() || matches!(of, Type::Set(_) | Type::List(..) | Type::Per(..));
    let entry = |(n, words): (usize, &[i32])| {
        let key = match key {
            Key::Each(ty) => value_in(program, fold, ty, &[fold.first_member(ty).wrapping_add(n as i32)], reader),
            Key::Range(..) => low.wrapping_add(n as i32).to_string(),
        };
        let colon = if is_several {
            ":"
        } else if is_number {
            behind_number
        } else {
            ""
        };
        format!("{key}{colon} {}", table(program, fold, of, (inner, ""), words, reader))
    };
    let entries: Vec<String> = words.chunks((words.len() / count.max(1)).max(1)).enumerate().map(entry).collect();
    entries.join(if is_several { "; " } else { ", " })
}

/// A value of one word.
pub fn word(program: &Program, ty: &Type, word: i32) -> String {
    let mut text = String::new();
    add_word(&mut text, program, ty, word);
    text
}

/// Appends what [`word`] returns to a text.
pub(crate) fn add_word(text: &mut String, program: &Program, ty: &Type, word: i32) {
    if word == NONE || word == UNSET {
        return text.push_str(if word == NONE { "none" } else { "not set" });
    }
    let at = usize::try_from(word).ok();
    let said = match ty.present() {
        Type::Bool => return text.push_str(if word == 0 { "no" } else { "yes" }),
        Type::Enum(e) => {
            at.and_then(|n| program.ir.enums[e.index()].cases.get(n)).map(|c| text.push_str(&c.name.replace('_', " ")))
        }
        Type::Player => at.and_then(|n| program.names.get(n)).map(|n| text.push_str(n)),
        Type::Space => at.and_then(|n| program.spaces.get(n)).map(|n| text.push_str(n)),
        Type::Text => at.and_then(|n| program.texts.get(n)).map(|n| text.push_str(n)),
        Type::Row(k) => at.map(|n| add_row(text, program, *k, n)),
        Type::Rule(_) => at.and_then(|n| program.ir.rules.get(n)).map(|rule| text.push_str(&rule.name.replace('_', " "))),
        Type::Piece(p) => at.map(|n| {
            let (of, each) = (Owner::Piece(*p), program.of_each(Owner::Piece(*p)));
            text.push_str(program.holder(of, n).and_then(|player| program.names.get(player)).map_or("?", |n| n));
            text.push_str("'s ");
            let piece = &program.ir.pieces[p.index()].name;
            if let Some(name) = program.piece_names.get(p.index()).and_then(|names| names.get(n)) {
                text.push_str(name);
            } else if each == 1 {
                text.push_str(&piece.to_lowercase());
            } else {
                text.push_str(&format!("{} {}", piece.to_lowercase(), n % each + 1));
            }
        }),
        _ => None,
    };
    if said.is_none() {
        let _ = write!(text, "{word}");
    }
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

/// A row's name, or the values of a record.
fn add_row(text: &mut String, program: &Program, kind: KindId, member: usize) {
    if let Some(name) = program.rows[kind.index()].names.get(member) {
        return text.push_str(name);
    }
    let shown = program.fields_of(Owner::Rows(kind)).map(|(id, field)| {
        let words = program.at_first().field(id, member).words;
        format!("{}: {}", field.name.replace('_', " "), told(program, &field.ty, words))
    });
    text.push_str(&shown.collect::<Vec<_>>().join(", "));
}

/// The text of a template. The machine must be where the template belongs. It stays as it was, except for words of the frame that are not
/// in use.
///
/// # Errors
/// The rule error, if a value can't be evaluated. The machine can't go on after this.
pub fn template(program: &Program, machine: &mut Machine, template: &Template) -> Result<String, Box<Diagnostic>> {
    work_out(program, machine, template)?;
    Ok(read_template(program, machine, template))
}

/// Evaluates the values of a template, as in [`template`].
///
/// # Errors
/// As in [`template`].
pub fn work_out(program: &Program, machine: &mut Machine, template: &Template) -> Result<(), Box<Diagnostic>> {
    match template.entry.map(|entry| machine.run_entry(program, entry, &mut Quiet)) {
        Some(Stop::Trap(code, pc)) => Err(Box::new(describe(program, machine, code, pc))),
        _ => Ok(()),
    }
}

/// The only value of a template, evaluated as in [`template`], if a player may read it.
pub fn template_value(program: &Program, machine: &mut Machine, template: &Template, player: usize) -> Option<(i32, Type)> {
    if let Stop::Trap(..) = machine.run_entry(program, template.entry?, &mut Quiet) {
        return None;
    }
    let Some(Part::Value(slot, ty, reader)) = template.parts.first() else { return None };
    let eyes = Eyes { machine, player: Some(player) };
    may_read(machine, *reader, Some(eyes)).then(|| (machine.memory[usize::from(*slot)], ty.clone()))
}

/// The text of a template whose values have been evaluated.
pub fn read_template(program: &Program, machine: &Machine, template: &Template) -> String {
    read_template_for(program, machine, template, None)
}

/// The same, as somebody may read it.
pub fn read_template_for(program: &Program, machine: &Machine, template: &Template, eyes: Option<Eyes<'_>>) -> String {
    template_for(program, machine, template, For::People(eyes))
}

/// The same as tests and files write it: with the ids of spaces.
pub(crate) fn written_template(program: &Program, machine: &Machine, template: &Template) -> String {
    template_for(program, machine, template, For::Files)
}

fn template_for(program: &Program, machine: &Machine, template: &Template, reader: For<'_>) -> String {
    let eyes = if let For::People(eyes) = reader { eyes } else { None };
    let fold = program.fold();
    let mut text = String::new();
    for part in &template.parts {
        match part {
            Part::Plain(plain) => text.push_str(plain),
            Part::Value(_, _, reader) if !may_read(machine, *reader, eyes) => text.push('…'),
            Part::Value(slot, ty, _) => {
                let words = fold.sizes.words(&fold, ty).unwrap_or(1);
                let at = usize::from(*slot);
                text.push_str(&in_sentence(program, &fold, ty, &machine.memory[at..at + words], reader));
            }
        }
    }
    text
}

/// Whether somebody may read a value of a text. Without eyes, everything may be read.
fn may_read(machine: &Machine, reader: Reader, eyes: Option<Eyes<'_>>) -> bool {
    match (reader, eyes) {
        (Reader::Everybody, _) | (_, None) => true,
        (Reader::Player(slot), Some(eyes)) => {
            eyes.player.is_some_and(|player| i32::try_from(player) == Ok(machine.memory[usize::from(slot)]))
        }
        (Reader::Nobody, Some(_)) => false,
    }
}
