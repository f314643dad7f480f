//! A trail, measured: how far each of its points is from the first, how high it lies, and where, on a plane that touches the earth there.

use std::sync::Arc;

use kurbo::{Point, Vec2};

/// A point of a file.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fix {
    /// In degrees.
    pub longitude: f64,
    pub latitude: f64,
    /// In metres above the sea.
    pub height: Option<f64>,
}

/// A trail. Copying it is cheap.
#[derive(Clone, Debug)]
pub struct Trail {
    pub name: String,
    measured: Arc<Measured>,
}

/// Two trails are the same if one is a copy of the other: they may have many points, and are compared in each frame.
impl PartialEq for Trail {
    fn eq(&self, other: &Trail) -> bool {
        self.name == other.name && Arc::ptr_eq(&self.measured, &other.measured)
    }
}

#[derive(Debug)]
struct Measured {
    /// In metres from its middle, east to the right and south below.
    points: Vec<Point>,
    /// How far each is from the first along the trail, in metres.
    far: Vec<f64>,
    /// How high each lies; empty where the file doesn't say.
    heights: Vec<f64>,
    /// The sum of all heights up to each point: of each metre of the way.
    sums: Vec<f64>,
    /// How many points have no height.
    unknown: usize,
}

/// The earth's mean radius, in metres.
const RADIUS: f64 = 6_371_009.0;
/// The heights that are believed, in metres.
const HEIGHTS: std::ops::RangeInclusive<f64> = -12_000.0..=9_000.0;
/// Points closer than this to the last one say nothing, in metres.
const SAME: f64 = 0.01;
/// The shortest trail, in metres.
const SHORTEST: f64 = 1.0;
/// How far apart the ends of a loop may be: as a share of its length, in metres, and never more than this share.
const LOOP: (f64, f64, f64) = (0.03, 50.0, 0.15);

impl Trail {
    /// Measures a list of points.
    ///
    /// # Errors
    /// Why it is no trail.
    pub fn of(name: &str, fixes: &[Fix]) -> Result<Trail, String> {
        let on_earth = |fix: &&Fix| fix.longitude.is_finite() && fix.latitude.is_finite();
        let fixes: Vec<&Fix> = fixes.iter().filter(on_earth).collect();
        let places: Vec<[f64; 3]> = fixes.iter().map(|fix| on_globe(fix)).collect();
        let (mut far, mut kept) = (vec![], vec![]);
        let mut gone = 0.0;
        for (n, place) in places.iter().enumerate() {
            let step = kept.last().map_or(0.0, |last: &usize| apart(&places[*last], place));
            if kept.is_empty() || step > SAME {
                gone += step;
                far.push(gone);
                kept.push(n);
            }
        }
        match kept.len() {
            0 => return Err(format!("\u{201c}{name}\u{201d} has no points.")),
            1 if fixes.len() > 1 => return Err(format!("All points of \u{201c}{name}\u{201d} are at one place.")),
            1 => return Err(format!("\u{201c}{name}\u{201d} has only one point: a trail takes two or more.")),
            _ if gone < SHORTEST => return Err(format!("\u{201c}{name}\u{201d} is shorter than a metre.")),
            _ => {}
        }
        let believed = |n: &usize| fixes[*n].height.filter(|height| HEIGHTS.contains(height));
        let known: Vec<(f64, f64)> = kept.iter().zip(&far).filter_map(|(n, far)| Some((*far, believed(n)?))).collect();
        let heights: Vec<f64> = if known.len() < 2 { vec![] } else { far.iter().map(|far| between(&known, *far)).collect() };
        let mut sums = vec![0.0];
        for (far, height) in far.windows(2).zip(heights.windows(2)) {
            let last = sums[sums.len() - 1];
            sums.push(last + (far[1] - far[0]) * (height[0] + height[1]) / 2.0);
        }
        let on_plane = plane(&places);
        let measured = Measured {
            points: kept.iter().map(|n| on_plane(&places[*n])).collect(),
            unknown: kept.len() - known.len(),
            far,
            heights,
            sums,
        };
        Ok(Trail { name: name.to_owned(), measured: Arc::new(measured) })
    }

    /// In metres.
    pub fn length(&self) -> f64 {
        self.measured.far.last().copied().unwrap_or_default()
    }

    /// Whether it says how high it lies.
    pub fn has_heights(&self) -> bool {
        !self.measured.heights.is_empty()
    }

    /// How many of its points have no height, and how many there are.
    pub fn unknown_heights(&self) -> (usize, usize) {
        (self.measured.unknown, self.measured.far.len())
    }

    /// Whether it ends about where it begins.
    pub fn is_loop(&self) -> bool {
        let Measured { points, .. } = &*self.measured;
        let Some((first, last)) = points.first().zip(points.last()) else { return false };
        let (share, near, most) = LOOP;
        points.len() > 3 && first.distance(*last) <= (self.length() * share).max(near).min(self.length() * most)
    }

    /// The place so many metres from its start.
    pub fn at(&self, far: f64) -> Point {
        let (n, share) = self.piece(far);
        let points = &self.measured.points;
        points[n].lerp(points[n + 1], share)
    }

    /// The mean height between two distances from its start, as far as the trail goes, and the distance in the middle of them.
    fn mean(&self, from: f64, to: f64) -> Option<(f64, f64)> {
        let (from, to) = (from.clamp(0.0, self.length()), to.clamp(0.0, self.length()));
        let sum = |far: f64| {
            let (n, share) = self.piece(far);
            let Measured { far, heights, sums, .. } = &*self.measured;
            let along = (far[n + 1] - far[n]) * share;
            let height = heights[n] + (heights[n + 1] - heights[n]) * share;
            sums[n] + along * (heights[n] + height) / 2.0
        };
        (self.has_heights() && to - from > 1e-6).then(|| ((sum(to) - sum(from)) / (to - from), (from + to) / 2.0))
    }

    /// The height there, evened out over so many metres: heights are never measured as exactly as places.
    pub fn height(&self, far: f64, over: f64) -> Option<f64> {
        self.mean(far - over / 2.0, far + over / 2.0).map(|(height, _)| height)
    }

    /// How much it rises on its way between two distances from its start, in metres a metre.
    pub fn slope(&self, from: f64, to: f64) -> Option<f64> {
        let (from, to) = (from.clamp(0.0, self.length()), to.clamp(0.0, self.length()));
        let half = (to - from) / 2.0;
        let ((low, begins), (high, ends)) = (self.mean(from - half, from + half)?, self.mean(to - half, to + half)?);
        (ends - begins > 1e-6).then(|| (high - low) / (ends - begins))
    }

    /// Between which points it is so many metres from the start: the number of the first, and the share of the way to the next.
    fn piece(&self, at: f64) -> (usize, f64) {
        let far = &self.measured.far;
        let n = far.partition_point(|far| *far <= at).clamp(1, far.len() - 1) - 1;
        (n, ((at - far[n]) / (far[n + 1] - far[n])).clamp(0.0, 1.0))
    }
}

/// A distance in words: `850 m`, `12.3 km`.
pub fn far_text(metres: f64) -> String {
    if metres.abs() < 999.5 { format!("{metres:.0} m") } else { format!("{:.1} km", metres / 1_000.0) }
}

/// A height between known ones. Outside the known heights, the nearest one counts.
fn between(known: &[(f64, f64)], at: f64) -> f64 {
    let next = known.partition_point(|(far, _)| *far < at).min(known.len() - 1);
    let ((a, low), (b, high)) = (known[next.saturating_sub(1)], known[next]);
    low + (high - low) * ((at - a) / (b - a).max(1e-9)).clamp(0.0, 1.0)
}

/// A place as a direction from the middle of the earth: so neither the poles nor the 180th meridian are special.
fn on_globe(fix: &Fix) -> [f64; 3] {
    let ((sin, cos), (east, along)) = (fix.latitude.to_radians().sin_cos(), fix.longitude.to_radians().sin_cos());
    [cos * along, cos * east, sin]
}

fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The direction, unless it has no length.
fn unit(a: [f64; 3]) -> Option<[f64; 3]> {
    let long = dot(&a, &a).sqrt();
    (long > 1e-9).then(|| a.map(|part| part / long))
}

/// How far two places are from each other on the ground, in metres.
fn apart(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    let chord = [0, 1, 2].map(|n| a[n] - b[n]);
    2.0 * RADIUS * (dot(&chord, &chord).sqrt() / 2.0).min(1.0).asin()
}

/// A plane that touches the earth in the middle of these places: what it shows is as far from there, and in the same direction, as it is.
fn plane(places: &[[f64; 3]]) -> impl Fn(&[f64; 3]) -> Point {
    let sum = places.iter().fold([0.0; 3], |sum, place| [0, 1, 2].map(|n| sum[n] + place[n]));
    let middle = unit(sum.map(|part| part / places.len() as f64)).unwrap_or(places[0]);
    // At a pole, every direction is south.
    let east = unit(cross(&[0.0, 0.0, 1.0], &middle)).unwrap_or([0.0, 1.0, 0.0]);
    let north = cross(&middle, &east);
    move |place| {
        let towards = Vec2::new(dot(place, &east), -dot(place, &north));
        let (long, angle) = (towards.hypot(), towards.hypot().atan2(dot(place, &middle)));
        let far = if long > 1e-12 { towards * (RADIUS * angle / long) } else { Vec2::ZERO };
        far.to_point()
    }
}
