//! A table with a row for each lap, piece or card.

use super::*;
use crate::scoresheet::{Cells, Column, Row, Table};

/// The height of a row, and the room between two.
const ROW: f32 = 7.6;
const BETWEEN: f32 = 0.7;
/// The ground of the head.
const HEAD: Rgb = [0x20, 0x2c, 0x38];
/// The room at both sides of a cell.
const PAD: f32 = 1.2;
/// The row names take no more than this share of the width.
const NAMES: f32 = 0.42;

impl Desk {
    pub(super) fn table(&mut self, part: &Part, table: &Table) {
        self.title(part);
        let name = |row: &Row| width(&row.name, TEXT, Weight::Bold);
        let names = table.rows.iter().map(name).chain([width(&table.head, SMALL, Weight::Bold)]).fold(5.0, f32::max) + 3.0;
        let names = names.min(self.width * NAMES);
        let natural: Vec<f32> = table.columns.iter().enumerate().map(|(n, column)| natural(table, n, column)).collect();
        let room = self.width - names;
        let total: f32 = natural.iter().sum::<f32>().max(1.0);
        // What is left is shared by all; if there is too little, all get less.
        let spare = ((room - total) / natural.len() as f32).clamp(0.0, 9.0);
        let wide: Vec<f32> = natural.iter().map(|own| if total > room { own * room / total } else { own + spare }).collect();
        self.head(table, names, &wide);
        for row in &table.rows {
            self.row_of_table(table, row, names, &wide);
        }
        self.top -= BETWEEN;
    }

    fn head(&mut self, table: &Table, names: f32, wide: &[f32]) {
        let titles: Vec<Vec<String>> = table.columns.iter().zip(wide).map(|(column, wide)| lines(&column.title, *wide)).collect();
        let most = titles.iter().map(Vec::len).max().unwrap_or(1).max(1);
        let high = 1.6 + most as f32 * SMALL * 1.2;
        let place = Rect::from_min_size(pos2(0.0, self.top), vec2(self.width, high));
        self.paper.boxed(place, 1.0, Some(HEAD), None);
        let cell = |left: f32, wide: f32| Rect::from_min_size(pos2(left, place.top()), vec2(wide, high)).shrink2(vec2(0.4, 0.8));
        self.paper.fitted(&table.head, cell(0.0, names), SMALL, Weight::Bold, WHITE, Align::Middle);
        let mut left = names;
        for (title, wide) in titles.iter().zip(wide) {
            let room = cell(left, *wide);
            let line = room.height() / title.len().max(1) as f32;
            for (n, words) in title.iter().enumerate() {
                let place = Rect::from_min_size(pos2(room.left(), room.top() + line * n as f32), vec2(room.width(), line));
                self.paper.fitted(words, place, SMALL, Weight::Bold, WHITE, Align::Middle);
            }
            left += wide;
        }
        self.top = place.bottom() + BETWEEN;
    }

    fn row_of_table(&mut self, table: &Table, row: &Row, names: f32, wide: &[f32]) {
        let place = Rect::from_min_size(pos2(0.0, self.top), vec2(self.width, ROW));
        let edge = row.is_now.then_some((0.5, INK));
        self.paper.boxed(place.shrink(if row.is_now { 0.25 } else { 0.0 }), 1.2, Some(SOFT), edge);
        let name = place.with_max_x(names).shrink2(vec2(1.2, 0.6));
        let is_number = row.name.parse::<i32>().is_ok();
        let (font, align) = if is_number { (5.2, Align::Middle) } else { (TEXT, Align::Left) };
        self.paper.fitted(&row.name, name, font, Weight::Bold, INK, align);
        let called = format!("{} {}", table.head, row.name);
        let now = if row.is_now { ", now" } else { "" };
        if !row.words.is_empty() {
            let room = place.with_min_x(names).shrink2(vec2(PAD, 0.6));
            self.paper.fitted(&row.words, room, TEXT, Weight::Regular, WEAK, Align::Left);
            self.spot(place, &table.head, format!("{}{now}: {}", called.trim(), row.words), None);
        } else {
            let mut left = names;
            for ((column, entry), wide) in table.columns.iter().zip(&row.cells).zip(wide) {
                let cell = Rect::from_min_size(pos2(left, place.top()), vec2(*wide, ROW)).shrink2(vec2(PAD * 0.5, 0.7));
                self.cell(cell, column, entry);
                let said = match column.cells {
                    Cells::Tick if entry.number.is_some_and(|number| number > 0) => "ticked",
                    Cells::Tick if entry.state == State::Known => "not ticked",
                    _ => said(entry),
                };
                self.spot(cell, &column.title, format!("{}{now}, {}: {said}", called.trim(), column.title), entry.what);
                left += wide;
            }
        }
        self.top = place.bottom() + BETWEEN;
    }

    fn cell(&mut self, place: Rect, column: &Column, entry: &Entry) {
        let middle = |wide: f32| Rect::from_center_size(place.center(), vec2(wide.min(place.width()), place.height()));
        match &column.cells {
            Cells::Value => self.written(middle(self.width_of(entry)), entry, entry.what.is_none()),
            Cells::Boxes(of) => self.boxes(middle(row_of(*of, BOX.0)), *of, entry, &column.sign),
            Cells::Tick => self.tick(middle(BOX.0), entry.state, entry.number.is_some_and(|number| number > 0)),
            Cells::Circles(values) => {
                let step = (place.width() / values.len().max(1) as f32).min(BOX.0 + 1.6);
                let radius = (step * 0.44).min(place.height() / 2.0);
                let left = place.center().x - step * (values.len() as f32 - 1.0) / 2.0;
                for (n, (value, words)) in values.iter().enumerate() {
                    let at = pos2(left + step * n as f32, place.center().y);
                    let is_it = entry.number == Some(*value);
                    let (fill, ink) = if is_it { (INK, WHITE) } else { (WHITE, WEAK) };
                    self.paper.disc(at, radius, fill, (if is_it { EDGE * 2.0 } else { EDGE }, INK));
                    let room = Rect::from_center_size(at, Vec2::splat(radius * 1.5));
                    self.paper.fitted(words, room, SMALL, if is_it { Weight::Bold } else { Weight::Regular }, ink, Align::Middle);
                }
            }
        }
    }
}

/// How wide a column wants to be.
fn natural(table: &Table, n: usize, column: &Column) -> f32 {
    let cells = match &column.cells {
        Cells::Value => {
            let texts = table.rows.iter().filter_map(|row| row.cells.get(n)).map(|entry| width(&entry.text, TEXT, Weight::Bold));
            texts.fold(5.6, f32::max) + 2.4
        }
        Cells::Boxes(of) => row_of(*of, BOX.0),
        Cells::Circles(values) => values.len() as f32 * (BOX.0 + 1.6),
        Cells::Tick => BOX.0,
    };
    let words = column.title.split_whitespace().map(|word| width(word, SMALL, Weight::Bold)).fold(0.0, f32::max);
    cells.max(words + 0.8) + PAD
}

/// A title in one line or two.
fn lines(title: &str, wide: f32) -> Vec<String> {
    if width(title, SMALL, Weight::Bold) <= wide - 0.8 {
        return vec![title.to_owned()];
    }
    let words: Vec<&str> = title.split_whitespace().collect();
    // In the middle, as nearly as words can be parted.
    let at = (1..words.len()).min_by_key(|at| {
        let long = |words: &[&str]| words.iter().map(|word| word.chars().count() + 1).sum::<usize>();
        long(&words[..*at]).max(long(&words[*at..]))
    });
    at.map_or_else(|| vec![title.to_owned()], |at| vec![words[..at].join(" "), words[at..].join(" ")])
}
