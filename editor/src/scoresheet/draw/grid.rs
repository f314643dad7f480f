//! A table of the rules: what its keys bring, in a strip, or by two keys.

use super::*;
use crate::scoresheet::Grid;

/// The height of a cell, and the widest one.
const CELL: f32 = 5.2;
const WIDEST: f32 = 16.0;
/// The narrowest cell with a number in it.
const NARROWEST: f32 = 6.2;

impl Desk {
    pub(super) fn grid(&mut self, part: &Part, grid: &Grid) {
        let title = width(&part.title, TEXT, Weight::Bold) + 3.0 + if part.icon.is_some() { 6.0 } else { 0.0 };
        let corner = width(&grid.corner, SMALL, Weight::Bold);
        let names = grid.rows.iter().map(|name| width(name, TEXT, Weight::Bold)).fold(corner, f32::max);
        let names = if grid.rows.is_empty() { 0.0 } else { (names + 3.0).min(self.width * 0.4) };
        let wide = cell_width(grid);
        let count = grid.keys.len().max(1);
        // A short strip stands beside its title.
        let is_beside = grid.rows.is_empty() && title + wide * count as f32 <= self.width;
        let mut left = names;
        if is_beside {
            let line = Rect::from_min_size(pos2(0.0, self.top), vec2(title, 2.0 * CELL));
            self.words_with_icon(part, line, TEXT);
            left = title;
        } else {
            self.title(part);
        }
        let fit = ((self.width - left) / wide).floor().max(1.0) as usize;
        let whole = grid.keys.len() <= fit || !grid.rows.is_empty();
        let each = if whole { count } else { fit };
        let wide = ((self.width - left) / each as f32).min(if is_beside { wide } else { WIDEST.max(wide) });
        for (begin, keys) in grid.keys.chunks(each).enumerate() {
            let place = Rect::from_min_size(pos2(0.0, self.top), vec2(names - 1.0, CELL));
            self.paper.fitted(&grid.corner, place, SMALL, Weight::Bold, INK, Align::Left);
            for (n, (key, sign)) in keys.iter().enumerate() {
                let place = Rect::from_min_size(pos2(left + wide * n as f32, self.top), vec2(wide, CELL)).shrink2(vec2(0.3, 0.0));
                let fill = sign.colour.unwrap_or([0xd8, 0xe1, 0xe9]);
                self.paper.boxed(place, 0.8, Some(fill), None);
                self.paper.fitted(key, place.shrink2(vec2(0.5, 0.3)), SMALL, Weight::Bold, contrast(fill), Align::Middle);
            }
            self.top += CELL + 0.4;
            for (r, row) in grid.values.iter().enumerate() {
                let name = grid.rows.get(r).map_or("", |name| name);
                if !name.is_empty() {
                    let place = Rect::from_min_size(pos2(0.0, self.top), vec2(names - 1.0, CELL));
                    self.paper.fitted(name, place, TEXT, Weight::Bold, INK, Align::Left);
                }
                for (n, (key, _)) in keys.iter().enumerate() {
                    let Some(entry) = row.get(begin * each + n) else { continue };
                    let place = Rect::from_min_size(pos2(left + wide * n as f32, self.top), vec2(wide, CELL));
                    let place = place.shrink2(vec2(0.3, 0.0));
                    self.paper.boxed(place, 0.8, Some(SOFT), None);
                    let text = if entry.state == State::Hidden { "?" } else { &*entry.text };
                    self.paper.fitted(text, place.shrink2(vec2(0.5, 0.3)), TEXT, Weight::Bold, INK, Align::Middle);
                    let of = if name.is_empty() { key.clone() } else { format!("{name}, {key}") };
                    self.spot(place, &part.title, format!("{}, {of}: {}", part.title, said(entry)), entry.what);
                }
                self.top += CELL + 0.4;
            }
        }
    }
}

/// How wide the cells of a grid want to be.
fn cell_width(grid: &Grid) -> f32 {
    let keys = grid.keys.iter().map(|(key, _)| width(key, SMALL, Weight::Bold));
    let values = grid.values.iter().flatten().map(|entry| width(&entry.text, TEXT, Weight::Bold));
    (keys.chain(values).fold(0.0, f32::max) + 2.2).clamp(NARROWEST, 2.0 * WIDEST)
}
