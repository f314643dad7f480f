//! What a row of data says, field by field, as people read it: the face of a card, an action, a racer.

use std::sync::Arc;

use crate::ir::fold::NONE;
use crate::ir::{FieldId, Key, KindId, Owner, Type};
use crate::program::Program;
use crate::reading::Value;
use crate::show;

/// What one field says.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    pub field: FieldId,
    /// The name as people read it: `coach used`.
    pub name: String,
    pub docs: Arc<str>,
    /// Whether it says nothing, or only what it says whenever the data leave it out.
    pub is_usual: bool,
    /// Whether it is text in the designer's own language, which needs no name.
    pub is_words: bool,
    pub said: Said,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    Value(Word),
    /// A yes or no.
    Flag(bool),
    /// Values by key: `uphill` 3.
    Each(Vec<(Word, Word)>),
    /// A record, with its place among the rows of its kind.
    Record(KindId, usize, Vec<Fact>),
}

/// A value as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub text: String,
    /// The case that it is, for its look: `Terrain.uphill`.
    pub case: Option<String>,
    /// Whether it is none, no or 0.
    pub is_nothing: bool,
}

/// How deep records within records are followed.
const DEEPEST: usize = 4;

/// What a row says.
pub fn facts(program: &Program, kind: KindId, row: usize) -> Vec<Fact> {
    facts_within(program, kind, row, DEEPEST)
}

/// What tells the back of a card from other backs of its kind, where the rules say so and the card says anything there.
pub fn back(program: &Program, kind: KindId, card: usize) -> Option<String> {
    let said = program.at_first().field(program.ir.kinds[kind.index()].back?, card).said();
    (!said.is_nothing()).then(|| said.text())
}

fn facts_within(program: &Program, kind: KindId, row: usize, deep: usize) -> Vec<Fact> {
    let written = program.rows[kind.index()].values.get(row);
    let fact = |(place, (id, field)): (usize, (FieldId, &crate::ir::Field))| {
        let said = said(program, &field.ty, program.at_first().field(id, row).words, deep);
        let is_left_out = written.and_then(|values| values.get(place)).is_some_and(Option::is_none);
        let is_usual = said.is_nothing() || is_left_out;
        let name = field.name.replace('_', " ");
        let is_words = matches!(field.ty.present(), Type::Text);
        Fact { field: id, name, docs: field.docs.text.clone(), is_usual, is_words, said }
    };
    // Only people who write rules care which rule a row follows.
    let is_told = |(_, (_, field)): &(usize, (FieldId, &crate::ir::Field))| !matches!(field.ty.present(), Type::Rule(_));
    program.fields_of(Owner::Rows(kind)).enumerate().filter(is_told).map(fact).collect()
}

impl Value<'_> {
    /// What the value says.
    pub fn said(self) -> Said {
        said(self.program, self.ty, self.words, DEEPEST)
    }

    /// The name for the look that the manifest may give it: `Kind.harbour`. `None` if it is no case.
    pub fn case(self) -> Option<String> {
        case(self.program, self.ty, self.word())
    }
}

fn case(program: &Program, ty: &Type, word: i32) -> Option<String> {
    let Type::Enum(e) = ty.present() else { return None };
    let of = &program.ir.enums[e.index()];
    let case = of.cases.get(usize::try_from(word).ok()?)?;
    Some(format!("{}.{}", of.name, case.name))
}

fn said(program: &Program, ty: &Type, words: &[i32], deep: usize) -> Said {
    match ty {
        Type::Bool => Said::Flag(words.first().is_some_and(|w| *w > 0)),
        Type::Per(of, keys) => match &keys[..] {
            [Key::Each(key)] => {
                let fold = program.fold();
                let each = program.sizes.words(&fold, of).unwrap_or(1).max(1);
                let first = fold.first_member(key);
                let entry = |(n, value): (usize, &[i32])| (word(program, key, &[n as i32 + first]), word(program, of, value));
                Said::Each(words.chunks(each).enumerate().map(entry).collect())
            }
            _ => Said::Value(word(program, ty, words)),
        },
        _ => match (ty.present(), words.first().and_then(|w| usize::try_from(*w).ok())) {
            (Type::Row(kind), Some(row)) if deep > 0 && program.rows[kind.index()].names.is_empty() => {
                Said::Record(*kind, row, facts_within(program, *kind, row, deep - 1))
            }
            _ => Said::Value(word(program, ty, words)),
        },
    }
}

fn word(program: &Program, ty: &Type, words: &[i32]) -> Word {
    let first = words.first().copied().unwrap_or(NONE);
    let case = case(program, ty, first);
    let is_number = matches!(ty.present(), Type::Int(_) | Type::Bool);
    let text = show::told(program, ty, words);
    let is_nothing = match ty {
        Type::Set(_) | Type::List(..) => text == "none",
        _ => first == NONE || is_number && first == 0 || text.is_empty(),
    };
    Word { text, case, is_nothing }
}

impl Said {
    /// Whether there is nothing to tell: none, no or 0.
    pub fn is_nothing(&self) -> bool {
        match self {
            Said::Value(word) => word.is_nothing,
            Said::Flag(on) => !on,
            Said::Each(entries) => entries.iter().all(|(_, value)| value.is_nothing),
            Said::Record(_, _, facts) => facts.iter().all(|fact| fact.is_usual),
        }
    }

    /// The same as text, but with all entries of a table of numbers, because a 0 that may change in a game tells something, too.
    pub fn whole_text(&self) -> String {
        match self {
            Said::Each(entries) if entries.iter().any(|(_, value)| value.text.parse::<i64>().is_ok()) => table(entries.iter()),
            said => said.text(),
        }
    }

    /// The value as text. Tables name their keys, and leave out entries that are nothing.
    pub fn text(&self) -> String {
        match self {
            Said::Value(word) => word.text.clone(),
            Said::Flag(on) => if *on { "yes" } else { "no" }.to_owned(),
            Said::Each(entries) => {
                let told = table(entries.iter().filter(|(_, value)| !value.is_nothing));
                if told.is_empty() { "none".to_owned() } else { told }
            }
            Said::Record(_, _, facts) => told(facts),
        }
    }
}

/// Values after their keys: `north 4, south 1`. Entries that are lists themselves are set apart: `north: a, b; south: c`.
fn table<'w>(entries: impl Iterator<Item = &'w (Word, Word)> + Clone) -> String {
    let is_several = entries.clone().any(|(_, value)| value.text.contains(", "));
    let (colon, between) = if is_several { (":", "; ") } else { ("", ", ") };
    entries.map(|(key, value)| format!("{}{colon} {}", key.text, value.text)).collect::<Vec<_>>().join(between)
}

/// Whether a table must have its name before it. If it is the only table, and the first in rows of this kind, its keys tell enough.
pub fn is_named<'f>(facts: impl IntoIterator<Item = &'f Fact, IntoIter: Clone>, table: &Fact) -> bool {
    let facts = facts.into_iter();
    let tables = || facts.clone().filter(|f| matches!(f.said, Said::Each(_)));
    let is_first = tables().next().is_some_and(|first| first.field == table.field);
    !is_first || tables().filter(|f| !f.is_usual).count() > 1
}

/// Everything unusual, in one line: `initiative 6; top: flat 4, downhill 1`. Texts in the designer's own language come first, and whole.
pub fn told(facts: &[Fact]) -> String {
    let mut text = String::new();
    for fact in facts.iter().filter(|f| f.is_words && !f.is_usual) {
        let space = if text.is_empty() { "" } else { " " };
        text.push_str(&format!("{space}{}", fact.said.text()));
    }
    let rest = told_of(facts.iter().filter(|f| !f.is_words));
    match (text.is_empty(), rest.is_empty()) {
        (true, true) => "nothing".to_owned(),
        (true, false) => rest,
        (false, true) => text,
        (false, false) => format!("{text} ({rest})"),
    }
}

fn told_of<'f>(facts: impl Iterator<Item = &'f Fact> + Clone) -> String {
    let mut text = String::new();
    let all = facts.clone();
    for fact in facts.filter(|f| !f.is_usual || matches!(f.said, Said::Record(..))) {
        let (part, is_record) = match &fact.said {
            Said::Flag(_) => (fact.name.clone(), false),
            Said::Value(word) => (format!("{} {}", fact.name, word.text), false),
            Said::Each(_) if is_named(all.clone(), fact) => (format!("{} {}", fact.name, fact.said.text()), false),
            Said::Each(_) => (fact.said.text(), false),
            Said::Record(..) => (format!("{}: {}", fact.name, fact.said.text()), true),
        };
        if !text.is_empty() {
            text.push_str(if is_record { "; " } else { ", " });
        }
        text.push_str(&part);
    }
    text
}
