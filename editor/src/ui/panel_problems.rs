//! What is wrong with the wanted rules: each problem with its place and what to write instead.

use std::ops::Range;

use egui::RichText;
use interpreter::diagnostic::{Diagnostic, Severity};
use interpreter::source::Sources;

use super::app::Action;
use super::command::Command;
use super::theme::Theme;

/// A problem, ready to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub is_error: bool,
    pub message: String,
    /// `my-race/my-race.rules:12:3`; empty for what stands nowhere.
    pub place: String,
    /// The line that it is on.
    pub line: String,
    pub hint: String,
    /// The name of the text and the place in it.
    pub at: Option<(String, Range<usize>)>,
}

impl Problem {
    pub fn new(sources: &Sources, problem: &Diagnostic) -> Problem {
        let place = problem.span.map(|span| {
            let (line, column) = sources.line_column(span);
            (format!("{}:{line}:{column}", sources.get(span.source).name), sources.get(span.source).text.lines().nth(line - 1))
        });
        let (place, line) = place.unwrap_or_default();
        let at = problem.span.map(|span| (sources.get(span.source).name.to_string(), span.start as usize..span.end as usize));
        Problem {
            at,
            is_error: problem.severity == Severity::Error,
            message: problem.message.clone(),
            place,
            line: line.unwrap_or_default().trim().chars().take(160).collect(),
            hint: problem.hint.clone().unwrap_or_default(),
        }
    }
}

/// Why what is wanted can't be played.
fn problems_ui(ui: &mut egui::Ui, problems: &[Problem], has_race: bool) -> Vec<Action> {
    let theme = Theme::of(ui);
    let mut actions = vec![];
    ui.horizontal(|ui| {
        let text = match has_race {
            true => "This can't be played as it is. The last good race goes on.",
            false => "This can't be played as it is.",
        };
        ui.label(RichText::new(text).color(theme.error).strong());
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if ui.button("Try again").on_hover_text(Command::ReadAgain.tooltip(ui.ctx())).clicked() {
                actions.push(Action::Reload);
            }
        });
    });
    actions.extend(list_ui(ui, problems));
    actions
}

/// Everything that is wrong with the rules; warnings alone don't keep one from playing.
pub fn pane_ui(ui: &mut egui::Ui, problems: &[Problem], is_broken: bool, has_race: bool) -> Vec<Action> {
    if is_broken {
        return problems_ui(ui, problems, has_race);
    }
    if problems.is_empty() {
        ui.weak("Nothing is wrong with rules and track.");
    }
    list_ui(ui, problems)
}

fn list_ui(ui: &mut egui::Ui, problems: &[Problem]) -> Vec<Action> {
    let mut actions = vec![];
    egui::ScrollArea::vertical().id_salt("problems").auto_shrink([false, false]).show(ui, |ui| {
        for problem in problems {
            actions.extend(problem_ui(ui, problem));
        }
    });
    actions
}

fn problem_ui(ui: &mut egui::Ui, problem: &Problem) -> Option<Action> {
    let mut action = None;
    let theme = Theme::of(ui);
    ui.add_space(2.0);
    let (colour, kind) = if problem.is_error { (theme.error, "Error") } else { (theme.warning, "Warning") };
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(kind).color(colour).strong());
        ui.label(&problem.message);
        if let Some((name, range)) = &problem.at
            && ui.link(&problem.place).on_hover_text("Show it in the rules").clicked()
        {
            action = Some(Action::ShowText(name.clone(), range.clone()));
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
