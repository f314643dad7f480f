//! The cards on the table in front of the person who is asked: their own piles face up, and every other pile with something to choose.

use egui::{FontId, RichText, Sense, vec2};
use interpreter::face;
use interpreter::ir::KindId;
use interpreter::view::{self, Heap};

use super::action::Action;
use super::card;
use super::target::{self, Offered, Target};
use super::theme::Theme;
use super::thing;
use super::words::{titled, without_citations};
use crate::playtest::Race;
use crate::ui::theme::strong;

/// The width of a pile's name beside its cards.
const NAME_WIDTH: f32 = 20.0;
/// The margin above and below the cards.
pub const MARGIN: f32 = 4.0;
/// The height of the row's scroll bar.
const BAR: f32 = 12.0;
/// The height of the pane, with its tab, while the cards are folded into a line of names.
pub const FOLDED: f32 = 68.0;

/// Returns the panel's first height: one row of cards, or two if the window has room for them besides a large board.
pub fn height(window: f32) -> f32 {
    let rows = if window >= 1300.0 { 2.0 } else { 1.0 };
    card::SIZE.y * rows + 6.0 * (rows - 1.0) + BAR + 2.0 * MARGIN
}

/// Whether the game has cards that could lie in front of a person.
pub fn has_cards(race: &Race) -> bool {
    race.has_people() && race.program.ir.piles.iter().any(|pile| !matches!(pile.owner, interpreter::ir::Owner::State))
}

/// Whether anything lies in front of a person, whoever sits before the window.
pub fn lie_there(race: &Race) -> bool {
    if !has_cards(race) {
        return false;
    }
    let is_held = |player: usize| {
        let heaps = view::heaps(&race.program, &race.table_state, Some(player));
        heaps.iter().any(|heap| heap.owner == Some(player) && !heap.cards.is_empty())
    };
    let mut people = (0..race.seats.len()).filter(|player| race.is_person(*player));
    people.any(is_held) || !table(race, &target::offered(race)).is_empty()
}

/// Returns the piles on the table in front of the viewer, with the kinds of their cards.
pub fn table(race: &Race, offered: &[Offered]) -> Vec<(KindId, Heap)> {
    let viewer = race.viewer();
    let heaps = view::heaps(&race.program, &race.table_state, viewer).into_iter();
    let with_kind = heaps.map(|heap| (race.program.ir.piles[heap.pile.index()].kind, heap));
    let is_here = |(kind, heap): &(KindId, Heap)| {
        // Piles of one's own that lie face down show nothing. They are only counted beside their player.
        let is_own = heap.owner.is_some() && heap.owner == viewer && !heap.cards.is_empty();
        let is_offered = heap.cards.iter().any(|card| !target::options_of_card(race, offered, *kind, *card).is_empty());
        // The manifest names piles that lie on the table.
        let is_listed = heap.owner.is_none() && race.ruleset.manifest.names("state", &heap.name);
        heap.count() > 0 && (is_own || is_offered || is_listed)
    };
    let mut table: Vec<(KindId, Heap)> = with_kind.filter(is_here).collect();
    // Piles with something to click come first.
    table.sort_by_key(|(kind, heap)| options_in(race, offered, *kind, heap).is_empty());
    table
}

/// Returns the options that a click on a card of a pile can take.
fn options_in(race: &Race, offered: &[Offered], kind: KindId, heap: &Heap) -> Vec<usize> {
    let mut options = vec![];
    for card in &heap.cards {
        options.extend(target::options_of_card(race, offered, kind, *card));
        let facts = face::facts(&race.program, kind, *card);
        let parts = 0..target::parts(&facts).count();
        parts.for_each(|n| options.extend(target::options_of_part(race, offered, kind, *card, n)));
    }
    options
}

/// Returns the options that a click on any card on the table can take.
pub fn options_on_cards(race: &Race, offered: &[Offered]) -> Vec<usize> {
    if !has_cards(race) || offered.iter().all(|o| matches!(o.target, Target::Space(_))) {
        return vec![];
    }
    table(race, offered).iter().flat_map(|(kind, heap)| options_in(race, offered, *kind, heap)).collect()
}

/// Returns words for the thing to click: a card, or a part of one.
pub fn clicked(race: &Race, offered: &[Offered]) -> &'static str {
    let whole = offered.iter().any(|o| matches!(o.target, Target::Card(..)));
    let parts = offered.iter().any(|o| matches!(o.target, Target::Part(..)));
    let all = table(race, offered);
    let mut cards = all.iter().flat_map(|(kind, heap)| heap.cards.iter().map(|card| (*kind, *card)));
    let halves = |(kind, card): (KindId, usize)| target::parts(&face::facts(&race.program, kind, card)).count() <= 2;
    match (whole, parts) {
        (_, false) => "a card",
        (false, true) if cards.all(halves) => "a half of the card",
        (false, true) => "a part of the card",
        (true, true) => "a card or a part of one",
    }
}

/// Shows the panel below the board. With `is_folded`, the cards are a line of names. `more` is the menu of what lies face down.
pub fn cards_ui(ui: &mut egui::Ui, race: &Race, is_folded: bool, more: &dyn Fn(&mut egui::Ui) -> Vec<Action>) -> Vec<Action> {
    let offered = target::offered(race);
    let table = table(race, &offered);
    let mut actions = vec![];
    if is_folded {
        actions.extend(folded_ui(ui, race, &offered, &table, more));
        return actions;
    }
    // With room for only one row, the row scrolls sideways.
    let is_row = ui.available_height() < card::SIZE.y * 2.0;
    let layout = egui::Layout::left_to_right(egui::Align::Min).with_main_wrap(!is_row);
    egui::ScrollArea::new([is_row, !is_row]).id_salt("cards").auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
        ui.with_layout(layout, |ui| {
            for (kind, heap) in &table {
                // A pile's name stays beside its first card.
                if !is_row && ui.available_size_before_wrap().x < NAME_WIDTH + card::SIZE.x + 12.0 {
                    ui.end_row();
                }
                thing::on_right_button(&name_ui(ui, race, heap), |ui| actions.extend(more(ui)));
                for card in &heap.cards {
                    actions.extend(card::card_ui(ui, race, *kind, *card, &offered));
                }
                for (count, back) in &heap.unknown {
                    let shown = card::back_ui(ui, *count, back.as_deref());
                    thing::on_right_button(&shown, |ui| actions.extend(more(ui)));
                }
            }
        });
    });
    actions
}

/// Shows all cards as a line of names. A click chooses, and the pointer shows the card.
fn folded_ui(
    ui: &mut egui::Ui,
    race: &Race,
    offered: &[Offered],
    table: &[(KindId, Heap)],
    more: &dyn Fn(&mut egui::Ui) -> Vec<Action>,
) -> Vec<Action> {
    let mut actions = vec![];
    egui::ScrollArea::horizontal().id_salt("folded cards").auto_shrink([false, false]).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for (kind, heap) in table {
                ui.weak(format!("{} · {}", titled(&heap.name), heap.count()));
                for card in &heap.cards {
                    actions.extend(card::name_ui(ui, race, *kind, *card, offered));
                }
                let unknown: usize = heap.unknown.iter().map(|(count, _)| count).sum();
                if unknown > 0 {
                    let text = RichText::new(format!("{unknown} face down")).weak();
                    let shown = ui.add(egui::Label::new(text).sense(Sense::click()));
                    thing::on_right_button(&shown, |ui| actions.extend(more(ui)));
                }
                ui.add_space(8.0);
            }
        });
    });
    actions
}

/// Shows a pile's name and count, written upwards beside its cards.
fn name_ui(ui: &mut egui::Ui, race: &Race, heap: &Heap) -> egui::Response {
    let theme = Theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(NAME_WIDTH, card::SIZE.y), Sense::click());
    let text = format!("{} · {}", titled(&heap.name), heap.count());
    let galley = ui.painter().layout_no_wrap(text.clone(), FontId::proportional(13.0), ui.visuals().text_color());
    let at = egui::pos2(rect.center().x - galley.size().y / 2.0, rect.center().y + galley.size().x / 2.0);
    let turned = egui::epaint::TextShape::new(at, galley, theme.ink).with_angle(-std::f32::consts::FRAC_PI_2);
    ui.painter().add(turned);
    let whose = heap.owner.and_then(|p| race.program.names.get(p)).map_or(String::new(), |name| format!("{name}: "));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::accesskit::Role::Label, true, &text));
    response.on_hover_ui(|ui| {
        ui.label(strong(format!("{whose}{text}")));
        let docs = without_citations(&heap.docs);
        if !docs.is_empty() {
            ui.label(RichText::new(docs).weak());
        }
    })
}
