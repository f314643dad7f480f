//! What people call spaces: as the board shows them. Nobody at the table reads an id.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use super::tiles::straightness;
use super::{Track, space_fields};
use crate::data::manifest::Manifest;
use crate::diagnostic::ordinal;
use crate::ir::{Comparison, Expr, ExprKind, Ir, KindId, OnTrack, Quantifier, Type};

/// What a space on the course is called, before its number.
pub const ON_COURSE: &str = "tile";

/// The number on the course of a space that is called by it.
pub fn number_on_course(name: &str) -> Option<usize> {
    name.strip_prefix(ON_COURSE)?.strip_prefix(' ')?.parse().ok()
}

/// A board, as far as it gives its spaces names.
#[derive(Clone, Debug, Default)]
pub struct Named<'a> {
    pub spaces: Vec<NamedSpace<'a>>,
    /// The kinds of the links, and from where to where they lead.
    pub links: Vec<(&'a str, usize, usize)>,
    /// The names of the paths that number their spaces, and those spaces.
    pub paths: Vec<(Cow<'a, str>, Vec<usize>)>,
}

#[derive(Clone, Debug, Default)]
pub struct NamedSpace<'a> {
    pub id: &'a str,
    pub name: Option<Cow<'a, str>>,
    /// In millimetres.
    pub at: (f64, f64),
    /// What it says, as written: fields with their values.
    pub says: Vec<(&'a str, Cow<'a, str>)>,
}

/// How a game names places by what spaces say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Places {
    /// Names by field and value: what the board writes there, or what the rules let only one space say.
    pub words: BTreeMap<(Arc<str>, Arc<str>), Place>,
    /// What values are called on the board, by field and value: in the legend, or by their title.
    pub titles: BTreeMap<(Arc<str>, Arc<str>), Arc<str>>,
    /// The fields that are whole numbers.
    pub numbers: BTreeSet<Arc<str>>,
    /// Whether there are rules. Without, any value that only one space has is a name for it.
    pub has_rules: bool,
}

/// A name of a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    pub name: Arc<str>,
    /// Whether the board writes it there.
    pub is_sign: bool,
}

impl Places {
    /// How the rules and the looks of a game name places.
    pub fn of(ir: &Ir, manifest: &Manifest) -> Places {
        let sole = sole(ir);
        let (mut words, mut titles, mut numbers) = (BTreeMap::new(), BTreeMap::new(), BTreeSet::new());
        for field in space_fields(ir) {
            let mut add = |value: &str, of: &str, said: String| {
                let look = manifest.look(of);
                let legend = look.legend.as_deref().map(|legend| legend.split(':').next().unwrap_or_default().trim());
                let key = (field.name.clone(), Arc::from(value));
                if let Some(title) = legend.or(look.title.as_deref()) {
                    titles.insert(key.clone(), Arc::from(title));
                }
                let place = match (&look.sign, legend) {
                    (Some(sign), _) => Place { name: sign.clone(), is_sign: true },
                    (None, Some(legend)) if sole.contains(&key) => Place { name: legend.into(), is_sign: false },
                    (None, None) if sole.contains(&key) => Place { name: said.into(), is_sign: false },
                    _ => return,
                };
                words.insert(key, place);
            };
            match field.ty.present() {
                Type::Enum(e) => {
                    let of = &ir.enums[e.index()];
                    for case in &of.cases {
                        add(&case.name, &format!("{}.{}", of.name, case.name), the(&case.name));
                    }
                }
                Type::Bool => add("true", &format!("space.{}", field.name), the(&field.name)),
                Type::Int(_) => drop(numbers.insert(field.name.clone())),
                _ => {}
            }
        }
        Places { words, titles, numbers, has_rules: true }
    }
}

/// `finish_line` becomes `the finish line`, and so does `is_finish_line`.
fn the(word: &str) -> String {
    format!("the {}", word.strip_prefix("is_").unwrap_or(word).replace('_', " "))
}

/// What the rules let exactly one space say, each with its field: a start, a finish. They look for it by `the s in space where s.area ==
/// finish`.
pub fn sole(ir: &Ir) -> BTreeSet<(Arc<str>, Arc<str>)> {
    ir.consts.iter().filter_map(|known| sought(ir, &known.value.expr)).collect()
}

/// The field and the value by which an expression looks for the one space that says so.
fn sought(ir: &Ir, e: &Expr) -> Option<(Arc<str>, Arc<str>)> {
    let ExprKind::Query(query) = &e.kind else { return None };
    if query.quantifier != Quantifier::The || !matches!(query.source.kind, ExprKind::All(Type::Space)) {
        return None;
    }
    let field = |e: &Expr| match &e.kind {
        ExprKind::Field { field, of: Some(of) } if matches!(of.kind, ExprKind::Local(local) if local == query.local) => {
            Some(ir.fields[field.index()].name.clone())
        }
        _ => None,
    };
    let case = |e: &Expr| match (&e.kind, e.ty.present()) {
        (ExprKind::Case(n), Type::Enum(of)) => Some(ir.enums[of.index()].cases[usize::from(*n)].name.clone()),
        _ => None,
    };
    match query.filter.as_ref()? {
        Expr { kind: ExprKind::Compare(Comparison::Eq, a, b), .. } => field(a).zip(case(b)).or_else(|| field(b).zip(case(a))),
        flag => Some((field(flag)?, "true".into())),
    }
}

/// The names of a track's spaces.
pub fn of_track(track: &Track, ir: &Ir, manifest: &Manifest) -> Vec<Arc<str>> {
    let spaces = track.spaces.iter().map(|space| {
        let says = space_fields(ir).zip(&space.fields).filter_map(|(field, words)| {
            let word = *words.as_ref()?.first()?;
            let value: Cow<'_, str> = match field.ty.present() {
                Type::Enum(e) => Cow::Owned(ir.enums[e.index()].cases.get(usize::try_from(word).ok()?)?.name.to_string()),
                Type::Bool if word > 0 => "true".into(),
                Type::Int(_) => word.to_string().into(),
                _ => return None,
            };
            Some((&*field.name, value))
        });
        NamedSpace { id: &space.id, name: space.name.as_deref().map(Cow::Borrowed), at: space.at, says: says.collect() }
    });
    let links = ir.links.iter().zip(&track.links).flat_map(|(link, pairs)| {
        // A link that leads both ways is there twice, but was drawn once.
        let mut seen = BTreeSet::new();
        let is_drawn = move |(a, b): &&(u16, u16)| !link.both_ways || seen.insert((*a.min(b), *a.max(b)));
        pairs.iter().filter(is_drawn).map(|(a, b)| (&*link.name, usize::from(*a), usize::from(*b)))
    });
    let mut paths = vec![];
    for (k, _) in ir.kinds.iter().enumerate().filter(|(_, kind)| kind.on_track == Some(OnTrack::Paths)) {
        let Some(rows) = track.tables.kinds.get(k) else { continue };
        for (row, (name, values)) in rows.names.iter().zip(&rows.values).enumerate() {
            let is_hidden = track.path_drawings.get(&(KindId(k as u16), row)).is_some_and(|drawing| drawing.hides_numbers);
            let Some([count, members @ ..]) = values.first().and_then(|words| words.as_deref()).filter(|_| !is_hidden) else {
                continue;
            };
            let members = members.iter().take(usize::try_from(*count).unwrap_or_default());
            let members: Vec<usize> = members.filter_map(|space| usize::try_from(*space).ok()).collect();
            let id = |space: Option<&usize>| space.and_then(|space| track.spaces.get(*space)).map_or("", |space| &space.id);
            // Without a name of its own it is called by its ends.
            if **name != *format!("{}-{}", id(members.first()), id(members.last())) {
                paths.push((Cow::Borrowed(&**name), members));
            }
        }
    }
    let board = Named { spaces: spaces.collect(), links: links.collect(), paths };
    names(&board, &Places::of(ir, manifest))
}

/// What people call each space: its name; else its number on a path; else the place that only it is, such as the finish; else an id that
/// reads as a name; else the numbers that it says, where they tell all spaces apart; else its number on the course; else its number among
/// those that say the same; else how far it lies from one of those; else its number on another course.
pub fn names(board: &Named<'_>, places: &Places) -> Vec<Arc<str>> {
    let count = board.spaces.len();
    let mut names: Vec<Option<String>> = board.spaces.iter().map(own_name).collect();
    for (path, spaces) in &board.paths {
        for (n, space) in spaces.iter().enumerate() {
            if let Some(name @ None) = names.get_mut(*space) {
                *name = Some(format!("{path} {}", n + 1));
            }
        }
    }
    let mut by_value: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
    for (n, space) in board.spaces.iter().enumerate() {
        space.says.iter().for_each(|(field, value)| by_value.entry((field, value)).or_default().push(n));
    }
    let put = |names: &mut Vec<Option<String>>, n: usize, name: &dyn Fn() -> Option<String>| {
        if names[n].is_none() {
            names[n] = name();
        }
    };
    let place = |field: &str, value: &str| places.words.get(&(Arc::from(field), Arc::from(value)));
    for ((field, value), spaces) in &by_value {
        let [only] = spaces[..] else { continue };
        put(&mut names, only, &|| match place(field, value) {
            Some(place) => Some(place.name.to_string()),
            None => (!places.has_rules && is_word(value)).then(|| the(value)),
        });
    }
    for (n, space) in board.spaces.iter().enumerate() {
        put(&mut names, n, &|| reads_as_name(space.id).then(|| space.id.replace(['-', '_'], " ")));
    }
    if let Some(told) = coordinates(board, places) {
        told.into_iter().enumerate().for_each(|(n, told)| put(&mut names, n, &|| Some(told.clone())));
    }
    let course = course(board);
    let on_course: BTreeSet<usize> = course.iter().copied().collect();
    // The first one counts as 0 if it is a place of its own, such as the start.
    let first = usize::from(course.first().is_some_and(|first| names[*first].is_none()));
    for (n, space) in course.iter().enumerate() {
        put(&mut names, *space, &|| Some(format!("{ON_COURSE} {}", n + first)));
    }
    for ((field, value), spaces) in &by_value {
        let sign = place(field, value).filter(|place| place.is_sign).map(|place| &place.name);
        let known = sign.or_else(|| places.titles.get(&(Arc::from(*field), Arc::from(*value)))).map(ToString::to_string);
        if !is_word(value) && known.is_none() || spaces.iter().any(|space| on_course.contains(space)) {
            continue;
        }
        let name = known.unwrap_or_else(|| value.replace('_', " "));
        for (n, space) in spaces.iter().enumerate() {
            put(&mut names, *space, &|| Some(format!("{name} {}", n + 1)));
        }
    }
    name_by_distance(board, &mut names);
    name_by_course(board, &mut names);
    let mut taken = BTreeSet::new();
    let named = (0..count).map(|n| {
        let name = names[n].take().filter(|name| board.spaces[n].name.is_some() || taken.insert(name.clone()));
        name.unwrap_or_else(|| format!("space {}", n + 1)).into()
    });
    named.collect()
}

fn own_name(space: &NamedSpace<'_>) -> Option<String> {
    space.name.as_ref().map(|name| name.trim()).filter(|name| !name.is_empty()).map(str::to_owned)
}

fn is_word(value: &str) -> bool {
    value.starts_with(char::is_alphabetic) && !matches!(value, "true" | "false" | "none" | "None")
}

/// Whether an id was chosen as a name: `Mid-Saun`.
fn reads_as_name(id: &str) -> bool {
    id.starts_with(char::is_uppercase) && id.chars().count() > 2 && !id.contains(|c: char| c.is_ascii_digit())
}

/// `line 39 lane 2` for all spaces, if each says the same numbers and no two of them equal ones.
fn coordinates(board: &Named<'_>, places: &Places) -> Option<Vec<String>> {
    let is_number = |field: &str, value: &str| places.numbers.contains(field) && value.parse::<i64>().is_ok();
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for (field, value) in board.spaces.iter().flat_map(|space| &space.says) {
        *seen.entry(field).or_default() += usize::from(is_number(field, value));
    }
    let fields: BTreeSet<&str> = seen.into_iter().filter(|(_, n)| *n == board.spaces.len()).map(|(field, _)| field).collect();
    let told = board.spaces.iter().map(|space| {
        let said = space.says.iter().filter(|(field, _)| fields.contains(field));
        said.map(|(field, value)| format!("{} {value}", field.replace('_', " "))).collect::<Vec<_>>().join(" ")
    });
    let told: Vec<String> = told.collect();
    let apart: BTreeSet<&String> = told.iter().collect();
    (!fields.is_empty() && apart.len() == told.len()).then_some(told)
}

/// The longest way along links of the commonest kind. A way that comes round goes on round, however it bends where others join it. A closed one
/// begins with the space that comes first.
fn course(board: &Named<'_>) -> Vec<usize> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    board.links.iter().for_each(|(kind, ..)| *counts.entry(kind).or_default() += 1);
    let Some((most, _)) = counts.into_iter().min_by_key(|(_, count)| std::cmp::Reverse(*count)) else { return vec![] };
    let known = board.spaces.len();
    let mut seen = BTreeSet::new();
    let links: Vec<(usize, usize)> = board
        .links
        .iter()
        .filter(|(kind, from, to)| *kind == most && *from < known && *to < known && from != to)
        .filter(|(_, from, to)| seen.insert((from.min(to), from.max(to))))
        .map(|(_, from, to)| (*from, *to))
        .collect();
    let at = |space: usize| board.spaces[space].at;
    let round = coming_round(&links);
    let straight = |from: usize, via: usize, to: usize| {
        let stays = round.contains(&(from, via)) && round.contains(&(via, to));
        straightness(Some(at(from)), at(via), Some(at(to))) + if stays { 2.0 } else { 0.0 }
    };
    let longest = chains(&links, straight).into_iter().min_by_key(|(chain, _)| std::cmp::Reverse(chain.len()));
    let Some((chain, is_closed)) = longest else { return vec![] };
    let mut spaces: Vec<usize> = chain.iter().map(|link| links[*link].0).collect();
    if is_closed {
        let first = spaces.iter().enumerate().min_by_key(|(_, space)| **space).map_or(0, |(n, _)| n);
        spaces.rotate_left(first);
    } else {
        spaces.extend(chain.last().map(|link| links[*link].1));
    }
    spaces
}

/// The links that are left when those that nothing leads on to, and those that lead on to nothing, are taken away again and again.
fn coming_round(links: &[(usize, usize)]) -> BTreeSet<(usize, usize)> {
    let mut left: BTreeSet<(usize, usize)> = links.iter().copied().collect();
    for is_back in [false, true] {
        let ends = |link: &(usize, usize)| if is_back { (link.1, link.0) } else { *link };
        let (mut on, mut into): (BTreeMap<usize, Vec<usize>>, BTreeMap<usize, usize>) = Default::default();
        for (from, to) in left.iter().map(ends) {
            on.entry(from).or_default().push(to);
            *into.entry(to).or_default() += 1;
        }
        let mut loose: Vec<usize> = on.keys().copied().filter(|space| !into.contains_key(space)).collect();
        while let Some(space) = loose.pop() {
            for to in on.remove(&space).unwrap_or_default() {
                left.remove(&ends(&(space, to)));
                let count = into.entry(to).or_default();
                *count -= 1;
                if *count == 0 {
                    loose.push(to);
                }
            }
        }
    }
    left
}

/// Of more links at one space, the first ones are led through it.
const MOST_LED: usize = 8;
/// A way that turns back more sharply than this ends, and another one begins.
const BACK: f64 = -0.8;

/// Links as ways that go on as straight as they can, each as positions among the links, and whether it comes round. `straight` says how
/// straight a way leads from a space over a second to a third, from -1 to 1.
pub fn chains(links: &[(usize, usize)], straight: impl Fn(usize, usize, usize) -> f64) -> Vec<(Vec<usize>, bool)> {
    let mut ends: BTreeMap<usize, [Vec<usize>; 2]> = BTreeMap::new();
    for (n, (from, to)) in links.iter().enumerate() {
        ends.entry(*to).or_default()[0].push(n);
        ends.entry(*from).or_default()[1].push(n);
    }
    // Each link goes on in the one that leads straight on, as far as that isn't taken.
    let (mut next, mut has_last) = (vec![None; links.len()], vec![false; links.len()]);
    for (space, [into, out]) in &ends {
        let pairs = into.iter().take(MOST_LED).flat_map(|a| out.iter().take(MOST_LED).map(move |b| (*a, *b)));
        let mut pairs: Vec<(f64, usize, usize)> = pairs.map(|(a, b)| (straight(links[a].0, *space, links[b].1), a, b)).collect();
        pairs.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (straight, a, b) in pairs {
            if straight > BACK && a != b && next[a].is_none() && !has_last[b] {
                (next[a], has_last[b]) = (Some(b), true);
            }
        }
    }
    let mut is_used = vec![false; links.len()];
    let mut all = vec![];
    // Open ones begin where nothing leads on to them; what is left then goes round.
    let open = (0..links.len()).filter(|n| !has_last[*n]);
    for first in open.chain(0..links.len()).collect::<Vec<_>>() {
        let (mut chain, mut now) = (vec![], Some(first));
        while let Some(link) = now.filter(|link| !is_used[*link]) {
            is_used[link] = true;
            chain.push(link);
            now = next[link];
        }
        if !chain.is_empty() {
            all.push((chain, has_last[first]));
        }
    }
    all
}

/// `the space` for the first one, `the 2nd space`.
fn the_nth(n: usize) -> String {
    if n > 1 { format!("the {} space", ordinal(n)) } else { "the space".to_owned() }
}

/// Names what has no name yet by the nearest space with one that leads there, or that it leads to: `the 2nd space before the finish`.
fn name_by_distance(board: &Named<'_>, names: &mut [Option<String>]) {
    let nearest = |is_back: bool| {
        let mut next: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (_, from, to) in &board.links {
            let (from, to) = if is_back { (to, from) } else { (from, to) };
            next.entry(*from).or_default().push(*to);
        }
        let mut found: Vec<Option<(usize, usize)>> =
            names.iter().enumerate().map(|(n, name)| name.as_ref().map(|_| (0, n))).collect();
        let mut edge: VecDeque<usize> = (0..names.len()).filter(|n| found[*n].is_some()).collect();
        while let Some(space) = edge.pop_front() {
            let Some((far, of)) = found[space] else { continue };
            for to in next.get(&space).into_iter().flatten() {
                if let Some(place @ None) = found.get_mut(*to) {
                    *place = Some((far + 1, of));
                    edge.push_back(*to);
                }
            }
        }
        found
    };
    if names.iter().all(Option::is_some) {
        return;
    }
    let (after, before) = (nearest(false), nearest(true));
    let told: Vec<Option<String>> = (0..names.len())
        .map(|n| {
            let of = |space: usize| names[space].as_deref().unwrap_or_default();
            match (after[n], before[n]) {
                (Some((far, space)), other) if other.is_none_or(|(there, _)| far <= there) => {
                    Some(format!("{} after {}", the_nth(far), of(space)))
                }
                (_, Some((far, space))) => Some(format!("{} before {}", the_nth(far), of(space))),
                _ => None,
            }
        })
        .collect();
    for (name, told) in names.iter_mut().zip(told) {
        if name.is_none() {
            *name = told;
        }
    }
}

/// Names what is linked, but to nothing with a name, by its number on a course of its own: `tile 3 of course 2`.
fn name_by_course(board: &Named<'_>, names: &mut [Option<String>]) {
    let mut seen = BTreeSet::new();
    let is_unnamed = |space: &usize| names.get(*space).is_some_and(Option::is_none);
    let steps = board.links.iter().map(|(_, from, to)| (*from, *to));
    let links: Vec<(usize, usize)> = steps
        .filter(|(from, to)| is_unnamed(from) && is_unnamed(to) && from != to && seen.insert((*from.min(to), *from.max(to))))
        .collect();
    let at = |space: usize| board.spaces[space].at;
    let straight = |from: usize, via: usize, to: usize| straightness(Some(at(from)), at(via), Some(at(to)));
    for (course, (chain, is_closed)) in chains(&links, straight).into_iter().enumerate() {
        let last = chain.last().filter(|_| !is_closed).map(|link| links[*link].1);
        let spaces = chain.iter().map(|link| links[*link].0).chain(last);
        for (n, space) in spaces.enumerate() {
            names[space].get_or_insert_with(|| format!("{ON_COURSE} {} of course {}", n + 1, course + 2));
        }
    }
}
