//! What is to be known of an option before it is taken: its text in the rules, and where it leads.

use egui::RichText;
use interpreter::face;
use interpreter::game::Offer;

use super::race::Race;
use super::target;
use super::words::without_citations;

/// More spaces than this are not all named.
const MOST_SPACES: usize = 6;

/// Its text, or what its row of data says.
pub fn docs_of(race: &Race, option: &Offer) -> String {
    match option.row() {
        Some((kind, row)) if option.docs.text.is_empty() => face::told(&face::facts(&race.program, kind, row)),
        _ => without_citations(&option.docs.text),
    }
}

/// The spaces that it is about, in words; empty where there are none.
fn leads_to(race: &Race, player: usize, option: &Offer) -> String {
    let spaces = target::spaces(race, player, option);
    let names: Vec<&str> = spaces.iter().take(MOST_SPACES).map(|space| &*race.board.spaces[*space].name).collect();
    match names.len() {
        0 => String::new(),
        shown if shown < spaces.len() => format!("→ {} and {} more", names.join(", "), spaces.len() - shown),
        _ => format!("→ {}", names.join(", ")),
    }
}

/// Whether there is more to say of it under the mouse than its label. Where its text stands beside it already, words would but hide the
/// options below; where it leads is lit on the board.
pub fn says_more(race: &Race, player: usize, option: &Offer, with_text: bool) -> bool {
    if docs_of(race, option).is_empty() { !leads_to(race, player, option).is_empty() } else { !with_text }
}

/// An option under the mouse.
pub fn option_ui(ui: &mut egui::Ui, race: &Race, player: usize, option: &Offer) {
    ui.set_max_width(320.0);
    ui.strong(&option.label);
    let leads = leads_to(race, player, option);
    if !leads.is_empty() {
        ui.label(leads);
    }
    let docs = docs_of(race, option);
    if !docs.is_empty() {
        ui.label(RichText::new(docs).weak());
    }
}

/// Those of the options of the question that a space or a card stands for.
pub fn options_ui(ui: &mut egui::Ui, race: &Race, options: &[usize]) {
    let Some(question) = race.asked() else { return };
    for option in options.iter().filter_map(|n| question.options.get(*n)) {
        ui.separator();
        option_ui(ui, race, question.player, option);
    }
}

/// The option on whose button the mouse is: the board shows where that leads.
pub fn point_at(ctx: &egui::Context, option: Option<usize>) {
    let id = egui::Id::unique("option under the mouse");
    let before = ctx.data(|data| data.get_temp::<Option<usize>>(id)).flatten();
    if before != option {
        ctx.data_mut(|data| data.insert_temp(id, option));
        ctx.request_repaint();
    }
}

/// The spaces of the option on whose button the mouse is.
pub fn pointed_at(ctx: &egui::Context, race: &Race) -> Vec<usize> {
    let option = ctx.data(|data| data.get_temp::<Option<usize>>(egui::Id::unique("option under the mouse"))).flatten();
    let question = race.asked();
    let offer = question.and_then(|question| Some((question.player, question.options.get(option?)?)));
    offer.map_or(vec![], |(player, offer)| target::spaces(race, player, offer))
}
