//! One frame of the window.
//!
//! A frame does nothing that rules can make long. Builds, set-up, the races of a series, saved games, taking over, bots that
//! think, *Why?*, tests that are written, and what changed rules mean for a drawing and for names in texts are worked out on other
//! threads (`beside.rs`). Here rules run only from one answer to the next question, on one tank of fuel; a moment of the past is
//! played from the last snapshot before it.

use std::cell::Cell;
use std::time::Duration;

use super::{Action, App, Room, Wish};
use crate::beside::LOOK;
use crate::drawing::Deed;
use crate::ui::command::keys::{self, Pressed};
use crate::ui::command::{Command, menu};
use crate::ui::dialog::lost::named;
use crate::ui::dialog::{Dialog, Notice};
use crate::ui::draw::{Act, Vision};
use crate::ui::race::{self, Pace, Waiting};
use crate::ui::theme::Theme;
use crate::ui::{dialog, panes};

/// The bots' share of a frame: longer it doesn't wait for them.
const BOTS_PER_FRAME: Duration = Duration::from_millis(8);
/// Seconds for which it is told what was done, and what came to nothing.
const GOOD_SECS: f64 = 8.0;
const BAD_SECS: f64 = 40.0;

impl App {
    /// Lets the race go on: shows what there is to show, asks the bots.
    fn go_on(&mut self, ctx: &egui::Context) {
        let Some(players) = self.race.as_ref().map(|r| r.program.players) else { return };
        let seats = self.seats_at_table(players);
        let is_beginning = self.is_beginning();
        let Some(race) = &mut self.race else { return };
        race.set_seats(&seats);
        let now = ctx.input(|i| i.time);
        // What comes of other rules begins at what is on show.
        let moves = !self.follow.is_taking() && race.show(now, self.pace);
        let answered = !self.follow.is_taking() && !is_beginning && race.ask_bots(&mut self.thinker, self.pace, BOTS_PER_FRAME);
        self.thinker.hear(Duration::ZERO);
        if let Some(why) = self.thinker.take_fault() {
            race.act(race::Act::Play(false));
            let text = format!("A bot failed, which is a fault of the program; the race is paused. {why}");
            self.notice = Some(Notice::bad(text));
        }
        if let Some(problem) = self.thinker.take_trouble() {
            race.act(race::Act::Play(false));
            let place = crate::render::place(&race.ruleset.sources, problem.span);
            let text =
                format!("A bot can't answer, because the rules can't go on: {}{place}. The race is paused.", problem.message);
            self.notice = Some(Notice::bad(text));
        }
        race.look_ahead();
        let is_resting = !race.is_going(self.pace);
        let looks = race.find_why(is_resting);
        if looks {
            ctx.request_repaint_after(Duration::from_millis(16));
        }
        if moves || answered {
            ctx.request_repaint();
        } else if race.waiting(self.pace) == Waiting::Bot {
            ctx.request_repaint_after(LOOK);
        }
    }

    /// What was to be set by hand may be something else under the rules that are on show by now.
    fn close_stale_edit(&mut self) {
        let (Some(Dialog::Edit(form)), Some(race)) = (&self.dialog, &self.race) else { return };
        if form.is_of_other_rules(&race.program) {
            self.dialog = None;
            self.notice =
                Some(Notice::bad("The race has come under other rules meanwhile: choose once more what to set by hand"));
        }
    }

    /// Keys that work wherever one is, but for text being written.
    fn keys(&mut self, ctx: &egui::Context) -> Vec<Action> {
        if self.dialog.is_some() {
            return vec![];
        }
        let mut actions = vec![];
        // At the drawing table it is said why a key does nothing; in a race many keys do something only now and then.
        let refused = Cell::new(None);
        let can = |command: Command| match command.refused(self) {
            Some(why) => {
                refused.set(Some(why).filter(|_| self.room == Room::Draw));
                false
            }
            None => true,
        };
        for pressed in keys::pressed(ctx, self.room, can) {
            match pressed {
                Pressed::Command(command) => actions.push(command.action(self)),
                Pressed::Paste(text) => actions.push(Action::Board(Act::Do(Deed::Paste(text)))),
            }
        }
        if let Some(why) = refused.get() {
            self.notice = Some(Notice::good(why));
        }
        let waits = self.race.as_ref().filter(|r| self.room == Room::Play && r.waiting(self.pace) == Waiting::Person);
        if let Some(question) = waits.and_then(|race| race.question()).filter(|_| !ctx.text_edit_focused()) {
            ctx.input(|i| {
                let pressed =
                    (0..question.options.len()).zip(NUMBERS).filter(|(_, key)| i.key_pressed(*key) && i.modifiers.is_none());
                actions.extend(pressed.map(|(n, _)| Action::Choose(n)));
            });
        }
        actions
    }

    /// The whole window.
    pub fn window_ui(&mut self, ui: &mut egui::Ui) {
        let ctx = ui.ctx().clone();
        self.now = ctx.input(|i| i.time);
        self.look(&ctx);
        self.take_left_cells(&ctx);
        self.follow(&ctx);
        if self.live.is_changed() {
            // What a change breaks is told wherever one is.
            self.rules.test(&ctx, self.live.newest());
        }
        self.follow_figures(&ctx);
        if self.room == Room::Play {
            self.go_on(&ctx);
        }
        self.close_stale_edit();
        self.follow.tells_broken = self.is_broken && (self.follow.tells_broken || !self.follow.is_typing());
        self.keep(&ctx);
        self.look_at_exports(&ctx);
        self.follow_board();
        self.let_notice_go(&ctx);
        if ctx.input(|i| i.viewport().close_requested()) && !self.may_close && self.has_unsaved() {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.apply(Action::Quit);
        }
        let mut actions = self.keys(&ctx);
        actions.extend(self.bars_ui(ui));
        // What is typed in a dialog is not for the panes behind it.
        let held = self.dialog.is_some().then(|| ctx.input_mut(|i| std::mem::take(&mut i.events)));
        egui::CentralPanel::no_frame().show(ui, |ui| actions.extend(panes::panes_ui(ui, self)));
        if let Some(held) = held {
            ctx.input_mut(|i| i.events = held);
        }
        actions.extend(dialog::show(&ctx, self));
        let changed = !actions.is_empty();
        for action in actions {
            self.apply(action);
        }
        self.grant(&ctx);
        if changed {
            ctx.request_repaint();
        }
    }

    /// What was said is there for a while; why something came to nothing for longer.
    fn let_notice_go(&mut self, ctx: &egui::Context) {
        let now = ctx.input(|i| i.time);
        match (&self.notice, &self.noticed) {
            (Some(notice), _) if notice.is_of_board => self.noticed = None,
            (Some(notice), Some((same, since))) if notice == same => {
                let left = since + if notice.is_bad { BAD_SECS } else { GOOD_SECS } - now;
                match left > 0.0 {
                    true => ctx.request_repaint_after(Duration::from_secs_f64(left)),
                    false => self.notice = None,
                }
            }
            (notice, _) => self.noticed = notice.clone().map(|notice| (notice, now)),
        }
    }

    /// Theme and size, as they are wanted.
    fn look(&self, ctx: &egui::Context) {
        if ctx.options(|options| options.theme_preference) != self.theme {
            ctx.set_theme(self.theme);
        }
        ctx.set_zoom_factor(f32::from(self.scale) / 100.0);
    }

    /// Menus and the bar below them.
    fn bars_ui(&mut self, ui: &mut egui::Ui) -> Vec<Action> {
        let mut actions = vec![];
        let menus = egui::Frame::side_top_panel(ui.style()).inner_margin(egui::Margin::symmetric(8, 2));
        egui::Panel::top("menus").frame(menus).show(ui, |ui| {
            egui::MenuBar::new().ui(ui, |ui| {
                actions.extend(menu::bar_ui(ui, self));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    actions.extend(notice_ui(ui, self));
                });
            });
        });
        let bar = egui::Frame::side_top_panel(ui.style()).inner_margin(egui::Margin::symmetric(10, 5));
        egui::Panel::top("bar").frame(bar).show(ui, |ui| {
            ui.horizontal(|ui| match self.room {
                Room::Play => actions.extend(race_bar_ui(ui, self)),
                Room::Draw => actions.extend(draw_bar_ui(ui, self)),
            });
        });
        actions
    }

    /// Asks the window for what was wished.
    fn grant(&mut self, ctx: &egui::Context) {
        for wish in std::mem::take(&mut self.wishes) {
            match wish {
                Wish::Copy(text) => ctx.copy_text(text),
                Wish::Paste => ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste),
                Wish::Close => ctx.send_viewport_cmd(egui::ViewportCommand::Close),
            }
        }
    }
}

/// What one does with a race.
fn race_bar_ui(ui: &mut egui::Ui, app: &App) -> Vec<Action> {
    let mut actions = vec![];
    actions.extend(menu::button_ui(ui, app, Command::Undo, "Undo"));
    ui.separator();
    let new = if app.series.is_some() { "New series" } else { "New race" };
    actions.extend(menu::button_ui(ui, app, Command::NewRace, new));
    actions.extend(menu::button_ui(ui, app, Command::SameAgain, "Restart race"));
    ui.separator();
    actions.extend(menu::button_ui(ui, app, Command::GoDraw, "Draw"));
    ui.separator();
    ui.weak("Pace");
    for (pace, name) in Pace::ALL {
        actions.extend(menu::button_ui(ui, app, Command::Pace(pace), name));
    }
    ui.separator();
    let mut on = app.play_on;
    if ui.checkbox(&mut on, "Auto-play").on_hover_text(Command::PlayOn.tooltip(ui.ctx())).changed() {
        actions.push(Action::PlayOn(on));
    }
    actions
}

/// What one does with a drawing.
fn draw_bar_ui(ui: &mut egui::Ui, app: &App) -> Vec<Action> {
    let mut actions = vec![];
    for (command, text) in [(Command::GoPlay, "Back"), (Command::PlayDrawn, "Play this board")] {
        actions.extend(menu::button_ui(ui, app, command, text));
    }
    ui.separator();
    for (command, text) in [(Command::Undo, "Undo"), (Command::Redo, "Redo"), (Command::Save, "Save")] {
        actions.extend(menu::button_ui(ui, app, command, text));
    }
    ui.separator();
    if let Some(draw) = &app.draw {
        let path = draw.desk.on_disk.path();
        let name = named(path);
        let dot = if draw.desk.drawing.is_saved() { "" } else { " •" };
        let hover = format!("{}{}", path.display(), if dot.is_empty() { "" } else { "\nNot saved yet" });
        ui.add(egui::Label::new(format!("{name}{dot}")).truncate()).on_hover_text(hover);
        if app.keeper.is_changed_outside() && app.dialog.is_none() {
            let text = egui::RichText::new("changed by another program").color(Theme::of(ui).warning);
            ui.label(text).on_hover_text("Save asks which of the two is to stay");
        }
        if draw.vision != Vision::Full {
            // Else whoever has forgotten it looks for what became of the colours.
            ui.separator();
            ui.weak(format!("{}:", draw.vision.title()));
            let full = Command::See(Vision::Full);
            actions.extend(menu::button_ui(ui, app, full, Vision::Full.title()));
        }
    }
    actions
}

/// What was done last, or came to nothing.
fn notice_ui(ui: &mut egui::Ui, app: &App) -> Option<Action> {
    let refused = app.draw.as_ref().filter(|_| app.room == Room::Draw).and_then(|draw| draw.desk.refused.as_ref());
    let theme = Theme::of(ui);
    let (text, colour) = match (&app.notice, refused) {
        (Some(notice), _) => (notice.text.as_str(), if notice.is_bad { theme.error } else { ui.visuals().weak_text_color() }),
        (None, Some(why)) => (why.as_str(), theme.warning),
        (None, None) => return None,
    };
    let leads = app.notice.as_ref().and_then(|notice| notice.leads.clone());
    let shows = leads.filter(|_| ui.small_button("Show").clicked());
    ui.add(egui::Label::new(egui::RichText::new(text).color(colour)).truncate()).on_hover_text(text);
    shows.map(|(name, range)| Action::PointAt(name, range))
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
