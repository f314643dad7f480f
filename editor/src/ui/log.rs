//! The log of the race, line by line. A line leads to the board at that moment, and to the rule that wrote it.

use std::sync::Arc;

use egui::mutex::Mutex;
use egui::{Rect, RichText, Sense};
use interpreter::game::{Line, LineKind};
use interpreter::ruleset::Texts;

use super::action::{Action, TextMessage};
use super::theme::{self, Theme};
use crate::playtest::{Act, Place, Race};
use crate::ui::theme::strong;
use crate::words::log_line;

/// The height of a line that is set in one row.
const HEIGHT: f32 = 19.0;
/// The width of the sign before a line, the space behind it, and the width of the turn's number.
const SIGN: f32 = 18.0;
const GAP: f32 = 9.0;
const TURN: f32 = 70.0;
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
    let area = egui::ScrollArea::vertical().stick_to_bottom(!is_past).animated(false).auto_shrink([false, false]);
    // The moment on show scrolls into view when it changes, and when a person has made or undone a choice.
    let id = ui.scope_id().with("moment on show");
    let moment = (is_past.then_some(race.scene.sum.lines), race.deeds());
    let is_other = ui.data(|data| data.get_temp(id)) != Some(moment);
    ui.data_mut(|data| data.insert_temp(id, moment));
    let last = moment.0.map_or(lines.len(), |shown| lines.partition_point(|(n, _)| *n < shown)).saturating_sub(1);
    ui.spacing_mut().item_spacing.y = 0.0;
    area.show_viewport(ui, |ui, viewport| {
        let tops = tops(ui, race, &lines, shows_rules);
        let (corner, width) = (ui.max_rect().left_top(), ui.available_width());
        let row = |n: usize| Rect::from_x_y_ranges(corner.x..=corner.x + width, corner.y + tops[n]..=corner.y + tops[n + 1]);
        ui.set_height(tops[lines.len()]);
        if is_other {
            ui.scroll_to_rect(row(last), Some(egui::Align::Center));
        }
        // Above, no line is cut, unless it is alone in view.
        let whole = tops.partition_point(|top| *top < viewport.top() - 0.5);
        let first = if tops[whole.min(lines.len())] < viewport.bottom() { whole } else { whole.saturating_sub(1) };
        for n in (first..lines.len()).take_while(|n| tops[*n] < viewport.bottom()) {
            let line = egui::UiBuilder::new().scope_id(ui.scope_id().with(("row", n))).max_rect(row(n));
            actions.extend(row_ui(&mut ui.new_child(line), race, texts, lines[n], row(n), shows_rules));
        }
    });
    actions
}

/// How high each line is, with what it depends on: the width, and what the line says.
#[derive(Default)]
struct Heights {
    width: f32,
    /// For each line what tells its text from others, once it is measured.
    of: Vec<(Option<u64>, f32)>,
}

/// The most lines that are measured in a frame. Others are taken to be one row high until then.
const MOST_MEASURED: usize = 150;

/// Where each line begins, and where the last one ends.
fn tops(ui: &egui::Ui, race: &Race, lines: &[(usize, &Line)], shows_rules: bool) -> Vec<f32> {
    let width = words_width(ui.available_width(), shows_rules);
    let kept: Arc<Mutex<Heights>> =
        ui.data_mut(|data| data.get_temp_mut_or_default::<Arc<Mutex<Heights>>>(ui.scope_id()).clone());
    let mut heights = kept.lock();
    if heights.width != width {
        *heights = Heights { width, of: vec![] };
    }
    heights.of.resize(lines.len(), (None, HEIGHT));
    let mut left = MOST_MEASURED;
    // The last ones are in sight.
    for (n, (_, line)) in lines.iter().enumerate().rev() {
        let text = line.text_for(race.viewer());
        let key = Some(egui::util::hash(text));
        if heights.of[n].0 == key {
            continue;
        }
        if left == 0 {
            ui.ctx().request_repaint();
            break;
        }
        left -= 1;
        let turn = if line.kind == LineKind::Turn { TURN } else { 0.0 };
        let galley = egui::WidgetText::from(styled(ui, line, &log_line(text))).into_galley(
            ui,
            Some(egui::TextWrapMode::Wrap),
            width - turn,
            egui::TextStyle::Body,
        );
        heights.of[n] = (key, (galley.size().y + 2.0).max(HEIGHT));
    }
    let mut top = 0.0;
    let ends = heights.of.iter().map(|(_, height)| {
        top += height;
        top
    });
    [0.0].into_iter().chain(ends).collect()
}

/// The room for the words of a line.
fn words_width(width: f32, shows_rules: bool) -> f32 {
    let beside = if shows_rules { RULE_WIDTH.min(width * RULE_SHARE) } else { 0.0 };
    (width - beside - SIGN - GAP).max(40.0)
}

fn row_ui(ui: &mut egui::Ui, race: &Race, texts: &Texts, (n, line): (usize, &Line), row: Rect, shows_rules: bool) -> Vec<Action> {
    let (mut actions, text) = (vec![], log_line(line.text_for(race.viewer())));
    if race.looks_back && n + 1 == race.scene.sum.lines {
        ui.painter().rect_filled(row, 2.0, ui.visuals().selection.bg_fill.gamma_multiply(0.35));
    }
    let beside = if shows_rules { RULE_WIDTH.min(row.width() * RULE_SHARE) } else { 0.0 };
    let (words, rule) = row.split_left_right_at_x(row.right() - beside);
    let part = |rect: Rect, salt: &str| {
        egui::UiBuilder::new().id_salt((salt, n)).max_rect(rect).layout(egui::Layout::left_to_right(egui::Align::TOP))
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
    let high = ui.max_rect().height();
    let (rect, _) = ui.allocate_exact_size(egui::vec2(SIGN, HEIGHT), egui::Sense::hover());
    match (line.kind, line.turn_of) {
        (LineKind::Turn, Some(player)) => {
            theme::seat_piece(ui.painter(), rect.center(), 7.0, player, race.colour(player), &race.letter(player));
        }
        (_, Some(player)) => {
            let bar = Rect::from_center_size(rect.center(), egui::vec2(3.0, 0.0)).with_min_y(rect.top());
            ui.painter().rect_filled(bar.with_max_y(rect.top() + high), 0.0, race.colour(player));
        }
        _ => {}
    }
    let text = styled(ui, line, text);
    let text = if is_to_come { text.color(ui.visuals().weak_text_color().gamma_multiply(0.6)) } else { text };
    let shown = ui.scope(|ui| {
        if line.kind == LineKind::Turn {
            ui.set_max_width(ui.available_width() - TURN);
        }
        ui.add(egui::Label::new(text).wrap().selectable(false).sense(Sense::click()))
    });
    if line.kind == LineKind::Turn {
        ui.weak(format!("turn {}", line.turn));
    }
    shown.inner.on_hover_cursor(egui::CursorIcon::PointingHand)
}

/// The words of a line as it looks.
fn styled(ui: &egui::Ui, line: &Line, text: &str) -> RichText {
    let text = RichText::new(text);
    match line.kind {
        LineKind::Failed => strong(text.color(Theme::of(ui).error)),
        LineKind::Turn if line.turn_of.is_some() => strong(text),
        LineKind::Over => strong(text),
        LineKind::Moved | LineKind::Cards => text.weak(),
        LineKind::Said => text.italics(),
        _ => text,
    }
}
