//! The problems of the chosen rules, each with its place and a hint what to write instead.

use std::collections::BTreeSet;

use super::action::{Action, TextMessage};
use super::command::Command;
use super::problem::{Kind, Problem};
use super::theme::Theme;
use crate::ui::theme::strong;

/// Shows why the chosen game can't be played.
fn broken_ui(ui: &mut egui::Ui, problems: &[Problem], has_race: bool) -> Vec<Action> {
    let theme = Theme::of(ui);
    let mut actions = vec![];
    ui.horizontal_wrapped(|ui| {
        let text = if has_race {
            "This can't be played as it is. The last good race goes on."
        } else {
            "This can't be played as it is."
        };
        ui.label(strong(text).color(theme.error));
        if ui.button("Try again").on_hover_text(Command::ReadAgain.tooltip(ui.ctx())).clicked() {
            actions.push(Action::Reload);
        }
    });
    actions.extend(list_ui(ui, problems, &[]));
    actions
}

/// Shows all problems of the rules. Warnings alone, and failures of `tests`, don't keep the rules from being played.
pub fn pane_ui(ui: &mut egui::Ui, problems: &[Problem], tests: &[Problem], is_broken: bool, has_race: bool) -> Vec<Action> {
    if is_broken {
        return broken_ui(ui, problems, has_race);
    }
    if problems.is_empty() && tests.is_empty() {
        ui.weak("No problems.");
    }
    let titles = tests.iter().filter_map(|problem| if let Kind::Test(title) = &problem.kind { Some(title) } else { None });
    let words = match titles.collect::<BTreeSet<_>>().len() {
        0 => None,
        1 => Some("One of the rules' own tests fails.".to_owned()),
        count => Some(format!("{count} of the rules' own tests fail.")),
    };
    if let Some(words) = words {
        ui.label(format!("{words} The rules can be played all the same. After a change, tests show what else it affects."));
    }
    list_ui(ui, problems, tests)
}

fn list_ui(ui: &mut egui::Ui, problems: &[Problem], tests: &[Problem]) -> Vec<Action> {
    let mut actions = vec![];
    egui::ScrollArea::vertical().id_salt("problems").auto_shrink([false, false]).show(ui, |ui| {
        for problem in problems.iter().chain(tests) {
            actions.extend(problem_ui(ui, problem));
        }
    });
    actions
}

fn problem_ui(ui: &mut egui::Ui, problem: &Problem) -> Option<Action> {
    let mut action = None;
    let theme = Theme::of(ui);
    ui.add_space(2.0);
    let (colour, kind) = match &problem.kind {
        Kind::Test(title) => (theme.error, format!("The test “{title}” fails")),
        Kind::Error => (theme.error, "Error".to_owned()),
        Kind::Warning => (theme.warning, "Warning".to_owned()),
        Kind::More => (theme.warning, String::new()),
    };
    let row = ui.horizontal_wrapped(|ui| {
        if !kind.is_empty() {
            ui.label(strong(kind).color(colour));
        }
        ui.label(&problem.message);
        if let Some((name, range)) = &problem.at
            && ui.link(&problem.place).on_hover_text("Show it in the rules").clicked()
        {
            action = Some(Action::Text(TextMessage::ShowText(name.clone(), range.clone())));
        }
    });
    row.response.container_context_menu(|ui| {
        if let Some((name, range)) = &problem.at
            && ui.button("Show it in the rules").clicked()
        {
            action = Some(Action::Text(TextMessage::ShowText(name.clone(), range.clone())));
        }
        if ui.button("Copy text").clicked() {
            ui.ctx().copy_text(problem.text());
        }
    });
    if !problem.line.is_empty() {
        ui.indent(&problem.place, |ui| ui.monospace(&problem.line));
    }
    if !problem.hint.is_empty() {
        ui.indent((&problem.place, "hint"), |ui| ui.label(format!("Hint: {}", problem.hint)));
    }
    action
}
