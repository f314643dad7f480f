//! Looks and brushes that are set at the drawing table: they are written into the manifest and the rules as if they were typed, with the
//! undo of that text.

use std::path::Path;
use std::sync::Arc;

use super::App;
use super::table::LastText;
use crate::drawing::fields::quoted;
use crate::drawing::subjects::TRACK;
use crate::drawing::{Deed, Edit};
use crate::files;
use crate::text::edits::TextEdit;
use crate::text::{appearance, cases};
use crate::ui::action::Room;
use crate::ui::dialog::Notice;
use crate::ui::dialog::games::check_own;
use crate::ui::draw::{self, LookEdit};
use crate::ui::rules::Act;

impl App {
    /// The manifest of the game that is drawn for.
    fn manifest(&self) -> Option<(String, Arc<str>)> {
        let name = format!("{}/game.ron", self.table.draw.as_ref()?.desk.document().header().text("ruleset"));
        let text = self.text_of(&name)?;
        Some((name, text))
    }

    /// A text of the game that is drawn for, as it is typed. Another game than the one that is played has to lie in the library.
    fn text_of(&self, name: &str) -> Option<Arc<str>> {
        let desk = &self.table.draw.as_ref()?.desk;
        let game = desk.document().header().text("ruleset");
        let live = &self.sitting.live;
        if live.texts().name == game {
            return live.texts().get(name)?.as_ref().ok().cloned();
        }
        let typed = live.typed().find(|(typed, _)| *typed == name).map(|(_, typed)| &typed.mine);
        typed.or(desk.checker.source(name)).filter(|_| self.catalogue.library.has(&game)).cloned()
    }

    /// Whether a change of a look can be undone, and whether one can be redone; `None` where no look can be changed.
    pub fn look_steps(&mut self) -> Option<[bool; 2]> {
        let (name, text) = self.manifest()?;
        Some(self.rules.step_in(&name, &text, None, self.shell.now).0)
    }

    /// Whether Undo, or Redo if it is `true`, is for a text, because a look or a brush was the last thing that was changed at the table.
    pub fn steps_look(&self, again: bool) -> bool {
        let version = self.table.draw.as_ref().map(|draw| draw.desk.drawing.version());
        let last = self.table.text.as_ref().filter(|last| self.shell.room == Room::Draw && Some(last.since) == version);
        last.is_some_and(|last| last.can[usize::from(again)])
    }

    /// What is undone or redone then.
    pub fn last_text(&self) -> Option<String> {
        self.table.text.as_ref().map(|last| format!("a change of {}", last.name))
    }

    pub(super) fn set_look(&mut self, edit: &LookEdit) {
        if edit.of == TRACK {
            return self.set_track_look(edit);
        }
        let Some((name, before)) = self.manifest() else { return };
        match appearance::set(&before, &edit.of, edit.key, edit.value.as_deref()) {
            Some(change) if change.range.is_empty() && change.with.is_empty() => {}
            Some(change) => self.change_text(&name, &before, &change),
            None => {
                let text = format!("{name} can't be changed here: look at it as text (F7)");
                self.shell.notice = Some(Notice::bad(text));
            }
        }
    }

    /// Copies a file into the ruleset's folder, and makes it the icon of a look.
    pub(super) fn take_icon(&mut self, of: String, file: &Path) {
        match self.try_take_icon(file) {
            Ok(name) => self.set_look(&LookEdit { of, key: "icon", value: Some(quoted(&name)) }),
            Err(why) => self.shell.notice = Some(Notice::bad(format!("{} can't be an icon: {why}", file.display()))),
        }
    }

    fn try_take_icon(&mut self, file: &Path) -> Result<String, String> {
        let game = self.table.draw.as_ref().map(|draw| draw.desk.document().header().text("ruleset")).unwrap_or_default();
        let library = self.catalogue.library.clone();
        if !library.has(&game) {
            return Err(format!(
                "the rules of this track, “{game}”, lie elsewhere: open their folder first (File, Open folder…)"
            ));
        }
        check_own(&library)?;
        files::check_icon(file)?;
        let name = files::copy_into(file, &library.rulesets.join(&game).join(files::ICONS))?;
        if self.sitting.wanted.ruleset == game {
            self.read_quietly();
        }
        self.draw_for_rules();
        Ok(format!("{}/{name}", files::ICONS))
    }

    /// Writes a case into the rules, behind the last one of its enum.
    pub(super) fn add_brush(&mut self, of: &str, typed: &str) {
        if let Err(why) = self.try_add_brush(of, typed) {
            self.shell.notice = Some(Notice::bad(why));
        }
    }

    fn try_add_brush(&mut self, of: &str, typed: &str) -> Result<(), String> {
        let anew = || "The rules are being read: try once more".to_owned();
        let checker = self.table.draw.as_ref().map(|draw| draw.desk.checker.clone()).ok_or_else(anew)?;
        let kind = checker.ir().enums.iter().find(|kind| *kind.name == *of).ok_or_else(anew)?;
        let taken: Vec<&str> = kind.cases.iter().map(|case| &*case.name).collect();
        let new = cases::name(typed, &taken)?;
        // An add-on may have others.
        let last = kind.cases.iter().rev().find(|case| case.span.source == kind.span.source).ok_or_else(anew)?;
        let name = checker.source_name(last.span).to_owned();
        let before =
            self.text_of(&name).ok_or("The rules of this track lie elsewhere: open their folder first (File, Open folder…)")?;
        let place = last.span.start as usize..last.span.end as usize;
        let change = cases::add(&before, place, &last.name, &new).ok_or_else(anew)?;
        self.change_text(&name, &before, &change);
        let place = change.selected.start - new.len()..change.selected.start;
        self.shell.notice = Some(Notice::good(format!("{of}.{new} is written into {name}")).leading_to(&name, place));
        Ok(())
    }

    /// Changes a text as if it were typed.
    fn change_text(&mut self, name: &str, before: &Arc<str>, change: &TextEdit) {
        let mut text = before.to_string();
        change.apply(&mut text);
        self.rules.open_text(name, before);
        self.put_text(name, text.into());
        self.follow_text(name);
    }

    /// Takes a text of the game that is drawn for as if it were typed.
    fn put_text(&mut self, name: &str, text: Arc<str>) {
        let Some(before) = self.text_of(name) else { return };
        if self.sitting.live.texts().get(name).is_some() {
            self.write_text(name, text);
        } else {
            self.sitting.live.write_elsewhere(name, text, &before);
            self.draw_for_rules();
        }
    }

    /// Changes what the track on the table says of its board: a step of the drawing, as any other.
    fn set_track_look(&mut self, edit: &LookEdit) {
        let Some(draw) = &self.table.draw else { return };
        let board = draw.desk.document().header().get("board").cloned();
        let value = appearance::set_alone(board.as_deref(), edit.key, edit.value.as_deref()).map(Arc::from);
        self.draw_act(draw::Act::Do(Deed::Edit(Edit::Track { name: "board".into(), value })));
    }

    pub(super) fn step_looks(&mut self, again: bool) {
        if let Some((name, _)) = self.manifest() {
            self.step_text(&name, again);
        }
    }

    pub(super) fn step_last_text(&mut self, again: bool) {
        if let Some(name) = self.table.text.as_ref().map(|last| last.name.clone()) {
            self.step_text(&name, again);
        }
    }

    fn step_text(&mut self, name: &str, again: bool) {
        let Some(text) = self.text_of(name) else { return };
        let (_, acts) = self.rules.step_in(name, &text, Some(again), self.shell.now);
        for act in acts {
            if let Act::Write(name, text) = act {
                self.put_text(&name, text);
            }
        }
        self.follow_text(name);
    }

    /// This text was the last thing that was changed.
    fn follow_text(&mut self, name: &str) {
        let Some(text) = self.text_of(name) else { return };
        let (can, _) = self.rules.step_in(name, &text, None, self.shell.now);
        let since = self.table.draw.as_ref().map(|draw| draw.desk.drawing.version());
        self.table.text = since.map(|since| LastText { since, name: name.to_owned(), can });
    }
}
