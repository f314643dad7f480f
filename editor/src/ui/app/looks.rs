//! Looks that are set at the drawing table: they are written into the manifest as if it were typed, with the undo of that text.

use std::sync::Arc;

use super::App;
use crate::drawing::subjects::TRACK;
use crate::drawing::{Deed, Edit};
use crate::text::appearance;
use crate::ui::action::Room;
use crate::ui::dialog::Notice;
use crate::ui::draw::{self, LookEdit};
use crate::ui::rules::Act;

impl App {
    /// The manifest of the game that is drawn for, if it is the one that is played, whose texts are at hand.
    fn manifest(&self) -> Option<(String, Arc<str>)> {
        let draw = self.table.draw.as_ref()?;
        let texts = self.sitting.live.texts();
        let name = format!("{}/game.ron", texts.name);
        (*draw.desk.document().header().text("ruleset") == *texts.name).then_some(())?;
        let text = texts.get(&name)?.as_ref().ok()?.clone();
        Some((name, text))
    }

    /// Whether a change of a look can be undone, and whether one can be redone; `None` where no look can be changed.
    pub fn look_steps(&mut self) -> Option<[bool; 2]> {
        let (name, text) = self.manifest()?;
        Some(self.rules.step_in(&name, &text, None, self.shell.now).0)
    }

    /// Whether Undo, or Redo if it is `true`, is for a look, because looks were the last thing that was changed at the drawing table.
    pub fn steps_look(&self, again: bool) -> bool {
        let version = self.table.draw.as_ref().map(|draw| draw.desk.drawing.version());
        let looks = self.table.looks.filter(|(of, _)| self.shell.room == Room::Draw && Some(*of) == version);
        looks.is_some_and(|(_, can)| can[usize::from(again)])
    }

    pub(super) fn set_look(&mut self, edit: &LookEdit) {
        if edit.of == TRACK {
            return self.set_track_look(edit);
        }
        let Some((name, before)) = self.manifest() else { return };
        match appearance::set(&before, &edit.of, edit.key, edit.value.as_deref()) {
            Some(change) => {
                let mut text = before.to_string();
                change.apply(&mut text);
                self.rules.open_text(&name, &before);
                self.write_text(&name, text.into());
                self.follow_looks();
            }
            None => {
                let text = format!("{name} can't be changed here: look at it as text (F7)");
                self.shell.notice = Some(Notice::bad(text));
            }
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
        let Some((name, text)) = self.manifest() else { return };
        let (_, acts) = self.rules.step_in(&name, &text, Some(again), self.shell.now);
        for act in acts {
            if let Act::Write(name, text) = act {
                self.write_text(&name, text);
            }
        }
        self.follow_looks();
    }

    /// A look was the last thing that was changed.
    fn follow_looks(&mut self) {
        let can = self.look_steps();
        self.table.looks = self.table.draw.as_ref().map(|draw| draw.desk.drawing.version()).zip(can);
    }
}
