//! What is drawn beside the spaces: labels, pictures, areas and strokes.

use std::sync::Arc;

use crate::data::form::{self, Form};
use crate::data::manifest::look::{DASHES, Dash, PATTERNS, Pattern, Rgb, colour};
use crate::data::node::Node;
use crate::data::problems::Problems;
use crate::data::track::courses::{LineNode, MOST_NODES, read_node};
use crate::data::track::layer::Layer;
use crate::data::track::{FARTHEST, on_table, point};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span};

/// One thing that is only there to be looked at.
#[derive(Clone, PartialEq, Debug)]
pub struct Decor {
    pub kind: DecorKind,
    pub layer: Layer,
    /// Its middle in millimetres.
    pub at: (f64, f64),
    /// The height of letters in millimetres.
    pub size: Option<f64>,
    /// Width and height of a picture in millimetres; the width of a stroke, or of the edge of an area.
    pub width: Option<f64>,
    pub height: Option<f64>,
    /// Which shares of a picture are cut off: at its left, its top, its right and its foot. Its width and height are those of what is left.
    pub crop: [f64; 4],
    /// Degrees, clockwise.
    pub turn: f64,
    /// From 0 to 1.
    pub opacity: f64,
    pub colour: Option<Rgb>,
    pub lettering: Lettering,
    pub span: Span,
}

/// How the letters of a label are drawn.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Lettering {
    pub weight: Weight,
    pub align: Align,
    /// The colour of the rim around letters.
    pub halo: Option<Rgb>,
    /// Whether they follow the line of the nearest link.
    pub along: bool,
}

/// How heavy letters are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Weight {
    #[default]
    Regular,
    Bold,
    Black,
}

/// Which part of a label lies at its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Align {
    Left,
    #[default]
    Centre,
    Right,
}

/// The words for weights and alignments.
pub const WEIGHTS: [(&str, Weight); 3] = [("regular", Weight::Regular), ("bold", Weight::Bold), ("black", Weight::Black)];
pub const ALIGNS: [(&str, Align); 3] = [("left", Align::Left), ("centre", Align::Centre), ("right", Align::Right)];
/// The fields that say how letters are drawn.
pub const LETTERING: [&str; 4] = ["weight", "align", "halo", "along"];

#[derive(Clone, PartialEq, Debug)]
pub enum DecorKind {
    Label(Arc<str>),
    /// A file beside the track.
    Picture(Arc<str>),
    /// A closed line, with what is in it.
    Area(Shape),
    /// An open line.
    Stroke(Shape),
}

/// A line drawn by hand, and how it looks.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Shape {
    /// What it passes, in millimetres from the place of the whole.
    pub nodes: Vec<LineNode>,
    pub pattern: Option<Pattern>,
    /// The colour of an area's edge; without one, it has none.
    pub edge: Option<Rgb>,
    pub dash: Dash,
    /// How densely what stands for each of [`SCATTERS`] is strewn over an area, from 0 to 1.
    pub scatters: [f32; SCATTERS.len()],
}

/// What can be strewn over an area.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scatter {
    Trees,
    Rocks,
    Houses,
    /// Tufts of blades.
    Tufts,
    /// Short curved lines.
    Waves,
}

/// All that can be strewn, with its name in files.
pub const SCATTERS: [(&str, Scatter); 5] = [
    ("trees", Scatter::Trees),
    ("rocks", Scatter::Rocks),
    ("houses", Scatter::Houses),
    ("tufts", Scatter::Tufts),
    ("waves", Scatter::Waves),
];
/// The words for the kinds of decor.
pub const KINDS: [&str; 4] = ["label", "picture", "area", "stroke"];
/// The fields that say how an area looks; a stroke has the first three of them.
pub const LOOKS: [&str; 11] =
    ["colour", "width", "dash", "opacity", "pattern", "edge", "trees", "rocks", "houses", "tufts", "waves"];

/// The number of characters of a label that are drawn, at most.
pub const LONGEST_LABEL: usize = 1_000;

/// The fields for the shares of a picture that are cut off.
pub const CROPS: [&str; 4] = ["crop_left", "crop_top", "crop_right", "crop_bottom"];
/// How much of a picture may be cut off, across and down.
pub const MOST_CROPPED: f64 = 0.98;

const FIELDS: [&str; 14] =
    ["kind", "text", "file", "label", "picture", "at", "size", "width", "height", "turn", "opacity", "colour", "layer", "table"];

/// `(kind: "label", text: "Start", at: (10, 10), size: 3.5)`, or `(label: "Start", at: (10, 10))` for short.
pub fn read(node: Node<'_>, problems: &mut Problems) -> Option<Decor> {
    let form = Form::read(node, "a label, a picture, an area or a stroke", problems)?;
    form.only("decor", FIELDS.into_iter().chain(CROPS).chain(["nodes"]).chain(LOOKS).chain(LETTERING), problems);
    if let Some(node) = form.get("table") {
        on_table(node, problems);
    }
    let kind = match form.get("kind") {
        Some(kind) => {
            let word = form::word(kind, problems)?;
            let Some(known) = KINDS.into_iter().find(|known| *known == &*word) else {
                let message = format!("expected \"label\", \"picture\", \"area\" or \"stroke\", not {word:?}");
                problems.add(Diagnostic::error(Code::WrongValue, kind.span(), message));
                return None;
            };
            known
        }
        None if form.get("picture").is_some() => "picture",
        None => "label",
    };
    let is_drawn = matches!(kind, "area" | "stroke");
    let content = match (form.get(kind), kind) {
        (Some(short), _) if !is_drawn => Some(short),
        (_, "label") => form.required("text", "this decor", "\"…\"", problems),
        (_, "picture") => form.required("file", "this decor", "\"…\"", problems),
        _ => form.required("nodes", "this decor", "[(at: (0, 0)), (at: (30, 0)), (at: (30, 20))]", problems),
    };
    let at = form.required("at", "this decor", "(12.5, 40)", problems).and_then(|node| point(node, problems));
    let mut length = |name: &str, low: f64, high: f64| form.get(name).and_then(|node| form::measure(node, low, high, problems));
    let (size, width, height) = (length("size", 0.1, FARTHEST), length("width", 0.1, FARTHEST), length("height", 0.1, FARTHEST));
    let (turn, opacity) = (length("turn", -360.0, 360.0), length("opacity", 0.0, 1.0));
    let crop = CROPS.map(|name| length(name, 0.0, MOST_CROPPED).unwrap_or(0.0));
    if crop[0] + crop[2] > MOST_CROPPED || crop[1] + crop[3] > MOST_CROPPED {
        let problem = Diagnostic::error(Code::WrongValue, form.opening(), "nothing of this picture is left");
        problems.add(
            problem
                .hint(format!("`crop_left` and `crop_right`, or `crop_top` and `crop_bottom`, may be {MOST_CROPPED} together")),
        );
        return None;
    }
    let mut tint = |name: &str| form.get(name).and_then(|node| colour(node, problems));
    let (colour, halo) = (tint("colour"), tint("halo"));
    let mut word = |problem: Box<Diagnostic>| problems.add(*problem);
    let weight = form.get("weight").and_then(|node| form::one_of(node, &WEIGHTS).map_err(&mut word).ok());
    let align = form.get("align").and_then(|node| form::one_of(node, &ALIGNS).map_err(&mut word).ok());
    let along = form.get("along").and_then(|node| form::yes(node, problems));
    let lettering =
        Lettering { weight: weight.unwrap_or_default(), align: align.unwrap_or_default(), halo, along: along.unwrap_or(false) };
    let layer = form.get("layer").and_then(|node| Layer::read(node, problems)).unwrap_or(Layer::usual(kind));
    let node = content?;
    let kind = if is_drawn {
        let shape = shape(&form, node, problems);
        if kind == "area" { DecorKind::Area(shape?) } else { DecorKind::Stroke(shape?) }
    } else {
        let content = form::text(node, problems)?;
        let letters = content.chars().count();
        if letters > LONGEST_LABEL {
            let message = format!("this label has {letters} characters, of which the first {LONGEST_LABEL} are drawn");
            problems
                .add(Diagnostic::warning(Code::TooLarge, node.span(), message).hint("shorten it, or make several labels of it"));
        }
        if kind == "picture" { DecorKind::Picture(content) } else { DecorKind::Label(content) }
    };
    let span = form.opening();
    Some(Decor {
        kind,
        layer,
        at: at?,
        size,
        width,
        height,
        crop,
        turn: turn.unwrap_or(0.0),
        opacity: opacity.unwrap_or(1.0),
        colour,
        lettering,
        span,
    })
}

/// The same from a text; of what is wrong in it, nothing.
pub fn of_text(text: &str) -> Option<Decor> {
    read(Node::parse(SourceId::default(), text).ok()?, &mut Problems::default())
}

/// Reads a line drawn by hand. `nodes` are those it passes.
fn shape(form: &Form<'_>, nodes: Node<'_>, problems: &mut Problems) -> Option<Shape> {
    let nodes = form::list(nodes, "the points of a line", problems)?;
    if nodes.len() < 2 || nodes.len() > MOST_NODES {
        let message = format!("a line may have 2 to {MOST_NODES} points, and this one has {}", nodes.len());
        let problem = Diagnostic::error(Code::WrongValue, form.opening(), message);
        problems.add(problem.hint("write the places that it passes, as in `[(at: (0, 0)), (at: (30, 0)), (at: (30, 20))]`"));
        return None;
    }
    let nodes = nodes.into_iter().filter_map(|node| read_node(node, problems)).collect();
    let pattern =
        form.get("pattern").and_then(|node| form::one_of(node, &PATTERNS).map_err(|problem| problems.add(*problem)).ok());
    let dash = form.get("dash").and_then(|node| form::one_of(node, &DASHES).map_err(|problem| problems.add(*problem)).ok());
    let edge = form.get("edge").and_then(|node| colour(node, problems));
    let scatters = SCATTERS.map(|(name, _)| {
        let share = form.get(name).and_then(|node| form::measure(node, 0.0, 1.0, problems));
        share.unwrap_or(0.0) as f32
    });
    Some(Shape { nodes, pattern, edge, dash: dash.unwrap_or_default(), scatters })
}
