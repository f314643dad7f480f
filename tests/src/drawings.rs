//! Edits at random, for tests and benchmarks: whatever they make of a board can be undone.

use std::sync::Arc;

use editor::drawing::document::{Ignored, Item, Key, List};
use editor::drawing::edit::Edit;
use editor::drawing::fields::quoted;
use editor::drawing::history::Drawing;
use editor::drawing::ids::Ids;
use editor::drawing::schema::Takes;
use kurbo::Point;
use spoil::Numbers;

fn one<'a, T>(numbers: &mut Numbers, list: &'a [T]) -> Option<&'a T> {
    if list.is_empty() { None } else { list.get(numbers.below(list.len())) }
}

fn point(numbers: &mut Numbers) -> Point {
    Point::new(numbers.below(40_000) as f64 / 100.0, numbers.below(30_000) as f64 / 100.0)
}

/// Spaces from which on none are added.
const MOST: usize = 200;

/// Makes so many edits, drags among them; returns how many changed something. Those that are refused change nothing.
pub fn edit_at_random(drawing: &mut Drawing, count: usize, seed: u64) -> usize {
    let mut numbers = Numbers(seed);
    let mut made = 0;
    for n in 0..count {
        let Some(edit) = random_edit(drawing, &mut numbers) else { continue };
        let drag = (n / 4) as u64;
        let done = if matches!(edit, Edit::Place(_)) { drawing.drag(drag, &edit) } else { drawing.edit(&edit) };
        made += usize::from(done == Ok(true));
    }
    made
}

/// One edit that fits the drawing more or less; `None` where there is nothing to do it to.
pub fn random_edit(drawing: &Drawing, numbers: &mut Numbers) -> Option<Edit> {
    let (document, schema) = (drawing.document(), &drawing.schema);
    let spaces = |numbers: &mut Numbers, most: usize| -> Vec<Arc<Item>> {
        let count = 1 + numbers.below(most);
        (0..count).filter_map(|_| one(numbers, document.spaces()).cloned()).collect()
    };
    let keys = |items: &[Arc<Item>]| items.iter().map(|item| item.key).collect::<Vec<Key>>();
    let ids = |items: &[Arc<Item>]| items.iter().map(|item| item.id.clone()).collect::<Vec<_>>();
    Some(match numbers.below(24) {
        0..=4 => {
            let moved = spaces(numbers, 5);
            Edit::Place(keys(&moved).into_iter().map(|key| (key, point(numbers))).collect())
        }
        // Boards stay about as large as real ones.
        5..=7 if document.spaces().len() < MOST => {
            let mut free = Ids::behind(document, one(numbers, document.spaces()).map(|s| &*s.id));
            let new = |at: Point| Item { id: free.next(), at: Some(at), ..Item::default() };
            let at: Vec<Point> = (0..=numbers.below(3)).map(|_| point(numbers)).collect();
            let before = one(numbers, document.spaces()).map(|s| s.key);
            Edit::Add { list: List::Spaces, items: at.into_iter().map(new).collect(), before }
        }
        5..=9 => Edit::Remove { keys: keys(&spaces(numbers, 3)), bridging: numbers.below(2) == 0 },
        10..=12 => {
            let field = one(numbers, &schema.space)?;
            let value = match &field.takes {
                Takes::Word { cases, .. } => one(numbers, cases)?.name.to_string(),
                Takes::Bool => ["true", "false"][numbers.below(2)].to_owned(),
                _ => numbers.below(4).to_string(),
            };
            Edit::Set { keys: keys(&spaces(numbers, 6)), name: field.name.clone(), value: Some(value.into()) }
        }
        13..=15 => Edit::Connect { kind: one(numbers, &schema.links)?.name.clone(), spaces: ids(&spaces(numbers, 5)) },
        n @ 16..=18 => {
            let link = one(numbers, document.links())?;
            let at = numbers.below(link.spaces.len().saturating_sub(1).max(1));
            let (kind, from, to) = (link.kind.clone(), link.spaces.get(at)?.clone(), link.spaces.get(at + 1)?.clone());
            if n == 16 { Edit::Flip { kind, from, to } } else { Edit::Disconnect { kind, from, to } }
        }
        19 => {
            let key = spaces(numbers, 1).first()?.key;
            Edit::Rename { key, id: format!("r{}", numbers.below(10_000)).into() }
        }
        20 => Edit::Renumber { keys: keys(&spaces(numbers, 1)), letters: ["b", "c", "d-"][numbers.below(3)].into() },
        21 => Edit::Order { list: List::Spaces, keys: keys(&spaces(numbers, 6)) },
        22 => {
            let fields = editor::drawing::Fields::default().with("text", quoted(&format!("Label {}", numbers.below(100))));
            let label = Item { kind: "label".into(), at: Some(point(numbers)), fields, ..Item::default() };
            let add = Edit::Add { list: List::Decor, items: vec![label], before: None };
            let first = one(numbers, document.decor()).map(|label| label.key);
            let name = Edit::Track { name: "name".into(), value: Some(quoted(&numbers.below(99).to_string()).into()) };
            Edit::All(
                "labels".into(),
                first.map(|key| Edit::Place(vec![(key, point(numbers))])).into_iter().chain([add, name]).collect(),
            )
        }
        _ => {
            let kind = one(numbers, &schema.paths).map_or("Way".into(), |path| path.name.clone());
            let add = Edit::Add {
                list: List::Paths,
                items: vec![Item { kind, spaces: ids(&spaces(numbers, 4)), ..Item::default() }],
                before: None,
            };
            let route = one(numbers, document.paths()).map(|path| path.key);
            let ignored = Ignored {
                problem: "B01".into(),
                why: "so be it".into(),
                says: numbers.below(5).to_string(),
                ..Ignored::default()
            };
            match (numbers.below(7), route) {
                (0, _) => Edit::Ignore(ignored),
                (2, _) => Edit::Notice(ignored),
                (3, _) => {
                    let field = one(numbers, &schema.space)?;
                    let values = spaces(numbers, 4).into_iter().map(|s| (s.key, Some(numbers.below(4).to_string().into())));
                    Edit::SetEach { name: field.name.clone(), values: values.collect() }
                }
                (4, _) => {
                    let name = one(numbers, &schema.track).map_or("own".into(), |field| field.name.clone());
                    Edit::TrackField { name, value: Some(numbers.below(4).to_string().into()) }
                }
                (5, _) => {
                    let kind = one(numbers, &schema.links)?.name.clone();
                    let chain = Some(ids(&spaces(numbers, 4))).filter(|ids| ids.len() > 1)?;
                    let link = Item { kind, spaces: chain, ..Item::default() };
                    let before = one(numbers, document.links()).map(|link| link.key);
                    Edit::Add { list: List::Links, items: vec![link], before }
                }
                (1, Some(key)) => Edit::Route { key, spaces: ids(&spaces(numbers, 4)) },
                _ => add,
            }
        }
    })
}
