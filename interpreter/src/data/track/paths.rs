//! The paths of a track: named spaces in their order.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::data::form::{self, Form, listed};
use crate::data::node::Node;
use crate::data::track::spaces::named;
use crate::data::track::{OF_ROWS, check_name, on_table, outline, own_row_fields, point, row_values};
use crate::data::value::Reader;
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::ir::{Ir, KindId, OnTrack};
use crate::source::Span;

/// How the name and the numbers of a path are drawn, where the track says something of them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PathDrawing {
    /// The middle of its name in millimetres; without it, the name finds a place by itself.
    pub name_at: Option<(f64, f64)>,
    pub hides_name: bool,
    pub hides_numbers: bool,
}

const FIELDS: [&str; 5] = ["spaces", "name_at", "name_hidden", "numbers_hidden", "table"];

/// Reads `paths` into the tables. Unknown ids are reported only if `report_ids`. Returns how they are drawn.
pub fn read(node: Node<'_>, ir: &Ir, report_ids: bool, reader: &mut Reader<'_>) -> BTreeMap<(KindId, usize), PathDrawing> {
    let mut drawings = BTreeMap::new();
    let mut unknown = BTreeSet::new();
    for item in form::list(node, "paths", &mut reader.problems).unwrap_or_default() {
        let Some(form) = Form::read(item, "a path", &mut reader.problems) else { continue };
        let Some(kind) = outline::kind_of(&form, ir, true) else {
            let known = ir.kinds.iter().find(|kind| matches!(kind.on_track, Some(OnTrack::Paths)));
            let example = format!("{:?}", known.map_or("Path", |kind| &kind.name));
            let Some(node) = form.required("kind", "this path", &example, &mut reader.problems) else { continue };
            let Some(name) = form::word(node, &mut reader.problems) else { continue };
            // Reported once for each unknown kind, because nobody knows its fields either.
            if unknown.insert(name.clone()) {
                reader.problems.add(unknown_kind(&name, node.span(), ir));
            }
            continue;
        };
        let row = reader.tables.kinds[kind.index()].values.len();
        if row >= outline::MOST_ROWS {
            let message = format!("there are too many paths of one kind: a track may have {}", outline::MOST_ROWS);
            reader.problems.add(Diagnostic::error(Code::TooLarge, form.opening(), message));
            return drawings;
        }
        let own = own_row_fields(ir, kind).map(|f| &*f.name);
        let has_own = own.clone().any(|name| name == "table");
        form.only("a path of this kind", OF_ROWS.into_iter().chain(FIELDS).chain(own), &mut reader.problems);
        check_name(&form, ir, kind, row, reader);
        if let Some(node) = form.get("table").filter(|_| !has_own) {
            on_table(node, &mut reader.problems);
        }
        let mut yes = |name: &str| form.get(name).and_then(|node| form::yes(node, &mut reader.problems)).unwrap_or(false);
        let (hides_name, hides_numbers) = (yes("name_hidden"), yes("numbers_hidden"));
        let name_at = form.get("name_at").and_then(|node| point(node, &mut reader.problems));
        let drawing = PathDrawing { name_at, hides_name, hides_numbers };
        if drawing != PathDrawing::default() {
            drawings.insert((kind, row), drawing);
        }
        let list = form.required("spaces", "this path", "[\"a1\", \"a2\"]", &mut reader.problems);
        let list = list.and_then(|node| form::list(node, "ids of spaces", &mut reader.problems)).unwrap_or_default();
        let longest = reader.tables.kinds[kind.index()].longest;
        let mut spaces = vec![list.len() as i32];
        spaces.extend(list.into_iter().filter_map(|node| named(node, report_ids, reader)).map(i32::from));
        spaces.resize(longest + 1, 0);
        let mut values = vec![Some(spaces)];
        values.extend(row_values(&form, ir, kind, "path", reader));
        reader.tables.kinds[kind.index()].values.push(Arc::new(values));
    }
    drawings
}

fn unknown_kind(name: &str, span: Span, ir: &Ir) -> Diagnostic {
    let problem = Diagnostic::error(Code::UnknownField, span, format!("the rules know no path {name:?}"));
    let known = || ir.kinds.iter().filter(|k| k.on_track == Some(OnTrack::Paths)).map(|k| &*k.name);
    match nearest(name, known()) {
        Some(near) => problem.did_you_mean_text(Some(near)),
        None if known().next().is_none() => problem,
        None => problem.hint(format!("they know {}", listed(known(), "and"))),
    }
}
