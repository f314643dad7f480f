//! Chance by seed: the same numbers on every machine, and smooth noise made of them.

/// Numbers one after the other.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u32, of: u64) -> Chance {
        Chance(u64::from(seed) << 32 ^ of)
    }

    /// The next number from 0 to 1.
    pub fn share(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(1);
        share(self.0)
    }

    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.share()
    }
}

/// A number from 0 to 1 that nobody can guess from another (SplitMix64).
fn share(n: u64) -> f32 {
    let mut z = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 40) as f32 / (1u64 << 24) as f32
}

/// Smooth noise from about -1.5 to 1.5, with hills about as wide as 1 and smaller ones on them.
pub fn noise(seed: u32, x: f32, y: f32) -> f32 {
    one(seed, x, y) + one(seed, x * 2.0 + 17.0, y * 2.0) / 2.0
}

fn one(seed: u32, x: f32, y: f32) -> f32 {
    let (i, j) = (x.floor(), y.floor());
    let smooth = |t: f32| t * t * (3.0 - 2.0 * t);
    let (u, v) = (smooth(x - i), smooth(y - j));
    let at = |di: i64, dj: i64| {
        let (i, j) = (i as i64 + di, j as i64 + dj);
        share(u64::from(seed) << 40 ^ (i as u64).wrapping_mul(0x1_0001) ^ (j as u64).wrapping_mul(0x5851_f42d)) * 2.0 - 1.0
    };
    (at(0, 0) * (1.0 - u) + at(1, 0) * u) * (1.0 - v) + (at(0, 1) * (1.0 - u) + at(1, 1) * u) * v
}
