//! The cards on the table in front of the person who is asked: their own piles face up, and every other pile with something to choose.

use egui::{FontId, RichText, Sense, vec2};
use interpreter::data::manifest::Use;
use interpreter::face;
use interpreter::ir::{KindId, Owner};
use interpreter::view::{self, Heap};

use super::action::Action;
use super::card::{self, Place};
use super::race::Side;
use super::target::{self, Offered, Target};
use super::theme::Theme;
use super::thing;
use super::widget::row_area;
use super::words::{titled, without_citations};
use crate::playtest::Race;
use crate::ui::theme::strong;

/// The width of a pile's name beside its cards.
const NAME_WIDTH: f32 = 20.0;
/// The margin above and below the cards.
pub const MARGIN: f32 = 4.0;
/// The height of the row's scroll bar.
const BAR: f32 = 10.0;
/// How far a card under the pointer is raised.
const LIFT: f32 = 8.0;
/// The room above the cards, for their keys and for a card that is raised.
const ABOVE: f32 = 18.0;
/// How high cards may be, how far apart, and how much of a covered one is seen at least.
const LEAST_HIGH: f32 = 60.0;
const MOST_HIGH: f32 = 300.0;
const GAP: f32 = 6.0;
const LEAST_STEP: f32 = 26.0;
/// The height of the pane, with its tab, while the cards are folded into a line of names.
pub const FOLDED: f32 = 68.0;

/// Returns the panel's first height, which leaves most of the window to the board.
pub fn height(window: f32) -> f32 {
    (window * 0.21).clamp(100.0, 190.0) + LIFT + BAR + 2.0 * MARGIN
}

/// Whether the game has cards that could lie in front of a person.
pub fn has_cards(race: &Race) -> bool {
    race.has_people() && race.program.ir.piles.iter().any(|pile| !matches!(pile.owner, Owner::State))
}

/// Returns the piles on the table in front of the viewer, with the kinds of their cards, as they are declared, so that each keeps its place.
/// Those before pieces come last, because there may be many of them, and a hand must stay in sight.
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
        heap.count() > 0 && (is_own || is_offered || is_listed) || keeps_its_place(race, *kind, heap)
    };
    let mut table: Vec<(KindId, Heap)> = with_kind.filter(is_here).collect();
    table.sort_by_key(|(_, heap)| matches!(race.program.ir.piles[heap.pile.index()].owner, Owner::Piece(_)));
    table
}

/// Whether a pile of the viewer's own is named even while it is empty: one that lies face up. Those before pieces are too many.
fn keeps_its_place(race: &Race, kind: KindId, heap: &Heap) -> bool {
    let Some(viewer) = heap.owner.filter(|owner| race.viewer() == Some(*owner)) else { return false };
    let of_player = matches!(race.program.ir.piles[heap.pile.index()].owner, Owner::Player);
    let heaps = race.program.cards.get(kind.index()).map_or(&[][..], |cards| &cards.heaps);
    let same = heaps.iter().find(|other| (other.pile, other.number) == (heap.pile, heap.number));
    of_player && heap.count() == 0 && same.is_some_and(|same| same.seen_by & 1 << viewer != 0)
}

/// What a pile is called: by its piece, too, if it lies before one.
fn name_of(race: &Race, heap: &Heap) -> String {
    let name = match race.program.ir.piles[heap.pile.index()].owner {
        Owner::Piece(kind) => {
            let look = &race.looks().pieces[kind.index()];
            format!("{} · {}", look.own_name(&race.program, &race.table_state, kind.index(), heap.number), heap.name)
        }
        _ => titled(&heap.name),
    };
    format!("{name} · {}", heap.count())
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
    if is_folded {
        return folded_ui(ui, race, &offered, &table, more);
    }
    let mut actions = vec![];
    let hand = ui.max_rect();
    row_area(ui, "cards").auto_shrink(false).show(ui, |ui| {
        let high = (ui.available_height() - ABOVE - BAR).clamp(LEAST_HIGH, MOST_HIGH);
        let piles = laid(race, &offered, &table, high, ui.available_width());
        let width = piles.last().map_or(0.0, |pile| pile.left + pile.wide());
        let (area, _) = ui.allocate_exact_size(vec2(width, high + ABOVE), Sense::hover());
        let (mut lying, mut raised) = (vec![], vec![]);
        for ((kind, heap), pile) in table.iter().zip(&piles) {
            let name = egui::Rect::from_min_size(area.min + vec2(pile.left, ABOVE), vec2(NAME_WIDTH, high));
            thing::on_right_button(&name_ui(ui, race, heap, name), |ui| actions.extend(more(ui)));
            for (n, side) in sides(heap).enumerate() {
                let whole = egui::Rect::from_min_size(area.min + vec2(pile.first + pile.step * n as f32, ABOVE), pile.size);
                let is_last = n + 1 == pile.count;
                let free = if is_last { whole } else { whole.with_max_x(whole.left() + pile.step.min(pile.size.x)) };
                let shown = race.card(*kind, side.clone());
                match side {
                    Side::Front(card) => {
                        let mut on_table = card::act_ui(ui, race, *kind, card, &offered, Place { whole, free }, hand);
                        actions.append(&mut on_table.actions);
                        let list = if on_table.is_raised { &mut raised } else { &mut lying };
                        list.push((on_table, shown, whole));
                    }
                    Side::Back(..) => {
                        let count = heap.unknown.get(n - heap.cards.len()).map_or(0, |(count, _)| *count);
                        let salt = (heap.pile.index(), heap.number, n);
                        let (response, on_table) = card::back_ui(ui, count, salt, Place { whole, free });
                        thing::on_right_button(&response, |ui| actions.extend(more(ui)));
                        lying.push((on_table, shown, whole));
                    }
                }
            }
        }
        for (on_table, shown, whole) in lying {
            on_table.paint(ui, &shown, Place { whole, free: whole });
        }
        // What is pointed at lies above its neighbours, and a little higher.
        for (on_table, shown, whole) in raised {
            let whole = whole.translate(vec2(0.0, -LIFT));
            on_table.paint(ui, &shown, Place { whole, free: whole });
        }
    });
    actions
}

/// Where the cards of a pile lie.
struct Laid {
    /// The left edge of its name and of its first card.
    left: f32,
    first: f32,
    /// How far each card lies from the one before it.
    step: f32,
    size: egui::Vec2,
    count: usize,
}

impl Laid {
    /// The width of its name and its cards, with the gaps after them.
    fn wide(&self) -> f32 {
        let cards = if self.count > 0 { self.step * (self.count - 1) as f32 + self.size.x + GAP } else { 0.0 };
        NAME_WIDTH + GAP + cards
    }
}

/// The cards of a pile as they lie there: the known ones, then one for each back.
fn sides(heap: &Heap) -> impl Iterator<Item = Side> {
    let known = heap.cards.iter().map(|card| Side::Front(*card));
    known.chain(heap.unknown.iter().map(|(_, back)| Side::Back(back.clone())))
}

/// Lays the piles side by side. Where there is too little room, cards lie over one another: first those that can be told by their edge, as
/// playing cards can, and of these the ones with nothing to choose.
fn laid(race: &Race, offered: &[Offered], table: &[(KindId, Heap)], high: f32, room: f32) -> Vec<Laid> {
    let manifest = &race.ruleset.manifest;
    let viewer = race.viewer();
    let first_own = table.iter().map(|(_, heap)| heap).find(|heap| heap.owner == viewer);
    let mut all: Vec<(Laid, (bool, bool))> = vec![];
    for (kind, heap) in table {
        let size = crate::faces::size(&race.program, manifest, *kind);
        let size = size * (high / size.y);
        let is_first_of_own = first_own.is_some_and(|first| std::ptr::eq(first, heap));
        let is_first = !options_in(race, offered, *kind, heap).is_empty() || is_first_of_own;
        let laid = Laid { left: 0.0, first: 0.0, step: size.x + GAP, size, count: sides(heap).count() };
        let is_text = manifest.look(&race.program.ir.kinds[kind.index()].name).fields(Use::Pips).is_none();
        all.push((laid, (is_text, is_first)));
    }
    let wide = |all: &[(Laid, (bool, bool))]| all.iter().map(|(laid, _)| laid.wide()).sum::<f32>();
    for squeezes in [(false, false), (false, true), (true, false), (true, true)] {
        let over = wide(&all) - room;
        let steps: usize = all.iter().filter(|(_, is)| *is == squeezes).map(|(laid, _)| laid.count.saturating_sub(1)).sum();
        if over > 0.0 && steps > 0 {
            for (laid, _) in all.iter_mut().filter(|(_, is)| *is == squeezes) {
                laid.step = (laid.step - over / steps as f32).max(LEAST_STEP);
            }
        }
    }
    let mut left = 0.0;
    for (laid, _) in &mut all {
        laid.left = left;
        laid.first = left + NAME_WIDTH + GAP;
        left += laid.wide();
    }
    all.into_iter().map(|(laid, _)| laid).collect()
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
    row_area(ui, "folded cards").auto_shrink(false).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for (kind, heap) in table {
                ui.weak(name_of(race, heap));
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
fn name_ui(ui: &mut egui::Ui, race: &Race, heap: &Heap, rect: egui::Rect) -> egui::Response {
    let theme = Theme::of(ui);
    let response = ui.interact(rect, ui.scope_id().with(("pile", heap.pile.index(), heap.number)), Sense::click());
    let text = name_of(race, heap);
    let laid = |size: f32| ui.painter().layout_no_wrap(text.clone(), FontId::proportional(size), ui.visuals().text_color());
    let galley = laid(13.0);
    let galley = if galley.size().x > rect.height() { laid((13.0 * rect.height() / galley.size().x).max(9.0)) } else { galley };
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
