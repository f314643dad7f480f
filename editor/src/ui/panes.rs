//! The panes of each room, which can be moved about: what each shows, and where they lie.

use eframe::egui;
use egui_tiles::{Behavior, Container, SimplificationOptions, TileId, Tiles, UiResponse};
use serde::{Deserialize, Serialize};

use super::app::{Action, App, Room};
use super::{canvas, draw, log, panel_cards, panel_players, panel_problems, panel_setup, panel_turn};

pub mod guard;
pub mod layout;

pub use layout::Layouts;

/// Everything that has a place of its own in the window.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Pane {
    /// Of the room for playing.
    Board,
    Setup,
    /// What is asked, and the players.
    Race,
    Cards,
    Log,
    Problems,
    /// Of the room for drawing.
    Sheet,
    /// Tools and palette.
    Tools,
    Inspector,
    Faults,
    History,
}

impl Pane {
    /// Those of a room.
    pub fn of(room: Room) -> &'static [Pane] {
        match room {
            Room::Play => &[Pane::Board, Pane::Setup, Pane::Race, Pane::Cards, Pane::Log, Pane::Problems],
            Room::Draw => &[Pane::Sheet, Pane::Tools, Pane::Inspector, Pane::Faults, Pane::History],
        }
    }

    /// The board itself, which takes what room there is.
    pub fn middle(room: Room) -> Pane {
        match room {
            Room::Play => Pane::Board,
            Room::Draw => Pane::Sheet,
        }
    }

    pub fn title(self) -> &'static str {
        match self {
            Pane::Board | Pane::Sheet => "Board",
            Pane::Setup => "Setup",
            Pane::Race => "Turn",
            Pane::Cards => "Cards",
            Pane::Log => "Log",
            Pane::Problems | Pane::Faults => "Problems",
            Pane::Tools => "Tools",
            Pane::Inspector => "Inspector",
            Pane::History => "History",
        }
    }
}

/// Shows the panes of the room, and gives what was asked for in them.
pub fn panes_ui(ui: &mut egui::Ui, app: &mut App) -> Vec<Action> {
    let (room, size) = (app.room, ui.available_size());
    let mut tree = app.layouts.take(room, size);
    let with_cards = app.race.as_ref().is_some_and(panel_cards::has_cards);
    if let Some(cards) = tree.tiles.find_pane(&Pane::Cards) {
        tree.set_visible(cards, with_cards);
    }
    if let Some(pane) = app.layouts.wanted.take() {
        tree.make_active(|_, tile| matches!(tile, egui_tiles::Tile::Pane(its) if *its == pane));
    }
    layout::fit(&mut tree, Pane::middle(room), size, TAB_BAR);
    let mut table = Table { app, actions: vec![] };
    tree.ui(&mut table, ui);
    let actions = table.actions;
    app.layouts.put(room, tree);
    actions
}

const TAB_BAR: f32 = 24.0;

struct Table<'a> {
    app: &'a mut App,
    actions: Vec<Action>,
}

impl Behavior<Pane> for Table<'_> {
    fn pane_ui(&mut self, ui: &mut egui::Ui, _: TileId, pane: &mut Pane) -> UiResponse {
        let pane = *pane;
        let rect = ui.max_rect();
        ui.painter().rect_filled(rect, 0.0, ui.visuals().panel_fill);
        let is_board = matches!(pane, Pane::Board | Pane::Sheet);
        let inner = if is_board { rect } else { rect.shrink2(egui::vec2(10.0, 8.0)) };
        let mut ui = ui.new_child(egui::UiBuilder::new().id_salt(pane).max_rect(inner));
        ui.set_clip_rect(rect.intersect(ui.clip_rect()));
        let app = &mut *self.app;
        let mut failed = app.failed.remove(&pane);
        let actions = guard::guarded(&mut ui, pane.title(), &mut failed, |ui| pane_ui(ui, app, pane));
        if let Some(why) = failed {
            app.failed.insert(pane, why);
        }
        self.actions.extend(actions.unwrap_or_default());
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> egui::WidgetText {
        let found = self.app.draw.as_mut().and_then(|draw| draw.watch.found());
        let count = match pane {
            Pane::Problems => self.app.problems.len(),
            Pane::Faults => {
                found.map_or(0, |(found, _)| found.checked.problems.iter().filter(|problem| problem.ignored.is_none()).count())
            }
            _ => 0,
        };
        if count == 0 { pane.title().into() } else { format!("{} ({count})", pane.title()).into() }
    }

    fn tab_bar_height(&self, _: &egui::Style) -> f32 {
        TAB_BAR
    }

    /// The board alone needs no title.
    fn is_tab_bar_visible(&self, _: TileId, tabs: &egui_tiles::Tabs) -> bool {
        !(tabs.children.len() == 1 && Some(tabs.children[0]) == self.app.layouts.middle)
    }

    fn gap_width(&self, _: &egui::Style) -> f32 {
        layout::GAP
    }

    fn min_size(&self) -> f32 {
        64.0
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions { all_panes_must_have_tabs: true, ..SimplificationOptions::default() }
    }

    fn tab_bar_color(&self, visuals: &egui::Visuals) -> egui::Color32 {
        visuals.widgets.noninteractive.bg_fill.lerp_to_gamma(visuals.text_color(), 0.07)
    }

    fn tab_outline_stroke(&self, _: &egui::Visuals, _: &Tiles<Pane>, _: TileId, _: &egui_tiles::TabState) -> egui::Stroke {
        egui::Stroke::NONE
    }
}

/// What a pane shows.
fn pane_ui(ui: &mut egui::Ui, app: &mut App, pane: Pane) -> Vec<Action> {
    let acts = |acts: Vec<draw::Act>| acts.into_iter().map(Action::Board).collect();
    match (pane, &app.race, &mut app.draw) {
        (Pane::Board, Some(race), _) => canvas::canvas_ui(ui, race, app.camera),
        (Pane::Board, ..) => nothing_ui(ui, "Nothing can be played yet."),
        (Pane::Setup, ..) => panel_setup::setup_ui(ui, app),
        (Pane::Race, Some(race), _) => {
            let mut actions = panel_turn::turn_ui(ui, race, app.series.as_ref(), app.pace);
            ui.add_space(4.0);
            ui.separator();
            actions.extend(panel_players::players_ui(ui, race, &app.seats));
            actions
        }
        (Pane::Race, ..) => nothing_ui(ui, "No race yet."),
        (Pane::Cards, Some(race), _) => panel_cards::cards_ui(ui, race).into_iter().collect(),
        (Pane::Cards, ..) => vec![],
        (Pane::Log, Some(race), _) => {
            log::log_ui(ui, race);
            vec![]
        }
        (Pane::Log, ..) => nothing_ui(ui, "What happens in the race is told here."),
        (Pane::Problems, race, _) => panel_problems::pane_ui(ui, &app.problems, app.is_broken, race.is_some()),
        (Pane::Sheet, _, Some(draw)) => acts(draw::board::board_ui(ui, draw)),
        (Pane::Sheet, ..) => nothing_ui(ui, "Nothing lies on the drawing table. Open a track, or begin a new one (File)."),
        (Pane::Tools, _, Some(draw)) => {
            let mut all = draw::tools_ui(ui, draw);
            all.extend(draw::palette_ui(ui, draw));
            acts(all)
        }
        (Pane::Inspector, _, Some(draw)) => acts(draw::inspector_ui(ui, draw)),
        (Pane::Faults, _, Some(draw)) => acts(draw::problems_ui(ui, draw)),
        (Pane::History, _, Some(draw)) => acts(draw::history_ui(ui, draw)),
        (Pane::Tools | Pane::Inspector | Pane::Faults | Pane::History, _, None) => vec![],
    }
}

fn nothing_ui(ui: &mut egui::Ui, text: &str) -> Vec<Action> {
    ui.centered_and_justified(|ui| ui.weak(text));
    vec![]
}

/// The children of a container that are on show.
fn on_show(tiles: &Tiles<Pane>, container: &Container) -> Vec<TileId> {
    container.children().copied().filter(|child| tiles.is_visible_in_layout(*child)).collect()
}
