//! Words about an option before it is chosen: its text in the rules, and the spaces it leads to.

use egui::RichText;
use interpreter::face;
use interpreter::game::{Moved, Offer};
use interpreter::trial::{Change, Tried};

use super::odds::odds_ui;
use super::target;
use super::words::{capital, without_citations};
use crate::playtest::Race;
use crate::ui::theme::strong;

/// The most changes of values that are told of an option.
const MOST_CHANGES: usize = 3;
/// The most pieces that are named besides the one that is asked about.
const MOST_MOVED: usize = 2;
/// The most spaces that are all named.
const MOST_SPACES: usize = 6;

/// Returns an option's documentation, or the contents of its row of data.
pub fn docs_of(race: &Race, option: &Offer) -> String {
    match option.row() {
        Some((kind, row)) if option.docs.text.is_empty() => face::told(&face::facts(&race.program, kind, row)),
        _ => without_citations(&option.docs.text),
    }
}

/// Names the spaces that an option is about; empty if there are none.
fn leads_to(race: &Race, player: usize, option: &Offer) -> String {
    let spaces = target::spaces(race, player, option);
    if spaces.len() == 1 && option.space() == spaces.first().copied() {
        return String::new();
    }
    let names: Vec<&str> = spaces.iter().take(MOST_SPACES).map(|space| &*race.board.spaces[*space].name).collect();
    match names.len() {
        0 => String::new(),
        shown if shown < spaces.len() => format!("→ {} and {} more", names.join(", "), spaces.len() - shown),
        _ => format!("→ {}", names.join(", ")),
    }
}

/// Whether a tooltip would add anything to the option's label. If the text already stands beside the option, a tooltip would only hide the
/// options below; the spaces it leads to are lit on the board.
pub fn says_more(race: &Race, player: usize, option: &Offer, with_text: bool) -> bool {
    if docs_of(race, option).is_empty() { !leads_to(race, player, option).is_empty() } else { !with_text }
}

/// Says what an option surely leads to, as far as the one who is asked may know: where pieces come to stand, and what becomes of values that
/// the manifest shows: only of those on scales, if few words are wanted.
pub fn result(race: &Race, player: usize, option: usize, in_few_words: bool) -> Option<String> {
    let tried = race.tried(option)?;
    let question = race.asked()?;
    let offered = question.options.get(option)?.space();
    let manifest = &race.ruleset.manifest;
    let mut parts = moves(race, race.asked_about(question), tried, offered);
    let is_meter = |change: &Change| {
        *change.of == *"player" && race.looks().meters.iter().any(|it| it.field.replace('_', " ") == change.name)
    };
    let is_shown = |change: &&Change| match change.owner {
        _ if in_few_words && !is_meter(change) => false,
        Some(owner) => owner == player && manifest.lists(&change.of, &change.name) && !is_long(change),
        None => manifest.names("state", &change.name) && !is_long(change),
    };
    parts.extend(
        tried.changes.iter().filter(is_shown).map(|it| format!("{} {} → {}", it.name, it.old, it.new)).take(MOST_CHANGES),
    );
    if tried.meets_dice && !parts.is_empty() {
        parts.push("then chance decides".to_owned());
    }
    (!parts.is_empty()).then(|| capital(&parts.join(", ")))
}

/// Says where pieces come to stand, besides the space on offer: the one that is asked about, then the others, which are counted if they are
/// many.
fn moves(race: &Race, asked: Option<(usize, usize)>, tried: &Tried, offered: Option<usize>) -> Vec<String> {
    let last = |moved: &Moved| moved.way.last().copied().flatten();
    let place = |moved: &Moved| {
        let called = last(moved).and_then(|space| race.program.called.get(space));
        called.map_or("off the board".to_owned(), |place| format!("to {place}"))
    };
    let is_asked = |moved: &&Moved| asked == Some((moved.kind.index(), moved.piece));
    let (own, others): (Vec<&Moved>, Vec<&Moved>) = tried.moved.iter().partition(is_asked);
    // On the way to where the option leads, somebody else may have a say.
    let name = tried.asks.filter(|_| offered.is_some()).and_then(|asks| race.program.names.get(asks));
    let whole = |it: &Moved| match name {
        Some(name) => format!("first {}, where {name} is asked", place(it)),
        None => place(it),
    };
    let mut parts: Vec<String> =
        own.iter().filter(|moved| last(moved).is_none() || last(moved) != offered).map(|it| whole(it)).collect();
    let count = format!("{} {}pieces", others.len(), if own.is_empty() { "" } else { "other " });
    match others.first().map(|first| place(first)) {
        Some(first) if others.len() > MOST_MOVED && others.iter().all(|it| place(it) == first) => {
            parts.push(format!("{count} {first}"))
        }
        _ if others.len() > MOST_MOVED => parts.push(format!("{count} move")),
        _ => parts.extend(others.iter().filter_map(|moved| {
            let look = race.looks().pieces.get(moved.kind.index())?;
            let name = look.name(&race.program, &race.table_state, moved.kind.index(), moved.piece);
            Some(format!("{name} {}", place(moved)))
        })),
    }
    parts
}

/// Whether a change would need a line of its own.
fn is_long(change: &Change) -> bool {
    change.old.len() + change.new.len() > 24
}

/// Shows an option in a tooltip, with what it leads to.
pub fn option_ui(ui: &mut egui::Ui, race: &Race, player: usize, number: usize) {
    let Some(question) = race.asked().filter(|question| number < question.options.len()) else { return };
    let option = &question.options[number];
    ui.set_max_width(320.0);
    ui.label(strong(target::told(race, question, number)));
    if let Some(result) = result(race, player, number, false) {
        ui.label(result);
    }
    let leads = leads_to(race, player, option);
    if !leads.is_empty() {
        ui.label(leads);
    }
    if let Some(odds) = race.chances(number) {
        odds_ui(ui, race, odds);
    }
    let docs = docs_of(race, option);
    if !docs.is_empty() {
        ui.label(RichText::new(docs).weak());
    }
}

/// Shows those options of the question that a space or a card stands for.
pub fn options_ui(ui: &mut egui::Ui, race: &Race, options: &[usize]) {
    let Some(question) = race.asked() else { return };
    for option in options {
        ui.separator();
        option_ui(ui, race, question.player, *option);
    }
}

/// Notes the option under the pointer, so that the board shows where it leads.
pub fn point_at(ctx: &egui::Context, option: Option<usize>) {
    note(ctx, egui::Id::unique("option under the mouse"), option);
}

/// Notes the spaces of the way whose line in a list on the board is under the pointer, or has the focus.
pub fn point_at_way(ctx: &egui::Context, way: Option<Vec<usize>>) {
    note(ctx, egui::Id::unique("way under the mouse"), way);
}

/// Keeps what is pointed at; if it is something else, the board is drawn anew.
fn note<T: Clone + PartialEq + Send + Sync + 'static>(ctx: &egui::Context, id: egui::Id, pointed: Option<T>) {
    let before = ctx.data(|data| data.get_temp::<Option<T>>(id)).flatten();
    if before != pointed {
        ctx.data_mut(|data| data.insert_temp(id, pointed));
        ctx.request_repaint();
    }
}

/// Returns the option whose button is under the pointer.
pub fn pointed_option(ctx: &egui::Context) -> Option<usize> {
    ctx.data(|data| data.get_temp::<Option<usize>>(egui::Id::unique("option under the mouse"))).flatten()
}

/// Returns the spaces of the way that is pointed at.
pub fn pointed_way(ctx: &egui::Context) -> Option<Vec<usize>> {
    ctx.data(|data| data.get_temp::<Option<Vec<usize>>>(egui::Id::unique("way under the mouse"))).flatten()
}

/// Returns the spaces of the option whose button is under the pointer.
pub fn pointed_at(ctx: &egui::Context, race: &Race) -> Vec<usize> {
    let question = race.asked();
    let offer = question.and_then(|question| Some((question.player, question.options.get(pointed_option(ctx)?)?)));
    offer.map_or(vec![], |(player, offer)| target::spaces(race, player, offer))
}
