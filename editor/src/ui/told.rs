//! Reports on the race after a change of rules, data, parameters or the track. They are strips above the board, in its own room, so that
//! nothing else moves under the pointer.

use egui::RichText;

use super::action::{Action, RaceMessage};
use super::app::App;
use super::editing;
use super::theme::{self, Theme};
use crate::playtest::Race;
use crate::playtest::Takes;
use crate::playtest::follow::{Outcome, Told};
use crate::playtest::wanted::{Difference, told as words};
use crate::ui::theme::strong;

/// The most notes that are shown without a foldable list.
const FEW: usize = 1;

/// Shows all strips.
pub fn strips_ui(ui: &mut egui::Ui, app: &App, race: &Race) -> Vec<Action> {
    let mut actions = vec![];
    let frame = |ui: &egui::Ui| egui::Frame::side_top_panel(ui.style()).inner_margin(egui::Margin::symmetric(10, 4));
    if race.is_edited() {
        let frame = frame(ui).fill(theme::between(ui.visuals().panel_fill, Theme::of(ui).offer, 0.25));
        egui::Panel::top("editing").frame(frame).show(ui, |ui| actions.extend(editing::editing_ui(ui, race)));
    }
    if app.rest.tells_broken {
        egui::Panel::top("broken").frame(frame(ui)).show(ui, broken_ui);
    }
    // A report on an earlier change would say that the race goes on otherwise.
    if let Some(told) = app.sitting.told.as_ref().filter(|_| !app.rest.tells_broken) {
        egui::Panel::top("told").frame(frame(ui)).show(ui, |ui| actions.extend(told_ui(ui, app, race, told)));
    }
    if let Some(changed) = app.sitting.changed_since() {
        egui::Panel::top("rules of then").frame(frame(ui)).show(ui, |ui| then_ui(ui, &words(&changed, app.sitting.live.texts())));
    }
    actions
}

/// Shows the report on the last change.
fn told_ui(ui: &mut egui::Ui, app: &App, race: &Race, told: &Told) -> Vec<Action> {
    let mut actions = vec![];
    let (text, is_bad) = text(told);
    let most = (ui.available_height() * 0.25).clamp(24.0, 110.0);
    ui.horizontal_wrapped(|ui| {
        if !told.changed.is_empty() && !is_all(&told.changed, &Difference::Track) && !is_all(&told.changed, &Difference::Looks) {
            ui.label(strong(format!("{}:", words(&told.changed, app.sitting.live.texts()))));
        }
        let text = RichText::new(race.in_words(&text));
        ui.label(if is_bad { text.color(Theme::of(ui).warning) } else { text });
        for (title, action) in buttons(app, &told.outcome) {
            if ui.small_button(title).clicked() {
                actions.push(action);
            }
        }
        if ui.small_button("Hide").clicked() {
            actions.push(Action::Race(RaceMessage::HideTold));
        }
    });
    if let Outcome::CarriedOver(notes, new) = &told.outcome {
        notes_ui(ui, race, notes, "did not fit", most);
        notes_ui(ui, race, new, "are new", most);
    }
    actions
}

/// Says that the newest text can't be played, and under which rules the race goes on.
fn broken_ui(ui: &mut egui::Ui) {
    let text = "The newest version can't be played. The race goes on under the last good rules.";
    ui.label(RichText::new(text).color(Theme::of(ui).warning));
}

/// Says that the moment on show was played under other rules, and what has changed since.
fn then_ui(ui: &mut egui::Ui, changed: &str) {
    ui.horizontal_wrapped(|ui| {
        if !changed.is_empty() {
            ui.label(strong(format!("Before {changed}:")));
        }
        ui.label(
            "This moment is shown under the rules of that time. If you play on from here, you get a branch under those rules.",
        );
    });
}

/// Returns the words of a report, and whether they are bad news.
fn text(Told { changed, outcome }: &Told) -> (String, bool) {
    let [new, old] = [true, false].map(|is_new| played_under(changed, is_new));
    match outcome {
        Outcome::CarriedOver(..) => (format!("The race goes on {new}, from the start of the turn."), false),
        Outcome::Replayed(None) => (format!("The race was replayed {new}. Every choice could be made again."), false),
        Outcome::Replayed(Some((choices, why))) => {
            let at = choices + 1;
            (format!("Replayed {new}, the race is different from choice {at} on: {why}."), true)
        }
        Outcome::Stuck(why) => (format!("The race goes on {old}: {why}."), true),
        Outcome::Begun(why) => (format!("{why}; a new race has begun {new}."), false),
        Outcome::Anew(what) => (format!("A new race {what} has begun."), false),
        Outcome::Held => ("The race is back as it was before the change.".to_owned(), false),
        Outcome::Series => (format!("The race is over; the next one of the series is played {new}."), false),
    }
}

/// What a race is played on, or under, after a change or without it.
fn played_under(changed: &[Difference], is_new: bool) -> &'static str {
    match is_new {
        true if is_all(changed, &Difference::Track) => "with the changed track",
        true if is_all(changed, &Difference::Looks) => "with the new looks",
        true => "under the new rules",
        false if is_all(changed, &Difference::Track) => "with the old track",
        false if is_all(changed, &Difference::Looks) => "with the old looks",
        false => "under the old rules",
    }
}

/// Whether this alone has changed.
fn is_all(changed: &[Difference], what: &Difference) -> bool {
    !changed.is_empty() && changed.iter().all(|difference| difference == what)
}

/// Returns the report's buttons.
fn buttons(app: &App, outcome: &Outcome) -> Vec<(&'static str, Action)> {
    let is_last = app.sitting.race.as_ref().is_some_and(|race| race.before_reload().is_some());
    let back = is_last.then_some(("Revert", Action::Undo)).into_iter();
    let (replay, carry) =
        (Action::Race(RaceMessage::TakeOver(Takes::Replay)), Action::Race(RaceMessage::TakeOver(Takes::CarryOver)));
    match outcome {
        Outcome::CarriedOver(..) => {
            let left = app.sitting.race.as_ref().is_some_and(|race| race.change_left_branch());
            let newest = left.then_some(("Apply at the newest moment instead", Action::Race(RaceMessage::TakeOverNewest)));
            back.chain(newest).chain([("Replay instead", replay)]).collect()
        }
        Outcome::Replayed(_) => back.chain([("Carry over instead", carry)]).collect(),
        Outcome::Stuck(_) => vec![("Replay under the new rules", replay), ("New race", Action::Race(RaceMessage::NewRace))],
        // Later, Undo would undo a choice in the new race.
        Outcome::Begun(_) if app.sitting.race.as_ref().is_some_and(|race| race.can_undo()) => vec![],
        Outcome::Begun(_) => vec![("Back to the last race", Action::Undo)],
        Outcome::Anew(_) => vec![("Back to the last race", Action::Undo)],
        Outcome::Held => vec![("Apply the change", Action::Race(RaceMessage::TakeOver(app.sitting.takes)))],
        Outcome::Series => vec![("Start a new series", Action::Race(RaceMessage::NewRace))],
    }
}

/// Says that the race on the table is not played under the rules that Setup and Statistics show; nothing if it is.
pub fn otherwise_ui(ui: &mut egui::Ui, app: &App) -> Option<Action> {
    let without = app.played_without();
    if without.is_empty() {
        return None;
    }
    let without = words(&without, app.sitting.live.texts());
    let text = format!("These are the current rules. The race on the table is played without this change: {without}.");
    ui.add(egui::Label::new(RichText::new(text).color(Theme::of(ui).warning)).wrap());
    let clicked = ui.small_button("Apply it to the race").clicked();
    ui.add_space(4.0);
    clicked.then_some(Action::Race(RaceMessage::TakeOver(app.sitting.takes)))
}

/// Shows what didn't fit, or what is new.
fn notes_ui(ui: &mut egui::Ui, race: &Race, notes: &[String], what: &str, most: f32) {
    let all_ui = |ui: &mut egui::Ui| notes.iter().for_each(|note| drop(ui.label(race.in_words(note))));
    if notes.len() <= FEW {
        return all_ui(ui);
    }
    let title = format!("{} things {what}", notes.len());
    egui::CollapsingHeader::new(title).id_salt(what).default_open(true).show(ui, |ui| {
        egui::ScrollArea::vertical().id_salt(what).max_height(most).auto_shrink([false, true]).show(ui, all_ui);
    });
}
