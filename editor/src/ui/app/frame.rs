//! One frame of the window.

use std::time::Duration;

use eframe::egui;

use super::{Action, App, Room};
use crate::ui::race::Waiting;
use crate::ui::{canvas, draw, log, panel_cards, panel_players, panel_problems, panel_setup, panel_turn};

/// The bots' share of a frame.
const BOTS_PER_FRAME: Duration = Duration::from_millis(8);

impl App {
    /// Lets the race go on: shows what there is to show, asks the bots.
    fn go_on(&mut self, ctx: &egui::Context) {
        let Some(players) = self.race.as_ref().map(|r| r.program.players) else { return };
        let seats = self.seats_at_table(players);
        let Some(race) = &mut self.race else { return };
        race.set_seats(&seats);
        let now = ctx.input(|i| i.time);
        let moves = race.show(now, self.pace);
        let answered = race.ask_bots(self.pace, BOTS_PER_FRAME);
        race.look_ahead();
        if moves || answered || race.waiting(self.pace) == Waiting::Bot {
            ctx.request_repaint();
        }
    }

    /// Keys that work wherever one is, but for text being written.
    fn keys(&self, ctx: &egui::Context) -> Vec<Action> {
        if ctx.text_edit_focused() {
            return vec![];
        }
        let mut actions = vec![];
        ctx.input_mut(|i| {
            if i.consume_key(egui::Modifiers::COMMAND, egui::Key::Z) {
                actions.push(Action::Undo);
            }
            if i.key_pressed(egui::Key::Home) {
                actions.push(Action::Look(None));
            }
            if i.key_pressed(egui::Key::Escape) {
                actions.push(Action::Skip);
            }
            if i.key_pressed(egui::Key::F5) {
                actions.push(Action::Reload);
            }
            if i.key_pressed(egui::Key::N) {
                actions.push(Action::NextTurn);
            }
            let waits = self.race.as_ref().filter(|r| r.waiting(self.pace) == Waiting::Person).and_then(|r| r.question());
            for (n, key) in NUMBERS.into_iter().enumerate() {
                if i.key_pressed(key) && waits.is_some_and(|q| n < q.options.len()) {
                    actions.push(Action::Choose(n));
                }
            }
        });
        actions
    }

    /// The whole window.
    pub fn window_ui(&mut self, ui: &mut egui::Ui) {
        if self.room == Room::Draw {
            return self.drawing_ui(ui);
        }
        self.go_on(&ui.ctx().clone());
        let mut actions = self.keys(ui.ctx());
        let height = ui.available_height();
        let bar = egui::Frame::side_top_panel(ui.style()).inner_margin(egui::Margin::symmetric(10, 6));
        egui::Panel::top("bar").frame(bar).show(ui, |ui| actions.extend(panel_setup::bar_ui(ui, self)));
        let side = egui::Frame::side_top_panel(ui.style()).inner_margin(egui::Margin::symmetric(12, 10));
        egui::Panel::right("race").frame(side).default_size(336.0).size_range(260.0..=620.0).show(ui, |ui| match &self.race {
            Some(race) => {
                actions.extend(panel_turn::turn_ui(ui, race, self.series.as_ref(), self.pace));
                ui.add_space(4.0);
                ui.separator();
                actions.extend(panel_players::players_ui(ui, race, &self.seats));
            }
            None => drop(ui.label("No race yet.")),
        });
        // What lies below goes to the window's left edge, so that cards have room.
        let with_cards = self.race.as_ref().is_some_and(panel_cards::has_cards);
        if let Some(race) = self.race.as_ref().filter(|_| with_cards) {
            egui::Panel::bottom("cards").frame(side).default_size(panel_cards::height(height)).size_range(150.0..=500.0).show(
                ui,
                |ui| {
                    actions.extend(panel_cards::cards_ui(ui, race));
                },
            );
        }
        egui::Panel::left("setup").frame(side).default_size(238.0).size_range(190.0..=420.0).show(ui, |ui| {
            actions.extend(panel_setup::setup_ui(ui, self));
        });
        if let Some(race) = &self.race {
            egui::Panel::bottom("log").frame(side).default_size(height * 0.25).size_range(60.0..=500.0).show(ui, |ui| {
                log::log_ui(ui, race);
            });
        }
        if self.is_broken {
            let most = ui.available_height() * 0.5;
            // As high as they are likely to be, and anew for other problems.
            let (id, likely) = (egui::Id::unique(("problems", self.problems.len())), 60.0 + 84.0 * self.problems.len() as f32);
            let panel = egui::Panel::top(id).frame(side).default_size(likely.min(most)).size_range(90.0..=most.max(91.0) * 1.5);
            panel.show(ui, |ui| {
                actions.extend(panel_problems::problems_ui(ui, &self.problems, self.race.is_some()));
            });
        }
        egui::CentralPanel::no_frame().show(ui, |ui| match &self.race {
            Some(race) => actions.extend(canvas::canvas_ui(ui, race, self.camera)),
            None => drop(ui.centered_and_justified(|ui| ui.weak("Nothing can be played yet."))),
        });
        let changed = !actions.is_empty();
        for action in actions {
            self.apply(action);
        }
        if changed {
            ui.ctx().request_repaint();
        }
    }

    /// The window as a drawing table.
    fn drawing_ui(&mut self, ui: &mut egui::Ui) {
        let mut actions = vec![];
        egui::Panel::top("bar").show(ui, |ui| {
            ui.horizontal(|ui| {
                if ui.button("Play this board").clicked() {
                    actions.push(Action::PlayDrawn);
                }
                if ui.button("Back").clicked() {
                    actions.push(Action::Play);
                }
            });
        });
        if let Some(draw) = &mut self.draw {
            let mut acts = vec![];
            egui::Panel::left("tools").show(ui, |ui| {
                acts.extend(draw::tools_ui(ui, draw));
                acts.extend(draw::palette_ui(ui, draw));
            });
            egui::Panel::right("inspector").show(ui, |ui| acts.extend(draw::inspector_ui(ui, draw)));
            egui::Panel::bottom("problems").show(ui, |ui| {
                acts.extend(draw::problems_ui(ui, draw));
                acts.extend(draw::history_ui(ui, draw));
            });
            egui::CentralPanel::no_frame().show(ui, |ui| acts.extend(draw::board::board_ui(ui, draw)));
            actions.extend(acts.into_iter().map(Action::Board));
        }
        for action in actions {
            self.apply(action);
            ui.ctx().request_repaint();
        }
    }
}

const NUMBERS: [egui::Key; 9] = [
    egui::Key::Num1,
    egui::Key::Num2,
    egui::Key::Num3,
    egui::Key::Num4,
    egui::Key::Num5,
    egui::Key::Num6,
    egui::Key::Num7,
    egui::Key::Num8,
    egui::Key::Num9,
];
