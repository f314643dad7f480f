//! How many sheets a print takes, and what is too large.

use super::{Finding, short};
use crate::drawing::picture::Drawn;
use crate::paper::{Joint, What};
use crate::print::typeset::Wrong;
use crate::print::{Game, Order, contents};

/// A board on more sheets isn't printed: it would take minutes, and a typing error is more likely.
pub const MOST_SHEETS: f64 = 500.0;
/// How much smaller a board is printed at most for it to be on one sheet.
const NEARLY: f64 = 0.75;
/// A board that is longer doesn't fit on a table, in millimetres.
const TABLE: f64 = 3_000.0;

/// How many sheets a board needs, without the plan. The template `boards.typ` reckons in the same way.
fn sheets(board: &Drawn, order: &Order) -> f64 {
    let shared = if order.joint == Joint::Butt { 0.0 } else { order.overlap };
    let (w, h) = (board.sheet.width * order.scale, board.sheet.height * order.scale);
    let count = |length: f64, room: f64| {
        if length <= room + 0.01 { 1.0 } else { ((length - shared - 0.01) / (room - shared).max(1.0)).ceil() }
    };
    let on = |(width, height): (f64, f64)| count(w, width) * count(h, height);
    on(order.room(false)).min(on(order.room(true)))
}

/// Why a document isn't set at all.
pub fn refused(game: &Game<'_>, what: What, order: &Order) -> Option<Wrong> {
    if what == What::Cards && order.printed.is_some() {
        let kinds = contents::cards(game.program, game.manifest, order);
        let is_empty = kinds.as_array().into_iter().flatten().all(|kind| kind["cards"].as_array().is_none_or(Vec::is_empty));
        return is_empty.then(|| Wrong::said("no card has changed since the last print".to_owned()));
    }
    let board = game.boards.iter().find(|board| what == What::Boards && sheets(board, order) > MOST_SHEETS)?;
    let message = format!(
        "{} at {} % takes {} sheets of {}, and at most {MOST_SHEETS} are printed: make it smaller, or take larger paper",
        board.title,
        short(order.scale * 100.0),
        sheets(board, order),
        order.paper.name()
    );
    Some(Wrong::said(message))
}

/// A board that would be on one sheet if it were a little smaller.
pub(super) fn nearly(board: &Drawn, order: &Order) -> Option<Finding> {
    let fit = |(width, height): (f64, f64)| (width / board.sheet.width).min(height / board.sheet.height);
    let percent = (fit(order.room(false)).max(fit(order.room(true))) * 100.0).floor();
    let message = format!("{} fits on one sheet of {} at {percent} % of its size", board.title, order.paper.name());
    (sheets(board, order) > 1.0 && percent >= NEARLY * order.scale * 100.0).then_some(Finding { message, place: None })
}

/// A board that no table holds.
pub(super) fn large(board: &Drawn, order: &Order) -> Option<Finding> {
    let longest = board.sheet.width.max(board.sheet.height) * order.scale;
    let message =
        format!("{} is {} m long as printed, on {} sheets", board.title, (longest / 10.0).round() / 100.0, sheets(board, order));
    (longest > TABLE).then_some(Finding { message, place: None })
}
