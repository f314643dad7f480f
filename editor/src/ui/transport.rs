//! The bar above the strip at the foot of the window: play and pause, steps back and forward, and a slider for the whole race.

use egui::{Pos2, Rect, Sense, Shape, WidgetInfo, accesskit::Role, pos2, vec2};
use interpreter::data::manifest::Use;
use interpreter::ir::Owner;

use super::action::{Action, Ask};
use super::app::App;
use super::command::{Command, menu};
use super::theme::Theme;
use crate::playtest::timeline::{Stride, Way};
use crate::playtest::{Act, Race, Waiting};

mod notes;
pub mod strip;

const HEIGHT: f32 = 32.0;
/// Its height in a window that has room for the rounds below the strip, and from which height of the window on it has.
const HIGH: f32 = 44.0;
const HIGH_FROM: f32 = 700.0;
/// From this width on, everything is in one row.
const WIDE: f32 = 520.0;
const BUTTON: egui::Vec2 = vec2(26.0, 24.0);
/// The width of the words beside the slider, and where the bar is not so wide.
const WORDS: f32 = 142.0;
const SHORT_WORDS: f32 = 112.0;
const LONG_FROM: f32 = 800.0;

/// Shows the bar. Where it is narrow, it has several rows, and turns and rounds are left to keys and the menu.
pub fn transport_ui(ui: &mut egui::Ui, app: &App, race: &Race) -> Vec<Action> {
    let mut actions = vec![];
    if ui.available_width() < WIDE {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(2.0, 2.0);
            actions.extend(steps_ui(ui, app, race, &[Stride::Decision]));
            actions.extend(menu::button_ui(ui, app, Command::EditState, "Edit"));
            actions.extend(menu::button_ui(ui, app, Command::Note, "Note"));
            actions.extend(branches_ui(ui, race));
            words_ui(ui, app, race);
        });
        actions.extend(slider_ui(ui, app, race));
        ui.add_space(2.0);
        return actions;
    }
    let row = egui::Layout::left_to_right(egui::Align::Center);
    let words = if ui.available_width() < LONG_FROM { SHORT_WORDS } else { WORDS };
    let height = if ui.ctx().content_rect().height() >= HIGH_FROM { HIGH } else { HEIGHT };
    ui.allocate_ui_with_layout(vec2(ui.available_width(), height), row, |ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.add_space(6.0);
        actions.extend(steps_ui(ui, app, race, &Stride::ALL));
        ui.add_space(6.0);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.add_space(6.0);
            actions.extend(branches_ui(ui, race));
            actions.extend(menu::button_ui(ui, app, Command::EditState, "Edit"));
            actions.extend(menu::button_ui(ui, app, Command::Note, "Note"));
            ui.allocate_ui_with_layout(vec2(words, height), row, |ui| {
                ui.set_min_width(words);
                words_ui(ui, app, race);
            });
            actions.extend(slider_ui(ui, app, race));
        });
    });
    actions
}

/// Shows the buttons that lead back, play or pause, and lead on.
fn steps_ui(ui: &mut egui::Ui, app: &App, race: &Race, strides: &[Stride]) -> Vec<Action> {
    let step = |stride: &Stride, way: Way| (Command::Step(*stride, way), Icon::Step(*stride, way));
    let play = (Command::PlayPause, if race.is_going(app.sitting.pace) { Icon::Pause } else { Icon::Play });
    let back = strides.iter().rev().map(|stride| step(stride, Way::Back));
    let all = back.chain([play]).chain(strides.iter().map(|stride| step(stride, Way::On)));
    all.filter_map(|(command, icon)| icon_ui(ui, app, command, icon)).collect()
}

/// Shows the slider, which covers what has been seen of the race.
fn slider_ui(ui: &mut egui::Ui, app: &App, race: &Race) -> Vec<Action> {
    let last = race.last_seen();
    let mut stop = race.stop_on_show();
    ui.spacing_mut().slider_width = (ui.available_width() - 8.0).max(20.0);
    let under = ui.painter().add(egui::Shape::Noop);
    let frame = ui.max_rect();
    let response = ui.scope(|ui| {
        // The strip is its rail.
        ui.spacing_mut().slider_rail_height = 0.0;
        ui.add_enabled(last > 0, egui::Slider::new(&mut stop, 0..=last.max(1)).show_value(false))
    });
    let response = response.inner;
    let painter = ui.painter().clone();
    let radius = response.rect.height() / 2.5;
    let frame = Rect::from_x_y_ranges(response.rect.x_range(), frame.y_range().intersection(painter.clip_rect().y_range()));
    let inks = (ui.visuals().text_color(), ui.visuals().weak_text_color());
    let frame = Rect::from_center_size(egui::pos2(frame.center().x, response.rect.center().y), frame.size());
    painter.set(under, egui::Shape::Vec(strip::shapes(&painter, Theme::of(ui), race, (frame, radius), inks)));
    response.widget_info(|| WidgetInfo::slider(last > 0, stop as f64, "The race so far"));
    let mut actions = vec![];
    // The right button opens a menu. To egui it drags, too, until it is up.
    let is_asked = ui.input(|i| i.pointer.secondary_down() || i.pointer.button_released(egui::PointerButton::Secondary));
    if response.changed() && !is_asked {
        actions.push(Action::Playtest(Act::LookAt(stop)));
    }
    response.container_context_menu(|ui| actions.extend(menu::offered_ui(ui, app, &menu::OF_MOMENT)));
    response.on_hover_text("Drag to look at the race as it was");
    actions.extend(notes::notes_ui(ui, race, (frame, radius)));
    actions
}

/// Shows the current turn and round.
fn words_ui(ui: &mut egui::Ui, app: &App, race: &Race) {
    let timeline = race.timeline();
    let last = timeline.stops.get(race.last_seen()).map_or(0, |stop| stop.turn);
    let round = rounds(race);
    let text = match race.waiting(app.sitting.pace) {
        Waiting::Past => format!("turn {} of {last}, {round}", race.scene.turn),
        Waiting::Paused => format!("turn {}, paused", race.scene.turn),
        _ => format!("turn {}, {round}", race.scene.turn),
    };
    ui.add(egui::Label::new(egui::RichText::new(text).small()).truncate());
}

/// The round, or what the game counts instead of rounds, if the manifest says so: `stage 1, leg 3`.
pub fn rounds(race: &Race) -> String {
    let Some(fields) = race.ruleset.manifest.look("state").fields(Use::Rounds) else {
        return format!("round {}", race.scene.round);
    };
    let (program, state) = (&race.program, race.table_state.read(&race.program));
    let told = fields.iter().filter_map(|(name, _)| {
        let field = program.field_called(Owner::State, name)?;
        Some(format!("{} {}", name.replace('_', " "), state.field(field, 0).shown()))
    });
    told.collect::<Vec<_>>().join(", ")
}

/// Shows the other branches of the race.
fn branches_ui(ui: &mut egui::Ui, race: &Race) -> Option<Action> {
    let branches = race.branches();
    if branches.is_empty() {
        return None;
    }
    let mut taken = None;
    let title = format!("Branches ({})", branches.len());
    let (button, _) = egui::containers::menu::MenuButton::from_button(egui::Button::new(&title).truncate()).ui(ui, |ui| {
        for branch in branches {
            if ui.button(branch.title()).on_hover_text("Goes on with this branch. The current one is kept.").clicked() {
                taken = Some(Action::Playtest(Act::TakeUp(branch.number)));
            }
        }
        ui.separator();
        if ui.button("Name and compare…").clicked() {
            taken = Some(Action::Ask(Ask::Compare));
        }
    });
    button.on_hover_text("Other ways in which this race went");
    taken
}

#[derive(Clone, Copy)]
enum Icon {
    Play,
    Pause,
    Step(Stride, Way),
}

fn icon_ui(ui: &mut egui::Ui, app: &App, command: Command, icon: Icon) -> Option<Action> {
    let why = command.refused(app);
    let response = ui.add_enabled(why.is_none(), |ui: &mut egui::Ui| {
        let (rect, response) = ui.allocate_exact_size(BUTTON, Sense::click());
        let visuals = ui.style().interact(&response);
        ui.painter().rect_filled(rect.shrink(1.0), visuals.corner_radius, visuals.weak_bg_fill);
        let colour = visuals.fg_stroke.color;
        for shape in shapes(icon, rect.center(), colour) {
            ui.painter().add(shape);
        }
        response
    });
    response.widget_info(|| WidgetInfo::labeled(Role::Button, why.is_none(), command.entry().title));
    let response = response.on_hover_text(command.tooltip(ui.ctx()));
    response.on_disabled_hover_text(why.unwrap_or_default()).clicked().then(|| command.action(app))
}

/// Draws a triangle for a decision, two for a turn, and two with a bar for a round.
fn shapes(icon: Icon, at: Pos2, colour: egui::Color32) -> Vec<Shape> {
    let triangle = |x: f32, half: f32, way: Way| {
        let tip = if way == Way::On { half } else { -half };
        let corners = [pos2(at.x + x - tip, at.y - half), pos2(at.x + x - tip, at.y + half), pos2(at.x + x + tip, at.y)];
        Shape::convex_polygon(corners.to_vec(), colour, egui::Stroke::NONE)
    };
    let bar = |x: f32, width: f32, high: f32| {
        Shape::rect_filled(Rect::from_center_size(at + vec2(x, 0.0), vec2(width, high)), 0.5, colour)
    };
    match icon {
        Icon::Play => vec![triangle(1.0, 6.5, Way::On)],
        Icon::Pause => vec![bar(-3.5, 4.0, 12.0), bar(3.5, 4.0, 12.0)],
        Icon::Step(stride, way) => {
            let sign = if way == Way::On { 1.0 } else { -1.0 };
            match stride {
                Stride::Decision => vec![triangle(0.0, 4.0, way)],
                Stride::Turn => vec![triangle(-4.0, 4.0, way), triangle(4.0, 4.0, way)],
                Stride::Round => {
                    vec![triangle(-5.0 * sign, 4.0, way), triangle(2.5 * sign, 4.0, way), bar(8.0 * sign, 1.6, 9.0)]
                }
            }
        }
    }
}
