//! How links look: by their kind, and by what each of them says. Kinds of which the manifest says nothing are told apart all the same.

use std::sync::Arc;

use interpreter::data::manifest::Manifest;

use super::{Dash, Head, Icon, Rgb, Strands};

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
    /// Whether a ribbon lies under it.
    pub has_ribbon: bool,
    /// Whether it leads across, from lane to lane.
    pub is_across: bool,
    /// Which of its values the legend speaks of, by the names of their looks.
    pub legend: Vec<Arc<str>>,
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
            has_ribbon: false,
            is_across: false,
            legend: vec![],
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
        look.is_seen = !manifest.look(name).is_hidden;
        look
    }

    /// Takes in what the manifest says of this name: of the kind, or of a value that the link has, `RoadType.ferry`.
    pub fn add(&mut self, manifest: &Manifest, name: &str) {
        let said = manifest.look(name);
        self.colour = said.colour.or(self.colour);
        self.icon = said.icon.clone().or(self.icon.take());
        self.width = said.width.or(self.width);
        self.dash = said.dash.unwrap_or(self.dash);
        self.strands = said.strands.unwrap_or(self.strands);
        self.head = said.head.unwrap_or(self.head);
        self.has_ribbon |= said.has_ribbon;
        self.is_across |= said.is_across;
        self.legend.extend(said.legend.as_ref().map(|_| said.of.clone()));
    }

    /// How many times as wide as lines usually are.
    pub fn times(&self) -> f32 {
        self.width.unwrap_or(if self.colour.is_some() { COLOURED } else { 1.0 })
    }
}
