//! Chance: numbers keyed by what is drawn, for whom and when, so that a small change to the rules doesn't shift all other dice.
//!
//! The generator is Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3", 2011). A block is a function
//! of key and counter alone, and the counter is the draw's name.
//!
//! A draw is named by the seed, the stream, the player, that player's turn and the number of the draw. Nothing else counts, so neither
//! other rules nor the number of threads changes a die.

use rand_pcg::Pcg32;

/// The name of one draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draw {
    /// The key of the stream: the name of a die, a pile or a rule of `random`.
    pub stream: u32,
    /// The player whose turn it is, from 1; 0 outside of turns.
    pub player: u32,
    /// The number of that player's turn; outside of turns the checkpoint's number.
    pub turn: u32,
    /// The number of the draw within that turn and stream.
    pub nth: u32,
}

/// A number below `sides` (at least 1) for this draw under this seed. Uniform to within 2^-32.
pub fn draw(seed: u64, draw: Draw, sides: u32) -> u32 {
    let block = philox([draw.stream, draw.player, draw.turn, draw.nth], [seed as u32, (seed >> 32) as u32]);
    let bits = u64::from(block[0]) | u64::from(block[1]) << 32;
    ((u128::from(bits) * u128::from(sides)) >> 64) as u32
}

/// One block of Philox4x32-10.
#[inline]
pub fn philox(mut counter: [u32; 4], mut key: [u32; 2]) -> [u32; 4] {
    for _ in 0..10 {
        let a = u64::from(counter[0]) * 0xD251_1F53;
        let b = u64::from(counter[2]) * 0xCD9E_8D57;
        counter = [(b >> 32) as u32 ^ counter[1] ^ key[0], b as u32, (a >> 32) as u32 ^ counter[3] ^ key[1], a as u32];
        key = [key[0].wrapping_add(0x9E37_79B9), key[1].wrapping_add(0xBB67_AE85)];
    }
    counter
}

/// The key of a stream: FNV-1a of its name.
pub fn stream_key(name: &str) -> u32 {
    name.bytes().fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// The seed of the nth game of a batch, or of anything else derived from a seed. This is SplitMix64's output function.
pub fn derive_seed(seed: u64, n: u64) -> u64 {
    let mut z = seed.wrapping_add(n.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A bot's own stream of random numbers, so that a bot that thinks longer never changes the dice. PCG XSH RR 64/32 (O'Neill: "PCG: a family
/// of simple fast space-efficient statistically good algorithms for random number generation", 2014), as `rand_pcg` has it.
pub type BotStream = Pcg32;

/// The default sequence of PCG's reference implementation.
const SEQUENCE: u64 = 0x0a02_bdbf_7bb3_c0a7;

/// The stream of a seat in the game with this seed.
pub fn bot_stream(seed: u64, seat: usize) -> BotStream {
    Pcg32::new(derive_seed(seed ^ 0x626f_7473, seat as u64), SEQUENCE)
}
