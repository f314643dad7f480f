//! What has just happened, as a test for the rules: to copy, or to be added to them.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use interpreter::game::Game;
use interpreter::ruleset::Setup;
use interpreter::testing::{At, Refused, Wish, Written, turn_told, written};

use super::Around;
use super::form::{Ended, text_ui};
use crate::beside::Beside;
use crate::playtest::timeline::{Stop, StopKind};
use crate::ui::action::{Action, TextMessage};
use crate::ui::theme::Theme;

/// The moment that a stop of the timeline stands for: a turn is called before its first line is written.
fn moment(stop: &Stop) -> At {
    let is_turn = stop.kind == StopKind::Turn;
    At { choices: stop.choices, lines: stop.lines.saturating_sub(usize::from(is_turn)) }
}

/// Writes tests, one at a time: each is run until it passes.
pub type Writer = Arc<Mutex<Beside<Result<Written, Refused>>>>;

/// So long it is tried at most.
const LONGEST: Duration = Duration::from_secs(60);

/// *Save as a test*.
#[derive(Clone)]
pub struct AsTest {
    pub title: String,
    /// The one that was made for the turn; any other was typed.
    made: String,
    /// For which title it is being written.
    of: String,
    /// The game that it is of, and the moment; `None`: its last turn.
    game: Arc<Game>,
    at: Option<At>,
    /// What it was played with, and on which track.
    setup: Setup,
    track: Arc<str>,
    /// Whoever looks wants to see what is hidden from them.
    shows_hidden: bool,
    writer: Writer,
    /// Whoever writes goes on while somebody has it.
    waits: Arc<()>,
    /// The turn that is told, and the one on show.
    turn: Option<u32>,
    on_show: u32,
    /// What was written; `None`: it is still being written.
    written: Option<Result<Written, Refused>>,
}

impl fmt::Debug for AsTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut told = f.debug_struct("AsTest");
        told.field("title", &self.title).field("at", &self.at).field("written", &self.written).finish_non_exhaustive()
    }
}

impl PartialEq for AsTest {
    fn eq(&self, other: &AsTest) -> bool {
        self.title == other.title && self.of == other.of && self.written.is_some() == other.written.is_some()
    }
}

impl AsTest {
    /// Of the turn on show, where one looks back to it; else of the last that was played to its end.
    pub fn of(app: &Around<'_>) -> Option<AsTest> {
        let race = app.race.as_ref()?;
        let looked_at = race.looking_at();
        let on_show = looked_at.or(race.timeline().stops.last()).map_or(0, |stop| stop.turn);
        let (game, stage) = match looked_at {
            Some(_) => (race.game_with(race.moment().node), &**race),
            None => (race.game(), &**race.present_stage()),
        };
        let setup = stage.setup.clone();
        let (track, at) = (stage.track_name.clone(), looked_at.map(moment));
        let game = Arc::new(game);
        let (of, title, made, writer) = (String::new(), String::new(), String::new(), app.test_writer.clone());
        let (waits, shows_hidden, turn, written) = (Arc::new(()), false, None, None);
        let mut form = AsTest { of, game, at, setup, track, shows_hidden, writer, waits, turn, on_show, written, title, made };
        form.entitle();
        form.begin(app);
        Some(form)
    }

    /// A title for the turn that is told, unless somebody has typed one.
    fn entitle(&mut self) {
        self.turn = turn_told(&self.game, self.at);
        let made = format!("as in race {}, turn {}", self.game.seed, self.turn.unwrap_or(self.on_show));
        if self.title == self.made {
            self.title.clone_from(&made);
        }
        self.made = made;
    }

    /// Of what it is.
    fn about(&self) -> String {
        match (self.turn, self.at) {
            (Some(turn), Some(_)) if turn == self.on_show => format!("Turn {turn}, which is on show"),
            (Some(turn), Some(_)) => {
                let side = if turn < self.on_show { "before" } else { "after" };
                format!("Turn {turn}, played to its end {side} turn {}, which is on show", self.on_show)
            }
            (Some(turn), None) => format!("Turn {turn}, the last that was played to its end"),
            (None, _) => "A turn that was played to its end".to_owned(),
        }
    }

    /// Writes it anew, beside the window.
    fn begin(&mut self, app: &Around<'_>) {
        let Some(race) = &app.race else { return };
        let (game, at, texts) = (self.game.clone(), self.at, app.live.texts().clone());
        let (setup, reader) = (self.setup.clone(), race.viewer());
        let (track, title) = (self.track.clone(), self.title.clone());
        self.of.clone_from(&title);
        self.written = None;
        self.waits = Arc::new(());
        let (waits, begun) = (Arc::downgrade(&self.waits), Instant::now());
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        writer.ask(move || {
            let wish = Wish { texts: &texts, setup: &setup, track: &track, title: &title, at, reader };
            written(&game, &wish, &|| waits.strong_count() > 0 && begun.elapsed() < LONGEST)
        });
    }

    /// Takes what has been written by now.
    fn look(&mut self) {
        let done = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        let failed = |why| Refused::all(format!("writing it failed, which is a fault of the program: {why}"));
        if let Some(done) = done {
            self.written = Some(done.unwrap_or_else(|why| Err(failed(why))));
        }
    }

    /// What was written and may be seen by whoever looks.
    fn shown(&self) -> Option<&Written> {
        self.written()?.as_ref().ok().filter(|test| !test.tells_hidden || self.shows_hidden)
    }

    /// What was written, if it is there already.
    pub fn written(&self) -> Option<&Result<Written, Refused>> {
        self.written.as_ref()
    }

    pub(super) fn ui(&mut self, ui: &mut egui::Ui, app: &Around<'_>) -> Option<Ended> {
        self.look();
        ui.heading("Save as a test");
        ui.label(format!("{}: what stood before, the dice, the answers, and what has changed.", self.about()));
        let typed = text_ui(ui, "Its title", &mut self.title);
        if !typed && self.title != self.of && self.written().is_some() {
            self.begin(app);
        }
        let (mut ended, mut shows_hidden, mut instead) = (None, false, None);
        let height = (ui.ctx().content_rect().height() - 330.0).clamp(60.0, 360.0);
        egui::ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink([false, true]).show(ui, |ui| {
            match self.written() {
                None => {
                    ui.spinner();
                    ui.ctx().request_repaint_after(Duration::from_millis(30));
                }
                Some(Ok(test)) if test.tells_hidden && !self.shows_hidden => {
                    let text =
                        "This test tells what is hidden from whoever looks now: secret values, cards or answers of others. It can be added once it is shown.";
                    ui.colored_label(Theme::of(ui).warning, text);
                    shows_hidden = ui.button("Show it").clicked();
                }
                Some(Ok(test)) => {
                    ui.add(egui::Label::new(egui::RichText::new(&test.text).monospace().size(12.0)).selectable(true));
                }
                Some(Err(Refused { why, nearest, is_for_all })) => {
                    ui.colored_label(Theme::of(ui).warning, format!("There is no test: {why}."));
                    match nearest {
                        Some((at, turn)) => {
                            instead = ui
                                .button(format!("Take turn {turn} instead, the nearest that can be told"))
                                .clicked()
                                .then_some((*at, *turn));
                        }
                        None if *is_for_all => {}
                        None => drop(ui.weak("No other turn near it was found that can be told.")),
                    }
                }
            }
        });
        self.shows_hidden |= shows_hidden;
        if let Some((at, _)) = instead {
            self.at = Some(at);
            self.entitle();
            self.begin(app);
        }
        let test = self.shown();
        ui.horizontal(|ui| {
            let text = test.and_then(|test| app.live.texts().get(&test.file)?.as_ref().ok());
            let name = test.map_or("the rules", |test| test.file.rsplit('/').next().unwrap_or_default());
            if ui.add_enabled(text.is_some(), egui::Button::new(format!("Add to {name}"))).clicked()
                && let (Some(test), Some(text)) = (test, text)
            {
                let whole = format!("{}\n\n{}", text.trim_end(), test.text);
                let at = whole.len() - test.text.len();
                let (name, text) = (test.file.clone(), whole.into());
                ended = Some(Ended::Done(Box::new(Action::Text(TextMessage::AddTest { name, text, at }))));
            }
            if ui.add_enabled(test.is_some(), egui::Button::new("Copy")).clicked()
                && let Some(test) = test
            {
                ui.ctx().copy_text(test.text.clone());
            }
            if ui.button("Cancel").clicked() {
                ended = Some(Ended::Cancelled);
            }
        });
        ended
    }
}
