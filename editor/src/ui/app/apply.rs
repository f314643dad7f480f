//! The one place where what panels ask for is done.

use interpreter::vm::random::derive_seed;

use super::{Action, App, Room, SEEDS, Wish};
use crate::drawing::Deed;
use crate::ui::dialog::Dialog;
use crate::ui::dialog::lost::Unsaved;
use crate::ui::draw::Act;
use crate::ui::race::Waiting;
use crate::ui::wanted::Wanted;

impl App {
    /// Does what was asked for.
    pub fn apply(&mut self, action: Action) {
        if clears_table(&action) && self.is_unsaved() {
            self.dialog = Some(Dialog::Unsaved(Box::new(Unsaved { then: action })));
            return;
        }
        let known = self.ruleset.as_ref().map(|r| r.addons.as_slice()).unwrap_or_default();
        match action {
            Action::Ruleset(name) => {
                self.wanted = Wanted { ruleset: name, ..Wanted::default() };
                self.read();
            }
            Action::Variant(n) => {
                if let Some(variant) = self.ruleset.as_ref().and_then(|r| r.manifest.variants.get(n)) {
                    self.wanted.take(known, variant);
                    self.build();
                }
            }
            Action::AsWritten => {
                self.wanted.addons.clear();
                self.wanted.settings.clear();
                self.build();
            }
            Action::Addon(name, on) => {
                self.wanted.switch(known, &name, on);
                self.build();
            }
            Action::Track(name) => {
                self.wanted.track = Some(name);
                self.build();
            }
            Action::Series(name) => {
                self.wanted.series = name;
                self.build();
            }
            Action::NextRace => self.next_race(),
            Action::Players(count) => {
                self.wanted.players = Some(count);
                self.build();
            }
            Action::Set(name, value) => {
                match value {
                    Some(value) => self.wanted.settings.insert(name, value),
                    None => self.wanted.settings.remove(&name),
                };
                self.build();
            }
            Action::Unset => {
                self.wanted.settings.clear();
                self.build();
            }
            Action::Seed(seed) => {
                self.seed = seed;
                self.build();
            }
            Action::NewRace => {
                let (camera, before) = (self.camera, self.left());
                self.seed = derive_seed(self.seed, 1) % SEEDS;
                self.build();
                match (&self.race, before) {
                    // The rules can't be played any more: the last good race goes on.
                    (None, Some(before)) => self.bring_back(before),
                    (Some(race), Some(before)) => {
                        if race.track_name == before.race.track_name {
                            self.camera = camera;
                        }
                        self.before = before.race.can_undo().then_some(before);
                    }
                    _ => {}
                }
            }
            Action::Restart => match self.left() {
                Some(before) => {
                    self.race = Some(before.race.again());
                    // One in which nothing was decided needs not be brought back.
                    if before.race.can_undo() {
                        self.before = Some(before);
                    }
                }
                None => self.build(),
            },
            Action::Reload => {
                self.read();
                self.draw_for_rules();
            }
            Action::Seat(seat, kind) => {
                if let Some(place) = self.seats.get_mut(seat) {
                    *place = kind;
                }
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
            Action::Undo => {
                self.play_on = false;
                match (&mut self.race, self.before.take()) {
                    (Some(race), before) if race.can_undo() => {
                        race.undo();
                        self.before = before;
                    }
                    (_, Some(before)) => self.bring_back(before),
                    _ => {}
                }
            }
            Action::NextTurn => {
                if let Some(race) = &mut self.race {
                    race.show_next_turn();
                }
            }
            Action::Skip => {
                if let Some(race) = &mut self.race {
                    race.skip();
                }
            }
            Action::Pace(pace) => self.pace = pace,
            Action::PlayOn(on) => self.play_on = on,
            Action::Look(camera) => self.camera = camera,
            Action::Draw => self.go_drawing(),
            Action::PlayDrawn => self.play_drawn(),
            Action::Play => self.room = Room::Play,
            Action::Board(act) => self.draw_act(act),
            Action::Copy => self.wishes.extend(self.copied().map(Wish::Copy)),
            Action::Cut => {
                self.apply(Action::Copy);
                self.draw_act(Act::Do(Deed::Delete { bridging: false }));
            }
            Action::Paste => self.wishes.push(Wish::Paste),
            Action::Save => drop(self.save()),
            Action::Quit => {
                self.may_close = true;
                self.wishes.push(Wish::Close);
            }
            Action::BeginTrack { ruleset, path, title, sheet } => self.draw_new(&ruleset, &path, &title, sheet),
            Action::BeginRuleset { from, name, title, library } => self.begin_ruleset(from, &name, &title, library),
            Action::BeginAddon { ruleset, name, title } => self.begin_addon(&ruleset, &name, &title),
            Action::OpenLibrary(library) => self.open_library(library),
            Action::DrawFile(path) => self.draw_file(&path),
            Action::SaveTo(path) => self.save_to(&path),
            Action::ExportTo { path, kind, options, dpi } => self.export(&path, kind, options, dpi),
            Action::SaveThen(then) => {
                if self.save() {
                    self.apply(*then);
                }
            }
            Action::LoseThen(then) => {
                self.clear_table();
                self.apply(*then);
            }
            Action::KeepMine => self.keep_mine(),
            Action::TakeTheirs => self.take_theirs(),
            Action::Restore(work) => self.restore(&work),
            Action::Forget(work) => self.forget(&work),
            Action::Theme(theme) => self.theme = theme,
            Action::Scale(scale) => self.scale = scale.clamp(75, 200),
            Action::ResetLayout => self.layouts.reset(),
            Action::Ask(ask) => self.dialog = Dialog::of(ask, self),
            Action::Close => self.dialog = None,
        }
    }
}

/// Whether it takes what is drawn from the table.
fn clears_table(action: &Action) -> bool {
    matches!(
        action,
        Action::BeginTrack { .. }
            | Action::BeginRuleset { .. }
            | Action::OpenLibrary(_)
            | Action::DrawFile(_)
            | Action::Restore(_)
            | Action::Quit
    )
}
