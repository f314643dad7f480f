//! Why something is as it is: the changes that led to it, the newest first. Each leads with what the log says of it, then tells from which values,
//! dice and tables it was made, and what decided it. It leads to the race at that moment, and to its rule.

use std::cmp::Ordering;
use std::sync::Arc;

use egui::accesskit::Role;
use egui::{Align, Label, Layout, RichText, Sense, UiBuilder};
use interpreter::ruleset::Texts;
use interpreter::view;
use interpreter::why::{Cause, Write};

use super::action::{Action, TextMessage};
use super::theme::Theme;
use super::widget::disc_ui;
use super::words::{log_line, titled};
use crate::playtest::{Act, Place, Race, Stage, Thing};
use crate::ui::theme::strong;

/// The most changes that are listed at first, and by how many more each time.
const MOST: usize = 40;
/// The space between two changes.
const GAP: f32 = 6.0;
const SPACING: f32 = 4.0;
/// How far what a change was made of is moved in.
const INDENT: i8 = 10;
/// The width of the name of a rule.
const RULE: f32 = 112.0;

/// What all parts of the pane need.
#[derive(Clone, Copy)]
struct Shown<'a> {
    race: &'a Race,
    texts: &'a Texts,
    shows_rules: bool,
}

/// Shows the pane.
pub fn why_ui(ui: &mut egui::Ui, race: &Race, texts: &Texts, shows_rules: bool) -> Vec<Action> {
    let mut actions = vec![];
    let Some(asked) = race.why() else {
        ui.add(Label::new(RichText::new(HOW).weak()).wrap());
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
    ui.horizontal_wrapped(|ui| {
        ui.label(strong(titled(&asked.thing.name)));
        if writes.is_none() {
            ui.spinner();
            ui.weak("Replaying the race to find out …");
        }
    });
    let Some(writes) = writes else { return actions };
    if writes.is_empty() {
        let limit = if view::has_secrets(&race.program) { ", as far as you may know" } else { "" };
        ui.weak(format!("It is unchanged since the start of the race{limit}."));
        return actions;
    }
    let standing = writes.iter().rposition(|write| race.has_come_to(write));
    let shown = Shown { race, texts, shows_rules };
    // Another question begins with its newest change in sight.
    let area = egui::ScrollArea::vertical().id_salt(("writes", &asked.thing.name)).auto_shrink([false, false]).animated(false);
    area.show(ui, |ui| {
        let id = ui.scope_id().with("most");
        let most = ui.data(|data| data.get_temp::<usize>(id)).unwrap_or(MOST);
        let (from, moved) = (writes.len().saturating_sub(most), ui.scope_id().with("standing"));
        let is_other = ui.data(|data| data.get_temp(moved)) != Some(standing);
        ui.data_mut(|data| data.insert_temp(moved, standing));
        for (n, write) in writes.iter().enumerate().skip(from).rev() {
            let (row, acts) = write_ui(ui, shown, write, (Some(n).cmp(&standing), n));
            actions.extend(acts);
            if is_other && race.looks_back && Some(n) == standing {
                row.scroll_to_me(None);
            }
        }
        if from > 0 && ui.button(format!("{from} earlier changes…")).clicked() {
            ui.data_mut(|data| data.insert_temp(id, most + MOST));
        }
    });
    actions
}

/// How to ask.
const HOW: &str = "Click a value in Players or on the score sheet to see here what led to it. By keyboard: Tab to it, then Enter. Right-click a \
    piece or a card to ask about it.";

/// Shows one change. If the user looks back, later changes are faint. The current one is strong.
fn write_ui(ui: &mut egui::Ui, shown: Shown<'_>, write: &Write, (when, n): (Ordering, usize)) -> (egui::Response, Vec<Action>) {
    let Shown { race, texts, shows_rules } = shown;
    let mut actions = vec![];
    let stage = write.moment.and_then(|moment| race.stage_at(moment));
    let place = stage.and_then(|stage| stage.place(write.span, &write.rules)).map(|place| place.by_now(texts));
    let ground = ui.painter().add(egui::Shape::Noop);
    let builder = UiBuilder::new().id_salt(("write", n)).sense(Sense::click());
    let row = ui.scope_builder(builder, |ui| {
        ui.set_min_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 1.0;
        ui.horizontal_top(|ui| {
            let left = egui::vec2((ui.available_width() - RULE).max(60.0), 18.0);
            ui.allocate_ui_with_layout(left, Layout::left_to_right(Align::TOP).with_main_wrap(true), |ui| {
                ui.set_min_width(left.x);
                if let Some(player) = write.turn_of.filter(|player| *player < race.program.players) {
                    disc_ui(ui, race, player, 7.0);
                }
                ui.add(Label::new(RichText::new(format!("turn {}", write.turn)).weak()).selectable(false));
                let text = RichText::new(format!("{} → {}", write.old, write.new));
                let text = match when {
                    Ordering::Less => text,
                    Ordering::Equal => strong(text),
                    Ordering::Greater => text.weak(),
                };
                ui.add(Label::new(text).wrap().selectable(false));
            });
            if let Some(place) = &place
                && rule_ui(ui, write, place, shows_rules).clicked()
            {
                actions.push(Action::Text(TextMessage::ShowRule(place.clone())));
            }
        });
        for said in &write.said {
            ui.add(Label::new(log_line(said)).wrap().selectable(false));
        }
        for (before, causes, between) in [("", &write.causes, "→"), ("decided by", &write.conditions, "and")] {
            if !causes.is_empty() {
                actions.extend(part_ui(ui, shown, stage, (before, causes, between)));
            }
        }
    });
    let row = row.response.on_hover_cursor(egui::CursorIcon::PointingHand);
    if row.contains_pointer() || row.has_focus() {
        let fill = ui.visuals().widgets.hovered.weak_bg_fill;
        ui.painter().set(ground, egui::Shape::rect_filled(row.rect.expand2(egui::vec2(0.0, GAP / 2.0)), 2.0, fill));
    }
    row.widget_info(|| {
        let words = format!("Show turn {}: {} → {}", write.turn, write.old, write.new);
        egui::WidgetInfo::labeled(Role::Button, true, words)
    });
    if row.clicked() {
        actions.extend(write.moment.map(|moment| Action::Playtest(Act::LookAtMoment(moment))));
    }
    ui.add_space(GAP);
    (row, actions)
}

/// Shows the rule that made a change: what its part of the rules is called, or for those who write rules its name.
fn rule_ui(ui: &mut egui::Ui, write: &Write, place: &Place, shows_rules: bool) -> egui::Response {
    let name = write.rules.first().filter(|_| shows_rules).map(ToString::to_string);
    let text = name.or_else(|| place.heading().map(str::to_owned)).unwrap_or_else(|| "rule".to_owned());
    let shown = ui.add(Label::new(RichText::new(text).small().weak()).wrap().selectable(false).sense(Sense::click()));
    shown.widget_info(|| egui::WidgetInfo::labeled(Role::Link, true, format!("Rule in {}", place.at())));
    shown.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_ui(|ui| {
        ui.label(format!("Read this rule: {}", place.at()));
        if shows_rules && write.rules.len() > 1 {
            ui.weak(format!("called by {}", write.rules[1..].join(" ← ")));
        }
    })
}

/// Shows what a value was made of or what decided it: a word before it, and one between two of them.
fn part_ui(
    ui: &mut egui::Ui,
    shown: Shown<'_>,
    stage: Option<&Arc<Stage>>,
    (before, causes, between): (&str, &[Cause], &str),
) -> Vec<Action> {
    let mut actions = vec![];
    // Left of it, a click belongs to the whole change.
    let frame = egui::Frame::new().inner_margin(egui::Margin { left: INDENT, ..egui::Margin::ZERO });
    let causes_ui = |ui: &mut egui::Ui| {
        ui.spacing_mut().item_spacing.x = SPACING;
        for (n, cause) in causes.iter().enumerate() {
            let word = if n == 0 { before } else { between };
            if !word.is_empty() {
                ui.add(Label::new(RichText::new(word).small().weak()).selectable(false));
            }
            actions.extend(cause_ui(ui, shown, stage, cause));
        }
    };
    frame.show(ui, |ui| ui.horizontal_wrapped(causes_ui));
    actions
}

/// Shows something that a value was made of, or that decided it. A click explains it in turn, or leads to its line or its table.
fn cause_ui(ui: &mut egui::Ui, shown: Shown<'_>, stage: Option<&Arc<Stage>>, cause: &Cause) -> Option<Action> {
    let Shown { race, texts, shows_rules } = shown;
    let place = stage.and_then(|stage| stage.place(cause.span, &[])).map(|place| place.by_now(texts));
    let response = ui.add(Label::new(RichText::new(&cause.text).small()).selectable(false).sense(Sense::click()));
    // Under other rules than those on show, its number may stand for something else.
    let what = cause.what.filter(|_| stage.is_some_and(|stage| Arc::ptr_eq(&stage.program, &race.program)));
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_ui(|ui| {
        ui.label(if what.is_some() { "Why?" } else { "Read this in the rules" });
        if let (Some(place), true) = (&place, shows_rules) {
            ui.weak(place.named());
        }
    });
    if !response.clicked() {
        return None;
    }
    match what {
        Some(what) => Some(Action::Playtest(Act::Why(Thing { what, name: cause.text.clone() }))),
        None => place.map(|place| TextMessage::ShowRule(place).into()),
    }
}
