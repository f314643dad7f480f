//! The meaning of a name: the tooltip where the pointer rests on it, its declaration and its uses.

use std::ops::Range;

use interpreter::names::Sort;
use interpreter::source::Span;

use super::context::Context;
use super::known::Known;
use super::{Language, floor, word_at, words};

/// The contents of a tooltip for a word.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Hover {
    /// The word's place in the text.
    pub range: Range<usize>,
    /// The line of its declaration.
    pub code: String,
    /// The kind of thing it is, and its type.
    pub what: String,
    pub docs: String,
    /// `my-race/my-race.rules:12`.
    pub place: String,
}

/// A place in a file of the ruleset, by the file's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamePlace {
    pub name: String,
    pub range: Range<usize>,
    /// From 1.
    pub line: usize,
    /// The line as written.
    pub text: String,
}

/// Returns the range and the declaration of the name at a place.
fn named(language: Language, text: &str, at: usize, known: &Known) -> Option<(Range<usize>, usize)> {
    let at = floor(text, at);
    let range = word_at(text, at);
    if range.is_empty() {
        return None;
    }
    let word = &text[range.clone()];
    let shift = known.shift(text);
    let used = shift.back(range.start).and_then(|at| known.at(at + 1)).map(|(_, n)| n);
    if let Some(n) = used.filter(|n| *known.declared(*n).name == *word) {
        return Some((range, n));
    }
    if language == Language::Ron {
        let n = (0..known.names.declared.len()).find(|n| *known.declared(*n).name == *word)?;
        return Some((range, n));
    }
    // The context ends before the word, so that the word itself isn't part of it.
    let context = Context::new(text, range.start);
    if context.is_words() {
        return None;
    }
    if let Some(value) = context.behind_dot() {
        return context.member_of(known, value, word).map(|n| (range, n));
    }
    let is_case = |n: &usize| known.declared(*n).sort == Sort::Case && *known.declared(*n).name == *word;
    let other = |n: &usize| matches!(known.declared(*n).sort, Sort::Decision | Sort::Addon) && *known.declared(*n).name == *word;
    let all = || 0..known.names.declared.len();
    let n = known.names.global(word).or_else(|| all().find(is_case)).or_else(|| all().find(other))?;
    Some((range, n))
}

/// Returns the tooltip for the word at a place.
pub fn at(language: Language, text: &str, at: usize, known: Option<&Known>) -> Option<Hover> {
    if let Some((range, n)) = known.and_then(|known| named(language, text, at, known)) {
        let known = known?;
        let declared = known.declared(n);
        let ty = declared.ty.as_ref().filter(|_| !matches!(declared.sort, Sort::Enum | Sort::Rows | Sort::Case));
        let what = match ty {
            Some(ty) => format!("{}, {}", sort(declared.sort), known.ir.words(ty)),
            None => sort(declared.sort).to_owned(),
        };
        let place = declared.span.map(|span| place(known, span));
        return Some(Hover {
            range,
            code: place.as_ref().map(|place| place.text.trim_end_matches('{').trim().to_owned()).unwrap_or_default(),
            what,
            docs: declared.docs.to_string(),
            place: place.map(|place| format!("{}:{}", place.name, place.line)).unwrap_or_default(),
        });
    }
    let range = word_at(text, at);
    let word = text.get(range.clone())?;
    if language != Language::Rules || Context::new(text, range.start).is_words() {
        return None;
    }
    let help = words::help(word)?;
    Some(Hover {
        code: word.to_owned(),
        what: "a word of the language".to_owned(),
        docs: help.to_owned(),
        range,
        place: String::new(),
    })
}

/// Returns the place where the name at a place is declared.
pub fn definition(language: Language, text: &str, at: usize, known: &Known) -> Option<NamePlace> {
    let (_, n) = named(language, text, at, known)?;
    Some(place(known, known.declared(n).span?))
}

/// Returns all places where the name at a place is written, its declaration first.
pub fn uses(language: Language, text: &str, at: usize, known: &Known) -> Vec<NamePlace> {
    let Some((_, n)) = named(language, text, at, known) else { return vec![] };
    known.names.places(n).into_iter().map(|span| place(known, span)).collect()
}

fn place(known: &Known, span: Span) -> NamePlace {
    let (name, range) = known.place(span);
    let sources = &known.ruleset().sources;
    let line = sources.line_column(span).0;
    let text = &sources.get(span.source).text;
    let start = text[..floor(text, range.start)].rfind('\n').map_or(0, |n| n + 1);
    let text = text[start..].lines().next().unwrap_or_default().trim().to_owned();
    NamePlace { name, range, line, text }
}

/// A word for the sort of a declaration.
pub fn sort(sort: Sort) -> &'static str {
    match sort {
        Sort::Param => "a param",
        Sort::Constant => "a constant",
        Sort::Dice => "a die",
        Sort::Enum => "an enum",
        Sort::Case => "a case",
        Sort::Rows => "a kind of rows",
        Sort::Field => "a field",
        Sort::Derived => "a computed column",
        Sort::Link => "a link",
        Sort::Piece => "a piece",
        Sort::Pile => "a pile",
        Sort::Measure => "a measure",
        Sort::Decision => "a decision",
        Sort::Rule => "a rule",
        Sort::Value => "a value",
        Sort::Local => "a variable",
        Sort::Addon => "an add-on",
        Sort::BuiltIn => "of every piece",
    }
}
