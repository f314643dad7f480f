//! A list of all that can be in a set, with ticks at what is.

use super::*;
use crate::scoresheet::Tick;

/// The height of a line, and the room between columns.
const HIGH: f32 = 5.6;
const APART: f32 = 2.4;

impl Desk {
    pub(super) fn ticks(&mut self, part: &Part, ticks: &[Tick]) {
        self.title(part);
        let wide = ticks.iter().map(natural).fold(16.0, f32::max);
        let columns = (((self.width + APART) / (wide + APART)).floor() as usize).max(1);
        let step = (self.width + APART) / columns as f32;
        for (n, tick) in ticks.iter().enumerate() {
            let at = pos2(step * (n % columns) as f32, self.top + HIGH * (n / columns) as f32);
            let place = Rect::from_min_size(at, vec2(step - APART, HIGH - 0.8));
            self.tick_line(place, &part.title, tick);
        }
        self.top += HIGH * ticks.len().div_ceil(columns) as f32;
    }

    fn tick_line(&mut self, place: Rect, title: &str, tick: &Tick) {
        self.tick(place.with_max_x(place.left() + BOX.0), tick.state, tick.is_in);
        let mut room = place.with_min_x(place.left() + BOX.0 + 1.2);
        if tick.sign.colour.is_some() {
            self.sign(&tick.sign, pos2(room.left() + 1.8, room.center().y), 1.7);
            room.min.x += 4.8;
        }
        let number = width(&tick.number, TEXT, Weight::Bold);
        self.paper.fitted(&tick.number, room.with_min_x(room.right() - number), TEXT, Weight::Bold, INK, Align::Right);
        let name = room.with_max_x(room.right() - number - 1.0);
        let weight = if tick.is_in { Weight::Bold } else { Weight::Regular };
        self.paper.fitted(&tick.name, name, TEXT, weight, INK, Align::Left);
        let state = match (tick.state, tick.is_in) {
            (State::Known, true) => "ticked",
            (State::Hidden, _) => "hidden",
            _ => "not ticked",
        };
        self.spot(place, title, format!("{} {}: {state}", tick.name, tick.number).replace(" :", ":"), tick.what);
    }
}

fn natural(tick: &Tick) -> f32 {
    let sign = if tick.sign.colour.is_some() { 4.8 } else { 0.0 };
    BOX.0 + 1.2 + sign + width(&tick.name, TEXT, Weight::Bold) + 1.0 + width(&tick.number, TEXT, Weight::Bold)
}
