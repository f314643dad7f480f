//! Words about an option before it is chosen: its text in the rules, and the spaces it leads to.

use egui::RichText;
use interpreter::face;
use interpreter::game::Offer;

use super::target;
use super::words::without_citations;
use crate::playtest::Race;
use crate::ui::theme::strong;

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

/// Shows an option in a tooltip.
pub fn option_ui(ui: &mut egui::Ui, race: &Race, player: usize, option: &Offer) {
    ui.set_max_width(320.0);
    ui.label(strong(&option.told));
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
    for option in options.iter().filter_map(|n| question.options.get(*n)) {
        ui.separator();
        option_ui(ui, race, question.player, option);
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

/// Returns the spaces of the option whose button is under the pointer.
pub fn pointed_at(ctx: &egui::Context, race: &Race) -> Vec<usize> {
    let option = ctx.data(|data| data.get_temp::<Option<usize>>(egui::Id::unique("option under the mouse"))).flatten();
    let question = race.asked();
    let offer = question.and_then(|question| Some((question.player, question.options.get(option?)?)));
    offer.map_or(vec![], |(player, offer)| target::spaces(race, player, offer))
}
