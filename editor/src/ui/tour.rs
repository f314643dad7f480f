//! A tour of each room for its first visitor: a few steps, each of which outlines what it is about. It can be skipped, and taken again from the
//! Help menu.

use egui::{Id, Rect, Stroke, StrokeKind, vec2};

use crate::ui::action::{Pane, Room};
use crate::ui::theme::{Theme, strong};

/// What a step is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Spot {
    Pane(Pane),
    /// The menus, with the layouts beside them.
    Menus,
    Timeline,
}

/// A step: what it is about, its title and its words.
type TourStep = (Spot, &'static str, &'static str);

const PLAY: [TourStep; 6] = [
    (
        Spot::Pane(Pane::Board),
        "The race",
        "Outlined spaces and pieces can be clicked now. The wheel zooms, and the right button tells what can be done with a thing.",
    ),
    (
        Spot::Pane(Pane::Race),
        "The question",
        "What you decide, and what it rests on. Click an option or press its number. H asks a bot for a hint, and Ctrl+Z takes an answer back.",
    ),
    (
        Spot::Menus,
        "Layouts",
        "Play (F5), Rules (F7: the texts beside the board), Figures (F4: statistics), Present (F11: the whole screen) and Draw (F6).",
    ),
    (
        Spot::Pane(Pane::Rules),
        "Change a rule",
        "F7 shows the rules. Change a number, and the race goes on under the new rule. The strip at the foot of the window offers the way back.",
    ),
    (
        Spot::Timeline,
        "Look back",
        "Drag the slider, or press ← and →, to see any moment. From there you can play on, and what came after it stays as a branch.",
    ),
    (
        Spot::Menus,
        "More",
        "Help has the guide, the rules language and this tour. F1 lists the keys, and Ctrl+Shift+P finds every command by its name.",
    ),
];

const DRAW: [TourStep; 5] = [
    (
        Spot::Pane(Pane::Tools),
        "Tools and brushes",
        "Course draws a course where you click along its way. The brushes below paint what the rules let a space say.",
    ),
    (
        Spot::Pane(Pane::Sheet),
        "The sheet",
        "Select drags things, Reshape pulls the line of a course by its nodes. Everything can be undone with Ctrl+Z.",
    ),
    (
        Spot::Pane(Pane::Inspector),
        "The inspector",
        "It shows and sets all that the selection says: values, links, size and looks.",
    ),
    (
        Spot::Pane(Pane::Steps),
        "What is left to draw",
        "To draw lists the steps to a board that can be played. Problems lists what the rules find wrong, often with a fix.",
    ),
    (
        Spot::Menus,
        "Try it",
        "F5 starts a race on this board, saved or not. F6 leads back here, and Help has the guide and this tour.",
    ),
];

/// The tour that is being taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tour {
    pub room: Room,
    step: usize,
}

/// The width of the card, and its least distance from the edge of the screen.
const WIDTH: f32 = 300.0;
const APART: f32 = 10.0;
/// How far below the middle of the screen its foot lies, as a share of the screen's height.
const FOOT: f32 = 0.15;

impl Tour {
    pub fn of(room: Room) -> Tour {
        Tour { room, step: 0 }
    }

    fn steps(self) -> &'static [TourStep] {
        match self.room {
            Room::Play => &PLAY,
            Room::Draw => &DRAW,
        }
    }
}

/// Notes where something is in this frame, for a step about it.
pub fn note(ctx: &egui::Context, spot: Spot, rect: Rect) {
    let pass = ctx.cumulative_pass_nr();
    ctx.data_mut(|data| data.insert_temp(id(spot), (rect, pass)));
}

fn id(spot: Spot) -> Id {
    Id::unique(("spot of the tour", spot))
}

/// Whether Escape ends the tour.
pub fn is_ended(ctx: &egui::Context) -> bool {
    let is_ended = ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Escape));
    if is_ended {
        forget(ctx);
    }
    is_ended
}

/// The step whose button has had the focus.
fn focused() -> Id {
    Id::unique("the step of the tour whose button has had the focus")
}

fn forget(ctx: &egui::Context) {
    ctx.data_mut(|data| data.remove::<Tour>(focused()));
}

/// Shows the step of the tour that is being taken. Returns the tour as it goes on.
pub fn tour_ui(ctx: &egui::Context, tour: Tour) -> Option<Tour> {
    let (spot, title, words) = *tour.steps().get(tour.step)?;
    let pass = ctx.cumulative_pass_nr();
    let noted = ctx.data(|data| data.get_temp::<(Rect, u64)>(id(spot)));
    let spot = noted.filter(|(_, noted)| *noted == pass).map(|(rect, _)| rect);
    let screen = ctx.content_rect();
    // The buttons stay in one place, whatever a step says.
    let foot = screen.center() + vec2(0.0, (FOOT * screen.height()).min(screen.height() / 2.0 - APART));
    let mut next = Some(tour);
    let card = egui::Area::new(Id::unique("tour")).order(egui::Order::Foreground).pivot(egui::Align2::CENTER_BOTTOM);
    card.fixed_pos(foot).show(ctx, |ui| {
        let theme = Theme::of(ui);
        if let Some(spot) = spot {
            let stroke = Stroke::new(2.0, theme.accent);
            ctx.layer_painter(ui.layer_id()).rect_stroke(spot.shrink(1.0), 6.0, stroke, StrokeKind::Inside);
        }
        egui::Frame::popup(ui.style()).stroke(Stroke::new(1.0, theme.accent)).inner_margin(12.0).show(ui, |ui| {
            ui.set_width(WIDTH.min(screen.width() - 60.0));
            ui.label(strong(title).size(15.0));
            ui.add(egui::Label::new(words).wrap());
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                ui.weak(format!("{} of {}", tour.step + 1, tour.steps().len()));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let is_last = tour.step + 1 == tour.steps().len();
                    let button = ui.button(if is_last { "Done" } else { "Next" });
                    // Return leads on.
                    if ctx.data(|data| data.get_temp::<Tour>(focused())) != Some(tour) {
                        ctx.data_mut(|data| data.insert_temp(focused(), tour));
                        button.request_focus();
                    }
                    if button.clicked() {
                        next = Some(Tour { step: tour.step + 1, ..tour }).filter(|_| !is_last);
                    }
                    if !is_last && ui.button("Skip tour").on_hover_text("Help, Take the tour shows it again").clicked() {
                        next = None;
                    }
                    if ui.add_enabled(tour.step > 0, egui::Button::new("Previous")).clicked() {
                        next = Some(Tour { step: tour.step - 1, ..tour });
                    }
                });
            });
        });
    });
    if next.is_none() {
        forget(ctx);
    }
    next
}
