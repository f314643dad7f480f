//! Picking a space on the board instead of typing its id: the next click is for a field, not for the tool in hand.

use std::sync::Arc;

use super::Draw;
use crate::drawing::desk::Deed;
use crate::drawing::fields::quoted;
use crate::drawing::hand::{HandKey, PointerIs};
use crate::drawing::tools::pen;
use crate::drawing::{Document, Edit, Fields, Item, Key, List, Schema};

/// The purpose of a picked space.
#[derive(Clone, PartialEq, Debug)]
pub enum Pick {
    /// The value of a field of these things.
    Field(Vec<Key>, Arc<str>),
    /// The value of a field of the track.
    TrackField(Arc<str>),
    /// The end of a new link of this kind from this space.
    LinkFrom(Arc<str>, Key),
}

impl Pick {
    /// Returns the edit that uses the space.
    fn edit(&self, document: &Document, schema: &Schema, space: &Item) -> Option<Edit> {
        let value = Some(Arc::from(quoted(&space.id)));
        match self {
            Pick::Field(keys, name) => Some(Edit::Set { keys: keys.clone(), name: name.clone(), value }),
            Pick::TrackField(name) => Some(Edit::TrackField { name: name.clone(), value }),
            Pick::LinkFrom(kind, from) => pen::link(document, schema, kind, &Fields::default(), *from, space.key),
        }
    }
}

impl Draw {
    /// While a pick is open, a click on the board picks a space and Esc gives up. All other deeds pass through.
    pub(super) fn picked(&mut self, deed: Deed) -> Option<Deed> {
        let Some(pick) = self.pick.clone() else { return Some(deed) };
        let key = match &deed {
            Deed::Key(HandKey::Escape) => {
                self.pick = None;
                return None;
            }
            Deed::Pointer(pointer) => match pointer.is {
                PointerIs::Pressed => self.desk.places().space_at(pointer.at, pointer.slack),
                PointerIs::Moved => return Some(deed),
                _ => None,
            },
            Deed::Select(keys, _) => keys.first().copied(),
            _ => return Some(deed),
        };
        let document = self.desk.document();
        let (.., space) = document.find(key?).filter(|(list, ..)| *list == List::Spaces)?;
        let edit = pick.edit(document, &self.desk.drawing.schema, space);
        self.pick = None;
        edit.map(Deed::Edit)
    }
}
