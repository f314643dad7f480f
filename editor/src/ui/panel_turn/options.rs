//! The options of a question: a list of buttons, each with what it leads to, and a grid where many of them are about spaces.

use egui::RichText;
use interpreter::game::Question;

use super::advice;
use crate::playtest::Race;
use crate::ui::theme::{Theme, strong};
use crate::ui::widget::wide_button;
use crate::ui::words::capital;
use crate::ui::{hint, odds, target};

/// The most options with their rule text below them. With more, the text is in the tooltip.
const MOST_WITH_TEXT: usize = 8;
/// More options than these that are about spaces stand in a grid.
const MOST_IN_LIST: usize = 6;
/// The least width of a button in a grid, and the width of the names of spaces before them.
const CELL: f32 = 72.0;
const NAMES: f32 = 52.0;
/// A button with more letters is wrapped.
const SHORT: usize = 24;

/// The options that are about one space, in the order of the rules.
#[derive(Debug, PartialEq)]
struct Row {
    space: usize,
    options: Vec<usize>,
}

/// What was done with the options in a frame.
#[derive(Default)]
pub struct Done {
    pub chosen: Option<usize>,
    pub pointed: Option<usize>,
}

/// Whether there are so many options on spaces among these that they stand in a grid.
pub fn are_in_grid(question: &Question, options: &[usize]) -> bool {
    options.iter().filter(|n| question.options[**n].space().is_some()).count() > MOST_IN_LIST
}

/// Shows these options of a question. Those off the board stand first where the others are in a grid.
pub fn options_ui(ui: &mut egui::Ui, race: &Race, question: &Question, options: &[usize]) -> Done {
    let mut done = Done::default();
    if !are_in_grid(question, options) {
        list_ui(ui, race, question, options, &mut done);
        return done;
    }
    let (on_board, off_board): (Vec<usize>, Vec<usize>) = options.iter().partition(|n| question.options[**n].space().is_some());
    list_ui(ui, race, question, &off_board, &mut done);
    grid_ui(ui, race, question, &on_board, &mut done);
    done
}

fn list_ui(ui: &mut egui::Ui, race: &Race, question: &Question, options: &[usize], done: &mut Done) {
    let with_text = options.len() <= MOST_WITH_TEXT;
    let all_docs: Vec<String> = options.iter().map(|n| hint::docs_of(race, &question.options[*n])).collect();
    for (at, n) in options.iter().enumerate() {
        let option = &question.options[*n];
        // What is said of several options stands once, above the first of them.
        let docs = &all_docs[at];
        let is_of_several = all_docs.iter().filter(|other| *other == docs).count() > 1;
        if with_text && is_of_several && !docs.is_empty() && !all_docs[..at].contains(docs) {
            ui.label(RichText::new(docs).small().weak());
        }
        let docs = if is_of_several { "" } else { docs };
        let value = advice::value(race, *n).map(|(told, _)| format!("{told}      ")).unwrap_or_default();
        let mut button = wide_button(ui, &target::told(race, question, *n), &format!("{value}{}", target::key(*n)));
        advice::mark_best(ui, race, *n, &button);
        if button.contains_pointer() || button.has_focus() {
            done.pointed = Some(*n);
        }
        if hint::says_more(race, question.player, option, with_text) {
            button = button.on_hover_ui(|ui| hint::option_ui(ui, race, question.player, *n));
        }
        if button.clicked() {
            done.chosen = Some(*n);
        }
        let result = hint::result(race, question.player, *n, true).filter(|_| with_text);
        let odds = race.chances(*n);
        if with_text && (!docs.is_empty() || result.is_some()) || odds.is_some() {
            ui.indent(("text", *n), |ui| {
                if let Some(result) = result {
                    ui.small(result);
                }
                if !docs.is_empty() && with_text {
                    ui.label(RichText::new(docs).small().weak());
                }
                if let Some(odds) = odds {
                    odds::odds_ui(ui, race, odds);
                }
            });
        }
    }
}

/// Shows options on spaces, the farthest on top: a row for each space where some of them have several, else as many beside each other as
/// there is room for.
fn grid_ui(ui: &mut egui::Ui, race: &Race, question: &Question, options: &[usize], done: &mut Done) {
    let rows = rows(race, question, options);
    let called = |space: usize| race.program.called.get(space).map_or(String::new(), |name| capital(name));
    ui.add(egui::Label::new(RichText::new("Click a marked space on the board, or choose here.").small().weak()).wrap());
    let cell = |ui: &mut egui::Ui, n: usize, text: &str, done: &mut Done| {
        let value = advice::value(race, n).map(|(told, _)| told.split(',').next().unwrap_or_default().to_owned());
        let words = (RichText::new(text), RichText::new(value.unwrap_or_default()).weak().small());
        let button = egui::Button::new(words).right_text(RichText::new(target::key(n)).weak().small());
        let button = if text.chars().count() > SHORT { button } else { button.wrap_mode(egui::TextWrapMode::Extend) };
        let told = target::told(race, question, n);
        let button = ui.add(button.min_size(egui::vec2(CELL, 26.0)).stroke(egui::Stroke::new(1.0, Theme::of(ui).accent)));
        button.widget_info(|| egui::WidgetInfo::labeled(egui::accesskit::Role::Button, true, &told));
        advice::mark_best(ui, race, n, &button);
        if button.contains_pointer() || button.has_focus() {
            done.pointed = Some(n);
        }
        if button.on_hover_ui(|ui| hint::option_ui(ui, race, question.player, n)).clicked() {
            done.chosen = Some(n);
        }
    };
    if rows.iter().all(|row| row.options.len() == 1) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = egui::vec2(4.0, 4.0);
            rows.iter().flat_map(|row| &row.options).for_each(|n| cell(ui, *n, &target::told(race, question, *n), done));
        });
        return;
    }
    for row in &rows {
        let name = called(row.space);
        let told: Vec<String> = row.options.iter().map(|n| target::told(race, question, *n)).collect();
        let told: Vec<&str> = told.iter().map(|told| &**told).collect();
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = egui::vec2(4.0, 4.0);
            let label = ui.label(strong(&name));
            ui.add_space((NAMES - label.rect.width()).max(2.0));
            for (n, text) in row.options.iter().zip(rests(&told, &name)) {
                cell(ui, *n, &text, done);
            }
        });
    }
}

/// Returns the options by their spaces, the farthest from the piece that is asked about first.
fn rows(race: &Race, question: &Question, options: &[usize]) -> Vec<Row> {
    let mut rows: Vec<Row> = vec![];
    for n in options {
        let Some(space) = question.options[*n].space() else { continue };
        match rows.iter_mut().find(|row| row.space == space) {
            Some(row) => row.options.push(*n),
            None => rows.push(Row { space, options: vec![*n] }),
        }
    }
    let far = target::distances(race, question);
    if !far.is_empty() {
        rows.sort_by_key(|row| std::cmp::Reverse(far.get(&row.space).copied()));
    }
    rows
}

/// Returns what the options on a space say besides its name, as far as they differ: `Wax 2` and `Wax 3` of `Space 6 (lane 1, wax 2)` and
/// `Space 6 (lane 1, wax 3)`.
pub fn rests(told: &[&str], name: &str) -> Vec<String> {
    let rests: Vec<&str> = told.iter().map(|told| rest(told, name)).collect();
    let is_said_by_all = |part: &str| rests.len() > 1 && rests.iter().all(|rest| rest.split(", ").any(|other| other == part));
    let differing = |rest: &&str| rest.split(", ").filter(|part| !is_said_by_all(part)).collect::<Vec<_>>().join(", ");
    let texts = rests.iter().map(differing).map(|text| if text.is_empty() { capital(name) } else { capital(&text) });
    texts.collect()
}

/// Returns what an option says besides the name of its space: `lane 1, wax 2` of `Space 6 (lane 1, wax 2)`.
fn rest<'t>(told: &'t str, name: &str) -> &'t str {
    let begins = told.get(..name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name));
    let rest = if begins { &told[name.len()..] } else { told };
    rest.trim_matches([' ', '(', ')', ',', ':'])
}
