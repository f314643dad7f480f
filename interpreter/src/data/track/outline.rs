//! What a track contains, by its ids alone. The numbers of links and paths are needed before any value can be read, and the names of these
//! and of spaces before rows can use them.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::data::form::{self, Form};
use crate::data::node::{Node, Shape};
use crate::data::problems::Problems;
use crate::data::value::SpaceIds;
use crate::ir::rows::Rows;
use crate::ir::{Ir, KindId, OnTrack, RowKind, Type};
use crate::source::{SourceId, Sources};

/// The number of rows of one kind that a track may draw, at most.
pub const MOST_ROWS: usize = 4096;

/// The ids of a track. The reader reports what is wrong with it.
#[derive(Default)]
pub struct Outline {
    /// The name of the track.
    pub name: Arc<str>,
    spaces: Vec<Arc<str>>,
    /// For each kind of rows, those that are drawn, without values.
    pub kinds: Vec<Rows>,
}

impl Outline {
    pub fn read(sources: &Sources, source: SourceId, ir: &Ir) -> Outline {
        let mut problems = Problems::default();
        let form = Node::document(sources, source).ok().and_then(|node| Form::read(node, "", &mut problems));
        let mut outline = Outline { kinds: vec![Rows::default(); ir.kinds.len()], ..Outline::default() };
        let Some(form) = form else { return outline };
        outline.name = form.get("name").and_then(|name| name.text()).map(Arc::from).unwrap_or_default();
        for space in items(&form, "spaces") {
            let id = Form::read(space, "", &mut problems).and_then(|form| form.get("id")?.text().map(Arc::from));
            outline.spaces.push(id.unwrap_or_default());
        }
        outline.kinds = kinds(&form, ir);
        outline
    }

    /// The number of spaces.
    pub fn spaces(&self) -> usize {
        self.spaces.len()
    }

    /// The numbers of the spaces. If two have the same id, it means the first.
    pub fn space_ids(&self) -> SpaceIds<'_> {
        let mut ids = SpaceIds::default();
        for (n, id) in self.spaces.iter().enumerate() {
            ids.ids.push(id);
            ids.by_id.entry(id).or_insert(n.min(usize::from(u16::MAX)) as u16);
        }
        ids
    }

    /// The first space, link or path named by a value that doesn't exist: `Lift "L1"`.
    pub fn lacks(&self, ir: &Ir, ids: &SpaceIds<'_>, node: Node<'_>, ty: &Type) -> Option<String> {
        let any = |nodes: Vec<Node<'_>>, of: &Type| nodes.into_iter().find_map(|node| self.lacks(ir, ids, node, of));
        match ty {
            Type::Optional(of) => self.lacks(ir, ids, node, of),
            Type::Set(of) | Type::List(of, _) if node.shape() == Shape::List => any(node.items(), of),
            Type::Per(of, _) => match node.shape() {
                Shape::List => any(node.items(), ty).or_else(|| any(node.items(), of)),
                Shape::Map | Shape::Fields => any(node.entries().into_iter().map(|(_, value)| value).collect(), of),
                _ => None,
            },
            Type::Space => node.text().filter(|id| !ids.by_id.contains_key(&**id)).map(|id| format!("space {id:?}")),
            Type::Row(kind) if ir.kinds[kind.index()].on_track.is_some() => {
                // Without a track, nothing is known about them.
                let rows = self.kinds.get(kind.index())?;
                let name = node.text().filter(|name| !rows.by_name.contains_key(&**name))?;
                Some(format!("{} {name:?}", ir.kinds[kind.index()].name))
            }
            _ => None,
        }
    }
}

/// The rows of all kinds that a track draws, with only their names.
pub fn kinds(track: &Form<'_>, ir: &Ir) -> Vec<Rows> {
    let mut kinds = vec![Rows::default(); ir.kinds.len()];
    for (list, is_path) in [("links", false), ("paths", true)] {
        for item in items(track, list) {
            let Some(form) = Form::read(item, "", &mut Problems::default()) else { continue };
            let Some(kind) = kind_of(&form, ir, is_path) else { continue };
            let both_ways =
                matches!(ir.kinds[kind.index()].on_track, Some(OnTrack::Links(link)) if ir.links[link.index()].both_ways);
            let rows = &mut kinds[kind.index()];
            for name in names(&form, is_path, both_ways) {
                if rows.len() == MOST_ROWS {
                    break;
                }
                let at = rows.len() as u16;
                rows.by_name.entry(name.clone()).or_insert(at);
                rows.names.push(name);
                rows.first.push(at);
                rows.spans.push(form.opening());
            }
            if is_path {
                rows.longest = rows.longest.max(items(&form, "spaces").len());
            }
        }
    }
    kinds
}

/// The kind of rows that a link or path belongs to.
pub fn kind_of(form: &Form<'_>, ir: &Ir, is_path: bool) -> Option<KindId> {
    let kind = form::word(form.get("kind")?, &mut Problems::default())?;
    let is_it = |k: &RowKind| k.name == kind && k.on_track.is_some_and(|on| (on == OnTrack::Paths) == is_path);
    ir.kinds.iter().position(is_it).map(|n| KindId(n as u16))
}

/// The names of the rows of one link or path: its id, else its name, else its ends. The rows of a chain are numbered.
fn names(form: &Form<'_>, is_path: bool, both_ways: bool) -> Vec<Arc<str>> {
    let given = form.get("id").or_else(|| form.get("name")).and_then(|node| node.text());
    if is_path {
        let first = || items(form, "spaces").first().and_then(|node| node.text());
        return vec![given.or_else(first).unwrap_or_default().into()];
    }
    let ends: Vec<_> = match form.get("chain") {
        Some(_) => items(form, "chain"),
        None => form.get("from").into_iter().chain(form.get("to")).collect(),
    };
    let ends: Vec<_> = ends.iter().map(|end| end.text().unwrap_or_default()).collect();
    let steps = ends.len().saturating_sub(1);
    let mut names: BTreeMap<usize, Arc<str>> = BTreeMap::new();
    for (n, ends) in ends.windows(2).enumerate() {
        let (from, to) = (&ends[0], &ends[1]);
        let there = match &given {
            Some(name) if steps == 1 => name.to_string(),
            Some(name) => format!("{name} {}", n + 1),
            None => format!("{from}-{to}"),
        };
        if both_ways {
            let back = given.as_ref().map_or_else(|| format!("{to}-{from}"), |_| format!("{there} back"));
            names.insert(2 * n + 1, back.into());
        }
        names.insert(if both_ways { 2 * n } else { n }, there.into());
    }
    names.into_values().collect()
}

fn items<'a>(form: &Form<'a>, name: &str) -> Vec<Node<'a>> {
    form.get(name).filter(|node| node.shape() == Shape::List).map(|node| node.items()).unwrap_or_default()
}
