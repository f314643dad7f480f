//! A track: a drawing in millimetres and a graph of spaces. The rules declare what a track may contain.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::data::form::{self, Form};
use crate::data::manifest::Manifest;
use crate::data::manifest::board::{self, BoardLook};
use crate::data::node::Node;
use crate::data::problems::Problems;
use crate::data::value::Reader;
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::ir::fold::{Fold, Words};
use crate::ir::rows::Tables;
use crate::ir::shape::Sizes;
use crate::ir::{Field, Ir, KindId, LinkId, OnTrack, Owner, Type};
use crate::source::{SourceId, Sources, Span};

pub mod called;
pub mod courses;
pub mod decor;
pub mod kit;
pub mod layer;
mod links;
pub mod outline;
mod paths;
pub mod places;
mod spaces;
pub mod tiles;

pub use decor::Decor;
pub use layer::Layer;
pub use links::{LinkDrawing, MOST_BENT};
pub use paths::PathDrawing;
use tiles::Tile;

/// The number of spaces of one track, at most.
pub const MOST_SPACES: usize = 65_000;
/// How far from the corner of the sheet anything may lie, in millimetres.
const FARTHEST: f64 = 100_000.0;
/// The side of a space in millimetres, at least and at most.
pub const TILES: (f64, f64) = (0.5, 10_000.0);
/// The side and the length that a space may give itself, at least and at most.
pub const SIZES: (f64, f64) = (0.1, 10_000.0);
/// The number of guides in one direction, at most.
pub const MOST_GUIDES: usize = 200;
/// The sheet of a track that doesn't name one: A3, landscape.
const SHEET: (f64, f64) = (420.0, 297.0);

/// One board, unfinished or complete.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Track {
    pub source: SourceId,
    /// The ruleset that it is drawn for, as written: `my-race`.
    pub ruleset: Arc<str>,
    pub name: Arc<str>,
    pub author: Arc<str>,
    pub note: Arc<str>,
    /// Width and height in millimetres.
    pub sheet: (f64, f64),
    /// The side in millimetres of spaces that give none. Without it, they are as large as their neighbours let them be.
    pub tile: Option<f64>,
    /// What it says of the board's look; the rest is up to the manifest.
    pub board: BoardLook,
    /// The track's own fields, in the order of [`track_fields`]. `None` is a value that is missing or wrong.
    pub fields: Vec<Option<Words>>,
    /// In the order of the file, which is the order of their numbers.
    pub spaces: Vec<SpaceData>,
    /// The links as (from, to), by link id, in the order drawn. Chains are split, and a link that can be passed both ways is there twice.
    pub links: Vec<Vec<(u16, u16)>>,
    /// The place of each of `links` in the text.
    pub link_spans: Vec<Vec<Span>>,
    /// How steps of links are drawn, by kind, from and to, where the track says so.
    pub link_drawings: BTreeMap<(LinkId, u16, u16), LinkDrawing>,
    /// The same for the names and numbers of paths, by kind and row.
    pub path_drawings: BTreeMap<(KindId, usize), PathDrawing>,
    pub decor: Vec<Decor>,
    /// The rows that the rules know, with the records that the track writes out.
    pub tables: Tables,
    /// The values of fields of type text, of rows and of the track. A field's word is a position in this list.
    pub texts: Vec<Arc<str>>,
    /// The opening bracket, for problems of the whole.
    pub span: Span,
    /// Whether it is no track whatever rules, add-ons and settings it is read for: its text can't be read, or it has an id twice or too many
    /// spaces.
    pub is_refused: bool,
}

/// How far things may be turned, in degrees clockwise.
pub const TURNS: std::ops::RangeInclusive<f64> = -360.0..=360.0;

/// One space as drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct SpaceData {
    /// Empty if it has none, which is a problem.
    pub id: Arc<str>,
    /// A name for players to read: "Grand Dahu".
    pub name: Option<Arc<str>>,
    /// Its middle in millimetres, y downwards.
    pub at: (f64, f64),
    pub shape: Option<Arc<str>>,
    /// Its width in millimetres, by itself or by what it says.
    pub size: Option<f64>,
    /// Its length along its direction in millimetres, if that differs.
    pub length: Option<f64>,
    /// Its direction in degrees clockwise from the right, if that differs from where its links lead.
    pub turn: Option<f64>,
    /// What of the sheet it takes.
    pub tile: Tile,
    /// The fields in the order of [`space_fields`]. `None` is a value that is missing or wrong.
    pub fields: Vec<Option<Words>>,
    /// The id, in quotes, or the opening bracket if it has none.
    pub span: Span,
}

/// The fields of spaces that the rules declare, in the order of [`SpaceData::fields`].
pub fn space_fields(ir: &Ir) -> impl Iterator<Item = &Field> + Clone {
    ir.fields.iter().filter(|field| field.owner == Owner::Space)
}

/// The fields of the track that the rules declare, in the order of [`Track::fields`].
pub fn track_fields(ir: &Ir) -> impl Iterator<Item = &Field> + Clone {
    ir.fields.iter().filter(|field| field.owner == Owner::Track)
}

impl Track {
    /// The space with this id.
    pub fn space(&self, id: &str) -> Option<u16> {
        self.spaces.iter().position(|s| *s.id == *id).map(|n| n as u16)
    }

    /// The pairs of a link.
    pub fn pairs(&self, link: LinkId) -> &[(u16, u16)] {
        self.links.get(link.index()).map_or(&[], Vec::as_slice)
    }
}

/// Reads a track for these rules. `params` are the values by param id, as [`super::params()`] returns them. Of `sizes`, only the number of
/// players is used. Whatever is wrong is left out of the track and reported, and the rest is read all the same.
pub fn read(sources: &Sources, source: SourceId, ir: &Ir, params: &[Words], sizes: &Sizes) -> (Track, Vec<Diagnostic>) {
    read_with(sources, source, ir, params, sizes, (Tables::default(), &Manifest::default()))
}

/// The same, for rules with rows that the track may name, and with looks, which say what its tiles are like.
pub fn read_with(
    sources: &Sources,
    source: SourceId,
    ir: &Ir,
    params: &[Words],
    sizes: &Sizes,
    (tables, manifest): (Tables, &Manifest),
) -> (Track, Vec<Diagnostic>) {
    let mut problems = Problems::default();
    let mut track = Track { source, sheet: SHEET, span: Span { source, start: 0, end: 0 }, tables, ..Track::default() };
    track.fields = track_fields(ir).map(|_| None).collect();
    track.links = vec![vec![]; ir.links.len()];
    track.link_spans = vec![vec![]; ir.links.len()];
    match Node::document(sources, source) {
        Ok(node) => fill(&mut track, node, (ir, manifest), params, sizes, &mut problems),
        Err(problem) => {
            track.is_refused = true;
            problems.add(problem);
        }
    }
    (track, problems.finish())
}

/// The fields of a track. `guides`, `layers`, `courses` and `ignored` are for drawing: lines to snap to, layers that are locked or hidden, the lines that spaces lie on, and the problems that
/// are left as they are.
const FIELDS: [&str; 17] = [
    "ruleset", "name", "author", "note", "sheet", "tile", "tiles", "board", "guides", "layers", "fields", "spaces", "links",
    "paths", "courses", "decor", "ignored",
];

fn fill(
    track: &mut Track,
    node: Node<'_>,
    (ir, manifest): (&Ir, &Manifest),
    params: &[Words],
    sizes: &Sizes,
    problems: &mut Problems,
) {
    let Some(form) = Form::read(node, "a track", problems) else { return };
    track.span = form.opening();
    let mut inner = Problems::default();
    form.only("a track", FIELDS.into_iter(), &mut inner);
    let text =
        |name: &str, problems: &mut Problems| form.get(name).and_then(|node| form::text(node, problems)).unwrap_or_default();
    track.ruleset = match form.required("ruleset", "the track", &format!("{:?}", written(&ir.game.name)), problems) {
        Some(node) => form::text(node, problems).unwrap_or_default(),
        None => "".into(),
    };
    let unclear = ir.game.name.is_empty();
    let is_other = !unclear && !track.ruleset.is_empty() && written(&track.ruleset) != written(&ir.game.name);
    if is_other {
        let span = form.get("ruleset").map_or(track.span, |node| node.span());
        let message = format!("this track is drawn for {:?}, not for {:?}", track.ruleset, written(&ir.game.name));
        problems.add(
            Diagnostic::error(Code::OtherRuleset, span, message)
                .hint(format!("if it belongs to this game, write \"{0}\"", written(&ir.game.name)))
                .replacing(format!("\"{0}\"", written(&ir.game.name))),
        );
    }
    // Everything else that is wrong follows from that.
    let problems = if is_other || unclear { &mut Problems::default() } else { problems };
    problems.append(inner);

    track.name = text("name", problems);
    track.author = text("author", problems);
    track.note = text("note", problems);
    if let Some(node) = form.get("sheet") {
        track.sheet = sheet(node, problems).unwrap_or(SHEET);
    }
    if let Some(node) = form.get("guides") {
        guides(node, problems);
    }
    if let Some(node) = form.get("layers") {
        layer::check(node, problems);
    }
    track.board = form.get("board").map(|node| board::read(node, problems)).unwrap_or_default();
    track.tile = form.get("tile").and_then(|node| form::measure(node, TILES.0, TILES.1, problems));

    // Ids first, because the size of any set of spaces depends on how many there are.
    let items = form.required("spaces", "the track", "[(id: \"a1\", at: (10, 10))]", problems);
    let mut items = items.and_then(|node| form::list(node, "spaces", problems)).unwrap_or_default();
    let are_too_many = items.len() > MOST_SPACES;
    if let (Some(first), true) = (items.first(), are_too_many) {
        // Reported at the first space, so that it comes before everything else that is wrong with them.
        let message = format!("{} spaces are too many: a track may have {MOST_SPACES}", items.len());
        problems.add(Diagnostic::error(Code::TooLarge, first.span(), message));
        items.truncate(MOST_SPACES);
    }
    let count = items.len();
    let drafts = spaces::drafts(items, ir, problems);
    let ids = spaces::ids(&drafts, problems);
    let has_id = |id: &&&str| !id.is_empty();
    track.is_refused = are_too_many || ids.by_id.len() < ids.ids.iter().filter(has_id).count();
    let sizes = Sizes { spaces: drafts.len(), ..sizes.clone() };
    let mut reader = Reader::new(Fold { ir, params, sizes: &sizes }, &ids);
    std::mem::swap(&mut reader.problems, problems);
    reader.tables = std::mem::take(&mut track.tables);
    reader.texts = std::mem::take(&mut reader.tables.texts);
    draw_rows(&form, ir, &mut reader);

    let (spaces, has_place) = spaces::read(&drafts, ir, &mut reader);
    track.spaces = spaces;
    // A track that names no sheet is no drawing, and its places mean nothing.
    let is_drawing = form.get("sheet").is_some();
    if is_drawing {
        places::check_sheet(track, &mut reader.problems);
    }
    if let Some(node) = form.get("tiles") {
        tiles::read(track, node, ir, &mut reader);
    }
    if let Some(node) = form.get("fields") {
        own_fields(track, node, ir, &mut reader);
    }
    let own = track_fields(ir).zip(&track.fields).filter(|(field, value)| value.is_none() && has_to_be_given(field));
    let is_declared = |name: &str| track_fields(ir).any(|field| *field.name == *name);
    let given = form.get("fields").map(|node| node.entries()).unwrap_or_default();
    for (field, _) in own {
        let stands_for = |name: &str| *field.name == *name || !is_declared(name) && nearest(name, [&*field.name]).is_some();
        if !given.iter().any(|(key, _)| key.name().is_some_and(|name| stands_for(&name))) {
            let problem = Diagnostic::error(Code::MissingField, track.span, format!("the track has no `{}`", field.name));
            reader.problems.add(problem.hint(format!("write it in `fields: ({}: …)`", field.name)));
        }
    }
    // If a space has no usable id, links to it would be a second problem.
    let spaces_are_whole = drafts.len() == count && track.spaces.iter().all(|space| !space.id.is_empty());
    let whole = match form.get("links") {
        Some(node) => links::read(track, node, ir, spaces_are_whole, &mut reader),
        None => vec![true; ir.links.len()],
    };
    links::check_complete(track, &whole, ir, &mut reader.problems);
    // Nothing is drawn of a track with far too many.
    if !are_too_many {
        tiles::lay(track, &has_place, ir, manifest, &reader.fold);
    }
    if is_drawing && !are_too_many {
        places::check_overlaps(track, &has_place, &mut reader.problems);
    }
    if let Some(node) = form.get("paths") {
        track.path_drawings = paths::read(node, ir, spaces_are_whole, &mut reader);
    }
    if let Some(node) = form.get("courses") {
        courses::check(node, spaces_are_whole, &mut reader);
    }
    if let Some(node) = form.get("decor") {
        let items = form::list(node, "labels and pictures", &mut reader.problems).unwrap_or_default();
        track.decor = items.into_iter().filter_map(|item| decor::read(item, &mut reader.problems)).collect();
    }
    if let Some(node) = form.get("ignored") {
        ignored(&form, node, &mut reader);
    }
    track.tables = std::mem::take(&mut reader.tables);
    track.texts = std::mem::take(&mut reader.texts);
    std::mem::swap(&mut reader.problems, problems);
}

/// A ruleset's name as folders and tracks write it.
fn written(name: &str) -> String {
    name.replace('_', "-")
}

/// Whether a field has no value unless the track gives one.
pub(super) fn has_to_be_given(field: &Field) -> bool {
    field.default.is_none() && !matches!(field.ty, Type::Optional(_) | Type::Set(_) | Type::List(..) | Type::Unknown)
}

/// The constant default of a field, for tables that give only some keys.
pub(super) fn default_words(field: &Field, fold: &Fold<'_>) -> Option<Words> {
    match field.ty {
        Type::Per(..) => field.default.as_ref().and_then(|default| fold.words(&default.expr)),
        _ => None,
    }
}

fn sheet(node: Node<'_>, problems: &mut Problems) -> Option<(f64, f64)> {
    let form = Form::read(node, "the size of the sheet", problems)?;
    form.only("a sheet", ["width", "height"].into_iter(), problems);
    let mut side = |name: &str, other: f64| {
        if let Some(node) = form.get(name) {
            return form::measure(node, 1.0, FARTHEST, problems).unwrap_or(other);
        }
        if !form.has_misspelt(name) {
            // Unlike fields of spaces, drawing on doesn't add it.
            let problem = Diagnostic::error(Code::WrongValue, form.opening(), format!("the sheet has no `{name}`"));
            problems.add(problem.hint(format!("write `{name}: {other}`, in millimetres")));
        }
        other
    };
    Some((side("width", SHEET.0), side("height", SHEET.1)))
}

/// The number of a group, at most.
const MOST_GROUPS: i64 = 1_000_000;

/// Checks `(locked: true, hidden: true, group: 2)`. Only the drawing table reads it.
fn on_table(node: Node<'_>, problems: &mut Problems) {
    let Some(form) = Form::read(node, "how it lies on the table", problems) else { return };
    form.only("the table", ["locked", "hidden", "group"].into_iter(), problems);
    for name in ["locked", "hidden"] {
        form.get(name).map(|node| form::yes(node, problems));
    }
    form.get("group").map(|node| form::whole(node, 1, MOST_GROUPS, problems));
}

/// Checks `(x: [40.0], y: [60.0, 120.5])`. Only the drawing table reads them.
fn guides(node: Node<'_>, problems: &mut Problems) {
    let Some(form) = Form::read(node, "guides", problems) else { return };
    form.only("the list of guides", ["x", "y"].into_iter(), problems);
    for name in ["x", "y"] {
        let Some(node) = form.get(name) else { continue };
        let lines = form::list(node, "millimetres", problems).unwrap_or_default();
        if lines.len() > MOST_GUIDES {
            let message = format!("there may be {MOST_GUIDES} guides in one direction, and there are {}", lines.len());
            problems.add(Diagnostic::error(Code::TooLarge, node.span(), message).hint("leave some of them out"));
        }
        for line in lines.into_iter().take(MOST_GUIDES) {
            form::measure(line, -FARTHEST, FARTHEST, problems);
        }
    }
}

/// `(12.5, 40.0)`
pub(super) fn point(node: Node<'_>, problems: &mut Problems) -> Option<(f64, f64)> {
    let items = node.items();
    let [x, y] = items.as_slice() else {
        let message = format!("expected a place, not {}", node.shown());
        problems.add(Diagnostic::error(Code::WrongValue, node.span(), message).hint("write millimetres, such as `(12.5, 40)`"));
        return None;
    };
    let x = form::measure(*x, -FARTHEST, FARTHEST, problems);
    let y = form::measure(*y, -FARTHEST, FARTHEST, problems);
    Some((x?, y?))
}

/// Checks the problems that are left as they are. Only the drawing table reads them.
fn ignored(track: &Form<'_>, node: Node<'_>, reader: &mut Reader<'_>) {
    let listed = |list: &str| track.get(list).map(|node| node.items()).unwrap_or_default();
    for item in form::list(node, "problems", &mut reader.problems).unwrap_or_default() {
        let Some(form) = Form::read(item, "an ignored problem", &mut reader.problems) else { continue };
        form.only("an ignored problem", ["problem", "at", "says", "why"].into_iter(), &mut reader.problems);
        let problem = form.required("problem", "this", "\"B01\"", &mut reader.problems);
        for name in ["says", "why"] {
            form.get(name).map(|node| form::text(node, &mut reader.problems));
        }
        let is_code = |text: &str| Code::ALL.iter().any(|code| code.text() == text);
        if let Some(node) = problem
            && let Some(code) = form::text(node, &mut reader.problems)
            && !is_code(&code)
        {
            let problem = Diagnostic::warning(Code::DanglingId, node.span(), format!("no problem has the code {code:?}"));
            reader.problems.add(problem.hint("write the code that is shown before the problem, such as \"B01\""));
        }
        let Some(node) = form.get("at") else { continue };
        let Some(at) = form::text(node, &mut reader.problems).filter(|at| !at.is_empty()) else { continue };
        let is_row = || reader.tables.kinds.iter().any(|rows| rows.by_name.contains_key(&*at));
        let is_named = || {
            ["links", "paths"].into_iter().flat_map(listed).any(|item| {
                let form = Form::read(item, "", &mut Problems::default());
                form.is_some_and(|form| {
                    ["id", "name"].iter().any(|key| form.get(key).and_then(|n| n.text()).as_deref() == Some(&*at))
                })
            })
        };
        let is_step =
            || at.split_once('-').is_some_and(|(from, to)| [from, to].iter().all(|id| reader.spaces.by_id.contains_key(id)));
        if !reader.spaces.by_id.contains_key(&*at) && !is_row() && !is_named() && !is_step() {
            let problem = Diagnostic::warning(Code::DanglingId, node.span(), format!("there is no {at:?} on this track"));
            reader.problems.add(problem.did_you_mean_text(nearest(&at, reader.spaces.ids.iter().copied())));
        }
    }
}

fn own_fields(track: &mut Track, node: Node<'_>, ir: &Ir, reader: &mut Reader<'_>) {
    let Some(form) = Form::read(node, "fields of the track", &mut reader.problems) else { return };
    form.only("the track", track_fields(ir).map(|field| &*field.name), &mut reader.problems);
    for (slot, field) in track.fields.iter_mut().zip(track_fields(ir)) {
        if let Some(value) = form.get(&field.name) {
            *slot = reader.value(value, &field.ty, default_words(field, &reader.fold).as_deref());
        }
    }
}

/// Puts the links and paths that are rows into the tables. Their values follow when they are read.
fn draw_rows(form: &Form<'_>, ir: &Ir, reader: &mut Reader<'_>) {
    reader.tables.kinds.resize(ir.kinds.len(), Default::default());
    for ((rows, drawn), kind) in reader.tables.kinds.iter_mut().zip(outline::kinds(form, ir)).zip(&ir.kinds) {
        if kind.on_track.is_some() {
            *rows = drawn;
        }
    }
}

/// The fields that every link and path may have besides those of the rules.
const OF_ROWS: [&str; 3] = ["kind", "id", "name"];

/// The fields of a kind of links or paths that the rules declare, without those that all have.
fn own_row_fields(ir: &Ir, kind: KindId) -> impl Iterator<Item = &Field> + Clone {
    let built_in = match ir.kinds[kind.index()].on_track {
        Some(OnTrack::Links(_)) => 2,
        _ => 1,
    };
    super::rows::fields(ir, kind).skip(built_in)
}

/// The values of a link or path for the fields that the rules declare.
fn row_values(form: &Form<'_>, ir: &Ir, kind: KindId, what: &str, reader: &mut Reader<'_>) -> Vec<Option<Words>> {
    let mut values = vec![];
    for field in own_row_fields(ir, kind) {
        let given = form.get(&field.name);
        if given.is_none() && has_to_be_given(field) && !form.has_misspelt(&field.name) {
            let problem = Diagnostic::error(Code::MissingField, form.opening(), format!("this {what} has no `{}`", field.name));
            let problem = problem.label(field.span, "the rules give it no default");
            reader.problems.add(problem.hint(format!("write `{}: …`", field.name)));
        }
        let default = default_words(field, &reader.fold);
        values.push(given.and_then(|node| reader.value(node, &field.ty, default.as_deref())));
    }
    values
}

/// Reports two links or paths of a kind with the same name. Only names that somebody wrote can clash.
fn check_name(form: &Form<'_>, ir: &Ir, kind: KindId, row: usize, reader: &mut Reader<'_>) {
    let rows = &reader.tables.kinds[kind.index()];
    let Some(node) = form.get("id").or_else(|| form.get("name")) else { return };
    let first = rows.names.get(row).and_then(|name| rows.by_name.get(name)).map_or(row, |n| usize::from(*n));
    if first != row
        && let Some(span) = rows.spans.get(first)
    {
        let message = format!("there are two {} {:?}", ir.kinds[kind.index()].name, rows.names[row]);
        let problem = Diagnostic::error(Code::DuplicateId, node.span(), message);
        let problem = problem.label(*span, "first here").hint("give one of them another name");
        reader.problems.add(problem);
    }
}
