//! Title, legend and profile: each in the best free place.

use std::sync::Arc;

use emath::{Pos2, Rect, Vec2, pos2, vec2};
use interpreter::data::manifest::board::{BoardPart, Tint};

use super::free::Taken;
use super::mark::{self, Ink, Mark, Marks, Text};
use super::relief::heights;
use super::ribbon::Strand;
use super::{Panel, PulledPanel, Subject, unit};
use crate::board::fonts::Weight;
use crate::board::print::{Inks, between};
use crate::board::shapes::Tile;
use crate::board::way::Way;
use crate::board::{Board, letters, link, print, tile};
use crate::looks::{Head, LinkLook, Rgb, SpaceLook};

const INK: Rgb = [0x1d, 0x2b, 0x36];
const SOFT: Rgb = [0x40, 0x50, 0x5c];
const WHITE: Rgb = [0xff; 3];

/// A panel moves aside by up to this many steps from where it is kept before it gets smaller.
const ASIDE: f32 = 4.0;

/// One line of the legend.
#[derive(Clone, Debug, PartialEq)]
pub struct LegendRow {
    pub sample: Sample,
    pub name: Arc<str>,
    pub note: Arc<str>,
}

/// What a row of the legend shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Sample {
    /// A space, and the side that it faces.
    Space(SpaceLook, Option<usize>),
    Link(LinkLook),
}

impl Sample {
    /// Returns the same in the colours that spaces with this value have on a board: where another value fills them all, as the ground of a
    /// course fills those of an area, this value's colour is their edge. `None` where no space has it.
    pub fn on(&self, board: &Board, of: &str) -> Option<Sample> {
        let Sample::Space(look, facing) = self else { return None };
        if facing.is_some() && board.spaces.iter().all(|space| space.look.points.is_none()) {
            return None;
        }
        // Whatever a space looks like, it may face a side.
        let has = |look: &&SpaceLook| facing.is_some() || look.legend.iter().any(|has| **has == *of);
        let shown = || board.spaces.iter().map(|space| &space.look.drawn).filter(has);
        // One without an edge of its own, if there is any.
        let first = shown().min_by_key(|shown| shown.edge.is_some())?;
        let mut look = look.clone();
        if look.badge.is_some() {
            // A badge stands on a space that has one.
            (look.fill, look.badge) = (first.fill, first.badge.clone());
        } else if shown().all(|shown| shown.fill != look.fill) {
            (look.fill, look.edge) = (first.fill, first.edge);
        }
        // Where all of them have one shape, this has it, too.
        if shown().all(|shown| shown.is_round == first.is_round) {
            look.is_round = first.is_round;
        }
        Some(Sample::Space(look, *facing))
    }
}

/// Prints what finds a place. Returns where that is, and what finds none. What is kept somewhere comes first, in the order in which most stay
/// where they are kept; then what is pulled, and then the title, unless the others find no place beside it.
pub fn print(
    marks: &mut Vec<Mark>,
    subject: &Subject,
    strands: &[Strand],
    taken: &mut Taken,
    pulled: Option<PulledPanel>,
) -> (Vec<(Panel, Rect)>, Vec<Panel>) {
    let is_hilly = subject.spaces.iter().any(|space| space.height != 0) && !strands.is_empty();
    let has = |part, is_there: bool| subject.look.has(part) && is_there;
    let title_of = has(BoardPart::Title, !subject.name.is_empty()).then_some(Panel::Title);
    let legend_of = has(BoardPart::Legend, !subject.legend.is_empty()).then_some(Panel::Legend);
    let profile_of = has(BoardPart::Profile, is_hilly).then_some(Panel::Profile);
    let heights = heights(subject, strands);
    let lay = |now: &mut Attempt, panel: Panel| {
        let (marks, taken) = (&mut now.marks, &mut now.taken);
        let frame = match panel {
            Panel::Title => title(marks, subject, taken, pulled),
            Panel::Legend => legend(marks, subject, taken, pulled),
            Panel::Profile => profile(marks, subject, &strands[0], &heights, taken, pulled),
            // These come before, beside their spaces.
            Panel::Sign => None,
        };
        match frame {
            Some(frame) => now.frames.push((panel, frame)),
            None => now.left_out.push(panel),
        }
    };
    let laid = |before: &Attempt, order: &[Panel]| {
        let mut now = before.clone();
        order.iter().for_each(|panel| lay(&mut now, *panel));
        now
    };
    let all = [title_of, legend_of, profile_of];
    let is_pulled = |panel: Panel| pulled.is_some_and(|(of, _)| of == panel);
    let is_kept = |panel: Panel| !is_pulled(panel) && kept(subject, panel).is_some();
    let first = Attempt { marks: vec![], taken: taken.clone(), frames: vec![], left_out: vec![] };
    let kept: Vec<Panel> = all.into_iter().flatten().filter(|panel| is_kept(*panel)).collect();
    let mut best: Option<((usize, f32), Attempt)> = None;
    for order in orders(&kept) {
        let now = laid(&first, &order);
        let away = now.away(subject);
        let stay = away.0 == 0;
        if best.as_ref().is_none_or(|(least, _)| away < *least) {
            best = Some((away, now));
        }
        if stay {
            break;
        }
    }
    let mut first = best.map_or(first, |(_, best)| best);
    all.into_iter().flatten().filter(|panel| is_pulled(*panel)).for_each(|panel| lay(&mut first, panel));
    let mut best: Option<Attempt> = None;
    for order in [all, [legend_of, profile_of, title_of]] {
        let order: Vec<Panel> = order.into_iter().flatten().filter(|panel| !is_kept(*panel) && !is_pulled(*panel)).collect();
        let now = laid(&first, &order);
        let is_whole = now.left_out.is_empty();
        if best.as_ref().is_none_or(|best| now.left_out.len() < best.left_out.len()) {
            best = Some(now);
        }
        if is_whole {
            break;
        }
    }
    let Some(best) = best else { return Default::default() };
    marks.extend(best.marks);
    *taken = best.taken;
    (best.frames, best.left_out)
}

/// One way to place it all.
#[derive(Clone)]
struct Attempt {
    marks: Vec<Mark>,
    taken: Taken,
    frames: Vec<(Panel, Rect)>,
    left_out: Vec<Panel>,
}

impl Attempt {
    /// How many panels don't lie where they are kept, and how far away they lie in all.
    fn away(&self, subject: &Subject) -> (usize, f32) {
        let far = |(panel, frame): &(Panel, Rect)| Some(frame.center().distance(kept(subject, *panel)?));
        let far: Vec<f32> = self.frames.iter().filter_map(far).collect();
        let away = far.iter().filter(|far| **far > self.taken.step()).count();
        (away + self.left_out.len(), far.iter().sum())
    }
}

/// All orders of these panels, beginning with their own.
fn orders(panels: &[Panel]) -> Vec<Vec<Panel>> {
    if panels.is_empty() {
        return vec![vec![]];
    }
    let beginning = |n: usize| {
        let rest = [&panels[..n], &panels[n + 1..]].concat();
        orders(&rest).into_iter().map(move |rest| [&panels[n..=n], &rest[..]].concat())
    };
    (0..panels.len()).flat_map(beginning).collect()
}

fn title(marks: &mut Vec<Mark>, subject: &Subject, taken: &mut Taken, pulled: Option<PulledPanel>) -> Option<Rect> {
    let (name, game) = (subject.name.to_uppercase(), subject.game.to_uppercase());
    let lines = |font: f32| {
        let font = font * unit(subject);
        let line = |text, share: f32, colour| Text {
            text,
            at: Pos2::ZERO,
            font: font * share,
            weight: Weight::Black,
            colour,
            apart: 0.07,
        };
        let small = Text { apart: 0.3, ..line(&game, 0.32, between(INK, [0xb0, 0x50, 0x20], 0.7)) };
        (font, line(&name, 1.0, INK), small)
    };
    let sizes = [13.2, 11.0, 9.0, 7.0, 5.5].map(|font| {
        let (font, large, small) = lines(font);
        (vec2(large.width().max(small.width()) + font * 0.6, font * 1.75), (font, large, small))
    });
    let middle = subject.sheet / 2.0;
    let score = |at: Pos2, air: f32| {
        let off = (at.to_vec2() - middle).abs() / subject.sheet;
        air.min(2.0) * 0.2 - off.x * 3.2 - off.y * 1.8
    };
    let (frame, (font, large, small)) = placed(subject, taken, (Panel::Title, pulled), sizes, score)?;
    let place = |text: Text<'_>, down: f32| pos2(frame.center().x - text.width() / 2.0, frame.min.y + font * down);
    Text { at: place(small, 0.45), ..small }.print_on(marks, WHITE);
    Text { at: place(large, 1.42), ..large }.print_on(marks, WHITE);
    Some(frame)
}

/// Where the track, or its game, keeps the middle of a panel.
fn kept(subject: &Subject, panel: Panel) -> Option<Pos2> {
    subject.look.place(panel.part()?).map(Pos2::from)
}

/// Takes a place for a panel, which can have one of these sizes: the first that finds a place where `score` is best, or the one that comes
/// nearest to where the panel is kept or pulled.
fn placed<S>(
    subject: &Subject,
    taken: &mut Taken,
    (panel, pulled): (Panel, Option<PulledPanel>),
    sizes: impl IntoIterator<Item = (Vec2, S)>,
    score: impl Fn(Pos2, f32) -> f32,
) -> Option<(Rect, S)> {
    let mut sizes: Vec<(Vec2, S)> = sizes.into_iter().collect();
    let nearest = |at: Pos2| {
        let mut best: Option<(f32, (Rect, usize))> = None;
        for (n, (size, _)) in sizes.iter().enumerate() {
            let Some(frame) = taken.best(*size, |middle, _| -middle.distance(at)) else { continue };
            let far = (frame.center().distance(at) / (ASIDE * taken.step())).floor();
            if best.as_ref().is_none_or(|(least, _)| far < *least) {
                best = Some((far, (frame, n)));
            }
            if far == 0.0 {
                break;
            }
        }
        best.map(|(_, found)| found)
    };
    let (frame, n) = match (pulled.filter(|(of, _)| *of == panel), kept(subject, panel)) {
        // Kept where it comes to lie, it doesn't move from there.
        (Some((_, at)), _) => (0..sizes.len()).try_fold(nearest(at)?, |(frame, _), _| nearest(frame.center()))?,
        (None, Some(at)) => nearest(at)?,
        (None, None) => sizes.iter().enumerate().find_map(|(n, (size, _))| Some((taken.best(*size, &score)?, n)))?,
    };
    taken.add_frame(frame);
    Some((frame, sizes.swap_remove(n).1))
}

/// Panels like corners best, and a little air around them: not so much that a space drawn near one sends it across the sheet.
fn corner(subject: &Subject) -> impl Fn(Pos2, f32) -> f32 {
    let (sheet, unit) = (subject.sheet, unit(subject));
    // How far it is from the nearest corner of the sheet, in units.
    let far = move |at: f32, side: f32| at.min(side - at) / unit;
    move |at, air| air.min(2.0) * 4.0 - far(at.x, sheet.x) * 0.3 - far(at.y, sheet.y) * 0.6
}

fn panel(marks: &mut Vec<Mark>, subject: &Subject, frame: Rect) {
    let unit = unit(subject);
    let path = mark::rounded(frame.min, frame.size(), 2.4 * unit);
    mark::shadow(marks, &path, 0.0, 0.8 * unit, super::ribbon::SHADE);
    let edge = Mark::line(path, 0.3 * unit, Ink::of(subject.look.tint(Tint::Edge)));
    marks.push(Mark { fill: Some(Ink::of(WHITE)), ..edge });
}

fn legend(marks: &mut Vec<Mark>, subject: &Subject, taken: &mut Taken, pulled: Option<PulledPanel>) -> Option<Rect> {
    let rows = &subject.legend;
    let usual = subject.spaces.first().map(|space| space.tile.half);
    // Where it finds no place, a smaller one may.
    let sizes = [1.0, 0.86, 0.75].into_iter().flat_map(|scale| {
        let unit = scale * unit(subject);
        let wide = |row: &LegendRow| {
            letters::width(&row.name, 3.5 * unit, Weight::Bold).max(letters::width(&row.note, NOTE * unit, Weight::Regular))
        };
        let column = 16.0 * unit + rows.iter().map(wide).fold(0.0, f32::max);
        let high = 8.9 * unit;
        let columns = [2, 1, 4, 3].into_iter().filter(|columns| *columns == 1 || *columns * 2 <= rows.len().max(2));
        columns.map(move |columns| {
            let per = rows.len().div_ceil(columns);
            let size = vec2(column * columns as f32 + 2.0 * unit, high * per as f32 + 3.6 * unit);
            (size, (unit, per, column, high))
        })
    });
    let score = corner(subject);
    let (frame, (unit, per, column, high)) = placed(subject, taken, (Panel::Legend, pulled), sizes, score)?;
    panel(marks, subject, frame);
    for (n, row) in rows.iter().enumerate() {
        let at = frame.min + vec2(7.2 * unit + (n / per) as f32 * column, 6.3 * unit + (n % per) as f32 * high);
        self::row(marks, row, at, unit, usual.unwrap_or(3.6 * unit));
    }
    Some(frame)
}

/// The font size of what the legend adds to a name, in units.
const NOTE: f32 = 2.9;

/// Prints a row. `usual` is half the side of a space on the board.
fn row(marks: &mut Vec<Mark>, row: &LegendRow, at: Pos2, unit: f32, usual: f32) {
    match &row.sample {
        Sample::Space(look, facing) => {
            let sign = Tile { half: 3.6 * unit, ..Tile::upright(at) };
            tile::sample(&mut Marks(marks), &sign, look, *facing, Inks::PRINT, usual);
            look.badge.iter().for_each(|badge| print::badge(&mut Marks(marks), &sign, badge));
        }
        Sample::Link(look) => {
            let side = vec2(4.4, 0.0) * unit;
            let plain = LinkLook { head: if look.has_ribbon { look.head } else { Head::None }, icon: None, ..look.clone() };
            if let Some(way) = Way::of(vec![at - side, at + side]) {
                // However wide the line is, it fits its row.
                let half = if look.has_ribbon { 14.0 * unit } else { 6.5 * unit / look.times().max(1.0) * 2.0 };
                link::print(&mut Marks(marks), &way, half, &plain, &[], Inks::PRINT);
            }
        }
    }
    let text = |text, down: f32, font: f32, weight, colour| Text {
        text,
        at: at + vec2(5.6, down) * unit,
        font: font * unit,
        weight,
        colour,
        apart: 0.0,
    };
    let alone = if row.note.is_empty() { 1.3 } else { -0.3 };
    text(&row.name, alone, 3.5, Weight::Bold, INK).print(marks);
    text(&row.note, 3.0, NOTE, Weight::Regular, SOFT).print(marks);
}

/// Draws how high each space of a course lies, with its spaces' colours below.
fn profile(
    marks: &mut Vec<Mark>,
    subject: &Subject,
    strand: &Strand,
    heights: &[Option<f32>],
    taken: &mut Taken,
    pulled: Option<PulledPanel>,
) -> Option<Rect> {
    let unit = unit(subject);
    let ground: Vec<f32> = strand.spaces.iter().map(|space| heights[*space].unwrap_or(0.0)).collect();
    let (low, high) = ground.iter().fold((f32::INFINITY, f32::NEG_INFINITY), |(a, b), h| (a.min(*h), b.max(*h)));
    let sizes = [vec2(69.5, 34.0), vec2(56.0, 28.0)].map(|size| (size * unit, ()));
    let (frame, ()) = placed(subject, taken, (Panel::Profile, pulled), sizes, corner(subject))?;
    panel(marks, subject, frame);
    let plot = Rect::from_min_max(frame.min + vec2(5.0, 9.0) * unit, frame.max - vec2(5.0, 8.0) * unit);
    let last = (strand.spaces.len() - 1).max(1) as f32;
    let at = |n: usize| {
        let up = if high > low { (ground[n] - low) / (high - low) } else { 0.0 };
        pos2(plot.min.x + plot.width() * n as f32 / last, plot.max.y - 1.5 * unit - up * (plot.height() - 1.5 * unit))
    };
    let foot = |n: usize| pos2(at(n).x, plot.max.y);
    let all: Vec<Pos2> = (0..ground.len()).map(at).collect();
    for n in 1..ground.len() {
        let space = &subject.spaces[strand.spaces[n]];
        let fill = space.fill.filter(|_| space.height != 0).unwrap_or([0xe8, 0xee, 0xf4]);
        marks.push(Mark::fill(mark::path(&[foot(n - 1), at(n - 1), at(n), foot(n)], true), Ink::of(fill)));
    }
    marks.push(Mark::line(mark::path(&all, false), 0.7 * unit, Ink::of(INK)));
    marks.push(Mark::line(mark::path(&[plot.left_bottom(), plot.right_bottom()], false), 0.3 * unit, Ink::of(SOFT)));
    let font = 2.9 * unit;
    let every = if last > 60.0 { 10 * (last / 60.0).ceil() as usize } else { 5 };
    for n in (0..ground.len()).step_by(every) {
        marks.push(Mark::line(mark::path(&[foot(n), foot(n) + Vec2::DOWN * unit], false), 0.3 * unit, Ink::of(SOFT)));
        if n.is_multiple_of(every * 2) {
            let text = n.to_string();
            let at = foot(n) + vec2(-letters::width(&text, font, Weight::Regular) / 2.0, 4.4 * unit);
            Text { text: &text, at, font, weight: Weight::Regular, colour: SOFT, apart: 0.0 }.print(marks);
        }
    }
    let (up, down) = strand.spaces[1..]
        .iter()
        .map(|space| i32::from(subject.spaces[*space].height))
        .fold((0, 0), |(up, down), h| (up + h.max(0), down - h.min(0)));
    let text = format!("+{up} / \u{2212}{down}");
    let at = pos2(plot.max.x - letters::width(&text, 3.5 * unit, Weight::Bold), frame.min.y + 6.4 * unit);
    Text { text: &text, at, font: 3.5 * unit, weight: Weight::Bold, colour: SOFT, apart: 0.0 }.print(marks);
    let at = pos2(plot.min.x, at.y);
    Text { text: "Profile", at, font: 3.5 * unit, weight: Weight::Bold, colour: INK, apart: 0.0 }.print(marks);
    Some(frame)
}
