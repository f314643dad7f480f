//! The layers of a board. What lies in the ground and in the space layer is played and printed; a backdrop and notes are for the drawing table.

use crate::data::form::{self, Form};
use crate::data::node::Node;
use crate::data::problems::Problems;

/// One layer of a board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Layer {
    /// What somebody traces.
    Backdrop,
    /// Below links and spaces.
    Ground,
    /// Spaces, links and paths, and above them what is written there.
    Spaces,
    /// What designers tell one another.
    Notes,
}

impl Layer {
    /// All layers, from below.
    pub const ALL: [Layer; 4] = [Layer::Backdrop, Layer::Ground, Layer::Spaces, Layer::Notes];

    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Layer::Backdrop => "backdrop",
            Layer::Ground => "ground",
            Layer::Spaces => "spaces",
            Layer::Notes => "notes",
        }
    }

    /// Where decor of a kind lies that names no layer.
    pub fn usual(kind: &str) -> Layer {
        match kind {
            "picture" => Layer::Backdrop,
            "area" | "stroke" => Layer::Ground,
            _ => Layer::Spaces,
        }
    }

    /// Whether what lies in it is part of the finished board.
    pub fn is_printed(self) -> bool {
        matches!(self, Layer::Ground | Layer::Spaces)
    }

    pub(super) fn read(node: Node<'_>, problems: &mut Problems) -> Option<Layer> {
        match form::one_of(node, &Layer::ALL.map(|layer| (layer.name(), layer))) {
            Ok(layer) => Some(layer),
            Err(problem) => {
                problems.add(*problem);
                None
            }
        }
    }
}

/// Checks `(backdrop: (locked: true), notes: (hidden: true))`. Only the drawing table reads them.
pub(super) fn check(node: Node<'_>, problems: &mut Problems) {
    let Some(form) = Form::read(node, "layers", problems) else { return };
    form.only("the list of layers", Layer::ALL.map(Layer::name).into_iter(), problems);
    for layer in Layer::ALL {
        let Some(form) = form.get(layer.name()).and_then(|node| Form::read(node, "a layer", problems)) else { continue };
        form.only("a layer", ["locked", "hidden"].into_iter(), problems);
        for name in ["locked", "hidden"] {
            form.get(name).map(|node| form::yes(node, problems));
        }
    }
}
