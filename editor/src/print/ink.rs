//! Looks that save ink: boards on white paper, and pale colours, on which letters and icons stay dark.

use std::borrow::Cow;

use interpreter::data::manifest::board::Style;
use interpreter::data::manifest::{Look, Manifest};
use interpreter::program::Program;
use interpreter::ruleset::Ruleset;

use super::Order;
use crate::board::print::between;
use crate::board::vision::WHITE;

/// How much of a colour stays.
const PALE: f32 = 0.3;

/// The ruleset with the looks that an order wants.
pub fn of<'a>(ruleset: &'a Ruleset, program: &Program, order: &Order) -> Cow<'a, Ruleset> {
    if !order.save_ink {
        return Cow::Borrowed(ruleset);
    }
    let mut pale = ruleset.clone();
    make_pale(&mut pale.manifest, program);
    Cow::Owned(pale)
}

fn make_pale(manifest: &mut Manifest, program: &Program) {
    if manifest.board.style() == Style::Map {
        manifest.board.style = Some(Style::Line);
    }
    let cards: Vec<_> = program.ir.kinds.iter().filter(|kind| kind.is_card).map(|kind| kind.name.clone()).collect();
    for name in &cards {
        if !manifest.appearance.iter().any(|look| look.of == *name) {
            manifest.appearance.push(Look { of: name.clone(), ..Look::default() });
        }
    }
    for look in &mut manifest.appearance {
        if cards.contains(&look.of) {
            // Backs have a colour even if none is said.
            look.colour = Some(look.colour.map_or(WHITE, pale));
        } else if look.of.contains('.') {
            // Links have no dot: thin lines stay as they are.
            look.colour = look.colour.map(pale);
        }
        look.ink = None;
        look.shadow = look.shadow.map(|_| 0.0);
    }
}

fn pale(colour: [u8; 3]) -> [u8; 3] {
    between(WHITE, colour, PALE)
}
