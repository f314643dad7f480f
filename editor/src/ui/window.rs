//! The window: menus and bars, the panes of the room, and the dialog above them.

use std::cell::Cell;

use super::action::{Action, Arrangement, Pane, RaceMessage, Room, TextMessage, WindowMessage};
use super::app::{App, kept};
use super::command::keys::{self, Pressed};
use super::command::{Command, menu, palette, sheet};
use super::dialog::lost::named;
use super::dialog::{self, Dialog, Notice};
use super::draw::{Act, Vision};
use super::panes;
use super::theme::Theme;
use super::{help, target, told, tour, transport};
use crate::drawing::Deed;
use crate::playtest::{Pace, Waiting};

impl App {
    /// Shows the whole window.
    pub fn window_ui(&mut self, ui: &mut egui::Ui) {
        let ctx = ui.ctx().clone();
        self.begin_frame(&ctx);
        close_menus(&ctx);
        // The drawing table would take it for its tool.
        if self.shown_tour().is_some() && tour::is_ended(&ctx) {
            self.shell.tour = None;
        }
        self.shell.focus.begin(&ctx);
        let mut actions = keys_pressed(self, &ctx);
        actions.extend(bars_ui(ui, self));
        // The panes behind a dialog must not see what is typed in it.
        let held = self.shell.dialog.is_some().then(|| ctx.input_mut(|i| std::mem::take(&mut i.events)));
        egui::CentralPanel::no_frame().show(ui, |ui| actions.extend(panes::panes_ui(ui, self)));
        let room = self.shell.room;
        help::help_ui(&ctx, &mut self.shell.help, || sheet::lines(&ctx, room));
        if let Some(tour) = self.shown_tour() {
            self.shell.tour = tour::tour_ui(&ctx, tour);
        }
        if let Some(held) = held {
            ctx.input_mut(|i| i.events = held);
        }
        actions.extend(dialog_ui(&ctx, self));
        self.shell.focus.mark(&ctx);
        self.end_frame(&ctx, actions);
        if self.shell.events.is_behind() {
            ctx.request_repaint();
        }
    }

    /// The tour of this room, where nothing hides it.
    fn shown_tour(&self) -> Option<tour::Tour> {
        let shell = &self.shell;
        shell.tour.filter(|tour| tour.room == shell.room && shell.dialog.is_none() && !shell.presents())
    }
}

/// Shows the dialog, if one is open.
fn dialog_ui(ctx: &egui::Context, app: &mut App) -> Vec<Action> {
    if app.shell.dialog.is_none() {
        app.shell.dialogs.clear(ctx);
        return vec![];
    }
    let (mut open, mut desk) = (app.shell.dialog.take(), std::mem::take(&mut app.shell.dialogs));
    let of_commands = |ui: &mut egui::Ui, dialog: &mut Dialog| match dialog {
        Dialog::Palette(palette) => palette::palette_ui(ui, app, palette),
        _ => sheet::keys_ui(ui, app.shell.room),
    };
    let actions = app.with_around(|around| dialog::show(ctx, &mut open, &mut desk, around, of_commands));
    (app.shell.dialog, app.shell.dialogs) = (open, desk);
    actions
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        self.window_ui(ui);
    }

    fn raw_input_hook(&mut self, _: &egui::Context, input: &mut egui::RawInput) {
        self.shell.events.share(input);
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        storage.set_string(kept::KEY, self.kept().written());
    }

    fn persist_egui_memory(&self) -> bool {
        // Everything worth keeping is saved above.
        false
    }

    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        self.put_away();
    }
}

/// With a menu or a list open, Escape closes it and does nothing else.
fn close_menus(ctx: &egui::Context) {
    if egui::Popup::is_any_open(ctx) && ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, egui::Key::Escape)) {
        egui::Popup::close_all(ctx);
    }
}

/// Returns the actions of shortcuts, which work everywhere except while text is typed.
fn keys_pressed(app: &mut App, ctx: &egui::Context) -> Vec<Action> {
    if app.shell.dialog.is_some() {
        return vec![];
    }
    let mut actions = vec![];
    // At the drawing table, the window says why a key does nothing. In a race, many keys work only now and then.
    let refused = Cell::new(None);
    let is_board = super::sheet::is_pointed_at(ctx);
    let can = |command: Command| match command.refused(app) {
        Some(why) => {
            refused.set(Some(why).filter(|_| app.shell.room == Room::Draw));
            false
        }
        None => true,
    };
    let writes = ctx.text_edit_focused() || super::widget::is_field_open(ctx);
    for pressed in keys::pressed(ctx, app.shell.room, (is_board, writes), can) {
        match pressed {
            Pressed::Command(command) => actions.push(command.action(app)),
            Pressed::Paste(text) => actions.push(Action::Board(Act::Do(Deed::Paste(text)))),
        }
    }
    if let Some(why) = refused.get() {
        match &mut app.table.draw {
            Some(draw) => {
                draw.desk.refuse(why);
                app.say_refused();
            }
            None => app.shell.notice = Some(Notice::good(why)),
        }
    }
    if actions.is_empty()
        && !writes
        && app.shell.presents()
        && ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, egui::Key::Escape))
    {
        let is_covered = app.shell.layouts.floating().is_some();
        let back = if is_covered { WindowMessage::CloseDrawer } else { WindowMessage::Arrange(Arrangement::Present) };
        actions.push(back.into());
    }
    let waits =
        app.sitting.race.as_ref().filter(|r| app.shell.room == Room::Play && r.waiting(app.sitting.pace) == Waiting::Person);
    if let Some(question) = waits.and_then(|race| race.question()).filter(|_| !ctx.text_edit_focused()) {
        ctx.input(|i| {
            let pressed =
                (0..question.options.len()).zip(target::KEYS).filter(|(_, key)| i.key_pressed(*key) && i.modifiers.is_none());
            actions.extend(pressed.map(|(n, _)| Action::Race(RaceMessage::Choose(n))));
        });
    }
    actions
}

/// Shows the menus and the bar below them, and at the foot of the window what is told of the race.
fn bars_ui(ui: &mut egui::Ui, app: &App) -> Vec<Action> {
    if app.shell.presents() {
        return vec![];
    }
    let mut actions = vec![];
    let menus = egui::Frame::side_top_panel(ui.style()).inner_margin(egui::Margin::symmetric(8, 2));
    let menus = egui::Panel::top("menus").frame(menus).show(ui, |ui| {
        egui::MenuBar::new().ui(ui, |ui| {
            actions.extend(menu::bar_ui(ui, app));
            ui.separator();
            actions.extend(layouts_ui(ui, app));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                actions.extend(notice_ui(ui, app));
            });
        });
    });
    tour::note(ui.ctx(), tour::Spot::Menus, menus.response.rect);
    let bar = egui::Frame::side_top_panel(ui.style()).inner_margin(egui::Margin::symmetric(10, 5));
    egui::Panel::top("bar").frame(bar).show(ui, |ui| {
        let contents = |ui: &mut egui::Ui| match app.shell.room {
            Room::Play => race_bar_ui(ui, app),
            Room::Draw => draw_bar_ui(ui, app),
        };
        let is_narrow = app.shell.room == Room::Play && ui.ctx().content_rect().width() < WHOLE;
        let bar = if is_narrow { ui.horizontal_wrapped(contents) } else { ui.horizontal(contents) };
        actions.extend(bar.inner);
    });
    if let Some(race) = app.sitting.race.as_ref().filter(|_| app.shell.room == Room::Play) {
        // Both are always there and always as high, so that nothing that is told moves the board.
        let frame = egui::Frame::side_top_panel(ui.style());
        let status = egui::Panel::bottom("status").exact_size(STATUS).frame(frame.inner_margin(egui::Margin::symmetric(10, 0)));
        status.show(ui, |ui| actions.extend(told::status_ui(ui, app, race)));
        let bar = egui::Panel::bottom("transport").frame(frame.inner_margin(egui::Margin::ZERO));
        let bar = bar.show(ui, |ui| actions.extend(transport::transport_ui(ui, app, race)));
        tour::note(ui.ctx(), tour::Spot::Timeline, bar.response.rect);
    }
    actions
}

/// Shows the layouts of the room for playing, and the drawing table.
fn layouts_ui(ui: &mut egui::Ui, app: &App) -> Vec<Action> {
    use Arrangement::{Figures, Play, Present, Rules};
    let mut actions = vec![];
    let is_drawn = app.shell.room == Room::Draw;
    let play = if is_drawn { Command::GoPlay } else { Command::Arrange(Play) };
    let layouts = [
        (Play.title(), play),
        ("Draw", Command::GoDraw),
        (Rules.title(), Command::ShowRules),
        (Figures.title(), Command::Arrange(Figures)),
        (Present.title(), Command::Arrange(Present)),
    ];
    let is_on = |command: Command| if command == Command::GoDraw { is_drawn } else { command.is_on(app) == Some(true) };
    let mut buttons_ui = |ui: &mut egui::Ui| {
        for (title, command) in layouts {
            let is_on = is_on(command);
            let why = command.refused(app).filter(|_| !is_on);
            let button = ui.add_enabled(why.is_none(), egui::Button::selectable(is_on, title));
            let name = format!("Layout {title}");
            button.widget_info(|| egui::WidgetInfo::selected(egui::accesskit::Role::Button, why.is_none(), is_on, &name));
            let button = button.on_hover_text(command.tooltip(ui.ctx())).on_disabled_hover_text(why.unwrap_or_default());
            if button.clicked() && !is_on {
                actions.push(command.action(app));
            }
        }
    };
    if ui.ctx().content_rect().width() >= WHOLE {
        ui.spacing_mut().item_spacing.x = 2.0;
        buttons_ui(ui);
    } else {
        let title = layouts.iter().find(|(_, command)| is_on(*command)).map_or("Layout", |(title, _)| title);
        let button = ui.menu_button(egui::RichText::new(title).strong(), buttons_ui).response;
        button.widget_info(|| egui::WidgetInfo::labeled(egui::accesskit::Role::Button, true, format!("Layouts: {title}")));
    }
    actions
}

/// The height of the strip that tells of the race, in points.
const STATUS: f32 = 24.0;

/// From this width on, the bars have room for the pace and for all layouts. Menus and keys lead there as well.
const WHOLE: f32 = 760.0;
/// From this width on, the bar has room for what menus and keys do as well.
const ROOMY: f32 = 960.0;

/// Shows the commands of a race.
fn race_bar_ui(ui: &mut egui::Ui, app: &App) -> Vec<Action> {
    let mut actions = vec![];
    let is_roomy = ui.available_width() >= ROOMY;
    let is_whole = ui.ctx().content_rect().width() >= WHOLE;
    let gap_ui = |ui: &mut egui::Ui| {
        if is_whole {
            ui.separator();
        }
    };
    if is_roomy && matches!(app.shell.layouts.arrangement(), Arrangement::Rules) && app.sitting.race.is_some() {
        actions.extend(menu::button_ui(ui, app, Command::Arrange(Arrangement::Play), "Back to the race"));
        ui.separator();
    }
    actions.extend(menu::button_ui(ui, app, Command::Undo, "Undo"));
    if is_roomy {
        actions.extend(menu::button_ui(ui, app, Command::Redo, "Redo"));
    }
    gap_ui(ui);
    let new = if app.race_number().is_some() { "New series" } else { "New race" };
    actions.extend(menu::button_ui(ui, app, Command::NewRace, new));
    actions.extend(menu::button_ui(ui, app, Command::SameAgain, "Restart race"));
    gap_ui(ui);
    actions.extend(menu::button_ui(ui, app, Command::Show(Pane::Setup), "Setup"));
    gap_ui(ui);
    if is_whole {
        ui.weak("Pace");
        for (pace, name) in Pace::ALL {
            actions.extend(menu::button_ui(ui, app, Command::Pace(pace), name));
        }
        ui.separator();
    }
    let mut on = app.sitting.play_on;
    if ui.checkbox(&mut on, "Auto-play").on_hover_text(Command::PlayOn.tooltip(ui.ctx())).changed() {
        actions.push(Action::Race(RaceMessage::PlayOn(on)));
    }
    actions
}

/// Shows the commands of a drawing.
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
    if let Some(draw) = &app.table.draw {
        let path = draw.desk.on_disk.path();
        let name = named(path);
        let dot = if draw.desk.drawing.is_saved() { "" } else { " •" };
        let hover = format!("{}{}", path.display(), if dot.is_empty() { "" } else { "\nNot saved yet" });
        let label = egui::Label::new(format!("{name}{dot}")).truncate().sense(egui::Sense::click());
        ui.add(label).on_hover_text(hover).context_menu(|ui| {
            actions.extend(menu::offered_ui(ui, app, &menu::OF_FILE));
            ui.separator();
            if ui.button("Copy path").clicked() {
                ui.ctx().copy_text(path.display().to_string());
            }
        });
        if app.is_changed_outside() && app.shell.dialog.is_none() {
            let text = egui::RichText::new("changed by another program").color(Theme::of(ui).warning);
            ui.label(text).on_hover_text("Save asks which version to keep");
        }
        ui.separator();
        let share = format!("{:.0} %", draw.seen().share() * 100.0);
        let zoom = if draw.camera.is_none() { format!("Fit ({share})") } else { share };
        ui.menu_button(zoom, |ui| actions.extend(menu::offered_ui(ui, app, &menu::OF_ZOOM)));
        if draw.vision != Vision::Full {
            // This reminds the user why the colours look different.
            ui.separator();
            ui.weak(format!("{}:", draw.vision.title()));
            let full = Command::See(Vision::Full);
            actions.extend(menu::button_ui(ui, app, full, Vision::Full.title()));
        }
    }
    actions
}

/// Shows what was done last.
fn notice_ui(ui: &mut egui::Ui, app: &App) -> Option<Action> {
    let notice = app.shell.notice.as_ref()?;
    let colour = if notice.is_bad { Theme::of(ui).error } else { ui.visuals().weak_text_color() };
    let shows = notice.leads.clone().filter(|_| ui.small_button("Show").clicked());
    let label = egui::Label::new(egui::RichText::new(&notice.text).color(colour)).truncate();
    ui.add(label).on_hover_text(&notice.text).container_context_menu(|ui| {
        if ui.button("Copy text").clicked() {
            ui.ctx().copy_text(notice.text.clone());
        }
    });
    shows.map(|(name, range)| Action::Text(TextMessage::PointAt(name, range)))
}
