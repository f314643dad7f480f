//! Answers to decisions, as tests write them.

use std::sync::Arc;

use crate::game::{Offer, Question};
use crate::ir::Type;
use crate::program::Program;
use crate::show;

/// A part of an option, as a test writes it.
#[derive(Clone, Debug)]
pub(in crate::testing) enum Wanted {
    /// A label, or the name of a value.
    Text(Arc<str>),
    Value(i32, Type),
}

/// The meaning of an answer.
pub(in crate::testing) enum Meant {
    /// The option at this position.
    One(usize),
    /// Any of several options that differ.
    Several(Vec<usize>),
    Nothing,
}

/// The option that is meant: by its label, else by its values. Options on offer that read the same are numbered: `Go #2`.
pub(in crate::testing) fn find(program: &Program, question: &Question, wanted: &[Wanted]) -> Meant {
    let by_value = |offer: &Offer| {
        offer.values.len() == wanted.len()
            && offer.values.iter().zip(&offer.shown).zip(wanted).all(|(((word, _), shown), wanted)| match wanted {
                Wanted::Text(text) => **shown == **text || *shown == text.replace('_', " "),
                Wanted::Value(w, ty) => w == word && *shown == show::word(program, ty, *w),
            })
    };
    if let [Wanted::Text(text)] = wanted {
        let labelled = different(question, |offer| *offer.label == **text);
        if !labelled.is_empty() {
            return meant(labelled);
        }
        let is_it = |n: &usize| text.starts_with(&question.options[*n].label) && name(question, *n) == **text;
        if let Some(one) = (0..question.options.len()).filter(|_| text.contains(" #")).find(is_it) {
            return Meant::One(one);
        }
    }
    meant(different(question, by_value))
}

fn meant(found: Vec<usize>) -> Meant {
    match found[..] {
        [] => Meant::Nothing,
        [one] => Meant::One(one),
        _ => Meant::Several(found),
    }
}

/// The options for which `is_so` holds, without those that equal an earlier one.
fn different(question: &Question, is_so: impl Fn(&Offer) -> bool) -> Vec<usize> {
    let mut found: Vec<usize> = vec![];
    for (n, offer) in question.options.iter().enumerate().filter(|(_, offer)| is_so(offer)) {
        let same = |other: &usize| question.options[*other].is_same(offer);
        if !found.iter().any(same) {
            found.push(n);
        }
    }
    found
}

/// The label of an option. If several options have it, its number among them follows. A number with which another label reads the same is
/// passed over.
fn name(question: &Question, option: usize) -> String {
    let label = &question.options[option].label;
    let alike = different(question, |offer| offer.label == *label);
    let is_free = |name: &String| question.options.iter().all(|offer| offer.label != *name);
    let mut names = (1..).map(|n| format!("{label} #{n}")).filter(is_free);
    let at = alike.iter().position(|n| question.options[*n].is_same(&question.options[option]));
    at.filter(|_| alike.len() > 1).and_then(|at| names.nth(at)).unwrap_or_else(|| label.clone())
}

/// An option as a test would write it.
pub(in crate::testing) fn written(question: &Question, option: usize) -> String {
    format!("{:?}", name(question, option))
}

/// The same, but by its value if no other option has that value, because values stay when labels change.
pub(in crate::testing) fn written_by_value(question: &Question, option: usize) -> String {
    let [value] = &question.options[option].shown[..] else { return written(question, option) };
    let is_number = value.parse::<i32>().is_ok();
    let others = different(question, |offer| offer.shown[..] == [value.clone()] || offer.label == *value);
    match (others.len(), is_number) {
        (1, true) => value.clone(),
        (1, false) => format!("{value:?}"),
        _ => written(question, option),
    }
}

/// The options on offer, as a test would write them.
pub(in crate::testing) fn on_offer(question: &Question) -> String {
    const MOST: usize = 12;
    let mut list: Vec<String> = (0..question.options.len()).take(MOST).map(|n| written(question, n)).collect();
    if question.options.len() > MOST {
        list.push(format!("and {} more", question.options.len() - MOST));
    }
    list.join(", ")
}

/// What a test wrote, for a message.
pub(in crate::testing) fn said(program: &Program, wanted: &[Wanted]) -> String {
    let one = |w: &Wanted| match w {
        Wanted::Text(text) => format!("{text:?}"),
        Wanted::Value(word, ty) => show::word(program, ty, *word),
    };
    wanted.iter().map(one).collect::<Vec<_>>().join(", ")
}
