//! Reshape: the line of a course with its nodes and handles, whose spaces follow, or that of a link, an area or a stroke.

use std::collections::BTreeSet;
use std::sync::Arc;

use kurbo::{ParamCurve, Point, Vec2};

use super::bend::Bending;
use super::bendable::Bendable;
use super::line_grip::{self, LineGrip, Part, both_handles};
use super::{Grip, HandKey, LineDeed, LinePart, Mark, Pointer, PointerIs, Shape, Shows, Table, Want};
use crate::drawing::courses::{Beside, Course, places};
use crate::drawing::document::{Document, Item, Key, List};
use crate::drawing::edit::{Edit, apply};
use crate::drawing::tools::course;
use crate::drawing::tools::insert::{beyond, leading, lengthened, stays_last, unlinked};
use crate::drawing::tools::line::{Line, MOST_NODES, Node, too_many_nodes};
use crate::words::sentence;

/// What is done to the course of the space that is selected.
#[derive(Clone, Debug, Default)]
pub struct Reshape {
    /// The nodes that are selected, of this line.
    nodes: BTreeSet<usize>,
    line: Line,
    over: Option<Point>,
    state: State,
    /// What is done to a link, if one is selected instead of a space.
    link: Bending,
    /// The course in hand as it was last looked up: of this space, in this document.
    known: Option<Box<(Document, Key, Option<Course>)>>,
}

#[derive(Clone, Debug, Default)]
enum State {
    #[default]
    Idle,
    /// The button is down, and nothing has moved yet.
    Pressed { on: Gripped, from: Point },
    /// Something is pulled; `begun` is the course before, with what lies beside it and the nodes that were selected.
    Pulling { on: Gripped, from: Point, begun: Box<(Course, Beside, BTreeSet<usize>)> },
}

/// What of the course can be gripped.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Gripped {
    Part(Part),
    /// Where an open line goes on: beyond its end, or before its beginning.
    End(bool),
}

/// A node that lies as near as this to where one was is that one, in millimetres.
const SAME: f64 = 0.02;
/// An end meets a space whose middle is as near as this, in halves of a tile: between two neighbours, it meets one of them.
const MEETS: f64 = 1.3;
/// How far beyond its end a line can be taken to be lengthened, in slacks.
const BEYOND: f64 = 6.0;

/// The first space that is selected: its course is in hand.
pub fn in_hand(table: &Table<'_>) -> Option<Key> {
    let is_space = |key: &&Key| table.document.find(**key).is_some_and(|(list, ..)| list == List::Spaces);
    table.selected.iter().find(is_space).copied()
}

impl Reshape {
    fn course(&self, table: &Table<'_>) -> Option<Course> {
        let space = in_hand(table)?;
        match self.known.as_deref() {
            Some((document, of, course)) if *of == space && document.is(table.document) => course.clone(),
            _ => Course::through(table.document, table.schema, space),
        }
    }

    /// Remembers the course in hand, which takes long to find where the track doesn't keep it.
    fn look_up(&mut self, table: &Table<'_>) {
        let course = self.course(table);
        if self.known.as_ref().map(|known| known.1) != in_hand(table) {
            self.nodes.clear();
        }
        let line = course.as_ref().map(|course| course.line.clone()).unwrap_or_default();
        self.nodes = self.chosen(&line);
        self.line = line;
        self.link.look_up(table);
        self.known = in_hand(table).map(|space| Box::new((table.document.clone(), space, course)));
    }

    /// The nodes that are selected, whatever was done to the line meanwhile: they lie where they lay.
    fn chosen(&self, line: &Line) -> BTreeSet<usize> {
        let (was, is) = (&self.line.nodes, &line.nodes);
        let is_it = |a: &Node, b: &Node| a.at.distance(b.at) < SAME;
        if was.len() == is.len() && was.iter().zip(is).all(|(a, b)| is_it(a, b)) {
            return self.nodes.clone();
        }
        let now = |n: &usize| is.iter().position(|node| was.get(*n).is_some_and(|was| is_it(was, node)));
        self.nodes.iter().filter_map(now).collect()
    }

    fn grip<'l>(line: &'l Line, chosen: &'l BTreeSet<usize>) -> LineGrip<'l> {
        LineGrip { line, nodes: 0..line.nodes.len(), chosen, handles: both_handles(chosen) }
    }

    /// What a press would grip.
    fn part_at(&self, course: &Course, at: Point, slack: f64) -> Option<Gripped> {
        let chosen = self.chosen(&course.line);
        let grip = Reshape::grip(&course.line, &chosen);
        if let Some(part) = grip.handle_at(at, slack).or_else(|| Some(grip.node_at(at, slack)?.0)) {
            return Some(Gripped::Part(part));
        }
        if let Some((is_end, _)) = ends(course, slack).into_iter().find(|(_, place)| place.distance(at) <= 2.0 * slack) {
            return Some(Gripped::End(is_end));
        }
        grip.line_at(at, slack).map(|(part, _)| Gripped::Part(part))
    }

    /// The node less than a tile beside a part of the line: that one is meant, because another node so near would make a spike.
    fn node_beside(&self, table: &Table<'_>, on: Gripped) -> Option<Gripped> {
        let (Gripped::Part(Part::Line(on)), Some(course)) = (on, self.course(table)) else { return None };
        let nodes = course.line.nodes.iter().enumerate().filter(|(n, _)| bound(&course, *n).is_none());
        let near = nodes.map(|(n, node)| (n, node.at.distance(on.at))).filter(|(_, far)| *far < 2.0 * table.places.half);
        near.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(n, _)| Gripped::Part(Part::Node(n)))
    }

    /// One step that is no drag.
    fn step(&mut self, table: &Table<'_>, course: &Course, what: &str) -> Vec<Want> {
        self.line = course.line.clone();
        let beside = Beside::of(table.document, table.schema, course);
        vec![Want::Edit(Edit::All(what.to_owned(), beside.laid(table.document, course)))]
    }

    fn press(&mut self, table: &Table<'_>, pointer: &Pointer) -> Vec<Want> {
        let part = self.course(table).and_then(|course| self.part_at(&course, pointer.at, pointer.slack));
        if let Some(on) = part {
            let on = self.node_beside(table, on).unwrap_or(on);
            if let Gripped::Part(Part::Node(n)) = on {
                line_grip::choose(&mut self.nodes, n, pointer.shift);
            }
            self.state = State::Pressed { on, from: pointer.at };
            return vec![];
        }
        self.nodes.clear();
        self.state = State::Idle;
        if let Some(wants) = self.link.press(table, pointer) {
            return wants;
        }
        let Some((space, _)) = table.space_at(pointer.at, pointer.slack) else {
            return vec![Want::Select(BTreeSet::new())];
        };
        if Course::through(table.document, table.schema, space).is_none() {
            return vec![Want::Refuse(format!(
                "{} isn't on a course: a course needs at least two spaces, linked along their way",
                table.title(space)
            ))];
        }
        vec![Want::Select(BTreeSet::from([space]))]
    }

    /// The course as it is while a part of it is pulled somewhere.
    fn pulled(
        &mut self,
        table: &Table<'_>,
        on: Part,
        from: Point,
        begun: &Course,
        pointer: &Pointer,
    ) -> Option<(String, Course)> {
        let id = in_hand(table).and_then(|space| Some(table.document.item(space)?.id.clone()));
        let key = id.and_then(|id| Course::of(table.begun, &id)?.key);
        let mut course = Course { key, ..begun.clone() };
        line_grip::pull(&mut course.line, &mut self.nodes, (on, from), MOST_NODES, table, pointer)?;
        if let Part::Node(_) = on {
            hold(&mut course, table);
        }
        self.line = course.line.clone();
        let what = if matches!(on, Part::Handle(..)) { "bend" } else { "reshape" };
        let what = format!("{what} a course of {} spaces", course.spaces.len());
        if !table.settings.is_even {
            let mut before = begun.clone();
            if let Part::Line(on) = on {
                before.line.add(on);
            }
            course.spread_as(&before);
        }
        Some((what, course))
    }

    /// Whether the end is pulled (or the beginning), if one is, by itself.
    fn pulled_end(&self, on: Part, course: &Course) -> Option<bool> {
        let Part::Node(n) = on else { return None };
        let is_end = n + 1 == course.line.nodes.len();
        ((is_end || n == 0) && self.nodes.len() < 2).then_some(is_end)
    }

    /// What lies below the end in hand that the course can lead to, or why it can't.
    fn met(&self, table: &Table<'_>, on: Part, course: &Course) -> Option<Result<Meeting, String>> {
        meeting(table, course, self.pulled_end(on, course)?, self.over?)
    }

    fn drag(&mut self, table: &Table<'_>, pointer: &Pointer) -> Vec<Want> {
        if let State::Pressed { on, from } = &self.state {
            let (on, from) = (*on, *from);
            if from.distance(pointer.at) < pointer.slack {
                return vec![];
            }
            let Some(begun) = self.course(table) else { return vec![] };
            let beside = Beside::of(table.document, table.schema, &begun);
            self.state = State::Pulling { on, from, begun: Box::new((begun, beside, self.nodes.clone())) };
        }
        let State::Pulling { on, from, begun } = self.state.clone() else { return vec![] };
        let Gripped::Part(on) = on else { return vec![] };
        // Back where it began, everything is as it was.
        if from.distance(pointer.at) < pointer.slack {
            if let Part::Line(_) = on {
                self.nodes.clear();
            }
            self.line = begun.0.line;
            return vec![Want::CancelDrag];
        }
        // What is shown meanwhile may have other nodes.
        self.nodes.clone_from(&begun.2);
        let (course, beside, _) = *begun;
        let free = self.detached(table, on, &course, pointer.at);
        let cut = free.as_ref().map_or(vec![], |free| unlinked(table.begun, &course, free.is_end));
        let (begun, on, from) = match free {
            Some(Detached { course, n, .. }) => {
                self.nodes = BTreeSet::from([n]);
                let from = course.line.nodes[n].at;
                (course, Part::Node(n), from)
            }
            None => (course.clone(), on, from),
        };
        let meets = self.met(table, on, &begun).and_then(Result::ok);
        let pointer = match (&meets, on) {
            // The node comes to lie there, wherever it was gripped and whatever else draws it.
            (Some(meets), Part::Node(n)) => {
                let aids = &table.settings.aids;
                let at = meets.at + (from - begun.line.nodes[n].at);
                Pointer { at, shift: false, ctrl: aids.snaps || aids.grid.is_some(), ..*pointer }
            }
            _ => *pointer,
        };
        let Some((what, mut pulled)) = self.pulled(table, on, from, &begun, &pointer) else { return vec![] };
        if let Some(Meeting { with: Met::Space(space), is_end, .. }) = &meets {
            pulled.end_on(space, *is_end);
        }
        let mut laid = if table.settings.is_even {
            beside.laid(table.begun, &pulled)
        } else {
            beside.laid_over(table.begun, &course, &pulled)
        };
        laid.extend(cut);
        let met = meets.and_then(|meets| match &meets.with {
            Met::End(ends) => joined(table, &begun, ends, laid.clone()).ok(),
            Met::Space(id) => {
                let links = leading(table.begun, table.schema, &course, meets.is_end, id).ok()?;
                let what = format!("lead a course to {}", table.begun.called(id));
                Some(Edit::All(what, laid.iter().cloned().chain(links).collect()))
            }
        });
        vec![Want::Pull(met.unwrap_or(Edit::All(what, laid)))]
    }

    /// The course without its way to another one, if its end that lies there is pulled away.
    fn detached(&self, table: &Table<'_>, on: Part, course: &Course, to: Point) -> Option<Detached> {
        let (Part::Node(n), Some(is_end)) = (on, self.pulled_end(on, course)) else { return None };
        let was = bound(course, n)?.into();
        let is_away = course.line.nodes[n].at.distance(to) > table.places.half;
        let course = course.detached(is_end).filter(|free| is_away && free.steps() > 0)?;
        let last = course.line.nodes.len().checked_sub(1).filter(|last| *last > 0)?;
        Some(Detached { course, is_end, n: if is_end { last } else { 0 }, was })
    }

    fn release(&mut self, table: &Table<'_>, pointer: &Pointer) -> Vec<Want> {
        match std::mem::take(&mut self.state) {
            State::Pulling { on: Gripped::End(is_end), begun, .. } => {
                let lengthened = |at, on| {
                    lengthened(table.document, table.schema, &begun.0, (is_end, table.settings.is_even), (at, on))
                        .ok_or_else(|| "pull it farther: there is no room for another space yet".to_owned())
                };
                let edit = match meeting(table, &begun.0, is_end, pointer.at) {
                    Some(Err(why)) => Err(why),
                    Some(Ok(Meeting { with: Met::End(ends), at, .. })) => {
                        joined(table, &begun.0, &ends, lengthened(at, None).into_iter().collect())
                    }
                    Some(Ok(Meeting { with: Met::Space(id), at, .. })) => lengthened(at, Some(&id)),
                    None => lengthened(table.on_grid(pointer, pointer.at), None),
                };
                vec![edit.map_or_else(Want::Refuse, Want::Edit)]
            }
            State::Pulling { .. } => vec![Want::EndDrag],
            State::Pressed { .. } | State::Idle => vec![],
        }
    }

    /// A double click: a node where there is none, else a corner or a smooth node.
    fn twice(&mut self, table: &Table<'_>, pointer: &Pointer) -> Vec<Want> {
        self.state = State::Idle;
        let Some(mut course) = self.course(table) else { return vec![] };
        let Some(Gripped::Part(on)) = self.part_at(&course, pointer.at, pointer.slack) else { return vec![] };
        match line_grip::changed(&mut course.line, &mut self.nodes, on, MOST_NODES) {
            Some(what) => self.step(table, &course, what),
            None => vec![Want::Refuse(too_many_nodes())],
        }
    }
}

/// Where an open line can be gripped to be lengthened: a little beyond each end that leads to no other course.
fn ends(course: &Course, slack: f64) -> Vec<(bool, Point)> {
    let nodes = &course.line.nodes;
    if course.line.is_closed || nodes.len() < 2 || course.lanes > 1 {
        return vec![];
    }
    let pieces: Vec<kurbo::PathSeg> = course.line.path().segments().collect();
    let beyond = |at: Point, inner: Point| {
        let way = at - inner;
        at + if way.hypot() > 1e-6 { way.normalize() } else { Vec2::new(1.0, 0.0) } * (BEYOND * slack)
    };
    let mut ends = vec![];
    if let Some(piece) = pieces.first().filter(|_| course.from.is_none()) {
        ends.push((false, beyond(piece.start(), piece.eval(0.05))));
    }
    if let Some(piece) = pieces.last().filter(|_| course.to.is_none()) {
        ends.push((true, beyond(piece.end(), piece.eval(0.95))));
    }
    ends
}

/// Says where its lanes are folded, and marks the spaces there.
fn folded(table: &Table<'_>, course: &Course) -> Vec<Shape> {
    if course.lanes < 2 {
        return vec![];
    }
    let places = places(table.document);
    let folds = course.folds_in(&places);
    if folds.is_empty() {
        return vec![];
    }
    let words = format!("Its {} lanes fold over each other where marked: move the nodes there apart", course.lanes);
    let spaces = folds.iter().flatten().filter_map(|id| places.get(&**id));
    let tiles = spaces.map(|at| Shape::Tile(*at, course.lane_width.min(2.0 * table.places.half) / 2.0, Mark::Gone));
    tiles.chain([Shape::Warning(words)]).collect()
}

/// The space of another course on which a node stays.
fn bound(course: &Course, n: usize) -> Option<&str> {
    let last = course.line.nodes.len().saturating_sub(1);
    let end = if n == 0 { course.from.as_deref() } else { None };
    end.or_else(|| course.to.as_deref().filter(|_| n == last))
}

/// A course whose end is pulled off the space of another course.
struct Detached {
    course: Course,
    is_end: bool,
    /// The node that is its end now.
    n: usize,
    /// The space that it led to.
    was: Arc<str>,
}

/// Where an end of a course is pulled that meets something.
struct Meeting {
    with: Met,
    is_end: bool,
    /// Where the end in hand goes.
    at: Point,
}

/// What an end of a course meets.
enum Met {
    /// The last space of the one in hand, and the first of another, or the other way round: they are joined. Of one course, it comes round.
    End([Key; 2]),
    /// A space that the course is to end on, or to begin on.
    Space(Arc<str>),
}

/// The space at a place to which an end in hand that is free is pulled, in the document as it was before: one of another course, or its own
/// other end.
fn under<'t>(table: &Table<'t>, course: &Course, is_end: bool, at: Point) -> Option<&'t Arc<Item>> {
    let last = course.line.nodes.len().checked_sub(1)?;
    let is_free = last > 0 && !course.line.comes_round() && bound(course, if is_end { last } else { 0 }).is_none();
    let far = |space: &Item| space.at.map_or(f64::INFINITY, |place| place.distance(at));
    let reach = MEETS * table.places.half;
    let near = table.begun.spaces().iter().filter(|_| is_free).filter(|space| far(space) < reach);
    // Between two lanes, a line ends where no tile lies.
    let between = || {
        let courses = table.begun.courses().iter().filter(|_| is_free).filter_map(|item| Course::read(item));
        let is_met = |other: &Course| tip(&other.line.nodes, !is_end).is_some_and(|end| end.at.distance(at) < reach);
        let other = courses.filter(|other| other.key != course.key && other.lanes > 1).find(is_met)?;
        let id = tip(other.by_lane().next()?, !is_end)?;
        table.begun.spaces().iter().find(|space| space.id == *id)
    };
    let is_met = |space: &&Arc<Item>| {
        // Its own other end, if it isn't a straight line.
        let comes_round = last > 1 && course.count() > 2 && course.by_lane().any(|lane| tip(lane, !is_end) == Some(&space.id));
        comes_round || !course.spaces.contains(&space.id)
    };
    near.filter(is_met).min_by(|a, b| far(a).total_cmp(&far(b))).or_else(between)
}

/// The last of all, or the first.
fn tip<T>(all: &[T], is_end: bool) -> Option<&T> {
    if is_end { all.last() } else { all.first() }
}

/// What an end in hand meets that is pulled to a place, in the document as it was before: the other sort of end of a course, to which it can be
/// joined, or a space to which it can lead. Where it can't: why.
fn meeting(table: &Table<'_>, course: &Course, is_end: bool, at: Point) -> Option<Result<Meeting, String>> {
    let (document, schema, nodes) = (table.begun, table.schema, &course.line.nodes);
    let there = under(table, course, is_end, at)?;
    // A start or a finish stays where it is: at an end.
    let stays = |course: &Course, is_end| stays_last(document, schema, course, is_end).is_some();
    if stays(course, is_end) {
        return None;
    }
    let other = Course::through(document, schema, there.key).filter(|other| !other.line.comes_round());
    let is_tip = |other: &Course, is_end| other.by_lane().any(|lane| tip(lane, is_end) == Some(&there.id));
    let is_free = |other: &Course| if is_end { &other.from } else { &other.to }.is_none();
    let can_join =
        |other: &Course| is_tip(other, !is_end) && is_free(other) && other.lanes == course.lanes && !stays(other, !is_end);
    let own = document.space(tip(course.by_lane().next()?, is_end)?)?;
    let Some(other) = other.as_ref().filter(|other| can_join(other)) else {
        let at = there.at.filter(|_| course.lanes == 1)?;
        let leads = leading(document, schema, course, is_end, &there.id);
        return Some(leads.map(|_| Meeting { with: Met::Space(there.id.clone()), is_end, at }));
    };
    let ends = if is_end { [own.key, there.key] } else { [there.key, own.key] };
    // Where its line ends, which several lanes share.
    let middle = tip(&other.line.nodes, !is_end)?.at;
    let inner = nodes[if is_end { nodes.len() - 2 } else { 1 }].at - middle;
    let way = if inner.hypot() > 1e-6 { inner.normalize() } else { Vec2::new(-1.0, 0.0) };
    Some(Ok(Meeting { with: Met::End(ends), is_end, at: middle + way * course.usual_spacing() }))
}

/// What is done to what is met.
fn meeting_words(table: &Table<'_>, course: &Course, meets: &Meeting) -> String {
    let title = |key: &Key| table.begun.title(*key);
    match &meets.with {
        Met::End(ends) if comes_round(table, course, ends) => "close the loop".to_owned(),
        Met::End([before, behind]) => format!("join {} to {}", title(before), title(behind)),
        Met::Space(id) => {
            let what = if meets.is_end { "end" } else { "begin" };
            let is_sort = |other: &Course| tip(&other.spaces, meets.is_end) == Some(id);
            // Of two ends of a sort, one may be meant to be the other.
            let other = Course::of(table.begun, id)
                .filter(is_sort)
                .map_or("", |_| ", as another course does. To join them, reverse one first");
            format!("{what} at {}{other}", table.begun.called(id))
        }
    }
}

/// Whether both of these are ends of one course.
fn comes_round(table: &Table<'_>, course: &Course, ends: &[Key; 2]) -> bool {
    ends.iter().all(|key| table.begun.item(*key).is_some_and(|space| course.spaces.contains(&space.id)))
}

/// These edits of the document as it was before, and the ends joined: of two courses, or of one, which comes round then.
fn joined(table: &Table<'_>, course: &Course, ends: &[Key; 2], mut edits: Vec<Edit>) -> Result<Edit, String> {
    let laid = apply(table.begun, table.schema, &Edit::All(String::new(), edits.clone()))?;
    let end = |key, is_end: bool| {
        let course = Course::through(&laid, table.schema, key)?;
        Some(laid.space(tip(course.by_lane().next()?, is_end)?)?.key)
    };
    let [last, first] = [end(ends[0], true), end(ends[1], false)];
    let keys = |ends: [Option<Key>; 2]| ends.into_iter().flatten().collect::<Vec<_>>();
    let join = if comes_round(table, course, ends) {
        course::close(&laid, (table.schema, table.manifest), &keys([first, last]), table.settings.is_even)?
    } else {
        course::join(&laid, table.schema, &keys([last, first]))?
    };
    let what = if let Edit::All(what, _) = &join { what.clone() } else { String::new() };
    edits.push(join);
    Ok(Edit::All(what, edits))
}

/// Puts ends that lie on spaces of other courses back there.
fn hold(course: &mut Course, table: &Table<'_>) {
    let at = |id: &Option<Arc<str>>| id.as_ref().and_then(|id| table.begun.space(id)?.at);
    course.line.hold(at(&course.from), at(&course.to));
}

impl Grip for Reshape {
    fn pointer(&mut self, table: &Table<'_>, pointer: Pointer) -> Vec<Want> {
        self.over = Some(pointer.at);
        self.look_up(table);
        if let Some(wants) = self.link.pointer(table, &pointer) {
            return wants;
        }
        match pointer.is {
            PointerIs::Moved => vec![],
            PointerIs::Pressed => self.press(table, &pointer),
            PointerIs::Twice => self.twice(table, &pointer),
            PointerIs::Dragged => self.drag(table, &pointer),
            PointerIs::Released => self.release(table, &pointer),
        }
    }

    fn key(&mut self, table: &Table<'_>, key: HandKey) -> Option<Vec<Want>> {
        if Bendable::in_hand(table).is_some() {
            self.link.look_up(table);
            return self.link.key(table, key);
        }
        self.look_up(table);
        match key {
            HandKey::Escape => match std::mem::take(&mut self.state) {
                State::Pulling { .. } => {
                    // A node that the drag has made is gone.
                    self.nodes.clear();
                    Some(vec![Want::CancelDrag])
                }
                _ if !self.nodes.is_empty() => {
                    self.nodes.clear();
                    Some(vec![])
                }
                _ => None,
            },
            HandKey::Backspace if !self.nodes.is_empty() => {
                let mut course = self.course(table)?;
                let nodes: Vec<usize> = std::mem::take(&mut self.nodes).into_iter().collect();
                if !course.line.remove(&nodes) {
                    let fewest = if course.line.is_closed { "three" } else { "two" };
                    return Some(vec![Want::Refuse(format!("this line needs at least {fewest} nodes"))]);
                }
                hold(&mut course, table);
                Some(self.step(table, &course, if nodes.len() == 1 { "remove a node" } else { "remove nodes" }))
            }
            HandKey::Backspace => Some(vec![Want::Refuse(match self.course(table) {
                Some(_) => "Click the node to delete first. To delete spaces, use the Select tool".to_owned(),
                None => "Click a space of a course first, then the node to delete".to_owned(),
            })]),
            HandKey::All => {
                let course = self.course(table)?;
                self.nodes = (0..course.line.nodes.len()).collect();
                Some(vec![])
            }
            HandKey::Enter => None,
        }
    }

    fn left(&mut self) {
        self.over = None;
    }

    fn line_part(&self, table: &Table<'_>, at: Point) -> Option<LinePart> {
        if Bendable::in_hand(table).is_some() {
            return self.link.line_part(table, at);
        }
        match self.part_at(&self.course(table)?, at, table.slack)? {
            Gripped::Part(Part::Node(_)) => Some(LinePart { is_node: true, of: List::Courses }),
            Gripped::Part(Part::Line(_)) => Some(LinePart { is_node: false, of: List::Courses }),
            Gripped::Part(Part::Handle(..)) | Gripped::End(_) => None,
        }
    }

    fn on_line(&mut self, table: &Table<'_>, at: Point, deed: LineDeed) -> Option<Vec<Want>> {
        self.look_up(table);
        let part = self.line_part(table, at).filter(|part| part.takes(deed))?;
        let pointer = Pointer { is: PointerIs::Twice, at, slack: table.slack, shift: false, ctrl: false, alt: false };
        if part.of != List::Courses {
            return self.link.on_line(table, at, deed);
        }
        let course = self.course(table)?;
        match deed {
            LineDeed::Bend | LineDeed::AddNode => Some(self.twice(table, &pointer)),
            LineDeed::RemoveNode => {
                if let Some(Gripped::Part(Part::Node(n))) = self.part_at(&course, at, table.slack) {
                    self.nodes = BTreeSet::from([n]);
                }
                self.key(table, HandKey::Backspace)
            }
            LineDeed::Split => {
                let spaces = course.spaces.iter().filter_map(|id| table.document.space(id));
                let placed = spaces.filter_map(|space| Some((space.key, space.at?.distance(at))));
                let nearest = placed.min_by(|a, b| a.1.total_cmp(&b.1))?.0;
                Some(vec![course::split(table.document, table.schema, &[nearest]).map_or_else(Want::Refuse, Want::Edit)])
            }
        }
    }

    fn shows(&self, table: &Table<'_>) -> Shows {
        if let Some(shows) = self.link.shows(table, self.over) {
            return shows;
        }
        let Some(course) = self.course(table) else {
            let words = "Click a space of a course to reshape it, or a link, an area or a stroke".to_owned();
            return Shows { shapes: vec![], words };
        };
        let slack = table.slack;
        let chosen = self.chosen(&course.line);
        let mut shapes = Reshape::grip(&course.line, &chosen).shapes(slack, |n| bound(&course, n).is_some());
        for (_, at) in ends(&course, slack) {
            shapes.push(Shape::Words(at, "+".to_owned(), Mark::Draft));
            shapes.push(Shape::Tile(at, slack, Mark::Draft));
        }
        if let State::Pulling { on: Gripped::Part(_), .. } = self.state {
            shapes.extend(folded(table, &course));
        }
        let over = self.over.and_then(|at| self.part_at(&course, at, slack));
        let words = match (&self.state, over) {
            (State::Pulling { on: Gripped::End(is_end), begun, .. }, _) => {
                let over = self.over.unwrap_or_default();
                let meets = match meeting(table, &begun.0, *is_end, over) {
                    Some(Err(why)) => return Shows { shapes, words: format!("{}; Escape: back", sentence(&why)) },
                    meets => meets.and_then(Result::ok),
                };
                let on = if let Some(Meeting { with: Met::Space(id), .. }) = &meets { Some(id) } else { None };
                let to = (meets.as_ref().map_or(over, |meets| meets.at), on);
                let new =
                    beyond(&begun.0, (*is_end, table.settings.is_even), to).map_or(vec![], |(course, new)| course.places_of(new));
                shapes.extend(new.iter().map(|at| Shape::Tile(*at, table.places.half, Mark::Draft)));
                let count = if new.len() == 1 { "1 new space".to_owned() } else { format!("{} new spaces", new.len()) };
                let last = stays_last(table.document, table.schema, &begun.0, *is_end);
                let before = last
                    .map(|last| format!(" beside {}, which stays at the end", table.document.called(&last)))
                    .unwrap_or_default();
                let add = meets.map_or("add".to_owned(), |meets| meeting_words(table, &begun.0, &meets));
                let count = if new.is_empty() { String::new() } else { format!("{count}{before}. ") };
                format!("{count}Release to {add}; Escape: back")
            }
            (State::Pulling { on: Gripped::Part(Part::Handle(..)), .. }, _) => {
                "Bending. Alt: this handle alone; Shift: straight; Escape: back".to_owned()
            }
            (State::Pulling { on: Gripped::Part(on), begun, .. }, _) => {
                let free = self.detached(table, *on, &begun.0, self.over.unwrap_or_default());
                let (on, begun) = free.as_ref().map_or((*on, &begun.0), |free| (Part::Node(free.n), &free.course));
                match (self.met(table, on, begun), &free) {
                    (Some(Ok(meets)), _) => format!("Release to {}; Escape: back", meeting_words(table, begun, &meets)),
                    (Some(Err(why)), _) => format!("{}; Escape: back", sentence(&why)),
                    (None, Some(free)) => {
                        format!("Release to detach the course from {}; Escape: back", table.begun.called(&free.was))
                    }
                    (None, None) => {
                        format!("{:.1} mm from space to space. Shift: straight; Escape: back", course.usual_spacing())
                    }
                }
            }
            (_, Some(Gripped::Part(Part::Node(n)))) if let Some(on) = bound(&course, n) => {
                format!("This end lies on {}: drag it away to detach it", table.document.called(on))
            }
            (_, Some(Gripped::Part(Part::Node(_)))) => {
                "Drag the node; double click: corner or smooth; Backspace removes it; Shift selects several".to_owned()
            }
            (_, Some(Gripped::Part(Part::Handle(..)))) => {
                "Drag the handle to bend the line; Alt: this one alone; double click: smooth by itself".to_owned()
            }
            (_, Some(Gripped::End(_))) => "Drag to lengthen the course by more spaces".to_owned(),
            (_, Some(Gripped::Part(Part::Line(_)))) => "Drag to bend the line here; double click adds a node".to_owned(),
            (_, None) => format!(
                "A course of {} spaces, {:.1} mm apart. Drag its nodes or its line; click a space of another course to reshape that",
                course.spaces.iter().filter(|id| !id.is_empty()).count(),
                course.usual_spacing()
            ),
        };
        Shows { shapes, words }
    }

    fn is_moving(&self) -> bool {
        self.link.is_pulling() || matches!(self.state, State::Pulling { on: Gripped::Part(_), .. })
    }
}
