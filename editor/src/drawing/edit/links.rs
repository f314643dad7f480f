//! Edits of links, step by step: chains are lengthened, joined and cut so that the file stays short.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::refuse_unknown;
use crate::drawing::bends;
use crate::drawing::document::{Item, List};
use crate::drawing::draft::Draft;
use crate::drawing::fields::Fields;
use crate::drawing::schema::Schema;

/// Whether a link says nothing but this and its bends, so that steps that say so can be in its chain.
fn says_only(item: &Item, kind: &str, said: &Fields) -> bool {
    let others = item.fields.iter().filter(|(name, _)| ***name != *bends::FIELD);
    *item.kind == *kind && item.id.is_empty() && others.eq(said.iter()) && !item.is_single && item.spaces.len() > 1
}

/// Links each of these spaces to the next, where they aren't linked yet. The links say this.
pub fn connect(draft: &mut Draft, schema: &Schema, kind: &str, spaces: &[Arc<str>], said: &Fields) -> Result<(), String> {
    if spaces.len() < 2 {
        return Err("a link needs two spaces".to_owned());
    }
    refuse_unknown(draft.document(), spaces.iter())?;
    let link = schema.link(kind);
    let (is_single, both_ways) = link.map_or((false, false), |link| (link.is_single, link.both_ways));
    // Runs of steps that don't exist yet.
    let mut there: BTreeSet<(Arc<str>, Arc<str>)> = BTreeSet::new();
    for item in draft.document().links().iter().filter(|item| *item.kind == *kind) {
        for (from, to) in item.steps() {
            there.insert((from.clone(), to.clone()));
            if both_ways {
                there.insert((to.clone(), from.clone()));
            }
        }
    }
    let leading: BTreeSet<Arc<str>> = there.iter().map(|(from, _)| from.clone()).collect();
    let mut runs: Vec<Vec<Arc<str>>> = vec![];
    let mut goes_on = false;
    for pair in spaces.windows(2) {
        let step = (pair[0].clone(), pair[1].clone());
        if step.0 == step.1 || !there.insert(step.clone()) {
            goes_on = false;
            continue;
        }
        if is_single && leading.contains(&step.0) {
            lead_from_nowhere(draft, kind, &step.0);
        }
        match runs.last_mut().filter(|_| goes_on) {
            Some(run) => run.push(step.1),
            None => runs.push(vec![step.0, step.1]),
        }
        goes_on = true;
    }
    for run in runs {
        put(draft, kind, run, said);
    }
    Ok(())
}

/// Removes the steps that lead from a space, where only one may.
fn lead_from_nowhere(draft: &mut Draft, kind: &str, from: &str) {
    for at in (0..draft.document().links().len()).rev() {
        let item = draft.document().links()[at].clone();
        if *item.kind == *kind && item.steps().any(|(f, _)| **f == *from) {
            cut(draft, at, |f, _| *f == *from);
        }
    }
}

/// Adds a chain: to one that ends where it begins, or begins where it ends, else as a chain of its own.
fn put(draft: &mut Draft, kind: &str, mut run: Vec<Arc<str>>, said: &Fields) {
    let is_closed = |spaces: &[Arc<str>]| spaces.first() == spaces.last();
    if !is_closed(&run) {
        let joins = |item: &Item, fits: bool| fits && says_only(item, kind, said) && !is_closed(&item.spaces);
        let before = draft.document().links().iter().position(|item| joins(item, item.spaces.last() == run.first()));
        let behind = draft.document().links().iter().position(|item| joins(item, item.spaces.first() == run.last()));
        match (before, behind) {
            (Some(before), behind) => {
                // If both ends belong to one chain, it closes.
                let rest = behind.filter(|behind| *behind != before);
                run.remove(0);
                if let Some(behind) = rest {
                    run.extend(draft.document().links()[behind].spaces[1..].iter().cloned());
                }
                draft.item(List::Links, before, |item| item.spaces.extend(run));
                if let Some(behind) = rest {
                    draft.remove(List::Links, behind);
                }
                return;
            }
            (None, Some(behind)) => {
                run.pop();
                return draft.item(List::Links, behind, |item| {
                    item.spaces.splice(0..0, run);
                });
            }
            (None, None) => {}
        }
    }
    let last = draft.document().links().iter().rposition(|item| *item.kind == *kind);
    let at = last.map_or(draft.document().links().len(), |at| at + 1);
    draft.insert(List::Links, at, vec![Item { kind: kind.into(), spaces: run, fields: said.clone(), ..Item::default() }]);
}

pub fn disconnect(draft: &mut Draft, schema: &Schema, kind: &str, from: &str, to: &str) -> Result<(), String> {
    let both_ways = schema.link(kind).is_some_and(|link| link.both_ways);
    let is_it = |f: &str, t: &str| (f, t) == (from, to) || both_ways && (t, f) == (from, to);
    let mut found = false;
    for at in (0..draft.document().links().len()).rev() {
        let item = draft.document().links()[at].clone();
        if *item.kind == *kind && item.steps().any(|(f, t)| is_it(f, t)) {
            found = true;
            cut(draft, at, is_it);
        }
    }
    let called = |id| draft.document().called(id);
    if found { Ok(()) } else { Err(format!("no {} leads from {} to {}", kind.replace('_', " "), called(from), called(to))) }
}

/// Flips one step, which goes on saying how it is drawn. If only one step may lead on and one already does, that one would be lost, so this
/// is refused.
pub fn flip(draft: &mut Draft, schema: &Schema, kind: &str, from: &Arc<str>, to: &Arc<str>) -> Result<(), String> {
    if schema.link(kind).is_some_and(|link| link.is_single) {
        let links = draft.document().links().iter().filter(|item| *item.kind == *kind);
        let next = links.flat_map(|item| item.steps()).find(|(f, t)| *f == to && *t != from).map(|(_, next)| next.clone());
        if let Some(next) = next {
            let kind = kind.replace('_', " ");
            let [to, next] = [to, &next].map(|id| draft.document().called(id));
            return Err(format!(
                "{to} leads to {next} already, and only one {kind} may lead on from it: take that arrow away first, or select the \
                 course and reverse all of it (Arrange, Course, Reverse course)"
            ));
        }
    }
    let leads = |item: &&Arc<Item>| *item.kind == *kind && item.steps().any(|step| step == (from, to));
    let mut said = draft.document().links().iter().find(leads).map(|item| item.fields.clone()).unwrap_or_default();
    if !bends::is_only_drawn(&said) {
        said = Fields::default();
    }
    said.set(bends::FIELD, None);
    disconnect(draft, schema, kind, from, to)?;
    connect(draft, schema, kind, &[to.clone(), from.clone()], &said)
}

/// Removes steps of one link; what is left stays together.
fn cut(draft: &mut Draft, at: usize, goes: impl Fn(&str, &str) -> bool) {
    let item = draft.document().links()[at].clone();
    let mut parts: Vec<Vec<Arc<str>>> = vec![vec![]];
    for (n, id) in item.spaces.iter().enumerate() {
        if n > 0 && goes(&item.spaces[n - 1], id) {
            parts.push(vec![]);
        }
        if let Some(part) = parts.last_mut() {
            part.push(id.clone());
        }
    }
    // A loop that is cut becomes one chain, from after the cut to before it.
    if parts.len() > 1 && item.spaces.first() == item.spaces.last() {
        let first = parts.remove(0);
        if let Some(last) = parts.last_mut() {
            last.extend(first.into_iter().skip(1));
        }
    }
    parts.retain(|part| part.len() > 1);
    replace(draft, at, parts);
}

/// Replaces one link by chains; each keeps its kind and fields.
fn replace(draft: &mut Draft, at: usize, parts: Vec<Vec<Arc<str>>>) {
    let mut parts = parts.into_iter();
    let Some(first) = parts.next() else { return draft.remove(List::Links, at) };
    let rest: Vec<Item> = parts
        .map(|spaces| Item { spaces, notes: Default::default(), written: None, ..(*draft.document().links()[at]).clone() })
        .collect();
    draft.item(List::Links, at, |item| item.spaces = first);
    draft.insert(List::Links, at + 1, rest);
}

/// Removes spaces from all links and paths.
pub fn without(draft: &mut Draft, ids: &BTreeSet<Arc<str>>, bridging: bool) {
    for at in (0..draft.document().links().len()).rev() {
        let item = draft.document().links()[at].clone();
        if !item.spaces.iter().any(|id| ids.contains(id)) {
            continue;
        }
        let mut spaces = item.spaces.clone();
        let was_closed = spaces.len() > 2 && spaces.first() == spaces.last();
        if bridging && !item.is_single {
            spaces.retain(|id| !ids.contains(id));
            if was_closed && spaces.first() != spaces.last() {
                spaces.extend(spaces.first().cloned());
            }
            spaces.dedup();
            let parts = if spaces.len() > 1 { vec![spaces] } else { vec![] };
            replace(draft, at, parts);
            continue;
        }
        // A loop is rotated so that it begins at a gap.
        if was_closed && let Some(gap) = spaces.iter().position(|id| ids.contains(id)) {
            spaces.pop();
            spaces.rotate_left(gap);
        }
        let parts = spaces.split(|id| ids.contains(id)).filter(|part| part.len() > 1).map(<[_]>::to_vec).collect();
        replace(draft, at, parts);
    }
    for at in (0..draft.document().paths().len()).rev() {
        let item = draft.document().paths()[at].clone();
        if item.spaces.iter().any(|id| ids.contains(id)) {
            draft.item(List::Paths, at, |item| item.spaces.retain(|id| !ids.contains(id)));
            if draft.document().paths()[at].spaces.is_empty() {
                draft.remove(List::Paths, at);
            }
        }
    }
}
