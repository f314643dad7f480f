//! What is drawn beside the spaces: labels, and pictures to trace.

use std::sync::Arc;

use crate::data::form::{self, Form};
use crate::data::manifest::look::{Rgb, colour};
use crate::data::node::Node;
use crate::data::problems::Problems;
use crate::data::track::layer::Layer;
use crate::data::track::{FARTHEST, on_table, point};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// One thing that is only there to be looked at.
#[derive(Clone, PartialEq, Debug)]
pub struct Decor {
    pub kind: DecorKind,
    pub layer: Layer,
    /// Its middle in millimetres.
    pub at: (f64, f64),
    /// The height of letters in millimetres.
    pub size: Option<f64>,
    /// Width and height of a picture in millimetres.
    pub width: Option<f64>,
    pub height: Option<f64>,
    /// Which shares of a picture are cut off: at its left, its top, its right and its foot. Its width and height are those of what is left.
    pub crop: [f64; 4],
    /// Degrees, clockwise.
    pub turn: f64,
    /// From 0 to 1.
    pub opacity: f64,
    pub colour: Option<Rgb>,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub enum DecorKind {
    Label(Arc<str>),
    /// A file beside the track.
    Picture(Arc<str>),
}

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
    let form = Form::read(node, "a label or a picture", problems)?;
    form.only("decor", FIELDS.into_iter().chain(CROPS), problems);
    if let Some(node) = form.get("table") {
        on_table(node, problems);
    }
    let kind = match form.get("kind") {
        Some(kind) => match form::word(kind, problems)?.as_ref() {
            "label" => "label",
            "picture" => "picture",
            other => {
                let message = format!("expected \"label\" or \"picture\", not {other:?}");
                problems.add(Diagnostic::error(Code::WrongValue, kind.span(), message));
                return None;
            }
        },
        None if form.get("picture").is_some() => "picture",
        None => "label",
    };
    let content = if kind == "label" { "text" } else { "file" };
    let content = match form.get(kind) {
        Some(short) => Some(short),
        None => form.required(content, "this decor", "\"…\"", problems),
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
    let colour = form.get("colour").and_then(|node| colour(node, problems));
    let is_picture = kind == "picture";
    let layer = form.get("layer").and_then(|node| Layer::read(node, problems)).unwrap_or(Layer::usual(is_picture));
    let node = content?;
    let content = form::text(node, problems)?;
    let letters = content.chars().count();
    if letters > LONGEST_LABEL {
        let message = format!("this label has {letters} characters, of which the first {LONGEST_LABEL} are drawn");
        problems.add(Diagnostic::warning(Code::TooLarge, node.span(), message).hint("shorten it, or make several labels of it"));
    }
    let kind = if is_picture { DecorKind::Picture(content) } else { DecorKind::Label(content) };
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
        span,
    })
}
