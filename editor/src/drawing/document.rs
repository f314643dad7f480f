//! A board as drawn: the contents of one track file, in parts that can be changed. Unlike the interpreter's
//! [`Track`](interpreter::data::Track), it also holds errors, unknown fields and comments.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use interpreter::data::manifest::board::{self, BoardLook};
use interpreter::data::track::TILES;
use interpreter::data::track::called::Places;
use kurbo::{Point, Size};

use super::called::Names;
use super::fields::{self, Fields};
use super::notes::comments;
use super::tiles;

/// The sheet of a track that gives none: A3, landscape.
pub const SHEET: Size = Size::new(420.0, 297.0);

/// Paper sizes to choose from, in portrait: name, width and height in millimetres.
pub const SHEETS: [(&str, f64, f64); 8] = [
    ("A4", 210.0, 297.0),
    ("A3", 297.0, 420.0),
    ("A2", 420.0, 594.0),
    ("A1", 594.0, 841.0),
    ("Letter", 215.9, 279.4),
    ("Legal", 215.9, 355.6),
    ("Tabloid", 279.4, 431.8),
    ("Square", 400.0, 400.0),
];

/// Identifies a thing of a document, whatever its id and its place in the file. Valid as long as the document is open.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Key(pub u32);

/// The lists of a track.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum List {
    Spaces,
    Links,
    Paths,
    /// The lines along which courses are drawn.
    Courses,
    Decor,
}

impl List {
    /// All lists, in the order of a new file.
    pub const ALL: [List; 5] = [List::Spaces, List::Links, List::Paths, List::Courses, List::Decor];

    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            List::Spaces => "spaces",
            List::Links => "links",
            List::Paths => "paths",
            List::Courses => "courses",
            List::Decor => "decor",
        }
    }
}

/// One thing on the board: a space, a link or chain of links, a path, the line of a course, a label or a picture. Values that don't fit its kind are kept among
/// the fields, as written.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Item {
    pub key: Key,
    /// For spaces, the name by which everything else refers to them; links and paths can have one. Empty for none.
    pub id: Arc<str>,
    /// For links and paths, which of the rules' kinds; for decor, `label` or `picture`. Spaces have none.
    pub kind: Arc<str>,
    /// The centre of a space or decor.
    pub at: Option<Point>,
    /// The ids of a chain, a path or a course in order; two for a single link. In a course, an empty one leaves a place out.
    pub spaces: Vec<Arc<str>>,
    /// Whether a link is written as `from: …, to: …` instead of as a chain.
    pub is_single: bool,
    pub fields: Fields,
    /// The comments that belong to it.
    pub notes: Notes,
    /// The text it was read from, kept as long as it says the same.
    pub written: Option<Arc<str>>,
}

impl Default for Key {
    fn default() -> Key {
        Key(u32::MAX)
    }
}

impl Item {
    /// Whether both say the same, apart from comments and layout.
    pub fn says_as(&self, other: &Item) -> bool {
        let own = |i: &Item| (i.id.clone(), i.kind.clone(), i.at, i.is_single);
        own(self) == own(other) && self.spaces == other.spaces && self.fields.say_as(&other.fields)
    }

    /// Its name for people: the name of a path or link, the text of a label, else the id, else the kind.
    pub fn title(&self) -> String {
        let said = ["name", "text", "label"].iter().find_map(|name| self.fields.text(name));
        match said {
            Some(said) => said,
            None if self.id.is_empty() => self.kind.to_string(),
            None => self.id.to_string(),
        }
    }

    /// The steps of a link, from and to.
    pub fn steps(&self) -> impl Iterator<Item = (&Arc<str>, &Arc<str>)> {
        self.spaces.windows(2).map(|pair| (&pair[0], &pair[1]))
    }
}

/// Comments as written.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Notes {
    /// On the lines before; an empty entry is a blank line.
    pub before: Vec<Arc<str>>,
    /// After it, on the same line.
    pub behind: Option<Arc<str>>,
}

/// Everything in a track that isn't in one of its lists.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Header {
    /// The text before the opening bracket: the leading comment.
    pub head: Arc<str>,
    /// In the order written. This includes the positions of the lists.
    pub entries: Vec<Entry>,
    /// Comments after the last entry.
    pub foot: Vec<Arc<str>>,
    /// The text after the closing bracket.
    pub tail: Arc<str>,
    /// For each list, comments after its last item.
    pub ends: [Vec<Arc<str>>; 5],
    /// The indent of a line; items have it twice. Empty means four spaces.
    pub indent: Arc<str>,
    /// Whether lines end as on Windows.
    pub is_crlf: bool,
}

/// One entry within the outermost brackets.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    pub name: Arc<str>,
    pub is: Content,
    pub notes: Notes,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Content {
    /// RON as written.
    Value(Arc<str>),
    /// The items are in the document.
    List(List),
}

/// A problem that somebody has looked at and left, with the reason.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ignored {
    /// The problem's code, as shown: `B01`.
    pub problem: String,
    /// The problem's message.
    pub says: String,
    /// The id of the space, or the name of the link or path; empty for the track.
    pub at: String,
    pub why: String,
}

/// The entries before the lists of a new file, in order.
const ORDER: [&str; 18] = [
    "ruleset", "name", "author", "note", "sheet", "tile", "tiles", "board", "guides", "layers", "fields", "spaces", "links",
    "paths", "courses", "decor", "ignored", "",
];

impl Header {
    /// An entry's value as written.
    pub fn get(&self, name: &str) -> Option<&Arc<str>> {
        self.entries.iter().find_map(|entry| match &entry.is {
            Content::Value(value) if *entry.name == *name => Some(value),
            _ => None,
        })
    }

    /// `name`, `author`, `note` or `ruleset`; empty if there is none.
    pub fn text(&self, name: &str) -> String {
        self.get(name).and_then(|value| fields::text(value)).unwrap_or_default()
    }

    /// Width and height in millimetres.
    pub fn sheet(&self) -> Size {
        let side = |of: &Fields, name: &str| of.number(name).filter(|n| (1.0..=100_000.0).contains(n));
        let size = self.get("sheet").and_then(|value| Fields::read(value));
        let size = size.map(|f| Size::new(side(&f, "width").unwrap_or(SHEET.width), side(&f, "height").unwrap_or(SHEET.height)));
        size.unwrap_or(SHEET)
    }

    /// The side in millimetres of spaces that give none; without it, they are as large as their neighbours let them be.
    pub fn tile(&self) -> Option<f64> {
        self.get("tile").and_then(|value| fields::number(value)).filter(|side| (TILES.0..=TILES.1).contains(side))
    }

    /// The sizes of spaces by what they say: `Kind.town` with its side in millimetres.
    pub fn tiles(&self) -> Vec<(Arc<str>, f64)> {
        self.get(tiles::FIELD).map(|value| tiles::read(value)).unwrap_or_default()
    }

    /// What the track says of the board's look.
    pub fn board(&self) -> BoardLook {
        self.get("board").map(|value| board::of_text(value)).unwrap_or_default()
    }

    /// The track's own fields.
    pub fn fields(&self) -> Fields {
        self.get("fields").and_then(|value| Fields::read(value)).unwrap_or_default()
    }

    /// The problems left as they are.
    pub fn ignored(&self) -> Vec<Ignored> {
        let list = self.get("ignored").and_then(|value| fields::parse(value));
        let read = |written: &str| {
            let f = Fields::read(written)?;
            let part = |name: &str| f.text(name).unwrap_or_default();
            Some(Ignored { problem: part("problem"), says: part("says"), at: part("at"), why: part("why") })
        };
        list.map(|list| list.items().iter().filter_map(|item| read(item.written())).collect()).unwrap_or_default()
    }

    /// Stores an entry where it was, else at its usual position; `None` removes it. Comments within the old value come before it.
    pub fn set(&mut self, name: &str, value: Option<Arc<str>>) {
        let at = self.entries.iter().position(|e| *e.name == *name && matches!(e.is, Content::Value(_)));
        match (at, value) {
            (Some(at), Some(value)) => {
                let old = std::mem::replace(&mut self.entries[at].is, Content::Value(value.clone()));
                let Content::Value(old) = old else { return };
                let lost = comments(&old).into_iter().filter(|comment| !value.contains(comment)).map(Arc::from);
                self.entries[at].notes.before.extend(lost);
            }
            (Some(at), None) => drop(self.entries.remove(at)),
            (None, Some(value)) => self.add(name, Content::Value(value)),
            (None, None) => {}
        }
    }

    /// Inserts an entry where files usually have it.
    pub(super) fn add(&mut self, name: &str, is: Content) {
        let rank = |name: &str| ORDER.iter().position(|n| *n == name).unwrap_or(ORDER.len());
        let before = |entry: &Entry| rank(&entry.name) < ORDER.len() && rank(&entry.name) > rank(name);
        let at = self.entries.iter().position(before).unwrap_or(self.entries.len());
        self.entries.insert(at, Entry { name: name.into(), is, notes: Notes::default() });
    }
}

/// A board as drawn. It changes only through a [`Draft`](super::draft::Draft); copying it is cheap.
#[derive(Clone, Debug, Default)]
pub struct Document {
    pub(super) header: Arc<Header>,
    pub(super) lists: [Arc<Vec<Arc<Item>>>; 5],
    /// The first number that no item has had.
    pub(super) next_key: u32,
    /// How the game names places, and what people call the spaces: worked out when somebody asks.
    pub(super) places: Arc<Places>,
    pub(super) names: Arc<OnceLock<Names>>,
}

impl PartialEq for Document {
    /// Numbers that were never used don't count, nor does what the game calls places.
    fn eq(&self, other: &Document) -> bool {
        self.header == other.header && self.lists == other.lists
    }
}

impl Document {
    /// An empty sheet for a ruleset.
    pub fn new(ruleset: &str, name: &str, sheet: Size) -> Document {
        let mut header = Header { tail: "\n".into(), ..Header::default() };
        header.set("ruleset", Some(fields::quoted(ruleset).into()));
        header.set("name", Some(fields::quoted(name).into()));
        header.set("sheet", Some(written_sheet(sheet)));
        header.add("spaces", Content::List(List::Spaces));
        Document { header: Arc::new(header), ..Document::default() }
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    pub fn list(&self, list: List) -> &[Arc<Item>] {
        &self.lists[list as usize]
    }

    pub(super) fn list_mut(&mut self, list: List) -> &mut Vec<Arc<Item>> {
        if matches!(list, List::Spaces | List::Links | List::Paths) {
            self.names = Arc::default();
        }
        Arc::make_mut(&mut self.lists[list as usize])
    }

    /// Whether it shares everything with another document: one became the other without a change.
    pub(super) fn is(&self, other: &Document) -> bool {
        let same_lists = self.lists.iter().zip(&other.lists).all(|(a, b)| Arc::ptr_eq(a, b));
        same_lists && Arc::ptr_eq(&self.header, &other.header)
    }

    /// Whether it shares a list with another document: nothing in it has changed.
    pub(super) fn shares(&self, other: &Document, list: List) -> bool {
        Arc::ptr_eq(&self.lists[list as usize], &other.lists[list as usize])
    }

    /// Whether it says the same as another document, but for these things.
    pub(super) fn is_but_for(&self, other: &Document, keys: &BTreeSet<Key>) -> bool {
        let is_rest = |item: &&Arc<Item>| !keys.contains(&item.key);
        let is_same = |list: List| {
            self.shares(other, list) || self.list(list).iter().filter(is_rest).eq(other.list(list).iter().filter(is_rest))
        };
        self.header == other.header && List::ALL.into_iter().all(is_same)
    }

    /// The spaces in order of progress.
    pub fn spaces(&self) -> &[Arc<Item>] {
        self.list(List::Spaces)
    }

    pub fn links(&self) -> &[Arc<Item>] {
        self.list(List::Links)
    }

    pub fn paths(&self) -> &[Arc<Item>] {
        self.list(List::Paths)
    }

    pub fn courses(&self) -> &[Arc<Item>] {
        self.list(List::Courses)
    }

    pub fn decor(&self) -> &[Arc<Item>] {
        self.list(List::Decor)
    }

    /// The thing with this key: its list, position and item.
    pub fn find(&self, key: Key) -> Option<(List, usize, &Arc<Item>)> {
        List::ALL.into_iter().find_map(|list| {
            let at = self.list(list).iter().position(|item| item.key == key)?;
            Some((list, at, &self.list(list)[at]))
        })
    }

    /// The item with this key.
    pub fn item(&self, key: Key) -> Option<&Arc<Item>> {
        self.find(key).map(|(.., item)| item)
    }

    /// The space with this id; the first if several have it.
    pub fn space(&self, id: &str) -> Option<&Arc<Item>> {
        self.spaces().iter().find(|space| *space.id == *id)
    }
}

/// `(width: 420.0, height: 297.0)`
pub fn written_sheet(size: Size) -> Arc<str> {
    format!("(width: {}, height: {})", fields::millimetres(size.width), fields::millimetres(size.height)).into()
}

/// The value of the entry `ignored`; `None` if there is nothing to write.
pub fn written_ignored(list: &[Ignored]) -> Option<Arc<str>> {
    let mut text = String::from("[\n");
    for one in list {
        let q = |s: &str| fields::quoted(s);
        let (problem, says, at, why) = (q(&one.problem), q(&one.says), q(&one.at), q(&one.why));
        text.push_str(&format!("        (problem: {problem}, at: {at}, says: {says}, why: {why}),\n"));
    }
    text.push_str("    ]");
    (!list.is_empty()).then(|| text.into())
}
