//! `board` of an appearance, and of a track: what the program draws by itself under and beside the spaces.

use super::look::{Rgb, colour};
use crate::data::form::{self, Form};
use crate::data::node::Node;
use crate::data::problems::Problems;
use crate::data::track::point;
use crate::source::SourceId;

/// How a board's ground looks. What isn't said is the default, or up to the manifest.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BoardLook {
    pub style: Option<Style>,
    /// What is scattered by chance lies elsewhere with another seed.
    pub seed: Option<u32>,
    /// What is said of [`KNOBS`], [`PARTS`] and [`TINTS`], in their order.
    pub knobs: [Option<f32>; KNOBS.len()],
    pub parts: [Option<bool>; PARTS.len()],
    pub tints: [Option<Rgb>; TINTS.len()],
    /// Where the middles of the first three of [`PARTS`] are kept, in the order of [`PLACES`], in millimetres from the top left corner of the
    /// sheet.
    pub places: [Option<(f32, f32)>; PLACES.len()],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// Spaces on paper, and nothing else.
    #[default]
    Plain,
    /// Everything in colour.
    Map,
    /// The same on white, which saves ink.
    Line,
}

/// A number that a look may give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Knob {
    /// The number of levels between the lowest ground and the highest.
    Relief,
    /// How hilly the ground is away from the course, in heights of a space.
    Noise,
    /// The width of contours, in millimetres.
    Contour,
    /// The widths of ribbon and shoulders, as multiples of a space's.
    Ribbon,
    Shoulder,
    /// How far shadows fall, in millimetres.
    Shadow,
    /// How much of the ground is forest, from 0 to 1.
    Trees,
    /// The usual height of trees, in millimetres.
    TreeSize,
    /// How much higher the ground lies at the head of the sheet than at its foot, in heights of a space.
    Slope,
    /// Up to which share of the sheet's height trees grow.
    TreeLine,
    /// How much of the ground above the trees is rock, from 0 to 1.
    Rocks,
    /// Every so many spaces, the number of a space stands beside the course; 0 for none.
    Numbers,
}

/// A part that a board has or doesn't have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardPart {
    Title,
    Legend,
    Profile,
    /// The pieces of ribbons have the colours of the spaces that they lead to.
    Tinted,
    /// A sky above the highest spaces.
    Sky,
    /// The ground is a floor of planks.
    Planks,
}

/// A colour of the ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tint {
    Low,
    High,
    Contour,
    Ribbon,
    Edge,
    Tree,
    TreeLight,
    Lane,
    Sky,
}

/// Each knob with its name, its bounds and its default.
pub const KNOBS: [(&str, f64, f64, f32); 12] = [
    ("relief", 0.0, 24.0, 11.0),
    ("noise", 0.0, 10.0, 1.5),
    ("contour", 0.0, 5.0, 0.22),
    ("ribbon", 0.2, 4.0, 1.45),
    ("shoulder", 0.0, 1.0, 0.19),
    ("shadow", 0.0, 10.0, 1.3),
    ("trees", 0.0, 1.0, 0.66),
    ("tree_size", 2.0, 100.0, 7.75),
    ("slope", 0.0, 60.0, 0.0),
    ("tree_line", 0.0, 1.0, 1.0),
    ("rocks", 0.0, 1.0, 0.0),
    ("numbers", 0.0, 100.0, 0.0),
];
/// Each part with its name, and whether boards have it by default.
pub const PARTS: [(&str, bool); 6] =
    [("title", true), ("legend", true), ("profile", true), ("tinted", false), ("sky", false), ("planks", false)];
/// The names of the places of the first three of [`PARTS`], which lie wherever there is room if they are given none.
pub const PLACES: [&str; 3] = ["title_at", "legend_at", "profile_at"];
/// Each tint with its name, and its defaults on a map and in lines.
pub const TINTS: [(&str, [Rgb; 2]); 9] = [
    ("low", [[0xdf, 0xe6, 0xdc], [0xff; 3]]),
    ("high", [[0xfd, 0xfe, 0xf9], [0xff; 3]]),
    ("contour_colour", [[0xb4, 0xc4, 0xb6], [0xc3, 0xcf, 0xd8]]),
    ("ribbon_colour", [[0xff; 3], [0xff; 3]]),
    ("edge", [[0x7b, 0x87, 0x7c], [0x6f, 0x87, 0x9d]]),
    ("tree", [[0x2c, 0x5a, 0x50], [0xa9, 0xc0, 0xb9]]),
    ("tree_light", [[0x44, 0x78, 0x6a], [0xd3, 0xdf, 0xdb]]),
    ("lane_colour", [[0x3f, 0x65, 0x79], [0xff; 3]]),
    ("sky_colour", [[0xa9, 0xcb, 0xe6], [0xff; 3]]),
];
/// The seed of tracks that give none.
const SEED: u32 = 7;
pub const STYLES: [(&str, Style); 3] = [("plain", Style::Plain), ("map", Style::Map), ("line", Style::Line)];

impl BoardLook {
    /// This look, where it says something; else the other.
    #[must_use]
    pub fn over(&self, other: &BoardLook) -> BoardLook {
        BoardLook {
            style: self.style.or(other.style),
            seed: self.seed.or(other.seed),
            knobs: std::array::from_fn(|n| self.knobs[n].or(other.knobs[n])),
            parts: std::array::from_fn(|n| self.parts[n].or(other.parts[n])),
            tints: std::array::from_fn(|n| self.tints[n].or(other.tints[n])),
            places: std::array::from_fn(|n| self.places[n].or(other.places[n])),
        }
    }

    pub fn style(&self) -> Style {
        self.style.unwrap_or_default()
    }

    pub fn seed(&self) -> u32 {
        self.seed.unwrap_or(SEED)
    }

    pub fn knob(&self, knob: Knob) -> f32 {
        self.knobs[knob as usize].unwrap_or(KNOBS[knob as usize].3)
    }

    pub fn has(&self, part: BoardPart) -> bool {
        self.parts[part as usize].unwrap_or(PARTS[part as usize].1)
    }

    /// Where a part is kept; `None` for one that lies where there is room.
    pub fn place(&self, part: BoardPart) -> Option<(f32, f32)> {
        self.places.get(part as usize).copied().flatten()
    }

    /// A colour. Those that a manifest gives are for maps: lines stay as pale as they are by default.
    pub fn tint(&self, tint: Tint) -> Rgb {
        let [map, line] = TINTS[tint as usize].1;
        if self.style() == Style::Line { line } else { self.tints[tint as usize].unwrap_or(map) }
    }
}

/// `(look: map, seed: 7, trees: 0.5, legend_at: (240, 60))`
pub(in crate::data) fn read(node: Node<'_>, problems: &mut Problems) -> BoardLook {
    let mut look = BoardLook::default();
    let Some(form) = Form::read(node, "how the board looks", problems) else { return look };
    let known = ["look", "seed"]
        .into_iter()
        .chain(KNOBS.map(|knob| knob.0))
        .chain(PARTS.map(|part| part.0))
        .chain(TINTS.map(|tint| tint.0))
        .chain(PLACES);
    form.only("the look of a board", known, problems);
    for entry in &form.entries {
        let (name, value) = (&*entry.name, entry.value);
        match name {
            "look" => look.style = form::one_of(value, &STYLES).map_err(|problem| problems.add(*problem)).ok(),
            "seed" => look.seed = form::whole(value, 0, i64::from(u32::MAX), problems).map(|seed| seed as u32),
            _ => {
                if let Some(n) = KNOBS.iter().position(|knob| knob.0 == name) {
                    look.knobs[n] = form::measure(value, KNOBS[n].1, KNOBS[n].2, problems).map(|number| number as f32);
                } else if let Some(n) = PARTS.iter().position(|part| part.0 == name) {
                    look.parts[n] = form::yes(value, problems);
                } else if let Some(n) = TINTS.iter().position(|tint| tint.0 == name) {
                    look.tints[n] = colour(value, problems);
                } else if let Some(n) = PLACES.iter().position(|place| *place == name) {
                    look.places[n] = point(value, problems).map(|(x, y)| (x as f32, y as f32));
                }
            }
        }
    }
    look
}

/// The same from a text; of what is wrong in it, nothing.
pub fn of_text(text: &str) -> BoardLook {
    Node::parse(SourceId::default(), text).map(|node| read(node, &mut Problems::default())).unwrap_or_default()
}
