//! Links that bend: the nodes that a step passes, as tracks keep them with the link.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use interpreter::data::track::MOST_BENT;
use kurbo::Point;

use super::document::{Document, Item};
use super::fields::{Fields, items, quoted};
use super::on_table;
use super::tools::line::{Line, Node};

/// The field of a link in which its bends are.
pub const FIELD: &str = "bends";

/// The bend of one step of a link.
#[derive(Clone, PartialEq, Debug)]
pub struct StepBend {
    pub from: Arc<str>,
    pub to: Arc<str>,
    /// The nodes between its two spaces, at least one.
    pub nodes: Vec<Node>,
}

impl StepBend {
    /// The same way back.
    #[must_use]
    pub fn reversed(&self) -> StepBend {
        let line = Line { nodes: self.nodes.clone(), is_closed: false };
        StepBend { from: self.to.clone(), to: self.from.clone(), nodes: line.reversed().nodes }
    }
}

/// The bends of a link, as far as they can be read.
pub fn read(item: &Item) -> Vec<StepBend> {
    let bend = |written: &String| {
        let fields = Fields::read(written)?;
        let nodes = Line::read(fields.get("nodes")?, false)?.nodes;
        let end = |name: &str| fields.text(name).map(Arc::from);
        (nodes.len() <= MOST_BENT).then_some(StepBend { from: end("from")?, to: end("to")?, nodes })
    };
    item.fields.get(FIELD).map(|value| items(value).iter().filter_map(bend).collect()).unwrap_or_default()
}

/// The bends as files have them; `None` if there are none.
pub fn written(bends: &[StepBend]) -> Option<Arc<str>> {
    let bend = |bend: &StepBend| {
        let nodes = Line { nodes: bend.nodes.clone(), is_closed: false }.written();
        format!("(from: {}, to: {}, nodes: {nodes})", quoted(&bend.from), quoted(&bend.to))
    };
    let list: Vec<String> = bends.iter().filter(|bend| !bend.nodes.is_empty()).map(bend).collect();
    (!list.is_empty()).then(|| format!("[{}]", list.join(", ")).into())
}

/// The line of a step with both its ends, which lie on its spaces; `None` if one of them has no place.
pub fn line(document: &Document, item: &Item, step: usize) -> Option<Line> {
    let (from, to) = item.steps().nth(step)?;
    let (a, b) = (document.space(from)?.at?, document.space(to)?.at?);
    Some(between(a, nodes(&read(item), from, to), b))
}

/// The lines of all steps whose spaces have a place, with their positions in the link.
pub fn lines(document: &Document, item: &Item) -> Vec<(usize, Line)> {
    let bends = read(item);
    let ids: BTreeSet<&Arc<str>> = item.spaces.iter().collect();
    let mut places: BTreeMap<&Arc<str>, Point> = BTreeMap::new();
    for space in document.spaces().iter().filter(|space| ids.contains(&space.id)) {
        places.extend(space.at.filter(|_| !places.contains_key(&space.id)).map(|at| (&space.id, at)));
    }
    let line = |(n, (from, to)): (usize, (&Arc<str>, &Arc<str>))| {
        Some((n, between(*places.get(from)?, nodes(&bends, from, to), *places.get(to)?)))
    };
    item.steps().enumerate().filter_map(line).collect()
}

/// The nodes of a step among the bends of its link.
pub fn nodes(bends: &[StepBend], from: &str, to: &str) -> Vec<Node> {
    let bend = bends.iter().find(|bend| (&*bend.from, &*bend.to) == (from, to));
    bend.map(|bend| bend.nodes.clone()).unwrap_or_default()
}

/// The line from one space to another through the nodes of a bend.
pub fn between(a: Point, nodes: Vec<Node>, b: Point) -> Line {
    let nodes = [Node::smooth(a)].into_iter().chain(nodes).chain([Node::smooth(b)]).collect();
    Line { nodes, is_closed: false }
}

/// The bends of a link as files have them, with one step along this line, whose ends are those of the step.
pub fn with(item: &Item, step: usize, line: &Line) -> Option<Arc<str>> {
    let mut bends = read(item);
    let (from, to) = item.steps().nth(step)?;
    let inner = line.nodes.get(1..line.nodes.len().saturating_sub(1)).unwrap_or_default().to_vec();
    match bends.iter_mut().find(|bend| (&bend.from, &bend.to) == (from, to)) {
        Some(bend) => bend.nodes = inner,
        None => bends.push(StepBend { from: from.clone(), to: to.clone(), nodes: inner }),
    }
    written(&bends)
}

/// Whether a link says nothing but how it is drawn and lies at the table.
pub fn is_only_drawn(fields: &Fields) -> bool {
    fields.iter().all(|(name, _)| matches!(&**name, FIELD | "over" | "hidden" | on_table::FIELD))
}
