//! The one place where what panels ask for is done.

use std::sync::Arc;

use interpreter::ruleset::seat_name;
use interpreter::vm::random::derive_seed;

use super::shell::Wish;
use super::{App, SEEDS};
use crate::drawing::Deed;
use crate::drawing::tools::select::Mode;
use crate::figures::Side;
use crate::playtest::follow::Told;
use crate::playtest::wanted::Wanted;
use crate::playtest::{Act, Race};
use crate::ui::action::{Action, FileMessage, Pane, RaceMessage, Room, SetupMessage, Start, TextMessage};
use crate::ui::dialog::edit::EditForm;
use crate::ui::dialog::lost::Unsaved;
use crate::ui::dialog::notes::NoteForm;
use crate::ui::dialog::{About, Dialog, Notice};
use crate::ui::draw;

impl App {
    /// Does what was asked for.
    pub fn apply(&mut self, action: impl Into<Action>) {
        let action = action.into();
        // What is typed in cells belongs to the texts that are left.
        if action.leaves_library() || matches!(action, Action::Setup(SetupMessage::Ruleset(_))) {
            self.take_all_cells();
        }
        if action.clears_table() && self.is_unsaved() || action.leaves_library() && self.has_unsaved_texts() {
            self.shell.dialog = Some(Dialog::Unsaved(Box::new(Unsaved { then: action })));
            return;
        }
        self.go_on_to(action);
    }

    /// The same, whatever is lost by it.
    fn go_on_to(&mut self, action: Action) {
        match action {
            Action::Setup(message) => self.set_up(message),
            Action::Race(message) => self.race_on(message),
            Action::Text(message) => self.write(message),
            Action::File(message) => self.file(message),
            Action::Window(message) => self.shell.apply(message),
            Action::Ask(ask) => self.shell.dialog = self.with_around(|around| Dialog::of(ask, around)),
            Action::Reload => self.read_quietly(),
            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::Playtest(Act::Edit(edit)) => {
                if let Some(Err(why)) = self.sitting.on_race(|race| race.edit(&edit)) {
                    let why = self.in_words(&why);
                    self.shell.notice = Some(Notice::bad(format!("That can't be set: {why}")));
                }
            }
            Action::Playtest(act) => {
                if matches!(act, Act::Why(_)) {
                    self.shell.layouts.want(Pane::Why);
                }
                self.sitting.on_race(|race| race.act(act));
            }
            Action::Look(view) => self.view = view,
            Action::Follow(on) => self.follows = on,
            Action::Statistics(act) => self.statistics.act(act),
            Action::Draw => self.go_drawing(),
            Action::PlayDrawn => self.play_drawn(),
            Action::Play => self.shell.room = Room::Play,
            Action::Board(act) => self.draw_act(act),
            Action::Copy => self.shell.wishes.extend(self.copied().map(Wish::Copy)),
            Action::Cut => {
                // What goes with it comes back with it.
                let all = self.table.draw.as_mut().map(|draw| draw.desk.chosen_to_delete()).unwrap_or_default();
                self.draw_act(draw::Act::Do(Deed::Select(all, Mode::Replace)));
                self.apply(Action::Copy);
                self.draw_act(draw::Act::Do(Deed::Delete { bridging: false }));
            }
            Action::Zoom(factor) => self.shell.wishes.push(Wish::Zoom(factor)),
            Action::Paste => self.shell.wishes.push(Wish::Paste),
            Action::Save => self.save_all(),
            Action::Quit => {
                self.shell.may_close = true;
                self.shell.wishes.push(Wish::Close);
            }
            Action::SaveThen(then) => {
                // Only what would be lost: an empty sheet that nobody has drawn on needs no file.
                let is_drawn = self.is_unsaved() && then.clears_table();
                if (!is_drawn || self.save()) && (!then.leaves_library() || self.save_texts()) {
                    self.apply(*then);
                }
            }
            // What takes its place clears the table, once it is there.
            Action::LoseThen(then) => {
                if *then == Action::Quit {
                    self.lose_texts();
                    self.clear_table();
                }
                self.go_on_to(*then);
            }
        }
    }

    /// What is to be played.
    fn set_up(&mut self, message: SetupMessage) {
        let known = self.ruleset.as_ref().map(|r| r.addons.as_slice()).unwrap_or_default();
        match message {
            SetupMessage::Ruleset(name) => {
                // The same people sit there.
                let names = std::mem::take(&mut self.sitting.wanted.names);
                self.sitting.wanted = Wanted { ruleset: name, names, ..Wanted::default() };
                self.read();
            }
            SetupMessage::Variant(n) => {
                if let Some(variant) = self.ruleset.as_ref().and_then(|r| r.manifest.variants.get(n)) {
                    self.sitting.wanted.take(known, variant);
                    self.sitting.switched();
                }
            }
            SetupMessage::AsWritten => {
                self.sitting.wanted.addons.clear();
                self.sitting.wanted.settings.clear();
                self.sitting.switched();
            }
            SetupMessage::Addon(name, on) => {
                self.sitting.wanted.switch(known, &name, on);
                self.sitting.switched();
            }
            SetupMessage::Track(name) => {
                self.sitting.wanted.track = Some(name);
                self.sitting.begin_once_built(Told::anew("on another track"));
            }
            SetupMessage::Series(name) => {
                let what = if name.is_some() { "of a series" } else { "by itself" };
                self.sitting.wanted.series = name;
                self.sitting.begin_once_built(Told::anew(what));
            }
            SetupMessage::Players(count) => {
                self.sitting.wanted.players = Some(count);
                self.sitting.begin_once_built(Told::anew("with another number of players"));
            }
            SetupMessage::Name(seat, name) => {
                let name = seat_name(&name);
                let others = self.sitting.program_here().map(|program| program.names.clone()).unwrap_or_default();
                let is_taken = |(other, own): (usize, &Arc<str>)| other != seat && **own == *name;
                if others.iter().enumerate().any(is_taken) {
                    self.shell.notice = Some(Notice::bad(format!("“{name}” sits at the table already")));
                } else {
                    self.sitting.wanted.name(seat, &name);
                    self.sitting.switched();
                }
            }
            SetupMessage::Set(name, value) => {
                match value {
                    Some(value) => self.sitting.wanted.settings.insert(name, value),
                    None => self.sitting.wanted.settings.remove(&name),
                };
                self.sitting.switched();
            }
            SetupMessage::Unset => {
                self.sitting.wanted.settings.clear();
                self.sitting.switched();
            }
            SetupMessage::Seed(seed) => {
                let is_other = self.sitting.seed != seed;
                self.sitting.seed = seed;
                self.sitting.begin(Told::anew("with another seed").filter(|_| is_other));
            }
            SetupMessage::NoSeed(text) => {
                let text = format!("“{text}” is no seed: that is a whole number from 0 to {}", u64::MAX);
                self.shell.notice = Some(Notice::bad(text));
            }
        }
    }

    /// The race on the table.
    fn race_on(&mut self, message: RaceMessage) {
        match message {
            RaceMessage::NextRace => self.sitting.next_race(),
            RaceMessage::PinRulesOf(way) => {
                if let Some(tip) = self.sitting.tip(way) {
                    self.statistics.pinned = Side::of(&tip.stage.build);
                    self.shell.layouts.want(Pane::Statistics);
                }
            }
            RaceMessage::TakeUpPlaytest(number) => {
                self.sitting.take_up_playtest(number);
                self.open_wanted();
            }
            RaceMessage::NewRace => {
                self.sitting.seed = derive_seed(self.sitting.seed, 1) % SEEDS;
                self.sitting.begin(None);
            }
            RaceMessage::Restart => {
                if self.sitting.can_stay() {
                    self.saves.forget();
                }
                self.sitting.restart();
            }
            RaceMessage::Takes(takes) => self.sitting.takes = takes,
            RaceMessage::TakeOver(takes) => self.sitting.take_over_now(takes),
            RaceMessage::TakeOverNewest => self.sitting.take_over_newest(),
            RaceMessage::RevertChange => self.revert_change(),
            RaceMessage::HideTold => self.sitting.told = None,
            RaceMessage::Seat(seat, kind) => {
                if let Some(place) = self.sitting.seats.get_mut(seat) {
                    *place = kind;
                }
            }
            RaceMessage::Choose(_) | RaceMessage::Follow(_)
                if self.sitting.race.as_ref().is_some_and(|race| race.is_edited()) =>
            {
                let text = "The state is being edited: Done (Shift+F5) goes on with the race.";
                self.shell.notice = Some(Notice::of(About::Editing, text));
            }
            RaceMessage::Choose(option) => self.sitting.asked_race().into_iter().for_each(|race| race.choose(option)),
            RaceMessage::Follow(steps) => self.sitting.asked_race().into_iter().for_each(|race| race.follow(&steps)),
            RaceMessage::TakeSeat => self.sitting.race.iter_mut().for_each(Race::take_seat),
            RaceMessage::NextTurn => self.sitting.race.iter_mut().for_each(Race::show_next_turn),
            RaceMessage::SetByHand(thing) => {
                let form = self.sitting.race.as_ref().and_then(|race| EditForm::of(race, thing));
                self.shell.dialog = form.map(Dialog::Edit);
            }
            RaceMessage::ChangeNote(note) => {
                let form = self.sitting.race.as_ref().and_then(|race| NoteForm::change(race, &note));
                self.shell.dialog = form.map(Dialog::Note);
            }
            RaceMessage::Skip => self.sitting.race.iter_mut().for_each(Race::skip),
            RaceMessage::Pace(pace) => self.sitting.pace = pace,
            RaceMessage::PlayOn(on) => self.sitting.play_on = on,
            RaceMessage::Hint(on) => self.sitting.asked_race().into_iter().for_each(|race| race.want_hint(on)),
            RaceMessage::Odds(on) => self.sitting.with_odds = on,
        }
    }

    /// Texts of rules and data.
    fn write(&mut self, message: TextMessage) {
        match message {
            TextMessage::Write(name, text) => self.write_text(&name, text),
            TextMessage::AddTest { name, text, at } => self.add_test(&name, text, at),
            TextMessage::SaveTexts => drop(self.save_texts()),
            TextMessage::ShowRules => self.show_rules(),
            TextMessage::ShowText(name, range) => {
                self.show_rules();
                self.rules.go_to(&name, range);
            }
            TextMessage::PointAt(name, range) => {
                self.show_rules();
                self.rules.point_at(&name, range);
            }
            TextMessage::Step(again) => self.rules.step(again),
            TextMessage::Rules(order) => {
                self.show_rules();
                self.rules.order(order);
            }
            TextMessage::KeepText(name) => self.keep_text(&name),
            TextMessage::TakeText(name) => self.take_text(&name),
            TextMessage::ShowRule(place) => self.show_rule(&place),
        }
    }

    /// Tracks, rulesets and saved games.
    fn file(&mut self, message: FileMessage) {
        match message {
            FileMessage::BeginTrack { ruleset, path, title, start } => match start {
                Start::Blank(sheet) => self.draw_new(&ruleset, &path, &title, sheet),
                Start::Copy(from) => self.draw_copy(&ruleset, &from, &path, &title),
                Start::Trail(start) => self.draw_trail(&ruleset, &path, &title, &start.0, &start.1),
            },
            FileMessage::BeginRuleset { from, name, title, library } => self.begin_ruleset(from, &name, &title, library),
            FileMessage::BeginAddon { ruleset, name, title } => self.begin_addon(&ruleset, &name, &title),
            FileMessage::OpenLibrary(library) => self.open_library(library),
            FileMessage::PlayIn(library) => self.play_in(library),
            FileMessage::DrawFile(path) => self.draw_file(&path),
            FileMessage::SaveGame(path) => self.save_game(&path),
            FileMessage::ReportTo(path) => self.report_to(&path),
            FileMessage::OpenGame(path) => self.open_game(&path),
            FileMessage::SaveTo(path) => self.save_to(&path),
            FileMessage::ExportTo { path, kind, options, dpi } => self.export(&path, kind, options, dpi),
            FileMessage::ExportFigures(path) => self.export_figures(&path),
            #[cfg(feature = "print")]
            FileMessage::Print(wanted) => self.print(*wanted),
            FileMessage::Kit(list, change) => self.change_kit(list, &change),
            FileMessage::KeepMine => self.keep_mine(),
            FileMessage::TakeTheirs => self.take_theirs(),
            FileMessage::Restore(work) => self.restore(&work),
            FileMessage::Forget(work) => self.forget(&work),
        }
    }
}
