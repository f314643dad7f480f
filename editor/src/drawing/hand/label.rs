//! Label: click, and type.

use kurbo::Point;

use super::{Grip, HandKey, Pointer, PointerIs, Question, Shows, Table, Want};
use crate::drawing::document::Key;
use crate::drawing::edit::Edit;
use crate::drawing::hit::Hit;
use crate::drawing::layers;
use crate::drawing::tools::pen;

#[derive(Clone, Debug, Default)]
pub struct Label {
    asks: Option<Asked>,
}

/// A text being typed.
#[derive(Clone, Debug)]
struct Asked {
    at: Point,
    /// The label to change; `None` for a new one.
    key: Option<Key>,
    now: String,
}

impl Grip for Label {
    fn pointer(&mut self, table: &Table<'_>, pointer: Pointer) -> Vec<Want> {
        if matches!(pointer.is, PointerIs::Pressed) {
            let key = match table.places.at(pointer.at, 0.0) {
                Some(Hit::Decor(key)) => Some(key),
                _ => None,
            };
            let item = key.and_then(|key| table.document.item(key));
            let now = item.map(|item| item.title()).unwrap_or_default();
            let at = item.and_then(|item| item.at).unwrap_or_else(|| table.on_grid(&pointer, pointer.at));
            self.asks = Some(Asked { at, key, now });
        }
        vec![]
    }

    fn key(&mut self, _: &Table<'_>, key: HandKey) -> Option<Vec<Want>> {
        (key == HandKey::Escape && self.asks.take().is_some()).then(Vec::new)
    }

    fn shows(&self, _: &Table<'_>) -> Shows {
        let words = match self.asks {
            Some(_) => "Type the text; Enter places it, Escape cancels",
            None => "Click where a label should be, or click one to change its text",
        };
        Shows { shapes: vec![], words: words.to_owned() }
    }

    fn asks(&self) -> Option<Question> {
        let Asked { at, now, .. } = self.asks.as_ref()?;
        Some(Question { at: *at, asks: "Text of the label".to_owned(), now: now.clone() })
    }

    fn answer(&mut self, table: &Table<'_>, text: &str) -> Vec<Want> {
        let Some(Asked { at, key, .. }) = self.asks.take().filter(|_| !text.trim().is_empty()) else { return vec![] };
        match key {
            Some(key) => vec![Want::Edit(Edit::say(vec![key], "text", text))],
            None => {
                let add = pen::label(at, text, table.settings.letters, table.settings.label_layer);
                vec![Want::Edit(layers::shown(table.document, table.settings.label_layer, add)), Want::SelectNew]
            }
        }
    }
}
