//! How things on a board look: the manifest's appearance, read in one way for the window and for pictures.

use std::sync::Arc;

use interpreter::data::Loose;
use interpreter::data::manifest::{Look, Manifest};

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
    /// A small sign at its corner: its colour, and what it says.
    pub badge: Option<(Rgb, String)>,
    pub patterns: Vec<Pattern>,
    pub icons: Vec<Icon>,
    /// What stands for a value that has nothing but a colour, so that nothing is told by colour alone.
    pub letters: Option<String>,
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
    /// One small chevron.
    Exit,
    /// A house.
    Home,
    /// A chequered field.
    Finish,
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
            "exit" => Icon::Exit,
            "home" => Icon::Home,
            "finish" => Icon::Finish,
            _ => Icon::Other(name.clone()),
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

    /// Takes in what a field of a space says: its value as text, and the name of its look, `Terrain.climb`; without one it has none.
    /// Fields come in the order in which the rules declare them.
    pub fn add(&self, look: &mut SpaceLook, field: &str, shown: &str, of: Option<&str>) {
        if self.split_by == Some(field) {
            look.lanes = shown.parse().unwrap_or(0);
        }
        if let (Some((_, number)), true) = (&mut look.badge, self.badge.get(1) == Some(&field)) {
            *number = shown.to_owned();
        }
        let Some(said) = of.and_then(|of| self::of(self.manifest, of)) else { return };
        if self.badge.first() == Some(&field) {
            look.badge = said.colour.map(|colour| (colour, String::new()));
            return;
        }
        if look.letters.is_none() {
            look.letters = letters(self.manifest, said);
        }
        match self.fill {
            Some(fill) if fill != field => look.edge = look.edge.or(said.colour),
            _ => look.fill = look.fill.or(said.colour),
        }
        look.patterns.extend(said.pattern.as_deref().and_then(Pattern::of));
        look.icons.extend(said.icon.as_ref().map(Icon::of));
    }
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

/// What the manifest says of one thing: `Terrain.climb`, `Lift`.
pub fn of<'m>(manifest: &'m Manifest, name: &str) -> Option<&'m Look> {
    manifest.appearance.iter().find(|look| *look.of == *name)
}

/// The colour of all things of a kind: of the links `Lift`.
pub fn colour(manifest: &Manifest, name: &str) -> Option<Rgb> {
    of(manifest, name)?.colour
}

/// Whether links of a kind are not to be drawn.
pub fn is_hidden(manifest: &Manifest, name: &str) -> bool {
    manifest.look(name, "hidden") == Some(&Loose::Bool(true))
}
