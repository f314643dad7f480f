//! What the options of a question stand for: a space of the board, a card, a part of a card.

use eframe::egui::accesskit::Role;
use eframe::egui::{self, Response, RichText};
use interpreter::chain::End;
use interpreter::face::{Fact, Said};
use interpreter::game::{Choice, Offer};
use interpreter::ir::{KindId, OnTrack};

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
        let drawn = drawn(race, question.player, offer).into_iter().map(Target::Space);
        for target in target(race, offer).into_iter().chain(drawn) {
            match all.iter_mut().find(|o| o.target == target) {
                Some(same) => same.options.push(n),
                None => all.push(Offered { target, options: vec![n] }),
            }
        }
    }
    all
}

/// Where a link or path on offer is drawn: the ends of a link at which the player doesn't stand already, the spaces of a path.
fn drawn(race: &Race, player: usize, offer: &Offer) -> Vec<usize> {
    let Some((kind, row)) = offer.row().filter(|_| offer.space().is_none()) else { return vec![] };
    let rows = race.track.tables.kinds.get(kind.index());
    let Some(values) = rows.and_then(|rows| rows.values.get(row)) else { return vec![] };
    let word = |n: usize| values.get(n).and_then(|v| v.as_ref()).and_then(|v| usize::try_from(v[0]).ok());
    let known = |space: &usize| *space < race.board.spaces.len();
    match race.program.ir.kinds[kind.index()].on_track {
        Some(OnTrack::Links(_)) => {
            let (from, to) = (word(0), word(1));
            let stands = |space: &usize| {
                let own = |(kind, list): (usize, &Vec<Option<usize>>)| {
                    list.iter().enumerate().any(|(n, at)| *at == Some(*space) && race.owner(kind, n) == player)
                };
                race.places.iter().enumerate().any(own)
            };
            let far: Vec<usize> = from.into_iter().chain(to).filter(known).filter(|space| !stands(space)).collect();
            if far.is_empty() { to.filter(known).into_iter().collect() } else { far }
        }
        Some(OnTrack::Paths) => {
            let spaces = values.first().and_then(|v| v.as_ref()).map_or(&[][..], |v| v);
            let count = spaces.first().and_then(|n| usize::try_from(*n).ok()).unwrap_or(0);
            spaces.iter().skip(1).take(count).filter_map(|s| usize::try_from(*s).ok()).filter(known).collect()
        }
        None => vec![],
    }
}

/// A click on a space farther on leads there; if several ways come to different things, it opens their list.
pub fn go_to(response: &Response, end: &End) -> Option<Vec<Choice>> {
    if let [way] = end.ways.as_slice() {
        return response.clicked().then(|| way.steps.clone());
    }
    let mut taken = None;
    egui::Popup::menu(response).show(|ui| {
        for way in &end.ways {
            let shown = way.shown();
            let button = ui.button(&shown);
            button.widget_info(|| egui::WidgetInfo::labeled(Role::Button, true, &shown));
            if button.clicked() {
                taken = Some(way.steps.clone());
            }
        }
    });
    taken
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
