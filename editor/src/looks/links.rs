//! How links look: by their kind, and by what each of them says. Kinds of which the manifest says nothing are told apart all the same.

use interpreter::data::Loose;
use interpreter::data::manifest::Manifest;

use super::{Icon, Rgb};

/// How a link is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkLook {
    pub colour: Option<Rgb>,
    /// How many times as wide as lines usually are.
    pub width: Option<f32>,
    pub dash: Dash,
    pub strands: Strands,
    pub head: Head,
    /// On its middle.
    pub icon: Option<Icon>,
    pub is_seen: bool,
}

/// Where a line is interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Dash {
    #[default]
    Solid,
    Dashes,
    Dots,
    DashDots,
    Long,
}

/// What a line is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Strands {
    #[default]
    Single,
    /// Two lines beside each other.
    Double,
    /// A line with discs on it.
    Beads,
    /// A line with short ones across it.
    Ticks,
}

/// What says where it leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Head {
    #[default]
    Filled,
    /// Two strokes.
    Open,
    /// Two open ones, one behind the other.
    Double,
    /// It leads both ways.
    None,
}

/// Dashes and heads of kinds of which the manifest says nothing, by their position among all.
const USUAL: [(Dash, Head); 5] = [
    (Dash::Solid, Head::Filled),
    (Dash::Dashes, Head::Open),
    (Dash::Dots, Head::Double),
    (Dash::DashDots, Head::Filled),
    (Dash::Long, Head::Open),
];
/// Lines of a colour are so much wider, unless the manifest says how wide they are.
const COLOURED: f32 = 2.0;

impl Default for LinkLook {
    fn default() -> LinkLook {
        LinkLook {
            colour: None,
            width: None,
            dash: Dash::Solid,
            strands: Strands::Single,
            head: Head::Filled,
            icon: None,
            is_seen: true,
        }
    }
}

impl LinkLook {
    /// The look of all links of a kind; `n` is the position of the kind among all of them.
    pub fn of_kind(manifest: &Manifest, name: &str, n: usize, both_ways: bool) -> LinkLook {
        let (dash, head) = USUAL[n % USUAL.len()];
        let head = if both_ways { Head::None } else { head };
        let mut look = LinkLook { dash, head, ..LinkLook::default() };
        look.add(manifest, name);
        look.is_seen = manifest.look(name, "hidden") != Some(&Loose::Bool(true));
        look
    }

    /// Takes in what the manifest says of this name: of the kind, or of a value that the link has, `RoadType.ferry`.
    pub fn add(&mut self, manifest: &Manifest, name: &str) {
        let Some(said) = super::of(manifest, name) else { return };
        let word = |key: &str| manifest.look(name, key).and_then(Loose::name);
        self.colour = said.colour.or(self.colour);
        self.icon = said.icon.as_ref().map(Icon::of).or(self.icon.take());
        if let Some(Loose::Number(width)) = manifest.look(name, "width") {
            self.width = Some((*width as f32).clamp(0.2, 10.0));
        }
        match word("dash") {
            Some("solid") => self.dash = Dash::Solid,
            Some("dashes") => self.dash = Dash::Dashes,
            Some("dots") => self.dash = Dash::Dots,
            Some("dash_dots") => self.dash = Dash::DashDots,
            Some("long") => self.dash = Dash::Long,
            _ => {}
        }
        match word("stroke") {
            Some("single") => self.strands = Strands::Single,
            Some("double") => self.strands = Strands::Double,
            Some("beads") => self.strands = Strands::Beads,
            Some("ticks") => self.strands = Strands::Ticks,
            _ => {}
        }
        match word("arrow") {
            Some("filled") => self.head = Head::Filled,
            Some("open") => self.head = Head::Open,
            Some("double") => self.head = Head::Double,
            Some("none") => self.head = Head::None,
            _ => {}
        }
    }

    /// How many times as wide as lines usually are.
    pub fn times(&self) -> f32 {
        self.width.unwrap_or(if self.colour.is_some() { COLOURED } else { 1.0 })
    }
}

impl Dash {
    /// Lengths drawn and left out, in turn, measured by the width of the line; nothing where it is not interrupted.
    pub fn lengths(self) -> &'static [f32] {
        match self {
            Dash::Solid => &[],
            Dash::Dashes => &[4.0, 2.5],
            Dash::Dots => &[1.0, 2.0],
            Dash::DashDots => &[6.0, 2.0, 1.0, 2.0],
            Dash::Long => &[10.0, 3.0],
        }
    }
}
