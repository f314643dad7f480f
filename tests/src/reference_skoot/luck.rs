//! Where dice and choices come from.

/// Which die is rolled. All have the faces 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Die {
    Ski,
    Recovery,
    Shooting,
}

/// What a player is asked. Options are numbered as the rules list them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Steady, Brisk, Hard, All out.
    Tactic,
    /// One die, Two dice.
    Effort,
    /// Accept, Decline; in the realistic game Go, Rest.
    Recovery,
}

/// Everything in a race that the rules leave open.
pub trait Luck {
    fn die(&mut self, which: Die) -> i32;
    /// The first player of each round, below `players`.
    fn first(&mut self, players: usize) -> usize;
    /// The option taken, below `options`.
    fn choose(&mut self, decision: Decision, player: usize, options: usize) -> usize;
}

/// Uniformly random dice and choices from a small generator (SplitMix64).
#[derive(Clone, Debug)]
pub struct RandomLuck {
    state: u64,
}

impl RandomLuck {
    pub fn new(seed: u64) -> RandomLuck {
        RandomLuck { state: seed }
    }

    /// A number below `bound`. The upper half of each draw is used; the bias at such small bounds is below 2^-29.
    #[inline]
    fn below(&mut self, bound: u64) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits >> 32) * bound) >> 32
    }
}

impl Luck for RandomLuck {
    #[inline]
    fn die(&mut self, _which: Die) -> i32 {
        self.below(6) as i32 + 1
    }

    #[inline]
    fn first(&mut self, players: usize) -> usize {
        self.below(players as u64) as usize
    }

    #[inline]
    fn choose(&mut self, _decision: Decision, _player: usize, options: usize) -> usize {
        self.below(options as u64) as usize
    }
}
