//! A meter: a row of numbered boxes in the colours of its zones, with a token where the value stands.

use super::*;
use crate::scoresheet::{Scale, ScaleMark, Stretch};

/// The colours of zones where the manifest gives none, from calm to full.
const COLOURS: [Rgb; 5] = [[0xdc, 0xeb, 0xdd], [0xf4, 0xe6, 0xab], [0xf3, 0xc9, 0x8b], [0xe6, 0x97, 0x6f], [0xc9, 0x53, 0x3c]];
/// The narrowest box that holds a number; of longer scales there are several rows.
const NARROWEST: f32 = 4.6;
/// The widest box.
const WIDEST: f32 = 8.0;
/// More steps than these are no boxes, but one bar.
const MOST_STEPS: i64 = 120;
/// The heights of a box, of the first zone and of the last.
const LOW: f32 = 10.4;
const HIGH: f32 = 13.0;
/// The height of a box that has no room for its number, and of the names of zones.
const SLIM: f32 = 4.8;
const NAMES: f32 = 4.0;
/// The room for signs above a row.
const SIGNS: f32 = 4.6;

/// A row of steps.
struct Steps {
    place: Rect,
    first: i64,
    count: i64,
}

impl Steps {
    fn wide(&self) -> f32 {
        self.place.width() / self.count.max(1) as f32
    }

    /// Where a step begins.
    fn x(&self, step: i64) -> f32 {
        self.place.left() + self.wide() * (step - self.first).clamp(0, self.count) as f32
    }

    fn has(&self, step: i64) -> bool {
        (self.first..self.first + self.count).contains(&step)
    }
}

impl Desk {
    pub(super) fn scale(&mut self, part: &Part, scale: &Scale) {
        let (low, high) = (i64::from(scale.low), i64::from(scale.high));
        let all = high - low + 1;
        let mut room = Rect::from_min_size(pos2(0.0, self.top), vec2(self.width, 0.0));
        if self.is_slim {
            let line = room.with_max_y(self.top + SLIM).with_max_x(self.width * 0.34);
            room.min.x = self.words_with_icon(part, line, TEXT) + 2.0;
        } else {
            self.title(part);
            room = room.translate(vec2(0.0, self.top - room.top()));
        }
        let top = self.top;
        if all > MOST_STEPS {
            self.bar(room, part, scale);
        } else {
            let rows = if self.is_slim { 1 } else { ((all as f32 * NARROWEST / room.width()).ceil() as i64).max(1) };
            let each = (all + rows - 1) / rows;
            for row in 0..rows {
                let first = low + row * each;
                let count = each.min(high - first + 1);
                if count <= 0 {
                    break;
                }
                let wide = (room.width() / each as f32).min(WIDEST) * count as f32;
                let place = Rect::from_min_size(pos2(room.left(), self.top), vec2(wide, 0.0));
                self.row(Steps { place, first, count }, scale, rows == 1);
            }
        }
        let place = Rect::from_min_max(pos2(0.0, top), pos2(self.width, self.top));
        self.spot(place, &part.title, told(part, scale), scale.value.what);
    }

    /// Draws one row of steps, with the names of zones below it.
    fn row(&mut self, mut steps: Steps, scale: &Scale, rises: bool) {
        let step_of = |mark: &ScaleMark| mark.at.number.map(i64::from).filter(|step| steps.has(*step));
        let marks: Vec<_> = scale.marks.iter().filter_map(|mark| Some((mark, step_of(mark)?))).collect();
        if !marks.is_empty() {
            self.top += SIGNS;
        }
        let has_zones = scale.zones.len() > 1;
        let highest = if self.is_slim {
            SLIM
        } else if rises && has_zones {
            HIGH
        } else {
            LOW
        };
        steps.place = Rect::from_min_size(pos2(steps.place.left(), self.top), vec2(steps.place.width(), highest));
        let zones = scale.zones.len();
        for step in steps.first..steps.first + steps.count {
            let zone = zone_of(&scale.zones, step);
            let share = if zones > 1 { zone as f32 / (zones - 1) as f32 } else { 0.0 };
            let high = if highest > LOW { LOW + (HIGH - LOW) * share } else { highest };
            let fill = colour(&scale.colours, zone, zones);
            let cell = Rect::from_min_max(
                pos2(steps.x(step), steps.place.bottom() - high),
                pos2(steps.x(step + 1), steps.place.bottom()),
            );
            let cell = cell.shrink2(vec2((steps.wide() * 0.05).min(0.2), 0.0));
            self.paper.boxed(cell, 0.9, Some(fill), Some((EDGE * 0.8, between(fill, [0; 3], 0.4))));
            if !self.is_slim {
                let number = cell.with_max_y(cell.top() + 4.6).shrink2(vec2(0.3, 0.3));
                self.paper.fitted(&step.to_string(), number, TEXT, Weight::Bold, contrast(fill), Align::Middle);
                let radius = (cell.width() * 0.38).min(2.4);
                let at = pos2(cell.center().x, cell.bottom() - radius - 0.9);
                self.paper.disc(at, radius, between(fill, WHITE, 0.45), (0.15, between(fill, [0; 3], 0.25)));
            }
        }
        self.pawn(&steps, scale);
        for (mark, step) in marks {
            let at = pos2((steps.x(step) + steps.x(step + 1)) / 2.0, steps.place.top() - SIGNS / 2.0);
            let sign = Sign { colour: Some(mark.sign.colour.unwrap_or(INK)), ..mark.sign.clone() };
            self.sign(&sign, at, 2.0);
            let place = Rect::from_center_size(at, Vec2::splat(4.4));
            self.spot(place, &mark.title, format!("{}: {}", mark.title, mark.at.text), mark.at.what);
        }
        self.top = steps.place.bottom();
        if has_zones {
            self.zones(&steps, scale);
        }
        self.top += if self.is_slim { 0.0 } else { 1.0 };
    }

    fn pawn(&mut self, steps: &Steps, scale: &Scale) {
        let Some(number) = scale.value.number else { return };
        let step = i64::from(number.clamp(scale.low, scale.high));
        if !steps.has(step) {
            return;
        }
        let radius = if self.is_slim { SLIM * 0.56 } else { (steps.wide() * 0.46).clamp(1.8, 2.7) };
        let x = (steps.x(step) + steps.x(step + 1)) / 2.0;
        let y = if self.is_slim { steps.place.center().y } else { steps.place.bottom() - (steps.wide() * 0.38).min(2.4) - 0.9 };
        self.pawns.push(Pawn { at: pos2(x, y), radius, text: scale.value.text.clone() });
    }

    /// Writes the names of zones below the steps.
    fn zones(&mut self, steps: &Steps, scale: &Scale) {
        let mut has_names = false;
        for (n, zone) in scale.zones.iter().enumerate() {
            let next = scale.zones.get(n + 1).map_or(i64::from(scale.high) + 1, |next| i64::from(next.from));
            let (left, right) = (steps.x(zone.from.into()), steps.x(next));
            if right - left < 0.5 {
                continue;
            }
            has_names = true;
            let top = self.top + if self.is_slim { 0.3 } else { 0.6 };
            let place = Rect::from_min_max(pos2(left, top), pos2(right, top + NAMES)).shrink2(vec2(0.15, 0.0));
            let ink = if self.is_slim {
                WEAK
            } else {
                let fill = between(colour(&scale.colours, n, scale.zones.len()), [0x1c, 0x2c, 0x3a], 0.72);
                self.paper.boxed(place, 0.7, Some(fill), None);
                WHITE
            };
            // Where the name has no room, its last word says enough: the number of the zone.
            let fits = width(&zone.title, SMALL, Weight::Regular) <= place.width();
            let name = if fits { &*zone.title } else { zone.title.rsplit(' ').next().unwrap_or_default() };
            self.paper.fitted(name, place, SMALL, Weight::Regular, ink, Align::Middle);
        }
        if has_names {
            self.top += NAMES + 0.6;
        }
    }

    /// Draws a scale with too many steps for boxes: filled up to its value.
    fn bar(&mut self, room: Rect, part: &Part, scale: &Scale) {
        let place = Rect::from_min_size(pos2(room.left(), self.top), vec2(room.width(), SLIM));
        self.paper.boxed(place, 1.0, Some(SOFT), Some((EDGE, INK)));
        if let Some(number) = scale.value.number {
            let all = (f64::from(scale.high) - f64::from(scale.low)).max(1.0);
            let share = ((f64::from(number) - f64::from(scale.low)) / all).clamp(0.0, 1.0) as f32;
            let full = place.with_max_x(place.left() + place.width() * share);
            self.paper.boxed(full, 1.0, Some(part.colour.unwrap_or(COLOURS[2])), None);
            let at = pos2(full.right().clamp(place.left() + 2.0, place.right() - 2.0), place.center().y);
            self.pawns.push(Pawn { at, radius: 2.4, text: scale.value.text.clone() });
        }
        self.top = place.bottom() + 1.0;
    }
}

fn zone_of(zones: &[Stretch], step: i64) -> usize {
    zones.iter().rposition(|zone| i64::from(zone.from) <= step).unwrap_or(0)
}

/// The colour of a zone.
fn colour(own: &[Rgb], zone: usize, zones: usize) -> Rgb {
    let all = if own.is_empty() { &COLOURS[..] } else { own };
    let last = all.len() - 1;
    if zones < 2 {
        return all[0];
    }
    let at = zone as f32 / (zones - 1) as f32 * last as f32;
    let first = (at as usize).min(last);
    between(all[first], all[(first + 1).min(last)], at.fract())
}

/// What a screen reader says of a meter.
fn told(part: &Part, scale: &Scale) -> String {
    let zone = scale.value.number.and_then(|number| scale.zones.get(zone_of(&scale.zones, number.into())));
    let zone = zone.map_or(String::new(), |zone| format!(", {}", zone.title.to_lowercase()));
    format!("{}: {} of {}{zone}", part.title, said(&scale.value), scale.high)
}
