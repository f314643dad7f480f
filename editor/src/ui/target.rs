//! What the options of a question stand for: a space on the board, a card, or a part of a card.
//!
//! The values of an option say what can be clicked for it: a space, a card, a record on a card, the far end of a link, the spaces of a
//! path.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use egui::accesskit::Role;
use egui::{Key, Response, RichText};
use interpreter::chain::End;
use interpreter::face::{self, Fact, Said};
use interpreter::game::{Choice, Offer, Question};
use interpreter::ir::{KindId, OnTrack, Type};

use crate::board::Arrow;
use crate::looks::Head;
use crate::playtest::Race;

pub mod apart;

pub use apart::told;
use apart::ways_told;

/// Something to click that takes an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    Space(usize),
    Card(KindId, usize),
    /// A record on a card, by its index among the rows of its kind.
    Part(KindId, usize),
}

/// Something to click, with all options it stands for, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    pub target: Target,
    pub options: Vec<usize>,
}

/// The keys that take the first options of a question.
pub const KEYS: [Key; 10] = {
    use Key::*;
    [Num1, Num2, Num3, Num4, Num5, Num6, Num7, Num8, Num9, Num0]
};

/// Returns the key that takes an option, as it stands beside it; empty if there is none.
pub fn key(option: usize) -> &'static str {
    KEYS.get(option).map_or("", |key| key.name())
}

/// Returns what the options of a person's question stand for. Options that stand for nothing on the table are left out.
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

/// Returns the spaces that an option is about: its own, or those of its link or path.
pub fn spaces(race: &Race, player: usize, offer: &Offer) -> Vec<usize> {
    match offer.space() {
        Some(space) => Some(space).filter(|space| *space < race.board.spaces.len()).into_iter().collect(),
        None => drawn(race, player, offer),
    }
}

/// Returns the links that options of a person's question are about or lead along: the spaces at their ends, with those options.
pub fn links(race: &Race) -> BTreeMap<(usize, usize), Vec<usize>> {
    let mut all: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    let Some(question) = race.asked() else { return all };
    for (n, offer) in question.options.iter().enumerate() {
        let along = offer.space().map(|to| leading_to(race, question.player, to)).unwrap_or_default();
        along.into_iter().chain(link(race, offer)).for_each(|link| all.entry(link).or_default().push(n));
    }
    all
}

/// Returns the spaces at the ends of the link that an option is about.
fn link(race: &Race, offer: &Offer) -> Option<(usize, usize)> {
    let (kind, row) = offer.row()?;
    let is_link = matches!(race.program.ir.kinds[kind.index()].on_track, Some(OnTrack::Links(_)));
    let values = race.track.tables.kinds.get(kind.index()).filter(|_| is_link)?.values.get(row)?;
    let end = |n: usize| usize::try_from(*values.get(n)?.as_ref()?.first()?).ok().filter(|at| *at < race.board.spaces.len());
    Some((end(0)?, end(1)?))
}

/// Returns the visible links that lead from a player's pieces to a space, each once. A link drawn without a direction may be used from
/// either end.
fn leading_to(race: &Race, player: usize, space: usize) -> BTreeSet<(usize, usize)> {
    let seen = race.board.arrows.iter().filter(|arrow| arrow.look.is_seen);
    let leads = |arrow: &&Arrow| {
        let is_back = arrow.look.head == Head::None && arrow.from == space && stands(race, player, arrow.to);
        is_back || arrow.to == space && stands(race, player, arrow.from)
    };
    seen.filter(leads).map(|arrow| (arrow.from, arrow.to)).collect()
}

/// Whether a piece of the player stands on the space.
fn stands(race: &Race, player: usize, space: usize) -> bool {
    race.pieces().any(|(kind, n, at)| at == Some(space) && race.owner(kind, n) == player)
}

/// Returns where a link or path on offer is drawn: the ends of a link where the player has no piece, or the spaces of a path.
fn drawn(race: &Race, player: usize, offer: &Offer) -> Vec<usize> {
    let Some((kind, row)) = offer.row().filter(|_| offer.space().is_none()) else { return vec![] };
    let rows = race.track.tables.kinds.get(kind.index());
    let Some(values) = rows.and_then(|rows| rows.values.get(row)) else { return vec![] };
    let word = |n: usize| values.get(n).and_then(|v| v.as_ref()).and_then(|v| usize::try_from(v[0]).ok());
    let known = |space: &usize| *space < race.board.spaces.len();
    match race.program.ir.kinds[kind.index()].on_track {
        Some(OnTrack::Links(_)) => {
            let (from, to) = (word(0), word(1));
            let far: Vec<usize> =
                from.into_iter().chain(to).filter(known).filter(|space| !stands(race, player, *space)).collect();
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

/// Returns the space that is farthest from the piece that is asked about, of all that the options move it to. There is none if several are
/// equally far, or if an option is about another space, or only leads to another question.
pub fn farthest(race: &Race, question: &Question) -> Option<usize> {
    let asked = race.asked_about(question)?;
    let far = distances(race, question);
    let mut places = BTreeSet::new();
    for (n, option) in question.options.iter().enumerate() {
        let tried = race.tried(n)?;
        let moved = tried.moved.iter().find(|moved| (moved.kind.index(), moved.piece) == asked);
        let end = moved.and_then(|moved| moved.way.last().copied().flatten());
        match option.space() {
            Some(space) if end != Some(space) => return None,
            None if tried.goes_on || tried.meets_chance || !spaces(race, question.player, option).is_empty() => return None,
            space => places.extend(space),
        }
    }
    let most = places.iter().filter_map(|space| far.get(space)).max()?;
    let mut all = places.iter().filter(|space| far.get(space) == Some(most));
    all.next().copied().filter(|_| all.next().is_none())
}

/// Returns how many links lead to each space from the piece that is asked about; nothing if it is off the board.
pub fn distances(race: &Race, question: &Question) -> BTreeMap<usize, usize> {
    let mut far = BTreeMap::new();
    let asked = race.asked_about(question);
    let Some(from) = race.pieces().find(|(kind, n, _)| Some((*kind, *n)) == asked).and_then(|(.., at)| at) else { return far };
    let mut edge = VecDeque::from([(from, 0)]);
    while let Some((space, steps)) = edge.pop_front() {
        if far.contains_key(&space) {
            continue;
        }
        far.insert(space, steps);
        let leads = race.board.spaces.get(space).map_or(&[][..], |space| &space.leads);
        edge.extend(leads.iter().map(|(_, to)| (*to, steps + 1)));
    }
    far
}

/// What was done with a space farther on.
#[derive(Debug, Default, PartialEq)]
pub struct Went {
    pub taken: Option<Vec<Choice>>,
    /// The spaces of the way that is pointed at, or has the focus.
    pub pointed: Option<Vec<usize>>,
}

/// A click on a space farther on goes there. If several ways have different results, it lists them.
pub fn go_to(response: &Response, end: &End) -> Went {
    if let [way] = end.ways.as_slice() {
        let is_pointed = response.hovered() || response.has_focus();
        return Went { taken: response.clicked().then(|| way.steps.clone()), pointed: is_pointed.then(|| way.spaces.clone()) };
    }
    let mut went = Went::default();
    egui::Popup::menu(response).show(|ui| {
        for (way, shown) in end.ways.iter().zip(ways_told(&end.ways)) {
            let button = ui.button(&shown);
            button.widget_info(|| egui::WidgetInfo::labeled(Role::Button, true, &shown));
            if button.hovered() || button.has_focus() {
                went.pointed = Some(way.spaces.clone());
            }
            if button.clicked() {
                went.taken = Some(way.steps.clone());
            }
        }
    });
    went
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

/// Returns the options that something stands for.
pub fn options_of(offered: &[Offered], target: Target) -> &[usize] {
    offered.iter().find(|o| o.target == target).map_or(&[], |o| &o.options)
}

/// Returns the cards that look like this one and lie in the same place, including itself. An option about one of them is an option about
/// each.
fn copies(race: &Race, kind: KindId, card: usize) -> impl Iterator<Item = usize> {
    let (names, state) = (&race.program.rows[kind.index()].names, race.table_state.read(&race.program));
    let count = usize::from(race.program.cards[kind.index()].count);
    let is_copy = move |other: &usize| names[*other] == names[card] && state.heap(kind, *other) == state.heap(kind, card);
    (0..count).filter(move |other| *other == card || is_copy(other))
}

/// Whether a card is the first of those that look like it in its place.
pub fn is_first_of_copies(race: &Race, kind: KindId, card: usize) -> bool {
    copies(race, kind, card).next() == Some(card)
}

/// Returns the options that a click on a whole card can take.
pub fn options_of_card(race: &Race, offered: &[Offered], kind: KindId, card: usize) -> Vec<usize> {
    if offered.is_empty() {
        return vec![];
    }
    copies(race, kind, card).flat_map(|copy| options_of(offered, Target::Card(kind, copy)).iter().copied()).collect()
}

/// Returns the options that a click on a card's `n`th record can take.
pub fn options_of_part(race: &Race, offered: &[Offered], kind: KindId, card: usize, n: usize) -> Vec<usize> {
    if !offered.iter().any(|o| matches!(o.target, Target::Part(..))) {
        return vec![];
    }
    let mut options: Vec<usize> = vec![];
    for copy in copies(race, kind, card) {
        let facts = face::facts(&race.program, kind, copy);
        let Some((_, part, _)) = parts(&facts).nth(n) else { continue };
        options.extend(options_of(offered, part).iter().filter(|o| !options.contains(o)).copied().collect::<Vec<_>>());
    }
    options
}

/// Returns the records on a card.
pub fn parts(facts: &[Fact]) -> impl Iterator<Item = (&Fact, Target, &[Fact])> {
    facts.iter().filter_map(|fact| match &fact.said {
        Said::Record(kind, row, inner) => Some((fact, Target::Part(*kind, *row), &inner[..])),
        _ => None,
    })
}

/// Returns the option for a clicked part, if there are several on a space. It is the only one whose single number is the number of that
/// part.
pub fn option_of_part(race: &Race, options: &[usize], part: usize) -> Option<usize> {
    let question = race.asked().filter(|_| options.len() > 1)?;
    let number = |option: &usize| {
        let values = &question.options.get(*option)?.values;
        let mut numbers = values.iter().filter(|(_, ty)| matches!(ty.present(), Type::Int(_)));
        let only = numbers.next().filter(|_| numbers.next().is_none())?;
        usize::try_from(only.0).ok()
    };
    let mut all = options.iter().filter(|option| number(option) == Some(part));
    let one = all.next().filter(|_| all.next().is_none())?;
    options.iter().all(|option| number(option).is_some()).then_some(*one)
}

/// A click takes the only option, or lists several.
pub fn take(race: &Race, response: &Response, options: &[usize]) -> Option<usize> {
    let question = race.asked()?;
    let label = |n: usize| if n < question.options.len() { told(race, question, n) } else { String::new() };
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
                    let button = ui.add(egui::Button::new(label(*n)).right_text(RichText::new(key(*n)).weak().small()));
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
