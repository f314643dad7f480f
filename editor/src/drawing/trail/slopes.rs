//! From slopes to what tiles say.

use std::sync::Arc;

use crate::drawing::Checker;
use crate::drawing::tiles;
use crate::looks::Rgb;

/// How much the ground rises, in metres a metre; below 0 it falls.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Slope(pub f64);

/// From which slope on tiles say what.
#[derive(Clone, PartialEq, Debug)]
pub struct SlopeRule {
    /// Whether it is for ground that rises. Else it is for ground that falls.
    pub is_climb: bool,
    /// How steep the ground has to be, at least.
    pub percent: f64,
    /// What the tiles say; `None` for nothing.
    pub value: Option<SlopeValue>,
}

/// A value of a field of spaces, as written.
#[derive(Clone, PartialEq, Debug)]
pub struct SlopeValue {
    pub field: Arc<str>,
    pub value: Arc<str>,
    /// The name for people.
    pub title: String,
    /// By how much the ground rises with it, as the manifest's looks tell.
    pub height: i8,
    pub colour: Option<Rgb>,
}

/// The thresholds to choose from, at least and at most.
pub const PERCENT: (f64, f64) = (0.5, 40.0);
/// Of a trail that says nothing else, ground as steep is steep, in percent.
const USUAL: f64 = 6.0;
/// One tile in so many is surely steep, and so are others that are almost as steep as these: by this share.
const STEEP: usize = 6;
const LESS: f64 = 0.75;

impl SlopeRule {
    /// Whether the ground is at least this steep.
    pub fn holds(&self, slope: Slope) -> bool {
        let percent = slope.0 * if self.is_climb { 100.0 } else { -100.0 };
        percent >= self.percent
    }
}

/// The values that tiles of a game can say by words or flags.
pub fn slope_values(checker: &Checker) -> Vec<SlopeValue> {
    let mut all = vec![];
    for field in &checker.schema.space {
        for (name, value) in tiles::values(field) {
            let look = checker.manifest().look(&name);
            let title = match &*value {
                "true" => field.name.replace('_', " "),
                _ => format!("{}: {}", field.name.replace('_', " "), tiles::title(&name)),
            };
            all.push(SlopeValue { field: field.name.clone(), value, title, height: look.height, colour: look.colour });
        }
    }
    all
}

/// The rules to begin with: one for each value that the manifest draws as ground that rises or falls, the higher the steeper, so that some
/// of these slopes are steep. Where there are none, one for each direction that waits for a value.
pub fn proposed(values: &[SlopeValue], slopes: &[Slope]) -> Vec<SlopeRule> {
    let mut rules = vec![];
    for is_climb in [true, false] {
        let height = |value: &SlopeValue| if is_climb { i32::from(value.height) } else { -i32::from(value.height) };
        let mut own: Vec<&SlopeValue> = values.iter().filter(|value| height(value) > 0).collect();
        own.sort_by_key(|value| height(value));
        let percent = usual(slopes, is_climb);
        let least = own.first().map_or(1, |value| height(value));
        if own.is_empty() {
            rules.push(SlopeRule { is_climb, percent, value: None });
        }
        let rule = |value: &SlopeValue| {
            let percent = percent * f64::from(height(value)) / f64::from(least);
            SlopeRule { is_climb, percent: percent.min(PERCENT.1), value: Some(value.clone()) }
        };
        rules.extend(own.into_iter().map(rule));
    }
    rules
}

/// The threshold that some of these slopes reach.
fn usual(slopes: &[Slope], is_climb: bool) -> f64 {
    let mut steep: Vec<f64> = slopes.iter().map(|slope| slope.0 * if is_climb { 100.0 } else { -100.0 }).collect();
    steep.sort_by(|a, b| b.total_cmp(a));
    let most = steep.get(slopes.len() / STEEP).copied().filter(|percent| *percent > 0.0);
    ((most.unwrap_or(USUAL) * LESS * 2.0).round() / 2.0).clamp(PERCENT.0, PERCENT.1)
}
