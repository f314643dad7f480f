//! The cards on the table before the one who is asked: the own piles face up, and every other pile from which may be chosen.

use egui::{FontId, RichText, Sense, vec2};
use interpreter::face;
use interpreter::ir::KindId;
use interpreter::view::{self, Heap};

use super::action::Action;
use super::card;
use super::race::Race;
use super::target::{self, Offered, Target};
use super::theme::Theme;
use super::words::{titled, without_citations};

/// Room for a pile's name beside its cards.
const NAME_WIDTH: f32 = 20.0;
/// Above and below the cards.
pub const MARGIN: f32 = 4.0;
/// Room for the bar that scrolls the row.
const BAR: f32 = 12.0;
/// How high the pane is with its tab where cards are a line of names.
pub const FOLDED: f32 = 68.0;

/// How high the panel is to begin with: a row of cards, or two where the window has room for them beside a large board.
pub fn height(window: f32) -> f32 {
    let rows = if window >= 1300.0 { 2.0 } else { 1.0 };
    card::SIZE.y * rows + 6.0 * (rows - 1.0) + BAR + 2.0 * MARGIN
}

/// Whether the game has cards that somebody could lay before a person.
pub fn has_cards(race: &Race) -> bool {
    race.has_people() && race.program.ir.piles.iter().any(|pile| !matches!(pile.owner, interpreter::ir::Owner::State))
}

/// The piles on the table before the one who looks, with what they are made of.
pub fn table(race: &Race, offered: &[Offered]) -> Vec<(KindId, Heap)> {
    let viewer = race.viewer();
    let heaps = view::heaps(&race.program, &race.table_state, viewer).into_iter();
    let with_kind = heaps.map(|heap| (race.program.ir.piles[heap.pile.index()].kind, heap));
    let is_here = |(kind, heap): &(KindId, Heap)| {
        // Of own piles that lie face down there is nothing to read: they are counted beside their player.
        let is_own = heap.owner.is_some() && heap.owner == viewer && !heap.cards.is_empty();
        let is_offered = heap.cards.iter().any(|card| !target::options_of_card(race, offered, *kind, *card).is_empty());
        // What the manifest wants to lie on the table.
        let is_listed = heap.owner.is_none() && race.ruleset.manifest.names("state", &heap.name);
        heap.count() > 0 && (is_own || is_offered || is_listed)
    };
    let mut table: Vec<(KindId, Heap)> = with_kind.filter(is_here).collect();
    // What can be clicked lies first.
    table.sort_by_key(|(kind, heap)| options_in(race, offered, *kind, heap).is_empty());
    table
}

/// The options that can be taken by clicking on a card of a pile.
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

/// The options that can be taken by clicking on a card of the table.
pub fn options_on_cards(race: &Race, offered: &[Offered]) -> Vec<usize> {
    if !has_cards(race) || offered.iter().all(|o| matches!(o.target, Target::Space(_))) {
        return vec![];
    }
    table(race, offered).iter().flat_map(|(kind, heap)| options_in(race, offered, *kind, heap)).collect()
}

/// What of the cards on the table is clicked.
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

/// The panel below the board. `is_folded`: the cards are a line of names.
pub fn cards_ui(ui: &mut egui::Ui, race: &Race, is_folded: bool) -> Vec<Action> {
    let offered = target::offered(race);
    let table = table(race, &offered);
    let mut actions = vec![];
    if table.is_empty() {
        ui.weak("Cards lie here when somebody is asked who has some.");
    }
    if is_folded {
        actions.extend(folded_ui(ui, race, &offered, &table));
        return actions;
    }
    // Room for one row only: it goes on sideways.
    let is_row = ui.available_height() < card::SIZE.y * 2.0;
    let layout = egui::Layout::left_to_right(egui::Align::Min).with_main_wrap(!is_row);
    egui::ScrollArea::new([is_row, !is_row]).id_salt("cards").auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
        ui.with_layout(layout, |ui| {
            for (kind, heap) in &table {
                // A name stays beside the first card of its pile.
                if !is_row && ui.available_size_before_wrap().x < NAME_WIDTH + card::SIZE.x + 12.0 {
                    ui.end_row();
                }
                name_ui(ui, race, heap);
                for card in &heap.cards {
                    actions.extend(card::card_ui(ui, race, *kind, *card, &offered));
                }
                for (count, back) in &heap.unknown {
                    card::back_ui(ui, *count, back.as_deref());
                }
            }
        });
    });
    actions
}

/// All cards in a line, each by its name; what can be chosen of one is clicked there, and the pointer reads it.
fn folded_ui(ui: &mut egui::Ui, race: &Race, offered: &[Offered], table: &[(KindId, Heap)]) -> Vec<Action> {
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
                    ui.weak(format!("{unknown} face down"));
                }
                ui.add_space(8.0);
            }
        });
    });
    actions
}

/// A pile's name and count, upright beside its cards.
fn name_ui(ui: &mut egui::Ui, race: &Race, heap: &Heap) {
    let theme = Theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(NAME_WIDTH, card::SIZE.y), Sense::hover());
    let text = format!("{} · {}", titled(&heap.name), heap.count());
    let galley = ui.painter().layout_no_wrap(text.clone(), FontId::proportional(13.0), ui.visuals().text_color());
    let at = egui::pos2(rect.center().x - galley.size().y / 2.0, rect.center().y + galley.size().x / 2.0);
    let turned = egui::epaint::TextShape::new(at, galley, theme.ink).with_angle(-std::f32::consts::FRAC_PI_2);
    ui.painter().add(turned);
    let whose = heap.owner.and_then(|p| race.program.names.get(p)).map_or(String::new(), |name| format!("{name}: "));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::accesskit::Role::Label, true, &text));
    response.on_hover_ui(|ui| {
        ui.strong(format!("{whose}{text}"));
        let docs = without_citations(&heap.docs);
        if !docs.is_empty() {
            ui.label(RichText::new(docs).weak());
        }
    });
}
