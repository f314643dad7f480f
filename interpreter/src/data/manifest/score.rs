//! `score_sheet` of a manifest: what players keep account of, part by part, and the meters on which their tokens stand. Every name in it is a
//! field, a parameter or a kind of the rules; whoever draws the sheet gets no other words than these.

use std::sync::Arc;

use super::look::{Most, Named, Rgb, colour, most, named};
use super::{Setting, settings};
use crate::data::form::{self, Form};
use crate::data::node::{Node, Shape};
use crate::data::problems::Problems;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// The most parts of a score sheet, and the most columns, zones, marks or values of one of them.
const MOST_PARTS: usize = 40;
const MOST_IN_A_PART: usize = 24;

/// One part of a score sheet.
#[derive(Clone, PartialEq, Debug)]
pub struct ScorePart {
    pub shows: Shows,
    pub title: Option<Arc<str>>,
    /// A few words below it.
    pub note: Option<Arc<str>>,
    /// What players do by hand where the sheet is on paper.
    pub by_hand: Option<Arc<str>>,
    /// Whether it also stands beside the questions that its player is asked.
    pub is_at_questions: bool,
    pub only: Only,
    pub span: Span,
}

/// What a part shows.
#[derive(Clone, PartialEq, Debug)]
pub enum Shows {
    Meter(ScoreMeter),
    Boxes(ScoreBoxes),
    /// Fields or piles, each with what it says.
    Values(Vec<Named>),
    Table(ScoreTable),
    /// A table of the rules, with its keys above its values.
    Strip(Strip),
    Ticks(Ticks),
}

/// A table of one key or two.
#[derive(Clone, PartialEq, Debug)]
pub struct Strip {
    pub table: Named,
    /// What its keys are called, in their order; empty if nothing says it.
    pub keys: Vec<Arc<str>>,
}

/// A number on a scale, with a token where it stands.
#[derive(Clone, PartialEq, Debug)]
pub struct ScoreMeter {
    pub field: Named,
    /// Where the scale ends, if neither the look nor the type of the field says it.
    pub most: Option<Most>,
    pub zones: Zones,
    pub marks: Vec<ScaleMark>,
    /// From the first zone to the last.
    pub colours: Vec<Rgb>,
}

/// The zones of a scale.
#[derive(Clone, PartialEq, Debug)]
pub enum Zones {
    /// As the look of the field says.
    Usual,
    /// The parameter that lists the first step of each.
    Starts(Named),
    Listed(Vec<Zone>),
}

/// A stretch of a scale.
#[derive(Clone, PartialEq, Debug)]
pub struct Zone {
    /// Its last step; `None`: it goes on to the end.
    pub to: Option<Most>,
    pub title: Arc<str>,
}

/// A sign at a step of a scale. A field has its icon, colour and title from its look.
#[derive(Clone, PartialEq, Debug)]
pub struct ScaleMark {
    pub at: Named,
    pub title: Option<Arc<str>>,
}

/// A number as boxes, as many of them filled as it says.
#[derive(Clone, PartialEq, Debug)]
pub struct ScoreBoxes {
    pub field: Named,
    /// How many boxes there are, if the type of the field doesn't say it.
    pub of: Option<Most>,
    /// Where that is a table: the field that says which of its entries counts.
    pub by: Option<Named>,
}

/// A table with a row for each lap, piece or card.
#[derive(Clone, PartialEq, Debug)]
pub struct ScoreTable {
    /// A number of rows, or the parameter, pile, enum, data or kind of piece that they come from.
    pub rows: Most,
    /// What stands above the names of rows.
    pub head: Option<Arc<str>>,
    /// The field that says which row it is now.
    pub now: Option<Named>,
    /// What stands in the last row instead of its cells.
    pub last: Option<Arc<str>>,
    pub columns: Vec<Column>,
}

/// A column of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Column {
    pub field: Named,
    pub title: Option<Arc<str>>,
    pub cells: Cells,
    pub only: Only,
}

/// How the values of a column are drawn.
#[derive(Clone, PartialEq, Debug)]
pub enum Cells {
    Value,
    /// So many boxes.
    Boxes(Most),
    /// A circle for each value that there can be.
    Circles,
}

/// A set as a list of all that can be in it, with a tick at what is.
#[derive(Clone, PartialEq, Debug)]
pub struct Ticks {
    pub field: Named,
    /// Of a table of sets, the key of the one that is shown.
    pub key: Option<Named>,
    /// The columns of its members that give their colour and their number.
    pub colour: Option<Named>,
    pub number: Option<Named>,
}

/// When something is on the sheet at all.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Only {
    /// Add-ons that must be on, and such that must be off.
    pub with: Vec<Named>,
    pub without: Vec<Named>,
    /// Parameters that must have these values, and such that must have others. One that isn't declared has no value.
    pub when: Vec<Setting>,
    pub unless: Vec<Setting>,
}

/// The fields of every part, and of conditions.
const OF_PARTS: [&str; 4] = ["title", "note", "by_hand", "beside_questions"];
const CONDITIONS: [&str; 4] = ["with", "without", "when", "unless"];
/// The kinds of parts: the field that names what is shown, and the others.
const KINDS: [(&str, &[&str]); 6] = [
    ("meter", &["max", "zones", "marks", "colours"]),
    ("boxes", &["of", "by"]),
    ("values", &[]),
    ("table", &["head", "now", "last", "columns"]),
    ("strip", &["keys"]),
    ("ticks", &["key", "colour", "number"]),
];

/// `[(meter: "player.heart"), (values: ["player.penalties"])]`
pub(super) fn read(node: Node<'_>, problems: &mut Problems) -> Vec<ScorePart> {
    let parts = some(node, "parts", MOST_PARTS, problems);
    parts.into_iter().filter_map(|node| part(node, problems)).collect()
}

/// The members of a list, no more than there may be.
fn some<'a>(node: Node<'a>, what: &str, most: usize, problems: &mut Problems) -> Vec<Node<'a>> {
    let mut members = form::list(node, what, problems).unwrap_or_default();
    if let Some(first) = members.get(most) {
        let message = format!("here are {} {what}, and {most} fit", members.len());
        problems.add(Diagnostic::error(Code::WrongValue, first.span(), message).hint("leave out those that matter least"));
    }
    members.truncate(most);
    members
}

fn part(node: Node<'_>, problems: &mut Problems) -> Option<ScorePart> {
    let form = Form::read(node, "a part of a score sheet", problems)?;
    let kinds = KINDS.iter().filter_map(|(kind, more)| Some((*kind, *more, form.get(kind)?)));
    let kinds: Vec<(&str, &[&str], Node<'_>)> = kinds.collect();
    let [(kind, more, value)] = kinds[..] else {
        let names = KINDS.iter().map(|(kind, _)| *kind);
        let problem = if kinds.is_empty() {
            form.only("a part of a score sheet", names.chain(OF_PARTS).chain(CONDITIONS), problems);
            if KINDS.iter().any(|(kind, _)| form.has_misspelt(kind)) {
                return None;
            }
            let hint = "begin with what it shows, such as `meter: \"player.heart\"` or `values: [\"player.points\"]`";
            Diagnostic::error(Code::MissingField, form.opening(), "this part of the score sheet shows nothing").hint(hint)
        } else {
            let message = format!("a part can't be {} at once", form::listed(kinds.iter().map(|(kind, ..)| *kind), "and"));
            Diagnostic::error(Code::WrongValue, form.opening(), message).hint("make two parts of it")
        };
        problems.add(problem);
        return None;
    };
    let known = [kind].into_iter().chain(more.iter().copied()).chain(OF_PARTS).chain(CONDITIONS);
    form.only(&format!("a part with `{kind}`"), known, problems);
    let shows = match kind {
        "meter" => Shows::Meter(meter(named(value, problems)?, &form, problems)),
        "boxes" => Shows::Boxes(ScoreBoxes {
            field: named(value, problems)?,
            of: form.get("of").and_then(|node| most(node, problems)),
            by: form.get("by").and_then(|node| named(node, problems)),
        }),
        "values" => {
            let names = some(value, "fields", MOST_IN_A_PART, problems);
            Shows::Values(names.into_iter().filter_map(|node| named(node, problems)).collect())
        }
        "table" => Shows::Table(table(most(value, problems)?, &form, problems)?),
        "strip" => {
            let keys = form.get("keys").map(|node| some(node, "keys", 2, problems)).unwrap_or_default();
            let keys = keys.into_iter().filter_map(|node| form::text(node, problems)).collect();
            Shows::Strip(Strip { table: named(value, problems)?, keys })
        }
        _ => {
            let mut get = |name: &str| form.get(name).and_then(|node| named(node, problems));
            let (key, colour, number) = (get("key"), get("colour"), get("number"));
            Shows::Ticks(Ticks { field: named(value, problems)?, key, colour, number })
        }
    };
    let text = |name: &str, problems: &mut Problems| form.get(name).and_then(|node| form::text(node, problems));
    Some(ScorePart {
        shows,
        title: text("title", problems),
        note: text("note", problems),
        by_hand: text("by_hand", problems),
        is_at_questions: form.get("beside_questions").and_then(|node| form::yes(node, problems)) == Some(true),
        only: only(&form, problems),
        span: form.opening(),
    })
}

fn meter(field: Named, form: &Form<'_>, problems: &mut Problems) -> ScoreMeter {
    let zones = match form.get("zones") {
        None => Zones::Usual,
        Some(node) if node.shape() == Shape::List => {
            let zones = some(node, "zones", MOST_IN_A_PART, problems);
            Zones::Listed(zones.into_iter().filter_map(|node| zone(node, problems)).collect())
        }
        Some(node) => named(node, problems).map_or(Zones::Usual, Zones::Starts),
    };
    let mut members = |name: &str| form.get(name).map(|node| some(node, name, MOST_IN_A_PART, problems)).unwrap_or_default();
    let (marks, colours) = (members("marks"), members("colours"));
    ScoreMeter {
        field,
        most: form.get("max").and_then(|node| most(node, problems)),
        zones,
        marks: marks.into_iter().filter_map(|node| mark(node, problems)).collect(),
        colours: colours.into_iter().filter_map(|node| colour(node, problems)).collect(),
    }
}

/// `(to: "low_pulse", title: "Low")`
fn zone(node: Node<'_>, problems: &mut Problems) -> Option<Zone> {
    let form = Form::read(node, "a zone", problems)?;
    form.only("a zone", ["to", "title"].into_iter(), problems);
    let title = form.required("title", "this zone", "\"Low\"", problems)?;
    Some(Zone { to: form.get("to").and_then(|node| most(node, problems)), title: form::text(title, problems)? })
}

/// `"state.next_event"`, or `(at: "break_even", title: "Even")`
fn mark(node: Node<'_>, problems: &mut Problems) -> Option<ScaleMark> {
    if node.text().is_some() {
        return Some(ScaleMark { at: named(node, problems)?, title: None });
    }
    let form = Form::read(node, "a mark", problems)?;
    form.only("a mark", ["at", "title"].into_iter(), problems);
    let at = form.required("at", "this mark", "\"state.round\"", problems)?;
    Some(ScaleMark { at: named(at, problems)?, title: form.get("title").and_then(|node| form::text(node, problems)) })
}

fn table(rows: Most, form: &Form<'_>, problems: &mut Problems) -> Option<ScoreTable> {
    let columns = form.required("columns", "this table", "[(field: \"player.points\")]", problems)?;
    let columns = some(columns, "columns", MOST_IN_A_PART, problems);
    Some(ScoreTable {
        rows,
        head: form.get("head").and_then(|node| form::text(node, problems)),
        now: form.get("now").and_then(|node| named(node, problems)),
        last: form.get("last").and_then(|node| form::text(node, problems)),
        columns: columns.into_iter().filter_map(|node| column(node, problems)).collect(),
    })
}

/// `"Skater.fatigue"`, or `(field: "Skater.fatigue", boxes: 4)`
fn column(node: Node<'_>, problems: &mut Problems) -> Option<Column> {
    if node.text().is_some() {
        return Some(Column { field: named(node, problems)?, title: None, cells: Cells::Value, only: Only::default() });
    }
    let form = Form::read(node, "a column", problems)?;
    form.only("a column", ["field", "title", "boxes", "circles"].into_iter().chain(CONDITIONS), problems);
    let field = form.required("field", "this column", "\"player.points\"", problems)?;
    let circles = form.get("circles").and_then(|node| form::yes(node, problems)) == Some(true);
    let boxes = form.get("boxes").and_then(|node| most(node, problems));
    Some(Column {
        field: named(field, problems)?,
        title: form.get("title").and_then(|node| form::text(node, problems)),
        cells: boxes.map_or(if circles { Cells::Circles } else { Cells::Value }, Cells::Boxes),
        only: only(&form, problems),
    })
}

fn only(form: &Form<'_>, problems: &mut Problems) -> Only {
    let addons = |name: &str, problems: &mut Problems| match form.get(name) {
        Some(node) if node.shape() == Shape::List => form::texts(node, "add-ons", problems),
        node => node.and_then(|node| named(node, problems)).into_iter().collect(),
    };
    let params = |name: &str, problems: &mut Problems| form.get(name).map(|node| settings(node, problems)).unwrap_or_default();
    Only {
        with: addons("with", problems),
        without: addons("without", problems),
        when: params("when", problems),
        unless: params("unless", problems),
    }
}

impl ScorePart {
    /// Everything that it names, of fields, parameters and kinds, with what may be said of each.
    pub fn names(&self) -> Vec<(&Named, Names)> {
        let mut names = vec![];
        match &self.shows {
            Shows::Meter(meter) => {
                names.push((&meter.field, Names::Number));
                names.extend(param(&meter.most));
                names.extend(meter.marks.iter().map(|mark| (&mark.at, Names::Anything)));
                match &meter.zones {
                    Zones::Usual => {}
                    Zones::Starts(starts) => names.push((starts, Names::Param)),
                    Zones::Listed(zones) => names.extend(zones.iter().filter_map(|zone| param(&zone.to))),
                }
            }
            Shows::Boxes(boxes) => {
                names.push((&boxes.field, Names::Number));
                names.extend(param(&boxes.of));
                names.extend(boxes.by.as_ref().map(|by| (by, Names::Field)));
            }
            Shows::Values(fields) => names.extend(fields.iter().map(|field| (field, Names::Field))),
            Shows::Strip(strip) => names.push((&strip.table, Names::Anything)),
            Shows::Ticks(ticks) => {
                names.push((&ticks.field, Names::Set));
                names.extend([&ticks.colour, &ticks.number].into_iter().flatten().map(|name| (name, Names::Field)));
            }
            Shows::Table(table) => {
                if let Most::Param(rows) = &table.rows {
                    names.push((rows, Names::Rows));
                }
                names.extend(table.now.as_ref().map(|now| (now, Names::Number)));
                for column in &table.columns {
                    names.push((&column.field, Names::Anything));
                    if let Cells::Boxes(Most::Param(of)) = &column.cells {
                        names.push((of, Names::Param));
                    }
                }
            }
        }
        names
    }

    /// When it and its columns are there.
    pub fn conditions(&self) -> impl Iterator<Item = &Only> {
        let columns = if let Shows::Table(table) = &self.shows { &table.columns[..] } else { &[] };
        [&self.only].into_iter().chain(columns.iter().map(|column| &column.only))
    }
}

fn param(most: &Option<Most>) -> Option<(&Named, Names)> {
    if let Some(Most::Param(named)) = most { Some((named, Names::Param)) } else { None }
}

/// What a name on a score sheet may be of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Names {
    Param,
    /// A field or a pile, `player.points`, perhaps with a field of the row that it names: `player.hero.strength`.
    Field,
    /// Such a field with a number in it.
    Number,
    /// A set, or a table of sets.
    Set,
    /// A parameter, or a field.
    Anything,
    /// What a table has rows for.
    Rows,
}
