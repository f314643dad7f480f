//! The faces of dice: with dots, with numbers, or with what the manifest puts on them.

use interpreter::data::manifest::{Look, Manifest};
use interpreter::program::Program;

use crate::board::fonts::Weight;
use crate::board::print::{Press, Words};
use crate::board::shapes::Tile;
use crate::board::tile;
use crate::board::vision::{WHITE, contrast};
use crate::looks::Rgb;

/// A kind of dice.
#[derive(Clone, Copy)]
pub struct Die<'a> {
    faces: &'a [i32],
    name: &'a str,
    manifest: &'a Manifest,
}

impl<'a> Die<'a> {
    /// The dice of this number; `None` if the rules have no such dice.
    pub fn of(program: &'a Program, manifest: &'a Manifest, dice: usize) -> Option<Die<'a>> {
        let name = &*program.ir.dice.get(dice)?.name;
        Some(Die { faces: program.faces(program.dice.get(dice)?), name, manifest })
    }

    /// What is on its faces, in order.
    pub fn faces(self) -> &'a [i32] {
        self.faces
    }

    fn looks(self, face: i32) -> [&'a Look; 2] {
        [self.manifest.look(&format!("{}.{face}", self.name)), self.manifest.look(self.name)]
    }

    /// The colours of a face: of its ground, and of what is on it.
    pub fn colours(self, face: i32) -> [Rgb; 2] {
        let looks = self.looks(face);
        let fill = looks.iter().find_map(|look| look.colour).unwrap_or(WHITE);
        [fill, looks.iter().find_map(|look| look.ink).unwrap_or(contrast(fill))]
    }

    /// Prints what is on a face onto the body of a die.
    pub fn print(self, press: &mut dyn Press, face: i32, body: &Tile) {
        let [_, ink] = self.colours(face);
        if let Some(icon) = &self.looks(face)[0].icon {
            tile::icon(press, body, icon, ink, ink);
            return;
        }
        match dots(face).filter(|_| self.faces.iter().all(|face| dots(*face).is_some())) {
            Some(dots) => dots.iter().for_each(|(x, y)| press.disc(body.place(-*y, *x), body.half * DOT, ink, None)),
            None => {
                let (text, font) = (face.to_string(), body.half * NUMBER);
                press.words(Words {
                    text: &text,
                    at: body.at,
                    font,
                    weight: Weight::Bold,
                    colour: ink,
                    halo: None,
                    opacity: 1.0,
                    turn: 0.0,
                });
            }
        }
    }
}

/// The radius of a dot and the size of a number, in halves of the die's side.
const DOT: f32 = 0.2;
const NUMBER: f32 = 1.3;

/// Where the dots of a face are, in halves of the die's side from its middle.
pub fn dots(face: i32) -> Option<&'static [(f32, f32)]> {
    const FAR: f32 = 0.57;
    Some(match face {
        1 => &[(0.0, 0.0)],
        2 => &[(-FAR, -FAR), (FAR, FAR)],
        3 => &[(-FAR, -FAR), (0.0, 0.0), (FAR, FAR)],
        4 => &[(-FAR, -FAR), (FAR, -FAR), (-FAR, FAR), (FAR, FAR)],
        5 => &[(-FAR, -FAR), (FAR, -FAR), (0.0, 0.0), (-FAR, FAR), (FAR, FAR)],
        6 => &[(-FAR, -FAR), (FAR, -FAR), (-FAR, 0.0), (FAR, 0.0), (-FAR, FAR), (FAR, FAR)],
        _ => return None,
    })
}
