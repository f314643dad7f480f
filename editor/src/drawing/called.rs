//! What spaces are called in the window: as the board shows them. Nobody reads an id there, except where it is set.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use interpreter::data::track::called::{Named, NamedSpace, Places, names};

use super::document::{Document, Item, Key, List};
use crate::words::with_names;

/// What people call each space, by its id.
pub type Names = Arc<BTreeMap<Arc<str>, Arc<str>>>;

impl Document {
    /// What people call a space.
    pub fn called(&self, id: &str) -> String {
        self.names().get(id).map_or_else(|| id.to_owned(), |name| name.to_string())
    }

    /// What people call all spaces.
    pub(super) fn names(&self) -> &Names {
        self.names.get_or_init(|| self.name_spaces())
    }

    /// Names places as a game does from now on.
    pub fn name_as(&mut self, places: &Arc<Places>) {
        self.places = places.clone();
        self.names = Arc::default();
    }

    /// The same with places named as a game does.
    pub fn named_as(&self, places: &Arc<Places>) -> Cow<'_, Document> {
        if Arc::ptr_eq(&self.places, places) {
            return Cow::Borrowed(self);
        }
        let mut named = self.clone();
        named.name_as(places);
        Cow::Owned(named)
    }

    fn name_spaces(&self) -> Names {
        let mut by_id: BTreeMap<&str, usize> = BTreeMap::new();
        for (n, space) in self.spaces().iter().enumerate() {
            by_id.entry(&space.id).or_insert(n);
        }
        let spaces = self.spaces().iter().map(|space| NamedSpace {
            id: &space.id,
            name: space.fields.text("name").map(Into::into),
            at: space.at.map_or((0.0, 0.0), |at| (at.x, at.y)),
            says: space.fields.iter().map(|(name, value)| (&**name, (&**value).into())).collect(),
        });
        let of_ids = |ids: &[Arc<str>]| ids.iter().filter_map(|id| by_id.get(&**id).copied()).collect::<Vec<_>>();
        let steps = |link: &Arc<Item>| {
            link.steps().filter_map(|(from, to)| Some((*by_id.get(&**from)?, *by_id.get(&**to)?))).collect::<Vec<_>>()
        };
        let numbered = self.paths().iter().filter(|path| !path.fields.is_true("numbers_hidden"));
        let board = Named {
            spaces: spaces.collect(),
            links: self
                .links()
                .iter()
                .flat_map(|link| steps(link).into_iter().map(|(from, to)| (&*link.kind, from, to)))
                .collect(),
            paths: numbered.filter_map(|path| Some((path.fields.text("name")?.into(), of_ids(&path.spaces)))).collect(),
        };
        let names = names(&board, &self.places);
        // If several have the same id, it means the first.
        let all = self.spaces().iter().zip(names).rev().map(|(space, name)| (space.id.clone(), name));
        Arc::new(all.collect())
    }

    /// A thing's name for people.
    pub fn title(&self, key: Key) -> String {
        match self.find(key) {
            Some((List::Spaces, .., item)) => self.called(&item.id),
            Some((.., item)) => item.title(),
            None => String::new(),
        }
    }

    /// A message about the board as the window says it: with what spaces are called instead of their ids, and without marks around code.
    pub fn in_words(&self, message: &str) -> String {
        with_names(message, |id| self.space(id).map(|_| self.called(id)))
    }
}
