//! The strip at the foot of the window: what is played, and reports on the race after a change of rules, data, parameters or the track. It is
//! always there and always as high, so that nothing moves under the pointer.

use egui::RichText;

use super::action::{Action, RaceMessage};
use super::app::App;
use super::editing;
use super::theme::Theme;
use super::widget::sentence_ui;
use crate::playtest::Race;
use crate::playtest::Takes;
use crate::playtest::follow::{Outcome, Told};
use crate::playtest::wanted::{Difference, told as words};

/// Something that the strip tells.
#[derive(Clone, Copy)]
enum Report<'a> {
    Editing,
    Broken,
    Told(&'a Told),
    /// What has changed since the moment on show.
    Then(&'a [Difference]),
}

/// Shows the strip.
pub fn status_ui(ui: &mut egui::Ui, app: &App, race: &Race) -> Vec<Action> {
    let mut actions = vec![];
    let since = app.sitting.changed_since();
    let editing = race.is_edited().then_some(Report::Editing);
    // A report on an earlier change would say that the race goes on otherwise.
    let told = app.sitting.told.as_ref().map(Report::Told);
    let told = if app.rest.tells_broken { Some(Report::Broken) } else { told };
    let then = since.as_deref().map(Report::Then);
    let reports: Vec<Report<'_>> = editing.into_iter().chain(told).chain(then).collect();
    let height = ui.available_height();
    ui.allocate_ui_with_layout(ui.available_size(), egui::Layout::left_to_right(egui::Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        // Buttons are as high as the strip, and no higher.
        (ui.spacing_mut().button_padding.y, ui.spacing_mut().interact_size.y) = (1.0, height);
        for (n, report) in reports.iter().enumerate() {
            let width = ui.available_width() / (reports.len() - n) as f32;
            let row = egui::Layout::right_to_left(egui::Align::Center);
            ui.allocate_ui_with_layout(egui::vec2(width, height), row, |ui| {
                ui.set_min_width(width);
                match report {
                    Report::Editing => actions.extend(editing::editing_ui(ui, race)),
                    Report::Broken => broken_ui(ui),
                    Report::Told(told) => actions.extend(told_ui(ui, app, race, told)),
                    Report::Then(changed) => then_ui(ui, &words(changed, app.sitting.live.texts())),
                }
            });
        }
        if reports.is_empty() {
            played_ui(ui, app, race);
        }
    });
    actions
}

/// Says what is played.
fn played_ui(ui: &mut egui::Ui, app: &App, race: &Race) {
    let track = &race.track.name;
    let saved = if app.has_unsaved() { "not saved" } else { "saved" };
    let text = format!("{}  ·  {track}  ·  seed {}  ·  rules {saved}", race.program.ir.game.title, race.seed());
    ui.add(egui::Label::new(RichText::new(text).weak()).truncate());
}

/// Shows the report on the last change, with its buttons before it, as the strip is filled from the right.
fn told_ui(ui: &mut egui::Ui, app: &App, race: &Race, told: &Told) -> Vec<Action> {
    let mut actions = vec![];
    if ui.small_button("Hide").clicked() {
        actions.push(Action::Race(RaceMessage::HideTold));
    }
    for (title, help, action) in buttons(app, told).into_iter().rev() {
        if ui.small_button(title).on_hover_text(help).clicked() {
            actions.push(action);
        }
    }
    if let Outcome::CarriedOver(notes, new) = &told.outcome {
        notes_ui(ui, race, new, "new");
        notes_ui(ui, race, notes, "left out");
    }
    let (text, is_bad) = text(told);
    let mut text = race.in_words(&text);
    if let Outcome::CarriedOver(notes, new) = &told.outcome {
        for note in [notes, new].into_iter().filter(|notes| notes.len() <= FEW).flatten() {
            text.push_str(&format!(" {}", race.in_words(note)));
        }
    }
    let is_said =
        !told.changed.is_empty() && !is_all(&told.changed, &Difference::Track) && !is_all(&told.changed, &Difference::Looks);
    let changed = is_said.then(|| format!("{}:", words(&told.changed, app.sitting.live.texts())));
    let text = RichText::new(text);
    sentence_ui(ui, changed, if is_bad { text.color(Theme::of(ui).warning) } else { text });
    actions
}

/// Says that the newest text can't be played, and under which rules the race goes on.
fn broken_ui(ui: &mut egui::Ui) {
    let text = "The newest version can't be played. The race goes on under the last good rules.";
    sentence_ui(ui, None, RichText::new(text).color(Theme::of(ui).warning));
}

/// Says that the moment on show was played under other rules, and what has changed since.
fn then_ui(ui: &mut egui::Ui, changed: &str) {
    let text = "This moment is shown under the rules of that time. If you play on from here, you get a branch under those rules.";
    sentence_ui(ui, Some(format!("Before {changed}:")).filter(|_| !changed.is_empty()), text);
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
        Outcome::Held if changed.is_empty() => ("The race is back as it was before the change.".to_owned(), false),
        Outcome::Held => (format!("The race goes on {old}, as it was before the change."), false),
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

/// A button of a report: its title, its help and its action.
type Button = (&'static str, &'static str, Action);

/// Returns the report's buttons.
fn buttons(app: &App, told: &Told) -> Vec<Button> {
    let (race, outcome) = (app.sitting.race.as_ref(), &told.outcome);
    let is_last = race.is_some_and(|race| race.before_reload().is_some());
    let back = back(app, told);
    let back = back.into_iter().filter(|_| is_last);
    let take = |title, takes| (title, TAKES, Action::Race(RaceMessage::TakeOver(takes)));
    let new_race = |title| (title, "", Action::Race(RaceMessage::NewRace));
    match outcome {
        Outcome::CarriedOver(..) => {
            let left = race.is_some_and(|race| race.change_left_branch());
            let help = "The change applies where the race stood, instead of at the moment that was on show";
            let newest = ("Apply at the newest moment instead", help, Action::Race(RaceMessage::TakeOverNewest));
            let replay = take("Replay instead", Takes::Replay);
            back.chain(left.then_some(newest)).chain([replay]).collect()
        }
        Outcome::Replayed(_) => back.chain([take("Carry over instead", Takes::CarryOver)]).collect(),
        Outcome::Stuck(_) => {
            let replay = take("Replay under the new rules", Takes::Replay);
            revert(app, told).into_iter().chain([replay, new_race("New race")]).collect()
        }
        // Later, Undo would undo a choice in the new race.
        Outcome::Begun(_) if race.is_some_and(|race| race.can_undo()) => vec![],
        Outcome::Begun(_) | Outcome::Anew(_) => vec![("Back to the last race", "", Action::Undo)],
        Outcome::Held => [take("Apply the change", app.sitting.takes)].into_iter().chain(revert(app, told)).collect(),
        Outcome::Series => vec![new_race("Start a new series")],
    }
}

/// How a race can take up a change, whichever button says so.
const TAKES: &str = "Carried over, the race goes on from the start of the turn. Replayed, it is played again from its start with the same luck \
    and the same choices.";

/// Returns the ways back from a change: undoing it where it was made, and leaving it there while the race goes on without it.
fn back(app: &App, told: &Told) -> Vec<Button> {
    let keep = match &told.changed {
        changed if is_all(changed, &Difference::Track) => "Keep playing on the old track",
        changed if is_all(changed, &Difference::Looks) => "Keep playing with the old looks",
        _ => "Keep playing the old rules",
    };
    let help = "The race goes on as it was. The files keep the change, and you can apply it later.";
    if told.changed.iter().any(|difference| is_in_file(app, difference)) {
        revert(app, told).into_iter().chain([(keep, help, Action::Undo)]).collect()
    } else {
        vec![("Revert change", "The setup and the race are as they were before the change.", Action::Undo)]
    }
}

/// Returns the button that undoes a change in the texts. What is drawn is undone at the drawing table.
fn revert(app: &App, told: &Told) -> Option<Button> {
    let is_drawn = told.changed.contains(&Difference::Track);
    let is_in_file = told.changed.iter().any(|difference| is_in_file(app, difference));
    let help = "The texts, the setup and the race are as they were before the change. Undo in a text brings it back.";
    (is_in_file && !is_drawn).then_some(("Revert change", help, Action::Race(RaceMessage::RevertChange)))
}

/// Whether something was changed in a file, and not in the setup.
fn is_in_file(app: &App, difference: &Difference) -> bool {
    match difference {
        Difference::Line(_) | Difference::Track | Difference::Looks => true,
        Difference::Named(name) => app.sitting.live.texts().get(name).is_some(),
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

/// The most notes that stand in the strip itself.
const FEW: usize = 1;

/// Shows what didn't fit, or what is new, behind a button that counts it.
fn notes_ui(ui: &mut egui::Ui, race: &Race, notes: &[String], what: &str) {
    if notes.len() <= FEW {
        return;
    }
    let all = || notes.iter().map(|note| race.in_words(note));
    let title = format!("{} {what}", notes.len());
    let button = ui.menu_button(title, |ui| {
        ui.set_max_width(420.0);
        egui::ScrollArea::vertical().max_height(260.0).show(ui, |ui| all().for_each(|note| drop(ui.label(note))));
    });
    button.response.on_hover_ui(|ui| all().for_each(|note| drop(ui.label(note))));
}
