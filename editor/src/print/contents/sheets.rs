//! Score sheets: one for each player and one for what all share, blank, as many on a page as can still be read and written on.

use interpreter::data::manifest::Manifest;
use interpreter::program::Program;
use serde_json::{Value, json};

use crate::drawing::svg;
use crate::print::Order;
use crate::scoresheet::{self, ScoreSheet, draw};

/// The head of each sheet, with room for the name of its player, and the gap between two on a page.
const HEAD: f64 = 17.0;
const GAP: f64 = 10.0;
/// The least width of a drawing. On a narrower one words are cut.
const NARROWEST: f64 = 105.0;
/// Sheets are drawn as large as there is room for, but not larger than this. Fewer lie on a page rather than that they are smaller than that.
const LARGEST: f64 = 1.6;
const READABLE: f64 = 1.1;
/// How large the sheet is drawn that all share.
const SHARED: f64 = 1.25;

/// How sheets lie on a page.
#[derive(Clone, Copy, Debug)]
struct Layout {
    across: bool,
    columns: usize,
    rows: usize,
}

const LAYOUTS: [Layout; 4] = [
    Layout { across: false, columns: 1, rows: 1 },
    Layout { across: false, columns: 1, rows: 2 },
    Layout { across: true, columns: 2, rows: 1 },
    Layout { across: true, columns: 2, rows: 2 },
];

impl Layout {
    fn count(self) -> usize {
        self.columns * self.rows
    }

    /// The room that each sheet has, in millimetres.
    fn place(self, order: &Order) -> (f64, f64) {
        let (width, height) = order.room(self.across);
        let share = |length: f64, count: usize| (length - (count - 1) as f64 * GAP) / count as f64;
        (share(width, self.columns), share(height, self.rows))
    }

    /// The greatest scale at which all sheets fit. A single one on a page may be as small as it must.
    fn scale(self, order: &Order, sheets: &[(ScoreSheet, usize)]) -> Option<f64> {
        let (width, height) = self.place(order);
        let fits = |scale: f64| {
            let height_of = |sheet: &ScoreSheet| f64::from(draw(sheet, (width / scale) as f32).size.y) * scale;
            sheets.iter().all(|(sheet, _)| height_of(sheet) <= height - HEAD)
        };
        let scales = (6..=16).rev().map(|tenths| f64::from(tenths) / 10.0).filter(|scale| *scale <= LARGEST);
        let mut fitting = scales.filter(|scale| width / scale >= NARROWEST || self.count() == 1).filter(|scale| fits(*scale));
        fitting.next().or((self.count() == 1).then_some(0.5))
    }
}

/// Whether a game has any.
pub fn has(program: &Program, manifest: &Manifest) -> bool {
    [Some(0), None].into_iter().any(|player| !scoresheet::blank(program, manifest, player).parts.is_empty())
}

/// The sheets of players, how they lie on their pages, and the one that all share; `null` if there is none of them.
pub fn sheets(program: &Program, manifest: &Manifest, order: &Order) -> Value {
    let mut sheets: Vec<(ScoreSheet, usize)> = vec![];
    for player in 0..program.players {
        let sheet = scoresheet::blank(program, manifest, Some(player));
        match sheets.last_mut().filter(|(last, _)| *last == sheet) {
            Some((_, count)) => *count += 1,
            None => sheets.push((sheet, 1)),
        }
    }
    sheets.retain(|(sheet, _)| !sheet.parts.is_empty());
    let shared = scoresheet::blank(program, manifest, None);
    if sheets.is_empty() && shared.parts.is_empty() {
        return Value::Null;
    }
    let (layout, scale) = best(order, &sheets);
    let (width, height) = layout.place(order);
    let drawn = |sheet: &ScoreSheet, scale: f64, width: f64, count: usize| {
        let drawn = draw(sheet, (width / scale) as f32);
        json!({
            "title": "Score sheet",
            "count": count,
            "width": f64::from(drawn.size.x) * scale,
            "height": f64::from(drawn.size.y) * scale,
            "picture": order.colours.of(&svg::of_marks(drawn.size, &drawn.marks, true)),
        })
    };
    let all: Vec<Value> = sheets.iter().map(|(sheet, count)| drawn(sheet, scale, width, *count)).collect();
    // It stands on the first of the pages on which tables flow.
    let shared = (!shared.parts.is_empty()).then(|| drawn(&shared, SHARED, order.room(false).0 - 14.0, 1));
    json!({
        "across": layout.across, "columns": layout.columns, "rows": layout.rows,
        "width": width, "height": height, "head": HEAD, "gap": GAP, "all": all, "shared": shared,
    })
}

/// The layout with the most sheets on a page that can be read, and no more than there are; else the one in which they are largest.
fn best(order: &Order, sheets: &[(ScoreSheet, usize)]) -> (Layout, f64) {
    let count: usize = sheets.iter().map(|(_, count)| count).sum();
    let fitting = LAYOUTS.into_iter().filter(|layout| layout.count() <= count.max(1));
    let fitting: Vec<(Layout, f64)> = fitting.filter_map(|layout| Some((layout, layout.scale(order, sheets)?))).collect();
    let readable = fitting.iter().filter(|(_, scale)| *scale >= READABLE);
    let most = readable.max_by(|a, b| a.0.count().cmp(&b.0.count()).then(a.1.total_cmp(&b.1)));
    *most.or_else(|| fitting.iter().max_by(|a, b| a.1.total_cmp(&b.1))).unwrap_or(&(LAYOUTS[0], 1.0))
}
