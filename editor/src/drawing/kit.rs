//! The stamps and templates of a ruleset, and the files that hold them: maps from names to fields, which can also be written by hand. A
//! change leaves everything else in them as it was, comments included.

use std::sync::Arc;

use interpreter::data::node::{Node, Shape};
use interpreter::data::track::kit::{STAMPS, TEMPLATES, entries};
use interpreter::source::SourceId;
use kurbo::{Affine, Point};

use super::document::{Content, Document, Key, List};
use super::edit::{self, Edit};
use super::fields::{Fields, quoted};
use super::notes::comments;
use super::schema::Schema;
use super::tools::clip;
use super::{Checker, write};
use crate::board::Board;

/// Several values to paint at once.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Stamp {
    /// The stamp's name, or the id of the space it was picked up from.
    pub name: Arc<str>,
    pub fields: Fields,
    /// Whether it was picked up: everything that it doesn't say becomes the default.
    pub is_whole: bool,
}

/// A part of a track, to place again and again.
#[derive(Clone, Debug)]
pub struct Template {
    pub name: Arc<str>,
    pub part: Document,
    /// The part as it is printed.
    pub board: Arc<Board>,
}

impl PartialEq for Template {
    fn eq(&self, other: &Template) -> bool {
        self.name == other.name && self.part == other.part
    }
}

/// The two lists of a kit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KitList {
    Stamps,
    Templates,
}

/// A change of a kit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KitChange {
    /// Adds this value under this name.
    Add(String, String),
    Rename {
        from: String,
        to: String,
    },
    Remove(String),
}

impl KitList {
    /// The file in the ruleset's folder.
    pub fn file(self) -> &'static str {
        match self {
            KitList::Stamps => STAMPS,
            KitList::Templates => TEMPLATES,
        }
    }

    /// What one of them is called.
    pub fn title(self) -> &'static str {
        match self {
            KitList::Stamps => "stamp",
            KitList::Templates => "template",
        }
    }

    /// The file before the first one.
    fn begun(self) -> &'static str {
        match self {
            KitList::Stamps => "// Stamps for the drawing table: several values of a space under one name.\n{\n}\n",
            KitList::Templates => "// Templates for the drawing table: parts of tracks.\n{\n}\n",
        }
    }
}

impl Stamp {
    /// All stamps of a ruleset, in the order of the file.
    pub fn all(checker: &Checker) -> Vec<Stamp> {
        let named = entries(checker.text(STAMPS).unwrap_or_default()).into_iter();
        let read = named.filter_map(|named| Some((named.name, Fields::read(&named.written)?)));
        read.map(|(name, fields)| Stamp { name, fields, is_whole: false }).collect()
    }

    /// What is worth keeping of a space's values, as a stamp is written; `None` if there is nothing. What tools fill in, what the rules
    /// work out, and other spaces belong to the place.
    pub fn written(said: &Fields, schema: &Schema) -> Option<String> {
        let mut fields = Fields::default();
        for field in schema.space.iter().filter(|field| field.drawn.is_none() && !field.is_computed && !field.names_spaces()) {
            let value = said.get(&field.name).filter(|value| !field.is_default(value));
            fields.set(&field.name, value.cloned());
        }
        (!fields.is_empty()).then(|| fields.written())
    }

    /// What it sets, field by field; `None` removes a field.
    pub fn sets(&self, schema: &Schema) -> Vec<(Arc<str>, Option<Arc<str>>)> {
        if !self.is_whole {
            return self.fields.iter().map(|(name, value)| (name.clone(), Some(value.clone()))).collect();
        }
        let fields = schema.space.iter().filter(|field| field.drawn.is_none() && !field.is_computed);
        fields.map(|f| (f.name.clone(), self.fields.get(&f.name).cloned().or_else(|| f.default.clone()))).collect()
    }
}

impl Template {
    /// All templates of a ruleset, in the order of the file.
    pub fn all(checker: &Checker) -> Vec<Template> {
        let named = entries(checker.text(TEMPLATES).unwrap_or_default()).into_iter();
        named
            .filter_map(|named| {
                let part = clip::read(&named.written).ok()?;
                let board = Arc::new(Board::drawn(&part, &checker.schema, checker.manifest()));
                Some(Template { name: named.name, part, board })
            })
            .collect()
    }

    /// These things as a template is written; `None` if none of them has a place.
    pub fn written(document: &Document, keys: &[Key]) -> Option<String> {
        let mut part = clip::part(document, keys);
        let has_place = part.spaces().iter().chain(part.decor()).any(|item| item.at.is_some());
        Arc::make_mut(&mut part.header).entries.retain(|entry| matches!(entry.is, Content::List(_)) || *entry.name == *"tile");
        has_place.then(|| write::text(&part).trim().replace('\n', "\n    "))
    }

    /// What places it with its middle at a point of a track with tiles of this side. Its distances and sizes are those of the tiles that it
    /// was made for, if it says so.
    pub fn laid(&self, at: Point, tile: f64) -> Option<Affine> {
        let scale = self.part.header().tile().map_or(1.0, |own| tile / own);
        let middle = clip::middle(&self.part)?.to_vec2();
        Some(Affine::translate(at.to_vec2()) * Affine::scale(scale) * Affine::translate(-middle))
    }

    /// The same after an edit of everything in it, such as a rotation.
    pub fn arranged(&self, schema: &Schema, edit: impl FnOnce(&Document, &[Key]) -> Edit) -> Option<Template> {
        let lists = [List::Spaces, List::Decor].into_iter().flat_map(|list| self.part.list(list));
        let keys: Vec<Key> = lists.map(|item| item.key).collect();
        let part = edit::apply(&self.part, schema, &edit(&self.part, &keys)).ok()?;
        Some(Template { part, ..self.clone() })
    }
}

/// The text of a file of stamps or templates after a change. `old` is `None` if there is no such file.
///
/// # Errors
/// Why it can't be changed.
pub fn changed(list: KitList, old: Option<&str>, change: &KitChange) -> Result<String, String> {
    let old = old.filter(|old| !old.trim().is_empty()).unwrap_or(list.begun());
    let file = list.file();
    let node = Node::parse(SourceId(0), old).map_err(|problem| format!("{file} has an error: {}", problem.message))?;
    if node.shape() != Shape::Map {
        return Err(format!("{file} is no map from names to values: mend it first"));
    }
    let entries = node.entries();
    let place = |name: &str| entries.iter().position(|(key, _)| key.name().is_some_and(|key| key == name));
    let taken = |name: &str| if place(name).is_some() { Err(format!("{name:?} is there already")) } else { Ok(()) };
    let missing = |name: &str| format!("{file} has no {name:?} any more");
    match change {
        KitChange::Add(name, written) => {
            taken(name)?;
            let end = node.span().end as usize - 1;
            let line = old[..end].rfind('\n').map_or(0, |at| at + 1);
            let has_own_line = line > node.span().start as usize && old[line..end].trim().is_empty();
            let at = if has_own_line { line } else { end };
            let mut text = old.to_owned();
            let before = if has_own_line { "" } else { "\n" };
            text.insert_str(at, &format!("{before}    {}: {written},\n", quoted(name)));
            // Without a comma behind the last one, there would be none between both.
            if let Some((_, last)) = entries.last()
                && !has_comma(&old[last.span().end as usize..end])
            {
                text.insert(last.span().end as usize, ',');
            }
            Ok(text)
        }
        KitChange::Rename { from, to } => {
            if from != to {
                taken(to)?;
            }
            let (key, _) = entries[place(from).ok_or_else(|| missing(from))?];
            Ok([&old[..key.span().start as usize], &quoted(to), &old[key.span().end as usize..]].concat())
        }
        KitChange::Remove(name) => {
            let (key, value) = entries[place(name).ok_or_else(|| missing(name))?];
            let (mut start, mut end) = (key.span().start as usize, value.span().end as usize);
            let rest = &old[end..];
            if rest.trim_start().starts_with(',') {
                end += rest.len() - rest.trim_start().len() + 1;
            }
            // A line that has nothing else goes, too.
            let line = old[..start].rfind('\n').map_or(0, |at| at + 1);
            let rest = old[end..].split_once('\n');
            if old[line..start].trim().is_empty()
                && let Some((behind, _)) = rest.filter(|(behind, _)| behind.trim().is_empty())
            {
                (start, end) = (line, end + behind.len() + 1);
            }
            Ok([&old[..start], &old[end..]].concat())
        }
    }
}

/// Whether there is a comma outside of comments.
fn has_comma(text: &str) -> bool {
    comments(text).into_iter().fold(text.to_owned(), |text, comment| text.replacen(comment, "", 1)).contains(',')
}
