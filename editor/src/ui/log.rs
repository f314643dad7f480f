//! The log of the race, line by line. A line leads to the board at that moment, and to the rule that wrote it.

use egui::{RichText, Sense};
use interpreter::game::{Line, LineKind};
use interpreter::ruleset::Texts;

use super::action::{Action, TextMessage};
use super::rows::rows_ui;
use super::theme::{self, Theme};
use crate::playtest::{Act, Place, Race};
use crate::ui::theme::strong;
use crate::words::log_line;

const HEIGHT: f32 = 19.0;
/// The width of the rule beside a line.
const RULE_WIDTH: f32 = 130.0;
/// The most of a line that they take.
const RULE_SHARE: f32 = 0.4;

/// Shows the whole log, with the rule beside each line if that is wanted, scrolled to its end unless the user looks back.
pub fn log_ui(ui: &mut egui::Ui, race: &Race, texts: &Texts, shows_rules: bool) -> Vec<Action> {
    let mut actions = vec![];
    let lines: Vec<(usize, &Line)> = race.all_lines().collect();
    if lines.is_empty() {
        // The panel keeps its height.
        ui.set_min_size(ui.available_size());
        ui.weak("The log of the race appears here.");
        return actions;
    }
    let is_past = race.looks_back;
    // Whole lines, however low the pane is.
    let height = (ui.available_height() / HEIGHT).floor().max(1.0) * HEIGHT;
    let area = egui::ScrollArea::vertical().stick_to_bottom(!is_past).animated(false).max_height(height).min_scrolled_height(0.0);
    // The moment on show scrolls into view when it changes, and when a person has made or undone a choice.
    let id = ui.scope_id().with("moment on show");
    let moment = (is_past.then_some(race.scene.sum.lines), race.deeds());
    let is_other = ui.data(|data| data.get_temp(id)) != Some(moment);
    ui.data_mut(|data| data.insert_temp(id, moment));
    let last = moment.0.map_or(lines.len(), |shown| lines.partition_point(|(n, _)| *n < shown)).saturating_sub(1);
    let mut wanted = is_other.then_some(last);
    rows_ui(ui, area, HEIGHT, lines.len(), |ui, row, rect| {
        if let Some(wanted) = wanted.take() {
            let ahead = (wanted as f32 - row as f32) * HEIGHT;
            ui.scroll_to_rect(rect.translate(egui::vec2(0.0, ahead)), Some(egui::Align::Center));
        }
        let (n, line) = lines[row];
        actions.extend(row_ui(ui, race, texts, (n, line), rect, shows_rules));
    });
    actions
}

fn row_ui(
    ui: &mut egui::Ui,
    race: &Race,
    texts: &Texts,
    (n, line): (usize, &Line),
    row: egui::Rect,
    shows_rules: bool,
) -> Vec<Action> {
    let (mut actions, text) = (vec![], log_line(line.text_for(race.viewer())));
    if race.looks_back && n + 1 == race.scene.sum.lines {
        ui.painter().rect_filled(row, 2.0, ui.visuals().selection.bg_fill.gamma_multiply(0.35));
    }
    let beside = if shows_rules { RULE_WIDTH.min(row.width() * RULE_SHARE) } else { 0.0 };
    let (words, rule) = row.split_left_right_at_x(row.right() - beside);
    let part = |rect: egui::Rect, salt: &str| {
        egui::UiBuilder::new().id_salt((salt, n)).max_rect(rect).layout(egui::Layout::left_to_right(egui::Align::Center))
    };
    let shown = line_ui(&mut ui.new_child(part(words, "line")), race, line, &text, n >= race.scene.sum.lines);
    let mut looks = shown.clicked();
    let place = rule_of(race, texts, (n, line));
    let mut goes = beside > 0.0 && rule_ui(&mut ui.new_child(part(rule, "rule")), line, place.as_ref());
    shown.context_menu(|ui| {
        looks |= ui.button("Look at this moment").clicked();
        if place.is_some() {
            goes |= ui.button("Show the rule").clicked();
        }
        ui.separator();
        if ui.button("Copy text").clicked() {
            ui.ctx().copy_text(text.clone());
        }
    });
    if looks {
        actions.extend(race.path().moment(n).map(|moment| Action::Playtest(Act::LookAtMoment(moment))));
    }
    actions.extend(place.filter(|_| goes).map(|it| Action::Text(TextMessage::ShowRule(it))));
    actions
}

/// Returns the line of the rules that wrote a line of the log.
fn rule_of(race: &Race, texts: &Texts, (n, line): (usize, &Line)) -> Option<Place> {
    line.rules.first()?;
    race.stage_of_line(n).and_then(|stage| stage.place(line.span, &line.rules)).map(|place| place.by_now(texts))
}

/// Shows the rule that wrote the line. Returns whether it was clicked.
fn rule_ui(ui: &mut egui::Ui, line: &Line, place: Option<&Place>) -> bool {
    let Some(rule) = line.rules.first() else { return false };
    let text = RichText::new(&**rule).small().weak();
    let label = egui::Label::new(text).truncate().selectable(false);
    let response = match place {
        Some(_) => ui.add(label.sense(Sense::click())).on_hover_cursor(egui::CursorIcon::PointingHand),
        None => ui.add(label),
    };
    let response = response.on_hover_ui(|ui| {
        if let Some(place) = place {
            ui.label(place.named());
        }
        if line.rules.len() > 1 {
            ui.weak(format!("called by {}", line.rules[1..].join(" ← ")));
        }
    });
    place.is_some() && response.clicked()
}

/// Shows one line, which can be clicked. If the user looks back, later lines are faint.
fn line_ui(ui: &mut egui::Ui, race: &Race, line: &Line, text: &str, is_to_come: bool) -> egui::Response {
    let theme = Theme::of(ui);
    let (rect, _) = ui.allocate_exact_size(egui::vec2(18.0, 18.0), egui::Sense::hover());
    let text = match (line.kind, line.turn_of) {
        (LineKind::Turn, Some(player)) => {
            theme::seat_piece(ui.painter(), rect.center(), 7.0, player, race.colour(player), &race.letter(player));
            strong(text)
        }
        (_, Some(player)) => {
            let bar = egui::Rect::from_center_size(rect.center(), egui::vec2(3.0, 19.0));
            ui.painter().rect_filled(bar, 0.0, race.colour(player));
            RichText::new(text)
        }
        _ => RichText::new(text),
    };
    let text = match line.kind {
        LineKind::Failed => strong(text.color(theme.error)),
        LineKind::Over => strong(text),
        LineKind::Moved | LineKind::Cards => text.weak(),
        LineKind::Said => text.italics(),
        _ => text,
    };
    let text = if is_to_come { text.color(ui.visuals().weak_text_color().gamma_multiply(0.6)) } else { text };
    let label = ui.add(egui::Label::new(text).truncate().selectable(false).sense(Sense::click()));
    if line.kind == LineKind::Turn {
        ui.weak(format!("turn {}", line.turn));
    }
    label.on_hover_cursor(egui::CursorIcon::PointingHand)
}
