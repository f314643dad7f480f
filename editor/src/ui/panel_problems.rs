//! What is wrong with the wanted rules: each problem with its place and what to write instead.

use std::ops::Range;

use egui::RichText;
use interpreter::diagnostic::{Diagnostic, Severity};
use interpreter::source::Sources;

use super::app::Action;
use super::command::Command;
use super::theme::Theme;
use crate::render::{first, short};

/// A problem, ready to be shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    pub kind: Kind,
    pub message: String,
    /// `my-race/my-race.rules:12:3`; empty for what stands nowhere.
    pub place: String,
    /// The line that it is on.
    pub line: String,
    pub hint: String,
    /// The name of the text and the place in it.
    pub at: Option<(String, Range<usize>)>,
}

/// What a row of the list tells of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    Error,
    Warning,
    /// The test of this title fails.
    Test(String),
    /// So many problems are not listed.
    #[default]
    More,
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
            kind: if problem.severity == Severity::Error { Kind::Error } else { Kind::Warning },
            message: short(&problem.message).into_owned(),
            place,
            line: line.unwrap_or_default().trim().chars().take(160).collect(),
            hint: problem.hint.as_deref().map(short).unwrap_or_default().into_owned(),
        }
    }
}

impl Problem {
    /// As many as are shown, errors first; a last one says how many more there are.
    pub fn all<'d>(sources: &Sources, problems: impl IntoIterator<Item = &'d Diagnostic>) -> Vec<Problem> {
        let (mut first, more) = first(problems);
        first.sort_by_key(|problem| problem.severity != Severity::Error);
        let mut all: Vec<Problem> = first.into_iter().map(|problem| Problem::new(sources, problem)).collect();
        all.extend(more.map(|message| Problem { message, ..Problem::default() }));
        all
    }
}

/// Why what is wanted can't be played.
fn broken_ui(ui: &mut egui::Ui, problems: &[Problem], has_race: bool) -> Vec<Action> {
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
    actions.extend(list_ui(ui, problems, &[]));
    actions
}

/// Everything that is wrong with the rules; warnings alone don't keep one from playing, nor does what the `tests` have found.
pub fn pane_ui(ui: &mut egui::Ui, problems: &[Problem], tests: &[Problem], is_broken: bool, has_race: bool) -> Vec<Action> {
    if is_broken {
        return broken_ui(ui, problems, has_race);
    }
    if problems.is_empty() && tests.is_empty() {
        ui.weak("Nothing is wrong with rules and track.");
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
    ui.horizontal_wrapped(|ui| {
        if !kind.is_empty() {
            ui.label(RichText::new(kind).color(colour).strong());
        }
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
