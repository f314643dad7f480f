//! How things on a board look: the manifest's appearance, read in one way for the window and for pictures.

use std::sync::Arc;

use interpreter::data::manifest::look::{OWN_NAME, Wording};
use interpreter::data::manifest::{Look, Manifest, Use};
use interpreter::reading::What;
use interpreter::show::capital;
use interpreter::view::Seen;

mod links;

pub use interpreter::data::manifest::look::{
    Border, BorderLine, Dash, Gate, Head, Icon, NumberPlace, Pattern, Picture, Rgb, Shape, Shoulder, Strands,
};
pub use links::LinkLook;

/// A colour as it is written in manifests and pictures: `#9fd3c7`.
pub fn hex([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// What the manifest says of a field, or of where a kind of piece stands.
pub fn of_seen<'m>(manifest: &'m Manifest, seen: &Seen) -> &'m Look {
    match seen.what {
        Some(What::Piece(..)) => manifest.look(&seen.of),
        _ => manifest.of_field(&seen.of, &seen.name),
    }
}

/// What people call a field, or where a kind of piece stands: as the manifest says, else by its name.
pub fn heading(manifest: &Manifest, seen: &Seen) -> String {
    title(manifest, seen).unwrap_or_else(|| capital(&seen.name))
}

/// The same, if the manifest says it.
pub fn title(manifest: &Manifest, seen: &Seen) -> Option<String> {
    of_seen(manifest, seen).title.as_ref().map(ToString::to_string)
}

/// What somebody who may see a value reads: the manifest's words for it, else the value; `None` if it is hidden.
pub fn said(manifest: &Manifest, seen: &Seen) -> Option<String> {
    Some(in_words(manifest.of_field(&seen.of, &seen.name), seen.value.as_deref()?).to_owned())
}

/// A value in the words that a look has for it, else as it is.
pub fn in_words<'w>(look: &'w Look, value: &'w str) -> &'w str {
    let written = match value {
        "yes" => "true",
        "no" => "false",
        "not set" | "off the board" => "none",
        value => value,
    };
    let is_it = |wording: &&Wording| wording.value.replace('_', " ") == written;
    look.words.iter().find(is_it).map_or(value, |own| &*own.said)
}

/// How a space looks.
#[derive(Clone, Debug, Default, PartialEq)]
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
    /// What is written on it, as the manifest says.
    pub label: Option<Arc<str>>,
    /// How its edge is drawn, where its usual one doesn't do.
    pub border: Border,
    /// The radius of its corners, and how far its shadow falls, in millimetres.
    pub round: Option<f32>,
    pub shadow: Option<f32>,
    /// Where its number stands; `None`: in the middle, unless an icon is there.
    pub number: Option<NumberPlace>,
    /// The shape of the value that fills it, which flags beside a path show.
    pub shape: Option<Shape>,
    /// Drawn as a disc, as values with `shape: round` want it.
    pub is_round: bool,
    /// The colour of its icons.
    pub ink: Option<Rgb>,
    /// By how much the ground rises here.
    pub height: i8,
    /// What lies at both sides of the course here, and its colour.
    pub shoulder: Option<(Shoulder, Rgb)>,
    /// The icon of which there is one for a whole stretch of such spaces.
    pub joined: Option<Icon>,
    /// What a sign beside it says.
    pub sign: Option<Arc<str>>,
    /// What stands across the course here.
    pub gate: Option<Gate>,
    /// Whether a mat lies under and beside it, and how many houses stand around it.
    pub has_mat: bool,
    pub houses: u8,
    /// Whether its ground and edge are drawn as a part of its lane, below it.
    pub is_ground: bool,
    /// Which of its values the legend speaks of, by the names of their looks.
    pub legend: Vec<Arc<str>>,
}

/// A sign at the corner of a space: what is told by its colour is told by its shape as well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Badge {
    pub colour: Rgb,
    pub shape: Shape,
    pub says: String,
}

/// The colour of what has none.
const DARK: Rgb = [0x40, 0x44, 0x48];

/// What the manifest says of spaces: which field fills them, which parts them, and which stand on their badge.
pub struct Plan<'m> {
    manifest: &'m Manifest,
    fill: Option<&'m str>,
    split_by: Option<&'m str>,
    /// The field that says where they face.
    points: Option<&'m str>,
    /// The field that gives a badge its colour, and perhaps one that gives its number.
    badge: [Option<&'m str>; 2],
    /// The field that is written on each space.
    label: Option<&'m str>,
    /// What is said of all spaces.
    all: &'m Look,
}

impl<'m> Plan<'m> {
    pub fn of(manifest: &'m Manifest) -> Plan<'m> {
        let space = manifest.look("space");
        let badge = |n: usize| Some(&*space.fields(Use::Badge)?.get(n)?.0);
        Plan {
            manifest,
            fill: space.field(Use::Fill),
            split_by: space.field(Use::SplitBy),
            points: space.field(Use::Points),
            badge: [badge(0), badge(1)],
            label: space.field(Use::Label),
            all: space,
        }
    }

    /// Takes in what a field of a space says: its value as text, and the name of its look, `Kind.harbour`; without one it has none.
    /// Fields come in the order in which the rules declare them.
    pub fn add(&self, look: &mut SpaceLook, field: &str, shown: &str, of: Option<&str>) {
        if self.split_by == Some(field) {
            look.lanes = shown.parse().unwrap_or(0);
        }
        // The legend has one row for it, however many lanes there are.
        let splits = self.split_by == Some(field);
        if splits && look.lanes > 1 {
            let field = self.manifest.look(&of_field(field));
            look.legend.extend(field.legend.as_ref().map(|_| field.of.clone()));
        }
        if let (Some(badge), true) = (&mut look.badge, self.badge[1] == Some(field)) {
            badge.says = shown.to_owned();
        }
        let said = of.map(|of| self.manifest.look(of));
        let label = said.and_then(|said| said.field(Use::Label)).map(Arc::from);
        if self.label == Some(field) {
            let shown = shown.trim_matches('"').replace('_', " ");
            look.label = label.or((!NOTHING.contains(&&*shown)).then(|| shown.into())).or(look.label.take());
        } else {
            look.label = look.label.take().or(label);
        }
        let Some(said) = said else { return };
        if self.badge[0] == Some(field) {
            let shape = shape(self.manifest, said);
            look.badge = said.colour.map(|colour| Badge { colour, shape, says: String::new() });
            // The legend has one row for the field, whatever the badge's colour.
            let field = self.manifest.look(&of_field(field));
            look.legend.extend(look.badge.as_ref().and(field.legend.as_ref()).map(|_| field.of.clone()));
            return;
        }
        if look.letters.is_none() {
            look.letters = letters(self.manifest, said);
        }
        add_edge(look, said);
        look.ink = look.ink.or(said.ink);
        look.height = look.height.saturating_add(said.height);
        let colour = said.ink.or(said.colour).unwrap_or(DARK);
        look.shoulder = look.shoulder.or(said.shoulder.map(|shoulder| (shoulder, colour)));
        look.joined = look.joined.take().or(said.icon.clone().filter(|_| said.is_joined));
        look.sign = look.sign.take().or(said.sign.clone());
        look.gate = look.gate.or(said.gate);
        look.has_mat |= said.has_mat;
        look.houses = look.houses.max(said.houses);
        look.legend.extend(said.legend.as_ref().filter(|_| !splits).map(|_| said.of.clone()));
        look.is_round |= said.shape == Some(Shape::Round);
        match self.fill {
            Some(fill) if fill != field => look.edge = look.edge.or(said.colour),
            _ => {
                look.fill = look.fill.or(said.colour);
                look.shape = look.shape.or(said.shape);
            }
        }
        look.patterns.extend(said.pattern);
        look.icons.extend(said.icon.clone());
    }

    /// What stands for a look in the legend: that of a single value, or any badge for the field that gives badges their colour.
    pub fn sample(&self, of: &str) -> SpaceLook {
        let mut look = SpaceLook::default();
        self.add(&mut look, "", "", Some(of));
        self.finish(&mut look);
        let is_of = |field: Option<&str>| field.is_some_and(|field| of_field(field) == of);
        let is_badge = is_of(self.badge[0]);
        look.lanes = if is_of(self.split_by) { 2 } else { 0 };
        look.badge = is_badge.then(|| Badge { colour: DARK, shape: Shape::ALL[0], says: String::new() });
        look
    }

    /// Whether a look in the legend is that of the field that says where spaces face.
    pub fn faces(&self, of: &str) -> bool {
        self.points.is_some_and(|field| of_field(field) == of)
    }

    /// What is left to be said once all fields have been: where the one that fills spaces says nothing, what else has a colour fills them.
    pub fn finish(&self, look: &mut SpaceLook) {
        if look.fill.is_none() {
            look.fill = look.edge.take();
        }
        add_edge(look, self.all);
    }

    /// Takes in the name that the track gives a space.
    pub fn name(&self, look: &mut SpaceLook, name: Option<&str>) {
        if self.label == Some(OWN_NAME) {
            look.label = name.map(Arc::from).or(look.label.take());
        }
    }
}

/// The name of the look of a field of spaces.
fn of_field(field: &str) -> String {
    format!("space.{field}")
}

/// Values that aren't worth a label.
const NOTHING: [&str; 4] = ["", "none", "None", "no"];

/// Takes in what is said of edges, corners, shadows and numbers, as far as nothing said it before.
fn add_edge(look: &mut SpaceLook, said: &Look) {
    look.border = Border {
        colour: look.border.colour.or(said.border.colour),
        width: look.border.width.or(said.border.width),
        line: look.border.line.or(said.border.line),
    };
    look.round = look.round.or(said.round);
    look.shadow = look.shadow.or(said.shadow);
    look.number = look.number.or(said.number);
}

impl SpaceLook {
    /// The same for a space whose half side is `half` where the usual one is `usual`, such as a sample: what is said in millimetres shrinks
    /// with it.
    pub fn scaled(&self, half: f32, usual: f32) -> SpaceLook {
        let times = |length: Option<f32>| length.map(|length| length * half / usual.max(f32::MIN_POSITIVE));
        let border = Border { width: times(self.border.width), ..self.border };
        SpaceLook { border, round: times(self.round), shadow: times(self.shadow), ..self.clone() }
    }
}

/// The shape of a value's sign: what the manifest says, or the next one among those of its enum.
fn shape(manifest: &Manifest, look: &Look) -> Shape {
    let owner = |look: &Look| look.of.split_once('.').map(|(owner, _)| owner.to_owned());
    let mut alike = manifest.appearance.iter().filter(|other| other.colour.is_some() && owner(other) == owner(look));
    let at = alike.position(|other| other.of == look.of).unwrap_or(0);
    look.shape.unwrap_or(Shape::ALL[at % Shape::ALL.len()])
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
