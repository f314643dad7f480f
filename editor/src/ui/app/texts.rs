//! The texts that are typed: saved, kept, and held against what somebody else has written.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::App;
use crate::live::NotSaved;
use crate::playtest::Place;
use crate::ui::action::{Pane, Room};
use crate::ui::dialog::torn::Torn;
use crate::ui::dialog::{Dialog, Notice};
use crate::ui::rules::{Act, RulesPane, Shown};

impl App {
    /// Takes what was typed in cells of tables that one has gone away from.
    pub(super) fn take_left_cells(&mut self, ctx: &egui::Context) {
        if self.rules.typed_in_tables().next().is_some() {
            self.take_cells(|rules, shown, _| rules.take_left(ctx, shown));
        }
    }

    /// Takes all that is typed in cells of tables.
    pub(super) fn take_all_cells(&mut self) {
        if self.rules.typed_in_tables().next().is_some() {
            self.take_cells(|rules, shown, now| rules.take_all(shown, now));
        }
    }

    fn take_cells(&mut self, take: impl FnOnce(&mut RulesPane, &Shown<'_>, f64) -> Vec<Act>) {
        let (newest, good) = (self.sitting.live.newest(), self.sitting.live.good());
        let shown = Shown { texts: self.sitting.live.texts(), newest, good, unsaved: &BTreeSet::new() };
        for act in take(&mut self.rules, &shown, self.shell.now) {
            if let Act::Write(name, text) = act {
                self.write_text(&name, text);
            }
        }
    }

    /// Writes all that was typed to its files; `false`: not all could be.
    pub(super) fn save_texts(&mut self) -> bool {
        self.take_all_cells();
        let names: Vec<String> = self.sitting.live.typed().map(|(name, _)| name.clone()).collect();
        let mut saved = vec![];
        for name in &names {
            match self.sitting.live.save(&self.catalogue.library, name) {
                Ok(()) => saved.push(name.as_str()),
                Err(NotSaved::Changed(theirs)) => {
                    self.shell.dialog = Some(Dialog::Torn(Torn::new(name, theirs)));
                    return false;
                }
                Err(NotSaved::Failed(why)) => {
                    self.shell.notice = Some(Notice::bad(format!("{name} can't be saved: {why}")));
                    return false;
                }
            }
        }
        self.keep_texts();
        if !saved.is_empty() {
            self.shell.notice = Some(Notice::good(format!("{} saved", saved.join(", "))));
        }
        if let Some(refused) = self.rules.refused_in_table() {
            self.shell.notice = Some(Notice::bad(format!("What is typed in a table can't be saved. {refused}")));
            return false;
        }
        true
    }

    /// Undoes the last change of the race in the texts and in the setup. Each text's own undo brings its change back.
    pub(super) fn revert_change(&mut self) {
        let before = self.sitting.revert_change();
        for (name, text) in &before {
            if let Some(Ok(now)) = self.sitting.live.texts().get(name) {
                self.rules.open_text(name, now);
            }
            self.write_text(name, text.clone());
        }
        let names: Vec<&str> = before.iter().map(|(name, _)| name.as_str()).collect();
        if !names.is_empty() {
            let text = format!("{}: reverted. Undo in the text brings the change back.", names.join(", "));
            self.shell.notice = Some(Notice::good(text));
        }
    }

    /// Adds a test to a text, where it begins in it: the text's own undo takes it out again.
    pub(super) fn add_test(&mut self, name: &str, with: Arc<str>, at: usize) {
        let Some(Ok(before)) = self.sitting.live.texts().get(name) else { return };
        self.rules.open_text(name, before);
        let test = with.get(at..).unwrap_or_default();
        let (title, end) = (test.split('"').nth(1).unwrap_or_default(), at + test.trim_end().len());
        self.shell.notice = Some(Notice::good(format!("Added to {name}: {title}")).leading_to(name, at..end));
        self.write_text(name, with);
    }

    /// Brings the texts to the front.
    pub(super) fn show_rules(&mut self) {
        self.shell.room = Room::Play;
        self.shell.layouts.want(Pane::Rules);
    }

    /// A line of the rules that the race is played under, where it stands in the text by now.
    pub(super) fn show_rule(&mut self, place: &Place) {
        self.show_rules();
        let place = place.clone().by_now(self.sitting.live.texts());
        self.rules.point_at(&place.file, place.span);
    }

    /// Writes a text over what somebody else has written; a copy of that is kept.
    pub(super) fn keep_text(&mut self, name: &str) {
        let kept = match self.catalogue.library.path(name).map(|path| self.table.keeper.put_aside(&path)).transpose() {
            Ok(kept) => kept.flatten(),
            Err(why) => {
                let text = format!("no copy of the other {name} can be kept, so nothing is written over: {why}");
                self.shell.notice = Some(Notice::bad(text));
                return;
            }
        };
        self.shell.notice = Some(match self.sitting.live.keep_mine(&self.catalogue.library, name) {
            Ok(()) => {
                let kept = kept.map(|kept| format!("; what the other program wrote is kept as {}", kept.display()));
                Notice::good(format!("{name} is saved as you typed it{}", kept.unwrap_or_default()))
            }
            Err(why) => Notice::bad(format!("{name} can't be saved: {why}")),
        });
        self.keep_texts();
    }

    /// Drops what was typed, for what somebody else has written; a copy of it is kept.
    pub(super) fn take_text(&mut self, name: &str) {
        let mine = self.sitting.live.typed().find(|(typed, _)| *typed == name).map(|(_, typed)| typed.mine.clone());
        let kept = match self
            .catalogue
            .library
            .path(name)
            .zip(mine)
            .map(|(path, mine)| self.table.keeper.keep_copy(&path, &mine))
            .transpose()
        {
            Ok(kept) => kept.flatten(),
            Err(why) => {
                let text = format!("no copy of what you typed can be kept, so it stays as it is: {why}");
                self.shell.notice = Some(Notice::bad(text));
                return;
            }
        };
        self.sitting.live.take_theirs(name);
        self.keep_texts();
        let kept = kept.map(|kept| format!("; what you typed is kept as {}", kept.display())).unwrap_or_default();
        self.shell.notice = Some(Notice::good(format!("{name} has been read again{kept}")));
    }

    /// Asks about what somebody else has written to a file that is typed in here, once for each.
    pub(super) fn ask_about_torn(&mut self) {
        if self.shell.dialog.is_some() {
            return;
        }
        if let Some((name, theirs)) = self.sitting.live.torn().into_iter().next() {
            self.sitting.live.look_past(&name);
            self.shell.dialog = Some(Dialog::Torn(Torn::new(&name, theirs)));
        }
    }

    /// Keeps what is typed and not saved, now and then.
    pub(super) fn keep_texts(&mut self) {
        let typed =
            self.sitting.live.typed().filter_map(|(name, typed)| Some((self.catalogue.library.path(name)?, typed.mine.clone())));
        self.table.keeper.keep_texts(&typed.collect(), self.shell.now);
    }

    /// Drops all that was typed and not saved.
    pub(super) fn lose_texts(&mut self) {
        let names: Vec<String> = self.sitting.live.typed().map(|(name, _)| name.clone()).collect();
        names.iter().for_each(|name| self.sitting.live.take_theirs(name));
        self.rules.drop_typed();
        self.keep_texts();
    }

    /// Names of the texts in which something is typed that is not saved.
    pub fn unsaved_texts(&self) -> BTreeSet<String> {
        let in_cells = self.rules.typed_in_tables().map(str::to_owned);
        self.sitting.live.typed().map(|(name, _)| name.clone()).chain(in_cells).collect()
    }

    /// Whether anything is drawn or typed that is not saved.
    pub fn has_unsaved(&self) -> bool {
        self.is_unsaved() || self.has_unsaved_texts()
    }

    pub(super) fn has_unsaved_texts(&self) -> bool {
        self.sitting.live.typed().next().is_some() || self.rules.typed_in_tables().next().is_some()
    }
}
