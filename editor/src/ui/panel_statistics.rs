//! The statistics of the current rules: figures from many games with their intervals, beside those of the pinned rules.

use egui::accesskit::Role;
use egui::{RichText, WidgetInfo};
use interpreter::diagnostic::Diagnostic;
use interpreter::players::Seat;
use interpreter::stats::{Judged, Section, Verdict};

use super::action::Action;
use super::app::App;
use super::command::{Command, menu};
use super::problem::Problem;
use super::statistics::{Act, BOTS, GAMES, Statistics};
use super::theme::Theme;
use super::told;
use super::widget::drop_down;
use super::words::{titled, without_ticks};
use crate::figures::words::{left, number, of_goal};
use crate::figures::{GoalLine, Side, Snapshot};
use crate::ui::theme::strong;

mod chart;
mod line;

/// Shows the pane.
pub fn statistics_ui(ui: &mut egui::Ui, app: &App) -> Vec<Action> {
    let mut actions = vec![];
    let statistics = &app.statistics;
    egui::ScrollArea::vertical().id_salt("statistics").auto_shrink([false, false]).show(ui, |ui| {
        let Some(newest) = statistics.newest.as_deref() else {
            ui.weak(if statistics.is_on {
                "The first games are being played."
            } else {
                "No games are played in the background."
            });
            return;
        };
        head_ui(ui, statistics, newest);
        actions.extend(told::otherwise_ui(ui, app));
        ui.horizontal_wrapped(|ui| actions.extend(choices_ui(ui, app)));
        note_ui(ui, statistics);
        // Old figures stay until new ones arrive.
        if !statistics.is_current(newest) {
            ui.multiply_opacity(0.45);
        }
        troubles_ui(ui, newest);
        let all = newest.parts.iter().flat_map(|part| &part.lines);
        let columns = line::Columns::new(ui, all.clone(), newest.job.before.is_some());
        for part in &newest.parts {
            if newest.nobody_won() && matches!(part.section, Section::WinsBySeat | Section::WinsByOrder | Section::WinsByField) {
                continue;
            }
            section_ui(ui, part.title, |ui| line::lines_ui(ui, &part.lines, &columns));
            if part.section == Section::Length {
                section_ui(ui, "How often", |ui| actions.extend(chart::chart_ui(ui, newest, &statistics.drawn)));
            }
        }
        if !newest.goals.is_empty() || !newest.uneven.is_empty() {
            section_ui(ui, "Goals of the rules", |ui| {
                newest.goals.iter().for_each(|goal| goal_ui(ui, goal));
                for text in &newest.uneven {
                    ui.add(egui::Label::new(RichText::new(without_ticks(text)).color(Theme::of(ui).warning)).wrap());
                }
            });
        }
        ui.add_space(4.0);
        let (differ, all) = all.fold((0, 0), |(differ, all), line| {
            (differ + usize::from(line.differs()), all + usize::from(line.difference.is_some()))
        });
        let mut text = "± and lines are intervals: they hold the true figure in 95 of 100 such studies.".to_owned();
        if all > 0 {
            text.push_str(&format!(
                " {differ} of {all} figures differ significantly and have a triangle; chance alone would give about {}.",
                (all as f64 * 0.05).ceil()
            ));
        }
        ui.add(egui::Label::new(RichText::new(text).weak().small()).wrap());
    });
    actions
}

/// Shows what can be done with the figures: the menu of the right button.
pub fn menu_ui(ui: &mut egui::Ui, app: &App) -> Vec<Action> {
    let actions = menu::offered_ui(ui, app, &menu::OF_STATISTICS);
    ui.separator();
    let newest = app.statistics.newest.as_deref();
    if ui.add_enabled(newest.is_some(), egui::Button::new("Copy figures")).clicked() {
        let lines = newest.iter().flat_map(|newest| &newest.parts).flat_map(|part| &part.lines);
        ui.ctx().copy_text(lines.map(|line| format!("{}\n", line.texts.told)).collect());
    }
    if ui.add_enabled(newest.is_some(), egui::Button::new("Copy as CSV")).clicked() {
        ui.ctx().copy_text(newest.map(Snapshot::csv).unwrap_or_default());
    }
    if ui.add_enabled(newest.is_some(), egui::Button::new("Copy as JSON")).clicked() {
        ui.ctx().copy_text(newest.and_then(Snapshot::json).unwrap_or_default());
    }
    actions
}

/// Shows what the figures are based on.
fn head_ui(ui: &mut egui::Ui, statistics: &Statistics, newest: &Snapshot) {
    let title = &newest.job.now.program.ir.game.title;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.label(strong(&**title));
        ui.label(newest.rests_on());
        if !statistics.is_current(newest) {
            ui.label(RichText::new("of the earlier rules; new ones are coming").color(Theme::of(ui).warning));
        } else if let Some(time) = newest.left {
            ui.weak(left(time));
        }
    });
    let row = |ui: &mut egui::Ui, name: &str, side: &Side| {
        ui.add(egui::Label::new(RichText::new(format!("{name}: {}", side.told())).weak()).truncate()).on_hover_text(side.told());
    };
    row(ui, "Now", &newest.job.now);
    if let Some(before) = &newest.job.before {
        row(ui, "Before", before);
    }
    let mut differences = newest.parts.iter().flat_map(|part| &part.lines).filter_map(|line| line.difference.as_ref()).peekable();
    if differences.peek().is_some() && differences.all(|difference| difference.value == 0.0) {
        ui.add(egui::Label::new("No figure has changed: these games went as before.").wrap());
    }
}

/// Shows who plays, how often, and what the figures are compared with.
fn choices_ui(ui: &mut egui::Ui, app: &App) -> Vec<Action> {
    let (statistics, mut actions) = (&app.statistics, vec![]);
    for bots in BOTS {
        let help = match bots {
            Seat::Random => "Takes any option: fast; shows luck and length, not the value of choices",
            Seat::Quick => "Tries each option in a few random games: some skill, and still fast",
            _ => "Thinks ahead: slow, and the closest to a good player",
        };
        let label = titled(bots.name());
        if ui.selectable_label(statistics.bots == bots, label).on_hover_text(help).clicked() {
            actions.push(Action::Statistics(Act::Bots(bots)));
        }
    }
    let games = egui::ComboBox::new("games", "").width(90.0).selected_text(format!("{} games", number(statistics.games)));
    drop_down(ui, games, "Games", |ui| {
        for games in GAMES {
            if ui.selectable_label(statistics.games == games, number(games)).clicked() {
                actions.push(Action::Statistics(Act::Games(games)));
            }
        }
    });
    actions.extend(menu::button_ui(ui, app, Command::Pin, "Pin as baseline"));
    actions.extend(menu::button_ui(ui, app, Command::Unpin, "Unpin"));
    actions.extend(menu::button_ui(ui, app, Command::Heat, "Stops on the board"));
    actions.extend(menu::button_ui(ui, app, Command::ExportFigures, "Export…"));
    actions
}

/// Shows notes on the players and on the pinned rules.
fn note_ui(ui: &mut egui::Ui, statistics: &Statistics) {
    let mut notes = vec![];
    if statistics.bots == Seat::Random {
        notes.push("Random players show luck and length, not the value of choices.".to_owned());
    }
    match (&statistics.pinned, &statistics.now) {
        (Some(pinned), Some(now)) if !pinned.compares_with(now) => {
            notes.push(format!("The pinned rules have {} players, so they can't be compared.", pinned.program.players));
        }
        (Some(pinned), Some(now)) if pinned.hash == now.hash => {
            notes.push("These rules are pinned: later changes are compared with them.".to_owned());
        }
        _ => {}
    }
    if !notes.is_empty() {
        ui.add(egui::Label::new(RichText::new(notes.join(" ")).weak().small()).wrap());
    }
}

/// Shows how many games are missing from the figures, and why.
fn troubles_ui(ui: &mut egui::Ui, newest: &Snapshot) {
    let theme = Theme::of(ui);
    if let Some(fault) = &newest.fault {
        ui.colored_label(theme.error, format!("That failed, which is a fault of the program. {fault}"));
    }
    for trouble in &newest.troubles {
        ui.add(egui::Label::new(RichText::new(trouble).color(theme.error)).wrap());
    }
    let Some(played) = &newest.played else { return };
    if played.now().games > 0 && played.now().finished() == 0 {
        ui.label("No game came to an end, so there are no figures.");
    }
    if newest.nobody_won() {
        let text = "Nobody has won a game: no places were given. Let the rules call finish(p), or end game ranking ….";
        ui.add(egui::Label::new(RichText::new(text).color(theme.warning)).wrap());
    }
    let sides = [(Some(&newest.job.now), Some(played.now())), (newest.job.before.as_ref(), played.before())];
    for (side, counts) in sides {
        if let (Some(side), Some(failure)) = (side, counts.and_then(|counts| counts.failure.as_ref())) {
            failure_ui(ui, side, failure.game, &failure.problem);
        }
    }
}

/// Shows the first game that failed.
fn failure_ui(ui: &mut egui::Ui, side: &Side, game: u64, problem: &Diagnostic) {
    let problem = Problem::new(&side.ruleset.sources, problem);
    ui.horizontal_wrapped(|ui| {
        ui.label(format!("First in game {}: {}", number(game), problem.message));
        ui.weak(&problem.place);
    });
    if !problem.line.is_empty() {
        ui.indent("line", |ui| ui.monospace(&problem.line));
    }
}

/// Shows a heading that folds its contents.
fn section_ui(ui: &mut egui::Ui, title: &str, inside: impl FnOnce(&mut egui::Ui)) {
    let heading = egui::CollapsingHeader::new(strong(title)).id_salt(title).default_open(true);
    heading.show_unindented(ui, inside);
}

fn goal_ui(ui: &mut egui::Ui, goal: &GoalLine) {
    let theme = Theme::of(ui);
    let now = &goal.now;
    let colour = match now.verdict {
        Verdict::Green => theme.good,
        Verdict::Red => theme.error,
        Verdict::Unsure | Verdict::Unknown => theme.warning,
    };
    let told = format!("{}: {}", now.title, told(now));
    let response = ui.horizontal_wrapped(|ui| {
        ui.label(strong(now.verdict.text()).color(colour));
        let title = ui.label(&now.title);
        title.widget_info(|| WidgetInfo::labeled(Role::Label, true, &told));
        ui.weak(&now.wanted);
        if let Some(estimate) = now.estimate {
            ui.label(of_goal(now, estimate.value));
        }
        if let Some(before) = &goal.before {
            ui.weak(format!("before: {}", before.verdict.text()));
        }
    });
    let before = goal.before.as_ref().map(|before| format!("\nBefore: {}", self::told(before))).unwrap_or_default();
    response.response.on_hover_text(format!("{told}{before}"));
}

/// Describes in words whether a goal is met.
fn told(goal: &Judged) -> String {
    let show = |number| of_goal(goal, number);
    let found = goal
        .estimate
        .map(|e| format!(", {} (95 % interval {} to {}, N {})", show(e.value), show(e.low), show(e.high), number(e.n)));
    let note = if goal.note.is_empty() { String::new() } else { format!("; {}", goal.note) };
    format!("{} {}{}{note}", goal.wanted, goal.verdict.text(), found.unwrap_or_default())
}
