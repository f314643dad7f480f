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
    /// As people read it: `coach used`.
    pub name: String,
    pub docs: Arc<str>,
    /// It says nothing, or what it says whenever the data leave it out.
    pub is_usual: bool,
    /// Words in the designer's own language, which need no name.
    pub is_words: bool,
    pub said: Said,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    Value(Word),
    /// A yes or no.
    Flag(bool),
    /// By key: `uphill` 3.
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
    /// None, no, 0.
    pub is_nothing: bool,
}

/// Records within records are followed this deep.
const DEEPEST: usize = 4;

/// What a row says.
pub fn facts(program: &Program, kind: KindId, row: usize) -> Vec<Fact> {
    facts_within(program, kind, row, DEEPEST)
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
    // Which rule a row follows is for those who write rules.
    let is_told = |(_, (_, field)): &(usize, (FieldId, &crate::ir::Field))| !matches!(field.ty.present(), Type::Rule(_));
    program.fields_of(Owner::Rows(kind)).enumerate().filter(is_told).map(fact).collect()
}

impl Value<'_> {
    /// What it says.
    pub fn said(self) -> Said {
        said(self.program, self.ty, self.words, DEEPEST)
    }

    /// The name of the look that the manifest may give it: `Kind.harbour`; `None`: it is no case.
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
    /// Whether there is nothing to tell: none, no, 0.
    pub fn is_nothing(&self) -> bool {
        match self {
            Said::Value(word) => word.is_nothing,
            Said::Flag(on) => !on,
            Said::Each(entries) => entries.iter().all(|(_, value)| value.is_nothing),
            Said::Record(_, _, facts) => facts.iter().all(|fact| fact.is_usual),
        }
    }

    /// As text, with all entries of a table of numbers: of what changes in a game, nought tells something too.
    pub fn whole_text(&self) -> String {
        match self {
            Said::Each(entries) if entries.iter().any(|(_, value)| value.text.parse::<i64>().is_ok()) => table(entries.iter()),
            said => said.text(),
        }
    }

    /// The same as text; tables name their keys, and leave out what is nothing.
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

/// Values behind their keys: `north 4, south 1`; what is several itself stands apart: `north: a, b; south: c`.
fn table<'w>(entries: impl Iterator<Item = &'w (Word, Word)> + Clone) -> String {
    let is_several = entries.clone().any(|(_, value)| value.text.contains(", "));
    let (colon, between) = if is_several { (":", "; ") } else { ("", ", ") };
    entries.map(|(key, value)| format!("{}{colon} {}", key.text, value.text)).collect::<Vec<_>>().join(between)
}

/// Whether a table of values has to be named: its keys alone tell what it is where it is the only one, and the first that rows of this
/// kind have.
pub fn is_named<'f>(facts: impl IntoIterator<Item = &'f Fact, IntoIter: Clone>, table: &Fact) -> bool {
    let facts = facts.into_iter();
    let tables = || facts.clone().filter(|f| matches!(f.said, Said::Each(_)));
    let is_first = tables().next().is_some_and(|first| first.field == table.field);
    !is_first || tables().filter(|f| !f.is_usual).count() > 1
}

/// All that is not as usual, in one line: `initiative 6; top: flat 4, downhill 1`. Words in the designer's own language come first, and
/// whole.
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
