//! Links that bend: the nodes that a step passes, as tracks keep them with the link.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use interpreter::data::track::MOST_BENT;
use kurbo::Point;

use super::document::{Document, Item, Key, List};
use super::edit::{Edit, counted, written_place};
use super::fields::{Fields, items, quoted};
use super::on_table;
use super::tools::line::{Bend, Line, Node, OnPiece};
use crate::board::curve::Bent;

/// The field of a link in which its bends are.
pub const FIELD: &str = "bends";

/// What a link says of how one of its steps is drawn.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct StepBend {
    pub from: Arc<str>,
    pub to: Arc<str>,
    pub bent: Bent,
    /// Whether it lies above spaces, and whether it is left out, if that isn't as the whole link says.
    pub flags: [Option<bool>; 2],
    /// What can't be read, as it was written; then everything else is empty.
    pub unread: Option<Arc<str>>,
}

/// What can be said of a link and of each of its steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flag {
    Over,
    Hidden,
}

impl Flag {
    pub const ALL: [Flag; 2] = [Flag::Over, Flag::Hidden];

    /// The field in files.
    pub fn name(self) -> &'static str {
        match self {
            Flag::Over => "over",
            Flag::Hidden => "hidden",
        }
    }
}

/// How all steps of a link are drawn.
#[derive(Clone, Debug)]
pub struct Bends {
    /// By where each step begins.
    steps: BTreeMap<Arc<str>, Vec<StepBend>>,
    /// What the link says of all steps that don't say otherwise.
    flags: [bool; 2],
}

impl Bends {
    pub fn of(item: &Item) -> Bends {
        let mut steps: BTreeMap<Arc<str>, Vec<StepBend>> = BTreeMap::new();
        read(item).into_iter().for_each(|bend| steps.entry(bend.from.clone()).or_default().push(bend));
        Bends { steps, flags: Flag::ALL.map(|flag| item.fields.is_true(flag.name())) }
    }

    fn step(&self, from: &str, to: &str) -> Option<&StepBend> {
        self.steps.get(from)?.iter().find(|bend| *bend.to == *to)
    }

    /// How a step bends.
    pub fn bent(&self, from: &str, to: &str) -> Bent {
        self.step(from, to).map(|bend| bend.bent.clone()).unwrap_or_default()
    }

    pub fn is(&self, flag: Flag, from: &str, to: &str) -> bool {
        self.step(from, to).and_then(|bend| bend.flags[flag as usize]).unwrap_or(self.flags[flag as usize])
    }
}

impl StepBend {
    /// The same way back.
    #[must_use]
    pub fn reversed(&self) -> StepBend {
        let line = Line { nodes: self.bent.nodes.clone(), is_closed: false };
        let [leaves, arrives] = self.bent.ends;
        let bent = Bent { nodes: line.reversed().nodes, ends: [arrives, leaves] };
        StepBend { from: self.to.clone(), to: self.from.clone(), bent, ..self.clone() }
    }

    fn says_nothing(&self) -> bool {
        self.bent.is_straight() && self.flags == [None; 2] && self.unread.is_none()
    }
}

/// What a link says of its steps.
pub fn read(item: &Item) -> Vec<StepBend> {
    let Some(written) = item.fields.get(FIELD) else { return vec![] };
    let unread = |written: &str| StepBend { unread: Some(written.into()), ..StepBend::default() };
    if !written.trim_start().starts_with('[') {
        return vec![unread(written)];
    }
    let all = items(written);
    all.iter().map(|written| read_bend(written).unwrap_or_else(|| unread(written))).filter(|bend| !bend.says_nothing()).collect()
}

fn read_bend(written: &str) -> Option<StepBend> {
    let fields = Fields::read(written)?;
    let nodes = match fields.get("nodes") {
        Some(nodes) if nodes.starts_with('[') && items(nodes).is_empty() => vec![],
        Some(nodes) => Line::read(nodes, false)?.nodes,
        None => vec![],
    };
    let end = |name: &str| fields.text(name).map(Arc::from);
    let mut ends = [None; 2];
    for (name, end) in ["leaves", "arrives"].into_iter().zip(&mut ends) {
        *end = fields.get(name).map(|_| fields.point(name)).map(|at| at.map(Point::to_vec2).ok_or(())).transpose().ok()?;
    }
    let flags = Flag::ALL.map(|flag| fields.get(flag.name()).map(|value| **value == *"true"));
    let bend = StepBend { from: end("from")?, to: end("to")?, bent: Bent { nodes, ends }, flags, unread: None };
    (bend.bent.nodes.len() <= MOST_BENT).then_some(bend)
}

/// The same as files have it; `None` if there is nothing to say.
pub fn written(bends: &[StepBend]) -> Option<Arc<str>> {
    let bend = |bend: &StepBend| {
        if let Some(unread) = &bend.unread {
            return unread.to_string();
        }
        let mut text = format!("(from: {}, to: {}", quoted(&bend.from), quoted(&bend.to));
        for (name, end) in ["leaves", "arrives"].into_iter().zip(bend.bent.ends) {
            text.extend(end.map(|end| format!(", {name}: {}", written_place(end.to_point()))));
        }
        for (flag, is) in Flag::ALL.into_iter().zip(bend.flags) {
            text.extend(is.map(|is| format!(", {}: {is}", flag.name())));
        }
        if !bend.bent.nodes.is_empty() {
            text.push_str(", nodes: ");
            text.push_str(&Line { nodes: bend.bent.nodes.clone(), is_closed: false }.written());
        }
        text + ")"
    };
    let list: Vec<String> = bends.iter().filter(|bend| !bend.says_nothing()).map(bend).collect();
    (!list.is_empty()).then(|| format!("[{}]", list.join(", ")).into())
}

/// The line of a step with both its ends, which lie on its spaces; `None` if one of them has no place.
pub fn line(document: &Document, item: &Item, step: usize) -> Option<Line> {
    let (from, to) = item.steps().nth(step)?;
    let (a, b) = (document.space(from)?.at?, document.space(to)?.at?);
    Some(between(a, &Bends::of(item).bent(from, to), b))
}

/// The lines of all steps whose spaces have a place, with their positions in the link.
pub fn lines(document: &Document, item: &Item) -> Vec<(usize, Line)> {
    let bends = Bends::of(item);
    let ids: BTreeSet<&Arc<str>> = item.spaces.iter().collect();
    let mut places: BTreeMap<&Arc<str>, Point> = BTreeMap::new();
    for space in document.spaces().iter().filter(|space| ids.contains(&space.id)) {
        places.extend(space.at.filter(|_| !places.contains_key(&space.id)).map(|at| (&space.id, at)));
    }
    let line = |(n, (from, to)): (usize, (&Arc<str>, &Arc<str>))| {
        Some((n, between(*places.get(from)?, &bends.bent(from, to), *places.get(to)?)))
    };
    item.steps().enumerate().filter_map(line).collect()
}

/// The line from one space to another that bends so.
pub fn between(a: Point, bent: &Bent, b: Point) -> Line {
    Line { nodes: bent.between(a, b), is_closed: false }
}

/// What a link says of its steps after a change of one of them, as files have it.
fn changed(item: &Item, step: usize, change: impl FnOnce(&mut StepBend)) -> Option<Arc<str>> {
    let mut bends = read(item);
    let (from, to) = item.steps().nth(step)?;
    let at = bends.iter().position(|bend| (&bend.from, &bend.to) == (from, to)).unwrap_or_else(|| {
        bends.push(StepBend { from: from.clone(), to: to.clone(), ..StepBend::default() });
        bends.len() - 1
    });
    change(&mut bends[at]);
    written(&bends)
}

/// The same with one step along this line, whose ends are those of the step.
pub fn with(item: &Item, step: usize, line: &Line) -> Option<Arc<str>> {
    let Some(bent) = along(line) else { return written(&read(item)) };
    changed(item, step, |bend| bend.bent = bent)
}

/// How a step bends that leads along a line.
fn along(line: &Line) -> Option<Bent> {
    let ([first, inner @ .., last] | [first @ last, inner @ ..]) = line.nodes.as_slice() else { return None };
    let handles =
        |node: &Node| if let Bend::Handles { before, after } = node.bend { [Some(before), Some(after)] } else { [None; 2] };
    Some(Bent { nodes: inner.to_vec(), ends: [handles(first)[1], handles(last)[0]] })
}

/// Where the line of a step that bends comes nearest to a place; `None` if it is straight.
pub fn nearest(document: &Document, item: &Item, step: usize, at: Point) -> Option<OnPiece> {
    let (from, to) = item.steps().nth(step)?;
    if Bends::of(item).bent(from, to).is_straight() {
        return None;
    }
    line(document, item, step)?.nearest(at)
}

/// What a link says of its steps once the line of one of them leads over another space there, as files have it.
pub fn cut(document: &Document, item: &Item, step: usize, (on, over): (OnPiece, &Arc<str>)) -> Option<Arc<str>> {
    let mut bends = read(item);
    let (from, to) = item.steps().nth(step)?;
    let at = bends.iter().position(|bend| (&bend.from, &bend.to) == (from, to))?;
    let old = bends.remove(at);
    let parts = Some(line(document, item, step)?.cut(on)).filter(|parts| parts.len() == 2)?;
    let ends = [(from, over), (over, to)];
    let half = |((from, to), part): ((&Arc<str>, &Arc<str>), &Line)| StepBend {
        from: from.clone(),
        to: to.clone(),
        bent: along(part).unwrap_or_default(),
        flags: old.flags,
        unread: None,
    };
    bends.extend(ends.into_iter().zip(&parts).map(half));
    written(&bends)
}

/// The edit after which one step of a link is so, and not as the others.
pub fn set(document: &Document, item: &Item, step: usize, flag: Flag, is: bool) -> Option<Edit> {
    let (from, to) = item.steps().nth(step)?;
    let usual = item.fields.is_true(flag.name());
    let value = changed(item, step, |bend| bend.flags[flag as usize] = (is != usual).then_some(is));
    let what = match (flag, is) {
        (Flag::Over, true) => "draw above spaces",
        (Flag::Over, false) => "draw below spaces",
        (Flag::Hidden, true) => "hide the line",
        (Flag::Hidden, false) => "show the line",
    };
    let [from, to] = [from, to].map(|id| document.called(id));
    Some(Edit::All(format!("{what} from {from} to {to}"), vec![set_to(vec![(item.key, value)])]))
}

/// The edit after which all steps of these links are so.
pub fn set_all<'i>(items: impl Iterator<Item = &'i Item> + Clone, flag: Flag, is: bool) -> Edit {
    let without = |item: &Item| {
        let mut bends = read(item);
        bends.iter_mut().for_each(|bend| bend.flags[flag as usize] = None);
        (item.key, written(&bends))
    };
    let keys = items.clone().map(|item| item.key).collect();
    let said = items.filter(|item| read(item).iter().any(|bend| bend.flags[flag as usize].is_some()));
    let values = said.map(without).collect();
    let value = is.then(|| "true".into());
    let name = match (flag, is) {
        (Flag::Over, true) => "draw links above spaces",
        (Flag::Over, false) => "draw links below spaces",
        (Flag::Hidden, true) => "hide the lines of links",
        (Flag::Hidden, false) => "show the lines of links",
    };
    Edit::All(name.to_owned(), vec![Edit::Set { keys, name: flag.name().into(), value }, set_to(values)])
}

/// The edit that takes all bends out of these links, or out of this step of the only one; `None` if there are none.
pub fn straightened<'i>(document: &Document, items: impl Iterator<Item = &'i Item>, step: Option<usize>) -> Option<Edit> {
    let mut ends = None;
    let mut straight = vec![];
    for item in items {
        let steps = item.steps().enumerate().filter(|(n, _)| step.is_none_or(|step| step == *n));
        let meant: Vec<_> = steps.map(|(_, ends)| ends).collect();
        let mut bends = read(item);
        let bent = bends.iter_mut().filter(|bend| meant.contains(&(&bend.from, &bend.to)) && !bend.bent.is_straight());
        let count = bent.map(|bend| bend.bent = Bent::default()).count();
        if count > 0 {
            ends = meant.first().copied().filter(|_| meant.len() == 1);
            straight.push((item, written(&bends)));
        }
    }
    let things = match ends.filter(|_| straight.len() == 1) {
        Some((from, to)) => format!("the link from {} to {}", document.called(from), document.called(to)),
        None => counted(straight.iter().map(|(item, _)| (List::Links, *item))),
    };
    let values: Vec<_> = straight.into_iter().map(|(item, value)| (item.key, value)).collect();
    (!values.is_empty()).then(|| Edit::All(format!("straighten {things}"), vec![set_to(values)]))
}

fn set_to(values: Vec<(Key, Option<Arc<str>>)>) -> Edit {
    Edit::SetEach { name: FIELD.into(), values }
}

/// Whether two links differ in their bends alone.
pub fn are_all_that_differs(a: &Item, b: &Item) -> bool {
    fn others(item: &Item) -> impl Iterator<Item = (&Arc<str>, &Arc<str>)> {
        item.fields.iter().filter(|(name, _)| ***name != *FIELD)
    }
    let own = |item: &Item| (item.key, item.id.clone(), item.kind.clone(), item.is_single);
    let (in_a, in_b) = (Bends::of(a), Bends::of(b));
    let are_flagged_alike =
        || a.steps().all(|(from, to)| Flag::ALL.iter().all(|flag| in_a.is(*flag, from, to) == in_b.is(*flag, from, to)));
    own(a) == own(b) && a.spaces == b.spaces && others(a).eq(others(b)) && are_flagged_alike()
}

/// Whether a link says nothing but how it is drawn and lies at the table.
pub fn is_only_drawn(fields: &Fields) -> bool {
    fields.iter().all(|(name, _)| matches!(&**name, FIELD | "over" | "hidden" | on_table::FIELD))
}
