//! Why something is as it is: every write that led to it, with its rule, the values it used and what decided it. Each leads to its line and
//! to the race at that moment.

use std::cmp::Ordering;
use std::sync::Arc;

use egui::accesskit::Role;
use egui::{Align, Layout, Rect, RichText, Sense, UiBuilder, pos2};
use interpreter::ruleset::Texts;
use interpreter::why::{Cause, Write};

use super::action::{Action, TextMessage};
use super::rows::rows_ui;
use super::theme::Theme;
use super::widget::disc_ui;
use super::words::titled;
use crate::playtest::{Act, Race, Stage, Thing};
use crate::ui::theme::strong;

const HEIGHT: f32 = 20.0;
/// The widths of the turn, of the rule and of its line.
const TURN: f32 = 86.0;
const RULE: f32 = 100.0;
const LINE: f32 = 70.0;
/// In a narrower pane, what a write was made of and what decided it have lines of their own, which begin here.
const NARROW: f32 = 600.0;
const INDENT: f32 = 24.0;
const SPACING: f32 = 4.0;

/// Shows the pane.
pub fn why_ui(ui: &mut egui::Ui, race: &Race, texts: &Texts, shows_rules: bool) -> Vec<Action> {
    let mut actions = vec![];
    let Some(asked) = race.why() else {
        ui.weak("Right-click a value, a piece or a card to see here what led to it.");
        return actions;
    };
    if race.hides_why() {
        ui.weak("This explains something hidden from the current player. It is shown again to players who may see it.");
        return actions;
    }
    if let Some(why) = &asked.fault {
        let text = format!("It can't be found out, which is a fault of the program: {why}.");
        ui.colored_label(Theme::of(ui).error, text);
        return actions;
    }
    let writes = race.writes();
    ui.horizontal(|ui| {
        ui.label(strong(titled(&asked.thing.name)));
        if writes.is_none() {
            ui.spinner();
            ui.weak("Replaying the race to find out …");
        }
    });
    let Some(writes) = writes else { return actions };
    if writes.is_empty() {
        ui.weak("It is unchanged since the start of the race, as far as you may know.");
        return actions;
    }
    let standing = writes.iter().rposition(|write| race.has_come_to(write));
    let area = egui::ScrollArea::vertical().id_salt("writes").stick_to_bottom(true);
    let is_narrow = ui.available_width() < NARROW;
    let more = |write: &Write| usize::from(!write.causes.is_empty()) + usize::from(!write.conditions.is_empty());
    let lines = 1 + writes.iter().map(more).max().filter(|_| is_narrow).unwrap_or(0);
    rows_ui(ui, area, HEIGHT * lines as f32, writes.len(), |ui, n, rect| {
        if n % 2 == 1 {
            ui.painter().rect_filled(rect, 0.0, ui.visuals().faint_bg_color);
        }
        actions.extend(write_ui(ui, race, (texts, shows_rules), &writes[n], (Some(n).cmp(&standing), rect)));
    });
    actions
}

/// Shows one write. If the user looks back, later writes are faint. The current one is strong.
fn write_ui(
    ui: &mut egui::Ui,
    race: &Race,
    (texts, shows_rules): (&Texts, bool),
    write: &Write,
    (when, rect): (Ordering, Rect),
) -> Vec<Action> {
    let mut actions = vec![];
    let row = ui.interact(rect, ui.scope_id().with("row"), Sense::click());
    if row.contains_pointer() {
        ui.painter().rect_filled(rect, 2.0, ui.visuals().widgets.hovered.weak_bg_fill);
    }
    let mut lines = [0, 1, 2].map(|n| line_ui(ui, rect, n));
    let [ui, below @ ..] = &mut lines;
    let is_narrow = rect.height() > HEIGHT;
    cell_ui(ui, TURN, |ui| {
        if let Some(player) = write.turn_of.filter(|player| *player < race.program.players) {
            disc_ui(ui, race, player, 7.0);
        }
        ui.weak(format!("turn {}", write.turn))
    });
    let by_rule = if shows_rules { RULE } else { 0.0 };
    let words = (ui.available_width() - by_rule - LINE).max(60.0);
    let colon = if write.causes.is_empty() || is_narrow { "" } else { ":" };
    let text = RichText::new(format!("{} → {}{colon}", write.old, write.new));
    let text = match when {
        Ordering::Less => text,
        Ordering::Equal => strong(text),
        Ordering::Greater => text.weak(),
    };
    let stage = write.moment.and_then(|moment| race.stage_at(moment));
    let parts = [("", &write.causes[..], "→"), ("decided by", &write.conditions[..], "and")];
    cell_ui(ui, words, |ui| {
        ui.spacing_mut().item_spacing.x = SPACING;
        let changed = ui.add(egui::Label::new(text).truncate().selectable(false));
        if !is_narrow {
            parts.iter().for_each(|part| actions.extend(part_ui(ui, race, (texts, shows_rules), stage, *part)));
        }
        changed
    });
    if is_narrow {
        let filled = parts.iter().filter(|(_, causes, _)| !causes.is_empty());
        filled.zip(below).for_each(|(part, ui)| actions.extend(part_ui(ui, race, (texts, shows_rules), stage, *part)));
    }
    row.widget_info(|| {
        let words = format!("Show turn {}: {} → {}", write.turn, write.old, write.new);
        egui::WidgetInfo::labeled(Role::Button, true, words)
    });
    let row = row.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_text("Show the race at that moment");
    let rule = write.rules.first().filter(|_| shows_rules).map_or("", |rule| rule);
    let place = stage.and_then(|stage| stage.place(write.span, &write.rules)).map(|place| place.by_now(texts));
    let by = shows_rules
        .then(|| cell_ui(ui, RULE, |ui| ui.add(egui::Label::new(rule).truncate().selectable(false).sense(Sense::click()))));
    let by = by.map(|by| {
        by.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_ui(|ui| {
            if let (Some(place), Some(stage)) = (&place, stage) {
                ui.label(place.named());
                ui.monospace(stage.ruleset.sources.slice(write.span).lines().next().unwrap_or_default());
            }
            if write.rules.len() > 1 {
                ui.weak(format!("called by {}", write.rules[1..].join(" ← ")));
            }
        })
    });
    let is_line = place.as_ref().is_some_and(|place| {
        let text = RichText::new(format!("line {}", place.line)).weak();
        let line = ui.add(egui::Label::new(text).selectable(false).sense(Sense::click()));
        line.on_hover_cursor(egui::CursorIcon::PointingHand)
            .on_hover_text(if shows_rules { format!("Show {}", place.named()) } else { "Show this line of the rules".to_owned() })
            .clicked()
    });
    let is_rule = by.is_some_and(|by| by.clicked()) || is_line;
    if is_rule || row.clicked() {
        actions.extend(write.moment.map(|moment| Action::Playtest(Act::LookAtMoment(moment))));
        actions.extend(place.filter(|_| is_rule).map(|it| Action::Text(TextMessage::ShowRule(it))));
    }
    actions
}

/// A line of a row. The first one takes its whole width.
fn line_ui(ui: &mut egui::Ui, rect: Rect, n: u8) -> egui::Ui {
    let (left, top) = (rect.left() + if n > 0 { INDENT } else { 0.0 }, rect.top() + HEIGHT * f32::from(n));
    let place = Rect::from_min_max(pos2(left, top), pos2(rect.right(), top + HEIGHT));
    let layout = Layout::left_to_right(Align::Center);
    let mut line = ui.new_child(UiBuilder::new().scope_id(ui.scope_id().with(n)).max_rect(place).layout(layout));
    if n > 0 {
        line.spacing_mut().item_spacing.x = SPACING;
    }
    line
}

/// The least room for a cause and for the mark of those that have none.
const LEAST_CAUSE: f32 = 40.0;

/// Shows what a value was made of or what decided it, as far as there is room: a word before it, and one between two of them.
fn part_ui(
    ui: &mut egui::Ui,
    race: &Race,
    texts: (&Texts, bool),
    stage: Option<&Arc<Stage>>,
    (before, causes, between): (&str, &[Cause], &str),
) -> Vec<Action> {
    let mut actions = vec![];
    for (n, cause) in causes.iter().enumerate() {
        let word = if n == 0 { before } else { between };
        if ui.available_width() < LEAST_CAUSE + 9.0 * word.len() as f32 {
            let left: Vec<&str> = causes[n..].iter().map(|cause| &*cause.text).collect();
            ui.weak("…").on_hover_text(left.join(", "));
            break;
        }
        if !word.is_empty() {
            ui.weak(word);
        }
        actions.extend(cause_ui(ui, race, texts, stage, cause));
    }
    actions
}

/// Shows something that a value was made of, or that decided it. A click leads to its line or its table, or explains it in turn.
fn cause_ui(
    ui: &mut egui::Ui,
    race: &Race,
    (texts, shows_rules): (&Texts, bool),
    stage: Option<&Arc<Stage>>,
    cause: &Cause,
) -> Option<Action> {
    let place = stage.and_then(|stage| stage.place(cause.span, &[])).map(|place| place.by_now(texts));
    let text = RichText::new(&cause.text).small();
    let response = ui.add(egui::Label::new(text).truncate().selectable(false).sense(Sense::click()));
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_ui(|ui| {
        ui.label(&cause.text);
        if let (Some(place), Some(stage), true) = (&place, stage, shows_rules) {
            ui.weak(place.named());
            ui.monospace(stage.ruleset.sources.slice(cause.span).lines().next().unwrap_or_default());
        }
    });
    if !response.clicked() {
        return None;
    }
    // Under other rules than those on show, its number may stand for something else.
    let what = cause.what.filter(|_| stage.is_some_and(|stage| Arc::ptr_eq(&stage.program, &race.program)));
    match what {
        Some(what) => Some(Action::Playtest(Act::Why(Thing { what, name: cause.text.clone() }))),
        None => place.map(|place| TextMessage::ShowRule(place).into()),
    }
}

/// Shows one cell of a row.
fn cell_ui(ui: &mut egui::Ui, width: f32, inside: impl FnOnce(&mut egui::Ui) -> egui::Response) -> egui::Response {
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    let shown = ui.allocate_ui_with_layout(egui::vec2(width, HEIGHT), layout, |ui| {
        ui.set_min_width(width);
        inside(ui)
    });
    shown.inner
}
