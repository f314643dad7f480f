//! Trails of the real world as courses: [`read`] from GPX, [`laid`](lay) on a sheet in few nodes, and made steep where the trail is.
//!
//! A game's rules decide what a climb is: the designer chooses which value spaces get where the trail is how steep. The manifest's looks tell
//! by how much the ground rises with a value, and so which values to propose.

use std::sync::Arc;

use interpreter::data::track::tiles::SHARE;
use kurbo::Size;

use super::fields::millimetres;
use super::tools::course::{CourseDraft, Spread};
use super::{Checker, Document, Edit, begin, edit, fit};

mod gpx;
mod ground;
mod laid;
mod slopes;

pub use gpx::{ENDING, read};
pub use ground::{Fix, Trail, far_text};
pub use laid::{Laid, TileOn, lay};
pub use slopes::{PERCENT, Slope, SlopeRule, SlopeValue, slope_values};

/// How a trail becomes a course.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    pub sheet: Size,
    /// Where on the trail the course begins and ends, in metres.
    pub from: f64,
    pub to: f64,
    /// The number of tiles.
    pub count: usize,
    pub is_closed: bool,
    /// Whether north is at the head of the sheet. Else the trail is turned so that it becomes as large as possible.
    pub is_north_up: bool,
    /// How far the course may lie beside the trail, in distances from tile to tile.
    pub smooth: f64,
    pub rules: Vec<SlopeRule>,
}

/// The number of tiles, at least and at most.
pub const TILES: (usize, usize) = (3, 500);
/// The usual number, at most.
const USUAL_TILES: usize = 80;
/// How far the course may lie beside the trail, at least, usually and at most.
pub const SMOOTH: (f64, f64, f64) = (0.02, 0.3, 2.0);

impl Plan {
    /// The plan to begin with: the whole trail, tiles about as far apart as on the game's other tracks, and climbs and downhills for the
    /// values that the manifest draws so.
    pub fn proposed(trail: &Trail, checker: &Checker, sheet: Size) -> Plan {
        let mut plan = Plan {
            sheet,
            from: 0.0,
            to: trail.length(),
            count: USUAL_TILES,
            is_closed: trail.is_loop(),
            is_north_up: false,
            smooth: SMOOTH.1,
            rules: vec![],
        };
        let every = fit::settings(&Document::new("", "", sheet), checker.other_tracks("")).every;
        if let Ok(laid) = lay(trail, &plan) {
            let length = laid.spacing * plan.count as f64;
            plan.count = ((length / every).round() as usize).clamp(TILES.0, USUAL_TILES);
        }
        let slopes = lay(trail, &plan).map(|laid| laid.slopes()).unwrap_or_default();
        plan.rules = slopes::proposed(&slope_values(checker), &slopes);
        plan
    }

    /// What a tile of this slope says.
    pub fn value_of(&self, slope: Slope) -> Option<&SlopeRule> {
        let holds = |rule: &&SlopeRule| rule.value.is_some() && rule.holds(slope);
        self.rules.iter().filter(holds).max_by(|a, b| a.percent.total_cmp(&b.percent))
    }
}

/// A new track with the trail as its course.
///
/// # Errors
/// Why there is none, for people.
pub fn track(checker: &Checker, title: &str, trail: &Trail, plan: &Plan) -> Result<Document, String> {
    let laid = lay(trail, plan)?;
    let schema = &*checker.schema;
    let mut document = begin::track(checker, title, plan.sheet);
    // Tiles that touch on the way leave no room for pawns beside them.
    let usual = document.header().tile().unwrap_or(laid.spacing);
    let tile = usual.min(laid.spacing * SHARE.0).max(interpreter::data::track::TILES.0);
    Arc::make_mut(&mut document.header).set("tile", Some(millimetres(tile).into()));
    let draft = CourseDraft {
        points: laid.line.nodes.iter().map(|node| node.at).collect(),
        is_closed: plan.is_closed,
        spread: Spread::Count(plan.count),
        lanes: 1,
        pen: super::hand::Settings::default().course_kind(schema),
        ..CourseDraft::default()
    };
    let drawn = draft.edit(&document, schema).ok_or("the trail is too short for a course")?;
    let drawn = edit::apply(&document, schema, &drawn)?;
    let said = |rule: &SlopeRule| {
        let value = rule.value.clone()?;
        let tiles = drawn.spaces().iter().zip(&laid.tiles);
        let own = tiles.filter(|(_, tile)| tile.slope.and_then(|slope| plan.value_of(slope)) == Some(rule));
        Some(Edit::Set { keys: own.map(|(space, _)| space.key).collect(), name: value.field, value: Some(value.value) })
    };
    let said = plan.rules.iter().filter_map(said).collect();
    edit::apply(&drawn, schema, &Edit::All("slopes".to_owned(), said))
}
