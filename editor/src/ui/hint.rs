//! Words about an option before it is chosen: its text in the rules, and the spaces it leads to.

use egui::RichText;
use interpreter::face;
use interpreter::game::Offer;
use interpreter::trial::Change;

use super::target;
use super::words::{capital, without_citations};
use crate::playtest::Race;
use crate::ui::theme::strong;

/// The most changes of values that are told of an option.
const MOST_CHANGES: usize = 3;
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
    let offered = race.asked()?.options.get(option)?.space();
    let manifest = &race.ruleset.manifest;
    let mut parts: Vec<String> = vec![];
    for moved in &tried.moved {
        let last = moved.way.last().copied().flatten();
        let is_own = race.owner(moved.kind.index(), moved.piece) == player;
        if is_own && last == offered && last.is_some() {
            continue;
        }
        let place =
            last.and_then(|space| race.program.called.get(space)).map_or("off the board".to_owned(), |it| format!("to {it}"));
        let whose = race.program.names.get(race.owner(moved.kind.index(), moved.piece));
        parts.push(if is_own { place } else { format!("{} {place}", whose.map_or("somebody", |name| name)) });
    }
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
    if tried.meets_chance && !parts.is_empty() {
        parts.push("then chance decides".to_owned());
    }
    (!parts.is_empty()).then(|| capital(&parts.join(", ")))
}

/// Whether a change would need a line of its own.
fn is_long(change: &Change) -> bool {
    change.old.len() + change.new.len() > 24
}

/// Shows an option in a tooltip, with what it leads to.
pub fn option_ui(ui: &mut egui::Ui, race: &Race, player: usize, number: usize) {
    let Some(option) = race.asked().and_then(|question| question.options.get(number)) else { return };
    ui.set_max_width(320.0);
    ui.label(strong(&option.told));
    if let Some(result) = result(race, player, number, false) {
        ui.label(result);
    }
    let leads = leads_to(race, player, option);
    if !leads.is_empty() {
        ui.label(leads);
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
    let id = egui::Id::unique("option under the mouse");
    let before = ctx.data(|data| data.get_temp::<Option<usize>>(id)).flatten();
    if before != option {
        ctx.data_mut(|data| data.insert_temp(id, option));
        ctx.request_repaint();
    }
}

/// Returns the option whose button is under the pointer.
pub fn pointed_option(ctx: &egui::Context) -> Option<usize> {
    ctx.data(|data| data.get_temp::<Option<usize>>(egui::Id::unique("option under the mouse"))).flatten()
}

/// Returns the spaces of the option whose button is under the pointer.
pub fn pointed_at(ctx: &egui::Context, race: &Race) -> Vec<usize> {
    let question = race.asked();
    let offer = question.and_then(|question| Some((question.player, question.options.get(pointed_option(ctx)?)?)));
    offer.map_or(vec![], |(player, offer)| target::spaces(race, player, offer))
}
