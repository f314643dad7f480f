//! The panel below the text: the trace of a test, or the uses of a name.

use std::ops::Range;
use std::sync::Arc;

use egui::RichText;
use interpreter::diagnostic::Diagnostic;
use interpreter::source::Span;
use interpreter::testing::{Outcome, Step, StepKind};

use super::{RulesPane, Shown, colours};
use crate::text::hover::NamePlace;
use crate::text::known::Known;
use crate::text::shift::Shift;
use crate::ui::rows::{self, rows_ui};
use crate::ui::theme::{Theme, strong};
use crate::ui::words::without_ticks;
use crate::workspace::Build;

/// The contents of the panel.
pub enum Below {
    /// The trace of a test. A new one opens at its failure.
    Trace {
        build: Arc<Build>,
        outcome: Box<Outcome>,
        is_new: bool,
    },
    /// The places where a name is written.
    Uses(String, Vec<NamePlace>),
    Words(String),
}

/// A click in the panel.
enum Click {
    Close,
    Again(Arc<Build>, Span),
    Go(String, Range<usize>),
}

pub(super) fn below_ui(ui: &mut egui::Ui, pane: &mut RulesPane, shown: &Shown<'_>) {
    let Some(below) = &mut pane.below else { return };
    let height = ui.available_height();
    let panel = egui::Panel::bottom("below the rules").resizable(true).default_size((height * 0.4).clamp(60.0, 190.0));
    let clicked = panel.show(ui, |ui| match below {
        Below::Trace { build, outcome, is_new } => trace_ui(ui, build, outcome, std::mem::take(is_new)),
        Below::Uses(name, places) => uses_ui(ui, name, places),
        Below::Words(words) => head_ui(ui, |ui| {
            ui.label(&*words);
        }),
    });
    match clicked.inner {
        Some(Click::Close) => pane.below = None,
        Some(Click::Again(build, span)) => run(ui.ctx(), pane, shown.newest.unwrap_or(&build), span),
        Some(Click::Go(name, range)) => {
            let build = match below {
                Below::Trace { build, .. } => Some(&*build),
                _ => Known::best(shown.newest, shown.good),
            };
            let range = now(build, shown, &name, range);
            pane.go_to(&name, range);
        }
        None => {}
    }
}

/// Starts one test; its trace will be shown in the panel.
pub(super) fn run(ctx: &egui::Context, pane: &mut RulesPane, build: &Arc<Build>, span: Span) {
    let ctx = ctx.clone();
    pane.runs.run_one(build, span, move || ctx.request_repaint());
}

/// Shows a header line with a close button.
fn head_ui(ui: &mut egui::Ui, head: impl FnOnce(&mut egui::Ui)) -> Option<Click> {
    let mut clicked = None;
    ui.add_space(3.0);
    ui.horizontal(|ui| {
        if ui.small_button("×").on_hover_text("Close (Esc)").clicked() {
            clicked = Some(Click::Close);
        }
        head(ui);
    });
    clicked
}

fn trace_ui(ui: &mut egui::Ui, build: &Arc<Build>, outcome: &Outcome, is_new: bool) -> Option<Click> {
    let theme = Theme::of(ui);
    let passed = colours::passed(ui.visuals().dark_mode);
    let sources = &build.ruleset.sources;
    let place = |span: Span| {
        let line = sources.line_column(span).0;
        (format!("{}:{line}", sources.get(span.source).name), sources.get(span.source).name.to_string())
    };
    let mut clicked = None;
    let (mut again, mut copies) = (false, false);
    let closed = head_ui(ui, |ui| {
        let (word, colour) = if outcome.passed() { ("passed", passed) } else { ("failed", theme.error) };
        ui.label(strong(word).color(colour));
        again = ui.small_button("Run again").clicked();
        copies = ui.small_button("Copy").on_hover_text("Copy all lines as text").clicked();
        let with = if outcome.addons.is_empty() { String::new() } else { format!(" (with {})", outcome.addons.join(", ")) };
        let title = format!("{}{with}", outcome.title);
        ui.add(egui::Label::new(strong(&title)).truncate()).on_hover_text(title);
    });
    if again {
        clicked = Some(Click::Again(build.clone(), outcome.span));
    }
    let rows = trace_rows(outcome);
    if copies {
        ui.ctx().copy_text(rows.iter().map(|row| format!("{}\n", row.text())).collect());
    }
    let mut area = egui::ScrollArea::vertical().id_salt("trace");
    if let Some(failed) = rows.iter().position(|row| row.has_failed()).filter(|_| is_new) {
        // Some of what led there stays in view.
        let above = ui.available_height() * 0.4;
        area = area.vertical_scroll_offset((failed as f32 * rows::height(ui) - above).max(0.0));
    }
    rows_ui(ui, area, rows::height(ui), rows.len(), |ui, n, _| match rows[n] {
        Row::Step(step) => {
            let text = RichText::new(rows[n].text());
            let text = match step.kind {
                StepKind::Line => text.monospace().strong(),
                StepKind::Rules(_) => text,
                StepKind::Held => text.color(passed),
                StepKind::Failed => text.color(theme.error),
            };
            if row_ui(ui, text, &place(step.span).0) {
                let span = step.span;
                clicked = Some(Click::Go(place(span).1, span.start as usize..span.end as usize));
            }
        }
        Row::Wrong(words) => {
            let text = RichText::new(rows[n].text()).color(theme.error);
            ui.add(egui::Label::new(text).truncate()).on_hover_text(without_ticks(words));
        }
        Row::Hint(words) => {
            ui.add(egui::Label::new(rows[n].text()).truncate()).on_hover_text(without_ticks(words));
        }
    });
    closed.or(clicked)
}

/// A row of a test's trace.
#[derive(Clone, Copy)]
enum Row<'a> {
    Step(&'a Step),
    Wrong(&'a str),
    Hint(&'a str),
}

impl Row<'_> {
    fn has_failed(&self) -> bool {
        matches!(self, Row::Wrong(_) | Row::Step(Step { kind: StepKind::Failed, .. }))
    }

    /// Returns the words of the row.
    fn text(&self) -> String {
        match self {
            Row::Step(step) => match step.kind {
                StepKind::Line => step.text.clone(),
                StepKind::Rules(_) => format!("      {}", step.text),
                StepKind::Held => format!("   holds: {}", step.text),
                StepKind::Failed => format!("   fails: {}", step.text),
            },
            Row::Wrong(words) => format!("      {}", without_ticks(words)),
            Row::Hint(words) => format!("      Hint: {}", without_ticks(words)),
        }
    }
}

/// Lists the steps of a test's trace, each with its problems after it.
fn trace_rows(outcome: &Outcome) -> Vec<Row<'_>> {
    let mut rows = vec![];
    let mut told = vec![false; outcome.problems.len()];
    for step in &outcome.trace {
        rows.push(Row::Step(step));
        for (problem, told) in outcome.problems.iter().zip(&mut told) {
            let is_its = problem.span.is_some_and(|span| span.start >= step.span.start && span.end <= step.span.end);
            if is_its && step.kind != StepKind::Line && !*told {
                *told = true;
                rows.extend(problem_rows(problem));
            }
        }
    }
    let left = outcome.problems.iter().zip(told).filter(|(_, told)| !told);
    rows.extend(left.flat_map(|(problem, _)| problem_rows(problem)));
    rows
}

fn problem_rows(problem: &Diagnostic) -> impl Iterator<Item = Row<'_>> {
    std::iter::once(Row::Wrong(&problem.message)).chain(problem.hint.as_deref().map(Row::Hint))
}

fn uses_ui(ui: &mut egui::Ui, name: &str, places: &[NamePlace]) -> Option<Click> {
    let mut clicked = None;
    let closed = head_ui(ui, |ui| {
        ui.label(RichText::new(name).monospace().strong());
        ui.weak(format!(
            "is used in {}",
            if places.len() == 1 { "1 place".to_owned() } else { format!("{} places", places.len()) }
        ));
    });
    rows_ui(ui, egui::ScrollArea::vertical().id_salt("uses"), rows::height(ui), places.len(), |ui, n, _| {
        let place = &places[n];
        let text = RichText::new(format!("{}:{}   {}", place.name, place.line, place.text)).monospace();
        if row_ui(ui, text, "Go there") {
            clicked = Some(Click::Go(place.name.clone(), place.range.clone()));
        }
    });
    closed.or(clicked)
}

fn row_ui(ui: &mut egui::Ui, text: RichText, tip: &str) -> bool {
    let row = egui::Label::new(text).truncate().sense(egui::Sense::click());
    ui.add(row).on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_text(tip).clicked()
}

/// Maps a place in the text that was built to the current text.
fn now(build: Option<&Arc<Build>>, shown: &Shown<'_>, name: &str, range: Range<usize>) -> Range<usize> {
    let built = build.and_then(|build| build.ruleset.sources.iter().find(|(_, source)| *source.name == *name));
    match (built, shown.text(name)) {
        (Some((_, built)), Some(Ok(text))) => {
            Shift::between(&built.text, text).map(range.clone()).unwrap_or(range.start..range.start)
        }
        _ => range,
    }
}
