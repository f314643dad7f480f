//! The players and how they stand: what all share, the score table, and piles.

use egui::accesskit::Role;
use egui::{FontId, Sense, Stroke, WidgetInfo, vec2};
use interpreter::face;
use interpreter::ir::{Owner, Type};
use interpreter::players::Seat;
use interpreter::view::{self, Heap};

use super::action::Action;
use super::card;
use super::scoresheet;
use super::theme::Theme;
use super::thing;
use super::widget::disc_ui;
use super::words::{titled, without_citations};
use crate::looks;
use crate::playtest::Race;
use crate::ui::theme::strong;

pub mod table;

/// Shows how the players stand, what all share, and a score sheet. Where room is short, the table of players comes first and the sheet is left
/// out.
pub fn players_ui(ui: &mut egui::Ui, race: &Race, seats: &[Seat], is_short: bool) -> Vec<Action> {
    let mut actions = vec![];
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        let heaps = view::heaps(&race.program, &race.table_state, race.viewer());
        let shared_ui = |ui: &mut egui::Ui| {
            let actions = state_ui(ui, race, true);
            heaps_ui(ui, race, &heaps, None);
            ui.add_space(4.0);
            actions
        };
        if !is_short {
            actions.extend(shared_ui(ui));
        }
        actions.extend(table::tables_ui(ui, race, seats, |ui| {
            ui.add_space(if is_short { 4.0 } else { 8.0 });
            if is_short {
                shared_ui(ui)
            } else if has_sheet(race) {
                sheet_ui(ui, race, true)
            } else {
                vec![]
            }
        }));
        ui.add_space(4.0);
        for player in 0..race.program.players {
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

/// Shows in short how the players stand: what all share, and of each player what the manifest lists first.
pub fn standing_ui(ui: &mut egui::Ui, race: &Race, seats: &[Seat]) -> Vec<Action> {
    let mut actions = table::standing_ui(ui, race, seats);
    ui.add_space(4.0);
    actions.extend(state_ui(ui, race, false));
    actions
}

/// Whether the game has score sheets.
pub fn has_sheet(race: &Race) -> bool {
    !race.ruleset.manifest.score_sheet.is_empty()
}

/// Shows the score sheet of one player, under a piece for each player to choose whose. Without a choice it is the sheet of whoever is asked.
/// If it isn't whole, it lacks what stands beside the question.
pub fn sheet_ui(ui: &mut egui::Ui, race: &Race, is_whole: bool) -> Vec<Action> {
    let id = ui.scope_id().with("whose score sheet");
    let players = race.program.players;
    let usual = race.asked().map(|question| question.player).or(race.viewer()).or(race.turn_of()).unwrap_or(0);
    let chosen = ui.data(|data| data.get_temp::<Option<usize>>(id)).flatten().filter(|player| *player < players);
    let shown = chosen.unwrap_or(usual);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        let name = race.program.names.get(shown).map_or("", |name| name);
        ui.label(strong(format!("Score sheet of {name}")).small());
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            for player in (0..players).rev() {
                if seat_ui(ui, race, player, player == shown).clicked() {
                    // Whoever is asked next is shown again once the usual one is chosen.
                    ui.data_mut(|data| data.insert_temp(id, Some(player).filter(|player| *player != usual)));
                }
            }
        });
    });
    scoresheet::sheet_ui(ui, race, shown, is_whole)
}

/// Shows the piece of a player, with a line below it if it is chosen.
fn seat_ui(ui: &mut egui::Ui, race: &Race, player: usize, is_chosen: bool) -> egui::Response {
    let disc = disc_ui(ui, race, player, 9.0);
    let response = ui.interact(disc.rect.expand(1.5), ui.scope_id().with(("score sheet of", player)), Sense::click());
    let name = format!("Score sheet of {}", race.program.names.get(player).map_or("", |name| name));
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_chosen, &name));
    let line = if response.has_focus() || response.hovered() { 2.5 } else { 2.0 };
    if is_chosen || response.has_focus() || response.hovered() {
        let below = disc.rect.expand2(vec2(0.0, 2.0));
        ui.painter().hline(below.x_range(), below.bottom(), Stroke::new(line, Theme::of(ui).accent));
    }
    response.on_hover_text(name)
}

/// Shows what all players share: fields of the state, and those of the track, which stay as they are.
fn state_ui(ui: &mut egui::Ui, race: &Race, with_track: bool) -> Vec<Action> {
    let mut actions = vec![];
    let program = &race.program;
    let manifest = &race.ruleset.manifest;
    let mut seen = view::fields(program, &race.table_state, race.viewer());
    seen.retain(|s| s.owner.is_none() && !s.is_fixed && manifest.lists(&s.of, &s.name));
    seen.sort_by_key(|s| manifest.order(&s.of, &s.name));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 11.0;
        for field in &seen {
            let docs = without_citations(&field.docs);
            let said = looks::said(manifest, field).unwrap_or_else(|| "hidden".to_owned());
            let shown = pair_ui(ui, &looks::heading(manifest, field), &said, 13.5);
            let shown = if docs.is_empty() { shown } else { shown.on_hover_text(docs) };
            actions.extend(thing::asked_ui(ui, race, &shown, thing::of_seen(race, field).as_slice()));
        }
        let of_track = program.fields_of(Owner::Track).filter(|(_, field)| with_track && manifest.lists("track", &field.name));
        for (id, field) in of_track {
            let value = program.at_first().field(id, 0);
            let text = value.said().text();
            let title = manifest.of_field("track", &field.name).title.as_deref().unwrap_or(&field.name);
            let shown = pair_ui(ui, title, &text, 13.5);
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
