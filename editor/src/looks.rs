//! How things on a board look: the manifest's appearance, read in one way for the window and for pictures.

use std::sync::Arc;

use interpreter::data::Loose;
use interpreter::data::manifest::{Look, Manifest};

mod links;

pub use links::{Dash, Head, LinkLook, Strands};

/// Red, green, blue.
pub type Rgb = [u8; 3];

/// How a space looks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpaceLook {
    pub fill: Option<Rgb>,
    /// The colour of its edge: what it is besides.
    pub edge: Option<Rgb>,
    /// Into how many lanes it is split.
    pub lanes: usize,
    /// A small sign at its corner.
    pub badge: Option<Badge>,
    pub patterns: Vec<Pattern>,
    pub icons: Vec<Icon>,
    /// What stands for a value that has nothing but a colour, so that nothing is told by colour alone.
    pub letters: Option<String>,
    /// Drawn as a disc, as values with `shape: round` want it.
    pub is_round: bool,
}

/// A sign at the corner of a space: what is told by its colour is told by its shape as well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Badge {
    pub colour: Rgb,
    pub shape: Shape,
    pub says: String,
}

/// Shapes of signs, in the order in which they are given to values of which the manifest doesn't say one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Round,
    Square,
    Diamond,
    Triangle,
    Hexagon,
    /// A square with a point below.
    Shield,
}

/// Whether a word says that something is round.
pub fn is_round(word: &str) -> bool {
    matches!(word, "round" | "circle" | "disc")
}

impl Shape {
    pub const ALL: [Shape; 6] = [Shape::Round, Shape::Square, Shape::Diamond, Shape::Triangle, Shape::Hexagon, Shape::Shield];

    /// The shape of this name, if there is one.
    pub fn of(name: &str) -> Option<Shape> {
        match name {
            word if is_round(word) => Some(Shape::Round),
            "square" => Some(Shape::Square),
            "diamond" => Some(Shape::Diamond),
            "triangle" => Some(Shape::Triangle),
            "hexagon" => Some(Shape::Hexagon),
            "shield" => Some(Shape::Shield),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    Dots,
    Cross,
    Stripes,
}

impl Pattern {
    /// The pattern of this name, if there is one.
    pub fn of(name: &str) -> Option<Pattern> {
        match name {
            "dots" => Some(Pattern::Dots),
            "cross" => Some(Pattern::Cross),
            "stripes" => Some(Pattern::Stripes),
            _ => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Icon {
    TwoArrows,
    LongArrow,
    /// A long arrow that leads aslant, to the right or to the left of the way.
    ArrowRight,
    ArrowLeft,
    /// A line with an arrowhead before it.
    Start,
    /// A line across, where one enters.
    Line,
    /// One small chevron.
    Exit,
    /// A house.
    Home,
    /// A chequered field.
    Finish,
    /// An arrow that points up on the sheet, however the space lies.
    Up,
    Cup,
    /// A shape, upright.
    Shape(Shape),
    /// One that is not known is drawn as its first letter.
    Other(Arc<str>),
}

impl Icon {
    pub fn of(name: &Arc<str>) -> Icon {
        match &**name {
            "two-arrows" => Icon::TwoArrows,
            "long-arrow" => Icon::LongArrow,
            "arrow-right" => Icon::ArrowRight,
            "arrow-left" => Icon::ArrowLeft,
            "start" => Icon::Start,
            "line" => Icon::Line,
            "exit" => Icon::Exit,
            "home" => Icon::Home,
            "finish" => Icon::Finish,
            "up" => Icon::Up,
            "cup" => Icon::Cup,
            other => Shape::of(other).map_or_else(|| Icon::Other(name.clone()), Icon::Shape),
        }
    }
}

/// What the manifest says of spaces: which field fills them, which parts them, and which stand on their badge.
pub struct Plan<'m> {
    manifest: &'m Manifest,
    fill: Option<&'m str>,
    split_by: Option<&'m str>,
    /// The field that gives a badge its colour, and perhaps one that gives its number.
    badge: Vec<&'m str>,
}

impl<'m> Plan<'m> {
    pub fn of(manifest: &'m Manifest) -> Plan<'m> {
        let named = |key: &str| manifest.look("space", key).and_then(Loose::name);
        let badge = manifest.look("space", "badge").map(Loose::names).unwrap_or_default();
        Plan { manifest, fill: named("fill"), split_by: named("split_by"), badge }
    }

    /// Takes in what a field of a space says: its value as text, and the name of its look, `Kind.harbour`; without one it has none.
    /// Fields come in the order in which the rules declare them.
    pub fn add(&self, look: &mut SpaceLook, field: &str, shown: &str, of: Option<&str>) {
        if self.split_by == Some(field) {
            look.lanes = shown.parse().unwrap_or(0);
        }
        if let (Some(badge), true) = (&mut look.badge, self.badge.get(1) == Some(&field)) {
            badge.says = shown.to_owned();
        }
        let Some(said) = of.and_then(|of| self::of(self.manifest, of)) else { return };
        if self.badge.first() == Some(&field) {
            let shape = shape(self.manifest, said);
            look.badge = said.colour.map(|colour| Badge { colour, shape, says: String::new() });
            return;
        }
        if look.letters.is_none() {
            look.letters = letters(self.manifest, said);
        }
        look.is_round |= self.manifest.look(&said.of, "shape").and_then(Loose::name).and_then(Shape::of) == Some(Shape::Round);
        match self.fill {
            Some(fill) if fill != field => look.edge = look.edge.or(said.colour),
            _ => look.fill = look.fill.or(said.colour),
        }
        look.patterns.extend(said.pattern.as_deref().and_then(Pattern::of));
        look.icons.extend(said.icon.as_ref().map(Icon::of));
    }

    /// What is left to be said once all fields have been: where the one that fills spaces says nothing, what else has a colour fills them.
    pub fn finish(&self, look: &mut SpaceLook) {
        if look.fill.is_none() {
            look.fill = look.edge.take();
        }
    }
}

/// The shape of a value's sign: what the manifest says, or the next one among those of its enum.
fn shape(manifest: &Manifest, look: &Look) -> Shape {
    let said = manifest.look(&look.of, "shape").and_then(Loose::name).and_then(Shape::of);
    let owner = |look: &Look| look.of.split_once('.').map(|(owner, _)| owner.to_owned());
    let mut alike = manifest.appearance.iter().filter(|other| other.colour.is_some() && owner(other) == owner(look));
    let at = alike.position(|other| other.of == look.of).unwrap_or(0);
    said.unwrap_or(Shape::ALL[at % Shape::ALL.len()])
}

/// The first letters of a value that has a colour, but neither pattern nor icon, as many as tell it from the others of its enum.
/// One such value needs none: it is the one without a sign, and the manifest names it first.
pub fn letters(manifest: &Manifest, look: &Look) -> Option<String> {
    let is_bare = |look: &Look| look.colour.is_some() && look.pattern.is_none() && look.icon.is_none();
    let (owner, value) = look.of.split_once('.').filter(|_| is_bare(look))?;
    let alike = |of: &'_ Look| of.of.split_once('.').filter(|(o, _)| *o == owner).map(|(_, value)| value.to_owned());
    let bare: Vec<String> = manifest.appearance.iter().filter(|look| is_bare(look)).filter_map(alike).collect();
    if bare.first().is_none_or(|first| *first == *value) || !owner.starts_with(char::is_uppercase) {
        return None;
    }
    let others: Vec<String> = manifest.appearance.iter().filter_map(alike).filter(|other| *other != *value).collect();
    let first = |count: usize| value.chars().take(count).collect::<String>();
    let count = (1..=value.chars().count()).find(|count| !others.iter().any(|other| other.starts_with(&first(*count))));
    let letters = first(count.unwrap_or(3).min(3));
    let mut chars = letters.chars();
    chars.next().map(|c| c.to_uppercase().chain(chars).collect())
}

/// What the manifest says of one thing: `Kind.harbour`, `ferry`.
pub fn of<'m>(manifest: &'m Manifest, name: &str) -> Option<&'m Look> {
    manifest.appearance.iter().find(|look| *look.of == *name)
}

/// The colour of all things of a kind: of the links `ferry`.
pub fn colour(manifest: &Manifest, name: &str) -> Option<Rgb> {
    of(manifest, name)?.colour
}

/// Whether all tiles lie straight, as those of spots that no one way leads through: `"space": (turn: false)`.
pub fn lies_straight(manifest: &Manifest) -> bool {
    manifest.look("space", "turn") == Some(&Loose::Bool(false))
}
