//! *Save as a test*: the last turn as a test for the rules, to copy or to add to a file.

use interpreter::testing::record::{self, At, Recording};

use super::Around;
use super::form::{Ended, is_entered, primary, text_ui};
use crate::playtest::timeline::{Stop, StopKind};
use crate::ui::action::{Action, TextMessage};
use crate::ui::theme::Theme;

/// Returns the moment of a stop of the timeline. A turn's rule is called before the first line of the turn is written.
fn moment(stop: &Stop) -> At {
    let is_turn = stop.kind == StopKind::Turn;
    At { choices: stop.choices, lines: stop.lines.saturating_sub(usize::from(is_turn)) }
}

/// *Save as a test*.
#[derive(Clone, Debug, PartialEq)]
pub struct AsTest {
    pub title: String,
    /// The recording, or why there is no test.
    pub recording: Result<Recording, String>,
    /// For each change, whether the test expects it.
    picked: Vec<bool>,
    /// The rules file that the test is added to.
    file: String,
    /// The turn on show, if the user looks back.
    looked_at: Option<u32>,
    /// Whether the viewer wants to see values that are hidden from them.
    shows_hidden: bool,
}

impl AsTest {
    /// Records the turn on show if the user looks back; otherwise the last complete turn.
    pub fn of(app: &Around<'_>) -> Option<AsTest> {
        let race = app.sitting.race.as_ref()?;
        let timeline = race.timeline();
        let looked_at = timeline.stops.get(race.stop_on_show()).filter(|_| race.looks_back);
        let (game, stage) = match looked_at {
            Some(_) => (race.game_with(race.scene.moment.node), &**race),
            None => (race.game(), &**race.present_stage()),
        };
        let recording = record::call(&game, &stage.setup, &stage.track_name, looked_at.map(moment), race.viewer());
        let told = recording.as_ref().ok().and_then(|recording| recording.turn);
        let on_show = looked_at.or(timeline.stops.last()).map_or(0, |stop| stop.turn);
        let title = format!("as in race {}, turn {}", game.seed, told.unwrap_or(on_show));
        let picked = vec![true; recording.as_ref().map_or(0, |recording| recording.changes.len())];
        let (rules, looked_at) = (&app.sitting.live.newest()?.ruleset, looked_at.map(|stop| stop.turn));
        let file = rules.sources.get(rules.base.first()?.source).name.to_string();
        Some(AsTest { title, recording, picked, file, looked_at, shows_hidden: false })
    }

    /// Describes the recorded turn.
    fn about(&self) -> String {
        match (self.recording.as_ref().ok().and_then(|recording| recording.turn), self.looked_at) {
            (Some(turn), Some(on_show)) if turn == on_show => format!("Turn {turn}, the one on show"),
            (Some(turn), Some(on_show)) => {
                let side = if turn < on_show { "before" } else { "after" };
                format!("Turn {turn}, a complete turn {side} turn {on_show}, which is on show")
            }
            (Some(turn), None) => format!("Turn {turn}, the last complete one"),
            (None, _) => "A complete turn".to_owned(),
        }
    }

    /// Returns the test with the picked changes; `None` if there is none, or if it would reveal hidden values unasked.
    pub fn test(&self) -> Option<String> {
        let recording = self.recording.as_ref().ok().filter(|recording| !recording.tells_hidden || self.shows_hidden)?;
        Some(recording.test(&self.title, |change| self.picked[change]))
    }

    pub(super) fn ui(&mut self, ui: &mut egui::Ui, app: &Around<'_>) -> Option<Ended> {
        ui.heading("Save as a test");
        ui.label(format!("{}: the position before it, the dice, the answers and the changes.", self.about()));
        text_ui(ui, "Title", &mut self.title);
        let test = self.test();
        let height = (ui.ctx().content_rect().height() - 330.0).clamp(60.0, 360.0);
        egui::ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink([false, true]).show(ui, |ui| {
            match (&test, &self.recording) {
                (_, Err(why)) => drop(ui.colored_label(Theme::of(ui).warning, format!("There is no test: {why}."))),
                (None, _) => {
                    let text =
                        "This test contains secrets of other players: values, cards or answers. You can add it once you have shown it.";
                    ui.colored_label(Theme::of(ui).warning, text);
                    self.shows_hidden |= ui.button("Show it").clicked();
                }
                (Some(test), Ok(recording)) => {
                    if recording.asks_chance {
                        let text = "Chance decided something here that no test can script, so the test may go another way.";
                        ui.colored_label(Theme::of(ui).warning, text);
                    }
                    ui.label("Changes to expect:");
                    for (change, picked) in recording.changes.iter().zip(&mut self.picked) {
                        ui.checkbox(picked, egui::RichText::new(change).monospace());
                    }
                    ui.separator();
                    ui.add(egui::Label::new(egui::RichText::new(test).monospace().size(12.0)).selectable(true));
                }
            }
        });
        self.buttons_ui(ui, app, test)
    }

    fn buttons_ui(&self, ui: &mut egui::Ui, app: &Around<'_>, test: Option<String>) -> Option<Ended> {
        let mut ended = None;
        ui.horizontal(|ui| {
            let text = app.sitting.live.texts().get(&self.file).and_then(|text| text.as_ref().ok());
            let name = self.file.rsplit('/').next().unwrap_or_default();
            let (can_add, expects) = (test.is_some() && text.is_some(), self.picked.contains(&true));
            let add = ui.add_enabled(can_add && expects, primary(ui, &format!("Add to {name}")));
            let add = if can_add { add.on_disabled_hover_text("A test must expect something: tick a change") } else { add };
            let is_added = add.clicked() || add.enabled() && is_entered(ui);
            if let (true, Some(test), Some(text)) = (is_added, &test, text) {
                let whole = format!("{}\n\n{test}", text.trim_end());
                let at = whole.len() - test.len();
                ended = Some(Ended::Done(vec![Action::Text(TextMessage::AddTest {
                    name: self.file.clone(),
                    text: whole.into(),
                    at,
                })]));
            }
            if let (true, Some(test)) = (ui.add_enabled(test.is_some(), egui::Button::new("Copy")).clicked(), test) {
                ui.ctx().copy_text(test);
            }
            if ui.button("Cancel").clicked() {
                ended = Some(Ended::Cancelled);
            }
        });
        ended
    }
}
