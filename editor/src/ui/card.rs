//! A card, face up: its name, its fields, and its records in boxes of their own. A click takes an option of the card.

use egui::accesskit::Role;
use egui::{Align, Color32, Layout, Rect, Response, RichText, Sense, Stroke, UiBuilder, Vec2, vec2};
use interpreter::data::manifest::Use;
use interpreter::face::{self, Fact, Said, Word};
use interpreter::ir::KindId;

use super::action::{Action, RaceMessage};
use super::hint;
use super::target::{self, Offered};
use super::theme::{self, Theme};
use super::thing;
use super::words::{titled, without_citations};
use crate::playtest::Race;
use crate::ui::theme::strong;

pub const SIZE: Vec2 = vec2(169.0, 116.0);
const HEAD: f32 = 19.0;
const SMALL: f32 = 11.0;

/// Draws a card and returns the requests made on it.
pub fn card_ui(ui: &mut egui::Ui, race: &Race, kind: KindId, card: usize, offered: &[Offered]) -> Vec<Action> {
    let theme = Theme::of(ui);
    let program = &race.program;
    let facts = face::facts(program, kind, card);
    let name = program.rows[kind.index()].names[card].to_string();
    let options = target::options_of_card(race, offered, kind, card);
    let (rect, response) = ui.allocate_exact_size(SIZE, Sense::click());
    let mut actions = vec![];
    let mut taken = None;
    if ui.is_rect_visible(rect) {
        ui.painter().rect(rect, 5.0, theme.paper, edge(&response, !options.is_empty(), theme), egui::StrokeKind::Inside);
    }
    let inner = rect.shrink(5.0);
    let head = Rect::from_min_size(inner.min, vec2(inner.width(), HEAD));
    head_ui(&mut part_of(ui, head, ("head", kind.index(), card)), race, kind, &name, &facts, options.first().copied());
    let boxes: Vec<(&Fact, &[Fact])> = target::parts(&facts).map(|(fact, _, inner)| (fact, inner)).collect();
    let body = Rect::from_min_max(head.left_bottom() + vec2(0.0, 2.0), inner.max);
    if boxes.is_empty() {
        chips_ui(&mut part_of(ui, body, ("body", kind.index(), card)), race, None, &facts, theme);
    }
    let height = body.height() / boxes.len().max(1) as f32;
    for (n, (fact, inner)) in boxes.iter().enumerate() {
        let top = body.top() + height * n as f32;
        let place = Rect::from_x_y_ranges(body.x_range(), top..=top + height - 2.0);
        let options = target::options_of_part(race, offered, kind, card, n);
        let fill = theme::between(theme.paper, theme.ink, 0.06);
        if !options.is_empty() {
            let response = ui.interact(place, ui.scope_id().with(("part", kind.index(), card, n)), Sense::click());
            ui.painter().rect(place, 3.0, fill, edge(&response, true, theme), egui::StrokeKind::Inside);
            taken = taken.or(target::take(race, &response, &options));
            response.on_hover_ui(|ui| {
                ui.label(strong(&name));
                hint::options_ui(ui, race, &options);
            });
        } else {
            ui.painter().rect_filled(place, 3.0, fill);
        }
        let key = options.first().filter(|o| **o < 9).map_or(String::new(), |o| format!("{} · ", o + 1));
        let label = format!("{key}{}", fact.name);
        chips_ui(
            &mut part_of(ui, place.shrink2(vec2(3.0, 2.0)), ("box", kind.index(), card, n)),
            race,
            Some(&label),
            inner,
            theme,
        );
    }
    if options.is_empty() {
        response.widget_info(|| egui::WidgetInfo::labeled(Role::Label, true, format!("Card {name}: {}", face::told(&facts))));
    }
    let taken = taken.or(target::take(race, &response, &options));
    thing::on_right_button(&response, |ui| actions.extend(thing::menu_ui(ui, race, &[thing::of_card(race, kind, card)])));
    response.on_hover_ui(|ui| {
        all_ui(ui, &name, &facts);
        hint::options_ui(ui, race, &options);
    });
    actions.extend(taken.map(|it| Action::Race(RaceMessage::Choose(it))));
    actions
}

/// Draws a card as its name and returns the requests made on it. If the card has several options, a click lists them.
pub fn name_ui(ui: &mut egui::Ui, race: &Race, kind: KindId, card: usize, offered: &[Offered]) -> Vec<Action> {
    let theme = Theme::of(ui);
    let facts = face::facts(&race.program, kind, card);
    let name = race.program.rows[kind.index()].names[card].to_string();
    let mut options = target::options_of_card(race, offered, kind, card);
    let parts = target::parts(&facts).count();
    options.extend((0..parts).flat_map(|n| target::options_of_part(race, offered, kind, card, n)));
    let key = options.first().filter(|n| **n < 9).map_or(String::new(), |n| format!("{} · ", n + 1));
    let text = RichText::new(format!("{key}{name}")).color(theme.ink);
    let stroke = if options.is_empty() { Stroke::new(1.0, theme.paper_edge) } else { Stroke::new(1.75, theme.offer) };
    let button = egui::Button::new(text).fill(theme.paper).stroke(stroke);
    let response = ui.add(button);
    let mut actions = vec![];
    actions.extend(target::take(race, &response, &options).map(|it| Action::Race(RaceMessage::Choose(it))));
    thing::on_right_button(&response, |ui| actions.extend(thing::menu_ui(ui, race, &[thing::of_card(race, kind, card)])));
    response.on_hover_ui(|ui| {
        all_ui(ui, &name, &facts);
        hint::options_ui(ui, race, &options);
    });
    actions
}

/// Draws the back of one or more cards.
pub fn back_ui(ui: &mut egui::Ui, count: usize, back: Option<&str>) -> Response {
    let theme = Theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(SIZE.x * 0.4, SIZE.y), Sense::click());
    let named = format!("{count} face down");
    response.widget_info(|| egui::WidgetInfo::labeled(Role::Label, true, &named));
    ui.painter().rect(rect, 5.0, theme.tile, Stroke::new(1.0, theme.paper_edge), egui::StrokeKind::Inside);
    let text = format!("{count} ×\n{}", back.unwrap_or("?"));
    ui.painter().text(rect.center(), egui::Align2::CENTER_CENTER, text, egui::FontId::proportional(13.0), theme.ink);
    response
}

fn edge(response: &Response, can_be_taken: bool, theme: Theme) -> Stroke {
    if !can_be_taken {
        return Stroke::new(1.0, theme.paper_edge);
    }
    Stroke::new(if response.hovered() || response.has_focus() { 3.0 } else { 1.75 }, theme.offer)
}

fn part_of(ui: &mut egui::Ui, rect: Rect, salt: impl std::hash::Hash + std::fmt::Debug) -> egui::Ui {
    let mut part = ui.new_child(UiBuilder::new().max_rect(rect).id_salt(salt).layout(Layout::top_down(Align::Min)));
    part.set_clip_rect(rect.intersect(ui.clip_rect()));
    part
}

/// Shows the name. To its right stand the field that the manifest puts in the corner, and all others with a single value.
fn head_ui(ui: &mut egui::Ui, race: &Race, kind: KindId, name: &str, facts: &[Fact], key: Option<usize>) {
    let theme = Theme::of(ui);
    let program = &race.program;
    let look = race.ruleset.manifest.look(&program.ir.kinds[kind.index()].name);
    let corner = look.field(Use::Corner);
    // A field that the manifest puts on the back appears nowhere else.
    let on_back = look.field(Use::Back);
    let is_on_back = |fact: &Fact| on_back.is_some_and(|back| *program.ir.fields[fact.field.index()].name == *back);
    let has_boxes = target::parts(facts).next().is_some();
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let is_corner = |fact: &Fact| corner.is_some_and(|c| *program.ir.fields[fact.field.index()].name == *c);
        let mut told: Vec<&Fact> = facts.iter().filter(|f| !f.is_usual && !is_on_back(f)).collect();
        // The layout runs from the right: first the corner, then the others in reverse.
        told.reverse();
        told.sort_by_key(|fact| !is_corner(fact));
        for fact in told {
            match &fact.said {
                Said::Record(..) => {}
                said if is_corner(fact) => drop(ui.label(strong(said.text()).size(15.0).color(theme.ink))),
                Said::Flag(_) if has_boxes => drop(ui.label(RichText::new(&fact.name).size(SMALL - 0.5).color(theme.ink))),
                said if has_boxes => {
                    ui.label(RichText::new(format!("{} {}", fact.name, said.text())).size(SMALL - 0.5).color(theme.ink));
                }
                _ => {}
            }
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let key = key.filter(|n| *n < 9).map_or(String::new(), |n| format!("{} · ", n + 1));
            ui.add(egui::Label::new(strong(format!("{key}{name}")).color(theme.ink)).truncate());
        });
    });
}

/// Shows every field that differs from its default as a small sign.
fn chips_ui(ui: &mut egui::Ui, race: &Race, label: Option<&str>, facts: &[Fact], theme: Theme) {
    ui.spacing_mut().item_spacing = vec2(3.0, 2.0);
    ui.spacing_mut().interact_size.y = 14.0;
    ui.horizontal_wrapped(|ui| {
        if let Some(label) = label {
            ui.label(RichText::new(label).size(SMALL).color(theme::between(theme.ink, theme.paper, 0.35)));
        }
        let chip = |ui: &mut egui::Ui, text: String, colour: Option<Color32>| {
            let text = RichText::new(text).size(SMALL);
            let text = match colour {
                Some(colour) => text.background_color(colour).color(theme::on(colour)),
                None => text.color(theme.ink),
            };
            ui.add(egui::Label::new(text).extend());
        };
        for fact in facts.iter().filter(|f| !f.is_usual && !f.is_words) {
            match &fact.said {
                Said::Flag(_) => chip(ui, fact.name.clone(), Some(theme::between(theme.paper, theme.ink, 0.75))),
                Said::Value(word) => chip(ui, format!("{} {}", fact.name, word.text), colour_of(race, word)),
                Said::Each(entries) => {
                    if face::is_named(facts, fact) {
                        chip(ui, fact.name.clone(), None);
                    }
                    for (key, value) in entries.iter().filter(|(_, value)| !value.is_nothing) {
                        chip(ui, format!(" {} {} ", key.text, value.text), colour_of(race, key));
                    }
                }
                Said::Record(..) => {}
            }
        }
    });
    texts_ui(ui, facts, theme);
}

/// Shows the texts on a card, wrapped, as large as they fit.
fn texts_ui(ui: &mut egui::Ui, facts: &[Fact], theme: Theme) {
    let room = ui.available_size_before_wrap();
    for fact in facts.iter().filter(|f| !f.is_usual && f.is_words) {
        let text = fact.said.text();
        let high = |size: f32| {
            let font = egui::FontId::proportional(size);
            ui.painter().layout(text.clone(), font, theme.ink, room.x).size().y
        };
        let size = [SMALL + 0.5, SMALL - 0.5, SMALL - 1.5, SMALL - 2.5].into_iter().find(|size| high(*size) <= room.y);
        ui.add(egui::Label::new(RichText::new(text).size(size.unwrap_or(SMALL - 2.5)).color(theme.ink)).wrap());
    }
}

fn colour_of(race: &Race, word: &Word) -> Option<Color32> {
    super::look::colour_of(&race.ruleset.manifest, word.case.as_deref()?)
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
