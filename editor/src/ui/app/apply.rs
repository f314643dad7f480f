//! The one place where what panels ask for is done.

use interpreter::vm::random::derive_seed;

use super::shell::Wish;
use super::{App, SEEDS};
use crate::drawing::Deed;
use crate::ui::action::{Action, Room};
use crate::ui::dialog::edit::EditForm;
use crate::ui::dialog::lost::Unsaved;
use crate::ui::dialog::{Dialog, Notice};
use crate::ui::draw;
use crate::ui::layout::Pane;
use crate::ui::race::{Act, Waiting};
use crate::ui::wanted::Wanted;

impl App {
    /// Does what was asked for.
    pub fn apply(&mut self, action: Action) {
        // What is typed in cells belongs to the texts that are left.
        if action.leaves_library() || matches!(action, Action::Ruleset(_)) {
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
        let known = self.ruleset.as_ref().map(|r| r.addons.as_slice()).unwrap_or_default();
        match action {
            Action::Ruleset(name) => {
                self.wanted = Wanted { ruleset: name, ..Wanted::default() };
                self.read();
            }
            Action::Variant(n) => {
                if let Some(variant) = self.ruleset.as_ref().and_then(|r| r.manifest.variants.get(n)) {
                    self.wanted.take(known, variant);
                    self.switched();
                }
            }
            Action::AsWritten => {
                self.wanted.addons.clear();
                self.wanted.settings.clear();
                self.switched();
            }
            Action::Addon(name, on) => {
                self.wanted.switch(known, &name, on);
                self.switched();
            }
            Action::Track(name) => {
                self.wanted.track = Some(name);
                self.anew("on another track");
            }
            Action::Series(name) => {
                let what = if name.is_some() { "of a series" } else { "by itself" };
                self.wanted.series = name;
                self.anew(what);
            }
            Action::NextRace => self.next_race(),
            Action::Players(count) => {
                self.wanted.players = Some(count);
                self.anew("with another number of players");
            }
            Action::Set(name, value) => {
                match value {
                    Some(value) => self.wanted.settings.insert(name, value),
                    None => self.wanted.settings.remove(&name),
                };
                self.switched();
            }
            Action::Unset => {
                self.wanted.settings.clear();
                self.switched();
            }
            Action::Seed(seed) => {
                let is_other = self.seed != seed;
                self.seed = seed;
                self.again(is_other.then_some("with another seed"));
            }
            Action::NewRace => {
                self.seed = derive_seed(self.seed, 1) % SEEDS;
                self.again(None);
            }
            Action::Restart => self.restart(),
            Action::Reload => self.read_quietly(),
            Action::Write(name, text) => self.write_text(&name, text),
            Action::AddTest { name, text, at } => self.add_test(name, text, at),
            Action::SaveTexts => drop(self.save_texts()),
            Action::ShowRules => self.show_rules(),
            Action::ShowText(name, range) => {
                self.show_rules();
                self.rules.go_to(&name, range);
            }
            Action::PointAt(name, range) => {
                self.show_rules();
                self.rules.point_at(&name, range);
            }
            Action::Rules(order) => {
                self.show_rules();
                self.rules.order(order);
            }
            Action::KeepText(name) => self.keep_text(&name),
            Action::TakeText(name) => self.take_text(&name),
            Action::Takes(takes) => self.follow.takes = takes,
            Action::TakeOver(takes) => self.take_over_now(takes),
            Action::HideTold => self.follow.told = None,
            Action::Seat(seat, kind) => {
                if let Some(place) = self.seats.get_mut(seat) {
                    *place = kind;
                }
            }
            Action::Choose(_) | Action::Follow(_) if self.race.as_ref().is_some_and(|race| race.is_edited()) => {
                let text = "The state is being edited: Done (Shift+F5) goes on with the race.";
                self.shell.notice = Some(Notice::bad(text));
            }
            Action::Choose(option) => {
                if let Some(race) = self.race.as_mut().filter(|r| r.waiting(self.pace) == Waiting::Person) {
                    race.choose(option, true);
                }
            }
            Action::Follow(steps) => {
                if let Some(race) = self.race.as_mut().filter(|r| r.waiting(self.pace) == Waiting::Person) {
                    race.follow(&steps);
                }
            }
            Action::TakeSeat => {
                if let Some(race) = &mut self.race {
                    race.take_seat();
                }
            }
            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::NextTurn => {
                if let Some(race) = &mut self.race {
                    race.show_next_turn();
                }
            }
            Action::SetByHand(thing) => {
                let form = self.race.as_ref().and_then(|race| EditForm::of(race, thing));
                self.shell.dialog = form.map(Dialog::Edit);
            }
            Action::Playtest(Act::Edit(edit)) => {
                let program = self.program_played();
                if let Some(Err(why)) = self.race.as_mut().map(|race| race.edit(&edit)) {
                    self.shell.notice = Some(Notice::bad(format!("That can't be set: {why}")));
                }
                self.followed_back(program.as_ref());
            }
            Action::Playtest(act) => {
                if matches!(act, Act::Why(_)) {
                    self.shell.layouts.want(Pane::Why);
                }
                let program = self.program_played();
                if let Some(race) = &mut self.race {
                    race.act(act);
                }
                self.followed_back(program.as_ref());
            }
            Action::ShowRule(place) => self.show_rule(&place),
            Action::Skip => {
                if let Some(race) = &mut self.race {
                    race.skip();
                }
            }
            Action::Pace(pace) => self.pace = pace,
            Action::PlayOn(on) => self.play_on = on,
            Action::Look(camera) => self.camera = camera,
            Action::Statistics(act) => self.statistics.act(act),
            Action::Draw => self.go_drawing(),
            Action::PlayDrawn => self.play_drawn(),
            Action::Play => self.shell.room = Room::Play,
            Action::Board(act) => self.draw_act(act),
            Action::Copy => self.shell.wishes.extend(self.copied().map(Wish::Copy)),
            Action::Cut => {
                self.apply(Action::Copy);
                self.draw_act(draw::Act::Do(Deed::Delete { bridging: false }));
            }
            Action::Paste => self.shell.wishes.push(Wish::Paste),
            Action::Save => self.save_all(),
            Action::Quit => {
                self.shell.may_close = true;
                self.shell.wishes.push(Wish::Close);
            }
            Action::BeginTrack { ruleset, path, title, sheet } => self.draw_new(&ruleset, &path, &title, sheet),
            Action::BeginRuleset { from, name, title, library } => self.begin_ruleset(from, &name, &title, library),
            Action::BeginAddon { ruleset, name, title } => self.begin_addon(&ruleset, &name, &title),
            Action::OpenLibrary(library) => self.open_library(library),
            Action::PlayIn(library) => self.play_in(library),
            Action::DrawFile(path) => self.draw_file(&path),
            Action::SaveGame(path) => self.save_game(&path),
            Action::OpenGame(path) => self.open_game(&path),
            Action::SaveTo(path) => self.save_to(&path),
            Action::ExportTo { path, kind, options, dpi } => self.export(&path, kind, options, dpi),
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
            Action::KeepMine => self.keep_mine(),
            Action::TakeTheirs => self.take_theirs(),
            Action::Restore(work) => self.restore(&work),
            Action::Forget(work) => self.forget(&work),
            Action::Theme(theme) => self.shell.theme = theme,
            Action::Scale(scale) => self.shell.scale = scale.clamp(75, 200),
            Action::ResetLayout => self.shell.layouts.reset(),
            Action::FoldCards(on) => self.shell.layouts.fold(on),
            Action::Ask(ask) => self.shell.dialog = self.with_around(|around| Dialog::of(ask, around)),
            Action::Close => self.shell.dialog = None,
        }
    }
}
