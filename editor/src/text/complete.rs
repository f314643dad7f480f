//! Completion: the words that a half-typed word may become.

use std::ops::Range;

use interpreter::ir::Type;
use interpreter::names::Sort;

use super::context::Context;
use super::known::Known;
use super::{Language, floor, word_at, words};

/// The most candidates offered.
pub const MOST: usize = 200;

/// A word that the user may want.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub name: String,
    /// Its type or sort and its documentation, on one line.
    pub told: String,
    /// Candidates with a lower rank come first.
    rank: u8,
}

/// Returns the words that fit at a place, and the range of text that the chosen one replaces. If nothing is typed yet, every word that fits
/// is offered.
pub fn at(language: Language, text: &str, at: usize, known: Option<&Known>) -> (Range<usize>, Vec<Candidate>) {
    let at = floor(text, at);
    let mut found = vec![];
    let range = match language {
        Language::Rules => rules(text, at, known, &mut found),
        Language::Ron => ron(text, at, known, &mut found),
    };
    let begun = text[range.clone()].to_lowercase();
    let fits = |name: &str| {
        let name = name.to_lowercase();
        if name.starts_with(&begun) { Some(0) } else { name.contains(&begun).then_some(10) }
    };
    found.retain_mut(|candidate| fits(&candidate.name).map(|rank| candidate.rank += rank).is_some());
    found.sort_by(|a, b| (a.rank, &a.name).cmp(&(b.rank, &b.name)));
    found.dedup_by(|a, b| a.name == b.name);
    found.truncate(MOST);
    (range, found)
}

fn rules(text: &str, at: usize, known: Option<&Known>, found: &mut Vec<Candidate>) -> Range<usize> {
    let context = Context::new(text, at);
    let begun = context.begun.clone();
    if context.is_words() || text[begun.clone()].starts_with(|c: char| c.is_ascii_digit()) {
        return begun;
    }
    if let Some(value) = context.behind_dot() {
        if let Some(known) = known {
            found.extend(context.members(known, value).into_iter().map(|n| declared(known, n, 1)));
        }
        return begun;
    }
    // A name being declared is new, so there is nothing to offer.
    if words::DECLARING.contains(&context.last()) && context.last() != "rule" && context.last() != "value" {
        return begun;
    }
    if let Some(known) = known {
        let wanted = context.compared().and_then(|value| context.value(known, value));
        if let Some(Type::Enum(of)) = wanted.as_ref().map(Type::present) {
            found.extend(known.names.cases(*of).into_iter().map(|n| declared(known, n, 0)));
        }
        for variable in context.variables() {
            let told = context.type_of(known, &variable).map_or_else(String::new, |ty| known.ir.words(&ty));
            found.push(Candidate { name: variable.name, told, rank: 1 });
        }
        found.extend(known.names.globals().map(|n| declared(known, n, 2)));
        let cases = (0..known.names.declared.len()).filter(|n| known.declared(*n).sort == Sort::Case);
        found.extend(cases.map(|n| declared(known, n, 4)));
    } else {
        found.extend(context.variables().into_iter().map(|variable| Candidate {
            name: variable.name,
            told: String::new(),
            rank: 1,
        }));
    }
    let of_language = words::all().map(|(word, help)| Candidate {
        name: word.to_owned(),
        told: help.to_owned(),
        rank: if words::is_built_in(word) { 3 } else { 5 },
    });
    found.extend(of_language);
    begun
}

/// In data, only fields, cases, links and kinds of rows are offered.
fn ron(text: &str, at: usize, known: Option<&Known>, found: &mut Vec<Candidate>) -> Range<usize> {
    let begun = word_at(text, at).start..at;
    let Some(known) = known else { return begun };
    let wanted = |sort: Sort| matches!(sort, Sort::Field | Sort::Case | Sort::Link | Sort::Rows);
    let all = (0..known.names.declared.len()).filter(|n| wanted(known.declared(*n).sort));
    found.extend(all.map(|n| declared(known, n, 1)));
    begun
}

fn declared(known: &Known, n: usize, rank: u8) -> Candidate {
    let declared = known.declared(n);
    let what = match (&declared.ty, declared.sort) {
        (_, Sort::Enum | Sort::Rows | Sort::Piece | Sort::Rule) | (None, _) => super::hover::sort(declared.sort).to_owned(),
        (Some(ty), _) => known.ir.words(ty),
    };
    let told = if declared.docs.is_empty() { what } else { format!("{what} · {}", declared.docs) };
    Candidate { name: declared.name.to_string(), told, rank }
}
