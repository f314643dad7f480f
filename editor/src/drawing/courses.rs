//! Courses as tracks keep them: a line, and the spaces that lie along it at even distances, in one lane or more.
//!
//! Only the line and the order of the spaces are kept. Where a space lies follows from them whenever the line changes; a space that
//! somebody moves by itself stays there until then.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use interpreter::data::track::courses::MOST_LANES;
use kurbo::{ParamCurve, ParamCurveArclen, Point, Shape, Size, Vec2};

use super::document::{Document, Item, Key, List};
use super::edit::{Edit, FARTHEST, MOST_SPACES};
use super::fields::{Fields, items, millimetres, quoted};
use super::tools::curve::{self, OnLine};
use super::tools::line::{Bend, Line};

mod beside;
pub mod fit;
mod folds;
mod room;

pub use beside::Beside;
pub use fit::{fitted, through};
pub use room::Room;

/// A course of a track.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Course {
    /// `None` as long as the track doesn't keep its line.
    pub key: Option<Key>,
    pub line: Line,
    /// The ids of its spaces, lane by lane from the inside, each in the direction of the course. An empty id is a place left out.
    pub spaces: Vec<Arc<str>>,
    /// 1 or more.
    pub lanes: usize,
    /// From lane to lane, in millimetres.
    pub lane_width: f64,
    /// How far it is from place to place, in proportion to one another. Empty where they are equal.
    pub gaps: Vec<f64>,
    /// Whether the spaces say how large they are, so that neighbours touch.
    pub touching: bool,
    /// The space of another course that it begins on.
    pub from: Option<Arc<str>>,
    /// The space of another course that it ends on.
    pub to: Option<Arc<str>>,
}

/// The least distance from place to place that is kept, in millimetres.
const LEAST_GAP: f64 = 0.01;
/// What a course moves by less than this stays where it lies, in millimetres.
const STAYS: f64 = 0.02;
/// How much of its place a space takes that touches its neighbours.
const TOUCH: f64 = 0.95;
/// How much farther than usual spaces may be from each other that are spread evenly when courses are joined or closed.
const FAR: f64 = 2.5;
/// By which share new spaces may lie nearer to each other than the others do, which keep their places.
pub const NARROWER: f64 = 0.12;
/// How often the directions across a course are evened out, at most.
const EVENED: isize = 200;
/// After how many times more of them are turned.
const WIDER: isize = 20;

impl Course {
    /// Reads a course of a document; `None` if it is written as nobody can read it.
    pub fn read(item: &Item) -> Option<Course> {
        let gaps = item.fields.get("gaps").map(|value| items(value)).unwrap_or_default();
        let lanes = item.fields.number("lanes").unwrap_or(1.0).clamp(1.0, MOST_LANES as f64) as usize;
        let course = Course {
            key: Some(item.key),
            line: Line::read(item.fields.get("nodes")?, item.fields.is_true("closed"))?,
            spaces: item.spaces.clone(),
            lanes,
            lane_width: item.fields.number("lane_width").unwrap_or(0.0).clamp(0.0, FARTHEST),
            gaps: gaps
                .iter()
                .filter_map(|gap| gap.parse().ok())
                .filter(|gap: &f64| (LEAST_GAP..=FARTHEST).contains(gap))
                .collect(),
            touching: item.fields.is_true("touching"),
            from: item.fields.text("from").map(Arc::from),
            to: item.fields.text("to").map(Arc::from),
        };
        course.spaces.len().is_multiple_of(lanes).then_some(course)
    }

    /// The course of a document that a space belongs to.
    pub fn of(document: &Document, space: &str) -> Option<Course> {
        let holds = |item: &&Arc<Item>| !space.is_empty() && item.spaces.iter().any(|id| **id == *space);
        document.courses().iter().find(holds).and_then(|item| Course::read(item))
    }

    /// The course as a thing of a document.
    pub fn item(&self) -> Item {
        let mut fields = Fields::default();
        for (name, value) in self.fields() {
            fields.set(name, value);
        }
        Item { spaces: self.spaces.clone(), fields, ..Item::default() }
    }

    /// What a file says of it besides its spaces; `None` for what goes without saying.
    pub fn fields(&self) -> [(&'static str, Option<Arc<str>>); 8] {
        let flag = |is: bool| is.then(|| "true".into());
        let gap = |gap: &f64| millimetres(*gap);
        let gaps = || format!("[{}]", self.gaps.iter().map(gap).collect::<Vec<_>>().join(", ")).into();
        let id = |id: &Option<Arc<str>>| id.as_ref().map(|id| quoted(id).into());
        [
            ("nodes", Some(self.line.written())),
            ("closed", flag(self.line.is_closed)),
            ("lanes", (self.lanes > 1).then(|| self.lanes.to_string().into())),
            ("lane_width", (self.lanes > 1).then(|| millimetres(self.lane_width).into())),
            ("gaps", (!self.gaps.is_empty()).then(gaps)),
            ("touching", flag(self.touching)),
            ("from", id(&self.from)),
            ("to", id(&self.to)),
        ]
    }

    /// The number of places in each lane.
    pub fn count(&self) -> usize {
        self.spaces.len() / self.lanes.max(1)
    }

    /// The ids of each lane.
    pub fn by_lane(&self) -> impl Iterator<Item = &[Arc<str>]> {
        self.spaces.chunks(self.count().max(1))
    }

    /// Where its spaces lie, those left out among them: lane by lane.
    pub fn places(&self) -> Vec<Vec<Point>> {
        let mut lanes = lanes(&self.line, self.centre(), self.lanes, self.lane_width);
        lanes.iter_mut().for_each(|lane| self.without_ends(lane));
        lanes
    }

    /// Its places on the line itself, those on other courses, where it begins and ends, among them.
    fn centre(&self) -> Vec<OnLine> {
        let mut centre = curve::at_shares(&self.line.path(), self.shares().into_iter());
        // On a line without any length, all lie at its first node.
        let first = self.line.nodes.first().map(|node| node.at).unwrap_or_default();
        let ends = usize::from(self.from.is_some()) + usize::from(self.to.is_some());
        centre.resize(self.count() + ends, OnLine { at: first, towards: Vec2::new(1.0, 0.0) });
        centre
    }

    /// Drops the places on other courses, where it begins and ends.
    fn without_ends<T>(&self, places: &mut Vec<T>) {
        places.truncate(places.len() - usize::from(self.to.is_some()));
        places.drain(..usize::from(self.from.is_some()).min(places.len()));
    }

    /// The same course with a curve from its end on to its beginning, and how many new places lie there, behind the others: as many as it has
    /// room for, with one lane. The others keep their places, unless even ones stay even. Where the curve would leave the sheet, it lies on the
    /// other side of the course if there is room for it. `None` where no line can come round.
    pub fn closed(&self, sheet: Size, is_even: bool) -> Option<(Course, usize)> {
        let mut own = self.unbound().filter(|own| !own.line.is_closed && own.spacing() > LEAST_GAP)?;
        if own.line.nodes.len() == 2 {
            own.line.add(own.line.at(0.5)?);
        }
        let near = 1.5 * own.spacing();
        let mut line = own.line.rounded(near, false)?;
        let beyond = |line: &Line| {
            let (bounds, sheet) = (line.path().bounding_box(), sheet.to_rect());
            (sheet.x0 - bounds.x0).max(bounds.x1 - sheet.x1).max(sheet.y0 - bounds.y0).max(bounds.y1 - sheet.y1).max(0.0)
        };
        if beyond(&line) > beyond(&own.line) {
            let is_clear = |line: &Line| {
                let way_back = line.path().segments().skip(own.line.nodes.len() - 1).collect::<Vec<_>>().into_iter();
                let mut between = way_back.flat_map(|piece| (2..=8).map(move |n| piece.eval(f64::from(n) / 10.0)));
                between.all(|at| own.line.nearest(at).is_none_or(|on| on.far > own.spacing()))
            };
            let other = own.line.rounded(near, true).filter(|other| beyond(other) < beyond(&line) && is_clear(other));
            line = other.unwrap_or(line);
        }
        let mut gaps = gaps_on(&line, &own.on_pieces());
        let (spacing, last) = (own.spacing(), gaps.pop()?);
        let is_even = is_even && (own.gaps.is_empty() || own.lanes > 1 && last > FAR * spacing);
        let room = if own.lanes == 1 { steps_on(last / spacing, is_even) } else { 1.0 };
        let steps = room.clamp(1.0, MOST_SPACES as f64) as usize;
        gaps.extend(vec![last / steps as f64; steps]);
        let mut spaces = own.spaces.clone();
        spaces.extend(vec![Arc::from(""); steps - 1]);
        let gaps = if is_even { vec![] } else { gaps };
        Some((Course { line, spaces, gaps, ..own }, steps - 1))
    }

    /// The same course without its ways from and to other courses.
    fn unbound(&self) -> Option<Course> {
        self.detached(true)?.detached(false)
    }

    /// The same course without its way to another course, or from another one: it ends at its own last space, or begins at its first.
    pub fn detached(&self, is_end: bool) -> Option<Course> {
        let (shares, mut own) = (self.shares(), self.clone());
        if is_end && own.to.take().is_some() {
            let last = self.line.at(*shares.get(shares.len().checked_sub(2)?)?)?;
            own.line = own.line.cut(last).into_iter().next()?;
            own.gaps.pop();
        }
        if !is_end && own.from.take().is_some() {
            own.line = own.line.cut(self.line.at(*shares.get(1)?)?).pop()?;
            own.gaps.drain(..own.gaps.len().min(1));
        }
        Some(own)
    }

    /// These distances, unless none is much longer than usual: then all are to be even.
    fn unless_near(&self, gaps: Vec<f64>) -> Vec<f64> {
        let most = FAR * self.spacing();
        if gaps.iter().all(|gap| *gap <= most) { vec![] } else { fit::unless_even(gaps) }
    }

    /// On which piece of its line each place is, and which share of that piece lies before it.
    pub(super) fn on_pieces(&self) -> Vec<(usize, f64)> {
        let lengths = lengths(&self.line);
        let whole: f64 = lengths.iter().sum();
        let place = |share: f64| {
            let mut left = share * whole;
            for (n, long) in lengths.iter().enumerate() {
                if left <= *long || n + 1 == lengths.len() {
                    return (n, (left / long.max(1e-9)).clamp(0.0, 1.0));
                }
                left -= long;
            }
            (0, 0.0)
        };
        self.shares().into_iter().map(place).collect()
    }

    /// How far along its line each place is, from 0 to 1: those on other courses, where it begins and ends, among them.
    fn shares(&self) -> Vec<f64> {
        let ends = usize::from(self.from.is_some()) + usize::from(self.to.is_some());
        let (count, steps) = (self.count() + ends, self.steps());
        if self.gaps.len() != steps || steps == 0 {
            return (0..count).map(|n| if steps == 0 { 0.0 } else { n as f64 / steps as f64 }).collect();
        }
        let whole: f64 = self.gaps.iter().sum();
        let mut far = 0.0;
        let later = self.gaps.iter().map(|gap| {
            far += gap / whole;
            far
        });
        std::iter::once(0.0).chain(later).take(count).collect()
    }

    /// The places of these spaces of each lane.
    pub fn places_of(&self, range: std::ops::Range<usize>) -> Vec<Point> {
        let part = |lane: Vec<Point>| lane.get(range.clone()).map(<[_]>::to_vec).unwrap_or_default();
        self.places().into_iter().flat_map(part).collect()
    }

    /// From space to space along its line, in millimetres.
    pub fn spacing(&self) -> f64 {
        curve::length(&self.line.path()) / self.steps().max(1) as f64
    }

    /// How far apart its own spaces usually lie, in millimetres. Its ways from and to other courses may be longer, and don't count.
    pub fn usual_spacing(&self) -> f64 {
        let mut own = distances(self);
        own.truncate(own.len() - usize::from(self.to.is_some()).min(own.len()));
        own.drain(..usize::from(self.from.is_some()).min(own.len()));
        own.sort_by(f64::total_cmp);
        own.get(own.len() / 2).copied().unwrap_or_else(|| self.spacing())
    }

    /// Keeps each space at its share of the way between two nodes, as it was before one of them was pulled: only the spaces beside that node
    /// move. Nothing is kept where the numbers of nodes differ.
    pub fn spread_as(&mut self, before: &Course) {
        if self.line.nodes.len() == before.line.nodes.len() && self.steps() == before.steps() {
            self.gaps = gaps_on(&self.line, &before.on_pieces());
        }
    }

    /// Lets it end on a space of another course that lies where its line ends, or begin on one. Where its spaces are uneven, those on the last
    /// piece of the line make room.
    pub fn end_on(&mut self, space: &Arc<str>, is_end: bool) {
        let (mut places, is_even) = (self.on_pieces(), self.gaps.is_empty());
        let last = if is_end { self.line.nodes.len().saturating_sub(2) } else { 0 };
        *if is_end { &mut self.to } else { &mut self.from } = Some(space.clone());
        if is_even {
            return;
        }
        let is_there = |(piece, share): &(usize, f64)| *piece == last && *share != if is_end { 0.0 } else { 1.0 };
        let there = places.iter().filter(|place| is_there(place)).count() as f64;
        let less = |share: f64| share * there / (there + 1.0);
        for place in places.iter_mut().filter(|place| is_there(place)) {
            place.1 = if is_end { less(place.1) } else { 1.0 - less(1.0 - place.1) };
        }
        places.insert(if is_end { places.len() } else { 0 }, (last, f64::from(u8::from(is_end))));
        self.gaps = gaps_on(&self.line, &places);
    }

    /// The same with even gaps between those of its spaces that are meant, and how many lie there. In a loop, the longest way without any of
    /// them is left out. `None` where there is nothing to spread.
    pub fn spread(&self, is_meant: impl Fn(&Arc<str>) -> bool) -> Option<(usize, Course)> {
        let count = self.count();
        let rows: Vec<usize> = (0..count).filter(|n| self.by_lane().any(|lane| is_meant(&lane[*n]))).collect();
        let there = self.spaces.iter().filter(|id| !id.is_empty());
        if there.clone().all(&is_meant) {
            return (rows.len() > 1).then(|| (there.count(), Course { gaps: vec![], ..self.clone() }));
        }
        let next = |n: usize| rows[(n + 1) % rows.len()];
        let without = |n: &usize| (next(*n) + count - rows[*n] - 1) % count;
        let last = if self.line.comes_round() { (0..rows.len()).max_by_key(without)? } else { rows.len().checked_sub(1)? };
        let (first, steps) = (next(last), (rows[last] + count - next(last)) % count);
        let mut gaps = if self.gaps.len() == self.steps() { self.gaps.clone() } else { vec![1.0; self.steps()] };
        let before = usize::from(self.from.is_some());
        let own: Vec<usize> = (0..steps).map(|n| (before + first + n) % gaps.len().max(1)).collect();
        let mean = own.iter().map(|n| gaps[*n]).sum::<f64>() / steps.max(1) as f64;
        own.into_iter().for_each(|n| gaps[n] = mean);
        let spread = self.by_lane().flat_map(|lane| (0..=steps).map(|n| &lane[(first + n) % count])).filter(|id| !id.is_empty());
        (steps > 1).then(|| (spread.count(), Course { gaps, ..self.clone() }))
    }

    /// The number of steps from place to place, those from and to other courses among them.
    pub fn steps(&self) -> usize {
        let ends = usize::from(self.from.is_some()) + usize::from(self.to.is_some());
        (self.count() + ends).saturating_sub(usize::from(!self.line.comes_round()))
    }

    /// Its spaces that are there, with their places. What is locked stays where it is.
    pub fn placed(&self, document: &Document) -> Vec<(Key, Point)> {
        let keys = unlocked(document);
        let places = self.places().into_iter().flatten();
        self.spaces.iter().zip(places).filter_map(|(id, at)| Some((*keys.get(&**id)?, at))).collect()
    }

    /// The same with the direction of the course at each of them.
    fn directed(&self, document: &Document) -> Vec<(Key, OnLine)> {
        let mut towards = self.centre();
        self.without_ends(&mut towards);
        let keys = unlocked(document);
        let places = self.places().into_iter().flat_map(|lane| lane.into_iter().zip(&towards).collect::<Vec<_>>());
        let on = |(at, on): (Point, &OnLine)| OnLine { at, towards: on.towards };
        self.spaces.iter().zip(places).filter_map(|(id, place)| Some((*keys.get(&**id)?, on(place)))).collect()
    }

    /// Where those of its spaces go that it has elsewhere than it had them: as far as that is, from where they lie. With the direction there.
    fn moved(&self, document: &Document, before: &Course) -> Vec<(Key, OnLine)> {
        let old: BTreeMap<Key, Point> = before.placed(document).into_iter().collect();
        let now = |(key, on): (Key, OnLine)| {
            let Some(was) = old.get(&key) else { return Some((key, on)) };
            let (by, at) = (on.at - *was, document.item(key)?.at?);
            (by.hypot() > STAYS).then_some((key, OnLine { at: at + by, ..on }))
        };
        self.directed(document).into_iter().filter_map(now).collect()
    }

    /// Lays it in a document: these of its spaces go to these places, and the track keeps its line.
    fn laid(&self, document: &Document, places: Vec<(Key, Point)>) -> Vec<Edit> {
        let mut edits = vec![Edit::Place(places)];
        if self.touching {
            let (keys, lanes, closed) = (unlocked(document), self.places(), self.line.comes_round());
            let size = |lane: &Vec<Point>, n: usize| touch(lane, n, closed, self.across());
            let sizes = lanes.iter().flat_map(|lane| (0..lane.len()).map(move |n| size(lane, n)));
            let sizes: Vec<(Key, (f64, f64))> =
                self.spaces.iter().zip(sizes).filter_map(|(id, size)| Some((*keys.get(&**id)?, size?))).collect();
            for (name, side) in [("size", 0), ("length", 1)] {
                let value =
                    |(key, size): &(Key, (f64, f64))| (*key, Some(millimetres(if side == 0 { size.0 } else { size.1 }).into()));
                edits.push(Edit::SetEach { name: name.into(), values: sizes.iter().map(value).collect() });
            }
        }
        edits.extend(self.kept(document));
        edits
    }

    /// Keeps its line in a document.
    pub fn kept(&self, document: &Document) -> Vec<Edit> {
        let Some((key, old)) = self.key.and_then(|key| Some((key, document.item(key)?))) else {
            return vec![Edit::Add { list: List::Courses, items: vec![self.item()], before: None }];
        };
        let set = |(name, value): (&str, Option<Arc<str>>)| {
            // Moving its spaces may have moved the line meanwhile.
            (name == "nodes" || old.fields.get(name) != value.as_ref()).then(|| Edit::Set {
                keys: vec![key],
                name: name.into(),
                value,
            })
        };
        let mut edits: Vec<Edit> = self.fields().into_iter().filter_map(set).collect();
        if old.spaces != self.spaces {
            edits.push(Edit::Route { key, spaces: self.spaces.clone() });
        }
        edits
    }

    /// The same course the other way round. Everything stays where it is.
    #[must_use]
    pub fn reversed(&self) -> Course {
        let mut spaces = self.spaces.clone();
        for lane in spaces.chunks_mut(self.count().max(1)) {
            lane.reverse();
            // A closed line begins where it did.
            if self.line.comes_round() {
                lane.rotate_right(1);
            }
        }
        let mut reversed = Course {
            line: self.line.reversed(),
            spaces,
            gaps: self.gaps.iter().rev().copied().collect(),
            from: self.to.clone(),
            to: self.from.clone(),
            ..self.clone()
        };
        // What was on the right of an open line is on its left now.
        if !self.line.comes_round() {
            reversed.swap_sides();
        }
        reversed
    }

    /// The same without these spaces. With `bridging` the others close the gap, else their places stay empty, but for those at an open end.
    /// `None` where too little is left.
    pub fn without(&self, ids: &BTreeSet<Arc<str>>, bridging: bool) -> Option<Course> {
        let is_gone = |id: &Arc<str>| !id.is_empty() && ids.contains(id);
        let mut left = self.clone();
        left.spaces.iter_mut().filter(|id| is_gone(id)).for_each(|id| *id = "".into());
        let has_gaps = !left.gaps.is_empty() && left.gaps.len() == left.steps();
        if left.from.as_ref().is_some_and(is_gone) {
            left.from = None;
            left.gaps.drain(..usize::from(has_gaps));
        }
        if left.to.as_ref().is_some_and(is_gone) {
            left.to = None;
            left.gaps.truncate(left.gaps.len() - usize::from(has_gaps));
        }
        // A single space is a course only between others.
        let there = left.spaces.iter().filter(|id| !id.is_empty()).count();
        let ends = usize::from(left.from.is_some()) + usize::from(left.to.is_some());
        if there < 2 && there + ends < 3 {
            return None;
        }
        let is_blank = |course: &Course, n: usize| course.by_lane().all(|lane| lane.get(n).is_none_or(|id| id.is_empty()));
        // Rows of which no lane has a space any more.
        let closed: BTreeSet<usize> =
            (0..left.count()).filter(|n| bridging && is_blank(&left, *n) && !is_blank(self, *n)).collect();
        if !closed.is_empty() {
            let before = usize::from(left.from.is_some());
            let is_closed = |n: usize| n.checked_sub(before).is_some_and(|n| closed.contains(&n));
            // The gap behind a space goes with it.
            left.gaps = room::closed_up(&left.gaps, left.line.comes_round(), is_closed);
            let lanes = left.by_lane().flat_map(|lane| lane.iter().enumerate()).filter(|(n, _)| !closed.contains(n));
            left.spaces = lanes.map(|(_, id)| id.clone()).collect();
            left.gaps.truncate(left.steps());
        }
        if left.line.comes_round() {
            return Some(left);
        }
        let there: Vec<usize> = (0..left.count()).filter(|n| !is_blank(&left, *n)).collect();
        let (first, last) = (*there.first()?, *there.last()?);
        Some(left.part(if left.from.is_some() { 0 } else { first }, if left.to.is_some() { left.count() } else { last + 1 }))
    }

    /// The places from one to another of an open course, with the line between them: of the whole course, its ways from and to others.
    fn part(&self, first: usize, end: usize) -> Course {
        let (shares, before) = (self.shares(), usize::from(self.from.is_some()));
        let (from, to) = (before + first, before + end.max(1) - 1);
        let (starts, ends) = (first > 0, end < self.count());
        let mut part = self.clone();
        part.spaces = self.by_lane().flat_map(|lane| &lane[first..end]).cloned().collect();
        if self.gaps.len() == self.steps() {
            part.gaps = self.gaps[if starts { from } else { 0 }..if ends { to } else { self.gaps.len() }].to_vec();
        }
        let begin = if starts { shares[from] } else { 0.0 };
        if let Some(on) = self.line.at(begin).filter(|_| starts) {
            part.line = self.line.cut(on).pop().unwrap_or(part.line);
        }
        if let Some(on) = part.line.at((shares[to] - begin) / (1.0 - begin).max(1e-9)).filter(|_| ends) {
            part.line = part.line.cut(on).into_iter().next().unwrap_or(part.line);
        }
        part
    }

    /// Two courses of it, cut before a space, or one that comes round no more. `None` where a part would be no course of two spaces.
    pub fn cut(&self, before: &str) -> Option<Vec<Course>> {
        let n = self.spaces.iter().position(|id| **id == *before).filter(|_| self.lanes == 1 && !before.is_empty())?;
        if self.line.comes_round() {
            let shares = self.shares();
            let mut spaces = self.spaces.clone();
            spaces.rotate_left(n);
            let opened = self.line.cut(self.line.at(*shares.get(n)?)?).pop()?;
            // The piece from the last space to the first is left out.
            let last = shares.get(n.checked_sub(1).unwrap_or(shares.len() - 1))?;
            let line = opened.cut(opened.at((last - shares[n]).rem_euclid(1.0))?).into_iter().next()?;
            let mut gaps = self.gaps.clone();
            let first = n.min(gaps.len());
            gaps.rotate_left(first);
            gaps.pop();
            return (spaces.len() > 1).then(|| vec![Course { line, spaces, gaps, ..self.clone() }]);
        }
        if n < 2 || n + 2 > self.spaces.len() {
            return None;
        }
        let second = Course { key: None, from: None, ..self.part(n, self.spaces.len()) };
        Some(vec![Course { to: None, ..self.part(0, n) }, second])
    }

    /// This course and one that begins where it ends, as one. `None` where their lanes differ, or they share a space.
    pub fn joined(&self, next: &Course) -> Option<Course> {
        let own: BTreeSet<&Arc<str>> = self.spaces.iter().filter(|id| !id.is_empty()).collect();
        let is_apart = !next.spaces.iter().any(|id| own.contains(id));
        if !is_apart || self.lanes != next.lanes || self.line.comes_round() || next.line.comes_round() {
            return None;
        }
        let mut line = self.line.clone();
        let mut rest = next.line.nodes.clone();
        if let (Some(seam), Some(first)) = (line.nodes.last_mut(), rest.first_mut()) {
            let far = seam.at.distance(first.at);
            // Where both have a node at the same place, it is one that comes from here and goes on there.
            if far < 0.1 {
                let before = self.line.handles(self.line.nodes.len() - 1).0;
                seam.bend = Bend::Handles { before, after: next.line.handles(0).1 };
                rest.remove(0);
            } else {
                // Handles left over from where a line was cut would make a loop of the piece between them.
                let within = |handle: &mut Vec2| *handle *= (far / 3.0 / handle.hypot().max(1e-6)).min(1.0);
                if let Bend::Handles { after, .. } = &mut seam.bend {
                    within(after);
                }
                if let Bend::Handles { before, .. } = &mut first.bend {
                    within(before);
                }
            }
        }
        line.nodes.extend(rest);
        let spaces = self.by_lane().zip(next.by_lane()).flat_map(|(a, b)| a.iter().chain(b)).cloned().collect();
        let (mut places, after) = (self.on_pieces(), next.on_pieces());
        places.truncate(places.len() - usize::from(self.to.is_some()));
        let behind = line.nodes.len() - next.line.nodes.len();
        places.extend(after.into_iter().skip(usize::from(next.from.is_some())).map(|(piece, share)| (piece + behind, share)));
        let gaps = self.unless_near(gaps_on(&line, &places));
        Some(Course { line, spaces, gaps, to: next.to.clone(), ..self.clone() })
    }

    /// Lets it begin and end on those of its spaces that belong to others.
    pub fn begin_on(&mut self, others: &BTreeSet<&Arc<str>>) {
        if self.lanes == 1 && !self.line.comes_round() {
            if self.from.is_none() && self.spaces.first().is_some_and(|id| others.contains(id)) {
                self.from = Some(self.spaces.remove(0));
            }
            if self.to.is_none() && self.spaces.last().is_some_and(|id| others.contains(id)) {
                self.to = self.spaces.pop();
            }
        }
        self.spaces.iter_mut().filter(|id| others.contains(&**id)).for_each(|id| *id = "".into());
    }

    /// Lists its lanes from the other side.
    pub fn swap_sides(&mut self) {
        let lanes: Vec<&[Arc<str>]> = self.by_lane().collect();
        self.spaces = lanes.into_iter().rev().flatten().cloned().collect();
    }

    /// How wide its spaces are where they touch: with one lane, as wide as long.
    pub fn across(&self) -> Option<f64> {
        (self.lanes > 1).then_some(self.lane_width)
    }
}

/// For how many steps a way has room on which so many usual ones lie. Unless all are even, the new ones are hardly narrower than the others.
pub fn steps_on(usual: f64, is_even: bool) -> f64 {
    if is_even { usual.round() } else { (usual + NARROWER).floor() }
}

/// How long each piece of a line is, in millimetres.
fn lengths(line: &Line) -> Vec<f64> {
    line.path().segments().map(|piece| piece.arclen(curve::EXACT)).collect()
}

/// How far it is along the line from place to place of a course, its ends on others among them.
fn distances(course: &Course) -> Vec<f64> {
    let length = curve::length(&course.line.path());
    let mut shares = course.shares();
    shares.extend(course.line.comes_round().then_some(1.0));
    shares.windows(2).map(|pair| (pair[1] - pair[0]) * length).collect()
}

/// How far it is on a line from place to place, each given by its piece and its share of it.
fn gaps_on(line: &Line, places: &[(usize, f64)]) -> Vec<f64> {
    let lengths = lengths(line);
    let far = |(piece, share): &(usize, f64)| {
        let before: f64 = lengths.iter().take(*piece).sum();
        before + share * lengths.get(*piece).copied().unwrap_or(0.0)
    };
    let mut far: Vec<f64> = places.iter().map(far).collect();
    far.extend(line.comes_round().then(|| lengths.iter().sum::<f64>()));
    far.windows(2).map(|pair| (pair[1] - pair[0]).max(LEAST_GAP)).collect()
}

/// The key of each id; of several spaces with one id, the first is meant.
pub fn keys(document: &Document) -> HashMap<&str, Key> {
    let mut keys = HashMap::new();
    for space in document.spaces().iter().filter(|space| !space.id.is_empty()) {
        keys.entry(&*space.id).or_insert(space.key);
    }
    keys
}

/// Where the space of each id lies.
pub fn places(document: &Document) -> HashMap<&str, Point> {
    let named = document.spaces().iter().filter(|space| !space.id.is_empty());
    named.rev().filter_map(|space| Some((&*space.id, space.at?))).collect()
}

/// The key of each id, without those that are locked.
fn unlocked(document: &Document) -> HashMap<&str, Key> {
    let layers = document.layers();
    let mut keys = keys(document);
    for space in document.spaces().iter().filter(|space| layers.lies(space).is_locked) {
        if keys.get(&*space.id) == Some(&space.key) {
            keys.remove(&*space.id);
        }
    }
    keys
}

/// Lanes beside a line, from the inside: of a loop the side within it, else the right side on the way on. The rows across them are evened
/// out, so that they neither cross on the inside of a bend nor fan on its outside.
pub fn lanes(line: &Line, centre: Vec<OnLine>, lanes: usize, width: f64) -> Vec<Vec<Point>> {
    let points: Vec<Point> = line.nodes.iter().map(|node| node.at).collect();
    let inwards = if line.comes_round() && !curve::is_clockwise(&points) { -1.0 } else { 1.0 };
    let half = (lanes.max(1) - 1) as f64 / 2.0 * width;
    let centre = if lanes > 1 { evened(centre, half, line.comes_round()) } else { centre };
    let lane = |lane: usize| {
        let offset = (half - lane as f64 * width) * inwards;
        centre.iter().map(move |on| on.at + curve::right_of(on.towards) * offset).collect()
    };
    (0..lanes.max(1)).map(lane).collect()
}

/// Turns the rows across a line towards their neighbours until none comes too near the next one within `half` on either side.
fn evened(mut rows: Vec<OnLine>, half: f64, closed: bool) -> Vec<OnLine> {
    let count = rows.len();
    let pairs = if closed { count } else { count.saturating_sub(1) };
    for round in 0..EVENED {
        let is_tight = |n: usize| {
            let (a, b) = (&rows[n], &rows[(n + 1) % count]);
            let step = b.at - a.at;
            [-half, half].into_iter().any(|side| {
                let along = (b.at + curve::right_of(b.towards) * side) - (a.at + curve::right_of(a.towards) * side);
                let gone = along.dot(step) / step.hypot2().max(1e-9);
                !(0.35..=1.65).contains(&gone)
            })
        };
        let tight: Vec<usize> = (0..pairs).filter(|n| is_tight(*n)).collect();
        if tight.is_empty() {
            break;
        }
        let old: Vec<_> = rows.iter().map(|row| row.towards).collect();
        // Where it doesn't help to turn these, more on either side turn with them.
        let more = round / WIDER;
        let turned = tight.into_iter().flat_map(|n| n as isize - more..=n as isize + 1 + more);
        let turned = turned.map(|n| if closed { n.rem_euclid(count as isize) } else { n.clamp(0, count as isize - 1) } as usize);
        for n in turned.collect::<BTreeSet<_>>() {
            let beside = |n: Option<usize>| n.and_then(|n| old.get(n)).copied().unwrap_or_default();
            let before = if n == 0 { closed.then(|| count - 1) } else { Some(n - 1) };
            let after = if n + 1 == count { closed.then_some(0) } else { Some(n + 1) };
            let mean = old[n] + beside(before) + beside(after);
            if mean.hypot() > 1e-6 {
                rows[n].towards = mean.normalize();
            }
        }
    }
    rows
}

/// How wide and long a space of a lane is that leaves only a little room to its neighbours, in millimetres; `None` where it has none.
pub fn touch(lane: &[Point], n: usize, closed: bool, across: Option<f64>) -> Option<(f64, f64)> {
    let count = lane.len();
    if count < 2 {
        return None;
    }
    let next = lane[(n + 1) % count].distance(lane[n]);
    let last = lane[(n + count - 1) % count].distance(lane[n]);
    let length = match n {
        0 if !closed => next,
        _ if n + 1 == count && !closed => last,
        _ => (next + last) / 2.0,
    };
    Some(((across.unwrap_or(length) * TOUCH).max(0.5), (length * TOUCH).max(0.5)))
}
