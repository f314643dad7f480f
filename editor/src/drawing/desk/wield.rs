//! The tool in hand: what it sees and shows, and what becomes of its wants.

use std::sync::Arc;

use super::{Deed, Desk};
use crate::drawing::document::Item;
use crate::drawing::hand::{Hand, HandKey, LinePart, Shows, Table, Tool, Want};
use crate::drawing::kit::Stamp;

impl Desk {
    /// The part of the line in hand under the pointer.
    pub fn line_part(&self) -> Option<LinePart> {
        self.hand.line_part(&self.table(), self.over?)
    }

    /// Whether things are being moved. Until they rest, the inspector and the list of problems don't look at them again.
    pub fn is_moving(&self) -> bool {
        self.hand.is_moving() && self.drawing.is_dragging(self.hand.drag)
    }

    /// What the tool shows above the board, with hints.
    pub fn shows(&mut self) -> Shows {
        if !self.hand.is_moving() {
            self.places();
        }
        self.hand.shows(&self.table())
    }

    /// What a tool can see.
    pub(super) fn table(&self) -> Table<'_> {
        Table {
            document: self.drawing.document(),
            begun: self.drawing.begun(self.hand.drag),
            schema: &self.drawing.schema,
            places: &self.places,
            selected: &self.selected,
            settings: &self.hand.settings,
            manifest: self.manifest(),
            slack: self.hand.slack(),
        }
    }

    /// Lets the tool act, and does what it wants.
    pub(super) fn wield(&mut self, act: impl FnOnce(&mut Hand, &Table<'_>) -> Vec<Want>) -> Result<(), String> {
        // Moving things aren't snap targets, and everything else stays where it is.
        if !self.hand.is_moving() {
            self.places();
        }
        let mut hand = self.hand.clone();
        let wants = act(&mut hand, &self.table());
        self.hand = hand;
        self.fulfil(wants)
    }

    pub(super) fn fulfil(&mut self, wants: Vec<Want>) -> Result<(), String> {
        let first_new = self.document().next_key;
        for want in wants {
            match want {
                Want::Edit(edit) => {
                    let spaces = self.document().spaces().len();
                    self.drawing.edit(&edit)?;
                    if self.hand.tool.draws_spaces() && self.document().spaces().len() > spaces {
                        self.hand.settings.worn.insert(self.hand.tool);
                        // The next line may be a branch: it comes round only if that is asked for again.
                        self.hand.settings.is_closed = false;
                    }
                }
                Want::Drag(edit) => {
                    let made = self.drawing.drag(self.hand.drag, &edit);
                    self.dragged(made)?;
                }
                Want::Pull(edit) => {
                    let made = self.drawing.pull(self.hand.drag, &edit);
                    self.dragged(made)?;
                }
                Want::EndDrag => {
                    self.drawing.end_drag();
                    self.hand.drag += 1;
                }
                Want::CancelDrag => {
                    self.drawing.cancel_drag(self.hand.drag);
                    self.hand.drag += 1;
                }
                Want::Select(keys) => self.selected = keys,
                Want::PickUp(key) => {
                    let called = |item: &Arc<Item>| self.document().called(&item.id).into();
                    let stamp = |item: &Arc<Item>| Stamp { name: called(item), fields: item.fields.clone(), is_whole: true };
                    self.hand.settings.stamp = self.document().item(key).map(stamp).map(Arc::new);
                }
                Want::SelectNew => self.selected = self.keys().filter(|key| key.0 >= first_new).collect(),
                Want::Refuse(why) => {
                    if self.hand.tool.draws_spaces() {
                        self.hand.settings.unused(self.hand.tool, false);
                    }
                    return Err(why);
                }
            }
        }
        Ok(())
    }

    pub(super) fn dragged(&mut self, made: Result<bool, String>) -> Result<(), String> {
        if made.is_err() && !self.drawing.is_dragging(self.hand.drag) {
            // The drag can't even begin, so whatever follows would be done to the wrong things.
            self.hand.take(self.hand.tool);
        }
        made.map(drop)
    }

    /// A key for the tool. Escape works step by step: it ends what the tool is doing, then puts the tool down, then clears the selection.
    pub(super) fn key(&mut self, key: HandKey) -> Result<(), String> {
        self.places();
        let mut hand = self.hand.clone();
        let wants = hand.key(&self.table(), key);
        if key == HandKey::Escape && self.hand.tool.draws_spaces() && self.hand.is_under_way() {
            hand.settings.unused(hand.tool, false);
        }
        self.hand = hand;
        match wants {
            Some(wants) => return self.fulfil(wants),
            None if key == HandKey::Escape && self.hand.tool != Tool::Select => self.hand.take(Tool::Select),
            None if key == HandKey::Escape => self.selected.clear(),
            None if key == HandKey::Backspace && self.hand.tool == Tool::Select && !self.selected.is_empty() => {
                return self.make(Deed::Delete { bridging: false });
            }
            None => {}
        }
        Ok(())
    }

    /// Ends the current drag where it is.
    pub(super) fn let_go(&mut self) {
        self.drawing.end_drag();
        self.hand.drag += 1;
    }
}
