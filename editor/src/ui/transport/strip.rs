//! The race as a strip: a piece for each turn in the colour of its player, with the rounds below it, a line where the rules changed, and
//! branches where they part. A slider lies over it.

use egui::{Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, pos2, vec2};
use interpreter::data::manifest::Use;

use crate::playtest::Race;
use crate::playtest::timeline::{Stop, StopKind, Timeline};
use crate::ui::theme::{self, Theme};

/// The height of the strip, and the gap between two turns.
pub const HEIGHT: f32 = 9.0;
const GAP: f32 = 1.5;
/// The least distance of two numbers of rounds, and the least gap between them.
const APART: f32 = 44.0;
const BETWEEN: f32 = 12.0;
/// From this height on, there is room for the rounds.
const WITH_ROUNDS: f32 = 40.0;

/// A turn on the strip: whose it is, and its first and last stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    pub of: Option<usize>,
    pub round: u32,
    pub first: usize,
    pub last: usize,
}

/// The turns of a race, in order. Each lasts until the next one begins.
pub fn turns(timeline: &Timeline) -> Vec<Turn> {
    let mut all: Vec<Turn> = vec![];
    for (n, Stop { turn, turn_of, round, .. }) in timeline.stops.iter().enumerate() {
        match all.last_mut() {
            Some(last) if timeline.stops[last.first].turn == *turn => last.last = n,
            last => {
                last.into_iter().for_each(|last| last.last = n);
                all.push(Turn { of: *turn_of, round: *round, first: n, last: n });
            }
        }
    }
    all
}

/// Returns where a stop lies on the strip in a frame, in which a slider's handle has this radius.
pub fn x_of((frame, radius): (Rect, f32), stop: usize, last: usize) -> f32 {
    frame.left() + radius + (frame.width() - 2.0 * radius) * stop as f32 / last.max(1) as f32
}

/// Returns the strip in a frame, in which a slider's handle has this radius.
pub fn shapes(
    painter: &Painter,
    theme: Theme,
    race: &Race,
    (frame, radius): (Rect, f32),
    (ink, weak): (Color32, Color32),
) -> Vec<Shape> {
    let mut shapes = vec![];
    let timeline = race.timeline();
    let last = race.last_seen();
    let at = |stop: usize| x_of((frame, radius), stop.min(last), last);
    let counts_rounds = race.ruleset.manifest.look("state").fields(Use::Rounds).is_none();
    let has_rounds = counts_rounds && frame.height() >= WITH_ROUNDS;
    let middle = frame.center().y;
    let shown = race.stop_on_show();
    let mut free = f32::NEG_INFINITY;
    let mut round = 0;
    for turn in turns(&timeline).into_iter().take_while(|turn| turn.first <= last) {
        let (from, to) = (at(turn.first), at(turn.last));
        let gap = if to - from > 4.0 * GAP { GAP } else { 0.0 };
        let rect = Rect::from_min_max(pos2(from, middle - HEIGHT / 2.0), pos2((to - gap).max(from), middle + HEIGHT / 2.0));
        let colour = turn.of.map_or(weak.gamma_multiply(0.5), |player| race.colour(player));
        // What lies ahead of the moment on show is paler.
        let is_past = turn.first <= shown;
        shapes.push(Shape::rect_filled(rect, 2.0, if is_past { colour } else { colour.gamma_multiply(0.4) }));
        // A white turn is seen on white. Where turns are narrow, sides would hide their colours.
        let edge = Stroke::new(0.75, theme::between(colour, ink, 0.35));
        if gap > 0.0 {
            shapes.push(Shape::Rect(egui::epaint::RectShape::stroke(rect, 2.0, edge, StrokeKind::Inside)));
        } else {
            let sides = [rect.top() + 0.375, rect.bottom() - 0.375];
            shapes.extend(sides.map(|y| Shape::hline(rect.x_range(), y, edge)));
        }
        if has_rounds && turn.round != round && turn.round > 0 && from >= free {
            let text = if free.is_finite() { turn.round.to_string() } else { format!("Round {}", turn.round) };
            let galley = painter.layout_no_wrap(text, FontId::proportional(11.0), weak);
            free = from + APART.max(galley.size().x + BETWEEN);
            shapes.push(Shape::galley(pos2(from, middle + HEIGHT / 2.0 + 1.0), galley, weak));
        }
        round = turn.round;
    }
    for (n, _) in timeline.stops.iter().enumerate().take(last + 1).filter(|(_, stop)| stop.kind == StopKind::Rules) {
        let line = [pos2(at(n), middle - 14.0), pos2(at(n), middle + 14.0)];
        shapes.extend(Shape::dashed_line(&line, Stroke::new(1.5, theme.accent), 3.0, 2.0));
    }
    let mut parted: Vec<usize> = race.branches().iter().filter_map(|branch| Some(timeline.at(branch.parts?))).collect();
    parted.dedup();
    for stop in parted {
        shapes.extend(branch(pos2(at(stop), middle - HEIGHT / 2.0), ink));
    }
    shapes
}

/// Returns the sign of a branch that parts below this place.
fn branch(at: Pos2, ink: Color32) -> [Shape; 3] {
    let stroke = Stroke::new(1.25, ink);
    [
        Shape::line_segment([at, at - vec2(0.0, 5.0)], stroke),
        Shape::line_segment([at - vec2(0.0, 2.0), at + vec2(5.0, -5.0)], stroke),
        Shape::circle_filled(at + vec2(5.0, -5.5), 1.75, ink),
    ]
}
