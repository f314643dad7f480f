//! Guides: lines across the sheet that places snap to, kept with the track as `guides: (x: [40.0], y: [60.0, 120.5])`.

use std::sync::Arc;

use interpreter::data::track::MOST_GUIDES;

use super::document::Header;
use super::edit::{Edit, FARTHEST};
use super::fields::{self, Fields, millimetres, rounded};

/// The guides of a track, in millimetres from its top left corner.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Guides {
    /// Those from top to bottom.
    pub x: Vec<f64>,
    /// Those from left to right.
    pub y: Vec<f64>,
}

impl Guides {
    pub fn of(header: &Header) -> Guides {
        let form = header.get("guides").and_then(|value| Fields::read(value)).unwrap_or_default();
        let side = |name: &str| -> Vec<f64> {
            let items = form.get(name).map(|list| fields::items(list)).unwrap_or_default();
            let numbers = items.iter().filter_map(|item| fields::number(item)).filter(|at| at.abs() <= FARTHEST);
            numbers.take(MOST_GUIDES).collect()
        };
        Guides { x: side("x"), y: side("y") }
    }

    pub fn is_empty(&self) -> bool {
        self.x.is_empty() && self.y.is_empty()
    }

    pub fn side(&self, is_upright: bool) -> &[f64] {
        if is_upright { &self.x } else { &self.y }
    }

    /// The edit that moves a guide, or makes or removes one where there is nothing before or after.
    pub fn changed(&self, is_upright: bool, from: Option<f64>, to: Option<f64>) -> Edit {
        let mut guides = self.clone();
        let side = if is_upright { &mut guides.x } else { &mut guides.y };
        if let Some(n) = from.and_then(|from| side.iter().position(|at| *at == from)) {
            side.remove(n);
        }
        let to = to.map(rounded).filter(|to| to.abs() <= FARTHEST && side.len() < MOST_GUIDES && !side.contains(to));
        side.extend(to);
        side.sort_by(f64::total_cmp);
        let what = match (from, to) {
            (None, _) => "add a guide",
            (Some(_), Some(_)) => "move a guide",
            (Some(_), None) => "remove a guide",
        };
        Edit::All(what.to_owned(), vec![Edit::Track { name: "guides".into(), value: guides.written() }])
    }

    /// The edit that removes all of them.
    pub fn cleared() -> Edit {
        Edit::All("remove all guides".to_owned(), vec![Edit::Track { name: "guides".into(), value: None }])
    }

    fn written(&self) -> Option<Arc<str>> {
        let list = |side: &[f64]| side.iter().map(|at| millimetres(*at)).collect::<Vec<_>>().join(", ");
        (!self.is_empty()).then(|| format!("(x: [{}], y: [{}])", list(&self.x), list(&self.y)).into())
    }
}
