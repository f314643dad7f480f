//! The pane of the race: the question, and below it what the others have done since, the players and the score sheet. Where there is little
//! room, these are tabs of each other.

use egui::RichText;
use interpreter::game::Status;
use interpreter::playtest::Moment;

use super::super::action::{Action, Pane, Room};
use super::super::app::App;
use super::super::panel_players;
use super::super::panel_turn::{self, since};
use crate::playtest::{Act, Race};
use crate::ui::theme::strong;
use crate::ui::widget::{from_top, page_keys};

/// The height of the score table's head, and of the row of a player.
const TABLE: (f32, f32) = (84.0, 21.0);
/// The height of the tabs with the line above them.
const TABS: f32 = 46.0;
/// What lies below the question begins no higher than at this share of the pane, and no lower unless the question is longer.
const MOST_BELOW: f32 = 0.5;
/// The least height of the question where all lies one below the other.
const QUESTION: f32 = 222.0;
/// From this height on, all of it lies one below the other.
const TALL: f32 = 700.0;

/// What lies below the question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tab {
    #[default]
    Players,
    Sheet,
    Since,
}

impl Tab {
    fn title(self) -> &'static str {
        match self {
            Tab::Players => "Players",
            Tab::Sheet => "Score sheet",
            Tab::Since => "Since your last turn",
        }
    }
}

/// What stands at the top of the pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Head {
    /// The question of this version of the race.
    Question(u64),
    /// How it was at this moment, where notes stand.
    Past(Option<Moment>),
    Result,
    /// What goes on by itself in the race that begins with this seed.
    GoesOn(u64),
}

impl Head {
    fn of(race: &Race) -> Head {
        let is_noted = |stop: usize| race.notes().iter().any(|noted| noted.stop == Some(stop));
        match race.asked() {
            Some(_) => Head::Question(race.version),
            None if race.looks_back => Head::Past(Some(race.scene.moment).filter(|_| is_noted(race.stop_on_show()))),
            None if race.is_all_shown() && !matches!(race.status(), Status::Asking(_)) => Head::Result,
            None => Head::GoesOn(race.seed()),
        }
    }

    /// Whether somebody begins to read it at its top who has seen what was there before.
    fn begins_after(self, before: Head) -> bool {
        self != before && (!matches!(self, Head::GoesOn(_)) || matches!(before, Head::GoesOn(_) | Head::Result))
    }
}

/// Whether what now stands at the top is read from its beginning.
pub fn begins(ui: &egui::Ui, race: &Race) -> bool {
    let id = ui.scope_id().with("head on show");
    let head = Head::of(race);
    let before = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or(id, head), head));
    head.begins_after(before)
}

/// Shows the pane, which scrolls as one: by the wheel, and by Page up and Page down. Each question begins at its top, and so does what else
/// stands there anew: the result, the past, another race.
pub fn race_ui(ui: &mut egui::Ui, app: &App, race: &Race) -> Vec<Action> {
    let whole = ui.available_height();
    let mut is_begun = !begins(ui, race);
    let area = from_top("race", &mut is_begun);
    // The rulebook beside it has longer pages to turn.
    let has_rulebook = app.shell.layouts.is_in_front(Room::Play, Pane::Rulebook);
    let shown = area.show(ui, |ui| {
        let pages = if has_rulebook { 0.0 } else { page_keys(ui) };
        if pages != 0.0 {
            ui.scroll_with_delta(egui::vec2(0.0, -pages * whole * 0.8));
        }
        contents_ui(ui, app, race, whole)
    });
    shown.inner
}

/// Shows the question and what lies below it, in a pane of this height.
fn contents_ui(ui: &mut egui::Ui, app: &App, race: &Race, whole: f32) -> Vec<Action> {
    let reader = since::reader(race);
    let has_sheet = panel_players::has_sheet(race);
    let has_tabs = whole < TALL && (reader.is_some() || has_sheet);
    let below = TABLE.0 + TABLE.1 * race.program.players as f32 + TABS;
    let question = if has_tabs { whole - below.min(whole * MOST_BELOW) } else { QUESTION };
    let mut actions = panel_turn::turn_ui(ui, app, race, question);
    ui.add_space(4.0);
    ui.separator();
    let since_ui =
        |ui: &mut egui::Ui, player| since::since_ui(ui, race, player).map(|moment| Action::Playtest(Act::LookAtMoment(moment)));
    if !has_tabs {
        if let Some(player) = reader {
            ui.label(strong(Tab::Since.title()).small());
            actions.extend(since_ui(ui, player));
            ui.add_space(4.0);
        }
        actions.extend(panel_players::players_ui(ui, race, &app.sitting.seats, false));
        return actions;
    }
    let there = [(Tab::Players, true), (Tab::Sheet, has_sheet), (Tab::Since, reader.is_some())];
    match (tabs_ui(ui, there.into_iter().filter(|(_, is_there)| *is_there).map(|(tab, _)| tab)), reader) {
        (Tab::Since, Some(player)) => actions.extend(since_ui(ui, player)),
        (Tab::Sheet, _) => actions.extend(panel_players::sheet_ui(ui, race, false)),
        _ => actions.extend(panel_players::players_ui(ui, race, &app.sitting.seats, true)),
    }
    actions
}

/// Shows the tabs. Returns the one that is open: the one chosen last, if it is there.
fn tabs_ui(ui: &mut egui::Ui, there: impl Iterator<Item = Tab>) -> Tab {
    let id = ui.scope_id().with("tab below the question");
    let chosen = ui.data(|data| data.get_temp::<Tab>(id)).unwrap_or_default();
    let mut open = Tab::default();
    ui.horizontal(|ui| {
        for tab in there {
            if tab == chosen {
                open = tab;
            }
            if ui.selectable_label(chosen == tab, RichText::new(tab.title()).small()).clicked() {
                ui.data_mut(|data| data.insert_temp(id, tab));
            }
        }
    });
    open
}
