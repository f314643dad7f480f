//! Signs beside places, and what stands across the course at its beginning and its end.

use std::collections::BTreeSet;

use emath::{Pos2, Rect, pos2, vec2};
use interpreter::data::manifest::board::Knob;
use interpreter::data::manifest::look::Gate;

use super::free::Taken;
use super::mark::{self, Ink, Mark, Text};
use super::ribbon::Strand;
use super::{Subject, unit};
use crate::board::fonts::Weight;
use crate::board::print::between;
use crate::board::shapes::{is_crossed, lead};
use crate::looks::Rgb;

const INK: Rgb = [0x1d, 0x2b, 0x36];
const SOFT: Rgb = [0x51, 0x62, 0x6f];
const WHITE: Rgb = [0xff; 3];
/// How far a sign may be from its place, in units.
const FAR: f32 = 26.0;
/// The number of signs, at most.
const MOST: usize = 40;

/// Prints a sign for each group of neighbours that share one. Returns where they lie, and what finds no place.
pub fn print(marks: &mut Vec<Mark>, subject: &Subject, taken: &mut Taken) -> (Vec<Rect>, Vec<String>) {
    let (unit, mut frames, mut left_out, mut done) = (unit(subject), vec![], vec![], BTreeSet::new());
    for (first, space) in subject.spaces.iter().enumerate() {
        let Some(sign) = &space.sign else { continue };
        if done.contains(&first) || left_out.len() + done.len() > MOST {
            continue;
        }
        let group = neighbours(subject, first);
        done.extend(group.iter().copied());
        let font = 4.1 * unit;
        let text = Text { text: sign, at: Pos2::ZERO, font, weight: Weight::Bold, colour: WHITE, apart: 0.02 };
        let size = vec2(text.width() + 5.0 * unit, 7.2 * unit);
        let far = |frame: Rect| {
            let near = |space: &usize| {
                let tile = &subject.spaces[*space].tile;
                frame.distance_to_pos(tile.at) - tile.half
            };
            group.iter().map(near).fold(f32::INFINITY, f32::min)
        };
        // Beside another space that has a sign of its own, it would be taken for that one's.
        let strange = |frame: Rect| {
            let others = subject.spaces.iter().filter(|other| other.sign.is_some() && other.sign.as_deref() != Some(sign));
            others.map(|other| frame.distance_to_pos(other.tile.at) - other.tile.half).fold(f32::INFINITY, f32::min)
        };
        // A line leads from it to the nearest of its spaces, and over no other.
        let leads = |at: Pos2| lead(at, group.iter().map(|space| &subject.spaces[*space].tile));
        let crosses = |line: [Pos2; 2]| {
            let others = subject.spaces.iter().enumerate().filter(|(n, _)| !group.contains(n));
            others.into_iter().any(|(_, other)| is_crossed(line, &[other.tile.at], other.tile.half))
        };
        let score = |at: Pos2, air: f32| {
            let frame = Rect::from_center_size(at, size);
            let far = far(frame);
            let is_lost = far >= FAR * unit || strange(frame) < far + unit || crosses(leads(at));
            air.min(1.0) - far / unit * 0.4 - if is_lost { 2.5 } else { 0.0 }
        };
        let found = taken.best(size, score).filter(|frame| far(*frame) < FAR * unit);
        let Some(frame) = found else {
            left_out.push(format!("the sign \u{201c}{sign}\u{201d} finds no free place near its space, so it is left out"));
            continue;
        };
        marks.push(Mark::line(mark::path(&leads(frame.center()), false), 0.6 * unit, Ink::of(INK)));
        let board = mark::rounded(frame.min, frame.size(), 1.6 * unit);
        mark::shadow(marks, &board, 0.0, 0.7 * unit, super::ribbon::SHADE);
        marks.push(Mark::fill(board, Ink::of(INK)));
        let at = pos2(frame.center().x - text.width() / 2.0, frame.center().y + font * 0.36);
        Text { at, ..text }.print(marks);
        taken.add_frame(frame);
        frames.push(frame);
    }
    (frames, left_out)
}

/// The spaces with the same sign that links join with this one.
fn neighbours(subject: &Subject, first: usize) -> BTreeSet<usize> {
    let (mut group, mut edge) = (BTreeSet::from([first]), vec![first]);
    while let Some(space) = edge.pop() {
        let ends = |link: &super::Link| [(link.from, link.to), (link.to, link.from)];
        for (from, to) in subject.links.iter().flat_map(ends) {
            if from == space && subject.spaces[to].sign == subject.spaces[first].sign && group.insert(to) {
                edge.push(to);
            }
        }
    }
    group
}

/// Prints the numbers by which spaces are called beside the course, where there is room. Those of spaces that are not `shown` keep theirs.
pub fn numbers(marks: &mut Vec<Mark>, shown: &Subject, subject: &Subject, strands: &[Strand], taken: &mut Taken) {
    let (unit, every) = (unit(subject), subject.look.knob(Knob::Numbers).round() as usize);
    if every == 0 {
        return;
    }
    let font = 3.6 * unit;
    let of_spaces = subject.spaces.iter().enumerate().filter_map(|(n, space)| Some((space.number?, n)));
    let mut numbered: Vec<(usize, usize)> = of_spaces.filter(|(number, _)| *number > 0 && number % every == 0).collect();
    numbered.sort_unstable();
    for (n, space) in numbered.into_iter().take(MOST) {
        let Some(strand) = strands.iter().find(|strand| strand.spaces.contains(&space)) else { continue };
        let tile = &subject.spaces[space].tile;
        let across = vec2(-tile.towards.y, tile.towards.x);
        let text = n.to_string();
        let text = Text { text: &text, at: Pos2::ZERO, font, weight: Weight::Bold, colour: SOFT, apart: 0.0 };
        let size = vec2(text.width(), font * 0.8);
        let far = strand.width / 2.0 + 2.0 * unit;
        let frame = [-1.0, 1.0].into_iter().map(|side| {
            let way = across * side;
            Rect::from_center_size(tile.at + way * (far + way.x.abs() * size.x / 2.0 + way.y.abs() * size.y / 2.0), size)
        });
        let corners =
            |frame: &Rect| [frame.left_top(), frame.right_top(), frame.left_bottom(), frame.right_bottom(), frame.center()];
        let page = Rect::from_min_size(Pos2::ZERO, subject.sheet);
        let is_free = |frame: &Rect| page.contains_rect(*frame) && corners(frame).into_iter().all(|at| taken.is_free(at, 0.3));
        let Some(frame) = frame.into_iter().find(is_free) else { continue };
        if shown.spaces.iter().any(|space| space.tile.at == tile.at) {
            Text { at: pos2(frame.min.x, frame.center().y + font * 0.36), ..text }.print_on(marks, WHITE);
        }
        taken.add_frame(frame);
    }
}

/// Prints gates over the whole width of the ribbon.
pub fn gates(marks: &mut Vec<Mark>, subject: &Subject, strands: &[Strand], taken: &mut Taken) {
    let unit = unit(subject);
    for (n, space) in subject.spaces.iter().enumerate() {
        let Some(gate) = space.gate else { continue };
        let tile = &space.tile;
        let width = strands.iter().find(|strand| strand.spaces.contains(&n)).map_or(tile.half * 2.9, |strand| strand.width);
        let (side, deep) = (width / 2.0 / tile.half * 1.04, 1.5 * unit / tile.half);
        let edge = match gate {
            Gate::Start => tile.long + deep * 0.9,
            Gate::Line | Gate::Finish => -tile.long - deep * 0.9,
        };
        let field = |a: [f32; 2], b: [f32; 2]| {
            let corners = [[a[0], a[1]], [b[0], a[1]], [b[0], b[1]], [a[0], b[1]]];
            mark::path(&corners.map(|[along, across]| tile.place(along, across)), true)
        };
        let whole = field([edge - deep, -side], [edge + deep, side]);
        (0..=8).for_each(|n| taken.add(tile.place(edge, side * (n as f32 / 4.0 - 1.0)), 2.2 * unit));
        let ground = if gate == Gate::Finish { WHITE } else { INK };
        marks.push(Mark { fill: Some(Ink::of(ground)), ..Mark::line(whole, 0.3 * unit, Ink::of(INK)) });
        let fields = ((side / deep).round() as usize).clamp(2, 40) * 2;
        let step = 2.0 * side / fields as f32;
        for n in 0..fields {
            let from = -side + n as f32 * step;
            let (low, high) = if n % 2 == 0 { (edge - deep, edge) } else { (edge, edge + deep) };
            if gate == Gate::Finish {
                marks.push(Mark::fill(field([low, from], [high, from + step]), Ink::of(INK)));
            } else if n % 4 == 1 {
                let white = field([edge - deep * 0.35, from], [edge + deep * 0.35, from + 2.0 * step]);
                marks.push(Mark::fill(white, Ink::of(WHITE)));
            }
        }
        for side in [-side, side] {
            let post = mark::disc(tile.place(edge, side), 1.9 * unit);
            let colour = between([0xd9, 0x4f, 0x1e], INK, if gate == Gate::Finish { 0.9 } else { 0.0 });
            marks.push(Mark { fill: Some(Ink::of(colour)), ..Mark::line(post, 0.5 * unit, Ink::of(WHITE)) });
        }
    }
}
