//! The links of a track, one kind or chain per line.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::data::form::{self, Form, listed};
use crate::data::node::Node;
use crate::data::problems::Problems;
use crate::data::track::courses::{self, LineNode};
use crate::data::track::spaces::named;
use crate::data::track::{Track, check_name, on_table, outline, own_row_fields, point, row_values};
use crate::data::value::Reader;
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::ir::{Ir, KindId, LinkArity, LinkId, OnTrack};
use crate::source::Span;

const FIELDS: [&str; 10] = ["kind", "chain", "from", "to", "id", "name", "bends", "over", "hidden", "table"];
/// What a link may say of a single step.
const OF_STEPS: [&str; 7] = ["from", "to", "nodes", "leaves", "arrives", "over", "hidden"];
/// The number of nodes of one bend, at most.
pub const MOST_BENT: usize = 100;

/// How a step of a link is drawn, where the track says something of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LinkDrawing {
    /// The nodes that its line passes from its space to the next one.
    pub bend: Vec<LineNode>,
    /// The handles by which it leaves the one and arrives at the other, in millimetres from their middles.
    pub ends: [Option<(f64, f64)>; 2],
    /// Above the spaces that it passes, instead of below them.
    pub is_over: bool,
    pub is_hidden: bool,
}

/// Reads `links`. Unknown ids are reported only if `report_ids`. Returns for each kind whether all of its links could be read.
pub fn read(track: &mut Track, node: Node<'_>, ir: &Ir, report_ids: bool, reader: &mut Reader<'_>) -> Vec<bool> {
    let mut whole = vec![report_ids; ir.links.len()];
    let Some(items) = form::list(node, "links", &mut reader.problems) else { return vec![false; ir.links.len()] };
    let mut graph = Graph { ir, track, drawn: vec![BTreeMap::new(); ir.links.len()] };
    let mut unknown = BTreeSet::new();
    for item in items {
        let before = reader.problems.count();
        let Some(form) = Form::read(item, "a link", &mut reader.problems) else {
            whole.fill(false);
            continue;
        };
        let mut strange = Problems::default();
        let of_kind = outline::kind_of(&form, ir, false);
        let own = of_kind.into_iter().flat_map(|kind| own_row_fields(ir, kind)).map(|f| &*f.name);
        let has_own = own.clone().any(|name| name == "table");
        form.only("a link of this kind", FIELDS.into_iter().chain(own), &mut strange);
        let kind = form.required("kind", "this link", "\"next\"", &mut reader.problems);
        let name = kind.and_then(|node| form::word(node, &mut reader.problems));
        let (Some(node), Some(name)) = (kind, name) else {
            whole.fill(false);
            reader.problems.append(strange);
            continue;
        };
        let Some(link) = ir.links.iter().position(|link| *link.name == *name) else {
            whole.fill(false);
            // Reported once for each unknown kind, because nobody knows its fields either.
            if unknown.insert(name.clone()) {
                reader.problems.add(unknown_kind(&name, node.span(), ir));
            }
            continue;
        };
        reader.problems.append(strange);
        if let Some(node) = form.get("table").filter(|_| !has_own) {
            on_table(node, &mut reader.problems);
        }
        let pairs = pairs(&form, report_ids, reader);
        if let Some(kind) = of_kind {
            rows(&form, ir, kind, &pairs, reader);
        }
        let drawings = drawings(&form, &pairs, report_ids, reader);
        for ((from, to), drawing) in drawings {
            graph.track.link_drawings.entry((LinkId(link as u16), from, to)).or_insert(drawing);
        }
        for (from, to, span) in pairs {
            graph.add(LinkId(link as u16), from, to, span, &mut reader.problems);
            if ir.links[link].both_ways {
                graph.add(LinkId(link as u16), to, from, span, &mut reader.problems);
            }
        }
        whole[link] &= reader.problems.count() == before;
    }
    whole
}

/// Adds the rows of one link: one for each step, and one for each step back.
fn rows(form: &Form<'_>, ir: &Ir, kind: KindId, pairs: &[(u16, u16, Span)], reader: &mut Reader<'_>) {
    let first = reader.tables.kinds[kind.index()].values.len();
    if first + 2 * pairs.len() > outline::MOST_ROWS {
        let message = format!("there are too many links of one kind with a capital: a track may have {}", outline::MOST_ROWS);
        return reader.problems.add(Diagnostic::error(Code::TooLarge, form.opening(), message));
    }
    check_name(form, ir, kind, first, reader);
    let own = row_values(form, ir, kind, "link", reader);
    let both_ways = matches!(ir.kinds[kind.index()].on_track, Some(OnTrack::Links(link)) if ir.links[link.index()].both_ways);
    for &(from, to, _) in pairs {
        let row = |from: u16, to: u16| {
            let ends = [Some(vec![i32::from(from)]), Some(vec![i32::from(to)])];
            Arc::new(ends.into_iter().chain(own.iter().cloned()).collect())
        };
        let rows = &mut reader.tables.kinds[kind.index()].values;
        rows.push(row(from, to));
        if both_ways {
            rows.push(row(to, from));
        }
    }
}

/// How the steps of one link are drawn, as far as it says so.
fn drawings(
    form: &Form<'_>,
    pairs: &[(u16, u16, Span)],
    report_ids: bool,
    reader: &mut Reader<'_>,
) -> BTreeMap<(u16, u16), LinkDrawing> {
    let yes = |form: &Form<'_>, name: &str, reader: &mut Reader<'_>| {
        form.get(name).and_then(|node| form::yes(node, &mut reader.problems))
    };
    let (is_over, is_hidden) = (yes(form, "over", reader), yes(form, "hidden", reader));
    let (is_over, is_hidden) = (is_over.unwrap_or(false), is_hidden.unwrap_or(false));
    let all = LinkDrawing { is_over, is_hidden, ..LinkDrawing::default() };
    let mut drawings = BTreeMap::new();
    if all != LinkDrawing::default() {
        drawings.extend(pairs.iter().map(|(from, to, _)| ((*from, *to), all.clone())));
    }
    let steps: BTreeSet<(u16, u16)> = pairs.iter().map(|(from, to, _)| (*from, *to)).collect();
    let bends = form.get("bends").and_then(|node| form::list(node, "bends of steps", &mut reader.problems));
    for node in bends.unwrap_or_default() {
        let Some(form) = Form::read(node, "a bend of a step", &mut reader.problems) else { continue };
        form.only("a bend", OF_STEPS.into_iter(), &mut reader.problems);
        let mut end = |name: &str| {
            let node = form.required(name, "this bend", "\"a1\"", &mut reader.problems)?;
            named(node, report_ids, reader)
        };
        let (from, to) = (end("from"), end("to"));
        let nodes = match form.get("nodes") {
            None if OF_STEPS[3..].iter().any(|name| form.get(name).is_some()) => None,
            _ => form.required("nodes", "this bend", "[(at: (12.5, 40))]", &mut reader.problems),
        };
        let nodes = nodes.and_then(|node| form::list(node, "the points of a line", &mut reader.problems)).unwrap_or_default();
        if nodes.len() > MOST_BENT {
            let message = format!("a bend may have {MOST_BENT} points, and this one has {}", nodes.len());
            reader.problems.add(Diagnostic::error(Code::TooLarge, form.opening(), message));
        }
        let bend = nodes.into_iter().take(MOST_BENT).filter_map(|node| courses::read_node(node, &mut reader.problems)).collect();
        let ends = ["leaves", "arrives"].map(|name| form.get(name).and_then(|node| point(node, &mut reader.problems)));
        let (is_over, is_hidden) = (yes(&form, "over", reader), yes(&form, "hidden", reader));
        let (Some(from), Some(to)) = (from, to) else { continue };
        if !steps.contains(&(from, to)) {
            let id = |space: u16| reader.spaces.ids.get(usize::from(space)).copied().unwrap_or_default();
            let message = format!("this link has no step from {:?} to {:?} that could be bent", id(from), id(to));
            let problem = Diagnostic::error(Code::WrongValue, form.opening(), message);
            reader.problems.add(problem.hint("name two spaces that follow each other in this link, or leave the bend out"));
            continue;
        }
        let (is_over, is_hidden) = (is_over.unwrap_or(all.is_over), is_hidden.unwrap_or(all.is_hidden));
        drawings.insert((from, to), LinkDrawing { bend, ends, is_over, is_hidden });
    }
    drawings
}

pub fn unknown_kind(name: &str, span: Span, ir: &Ir) -> Diagnostic {
    let problem = Diagnostic::error(Code::UnknownField, span, format!("the rules know no link {name:?}"));
    let known = || ir.links.iter().map(|link| &*link.name);
    problem.did_you_mean_text(nearest(name, known())).or_hint(format!("they know {}", listed(known(), "and")))
}

/// The steps of one link, as far as both ends are known.
fn pairs(form: &Form<'_>, report: bool, reader: &mut Reader<'_>) -> Vec<(u16, u16, Span)> {
    let ends: Vec<Node<'_>> = match (form.get("chain"), form.get("from"), form.get("to")) {
        (Some(chain), None, None) => {
            let Some(ends) = form::list(chain, "ids of spaces", &mut reader.problems) else { return vec![] };
            if ends.len() < 2 {
                let problem = Diagnostic::error(Code::WrongValue, chain.span(), "a chain takes two spaces or more");
                reader.problems.add(problem.hint("write `chain: [\"a1\", \"a2\"]`"));
            }
            ends
        }
        (None, Some(from), Some(to)) => vec![from, to],
        (Some(chain), ..) => {
            let problem = Diagnostic::error(Code::WrongValue, chain.span(), "a link has either a `chain`, or `from` and `to`");
            reader.problems.add(problem.hint("leave one of them out"));
            return vec![];
        }
        _ => {
            let problem = Diagnostic::error(Code::MissingField, form.opening(), "this link doesn't say which spaces it joins");
            reader.problems.add(problem.hint("write `chain: [\"a1\", \"a2\"]`, or `from: \"a1\", to: \"a2\"`"));
            return vec![];
        }
    };
    let known: Vec<_> = ends.iter().map(|end| (named(*end, report, reader), *end)).collect();
    let step = |pair: &[(Option<u16>, Node<'_>)]| Some((pair[0].0?, pair[1].0?, pair[1].1.span()));
    known.windows(2).filter_map(step).collect()
}

struct Graph<'a> {
    ir: &'a Ir,
    track: &'a mut Track,
    /// For each link, what has been drawn, and where. For links that lead to one space, the second key is always 0.
    drawn: Vec<BTreeMap<(u16, u16), (u16, Span)>>,
}

impl Graph<'_> {
    /// Adds a step. A step that occurs twice is one. Reports a second target where only one may be.
    fn add(&mut self, link: LinkId, from: u16, to: u16, span: Span, problems: &mut Problems) {
        let of = &self.ir.links[link.index()];
        let leads_to_one = matches!(of.arity, LinkArity::One | LinkArity::OneOptional);
        let key = (from, if leads_to_one { 0 } else { to });
        match self.drawn[link.index()].get(&key) {
            Some((other, _)) if *other == to => {}
            Some((other, first)) => {
                let id = |n: u16| &self.track.spaces[usize::from(n)].id;
                let message =
                    format!("`{}` already leads from {:?} to {:?}, and a space has only one", of.name, id(from), id(*other));
                let problem = Diagnostic::error(Code::WrongValue, span, message).label(*first, "first here");
                problems.add(problem.hint("leave one of them out"));
            }
            None => {
                self.drawn[link.index()].insert(key, (to, span));
                self.track.links[link.index()].push((from, to));
                self.track.link_spans[link.index()].push(span);
            }
        }
    }
}

/// Reports spaces that lack a link that each must have. If not all links of the kind are `whole`, that may be the reason, and the problem
/// is known.
pub fn check_complete(track: &Track, whole: &[bool], ir: &Ir, problems: &mut Problems) {
    for (n, link) in ir.links.iter().enumerate().filter(|(n, link)| link.arity == LinkArity::One && whole[*n]) {
        let mut has = vec![false; track.spaces.len()];
        track.links[n].iter().for_each(|(from, _)| has[usize::from(*from)] = true);
        for (space, _) in track.spaces.iter().zip(has).filter(|(_, has)| !has) {
            let message = format!("no link `{}` leads on from {:?}", link.name, space.id);
            let problem = Diagnostic::error(Code::MissingField, space.span, message);
            problems.add(problem.label(link.span, "each space must have one"));
        }
    }
}
