//! The current turn and its question; at the end, the ranking.

use egui::{Key, RichText};
use interpreter::game::{LineKind, Question, Status};

use super::action::{Action, Ask, RaceMessage};
use super::app::App;
use super::command::{Command, menu};
use super::hint;
use super::odds;
use super::panel_cards;
use super::scoresheet;
use super::target;
use super::theme::Theme;
use super::widget::{disc_ui, wide_button};
use super::words::{log_line, titled};
use crate::playtest::{Race, Waiting};
use crate::ui::theme::strong;

pub mod advice;
mod basis;
mod notes;
pub mod options;
mod results;
pub mod since;

/// The most lines shown of the current turn.
const MOST_LINES: usize = 5;
/// Shows the upper part of the panel, at least this high, so that what lies below doesn't jump with each question.
pub fn turn_ui(ui: &mut egui::Ui, app: &App, race: &Race, least: f32) -> Vec<Action> {
    let mut actions = vec![];
    let top = ui.cursor().top();
    match (race.waiting(app.sitting.pace), race.question()) {
        (Waiting::Person, Some(question)) => {
            actions.extend(question_ui(ui, app, race, question));
        }
        (Waiting::Handover, Some(question)) => {
            header_ui(ui, race, Some(question.player), "decides next");
            let name = race.program.names.get(question.player).map_or("somebody", |n| n);
            ui.label("The others should look away now.");
            let pressed = wide_button(ui, &format!("It's {name}'s turn: show it"), "Enter").clicked();
            if pressed || ui.input(|i| i.key_pressed(Key::Enter) && i.modifiers.is_none()) {
                actions.push(Action::Race(RaceMessage::TakeSeat));
            }
        }
        (Waiting::Nobody, _) => {
            actions.extend(end_ui(ui, race));
            actions.extend(asked_afterwards_ui(ui, race));
        }
        (Waiting::NextTurn, _) => {
            let next = race.path().line(race.scene.sum.lines).and_then(|l| l.turn_of);
            header_ui(ui, race, next, "is next");
            ui.add_space(4.0);
            if wide_button(ui, "Next turn", "Space").clicked() {
                actions.push(Action::Race(RaceMessage::NextTurn));
            }
            turn_so_far_ui(ui, race);
        }
        (Waiting::Past, _) => {
            // Whose turn the last line on show is of: a question may be answered in somebody else's.
            let who = race.lines().next_back().and_then(|line| line.turn_of).or(race.turn_of());
            header_ui(ui, race, who, "had this turn");
            ui.weak("The board, the players and the log show that moment.");
            if race.is_between() {
                ui.weak("Play on from here starts at the choice before this moment.");
            }
            ui.add_space(4.0);
            // Here and not beside the slider, which must not get shorter under a hand that drags it.
            ui.horizontal(|ui| {
                actions.extend(menu::button_ui(ui, app, Command::PlayFromHere, "Play on from here"));
                actions.extend(menu::button_ui(ui, app, Command::Now, "Now"));
            });
            actions.extend(notes::notes_ui(ui, race));
            turn_so_far_ui(ui, race);
        }
        (Waiting::Paused, question) => {
            header_ui(ui, race, question.map(|q| q.player).or(race.turn_of()), "is next");
            ui.weak("The race is paused.");
            turn_so_far_ui(ui, race);
        }
        (_, question) => {
            let who = race.turn_of().or(question.map(|q| q.player));
            header_ui(ui, race, who, if question.is_some() { "thinks" } else { "is moving" });
            ui.add_space(4.0);
            if wide_button(ui, "Skip", "Esc").on_hover_text("Go straight to the next question").clicked() {
                actions.push(Action::Race(RaceMessage::Skip));
            }
            turn_so_far_ui(ui, race);
        }
    }
    let to_come: Vec<String> = race.scene.pending.iter().map(|edit| edit.told(&race.program)).collect();
    if !to_come.is_empty() {
        let to_come: Vec<&str> = to_come.iter().map(|told| told.trim_start_matches("By hand: ")).collect();
        ui.weak(format!("To come: {}", to_come.join(", then ")));
    }
    let used = ui.cursor().top() - top;
    ui.add_space((least - used).max(0.0));
    actions
}

/// Shows the question in one row, where there is little height: who is asked, what, and the options.
pub fn row_ui(ui: &mut egui::Ui, app: &App, race: &Race) -> Vec<Action> {
    let mut actions = vec![];
    let waiting = race.waiting(app.sitting.pace);
    let is_question = race.question().filter(|_| waiting == Waiting::Person);
    let Some(question) = is_question else {
        egui::ScrollArea::vertical().id_salt("turn in a row").show(ui, |ui| actions.extend(turn_ui(ui, app, race, 0.0)));
        return actions;
    };
    let mut pointed = None;
    let size = ui.available_size();
    let left = egui::vec2(size.x * 0.36, size.y);
    ui.horizontal_top(|ui| {
        ui.allocate_ui_with_layout(left, egui::Layout::top_down(egui::Align::Min), |ui| {
            ui.set_min_width(left.x);
            ui.horizontal(|ui| {
                disc_ui(ui, race, question.player, 14.0);
                let name = race.program.names.get(question.player).map_or("Somebody", |n| n);
                ui.label(strong(name).size(22.0));
            });
            basis::basis_ui(ui, race, question);
            ui.label(RichText::new(asked(question)).size(16.0));
            advice::advice_ui(ui, race, question, &[], true);
        });
        egui::ScrollArea::vertical().id_salt("options in a row").auto_shrink([false, false]).show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                for n in 0..question.options.len() {
                    let value = advice::value(race, n).map(|(told, _)| format!("  {told}")).unwrap_or_default();
                    let told = target::told(race, question, n);
                    let text = (strong(&told).size(15.0), RichText::new(value).small().weak());
                    let button = egui::Button::new(text).right_text(RichText::new(target::key(n)).weak());
                    let button = ui.add(button.min_size(egui::vec2(96.0, 34.0)));
                    button.widget_info(|| egui::WidgetInfo::labeled(egui::accesskit::Role::Button, true, &told));
                    if button.contains_pointer() || button.has_focus() {
                        pointed = Some(n);
                    }
                    if button.clicked() {
                        actions.push(Action::Race(RaceMessage::Choose(n)));
                    }
                }
            });
        });
    });
    hint::point_at(ui.ctx(), pointed);
    actions
}

/// Returns the words of a question.
fn asked(question: &Question) -> String {
    if question.prompt.is_empty() { titled(&question.decision) } else { question.prompt.clone() }
}

/// Shows the last lines of the turn on show.
fn turn_so_far_ui(ui: &mut egui::Ui, race: &Race) {
    let viewer = race.viewer();
    let lines = race.lines().rev().take_while(|l| l.kind != LineKind::Turn);
    let mut lines: Vec<String> = lines.take(MOST_LINES).map(|line| log_line(line.text_for(viewer))).collect();
    lines.reverse();
    ui.add_space(4.0);
    for line in lines {
        ui.add(egui::Label::new(line).wrap());
    }
}

/// Shows a player's disc and name, and what they are doing.
fn header_ui(ui: &mut egui::Ui, race: &Race, player: Option<usize>, what: &str) {
    ui.horizontal(|ui| {
        let Some(player) = player else {
            ui.heading(if race.scene.turn == 0 { "Setting up the race" } else { "Between two turns" });
            return;
        };
        disc_ui(ui, race, player, 11.0);
        let name = race.program.names.get(player).map_or("Somebody", |n| n);
        ui.add(egui::Label::new(RichText::new(format!("{name} {what}")).heading()).wrap());
    });
}

fn question_ui(ui: &mut egui::Ui, app: &App, race: &Race, question: &Question) -> Vec<Action> {
    let mut actions = vec![];
    header_ui(ui, race, Some(question.player), "decides");
    if let Some(place) = basis::place(race, question) {
        ui.add(egui::Label::new(RichText::new(place).small().weak()).wrap());
    }
    basis::basis_ui(ui, race, question);
    ui.label(RichText::new(asked(question)).size(15.0));
    actions.extend(scoresheet::slim_ui(ui, race, question.player));
    ui.add_space(2.0);
    let offered = target::offered(race);
    let on_cards = panel_cards::options_on_cards(race, &offered);
    if !on_cards.is_empty() {
        let what = panel_cards::clicked(race, &offered);
        ui.weak(format!("Click {what} below the board, or press its number."));
    }
    // The options keep the order of the rules, so that their keys count up.
    let order: Vec<usize> = (0..question.options.len()).filter(|n| !on_cards.contains(n)).collect();
    let done = options::options_ui(ui, race, question, &order);
    advice::advice_ui(ui, race, question, &on_cards, false);
    if let Some(told) = odds::told(race, question.options.len()) {
        ui.add(egui::Label::new(RichText::new(told).small().weak()).wrap());
    }
    ui.allocate_ui_with_layout(egui::vec2(ui.available_width(), 24.0), egui::Layout::right_to_left(egui::Align::Center), |ui| {
        actions.extend(menu::button_ui(ui, app, Command::Odds, "Odds"));
        actions.extend(menu::button_ui(ui, app, Command::Hint, "Hint"));
    });
    actions.extend(done.chosen.map(|n| Action::Race(RaceMessage::Choose(n))));
    let pointed = done.pointed;
    hint::point_at(ui.ctx(), pointed);
    actions
}

/// Shows the end of the race: the places, or why there are none.
fn end_ui(ui: &mut egui::Ui, race: &Race) -> Option<Action> {
    match race.status() {
        Status::Failed(problem) => {
            let theme = Theme::of(ui);
            ui.heading(RichText::new("The rules can't go on").color(theme.error));
            let shown = super::problem::Problem::new(&race.ruleset.sources, problem);
            ui.label(&shown.message);
            ui.weak(&shown.place);
            if !shown.hint.is_empty() {
                ui.label(format!("Hint: {}", shown.hint));
            }
        }
        Status::Unfinished => drop(ui.heading("Stopped: too many decisions")),
        _ => results::winners_ui(ui, race),
    }
    ui.add_space(4.0);
    results::ranking_ui(ui, race);
    ui.add_space(6.0);
    if race.series().is_some() {
        return super::panel_series::after_race_ui(ui, race);
    }
    wide_button(ui, "Another race", "").clicked().then_some(Action::Race(RaceMessage::NewRace))
}

/// Shows what the ruleset asks after a race, and what leads to the answers.
fn asked_afterwards_ui(ui: &mut egui::Ui, race: &Race) -> Option<Action> {
    let questions = &race.ruleset.manifest.feedback;
    if questions.is_empty() || matches!(race.status(), Status::Failed(_)) {
        return None;
    }
    ui.add_space(8.0);
    ui.label(strong("The designer asks"));
    for question in questions {
        let is_answered = race.answers().any(|note| note.answers() == Some(question));
        ui.label(format!("{} {question}", if is_answered { "✔" } else { "•" }));
    }
    wide_button(ui, "Answer…", "").clicked().then_some(Action::Ask(Ask::Feedback))
}
