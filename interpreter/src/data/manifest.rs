//! `game.ron`: which files make a game, what may be switched on, how things look.

use std::sync::{Arc, LazyLock};

use crate::data::form::{self, Form};
use crate::data::node::{Node, Shape};
use crate::data::problems::Problems;
use crate::diagnostic::{Code, Diagnostic};
use crate::program::MOST_PLAYERS;
use crate::source::{SourceId, Sources, Span};

pub mod board;
pub mod look;
pub mod score;
pub mod series;

pub use board::BoardLook;
pub use look::{Look, Use};
pub use score::ScorePart;
pub use series::Series;

/// What a `game.ron` says.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Manifest {
    /// The game's name in the rules: `ski_the_mountain`.
    pub id: Arc<str>,
    /// The place of `id`, if it says something.
    pub id_span: Option<Span>,
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
    /// The part of `appearance` about the board as a whole.
    pub board: BoardLook,
    /// What people are asked after a race.
    pub feedback: Vec<Arc<str>>,
    /// What players keep account of, from the top of their score sheets on.
    pub score_sheet: Vec<ScorePart>,
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

const FIELDS: [&str; 17] = [
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
    "feedback",
    "score_sheet",
    "opens_first",
];

impl Manifest {
    /// How a thing looks: `Ground.sand`, `ferry`. Of what isn't listed, nothing is said.
    pub fn look(&self, of: &str) -> &Look {
        static PLAIN: LazyLock<Look> = LazyLock::new(Look::default);
        self.appearance.iter().find(|look| *look.of == *of).unwrap_or(&PLAIN)
    }

    /// Whether a field of the state, of players or of a kind of piece is to be seen beside the board: all are, unless some are listed.
    pub fn lists(&self, of: &str, field: &str) -> bool {
        self.listed(of).is_none() || self.names(of, field)
    }

    /// Whether a field is one of those that are listed for that.
    pub fn names(&self, of: &str, field: &str) -> bool {
        let field = field.replace(' ', "_");
        self.listed(of).is_some_and(|listed| listed.iter().any(|(name, _)| **name == *field))
    }

    /// Where a field stands among those that are listed; those that aren't come last.
    pub fn order(&self, of: &str, field: &str) -> usize {
        let field = field.replace(' ', "_");
        self.listed(of).and_then(|listed| listed.iter().position(|(name, _)| **name == *field)).unwrap_or(usize::MAX)
    }

    /// What is said of a field.
    pub fn of_field(&self, of: &str, field: &str) -> &Look {
        self.look(&format!("{of}.{}", field.replace(' ', "_")))
    }

    fn listed(&self, of: &str) -> Option<&[look::Named]> {
        self.look(of).fields(if of == "state" { Use::Table } else { Use::Board })
    }
}

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
            "id" => {
                words(&mut manifest.id);
                manifest.id_span = Some(value.span()).filter(|_| !manifest.id.is_empty());
            }
            "title" => words(&mut manifest.title),
            "subtitle" => words(&mut manifest.subtitle),
            "author" => words(&mut manifest.author),
            "credits" => words(&mut manifest.credits),
            "note" => words(&mut manifest.note),
            "players" => {
                if value.shown().contains("..") {
                    let message = format!("expected how many play at first, not {}", value.shown());
                    let problem = Diagnostic::error(Code::WrongValue, value.span(), message);
                    problems.add(
                        problem.hint("write one number; how many can play is for the rules to say: `game … for 2..4 players`"),
                    );
                } else {
                    let found = form::whole(value, 1, MOST_PLAYERS as i64, problems);
                    manifest.players = found.map(|n| (n as usize, value.span()));
                }
            }
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
            "appearance" => (manifest.appearance, manifest.board) = look::read(value, problems),
            "feedback" => manifest.feedback = questions(value, problems),
            "score_sheet" => manifest.score_sheet = score::read(value, problems),
            "opens_first" => manifest.opens_first = form::yes(value, problems).unwrap_or_default(),
            _ => {}
        }
    }
}

/// What people are asked after a race. A question that can't be asked is left out.
fn questions(node: Node<'_>, problems: &mut Problems) -> Vec<Arc<str>> {
    let mut asked: Vec<Arc<str>> = vec![];
    for (question, span) in form::texts(node, "questions", problems) {
        let why = if question.trim().is_empty() {
            "this question has no words".to_owned()
        } else if asked.contains(&question) {
            format!("{question:?} is asked twice")
        } else {
            asked.push(question);
            continue;
        };
        let hint = "write what people are asked after a race: `feedback: [\"When did you have nothing to decide?\"]`";
        problems.add(Diagnostic::error(Code::WrongValue, span, why).hint(hint));
    }
    asked
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
