//! Icons: a part of the set Lucide (`editor/icons/lucide`, with its licence), as lines that every press can draw.

use std::sync::OnceLock;

use emath::{Pos2, pos2};
use kurbo::{BezPath, PathEl};
use resvg::tiny_skia::PathSegment;
use resvg::usvg::{Group, Node, Options, Tree};

/// The names of all icons, in order.
pub fn names() -> impl Iterator<Item = &'static str> {
    ICONS.iter().map(|icon| icon.name)
}

/// The lines of the icon of this name, from -1 to 1 both ways; `None`: there is no such icon.
pub fn lines(name: &str) -> Option<&'static [Vec<Pos2>]> {
    let icon = &ICONS[ICONS.binary_search_by(|icon| icon.name.cmp(name)).ok()?];
    Some(icon.lines.get_or_init(|| read(icon.svg)))
}

struct Shipped {
    name: &'static str,
    svg: &'static str,
    /// Read when it is drawn first.
    lines: OnceLock<Vec<Vec<Pos2>>>,
}

/// How far a drawn line may be from the true one, where an icon is 24 wide.
const UNSEEN: f64 = 0.05;

/// The lines of a picture; of what can't be read, none.
fn read(svg: &str) -> Vec<Vec<Pos2>> {
    let Ok(tree) = Tree::from_str(svg, &Options::default()) else { return vec![] };
    let half = (tree.size().width() / 2.0, tree.size().height() / 2.0);
    let mut lines: Vec<Vec<Pos2>> = vec![];
    kurbo::flatten(outlines(tree.root()), UNSEEN, |element| match (element, lines.last_mut()) {
        (PathEl::MoveTo(at), _) => lines.push(vec![pos2(at.x as f32, at.y as f32)]),
        (PathEl::LineTo(at), Some(line)) => line.push(pos2(at.x as f32, at.y as f32)),
        (PathEl::ClosePath, Some(line)) => line.extend(line.first().copied()),
        _ => {}
    });
    lines.iter_mut().flatten().for_each(|at| *at = pos2(at.x / half.0 - 1.0, at.y / half.1 - 1.0));
    lines
}

/// All outlines of a group, one behind the other.
fn outlines(group: &Group) -> BezPath {
    let mut all = BezPath::new();
    for node in group.children() {
        match node {
            Node::Group(group) => all.extend(outlines(group)),
            Node::Path(path) => {
                let Some(data) = path.data().clone().transform(path.abs_transform()) else { continue };
                for segment in data.segments() {
                    let at = |at: resvg::tiny_skia::Point| (f64::from(at.x), f64::from(at.y));
                    match segment {
                        PathSegment::MoveTo(to) => all.move_to(at(to)),
                        PathSegment::LineTo(to) => all.line_to(at(to)),
                        PathSegment::QuadTo(by, to) => all.quad_to(at(by), at(to)),
                        PathSegment::CubicTo(by, then, to) => all.curve_to(at(by), at(then), at(to)),
                        PathSegment::Close => all.close_path(),
                    }
                }
            }
            Node::Image(_) | Node::Text(_) => {}
        }
    }
    all
}

macro_rules! shipped {
    ($($name:literal)*) => {
        [$(Shipped { name: $name, svg: include_str!(concat!("../../icons/lucide/", $name, ".svg")), lines: OnceLock::new() }),*]
    };
}

static ICONS: [Shipped; 310] = shipped![
    "activity" "alarm-clock" "ambulance" "anchor" "apple" "armchair" "arrow-big-down" "arrow-big-left" "arrow-big-right"
    "arrow-big-up" "arrow-down" "arrow-up" "award" "axe" "baby" "badge-check" "badge-dollar-sign"
    "badge-plus" "badge-x" "ban" "banana" "bandage" "banknote" "bed-double" "beer" "bell" "bike" "binoculars" "bird" "bolt"
    "bomb" "bone" "book-open" "bow-arrow" "box" "brick-wall" "briefcase" "bug" "building" "building-2" "bus" "cable-car"
    "cake" "calendar" "camera" "car" "caravan" "carrot" "castle" "cat" "chef-hat" "cherry" "chess-bishop" "chess-king"
    "chess-knight" "chess-pawn" "chess-queen" "chess-rook" "church" "circle-alert" "circle-check"
    "circle-dollar-sign" "circle-dot" "circle-minus" "circle-pause" "circle-play" "circle-plus" "circle-question-mark" "circle-star" "circle-user"
    "circle-x" "clipboard-list" "clock" "cloud" "cloud-fog" "cloud-lightning" "cloud-rain" "cloud-snow" "cloud-sun" "club"
    "coffee" "coins" "compass" "cone" "construction" "cookie" "croissant" "cross" "crosshair" "crown" "cuboid" "dam"
    "dice-1" "dice-2" "dice-3" "dice-4" "dice-5" "dice-6" "dices" "dog" "door-open" "droplet" "droplets" "drum"
    "dumbbell" "ear" "earth" "egg" "eye" "eye-off" "factory" "fan" "feather" "fence" "ferris-wheel" "file-text" "fish" "flag"
    "flag-triangle-left" "flag-triangle-right" "flame" "flame-kindling" "flashlight" "flower" "flower-2" "footprints" "fuel"
    "gamepad-2" "gauge" "gem" "ghost" "gift" "glasses" "globe" "goal" "grape" "guitar" "hammer" "hand" "hand-coins"
    "hand-fist" "hand-grab" "handshake" "hard-hat" "haze" "heart" "heart-crack" "heart-handshake" "heart-pulse" "helicopter"
    "hospital" "hotel" "hourglass" "house" "ice-cream-cone" "infinity" "info" "kayak" "key" "key-round" "lamp"
    "landmark" "leaf" "life-buoy" "lightbulb" "lock" "lock-open" "log-in" "log-out" "magnet" "map" "map-pin" "map-pinned"
    "martini" "medal" "megaphone" "milestone" "minus" "moon" "moon-star" "motorbike" "mountain" "mountain-snow" "mouse"
    "music" "navigation" "nut" "octagon" "octagon-alert" "package" "palette" "parking-meter" "party-popper" "paw-print"
    "pentagon" "person-standing" "pickaxe" "pill" "pin" "pizza" "plane" "plus" "podium" "puzzle" "pyramid" "rabbit" "radar"
    "radio-tower" "rainbow" "recycle" "refresh-cw" "repeat" "ribbon" "road" "rocket" "rotate-ccw" "rotate-cw" "route" "ruler"
    "sailboat" "scale" "school" "scissors" "scroll" "shell" "shield-alert" "shield-check" "shield-half" "ship"
    "shirt" "shovel" "shrub" "shuffle" "signpost" "signpost-big" "siren" "skip-back" "skip-forward" "skull" "smile" "snail"
    "snowflake" "spade" "sparkles" "spline" "spool" "sport-shoe" "sprout" "squirrel" "star" "step-back"
    "step-forward" "stethoscope" "store" "sun" "sun-snow" "sunrise" "sunset" "sword" "swords" "target" "telescope" "tent"
    "tent-tree" "theater" "thermometer" "thermometer-snowflake" "thermometer-sun" "thumbs-down" "thumbs-up" "ticket" "timer"
    "tornado" "tower-control" "tractor" "traffic-cone" "train-front" "train-front-tunnel" "train-track" "tram-front"
    "tree-deciduous" "tree-palm" "tree-pine" "trees" "trending-down" "trending-up" "triangle-alert" "trophy"
    "truck" "turtle" "umbrella" "undo-2" "user" "users" "utensils" "van" "volleyball" "wallet" "wand-sparkles" "warehouse"
    "waves-horizontal" "waves-ladder" "waypoints" "weight" "wheat" "wind" "wine" "wrench" "x" "zap"
];
