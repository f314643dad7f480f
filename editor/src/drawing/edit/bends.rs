//! What becomes of the bends of links, and of the names of paths that somebody has put somewhere, when their spaces or links change.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use kurbo::{Affine, Point, Vec2};

use super::courses::{NEAR, affine};
use super::{Edit, FARTHEST, within};
use crate::board::curve::Bent;
use crate::drawing::bends::{self, FIELD, StepBend};
use crate::drawing::document::{Document, Item, Key, List};
use crate::drawing::draft::Draft;
use crate::drawing::fields::millimetres;
use crate::drawing::tools::line::Node;

/// Lets bends and names follow. A bend goes with its step to whichever link that belongs to now, or goes with it for good.
pub fn follow(draft: &mut Draft, before: &Document, edit: &Edit) {
    let is_same = |list: List| draft.document().shares(before, list);
    let is_bent = |document: &Document| document.links().iter().any(|link| link.fields.get(FIELD).is_some());
    let is_named = || draft.document().paths().iter().any(|path| path.fields.get("name_at").is_some());
    let is_same_links = is_same(List::Links);
    let (bent, named) = (is_bent(before) || is_bent(draft.document()), is_named());
    // What is flipped may lie where it did, and its bends don't.
    let is_flipped = matches!(edit, Edit::Arrange("flip", _));
    let lies_the_same = is_same(List::Spaces) && (is_same_links || lead_the_same(before, draft.document()));
    if lies_the_same && !is_flipped || !bent && !named {
        return;
    }
    let moved = Moved::between(before, draft.document(), edit);
    if bent && is_same_links {
        for at in (0..draft.document().links().len()).filter(|at| before.links()[*at].fields.get(FIELD).is_some()) {
            let item = draft.document().links()[at].clone();
            let mut now = bends::read(&item);
            for bend in &mut now {
                if let (Some(from), Some(to)) = (moved.ids.get(&bend.from), moved.ids.get(&bend.to)) {
                    bend.bent = moved.bent((*from, *to), std::mem::take(&mut bend.bent));
                }
            }
            if now != bends::read(&item) {
                draft.item(List::Links, at, |item| item.fields.set(FIELD, bends::written(&now)));
            }
        }
    } else if bent {
        let (all, was) = (Steps::of(draft.document()), Steps::of(before));
        for at in 0..draft.document().links().len() {
            let item = draft.document().links()[at].clone();
            let now = bends_of(&item, &all, &was, &moved);
            if now != bends::read(&item) {
                draft.item(List::Links, at, |item| item.fields.set(FIELD, bends::written(&now)));
            }
        }
    }
    for at in 0..draft.document().paths().len() {
        let item = draft.document().paths()[at].clone();
        if let Some(name) = item.fields.point("name_at").filter(|_| was_there(before, &item))
            && let Some(by) = moved.mean(&item.spaces)
            && let Ok(name) = within(name + by)
        {
            draft.item(List::Paths, at, |item| item.fields.set("name_at", Some(written_place(name))));
        }
    }
}

/// Whether all links lead where they led, as while one of them is bent.
fn lead_the_same(before: &Document, now: &Document) -> bool {
    let same = |(a, b): (&Arc<Item>, &Arc<Item>)| Arc::ptr_eq(a, b) || (a.key, &a.kind, &a.spaces) == (b.key, &b.kind, &b.spaces);
    before.links().len() == now.links().len() && before.links().iter().zip(now.links()).all(same)
}

/// A place as files have it, and no farther away than can be read back.
pub fn written_place(at: Point) -> Arc<str> {
    let [x, y] = [at.x, at.y].map(|n| millimetres(n.clamp(-FARTHEST, FARTHEST)));
    format!("({x}, {y})").into()
}

/// Whether a path had the same name at the same place before.
fn was_there(before: &Document, item: &Item) -> bool {
    before.item(item.key).is_some_and(|old| old.fields.get("name_at") == item.fields.get("name_at"))
}

/// The keys of spaces by their ids; of several with one id, the first is meant.
fn ids(document: &Document) -> HashMap<Arc<str>, Key> {
    let mut ids = HashMap::new();
    for space in document.spaces() {
        ids.entry(space.id.clone()).or_insert(space.key);
    }
    ids
}

/// A step of a kind of link, by the keys of its spaces.
type StepKeys = (Arc<str>, Key, Key);

/// The steps of a document's links: for each, the link in which it is, and its bend.
struct Steps {
    ids: HashMap<Arc<str>, Key>,
    bends: BTreeMap<StepKeys, (Key, StepBend)>,
    all: BTreeMap<StepKeys, Vec<Key>>,
}

impl Steps {
    fn of(document: &Document) -> Steps {
        let mut steps = Steps { ids: ids(document), bends: BTreeMap::new(), all: BTreeMap::new() };
        for link in document.links() {
            for bend in bends::read(link).into_iter().filter(|bend| bend.unread.is_none()) {
                if let Some(step) = steps.step(&link.kind, &bend.from, &bend.to) {
                    steps.bends.entry(step).or_insert((link.key, bend));
                }
            }
            for (from, to) in link.steps() {
                if let Some(step) = steps.step(&link.kind, from, to) {
                    steps.all.entry(step).or_default().push(link.key);
                }
            }
        }
        steps
    }

    fn step(&self, kind: &Arc<str>, from: &str, to: &str) -> Option<StepKeys> {
        Some((kind.clone(), *self.ids.get(from)?, *self.ids.get(to)?))
    }

    fn has(&self, step: &StepKeys, link: Key) -> bool {
        self.all.get(step).is_some_and(|links| links.contains(&link))
    }
}

/// The bends that a link has after an edit.
fn bends_of(item: &Item, now: &Steps, was: &Steps, moved: &Moved) -> Vec<StepBend> {
    let own = bends::read(item);
    let mut given: HashMap<(&Arc<str>, &Arc<str>), &StepBend> = HashMap::new();
    for bend in &own {
        given.entry((&bend.from, &bend.to)).or_insert(bend);
    }
    let (mut all, mut done) = (vec![], HashSet::new());
    for (from, to) in item.steps().filter(|step| done.insert(*step)) {
        let Some(step) = now.step(&item.kind, from, to) else { continue };
        let back = (step.0.clone(), step.2, step.1);
        let given = given.get(&(from, to)).map(|bend| (*bend).clone());
        let old = was.bends.get(&step).filter(|(link, _)| *link == item.key || !now.has(&step, *link));
        // What the link doesn't say of a step that came to it, another one said before.
        let found = match (given, old, was.bends.get(&back)) {
            (Some(given), ..) => Some(given),
            (None, Some((link, bend)), _) if *link != item.key || !was.has(&step, item.key) => Some(bend.clone()),
            (None, None, Some((link, bend))) if !now.has(&back, *link) && !was.all.contains_key(&step) => Some(bend.reversed()),
            _ => None,
        };
        let Some(mut bend) = found else { continue };
        (bend.from, bend.to) = (from.clone(), to.clone());
        let is_old = old.is_some_and(|(_, old)| old.bent == bend.bent)
            || was.bends.get(&back).is_some_and(|(_, old)| old.reversed().bent == bend.bent);
        if is_old {
            bend.bent = moved.bent((step.1, step.2), bend.bent);
        }
        all.push(bend);
    }
    all.extend(own.into_iter().filter(|bend| bend.unread.is_some()));
    all
}

/// Where spaces lie before and after an edit, of those that were moved.
struct Moved {
    places: BTreeMap<Key, (Point, Point)>,
    ids: HashMap<Arc<str>, Key>,
    /// What takes all that were moved where they are now, if anything even does.
    by: Option<Affine>,
    /// Those that were flipped, even if they lie where they were.
    flipped: BTreeSet<Key>,
}

impl Moved {
    fn between(before: &Document, now: &Document, edit: &Edit) -> Moved {
        let old: HashMap<Key, Point> = before.spaces().iter().filter_map(|space| Some((space.key, space.at?))).collect();
        let both = |space: &Arc<Item>| Some((space.key, (*old.get(&space.key)?, space.at?)));
        let places: BTreeMap<Key, _> = now.spaces().iter().filter_map(both).collect();
        let pairs: Vec<(Point, Point)> = places.values().filter(|(a, b)| a != b).copied().collect();
        let mut flipped = BTreeSet::new();
        let by = match edit {
            // Of a row of spaces nobody could tell a mirrored one from one that was turned, or stayed.
            Edit::Arrange("flip", all) => {
                let flip = Affine::FLIP_Y;
                flipped.extend(all.iter().map(|(key, _)| *key));
                let pairs = flipped.iter().filter_map(|key| places.get(key));
                let pairs: Vec<_> = pairs.map(|(from, to)| (flip * *from, *to)).collect();
                affine(&pairs).filter(|_| !pairs.is_empty()).map(|by| by * flip)
            }
            _ if pairs.is_empty() => None,
            _ => affine(&pairs),
        };
        Moved { places, ids: ids(now), by, flipped }
    }

    /// How a step bends after its ends were moved: its nodes with both of them, or between them.
    fn bent(&self, (from, to): (Key, Key), bent: Bent) -> Bent {
        let (Some((a0, a1)), Some((b0, b1))) = (self.places.get(&from), self.places.get(&to)) else { return bent };
        let nodes = &bent.nodes;
        let mut ends = bent.ends;
        let (by_a, by_b) = (*a1 - *a0, *b1 - *b0);
        let is_flipped = self.flipped.contains(&from) && self.flipped.contains(&to);
        let is_still = |by: Vec2| by.hypot() < 1e-9 && !is_flipped;
        let fits = |node: &Node| within(node.at).is_ok();
        let moved: Vec<Node> = match self.by {
            _ if is_still(by_a) && is_still(by_b) => return bent,
            _ if is_still(by_a - by_b) => nodes.iter().map(|node| node.transformed(Affine::translate(by_a))).collect(),
            Some(by) if (by * *a0).distance(*a1) < NEAR && (by * *b0).distance(*b1) < NEAR => {
                ends = ends.map(|end| end.map(|end| by * end.to_point() - by * Point::ZERO));
                nodes.iter().map(|node| node.transformed(by)).collect()
            }
            // By their order, so that nodes are where they were once a space is dragged back.
            _ => {
                let share = |n: usize| (n + 1) as f64 / (nodes.len() + 1) as f64;
                let by = |n: usize| Affine::translate(by_a.lerp(by_b, share(n)));
                nodes.iter().enumerate().map(|(n, node)| node.transformed(by(n))).collect()
            }
        };
        if moved.iter().all(fits) && ends.iter().flatten().all(|end| within(end.to_point()).is_ok()) {
            Bent { nodes: moved, ends }
        } else {
            bent
        }
    }

    /// How far these spaces were moved on average; `None` if none was.
    fn mean(&self, ids: &[Arc<str>]) -> Option<Vec2> {
        let by: Vec<Vec2> =
            ids.iter().filter_map(|id| self.places.get(self.ids.get(id)?)).map(|(from, to)| *to - *from).collect();
        let mean = by.iter().copied().sum::<Vec2>() / by.len().max(1) as f64;
        (mean.hypot() > 1e-9).then_some(mean)
    }
}
