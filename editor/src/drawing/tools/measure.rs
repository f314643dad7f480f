//! How far one can go: steps over the links of the rules.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::drawing::document::{Document, Key};
use crate::drawing::schema::Schema;

/// By space: the fewest steps from `from`, as far as `steps` go, over links of these kinds.
pub fn reach(document: &Document, schema: &Schema, from: Key, steps: usize, kinds: &[Arc<str>]) -> BTreeMap<Key, usize> {
    let graph = Graph::of(document, schema, kinds);
    let mut far = BTreeMap::from([(from, 0)]);
    let mut rim = vec![from];
    for step in 1..=steps {
        let next: Vec<Key> = rim.iter().flat_map(|key| graph.next(*key)).copied().collect();
        rim.clear();
        for key in next {
            far.entry(key).or_insert_with(|| {
                rim.push(key);
                step
            });
        }
        if rim.is_empty() {
            break;
        }
    }
    far
}

/// The fewest steps from space to space: the spaces of the way with both ends; `None` where no way leads there.
pub fn way(document: &Document, schema: &Schema, from: Key, to: Key, kinds: &[Arc<str>]) -> Option<Vec<Key>> {
    let graph = Graph::of(document, schema, kinds);
    let mut last = BTreeMap::from([(from, from)]);
    let mut rim = vec![from];
    while !rim.is_empty() && !last.contains_key(&to) {
        let mut next = vec![];
        for key in rim {
            for on in graph.next(key) {
                last.entry(*on).or_insert_with(|| {
                    next.push(*on);
                    key
                });
            }
        }
        rim = next;
    }
    let mut way = vec![to];
    while *way.last()? != from {
        way.push(*last.get(way.last()?)?);
    }
    way.reverse();
    Some(way)
}

/// The spaces that follow each space.
pub struct Graph {
    next: BTreeMap<Key, Vec<Key>>,
}

impl Graph {
    /// Over links of these kinds; what is passable both ways leads back too.
    pub fn of(document: &Document, schema: &Schema, kinds: &[Arc<str>]) -> Graph {
        let mut by_id: BTreeMap<&str, Key> = BTreeMap::new();
        for space in document.spaces() {
            by_id.entry(&space.id).or_insert(space.key);
        }
        let mut next: BTreeMap<Key, Vec<Key>> = BTreeMap::new();
        for link in document.links().iter().filter(|link| kinds.contains(&link.kind)) {
            let both_ways = schema.link(&link.kind).is_some_and(|of| of.both_ways);
            for (from, to) in link.steps() {
                let (Some(from), Some(to)) = (by_id.get(&**from), by_id.get(&**to)) else { continue };
                next.entry(*from).or_default().push(*to);
                if both_ways {
                    next.entry(*to).or_default().push(*from);
                }
            }
        }
        Graph { next }
    }

    /// Where one step leads.
    pub fn next(&self, key: Key) -> &[Key] {
        self.next.get(&key).map_or(&[], Vec::as_slice)
    }
}
