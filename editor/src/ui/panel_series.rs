//! A series in the window: choosing one, its current race, the table after each race, and the way to the next race.

use egui::RichText;
use interpreter::data::manifest::series::Ties;
use interpreter::game::Status;
use interpreter::ruleset::Ruleset;
use interpreter::series::Plan;

use super::action::{Action, RaceMessage, SetupMessage};
use super::app::App;
use super::widget::{choice_ui, disc_ui, wide_button, wide_table_ui};
use crate::playtest::Race;
use crate::ui::theme::strong;

/// The entry for playing no series.
const SINGLE: &str = "A single race";

/// Shows the choice between a single race and the manifest's series; nothing if there are none.
pub fn choose_ui(ui: &mut egui::Ui, app: &App, ruleset: &Ruleset) -> Option<Action> {
    let all = &ruleset.manifest.series;
    if all.is_empty() {
        return None;
    }
    let now = app.sitting.wanted.series.as_deref();
    let at = now.and_then(|name| all.iter().position(|s| *s.name == *name)).map_or(SINGLE.to_owned(), |n| n.to_string());
    let single = (SINGLE.to_owned(), SINGLE.to_owned());
    let named = all.iter().enumerate().map(|(n, s)| (n.to_string(), s.name.to_string()));
    let names: Vec<(String, String)> = std::iter::once(single).chain(named).collect();
    let chosen = choice_ui(ui, "Series", &names, &at);
    if let Some((plan, now)) = app.sitting.race.as_ref().and_then(Race::series) {
        if !plan.note.is_empty() {
            ui.small(&*plan.note);
        }
        ui.add_space(4.0);
        for (n, race) in plan.races.iter().enumerate() {
            let text = RichText::new(format!("{}. {}", n + 1, race.title));
            ui.label(if n == now { strong(text) } else { text.weak() });
        }
    }
    let chosen = chosen?;
    Some(Action::Setup(SetupMessage::Series(chosen.parse().ok().and_then(|n: usize| all.get(n)).map(|s| s.name.to_string()))))
}

/// Shows the table after a race, and a button for the next race or another series.
pub fn after_race_ui(ui: &mut egui::Ui, race: &Race) -> Option<Action> {
    if *race.status() != Status::Over {
        ui.label("The series can't go on without this race.");
        return wide_button(ui, "Another series", "").clicked().then_some(Action::Race(RaceMessage::NewRace));
    }
    let (plan, now) = race.series()?;
    table_ui(ui, plan, race);
    ui.add_space(6.0);
    match plan.races.get(now + 1) {
        Some(next) => {
            let title = format!("Next race: {}", next.title);
            wide_button(ui, &title, "Ctrl+Enter").clicked().then_some(Action::Race(RaceMessage::NextRace))
        }
        None => wide_button(ui, "Another series", "").clicked().then_some(Action::Race(RaceMessage::NewRace)),
    }
}

/// Shows races as rows and players as columns, then totals and places.
fn table_ui(ui: &mut egui::Ui, plan: &Plan, race: &Race) {
    let Some(standing) = race.standing() else { return };
    let done = standing.races.len();
    let title = if done == plan.races.len() {
        format!("{}: the table", plan.name)
    } else {
        format!("{} after {done} of {} races", plan.name, plan.races.len())
    };
    ui.heading(title);
    if done == plan.races.len() && plan.players > 1 {
        let winners = (0..plan.players).filter(|p| standing.places[*p] == 1);
        let names: Vec<&str> = winners.filter_map(|p| race.program.names.get(p)).map(|n| &**n).collect();
        let text = match names.as_slice() {
            [one] => format!("{one} wins the series"),
            many => format!("{} share the first place", many.join(" and ")),
        };
        ui.label(strong(text).size(15.0));
    }
    ui.add_space(2.0);
    let both = !standing.points_are_places();
    let grid = egui::Grid::new("series table").num_columns(plan.players + 1).striped(true).spacing([8.0, 3.0]);
    wide_table_ui(ui, "series table", grid, |ui| {
        ui.weak(RichText::new("Race").small());
        for player in 0..plan.players {
            let name = race.program.names.get(player).map_or("", |n| n);
            disc_ui(ui, race, player, 8.0).on_hover_text(name);
        }
        ui.end_row();
        for (result, planned) in standing.races.iter().zip(&plan.races) {
            ui.label(RichText::new(&*planned.title).size(12.5)).on_hover_text(&*planned.built.track_name);
            for player in 0..plan.players {
                let (points, place) = (result.points[player], result.places[player]);
                let label = ui.label(points.to_string());
                if both {
                    label.on_hover_text(format!("place {place}"));
                }
            }
            ui.end_row();
        }
        ui.label(strong("Total"));
        standing.totals.iter().for_each(|total| drop(ui.label(strong(total.to_string()))));
        ui.end_row();
        ui.label("Place");
        for player in 0..plan.players {
            let place = standing.places[player];
            let text = if standing.is_shared(player) { format!("{place}=") } else { place.to_string() };
            ui.label(if place == 1 { strong(text) } else { RichText::new(text) });
        }
        ui.end_row();
    });
    if standing.was_tied() && plan.scoring.ties == Ties::LastRace {
        ui.small("With equal totals the better place in the last race counts, then in the one before.");
    }
}
