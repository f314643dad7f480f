//! Fixes for problems where it is obvious what was meant. They are only proposals: the designer decides, and can undo.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use interpreter::data::manifest::Manifest;
use interpreter::diagnostic::{Code, Diagnostic};
use interpreter::ir::Drawn;
use kurbo::Point;

use super::{About, Checker, Fix, Problem, Waiting, overlap};
use crate::drawing::document::{Document, Item, Key, List};
use crate::drawing::edit::{self, Edit, declared, field_words};
use crate::drawing::fields::{Fields, quoted, text};
use crate::drawing::fit::usual_step;
use crate::drawing::ids::Ids;
use crate::drawing::schema::{Field, Schema};
use crate::drawing::tools::course::starter;

/// The fixes for one problem; `said` is the text at its place, and `wrong` are all things that have a problem.
pub fn fixes(
    document: &Document,
    (schema, manifest): (&Schema, &Manifest),
    problem: &Diagnostic,
    (about, said): (&[About], &str),
    wrong: &BTreeSet<Key>,
) -> Vec<Fix> {
    let Some(About::Item(list, key)) = about.first() else { return vec![] };
    let Some(item) = document.item(*key) else { return vec![] };
    let one = |title: String, edit: Edit| vec![Fix { title, edit }];
    match (problem.code, list) {
        (Code::DanglingId, List::Links | List::Paths) => {
            let Some(id) = text(said).filter(|id| item.spaces.iter().any(|space| **space == **id)) else { return vec![] };
            drop_id(*list, item, *key, &id)
        }
        (Code::DuplicateId, List::Spaces) => {
            let id = Ids::behind(document, Some(&item.id)).next();
            one(format!("rename this one to {id}"), Edit::Rename { key: *key, id })
        }
        (Code::UnknownField, _) => {
            let known = item.fields.get(said).is_some();
            let edit = Edit::Set { keys: vec![*key], name: said.into(), value: None };
            if known { one(format!("delete {said}"), edit) } else { vec![] }
        }
        (Code::WrongValue, List::Spaces) if problem.message.contains("outside the sheet") => {
            let size = document.header().sheet();
            let within = |n: f64, side: f64| n.clamp(EDGE.min(side / 2.0), (side - EDGE).max(side / 2.0));
            let to = item.at.map(|at| Point::new(within(at.x, size.width), within(at.y, size.height)));
            let edit = to.map(|to| Edit::Place(vec![(*key, to)]));
            edit.map_or(vec![], |edit| one("move it onto the sheet".to_owned(), edit))
        }
        (Code::WrongValue | Code::DanglingId, _) => {
            let wrong = item.fields.iter().find(|(_, value)| &***value == said).map(|(name, _)| name);
            let field = wrong.and_then(|name| declared(schema, *list, item, name)).filter(|field| !field.is_needed);
            let Some(field) = field else { return vec![] };
            let edit = Edit::Set { keys: vec![*key], name: field.name.clone(), value: None };
            one(format!("delete {}", field.name), edit)
        }
        (Code::MissingField, List::Spaces) if item.at.is_some() => {
            let missing = schema.space.iter().filter(|field| field.is_needed && item.fields.get(&field.name).is_none());
            let missing = missing.filter(|field| problem.message.contains(&format!("`{}`", field.name)));
            let values = starter(&schema.space, &Fields::default());
            let set = missing.filter_map(|field| {
                let value = values.get(&field.name)?.clone();
                let edit = Edit::Set { keys: vec![*key], name: field.name.clone(), value: Some(value.clone()) };
                Some(Fix { title: field_words(&field.name, Some(&value)), edit })
            });
            set.chain(gaps(document, schema, item, wrong)).collect()
        }
        (Code::CheckFailed | Code::NoSuchOnTrack, List::Spaces) => gaps(document, schema, item, wrong),
        (Code::Overlap, List::Spaces) => overlap::fixes(document, (schema, manifest), item, about),
        _ => vec![],
    }
}

/// A space outside the sheet is moved this far inside its edge, in millimetres.
const EDGE: f64 = 10.0;

/// For a chain that names an unknown id: link the rest over it, or remove a link that joins nothing.
fn drop_id(list: List, item: &Item, key: Key, id: &str) -> Vec<Fix> {
    let mut spaces: Vec<Arc<str>> = item.spaces.iter().filter(|space| ***space != *id).cloned().collect();
    spaces.dedup();
    let fewest = if list == List::Links { 2 } else { 1 };
    let edit =
        if spaces.len() >= fewest { Edit::Route { key, spaces } } else { Edit::Remove { keys: vec![key], bridging: false } };
    vec![Fix { title: format!("delete {}", quoted(id)), edit }]
}

/// A space farther away than this many times the usual distance is no neighbour.
const NEAR: f64 = 1.6;

/// For a space that leads nowhere: a link to the obvious neighbour, if there is one. That is the nearest space ahead, close by, that no
/// link leads to yet and that doesn't lead back here. One of which the rules let there be a single one, as of a start or a finish, is meant only
/// if the way may end there: it leads nowhere, and nothing is wrong with that.
fn gaps(document: &Document, schema: &Schema, space: &Item, wrong: &BTreeSet<Key>) -> Vec<Fix> {
    let Some(at) = space.at.filter(|_| !space.id.is_empty()) else { return vec![] };
    // Links to the side don't count as a way on.
    let is_way =
        |kind: &str| schema.link(kind).is_none_or(|link| matches!(link.drawn, None | Some(Drawn::Along)) && !link.both_ways);
    let steps: Vec<(&Arc<str>, &Arc<str>)> =
        document.links().iter().filter(|link| is_way(&link.kind)).flat_map(|link| link.steps()).collect();
    let leads_on = |space: &Item| document.links().iter().any(|link| link.steps().any(|(from, _)| *from == space.id));
    if leads_on(space) {
        return vec![];
    }
    let led_to: BTreeSet<&Arc<str>> = steps.iter().map(|(_, to)| *to).collect();
    let before = leads_here(&steps, &space.id);
    let place = |id: &str| document.space(id).and_then(|space| space.at);
    let from: Vec<Point> = steps.iter().filter(|(_, to)| **to == space.id).filter_map(|(from, _)| place(from)).collect();
    let usual = usual_step(document);
    let is_near = |to: Point| usual.is_some_and(|usual| to.distance(at) <= usual * NEAR);
    let is_ahead = |to: Point| from.iter().all(|from| (at - *from).dot(to - at) > 0.0);
    let free = document.spaces().iter().filter_map(|other| Some((other, other.at?)));
    let free = free.filter(|(other, _)| other.key != space.key && !other.id.is_empty());
    let free =
        free.filter(|(other, to)| !led_to.contains(&other.id) && !before.contains(&other.id) && is_near(*to) && is_ahead(*to));
    let free = free.filter(|(other, _)| !schema.is_sole(other) || !leads_on(other) && !wrong.contains(&other.key));
    let Some((to, _)) = free.min_by(|a, b| a.1.distance(at).total_cmp(&b.1.distance(at))) else { return vec![] };
    let kinds = schema.links.iter().filter(|link| link.drawn == Some(Drawn::Along) || link.is_needed);
    let fix = |kind: &Arc<str>| Fix {
        title: format!("link it to {} by {}", document.called(&to.id), kind.replace('_', " ")),
        edit: Edit::Connect { kind: kind.clone(), spaces: vec![space.id.clone(), to.id.clone()] },
    };
    kinds.map(|link| fix(&link.name)).collect()
}

/// The spaces that lead to a space.
fn leads_here<'d>(steps: &[(&'d Arc<str>, &'d Arc<str>)], id: &Arc<str>) -> BTreeSet<Arc<str>> {
    let mut back: BTreeMap<&Arc<str>, Vec<&Arc<str>>> = BTreeMap::new();
    steps.iter().for_each(|(from, to)| back.entry(to).or_default().push(from));
    let mut before = BTreeSet::new();
    let mut next = vec![id];
    while let Some(at) = next.pop() {
        let new = back.get(at).into_iter().flatten().filter(|from| before.insert((**from).clone()));
        next.extend(new);
    }
    before
}

/// The fields that a check of the rules asks about, or whose value is `wrong`; setting them is another way to answer the check.
pub fn asked(schema: &Schema, item: &Item, check: &str, wrong: &str) -> Vec<Arc<str>> {
    let words: BTreeSet<&str> = check.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '.').collect();
    let names = |field: &Field| words.iter().any(|word| word.split('.').skip(1).any(|part| *part == *field.name));
    let is_wrong = |field: &Field| item.fields.get(&field.name).is_some_and(|value| **value == *wrong);
    let open = schema.space.iter().filter(|field| names(field) || is_wrong(field));
    open.map(|field| field.name.clone()).collect()
}

impl Fix {
    /// Whether it draws or changes links, which may cause another problem.
    pub(super) fn draws_links(&self) -> bool {
        matches!(self.edit, Edit::Connect { .. } | Edit::All(..))
    }
}

/// Keeps only links that fix their problem without causing another; each is tried on a copy. Tracks are read before the rules check them,
/// so fixing one problem may well reveal another. Keeps none once nobody waits for them.
pub fn keep_safe(checker: &Checker, waiting: &dyn Waiting, document: &Document, name: &str, problems: &mut [Problem]) {
    type Told = (Code, String, Option<About>);
    let told = |problems: &[Problem]| -> Vec<Told> {
        problems.iter().filter(|p| p.is_error).map(|p| (p.code, p.message.clone(), p.about.first().cloned())).collect()
    };
    let before = told(problems);
    let mut left = (MOST_SPACES / document.spaces().len().max(1)).clamp(1, MOST_TRIED);
    for problem in problems {
        let own: Told = (problem.code, problem.message.clone(), problem.about.first().cloned());
        let is_read = problem.is_told_at_once();
        problem.fixes.retain(|fix| {
            if !fix.draws_links() {
                return true;
            }
            if left == 0 || !waiting.waits() {
                return false;
            }
            left -= 1;
            let Ok(mended) = edit::apply(document, &checker.schema, &fix.edit) else { return false };
            let after: Vec<Problem> = checker.unmended(&mended, name);
            let is_new = |problem: &&Problem| !is_read || problem.is_told_at_once();
            let after: Vec<Problem> = after.iter().filter(is_new).cloned().collect();
            let after = told(&after);
            !after.contains(&own) && after.iter().all(|one| before.contains(one))
        });
    }
}

/// The number of links tried for one board, at most.
const MOST_TRIED: usize = 6;
/// The number of spaces checked for that over all copies, at most, so that fewer links are tried on a large board.
const MOST_SPACES: usize = 6_000;
