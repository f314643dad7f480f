//! What the options of a question stand for: a space of the board, a card, a part of a card.

use eframe::egui::accesskit::Role;
use eframe::egui::{self, Response, RichText};
use interpreter::face::{Fact, Said};
use interpreter::game::Offer;
use interpreter::ir::KindId;

use super::race::Race;

/// What is clicked to take an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    Space(usize),
    Card(KindId, usize),
    /// A record on a card, by its place among the rows of its kind.
    Part(KindId, usize),
}

/// Something to click, with all options that stand for it, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    pub target: Target,
    pub options: Vec<usize>,
}

/// What the options of the question that a person is asked stand for; those that stand for nothing on the table are left out.
pub fn offered(race: &Race) -> Vec<Offered> {
    let Some(question) = race.asked() else { return vec![] };
    let mut all: Vec<Offered> = vec![];
    for (n, offer) in question.options.iter().enumerate() {
        let Some(target) = target(race, offer) else { continue };
        match all.iter_mut().find(|o| o.target == target) {
            Some(same) => same.options.push(n),
            None => all.push(Offered { target, options: vec![n] }),
        }
    }
    all
}

fn target(race: &Race, offer: &Offer) -> Option<Target> {
    if let Some(space) = offer.space().filter(|s| *s < race.board.spaces.len()) {
        return Some(Target::Space(space));
    }
    let (kind, row) = offer.row()?;
    let (cards, rows) = (&race.program.cards[kind.index()], &race.program.rows[kind.index()]);
    if row < usize::from(cards.count) {
        return Some(Target::Card(kind, row));
    }
    rows.names.is_empty().then_some(Target::Part(kind, row))
}

/// The options that stand for something.
pub fn options_of(offered: &[Offered], target: Target) -> &[usize] {
    offered.iter().find(|o| o.target == target).map_or(&[], |o| &o.options)
}

/// The records that are on a card.
pub fn parts(facts: &[Fact]) -> impl Iterator<Item = (&Fact, Target, &[Fact])> {
    facts.iter().filter_map(|fact| match &fact.said {
        Said::Record(kind, row, inner) => Some((fact, Target::Part(*kind, *row), &inner[..])),
        _ => None,
    })
}

/// A click takes the only option, or opens the list of several.
pub fn take(race: &Race, response: &Response, options: &[usize]) -> Option<usize> {
    let question = race.asked()?;
    let label = |n: usize| question.options.get(n).map_or("", |o| &*o.label);
    match options {
        [] => None,
        [one] => {
            response.widget_info(|| egui::WidgetInfo::labeled(Role::Button, true, label(*one)));
            response.clicked().then_some(*one)
        }
        several => {
            let mut taken = None;
            egui::Popup::menu(response).show(|ui| {
                for n in several {
                    let key = if *n < 9 { (n + 1).to_string() } else { String::new() };
                    let button = ui.add(egui::Button::new(label(*n)).right_text(RichText::new(key).weak().small()));
                    button.widget_info(|| egui::WidgetInfo::labeled(Role::Button, true, label(*n)));
                    if button.clicked() {
                        taken = Some(*n);
                    }
                }
            });
            taken
        }
    }
}
