//! Answers to decisions, as tests write them.

use std::sync::Arc;

use crate::game::{Offer, Question};
use crate::ir::Type;
use crate::program::Program;
use crate::show;

/// What a test says of an option.
#[derive(Clone, Debug)]
pub(super) enum Wanted {
    /// A label, or the name of a value.
    Text(Arc<str>),
    Value(i32, Type),
}

/// The option that is meant.
pub(super) fn find(program: &Program, question: &Question, wanted: &[Wanted]) -> Option<usize> {
    let by_label = |offer: &Offer| matches!(wanted, [Wanted::Text(text)] if *offer.label == **text);
    let by_value = |offer: &Offer| {
        offer.values.len() == wanted.len()
            && offer.values.iter().zip(&offer.shown).zip(wanted).all(|(((word, _), shown), wanted)| match wanted {
                Wanted::Text(text) => **shown == **text || *shown == text.replace('_', " "),
                Wanted::Value(w, ty) => w == word && *shown == show::word(program, ty, *w),
            })
    };
    let options = &question.options;
    options.iter().position(by_label).or_else(|| options.iter().position(by_value))
}

/// An option as a test would write it.
pub(super) fn written(offer: &Offer) -> String {
    format!("{:?}", offer.label)
}

/// The options on offer, as a test would write them.
pub(super) fn on_offer(question: &Question) -> String {
    const MOST: usize = 12;
    let mut list: Vec<String> = question.options.iter().take(MOST).map(written).collect();
    if question.options.len() > MOST {
        list.push(format!("and {} more", question.options.len() - MOST));
    }
    list.join(", ")
}

/// What a test said, to be shown.
pub(super) fn said(program: &Program, wanted: &[Wanted]) -> String {
    let one = |w: &Wanted| match w {
        Wanted::Text(text) => format!("{text:?}"),
        Wanted::Value(word, ty) => show::word(program, ty, *word),
    };
    wanted.iter().map(one).collect::<Vec<_>>().join(", ")
}
