//! `game.ron`: which files make a game, what may be switched on, how things look.

use std::sync::Arc;

use crate::data::Loose;
use crate::data::form::{self, Form};
use crate::data::node::{Node, Shape};
use crate::data::problems::Problems;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Sources, Span};

pub mod series;

pub use series::Series;

/// What a `game.ron` says.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Manifest {
    /// The game's name in the rules: `ski_the_mountain`.
    pub id: Arc<str>,
    pub title: Arc<str>,
    pub subtitle: Arc<str>,
    pub author: Arc<str>,
    pub credits: Arc<str>,
    pub note: Arc<str>,
    /// How many players to begin with; `None`: as few as the rules allow.
    pub players: Option<(usize, Span)>,
    /// What the seats are called; empty: by number.
    pub seats: Vec<Arc<str>>,
    /// Rules files of the base, beside the manifest.
    pub modules: Vec<(Arc<str>, Span)>,
    /// Rules files of add-ons, in the order in which they are woven.
    pub addons: Vec<(Arc<str>, Span)>,
    pub variants: Vec<Variant>,
    /// `tracks/my-race/ring.ron`
    pub default_track: Option<(Arc<str>, Span)>,
    pub series: Vec<Series>,
    pub appearance: Vec<Look>,
    /// Whether this is the game to begin with where there are several.
    pub opens_first: bool,
    pub span: Span,
}

/// A named choice of add-ons and parameters.
#[derive(Clone, PartialEq, Debug)]
pub struct Variant {
    pub name: Arc<str>,
    /// Names of add-ons: `head_wind`.
    pub addons: Vec<(Arc<str>, Span)>,
    pub set: Vec<Setting>,
    pub span: Span,
}

/// A parameter's value as written, to be read by [`super::setting::of_variant`].
#[derive(Clone, PartialEq, Debug)]
pub struct Setting {
    pub param: Arc<str>,
    pub param_span: Span,
    /// RON: `2`, `owed_next_turn`, `[start, exit]`. What stood in quotes is without them.
    pub value: Arc<str>,
    pub value_span: Span,
}

/// How one thing looks.
#[derive(Clone, PartialEq, Debug)]
pub struct Look {
    /// `Ground.sand`, `player.thirst`, `Runner`.
    pub of: Arc<str>,
    pub of_span: Span,
    /// Red, green, blue.
    pub colour: Option<[u8; 3]>,
    /// `dots`, `stripes` … so that nothing is told by colour alone.
    pub pattern: Option<Arc<str>>,
    pub icon: Option<Arc<str>>,
    /// Whatever else is said, and a `colour` that names a field.
    pub more: Vec<(Arc<str>, Loose)>,
}

const FIELDS: [&str; 15] = [
    "id",
    "title",
    "subtitle",
    "author",
    "credits",
    "note",
    "players",
    "seats",
    "modules",
    "addons",
    "variants",
    "default_track",
    "series",
    "appearance",
    "opens_first",
];

impl Manifest {
    /// One thing that is said of how all things of a kind look.
    pub fn look(&self, of: &str, key: &str) -> Option<&Loose> {
        let look = self.appearance.iter().find(|look| *look.of == *of)?;
        look.more.iter().find(|(name, _)| **name == *key).map(|(_, value)| value)
    }

    /// Whether a field of the state, of players or of a kind of piece is to be seen beside the board: all are, unless some are listed.
    pub fn lists(&self, of: &str, field: &str) -> bool {
        let key = if of == "state" { "table" } else { "board" };
        self.look(of, key).is_none_or(|listed| listed.names().contains(&&*field.replace(' ', "_")))
    }

    /// Whether a field is one of those that are listed for that.
    pub fn names(&self, of: &str, field: &str) -> bool {
        let key = if of == "state" { "table" } else { "board" };
        self.look(of, key).is_some_and(|listed| listed.names().contains(&&*field.replace(' ', "_")))
    }
}

/// What views know how to show.
const LOOKS: [&str; 32] = [
    "colour", "pattern", "icon", "meter", "shape", "size", "fill", "split_by", "badge", "label", "part", "seat", "table",
    "board", "corner", "halves", "back", "face", "numbered", "width", "stroke", "dash", "arrow", "recorder", "text", "opacity",
    "order", "hidden", "colours", "turn", "marks", "points",
];

/// Reads a manifest. What can't be read keeps its default.
pub fn read(sources: &Sources, source: SourceId) -> (Manifest, Vec<Diagnostic>) {
    let mut problems = Problems::default();
    let mut manifest = Manifest { span: Span { source, start: 0, end: 0 }, ..Manifest::default() };
    match Node::document(sources, source) {
        Ok(node) => fill(&mut manifest, node, &mut problems),
        Err(problem) => problems.add(problem),
    }
    (manifest, problems.finish())
}

fn fill(manifest: &mut Manifest, node: Node<'_>, problems: &mut Problems) {
    let Some(form) = Form::read(node, "the manifest of a game", problems) else { return };
    manifest.span = form.opening();
    form.only("the manifest", FIELDS.into_iter(), problems);
    form.required("id", "the manifest", "\"my_game\"", problems);
    form.required("title", "the manifest", "\"My Game\"", problems);
    form.required("modules", "the manifest", "[\"my-game.rules\"]", problems);
    for entry in &form.entries {
        let value = entry.value;
        let mut words = |into: &mut Arc<str>| *into = form::text(value, problems).unwrap_or_default();
        match &*entry.name {
            "id" => words(&mut manifest.id),
            "title" => words(&mut manifest.title),
            "subtitle" => words(&mut manifest.subtitle),
            "author" => words(&mut manifest.author),
            "credits" => words(&mut manifest.credits),
            "note" => words(&mut manifest.note),
            "players" => manifest.players = form::whole(value, 1, 64, problems).map(|n| (n as usize, value.span())),
            "seats" => manifest.seats = form::texts(value, "names", problems).into_iter().map(|(name, _)| name).collect(),
            "modules" => manifest.modules = files(value, problems),
            "addons" => manifest.addons = files(value, problems),
            "variants" => {
                let list = form::list(value, "variants", problems).unwrap_or_default();
                manifest.variants = list.into_iter().filter_map(|node| variant(node, problems)).collect();
                unique(manifest.variants.iter().map(|v| (&v.name, v.span)), "variants", problems);
            }
            "default_track" => {
                manifest.default_track = form::text(value, problems).map(|name| (name, value.span()));
                if let Some((name, span)) = &manifest.default_track {
                    check_path(name, *span, ".ron", problems);
                }
            }
            "series" => {
                let list = form::list(value, "series", problems).unwrap_or_default();
                manifest.series = list.into_iter().filter_map(|node| series::read(node, problems)).collect();
                unique(manifest.series.iter().map(|s| (&s.name, s.span)), "series", problems);
            }
            "appearance" => manifest.appearance = looks(value, problems),
            "opens_first" => manifest.opens_first = form::yes(value, problems).unwrap_or_default(),
            _ => {}
        }
    }
}

/// Names of rules files.
fn files(node: Node<'_>, problems: &mut Problems) -> Vec<(Arc<str>, Span)> {
    let files = form::texts(node, "files", problems);
    for (name, span) in &files {
        check_path(name, *span, ".rules", problems);
    }
    unique(files.iter().map(|(name, span)| (name, *span)), "files", problems);
    files
}

/// Files lie below the project's folders: nothing else on the machine can be named.
fn check_path(name: &str, span: Span, ending: &str, problems: &mut Problems) {
    let strange = |part: &str| part.is_empty() || part == "." || part == ".." || part.contains(['\\', ':', '\0']);
    if name.split('/').any(strange) {
        let message = format!("{name:?} is not a file of this project");
        problems.add(Diagnostic::error(Code::WrongValue, span, message).hint("write a path with `/`, without `..`"));
    } else if !name.ends_with(ending) {
        let message = format!("{name:?} does not end in {ending}");
        problems.add(Diagnostic::error(Code::WrongValue, span, message).hint(format!("write \"{name}{ending}\"")));
    }
}

/// Reports each name that comes twice.
fn unique<'n>(names: impl Iterator<Item = (&'n Arc<str>, Span)>, what: &str, problems: &mut Problems) {
    let mut seen = std::collections::BTreeMap::new();
    for (name, span) in names {
        if let Some(first) = seen.get(name) {
            let problem = Diagnostic::error(Code::DuplicateId, span, format!("two {what} are called {name:?}"));
            problems.add(problem.label(*first, "first here"));
        } else {
            seen.insert(name, span);
        }
    }
}

fn variant(node: Node<'_>, problems: &mut Problems) -> Option<Variant> {
    let form = Form::read(node, "a variant", problems)?;
    form.only("a variant", ["name", "addons", "set"].into_iter(), problems);
    let name = form.required("name", "this variant", "\"Sprint\"", problems)?;
    let addons = form.get("addons").map(|node| form::texts(node, "add-ons", problems)).unwrap_or_default();
    let set = form.get("set").map(|node| settings(node, problems)).unwrap_or_default();
    Some(Variant { name: form::text(name, problems)?, addons, set, span: name.span() })
}

/// `{ "laps": 2, "wind": "strong" }`
fn settings(node: Node<'_>, problems: &mut Problems) -> Vec<Setting> {
    if !matches!(node.shape(), Shape::Map | Shape::Fields) {
        let message = format!("expected parameters with their values, not {}", node.shown());
        problems.add(Diagnostic::error(Code::WrongValue, node.span(), message).hint("write `{ \"parameter\": 2 }`"));
        return vec![];
    }
    let entry = |e: form::Entry<'_>| {
        let written = || Arc::from(e.value.written());
        let value = e.value.text().map_or_else(written, Arc::from);
        Setting { param: Arc::from(&*e.name), param_span: e.key.span(), value, value_span: e.value.span() }
    };
    form::entries(node, problems).into_iter().map(entry).collect()
}

fn looks(node: Node<'_>, problems: &mut Problems) -> Vec<Look> {
    if !matches!(node.shape(), Shape::Map | Shape::Fields) {
        let message = format!("expected looks by name, not {}", node.shown());
        let hint = "write `{ \"Ground.sand\": (colour: \"#cc8844\") }`";
        problems.add(Diagnostic::error(Code::WrongValue, node.span(), message).hint(hint));
        return vec![];
    }
    let mut list = vec![];
    for entry in form::entries(node, problems) {
        let Some(form) = Form::read(entry.value, "how it looks", problems) else { continue };
        form.only("a look", LOOKS.into_iter(), problems);
        let mut look = Look {
            of: Arc::from(&*entry.name),
            of_span: entry.key.span(),
            colour: None,
            pattern: None,
            icon: None,
            more: vec![],
        };
        for part in &form.entries {
            match &*part.name {
                "colour" if part.value.text().is_some_and(|text| text.starts_with('#')) => {
                    look.colour = colour(part.value, problems)
                }
                "pattern" => look.pattern = form::word(part.value, problems),
                // An icon by field, `icon: "type"`, is a text too: the view looks it up.
                "icon" => look.icon = form::word(part.value, problems),
                name => look.more.extend(Loose::read(part.value, problems).map(|value| (name.into(), value))),
            }
        }
        list.push(look);
    }
    list
}

/// `"#9fd3c7"`
fn colour(node: Node<'_>, problems: &mut Problems) -> Option<[u8; 3]> {
    let text = node.text()?;
    let digits = text.strip_prefix('#').filter(|d| d.len() == 6 && d.bytes().all(|b| b.is_ascii_hexdigit()));
    let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    if number.is_none() {
        let problem = Diagnostic::error(Code::WrongValue, node.span(), format!("{} is not a colour", node.shown()));
        problems.add(problem.hint("write `#` and six digits from 0 to f, such as \"#9fd3c7\""));
    }
    number.map(|n| [(n >> 16) as u8, (n >> 8) as u8, n as u8])
}
