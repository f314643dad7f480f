//! The players and their score sheet: every field of every player that the viewer may see, and meters.

use egui::accesskit::Role;
use egui::{Align2, Color32, FontId, RichText, Sense, Stroke, vec2};
use interpreter::face;
use interpreter::ir::{Owner, Type};
use interpreter::players::Seat;
use interpreter::view::{self, Heap, Seen};

use super::action::{Action, RaceMessage};
use super::card;
use super::look::Meter;
use super::theme::{self, Theme};
use super::thing;
use super::widget::{disc_ui, drop_down};
use super::words::{titled, without_citations};
use crate::playtest::{Race, Thing};
use crate::ui::theme::strong;

/// The width of the fields' names.
const NAMES_WIDTH: f32 = 84.0;

/// With more players than this, their piles stand below the score sheet.
const MOST_WITH_PILES: usize = 3;

/// Shows the lower part of the panel.
pub fn players_ui(ui: &mut egui::Ui, race: &Race, seats: &[Seat]) -> Vec<Action> {
    let mut actions = vec![];
    egui::ScrollArea::vertical().id_salt("players").auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        let heaps = view::heaps(&race.program, &race.table_state, race.viewer());
        let are_many = race.program.players > MOST_WITH_PILES;
        actions.extend(state_ui(ui, race));
        heaps_ui(ui, race, &heaps, None);
        for (player, seat) in seats.iter().enumerate().take(race.program.players) {
            actions.extend(seat_ui(ui, race, player, *seat));
            for meter in &race.looks().meters {
                meter_ui(ui, race, player, meter);
            }
            if !are_many {
                heaps_ui(ui, race, &heaps, Some(player));
            }
        }
        ui.add_space(6.0);
        actions.extend(score_sheet_ui(ui, race));
        // The piles of many players would push the score sheet out of view.
        for player in (0..race.program.players).filter(|_| are_many) {
            if heaps.iter().any(|heap| heap.owner == Some(player) && heap.count() > 0) {
                ui.horizontal(|ui| {
                    disc_ui(ui, race, player, 7.5);
                    ui.vertical(|ui| heaps_ui(ui, race, &heaps, Some(player)));
                });
            }
        }
    });
    actions
}

fn seat_ui(ui: &mut egui::Ui, race: &Race, player: usize, seat: Seat) -> Option<Action> {
    let (mut chosen, mut asked) = (None, None);
    let row = ui.horizontal(|ui| {
        disc_ui(ui, race, player, 8.5);
        let name = RichText::new(&*race.program.names[player]);
        ui.label(if race.turn_of() == Some(player) { strong(name) } else { name });
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let combo = egui::ComboBox::new(("seat", player), "").width(86.0).selected_text(seat_title(seat));
            let named = format!("Who plays {}", race.program.names[player]);
            drop_down(ui, combo, &named, |ui| chosen = kinds_ui(ui, seat));
        });
    });
    row.response.container_context_menu(|ui| {
        ui.weak(format!("{} is played by", race.program.names[player]));
        asked = kinds_ui(ui, seat);
    });
    chosen.or(asked).map(|kind| RaceMessage::Seat(player, kind).into())
}

/// Shows who can play a seat. Returns who was chosen.
fn kinds_ui(ui: &mut egui::Ui, now: Seat) -> Option<Seat> {
    let mut chosen = None;
    for (name, kind) in Seat::NAMES {
        if ui.selectable_label(kind == now, seat_title(kind)).on_hover_text(name).clicked() {
            chosen = Some(kind);
        }
    }
    chosen
}

fn seat_title(seat: Seat) -> &'static str {
    match seat {
        Seat::Human => "Person",
        Seat::Random => "Random bot",
        Seat::Quick => "Quick bot",
        Seat::Greedy => "Greedy bot",
    }
}

/// Shows a scale with its zones, and the player's value on it.
fn meter_ui(ui: &mut egui::Ui, race: &Race, player: usize, meter: &Meter) {
    let theme = Theme::of(ui);
    let value = race.table_state.read(&race.program).field(meter.id, player).word();
    let zone = meter.zone(value);
    let name = titled(&meter.field);
    let words = match zone {
        Some(zone) => format!("{name} {value} of {}, zone {zone}", meter.most),
        None => format!("{name} {value} of {}", meter.most),
    };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 17.0), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(Role::ProgressIndicator, true, &words));
    let painter = ui.painter();
    let bar = rect.shrink2(vec2(10.0, 3.0));
    let steps = meter.most as f32 + 1.0;
    let x = |step: f32| bar.left() + bar.width() * step / steps;
    let starts = if meter.zones.is_empty() { vec![0] } else { meter.zones.clone() };
    for (n, start) in starts.iter().enumerate() {
        let end = starts.get(n + 1).copied().unwrap_or(meter.most + 1).min(meter.most + 1);
        let shade = theme::between(theme.calm, theme.full, n as f32 / (starts.len().max(2) - 1) as f32);
        let left = x(*start as f32) + if n == 0 { 0.0 } else { 1.0 };
        let part = egui::Rect::from_x_y_ranges(left..=x(end as f32), bar.y_range());
        painter.rect_filled(part, 2.0, shade);
        if starts.len() > 1 {
            let font = FontId::proportional(9.5);
            painter.text(part.center(), Align2::CENTER_CENTER, n.to_string(), font, Color32::from_black_alpha(150));
        }
    }
    let at = egui::pos2(x(value.clamp(0, meter.most) as f32 + 0.5), bar.center().y);
    painter.circle(at, 8.0, race.colour(player), Stroke::new(1.5, ui.visuals().strong_text_color()));
    painter.text(at, Align2::CENTER_CENTER, value.to_string(), FontId::proportional(10.5), theme::on(race.colour(player)));
    response.on_hover_text(words);
}

/// Shows the score sheet: fields as rows, players as columns.
fn score_sheet_ui(ui: &mut egui::Ui, race: &Race) -> Vec<Action> {
    let mut actions = vec![];
    let seen = view::fields(&race.program, &race.table_state, race.viewer());
    let players = race.program.players;
    let mut names: Vec<(&str, &str)> = vec![];
    let is_listed = |s: &&Seen| race.ruleset.manifest.lists(&s.of, &s.name);
    for Seen { name, docs, .. } in seen.iter().filter(|s| s.owner.is_some()).filter(is_listed) {
        if !names.iter().any(|(n, _)| n == name) {
            names.push((name, docs));
        }
    }
    // The columns share the room beside the names. If it is too little, they scroll.
    let column = ((ui.available_width() - NAMES_WIDTH) / players as f32 - 4.0).clamp(20.0, 150.0);
    egui::ScrollArea::horizontal().id_salt("score sheet").show(ui, |ui| {
        let grid = egui::Grid::new("score sheet").num_columns(players + 1).striped(true).spacing([4.0, 1.0]);
        grid.min_col_width(20.0).min_row_height(17.0).show(ui, |ui| {
            ui.add_sized([NAMES_WIDTH - 4.0, 17.0], egui::Label::new("").truncate());
            for player in 0..players {
                ui.add_sized([column, 17.0], |ui: &mut egui::Ui| disc_ui(ui, race, player, 7.5));
            }
            ui.end_row();
            for (name, docs) in names {
                let docs = without_citations(docs);
                let label = ui.label(RichText::new(titled(name)).size(12.5));
                if !docs.is_empty() {
                    label.on_hover_text(docs);
                }
                for player in 0..players {
                    let own: Vec<&Seen> = seen.iter().filter(|s| s.owner == Some(player) && s.name == name).collect();
                    let values: Vec<&str> = own.iter().map(|seen| seen.value.as_deref().unwrap_or("hidden")).collect();
                    let are_lists = own.iter().any(|seen| seen.is_list);
                    let shown = value_ui(ui, &values.join(if are_lists { "; " } else { " " }), are_lists, column);
                    let things: Vec<Thing> = own.iter().filter_map(|seen| thing::of_seen(race, seen)).collect();
                    actions.extend(thing::asked_ui(ui, race, &shown, &things));
                }
                ui.end_row();
            }
        });
    });
    actions
}

/// Shows what all players share: fields of the state and of the track.
fn state_ui(ui: &mut egui::Ui, race: &Race) -> Vec<Action> {
    let mut actions = vec![];
    let program = &race.program;
    let seen = view::fields(program, &race.table_state, race.viewer());
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 11.0;
        for field in seen.iter().filter(|s| s.owner.is_none() && race.ruleset.manifest.lists(&s.of, &s.name)) {
            let docs = without_citations(&field.docs);
            let shown = pair_ui(ui, &field.name, field.value.as_deref().unwrap_or("hidden"), 13.5);
            let shown = if docs.is_empty() { shown } else { shown.on_hover_text(docs) };
            actions.extend(thing::asked_ui(ui, race, &shown, thing::of_seen(race, field).as_slice()));
        }
        for (id, field) in program.fields_of(Owner::Track) {
            let value = program.at_first().field(id, 0);
            let text = value.said().text();
            let shown = pair_ui(ui, &field.name, &text, 13.5);
            if let (Type::Row(kind), Some(row)) = (field.ty.present(), value.index()) {
                let facts = face::facts(program, *kind, row);
                shown.on_hover_ui(|ui| card::all_ui(ui, &text, &facts));
            }
        }
    });
    actions
}

/// Shows a name and a value that stay together in a line.
fn pair_ui(ui: &mut egui::Ui, name: &str, value: &str, size: f32) -> egui::Response {
    let visuals = ui.visuals();
    let (weak, strong) = (visuals.weak_text_color(), visuals.strong_text_color());
    let mut both = egui::text::LayoutJob::default();
    both.append(&titled(name), 0.0, egui::TextFormat::simple(FontId::proportional(size), weak));
    both.append(value, 4.0, egui::TextFormat::simple(FontId::proportional(size), strong));
    let response = ui.label(both);
    response.widget_info(|| egui::WidgetInfo::labeled(Role::Label, true, format!("{} {value}", titled(name))));
    response
}

/// The most cards that are named; more are only counted.
const MOST_CARDS: usize = 2;

/// Shows a player's piles in short, as names, backs or counts. The pointer shows the full list.
fn heaps_ui(ui: &mut egui::Ui, race: &Race, heaps: &[Heap], owner: Option<usize>) {
    let program = &race.program;
    if !heaps.iter().any(|heap| heap.owner == owner) {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(9.0, 1.0);
        let own: Vec<&Heap> = heaps.iter().filter(|heap| heap.owner == owner && heap.count() > 0).collect();
        // The piles of several pieces are shown together.
        for alike in own.chunk_by(|a, b| a.pile == b.pile) {
            let count: usize = alike.iter().map(|heap| heap.count()).sum();
            let told = || alike.iter().map(|heap| heap.told(program)).collect::<Vec<_>>().join(", ");
            let is_short = count <= MOST_CARDS && alike.iter().all(|heap| heap.unknown.is_empty());
            let name = &alike[0].name;
            let shown = pair_ui(ui, name, &if is_short { told() } else { count.to_string() }, 12.0);
            let kind = program.ir.piles[alike[0].pile.index()].kind;
            shown.on_hover_ui(|ui| {
                ui.set_max_width(420.0);
                ui.label(strong(format!("{}: {}", titled(name), told())));
                for card in alike.iter().flat_map(|heap| &heap.cards).take(MOST_TOLD) {
                    let name = &program.rows[kind.index()].names[*card];
                    ui.small(format!("{name}: {}", face::told(&face::facts(program, kind, *card))));
                }
            });
        }
    });
}

/// The most cards of a pile that the pointer lists.
const MOST_TOLD: usize = 12;

/// Returns the members of a list, or their count if they are too long.
fn of_list(members: &str, most: usize) -> String {
    let count = members.split(", ").count();
    if count > 1 && members.chars().count() > most { format!("({count})") } else { members.to_owned() }
}

/// Shows a value. A value such as “none” is faint.
fn value_ui(ui: &mut egui::Ui, value: &str, is_list: bool, width: f32) -> egui::Response {
    // Letters are about half as wide as they are high.
    let short = match value {
        "none" | "not set" => "–".into(),
        "hidden" => "?".into(),
        "off the board" => "off".into(),
        list if is_list => of_list(list, (width / 6.5) as usize),
        other => other.to_owned(),
    };
    let text = RichText::new(&short).size(12.5);
    let is_faint = matches!(&*short, "–" | "?" | "0" | "no");
    let label = egui::Label::new(if is_faint { text.weak() } else { text }).truncate();
    let response = ui.add_sized([width, 17.0], label);
    if short != value { response.on_hover_text(value) } else { response }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_told_as_far_as_they_fit() {
        assert_eq!(of_list("Otter-North", 5), "Otter-North");
        assert_eq!(of_list("a, b", 5), "a, b");
        assert_eq!(of_list("Otter-North, Dahu", 8), "(2)");
    }
}
