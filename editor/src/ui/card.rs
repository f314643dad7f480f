//! A card on the table: its face, drawn as it is printed. A click takes an option of the card or of one of its parts. A card may also be
//! pulled off its pile, onto the board.

use egui::accesskit::Role;
use egui::{Align2, FontId, LayerId, Order, Painter, Rect, Response, RichText, Sense, Stroke, StrokeKind, Vec2, vec2};
use interpreter::face::{self, Fact, Said};
use interpreter::ir::KindId;

use super::action::{Action, RaceMessage};
use super::hint;
use super::look;
use super::race::{Shown, Side};
use super::target::{self, Offered};
use super::theme::{self, Theme};
use super::thing;
use super::words::{titled, without_citations};
use crate::playtest::Race;
use crate::ui::theme::strong;

/// How large a card is under the pointer, in points for a millimetre.
const LARGE: f32 = 3.6;

/// Where a card lies: all of it, and the part that the cards over it leave free.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub whole: Rect,
    pub free: Rect,
}

/// What can be done with a card that lies there.
#[derive(Default)]
pub struct OnTable {
    pub actions: Vec<Action>,
    /// Whether it is to lie above its neighbours.
    pub is_raised: bool,
    options: Vec<usize>,
    /// Whether it says the key of its option: of cards that look alike only the first does.
    has_key: bool,
    /// Its parts that have options, and whether one is pointed at.
    parts: Vec<(usize, Option<usize>, bool)>,
    is_pulled: bool,
    /// How many cards with this back lie there.
    count: Option<usize>,
}

/// Takes clicks on a card and its parts, and shows what the pointer finds there. `hand` is where cards lie: what is pulled out of it is
/// played.
pub fn act_ui(
    ui: &mut egui::Ui,
    race: &Race,
    kind: KindId,
    card: usize,
    offered: &[Offered],
    place: Place,
    hand: Rect,
) -> OnTable {
    let facts = face::facts(&race.program, kind, card);
    let name = race.program.rows[kind.index()].names[card].to_string();
    let options = target::options_of_card(race, offered, kind, card);
    let shown = race.card(kind, Side::Front(card));
    let sense = if options.is_empty() { Sense::click() } else { Sense::click_and_drag() };
    let response = ui.interact(place.free, ui.scope_id().with(("card", kind.index(), card)), sense);
    let (mut actions, mut taken) = (vec![], None);
    let has_key = target::is_first_of_copies(race, kind, card);
    let mut on_table = OnTable { options, has_key, ..OnTable::default() };
    let mut is_at = response.contains_pointer() || response.has_focus();
    for n in 0..target::parts(&facts).count() {
        let options = target::options_of_part(race, offered, kind, card, n);
        let frame = shown.part(n, place.whole).intersect(place.free);
        if options.is_empty() || frame.is_negative() {
            continue;
        }
        let id = ui.scope_id().with(("part", kind.index(), card, n));
        let part = ui.interact(frame, id, Sense::click_and_drag());
        taken = taken.or(target::take(race, &part, &options)).or(pulled(ui, &part, &options, hand));
        let is_here = part.contains_pointer() || part.has_focus();
        is_at |= is_here;
        on_table.is_pulled |= part.dragged();
        on_table.parts.push((n, options.first().copied(), is_here));
        part.on_hover_ui(|ui| large_ui(ui, race, kind, card, &name, &facts, &options));
    }
    if on_table.options.is_empty() {
        response.widget_info(|| egui::WidgetInfo::labeled(Role::Label, true, format!("Card {name}: {}", face::told(&facts))));
    }
    taken = taken.or(target::take(race, &response, &on_table.options)).or(pulled(ui, &response, &on_table.options, hand));
    thing::on_right_button(&response, |ui| actions.extend(thing::menu_ui(ui, race, &[thing::of_card(race, kind, card)])));
    on_table.is_pulled |= response.dragged();
    on_table.is_raised = is_at || on_table.is_pulled;
    response.on_hover_ui(|ui| large_ui(ui, race, kind, card, &name, &facts, &on_table.options));
    actions.extend(taken.map(|it| Action::Race(RaceMessage::Choose(it))));
    on_table.actions = actions;
    on_table
}

/// Shows how many cards with this back lie there.
pub fn back_ui(ui: &mut egui::Ui, count: usize, salt: (usize, usize, usize), place: Place) -> (Response, OnTable) {
    let response = ui.interact(place.free, ui.scope_id().with(("back", salt)), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(Role::Label, true, format!("{count} face down")));
    let on_table = OnTable { count: Some(count), ..OnTable::default() };
    (response, on_table)
}

/// The option that is taken by letting a card go outside its pile. Of several, a list lets one choose.
fn pulled(ui: &egui::Ui, response: &Response, options: &[usize], hand: Rect) -> Option<usize> {
    let at = ui.input(|input| input.pointer.interact_pos());
    if !response.drag_stopped() || at.is_none_or(|at| hand.contains(at)) {
        return None;
    }
    match options {
        [one] => Some(*one),
        [] => None,
        _ => {
            egui::Popup::open_id(ui.ctx(), egui::Popup::default_response_id(response));
            None
        }
    }
}

impl OnTable {
    /// Paints the card: with a rim if it can be taken, and under the pointer while it is pulled.
    pub fn paint(&self, ui: &egui::Ui, shown: &Shown, place: Place) {
        let theme = Theme::of(ui);
        let pointer = ui.input(|input| input.pointer.interact_pos()).filter(|_| self.is_pulled);
        let (painter, rect) = match pointer {
            Some(at) => {
                let layer = LayerId::new(Order::Tooltip, ui.scope_id().with("pulled card"));
                (ui.ctx().layer_painter(layer), Rect::from_center_size(at, place.whole.size()))
            }
            None => (ui.painter().clone(), place.whole),
        };
        paint(&painter, shown, rect, theme);
        if let Some(count) = self.count.filter(|count| *count > 1) {
            let at = rect.center_bottom() - vec2(0.0, 13.0);
            painter.rect_filled(Rect::from_center_size(at, vec2(34.0, 18.0)), 9.0, theme.paper);
            painter.text(at, Align2::CENTER_CENTER, format!("× {count}"), FontId::proportional(12.0), theme.ink);
        }
        let rim = |is_at: bool| Stroke::new(if is_at { 3.5 } else { 2.0 }, theme.offer);
        let round = rect.width() * 0.05;
        if !self.options.is_empty() {
            painter.rect_stroke(rect, round, rim(self.is_raised), StrokeKind::Outside);
            if self.has_key {
                key_ui(&painter, rect, self.options[0], theme);
            }
        }
        for (n, option, is_at) in &self.parts {
            let frame = shown.part(*n, rect);
            painter.rect_stroke(frame, round * 0.75, rim(*is_at), StrokeKind::Outside);
            option.iter().filter(|_| self.has_key).for_each(|option| key_ui(&painter, frame, *option, theme));
        }
    }
}

/// Paints the key that takes an option above the corner of what stands for it that the next card leaves free, so that it covers nothing
/// there. Where there is no room above, it comes as far down as it must.
fn key_ui(painter: &Painter, frame: Rect, option: usize, theme: Theme) {
    let key = target::key(option);
    if !key.is_empty() {
        let at = frame.left_top() + vec2(8.0, -8.5);
        let at = egui::pos2(at.x, at.y.max(painter.clip_rect().top() + 9.0));
        painter.circle_filled(at, 8.0, theme.offer);
        painter.text(at, Align2::CENTER_CENTER, key, FontId::proportional(11.0), theme::on(theme.offer));
    }
}

/// Paints one side of a card.
pub fn paint(painter: &Painter, shown: &Shown, rect: Rect, theme: Theme) {
    let round = rect.width() * 0.05;
    painter.rect_filled(rect.translate(vec2(0.0, 2.0)).expand(1.0), round, egui::Color32::from_black_alpha(46));
    let inks = theme.inks();
    shown.drawing.paint(painter, rect.min, rect.width() / shown.face.size.x, |colour| look::colour(inks.printed(colour)));
}

/// Shows a card as a name and returns the requests made on it. If the card has several options, a click lists them.
pub fn name_ui(ui: &mut egui::Ui, race: &Race, kind: KindId, card: usize, offered: &[Offered]) -> Vec<Action> {
    let theme = Theme::of(ui);
    let facts = face::facts(&race.program, kind, card);
    let name = race.program.rows[kind.index()].names[card].to_string();
    let mut options = target::options_of_card(race, offered, kind, card);
    let parts = target::parts(&facts).count();
    options.extend((0..parts).flat_map(|n| target::options_of_part(race, offered, kind, card, n)));
    let key =
        options.first().map(|n| target::key(*n)).filter(|key| !key.is_empty()).map_or(String::new(), |key| format!("{key} · "));
    // As the log and the options call it.
    let text = RichText::new(format!("{key}{name}")).color(theme.ink);
    let stroke = if options.is_empty() { Stroke::new(1.0, theme.paper_edge) } else { Stroke::new(1.75, theme.offer) };
    let button = egui::Button::new(text).fill(theme.paper).stroke(stroke);
    let response = ui.add(button);
    let mut actions = vec![];
    actions.extend(target::take(race, &response, &options).map(|it| Action::Race(RaceMessage::Choose(it))));
    thing::on_right_button(&response, |ui| actions.extend(thing::menu_ui(ui, race, &[thing::of_card(race, kind, card)])));
    response.on_hover_ui(|ui| large_ui(ui, race, kind, card, &name, &facts, &options));
    actions
}

/// Shows a card as large as it is read easily, what its fields mean, and what can be done with it.
fn large_ui(ui: &mut egui::Ui, race: &Race, kind: KindId, card: usize, name: &str, facts: &[Fact], options: &[usize]) {
    let shown = race.card(kind, Side::Front(card));
    let size: Vec2 = shown.face.size * LARGE;
    ui.set_max_width(size.x.max(220.0));
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(Role::Image, true, name));
    paint(ui.painter(), &shown, rect, Theme::of(ui));
    ui.add_space(2.0);
    docs_ui(ui, facts);
    hint::options_ui(ui, race, options);
}

/// Shows all fields of a row, with their texts.
pub fn all_ui(ui: &mut egui::Ui, name: &str, facts: &[Fact]) {
    ui.set_max_width(340.0);
    ui.label(strong(name));
    egui::Grid::new(("face", name)).num_columns(2).spacing([10.0, 2.0]).show(ui, |ui| {
        for fact in facts.iter().filter(|fact| !fact.said.is_nothing()) {
            match &fact.said {
                Said::Record(_, _, inner) => {
                    ui.label(strong(titled(&fact.name)));
                    ui.end_row();
                    inner.iter().for_each(|fact| fact_ui(ui, fact));
                }
                _ => fact_ui(ui, fact),
            }
        }
    });
    docs_ui(ui, facts);
}

/// Shows what the fields of a row mean, as far as they say something.
fn docs_ui(ui: &mut egui::Ui, facts: &[Fact]) {
    let mut told: Vec<&str> = vec![];
    let inner = facts.iter().flat_map(|f| match &f.said {
        Said::Record(_, _, inner) => &inner[..],
        _ => std::slice::from_ref(f),
    });
    for fact in inner.filter(|f| !f.is_usual && !f.docs.is_empty()) {
        if !told.contains(&&*fact.name) {
            told.push(&fact.name);
            ui.weak(format!("{}: {}", titled(&fact.name), without_citations(&fact.docs)));
        }
    }
}

fn fact_ui(ui: &mut egui::Ui, fact: &Fact) {
    let text = RichText::new(titled(&fact.name));
    ui.label(if fact.is_usual { text.weak() } else { text });
    let said = RichText::new(fact.said.text());
    ui.label(if fact.is_usual { said.weak() } else { said });
    ui.end_row();
}
