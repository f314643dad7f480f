//! What the program draws by itself under and beside the spaces: ground, ribbons, forest, title, legend. It follows from the track and from
//! the looks in the manifest alone, and never moves a space. Equal subjects give equal art, on every machine.

use std::sync::Arc;

use emath::{Pos2, Vec2};
use interpreter::data::manifest::board::{BoardLook, Style};
use interpreter::data::manifest::look::Shoulder;

use super::Board;
use super::curve::Bent;
use super::shapes::Tile;
use crate::looks::{Rgb, SpaceLook};

pub mod chance;
pub mod mark;
mod ribbon;

pub use mark::Mark;

/// With more spaces or links than this, a board has no art.
const MOST: usize = 4_000;

/// What art is drawn of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Subject {
    pub look: BoardLook,
    pub sheet: Vec2,
    pub spaces: Vec<Ground>,
    /// The links with a ribbon under them.
    pub links: Vec<Link>,
}

/// A space as its ground sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Ground {
    pub tile: Tile,
    pub fill: Option<Rgb>,
    pub height: i8,
    pub shoulder: Option<(Shoulder, Rgb)>,
}

/// A link with a ribbon under it.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    pub from: usize,
    pub to: usize,
    pub bend: Arc<Bent>,
}

/// What is drawn, from below.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Art {
    pub marks: Vec<Mark>,
    /// What found no place, in words.
    pub left_out: Vec<String>,
}

impl Subject {
    /// Returns what the art of a board is drawn of; `None` if it has none.
    pub fn of(board: &Board, look: &BoardLook) -> Option<Arc<Subject>> {
        if look.style() == Style::Plain {
            return None;
        }
        let ground =
            |tile: &Tile, look: &SpaceLook| Ground { tile: *tile, fill: look.fill, height: look.height, shoulder: look.shoulder };
        let links = board.arrows.iter().filter(|arrow| arrow.look.has_ribbon && arrow.from != arrow.to);
        Some(Arc::new(Subject {
            look: look.clone(),
            sheet: board.sheet,
            spaces: board.spaces.iter().map(|space| ground(&space.tile, &space.look.drawn)).collect(),
            links: links.map(|arrow| Link { from: arrow.from, to: arrow.to, bend: arrow.bend.clone() }).collect(),
        }))
    }
}

/// Draws the art of a board.
pub fn draw(subject: &Subject) -> Art {
    let mut art = Art::default();
    if subject.spaces.len() > MOST || subject.links.len() > MOST {
        art.left_out.push(format!("boards with more than {MOST} spaces or links have no art"));
        return art;
    }
    let strands = ribbon::strands(subject);
    ribbon::print(&mut art.marks, subject, &strands);
    art
}

/// Returns whether a place can be drawn at all.
fn is_sound(at: Pos2) -> bool {
    at.x.abs() < 1e6 && at.y.abs() < 1e6
}
